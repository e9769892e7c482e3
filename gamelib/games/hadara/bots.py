"""The rule-of-thumb bot of Hadara: every act is worth what it brings, in points at the end.

A coin is worth more early, because it buys growth; a step of income brings a coin with each income to come; steps of
military and culture open colonies and statues; food counts as long as cards go hungry. It sees only its seat's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .buying import sale
from .feeding import shortage
from .medals import medal_prices
from .state import DRAWS
from .statues import bonus
from .tables import EPOCHS, TRACKS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

COIN = (0.55, 0.4, 0.28)  # points for a coin by epoch; at the end it is 0.2
STEP = (0.0, 0.85, 0.9, 0.0)  # points for a step of military and culture
HUNGRY, FED = 1.6, 0.25  # points for a step of food, needed or not
MOUTH = 0.8  # points that feeding one more card costs
SET = 1.6  # points for a card of a colour of which there are fewest
DISCOUNT = 0.5  # coins that a card saves each later one of its colour
HIGHEST = 30.0  # a track beyond which a step opens nothing more
EFFECT = {
    "sell_plus": 3.0,
    "bonus_tile": 2.0,
    "colour_growth": 5.0,
    "cheap_medals": 5.0,
    "statue_plus": 5.0,
    "colony_coins": 3.0,
    "feed_pay": 2.0,
    "feed_surplus": 4.0,
    "lag_income": 4.0,
    "five_sets": 9.0,
    "full_silver": 8.0,
    "double_action": 6.0,
    "wild_colour": 3.0,
    "req_minus4": 6.0,
    "pay_requirement": 5.0,
}


class ThumbBot:
    """Takes the act that is worth most, coin for coin and step for step."""

    fair = True
    """It reads only what its seat may know, so that search may show it a guessed position as it is."""

    def __call__(self, view: HadaraState, legal: list[Action], rng: Random) -> Action:
        """The best of `legal`; of equals the first."""
        if len(legal) == 1:
            return legal[0]
        step = view.todo[-1].step
        seat: Seat = step.seat(view, view.todo[-1])
        worth = WORTH.get(step.name)
        if worth is None:
            return legal[0]
        return max(legal, key=lambda action: worth(view, seat, action))

    def __reduce__(self) -> str:
        return "thumb_bot"


def incomes_left(s: HadaraState) -> int:
    """Incomes to come, the one of this phase included as long as it is due."""
    due = "income" in [frame.step.name for frame in s.todo]
    return 2 * (len(EPOCHS) - s.epoch) + (s.phase == "A") + due


def coin(s: HadaraState) -> float:
    """Points for a coin now."""
    return COIN[s.epoch - 1]


def hunger(s: HadaraState, seat: Seat) -> float:
    """Points for a step of food: much while there will be more cards than food."""
    cards = len(s.owned[seat]) + (1.5 if s.phase == "A" else 0.5) + 1.5 * (len(EPOCHS) - s.epoch)
    return HUNGRY if s.tracks[seat][TRACKS.index("food")] < cards else FED


def steps_worth(s: HadaraState, seat: Seat, steps: tuple[int, ...]) -> float:
    """Points for steps on the tracks."""
    total = steps[0] * incomes_left(s) * coin(s) * 0.9 + steps[3] * hunger(s, seat)
    for track in (1, 2):
        room = max(0.0, HIGHEST - s.tracks[seat][track])
        total += STEP[track] * min(steps[track], room) + 0.3 * max(0.0, steps[track] - room)
    return total


def card_worth(s: HadaraState, seat: Seat, card: str) -> float:
    """Points for owning a card, its price left out."""
    face = s.game.tables.cards[card]
    held = s.held[seat]
    total = face.points + steps_worth(s, seat, face.steps) - MOUTH
    total += SET * (held[face.colour] == min(held)) + DISCOUNT * coin(s) * (len(EPOCHS) - s.epoch) * 2
    if face.effect:
        total += EFFECT[face.effect.split(":")[0]]
    return total


def _deal(s: HadaraState, seat: Seat, action: Action) -> float:
    card = action.args[0]
    if action.verb == "sell":
        return sale(s, seat) * coin(s)
    return card_worth(s, seat, card) - s.price(seat, card) * coin(s)


def _wheel(s: HadaraState, seat: Seat, action: Action) -> float:
    """Cards that bring income come first in the first epochs."""
    place = s.ring.index(action.args[0])
    yellow = (s.ring.index("yellow") - place) % DRAWS
    return -yellow if s.epoch < len(EPOCHS) else yellow


def _colony(s: HadaraState, seat: Seat, action: Action) -> float:
    if action.verb == "pass":
        return 0.0
    paid = action.args[1] * s.game.tables.effects["reduction_coins"] if len(action.args) > 1 else 0
    return float(action.args[0] / 2 - paid * coin(s))


def _mode(s: HadaraState, seat: Seat, action: Action) -> float:
    level = s.game.level_named[s.todo[-1].level]
    if action.verb == "plunder":
        return level.points + level.plunder * coin(s)
    tiles = [s.game.tables.reverses[tile] for tile in level.tiles]
    gains = [tile.points + steps_worth(s, seat, tile.steps) for tile in tiles]
    return sum(gains) / len(gains) - level.integrate * coin(s)


def _statue(s: HadaraState, seat: Seat, action: Action) -> float:
    if action.verb == "pass":
        return 0.0
    paid = action.args[1] * s.game.tables.effects["reduction_coins"] if len(action.args) > 1 else 0
    return s.game.tables.statues[action.args[0]].points + bonus(s, seat, action.args[0]) - paid * coin(s)


def _spare(s: HadaraState, seat: Seat, track: int) -> float:
    """What a bonus tile is worth for a silver medal: the tile of a high track is kept."""
    return 0.02 * s.tracks[seat][track]


def _tile(s: HadaraState, seat: Seat, action: Action) -> float:
    track = TRACKS.index(action.args[0])
    if action.verb == "facedown":
        return bonus(s, seat, s.todo[-1].statue) - _spare(s, seat, track)
    frame = s.todo[-1]
    n = bonus(s, seat, frame.statue) if action.verb == "faceup" else s.game.tables.effects["tile_steps"]
    steps = [0, 0, 0, 0]
    steps[track] = n
    return steps_worth(s, seat, tuple(steps)) - _spare(s, seat, track)


def _pay(s: HadaraState, seat: Seat, action: Action) -> float:
    return float(action.args[0])


def _remove(s: HadaraState, seat: Seat, action: Action) -> float:
    """The card whose loss is smallest, food counting much."""
    card = action.args[0]
    face = s.game.tables.cards[card]
    lack = min(face.steps[3], shortage(s, seat) + 9)
    return -card_worth(s, seat, card) - 3 * lack


def _medal(s: HadaraState, seat: Seat, action: Action) -> float:
    """Medals bought early are cheap; tracks and sets still grow."""
    if action.verb == "stop":
        return 0.0
    silver, gold = medal_prices(s, seat)
    if action.verb == "gold":
        sets: float = min(s.held[seat]) + 0.7 * (len(EPOCHS) - s.epoch)
        return s.game.tables.worth["points_a_set"] * sets - gold * coin(s)
    track = TRACKS.index(action.args[0])
    value = s.tracks[seat][track] + 7 * (len(EPOCHS) - s.epoch) * (track in (1, 2))
    return value / 2 - silver * coin(s)


WORTH = {
    "keep": _deal,
    "pick": _deal,
    "wheel": _wheel,
    "colony": _colony,
    "mode": _mode,
    "statue": _statue,
    "face": _tile,
    "tile": _tile,
    "pay": _pay,
    "remove": _remove,
    "medal": _medal,
}
thumb_bot = ThumbBot()
