"""Exact chances of a position of The Sultan's Wishes as one seat knows it: who holds a card that fulfils a wish, and
which place an Orderly takes in the Extra Tasks if the round ended now."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from gamelib import Dist
from gamelib.nodes import Seat
from gamelib.wishes.knowledge import HIDDEN, cases_of, pool, unknown_ages
from gamelib.wishes.state import Open, WishesState

MOST_KINDS = 64  # more kinds of tasks than any table has
Ages = tuple[int, ...]
Cards = tuple[tuple[int, int], ...]
"""Unseen cards as pairs (number of the kind, hearts)."""


def closing(s: WishesState, entry: Open) -> set[str]:
    """The task cards each of which would fulfil an open wish by itself."""
    wish = s.game.tables.wishes[entry[0]]
    has, need = s.has(entry), s.need(entry[0])
    return {
        card
        for card, task in s.game.tables.tasks.items()
        if getattr(task, wish.by) == wish.value and has + (1 if wish.final else task.hearts) >= need
    }


def held(s: WishesState, cards: set[str], viewer: Seat) -> Fraction:
    """The chance that one of these cards is in another hand, as the viewer knows it."""
    rivals = [seat for seat in range(s.seats) if seat != viewer]
    if any(card in cards for seat in rivals for card in s.hands[seat]):
        return Fraction(1)
    hidden = [cases_of(s, seat) for seat in rivals if HIDDEN in s.hands[seat]]
    none, total = Fraction(0), 0
    for chosen in product(*hidden):
        ages: Counter[int] = Counter()
        weight = 1
        for hand, _, w in chosen:
            ages.update(hand)
            weight *= w
        missing = Fraction(1)
        for age, n in ages.items():
            unseen = pool(s, age)
            free = sum(card not in cards for card in unseen)
            missing *= Fraction(comb(free, n), comb(len(unseen), n))
        none += weight * missing
        total += weight
    return 1 - none / total


# -- the Extra Tasks --------------------------------------------------------------------------------------


def place(s: WishesState, seat: Seat, kind: str, more: str = "") -> Dist[int]:
    """The place of a seat in the Extra Tasks with its Orderly on `kind`, if the round ended now; 0: none.

    Others stand where they stand; a seat that is not on the Priority Track would be the last there. `more`: a task
    card that joins the stack before.
    """
    tables = s.game.tables
    kinds = tables.kinds
    base = [0] * len(kinds)
    for card in (*(slot[0] for slot in s.stack), *([more] if more else [])):
        if card not in ("", HIDDEN):
            base[kinds.index(tables.tasks[card].kind)] += tables.tasks[card].hearts
    track = s.track if seat in s.track else (*s.track, seat)
    before = track[: track.index(seat)]
    ahead = frozenset(kinds.index(s.orderly[other]) for other in before if s.orderly[other]) - {kinds.index(kind)}
    zero = bool(s.options["zero_heart_place"])
    parts = []
    for ages, weight in unknown_ages(s).items():
        pools = tuple(_cards(s, age) for age, _ in ages)
        counts = tuple(n for _, n in ages)
        parts.append((_places(pools, counts, tuple(base), kinds.index(kind), ahead, zero), weight))
    return Dist.mixture(parts)


def _cards(s: WishesState, age: int) -> Cards:
    tasks, kinds = s.game.tables.tasks, s.game.tables.kinds
    return tuple(sorted((kinds.index(tasks[card].kind), tasks[card].hearts) for card in pool(s, age)))


@lru_cache(maxsize=1 << 10)
def _places(pools: tuple[Cards, ...], counts: Ages, base: Ages, kind: int, ahead: frozenset[int],
            zero: bool) -> Dist[int]:  # fmt: skip
    """For each total of the own kind: the other kinds one by one, by cards used and kinds that stand before.

    A state is one number: the cards used from each pool, as `_code` writes them, then the kinds before.
    """
    ways = [_ways(pools, counts, number) for number in range(len(base))]
    fits = frozenset(_code(used, counts) for used in product(*(range(n + 1) for n in counts)))
    every = _code(counts, counts)
    mine: dict[int, dict[int, int]] = {}
    for used, hearts in ways[kind].items():
        for added, n in hearts.items():
            mine.setdefault(base[kind] + added, {})[used * MOST_KINDS] = n
    found: Counter[int] = Counter()
    for total, states in mine.items():
        for number, row in enumerate(ways):
            if number == kind:
                continue
            split: dict[int, int] = {}
            for used, hearts in row.items():
                for added, n in hearts.items():
                    other = base[number] + added
                    beats = (other > 0 or zero) and (other > total or (other == total and number in ahead))
                    step = used * MOST_KINDS + beats
                    split[step] = split.get(step, 0) + n
            after: dict[int, int] = {}
            for state, count in states.items():
                for step, n in split.items():
                    if (state + step) // MOST_KINDS in fits:
                        after[state + step] = after.get(state + step, 0) + count * n
            states = after
        for state, count in states.items():
            if state // MOST_KINDS == every:
                found[state % MOST_KINDS + 1 if total or zero else 0] += count
    return Dist(dict(sorted(found.items())))


def _code(used: Ages, counts: Ages) -> int:
    """Numbers of cards as one number; two of these can be added digit by digit without a carry."""
    code = 0
    for n, most in zip(used, counts, strict=True):
        code = code * (2 * most + 1) + n
    return code


@lru_cache(maxsize=1 << 10)
def _ways(pools: tuple[Cards, ...], counts: Ages, kind: int) -> dict[int, dict[int, int]]:
    """How many cards of a kind are taken from each pool (as `_code` writes it) -> hearts -> in how many ways."""
    ways: dict[Ages, dict[int, int]] = {(0,) * len(pools): {0: 1}}
    for at, cards in enumerate(pools):
        for _, hearts in (card for card in cards if card[0] == kind):
            for used, row in sorted(ways.items(), key=lambda item: -item[0][at]):
                if used[at] == counts[at]:
                    continue
                more = ways.setdefault((*used[:at], used[at] + 1, *used[at + 1 :]), {})
                for total, n in row.items():
                    more[total + hearts] = more.get(total + hearts, 0) + n
    return {_code(used, counts): row for used, row in ways.items()}


def mean_points(s: WishesState, places: Dist[int]) -> Fraction:
    """The mean points of a place, its Gem not counted."""
    pay = dict(enumerate((points for points, _ in s.game.tables.places), 1))
    return Fraction(places.map(lambda number: pay.get(number, 0)).mean)
