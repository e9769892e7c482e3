"""The positions and mini-table of the lessons on The Sultan's Wishes: they are what the prose says of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gamelib.bank.wishes.plates_and_wares import plates_displayed_in_case
from gamelib.games.wishes import odds
from tests.lessons.visit import Visit
from widgets.games.wishes.lessons import experiments as lessons
from widgets.games.wishes.lessons import mini_games, positions
from widgets.lesson.lesson_notebooks import load_lesson_definition

from ..rules import rule
from .build import GAME


@rule("WIS-2.1", "WIS-3.3")
@pytest.mark.parametrize(("wanted", "seen"), [(1, 2), (2, 1), (1, 4)])
def test_a_mood_that_comes_late(wanted: int, seen: int) -> None:
    start = positions.position_after_harmless_plates(wanted, seen).state
    assert len(start.plates) == seen
    assert any(action.verb == "fulfil" for action in start.legal)
    for place in range(seen + 1, 6):
        state = positions.position_after_feared_plate(place, wanted, seen).state
        does = [positions.PLATE_EFFECTS[plate] for plate in state.plates]
        assert len(does) == place
        assert [name in positions.FEARED_EFFECTS[wanted] for name in does] == [False] * (place - 1) + [True]
        assert state.node.seat == 0
        if does[-1] == positions.NO_FULFILLING:
            assert not any(action.verb == "fulfil" for action in state.legal)


def test_before_any_plate_nothing_is_dealt() -> None:
    assert len(positions.position_after_harmless_plates(1, 0)) == 0
    assert positions.position_after_feared_plate(1, 1, 0).state.plates == ("NAUSEATE",)


@rule("WIS-2.4", "WIS-3.3", "WIS-12.7")
@pytest.mark.parametrize("extra", [3, 2, 1, 0, None])
def test_a_wish_that_can_be_closed_in_the_next_round(extra: int | None) -> None:
    start = positions.forbidden_fulfilment_position().state
    (card, wish), *_ = positions.fulfillable_card_wish_pairs(start)
    assert positions.PLATE_EFFECTS[start.plate] == positions.NO_FULFILLING
    state = positions.position_with_plate_bonus(extra).state
    assert (card, wish) in positions.fulfillable_card_wish_pairs(state)
    assert mini_games.plate_bonus_unless_forbidding(state.plate) == extra
    assert (state.round, len(state.plates), state.first) == (start.round + 1, 1, 0)
    if extra is not None:
        state.apply(GAME.fulfil[card][wish])
        points = next(event for event in state.events if event.code == "wish_points" and event.seat == 0)
        assert points.values["extra"] == extra


@rule("WIS-7.1", "WIS-15.2")
def test_a_rival_buys_from_the_row_of_the_question() -> None:
    start = positions.position_before_rival_purchase("K3").state
    assert tuple(start.tops) == odds.EXAMPLE_WARES
    assert not any(start.wares)
    assert start.gems[positions.RIVAL_SEAT] >= positions.RIVAL_GEMS
    state = positions.position_after_rival_purchase("K3", "Centre").state
    assert state.wares == [(), (odds.EXAMPLE_WARES[1],)]
    view = state.seen_by(0)
    assert view.secrets == ["K1", "?"], "what the lesson asks is not to be seen at the table"


def test_the_mini_table_asks_until_it_is_closed() -> None:
    ends: Counter[str] = Counter()
    for seed in range(300):
        moves: list[int] = []
        while options := mini_games.fulfil_or_wait_game(Random(seed), moves, 2, "none").action_labels:
            shown = mini_games.fulfil_or_wait_game(Random(seed), moves, 2, "none")
            assert sum(piece["card"] != "?" for piece in shown.visible_items) == len(moves) + 1
            close = next((n for n, option in enumerate(options) if option.startswith("Close")), None)
            best = close is not None and (int(options[close].split("(")[1].split()[0]) >= 2 or len(options) == 1)
            moves.append(close if best and close is not None else len(options) - 1)
        over = mini_games.fulfil_or_wait_game(Random(seed), moves, 2, "none")
        ends[over.message.split(" extra")[0][-1] if "You closed" in over.message else "0"] += 1
        assert all(piece["card"] != "?" for piece in over.visible_items)
    mean = sum(int(points) * n for points, n in ends.items()) / 300
    assert (
        abs(mean - odds.mean_extra_points_with_best_timing(2))
        < 4.5 * float(odds.extra_points_with_best_timing(2).variance / 300) ** 0.5
    )


@rule("WIS-13.3")
def test_the_buyer_is_told_what_each_ware_would_have_left() -> None:
    for seed in range(40):
        first = mini_games.choose_ware_game(Random(seed), (), "Centre", 20, "K3")
        assert len(first.action_labels) == len(first.visible_items) == 3
        held = first.message.split()[2].strip(".")
        left = [
            odds.tables.ware_points(held, ware) - Fraction(odds.tables.wares[ware].cost, 2)
            for ware in odds.EXAMPLE_WARES
        ]
        for move in range(3):
            after = mini_games.choose_ware_game(Random(seed), (move,), "Centre", 20, "K3")
            assert ("You took the best" in after.message) is (left[move] == max(left))
            assert after.message.startswith(f"With {held} ")
        over = mini_games.choose_ware_game(Random(seed), (0, 1), "Centre", 20, "K3")
        assert not over.action_labels
        assert [piece["hit"] for piece in over.visible_items] == [False, True, False]


def test_the_table_of_what_is_left_comes_after_the_mini_table() -> None:
    visit = Visit(load_lesson_definition("18-what-a-purchase-tells"))
    assert visit.to("play")["lookup"] == []
    assert visit.to("predict")["lookup"][0] == ["card", *lessons.OTHERS]


@pytest.mark.parametrize("case", ["none", "best", "forbidding"])
def test_what_the_first_plate_leads_to(case: str) -> None:
    for plates in range(1, 6):
        rows = lessons.first_plate_cases(plates, case)
        assert sum(n for _, n, _ in rows) == 10 - len(plates_displayed_in_case(case))
        paths = lessons.mean_bonus_terms_by_first_plate(plates, case)
        assert sum((path.value for path in paths), Fraction(0)) == odds.mean_extra_points_with_best_timing(
            plates, plates_displayed_in_case(case)
        )
        built = lessons.plate_backward_induction_task(plates, case)
        assert all(
            len(set(level.options_correct_first)) == len(level.options_correct_first) for level in built.questions
        )
        assert lessons.best_action_by_first_plate_figure(plates, case).data


@pytest.mark.parametrize("purchase", ["Left", "Centre", "Right"])
def test_the_branches_of_a_purchase(purchase: str) -> None:
    for error in (5, 20, 50):
        for card in lessons.OTHERS:
            built = lessons.buyer_posterior_task(purchase, error, card)
            assert all(
                len(set(level.options_correct_first)) == len(level.options_correct_first) for level in built.questions
            )
            right = built.questions[-1].correct_option
            part, total = right.split(" ÷ ")
            one, two = part.strip("()").split(" × ")
            assert Fraction(one) * Fraction(two) / Fraction(total) == odds.buyer_score_card_posterior(
                purchase, Fraction(error, 100)
            ).p(card)
    assert lessons.buyer_posterior_figure(purchase, 20, "K3").data


@pytest.mark.parametrize("wanted", [1, 2])
def test_the_tree_of_moods(wanted: int) -> None:
    for seen in range(5):
        assert lessons.p_forbidding_plate_comes_task(wanted, seen)
        assert lessons.forbidding_plate_tree_figure(wanted, seen).data
