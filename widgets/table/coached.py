"""A table that teaches: the first game of `gamelib.first`, goal by goal, then a free game.

While a goal is open, only what leads to it is done; anything else is answered, not carried out. What chance brings is
what the goal's line says. The scene carries `coach`:

    coach  {n, of, title, text, met, done, rule, lit: [id of a card, or "bar"], last, free}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gamelib
from gamelib import Action, Chance, Decision, Vocabulary
from gamelib.first import Goal, begin, goals
from gamelib.nodes import Outcome

from ..page import Deed, Json
from .session import HUMAN
from .shown import places
from .widget import Table
from .words import NAMES, WORDS


class FirstGame(Table):
    """The first game of a game: `FirstGame("harem")`. ValueError for a game that has none."""

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        self.goals = goals(gamelib.game(game, vocabulary=vocabulary))
        if not self.goals:
            raise ValueError(f"{gamelib.game(game).title} has no first game yet.")
        self.at = 0
        self.met = False
        self.free = False
        self._done = 0
        self._touched_here = False
        super().__init__(game, seed=seed, vocabulary=vocabulary, record=begin(self.goals[0], None))
        self._laid()

    # -- the goals ---------------------------------------------------------------------------

    @property
    def goal(self) -> Goal:
        """The goal that is open, or was met last."""
        return self.goals[self.at]

    def _lay(self) -> None:
        """Open the goal at `at`, from its position or from where the game stands."""
        record = begin(self.goal, self.session.record)
        record.names = tuple(NAMES[: record.seats])
        self.session.open(record, None, self.session.players)
        self._laid()

    def _laid(self) -> None:
        self.met, self._done = False, len(self.session.record)
        self.session.guide = self._guide
        self.session.draw = self._draw
        self.scene = self._scene()

    def _taken(self) -> int:
        """Steps of the line that have been taken."""
        return len(self.session.record) - self._done

    def _guide(self, choice: Action | Outcome) -> None:
        """ValueError for an action that is not what the goal asks; its refusal may be what it asks."""
        state, goal = self.session.state, self.goal
        if self.free or not isinstance(choice, Action) or not isinstance(state.node, Decision):
            return
        if self.met or goal.refused(state, choice) or state.why_not(choice) is not None:
            return
        if not goal.helps(state, choice, self._taken()):
            said = self.game.say(choice, self.session.names)
            raise ValueError(WORDS["coach_later"].format(what=said, goal=goal.title))

    def _draw(self, node: Chance, rng: Random) -> Outcome:
        """What the line says that chance brings, else what may come."""
        line, taken = self.goal.choices, self._taken()
        if not self.free and taken < len(line) and not isinstance(line[taken], Action) and line[taken] in node.dist():
            return line[taken]
        return node.sample(rng)

    def _note(self) -> None:
        """See whether the goal has been met since it was opened."""
        told = self.session.lines[self.session.line].told[self._done + 1 :]
        self.met = self.met or any(self.goal.met_by(events) for events in told)

    # -- the page ----------------------------------------------------------------------------

    def _scene(self, said: str = "") -> Json:
        scene = super()._scene(said)
        if self.free or not hasattr(self.session, "guide"):
            return scene
        self._note()
        goal = self.goal
        coach = {"n": self.at + 1, "of": len(self.goals), "title": goal.title,
                 "text": goal.done if self.met else goal.text, "met": self.met, "rule": goal.rule,
                 "lit": [] if self.met else self._lit(), "last": self.at + 1 == len(self.goals)}  # fmt: skip
        return {**scene, "coach": coach, "auto": False}

    def _lit(self) -> list[str]:
        """What leads on: cards that offer it, and the place where actions without a card stand."""
        play, goal = self.session, self.goal
        state = play.state
        if not isinstance(state.node, Decision):
            return ["bar"]
        board = play.board()
        wanted = [action for action in board.moves if goal.helps(state, action, self._taken())]
        wanted += [choice for choice in goal.choices if isinstance(choice, Action) and goal.refused(state, choice)]
        return sorted({place for action in wanted for place in places(board, action) or ["bar"]})

    def _kept(self) -> Json:
        """The goal that is open; of the free game, the game."""
        return {**super()._kept(), "free": True} if self.free else {"goal": self.at}

    def _hello(self, message: Json) -> None:
        """Go on where this browser has left the first game; links are for other tables."""
        saved = message.get("saved") or {}
        if not self._touched_here and saved.get("free") is True:
            self._leave(message)
        elif not self._touched_here and saved.get("goal") in range(1, len(self.goals)):
            self.at = saved["goal"]
            self._lay()
        self._touched_here = True
        super()._hello({"saved": saved if self.free else None})

    def deeds(self) -> dict[str, Deed]:
        found = super().deeds()
        more: Mapping[str, Callable[[Json], Any]] = {
            "goal": self._next, "show_how": self._how, "leave": self._leave, "asked_why": self._tried,
        }  # fmt: skip

        def shown(deed: Callable[[Json], Any]) -> Deed:
            def run(message: Json) -> None:
                self._touched = True
                deed(message)
                self._show()

            return run

        found.update({name: shown(deed) for name, deed in more.items()})
        return found

    def _next(self, message: Json) -> None:
        """The next goal; after the last the free game."""
        if not self.met:
            raise ValueError(WORDS["too_late"])
        if self.at + 1 == len(self.goals):
            self._leave(message)
            return
        self.at += 1
        self._lay()

    def _tried(self, message: Json) -> None:
        """A card has said why it cannot be used; that may be what the goal wants."""
        if self.free:
            return
        state = self.session.state
        choices = [choice for choice in self.goal.choices if isinstance(choice, Action)]
        board = self.session.board()
        if any(self.goal.refused(state, choice) and board.place(choice) == message.get("id") for choice in choices):
            self.met = True

    def _how(self, message: Json) -> None:
        """Take the next step of the line."""
        line, taken = self.goal.choices, self._taken()
        if self.met or taken >= len(line):
            raise ValueError(WORDS["too_late"])
        choice = line[taken]
        if isinstance(choice, Action) and self.goal.refused(self.session.state, choice):
            self.met = True
            return
        self.session.choose(choice)

    def _leave(self, message: Json) -> None:
        """A free game with bots, on this very table."""
        self.free = True
        play = self.session
        seats = play.record.seats
        play.guide, play.draw = None, None
        play.new(seats, {}, NAMES[:seats], [HUMAN] + ["thumb"] * (seats - 1))
        play.play_on()
