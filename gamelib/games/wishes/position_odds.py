"""Exact probabilities for a position of The Sultan's Wishes from the view of one seat.

The module computes the probability that rivals have a card that fulfils a wish, and the rank of an Orderly in the
Extra Tasks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

from ...dist import Dist
from ...nodes import Action, Seat
from .ages import HIDDEN_CARD
from .card_knowledge import unknown_stack_ages
from .extra_task_places import KindHeartPairs, place_dist
from .state import OpenWish, WishesState


def fulfilling_cards(state: WishesState, entry: OpenWish) -> set[str]:
    """Return the task cards that would each fulfil an open wish alone."""
    wish = state.game.tables.wishes[entry[0]]
    has, need = state.attached_hearts_or_cards(entry), state.needed_hearts_or_cards(entry[0])
    return {
        card
        for card, task in state.game.tables.tasks.items()
        if getattr(task, wish.criterion) == wish.value and has + (1 if wish.final else task.hearts) >= need
    }


def p_any_in_rival_hands(state: WishesState, cards: set[str], viewer: Seat) -> Fraction:
    """Return the probability that a rival has one of some cards in the hand, given the knowledge of the viewer."""
    rivals = [seat for seat in range(state.seats) if seat != viewer]
    if any(card in cards for seat in rivals for card in state.hands[seat]):
        return Fraction(1)
    hidden = [state.hand_age_cases_of_seat(seat) for seat in rivals if HIDDEN_CARD in state.hands[seat]]
    none, total = Fraction(0), 0
    for chosen in product(*hidden):
        ages: Counter[int] = Counter()
        weight = 1
        for hand, _, w in chosen:
            ages.update(hand)
            weight *= w
        missing = Fraction(1)
        for age, n in ages.items():
            unseen = state.unseen_cards_of_age(age)
            free = sum(card not in cards for card in unseen)
            missing *= Fraction(comb(free, n), comb(len(unseen), n))
        none += weight * missing
        total += weight
    return 1 - none / total


# -- the Extra Tasks --------------------------------------------------------------------------------------


def orderly_rank_if_round_ended(state: WishesState, seat: Seat, orderly_kind: str, added_card: str = "") -> Dist[int]:
    """Return the distribution of a seat's rank in the Extra Tasks if the round ended now.

    The Orderly of the seat is on `orderly_kind`, and other Orderlies do not move. Rank 0 means no rank. A seat that is
    not on the Priority Track counts as last on this track. `added_card` is a task card that is first added to the
    stack.
    """
    tables = state.game.tables
    kinds = tables.kinds
    base = [0] * len(kinds)
    for card in (*(slot[0] for slot in state.stack), *([added_card] if added_card else [])):
        if card not in ("", HIDDEN_CARD):
            base[kinds.index(tables.tasks[card].kind)] += tables.tasks[card].hearts
    track = state.track if seat in state.track else (*state.track, seat)
    before = track[: track.index(seat)]
    ahead = frozenset(kinds.index(state.orderly[other]) for other in before if state.orderly[other]) - {
        kinds.index(orderly_kind)
    }
    zero = bool(state.options["zero_heart_place"])
    parts = []
    for ages, weight in unknown_stack_ages(state).items():
        pools = tuple(_cards(state, age) for age, _ in ages)
        counts = tuple(n for _, n in ages)
        parts.append((place_dist(pools, counts, tuple(base), kinds.index(orderly_kind), ahead, zero), weight))
    return Dist.mixture(parts)


def _cards(state: WishesState, age: int) -> KindHeartPairs:
    tasks, kinds = state.game.tables.tasks, state.game.tables.kinds
    return tuple(sorted((kinds.index(tasks[card].kind), tasks[card].hearts) for card in state.unseen_cards_of_age(age)))


def wish_after_action(state: WishesState, seat: Seat | None, action: Action) -> OpenWish | None:
    """Return the wish to which an action adds a card, including this card, or None if there is no such wish."""
    if seat is None:
        return None
    args = action.args
    match action.verb:
        case "fulfil":
            wish, cards, guard = state.open_wish(args[1])
            return wish, (*cards, (args[0], (seat,))), guard
        case "guard":
            wish, cards, _ = state.open_wish(args[0])
            return wish, cards, True
        case "next":
            return state.open_wish(args[0])
    return None


def is_fulfilling_action(state: WishesState, seat: Seat | None, action: Action) -> bool:
    """Return whether an action of a seat fulfils a wish."""
    entry = wish_after_action(state, seat, action)
    return entry is not None and state.attached_hearts_or_cards(entry) >= state.needed_hearts_or_cards(entry[0])
