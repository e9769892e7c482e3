"""Heuristic bot of Hadara. The value of an action is its estimated gain in final points.

A coin has a higher value early in the game. A step of income brings a coin in each later income phase. Steps of
military and culture lead to colonies and statues. Food has a value while cards are unfed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .buying import sale_price
from .card_tables import EPOCHS, TRACKS
from .feeding import cards_minus_food
from .medals import medal_prices
from .state import DRAW_STEPS
from .statues import statue_bonus

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

COIN = (0.55, 0.4, 0.28)  # value of a coin in points by epoch; 0.2 at the end of the game
STEP = (0.0, 0.85, 0.9, 0.0)  # points for a step of military and culture
FOOD_VALUE_HUNGRY, FOOD_VALUE_FED = 1.6, 0.25  # points for a food step if it is needed, and if not
CARD_FOOD_COST = 0.8  # cost in points of feeding one more card
SET = 1.6  # points for a card of the colour with the fewest cards
DISCOUNT = 0.5  # coins that a card saves on each later card of its colour
LAST_USEFUL_STEP = 30.0  # track value above which more steps enable no further action
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


class HeuristicBot:
    """Bot that takes the action with the highest value."""

    fair = True
    """The bot reads only data that its seat may know, so the search may pass a determinization as it is."""

    def __call__(self, view: HadaraState, legal: list[Action], rng: Random) -> Action:
        """Return the action of `legal` with the highest value. Among equal actions, the first one wins."""
        if len(legal) == 1:
            return legal[0]
        step = view.agenda_frames[-1].step
        seat: Seat = step.acting_seat(view, view.agenda_frames[-1])
        worth = VALUE_BY_STEP.get(step.name)
        if worth is None:
            return legal[0]
        return max(legal, key=lambda action: worth(view, seat, action))

    def __reduce__(self) -> str:
        return "heuristic_bot"


def incomes_remaining(state: HadaraState) -> int:
    """Return the number of remaining income phases, including the one that is due now."""
    due = "income" in [frame.step.name for frame in state.agenda_frames]
    return 2 * (len(EPOCHS) - state.epoch) + (state.phase == "A") + due


def coin_value(state: HadaraState) -> float:
    """Return the current value of a coin in points."""
    return COIN[state.epoch - 1]


def food_step_value(state: HadaraState, seat: Seat) -> float:
    """Return the value of a food step in points. The value is high if the seat will have too little food."""
    cards = len(state.owned[seat]) + (1.5 if state.phase == "A" else 0.5) + 1.5 * (len(EPOCHS) - state.epoch)
    return FOOD_VALUE_HUNGRY if state.tracks[seat][TRACKS.index("food")] < cards else FOOD_VALUE_FED


def steps_value(state: HadaraState, seat: Seat, steps: tuple[int, ...]) -> float:
    """Return the value of steps on the tracks in points."""
    total = steps[0] * incomes_remaining(state) * coin_value(state) * 0.9 + steps[3] * food_step_value(state, seat)
    for track in (1, 2):
        room = max(0.0, LAST_USEFUL_STEP - state.tracks[seat][track])
        total += STEP[track] * min(steps[track], room) + 0.3 * max(0.0, steps[track] - room)
    return total


def card_value(state: HadaraState, seat: Seat, card: str) -> float:
    """Return the value of owning a card in points, without its price."""
    face = state.game.tables.cards[card]
    held = state.held[seat]
    total = face.points + steps_value(state, seat, face.steps) - CARD_FOOD_COST
    total += SET * (held[face.colour] == min(held)) + DISCOUNT * coin_value(state) * (len(EPOCHS) - state.epoch) * 2
    if face.effect:
        total += EFFECT[face.effect.split(":")[0]]
    return total


def _deal(state: HadaraState, seat: Seat, action: Action) -> float:
    card = action.args[0]
    if action.verb == "sell":
        return sale_price(state, seat) * coin_value(state)
    return card_value(state, seat, card) - state.card_price(seat, card) * coin_value(state)


def _wheel(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the value of a wheel setting: high if income cards come first, except in the last epoch."""
    place = state.ring.index(action.args[0])
    yellow = (state.ring.index("yellow") - place) % DRAW_STEPS
    return -yellow if state.epoch < len(EPOCHS) else yellow


def _colony(state: HadaraState, seat: Seat, action: Action) -> float:
    if action.verb == "pass":
        return 0.0
    paid = action.args[1] * state.game.tables.effects["reduction_coins"] if len(action.args) > 1 else 0
    return float(action.args[0] / 2 - paid * coin_value(state))


def _mode(state: HadaraState, seat: Seat, action: Action) -> float:
    level = state.game.level_by_name[state.agenda_frames[-1].level]
    if action.verb == "plunder":
        return level.points + level.plunder * coin_value(state)
    tiles = [state.game.tables.reverses[tile] for tile in level.colony_ids]
    gains = [tile.points + steps_value(state, seat, tile.steps) for tile in tiles]
    return sum(gains) / len(gains) - level.integrate * coin_value(state)


def _statue(state: HadaraState, seat: Seat, action: Action) -> float:
    if action.verb == "pass":
        return 0.0
    paid = action.args[1] * state.game.tables.effects["reduction_coins"] if len(action.args) > 1 else 0
    return (
        state.game.tables.statues[action.args[0]].points
        + statue_bonus(state, seat, action.args[0])
        - paid * coin_value(state)
    )


def _spare(state: HadaraState, seat: Seat, track: int) -> float:
    """Return the cost of using up a bonus tile. The cost is higher on a high track, which suits a silver medal."""
    return 0.02 * state.tracks[seat][track]


def _tile(state: HadaraState, seat: Seat, action: Action) -> float:
    track = TRACKS.index(action.args[0])
    if action.verb == "facedown":
        return statue_bonus(state, seat, state.agenda_frames[-1].statue) - _spare(state, seat, track)
    frame = state.agenda_frames[-1]
    n = statue_bonus(state, seat, frame.statue) if action.verb == "faceup" else state.game.tables.effects["tile_steps"]
    steps = [0, 0, 0, 0]
    steps[track] = n
    return steps_value(state, seat, tuple(steps)) - _spare(state, seat, track)


def _pay(state: HadaraState, seat: Seat, action: Action) -> float:
    return float(action.args[0])


def _remove(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return minus the loss from removing a card. Food steps have a high weight."""
    card = action.args[0]
    face = state.game.tables.cards[card]
    lack = min(face.steps[3], cards_minus_food(state, seat) + 9)
    return -card_value(state, seat, card) - 3 * lack


def _medal(state: HadaraState, seat: Seat, action: Action) -> float:
    """Return the value of a medal. Early medals are cheap, and tracks and sets can still grow."""
    if action.verb == "stop":
        return 0.0
    silver, gold = medal_prices(state, seat)
    if action.verb == "gold":
        sets: float = min(state.held[seat]) + 0.7 * (len(EPOCHS) - state.epoch)
        return state.game.tables.worth["points_a_set"] * sets - gold * coin_value(state)
    track = TRACKS.index(action.args[0])
    value = state.tracks[seat][track] + 7 * (len(EPOCHS) - state.epoch) * (track in (1, 2))
    return value / 2 - silver * coin_value(state)


VALUE_BY_STEP = {
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
heuristic_bot = HeuristicBot()
