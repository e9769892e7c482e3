"""Questions about one gem: its value, information about the roll, and a second roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import TypedDict

from ...games.harem.odds import HaremOdds, published_odds
from ...games.harem.setup import DICE_TOTALS
from ..entries import OwnCode
from ..question import TreeNode


class GemValueTextValues(TypedDict):
    """Values of a gem for texts: the lowest and highest value with their dice totals, and a text with the others."""

    first: int
    """Lowest total of two dice with a value."""
    worth: int
    """Value on `first`."""
    between: str
    """The other values, for example ", 3 on 5, 4 on 6"."""
    last: int
    """Highest total of two dice with a value."""
    most: int
    """Value on `last`."""


def roll_gem(rng: Random, table: str = "A", odds: HaremOdds = published_odds) -> int:
    """Roll two dice and return the value of a gem."""
    return odds.gem_value_by_roll(table)[rng.choice(DICE_TOTALS)]


def gem_value_by_dice_pair(table: str = "A", odds: HaremOdds = published_odds) -> list[int]:
    """Return the value of a gem for each of the 36 pairs of dice."""
    value = odds.gem_value_by_roll(table)
    return [value[a + b] for a, b in product(range(1, 7), repeat=2)]


# -- the probability of at least this value ------------------------------------------------------


def gem_table_as_model_notation(table: str = "A", odds: HaremOdds = published_odds) -> str:
    """Return the value of a gem for each roll in the notation of chance models."""
    return "{" + ",".join(f"{total}={worth}" for total, worth in sorted(odds.gem_value_by_roll(table).items())) + "}"


def gem_value_die_notation(table: str = "A", odds: HaremOdds = published_odds) -> str:
    """Return the die of a chance model whose faces are the values of a gem."""
    return "d{" + ",".join(f"{worth}*{ways}" for worth, ways in odds.gem_value(table).items()) + "}"


AT_LEAST = OwnCode(
    chart_data=lambda least, table, odds: {
        "values": odds.gem_value_by_roll(table),
        "marked": (lambda value: value >= least, f"worth {least} or more"),
    },
)


# -- one gem, with a second roll or a second gem -------------------------------------------------


def p_deficit_covered_with_aid(deficit: int, aid: str, odds: HaremOdds = published_odds) -> Fraction:
    """Return the probability that the gem covers the deficit.

    Args:
        deficit: Gold that is missing.
        aid: Help of the player: "none", "reroll" for a second roll, or "gem" for a second gem.
        odds: Odds of the card set.
    """
    p = odds.p_afford(deficit, 1)
    return {"none": p, "reroll": 1 - (1 - p) ** 2, "gem": odds.p_afford(deficit, 2)}[aid]


def deficit_with_aid_model_notation(deficit: int, aid: str, gem: str) -> str:
    """Return the notation of the chance model of the question. `gem` is the notation of one gem."""
    return {
        "none": f"{gem} : last >= {deficit}",
        "reroll": f"{gem} > [<{deficit}: {gem}] : last >= {deficit}",
        "gem": f"2 {gem} : sum >= {deficit}",
    }[aid]


def p_deficit_covered_with_aid_by_enumeration(deficit: int, aid: str, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: play all 1296 combinations of four dice."""
    good = 0
    for first, then in product(gem_value_by_dice_pair(odds=odds), repeat=2):
        worth = {"none": first, "reroll": max(first, then), "gem": first + then}[aid]
        good += worth >= deficit
    return Fraction(good, 1296)


def is_simulated_deficit_covered_with_aid(
    rng: Random, deficit: int, aid: str, odds: HaremOdds = published_odds
) -> bool:
    """Roll the gem, use the help if it is needed, and return whether the deficit is covered."""
    worth = roll_gem(rng, odds=odds)
    if worth < deficit and aid != "none":
        worth = roll_gem(rng, odds=odds) + (worth if aid == "gem" else 0)
    return worth >= deficit


def gem_purchase_tree(deficit: int, aid: str, odds: HaremOdds = published_odds) -> TreeNode:
    """Return the probability tree of a purchase with one gem and a possible second roll or second gem."""
    p = odds.p_afford(deficit, 1)
    enough = TreeNode(f"{deficit} or more", p, "bought")
    if aid == "none":
        branches = [enough, TreeNode("too little", 1 - p, "not bought")]
    elif aid == "reroll":
        again = (TreeNode(f"{deficit} or more", p, "bought"), TreeNode("too little", 1 - p, "not bought"))
        branches = [enough, TreeNode("roll again", 1 - p, "", again, "chance")]
    else:
        branches = [enough]
        for value in odds.gem_value():
            if value < deficit:
                rest = odds.p_afford(deficit - value, 1)
                then = (
                    TreeNode(f"{deficit - value} or more", rest, "bought"),
                    TreeNode("too little", 1 - rest, "not bought"),
                )
                branches.append(TreeNode(f"worth {value}", odds.gem_value().p(value), "", then, "chance"))
    return TreeNode("gem", None, "", tuple(branches), "chance")


SECOND_CHANCE = OwnCode(
    answer=p_deficit_covered_with_aid,
    answer_by_second_method=p_deficit_covered_with_aid_by_enumeration,
    run_trial=is_simulated_deficit_covered_with_aid,
    chance_model=lambda w, odds: deficit_with_aid_model_notation(
        w["deficit"], w["aid"], gem_value_die_notation(odds=odds)
    ),
    chart_data=lambda deficit, aid, odds: {"root": gem_purchase_tree(deficit, aid, odds)},
)


# -- keep the roll or roll again -----------------------------------------------------------------


def mean_gem_value_with_reroll_by_enumeration(keep_from: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean by a second method: average over all 1296 combinations of the first and the second roll."""
    kept = [
        first if first >= keep_from else then for first, then in product(gem_value_by_dice_pair(odds=odds), repeat=2)
    ]
    return Fraction(sum(kept), len(kept))


def simulate_gem_value_with_reroll(rng: Random, keep_from: int, odds: HaremOdds = published_odds) -> int:
    """Roll a gem, repeat the roll once if its value is below `keep_from`, and return the value."""
    value = roll_gem(rng, odds=odds)
    return value if value >= keep_from else roll_gem(rng, odds=odds)


REROLL = OwnCode(
    answer=lambda keep_from, odds: odds.gem_value_with_reroll(keep_from).mean,
    answer_by_second_method=mean_gem_value_with_reroll_by_enumeration,
    run_trial=simulate_gem_value_with_reroll,
)


OWN_CODE: dict[str, OwnCode] = {
    "harem-gem-at-least": AT_LEAST,
    "harem-second-chance": SECOND_CHANCE,
    "harem-reroll": REROLL,
}
