"""EMI-1, EMI-15.1, EMI-15.2, EMI-16.1: what lies on the table at the start."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

import gamelib
from gamelib.games.emira.card_tables import SIDI
from gamelib.nodes import Action, IllegalAction

from ..rules import rule
from .build import COLOURS, GAME, begin, default, until


@rule("EMI-1.1")
@pytest.mark.parametrize("seats", [1, 2, 6, 0, True, "4"])
def test_only_three_to_five_seats(seats: object) -> None:
    with pytest.raises(ValueError, match="Emira is for 3 to 5 seats"):
        GAME.start(seats)  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="base_income cannot be 'rich'"):
        GAME.start(4, base_income="rich")
    with pytest.raises(ValueError, match="no option 'colour'"):
        GAME.start(4, colour="red")
    with pytest.raises(ValueError, match="max_rounds cannot be 0"):
        GAME.start(4, max_rounds=0)
    assert GAME.start(4, max_rounds=7).options["max_rounds"] == 7


@rule("EMI-1.1", "EMI-1.4", "EMI-1.10")
def test_reserved_pieces_lie_apart() -> None:
    s = begin(5)
    assert s.bag == [8, 8, 8]
    assert s.looks[3] == (0, 0, 1, 0, 0)  # blue's counter was the reserved one
    assert (s.camels_left, s.tiles_left, s.plus_left, s.small_left, s.large_left) == (22, 19, 12, 12, 12)
    assert len(s.titles) == 19  # a status card is red's
    s.game.validate_position(s)


@rule("EMI-1.2")
def test_colours_are_drawn_without_replacement() -> None:
    s = GAME.start(3)
    assert s.node.dist() == gamelib.Dist(COLOURS)
    s.apply("red")
    assert s.node.dist() == gamelib.Dist([colour for colour in COLOURS if colour != "red"])
    orders = Counter()
    rng = Random(1)
    for _ in range(600):
        s = GAME.start(3)
        while "" in s.colours:
            s.apply(s.node.sample(rng))
        orders[tuple(s.colours)] += 1
    assert set(orders) == set(permutations(COLOURS, 3))


@rule("EMI-1.3")
def test_advantages() -> None:
    s = begin(5)
    assert s.camels == [1, 0, 0, 0, 0]
    assert s.sections == [0, 1, 0, 0, 0]
    assert s.honours[2] == ("ST-350",)
    assert s.renown == [0, 0, 1, 0, 0]
    assert [s.appearance(seat) for seat in range(5)] == [0, 0, 0, 1, 0]
    assert s.gold == [800, 800, 800, 800, 850]  # start and first basic income


@rule("EMI-1.4", "EMI-1.6", "EMI-1.10")
@pytest.mark.parametrize(
    ("colours", "bag", "ordinary", "rest"),
    [
        (("green", "white", "red", "black"), [8, 8, 9], 15, 9),
        (("green", "white", "blue", "black"), [8, 8, 8], 16, 10),
    ],
)
def test_without_blue_or_red(colours: tuple[str, ...], bag: list[int], ordinary: int, rest: int) -> None:
    s = begin(4, colours)
    assert s.bag == bag
    top, low = s.titles.segments[-1], s.titles.segments[0]
    assert (top.size, low.size) == (6, rest + 4)
    assert low.fixed == {"ST-1200": 1, "ST-1300": 1, "ST-1400": 1, "ST-1500": 1}
    assert len(s.titles.unplaced_cards) == ordinary


@rule("EMI-1.6")
def test_no_three_points_among_the_first_six() -> None:
    s = begin(4)
    points = GAME.tables.status
    for depth in range(6):
        assert s.titles.dist(depth).p(lambda card: points[card].points == 3) == 0
    assert s.titles.dist(6).p(lambda card: points[card].points == 3) == Fraction(4, 13)
    assert s.titles.dist(0).p(lambda card: points[card].points == 1) == Fraction(9, 15)


@rule("EMI-15.1", "EMI-15.2", "EMI-1.6")
@pytest.mark.parametrize(("colours", "rest"), [(("red", "green", "blue"), 7), (("white", "green", "black"), 8)])
def test_three_seats_have_fewer_pieces(colours: tuple[str, ...], rest: int) -> None:
    s = begin(3, colours)
    assert (s.small_left, s.large_left) == (8, 8)
    assert s.camels_left + sum(s.camels) == 16
    assert s.bag == [6, 6, 6 if "blue" in colours else 7]
    assert len(s.titles) == (13 if "red" in colours else 14)
    assert (s.titles.segments[-1].size, s.titles.segments[0].size) == (3, rest + 3)
    assert sum(s.titles.segments[0].fixed.values()) == 3
    gone = {"ST-300": 2, "ST-400": 2, "ST-1200": 1, "ST-1300": 1, "ST-1500": 1}
    counts = s.titles.counts()
    assert all(counts[card] == n for card, n in gone.items())
    assert "ST-800" not in counts
    assert "ST-1400" not in counts
    s.game.validate_position(s)


@rule("EMI-1.5")
def test_first_player_is_uniform() -> None:
    s = until(GAME.start(4), "first_player")
    assert s.node.dist() == gamelib.Dist(range(4))


@rule("EMI-1.7")
@pytest.mark.parametrize(("seats", "cards"), [(3, 4), (4, 5), (5, 7)])
def test_objectives(seats: int, cards: int) -> None:
    s = until(GAME.start(seats), "goal", seat=0)
    assert s.herd == [0] * seats
    assert s.bid_discount(0) in (0, 50)
    mine = [name for name in GAME.tables.objectives if name.startswith(f"{seats}-")]
    assert len(mine) == cards
    assert s.node.dist() == gamelib.Dist(mine)
    s.apply(mine[0])
    assert s.node.dist() == gamelib.Dist(mine[1:])
    assert s.seen_by(1).aims[0] == "?"
    assert s.seen_by(0).aims[0] == mine[0]
    # what seat 0 knows narrows the others; seat 1 knows nothing yet
    assert s.seen_by(0).goals.dist() == gamelib.Dist(mine[1:])
    assert s.seen_by(1).goals.dist() == gamelib.Dist(mine)


@rule("EMI-1.8")
def test_first_event_card_is_kept_in_secret() -> None:
    s = until(GAME.start(4), "deal")
    assert len(s.fates) == 51
    assert "restoration" not in s.fates.counts()
    for number in range(12):
        s.apply(
            ("vermin", "bazaar", "bazaar")[number // 4]
            if number % 4 == 0
            else ("quiet_days", "new_orders", "sick_camels")[number % 3]
        )
    s = until(s, "choose_event", seat=0)
    assert set(s.legal) == {Action("keep", "bazaar"), Action("keep", "vermin")}
    with pytest.raises(IllegalAction, match=r"\(EMI-1\.8\)"):
        s.apply(Action("keep", "guest_house"))
    told = s.apply(Action("keep", "bazaar"))
    assert s.hands[0] == ("bazaar",)
    assert told[0].seen_by(1).values["card"] is None
    s = until(s, "turn_up")
    assert len(s.fates) == 51 - 4
    assert len(s.fates.segments) == 1  # shuffled


@rule("EMI-1.8", "EMI-16.1")
def test_restorations_only_in_the_advanced_game() -> None:
    assert GAME.start(4, advanced=True).fates.counts()["restoration"] == 3
    assert sum(GAME.start(4, advanced=True).fates.counts().values()) == 54
    assert begin(4, advanced=True).track == [0] * 4


@rule("EMI-1.9")
@pytest.mark.parametrize("advanced", [False, True])
def test_all_28_cards_are_shuffled(advanced: bool) -> None:
    s = begin(4, advanced=advanced)
    while s.node.step_name != "turn_up":
        s.apply(default(s))
    dist = s.node.dist()
    assert dist == gamelib.Dist(list(GAME.tables.princesses))
    assert len(dist) == 28
    assert {"Albina", "Firyal", SIDI} <= set(dist)


@rule("EMI-1.11")
def test_start_gold() -> None:
    assert GAME.start(5).gold == [750] * 5


@rule("EMI-A01", "EMI-4.1")
@pytest.mark.parametrize(("option", "black", "other"), [("surplus", 100, 50), ("literal", 50, 0), ("high", 150, 100)])
def test_base_income_options(option: str, black: int, other: int) -> None:
    s = begin(5, base_income=option)
    assert s.gold == [750 + other] * 4 + [750 + black]
