"""Questions about princesses: whom the first one joins, waiting for a talent or one of two, a full palace."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb, factorial, prod
from random import Random

from ...games.emira.choosing import verdict
from ...games.emira.odds import EmiraOdds, published
from ...games.emira.state import EmiraState
from ...games.emira.tables import SIDI, TALENTS
from ...nodes import Chance
from ...numbers import amount, share
from ..entries import OwnCode

SHOWN = {talent: talent for talent in TALENTS} | {"romance": "poetry"}
TABLES = (
    "green, white, black",
    "green, red, blue",
    "green, white, red, blue",
    "green, white, red, blue, black",
)


def talents_of(odds: EmiraOdds = published) -> list[tuple[int, ...]]:
    """The talents of the princesses."""
    return [card.talents for name, card in odds.game.tables.princesses.items() if name != SIDI]


def cards_of(odds: EmiraOdds = published) -> int:
    """How many cards the pile has, with Sidi."""
    return len(odds.game.tables.princesses)


def draw_talents(rng: Random, n: int, odds: EmiraOdds = published) -> list[tuple[int, ...]]:
    return rng.sample(talents_of(odds), n)


# -- whom does the first princess join? ----------------------------------------------------------


@lru_cache(len(TABLES))
def opening(table: str, odds: EmiraOdds = published) -> EmiraState:
    """A game in round 1 with these colours, played to the first card by the rules themselves."""
    colours = table.split(", ")
    state = odds.game.start(len(colours))
    for colour in colours:
        state.apply(colour)
    while state.round == 0:
        node = state.node
        state.apply(next(iter(node.dist())) if isinstance(node, Chance) else state.legal[0])
    return state


def undecided_by_play(table: str, odds: EmiraOdds = published) -> Fraction:
    """Second method: ask each of the cards in a started game."""
    state = opening(table, odds)
    cards = odds.game.tables.princesses
    return Fraction(sum(verdict(state, name, False) < 0 for name in cards), len(cards))


def undecided_trial(rng: Random, table: str, odds: EmiraOdds = published) -> bool:
    cards = list(odds.game.tables.princesses)
    return verdict(opening(table, odds), cards[int(rng.random() * len(cards))], False) < 0


def tied_first(table: str, odds: EmiraOdds = published) -> Fraction:
    """The cards whose first wish nobody leads in, Sidi included."""
    leads = {"blue": "appearance", "red": "status", "white": "palace", "black": "gold"}
    led = {leads[colour] for colour in table.split(", ") if colour in leads}
    return odds.first_preference().p(lambda wish: wish not in led)


FIRST_HOST = OwnCode(
    answer=lambda table, odds: odds.first_host(table.split(", ")).p("undecided"),
    second_answer=undecided_by_play,
    run_trial=undecided_trial,
    mistakes={
        "step-left-out": tied_first,
        "case-missed": lambda table, odds: Fraction(1, cards_of(odds)),
    },
    text_values=lambda table, odds: {
        "tied": tied_first(table, odds) * cards_of(odds) - 1,
        "both": odds.first_host(table.split(", ")).p("undecided") * cards_of(odds) - 1 or "none",
        "cards": cards_of(odds),
        "artists": len(talents_of(odds)),
    },
    chart_data=lambda table, odds: {
        "dist": odds.first_host(table.split(", ")),
        "title": f"With {table} the first card waits with a chance of "
        f"{share(odds.first_host(table.split(', ')).p('undecided'))}",
        "xlabel": "whom the first card joins",
        "mean": False,
    },
)


# -- waiting for a talent ------------------------------------------------------------------------


def one_by_one(talent: str, cards: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: multiply the chances that each card in turn lacks the talent."""
    without = cards_of(odds) - odds.talent_count(talent)
    return 1 - prod((Fraction(without - i, cards_of(odds) - i) for i in range(cards)), start=Fraction(1))


def talent_trial(rng: Random, talent: str, cards: int, odds: EmiraOdds = published) -> bool:
    pile = list(odds.game.tables.princesses.values())
    return any(TALENTS.index(talent) in card.talents for card in rng.sample(pile, cards))


WAIT = OwnCode(
    answer=lambda talent, cards, odds: 1 - odds.no_talent(talent, cards),
    second_answer=one_by_one,
    run_trial=talent_trial,
    mistakes={
        "linearity": lambda talent, cards, odds: cards * Fraction(odds.talent_count(talent), cards_of(odds)),
        "with-replacement": lambda talent, cards, odds: (
            1 - Fraction(cards_of(odds) - odds.talent_count(talent), cards_of(odds)) ** cards
        ),
    },
    text_values=lambda talent, cards, odds: {
        "have": odds.talent_count(talent),
        "all": cards_of(odds),
        "left": cards_of(odds) - 1,
        "first": share(Fraction(cards_of(odds) - odds.talent_count(talent), cards_of(odds))),
    },
    chart_data=lambda talent, cards, odds: {
        "series": {SHOWN[name]: [(n, 1 - odds.no_talent(name, n)) for n in range(13)] for name in TALENTS},
        "title": f"{SHOWN[talent].capitalize()} is among {cards} cards "
        f"with a chance of {share(1 - odds.no_talent(talent, cards))}",
        "xlabel": "cards turned up",
        "marked": (cards, f"{cards} cards"),
    },
    chance_model=lambda w: f"{w['cards']} deck{{has*{w['have']},not*{w['all'] - w['have']}}} : count has >= 1",
)


# -- one talent or another -----------------------------------------------------------------------

PAIRS = tuple(combinations(TALENTS, 2))


def holders(talent: str, odds: EmiraOdds = published) -> set[int]:
    """The princesses who have a talent, by their numbers."""
    return {number for number, able in enumerate(talents_of(odds)) if TALENTS.index(talent) in able}


def overlap(pair: tuple[str, str], odds: EmiraOdds = published) -> int:
    """How many princesses have both talents."""
    return len(holders(pair[0], odds) & holders(pair[1], odds))


def either_by_sets(pair: tuple[str, str], odds: EmiraOdds = published) -> Fraction:
    """Second method: add both groups and take off those who are in both."""
    one, other = (holders(talent, odds) for talent in pair)
    return Fraction(len(one) + len(other) - len(one & other), len(talents_of(odds)))


def either_trial(rng: Random, pair: tuple[str, str], odds: EmiraOdds = published) -> bool:
    (able,) = draw_talents(rng, 1, odds)
    return any(TALENTS.index(talent) in able for talent in pair)


EITHER = OwnCode(
    answer=lambda pair, odds: odds.either_talent(*pair),
    second_answer=either_by_sets,
    run_trial=either_trial,
    mistakes={
        "overlap-counted-twice": lambda pair, odds: Fraction(
            sum(odds.talent_count(talent) for talent in pair), len(talents_of(odds))
        ),
        "and-for-or": lambda pair, odds: Fraction(
            odds.talent_count(pair[0]) * odds.talent_count(pair[1]), len(talents_of(odds)) ** 2
        ),
        "case-missed": lambda pair, odds: Fraction(
            max(odds.talent_count(talent) for talent in pair), len(talents_of(odds))
        ),
    },
    text_values=lambda pair, odds: {
        "all": len(talents_of(odds)),
        "one": SHOWN[pair[0]],
        "other": SHOWN[pair[1]],
        "first": len(holders(pair[0], odds)),
        "second": len(holders(pair[1], odds)),
        "both": overlap(pair, odds) or "none",
        "both_have": f"{overlap(pair, odds) or 'none'} {'has' if overlap(pair, odds) == 1 else 'have'}",
    },
    chart_data=lambda pair, odds: {
        "dist": either_groups(pair, odds),
        "title": f"{SHOWN[pair[0]].capitalize()} or {SHOWN[pair[1]]}: {share(odds.either_talent(*pair))}",
        "xlabel": "talents of the artist",
        "mean": False,
    },
    chance_model=lambda w, odds: (
        f"deck{{either*{w['all'] - (n := either_groups(w['pair'], odds)['neither'])},neither*{n}}} : count either = 1"
    ),
)


def either_groups(pair: tuple[str, str], odds: EmiraOdds = published) -> dict[str, int]:
    """How many princesses have only the first talent, both, only the second, neither."""
    one, other = (holders(talent, odds) for talent in pair)
    return {
        f"{SHOWN[pair[0]]} only": len(one - other),
        "both": len(one & other),
        f"{SHOWN[pair[1]]} only": len(other - one),
        "neither": len(talents_of(odds)) - len(one | other),
    }


# -- a full palace -------------------------------------------------------------------------------


def full_by_counting(seats: int, princesses: int, odds: EmiraOdds = published) -> Fraction:
    """Second method: list how many princesses each palace may hold, and count the ways of each list."""
    most = odds.game.tables.thresholds[seats][1]
    ways = 0
    for counts in product(range(most), repeat=seats - 1):
        last = princesses - sum(counts)
        if 0 <= last < most:
            ways += factorial(princesses) // prod(map(factorial, (*counts, last)))
    return 1 - Fraction(ways, seats**princesses)


def full_trial(rng: Random, seats: int, princesses: int, odds: EmiraOdds = published) -> bool:
    counts = [0] * seats
    for _ in range(princesses):
        counts[int(rng.random() * seats)] += 1
    return max(counts) >= odds.game.tables.thresholds[seats][1]


def one_palace(seats: int, princesses: int, odds: EmiraOdds = published) -> Fraction:
    """The chance for one palace alone."""
    most = odds.game.tables.thresholds[seats][1]
    good = sum(comb(princesses, k) * (seats - 1) ** (princesses - k) for k in range(most, princesses + 1))
    return Fraction(good, seats**princesses)


FULL = OwnCode(
    answer=lambda seats, princesses, odds: odds.somebody_full(seats, princesses),
    second_answer=full_by_counting,
    run_trial=full_trial,
    mistakes={
        "given-for-any": one_palace,
        "evens-out": lambda seats, princesses, odds: Fraction(princesses >= odds.winner_certain(seats)),
    },
    text_values=lambda seats, princesses, odds: {
        "most": odds.game.tables.thresholds[seats][1],
        "less": odds.game.tables.thresholds[seats][1] - 1,
        "certain": odds.winner_certain(seats),
        "even": amount(Fraction(princesses, seats)),
    },
    chart_data=lambda seats, princesses, odds: {
        "series": {f"{n} seats": [(k, odds.somebody_full(n, k)) for k in range(4, 28)] for n in (3, 4, 5)},
        "title": f"With {odds.winner_certain(seats)} artists at {seats} seats a winner is certain",
        "xlabel": "artists at home",
        "marked": (princesses, f"{princesses} artists"),
    },
)


OWN_CODE = {
    "emira-first-host": FIRST_HOST,
    "emira-wait-talent": WAIT,
    "emira-either-talent": EITHER,
    "emira-full-palace": FULL,
}
