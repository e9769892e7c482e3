"""EMI-8, EMI-10, EMI-13.15 to 13.19, EMI-16.4: event purchase, upkeep, Xenia, departures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gamelib
from gamelib.deck import Deck
from gamelib.games.emira.state import EmiraState
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.nodes import Action

from ..rules import rule
from .build import begin, default, give_counters, give_event, give_sections, go, house, in_play, remove, until

FIVE = ("Thara", "Sahar", "Asima", "Nibal", "Zafirah")


def last_purchase(seats: int = 4, **options: Any) -> EmiraState:
    """Round 1, the last event purchase; nobody chooses after it."""
    s = until(begin(seats, ("black", "white", "red", "green", "blue")[:seats], **options), "buy_look", seat=seats - 1)
    s.gold = [600] * seats
    in_play(s)
    return s


def finish_round(s: EmiraState) -> list[gamelib.Event]:
    """Answer the last purchase; upkeep follows."""
    return go(s, "no_purchase")


# -- event purchase --------------------------------------------------------------------------


@rule("EMI-8.1", "EMI-8.2", "EMI-17.1")
def test_looking_at_event_cards() -> None:
    s = last_purchase()
    assert [str(action) for action in s.legal] == ["no_purchase", "look(2)", "look(3)"]
    s.gold[3] = 200
    assert s.why_not(Action("look", 3)).code == "cannot_pay"
    assert s.why_not(Action("look", 4)).code == "two_or_three"
    s.gold[3] = 600
    hand = s.hands[3]
    told = go(s, "look(3)", "=bazaar", "=vermin", "=guest_house")
    assert s.gold[3] == 350
    assert all(event.seen_by(0).values["card"] is None for event in told if event.code == "peeked")
    assert s.seen_by(0).looked == ["?", "?", "?"]
    assert s.seen_by(3).looked == ["bazaar", "vermin", "guest_house"]
    assert s.why_not(Action("keep", "quiet_days")).rule == "EMI-8.2"
    go(s, "keep(guest_house)")
    assert s.hands[3] == (*hand, "guest_house")
    assert s.node.step_name == "arrange"
    go(s, "arrange(vermin+bazaar)")
    assert s.fates.segments[0].fixed == {"bazaar": 1}  # the lowest
    assert s.fates.segments[1].fixed == {"vermin": 1}
    assert s.fates.segments[0].known_to == frozenset({3})
    s.game.validate_position(s)


@rule("EMI-8.1")
def test_each_once_in_order() -> None:
    s = until(begin(4, first=2), "buy_look")
    asked = []
    while s.node.step_name == "buy_look":
        asked.append(s.node.seat)
        go(s, "no_purchase")
    assert asked == [2, 3, 0, 1]


@rule("EMI-8.3")
def test_a_short_event_pile() -> None:
    s = last_purchase()
    counts = s.fates.counts()
    counts["bazaar"] -= 1
    s.spent += tuple(card for card, n in counts.items() for _ in range(n))
    s.fates = Deck({"bazaar": 1})
    told = go(s, "look(3)")
    assert told[0].values["number"] == 1
    go(s, "=bazaar", "keep(bazaar)")
    assert len(s.fates) == 0
    s = until(s, "counter_drawn", after=1)
    assert s.round == 2
    while s.round == 2:
        assert s.node.step_name != "buy_look"  # an empty pile: no purchase
        s.apply(default(s))


# -- upkeep ----------------------------------------------------------------------------------


@rule("EMI-10.1", "EMI-13.16")
def test_what_is_due() -> None:
    s = last_purchase()
    assert upkeep_due(s, (*FIVE, "Janan"), 0) == 4 * 50 + 0 + 100
    assert upkeep_due(s, FIVE, 2) == 400
    house(s, 1, "Thara", "Janan", "Zafirah")
    finish_round(s)
    assert s.gold[1] == 600 - 150


@rule("EMI-10.3", "EMI-10.4", "EMI-A20", "EMI-12.1")
def test_basic_failure_costs_all_gold_and_one_princess() -> None:
    s = last_purchase()
    give_sections(s, 1, 3)
    house(s, 1, *FIVE[:4], "Halimah")
    s.gold[1] = 120
    finish_round(s)
    assert s.gold[1] == 0
    assert s.node.step_name == "depart"
    assert s.node.dist() == gamelib.Dist([*FIVE[:4], "Halimah"])
    assert s.node.dist().p("Thara") == Fraction(1, 5)
    assert not s.paid[1]
    s.apply("Halimah")
    assert len(s.homes[1]) == 4  # only one leaves
    assert s.renown[1] == 0
    assert s.pile.segments[0].fixed == {"Halimah": 1}
    s.game.validate_position(s)


@rule("EMI-10.3")
def test_several_fail_in_order() -> None:
    s = last_purchase()
    for seat, names in ((2, ("Thara", "Sahar")), (0, ("Asima", "Nibal"))):
        house(s, seat, *names)
        s.gold[seat] = 0
    finish_round(s)
    assert s.node.seat == 0
    s.apply("Asima")
    assert s.node.seat == 2
    s.apply("Sahar")
    assert s.homes[0] == ("Nibal",)
    assert s.homes[2] == ("Thara",)


@rule("EMI-10.5", "EMI-9.6")
def test_who_joins_through_upkeep_is_free() -> None:
    s = last_purchase()
    house(s, 1, "Thara", "Sahar")
    give_sections(s, 1, 2)
    remove(s, "Yasmine")
    s.undecided.append("Yasmine")
    s.gold = [600, 600, 550, 550]  # level until seat 2 pays
    told = finish_round(s)
    assert "Yasmine" in s.homes[0]
    assert [event.seat for event in told if event.code == "upkeep_paid"] == [1]
    assert s.gold[0] == 600


@rule("EMI-16.4")
def test_advanced_departures_until_the_rest_is_paid() -> None:
    s = last_purchase(advanced=True)
    give_sections(s, 1, 3)
    house(s, 1, "Janan", "Zafirah", "Thara", "Sahar", "Asima")
    s.gold[1] = 120
    finish_round(s)
    assert s.gold[1] == 120  # nothing is paid yet
    assert s.node.dist().total == 5
    s.apply("Zafirah")
    assert s.node.dist().total == 4
    s.apply("Thara")
    assert s.leaving == ["Zafirah", "Thara"]
    s.game.validate_position(s)
    s.apply("Janan")
    assert s.gold[1] == 20
    assert s.homes[1] == ("Sahar", "Asima")
    assert s.pile.segments[0].fixed == {"Zafirah": 1, "Thara": 1, "Janan": 1}  # together, shuffled
    assert not s.paid[1]
    s.game.validate_position(s)


@rule("EMI-16.4", "EMI-13.15")
def test_the_surcharge_goes_with_suleika() -> None:
    s = last_purchase(advanced=True)
    house(s, 1, "Suleika", "Thara")
    s.surcharge[1] = 1
    s.gold[1] = 60
    finish_round(s)
    s.apply("Suleika")
    assert s.homes[1] == ("Thara",)
    assert s.gold[1] == 10


# -- Xenia -----------------------------------------------------------------------------------


def with_xenia(gold: int, *others: str, seat: int = 1, **options: Any) -> EmiraState:
    """Xenia has just joined a seat, before the upkeep of round 1."""
    s = last_purchase(**options)
    give_sections(s, seat, 2)
    house(s, seat, "Xenia", *others)
    s.xenia = -1
    s.gold[seat] = gold
    return s


@rule("EMI-10.2", "EMI-13.17", "EMI-A07", "EMI-15.10")
def test_gifts_every_third_round() -> None:
    s = with_xenia(3000)
    gifts, markers = [], {}
    told = finish_round(s)
    while s.round < 9:
        if any(event.code == "gift_paid" for event in told):
            gifts.append(s.round - 1)
        markers[s.round - 1] = s.xenia
        target = s.round
        while s.round == target:
            told = go(s, "gift") if s.node.step_name == "gift_or_not" else list(s.apply(default(s)))
            if s.round == target and any(event.code == "gift_paid" for event in told):
                gifts.append(target)
    assert gifts == [1, 4, 7]
    assert [markers[number] for number in (1, 2, 3)] == [2, 1, 0]


@rule("EMI-13.17", "EMI-10.1")
def test_the_gift_comes_on_top_of_upkeep() -> None:
    s = with_xenia(300)
    finish_round(s)
    assert s.gold[1] == 0
    assert s.homes[1] == ("Xenia",)
    assert s.paid[1]


@rule("EMI-13.19", "EMI-A09")
@pytest.mark.parametrize(("gold", "others", "left"), [(290, (), 290), (300, ("Thara",), 250)])
def test_an_impossible_first_gift(gold: int, others: tuple[str, ...], left: int) -> None:
    s = with_xenia(gold, *others)
    finish_round(s)
    assert s.gone == ("Xenia",)
    assert s.homes[1] == others
    assert s.gold[1] == left
    assert s.paid[1]
    s.game.validate_position(s)


def later_gift(gold: int, rivals: tuple[int, int, int], **options: Any) -> EmiraState:
    """Seat 1 owns Xenia, no marker is left; the question of the gift comes at once."""
    s = with_xenia(gold, **options)
    s.xenia = 0
    s.gold = [rivals[0], gold, rivals[1], rivals[2]]
    return s


@rule("EMI-13.18", "EMI-A08", "EMI-9.1")
def test_refusing_sends_her_to_the_richest_other_with_room() -> None:
    s = later_gift(800, (300, 700, 100))
    house(s, 2, "Thara", "Sahar")  # 700 gold but no room
    finish_round(s)
    assert (s.node.step_name, s.node.seat) == ("gift_or_not", 1)
    told = go(s, "refuse")
    assert s.homes[0] == ("Xenia",)
    assert s.xenia == 2
    assert [event.seat for event in told if event.code == "gift_paid"] == [0]
    assert s.gold[0] == 0  # 300 - 250 - 50
    assert s.paid[0]
    assert s.gold[1] == 800
    s.game.validate_position(s)


@rule("EMI-13.18", "EMI-13.19")
def test_the_new_owner_must_be_able_to_pay_both() -> None:
    s = later_gift(800, (300, 700, 100))
    house(s, 2, "Thara", "Sahar")
    house(s, 0, "Asima")
    finish_round(s)
    go(s, "refuse")
    assert s.gone == ("Xenia",)  # 300 is less than 250 + 100
    assert s.homes[0] == ("Asima",)
    assert s.gold[0] == 250


@rule("EMI-A08", "EMI-13.18")
def test_without_room_by_option() -> None:
    s = later_gift(800, (300, 700, 100), xenia_transfer_needs_room=False)
    house(s, 2, "Thara", "Sahar")
    finish_round(s)
    go(s, "refuse")
    assert "Xenia" in s.homes[2]
    assert len(s.homes[2]) == 3


@rule("EMI-13.18")
def test_paying_a_later_gift() -> None:
    s = later_gift(800, (300, 700, 100))
    finish_round(s)
    go(s, "gift")
    assert s.xenia == 2
    assert s.gold[1] == 800 - 250 - 50


@rule("EMI-13.18")
def test_too_poor_for_a_later_gift() -> None:
    s = later_gift(240, (300, 700, 100))
    finish_round(s)
    assert [str(action) for action in s.legal] == ["refuse"]
    ruling = s.why_not(Action("gift"))
    assert (ruling.rule, ruling.code, ruling.values["missing"]) == ("EMI-13.18", "cannot_pay", 10)


@rule("EMI-13.18", "EMI-9.6", "EMI-A08")
def test_a_tie_leaves_her_undecided() -> None:
    s = later_gift(240, (700, 700, 100))
    finish_round(s)
    go(s, "refuse")
    assert s.undecided == ["Xenia"]  # level in gold and in appearance
    assert s.xenia == -1
    s = later_gift(240, (700, 700, 100))
    give_counters(s, 2, beauty=1)
    finish_round(s)
    go(s, "refuse")
    assert "Xenia" in s.homes[2]


@rule("EMI-10.4", "EMI-13.17")
def test_leaving_xenia_takes_her_markers_along() -> None:
    s = with_xenia(3000)
    finish_round(s)
    assert s.xenia == 2
    s = until(s, "buy_look", seat=0, after=1)
    s.gold[1] = 0
    give_event(s, 0, "vermin")
    while s.node.step_name == "buy_look":
        go(s, "no_purchase")
    assert s.node.step_name == "depart"
    s.apply("Xenia")
    assert s.xenia == -1
    s.game.validate_position(s)


@rule("EMI-13.18", "EMI-14.5", "EMI-A08")
def test_a_refused_xenia_goes_to_the_richest_though_her_preferences_are_swapped() -> None:
    s = later_gift(240, (300, 700, 400))
    s.swapped["Xenia"] = -1  # appearance, then gold
    give_counters(s, 3, beauty=1)
    finish_round(s)
    told = go(s, "refuse")
    assert s.homes[2] == ("Xenia",)
    joined = next(event for event in told if event.code.startswith("joins"))
    assert (joined.code, joined.seat, joined.values["first"]) == ("joins_first", 2, "gold")
    assert s.swapped == {"Xenia": -1}  # she has not left play


@rule("EMI-13.18", "EMI-13.19", "EMI-A08")
@pytest.mark.parametrize("rooms", [0, 1])
def test_a_refused_xenia_never_comes_back_to_the_refuser(rooms: int) -> None:
    """The others have no room, or are level: she waits for one of them, though the refuser is richer and has room."""
    s = later_gift(2000, (700, 700, 700))
    for seat, names in ((0, ("Thara", "Sahar")), (2, ("Asima", "Nibal")), (3, ("Fatima", "Raidah"))):
        house(s, seat, *names)
        give_sections(s, seat, rooms)
    finish_round(s)
    told = go(s, "refuse")
    [undecided] = [event for event in told if event.code.startswith("undecided")]
    assert [rank[3] for rank in undecided.values["ranks"] if rank[0] == 1] == ["refused"]
    assert not [event for event in told if event.code == "xenia_leaves"]
    if rooms:  # seat 0 has the larger basic income
        s = until(s, "bid")
        assert ("Xenia" in s.homes[0], s.refuser) == (True, -1)
        return
    for _ in range(2):
        assert (s.undecided, s.refuser) == (["Xenia"], 1)
        assert gamelib.game("emira").from_dict(s.to_dict()) == s
        s = until(s, "buy_look", after=s.round)
    give_sections(s, 3, 1)
    s = until(s, "bid", after=s.round)
    assert ("Xenia" in s.homes[3], s.refuser) == (True, -1)


@rule("EMI-A31", "EMI-13.10", "EMI-13.18")
@pytest.mark.parametrize(("options", "host"), [({}, 2), ({"xenia_moves_to_hind_locked": False}, 0)])
def test_a_refused_xenia_and_a_seat_that_misses_the_round(options: dict[str, Any], host: int) -> None:
    """By the print, Xenia goes to the richest of the other players, and that is the one who misses the round."""
    s = later_gift(240, (400, 700, 300), **options)
    s.lost[2], s.once[2], s.done[2] = s.round, ("Hind",), "locked"
    finish_round(s)
    told = go(s, "refuse")
    assert s.homes[host] == ("Xenia",)
    assert any("EMI-A31" in event.related_rules for event in told) is (host == 2)


@rule("EMI-A09", "EMI-13.15", "EMI-13.19")
@pytest.mark.parametrize("transfer", [False, True])
def test_an_ousted_xenia_takes_suleikas_surcharge_along(transfer: bool) -> None:
    """240 gold are enough for two at 50 each, but not with 100 that Suleika asks because of Xenia."""
    if transfer:
        s = later_gift(240, (190, 100, 100))
        house(s, 0, "Suleika", "Thara")
        give_sections(s, 0, 1)
        host = 0
        finish_round(s)
        go(s, "refuse")
    else:
        s = with_xenia(190)
        s.homes[1] = ()
        house(s, 1, "Suleika", "Thara")
        s.homes[1] += ("Xenia",)
        s.surcharge[1], host = 1, 1
        finish_round(s)
    assert s.gone == ("Xenia",)
    assert s.homes[host] == ("Suleika", "Thara")
    assert (s.gold[host], s.paid[host]) == (90, True)
    assert s.node.step_name != "depart"


@rule("EMI-A32", "EMI-13.17", "EMI-13.19", "EMI-10.5")
@pytest.mark.parametrize(("gold", "when", "left"), [(700, "", 400), (700, "next_round", 650), (290, "", 240)])
def test_the_first_gift_of_a_xenia_who_comes_after_the_upkeep(gold: int, when: str, left: int) -> None:
    """By the print, the first gift is due in the round in which Xenia comes."""
    s = last_purchase(**{"late_xenia_gift": when} if when else {})
    house(s, 0, "Thara")
    house(s, 1, "Asima", "Sahar")
    remove(s, "Xenia")
    s.undecided.append("Xenia")
    s.gold = [gold, gold, 100, 100]  # level until both have paid
    told = finish_round(s)
    pays = gold - 50 >= 250
    gifts = [event.seat for event in told if event.code == "gift_paid"]
    assert gifts == [0] * (not when and pays)
    assert s.gold[0] == left
    assert ("Xenia" in s.homes[0]) is pays
    assert ("Xenia" in s.gone) is not pays
    if pays:
        assert s.late[0] == ("Xenia",)
        assert s.xenia == (-1 if when else 2)


@rule("EMI-9.9", "EMI-13.18", "EMI-13.19", "EMI-13.20")
def test_xenias_move_and_gift_are_one_step() -> None:
    s = later_gift(240, (260, 100, 100))
    house(s, 0, "Asima", "Nibal")
    house(s, 1, "Thara")
    house(s, 2, "Sahar", "Anisah")
    give_sections(s, 0, 1)
    remove(s, "Sidi")
    s.undecided.append("Sidi")  # three have two each
    finish_round(s)
    told = go(s, "refuse")  # seat 0 would have three, but cannot pay her
    assert "Xenia" in s.gone
    assert not [event for event in told if event.code == "joins_sidi_most" and event.seat == 0]
    assert s.homes[0] == ("Asima", "Nibal")


@rule("EMI-10.5", "EMI-13.15", "EMI-13.17")
def test_what_is_told_of_late_arrivals() -> None:
    for name in ("Xenia", "Yasmine"):
        s = last_purchase(late_xenia_gift="next_round")
        house(s, 0, "Suleika")
        house(s, 1, "Thara", "Sahar")
        give_sections(s, 1, 2)
        remove(s, name)
        s.undecided.append(name)
        s.gold = [700, 700, 500, 500]  # level until both have paid
        codes = [event.code for event in finish_round(s)]
        assert name in s.homes[0]
        assert "jealous" not in codes  # this upkeep is over, and the surcharge is for it alone
        assert ("ability_xenia_next_round" in codes) is (name == "Xenia")
        told: list[gamelib.Event] = []
        while s.round == 2:
            told += s.apply(default(s))
        if name == "Xenia":
            assert [event.seat for event in told if event.code == "gift_paid"] == [0]
        else:
            assert [event.values["paid"] for event in told if event.code == "upkeep_paid" and event.seat == 0] == [100]
