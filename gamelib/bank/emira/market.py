"""Questions about the market: camels at auctions and in herds, event cards, counters, status cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from random import Random
from statistics import mode
from typing import Any

from ...dist import Dist
from ...games.emira.odds import EmiraOdds, auction_gain, breeding, epidemic, kinds_seen, published
from ...games.emira.tables import KINDS
from ...numbers import amount, share, some
from ..entries import OwnCode

SEATS = 4
LIMIT = 500  # both bidders value the lot between 0 and this
PER_CAMEL = 50

# -- camels at an auction ------------------------------------------------------------------------


def simpson(f: Callable[[Fraction], Fraction], low: Fraction, high: Fraction) -> Fraction:
    """The integral of a polynomial of degree 3 at most, exactly."""
    return (high - low) / 6 * (f(low) + 4 * f((low + high) / 2) + f(high))


def gain_by_areas(camels: int) -> Fraction:
    """Second method: integrate over both values, piece by piece, with Simpson's rule."""
    limit, s = Fraction(LIMIT), Fraction(PER_CAMEL * camels)

    def against(discount: Fraction, mine: Fraction) -> Fraction:
        """What I gain on average over the rival's value, given my own."""
        top = min(limit, mine + discount)
        parts = pairwise([Fraction(0), min(discount, top), top])
        return (
            sum((simpson(lambda v: mine - max(Fraction(0), v - discount), a, b) for a, b in parts), Fraction(0)) / limit
        )

    gain = Fraction(0)
    for discount, sign in ((s, 1), (Fraction(0), -1)):
        cuts = [Fraction(0), limit - discount, limit]
        for a, b in pairwise(cuts):
            gain += sign * simpson(partial(against, discount), a, b) / limit
    return gain


def gain_trial(rng: Random, camels: int) -> float:
    mine, rival, discount = LIMIT * rng.random(), LIMIT * rng.random(), PER_CAMEL * camels
    with_camels = mine - max(0.0, rival - discount) if mine + discount > rival else 0.0
    return with_camels - max(0.0, mine - rival)


def all_or(p: Fraction, sure: str, before: str = "") -> str:
    """A chance in words, or the word for a sure thing."""
    return sure if p == 1 else before + share(p)


CAMELS = OwnCode(
    answer=lambda camels: auction_gain(PER_CAMEL * camels, LIMIT)[1],
    second_answer=gain_by_areas,
    run_trial=gain_trial,
    mistakes={
        "rounding-limits": lambda camels: Fraction(PER_CAMEL * camels),
        "fifty-fifty": lambda camels: Fraction(PER_CAMEL * camels, 2),
    },
    text_values=lambda camels: {
        "limit": LIMIT,
        "some": some(camels, "camel").capitalize(),
        "take": "takes" if camels == 1 else "take",
        "discount": PER_CAMEL * camels,
        "p": all_or(auction_gain(PER_CAMEL * camels, LIMIT)[0], "all"),
        "p_told": all_or(auction_gain(PER_CAMEL * camels, LIMIT)[0], "always", "with a chance of "),
    },
    chart_data=lambda camels: {
        "series": {
            "mean gain": [(n, auction_gain(PER_CAMEL * n, LIMIT)[1]) for n in range(11)],
            "half the discount": [(n, Fraction(PER_CAMEL * n, 2)) for n in range(11)],
        },
        "title": f"{some(camels, 'camel')} {'gains' if camels == 1 else 'gain'} "
        f"{amount(auction_gain(PER_CAMEL * camels)[1])} gold an auction",
        "xlabel": "camels",
        "ylabel": "gold an auction",
        "marked": (camels, some(camels, "camel")),
    },
)


# -- herds ---------------------------------------------------------------------------------------


def herd_in_order(camels: int, breeding_first: bool) -> int:
    if breeding_first:
        return epidemic(breeding(camels))
    return breeding(epidemic(camels))


def herd_by_dist(camels: int) -> Fraction:
    """Second method: a distribution of orders, mapped card by card with whole camels."""
    order = Dist([("breed", "sick"), ("sick", "breed")])

    def after(cards: tuple[str, str]) -> int:
        herd = camels
        for card in cards:
            herd += herd // 2 if card == "breed" else -(herd // 3)
        return herd

    return order.map(after).mean


def herd_title(camels: int) -> str:
    first, second = herd_in_order(camels, True), herd_in_order(camels, False)
    after = f"{first} in either order" if first == second else f"{first} or {second}, as the order is"
    return f"{some(camels, 'camel')} become {after}"


HERD = OwnCode(
    answer=lambda camels: Fraction(herd_in_order(camels, True) + herd_in_order(camels, False), 2),
    second_answer=herd_by_dist,
    run_trial=lambda rng, camels: herd_in_order(camels, rng.random() < 0.5),
    mistakes={
        "rounding-limits": lambda camels: Fraction(camels),
        "one-case": lambda camels: Fraction(herd_in_order(camels, False)),
    },
    text_values=lambda camels: {"first": herd_in_order(camels, True), "second": herd_in_order(camels, False)},
    chart_data=lambda camels: {
        "series": {
            "breeding first": [(n, herd_in_order(n, True)) for n in range(13)],
            "epidemic first": [(n, herd_in_order(n, False)) for n in range(13)],
        },
        "title": herd_title(camels),
        "xlabel": "camels before",
        "ylabel": "camels after",
        "marked": (camels, some(camels, "camel")),
    },
    chance_model=lambda w: f"spin{{{w['first']},{w['second']}}} : sum",
)


# -- looking at event cards ------------------------------------------------------------------------


def pile(odds: EmiraOdds = published) -> int:
    """Event cards in the pile when each of four seats has one."""
    return odds.events_in_play() - SEATS


def copies(odds: EmiraOdds = published) -> int:
    """How many copies there are of most kinds of event cards."""
    return mode(card.copies for card in odds.tables.events.values() if not card.advanced)


def found(kinds: int, look: int, odds: EmiraOdds = published) -> Fraction:
    """The chance that at least one of the cards looked at is of a kind that helps."""
    return Dist.hypergeometric(pile(odds), copies(odds) * kinds, look).at_least(1)


def found_one_by_one(look: int, kinds: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: multiply the chances that one card after the other is useless."""
    useless = pile(odds) - copies(odds) * kinds
    return 1 - prod((Fraction(useless - i, pile(odds) - i) for i in range(look)), start=Fraction(1))


LOOK = OwnCode(
    answer=lambda look, kinds, odds: found(kinds, look, odds),
    second_answer=found_one_by_one,
    run_trial=lambda rng, look, kinds, odds: min(rng.sample(range(pile(odds)), look)) < copies(odds) * kinds,
    mistakes={
        "linearity": lambda look, kinds, odds: Fraction(copies(odds) * kinds * look, pile(odds)),
        "with-replacement": lambda look, kinds, odds: (
            1 - Fraction(pile(odds) - copies(odds) * kinds, pile(odds)) ** look
        ),
    },
    text_values=lambda look, kinds, odds: {
        "pile": pile(odds),
        "copies": copies(odds),
        "good": copies(odds) * kinds,
        "left": pile(odds) - 1,
    },
    chart_data=lambda look, kinds, odds: {
        "series": {f"looking at {n}": [(g, found(g, n, odds)) for g in range(13)] for n in (2, 3)},
        "title": f"With {kinds} useful kinds the third card adds "
        f"{share(found(kinds, 3, odds) - found(kinds, 2, odds))}",
        "xlabel": "useful kinds",
        "marked": (kinds, f"{kinds} kinds"),
    },
    chance_model=lambda w: (
        f"{w['look']} deck{{helps*{w['good']},other*{int(w['pile']) - int(w['good'])}}} : count helps >= 1"
    ),
)


# -- counters ------------------------------------------------------------------------------------

KEPT = {True: "each counter is bought", False: "each counter goes back into the bag"}


def bag(odds: EmiraOdds = published) -> int:
    """Counters of each kind in the bag: of each, one is with blue or reserved for an artist."""
    return odds.tables.supply["counters"] - 1


@lru_cache(64)
def seen_by_steps(rounds: int, kept: bool, odds: EmiraOdds = published) -> Fraction:
    """Second method: round by round, with what is left in the bag and what has been seen."""
    each = bag(odds)
    states: dict[tuple[tuple[int, int, int], bool, bool], Fraction] = {((each, each, each), False, False): Fraction(1)}
    for _ in range(rounds):
        after: dict[tuple[tuple[int, int, int], bool, bool], Fraction] = {}
        for (counters, beauty, manners), p in states.items():
            for kind in range(3):
                left = (
                    counters[0] - kept * (kind == 0),
                    counters[1] - kept * (kind == 1),
                    counters[2] - kept * (kind == 2),
                )
                key = left, beauty or kind == 0, manners or kind == 1
                after[key] = after.get(key, Fraction(0)) + p * Fraction(counters[kind], sum(counters))
        states = after
    return sum((p for (_, beauty, manners), p in states.items() if beauty and manners), Fraction(0))


def seen_trial(rng: Random, rounds: int, kept: bool, odds: EmiraOdds = published) -> bool:
    counters = [kind for kind in KINDS for _ in range(bag(odds))]
    drawn = rng.sample(counters, rounds) if kept else rng.choices(counters, k=rounds)
    return {"beauty", "manners"} <= set(drawn)


COUNTERS = OwnCode(
    answer=lambda rounds, kept, odds: kinds_seen(rounds, kept, bag(odds)),
    second_answer=seen_by_steps,
    run_trial=seen_trial,
    mistakes={
        "with-replacement": lambda rounds, kept, odds: kinds_seen(rounds, False, bag(odds)),
        "independence-assumed": lambda rounds, kept: (1 - Fraction(2, 3) ** rounds) ** 2,
        "used-up": lambda rounds, kept, odds: kinds_seen(rounds, True, bag(odds)),
    },
    text_values=lambda rounds, kept, odds: {"bag": bag(odds), "all": 3 * bag(odds), "dress": share(Fraction(1, 3))},
    chart_data=lambda rounds, kept, odds: {
        "series": {
            "bought": [(t, kinds_seen(t, True, bag(odds))) for t in range(1, 11)],
            "returned": [(t, kinds_seen(t, False, bag(odds))) for t in range(1, 11)],
        },
        "title": f"Within {rounds} rounds both kinds come up with a chance of "
        f"{share(kinds_seen(rounds, kept, bag(odds)))}",
        "xlabel": "rounds",
        "marked": (rounds, f"{rounds} rounds"),
    },
)


# -- status cards ----------------------------------------------------------------------------------

RED = {True: "red is in play", False: "red is not in play"}


def mean_by_tails(seats: int, red: bool, odds: EmiraOdds = published) -> Fraction:
    """Second method: add up the chances that the first k cards have no 3-pointer."""
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    low = ordinary - top
    total, none = Fraction(top), Fraction(1)
    for place in range(low + 1):
        total += none
        none *= Fraction(low - place, low + threes - place)
    return total


def pointer_trial(rng: Random, seats: int, red: bool, odds: EmiraOdds = published) -> int:
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    return top + 1 + min(rng.sample(range(ordinary - top + threes), threes))


POINTER = OwnCode(
    answer=lambda seats, red, odds: odds.three_pointer(seats, red).mean,
    second_answer=mean_by_tails,
    run_trial=pointer_trial,
    mistakes={
        "reference-set": lambda seats, red, odds: Fraction(
            sum(odds.status_blocks(seats, red)[1::2]) + 1, odds.status_blocks(seats, red)[3] + 1
        ),
        "given-for-any": lambda seats, red, odds: (
            odds.status_blocks(seats, red)[2] + Fraction(_rest(seats, red, odds) + 1, 2)
        ),
    },
    text_values=lambda seats, red, odds: _pointer_words(seats, red, odds),
    chart_data=lambda seats, red, odds: {
        "dist": odds.three_pointer(seats, red),
        "title": f"The first 3-pointer comes at place {amount(odds.three_pointer(seats, red).mean)} on average",
        "xlabel": "place in the status pile",
    },
    chance_model=lambda w: (
        f"{w['top']} deck{{low*{w['top']}}} > deck{{three*{w['threes']},other*{w['low']}}} until three : tries"
    ),
)


def _rest(seats: int, red: bool, odds: EmiraOdds = published) -> int:
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    return ordinary - top + threes


def _pointer_words(seats: int, red: bool, odds: EmiraOdds = published) -> dict[str, Any]:
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    low = ordinary - top
    return {"top": top, "threes": threes, "low": low, "gaps": threes + 1, "gap": amount(Fraction(low, threes + 1))}


OWN_CODE = {
    "emira-camel-auction": CAMELS,
    "emira-herd": HERD,
    "emira-look": LOOK,
    "emira-counters": COUNTERS,
    "emira-three-pointer": POINTER,
}
