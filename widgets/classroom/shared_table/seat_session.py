"""View of a shared game from one seat, in the form that a table can draw."""

from __future__ import annotations

from typing import Literal, NoReturn, cast

from gamelib import Action, Decision, End
from gamelib.nodes import Outcome, Seat

from ...table.players import HUMAN
from ...table.session import GameSession
from .shared_game import OTHER_PERSON, SharedGame


class SeatSession(GameSession):
    """Session of one seat.

    All sessions share the record of the game, but each session has its own viewed step. The shared game rejects choices
    that a session makes for another seat.
    """

    def __init__(self, shared: SharedGame, seat: Seat) -> None:
        self.shared, self.seat = shared, seat
        record = shared.record
        super().__init__(shared.game, record.seats, dict(record.options))
        self._begin(shared.session.variations, self._seen_players())
        self.game_instance_id = shared.session.game_instance_id
        self.chance_stop = "none"
        self._refusals: set[str] = set()
        self._known_length = len(record)

    def _seen_players(self) -> list[str]:
        """Return the players as this seat sees them: itself, bots, and other people."""
        return [
            HUMAN if seat == self.seat else OTHER_PERSON if player == HUMAN else player
            for seat, player in enumerate(self.shared.players)
        ]

    def update_viewed_step_after_game_change(self) -> None:
        """Update the session after a change of the shared game. A page that displays a past step stays at this step."""
        self.players = self._seen_players()
        length, before = len(self.record), self.step
        if before >= self._known_length or before > length:
            self.step = length
            self._deed = (0, min(before, length), length)
        self.news_start_step = min(self.news_start_step, length)
        self.step_after_last_choice = min(self.step_after_last_choice, length)
        self._known_length = length

    # -- choosing ----------------------------------------------------------------------------

    def play_or_branch(self, *choices: Action | Outcome) -> None:
        if self.is_in_past:
            raise ValueError(self.texts["too_late"])
        before = self.step
        own_end = self.shared.play_until_next_person(
            self.seat, *cast("tuple[Action, ...]", choices)
        )  # it refuses outcomes
        self.step_after_last_choice = before + len(choices)
        self.news_start_step = own_end - 1

    def resolve_chance(self) -> None:
        if self.is_in_past:
            raise ValueError(self.texts["too_late"])
        self.shared.resolve_chance(self.seat)

    def undo_target(self) -> int:
        """Return the step to which "Undo" returns. Raise ValueError with the reason if undo is not possible.

        After the end of the game, undo is not possible, because the player can look at all cards.
        """
        if self.is_over():
            raise ValueError(self.shared.texts["undo_over"])
        return super().undo_target()

    def undo(self) -> None:
        self.undo_target()
        self.shared.undo()
        self._undo = None

    def can_auto_advance(self) -> Literal[False]:
        """Return False, because the server, not the page, advances bots and chance events."""
        return False

    def bot_to_move(self) -> None:
        """Return None, because the server, not the page, moves the bots."""
        return

    def set_view(self, viewer: Seat, is_full_view: bool) -> None:
        """Switch between the seat's view and the view with all cards open. The latter is only possible at the end.

        Raises:
            ValueError: The game is not over, or other tables still play the same deal.
        """
        if not self.is_over() or self.shared.is_sealed:
            raise ValueError(self.shared.texts["sealed" if self.is_over() else "open_at_end"])
        super().set_view(viewer, is_full_view)

    # -- asking ------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Return whether the game has ended, even if the page displays an earlier step."""
        return isinstance(self.record.state.node, End)

    def is_own_turn(self) -> bool:
        """Return whether the person at this seat has to choose or to roll now."""
        return self.shared.awaited_seat() == self.seat

    def record_refusal(self, rule: str) -> None:
        """Record a refusal in this session only, because other seats must not see the illegal action."""
        if rule not in self.game.rules:
            raise ValueError(self.texts["too_late"])
        self._refusals.add(rule)

    def encountered_rules(self) -> set[str]:
        """Return the rules that were cited in events visible to this seat or in refusals that it received."""
        cited = set(self._refusals)
        has_decided = False
        for events in self.variations[0].events_by_step:
            for event in events if has_decided else ():
                seen = event.seen_by(self.seat)
                cited.update((seen.rule, *seen.related_rules))
            has_decided = True
        node = self.record.state.node
        if isinstance(node, Decision) and node.seat == self.seat:
            cited.add(node.rule)
        rules = self.game.rules
        return {rule for rule in cited if rule in rules and not rules[rule].question}

    def to_dict(self) -> NoReturn:
        """Raise ValueError, because the server saves a shared game."""
        raise ValueError(self.shared.texts["saved_by_server"])
