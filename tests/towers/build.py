"""Positions to order: cards go from the deck to where a test needs them, so that each stays in one place."""

from __future__ import annotations

from itertools import product
from typing import Any

import gamelib
from gamelib.games.towers.geometry import CELLS, cells_to_mask
from gamelib.games.towers.steps import CONTINUE_CHAIN_FRAMES, PLACE_FLEE_OR_PASS_FRAMES, START_TURN_FRAMES
from gamelib.nodes import Action, Event
from tests.positions import codes as codes
from tests.positions import refused as refused
from tests.positions import told as told

GAME = gamelib.game("towers")
RULEBOOK = gamelib.game("towers", vocabulary="rulebook")


def table(seats: int = 2, mover: int = 0, chain: bool = False, **options: Any) -> Any:
    """A seat is to move on empty towers; all caches are empty, all other cards in the deck."""
    s = GAME.start(seats, **options)
    s.agenda_frames = [
        START_TURN_FRAMES[(mover + 1) % seats],
        (CONTINUE_CHAIN_FRAMES if chain else PLACE_FLEE_OR_PASS_FRAMES)[mover],
    ]
    s.turn = 1
    return s


def give(s: Any, seat: int, *cards: str) -> None:
    """Put cards into a cache."""
    for card in cards:
        s.deck.remove(card)
        s.caches[seat] += (card,)


def put(s: Any, suit: str, *plays: tuple[str, int, str]) -> None:
    """Lay cards on a tower: card, seat, cell."""
    tower = GAME.tower_number[suit]
    for card, seat, cell in plays:
        s.deck.remove(card)
        s.plays[tower] += ((card, seat, cell),)
        s.set_tower_mask(tower, s.masks[tower] | cells_to_mask([cell]))


def occupy(s: Any, suit: str, cells: str) -> None:
    """Lay symbols on cells with cards from the end of the deck; which ones does not matter."""
    for cell in cells.split():
        put(s, suit, (s.deck[-1], 0, cell))


def owe(s: Any, seat: int, count: int) -> None:
    """Put this many cards from the end of the deck into a balance."""
    s.balances[seat] += tuple(s.deck[-count:])
    del s.deck[-count:]


def gone(s: Any, *suits: str) -> None:
    """Close towers; their foundations go to the balance of the last seat."""
    for suit in suits:
        tower = GAME.tower_number[suit]
        s.balances[-1] += (GAME.foundations[tower], *(card for card, _, _ in s.plays[tower]))
        s.set_tower_mask(tower, 255)
        s.plays[tower] = ()


def out(s: Any, seat: int) -> None:
    """A seat has fled."""
    s.balances[seat] += s.caches[seat]
    s.caches[seat] = ()
    s.fled[seat] = True


def sizes(s: Any) -> list[int]:
    """Cards in each balance."""
    return [len(balance) for balance in s.balances]


def all_cards(s: Any) -> list[str]:
    """Every card, wherever it is, sorted."""
    cards = [*s.deck]
    for pile in (*s.caches, *s.balances):
        cards += pile
    for tower, plays in enumerate(s.plays):
        cards += [card for card, _, _ in plays]
        if s.is_tower_open(tower):
            cards.append(GAME.foundations[tower])
    return sorted(cards)


def play(s: Any, *choices: str) -> list[Event]:
    """Apply choices in notation; returns all events. Every card stays in one place, every event has words."""
    events: list[Event] = []
    for choice in choices:
        events += s.apply(GAME.parse_choice(choice))
        assert all_cards(s) == sorted(GAME.cards)
        assert sum(s.coins) == 0
    for event in events:
        assert GAME.describe(event)
        assert RULEBOOK.describe(event)
        assert set(event.related_rules) | {event.rule} <= set(GAME.rules)
    return events


def cells(s: Any, seat: int, card: str, suit: str) -> set[str]:
    """Where a card of the seat to move may go on a tower."""
    return {action.args[2] for action in s.legal if action.verb == "place" and action.args[:2] == (card, suit)}


NAMEABLE = [
    *(Action("place", card, suit, cell) for card, suit, cell in product(GAME.cards, GAME.suits, CELLS)),
    Action("flee"),
    Action("pass"),
    Action("stop"),
    Action("place", "NO-CARD", "Hammers", "LG"),
    Action("place", "HAMMER-LG", "Swords", "LG"),
    Action("place", "HAMMER-LG", "Hammers", "N"),
]
"""Every action that could be named at all, and some that make no sense."""
