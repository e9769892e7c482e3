"""Questions about the Extra Task stack: places, priority, what others put in, what a look is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Any

from ...dist import Dist
from ...games.wishes.odds import MY_HAND, MY_STACK, WishesOdds, published
from ...games.wishes.tables import Task
from ...numbers import amount, share, some
from ..question import Figure, Misconception, Parameter, Question
from .plates import adding

SHOWN = {"Tea": "tea", "Sleep": "sleep", "Fan Wave": "fan waving"}


def tasks(odds: WishesOdds = published) -> dict[str, Task]:
    """The task cards."""
    return odds.tables.tasks


def pay(odds: WishesOdds = published) -> dict[int, int]:
    """Place -> points."""
    return {place: points for place, (points, _) in enumerate(odds.tables.places, 1)}


def told_pay(odds: WishesOdds = published) -> str:
    """The points of the places, in words."""
    *first, last = map(str, pay(odds).values())
    return f"{', '.join(first)} and {last}" if first else last


def hearts_of(cards: Collection[str], odds: WishesOdds = published) -> int:
    """The hearts of some cards together."""
    return sum(tasks(odds)[card].hearts for card in cards)


def place_of(sums: dict[str, int], kind: str, ahead: Collection[str]) -> int:
    """The place of a kind; those `ahead` win ties. 0 without hearts."""
    mine = sums.get(kind, 0)
    better = sum(total > mine or (total == mine and name in ahead) for name, total in sums.items() if name != kind)
    return better + 1 if mine else 0


@lru_cache(64)
def places_by_listing(
    cards: int, own: tuple[str, ...], hand: tuple[str, ...], kind: str, ahead: str, odds: WishesOdds = published
) -> Dist[int]:
    """Go through all stacks, told apart by kinds and hearts alone."""
    pool = Counter((t.kind, t.hearts) for name, t in tasks(odds).items() if name not in (*own, *hand))
    places: Counter[int] = Counter()
    for drawn, ways in Dist.draws(pool, cards).items():
        sums: dict[str, int] = {}
        for card in own:
            sums[tasks(odds)[card].kind] = sums.get(tasks(odds)[card].kind, 0) + tasks(odds)[card].hearts
        for (name, hearts), n in zip(pool, drawn, strict=True):
            if n:
                sums[name] = sums.get(name, 0) + n * hearts
        places[place_of(sums, kind, (ahead,))] += ways
    return Dist(places)


def random_place(
    rng: Random,
    cards: int,
    own: tuple[str, ...],
    hand: tuple[str, ...],
    kind: str,
    ahead: str,
    odds: WishesOdds = published,
) -> int:
    """Lay a random stack, and rank it."""
    sums: dict[str, int] = {}
    rest = [name for name in tasks(odds) if name not in (*own, *hand)]
    for card in (*own, *rng.sample(rest, cards)):
        sums[tasks(odds)[card].kind] = sums.get(tasks(odds)[card].kind, 0) + tasks(odds)[card].hearts
    return place_of(sums, kind, (ahead,))


# -- the price of priority -----------------------------------------------------------------------------

AHEAD = {"nobody": "nobody", "Tea": "a rival on tea", "Sleep": "a rival on sleep"}


def race(cards: int, ahead: str, odds: WishesOdds = published) -> Dist[int]:
    return odds.stack(cards, ahead=() if ahead == "nobody" else (ahead,))


def race_by_listing(cards: int, ahead: str, odds: WishesOdds = published) -> Fraction:
    """Second method: list all stacks by kinds and hearts, and pay each."""
    return odds.points(places_by_listing(cards, MY_STACK, MY_HAND, "Music", ahead, odds))


PRIORITY = Question(
    id="wishes-priority",
    game="wishes",
    title="The race for the Extra Tasks",
    prompt="The Extra Task stack holds your music card with {hearts} and {cards} more cards that nobody knows, random "
    "ones out of the {total} that "
    "you do not hold. Your Orderly stands on music. {rival} The places score {pays} points, the first one first. In "
    "a tie the kind "
    "with the better place on the Priority Track comes first, and one without an Orderly last. How many points do you "
    "score on average?",
    concept="sums of random draws, ties",
    rules=("WIS-12.1", "WIS-12.2", "WIS-12.3", "WIS-12.4"),
    level="hard",
    kind="mean",
    unit="mean points",
    answer=lambda cards, ahead, odds: odds.points(race(cards, ahead, odds)),
    second=race_by_listing,
    trial=lambda rng, cards, ahead, odds: pay(odds).get(
        random_place(rng, cards, MY_STACK, MY_HAND, "Music", ahead, odds), 0
    ),
    misconceptions=(
        Misconception(
            "First place is certain",
            lambda cards, ahead, odds: Fraction(pay(odds)[1]),
            "One card with more hearts than yours may put its kind before you, and so may smaller ones together.",
        ),
        Misconception(
            "Only first place counts",
            lambda cards, ahead, odds: pay(odds)[1] * race(cards, ahead, odds).p(1),
            "Later places score too. Add their points times their chances.",
        ),
        Misconception(
            "Ties do not matter",
            lambda cards, ahead, odds: odds.points(race(cards, "nobody", odds)),
            "A rival who is before you on the Priority Track wins ties. Here that costs {price} points.",
        ),
    ),
    hints=(
        "What sums of hearts of another kind come before your {own}, and what if it is a tie?",
        "First place comes out with a chance of {first}.",
        "Take the chances of the later places too, and weigh all with {pays} points.",
    ),
    figure=Figure(
        "curves",
        lambda cards, ahead, odds: {
            "series": {
                words: [(place, race(cards, name, odds).p(place)) for place in range(1, 6)]
                for name, words in (("nobody", "nobody ahead"), ("Tea", "a rival on tea ahead"))
            },
            "title": f"{cards} unknown cards, {AHEAD[ahead]} ahead: {amount(odds.points(race(cards, ahead, odds)))} "
            f"points",
            "xlabel": "your place",
        },
    ),
    parameters={
        "cards": Parameter(4, (2, 3, 4), "unknown cards"),
        "ahead": Parameter("Tea", ("nobody", "Tea", "Sleep"), "ahead on the track", AHEAD),
    },
    words=lambda cards, ahead, odds: {
        "rival": "Nobody else has one on the chart."
        if ahead == "nobody"
        else f"A rival stands on {SHOWN[ahead]}, before you on the Priority Track.",
        "hearts": some(hearts_of(MY_STACK, odds), "heart"),
        "own": hearts_of(MY_STACK, odds),
        "pays": told_pay(odds),
        "total": unseen(odds).total(),
        "first": share(race(cards, ahead, odds).p(1)),
        "price": amount(odds.points(race(cards, "nobody", odds)) - odds.points(race(cards, ahead, odds))),
    },
)

# -- what did the rival put in ---------------------------------------------------------------------------


def intent(q: int, kind: str, odds: WishesOdds = published) -> Fraction:
    return odds.intent(Fraction(q, 100), kind).p(kind)


def unseen(odds: WishesOdds = published) -> Counter[str]:
    """How many cards of each kind are not mine."""
    return Counter(task.kind for name, task in tasks(odds).items() if name not in (*MY_STACK, *MY_HAND))


def intent_by_odds(q: int, kind: str, odds: WishesOdds = published) -> Fraction:
    """Second method: the odds before, times how much likelier the sign is with this kind."""
    before = Fraction(unseen(odds)[kind], sum(unseen(odds).values()) - unseen(odds)[kind])
    after = before * Fraction(q, 100) / (Fraction(100 - q, 100) / (len(odds.tables.kinds) - 1))
    return after / (1 + after)


def intent_trial(rng: Random, q: int, kind: str, odds: WishesOdds = published) -> bool:
    """Deal the rival a card and let the Orderly be placed, until it stands here."""
    cards = [task.kind for name, task in tasks(odds).items() if name not in (*MY_STACK, *MY_HAND)]
    while True:
        card = cards[int(rng.random() * len(cards))]
        stands = card if rng.random() < q / 100 else rng.choice([name for name in odds.tables.kinds if name != card])
        if stands == kind:
            return card == kind


INTENT = Question(
    id="wishes-intent",
    game="wishes",
    title="What lies in the stack?",
    prompt="A rival put a card into the Extra Task stack, a random one of the {total} that you do not know; {number} "
    "of them are {kind}. "
    "Then the rival's Orderly moves to {kind}. In {q} of 100 cases a rival goes to the kind of the own card, else to "
    "any of the {kinds} other "
    "kinds. What is the chance that the card is {kind}?",
    concept="Bayes: how much a sign tells",
    rules=("WIS-4.5", "WIS-6.1", "WIS-15.2"),
    level="hard",
    kind="chance",
    answer=intent,
    second=intent_by_odds,
    trial=intent_trial,
    misconceptions=(
        Misconception(
            "Where the Orderly stands, the card lies",
            lambda q, kind: Fraction(1),
            "In {other} of 100 cases the Orderly goes elsewhere.",
        ),
        Misconception(
            "The same chance the other way round",
            lambda q, kind: Fraction(q, 100),
            "That is how often the Orderly goes to the kind of the card. Many cards are of other kinds, and they send "
            "Orderlies here too.",
        ),
        Misconception(
            "The move tells nothing",
            lambda q, kind, odds: Fraction(unseen(odds)[kind], sum(unseen(odds).values())),
            "So it was before the move. Cards of this kind lead here more often than others.",
        ),
    ),
    hints=(
        "Before the move, the card is {kind} with a chance of {before}.",
        "Imagine all {total} cards put in once. How many lead the Orderly to {kind}, and how many of these are {kind}?",
        "Compare {number} cards with {q} in 100 to {others} cards with {each} in 100.",
    ),
    figure=Figure(
        "curves",
        lambda q, kind, odds: {
            "series": {
                "after the move": [(n, intent(n, kind, odds)) for n in (0, 10, 20, 30, 40, 50, 60, 75, 90, 100)],
                "before": [(n, Fraction(unseen(odds)[kind], sum(unseen(odds).values()))) for n in (0, 50, 100)],
            },
            "title": f"{q} in 100: the card is {SHOWN[kind]} with a chance of {share(intent(q, kind, odds))}",
            "xlabel": "Orderlies in 100 that go to the kind of the own card",
            "marked": (q, f"{q} in 100"),
        },
    ),
    parameters={
        "q": Parameter(75, (25, 50, 75, 90), "in 100 to the own kind"),
        "kind": Parameter("Tea", ("Tea", "Fan Wave"), "kind", {kind: SHOWN[kind] for kind in ("Tea", "Fan Wave")}),
    },
    words=lambda q, kind, odds: {
        "total": sum(unseen(odds).values()),
        "number": unseen(odds)[kind],
        "others": sum(unseen(odds).values()) - unseen(odds)[kind],
        "before": share(Fraction(unseen(odds)[kind], sum(unseen(odds).values()))),
        "other": 100 - q,
        "kinds": len(odds.tables.kinds) - 1,
        "each": amount(Fraction(100 - q, len(odds.tables.kinds) - 1)),
    },
)

# -- alone: how many hearts are enough ---------------------------------------------------------------------

OWN = ("3", "4", "3+2", "3+3", "4+3", "4+4", "4+4+3")
"""Hearts of the music cards in the stack, card by card."""


def own_cards(own: str, odds: WishesOdds = published) -> tuple[str, ...]:
    """Music cards with these hearts. ValueError if the tables have too few.

    >>> own_cards("4+3")
    ('T47', 'T45')
    """
    chosen: list[str] = []
    for hearts in map(int, own.split("+")):
        can = (name for name, task in tasks(odds).items() if (task.kind, task.hearts) == ("Music", hearts))
        card = next((name for name in can if name not in chosen), None)
        if card is None:
            raise ValueError(f"There are no music cards with {own} hearts.")
        chosen.append(card)
    return tuple(chosen)


def safe(own: str, odds: WishesOdds = published) -> Fraction:
    return odds.own_hearts(own_cards(own, odds), adding(odds)).p(1)


def unknown_music(own: str, odds: WishesOdds = published) -> int:
    """How many music cards are not in the stack yet."""
    return sum(task.kind == "Music" for task in tasks(odds).values()) - len(own_cards(own, odds))


@lru_cache(16)
def safe_by_limits(own: str, odds: WishesOdds = published) -> Fraction:
    """Second method: count the stacks in which no other kind has more hearts than mine, kind by kind."""
    cards, added = own_cards(own, odds), adding(odds)
    rest = [task for name, task in tasks(odds).items() if name not in cards]
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # cards of music, hearts
    for task in rest:
        if task.kind == "Music":
            for (n, hearts), count in list(ways.items()):
                ways[n + 1, hearts + task.hearts] = ways.get((n + 1, hearts + task.hearts), 0) + count
    base = hearts_of(cards, odds)
    good = 0
    limits: dict[int, dict[int, int]] = {}  # hearts at most -> stacks of the other kinds by number of cards
    for (n, hearts), count in ways.items():
        if n > added:
            continue
        most = base + hearts
        if most not in limits:
            total = {0: 1}
            for kind in odds.tables.kinds:
                if kind == "Music":
                    continue
                few: dict[int, int] = {}
                values = [task.hearts for task in rest if task.kind == kind]
                for mask in range(1 << len(values)):
                    chosen = [value for i, value in enumerate(values) if mask >> i & 1]
                    if sum(chosen) <= most:
                        few[len(chosen)] = few.get(len(chosen), 0) + 1
                joint: dict[int, int] = {}
                for a, x in total.items():
                    for b, y in few.items():
                        joint[a + b] = joint.get(a + b, 0) + x * y
                total = joint
            limits[most] = total
        good += count * limits[most].get(added - n, 0)
    return Fraction(good, comb(len(rest), added))


@lru_cache(16)
def one_rival(own: str, odds: WishesOdds = published) -> Fraction:
    """The chance that tea alone does not come before music."""
    cards, added = own_cards(own, odds), adding(odds)
    pool = Counter((t.kind, t.hearts) for name, t in tasks(odds).items() if name not in cards)
    tea, music = (odds.kind_sums(pool, kind, added) for kind in ("Tea", "Music"))
    rest = sum(pool.values()) - sum(n for (kind, _), n in pool.items() if kind in ("Tea", "Music"))
    base = hearts_of(cards, odds)
    good = sum(
        x * y * comb(rest, added - a - b)
        for a, row in enumerate(tea)
        for t, x in row.items()
        for b, line in enumerate(music[: added - a + 1])
        for m, y in line.items()
        if t <= base + m
    )
    return Fraction(good, comb(sum(pool.values()), added))


SAFE = Question(
    id="wishes-solo-hearts",
    game="wishes",
    title="How many hearts make first place safe?",
    prompt="You play alone. Your Orderly stands on music, and you put music cards with {own} hearts into the stack. "
    "The plates add {added} random "
    "cards out of the others. Ties are yours. What is the chance that music comes first?",
    concept="diminishing returns",
    rules=("WIS-12.2", "WIS-14.2", "WIS-14.5"),
    level="hard",
    kind="chance",
    answer=safe,
    second=safe_by_limits,
    trial=lambda rng, own, odds: random_place(rng, adding(odds), own_cards(own, odds), (), "Music", "", odds) == 1,
    misconceptions=(
        Misconception(
            "Six kinds, one in six",
            lambda own, odds: Fraction(1, len(odds.tables.kinds)),
            "The kinds do not start alike: music already has {hearts} hearts.",
        ),
        Misconception(
            "One other kind at a time",
            one_rival,
            "That is the chance against a single other kind. All {others} must stay behind.",
        ),
        Misconception(
            "Safe",
            lambda own: Fraction(1),
            "{added} cards may well bring {more} hearts to another kind.",
        ),
    ),
    hints=(
        "Which sums of another kind would come before your {hearts} hearts?",
        "Music may grow too: one of the {added} cards is music with a chance of {grows}.",
        "Count the stacks in which no other kind has more hearts than music, kind by kind.",
    ),
    figure=Figure(
        "lines",
        lambda own, odds: {
            "series": {
                "mean points": [
                    (sum(map(int, name.split("+"))), odds.points(odds.own_hearts(own_cards(name, odds), adding(odds))))
                    for name in OWN
                ]
            },
            "title": f"{own} hearts: first with a chance of {share(safe(own, odds))}",
            "xlabel": "own hearts",
            "ylabel": "mean points",
            "marked": (sum(map(int, own.split("+"))), own),
        },
    ),
    parameters={"own": Parameter("4+3", OWN, "own hearts in the stack")},
    words=lambda own, odds: {
        "hearts": sum(map(int, own.split("+"))),
        "more": sum(map(int, own.split("+"))) + 1,
        "others": len(odds.tables.kinds) - 1,
        "added": adding(odds),
        "grows": share(Fraction(unknown_music(own, odds), len(tasks(odds)) - len(own_cards(own, odds)))),
    },
)

# -- what a look is worth ----------------------------------------------------------------------------------------


def peek_by_listing(cards: int, odds: WishesOdds = published) -> Fraction:
    """Second method: list all stacks by kinds and hearts, and stand on tea in each of them."""
    return pay(odds)[1] - odds.points(places_by_listing(cards, (), (), "Tea", "", odds))


def peek_trial(rng: Random, cards: int, odds: WishesOdds = published) -> int:
    """What a look brings in one random stack against standing on tea."""
    return pay(odds)[1] - pay(odds).get(random_place(rng, cards, (), (), "Tea", "", odds), 0)


PEEK = Question(
    id="wishes-peek",
    game="wishes",
    title="What is a look worth?",
    prompt="{stack} in the Extra Task stack, and nothing more will come. Nobody else is on the chart. You are about "
    "to place your "
    "Orderly; the places score {pays} points, a kind without cards nothing. If you look at the stack first, you "
    "take first place. How "
    "many points more is that on average than to place it blindly?",
    concept="the value of information",
    rules=("WIS-5.4", "WIS-12.2", "WIS-12.4"),
    level="medium",
    kind="mean",
    unit="mean points",
    answer=lambda cards, odds: odds.peek(cards),
    second=peek_by_listing,
    trial=peek_trial,
    misconceptions=(
        Misconception(
            "All the points",
            lambda cards, odds: Fraction(pay(odds)[1]),
            "Placed blindly the Orderly brings something too: {blind} points on average.",
        ),
        Misconception(
            "Blind, one time in six",
            lambda cards, odds: pay(odds)[1] * (1 - Fraction(1, len(odds.tables.kinds))),
            "With several cards several kinds take a place, and second and third place score too.",
        ),
        Misconception(
            "What the blind choice brings",
            lambda cards, odds: odds.blind(cards),
            "That is what the Orderly brings without a look. Asked is what the look adds.",
        ),
    ),
    hints=(
        "With a look you score {best} points for certain.",
        "Blindly all kinds are alike. How likely does tea come first, second, third?",
        "Blindly it is {blind} points on average. Take that from {best}.",
    ),
    figure=Figure(
        "lines",
        lambda cards, odds: {
            "series": {
                "after a look": [(n, Fraction(pay(odds)[1])) for n in range(1, 7)],
                "placed blindly": [(n, odds.blind(n)) for n in range(1, 7)],
            },
            "title": f"{cards} in the stack: the look is worth {amount(odds.peek(cards))} points",
            "xlabel": "cards in the stack",
            "ylabel": "mean points",
            "marked": (cards, str(cards)),
        },
    ),
    parameters={"cards": Parameter(3, (1, 2, 3, 4), "cards in the stack")},
    words=lambda cards, odds: {
        "stack": "One random task card lies" if cards == 1 else f"{cards} random task cards lie",
        "blind": amount(odds.blind(cards)),
        "best": pay(odds)[1],
        "pays": told_pay(odds),
    },
)

STACK: list[Any] = [PRIORITY, INTENT, SAFE, PEEK]
