"""Whole games of Hadara: what must hold in every position, whatever is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamelib.games.hadara.card_tables import TRACKS
from gamelib.games.hadara.heuristic_bot import heuristic_bot
from gamelib.games.hadara.position_checks import validate_invariants
from gamelib.games.hadara.state import HadaraState, unseen_deck_index
from gamelib.nodes import Chance, Decision
from gamelib.playouts import playout, random_bot, simulate
from tests.conftest import LONG

from ..rules import rule
from .build import GAME

SEATS = (2, 3, 4, 5)
SETS = ("basic", "advanced")
GAMES = 10_000 if LONG else 60
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(option.choices) for name, option in GAME.options.items()})


def walk(seats: int, seed: int | str, **options: Any) -> Iterator[HadaraState]:
    """Every position of a random game, the end included."""
    rng = Random(seed)
    s: HadaraState = GAME.start(seats, **options)
    while s.agenda_frames:
        yield s
        node = s.node
        if isinstance(node, Decision):
            moves = list(s.legal)
            s.apply(moves[int(rng.random() * len(moves))])
        else:
            assert isinstance(node, Chance)
            s.apply(node.sample(rng))
    yield s


# -- invariants ------------------------------------------------------------------------------


def check_counts(s: HadaraState) -> None:
    """The dossier's invariants, counted anew from what is on the table."""
    cards = [card for row in (*s.unseen, *s.piles, *s.drawn, *s.owned, *s.sold, *s.dropped) for card in row]
    cards += [card.split(":")[0] for row in s.removed for card in row]
    size = 162 if s.options["deck_set"] == "advanced" else 150
    assert len(cards) == len(set(cards)) == size
    assert min(s.coins) >= 0
    for seat in range(s.seats):
        if s.epoch:
            assert s.compute_tracks(seat) == s.tracks[seat]
        used = len(s.statues[seat]) + len(s.silver[seat]) + len(s.placed[seat])
        lost = sum(":" in card for card in s.removed[seat])
        assert sum(s.tiles[seat]) + used + lost == 8
        levels = [colony[:3] for colony in s.colonies[seat]]
        assert len(set(levels)) == len(levels)
        assert len(s.statues[seat]) <= 4
    for level, left in zip(GAME.tables.levels, s.left, strict=True):
        owned = sum(colony[:3] == level.name for row in s.colonies for colony in row)
        assert 0 <= left <= s.seats - owned


def check_moment(s: HadaraState, before: str) -> None:
    """What holds at certain moments only."""
    ask = s.node.step_name if s.agenda_frames else "end"
    if ask == "pick" and before != "pick" and not any(event.code == "tile_on_card" for event in s.events):
        assert [len(pile) for pile in s.piles] == [s.seats] * 5
    if any(event.code == "epoch" for event in s.events) and s.epoch > 1:
        for seat in range(s.seats):
            kept = [*s.owned[seat], *s.sold[seat], *s.dropped[seat], *s.removed[seat]]
            assert sum(int(card[1]) == s.epoch - 1 for card in kept) == 10
    for event in s.events:
        if event.code == "need_now" and ask != "remove" and event.seat is not None:
            spared = sum(e.values["number"] for e in s.events if e.code == "pays_for_cards")
            assert event.values["short"] <= 6 or spared


@rule("HAD-2.6", "HAD-5.5", "HAD-11.4", "HAD-12.4")
@settings(max_examples=200 if LONG else 8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seats=st.sampled_from(SEATS), seed=st.integers(0, 10**6), options=OPTIONS)
def test_every_position_holds_together(seats: int, seed: int, options: dict[str, Any]) -> None:
    """Cards, colonies and tiles are conserved under every option."""
    before = ""
    for s in walk(seats, seed, **options):
        check_counts(s)
        check_moment(s, before)
        validate_invariants(s)
        before = s.node.step_name if s.agenda_frames else ""
        fed_well(s)
    assert s.result is not None
    assert s.result.winners


GAINS = {
    "sold": "gain",
    "surplus": "gain",
    "lag_income": "gain",
    "colony_coins": "gain",
    "plundered": "gain",
    "income": "income",
    "begins": "coins",
}
COSTS = {
    "bought": "price",
    "bought_silver": "price",
    "bought_gold": "price",
    "paid_steps": "cost",
    "paid_more_steps": "cost",
    "integrates": "cost",
    "pays_for_cards": "cost",
}


@rule("HAD-2.6", "HAD-1.6")
@pytest.mark.parametrize(
    "options", [{}, {"deck_set": "advanced"}, {"deck_set": "advanced", "feed_pay_choice": "all_or_nothing"}]
)
def test_every_coin_and_step_is_told(options: dict[str, Any]) -> None:
    """What the events tell is all that changes: coins and tracks can be kept by ear."""
    for seats in SEATS:
        coins, steps = [0] * seats, [[0] * 4 for _ in range(seats)]
        for s in walk(seats, 23, **options):
            for event in s.events:
                seat, values = event.seat, event.values
                if event.code == "begins":
                    steps[seat] = [values[track] for track in TRACKS]
                elif event.code == "track":
                    assert steps[seat][TRACKS.index(values["track"])] == values["before"]
                    steps[seat][TRACKS.index(values["track"])] = values["value"]
                coins_told = values.get(GAINS.get(event.code, ""), 0) - values.get(COSTS.get(event.code, ""), 0)
                if seat is not None:
                    coins[seat] += coins_told + (event.code in ("never_first", "once_first"))
            assert coins == s.coins
            assert [tuple(row) for row in steps] == s.tracks


def fed_well(s: HadaraState) -> None:
    """After the feeding of a seat it has no more cards than food, but for those it paid for (HAD-12.2)."""
    for event in s.events:
        if event.code == "need_now" and event.values["short"] <= 0:
            assert event.values["cards"] - event.values["food"] <= 6


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("deck_set", SETS)
def test_random_games_end(seats: int, deck_set: str) -> None:
    """Played out without events and checked at the end; KISMET_LONG=1 plays 10,000 of each."""
    for seed in range(GAMES):
        s = GAME.start(seats, deck_set=deck_set)
        end = playout(s, [random_bot] * seats, Random(seed))
        check_counts(s)
        validate_invariants(s)
        assert end.reason in ("points", "coins", "shared")
        for seat in range(seats):
            kept = [*s.owned[seat], *s.sold[seat], *s.dropped[seat], *s.removed[seat]]
            assert Counter(int(card[1]) for card in kept) == {1: 10, 2: 10, 3: 10}
        taken = [card for row in (*s.owned, *s.sold, *s.dropped, *s.removed) for card in row]
        assert Counter(map(unseen_deck_index, taken)) == dict.fromkeys(range(15), 2 * seats)


@rule("HAD-17.2")
@pytest.mark.parametrize("seats", SEATS)
def test_twins_that_a_seat_cannot_tell_apart(seats: int) -> None:
    """Positions that differ in what others drew and sold alone look alike to a seat, to the last chance."""
    rng = Random(3)
    pairs = 0
    for step, s in enumerate(walk(seats, 5, deck_set="advanced")):
        if step % 11 or not s.agenda_frames:
            continue
        seat = step % seats
        twin = s.seen_by(seat).determinize(rng)
        pairs += twin != s
        one, other = s.seen_by(seat), twin.seen_by(seat)
        assert json.dumps(one.to_dict()) == json.dumps(other.to_dict())
        assert (one.node.step_name, one.node.values) == (other.node.step_name, other.node.values)
        if isinstance(s.node, Chance):
            assert one.node.dist() == other.node.dist()
        elif s.node.seat == seat:
            assert list(one.legal) == list(other.legal)
    assert pairs


# -- broken files ----------------------------------------------------------------------------


def middle() -> HadaraState:
    return next(
        s for s in walk(3, 2, deck_set="advanced") if s.epoch == 2 and s.phase == "B" and s.node.step_name == "pick"
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("epoch", 4, "epoch"),
        ("epoch", 3, "cards|first player"),
        ("phase", "A", "the steps|draw"),
        ("draw", 3, "draw steps to come"),
        ("first", 7, "first"),
        ("ring", ["yellow"], "ring"),
        ("arms", [0, 0, 1], "arms"),
        ("arms", [1, 0, 2], "arms"),
        ("coins", [-1, 0, 0], "coins"),
        ("coins", [1, 2], "2 values for 3 seats"),
        ("start", ["SU1:A", "SU1:B", "SU2:A"], "same setup card"),
        ("start", ["SU1", "SU2:A", "SU3:A"], "setup card"),
        ("owned", [["Y1-01"], ["Y1-01"], []], "lies in 3 places"),
        ("owned", [["Y9-01"], [], []], "epoch card"),
        ("unseen", [[]] * 15, "lies nowhere"),
        ("unseen", [[]], "unseen: it has 1 rows"),
        ("piles", [[]] * 4, "piles: it has 4 rows"),
        ("left", [3, 3, 3, 3, 4], "colonies of level 3"),
        ("tiles", [[2, 2, 2, 2], [2, 2, 2, 2], [9, 2, 2, 2]], "bonus tiles"),
        ("silver", [["food"] * 3, [], []], "bonus tiles"),
        ("gold", [3, 0, 0], "more medals"),
        ("statues", [["S1:food", "S1:income"], [], []], "bonus tiles|twice"),
        ("placed", [["P1-07:food"], [], []], "bonus"),
        ("grown", [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], "growth"),
        ("reduced", [5, 0, 0], "paid for"),
        ("removed", [["Y3-01"], [], []], "lies nowhere"),
        ("drawn", [["Y2-01", "Y2-02"], [], []], "drawn"),
        ("sold", [["Y2-?"], [], []], "lies nowhere|drawn"),
        ("wheel", 5, "wheel"),
        ("todo", [], "something to do"),
        ("todo", [{"step": "close"}], "nobody is to take"),
        ("todo", [{"step": "close"}, {"step": "medals", "place": 0}, {"step": "medal", "seat": 0}], "cannot buy|take"),
        ("todo", [{"step": "open"}, {"step": "deal", "seat": 0}], "steps"),
    ],
)
def test_broken_positions_are_refused(name: str, value: Any, words: str) -> None:
    data = json.loads(json.dumps(middle().to_dict() | {name: value}))
    with pytest.raises(ValueError, match=rf"cannot be opened.*({words})"):
        GAME.from_dict(data)


# -- records, goldens, bots ------------------------------------------------------------------


def test_words_have_a_use() -> None:
    """Every question, step and act has its words; nothing in words.toml is never said."""
    sections = GAME.texts.sections
    assert set(sections["steps"]) == set(GAME.steps)
    assert set(sections["asks"]) <= set(sections["steps"])
    assert set(sections["verbs"]) == set(GAME.argument_type_letters_by_verb)
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("*.py"))
    made = ("effect_", "points_", "sorted_")
    for section in ("rulings", "remedies", "events", "ends"):
        for code in sections[section]:
            known = f'"{code}"' in source or code.startswith(made)
            assert known or code in ("over", "chance_first", "not_now", "no_action"), f"[{section}] {code}"
    names = [GAME.texts.card_name(card) for card in GAME.tables.cards]
    assert len(set(names)) == 162


def test_thumb_beats_random() -> None:
    """Two seats, both places: at least 95% of the games."""
    won = 0.0
    for place in (0, 1):
        bots = [random_bot, random_bot]
        bots[place] = heuristic_bot  # type: ignore[call-overload]
        won += float(simulate(GAME, 2, bots, 40, seed=place).wins[place])
    assert won >= 76


@pytest.mark.parametrize("seats", SEATS)
def test_thumb_plays_every_game(seats: int) -> None:
    for deck_set in SETS:
        tally = simulate(GAME, seats, heuristic_bot, 6, seed=1, deck_set=deck_set)
        assert min(tally.score_sums) / 6 > 130
