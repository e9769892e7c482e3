"""Exact odds on the table: what fits, what a turn costs on a given board, how a suit fills its tower.

`turned` says from which side the cards come: False for side A, True for side B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from random import Random

from ...dist import Dist
from ...outside import told
from ...play import advance
from .geometry import CELLS, EVERY, mask_of
from .odds import TowersOdds, published
from .planning import least_debt
from .state import CACHE, TowersState
from .steps import CHAINS, CHOICES, TURNS

BOARDS = {"edge": ("NG", "NE"), "corner": ("CG", "LE")}
"""Every tower shows one symbol: the cell it lies on, and the alignment of the tower's card of side A."""


def alignments_that_fit(cell: str, odds: TowersOdds = published) -> tuple[str, ...]:
    """The alignments, as they lie, that fit on a tower whose only symbol is on this cell."""
    fitting = odds.game.geometry().open_to[mask_of([cell])]
    return tuple(CELLS[a] for a in EVERY if fitting >> a & 1)


def first_cell(odds: TowersOdds = published) -> Dist[str]:
    """Where a first card of random alignment lands, if it goes to one of its cells at random."""
    fits = odds.game.geometry().fits
    parts = [Dist([CELLS[c] for c in EVERY if fits[a][0] >> c & 1]) for a in EVERY]
    return Dist.mixture((part, 1) for part in parts)


def second_fits(odds: TowersOdds = published) -> Fraction:
    """The chance that a random second card fits after such a first one."""
    landed = first_cell(odds)
    return sum((landed.p(cell) * Fraction(len(alignments_that_fit(cell, odds)), 8) for cell in landed), Fraction(0))


# -- the debt of one turn ------------------------------------------------------------------------


@lru_cache(None)
def first_cache_debts(turned: bool, odds: TowersOdds = published) -> Dist[int]:
    """The least debt of each of the 17,296 caches on a fresh board."""
    return _least_debts(0, frozenset(), turned, odds)


@lru_cache(None)
def board_debts(kind: str, turned: bool, odds: TowersOdds = published) -> Dist[int]:
    """The least debt of a random cache where every tower shows its own card, see BOARDS."""
    cell, alignment = BOARDS[kind]
    game = odds.game
    gone = frozenset(card for card in game.playing if game.alignment[card] == alignment)
    return _least_debts(mask_of([cell]), gone, turned, odds)


def _least_debts(mask: int, gone: frozenset[str], turned: bool, odds: TowersOdds = published) -> Dist[int]:
    game = odds.game
    masks = [mask] * len(game.suits)
    rows, closed = odds.tables().rows[turned], odds.tables().geometry.closed
    left = (held for held in odds.all_caches() if gone.isdisjoint(held))
    return Dist(Counter(least_debt(masks, held, rows, game.own, closed) for held in left))


@lru_cache(None)
def played_debts(kind: str, turned: bool, odds: TowersOdds = published) -> Dist[int]:
    """The same as `board_debts`, by trying every chain of whole cards in the rules themselves.

    Caches that differ only in the names of the suits have the same debt, so one of each pattern is played.
    """
    cell, alignment = BOARDS[kind]
    game = odds.game
    s = game.start(2)
    for tower, suit in enumerate(game.suits):
        card = next(c for c in game.playing if game.suit[c] == suit and game.alignment[c] == alignment)
        s.set_mask(tower, mask_of([cell]))
        s.plays[tower] = ((card, 0, cell),)
        s.deck.remove(card)
    seat = int(turned)
    debts: Counter[int] = Counter()
    known: dict[tuple[tuple[str, ...], ...], int] = {}
    for held in combinations(s.deck, CACHE):
        by_suit = [tuple(game.alignment[c] for c in held if game.suit[c] == suit) for suit in game.suits]
        pattern = tuple(sorted(filter(None, by_suit)))
        if pattern not in known:
            known[pattern] = _try_chains(s, seat, held)
        debts[known[pattern]] += 1
    return Dist(debts)


def _try_chains(s: TowersState, seat: int, held: tuple[str, ...]) -> int:
    """The fewest cards left over, over every legal course of the turn."""
    start = s.clone()
    start.caches = [(), ()]
    start.caches[seat] = held
    start.todo = [TURNS[1 - seat], CHOICES[seat]]
    fewest, courses = CACHE, [start]
    while courses:
        here = courses.pop()
        frame = here.todo[-1]
        for action in frame.step.moves(here, frame):
            if action.verb == "place":
                after = here.clone()
                advance(after, action)
                if after.todo[-1] is CHAINS[seat]:
                    courses.append(after)
                    left = after.caches[seat]
                else:
                    left = after.balances[seat]
                fewest = min(fewest, len(left))
    return fewest


# -- a suit on its own tower ---------------------------------------------------------------------


def _fits(turned: bool, odds: TowersOdds = published) -> list[list[int]]:
    fits = odds.game.geometry().fits
    return [fits[(a + 4 * turned) % 8] for a in EVERY]


@lru_cache(None)
def suit_seen_ahead(turned: bool = False, odds: TowersOdds = published) -> Dist[int]:
    """How many of a suit's eight cards fit on their own tower in random order, if the order is known.

    Goes through the sets of masks that are within reach after each card.
    """
    fits = _fits(turned, odds)
    layer: dict[tuple[int, frozenset[int]], int] = {(0, frozenset([0])): 1}
    for _ in EVERY:
        after: dict[tuple[int, frozenset[int]], int] = {}
        for (used, masks), ways in layer.items():
            for card in EVERY:
                if not used >> card & 1:
                    key = (used | 1 << card, masks.union(*(_with(fits[card][m], m) for m in masks)))
                    after[key] = after.get(key, 0) + ways
        layer = after
    most: Counter[int] = Counter()
    for (_, masks), ways in layer.items():
        most[max(mask.bit_count() for mask in masks)] += ways
    return Dist(most)


def _with(cells: int, mask: int) -> list[int]:
    return [mask | 1 << cell for cell in EVERY if cells >> cell & 1]


@lru_cache(None)
def suit_seen_ahead_listed(turned: bool = False, odds: TowersOdds = published) -> Dist[int]:
    """The same by trying every placement in each of the 40,320 orders."""
    fits = _fits(turned, odds)

    @cache
    def most(order: tuple[int, ...], mask: int) -> int:
        if not order:
            return mask.bit_count()
        left = order[1:]
        return max([most(left, mask), *(most(left, after) for after in _with(fits[order[0]][mask], mask))])

    return Dist(Counter(most(order, 0) for order in permutations(EVERY)))


class CardByCard:
    """A suit's eight cards come in random order and go on their own tower; the order is not known.

    `policy`: "best" takes the cell, or leaves the card out, with the highest mean of what follows;
    "random" takes one of the cells. A position is (cards that came, mask of the tower).
    """

    def __init__(self, policy: str, turned: bool = False, odds: TowersOdds = published) -> None:
        if policy not in ("best", "random"):
            raise ValueError(f"There is no policy {told(policy)}; choose 'best' or 'random'.")
        self.fits = _fits(turned, odds)
        self.random = policy == "random"
        self.known: dict[tuple[int, int], Fraction] = {}

    def mean(self, came: int = 0, mask: int = 0) -> Fraction:
        """The mean number of cards on the tower at the end, by backward induction."""
        if came == 255:
            return Fraction(mask.bit_count())
        if (came, mask) not in self.known:
            left = [card for card in EVERY if not came >> card & 1]
            total = Fraction(0)
            for card in left:
                values = [self.mean(came | 1 << card, after) for after in self.choices(came, mask, card)]
                total += sum(values, Fraction(0)) / len(values)
            self.known[came, mask] = total / len(left)
        return self.known[came, mask]

    def choices(self, came: int, mask: int, card: int) -> list[int]:
        """The masks that the policy may leave when this card comes; more than one are equally likely."""
        after = _with(self.fits[card][mask], mask)
        if self.random:
            return after or [mask]
        return [max([mask, *after], key=lambda m: self.mean(came | 1 << card, m))]

    def forward(self) -> Fraction:
        """The same mean by following every position from the start with its chance."""
        layer = {(0, 0): Fraction(1)}
        for count in range(8, 0, -1):
            after: dict[tuple[int, int], Fraction] = {}
            for (came, mask), p in layer.items():
                for card in EVERY:
                    if not came >> card & 1:
                        masks = self.choices(came, mask, card)
                        for m in masks:
                            key = (came | 1 << card, m)
                            after[key] = after.get(key, Fraction(0)) + p / count / len(masks)
            layer = after
        return sum((p * mask.bit_count() for (_, mask), p in layer.items()), Fraction(0))

    def run(self, rng: Random) -> int:
        """One random order: how many cards fit."""
        came = mask = 0
        for card in rng.sample(EVERY, 8):
            masks = self.choices(came, mask, card)
            came, mask = came | 1 << card, masks[int(rng.random() * len(masks))]
        return mask.bit_count()


def most_that_fit(order: Sequence[int], turned: bool = False, odds: TowersOdds = published) -> int:
    """The most cards of a suit that fit on their own tower, if this order of their numbers is known."""
    fits = _fits(turned, odds)
    masks = {0}
    for card in order:
        masks |= {after for mask in masks for after in _with(fits[card][mask], mask)}
    return max(mask.bit_count() for mask in masks)
