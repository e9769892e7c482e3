"""Questions about coins: discounts, growth, medals, and the value of a statue's bonus tile."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from ...games.hadara.odds import HadaraOdds, incomes_remaining, published_odds, random_order_price, total_price
from ..entries import OwnCode

# -- 6 the order of purchases with a discount --------------------------------------------------------


def parse_costs(costs: str) -> list[int]:
    """Return the costs in a text such as "3 5 7"."""
    return [int(cost) for cost in costs.split()]


def mean_price_over_orders(costs: str, owned: int) -> Fraction:
    """Compute the mean price by a second method: buy the cards in every order."""
    totals = []
    for order in permutations(parse_costs(costs)):
        have, spent = owned, 0
        for cost in order:
            spent += max(0, cost - have)
            have += 1
        totals.append(spent)
    return Fraction(sum(totals), len(totals))


def draw_price_of_random_order(rng: Random, costs: str, owned: int) -> int:
    """Buy the cards in random order and return the total price."""
    order = parse_costs(costs)
    rng.shuffle(order)
    return total_price(order, owned)


ORDER = OwnCode(
    answer=lambda costs, owned: random_order_price(parse_costs(costs), owned).mean,
    answer_by_second_method=mean_price_over_orders,
    run_trial=draw_price_of_random_order,
    mistakes={"one-case": lambda costs, owned: Fraction(total_price(sorted(parse_costs(costs), reverse=True), owned))},
    text_values=lambda costs, owned: {"cheapest": total_price(sorted(parse_costs(costs)), owned)},
    chart_data=lambda costs, owned: {"dist": random_order_price(parse_costs(costs), owned)},
)


# -- 7 the time at which growth pays off -------------------------------------------------------------

TIMES = {f"{'I' * epoch} {phase}": (epoch, phase) for epoch in (1, 2, 3) for phase in "AB"}


def incomes_remaining_at(time: str) -> int:
    """Return the number of incomes that follow after a time such as "II A"."""
    return incomes_remaining(*TIMES[time])


def mean_net_coins_of_yellow_card(time: str, odds: HadaraOdds = published_odds) -> Fraction:
    """Return the mean net coins of a random yellow card that is bought at this time."""
    return odds.random_yellow_card_net_coins(TIMES[time][0], incomes_remaining_at(time)).mean


def mean_net_coins_of_yellow_card_by_parts(time: str, odds: HadaraOdds = published_odds) -> Fraction:
    """Compute the mean net coins by a second method: combine the means of income, cost and sale."""
    epoch = TIMES[time][0]
    cards = odds.cards_of_colour(epoch, "yellow")
    steps = Fraction(sum(card.steps[0] for card in cards), len(cards))
    cost = Fraction(sum(card.cost for card in cards), len(cards))
    return steps * incomes_remaining_at(time) - cost - odds.tables.sale[epoch - 1]


def draw_net_coins_of_yellow_card(rng: Random, time: str, odds: HadaraOdds = published_odds) -> int:
    """Draw a yellow card and return its net coins."""
    cards = odds.cards_of_colour(TIMES[time][0], "yellow")
    return odds.card_net_coins(cards[int(rng.random() * len(cards))].id, incomes_remaining_at(time))


def mean_yellow_cost(time: str, odds: HadaraOdds = published_odds) -> Fraction:
    """Return the mean cost of the yellow cards of the epoch."""
    cards = odds.cards_of_colour(TIMES[time][0], "yellow")
    return Fraction(sum(card.cost for card in cards), len(cards))


def growth_text_values(time: str, odds: HadaraOdds = published_odds) -> dict[str, Any]:
    """Return the values for the texts of the question about growth."""
    cards = odds.cards_of_colour(TIMES[time][0], "yellow")
    return {
        "steps": sum(card.steps[0] for card in cards),
        "all": len(cards),
        "cost": mean_yellow_cost(time, odds),
        "sale": odds.tables.sale[TIMES[time][0] - 1],
        "incomes": incomes_remaining_at(time),
    }


PAYBACK = OwnCode(
    answer=mean_net_coins_of_yellow_card,
    answer_by_second_method=mean_net_coins_of_yellow_card_by_parts,
    run_trial=draw_net_coins_of_yellow_card,
    text_values=growth_text_values,
)


# -- 8 silver ------------------------------------------------------------------------------------------

MAX_TRACK = 12


class MedalTime(NamedTuple):
    """Time when a medal is bought."""

    epoch: int
    is_cheap: bool


def parse_medal_time(bought: str) -> MedalTime:
    """Return the purchase time that a choice such as "III cheap" encodes."""
    return MedalTime(len(bought.split()[0]), bought.endswith("cheap"))


def silver_medal_price(bought: str, odds: HadaraOdds = published_odds) -> int:
    """Return the price of a silver medal, in coins."""
    return odds.medal_price("silver", *parse_medal_time(bought))


def share_of_track_values_passing(test: Callable[[int], bool]) -> Fraction:
    """Return the share of the track values 1 to 12 for which the test returns True."""
    return Fraction(sum(test(track) for track in range(1, MAX_TRACK + 1)), MAX_TRACK)


def silver_medal_price_in_points(bought: str, odds: HadaraOdds = published_odds) -> Fraction:
    """Return the price of a silver medal in points."""
    return silver_medal_price(bought, odds) * odds.points_per_coin()


SILVER = OwnCode(
    mistakes={
        "rounding-limits": lambda bought, odds: share_of_track_values_passing(
            lambda track: track // 2 > silver_medal_price_in_points(bought, odds)
        )
    },
)


OWN_CODE: dict[str, OwnCode] = {"hadara-discount-order": ORDER, "hadara-payback": PAYBACK, "hadara-silver": SILVER}
