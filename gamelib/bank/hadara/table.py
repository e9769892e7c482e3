"""Questions about the table: colours and sets, colonies, turn order, and the buried card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, factorial
from random import Random
from typing import Any

from ...games.hadara.odds import HadaraOdds, Plan, all_colours, buried, published, sets
from ...games.hadara.tables import Level
from ...numbers import amount, share, some
from ..entries import OwnCode

COLOURS = 5

# -- 9 all five colours --------------------------------------------------------------------------------


def all_by_missing(cards: int) -> Fraction:
    """Second method: inclusion and exclusion over the colours that are missing."""
    return sum(
        (
            Fraction((-1) ** missing * comb(COLOURS, missing) * (COLOURS - missing) ** cards, COLOURS**cards)
            for missing in range(COLOURS)
        ),
        Fraction(0),
    )


FIVE = OwnCode(
    answer=lambda cards: all_colours(cards),
    second_answer=all_by_missing,
    run_trial=lambda rng, cards: len({int(rng.random() * COLOURS) for _ in range(cards)}) == COLOURS,
    mistakes={
        "independence-assumed": lambda cards: (1 - Fraction(4, 5) ** cards) ** 5,
        "given-for-any": lambda cards: 1 - Fraction(4, 5) ** cards,
    },
    text_values=lambda cards: {"missing": share(Fraction(4, 5) ** cards)},
    chart_data=lambda cards: {
        "series": {"all five colours": [(k, all_colours(k)) for k in range(5, 21)]},
        "title": f"With {cards} cards all five colours are there with a chance of {share(all_colours(cards))}",
        "xlabel": "cards",
        "marked": (cards, f"{cards} cards"),
    },
    chance_model=lambda w: f"{w['cards']} d5 : kinds = 5",
)


@cache
def sets_by_series(cards: int) -> Fraction:
    """The mean number of sets: the chances of at least 1, 2, 3, ... sets added up, from products of power series."""
    total = Fraction(0)
    for least in range(1, cards // COLOURS + 1):
        one = [Fraction(int(n >= least), factorial(n)) for n in range(cards + 1)]
        power = [Fraction(1)] + [Fraction(0)] * cards
        for _ in range(COLOURS):
            power = [sum((power[i] * one[n - i] for i in range(n + 1)), Fraction(0)) for n in range(cards + 1)]
        total += power[cards] * factorial(cards) / COLOURS**cards
    return total


def set_points(odds: HadaraOdds = published) -> int:
    """Points of a gold medal for each set."""
    return odds.tables.worth["points_a_set"]


def gold_by_series(cards: int, odds: HadaraOdds = published) -> Fraction:
    """Second method: the sets by power series, each with its points."""
    return set_points(odds) * sets_by_series(cards)


def gold_trial(rng: Random, cards: int, odds: HadaraOdds = published) -> int:
    counts = [0] * COLOURS
    for _ in range(cards):
        counts[int(rng.random() * COLOURS)] += 1
    return set_points(odds) * min(counts)


GOLD = OwnCode(
    answer=lambda cards, odds: set_points(odds) * sets(cards).mean,
    second_answer=gold_by_series,
    run_trial=gold_trial,
    mistakes={
        "evens-out": lambda cards, odds: Fraction(set_points(odds) * cards, COLOURS),
        "incomplete-mean": lambda cards, odds: set_points(odds) * all_colours(cards),
    },
    text_values=lambda cards, odds: {"one": share(all_colours(cards)), "points": set_points(odds)},
    chart_data=lambda cards: {
        "dist": sets(cards),
        "title": f"{cards} blind cards make {amount(sets(cards).mean)} sets on average",
        "xlabel": "complete sets",
    },
)


# -- 10 the colony gamble --------------------------------------------------------------------------------

LEVELS = (3, 9, 15, 21, 30)
COINS = {"1/5": Fraction(1, 5), "1/2": Fraction(1, 2), "4/5": Fraction(4, 5)}
STEP = Fraction(1, 2)


def front(level: int, odds: HadaraOdds = published) -> Level:
    return next(row for row in odds.tables.levels if row.requirement == level)


def tile_gain(level: int, coin: str, tile: str, odds: HadaraOdds = published) -> Fraction:
    """Points by which this reverse is better than taking the coins."""
    face, back = front(level, odds), odds.tables.reverses[tile]
    return back.points + STEP * sum(back.steps) - face.points - COINS[coin] * (face.plunder + face.integrate)


def gain_by_tiles(level: int, coin: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the five reverses one by one."""
    tiles = front(level, odds).tiles
    return sum((tile_gain(level, coin, tile, odds) for tile in tiles), Fraction(0)) / len(tiles)


def gamble_trial(rng: Random, level: int, coin: str, odds: HadaraOdds = published) -> Fraction:
    tiles = front(level, odds).tiles
    return tile_gain(level, coin, tiles[int(rng.random() * len(tiles))], odds)


def gamble_words(level: int, coin: str, odds: HadaraOdds = published) -> dict[str, Any]:
    face = front(level, odds)
    points = [odds.tables.reverses[tile].points for tile in face.tiles]
    steps = [sum(odds.tables.reverses[tile].steps) for tile in face.tiles]
    return {
        "front": some(face.points, "point"),
        "gain": some(face.plunder, "coin"),
        "cost": some(face.integrate, "coin"),
        "both": face.plunder + face.integrate,
        "points": ", ".join(map(str, points)),
        "steps": ", ".join(map(str, steps)),
        "mean_points": amount(odds.reverse_points(level).mean),
        "mean_steps": amount(sum(odds.reverse_steps(level).values(), Fraction(0))),
    }


def gamble_lines(level: int, coin: str, odds: HadaraOdds = published) -> Mapping[str, Any]:
    critical = odds.critical_coin(level, STEP)
    worths = [Fraction(n, 20) for n in range(21)]
    return {
        "series": {f"level {level}": [(float(y), odds.integrating_gains(level, y, STEP)) for y in worths]},
        "title": f"Integrating is better as long as a coin is worth less than {amount(critical)} points",
        "xlabel": "points that a coin is worth",
        "ylabel": "points more by integrating",
        "marked": (float(COINS[coin]), f"a coin worth {coin}"),
    }


GAMBLE = OwnCode(
    answer=lambda level, coin, odds: odds.integrating_gains(level, COINS[coin], STEP),
    second_answer=gain_by_tiles,
    run_trial=gamble_trial,
    mistakes={
        "extreme-case": lambda level, coin, odds: max(
            tile_gain(level, coin, tile, odds) for tile in front(level, odds).tiles
        ),
        "only_the_points_count": lambda level, coin, odds: odds.reverse_points(level).mean - front(level, odds).points,
        "coins_are_for_nothing": lambda level, coin, odds: odds.integrating_gains(level, Fraction(0), STEP),
    },
    text_values=gamble_words,
    chart_data=gamble_lines,
)


def income_by_orders(taxed: int, seen: int) -> Fraction:
    """Second method: list all orders of the five tiles and keep those in which the seen ones are not income."""
    hits = total = 0
    for order in permutations(range(COLOURS)):  # 0 is the income tile; taxed ones first, then those seen, then mine
        shown = order[taxed : taxed + seen]
        if shown == tuple(range(1, seen + 1)):
            total += 1
            hits += order[taxed + seen] == 0
    return Fraction(hits, total)


def income_trial(rng: Random, taxed: int, seen: int) -> bool:
    unknown = [tile for tile in range(COLOURS) if not 1 <= tile <= seen]
    return rng.sample(unknown, taxed + 1)[-1] == 0


NUMBERS = {0: "none", 1: "one", 2: "two"}

UNSEEN = OwnCode(
    answer=lambda taxed, seen, odds: odds.reverse_shows(3, "income", taxed, [f"C03-{n}" for n in range(2, 2 + seen)]),
    second_answer=income_by_orders,
    run_trial=income_trial,
    mistakes={
        "hidden-draws": lambda taxed, seen: Fraction(1, COLOURS - seen - taxed),
        "evidence-ignored": lambda taxed, seen: Fraction(1, COLOURS),
    },
    text_values=lambda taxed, seen: {"left": COLOURS - seen},
    chart_data=lambda taxed, seen: {
        "series": {"yours shows income": [(n, Fraction(1, COLOURS - n)) for n in range(4)]},
        "title": f"After {some(seen, 'tile')} turned over, yours shows income with a chance of "
        f"{share(Fraction(1, COLOURS - seen))}",
        "xlabel": "tiles turned over without income",
        "marked": (seen, f"{NUMBERS[seen]} turned over"),
    },
    chance_model=lambda w: f"deck{{income,other*{w['left'] - 1}}} : count income = 1",
)


# -- 12 turn order ---------------------------------------------------------------------------------------


def times_by_deals(seats: int, times: int, odds: HadaraOdds = published) -> Fraction:
    """Second method: list all deals of the setup cards."""
    ranks = odds.tables.orders[seats].first
    hits = total = 0
    for deal in permutations(range(1, 6), seats):
        mine = sorted(deal).index(deal[0]) + 1
        total += 1
        hits += ranks.count(mine) == times
    return Fraction(hits, total)


def times_trial(rng: Random, seats: int, times: int, odds: HadaraOdds = published) -> bool:
    deal = rng.sample(range(1, 6), seats)
    return odds.tables.orders[seats].first.count(sorted(deal).index(deal[0]) + 1) == times


def times_line(seats: int, times: int, odds: HadaraOdds = published) -> str:
    """My rank among the players is a die; a rank is worth the epochs in which it is first."""
    first = odds.tables.orders[seats].first
    worths = ",".join(f"{rank}={first.count(rank)}" for rank in sorted(set(first)))
    return f"d{seats} : sum in {{{worths}}} = {times}"


TIMES_SAID = {0: "never", 1: "once", 2: "twice"}

FIRST = OwnCode(
    answer=lambda seats, times, odds: odds.first_times(seats).p(times),
    second_answer=times_by_deals,
    run_trial=times_trial,
    mistakes={
        "evens-out": lambda seats, times: Fraction(int(times == 1)),
        "with-replacement": lambda seats, times: (
            comb(3, times) * Fraction(1, seats) ** times * (1 - Fraction(1, seats)) ** (3 - times)
        ),
    },
    text_values=lambda seats, times: {"third": "the lowest again" if seats == 2 else "the third lowest"},
    chart_data=lambda seats, times, odds: {
        "dist": odds.first_times(seats),
        "title": f"With {seats} players you are never first with a chance of {share(odds.never_first(seats))}",
        "xlabel": "epochs as first player",
        "asked": ([times], TIMES_SAID[times]),
    },
    chance_model=lambda w, odds: times_line(w["seats"], w["times"], odds),
)


# -- 13 the buried card ----------------------------------------------------------------------------------

PLANS: dict[Plan, str] = {
    "best": "play as well as you can",
    "dig": "dig for it at once",
    "tallest": "take from the tallest other pile as long as there is one",
}
CURVES: dict[Plan, str] = {"best": "best play", "dig": "dig at once", "tallest": "empty the tallest"}
Position = tuple[int, ...]  # cards in each pile; mine is the first


def choices(heights: Position, plan: str) -> list[int]:
    """The piles that a plan allows."""
    others = [pile for pile in range(1, len(heights)) if heights[pile]]
    if plan == "best":
        return [*([0] if heights[0] else []), *others]
    if plan == "dig" or not others:
        return [0]
    return [max(others, key=lambda pile: heights[pile])]


@cache
def buried_pile_by_pile(heights: Position, mine: bool, plan: str) -> Fraction:
    """The chance from a position in which every pile is told apart."""
    if mine and heights[0] == 1:
        return Fraction(1)
    if not heights[0]:
        return Fraction(0)
    after = {
        pile: (*heights[:pile], heights[pile] - 1, *heights[pile + 1 :])
        for pile in range(len(heights))
        if heights[pile]
    }
    if mine:
        return max(buried_pile_by_pile(after[pile], False, plan) for pile in choices(heights, plan))
    return sum((buried_pile_by_pile(left, True, plan) for left in after.values()), Fraction(0)) / len(after)


def buried_second(first: bool, piles: int, plan: str) -> Fraction:
    """Second method: pile by pile, without putting like positions together."""
    return buried_pile_by_pile((2,) * piles, first, plan)


def buried_trial(rng: Random, first: bool, piles: int, plan: str) -> bool:
    heights: Position = (2,) * piles
    mine = first
    while heights[0]:
        if mine and heights[0] == 1:
            return True
        open_piles = [pile for pile in range(piles) if heights[pile]]
        pile = open_piles[int(rng.random() * len(open_piles))]
        if mine:
            pile = max(
                choices(heights, plan),
                key=lambda p: buried_pile_by_pile((*heights[:p], heights[p] - 1, *heights[p + 1 :]), False, plan),
            )
        heights = (*heights[:pile], heights[pile] - 1, *heights[pile + 1 :])
        mine = not mine
    return False


def buried_words(first: bool, piles: int, plan: str) -> dict[str, Any]:
    digging = share(buried(first, piles, "dig"))
    return {
        "begin": "You begin" if first else "The other player begins",
        "dig": f"Digging at once gives a chance of {digging}. " if plan != "dig" else "",
        "others": some(piles - 1, "other pile"),
        "others_are": "is" if piles == 2 else "are",
        "they_are": "it is" if piles == 2 else "they are",
    }


BURIED = OwnCode(
    answer=buried,
    second_answer=buried_second,
    run_trial=buried_trial,
    mistakes={
        "fifty-fifty": lambda first, piles, plan: Fraction(1, 2),
        "another-plan": lambda first, piles, plan: 1 - Fraction(1, piles),
        "rule-of-thumb": lambda first, piles, plan: Fraction(int(first)),
    },
    text_values=buried_words,
    chart_data=lambda first, piles, plan: {
        "series": {name: [(n, buried(first, n, key)) for n in range(2, 6)] for key, name in CURVES.items()},
        "title": f"With {piles} piles the card is yours with a chance of {share(buried(first, piles, plan))}",
        "xlabel": "piles",
        "marked": (piles, f"{piles} piles"),
    },
)

OWN_CODE = {
    "hadara-five-colours": FIVE,
    "hadara-gold": GOLD,
    "hadara-colony-gamble": GAMBLE,
    "hadara-unseen-reverse": UNSEEN,
    "hadara-first-player": FIRST,
    "hadara-buried": BURIED,
}
