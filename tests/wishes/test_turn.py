"""Main actions, effects, the Orderly, further actions, Aides (WIS-4 to WIS-8)."""

from __future__ import annotations

import pytest

from gamelib import Dist, IllegalAction

from ..rules import rule
from .build import GAME, action, begin, default, events, give, go, lay, own, plain, stack, under, until, wares


@rule("WIS-4.1", "WIS-4.2", "WIS-8.1")
def test_example_1_fabio_fulfils() -> None:
    s = begin(2, wishes=("S14", "S07"))
    under(s, "HAPPY")
    give(s, 0, "T35", "T05", "T09")
    own(s, 0, gems=0)
    told = go(s, "fulfil(T35,S14)")
    assert s.free[0] == 6
    assert s.gems[0] == 1
    assert s.open_wish("S14") == ("S14", (("T35", (0,)),), False)
    assert (s.attached_hearts_or_cards(s.open_wish("S14")), s.needed_hearts_or_cards("S14")) == (2, 7)
    assert [event.rule for event in told[:3]] == ["WIS-4.1", "WIS-4.2", "WIS-4.2"]


@rule("WIS-4.1", "WIS-4.4", "WIS-10.1")
def test_what_a_card_can_fulfil() -> None:
    s = begin(2, wishes=("S13", "S14"))
    under(s, "HAPPY")
    give(s, 0, "T37", "T05", "T09")
    assert {"fulfil(T37,S13)", "fulfil(T37,S14)"} == {str(a) for a in s.legal if a.verb == "fulfil"}
    for text, code in (
        ("fulfil(T05,S13)", "wrong_kind"),
        ("fulfil(T40,S13)", "not_in_hand"),
        ("fulfil(T37,S01)", "not_open"),
    ):
        why = s.why_not(action(text))
        assert (why.rule, why.code) == ("WIS-4.1", code)
    s.open = [("F09", (), False), ("F13", (), False)]  # exactly 3 hearts; showing GEMS
    s.final = tuple(wish for wish in s.final if wish not in ("F09", "F13"))
    assert {str(a) for a in s.legal if a.verb == "fulfil"} == {
        "fulfil(T37,F09)",
        "fulfil(T37,F13)",
        "fulfil(T05,F09)",
        "fulfil(T05,F13)",
    }
    assert s.why_not(action("fulfil(T09,F09)")).code == "wrong_hearts"
    assert s.why_not(action("fulfil(T09,F13)")).code == "wrong_effect"


@rule("WIS-4.3", "WIS-9.1")
def test_the_gem_comes_before_the_wish_is_fulfilled() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "KIND")
    give(s, 0, "T39", "T05", "T09")
    lay(s, "S13", ("T34", "1"))
    own(s, 0, gems=5)
    told = go(s, "fulfil(T39,S13)")
    codes = [event.code for event in told]
    assert codes.index("fulfil_gem") < codes.index("fulfilled")
    assert s.score == [5, 2]


@rule("WIS-4.5", "WIS-15.2")
def test_example_2_bruno_performs_an_extra_task() -> None:
    s = begin(2)
    under(s, "SAD")
    give(s, 0, "T37", "T05", "T09")
    told = go(s, "stash(T37)")
    (event,) = [event for event in told if event.code == "stashed"]
    assert event.seen_by(0).values["card"] == "T37"
    assert event.seen_by(1).values["card"] is None
    assert s.stack == (("T37", 0, -1, 1),)
    assert s.seen_by(0).stack == (("T37", 0, -1, 1),)
    assert s.seen_by(1).stack == (("?", 0, -1, 1),)
    assert s.why_not(action("stash(T37)")) is not None


@rule("WIS-4.6", "WIS-5.7", "WIS-5.5")
def test_a_used_card_lies_on_the_discard_pile_before_its_effect() -> None:
    s = begin(2)
    under(s, "KIND")
    give(s, 0, "T37", "T05", "T09")
    own(s, 0, gems=6)
    told = go(s, "use(T37)")
    assert [event.code for event in told[:2]] == ["uses", "takes_gems"]
    assert s.gems[0] == 7
    assert s.discard == ["T37"]


@rule("WIS-4.6", "WIS-A09")
@pytest.mark.parametrize("free", [False, True])
def test_effects_that_can_do_nothing(free: bool) -> None:
    s = begin(2, pointless_effect_legal=free)
    under(s, "SAD")  # no card joins the stack
    give(s, 0, "T01", "T03", "T37")
    own(s, 0, gems=7)
    codes = {"use(T01)": "no_card_for_aide", "use(T03)": "empty_stack", "use(T37)": "gems_full"}
    for text, code in codes.items():
        why = s.why_not(action(text))
        if free:
            assert why is None
        else:
            assert (why.rule, why.code) == ("WIS-A09", code)
    if free:
        told = go(s, "use(T01)")
        assert "no_effect" in [event.code for event in told]
        assert s.discard == ["T01"]


@rule("WIS-4.6", "WIS-5.6", "WIS-A09")
def test_swap_of_no_card_is_allowed() -> None:
    s = begin(2)
    under(s, "SAD")
    give(s, 0, "T04", "T03", "T37")
    go(s, "use(T04)")
    assert (s.node.step_name, s.node.rule) == ("change", "WIS-5.6")
    assert {str(a) for a in s.legal} == {"discard(-)", "discard(T03)", "discard(T37)", "discard(T03+T37)"}
    go(s, "discard(T03+T37)")
    assert s.hands[0] == ()
    assert s.discard == ["T04", "T03", "T37"]
    until(s, "act", 1)
    assert len(s.hands[0]) == 3


@rule("WIS-4.8")
def test_a_main_action_cannot_be_skipped() -> None:
    s = begin(2)
    under(s, "KIND")
    why = s.why_not(action("pass"))
    assert (why.rule, why.code) == ("WIS-4.8", "must_act")


@rule("WIS-5.1", "WIS-8.4", "WIS-5.3", "WIS-A12")
def test_example_7_maria_and_28_plus_on_a_rivals_card() -> None:
    s = begin(2, wishes=("S10", "S16"))
    under(s, "LOVELY")
    give(s, 0, "T01", "T47", "T09")
    lay(s, "S10", ("T31",))
    go(s, "use(T01)")
    assert [str(a) for a in s.legal] == ["aide(T31)"]
    gems = s.gems[0]
    go(s, "aide(T31)")
    assert s.open_wish("S10")[1] == (("T31", (0,)),)
    assert (s.gems[0], s.free[0]) == (gems, 6)
    # a second one of the same seat, then the card is full
    until(s, "act", 1)
    give(s, 1, "T18", "T33", "T41")
    go(s, "use(T18)", "aide(T31)")
    assert s.open_wish("S10")[1] == (("T31", (0, 1)),)
    until(s, "plate").apply("HAPPY")
    until(s, "act", 0)
    give(s, 0, "T06", "T47", "T09")
    lay(s, "S16", ("T42", "1"))
    go(s, "use(T06)")
    assert [str(a) for a in s.legal] == ["aide(T42)"]
    assert s.why_not(action("aide(T31)")).code == "card_full"
    assert s.why_not(action("aide(T40)")).code == "not_attached"


@rule("WIS-5.1", "WIS-9.2")
def test_example_28_points_for_both() -> None:
    s = begin(2, wishes=("S16", "S07"))
    under(s, "KIND")
    lay(s, "S16", ("T47", "0", "1"))
    give(s, 0, "T48", "T01", "T09")
    go(s, "fulfil(T48,S16)")
    assert s.score == [9, 5]


@rule("WIS-5.2")
def test_no_aide_on_a_guard() -> None:
    s = begin(2, wishes=("S10", "S16"))
    under(s, "KIND")
    give(s, 0, "T01", "T47", "T09")
    lay(s, "S10", guard=True)
    assert s.why_not(action("use(T01)")).code == "no_card_for_aide"
    lay(s, "S16", ("T42", "1"))
    go(s, "use(T01)")
    why = s.why_not(action("aide(GUARD)"))
    assert (why.rule, why.code) == ("WIS-5.2", "aide_on_guard")


@rule("WIS-5.4", "WIS-15.2")
def test_eye_shows_the_whole_stack_to_one_seat() -> None:
    s = begin(3)
    under(s, "KIND")
    stack(s, ("T05", 1))
    give(s, 0, "T03", "T47", "T09")
    told = go(s, "use(T03)")
    assert (s.node.step_name, s.node.seat) == ("peek", 0)
    assert s.node.dist() == Dist(s.loose)
    told = go(s, "=T20")
    looked = next(event for event in told if event.code == "looked")
    assert looked.seen_by(0).values["cards"] == ("T20", "T05")
    assert looked.seen_by(1).values["cards"] is None
    assert [slot[0] for slot in s.seen_by(0).stack] == ["T20", "T05"]
    assert [slot[0] for slot in s.seen_by(1).stack] == ["?", "T05"]
    assert [slot[0] for slot in s.seen_by(2).stack] == ["?", "?"]


@rule("WIS-6.1", "WIS-6.2", "WIS-4.7")
def test_example_3_sueli_moves_her_orderly() -> None:
    s = begin(2)
    under(s, "KIND")
    go(s, "orderly(Tea)")
    until(s, "act", 1)
    hand = s.hands[1]
    told = go(s, "orderly(Music)")
    assert s.orderly == ["Tea", "Music"]
    assert s.track == (0, 1)
    assert s.free == [6, 6]
    assert s.hands[1] == hand
    assert [event.rule for event in told[:2]] == ["WIS-6.1", "WIS-6.2"]


@rule("WIS-6.1", "WIS-6.3")
def test_where_an_orderly_may_not_go() -> None:
    s = begin(2)
    under(s, "KIND")
    go(s, "orderly(Tea)", "orderly(Music)")
    until(s, "act", 0)
    for text, code in (("orderly(Tea)", "stays"), ("orderly(Music)", "taken"), ("orderly(Chess)", "no_space")):
        why = s.why_not(action(text))
        assert (why.rule, why.code) == ("WIS-6.1", code)


@rule("WIS-7.1", "WIS-7.2", "WIS-7.4")
def test_example_4_ricardo_buys_a_ware() -> None:
    s = begin(2, tops=("W01", "W20", "W31"))
    under(s, "KIND")
    own(s, 0, gems=5)
    go(s, "orderly(Tea)")
    assert s.node.step_name == "offer"
    told = go(s, "buy(W20)")
    assert s.gems[0] == 1
    assert s.wares[0] == ("W20",)
    assert told[0].code == "bought"
    assert s.node.step_name == "stall_card"
    assert len(s.node.dist()) == 14
    go(s, "=W28")
    assert s.tops == ["W01", "W28", "W31"]
    # no second purchase, nothing else to do: the turn is over
    assert s.node.seat == 1


@rule("WIS-7.3", "WIS-7.1")
def test_what_cannot_be_bought() -> None:
    s = begin(2, tops=("W01", "W28", "W31"))
    under(s, "KIND")
    own(s, 0, gems=4)
    go(s, "orderly(Tea)")
    assert [str(a) for a in s.legal] == ["buy(W01)", "buy(W31)", "done"]
    why = s.why_not(action("buy(W28)"))
    assert (why.rule, why.code, why.remedy, why.values["missing"]) == ("WIS-7.3", "too_dear", "more_gems", 2)
    assert "You need 2 more Gems." in GAME.describe(why)
    assert s.why_not(action("buy(W02)")).code == "not_on_offer"
    assert s.why_not(action("lamp")).code == "lamp_asleep"
    with pytest.raises(IllegalAction):
        go(s, "buy(W28)")


@rule("WIS-7.2")
def test_an_empty_stack_stays_empty_and_known_cards_come_last() -> None:
    s = begin(2)
    under(s, "KIND")
    own(s, 0, gems=7)
    s.wares[1] = s.below[0][:-1]
    s.below[0], s.under[0] = (), (s.below[0][-1],)
    go(s, "orderly(Tea)", "buy(W01)")
    assert s.tops[0] == "W15"  # put under the stack before, so it is known
    until(s, "act", 1)
    own(s, 1, gems=7)
    go(s, "orderly(Food)", "buy(W15)")
    assert events(s, "stall_empty")
    assert s.tops[0] == ""


@rule("WIS-7.4", "WIS-A19")
def test_wares_are_hidden_on_the_table_and_open_with_the_option() -> None:
    for hidden, code in ((True, "bought"), (False, "bought_open")):
        s = begin(2, wares_hidden_after_buying=hidden)
        under(s, "KIND")
        own(s, 0, gems=7)
        told = go(s, "orderly(Tea)", "buy(W01)")
        assert code in [event.code for event in told]
        assert s.is_wares_public(0) is not hidden
        assert s.seen_by(1).wares[0] == ("W01",)  # everybody saw the purchase


@rule("WIS-7.5", "WIS-2.8")
def test_example_5_sabrina_uses_the_lamp() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "SAD")
    while s.node.step_name != "act":
        s.apply(default(s))
    wish = s.open[0][0]
    card = next(card for card, fits in GAME.fulfil.items() if wish in fits)
    give(s, 0, card, "T05", "T09")
    own(s, 0, lamp=True)
    go(s, f"fulfil({card},{wish})")
    assert [str(a) for a in s.legal] == ["lamp", "done"]
    told = go(s, "lamp")
    assert told[0].rule == "WIS-7.5"
    assert s.node.step_name == "act"
    go(s, "stash(T05)")
    assert s.lamp[0] is False
    assert len(s.hands[0]) == 1
    assert s.node.step_name == "face"
    until(s, "act", 1)
    assert len(s.hands[0]) == 3


@rule("WIS-7.6", "WIS-7.7", "WIS-A21")
def test_example_17_a_lamp_does_not_add_up() -> None:
    s = begin(2)
    own(s, 0, score=9)
    s.gain_points(0, 7)
    assert (s.score[0], s.lamp[0]) == (16, True)
    s.gain_points(0, 9)
    assert (s.score[0], s.lamp[0]) == (25, True)
    s.lamp[0] = False
    s.gain_points(0, 14)
    assert s.lamp[0] is False
    s.gain_points(0, 1)
    assert (s.score[0], s.lamp[0]) == (40, True)
    s.lamp[0] = False
    s.gain_points(0, 100)
    assert s.lamp[0] is False


@rule("WIS-7.8")
def test_example_18_the_lamp_in_the_same_turn() -> None:
    s = begin(2, wishes=("S13", "S07"))
    under(s, "KIND")
    give(s, 0, "T37", "T05", "T09")
    lay(s, "S13", ("T36", "1"))
    own(s, 0, score=8)
    go(s, "fulfil(T37,S13)", "=S01")
    assert (s.score[0], s.lamp[0]) == (12, True)
    assert "lamp" in {str(a) for a in s.legal}


@rule("WIS-7.5", "WIS-A07")
def test_each_further_action_once_or_with_the_option_twice() -> None:
    s = begin(2)
    under(s, "KIND")
    own(s, 0, gems=7, lamp=True)
    go(s, "orderly(Tea)", "buy(W01)", "=W02", "lamp")
    own(s, 0, lamp=True)
    go(s, "orderly(Food)")
    assert s.node.seat == 1  # both were used
    s = begin(2)
    under(s, "KIND")
    own(s, 0, gems=7, lamp=True)
    go(s, "orderly(Tea)", "lamp", "orderly(Food)")  # the lamp first
    own(s, 0, lamp=True)
    why = s.why_not(action("lamp"))
    assert (why.rule, why.code) == ("WIS-A07", "once_a_turn")
    why = s.why_not(action("orderly(Music)"))
    assert (why.rule, why.code) == ("WIS-2.7", "one_main_action")
    go(s, "buy(W01)", "=W02")
    s = begin(2, optional_same_twice=True)
    under(s, "KIND")
    own(s, 0, gems=7, lamp=True)
    go(s, "orderly(Tea)", "buy(W01)", "=W02")
    assert "buy(W02)" in {str(a) for a in s.legal}
    go(s, "buy(W02)", "=W03")
    assert s.node.seat == 1
    assert s.gems[0] == 1
    s = begin(2, optional_same_twice=True)
    under(s, "KIND")
    own(s, 0, gems=7, lamp=True)
    go(s, "orderly(Tea)", "lamp", "orderly(Food)")
    assert "buy(W01)" in {str(a) for a in s.legal}  # the lamp was one of two
    data = s.to_dict()
    assert data["todo"][-1]["lamps"] == 1
    data["todo"][-1]["lamps"] = 3
    with pytest.raises(ValueError, match="lamps: 3 is not"):
        GAME.from_dict(data)


@rule("WIS-8.2", "WIS-8.3")
def test_example_6_ed_frees_an_aide() -> None:
    s = begin(2, wishes=("S12", "S16"))
    under(s, "KIND")
    lay(s, "S12", ("T25", "0"), ("T27", "0", "0"))
    lay(s, "S16", ("T41", "0", "0"), ("T42", "0"))
    s.track, s.orderly[0] = (0,), "Tea"
    s.free[0] = 0
    give(s, 0, "T45", "T05", "T09")
    go(s, "fulfil(T45,S16)")
    assert (s.node.step_name, s.node.rule) == ("free", "WIS-8.2")
    assert [str(a) for a in s.legal] == ["free(T25)", "free(T27)", "free(T41)", "free(T42)"]
    assert s.why_not(action("free(T45)")).code == "no_aide_there"
    go(s, "free(T25)")
    assert s.open_wish("S12")[1][0] == ("T25", ())
    assert s.task_card_hearts_at_wish(s.open_wish("S12")) == 3  # it keeps counting
    assert s.free[0] == 0
    assert s.track == (0,)
    until(s, "act", 1)
    give(s, 1, "T32", "T31", "T18")
    go(s, "fulfil(T32,S12)")  # 1 + 2 + 4 of 9
    assert s.score == [0, 0]
    until(s, "plate").apply("HAPPY")
    until(s, "act", 0)
    give(s, 0, "T06", "T05", "T09")
    go(s, "use(T06)", "aide(T25)")
    assert s.node.step_name == "free"
    go(s, "free(T27)")
    until(s, "act", 1)
    give(s, 1, "T31", "T30", "T18")
    go(s, "fulfil(T31,S12)")  # 1 + 2 + 4 + 4 of 9
    # seat 0 has one Aide left on T27 and one on T25: 2 + 1 + 1 extra; the other seat 4 + 4 + 1
    assert s.score == [4, 9]


@rule("WIS-8.2")
def test_an_aide_may_be_freed_from_the_very_wish_that_is_completed() -> None:
    s = begin(2, wishes=("S13", "S12"))
    under(s, "NAUSEATE")
    s.plate = "KIND"
    s.plates = ("KIND",)
    lay(s, "S13", ("T36", "0"), ("T35", "0"))
    lay(s, "S12", ("T25", "0", "0"), ("T27", "0", "0"))
    s.free[0] = 0
    s.track, s.orderly[0] = (0,), "Tea"
    give(s, 0, "T40", "T05", "T09")
    go(s, "fulfil(T40,S13)", "free(T36)")
    assert s.score[0] == 2 + 4 + 1
    assert s.free[0] == 2


@rule("WIS-6.2", "WIS-8.2")
def test_the_track_needs_an_aide_too() -> None:
    s = begin(2, wishes=("S12", "S16"))
    under(s, "KIND")
    lay(s, "S12", ("T25", "0", "0"), ("T27", "0", "0"))
    lay(s, "S16", ("T41", "0", "0"), ("T42", "0"))
    go(s, "orderly(Tea)")
    assert s.node.step_name == "free"
    data = s.to_dict()
    assert GAME.from_dict(data).to_dict() == data
    taken = {"orderly": [None, "Tea"], "track": [1], "free": [0, data["free"][1] - 1]}
    with pytest.raises(ValueError, match="the Orderly cannot go to Tea"):
        GAME.from_dict(data | taken)
    go(s, "free(T25)")
    assert s.track == (0,)
    assert s.free[0] == 0


def test_wares_belong_to_stalls() -> None:
    s = begin(2)
    wares(s, 0, "W07", "W05")
    plain(s, "=HAPPY")
    assert s.wares[0] == ("W07", "W05")
