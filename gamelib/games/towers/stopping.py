"""When to flee: the price now, what staying may cost, and the rule that compares them.

With r seats left, flight costs (r - 1)(b + c) coins: own balance b and cache c, to each other seat.
Staying to the end brings the sum of the others' balances less (r - 1)(b + D), where D is what still
comes to the own balance. The own debt b drops out: flee if E[D] - c exceeds the mean of the others'
expected balances. The debt one already has is sunk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from ...nodes import Seat
from ...play import Bot, playout
from .geometry import FULL
from .odds import closer_among
from .planning import least_debt
from .state import TowersState, deal_out


def should_flee(cache: int, own: Fraction | float, others: Sequence[Fraction | float]) -> bool:
    """The rule: `own` is E[D] with the cache, `others` the expected last balances. Staying wins a tie."""
    return len(others) * (own - cache) > sum(others)


def region(cache: int, added: Sequence[int], others: Sequence[int]) -> list[list[bool]]:
    """The decision region: [i][j] is true if one flees when E[D] is added[i] and the mean E[B] is others[j]."""
    return [[should_flee(cache, own, [other]) for other in others] for own in added]


def flee_price(s: TowersState, seat: Seat) -> int:
    """The coins that flight would cost a seat now, all payments together (TOW-6.1 to TOW-6.3)."""
    cards = len(s.balances[seat]) + len(s.caches[seat])
    return int(cards * s.options["coin_value"] * len(s.round_from(seat)))


def closes(s: TowersState, seat: Seat, card: str, tower: int) -> bool:
    """Whether this card, placed by this seat now, can close a tower."""
    mask = s.masks[tower]
    cells = s.rows[seat][card][mask]
    return any(cells >> cell & 1 and s.geometry.closed[mask | 1 << cell] for cell in range(8))


@dataclass(frozen=True, slots=True)
class Forecast:
    """A rule-of-thumb forecast: what will be added to a seat's balance, and the others' last balances."""

    added: float
    others: tuple[float, ...]
    flee: bool
    later: float
    """The price of a flight at the last moment, with all that is added by then; compare `flee_price`."""


def forecast(s: TowersState, seat: Seat) -> Forecast:
    """What staying may bring, roughly, if the table stays much as it is.

    Present caches are played as well as they can; of each cache still to come, one card is played if
    one of the three fits now; a tower goes to the first seat in turn that shows a card closing it.
    """
    order = [seat, *s.round_from(seat)]
    added = dict.fromkeys(order, 0.0)
    for other in order:
        added[other] += least_debt(s.masks, s.caches[other], s.rows[other], s.game.own, s.geometry.closed)
    caches = len(s.deck) // 3
    for turn in range(caches):
        other = order[turn % len(order)]
        fit = sum(1 for card in s.deck if s.open_cells(other, card))
        added[other] += 3 - float(closer_among(fit, len(s.deck)))
    for tower, mask in enumerate(s.masks):
        if mask != FULL and mask.bit_count() >= 6:
            closer = next((o for o in order for card in s.caches[o] if closes(s, o, card, tower)), None)
            if closer is not None:
                opponents = s.round_from(closer)
                # one symbol more, and the foundation
                for other, share in zip(opponents, deal_out(mask.bit_count() + 2, len(opponents)), strict=True):
                    added[other] += share
    others = tuple(len(s.balances[other]) + added[other] for other in order[1:])
    later = (len(s.balances[seat]) + added[seat]) * s.options["coin_value"] * len(others)
    return Forecast(added[seat], others, should_flee(len(s.caches[seat]), added[seat], others), later)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Simulated endings of a seat that stays, the same policy for all and nobody fleeing any more.

    Counters of outcomes: cards added to the own balance (D), the mean last balance of the others, and
    the coins at the end.
    """

    added: Counter[int]
    others: Counter[Fraction]
    coins: Counter[int]
    fled: int
    """The coins at the end after fleeing now: certain, since nothing is paid later."""

    @property
    def flee(self) -> bool:
        """Whether flight was better than the mean of the simulated endings."""
        n = sum(self.coins.values())
        return self.fled * n > sum(coins * k for coins, k in self.coins.items())


def outlook(s: TowersState, seat: Seat, bot: Bot, runs: int, rng: Random) -> Outlook:
    """Play a position to its end `runs` times with one bot on all seats, which should not flee.

    ValueError if the seat has fled.
    """
    if s.fled[seat]:
        raise ValueError(f"Seat {seat} has left the game.")
    have = len(s.balances[seat])
    added: Counter[int] = Counter()
    others: Counter[Fraction] = Counter()
    coins: Counter[int] = Counter()
    rest = s.round_from(seat)
    for _ in range(runs):
        trial = s.clone()
        trial.viewer = None
        playout(trial, [bot] * s.seats, rng)
        added[len(trial.balances[seat]) - have] += 1
        others[Fraction(sum(len(trial.balances[other]) for other in rest), len(rest))] += 1
        coins[trial.coins[seat]] += 1
    return Outlook(added, others, coins, s.coins[seat] - flee_price(s, seat))
