"""What a caravan brings: cash flow, net, payback, internal rate of return (EMI-4.2, EMI-7.2, EMI-7.4).

Rounds count from the purchase: the first income is that of round 1. Money is in gold, whole numbers; the
rate of return is the one float here, because it is the root of a polynomial.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING

from ...dist import Dist
from ...outside import whole
from ..asked import asked, chance
from ..odds import Odds
from .tables import CARAVANS, Caravan, Tables

if TYPE_CHECKING:
    from . import Emira

if TYPE_CHECKING:
    pass

INTERRUPT = "interrupt_spice_trade"
MOST_HORIZON = 200


@dataclass(frozen=True)
class Return:
    """One caravan as an investment. `flow[i]` is what it pays in round i + 1 after the purchase."""

    kind: str
    cost: int
    flow: tuple[int, ...]

    @property
    def total(self) -> int:
        """All incomes."""
        return sum(self.flow)

    @property
    def net(self) -> int:
        """Incomes less the price."""
        return self.total - self.cost

    @property
    def cash(self) -> tuple[int, ...]:
        """Money after round 0, 1, 2, ..., starting at minus the price."""
        return tuple(accumulate(self.flow, initial=-self.cost))

    @property
    def payback(self) -> int | None:
        """After how many incomes the price is back; None if it never is."""
        received = incomes = 0
        for paid in self.flow:
            incomes += paid > 0
            received += paid
            if received >= self.cost:
                return incomes
        return None

    @property
    def ratio(self) -> Fraction:
        """Net for each gold piece spent."""
        return Fraction(self.net, self.cost)

    @property
    def per_round(self) -> Fraction:
        """Net for each round until the last income; 0 without any income."""
        rounds = max((i for i, paid in enumerate(self.flow, 1) if paid), default=0)
        return Fraction(self.net, rounds) if rounds else Fraction(0)

    @property
    def irr(self) -> float | None:
        """The rate per round at which the incomes are worth the price; None without any income.

        The worth of the flow, sum of paid / (1 + rate) ** round, falls with the rate, so bisection finds it.
        """
        if not self.total:
            return None
        low, high = 0.0, 1.0  # of 1 / (1 + rate)
        while self._worth(high) < self.cost:
            low, high = high, 2 * high
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (low, middle) if self._worth(middle) >= self.cost else (middle, high)
        return 1 / high - 1

    def _worth(self, factor: float) -> float:
        worth = 0.0
        for paid in reversed(self.flow):
            worth = (worth + paid) * factor
        return worth


class Caravans(Odds):
    """What reads the card tables."""

    game: Emira

    @property
    def tables(self) -> Tables:
        """The card tables."""
        return self.game.tables

    @asked
    def table_row(self, kind: str) -> Caravan:
        """The caravan's row in the card tables. ValueError for another kind."""
        if kind not in CARAVANS:
            raise ValueError(f"There is no caravan {kind!r}; there are {', '.join(CARAVANS)}.")
        return self.tables.caravans[kind]

    @asked
    def caravan(
        self,
        kind: str,
        adara: bool = False,
        horizon: int | None = None,
        golden: Collection[int] = (),
        interrupt: Collection[int] = (),
        vermin: Collection[int] = (),
        spice: Collection[int] = (),
    ) -> Return:
        """What a caravan of this kind (SS, SF, LS, LF) brings.

        `adara`: bought at Adara's price (EMI-13.14). `horizon`: the game has only so many income phases left.
        `golden`, `interrupt`, `vermin`, `spice`: the rounds after the purchase in which Golden Times, Interrupt
        Spice Trade, Vermin on this caravan and New Spice Caravan on it are played (EMI-14.8, 14.11, 14.18,
        14.13). ValueError for an unknown kind, a horizon below 0, a round below 1, and New Spice Caravan when
        the caravan is on its rightmost space or gone.
        """
        row = self.table_row(kind)
        if horizon is not None:
            whole(horizon, "The horizon", 0, MOST_HORIZON)
        for rounds in (golden, interrupt, vermin, spice):
            for number in rounds:
                whole(number, "A round after the purchase", 1, MOST_HORIZON)
        space, flow = row.spaces, []
        number = 0
        while space and (horizon is None or number < horizon):
            number += 1
            if number in spice:
                if space == row.spaces:
                    raise ValueError(f"In round {number} the caravan is on its rightmost space and cannot move right.")
                space += 1
            space -= number in vermin
            if not space or number in interrupt:
                flow.append(0)
            else:
                flow.append(row.income * 6 // 50 * 10 if number in golden else row.income)
                space -= 1
        if any(late > number for late in spice) and not space:
            raise ValueError(f"After round {number} the caravan is gone and cannot move right.")
        return Return(kind, row.adara_cost if adara else row.cost, tuple(flow))

    @asked
    def net_by_horizon(self, kind: str, last: int, adara: bool = False) -> list[int]:
        """The net with 0, 1, ..., `last` income phases left: income x min(spaces, horizon) less the price."""
        row = self.table_row(kind)
        cost = row.adara_cost if adara else row.cost
        whole(last, "The last horizon", 0, MOST_HORIZON)
        return [row.income * min(row.spaces, left) - cost for left in range(last + 1)]

    @asked
    def crossing(self, size: int, adara: bool = False) -> int | None:
        """The first horizon, from 1, at which the slow caravan of a size (0 small, 1 large) beats the fast one."""
        whole(size, "The size", 0, 1)
        slow, fast = CARAVANS[2 * size], CARAVANS[2 * size + 1]
        last = self.table_row(slow).spaces
        pairs = zip(self.net_by_horizon(slow, last, adara), self.net_by_horizon(fast, last, adara), strict=True)
        return next((left for left, (a, b) in enumerate(pairs) if left and a > b), None)

    def events_in_play(self) -> int:
        """How many event cards there are in the basic game, in which the Restorations stay in the box (EMI-1.8)."""
        return sum(card.copies for card in self.tables.events.values() if not card.advanced)

    def interrupts(self) -> int:
        """How many of them are Interrupt Spice Trade."""
        return self.tables.events[INTERRUPT].copies

    @asked
    def interrupted(self, m: int, cards: int | None = None) -> Fraction:
        """The chance that at least one Interrupt Spice Trade is among m of `cards` event cards: all in play if None."""
        return self.interruptions(m, cards).at_least(1)

    @asked
    def interruptions(self, m: int, cards: int | None = None) -> Dist[int]:
        """How many Interrupts are among m of `cards` event cards: all in play if None."""
        cards = self.events_in_play() if cards is None else cards
        whole(cards, "The number of event cards in play", self.interrupts(), 200)
        whole(m, "The number of event cards", 0, cards)
        return Dist.hypergeometric(cards, self.interrupts(), m)

    @asked
    def offered_at_setup(self, seats: int, cards: int | None = None) -> Fraction:
        """The chance that somebody is dealt an Interrupt among the first three cards each (EMI-1.8)."""
        whole(seats, "The number of seats", self.game.seats[0], self.game.seats[-1])
        return self.interrupted(3 * seats, cards)

    @asked
    def net_under_risk(
        self, kind: str, m: int, horizon: int | None = None, adara: bool = False, cards: int | None = None
    ) -> Dist[int]:
        """The net if every Interrupt among m cards is played before the last income; horizon 8 if not given.

        Each one costs a round; the caravan pays on while rounds are left.
        """
        row = self.table_row(kind)
        left = 8 if horizon is None else horizon
        whole(left, "The horizon", 0, MOST_HORIZON)
        nets = self.net_by_horizon(kind, max(left, row.spaces), adara)
        return self.interruptions(m, cards).map(lambda lost: nets[max(0, left - lost)])

    @asked
    def cash_under_risk(
        self, kind: str, m: int, horizon: int = 8, adara: bool = False, cards: int | None = None
    ) -> list[Fraction]:
        """The mean money after 0, 1, ..., `horizon` rounds if every Interrupt among m cards stops one of these
        rounds, each as likely as the others. The last is the mean of `net_under_risk`."""
        whole(horizon, "The horizon", 0, MOST_HORIZON)
        nets = self.net_by_horizon(kind, max(horizon, self.table_row(kind).spaces), adara)
        lost = self.interruptions(m, cards).map(lambda k: min(k, horizon))

        def after(r: int) -> Fraction:
            stopped = {k: Dist.hypergeometric(horizon, k, r) for k in lost}
            return sum((lost.p(k) * stopped[k].p(j) * nets[r - j] for k in lost for j in stopped[k]), Fraction(0))

        return [after(r) for r in range(horizon + 1)]

    # -- interruptions round by round --------------------------------------------------------------

    @asked
    def incomes_needed(self, kind: str, adara: bool = False) -> int:
        """How many incomes bring the price back."""
        row = self.table_row(kind)
        return -(-(row.adara_cost if adara else row.cost) // row.income)

    @asked
    def payback_courses(self, kind: str, q: Fraction | float, number: int) -> tuple[int, Fraction]:
        """Courses in which the price is back in just this round, each round interrupted with chance q: how many there
        are, and the chance of them all. The last round pays; those interrupted lie anywhere before it."""
        needed = self.incomes_needed(kind)
        whole(number, "The round", needed, MOST_HORIZON)
        q = chance(q, "The chance of an interruption", below=True)
        ways = comb(number - 1, number - needed)
        return ways, ways * (1 - q) ** needed * q ** (number - needed)

    @asked
    def payback_round(self, kind: str, q: Fraction | float, last: int) -> Dist[int]:
        """The round in which the price is back if each round is interrupted with chance q, on its own (negative
        binomial).

        Rounds after `last` count as last + 1.
        """
        needed = self.incomes_needed(kind)
        whole(last, "The last round", needed, MOST_HORIZON)
        q = chance(q, "The chance of an interruption", below=True)
        cut, of = q.numerator, q.denominator
        ways = {
            number: comb(number - 1, needed - 1)
            * (of - cut) ** needed
            * cut ** (number - needed)
            * of ** (last - number)
            for number in range(needed, last + 1)
        }
        return Dist(ways | {last + 1: of**last - sum(ways.values())})

    @asked
    def pot(self, kind: str, rate: Fraction | int) -> Fraction:
        """What is left of a pot of the caravan's price that grows by `rate` a round and pays what the caravan pays.

        Nothing is left exactly at the internal rate of return; below zero, the caravan does better than the pot.
        """
        row = self.table_row(kind)
        gold = Fraction(row.cost)
        for _ in range(row.spaces):
            gold = gold * (1 + rate) - row.income
        return gold
