"""Curtain between several people who play at one screen.

While the curtain is closed, the page displays only the name of the next person. An open curtain shows the view of one
seat. The record of the game stays in the memory and the storage of the browser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gamelib import Action
from gamelib.nodes import Seat

from .automatic_steps import is_next_step_automatic, play_automatic_step

if TYPE_CHECKING:
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


class LastTurn(NamedTuple):
    """End of the last turn of a seat. Later steps are news for this seat."""

    step_after_choice: int
    news_start_step: int


class Curtain:
    """State of the curtain of one game.

    Args:
        session: The game.
        last_turns: Last turn of each seat in a saved game.
    """

    def __init__(self, session: GameSession, last_turns: list[LastTurn] | None = None) -> None:
        self.session = session
        self.is_closed = True
        self.last_turns = last_turns or [LastTurn(0, 0)] * session.record.seats

    def awaited_seat(self) -> Seat:
        """Return the seat of the person who has to choose or to roll. The game must not be over."""
        seat: Seat = self.session.record.state.node.seat
        return seat

    def has_turn_passed(self) -> bool:
        """Return whether the person in front of the open curtain has to hand over the screen."""
        return bool(self.session.lock_reason()) and not self.is_closed and self.awaited_seat() != self.session.viewer

    def advance(self) -> None:
        """Play until a person has to act, and close the curtain if this is another person.

        The curtain waits for a click if the last click had a random outcome, so that its person sees the outcome.
        """
        session = self.session
        if session.is_in_past:
            return
        clicked, viewer_step = session.step_before_last_click, session.step
        chosen, news = session.step_after_last_choice, session.news_start_step
        while session.lock_reason() and is_next_step_automatic(session):
            play_automatic_step(session)
        session.show_news(session.viewer, clicked, chosen, news)  # a forced action or a bot is no click
        if not session.lock_reason():
            self.is_closed = False
        elif self.has_turn_passed() and all(
            isinstance(choice, Action) for choice in session.record.choices[clicked:viewer_step]
        ):
            self.close()

    def close(self) -> None:
        """Close the curtain in front of the next person."""
        session = self.session
        self.last_turns[session.viewer] = LastTurn(session.step_after_last_choice, session.news_start_step)
        self.is_closed = True

    def open(self) -> None:
        """Show the next person their view with the news since their last turn."""
        session = self.session
        self.is_closed = False
        seat = self.awaited_seat()
        session.show_news(seat, self.last_turns[seat].step_after_choice, *self.last_turns[seat])

    def require_allowed(self, request: str) -> None:
        """Raise ValueError for a request that has to wait for another person, or for the end of the game."""
        session = self.session
        if not session.lock_reason():
            return
        if self.is_closed and request not in ("hello", "language", "open_curtain"):
            raise ValueError(session.texts["curtain_is_closed"])
        if request == "save_file":
            session.require_unlocked()
        if request in OWN_TURN_REQUESTS and self.has_turn_passed():
            raise ValueError(session.texts["too_late"])

    def to_list(self) -> list[list[int]]:
        """Return the last turns as plain JSON."""
        return [list(turn) for turn in self.last_turns]


def closed_curtain_scene(session: GameSession, seat: Seat) -> dict[str, Any]:
    """Return the scene of a closed curtain in front of a seat. It depends on nothing else in the game."""
    who = session.direction_isolated_name(seat)
    ask = session.texts["curtain_ask"].format(who=who)
    return {
        "game": session.game.id,
        "title": session.game.title,
        "ask": ask,
        "zones": [],
        "curtain": {
            "text": session.texts["curtain_text"].format(who=who),
            "open": session.texts["show_cards"].format(who=who),
        },
    }
