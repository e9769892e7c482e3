"""The round, its plates and its end (WIS-2, WIS-3, WIS-12)."""

from __future__ import annotations

import pytest

from gamelib import Decision, Dist
from gamelib.games.wishes.round_end import rank_task_kinds_by_hearts

from ..rules import rule
from .build import (
    action,
    begin,
    default,
    events,
    give,
    go,
    guard_on_top,
    lay,
    only,
    own,
    plain,
    stack,
    under,
    until,
)


@rule("WIS-2.2", "WIS-2.3", "WIS-2.5", "WIS-2.7", "WIS-2.9", "WIS-2.11", "WIS-14.2")
@pytest.mark.parametrize(("seats", "plates"), [(1, 10), (2, 5), (3, 5), (4, 5)])
def test_a_round_is_a_turn_for_each_seat_under_each_plate(seats: int, plates: int) -> None:
    s = begin(seats, first=seats - 1)
    shown, turns = [], 0
    while s.round == 1:
        if s.node.step_name == "plate":
            shown.append(next(iter(s.node.dist())))
            s.apply(shown[-1])
            # MEAN and SAD have a golden heart in the first field
            added = [event.code for event in s.events].count("card_added")
            assert added == (shown[-1] not in ("MEAN", "SAD"))
        else:
            s.apply(default(s))
        turns += len(events(s, "turn"))
    assert len(shown) == plates
    assert turns == seats * plates


@rule("WIS-2.7", "WIS-2.9", "WIS-2.11")
def test_turns_go_round_from_the_first_player_under_every_plate() -> None:
    s = begin(3, first=1)
    turns = []
    for plate in ("KIND", "HAPPY", "AFRAID", "NAUSEATE", "UNCERTAIN"):
        until(s, "plate").apply(plate)
        turns += [event.seat for event in events(s, "turn")]
        for _ in range(3000):
            if s.node.step_name == "plate":
                break
            s.apply(default(s))
            turns += [event.seat for event in events(s, "turn")]
    assert turns == [1, 2, 0] * 5
    assert s.first == 2


@rule("WIS-2.3", "WIS-11.1", "WIS-A04")
def test_a_guard_on_top_is_dealt_with_before_the_card_of_a_plate() -> None:
    s = begin(2, wishes=("S04", "S07"))
    guard_on_top(s)
    told = go(s, "=KIND")
    assert "guard_drawn" in [event.code for event in told]
    assert (s.node.step_name, s.node.seat) == ("back", None)  # a Guard is left, so the next back matters
    go(s, "=TASK")
    assert (s.node.step_name, s.node.seat) == ("choose_post", 0)
    told = go(s, "guard(S07)")
    assert "card_added" in [event.code for event in told]
    assert s.stack == (("", -1, 0, 0),)


@rule("WIS-2.4", "WIS-11.4", "WIS-A06")
def test_extra_points_count_from_the_reveal_and_the_effect_later() -> None:
    s = begin(2, first=1, wishes=("S07", "S04"))
    lay(s, "S04", ("T16", "0"))
    lay(s, "S07", ("T23", "0"), ("T17", "1"))
    guard_on_top(s)
    told = plain(s, "=DEMANDING")  # the Guard goes to the 4 hearts of S04 and completes it: 4 + 2 extra
    assert "guard_completes" in [event.code for event in told]
    assert s.score == [6, 0]
    assert s.node.seat == 1  # the first player replaces the wish (WIS-A04)
    s = begin(2, wishes=("S07", "S04"))
    lay(s, "S07", ("T23", "0"))
    lay(s, "S04", ("T09", "1"), guard=True)
    guard_on_top(s)
    told = plain(s, "=HUNGRY")  # 4 and a Guard are not enough of 6; then the effect makes it 5
    codes = [event.code for event in told]
    order = [codes.index(code) for code in ("guard_attached", "card_added", "effect_hungry", "fulfilled")]
    assert order == sorted(order)
    assert s.score == [4, 0]
    assert s.gems == [1, 0]


@rule("WIS-2.6", "WIS-3.1")
def test_lovely_everybody_in_turn_may_change_any_cards() -> None:
    s = begin(3, first=1)
    give(s, 1, "T01", "T17", "T33")
    plain(s, "=LOVELY")
    assert (s.node.step_name, s.node.seat) == ("change", 1)
    assert len(s.legal) == 8
    assert s.why_not(action("discard(T01+T40)")).code == "only_hand_changed"
    assert s.why_not(action("discard(T17+T01)")).code == "each_once"
    go(s, "discard(T01+T17)")
    assert s.hands[1] == ("T33",)
    assert s.discard == ["T01", "T17"]
    until(s, "change", 2)
    assert len(s.hands[1]) == 3
    go(s, "discard(-)")
    assert (s.node.step_name, s.node.seat) == ("change", 0)


@rule("WIS-3.2", "WIS-A22")
def test_example_15_kind_pays_two_gems_up_to_seven() -> None:
    s = begin(2, wishes=("S13", "S04"))
    under(s, "KIND")
    give(s, 0, "T34", "T35", "T01")
    own(s, 0, gems=6)
    told = go(s, "fulfil(T34,S13)")
    assert s.gems[0] == 7
    assert next(event for event in told if event.code == "fulfil_gem").values["gems"] == 1
    s = begin(2, wishes=("S13", "S04"))
    under(s, "KIND")
    give(s, 0, "T34", "T35", "T01")
    go(s, "fulfil(T34,S13)")
    assert s.gems[0] == 2


@rule("WIS-3.3")
def test_nauseate_forbids_to_fulfil_but_not_the_guard() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "NAUSEATE")
    give(s, 0, "T34", "T35", "T01")
    why = s.why_not(action("fulfil(T34,S13)"))
    assert (why.rule, why.code) == ("WIS-3.3", "no_fulfilling")
    assert all(a.verb != "fulfil" for a in s.legal)


@rule("WIS-3.4")
def test_demanding_turns_up_one_simple_wish_more_if_any_is_left() -> None:
    s = begin(2, wishes=("S13", "S07"))
    plain(s, "=DEMANDING")
    assert (s.node.step_name, s.node.seat) == ("reveal", 0)
    assert set(s.node.dist()) == set(s.simple)
    plain(s, "=S01")
    assert len(s.open) == 3
    s = begin(2, wishes=("S13", "S07"))
    s.simple_down = 0
    told = plain(s, "=DEMANDING")
    assert "nothing_demanded" in [event.code for event in told]
    assert len(s.open) == 2
    assert s.final_down == 4


@rule("WIS-3.5")
def test_hungry_lowers_what_is_needed_and_fulfils_at_once() -> None:
    s = begin(2, wishes=("S13", "S07"))
    lay(s, "S13", ("T40", "0"))  # 4 of 5 hearts
    own(s, 0, score=0)
    told = plain(s, "=HUNGRY")
    assert "fulfilled" in [event.code for event in told]
    assert (s.node.step_name, s.node.seat) == ("reveal", 0)
    assert s.score == [4, 0]
    plain(s, "=S01")
    assert s.needed_hearts_or_cards("S07") == 5
    until(s, "plate").apply("KIND")
    assert s.needed_hearts_or_cards("S07") == 6
    s = begin(2, wishes=("S13", "S07"))
    s.hungry = True
    assert s.needed_hearts_or_cards("F01") == 3


@rule("WIS-3.11", "WIS-3.5", "WIS-A05")
def test_hungry_with_several_wishes_the_first_player_orders_and_each_is_replaced() -> None:
    s = begin(2, first=1, wishes=("S13", "S04"))
    lay(s, "S13", ("T40", "0"))
    lay(s, "S04", ("T16", "1"))
    plain(s, "=HUNGRY")
    assert (s.node.step_name, s.node.seat, s.node.rule) == ("feed_first", 1, "WIS-A05")
    assert [str(a) for a in s.legal] == ["next(S13)", "next(S04)"]
    go(s, "next(S04)")
    assert s.score == [0, 4]
    assert (s.node.step_name, s.node.seat) == ("reveal", 1)
    plain(s, "=S01")
    assert s.score == [4, 4]
    assert (s.node.step_name, s.node.seat) == ("reveal", 1)
    plain(s, "=S02")
    assert len(s.open) == 2


@rule("WIS-3.6")
def test_happy_gives_everybody_a_gem_up_to_seven() -> None:
    s = begin(3)
    own(s, 1, gems=7)
    plain(s, "=HAPPY")
    assert s.gems == [1, 7, 1]


@rule("WIS-3.7")
def test_uncertain_puts_the_wares_under_their_stacks() -> None:
    s = begin(2)
    assert s.tops == ["W01", "W16", "W31"]
    plain(s, "=UNCERTAIN")
    assert s.under == [("W01",), ("W16",), ("W31",)]
    assert s.node.step_name == "stall_card"
    assert len(s.node.dist()) == 14
    assert "W01" not in s.node.dist()
    go(s, "=W02", "=W17", "=W32")
    assert s.tops == ["W02", "W17", "W32"]


@rule("WIS-3.7", "WIS-7.2")
def test_example_30_a_last_card_goes_under_and_comes_again() -> None:
    s = begin(2)
    s.wares[0] = s.below[0]
    s.below[0] = ()
    plain(s, "=UNCERTAIN")
    assert (s.tops[0], s.under[0]) == ("W01", ())
    assert s.node.values["merchant"] == "Centre"


@rule("WIS-3.8", "WIS-2.8", "WIS-A25")
def test_mean_everybody_drops_a_card_and_example_26_with_the_lamp() -> None:
    s = begin(2, wishes=("S13", "S07"))
    give(s, 0, "T34", "T35", "T01")
    own(s, 0, lamp=True)
    plain(s, "=MEAN")
    assert (s.node.step_name, s.node.seat) == ("drop", 0)
    for text, code in (("drop(T40)", "only_hand_dropped"), ("pass", "must_drop")):
        why = s.why_not(action(text))
        assert (why.rule, why.code) == ("WIS-3.8", code)
    go(s, "drop(T35)")
    assert (s.node.step_name, s.node.seat) == ("drop", 1)
    go(s, f"drop({s.hands[1][0]})")
    assert [len(hand) for hand in s.hands] == [2, 2]
    go(s, "fulfil(T34,S13)", "lamp", "stash(T01)")
    assert s.hands[0] == ()
    until(s, "act", 1)
    assert [len(hand) for hand in s.hands] == [3, 2]


@rule("WIS-3.9")
def test_afraid_forbids_effects() -> None:
    s = begin(2)
    under(s, "AFRAID")
    give(s, 0, "T02", "T04", "T09")
    why = s.why_not(action("use(T02)"))
    assert (why.rule, why.code) == ("WIS-3.9", "no_effects")
    assert all(a.verb != "use" for a in s.legal)


@rule("WIS-3.10", "WIS-3.11")
def test_sad_removes_the_simple_wish_with_the_fewest_hearts() -> None:
    s = begin(2, wishes=("S13", "S07"))
    lay(s, "S13", ("T40", "0"))
    lay(s, "S07", ("T17", "0", "1"))
    told = plain(s, "=SAD")
    removed = next(event for event in told if event.code == "removed")
    assert (removed.values["wish"], removed.values["home"]) == ("S07", (0, 1))
    assert s.score == [0, 0]
    assert "T17" in s.discard
    assert s.free == [6, 7]
    assert (s.node.step_name, s.node.seat, s.node.values["type"]) == ("reveal", 0, "simple")


@rule("WIS-3.10", "WIS-A13", "WIS-A20")
def test_example_23_sad_with_a_tie() -> None:
    s = begin(3, first=2, wishes=("S01", "S04", "S07"))
    lay(s, "S01", guard=True)
    lay(s, "S07", ("T22", "0"))
    until(s, "plate")
    plain(s, "=SAD")
    assert (s.node.step_name, s.node.seat) == ("sad", 2)
    assert [str(a) for a in s.legal] == ["remove(S01)", "remove(S04)"]
    assert s.why_not(action("remove(S07)")).code == "fewest_first"
    assert s.why_not(action("remove(S02)")).code == "not_open"
    go(s, "remove(S01)")
    assert s.discard == ["GUARD"]
    assert s.score == [0, 0, 0]


@rule("WIS-3.10", "WIS-3.11")
def test_sad_without_a_simple_wish_removes_nothing_and_a_final_one_replaces() -> None:
    s = begin(2, wishes=("S01", "S04"))
    s.simple_down = 0
    lay(s, "S01", ("T05", "0"))
    lay(s, "S04", ("T13", "1"), ("T09", "1"))
    s.final_down, s.final = 3, tuple(w for w in s.final if w != "F10")
    s.open.append(("F10", (), False))
    plain(s, "=SAD")
    # the simple wish with 3 hearts went; two wishes are left, so none is turned up
    assert [wish for wish, _, _ in s.open] == ["S04", "F10"]
    assert (s.simple_down, s.final_down) == (0, 3)
    s = begin(2, wishes=("S01", "S04"))
    s.simple_down = 0
    lay(s, "S01", ("T05", "0"))
    plain(s, "=SAD")
    assert s.node.values["type"] == "final"
    plain(s, "=F01")
    assert [wish for wish, _, _ in s.open] == ["S01", "F01"]


@rule("WIS-3.10")
def test_sad_with_no_simple_wish_open_does_nothing() -> None:
    s = begin(2, wishes=("S01", "S04"))
    only(s, "F10", "F01")
    told = plain(s, "=SAD")
    assert "nothing_removed" in [event.code for event in told]
    assert len(s.open) == 2


@rule("WIS-2.8", "WIS-2.10", "WIS-11.6")
def test_an_empty_deck_is_made_of_the_discard_pile_with_its_guards() -> None:
    s = begin(2)
    under(s, "KIND")
    rest = sorted(s.loose)
    keep = rest[:1]  # what the plate added to the stack
    s.discard = [*rest[1:], "GUARD", "GUARD"]
    s.loose, s.deck, s.guards, s.top = keep, 0, 0, ""
    hand = s.hands[0]
    told = go(s, f"stash({hand[0]})")
    assert "reshuffled" in [event.code for event in told]
    assert s.discard == []
    assert s.guards == 2
    assert s.age == 1
    assert s.older == ((0, tuple(keep)),)
    assert s.node.dist() == Dist({"TASK": len(rest) - 1, "GUARD": 2})
    go(s, "=TASK")
    assert set(s.node.dist()) == set(rest[1:])


@rule("WIS-2.10", "WIS-A03")
def test_with_no_card_anywhere_play_goes_on() -> None:
    s = begin(2)
    under(s, "KIND")
    hand = s.hands[0]
    for card in [*s.loose[1:]]:
        s.loose.remove(card)
        wish = next(entry for entry in s.open)
        s.update_wish(wish, (wish[0], (*wish[1], (card, ())), False))
    s.deck, s.guards, s.top = 0, 0, ""
    told = go(s, f"stash({hand[0]})")
    assert "no_cards" in [event.code for event in told]
    assert len(s.hands[0]) == 2
    assert s.node.seat == 1
    go(s, f"stash({s.hands[1][0]})")
    assert s.node.step_name == "plate"
    told = go(s, "=HAPPY")
    assert "no_card_to_add" in [event.code for event in told]


@rule("WIS-2.10", "WIS-11.6", "WIS-A23")
def test_a_discard_pile_of_guards_alone_is_shuffled_while_a_wish_can_take_one() -> None:
    s = begin(2)
    under(s, "KIND")
    hand = s.hands[0]
    first, second = s.open
    cards = [*s.loose[1:]]
    s.loose = s.loose[:1]  # what the plate added
    s.update_wish(first, (first[0], tuple((card, ()) for card in cards), False))
    s.update_wish(second, (second[0], (), True))
    s.deck, s.guards, s.top = 0, 0, ""
    s.discard = ["GUARD"]
    told = [event.code for event in go(s, f"stash({hand[0]})")]
    assert "reshuffled" in told
    # it completes the first wish, whose cards can then be drawn
    assert "guard_completes" in told
    until(s, "act", 1)
    assert len(s.hands[0]) == 3
    assert s.discard.count("GUARD") + s.guards + sum(guard for _, _, guard in s.open) == 2


@rule("WIS-A03")
def test_option_the_deck_is_made_anew_at_once() -> None:
    for mode, age in (("at_once", 1), ("on_demand", 0)):
        s = begin(2, reshuffle=mode)
        under(s, "KIND")
        rest = sorted(s.loose)
        s.discard = [*rest[2:], "GUARD", "GUARD"]
        s.loose, s.deck, s.guards, s.top = rest[:2], 1, 0, "TASK"  # one in the deck, one in the stack
        go(s, f"stash({s.hands[0][0]})", f"={rest[1]}")
        assert s.age == age


@pytest.mark.parametrize(("held", "gained"), [(0, 1), (7, None)])
@rule("WIS-12.1", "WIS-12.2", "WIS-12.3", "WIS-12.4", "WIS-12.5", "WIS-A22")
def test_example_8_the_extra_tasks(held: int, gained: int | None) -> None:
    s = begin(4, wishes=("S01", "S04", "S07", "S10"))
    until(s, "plate")
    stack(s, ("T40", 0), ("T08", 1), ("T16", -1), ("T21", 2), ("T42", 3))
    s.orderly = ["Fan Wave", "Tea", "Sleep", "Music"]
    s.track = (0, 1, 2, 3)
    s.free = [6, 6, 6, 6]
    own(s, 0, gems=held)
    s.stack = tuple(
        (("T16", -1, 0, 15) if card == "" else (card, owner, age, known)) for card, owner, age, known in s.stack
    )
    s.loose.remove("T16")
    assert [(p.kind, p.hearts, p.seat) for p in rank_task_kinds_by_hearts(s)] == [
        ("Fan Wave", 4, 0),
        ("Tea", 4, 1),
        ("Food", 4, -1),
        ("Sleep", 3, 2),
        ("Music", 1, 3),
    ]
    s.plates = ("KIND", "HAPPY", "AFRAID", "NAUSEATE", "LOVELY")
    s.agenda_frames[-1:] = []
    s.log = told = []
    s._run_automatic_steps()
    assert s.score == [6, 4, 0, 0]
    assert s.gems == [held + (gained or 0), 0, 0, 0]
    paid = [(event.seat, event.values["points"], event.values["gems"]) for event in told if event.code == "place_paid"]
    assert paid == [(0, 6, gained), (1, 4, None)]
    assert s.free == [7, 7, 7, 7]
    assert s.orderly == ["", "", "", ""]
    assert s.track == ()
    assert set(s.discard) == {"T40", "T08", "T16", "T21", "T42"}


@rule("WIS-12.2", "WIS-6.4", "WIS-A17", "WIS-A18")
def test_example_20_a_kind_without_cards_has_no_place() -> None:
    s = begin(2)
    stack(s, ("T05", 0), ("T11", 1))
    s.orderly, s.track, s.free = ["Music", "Food"], (0, 1), [6, 6]
    assert [(p.kind, p.seat) for p in rank_task_kinds_by_hearts(s)] == [("Tea", -1), ("Food", 1)]


@rule("WIS-A17")
def test_option_a_kind_without_cards_takes_a_place() -> None:
    s = begin(2, zero_heart_place=True)
    stack(s, ("T05", 0), ("T11", 1))
    s.orderly, s.track, s.free = ["Music", "Food"], (0, 1), [6, 6]
    assert [(p.kind, p.hearts, p.seat) for p in rank_task_kinds_by_hearts(s)][:3] == [
        ("Tea", 3, -1),
        ("Food", 2, 1),
        ("Music", 0, 0),
    ]


@rule("WIS-12.2", "WIS-6.3")
def test_example_21_a_moved_orderly_keeps_its_place_on_the_track() -> None:
    s = begin(2)
    under(s, "KIND")
    go(s, "orderly(Tea)")
    go(s, "orderly(Food)")
    until(s, "act", 0)
    told = go(s, "orderly(Music)")
    assert [event.rule for event in told][:2] == ["WIS-6.1", "WIS-6.3"]
    assert s.track == (0, 1)
    assert s.free == [6, 6]
    s.stack = ()
    s.deck += 2
    stack(s, ("T48", 0), ("T16", 1))
    assert [(p.kind, p.hearts, p.seat) for p in rank_task_kinds_by_hearts(s)] == [("Music", 4, 0), ("Food", 4, 1)]


@rule("WIS-12.1")
def test_cards_nobody_has_seen_are_turned_up_by_chance() -> None:
    s = begin(2)
    for plate in ("KIND", "HAPPY", "AFRAID", "NAUSEATE", "UNCERTAIN"):
        until(s, "plate").apply(plate)
    until(s, "show")
    assert sum(card == "" for card, *_ in s.stack) == 5
    assert set(s.node.dist()) == set(s.loose)
    go(s, f"={s.loose[0]}")
    assert sum(card == "" for card, *_ in s.stack) == 4


@rule("WIS-12.6", "WIS-12.7", "WIS-12.8")
def test_between_rounds_wishes_stay_plates_come_anew_and_the_marker_passes() -> None:
    s = begin(3, first=2, wishes=("S13", "S07", "S01"))
    lay(s, "S13", ("T34", "0", "1"))
    for plate in ("KIND", "HAPPY", "AFRAID", "NAUSEATE", "UNCERTAIN"):
        until(s, "plate").apply(plate)
    until(s, "plate")
    assert s.round == 2
    assert s.first == 0
    assert s.open_wish("S13") == ("S13", (("T34", (0, 1)),), False)
    assert len(s.node.dist()) == 10
    assert (s.stack, s.track) == ((), ())
    assert isinstance(until(s, "act").node, Decision)
