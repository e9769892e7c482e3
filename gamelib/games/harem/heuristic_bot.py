"""Heuristic bot of Court.

The bot scores each legal action with simple rules and takes the best one. The bot completes a star if possible, because
enough stars win at once. The bot engages the best affordable companion, trains the companion closest to a star, keeps
two Guards, banks the largest Gold card, and raids if probability and loot are high.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from ...nodes import Action
from ...step import DecisionStep
from .legal_plays import spendable_value
from .odds import Unguarded, p_raid_succeeds

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

STAR_VALUE = 8.0  # 3 points of a star, and the progress towards the stars needed to win
NEAR_VALUE = 4.0  # value of being close to a star, so that one star is finished before another is begun
LAST_STEPS = 11  # number of skill points from which the bot attaches an ornament
CHARM_VALUE = 0.7  # value of a skill point that few lessons give
POWER_VALUE = 1.5
GUARD_VALUE = (2.0, 1.2)  # values of the first and second Guard
GEM_WORTH = 3.0  # the mean of the gem table


class HeuristicBot:
    """Bot that takes the action with the highest score, and the first one of equal actions."""

    fair = True

    def __call__(self, view: HaremState, legal: list[Action], rng: Random) -> Action:
        """Return one of `legal`."""
        return max(legal, key=lambda action: action_score(view, action))

    def __reduce__(self) -> str:
        return "heuristic_bot"


def action_score(state: HaremState, action: Action) -> float:
    """Return the score of an action in points. Ending the turn has score 0."""
    judge = ACTION_SCORERS.get(action.verb)
    return judge(state, action) if judge else 0.0


def _begin(state: HaremState, action: Action) -> float:
    """Return 1.0 if a play is useful or if filling the hand draws more cards than forfeiting the turn, else -1.0."""
    main = state.game.steps["main"]
    assert isinstance(main, DecisionStep)
    best = max(action_score(state, move) for move in main.legal_actions(state, (main,)))
    return 1.0 if best > 0 or state.players[state.turn].hand_size() < 4 else -1.0


def _bank(state: HaremState, action: Action) -> float:
    card = action.args[0]
    worth = GEM_WORTH if card == "GEM" else state.game.payment_value[card]
    short = gold_missing_for_companion(state)
    return worth * (1.0 if short > 0 else 0.5)


def gold_missing_for_companion(state: HaremState) -> int:
    """Return the gold that is missing for the cheapest companion in the hand, or 0 if the hand has no companion."""
    player = state.players[state.turn]
    costs = [state.price(card) for card in player.hand if card in state.game.companions]
    return max(0, min(costs) - available_gold(state)) if costs else 0


def available_gold(state: HaremState) -> int:
    """Return the gold that the current seat can pay now."""
    return spendable_value(state, state.players[state.turn])


def _engage(state: HaremState, action: Action) -> float:
    card, paid = action.args
    companion = state.game.companions[card]
    charm = companion.skills[2] * CHARM_VALUE
    spent: float = sum(
        int(part[4:]) / 4 if part.startswith("GEM:") else state.game.payment_value[part] for part in paid
    )
    return 4.0 + companion.base + charm - spent / 2 + (POWER_VALUE if companion.power else 0)


def _attach(state: HaremState, action: Action) -> float:
    card, companion = action.args
    player = state.players[state.turn]
    now = state.skills(player, companion)
    after = state.skills_with(player, companion, card)
    value: float = sum(after) - sum(now) + NEAR_VALUE * (sum(after) / 12) ** 4
    if after == (4, 4, 4):
        value += STAR_VALUE
    if action.verb == "adorn":
        value -= state.game.payment_value[card] / 2 + (1.5 if gold_missing_for_companion(state) > 0 else 0.0)
        if sum(after) < LAST_STEPS:
            value -= 3.0
    return value


def _guard(state: HaremState, action: Action) -> float:
    return GUARD_VALUE[state.players[state.turn].guards]


def _raid(state: HaremState, action: Action) -> float:
    card, target = action.args
    wrath, player = state.game.raid_cards[card], state.players[target]
    watchful = state.has_power(player, "WATCHFUL")
    chance = _chance(wrath.modifier, player.guards, watchful, state.options["unguarded_combat"])
    best = max((estimated_mode_loot(state, target, kind, up_to) for kind, up_to in wrath.modes), default=0.0)
    return chance * max(best, float(player.guards))


@lru_cache(maxsize=256)
def _chance(modifier: int, guards: int, watchful: bool, unguarded: Unguarded) -> float:
    return float(p_raid_succeeds(modifier, guards, watchful, unguarded=unguarded))


def estimated_mode_loot(state: HaremState, target: int, mode: str, limit: int) -> float:
    """Return the approximate loot of one mode of a raid card."""
    player = state.players[target]
    if mode == "gold":
        left = limit
        for card in reversed(state.game.gold_cards):
            for _ in range(player.treasury.get(card, 0)):
                if state.game.payment_value[card] <= left:
                    left -= state.game.payment_value[card]
        return 1.3 * (limit - left)
    if mode == "gem":
        return GEM_WORTH * min(limit, player.treasury.get("GEM", 0))
    if mode == "jewelry":
        return 3.0 * min(limit, sum(player.treasury.get(card, 0) for card in state.game.jewelry_cards))
    return 1.5 * min(limit, player.hand_size())


def _take(state: HaremState, action: Action) -> float:
    worth = 1.0 if action.args[0] else 0.0
    for card in action.args[0]:
        worth += GEM_WORTH if card == "GEM" else state.game.payment_value[card]
    return worth  # no `sum`, because its compiled version returns an integer


def _roll_gem(state: HaremState, action: Action) -> float:
    gems = state.players[state.turn].treasury["GEM"]
    short = gold_missing_for_companion(state)
    return 3.5 if 0 < short <= 4 * gems else -1.0


def _draw(state: HaremState, action: Action) -> float:
    player = state.players[state.turn]
    companions = sum(n for card, n in player.hand.items() if card in state.game.companions)
    wanted = companions < (2 if available_gold(state) > 4 else 1)
    return 1.0 if (action.args[0] == "harem") == wanted else 0.5


def _discard(state: HaremState, action: Action) -> float:
    keep = {"concubine": 3.0, "gold": 2.0, "gem": 2.5, "jewelry": 3.0, "enhancement": 2.0, "guard": 1.0}
    return -keep.get(state.game.card_kind[action.args[0]], 1.5)


ACTION_SCORERS: dict[str, Callable[[HaremState, Action], float]] = {
    "begin": _begin,
    "bank": _bank,
    "engage": _engage,
    "teach": _attach,
    "adorn": _attach,
    "guard": _guard,
    "raid": _raid,
    "take": _take,
    "roll_gem": _roll_gem,
    "draw": _draw,
    "discard": _discard,
    "fate": lambda s, action: 2.5,
    "use": lambda s, action: 1.0,
    "boost": lambda s, action: 1.0,
    "break": lambda s, action: 1.5,
    "grab": lambda s, action: 1.5 * action.args[0],
    "move": lambda s, action: -1.0,
    "reroll": lambda state, action: 1.0 if state.agenda_frames[-1].value < GEM_WORTH else -1.0,
    "fetch": lambda state, action: (
        sum(state.game.skill_points.get(action.args[0], (0,))) or state.game.payment_value.get(action.args[0], 0)
    ),
    "decline": lambda s, action: -1.0,
    "stop": lambda s, action: -1.0,
    "pick": lambda s, action: 1.0,
}
heuristic_bot = HeuristicBot()
