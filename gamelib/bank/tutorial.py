"""The first game: a game that is learnt by playing it, one idea at a time, as data over the engine.

`first.toml` in a game's folder here lists the goals in order:

    title = "Put gold into your {treasury}"     what to do, in a few words
    text = "..."                                at most two sentences
    since = "A round later: ..."                what has happened since the goal before, if it begins elsewhere
    meanwhile = ["pass", "=9"]                  what all have chosen since, and what chance brought: it begins behind
    position = "2 seats; now main; ..."         where it begins; without it, where the goal before ended
    goal = "banked"                             the code of the event, or of the ruling, that meets it
    line = ["bank(GOLD-2)", "=9"]               a way to it, and what follows before the next goal: choices of all seats
                                                and what chance brings, in order; the first one is the learner's
    done = "..."                                what to say when it is met, at most two sentences
    rule = "HAR-4.1"                            the rule that it is about; the step that meets the goal cites it
    free = true                                 anything else that meets it will do; the next goal has its own position
    look = ["odds"]                             what else is to be looked at: ids of the table, or the odds
    also = ["sell"]                             what does what the title says, too, though it does not bring the code:
                                                choices, or their verbs
    unlike = ["caravan(SS)"]                    what brings the code, but does not do what the title says
    passed = ["You bought {=0*[bought][card]:cards}."]
                                                what has happened `meanwhile`, in lines of one's own, where it is much

Texts are filled with terms, and with the values of what is told along the line, so that they need not be written down:
{companion} is a term, {=cost} a value of the event that meets the goal, {=card:card} the name of a card, and
{=track[value]} a value of another event; where the line ends the game, {=scores[1]} is the score of the second seat.
`since` and `passed` speak of what is told `meanwhile`, seat by seat: {=2[pays][coins]} is a value of the last event of
that code of the third seat, {=2*[pays][coins]} a list of it in all such events. The learner has the first seat. A goal
that a ruling meets is tried on purpose: the action of the line is refused.
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
    """One idea: what to do, from where, and how it is met."""

    game: Game
    title: str
    text_templates: Mapping[str, str]
    """Two texts, `instruction` and `success_text`, to be filled in."""
    target_code: str
    sample_line: tuple[Action | Outcome, ...]
    rule: str
    highlighted_elements: tuple[str, ...]
    accepts_any_action: bool
    """Whether anything else that meets it will do."""
    has_new_start: bool
    """Whether it begins elsewhere than the goal before has ended, or later."""
    start_record: Record
    """The game up to where it begins; only to be read."""
    values: Mapping[str, Any]
    """What is told along the line."""
    summary_since_previous_goal: str = ""
    """What has happened since the goal before; "" where nothing has."""
    log_lines_since_previous_goal: tuple[str, ...] = ()
    """The same at length, line by line, where its author tells it; () where what was chosen tells it."""
    previous_goal_end_step: int = 0
    """The step of `start_record` at which the goal before has ended."""
    extra_accepted_actions: tuple[str, ...] = ()
    """Choices or verbs that do what the title says, too."""
    rejected_actions: tuple[str, ...] = ()
    """Choices or verbs that bring `target_code`, but do not do what the title says."""

    @property
    def instruction(self) -> str:
        """What to do."""
        return self._filled("text", self.values)

    def success_text(self, events: Iterable[Event]) -> str:
        """What to say when these events have met it."""
        return self._filled("done", {**self.values, **goal_event_values(self.target_code, events)})

    def _filled(self, text: str, values: Mapping[str, Any]) -> str:
        told = {f"={name}": value for name, value in values.items()}
        return self.game.texts.fill_template(self.text_templates[text], told, self.start_record.seat_names)

    def is_met_by(self, events: Iterable[Event]) -> bool:
        """Whether these events meet it: what others do among themselves does not."""
        return any(_is_goal_met_by(self.target_code, event) for event in events)

    def is_refused_as_wanted(self, state: State[Any], action: Action) -> bool:
        """Whether this action is refused as the goal wants it to be."""
        ruling = state.why_not(action)
        return ruling is not None and ruling.code == self.target_code

    def is_helpful(self, state: State[Any], action: Action, line_index: int) -> bool:
        """Whether an action leads on at step `line_index` of the line: it stands there, or, if that is free, meets the
        goal."""
        if line_index < len(self.sample_line) and action == self.sample_line[line_index]:
            return True
        return self.accepts_any_action and action in state.legal and self.is_met_by(state.child(action).events)

    def alternative_success_events(
        self, state: State[Any], action: Action, line_index: int
    ) -> tuple[Event, ...] | None:
        """What a legal action brings that does what is asked in another way, at step `line_index` of the line; None if
        it does not. What chance would have to bring first is not told: then it is what the action brings by itself.
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
    """Whether a choice can be made, or chance can bring it, in this position."""
    node = state.node
    if isinstance(choice, Action):
        return isinstance(node, Decision) and state.why_not(choice) is None
    return isinstance(node, Chance) and choice in node.dist()


def _is_listed(listed: Iterable[str], action: Action) -> bool:
    """Whether a choice or its verb stands in a list."""
    return action.verb in listed or str(action) in listed


def _is_goal_met_by(goal: str, event: Event) -> bool:
    return event.code == goal and _is_about_learner(event)


def _is_about_learner(event: Event) -> bool:
    """Whether an event is of all, of the learner, or done to the learner."""
    return event.seat in (None, LEARNER_SEAT) or event.values.get("other") == LEARNER_SEAT


def goal_event_values(target_code: str, events: Iterable[Event]) -> dict[str, Any]:
    """What these events tell of the learner: by code the values of the first such event, and those of the one that
    meets the goal by name."""
    told = [event for event in events if _is_about_learner(event)]
    by_code: dict[str, Any] = {event.code: event.values for event in reversed(told)}
    return {**by_code, **by_code.get(target_code, {})}


def _by_seat(events: Iterable[Event]) -> dict[str, dict[str, Any]]:
    """By seat and code, the values of the last event that the learner saw of them; under `*`, those of all."""
    by_seat: dict[str, dict[str, Any]] = {}
    for event in events:
        values = event.seen_by(LEARNER_SEAT).values
        by_seat.setdefault(f"={event.seat}", {})[event.code] = values
        every = by_seat.setdefault(f"={event.seat}*", {}).setdefault(event.code, {})
        for name, value in values.items():
            every.setdefault(name, []).append(value)
    return by_seat


def has_tutorial(game: Game) -> bool:
    """Whether somebody has written a first game of it."""
    return (content_folder(game.id) / "first.toml").is_file()


def tutorial_goals(game: Game | str) -> tuple[TutorialGoal, ...]:
    """The first game of a game, or of the game of this id, in order, each goal played; none if nobody has written one.

    ValueError for an unknown game and, with page and goal, for the first goal that the rules do not bear out.
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
    """A goal, and the game after its line. ValueError if the line does not lead to it by its rule."""
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
        values = {**(values or goal_event_values(entry["goal"], told)), "scores": record.state.node.scores}
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
        values or goal_event_values(entry["goal"], told),
        extra_accepted_actions=tuple(entry.get("also", ())),
        rejected_actions=tuple(entry.get("unlike", ())),
    )
    if not goal.instruction or not goal.success_text(()):
        raise ValueError("it does not say what to do, or what has come of it")
    return goal, record
