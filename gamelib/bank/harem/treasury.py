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
from ..question import Figure, Misconception, Parameter, Question
from .gems import TABLE, pairs, roll, told, worth_die

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


AFFORD = Question(
    id="harem-afford",
    line=lambda w, odds: f"{w['gems']} {worth_die(w['table'], odds)} : sum >= {w['deficit']}",
    game="harem",
    title="Enough gems?",
    prompt="{told} You are {deficit} gold short of the price of a performer and have {gems_told}. "
    "What is the chance that this is enough?",
    concept="the sum of several rolls; a mean is no promise",
    rules=("HAR-4.4", "HAR-5.3", "HAR-A8"),
    level="medium",
    kind="chance",
    answer=lambda deficit, gems, table, odds: odds.afford(deficit, gems, table),
    second=afford_enumerated,
    trial=lambda rng, deficit, gems, table, odds: sum(roll(rng, table, odds) for _ in range(gems)) >= deficit,
    misconceptions=(
        Misconception(
            "The mean decides",
            lambda deficit, gems, table, odds: Fraction(gems * odds.gem(table).mean >= deficit),
            "The average is {mean_all}, but rolls swing around it: some fall short of {deficit}, others reach it.",
        ),
        Misconception(
            "Adding the chances",
            lambda deficit, gems, table, odds: gems * odds.afford(deficit, 1, table),
            "One gem alone covers {deficit} with a chance of {alone}. Chances of several gems do not "
            "simply add up: cases in which two of them do it are counted twice{together}.",
        ),
        Misconception(
            "One gem must do it alone",
            lambda deficit, gems, table, odds: 1 - (1 - odds.afford(deficit, 1, table)) ** gems,
            "This is the chance that some gem covers {deficit} by itself. Small gems together count too.",
        ),
    ),
    hints=(
        "The sum of the gems matters, not any single one.",
        "Make a list: for each value of the first gem, what must the others be worth?",
        "One gem alone covers {deficit} with a chance of {alone}; all are worthless with a chance of {none}.",
        "For each value of the first gem multiply its chance with the chance that the others cover the rest; add up.",
    ),
    figure=Figure(
        "curves",
        lambda deficit, gems, table, odds: {
            "series": cover_curves(DEFICIT, 4, table, odds),
            "title": f"{some(gems, 'gem').capitalize()}: a gap of {deficit} is covered "
            f"with a chance of {share(odds.afford(deficit, gems, table))}",
            "xlabel": "gold missing",
            "marked": (deficit, f"{deficit} missing"),
        },
    ),
    parameters={
        "deficit": Parameter(6, DEFICIT, "gold missing"),
        "gems": Parameter(2, (1, 2, 3, 4), "gems"),
        "table": TABLE,
    },
    words=lambda deficit, gems, table, odds: {
        **told(table, odds),
        "gems_told": some(gems, "gem"),
        "mean_all": amount(gems * odds.gem(table).mean),
        "alone": share(odds.afford(deficit, 1, table)),
        "none": share(odds.gem(table).p(0) ** gems),
        "together": ", and the gems may also do it together"
        if deficit > min(v for v in pairs(table, odds) if v)
        else "",
    },
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


CASH = Question(
    id="harem-cash",
    game="harem",
    title="What rounding costs",
    prompt="{told} At the end your treasury, where you keep gold and gems, holds {gems_told} and {gold_told}. "
    "It scores half of its value, rounded down. How many points is that on average?",
    concept="rounding; odd and even",
    rules=("HAR-11.4", "HAR-11.5"),
    level="medium",
    kind="mean",
    answer=lambda gems, gold, odds: odds.cash(gems, gold).mean,
    second=cash_parity,
    trial=lambda rng, gems, gold, odds: (gold + sum(roll(rng, odds=odds) for _ in range(gems))) // 2,
    misconceptions=(
        Misconception(
            "Half of the mean",
            lambda gems, gold, odds: (gold + gems * odds.gem().mean) / 2,
            "Half of the mean is {half}. Each odd sum loses half a point by rounding, so the average is lower.",
        ),
        Misconception(
            "Rounding the mean",
            lambda gems, gold, odds: Fraction(floor((gold + gems * odds.gem().mean) / 2)),
            "You round the mean. In play each single result is rounded, and even sums lose nothing.",
        ),
    ),
    hints=(
        "When does rounding down lose anything?",
        "Only odd sums lose, and each loses one half. So you need the chance of an odd sum.",
        "One gem is odd with a chance of {odd}. Half of the mean value is {half}.",
        "Take half of the chance of an odd sum from {half}.",
    ),
    line=lambda w, odds: cash_line(w["gems"], w["gold"], odds),
    figure=Figure(
        "lines",
        lambda gems, gold, odds: {
            "series": {
                "half": [(worth, Fraction(worth, 2)) for worth in range(gold, gold + 8 * gems + 1)],
                "points": [(worth, worth // 2) for worth in range(gold, gold + 8 * gems + 1)],
            },
            "title": f"Rounded down, the treasury scores {amount(odds.cash(gems, gold).mean)} on average",
            "xlabel": "value of the treasury",
            "ylabel": "points",
            "step": True,
        },
    ),
    parameters={
        "gems": Parameter(1, (1, 2, 3), "gems"),
        "gold": Parameter(0, (0, 1, 2, 3, 4, 5), "gold beside them"),
    },
    words=lambda gems, gold, odds: {
        **told(odds=odds),
        "gems_told": some(gems, "gem"),
        "gold_told": f"{gold} gold" if gold else "no gold",
        "half": amount((gold + gems * odds.gem().mean) / 2),
        "odd": share(odds.gem().p(lambda value: value % 2 == 1)),
    },
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


ROLLS = Question(
    id="harem-rolls-to-reach",
    game="harem",
    title="As many gems as it takes",
    prompt="{told} You want to reach {cost} gold with gems alone and roll one after another until they do. "
    "How many gems do you roll on average?",
    concept="renewal: the last step overshoots",
    rules=("HAR-4.4", "HAR-4.8", "HAR-5.4"),
    level="hard",
    kind="mean",
    answer=lambda cost, odds: odds.rolls_to_reach(cost),
    second=rolls_wald,
    trial=rolls_trial,
    misconceptions=(
        Misconception(
            "Cost divided by the mean",
            lambda cost, odds: cost / odds.gem().mean,
            "{cost} divided by {mean} would be right if you never went past {cost}. The last gem usually does, "
            "so it takes more.",
        ),
        Misconception(
            "Worthless gems forgotten",
            lambda cost, odds: cost / odds.gem().given(lambda value: value > 0).mean,
            "A worthless gem is a roll too: {worthless} of your rolls bring nothing.",
        ),
        Misconception(
            "Always the best gem",
            lambda cost, odds: Fraction(-(-cost // max(pairs(odds=odds)))),
            "That is the smallest number of rolls that can do. Most gems are worth less than {top}.",
        ),
    ),
    hints=(
        "After a roll the same question starts again with what is left of the cost.",
        "Call E(n) the mean number for cost n. After one roll worth v it is E(n − v) more.",
        "E(1) counts the rolls to the first gem with a value: {first}.",
        "Work upwards from E(1): E(n) is 1 plus each chance times E of what is left. A worthless roll leaves n.",
    ),
    figure=Figure(
        "lines",
        lambda cost, odds: {
            "series": {
                "mean number": [(n, odds.rolls_to_reach(n)) for n in range(1, 13)],
                "cost ÷ mean": [(n, n / odds.gem().mean) for n in range(1, 13)],
            },
            "title": f"To reach {cost} you roll {amount(odds.rolls_to_reach(cost))} gems on average",
            "xlabel": "cost",
            "ylabel": "gems rolled",
            "marked": (cost, f"cost {cost}"),
        },
    ),
    parameters={"cost": Parameter(6, tuple(range(3, 13)), "cost")},
    words=lambda cost, odds: {**told(odds=odds), "top": max(pairs(odds=odds)), "first": amount(odds.rolls_to_reach(1))},
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


TABLES = Question(
    id="harem-two-tables",
    game="harem",
    title="The calm table or the steep one",
    prompt="Two gem tables have the same mean of {mean}. Table A: {told_a} Table B: {told_b} "
    "You are {deficit} gold short, have one gem, and may choose the table. "
    "What is your chance with the better table?",
    concept="the same mean with more spread; risk helps the one who is behind",
    rules=("HAR-4.4",),
    level="medium",
    kind="chance",
    answer=better_table,
    second=better_table_squares,
    trial=lambda rng, deficit, odds: (
        roll(rng, "A" if odds.afford(deficit, 1) >= odds.afford(deficit, 1, "B") else "B", odds) >= deficit
    ),
    misconceptions=(
        Misconception(
            "The calm table is always better",
            lambda deficit, odds: odds.afford(deficit, 1, "A"),
            "That is what table A gives. Look which rolls reach {deficit} with table B: for a high goal more spread "
            "may help.",
        ),
        Misconception(
            "The same mean, the same chance",
            lambda deficit, odds: odds.gem().mean / deficit,
            "The mean of {mean} does not tell how often {deficit} is reached. Count the rolls that reach it.",
        ),
        Misconception(
            "The average of both tables",
            lambda deficit, odds: (odds.afford(deficit, 1, "A") + odds.afford(deficit, 1, "B")) / 2,
            "You choose the table, so you need the better chance, not the average of both.",
        ),
    ),
    hints=(
        "The mean does not help: it is the same. Look for the rolls that reach {deficit}.",
        "Find for each table the lowest roll that is worth {deficit} or more.",
        "Count the pairs of dice for these rolls: first for table A, then for table B.",
        "Take the larger of the two chances.",
    ),
    figure=Figure(
        "curves",
        lambda deficit, odds: {
            "series": {f"table {table}": [(d, odds.afford(d, 1, table)) for d in range(1, 14)] for table in ("A", "B")},
            "title": f"With {deficit} gold missing: {share(odds.afford(deficit, 1, 'A'))} with table A, "
            f"{share(odds.afford(deficit, 1, 'B'))} with table B",
            "xlabel": "gold missing",
            "marked": (deficit, f"{deficit} missing"),
        },
    ),
    parameters={"deficit": Parameter(6, tuple(range(1, 14)), "gold missing")},
    words=lambda deficit, odds: {
        **told(odds=odds),
        "told_a": told("A", odds)["told"],
        "told_b": told("B", odds)["told"],
    },
)

TREASURY = [AFFORD, CASH, ROLLS, TABLES]
