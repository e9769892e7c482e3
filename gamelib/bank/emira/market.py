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
from ..question import Figure, Misconception, Parameter, Question

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


CAMELS = Question(
    id="emira-camel-auction",
    game="emira",
    title="What camels are worth at an auction",
    prompt="You and one rival bid for the same thing; to each it is worth between 0 and {limit} gold, any value "
    "equally likely. The price rises until one gives up. {some} {take} {discount} off what you pay, but never more "
    "than all of it. What do you gain by that on average in one auction?",
    concept="a mean over two random values",
    rules=("EMI-6.6", "EMI-6.5", "EMI-7.10"),
    level="hard",
    kind="mean",
    answer=lambda camels: auction_gain(PER_CAMEL * camels, LIMIT)[1],
    second=gain_by_areas,
    trial=gain_trial,
    misconceptions=(
        Misconception(
            "The whole discount every time",
            lambda camels: Fraction(PER_CAMEL * camels),
            "You save only when you win, and never more than the price you would pay.",
        ),
        Misconception(
            "Half of it",
            lambda camels: Fraction(PER_CAMEL * camels, 2),
            "You would win every second auction without camels. With them you win {p_told}, "
            "but at low prices you save less than {discount}.",
        ),
    ),
    hints=(
        "Draw a square: your value across, the rival's value upwards.",
        "You win where your value and {discount} together exceed the rival's: {p} of the square.",
        "Your gain is your value less what you pay; compare it with the gain without camels.",
        "Average the difference over the square.",
    ),
    figure=Figure(
        "lines",
        lambda camels: {
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
    ),
    parameters={"camels": Parameter(2, tuple(range(1, 11)), "camels")},
    words=lambda camels: {
        "limit": LIMIT,
        "some": some(camels, "camel").capitalize(),
        "take": "takes" if camels == 1 else "take",
        "discount": PER_CAMEL * camels,
        "p": all_or(auction_gain(PER_CAMEL * camels, LIMIT)[0], "all"),
        "p_told": all_or(auction_gain(PER_CAMEL * camels, LIMIT)[0], "always", "with a chance of "),
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


HERD = Question(
    id="emira-herd",
    game="emira",
    title="Half more, a third less",
    prompt="You have {camels} camels. Camel Breeding brings one for every two, Camel Epidemic takes one of every "
    "three, always rounded down. Both are played, in either order with the same chance. "
    "How many camels do you have on average?",
    concept="rounding, and order that matters",
    rules=("EMI-14.3", "EMI-14.4"),
    level="easy",
    kind="mean",
    answer=lambda camels: Fraction(herd_in_order(camels, True) + herd_in_order(camels, False), 2),
    second=herd_by_dist,
    trial=lambda rng, camels: herd_in_order(camels, rng.random() < 0.5),
    line=lambda w: f"spin{{{w['first']},{w['second']}}} : sum",
    misconceptions=(
        Misconception(
            "They cancel each other",
            lambda camels: Fraction(camels),
            "3/2 times 2/3 is 1, but camels are whole: the roundings differ with the order.",
        ),
        Misconception(
            "The epidemic always comes first",
            lambda camels: Fraction(herd_in_order(camels, False)),
            "That gives {second}. With the breeding first it is {first}, and both orders are equally likely.",
        ),
    ),
    hints=(
        "Take the breeding first: how many are born, how many die then?",
        "That leaves {first}.",
        "Now the other way round.",
        "Take the mean of the two results.",
    ),
    figure=Figure(
        "lines",
        lambda camels: {
            "series": {
                "breeding first": [(n, herd_in_order(n, True)) for n in range(13)],
                "epidemic first": [(n, herd_in_order(n, False)) for n in range(13)],
            },
            "title": herd_title(camels),
            "xlabel": "camels before",
            "ylabel": "camels after",
            "marked": (camels, some(camels, "camel")),
        },
    ),
    parameters={"camels": Parameter(5, tuple(range(2, 13)), "camels")},
    words=lambda camels: {"first": herd_in_order(camels, True), "second": herd_in_order(camels, False)},
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


LOOK = Question(
    id="emira-look",
    line=lambda w: f"{w['look']} deck{{helps*{w['good']},other*{int(w['pile']) - int(w['good'])}}} : count helps >= 1",
    game="emira",
    title="Two cards or three",
    prompt="{pile} event cards are in the pile. {kinds} kinds would help you, with {copies} copies each in it. "
    "You pay to look at {look}. What is the chance to see at least one that helps?",
    concept="marginal value of another draw",
    rules=("EMI-8.1", "EMI-8.2"),
    level="easy",
    kind="chance",
    answer=lambda look, kinds, odds: found(kinds, look, odds),
    second=found_one_by_one,
    trial=lambda rng, look, kinds, odds: min(rng.sample(range(pile(odds)), look)) < copies(odds) * kinds,
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda look, kinds, odds: Fraction(copies(odds) * kinds * look, pile(odds)),
            "Adding counts the cases twice in which two cards help. Take the chance that none does.",
        ),
        Misconception(
            "The cards go back",
            lambda look, kinds, odds: 1 - Fraction(pile(odds) - copies(odds) * kinds, pile(odds)) ** look,
            "You look at different cards: after a useless one only {left} are left.",
        ),
    ),
    hints=(
        "{good} of the {pile} cards help.",
        "Ask for the opposite: none of the {look} helps.",
        "Multiply card by card; each time one card fewer is in the pile.",
        "Take the product from 1.",
    ),
    figure=Figure(
        "curves",
        lambda look, kinds, odds: {
            "series": {f"looking at {n}": [(g, found(g, n, odds)) for g in range(13)] for n in (2, 3)},
            "title": f"With {kinds} useful kinds the third card adds "
            f"{share(found(kinds, 3, odds) - found(kinds, 2, odds))}",
            "xlabel": "useful kinds",
            "marked": (kinds, f"{kinds} kinds"),
        },
    ),
    parameters={
        "look": Parameter(2, (2, 3), "cards looked at"),
        "kinds": Parameter(4, tuple(range(2, 11)), "useful kinds"),
    },
    words=lambda look, kinds, odds: {
        "pile": pile(odds),
        "copies": copies(odds),
        "good": copies(odds) * kinds,
        "left": pile(odds) - 1,
    },
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


COUNTERS = Question(
    id="emira-counters",
    game="emira",
    title="Two kinds are missing",
    prompt="You have a counter for dress and want beauty and manners. The bag holds {bag} of each kind; one is drawn "
    "each round, and {kept}. What is the chance that both kinds come up within {rounds} rounds?",
    concept="with and without replacement",
    rules=("EMI-5.3", "EMI-6.15", "EMI-7.7"),
    level="medium",
    kind="chance",
    answer=lambda rounds, kept, odds: kinds_seen(rounds, kept, bag(odds)),
    second=seen_by_steps,
    trial=seen_trial,
    misconceptions=(
        Misconception(
            "Bought or returned is the same",
            lambda rounds, kept, odds: kinds_seen(rounds, False, bag(odds)),
            "A counter that leaves the bag makes the other kinds likelier. So both come up sooner if all are bought.",
        ),
        Misconception(
            "Each kind on its own",
            lambda rounds, kept: (1 - Fraction(2, 3) ** rounds) ** 2,
            "You multiply as if one kind did not hinder the other. But a round that shows beauty shows no manners.",
        ),
        Misconception(
            "A counter that was drawn is used up",
            lambda rounds, kept, odds: kinds_seen(rounds, True, bag(odds)),
            "Each counter goes back into the bag, so a kind that came up is as likely as before. Both come up later "
            "than if counters were used up.",
        ),
    ),
    hints=(
        "Ask for the opposite: beauty is missing, or manners is missing.",
        "Add the two chances and take off that both are missing.",
        "The first counter is dress with a chance of {dress}: {bag} of {all} in the bag.",
        "Take the result from 1.",
    ),
    figure=Figure(
        "curves",
        lambda rounds, kept, odds: {
            "series": {
                "bought": [(t, kinds_seen(t, True, bag(odds))) for t in range(1, 11)],
                "returned": [(t, kinds_seen(t, False, bag(odds))) for t in range(1, 11)],
            },
            "title": f"Within {rounds} rounds both kinds come up with a chance of "
            f"{share(kinds_seen(rounds, kept, bag(odds)))}",
            "xlabel": "rounds",
            "marked": (rounds, f"{rounds} rounds"),
        },
    ),
    parameters={
        "rounds": Parameter(3, tuple(range(2, 9)), "rounds"),
        "kept": Parameter(True, (True, False), "each counter", KEPT),
    },
    words=lambda rounds, kept, odds: {"bag": bag(odds), "all": 3 * bag(odds), "dress": share(Fraction(1, 3))},
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


POINTER = Question(
    id="emira-three-pointer",
    game="emira",
    title="The first great title",
    prompt="{seats} play and {red}. On top of the pile of status cards lie {top} cards of 1 or 2 points; below them "
    "{threes} cards of 3 points (3-pointers) are shuffled into {low} others. At which place does the first 3-pointer "
    "come on average?",
    concept="the mean of the first success without replacement",
    rules=("EMI-1.6", "EMI-15.2"),
    level="medium",
    kind="mean",
    answer=lambda seats, red, odds: odds.three_pointer(seats, red).mean,
    second=mean_by_tails,
    trial=pointer_trial,
    line=lambda w: (
        f"{w['top']} deck{{low*{w['top']}}} > deck{{three*{w['threes']},other*{w['low']}}} until three : tries"
    ),
    misconceptions=(
        Misconception(
            "The whole pile is shuffled",
            lambda seats, red, odds: Fraction(
                sum(odds.status_blocks(seats, red)[1::2]) + 1, odds.status_blocks(seats, red)[3] + 1
            ),
            "The 3-pointers cannot be among the first {top} cards. Start counting below those.",
        ),
        Misconception(
            "The middle of the lower part",
            lambda seats, red, odds: odds.status_blocks(seats, red)[2] + Fraction(_rest(seats, red, odds) + 1, 2),
            "That is the mean place of one given card. The first of {threes} comes much earlier.",
        ),
    ),
    hints=(
        "The first {top} places are out of the question.",
        "The {threes} cards of 3 points cut the {low} other cards into {gaps} gaps, alike on average.",
        "So on average {gap} other cards come before the first of them.",
        "Add the {top} cards on top and one for the 3-pointer itself.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, red, odds: {
            "dist": odds.three_pointer(seats, red),
            "title": f"The first 3-pointer comes at place {amount(odds.three_pointer(seats, red).mean)} on average",
            "xlabel": "place in the status pile",
        },
    ),
    parameters={
        "seats": Parameter(4, (3, 4, 5), "seats"),
        "red": Parameter(True, (True, False), "red", RED),
    },
    words=lambda seats, red, odds: _pointer_words(seats, red, odds),
)


def _rest(seats: int, red: bool, odds: EmiraOdds = published) -> int:
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    return ordinary - top + threes


def _pointer_words(seats: int, red: bool, odds: EmiraOdds = published) -> dict[str, Any]:
    _, ordinary, top, threes = odds.status_blocks(seats, red)
    low = ordinary - top
    return {"top": top, "threes": threes, "low": low, "gaps": threes + 1, "gap": amount(Fraction(low, threes + 1))}


MARKET = [CAMELS, HERD, LOOK, COUNTERS, POINTER]
