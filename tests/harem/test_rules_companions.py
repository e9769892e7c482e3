"""Companions and their powers (HAR-5.5 to HAR-5.8), lessons and stars (HAR-6)."""

from __future__ import annotations

import pytest

from tests.harem.build import (
    GAME,
    allowed,
    cited,
    codes,
    court,
    discard,
    empty,
    fill,
    guards,
    hand,
    legal,
    play,
    refused,
    star,
    table,
    told,
    treasury,
)
from tests.rules import rule


def engaging(companion, seats=2, **options):
    """Seat 1 holds a companion and may pay for her in one way."""
    s = table(seats, **options)
    hand(s, 0, companion)
    return s


def engage(s, companion):
    """Engage her with the dearest Gold."""
    n = -(-s.price(companion) // 3)
    treasury(s, 0, *["GOLD-3"] * n)
    return play(s, f"engage({companion},{'+'.join(['GOLD-3'] * n)})")


@rule("HAR-5.5")
def test_she_comes_with_her_printed_skills():
    s = engaging("CON-14")
    events = engage(s, "CON-14")
    assert told(events, "engaged").rule == "HAR-5.5"
    assert told(events, "engaged").values["skills"] == (3, 3, 1)
    assert s.players[0].court == {"CON-14": ()}
    s = table()
    for companion in list(GAME.companions)[1:]:
        court(s, 0, companion)
    s.harem_discard.clear()
    hand(s, 0, "CON-01")
    engage(s, "CON-01")
    assert len(s.players[0].court) == 20  # no limit


@rule("HAR-5.6")
def test_draw_two_on_arrival():
    for companion in ("CON-02", "CON-17"):
        s = engaging(companion)
        events = engage(s, companion)
        assert told(events, "power").rule == "HAR-5.6"
        assert s.node.values == {"why": "power", "left": 2, "rule": "HAR-5.6"}
        assert refused(s, "stop").rule == "HAR-5.6"
        play(s, "draw(harem)", "=CON-05", "draw(master)", "=PN-LEVY", "draw(master)", "=GEM")
        assert s.players[0].hand == {"CON-05": 1, "GEM": 1}
        assert s.node.step_name == "main"


@rule("HAR-5.6")
def test_a_guard_comes_back_on_arrival():
    s = engaging("CON-04")
    assert "power_idle" in codes(engage(s, "CON-04"))  # no Guard in the discards
    s = engaging("CON-04")
    discard(s, "GUARD")
    events = engage(s, "CON-04")
    assert told(events, "guard_back").rule == "HAR-5.6"
    assert (s.players[0].guards, s.master_discard.get("GUARD", 0)) == (2, 0)
    s = engaging("CON-04")
    guards(s, 0, 2)
    discard(s, "GUARD")
    assert told(engage(s, "CON-04"), "power_idle").rule == "HAR-5.6"
    assert s.players[0].guards == 2


@rule("HAR-5.6")
def test_a_free_lesson_on_arrival_may_be_declined():
    s = engaging("CON-07")  # 2 3 1
    hand(s, 0, "ENH-D2", "GUARD")
    court(s, 0, "CON-14")
    engage(s, "CON-07")
    assert legal(s) == {"decline", "teach(ENH-D2,CON-07)"}
    assert (refused(s, "teach(ENH-D2,CON-14)").rule, refused(s, "teach(ENH-D2,CON-14)").code) == ("HAR-5.6", "only_her")
    assert refused(s, "teach(GUARD,CON-07)").code == "wrong_kind"  # it is in the hand
    assert refused(s, "teach(ENH-S2,CON-07)").code == "not_in_hand"
    declined = s.clone()
    assert told(play(declined, "decline"), "declined").rule == "HAR-5.6"
    assert declined.players[0].hand == {"ENH-D2": 1, "GUARD": 1}
    assert told(play(s, "teach(ENH-D2,CON-07)"), "taught").rule == "HAR-5.6"
    assert s.plays == 1
    s = engaging("CON-07")
    assert "power_idle" in codes(engage(s, "CON-07"))


@rule("HAR-5.6", "HAR-13.2")
def test_a_free_lesson_tells_nothing_of_the_hand():
    views = []
    for other in ("ENH-D2", "GUARD"):
        s = engaging("CON-07")
        hand(s, 0, other)
        engage(s, "CON-07")
        views.append(s.seen_by(1).to_dict())
    assert views[0] == views[1]
    assert legal(s) == {"decline"}
    ruling = refused(s, "teach(ENH-D2,CON-07)")
    assert (ruling.rule, ruling.code) == ("HAR-5.6", "not_in_hand")


@rule("HAR-6.4")
def test_a_free_lesson_must_raise_something():
    s = engaging("CON-07")  # 2 3 1
    hand(s, 0, "ENH-S1", "ENH-S2")
    engage(s, "CON-07")
    s.players[0].set_companion("CON-07", ("ENH-S1",))
    ruling = s.why_not(GAME.parse_choice("teach(ENH-S2,CON-07)"))
    assert (ruling.rule, ruling.code, ruling.values["areas"]) == ("HAR-6.4", "no_gain", ["song"])
    assert GAME.describe(ruling).endswith("The skills are 2, 4 and 1, and none can go above 4. (HAR-6.4)")


@rule("HAR-5.6", "HAR-13.4")
def test_cards_come_back_on_arrival():
    s = engaging("CON-10")
    discard(s, "ENH-D2", "ENH-S1", "GOLD-2")
    engage(s, "CON-10")
    assert legal(s) == {"fetch(ENH-D2)", "fetch(ENH-S1)"}
    assert refused(s, "fetch(GOLD-2)").code == "wrong_kind"
    assert (refused(s, "fetch(ENH-C2)").rule, refused(s, "fetch(ENH-C2)").code) == ("HAR-5.6", "not_discarded")
    play(s, "fetch(ENH-S1)")
    assert s.players[0].hand == {"ENH-S1": 1}
    s = engaging("CON-13")
    discard(s, "ENH-D2", "GOLD-2")
    engage(s, "CON-13")
    assert "fetch(GOLD-2)" in legal(s)
    play(s, "fetch(GOLD-2)")
    assert s.players[0].treasury == {"GOLD-2": 1}
    s = engaging("CON-10")
    assert told(engage(s, "CON-10"), "power_idle")
    assert s.node.step_name == "main"


@rule("HAR-5.6")
def test_powers_against_an_opponent_on_arrival():
    s = engaging("CON-11", 3)
    hand(s, 2, "GOLD-1", "GOLD-2")
    engage(s, "CON-11")
    assert legal(s) == {"pick(2)"}
    assert refused(s, "pick(0)").code == "no_target"
    assert (refused(s, "pick(1)").rule, refused(s, "pick(1)").code) == ("HAR-5.6", "no_card_there")
    play(s, "pick(2)")
    assert dict(s.node.dist()) == {"GOLD-1": 1, "GOLD-2": 1}
    play(s, "=GOLD-2")
    assert s.players[0].hand == {"GOLD-2": 1}
    s = engaging("CON-15", 3)
    guards(s, 1, 0)
    guards(s, 2, 2)
    engage(s, "CON-15")
    assert legal(s) == {"pick(2)"}
    assert refused(s, "pick(1)").code == "no_guards"
    assert told(play(s, "pick(2)"), "unguarded").rule == "HAR-7.3"
    assert s.players[2].guards == 1
    s = engaging("CON-15")
    guards(s, 1, 0)
    assert told(engage(s, "CON-15"), "power_idle")


@rule("HAR-5.7")
def test_move_a_lesson_once_a_turn():
    s = table()
    court(s, 0, "CON-01")
    court(s, 0, "CON-18", "ENH-D1", "ENH-D1S1", "ENH-S1")  # 4 4 3
    court(s, 0, "CON-08", "ENH-S1")  # 1 2 4
    court(s, 1, "CON-14")
    star(s, 0, "CON-20")
    moves = {action for action in legal(s) if action.startswith("move")}
    assert "move(CON-01,ENH-D1,CON-18,CON-08)" in moves
    assert "move(CON-01,ENH-S1,CON-08,CON-18)" not in moves  # raises nothing
    assert refused(s, "move(CON-01,ENH-S1,CON-08,CON-18)").rule == "HAR-6.4"
    assert (refused(s, "move(CON-01,ENH-C1,CON-18,CON-08)").rule) == "HAR-5.7"
    assert refused(s, "move(CON-01,ENH-D1,CON-18,CON-14)").code == "not_yours"
    assert refused(s, "move(CON-01,ENH-D1,CON-20,CON-08)").rule == "HAR-6.6"
    assert refused(s, "move(CON-01,ENH-D1,CON-18,CON-18)").code == "moves_to_another"
    assert refused(s, "move(CON-01,ENH-D2,CON-18,CON-08)").code == "nothing_to_move"
    assert refused(s, "move(CON-01,GUARD,CON-18,CON-08)").code == "moves_lessons"
    assert refused(s, "move(CON-08,ENH-D1,CON-18,CON-01)").code == "no_power"
    events = play(s, "move(CON-01,ENH-D1,CON-18,CON-08)")
    assert told(events, "moved").rule == "HAR-5.7"
    assert s.plays == 0
    assert s.skills(s.players[0], "CON-08") == (2, 2, 4)
    assert s.skills(s.players[0], "CON-18") == (4, 4, 3)  # a lost point comes back: HAR-A18
    ruling = refused(s, "move(CON-01,ENH-S1,CON-18,CON-08)")
    assert (ruling.rule, ruling.code, ruling.remedy) == ("HAR-5.7", "power_used", "next_turn")


@rule("HAR-5.7")
def test_reroll_a_gem_once_a_turn():
    s = table()
    hand(s, 0, "CON-02")
    court(s, 0, "CON-03")
    treasury(s, 0, "GEM", "GEM", "GEM")
    play(s, "roll_gem", "=6")
    assert s.node.rule == "HAR-5.7"
    kept = s.clone()
    play(kept, "keep")
    assert kept.pending == (2,)
    assert refused(s, "reroll(CON-14)").rule == "HAR-5.7"
    play(s, "reroll(CON-03)", "=4")
    assert (s.pending, s.master_discard) == ((), {"GEM": 1})  # the second roll stands
    play(s, "roll_gem", "=12")
    assert s.pending == (8,)


@rule("HAR-5.7", "HAR-8.3")
def test_one_more_in_a_raid_once_a_turn():
    s = table()
    hand(s, 0, "WRATH-D", "WRATH-C")
    court(s, 0, "CON-05")
    treasury(s, 1, "GEM", "GEM")
    play(s, "raid(WRATH-D,1)")
    assert s.node.step_name == "brace"
    assert s.node.rule == "HAR-5.7"
    assert refused(s, "boost(CON-01)").code == "no_power"
    plain = s.clone()
    play(plain, "roll", "=7+6")
    assert plain.node.step_name == "main"  # 7 against 7: a Guard wins ties
    assert plain.used == ()
    events = play(s, "boost(CON-05)")
    assert told(events, "boosted").rule == "HAR-5.7"
    play(s, "=7+6")
    assert s.node.step_name == "spoils"
    play(s, "take(GEM)", "raid(WRATH-C,1)")
    assert s.node.step_name == "combat"  # used


@rule("HAR-5.7")
def test_draw_a_companion_or_pay_less_once_a_turn():
    s = table()
    court(s, 0, "CON-12")
    court(s, 0, "CON-06")
    events = play(s, "use(CON-12)")
    assert told(events, "power").rule == "HAR-5.7"
    assert s.node.step_name == "card"
    play(s, "=CON-01")
    assert s.players[0].hand == {"CON-01": 1}
    assert s.price("CON-01") == 4
    play(s, "use(CON-06)")
    assert s.price("CON-01") == 3
    for companion in ("CON-12", "CON-06"):
        assert refused(s, f"use({companion})").code == "power_used"
    assert refused(s, "use(CON-01)").code == "no_power"
    treasury(s, 0, "GOLD-3")
    play(s, "engage(CON-01,GOLD-3)")
    s = table()
    court(s, 0, "CON-12")
    empty(s)
    s.players[1].court.update(dict.fromkeys(s.harem_discard, ()))
    s.harem_discard.clear()
    assert refused(s, "use(CON-12)").rule == "HAR-10.8"


@rule("HAR-5.7")
def test_a_power_works_in_the_turn_of_engaging():
    s = engaging("CON-12")
    engage(s, "CON-12")
    assert allowed(s, "use(CON-12)")


@rule("HAR-5.8")
def test_companions_stay_and_discarded_ones_have_their_own_pile():
    s = table()
    hand(s, 0, "CON-01", "CON-02", "GOLD-1", "GEM", "WRATH-F")
    court(s, 1, "CON-14")
    guards(s, 1, 0)
    treasury(s, 1, "GOLD-3")
    play(s, "raid(WRATH-F,1)", "=12+2")
    assert refused(s, "take(CON-14)").rule == "HAR-8.11"
    play(s, "take(GOLD-3)", "end", "draw(master)", "=PN-LACK")
    events = play(s, "discard(CON-01)")
    assert told(events, "discarded").related_rules == ("HAR-5.8",)
    assert s.harem_discard == {"CON-01": 1}
    assert "CON-01" not in s.master_discard


@rule("HAR-6.1")
def test_a_lesson_is_a_play_for_an_own_companion():
    s = table()
    hand(s, 0, "ENH-D2", "ENH-S1")
    court(s, 0, "CON-14")
    court(s, 1, "CON-18")
    ruling = refused(s, "teach(ENH-D2,CON-18)")
    assert (ruling.rule, ruling.code) == ("HAR-6.1", "not_yours")
    assert refused(s, "teach(ENH-C1,CON-14)").code == "not_in_hand"
    assert refused(s, "teach(GOLD-1,CON-14)").code == "wrong_kind"
    assert told(play(s, "teach(ENH-D2,CON-14)"), "taught").rule == "HAR-6.1"
    assert s.plays == 1
    assert s.players[0].court == {"CON-14": ("ENH-D2",)}


@rule("HAR-6.2")
def test_p2_no_skill_above_four():
    s = table()
    hand(s, 0, "ENH-D2")
    court(s, 0, "CON-14")
    events = play(s, "teach(ENH-D2,CON-14)")
    assert (told(events, "trained_lost").rule, told(events, "trained_lost").values["lost"]) == ("HAR-6.2", 1)
    assert s.skills(s.players[0], "CON-14") == (4, 3, 1)


@rule("HAR-A18", "HAR-6.2")
def test_lost_points_come_back():
    s = table()
    court(s, 0, "CON-01", "ENH-D1", "ENH-D2")  # 2 + 3, so one is lost
    court(s, 0, "CON-08")
    assert s.skills(s.players[0], "CON-01")[0] == 4
    play(s, "move(CON-01,ENH-D1,CON-01,CON-08)")
    assert s.skills(s.players[0], "CON-01")[0] == 4


@rule("HAR-A18", "HAR-6.2", "HAR-6.3")
def test_points_above_four_are_lost_for_good_by_an_option():
    s = table(points_above_four="lost")
    hand(s, 0, "ENH-D1", "ENH-D3S3")
    court(s, 0, "CON-01")  # 2 1 1
    court(s, 0, "CON-09")  # 3 2 2
    court(s, 0, "CON-08")  # 1 1 4
    play(s, "teach(ENH-D1,CON-01)")
    events = play(s, "teach(ENH-D3S3,CON-01)")
    assert told(events, "trained_lost").values["lost"] == 2
    assert "HAR-A18" in cited(events)
    assert s.lost == (("CON-01", "ENH-D3S3", (2, 0, 0)),)
    assert GAME.from_dict(s.to_dict()) == s
    away = s.clone()
    events = play(away, "move(CON-01,ENH-D1,CON-01,CON-08)")
    assert (away.skills(away.players[0], "CON-01"), "HAR-A18" in cited(events)) == ((3, 4, 1), True)
    play(away, "move(CON-09,ENH-D3S3,CON-01,CON-08)")  # a card that moves counts anew, up to 4
    assert away.skills(away.players[0], "CON-01") == (2, 1, 1)
    assert "CON-08" in away.players[0].stars
    assert away.lost == ()


@rule("HAR-A18")
def test_of_equal_cards_the_one_that_lost_more_moves():
    s = table(points_above_four="lost")
    court(s, 0, "CON-01")  # 2 1 1
    court(s, 0, "CON-14")  # 3 3 1
    hand(s, 0, "ENH-C2", "ENH-C2")
    play(s, "teach(ENH-C2,CON-01)", "teach(ENH-C2,CON-01)")  # 2 1 4
    assert s.lost == (("CON-01", "ENH-C2", (0, 0, 1)),)
    play(s, "move(CON-01,ENH-C2,CON-01,CON-14)")
    assert (s.lost, s.skills(s.players[0], "CON-01")) == ((), (2, 1, 3))


@rule("HAR-A18")
def test_what_a_written_position_has_lost():
    s = GAME.position("2 seats; now main; points_above_four lost; players.0.court {CON-14: [ENH-D2, ENH-S2]}")
    assert s.lost == (("CON-14", "ENH-D2", (1, 0, 0)), ("CON-14", "ENH-S2", (0, 1, 0)))
    for lost, says in (
        ([], "above 4 is lost"),
        ([{"companion": "CON-14", "card": "ENH-D1", "points": [1, 0, 0]}], "does not lie under"),
        ([{"companion": "CON-14", "card": "ENH-D2", "points": [2, 0, 0]}], "cannot have lost"),
    ):
        with pytest.raises(ValueError, match=says):
            GAME.from_dict({**s.to_dict(), "lost": lost})
    plain = s.to_dict() | {"options": {**s.options, "points_above_four": "return"}}
    with pytest.raises(ValueError, match="come back"):
        GAME.from_dict(plain)


@rule("HAR-6.3")
def test_a_double_lesson_raises_two_each_up_to_four():
    s = table()
    hand(s, 0, "ENH-D2S2", "ENH-D1C1")
    court(s, 0, "CON-12")  # 1 4 2
    court(s, 0, "CON-05")  # 3 1 2
    events = play(s, "teach(ENH-D2S2,CON-05)")
    assert told(events, "double").rule == "HAR-6.3"
    assert s.skills(s.players[0], "CON-05") == (4, 3, 2)
    play(s, "teach(ENH-D1C1,CON-12)")
    assert s.skills(s.players[0], "CON-12") == (2, 4, 3)


@rule("HAR-6.4", "HAR-A17")
def test_a_card_must_raise_something():
    s = table()
    hand(s, 0, "ENH-D1", "ENH-D1S1")
    court(s, 0, "CON-19")  # 4 3 2
    ruling = refused(s, "teach(ENH-D1,CON-19)")
    assert (ruling.rule, ruling.code) == ("HAR-6.4", "no_gain")
    assert ruling.values["skills"] == (4, 3, 2)
    assert allowed(s, "teach(ENH-D1S1,CON-19)")  # one area is enough


@rule("HAR-6.5", "HAR-A15", "HAR-A19")
@pytest.mark.parametrize("keeps", [False, True])
def test_w10_w12_a_star(keeps):
    s = table(kadine_keeps_jewelry=keeps)
    hand(s, 0, "ENH-D2S2")
    court(s, 0, "CON-18", "JEW-2")  # 3 3 4
    court(s, 0, "CON-16", "ENH-S2")  # 4 4 2
    treasury(s, 0, "JEW-4")
    events = play(s, "teach(ENH-D2S2,CON-18)")
    assert told(events, "trained_lost").values["lost"] == 2
    assert told(events, "star").rule == "HAR-6.5"
    assert told(events, "star").values["points"] == 15
    assert s.players[0].stars == {"CON-18": ("JEW-2",) if keeps else ()}
    assert ("JEW-2" in s.master_discard) is not keeps
    assert "ENH-D2S2" in s.master_discard
    play(s, "adorn(JEW-4,CON-16)")
    assert s.players[0].stars == {"CON-18": ("JEW-2",) if keeps else (), "CON-16": ("JEW-4",) if keeps else ()}
    assert s.players[0].court == s.players[0].treasury == {}
    assert ("JEW-4" in s.master_discard) is not keeps
    assert s.master_discard["ENH-S2"] == 1
    assert refused(s, "adorn(JEW-4,CON-16)").rule == "HAR-4.9"  # not cash any more either


@rule("HAR-6.6", "HAR-A16")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_star_is_finished_and_keeps_her_power(keeps):
    s = table(kadine_keeps_power=keeps)
    star(s, 0, "CON-12", "CON-01")
    star(s, 1, "CON-08")
    court(s, 0, "CON-14", "ENH-D1")
    court(s, 0, "CON-18")
    hand(s, 0, "ENH-S1", "WRATH-D")
    treasury(s, 1, "GEM")
    guards(s, 1, 0)
    ruling = refused(s, "teach(ENH-S1,CON-12)")
    assert (ruling.rule, ruling.code) == ("HAR-6.6", "is_star")
    assert refused(s, "move(CON-01,ENH-D1,CON-14,CON-12)").rule in ("HAR-6.6",)
    play(s, "raid(WRATH-D,1)")
    assert s.node.values["defence"] == (1 if keeps else 0)  # the watchful star
    play(s, "=7+7")
    assert s.node.step_name == ("main" if keeps else "spoils")
    if not keeps:
        play(s, "take(GEM)")
        assert refused(s, "use(CON-12)").rule == "HAR-6.6"
        assert refused(s, "move(CON-01,ENH-D1,CON-14,CON-18)").rule == "HAR-6.6"
    else:
        assert allowed(s, "use(CON-12)")
        assert allowed(s, "move(CON-01,ENH-D1,CON-14,CON-18)")


@rule("HAR-6.7", "HAR-11.1")
def test_w21_the_target_wins_at_once():
    s = table(4)
    star(s, 0, "CON-20")
    court(s, 0, "CON-18", "ENH-D1", "ENH-S1")
    court(s, 1, "CON-19")
    treasury(s, 0, "JEW-2", "GEM")
    treasury(s, 1, *["GOLD-3"] * 7)
    events = play(s, "adorn(JEW-2,CON-18)")
    reached = told(events, "target_reached")
    assert (reached.rule, reached.related_rules) == ("HAR-11.1", ("HAR-6.7",))
    assert (s.result.reason, s.result.rule, s.result.winners) == ("stars", "HAR-11.1", (0,))
    assert not {"final_rolled", "companion_points", "cash_points"} & set(codes(events))
    assert s.why_not(GAME.parse_choice("end")).code == "over"


@rule("HAR-6.8")
def test_three_ways_to_the_last_point():
    for way in (
        "teach(ENH-C1,CON-18)",
        "adorn(JEW-3,CON-18)",
        "move(CON-01,ENH-C1,CON-08,CON-18)",
        "move(CON-01,ENH-S1C1,CON-01,CON-18)",
    ):
        s = table()
        court(s, 0, "CON-18", "ENH-D1", "ENH-S1")
        court(s, 0, "CON-01", "ENH-S1C1")
        if "CON-08" in way:
            court(s, 0, "CON-02", "ENH-C1")
            way = way.replace("CON-08", "CON-02")
        else:
            hand(s, 0, "ENH-C1")
        treasury(s, 0, "JEW-3")
        events = play(s, way)
        assert told(events, "star").related_rules == ("HAR-6.8",)
        assert list(s.players[0].stars) == ["CON-18"]
    s = engaging("CON-07")
    court(s, 0, "CON-14")
    fill(s, 1)
    assert cited(engage(s, "CON-07")) >= {"HAR-5.5"}
