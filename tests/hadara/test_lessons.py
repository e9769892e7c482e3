"""The lessons on Hadara: their numbers by listing, and their positions on the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from gamelib import Action
from gamelib.bank.hadara.sets_and_colonies import p_get_buried_card_from_piles
from gamelib.games.hadara import odds
from tests.rules import rule
from widgets.games.hadara.lessons import buried_card, mini_games
from widgets.games.hadara.lessons import experiments as lessons
from widgets.lesson.experiment import experiment_by_name


@rule("HAD-5.2")
def test_a_difference_leads_to_two_red_cards_to_choose_from() -> None:
    settings = {"cards": "ranks"}
    for path in lessons.BETTER.answer_terms(**settings):
        record = lessons.BETTER.position_after(path.position_key, **settings)
        drawn = record.state.drawn[0]
        ten = sorted(card.steps[1] for card in odds.cards_of_colour(1, "red"))
        military = sorted(record.game.tables.cards[card].steps[1] for card in drawn)
        assert record.state.node.step_name == "keep"
        assert [card[0] for card in drawn] == ["R", "R"]
        assert military == [ten[n] for n in path.position_key]


def test_the_gain_of_a_choice_is_half_of_the_mean_difference() -> None:
    for cards in lessons.BETTER.custom_or_bank_question.parameters["cards"].choices:
        values = lessons.sorted_card_values(cards)
        gaps = [Fraction(b - a, 2) for a, b in combinations(values, 2)]
        assert sum(path.value for path in lessons.BETTER.answer_terms(cards)) == sum(gaps) / 45


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_colours_by_listing_all_deals(cards: int) -> None:
    deals = Counter(len(set(deal)) for deal in product(range(5), repeat=cards))
    assert dict(odds.distinct_colour_count(cards)) == {n: deals[n] for n in range(1, 6)}
    by_last = Counter(
        next(n for n in range(5, cards + 1) if len(set(deal[:n])) == 5)
        for deal in product(range(5), repeat=cards)
        if len(set(deal)) == 5
    )
    assert {path.position_key: path.value for path in lessons.p_all_colours_terms_by_completing_card(cards)} == {
        n: Fraction(ways, 5**cards) for n, ways in by_last.items()
    }


@rule("HAD-13.3", "HAD-15.5")
def test_the_fifth_colour_comes_with_the_card_that_the_path_says() -> None:
    begin = lessons.position_before_medal_with_four_colours(8)
    assert Action("gold") in begin.state.legal
    assert lessons.card_and_colour_counts(begin.state.owned[0]) == (4, 4)
    for path in lessons.FIVE_COLOURS.answer_terms(cards=8):
        owned = lessons.position_after_fifth_colour(path.position_key, 8).state.owned[0]
        assert lessons.card_and_colour_counts(owned) == (path.position_key, 5)
        assert len({card[0] for card in owned[:-1]}) == 4


@rule("HAD-11.1", "HAD-11.2", "HAD-11.3")
def test_courses_of_the_buried_card_are_those_of_the_rules() -> None:
    """Positions of the engine, with piles told apart, are worth what the courses say."""
    for first, piles, plan in product((True, False), (2, 3, 4, 5), ("best", "dig", "tallest")):
        courses = buried_card.play_sequences(first, piles, plan)
        assert sum(course.probability for course in courses) == 1
        won = sum((course.probability for course in courses if course.ending != buried_card.LOST), Fraction(0))
        assert won == p_get_buried_card_from_piles((2,) * piles, first, plan)
        counts = Counter(
            lessons.simulate_buried_card_play(Random(seed), first, piles, plan).outcome for seed in range(400)
        )
        assert set(counts) <= {course.ending for course in courses}


def test_a_course_leads_to_the_card_lying_uncovered() -> None:
    settings = {"first": True, "piles": 3, "plan": "best"}
    begin = lessons.position_with_two_card_piles(True, 3).state
    pile = lessons.WANTED
    assert sorted(map(len, begin.piles)) == [0, 0, 2, 2, 2]
    for path in lessons.BURIED.answer_terms(**settings):
        record = lessons.BURIED.position_after(path.position_key, **settings)
        assert record.state.node.seat == 0
        assert record.state.piles[pile] == begin.piles[pile][:1], path.label
    second = lessons.position_with_two_card_piles(False, 5).state
    assert (second.node.seat, sorted(map(len, second.piles))) == (1, [2] * 5)


def test_the_tree_of_the_buried_card_is_worth_its_branches() -> None:
    root = buried_card.tree_of_rival_takes(True, 3, "best")

    def check(node: buried_card.TreeNode) -> Fraction:
        if not node.children:
            return Fraction(node.value)
        assert sum(child.probability for child in node.children if child.probability is not None) == 1
        worth = sum(
            (child.probability * check(child) for child in node.children if child.probability is not None), Fraction(0)
        )
        assert worth == Fraction(node.value), node.label
        return worth

    assert check(root) == odds.p_get_buried_card(True, 3)
    assert experiment_by_name("hadara/buried").exact_probability_or_mean(
        {"first": True, "piles": 3, "plan": "best"}
    ) == Fraction(13, 18)


@pytest.mark.parametrize("seed", range(5))
def test_a_duel_counts_what_was_kept(seed: int) -> None:
    rng, mine, theirs = Random(seed), 0, 0
    for n in range(mini_games.ROUNDS):
        a, b, blind = rng.sample(range(1, 11), 3)
        mine, theirs = mine + max(a, b), theirs + blind
        turn = mini_games.choice_of_two_game(Random(seed), [0 if x > y else 1 for x, y in _pairs(seed, n)], "ranks")
        assert turn.action_labels == (f"Keep {a}", f"Keep {b}")
    end = mini_games.choice_of_two_game(
        Random(seed), [0 if x > y else 1 for x, y in _pairs(seed, mini_games.ROUNDS)], "ranks"
    )
    assert end.message.startswith(f"You have {mine}, and the other player has {theirs}")
    assert not end.action_labels


def _pairs(seed: int, rounds: int) -> list[tuple[int, int]]:
    rng = Random(seed)
    return [tuple(rng.sample(range(1, 11), 3)[:2]) for _ in range(rounds)]  # type: ignore[misc]


def test_piles_played_as_the_plan_says_are_worth_what_the_question_says() -> None:
    """Three piles, the best play, 2000 games at the mini-table: the card comes as often as the bank says."""
    won = 0
    for seed in range(2000):
        moves: list[int] = []
        while (turn := mini_games.buried_card_random_rival_game(Random(seed), moves, True, 3)).action_labels:
            words = [str(piece["card"]) for piece in turn.visible_items[0]["row"]]
            heights = [0 if word == "empty" else 1 if word == "your card" else int(word[-1]) for word in words]
            position = heights[0], heights[1:].count(2), heights[1:].count(1)
            pile = "wanted" if heights[0] == 1 else buried_card.planned_pile(position, "best")
            place = {"wanted": 0, "two": _at(heights, 2), "one": _at(heights, 1)}[pile]
            moves.append(turn.action_labels.index(f"From {mini_games.PILES[place]}"))
        won += turn.message == "You take your card, so you have won it."
    p = 13 / 18
    assert abs(won / 2000 - p) < 4.5 * (p * (1 - p) / 2000) ** 0.5


def _at(heights: list[int], height: int) -> int:
    return next((n for n in range(1, len(heights)) if heights[n] == height), -1)


def test_all_five_colours_are_said_when_they_are_there() -> None:
    for seed in range(20):
        moves = [0]
        while (turn := mini_games.collect_colours_game(Random(seed), moves, 8)).action_labels:
            shown = [piece["card"] for row in turn.visible_items for piece in row["row"]]
            missing = [colour for colour in lessons.COLOURS if colour not in shown]
            assert not shown or all(colour in turn.message for colour in missing)
            moves.append(0)
        drawn = [piece["card"] for piece in turn.visible_items[0]["row"]]
        assert len(set(drawn)) == 5 > len(set(drawn[:-1]))
        assert ("right" in turn.message) == (len(drawn) <= 8)
