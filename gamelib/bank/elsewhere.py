"""Questions outside of games: tests, lots, weather, repairs, buses, meetings: what a lesson taught, elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

from ..dist import Dist
from .question import Branch, Figure, Misconception, Parameter, Question

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


TEST = Question(
    id="elsewhere-test",
    game="",
    title="What a test says",
    prompt="Of {rare} people one has an illness. A test calls {finds} of 100 ill people ill, and by mistake "
    "{false} of 100 "
    "who are well. It calls somebody ill. What is the chance that this person is?",
    concept="from a sign back to what lies behind it: the rule of Bayes",
    rules=(),
    level="medium",
    kind="chance",
    answer=ill_if_found,
    second=_ill_counted,
    trial=_ill_trial,
    misconceptions=(
        Misconception(
            "The test turned round",
            lambda rare, finds, false: Fraction(finds, 100),
            "That is how likely the ill are called ill. Asked is how likely those called ill are ill: most "
            "people are well, and some of them are called ill too.",
        ),
        Misconception(
            "As rare as before",
            lambda rare, finds, false: Fraction(1, rare),
            "So it was before the test. A sign that the ill give more often raises it.",
        ),
        Misconception(
            "All but the mistakes",
            lambda rare, finds, false: 1 - Fraction(false, 100),
            "The mistakes are counted among those who are well. Count them among those called ill.",
        ),
    ),
    hints=(
        "Think of a town with many people: one of {rare} is ill. How many are that?",
        "How many of the ill are called ill, and how many of those who are well?",
        "Of all who are called ill, take the part who are ill.",
    ),
    figure=Figure("tree", _ill_tree),
    parameters={
        "rare": Parameter(50, (20, 50, 100), "people to one who is ill"),
        "finds": Parameter(80, (80, 90), "ill people found of 100"),
        "false": Parameter(5, (5, 8), "well people called ill of 100"),
    },
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


LOTS = Question(
    id="elsewhere-lots",
    game="",
    title="A raffle",
    prompt="At a raffle there are {lots} tickets, and {prizes} of them win. You buy {mine}. What is the chance "
    "that at "
    "least one of yours wins?",
    concept="drawing without putting back; the complement",
    rules=(),
    level="medium",
    kind="chance",
    answer=some_prize,
    second=_no_prize_lot_by_lot,
    trial=lambda rng, lots, prizes, mine: min(rng.sample(range(lots), mine)) < prizes,
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda lots, prizes, mine: Fraction(prizes * mine, lots),
            "That counts it twice where two of your tickets win.",
        ),
        Misconception(
            "The ticket goes back",
            lambda lots, prizes, mine: 1 - (1 - Fraction(prizes, lots)) ** mine,
            "That holds if each ticket goes back before the next. You keep yours: after a blank one "
            "blank fewer "
            "is left.",
        ),
        Misconception(
            "The chance that none wins",
            lambda lots, prizes, mine: 1 - some_prize(lots, prizes, mine),
            "That is the chance that all of yours are blanks. Take what is left of 1.",
        ),
    ),
    hints=(
        "When does it go wrong? If all of yours are blanks.",
        "At first {blanks} tickets are blanks. After one blank there is one fewer, and one ticket fewer.",
        "Multiply the fractions for all of yours, and take that from 1.",
    ),
    figure=Figure(
        "lines",
        lambda lots, prizes, mine: {
            "series": {"a prize": [(n, some_prize(lots, prizes, n)) for n in range(1, 7)]},
            "xlabel": "tickets bought",
            "ylabel": "chance",
            "title": "Each further ticket adds a little less",
            "marked": (mine, "yours"),
        },
    ),
    line=lambda w: f"{w['mine']} bag{{prize*{w['prizes']},blank*{w['lots'] - w['prizes']}}} : count prize >= 1",
    parameters={
        "lots": Parameter(10, (8, 10, 12, 20), "tickets"),
        "prizes": Parameter(3, (2, 3, 4), "prizes"),
        "mine": Parameter(2, (2, 3), "tickets bought"),
    },
    words=lambda lots, prizes, mine: {"blanks": lots - prizes},
)

# -- weather -------------------------------------------------------------------------------------


def some_rain(days: int, wet: int) -> Fraction:
    """It rains on at least one of so many days, on each with a chance of so many tenths."""
    return 1 - Fraction(10 - wet, 10) ** days


def _first_wet_day(days: int, wet: int) -> Fraction:
    """Second method: add up the days that may be the first wet one."""
    return sum((Fraction((10 - wet) ** n * wet, 10 ** (n + 1)) for n in range(days)), Fraction(0))


RAIN = Question(
    id="elsewhere-rain",
    game="",
    title="A trip without an umbrella",
    prompt="A forecast says {wet} in 10 for rain, for each of {days} days, whatever the others bring. What is "
    "the chance "
    "that it rains on at least one of them?",
    concept="at least one: the complement",
    rules=(),
    level="easy",
    kind="chance",
    answer=some_rain,
    second=_first_wet_day,
    trial=lambda rng, days, wet: any(rng.randrange(10) < wet for _ in range(days)),
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda days, wet: Fraction(days * wet, 10),
            "Adding counts a time with two wet days twice.",
        ),
        Misconception(
            "All days dry",
            lambda days, wet: Fraction(10 - wet, 10) ** days,
            "That is the chance of no rain at all. Take what is left of 1.",
        ),
        Misconception(
            "One day is like all",
            lambda days, wet: Fraction(wet, 10),
            "That is one day alone. With more days it is likelier that one of them is wet.",
        ),
    ),
    hints=(
        "When does it not rain at all? If all days are dry.",
        "One day is dry in {dry} of 10 cases.",
        "Multiply for all {days} days, and take that from 1.",
    ),
    figure=Figure(
        "lines",
        lambda days, wet: {
            "series": {"some rain": [(n, some_rain(n, wet)) for n in range(1, 8)]},
            "xlabel": "days",
            "ylabel": "chance",
            "title": "The longer the trip, the surer the rain",
            "marked": (days, "your trip"),
        },
    ),
    line=lambda w: f"{w['days']} spin{{rain*{w['wet']},dry*{10 - w['wet']}}} : count rain >= 1",
    parameters={"days": Parameter(3, (2, 3, 4), "days"), "wet": Parameter(3, (2, 3, 4, 6), "rain in tenths")},
    words=lambda days, wet: {"dry": 10 - wet},
)

# -- repairs -------------------------------------------------------------------------------------


def repair_mean(one_in: int, cost: int, fee: int) -> Fraction:
    """What a year costs on average: the fee, and now and then a repair."""
    return fee + Fraction(cost, one_in)


def _year_by_year(one_in: int, cost: int, fee: int) -> Fraction:
    """Second method: the mean of the distribution over years."""
    return Dist([fee + cost] + [fee] * (one_in - 1)).mean


REPAIR = Question(
    id="elsewhere-repair",
    game="",
    title="What it costs in the long run",
    prompt="A bicycle costs {fee} a year for care, and in one year of {one_in} a repair for {cost} more. What "
    "does a year "
    "cost on average?",
    concept="a mean as a weighted sum",
    rules=(),
    level="easy",
    kind="mean",
    answer=repair_mean,
    second=_year_by_year,
    trial=lambda rng, one_in, cost, fee: fee + (cost if rng.randrange(one_in) == 0 else 0),
    misconceptions=(
        Misconception(
            "The middle of the two",
            lambda one_in, cost, fee: fee + Fraction(cost, 2),
            "A year with a repair and one without are not equally likely.",
        ),
        Misconception(
            "The repair alone",
            lambda one_in, cost, fee: Fraction(cost, one_in),
            "The care is to be paid in every year as well.",
        ),
        Misconception(
            "The commonest year",
            lambda one_in, cost, fee: Fraction(fee),
            "So it is in most years. The mean counts the dear ones as well, as often as they come.",
        ),
    ),
    hints=(
        "Think of {one_in} years of which one has a repair.",
        "What do all these years cost together?",
        "Divide that by {one_in}.",
    ),
    line=lambda w: f"spin{{{w['fee']}*{w['one_in'] - 1},{w['fee'] + w['cost']}}} : sum",
    figure=Figure(
        "distribution",
        lambda one_in, cost, fee: {
            "dist": Dist([fee + cost] + [fee] * (one_in - 1)),
            "xlabel": "cost of a year",
            "title": "The mean lies a little above what most years cost",
        },
    ),
    parameters={
        "one_in": Parameter(5, (4, 5, 8, 10), "years to one repair"),
        "cost": Parameter(90, (50, 90, 120), "repair"),
        "fee": Parameter(20, (10, 20), "care"),
    },
    unit="coins",
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


BUS = Question(
    id="elsewhere-bus",
    game="",
    title="Waiting at a stop",
    prompt="Of {of} buses {free} have a free seat, quite at random. How many buses come on average until the "
    "first with a "
    "free seat, that one included?",
    concept="waiting time: one over the chance",
    rules=(),
    level="easy",
    kind="mean",
    answer=bus_wait,
    second=_longer_and_longer,
    trial=_buses,
    misconceptions=(
        Misconception(
            "The chance for the wait",
            lambda of, free: Fraction(free, of),
            "That is the chance that a bus has a seat. The rarer that is, the longer one waits.",
        ),
        Misconception(
            "The full buses only",
            lambda of, free: Fraction(of, free) - 1,
            "That counts the full buses. The one with a seat is one more.",
        ),
        Misconception(
            "One after the other",
            lambda of, free: Fraction(of + 1, free + 1),
            "That holds for a list that is gone through. Buses come at random: a full one may follow a full one.",
        ),
    ),
    hints=(
        "With the first bus it is over in {free} of {of} cases.",
        "If not, it begins anew, one bus later.",
        "Call the mean m: m is 1, and m once more in all cases in which the first was full.",
    ),
    figure=Figure(
        "lines",
        lambda of, free: {
            "series": {"still waiting": [(n, Fraction(of - free, of) ** n) for n in range(1, 13)]},
            "xlabel": "buses gone by",
            "ylabel": "chance",
            "title": "A few wait very long, and pull the mean up",
            "marked": (1, "the first"),
        },
    ),
    line=lambda w: f"spin{{free*{w['free']},full*{w['of'] - w['free']}}} until free : tries",
    parameters={"of": Parameter(8, (5, 7, 8, 9), "buses"), "free": Parameter(3, (2, 3, 4), "with a free seat")},
    unit="buses",
)

# -- a meeting -----------------------------------------------------------------------------------


def close_by(days: int, apart: int) -> Fraction:
    """Two who each choose a day at random are so many days apart or fewer."""
    near = sum(days - gap if gap == 0 else 2 * (days - gap) for gap in range(apart + 1))
    return Fraction(near, days * days)


def _pairs_of_days(days: int, apart: int) -> Fraction:
    """Second method: list all pairs of days."""
    return Fraction(sum(abs(a - b) <= apart for a, b in product(range(days), repeat=2)), days**2)


MEETING = Question(
    id="elsewhere-meeting",
    game="",
    title="Two who may miss each other",
    prompt="Two friends each come to town on one of {days} days, chosen at random and apart. What is the chance "
    "that they "
    "come on the same day or at most {apart} apart?",
    concept="the sample space of two: pairs, not differences",
    rules=(),
    level="medium",
    kind="chance",
    answer=close_by,
    second=_pairs_of_days,
    trial=lambda rng, days, apart: abs(rng.randrange(days) - rng.randrange(days)) <= apart,
    misconceptions=(
        Misconception(
            "All differences are equally likely",
            lambda days, apart: Fraction(apart + 1, days),
            "You count differences. Small ones come from more pairs of days: count pairs.",
        ),
        Misconception(
            "The same day only",
            lambda days, apart: Fraction(1, days),
            "That is the same day. Days near to each other count as well.",
        ),
        Misconception(
            "Pairs without their order",
            lambda days, apart: Fraction(
                sum(b - a <= apart for a, b in combinations(range(days), 2)) + days, comb(days, 2) + days
            ),
            "Who comes first matters: Monday and Tuesday is another pair than Tuesday and Monday, "
            "while the same "
            "day is one pair.",
        ),
    ),
    hints=(
        "Draw a square: days of the one across, days of the other down.",
        "It has {pairs} cells, all equally likely.",
        "Count the cells on the diagonal and those near to it.",
    ),
    line=lambda w: f"a=d{w['days']} > b=d{w['days']} : a - b in -{w['apart']}..{w['apart']}",
    figure=Figure(
        "distribution",
        lambda days, apart: {
            "dist": Dist([abs(a - b) for a, b in product(range(days), repeat=2)]),
            "xlabel": "days apart",
            "mean": False,
            "title": "Small differences come from more pairs of days",
        },
    ),
    parameters={
        "days": Parameter(5, (5, 6, 7, 10), "days"),
        "apart": Parameter(1, (1, 2), "days apart", {1: "one day", 2: "two days"}),
    },
    words=lambda days, apart: {"pairs": days * days},
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


KEYS = Question(
    id="elsewhere-keys",
    game="",
    title="A bunch of keys",
    prompt="One of {keys} keys fits. You try one after the other in the dark, none of them twice. With which try, on "
    "average, does the door open?",
    concept="a uniform place, and its mean",
    rules=(),
    level="easy",
    kind="mean",
    answer=lambda keys: Fraction(keys + 1, 2),
    second=_key_by_key,
    trial=_keys_tried,
    misconceptions=(
        Misconception(
            "Half of the keys",
            lambda keys: Fraction(keys, 2),
            "The tries run from 1 to {keys}. Try it with three keys: the middle is the second.",
        ),
        Misconception(
            "As if keys were tried again",
            lambda keys: Fraction(keys),
            "So long one waits where a key that did not fit may be tried again. You lay it aside.",
        ),
        Misconception(
            "The first try for the mean",
            lambda keys: Fraction(1),
            "No try is likelier than another. The mean lies in the middle of all of them.",
        ),
    ),
    hints=(
        "Is the right key more often the first or the last that you try?",
        "Each try from 1 to {keys} is as likely to be the right one.",
        "Add up the numbers from 1 to {keys}, and divide by how many they are.",
    ),
    figure=Figure(
        "distribution",
        lambda keys: {
            "dist": Dist(range(1, keys + 1)),
            "xlabel": "try that opens the door",
            "title": "Each try is as likely as any other",
        },
    ),
    line=lambda w: f"bag{{fits,other*{w['keys'] - 1}}} until fits : tries",
    parameters={"keys": Parameter(8, (3, 4, 6, 7, 8, 9, 12, 15), "keys")},
    unit="tries",
)

# -- two clubs -----------------------------------------------------------------------------------


def in_either(pupils: int, choir: int, team: int, both: int) -> Fraction:
    """The choir, the team, or both: who is in both counts once."""
    return Fraction(choir + team - both, pupils)


def _listed(pupils: int, choir: int, team: int, both: int) -> Fraction:
    """Second method: number the pupils, and join the two groups."""
    return Fraction(len({*range(choir), *range(choir - both, choir - both + team)}), pupils)


CLUBS = Question(
    id="elsewhere-clubs",
    game="",
    title="In the choir or in the team",
    prompt="Of {pupils} pupils {choir} sing in the choir and {team} play in the team; {both} of them do both. One "
    "pupil is drawn by lot. What is the chance that this pupil is in the choir, in the team, or in both?",
    concept="groups that overlap may not be added",
    rules=(),
    level="easy",
    kind="chance",
    answer=in_either,
    second=_listed,
    trial=lambda rng, pupils, choir, team, both: (lambda who: who < choir or choir - both <= who < choir - both + team)(
        rng.randrange(pupils)
    ),
    misconceptions=(
        Misconception(
            "Adding both chances",
            lambda pupils, choir, team, both: Fraction(choir + team, pupils),
            "Who is in both groups was counted twice.",
        ),
        Misconception(
            "Those in both left out",
            lambda pupils, choir, team, both: Fraction(choir + team - 2 * both, pupils),
            "Who is in both groups is in the choir as well. Count them once.",
        ),
        Misconception(
            "Both at once",
            lambda pupils, choir, team, both: Fraction(both, pupils),
            "That is the chance to be in both. One of the two is enough.",
        ),
    ),
    hints=(
        "Draw two circles that overlap.",
        "How many of the {choir} in the choir are not in the team?",
        "Add to these all {team} of the team, and divide by all pupils.",
    ),
    line=lambda w: (
        f"deck{{either*{(n := w['choir'] + w['team'] - w['both'])},neither*{w['pupils'] - n}}} : count either = 1"
    ),
    figure=Figure(
        "lines",
        lambda pupils, choir, team, both: {
            "series": {"choir or team": [(n, in_either(pupils, choir, team, n)) for n in range(min(choir, team) + 1)]},
            "xlabel": "pupils in both",
            "ylabel": "chance",
            "marked": (both, "here"),
            "title": "The more are in both, the fewer are in either",
        },
    ),
    parameters={
        "pupils": Parameter(25, (24, 25, 30), "pupils"),
        "choir": Parameter(9, (8, 9, 12), "in the choir"),
        "team": Parameter(7, (6, 7, 10), "in the team"),
        "both": Parameter(3, (2, 3), "in both"),
    },
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


SALE = Question(
    id="elsewhere-offers",
    game="",
    title="Sell, or wait",
    prompt="You sell a bicycle and get one offer a day for {days} days: {told} coins, each with the same chance. What "
    "you refuse is gone; the last offer you must take. What does it bring on average if you decide as well as "
    "one can?",
    concept="working backwards: compare with what waiting is worth",
    rules=(),
    level="medium",
    kind="mean",
    answer=best_sale,
    second=_by_limits,
    trial=_sold,
    misconceptions=(
        Misconception(
            "One offer is like another",
            lambda low, gap, days: Fraction(sum(_offers(low, gap)), OFFERS),
            "That is the mean of a single offer. You may refuse a bad one.",
        ),
        Misconception(
            "The best offer comes",
            lambda low, gap, days: _offers(low, gap)[-1],
            "It may not come on any of these days.",
        ),
        Misconception(
            "The best of all that come",
            lambda low, gap, days: Dist([low + n * gap for n in range(OFFERS)]).keep(days, 1).mean,
            "You would have to know tomorrow’s offer today. What you refuse is gone.",
        ),
    ),
    hints=(
        "Begin at the end: what does the last offer bring on average?",
        "On the day before, which of {told} are more than that? Take these, and wait after the others.",
        "Weigh the four cases of that day, and so on to the first day.",
    ),
    figure=Figure(
        "lines",
        lambda low, gap, days: {
            "series": {"the best plan": [(n, best_sale(low, gap, n)) for n in range(1, 7)]},
            "xlabel": "days",
            "ylabel": "coins on average",
            "title": "With more days one may be choosier",
            "marked": (days, "yours"),
        },
    ),
    parameters={
        "low": Parameter(20, (10, 20, 30, 50), "least offer"),
        "gap": Parameter(10, (4, 10, 20), "coins between offers"),
        "days": Parameter(2, (2, 3), "days"),
    },
    words=lambda low, gap, days: {"told": f"{', '.join(map(str, _offers(low, gap)[:-1]))} or {_offers(low, gap)[-1]}"},
    unit="coins",
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


ALBUM = Question(
    id="elsewhere-album",
    game="",
    title="The last stickers of an album",
    prompt="An album has {stickers} stickers. Each packet brings one, any of them with the same chance, and you lack "
    "{missing} of them. How many packets do you open on average until a sticker is new?",
    concept="the rarer what is new, the longer the wait",
    rules=(),
    level="easy",
    kind="mean",
    answer=lambda stickers, missing: Fraction(stickers, missing),
    second=_packet_by_packet,
    trial=_packets,
    misconceptions=(
        Misconception(
            "The chance for the wait",
            lambda stickers, missing: Fraction(missing, stickers),
            "That is the chance of one packet. The smaller it is, the longer one waits.",
        ),
        Misconception(
            "Each sticker comes once",
            lambda stickers, missing: Fraction(stickers + 1, missing + 1),
            "That holds where a sticker that came cannot come again. Packets bring the same ones again.",
        ),
        Misconception(
            "As many packets as are missing",
            lambda stickers, missing: Fraction(missing),
            "A packet may bring what you have already. How many of them does it take for one that is new?",
        ),
    ),
    hints=(
        "With what chance is the sticker of one packet new?",
        "Think of {stickers} packets that bring each sticker once: how many of them are new?",
        "One waits 1 over the chance.",
    ),
    figure=Figure(
        "lines",
        lambda stickers, missing: {
            "series": {"packets": [(n, Fraction(stickers, n)) for n in range(1, 9)]},
            "xlabel": "stickers that are missing",
            "ylabel": "packets on average",
            "title": "The last stickers take longest",
            "marked": (missing, "yours"),
        },
    ),
    line=lambda w: f"spin{{new*{w['missing']},old*{w['stickers'] - w['missing']}}} until new : tries",
    parameters={
        "stickers": Parameter(20, (12, 20, 30, 50), "stickers"),
        "missing": Parameter(3, (2, 3, 4, 7), "missing"),
    },
    unit="packets",
)

QUESTIONS = [TEST, LOTS, RAIN, REPAIR, BUS, MEETING, KEYS, CLUBS, SALE, ALBUM]
