"""Questions about caravans and upkeep: return, horizon, interruptions, ruin, the 150 gold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ...games.emira.odds import EmiraOdds, published, ruin
from ...games.emira.tables import CARAVANS, Caravan
from ...numbers import amount, share
from ..question import Branch, Figure, Misconception, Parameter, Question

NAMES = {kind: published.game.words.card(kind) for kind in CARAVANS}
KIND = Parameter("SF", CARAVANS, "caravan", NAMES)
YES_NO = {True: "with Adar, who makes it cheaper", False: "without Adar"}


def row(kind: str, odds: EmiraOdds = published) -> Caravan:
    return odds.game.caravans[CARAVANS.index(kind)]


def told(kind: str, adara: bool = False, odds: EmiraOdds = published, **_: Any) -> dict[str, Any]:
    """The caravan in words."""
    caravan = row(kind, odds)
    return {
        "name": NAMES[kind],
        "helped": f"At a reduced price a {NAMES[kind]}" if adara else f"A {NAMES[kind]}",
        "cost": caravan.adara_cost if adara else caravan.cost,
        "income": caravan.income,
        "spaces": caravan.spaces,
        "total": caravan.income * caravan.spaces,
    }


def cash_lines(adara: bool = False, odds: EmiraOdds = published) -> dict[str, list[tuple[int, int]]]:
    """The money of each caravan after each round, the price paid in round 0."""
    return {NAMES[kind]: list(enumerate(odds.caravan(kind, adara).cash)) for kind in CARAVANS}


# -- return --------------------------------------------------------------------------------------


def ratio_round_by_round(kind: str, adara: bool, odds: EmiraOdds = published) -> Fraction:
    """Second method: move the caravan space by space and collect its income."""
    caravan = row(kind, odds)
    space, money = caravan.spaces, 0
    while space:
        money += caravan.income
        space -= 1
    cost = caravan.adara_cost if adara else caravan.cost
    return Fraction(money - cost, cost)


RETURN = Question(
    id="emira-caravan-return",
    game="emira",
    title="What a caravan earns",
    prompt="{helped} costs {cost} and brings {income} gold in each of {spaces} rounds. "
    "How much does each gold piece earn in the end, above the piece itself?",
    concept="return on investment",
    rules=("EMI-4.2", "EMI-4.3", "EMI-7.4", "EMI-13.14"),
    level="easy",
    kind="mean",
    answer=lambda kind, adara, odds: odds.caravan(kind, adara).ratio,
    second=ratio_round_by_round,
    trial=lambda rng, kind, adara, odds: ratio_round_by_round(kind, adara, odds),
    misconceptions=(
        Misconception(
            "The price is forgotten",
            lambda kind, adara, odds: odds.caravan(kind, adara).ratio + 1,
            "Of the {total} gold that come in, {cost} only bring your own money back. Take them off first.",
        ),
        Misconception(
            "One income only",
            lambda kind, adara, odds: Fraction(row(kind, odds).income, odds.caravan(kind, adara).cost),
            "This is what one income brings for each gold piece. There are {spaces} incomes, and a price.",
        ),
    ),
    hints=(
        "Add up all incomes.",
        "They make {total} gold. Take off the price.",
        "Divide what is left by the price of {cost}.",
    ),
    figure=Figure(
        "lines",
        lambda kind, adara, odds: {
            "series": cash_lines(adara, odds),
            "title": f"A {NAMES[kind]} earns {amount(odds.caravan(kind, adara).ratio)} for each gold piece",
            "xlabel": "rounds after the purchase",
            "ylabel": "gold, the price taken off",
        },
    ),
    parameters={"kind": KIND, "adara": Parameter(False, (False, True), "price", YES_NO)},
    words=told,
    unit="gold for each gold piece",
)


# -- horizon -------------------------------------------------------------------------------------


def horizon_mean(kind: str, last: int, odds: EmiraOdds = published) -> Fraction:
    return Fraction(sum(odds.net_by_horizon(kind, last)[1:]), last)


def horizon_by_income(kind: str, last: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: each income is reached with its own chance; add them up and take the price off."""
    caravan = row(kind, odds)
    reached = sum((Fraction(last - i + 1, last) for i in range(1, min(caravan.spaces, last) + 1)), Fraction(0))
    return caravan.income * reached - caravan.cost


def horizon_trial(rng: Random, kind: str, last: int, odds: EmiraOdds = published) -> int:
    return odds.caravan(kind, horizon=1 + int(rng.random() * last)).net


HORIZON = Question(
    id="emira-horizon",
    game="emira",
    title="The game may end before",
    prompt="You buy a {name} for {cost}; it brings {income} in each of {spaces} rounds. "
    "The game has 1 to {last} incomes left, all equally likely. What does it earn on average, the price taken off?",
    concept="the mean of a function is not the function of the mean",
    rules=("EMI-4.2", "EMI-4.3", "EMI-7.4"),
    level="medium",
    kind="mean",
    answer=horizon_mean,
    second=horizon_by_income,
    trial=horizon_trial,
    misconceptions=(
        Misconception(
            "Every income arrives",
            lambda kind, last, odds: Fraction(odds.caravan(kind).net),
            "That needs {spaces} incomes. In a game that ends earlier, some never arrive.",
        ),
        Misconception(
            "The average length is put in",
            lambda kind, last, odds: (
                row(kind, odds).income * min(Fraction(row(kind, odds).spaces), Fraction(last + 1, 2))
                - row(kind, odds).cost
            ),
            "A long game brings no more than {spaces} incomes, but a short one brings fewer. "
            "So the mean is below what the mean length of {middle} gives.",
        ),
    ),
    hints=(
        "List the earnings for 1, 2, 3 and more incomes left.",
        "With one income left it is {income} less {cost}.",
        "After {spaces} incomes it grows no more.",
        "Add up the list and divide by {last}.",
    ),
    figure=Figure(
        "lines",
        lambda kind, last, odds: {
            "series": {NAMES[k]: list(enumerate(odds.net_by_horizon(k, 10))) for k in CARAVANS},
            "title": "Of one size the slow caravan is better only where "
            f"{odds.crossing(row(kind, odds).size)} incomes arrive",
            "xlabel": "incomes left",
            "ylabel": "gold, the price taken off",
            "step": True,
        },
    ),
    parameters={"kind": KIND, "last": Parameter(6, tuple(range(2, 13)), "incomes left at most")},
    words=lambda kind, last, odds: {**told(kind, odds=odds), "middle": amount(Fraction(last + 1, 2))},
)


# -- interruption --------------------------------------------------------------------------------


def interrupted_card_by_card(m: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: multiply the chances that one card after the other is another one."""
    others = Fraction(1)
    for drawn in range(m):
        left = odds.events_in_play() - drawn
        others *= Fraction(left - odds.interrupts(), left)
    return 1 - others


def interrupted_trial(rng: Random, m: int, odds: EmiraOdds = published) -> bool:
    return min(rng.sample(range(odds.events_in_play()), m)) < odds.interrupts()


def interrupt_words(odds: EmiraOdds = published) -> dict[str, Any]:
    """The event cards, and the Interrupts among them."""
    cards, interrupts = odds.events_in_play(), odds.interrupts()
    return {
        "cards": cards,
        "interrupts": interrupts,
        "calm": cards - interrupts,
        "left": cards - 1,
        "calm_left": cards - interrupts - 1,
        "one": Fraction(interrupts, cards),
        "are": "is" if interrupts == 1 else "are",
    }


def turning_point(odds: EmiraOdds = published) -> int:
    """The fewest event cards with which the large fast caravan is better than the large slow one in 8 rounds."""
    return next(
        n
        for n in range(odds.events_in_play() + 1)
        if odds.net_under_risk("LF", n).mean > odds.net_under_risk("LS", n).mean
    )


INTERRUPT = Question(
    id="emira-interrupt",
    line=lambda w: f"{w['m']} deck{{interrupt*{w['interrupts']},calm*{w['calm']}}} : count interrupt >= 1",
    game="emira",
    title="Will the trade be interrupted?",
    prompt="{interrupts} of the {cards} event cards {are} called Interrupt Spice Trade: for a round no caravan pays. "
    "{m} of the {cards} cards are in the hands of the others. What is the chance that at least one Interrupt is among "
    "them?",
    concept="at least one, without replacement",
    rules=("EMI-14.11", "EMI-1.8", "EMI-8.2"),
    level="easy",
    kind="chance",
    answer=lambda m, odds: odds.interrupted(m),
    second=interrupted_card_by_card,
    trial=interrupted_trial,
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda m, odds: m * Fraction(odds.interrupts(), odds.events_in_play()),
            "{m} times {one} is the mean number of Interrupts. It counts hands with two of them twice.",
        ),
        Misconception(
            "The cards go back",
            lambda m, odds: 1 - Fraction(odds.events_in_play() - odds.interrupts(), odds.events_in_play()) ** m,
            "No card goes back. After one other card, {interrupts} of only {left} {are} Interrupts.",
        ),
    ),
    hints=(
        "Ask for the opposite: no Interrupt among the {m} cards.",
        "{calm} cards are others. The first is one of them with a chance of {calm}/{cards}.",
        "The next is one with a chance of {calm_left}/{left}, and so on. Multiply {m} such fractions.",
        "Take the product from 1.",
    ),
    figure=Figure(
        "lines",
        lambda m, odds: {
            "series": {
                NAMES[kind]: [(n, odds.net_under_risk(kind, n).mean) for n in range(21)] for kind in ("LS", "LF")
            },
            "title": f"With {m} cards the risk is {share(odds.interrupted(m))}; "
            f"from {turning_point(odds)} cards on the fast caravan is better",
            "xlabel": "event cards in other hands",
            "ylabel": "mean gold in 8 rounds, the price taken off",
            "zero": False,
            "marked": (m, f"{m} cards"),
        },
    ),
    parameters={"m": Parameter(4, tuple(range(2, 21)), "event cards")},
    words=lambda m, odds: interrupt_words(odds),
)


# -- ruin ----------------------------------------------------------------------------------------


def ruin_by_list(gold: int, m: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: list all eight courses of three rounds."""
    q = odds.interrupted(m)
    failed = Fraction(0)
    for course in product((True, False), repeat=3):
        money, broke = gold, False
        for cut in course:
            money += 50 + (0 if cut else 250) - 250
            broke = broke or money < 0
        if broke:
            failed += q ** sum(course) * (1 - q) ** (3 - sum(course))
    return failed


def ruin_trial(rng: Random, gold: int, m: int, odds: EmiraOdds = published) -> bool:
    q = float(odds.interrupted(m))
    for _ in range(3):
        gold += 50 + (0 if rng.random() < q else 250) - 250
        if gold < 0:
            return True
    return False


def ruin_tree(gold: int, m: int, odds: EmiraOdds = published, rounds: int = 3) -> Branch:
    """The courses of the money, round by round."""
    return _branch("now", None, gold, odds.interrupted(m), rounds)


def _branch(label: str, chance: Fraction | None, gold: int, q: Fraction, rounds: int) -> Branch:
    if gold < 0:
        return Branch(label, chance, "cannot pay")
    if not rounds:
        return Branch(label, chance, f"{gold} gold")
    children = (
        _branch("cut", q, gold - 200, q, rounds - 1),
        _branch("trade", 1 - q, gold + 50, q, rounds - 1),
    )
    return Branch(label, chance, f"{gold} gold", children, "chance")


RUIN = Question(
    id="emira-ruin",
    game="emira",
    title="Can you pay for three rounds?",
    prompt="Each round brings you 50 gold, and 250 more from a caravan unless the trade is interrupted; "
    "that happens with a chance of {q} each round. Then 250 are due. You start with {gold}. "
    "What is the chance that you cannot pay at some point within three rounds?",
    concept="a random walk with a floor",
    rules=("EMI-10.1", "EMI-10.3", "EMI-14.11"),
    level="hard",
    kind="chance",
    answer=lambda gold, m, odds: ruin(gold, odds.interrupted(m)),
    second=ruin_by_list,
    trial=ruin_trial,
    misconceptions=(
        Misconception(
            "Only one round is looked at",
            lambda gold, m, odds: odds.interrupted(m),
            "There are three rounds, and each can go wrong. What that does depends on the gold you have by then.",
        ),
        Misconception(
            "Any interruption is enough",
            lambda gold, m, odds: 1 - (1 - odds.interrupted(m)) ** 3,
            "An interruption costs you 200. With {gold} gold and 50 more after each good round you may survive one.",
        ),
    ),
    hints=(
        "A round with trade leaves you 50 more, a round without 200 less.",
        "Draw a tree of three rounds, starting with {gold}.",
        "Cut a branch as soon as the money is below 0.",
        "Each interruption has a chance of {q}. Multiply along the branches and add the failures.",
    ),
    figure=Figure(
        "tree",
        lambda gold, m, odds: {
            "root": ruin_tree(gold, m, odds),
            "title": f"Starting with {gold} gold you fail with a chance of {share(ruin(gold, odds.interrupted(m)))}",
        },
    ),
    parameters={
        "gold": Parameter(100, (50, 100, 150, 200, 300), "gold at the start"),
        "m": Parameter(4, (1, 2, 4, 8), "event cards in other hands"),
    },
    words=lambda gold, m, odds: {"q": share(odds.interrupted(m))},
)


# -- bidding down to the 150 -----------------------------------------------------------------------


def pays_listed(most: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: reckon every case."""
    cases = bid_cases(most, odds)
    return Fraction(sum(odds.bid_down(gold) > 0 for gold in cases), len(cases))


def bid_cases(most: int, odds: EmiraOdds = published) -> range:
    """What the gold may be: from the compensation's limit on, in steps of a bid."""
    prices = odds.tables.prices
    return range(prices["compensation_below"], most + 1, prices["bid_step"])


def bid_end(odds: EmiraOdds = published) -> int:
    """What is there after a bid down to just below the limit, and the compensation."""
    prices = odds.tables.prices
    return prices["compensation_below"] - prices["bid_step"] + prices["compensation"]


def pays_formula(most: int, odds: EmiraOdds = published) -> Fraction:
    """Bidding down pays as long as there is less gold before than there is after it."""
    cases = bid_cases(most, odds)
    return Fraction(len(range(cases.start, min(bid_end(odds), cases.stop), cases.step)), len(cases))


def bid_words(most: int, odds: EmiraOdds = published) -> dict[str, Any]:
    """The prices of the question."""
    prices = odds.tables.prices
    return {
        "end": bid_end(odds),
        "cases": len(bid_cases(most, odds)),
        "below": prices["compensation_below"],
        "gets": prices["compensation"],
        "step": prices["bid_step"],
        "keeps": prices["compensation_below"] - prices["bid_step"],
    }


BID_DOWN = Question(
    id="emira-bid-down",
    game="emira",
    title="Paying to be poor",
    prompt="You are the last to act. Below {below} gold you may take {gets} instead of an action, and you may pay a "
    "bid, a multiple of {step}, to get there. Your gold is equally likely any multiple of {step} from {below} to "
    "{most}. What is the chance that paying and taking the {gets} leaves you richer than before?",
    concept="a threshold and its incentive",
    rules=("EMI-6.13", "EMI-6.11", "EMI-6.9"),
    level="medium",
    kind="chance",
    answer=pays_formula,
    second=pays_listed,
    trial=lambda rng, most, odds: odds.bid_down(rng.choice(bid_cases(most, odds))) > 0,
    line=lambda w, odds: f"d{{{','.join(map(str, bid_cases(w['most'], odds)))}}} : sum < {w['end']}",
    misconceptions=(
        Misconception(
            "It always pays",
            lambda most: Fraction(1),
            "You must get below {below}, so you keep {keeps} and end with {end}. Who has more than that loses.",
        ),
        Misconception(
            "Breaking even counts",
            lambda most, odds: Fraction(
                sum(odds.bid_down(gold) >= 0 for gold in bid_cases(most, odds)), len(bid_cases(most, odds))
            ),
            "With exactly {end} gold you end with {end}. You are not richer.",
        ),
    ),
    hints=(
        "What do you have after the bid? Less than {below}, so at most {keeps}.",
        "After the {gets} you have {end}, whatever you started with.",
        "Compare {end} with your gold.",
        "There are {cases} cases. Count those with less than {end}.",
    ),
    figure=Figure(
        "lines",
        lambda most, odds: {
            "series": {"gain": [(gold, odds.bid_down(gold)) for gold in bid_cases(most, odds)]},
            "title": f"Bidding down to the {odds.tables.prices['compensation']} pays only with less than "
            f"{bid_end(odds)} gold",
            "xlabel": "gold before",
            "ylabel": "gain in gold",
            "marked": (bid_end(odds), "no gain"),
        },
    ),
    parameters={"most": Parameter(790, (690, 740, 790, 840, 890, 990), "gold at most")},
    words=bid_words,
)


TRADE = [RETURN, HORIZON, INTERRUPT, RUIN, BID_DOWN]
