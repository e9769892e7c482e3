"""A sound rule-of-thumb player of Court.

It scores every legal action by a few plain rules and takes the best: finish a star if one is near, for enough
stars win at once; engage the best companion that it can pay, train the one closest to a star, keep two guards, bank
the largest gold, raid where the odds and the loot are good. It sees only its seat's view.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from ...nodes import Action
from ...step import DecisionStep
from .odds import Unguarded, raid
from .offers import wealth

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

STAR_VALUE = 8.0  # three points, and a step towards the target
NEAR_VALUE = 4.0  # of being close to a star: one is finished before another is begun
LAST_STEPS = 11  # points from which on an ornament is given away
CHARM_VALUE = 0.7  # a point that few lessons teach
POWER_VALUE = 1.5
GUARD_VALUE = (2.0, 1.2)  # for the first and the second
GEM_WORTH = 3.0  # the mean of the gem table


class ThumbBot:
    """Takes the action that scores best; ties go to the earlier one."""

    fair = True

    def __call__(self, view: HaremState, legal: list[Action], rng: Random) -> Action:
        """One of `legal`."""
        return max(legal, key=lambda action: score(view, action))

    def __reduce__(self) -> str:
        return "thumb_bot"


def score(s: HaremState, action: Action) -> float:
    """How good an action looks, in points; 0 is what ending the turn is worth."""
    judge = JUDGES.get(action.verb)
    return judge(s, action) if judge else 0.0


def _begin(s: HaremState, action: Action) -> float:
    """Play if something is worth doing, or if filling the hand draws more than a forfeit."""
    main = s.game.steps["main"]
    assert isinstance(main, DecisionStep)
    best = max(score(s, move) for move in main.moves(s, (main,)))
    return 1.0 if best > 0 or s.players[s.turn].hand_size() < 4 else -1.0


def _bank(s: HaremState, action: Action) -> float:
    card = action.args[0]
    worth = GEM_WORTH if card == "GEM" else s.game.money[card]
    short = missing(s)
    return worth * (1.0 if short > 0 else 0.5)


def missing(s: HaremState) -> int:
    """Gold that the cheapest companion in the hand still lacks; 0 without one."""
    player = s.players[s.turn]
    costs = [s.price(card) for card in player.hand if card in s.game.companions]
    return max(0, min(costs) - cash(s)) if costs else 0


def cash(s: HaremState) -> int:
    """What the seat to move can pay now."""
    return wealth(s, s.players[s.turn])


def _engage(s: HaremState, action: Action) -> float:
    card, paid = action.args
    companion = s.game.companions[card]
    charm = companion.skills[2] * CHARM_VALUE
    spent: float = sum(int(part[4:]) / 4 if part.startswith("GEM:") else s.game.money[part] for part in paid)
    return 4.0 + companion.base + charm - spent / 2 + (POWER_VALUE if companion.power else 0)


def _attach(s: HaremState, action: Action) -> float:
    card, companion = action.args
    player = s.players[s.turn]
    now = s.skills(player, companion)
    after = s.skills_with(player, companion, card)
    value: float = sum(after) - sum(now) + NEAR_VALUE * (sum(after) / 12) ** 4
    if after == (4, 4, 4):
        value += STAR_VALUE
    if action.verb == "adorn":
        value -= s.game.money[card] / 2 + (1.5 if missing(s) > 0 else 0.0)
        if sum(after) < LAST_STEPS:
            value -= 3.0
    return value


def _guard(s: HaremState, action: Action) -> float:
    return GUARD_VALUE[s.players[s.turn].guards]


def _raid(s: HaremState, action: Action) -> float:
    card, target = action.args
    wrath, player = s.game.wraths[card], s.players[target]
    watchful = s.has_power(player, "WATCHFUL")
    chance = _chance(wrath.modifier, player.guards, watchful, s.options["unguarded_combat"])
    best = max((loot(s, target, kind, up_to) for kind, up_to in wrath.modes), default=0.0)
    return chance * max(best, float(player.guards))


@lru_cache(maxsize=256)
def _chance(modifier: int, guards: int, watchful: bool, unguarded: Unguarded) -> float:
    return float(raid(modifier, guards, watchful, unguarded=unguarded))


def loot(s: HaremState, target: int, kind: str, up_to: int) -> float:
    """About what one mode of a raid card takes."""
    player = s.players[target]
    if kind == "gold":
        left = up_to
        for card in reversed(s.game.gold):
            for _ in range(player.treasury.get(card, 0)):
                if s.game.money[card] <= left:
                    left -= s.game.money[card]
        return 1.3 * (up_to - left)
    if kind == "gem":
        return GEM_WORTH * min(up_to, player.treasury.get("GEM", 0))
    if kind == "jewelry":
        return 3.0 * min(up_to, sum(player.treasury.get(card, 0) for card in s.game.jewelry))
    return 1.5 * min(up_to, player.hand_size())


def _take(s: HaremState, action: Action) -> float:
    return bool(action.args[0]) + sum(GEM_WORTH if card == "GEM" else s.game.money[card] for card in action.args[0])


def _roll_gem(s: HaremState, action: Action) -> float:
    gems = s.players[s.turn].treasury["GEM"]
    short = missing(s)
    return 3.5 if 0 < short <= 4 * gems else -1.0


def _draw(s: HaremState, action: Action) -> float:
    player = s.players[s.turn]
    companions = sum(n for card, n in player.hand.items() if card in s.game.companions)
    wanted = companions < (2 if cash(s) > 4 else 1)
    return 1.0 if (action.args[0] == "harem") == wanted else 0.5


def _discard(s: HaremState, action: Action) -> float:
    keep = {"concubine": 3.0, "gold": 2.0, "gem": 2.5, "jewelry": 3.0, "enhancement": 2.0, "guard": 1.0}
    return -keep.get(s.game.kind[action.args[0]], 1.5)


JUDGES: dict[str, Callable[[HaremState, Action], float]] = {
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
    "reroll": lambda s, action: 1.0 if s.todo[-1].value < GEM_WORTH else -1.0,
    "fetch": lambda s, action: sum(s.game.gain.get(action.args[0], (0,))) or s.game.money.get(action.args[0], 0),
    "decline": lambda s, action: -1.0,
    "stop": lambda s, action: -1.0,
    "pick": lambda s, action: 1.0,
}
thumb_bot = ThumbBot()
