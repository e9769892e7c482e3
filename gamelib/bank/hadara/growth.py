"""Questions about coins: discounts, growth, medals, and what a statue's tile is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from ...games.hadara.odds import HadaraOdds, incomes_left, paid, prices, published, silver_points
from ...numbers import amount, some
from ..question import Figure, Misconception, Parameter, Question

# -- 6 the order of a discount -----------------------------------------------------------------------

COSTS = {"1 2 3 4": "1, 2, 3 and 4", "2 3 4": "2, 3 and 4", "1 1 4 4": "1, 1, 4 and 4", "5 6 6": "5, 6 and 6"}


def costs_of(costs: str) -> list[int]:
    return [int(cost) for cost in costs.split()]


def mean_by_orders(costs: str, owned: int) -> Fraction:
    """Second method: buy in every order, one by one."""
    totals = []
    for order in permutations(costs_of(costs)):
        have, spent = owned, 0
        for cost in order:
            spent += max(0, cost - have)
            have += 1
        totals.append(spent)
    return Fraction(sum(totals), len(totals))


def order_trial(rng: Random, costs: str, owned: int) -> int:
    order = costs_of(costs)
    rng.shuffle(order)
    return paid(order, owned)


def price_bars(costs: str, owned: int) -> Mapping[str, Any]:
    dist = prices(costs_of(costs), owned)
    cheapest = paid(sorted(costs_of(costs)), owned)
    least = f"{some(cheapest, 'coin')} for the cheapest first"
    return {
        "dist": dist,
        "title": f"The order decides: {least}" if len(dist) > 1 else f"Every order costs {some(cheapest, 'coin')}",
        "xlabel": "coins for all together",
    }


ORDER = Question(
    id="hadara-discount-order",
    game="hadara",
    title="The order of a discount",
    prompt="You buy cards of one colour with the printed costs {costs} in a random order. Each card of that colour "
    "that you own takes 1 coin off, but no price falls below 0. You own {owned_said} of that colour before. What do "
    "you pay for all together on average?",
    concept="a mean over orders, a floor",
    rules=("HAD-6.1",),
    level="medium",
    kind="mean",
    answer=lambda costs, owned: prices(costs_of(costs), owned).mean,
    second=mean_by_orders,
    trial=order_trial,
    misconceptions=(
        Misconception(
            "The printed costs",
            lambda costs, owned: Fraction(sum(costs_of(costs))),
            "Every card that you own of the colour takes a coin off each later one.",
        ),
        Misconception(
            "Each card saves one coin more",
            lambda costs, owned: Fraction(
                max(0, sum(costs_of(costs)) - sum(range(owned, owned + len(costs_of(costs)))))
            ),
            "That is right as long as no price would fall below 0. What lies below 0 is lost.",
        ),
        Misconception(
            "The dearest card first",
            lambda costs, owned: Fraction(paid(sorted(costs_of(costs), reverse=True), owned)),
            "That is one order of many. The orders do not all cost the same.",
        ),
    ),
    hints=(
        "The first card costs its printed coins less {owned}, the second one coin less than that, and so on.",
        "Watch for prices that would fall below 0: there the discount is wasted.",
        "Go through the orders and take the mean of what they cost.",
    ),
    figure=Figure("distribution", price_bars),
    parameters={
        "costs": Parameter("1 2 3 4", tuple(COSTS), "costs", COSTS),
        "owned": Parameter(0, (0, 1, 2, 3), "cards owned before"),
    },
    words=lambda costs, owned: {"owned_said": "none" if not owned else some(owned, "card")},
    unit="coins",
)


# -- 7 when does growth pay --------------------------------------------------------------------------

TIMES = {f"{'I' * epoch} {phase}": (epoch, phase) for epoch in (1, 2, 3) for phase in "AB"}


def incomes_of(time: str) -> int:
    return incomes_left(*TIMES[time])


def mean_net(time: str, odds: HadaraOdds = published) -> Fraction:
    return odds.payback(TIMES[time][0], incomes_of(time)).mean


def net_by_parts(time: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: means of steps, cost and sale apart, put together at the end."""
    epoch = TIMES[time][0]
    cards = odds.cards_of(epoch, "yellow")
    steps = Fraction(sum(card.steps[0] for card in cards), len(cards))
    cost = Fraction(sum(card.cost for card in cards), len(cards))
    return steps * incomes_of(time) - cost - odds.tables.sale[epoch - 1]


def net_trial(rng: Random, time: str, odds: HadaraOdds = published) -> int:
    cards = odds.cards_of(TIMES[time][0], "yellow")
    return odds.net(cards[int(rng.random() * len(cards))].id, incomes_of(time))


def mean_cost(time: str, odds: HadaraOdds = published) -> Fraction:
    cards = odds.cards_of(TIMES[time][0], "yellow")
    return Fraction(sum(card.cost for card in cards), len(cards))


def growth_words(time: str, odds: HadaraOdds = published) -> dict[str, Any]:
    cards = odds.cards_of(TIMES[time][0], "yellow")
    return {
        "steps": sum(card.steps[0] for card in cards),
        "mean_steps": amount(Fraction(sum(card.steps[0] for card in cards), len(cards))),
        "all": len(cards),
        "cost": amount(mean_cost(time, odds)),
        "sale": odds.tables.sale[TIMES[time][0] - 1],
        "incomes": some(incomes_of(time), "income"),
        "is": "is" if incomes_of(time) == 1 else "are",
    }


def growth_lines(time: str, odds: HadaraOdds = published) -> Mapping[str, Any]:
    mean = mean_net(time, odds)
    return {
        "series": {
            f"epoch {'I' * epoch}": [(r, odds.payback(epoch, r).mean) for r in range(1, 7)] for epoch in (1, 2, 3)
        },
        "title": f"In epoch {time[:-2]}, phase {time[-1]}, a yellow card {'gains' if mean > 0 else 'loses'} "
        f"{amount(abs(mean))} coins on average",
        "xlabel": "incomes to come",
        "ylabel": "net coins",
        "marked": (incomes_of(time), some(incomes_of(time), "income")),
    }


PAYBACK = Question(
    id="hadara-payback",
    game="hadara",
    title="When does growth pay?",
    prompt="In {time} you buy a random one of the {all} yellow cards at its printed cost, {cost} coins on average. "
    "They have {steps} steps of income together, {mean_steps} on average, and {incomes} {is} still to come. Sold, the "
    "card would have brought {sale} coins. How many coins do you gain on average by buying it?",
    concept="an investment, what is given up",
    rules=("HAD-6.1", "HAD-7.1", "HAD-8.1"),
    level="medium",
    kind="mean",
    answer=mean_net,
    second=net_by_parts,
    trial=net_trial,
    misconceptions=(
        Misconception(
            "Forgetting the sale",
            lambda time, odds: mean_net(time, odds) + odds.tables.sale[TIMES[time][0] - 1],
            "You forgot the {sale} coins that selling the card would have brought.",
        ),
        Misconception(
            "Forgetting the price",
            lambda time, odds: mean_net(time, odds) + mean_cost(time, odds),
            "You forgot the price, {cost} coins on average.",
        ),
    ),
    hints=(
        "A step of income brings 1 coin with each income still to come.",
        "Here that is {incomes}, and a card has {mean_steps} steps on average.",
        "Take off the price and what the sale would have brought.",
    ),
    figure=Figure("lines", growth_lines),
    parameters={
        "time": Parameter("I A", tuple(TIMES), "when", {key: f"epoch {key[:-2]}, phase {key[-1]}" for key in TIMES})
    },
    words=growth_words,
    unit="coins",
)


# -- 8 silver ------------------------------------------------------------------------------------------

HIGHEST = 12
BOUGHT = {
    "II": "epoch II",
    "III": "epoch III",
    "III cheap": "epoch III with the card that makes medals cheaper",
}


def epoch_of(bought: str) -> tuple[int, bool]:
    """The epoch, and whether medals are cheaper."""
    return len(bought.split()[0]), bought.endswith("cheap")


def price_of(bought: str, odds: HadaraOdds = published) -> int:
    return odds.medal_price("silver", *epoch_of(bought))


def silver_pays(bought: str, odds: HadaraOdds = published) -> Fraction:
    lowest = odds.silver_break_even(*epoch_of(bought))
    return Fraction(max(0, min(HIGHEST, HIGHEST + 1 - lowest)), HIGHEST)


def share_of(test: Callable[[int], bool]) -> Fraction:
    """The share of the tracks 1 to 12 that pass."""
    return Fraction(sum(test(track) for track in range(1, HIGHEST + 1)), HIGHEST)


def points_of(bought: str, odds: HadaraOdds = published) -> Fraction:
    """What the coins would count."""
    return price_of(bought, odds) * odds.coin_worth()


def silver_counted(bought: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: compare the points of each track with those of the coins."""
    return share_of(lambda track: (track + 1) // 2 > points_of(bought, odds))


def silver_trial(rng: Random, bought: str, odds: HadaraOdds = published) -> bool:
    track = 1 + int(rng.random() * HIGHEST)
    return (track + 1) // 2 > points_of(bought, odds)


SILVER = Question(
    id="hadara-silver",
    game="hadara",
    title="When is silver worth its coins?",
    prompt="A silver medal bought in {bought} costs {price} coins and counts half of a track at the end, rounded up; "
    "{rate} coins count 1 point. Your track will end anywhere from 1 to {highest}, each value equally likely. What is "
    "the chance that the medal brings more than its coins would?",
    concept="break-even, rounding",
    rules=("HAD-13.1", "HAD-13.2", "HAD-15.4", "HAD-15.7"),
    level="easy",
    kind="chance",
    answer=silver_pays,
    second=silver_counted,
    trial=silver_trial,
    line=lambda w, odds: f"d{HIGHEST} : sum >= {odds.silver_break_even(*epoch_of(w['bought']))}",
    misconceptions=(
        Misconception(
            "Half, rounded down",
            lambda bought, odds: share_of(lambda track: track // 2 > points_of(bought, odds)),
            "Silver rounds up: a track of 1 counts 1 point.",
        ),
        Misconception(
            "A coin is a point",
            lambda bought, odds: share_of(lambda track: (track + 1) // 2 > price_of(bought, odds)),
            "At the end {rate} coins count 1 point, so the price is worth {worth} points.",
        ),
        Misconception(
            "Level is enough",
            lambda bought, odds: share_of(lambda track: (track + 1) // 2 >= points_of(bought, odds)),
            "The medal should bring more than its coins; where both bring {worth} points, nothing is gained.",
        ),
    ),
    hints=(
        "The coins would count {worth} points at the end.",
        "From which track on is half of it, rounded up, more than that?",
        "Count the values from there to {highest}.",
    ),
    figure=Figure(
        "lines",
        lambda bought, odds: {
            "series": {
                "silver": [(track, silver_points(track)) for track in range(1, HIGHEST + 1)],
                f"{price_of(bought, odds)} coins": [
                    (track, points_of(bought, odds)) for track in range(1, HIGHEST + 1)
                ],
            },
            "title": f"Silver for {price_of(bought, odds)} coins pays from track "
            f"{odds.silver_break_even(*epoch_of(bought))} on",
            "xlabel": "track at the end",
            "ylabel": "points",
            "step": True,
        },
    ),
    parameters={"bought": Parameter("III", tuple(BOUGHT), "bought in", BOUGHT)},
    words=lambda bought, odds: {
        "highest": HIGHEST,
        "price": price_of(bought, odds),
        "rate": odds.tables.worth["coins_a_point"],
        "worth": amount(points_of(bought, odds)),
    },
)


# -- 14 track or points --------------------------------------------------------------------------------

STEPS = 6  # statue steps of a game, each after an income


def faceup_gain(
    bonus: int, silver: bool, incomes: Fraction, coin: Fraction | None = None, odds: HadaraOdds = published
) -> Fraction:
    """Points of a tile faceup on income above those of a facedown one; `coin`: points for a coin, if not as usual."""
    return (
        bonus * incomes * (odds.coin_worth() if coin is None else coin) + (Fraction(bonus, 2) if silver else 0) - bonus
    )


def face_by_steps(bonus: int, silver: bool, odds: HadaraOdds = published) -> Fraction:
    """Second method: go through the six steps, with 5, 4, 3, 2, 1 and 0 incomes to come."""
    gains = [faceup_gain(bonus, silver, Fraction(incomes), odds=odds) for incomes in range(STEPS)]
    return sum(gains, Fraction(0)) / STEPS


FACE = Question(
    id="hadara-statue-tile",
    game="hadara",
    title="Track or points for a statue?",
    prompt="You carve a statue with a bonus of {bonus} in a random one of the six statue steps of the game; 5, 4, 3, "
    "2, 1 or 0 incomes are still to come. Facedown the tile counts {bonus} points. Faceup on income it brings {bonus} "
    "coins with each income, and {rate} coins count 1 point{medal}. By how many points is faceup better on average?",
    concept="linearity of the mean, break-even",
    rules=("HAD-10.2", "HAD-10.3", "HAD-8.1", "HAD-15.3", "HAD-15.4", "HAD-15.7"),
    level="medium",
    kind="mean",
    answer=lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS - 1, 2), odds=odds),
    second=face_by_steps,
    trial=lambda rng, bonus, silver, odds: faceup_gain(bonus, silver, Fraction(int(rng.random() * STEPS)), odds=odds),
    misconceptions=(
        Misconception(
            "The income just gained",
            lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS + 1, 2), odds=odds),
            "Statues come after the income of their phase, so that one is over: 5 to 0 are still to come, not 6 to 1.",
        ),
        Misconception(
            "A coin is a point",
            lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS - 1, 2), Fraction(1), odds),
            "At the end {rate} coins count 1 point.",
        ),
    ),
    hints=(
        "On average {incomes} incomes are still to come.",
        "They bring {coins} coins, and {rate} coins count 1 point{half}.",
        "Take off the {bonus} points that the tile would count facedown.",
    ),
    figure=Figure(
        "lines",
        lambda bonus, silver, odds: {
            "series": {
                "facedown": [(r, Fraction(bonus)) for r in range(STEPS)],
                "faceup on income": [(r, bonus * r * odds.coin_worth()) for r in range(STEPS)],
                "faceup with silver on income": [
                    (r, bonus * r * odds.coin_worth() + Fraction(bonus, 2)) for r in range(STEPS)
                ],
            },
            "title": f"Faceup is level with facedown at {amount(odds.tile_break_even(bonus, silver))} incomes to come",
            "xlabel": "incomes to come",
            "ylabel": "points",
            "marked": (float(odds.tile_break_even(bonus, silver)), "level"),
        },
    ),
    parameters={
        "bonus": Parameter(4, (2, 3, 4, 5), "bonus"),
        "silver": Parameter(
            False, (False, True), "silver", {False: "no silver on income", True: "a silver medal on income"}
        ),
    },
    words=lambda bonus, silver, odds: {
        "rate": odds.tables.worth["coins_a_point"],
        "incomes": amount(Fraction(STEPS - 1, 2)),
        "coins": amount(Fraction(bonus * (STEPS - 1), 2)),
        "half": f", and the medal counts {amount(Fraction(bonus, 2))} points more" if silver else "",
        "medal": "; a silver medal counts half of the income too (leave out its rounding)" if silver else "",
    },
    unit="points",
)

GROWTH = [ORDER, PAYBACK, SILVER, FACE]
