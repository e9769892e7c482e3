"""Kismet (HAR-9) and drawing with Play Now! cards (HAR-10)."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import Chance, Dist
from gamelib.games.harem.turn import PLAY_OR_FORFEIT_FRAME
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
    out,
    play,
    refused,
    table,
    to_bottom,
    told,
    treasury,
)
from tests.rules import rule


@rule("HAR-9.1")
def test_one_fate_card_at_any_moment():
    s = table()
    hand(s, 0, "KIS-BARGAIN", "KIS-FAVOUR", "GOLD-1", "CON-01")
    treasury(s, 0, "GEM")
    late = s.clone()
    play(late, "bank(GOLD-1)", "roll_gem", "=8")
    assert allowed(late, "fate(KIS-BARGAIN)")  # even after a roll
    events = play(s, "fate(KIS-BARGAIN)")
    assert told(events, "fated").rule == "HAR-9.1"
    assert s.master_discard == {"KIS-BARGAIN": 1}
    assert s.plays == 0
    assert refused(s, "fate(KIS-TEACHER)").rule == "HAR-9.1"
    assert refused(s, "fate(GOLD-1)").code == "wrong_kind"


@rule("HAR-9.1")
def test_each_fate_card():
    s = table()
    hand(s, 0, "KIS-GUARD")
    discard(s, "GUARD")
    assert told(play(s, "fate(KIS-GUARD)"), "guard_back").rule == "HAR-9.1"
    assert (s.players[0].guards, s.master_discard) == (2, {"KIS-GUARD": 1})
    s = table()
    hand(s, 0, "KIS-TEACHER")
    discard(s, "ENH-D2", "GOLD-1")
    play(s, "fate(KIS-TEACHER)")
    assert legal(s) == {"fetch(ENH-D2)"}
    play(s, "fetch(ENH-D2)")
    assert (s.players[0].hand, s.master_discard) == ({"ENH-D2": 1}, {"GOLD-1": 1, "KIS-TEACHER": 1})
    s = table()
    hand(s, 0, "KIS-MERCHANT")
    discard(s, "GOLD-2", "GOLD-3", "JEW-4")
    play(s, "fate(KIS-MERCHANT)")
    assert legal(s) == {"fetch(GOLD-2)", "fetch(GOLD-3)"}
    play(s, "fetch(GOLD-3)")
    assert s.players[0].treasury == {"GOLD-3": 1}


@rule("HAR-9.2", "HAR-A38")
def test_p5_treasure_interrupted():
    s = table()
    hand(s, 0, "KIS-TREASURE", "GOLD-1", "GUARD", "CON-01")
    play(s, "fate(KIS-TREASURE)", "draw(master)", "=GEM")
    assert s.node.values == {"why": "treasure", "left": 2, "rule": "HAR-9.2"}
    assert (refused(s, "bank(GOLD-1)").rule, refused(s, "bank(GOLD-1)").code) == ("HAR-9.2", "draw_first")
    play(s, "draw(master)", "=PN-LACK")
    assert s.node.values == {"excess": 1}
    assert s.agenda[0] == "Player 1’s turn"
    assert len(s.agenda) == 4  # the turn, the card, the draws, the discard
    play(s, "discard(CON-01)")
    assert legal(s) == {"draw(master)", "draw(harem)"}  # a deck anew
    play(s, "draw(harem)", "=CON-02", "draw(master)", "=GEM")
    assert s.players[0].hand_size() == 5
    assert s.node.step_name == "main"
    assert s.master_discard == {"PN-LACK": 1, "KIS-TREASURE": 1}
    play(s, "bank(GEM)")  # drawn cards may be played in the same turn
    assert refused(s, "stop").code == "not_now"


@rule("HAR-9.3")
def test_a_fate_card_must_be_able_to_do_something():
    s = table()
    hand(s, 0, "KIS-GUARD", "KIS-TEACHER", "KIS-MERCHANT", "KIS-FAVOUR", "KIS-BARGAIN", "GOLD-1", "GOLD-1")
    for card in ("KIS-GUARD", "KIS-TEACHER", "KIS-MERCHANT", "KIS-FAVOUR"):
        ruling = refused(s, f"fate({card})")
        assert (ruling.rule, ruling.code) == ("HAR-9.3", "no_effect")
    discard(s, "GUARD")
    assert allowed(s, "fate(KIS-GUARD)")
    guards(s, 0, 2)
    assert refused(s, "fate(KIS-GUARD)").rule == "HAR-9.3"
    assert allowed(s, "fate(KIS-BARGAIN)")
    play(s, "bank(GOLD-1)", "bank(GOLD-1)")
    assert refused(s, "fate(KIS-BARGAIN)").rule == "HAR-9.3"  # no play left to buy with


@rule("HAR-9.3")
def test_favour_needs_a_gem_that_can_still_be_rolled():
    s = table()
    hand(s, 0, "KIS-FAVOUR", "GEM", "GOLD-1", "CON-01")
    assert allowed(s, "fate(KIS-FAVOUR)")
    play(s, "bank(GOLD-1)")
    assert refused(s, "fate(KIS-FAVOUR)").rule == "HAR-9.3"  # laying the Gem would use the last play
    treasury(s, 0, "GEM")
    assert allowed(s, "fate(KIS-FAVOUR)")


@rule("HAR-9.3", "HAR-10.8")
def test_treasure_counts_the_cards_that_a_reshuffle_brings():
    for options, playable in (({"variant": "long"}, True), ({"win_by": "kadines_only"}, True)):
        s = table(**options)
        hand(s, 0, "KIS-TREASURE", "CON-02")
        treasury(s, 0, "GOLD-3", "GOLD-2")
        for card in list(s.master.unplaced_cards):
            discard(s, card)
        empty(s)
        s.players[1].court.update(dict.fromkeys(s.harem_discard, ()))
        s.harem_discard.clear()
        s.game.validate_position(s)
        assert allowed(s, "fate(KIS-TREASURE)") is playable
        assert "power" in codes(play(s, "engage(CON-02,GOLD-2+GOLD-3)"))
        assert legal(s) == {"draw(master)", "fate(KIS-TREASURE)"}


@rule("HAR-9.1", "HAR-2.5", "HAR-9.3")
def test_a_fate_card_is_played_while_the_hand_is_filled():
    s = table()
    hand(s, 0, "KIS-GUARD", "KIS-TREASURE", "KIS-BARGAIN", "KIS-FAVOUR", "GOLD-1", "CON-01")
    discard(s, "GUARD")
    play(s, "end")
    assert legal(s) == {"draw(master)", "draw(harem)", "fate(KIS-GUARD)", "fate(KIS-TREASURE)"}
    assert refused(s, "fate(KIS-BARGAIN)").code == "no_effect"  # nothing more can be bought
    assert refused(s, "bank(GOLD-1)").code == "turn_ended"
    guarded = s.clone()
    play(guarded, "fate(KIS-GUARD)")
    assert (guarded.players[0].guards, guarded.node.values["left"]) == (2, 2)  # one card more is due
    assert refused(guarded, "fate(KIS-TREASURE)").code == "fate_limit"
    play(s, "fate(KIS-TREASURE)", "draw(harem)", "=CON-02", "draw(harem)", "=CON-03")
    assert s.node.values["why"] == "treasure"
    assert told(play(s, "draw(harem)", "=CON-04"), "hand_full").values["cards"] == 8
    assert (s.turn, s.master_discard["KIS-TREASURE"]) == (1, 1)


@rule("HAR-4.9", "HAR-9.1", "HAR-2.2")
def test_ornaments_are_given_between_draws_but_not_in_a_forfeit():
    s = table()
    court(s, 0, "CON-14")  # 3 3 1
    treasury(s, 0, "JEW-2", "JEW-4", "GOLD-3", "GOLD-2")
    hand(s, 0, "KIS-TREASURE", "CON-02")
    forfeits = s.clone()
    forfeits.agenda_frames.clear()
    forfeits.push_step("turn")
    play(forfeits, "forfeit")
    assert refused(forfeits, "adorn(JEW-2,CON-14)").code == refused(forfeits, "fate(KIS-TREASURE)").code == "forfeited"
    play(s, "engage(CON-02,GOLD-2+GOLD-3)", "adorn(JEW-4,CON-02)")  # her power draws two cards
    assert s.node.values == {"why": "power", "left": 2, "rule": "HAR-5.6"}
    play(s, "draw(master)", "=PN-LACK")
    play(s, "fate(KIS-TREASURE)", "adorn(JEW-2,CON-14)")
    assert s.node.values == {"why": "treasure", "left": 3, "rule": "HAR-9.2"}
    play(s, *[choice for card in ("=CON-03", "=CON-04", "=CON-05") for choice in ("draw(harem)", card)])
    assert s.node.values["why"] == "power"


@rule("HAR-4.9", "HAR-11.1")
def test_an_ornament_may_win_the_game_while_the_hand_is_filled():
    s = table(kadine_target=1)
    court(s, 0, "CON-12", "ENH-D2", "ENH-D1")  # 4 4 2
    treasury(s, 0, "JEW-4")
    play(s, "end", "draw(harem)", "=CON-02", "adorn(JEW-4,CON-12)")
    assert (s.result.reason, s.result.winners) == ("stars", (0,))
    s = table(kadine_target=1)
    court(s, 0, "CON-12", "ENH-D2", "ENH-D1")
    treasury(s, 0, "JEW-4")
    hand(s, 0, "KIS-TREASURE")
    play(s, "fate(KIS-TREASURE)", "adorn(JEW-4,CON-12)")  # the card in use is discarded as the game ends
    assert (s.result.reason, s.master_discard["KIS-TREASURE"]) == ("stars", 1)


@rule("HAR-10.4", "HAR-10.2")
def test_a_card_carried_out_at_once_suspends_even_that():
    s = table()
    fill(s, 0, 5)
    hand(s, 0, "KIS-TREASURE")
    play(s, "end", "draw(master)", "=PN-LACK")
    assert refused(s, "fate(KIS-TREASURE)").code == "not_now"


def at_question(name, **options):
    """One of the questions that come in the middle of a turn, with Kismet and Jewelry at hand."""
    s = table(**options)
    court(s, 0, "CON-14")  # 3 3 1
    treasury(s, 0, "JEW-2", "GOLD-3", "GOLD-3", "GOLD-3", "GEM", "GEM")
    hand(s, 0, "KIS-TREASURE", "KIS-TEACHER", "KIS-FAVOUR", "WRATH-A", "CON-07", "CON-10", "CON-15")
    treasury(s, 1, "GOLD-1")
    discard(s, "ENH-D1", "ENH-S1")
    if name in ("brace", "reroll"):
        court(s, 0, "CON-05" if name == "brace" else "CON-03")
    acts = {
        "free_lesson": ["engage(CON-07,GOLD-3+GOLD-3)"],
        "fetch": ["engage(CON-10,GOLD-3+GOLD-3+GOLD-3)"],
        "pick": ["engage(CON-15,GOLD-3+GOLD-3+GOLD-3)"],
        "reroll": ["roll_gem", "=10"],
        "brace": ["raid(WRATH-A,1)"],
        "spoils": ["raid(WRATH-A,1)", "=12+2"],
    }[name]
    play(s, *acts)
    assert s.node.step_name == name
    return s


QUESTIONS = ("free_lesson", "fetch", "pick", "reroll", "brace", "spoils")


@rule("HAR-9.1", "HAR-4.9", "HAR-2.4")
@pytest.mark.parametrize("name", QUESTIONS)
def test_fate_and_ornament_cards_before_an_answer(name):
    s = at_question(name)
    answers = {act for act in legal(s) if not act.startswith(("fate", "adorn"))}
    assert allowed(s, "fate(KIS-TREASURE)")
    assert refused(s, "fate(KIS-GUARD)").rule == "HAR-9.1"
    assert refused(s, "bank(GOLD-1)").code == "not_now"
    play(s, "adorn(JEW-2,CON-14)", "fate(KIS-TEACHER)", "fetch(ENH-S1)")
    assert (s.node.step_name, s.players[0].hand["ENH-S1"], s.master_discard["KIS-TEACHER"]) == (name, 1, 1)
    assert refused(s, "fate(KIS-TREASURE)").rule == "HAR-3.1"
    now = {"free_lesson": answers | {"teach(ENH-S1,CON-07)"}, "fetch": answers - {"fetch(ENH-S1)"}}.get(name, answers)
    assert legal(s) == now
    assert GAME.from_dict(s.to_dict()) == s
    s.apply(next(iter(s.legal)))
    GAME.validate_position(s)


@rule("HAR-9.1", "HAR-5.6", "HAR-10.6")
def test_a_question_that_a_fate_card_has_emptied_is_dropped():
    s = at_question("fetch")
    play(s, "fate(KIS-TREASURE)")
    to_bottom(s)
    play(s, "draw(master)", "=PN-SHUFFLE")  # the discards are in the pile
    events = play(s, *["draw(harem)", "=CON-01", "draw(harem)", "=CON-02", "draw(harem)", "=CON-04"])
    assert told(events, "power_idle").values["companion"] == "CON-10"
    assert s.node.step_name == "main"
    s = at_question("free_lesson")
    s.players[0].hand = {"KIS-MERCHANT": 1}
    s.master_discard["GOLD-1"] = 1
    events = s.apply(GAME.parse_choice("fate(KIS-MERCHANT)")) + s.apply(GAME.parse_choice("fetch(GOLD-1)"))
    assert (codes(events)[-1], s.node.step_name) == ("power_idle", "main")


@rule("HAR-8.10", "HAR-9.2")
def test_spoils_of_a_raid_card_that_treasure_brings_back():
    s = at_question("spoils")
    play(s, "fate(KIS-TREASURE)")
    to_bottom(s)
    play(
        s,
        "draw(master)",
        "=PN-SHUFFLE",
        *["draw(master)", "=WRATH-A", "draw(harem)", "=CON-01", "draw(harem)", "=CON-02"],
    )
    assert s.node.step_name == "spoils"
    play(s, "take(GOLD-1)")
    assert (s.players[0].hand["WRATH-A"], s.players[0].treasury["GOLD-1"]) == (1, 1)


@rule("HAR-A16", "HAR-4.6", "HAR-9.1")
@pytest.mark.parametrize("name", ["brace", "reroll"])
def test_a_power_that_a_new_star_loses_is_asked_for_no_more(name):
    holder = {"brace": "CON-05", "reroll": "CON-03"}[name]  # 3 1 2, 2 2 1
    s = at_question(name, kadine_keeps_power=False)
    lessons = ("ENH-D1", "ENH-D3S3", "ENH-C1") if name == "brace" else ("ENH-D3S3", "ENH-C2")
    s.players[0].set_companion(
        holder, tuple(out(s, card) if card in s.master.unplaced_cards else card for card in lessons)
    )
    s.master_discard.pop("ENH-D1", None)
    s.apply(GAME.parse_choice(f"adorn(JEW-2,{holder})"))
    assert holder in s.players[0].stars
    assert s.node.step_name == {"brace": "combat", "reroll": "main"}[name]
    assert s.pending == ((6,) if name == "reroll" else ())


@rule("HAR-A11")
def test_game_over_while_a_reroll_is_asked_for_scores_the_roll():
    s = at_question("reroll", variant="short")
    play(s, "fate(KIS-TREASURE)")
    to_bottom(s)
    play(s, "draw(master)", "=PN-OVER")
    assert s.node.step_name == "final_roll"  # of the other Gem
    assert s.agenda_frames[-2].gems == (6,)


@rule("HAR-10.1")
def test_one_card_at_a_time():
    s = table()
    fill(s, 0, 4)
    play(s, "end")
    for left in (3, 2, 1):
        assert (s.node.rule, s.node.values["left"]) == ("HAR-10.1", left)
        play(s, "draw(master)")
        assert s.node.rule == "HAR-10.1"
        assert told(play(s, "=GEM"), "drawn").rule == "HAR-10.1"
    assert s.turn == 1


@rule("HAR-10.2", "HAR-A38")
def test_an_at_once_card_is_no_draw_and_no_play():
    s = table()
    s.agenda_frames[:] = [PLAY_OR_FORFEIT_FRAME]
    hand(s, 0, "CON-01")
    events = play(s, "forfeit", "draw(master)", "=PN-LEVY")
    assert told(events, "at_once").rule == "HAR-10.2"
    assert s.node.values["left"] == 3
    assert legal(s) == {"draw(master)", "draw(harem)", "stop"}
    s = table()
    hand(s, 0, "KIS-TREASURE")
    play(s, "fate(KIS-TREASURE)", "draw(master)", "=PN-LEVY")
    assert (s.plays, s.node.values["left"]) == (0, 3)


@rule("HAR-10.3")
def test_carried_out_cards_are_discarded():
    for card, follow in (("PN-LACK", ()), ("PN-LEVY", ()), ("PN-CARAVAN", ("=GEM", "=GEM"))):
        s = table()
        events = play(s, "end", "draw(master)", f"={card}", *follow)
        assert "HAR-10.3" in cited(events)
        assert s.master_discard == {card: 1}
    s = table()
    to_bottom(s)
    events = play(s, "end", "draw(master)", "=PN-SHUFFLE")
    assert "HAR-10.3" not in cited(events)
    assert s.aside == {"PN-SHUFFLE": 1}


@rule("HAR-10.4")
def test_p7_lack_of_resources():
    s = table()
    fill(s, 1, 5)
    fill(s, 0, 4)
    hand(s, 0, "CON-02")
    events = play(s, "end", "draw(master)", "=PN-LACK")
    assert (told(events, "lack").rule, told(events, "lack").values) == ("HAR-10.4", {"excess": 2})
    assert s.node.seat == 0
    assert refused(s, "discard(GOLD-3)").rule == "HAR-10.4"
    assert (refused(s, "draw(master)").code, refused(s, "draw(master)").values) == ("discard_first", {"excess": 2})
    assert refused(s, "draw(west)").rule == "HAR-10.1"
    gone = next(iter(s.players[0].hand))
    play(s, f"discard({gone})", "discard(CON-02)")
    assert (s.harem_discard, s.master_discard) == ({"CON-02": 1}, {"PN-LACK": 1, gone: 1})
    assert (s.players[0].hand_size(), s.players[1].hand_size()) == (3, 5)  # only the drawer is hit
    assert s.node.values["left"] == 4
    play(s, *["draw(master)", "=GEM"] * 4)
    assert (s.players[0].hand_size(), s.turn) == (7, 1)


@rule("HAR-10.4")
def test_lack_of_resources_with_three_cards():
    s = table()
    fill(s, 0, 3)
    events = play(s, "end", "draw(master)", "=PN-LACK")
    assert told(events, "lack_idle").rule == "HAR-10.4"
    assert s.players[0].hand_size() == 3


@rule("HAR-10.5", "HAR-10.10")
def test_p6_w14_caravan_ends_the_fill():
    s = table()
    fill(s, 0, 6)
    events = play(s, "end", "draw(master)", "=PN-CARAVAN")
    assert s.node.step_name == "card"  # from the Master Deck, no choice
    events = play(s, "=GEM", "=GEM")
    assert told(events, "hand_full").related_rules == ("HAR-10.5",)
    assert (s.players[0].hand_size(), s.turn) == (8, 1)
    s = table()
    fill(s, 0, 5)
    events = play(s, "end", "draw(master)", "=PN-LEVY", "draw(harem)", "=CON-01", "draw(harem)", "=CON-02")
    assert told(events, "hand_full").related_rules == ()  # cards of its own filled the hand


@rule("HAR-10.6", "HAR-10.9")
def test_shuffle_the_deck():
    s = table()
    hand(s, 0, "KIS-TREASURE")
    to_bottom(s)
    left, discards = len(s.master), sum(s.master_discard.values())
    play(s, "fate(KIS-TREASURE)", "draw(master)")
    assert s.node.dist().total % left == 0
    assert s.node.dist().p("PN-SHUFFLE") * left == 1
    events = play(s, "=PN-SHUFFLE")
    shuffled = told(events, "shuffled")
    assert (shuffled.rule, shuffled.related_rules) == ("HAR-10.6", ("HAR-10.9", "HAR-13.1"))
    assert len(s.master) == left - 1 + discards + 1 == shuffled.values["left"]
    assert (s.master_discard, s.aside) == ({}, {"PN-SHUFFLE": 1})
    assert s.node.values == {"why": "treasure", "left": 3, "rule": "HAR-9.2"}  # the turn goes on
    play(s, "draw(master)")
    assert s.node.dist() == Dist(s.master.counts())
    assert s.node.dist().p("PN-OVER") * len(s.master) == 1


@rule("HAR-10.6")
def test_a_caravan_under_way_is_not_shuffled_in():
    s = table()
    to_bottom(s)
    play(s, "end", "draw(master)")
    if "PN-CARAVAN" not in s.node.dist():
        raise AssertionError("Caravan should be in the pile")
    play(s, "=PN-CARAVAN", "=PN-SHUFFLE", "=GEM", "=GEM")
    assert s.master_discard == {"PN-CARAVAN": 1}
    assert s.players[0].hand_size() == 2


@rule("HAR-10.7", "HAR-11.2")
def test_game_over_in_the_middle_of_a_turn():
    s = table(variant="short")
    hand(s, 0, "KIS-TREASURE", "GOLD-1")
    to_bottom(s)
    events = play(s, "fate(KIS-TREASURE)", "draw(master)", "=PN-OVER")
    over = told(events, "game_over")
    assert (over.rule, over.related_rules) == ("HAR-10.7", ("HAR-11.2",))
    assert (s.result.reason, s.result.rule) == ("points", "HAR-11.2")
    assert s.agenda_frames == []
    assert s.agenda == []


@rule("HAR-10.8", "HAR-A27")
def test_an_empty_harem_deck_is_renewed_or_closed():
    s = table()
    fill(s, 0, 4)
    empty(s, "CON-01")
    play(s, "end", "draw(harem)", "=CON-01")
    assert len(s.harem) == 19  # the discards, as the last card leaves the deck
    assert "HAR-10.8" in cited(list(s.events))
    assert s.harem_discard == {}
    assert "CON-01" not in s.harem.counts()
    s = table()
    empty(s)
    s.players[1].court.update(dict.fromkeys(s.harem_discard, ()))
    s.harem_discard.clear()
    play(s, "end")
    assert legal(s) == {"draw(master)"}
    ruling = refused(s, "draw(harem)")
    assert (ruling.rule, ruling.code) == ("HAR-10.8", "harem_empty")


@rule("HAR-10.9")
def test_the_master_pile_does_not_run_out():
    for seed in range(3):
        s, rng = GAME.start(2), Random(seed)
        while s.result is None:
            if isinstance(s.node, Chance):
                s.apply(s.node.sample(rng))
                continue
            assert s.master.segments  # until the last card, Game Over
            best = [action for action in s.legal if str(action) in ("draw(master)", "forfeit")]
            s.apply(best[0] if best else s.legal[0])
        assert s.result.reason == "points"


@rule("HAR-10.10")
def test_caravan_and_levy():
    s = table()
    treasury(s, 0, "GOLD-3", "GOLD-2", "GOLD-2", "JEW-2")
    treasury(s, 1, "GOLD-1")
    events = play(s, "end", "draw(master)", "=PN-LEVY")
    assert (told(events, "levy").rule, told(events, "levy").values) == ("HAR-10.10", {"card": "GOLD-2"})
    assert s.players[0].treasury == {"GOLD-3": 1, "GOLD-2": 1, "JEW-2": 1}
    assert s.players[1].treasury == {"GOLD-1": 1}
    s = table()
    treasury(s, 0, "JEW-2", "GEM")
    assert told(play(s, "end", "draw(master)", "=PN-LEVY"), "levy_idle").rule == "HAR-10.10"
    s = table()
    hand(s, 0, "GUARD", "GOLD-1")
    events = play(s, "end", "draw(master)", "=PN-CARAVAN")
    assert told(events, "caravan").rule == "HAR-10.10"
    events = play(s, "=PN-LACK", "=GEM", "=PN-LEVY", "=GEM")  # nested, and none of the two extra cards
    assert s.players[0].hand_size() == 4
    assert s.node.values["left"] == 3
    court(s, 0, "CON-01")
