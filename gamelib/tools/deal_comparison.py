"""Comparison of tables that play the same deals: the variance of the results, split into deal, table and rest.

Each table plays each deal once, at the same seat. The variance of the results has three parts (two-way analysis of
variance with random effects):

- deal: the differences between the means of the deals,
- table: constant differences between tables, the same in every deal,
- rest: the remaining variance, for example luck after different decisions.

The intervals are percentile intervals of 400 bootstrap samples of the deals. With few deals, the intervals are wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..nodes import Chance
from ..playouts import choose_action

if TYPE_CHECKING:
    from ..common_luck import CommonLuck
    from ..playouts import Bot
    from ..record import Record

MIN_DEALS = 3
MIN_TABLES = 2
BOOTSTRAP_SAMPLES = 400


class Interval(NamedTuple):
    """95% interval.

    Attributes:
        low: Lower end.
        high: Upper end.
    """

    low: float
    high: float


@dataclass(frozen=True)
class VarianceParts:
    """Variance of the results of one game at each table and deal.

    Attributes:
        deal: Variance between deals, in squared points.
        table: Variance between tables, in squared points.
        rest: Remaining variance, for example luck after different decisions.
        deal_interval: 95% interval of the deals' share of the variance.
        table_interval: 95% interval of the tables' share of the variance.

    Example:
        >>> parts = variance_parts([[10, 14, 12, 16], [4, 8, 6, 10], [7, 13, 9, 11]])
        >>> round(parts.deal, 2), round(parts.table, 2), round(parts.rest, 2)
        (8.78, 5.78, 0.89)
        >>> round(parts.reliability(1), 2), parts.deals_needed(0.8, same_deals=False)
        (0.87, 7)
    """

    deal: float
    table: float
    rest: float
    deal_interval: Interval
    table_interval: Interval

    @property
    def shares(self) -> tuple[float, float, float]:
        """Shares of the variance between deals, between tables and the rest. The sum is 1, or 0 without variance.

        Example:
            >>> [round(share, 2) for share in variance_parts([[10, 14], [4, 8], [8, 11]]).shares]
            [0.57, 0.42, 0.01]
        """
        total = self.deal + self.table + self.rest
        return (self.deal / total, self.table / total, self.rest / total) if total else (0.0, 0.0, 0.0)

    def reliability(self, deals: int, same_deals: bool = True) -> float:
        """Return the share of the variance between table means that comes from differences between the tables.

        Args:
            deals: Number of deals that each table plays.
            same_deals: Whether all tables play the same deals.

        Returns:
            A number from 0 to 1.

        Example:
            >>> parts = variance_parts([[10, 14], [4, 8], [8, 11]])
            >>> round(parts.reliability(3), 3) > round(parts.reliability(3, same_deals=False), 3)
            True
        """
        noise = self.rest + (0.0 if same_deals else self.deal)
        return self.table / (self.table + noise / deals) if self.table else 0.0

    def deals_needed(self, reliability: float = 0.8, same_deals: bool = True) -> int | None:
        """Return the number of deals after which a ranking of the tables has this reliability.

        Args:
            reliability: A number from 0 to below 1.
            same_deals: Whether all tables play the same deals.

        Returns:
            Number of deals, or None if no number of deals is enough because the tables do not differ.

        Example:
            >>> variance_parts([[10, 14], [4, 8], [8, 11]]).deals_needed()
            1
        """
        if not self.table:
            return None
        noise = self.rest + (0.0 if same_deals else self.deal)
        return max(1, math.ceil(noise / self.table * reliability / (1 - reliability)))


def variance_parts(results: Sequence[Sequence[float]], seed: int = 1) -> VarianceParts:
    """Split the variance of the results into the variance between deals, between tables, and the rest.

    Args:
        results: `results[deal][table]`, the result of a table in a deal. At least 3 deals and 2 tables.
        seed: Seed of the bootstrap samples.

    Returns:
        The three parts of the variance. A negative estimate becomes 0.

    Raises:
        ValueError: There are too few deals or tables, or a result is missing.

    Example:
        >>> variance_parts([[1, 2], [1, 2], [1, 2]]).shares
        (0.0, 1.0, 0.0)
    """
    if len(results) < MIN_DEALS:
        raise ValueError(f"A comparison needs at least {MIN_DEALS} deals, not {len(results)}.")
    tables = len(results[0])
    if tables < MIN_TABLES:
        raise ValueError(f"A comparison needs at least {MIN_TABLES} tables, not {tables}.")
    for number, row in enumerate(results, 1):
        if len(row) != tables or not all(math.isfinite(result) for result in row):
            raise ValueError(f"Deal {number} needs one number for each of the {tables} tables.")
    deal, table, rest = _parts(results)
    rng, shares = Random(seed), []
    for _ in range(BOOTSTRAP_SAMPLES):
        sample = _parts([results[int(rng.random() * len(results))] for _ in results])
        total = sum(sample)
        shares.append((sample[0] / total, sample[1] / total) if total else (0.0, 0.0))
    intervals = [_percentile_interval([share[part] for share in shares]) for part in range(2)]
    return VarianceParts(deal, table, rest, *intervals)


def _parts(results: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    deals, tables = len(results), len(results[0])
    by_deal = [sum(row) / tables for row in results]
    by_table = [sum(row[table] for row in results) / deals for table in range(tables)]
    mean = sum(by_deal) / deals
    squares = sum(
        (results[deal][table] - by_deal[deal] - by_table[table] + mean) ** 2
        for deal in range(deals)
        for table in range(tables)
    )
    rest = squares / ((deals - 1) * (tables - 1))
    deal_part = sum((value - mean) ** 2 for value in by_deal) / (deals - 1) - rest / tables
    table_part = sum((value - mean) ** 2 for value in by_table) / (tables - 1) - rest / deals
    return max(0.0, deal_part), max(0.0, table_part), rest


def _percentile_interval(values: list[float]) -> Interval:
    ordered = sorted(values)
    cut = len(ordered) // 40
    return Interval(ordered[cut], ordered[-1 - cut])


def deal_by_sitting_and_table(table_count: int, deal_count: int) -> list[list[int]]:
    """Return which deal each table plays in each sitting. The deals move as boards do in duplicate bridge.

    Each table plays each deal once. Neighbouring tables never play the same deal at the same time. The first and the
    last table are neighbours too.

    Args:
        table_count: Number of tables, at least 3.
        deal_count: Number of deals, at least 3.

    Returns:
        `[sitting][table]`, a list of deal numbers from 0 for each sitting.

    Raises:
        ValueError: There are too few tables or deals.

    Example:
        >>> deal_by_sitting_and_table(4, 3)
        [[0, 1, 2, 1], [1, 2, 0, 2], [2, 0, 1, 0]]
    """
    if min(table_count, deal_count) < MIN_DEALS:
        raise ValueError(f"A rotation needs at least {MIN_DEALS} tables and {MIN_DEALS} deals.")
    first = [table % deal_count for table in range(table_count)]
    if first[-1] == first[0]:
        first[-1] = next(deal for deal in range(deal_count) if deal not in (first[0], first[-2]))
    return [[(deal + sitting) % deal_count for deal in first] for sitting in range(deal_count)]


class Divergence(NamedTuple):
    """Steps at which two games of the same deal diverge.

    Attributes:
        step: Number of equal choices before the first different one. The value is None if the games are identical.
        is_chance: Whether the first different choice is a chance outcome.
        chance_step: First step at which both tables have a chance event with different outcomes. The value is None if
            there is no such step.

    Example:
        >>> Divergence(12, False, 15).step
        12
    """

    step: int | None
    is_chance: bool
    chance_step: int | None


def divergence(first: Record, second: Record) -> Divergence:
    """Return the steps at which two games of the same deal diverge.

    Args:
        first: Game of one table.
        second: Game of another table.

    Returns:
        The first different step.

    Raises:
        ValueError: The games have different seats, options or start positions.

    Example:
        >>> from gamelib import game
        >>> from gamelib.record import Record
        >>> records = [Record(game("towers"), 2, choices=["BOOK-CE", card]) for card in ("KEY-LN", "KEY-CN")]
        >>> divergence(*records)
        Divergence(step=1, is_chance=True, chance_step=1)
    """
    settings = [(record.game.id, record.seats, record.options, record.position) for record in (first, second)]
    if settings[0] != settings[1]:
        raise ValueError("Two tables of a deal have the same game, seats, options and start position.")
    step = next(
        (n for n, (one, two) in enumerate(zip(first.choices, second.choices, strict=False)) if one != two), None
    )
    if step is None:
        shorter = min(len(first), len(second))
        return Divergence(None if len(first) == len(second) else shorter, False, None)
    states = [first.state_at(step), second.state_at(step)]
    is_chance = isinstance(states[0].node, Chance)
    for n, choices in enumerate(zip(first.choices[step:], second.choices[step:], strict=False), step):
        if choices[0] != choices[1] and all(isinstance(state.node, Chance) for state in states):
            return Divergence(step, is_chance, n)
        for state, choice in zip(states, choices, strict=True):
            state.apply(choice)
    return Divergence(step, is_chance, None)


def play_bot_step(state: Any, bots: Sequence[Bot], luck: CommonLuck) -> None:
    """Play the pending step: draw the outcome of a chance event, or apply the action of a bot.

    Args:
        state: Full state of the game, which is changed.
        bots: Bot of each seat.
        luck: Random source of the deal.

    Example:
        >>> from gamelib import End, game
        >>> from gamelib.common_luck import CommonLuck, DealKey
        >>> towers, luck = game("towers"), CommonLuck(DealKey.from_hashed_text("2026-11-30"))
        >>> state = towers.start(seats=2)
        >>> while not isinstance(state.node, End):
        ...     play_bot_step(state, [towers.bots["thumb"]] * 2, luck)
        >>> len(state.node.scores)
        2
    """
    if isinstance(state.node, Chance):
        state.apply(luck.sample(state))
    else:
        state.apply(choose_action(state, bots[state.node.seat], luck.bot_generator(state)))
