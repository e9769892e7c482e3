"""Exact odds of Hadara: draws and decks, choices of two, discounts, growth, medals, sets, colonies, buried cards.

Chances and means are Fractions, distributions are `Dist`s of integer weights; a bad argument is a ValueError with a
plain sentence. Card faces are those of the tables asked (see `gamelib.games.odds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, Literal

from ...dist import Dist
from ...outside import told, whole
from ..asked import asked, each_once, known
from ..odds import Odds
from .scoring import medal_points
from .tables import COLOURS, EPOCHS, TRACKS, Card, Level, Tables

if TYPE_CHECKING:
    from . import Hadara

SEATS = range(2, 6)
INCOMES = 6  # in a game: after phase A and phase B of each epoch (HAD-8.1)
LONGEST = 60  # cards in a question about sets
MOST_PILES = 12  # in a question about the buried card
Medal = Literal["silver", "gold"]
Plan = Literal["best", "dig", "tallest"]


# -- the better of two (HAD-5.2) -------------------------------------------------------------------


@asked
def best_of(values: Iterable[int], cards: int) -> Dist[int]:
    """The best of so many cards drawn from these values without replacement.

    >>> best_of([1, 2, 3], 2)
    Dist({2: 1, 3: 2}, total=3)

    """
    ordered = sorted(values)
    whole(cards, "The number of cards drawn", 1, len(ordered))
    weights: dict[int, int] = {}
    for below, value in enumerate(ordered):
        weights[value] = weights.get(value, 0) + comb(below, cards - 1)
    return Dist(weights)


@asked
def better(values: Iterable[int]) -> Dist[int]:
    """The better of two cards drawn from these values without replacement. ValueError with fewer than two."""
    return best_of(_at_least_two(values), 2)


@asked
def worse(values: Iterable[int]) -> Dist[int]:
    """The worse of two cards drawn from these values without replacement. ValueError with fewer than two."""
    return better(-value for value in _at_least_two(values)).map(lambda value: -value)


@asked
def worth_of_choice(values: Iterable[int]) -> Fraction:
    """What the choice adds: the mean of the better of two less the mean of a single card."""
    ordered = _at_least_two(values)
    return better(ordered).mean - Fraction(sum(ordered), len(ordered))


@asked
def blind_wins(values: Iterable[int]) -> tuple[Fraction, Fraction]:
    """The chances that a third card, drawn blindly from the rest, is higher than the better of two, and as high."""
    triples = list(combinations(_at_least_two(values), 3))
    if not triples:
        raise ValueError("Three cards are drawn, so name at least three values.")
    above = sum(high > middle for _, middle, high in triples)
    # of a triple whose highest two are alike, the third card is one of them in 2 of 3 draws, or any if all are
    level = sum((2 if low < middle else 3) for low, middle, high in triples if middle == high)
    return Fraction(above, 3 * len(triples)), Fraction(level, 3 * len(triples))


@asked
def pairs_by_gap(values: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """Every pair of cards by its difference, the smallest first: their places among the values in rising order.

    >>> pairs_by_gap([1, 1, 4])
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


@asked
def paid(costs: Iterable[int], owned: int = 0) -> int:
    """What cards of one colour cost when they are bought in this order, with `owned` cards to begin with."""
    whole(owned, "The number of cards owned", 0, 99)
    for cost in (costs := list(costs)):
        whole(cost, "A cost", 0, 99)
    return sum(max(0, cost - owned - place) for place, cost in enumerate(costs))


@asked
def prices(costs: Sequence[int], owned: int = 0) -> Dist[int]:
    """What cards of one colour cost together when they are bought in a random order, every order equally likely."""
    whole(owned, "The number of cards owned", 0, 99)
    whole(len(costs), "The number of cards", 0, 12)
    for cost in costs:
        whole(cost, "A cost", 0, 99)
    totals: list[dict[int, int]] = [{} for _ in range(1 << len(costs))]  # cards bought -> sum -> orders
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


@asked
def incomes_left(epoch: int, phase: str) -> int:
    """How many incomes are still to come for a card bought in this phase: 6 in epoch I, phase A, down to 1."""
    whole(epoch, "An epoch", 1, len(EPOCHS))
    known(phase, "A phase", "AB")
    return INCOMES - 2 * (epoch - 1) - "AB".index(phase)


@asked
def silver_points(track: int) -> int:
    """What a silver medal counts: half of its track, rounded up."""
    whole(track, "A track", 0)
    return medal_points(track)


# -- sets (HAD-15.5) -------------------------------------------------------------------------------


@asked
def sets(cards: int, colours: int = 5) -> Dist[int]:
    """Complete sets among cards of independent colours, every colour equally likely: the least count of a colour."""
    whole(cards, "The number of cards", 0, LONGEST)
    whole(colours, "The number of colours", 1, 12)
    at_least = [_with_each(cards, colours, least) for least in range(cards // colours + 2)]
    return Dist({least: ways - at_least[least + 1] for least, ways in enumerate(at_least[:-1])})


@cache
def _with_each(cards: int, colours: int, least: int) -> int:
    """Ways to give each card a colour so that each colour has at least so many."""
    if colours == 0:
        return int(cards == 0)
    return sum(comb(cards, n) * _with_each(cards - n, colours - 1, least) for n in range(least, cards + 1))


@asked
def colours_among(cards: int, colours: int = 5) -> Dist[int]:
    """How many different colours so many cards show, every colour of each card equally likely.

    >>> colours_among(2, 3)
    Dist({1: 3, 2: 6}, total=9)

    """
    whole(cards, "The number of cards", 1, LONGEST)
    whole(colours, "The number of colours", 1, 12)
    return Dist({n: comb(colours, n) * _with_each(cards, n, 1) for n in range(1, min(cards, colours) + 1)})


@asked
def all_colours(cards: int, colours: int = 5) -> Fraction:
    """The chance that every colour is among the cards (coupon collector)."""
    return 1 - sets(cards, colours).p(0)


# -- the buried card (HAD-11.1) --------------------------------------------------------------------


@asked
def buried(first: bool, piles: int = 5, plan: Plan = "best") -> Fraction:
    """Two players, `piles` piles of two: the chance to get the card under the top of one pile.

    You take it as soon as it shows; the rival takes from a pile that is not empty, each equally likely. `first`:
    whether you begin. Plans: "best" play, "dig" at once, or empty the "tallest" other pile as long as there is one.
    """
    whole(piles, "The number of piles", 1, MOST_PILES)
    known(plan, "A plan", ("best", "dig", "tallest"))
    return buried_at(2, piles - 1, 0, first, plan)


@asked
def buried_at(height: int, twos: int, ones: int, mine: bool, plan: Plan = "best") -> Fraction:
    """The same from any position: height of the card's pile, other piles of two and of one, whether it is my turn."""
    _check_piles(height, twos, ones)
    return _buried_at(height, twos, ones, mine, plan)


def _check_piles(height: int, twos: int, ones: int) -> None:
    whole(height, "The height of the pile with the card", 1, 2)
    whole(twos, "The number of other piles of two", 0, MOST_PILES)
    whole(ones, "The number of other piles of one", 0, MOST_PILES)


@lru_cache(maxsize=4096)
def _buried_at(height: int, twos: int, ones: int, mine: bool, plan: Plan) -> Fraction:
    if mine:
        if height == 1:
            return Fraction(1)
        return max(
            _buried_at(*after, False, plan)
            for after in _buried_moves(height, twos, ones)
            if _fits(plan, after, twos, ones)
        )
    moves = _buried_moves(height, twos, ones)
    weighted = [(after, n) for after, n in moves.items() if after[0]]
    return sum((n * _buried_at(*after, True, plan) for after, n in weighted), Fraction(0)) / sum(moves.values())


@asked
def buried_moves(height: int, twos: int, ones: int) -> dict[tuple[int, int, int], int]:
    """The positions after one card is taken, each with the number of piles that lead there."""
    _check_piles(height, twos, ones)
    return _buried_moves(height, twos, ones)


def _buried_moves(height: int, twos: int, ones: int) -> dict[tuple[int, int, int], int]:
    moves = {(height - 1, twos, ones): 1}
    if twos:
        moves[height, twos - 1, ones + 1] = twos
    if ones:
        moves[height, twos, ones - 1] = ones
    return moves


def _fits(plan: Plan, after: tuple[int, int, int], twos: int, ones: int) -> bool:
    if plan == "best":
        return True
    digs = after[0] == 1
    if plan == "dig" or not twos + ones:
        return digs
    return not digs and after[1] == twos - (twos > 0)


@asked
def buried_hostile(first: bool, piles: int = 5) -> Fraction:
    """The same against a rival who plays best against you: 1 if you can force the card, else 0."""
    whole(piles, "The number of piles", 1, MOST_PILES)
    return Fraction(_forced(2, piles - 1, 0, first))


@cache
def _forced(height: int, twos: int, ones: int, mine: bool) -> bool:
    if mine:
        return height == 1 or any(_forced(*after, False) for after in _buried_moves(height, twos, ones))
    return all(after[0] and _forced(*after, True) for after in _buried_moves(height, twos, ones))


class HadaraOdds(Odds):
    """What reads the card tables: faces, prices, colonies, medals."""

    game: Hadara

    @property
    def tables(self) -> Tables:
        """The card tables."""
        return self.game.tables

    # -- what is in the decks (HAD-1.3, HAD-5.1, HAD-18.1) ---------------------------------------------

    def _deck(self, seats: int, cards: int | None, colour: str = "green") -> int:
        """The cards of a colour in an epoch, those of the tables unless said otherwise. ValueError for too few."""
        cards = len(self.cards_of(1, colour)) if cards is None else cards
        whole(seats, "The number of seats", SEATS[0], SEATS[-1])
        whole(cards, "The number of cards", 2 * seats, 99)
        return cards

    @asked
    def drawn(self, seats: int, cards: int | None = None) -> Fraction:
        """The chance that a named card is among the 2 x seats that are drawn, of `cards` of its colour and epoch."""
        return Fraction(2 * seats, self._deck(seats, cards))

    @asked
    def wanted(self, seats: int, named: int, cards: int | None = None) -> Dist[int]:
        """How many of `named` cards of one colour and epoch are drawn (hypergeometric)."""
        cards = self._deck(seats, cards)
        whole(named, "The number of cards named", 0, cards)
        return Dist.hypergeometric(cards, named, 2 * seats)

    @asked
    def own_pair(self, cards: int | None = None) -> Fraction:
        """The chance that a named card is among the two that you draw in phase A.

        It is the same for every seat and number of seats.
        """
        cards = self._deck(SEATS[0], cards) if cards is None else cards
        whole(cards, "The number of cards", 2, 99)
        return Fraction(2, cards)

    @asked
    def starred(self, seats: int, stars: int | None = None, cards: int | None = None) -> Dist[int]:
        """How many starred purple cards are drawn in an epoch of the advanced game (HAD-18.2)."""
        purple = self.cards_of(1, "purple")
        stars = sum(card.star for card in purple) if stars is None else stars
        return self.wanted(seats, stars, self._deck(seats, cards, "purple"))

    def coin_worth(self) -> Fraction:
        """Points for a coin at the end (HAD-15.7)."""
        return Fraction(1, self.tables.worth["coins_a_point"])

    @asked
    def cards_of(self, epoch: int, colour: str) -> list[Card]:
        """The cards of an epoch and colour, starred ones included."""
        whole(epoch, "An epoch", 1, len(EPOCHS))
        known(colour, "A colour", COLOURS)
        cards = self.tables.cards.values()
        return [card for card in cards if (card.epoch, COLOURS[card.colour]) == (epoch, colour)]

    @asked
    def affordable(self, coins: int, epoch: int = 1, colour: str = "green", owned: int = 0) -> Fraction:
        """The chance that at least one of the two cards drawn can be paid, with `owned` cards of the colour (HAD-6.1).

        Cards are those of the basic game.
        """
        whole(coins, "The number of coins", 0, 99)
        whole(owned, "The number of cards owned", 0, 99)
        dear = [int(card.cost - owned <= coins) for card in self._plain(epoch, colour)]
        return better(dear).p(1)

    def _plain(self, epoch: int, colour: str) -> list[Card]:
        return [card for card in self.cards_of(epoch, colour) if not card.star]

    @asked
    def net(self, card: str, incomes: int, owned: int = 0) -> int:
        """Coins that a card's income brings in so many incomes, less its price and less what selling it would bring."""
        known(card, "A card", self.tables.cards)
        whole(incomes, "The number of incomes", 0, INCOMES)
        whole(owned, "The number of cards owned", 0, 99)
        row = self.tables.cards[card]
        return row.steps[0] * incomes - max(0, row.cost - owned) - self.tables.sale[row.epoch - 1]

    @asked
    def payback(self, epoch: int, incomes: int) -> Dist[int]:
        """The net coins of a random yellow card of an epoch, bought at its printed cost with so many incomes to
        come."""
        return Dist([self.net(card.id, incomes) for card in self.cards_of(epoch, "yellow")])

    @asked
    def incomes_needed(self, card: str, owned: int = 0) -> int | None:
        """After how many incomes a card is paid back, the sale given up included; None without income or beyond 6."""
        return next((r for r in range(INCOMES + 1) if self.net(card, r, owned) >= 0), None)

    # -- medals (HAD-13.1, HAD-15.4 to HAD-15.7) -------------------------------------------------------

    @asked
    def medal_price(self, medal: Medal, epoch: int, cheap: bool = False) -> int:
        """Coins for a medal in an epoch; `cheap` with the card that lowers them (HAD-16.4)."""
        known(medal, "A medal", ("silver", "gold"))
        whole(epoch, "An epoch", 1, len(EPOCHS))
        return (self.tables.cheap_medals if cheap else self.tables.medals)[epoch - 1][("silver", "gold").index(medal)]

    @asked
    def silver_break_even(self, epoch: int, cheap: bool = False) -> int:
        """The lowest final track on which a silver medal brings more points than its coins would."""
        price = self.medal_price("silver", epoch, cheap) * self.coin_worth()
        return next(track for track in range(1000) if silver_points(track) > price)

    @asked
    def gold_break_even(self, epoch: int, cheap: bool = False) -> int:
        """The lowest number of sets at which a gold medal brings more points than its coins would."""
        price = self.medal_price("gold", epoch, cheap) * self.coin_worth()
        return next(n for n in range(1000) if n * self.tables.worth["points_a_set"] > price)

    @asked
    def tile_break_even(self, bonus: int, silver: bool = False) -> Fraction:
        """Incomes to come at which a tile faceup on income is worth as much as facedown (HAD-10.3).

        Faceup it brings `bonus` coins each income, and half of it in points if a silver medal counts income (the halves
        not rounded); facedown `bonus` points.
        """
        whole(bonus, "A bonus", 1, 99)
        points = bonus - (Fraction(bonus, 2) if silver else 0)
        return points / (bonus * self.coin_worth())

    # -- colonies (HAD-9.3, HAD-9.4) -------------------------------------------------------------------

    @asked
    def reverse_points(self, level: int) -> Dist[int]:
        """The points on the reverse of a colony of this level, none of them seen yet."""
        return Dist([self.tables.reverses[tile].points for tile in self._level(level).tiles])

    @asked
    def reverse_steps(self, level: int) -> dict[str, Fraction]:
        """Mean steps of each track on the reverse of a colony of this level."""
        tiles = self._level(level).tiles
        return {
            track: Fraction(sum(self.tables.reverses[tile].steps[k] for tile in tiles), len(tiles))
            for k, track in enumerate(TRACKS)
        }

    @asked
    def integrating_gains(self, level: int, coin: Fraction, step: Fraction) -> Fraction:
        """Points by which integrating is better than taking the coins, with a coin and a step worth so many points."""
        front = self._level(level)
        steps = sum(self.reverse_steps(level).values(), Fraction(0))
        return self.reverse_points(level).mean + step * steps - front.points - coin * (front.plunder + front.integrate)

    @asked
    def critical_coin(self, level: int, step: Fraction) -> Fraction:
        """The worth of a coin, in points, below which integrating is better."""
        front = self._level(level)
        return self.integrating_gains(level, Fraction(0), step) / (front.plunder + front.integrate)

    @asked
    def reverse_shows(self, level: int, track: str, plundered: int = 0, seen: Iterable[str] = ()) -> Fraction:
        """The chance that the next reverse of a level raises a track, after so many were plundered unseen and these
        tiles were seen. Plundered tiles tell nothing, so they change nothing."""
        tiles, shown = self._level(level).tiles, list(seen)
        known(track, "A track", TRACKS)
        for tile in shown:
            known(tile, "A tile", tiles)
        each_once(shown, "A tile")
        if len(shown) == len(tiles):
            raise ValueError(f"All {len(tiles)} tiles of this level have been seen; none is left to be the next one.")
        whole(plundered, "The number of plundered colonies", 0, len(tiles) - len(shown) - 1)
        return Dist([tile for tile in tiles if tile not in shown]).p(
            lambda tile: self.tables.reverses[tile].steps[TRACKS.index(track)] > 0
        )

    def _level(self, requirement: int) -> Level:
        one = next((level for level in self.tables.levels if level.requirement == requirement), None)
        if one is None:
            levels = ", ".join(str(level.requirement) for level in self.tables.levels)
            raise ValueError(f"There is no colony of level {told(requirement)}; there are {levels}.")
        return one

    # -- turn order (HAD-4.1 to HAD-4.3) ---------------------------------------------------------------

    @asked
    def first_times(self, seats: int) -> Dist[int]:
        """In how many epochs a seat is first player; setup cards are dealt at random."""
        whole(seats, "The number of seats", SEATS[0], SEATS[-1])
        first = self.tables.orders[seats].first
        return Dist([first.count(rank) for rank in range(1, seats + 1)])

    @asked
    def never_first(self, seats: int) -> Fraction:
        """The chance that a seat is never first player."""
        return self.first_times(seats).p(0)

    @asked
    def compensation(self, seats: int) -> Fraction:
        """The mean number of coins that a seat gets for the turn order."""
        whole(seats, "The number of seats", SEATS[0], SEATS[-1])
        return Fraction(len(self.tables.orders[seats].coin), seats)


published = HadaraOdds()


def __getattr__(name: str) -> Any:
    """Asked of the module, they are those of the published card tables."""
    return getattr(published, name)


def __dir__() -> list[str]:
    return dir(published)
