"""Rules compared: what another value of an option changes, in one position, in its chances, and over whole games.

`differences.toml` in a game's folder here lists, for every option and each of its other values, a position in which a
step goes another way; `python -m tests.find_differences` finds them anew. A difference is

    option = "unguarded_combat"  the option
    value = "automatic"          its other value
    how = "told"                 how the step differs, one of `HOWS`
    position = "2 seats; ..."    the position (see gamelib.position); the option is not said in it
    choice = "raid(P1,CON-01)"   an action or an outcome in notation; none for a game that begins

A few have none; `[none]` says why, by `option.value`, in words for a reader. `odds` is exact; `Match` plays whole
games under both rules with the same luck.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from ..game import Game
from ..nodes import Action, Chance, Event
from ..play import Bot, Streams, playout
from ..position import read
from ..state import State
from ..tools.tournament import SEEDS, Estimate
from . import folder
from .shows import Taken

HOWS = ("may", "told", "chance", "next", "begins", "lies")
"""How a step differs: it is allowed by one rule only; it tells something else; chance can bring something else, or
with other weights; something else is asked after it; the setup tells something else; something else lies on the table
after it."""
MOST_WAYS = 3000
"""Ways in which chance may go on that are followed for exact odds."""


def other_values(game: Game, option: str) -> list[Any]:
    """The values of an option that are not its default; of one that takes any number, the least that differs."""
    about = game.options[option]
    values = [value for value in about.choices if value != about.default]
    if about.least is not None and not values:
        values = [about.least if about.default != about.least else about.least + 1]
    return values


def changed(game: Game, option: str) -> list[str]:
    """The rules and rulings that an option changes, in the order of the rulebook."""
    rules, own = game.rules, game.options[option].rule
    named = {own, *(id for id, rule in rules.items() if option in rule.options)}
    touched = {other for id in named if rules[id].question for other in rules[id].related}
    return [id for id in rules if id in named | touched]


@dataclass(frozen=True)
class World(Taken):
    """A step under one of two rules."""

    game: Game
    rule: str
    """The rule of the option."""
    said: Mapping[str, Any]
    choice: str
    how: str = "settles"

    @property
    def position(self) -> str:
        """The position before the step, written down."""
        return self.game.written(self.before())

    def before(self) -> State[Any]:
        if self.choice:
            state: State[Any] = self.game.position(**self.said)
            return state
        said = dict(self.said)
        options = {**said.pop("options", {}), **{name: said[name] for name in said if name in self.game.options}}
        begun: State[Any] = self.game.start(said["seats"], **options)
        return begun


@dataclass(frozen=True)
class Difference:
    """A position in which a step goes another way under another value of an option."""

    game: Game
    option: str
    value: Any
    position: str
    choice: str
    how: str

    @cached_property
    def worlds(self) -> tuple[World, World]:
        """The step under the usual rule, and under the other one."""
        said = read(self.position)
        said.setdefault("seats", self.game.seats[0])
        about = self.game.options[self.option]
        one, two = (
            World(self.game, about.rule, with_option(self.game, said, self.option, value), self.choice)
            for value in (about.default, self.value)
        )
        return one, two


def with_option(game: Game, said: Mapping[str, Any], option: str, value: Any) -> dict[str, Any]:
    """A position that is said, with this value of an option; the usual value is not said."""
    made = {name: part for name, part in said.items() if name != option or name in game.state_type.fields}
    options = {name: part for name, part in made.pop("options", {}).items() if name != option}
    if value != game.options[option].default:
        options[option] = value
    return {**made, **({"options": options} if options else {})}


def differs(difference: Difference) -> str | None:
    """How the step differs, one of `HOWS`; None if it does not. ValueError for no such position."""
    one, two = difference.worlds
    if one.step is None:
        return "begins" if _told(one) != _told(two) or _asked(one.after) != _asked(two.after) else None
    if not one.possible and not two.possible:
        return None
    before = one.before().node, two.before().node
    if isinstance(before[0], Chance) and isinstance(before[1], Chance) and before[0].dist() != before[1].dist():
        return "chance"
    if one.possible != two.possible:
        return "may"
    if _told(one) != _told(two):
        return "told"
    if _asked(one.after) != _asked(two.after):
        return "next"
    lies = [{name: part for name, part in world.after.to_dict().items() if name != "options"} for world in (one, two)]
    return "lies" if lies[0] != lies[1] else None


def _told(world: World) -> list[tuple[str, str]]:
    """What the step tells, as a reader sees it."""
    return [(event.rule, world.game.say(event)) for event in world.events]


def _asked(state: State[Any]) -> tuple[str, str]:
    """What is asked now, as a reader sees it."""
    return state.node.rule, state.game.say(state.node)


def differences(game: Game) -> Mapping[tuple[str, Any], Difference]:
    """The differences of a game by option and value, in the order of its options."""
    listed = {(entry["option"], entry["value"]): entry for entry in _data(game).get("difference", [])}
    keys = [(option, value) for option in game.options for value in other_values(game, option)]
    return {
        key: Difference(game, *key, *(str(listed[key].get(name, "")) for name in ("position", "choice", "how")))
        for key in keys
        if key in listed
    }


def reasons(game: Game) -> Mapping[str, str]:
    """Why an option has no difference that can be shown, by `option.value`."""
    return {key: game.words.fill(why) for key, why in _data(game).get("none", {}).items()}


def _data(game: Game) -> dict[str, Any]:
    path = folder(game.id) / "differences.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


# -- exact odds ----------------------------------------------------------------------------------


@dataclass
class StepOdds:
    """What a step brings until the next decision: for each kind of event its exact chance, and one that tells it."""

    chances: dict[str, Fraction] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    """Of each kind the likeliest."""
    varied: set[str] = field(default_factory=set)
    """The kinds that do not tell the same in every way."""
    _likeliest: dict[str, Fraction] = field(default_factory=dict)

    def add(self, events: Sequence[Event], p: Fraction) -> None:
        """Count one way in which it may go."""
        for code in dict.fromkeys(event.code for event in events):  # in the order told, the same in every process
            self.chances[code] = self.chances.get(code, Fraction(0)) + p
        for event in events:
            if event.code in self.events and self.events[event.code] != event:
                self.varied.add(event.code)
            if p > self._likeliest.get(event.code, Fraction(0)):
                self.events[event.code], self._likeliest[event.code] = event, p


def odds(world: World) -> StepOdds | None:
    """What the step brings with all that chance adds before somebody chooses again, exactly.

    None where the step is not possible, where chance has no part in it, and for more than `MOST_WAYS` ways.
    """
    if not world.possible:
        return None
    before, step = world.before(), world.step
    brings, ways, met_chance = StepOdds(), 0, isinstance(before.node, Chance)
    # at a chance node everything that may come is followed, not only the outcome that shows the difference
    todo: list[tuple[State[Any], tuple[Event, ...], Fraction]] = []
    if isinstance(before.node, Chance):
        todo.append((before, (), Fraction(1)))
    elif step is not None:
        todo.append((world.after, tuple(world.after.events), Fraction(1)))
    while todo:
        state, told, p = todo.pop()
        node = state.node
        if not isinstance(node, Chance):
            brings.add(told, p)
            continue
        met_chance, dist = True, node.dist()
        ways += len(dist)
        if ways > MOST_WAYS:
            return None
        for outcome in dist:
            child = state.child(outcome)
            todo.append((child, (*told, *child.events), p * dist.p(outcome)))
    return brings if met_chance else None


# -- whole games ---------------------------------------------------------------------------------


@dataclass
class Match:
    """Whole games under two rules with the same luck, deal by deal; every seat has the rule of thumb.

    In a second game of each deal one seat has it and the others choose at random, each seat in its turn from deal to
    deal: that says how much the choices count. What the two rules bring is compared deal by deal, so most of the luck
    cancels.
    """

    game: Game
    option: str
    value: Any
    seats: int
    seed: int | str
    rows: list[tuple[dict[str, float], dict[str, float]]] = field(default_factory=list)
    """Of each deal what came out: under the usual rule, and under the other one."""

    MEASURES = ("first", "score", "steps", "skill")
    """The first seat's share of the wins; the best score; decisions a game; by how many points one seat with the rule
    of thumb is ahead of the mean of others that choose at random, seats changed."""

    def play(self, deals: int) -> None:
        """So many more deals. ValueError for a number of seats or a value that the game does not have; for a game
        that does not end NotEndedError, which is one too."""
        worlds = [{}, {self.option: self.value}]
        for options in worlds:
            self.game.check(self.seats, options)
        for _ in range(deals):
            luck = int(Random(f"{self.seed}/{len(self.rows)}").random() * SEEDS)
            self.rows.append(tuple(self._deal(options, luck) for options in worlds))  # type: ignore[arg-type]

    def _deal(self, options: Mapping[str, Any], luck: int) -> dict[str, float]:
        thumb, random = self.game.bots["thumb"], self.game.bots["random"]
        counted = _Counting(thumb)
        end = playout(self.game.start(self.seats, **options), [counted] * self.seats, Streams(luck))
        first = 1 / len(end.winners) if 0 in end.winners else 0.0
        row = {"first": first, "score": float(max(end.scores)), "steps": float(counted.asked)}
        row[f"end:{end.reason}"] = 1.0
        if self.seats > 1:
            own = len(self.rows) % self.seats
            team = [thumb if seat == own else random for seat in range(self.seats)]
            scores = playout(self.game.start(self.seats, **options), team, Streams(luck)).scores
            row["skill"] = scores[own] - (sum(scores) - scores[own]) / (self.seats - 1)
        return row

    def measures(self) -> list[str]:
        """What has been measured: `MEASURES`, and `end:reason` for every way in which a game has ended."""
        ends = {name for pair in self.rows for row in pair for name in row if name.startswith("end:")}
        alone = ("first", "skill") if self.seats == 1 else ()
        return [*(name for name in self.MEASURES if name not in alone), *sorted(ends)]

    def estimates(self, measure: str) -> tuple[Estimate, Estimate, Estimate]:
        """A measure under the usual rule, under the other one, and by how much it differs. ValueError without deals."""
        if not self.rows:
            raise ValueError("No deal has been played yet.")
        usual, other = ([row.get(measure, 0.0) for row in side] for side in zip(*self.rows, strict=True))
        return Estimate.of(usual), Estimate.of(other), Estimate.of([b - a for a, b in zip(usual, other, strict=True)])


class _Counting:
    """A bot that counts how often it is asked."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.asked = bot, 0
        self.blind = getattr(bot, "blind", False)

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        self.asked += 1
        return self.bot(view, legal, rng)
