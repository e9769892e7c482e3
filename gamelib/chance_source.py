"""Sources of chance events: dice, a choice from a set, or a draw from a pile.

The source of a chance event tells `common_luck.py` how to draw the outcome. At all tables of a deal, a pile has the
same order, although a state stores no order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .deck import Deck


class ChanceSource(NamedTuple):
    """Source of a chance event.

    Attributes:
        kind: "dice", "choice" (from a set that can differ between tables, such as a hand) or "pile".
        pile: Name of the pile, which is the same at all tables. The name is empty for dice and choices.
        cards: Number of each card that can be at any place of the pile.
        fixed: Number of each card that is among the next `segment_size` cards of the pile.
        segment_size: Number of places in the top segment of the pile, or 0 if no card is fixed.
        draw_count: Number of cards in one outcome. An outcome of several cards is a sorted tuple.

    Example:
        >>> import gamelib
        >>> source = gamelib.game("towers").start(seats=2).node.source
        >>> source.kind, source.pile, sum(source.cards.values())
        ('pile', ('deck',), 48)
    """

    kind: str
    pile: tuple[str | int, ...] = ()
    cards: Mapping[str, int] = {}
    fixed: Mapping[str, int] = {}
    segment_size: int = 0
    draw_count: int = 1


DICE = ChanceSource("dice")
CHOICE = ChanceSource("choice")


def pile_source(*name: str | int, cards: Iterable[str] | Mapping[str, int], draw_count: int = 1) -> ChanceSource:
    """Return the source of a draw from a pile in which any card can be the next one.

    Example:
        >>> pile_source("plates", cards=["red", "red", "blue"]).cards["red"]
        2
    """
    return ChanceSource("pile", name, Counter(cards), draw_count=draw_count)


def deck_source(name: str, deck: Deck) -> ChanceSource:
    """Return the source of the next card of a `Deck`.

    Example:
        >>> from gamelib.deck import Deck
        >>> deck_source("master", Deck({"gold": 3})).segment_size
        3
    """
    top = deck.segments[-1]
    return ChanceSource("pile", (name,), Counter(deck.unplaced_cards), top.fixed, top.size)
