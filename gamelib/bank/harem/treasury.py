"""Questions about several gems: what they cover, what they score, how many it takes, which table helps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, floor, prod
from random import Random

from ...games.harem.odds import HaremOdds, published
from ...games.harem.setup import TWO_DICE
from ...numbers import amount, share, some
from ..entries import OwnCode
from .gems import pairs, roll, told, worth_die

DEFICIT = tuple(range(1, 13))


def every(k: int, table: str = "A", odds: HaremOdds = published) -> Iterator[tuple[tuple[int, ...], int]]:
    """The values of k gems for every combination of their totals, with its ways of 36^k."""
    value = odds.gem_table(table)
    for totals in product(TWO_DICE, repeat=k):
        yield tuple(value[total] for total in totals), prod(TWO_DICE[total] for total in totals)


# -- several gems --------------------------------------------------------------------------------


def afford_enumerated(deficit: int, gems: int, table: str, odds: HaremOdds = published) -> Fraction:
    """Second method: every combination of dice totals, without any convolution."""
    return Fraction(sum(ways for values, ways in every(gems, table, odds) if sum(values) >= deficit), 36**gems)


def cover_curves(
    deficits: tuple[int, ...], most: int, table: str = "A", odds: HaremOdds = published
) -> dict[str, list[tuple[int, Fraction]]]:
    """For 1 to `most` gems the chance to cover each deficit."""
    return {some(k, "gem"): [(d, odds.afford(d, k, table)) for d in deficits] for k in range(1, most + 1)}


AFFORD = OwnCode(
    answer=lambda deficit, gems, table, odds: odds.afford(deficit, gems, table),
    second_answer=afford_enumerated,
    run_trial=lambda rng, deficit, gems, table, odds: sum(roll(rng, table, odds) for _ in range(gems)) >= deficit,
    mistakes={
        "mean-decides": lambda deficit, gems, table, odds: Fraction(gems * odds.gem(table).mean >= deficit),
        "linearity": lambda deficit, gems, table, odds: gems * odds.afford(deficit, 1, table),
        "case-missed": lambda deficit, gems, table, odds: 1 - (1 - odds.afford(deficit, 1, table)) ** gems,
    },
    text_values=lambda deficit, gems, table, odds: {
        **told(table, odds),
        "gems_told": some(gems, "gem"),
        "mean_all": amount(gems * odds.gem(table).mean),
        "alone": share(odds.afford(deficit, 1, table)),
        "none": share(odds.gem(table).p(0) ** gems),
        "together": ", and the gems may also do it together"
        if deficit > min(v for v in pairs(table, odds) if v)
        else "",
    },
    chart_data=lambda deficit, gems, table, odds: {
        "series": cover_curves(DEFICIT, 4, table, odds),
        "title": f"{some(gems, 'gem').capitalize()}: a gap of {deficit} is covered "
        f"with a chance of {share(odds.afford(deficit, gems, table))}",
        "xlabel": "gold missing",
        "marked": (deficit, f"{deficit} missing"),
    },
    chance_model=lambda w, odds: f"{w['gems']} {worth_die(w['table'], odds)} : sum >= {w['deficit']}",
)


# -- rounding down -------------------------------------------------------------------------------


def cash_parity(gems: int, gold: int, odds: HaremOdds = published) -> Fraction:
    """Second method: (mean - chance of an odd sum) / 2; the chance of odd from powers of one gem's parity."""
    odd = Fraction(sum(value % 2 for value in pairs(odds=odds)), 36)
    odd_gems = (1 - (1 - 2 * odd) ** gems) / 2
    mean = gold + gems * Fraction(sum(pairs(odds=odds)), 36)
    return (mean - (1 - odd_gems if gold % 2 else odd_gems)) / 2


def cash_line(gems: int, gold: int, odds: HaremOdds = published) -> str:
    """Half of the sum, rounded down, as a table of what each sum is worth."""
    most = gems * max(odds.gem_table().values())
    halves = ",".join(f"{s}={(s + gold) // 2}" for s in range(most + 1))
    return f"{gems} {worth_die(odds=odds)} : sum in {{{halves}}}"


CASH = OwnCode(
    answer=lambda gems, gold, odds: odds.cash(gems, gold).mean,
    second_answer=cash_parity,
    run_trial=lambda rng, gems, gold, odds: (gold + sum(roll(rng, odds=odds) for _ in range(gems))) // 2,
    mistakes={
        "half_of_the_mean": lambda gems, gold, odds: (gold + gems * odds.gem().mean) / 2,
        "rounding_the_mean": lambda gems, gold, odds: Fraction(floor((gold + gems * odds.gem().mean) / 2)),
    },
    text_values=lambda gems, gold, odds: {
        **told(odds=odds),
        "gems_told": some(gems, "gem"),
        "gold_told": f"{gold} gold" if gold else "no gold",
        "half": amount((gold + gems * odds.gem().mean) / 2),
        "odd": share(odds.gem().p(lambda value: value % 2 == 1)),
    },
    chart_data=lambda gems, gold, odds: {
        "series": {
            "half": [(worth, Fraction(worth, 2)) for worth in range(gold, gold + 8 * gems + 1)],
            "points": [(worth, worth // 2) for worth in range(gold, gold + 8 * gems + 1)],
        },
        "title": f"Rounded down, the treasury scores {amount(odds.cash(gems, gold).mean)} on average",
        "xlabel": "value of the treasury",
        "ylabel": "points",
        "step": True,
    },
    chance_model=lambda w, odds: cash_line(w["gems"], w["gold"], odds),
)


# -- gems without end ----------------------------------------------------------------------------


def rolls_wald(cost: int, odds: HaremOdds = published) -> Fraction:
    """Second method: only gems with a value move on. Sum P(k of them are worth less than the cost) over k,
    and multiply by the rolls that one of them takes."""
    worth = [value for value in pairs(odds=odds) if value]
    steps = Fraction(0)
    sums = {0: 1}
    for k in range(cost):
        steps += Fraction(sum(sums.values()), len(worth) ** k)
        longer: dict[int, int] = {}
        for reached, ways in sums.items():
            for value in worth:
                if reached + value < cost:
                    longer[reached + value] = longer.get(reached + value, 0) + ways
        sums = longer
    return steps * Fraction(36, len(worth))


def rolls_trial(rng: Random, cost: int, odds: HaremOdds = published) -> int:
    worth = rolls = 0
    while worth < cost:
        worth += roll(rng, odds=odds)
        rolls += 1
    return rolls


ROLLS = OwnCode(
    answer=lambda cost, odds: odds.rolls_to_reach(cost),
    second_answer=rolls_wald,
    run_trial=rolls_trial,
    mistakes={
        "function-of-mean": lambda cost, odds: cost / odds.gem().mean,
        "incomplete-mean": lambda cost, odds: cost / odds.gem().given(lambda value: value > 0).mean,
        "extreme-case": lambda cost, odds: Fraction(-(-cost // max(pairs(odds=odds)))),
    },
    text_values=lambda cost, odds: {
        **told(odds=odds),
        "top": max(pairs(odds=odds)),
        "first": amount(odds.rolls_to_reach(1)),
    },
    chart_data=lambda cost, odds: {
        "series": {
            "mean number": [(n, odds.rolls_to_reach(n)) for n in range(1, 13)],
            "cost ÷ mean": [(n, n / odds.gem().mean) for n in range(1, 13)],
        },
        "title": f"To reach {cost} you roll {amount(odds.rolls_to_reach(cost))} gems on average",
        "xlabel": "cost",
        "ylabel": "gems rolled",
        "marked": (cost, f"cost {cost}"),
    },
)


# -- two tables ----------------------------------------------------------------------------------


def better_table(deficit: int, odds: HaremOdds = published) -> Fraction:
    return max(odds.afford(deficit, 1, table) for table in ("A", "B"))


def better_table_squares(deficit: int, odds: HaremOdds = published) -> Fraction:
    """Second method: the pairs from each table's lowest good roll up, by the triangle of two dice."""
    chances = []
    for table in ("A", "B"):
        good = [total for total, value in odds.gem_table(table).items() if value >= deficit]
        upper = 13 - min(good, default=13)  # totals from 13 - upper to 12
        chances.append(Fraction(comb(upper + 1, 2) if upper <= 6 else 36 - comb(12 - upper, 2), 36))
    return max(chances)


TABLES = OwnCode(
    answer=better_table,
    second_answer=better_table_squares,
    run_trial=lambda rng, deficit, odds: (
        roll(rng, "A" if odds.afford(deficit, 1) >= odds.afford(deficit, 1, "B") else "B", odds) >= deficit
    ),
    mistakes={
        "rule-of-thumb": lambda deficit, odds: odds.afford(deficit, 1, "A"),
        "mean-decides": lambda deficit, odds: odds.gem().mean / deficit,
        "choice-ignored": lambda deficit, odds: (odds.afford(deficit, 1, "A") + odds.afford(deficit, 1, "B")) / 2,
    },
    text_values=lambda deficit, odds: {
        **told(odds=odds),
        "told_a": told("A", odds)["told"],
        "told_b": told("B", odds)["told"],
    },
    chart_data=lambda deficit, odds: {
        "series": {f"table {table}": [(d, odds.afford(d, 1, table)) for d in range(1, 14)] for table in ("A", "B")},
        "title": f"With {deficit} gold missing: {share(odds.afford(deficit, 1, 'A'))} with table A, "
        f"{share(odds.afford(deficit, 1, 'B'))} with table B",
        "xlabel": "gold missing",
        "marked": (deficit, f"{deficit} missing"),
    },
)

OWN_CODE = {
    "harem-afford": AFFORD,
    "harem-cash": CASH,
    "harem-rolls-to-reach": ROLLS,
    "harem-two-tables": TABLES,
}
