"""Exact probabilities on a table of Towers: fitting cards, debts of a turn, and cards of a suit on their own tower.

`is_turned` is the side of the table from which cards are played: False for side A, True for side B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from random import Random

from ...dist import Dist
from ...playouts import apply_unchecked
from ...validation import short_repr
from .geometry import ALL_CELLS, CELLS, cells_to_mask
from .odds import TowersOdds, published_odds
from .state import CACHE_SIZE, TowersState
from .steps import CONTINUE_CHAIN_FRAMES, PLACE_FLEE_OR_PASS_FRAMES, START_TURN_FRAMES
from .turn_planner import least_debt

SAMPLE_BOARDS = {"edge": ("NG", "NE"), "corner": ("CG", "LE")}
"""Towers with one symbol each: its cell and the alignment of the card, as seen from side A."""


def alignments_fitting_single_symbol(occupied_cell: str, odds: TowersOdds = published_odds) -> tuple[str, ...]:
    """Return the card alignments that fit on a tower whose only symbol is on this cell."""
    fitting = odds.game.geometry().fitting_alignment_masks[cells_to_mask([occupied_cell])]
    return tuple(CELLS[a] for a in ALL_CELLS if fitting >> a & 1)


def first_card_cell(odds: TowersOdds = published_odds) -> Dist[str]:
    """Return the distribution of the cell of a first card with random alignment and a random legal cell."""
    fits = odds.game.geometry().open_cell_masks
    parts = [Dist([CELLS[c] for c in ALL_CELLS if fits[a][0] >> c & 1]) for a in ALL_CELLS]
    return Dist.mixture((part, 1) for part in parts)


def p_second_card_fits(odds: TowersOdds = published_odds) -> Fraction:
    """Return the probability that a random second card fits on a tower after a random first card."""
    landed = first_card_cell(odds)
    return sum(
        (landed.p(cell) * Fraction(len(alignments_fitting_single_symbol(cell, odds)), 8) for cell in landed),
        Fraction(0),
    )


# -- the debt of one turn ------------------------------------------------------------------------


@lru_cache(None)
def min_opening_debt_dist(is_seat_turned: bool, odds: TowersOdds = published_odds) -> Dist[int]:
    """Return the distribution of the smallest debt over all caches if the towers are empty."""
    return _least_debts(0, frozenset(), is_seat_turned, odds)


@lru_cache(None)
def min_debt_dist_of_random_cache(
    board_name: str, is_seat_turned: bool, odds: TowersOdds = published_odds
) -> Dist[int]:
    """Return the distribution of the smallest debt of a random cache on a board of `SAMPLE_BOARDS`."""
    cell, alignment = SAMPLE_BOARDS[board_name]
    game = odds.game
    gone = frozenset(card for card in game.playing_cards if game.alignment[card] == alignment)
    return _least_debts(cells_to_mask([cell]), gone, is_seat_turned, odds)


def _least_debts(mask: int, gone: frozenset[str], turned: bool, odds: TowersOdds = published_odds) -> Dist[int]:
    game = odds.game
    masks = [mask] * len(game.suits)
    rows, closed = (
        odds.two_seat_placement_tables().rows[turned],
        odds.two_seat_placement_tables().geometry.is_closed_mask,
    )
    left = (held for held in odds.all_caches() if gone.isdisjoint(held))
    return Dist(Counter(least_debt(masks, held, rows, game.matching_tower, closed) for held in left))


@lru_cache(None)
def random_cache_debt_by_engine(board_name: str, is_seat_turned: bool, odds: TowersOdds = published_odds) -> Dist[int]:
    """Compute `min_debt_dist_of_random_cache` by a second method that plays every chain of cards with the rules engine.

    Caches that differ only in the names of their suits have the same debt, so one cache of each pattern is played.
    """
    cell, alignment = SAMPLE_BOARDS[board_name]
    game = odds.game
    state = game.start(2)
    for tower, suit in enumerate(game.suits):
        card = next(c for c in game.playing_cards if game.suit[c] == suit and game.alignment[c] == alignment)
        state.set_tower_mask(tower, cells_to_mask([cell]))
        state.plays[tower] = ((card, 0, cell),)
        state.deck.remove(card)
    seat = int(is_seat_turned)
    debts: Counter[int] = Counter()
    known: dict[tuple[tuple[str, ...], ...], int] = {}
    for held in combinations(state.deck, CACHE_SIZE):
        by_suit = [tuple(game.alignment[c] for c in held if game.suit[c] == suit) for suit in game.suits]
        pattern = tuple(sorted(filter(None, by_suit)))
        if pattern not in known:
            known[pattern] = _try_chains(state, seat, held)
        debts[known[pattern]] += 1
    return Dist(debts)


def _try_chains(state: TowersState, seat: int, held: tuple[str, ...]) -> int:
    """Return the smallest number of remaining cards over all legal courses of the turn."""
    start = state.clone()
    start.caches = [(), ()]
    start.caches[seat] = held
    start.agenda_frames = [START_TURN_FRAMES[1 - seat], PLACE_FLEE_OR_PASS_FRAMES[seat]]
    fewest, courses = CACHE_SIZE, [start]
    while courses:
        here = courses.pop()
        frame = here.agenda_frames[-1]
        for action in frame.step.legal_actions(here, frame):
            if action.verb == "place":
                after = here.clone()
                apply_unchecked(after, action)
                if after.agenda_frames[-1] is CONTINUE_CHAIN_FRAMES[seat]:
                    courses.append(after)
                    left = after.caches[seat]
                else:
                    left = after.balances[seat]
                fewest = min(fewest, len(left))
    return fewest


# -- a suit on its own tower ---------------------------------------------------------------------


def _fits(turned: bool, odds: TowersOdds = published_odds) -> list[list[int]]:
    fits = odds.game.geometry().open_cell_masks
    return [fits[(a + 4 * turned) % 8] for a in ALL_CELLS]


@lru_cache(None)
def suit_cards_fitting_own_tower(is_turned: bool = False, odds: TowersOdds = published_odds) -> Dist[int]:
    """Return the distribution of how many cards of a suit fit on their own tower if their random order is known.

    The function tracks the set of masks that are reachable after each card.
    """
    fits = _fits(is_turned, odds)
    layer: dict[tuple[int, frozenset[int]], int] = {(0, frozenset([0])): 1}
    for _ in ALL_CELLS:
        after: dict[tuple[int, frozenset[int]], int] = {}
        for (used, masks), ways in layer.items():
            for card in ALL_CELLS:
                if not used >> card & 1:
                    key = (used | 1 << card, masks.union(*(_with(fits[card][m], m) for m in masks)))
                    after[key] = after.get(key, 0) + ways
        layer = after
    most: Counter[int] = Counter()
    for (_, masks), ways in layer.items():
        most[max(mask.bit_count() for mask in masks)] += ways
    return Dist(most)


def _with(cells: int, mask: int) -> list[int]:
    return [mask | 1 << cell for cell in ALL_CELLS if cells >> cell & 1]


@lru_cache(None)
def suit_cards_fitting_own_tower_enumerated(is_turned: bool = False, odds: TowersOdds = published_odds) -> Dist[int]:
    """Compute `suit_cards_fitting_own_tower` by a second method: try each placement in each of the 40,320 orders."""
    fits = _fits(is_turned, odds)

    @cache
    def most_placed(order: tuple[int, ...], mask: int) -> int:
        if not order:
            return mask.bit_count()
        left = order[1:]
        return max(
            [most_placed(left, mask), *(most_placed(left, after) for after in _with(fits[order[0]][mask], mask))]
        )

    return Dist(Counter(most_placed(order, 0) for order in permutations(ALL_CELLS)))


class SuitPlacementProcess:
    """Process in which the eight cards of a suit are drawn in random order and placed on their own tower.

    With the policy "best", each card goes to the cell with the highest mean result, or is left out. With "random", each
    card goes to a random legal cell. A position consists of the drawn cards and the mask of the tower.
    """

    def __init__(self, policy: str, is_turned: bool = False, odds: TowersOdds = published_odds) -> None:
        if policy not in ("best", "random"):
            raise ValueError(f"There is no policy {short_repr(policy)}; choose 'best' or 'random'.")
        self.fits = _fits(is_turned, odds)
        self.random = policy == "random"
        self.known: dict[tuple[int, int], Fraction] = {}

    def mean_final_card_count(self, drawn_mask: int = 0, mask: int = 0) -> Fraction:
        """Return the mean number of cards on the tower at the end, by backward induction."""
        if drawn_mask == 255:
            return Fraction(mask.bit_count())
        if (drawn_mask, mask) not in self.known:
            left = [card for card in ALL_CELLS if not drawn_mask >> card & 1]
            total = Fraction(0)
            for card in left:
                values = [
                    self.mean_final_card_count(drawn_mask | 1 << card, after)
                    for after in self.masks_after_card(drawn_mask, mask, card)
                ]
                total += sum(values, Fraction(0)) / len(values)
            self.known[drawn_mask, mask] = total / len(left)
        return self.known[drawn_mask, mask]

    def masks_after_card(self, drawn_mask: int, mask: int, card: int) -> list[int]:
        """Return the masks that the policy can choose after a card. All of these masks are equally likely."""
        after = _with(self.fits[card][mask], mask)
        if self.random:
            return after or [mask]
        return [max([mask, *after], key=lambda m: self.mean_final_card_count(drawn_mask | 1 << card, m))]

    def mean_final_card_count_forward(self) -> Fraction:
        """Compute `mean_final_card_count` by a second method: propagate the probability of each position forward."""
        layer = {(0, 0): Fraction(1)}
        for count in range(8, 0, -1):
            after: dict[tuple[int, int], Fraction] = {}
            for (came, mask), p in layer.items():
                for card in ALL_CELLS:
                    if not came >> card & 1:
                        masks = self.masks_after_card(came, mask, card)
                        for m in masks:
                            key = (came | 1 << card, m)
                            after[key] = after.get(key, Fraction(0)) + p / count / len(masks)
            layer = after
        return sum((p * mask.bit_count() for (_, mask), p in layer.items()), Fraction(0))

    def simulate_fitting_card_count(self, rng: Random) -> int:
        """Simulate one random order and return the number of cards that fit."""
        came = mask = 0
        for card in rng.sample(ALL_CELLS, 8):
            masks = self.masks_after_card(came, mask, card)
            came, mask = came | 1 << card, masks[int(rng.random() * len(masks))]
        return mask.bit_count()


def max_suit_cards_on_tower(order: Sequence[int], is_turned: bool = False, odds: TowersOdds = published_odds) -> int:
    """Return the largest number of cards of a suit that fit on their own tower in this known order."""
    fits = _fits(is_turned, odds)
    masks = {0}
    for card in order:
        masks |= {after for mask in masks for after in _with(fits[card][mask], mask)}
    return max(mask.bit_count() for mask in masks)
