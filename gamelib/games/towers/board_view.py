"""What a table or a dashboard needs to draw: plain functions of a position, with no say in the rules.

Lengths are millimetres in the table frame: the view of side A, a foundation's symbol at (0, 0), x to
the right, y up. Side B sees the same table turned by half a circle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...nodes import Ruling, Seat
from ...validation import short_repr
from .flee_decision import can_close
from .geometry import CELL_NUMBER, CELL_OFFSETS, CELLS, CardSize, card_centre
from .odds import p_closer_drawn
from .placement import placement_refusals
from .state import TowersState


@dataclass(frozen=True, slots=True)
class CardShape:
    """A card as it lies: its rectangle, its symbol, and whether its title is at the far side for side A."""

    card: str
    seat: Seat | None
    """The seat that placed it; None for a foundation."""
    cell: str | None
    """The cell of its symbol; None for a foundation."""
    centre: tuple[int, int]
    """In steps from one symbol place to the next."""
    rectangle: tuple[float, float, float, float]
    """Left, bottom, width, height."""
    symbol: tuple[float, float]
    is_turned: bool
    number: int
    """0 for the foundation, then in order of play."""


def symbol_position(cell: str | None, size: CardSize) -> tuple[float, float]:
    """Where the symbol of a cell stands; None is the foundation's own."""
    x, y = CELL_OFFSETS[CELL_NUMBER[cell]] if cell is not None else (0, 0)
    return x * size.symbol_spacing_x, y * size.symbol_spacing_y


def card_shape(state: TowersState, seat: Seat, card: str, cell: str, number: int = 0) -> CardShape:
    """How a card would lie with its symbol on a cell, whether that is legal or not."""
    size = state.geometry.size
    lying = state.lying[seat][card]
    centre = card_centre(CELL_NUMBER[cell], lying)
    turned = lying != state.game.alignment_number[card]
    return CardShape(card, seat, cell, centre, size.rectangle(centre), symbol_position(cell, size), turned, number)


def tower_card_shapes(state: TowersState, suit: str) -> list[CardShape]:
    """The cards of a tower from the foundation up; none if the tower is closed. ValueError for no suit."""
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
    """For each cell of a tower, clockwise: every reason against the card there, in order; none if it may go there.

    Looks at the table only; whether it is this seat's turn is the matter of `why_not`.
    """
    return {cell: placement_refusals(state, seat, card, suit, cell) for cell in CELLS}


def legal_cells(state: TowersState, seat: Seat, card: str) -> dict[str, tuple[str, ...]]:
    """suit -> the cells where this card of the seat's cache may go; only towers that have one."""
    by_suit = {
        suit: tuple(cell for cell, reasons in cell_refusals(state, seat, card, suit).items() if not reasons)
        for suit in state.game.suits
    }
    return {suit: open_cells for suit, open_cells in by_suit.items() if open_cells}


def deck_cards_by_suit_and_alignment(state: TowersState) -> dict[str, dict[str, str | None]]:
    """suit -> alignment -> the card if it is still in the deck, else None (TOW-8.2)."""
    unseen = set(state.deck)
    by_kind = {(state.game.suit[card], state.game.alignment[card]): card for card in state.game.playing_cards}
    return {
        suit: {cell: card if (card := by_kind[suit, cell]) in unseen else None for cell in CELLS}
        for suit in state.game.suits
    }


@dataclass(frozen=True, slots=True)
class TowerClosers:
    """Who could close a tower with a single card as it is now."""

    closers_in_caches: dict[Seat, tuple[str, ...]]
    """seat -> cards of its cache that close the tower."""
    closers_in_deck: dict[Seat, tuple[str, ...]]
    """seat -> cards of the deck that would close it in the hand of this seat."""
    p_draw_closer: dict[Seat, Fraction]
    """seat -> the chance that its next draw of three holds one of those."""
    cards: int
    """How many cards there would be to deal out: the symbols, one more, and the foundation."""


def tower_closers(state: TowersState, suit: str) -> TowerClosers:
    """What may close a tower with one card. Nothing for a closed tower."""
    tower = state.game.tower_number[suit]
    mask = state.masks[tower]
    shown, unseen, chances = {}, {}, {}
    for seat in state.active_seats():
        shown[seat] = tuple(card for card in state.caches[seat] if can_close(state, seat, card, tower))
        unseen[seat] = tuple(card for card in state.deck if can_close(state, seat, card, tower))
        drawn = min(3, len(state.deck))
        chances[seat] = p_closer_drawn(len(unseen[seat]), len(state.deck), drawn)
    return TowerClosers(shown, unseen, chances, mask.bit_count() + 2)
