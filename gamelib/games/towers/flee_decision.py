"""Comparison of fleeing and staying in Towers.

With r remaining seats, a seat that flees pays its balance b and its cache c to each other seat, that is (r - 1)(b + c)
coins. A seat that stays gets the sum of the other balances minus (r - 1)(b + D), where D is the number of cards that
are still added to its balance. The balance b cancels out, because it is a sunk cost. Fleeing is better if E[D] - c is
greater than the mean of the expected balances of the other seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from ...nodes import Seat
from ...playouts import Bot, playout
from .geometry import FULL_MASK
from .odds import p_closer_drawn
from .state import TowersState, closed_tower_cards_by_opponent
from .turn_planner import least_debt


def should_flee(
    cache_size: int, expected_added: Fraction | float, balances_of_others: Sequence[Fraction | float]
) -> bool:
    """Return whether fleeing is better than staying.

    `expected_added` is E[D], including the cache. `balances_of_others` are the expected final balances of the other
    seats. If fleeing and staying are equally good, the result is False.
    """
    return len(balances_of_others) * (expected_added - cache_size) > sum(balances_of_others)


def flee_decision_table(
    cache_size: int, expected_added: Sequence[int], mean_balances_of_others: Sequence[int]
) -> list[list[bool]]:
    """Return a table in which [i][j] is true if fleeing is better for E[D] = added[i] and mean E[B] = others[j]."""
    return [[should_flee(cache_size, own, [other]) for other in mean_balances_of_others] for own in expected_added]


def flee_price(state: TowersState, seat: Seat) -> int:
    """Return the current cost of fleeing in coins: the sum of all payments (TOW-6.1 to TOW-6.3)."""
    cards = len(state.balances[seat]) + len(state.caches[seat])
    return int(cards * state.options["coin_value"] * len(state.other_active_seats(seat)))


def can_close(state: TowersState, seat: Seat, card: str, tower: int) -> bool:
    """Return whether a seat can close a tower with this card now."""
    mask = state.masks[tower]
    cells = state.rows[seat][card][mask]
    return any(cells >> cell & 1 and state.geometry.is_closed_mask[mask | 1 << cell] for cell in range(8))


@dataclass(frozen=True, slots=True)
class StayForecast:
    """Heuristic forecast of the cards added to the balance of a seat and of the final balances of the other seats."""

    added_debt: float
    final_balances_of_others: tuple[float, ...]
    should_flee: bool
    later_flee_price: float
    """Price of a flight at the last moment, including all cards added by then. Compare `flee_price`."""


def estimate_debts_if_staying(state: TowersState, seat: Seat) -> StayForecast:
    """Estimate the result of staying by a heuristic.

    Each seat plays its current cache as well as possible. Of each later cache, one card is played if it fits on the
    current table. If several seats have a closing card, the first one in turn order closes the tower.
    """
    order = [seat, *state.other_active_seats(seat)]
    added = dict.fromkeys(order, 0.0)
    for other in order:
        added[other] += least_debt(
            state.masks,
            state.caches[other],
            state.rows[other],
            state.game.matching_tower,
            state.geometry.is_closed_mask,
        )
    caches = len(state.deck) // 3
    for turn in range(caches):
        other = order[turn % len(order)]
        fit = sum(1 for card in state.deck if state.total_open_cell_count(other, card))
        added[other] += 3 - float(p_closer_drawn(fit, len(state.deck)))
    for tower, mask in enumerate(state.masks):
        if mask != FULL_MASK and mask.bit_count() >= 6:
            closer = next((o for o in order for card in state.caches[o] if can_close(state, o, card, tower)), None)
            if closer is not None:
                opponents = state.other_active_seats(closer)
                # symbols on the tower, plus the closing card and the foundation
                for other, share in zip(
                    opponents, closed_tower_cards_by_opponent(mask.bit_count() + 2, len(opponents)), strict=True
                ):
                    added[other] += share
    others = tuple(len(state.balances[other]) + added[other] for other in order[1:])
    later = (len(state.balances[seat]) + added[seat]) * state.options["coin_value"] * len(others)
    return StayForecast(added[seat], others, should_flee(len(state.caches[seat]), added[seat], others), later)


@dataclass(frozen=True, slots=True)
class ResultBounds:
    """Simulated endings of a seat that stays.

    All seats have the same policy, and nobody flees. The counters contain the cards added to the balance (D), the mean
    final balance of the other seats, and the final coins.
    """

    added_debt_counts: Counter[int]
    final_balance_counts_of_others: Counter[Fraction]
    final_coin_counts: Counter[int]
    coins_if_fleeing_now: int
    """Final coins after fleeing now. They are certain because nothing is paid later."""

    @property
    def should_flee(self) -> bool:
        """Return whether fleeing is better than staying, by the mean of the simulated endings."""
        n = sum(self.final_coin_counts.values())
        return self.coins_if_fleeing_now * n > sum(coins * k for coins, k in self.final_coin_counts.items())


def simulate_stay(state: TowersState, seat: Seat, bot: Bot, runs: int, rng: Random) -> ResultBounds:
    """Play a position to its end `runs` times with one bot for all seats that does not flee.

    Raise ValueError if the seat has fled.
    """
    if state.fled[seat]:
        raise ValueError(f"Seat {seat} has left the game.")
    have = len(state.balances[seat])
    added: Counter[int] = Counter()
    others: Counter[Fraction] = Counter()
    coins: Counter[int] = Counter()
    rest = state.other_active_seats(seat)
    for _ in range(runs):
        trial = state.clone()
        trial.viewer = None
        playout(trial, [bot] * state.seats, rng)
        added[len(trial.balances[seat]) - have] += 1
        others[Fraction(sum(len(trial.balances[other]) for other in rest), len(rest))] += 1
        coins[trial.coins[seat]] += 1
    return ResultBounds(added, others, coins, state.coins[seat] - flee_price(state, seat))
