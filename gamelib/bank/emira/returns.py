"""Questions about what a caravan returns, and when: payback, growth, interruptions before the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ...games.emira.odds import EmiraOdds, published
from ...games.emira.tables import CARAVANS
from ...numbers import NARROW, amount, share, some
from ..entries import OwnCode
from .trade import NAMES, row, told


def unknown(odds: EmiraOdds = published) -> int:
    """Event cards that a seat with one card of its own does not know."""
    return odds.events_in_play() - 1


# -- payback -------------------------------------------------------------------------------------


def paid_back(kind: str, one_in: int, rounds: int, odds: EmiraOdds = published) -> Fraction:
    return odds.payback_round(kind, Fraction(1, one_in), rounds).p(range(rounds + 1))


def paid_back_by_list(kind: str, one_in: int, rounds: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: list every course of the rounds and reckon the money of each."""
    caravan, q = row(kind, odds), Fraction(1, one_in)
    good = Fraction(0)
    for course in product((True, False), repeat=rounds):
        if caravan.income * min(caravan.spaces, course.count(False)) >= caravan.cost:
            good += q ** course.count(True) * (1 - q) ** course.count(False)
    return good


def payback_trial(rng: Random, kind: str, one_in: int, odds: EmiraOdds = published) -> int:
    """The round in which a caravan with interruptions has brought its price back."""
    caravan, number = row(kind, odds), 0
    cash = -caravan.cost
    while cash < 0:
        number += 1
        if int(rng.random() * one_in):
            cash += caravan.income
    return number


def cut_lines(kind: str, most: int, odds: EmiraOdds = published) -> dict[str, list[tuple[int, int]]]:
    """The money after each round if the first 0, 1, 2 rounds are lost."""
    return {
        f"{some(cuts, 'round') if cuts else 'no rounds'} lost": list(
            enumerate(odds.caravan(kind, interrupt=range(1, cuts + 1)).cash[: most + 1])
        )
        for cuts in range(3)
    }


PAYBACK = OwnCode(
    answer=paid_back,
    second_answer=paid_back_by_list,
    run_trial=lambda rng, kind, one_in, rounds, odds: payback_trial(rng, kind, one_in, odds) <= rounds,
    mistakes={
        "and-for-or": lambda kind, one_in, rounds: (1 - Fraction(1, one_in)) ** rounds,
        "order-ignored": lambda kind, one_in, rounds, odds: (1 - Fraction(1, one_in)) ** odds.incomes_needed(kind),
        "outcome-approach": lambda kind, one_in, rounds, odds: Fraction(rounds >= odds.incomes_needed(kind)),
    },
    text_values=lambda kind, one_in, rounds, odds: {
        **told(kind, odds=odds),
        "needed": odds.incomes_needed(kind),
        "pays": share(1 - Fraction(1, one_in)),
    },
    chart_data=lambda kind, one_in, rounds, odds: {
        "series": cut_lines(kind, 7, odds),
        "title": f"A {NAMES[kind]} is paid back within {rounds} rounds with a chance of "
        f"{share(paid_back(kind, one_in, rounds, odds))}",
        "xlabel": "rounds after the purchase",
        "ylabel": "gold, the price taken off",
        "marked": (rounds, f"{rounds} rounds"),
    },
)

# -- growth --------------------------------------------------------------------------------------


def pot_formula(kind: str, rate: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: the price grows all the time, and so does each income from when it is taken."""
    caravan, growth = row(kind, odds), 1 + Fraction(rate, 100)
    lost = sum((caravan.income * growth**late for late in range(caravan.spaces)), Fraction(0))
    return caravan.cost * growth**caravan.spaces - lost


def same_size(kind: str, odds: EmiraOdds = published) -> list[str]:
    """The slow and the fast caravan of its size."""
    return [other for other in CARAVANS if row(other, odds).size == row(kind, odds).size]


def pot_left(kind: str, rate: int, odds: EmiraOdds = published) -> Fraction:
    return odds.pot(kind, Fraction(rate, 100))


def pot_title(kind: str, rate: int, odds: EmiraOdds = published) -> str:
    left = round(pot_left(kind, rate, odds))
    told_left = f"has about {left} gold left" if left > 0 else f"lacks about {-left} gold in the end"
    return f"At {rate}{NARROW}% a round the pot of a {NAMES[kind]} {told_left}"


POT = OwnCode(
    answer=pot_left,
    second_answer=pot_formula,
    run_trial=lambda rng, kind, rate, odds: pot_left(kind, rate, odds),
    mistakes={
        "the_pot_does_not_grow": lambda kind, rate, odds: Fraction(-odds.caravan(kind).net),
        "only_the_first_gold_grows": lambda kind, rate, odds: (
            row(kind, odds).cost * (1 + Fraction(rate * row(kind, odds).spaces, 100))
            - row(kind, odds).income * row(kind, odds).spaces
        ),
        "all_is_taken_out_at_the_end": lambda kind, rate, odds: (
            row(kind, odds).cost * (1 + Fraction(rate, 100)) ** row(kind, odds).spaces
            - row(kind, odds).income * row(kind, odds).spaces
        ),
    },
    text_values=lambda kind, rate, odds: {
        **told(kind, odds=odds),
        "first": amount(row(kind, odds).cost * (1 + Fraction(rate, 100)) - row(kind, odds).income),
    },
    chart_data=lambda kind, rate, odds: {
        "series": {NAMES[k]: [(r, pot_left(k, r, odds)) for r in range(0, 46, 5)] for k in same_size(kind, odds)},
        "title": pot_title(kind, rate, odds),
        "xlabel": "growth a round, in per cent",
        "ylabel": "gold left at the end",
        "marked": (rate, f"{rate}{NARROW}%"),
    },
)

# -- interruptions before the end ------------------------------------------------------------------


def risky_net(kind: str, m: int, horizon: int, odds: EmiraOdds = published) -> Fraction:
    return odds.net_under_risk(kind, m, horizon, cards=unknown(odds)).mean


def risky_net_by_income(kind: str, m: int, horizon: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: draw card by card how many rounds are lost, then ask of each income whether it still comes."""
    lost: dict[int, Fraction] = {0: Fraction(1)}
    for drawn in range(m):
        after: dict[int, Fraction] = {}
        for cuts, p in lost.items():
            hit = Fraction(odds.interrupts() - cuts, unknown(odds) - drawn)
            for more, chance in ((1, hit), (0, 1 - hit)):
                after[cuts + more] = after.get(cuts + more, Fraction(0)) + p * chance
        lost = after
    caravan = row(kind, odds)
    comes = (
        sum((p for cuts, p in lost.items() if income <= horizon - cuts), Fraction(0))
        for income in range(1, caravan.spaces + 1)
    )
    return caravan.income * sum(comes, Fraction(0)) - caravan.cost


def risky_trial(rng: Random, kind: str, m: int, horizon: int, odds: EmiraOdds = published) -> int:
    """Deal the rivals' cards, and let the caravan walk: each Interrupt among them stops one round."""
    cuts = sum(card < odds.interrupts() for card in rng.sample(range(unknown(odds)), m))
    stopped = rng.sample(range(1, horizon + 1), cuts)
    return odds.caravan(kind, horizon=horizon, interrupt=stopped).net


def net_at(kind: str, left: int, odds: EmiraOdds = published) -> int:
    return odds.net_by_horizon(kind, left)[left]


RISK = OwnCode(
    answer=risky_net,
    second_answer=risky_net_by_income,
    run_trial=risky_trial,
    mistakes={
        "outcome-approach": lambda kind, m, horizon, odds: Fraction(net_at(kind, horizon, odds)),
        "incomplete-mean": lambda kind, m, horizon, odds: (
            net_at(kind, horizon, odds) * (1 - odds.interrupted(m, unknown(odds)))
            + net_at(kind, horizon - 1, odds) * odds.interrupted(m, unknown(odds))
        ),
        "gross-for-net": lambda kind, m, horizon, odds: risky_net(kind, m, horizon, odds) + row(kind, odds).cost,
    },
    text_values=lambda kind, m, horizon, odds: _risk_words(kind, m, horizon, odds),
    chart_data=lambda kind, m, horizon, odds: {
        "series": {NAMES[k]: [(n, risky_net(k, n, horizon, odds)) for n in range(0, 21, 2)] for k in CARAVANS},
        "title": f"A {NAMES[kind]} earns {amount(risky_net(kind, m, horizon, odds))} gold on average",
        "xlabel": "event cards in other hands",
        "ylabel": "mean gold, price off",
        "marked": (m, f"{m} cards"),
    },
)


def _risk_words(kind: str, m: int, horizon: int, odds: EmiraOdds = published) -> dict[str, Any]:
    return {
        **told(kind, odds=odds),
        "unknown": unknown(odds),
        "interrupts": odds.interrupts(),
        "whole": net_at(kind, horizon, odds),
        "mean_cuts": amount(odds.interruptions(m, unknown(odds)).mean),
    }


OWN_CODE = {
    "emira-payback": PAYBACK,
    "emira-pot": POT,
    "emira-caravan-risk": RISK,
}
