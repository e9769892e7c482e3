"""Guards (HAR-7) and raids (HAR-8)."""

from __future__ import annotations

import pytest

from tests.harem.build import (
    GAME,
    allowed,
    cited,
    codes,
    court,
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


def raiding(card, watch, seats=2, **options):
    """Seat 1 holds a raid card; seat 2 has this many Guards and a treasury of every kind."""
    s = table(seats, **options)
    hand(s, 0, card)
    treasury(s, 1, "GOLD-1", "GOLD-1", "GOLD-2", "GOLD-3", "GEM", "GEM", "JEW-2", "JEW-2", "JEW-4")
    guards(s, 1, watch)
    return s


@rule("HAR-7.1")
def test_w19_two_guards_at_most():
    s = table()
    hand(s, 0, "GUARD", "GUARD")
    events = play(s, "guard")
    assert told(events, "guarded").rule == "HAR-7.1"
    assert (s.players[0].guards, s.plays) == (2, 1)
    ruling = refused(s, "guard")
    assert (ruling.rule, ruling.code, ruling.values) == ("HAR-7.1", "guards_full", {"limit": 2, "have": 2})
    s = table()
    assert (refused(s, "guard").rule, refused(s, "guard").code) == ("HAR-7.1", "not_in_hand")


@rule("HAR-7.2", "HAR-8.3")
@pytest.mark.parametrize("watch", [0, 1, 2])
def test_guards_add_and_win_ties(watch):
    for card, wrath in GAME.raid_cards.items():
        for attack in range(2, 13):
            for defend in range(2, 13):
                total = attack + wrath.modifier - defend - watch
                wins = total > 0 or (total == 0 and watch == 0)
                s = raiding(card, watch)
                s.apply(GAME.parse_choice(f"raid({card},1)"))
                events = s.apply((attack, defend))
                assert (s.node.step_name == "spoils") is wins
                assert s.players[1].guards == watch
                assert ("HAR-7.2" in cited(events)) is bool(watch)
                assert "HAR-8.3" in cited(events)
                if not wins:
                    assert told(events, "raid_failed").rule == "HAR-8.4"


ODDS = {  # modifier -> ways of 1296 against 0, 1, 2 Guards, as the dossier prints them
    -2: (435, 206, 126),
    -1: (575, 310, 206),
    0: (721, 435, 310),
    1: (861, 575, 435),
    2: (986, 721, 575),
    3: (1090, 861, 721),
}


@rule("HAR-8.3")
def test_odds_of_every_raid():
    for card, wrath in GAME.raid_cards.items():
        for watch in (0, 1, 2):
            s = raiding(card, watch)
            play(s, f"raid({card},1)")
            dist = s.node.dist()
            won = sum(ways for rolls, ways in dist.items() if s.child(rolls).node.step_name == "spoils")
            assert (dist.total, won) == (1296, ODDS[wrath.modifier][watch])


@rule("HAR-7.3")
def test_lost_guards_are_discarded_and_never_taken():
    s = raiding("WRATH-F", 2)
    play(s, "raid(WRATH-F,1)", "=12+2")
    assert refused(s, "take(GUARD)").rule == "HAR-8.11"
    events = play(s, "break")
    assert told(events, "broken").related_rules == ("HAR-7.3",)
    assert (s.players[1].guards, s.master_discard["GUARD"], s.players[0].guards) == (0, 2, 1)


@rule("HAR-8.1")
def test_two_raids_each_with_its_own_modifier():
    s = raiding("WRATH-A", 0, 3)
    hand(s, 0, "WRATH-F", "WRATH-E")
    assert refused(s, "raid(WRATH-A,0)").code == "no_target"
    assert refused(s, "raid(WRATH-A,3)").rule == "HAR-8.1"
    assert refused(s, "raid(WRATH-B,1)").code == "not_in_hand"
    events = play(s, "raid(WRATH-A,1)")
    assert told(events, "raided").rule == "HAR-8.1"
    assert s.node.values["modifier"] == 3
    assert (
        s.why_not(GAME.parse_choice("raid(WRATH-F,1)")).code == "chance_first"
    )  # the first one is resolved completely
    play(s, "=7+7", "take(GOLD-1)", "raid(WRATH-F,1)")
    assert s.node.values["modifier"] == -2
    play(s, "=2+12")
    assert s.plays == 2
    assert refused(s, "raid(WRATH-E,1)").rule == "HAR-3.1"


@rule("HAR-8.2")
def test_a_raid_needs_a_guard_or_loot():
    s = table(3)
    hand(s, 0, "WRATH-A", "WRATH-C", "WRATH-D")
    guards(s, 1, 0)
    treasury(s, 1, "GOLD-3")
    ruling = refused(s, "raid(WRATH-A,1)")  # gold up to 1 or hand: neither
    assert (ruling.rule, ruling.code, ruling.remedy) == ("HAR-8.2", "nothing_there", "other_target")
    assert refused(s, "raid(WRATH-D,1)").rule == "HAR-8.2"
    assert allowed(s, "raid(WRATH-C,1)")  # gold up to 3
    assert allowed(s, "raid(WRATH-D,2)")  # a Guard to beat
    hand(s, 1, "GOLD-1")
    assert allowed(s, "raid(WRATH-A,1)")
    treasury(s, 1, "JEW-2")
    assert allowed(s, "raid(WRATH-D,1)")


@rule("HAR-8.3")
def test_w7_w8_ties():
    s = raiding("WRATH-E", 1)
    events = play(s, "raid(WRATH-E,1)", "=9+7")
    assert told(events, "tie_lost").values["watch"] == 1
    assert "raid_failed" in codes(events)
    s = raiding("WRATH-E", 0)
    events = play(s, "raid(WRATH-E,1)", "=9+8")
    assert "HAR-A1" in told(events, "tie_won").related_rules
    assert s.node.step_name == "spoils"


@rule("HAR-8.3", "HAR-A1")
@pytest.mark.parametrize("way", ["roll", "automatic"])
def test_nobody_on_watch(way):
    s = raiding("WRATH-F", 0, unguarded_combat=way)
    court(s, 0, "CON-05")
    play(s, "raid(WRATH-F,1)")
    assert s.node.step_name == ("brace" if way == "roll" else "spoils")
    s = raiding("WRATH-F", 1, unguarded_combat=way)
    play(s, "raid(WRATH-F,1)")
    assert s.node.step_name == "combat"


@rule("HAR-8.3")
def test_the_watchful_add_one_but_do_not_win_ties_alone():
    s = raiding("WRATH-D", 0)
    court(s, 1, "CON-08")
    play(s, "raid(WRATH-D,1)")
    assert s.node.values["defence"] == 1
    assert s.child((7, 7)).node.step_name == "main"
    assert s.child((8, 7)).node.step_name == "spoils"  # a tie, and no Guard


@rule("HAR-8.4")
def test_a_failed_raid_changes_nothing():
    s = raiding("WRATH-F", 2)
    before = s.to_dict()["players"][1]
    events = play(s, "raid(WRATH-F,1)", "=2+12")
    assert told(events, "raid_failed").rule == "HAR-8.4"
    assert s.to_dict()["players"][1] == before
    assert s.node.step_name == "main"


@rule("HAR-8.5", "HAR-A21")
def test_break_or_steal_is_chosen_after_the_dice():
    s = raiding("WRATH-A", 2)
    play(s, "raid(WRATH-A,1)", "=12+2")
    assert s.node.rule == "HAR-8.5"
    assert legal(s) == {"break", "take(GOLD-1)", "take(-)"}  # the hand is empty, so that offer finds nothing
    broken = s.clone()
    assert told(play(broken, "break"), "broken").rule == "HAR-8.5"
    assert broken.players[1].guards == 0
    assert broken.players[0].treasury == {}
    play(s, "take(GOLD-1)")
    assert s.players[1].guards == 2
    s = raiding("WRATH-A", 0)
    play(s, "raid(WRATH-A,1)", "=12+2")
    assert (refused(s, "break").rule, refused(s, "break").code) == ("HAR-8.5", "no_guards")


@rule("HAR-8.5", "HAR-A22")
def test_the_text_of_the_card_may_be_chosen_where_it_finds_nothing():
    s = table()
    hand(s, 0, "WRATH-A")
    play(s, "raid(WRATH-A,1)", "=12+2")
    assert legal(s) == {"break", "take(-)"}
    play(s, "take(-)")
    assert (s.players[1].guards, s.node.step_name) == (1, "main")
    s = raiding("WRATH-C", 0)  # gold 3, 1 gem
    treasury(s, 1, "GEM")
    play(s, "raid(WRATH-C,1)", "=12+2")
    assert refused(s, "take(-)").code == "take_one"


@rule("HAR-8.6", "HAR-8.7", "HAR-8.11")
def test_what_may_not_be_taken_and_by_which_rule():
    s = raiding("WRATH-C", 0)  # gold 3, 1 gem
    court(s, 1, "CON-14", "JEW-3")
    play(s, "raid(WRATH-C,1)", "=12+2")
    for loot, rule_id, code in (
        ("GEM+GEM", "HAR-8.6", "over_limit"),
        ("GOLD-1+GOLD-3", "HAR-8.7", "over_limit"),
        ("GOLD-2+GOLD-2", "HAR-8.6", "not_there"),
        ("NO-CARD", "HAR-8.6", "not_there"),
        ("JEW-2", "HAR-8.6", "no_mode"),
        ("CON-14", "HAR-8.11", "no_mode"),
    ):
        ruling = refused(s, f"take({loot})")
        assert (ruling.rule, ruling.code) == (rule_id, code), loot
    s = raiding("WRATH-F", 0)
    court(s, 1, "CON-14", "JEW-3")
    play(s, "raid(WRATH-F,1)", "=12+2")
    assert (refused(s, "take(JEW-3)").rule, refused(s, "take(JEW-3)").code) == ("HAR-8.11", "not_there")


@rule("HAR-8.2")
def test_another_target_is_named_only_where_there_is_one():
    for watch, remedy in ((1, "other_target"), (0, None)):
        s = table(3)
        hand(s, 0, "WRATH-D")
        guards(s, 1, 0)
        guards(s, 2, watch)
        assert refused(s, "raid(WRATH-D,1)").remedy == remedy


@rule("HAR-8.6", "HAR-A22")
def test_one_mode_and_at_least_one_card():
    s = raiding("WRATH-F", 1)  # gold 6, gems 2, jewelry 2
    hand(s, 1, "GUARD")
    play(s, "raid(WRATH-F,1)", "=12+2")
    assert {"take(GEM)", "take(GEM+GEM)", "take(JEW-2+JEW-2)", "take(JEW-2+JEW-4)", "take(JEW-4)"} <= legal(s)
    gold = {action for action in legal(s) if "GOLD" in action}
    assert "take(GOLD-1+GOLD-2+GOLD-3)" in gold
    assert len(gold) == sum(
        1 for ones in range(3) for two in range(2) for three in range(2) if 0 < ones + 2 * two + 3 * three <= 6
    )
    for choice, code in (
        ("take(-)", "take_one"),
        ("take(GEM+GOLD-1)", "one_mode"),
        ("grab(1)", "no_mode"),
        ("take(GEM+GEM+GEM)", "not_there"),
        ("take(JEW-2+JEW-2+JEW-4)", "over_limit"),
        ("take(GOLD-2+GOLD-1)", "order"),
    ):
        assert refused(s, choice).code == code
    assert refused(s, "take(-)").rule == "HAR-8.6"
    events = play(s, "take(GEM+GEM)")
    assert "HAR-8.6" in cited(events)
    s = raiding("WRATH-E", 0)
    hand(s, 1, "GUARD", "GEM", "GEM")
    play(s, "raid(WRATH-E,1)", "=12+2")
    assert {"grab(1)", "grab(2)"} <= legal(s)
    for n in (0, 3, -1):
        assert (refused(s, f"grab({n})").rule, refused(s, f"grab({n})").code) == ("HAR-8.6", "grab_count")
    assert refused(s, "take(GEM)").rule == "HAR-8.6"


@rule("HAR-8.7")
def test_p3_gold_limit_two_against_a_gold_three():
    s = table()
    hand(s, 0, "WRATH-B")
    treasury(s, 1, "GOLD-3")
    hand(s, 1, "GEM")
    play(s, "raid(WRATH-B,1)", "=12+2")
    assert legal(s) == {"break", "grab(1)", "take(-)"}
    nothing = told(play(s.clone(), "take(-)"), "taken_nothing")
    assert (nothing.rule, nothing.related_rules) == ("HAR-8.6", ("HAR-8.5", "HAR-A22"))
    ruling = refused(s, "take(GOLD-3)")
    assert (ruling.rule, ruling.code) == ("HAR-8.7", "over_limit")
    assert ruling.values == {"limit": 2, "worth": 3, "what": "gold"}
    s = raiding("WRATH-B", 0)
    play(s, "raid(WRATH-B,1)", "=12+2")
    assert refused(s, "take(GOLD-1+GOLD-2)").rule == "HAR-8.7"
    assert "HAR-8.7" in cited(play(s, "take(GOLD-1+GOLD-1)"))


@rule("HAR-8.8")
def test_stolen_treasure_can_be_used_at_once():
    s = raiding("WRATH-F", 0)
    hand(s, 0, "CON-05")
    events = play(s, "raid(WRATH-F,1)", "=12+2", "take(GOLD-1+GOLD-2+GOLD-3)")
    assert told(events, "taken").rule == "HAR-8.8"
    assert s.players[0].treasury == {"GOLD-1": 1, "GOLD-2": 1, "GOLD-3": 1}
    assert s.players[0].hand == {"CON-05": 1}
    play(s, "engage(CON-05,GOLD-1+GOLD-2+GOLD-3)")


@rule("HAR-8.9", "HAR-A20")
def test_cards_of_a_hand_are_drawn_at_random_one_by_one():
    s = table()
    hand(s, 0, "WRATH-E")
    hand(s, 1, "GOLD-1", "GOLD-1", "GEM", "CON-01")
    play(s, "raid(WRATH-E,1)", "=12+2", "grab(2)")
    assert s.node.rule == "HAR-8.9"
    assert dict(s.node.dist()) == {"GOLD-1": 2, "GEM": 1, "CON-01": 1}
    assert told(play(s, "=GOLD-1"), "grabbed").rule == "HAR-8.9"
    assert dict(s.node.dist()) == {"GOLD-1": 1, "GEM": 1, "CON-01": 1}
    play(s, "=CON-01")
    assert s.players[0].hand == {"GOLD-1": 1, "CON-01": 1}
    s = table()
    hand(s, 0, "WRATH-E")
    hand(s, 1, "GEM")
    play(s, "raid(WRATH-E,1)", "=12+2")
    assert "grab(2)" not in legal(s)


@rule("HAR-8.10")
def test_the_raid_card_is_discarded_whatever_happens():
    for rolls in ("=12+2", "=2+12"):
        s = raiding("WRATH-C", 1)
        events = play(s, "raid(WRATH-C,1)", rolls)
        assert "HAR-8.10" in cited(events)
        assert s.master_discard["WRATH-C"] == 1
        assert "WRATH-C" not in s.players[0].hand


@rule("HAR-8.11")
def test_what_a_raid_cannot_take():
    s = raiding("WRATH-F", 1)
    court(s, 1, "CON-14", "JEW-3", "ENH-D1")
    star(s, 1, "CON-20")
    fill(s, 1, 2)
    play(s, "raid(WRATH-F,1)", "=12+2")
    for card in ("CON-14", "CON-20", "GUARD", "JEW-3", "ENH-D1"):
        ruling = refused(s, f"take({card})")
        assert ruling.rule == "HAR-8.11"
    assert refused(s, "take(JEW-3)").code == "not_there"
    assert not any(card in action for action in legal(s) for card in ("CON-", "GUARD", "JEW-3", "ENH"))
