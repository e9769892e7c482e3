"""The positions and mini-table of the lessons on The Sultan's Wishes: they are what the prose says of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from gamelib.bank.wishes.plates_and_wares import gone_plates
from gamelib.games.wishes import odds
from tests.lessons.visit import Visit
from widgets.games.wishes.lessons import experiments as lessons
from widgets.games.wishes.lessons import games, mini
from widgets.lesson.files import load

from ..rules import rule
from .build import GAME


@rule("WIS-2.1", "WIS-3.3")
@pytest.mark.parametrize(("wanted", "seen"), [(1, 2), (2, 1), (1, 4)])
def test_a_mood_that_comes_late(wanted: int, seen: int) -> None:
    start = games.before_mood(wanted, seen).state
    assert len(start.plates) == seen
    assert any(action.verb == "fulfil" for action in start.legal)
    for place in range(seen + 1, 6):
        state = games.mood_comes(place, wanted, seen).state
        does = [games.DOES[plate] for plate in state.plates]
        assert len(does) == place
        assert [name in games.FEARED[wanted] for name in does] == [False] * (place - 1) + [True]
        assert state.node.seat == 0
        if does[-1] == games.NO_FULFILLING:
            assert not any(action.verb == "fulfil" for action in state.legal)


def test_before_any_plate_nothing_is_dealt() -> None:
    assert len(games.before_mood(1, 0)) == 0
    assert games.mood_comes(1, 1, 0).state.plates == ("NAUSEATE",)


@rule("WIS-2.4", "WIS-3.3", "WIS-12.7")
@pytest.mark.parametrize("extra", [3, 2, 1, 0, None])
def test_a_wish_that_can_be_closed_in_the_next_round(extra: int | None) -> None:
    start = games.before_wait().state
    (card, wish), *_ = games.closing(start)
    assert games.DOES[start.plate] == games.NO_FULFILLING
    state = games.wait_goes_on(extra).state
    assert (card, wish) in games.closing(state)
    assert mini.pays(state.plate) == extra
    assert (state.round, len(state.plates), state.first) == (start.round + 1, 1, 0)
    if extra is not None:
        state.apply(GAME.fulfil[card][wish])
        points = next(event for event in state.events if event.code == "wish_points" and event.seat == 0)
        assert points.values["extra"] == extra


@rule("WIS-7.1", "WIS-15.2")
def test_a_rival_buys_from_the_row_of_the_question() -> None:
    start = games.before_purchase("K3").state
    assert tuple(start.tops) == odds.EXAMPLE_WARES
    assert not any(start.wares)
    assert start.gems[games.RIVAL] >= games.PURSE
    state = games.purchase_made("K3", "Centre").state
    assert state.wares == [(), (odds.EXAMPLE_WARES[1],)]
    view = state.seen_by(0)
    assert view.secrets == ["K1", "?"], "what the lesson asks is not to be seen at the table"


def test_the_mini_table_asks_until_it_is_closed() -> None:
    ends: Counter[str] = Counter()
    for seed in range(300):
        moves: list[int] = []
        while options := mini.wait(Random(seed), moves, 2, "none").moves:
            shown = mini.wait(Random(seed), moves, 2, "none")
            assert sum(piece["card"] != "?" for piece in shown.pieces) == len(moves) + 1
            close = next((n for n, option in enumerate(options) if option.startswith("Close")), None)
            best = close is not None and (int(options[close].split()[1]) >= 2 or len(options) == 1)
            moves.append(close if best and close is not None else len(options) - 1)
        over = mini.wait(Random(seed), moves, 2, "none")
        ends[over.say.split(" extra")[0][-1] if "closed it" in over.say else "0"] += 1
        assert all(piece["card"] != "?" for piece in over.pieces)
    mean = sum(int(points) * n for points, n in ends.items()) / 300
    assert (
        abs(mean - odds.mean_extra_points_best_close(2))
        < 4.5 * float(odds.extra_points_best_close(2).variance / 300) ** 0.5
    )


@rule("WIS-13.3")
def test_the_buyer_is_told_what_each_ware_would_have_left() -> None:
    for seed in range(40):
        first = mini.buy(Random(seed), (), "Centre", 20, "K3")
        assert len(first.moves) == len(first.pieces) == 3
        held = first.say.split()[2].strip(".")
        left = [
            odds.tables.ware_points(held, ware) - Fraction(odds.tables.wares[ware].cost, 2)
            for ware in odds.EXAMPLE_WARES
        ]
        for move in range(3):
            after = mini.buy(Random(seed), (move,), "Centre", 20, "K3")
            assert ("You took the best" in after.say) is (left[move] == max(left))
            assert after.say.startswith(f"With {held} ")
        over = mini.buy(Random(seed), (0, 1), "Centre", 20, "K3")
        assert not over.moves
        assert [piece["hit"] for piece in over.pieces] == [False, True, False]


def test_the_table_of_what_is_left_comes_after_the_mini_table() -> None:
    visit = Visit(load("18-what-a-purchase-tells"))
    assert visit.to("play")["lookup"] == []
    assert visit.to("predict")["lookup"][0] == ["card", *lessons.OTHERS]


@pytest.mark.parametrize("gone", ["none", "best", "forbidding"])
def test_what_the_first_plate_leads_to(gone: str) -> None:
    for plates in range(1, 6):
        rows = lessons.first_plates(plates, gone)
        assert sum(n for _, n, _ in rows) == 10 - len(gone_plates(gone))
        paths = lessons.wait_paths(plates, gone)
        assert sum((path.term for path in paths), Fraction(0)) == odds.mean_extra_points_best_close(
            plates, gone_plates(gone)
        )
        built = lessons.wait_build(plates, gone)
        assert all(len(set(level.options)) == len(level.options) for level in built.levels)
        assert lessons.wait_drawn(plates, gone).data


@pytest.mark.parametrize("purchase", ["Left", "Centre", "Right"])
def test_the_branches_of_a_purchase(purchase: str) -> None:
    for error in (5, 20, 50):
        for card in lessons.OTHERS:
            built = lessons.buyer_build(purchase, error, card)
            assert all(len(set(level.options)) == len(level.options) for level in built.levels)
            right = built.levels[-1].right
            part, total = right.split(" ÷ ")
            one, two = part.strip("()").split(" × ")
            assert Fraction(one) * Fraction(two) / Fraction(total) == odds.buyer_score_card_posterior(
                purchase, Fraction(error, 100)
            ).p(card)
    assert lessons.buyer_drawn(purchase, 20, "K3").data


@pytest.mark.parametrize("wanted", [1, 2])
def test_the_tree_of_moods(wanted: int) -> None:
    for seen in range(5):
        assert lessons.mood_build(wanted, seen)
        assert lessons.mood_drawn(wanted, seen).data
