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
from .entries import OwnCode
from .question import Branch

# -- coins ---------------------------------------------------------------------------------------


def heads(coins: int) -> Dist[int]:
    """How many of so many fair coins show heads."""
    return Dist({n: comb(coins, n) for n in range(coins + 1)})


def _rows_of_coins(coins: int, hits: int) -> Fraction:
    """Second method: list every row of heads and tails."""
    return Fraction(sum(sum(row) == hits for row in product((0, 1), repeat=coins)), 2**coins)


HEADS = OwnCode(
    answer=lambda coins, hits: heads(coins).p(hits),
    second_answer=_rows_of_coins,
    run_trial=lambda rng, coins, hits: sum(rng.random() < 0.5 for _ in range(coins)) == hits,
    mistakes={
        "equiprobability": lambda coins, hits: Fraction(1, coins + 1),
        "order-ignored": lambda coins, hits: Fraction(1, 2**coins),
        "share-for-chance": lambda coins, hits: Fraction(hits, coins),
    },
    text_values=lambda coins, hits: {"numbers": coins + 1, "cases": 2**coins, "rows": comb(coins, hits)},
    chart_data=lambda coins, hits: {
        "dist": heads(coins),
        "xlabel": "heads",
        "mean": False,
        "title": f"Just {hits} of {coins} heads comes in {comb(coins, hits)} of {2**coins} rows",
    },
    chance_model=lambda w: f"{w['coins']} coin : count H = {w['hits']}",
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


ONE_SIX = OwnCode(
    answer=lambda dice: 1 - no_six(dice),
    second_answer=_first_six,
    run_trial=lambda rng, dice: any(rng.randrange(6) == 5 for _ in range(dice)),
    mistakes={
        "linearity": lambda dice: Fraction(dice, 6),
        "complement-forgotten": no_six,
    },
    chart_data=_six_tree,
    chance_model=lambda w: f"{w['dice']}d6 : count 6 >= 1",
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


SIXES = OwnCode(
    answer=lambda throws, many: sixes(throws).at_least(many),
    second_answer=_die_by_die,
    run_trial=lambda rng, throws, many: sum(rng.randrange(6) == 5 for _ in range(throws)) >= many,
    mistakes={
        "exactly-for-at-least": lambda throws, many: sixes(throws).p(many),
        "complement-forgotten": lambda throws, many: 1 - sixes(throws).at_least(many),
        "order-ignored": lambda throws, many: Fraction(5 ** (throws - many), 6**throws),
    },
    chart_data=lambda throws, many: {
        "dist": sixes(throws),
        "xlabel": "sixes",
        "mean": False,
        "title": "Far from the mean little comes, but it comes",
    },
    chance_model=lambda w: f"{w['throws']}d6 : count 6 >= {w['many']}",
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


URN = OwnCode(
    answer=two_red,
    second_answer=_urn_pairs,
    run_trial=_urn_trial,
    mistakes={
        "with-replacement": lambda blue, back: two_red(blue, True),
        "single-trial": lambda blue, back: Fraction(RED, RED + blue),
        "used-up": lambda blue, back: two_red(blue, False),
    },
    text_values=lambda blue, back: {
        "balls": RED + blue,
        "how": "and put the first one back before the second" if back else "one after the other, and put none back",
    },
    chart_data=_urn_tree,
    chance_model=lambda w: f"2 bag{{red*3,blue*{w['blue']}}}{' back' if w['back'] else ''} : count red = 2",
)

# -- a spinner -----------------------------------------------------------------------------------


def spinner_mean(prize: int, parts: int) -> Fraction:
    """The mean prize of a spinner: one of so many equal parts pays, the others pay 1."""
    return Fraction(prize + (parts - 1), parts)


def _spin_each_part(prize: int, parts: int) -> Fraction:
    """Second method: the mean of the distribution over all parts."""
    return Dist([prize] + [1] * (parts - 1)).mean


SPINNER = OwnCode(
    answer=spinner_mean,
    second_answer=_spin_each_part,
    run_trial=lambda rng, prize, parts: prize if rng.randrange(parts) == 0 else 1,
    mistakes={
        "midpoint": lambda prize, parts: Fraction(prize + 1, 2),
        "incomplete-mean": lambda prize, parts: Fraction(prize, parts),
        "other-average": lambda prize, parts: Fraction(1),
    },
    text_values=lambda prize, parts: {"others": parts - 1},
    chart_data=lambda prize, parts: {
        "dist": Dist([prize] + [1] * (parts - 1)),
        "xlabel": "coins",
        "title": "The mean lies near the common prize, not in the middle",
    },
    chance_model=lambda w: f"spin{{{w['prize']},1*{w['others']}}} : sum",
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


BIRTHDAY = OwnCode(
    answer=lambda people: 1 - all_differ(people),
    second_answer=_differ_step_by_step,
    run_trial=lambda rng, people: len({rng.randrange(DAYS) for _ in range(people)}) < people,
    mistakes={
        "given-for-any": lambda people: 1 - Fraction(DAYS - 1, DAYS) ** (people - 1),
        "two_of_so_many": lambda people: Fraction(2, people),
        "people_through_days": lambda people: Fraction(people, DAYS),
    },
    text_values=lambda people: {"pairs": comb(people, 2)},
    chart_data=lambda people: {
        "series": {"two meet": [(n, 1 - all_differ(n)) for n in range(1, 61)]},
        "xlabel": "people",
        "ylabel": "chance",
        "title": "From 23 people on, it is more likely than not",
        "marked": (people, "your room"),
    },
    chance_model=lambda w: f"{w['people']} d365 : differ is no",
)

# -- a board of pegs -----------------------------------------------------------------------------


def _paths_of_a_ball(rows: int, slot: int) -> Fraction:
    """Second method: row by row, each slot takes from the two above it."""
    slots = [1]
    for _ in range(rows):
        slots = [a + b for a, b in zip([0, *slots], [*slots, 0], strict=True)]
    return Fraction(slots[slot], sum(slots))


PEGS = OwnCode(
    answer=lambda rows, slot: heads(rows).p(slot),
    second_answer=_paths_of_a_ball,
    run_trial=lambda rng, rows, slot: sum(rng.random() < 0.5 for _ in range(rows)) == slot,
    mistakes={
        "equiprobability": lambda rows, slot: Fraction(1, rows + 1),
        "order-ignored": lambda rows, slot: Fraction(1, 2**rows),
        "share-for-chance": lambda rows, slot: Fraction(slot, rows),
    },
    text_values=lambda rows, slot: {"slots": rows + 1, "paths": 2**rows},
    chart_data=lambda rows, slot: {
        "dist": heads(rows),
        "xlabel": "slot",
        "mean": False,
        "title": f"Slot {slot} is reached by {comb(rows, slot)} of {2**rows} paths",
    },
    chance_model=lambda w: f"{w['rows']} d{{0,1}} : sum = {w['slot']}",
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


WAIT = OwnCode(
    answer=mean_wait,
    second_answer=_longer_and_longer,
    run_trial=_throws_until,
    mistakes={
        "midpoint": lambda faces, hits: Fraction(faces, 2 * hits),
        "used-up": lambda faces, hits: Fraction(faces + 1, hits + 1),
        "chance-for-wait": lambda faces, hits: Fraction(hits, faces),
        "other-average": lambda faces, hits: Fraction(1),
    },
    text_values=lambda faces, hits: {
        "which": "one of them is a hit" if hits == 1 else f"{hits} of them are hits",
        "chance": f"{hits}/{faces}",
    },
    chart_data=lambda faces, hits: {
        "dist": first_hit(faces, hits, 25),
        "xlabel": "throw that hits first (25: or later)",
        "mean": False,
        "title": "Each throw is a little less likely to be the first hit",
    },
    chance_model=lambda w: f"d{w['faces']} until >={w['faces'] - w['hits'] + 1} : tries",
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


COLLECT = OwnCode(
    answer=mean_collect,
    second_answer=_collect_by_exclusion,
    run_trial=_collected,
    mistakes={
        "used-up": lambda faces, kinds: Fraction(kinds),
        "incomplete-mean": lambda faces, kinds: Fraction(faces, faces - kinds + 1),
    },
    text_values=lambda faces, kinds: {"second": f"{faces - 1}/{faces}"},
    chart_data=lambda faces, kinds: {
        "series": {"throws": [(n, mean_collect(faces, n)) for n in range(1, faces + 1)]},
        "xlabel": "different faces",
        "ylabel": "throws",
        "title": "Each further face takes longer",
        "marked": (kinds, "here"),
    },
    chance_model=lambda w: (
        " > ".join(
            (f"d{w['faces']}", *(f"spin{{new*{w['faces'] - had},old*{had}}} until new" for had in range(1, w["kinds"])))
        )
        + " : tries"
    ),
)

OWN_CODE = {
    "classic-heads": HEADS,
    "classic-one-six": ONE_SIX,
    "classic-sixes": SIXES,
    "classic-urn": URN,
    "classic-spinner": SPINNER,
    "classic-birthday": BIRTHDAY,
    "classic-pegs": PEGS,
    "classic-wait": WAIT,
    "classic-collect": COLLECT,
}
