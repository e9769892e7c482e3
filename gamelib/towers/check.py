"""Checks of a whole position that comes from a file: every card in one place, every value one that play can bring.

Nothing is taken for granted here but the towers, which are built again by the rules (see state).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..nodes import End
from .geometry import FULL

if TYPE_CHECKING:
    from .state import TowersState

CACHE = 3  # TOW-1.5
MOST_TURNS = 16  # TOW-7.9
FEWEST_CLOSED = 7  # TOW-5.2
ENDS = {"no_tower": "TOW-7.1", "no_play": "TOW-7.2", "no_cards": "TOW-7.3", "alone": "TOW-6.6"}


def is_seat(s: TowersState, value: Any) -> bool:
    """Whether a value is the number of a seat (True is none)."""
    return type(value) is int and 0 <= value < s.seats


def everything(s: TowersState, deck_size: int) -> None:
    """ValueError unless the invariants of `gamelib.towers.state` hold; `deck_size`: the cards listed as the deck."""
    _cards(s, deck_size)
    if any(type(flag) is not bool for flag in s.fled) or any(type(n) is not int for n in s.coins):
        raise ValueError("fled must be true or false, coins whole numbers")
    if sum(s.coins):
        raise ValueError(f"the coins add up to {sum(s.coins)}, not to 0")
    if type(s.turn) is not int or s.turn < 0 or (s.options["unplayed"] == "to_balance" and s.turn > MOST_TURNS):
        raise ValueError(f"there cannot be {s.turn!r} turns")
    if s.viewer is not None and not is_seat(s, s.viewer):
        raise ValueError(f"{s.viewer!r} is no seat that could see it so")
    if s.result is not None:
        _result(s, s.result)
        return
    if any(s.caches[seat] for seat in range(s.seats) if s.fled[seat]):
        raise ValueError("a seat that has fled holds no cache")
    if any(s.coins) and not any(s.fled):
        raise ValueError("nobody has fled, so nobody has paid yet")
    if len(s.seated()) < 2 or s.masks.count(FULL) == len(s.masks):  # TOW-6.6, TOW-7.1
        raise ValueError("the game should have ended")
    _agenda(s)


def _cards(s: TowersState, deck_size: int) -> None:
    game = s.game
    cards = [*s.deck]
    for cache in s.caches:
        if len(cache) > CACHE or any(card not in game.number for card in cache):
            raise ValueError(f"a cache cannot hold {', '.join(map(str, cache))}")
        cards += cache
    for balance in s.balances:
        cards += balance
    for number, plays in enumerate(s.plays):
        cards += [card for card, _, _ in plays]
        if s.is_open(number):
            cards.append(game.foundations[number])
    if deck_size != len(s.deck) or sorted(map(str, cards)) != sorted(game.cards):
        raise ValueError(f"the {len(game.cards)} cards are not each in exactly one place")
    owed = sum(card in game.number for balance in s.balances for card in balance)
    if owed < FEWEST_CLOSED * s.masks.count(FULL):
        raise ValueError("the balances hold too few cards for the closed towers")
    if any(card not in game.number or card in s.deck for card in s.unplayed):
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


def _agenda(s: TowersState) -> None:
    names = [frame[0].name for frame in s.todo]
    dealing = names[:1] == ["start"] and len(names) > 1 and set(names[1:]) == {"deal"}
    if not dealing and not (names[0] == "turn" and names[1:] in (["choose"], ["chain"], ["refill"])):
        raise ValueError(f"the agenda cannot be {', '.join(names)}")
    for step, *arguments in s.todo[dealing:]:
        seat = arguments[0]
        if not is_seat(s, seat) or s.fled[seat]:
            raise ValueError(f"{step.name} cannot be due for seat number {seat!r}")
        drawing = step.name in ("deal", "refill")
        if len(arguments) != 1 + drawing:
            raise ValueError(f"{step.name} has {len(arguments)} values")
        missing = min(CACHE - len(s.caches[seat]), len(s.deck))  # TOW-4.6
        if drawing and (type(arguments[1]) is not int or not 0 < arguments[1] == missing):
            raise ValueError(f"{step.name} cannot have {arguments[1]!r} cards to come")
    if dealing:
        _deal(s)
    elif s.todo[0][1] != s.round_from(s.todo[1][1])[0]:  # TOW-2.5
        raise ValueError(f"the next turn cannot be that of seat number {s.todo[0][1]}")
    elif not s.turn:
        raise ValueError("there cannot be 0 turns")
    if names[-1] == "choose" and s.over():  # TOW-2.1
        raise ValueError("the game should have ended")
    if names[-1] == "chain" and not s.can_play(s.todo[-1][1]):
        raise ValueError("a chain cannot go on if no card fits")


def _deal(s: TowersState) -> None:
    """All cards drawn so far lie in the caches, filled one after the other (TOW-1.5)."""
    dealt = len(s.game.playing) - len(s.deck)
    sizes = [min(CACHE, max(0, dealt - CACHE * seat)) for seat in range(s.seats)]
    waiting = [seat for seat in reversed(range(s.seats)) if sizes[seat] < CACHE]
    begun = s.turn or any(s.fled) or any(s.balances)
    as_dealt = [len(cache) for cache in s.caches] == sizes and [frame[1] for frame in s.todo[1:]] == waiting
    if begun or not as_dealt or len(s.todo[0]) > 1:
        raise ValueError("the deal cannot have come so far")
