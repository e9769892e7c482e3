"""Heuristic bot of The Sultan's Wishes, which values each action in points.

A Gem counts half a point. A hand card and a free Aide have a small value. The bot ignores the actions of other seats,
except in the estimated probability that a wish is fulfilled.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from ...nodes import Action, Seat
from .round_end import day_points
from .wish_fulfilment import wish_points

if TYPE_CHECKING:
    from .state import OpenWish, WishesState

HeartsByKind = dict[str, float]

GEM = 0.5
CARD = 0.4
"""Value of a kept card compared with a spent one."""
REACH_FACTOR = 0.75
"""The share of the hearts of an Aide that counts where the wish still needs something."""
LAMP = 1.5


class HeuristicBot:
    """Bot that takes the action with the highest value, and the first one of equal actions.

    The bot reads only data that its seat may know.
    """

    fair = True

    def __call__(self, view: WishesState, legal: list[Action], rng: Random) -> Action:
        """Return one of `legal`."""
        if len(legal) == 1:
            return legal[0]
        name, seat = view.agenda_frames[-1].step.name, view.agenda_frames[-1].seat
        if name == "act":
            means = expected_stack_hearts_by_kind(view, seat)
            return max(legal, key=lambda action: MAIN_ACTION_VALUES[action.verb](view, seat, action, means))
        return max(legal, key=lambda action: VALUE_BY_STEP[name](view, seat, action))

    def __reduce__(self) -> str:
        return "heuristic_bot"


def expected_stack_hearts_by_kind(state: WishesState, seat: Seat) -> HeartsByKind:
    """Return the mean hearts of each kind in the stack, from the knowledge of a seat.

    A card that the seat does not know can be any unseen card.
    """
    tasks = state.game.tables.tasks
    unseen = set(tasks).difference(state.hands[seat], state.discard)
    for _, cards, _ in state.open:
        unseen.difference_update([card for card, _ in cards])
    means = dict.fromkeys(state.game.tables.kinds, 0.0)
    unknown = 0
    for card, _, _, known in state.stack:
        if known >> seat & 1:
            means[tasks[card].kind] += tasks[card].hearts
            unseen.discard(card)
        else:
            unknown += 1
    if unknown:
        each = unknown / len(unseen)
        hearts = dict.fromkeys(means, 0)  # integers, so that the sum does not depend on the order of a set
        for card in unseen:
            hearts[tasks[card].kind] += tasks[card].hearts
        for kind, total in hearts.items():
            means[kind] += each * total
    return means


def gems_value(state: WishesState, seat: Seat, n: int) -> float:
    """Return the value of additional Gems in points: half a point each, and more if they can pay for a ware."""
    taken = min(n, state.game.gem_limit - state.gems[seat])
    return GEM * taken * (1.4 if state.gems[seat] < 5 else 1)


def p_fulfilled_estimate(state: WishesState, entry: OpenWish) -> float:
    """Estimate the probability that a wish is fulfilled in time. The estimate grows with the progress of the wish."""
    need = state.needed_hearts_or_cards(entry[0])
    return 0.35 + 0.6 * state.attached_hearts_or_cards(entry) / need


def wish_card_value(state: WishesState, seat: Seat, action: Action, means: HeartsByKind) -> float:
    """Return the value of a card for a wish: the points if it fulfils the wish, else the expected later points."""
    card, wish = action.args
    old = state.open_wish(wish)
    entry = wish, (*old[1], (card, (seat,))), old[2]
    pay = state.game.tables.constants["fulfil_gems_kind" if state.plate_effect() == "kind" else "fulfil_gems"]
    value = gems_value(state, seat, pay) - 0.1 * (state.free[seat] == 0)
    if state.attached_hearts_or_cards(entry) >= state.needed_hearts_or_cards(wish):
        mine = wish_points(state, entry)
        others = [score for other, score in mine.items() if other != seat]
        return value + mine[seat] - 0.4 * max(others, default=0) - CARD
    chance = p_fulfilled_estimate(state, entry)
    left = state.needed_hearts_or_cards(wish) - state.attached_hearts_or_cards(entry)
    danger = 0.3 if left <= 4 and state.seats > 1 and not state.game.tables.wishes[wish].final else 0
    return value + chance * (state.game.hearts[card] + 1.2 * (not any(seat in a for _, a in old[1]))) - CARD - danger


def place_points(state: WishesState, seat: Seat, kind: str, track: tuple[Seat, ...], means: HeartsByKind) -> float:
    """Return the expected points of the Orderly on a kind. `means` has the mean hearts of each kind in the stack."""
    plates = state.game.tables.seats[state.seats].plates - len(state.plates)
    spread = 1.2 + 0.25 * plates
    mine = means[kind]
    if not mine:
        mine = 0.4 * plates
    before = 0.0
    for name in state.game.tables.kinds:
        if name == kind:
            continue
        other = state.orderly.index(name) if name in state.orderly else -1
        ahead = other >= 0 and other in track and (seat not in track or track.index(other) < track.index(seat))
        gap = mine - means[name] - (0.3 if ahead else -0.3)
        before += 1 / (1 + 2.718 ** (gap / spread))
    pay = [row[0] + GEM * row[1] for row in state.game.tables.places]
    low = int(before)
    first = pay[low] if low < len(pay) else 0
    second = pay[low + 1] if low + 1 < len(pay) else 0
    return first + (before - low) * (second - first)


def expected_points_of_orderly_space(state: WishesState, seat: Seat, means: HeartsByKind) -> float:
    """Return the expected points of the Orderly in its current space of the chart, or 0 outside the chart."""
    return place_points(state, seat, state.orderly[seat], state.track, means) if state.orderly[seat] else 0.0


def stash_value(state: WishesState, seat: Seat, action: Action, means: HeartsByKind) -> float:
    """Return the value of putting a card into the stack.

    The card can improve the rank of the Orderly, now or after a later move.
    """
    card = action.args[0]
    kind = state.game.tables.tasks[card].kind
    if state.orderly[seat]:
        more = {**means, kind: means[kind] + state.game.hearts[card]}
        return (
            expected_points_of_orderly_space(state, seat, more)
            - expected_points_of_orderly_space(state, seat, means)
            - CARD
        )
    if kind in state.orderly:
        return -CARD
    return 0.3 * state.game.hearts[card] - CARD


def orderly_move_value(state: WishesState, seat: Seat, action: Action, means: HeartsByKind) -> float:
    """Return the value of an Orderly move: expected points of the new space minus expected points of the old space.

    Early in a round, this difference counts less.
    """
    kind = action.args[0]
    track = state.track if seat in state.track else (*state.track, seat)
    late = len(state.plates) / state.game.tables.seats[state.seats].plates
    gain = place_points(state, seat, kind, track, means) - expected_points_of_orderly_space(state, seat, means)
    return gain * (0.35 + 0.5 * late)


def aide_value(state: WishesState, seat: Seat, card: str) -> float:
    """Return the value of an Aide on a task card."""
    for entry in state.open:
        for there, _ in entry[1]:
            if there == card:
                new = not any(seat in aides for _, aides in entry[1])
                return REACH_FACTOR * p_fulfilled_estimate(state, entry) * (state.game.hearts[card] + 1.2 * new)
    return 0.0


def card_effect_value(state: WishesState, seat: Seat, action: Action, means: HeartsByKind) -> float:
    """Return the value of a card for its effect."""
    card = action.args[0]
    does = state.game.task_effects[card]
    cost = CARD + 0.15 * state.game.hearts[card]
    if does == "gems":
        return gems_value(state, seat, state.game.effect_gems[card]) - cost
    if does == "plus":
        most = state.game.aides_on_card
        rooms = [there for _, cards, _ in state.open for there, aides in cards if len(aides) < most]
        return max((aide_value(state, seat, there) for there in rooms), default=0.0) - cost
    if does == "swap":
        return 0.5 * sum(card_value(state, seat, other) < 1 for other in state.hands[seat] if other != card) - cost
    unknown = sum(not known >> seat & 1 for *_, known in state.stack)
    return 0.15 * unknown - cost


MAIN_ACTION_VALUES: dict[str, Callable[[WishesState, Seat, Action, HeartsByKind], float]] = {
    "fulfil": wish_card_value,
    "stash": stash_value,
    "orderly": orderly_move_value,
    "use": card_effect_value,
    "pass": lambda *_: 0.0,
}
"""The value of a main action by its verb."""


def further_action_value(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the value of a further action.

    A ware has a positive value if it brings more points than its Gems, especially early in the game. A lamp has a high
    value.
    """
    if action.verb == "lamp":
        return LAMP
    if action.verb == "done":
        return 0.0
    ware = action.args[0]
    card = state.secrets[seat]
    more = (*state.wares[seat], ware)
    days = day_points(state, seat, more) - day_points(state, seat, state.wares[seat])
    icons = {state.game.tables.wares[other].icon for other in state.wares[seat]}
    hope = 0.6 * (state.game.tables.wares[ware].icon not in icons)
    return state.game.worth[card][ware] + days + hope - GEM * state.game.tables.wares[ware].cost - 0.2


def card_value(state: WishesState, seat: Seat, card: str) -> float:
    """Return the value of a hand card for a matching wish, or else for its effect."""
    best = 0.2 * state.game.hearts[card] if state.game.tables.tasks[card].kind == state.orderly[seat] else 0.0
    for wish, _, _ in state.open:
        if wish in state.game.fulfil[card]:
            best = max(best, 1.0 + state.game.hearts[card])
    return max(best, 1.0 if state.game.task_effects[card] in ("gems", "plus") else 0.0)


def exchange_value(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the value of exchanging some cards, which is largest for useless cards."""
    return -sum(card_value(state, seat, card) - 1.2 for card in action.args[0])


def discard_value(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the value of discarding a card, which is largest for the least useful card."""
    return -card_value(state, seat, action.args[0])


def free_aide_value(state: WishesState, seat: Seat, action: Action) -> float:
    """Return the value of taking back an Aide, which is largest for the least useful Aide."""
    return -aide_value(state, seat, action.args[0])


def wish_points_over_best_rival(state: WishesState, seat: Seat, wish: str) -> float:
    """Return the points that a wish would bring the seat, minus half of the highest points of any other seat."""
    scored = wish_points(state, state.open_wish(wish))
    return scored.get(seat, 0) - 0.5 * max((score for other, score in scored.items() if other != seat), default=0)


VALUE_BY_STEP: dict[str, Callable[[WishesState, Seat, Action], float]] = {
    "offer": further_action_value,
    "plus": lambda state, seat, action: aide_value(state, seat, action.args[0]),
    "free": free_aide_value,
    "change": exchange_value,
    "drop": discard_value,
    "choose_post": lambda state, seat, action: wish_points_over_best_rival(state, seat, action.args[0]),
    "sad": lambda state, seat, action: -wish_points_over_best_rival(state, seat, action.args[0]),
    "feed_first": lambda state, seat, action: wish_points_over_best_rival(state, seat, action.args[0]),
}
"""Value function of actions by step."""


heuristic_bot = HeuristicBot()
