"""Game that several people play on several devices. The view of each seat is created from one common record.

A person can choose only for their own seat. Bots play the free seats and the seats of people who have left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from gamelib import Action, Chance, Decision, End, Game, Record
from gamelib.nodes import Seat

from ...page.translations import load_texts
from ...table.automatic_steps import is_next_step_automatic, play_automatic_step
from ...table.players import HUMAN
from ...table.session import GameSession
from ...table.table_random_source import TableRandomSource

SUBSTITUTE = "thumb"
"""Bot that plays a free seat: the heuristic bot of the game."""
OTHER_PERSON = "person"
"""Player of a seat in the view of another seat."""
TEXT_FILE = "shared_table"
StepBeforeBots: TypeAlias = int


class SharedGame:
    """Game of people at several devices.

    Args:
        game: The game.
        players: "human" or the name of a bot for each seat.
        names: Name of each seat.
        options: Options of the game.
        record: Game to continue.
        rng: Random source of the chance outcomes. The default is unpredictable.
        luck: Random source of a deal that several tables play. It replaces `rng`.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        names: Sequence[str],
        options: Mapping[str, Any] | None = None,
        record: Record | None = None,
        rng: Random | None = None,
        luck: TableRandomSource | None = None,
    ) -> None:
        self.session = GameSession(game, len(players), dict(options or {}), names, players, rng)
        self.luck = luck
        self.is_sealed = luck is not None
        """Whether the cards stay hidden after the end, because other tables still play this deal."""
        if record is not None:
            self.session.load_record(record, None, players)
        self.session.luck = luck
        self.texts = load_texts(TEXT_FILE)
        self.followers: list[Callable[[], None]] = []
        """Functions to call after each change, one for each open page."""
        self.advance()

    @property
    def game(self) -> Game:
        """The game."""
        return self.session.game

    @property
    def record(self) -> Record:
        """Record of all choices."""
        return self.session.record

    @property
    def players(self) -> list[str]:
        """Player of each seat: "human" or the name of a bot."""
        return self.session.players

    def awaited_seat(self) -> Seat | None:
        """Return the seat of the person who has to choose or to roll, or None at the end."""
        node = self.session.state.node
        return None if isinstance(node, End) else node.seat

    def play_until_next_person(self, seat: Seat, *actions: Action) -> StepBeforeBots:
        """Play the actions of a person, then all further steps until a person has to act.

        Returns:
            Number of the step after the actions and their direct consequences, before the steps of bots.

        Raises:
            ValueError: The seat does not have to choose, or an action is illegal or is an outcome. Nothing has changed.
        """
        self._require_turn(seat, Decision)
        if any(not isinstance(action, Action) for action in actions):
            raise ValueError(self.texts["no_chosen_outcome"])
        self.session.play_or_branch(*actions)
        own = self.session.step
        self._changed()
        return own

    def resolve_chance(self, seat: Seat) -> None:
        """Roll or draw for the person who has to roll."""
        self._require_turn(seat, Chance)
        self.session.resolve_chance()
        self._changed()

    def undo(self) -> None:
        """Undo the last choice of a person. `SeatSession.undo` has checked that this person made the choice."""
        self.session.undo()
        self._changed()

    def replace_player(self, seat: Seat, player: str) -> None:
        """Let a bot play a seat, or give the seat back to its person."""
        self.players[seat] = player
        self._changed()

    def let_bot_replace_awaited_person(self) -> None:
        """Let a bot act for the person who has to act. Raise ValueError if no person has to act."""
        seat = self.awaited_seat()
        if seat is None or self.players[seat] != HUMAN:
            raise ValueError(self.texts["nobody_awaited"])
        self.players[seat] = SUBSTITUTE
        try:
            play_automatic_step(self.session)
        finally:
            self.players[seat] = HUMAN
        self._changed()

    def advance(self) -> None:
        """Play the steps of bots, and chance events without a person, until a person has to act or the game ends."""
        while is_next_step_automatic(self.session):
            play_automatic_step(self.session)

    def _require_turn(self, seat: Seat, kind: type[Decision | Chance]) -> None:
        node = self.session.state.node
        if not isinstance(node, kind):
            raise ValueError(self.texts["too_late"])
        if node.seat != seat:
            assert node.seat is not None  # no person can resolve a chance event without a seat
            raise ValueError(self.texts["not_your_turn"].format(who=self.session.direction_isolated_name(node.seat)))

    def _changed(self) -> None:
        self.advance()
        for follow in list(self.followers):
            follow()
