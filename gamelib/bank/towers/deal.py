"""Questions on the deal: what a cache holds, who starts, what going first costs, who draws a closer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from ...games.towers.odds import (
    CARDS,
    SUIT,
    SUITS,
    TowersOdds,
    caches_by_turn,
    cards_of_suits,
    closer_among,
    different_suits,
    first_mover_coins,
    opening_plays,
    published,
    start_rank,
)
from ...games.towers.state import CACHE
from ...numbers import rounded, some
from ..question import Figure, Misconception, Parameter, Question


def draw(rng: Random, cards: int = CACHE, odds: TowersOdds = published) -> list[str]:
    """Random playing cards, all different."""
    return rng.sample(odds.game.playing, cards)


# -- 1 a card of a suit ---------------------------------------------------------------------------


def _matchable(suits: int) -> Fraction:
    return cards_of_suits(suits).at_least(1)


def _matchable_listed(suits: int, odds: TowersOdds = published) -> Fraction:
    """Second method: list all 17,296 caches."""
    caches = odds.listed_suits()
    return Fraction(sum(n for kinds, n in caches.items() if sum(kinds[:suits])), sum(caches.values()))


def _matchable_trial(rng: Random, suits: int, odds: TowersOdds = published) -> bool:
    open_suits = odds.game.suits[:suits]
    return any(odds.game.suit[card] in open_suits for card in draw(rng, odds=odds))


def _suit_words(suits: int) -> dict[str, Any]:
    rest = CARDS - SUIT * suits
    return {"good": SUIT * suits, "rest": rest, "rest1": rest - 1, "rest2": rest - 2, "towers": some(suits, "suit")}


def _suit_bars(suits: int) -> Mapping[str, Any]:
    return {
        "dist": cards_of_suits(suits),
        "title": f"With {suits} of 6 suits open, {'most' if suits > 1 else 'many'} caches can match",
        "xlabel": "cards of an open suit in the cache",
        "threshold": (1, "at least one"),
    }


SUIT_IN_CACHE = Question(
    id="towers-suit-in-cache",
    line=lambda w: f"3 deck{{open*{w['good']},closed*{w['rest']}}} : count open >= 1",
    game="towers",
    title="A card that can match",
    prompt="You get three of the 48 cards. Towers of {towers} are still open. How likely is it that at "
    "least one of your cards can match, that is, belongs to the suit of an open tower?",
    concept="hypergeometric distribution, complement",
    rules=("TOW-1.5", "TOW-4.1", "TOW-5.6"),
    level="easy",
    kind="chance",
    answer=_matchable,
    second=_matchable_listed,
    trial=_matchable_trial,
    misconceptions=(
        Misconception(
            "The chances of the draws add up",
            lambda suits: Fraction(CACHE * suits, SUITS),
            "You added the chance of each card. A cache with two such cards is then counted twice.",
        ),
        Misconception(
            "One card is all there is",
            lambda suits: Fraction(suits, SUITS),
            "{good} of 48 is the chance for a single card. You have three.",
        ),
        Misconception(
            "Cards are put back",
            lambda suits: 1 - Fraction(SUITS - suits, SUITS) ** CACHE,
            "You drew each card from the full deck. The first is gone when you draw the second.",
        ),
    ),
    hints=(
        "Ask for the opposite: no card of an open suit.",
        "{good} of the 48 cards belong to an open suit, {rest} do not.",
        "Draw one by one and multiply: {rest}/48, then {rest1}/47, then {rest2}/46. Take that from 1.",
    ),
    figure=Figure("distribution", _suit_bars),
    parameters={"suits": Parameter(1, (1, 2, 3, 4, 5), "open suits")},
    words=_suit_words,
)

# -- 2 different suits ----------------------------------------------------------------------------


def _different_listed(suits: int, odds: TowersOdds = published) -> Fraction:
    """Second method: list all 17,296 caches."""
    caches = odds.listed_suits()
    hits = sum(n for kinds, n in caches.items() if sum(map(bool, kinds)) == suits)
    return Fraction(hits, sum(caches.values()))


def _with_putting_back(suits: int) -> Fraction:
    """So many suits if each card went back, as with dice that have a side for each suit."""
    rolls = list(product(range(SUITS), repeat=CACHE))
    return Fraction(sum(len(set(roll)) == suits for roll in rolls), len(rolls))


DIFFERENT_SUITS = Question(
    id="towers-different-suits",
    line=lambda w: f"3 deck{{1..6*8}} : kinds = {w['suits']}",
    game="towers",
    title="Suits in a cache",
    prompt="You get three of the 48 cards: your cache. How likely is it that they show exactly {suits_said}?",
    concept="counting, product rule",
    rules=("TOW-1.5",),
    level="easy",
    kind="chance",
    answer=lambda suits: different_suits().p(suits),
    second=_different_listed,
    trial=lambda rng, suits, odds: len({odds.game.suit[card] for card in draw(rng, odds=odds)}) == suits,
    misconceptions=(
        Misconception(
            "All cases are equally likely",
            lambda suits: Fraction(1, 3),
            "There are three cases, but they are not equally likely. Count the caches in each.",
        ),
        Misconception(
            "Cards are put back",
            _with_putting_back,
            "You treated the cards like three dice with six sides. A suit that has lost a card is rarer.",
        ),
    ),
    hints=(
        "Three of 48 cards can be chosen in C(48, 3) = 17,296 ways: so many caches there are. Count those with "
        "{suits_said}.",
        "Three suits: choose them in 20 ways, then one of eight cards of each. One suit: 6 ways, then "
        "C(8, 3) = 56 ways to choose three of its eight cards. All other caches show two suits.",
        "With {suits_said} there are {ways} caches.",
    ),
    figure=Figure(
        "distribution",
        lambda suits: {
            "dist": different_suits(),
            "title": "Most caches show three suits",
            "xlabel": "different suits in a cache",
        },
    ),
    parameters={"suits": Parameter(3, (1, 2, 3), "different suits")},
    words=lambda suits: {"suits_said": some(suits, "suit"), "ways": f"{different_suits()[suits]:,}"},
)

# -- 3 who starts ---------------------------------------------------------------------------------


def _rank_bars(seats: int) -> Mapping[str, Any]:
    return {
        "dist": start_rank(seats),
        "title": f"With {seats} seats the first title is on average number {rounded(start_rank(seats).mean, 1)} of 48",
        "xlabel": "alphabetical place of the title that starts",
    }


def _mean_by_gaps(seats: int) -> Fraction:
    """Second method: the cards dealt cut the 48 places into 3n + 1 gaps that are alike."""
    return Fraction(CARDS + 1, CACHE * seats + 1)


WHO_STARTS = Question(
    id="towers-first-title",
    game="towers",
    title="The first title",
    prompt="Number the 48 titles from 1 to 48 in alphabetical order. {seats} players get three cards each, and the "
    "lowest number starts. Which number is that on average?",
    concept="order statistics",
    rules=("TOW-1.8",),
    level="medium",
    kind="mean",
    answer=lambda seats: start_rank(seats).mean,
    second=_mean_by_gaps,
    trial=lambda rng, seats, odds: min(odds.game.rank[card] for card in draw(rng, CACHE * seats, odds)),
    misconceptions=(
        Misconception(
            "The first title is always dealt",
            lambda seats: Fraction(1),
            "Number 1 is among the {marks} cards dealt in only {marks} of 48 deals.",
        ),
        Misconception(
            "The cards cut the alphabet into equal shares",
            lambda seats: Fraction(CARDS, CACHE * seats),
            "You cut 48 places among the cards. There is one more gap than cards, above the last one.",
        ),
    ),
    hints=(
        "Think of the cards as marks on a line with the places 1 to 48.",
        "{marks} marks leave {gaps} gaps, and no gap is special.",
        "So the marks stand 49/{gaps} apart on average, the first one as far from 0.",
    ),
    line=lambda w: f"{w['marks']} deck{{1..48}} : low",
    figure=Figure("distribution", _rank_bars),
    parameters={"seats": Parameter(2, (2, 3, 4), "seats")},
    words=lambda seats: {"marks": CACHE * seats, "gaps": CACHE * seats + 1},
)

# -- 4 going first --------------------------------------------------------------------------------


def _starter_by_payments(seats: int, debt: int) -> Fraction:
    """Second method: pay each pair on its own, the difference of their balances (TOW-7.6)."""
    balances = [count * debt for count in caches_by_turn(seats)]
    return Fraction(sum(other - balances[0] for other in balances[1:]))


def _starter_trial(rng: Random, seats: int, debt: int) -> int:
    balances = [sum(debt - 1 + int(rng.random() * 3) for _ in range(count)) for count in caches_by_turn(seats)]
    return sum(balances) - seats * balances[0]


GOING_FIRST = Question(
    id="towers-going-first",
    game="towers",
    title="Does going first pay?",
    prompt="{seats} players share 16 caches of three cards in turn. Nobody flees, no tower closes, and each turn "
    "adds {cards} on average to what the player owes, the balance. At the end you pay each other player a coin for "
    "each card that you owe more, or get one for each card that you owe less. How many coins does the starter expect "
    "at the end?",
    concept="expectation, remainders",
    rules=("TOW-7.7", "TOW-9.1"),
    level="medium",
    kind="mean",
    answer=lambda seats, debt: first_mover_coins(seats, debt)[0],
    second=_starter_by_payments,
    trial=_starter_trial,
    misconceptions=(
        Misconception(
            "Going first is an advantage",
            lambda seats, debt: Fraction((seats - 1) * debt),
            "Each turn adds debt. More turns are worse, not better. {extra}",
        ),
        Misconception(
            "An extra turn is paid for once",
            lambda seats, debt: Fraction(-debt),
            "An extra turn costs you something at every other player, and you only have one if dividing "
            "16 caches among {seats} leaves a rest. {extra}",
        ),
    ),
    hints=(
        "Divide 16 caches among {seats} seats. Is there a rest, and who gets it?",
        "The seats have {turns} caches, the starter first.",
        "Each card that the starter has more than another seat costs one coin to that seat.",
    ),
    figure=Figure(
        "lines",
        lambda seats, debt: {
            "series": {
                "starter": [(n, first_mover_coins(n, debt)[0]) for n in range(2, 6)],
                "last seat": [(n, first_mover_coins(n, debt)[-1]) for n in range(2, 6)],
            },
            "title": "Going first costs coins only where 16 caches leave a remainder",
            "xlabel": "seats",
            "ylabel": "expected coins",
        },
    ),
    parameters={"seats": Parameter(3, (2, 3, 4, 5), "seats"), "debt": Parameter(1, (1, 2), "cards of debt a turn")},
    words=lambda seats, debt: {
        "turns": ", ".join(map(str, caches_by_turn(seats))),
        "cards": some(debt, "card"),
        "extra": f"Here {'the starter has one turn more than each other' if 16 % seats else 'all have equally many'}.",
    },
)

# -- 5 opening plays ------------------------------------------------------------------------------


def _opening_listed(towers_open: int, odds: TowersOdds = published) -> Fraction:
    """Second method: list all 17,296 caches."""
    corners = odds.listed_corners()
    total = sum(n * towers_open * (5 * k + 3 * (CACHE - k)) for k, n in corners.items())
    return Fraction(total, sum(corners.values()))


def _opening_trial(rng: Random, towers_open: int, odds: TowersOdds = published) -> int:
    fits = odds.game.geometry().fits
    return towers_open * sum(fits[odds.game.number[card]][0].bit_count() for card in draw(rng, odds=odds))


OPENING_PLAYS = Question(
    id="towers-opening-plays",
    game="towers",
    title="Room on empty towers",
    prompt="A card with its symbol in a corner has five cells on an empty tower, one with its symbol at an edge three. "
    "With {open_said}, how many placements (a card on a cell) do your three cards have on average?",
    concept="linearity of the mean",
    rules=("TOW-3.5", "TOW-3.7"),
    level="easy",
    kind="mean",
    answer=lambda towers_open: opening_plays().mean * Fraction(towers_open, SUITS),
    second=_opening_listed,
    trial=_opening_trial,
    line=lambda w: f"{CACHE} deck{{{w['corner']}*24,{w['edge']}*24}} : sum",
    misconceptions=(
        Misconception(
            "Every cell will do",
            lambda towers_open: Fraction(CACHE * 8 * towers_open),
            "From some cells the card would hide the symbol of the foundation, the card at the bottom.",
        ),
        Misconception(
            "One card is the whole cache",
            lambda towers_open: Fraction(4 * towers_open),
            "That is for one card. You hold three.",
        ),
    ),
    hints=(
        "Half of the 48 cards have their symbol in a corner.",
        "So a card has {corner} placements or {edge}, each with a chance of 1/2.",
        "Means add up: 3 cards, each on {open_said}.",
    ),
    figure=Figure(
        "distribution",
        lambda towers_open: {
            "dist": opening_plays().map(lambda plays: plays * towers_open // SUITS),
            "title": "The more corner cards, the more placements",
            "xlabel": f"placements of a cache on {some(towers_open, 'empty tower')}",
        },
    ),
    parameters={"towers_open": Parameter(6, (1, 2, 3, 4, 5, 6), "empty towers")},
    words=lambda towers_open: {
        "open_said": some(towers_open, "empty tower"),
        "corner": 5 * towers_open,
        "edge": 3 * towers_open,
    },
)

# -- 11 will a closer come? -----------------------------------------------------------------------


def _closer_in_turn(closers: int, unseen: int) -> Fraction:
    """Second method: card by card, no closer first, none second, none third."""
    none = Fraction(1)
    for drawn in range(CACHE):
        none *= Fraction(unseen - closers - drawn, unseen - drawn)
    return 1 - none


def _closer_trial(rng: Random, closers: int, unseen: int) -> bool:
    return min(rng.sample(range(unseen), CACHE)) < closers


def _closer_words(closers: int, unseen: int) -> dict[str, Any]:
    rest = unseen - closers
    return {"rest": rest, "rest1": rest - 1, "rest2": rest - 2, "unseen1": unseen - 1, "unseen2": unseen - 2}


def _closer_curves(closers: int, unseen: int) -> Mapping[str, Any]:
    counts = range(6, 43, 3)
    return {
        "series": {f"{u} closers": [(m, closer_among(u, m)) for m in counts] for u in (2, 3)},
        "title": "The fewer cards are left, the likelier a closer comes",
        "xlabel": "unseen cards",
        "marked": (unseen, f"{unseen} unseen"),
    }


CLOSER = Question(
    id="towers-closer-comes",
    line=lambda w: f"3 deck{{closer*{w['closers']},other*{w['rest']}}} : count closer >= 1",
    game="towers",
    title="Will a closer come?",
    prompt="{unseen} cards are still in the deck, and {closers} of them would close a tower: they are closers. The "
    "next player draws three. How likely is it that at least one of them is a closer?",
    concept="hypergeometric distribution, counting cards",
    rules=("TOW-4.6", "TOW-5.1", "TOW-8.2"),
    level="medium",
    kind="chance",
    answer=lambda closers, unseen: closer_among(closers, unseen),
    second=_closer_in_turn,
    trial=_closer_trial,
    misconceptions=(
        Misconception(
            "The chances of the draws add up",
            lambda closers, unseen: Fraction(CACHE * closers, unseen),
            "You added the chances of the three draws. Draws with two closers are then counted twice.",
        ),
        Misconception(
            "Only one card is drawn",
            lambda closers, unseen: Fraction(closers, unseen),
            "That is the chance for one card. Three are drawn.",
        ),
        Misconception(
            "Cards are put back",
            lambda closers, unseen: 1 - Fraction(unseen - closers, unseen) ** CACHE,
            "A card that was drawn is not put back before the next one.",
        ),
    ),
    hints=(
        "How likely is it that no closer is drawn?",
        "{rest} of the {unseen} cards are no closers.",
        "Multiply {rest}/{unseen}, {rest1}/{unseen1} and {rest2}/{unseen2}, and take that from 1.",
    ),
    figure=Figure("curves", _closer_curves),
    parameters={"closers": Parameter(2, (2, 3), "closers"), "unseen": Parameter(12, (6, 12, 24), "unseen cards")},
    words=_closer_words,
)

QUESTIONS = [SUIT_IN_CACHE, DIFFERENT_SUITS, WHO_STARTS, GOING_FIRST, OPENING_PLAYS, CLOSER]
