"""The turn (HAR-2) and its limits (HAR-3)."""

from __future__ import annotations

import pytest

from gamelib.games.harem.turn import PLAY_OR_FORFEIT_FRAME
from tests.harem.build import (
    GAME,
    allowed,
    cited,
    codes,
    court,
    discard,
    fill,
    guards,
    hand,
    legal,
    play,
    refused,
    table,
    told,
    treasury,
)
from tests.rules import rule


def opening(seats=2, **options):
    """Seat 1 is about to begin its turn."""
    s = table(seats, **options)
    s.agenda_frames[:] = [PLAY_OR_FORFEIT_FRAME]
    return s


@rule("HAR-2.1")
def test_play_or_forfeit_is_asked_first_and_only_then():
    s = opening()
    hand(s, 0, "GOLD-1")
    assert s.node.rule == "HAR-2.1"
    assert legal(s) == {"begin", "forfeit"}
    assert told(s.child(GAME.parse_choice("forfeit")).events, "forfeited").related_rules == ("HAR-2.1",)
    events = play(s, "begin")
    assert told(events, "begun").rule == "HAR-2.1"
    assert refused(s, "forfeit").rule == "HAR-2.1"
    play(s, "bank(GOLD-1)")
    assert refused(s, "forfeit").rule == "HAR-2.1"


@rule("HAR-2.2", "HAR-A7")
def test_forfeit_draws_up_to_three_and_nothing_else():
    s = opening()
    hand(s, 0, "GOLD-1")
    treasury(s, 0, "GEM", "JEW-2")
    court(s, 0, "CON-01")
    events = play(s, "forfeit")
    assert told(events, "forfeited").rule == "HAR-2.2"
    assert s.node.values == {"why": "forfeit", "left": 3, "rule": "HAR-2.2"}
    assert legal(s) == {"draw(master)", "draw(harem)", "stop"}
    for choice in ("bank(GOLD-1)", "roll_gem", "adorn(JEW-2,CON-01)", "use(CON-01)", "end"):
        assert (refused(s, choice).rule, refused(s, choice).code) == ("HAR-2.2", "forfeited")
    stopped = s.clone()
    events = play(stopped, "draw(harem)", "=CON-14", "stop")
    assert told(events, "stopped").rule == "HAR-2.2"
    assert (stopped.turn, stopped.players[0].hand_size()) == (1, 2)  # no fill to 7
    play(s, "draw(master)", "=GEM", "draw(harem)", "=CON-14", "draw(master)", "=GEM")
    assert (s.turn, s.players[0].hand_size(), s.node.step_name) == (1, 4, "turn")


@rule("HAR-2.3")
def test_p10_nothing_is_thrown_away():
    s = opening()
    hand(s, 0, "GOLD-1", "CON-02")
    for choices in ((), ("begin",), ("forfeit",)):
        t = s.clone()
        play(t, *choices)
        for card in ("GOLD-1", "CON-02"):
            ruling = refused(t, f"discard({card})")
            assert (ruling.rule, ruling.remedy) == ("HAR-2.3", "forfeit_instead")
    play(s, "forfeit", "draw(master)", "=GEM")
    assert s.players[0].hand == {"GOLD-1": 1, "CON-02": 1, "GEM": 1}


@rule("HAR-2.4")
def test_p8_any_order_and_steal_before_you_buy():
    s = table()
    hand(s, 0, "WRATH-E", "CON-05")
    treasury(s, 0, "GEM", "GEM")
    treasury(s, 1, "GOLD-3")
    guards(s, 1, 0)
    assert s.node.rule == "HAR-2.4"
    play(s, "roll_gem", "=7", "roll_gem", "=6")
    assert s.pending == (2, 3)
    assert refused(s, "engage(CON-05,GEM:2+GEM:3)").code == "too_poor"
    play(s, "raid(WRATH-E,1)", "=8+2", "take(GOLD-3)", "engage(CON-05,GOLD-3+GEM:3)")
    assert s.plays == 2
    assert s.pending == (2,)
    assert told(play(s, "end"), "gems_lost").values == {"gems": 1}


@rule("HAR-2.5", "HAR-4.7")
def test_w6_unspent_gems_go_before_the_fill():
    s = table()
    hand(s, 0, "CON-02")
    treasury(s, 0, "GEM")
    play(s, "roll_gem", "=9")
    assert s.pending == (5,)
    events = play(s, "end")
    assert [(event.code, event.rule) for event in events] == [("gems_lost", "HAR-4.7"), ("turn_closed", "HAR-2.5")]
    assert "HAR-2.5" in events[0].related_rules
    assert s.master_discard == {"GEM": 1}
    assert s.pending == ()
    assert s.node.step_name == "choose_deck"
    assert (refused(s, "end").rule, refused(s, "end").code) == ("HAR-2.5", "turn_ended")


@rule("HAR-2.6")
def test_fill_to_seven_from_any_mix_of_decks():
    s = table()
    fill(s, 0, 5)
    play(s, "end")
    assert s.node.values == {"why": "fill", "left": 2, "rule": "HAR-2.6"}
    assert legal(s) == {"draw(master)", "draw(harem)"}
    assert (refused(s, "stop").rule, refused(s, "stop").values) == ("HAR-2.6", {"left": 2})
    assert refused(s, "draw(west)").rule == "HAR-10.1"
    play(s, "draw(harem)", "=CON-03", "draw(master)", "=GEM")
    assert (s.players[0].hand_size(), s.turn) == (7, 1)


@rule("HAR-2.7")
def test_seven_or_more_draw_nothing():
    for cards in (7, 9):
        s = table()
        fill(s, 0, cards)
        events = play(s, "end")
        assert told(events, "hand_full").rule == "HAR-2.7"
        assert told(events, "hand_full").related_rules == ()  # no at-once card came
        assert (s.players[0].hand_size(), s.turn) == (cards, 1)


@rule("HAR-2.2", "HAR-2.7")
def test_w15_ten_cards_in_hand():
    s = opening()
    hand(s, 0, "GOLD-1", "GOLD-2", "GUARD", "GUARD", "ENH-D1", "ENH-S1", "ENH-C1")
    play(s, "forfeit", "draw(master)", "=GEM", "draw(master)", "=GEM", "draw(master)", "=GEM")
    assert (s.players[0].hand_size(), s.turn) == (10, 1)
    fill(s, 1)
    play(s, "begin", "end", "begin", "bank(GOLD-1)", "bank(GOLD-2)")
    events = play(s, "end")
    assert "drawn" not in codes(events)
    assert s.players[0].hand_size() == 8


@rule("HAR-2.8")
def test_the_next_turn_starts_afresh():
    s = table()
    for seat in (0, 1):
        fill(s, seat, 3)
    hand(s, 0, "KIS-BARGAIN", "GOLD-2", "GOLD-3", "GEM", "GEM", "JEW-2")
    court(s, 0, "CON-06")
    hand(s, 1, "GEM", "GEM", "GEM", "GEM")
    play(s, "fate(KIS-BARGAIN)", "use(CON-06)", "bank(GOLD-2)", "bank(GOLD-3)")
    assert (s.plays, s.kismet, s.discount, s.used) == (2, True, 3, ("CON-06",))
    hand(s, 0, "GOLD-1")
    events = play(s, "end")
    assert told(events, "next_turn").rule == "HAR-2.8"
    assert (s.turn, s.plays, s.kismet, s.discount, s.favour, s.used) == (1, 0, False, 0, False, ())
    play(s, "begin", "end", "begin")
    assert allowed(s, "use(CON-06)")
    assert allowed(s, "bank(GOLD-1)")


@rule("HAR-2.9")
def test_the_defender_decides_nothing():
    s = table(3)
    hand(s, 0, "WRATH-B", "WRATH-E")
    hand(s, 1, "GOLD-1", "GUARD")
    events = play(s, "raid(WRATH-B,1)")
    assert "HAR-2.9" in cited(events)
    asked = [s.node.seat]
    play(s, "=9+2")
    asked.append(s.node.seat)
    play(s, "grab(1)")
    asked.append(s.node.seat)
    play(s, "=GUARD")
    asked.append(s.node.seat)
    assert asked == [0, 0, 0, 0]


@rule("HAR-3.1", "HAR-A5")
def test_w18_one_fate_card_and_two_others():
    s = table()
    hand(s, 0, "KIS-BARGAIN", "KIS-TREASURE", "GOLD-1", "GOLD-1", "GOLD-1", "GUARD", "WRATH-A", "CON-02", "ENH-D1")
    court(s, 0, "CON-18")
    treasury(s, 0, "GOLD-3", "GOLD-2")
    hand(s, 1, "GEM")
    events = play(s, "fate(KIS-BARGAIN)", "bank(GOLD-1)", "bank(GOLD-1)")
    assert "HAR-3.1" in cited(events[:1]) & cited(events[1:2])
    for choice in ("bank(GOLD-1)", "guard", "raid(WRATH-A,1)", "engage(CON-02,GOLD-3)", "teach(ENH-D1,CON-18)"):
        assert (refused(s, choice).rule, refused(s, choice).code) == ("HAR-3.1", "no_play_left")
    assert (refused(s, "fate(KIS-TREASURE)").rule, refused(s, "fate(KIS-TREASURE)").code) == ("HAR-3.1", "fate_limit")
    assert allowed(s, "end")
    s = table()
    hand(s, 0, "GOLD-1", "GOLD-1", "GOLD-1", "KIS-TREASURE")
    play(s, "bank(GOLD-1)", "bank(GOLD-1)")
    assert refused(s, "bank(GOLD-1)").rule == "HAR-3.1"  # even if no Kismet was played
    assert allowed(s, "fate(KIS-TREASURE)")


@rule("HAR-3.2", "HAR-A35")
def test_p9_what_is_no_play():
    s = table()
    hand(s, 0, "GOLD-1", "GOLD-1", "CON-02")
    treasury(s, 0, "JEW-4", "GEM")
    court(s, 0, "CON-01", "ENH-D1")
    court(s, 0, "CON-14")
    rolled = s.clone()
    assert told(play(rolled, "roll_gem", "=8"), "gem_rolled").related_rules == ("HAR-3.2",)
    assert rolled.plays == 0
    play(s, "bank(GOLD-1)", "bank(GOLD-1)")
    events = play(s, "adorn(JEW-4,CON-14)", "move(CON-01,ENH-D1,CON-01,CON-14)")
    assert "HAR-3.2" in told(events, "adorned").related_rules
    assert "HAR-3.2" in told(events, "moved").related_rules
    assert s.plays == 2
    assert s.skills(s.players[0], "CON-14") == (4, 3, 3)


@rule("HAR-3.3", "HAR-4.1", "HAR-5.3")
def test_p1_money_can_be_spent_at_once():
    s = table()
    treasury(s, 0, "GOLD-2", "GOLD-3")
    hand(s, 0, "GOLD-2", "CON-05")
    assert refused(s, "engage(CON-05,GOLD-2+GOLD-3)").code == "too_poor"
    events = play(s, "bank(GOLD-2)")
    assert "HAR-3.3" in cited(events)
    for paid in ("GOLD-2+GOLD-2", "GOLD-2+GOLD-3"):
        assert refused(s, f"engage(CON-05,{paid})").rule == "HAR-5.3"
    events = play(s, "engage(CON-05,GOLD-2+GOLD-2+GOLD-3)")
    assert told(events, "paid_over").values["spare"] == 1
    assert s.players[0].treasury == {}
    assert s.plays == 2


@rule("HAR-3.4", "HAR-A6")
def test_a_turn_without_plays_still_fills_the_hand():
    s = opening()
    fill(s, 0, 6)
    events = play(s, "begin", "end")
    assert "HAR-3.4" in told(events, "turn_closed").related_rules
    play(s, "draw(master)", "=GEM")
    assert (s.players[0].hand_size(), s.turn) == (7, 1)
    s = table()
    hand(s, 0, "GOLD-1")
    assert "HAR-3.4" not in cited(play(s, "bank(GOLD-1)", "end"))


@rule("HAR-3.5")
def test_at_once_cards_never_reach_a_hand():
    for card, choices in (("PN-LEVY", ()), ("PN-CARAVAN", ("=GEM", "=GEM")), ("PN-LACK", ())):
        s = table()
        events = play(s, "end", "draw(master)", f"={card}", *choices)
        assert "HAR-3.5" in told(events, "at_once").related_rules
        assert not set(s.players[0].hand) & GAME.play_now_cards
        assert s.master_discard == {card: 1}


@rule("HAR-A28")
@pytest.mark.parametrize("rounds", [1, 3])
def test_standing_still_ends_the_game(rounds):
    s = opening(stall_rounds=rounds)
    court(s, 0, "CON-06")
    for seat in (0, 1):
        fill(s, seat)
    for _ in range(rounds):
        assert s.result is None
        events = play(s, "begin", "use(CON-06)", "end", "forfeit", "stop")  # a discount moves no card
    assert (s.result.reason, s.result.rule) == ("stalled", "HAR-A28")
    assert told(events, "stalled").rule == "HAR-A28"
    assert told(events, "stalled").values == {"rounds": rounds}


@rule("HAR-A28")
def test_a_card_that_moves_ends_the_standstill():
    s = opening(stall_rounds=1)
    hand(s, 0, "WRATH-A")
    for seat in (0, 1):
        fill(s, seat)
    play(s, "begin", "end", "forfeit", "draw(harem)", "=CON-01", "stop", "begin", "end")
    assert (s.result, s.idle) == (None, 1)
    play(s, "begin", "end")
    assert s.result.reason == "stalled"


@rule("HAR-A28")
@pytest.mark.parametrize("win_by", ["both", "kadines_only"])
def test_a_lesson_that_goes_to_and_fro_does_not_keep_a_game_alive(win_by):
    s = opening(win_by=win_by)
    court(s, 0, "CON-01", "ENH-D1")
    court(s, 0, "CON-06")
    for seat in (0, 1):
        fill(s, seat)
    pair = ("CON-01", "CON-06")
    for turn in range(3):
        assert s.result is None
        play(s, "begin", f"move(CON-01,ENH-D1,{pair[turn % 2]},{pair[1 - turn % 2]})", "end", "begin", "end")
    assert (s.result.reason, s.result.rule) == ("stalled", "HAR-A28")


@rule("HAR-A28")
def test_kadines_only_ends_when_nobody_gets_on():
    s = opening(win_by="kadines_only")
    court(s, 0, "CON-14")
    hand(s, 0, "ENH-D1")
    for seat in (0, 1):
        fill(s, seat, 9)
    s.turns, s.still = 40, 39
    grown = s.clone()
    for t, choices in ((s, ()), (grown, ("teach(ENH-D1,CON-14)",))):
        events = play(t, "begin", *choices, "end")
        assert (t.result is None) is bool(choices)
        assert t.still == (0 if choices else 40)
        assert ("stuck" in codes(events)) is not bool(choices)
    assert (s.result.reason, s.result.rule) == ("stalled", "HAR-A28")
    other = opening(win_by="both")
    fill(other, 0)
    other.turns, other.still = 40, 39
    discard(other, "GEM")
    play(other, "begin", "end")
    assert other.result is None
