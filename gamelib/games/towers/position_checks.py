"""Checks of saved positions of Towers: each card is in one place, and each value is possible.

The towers were already rebuilt by the rules (see `state`).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ...nodes import End
from .geometry import FULL_MASK
from .state import CACHE_SIZE

if TYPE_CHECKING:
    from .state import TowersState

MAX_TURNS = 16  # TOW-7.9
MIN_CLOSED_CARDS = 7  # TOW-5.2
END_RULES = {"no_tower": "TOW-7.1", "no_play": "TOW-7.2", "no_cards": "TOW-7.3", "alone": "TOW-6.6"}


def validate_invariants(state: TowersState) -> None:
    """Raise ValueError unless the invariants of `gamelib.games.towers.state` hold."""
    _cards(state)
    if sum(state.coins):
        raise ValueError(f"the coins add up to {sum(state.coins)}, not to 0")
    if state.result is not None:
        _result(state, state.result)
        return
    if any(state.caches[seat] for seat in range(state.seats) if state.fled[seat]):
        raise ValueError("a seat that has fled holds no cache")
    if any(state.coins) and not any(state.fled):
        raise ValueError("nobody has fled, so nobody has paid yet")
    if len(state.active_seats()) < 2 or state.masks.count(FULL_MASK) == len(state.masks):  # TOW-6.6, TOW-7.1
        raise ValueError("the game should have ended")


def _cards(state: TowersState) -> None:
    game = state.game
    cards = [*state.deck]
    for cache in state.caches:
        cards += cache
    for balance in state.balances:
        cards += balance
    for number, plays in enumerate(state.plays):
        cards += [card for card, _, _ in plays]
        if state.is_tower_open(number):
            cards.append(game.foundations[number])
    counts = Counter(cards)
    for card in game.cards:
        if counts[card] != 1:
            places = f"in {counts[card]} places" if counts[card] else "nowhere"
            raise ValueError(f"{card} lies {places}, and each of the {len(game.cards)} cards in exactly one")
    owed = sum(card in game.alignment_number for balance in state.balances for card in balance)
    if owed < MIN_CLOSED_CARDS * state.masks.count(FULL_MASK):
        raise ValueError("the balances hold too few cards for the closed towers")
    if any(card in state.deck for card in state.unplayed):
        raise ValueError(f"{', '.join(map(str, state.unplayed))} cannot have been left over")


def _result(state: TowersState, end: End) -> None:
    """Check that the result agrees with the table."""
    alone, bare = len(state.active_seats()) == 1, state.masks.count(FULL_MASK) == len(state.masks)
    reasons = (
        ("alone",) if alone else ("no_tower",) if bare else ("no_play",) if state.deck else ("no_play", "no_cards")
    )
    if end.reason not in reasons or end.rule != END_RULES[end.reason]:
        raise ValueError(f"the game cannot have ended by {end.reason}, {end.rule}")
    if any(state.caches) and not alone:  # TOW-7.5
        raise ValueError("at the end nobody holds a cache")
    best = max(state.coins)
    if list(end.scores) != state.coins or end.winners != tuple(
        seat for seat in range(state.seats) if state.coins[seat] == best
    ):
        raise ValueError("scores and winners do not follow from the coins")


def validate_seat_in_game(state: TowersState, step: Any, frame: Any) -> None:
    """Raise ValueError if the seat of a frame has fled."""
    if state.fled[frame.seat]:
        raise ValueError(f"{step.name} cannot be due for seat {frame.seat}, which has fled")


def validate_next_turn(state: TowersState, frame: Any) -> None:
    """Raise ValueError unless the seat with the next turn is to the left of the current seat (TOW-2.5)."""
    now = getattr(state.agenda_frames[1], "seat", None) if len(state.agenda_frames) > 1 else None
    if now is None:
        raise ValueError("nobody has a turn")
    if state.fled[now] or frame.seat != state.other_active_seats(now)[0]:
        raise ValueError(f"the next turn cannot be that of seat {frame.seat} while seat {now} has one")
    if not state.turn:
        raise ValueError("there cannot be 0 turns")


def validate_unfinished_deal(state: TowersState) -> None:
    """Raise ValueError unless all drawn cards are in caches that were filled in seat order (TOW-1.5)."""
    dealt = len(state.game.playing_cards) - len(state.deck)
    sizes = [min(CACHE_SIZE, max(0, dealt - CACHE_SIZE * seat)) for seat in range(state.seats)]
    waiting = [seat for seat in reversed(range(state.seats)) if sizes[seat] < CACHE_SIZE]
    begun = state.turn or any(state.fled) or any(state.balances)
    as_dealt = [len(cache) for cache in state.caches] == sizes and [
        frame.seat for frame in state.agenda_frames[1:]
    ] == waiting
    if begun or not as_dealt:
        raise ValueError("the deal cannot have come so far")
