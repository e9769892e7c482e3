"""Exact odds of Hadara: draws and decks, choices of two, discounts, growth, medals, sets, colonies, buried cards.

Chances and means are Fractions, distributions are `Dist`s of integer weights; a bad argument is a ValueError with a
plain sentence. Card faces are those of the tables in use (see gamelib.using).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, Literal, cast

from ..dist import Dist
from .tables import COLOURS, EPOCHS, TRACKS, Card, Level, Tables

if TYPE_CHECKING:
    from . import Hadara

SEATS = range(2, 6)
INCOMES = 6  # in a game: after phase A and phase B of each epoch (HAD-8.1)
LONGEST = 60  # cards in a question about sets
Medal = Literal["silver", "gold"]
Plan = Literal["best", "dig", "tallest"]


def tables() -> Tables:
    """The card tables in use: the project's own, or those of `using(game)`."""
    from .. import game

    return cast("Hadara", game("hadara")).tables


def coin_worth() -> Fraction:
    """Points for a coin at the end (HAD-15.7)."""
    return Fraction(1, tables().worth["coins_a_point"])


def _whole(number: object, words: str, least: int, most: int) -> None:
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{words} is a whole number from {least} to {most}, not {number!r}.")


def _known(word: object, words: str, known: Collection[str]) -> None:
    if not isinstance(word, str) or word not in known:
        raise ValueError(f"{words} is one of {', '.join(known)}, not {word!r}.")


def cards_of(epoch: int, colour: str) -> list[Card]:
    """The cards of an epoch and colour, starred ones included."""
    _whole(epoch, "An epoch", 1, len(EPOCHS))
    _known(colour, "A colour", COLOURS)
    cards = tables().cards.values()
    return [card for card in cards if (card.epoch, COLOURS[card.colour]) == (epoch, colour)]


# -- what is in the decks (HAD-1.3, HAD-5.1, HAD-18.1) ---------------------------------------------


def drawn(seats: int, cards: int = 10) -> Fraction:
    """The chance that a named card is among the 2 x seats that are drawn, of `cards` of its colour and epoch."""
    _check_deck(seats, cards)
    return Fraction(2 * seats, cards)


def wanted(seats: int, named: int, cards: int = 10) -> Dist[int]:
    """How many of `named` cards of one colour and epoch are drawn (hypergeometric)."""
    _check_deck(seats, cards)
    _whole(named, "The number of cards named", 0, cards)
    return Dist.hypergeometric(cards, named, 2 * seats)


def own_pair(cards: int = 10) -> Fraction:
    """The chance that a named card is among the two that you draw in phase A: the same for every seat and number of
    seats."""
    _whole(cards, "The number of cards", 2, 99)
    return Fraction(2, cards)


def starred(seats: int, stars: int = 4, cards: int = 14) -> Dist[int]:
    """How many starred purple cards are drawn in an epoch of the advanced game (HAD-18.2)."""
    return wanted(seats, stars, cards)


def _check_deck(seats: int, cards: int) -> None:
    _whole(seats, "The number of seats", SEATS[0], SEATS[-1])
    _whole(cards, "The number of cards", 2 * seats, 99)


# -- the better of two (HAD-5.2) -------------------------------------------------------------------


def better(values: Iterable[int]) -> Dist[int]:
    """The better of two cards drawn from these values without replacement. ValueError with fewer than two."""
    ordered = _at_least_two(values)
    weights: dict[int, int] = {}
    for below, value in enumerate(ordered):
        weights[value] = weights.get(value, 0) + below
    return Dist(weights)


def worse(values: Iterable[int]) -> Dist[int]:
    """The worse of two cards drawn from these values without replacement. ValueError with fewer than two."""
    return better(-value for value in _at_least_two(values)).map(lambda value: -value)


def worth_of_choice(values: Iterable[int]) -> Fraction:
    """What the choice adds: the mean of the better of two less the mean of a single card."""
    ordered = _at_least_two(values)
    return better(ordered).mean - Fraction(sum(ordered), len(ordered))


def _at_least_two(values: Iterable[int]) -> list[int]:
    ordered = sorted(values)
    if len(ordered) < 2:
        raise ValueError(f"Two cards are drawn, so name at least two values, not {len(ordered)}.")
    return ordered


def affordable(coins: int, epoch: int = 1, colour: str = "green", owned: int = 0) -> Fraction:
    """The chance that at least one of the two cards drawn can be paid, with `owned` cards of the colour (HAD-6.1).

    Cards are those of the basic game.
    """
    _whole(coins, "The number of coins", 0, 99)
    _whole(owned, "The number of cards owned", 0, 99)
    dear = [int(card.cost - owned <= coins) for card in _plain(epoch, colour)]
    return better(dear).p(1)


def _plain(epoch: int, colour: str) -> list[Card]:
    return [card for card in cards_of(epoch, colour) if not card.star]


# -- discounts (HAD-6.1) ---------------------------------------------------------------------------


def paid(costs: Iterable[int], owned: int = 0) -> int:
    """What cards of one colour cost when they are bought in this order, with `owned` cards to begin with."""
    return sum(max(0, cost - owned - place) for place, cost in enumerate(costs))


def prices(costs: Sequence[int], owned: int = 0) -> Dist[int]:
    """What cards of one colour cost together when they are bought in a random order, every order equally likely."""
    _whole(owned, "The number of cards owned", 0, 99)
    _whole(len(costs), "The number of cards", 0, 12)
    for cost in costs:
        _whole(cost, "A cost", 0, 99)
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


def incomes_left(epoch: int, phase: str) -> int:
    """How many incomes are still to come for a card bought in this phase: 6 in epoch I, phase A, down to 1."""
    _whole(epoch, "An epoch", 1, len(EPOCHS))
    _known(phase, "A phase", "AB")
    return INCOMES - 2 * (epoch - 1) - "AB".index(phase)


def net(card: str, incomes: int, owned: int = 0) -> int:
    """Coins that a card's income brings in so many incomes, less its price and less what selling it would bring."""
    _known(card, "A card", tables().cards)
    _whole(incomes, "The number of incomes", 0, INCOMES)
    _whole(owned, "The number of cards owned", 0, 99)
    row = tables().cards[card]
    return row.steps[0] * incomes - max(0, row.cost - owned) - tables().sale[row.epoch - 1]


def payback(epoch: int, incomes: int) -> Dist[int]:
    """The net coins of a random yellow card of an epoch, bought at its printed cost with so many incomes to come."""
    return Dist([net(card.id, incomes) for card in cards_of(epoch, "yellow")])


def incomes_needed(card: str, owned: int = 0) -> int | None:
    """After how many incomes a card is paid back, the sale given up included; None without income or beyond 6."""
    return next((r for r in range(INCOMES + 1) if net(card, r, owned) >= 0), None)


# -- medals (HAD-13.1, HAD-15.4 to HAD-15.7) -------------------------------------------------------


def medal_price(medal: Medal, epoch: int, cheap: bool = False) -> int:
    """Coins for a medal in an epoch; `cheap` with the card that lowers them (HAD-16.4)."""
    _known(medal, "A medal", ("silver", "gold"))
    _whole(epoch, "An epoch", 1, len(EPOCHS))
    return (tables().cheap_medals if cheap else tables().medals)[epoch - 1][("silver", "gold").index(medal)]


def silver_points(track: int) -> int:
    """What a silver medal counts: half of its track, rounded up."""
    return -(-track // 2)


def silver_break_even(epoch: int, cheap: bool = False) -> int:
    """The lowest final track on which a silver medal brings more points than its coins would."""
    price = medal_price("silver", epoch, cheap) * coin_worth()
    return next(track for track in range(1000) if silver_points(track) > price)


def gold_break_even(epoch: int, cheap: bool = False) -> int:
    """The lowest number of sets at which a gold medal brings more points than its coins would."""
    price = medal_price("gold", epoch, cheap) * coin_worth()
    return next(n for n in range(1000) if n * tables().worth["points_a_set"] > price)


def tile_break_even(bonus: int, silver: bool = False) -> Fraction:
    """Incomes to come at which a tile faceup on income is worth as much as facedown (HAD-10.3).

    Faceup it brings `bonus` coins each income, and half of it in points if a silver medal counts income (the halves
    not rounded); facedown `bonus` points.
    """
    _whole(bonus, "A bonus", 1, 99)
    points = bonus - (Fraction(bonus, 2) if silver else 0)
    return points / (bonus * coin_worth())


# -- sets (HAD-15.5) -------------------------------------------------------------------------------


def sets(cards: int, colours: int = 5) -> Dist[int]:
    """Complete sets among cards of independent colours, every colour equally likely: the least count of a colour."""
    _whole(cards, "The number of cards", 0, LONGEST)
    _whole(colours, "The number of colours", 1, 12)
    at_least = [_with_each(cards, colours, least) for least in range(cards // colours + 2)]
    return Dist({least: ways - at_least[least + 1] for least, ways in enumerate(at_least[:-1])})


@cache
def _with_each(cards: int, colours: int, least: int) -> int:
    """Ways to give each card a colour so that each colour has at least so many."""
    if colours == 0:
        return int(cards == 0)
    return sum(comb(cards, n) * _with_each(cards - n, colours - 1, least) for n in range(least, cards + 1))


def all_colours(cards: int, colours: int = 5) -> Fraction:
    """The chance that every colour is among the cards (coupon collector)."""
    return 1 - sets(cards, colours).p(0)


# -- colonies (HAD-9.3, HAD-9.4) -------------------------------------------------------------------


def reverse_points(level: int) -> Dist[int]:
    """The points on the reverse of a colony of this level, none of them seen yet."""
    return Dist([tables().reverses[tile].points for tile in _level(level).tiles])


def reverse_steps(level: int) -> dict[str, Fraction]:
    """Mean steps of each track on the reverse of a colony of this level."""
    tiles = _level(level).tiles
    return {
        track: Fraction(sum(tables().reverses[tile].steps[k] for tile in tiles), len(tiles))
        for k, track in enumerate(TRACKS)
    }


def integrating_gains(level: int, coin: Fraction, step: Fraction) -> Fraction:
    """Points by which integrating is better than taking the coins, with a coin and a step worth so many points."""
    front = _level(level)
    steps = sum(reverse_steps(level).values(), Fraction(0))
    return reverse_points(level).mean + step * steps - front.points - coin * (front.plunder + front.integrate)


def critical_coin(level: int, step: Fraction) -> Fraction:
    """The worth of a coin, in points, below which integrating is better."""
    front = _level(level)
    return integrating_gains(level, Fraction(0), step) / (front.plunder + front.integrate)


def reverse_shows(level: int, track: str, plundered: int = 0, seen: Iterable[str] = ()) -> Fraction:
    """The chance that the next reverse of a level raises a track, after so many were plundered unseen and these tiles
    were seen. Plundered tiles tell nothing, so they change nothing."""
    tiles, known = _level(level).tiles, set(seen)
    _known(track, "A track", TRACKS)
    for tile in known:
        _known(tile, "A tile", tiles)
    _whole(plundered, "The number of plundered colonies", 0, len(tiles) - len(known) - 1)
    return Dist([tile for tile in tiles if tile not in known]).p(
        lambda tile: tables().reverses[tile].steps[TRACKS.index(track)] > 0
    )


def _level(requirement: int) -> Level:
    found = next((level for level in tables().levels if level.requirement == requirement), None)
    if found is None:
        levels = ", ".join(str(level.requirement) for level in tables().levels)
        raise ValueError(f"There is no colony of level {requirement!r}; there are {levels}.")
    return found


# -- turn order (HAD-4.1 to HAD-4.3) ---------------------------------------------------------------


def first_times(seats: int) -> Dist[int]:
    """In how many epochs a seat is first player; setup cards are dealt at random."""
    _whole(seats, "The number of seats", SEATS[0], SEATS[-1])
    first = tables().orders[seats].first
    return Dist([first.count(rank) for rank in range(1, seats + 1)])


def never_first(seats: int) -> Fraction:
    """The chance that a seat is never first player."""
    return first_times(seats).p(0)


def compensation(seats: int) -> Fraction:
    """The mean number of coins that a seat gets for the turn order."""
    _whole(seats, "The number of seats", SEATS[0], SEATS[-1])
    return Fraction(len(tables().orders[seats].coin), seats)


# -- the buried card (HAD-11.1) --------------------------------------------------------------------


def buried(first: bool, piles: int = 5, plan: Plan = "best") -> Fraction:
    """Two players, `piles` piles of two: the chance to get the card under the top of one pile.

    You take it as soon as it shows; the rival takes from a pile that is not empty, each equally likely. `first`:
    whether you begin. Plans: "best" play, "dig" at once, or empty the "tallest" other pile as long as there is one.
    """
    _whole(piles, "The number of piles", 1, 12)
    _known(plan, "A plan", ("best", "dig", "tallest"))
    return buried_at(2, piles - 1, 0, first, plan)


@lru_cache(maxsize=4096)
def buried_at(height: int, twos: int, ones: int, mine: bool, plan: Plan = "best") -> Fraction:
    """The same from any position: height of the card's pile, other piles of two and of one, whether it is my turn."""
    if mine:
        if height == 1:
            return Fraction(1)
        return max(
            buried_at(*after, False, plan)
            for after in buried_moves(height, twos, ones)
            if _fits(plan, after, twos, ones)
        )
    moves = buried_moves(height, twos, ones)
    weighted = [(after, n) for after, n in moves.items() if after[0]]
    return sum((n * buried_at(*after, True, plan) for after, n in weighted), Fraction(0)) / sum(moves.values())


def buried_moves(height: int, twos: int, ones: int) -> dict[tuple[int, int, int], int]:
    """The positions after one card is taken, each with the number of piles that lead there."""
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


def buried_hostile(first: bool, piles: int = 5) -> Fraction:
    """The same against a rival who plays best against you: 1 if you can force the card, else 0."""
    _whole(piles, "The number of piles", 1, 12)
    return Fraction(_forced(2, piles - 1, 0, first))


@cache
def _forced(height: int, twos: int, ones: int, mine: bool) -> bool:
    if mine:
        return height == 1 or any(_forced(*after, False) for after in buried_moves(height, twos, ones))
    return all(after[0] and _forced(*after, True) for after in buried_moves(height, twos, ones))
