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
from ..question import Branch, Figure, Misconception, Parameter, Question

TABLE = Parameter("A", ("A", "B"), "gem table")


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


AT_LEAST = Question(
    id="harem-gem-at-least",
    line=lambda w, odds: f"2d6 : sum in {worths(w['table'], odds)} >= {w['least']}",
    game="harem",
    title="One gem",
    prompt="You roll for a gem. {told} What is the chance that it is worth {least} or more?",
    concept="the sample space of two dice",
    rules=("HAR-4.4", "HAR-4.5"),
    level="easy",
    kind="chance",
    answer=lambda least, table, odds: odds.gem(table).at_least(least),
    second=at_least_pairs,
    trial=lambda rng, least, table, odds: roll(rng, table, odds) >= least,
    misconceptions=(
        Misconception(
            "All totals are equally likely",
            lambda least, table, odds: Fraction(sum(v >= least for v in odds.gem_table(table).values()), len(TWO_DICE)),
            "You count totals. A total of 12 comes from one pair of dice, {likeliest} from {most} pairs. Count pairs.",
        ),
        Misconception(
            "More instead of at least",
            lambda least, table, odds: odds.gem(table).at_least(least + 1),
            "“{least} or more” includes {least} itself: {exactly} more pairs of dice count.",
        ),
        Misconception(
            "One pair of dice is enough",
            lambda least, table: Fraction(1, TWO_DICE.total),
            "That is the chance of one pair of dice alone. Every pair that is good enough counts.",
        ),
    ),
    hints=(
        "The pair of dice matters. There are 36 pairs, all equally likely.",
        "Find the lowest roll that is good enough. Here it is {lowest}.",
        "A roll of {lowest} comes from {ways} of the 36 pairs.",
        "Count the pairs for each roll from {lowest} up, add them, and divide by 36.",
    ),
    figure=Figure(
        "sample_space",
        lambda least, table, odds: {
            "values": odds.gem_table(table),
            "title": f"{share(odds.gem(table).at_least(least))} of the pairs make a gem worth {least} or more",
            "value": "gem value",
            "marked": (lambda value: value >= least, f"worth {least} or more"),
        },
    ),
    parameters={"least": Parameter(3, tuple(range(1, 9)), "worth at least"), "table": TABLE},
    words=at_least_words,
)


# -- gem or gold ---------------------------------------------------------------------------------


def beats_gold_tail(gold: int, odds: HaremOdds = published) -> Fraction:
    """Second method: complement, adding up the pairs that are worth no more than the Gold card."""
    return 1 - Fraction(sum(pairs(odds=odds).count(value) for value in range(gold + 1)), 36)


GEM_OR_GOLD = Question(
    id="harem-gem-or-gold",
    line=lambda w, odds: f"2d6 : sum in {worths(odds=odds)} > {w['gold']}",
    game="harem",
    title="Gem or gold",
    prompt="You may keep a gem or a Gold {gold}. {told} On average a gem is worth {mean}. "
    "What is the chance that it turns out worth more than the Gold {gold}?",
    concept="a mean does not tell how often",
    rules=("HAR-4.4", "HAR-4.12"),
    level="easy",
    kind="chance",
    answer=lambda gold, odds: odds.gem().at_least(gold + 1),
    second=beats_gold_tail,
    trial=lambda rng, gold, odds: roll(rng, odds=odds) > gold,
    misconceptions=(
        Misconception(
            "The mean is the middle",
            lambda gold: Fraction(1, 2),
            "The mean balances sizes, not chances. A few rolls are worth much more than {mean}, "
            "and {worthless} of them are worth nothing.",
        ),
        Misconception(
            "Equal counts as more",
            lambda gold, odds: odds.gem().at_least(gold),
            "A gem worth exactly {gold} is level with the Gold {gold}. Only a higher value is more.",
        ),
        Misconception(
            "All values are equally likely",
            lambda gold, odds: Fraction(sum(value > gold for value in odds.gem()), len(odds.gem())),
            "The values are not equally likely: worthless alone has a chance of {worthless}. Count pairs of dice.",
        ),
    ),
    hints=(
        "The mean does not answer this. You need the chance of each value.",
        "List the values above {gold} and how many of the 36 pairs of dice give each.",
        "Worthless alone takes {worthless}.",
        "Add the pairs of all values above {gold} and divide by 36.",
    ),
    figure=Figure(
        "distribution",
        lambda gold, odds: {
            "dist": odds.gem(),
            "title": f"A gem is worth {amount(odds.gem().mean)} on average, "
            f"and more than a Gold {gold} with a chance of {share(odds.gem().at_least(gold + 1))}",
            "xlabel": "value of the gem",
            "threshold": (gold + 1, f"more than {gold}"),
        },
    ),
    parameters={"gold": Parameter(3, (1, 2, 3), "the Gold card")},
    words=told,
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


GEM_PROMISE = Question(
    id="harem-gem-promise",
    game="harem",
    title="A half-told roll",
    prompt="{told} A friend rolls a gem behind a screen. You ask: “Is it worth at least {known}?” The answer is yes. "
    "What is the chance that it is worth {goal} or more?",
    concept="conditional probability",
    rules=("HAR-4.4",),
    level="easy",
    kind="chance",
    answer=lambda known, goal, odds: odds.gem().given(lambda value: value >= known).at_least(goal),
    second=promise_bayes,
    trial=promise_trial,
    misconceptions=(
        Misconception(
            "What is known changes nothing",
            lambda known, goal, odds: odds.gem().at_least(goal),
            "{lost} of the 36 pairs of dice are out of the question now. Divide by those that are left: {left}.",
        ),
        Misconception(
            "Multiplying the two chances",
            lambda known, goal, odds: odds.gem().at_least(goal) * odds.gem().at_least(known),
            "You multiply as if the two were separate rolls. It is one roll, "
            "and what you know makes a high value likelier, not rarer.",
        ),
        Misconception(
            "The values left are equally likely",
            lambda known, goal, odds: Fraction(
                sum(value >= goal for value in odds.gem()), sum(value >= known for value in odds.gem())
            ),
            "The values that are left still differ in their ways: {ways_known} pairs give {known}, "
            "only {ways_top} gives {top}.",
        ),
    ),
    hints=(
        "Which of the 36 pairs of dice are still possible?",
        "Divide the pairs that are worth {goal} or more by the pairs that are worth {known} or more.",
        "{left} pairs are worth {known} or more.",
        "Count the pairs for {goal} or more among these {left}.",
    ),
    figure=Figure(
        "distribution",
        lambda known, goal, odds: {
            "dist": odds.gem().given(lambda value: value >= known),
            "title": f"Among gems worth {known} or more, {share(promise_bayes(known, goal, odds))} are worth {goal} "
            f"or more",
            "xlabel": f"value of a gem that is worth at least {known}",
            "threshold": (goal, f"{goal} or more"),
        },
    ),
    parameters={
        "known": Parameter(3, (2, 3, 4), "known: at least"),
        "goal": Parameter(6, (5, 6, 7, 8), "wanted: at least"),
    },
    words=lambda known, goal, odds: {
        **told(odds=odds),
        "lost": sum(value < known for value in pairs(odds=odds)),
        "left": sum(value >= known for value in pairs(odds=odds)),
        "ways_known": pairs(odds=odds).count(known),
        "ways_top": pairs(odds=odds).count(max(pairs(odds=odds))),
        "top": max(pairs(odds=odds)),
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


SECOND_CHANCE = Question(
    id="harem-second-chance",
    game="harem",
    title="A second chance",
    prompt="{told} You are {deficit} gold short of the price of a performer. You have one gem and {aid}. "
    "What is the chance that you can pay it this turn?",
    concept="complement; one trial after another",
    rules=("HAR-4.4", "HAR-4.8", "HAR-5.3", "HAR-5.7"),
    level="medium",
    kind="chance",
    answer=second_chance,
    second=second_chance_pairs,
    trial=second_chance_trial,
    misconceptions=(
        Misconception(
            "A second chance doubles the chance",
            lambda deficit, aid, odds: 2 * odds.afford(deficit, 1),
            "{not_twice}",
        ),
        Misconception(
            "The second chance changes nothing",
            lambda deficit, aid, odds: odds.afford(deficit, 1),
            "One roll succeeds with a chance of {alone}, neither more nor less. Whatever comes after it only helps "
            "in the {short} when it fails.",
        ),
        Misconception(
            "Both rolls must succeed",
            lambda deficit, aid, odds: odds.afford(deficit, 1) ** 2,
            "{not_both}",
        ),
    ),
    hints=(
        "Ask when it goes wrong. That is often shorter.",
        "Draw a tree: the first roll covers {deficit}, or it does not. What can follow in each case?",
        "The first roll fails with a chance of {short}.",
        "Multiply along each path that fails, add these, and take the result from 1.",
    ),
    line=lambda w, odds: second_chance_line(w["deficit"], w["aid"], worth_die(odds=odds)),
    figure=Figure("tree", second_chance_tree),
    parameters={
        "deficit": Parameter(3, tuple(range(1, 9)), "gold missing"),
        "aid": Parameter("reroll", tuple(HELP), "what helps", HELP),
    },
    words=second_chance_words,
)


# -- keep or roll again --------------------------------------------------------------------------


def reroll_pairs(keep_from: int, odds: HaremOdds = published) -> Fraction:
    """Second method: the mean over all 1296 combinations of the first and the second roll."""
    kept = [first if first >= keep_from else then for first, then in product(pairs(odds=odds), repeat=2)]
    return Fraction(sum(kept), len(kept))


def reroll_trial(rng: Random, keep_from: int, odds: HaremOdds = published) -> int:
    value = roll(rng, odds=odds)
    return value if value >= keep_from else roll(rng, odds=odds)


REROLL = Question(
    id="harem-reroll",
    line=lambda w, odds: f"{worth_die(odds=odds)} > [<{w['keep_from']}: {worth_die(odds=odds)}] : last",
    game="harem",
    title="Keep or roll again",
    prompt="{told} Once a turn you may roll a gem again; then the second roll stands. "
    "You decide to keep {keep_from} or more. What is the gem worth on average?",
    concept="when to stop",
    rules=("HAR-4.4", "HAR-5.7"),
    level="medium",
    kind="mean",
    answer=lambda keep_from, odds: odds.reroll(keep_from).mean,
    second=reroll_pairs,
    trial=reroll_trial,
    misconceptions=(
        Misconception(
            "Every roll has the same mean",
            lambda keep_from, odds: odds.gem().mean,
            "A second roll has the mean {mean}, but you only take it instead of a low first roll. "
            "That is where you gain.",
        ),
        Misconception(
            "The higher of two rolls counts",
            lambda keep_from, odds: odds.favour().mean,
            "That would be so if you saw both rolls before choosing. "
            "Here the second roll stands, even when it is lower.",
        ),
    ),
    hints=(
        "Split by the first roll: you keep it, or you do not.",
        "A gem that you keep is worth what it shows. A gem that you roll again is worth {mean} on average.",
        "You roll again with a chance of {again}.",
        "Add each kept value times its chance, then add {again} times {mean}.",
    ),
    figure=Figure(
        "lines",
        lambda keep_from, odds: {
            "series": {"mean value": [(least, odds.reroll(least).mean) for least in range(9)]},
            "title": f"Keeping {keep_from} or more is worth {amount(odds.reroll(keep_from).mean)} on average",
            "xlabel": "keep this value or more",
            "ylabel": "mean value",
            "zero": False,
            "marked": (keep_from, f"keep {keep_from} or more"),
        },
    ),
    parameters={"keep_from": Parameter(4, tuple(range(1, 9)), "keep from")},
    words=lambda keep_from, odds: {**told(odds=odds), "again": share(odds.gem().p(lambda value: value < keep_from))},
)


# -- the higher of two rolls ---------------------------------------------------------------------


def favour_tails(table: str, odds: HaremOdds = published) -> Fraction:
    """Second method: the mean as the sum over v of P(higher >= v) = 1 - P(one roll < v)^2."""
    values = pairs(table, odds)
    below = [Fraction(sum(v < bound for v in values), 36) for bound in range(1, max(values) + 1)]
    return sum((1 - p**2 for p in below), Fraction(0))


FAVOUR = Question(
    id="harem-favour",
    line=lambda w, odds: f"2 {worth_die(w['table'], odds)} : high",
    game="harem",
    title="Two rolls, the higher counts",
    prompt="{told} The card Fortune's Favour lets you roll a gem twice, and the higher value counts. "
    "What is it worth on average?",
    concept="the value of seeing more before you choose",
    rules=("HAR-4.4", "HAR-9.1"),
    level="medium",
    kind="mean",
    answer=lambda table, odds: odds.favour(table).mean,
    second=favour_tails,
    trial=lambda rng, table, odds: max(roll(rng, table, odds), roll(rng, table, odds)),
    misconceptions=(
        Misconception(
            "Every roll has the same mean",
            lambda table, odds: odds.gem(table).mean,
            "One roll is worth {mean} on average. The higher of two is never lower than the first, and often higher.",
        ),
        Misconception(
            "As good as rolling again",
            lambda table, odds: max(odds.reroll(least, table).mean for least in range(14)),
            "Rolling a low gem again brings {again} at best, because the second roll stands. "
            "Here you see both before one counts.",
        ),
        Misconception(
            "Twice the rolls, twice the value",
            lambda table, odds: 2 * odds.gem(table).mean,
            "Only one of the two rolls counts. The sum of both would be {double} on average.",
        ),
    ),
    hints=(
        "The higher of the two values matters. When is it low? Only if both rolls are low.",
        "The chance that both are below a value is the square of the chance for one roll.",
        "Both rolls are worthless with a chance of {both}.",
        "Find the chance of each highest value from these squares; then multiply by the values and add.",
    ),
    figure=Figure(
        "distribution",
        lambda table, odds: {
            "dist": odds.favour(table),
            "title": f"The higher of two rolls is worth {amount(odds.favour(table).mean)} on average",
            "xlabel": "the higher of two rolls",
        },
    ),
    parameters={"table": TABLE},
    words=lambda table, odds: {
        **told(table, odds),
        "again": amount(max(odds.reroll(least, table).mean for least in range(14))),
        "double": amount(2 * odds.gem(table).mean),
        "both": share(odds.gem(table).p(0) ** 2),
    },
)


GEMS = [AT_LEAST, GEM_OR_GOLD, GEM_PROMISE, SECOND_CHANCE, REROLL, FAVOUR]
