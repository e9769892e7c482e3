"""A table that teaches: the first game of `gamelib.first`, goal by goal, then a free game.

While a goal is open, only what leads to it is done; anything else is answered, not carried out. What others do and what
chance brings is what the goal's line says. The scene carries `coach`:

    coach  {n, of, title, text, met, rule, lit: [id of a card, or "odds"], acts: [number of an action],
            look: [id of what the goal speaks of],
            since, refusal, next, riddles and table: addresses, titles: [title of a goal]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from gamelib import Action, Chance, Decision, Game, Record, Vocabulary
from gamelib.bank.first import LEARNER, Goal, goals
from gamelib.nodes import Event, Outcome

from ..page.corrected import game_here
from ..page.protocol import Deed, Json
from ..page.texts import NAMES
from .players import HUMAN
from .rivals import since
from .shown import places
from .widget import Table
from .words import WORDS

GUIDED = frozenset(
    {"hello", "act", "touch", "foresee", "roll", "try", "refused", "asked_why", "dialog", "speak", "goal", "show_how",
     "leave", "peek"}
)
"""What a page may ask for before the free game: time, seats and other games come with that."""
FORETOLD = 2
"""Events that are told of an action that is allowed but not asked for."""
DIALOGS = frozenset({"rule", "rules", "words", "keys"})


def first_goals(game: Game) -> tuple[Goal, ...]:
    """The goals of a game's first game. ValueError if it has none."""
    found = goals(game)
    if not found:
        raise ValueError(f"{game.title} has no first game yet.")
    return found


class FirstGame(Table):
    """The first game of a game: `FirstGame("harem")`. ValueError for a game that has none."""

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        self.goals = first_goals(game_here(game, vocabulary=vocabulary))
        self.at = 0
        self.met = False
        self.free = True  # until the first goal lies there
        self._begun = 0
        self._strayed = False
        self._refusal = ""
        self._touched_here = False
        super().__init__(game, seed=seed, vocabulary=vocabulary)
        self.free = False
        self._lay()
        self.scene = self._scene()

    # -- the goals ---------------------------------------------------------------------------

    @property
    def goal(self) -> Goal:
        """The goal that is open, or was met last."""
        return self.goals[self.at]

    @property
    def following(self) -> Goal | None:
        """The goal after it."""
        return self.goals[self.at + 1] if self.at + 1 < len(self.goals) else None

    def _lay(self) -> None:
        """Open the goal at `at` where it begins."""
        start, play = self.goal.start, self.session
        record = start.branch(len(start))
        record.names = tuple(NAMES[: record.seats])
        play.open(record, None, [HUMAN] + ["thumb"] * (record.seats - 1))
        play.guide, play.draw = self._guide, self._draw
        self.met, self._strayed, self._begun, self._refusal = False, False, len(record), ""

    def _taken(self) -> int:
        """Steps since the goal was opened."""
        return len(self.session.record) - self._begun

    def _due(self) -> Action | Outcome | None:
        """The next step of the line; None behind its end, or once something else has met the goal."""
        line, taken = self.goal.line, self._taken()
        return line[taken] if taken < len(line) and not self._strayed else None

    def _guide(self, choice: Action | Outcome) -> None:
        """ValueError for an action that is not what the goal asks; its refusal may be what it asks."""
        play, goal = self.session, self.goal
        state = play.state
        if isinstance(choice, Action) and self._tries(choice):
            return
        if isinstance(choice, Action) and state.why_not(choice) is not None:
            return
        if self.met:
            if not isinstance(choice, Action) or not self._goes_on(choice):
                raise ValueError(WORDS["coach_go_on"])
        elif not isinstance(choice, Action) or not goal.helps(state, choice, self._taken()):
            raise ValueError(self._later(choice))
        self._strayed = self._strayed or choice != self._due()

    def _later(self, choice: Action | Outcome) -> str:
        """What is said of something that is allowed but not asked for: what would follow, and what is asked."""
        play, goal, due = self.session, self.goal, self._due()
        said = {"what": play.game.say(choice, play.names), "goal": goal.title}
        if not isinstance(choice, Action):
            return WORDS["coach_later"].format(**said)
        events = [event.seen_by(LEARNER) for event in play.state.child(choice).events]
        if goal.met_by(events) and due is not None:
            return WORDS["coach_also"].format(**said, due=play.game.say(due, play.names))
        told = " ".join(play.game.say(event, play.names) for event in events[:FORETOLD])
        return WORDS["coach_follows" if told else "coach_later"].format(**said, told=told)

    def _tries(self, action: Action) -> bool:
        """Whether the goal is that this action is refused; then it is met."""
        play = self.session
        tried = self.goal.refused(play.state, action)
        self.met = self.met or tried
        if tried:
            self._refusal = play.game.say(play.state.why_not(action), play.names)
        return tried

    def _goes_on(self, action: Action) -> bool:
        """Open the next goal if it begins here with this action: who knows how to go on need not be told first."""
        following = self.following
        if following is None or following.begins or not following.helps(self.session.state, action, 0):
            return False
        self.at += 1
        self._lay()
        return True

    def _draw(self, node: Chance, rng: Random) -> Outcome:
        """What the line says that chance brings, else what may come."""
        due = self._due()
        return node.sample(rng) if due is None or due not in node.dist() else due

    def _follow(self) -> None:
        """What the line says that others do and chance brings, up to the next step that is the learner's."""
        play = self.session
        while (due := self._due()) is not None:
            node = play.state.node
            mine = isinstance(node, Decision | Chance) and node.seat == LEARNER
            asked = isinstance(node, Chance) and (play.board().flows() or self._is_met())
            if mine and not asked:
                break
            play.follow(due)

    def _news(self) -> list[Event]:
        """What has been told since the goal was opened."""
        told = self.session.lines[self.session.line].told
        return [event for events in told[self._begun + 1 :] for event in events]

    def _rolled(self) -> bool:
        """Whether it was chance that has just met the goal."""
        play = self.session
        rolled = self._taken() > 0 and not isinstance(play.record.choices[-1], Action)
        return rolled and self.goal.met_by(play.lines[play.line].told[-1])

    def _is_met(self) -> bool:
        return self.met or self.goal.met_by(self._news())

    # -- the page ----------------------------------------------------------------------------

    def _scene(self, said: str = "") -> Json:
        scene = super()._scene(said)
        if self.free:
            return scene
        goal, news = self.goal, self._news()
        self.met = self._is_met()
        coach = {"n": self.at + 1, "of": len(self.goals), "title": goal.title, "met": self.met, "rule": goal.rule,
                 "text": goal.done(news) if self.met else goal.text, "lit": [], "acts": [], "look": [],
                 "since": "" if self.met or self._taken() else goal.since,
                 "refusal": self._refusal, "titles": [one.title for one in self.goals],
                 "next": self.following.title if self.following else ""}
        if self.met and self.following is None:
            game, seats = self.session.game, self.session.record.seats
            coach["riddles"] = f"../rulebook/{game.page}.ipynb#riddles:first"
            coach["table"] = f"../tables/{game.page}.ipynb#game={Record(game, seats).to_link()}&step=0"
        if not self.met:
            coach["acts"], coach["lit"] = self._lit(scene)
            coach["look"] = [place for place in goal.look if place != "odds"]
        play = self.session
        gone = bool(coach["since"]) and self._begun > goal.left
        rolls = isinstance(play.state.node, Chance) and play.state.node.seat == LEARNER
        return {
            **scene, "coach": coach, "auto": False, "undo": False,
            "rivals": since(play, goal.left) if gone else scene["rivals"],
            "odds": scene["odds"] if rolls or ("odds" in goal.look and not self.met) else [],
            "moments": scene["moments"] if self.met else [], "came": scene["came"] if self._rolled() else None,
            "controls": [control for control in scene["controls"] if control["do"] == "roll"],
        }

    def _lit(self, scene: Json) -> tuple[list[int], list[str]]:
        """What leads on: actions, and the cards that offer them or say why not."""
        play, goal = self.session, self.goal
        state, board = play.state, play.board()
        if not isinstance(state.node, Decision):
            return [], ["odds"]
        acts = [n for n, action in enumerate(board.moves) if goal.helps(state, action, self._taken())]
        wanted = [board.moves[n] for n in acts]
        wanted += [choice for choice in goal.line if isinstance(choice, Action) and goal.refused(state, choice)]
        lit = {place for action in wanted for place in places(board, action)}
        return acts, sorted(lit)

    def _kept(self) -> Json:
        """The goal that is open, and how far one is; of the free game, the game."""
        if self.free:
            return {**super()._kept(), "free": True}
        return {"goal": self.at, "taken": 0 if self._strayed else self._taken(), "met": self.met}

    def _hello(self, message: Json) -> None:
        """Go on where this browser has left the first game; links are for other tables."""
        saved = message.get("saved") or {}
        if not self._touched_here and saved.get("free") is True:
            self._leave(message)
        elif not self._touched_here and saved.get("goal") in range(len(self.goals)):
            self.at = saved["goal"]
            self._lay()
            self._take_up(saved.get("taken"), saved.get("met") is True)
        self._touched_here = True
        super()._hello({"saved": saved if self.free else None})

    def _take_up(self, taken: Any, met: bool) -> None:
        """Go so far along the line of the open goal as this browser has been."""
        for choice in self.goal.line[: taken if type(taken) is int and taken > 0 else 0]:
            self.session.follow(choice)
        due = self._due()
        if met and isinstance(due, Action):
            self._tries(due)

    def deeds(self) -> dict[str, Deed]:
        found = super().deeds()
        more: Mapping[str, Callable[[Json], Any]] = {
            "goal": self._next, "show_how": self._how, "leave": self._leave, "asked_why": self._asked,
        }

        def shown(deed: Callable[[Json], Any]) -> Deed:
            def run(message: Json) -> None:
                self._touched = True
                deed(message)
                self._show()

            return run

        def guided(name: str, deed: Deed) -> Deed:
            def run(message: Json) -> None:
                if not self.free and (name not in GUIDED or message.get("dialog", "rule") not in DIALOGS):
                    raise ValueError(WORDS["coach_not_yet"])
                deed(message)

            return run

        found.update({name: shown(deed) for name, deed in more.items()})
        return {name: guided(name, deed) for name, deed in found.items()}

    def _show(self, said: str = "") -> None:
        if not self.free:
            self._follow()
            if self.session.game.vocabulary != self.goal.game.vocabulary:
                self.goals = first_goals(self.session.game)
        super()._show(said)

    def _next(self, message: Json) -> None:
        """The next goal; after the last the free game."""
        if not self.met:
            raise ValueError(WORDS["too_late"])
        if self.following is None:
            self._leave(message)
            return
        self.at += 1
        self._lay()

    def _asked(self, message: Json) -> None:
        """A card or place has said why not; that may be what the goal wants."""
        if self.free:
            return
        board = self.session.board()
        for choice in self.goal.line:
            if isinstance(choice, Action) and message.get("id") in places(board, choice):
                self._tries(choice)

    def _how(self, message: Json) -> None:
        """Take the next step of the line."""
        due = self._due()
        if self.met or due is None:
            raise ValueError(WORDS["too_late"])
        if not isinstance(due, Action) or not self._tries(due):
            self.session.choose(due) if isinstance(due, Action) else self.session.roll()

    def _leave(self, message: Json) -> None:
        """A free game with bots, on this very table."""
        self.free = True
        play = self.session
        seats = play.record.seats
        play.guide, play.draw = None, None
        play.new(seats, {}, NAMES[:seats], [HUMAN] + ["thumb"] * (seats - 1))
        play.play_on()
