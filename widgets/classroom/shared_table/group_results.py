"""Results of the finished deals of a group: points of tables and bots, variance by source, and divergences.

Results contain only finished deals, so they may name all cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypedDict

from gamelib import Action, Chance, Decision, End, Record
from gamelib.common_luck import CommonLuck
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import format_percent
from gamelib.tools.deal_comparison import MIN_DEALS, MIN_TABLES, Interval, play_bot_step, variance_parts

from ...page.protocol import Json
from ...table.board import make_board
from ...table.players import available_bots
from .shared_game import SUBSTITUTE
from .table_group import TableGroup

BOT_GAMES = 20
"""Games of bots on a deal if each table has its own dice. With the same luck, one game is enough."""
MAX_DIVERGENCES = 12


class Branch(NamedTuple):
    """Choice at a divergence, with the tables that made this choice.

    Attributes:
        choice: The choice, or None for tables whose game was already over.
        tables: Numbers of the tables.
    """

    choice: Action | Outcome | None
    tables: list[int]


class TableDivergence(NamedTuple):
    """Step at which tables with the same choices so far diverge.

    Attributes:
        step: Number of equal choices before the divergence.
        branches: The choices, the most frequent one first.
    """

    step: int
    branches: list[Branch]


def table_divergences(records: dict[int, Record]) -> list[TableDivergence]:
    """Return the steps at which the games of one deal diverge between tables, earliest first.

    Args:
        records: Game record of each table, by the number of the table.
    """
    found = list(_divergences(records, sorted(records), 0))
    return sorted(found, key=lambda divergence: divergence.step)[:MAX_DIVERGENCES]


def _divergences(records: dict[int, Record], tables: list[int], step: int) -> Iterator[TableDivergence]:
    while len(tables) > 1:
        branches: dict[Any, list[int]] = {}
        for table in tables:
            choices = records[table].choices
            branches.setdefault(choices[step] if step < len(choices) else None, []).append(table)
        if len(branches) > 1:
            ordered = [Branch(choice, group) for choice, group in branches.items()]
            yield TableDivergence(step, sorted(ordered, key=lambda branch: -len(branch.tables)))
            for group in branches.values():
                yield from _divergences(records, group, step + 1)
            return
        if None in branches:
            return
        step += 1


def divergence_view(group: TableGroup, deal: int, divergence: TableDivergence) -> Json:
    """Return a divergence for the page: each choice with its tables, its exact probability and the final points."""
    records = {table: record for (of, table), record in group.finished.items() if of == deal}
    first = records[divergence.branches[0].tables[0]]
    state = first.state_at(divergence.step)
    node = state.node
    assert not isinstance(node, End)  # at least one table continues
    seat = node.seat or 0
    board = make_board(state, seat, False, first.seat_names)
    return {
        "step": divergence.step,
        "isChance": isinstance(node, Chance),
        "seat": node.seat,
        "ask": board.build_scene()["ask"],
        "table": divergence.branches[0].tables[0],
        "branches": [
            {
                "label": "" if choice is None else board.outcome_text(choice) if isinstance(node, Chance)
                else board.describe(choice),
                "tables": tables,
                "probability": _probability(board, node, choice),
                "points": [_scores(records[table])[seat] for table in tables],
            }
            for choice, tables in divergence.branches
        ],
    }  # fmt: skip


def _probability(board: Any, node: Chance | Decision, choice: Any) -> Json | None:
    """Return the exact probability of an outcome, or of the success of an action. Return None if there is none."""
    if isinstance(node, Chance):
        p = node.dist().p(choice)
        return {"label": "", "percent": format_percent(p), "fraction": str(p)}
    chance = board.success_chance(choice) if isinstance(choice, Action) else None
    if chance is None:
        return None
    return {
        "label": chance["label"],
        "percent": chance["percent"],
        "fraction": f"{chance['weight']}/{chance['total']}",
    }


def _scores(record: Record) -> Sequence[int]:
    node = record.state.node
    assert isinstance(node, End)  # only finished games are kept
    return node.scores


def mean_bot_points_by_seat(group: TableGroup, deal: int) -> list[float]:
    """Return the mean points of each seat when heuristic bots play a deal."""
    games = BOT_GAMES if group.mode == "own_dice" else 1
    ends = [_bot_game(group, deal, f"bots {number}") for number in range(games)]
    return [sum(scores) / games for scores in zip(*ends, strict=True)]


def _bot_game(group: TableGroup, deal: int, name: str) -> Sequence[int]:
    table, keys = group.tables[0], group.luck_of(deal, name)
    luck, bot = CommonLuck(keys.deal, keys.own), available_bots(table.game)[SUBSTITUTE]
    state: Any = table.game.start(seats=table.seat_count)
    while not isinstance(state.node, End):
        play_bot_step(state, [bot] * table.seat_count, luck)
    scores: Sequence[int] = state.node.scores
    return scores


class DealResults(TypedDict):
    """Results of a finished deal."""

    deal: int
    tables: list[Json]
    """Points and names of each table."""
    bots: list[float]
    """Mean points of the heuristic bot at each seat."""
    divergences: list[Json]


class PointsVarianceParts(TypedDict):
    """Variance of the points between deals, between tables and the rest, with intervals for deals and tables."""

    shares: list[float]
    deal: list[str]
    table: list[str]
    needed: int | None
    """Number of deals after which a ranking of the tables is reliable."""


def deal_points_and_divergences(group: TableGroup, deal: int) -> DealResults:
    """Return the results of a finished deal: points of tables and of the heuristic bot, and divergences."""
    records = {table: record for (of, table), record in group.finished.items() if of == deal}
    return {
        "deal": deal,
        "tables": [
            {
                "table": table,
                "scores": list(_scores(record)),
                "names": list(record.seat_names),
                "people": len(group.tables[table - 1].names),
            }
            for table, record in sorted(records.items())
        ],
        "bots": mean_bot_points_by_seat(group, deal),
        "divergences": [divergence_view(group, deal, divergence) for divergence in table_divergences(records)],
    }


def points_variance_parts(group: TableGroup, seat: Seat) -> PointsVarianceParts | None:
    """Return the parts of a seat's variance in points, or None if there are too few deals or tables."""
    deals, tables = group.finished_deals(), [table.number for table in group.tables_with_people()]
    if len(deals) < MIN_DEALS or len(tables) < MIN_TABLES:
        return None
    points = [[_scores(group.finished[deal, table])[seat] for table in tables] for deal in deals]
    parts = variance_parts(points)
    return {
        "shares": list(parts.shares),
        "deal": _percentages(parts.deal_interval),
        "table": _percentages(parts.table_interval),
        "needed": parts.deals_needed(),
    }


def _percentages(interval: Interval) -> list[str]:
    return [format_percent(Fraction(end)) for end in interval]
