"""What is particular to the lessons on Towers: the positions that their paths open, the groups, the chain drawn."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from gamelib import Decision
from gamelib.bank.towers.tower_building import tower_chain_with_adjacency
from gamelib.games.towers.board_view import tower_closers
from gamelib.games.towers.geometry import FULL_MASK
from gamelib.number_format import format_mean
from widgets.games.towers.board.odds import expected_debt_from_closing_towers
from widgets.games.towers.lessons.experiments import (
    CACHE_SIZE,
    FLEE,
    LIFE,
    LIFE_GROUP_STARTS,
    NO_CLOSER,
    tower_life_chain_figure,
)
from widgets.games.towers.lessons.markov_chain_figure import TowerChainState, chain_figure
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.table.widget import Table

SIDES = {"adjacency": "orthogonal"}
STUCK = {"closers": 2, "unseen": 6, "cards": 8}


def test_a_path_of_the_tower_opens_where_its_symbol_has_just_come() -> None:
    start = LIFE.start_position(**SIDES)
    assert start.state.masks == [0] * 6
    opened = [LIFE.position_after(path.position_key, **SIDES) for path in LIFE.answer_terms(**SIDES)]
    tower = next(n for n, mask in enumerate(opened[-1].state.masks) if mask == FULL_MASK)
    assert [record.state.masks[tower].bit_count() for record in opened] == list(range(1, 9))
    assert all(later.choices[: len(record)] == record.choices for record, later in pairwise(opened))
    last = opened[-1].state_at(len(opened[-1]) - 1)
    assert len(last.plays[tower]) == 7


@pytest.mark.parametrize("adjacency", ["orthogonal", "king"])
def test_groups_of_lives_count_what_they_hold(adjacency: str) -> None:
    settings = {"adjacency": adjacency}
    survival = tower_chain_with_adjacency(adjacency).survival_probabilities(600)
    for least in LIFE_GROUP_STARTS:
        after = next((bound for bound in LIFE_GROUP_STARTS if bound > least), 601)
        ends = {n: survival[n - 1] - survival[n] for n in range(least, after)}
        p = LIFE.exact_distribution(**settings).p(least)
        assert float(sum(ends.values())) == pytest.approx(float(p))
        mean = sum(n * float(share) for n, share in ends.items()) / float(p)
        assert float(LIFE.value_in_mean(least, settings)) == pytest.approx(mean)


def test_the_chain_is_drawn_whole() -> None:
    drawn = tower_life_chain_figure("orthogonal")
    moves: dict[str, Fraction] = {}
    for state, _, chance in drawn.layout.meta["table"]["rows"]:
        p = Fraction(chance.split()[0])
        moves[state] = moves.get(state, Fraction(0)) + p
    assert set(moves.values()) == {1}
    assert sum("closed" in state for state in moves) == 2
    assert len(moves) == len(drawn.data[0].x) == 13
    assert len(drawn.layout.shapes) == 13 * 8
    assert sum(bool(note.showarrow) for note in drawn.layout.annotations) == 15


def test_a_chain_says_where_it_ends() -> None:
    nodes = {
        0: TowerChainState("empty", frozenset(), Fraction(1, 3), False),
        1: TowerChainState("full", frozenset({2}), Fraction(1), True),
    }
    drawn = chain_figure(nodes, {(0, 1): Fraction(2, 3)}, title="t")
    assert "from empty to full (closed)" in drawn.layout.meta["text"]
    assert [note.text for note in drawn.layout.annotations if note.text] == ["stays 1/3", "<b>closed</b>", "2/3"]


def test_the_position_for_fleeing_is_what_the_question_says() -> None:
    state: Any = FLEE.start_position(**STUCK).state
    assert [action.verb for action in state.legal] == ["pass", "flee"]
    assert len(state.deck) == STUCK["unseen"]
    towers = [tower_closers(state, suit) for suit in state.game.suits]
    assert not any(tower.closers_in_caches[1] for tower in towers)
    assert [(len(tower.closers_in_deck[1]), tower.cards) for tower in towers if tower.closers_in_deck[1]] == [
        (STUCK["closers"], STUCK["cards"])
    ]


@pytest.mark.parametrize("place", [1, 2, 3, NO_CLOSER])
def test_a_path_of_fleeing_opens_where_the_other_has_drawn(place: int) -> None:
    before, after = FLEE.start_position(**STUCK), FLEE.position_after(place, **STUCK)
    state: Any = after.state
    assert isinstance(state.node, Decision)
    assert state.node.seat == 0
    danger = {card for suit in before.game.suits for card in tower_closers(before.state, suit).closers_in_deck[1]}
    drawn = [n for n, card in enumerate(state.caches[1], 1) if card in danger]
    assert len(state.caches[1]) == CACHE_SIZE
    assert min(drawn, default=NO_CLOSER) == place
    assert any(tower_closers(state, suit).closers_in_caches[1] for suit in state.game.suits) is (place != NO_CLOSER)


def test_the_prose_on_fleeing_agrees_with_its_position() -> None:
    plan = load_lesson_definition("12-when-to-flee")
    state: Any = FLEE.start_position(**STUCK).state
    own, other = map(len, state.balances)
    stay = state.child(next(action for action in state.legal if action.verb == "pass"))
    flee = state.child(next(action for action in state.legal if action.verb == "flee"))
    assert len(stay.balances[0]) == own + CACHE_SIZE
    assert flee.coins[0] == -plan.prose_values["price"]
    assert plan.own["later"] == own + plan.question.exact(**plan.settings) - other


def test_one_decision_has_one_number_everywhere() -> None:
    """The lesson, the panel of its table and the button: the same two numbers, by the same model, and no third one."""
    plan = load_lesson_definition("12-when-to-flee")
    record = FLEE.start_position(**STUCK)
    counts = Fraction(plan.question.exact(**STUCK)) - CACHE_SIZE
    assert expected_debt_from_closing_towers(record.state, 0) == counts
    scene = Table("towers", seats=2, record=record, players=("human", "thumb"), keep=False).scene
    (panel,) = (odds for odds in scene["odds"] if odds["title"].startswith("Flee or stay"))
    assert "up to the next draws" in str(panel)  # how far the count goes is said
    said = (
        f"from closed towers is {format_mean(counts)}. The other player has a balance of {plan.prose_values['other']}."
    )
    assert said in panel["text"]
    assert plan.prose_values["counts"] == format_mean(counts)
    (note,) = (action["note"] for action in scene["actions"] if action["label"] == "Flee")
    assert note == f"costs {plan.prose_values['price']} coins now"
