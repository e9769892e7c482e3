"""Values that the questions of Emira use: an entry names a function with its arguments, as in `talents()`.

Each asks the card tables or the engine. The loader adds `odds`, those of the game that is asked.
"""

from __future__ import annotations

from itertools import combinations

from ...games.emira.odds import EmiraOdds
from ...games.emira.tables import CARAVANS, TALENTS


def talents() -> tuple[str, ...]:
    """Return the ids of the talents."""
    return TALENTS


def talent_name(talent: str) -> str:
    """Return a talent as texts show it."""
    return "poetry" if talent == "romance" else talent


def talent_names() -> dict[str, str]:
    """Return the talents as texts show them, by id."""
    return {talent: talent_name(talent) for talent in TALENTS}


def talent_pairs() -> tuple[tuple[str, str], ...]:
    """Return all pairs of talents."""
    return tuple(combinations(TALENTS, 2))


def talent_pair_names() -> dict[tuple[str, str], str]:
    """Return the pairs of talents as texts show them."""
    return {pair: f"{talent_name(pair[0])} or {talent_name(pair[1])}" for pair in talent_pairs()}


def caravans() -> tuple[str, ...]:
    """Return the ids of the caravans."""
    return CARAVANS


def caravan_names(odds: EmiraOdds) -> dict[str, str]:
    """Return the names of the caravans by id."""
    return {kind: odds.game.words.card(kind) for kind in CARAVANS}


def objectives(odds: EmiraOdds) -> tuple[str, ...]:
    """Return the ids of the objective cards."""
    return tuple(odds.game.tables.objectives)


def first_objectives(odds: EmiraOdds, number: int) -> tuple[str, ...]:
    """Return the ids of the first objective cards."""
    return objectives(odds)[:number]


def objective_texts(odds: EmiraOdds) -> dict[str, str]:
    """Return what the objective cards ask for, by id."""
    return {card: odds.game.words.card(card) for card in objectives(odds)}


def objectives_for_five(odds: EmiraOdds) -> tuple[str, ...]:
    """Return the objective cards of a game with five players."""
    return odds.game.goals[5]
