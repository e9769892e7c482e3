"""What a table draws: rectangles, cells with reasons, what is still to come, closers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gamelib.games.towers import board_view
from gamelib.games.towers.geometry import CELLS, mask_to_cells
from tests.conformance import walk
from tests.rules import rule
from tests.towers.build import GAME, give, gone, occupy, owe, put, table


@rule("TOW-3.3", "TOW-3.4")
def test_a_body_lies_so_that_its_symbol_is_on_the_cell() -> None:
    s = table()
    size = GAME.card_sizes[0]
    for seat, card, cell in product((0, 1), GAME.playing_cards[:8], CELLS):
        found = board_view.card_shape(s, seat, card, cell)
        left, bottom, width, height = found.rectangle
        assert (width, height) == (size.width, size.height)
        x, y = found.symbol
        assert left < x < left + width
        assert bottom < y < bottom + height
        assert found.is_turned is (seat == 1)
        assert (left + width / 2, bottom + height / 2) == (
            pytest.approx(found.centre[0] * size.symbol_spacing_x),
            pytest.approx(found.centre[1] * size.symbol_spacing_y),
        )
    lg_at_ce = board_view.card_shape(s, 0, "KEY-LG", "CE")
    assert lg_at_ce.centre == (2, -2)
    assert board_view.card_shape(s, 1, "KEY-CE", "CE").centre == (2, -2)


def test_the_cards_of_a_tower_lie_in_order_on_the_foundation() -> None:
    s = table()
    put(s, "Hammers", ("HAMMER-NE", 0, "NG"), ("KEY-LN", 0, "CG"))
    base, first, second = board_view.tower_card_shapes(s, "Hammers")
    assert (base.card, base.seat, base.cell, base.symbol, base.number) == ("HAMMER-N", None, None, (0, 0), 0)
    assert (first.card, first.centre, first.number) == ("HAMMER-NE", (0, 2), 1)
    assert (second.card, second.cell, second.number) == ("KEY-LN", "CG", 2)
    gone(s, "Books")
    assert board_view.tower_card_shapes(s, "Books") == []
    with pytest.raises(ValueError, match="no tower 'Swords'"):
        board_view.tower_card_shapes(s, "Swords")


def test_no_symbol_that_can_be_seen_lies_under_a_later_card() -> None:
    """Along a whole game: each symbol is visible, as the rectangles show it."""
    size = GAME.card_sizes[0]
    for s in walk(GAME, 3, 77):
        for suit in GAME.suits:
            lying = board_view.tower_card_shapes(s, suit)
            for lower, upper in product(lying, lying):
                if lower.number < upper.number:
                    spot = (
                        (0, 0)
                        if lower.cell is None
                        else (lower.symbol[0] / size.symbol_spacing_x, lower.symbol[1] / size.symbol_spacing_y)
                    )
                    assert not size.is_symbol_covered(upper.centre, (round(spot[0]), round(spot[1])))


def test_cells_carry_every_reason_and_agree_with_the_moves() -> None:
    s = table(mover=1)
    give(s, 1, "KEY-LG", "STAR-NE")
    occupy(s, "Hammers", "CG NG")
    for card, suit in product(s.caches[1], GAME.suits):
        found = board_view.cell_refusals(s, 1, card, suit)
        assert tuple(found) == CELLS
        free = {cell for cell, reasons in found.items() if not reasons}
        assert free == {a.args[2] for a in s.legal if a.verb == "place" and a.args[:2] == (card, suit)}
        assert board_view.legal_cells_by_suit(s, 1, card).get(suit, ()) == tuple(cell for cell in CELLS if cell in free)
        for cell, reasons in found.items():
            if reasons:
                assert s.why_not(GAME.parse_choice(f"place({card},{suit},{cell})")) == reasons[0]
                assert all(GAME.describe(reason) for reason in reasons)


@rule("TOW-8.2")
def test_what_is_still_to_come() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    coming = board_view.deck_cards_by_suit_and_alignment(s)
    assert coming["Keys"]["LG"] is None
    assert coming["Keys"]["CE"] == "KEY-CE"
    assert {card for row in coming.values() for card in row.values() if card} == set(s.deck)


@rule("TOW-5.1")
def test_who_could_close_a_tower() -> None:
    s = table()
    give(s, 0, "KEY-CG", "KEY-NG")
    give(s, 1, "KEY-LE")
    occupy(s, "Hammers", "LG NG CG CN CE NE")
    found = board_view.tower_closers(s, "Hammers")
    assert found.closers_in_caches == {0: ("KEY-CG",), 1: ("KEY-LE",)}
    assert found.cards == 8
    for seat in (0, 1):
        for card in found.closers_in_deck[seat]:
            assert "LE" in mask_to_cells(s.rows[seat][card][s.masks[0]])
    n, m = len(found.closers_in_deck[0]), len(s.deck)
    none = Fraction((m - n) * (m - n - 1) * (m - n - 2), m * (m - 1) * (m - 2))
    assert found.p_draw_closer[0] == 1 - none
    owe(s, 0, len(s.deck))
    assert board_view.tower_closers(s, "Hammers").p_draw_closer == {0: 0, 1: 0}


def test_the_foundation_lies_in_the_middle() -> None:
    base = board_view.tower_card_shapes(table(), "Hammers")[0]
    left, bottom, width, height = base.rectangle
    assert (left + width / 2, bottom + height / 2, base.centre) == (pytest.approx(0), pytest.approx(0), (0, 0))
