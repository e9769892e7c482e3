"""Steps that nobody waits for in a game of several people: bots, chance of no person, and forced actions."""

from __future__ import annotations

from gamelib import Chance, Decision, End

from .board import make_board
from .players import HUMAN
from .session import GameSession


def is_next_step_automatic(session: GameSession) -> bool:
    """Return whether the next step needs no click of a person. At the end the result is False."""
    node = session.state.node
    if isinstance(node, Chance):
        if node.is_setup or node.seat is None or session.players[node.seat] != HUMAN:
            return True
        return make_board(session.state, node.seat, False, session.names).should_auto_resolve_chance()
    if isinstance(node, End):
        return False
    return session.players[node.seat] != HUMAN or len(session.state.legal) == 1


def play_automatic_step(session: GameSession) -> None:
    """Play the forced action of a person, or the step of a bot or of chance."""
    node = session.state.node
    if isinstance(node, Decision) and session.players[node.seat] == HUMAN:
        session.play_or_branch(next(iter(session.state.legal)))
        return
    session.play_next_step()
    session.variations[0].bot_reasons.clear()  # the reason for an action can name the bot's cards
