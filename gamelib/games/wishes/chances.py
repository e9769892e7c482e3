"""Exact chances of a position of The Sultan's Wishes as one seat knows it: who holds a card that fulfils a wish, and
which place an Orderly takes in the Extra Tasks if the round ended now."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

from ...dist import Dist
from ...nodes import Action, Seat
from .ages import HIDDEN
from .knowledge import unknown_ages
from .places import Cards, place_among
from .state import Open, WishesState


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
    hidden = [s.cases_of(seat) for seat in rivals if HIDDEN in s.hands[seat]]
    none, total = Fraction(0), 0
    for chosen in product(*hidden):
        ages: Counter[int] = Counter()
        weight = 1
        for hand, _, w in chosen:
            ages.update(hand)
            weight *= w
        missing = Fraction(1)
        for age, n in ages.items():
            unseen = s.pool(age)
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
        parts.append((place_among(pools, counts, tuple(base), kinds.index(kind), ahead, zero), weight))
    return Dist.mixture(parts)


def _cards(s: WishesState, age: int) -> Cards:
    tasks, kinds = s.game.tables.tasks, s.game.tables.kinds
    return tuple(sorted((kinds.index(tasks[card].kind), tasks[card].hearts) for card in s.pool(age)))


def after(s: WishesState, seat: Seat | None, action: Action) -> Open | None:
    """The wish that an action of a seat adds to, as it is then."""
    if seat is None:
        return None
    args = action.args
    match action.verb:
        case "fulfil":
            wish, cards, guard = s.entry(args[1])
            return wish, (*cards, (args[0], (seat,))), guard
        case "guard":
            wish, cards, _ = s.entry(args[0])
            return wish, cards, True
        case "next":
            return s.entry(args[0])
    return None


def fulfils(s: WishesState, seat: Seat | None, action: Action) -> bool:
    """Whether an action of a seat fulfils a wish at once."""
    entry = after(s, seat, action)
    return entry is not None and s.has(entry) >= s.need(entry[0])
