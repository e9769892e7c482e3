"""The lessons on Hadara: their numbers by listing, and their positions on the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from gamelib import Action
from gamelib.bank.hadara.sets_and_colonies import buried_pile_by_pile
from gamelib.games.hadara import odds
from tests.rules import rule
from widgets.games.hadara.lessons import buried, mini
from widgets.games.hadara.lessons import experiments as lessons
from widgets.lesson.experiment import experiment


@rule("HAD-5.2")
def test_a_difference_leads_to_two_red_cards_to_choose_from() -> None:
    settings = {"cards": "ranks"}
    for path in lessons.BETTER.paths(**settings):
        record = lessons.BETTER.after(path.place, **settings)
        drawn = record.state.drawn[0]
        ten = sorted(card.steps[1] for card in odds.cards_of_colour(1, "red"))
        military = sorted(record.game.tables.cards[card].steps[1] for card in drawn)
        assert record.state.node.step_name == "keep"
        assert [card[0] for card in drawn] == ["R", "R"]
        assert military == [ten[n] for n in path.place]


def test_the_gain_of_a_choice_is_half_of_the_mean_difference() -> None:
    for cards in lessons.BETTER.asks.parameters["cards"].choices:
        values = lessons.listed_values(cards)
        gaps = [Fraction(b - a, 2) for a, b in combinations(values, 2)]
        assert sum(path.term for path in lessons.BETTER.paths(cards)) == sum(gaps) / 45


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_colours_by_listing_all_deals(cards: int) -> None:
    deals = Counter(len(set(deal)) for deal in product(range(5), repeat=cards))
    assert dict(odds.distinct_colour_count(cards)) == {n: deals[n] for n in range(1, 6)}
    by_last = Counter(
        next(n for n in range(5, cards + 1) if len(set(deal[:n])) == 5)
        for deal in product(range(5), repeat=cards)
        if len(set(deal)) == 5
    )
    assert {path.place: path.term for path in lessons.colours_paths(cards)} == {
        n: Fraction(ways, 5**cards) for n, ways in by_last.items()
    }


@rule("HAD-13.3", "HAD-15.5")
def test_the_fifth_colour_comes_with_the_card_that_the_path_says() -> None:
    begin = lessons.colours_start(8)
    assert Action("gold") in begin.state.legal
    assert lessons.shows(begin.state.owned[0]) == (4, 4)
    for path in lessons.FIVE_COLOURS.paths(cards=8):
        owned = lessons.colours_after(path.place, 8).state.owned[0]
        assert lessons.shows(owned) == (path.place, 5)
        assert len({card[0] for card in owned[:-1]}) == 4


@rule("HAD-11.1", "HAD-11.2", "HAD-11.3")
def test_courses_of_the_buried_card_are_those_of_the_rules() -> None:
    """Positions of the engine, with piles told apart, are worth what the courses say."""
    for first, piles, plan in product((True, False), (2, 3, 4, 5), ("best", "dig", "tallest")):
        courses = buried.courses(first, piles, plan)
        assert sum(course.chance for course in courses) == 1
        won = sum((course.chance for course in courses if course.end != buried.LOST), Fraction(0))
        assert won == buried_pile_by_pile((2,) * piles, first, plan)
        counts = Counter(lessons.buried_seen(Random(seed), first, piles, plan).outcome for seed in range(400))
        assert set(counts) <= {course.end for course in courses}


def test_a_course_leads_to_the_card_lying_uncovered() -> None:
    settings = {"first": True, "piles": 3, "plan": "best"}
    begin = lessons.buried_start(True, 3).state
    pile = lessons.WANTED
    assert sorted(map(len, begin.piles)) == [0, 0, 2, 2, 2]
    for path in lessons.BURIED.paths(**settings):
        record = lessons.BURIED.after(path.place, **settings)
        assert record.state.node.seat == 0
        assert record.state.piles[pile] == begin.piles[pile][:1], path.label
    second = lessons.buried_start(False, 5).state
    assert (second.node.seat, sorted(map(len, second.piles))) == (1, [2] * 5)


def test_the_tree_of_the_buried_card_is_worth_its_branches() -> None:
    root = buried.tree(True, 3, "best")

    def check(node: buried.TreeNode) -> Fraction:
        if not node.children:
            return Fraction(node.value)
        assert sum(child.probability for child in node.children if child.probability is not None) == 1
        worth = sum(
            (child.probability * check(child) for child in node.children if child.probability is not None), Fraction(0)
        )
        assert worth == Fraction(node.value), node.label
        return worth

    assert check(root) == odds.p_get_buried_card(True, 3)
    assert experiment("hadara/buried").answer({"first": True, "piles": 3, "plan": "best"}) == Fraction(13, 18)


@pytest.mark.parametrize("seed", range(5))
def test_a_duel_counts_what_was_kept(seed: int) -> None:
    rng, mine, theirs = Random(seed), 0, 0
    for n in range(mini.ROUNDS):
        a, b, blind = rng.sample(range(1, 11), 3)
        mine, theirs = mine + max(a, b), theirs + blind
        turn = mini.duel(Random(seed), [0 if x > y else 1 for x, y in _pairs(seed, n)], "ranks")
        assert turn.moves == (f"Keep {a}", f"Keep {b}")
    end = mini.duel(Random(seed), [0 if x > y else 1 for x, y in _pairs(seed, mini.ROUNDS)], "ranks")
    assert end.say.startswith(f"{mine} for you, {theirs} for the other")
    assert not end.moves


def _pairs(seed: int, rounds: int) -> list[tuple[int, int]]:
    rng = Random(seed)
    return [tuple(rng.sample(range(1, 11), 3)[:2]) for _ in range(rounds)]  # type: ignore[misc]


def test_piles_played_as_the_plan_says_are_worth_what_the_question_says() -> None:
    """Three piles, the best play, 2000 games at the mini-table: the card comes as often as the bank says."""
    won = 0
    for seed in range(2000):
        moves: list[int] = []
        while (turn := mini.piles(Random(seed), moves, True, 3, "best")).moves:
            words = [str(piece["card"]) for piece in turn.pieces[0]["row"]]
            heights = [0 if word == "empty" else 1 if word == "your card" else int(word[-1]) for word in words]
            position = heights[0], heights[1:].count(2), heights[1:].count(1)
            pile = "wanted" if heights[0] == 1 else buried.own(position, "best")
            place = {"wanted": 0, "two": _at(heights, 2), "one": _at(heights, 1)}[pile]
            moves.append(turn.moves.index(f"From {mini.PILES[place]}"))
        won += turn.say == "You take your card: you have it."
    p = 13 / 18
    assert abs(won / 2000 - p) < 4.5 * (p * (1 - p) / 2000) ** 0.5


def _at(heights: list[int], height: int) -> int:
    return next((n for n in range(1, len(heights)) if heights[n] == height), -1)


def test_all_five_colours_are_said_when_they_are_there() -> None:
    for seed in range(20):
        moves = [0]
        while (turn := mini.collect(Random(seed), moves, 8)).moves:
            shown = [piece["card"] for row in turn.pieces for piece in row["row"]]
            missing = [colour for colour in lessons.COLOURS if colour not in shown]
            assert not shown or all(colour in turn.say for colour in missing)
            moves.append(0)
        drawn = [piece["card"] for piece in turn.pieces[0]["row"]]
        assert len(set(drawn)) == 5 > len(set(drawn[:-1]))
        assert ("right" in turn.say) == (len(drawn) <= 8)
