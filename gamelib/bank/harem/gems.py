"""Questions about one gem: its value, what is known of it, a second roll."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ...games.harem.odds import HaremOdds, published
from ...games.harem.setup import DICE_TOTALS, TWO_DICE
from ...numbers import amount, share
from ..entries import OwnCode
from ..question import Branch


def roll(rng: Random, table: str = "A", odds: HaremOdds = published) -> int:
    """One gem, rolled with two dice."""
    return odds.gem_table(table)[rng.choice(DICE_TOTALS)]


def pairs(table: str = "A", odds: HaremOdds = published) -> list[int]:
    """The value of a gem for each of the 36 pairs of dice."""
    value = odds.gem_table(table)
    return [value[a + b] for a, b in product(range(1, 7), repeat=2)]


def told(table: str = "A", odds: HaremOdds = published, **_: Any) -> dict[str, Any]:
    """The gem table in words, and the mean of a gem."""
    value = odds.gem_table(table)
    (first, worth), *others, (last, most) = [(total, v) for total, v in value.items() if v]
    between = "".join(f", {v} on {total}" for total, v in others)
    return {
        "told": f"A gem is worth {worth} on a roll of {first} with two dice{between} and {most} on {last}. "
        "On any other roll it is worthless.",
        "mean": amount(odds.gem(table).mean),
        "worthless": share(odds.gem(table).p(0)),
    }


# -- how often is a gem worth this much? ---------------------------------------------------------


def worths(table: str = "A", odds: HaremOdds = published) -> str:
    """What each roll makes a gem worth, as a chance model says it."""
    return "{" + ",".join(f"{total}={worth}" for total, worth in sorted(odds.gem_table(table).items())) + "}"


def worth_die(table: str = "A", odds: HaremOdds = published) -> str:
    """A gem's worth as one die of a chance model."""
    return "d{" + ",".join(f"{worth}*{ways}" for worth, ways in odds.gem(table).items()) + "}"


def at_least_pairs(least: int, table: str, odds: HaremOdds = published) -> Fraction:
    """Second method: count the 36 pairs of dice one by one."""
    return Fraction(sum(value >= least for value in pairs(table, odds)), 36)


def at_least_words(least: int, table: str, odds: HaremOdds = published) -> dict[str, Any]:
    value = odds.gem_table(table)
    lowest = min(total for total in value if value[total] >= least)
    return {
        **told(table, odds),
        "lowest": lowest,
        "ways": TWO_DICE[lowest],
        "exactly": sum(v == least for v in pairs(table, odds)),
        "likeliest": max(TWO_DICE, key=TWO_DICE.__getitem__),
        "most": max(TWO_DICE.values()),
    }


AT_LEAST = OwnCode(
    answer=lambda least, table, odds: odds.gem(table).at_least(least),
    second_answer=at_least_pairs,
    run_trial=lambda rng, least, table, odds: roll(rng, table, odds) >= least,
    mistakes={
        "equiprobability": lambda least, table, odds: Fraction(
            sum(v >= least for v in odds.gem_table(table).values()), len(TWO_DICE)
        ),
        "boundary": lambda least, table, odds: odds.gem(table).at_least(least + 1),
        "order-ignored": lambda least, table: Fraction(1, TWO_DICE.total),
    },
    text_values=at_least_words,
    chart_data=lambda least, table, odds: {
        "values": odds.gem_table(table),
        "title": f"{share(odds.gem(table).at_least(least))} of the pairs make a gem worth {least} or more",
        "value": "gem value",
        "marked": (lambda value: value >= least, f"worth {least} or more"),
    },
    chance_model=lambda w, odds: f"2d6 : sum in {worths(w['table'], odds)} >= {w['least']}",
)


# -- gem or gold ---------------------------------------------------------------------------------


def beats_gold_tail(gold: int, odds: HaremOdds = published) -> Fraction:
    """Second method: complement, adding up the pairs that are worth no more than the Gold card."""
    return 1 - Fraction(sum(pairs(odds=odds).count(value) for value in range(gold + 1)), 36)


GEM_OR_GOLD = OwnCode(
    answer=lambda gold, odds: odds.gem().at_least(gold + 1),
    second_answer=beats_gold_tail,
    run_trial=lambda rng, gold, odds: roll(rng, odds=odds) > gold,
    mistakes={
        "other-average": lambda gold: Fraction(1, 2),
        "boundary": lambda gold, odds: odds.gem().at_least(gold),
        "equiprobability": lambda gold, odds: Fraction(sum(value > gold for value in odds.gem()), len(odds.gem())),
    },
    text_values=told,
    chart_data=lambda gold, odds: {
        "dist": odds.gem(),
        "title": f"A gem is worth {amount(odds.gem().mean)} on average, "
        f"and more than a Gold {gold} with a chance of {share(odds.gem().at_least(gold + 1))}",
        "xlabel": "value of the gem",
        "threshold": (gold + 1, f"more than {gold}"),
    },
    chance_model=lambda w, odds: f"2d6 : sum in {worths(odds=odds)} > {w['gold']}",
)


# -- knowing something already -------------------------------------------------------------------


def promise_bayes(known: int, goal: int, odds: HaremOdds = published) -> Fraction:
    """Second method: the pairs that reach both bounds over the pairs that reach the first."""
    good = [value for value in pairs(odds=odds) if value >= known]
    return Fraction(sum(value >= goal for value in good), len(good))


def promise_trial(rng: Random, known: int, goal: int, odds: HaremOdds = published) -> bool:
    value = roll(rng, odds=odds)
    while value < known:  # only rolls of which the friend says yes
        value = roll(rng, odds=odds)
    return value >= goal


GEM_PROMISE = OwnCode(
    answer=lambda known, goal, odds: odds.gem().given(lambda value: value >= known).at_least(goal),
    second_answer=promise_bayes,
    run_trial=promise_trial,
    mistakes={
        "evidence-ignored": lambda known, goal, odds: odds.gem().at_least(goal),
        "independence-assumed": lambda known, goal, odds: odds.gem().at_least(goal) * odds.gem().at_least(known),
        "equiprobability": lambda known, goal, odds: Fraction(
            sum(value >= goal for value in odds.gem()), sum(value >= known for value in odds.gem())
        ),
    },
    text_values=lambda known, goal, odds: {
        **told(odds=odds),
        "lost": sum(value < known for value in pairs(odds=odds)),
        "left": sum(value >= known for value in pairs(odds=odds)),
        "ways_known": pairs(odds=odds).count(known),
        "ways_top": pairs(odds=odds).count(max(pairs(odds=odds))),
        "top": max(pairs(odds=odds)),
    },
    chart_data=lambda known, goal, odds: {
        "dist": odds.gem().given(lambda value: value >= known),
        "title": f"Among gems worth {known} or more, {share(promise_bayes(known, goal, odds))} are worth {goal} "
        f"or more",
        "xlabel": f"value of a gem that is worth at least {known}",
        "threshold": (goal, f"{goal} or more"),
    },
)


# -- one gem, and a second chance ----------------------------------------------------------------

HELP = {
    "none": "nothing else",
    "reroll": "a performer who lets you roll it again",
    "gem": "a second gem to roll after it",
}


def second_chance(deficit: int, aid: str, odds: HaremOdds = published) -> Fraction:
    p = odds.afford(deficit, 1)
    return {"none": p, "reroll": 1 - (1 - p) ** 2, "gem": odds.afford(deficit, 2)}[aid]


def second_chance_line(deficit: int, aid: str, gem: str) -> str:
    return {
        "none": f"{gem} : last >= {deficit}",
        "reroll": f"{gem} > [<{deficit}: {gem}] : last >= {deficit}",
        "gem": f"2 {gem} : sum >= {deficit}",
    }[aid]


def second_chance_pairs(deficit: int, aid: str, odds: HaremOdds = published) -> Fraction:
    """Second method: all 1296 combinations of four dice, played through."""
    good = 0
    for first, then in product(pairs(odds=odds), repeat=2):
        worth = {"none": first, "reroll": max(first, then), "gem": first + then}[aid]
        good += worth >= deficit
    return Fraction(good, 1296)


def second_chance_trial(rng: Random, deficit: int, aid: str, odds: HaremOdds = published) -> bool:
    worth = roll(rng, odds=odds)
    if worth < deficit and aid != "none":
        worth = roll(rng, odds=odds) + (worth if aid == "gem" else 0)
    return worth >= deficit


def second_chance_tree(deficit: int, aid: str, odds: HaremOdds = published) -> Mapping[str, Any]:
    p = odds.afford(deficit, 1)
    title = f"You cover {deficit} with a chance of {share(second_chance(deficit, aid, odds))}"
    enough = Branch(f"{deficit} or more", p, "bought")
    if aid == "none":
        branches = [enough, Branch("too little", 1 - p, "not bought")]
    elif aid == "reroll":
        again = (Branch(f"{deficit} or more", p, "bought"), Branch("too little", 1 - p, "not bought"))
        branches = [enough, Branch("roll again", 1 - p, "", again, "chance")]
    else:
        branches = [enough]
        for value in odds.gem():
            if value < deficit:
                rest = odds.afford(deficit - value, 1)
                then = (
                    Branch(f"{deficit - value} or more", rest, "bought"),
                    Branch("too little", 1 - rest, "not bought"),
                )
                branches.append(Branch(f"worth {value}", odds.gem().p(value), "", then, "chance"))
    return {"root": Branch("gem", None, "", tuple(branches), "chance"), "title": title}


def second_chance_words(deficit: int, aid: str, odds: HaremOdds = published) -> dict[str, Any]:
    alone = share(odds.afford(deficit, 1))
    can_add_up = deficit > min(value for value in pairs(odds=odds) if value)
    return {
        **told(odds=odds),
        "alone": alone,
        "short": share(1 - odds.afford(deficit, 1)),
        "not_twice": {
            "none": f"You have one roll only. It succeeds with a chance of {alone}, and nothing comes after it.",
            "reroll": f"Twice {alone} counts the cases twice in which both rolls succeed.",
            "gem": f"Twice {alone} counts the cases twice in which each gem alone is enough"
            + (", and leaves out those in which only both together are." if can_add_up else "."),
        }[aid],
        "not_both": {
            "none": "You multiply the chances of two successes. There is only one roll, and its success is enough.",
            "reroll": "You multiply the chances of two successes. One success is enough here.",
            "gem": "You multiply the chances that each gem alone is enough. One such gem will do, and so may both "
            "together.",
        }[aid],
    }


SECOND_CHANCE = OwnCode(
    answer=second_chance,
    second_answer=second_chance_pairs,
    run_trial=second_chance_trial,
    mistakes={
        "linearity": lambda deficit, aid, odds: 2 * odds.afford(deficit, 1),
        "single-trial": lambda deficit, aid, odds: odds.afford(deficit, 1),
        "and-for-or": lambda deficit, aid, odds: odds.afford(deficit, 1) ** 2,
    },
    text_values=second_chance_words,
    chart_data=second_chance_tree,
    chance_model=lambda w, odds: second_chance_line(w["deficit"], w["aid"], worth_die(odds=odds)),
)


# -- keep or roll again --------------------------------------------------------------------------


def reroll_pairs(keep_from: int, odds: HaremOdds = published) -> Fraction:
    """Second method: the mean over all 1296 combinations of the first and the second roll."""
    kept = [first if first >= keep_from else then for first, then in product(pairs(odds=odds), repeat=2)]
    return Fraction(sum(kept), len(kept))


def reroll_trial(rng: Random, keep_from: int, odds: HaremOdds = published) -> int:
    value = roll(rng, odds=odds)
    return value if value >= keep_from else roll(rng, odds=odds)


REROLL = OwnCode(
    answer=lambda keep_from, odds: odds.reroll(keep_from).mean,
    second_answer=reroll_pairs,
    run_trial=reroll_trial,
    mistakes={
        "choice-ignored": lambda keep_from, odds: odds.gem().mean,
        "perfect-foresight": lambda keep_from, odds: odds.favour().mean,
    },
    text_values=lambda keep_from, odds: {
        **told(odds=odds),
        "again": share(odds.gem().p(lambda value: value < keep_from)),
    },
    chart_data=lambda keep_from, odds: {
        "series": {"mean value": [(least, odds.reroll(least).mean) for least in range(9)]},
        "title": f"Keeping {keep_from} or more is worth {amount(odds.reroll(keep_from).mean)} on average",
        "xlabel": "keep this value or more",
        "ylabel": "mean value",
        "zero": False,
        "marked": (keep_from, f"keep {keep_from} or more"),
    },
    chance_model=lambda w, odds: f"{worth_die(odds=odds)} > [<{w['keep_from']}: {worth_die(odds=odds)}] : last",
)


# -- the higher of two rolls ---------------------------------------------------------------------


def favour_tails(table: str, odds: HaremOdds = published) -> Fraction:
    """Second method: the mean as the sum over v of P(higher >= v) = 1 - P(one roll < v)^2."""
    values = pairs(table, odds)
    below = [Fraction(sum(v < bound for v in values), 36) for bound in range(1, max(values) + 1)]
    return sum((1 - p**2 for p in below), Fraction(0))


FAVOUR = OwnCode(
    answer=lambda table, odds: odds.favour(table).mean,
    second_answer=favour_tails,
    run_trial=lambda rng, table, odds: max(roll(rng, table, odds), roll(rng, table, odds)),
    mistakes={
        "choice-ignored": lambda table, odds: odds.gem(table).mean,
        "another-plan": lambda table, odds: max(odds.reroll(least, table).mean for least in range(14)),
        "linearity": lambda table, odds: 2 * odds.gem(table).mean,
    },
    text_values=lambda table, odds: {
        **told(table, odds),
        "again": amount(max(odds.reroll(least, table).mean for least in range(14))),
        "double": amount(2 * odds.gem(table).mean),
        "both": share(odds.gem(table).p(0) ** 2),
    },
    chart_data=lambda table, odds: {
        "dist": odds.favour(table),
        "title": f"The higher of two rolls is worth {amount(odds.favour(table).mean)} on average",
        "xlabel": "the higher of two rolls",
    },
    chance_model=lambda w, odds: f"2 {worth_die(w['table'], odds)} : high",
)


OWN_CODE = {
    "harem-gem-at-least": AT_LEAST,
    "harem-gem-or-gold": GEM_OR_GOLD,
    "harem-gem-promise": GEM_PROMISE,
    "harem-second-chance": SECOND_CHANCE,
    "harem-reroll": REROLL,
    "harem-favour": FAVOUR,
}
