"""Checks of a whole position that comes from a file: every card in one place, every value one that play can bring.

Nothing is taken for granted here but the towers, which are built again by the rules (see state).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ...nodes import End
from .geometry import FULL
from .state import CACHE

if TYPE_CHECKING:
    from .state import TowersState

MOST_TURNS = 16  # TOW-7.9
FEWEST_CLOSED = 7  # TOW-5.2
ENDS = {"no_tower": "TOW-7.1", "no_play": "TOW-7.2", "no_cards": "TOW-7.3", "alone": "TOW-6.6"}


def everything(s: TowersState) -> None:
    """ValueError unless the invariants of `gamelib.games.towers.state` hold."""
    _cards(s)
    if sum(s.coins):
        raise ValueError(f"the coins add up to {sum(s.coins)}, not to 0")
    if s.result is not None:
        _result(s, s.result)
        return
    if any(s.caches[seat] for seat in range(s.seats) if s.fled[seat]):
        raise ValueError("a seat that has fled holds no cache")
    if any(s.coins) and not any(s.fled):
        raise ValueError("nobody has fled, so nobody has paid yet")
    if len(s.seated()) < 2 or s.masks.count(FULL) == len(s.masks):  # TOW-6.6, TOW-7.1
        raise ValueError("the game should have ended")


def _cards(s: TowersState) -> None:
    game = s.game
    cards = [*s.deck]
    for cache in s.caches:
        cards += cache
    for balance in s.balances:
        cards += balance
    for number, plays in enumerate(s.plays):
        cards += [card for card, _, _ in plays]
        if s.is_open(number):
            cards.append(game.foundations[number])
    counts = Counter(cards)
    for card in game.cards:
        if counts[card] != 1:
            places = f"in {counts[card]} places" if counts[card] else "nowhere"
            raise ValueError(f"{card} lies {places}, and each of the {len(game.cards)} cards in exactly one")
    owed = sum(card in game.number for balance in s.balances for card in balance)
    if owed < FEWEST_CLOSED * s.masks.count(FULL):
        raise ValueError("the balances hold too few cards for the closed towers")
    if any(card in s.deck for card in s.unplayed):
        raise ValueError(f"{', '.join(map(str, s.unplayed))} cannot have been left over")


def _result(s: TowersState, end: End) -> None:
    """How it ended fits what lies on the table."""
    alone, bare = len(s.seated()) == 1, s.masks.count(FULL) == len(s.masks)
    reasons = ("alone",) if alone else ("no_tower",) if bare else ("no_play",) if s.deck else ("no_play", "no_cards")
    if end.reason not in reasons or end.rule != ENDS[end.reason]:
        raise ValueError(f"the game cannot have ended by {end.reason}, {end.rule}")
    if any(s.caches) and not alone:  # TOW-7.5
        raise ValueError("at the end nobody holds a cache")
    best = max(s.coins)
    if list(end.scores) != s.coins or end.winners != tuple(seat for seat in range(s.seats) if s.coins[seat] == best):
        raise ValueError("scores and winners do not follow from the coins")


def seated(s: TowersState, step: Any, frame: Any) -> None:
    """ValueError if the seat of a frame has fled."""
    if s.fled[frame.seat]:
        raise ValueError(f"{step.name} cannot be due for seat {frame.seat}, which has fled")


def next_turn(s: TowersState, frame: Any) -> None:
    """ValueError unless the seat whose turn comes next sits at the left of the one whose turn it is (TOW-2.5)."""
    now = getattr(s.todo[1], "seat", None) if len(s.todo) > 1 else None
    if now is None:
        raise ValueError("nobody has a turn")
    if s.fled[now] or frame.seat != s.round_from(now)[0]:
        raise ValueError(f"the next turn cannot be that of seat {frame.seat} while seat {now} has one")
    if not s.turn:
        raise ValueError("there cannot be 0 turns")


def deal(s: TowersState) -> None:
    """ValueError unless all cards drawn so far lie in the caches, filled one after the other (TOW-1.5)."""
    dealt = len(s.game.playing) - len(s.deck)
    sizes = [min(CACHE, max(0, dealt - CACHE * seat)) for seat in range(s.seats)]
    waiting = [seat for seat in reversed(range(s.seats)) if sizes[seat] < CACHE]
    begun = s.turn or any(s.fled) or any(s.balances)
    as_dealt = [len(cache) for cache in s.caches] == sizes and [frame.seat for frame in s.todo[1:]] == waiting
    if begun or not as_dealt:
        raise ValueError("the deal cannot have come so far")
