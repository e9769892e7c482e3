"""Tutorials: guided first games that teach one rule or strategy at a time, defined as data.

The file `first.toml` in the folder of the game lists the goals in order:

    title = "Put gold into your {treasury}"     instruction in a few words
    text = "..."                                at most two sentences
    since = "A round later: ..."                events since the previous goal, if the goal starts elsewhere
    meanwhile = ["pass", "=9"]                  choices of all seats and outcomes before the start of the goal
    position = "2 seats; now main; ..."         start position, by default the end of the previous goal
    goal = "banked"                             code of the event or the ruling that meets the goal
    line = ["bank(GOLD-2)", "=9"]               sample line to the next goal: choices of all seats and outcomes.
                                                The first one belongs to the learner
    done = "..."                                text after success, at most two sentences
    rule = "HAR-4.1"                            rule of the goal, cited by the step that meets it
    free = true                                 accept any action that meets the goal. The next goal needs a position
    look = ["odds"]                             other elements to highlight: ids of the table, or the odds
    also = ["sell"]                             choices or verbs that follow the title but do not cause the code
    unlike = ["caravan(SS)"]                    choices or verbs that cause the code but do not follow the title
    passed = ["You bought {=0*[bought][card]:cards}."]
                                                log lines of the author for `meanwhile`, if much happens

Texts are filled with terms and with values of the events along the line. {companion} is a term, and {=cost} is a
value of the event that meets the goal. {=card:card} is the name of a card, and {=track[value]} is a value of another
event. If the line ends the game, {=scores[1]} is the score of the second seat. `since` and `passed` use the events of
`meanwhile` by seat. {=2[pays][coins]} is a value of the last event with that code of the third seat.
{=2*[pays][coins]} is the list of all such values. The learner has the first seat. If a ruling meets the goal, the
learner deliberately tries an illegal action. This action is in the line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..base_game import Game
from ..catalog import game as game_of
from ..nodes import Action, Chance, Decision, End, Event, Outcome
from ..record import Record, RecordError
from ..state import State
from ..validation import short_repr as short_repr
from . import content_folder

LEARNER_SEAT = 0


@dataclass(frozen=True)
class TutorialGoal:
    """Step of a tutorial: the instruction, the start position and the success condition."""

    game: Game
    title: str
    text_templates: Mapping[str, str]
    """Templates of the two texts, with the keys "text" and "done"."""
    target_code: str
    sample_line: tuple[Action | Outcome, ...]
    rule: str
    highlighted_elements: tuple[str, ...]
    accepts_any_action: bool
    """Whether any action that meets the goal is accepted."""
    has_new_start: bool
    """Whether the goal starts at another position than the end of the previous goal, or later."""
    start_record: Record
    """Game record up to the start, read-only."""
    values: Mapping[str, Any]
    """Values of the events along the line."""
    summary_since_previous_goal: str = ""
    """Summary of the events since the previous goal, or "" if there are none."""
    log_lines_since_previous_goal: tuple[str, ...] = ()
    """Log lines of the author about these events, or () if the log itself is sufficient."""
    previous_goal_end_step: int = 0
    """Step of `start_record` at which the previous goal ended."""
    extra_accepted_actions: tuple[str, ...] = ()
    """Other choices or verbs that do what the title says."""
    rejected_actions: tuple[str, ...] = ()
    """Choices or verbs that cause `target_code`, but do not do what the title says."""

    @property
    def instruction(self) -> str:
        """Instruction for the learner."""
        return self._filled("text", self.values)

    def success_text(self, events: Iterable[Event]) -> str:
        """Return the text that is displayed after these events have met the goal."""
        return self._filled("done", {**self.values, **learner_event_text_values(self.target_code, events)})

    def _filled(self, text: str, values: Mapping[str, Any]) -> str:
        told = {f"={name}": value for name, value in values.items()}
        return self.game.texts.fill_template(self.text_templates[text], told, self.start_record.seat_names)

    def is_met_by(self, events: Iterable[Event]) -> bool:
        """Return whether these events meet the goal. Events that do not concern the learner are ignored."""
        return any(_is_goal_met_by(self.target_code, event) for event in events)

    def is_refused_as_wanted(self, state: State[Any], action: Action) -> bool:
        """Return whether an action is refused with the code that the goal requires."""
        ruling = state.why_not(action)
        return ruling is not None and ruling.code == self.target_code

    def is_helpful(self, state: State[Any], action: Action, line_index: int) -> bool:
        """Return whether an action at step `line_index` of the sample line brings the learner closer to the goal.

        An action helps if it is the action of the sample line, or if the action meets a goal that is `free`.
        """
        if line_index < len(self.sample_line) and action == self.sample_line[line_index]:
            return True
        return self.accepts_any_action and action in state.legal and self.is_met_by(state.child(action).events)

    def alternative_success_events(
        self, state: State[Any], action: Action, line_index: int
    ) -> tuple[Event, ...] | None:
        """Return the events of a legal action that meets the goal in another way, or None for other actions.

        `line_index` is the step of the sample line. If a chance event follows the action, return only the events of the
        action itself.
        """
        if _is_listed(self.rejected_actions, action):
            return None
        child = state.child(action)
        if _is_listed(self.extra_accepted_actions, action) or self.is_met_by(child.events):
            return child.events
        met, chance = child, False
        for choice in self.sample_line[line_index + 1 :]:
            if not _is_possible(met, choice):
                return None
            met, chance = met.child(choice), chance or not isinstance(choice, Action)
            if self.is_met_by(met.events):
                return (
                    child.events
                    if chance
                    else tuple(event for event in met.events if _is_goal_met_by(self.target_code, event))
                )
        return None


def _is_possible(state: State[Any], choice: Action | Outcome) -> bool:
    """Return whether a choice or an outcome is possible in a position."""
    node = state.node
    if isinstance(choice, Action):
        return isinstance(node, Decision) and state.why_not(choice) is None
    return isinstance(node, Chance) and choice in node.dist()


def _is_listed(listed: Iterable[str], action: Action) -> bool:
    """Return whether a list contains an action or its verb."""
    return action.verb in listed or str(action) in listed


def _is_goal_met_by(goal: str, event: Event) -> bool:
    return event.code == goal and _is_about_learner(event)


def _is_about_learner(event: Event) -> bool:
    """Return whether the seat of an event is None or the learner, or its value `other` is the learner."""
    return event.seat in (None, LEARNER_SEAT) or event.values.get("other") == LEARNER_SEAT


def learner_event_text_values(target_code: str, events: Iterable[Event]) -> dict[str, Any]:
    """Return the values of the events that concern the learner.

    The result maps each event code to the values of the first event with this code. It also maps each value name of the
    target event to its value.
    """
    told = [event for event in events if _is_about_learner(event)]
    by_code: dict[str, Any] = {event.code: event.values for event in reversed(told)}
    return {**by_code, **by_code.get(target_code, {})}


def _by_seat(events: Iterable[Event]) -> dict[str, dict[str, Any]]:
    """Return, by seat and code, the values of the last event as the learner saw it.

    A key that ends with `*` contains lists with the values of all events of the seat.
    """
    by_seat: dict[str, dict[str, Any]] = {}
    for event in events:
        values = event.seen_by(LEARNER_SEAT).values
        by_seat.setdefault(f"={event.seat}", {})[event.code] = values
        every = by_seat.setdefault(f"={event.seat}*", {}).setdefault(event.code, {})
        for name, value in values.items():
            every.setdefault(name, []).append(value)
    return by_seat


def has_tutorial(game: Game) -> bool:
    """Return whether the game has a tutorial."""
    return (content_folder(game.id) / "first.toml").is_file()


def tutorial_goals(game: Game | str) -> tuple[TutorialGoal, ...]:
    """Return the replayed tutorial goals of a game or a game id, in order. Without a tutorial, the result is empty.

    Raise ValueError for an unknown game. Raise ValueError with page and goal for the first goal that contradicts the
    rules.
    """
    if not isinstance(game, Game):
        game = game_of(game)
    return _goals(game)


@cache
def _goals(game: Game) -> tuple[TutorialGoal, ...]:
    if not has_tutorial(game):
        return ()
    listed = tomllib.loads((content_folder(game.id) / "first.toml").read_text(encoding="utf-8-sig"))["goal"]
    taught_goals: list[TutorialGoal] = []
    record: Record | None = None
    for n, entry in enumerate(listed, 1):
        try:
            if "position" in entry or record is None:
                record = Record.from_position(game, entry["position"])
            left, told = len(record), list[Event]()
            if "meanwhile" in entry:
                record = record.branch(left)
                for text in entry["meanwhile"]:
                    record.apply_and_append(game.parse_choice(text))
                    told += record.state.events
            seen = _by_seat(told)
            since = game.texts.fill_template(entry.get("since", ""), seen)
            passed = tuple(game.texts.fill_template(line, seen) for line in entry.get("passed", ()))
            if entry.get("free") and "position" not in (listed[n] if n < len(listed) else entry):
                raise ValueError("what follows a free goal has its own position")
            goal, record = load_and_replay_goal(game, entry, record)
        except (RecordError, ValueError, KeyError) as error:
            where = f"The page learn/{game.slug}.ipynb, goal {n} ({entry.get('title')!r})"
            raise ValueError(f"{where}: {error}") from error
        taught_goals.append(
            replace(
                goal,
                previous_goal_end_step=left,
                summary_since_previous_goal=since,
                log_lines_since_previous_goal=passed,
            )
        )
    return tuple(taught_goals)


def load_and_replay_goal(game: Game, entry: Mapping[str, Any], start: Record) -> tuple[TutorialGoal, Record]:
    """Return a goal, and the record after its line. Raise ValueError if the line does not meet the goal by its rule."""
    record = start.branch(len(start))
    line = tuple(game.parse_choice(text) for text in entry["line"])
    told: list[Event] = []
    cited: set[str] = set()
    values: dict[str, Any] = {}
    node = record.state.node
    if not isinstance(node, Decision) or node.seat != LEARNER_SEAT:
        raise ValueError("it does not begin with a choice of the first seat")
    for choice in line:
        ruling = record.state.why_not(choice) if isinstance(choice, Action) else None
        if ruling is not None and ruling.code == entry["goal"]:
            cited, values = {ruling.rule}, dict(ruling.values)
            break
        asked = record.state.node.rule
        record.apply_and_append(choice)
        told += record.state.events
        if not cited and any(_is_goal_met_by(entry["goal"], event) for event in record.state.events):
            cited = {asked, record.state.node.rule}
            cited |= {rule for event in record.state.events for rule in (event.rule, *event.related_rules)}
    if isinstance(record.state.node, End):
        values = {**(values or learner_event_text_values(entry["goal"], told)), "scores": record.state.node.scores}
    if not cited:
        raise ValueError(f"its line does not bring {short_repr(entry['goal'])}")
    if entry["rule"] not in cited:
        raise ValueError(f"{entry['rule']} is not cited there, but {', '.join(sorted(cited))}")
    elsewhere = "position" in entry or "meanwhile" in entry
    goal = TutorialGoal(
        game,
        game.texts.fill_template(entry["title"]),
        {text: entry[text] for text in ("text", "done")},
        entry["goal"],
        line,
        entry["rule"],
        tuple(entry.get("look", ())),
        entry.get("free", False),
        elsewhere,
        start,
        values or learner_event_text_values(entry["goal"], told),
        extra_accepted_actions=tuple(entry.get("also", ())),
        rejected_actions=tuple(entry.get("unlike", ())),
    )
    if not goal.instruction or not goal.success_text(()):
        raise ValueError("it does not say what to do, or what has come of it")
    return goal, record
