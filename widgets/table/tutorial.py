"""Table for the tutorial of a game (`gamelib.bank.tutorial`): goal by goal, then a free game.

While a goal is open, the table plays only helpful actions. For any other action, the page explains why it is not
played. The sample line of the goal determines the choices of other seats and the outcomes of chance. The scene has the
key `coach`:

    coach  {n, of, title, text, met, rule, lit: [id of a card, or "odds"], acts: [number of an action],
            look: [id of an element that the goal mentions],
            since, passed: [line], refusal, before and next: titles, riddles and table: addresses,
            titles: [title of a goal], reading: number of the open goal while the user reads an earlier one}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from gamelib import Action, Chance, Decision, Game, Record, Vocabulary
from gamelib.bank.tutorial import LEARNER_SEAT, TutorialGoal, tutorial_goals
from gamelib.nodes import Event, Outcome
from gamelib.validation import validate_json

from ..page.card_overrides import game_with_served_cards
from ..page.protocol import Json, MessageHandler
from ..page.user_text import DEFAULT_PLAYER_NAMES
from .opponents import all_choices_since_step
from .players import HUMAN
from .rule_example import offer_target_and_item_ids
from .widget import Table

TUTORIAL_REQUESTS = frozenset(
    {
        "hello",
        "play_action",
        "preview_or_play",
        "preview_action",
        "resolve_chance",
        "play_typed_action",
        "report_refusal",
        "report_reason_read",
        "open_dialog",
        "set_vocabulary",
        "next_goal",
        "show_solution",
        "leave_tutorial",
        "peek_step",
        "previous_goal",
        "restart_tutorial",
    }
)
"""Requests that a page may send before the free game. Requests for time, seats and other games come later."""
MAX_PREVIEWED_EVENTS = 2
"""Displayed events of an action that is legal but does not serve the goal."""
TUTORIAL_DIALOGS = frozenset({"rule", "rules", "words", "keys"})


def _is_larger_choice(choice: Action, due: Action | Outcome) -> bool:
    """Return whether a choice is the next action of the sample line with a larger number."""
    if not isinstance(due, Action) or choice.verb != due.verb or {choice.arg_types, due.arg_types} != {"i"}:
        return False
    return bool(choice.args[0] > due.args[0])


def require_tutorial_goals(game: Game) -> tuple[TutorialGoal, ...]:
    """Return the goals of the tutorial of a game. Raise ValueError if the game has no tutorial."""
    all_goals = tutorial_goals(game)
    if not all_goals:
        raise ValueError(f"{game.title} has no first game yet.")
    return all_goals


class TutorialTable(Table):
    """Tutorial of a game: `TutorialTable("harem")`. Raise ValueError for a game without a tutorial."""

    def __init__(self, game: str = "harem", *, vocabulary: Vocabulary = "classroom", seed: int | None = None) -> None:
        self.goals = require_tutorial_goals(game_with_served_cards(game, vocabulary=vocabulary))
        self.goal_index = 0
        self.is_goal_reached = False
        self.is_free_game = True  # true only until the first goal is set up
        self._begun = 0
        self._own: tuple[int, int, bool] | None = None
        """Open goal and its progress while the user reads an earlier goal."""
        self._strayed = False
        self._refusal = ""
        self._touched_here = False
        super().__init__(game, seed=seed, vocabulary=vocabulary)
        self.is_free_game = False
        self._lay()
        self.scene = self._scene()

    # -- the goals ---------------------------------------------------------------------------

    @property
    def goal(self) -> TutorialGoal:
        """Goal that is open, or the last one reached."""
        return self.goals[self.goal_index]

    @property
    def goal_after_current(self) -> TutorialGoal | None:
        """Goal after the current goal, or None if it is the last one."""
        return self.goals[self.goal_index + 1] if self.goal_index + 1 < len(self.goals) else None

    def _lay(self) -> None:
        """Set up the start position of the current goal."""
        start, play = self.goal.start_record, self.session
        record = start.branch(len(start))
        record.seat_names = tuple(DEFAULT_PLAYER_NAMES[: record.seats])
        play.load_record(record, None, [HUMAN] + ["thumb"] * (record.seats - 1))
        play.choice_guard, play.outcome_chooser = self._guide, self._draw
        self.is_goal_reached, self._strayed, self._begun, self._refusal = False, False, len(record), ""

    def _taken(self) -> int:
        """Return the number of steps since the goal was opened."""
        return len(self.session.record) - self._begun

    def _due(self) -> Action | Outcome | None:
        """Return the next step of the sample line, or None if the line has ended or the user has left it."""
        line, taken = self.goal.sample_line, self._taken()
        return line[taken] if taken < len(line) and not self._strayed else None

    def _guide(self, choice: Action | Outcome) -> None:
        """Raise ValueError if this choice does not help to reach the goal.

        For some goals, the user has to try an action that is refused.
        """
        play, goal = self.session, self.goal
        state = play.state
        if isinstance(choice, Action) and self._reach_goal_if_refused(choice):
            return
        if isinstance(choice, Action) and state.why_not(choice) is not None:
            return
        if self._own is not None:
            raise ValueError(self.session.texts["coach_reads"])
        if self.is_goal_reached:
            if not isinstance(choice, Action) or not self._goes_on(choice):
                raise ValueError(self.session.texts["coach_go_on"])
        elif not isinstance(choice, Action) or not goal.is_helpful(state, choice, self._taken()):
            raise ValueError(self._later(choice))
        self._strayed = self._strayed or choice != self._due()

    def _later(self, choice: Action | Outcome) -> str:
        """Return the answer to a legal action that leaves the sample line: its effects, and the action needed."""
        play, goal, due = self.session, self.goal, self._due()
        said = {"what": play.game.describe(choice, play.names), "goal": goal.title}
        if not isinstance(choice, Action):
            return self.session.texts["coach_later"].format(**said)
        serves = goal.alternative_success_events(play.state, choice, self._taken())
        events = play.state.child(choice).events if serves is None else serves
        told = " ".join(
            play.game.describe(event.seen_by(LEARNER_SEAT), play.names) for event in events[:MAX_PREVIEWED_EVENTS]
        )
        if serves is not None and due is not None:
            how = (
                "coach_enough" if told and _is_larger_choice(choice, due) else "coach_brings" if told else "coach_also"
            )
            return self.session.texts[how].format(told=told, due=play.game.describe(due, play.names))
        return self.session.texts["coach_follows" if told else "coach_later"].format(**said, told=told)

    def _reach_goal_if_refused(self, action: Action) -> bool:
        """Mark the goal as reached if the goal is that this action is refused. Return whether this is the case."""
        play = self.session
        tried = self.goal.is_refused_as_wanted(play.state, action)
        self.is_goal_reached = self.is_goal_reached or tried
        if tried:
            self._refusal = play.game.describe(play.state.why_not(action), play.names)
        return tried

    def _goes_on(self, action: Action) -> bool:
        """Open the next goal and return True if this action starts that goal in this position.

        Users who know the next action need no instruction.
        """
        following = self.goal_after_current
        if following is None or following.has_new_start or not following.is_helpful(self.session.state, action, 0):
            return False
        self.goal_index += 1
        self._lay()
        return True

    def _draw(self, node: Chance, rng: Random) -> Outcome:
        """Return the outcome in the sample line, or a random outcome if the line has none."""
        due = self._due()
        return node.sample(rng) if due is None or due not in node.dist() else due

    def _follow(self) -> None:
        """Play scripted steps of other seats and of chance until the learner has to act."""
        play = self.session
        while (due := self._due()) is not None:
            node = play.state.node
            mine = isinstance(node, Decision | Chance) and node.seat == LEARNER_SEAT
            asked = isinstance(node, Chance) and (play.board().should_auto_resolve_chance() or self._is_met())
            if mine and not asked:
                break
            play.play_scripted_choice(due)

    def _news(self) -> list[Event]:
        """Return the events since the goal was opened."""
        told = self.session.variations[self.session.variation_index].events_by_step
        return [event for events in told[self._begun + 1 :] for event in events]

    def _was_met_by_chance(self) -> bool:
        """Return whether a chance step has just reached the goal."""
        play = self.session
        rolled = self._taken() > 0 and not isinstance(play.record.choices[-1], Action)
        return rolled and self.goal.is_met_by(play.variations[play.variation_index].events_by_step[-1])

    def _is_met(self) -> bool:
        return self.is_goal_reached or self.goal.is_met_by(self._news())

    # -- the page ----------------------------------------------------------------------------

    def _scene(self, said: str = "") -> Json:
        scene = super()._scene(said)
        if self.is_free_game:
            return scene
        goal, news = self.goal, self._news()
        self.is_goal_reached = self._is_met()
        coach = {
            "n": self.goal_index + 1,
            "of": len(self.goals),
            "title": goal.title,
            "met": self.is_goal_reached,
            "rule": goal.rule,
            "text": goal.success_text(news) if self.is_goal_reached else goal.instruction,
            "lit": [],
            "acts": [],
            "look": [],
            "since": "" if self.is_goal_reached or self._taken() else goal.summary_since_previous_goal,
            "passed": [],
            "refusal": self._refusal,
            "titles": [one.title for one in self.goals],
            "before": self.goals[self.goal_index - 1].title if self.goal_index else "",
            "next": self.goal_after_current.title if self.goal_after_current else "",
        }
        game, seats = self.session.game, self.session.record.seats
        coach["table"] = f"../tables/{game.slug}.ipynb#game={Record(game, seats).to_link()}&step=0"
        if coach["since"]:
            coach["passed"] = list(goal.log_lines_since_previous_goal)
        if self._own is not None:
            coach |= {"reading": self._own[0] + 1, "since": goal.instruction}
        if self.is_goal_reached and self.goal_after_current is None:
            coach["riddles"] = f"../rulebook/{game.slug}.ipynb#riddles:first"
        if not self.is_goal_reached:
            coach["acts"], coach["lit"] = self._lit(scene)
            coach["look"] = [place for place in goal.highlighted_elements if place != "odds"]
        play = self.session
        gone = bool(coach["since"]) and self._own is None and self._begun > goal.previous_goal_end_step
        rolls = isinstance(play.state.node, Chance) and play.state.node.seat == LEARNER_SEAT
        return {
            **scene,
            "coach": coach,
            "auto": False,
            "undo": False,
            "rivals": all_choices_since_step(play, goal.previous_goal_end_step) if gone else scene["rivals"],
            "odds": scene["odds"]
            if rolls or ("odds" in goal.highlighted_elements and not self.is_goal_reached)
            else [],
            "moments": scene["moments"] if self.is_goal_reached and not scene.get("reckoning") else [],
            "came": scene["came"] if self._was_met_by_chance() else None,
            "controls": [control for control in scene["controls"] if control["do"] == "resolve_chance"],
        }

    def _lit(self, scene: Json) -> tuple[list[int], list[str]]:
        """Return the numbers of helpful actions and the ids of highlighted cards.

        A card is highlighted if it offers a helpful action, or if it displays the reason of a refusal.
        """
        play, goal = self.session, self.goal
        state, board = play.state, play.board()
        if not isinstance(state.node, Decision):
            return [], ["odds"]
        acts = [n for n, action in enumerate(board.visible_actions) if goal.is_helpful(state, action, self._taken())]
        wanted = [board.visible_actions[n] for n in acts]
        wanted += [
            choice
            for choice in goal.sample_line
            if isinstance(choice, Action) and goal.is_refused_as_wanted(state, choice)
        ]
        lit = {place for action in wanted for place in offer_target_and_item_ids(board, action)}
        return acts, sorted(lit)

    def _kept(self) -> Json:
        """Return the data to save: the open goal with its progress, or the free game."""
        if self.is_free_game:
            return {**super()._kept(), "free": True}
        at, taken, met = self._own or self._here()
        return {"goal": at, "taken": taken, "met": met}

    def _here(self) -> tuple[int, int, bool]:
        """Return the index of the current goal, the number of steps taken in its line, and whether it is reached."""
        return self.goal_index, 0 if self._strayed else self._taken(), self.is_goal_reached

    def _hello(self, message: Json) -> None:
        """Continue the tutorial that this browser has saved. A tutorial cannot be opened at a link."""
        saved = message.get("saved") or {}
        if self._touched_here or not self._is_progress(saved):
            if saved and not self._touched_here:
                self.send_notice(self.session.texts["no_saved"])
        elif saved.get("free") is True:
            self._leave(message)
        else:
            taken = saved.get("taken")
            self._take_up(saved["goal"], taken if type(taken) is int else 0, saved.get("met") is True)
        self._touched_here = True
        super()._hello({"saved": saved if self.is_free_game else None})

    def _is_progress(self, saved: Any) -> bool:
        """Return whether this is saved data as returned by `_kept`: a free game, or a goal that exists."""
        try:
            validate_json(saved)
        except ValueError:
            return False
        if not isinstance(saved, dict):
            return False
        goal = saved.get("goal")
        return saved.get("free") is True or (type(goal) is int and 0 <= goal < len(self.goals))

    def _take_up(self, at: int, taken: int, met: bool) -> None:
        """Open a goal and play its sample line up to a saved step."""
        self.goal_index = at
        self._lay()
        for choice in self.goal.sample_line[: max(taken, 0)]:
            if isinstance(choice, Action) and self.goal.is_refused_as_wanted(self.session.state, choice):
                break
            self.session.play_scripted_choice(choice)
        due = self._due()
        if met and isinstance(due, Action):
            self._reach_goal_if_refused(due)

    def message_handlers(self) -> dict[str, MessageHandler]:
        deeds = super().message_handlers()
        more: Mapping[str, Callable[[Json], Any]] = {
            "next_goal": self._next,
            "show_solution": self._how,
            "leave_tutorial": self._leave,
            "report_reason_read": self._asked,
            "previous_goal": self._back,
            "restart_tutorial": self._again,
        }

        def shown(deed: Callable[[Json], Any]) -> MessageHandler:
            def run(message: Json) -> None:
                self._touched = True
                deed(message)
                self._show()

            return run

        def guided(name: str, deed: MessageHandler) -> MessageHandler:
            def run(message: Json) -> None:
                if not self.is_free_game and (
                    name not in TUTORIAL_REQUESTS or message.get("dialog", "rule") not in TUTORIAL_DIALOGS
                ):
                    raise ValueError(self.session.texts["coach_not_yet"])
                deed(message)

            return run

        deeds.update({name: shown(deed) for name, deed in more.items()})
        return {name: guided(name, deed) for name, deed in deeds.items()}

    def _show(self, said: str = "") -> None:
        if not self.is_free_game:
            self._follow()
            if self.session.game.vocabulary != self.goal.game.vocabulary:
                self.goals = require_tutorial_goals(self.session.game)
        super()._show(said)

    def _next(self, message: Json) -> None:
        """Open the goal after the current one, or the free game after the last goal.

        A user who is reading an earlier goal comes one goal closer to the open goal.
        """
        if not self.is_goal_reached:
            raise ValueError(self.session.texts["too_late"])
        if self._own is not None:
            own = self._own
            if self.goal_index + 1 < own[0]:
                self._read(self.goal_index + 1)
            else:
                self._own = None
                self._take_up(*own)
            return
        if self.goal_after_current is None:
            self._leave(message)
            return
        self.goal_index += 1
        self._lay()

    def _back(self, message: Json) -> None:
        """Display the previous goal as reached, so that the user can read it again. The open goal does not change."""
        if self.is_free_game or self.goal_index == 0:
            raise ValueError(self.session.texts["too_late"])
        self._own = self._own or self._here()
        self._read(self.goal_index - 1)

    def _read(self, at: int) -> None:
        self._take_up(at, len(self.goals[at].sample_line), True)

    def _again(self, message: Json) -> None:
        """Start the tutorial again at its first goal."""
        self.is_free_game, self._own = False, None
        self._take_up(0, 0, False)

    def _asked(self, message: Json) -> None:
        """Handle that the user has read the refusal reason of a card or place, because this can be the goal."""
        if self.is_free_game:
            return
        board = self.session.board()
        for choice in self.goal.sample_line:
            if isinstance(choice, Action) and message.get("id") in offer_target_and_item_ids(board, choice):
                self._reach_goal_if_refused(choice)

    def _how(self, message: Json) -> None:
        """Play the next step of the sample line for the user."""
        due = self._due()
        if self.is_goal_reached or due is None:
            raise ValueError(self.session.texts["too_late"])
        if not isinstance(due, Action) or not self._reach_goal_if_refused(due):
            self.session.play_or_branch(due) if isinstance(due, Action) else self.session.resolve_chance()

    def _leave(self, message: Json) -> None:
        """Start a free game with bots on the same table."""
        self.is_free_game, self._own = True, None
        play = self.session
        seats = play.record.seats
        play.choice_guard, play.outcome_chooser = None, None
        play.start_game(seats, {}, DEFAULT_PLAYER_NAMES[:seats], [HUMAN] + ["thumb"] * (seats - 1))
        play.play_until_human()
