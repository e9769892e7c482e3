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
from ..outside import told as short_repr
from ..record import Record, RecordError
from ..state import State
from . import folder

LEARNER = 0


@dataclass(frozen=True)
class Goal:
    """One idea: what to do, from where, and how it is met."""

    game: Game
    title: str
    says: Mapping[str, str]
    """Two texts, `text` and `done`, to be filled in."""
    goal: str
    line: tuple[Action | Outcome, ...]
    rule: str
    look: tuple[str, ...]
    free: bool
    """Whether anything else that meets it will do."""
    begins: bool
    """Whether it begins elsewhere than the goal before has ended, or later."""
    start: Record
    """The game up to where it begins; only to be read."""
    values: Mapping[str, Any]
    """What is told along the line."""
    since: str = ""
    """What has happened since the goal before; "" where nothing has."""
    passed: tuple[str, ...] = ()
    """The same at length, line by line, where its author tells it; () where what was chosen tells it."""
    left: int = 0
    """The step of `start` at which the goal before has ended."""
    also: tuple[str, ...] = ()
    """Choices or verbs that do what the title says, too."""
    unlike: tuple[str, ...] = ()
    """Choices or verbs that bring `goal`, but do not do what the title says."""

    @property
    def text(self) -> str:
        """What to do."""
        return self._filled("text", self.values)

    def done(self, events: Iterable[Event]) -> str:
        """What to say when these events have met it."""
        return self._filled("done", {**self.values, **values_of(self.goal, events)})

    def _filled(self, text: str, values: Mapping[str, Any]) -> str:
        told = {f"={name}": value for name, value in values.items()}
        return self.game.words.fill(self.says[text], told, self.start.names)

    def met_by(self, events: Iterable[Event]) -> bool:
        """Whether these events meet it: what others do among themselves does not."""
        return any(_meets(self.goal, event) for event in events)

    def refused(self, state: State[Any], action: Action) -> bool:
        """Whether this action is refused as the goal wants it to be."""
        ruling = state.why_not(action)
        return ruling is not None and ruling.code == self.goal

    def helps(self, state: State[Any], action: Action, at: int) -> bool:
        """Whether an action leads on at step `at` of the line: it stands there, or, if that is free, meets the goal."""
        if at < len(self.line) and action == self.line[at]:
            return True
        return self.free and action in state.legal and self.met_by(state.child(action).events)

    def serves(self, state: State[Any], action: Action, at: int) -> tuple[Event, ...] | None:
        """What a legal action brings that does what is asked in another way, at step `at` of the line; None if it does
        not. What chance would have to bring first is not told: then it is what the action brings by itself.
        """
        if _named(self.unlike, action):
            return None
        child = state.child(action)
        if _named(self.also, action) or self.met_by(child.events):
            return child.events
        met, chance = child, False
        for choice in self.line[at + 1 :]:
            if not _fits(met, choice):
                return None
            met, chance = met.child(choice), chance or not isinstance(choice, Action)
            if self.met_by(met.events):
                return child.events if chance else tuple(event for event in met.events if _meets(self.goal, event))
        return None


def _fits(state: State[Any], choice: Action | Outcome) -> bool:
    """Whether a choice can be made, or chance can bring it, in this position."""
    node = state.node
    if isinstance(choice, Action):
        return isinstance(node, Decision) and state.why_not(choice) is None
    return isinstance(node, Chance) and choice in node.dist()


def _named(listed: Iterable[str], action: Action) -> bool:
    """Whether a choice or its verb stands in a list."""
    return action.verb in listed or str(action) in listed


def _meets(goal: str, event: Event) -> bool:
    return event.code == goal and _touches(event)


def _touches(event: Event) -> bool:
    """Whether an event is of all, of the learner, or done to the learner."""
    return event.seat in (None, LEARNER) or event.values.get("other") == LEARNER


def values_of(goal: str, events: Iterable[Event]) -> dict[str, Any]:
    """What these events tell of the learner: by code the values of the first such event, and those of the one that
    meets the goal by name."""
    told = [event for event in events if _touches(event)]
    by_code: dict[str, Any] = {event.code: event.values for event in reversed(told)}
    return {**by_code, **by_code.get(goal, {})}


def _by_seat(events: Iterable[Event]) -> dict[str, dict[str, Any]]:
    """By seat and code, the values of the last event that the learner saw of them; under `*`, those of all."""
    by_seat: dict[str, dict[str, Any]] = {}
    for event in events:
        values = event.seen_by(LEARNER).values
        by_seat.setdefault(f"={event.seat}", {})[event.code] = values
        every = by_seat.setdefault(f"={event.seat}*", {}).setdefault(event.code, {})
        for name, value in values.items():
            every.setdefault(name, []).append(value)
    return by_seat


def taught(game: Game) -> bool:
    """Whether somebody has written a first game of it."""
    return (folder(game.id) / "first.toml").is_file()


def goals(game: Game | str) -> tuple[Goal, ...]:
    """The first game of a game, or of the game of this id, in order, each goal played; none if nobody has written one.

    ValueError for an unknown game and, with page and goal, for the first goal that the rules do not bear out.
    """
    if not isinstance(game, Game):
        game = game_of(game)
    return _goals(game)


@cache
def _goals(game: Game) -> tuple[Goal, ...]:
    if not taught(game):
        return ()
    listed = tomllib.loads((folder(game.id) / "first.toml").read_text(encoding="utf-8-sig"))["goal"]
    taught_goals: list[Goal] = []
    record: Record | None = None
    for n, entry in enumerate(listed, 1):
        try:
            if "position" in entry or record is None:
                record = Record.from_position(game, entry["position"])
            left, told = len(record), list[Event]()
            if "meanwhile" in entry:
                record = record.branch(left)
                for text in entry["meanwhile"]:
                    record.play(game.parse(text))
                    told += record.state.events
            seen = _by_seat(told)
            since = game.words.fill(entry.get("since", ""), seen)
            passed = tuple(game.words.fill(line, seen) for line in entry.get("passed", ()))
            if entry.get("free") and "position" not in (listed[n] if n < len(listed) else entry):
                raise ValueError("what follows a free goal has its own position")
            goal, record = played(game, entry, record)
        except (RecordError, ValueError, KeyError) as error:
            where = f"The page learn/{game.page}.ipynb, goal {n} ({entry.get('title')!r})"
            raise ValueError(f"{where}: {error}") from error
        taught_goals.append(replace(goal, left=left, since=since, passed=passed))
    return tuple(taught_goals)


def played(game: Game, entry: Mapping[str, Any], start: Record) -> tuple[Goal, Record]:
    """A goal, and the game after its line. ValueError if the line does not lead to it by its rule."""
    record = start.branch(len(start))
    line = tuple(game.parse(text) for text in entry["line"])
    told: list[Event] = []
    cited: set[str] = set()
    values: dict[str, Any] = {}
    node = record.state.node
    if not isinstance(node, Decision) or node.seat != LEARNER:
        raise ValueError("it does not begin with a choice of the first seat")
    for choice in line:
        ruling = record.state.why_not(choice) if isinstance(choice, Action) else None
        if ruling is not None and ruling.code == entry["goal"]:
            cited, values = {ruling.rule}, dict(ruling.values)
            break
        asked = record.state.node.rule
        record.play(choice)
        told += record.state.events
        if not cited and any(_meets(entry["goal"], event) for event in record.state.events):
            cited = {asked, record.state.node.rule}
            cited |= {rule for event in record.state.events for rule in (event.rule, *event.also)}
    if isinstance(record.state.node, End):
        values = {**(values or values_of(entry["goal"], told)), "scores": record.state.node.scores}
    if not cited:
        raise ValueError(f"its line does not bring {short_repr(entry['goal'])}")
    if entry["rule"] not in cited:
        raise ValueError(f"{entry['rule']} is not cited there, but {', '.join(sorted(cited))}")
    elsewhere = "position" in entry or "meanwhile" in entry
    goal = Goal(
        game,
        game.words.fill(entry["title"]),
        {text: entry[text] for text in ("text", "done")},
        entry["goal"],
        line,
        entry["rule"],
        tuple(entry.get("look", ())),
        entry.get("free", False),
        elsewhere,
        start,
        values or values_of(entry["goal"], told),
        also=tuple(entry.get("also", ())),
        unlike=tuple(entry.get("unlike", ())),
    )
    if not goal.text or not goal.done(()):
        raise ValueError("it does not say what to do, or what has come of it")
    return goal, record
