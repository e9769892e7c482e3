"""Who knows what about the hands of others, and what a seat's view of the table is (HAR-13).

Most of a hand is unknown to the others. But a card fetched from a discard pile was seen by all, and a
victim knows what was taken from the hand. An *entry* (viewer, card, holders) says: the viewer knows
that one such card is in a hand of one of these seats. Which deck a card was drawn from is public, so a
viewer also knows how many companions a hand holds, until an unseen theft *blurs* both hands.

`HaremState` keeps the entries and makes the views. In a view, unknown cards of a hand are `MASTER?`,
`HAREM?` or, where even that is not known, `?`.
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
    """A card left the hand of `seat` in sight of the viewers (None: all): each gives up one entry for it.

    It may have been another copy, which then lies where the one given up may have been.
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
    """A hand for each card that is known to be in one of several; anew until all find room."""
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
