"""Feeding, medals, points and ties (HAD-12, HAD-13, HAD-15), with the effects that change them."""

from __future__ import annotations

import pytest

from gamelib.games.hadara.buying import buy_card, remove_owned_card
from gamelib.games.hadara.scoring import (
    complete_colour_sets,
    game_end,
    gold_medal_sets,
    points_by_source,
    tie_break_coins,
)
from gamelib.nodes import Action

from ..rules import rule
from .build import GAME, begin, default, events, own, tracks, until

NINE = ("R1-01", "R1-02", "R1-03", "R1-04", "R1-05", "R1-06", "R1-08", "R1-09", "R1-10")


def hungry(cards: tuple[str, ...], food: int, epoch: int = 1, **options: object) -> object:
    """The first player has these cards and this food when the last faceup card is taken."""
    s = until(begin(2, **options), "wheel", epoch=epoch)
    seat = s.seat_order()[0]
    while not (s.phase == "B" and sum(map(len, s.piles)) == 1):
        s.apply(default(s))
    own(s, seat, *cards)
    tracks(s, seat, food=food, military=0, culture=0)
    tracks(s, 1 - seat, food=90, military=0, culture=0)
    return s


def feed(s: object) -> object:
    """Take the last card, and go on to the feeding."""
    s.apply(default(s))
    return s


@rule("HAD-12.1", "HAD-1.4")
def test_enough_food() -> None:
    s = feed(hungry(NINE, 9))
    seat = s.seat_order()[0]
    assert len(s.owned[seat]) == 9
    (told, _) = events(s, "fed")
    assert told.values == {"cards": 9, "food": 9, "short": 0}
    assert s.node.step_name != "remove"


@rule("HAD-12.1", "HAD-12.2", "HAD-12.3")
def test_cards_go_until_they_are_fed() -> None:
    s = feed(hungry(NINE, 7))
    seat = s.seat_order()[0]
    assert (s.node.step_name, s.node.seat, s.node.values["short"]) == ("remove", seat, 2)
    assert len(s.legal) == 9
    assert s.why_not(Action("remove", "Y1-01")).code == "not_owned"
    before, coins = s.tracks[seat], s.coins[seat]
    s.apply(Action("remove", "R1-09"))
    assert s.tracks[seat] == (before[0], before[1] - 4, before[2] - 1, before[3])
    assert s.coins[seat] == coins
    assert s.held[seat][1] == 8
    s.apply(Action("remove", "R1-10"))
    assert s.removed[seat] == ("R1-09", "R1-10")
    assert s.node.step_name != "remove"


@rule("HAD-12.4", "HAD-A12")
def test_a_food_card_takes_its_food_along() -> None:
    """Nine cards, food 7: without R1-02 (food 1) it is 8 cards and food 6, so two more must go, not one."""
    s = feed(hungry(NINE, 7))
    s.apply(Action("remove", "R1-02"))
    (told,) = events(s, "need_now")
    assert told.values == {"cards": 8, "food": 6, "short": 2}
    assert told.related_rules == ("HAD-A12",)
    s.apply(Action("remove", "R1-01"))
    s.apply(Action("remove", "R1-03"))
    assert s.node.step_name != "remove"
    seat = s.seat_order()[0]
    assert len(s.owned[seat]) == s.tracks[seat][3] == 6


@rule("HAD-12.4")
def test_a_card_with_much_food_makes_it_worse() -> None:
    s = feed(hungry((*NINE[:6], "G1-09"), 5))
    s.apply(Action("remove", "G1-09"))  # 6 cards, food 1
    assert s.node.values["short"] == 5
    while s.node.step_name == "remove":
        s.apply(s.legal[0])
    seat = s.seat_order()[0]
    assert len(s.owned[seat]) == s.tracks[seat][3] >= 0


@rule("HAD-12.5")
def test_colonies_statues_and_medals_stay() -> None:
    s = hungry(NINE, 7)
    seat = s.seat_order()[0]
    s.colonies[seat], s.statues[seat], s.silver[seat], s.gold[seat] = ("C03",), ("S1:food-down",), ("food",), 1
    s.gold[seat] = 1
    feed(s)
    while s.node.step_name == "remove":
        s.apply(s.legal[0])
        assert "HAD-12.5" in events(s, "removed")[0].related_rules
    assert (s.colonies[seat], s.statues[seat], s.silver[seat], s.gold[seat]) == (
        ("C03",),
        ("S1:food-down",),
        ("food",),
        1,
    )


@rule("HAD-16.7", "HAD-A16")
def test_x23_paying_for_cards() -> None:
    """X23: food 7, 9 cards, feed_pay, 10 coins: pay 4 and keep all, or pay 2 and remove 1, or remove 2."""
    s = hungry((*NINE[:8], "P2-12"), 7, epoch=2, deck_set="advanced")
    seat = s.seat_order()[0]
    feed(s)
    assert s.node.step_name == "pay"
    s.coins[seat] = 10
    assert [str(action) for action in s.legal] == ["keep(0)", "keep(1)", "keep(2)"]
    assert s.why_not(Action("keep", 3)).code == "keeps_too_many"
    all_kept = s.child(Action("keep", 2))
    assert (all_kept.coins[seat], len(all_kept.owned[seat])) == (6, 9)
    one = s.child(Action("keep", 1))
    assert (one.coins[seat], one.node.step_name, one.node.values["short"]) == (8, "remove", 1)
    one.apply(Action("remove", "R1-01"))
    assert (len(one.owned[seat]), one.node.step_name != "remove") == (8, True)
    none = s.child(Action("keep", 0))
    assert none.node.values["short"] == 2
    said = [GAME.describe(s.child(Action("keep", number)).events[0]) for number in (0, 1)]
    assert [sentence.split(" ", 2)[2] for sentence in said] == [
        "doesn’t pay for cards without food.",
        "pays 2 coins to keep 1 card and has 8 left.",
    ]


@rule("HAD-16.7", "HAD-A16")
def test_all_or_nothing() -> None:
    s = hungry((*NINE[:8], "P2-12"), 7, epoch=2, deck_set="advanced", feed_pay_choice="all_or_nothing")
    seat = s.seat_order()[0]
    s.coins[seat] = 10
    feed(s)
    assert [str(action) for action in s.legal] == ["keep(0)", "keep(2)"]
    ruling = s.why_not(Action("keep", 1))
    assert (ruling.rule, ruling.code) == ("HAD-A16", "all_or_nothing")
    poor = hungry((*NINE[:8], "P2-12"), 7, epoch=2, deck_set="advanced", feed_pay_choice="all_or_nothing")
    tracks(poor, seat, income=0)
    poor.coins[seat] = 0
    feed(poor)
    assert poor.node.step_name in ("pay", "remove")
    assert poor.coins[seat] < 4 or poor.node.step_name == "pay"


@rule("HAD-16.7")
def test_at_most_six_cards_are_paid_for() -> None:
    s = hungry((*NINE[:8], "P2-12"), 1, epoch=2, deck_set="advanced")
    s.coins[s.seat_order()[0]] = 90
    feed(s)
    assert s.legal[len(s.legal) - 1] is Action("keep", 6)
    s.apply(Action("keep", 6))
    assert s.node.values["short"] == 2


@rule("HAD-16.8")
@pytest.mark.parametrize(("food", "gain"), [(10, 6), (14, 12), (8, 0)])
def test_x24_surplus(food: int, gain: int) -> None:
    """X24: 8 cards: food 10 -> +6; food 14 -> +12, not 18."""
    s = hungry((*NINE[:7], "P2-13"), food, epoch=2, deck_set="advanced")
    seat = s.seat_order()[0]
    tracks(s, seat, income=0)
    feed(s)
    told = [event.values["gain"] for event in events(s, "surplus")]
    assert told == ([gain] if gain else [])


@rule("HAD-16.3", "HAD-A13")
@pytest.mark.parametrize(("mode", "after"), [("current_count", (2, 0)), ("permanent", (3, 4))])
def test_growth_and_removed_cards(mode: str, after: tuple[int, int]) -> None:
    s = begin(2, deck_set="advanced", colour_growth_mode=mode)
    s.coins[0] = 90
    own(s, 0, "R1-01", "R1-02")
    base = s.tracks[0][1]
    buy_card(s, 0, "P1-12")
    assert s.tracks[0][1] == base + 2  # those owned now
    buy_card(s, 0, "R1-10")
    assert s.grown[0] == (0, 3, 0, 0)
    assert s.tracks[0][1] == base + 2 + 2 + 1  # one for each bought later
    remove_owned_card(s, 0, "R1-01")
    assert s.grown[0][1] == after[0]
    buy_card(s, 0, "R1-08")
    remove_owned_card(s, 0, "P1-12")
    assert s.grown[0][1] == after[1]
    assert s.tracks[0] == s.compute_tracks(0)


@rule("HAD-16.3")
@pytest.mark.parametrize(
    ("card", "track", "colour"), [("P1-11", 0, "Y"), ("P1-12", 1, "R"), ("P1-13", 2, "B"), ("P1-14", 3, "G")]
)
def test_growth_of_each_colour(card: str, track: int, colour: str) -> None:
    s = begin(2, deck_set="advanced")
    s.coins[0] = 90
    buy_card(s, 0, card)
    before = s.tracks[0][track]
    bought = f"{colour}1-09"
    buy_card(s, 0, bought)
    assert s.tracks[0][track] == before + GAME.tables.cards[bought].steps[track] + 1


@rule("HAD-12.3", "HAD-A14")
def test_effects_of_removed_cards_are_lost() -> None:
    s = begin(2)
    s.coins[0] = 90
    s.statues[0] = ("S1:culture",)
    s.update_derived()
    base = s.tracks[0]
    buy_card(s, 0, "P2-09")
    buy_card(s, 0, "P1-07")
    s.apply(Action("tile", "food"))
    assert s.placed[0] == ("P1-07:food",)
    assert s.tracks[0] == (base[0], base[1], base[2] + 2, base[3] + 2)
    remove_owned_card(s, 0, "P1-07")
    remove_owned_card(s, 0, "P2-09")
    assert s.tracks[0] == base
    assert s.removed[0] == ("P1-07:food", "P2-09")
    assert s.tiles[0] == (2, 2, 2, 1)  # the tile leaves the game with the card
    assert s.powers[0] == ()


# -- purple cards that work at once ----------------------------------------------------------


@rule("HAD-16.1")
def test_x13_two_cards_of_better_sales() -> None:
    """X13: two sell_plus cards, epoch II sale: 3 + 2 = 5 coins."""
    s = until(begin(2), "pick", epoch=2)
    seat = s.node.seat
    own(s, seat, "P1-09", "P1-10")
    coins = s.coins[seat]
    s.apply(next(action for action in s.legal if action.verb == "sell"))
    assert s.coins[seat] == coins + 5
    assert "HAD-16.1" in events(s, "sold")[0].related_rules


@rule("HAD-16.2")
def test_a_tile_on_a_card() -> None:
    s = begin(2)
    s.coins[0] = 90
    buy_card(s, 0, "P1-07")
    assert (s.node.step_name, s.node.seat, len(s.legal)) == ("tile", 0, 4)
    s.tiles[0] = (0, 2, 2, 2)
    assert s.why_not(Action("tile", "income")).code == "no_tile_of_track"
    military = s.tracks[0][1]
    s.apply(Action("tile", "military"))
    assert s.tracks[0][1] == military + 2
    s.tiles[0] = (0, 0, 0, 0)
    before = s.tracks[0]
    buy_card(s, 0, "P1-08")
    assert s.node.step_name == "wheel"
    assert s.tracks[0] == before


@rule("HAD-16.2")
def test_no_tile_is_announced_where_none_is_left() -> None:
    s = begin(2)
    for tiles, told in (((2, 2, 2, 2), ["effect_bonus_tile"]), ((0, 0, 0, 0), ["no_tile_for_card"])):
        twin = s.clone()
        twin.coins[0], twin.tiles[0], twin.log = 90, tiles, []
        buy_card(twin, 0, "P1-07")
        assert [event.code for event in twin.log if event.code not in ("bought", "track")] == told


@rule("HAD-16.9")
def test_nothing_higher_than_income() -> None:
    s = hungry(("P2-14",), 9, epoch=2, deck_set="advanced")
    tracks(s, s.seat_order()[0], income=90)
    coins = s.coins[s.seat_order()[0]]
    feed(s)
    assert not events(s, "lag_income")
    (told,) = events(s, "lag_none")
    assert told.values["higher"] == ()
    assert told.values["coins"] in (coins + 90 + 3, coins + 90)


@rule("HAD-16.9")
def test_x29_catching_up() -> None:
    """X29: income 5, military 6, culture 5, food 9: 5 + 4 = 9 coins."""
    s = hungry(("P2-14",), 9, epoch=2, deck_set="advanced")
    seat = s.seat_order()[0]
    other = 1 - seat
    tracks(s, seat, income=5, military=6, culture=5, food=9)
    tracks(s, other, income=0)
    feed(s)
    told = events(s, "lag_income")[0]
    assert told.values["gain"] == 4
    assert told.values["higher"] == ("military", "food")
    assert events(s, "income")[0].values["income"] == 5


# -- medals ----------------------------------------------------------------------------------


def at_medals(coins: int = 90, epoch: int = 1, cards: tuple[str, ...] = (), **options: object) -> object:
    s = hungry(cards, 90, epoch, **options)
    s.coins[s.seat_order()[0]] = coins
    tracks(s, s.seat_order()[0], income=0)
    s.coins[1 - s.seat_order()[0]] = 0
    tracks(s, 1 - s.seat_order()[0], income=0)
    feed(s)
    s.coins[s.seat_order()[0]] = coins
    return s


@rule("HAD-13.1", "HAD-13.2", "HAD-13.3", "HAD-A9")
def test_two_silver_and_two_gold_in_the_whole_game() -> None:
    s = at_medals()
    seat = s.node.seat
    for text, price in (("silver(culture)", 4), ("silver(culture)", 4), ("gold", 6), ("gold", 6)):
        before = s.coins[seat]
        tiles = sum(s.tiles[seat])
        s.apply(GAME.parse_choice(text))
        assert s.coins[seat] == before - price
        assert sum(s.tiles[seat]) == tiles - text.startswith("silver")
    assert s.silver[seat] == ("culture", "culture")
    assert s.gold[seat] == 2
    assert not (s.node.step_name == "medal" and s.node.seat == seat)  # nothing is left to buy


@rule("HAD-13.1")
def test_medals_that_cannot_be_bought() -> None:
    s = at_medals(coins=5)
    seat = s.node.seat
    assert (s.why_not(Action("gold")).rule, s.why_not(Action("gold")).code) == ("HAD-13.1", "medal_too_dear")
    s.coins[seat] = 90
    s.silver[seat] = ("food", "food")
    assert s.why_not(Action("silver", "income")).code == "no_medal_left"
    s.apply(Action("stop"))
    assert events(s, "stops")


@rule("HAD-13.2", "HAD-A7")
def test_silver_needs_a_tile() -> None:
    s = at_medals()
    seat = s.node.seat
    s.tiles[seat] = (0, 1, 0, 0)
    ruling = s.why_not(Action("silver", "food"))
    assert (ruling.rule, ruling.code, ruling.values["left"]) == ("HAD-13.2", "no_tile_of_track", ("military",))
    s.tiles[seat] = (0, 0, 0, 0)
    assert (s.why_not(Action("silver", "food")).rule, s.why_not(Action("silver", "food")).code) == (
        "HAD-13.2",
        "no_tile_left",
    )
    assert [str(action) for action in s.legal] == ["gold", "stop"]


@rule("HAD-13.4")
def test_medals_count_at_the_end_only() -> None:
    s = at_medals()
    seat = s.node.seat
    before = s.tracks[seat]
    s.apply(Action("silver", "culture"))
    assert "HAD-13.4" in events(s, "bought_silver")[0].related_rules
    assert s.tracks[seat] == before


@rule("HAD-13.1", "HAD-A21")
def test_the_first_player_buys_first() -> None:
    s = at_medals()
    first = s.seat_order()[0]
    s.coins = [90, 90]
    assert s.node.seat == first
    s.apply(Action("stop"))
    assert (s.node.step_name, s.node.seat) == ("medal", 1 - first)


@rule("HAD-13.1", "HAD-16.4")
def test_x25_prices() -> None:
    """X25: epoch II, 21 coins: silver (9) and gold (12) -> 0. Cheap medals: 4 + 4 + 6 + 6 = 20."""
    s = at_medals(coins=21, epoch=2)
    seat = s.node.seat
    s.apply(Action("silver", "food"))
    s.apply(Action("gold"))
    assert s.coins[seat] == 0
    for epoch, cards, total in ((2, ("P2-07",), 20), (3, ("P2-07", "P2-08"), 74), (3, (), 100)):
        s = at_medals(coins=200, epoch=epoch, cards=cards)
        seat = s.seat_order()[0]
        spent = 200
        for text in ("silver(food)", "silver(food)", "gold", "gold"):
            assert s.node.step_name == "medal"
            s.apply(GAME.parse_choice(text))
        spent -= s.coins[seat]
        assert spent == total


# -- points ----------------------------------------------------------------------------------


def bare(seats: int = 2, **options: object) -> object:
    """A position with nothing that counts."""
    s = begin(seats, **options)
    s.coins = [0] * seats
    return s


@rule("HAD-15.2", "HAD-9.6")
def test_points_of_colonies() -> None:
    s = bare()
    s.colonies[0] = ("C03", "C09-5", "C30-1")
    assert points_by_source(s, 0)["colonies"] == 1 + 9 + 15


@rule("HAD-15.3")
def test_points_of_statues() -> None:
    s = bare()
    s.statues[0] = ("S1:income", "S4:food-down")
    assert points_by_source(s, 0)["statues"] == 3 + 15 + 5


@rule("HAD-15.4", "HAD-16.11")
def test_points_of_silver() -> None:
    s = bare(deck_set="advanced")
    tracks(s, 0, culture=31, food=8)
    s.silver[0] = ("culture", "food")
    assert points_by_source(s, 0)["silver"] == 16 + 4
    own(s, 0, "P3-09")
    tracks(s, 0, culture=31, food=8)
    assert points_by_source(s, 0)["silver"] == 31 + 4  # the best one
    own(s, 0, "P3-10")
    tracks(s, 0, culture=31, food=8)
    assert points_by_source(s, 0)["silver"] == 31 + 8


@rule("HAD-15.5", "HAD-16.10")
def test_x27_sets() -> None:
    """X8: 2 gold medals and 1 set: 14. X27: Y4 R3 B3 G5 P2, two gold: 28; one five_sets among the purple adds 8."""
    s = bare()
    s.gold[0] = 2
    own(s, 0, "Y1-01", "R1-01", "B1-01", "G1-01", "P1-01")
    assert points_by_source(s, 0)["gold"] == 14
    s = bare()
    s.gold[0] = 2
    own(s, 0, *(f"Y1-0{i}" for i in range(1, 5)), *(f"R1-0{i}" for i in range(1, 4)))
    own(s, 0, *(f"B1-0{i}" for i in range(1, 4)), *(f"G1-0{i}" for i in range(1, 6)), "P1-01", "P3-07")
    assert complete_colour_sets(s, 0) == 2
    assert points_by_source(s, 0)["gold"] == 28
    assert points_by_source(s, 0)["effects"] == 8


@rule("HAD-16.12", "HAD-A18", "HAD-16.10")
def test_a_card_of_any_colour() -> None:
    """Instead of purple it fills the gap; five_sets counts it as purple only."""
    for mode, best in (("instead", 1), ("besides", 2)):
        s = bare(deck_set="advanced", wild_colour_mode=mode)
        own(s, 0, "Y1-01", "Y1-02", "R1-01", "R1-02", "B1-01", "B1-02", "G1-01", "P1-01", "P3-12")
        assert complete_colour_sets(s, 0) == 1
        assert gold_medal_sets(s, 0) == best
    s = bare(deck_set="advanced")
    own(s, 0, "Y1-01", "R1-01", "B1-01", "P1-01", "P3-12", "P3-07")
    assert complete_colour_sets(s, 0) == 0
    assert gold_medal_sets(s, 0) == 1
    assert points_by_source(s, 0)["effects"] == 0


@rule("HAD-15.6")
def test_points_of_cards() -> None:
    s = bare()
    own(s, 0, "R1-10", "Y1-02", "G1-01")
    assert points_by_source(s, 0)["cards"] == 5


@rule("HAD-15.7", "HAD-A10", "HAD-15.8", "HAD-A11")
@pytest.mark.parametrize(("option", "left"), [("after_payment", 3), ("before_payment", 23)])
def test_x33_coins(option: str, left: int) -> None:
    """X33: 23 coins: 4 points, 3 left for ties."""
    s = bare(tie_coins=option)
    s.coins[0] = 23
    assert points_by_source(s, 0)["coins"] == 4
    assert tie_break_coins(s, 0) == left


@rule("HAD-15.1", "HAD-15.8")
def test_winners_and_ties() -> None:
    s = bare(3)
    s.coins = [5, 12, 3]
    assert (game_end(s).winners, game_end(s).reason, game_end(s).scores) == ((1,), "points", (1, 2, 0))
    s.coins = [11, 12, 3]
    assert (game_end(s).winners, game_end(s).reason) == ((1,), "coins")
    s.coins = [12, 12, 3]
    assert (game_end(s).winners, game_end(s).reason) == ((0, 1), "shared")
    tie = bare(tie_coins="before_payment")
    tie.coins = [9, 4]
    own(tie, 1, "Y1-02")
    assert game_end(tie).winners == (0,)
    assert GAME.describe(game_end(tie)).startswith(
        "Player 1 has won with 1 point. The points were tied, so the coins decided."
    )
    tie.options = {**tie.options, "tie_coins": "after_payment"}
    assert game_end(tie).winners == (0, 1)


@rule("HAD-15.1")
def test_the_points_are_told_by_source() -> None:
    s = begin(3)
    while s.agenda_frames:
        s.apply(default(s))
    assert events(s, "counting")[0].rule == "HAD-15.1"
    for seat in range(3):
        told = [event.values["points"] for event in s.events if event.code.startswith("points_") and event.seat == seat]
        assert sum(told) == s.result.scores[seat] == sum(points_by_source(s, seat).values())
    assert GAME.describe(s.result)


@rule("HAD-2.6")
def test_tracks_can_be_recounted_throughout() -> None:
    for options in ({}, {"deck_set": "advanced"}, {"deck_set": "advanced", "colour_growth_mode": "permanent"}):
        s = GAME.start(3, **options)
        number = 0
        while s.agenda_frames:
            number += 1
            moves = list(s.legal) if s.node.__class__.__name__ == "Decision" else list(s.node.dist())
            s.apply(moves[number * 7 % len(moves)])
            if s.epoch:
                assert [s.compute_tracks(seat) for seat in range(3)] == s.tracks
