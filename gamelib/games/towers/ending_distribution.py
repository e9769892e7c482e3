"""Exact distribution of the endings if all seats follow a fixed policy.

A policy returns the choices in a position, which are equally likely. Positions that differ only in the cards of the
balances are computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import NamedTuple

from ...dist import Dist
from ...nodes import Action, Chance, End, Outcome, Seat
from .bots import greedy_stay_bot
from .endgame_solver import TooLargeError
from .state import TowersState
from .steps import FLEE

Policy = Callable[[TowersState, list[Action]], list[Action]]


class Ending(NamedTuple):
    """Result of a seat: coins, cards in its balance, and cards in the balances of the other seats."""

    coins: int
    own_balance_cards: int
    rival_balance_cards: int


def greedy_policy(state: TowersState, legal: list[Action]) -> list[Action]:
    """Return the actions of `GreedyBot` without fleeing."""
    return [greedy_stay_bot(state, legal, Random(0))]


def stay_policy(state: TowersState, legal: list[Action]) -> list[Action]:
    """Return all legal actions except fleeing."""
    return [action for action in legal if action is not FLEE] or legal


def ending_distribution(state: TowersState, seat: Seat, policy: Policy, limit: int = 1_000) -> Dist[Ending]:
    """Return the distribution of the endings of a seat if all seats follow the policy.

    Raise TooLargeError for more than `limit` positions.
    """

    def state_after(here: TowersState, choice: Action | Outcome) -> TowersState:
        twin = here.clone()
        twin.apply(choice)
        return twin

    known: dict[Hashable, Dist[Ending]] = {}

    def follow(here: TowersState) -> Dist[Ending]:
        node = here.node
        if isinstance(node, End):
            sizes = [len(balance) for balance in here.balances]
            others = sum(size for other, size in enumerate(sizes) if other != seat and not here.fled[other])
            return Dist([Ending(here.coins[seat], sizes[seat], others)])
        key = (
            tuple(here.agenda_frames),
            tuple(tuple(sorted(cache)) for cache in here.caches),
            tuple(map(len, here.balances)),
            tuple(here.fled),
            tuple(here.coins),
            tuple(here.masks),
            tuple(here.deck),
        )
        if key not in known:
            if len(known) >= limit:
                raise TooLargeError(f"This ending has more than {limit} positions.")
            if isinstance(node, Chance):
                parts = [(outcome, weight) for outcome, weight in node.dist().items()]
            else:
                parts = [(action, 1) for action in policy(here, list(here.legal))]
            known[key] = Dist.mixture((follow(state_after(here, choice)), weight) for choice, weight in parts)
        return known[key]

    return follow(state)
