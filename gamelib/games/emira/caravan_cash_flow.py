"""Profitability of a caravan: cash flow, net gain, payback, internal rate of return (EMI-4.2, EMI-7.2, EMI-7.4).

Rounds count from the purchase, and the caravan pays its first income in round 1. Amounts are whole numbers of gold.
Only the rate of return is a float, because it is the root of a polynomial.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from ...dist import Dist
from ...validation import short_repr, validate_int
from ..argument_validation import parse_probability, validate_args
from ..odds import GameOdds
from .card_tables import CARAVANS, Caravan, CardTables

if TYPE_CHECKING:
    from . import Emira

if TYPE_CHECKING:
    pass

INTERRUPT = "interrupt_spice_trade"
MAX_HORIZON = 200


@dataclass(frozen=True)
class CaravanCashFlow:
    """Caravan as an investment. `flow[i]` is the income of the caravan in round i + 1 after the purchase, in gold."""

    caravan: str
    cost: int
    incomes: tuple[int, ...]

    @property
    def total_income(self) -> int:
        """Sum of all incomes, in gold."""
        return sum(self.incomes)

    @property
    def net_gain(self) -> int:
        """Sum of all incomes minus the price, in gold."""
        return self.total_income - self.cost

    @property
    def cash_balance(self) -> tuple[int, ...]:
        """Balance in gold after round 0, 1, 2, ... The balance in round 0 is minus the price."""
        return tuple(accumulate(self.incomes, initial=-self.cost))

    @property
    def incomes_until_payback(self) -> int | None:
        """Number of incomes until the price is paid back, or None if the incomes never reach the price."""
        received = incomes = 0
        for paid in self.incomes:
            incomes += paid > 0
            received += paid
            if received >= self.cost:
                return incomes
        return None

    @property
    def net_per_gold_spent(self) -> Fraction:
        """Net gain divided by the price."""
        return Fraction(self.net_gain, self.cost)

    @property
    def net_per_round(self) -> Fraction:
        """Net gain divided by the number of rounds until the last income, or 0 if there is no income."""
        rounds = max((i for i, paid in enumerate(self.incomes, 1) if paid), default=0)
        return Fraction(self.net_gain, rounds) if rounds else Fraction(0)

    @property
    def internal_rate_of_return(self) -> float | None:
        """Rate per round at which the present value of the incomes equals the price, or None without income.

        The present value is the sum of income / (1 + rate) ** round. It falls if the rate rises, so bisection finds the
        rate.
        """
        if not self.total_income:
            return None
        low, high = 0.0, 1.0  # bounds of 1 / (1 + rate)
        while self._worth(high) < self.cost:
            low, high = high, 2 * high
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (low, middle) if self._worth(middle) >= self.cost else (middle, high)
        return 1 / high - 1

    def _worth(self, factor: float) -> float:
        worth = 0.0
        for paid in reversed(self.incomes):
            worth = (worth + paid) * factor
        return worth


class PaybackSequences(NamedTuple):
    """Sequences of rounds with and without an interruption that end with the payback."""

    sequence_count: int
    probability: Fraction
    """Probability of all these sequences together."""


class CaravanCashFlowOdds(GameOdds):
    """Functions about the profitability of caravans for one card set."""

    game: Emira

    @property
    def tables(self) -> CardTables:
        """The card tables."""
        return self.game.tables

    @validate_args
    def caravan_row(self, caravan_id: str) -> Caravan:
        """Return the row of the caravan in the card tables. Raise ValueError for an unknown kind."""
        if caravan_id not in CARAVANS:
            raise ValueError(f"There is no caravan {short_repr(caravan_id)}; there are {', '.join(CARAVANS)}.")
        return self.tables.caravans[caravan_id]

    @validate_args
    def caravan_cash_flow(
        self,
        caravan_id: str,
        adara: bool = False,
        horizon: int | None = None,
        golden: Collection[int] = (),
        interrupt: Collection[int] = (),
        vermin: Collection[int] = (),
        spice: Collection[int] = (),
    ) -> CaravanCashFlow:
        """Compute the profitability of a caravan of one kind (SS, SF, LS, LF).

        `adara` says whether the seat pays the price with Adara (EMI-13.14). `horizon` is the number of remaining income
        phases. `golden`, `interrupt`, `vermin` and `spice` list the rounds after the purchase in which Golden Times,
        Interrupt Spice Trade, Vermin and New Spice Caravan affect the caravan (EMI-14.8, 14.11, 14.18, 14.13). Raise
        ValueError for an unknown kind, a horizon below 0, a round below 1, or a New Spice Caravan that cannot move the
        caravan.
        """
        row = self.caravan_row(caravan_id)
        if horizon is not None:
            validate_int(horizon, "The horizon", 0, MAX_HORIZON)
        for rounds in (golden, interrupt, vermin, spice):
            for number in rounds:
                validate_int(number, "A round after the purchase", 1, MAX_HORIZON)
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
        return CaravanCashFlow(caravan_id, row.adara_cost if adara else row.cost, tuple(flow))

    @validate_args
    def net_by_horizon(self, caravan_id: str, last_horizon: int, adara: bool = False) -> list[int]:
        """Return the net gain for 0, 1, ..., `last_horizon` income phases, in gold.

        The net gain is income x min(spaces, horizon) minus the price.
        """
        row = self.caravan_row(caravan_id)
        cost = row.adara_cost if adara else row.cost
        validate_int(last_horizon, "The last horizon", 0, MAX_HORIZON)
        return [row.income * min(row.spaces, left) - cost for left in range(last_horizon + 1)]

    @validate_args
    def first_horizon_slow_beats_fast(self, size_index: int, adara: bool = False) -> int | None:
        """Return the lowest number of income phases at which the slow caravan has a larger net gain than the fast one.

        `size_index` is 0 for small and 1 for large caravans.
        """
        validate_int(size_index, "The size", 0, 1)
        slow, fast = CARAVANS[2 * size_index], CARAVANS[2 * size_index + 1]
        last = self.caravan_row(slow).spaces
        pairs = zip(self.net_by_horizon(slow, last, adara), self.net_by_horizon(fast, last, adara), strict=True)
        return next((left for left, (a, b) in enumerate(pairs) if left and a > b), None)

    def events_in_play(self) -> int:
        """Return the number of event cards in the basic game, without the Restorations (EMI-1.8)."""
        return sum(card.copies for card in self.tables.events.values() if not card.advanced)

    def interrupt_copies(self) -> int:
        """Return the number of copies of Interrupt Spice Trade in the basic game."""
        return self.tables.events[INTERRUPT].copies

    @validate_args
    def p_interrupted(self, cards_drawn: int, cards_in_play: int | None = None) -> Fraction:
        """Return the probability of at least one Interrupt Spice Trade among `cards_drawn` event cards.

        The cards are drawn from `cards_in_play` cards, by default all event cards in play.
        """
        return self.interruption_count(cards_drawn, cards_in_play).p_at_least(1)

    @validate_args
    def interruption_count(self, cards_drawn: int, cards_in_play: int | None = None) -> Dist[int]:
        """Return the distribution of the number of Interrupts if `cards_drawn` of `cards_in_play` cards are drawn."""
        cards_in_play = self.events_in_play() if cards_in_play is None else cards_in_play
        validate_int(cards_in_play, "The number of event cards in play", self.interrupt_copies(), 200)
        validate_int(cards_drawn, "The number of event cards", 0, cards_in_play)
        return Dist.hypergeometric(cards_in_play, self.interrupt_copies(), cards_drawn)

    @validate_args
    def p_any_seat_dealt_interrupt(self, seats: int, cards_in_play: int | None = None) -> Fraction:
        """Return the probability that a seat gets an Interrupt among its first three cards (EMI-1.8)."""
        validate_int(seats, "The number of seats", self.game.seats[0], self.game.seats[-1])
        return self.p_interrupted(3 * seats, cards_in_play)

    @validate_args
    def net_with_interruptions(
        self,
        caravan_id: str,
        cards_drawn: int,
        horizon: int | None = None,
        adara: bool = False,
        cards_in_play: int | None = None,
    ) -> Dist[int]:
        """Return the distribution of the net gain if each Interrupt among `cards_drawn` cards is played in time.

        Each interruption costs the caravan one round of the horizon, which is 8 by default.
        """
        row = self.caravan_row(caravan_id)
        left = 8 if horizon is None else horizon
        validate_int(left, "The horizon", 0, MAX_HORIZON)
        nets = self.net_by_horizon(caravan_id, max(left, row.spaces), adara)
        return self.interruption_count(cards_drawn, cards_in_play).map(lambda lost: nets[max(0, left - lost)])

    @validate_args
    def mean_cash_with_interruptions(
        self, caravan_id: str, cards_drawn: int, horizon: int = 8, adara: bool = False, cards_in_play: int | None = None
    ) -> list[Fraction]:
        """Return the mean cash after 0, 1, ..., `horizon` rounds with interruptions.

        Each Interrupt among `cards_drawn` cards stops a random round. The last value equals the mean of
        `net_with_interruptions`.
        """
        validate_int(horizon, "The horizon", 0, MAX_HORIZON)
        nets = self.net_by_horizon(caravan_id, max(horizon, self.caravan_row(caravan_id).spaces), adara)
        lost = self.interruption_count(cards_drawn, cards_in_play).map(lambda k: min(k, horizon))

        def expected_net_after(r: int) -> Fraction:
            stopped = {k: Dist.hypergeometric(horizon, k, r) for k in lost}
            return sum((lost.p(k) * stopped[k].p(j) * nets[r - j] for k in lost for j in stopped[k]), Fraction(0))

        return [expected_net_after(r) for r in range(horizon + 1)]

    # -- interruptions round by round --------------------------------------------------------------

    @validate_args
    def incomes_to_pay_back(self, caravan_id: str, adara: bool = False) -> int:
        """Return the number of incomes that pay back the price."""
        row = self.caravan_row(caravan_id)
        return -(-(row.adara_cost if adara else row.cost) // row.income)

    @validate_args
    def payback_sequences_in_round(
        self, caravan_id: str, p_interruption: Fraction | float, round_number: int
    ) -> PaybackSequences:
        """Return the number and the probability of all sequences of rounds with the payback in exactly this round.

        Each round except the last one is interrupted with probability `p_interruption`.
        """
        needed = self.incomes_to_pay_back(caravan_id)
        validate_int(round_number, "The round", needed, MAX_HORIZON)
        p_interruption = parse_probability(p_interruption, "The chance of an interruption", exclude_one=True)
        ways = comb(round_number - 1, round_number - needed)
        return PaybackSequences(ways, ways * (1 - p_interruption) ** needed * p_interruption ** (round_number - needed))

    @validate_args
    def payback_round(self, caravan_id: str, p_interruption: Fraction | float, last_round: int) -> Dist[int]:
        """Return the distribution of the payback round with independent interruptions (negative binomial).

        Rounds after `last_round` count as `last_round` + 1.
        """
        needed = self.incomes_to_pay_back(caravan_id)
        validate_int(last_round, "The last round", needed, MAX_HORIZON)
        p_interruption = parse_probability(p_interruption, "The chance of an interruption", exclude_one=True)
        cut, of = p_interruption.numerator, p_interruption.denominator
        ways = {
            number: comb(number - 1, needed - 1)
            * (of - cut) ** needed
            * cut ** (number - needed)
            * of ** (last_round - number)
            for number in range(needed, last_round + 1)
        }
        return Dist(ways | {last_round + 1: of**last_round - sum(ways.values())})

    @validate_args
    def account_balance_after_income_withdrawals(self, caravan_id: str, interest_rate: Fraction | int) -> Fraction:
        """Return the remaining money of an account that starts with the price and pays the incomes of the caravan.

        The account grows by `interest_rate` in each round. The remaining money is 0 at the internal rate of return. If
        it is negative, the caravan is better than the account.
        """
        row = self.caravan_row(caravan_id)
        gold = Fraction(row.cost)
        for _ in range(row.spaces):
            gold = gold * (1 + interest_rate) - row.income
        return gold
