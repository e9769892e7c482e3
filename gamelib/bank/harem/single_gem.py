"""Questions about one gem: its value, information about the roll, and a second roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from ...games.harem.odds import HaremOdds, published_odds
from ...games.harem.setup import DICE_TOTALS
from ..entries import OwnCode
from ..question import TreeNode


def roll(rng: Random, table: str = "A", odds: HaremOdds = published_odds) -> int:
    """Roll two dice and return the value of a gem."""
    return odds.gem_table(table)[rng.choice(DICE_TOTALS)]


def pairs(table: str = "A", odds: HaremOdds = published_odds) -> list[int]:
    """Return the value of a gem for each of the 36 pairs of dice."""
    value = odds.gem_table(table)
    return [value[a + b] for a, b in product(range(1, 7), repeat=2)]


# -- how often is a gem worth this much? ---------------------------------------------------------


def worths(table: str = "A", odds: HaremOdds = published_odds) -> str:
    """Return the value of a gem for each roll in the notation of chance models."""
    return "{" + ",".join(f"{total}={worth}" for total, worth in sorted(odds.gem_table(table).items())) + "}"


def worth_die(table: str = "A", odds: HaremOdds = published_odds) -> str:
    """Return the die of a chance model whose faces are the values of a gem."""
    return "d{" + ",".join(f"{worth}*{ways}" for worth, ways in odds.gem_value(table).items()) + "}"


AT_LEAST = OwnCode(
    chart_data=lambda least, table, odds: {
        "values": odds.gem_table(table),
        "marked": (lambda value: value >= least, f"worth {least} or more"),
    },
)


# -- one gem, and a second chance ----------------------------------------------------------------


def second_chance(deficit: int, aid: str, odds: HaremOdds = published_odds) -> Fraction:
    """Return the probability that the gem covers the deficit.

    Args:
        deficit: Gold that is missing.
        aid: Help of the player: "none", "reroll" for a second roll, or "gem" for a second gem.
        odds: Odds of the card set.
    """
    p = odds.p_afford(deficit, 1)
    return {"none": p, "reroll": 1 - (1 - p) ** 2, "gem": odds.p_afford(deficit, 2)}[aid]


def second_chance_line(deficit: int, aid: str, gem: str) -> str:
    """Return the chance model of the question. `gem` is the notation of one gem."""
    return {
        "none": f"{gem} : last >= {deficit}",
        "reroll": f"{gem} > [<{deficit}: {gem}] : last >= {deficit}",
        "gem": f"2 {gem} : sum >= {deficit}",
    }[aid]


def second_chance_pairs(deficit: int, aid: str, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: play all 1296 combinations of four dice."""
    good = 0
    for first, then in product(pairs(odds=odds), repeat=2):
        worth = {"none": first, "reroll": max(first, then), "gem": first + then}[aid]
        good += worth >= deficit
    return Fraction(good, 1296)


def second_chance_trial(rng: Random, deficit: int, aid: str, odds: HaremOdds = published_odds) -> bool:
    """Roll the gem, use the help if it is needed, and return whether the deficit is covered."""
    worth = roll(rng, odds=odds)
    if worth < deficit and aid != "none":
        worth = roll(rng, odds=odds) + (worth if aid == "gem" else 0)
    return worth >= deficit


def second_chance_tree(deficit: int, aid: str, odds: HaremOdds = published_odds) -> TreeNode:
    """Return the tree of the rolls for a kind of help."""
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
    answer=second_chance,
    second_answer=second_chance_pairs,
    run_trial=second_chance_trial,
    chance_model=lambda w, odds: second_chance_line(w["deficit"], w["aid"], worth_die(odds=odds)),
    chart_data=lambda deficit, aid, odds: {"root": second_chance_tree(deficit, aid, odds)},
)


# -- keep or roll again --------------------------------------------------------------------------


def reroll_pairs(keep_from: int, odds: HaremOdds = published_odds) -> Fraction:
    """Compute the mean by a second method: average over all 1296 combinations of the first and the second roll."""
    kept = [first if first >= keep_from else then for first, then in product(pairs(odds=odds), repeat=2)]
    return Fraction(sum(kept), len(kept))


def reroll_trial(rng: Random, keep_from: int, odds: HaremOdds = published_odds) -> int:
    """Roll a gem, roll it again below `keep_from`, and return its value."""
    value = roll(rng, odds=odds)
    return value if value >= keep_from else roll(rng, odds=odds)


REROLL = OwnCode(
    answer=lambda keep_from, odds: odds.gem_value_with_reroll(keep_from).mean,
    second_answer=reroll_pairs,
    run_trial=reroll_trial,
)


OWN_CODE: dict[str, OwnCode] = {
    "harem-gem-at-least": AT_LEAST,
    "harem-second-chance": SECOND_CHANCE,
    "harem-reroll": REROLL,
}
