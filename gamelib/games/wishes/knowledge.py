"""What a seat knows of the cards that it does not see (WIS-15).

Which task cards have been shuffled into which deck is open to all: each hidden card has an *age*, the number of the
deck that it was dealt from, and among the unseen cards of one age every arrangement is equally likely. What may be
unknown is how old the cards of a hand are, once one of them went face down into the stack after the deck was made
anew. `past` holds for each seat what all have seen since the round began (when all is known, for the stack was shown):

    age + 1     a card of this age was drawn (or, first, held from before)
    -1 - age    a card of this age left the hand openly
    0           a card of the hand went into the stack, face down

From this follow the *cases*, each with its weight: the ages of the hand, and of the cards in the stack. Every card of a
hand counts as equally likely to be the one that is put in or played, so what a seat chooses tells nothing else.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from ...counts import dealt
from ...dist import Dist
from ...nodes import Seat

if TYPE_CHECKING:
    from random import Random

    from .state import WishesState

HIDDEN = "?"
Ages = tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def cases(past: tuple[int, ...], known: tuple[int | None, ...]) -> tuple[tuple[Ages, Ages, int], ...]:
    """(ages of the hand, ages of the cards put into the stack, weight) for each case that can be.

    `known`: the age of each card put in, in order; None where it is not known.
    """
    weights: dict[tuple[Ages, Ages], int] = {((), ()): 1}
    for step in past:
        after: dict[tuple[Ages, Ages], int] = {}
        for (hand, given), weight in weights.items():
            if step > 0:
                after[tuple(sorted((*hand, step - 1))), given] = weight
                continue
            for age in (-1 - step,) if step < 0 else sorted(set(hand)):
                n = hand.count(age)
                if not n or (step == 0 and known[len(given)] not in (None, age)):
                    continue
                place = hand.index(age)
                case = hand[:place] + hand[place + 1 :], given if step else (*given, age)
                after[case] = after.get(case, 0) + weight * n
        weights = after
    return tuple((hand, given, weight) for (hand, given), weight in weights.items())


def cases_of(s: WishesState, seat: Seat) -> tuple[tuple[Ages, Ages, int], ...]:
    """The cases of a seat, as the viewer knows it. ValueError if there is none."""
    known = tuple(None if card == HIDDEN else s.ages.get(card, 0) for card, owner, _, _ in s.stack if owner == seat)
    possible = cases(s.past[seat], known) if len(known) == s.past[seat].count(0) else ()
    if not possible:
        raise ValueError(f"seat {seat} cannot have put those cards into the stack")
    return possible


def pool(s: WishesState, age: int) -> list[str]:
    """The unseen task cards of an age."""
    return s.loose if age == s.age else list(dict(s.older).get(age, ()))


def hand_card(s: WishesState, seat: Seat) -> Dist[str]:
    """A random card of a hand, as the viewer of a view knows it. ValueError if the hand is empty."""
    if s.viewer is None or seat == s.viewer:
        return Dist(s.hands[seat])
    return Dist.mixture((Dist(pool(s, age)), weight) for hand, _, weight in cases_of(s, seat) for age in hand)


def slot_card(s: WishesState, place: int) -> Dist[str]:
    """The card at a place of the Extra Task stack, as far as it is known."""
    card, owner, age, _ = s.stack[place]
    if card not in ("", HIDDEN):
        return Dist([card])
    if owner < 0:
        return Dist(pool(s, age))
    number = sum(slot[1] == owner for slot in s.stack[:place])
    return Dist.mixture((Dist(pool(s, given[number])), weight) for _, given, weight in cases_of(s, owner))


def unknown_ages(s: WishesState) -> Dist[tuple[tuple[int, int], ...]]:
    """How many cards of each age lie unknown in the stack: pairs (age, number)."""
    plates = [age for card, owner, age, _ in s.stack if owner < 0 and card in ("", HIDDEN)]
    parts: list[list[tuple[list[int], int]]] = []
    for seat in range(s.seats):
        unknown = [card == HIDDEN for card, owner, _, _ in s.stack if owner == seat]
        if any(unknown):
            parts.append(
                [
                    ([age for age, hidden in zip(given, unknown, strict=True) if hidden], weight)
                    for _, given, weight in cases_of(s, seat)
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


def stack_hearts(s: WishesState, kind: str) -> Dist[int]:
    """The hearts of a kind in the Extra Task stack, as far as they are known."""
    tasks = s.game.tables.tasks
    sure = sum(tasks[card].hearts for card, *_ in s.stack if card not in ("", HIDDEN) and tasks[card].kind == kind)
    drawn = {}
    parts = []
    for ages, weight in unknown_ages(s).items():
        if ages not in drawn:
            total: Dist[int] = Dist([sure])
            for age, n in ages:
                total = total + drawn_hearts(s, kind, age, n)
            drawn[ages] = total
        parts.append((drawn[ages], weight))
    return Dist.mixture(parts)


def drawn_hearts(s: WishesState, kind: str, age: int, n: int) -> Dist[int]:
    """The hearts of a kind among n unseen cards of an age: a generating function, card by card."""
    tasks = s.game.tables.tasks
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(n))]
    for card in pool(s, age):
        value = tasks[card].hearts if tasks[card].kind == kind else 0
        for cards in range(n, 0, -1):
            for total, count in ways[cards - 1].items():
                ways[cards][total + value] = ways[cards].get(total + value, 0) + count
    return Dist(ways[n])


def hide(s: WishesState, viewer: Seat, view: WishesState) -> None:
    """Make `view`, a clone of s, what the viewer may know (WIS-15.1, WIS-15.2, WIS-15.3)."""
    unseen: list[str] = []
    undealt = list(s.undealt)
    for seat in range(s.seats):
        if seat != viewer:
            unseen += s.hands[seat]
            view.hands[seat] = (HIDDEN,) * len(s.hands[seat])
            if s.secrets[seat] and s.todo:  # at the end they lie open (WIS-13.3)
                undealt.append(s.secrets[seat])
                view.secrets[seat] = HIDDEN
    slots = []
    for slot in s.stack:
        card, owner, age, known = slot
        if card and not known >> viewer & 1:
            unseen.append(card)
            slot = HIDDEN, owner, age, known
        slots.append(slot)
    view.stack = tuple(slots)
    view.undealt = tuple(sorted(undealt))
    loose = s.loose.copy()
    older = {age: list(cards) for age, cards in s.older}
    for card in unseen:
        age = s.ages.get(card, 0)
        (loose if age == s.age else older.setdefault(age, [])).append(card)
    loose.sort()  # or the order would tell which of them lie in the deck
    view.loose = loose
    view.older = tuple([(age, tuple(sorted(cards))) for age, cards in sorted(older.items())])


def deal(view: WishesState, whole: WishesState, rng: Random) -> None:
    """Fill in, in `whole`, a clone of a view, what the view does not show."""
    pools = {age: pool(view, age) for age in (*dict(view.older), view.age)}
    pools = {age: dealt(cards.copy(), len(cards), rng) for age, cards in pools.items()}
    stack = list(view.stack)
    for seat in range(view.seats):
        if seat == view.viewer:
            continue
        possible = cases_of(view, seat)
        hand, given = possible[0][:2]
        if len(possible) > 1:
            hand, given = Dist({case[:2]: case[2] for case in possible}).sample(rng)
        whole.hands[seat] = tuple([pools[age].pop() for age in hand])
        number = 0
        for place, (card, owner, age, known) in enumerate(stack):
            if owner == seat:
                if card == HIDDEN:
                    stack[place] = pools[given[number]].pop(), owner, age, known
                number += 1
    for place, (card, owner, age, known) in enumerate(stack):
        if card == HIDDEN and owner < 0:
            stack[place] = pools[age].pop(), owner, age, known
    whole.stack = tuple(stack)
    whole.loose = pools.pop(view.age)
    whole.older = tuple([(age, tuple(sorted(cards))) for age, cards in sorted(pools.items()) if cards])
    undealt = list(view.undealt)
    for seat, card in enumerate(view.secrets):
        if card == HIDDEN:
            whole.secrets[seat] = undealt.pop(int(rng.random() * len(undealt)))
    whole.undealt = tuple(undealt)
