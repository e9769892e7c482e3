"""Questions about princesses: the seat that the first one joins, the wait for one or two talents, and full palaces."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from random import Random

from ...games.emira.card_tables import SIDI, TALENTS
from ...games.emira.odds import EmiraOdds, published_odds
from ...games.emira.princess_choice import seat_chosen_by_princess
from ...games.emira.state import EmiraState
from ...nodes import Chance
from ..entries import OwnCode

SHOWN = {talent: talent for talent in TALENTS} | {"romance": "poetry"}
TABLES = (
    "green, white, black",
    "green, red, blue",
    "green, white, red, blue",
    "green, white, red, blue, black",
)


def talents_of_all_princesses(odds: EmiraOdds = published_odds) -> list[tuple[int, ...]]:
    """Return the talents of the princesses."""
    return [card.talents for name, card in odds.game.tables.princesses.items() if name != SIDI]


def draw_talents(rng: Random, n: int, odds: EmiraOdds = published_odds) -> list[tuple[int, ...]]:
    """Draw `n` different princesses and return their talents."""
    return rng.sample(talents_of_all_princesses(odds), n)


# -- the seat that the first princess joins ------------------------------------------------------


@lru_cache(len(TABLES))
def position_before_first_princess(table: str, odds: EmiraOdds = published_odds) -> EmiraState:
    """Return a position of round 1 with seats of these colours, just before the first princess card is drawn."""
    colours = table.split(", ")
    state = odds.game.start(len(colours))
    for colour in colours:
        state.apply(colour)
    while state.round == 0:
        node = state.node
        state.apply(next(iter(node.dist())) if isinstance(node, Chance) else state.legal[0])
    return state


def p_first_princess_undecided_by_play(table: str, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the probability by a second method: draw each possible card in a real game and check the result."""
    state = position_before_first_princess(table, odds)
    cards = odds.game.tables.princesses
    return Fraction(sum(seat_chosen_by_princess(state, name, False) < 0 for name in cards), len(cards))


def is_simulated_first_princess_undecided(rng: Random, table: str, odds: EmiraOdds = published_odds) -> bool:
    """Draw a card and return whether the princess stays undecided."""
    cards = list(odds.game.tables.princesses)
    return (
        seat_chosen_by_princess(
            position_before_first_princess(table, odds), cards[int(rng.random() * len(cards))], False
        )
        < 0
    )


FIRST_HOST = OwnCode(
    answer=lambda table, odds: odds.first_princess_host(table.split(", ")).p("undecided"),
    answer_by_second_method=p_first_princess_undecided_by_play,
    run_trial=is_simulated_first_princess_undecided,
    chart_data=lambda table, odds: {"dist": odds.first_princess_host(table.split(", "))},
)


# -- a full palace -------------------------------------------------------------------------------


def p_some_palace_full_by_counting(seats: int, princesses: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the probability by a second method.

    List the numbers of princesses in the palaces, and count the ways for each list.
    """
    most = odds.game.tables.thresholds[seats][1]
    ways = 0
    for counts in product(range(most), repeat=seats - 1):
        last = princesses - sum(counts)
        if 0 <= last < most:
            ways += factorial(princesses) // prod(map(factorial, (*counts, last)))
    return 1 - Fraction(ways, seats**princesses)


def is_some_simulated_palace_full(rng: Random, seats: int, princesses: int, odds: EmiraOdds = published_odds) -> bool:
    """Send each princess to a random palace and return whether a palace is full."""
    counts = [0] * seats
    for _ in range(princesses):
        counts[int(rng.random() * seats)] += 1
    return max(counts) >= odds.game.tables.thresholds[seats][1]


def p_particular_palace_full(seats: int, princesses: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Return the probability that one palace, chosen before the draw, is full."""
    most = odds.game.tables.thresholds[seats][1]
    good = sum(comb(princesses, k) * (seats - 1) ** (princesses - k) for k in range(most, princesses + 1))
    return Fraction(good, seats**princesses)


FULL = OwnCode(
    answer=lambda seats, princesses, odds: odds.p_some_palace_full(seats, princesses),
    answer_by_second_method=p_some_palace_full_by_counting,
    run_trial=is_some_simulated_palace_full,
    mistakes={"given-for-any": p_particular_palace_full},
)


OWN_CODE: dict[str, OwnCode] = {"emira-first-host": FIRST_HOST, "emira-full-palace": FULL}
