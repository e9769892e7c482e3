"""Data for drawings of towers on tables and dashboards.

Lengths are in millimetres. The coordinate system is the view from side A, with the symbol of the foundation at (0, 0),
x to the right and y up. The view from side B is rotated by half a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...nodes import Ruling, Seat
from ...validation import short_repr
from .flee_decision import can_close
from .geometry import CELL_NUMBER, CELL_OFFSETS, CELLS, CardSize, Rectangle, card_centre
from .odds import p_closer_drawn
from .placement import placement_refusals
from .state import TowersState


@dataclass(frozen=True, slots=True)
class CardShape:
    """Shape of a placed card: its rectangle, its symbol, and whether its title is upside down for side A."""

    card: str
    seat: Seat | None
    """Seat that placed the card, or None for a foundation."""
    cell: str | None
    """Cell of its symbol, or None for a foundation."""
    centre: tuple[int, int]
    """In steps from one symbol place to the next."""
    rectangle: Rectangle
    symbol: tuple[float, float]
    is_turned: bool
    number: int
    """0 for the foundation, then in order of play."""


def symbol_position(cell: str | None, size: CardSize) -> tuple[float, float]:
    """Return the position of the symbol of a cell. The cell None means the symbol of the foundation."""
    x, y = CELL_OFFSETS[CELL_NUMBER[cell]] if cell is not None else (0, 0)
    return x * size.symbol_spacing_x, y * size.symbol_spacing_y


def card_shape(state: TowersState, seat: Seat, card: str, cell: str, number: int = 0) -> CardShape:
    """Return the shape of a card with its symbol on a cell. The placement can be illegal."""
    size = state.geometry.size
    lying = state.lying[seat][card]
    centre = card_centre(CELL_NUMBER[cell], lying)
    turned = lying != state.game.alignment_number[card]
    return CardShape(card, seat, cell, centre, size.rectangle(centre), symbol_position(cell, size), turned, number)


def tower_card_shapes(state: TowersState, suit: str) -> list[CardShape]:
    """Return the shapes of the cards of a tower from bottom to top.

    The result is empty for a closed tower. Raise ValueError for an unknown suit.
    """
    if suit not in state.game.tower_number:
        raise ValueError(f"There is no tower {short_repr(suit)}; there are {', '.join(state.game.suits)}.")
    tower = state.game.tower_number[suit]
    if not state.is_tower_open(tower):
        return []
    size = state.geometry.size
    base = CardShape(
        state.game.foundations[tower], None, None, (0, 0), size.rectangle((0, 0)), symbol_position(None, size), False, 0
    )
    return [
        base,
        *(card_shape(state, seat, card, cell, n) for n, (card, seat, cell) in enumerate(state.plays[tower], 1)),
    ]


def cell_refusals(state: TowersState, seat: Seat, card: str, suit: str) -> dict[str, list[Ruling]]:
    """Return the rulings against a card for each cell of a tower, clockwise.

    The list for a legal cell is empty. The function does not check whether it is the turn of the seat.
    """
    return {cell: placement_refusals(state, seat, card, suit, cell) for cell in CELLS}


def legal_cells_by_suit(state: TowersState, seat: Seat, card: str) -> dict[str, tuple[str, ...]]:
    """Return the legal cells of a card by suit. Towers without a legal cell are omitted."""
    by_suit = {
        suit: tuple(cell for cell, reasons in cell_refusals(state, seat, card, suit).items() if not reasons)
        for suit in state.game.suits
    }
    return {suit: open_cells for suit, open_cells in by_suit.items() if open_cells}


def deck_cards_by_suit_and_alignment(state: TowersState) -> dict[str, dict[str, str | None]]:
    """Return, by suit and alignment, the card if it is still in the deck, else None (TOW-8.2)."""
    unseen = set(state.deck)
    by_kind = {(state.game.suit[card], state.game.alignment[card]): card for card in state.game.playing_cards}
    return {
        suit: {cell: card if (card := by_kind[suit, cell]) in unseen else None for cell in CELLS}
        for suit in state.game.suits
    }


@dataclass(frozen=True, slots=True)
class TowerClosers:
    """Seats and cards that could close a tower with a single card."""

    closers_in_caches: dict[Seat, tuple[str, ...]]
    """seat -> cards of its cache that close the tower."""
    closers_in_deck: dict[Seat, tuple[str, ...]]
    """seat -> cards of the deck that would close it in the hand of this seat."""
    p_draw_closer: dict[Seat, Fraction]
    """seat -> probability that its next draw of three contains one of them."""
    cards: int
    """Number of cards to deal out: the symbols, one more, and the foundation."""


def tower_closers(state: TowersState, suit: str) -> TowerClosers:
    """Return the cards that can close a tower at once. The result is empty for a closed tower."""
    tower = state.game.tower_number[suit]
    mask = state.masks[tower]
    shown, unseen, chances = {}, {}, {}
    for seat in state.active_seats():
        shown[seat] = tuple(card for card in state.caches[seat] if can_close(state, seat, card, tower))
        unseen[seat] = tuple(card for card in state.deck if can_close(state, seat, card, tower))
        drawn = min(3, len(state.deck))
        chances[seat] = p_closer_drawn(len(unseen[seat]), len(state.deck), drawn)
    return TowerClosers(shown, unseen, chances, mask.bit_count() + 2)
