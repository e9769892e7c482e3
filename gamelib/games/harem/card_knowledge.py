"""Knowledge of the seats about the hands of other seats (HAR-13).

Most cards of a hand are unknown to the other seats. All seats know a card that came from a discard pile, and the victim
of a theft knows the stolen card. An *entry* (viewer, card, holders) means that the viewer knows that one of the holders
has one copy of this card in the hand. The deck of each drawn card is public, so a viewer also knows the number of
companions in a hand. After an unseen theft, both hands are *blurred*: their numbers of companions are no longer known.

`HaremState` stores the entries and creates the views. In a view, unknown cards of a hand are `MASTER?` or `HAREM?`, or
`?` if even the deck is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ...nodes import Seat

if TYPE_CHECKING:
    from random import Random

KnownCard: TypeAlias = tuple[Seat, str, tuple[Seat, ...]]

UNKNOWN: Final = "?"
UNKNOWN_MASTER: Final = "MASTER?"
UNKNOWN_HAREM: Final = "HAREM?"
HIDDEN_CARDS: Final = {UNKNOWN: "", UNKNOWN_MASTER: "", UNKNOWN_HAREM: ""}


def known_cards_without(
    known: tuple[KnownCard, ...], seat: Seat, card: str, viewers: range | None = None
) -> tuple[KnownCard, ...]:
    """Remove one entry of each viewer for a card that left the hand of `seat` visibly.

    `viewers` lists the seats that saw the card, and None means all. If the card may have been another copy, other
    entries get the holders of the removed entry.
    """
    kept = list(known)
    for viewer in dict.fromkeys(viewer for viewer, _, _ in known if viewers is None or viewer in viewers):
        fits = [i for i, entry in enumerate(kept) if entry[:2] == (viewer, card) and seat in entry[2]]
        if fits:
            gone = min(fits, key=lambda i: len(kept[i][2]))  # the surest
            for i in fits:
                kept[i] = (viewer, card, tuple(sorted({*kept[i][2], *kept[gone][2]})))
            del kept[gone]
    return tuple(kept)


def assign_cards_known_in_part(
    cards_known_in_part: list[tuple[str, tuple[Seat, ...]]], unknown_counts: dict[Seat, int], rng: Random
) -> list[tuple[Seat, str]]:
    """Choose a random hand for each card that may be in several hands."""
    while True:
        left = unknown_counts.copy()
        placed = []
        for card, holders in cards_known_in_part:
            room = [seat for seat in holders for _ in range(left[seat])]
            if not room:
                break
            seat = room[int(rng.random() * len(room))]
            left[seat] -= 1
            placed.append((seat, card))
        else:
            return placed
