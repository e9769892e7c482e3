"""Priorities and limits for bots of Court. See gamelib/games/bot_settings.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from ...step import DecisionStep
from ..bot_settings import Limit, Priority
from .heuristic_bot import GEM_WORTH, action_score, estimated_mode_loot
from .odds import p_raid_succeeds
from .state import MAX_GUARDS

if TYPE_CHECKING:
    from .state import HaremState

MAIN = ("main",)


def treasury_card_value(state: HaremState, seat: Seat, action: Action) -> float:
    """Return the value of a card for the treasury, or the mean value for a Gem."""
    card = action.args[0]
    return GEM_WORTH if card == "GEM" else state.game.payment_value[card]


def has_no_guard(state: HaremState, seat: Seat, action: Action) -> bool:
    """Return whether the seat has no Guard yet."""
    return state.players[seat].guards == 0


def companion_value_with_price_tiebreak(state: HaremState, seat: Seat, action: Action) -> float:
    """Return the base value of the companion minus 1% of the payment, so that cheap payments are preferred."""
    card, paid = action.args
    spent = sum(int(part[4:]) if part.startswith("GEM:") else state.game.payment_value[part] for part in paid)
    return state.game.companions[card].base - spent / 100


def skill_points_gained(state: HaremState, seat: Seat, action: Action) -> int:
    """Return the skill points that a card adds to a companion."""
    card, companion = action.args
    player = state.players[seat]
    return sum(state.skills_with(player, companion, card)) - sum(state.skills(player, companion))


def companion_skill_with_card(state: HaremState, seat: Seat, action: Action) -> float:
    """Return the total skill points of a companion after it gets this card, or 0 if the card adds none."""
    card, companion = action.args
    total = sum(state.skills_with(state.players[seat], companion, card))
    return total if skill_points_gained(state, seat, action) else 0.0


def p_raid_action_succeeds(state: HaremState, action: Action) -> float:
    """Return the probability that a raid succeeds."""
    card, target = action.args
    player = state.players[target]
    watchful = state.has_power(player, "WATCHFUL")
    return float(
        p_raid_succeeds(
            state.game.raid_cards[card].modifier, player.guards, watchful, unguarded=state.options["unguarded_combat"]
        )
    )


def expected_raid_gain(state: HaremState, seat: Seat, action: Action) -> float:
    """Return the success probability of a raid times its gain in gold.

    If a raid may break Guards, its gain is at least the number of Guards.
    """
    card, target = action.args
    best = max(
        (estimated_mode_loot(state, target, kind, up_to) for kind, up_to in state.game.raid_cards[card].modes),
        default=0.0,
    )
    return p_raid_action_succeeds(state, action) * max(best, float(state.players[target].guards))


def is_raid_or_turn_start_allowed_by_limit(state: HaremState, seat: Seat, action: Action, min_percent: int) -> bool:
    """Return whether the limit on the success probability of raids allows an action.

    Beginning a turn is forbidden if all its useful actions are raids below the limit.
    """
    if action.verb == "raid":
        return 100 * p_raid_action_succeeds(state, action) >= min_percent
    main = state.game.steps["main"]
    assert isinstance(main, DecisionStep)
    useful = [move for move in main.legal_actions(state, (main,)) if action_score(state, move) > 0]
    return not useful or any(
        move.verb != "raid" or 100 * p_raid_action_succeeds(state, move) >= min_percent for move in useful
    )


def is_guard_placed_if_needed(state: HaremState, seat: Seat, action: Action, min_guards: int) -> bool:
    """Return whether an action respects the minimum number of Guards.

    A seat with fewer Guards must place a Guard first.
    """
    player = state.players[seat]
    return player.guards >= min(min_guards, MAX_GUARDS) or action.verb == "guard" or "GUARD" not in player.hand


PRIORITIES = (
    Priority("gold", MAIN, ("bank",), treasury_card_value),
    Priority("first_guard", MAIN, ("guard",), has_no_guard),
    Priority("guards", MAIN, ("guard",), lambda s, seat, action: 1.0),
    Priority("engage", MAIN, ("engage",), companion_value_with_price_tiebreak),
    Priority("train", MAIN, ("teach",), skill_points_gained),
    Priority("star", MAIN, ("teach", "adorn"), companion_skill_with_card),
    Priority("raid", MAIN, ("raid",), expected_raid_gain),
    Priority("fate", MAIN, ("fate",), lambda s, seat, action: 1.0),
)
LIMITS = (
    Limit(
        "raid_chance", (*MAIN, "turn"), ("raid", "begin"), (0, 20, 40, 60, 80), is_raid_or_turn_start_allowed_by_limit
    ),
    Limit("keep_guards", MAIN, (), (0, 1, 2), is_guard_placed_if_needed),
)

CAREFUL_LIMITS = {"raid_chance": 60, "keep_guards": 1}
"""Limits of a careful bot. The heuristic bot makes all other choices."""
