"""What a table or a dashboard needs to draw: plain functions of a position, with no say in the rules.

Lengths are millimetres in the table frame: the view of side A, a foundation's symbol at (0, 0), x to
the right, y up. Side B sees the same table turned by half a circle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...nodes import Ruling, Seat
from ...outside import told
from .geometry import CELLS, NUMBER, OFFSETS, CardSize, centre_of
from .odds import closer_among
from .placing import refusals
from .state import TowersState
from .stopping import closes


@dataclass(frozen=True, slots=True)
class Body:
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
    turned: bool
    number: int
    """0 for the foundation, then in order of play."""


def symbol_place(cell: str | None, size: CardSize) -> tuple[float, float]:
    """Where the symbol of a cell stands; None is the foundation's own."""
    x, y = OFFSETS[NUMBER[cell]] if cell is not None else (0, 0)
    return x * size.across, y * size.up


def body(s: TowersState, seat: Seat, card: str, cell: str, number: int = 0) -> Body:
    """How a card would lie with its symbol on a cell, whether that is legal or not."""
    size = s.geometry.size
    lying = s.lying[seat][card]
    centre = centre_of(NUMBER[cell], lying)
    turned = lying != s.game.number[card]
    return Body(card, seat, cell, centre, size.body(centre), symbol_place(cell, size), turned, number)


def tower_cards(s: TowersState, suit: str) -> list[Body]:
    """The cards of a tower from the foundation up; none if the tower is closed. ValueError for no suit."""
    if suit not in s.game.tower:
        raise ValueError(f"There is no tower {told(suit)}; there are {', '.join(s.game.suits)}.")
    tower = s.game.tower[suit]
    if not s.is_open(tower):
        return []
    size = s.geometry.size
    base = Body(s.game.foundations[tower], None, None, (0, 0), size.body((0, 0)), symbol_place(None, size), False, 0)
    return [base, *(body(s, seat, card, cell, n) for n, (card, seat, cell) in enumerate(s.plays[tower], 1))]


def cells(s: TowersState, seat: Seat, card: str, suit: str) -> dict[str, list[Ruling]]:
    """For each cell of a tower, clockwise: every reason against the card there, in order; none if it may go there.

    Looks at the table only; whether it is this seat's turn is the matter of `why_not`.
    """
    return {cell: refusals(s, seat, card, suit, cell) for cell in CELLS}


def legal_cells(s: TowersState, seat: Seat, card: str) -> dict[str, tuple[str, ...]]:
    """suit -> the cells where this card of the seat's cache may go; only towers that have one."""
    by_suit = {
        suit: tuple(cell for cell, reasons in cells(s, seat, card, suit).items() if not reasons)
        for suit in s.game.suits
    }
    return {suit: open_cells for suit, open_cells in by_suit.items() if open_cells}


def still_to_come(s: TowersState) -> dict[str, dict[str, str | None]]:
    """suit -> alignment -> the card if it is still in the deck, else None (TOW-8.2)."""
    unseen = set(s.deck)
    by_kind = {(s.game.suit[card], s.game.alignment[card]): card for card in s.game.playing}
    return {
        suit: {cell: card if (card := by_kind[suit, cell]) in unseen else None for cell in CELLS}
        for suit in s.game.suits
    }


@dataclass(frozen=True, slots=True)
class Closers:
    """Who could close a tower with a single card as it is now."""

    shown: dict[Seat, tuple[str, ...]]
    """seat -> cards of its cache that close the tower."""
    unseen: dict[Seat, tuple[str, ...]]
    """seat -> cards of the deck that would close it in the hand of this seat."""
    chances: dict[Seat, Fraction]
    """seat -> the chance that its next draw of three holds one of those."""
    cards: int
    """How many cards there would be to deal out: the symbols, one more, and the foundation."""


def closers(s: TowersState, suit: str) -> Closers:
    """What may close a tower with one card. Nothing for a closed tower."""
    tower = s.game.tower[suit]
    mask = s.masks[tower]
    shown, unseen, chances = {}, {}, {}
    for seat in s.seated():
        shown[seat] = tuple(card for card in s.caches[seat] if closes(s, seat, card, tower))
        unseen[seat] = tuple(card for card in s.deck if closes(s, seat, card, tower))
        drawn = min(3, len(s.deck))
        chances[seat] = closer_among(len(unseen[seat]), len(s.deck), drawn)
    return Closers(shown, unseen, chances, mask.bit_count() + 2)
