"""Questions of no game: coins, dice, an urn, a spinner, birthdays, a board of pegs. Each idea of chance on its own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, perm
from random import Random
from typing import Any

from ..dist import Dist
from ..numbers import some
from .question import Branch, Figure, Misconception, Parameter, Question

# -- coins ---------------------------------------------------------------------------------------


def heads(coins: int) -> Dist[int]:
    """How many of so many fair coins show heads."""
    return Dist({n: comb(coins, n) for n in range(coins + 1)})


def _rows_of_coins(coins: int, hits: int) -> Fraction:
    """Second method: list every row of heads and tails."""
    return Fraction(sum(sum(row) == hits for row in product((0, 1), repeat=coins)), 2**coins)


HEADS = Question(
    id="classic-heads",
    line=lambda w: f"{w['coins']} coin : count H = {w['hits']}",
    game="",
    title="Heads",
    prompt="You toss {coins} fair coins. What is the chance of heads on just {hits} of them?",
    concept="order counts: the sample space of several coins",
    rules=(),
    level="easy",
    kind="chance",
    answer=lambda coins, hits: heads(coins).p(hits),
    second=_rows_of_coins,
    trial=lambda rng, coins, hits: sum(rng.random() < 0.5 for _ in range(coins)) == hits,
    misconceptions=(
        Misconception(
            "All numbers of heads are equally likely",
            lambda coins, hits: Fraction(1, coins + 1),
            "There are {numbers} numbers of heads, but {cases} rows of coins. Count rows: some numbers have more.",
        ),
        Misconception(
            "One row is enough",
            lambda coins, hits: Fraction(1, 2**coins),
            "That is the chance of one row, such as all heads first. Other rows have just {hits} as well: count them.",
        ),
        Misconception(
            "Heads shared out over the coins",
            lambda coins, hits: Fraction(hits, coins),
            "That is what share of the coins shows heads, if it happens. Asked is how often it happens: "
            "count rows of coins.",
        ),
    ),
    hints=(
        "Lay the coins in a row: each shows heads or tails, and all rows are equally likely.",
        "There are {cases} rows.",
        "Write down those with heads on just {hits}: at which places may the heads stand?",
    ),
    figure=Figure(
        "distribution",
        lambda coins, hits: {
            "dist": heads(coins),
            "xlabel": "heads",
            "mean": False,
            "title": f"Just {hits} of {coins} heads comes in {comb(coins, hits)} of {2**coins} rows",
        },
    ),
    parameters={"coins": Parameter(3, (2, 3, 4, 5), "coins"), "hits": Parameter(1, (1, 2), "heads")},
    words=lambda coins, hits: {"numbers": coins + 1, "cases": 2**coins, "rows": comb(coins, hits)},
)

# -- one six at least ----------------------------------------------------------------------------


def no_six(dice: int) -> Fraction:
    """No die of so many shows a six."""
    return Fraction(5, 6) ** dice


def _first_six(dice: int) -> Fraction:
    """Second method: add up the throws that may be the first six."""
    return sum((Fraction(5**n, 6 ** (n + 1)) for n in range(dice)), Fraction(0))


def _six_tree(dice: int) -> Mapping[str, Any]:
    leaf = tuple(Branch(f"{'no' if miss else 'a'} six", Fraction(5 if miss else 1, 6)) for miss in (1, 0))
    return {
        "root": Branch("each die", None, "", leaf, "chance"),
        "title": f"{some(dice, 'die').replace('dies', 'dice')}: all miss with a chance of {no_six(dice)}",
    }


ONE_SIX = Question(
    id="classic-one-six",
    line=lambda w: f"{w['dice']}d6 : count 6 >= 1",
    game="",
    title="One six at least",
    prompt="You throw a die {dice} times. What is the chance of at least one six?",
    concept="at least one: the complement",
    rules=(),
    level="easy",
    kind="chance",
    answer=lambda dice: 1 - no_six(dice),
    second=_first_six,
    trial=lambda rng, dice: any(rng.randrange(6) == 5 for _ in range(dice)),
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda dice: Fraction(dice, 6),
            "{dice} times 1/6 is how many sixes come on average, and all of several sixes count. With six throws it "
            "would be 1, but a six is not sure.",
        ),
        Misconception(
            "The chance that none comes", no_six, "That is the chance of no six at all. Take what is left of 1."
        ),
    ),
    hints=(
        "When does it go wrong? If no throw is a six.",
        "One throw is no six with a chance of 5/6.",
        "Multiply 5/6 for all {dice} throws, and take that from 1.",
    ),
    figure=Figure("tree", _six_tree),
    parameters={"dice": Parameter(4, (2, 3, 4, 5, 6), "throws")},
)

# -- many sixes ----------------------------------------------------------------------------------


def sixes(throws: int) -> Dist[int]:
    """How many of so many throws of a fair die are sixes."""
    return Dist({n: comb(throws, n) * 5 ** (throws - n) for n in range(throws + 1)})


def _die_by_die(throws: int, many: int) -> Fraction:
    """Second method: die by die, each number of sixes from the one before."""
    none, row = Fraction(0), [Fraction(1)]
    for _ in range(throws):
        row = [(5 * a + b) / 6 for a, b in zip([*row, none], [none, *row], strict=True)]
    return sum(row[many:], none)


SIXES = Question(
    id="classic-sixes",
    game="",
    title="So many sixes",
    prompt="You throw a fair die {throws} times. What is the chance of {many} sixes or more?",
    concept="what a model can do: a tail of its distribution",
    rules=(),
    level="medium",
    kind="chance",
    answer=lambda throws, many: sixes(throws).at_least(many),
    second=_die_by_die,
    trial=lambda rng, throws, many: sum(rng.randrange(6) == 5 for _ in range(throws)) >= many,
    misconceptions=(
        Misconception(
            "Just so many",
            lambda throws, many: sixes(throws).p(many),
            "That is the chance of just {many} sixes. More than that are as good.",
        ),
        Misconception(
            "Fewer than that",
            lambda throws, many: 1 - sixes(throws).at_least(many),
            "That is the chance of fewer sixes. Take what is left of 1.",
        ),
        Misconception(
            "One row is enough",
            lambda throws, many: Fraction(5 ** (throws - many), 6**throws),
            "That is one row: the first {many} throws are sixes, no other. The sixes may lie anywhere.",
        ),
    ),
    hints=(
        "Fewer than {many} sixes is easier to count. Take that from 1.",
        "No six at all: 5/6 times itself, {throws} times.",
        "For each other number of sixes count the places where they may lie: {throws} choose that number.",
    ),
    figure=Figure(
        "distribution",
        lambda throws, many: {
            "dist": sixes(throws),
            "xlabel": "sixes",
            "mean": False,
            "title": "Far from the mean little comes, but it comes",
        },
    ),
    line=lambda w: f"{w['throws']}d6 : count 6 >= {w['many']}",
    parameters={"throws": Parameter(12, (6, 12, 18), "throws"), "many": Parameter(4, (2, 3, 4, 5), "sixes")},
)

# -- an urn --------------------------------------------------------------------------------------

RED = 3


def two_red(blue: int, back: bool) -> Fraction:
    """Both of two balls are red: three red ones and so many blue ones."""
    balls = RED + blue
    return Fraction(RED, balls) * (Fraction(RED, balls) if back else Fraction(RED - 1, balls - 1))


def _urn_pairs(blue: int, back: bool) -> Fraction:
    """Second method: list all pairs of balls."""
    balls = range(RED + blue)
    pairs = [(a, b) for a in balls for b in balls if back or a != b]
    return Fraction(sum(a < RED and b < RED for a, b in pairs), len(pairs))


def _urn_trial(rng: Random, blue: int, back: bool) -> bool:
    balls = range(RED + blue)
    drawn = [rng.choice(balls), rng.choice(balls)] if back else rng.sample(balls, 2)
    return max(drawn) < RED


def _urn_tree(blue: int, back: bool) -> Mapping[str, Any]:
    balls = RED + blue
    then = Fraction(RED, balls) if back else Fraction(RED - 1, balls - 1)
    first = Fraction(RED, balls)
    second = (Branch("red", then), Branch("blue", 1 - then))
    drawn = (Branch("red", first, "", second, "chance"), Branch("blue", 1 - first))
    return {
        "root": Branch("first ball", None, "", drawn, "chance"),
        "title": f"Red and red again: {first} × {then} = {first * then}",
    }


URN = Question(
    id="classic-urn",
    line=lambda w: f"2 bag{{red*3,blue*{w['blue']}}}{' back' if w['back'] else ''} : count red = 2",
    game="",
    title="Two from a bag",
    prompt="A bag holds 3 red balls and {blue} blue ones. You draw two, {how}. What is the chance that both are red?",
    concept="drawing with and without putting back",
    rules=(),
    level="easy",
    kind="chance",
    answer=two_red,
    second=_urn_pairs,
    trial=_urn_trial,
    misconceptions=(
        Misconception(
            "The bag after the first ball",
            lambda blue, back: two_red(blue, True),
            "The first ball stays out: one ball fewer, and one red ball fewer.",
        ),
        Misconception(
            "The second ball does not matter",
            lambda blue, back: Fraction(RED, RED + blue),
            "That is the first ball alone. Both have to be red.",
        ),
        Misconception(
            "A ball that was drawn is used up",
            lambda blue, back: two_red(blue, False),
            "The first ball goes back, so it can be drawn again: for the second draw the bag is as it was.",
        ),
    ),
    hints=(
        "Draw a tree: the first ball is red, or not.",
        "After a red one, what is in the bag? At first there were {balls} balls.",
        "Multiply the two chances along the path red, red.",
    ),
    figure=Figure("tree", _urn_tree),
    parameters={
        "blue": Parameter(2, (1, 2, 3, 4, 5), "blue balls"),
        "back": Parameter(False, (False, True), "drawing", {False: "without putting back", True: "putting back"}),
    },
    words=lambda blue, back: {
        "balls": RED + blue,
        "how": "and put the first one back before the second" if back else "one after the other, and put none back",
    },
)

# -- a spinner -----------------------------------------------------------------------------------


def spinner_mean(prize: int, parts: int) -> Fraction:
    """The mean prize of a spinner: one of so many equal parts pays, the others pay 1."""
    return Fraction(prize + (parts - 1), parts)


def _spin_each_part(prize: int, parts: int) -> Fraction:
    """Second method: the mean of the distribution over all parts."""
    return Dist([prize] + [1] * (parts - 1)).mean


SPINNER = Question(
    id="classic-spinner",
    line=lambda w: f"spin{{{w['prize']},1*{w['others']}}} : sum",
    game="",
    title="A spinner",
    prompt="A spinner has {parts} equal parts. One pays {prize} coins, each other part pays 1. What does a spin pay "
    "on average?",
    concept="the mean of unequal prizes",
    rules=(),
    level="easy",
    kind="mean",
    answer=spinner_mean,
    second=_spin_each_part,
    trial=lambda rng, prize, parts: prize if rng.randrange(parts) == 0 else 1,
    misconceptions=(
        Misconception(
            "The middle of the two prizes",
            lambda prize, parts: Fraction(prize + 1, 2),
            "The two prizes are not equally likely: one part of {parts} pays {prize}.",
        ),
        Misconception(
            "Only the large prize counts",
            lambda prize, parts: Fraction(prize, parts),
            "The other {others} parts pay as well, 1 coin each.",
        ),
        Misconception(
            "The commonest prize for the mean",
            lambda prize, parts: Fraction(1),
            "1 coin is what comes most. The mean counts the large prize as well, as often as it comes.",
        ),
    ),
    hints=(
        "Think of {parts} spins in which each part comes once.",
        "They pay {prize} and {others} times 1.",
        "Divide that by {parts}.",
    ),
    figure=Figure(
        "distribution",
        lambda prize, parts: {
            "dist": Dist([prize] + [1] * (parts - 1)),
            "xlabel": "coins",
            "title": "The mean lies near the common prize, not in the middle",
        },
    ),
    parameters={"prize": Parameter(9, (5, 9, 13), "prize"), "parts": Parameter(4, (4, 5, 8), "parts")},
    words=lambda prize, parts: {"others": parts - 1},
    unit="coins",
)

# -- birthdays -----------------------------------------------------------------------------------

DAYS = 365


def all_differ(people: int, days: int = DAYS) -> Fraction:
    """No two of so many people have the same day."""
    return Fraction(perm(days, people), days**people)


def _differ_step_by_step(people: int) -> Fraction:
    """Second method: one person after the other misses all days before."""
    p = Fraction(1)
    for met in range(people):
        p *= Fraction(DAYS - met, DAYS)
    return 1 - p


BIRTHDAY = Question(
    id="classic-birthday",
    line=lambda w: f"{w['people']} d365 : differ is no",
    game="",
    title="The same birthday",
    prompt="{people} people are in a room, and every day of the 365 is equally likely. What is the chance that at "
    "least two "
    "have the same birthday?",
    concept="pairs grow faster than people; complement",
    rules=(),
    level="medium",
    kind="chance",
    answer=lambda people: 1 - all_differ(people),
    second=_differ_step_by_step,
    trial=lambda rng, people: len({rng.randrange(DAYS) for _ in range(people)}) < people,
    misconceptions=(
        Misconception(
            "Somebody has my birthday",
            lambda people: 1 - Fraction(DAYS - 1, DAYS) ** (people - 1),
            "That asks for one fixed day. Any two may meet: there are {pairs} pairs of people.",
        ),
        Misconception(
            "Two of so many",
            lambda people: Fraction(2, people),
            "That is how large a part two of them are. Asked is how often two have the same day: any two of "
            "{pairs} pairs.",
        ),
        Misconception(
            "People through days",
            lambda people: Fraction(people, DAYS),
            "That counts people against days. It is pairs that meet, and there are {pairs} of them.",
        ),
    ),
    hints=(
        "When does it go wrong? If all days differ.",
        "The chance that the second misses the first is 364/365; for the third it is 363/365.",
        "Multiply on for all {people} people, and take that from 1.",
    ),
    figure=Figure(
        "lines",
        lambda people: {
            "series": {"two meet": [(n, 1 - all_differ(n)) for n in range(1, 61)]},
            "xlabel": "people",
            "ylabel": "chance",
            "title": "From 23 people on, it is more likely than not",
            "marked": (people, "your room"),
        },
    ),
    parameters={"people": Parameter(23, (5, 10, 15, 20, 23, 30, 40, 50), "people")},
    words=lambda people: {"pairs": comb(people, 2)},
)

# -- a board of pegs -----------------------------------------------------------------------------


def _paths_of_a_ball(rows: int, slot: int) -> Fraction:
    """Second method: row by row, each slot takes from the two above it."""
    slots = [1]
    for _ in range(rows):
        slots = [a + b for a, b in zip([0, *slots], [*slots, 0], strict=True)]
    return Fraction(slots[slot], sum(slots))


PEGS = Question(
    id="classic-pegs",
    line=lambda w: f"{w['rows']} d{{0,1}} : sum = {w['slot']}",
    game="",
    title="A board of pegs",
    prompt="A ball falls through {rows} rows of pegs, and at each peg it goes left or right with equal chances. The "
    "slots below "
    "are counted from 0 at the left. What is the chance that it falls into slot {slot}?",
    concept="paths: the middle has most of them",
    rules=(),
    level="medium",
    kind="chance",
    answer=lambda rows, slot: heads(rows).p(slot),
    second=_paths_of_a_ball,
    trial=lambda rng, rows, slot: sum(rng.random() < 0.5 for _ in range(rows)) == slot,
    misconceptions=(
        Misconception(
            "All slots are equally likely",
            lambda rows, slot: Fraction(1, rows + 1),
            "There are {slots} slots, but {paths} paths. Some slots are reached by more of them than others.",
        ),
        Misconception(
            "One path is enough",
            lambda rows, slot: Fraction(1, 2**rows),
            "That is the chance of one path. Other paths lead to slot {slot} as well: count them.",
        ),
        Misconception(
            "Rights shared out over the rows",
            lambda rows, slot: Fraction(slot, rows),
            "That is what share of the pegs sends it right, if it lands there. Asked is how often it does: "
            "count paths.",
        ),
    ),
    hints=(
        "A path is a row of lefts and rights, and all {paths} paths are equally likely.",
        "Slot {slot} is reached by {slot} rights, in any order.",
        "In how many orders can {slot} rights stand among {rows} steps?",
    ),
    figure=Figure(
        "distribution",
        lambda rows, slot: {
            "dist": heads(rows),
            "xlabel": "slot",
            "mean": False,
            "title": f"Slot {slot} is reached by {comb(rows, slot)} of {2**rows} paths",
        },
    ),
    parameters={"rows": Parameter(6, (4, 5, 6, 8), "rows"), "slot": Parameter(3, (1, 2, 3), "slot")},
    words=lambda rows, slot: {"slots": rows + 1, "paths": 2**rows},
)

# -- waiting -------------------------------------------------------------------------------------


def mean_wait(faces: int, hits: int) -> Fraction:
    """How many throws on average until the first hit, if so many faces of all hit."""
    return Fraction(faces, hits)


def first_hit(faces: int, hits: int, late: int) -> Dist[int]:
    """Which throw is the first hit; throws from `late` on are one outcome."""
    miss = faces - hits
    first = {n: miss ** (n - 1) * hits * faces ** (late - 1 - n) for n in range(1, late)}
    return Dist(first | {late: miss ** (late - 1)})


def hit_without_return(faces: int, hits: int) -> Dist[int]:
    """Which draw is the first hit if no face comes twice."""
    return Dist({n: comb(faces - n, hits - 1) for n in range(1, faces - hits + 2)})


def rows_with(coins: int, hits: int) -> list[str]:
    """The rows of so many coins with heads on just so many."""
    return ["".join("H" if i in where else "T" for i in range(coins)) for where in combinations(range(coins), hits)]


def _longer_and_longer(faces: int, hits: int) -> Fraction:
    """Second method: add up the chances that it takes longer than 0, 1, 2, ... throws, a geometric series."""
    return 1 / (1 - Fraction(faces - hits, faces))


def _throws_until(rng: Random, faces: int, hits: int) -> int:
    throws = 1
    while rng.randrange(faces) >= hits:
        throws += 1
    return throws


WAIT = Question(
    id="classic-wait",
    line=lambda w: f"d{w['faces']} until >={w['faces'] - w['hits'] + 1} : tries",
    game="",
    title="Waiting for a hit",
    prompt="A die has {faces} faces, and {which}. How many throws does it take on average until the first hit, that "
    "throw included?",
    concept="waiting time: one over the chance",
    rules=(),
    level="easy",
    kind="mean",
    answer=mean_wait,
    second=_longer_and_longer,
    trial=_throws_until,
    misconceptions=(
        Misconception(
            "Half of the faces",
            lambda faces, hits: Fraction(faces, 2 * hits),
            "You took half of the faces that there are for each hit. But a die may show a face again, and some waits "
            "are very long.",
        ),
        Misconception(
            "A face that came is gone",
            lambda faces, hits: Fraction(faces + 1, hits + 1),
            "That holds for cards that are laid aside. A die has all its faces at every throw.",
        ),
        Misconception(
            "The chance for the wait",
            lambda faces, hits: Fraction(hits, faces),
            "That is the chance of a hit in one throw. Asked is how many throws it takes: the rarer a hit, the longer.",
        ),
        Misconception(
            "The commonest wait for the mean",
            lambda faces, hits: Fraction(1),
            "The first throw is the one that ends most waits. The mean counts the long waits as well.",
        ),
    ),
    hints=(
        "Think of {faces} throws in which each face comes once: how many hits are among them?",
        "With the first throw it is over with a chance of {chance}; otherwise it begins anew, one throw later.",
        "So the mean is 1 over the chance of a hit.",
    ),
    figure=Figure(
        "distribution",
        lambda faces, hits: {
            "dist": first_hit(faces, hits, 25),
            "xlabel": "throw that hits first (25: or later)",
            "mean": False,
            "title": "Each throw is a little less likely to be the first hit",
        },
    ),
    parameters={"faces": Parameter(6, (6, 8, 10, 12, 20), "faces"), "hits": Parameter(1, (1, 2, 3), "hits")},
    words=lambda faces, hits: {
        "which": "one of them is a hit" if hits == 1 else f"{hits} of them are hits",
        "chance": f"{hits}/{faces}",
    },
    unit="throws",
)


def mean_collect(faces: int, kinds: int) -> Fraction:
    """How many throws on average until so many different faces have come: the sum of the waits for each new one."""
    return sum((Fraction(faces, faces - got) for got in range(kinds)), Fraction(0))


def _collect_by_exclusion(faces: int, kinds: int) -> Fraction:
    """Second method: by inclusion and exclusion, the chance that so few have come by each throw, added up over all."""
    total = Fraction(0)
    for few in range(kinds):
        sign = (-1) ** (kinds - 1 - few)
        total += sign * comb(faces, few) * comb(faces - few - 1, faces - kinds) / (1 - Fraction(few, faces))
    return total


def _collected(rng: Random, faces: int, kinds: int) -> int:
    seen: set[int] = set()
    throws = 0
    while len(seen) < kinds:
        seen.add(rng.randrange(faces))
        throws += 1
    return throws


COLLECT = Question(
    id="classic-collect",
    game="",
    title="Different faces",
    prompt="You throw a die with {faces} faces until {kinds} different faces have come. How many throws does that take "
    "on average?",
    concept="a mean as the sum of waits",
    rules=(),
    level="medium",
    kind="mean",
    answer=mean_collect,
    second=_collect_by_exclusion,
    trial=_collected,
    line=lambda w: (
        " > ".join(
            (f"d{w['faces']}", *(f"spin{{new*{w['faces'] - had},old*{had}}} until new" for had in range(1, w["kinds"])))
        )
        + " : tries"
    ),
    misconceptions=(
        Misconception(
            "Each throw brings a new face",
            lambda faces, kinds: Fraction(kinds),
            "Only the first throw is sure to. Later on a face may come that was there already.",
        ),
        Misconception(
            "Only the last wait",
            lambda faces, kinds: Fraction(faces, faces - kinds + 1),
            "That is the wait for the last new face. The waits before it count as well: add them up.",
        ),
    ),
    hints=(
        "The first throw always brings a new face.",
        "Then a new face comes with a chance of {second}: how many throws does one wait for it?",
        "Add up the waits for all {kinds} new faces.",
    ),
    figure=Figure(
        "lines",
        lambda faces, kinds: {
            "series": {"throws": [(n, mean_collect(faces, n)) for n in range(1, faces + 1)]},
            "xlabel": "different faces",
            "ylabel": "throws",
            "title": "Each further face takes longer",
            "marked": (kinds, "here"),
        },
    ),
    parameters={"faces": Parameter(6, (4, 6, 8, 10, 12), "faces"), "kinds": Parameter(3, (2, 3, 4), "faces to see")},
    words=lambda faces, kinds: {"second": f"{faces - 1}/{faces}"},
    unit="throws",
)

QUESTIONS = [HEADS, ONE_SIX, SIXES, URN, SPINNER, BIRTHDAY, PEGS, WAIT, COLLECT]
