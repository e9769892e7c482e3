"""Questions about coins: discounts, growth, medals, and what a statue's tile is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from ...games.hadara.odds import HadaraOdds, incomes_left, paid, prices, published, silver_points
from ...numbers import amount, some
from ..entries import OwnCode

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


ORDER = OwnCode(
    answer=lambda costs, owned: prices(costs_of(costs), owned).mean,
    second_answer=mean_by_orders,
    run_trial=order_trial,
    mistakes={
        "gross-for-net": lambda costs, owned: Fraction(sum(costs_of(costs))),
        "rounding-limits": lambda costs, owned: Fraction(
            max(0, sum(costs_of(costs)) - sum(range(owned, owned + len(costs_of(costs)))))
        ),
        "one-case": lambda costs, owned: Fraction(paid(sorted(costs_of(costs), reverse=True), owned)),
    },
    text_values=lambda costs, owned: {"owned_said": "none" if not owned else some(owned, "card")},
    chart_data=price_bars,
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


PAYBACK = OwnCode(
    answer=mean_net,
    second_answer=net_by_parts,
    run_trial=net_trial,
    mistakes={
        "forgetting_the_sale": lambda time, odds: mean_net(time, odds) + odds.tables.sale[TIMES[time][0] - 1],
        "forgetting_the_price": lambda time, odds: mean_net(time, odds) + mean_cost(time, odds),
    },
    text_values=growth_words,
    chart_data=growth_lines,
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


SILVER = OwnCode(
    answer=silver_pays,
    second_answer=silver_counted,
    run_trial=silver_trial,
    mistakes={
        "rounding-limits": lambda bought, odds: share_of(lambda track: track // 2 > points_of(bought, odds)),
        "units": lambda bought, odds: share_of(lambda track: (track + 1) // 2 > price_of(bought, odds)),
        "boundary": lambda bought, odds: share_of(lambda track: (track + 1) // 2 >= points_of(bought, odds)),
    },
    text_values=lambda bought, odds: {
        "highest": HIGHEST,
        "price": price_of(bought, odds),
        "rate": odds.tables.worth["coins_a_point"],
        "worth": amount(points_of(bought, odds)),
    },
    chart_data=lambda bought, odds: {
        "series": {
            "silver": [(track, silver_points(track)) for track in range(1, HIGHEST + 1)],
            f"{price_of(bought, odds)} coins": [(track, points_of(bought, odds)) for track in range(1, HIGHEST + 1)],
        },
        "title": f"Silver for {price_of(bought, odds)} coins pays from track "
        f"{odds.silver_break_even(*epoch_of(bought))} on",
        "xlabel": "track at the end",
        "ylabel": "points",
        "step": True,
    },
    chance_model=lambda w, odds: f"d{HIGHEST} : sum >= {odds.silver_break_even(*epoch_of(w['bought']))}",
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


FACE = OwnCode(
    answer=lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS - 1, 2), odds=odds),
    second_answer=face_by_steps,
    run_trial=lambda rng, bonus, silver, odds: faceup_gain(
        bonus, silver, Fraction(int(rng.random() * STEPS)), odds=odds
    ),
    mistakes={
        "off-by-one": lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS + 1, 2), odds=odds),
        "units": lambda bonus, silver, odds: faceup_gain(bonus, silver, Fraction(STEPS - 1, 2), Fraction(1), odds),
    },
    text_values=lambda bonus, silver, odds: {
        "rate": odds.tables.worth["coins_a_point"],
        "incomes": amount(Fraction(STEPS - 1, 2)),
        "coins": amount(Fraction(bonus * (STEPS - 1), 2)),
        "half": f", and the medal counts {amount(Fraction(bonus, 2))} points more" if silver else "",
        "medal": "; a silver medal counts half of the income too (leave out its rounding)" if silver else "",
    },
    chart_data=lambda bonus, silver, odds: {
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
)

OWN_CODE = {
    "hadara-discount-order": ORDER,
    "hadara-payback": PAYBACK,
    "hadara-silver": SILVER,
    "hadara-statue-tile": FACE,
}
