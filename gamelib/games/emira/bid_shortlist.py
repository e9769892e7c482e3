"""Selection of a few promising bids, and a search bot that considers only these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...nodes import Action
from ..monte_carlo_bot import MonteCarloBot
from .auction import COMPENSATION, bid_action, max_bid

if TYPE_CHECKING:
    from .state import EmiraState


def shortlisted_legal_actions(state: EmiraState) -> list[Action]:
    """Return the promising legal actions in order. If there are many bids, the list contains only a few of them.

    The bids are the lowest one, the next multiples of 50, 100 and 200 above it, the bid that the camel discount covers
    completely, the bid that leaves less than 500 gold, and the highest one. Raise ValueError if no decision is due.
    """
    return shortlist_actions(state, list(state.legal))


def shortlist_actions(state: EmiraState, legal: list[Action]) -> list[Action]:
    """Return `shortlisted_legal_actions` for a known list of legal actions."""
    frame = state.agenda_frames[-1]
    if frame.step.name not in ("bid", "last"):
        return legal
    seat = frame.seat
    standing = frame.bid if frame.step.name == "bid" else 0
    others = [action for action in legal if action.verb != "bid"]
    least, most = standing + 10, max_bid(state, seat)
    if most < least:
        return others
    discount, prices = state.bid_discount(seat), state.game.tables.prices
    if frame.step.name == "last":  # the only sensible bid leads to the compensation (EMI-6.13)
        down = state.gold[seat] - prices["compensation_below"] + 10 + discount
        wanted = {down} if COMPENSATION not in others and state.gold[seat] < 640 else set()
    else:
        wanted = {least, _above(least, 50), _above(least, 100), _above(least, 200), discount - discount % 10, most}
    steps = sorted(bid for bid in wanted if least <= bid <= most)
    return [*others, *map(bid_action, steps)]


def _above(bid: int, step: int) -> int:
    return bid - bid % step + step


@dataclass(frozen=True)
class ShortlistMonteCarloBot(MonteCarloBot):
    """Monte Carlo bot that searches only the bids of the short list."""

    def candidate_actions(self, view: Any, legal: list[Action]) -> list[Action]:
        """Return the short list of legal actions."""
        return shortlist_actions(view, legal)
