"""Buying, selling, income, faceup cards, and what everybody knows (HAD-6 to HAD-8, HAD-11, HAD-17)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from gamelib.games.hadara.state import unseen_deck_index
from gamelib.nodes import Action

from ..rules import rule
from .build import GAME, begin, default, draw, events, go, own, tracks, until


def keep(s: object, seat: int, text: str) -> list[object]:
    """This seat's answer and default ones of the others, until all have answered."""
    told = []
    while s.node.step_name == "keep":
        told += s.apply(GAME.parse_choice(text) if s.node.seat == seat else default(s))
    return [event for event in told if event.seat == seat]


@rule("HAD-6.1", "HAD-6.3", "HAD-5.6")
def test_x9_two_blue_owned() -> None:
    """X9: 2 blue owned, 5 coins, B1-07 (cost 3): pays 1, keeps 4; culture +2, food +1."""
    s = begin(2)
    own(s, 0, "B1-01", "B1-02")
    s.coins[0] = 5
    draw(s, 0, "B1-07", "B1-08")
    s.coins[0] = 5
    before = s.tracks[0]
    told = keep(s, 0, "buy(B1-07)")
    bought = next(event for event in told if event.code == "bought")
    assert (bought.rule, bought.values["price"], bought.values["owned"]) == ("HAD-6.1", 1, 2)
    assert s.coins[0] == 4
    assert s.owned[0][-1] == "B1-07"
    assert s.tracks[0] == (before[0], before[1], before[2] + 2, before[3] + 1)
    assert GAME.tables.cards["B1-07"].points == 2


@rule("HAD-6.1")
def test_x10_no_change_below_zero() -> None:
    """X10: 4 yellow owned, Y1-06 (cost 3): pays 0; income +2, military +1."""
    s = begin(2)
    own(s, 0, "Y1-01", "Y1-02", "Y1-03", "Y1-04")
    draw(s, 0, "Y1-06", "Y1-08")
    coins, before = s.coins[0], s.tracks[0]
    told = keep(s, 0, "buy(Y1-06)")
    [bought] = [event for event in told if event.code == "bought"]
    assert "for 0 coins (3 minus 3 for owned cards)" in GAME.describe(bought)
    assert s.coins[0] == coins
    assert s.tracks[0][:2] == (before[0] + 2, before[1] + 1)


@rule("HAD-6.2", "HAD-7.1", "HAD-7.2")
def test_x11_too_dear() -> None:
    """X11: 1 red owned, 2 coins, R1-09 (cost 4): price 3 > 2, buying illegal; selling gives 2 -> 4."""
    s = begin(2)
    own(s, 0, "R1-01")
    draw(s, 0, "R1-08", "R1-09")
    s.coins[0] = 2
    ruling = s.why_not(Action("buy", "R1-09"))
    assert (ruling.rule, ruling.code, ruling.remedy) == ("HAD-6.2", "too_dear", "sell_it")
    assert (ruling.values["price"], ruling.values["missing"]) == (3, 1)
    assert Action("sell", "R1-09") in s.legal
    keep(s, 0, "sell(R1-09)")
    assert s.coins[0] == 4


@rule("HAD-7.1")
@pytest.mark.parametrize(("epoch", "gain"), [(1, 2), (2, 3), (3, 4)])
def test_x3_a_sold_card_is_out_of_the_game(epoch: int, gain: int) -> None:
    s = until(begin(2), "wheel", epoch=epoch)
    s = until(s, "keep", 0)
    coins, card = s.coins[0], s.drawn[0][0]
    keep(s, 0, f"sell({card})")
    assert s.coins[0] == coins + gain
    assert card in s.sold[0]
    assert card not in s.owned[0] + s.unseen[unseen_deck_index(card)] + s.piles[unseen_deck_index(card) % 5]


@rule("HAD-7.2")
def test_only_the_card_at_hand_is_sold() -> None:
    s = begin(2)
    own(s, 0, "R1-01")
    draw(s, 0, "R1-08", "R1-09")
    ruling = s.why_not(Action("sell", "R1-01"))
    assert (ruling.rule, ruling.code) == ("HAD-7.2", "not_drawn")
    s = until(s, "pick", 0)
    own_card = s.why_not(Action("sell", "R1-01"))
    assert (own_card.rule, own_card.code) == ("HAD-7.2", "own_card")
    again = s.why_not(Action("buy", "R1-01"))
    assert (again.rule, again.code) == ("HAD-11.2", "no_pile")


@rule("HAD-6.4", "HAD-6.5")
def test_a_purple_card_works_at_once_and_makes_purple_cheaper() -> None:
    s = draw(begin(2), 0, "P1-05", "P1-09")
    told = keep(s, 0, "buy(P1-09)")
    assert ("HAD-6.4", "effect_sell_plus") in [(event.rule, event.code) for event in told]
    assert "HAD-6.5" in next(event for event in told if event.code == "bought").related_rules
    assert s.card_price(0, "P1-04") == 3


@rule("HAD-8.1")
def test_x5_income() -> None:
    """X5: income 12 pays 12 coins, in both phases of each epoch."""
    s = until(begin(2), "keep", 0)
    seen = 0
    while s.agenda_frames:
        tracks(s, 0, income=12)
        coins = s.coins[0]
        before = len(events(s, "income"))
        s.apply(default(s))
        for event in events(s, "income"):
            if event.seat == 0:
                seen += 1
                assert event.values["income"] == 12
                assert event.values["coins"] >= coins + 12 - 12 * (before > 5)
    assert seen == 6


@rule("HAD-11.1", "HAD-11.2", "HAD-11.3")
def test_x6_the_top_card_is_bought_or_sold() -> None:
    """X6: the taken card must be bought or sold; discarding is impossible, and so is passing."""
    s = until(begin(3), "pick")
    tops = [pile[-1] for pile in s.piles]
    s.coins[s.node.seat] = 50
    assert {action.args[0] for action in s.legal} == set(tops)
    assert len(s.legal) == 10
    assert {action.verb for action in s.legal} == {"buy", "sell"}
    passing = s.why_not(Action("pass"))
    assert (passing.rule, passing.code) == ("HAD-11.2", "must_take")
    below = s.piles[2][0]
    ruling = s.why_not(Action("sell", below))
    assert (ruling.rule, ruling.code, ruling.values["tops"]) == ("HAD-11.3", "below_top", tuple(tops))
    away = s.why_not(Action("sell", "R3-01"))
    assert (away.rule, away.code) == ("HAD-11.2", "no_pile")


@rule("HAD-11.4", "HAD-11.1")
def test_x16_three_players_take_five_each() -> None:
    """X16: phase B starts with 15 cards in 5 piles of 3; each takes 5, in order."""
    s = until(begin(3), "pick")
    assert [len(pile) for pile in s.piles] == [3] * 5
    order, takers = s.seat_order(), []
    while s.node.step_name == "pick":
        takers.append(s.node.seat)
        s.apply(default(s))
    assert takers == list(order) * 5
    assert not any(s.piles)
    assert events(s, "piles_empty") or s.phase == "B"
    assert [len(row) for row in s.dropped] == [5, 5, 5]


@rule("HAD-11.5")
def test_phase_b_goes_on_as_phase_a() -> None:
    s = until(begin(2), "pick")
    for seat in range(2):
        tracks(s, seat, military=3, culture=6)
    asked = []
    while s.epoch == 1 and s.agenda_frames:
        if s.node.step_name not in asked:
            asked.append(s.node.step_name)
        s.apply(default(s))
    assert asked[:4] == ["pick", "colony", "statue", "medal"]


@rule("HAD-17.1")
def test_what_is_open_to_all() -> None:
    s = until(begin(3), "pick", epoch=2)
    own(s, 1, "R1-10")
    view = s.seen_by(0)
    for name in ("owned", "coins", "tracks", "tiles", "colonies", "statues", "silver", "gold", "piles", "dropped"):
        assert getattr(view, name) == getattr(s, name)


@rule("HAD-17.2")
def test_a_card_sold_in_phase_a_is_known_to_its_seller_alone() -> None:
    s = draw(begin(3), 0, "R1-08", "R1-09")
    while s.node.step_name == "keep":
        events_before = s.apply(Action("sell", "R1-09") if s.node.seat == 0 else default(s))
    sold = next(event for event in events_before if event.code == "sold" and event.seat == 0)
    assert sold.seen_by(0).values["card"] == "R1-09"
    assert sold.seen_by(1).values["card"] is None
    assert s.seen_by(0).sold[0][-1] == "R1-09"
    assert s.seen_by(1).sold[0][-1] == "R1-?"
    number = unseen_deck_index("R1-09")
    assert "R1-09" not in s.seen_by(0).unseen[number]
    assert "R1-09" in s.seen_by(1).unseen[number]
    s = until(s, "pick")
    card = s.piles[0][-1]
    told = s.apply(Action("sell", card))
    assert next(event for event in told if event.code == "sold").private_value_names == ()
    assert s.seen_by((s.seat_order()[0] + 1) % 3).dropped[s.seat_order()[0]] == (card,)


@rule("HAD-17.2", "HAD-A25")
def test_sold_cards_can_be_shown() -> None:
    s = draw(begin(2, sold_cards="shown"), 0, "R1-08", "R1-09")
    told = keep(s, 0, "sell(R1-09)")
    assert next(event for event in told if event.code == "sold").private_value_names == ()
    assert s.seen_by(1).sold[0][-1] == "R1-09"
    assert "R1-09" not in s.seen_by(1).unseen[unseen_deck_index("R1-09")]


@rule("HAD-17.2")
def test_drawn_cards_are_secret() -> None:
    s = draw(begin(2), 0, "R1-08", "R1-09")
    assert s.seen_by(0).drawn[0] == ("R1-08", "R1-09")
    assert s.seen_by(1).drawn[0] == ("R1-?", "R1-?")


@rule("HAD-17.3", "HAD-5.1")
def test_each_seat_has_its_own_chances() -> None:
    """A card that another seat sold facedown may still come, for all but its seller."""
    s = draw(begin(5), 0, "R1-08", "R1-09")
    keep(s, 0, "sell(R1-09)")
    s = until(s, "draw")
    while s.node.values["colour"] != "red":
        s.apply(default(s))
    truth, seller, other = s.node.dist(), s.seen_by(0).node.dist(), s.seen_by(s.node.seat).node.dist()
    assert not any("R1-09" in pair for pair in [*truth, *seller])
    view = s.seen_by(s.node.seat)
    assert other.p(lambda pair: "R1-09" in pair) == Fraction(2, len(view.unseen[unseen_deck_index("R1-09")]))


@rule("HAD-17.4")
def test_the_order_of_the_piles_is_known_or_only_the_top_is_seen() -> None:
    s = until(begin(3), "pick")
    assert s.seen_by(0).piles == s.piles
    top_only = until(begin(3, pile_memory="top_only"), "pick")
    view = top_only.seen_by(0)
    for colour, (pile, seen) in enumerate(zip(top_only.piles, view.piles, strict=True)):
        assert seen[-1] == pile[-1]
        assert [card[2:] for card in seen[:-1]] == ["-?", "-?"]
        assert set(pile[:-1]) <= set(view.unseen[colour])
    below, away = (top_only.why_not(Action("sell", card)) for card in (top_only.piles[2][0], "B1-10"))
    assert below.code == away.code == "no_pile"
    assert below.values["tops"] == away.values["tops"]
    guess = view.determinize(Random(1))
    assert [pile[-1] for pile in guess.piles] == [pile[-1] for pile in top_only.piles]
    assert all("?" not in card for pile in guess.piles for card in pile)


def test_go_plays_notation() -> None:
    s = begin(2)
    assert [event.code for event in go(s, "wheel(blue)")] == ["wheel_set"]
