"""Questions about the plates of the mood, wares, and what a purchase tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from random import Random

from ...dist import Dist
from ...games.wishes.odds import ROW, WishesOdds, published
from ...numbers import amount, number, share, some
from ..entries import OwnCode

SEATS = 3


def round_plates(odds: WishesOdds = published) -> int:
    """How many plates make a round (WIS-1.7)."""
    return odds.tables.seats[SEATS].plates


def count(odds: WishesOdds = published) -> int:
    """How many plates there are."""
    return len(odds.tables.plates)


def names(odds: WishesOdds = published) -> list[str]:
    """All plates."""
    return sorted(odds.tables.plates)


# -- blocked by the mood ---------------------------------------------------------------------------------


def comes(wanted: int, seen: int, odds: WishesOdds = published) -> Fraction:
    return odds.plate_comes(names(odds)[:wanted], round_plates(odds), seen)


def comes_by_sets(wanted: int, seen: int, odds: WishesOdds = published) -> Fraction:
    """Second method: list all sets of plates that may make the rest of the round."""
    sets = list(combinations(range(count(odds) - seen), round_plates(odds) - seen))
    return Fraction(sum(min(chosen) < wanted for chosen in sets), len(sets))


def among(left: int, wanted: int, drawn: int) -> Fraction:
    """The chance that at least one of the wanted plates is among so many drawn of those left."""
    return Dist.hypergeometric(left, wanted, drawn).at_least(1)


FORBID = {1: "the plate that forbids to fulfil wishes", 2: "a plate that forbids to fulfil wishes or to use effects"}

BLOCKED = OwnCode(
    answer=comes,
    second_answer=comes_by_sets,
    run_trial=lambda rng, wanted, seen, odds: (
        min(rng.sample(range(count(odds) - seen), round_plates(odds) - seen)) < wanted
    ),
    mistakes={
        "the_same_chance_as_before_the_first_plate": lambda wanted, seen, odds: comes(wanted, 0, odds),
        "single-trial": lambda wanted, seen, odds: Fraction(wanted, count(odds) - seen),
        "as_if_no_plate_had_been_seen": lambda wanted, seen, odds: among(
            count(odds), wanted, round_plates(odds) - seen
        ),
        "gamblers-fallacy": lambda wanted, seen, odds: among(count(odds) - seen, wanted, round_plates(odds)),
    },
    text_values=lambda wanted, seen, odds: {
        "shown": round_plates(odds),
        "all": count(odds),
        "left": count(odds) - seen,
        "to_come": round_plates(odds) - seen,
        "more_plates": some(round_plates(odds) - seen, "plate"),
        "what": FORBID[wanted],
        "count": "One of them" if wanted == 1 else "Each of two of them",
        "past": "No plate has been turned up yet"
        if not seen
        else f"{'The first plate was' if seen == 1 else f'The first {seen} plates were'} harmless",
    },
    chart_data=lambda wanted, seen, odds: {
        "series": {
            "still in this round": [(k, comes(wanted, k, odds)) for k in range(round_plates(odds))],
            "with the next plate": [(k, Fraction(wanted, count(odds) - k)) for k in range(round_plates(odds))],
        },
        "title": f"After {some(seen, 'other plate')}: {share(comes(wanted, seen, odds))}",
        "xlabel": "plates seen that were others",
        "marked": (seen, f"{seen} seen"),
    },
    chance_model=lambda w: (
        f"{w['to_come']} deck{{wanted*{w['wanted']},harmless*{w['left'] - w['wanted']}}} : count wanted >= 1"
    ),
)

# -- close now or wait -------------------------------------------------------------------------------------


GONE = {"none": "no plate", "best": "the plates that pay most", "forbidding": "the plate that forbids"}
"""Plates that were shown before."""


@lru_cache(8)
def gone_plates(gone: str, odds: WishesOdds = published) -> tuple[str, ...]:
    """The plates that were shown before."""
    plates = odds.tables.plates
    most = max(plate.extra for plate in plates.values())
    shown = {
        "none": [],
        "best": [name for name in names(odds) if plates[name].extra == most],
        "forbidding": [name for name in names(odds) if plates[name].does == "nauseate"],
    }
    return tuple(shown[gone])


def left_plates(gone: str, odds: WishesOdds = published) -> list[str]:
    """The plates that may still come."""
    return [name for name in names(odds) if name not in gone_plates(gone, odds)]


def extras(gone: str = "none", odds: WishesOdds = published) -> list[int | None]:
    """The extra points of the plates that may still come; None where nobody may fulfil a wish."""
    plates = [odds.tables.plates[name] for name in left_plates(gone, odds)]
    return [None if plate.does == "nauseate" else plate.extra for plate in plates]


@lru_cache(1 << 12)
def waiting(left: frozenset[str], plates: int, odds: WishesOdds = published) -> Fraction:
    """What waiting is worth when these plates are left and so many of them will come."""
    return odds.wait(plates, [name for name in names(odds) if name not in left])


@lru_cache(16)
def wait_by_orders(plates: int, gone: str, odds: WishesOdds = published) -> Fraction:
    """Second method: play the best rule in every order in which the plates may come."""
    pays = dict(zip(left_plates(gone, odds), extras(gone, odds), strict=True))
    orders = list(permutations(pays, plates))
    total = sum(follow(order, frozenset(pays), pays, odds) for order in orders)
    return Fraction(total, len(orders))


def follow(
    order: Sequence[str], left: frozenset[str], pays: Mapping[str, int | None], odds: WishesOdds = published
) -> int:
    """The extra points that the best rule brings where the plates come in this order."""
    for number_, plate in enumerate(order, 1):
        left -= {plate}
        extra = pays[plate]
        if extra is not None and extra >= waiting(left, len(order) - number_, odds):
            return extra
    return 0


def wait_trial(rng: Random, plates: int, gone: str, odds: WishesOdds = published) -> int:
    """Play the best rule once."""
    pays = dict(zip(left_plates(gone, odds), extras(gone, odds), strict=True))
    return follow(rng.sample(list(pays), plates), frozenset(pays), pays, odds)


def best_of(plates: int, gone: str, odds: WishesOdds = published) -> Fraction:
    """The mean of the best extra points among so many plates, all seen in advance."""
    values = [extra or 0 for extra in extras(gone, odds)]
    return Fraction(sum(max(chosen) for chosen in combinations(values, plates)), comb(len(values), plates))


def worth_waiting(plates: int, gone: str, odds: WishesOdds = published) -> Fraction:
    """What the best rule brings."""
    return odds.wait(plates, gone_plates(gone, odds))


WAIT = OwnCode(
    answer=worth_waiting,
    second_answer=wait_by_orders,
    run_trial=wait_trial,
    mistakes={
        "choice-ignored": lambda plates, gone, odds: worth_waiting(1, gone, odds),
        "perfect-foresight": best_of,
        "extreme-case": lambda plates, gone, odds: Fraction(max(extra or 0 for extra in extras(gone, odds))),
    },
    text_values=lambda plates, gone, odds: {
        "past": "No plate has been shown yet"
        if gone == "none"
        else f"{'The plates that pay' if gone == 'best' else 'The plate that forbids'} "
        f"{'most were' if gone == 'best' else 'to close a wish was'} shown before",
        "left": some(len(left_plates(gone, odds)), "plate"),
        "all": count(odds),
        "one": amount(worth_waiting(1, gone, odds)),
        "plates_to_come": some(plates, "plate"),
        "most": max(extra or 0 for extra in extras(gone, odds)),
        "pays": ", ".join(map(str, sorted(extra or 0 for extra in extras(gone, odds)))),
        "forbid": f"; {some(extras(gone, odds).count(None), 'plate')} among those without points forbids to close a "
        f"wish"
        if None in extras(gone, odds)
        else "",
    },
    chart_data=lambda plates, gone, odds: {
        "series": {
            "the best rule": [(n, worth_waiting(n, gone, odds)) for n in range(1, round_plates(odds) + 1)],
            "knowing all in advance": [(n, best_of(n, gone, odds)) for n in range(1, round_plates(odds) + 1)],
        },
        "title": f"{some(plates, 'plate').capitalize()} to come: waiting is worth "
        f"{amount(worth_waiting(plates, gone, odds))} points",
        "xlabel": "plates to come",
        "ylabel": "mean extra points",
        "marked": (plates, str(plates)),
    },
)

# -- cards added by plates -----------------------------------------------------------------------------------


def adding(odds: WishesOdds = published) -> int:
    """How many plates add a card."""
    return sum(plate.adds for plate in odds.tables.plates.values())


def told_or(numbers: Iterable[int]) -> str:
    """Numbers in words: "3, 4 or 5"."""
    *first, last = map(str, sorted(numbers))
    return f"{', '.join(first)} or {last}" if first else last


def added_by_sets(cards: int, odds: WishesOdds = published) -> Fraction:
    """Second method: list all sets of plates that may make the round."""
    sets = list(combinations(range(count(odds)), round_plates(odds)))
    return Fraction(sum(sum(plate < adding(odds) for plate in chosen) == cards for chosen in sets), len(sets))


ADDED = OwnCode(
    answer=lambda cards, odds: odds.plates_added(round_plates(odds)).p(cards),
    second_answer=added_by_sets,
    run_trial=lambda rng, cards, odds: (
        sum(plate < adding(odds) for plate in rng.sample(range(count(odds)), round_plates(odds))) == cards
    ),
    mistakes={
        "equiprobability": lambda cards, odds: Fraction(1, len(odds.plates_added(round_plates(odds)))),
        "with-replacement": lambda cards, odds: (
            Dist({True: adding(odds), False: count(odds) - adding(odds)}).times(round_plates(odds)).p(cards)
        ),
        "mean-decides": lambda cards, odds: Fraction(cards == round(odds.plates_added(round_plates(odds)).mean)),
    },
    text_values=lambda cards, odds: {
        "adding": adding(odds),
        "others": count(odds) - adding(odds),
        "all": count(odds),
        "shown": round_plates(odds),
        "rest": round_plates(odds) - cards,
        "mean": amount(odds.plates_added(round_plates(odds)).mean),
        "numbers": told_or(odds.plates_added(round_plates(odds))),
    },
    chart_data=lambda cards, odds: {
        "dist": odds.plates_added(round_plates(odds)),
        "title": f"Exactly {cards} cards: {share(odds.plates_added(round_plates(odds)).p(cards))}",
        "xlabel": "cards added in a round",
    },
    chance_model=lambda w: f"{w['shown']} deck{{adds*{w['adding']},not*{w['others']}}} : count adds = {w['cards']}",
)

# -- a complete day --------------------------------------------------------------------------------------------


def all_wares(odds: WishesOdds = published) -> int:
    """How many wares there are."""
    return len(odds.tables.wares)


def without(wares: int, share_of: Callable[[int], Fraction], odds: WishesOdds = published) -> Fraction:
    """The chance of all icons, by taking off the sets that lack some: `share_of(n)` is the chance of n cards alone."""
    counts = list(odds.icon_counts().values())
    chance = Fraction(0)
    for lacking in range(len(counts) + 1):
        for gone in combinations(counts, lacking):
            chance += (-1) ** lacking * share_of(sum(counts) - sum(gone))
    return chance


def day_by_exclusion(wares: int, odds: WishesOdds = published) -> Fraction:
    """Second method: take off the sets without one time of day, and add those without two again."""
    return without(wares, lambda left: Fraction(comb(left, wares), comb(all_wares(odds), wares)), odds)


def back_again(wares: int, odds: WishesOdds = published) -> Fraction:
    """A day from wares that go back after each draw."""
    return without(wares, lambda left: Fraction(left, all_wares(odds)) ** wares, odds)


def day_trial(rng: Random, wares: int, odds: WishesOdds = published) -> bool:
    """Draw wares."""
    cards = odds.tables.wares
    return len({cards[name].icon for name in rng.sample(sorted(cards), wares)}) == len(odds.tables.icons)


DAY = OwnCode(
    answer=lambda wares, odds: odds.day(wares),
    second_answer=day_by_exclusion,
    run_trial=day_trial,
    mistakes={
        "with-replacement": back_again,
        "order-ignored": lambda wares, odds: Fraction(1, len(odds.tables.icons) ** 3),
        "fifty-fifty": lambda wares: Fraction(1, 2),
    },
    text_values=lambda wares, odds: {
        "all": all_wares(odds),
        "each": ", ".join(map(str, odds.icon_counts().values())),
        "lacking": all_wares(odds) - odds.icon_counts()[odds.tables.icons[0]],
    },
    chart_data=lambda wares, odds: {
        "series": {
            "from all wares": [(n, odds.day(n)) for n in range(3, 9)],
            "as if they went back": [(n, back_again(n, odds)) for n in range(3, 9)],
        },
        "title": f"{wares} wares: a complete day with a chance of {share(odds.day(wares))}",
        "xlabel": "wares",
        "marked": (wares, f"{wares} wares"),
    },
    chance_model=lambda w: "{wares} deck{{morning*{},afternoon*{},night*{}}} : kinds = 3".format(
        *w["each"].split(", "), wares=w["wares"]
    ),
)

# -- what a purchase tells -----------------------------------------------------------------------------------------

OTHERS = ("K2", "K3", "K4", "K5", "K6")
STALLS = {"Left": "left", "Centre": "middle", "Right": "right"}


def gain(card: str, ware: str, odds: WishesOdds = published) -> Fraction:
    """What a ware of the row leaves after its price, 2 Gems for a point, on a card."""
    return odds.tables.worth(card, ware) - Fraction(odds.tables.wares[ware].cost, 2)


def gains(odds: WishesOdds = published) -> str:
    """What each of the three wares leaves after its price, on each card that the rival may have."""
    return "; ".join(f"{card}: {', '.join(number(gain(card, ware, odds)) for ware in ROW)}" for card in OTHERS)


def bought(purchase: str, odds: WishesOdds = published) -> str:
    """The ware of the row that this stall sells."""
    return next(ware for ware in ROW if odds.tables.wares[ware].merchant == purchase)


def posterior(purchase: str, error: int, card: str, odds: WishesOdds = published) -> Fraction:
    return odds.buyer(purchase, Fraction(error, 100)).p(card)


def posterior_by_counting(purchase: str, error: int, card: str, odds: WishesOdds = published) -> Fraction:
    """Second method: count how many of 600 rivals with each card buy this ware."""
    place = list(STALLS).index(purchase)
    counts = {}
    for name in OTHERS:
        worth = [odds.tables.worth(name, ware) - Fraction(odds.tables.wares[ware].cost, 2) for ware in ROW]
        best = [i for i, gain in enumerate(worth) if gain == max(worth)]
        counts[name] = 2 * error + (Fraction(600 - 6 * error, len(best)) if place in best else 0)
    return Fraction(counts[card]) / sum(counts.values())


def buyer_trial(rng: Random, purchase: str, error: int, card: str, odds: WishesOdds = published) -> bool:
    """Deal the rival a card and let the rival buy, until it is this purchase."""
    while True:
        held = OTHERS[int(rng.random() * len(OTHERS))]
        wrong = rng.random() < error / 100
        ware = rng.choice(ROW if wrong else odds.choices(held, ROW))
        if odds.tables.wares[ware].merchant == purchase:
            return held == card


BUYER = OwnCode(
    answer=posterior,
    second_answer=posterior_by_counting,
    run_trial=buyer_trial,
    mistakes={
        "evidence-ignored": lambda purchase, error, card: Fraction(1, len(OTHERS)),
        "sign-as-proof": lambda purchase, error, card, odds: posterior(purchase, 0, card, odds),
        "inverse": lambda purchase, error, card, odds: odds.buys(card, ROW, Fraction(error, 100))[
            bought(purchase, odds)
        ],
    },
    text_values=lambda purchase, error, card, odds: {
        "told": "After the price, the wares of the left, middle and right stall leave these points on them: "
        f"{gains(odds)}.",
        "stall": STALLS[purchase],
        "slip": share(Fraction(error, 300)),
    },
    chart_data=lambda purchase, error, card, odds: {
        "series": {
            name: [(e, posterior(purchase, e, name, odds)) for e in (0, 10, 20, 30, 50, 75, 100)] for name in OTHERS
        },
        "title": f"The {STALLS[purchase]} ware was bought: {card} with a chance of "
        f"{share(posterior(purchase, error, card, odds))}",
        "xlabel": "errors in 100 cases",
        "marked": (error, f"{error} in 100"),
    },
)

OWN_CODE = {
    "wishes-blocked": BLOCKED,
    "wishes-wait": WAIT,
    "wishes-plates-added": ADDED,
    "wishes-full-day": DAY,
    "wishes-buyer": BUYER,
}
