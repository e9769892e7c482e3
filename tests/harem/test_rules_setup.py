"""Setup (HAR-1), variants (HAR-12) and information (HAR-13)."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import Dist
from tests.harem.build import (
    GAME,
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
    star,
    table,
    to_bottom,
    told,
    treasury,
)
from tests.rules import rule

SEATS = (2, 3, 4)


def deal(s, seed=0):
    """Deal at random; the events of the whole deal."""
    rng, events = Random(seed), []
    while s.node.step_name == "deal":
        events += s.apply(s.node.sample(rng))
    return events


def exhaust(s, *keep):
    """Discard the whole master pile except these cards."""
    for card in list(s.master.unplaced_cards):
        if card not in keep:
            discard(s, card)


@rule("HAR-1.1")
def test_two_to_four_seats_take_turns_clockwise():
    for seats in (1, 5, True, "3", None):
        with pytest.raises(ValueError, match=r"2 to 4 seats.*HAR-1\.1"):
            GAME.start(seats)
    for seats in SEATS:
        assert "HAR-1.1" in cited(GAME.start(seats).events)
        s = table(seats)
        s.turn = seats - 1
        for seat in range(seats):
            fill(s, seat, 7 if seat == seats - 1 else 1)
        events = play(s, "end")
        assert s.turn == 0
        assert "HAR-1.1" in cited(events)


@rule("HAR-1.2")
def test_the_harem_deck_is_twenty_shuffled_companions():
    s = GAME.start(2)
    assert s.harem.dist() == Dist(dict.fromkeys(GAME.companions, 1))
    assert len(s.harem) == 20
    assert s.harem_discard == {}
    assert "HAR-1.2" in cited(s.events)


@rule("HAR-1.3", "HAR-12.4", "HAR-A2")
def test_guards_and_two_cards_leave_the_master_deck():
    assert sum(GAME.master_counts.values()) == 81
    for seats, cards, left, target in ((2, 77, 6, 4), (3, 76, 5, 3), (4, 75, 4, 2)):
        s = GAME.start(seats)
        assert [player.guards for player in s.players] == [1] * seats
        assert told(s.events, "guards_out").values["cards"] == cards
        assert told(s.events, "guards_out").rule == "HAR-1.3"
        assert s.master.counts()["GUARD"] == left
        assert s.aside == {"PN-OVER": 1}
        assert s.stars_to_win() == target
        assert told(s.events, "star_target").rule == "HAR-12.4"
        assert told(s.events, "star_target").values["goal"] == target


@rule("HAR-1.4", "HAR-1.5", "HAR-A3")
def test_shuffle_the_deck_lies_in_the_lower_half():
    for seats, top, bottom in ((2, 38, 40), (3, 38, 39), (4, 37, 39)):
        s = GAME.start(seats)
        assert [part.size for part in s.master.segments] == [bottom, top]
        assert told(s.events, "cut").values == {"top": top, "bottom": bottom - 1}
        assert told(s.events, "cut").rule == "HAR-1.4"
        assert told(s.events, "shuffle_buried").rule == "HAR-1.5"
        assert s.master.dist(top - 1).p("PN-SHUFFLE") == 0
        for depth in (top, top + bottom - 1):
            assert s.master.dist(depth)["PN-SHUFFLE"] * bottom == s.master.dist(depth).total


@rule("HAR-1.5")
def test_w1_three_seats():
    s = GAME.start(3)
    assert len(s.master) == 77  # 76 and Shuffle the Deck
    play(s, *["=GOLD-2", "=GOLD-3", "=GUARD", "=GEM", "=GOLD-1"] * 4, "=GEM")
    assert len(s.master) == 77 - 21


@rule("HAR-1.6")
def test_seven_cards_each_one_at_a_time():
    for seats in SEATS:
        s = GAME.start(seats)
        order = []
        while s.node.step_name == "deal":
            assert s.node.rule == "HAR-1.6"
            assert not set(s.node.dist()) & set(GAME.companions)
            order.append(s.node.seat)
            s.apply(s.node.dist().quantile(0.5))
        assert order == list(range(seats)) * 7
        assert [player.hand_size() for player in s.players] == [7] * seats
        assert [player.guards for player in s.players] == [1] * seats


@rule("HAR-1.7", "HAR-A37", "HAR-3.5")
def test_at_once_cards_in_the_deal_are_replaced():
    s = GAME.start(2)
    assert not {"PN-OVER", "PN-SHUFFLE"} & set(s.node.dist())
    events = play(s, "=GOLD-1", "=PN-LACK", "=PN-LEVY", "=GEM")
    replaced = [event for event in events if event.code == "deal_replaced"]
    assert [(event.rule, event.seat) for event in replaced] == [("HAR-1.7", 1), ("HAR-1.7", 1)]
    assert "HAR-3.5" in replaced[0].related_rules
    assert s.players[1].hand == {"GEM": 1}
    assert s.master_discard == {"PN-LACK": 1, "PN-LEVY": 1}
    assert s.node.seat == 0


@rule("HAR-1.8", "HAR-A29")
def test_the_highest_roll_starts_and_ties_roll_again():
    s = GAME.start(3)
    deal(s)
    events = play(s, "=9", "=9", "=4")  # W24
    assert told(events, "first_tie").rule == "HAR-1.8"
    assert "HAR-A29" in cited(events)
    assert s.node.seat == 0
    play(s, "=5")
    assert s.node.seat == 1
    events = play(s, "=6")
    assert told(events, "first_turn").seat == s.turn == s.node.seat == 1
    assert s.node.rule == "HAR-2.1"


@rule("HAR-1.9")
def test_tables_start_empty():
    s = GAME.start(4)
    assert "HAR-1.9" in cited(s.events)
    deal(s, 3)
    for player in s.players:
        assert player.treasury == player.court == player.stars == {}
    assert s.harem_discard == {}
    assert set(s.master_discard) <= {"PN-LACK", "PN-CARAVAN", "PN-LEVY"}


@rule("HAR-12.1")
def test_long_game_shuffles_game_over_in_when_the_pile_is_empty():
    s = table(variant="long")
    assert not {"PN-SHUFFLE", "PN-OVER"} & set(s.master.counts())
    assert "HAR-12.1" in cited(s.events)
    exhaust(s, "GOLD-1")
    while len(s.master) > 1:
        discard(s, "GOLD-1")
    events = play(s, "end", "draw(master)", "=GOLD-1")
    assert told(events, "over_shuffled_in").rule == "HAR-12.1"
    assert s.master.counts()["PN-OVER"] == 1
    assert s.master_discard == {}
    events = play(s, "draw(master)", "=PN-OVER")
    assert s.result.reason == "points"


@rule("HAR-12.2")
def test_short_game_hides_game_over_in_the_lower_half():
    s = GAME.start(3, variant="short")
    assert [part.fixed for part in s.master.segments] == [{"PN-OVER": 1}, {}]
    assert s.aside == {"PN-SHUFFLE": 1}
    assert told(s.events, "over_buried").rule == "HAR-12.2"
    s = table(variant="short")
    to_bottom(s)
    assert "PN-SHUFFLE" not in s.master.dist()
    play(s, "end", "draw(master)", "=PN-OVER")
    assert s.result.reason == "points"


@rule("HAR-12.3", "HAR-A33", "HAR-A36")
def test_kadines_only_renews_the_pile_and_has_no_game_over():
    for variant in ("standard", "long", "short"):
        s = table(win_by="kadines_only", variant=variant)
        assert "HAR-12.3" in cited(s.events)
        assert s.aside == {"PN-SHUFFLE": 1, "PN-OVER": 1}
        exhaust(s)
        events = play(s, "end")
        assert told(events, "master_reshuffled").rule == "HAR-12.3"
        assert "HAR-A36" in cited(events)
        assert not {"PN-SHUFFLE", "PN-OVER"} & set(s.master.counts())
        assert legal(s) == {"draw(master)", "draw(harem)"}


@rule("HAR-12.1", "HAR-12.3", "HAR-10.8")
@pytest.mark.parametrize("options", [{"variant": "long"}, {"win_by": "kadines_only"}], ids=str)
def test_a_pile_is_renewed_as_its_last_card_leaves_it(options):
    """What is discarded later is not in the new pile: the card drawn, its effect, what the next seat plays."""
    s = table(**options)
    hand(s, 0, "GUARD", "GOLD-1", "GOLD-2", "GOLD-2", "GOLD-3", "GOLD-3")
    exhaust(s, "PN-LACK")
    discard(s, "PN-LACK")
    pile = s.master_discard | ({"PN-OVER": 1} if "variant" in options else {})
    play(s, "end", "draw(master)", "=PN-LACK")
    assert s.master.counts() == pile
    assert s.master_discard == {"PN-LACK": 1}
    play(s, "discard(GUARD)")
    assert s.master.counts() == pile


def drained():
    """Kadines only, with at-once cards alone in the master pile and no discards."""
    s = table(win_by="kadines_only")
    exhaust(s, *GAME.play_now_cards)
    for card in list(s.master_discard):  # all discards into the treasuries and courts of seat 2, if they may lie there
        while GAME.card_kind[card] in ("gold", "gem", "jewelry") and card in s.master_discard:
            s.master_discard[card] -= 1
            s.master_discard = {c: n for c, n in s.master_discard.items() if n}
            s.players[1].treasury[card] = s.players[1].treasury.get(card, 0) + 1
    hands = s.players[1].hand
    hands.update(s.master_discard)
    s.master_discard = {}
    s.game.validate_position(s)
    assert set(s.master.counts()) == {"PN-LACK", "PN-CARAVAN", "PN-LEVY"}
    return s


@rule("HAR-A36", "HAR-10.10")
def test_a_caravan_draws_nothing_from_an_empty_master_pile():
    s = drained()
    play(s, "end")
    cards = ("=PN-LACK", "=PN-LACK", "=PN-LEVY", "=PN-CARAVAN")
    events = play(s, *[choice for card in cards for choice in ("draw(master)", card)])
    assert told(events, "no_master_cards").rule == "HAR-A36"
    assert GAME.describe(told(events, "no_master_cards")) == "Player 1 can’t draw: the master deck is empty."
    assert legal(s) == {"draw(harem)"}  # the hand is filled from the other deck


@rule("HAR-A36", "HAR-A27")
def test_kadines_only_with_no_card_left_to_draw():
    s = drained()
    empty(s)
    for card in list(s.harem_discard):
        s.players[1].set_companion(card, ())
    s.harem_discard = {}
    s.game.validate_position(s)
    play(s, "end")
    assert legal(s) == {"draw(master)"}  # the other deck has nothing
    cards = ("=PN-LACK", "=PN-LACK", "=PN-LEVY", "=PN-CARAVAN")
    events = play(s, *[choice for card in cards for choice in ("draw(master)", card)])
    idle = [event for event in events if event.code == "no_cards"]  # a pile of at-once cards alone is not renewed
    assert [event.rule for event in idle] == ["HAR-A27", "HAR-A27"]  # Caravan draws nothing, and the hand stays empty
    assert s.turn == 1


@rule("HAR-12.3")
def test_points_only_goes_on_after_the_target():
    s = table(win_by="points_only", kadine_target=1)
    assert told(s.events, "points_only").rule == "HAR-12.3"
    court(s, 0, "CON-18", "ENH-D1", "ENH-S1")
    treasury(s, 0, "JEW-2")
    events = play(s, "adorn(JEW-2,CON-18)")
    assert "target_reached" not in codes(events)
    assert s.result is None
    assert list(s.players[0].stars) == ["CON-18"]


@rule("HAR-12.5")
def test_the_target_can_be_set():
    for target in (1, 50):
        s = table(kadine_target=target)
        assert "HAR-12.5" in cited(s.events)
        court(s, 0, "CON-18", "ENH-D1", "ENH-S1")
        treasury(s, 0, "JEW-2")
        play(s, "adorn(JEW-2,CON-18)")
        assert (s.result is not None) is (target == 1)
    for wrong in (0, -1, True, "2", 1.0):
        with pytest.raises(ValueError, match=r"HAR-12\.5"):
            GAME.start(2, kadine_target=wrong)


@rule("HAR-13.1")
def test_the_table_is_open():
    s = table(3)
    assert "HAR-13.1" in cited(s.events)
    treasury(s, 0, "GOLD-2", "GEM")
    court(s, 0, "CON-18", "ENH-D1")
    star(s, 2, "CON-20")
    guards(s, 2, 2)
    discard(s, "GOLD-1", "CON-01")
    hand(s, 0, "GOLD-3", "CON-02")
    for viewer in range(3):
        view = s.seen_by(viewer)
        for player, seen in zip(s.players, view.players, strict=True):
            assert (seen.treasury, seen.court, seen.stars) == (player.treasury, player.court, player.stars)
            assert (seen.guards, seen.hand_size()) == (player.guards, player.hand_size())
        assert (view.master_discard, view.harem_discard) == (s.master_discard, s.harem_discard)
        assert (len(view.master), len(view.harem)) == (len(s.master), len(s.harem))
        assert view.aside == s.aside  # whether Shuffle the Deck has come


@rule("HAR-13.2", "HAR-8.9")
def test_hands_are_secret_but_a_theft_is_known_to_two():
    s = table(3)
    hand(s, 0, "WRATH-A")
    hand(s, 1, "GOLD-3")
    hand(s, 2, "GOLD-2")
    view = s.seen_by(2)
    assert view.players[0].hand == {"MASTER?": 1}
    assert view.players[2].hand == {"GOLD-2": 1}
    events = play(s, "raid(WRATH-A,1)", "=12+2", "grab(1)", "=GOLD-3")
    grabbed = told(events, "grabbed")
    assert "HAR-13.2" in grabbed.related_rules
    assert [grabbed.seen_by(seat).values["card"] for seat in range(3)] == ["GOLD-3", "GOLD-3", None]
    assert s.seen_by(1).players[0].hand == {"GOLD-3": 1}
    assert s.seen_by(2).players[0].hand == {"?": 1}


@rule("HAR-13.3")
def test_nobody_knows_the_order_but_everybody_sees_the_deck():
    s = table()
    hand(s, 1, "GUARD")
    events = play(s, "end", "draw(harem)", "=CON-05", "draw(master)", "=GEM")
    drawn = [event for event in events if event.code == "drawn"]
    assert all("HAR-13.3" in event.related_rules for event in drawn)
    assert [event.seen_by(1).values for event in drawn] == [
        {"card": None, "deck": "harem"},
        {"card": None, "deck": "master"},
    ]
    view = s.seen_by(1)
    assert view.players[0].hand == {"HAREM?": 1, "MASTER?": 1}
    assert view.harem.dist() == Dist(dict.fromkeys(GAME.companions, 1))  # any of the 20 may be the one drawn
    assert s.seen_by(0).harem.dist().p("CON-05") == 0


@rule("HAR-13.4")
def test_a_card_from_the_discards_was_seen():
    s = table()
    discard(s, "ENH-D2")
    hand(s, 0, "KIS-TEACHER", "GOLD-1")
    events = play(s, "fate(KIS-TEACHER)", "fetch(ENH-D2)")
    assert (told(events, "fetched").rule, told(events, "fetched").related_rules) == ("HAR-9.1", ("HAR-13.4",))
    assert s.seen_by(1).players[0].hand == {"ENH-D2": 1, "MASTER?": 1}
    court(s, 0, "CON-14")
    play(s, "teach(ENH-D2,CON-14)")
    assert s.seen_by(1).players[0].hand == {"MASTER?": 1}


def test_cards_leave_the_pile_in_the_helpers():
    s = table()
    out(s, "GOLD-1")
    with pytest.raises(ValueError, match="GOLD-1"):
        s.game.validate_position(s)
