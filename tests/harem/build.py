"""Positions to order: a game at the first seat's turn, with cards taken from the piles to where a test needs them.

Every card that is placed leaves a pile, so that each is still in exactly one place.
"""

from __future__ import annotations

from typing import Any

import gamelib
from gamelib.card_counts import add_cards
from gamelib.deck import Deck
from gamelib.nodes import Event
from tests.positions import codes as codes
from tests.positions import refused as refused
from tests.positions import told as told

GAME = gamelib.game("harem")
RULEBOOK = gamelib.game("harem", vocabulary="rulebook")


def table(seats: int = 2, **options: Any) -> Any:
    """Seat 1 has begun its turn; all hands are empty, everybody has the first Guard."""
    s = GAME.start(seats, **options)
    s.agenda_frames.clear()
    s.push_step("main")
    s.turns = 1
    return s


def out(s: Any, card: str) -> str:
    """Take a card out of its pile."""
    deck: Deck = s.harem if card in GAME.companions else s.master
    assert card in deck.unplaced_cards, f"{card} is not in the pile"
    deck.unshare()
    deck.unplaced_cards.remove(card)
    part = next(part for part in reversed(deck.segments) if part.size > sum(part.fixed.values()))
    part.size -= 1
    if not part.size:
        deck.segments.remove(part)
    return card


def hand(s: Any, seat: int, *cards: str) -> None:
    """Put cards into a hand."""
    for card in cards:
        add_cards(s.players[seat].hand, out(s, card))


def treasury(s: Any, seat: int, *cards: str) -> None:
    """Put cards into a treasury."""
    for card in cards:
        add_cards(s.players[seat].treasury, out(s, card))


def court(s: Any, seat: int, companion: str, *attached: str) -> None:
    """Put a companion with cards into a court."""
    s.players[seat].set_companion(out(s, companion), tuple(out(s, card) for card in attached))


def star(s: Any, seat: int, *companions: str) -> None:
    """Put stars under a coin."""
    for companion in companions:
        s.players[seat].promote_to_star(out(s, companion), ())


def guards(s: Any, seat: int, n: int) -> None:
    """Give a seat this many Guards in play."""
    player = s.players[seat]
    while player.guards > n:
        player.guards -= 1
        add_cards(s.master_discard, "GUARD")
    while player.guards < n:
        out(s, "GUARD")
        player.guards += 1


def discard(s: Any, *cards: str) -> None:
    """Put cards on their discard piles."""
    for card in cards:
        s.discard(out(s, card))


def empty(s: Any, *keep: str) -> None:
    """Discard the whole harem pile except these companions."""
    for card in list(s.harem.unplaced_cards):
        if card not in keep:
            discard(s, card)


def to_bottom(s: Any) -> None:
    """Discard the top half of the master pile, so that the next card comes from the lower part."""
    for _ in range(s.master.segments[-1].size):
        card = next(card for card in s.master.unplaced_cards if card not in GAME.play_now_cards)
        discard(s, card)
    assert len(s.master.segments) == 1


def play(s: Any, *choices: str) -> list[Event]:
    """Apply choices in notation; returns all events. Cards are checked after each."""
    events: list[Event] = []
    for choice in choices:
        s.game.validate_position(s)
        events += s.apply(GAME.parse_choice(choice))
    s.game.validate_position(s)
    for event in events:
        assert GAME.describe(event)
        assert RULEBOOK.describe(event)
    return events


def allowed(s: Any, choice: str) -> bool:
    """Whether an action is legal, by the list and by the ruling alike."""
    action = GAME.parse_choice(choice)
    legal = s.why_not(action) is None
    assert legal is (action in list(s.legal))
    return legal


def cited(events: list[Event]) -> set[str]:
    """The rules that these events name."""
    return {rule for event in events for rule in (event.rule, *event.related_rules)}


def legal(s: Any) -> set[str]:
    """The legal actions in notation."""
    return {str(action) for action in s.legal}


def fill(s: Any, seat: int, n: int = 7) -> None:
    """Fill a hand to n cards with Guards, Gold and lessons that do nothing by themselves."""
    cards = [
        card
        for card in ("GUARD", "ENH-D1", "ENH-S1", "ENH-C1", "ENH-D2", "ENH-S2", "ENH-D3S3", "GOLD-1")
        for _ in range(s.master.unplaced_cards.count(card))
    ]
    for card in cards[: n - s.players[seat].hand_size()]:
        hand(s, seat, card)
    assert s.players[seat].hand_size() == n
