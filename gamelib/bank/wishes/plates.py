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
from ..question import Figure, Misconception, Parameter, Question

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

BLOCKED = Question(
    id="wishes-blocked",
    game="wishes",
    title="Blocked by the mood",
    prompt="{shown} of the {all} plates make a round. {count} forbids something. {past}. What is the chance that "
    "{what} still comes in this "
    "round?",
    concept="drawing without replacement, given what was seen",
    rules=("WIS-1.7", "WIS-2.1", "WIS-3.3", "WIS-3.9"),
    level="easy",
    kind="chance",
    answer=comes,
    second=comes_by_sets,
    trial=lambda rng, wanted, seen, odds: (
        min(rng.sample(range(count(odds) - seen), round_plates(odds) - seen)) < wanted
    ),
    misconceptions=(
        Misconception(
            "The same chance as before the first plate",
            lambda wanted, seen, odds: comes(wanted, 0, odds),
            "That was the chance before the first plate. Now {left} plates are left, and {to_come} of them will come.",
        ),
        Misconception(
            "The next plate only",
            lambda wanted, seen, odds: Fraction(wanted, count(odds) - seen),
            "That is the chance for the next plate alone. With it {to_come} plates will still come in this round.",
        ),
        Misconception(
            "As if no plate had been seen",
            lambda wanted, seen, odds: among(count(odds), wanted, round_plates(odds) - seen),
            "Plates that were seen cannot come again: there are {left} left, not {all}.",
        ),
        Misconception(
            "It is overdue",
            lambda wanted, seen, odds: among(count(odds) - seen, wanted, round_plates(odds)),
            "That it has stayed away does not hurry it. Only {more_plates} of this round will still come, not {shown}.",
        ),
    ),
    hints=(
        "Which plates may still come?",
        "{left} plates have not been seen, and {to_come} of them will be.",
        "For one plate, each place among the {left} is equally likely. For two, ask how likely neither comes.",
    ),
    line=lambda w: (
        f"{w['to_come']} deck{{wanted*{w['wanted']},harmless*{w['left'] - w['wanted']}}} : count wanted >= 1"
    ),
    figure=Figure(
        "curves",
        lambda wanted, seen, odds: {
            "series": {
                "still in this round": [(k, comes(wanted, k, odds)) for k in range(round_plates(odds))],
                "with the next plate": [(k, Fraction(wanted, count(odds) - k)) for k in range(round_plates(odds))],
            },
            "title": f"After {some(seen, 'other plate')}: {share(comes(wanted, seen, odds))}",
            "xlabel": "plates seen that were others",
            "marked": (seen, f"{seen} seen"),
        },
    ),
    parameters={
        "wanted": Parameter(1, (1, 2), "what is feared", {1: "no fulfilling", 2: "no fulfilling or no effects"}),
        "seen": Parameter(2, (0, 1, 2, 3, 4), "plates seen"),
    },
    words=lambda wanted, seen, odds: {
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


WAIT = Question(
    id="wishes-wait",
    game="wishes",
    title="Close now or wait for a better mood?",
    prompt="Only you can close a wish, under any of the next {plates_to_come}. You get the extra points of the plate "
    "under which you "
    "close it. {past}: {left} may still come, and they pay {pays} points{forbid}. You "
    "decide "
    "plate by plate, as they come. How many extra points does the best rule bring on average?",
    concept="optimal stopping without replacement",
    rules=("WIS-2.1", "WIS-2.4", "WIS-3.3"),
    level="medium",
    kind="mean",
    unit="mean extra points",
    answer=worth_waiting,
    second=wait_by_orders,
    trial=wait_trial,
    misconceptions=(
        Misconception(
            "Take the first plate",
            lambda plates, gone, odds: worth_waiting(1, gone, odds),
            "That is the mean of a single plate. You may wait for a better one.",
        ),
        Misconception(
            "The best plate of all that come",
            best_of,
            "You would have to know in advance which plates come. If you wait, a better one may not come.",
        ),
        Misconception(
            "Wait for the best",
            lambda plates, gone, odds: Fraction(max(extra or 0 for extra in extras(gone, odds))),
            "With {plates_to_come} to come, a plate that pays {most} is not certain.",
        ),
    ),
    hints=(
        "Begin at the end: with one plate to come, it brings {one} on average.",
        "With two to come: take the first if it pays at least what the last is worth on average.",
        "Go on like this, plate by plate, back to the first. Plates that were seen do not come again.",
    ),
    figure=Figure(
        "lines",
        lambda plates, gone, odds: {
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
    ),
    parameters={
        "plates": Parameter(5, (1, 2, 3, 4, 5), "plates to come"),
        "gone": Parameter("none", tuple(GONE), "shown before", GONE),
    },
    words=lambda plates, gone, odds: {
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


ADDED = Question(
    id="wishes-plates-added",
    line=lambda w: f"{w['shown']} deck{{adds*{w['adding']},not*{w['others']}}} : count adds = {w['cards']}",
    game="wishes",
    title="How fast does the stack grow?",
    prompt="{adding} of the {all} plates add a card to the Extra Task stack. {shown} plates make a round. What is the "
    "chance that they add "
    "exactly {cards} cards?",
    concept="hypergeometric distribution",
    rules=("WIS-1.7", "WIS-2.3"),
    level="easy",
    kind="chance",
    answer=lambda cards, odds: odds.plates_added(round_plates(odds)).p(cards),
    second=added_by_sets,
    trial=lambda rng, cards, odds: (
        sum(plate < adding(odds) for plate in rng.sample(range(count(odds)), round_plates(odds))) == cards
    ),
    misconceptions=(
        Misconception(
            "All numbers are equally likely",
            lambda cards, odds: Fraction(1, len(odds.plates_added(round_plates(odds)))),
            "It is always {numbers}, but there are more sets of plates for some of them than for others.",
        ),
        Misconception(
            "As if plates went back",
            lambda cards, odds: (
                Dist({True: adding(odds), False: count(odds) - adding(odds)}).times(round_plates(odds)).p(cards)
            ),
            "A plate that was shown does not come again in the round. Without that, other numbers of cards would be "
            "possible.",
        ),
        Misconception(
            "It is always the mean",
            lambda cards, odds: Fraction(cards == round(odds.plates_added(round_plates(odds)).mean)),
            "{mean} is the mean. In single rounds there may be one more or one less.",
        ),
    ),
    hints=(
        "How many of the plates that add nothing must come in the round?",
        "{adding} plates add a card and {others} do not. The round needs {cards} of the first sort and {rest} of the "
        "other.",
        "Count the sets of {shown} plates like that, and divide by the number of all sets.",
    ),
    figure=Figure(
        "distribution",
        lambda cards, odds: {
            "dist": odds.plates_added(round_plates(odds)),
            "title": f"Exactly {cards} cards: {share(odds.plates_added(round_plates(odds)).p(cards))}",
            "xlabel": "cards added in a round",
        },
    ),
    parameters={"cards": Parameter(4, (3, 4, 5), "cards added")},
    words=lambda cards, odds: {
        "adding": adding(odds),
        "others": count(odds) - adding(odds),
        "all": count(odds),
        "shown": round_plates(odds),
        "rest": round_plates(odds) - cards,
        "mean": amount(odds.plates_added(round_plates(odds)).mean),
        "numbers": told_or(odds.plates_added(round_plates(odds))),
    },
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


DAY = Question(
    id="wishes-full-day",
    game="wishes",
    title="A complete day",
    prompt="{all} wares show morning, afternoon and night, in this order {each} of them. You get {wares} random ones. "
    "What is the "
    "chance that they hold a "
    "complete day, all three times of day?",
    concept="drawing without replacement, collecting all kinds",
    rules=("WIS-13.3",),
    level="easy",
    kind="chance",
    answer=lambda wares, odds: odds.day(wares),
    second=day_by_exclusion,
    trial=day_trial,
    misconceptions=(
        Misconception(
            "As if wares went back",
            back_again,
            "So it is if each ware goes back before the next. None does: a time of day that was drawn becomes rarer.",
        ),
        Misconception(
            "In one order only",
            lambda wares, odds: Fraction(1, len(odds.tables.icons) ** 3),
            "Morning, afternoon and night may come in any order.",
        ),
        Misconception(
            "Complete or not",
            lambda wares: Fraction(1, 2),
            "Two possibilities need not be equally likely.",
        ),
    ),
    hints=(
        "Reckon with the sets that lack a time of day.",
        "{lacking} of the {all} wares do not show the morning. How likely are all {wares} of these?",
        "Do the same for afternoon and night. Sets with a single time of day are then counted twice.",
    ),
    line=lambda w: "{wares} deck{{morning*{},afternoon*{},night*{}}} : kinds = 3".format(
        *w["each"].split(", "), wares=w["wares"]
    ),
    figure=Figure(
        "curves",
        lambda wares, odds: {
            "series": {
                "from all wares": [(n, odds.day(n)) for n in range(3, 9)],
                "as if they went back": [(n, back_again(n, odds)) for n in range(3, 9)],
            },
            "title": f"{wares} wares: a complete day with a chance of {share(odds.day(wares))}",
            "xlabel": "wares",
            "marked": (wares, f"{wares} wares"),
        },
    ),
    parameters={"wares": Parameter(3, (3, 4, 5, 6), "wares")},
    words=lambda wares, odds: {
        "all": all_wares(odds),
        "each": ", ".join(map(str, odds.icon_counts().values())),
        "lacking": all_wares(odds) - odds.icon_counts()[odds.tables.icons[0]],
    },
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


BUYER = Question(
    id="wishes-buyer",
    game="wishes",
    title="What does the purchase tell?",
    prompt="A rival holds one of five score cards, all equally likely. {told} The rival takes what is best on the own "
    "card, but in {error} of 100 cases any of the three, all alike. "
    "The rival buys the ware of the {stall} stall. What is the chance that the rival holds {card}?",
    concept="Bayes: what a choice tells about the one who chose",
    rules=("WIS-1.6", "WIS-7.1", "WIS-13.3", "WIS-15.2"),
    level="hard",
    kind="chance",
    answer=posterior,
    second=posterior_by_counting,
    trial=buyer_trial,
    misconceptions=(
        Misconception(
            "The purchase tells nothing",
            lambda purchase, error, card: Fraction(1, len(OTHERS)),
            "So it was before the purchase. Cards on which this ware is best have become likelier.",
        ),
        Misconception(
            "Nobody errs",
            lambda purchase, error, card, odds: posterior(purchase, 0, card, odds),
            "In {error} of 100 cases the rival takes any ware. So no card is quite impossible.",
        ),
        Misconception(
            "The chance of the purchase",
            lambda purchase, error, card, odds: odds.buys(card, ROW, Fraction(error, 100))[bought(purchase, odds)],
            "That is how likely somebody with {card} buys this ware. Asked is how likely somebody who bought it holds "
            "{card}.",
        ),
    ),
    hints=(
        "On which cards is the ware of the {stall} stall the best?",
        "Say how likely the rival buys it with each card: an error brings it about with a chance of {slip}.",
        "Add these chances up over all five cards.",
        "The share of {card} in this sum is the answer.",
    ),
    figure=Figure(
        "curves",
        lambda purchase, error, card, odds: {
            "series": {
                name: [(e, posterior(purchase, e, name, odds)) for e in (0, 10, 20, 30, 50, 75, 100)] for name in OTHERS
            },
            "title": f"The {STALLS[purchase]} ware was bought: {card} with a chance of "
            f"{share(posterior(purchase, error, card, odds))}",
            "xlabel": "errors in 100 cases",
            "marked": (error, f"{error} in 100"),
        },
    ),
    parameters={
        "purchase": Parameter("Centre", ("Left", "Centre", "Right"), "stall", STALLS),
        "error": Parameter(20, (5, 10, 20, 50), "errors in 100 cases"),
        "card": Parameter("K3", OTHERS, "score card"),
    },
    words=lambda purchase, error, card, odds: {
        "told": "After the price, the wares of the left, middle and right stall leave these points on them: "
        f"{gains(odds)}.",
        "stall": STALLS[purchase],
        "slip": share(Fraction(error, 300)),
    },
)

PLATES = [BLOCKED, WAIT, ADDED, DAY, BUYER]
