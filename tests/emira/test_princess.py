"""EMI-9 and EMI-13: how a princess chooses, and what she brings."""

from __future__ import annotations

from typing import Any

import pytest

import gamelib
from gamelib.deck import Deck
from gamelib.games.emira.card_tables import STATUS_SLOT
from gamelib.games.emira.event_purchase import peek_price
from gamelib.games.emira.princess_choice import (
    add_princess_and_apply_ability,
    barred_reason,
    eligible_seats,
    princess_ranking,
    remove_princess_and_end_effects,
)
from gamelib.games.emira.state import EmiraState
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.nodes import Action, IllegalAction

from ..rules import rule
from .build import (
    GAME,
    begin,
    default,
    events,
    give_counters,
    give_event,
    give_sections,
    give_status,
    go,
    house,
    in_play,
    remove,
    until,
)

OFFICERS = ("black", "white", "red", "green", "blue")


def before_choice(*names: str, seats: int = 4, **options: Any) -> EmiraState:
    """The last question of phase 5 (3 seats: the last auction word): these princesses choose next."""
    s = until(begin(seats, OFFICERS[:seats], **options), "buy_look", seat=seats - 1)
    s.gold = [600] * seats
    s.sections = [0] * seats
    s.tiles_left = 20
    s.titles = Deck(s.titles.counts() | {"ST-350": 4})
    s.honours, s.renown = [()] * seats, [0] * seats
    in_play(s, *names)
    return s


def choose(s: EmiraState) -> EmiraState:
    """Answer the purchases; the princesses choose."""
    while s.node.step_name == "buy_look":
        go(s, "no_purchase")
    return s


def told(s: EmiraState, start: str) -> Any:
    return next(event for event in s.events if event.code.startswith(start))


@rule("EMI-9.2", "EMI-9.3")
def test_first_preference_decides() -> None:
    s = before_choice("Thara")  # appearance, palace
    give_counters(s, 0, beauty=4)
    give_counters(s, 1, manners=4)
    give_counters(s, 2, dress=2)
    for seat, sections in enumerate((1, 3, 5)):
        give_sections(s, seat, sections)
    found = princess_ranking(s)
    assert found is not None
    assert found.winner == 1
    assert [rank.seat for rank in found.ranks] == [1, 0, 2, 3]
    assert found.ranks[0][1:3] == (4, 3)
    assert found.sentence == (
        "Thara joins Player 2. Player 2 and Player 1 are tied in appearance with 4, "
        "but in palace Player 2 has 3 and Player 1 has 1."
    )
    s = choose(s)
    assert s.homes[1] == ("Thara",)
    assert GAME.describe(told(s, "joins")) == found.sentence
    assert told(s, "joins").rule == "EMI-9.2"


@rule("EMI-9.1", "EMI-9.2", "EMI-9.3")
def test_a_full_palace_cannot_have_her() -> None:
    s = before_choice("Nibal")  # appearance, gold
    give_counters(s, 0, beauty=5)
    house(s, 0, "Asima", "Sahar")
    give_counters(s, 1, manners=3)
    give_counters(s, 2, dress=3)
    s.gold = [600, 200, 340, 0]
    found = princess_ranking(s)
    assert found is not None
    assert found.ranks[-1].seat == 0
    assert found.ranks[-1].barred_reason == "room"
    s = choose(s)
    assert s.homes[2] == ("Nibal",)
    assert any(event.rule == "EMI-9.8" for event in s.events)  # all show their gold


@rule("EMI-9.2", "EMI-9.6", "EMI-2.2")
def test_undecided_until_a_section_is_bought() -> None:
    s = before_choice("Malika")  # status, palace
    give_status(s, 0, "ST-1200")
    give_status(s, 1, "ST-1300")
    give_status(s, 2, "ST-300")
    give_sections(s, 0, 2)
    give_sections(s, 1, 2)
    s = choose(s)
    assert s.undecided == ["Malika"]
    assert told(s, "undecided").code == "undecided_tie"
    assert "2 players are tied with 3 in status and 2 in palace" in GAME.describe(told(s, "undecided"))
    s = until(s, "bid", after=1, turn_up="Sidi")
    while s.node.seat != 1:
        go(s, "pass")
    go(s, "bid(10)")
    while s.node.step_name == "bid":
        go(s, "pass")
    s.gold[1] = 800
    go(s, "section")
    assert "Malika" in s.homes[1]
    assert s.node.step_name in ("bid", "last")  # at once, before the next auction is over
    assert [event.code for event in s.events].index("makes_up") < [e.code for e in s.events].index("auction_opens")


@rule("EMI-9.4", "EMI-9.1")
def test_a_sole_candidate_or_none() -> None:
    s = before_choice("Thara")
    for seat, names in enumerate((("Asima", "Sahar"), ("Nibal", "Anisah"), ("Fatima", "Raidah"))):
        house(s, seat, *names)
    s = choose(s)
    assert s.homes[3] == ("Thara",)
    assert told(s, "joins").code == "joins_sole"
    s = before_choice("Thara")
    for seat, names in enumerate((("Asima", "Sahar"), ("Nibal", "Anisah"), ("Fatima", "Raidah"), ("Noor", "Janan"))):
        house(s, seat, *names)
    assert princess_ranking(s).code == "none"  # type: ignore[union-attr]
    s = choose(s)
    assert s.undecided == ["Thara"]
    assert told(s, "undecided").rule == "EMI-9.4"


@rule("EMI-9.5", "EMI-13.2", "EMI-13.3", "EMI-7.8")
def test_singing_and_acting() -> None:
    s = before_choice("Halimah")
    give_counters(s, 1, beauty=1)
    s = choose(s)
    assert s.renown[1] == 1
    house(s, 1, "Rasha")
    assert s.renown[1] == 2
    remove_princess_and_end_effects(s, 1, "Halimah")
    assert s.renown[1] == 1


@rule("EMI-9.7", "EMI-9.6", "EMI-A12")
def test_the_oldest_undecided_looks_first() -> None:
    s = before_choice("Yasmine")  # gold, status
    for name in ("Anisah", "Xenia"):
        remove(s, name)
    s.undecided += ["Xenia", "Anisah"]
    give_sections(s, 2, 1)  # Anisah: palace
    s.gold = [600, 600, 600, 900]
    s = choose(s)
    joined = [event.values["card"] for event in s.events if event.code.startswith("joins")]
    assert joined == ["Yasmine", "Xenia", "Anisah"]


@rule("EMI-9.8", "EMI-13.4")
def test_noor_opens_the_gold() -> None:
    s = before_choice("Noor")
    give_counters(s, 2, beauty=1)
    s = choose(s)
    assert "Noor" in s.homes[2]
    assert any(event.rule == "EMI-13.4" for event in s.events)


@rule("EMI-9.8")
def test_gold_is_shown_though_she_stays_undecided() -> None:
    s = choose(before_choice("Yasmine"))  # gold, status: all are level
    assert s.undecided == ["Yasmine"]
    assert told(s, "gold_shown").values["gold"] == (600,) * 4


@rule("EMI-13.1", "EMI-16.1", "EMI-A02c", "EMI-A21")
@pytest.mark.parametrize("advanced", [False, True])
def test_albina_and_firyal(advanced: bool) -> None:
    s = before_choice("Albina", advanced=advanced)
    give_counters(s, 1, beauty=1)
    s = choose(s)
    assert s.track[1] == (-1 if advanced else 0)
    if advanced:  # once for each sheik
        remove_princess_and_end_effects(s, 1, "Albina")
        s.log = []
        add_princess_and_apply_ability(s, 1, "Albina")
        s.log = None
        assert s.track[1] == -1


@rule("EMI-13.5", "EMI-8.1")
def test_zainab() -> None:
    s = before_choice()
    assert (peek_price(s, 0, 2), peek_price(s, 0, 3)) == (150, 250)
    house(s, 0, "Zainab")
    assert (peek_price(s, 0, 2), peek_price(s, 0, 3)) == (100, 200)


@rule("EMI-13.6", "EMI-A21")
def test_samira() -> None:
    s = before_choice("Samira")
    give_counters(s, 1, beauty=1, manners=1, dress=1)
    house(s, 1, "Nadia")  # a lent beauty counter
    assert s.looks[1] == (2, 1, 1, 1, 0)
    s = choose(s)
    assert (s.node.step_name, s.node.seat) == ("give", 1)
    assert {str(action) for action in s.legal} == {"give(beauty)", "give(manners)", "give(dress)"}
    bag = s.bag[1]
    go(s, "give(manners)")
    assert s.looks[1] == (2, 0, 1, 0, 0)  # the set is lost too
    assert s.bag[1] >= bag
    s = before_choice("Samira")
    house(s, 2, "Layla")  # only a lent counter: nothing to return
    s = choose(s)
    assert "Samira" in s.homes[2]
    assert s.node.step_name != "give"


@rule("EMI-13.6")
def test_lent_counters_stay_with_samira() -> None:
    s = before_choice("Samira")
    house(s, 1, "Layla")
    give_counters(s, 1, beauty=1, manners=1)  # the one for manners is Layla's
    s = choose(s)
    assert s.node.step_name == "give"
    ruling = s.why_not(Action("give", "manners"))
    assert (ruling.rule, ruling.code) == ("EMI-13.6", "no_counter")


@rule("EMI-13.7", "EMI-A22")
@pytest.mark.parametrize(("option", "under"), [("under", True), ("out", False)])
def test_zahrah(option: str, under: bool) -> None:
    s = before_choice("Zahrah", zahrah_discard_to=option)
    give_status(s, 1, "ST-1200", "ST-700")
    s = choose(s)
    assert (s.node.step_name, s.node.seat) == ("drop", 1)
    assert s.why_not(Action("drop", "ST-300")).rule == "EMI-13.7"
    go(s, "drop(ST-700)")
    assert s.renown[1] == 3
    assert (s.titles.segments[0].fixed == {"ST-700": 1}) is under
    assert s.out == (() if under else ("ST-700",))
    s = before_choice("Zahrah")
    house(s, 2, "Halimah")  # Singing cannot be given up
    s = choose(s)
    assert "Zahrah" in s.homes[2]
    assert s.node.step_name != "drop"


@rule("EMI-13.8", "EMI-13.9", "EMI-7.7", "EMI-14.9", "EMI-10.4")
def test_lent_counters_complete_sets() -> None:
    s = before_choice()
    give_counters(s, 0, beauty=3, manners=2, dress=2)
    assert s.appearance(0) == 9
    house(s, 0, "Layla")
    assert s.looks[0] == (3, 3, 2, 2, 0)
    assert s.appearance(0) == 10
    s.looks[0], s.plus_left = (*s.looks[0][:4], 1), s.plus_left - 1  # Good Looking on beauty
    assert s.appearance(0) == 11
    remove_princess_and_end_effects(s, 0, "Layla")
    assert s.appearance(0) == 10
    house(s, 1, "Nadia")
    assert s.looks[1] == (1, 0, 0, 0, 0)


@rule("EMI-7.7", "EMI-17.3")
@pytest.mark.parametrize("waiting", range(4))
@pytest.mark.parametrize("gives", range(4))
def test_a_free_counter_for_a_set_goes_to_the_seat_that_waits(waiting: int, gives: int) -> None:
    s = before_choice()
    s.plus_left = 1
    for seat in dict.fromkeys((gives, waiting)):
        give_counters(s, seat, beauty=1, manners=1, dress=1)
    assert (s.looks[gives][3], s.plus_left) == (1, 0)
    give_counters(s, gives, beauty=0, manners=1, dress=1)
    sets = [row[3] for row in s.looks]
    assert sets == [int(seat == waiting != gives) for seat in range(4)]
    assert s.plus_left == (waiting == gives)


# -- Hind ------------------------------------------------------------------------------------


def with_hind(seats: int = 4, **options: Any) -> tuple[EmiraState, int]:
    s = before_choice("Hind", seats=seats, **options)  # status, gold
    give_status(s, 1, "ST-300")
    s = choose(s)
    assert "Hind" in s.homes[1]
    assert s.lost[1] == s.round == 2
    return s, 1


@rule("EMI-13.10", "EMI-13.11", "EMI-6.9")
def test_hind_takes_a_round() -> None:
    s, first = with_hind()
    give_event(s, 1, "guest_house")
    asked = set()
    last = -1
    gold = s.gold[1]
    while s.round <= first + 1:
        if s.round == first + 1:
            asked.add((s.node.step_name, s.node.seat))
            if s.node.step_name == "last":
                last = s.node.seat
            if s.node.step_name == "bid":
                assert 1 not in s.node.values["inside"]
                assert s.node.values["opener"] != 1
            if s.node.step_name == "counter_drawn":
                gold = s.gold[1]
        s.apply(default(s))
    assert not {("play", 1), ("bid", 1), ("act", 1), ("last", 1), ("buy_look", 1)} & asked
    assert last in (0, 2, 3)  # somebody else is the last player
    assert gold == 550 + 50  # upkeep in round 1, then income as always
    assert s.gold[1] == gold - upkeep_due(s, s.homes[1], 0)  # upkeep in the lost round as well
    s = until(s, "bid", seat=1)
    assert s.round == first + 2


@rule("EMI-13.10", "EMI-9.1")
@pytest.mark.parametrize("blocks", [True, False])
def test_who_may_host_is_told_in_two_ways(blocks: bool) -> None:
    s = begin(4, hind_blocks_undecided=blocks)
    s.lost[1] = s.round
    house(s, 3, "Asima", "Badra")
    assert s.palace_capacity(3) == 2
    for waiting in (True, False):
        able = [seat for seat in range(4) if not barred_reason(s, "Thara", seat, waiting)]
        assert eligible_seats(s, waiting) == able == ([0, 2] if blocks or not waiting else [0, 1, 2])


@rule("EMI-9.2")
def test_the_first_seat_may_be_the_one_that_is_chosen() -> None:
    s = before_choice("Thara")
    give_counters(s, 0, beauty=4)
    assert princess_ranking(s).winner == 0  # type: ignore[union-attr]


@rule("EMI-13.10", "EMI-A10", "EMI-9.1")
def test_hind_keeps_princesses_away() -> None:
    s, first = with_hind()
    s = until(s, "buy_look", after=first)
    in_play(s, "Asima")
    give_counters(s, 1, beauty=3)
    assert princess_ranking(s).ranks[-1].barred_reason == "hind"  # type: ignore[union-attr]
    s = choose(s)
    assert told(s, "undecided").values["card"] == "Asima"  # level for the others; seat 2 would be best
    assert (s.node.step_name, s.round, s.phase) == ("play", first + 2, 1)
    assert s.undecided == ["Asima"]  # the lost round is over, the auctions are still to come
    s = until(s, "bid")
    assert (s.round, "Asima" in s.homes[1]) == (first + 2, True)


@rule("EMI-9.6", "EMI-13.10", "EMI-A10", "EMI-A02f")
def test_the_undecided_look_again_when_a_lost_round_begins() -> None:
    s = before_choice("Hind", undecided_look="always")
    give_status(s, 1, "ST-300")
    give_counters(s, 1, beauty=3)
    give_counters(s, 2, manners=3)
    remove(s, "Thara")  # appearance, palace: seats 1 and 2 are level
    s.undecided.append("Thara")
    s = choose(s)
    assert s.lost[1] == s.round == 2
    assert s.node.step_name == "play"
    assert s.homes[2] == ("Thara",)


@rule("EMI-2.1", "EMI-9.6", "EMI-13.7", "EMI-15.4")
def test_a_question_at_the_very_start_of_a_round_stands_in_its_first_phase() -> None:
    """That is the second one where a round has no events."""
    s = before_choice("Hind", undecided_look="always")
    for seat in (1, 2):
        give_status(s, seat, "ST-300", "ST-350")
    give_counters(s, 1, beauty=3)
    give_counters(s, 2, manners=3)
    s.gold[1] = 650  # for Hind; Zahrah wishes for status and appearance, in which both are level
    remove(s, "Zahrah")
    s.undecided.append("Zahrah")
    s = choose(s)
    assert (s.node.step_name, s.node.seat, s.round, s.phase) == ("drop", 2, 2, 1)
    s = before_choice("Hind", seats=3, undecided_look="always")
    give_status(s, 1, "ST-300")
    s = choose(s)
    assert s.lost[1] == s.round == 3
    give_status(s, 1, "ST-350")
    give_sections(s, 1, 3)
    remove(s, "Zahrah")
    s.undecided.append("Zahrah")
    s = until(s, "drop")
    assert (s.node.seat, s.round, s.phase) == (1, 4, 2)


@rule("EMI-A10")
@pytest.mark.parametrize(("blocks", "joins"), [(True, False), (False, True)])
def test_undecided_during_the_lost_round(blocks: bool, joins: bool) -> None:
    s, first = with_hind(hind_blocks_undecided=blocks)
    s = until(s, "turn_up", after=first)
    remove(s, "Yasmine")
    s.undecided.append("Yasmine")
    s.gold = [490, 2000, 480, 480]
    s = until(s, "buy_look")
    assert ("Yasmine" in s.homes[1]) is joins or "Yasmine" not in s.undecided


@rule("EMI-A10", "EMI-13.20")
@pytest.mark.parametrize("visits", [True, False])
def test_sidi_during_the_lost_round(visits: bool) -> None:
    s, first = with_hind(sidi_visits_hind_locked=visits)
    s = until(s, "buy_look", seat=0, after=first)
    in_play(s, "Sidi")
    s = choose(s)
    assert (s.undecided == ["Sidi"]) is not visits
    s = until(s, "send")
    assert s.round == first + 1 + (not visits)  # else he waits until it is over and auctions begin
    assert s.phase == (6 if visits else 4)


@rule("EMI-A30", "EMI-13.10", "EMI-10.4")
@pytest.mark.parametrize(("option", "lost"), [("", 3), ("free", 0)])
def test_hind_leaves_before_the_round_that_is_lost(option: str, lost: int) -> None:
    """By the print, what an artist costs once is not given back."""
    s = before_choice("Hind", **{"hind_leaves_early": option} if option else {})
    give_status(s, 1, "ST-300")
    s.gold[1] = 0
    s = until(choose(s), "depart")
    s.apply("Hind")
    [event] = events(s, "feast_stays", "feast_off")
    assert (event.rule, event.values["round"]) == ("EMI-A30", 2)
    assert s.lost[1] == lost - (not option)


@rule("EMI-13.10", "EMI-15.10", "EMI-A21")
def test_hind_works_once_for_each_sheik() -> None:
    s, first = with_hind()
    remove_princess_and_end_effects(s, 1, "Hind")
    s.log = []
    add_princess_and_apply_ability(s, 1, "Hind")
    assert s.log[-1].code == "once_only"
    assert s.lost[1] == first + 1
    remove_princess_and_end_effects(s, 1, "Hind")
    add_princess_and_apply_ability(s, 2, "Hind")
    s.log = None
    assert s.lost[2] == s.round + 1


# -- Suleika, Sidi ---------------------------------------------------------------------------


@rule("EMI-13.15", "EMI-10.1")
def test_suleika_is_jealous() -> None:
    s = before_choice("Thara")
    house(s, 1, "Suleika")
    give_sections(s, 1, 2)
    give_counters(s, 1, beauty=1)
    gold = s.gold[1]
    s = choose(s)
    assert told(s, "upkeep_paid").values["paid"] == 200  # 50 + 50 + 100
    assert s.gold[1] == gold - 200
    assert s.surcharge == [0] * 4  # for this round only


@rule("EMI-13.15")
def test_the_surcharge_lapses_without_suleika() -> None:
    s = before_choice()
    house(s, 1, "Suleika", "Thara")
    s.surcharge[1] = 1
    remove_princess_and_end_effects(s, 1, "Suleika")
    assert s.surcharge[1] == 0


@rule("EMI-13.20", "EMI-10.4")
def test_sidi_takes_one_away() -> None:
    s = before_choice("Sidi")
    house(s, 1, "Halimah", "Sahar")
    house(s, 0, "Asima")
    assert s.palace_capacity(1) == 2  # full, but that does not matter
    assert (
        princess_ranking(s).sentence == "Sidi Suleiman visits Player 2, who has 2 artists. "
        "Among the other players who can be visited, the highest number is 1."
    )  # type: ignore[union-attr]
    s = choose(s)
    assert (s.node.step_name, s.node.seat) == ("send", 1)
    with pytest.raises(IllegalAction, match=r"EMI-13\.20"):
        go(s, "send(Asima)")
    go(s, "send(Halimah)")
    assert s.gone == ("Sidi", "Halimah")
    assert s.homes[1] == ("Sahar",)
    assert s.renown[1] == 0
    assert s.surcharge[1] == 0
    s.game.validate_position(s)


@rule("EMI-13.20", "EMI-A11", "EMI-9.6")
def test_sidi_waits_for_a_strict_maximum() -> None:
    s = before_choice("Sidi")
    s = choose(s)
    assert s.undecided == ["Sidi"]  # 0 against 0
    assert told(s, "undecided").code == "undecided_sidi_level"
    s = until(s, "buy_look", seat=3, after=1, turn_up="Thara")
    s = choose(s)
    owner = next((seat for seat in range(4) if s.homes[seat]), None)
    if owner is None:
        assert s.undecided == ["Sidi", "Thara"]
    else:
        assert (s.node.step_name, s.node.seat) == ("send", owner)


@rule("EMI-14.5", "EMI-10.4")
def test_a_swap_ends_when_she_leaves() -> None:
    s = before_choice()
    house(s, 1, "Badra")
    s.swapped["Badra"] = -1
    remove_princess_and_end_effects(s, 1, "Badra")
    assert s.swapped == {}


def test_ranking_of_nobody() -> None:
    s = begin(4)
    assert princess_ranking(s) is None
    named = princess_ranking(s, "Badra", ("Ada", "Ben", "Cem", "Dua"))
    assert named is not None
    assert named.preferences == ("gold", "palace")
    assert "Badr joins" in named.sentence
    assert "Ada" in named.sentence or "undecided" in named.sentence


@rule("EMI-9.6", "EMI-A02f")
@pytest.mark.parametrize(
    ("name", "option", "phase"),
    [("Thara", "always", 1), ("Samira", "always", 1), ("Samira", "", 1), ("Thara", "", 4)],
)
def test_who_does_not_look_for_gold_waits_for_the_auctions(name: str, option: str, phase: int) -> None:
    """By the print, only those who look for gold can choose at any moment."""
    s = until(begin(4, OFFICERS[:4], **{"undecided_look": option} if option else {}), "play")
    seat = s.node.seat
    for other in s.homes[seat]:
        remove_princess_and_end_effects(s, seat, other)
        s.pile.put_bottom(other)
    house(s, seat, "Asima", "Sahar")
    s.undecided.append(name)
    remove_from_pile(s, name)
    for full in {*range(4)} - {seat}:
        s.guests[full] = len(s.homes[full]) - s.palace_capacity(full)  # nobody has room
    give_event(s, seat, "guest_house")
    told = go(s, "play(guest_house)")
    while not s.homes[seat][2:]:
        told += s.apply(default(s))
    came = next(event for event in told if event.code == "makes_up")
    assert came.values["card"] == name == s.homes[seat][2]
    assert (s.round, s.phase) == (2, phase)
    assert any(event.code == "auction_opens" for event in told) is (phase == 4)


def remove_from_pile(s: EmiraState, name: str) -> None:
    s.pile = Deck({card: n for card, n in s.pile.counts().items() if card != name})


def test_market_status_is_a_tuple() -> None:
    assert isinstance(begin(4).market[STATUS_SLOT], tuple)
    assert gamelib.game("emira") is GAME
