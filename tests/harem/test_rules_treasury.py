"""The treasury (HAR-4) and paying for companions (HAR-5.1 to HAR-5.4, HAR-5.9)."""

from __future__ import annotations

import pytest

from gamelib import Dist
from tests.harem.build import (
    GAME,
    allowed,
    cited,
    codes,
    court,
    discard,
    fill,
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

TWO_DICE = Dist.dice(2, 6)


@rule("HAR-4.1")
def test_gold_goes_to_the_treasury():
    s = table()
    hand(s, 0, "GOLD-3")
    assert told(play(s, "bank(GOLD-3)"), "banked").rule == "HAR-4.1"
    assert (s.players[0].treasury, s.players[0].hand) == ({"GOLD-3": 1}, {})
    assert [GAME.payment_value[f"GOLD-{n}"] for n in (1, 2, 3)] == [1, 2, 3]
    ruling = refused(s, "bank(GOLD-3)")
    assert (ruling.rule, ruling.code) == ("HAR-4.1", "not_in_hand")


@rule("HAR-4.2")
def test_a_gem_goes_to_the_treasury_without_a_value():
    s = table()
    hand(s, 0, "GEM")
    assert told(play(s, "bank(GEM)"), "banked").rule == "HAR-4.2"
    assert s.players[0].treasury == {"GEM": 1}
    assert s.pending == ()
    assert refused(s, "bank(GEM)").rule == "HAR-4.2"


@rule("HAR-4.3")
def test_jewelry_goes_to_the_treasury():
    s = table()
    hand(s, 0, "JEW-4")
    assert told(play(s, "bank(JEW-4)"), "banked").rule == "HAR-4.3"
    assert s.players[0].treasury == {"JEW-4": 1}
    assert refused(s, "bank(JEW-4)").rule == "HAR-4.3"
    assert (refused(s, "bank(GUARD)").rule, refused(s, "bank(GUARD)").code) == ("HAR-4.3", "wrong_kind")


@rule("HAR-4.4")
@pytest.mark.parametrize(
    ("name", "values"), [("A", [0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8]), ("B", [0, 0, 0, 0, 0, 0, 4, 6, 9, 12, 13])]
)
def test_w2_gem_table(name, values):
    for roll, value in zip(range(2, 13), values, strict=True):
        s = table(gem_table=name)
        hand(s, 0, "CON-02")
        treasury(s, 0, "GEM")
        play(s, "roll_gem")
        assert s.node.dist() == TWO_DICE
        assert s.node.rule == "HAR-4.4"
        assert told(play(s, f"={roll}"), "gem_rolled").values == {"rolls": (roll,), "value": value}
        assert s.pending == ((value,) if value else ())
    mean = TWO_DICE.map(lambda roll: s.gem_value(roll)).mean
    assert mean == 3


@rule("HAR-4.4", "HAR-A10")
def test_a_roll_needs_something_to_buy():
    s = table()
    treasury(s, 0, "GEM")
    hand(s, 0, "GOLD-1", "GOLD-1")
    assert (refused(s, "roll_gem").rule, refused(s, "roll_gem").code) == ("HAR-4.4", "nothing_to_buy")
    hand(s, 0, "CON-02")
    assert allowed(s, "roll_gem")
    play(s, "bank(GOLD-1)", "bank(GOLD-1)")
    assert (refused(s, "roll_gem").rule, refused(s, "roll_gem").code) == ("HAR-4.4", "no_play_to_engage")
    s = table()
    hand(s, 0, "CON-02", "GEM")
    assert (refused(s, "roll_gem").code, refused(s, "roll_gem").remedy) == ("no_gem", "bank_first")


@rule("HAR-A8", "HAR-4.8")
@pytest.mark.parametrize("way", ["each", "one_roll_for_all"])
def test_one_roll_each_or_for_all(way):
    s = table(gem_roll=way)
    hand(s, 0, "CON-02")
    treasury(s, 0, "GEM", "GEM", "GEM")
    play(s, "roll_gem", "=8")
    assert s.pending == ((4,) if way == "each" else (4, 4, 4))
    assert allowed(s, "roll_gem") is (way == "each")
    s = table(gem_roll=way)
    hand(s, 0, "CON-02")
    treasury(s, 0, "GEM", "GEM", "GEM")
    play(s, "roll_gem", "=4")
    assert s.master_discard == {"GEM": 1 if way == "each" else 3}


@rule("HAR-4.5")
def test_a_worthless_gem_is_discarded_at_once():
    s = table()
    hand(s, 0, "CON-02")
    treasury(s, 0, "GEM")
    events = play(s, "roll_gem", "=5")
    assert told(events, "gem_worthless").rule == "HAR-4.5"
    assert (s.players[0].treasury, s.master_discard, s.pending) == ({}, {"GEM": 1}, ())


@rule("HAR-4.6", "HAR-A9")
def test_a_gem_is_spent_whole_on_one_companion_or_not_at_all():
    s = table()
    hand(s, 0, "CON-01", "CON-02")
    treasury(s, 0, "GEM", "GOLD-3")
    events = play(s, "roll_gem", "=12")
    assert told(events, "gem_pending").rule == "HAR-4.6"
    assert s.pending == (8,)
    assert allowed(s, "end")  # no duty to buy
    events = play(s, "engage(CON-01,GEM:8)")
    assert told(events, "paid_over").values["spare"] == 4
    assert s.pending == ()
    assert refused(s, "engage(CON-02,GOLD-3)").code == "too_poor"  # the rest of the Gem is gone


@rule("HAR-4.7")
def test_an_unspent_gem_is_lost():
    s = table()
    hand(s, 0, "CON-01")
    treasury(s, 0, "GEM", "GEM", "GOLD-3")
    play(s, "roll_gem", "=6", "roll_gem", "=8", "engage(CON-01,GEM:4)")
    events = play(s, "end")
    assert (told(events, "gems_lost").rule, told(events, "gems_lost").values) == ("HAR-4.7", {"gems": 1})
    assert s.master_discard == {"GEM": 2}


@rule("HAR-4.8")
def test_gems_are_rolled_one_after_another_with_other_actions_between():
    s = table()
    hand(s, 0, "CON-05", "KIS-FAVOUR", "GOLD-1")
    treasury(s, 0, "GEM", "GEM")
    events = play(s, "roll_gem", "=6")
    assert "HAR-4.8" in cited(events)
    play(s, "bank(GOLD-1)", "fate(KIS-FAVOUR)", "roll_gem", "=2+9")
    assert s.pending == (2, 5)
    assert allowed(s, "engage(CON-05,GOLD-1+GEM:5)")
    assert allowed(s, "engage(CON-05,GEM:2+GEM:5)")


@rule("HAR-4.9", "HAR-A13", "HAR-A17")
def test_jewelry_goes_to_a_companion_and_is_no_money_then():
    s = table()
    hand(s, 0, "JEW-4", "JEW-2", "CON-01")
    court(s, 0, "CON-14")  # 3 3 1
    court(s, 0, "CON-08")  # charm 4 already
    star(s, 0, "CON-20")
    ruling = refused(s, "adorn(JEW-4,CON-14)")
    assert (ruling.rule, ruling.code, ruling.remedy) == ("HAR-4.9", "not_in_treasury", "bank_first")
    play(s, "bank(JEW-4)")
    assert refused(s, "adorn(JEW-4,CON-08)").rule == "HAR-6.4"
    assert refused(s, "adorn(JEW-4,CON-20)").rule == "HAR-6.6"
    assert refused(s, "adorn(JEW-4,CON-02)").rule == "HAR-4.9"
    assert refused(s, "adorn(GOLD-1,CON-14)").rule == "HAR-4.9"
    assert allowed(s, "engage(CON-01,JEW-4)")
    events = play(s, "adorn(JEW-4,CON-14)")
    assert told(events, "adorned").rule == "HAR-4.9"
    assert s.skills(s.players[0], "CON-14") == (3, 3, 3)  # +2, not +4
    assert refused(s, "engage(CON-01,JEW-4)").code == "too_poor"
    assert [GAME.skill_points[f"JEW-{n}"] for n in (2, 3, 4)] == [(0, 0, 1), (0, 0, 1), (0, 0, 2)]


@rule("HAR-4.10", "HAR-A14")
@pytest.mark.parametrize(("options", "code", "left"), [({}, "paid", 1), ({"jewelry_change": "lost"}, "paid_over", 0)])
def test_jewelry_pays_its_number_and_the_rest_is_left_over(options, code, left):
    """By the print, the gold of Jewelry must be spent in the turn, not in the payment."""
    s = table(**options)
    hand(s, 0, "CON-06", "CON-01")
    court(s, 0, "CON-12")
    treasury(s, 0, "JEW-4", "GOLD-3")
    events = play(s, "engage(CON-06,GOLD-3+JEW-4)")
    assert "HAR-4.10" in told(events, code).related_rules
    assert (told(events, code).values["spare"], s.change) == (1 - left, left)
    assert s.master_discard == {"GOLD-3": 1, "JEW-4": 1}
    s = table()
    hand(s, 0, "CON-02", "CON-01")
    treasury(s, 0, "GOLD-3", "GOLD-2", "GOLD-3")
    assert "HAR-4.10" not in cited(play(s, "engage(CON-02,GOLD-2+GOLD-3)"))


@rule("HAR-4.11")
def test_the_treasury_stays_and_may_be_large():
    s = table()
    cards = ["GOLD-1"] * 5 + ["GOLD-2"] * 8 + ["GOLD-3"] * 7 + ["GEM"] * 8 + ["JEW-2", "JEW-3", "JEW-4"]
    treasury(s, 0, *cards)
    fill(s, 0)
    fill(s, 1)
    before = dict(s.players[0].treasury)
    assert "HAR-4.11" in cited(play(s, "end", "begin", "end"))
    assert s.players[0].treasury == before
    assert sum(before.values()) == len(cards)


@rule("HAR-4.12")
def test_no_change_is_given():
    s = table()
    hand(s, 0, "CON-02")
    treasury(s, 0, "GOLD-3", "GOLD-3")
    assert legal(s) == {"end", "engage(CON-02,GOLD-3+GOLD-3)"}
    events = play(s, "engage(CON-02,GOLD-3+GOLD-3)")
    assert "HAR-4.12" in told(events, "paid_over").related_rules
    assert s.players[0].treasury == {}


@rule("HAR-5.1")
def test_engaging_is_a_play_from_the_hand():
    s = table()
    hand(s, 0, "CON-14")
    treasury(s, 0, "GOLD-3", "GOLD-3", "GOLD-3", "GOLD-2")
    assert (refused(s, "engage(CON-02,GOLD-2+GOLD-3)").rule) == "HAR-5.1"
    assert (refused(s, "engage(GOLD-3,GOLD-3)").code) == "wrong_kind"
    events = play(s, "engage(CON-14,GOLD-2+GOLD-3+GOLD-3)")
    assert told(events, "paid_over").rule == "HAR-5.1"
    assert s.plays == 1
    assert s.players[0].hand == {}


@rule("HAR-5.2")
def test_cost_is_the_base_value_less_discounts_but_never_below_one():
    for companion, card in GAME.companions.items():
        assert table().price(companion) == sum(card.skills) == card.base
    s = table()
    hand(s, 0, "KIS-BARGAIN", "CON-01", "CON-02")
    court(s, 0, "CON-06")
    treasury(s, 0, "GOLD-1", "GOLD-3", "GOLD-2")
    play(s, "fate(KIS-BARGAIN)", "use(CON-06)")
    assert (s.price("CON-01"), s.price("CON-02")) == (1, 2)
    events = play(s, "engage(CON-01,GOLD-1)")
    assert told(events, "discounted").rule == "HAR-5.2"
    assert told(events, "discounted").values == {"base": 4, "cost": 1}
    assert s.price("CON-02") == 5  # one companion only
    s.discount = 9
    assert s.price("CON-02") == 1


@rule("HAR-5.2")
def test_w23_bargain():
    s = table()
    hand(s, 0, "KIS-BARGAIN", "CON-02")
    treasury(s, 0, "GOLD-3")
    assert refused(s, "engage(CON-02,GOLD-3)").code == "too_poor"
    play(s, "fate(KIS-BARGAIN)", "engage(CON-02,GOLD-3)")
    assert "CON-02" in s.players[0].court


@rule("HAR-5.3")
def test_what_can_pay():
    s = table()
    hand(s, 0, "CON-14")
    treasury(s, 0, "GOLD-3", "JEW-3", "GEM", "GEM")
    assert refused(s, "engage(CON-14,GOLD-3+JEW-3+GEM)").remedy == "roll_gem"  # not rolled
    play(s, "roll_gem", "=6")
    assert (refused(s, "engage(CON-14,GOLD-3+JEW-3+GEM)").code) == "cannot_pay_with"
    assert (refused(s, "engage(CON-14,GOLD-3+GOLD-3+GEM:2)").code) == "cannot_pay_with"
    assert (refused(s, "engage(CON-14,GOLD-3+JEW-3+GEM:5)").rule) == "HAR-5.3"
    assert (refused(s, "engage(CON-14,GOLD-3+GEM:2)").code) == "pays_too_little"
    assert (refused(s, "engage(CON-14,-)").code) == "pays_too_little"
    assert (refused(s, "engage(CON-14,GEM:2+JEW-3+GOLD-3)").code) == "order"
    events = play(s, "engage(CON-14,GOLD-3+JEW-3+GEM:2)")
    assert "HAR-5.3" in cited(events)
    assert s.master_discard == {"GOLD-3": 1, "JEW-3": 1, "GEM": 1}
    assert s.players[0].treasury == {"GEM": 1}


@rule("HAR-5.3")
def test_w3_exact_payment():
    s = table()
    hand(s, 0, "CON-14")
    treasury(s, 0, "GOLD-3", "JEW-4", "GOLD-1")
    play(s, "engage(CON-14,GOLD-3+JEW-4)")
    assert s.players[0].treasury == {"GOLD-1": 1}


@rule("HAR-5.4", "HAR-A12")
@pytest.mark.parametrize("payment", ["irredundant", "any"])
def test_w4_no_needless_cards(payment):
    s = table(payment=payment)
    hand(s, 0, "CON-05")
    treasury(s, 0, "GOLD-3", "GOLD-3", "GOLD-1", "GEM")
    if payment == "any":
        assert allowed(s, "engage(CON-05,GOLD-1+GOLD-3+GOLD-3)")
        assert "HAR-5.4" in cited(play(s, "engage(CON-05,GOLD-1+GOLD-3+GOLD-3)"))
        return
    ruling = refused(s, "engage(CON-05,GOLD-1+GOLD-3+GOLD-3)")
    assert (ruling.rule, ruling.code, ruling.values["spare"]) == ("HAR-5.4", "superfluous", 1)
    play(s, "roll_gem", "=6")
    assert allowed(s, "engage(CON-05,GOLD-1+GOLD-3+GEM:2)")
    assert refused(s, "engage(CON-05,GOLD-1+GOLD-3+GOLD-3+GEM:2)").rule == "HAR-5.4"
    events = play(s, "engage(CON-05,GOLD-3+GOLD-3+GEM:2)")  # rolled Gems are exempt
    assert "HAR-5.4" in told(events, "paid_over").related_rules


@rule("HAR-5.3")
def test_a_rolled_gem_is_named_by_its_value():
    s = table()
    hand(s, 0, "CON-03")
    treasury(s, 0, "GEM", "GEM")
    play(s, "roll_gem", "=9")
    for paid in ("GEM:05", "GEM:٥", "GEM:5+GEM:5", "GEM:x", "GEM"):
        ruling = refused(s, f"engage(CON-03,{paid})")
        assert (ruling.rule, ruling.code) == ("HAR-5.3", "cannot_pay_with"), paid


@rule("HAR-4.4", "HAR-4.9")
def test_bank_first_where_a_play_is_left_for_it():
    s = table()
    hand(s, 0, "GEM", "JEW-2", "CON-01", "GUARD")
    court(s, 0, "CON-14")
    assert (refused(s, "roll_gem").remedy, refused(s, "adorn(JEW-2,CON-14)").remedy) == ("bank_first", "bank_first")
    play(s, "guard")  # one play left: enough to bank, not to roll and engage as well
    assert (refused(s, "roll_gem").remedy, refused(s, "adorn(JEW-2,CON-14)").remedy) == ("next_turn", "bank_first")
    play(s, "bank(GEM)")
    assert refused(s, "adorn(JEW-2,CON-14)").remedy == "next_turn"


@rule("HAR-6.1")
def test_engage_her_first_if_she_is_in_the_hand():
    s = table()
    hand(s, 0, "ENH-D2", "CON-14")
    assert refused(s, "teach(ENH-D2,CON-14)").remedy == "engage_first"
    assert refused(s, "teach(ENH-D2,CON-20)").remedy is None


@rule("HAR-4.4", "HAR-A39")
def test_two_equal_rolls_are_both_told():
    s = table()
    hand(s, 0, "KIS-FAVOUR", "CON-01")
    treasury(s, 0, "GEM")
    events = play(s, "fate(KIS-FAVOUR)", "roll_gem", "=8+8")
    said = GAME.describe(told(events, "gem_rolled_twice"))
    assert said == "Player 1 rolls 8 and 8 for a gem. The higher value counts: 4 gold."


@rule("HAR-A8")
def test_one_roll_for_all_tells_how_many_gems():
    s = table(gem_roll="one_roll_for_all")
    hand(s, 0, "CON-01")
    treasury(s, 0, "GEM", "GEM", "GEM")
    events = play(s.clone(), "roll_gem", "=8")
    said = GAME.describe(told(events, "gems_pending"))
    assert said == "Each of the 3 gems counts as 4 gold towards a performer this turn."
    events = play(s, "roll_gem", "=2")
    assert GAME.describe(told(events, "gems_worthless")) == "The 3 gems are worth nothing and are discarded."


def brute_payments(cards, pending, cost, free):
    """All payments straight from HAR-5.3 and HAR-5.4, over every subset."""
    worth = {**GAME.payment_value, **{f"GEM:{value}": value for value in pending}}
    pool = [*cards, *(f"GEM:{value}" for value in pending)]
    found = set()
    for mask in range(1 << len(pool)):
        paid = [card for i, card in enumerate(pool) if mask >> i & 1]
        total = sum(worth[card] for card in paid)
        needed = all(total - worth[card] < cost for card in paid if not card.startswith("GEM:"))
        if total >= cost and (free or needed):
            found.add(tuple(sorted(paid)))
    return found


@rule("HAR-5.3", "HAR-5.4")
@pytest.mark.parametrize("payment", ["irredundant", "any"])
def test_payments_agree_with_every_subset(payment):
    cards = ("GOLD-1", "GOLD-1", "GOLD-2", "GOLD-3", "GOLD-3", "JEW-2", "JEW-4")
    for companion in ("CON-01", "CON-14", "CON-20"):
        s = table(payment=payment)
        hand(s, 0, companion)
        treasury(s, 0, *cards, "GEM", "GEM")
        play(s, "roll_gem", "=6", "roll_gem", "=9")
        legal_payments = [tuple(sorted(action.args[1])) for action in s.legal if action.verb == "engage"]
        assert len(set(legal_payments)) == len(legal_payments)
        assert set(legal_payments) == brute_payments(cards, (2, 5), s.price(companion), payment == "any")


@rule("HAR-5.9")
def test_two_companions_in_one_turn():
    s = table()
    hand(s, 0, "CON-14", "CON-20", "CON-01")
    treasury(s, 0, *["GOLD-3"] * 7)
    events = play(s, "engage(CON-14,GOLD-3+GOLD-3+GOLD-3)")
    assert "HAR-5.9" in told(events, "engaged").related_rules
    play(s, "engage(CON-20,GOLD-3+GOLD-3+GOLD-3+GOLD-3)")
    assert list(s.players[0].court) == ["CON-14", "CON-20"]
    assert refused(s, "engage(CON-01,GOLD-3)").rule == "HAR-3.1"


@rule("HAR-A39", "HAR-4.4")
def test_favour_takes_the_better_of_two_and_a_reroll_repeats_both():
    s = table()
    hand(s, 0, "KIS-FAVOUR", "CON-01")
    court(s, 0, "CON-03")
    treasury(s, 0, "GEM", "GEM")
    play(s, "fate(KIS-FAVOUR)", "roll_gem")
    assert s.node.dist().total == 36 * 36
    play(s, "=5+8")
    assert s.node.values == {"value": 4}
    assert legal(s) == {"keep", "reroll(CON-03)"}
    events = play(s, "reroll(CON-03)", "=6+7")
    assert (told(events, "rerolled").rule, s.pending) == ("HAR-5.7", (3,))
    assert "reroll" not in codes(play(s, "roll_gem", "=12+2"))
    assert s.pending == (3, 8)
    assert s.node.step_name == "main"  # the power is used


@rule("HAR-4.4")
def test_favour_lasts_for_the_turn_only():
    s = table()
    fill(s, 1)
    fill(s, 0)
    hand(s, 0, "KIS-FAVOUR", "CON-01")
    treasury(s, 0, "GEM", "GEM")
    play(s, "fate(KIS-FAVOUR)", "roll_gem", "=12+2", "end", "begin", "end", "begin", "roll_gem")
    assert s.node.dist() == TWO_DICE
    discard(s, "GOLD-3")


def unspent(s):
    """The acts that are refused because a Gem would stay unspent."""
    legal = set(s.legal)
    wasted = {str(a) for a in GAME.nameable(s) if (why := s.why_not(a)) is not None and why.code == "gem_unspent"}
    assert not wasted & {str(action) for action in legal}
    return wasted


@rule("HAR-A9")
@pytest.mark.parametrize("must", [False, True])
def test_a_gem_that_can_buy_is_spent_by_an_option(must):
    s = table(gem_must_be_spent=must)
    hand(s, 0, "CON-14", "GOLD-1", "GUARD", "KIS-BARGAIN")
    treasury(s, 0, "GOLD-3", "JEW-4", "GEM")
    court(s, 0, "CON-17")
    play(s, "roll_gem", "=6")
    assert unspent(s) == ({"end", "adorn(JEW-4,CON-17)", "engage(CON-14,GOLD-3+JEW-4)"} if must else set())
    play(s, "bank(GOLD-1)")
    last = {
        "end",  # one play is left, and it must buy
        "guard",
        "adorn(JEW-4,CON-17)",
        "engage(CON-14,GOLD-3+JEW-4)",
    }
    assert unspent(s) == (last if must else set())
    play(s, "engage(CON-14,GOLD-3+JEW-4+GEM:2)", "end")  # nothing waits any more

    s = table(gem_must_be_spent=must)  # the other companion can still be paid for, so the first needs no Gem
    hand(s, 0, "CON-02", "CON-03")
    treasury(s, 0, "GOLD-3", "GOLD-2", "GOLD-3", "GOLD-3", "GEM")
    play(s, "roll_gem", "=6")
    assert unspent(s) == ({"end"} if must else set())
    assert allowed(s, "engage(CON-02,GOLD-2+GOLD-3)")

    s = table(gem_must_be_spent=must)  # what falls short binds nobody
    hand(s, 0, "CON-02")
    treasury(s, 0, "GEM")
    play(s, "roll_gem", "=6")
    assert "HAR-4.7" in cited(play(s, "end"))


@rule("HAR-A14")
@pytest.mark.parametrize("change", ["lost", "this_turn"])
def test_what_jewelry_pays_too_much_is_change_for_the_turn_by_an_option(change):
    s = table(jewelry_change=change)
    hand(s, 0, "CON-03", "CON-01")
    treasury(s, 0, "JEW-4", "JEW-4", "GOLD-1")
    events = play(s, "engage(CON-03,JEW-4+JEW-4)")
    assert ("paid_over" in codes(events), s.change) == ((True, 0) if change == "lost" else (False, 3))
    if change == "lost":
        assert refused(s, "engage(CON-01,GOLD-1)").code == "too_poor"
        return
    assert "GOLD-1" in str(legal(GAME.from_dict(s.to_dict())))
    play(s, "engage(CON-01,GOLD-1)")
    assert (s.change, s.players[0].treasury) == (0, {})


@rule("HAR-A14")
def test_change_pays_alone_and_is_lost_with_the_turn():
    s = table(jewelry_change="this_turn", payment="any")
    hand(s, 0, "CON-01", "CON-07", "CON-12")
    treasury(s, 0, "GOLD-3", "GOLD-2", "JEW-4", "JEW-3", "JEW-3")
    discard(s, "GOLD-1")
    play(s, "engage(CON-01,GOLD-2+GOLD-3+JEW-4)")
    assert s.change == 4  # of the 5 that are too much Gold wasted 1
    play(s, "engage(CON-07,JEW-3+JEW-3)", "decline")
    assert s.change == 4
    assert "change_lost" in codes(play(s, "end"))
    assert s.change == 0


def test_change_alone_may_pay():
    s = table(jewelry_change="this_turn")
    s.plays, s.change, s.moved = 1, 4, True
    hand(s, 0, "CON-01")
    assert legal(s) == {"end", "engage(CON-01,-)"}
    assert "paid_by_change" in codes(play(s, "engage(CON-01,-)"))
    assert s.change == 0
