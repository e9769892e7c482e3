"""Questions outside of games: tests, lots, weather, repairs, buses, meetings: what a lesson taught, elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

from ..dist import Dist
from .entries import OwnCode
from .question import Branch

# -- a test --------------------------------------------------------------------------------------


def ill_if_found(rare: int, finds: int, false: int) -> Fraction:
    """Of all whom a test calls ill, the part who are."""
    ill, caught, wrong = Fraction(1, rare), Fraction(finds, 100), Fraction(false, 100)
    return ill * caught / (ill * caught + (1 - ill) * wrong)


def _ill_counted(rare: int, finds: int, false: int) -> Fraction:
    """Second method: count people, as many as give whole numbers."""
    people = rare * 100
    ill = people // rare
    right, wrong = ill * finds // 100, (people - ill) * false // 100
    return Fraction(right, right + wrong)


def _ill_trial(rng: Random, rare: int, finds: int, false: int) -> bool:
    while True:
        ill = rng.randrange(rare) == 0
        if rng.randrange(100) < (finds if ill else false):
            return ill


def _ill_tree(rare: int, finds: int, false: int) -> Mapping[str, Any]:
    def part(of: int) -> tuple[Branch, Branch]:
        return Branch("called ill", Fraction(of, 100)), Branch("called well", 1 - Fraction(of, 100))

    people = (
        Branch("ill", Fraction(1, rare), "", part(finds), "chance"),
        Branch("well", 1 - Fraction(1, rare), "", part(false), "chance"),
    )
    return {
        "root": Branch("somebody", None, "", people, "chance"),
        "title": "Many of those whom a test calls ill are well",
    }


TEST = OwnCode(
    answer=ill_if_found,
    second_answer=_ill_counted,
    run_trial=_ill_trial,
    mistakes={
        "inverse": lambda rare, finds, false: Fraction(finds, 100),
        "evidence-ignored": lambda rare, finds, false: Fraction(1, rare),
        "base-rate": lambda rare, finds, false: 1 - Fraction(false, 100),
    },
    chart_data=_ill_tree,
)

# -- lots ----------------------------------------------------------------------------------------


def some_prize(lots: int, prizes: int, mine: int) -> Fraction:
    """At least one of my lots wins, if so many of all are drawn."""
    return 1 - Fraction(comb(lots - mine, prizes), comb(lots, prizes))


def _no_prize_lot_by_lot(lots: int, prizes: int, mine: int) -> Fraction:
    """Second method: one of my lots after the other is a blank."""
    blank = Fraction(1)
    for before in range(mine):
        blank *= Fraction(lots - prizes - before, lots - before)
    return 1 - blank


LOTS = OwnCode(
    answer=some_prize,
    second_answer=_no_prize_lot_by_lot,
    run_trial=lambda rng, lots, prizes, mine: min(rng.sample(range(lots), mine)) < prizes,
    mistakes={
        "linearity": lambda lots, prizes, mine: Fraction(prizes * mine, lots),
        "with-replacement": lambda lots, prizes, mine: 1 - (1 - Fraction(prizes, lots)) ** mine,
        "complement-forgotten": lambda lots, prizes, mine: 1 - some_prize(lots, prizes, mine),
    },
    text_values=lambda lots, prizes, mine: {"blanks": lots - prizes},
    chart_data=lambda lots, prizes, mine: {
        "series": {"a prize": [(n, some_prize(lots, prizes, n)) for n in range(1, 7)]},
        "xlabel": "tickets bought",
        "ylabel": "chance",
        "title": "Each further ticket adds a little less",
        "marked": (mine, "yours"),
    },
    chance_model=lambda w: f"{w['mine']} bag{{prize*{w['prizes']},blank*{w['lots'] - w['prizes']}}} : count prize >= 1",
)

# -- weather -------------------------------------------------------------------------------------


def some_rain(days: int, wet: int) -> Fraction:
    """It rains on at least one of so many days, on each with a chance of so many tenths."""
    return 1 - Fraction(10 - wet, 10) ** days


def _first_wet_day(days: int, wet: int) -> Fraction:
    """Second method: add up the days that may be the first wet one."""
    return sum((Fraction((10 - wet) ** n * wet, 10 ** (n + 1)) for n in range(days)), Fraction(0))


RAIN = OwnCode(
    answer=some_rain,
    second_answer=_first_wet_day,
    run_trial=lambda rng, days, wet: any(rng.randrange(10) < wet for _ in range(days)),
    mistakes={
        "linearity": lambda days, wet: Fraction(days * wet, 10),
        "complement-forgotten": lambda days, wet: Fraction(10 - wet, 10) ** days,
        "single-trial": lambda days, wet: Fraction(wet, 10),
    },
    text_values=lambda days, wet: {"dry": 10 - wet},
    chart_data=lambda days, wet: {
        "series": {"some rain": [(n, some_rain(n, wet)) for n in range(1, 8)]},
        "xlabel": "days",
        "ylabel": "chance",
        "title": "The longer the trip, the surer the rain",
        "marked": (days, "your trip"),
    },
    chance_model=lambda w: f"{w['days']} spin{{rain*{w['wet']},dry*{10 - w['wet']}}} : count rain >= 1",
)

# -- repairs -------------------------------------------------------------------------------------


def repair_mean(one_in: int, cost: int, fee: int) -> Fraction:
    """What a year costs on average: the fee, and now and then a repair."""
    return fee + Fraction(cost, one_in)


def _year_by_year(one_in: int, cost: int, fee: int) -> Fraction:
    """Second method: the mean of the distribution over years."""
    return Dist([fee + cost] + [fee] * (one_in - 1)).mean


REPAIR = OwnCode(
    answer=repair_mean,
    second_answer=_year_by_year,
    run_trial=lambda rng, one_in, cost, fee: fee + (cost if rng.randrange(one_in) == 0 else 0),
    mistakes={
        "midpoint": lambda one_in, cost, fee: fee + Fraction(cost, 2),
        "incomplete-mean": lambda one_in, cost, fee: Fraction(cost, one_in),
        "other-average": lambda one_in, cost, fee: Fraction(fee),
    },
    chart_data=lambda one_in, cost, fee: {
        "dist": Dist([fee + cost] + [fee] * (one_in - 1)),
        "xlabel": "cost of a year",
        "title": "The mean lies a little above what most years cost",
    },
    chance_model=lambda w: f"spin{{{w['fee']}*{w['one_in'] - 1},{w['fee'] + w['cost']}}} : sum",
)

# -- a bus ---------------------------------------------------------------------------------------


def bus_wait(of: int, free: int) -> Fraction:
    """How many buses until one has a seat, if so many of so many have one."""
    return Fraction(of, free)


def _buses(rng: Random, of: int, free: int) -> int:
    n = 1
    while rng.randrange(of) >= free:
        n += 1
    return n


def _longer_and_longer(of: int, free: int) -> Fraction:
    """Second method: add up the chances that 0, 1, 2, ... buses were full, a geometric series."""
    return 1 / (1 - Fraction(of - free, of))


BUS = OwnCode(
    answer=bus_wait,
    second_answer=_longer_and_longer,
    run_trial=_buses,
    mistakes={
        "chance-for-wait": lambda of, free: Fraction(free, of),
        "off-by-one": lambda of, free: Fraction(of, free) - 1,
        "used-up": lambda of, free: Fraction(of + 1, free + 1),
    },
    chart_data=lambda of, free: {
        "series": {"still waiting": [(n, Fraction(of - free, of) ** n) for n in range(1, 13)]},
        "xlabel": "buses gone by",
        "ylabel": "chance",
        "title": "A few wait very long, and pull the mean up",
        "marked": (1, "the first"),
    },
    chance_model=lambda w: f"spin{{free*{w['free']},full*{w['of'] - w['free']}}} until free : tries",
)

# -- a meeting -----------------------------------------------------------------------------------


def close_by(days: int, apart: int) -> Fraction:
    """Two who each choose a day at random are so many days apart or fewer."""
    near = sum(days - gap if gap == 0 else 2 * (days - gap) for gap in range(apart + 1))
    return Fraction(near, days * days)


def _pairs_of_days(days: int, apart: int) -> Fraction:
    """Second method: list all pairs of days."""
    return Fraction(sum(abs(a - b) <= apart for a, b in product(range(days), repeat=2)), days**2)


MEETING = OwnCode(
    answer=close_by,
    second_answer=_pairs_of_days,
    run_trial=lambda rng, days, apart: abs(rng.randrange(days) - rng.randrange(days)) <= apart,
    mistakes={
        "equiprobability": lambda days, apart: Fraction(apart + 1, days),
        "case-missed": lambda days, apart: Fraction(1, days),
        "order-ignored": lambda days, apart: Fraction(
            sum(b - a <= apart for a, b in combinations(range(days), 2)) + days, comb(days, 2) + days
        ),
    },
    text_values=lambda days, apart: {"pairs": days * days},
    chart_data=lambda days, apart: {
        "dist": Dist([abs(a - b) for a, b in product(range(days), repeat=2)]),
        "xlabel": "days apart",
        "mean": False,
        "title": "Small differences come from more pairs of days",
    },
    chance_model=lambda w: f"a=d{w['days']} > b=d{w['days']} : a - b in -{w['apart']}..{w['apart']}",
)

# -- keys ----------------------------------------------------------------------------------------


def _key_by_key(keys: int) -> Fraction:
    """Second method: multiply along the tries that fail, and add up what each try counts."""
    mean, still = Fraction(0), Fraction(1)
    for tried in range(keys):
        mean += (tried + 1) * still * Fraction(1, keys - tried)
        still *= 1 - Fraction(1, keys - tried)
    return mean


def _keys_tried(rng: Random, keys: int) -> int:
    order = list(range(keys))
    rng.shuffle(order)
    return order.index(0) + 1


KEYS = OwnCode(
    answer=lambda keys: Fraction(keys + 1, 2),
    second_answer=_key_by_key,
    run_trial=_keys_tried,
    mistakes={
        "off-by-one": lambda keys: Fraction(keys, 2),
        "with-replacement": lambda keys: Fraction(keys),
        "other-average": lambda keys: Fraction(1),
    },
    chart_data=lambda keys: {
        "dist": Dist(range(1, keys + 1)),
        "xlabel": "try that opens the door",
        "title": "Each try is as likely as any other",
    },
    chance_model=lambda w: f"bag{{fits,other*{w['keys'] - 1}}} until fits : tries",
)

# -- two clubs -----------------------------------------------------------------------------------


def in_either(pupils: int, choir: int, team: int, both: int) -> Fraction:
    """The choir, the team, or both: who is in both counts once."""
    return Fraction(choir + team - both, pupils)


def _listed(pupils: int, choir: int, team: int, both: int) -> Fraction:
    """Second method: number the pupils, and join the two groups."""
    return Fraction(len({*range(choir), *range(choir - both, choir - both + team)}), pupils)


CLUBS = OwnCode(
    answer=in_either,
    second_answer=_listed,
    run_trial=lambda rng, pupils, choir, team, both: (
        lambda who: who < choir or choir - both <= who < choir - both + team
    )(rng.randrange(pupils)),
    mistakes={
        "overlap-counted-twice": lambda pupils, choir, team, both: Fraction(choir + team, pupils),
        "case-missed": lambda pupils, choir, team, both: Fraction(choir + team - 2 * both, pupils),
        "and-for-or": lambda pupils, choir, team, both: Fraction(both, pupils),
    },
    chart_data=lambda pupils, choir, team, both: {
        "series": {"choir or team": [(n, in_either(pupils, choir, team, n)) for n in range(min(choir, team) + 1)]},
        "xlabel": "pupils in both",
        "ylabel": "chance",
        "marked": (both, "here"),
        "title": "The more are in both, the fewer are in either",
    },
    chance_model=lambda w: (
        f"deck{{either*{(n := w['choir'] + w['team'] - w['both'])},neither*{w['pupils'] - n}}} : count either = 1"
    ),
)

# -- offers --------------------------------------------------------------------------------------

OFFERS = 4


def _offers(low: int, gap: int) -> list[Fraction]:
    return [Fraction(low + n * gap) for n in range(OFFERS)]


def best_sale(low: int, gap: int, days: int) -> Fraction:
    """What the sale brings on average to who takes an offer if it is more than waiting is worth."""
    worth = Fraction(sum(_offers(low, gap)), OFFERS)
    for _ in range(days - 1):
        worth = sum((max(offer, worth) for offer in _offers(low, gap)), Fraction(0)) / OFFERS
    return worth


def _by_limits(low: int, gap: int, days: int) -> Fraction:
    """Second method: try every limit for each day but the last, and take the best of these plans."""
    offers, best = _offers(low, gap), Fraction(0)
    for limits in product(offers, repeat=days - 1):
        worth = sum(offers) / Fraction(OFFERS)
        for limit in limits[::-1]:
            worth = sum((offer if offer >= limit else worth for offer in offers), Fraction(0)) / OFFERS
        best = max(best, worth)
    return best


def _sold(rng: Random, low: int, gap: int, days: int) -> int:
    for left in range(days - 1, -1, -1):
        offer = low + gap * rng.randrange(OFFERS)
        if not left or offer >= best_sale(low, gap, left):
            return offer
    raise AssertionError("the last offer is taken")


SALE = OwnCode(
    answer=best_sale,
    second_answer=_by_limits,
    run_trial=_sold,
    mistakes={
        "choice-ignored": lambda low, gap, days: Fraction(sum(_offers(low, gap)), OFFERS),
        "extreme-case": lambda low, gap, days: _offers(low, gap)[-1],
        "perfect-foresight": lambda low, gap, days: Dist([low + n * gap for n in range(OFFERS)]).keep(days, 1).mean,
    },
    text_values=lambda low, gap, days: {
        "told": f"{', '.join(map(str, _offers(low, gap)[:-1]))} or {_offers(low, gap)[-1]}"
    },
    chart_data=lambda low, gap, days: {
        "series": {"the best plan": [(n, best_sale(low, gap, n)) for n in range(1, 7)]},
        "xlabel": "days",
        "ylabel": "coins on average",
        "title": "With more days one may be choosier",
        "marked": (days, "yours"),
    },
)

# -- an album ------------------------------------------------------------------------------------


def _packet_by_packet(stickers: int, missing: int) -> Fraction:
    """Second method: add up the chances that 0, 1, 2, ... packets brought nothing new, a geometric series."""
    return 1 / (1 - Fraction(stickers - missing, stickers))


def _packets(rng: Random, stickers: int, missing: int) -> int:
    n = 1
    while rng.randrange(stickers) >= missing:
        n += 1
    return n


ALBUM = OwnCode(
    answer=lambda stickers, missing: Fraction(stickers, missing),
    second_answer=_packet_by_packet,
    run_trial=_packets,
    mistakes={
        "chance-for-wait": lambda stickers, missing: Fraction(missing, stickers),
        "each_sticker_comes_once": lambda stickers, missing: Fraction(stickers + 1, missing + 1),
        "as_many_packets_as_are_missing": lambda stickers, missing: Fraction(missing),
    },
    chart_data=lambda stickers, missing: {
        "series": {"packets": [(n, Fraction(stickers, n)) for n in range(1, 9)]},
        "xlabel": "stickers that are missing",
        "ylabel": "packets on average",
        "title": "The last stickers take longest",
        "marked": (missing, "yours"),
    },
    chance_model=lambda w: f"spin{{new*{w['missing']},old*{w['stickers'] - w['missing']}}} until new : tries",
)

OWN_CODE = {
    "elsewhere-test": TEST,
    "elsewhere-lots": LOTS,
    "elsewhere-rain": RAIN,
    "elsewhere-repair": REPAIR,
    "elsewhere-bus": BUS,
    "elsewhere-meeting": MEETING,
    "elsewhere-keys": KEYS,
    "elsewhere-clubs": CLUBS,
    "elsewhere-offers": SALE,
    "elsewhere-album": ALBUM,
}
