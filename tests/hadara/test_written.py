"""Positions of Hadara written down: what is not said is filled in, and stays unseen."""

from __future__ import annotations

from random import Random

import pytest

from gamelib.games.hadara.scoring import points_by_source
from gamelib.nodes import Action
from gamelib.playouts import playout, random_bot

from ..conformance import check_saved, check_views
from ..rules import rule
from .build import GAME


@rule("HAD-12.4", "HAD-16.7")
def test_a_feeding_in_a_line() -> None:
    """X23 as a line of text: food 7, 9 cards, feed_pay, 10 coins."""
    s = GAME.position(
        "4 seats; deck_set advanced; epoch 2; now pay(seat: 1); coins.1 10; colonies.1 [C03-5];"
        'statues.1 ["S1:food-down"]; owned.1 [G1-08, R1-03, R1-05, R1-09, R1-08, R1-10, B1-01, B1-05, P2-12]'
    )
    assert (s.node.seat, len(s.owned[1]), s.tracks[1][3]) == (1, 9, 7)
    assert [str(action) for action in s.legal] == ["keep(0)", "keep(1)", "keep(2)"]
    assert s.tiles[1] == (2, 2, 2, 1)
    check_saved(s)
    check_views(s, Random(1))


def test_what_was_sold_is_filled_in_unseen() -> None:
    s = GAME.position("3 seats; epoch 2; owned.0 [Y1-06, R1-04, B1-05]; coins [7, 0, 3]")
    assert (s.node.step_name, s.epoch, s.phase) == ("wheel", 2, "A")
    assert s.card_price(0, "R2-01") == 3
    kept = [*s.owned[0], *s.sold[0], *s.dropped[0]]
    assert len(kept) == 10
    assert all(card[2:] == "-?" for card in (*s.sold[0], *s.dropped[0]))
    assert sum(len(row) for row in s.unseen[:5]) == 50 - 3
    assert GAME.position(GAME.position_text(s)) == s
    playout(s, [random_bot] * 3, Random(1))
    assert s.result is not None


@rule("HAD-16.3", "HAD-A13")
def test_growth_follows_from_the_cards_unless_it_is_said() -> None:
    line = "2 seats; deck_set advanced; colour_growth_mode permanent; epoch 2; owned.0 [P1-12, R1-01, R1-02]"
    assert GAME.position(line).grown == [(0, 2, 0, 0), (0, 0, 0, 0)]
    more = GAME.position(f"{line}; grown.0 [0, 3, 0, 0]")  # of a third card, which was removed
    assert more.grown[0] == (0, 3, 0, 0)
    assert GAME.position(GAME.position_text(more)) == more
    with pytest.raises(ValueError, match="cannot have 1 steps of growth on military"):
        GAME.position(f"{line}; grown.0 [0, 1, 0, 0]")


@rule("HAD-11.3", "HAD-6.1")
def test_piles_in_a_line() -> None:
    s = GAME.position(
        "2 seats; now pick(seat: 0); piles [[Y1-03], [R1-04, R1-09], [B1-02], [G1-01], [P1-09]];"
        "coins [2, 5]; owned.0 [R1-01]"
    )
    assert (s.phase, s.epoch, s.node.seat) == ("B", 1, 0)
    assert [str(action) for action in s.legal] == [
        "buy(Y1-03)",
        "sell(Y1-03)",
        "sell(R1-09)",
        "buy(B1-02)",
        "sell(B1-02)",
        "buy(G1-01)",
        "sell(G1-01)",
        "buy(P1-09)",
        "sell(P1-09)",
    ]
    assert s.why_not(Action("buy", "R1-09")).values["price"] == 3
    check_saved(s)
    check_views(s, Random(2))


@rule("HAD-9.1", "HAD-9.4", "HAD-10.1")
def test_a_colony_and_a_statue_in_a_line() -> None:
    colony = GAME.position("2 seats; epoch 2; now colony(seat: 0); owned.0 [R1-08, R1-09, R2-01]; coins [4, 0]")
    assert [str(action) for action in colony.legal] == ["colony(3)", "colony(9)", "colony(15)", "pass"]
    statue = GAME.position("2 seats; epoch 2; now statue(seat: 1); owned.1 [B1-08, B1-09, B2-01, B2-03]")
    assert [str(action) for action in statue.legal] == ["statue(S1)", "statue(S2)", "statue(S3)", "pass"]
    reverse = GAME.position("4 seats; now reverse(seat: 0, level: C03); colonies.1 [C03]; colonies.2 [C03-2]")
    assert set(reverse.node.dist()) == {"C03-1", "C03-3", "C03-4", "C03-5"}


@rule("HAD-5.2")
def test_a_draw_step_in_a_line() -> None:
    s = GAME.position("2 seats; now keep(asked: [0, 1], given: []); drawn [[R1-03, R1-08], [B1-01, B1-02]]; coins.0 2")
    assert [str(action) for action in s.legal] == ["buy(R1-03)", "sell(R1-03)", "sell(R1-08)"]
    assert s.deck_colour(0, 0) == 1
    draw = GAME.position("3 seats; now draw(seat: 0)")
    assert len(draw.node.dist()) == 45


@rule("HAD-13.1", "HAD-15.7")
def test_medals_in_a_line() -> None:
    s = GAME.position("2 seats; epoch 3; now medal(seat: 0); coins [55, 23]; silver.0 [culture]; gold.0 2")
    assert s.tiles[0] == (2, 2, 1, 2)
    assert [str(action) for action in s.legal][-1] == "stop"
    s.apply(Action("stop"))
    s.apply(Action("stop"))
    assert s.result.scores[1] == points_by_source(s, 1)["coins"] == 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("now deal(seat: 0)", "begins after the setup"),
        ("now pick(seat: 0)", "nobody takes a card when the piles are empty"),
        ("now pick(seat: 1); phase A; draw 5", "with the step pick it is"),
        ("owned.0 [Y2-01]", "has left the deck"),
        ("epoch 2; owned.0 [Y1-01, Y1-02, Y1-03, Y1-04, Y1-05, Y1-06, Y1-07]", "kept|drawn"),
        ("epoch 2; colonies.0 [C03, C03-1]", "two colonies"),
        ('epoch 2; silver.0 [food, food]; statues.0 ["S1:food"]', "bonus tiles"),
        ("now fly", "fly"),
    ],
)
def test_what_cannot_be(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=rf"^There can be no such position: .*({why}).*\.$"):
        GAME.position(text)
