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
from ..entries import OwnCode
from .princesses import draw_talents, talents_of

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


OBJECTIVE = OwnCode(
    answer=lambda card, size, odds: odds.objective(card, size),
    second_answer=objective_by_hand,
    run_trial=lambda rng, card, size, odds: fulfilled(card, draw_talents(rng, size, odds), odds),
    mistakes={
        "double-use": lambda card, size, odds: odds.naive_objective(card, size),
        "order-ignored": in_one_order,
        "independence-assumed": lambda card, size, odds: odds.multiplied_objective(card, size),
    },
    text_values=lambda card, size, odds: {
        "asked": card_words(card, odds),
        "hands": f"{comb(len(talents_of(odds)), size):,}",
        "artists": len(talents_of(odds)),
        "classes": len(odds.talent_classes()),
        "double": sum(len(able) == 2 for able in odds.talent_classes()),
    },
    chart_data=lambda card, size, odds: {
        "series": {
            "one for two": [(k, odds.naive_objective(card, k)) for k in range(3, 10)],
            "once each": [(k, odds.objective(card, k)) for k in range(3, 10)],
        },
        "title": f"{size} artists cover the card with a chance of {share(odds.objective(card, size))}",
        "xlabel": "artists",
        "marked": (size, f"{size} artists"),
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


OVERCOUNT = OwnCode(
    answer=lambda card, size, odds: odds.naive_objective(card, size) - odds.objective(card, size),
    second_answer=overcount_by_hand,
    run_trial=overcount_trial,
    mistakes={
        "double-use": lambda card, size: Fraction(0),
        "gross-for-net": lambda card, size, odds: odds.naive_objective(card, size),
    },
    text_values=lambda card, size, odds: {
        "asked": card_words(card, odds),
        "real": share(odds.objective(card, size)),
        "naive": share(odds.naive_objective(card, size)),
    },
    chart_data=lambda card, size, odds: {
        "series": {
            "counted twice": [(k, odds.naive_objective(card, k)) for k in range(3, 9)],
            "one talent each": [(k, odds.objective(card, k)) for k in range(3, 9)],
        },
        "title": overcount_title(card, size, odds),
        "xlabel": "artists",
        "marked": (size, f"{size} artists"),
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

RIVAL = OwnCode(
    answer=lambda mine, talent, eager, odds: odds.rival_wants(mine, talent, Fraction(eager, 100), Fraction(IDLE, 100)),
    second_answer=rival_joint,
    run_trial=rival_trial,
    mistakes={
        "evidence-ignored": lambda mine, talent, eager, odds: Fraction(*needing(mine, talent, odds)),
        "inverse": lambda mine, talent, eager: Fraction(eager, 100),
    },
    text_values=lambda mine, talent, eager, odds: _rival_words(mine, talent, odds),
    chart_data=lambda mine, talent, eager, odds: {
        "series": {
            "after the bid": [(p, rival_joint(mine, talent, p, odds)) for p in (25, 40, 50, 60, 75, 90, 100)],
            "before": [(p, Fraction(*needing(mine, talent, odds))) for p in (25, 100)],
        },
        "title": f"A bid raises the chance from {share(Fraction(*needing(mine, talent, odds)))} "
        f"to {share(rival_joint(mine, talent, eager, odds))}",
        "xlabel": "how often one who needs it bids, in per cent",
        "marked": (eager, f"{eager}{NARROW}%"),
    },
)


def _rival_words(mine: str, talent: str, odds: EmiraOdds = published) -> dict[str, Any]:
    asks, others = needing(mine, talent, odds)
    return {"asks": asks, "others": others, "idle": IDLE, "prior": share(Fraction(asks, others))}


OWN_CODE = {
    "emira-objective": OBJECTIVE,
    "emira-double-talent": OVERCOUNT,
    "emira-rival": RIVAL,
}
