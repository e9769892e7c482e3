"""Questions on the deal: what a cache holds, who starts, what going first costs, who draws a closer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from ...question import Figure, Misconception, Parameter, Question
from ..odds import (
    CARDS,
    SUITS,
    caches_by_turn,
    cards_of_suits,
    closer_among,
    different_suits,
    first_mover_coins,
    listed_corners,
    listed_suits,
    opening_plays,
    start_rank,
    towers,
)
from ..state import CACHE


def draw(rng: Random, cards: int = CACHE) -> list[str]:
    """Random playing cards, all different."""
    return rng.sample(towers().playing, cards)


# -- 1 a card of a suit ---------------------------------------------------------------------------


def _matchable(suits: int) -> Fraction:
    return cards_of_suits(suits).at_least(1)


def _matchable_listed(suits: int) -> Fraction:
    caches = listed_suits()
    return Fraction(sum(n for kinds, n in caches.items() if sum(kinds[:suits])), sum(caches.values()))


def _matchable_trial(rng: Random, suits: int) -> bool:
    open_suits = towers().suits[:suits]
    return any(towers().suit[card] in open_suits for card in draw(rng))


def _suit_bars(suits: int) -> Mapping[str, Any]:
    return {
        "dist": cards_of_suits(suits),
        "title": f"With {suits} of 6 suits open, {'most' if suits > 1 else 'many'} caches can match",
        "xlabel": "cards of an open suit in the cache",
        "threshold": (1, "at least one"),
    }


SUIT_IN_CACHE = Question(
    id="TOW-Q1",
    game="towers",
    title="A card that can match",
    prompt="You get three of the 48 cards. The towers of {suits} of the six suits are open. How likely is it that "
    "at least one of your cards belongs to one of them?",
    concept="hypergeometric distribution, complement",
    rules=("TOW-1.5", "TOW-4.1", "TOW-5.6"),
    level="easy",
    kind="chance",
    answer=_matchable,
    second=_matchable_listed,
    trial=_matchable_trial,
    misconceptions=(
        Misconception("adding chances", lambda suits: Fraction(CACHE * suits, SUITS),
                      "You added the chance of each card. A cache with two such cards is then counted twice."),
        Misconception("one card only", lambda suits: Fraction(suits, SUITS),
                      "That is the chance for a single card. You have three."),
        Misconception("putting back", lambda suits: 1 - Fraction(SUITS - suits, SUITS) ** CACHE,
                      "You drew each card from the full deck. The first is gone when you draw the second."),
    ),
    hints=(
        "Ask for the opposite: no card of an open suit.",
        "Of 48 cards, 8 belong to each suit. Draw one by one and multiply.",
        "One minus C(48 - 8k, 3) / C(48, 3), with k open suits.",
    ),
    figure=Figure("distribution", _suit_bars),
    parameters={"suits": Parameter(1, (1, 2, 3, 4, 5), "open suits")},
)  # fmt: skip

# -- 2 different suits ----------------------------------------------------------------------------


def _different_listed(suits: int) -> Fraction:
    caches = listed_suits()
    hits = sum(n for kinds, n in caches.items() if sum(map(bool, kinds)) == suits)
    return Fraction(hits, sum(caches.values()))


WITH_PUTTING_BACK = {1: Fraction(1, 36), 2: Fraction(15, 36), 3: Fraction(20, 36)}

DIFFERENT_SUITS = Question(
    id="TOW-Q2",
    game="towers",
    title="Suits in a cache",
    prompt="You get three of the 48 cards. How likely is it that they show exactly {suits} different suits?",
    concept="counting, product rule",
    rules=("TOW-1.5",),
    level="easy",
    kind="chance",
    answer=lambda suits: different_suits().p(suits),
    second=_different_listed,
    trial=lambda rng, suits: len({towers().suit[card] for card in draw(rng)}) == suits,
    misconceptions=(
        Misconception("all cases equal", lambda suits: Fraction(1, 3),
                      "There are three cases, but they are not equally likely. Count the caches in each."),
        Misconception("putting back", lambda suits: WITH_PUTTING_BACK[suits],
                      "You treated the cards like three dice with six sides. A suit that has lost a card is rarer."),
    ),
    hints=(
        "There are C(48, 3) = 17,296 caches in all.",
        "Three suits: choose them, then one of eight cards of each.",
        "One suit: choose it, then three of its eight cards. Two suits are what is left.",
    ),
    figure=Figure("distribution", lambda suits: {
        "dist": different_suits(),
        "title": "Most caches show three suits",
        "xlabel": "different suits in a cache",
    }),
    parameters={"suits": Parameter(3, (1, 2, 3), "different suits")},
)  # fmt: skip

# -- 3 who starts ---------------------------------------------------------------------------------


def _rank_bars(seats: int) -> Mapping[str, Any]:
    return {
        "dist": start_rank(seats),
        "title": f"With {seats} seats the first title is on average number {float(start_rank(seats).mean):.1f} of 48",
        "xlabel": "alphabetical place of the title that starts",
    }


def _mean_by_gaps(seats: int) -> Fraction:
    """The cards dealt cut the 48 places into 3n + 1 gaps that are alike."""
    return Fraction(CARDS + 1, CACHE * seats + 1)


WHO_STARTS = Question(
    id="TOW-Q3",
    game="towers",
    title="The first title",
    prompt="Number the 48 titles from 1 to 48 in alphabetical order. {seats} players get three cards each, and the "
    "lowest number starts. Which number do you expect?",
    concept="order statistics",
    rules=("TOW-1.8",),
    level="medium",
    kind="mean",
    answer=lambda seats: start_rank(seats).mean,
    second=_mean_by_gaps,
    trial=lambda rng, seats: min(towers().rank[card] for card in draw(rng, CACHE * seats)),
    misconceptions=(
        Misconception("the best card is always out", lambda seats: Fraction(1),
                      "Number 1 may well stay in the deck; with two players it does in 7 of 8 deals."),
        Misconception("equal shares", lambda seats: Fraction(CARDS, CACHE * seats),
                      "You cut 48 places among the cards. There is one more gap than cards, above the last one."),
    ),
    hints=(
        "Think of the cards as marks on a line with the places 1 to 48.",
        "3n marks leave 3n + 1 gaps, and no gap is special.",
        "So the first mark stands at 49 / (3n + 1) on average.",
    ),
    figure=Figure("distribution", _rank_bars),
    parameters={"seats": Parameter(2, (2, 3, 4), "seats")},
)  # fmt: skip

# -- 4 going first --------------------------------------------------------------------------------


def _starter_by_payments(seats: int, debt: int) -> Fraction:
    """Pay each pair on its own: the difference of their balances (TOW-7.6)."""
    balances = [count * debt for count in caches_by_turn(seats)]
    return Fraction(sum(other - balances[0] for other in balances[1:]))


def _starter_trial(rng: Random, seats: int, debt: int) -> int:
    balances = [sum(debt - 1 + int(rng.random() * 3) for _ in range(count)) for count in caches_by_turn(seats)]
    return sum(balances) - seats * balances[0]


GOING_FIRST = Question(
    id="TOW-Q4",
    game="towers",
    title="Does going first pay?",
    prompt="{seats} players share 16 caches in turn. Nobody flees, no tower closes, and each turn adds {debt} cards to "
    "a balance on average. How many coins does the starter expect at the end?",
    concept="expectation, remainders",
    rules=("TOW-7.7", "TOW-9.1"),
    level="medium",
    kind="mean",
    answer=lambda seats, debt: first_mover_coins(seats, debt)[0],
    second=_starter_by_payments,
    trial=_starter_trial,
    misconceptions=(
        Misconception("first is best", lambda seats, debt: Fraction((seats - 1) * debt),
                      "Each turn adds debt. More turns are worse, not better."),
        Misconception("paying once", lambda seats, debt: Fraction(-debt),
                      "An extra turn costs you at every other player, and it needs a remainder of 16 by the seats."),
    ),
    hints=(
        "Divide 16 by the number of seats. Who gets the rest?",
        "With equal numbers of turns nobody is ahead on average.",
        "One card more in your balance costs one coin to each of the others.",
    ),
    figure=Figure("lines", lambda seats, debt: {
        "series": {"starter": [(n, first_mover_coins(n, debt)[0]) for n in range(2, 6)],
                   "last seat": [(n, first_mover_coins(n, debt)[-1]) for n in range(2, 6)]},
        "title": "Going first costs coins only where 16 caches leave a remainder",
        "xlabel": "seats",
        "ylabel": "expected coins",
    }),
    parameters={"seats": Parameter(3, (2, 3, 4, 5), "seats"), "debt": Parameter(1, (1, 2), "cards of debt a turn")},
)  # fmt: skip

# -- 5 opening plays ------------------------------------------------------------------------------


def _opening_listed(towers_open: int) -> Fraction:
    corners = listed_corners()
    total = sum(n * towers_open * (5 * k + 3 * (CACHE - k)) for k, n in corners.items())
    return Fraction(total, sum(corners.values()))


def _opening_trial(rng: Random, towers_open: int) -> int:
    fits = towers().geometry().fits
    return towers_open * sum(fits[towers().number[card]][0].bit_count() for card in draw(rng))


OPENING_PLAYS = Question(
    id="TOW-Q5",
    game="towers",
    title="Room on empty towers",
    prompt="A card with its symbol in a corner has five cells on an empty tower, one with its symbol at an edge three. "
    "With {towers_open} empty towers, how many placements do your three cards have on average?",
    concept="linearity of the mean",
    rules=("TOW-3.5", "TOW-3.7"),
    level="easy",
    kind="mean",
    answer=lambda towers_open: opening_plays().mean * Fraction(towers_open, SUITS),
    second=_opening_listed,
    trial=_opening_trial,
    misconceptions=(
        Misconception("all eight cells", lambda towers_open: Fraction(CACHE * 8 * towers_open),
                      "From some cells the card would hide the foundation's symbol."),
        Misconception("forgetting the cache", lambda towers_open: Fraction(4 * towers_open),
                      "That is for one card. You hold three."),
    ),
    hints=(
        "Half of the 48 cards have their symbol in a corner.",
        "One card has 4 cells on average.",
        "Means add up: three cards, and as many towers as are open.",
    ),
    figure=Figure("distribution", lambda towers_open: {
        "dist": opening_plays().map(lambda plays: plays * towers_open // SUITS),
        "title": "The more corner cards, the more placements",
        "xlabel": f"placements of a cache on {towers_open} empty towers",
    }),
    parameters={"towers_open": Parameter(6, (1, 2, 3, 4, 5, 6), "empty towers")},
)  # fmt: skip

# -- 11 will a closer come? -----------------------------------------------------------------------


def _closer_in_turn(closers: int, unseen: int) -> Fraction:
    """Card by card: none of the first, none of the second, none of the third."""
    none = Fraction(1)
    for drawn in range(CACHE):
        none *= Fraction(unseen - closers - drawn, unseen - drawn)
    return 1 - none


def _closer_trial(rng: Random, closers: int, unseen: int) -> bool:
    return min(rng.sample(range(unseen), CACHE)) < closers


def _closer_curves(closers: int, unseen: int) -> Mapping[str, Any]:
    counts = range(6, 43, 3)
    return {
        "series": {f"{u} closers": [(m, closer_among(u, m)) for m in counts] for u in (2, 3)},
        "title": "The fewer cards are left, the likelier a closer comes",
        "xlabel": "unseen cards",
        "marked": (unseen, f"{unseen} unseen"),
    }


CLOSER = Question(
    id="TOW-Q11",
    game="towers",
    title="Will a closer come?",
    prompt="{unseen} cards are still in the deck, and {closers} of them would close a tower. The next player draws "
    "three. How likely is it that at least one of them is a closer?",
    concept="hypergeometric distribution, counting cards",
    rules=("TOW-4.6", "TOW-5.1", "TOW-8.2"),
    level="medium",
    kind="chance",
    answer=lambda closers, unseen: closer_among(closers, unseen),
    second=_closer_in_turn,
    trial=_closer_trial,
    misconceptions=(
        Misconception("adding chances", lambda closers, unseen: Fraction(CACHE * closers, unseen),
                      "You added the chances of the three draws. Draws with two closers are then counted twice."),
        Misconception("one draw", lambda closers, unseen: Fraction(closers, unseen),
                      "That is the chance for one card. Three are drawn."),
        Misconception("putting back", lambda closers, unseen: 1 - Fraction(unseen - closers, unseen) ** CACHE,
                      "A card that was drawn is not put back before the next one."),
    ),
    hints=(
        "How likely is it that no closer is drawn?",
        "The first card is none with (m - u) / m, then there are m - 1 cards left.",
        "One minus C(m - u, 3) / C(m, 3).",
    ),
    figure=Figure("curves", _closer_curves),
    parameters={"closers": Parameter(2, (2, 3), "closers"), "unseen": Parameter(12, (6, 12, 24), "unseen cards")},
)  # fmt: skip

QUESTIONS = [SUIT_IN_CACHE, DIFFERENT_SUITS, WHO_STARTS, GOING_FIRST, OPENING_PLAYS, CLOSER]
