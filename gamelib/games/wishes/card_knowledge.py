"""Probabilities of unseen cards from the knowledge of a seat about their ages (WIS-15, see `ages`)."""

from __future__ import annotations

from collections import Counter
from itertools import product

from ...dist import Dist
from ...nodes import Seat
from .ages import HIDDEN_CARD
from .state import WishesState


def hand_card_dist(state: WishesState, seat: Seat) -> Dist[str]:
    """Return the distribution of a random card of a hand, from the knowledge of the viewer.

    Raise ValueError for an empty hand.
    """
    if state.viewer is None or seat == state.viewer:
        return Dist(state.hands[seat])
    return Dist.mixture(
        (Dist(state.unseen_cards_of_age(age)), weight)
        for hand, _, weight in state.hand_age_cases_of_seat(seat)
        for age in hand
    )


def stack_card_dist(state: WishesState, stack_index: int) -> Dist[str]:
    """Return the distribution of the card at an index of the Extra Task stack."""
    card, owner, age, _ = state.stack[stack_index]
    if card not in ("", HIDDEN_CARD):
        return Dist([card])
    if owner < 0:
        return Dist(state.unseen_cards_of_age(age))
    number = sum(slot[1] == owner for slot in state.stack[:stack_index])
    return Dist.mixture(
        (Dist(state.unseen_cards_of_age(given[number])), weight)
        for _, given, weight in state.hand_age_cases_of_seat(owner)
    )


def unknown_stack_ages(state: WishesState) -> Dist[tuple[tuple[int, int], ...]]:
    """Return the distribution of the numbers of unknown stack cards by age.

    Outcomes are tuples of pairs (age, number).
    """
    plates = [age for card, owner, age, _ in state.stack if owner < 0 and card in ("", HIDDEN_CARD)]
    parts: list[list[tuple[list[int], int]]] = []
    for seat in range(state.seats):
        unknown = [card == HIDDEN_CARD for card, owner, _, _ in state.stack if owner == seat]
        if any(unknown):
            parts.append(
                [
                    ([age for age, hidden in zip(given, unknown, strict=True) if hidden], weight)
                    for _, given, weight in state.hand_age_cases_of_seat(seat)
                ]
            )
    counts: dict[tuple[tuple[int, int], ...], int] = {}
    for chosen in product(*parts):
        ages, weight = plates.copy(), 1
        for more, w in chosen:
            ages += more
            weight *= w
        key = tuple(sorted(Counter(ages).items()))
        counts[key] = counts.get(key, 0) + weight
    return Dist(counts)


def stack_hearts(state: WishesState, kind: str) -> Dist[int]:
    """Return the distribution of the hearts of a kind in the Extra Task stack."""
    tasks = state.game.tables.tasks
    sure = sum(
        tasks[card].hearts for card, *_ in state.stack if card not in ("", HIDDEN_CARD) and tasks[card].kind == kind
    )
    drawn = {}
    parts = []
    for ages, weight in unknown_stack_ages(state).items():
        if ages not in drawn:
            total: Dist[int] = Dist([sure])
            for age, n in ages:
                total = total + kind_hearts_in_drawn_cards(state, kind, age, n)
            drawn[ages] = total
        parts.append((drawn[ages], weight))
    return Dist.mixture(parts)


def kind_hearts_in_drawn_cards(state: WishesState, kind: str, age: int, card_count: int) -> Dist[int]:
    """Return the distribution of the hearts of a kind among cards drawn from the unseen cards of one age.

    The method uses a generating function.
    """
    tasks = state.game.tables.tasks
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(card_count))]
    for card in state.unseen_cards_of_age(age):
        value = tasks[card].hearts if tasks[card].kind == kind else 0
        for cards in range(card_count, 0, -1):
            for total, count in ways[cards - 1].items():
                ways[cards][total + value] = ways[cards].get(total + value, 0) + count
    return Dist(ways[card_count])
