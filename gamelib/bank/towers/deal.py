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
from ..entries import OwnCode


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


SUIT_IN_CACHE = OwnCode(
    answer=_matchable,
    second_answer=_matchable_listed,
    run_trial=_matchable_trial,
    mistakes={
        "linearity": lambda suits: Fraction(CACHE * suits, SUITS),
        "single-trial": lambda suits: Fraction(suits, SUITS),
        "with-replacement": lambda suits: 1 - Fraction(SUITS - suits, SUITS) ** CACHE,
    },
    text_values=_suit_words,
    chart_data=_suit_bars,
    chance_model=lambda w: f"3 deck{{open*{w['good']},closed*{w['rest']}}} : count open >= 1",
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


DIFFERENT_SUITS = OwnCode(
    answer=lambda suits: different_suits().p(suits),
    second_answer=_different_listed,
    run_trial=lambda rng, suits, odds: len({odds.game.suit[card] for card in draw(rng, odds=odds)}) == suits,
    mistakes={
        "equiprobability": lambda suits: Fraction(1, 3),
        "with-replacement": _with_putting_back,
    },
    text_values=lambda suits: {"suits_said": some(suits, "suit"), "ways": f"{different_suits()[suits]:,}"},
    chart_data=lambda suits: {
        "dist": different_suits(),
        "title": "Most caches show three suits",
        "xlabel": "different suits in a cache",
    },
    chance_model=lambda w: f"3 deck{{1..6*8}} : kinds = {w['suits']}",
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


WHO_STARTS = OwnCode(
    answer=lambda seats: start_rank(seats).mean,
    second_answer=_mean_by_gaps,
    run_trial=lambda rng, seats, odds: min(odds.game.rank[card] for card in draw(rng, CACHE * seats, odds)),
    mistakes={
        "extreme-case": lambda seats: Fraction(1),
        "off-by-one": lambda seats: Fraction(CARDS, CACHE * seats),
    },
    text_values=lambda seats: {"marks": CACHE * seats, "gaps": CACHE * seats + 1},
    chart_data=_rank_bars,
    chance_model=lambda w: f"{w['marks']} deck{{1..48}} : low",
)

# -- 4 going first --------------------------------------------------------------------------------


def _starter_by_payments(seats: int, debt: int) -> Fraction:
    """Second method: pay each pair on its own, the difference of their balances (TOW-7.6)."""
    balances = [count * debt for count in caches_by_turn(seats)]
    return Fraction(sum(other - balances[0] for other in balances[1:]))


def _starter_trial(rng: Random, seats: int, debt: int) -> int:
    balances = [sum(debt - 1 + int(rng.random() * 3) for _ in range(count)) for count in caches_by_turn(seats)]
    return sum(balances) - seats * balances[0]


GOING_FIRST = OwnCode(
    answer=lambda seats, debt: first_mover_coins(seats, debt)[0],
    second_answer=_starter_by_payments,
    run_trial=_starter_trial,
    mistakes={
        "rule-of-thumb": lambda seats, debt: Fraction((seats - 1) * debt),
        "gross-for-net": lambda seats, debt: Fraction(-debt),
    },
    text_values=lambda seats, debt: {
        "turns": ", ".join(map(str, caches_by_turn(seats))),
        "cards": some(debt, "card"),
        "extra": f"Here {'the starter has one turn more than each other' if 16 % seats else 'all have equally many'}.",
    },
    chart_data=lambda seats, debt: {
        "series": {
            "starter": [(n, first_mover_coins(n, debt)[0]) for n in range(2, 6)],
            "last seat": [(n, first_mover_coins(n, debt)[-1]) for n in range(2, 6)],
        },
        "title": "Going first costs coins only where 16 caches leave a remainder",
        "xlabel": "seats",
        "ylabel": "expected coins",
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


OPENING_PLAYS = OwnCode(
    answer=lambda towers_open: opening_plays().mean * Fraction(towers_open, SUITS),
    second_answer=_opening_listed,
    run_trial=_opening_trial,
    mistakes={
        "restriction-overlooked": lambda towers_open: Fraction(CACHE * 8 * towers_open),
        "single-trial": lambda towers_open: Fraction(4 * towers_open),
    },
    text_values=lambda towers_open: {
        "open_said": some(towers_open, "empty tower"),
        "corner": 5 * towers_open,
        "edge": 3 * towers_open,
    },
    chart_data=lambda towers_open: {
        "dist": opening_plays().map(lambda plays: plays * towers_open // SUITS),
        "title": "The more corner cards, the more placements",
        "xlabel": f"placements of a cache on {some(towers_open, 'empty tower')}",
    },
    chance_model=lambda w: f"{CACHE} deck{{{w['corner']}*24,{w['edge']}*24}} : sum",
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


CLOSER = OwnCode(
    answer=lambda closers, unseen: closer_among(closers, unseen),
    second_answer=_closer_in_turn,
    run_trial=_closer_trial,
    mistakes={
        "linearity": lambda closers, unseen: Fraction(CACHE * closers, unseen),
        "single-trial": lambda closers, unseen: Fraction(closers, unseen),
        "with-replacement": lambda closers, unseen: 1 - Fraction(unseen - closers, unseen) ** CACHE,
    },
    text_values=_closer_words,
    chart_data=_closer_curves,
    chance_model=lambda w: f"3 deck{{closer*{w['closers']},other*{w['rest']}}} : count closer >= 1",
)

OWN_CODE = {
    "towers-suit-in-cache": SUIT_IN_CACHE,
    "towers-different-suits": DIFFERENT_SUITS,
    "towers-first-title": WHO_STARTS,
    "towers-going-first": GOING_FIRST,
    "towers-opening-plays": OPENING_PLAYS,
    "towers-closer-comes": CLOSER,
}
