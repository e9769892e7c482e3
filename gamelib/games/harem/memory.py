"""Who knows what about the hands of others, and what a seat's view of the table is (HAR-13).

Most of a hand is unknown to the others. But a card fetched from a discard pile was seen by all, and a
victim knows what was taken from the hand. An *entry* (viewer, card, holders) says: the viewer knows
that one such card is in a hand of one of these seats. Which deck a card was drawn from is public, so a
viewer also knows how many companions a hand holds, until an unseen theft *blurs* both hands.

In a view, unknown cards of a hand are `MASTER?`, `HAREM?` or, where even that is not known, `?`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ...counts import Counts, add, dealt, insert, take
from ...dist import Dist
from ...nodes import Seat

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

Entry: TypeAlias = tuple[Seat, str, tuple[Seat, ...]]

UNKNOWN: Final = "?"
UNKNOWN_MASTER: Final = "MASTER?"
UNKNOWN_HAREM: Final = "HAREM?"
HIDDEN: Final = {UNKNOWN: "", UNKNOWN_MASTER: "", UNKNOWN_HAREM: ""}


def shown(known: tuple[Entry, ...], seat: Seat, card: str, viewers: range | None = None) -> tuple[Entry, ...]:
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


def stolen(s: HaremState, victim: Seat, thief: Seat, card: str) -> None:
    """A random card went unseen from hand to hand; thief and victim know it (HAR-8.9, HAR-13.2)."""
    known = shown(s.known, victim, card, range(thief, thief + 1))
    entries: list[Entry] = []
    for viewer, entry_card, holders in known:
        if viewer not in (victim, thief) and victim in holders and thief not in holders:
            holders = tuple(sorted((*holders, thief)))
        entries.append((viewer, entry_card, holders))
    entries.append((victim, card, (thief,)))
    s.known = tuple(entries)
    pairs = {(viewer, hand) for viewer in range(s.seats) if viewer not in (victim, thief) for hand in (victim, thief)}
    s.blurred = tuple(sorted(pairs.union(s.blurred)))


def hide(s: HaremState, viewer: Seat, view: HaremState) -> None:
    """Make `view`, a clone of s, what the viewer may know."""
    companions = s.game.companions
    view.known = tuple(entry for entry in s.known if entry[0] == viewer)
    view.blurred = tuple(pair for pair in s.blurred if pair[0] == viewer)
    unseen_master: Counts = {}
    unseen_harem: Counts = {}
    for seat in s.others(viewer):
        hand = s.players[seat].hand
        shown_cards: Counts = {}
        for _, card, holders in view.known:
            if holders == (seat,):
                add(shown_cards, card)
        hidden: Counts = {}
        for card, n in hand.items():
            rest = n - shown_cards.get(card, 0)
            if rest:
                add(unseen_harem if card in companions else unseen_master, card, rest)
                blurred = (viewer, seat) in view.blurred
                add(hidden, UNKNOWN if blurred else UNKNOWN_HAREM if card in companions else UNKNOWN_MASTER, rest)
        view.players[seat].hand = dict(sorted({**shown_cards, **hidden}.items()))
    for _, card, holders in view.known:
        if len(holders) > 1:  # known to be in a hand, though not in which
            take(unseen_harem if card in companions else unseen_master, card)
    view.master = s.master.seen_by(viewer, unseen_master)
    view.harem = s.harem.seen_by(viewer, unseen_harem)


def hand_card(s: HaremState, seat: Seat) -> Dist[str]:
    """A random card of a hand: of the real one, or as the viewer of a view knows it."""
    hand = s.players[seat].hand
    if s.viewer is None or seat == s.viewer:
        return Dist(hand)
    parts: list[tuple[Dist[str], int]] = []
    for card, n in hand.items():
        if card == UNKNOWN_MASTER:
            parts.append((s.master.hidden(), n))
        elif card == UNKNOWN_HAREM:
            parts.append((s.harem.hidden(), n))
        elif card == UNKNOWN:
            parts.append((blurred_card(s, seat), n))
        else:
            parts.append((Dist([card]), n))
    return Dist.mixture(parts)


def blurred_card(s: HaremState, seat: Seat) -> Dist[str]:
    """A card of a blurred hand: a companion, a master card, or one known to be in this hand or another."""
    harem, master = blurred_counts(s, sum(len(holders) > 1 for _, _, holders in s.known))
    loose = [card for _, card, holders in s.known if len(holders) > 1 and seat in holders]
    parts: list[tuple[Dist[str], int]] = []
    if harem:
        parts.append((s.harem.hidden(), harem))
    if master:
        parts.append((s.master.hidden(), master))
    if loose:
        parts.append((Dist(loose), len(loose)))
    return Dist.mixture(parts)


def blurred_counts(s: HaremState, placed: int) -> tuple[int, int]:
    """How many of the cards in blurred hands are unknown companions and unknown master cards."""
    slots = sum(player.hand.get(UNKNOWN, 0) for player in s.players)
    sure = sum(player.hand.get(UNKNOWN_HAREM, 0) for player in s.players)
    harem = s.harem.away() - sure
    return harem, slots - placed - harem


def place(loose: list[tuple[str, tuple[Seat, ...]]], slots: dict[Seat, int], rng: Random) -> list[tuple[Seat, str]]:
    """A hand for each card that is known to be in one of several; anew until all find room."""
    while True:
        left = slots.copy()
        placed = []
        for card, holders in loose:
            room = [seat for seat in holders for _ in range(left[seat])]
            if not room:
                break
            seat = room[int(rng.random() * len(room))]
            left[seat] -= 1
            placed.append((seat, card))
        else:
            return placed


def deal(view: HaremState, whole: HaremState, rng: Random) -> None:
    """Fill the unknown cards of a view, in its clone `whole`, by dealing the unseen cards at random."""
    loose = [(card, holders) for _, card, holders in view.known if len(holders) > 1]
    harem, _ = blurred_counts(view, len(loose))
    slots: dict[Seat, int] = {}
    for seat, player in enumerate(whole.players):
        slots[seat] = player.hand.pop(UNKNOWN, 0)
    for seat, card in place(loose, slots, rng):
        insert(whole.players[seat].hand, card)
        slots[seat] -= 1
    places = [seat for seat, n in slots.items() for _ in range(n)]
    places = dealt(places, len(places), rng)
    wanted_harem, wanted_master = places[:harem], places[harem:]
    for seat, player in enumerate(whole.players):
        wanted_harem += [seat] * player.hand.pop(UNKNOWN_HAREM, 0)
        wanted_master += [seat] * player.hand.pop(UNKNOWN_MASTER, 0)
    for deck, seats in ((whole.harem, wanted_harem), (whole.master, wanted_master)):
        for seat, card in zip(seats, deck.deal_hidden(len(seats), rng), strict=True):
            insert(whole.players[seat].hand, card)
