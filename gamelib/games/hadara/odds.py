"""Exact probabilities of Hadara: card draws, choices of two, discounts, growth, medals, sets, colonies, buried cards.

Probabilities and means are Fractions. Distributions are `Dist` objects with integer weights. Invalid arguments raise a
ValueError. Card values come from the card tables of the odds object (see `gamelib.games.odds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...dist import Dist
from ...validation import short_repr, validate_int
from ..argument_validation import validate_args, validate_choice, validate_distinct
from ..odds import GameOdds
from .card_tables import COLOURS, EPOCHS, TRACKS, CardTables, ColonyLevel, EpochCard
from .scoring import points_per_silver_medal

if TYPE_CHECKING:
    from . import Hadara

SEATS = range(2, 6)
INCOME_COUNT = 6  # incomes in a game: after phase A and phase B of each epoch (HAD-8.1)
MAX_CARDS = 60  # maximum number of cards in set questions
MAX_PILES = 12  # maximum number of piles in buried-card questions
Medal = Literal["silver", "gold"]
Plan = Literal["best", "dig", "tallest"]


# -- the better of two (HAD-5.2) -------------------------------------------------------------------


@validate_args
def best_card_value(values: Iterable[int], cards_drawn: int) -> Dist[int]:
    """Return the distribution of the highest of several card values drawn without replacement.

    >>> best_card_value([1, 2, 3], 2)
    Dist({2: 1, 3: 2}, total=3)

    """
    ordered = sorted(values)
    validate_int(cards_drawn, "The number of cards drawn", 1, len(ordered))
    weights: dict[int, int] = {}
    for below, value in enumerate(ordered):
        weights[value] = weights.get(value, 0) + comb(below, cards_drawn - 1)
    return Dist(weights)


@validate_args
def better_of_two(values: Iterable[int]) -> Dist[int]:
    """Return the distribution of the higher of two card values drawn without replacement.

    Raise ValueError for fewer than two values.
    """
    return best_card_value(_at_least_two(values), 2)


@validate_args
def worse_of_two(values: Iterable[int]) -> Dist[int]:
    """Return the distribution of the lower of two card values drawn without replacement.

    Raise ValueError for fewer than two values.
    """
    return better_of_two(-value for value in _at_least_two(values)).map(lambda value: -value)


@validate_args
def mean_gain_of_better_of_two(values: Iterable[int]) -> Fraction:
    """Return the mean gain of a choice: the mean of the better of two cards minus the mean of a single card."""
    ordered = _at_least_two(values)
    return better_of_two(ordered).mean - Fraction(sum(ordered), len(ordered))


class BeatAndTieProbabilities(NamedTuple):
    """Probabilities that a card is higher than another card, and that both are equal."""

    p_beats: Fraction
    p_ties: Fraction


@validate_args
def p_third_card_beats_best_of_two(values: Iterable[int]) -> BeatAndTieProbabilities:
    """Return the probabilities that a third random card is higher than the better of two, and that both are equal."""
    triples = list(combinations(_at_least_two(values), 3))
    if not triples:
        raise ValueError("Three cards are drawn, so name at least three values.")
    above = sum(high > middle for _, middle, high in triples)
    # with the two highest values equal, the third card ties in 2 of 3 orders, or in all 3 if all values are equal
    level = sum((2 if low < middle else 3) for low, middle, high in triples if middle == high)
    return BeatAndTieProbabilities(Fraction(above, 3 * len(triples)), Fraction(level, 3 * len(triples)))


@validate_args
def index_pairs_by_difference(values: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """Return all pairs of cards, sorted by the difference of their values, as indices of the sorted values.

    >>> index_pairs_by_difference([1, 1, 4])
    {0: [(0, 1)], 3: [(0, 2), (1, 2)]}

    """
    ordered = _at_least_two(values)
    by_gap: dict[int, list[tuple[int, int]]] = {}
    for low, high in combinations(range(len(ordered)), 2):
        by_gap.setdefault(ordered[high] - ordered[low], []).append((low, high))
    return dict(sorted(by_gap.items()))


def _at_least_two(values: Iterable[int]) -> list[int]:
    ordered = sorted(values)
    if len(ordered) < 2:
        raise ValueError(f"Two cards are drawn, so name at least two values, not {len(ordered)}.")
    return ordered


# -- discounts (HAD-6.1) ---------------------------------------------------------------------------


@validate_args
def total_price(costs: Iterable[int], owned: int = 0) -> int:
    """Return the total price of cards of one colour bought in this order, starting with `owned` cards."""
    validate_int(owned, "The number of cards owned", 0, 99)
    for cost in (costs := list(costs)):
        validate_int(cost, "A cost", 0, 99)
    return sum(max(0, cost - owned - place) for place, cost in enumerate(costs))


@validate_args
def random_order_price(costs: Sequence[int], owned: int = 0) -> Dist[int]:
    """Return the distribution of the total price of cards of one colour.

    Each order of buying is equally likely.
    """
    validate_int(owned, "The number of cards owned", 0, 99)
    validate_int(len(costs), "The number of cards", 0, 12)
    for cost in costs:
        validate_int(cost, "A cost", 0, 99)
    totals: list[dict[int, int]] = [{} for _ in range(1 << len(costs))]  # bought cards -> sum -> number of orders
    totals[0][0] = 1
    for bought, sums in enumerate(totals):
        have = owned + bought.bit_count()
        for card, cost in enumerate(costs):
            if not bought >> card & 1:
                after = totals[bought | 1 << card]
                for spent, orders in sums.items():
                    spent += max(0, cost - have)
                    after[spent] = after.get(spent, 0) + orders
    return Dist(totals[-1])


# -- growth (HAD-8.1) ------------------------------------------------------------------------------


@validate_args
def incomes_remaining(epoch: int, phase: str) -> int:
    """Return the number of remaining incomes for a card bought in this phase, from 6 in the first phase to 1."""
    validate_int(epoch, "An epoch", 1, len(EPOCHS))
    validate_choice(phase, "A phase", "AB")
    return INCOME_COUNT - 2 * (epoch - 1) - "AB".index(phase)


@validate_args
def silver_medal_points(track_value: int) -> int:
    """Return the points of a silver medal: half of its track, rounded up."""
    validate_int(track_value, "A track", 0)
    return points_per_silver_medal(track_value)


# -- sets (HAD-15.5) -------------------------------------------------------------------------------


@validate_args
def complete_set_count(cards: int, colours: int = 5) -> Dist[int]:
    """Return the distribution of the number of complete sets among cards of random colours."""
    validate_int(cards, "The number of cards", 0, MAX_CARDS)
    validate_int(colours, "The number of colours", 1, 12)
    at_least = [_with_each(cards, colours, least) for least in range(cards // colours + 2)]
    return Dist({least: ways - at_least[least + 1] for least, ways in enumerate(at_least[:-1])})


@cache
def _with_each(cards: int, colours: int, least: int) -> int:
    """Return the number of ways to colour the cards so that each colour has at least `least` cards."""
    if colours == 0:
        return int(cards == 0)
    return sum(comb(cards, n) * _with_each(cards - n, colours - 1, least) for n in range(least, cards + 1))


@validate_args
def distinct_colour_count(cards: int, colours: int = 5) -> Dist[int]:
    """Return the distribution of the number of different colours among cards. All colours are equally likely.

    >>> distinct_colour_count(2, 3)
    Dist({1: 3, 2: 6}, total=9)

    """
    validate_int(cards, "The number of cards", 1, MAX_CARDS)
    validate_int(colours, "The number of colours", 1, 12)
    return Dist({n: comb(colours, n) * _with_each(cards, n, 1) for n in range(1, min(cards, colours) + 1)})


@validate_args
def p_all_colours(cards: int, colours: int = 5) -> Fraction:
    """Return the probability that all colours occur among random cards (coupon collector)."""
    return 1 - complete_set_count(cards, colours).p(0)


# -- the buried card (HAD-11.1) --------------------------------------------------------------------


@validate_args
def p_get_buried_card(moves_first: bool, piles: int = 5, plan: Plan = "best") -> Fraction:
    """Return the probability of getting the lower card of a pile, with `piles` piles of two cards and two players.

    You take the card as soon as it is visible. The rival takes from a random pile that is not empty. `moves_first` says
    whether you begin. Your strategy is "best" (optimal play), "dig" (take from the pile of the card at once) or
    "tallest" (first take from the tallest other pile).
    """
    validate_int(piles, "The number of piles", 1, MAX_PILES)
    validate_choice(plan, "A plan", ("best", "dig", "tallest"))
    return p_get_buried_card_from(2, piles - 1, 0, moves_first, plan)


@validate_args
def p_get_buried_card_from(
    height: int, two_card_piles: int, one_card_piles: int, is_own_turn: bool, plan: Plan = "best"
) -> Fraction:
    """Return the probability of getting a buried card from any position of the piles."""
    _check_piles(height, two_card_piles, one_card_piles)
    return _buried_at(height, two_card_piles, one_card_piles, is_own_turn, plan)


def _check_piles(height: int, twos: int, ones: int) -> None:
    validate_int(height, "The height of the pile with the card", 1, 2)
    validate_int(twos, "The number of other piles of two", 0, MAX_PILES)
    validate_int(ones, "The number of other piles of one", 0, MAX_PILES)


@lru_cache(maxsize=4096)
def _buried_at(height: int, twos: int, ones: int, mine: bool, plan: Plan) -> Fraction:
    if mine:
        if height == 1:
            return Fraction(1)
        return max(
            _buried_at(*after, False, plan)
            for after in _buried_moves(height, twos, ones)
            if _is_allowed_by_plan(plan, after, twos, ones)
        )
    moves = _buried_moves(height, twos, ones)
    weighted = [(after, n) for after, n in moves.items() if after[0]]
    return sum((n * _buried_at(*after, True, plan) for after, n in weighted), Fraction(0)) / sum(moves.values())


@validate_args
def buried_card_transitions(height: int, two_card_piles: int, one_card_piles: int) -> dict[tuple[int, int, int], int]:
    """Return the positions after one card is taken, each with the number of piles from which the card can come."""
    _check_piles(height, two_card_piles, one_card_piles)
    return _buried_moves(height, two_card_piles, one_card_piles)


def _buried_moves(height: int, twos: int, ones: int) -> dict[tuple[int, int, int], int]:
    moves = {(height - 1, twos, ones): 1}
    if twos:
        moves[height, twos - 1, ones + 1] = twos
    if ones:
        moves[height, twos, ones - 1] = ones
    return moves


def _is_allowed_by_plan(plan: Plan, after: tuple[int, int, int], twos: int, ones: int) -> bool:
    if plan == "best":
        return True
    digs = after[0] == 1
    if plan == "dig" or not twos + ones:
        return digs
    return not digs and after[1] == twos - (twos > 0)


@validate_args
def p_force_buried_card(moves_first: bool, piles: int = 5) -> Fraction:
    """Return 1 if you can get the buried card against a rival with optimal play, else 0."""
    validate_int(piles, "The number of piles", 1, MAX_PILES)
    return Fraction(_is_win_forced(2, piles - 1, 0, moves_first))


@cache
def _is_win_forced(height: int, twos: int, ones: int, mine: bool) -> bool:
    if mine:
        return height == 1 or any(_is_win_forced(*after, False) for after in _buried_moves(height, twos, ones))
    return all(after[0] and _is_win_forced(*after, True) for after in _buried_moves(height, twos, ones))


class HadaraOdds(GameOdds):
    """Probabilities for one card set: card values, prices, colonies and medals."""

    game: Hadara

    @property
    def tables(self) -> CardTables:
        """Card tables of the game."""
        return self.game.tables

    # -- contents of the decks (HAD-1.3, HAD-5.1, HAD-18.1) --------------------------------------------

    def _deck(self, seats: int, deck_size: int | None, colour: str = "green") -> int:
        """Return the number of cards of a colour in an epoch. The default is the number in the card tables.

        Raise ValueError for too few cards.
        """
        deck_size = len(self.cards_of_colour(1, colour)) if deck_size is None else deck_size
        validate_int(seats, "The number of seats", SEATS[0], SEATS[-1])
        validate_int(deck_size, "The number of cards", 2 * seats, 99)
        return deck_size

    @validate_args
    def p_card_drawn_in_game(self, seats: int, deck_size: int | None = None) -> Fraction:
        """Return the probability that a particular card of its colour and epoch is drawn in a game."""
        return Fraction(2 * seats, self._deck(seats, deck_size))

    @validate_args
    def drawn_count_of_named_cards(self, seats: int, named_count: int, deck_size: int | None = None) -> Dist[int]:
        """Return the distribution of the number of drawn cards among `named_count` cards of one colour and epoch."""
        deck_size = self._deck(seats, deck_size)
        validate_int(named_count, "The number of cards named", 0, deck_size)
        return Dist.hypergeometric(deck_size, named_count, 2 * seats)

    @validate_args
    def p_card_in_own_pair(self, deck_size: int | None = None) -> Fraction:
        """Return the probability that you draw a particular card in phase A.

        The probability is the same for every seat and number of seats.
        """
        deck_size = self._deck(SEATS[0], deck_size) if deck_size is None else deck_size
        validate_int(deck_size, "The number of cards", 2, 99)
        return Fraction(2, deck_size)

    @validate_args
    def drawn_starred_card_count(
        self, seats: int, starred_count: int | None = None, deck_size: int | None = None
    ) -> Dist[int]:
        """Return the distribution of the number of starred purple cards drawn in an epoch (HAD-18.2)."""
        purple = self.cards_of_colour(1, "purple")
        starred_count = sum(card.star for card in purple) if starred_count is None else starred_count
        return self.drawn_count_of_named_cards(seats, starred_count, self._deck(seats, deck_size, "purple"))

    def points_per_coin(self) -> Fraction:
        """Return the points for a coin at the end (HAD-15.7)."""
        return Fraction(1, self.tables.worth["coins_a_point"])

    @validate_args
    def cards_of_colour(self, epoch: int, colour: str) -> list[EpochCard]:
        """Return the cards of an epoch and colour, starred ones included."""
        validate_int(epoch, "An epoch", 1, len(EPOCHS))
        validate_choice(colour, "A colour", COLOURS)
        cards = self.tables.cards.values()
        return [card for card in cards if (card.epoch, COLOURS[card.colour]) == (epoch, colour)]

    @validate_args
    def p_affordable_in_draw(self, coins: int, epoch: int = 1, colour: str = "green", owned: int = 0) -> Fraction:
        """Return the probability that at least one of two drawn cards is affordable (HAD-6.1).

        The seat owns `owned` cards of the colour. The cards are those of the basic game.
        """
        validate_int(coins, "The number of coins", 0, 99)
        validate_int(owned, "The number of cards owned", 0, 99)
        dear = [int(card.cost - owned <= coins) for card in self._plain(epoch, colour)]
        return better_of_two(dear).p(1)

    def _plain(self, epoch: int, colour: str) -> list[EpochCard]:
        return [card for card in self.cards_of_colour(epoch, colour) if not card.star]

    @validate_args
    def card_net_coins(self, card: str, incomes: int, owned: int = 0) -> int:
        """Return the net coins of a card: the coins from its incomes minus its price and its lost sale value."""
        validate_choice(card, "A card", self.tables.cards)
        validate_int(incomes, "The number of incomes", 0, INCOME_COUNT)
        validate_int(owned, "The number of cards owned", 0, 99)
        row = self.tables.cards[card]
        return row.steps[0] * incomes - max(0, row.cost - owned) - self.tables.sale[row.epoch - 1]

    @validate_args
    def random_yellow_card_net_coins(self, epoch: int, incomes: int) -> Dist[int]:
        """Return the distribution of the net coins of a random yellow card of an epoch.

        The card is bought at its printed cost and gets `incomes` incomes.
        """
        return Dist([self.card_net_coins(card.id, incomes) for card in self.cards_of_colour(epoch, "yellow")])

    @validate_args
    def incomes_to_pay_back(self, card: str, owned: int = 0) -> int | None:
        """Return the number of incomes that pay back the price of a card and its lost sale value.

        The result is None for a card without income, or if more than 6 incomes would be necessary.
        """
        return next((r for r in range(INCOME_COUNT + 1) if self.card_net_coins(card, r, owned) >= 0), None)

    # -- medals (HAD-13.1, HAD-15.4 to HAD-15.7) -------------------------------------------------------

    @validate_args
    def medal_price(self, medal: Medal, epoch: int, cheap: bool = False) -> int:
        """Return the price of a medal in an epoch.

        `cheap` says whether the seat has the card that lowers the price (HAD-16.4).
        """
        validate_choice(medal, "A medal", ("silver", "gold"))
        validate_int(epoch, "An epoch", 1, len(EPOCHS))
        return (self.tables.cheap_medals if cheap else self.tables.medals)[epoch - 1][("silver", "gold").index(medal)]

    @validate_args
    def silver_break_even(self, epoch: int, cheap: bool = False) -> int:
        """Return the lowest final track value at which a silver medal brings more points than its price."""
        price = self.medal_price("silver", epoch, cheap) * self.points_per_coin()
        return next(track for track in range(1000) if silver_medal_points(track) > price)

    @validate_args
    def gold_medal_break_even_sets(self, epoch: int, cheap: bool = False) -> int:
        """Return the lowest number of sets at which a gold medal brings more points than its price."""
        price = self.medal_price("gold", epoch, cheap) * self.points_per_coin()
        return next(n for n in range(1000) if n * self.tables.worth["points_a_set"] > price)

    @validate_args
    def faceup_tile_break_even_incomes(self, bonus: int, silver: bool = False) -> Fraction:
        """Return the number of incomes at which a faceup tile on income is worth as much as a facedown tile (HAD-10.3).

        A faceup tile brings `bonus` coins in each income. If a silver medal counts income, it also brings half of
        `bonus` in points. A facedown tile brings `bonus` points.
        """
        validate_int(bonus, "A bonus", 1, 99)
        points = bonus - (Fraction(bonus, 2) if silver else 0)
        return points / (bonus * self.points_per_coin())

    # -- colonies (HAD-9.3, HAD-9.4) -------------------------------------------------------------------

    @validate_args
    def reverse_points(self, level: int) -> Dist[int]:
        """Return the distribution of the points on the reverse side of an unseen colony of this level."""
        return Dist([self.tables.reverses[tile].points for tile in self._level(level).colony_ids])

    @validate_args
    def reverse_steps(self, level: int) -> dict[str, Fraction]:
        """Return the mean steps of each track on the reverse side of a colony of this level."""
        tiles = self._level(level).colony_ids
        return {
            track: Fraction(sum(self.tables.reverses[tile].steps[k] for tile in tiles), len(tiles))
            for k, track in enumerate(TRACKS)
        }

    @validate_args
    def integration_advantage(self, level: int, coin_points: Fraction, step_value: Fraction) -> Fraction:
        """Return the advantage of integration over plundering in points, for given values of a coin and a step."""
        front = self._level(level)
        steps = sum(self.reverse_steps(level).values(), Fraction(0))
        return (
            self.reverse_points(level).mean
            + step_value * steps
            - front.points
            - coin_points * (front.plunder + front.integrate)
        )

    @validate_args
    def critical_coin_value(self, level: int, step_value: Fraction) -> Fraction:
        """Return the value of a coin, in points, below which integration is better than plundering."""
        front = self._level(level)
        return self.integration_advantage(level, Fraction(0), step_value) / (front.plunder + front.integrate)

    @validate_args
    def p_reverse_raises_track(
        self, level: int, track: str, plundered_unseen: int = 0, seen_colonies: Iterable[str] = ()
    ) -> Fraction:
        """Return the probability that the next colony of a level has a reverse side that raises a track.

        `plundered_unseen` is the number of colonies that were plundered unseen, which give no information.
        `seen_colonies` lists the colonies whose reverse side was seen.
        """
        tiles, shown = self._level(level).colony_ids, list(seen_colonies)
        validate_choice(track, "A track", TRACKS)
        for tile in shown:
            validate_choice(tile, "A tile", tiles)
        validate_distinct(shown, "A tile")
        if len(shown) == len(tiles):
            raise ValueError(f"All {len(tiles)} tiles of this level have been seen; none is left to be the next one.")
        validate_int(plundered_unseen, "The number of plundered colonies", 0, len(tiles) - len(shown) - 1)
        return Dist([tile for tile in tiles if tile not in shown]).p(
            lambda tile: self.tables.reverses[tile].steps[TRACKS.index(track)] > 0
        )

    def _level(self, requirement: int) -> ColonyLevel:
        one = next((level for level in self.tables.levels if level.requirement == requirement), None)
        if one is None:
            levels = ", ".join(str(level.requirement) for level in self.tables.levels)
            raise ValueError(f"There is no colony of level {short_repr(requirement)}; there are {levels}.")
        return one

    # -- turn order (HAD-4.1 to HAD-4.3) ---------------------------------------------------------------

    @validate_args
    def first_player_epoch_count(self, seats: int) -> Dist[int]:
        """Return the distribution of the number of epochs in which a seat is first player."""
        validate_int(seats, "The number of seats", SEATS[0], SEATS[-1])
        first = self.tables.orders[seats].first
        return Dist([first.count(rank) for rank in range(1, seats + 1)])

    @validate_args
    def p_never_first(self, seats: int) -> Fraction:
        """Return the probability that a seat is never first player."""
        return self.first_player_epoch_count(seats).p(0)

    @validate_args
    def mean_turn_order_coins(self, seats: int) -> Fraction:
        """Return the mean number of coins that a seat gets for the turn order."""
        validate_int(seats, "The number of seats", SEATS[0], SEATS[-1])
        return Fraction(len(self.tables.orders[seats].coin_ranks), seats)


published_odds = HadaraOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
