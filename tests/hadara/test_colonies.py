"""Colonies and statues (HAD-9, HAD-10), and the effects that change them (HAD-16.5, 16.6, 16.13 to 16.15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamelib.nodes import Action

from ..rules import rule
from .build import GAME, begin, default, events, go, own, tracks, until


def at_colonies(
    seats: int = 2, military: int = 15, epoch: int = 1, cards: tuple[str, ...] = (), **options: object
) -> object:
    """The first player is asked for a colony, with this military."""
    s = until(begin(seats, **options), "pick", epoch=epoch)
    seat = s.seat_order()[0]
    own(s, seat, *cards)
    for other in range(seats):
        tracks(s, other, military=military if other == seat else 0, culture=0, food=90)
    return until(s, "colony", seat)


def at_statues(culture: int = 12, epoch: int = 1, cards: tuple[str, ...] = (), **options: object) -> object:
    s = until(begin(2, **options), "pick", epoch=epoch)
    seat = s.seat_order()[0]
    own(s, seat, *cards)
    for other in range(2):
        tracks(s, other, military=0, culture=culture if other == seat else 0, food=90)
    return until(s, "statue", seat)


def levels(s: object) -> list[str]:
    return [str(action) for action in s.legal]


@rule("HAD-9.1", "HAD-A23")
def test_military_at_least_the_level() -> None:
    s = at_colonies(military=9)
    assert levels(s) == ["colony(3)", "colony(9)", "pass"]
    ruling = s.why_not(Action("colony", 15))
    assert (ruling.rule, ruling.code) == ("HAD-9.1", "requirement")
    assert (ruling.values["missing"], ruling.remedy) == (6, None)
    assert s.why_not(Action("colony", 10)).code == "no_such_level"


@rule("HAD-9.1", "HAD-9.2")
def test_x17_levels_owned_and_one_a_step() -> None:
    """X17: military 15, owns level 9: legal 3 and 15 (or none); after 15, level 3 must wait."""
    s = at_colonies(military=15)
    seat = s.node.seat
    s.colonies[seat] = ("C09",)
    s.left[1] -= 1
    assert levels(s) == ["colony(3)", "colony(15)", "pass"]
    assert (s.why_not(Action("colony", 9)).rule, s.why_not(Action("colony", 9)).code) == ("HAD-9.2", "level_owned")
    go(s, "colony(15)", "plunder")
    assert s.node.step_name != "colony"
    assert s.colonies[seat] == ("C09", "C15")
    s = until(s, "colony", seat)
    assert "colony(3)" in levels(s)


@rule("HAD-9.1", "HAD-18.1")
def test_a_level_can_be_gone() -> None:
    s = at_colonies(military=9)
    s.left[0] = 0
    assert levels(s) == ["colony(9)", "pass"]
    assert s.why_not(Action("colony", 3)).code == "level_gone"


@rule("HAD-9.1")
def test_taking_none() -> None:
    s = at_colonies()
    s.apply(Action("pass"))
    assert events(s, "takes_no_colony")
    assert s.colonies == [(), ()]
    s = begin(2)
    until(s, "pick")
    s2 = s.clone()
    for seat in range(2):
        tracks(s2, seat, military=2)
    while s2.node.step_name == "pick":
        s2.apply(default(s2))
    assert [event.values["military"] for event in events(s2, "no_colony")] == [2, 2]


@rule("HAD-9.3", "HAD-9.4", "HAD-9.6", "HAD-9.7", "HAD-A8")
def test_x19_integrated_or_plundered() -> None:
    """X19: level 3 integrated with 4 coins, C03-1: 3 coins left, income +2, 2 points; plundered: 7 coins, 1 point."""
    s = at_colonies(military=3)
    seat = s.node.seat
    s.coins[seat] = 4
    s.apply(Action("colony", 3))
    assert levels(s) == ["plunder", "integrate"]
    other = s.child(Action("plunder"))
    assert other.coins[seat] == 7
    assert other.colonies[seat] == ("C03",)
    assert [event.values["points"] for event in events(other, "plundered")] == [1]
    s.apply(Action("integrate"))
    assert s.coins[seat] == 3
    assert (s.node.step_name, s.node.rule) == ("reverse", "HAD-9.4")
    income = s.tracks[seat][0]
    s.apply("C03-1")
    assert s.tracks[seat][0] == income + 2
    assert GAME.tables.reverses["C03-1"].points == 2
    assert [event.code for event in events(s, "reverse")] == ["reverse"]


@rule("HAD-9.3")
def test_integrating_needs_its_coins() -> None:
    s = at_colonies(military=15)
    s.apply(Action("colony", 15))
    s.coins[s.node.seat] = 1
    assert levels(s) == ["plunder"]
    ruling = s.why_not(Action("integrate"))
    assert (ruling.rule, ruling.code, ruling.values["missing"]) == ("HAD-9.3", "cannot_integrate", 1)
    assert GAME.describe(ruling) == (
        "You can’t integrate the colony: the cost is 2 coins, you have 1, and you need 1 more. "
        "You can tax the colony for 7 coins. (HAD-9.3)"
    )


@rule("HAD-9.4", "HAD-17.3")
def test_a_plundered_reverse_stays_unknown() -> None:
    s = at_colonies(seats=4, military=3)
    seat = s.node.seat
    others = [other for other in range(4) if other != seat]
    s.colonies[others[0]], s.colonies[others[1]] = ("C03",), ("C03-2",)
    s.left[0] -= 2
    go(s, "colony(3)", "integrate")
    dist = s.node.dist()
    assert set(dist) == {"C03-1", "C03-3", "C03-4", "C03-5"}
    assert dist.p("C03-1") == Fraction(1, 4)
    assert s.seen_by(others[0]).node.dist() == dist


@rule("HAD-9.5")
def test_a_colony_is_kept_when_military_falls() -> None:
    s = at_colonies(military=3)
    seat = s.node.seat
    go(s, "colony(3)", "plunder")
    tracks(s, seat, military=0)
    until(s, "wheel", epoch=2)
    assert s.colonies[seat] == ("C03",)


@rule("HAD-9.5", "HAD-10.4")
def test_it_is_told_what_stays_although_its_track_has_fallen() -> None:
    s = GAME.position(
        "2 seats; now remove(seat: 1, spared: 0); owned.1 [R1-03, B1-05, B1-02, P1-09, Y1-02]; "
        'colonies.1 [C03]; statues.1 ["S1:income"]'
    )
    for card, rule_, what, value in (("R1-03", "HAD-9.5", "C03", 1), ("B1-05", "HAD-10.4", "S1", 4)):
        [event] = events(s.child(Action("remove", card)), "stays")
        assert (event.rule, event.values["what"], event.values["value"]) == (rule_, what, value)
    assert not events(s.child(Action("remove", "P1-09")), "stays")


@rule("HAD-9.7")
def test_a_colony_can_open_a_statue_in_the_same_phase() -> None:
    s = at_colonies(military=3)
    seat = s.node.seat
    tracks(s, seat, culture=3)
    go(s, "colony(3)", "integrate")
    s.apply("C03-3")
    s = until(s, "statue", seat)
    assert levels(s) == ["statue(S1)", "pass"]


@rule("HAD-16.6", "HAD-A15")
def test_coins_for_colonies_come_before_the_cost_or_after() -> None:
    for timing, able in (("before_choice", True), ("after", False)):
        s = at_colonies(military=15, epoch=2, cards=("P2-11",), deck_set="advanced", colony_coins_timing=timing)
        seat = s.node.seat
        s.coins[seat] = 0
        s.apply(Action("colony", 15))
        assert (Action("integrate") in s.legal) is able
        s.apply(Action("plunder"))
        assert s.coins[seat] == 4 + 7
        if able:
            continue
        assert events(s, "colony_coins")[0].values["coins"] == 11


@rule("HAD-16.13", "HAD-A19")
def test_two_colonies_and_two_statues() -> None:
    s = at_colonies(military=9, epoch=3, cards=("P3-11",), deck_set="advanced")
    seat = s.node.seat
    tracks(s, seat, culture=12)
    go(s, "colony(9)", "plunder")
    assert (s.node.step_name, s.node.seat) == ("colony", seat)
    assert levels(s) == ["colony(3)", "pass"]
    go(s, "colony(3)", "plunder")
    assert s.node.step_name == "statue"
    go(s, "statue(S1)", "facedown(food)")
    assert (s.node.step_name, s.node.seat) == ("statue", seat)
    go(s, "statue(S2)", "facedown(food)")
    assert not (s.node.step_name == "statue" and s.node.seat == seat)
    assert len(s.colonies[seat]) == len(s.statues[seat]) == 2


@rule("HAD-16.14")
def test_x30_requirements_are_four_lower() -> None:
    """X30: military 26, req_minus4: level 30 legal."""
    s = at_colonies(military=26, epoch=3, cards=("P3-13",), deck_set="advanced")
    assert "colony(30)" in levels(s)
    tracks(s, s.node.seat, military=25)
    assert "colony(30)" not in levels(s)
    statue = at_statues(culture=2, epoch=3, cards=("P3-13",), deck_set="advanced")
    assert "statue(S1)" in levels(statue)


@rule("HAD-16.15", "HAD-A17")
def test_x30_paying_for_what_is_missing() -> None:
    """X30: military 24 with pay_requirement: pay 18 for level 30; with both cards pay 6."""
    s = at_colonies(military=24, epoch=3, cards=("P3-14",), deck_set="advanced")
    seat = s.node.seat
    s.coins[seat] = 40
    assert levels(s)[-2:] == ["colony_for(30,6)", "pass"]
    assert (s.why_not(Action("colony", 30)).code, s.why_not(Action("colony", 30)).remedy) == (
        "requirement",
        "pay_steps",
    )
    assert s.why_not(Action("colony_for", 30, 5)).code == "other_steps"
    assert s.why_not(Action("colony_for", 21, 1)).code == "other_steps"
    twin = s.child(Action("colony_for", 30, 6))
    assert twin.coins[seat] == 40 - 18
    assert twin.reduced[seat] == 6
    s.coins[seat] = 17
    ruling = s.why_not(Action("colony_for", 30, 6))
    assert (ruling.rule, ruling.code, ruling.values["cost"]) == ("HAD-16.15", "cannot_pay_steps", 18)
    assert "You have 17 coins and can pay for at most 5 steps now." in GAME.describe(ruling)
    both = at_colonies(military=24, epoch=3, cards=("P3-13", "P3-14"), deck_set="advanced")
    both.coins[both.node.seat] = 40
    assert "colony_for(30,2)" in levels(both)
    after = both.child(Action("colony_for", 30, 2))
    assert after.coins[both.node.seat] == 34


@rule("HAD-16.14", "HAD-16.15")
def test_a_refusal_names_what_is_asked_of_this_seat() -> None:
    """The figures of a refusal add up with the card that lowers requirements; without the other nobody pays."""
    s = at_colonies(military=24, epoch=3, cards=("P3-13",), deck_set="advanced")
    values = s.why_not(Action("colony", 30)).values
    assert (values["needs"], values["value"], values["missing"]) == (26, 24, 2)
    said = GAME.describe(s.why_not(Action("colony", 30)))
    assert said.startswith("You can’t choose the level 30 colony: you need military 26 for it, and yours is 24")
    assert "You need 2 more steps." in said
    assert s.why_not(Action("colony_for", 30, 2)).code == "no_steps_for_sale"
    statue = at_statues(culture=12, epoch=3, cards=("P3-13",), deck_set="advanced")
    values = statue.why_not(Action("statue", "S3")).values
    assert (values["needs"], values["value"], values["missing"]) == (16, 12, 4)
    payer = at_colonies(military=24, epoch=3, cards=("P3-14",), deck_set="advanced")
    payer.coins[payer.node.seat] = 18
    assert GAME.describe(payer.why_not(Action("colony", 30))).startswith(
        "You can’t choose the level 30 colony: you need military 30 for it, and yours is 24. "
        "You need 6 more steps. You can pay 18 coins"
    )


@rule("HAD-16.15", "HAD-A17")
@pytest.mark.parametrize(("cap", "able"), [("per_action", True), ("per_game", False)])
def test_ten_steps_each_time_or_in_the_whole_game(cap: str, able: bool) -> None:
    s = at_colonies(military=22, epoch=3, cards=("P3-14",), deck_set="advanced", pay_requirement_cap=cap)
    seat = s.node.seat
    s.coins[seat] = 99
    s.reduced[seat] = 3
    assert ("colony_for(30,8)" in levels(s)) is able
    tracks(s, seat, military=19)  # 11 are missing, more than 10
    s.reduced[seat] = 0
    assert "colony_for(30,11)" not in levels(s)


@rule("HAD-16.15", "HAD-16.14")
def test_paying_for_a_statue() -> None:
    s = at_statues(culture=10, epoch=3, cards=("P3-14",), deck_set="advanced")
    seat = s.node.seat
    s.coins[seat] = 12
    assert levels(s) == ["statue(S1)", "statue_for(S2,2)", "pass"]
    assert s.why_not(Action("statue_for", "S3", 10)).code == "cannot_pay_steps"
    assert s.why_not(Action("statue_for", "S1", 0)).code == "other_steps"
    s.apply(Action("statue_for", "S2", 2))
    assert s.coins[seat] == 6
    assert s.node.step_name == "face"
    both = at_statues(culture=10, epoch=3, cards=("P3-13", "P3-14"), deck_set="advanced")
    assert "statue(S2)" in levels(both)


# -- statues ---------------------------------------------------------------------------------


@rule("HAD-10.1", "HAD-10.2", "HAD-10.3", "HAD-A5")
def test_x20_a_statue_with_its_tile() -> None:
    """X20: culture 12: S1 or S2, not S3; S2 faceup on income: income +3 and 6 points; facedown: 9 points."""
    s = at_statues(culture=12)
    seat = s.node.seat
    assert levels(s) == ["statue(S1)", "statue(S2)", "pass"]
    assert s.why_not(Action("statue", "S3")).code == "requirement"
    assert s.why_not(Action("statue", "S9")).code == "no_such_statue"
    s.apply(Action("statue", "S2"))
    assert len(s.legal) == 8
    up = s.child(Action("faceup", "income"))
    assert up.tracks[seat][0] == s.tracks[seat][0] + 3
    assert up.statues[seat] == ("S2:income",)
    assert up.tiles[seat] == (1, 2, 2, 2)
    down = s.child(Action("facedown", "income"))
    assert down.tracks[seat] == s.tracks[seat]
    assert down.statues[seat] == ("S2:income-down",)
    from gamelib.games.hadara.scoring import points_by_source

    assert points_by_source(up, seat)["statues"] == 6
    assert points_by_source(down, seat)["statues"] == 9


@rule("HAD-10.2", "HAD-A6", "HAD-13.2", "HAD-16.2")
def test_x21_a_track_without_tiles() -> None:
    """X21: both income tiles used: income cannot be chosen."""
    s = at_statues(culture=6)
    seat = s.node.seat
    s.tiles[seat] = (0, 2, 2, 2)
    s.apply(Action("statue", "S1"))
    for verb in ("faceup", "facedown"):
        ruling = s.why_not(Action(verb, "income"))
        assert (ruling.rule, ruling.code) == ("HAD-10.2", "no_tile_of_track")
        assert Action(verb, "food") in s.legal
    assert s.why_not(Action("faceup", "beauty")).code == "no_such_track"


@rule("HAD-10.1", "HAD-A7")
def test_no_tile_no_statue() -> None:
    s = at_statues(culture=30)
    s.tiles[s.node.seat] = (0, 0, 0, 0)
    assert s.why_not(Action("statue", "S1")).code == "no_tile_left"
    assert levels(s) == ["pass"]


@rule("HAD-10.4")
def test_each_statue_once_and_one_a_step() -> None:
    s = at_statues(culture=30)
    seat = s.node.seat
    go(s, "statue(S1)", "faceup(food)")
    assert not (s.node.step_name == "statue" and s.node.seat == seat)
    tracks(s, seat, culture=6)
    s = until(s, "wheel", epoch=2)
    tracks(s, seat, culture=6)
    assert s.statues[seat] == ("S1:food",)
    tracks(s, seat, culture=30)
    s = until(s, "statue", seat)
    ruling = s.why_not(Action("statue", "S1"))
    assert (ruling.rule, ruling.code) == ("HAD-10.4", "statue_carved")


@rule("HAD-10.5")
def test_everybody_has_the_same_statues() -> None:
    s = at_statues(culture=6)
    first = s.node.seat
    go(s, "statue(S1)", "facedown(income)")
    tracks(s, 1 - first, culture=6)
    twin = at_statues(culture=6)
    tracks(twin, 1 - first, culture=6)
    go(twin, "statue(S1)", "facedown(income)")
    assert twin.node.seat == 1 - first
    assert "statue(S1)" in levels(twin)
    assert "HAD-10.5" in twin.child(Action("statue", "S1")).events[0].related_rules


@rule("HAD-10.1")
def test_carving_none() -> None:
    s = at_statues()
    s.apply(Action("pass"))
    assert events(s, "carves_none")


@rule("HAD-16.5")
def test_x32_better_statue_tiles() -> None:
    """X32: S1 faceup on culture and S2 facedown, then P2-09: culture +2 at once; S2's tile counts 5 at the end."""
    from gamelib.games.hadara.buying import buy_card
    from gamelib.games.hadara.scoring import statue_points

    s = until(begin(2), "pick", epoch=2)
    seat = s.seat_order()[0]
    s.statues[seat] = ("S1:culture", "S2:food-down")
    s.update_derived()
    s.coins[seat] = 50
    s.unseen[9] = tuple(card for card in s.unseen[9] if card != "P2-09")
    before = s.tracks[seat]
    buy_card(s, seat, "P2-09")
    assert s.tracks[seat][2] == before[2] + 2
    assert statue_points(s, seat, "S2:food-down") == 6 + 5
    assert statue_points(s, seat, "S1:culture") == 3
    tracks(s, seat, culture=20)
    s = until(s, "statue", seat)
    s.apply(Action("statue", "S3"))
    assert s.node.values["bonus"] == 6
    buy_card(s, seat, "P2-10")  # copies add
    assert s.node.values["bonus"] == 8
