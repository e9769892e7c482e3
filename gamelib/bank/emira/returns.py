"""Questions about what a caravan returns, and when: payback, growth, interruptions before the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ...games.emira.odds import EmiraOdds, published
from ...games.emira.tables import CARAVANS
from ...numbers import NARROW, amount, share, some
from ..question import Figure, Misconception, Parameter, Question
from .trade import NAMES, row, told

KIND = Parameter("SS", CARAVANS, "caravan", NAMES)


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


PAYBACK = Question(
    id="emira-payback",
    game="emira",
    title="When is the money back?",
    prompt="A {name} costs {cost} and brings {income} gold in each round in which trade goes on. One round in {one_in} "
    "trade is interrupted, whatever came before. What is the chance that the price is back within {rounds} rounds?",
    concept="payback under risk",
    rules=("EMI-4.2", "EMI-7.4", "EMI-14.11"),
    level="medium",
    kind="chance",
    answer=paid_back,
    second=paid_back_by_list,
    trial=lambda rng, kind, one_in, rounds, odds: payback_trial(rng, kind, one_in, odds) <= rounds,
    misconceptions=(
        Misconception(
            "Every round must pay",
            lambda kind, one_in, rounds: (1 - Fraction(1, one_in)) ** rounds,
            "With {needed} incomes the price is back. In {rounds} rounds some may fail to pay, and it is back all "
            "the same.",
        ),
        Misconception(
            "Only the quickest way",
            lambda kind, one_in, rounds, odds: (1 - Fraction(1, one_in)) ** odds.incomes_needed(kind),
            "This is the chance that the first {needed} rounds all pay. It may also be back a round later.",
        ),
        Misconception(
            "Nothing goes wrong",
            lambda kind, one_in, rounds, odds: Fraction(rounds >= odds.incomes_needed(kind)),
            "Without an interruption it takes {needed} rounds. On average one round in {one_in} brings nothing.",
        ),
    ),
    hints=(
        "How many incomes bring {cost} gold back, at {income} each?",
        "It takes {needed}. They may come in any of the {rounds} rounds.",
        "A round pays with a chance of {pays}. Take each round in which the last income needed may come.",
        "Multiply along each course, and add up the courses.",
    ),
    figure=Figure(
        "lines",
        lambda kind, one_in, rounds, odds: {
            "series": cut_lines(kind, 7, odds),
            "title": f"A {NAMES[kind]} is paid back within {rounds} rounds with a chance of "
            f"{share(paid_back(kind, one_in, rounds, odds))}",
            "xlabel": "rounds after the purchase",
            "ylabel": "gold, the price taken off",
            "marked": (rounds, f"{rounds} rounds"),
        },
    ),
    parameters={
        "kind": KIND,
        "one_in": Parameter(4, (3, 4, 5, 8, 10), "one round is cut in"),
        "rounds": Parameter(4, (3, 4, 5), "rounds"),
    },
    words=lambda kind, one_in, rounds, odds: {
        **told(kind, odds=odds),
        "needed": odds.incomes_needed(kind),
        "pays": share(1 - Fraction(1, one_in)),
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


POT = Question(
    id="emira-pot",
    game="emira",
    title="A pot that pays like a caravan",
    prompt="Put the {cost} gold of a {name} into a pot instead. Each round the pot grows by {rate}\u00a0%, then you "
    "take {income} gold out, as the caravan would pay, {spaces} times. What the pot may lack counts as minus, and "
    "grows as well. What is in the pot in the end?",
    concept="internal rate of return",
    rules=("EMI-4.2", "EMI-4.3", "EMI-7.4"),
    level="hard",
    kind="mean",
    answer=pot_left,
    second=pot_formula,
    trial=lambda rng, kind, rate, odds: pot_left(kind, rate, odds),
    misconceptions=(
        Misconception(
            "The pot does not grow",
            lambda kind, rate, odds: Fraction(-odds.caravan(kind).net),
            "This is the price less all that you take out. But what is in the pot, or what it lacks, grows each round.",
        ),
        Misconception(
            "Only the first gold grows",
            lambda kind, rate, odds: (
                row(kind, odds).cost * (1 + Fraction(rate * row(kind, odds).spaces, 100))
                - row(kind, odds).income * row(kind, odds).spaces
            ),
            "Each round {rate} % of what is then in the pot comes in: less when gold was taken out, more when it grew.",
        ),
        Misconception(
            "All is taken out at the end",
            lambda kind, rate, odds: (
                row(kind, odds).cost * (1 + Fraction(rate, 100)) ** row(kind, odds).spaces
                - row(kind, odds).income * row(kind, odds).spaces
            ),
            "The incomes come one by one. Gold that is taken out early does not grow in the pot any more.",
        ),
    ),
    hints=(
        "Go round by round, and write down what is in the pot.",
        "After the first round: {cost} and {rate} % more, less {income}. That is {first}.",
        "Do the same with what is left, {spaces} times.",
    ),
    figure=Figure(
        "lines",
        lambda kind, rate, odds: {
            "series": {NAMES[k]: [(r, pot_left(k, r, odds)) for r in range(0, 46, 5)] for k in same_size(kind, odds)},
            "title": pot_title(kind, rate, odds),
            "xlabel": "growth a round, in per cent",
            "ylabel": "gold left at the end",
            "marked": (rate, f"{rate}{NARROW}%"),
        },
    ),
    parameters={"kind": KIND, "rate": Parameter(20, (10, 20, 30, 40), "growth of the pot a round, in per cent")},
    words=lambda kind, rate, odds: {
        **told(kind, odds=odds),
        "first": amount(row(kind, odds).cost * (1 + Fraction(rate, 100)) - row(kind, odds).income),
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


RISK = Question(
    id="emira-caravan-risk",
    game="emira",
    title="Slow or fast",
    prompt="You buy a {name}: it costs {cost} and brings {income} a round, {spaces} times at most. The game has "
    "{horizon} rounds left. Of the {unknown} event cards that you do not know, {interrupts} are Interrupts; your "
    "rivals hold {m}, and each Interrupt among them stops trade for one round. What does the caravan earn on average, "
    "its price taken off?",
    concept="expected value with a random number of losses",
    rules=("EMI-4.2", "EMI-4.3", "EMI-14.11"),
    level="medium",
    kind="mean",
    answer=risky_net,
    second=risky_net_by_income,
    trial=risky_trial,
    misconceptions=(
        Misconception(
            "Nothing is interrupted",
            lambda kind, m, horizon, odds: Fraction(net_at(kind, horizon, odds)),
            "So it is if none of the {m} cards is an Interrupt. On average {mean_cuts} of them are.",
        ),
        Misconception(
            "One interruption at most",
            lambda kind, m, horizon, odds: (
                net_at(kind, horizon, odds) * (1 - odds.interrupted(m, unknown(odds)))
                + net_at(kind, horizon - 1, odds) * odds.interrupted(m, unknown(odds))
            ),
            "There may be more than one Interrupt among {m} cards, and each stops trade for a round.",
        ),
        Misconception(
            "The price is forgotten",
            lambda kind, m, horizon, odds: risky_net(kind, m, horizon, odds) + row(kind, odds).cost,
            "This is what comes in. Take the price of {cost} off.",
        ),
    ),
    hints=(
        "What does it earn if no round is lost, if one is, and so on?",
        "Without a loss it earns {whole}. On average {mean_cuts} rounds are lost.",
        "How likely is each number of Interrupts from 0 to {interrupts} among {m} of {unknown} cards?",
        "Multiply what it earns in each case by the chance of the case, and add up.",
    ),
    figure=Figure(
        "lines",
        lambda kind, m, horizon, odds: {
            "series": {NAMES[k]: [(n, risky_net(k, n, horizon, odds)) for n in range(0, 21, 2)] for k in CARAVANS},
            "title": f"A {NAMES[kind]} earns {amount(risky_net(kind, m, horizon, odds))} gold on average",
            "xlabel": "event cards in other hands",
            "ylabel": "mean gold, price off",
            "marked": (m, f"{m} cards"),
        },
    ),
    parameters={
        "kind": Parameter("LS", CARAVANS, "caravan", NAMES),
        "m": Parameter(8, (4, 6, 8, 10, 12, 16), "event cards in other hands"),
        "horizon": Parameter(8, (5, 6, 7, 8, 9, 10), "rounds left"),
    },
    words=lambda kind, m, horizon, odds: _risk_words(kind, m, horizon, odds),
    unit="mean gold, price off",
)


def _risk_words(kind: str, m: int, horizon: int, odds: EmiraOdds = published) -> dict[str, Any]:
    return {
        **told(kind, odds=odds),
        "unknown": unknown(odds),
        "interrupts": odds.interrupts(),
        "whole": net_at(kind, horizon, odds),
        "mean_cuts": amount(odds.interruptions(m, unknown(odds)).mean),
    }


RETURNS = [PAYBACK, POT, RISK]
