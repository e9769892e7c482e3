"""Curtain between several people who play at one screen.

While the curtain is closed, the page displays only the name of the next person. An open curtain shows the view of one
seat. The record of the game stays in the memory and the storage of the browser.
"""

from __future__ import annotations

from typing import Any

from gamelib import Action
from gamelib.nodes import Seat

from .automatic_steps import is_next_step_automatic, play_automatic_step
from .curtain_state import LastTurn
from .session import GameSession

OWN_TURN_REQUESTS = frozenset(
    {
        "play_action",
        "repeat_action",
        "resolve_chance",
        "resolve_chance_series",
        "play_next_step",
        "play_until_human",
        "undo",
        "preview_or_play",
        "preview_action",
        "play_typed_action",
    }
)
"""Requests that belong to the turn of the person in front of the screen."""


def awaited_seat(session: GameSession) -> Seat:
    """Return the seat of the person who has to choose or to roll. The game must not be over."""
    seat: Seat = session.record.state.node.seat
    return seat


def is_curtain_closed(session: GameSession) -> bool:
    """Return whether a closed curtain hides the table."""
    return session.curtain is not None and session.curtain.is_closed


def has_turn_passed(session: GameSession) -> bool:
    """Return whether the person in front of an open curtain has to hand over the screen."""
    return session.has_curtain() and not is_curtain_closed(session) and awaited_seat(session) != session.viewer


def play_to_next_person(session: GameSession) -> None:
    """In a game with a curtain, play until a person has to act, and close the curtain if this is another person.

    The curtain waits for a click if the last click had a random outcome, so that its person sees the outcome.
    """
    if session.curtain is None or session.is_in_past:
        return
    clicked, viewer_step = session.step_before_last_click, session.step
    chosen, news = session.step_after_last_choice, session.news_start_step
    while session.has_curtain() and is_next_step_automatic(session):
        play_automatic_step(session)
    session.show_news(session.viewer, clicked, chosen, news)  # a forced action or a bot is no click
    if not session.has_curtain():
        session.curtain.is_closed = False
    elif has_turn_passed(session) and all(
        isinstance(choice, Action) for choice in session.record.choices[clicked:viewer_step]
    ):
        close_curtain(session)


def close_curtain(session: GameSession) -> None:
    """Close the curtain in front of the next person."""
    assert session.curtain is not None  # only a game with a curtain has this request
    session.curtain.last_turns[session.viewer] = LastTurn(session.step_after_last_choice, session.news_start_step)
    session.curtain.is_closed = True


def open_curtain(session: GameSession) -> None:
    """Show the next person their view with the news since their last turn."""
    assert session.curtain is not None  # only a game with a curtain has this request
    session.curtain.is_closed = False
    seat = awaited_seat(session)
    last_turn = session.curtain.last_turns[seat]
    session.show_news(seat, last_turn.step_after_choice, *last_turn)


def require_allowed(session: GameSession, request: str) -> None:
    """Raise ValueError for a request that has to wait for another person, or for the end of the game."""
    if not session.has_curtain():
        return
    if is_curtain_closed(session) and request not in ("hello", "open_curtain"):
        raise ValueError(session.texts["curtain_is_closed"])
    if request == "save_file":
        session.require_unlocked()
    if request in OWN_TURN_REQUESTS and has_turn_passed(session):
        raise ValueError(session.texts["too_late"])


def closed_curtain_scene(session: GameSession) -> dict[str, Any]:
    """Return the scene of a closed curtain. It depends only on the next person."""
    who = session.direction_isolated_name(awaited_seat(session))
    ask = session.texts["curtain_ask"].format(who=who)
    return {
        "game": session.game.id,
        "title": session.game.title,
        "ask": ask,
        "curtain": {
            "text": session.texts["curtain_text"].format(who=who),
            "open": session.texts["show_cards"].format(who=who),
        },
    }
