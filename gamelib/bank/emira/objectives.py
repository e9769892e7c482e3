"""Questions about objective cards: artists who have the talents, a talent counted twice, a rival's card."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Any

from ...dist import Dist
from ...games.emira.odds import EmiraOdds, published
from ...games.emira.tables import TALENTS, Need, covers
from ...numbers import NARROW, share
from ..question import Figure, Misconception, Parameter, Question
from .princesses import SHOWN, draw_talents, talents_of

CARDS = tuple(published.game.tables.objectives)


def card_words(card: str, odds: EmiraOdds = published) -> str:
    """What an objective asks for."""
    return odds.game.words.card(card)


# -- objectives ----------------------------------------------------------------------------------


@lru_cache(64)
def reached(card: str, n: int, odds: EmiraOdds = published) -> tuple[Fraction, Fraction]:
    """(fulfilled, fulfilled if a double talent counted twice) with n random princesses.

    Goes through the princesses one by one. A hand is known by what may still be missing, for each way to
    give its princesses their talents, and by how many of each talent it holds.
    """
    needs = odds.objective_needs(card)
    most = tuple(max(need[t] for need in needs) for t in range(4))
    hands: dict[tuple[int, frozenset[Need], tuple[int, ...]], int] = {(0, frozenset(needs), (0, 0, 0, 0)): 1}
    for able in talents_of(odds):
        after = dict(hands)
        for (size, missing, have), ways in hands.items():
            if size == n:
                continue
            left = set(missing)
            for need in missing:
                for talent in able:
                    if need[talent]:
                        less = (*need[:talent], need[talent] - 1, *need[talent + 1 :])
                        left.add((less[0], less[1], less[2], less[3]))
            more = tuple(min(most[t], have[t] + (t in able)) for t in range(4))
            key = (size + 1, frozenset(left), more)
            after[key] = after.get(key, 0) + ways
        hands = after
    total = comb(len(talents_of(odds)), n)
    real = sum(ways for (size, missing, _), ways in hands.items() if size == n and (0, 0, 0, 0) in missing)
    twice = sum(
        ways
        for (size, _, have), ways in hands.items()
        if size == n and any(all(a >= b for a, b in zip(have, need, strict=True)) for need in needs)
    )
    return Fraction(real, total), Fraction(twice, total)


def objective_by_hand(card: str, size: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: princess by princess, with every way to give double talents a use."""
    return reached(card, size, odds)[0]


def fulfilled(card: str, talents: list[tuple[int, ...]], odds: EmiraOdds = published) -> bool:
    return any(covers(talents, need) is not None for need in odds.objective_needs(card))


def holds_twice(card: str, talents: list[tuple[int, ...]], odds: EmiraOdds = published) -> bool:
    have = [sum(t in able for able in talents) for t in range(4)]
    return any(all(a >= b for a, b in zip(have, need, strict=True)) for need in odds.objective_needs(card))


def in_one_order(card: str, size: int, odds: EmiraOdds = published) -> Fraction:
    """Each talent drawn in the listed order, one card each."""
    need = odds.objective_needs(card)[0]
    if sum(need) > size:
        return Fraction(0)
    units = [t for t in range(4) for _ in range(need[t])]
    answer, drawn = Fraction(1), [0, 0, 0, 0]
    for place, talent in enumerate(units):
        answer *= Fraction(odds.talent_count(TALENTS[talent]) - drawn[talent], len(talents_of(odds)) - place)
        drawn[talent] += 1
    return answer


OBJECTIVE = Question(
    id="emira-objective",
    game="emira",
    title="The talents of a card",
    prompt="Your objective card asks for {asked}, an artist of its own for each talent. "
    "What is the chance that {size} artists, any of the {artists} with equal chances, have them?",
    concept="inclusion and exclusion, matching",
    rules=("EMI-12.1", "EMI-12.2"),
    level="hard",
    kind="chance",
    answer=lambda card, size, odds: odds.objective(card, size),
    second=objective_by_hand,
    trial=lambda rng, card, size, odds: fulfilled(card, draw_talents(rng, size, odds), odds),
    misconceptions=(
        Misconception(
            "A double talent serves twice",
            lambda card, size, odds: odds.naive_objective(card, size),
            "An artist with two talents fills one of them only. Give each talent an artist of its own.",
        ),
        Misconception(
            "Only one order",
            in_one_order,
            "This is the chance that the talents come one after the other, in the listed order, with the first cards. "
            "They may come in any order among {size} artists.",
        ),
        Misconception(
            "The single chances are multiplied",
            lambda card, size, odds: odds.multiplied_objective(card, size),
            "An artist who brings one talent takes a place from the others, and one with two talents is counted for "
            "both. The single chances depend on each other, so they may not be multiplied.",
        ),
    ),
    hints=(
        "Sort the {artists} artists by their talents: {classes} classes, {double} of them with two talents.",
        "Count the hands of {size} artists: there are {hands}.",
        "A hand counts if you can give each talent a different artist.",
        "Count the hands in which that fails and take their share from 1.",
    ),
    figure=Figure(
        "curves",
        lambda card, size, odds: {
            "series": {
                "one for two": [(k, odds.naive_objective(card, k)) for k in range(3, 10)],
                "once each": [(k, odds.objective(card, k)) for k in range(3, 10)],
            },
            "title": f"{size} artists cover the card with a chance of {share(odds.objective(card, size))}",
            "xlabel": "artists",
            "marked": (size, f"{size} artists"),
        },
    ),
    parameters={
        "card": Parameter("5-1", CARDS, "objective", {card: card_words(card, published) for card in CARDS}),
        "size": Parameter(4, tuple(range(4, 9)), "artists"),
    },
    words=lambda card, size, odds: {
        "asked": card_words(card, odds),
        "hands": f"{comb(len(talents_of(odds)), size):,}",
        "artists": len(talents_of(odds)),
        "classes": len(odds.talent_classes()),
        "double": sum(len(able) == 2 for able in odds.talent_classes()),
    },
)


def overcount_by_hand(card: str, size: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: princess by princess, both ways of counting side by side."""
    real, twice = reached(card, size, odds)
    return twice - real


def overcount_trial(rng: Random, card: str, size: int, odds: EmiraOdds = published) -> bool:
    hand = draw_talents(rng, size, odds)
    return holds_twice(card, hand, odds) and not fulfilled(card, hand, odds)


def overcount_title(card: str, size: int, odds: EmiraOdds = published) -> str:
    real, twice = odds.objective(card, size), odds.naive_objective(card, size)
    return f"Counting twice promises too much: {share(twice)} instead of {share(real)}"


OVERCOUNT = Question(
    id="emira-double-talent",
    game="emira",
    title="One artist, two talents",
    prompt="Somebody counts an artist with two talents for both at once. The objective card asks for {asked}. "
    "What is the chance that {size} random artists seem to fulfil it but do not?",
    concept="matching: one vertex, one edge",
    rules=("EMI-12.2",),
    level="hard",
    kind="chance",
    answer=lambda card, size, odds: odds.naive_objective(card, size) - odds.objective(card, size),
    second=overcount_by_hand,
    trial=overcount_trial,
    misconceptions=(
        Misconception(
            "It makes no difference",
            lambda card, size: Fraction(0),
            "It does as soon as one artist has two of the talents asked for and is needed for both.",
        ),
        Misconception(
            "All that seem fulfilled",
            lambda card, size, odds: odds.naive_objective(card, size),
            "Among these are the hands that really are fulfilled. Take away their chance, {real}.",
        ),
    ),
    hints=(
        "Compare two counts: with and without the rule that each talent needs its own artist.",
        "Really fulfilled: {real}.",
        "If double talents counted twice: {naive}.",
        "The answer is the difference.",
    ),
    figure=Figure(
        "curves",
        lambda card, size, odds: {
            "series": {
                "counted twice": [(k, odds.naive_objective(card, k)) for k in range(3, 9)],
                "one talent each": [(k, odds.objective(card, k)) for k in range(3, 9)],
            },
            "title": overcount_title(card, size, odds),
            "xlabel": "artists",
            "marked": (size, f"{size} artists"),
        },
    ),
    parameters={
        "card": Parameter("5-1", CARDS[:5], "objective", {card: card_words(card, published) for card in CARDS[:5]}),
        "size": Parameter(4, (3, 4, 5), "artists"),
    },
    words=lambda card, size, odds: {
        "asked": card_words(card, odds),
        "real": share(odds.objective(card, size)),
        "naive": share(odds.naive_objective(card, size)),
    },
)


# -- a rival's objective ---------------------------------------------------------------------------


def needing(mine: str, talent: str, odds: EmiraOdds = published) -> tuple[int, int]:
    """(cards that ask for the talent, all cards) that a rival may hold."""
    others = [card for card in odds.game.goals[5] if card != mine]
    asks = sum(any(need[TALENTS.index(talent)] for need in odds.objective_needs(card)) for card in others)
    return asks, len(others)


def rival_joint(mine: str, talent: str, eager: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: the joint distribution of card and bid, cut down to the bids."""
    asks, others = needing(mine, talent, odds)
    joint = Dist(
        {
            (True, True): asks * eager,
            (True, False): asks * (100 - eager),
            (False, True): (others - asks) * IDLE,
            (False, False): (others - asks) * (100 - IDLE),
        }
    )
    return joint.given(lambda both: both[1]).p(lambda both: both[0])


def rival_trial(rng: Random, mine: str, talent: str, eager: int, odds: EmiraOdds = published) -> bool:
    asks, others = needing(mine, talent, odds)
    while True:  # only tables at which the rival bids
        needs_it = rng.random() * others < asks
        if rng.random() * 100 < (eager if needs_it else IDLE):
            return needs_it


IDLE = 25  # how often, in per cent, one bids for a princess whose talent one does not need

RIVAL = Question(
    id="emira-rival",
    game="emira",
    title="What a bid gives away",
    prompt="Five play, and you hold objective card {mine}. {asks} of the {others} cards that a rival may hold ask for "
    "{talent}, each card with the same chance. A rival who needs {talent} bids for such an artist in "
    "{eager} % of cases, one who does not in {idle} %. A rival bids. What is the chance that the rival's card asks for "
    "{talent}?",
    concept="Bayes' rule",
    rules=("EMI-17.1", "EMI-1.7"),
    level="medium",
    kind="chance",
    answer=lambda mine, talent, eager, odds: odds.rival_wants(mine, talent, Fraction(eager, 100), Fraction(IDLE, 100)),
    second=rival_joint,
    trial=rival_trial,
    misconceptions=(
        Misconception(
            "The bid tells nothing",
            lambda mine, talent, eager, odds: Fraction(*needing(mine, talent, odds)),
            "That was the chance before the bid: {asks} of {others} cards. A bid is likelier from those who need it.",
        ),
        Misconception(
            "Turning the condition round",
            lambda mine, talent, eager: Fraction(eager, 100),
            "{eager} % is how often one who needs {talent} bids. You are asked how often one who bids needs it.",
        ),
    ),
    hints=(
        "Before the bid the chance is {prior}. Does a bid make it higher or lower?",
        "Imagine a hundred rivals with each of the {others} cards. How many of them bid?",
        "Divide the bids of those who need it by all bids.",
    ),
    figure=Figure(
        "curves",
        lambda mine, talent, eager, odds: {
            "series": {
                "after the bid": [(p, rival_joint(mine, talent, p, odds)) for p in (25, 40, 50, 60, 75, 90, 100)],
                "before": [(p, Fraction(*needing(mine, talent, odds))) for p in (25, 100)],
            },
            "title": f"A bid raises the chance from {share(Fraction(*needing(mine, talent, odds)))} "
            f"to {share(rival_joint(mine, talent, eager, odds))}",
            "xlabel": "how often one who needs it bids, in per cent",
            "marked": (eager, f"{eager}{NARROW}%"),
        },
    ),
    parameters={
        "mine": Parameter("5-1", published.game.goals[5], "your card"),
        "talent": Parameter("intelligence", TALENTS, "talent", SHOWN),
        "eager": Parameter(75, (50, 60, 75, 90), "bids if needed, in per cent"),
    },
    words=lambda mine, talent, eager, odds: _rival_words(mine, talent, odds),
)


def _rival_words(mine: str, talent: str, odds: EmiraOdds = published) -> dict[str, Any]:
    asks, others = needing(mine, talent, odds)
    return {"asks": asks, "others": others, "idle": IDLE, "prior": share(Fraction(asks, others))}


OBJECTIVES = [OBJECTIVE, OVERCOUNT, RIVAL]
