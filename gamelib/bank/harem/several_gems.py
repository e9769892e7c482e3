"""Questions about several gems: covered cost, score, number of gems needed, and the better gem table."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

from ...games.harem.odds import HaremOdds, published_odds
from ..entries import OwnCode
from .single_gem import gem_value_by_dice_pair, gem_value_die_notation, roll_gem

# -- rounding down -------------------------------------------------------------------------------


def mean_cash_points_by_parity(gems: int, gold: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean score by a second method: (mean - probability of an odd sum) / 2.

    The probability of an odd sum follows from powers of the parity of one gem.
    """
    odd = Fraction(sum(value % 2 for value in gem_value_by_dice_pair(odds=odds)), 36)
    odd_gems = (1 - (1 - 2 * odd) ** gems) / 2
    mean = gold + gems * Fraction(sum(gem_value_by_dice_pair(odds=odds)), 36)
    return (mean - (1 - odd_gems if gold % 2 else odd_gems)) / 2


def cash_points_model_notation(gems: int, gold: int, odds: HaremOdds = published_odds) -> str:
    """Return the notation of a chance model with a value table that maps each sum to half the sum, rounded down."""
    most = gems * max(odds.gem_value_by_roll().values())
    halves = ",".join(f"{s}={(s + gold) // 2}" for s in range(most + 1))
    return f"{gems} {gem_value_die_notation(odds=odds)} : sum in {{{halves}}}"


CASH = OwnCode(
    answer=lambda gems, gold, odds: odds.final_cash_points(gems, gold).mean,
    answer_by_second_method=mean_cash_points_by_parity,
    run_trial=lambda rng, gems, gold, odds: (gold + sum(roll_gem(rng, odds=odds) for _ in range(gems))) // 2,
    chance_model=lambda w, odds: cash_points_model_notation(w["gems"], w["gold"], odds),
)


# -- gems until the cost is reached --------------------------------------------------------------


def mean_rolls_to_cost_by_wald(cost: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean number of rolls by a second method (Wald's equation).

    Add up, over k, the probability that k gems with a value above 0 are worth less than the cost. Multiply the sum by
    the mean number of rolls for one such gem.
    """
    worth = [value for value in gem_value_by_dice_pair(odds=odds) if value]
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


def simulate_rolls_to_cost(rng: Random, cost: int, odds: HaremOdds = published_odds) -> int:
    """Roll gems until they are worth at least the cost, and return the number of rolls."""
    worth = rolls = 0
    while worth < cost:
        worth += roll_gem(rng, odds=odds)
        rolls += 1
    return rolls


ROLLS = OwnCode(
    answer=lambda cost, odds: odds.mean_rolls_to_reach(cost),
    answer_by_second_method=mean_rolls_to_cost_by_wald,
    run_trial=simulate_rolls_to_cost,
)


# -- two tables ----------------------------------------------------------------------------------


def p_afford_with_better_table(deficit: int, odds: HaremOdds = published_odds) -> Fraction:
    """Return the probability that one gem covers the deficit, with the better of the two gem tables."""
    return max(odds.p_afford(deficit, 1, table) for table in ("A", "B"))


def p_afford_with_better_table_by_counting(deficit: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the probability by a second method.

    Count the pairs of dice from the lowest sufficient roll of each table.
    """
    chances = []
    for table in ("A", "B"):
        good = [total for total, value in odds.gem_value_by_roll(table).items() if value >= deficit]
        upper = 13 - min(good, default=13)  # the number of totals from 13 - upper to 12
        chances.append(Fraction(comb(upper + 1, 2) if upper <= 6 else 36 - comb(12 - upper, 2), 36))
    return max(chances)


TABLES = OwnCode(
    answer=p_afford_with_better_table,
    answer_by_second_method=p_afford_with_better_table_by_counting,
    run_trial=lambda rng, deficit, odds: (
        roll_gem(rng, "A" if odds.p_afford(deficit, 1) >= odds.p_afford(deficit, 1, "B") else "B", odds) >= deficit
    ),
)

OWN_CODE: dict[str, OwnCode] = {"harem-cash": CASH, "harem-rolls-to-reach": ROLLS, "harem-two-tables": TABLES}
