"""What a bot of Court may want or never do; see gamelib/games/aims.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ...step import DecisionStep
from ..aims import Aim, Limit
from .bots import GEM_WORTH, loot, score
from .odds import raid
from .state import MAX_GUARDS

if TYPE_CHECKING:
    from .state import HaremState

MAIN = ("main",)


def gold(s: HaremState, seat: Seat, action: Action) -> float:
    """The value of what goes into the treasury; of a Gem its mean."""
    card = action.args[0]
    return GEM_WORTH if card == "GEM" else s.game.money[card]


def first_guard(s: HaremState, seat: Seat, action: Action) -> float:
    return float(s.players[seat].guards == 0)


def engage(s: HaremState, seat: Seat, action: Action) -> float:
    """The base value of the companion; among payments the thriftiest."""
    card, paid = action.args
    spent = sum(int(part[4:]) if part.startswith("GEM:") else s.game.money[part] for part in paid)
    return s.game.companions[card].base - spent / 100


def gained(s: HaremState, seat: Seat, action: Action) -> int:
    """The points of skill that a card gives a companion."""
    card, companion = action.args
    player = s.players[seat]
    return sum(s.skills_with(player, companion, card)) - sum(s.skills(player, companion))


def star(s: HaremState, seat: Seat, action: Action) -> float:
    """Whether a companion becomes a star, or how far she has come on the way."""
    card, companion = action.args
    total = sum(s.skills_with(s.players[seat], companion, card))
    return total if gained(s, seat, action) else 0.0


def chance(s: HaremState, action: Action) -> float:
    """The chance that a raid succeeds."""
    card, target = action.args
    player = s.players[target]
    watchful = s.has_power(player, "WATCHFUL")
    return float(raid(s.game.wraths[card].modifier, player.guards, watchful, unguarded=s.options["unguarded_combat"]))


def booty(s: HaremState, seat: Seat, action: Action) -> float:
    """The chance of a raid times what it may take, in gold; at least the guards that it may break."""
    card, target = action.args
    best = max((loot(s, target, kind, up_to) for kind, up_to in s.game.wraths[card].modes), default=0.0)
    return chance(s, action) * max(best, float(s.players[target].guards))


def likely_raid(s: HaremState, seat: Seat, action: Action, least: int) -> bool:
    """No raid that is too unlikely; and no turn begun only for such ones, or a hand full of them stops the game."""
    if action.verb == "raid":
        return 100 * chance(s, action) >= least
    main = s.game.steps["main"]
    assert isinstance(main, DecisionStep)
    useful = [move for move in main.moves(s, (main,)) if score(s, move) > 0]
    return not useful or any(move.verb != "raid" or 100 * chance(s, move) >= least for move in useful)


def guarded(s: HaremState, seat: Seat, action: Action, least: int) -> bool:
    """While fewer guards stand than wanted, a guard of the hand comes before any other card."""
    player = s.players[seat]
    return player.guards >= min(least, MAX_GUARDS) or action.verb == "guard" or "GUARD" not in player.hand


AIMS = (
    Aim("gold", MAIN, ("bank",), gold),
    Aim("first_guard", MAIN, ("guard",), first_guard),
    Aim("guards", MAIN, ("guard",), lambda s, seat, action: 1.0),
    Aim("engage", MAIN, ("engage",), engage),
    Aim("train", MAIN, ("teach",), gained),
    Aim("star", MAIN, ("teach", "adorn"), star),
    Aim("raid", MAIN, ("raid",), booty),
    Aim("fate", MAIN, ("fate",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit("raid_chance", (*MAIN, "turn"), ("raid", "begin"), (0, 20, 40, 60, 80), likely_raid),
    Limit("keep_guards", MAIN, (), (0, 1, 2), guarded),
)

CAREFUL = {"raid_chance": 60, "keep_guards": 1}
"""The limits of a careful player; what it wants is left to the rule of thumb."""
