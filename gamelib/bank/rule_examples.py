"""Shows: for every rule of a game a position in which it is due, and the step in it that cites the rule.

`rule_examples.toml` in a game's folder here lists them; `python -m tools.find_shows` finds them anew. A show is

    rule = "HAR-4.4"             the id
    how = "event"                how the step cites it, one of `DIFFERENCE_KINDS`
    position = "2 seats; ..."    the position before the step (see gamelib.position_text)
    choice = "roll"              an action or an outcome in notation; none for a game that begins
    first = ["raid", "=8"]       steps that come before it, shown with it; the position is the one before the first

A few rules have none; `[none]` says why, in words for a reader. Under `[refused]` stands, for each rule that refuses
anything, a position and an action that it refuses there: `"HAR-4.4" = ["2 seats; ...", "roll_gem"]`, or "" for the
position of its show; `[refused_by]` names another rule by which what a rule forbids is refused, there if `[refused]`
has both; `[unrefused]` lists the rules against which nobody can act, by the reason, whose words stand in
`rule_examples.toml` beside this file. `[look]` lists by rule what lies in its picture, where what changes says too
little or too much: groups of the table by their ids or of what lies beside it, what a seat has, by the icon and the
seat, single pieces, and with a "-" before it what is left out, since other rules change it; of "hand:0!" only what
changes is drawn, "hand:0=" is drawn after the step too, though nothing has changed in it, "hand:0<" before it only,
"hand:0>" after it only, and "~2" draws what seat 2 sees; `[refused_look]` does so for what is refused in a position of
its own; `[other]` names a game that begins with other options, and what is looked at in it; `[only]` lists groups that
are drawn for certain chapters alone, and `[told]` by which rules the lines are that the step tells, where that are too
many: "HAD-15." is a chapter.

What no table draws lies beside it as a group that `[look]` names as any other. A board works it out (`Board.beside`;
what a roll shows: `Board.fell`), or `[beside]` lists it by its id: `boxed = ["In the box", "Y1*; Epoch I; x4"]` is what
it is called, then each piece as `piece; name; number`, a number "x4" for so many of it. A piece is a kind of card, a
back or an icon of the game's board, `kind:icon` a kind with an icon as its picture. In braces stand `first`, `turn` and
`names`: who is first player, the seats from there on, and all seats; `tables`, the figures of the game; `head`, what
stands above its table; what an event of the last step says, by its code: `{sorted[each]}`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End, Event, Outcome, Ruling
from ..position_text import parse_position
from ..state import State
from . import content_folder

DIFFERENCE_KINDS = ("event", "refusal", "also", "begins", "asked", "settles")
"""How a step cites a rule, the plainest first: an event or the end rests on it; it refuses the action; an event names
it besides; an event of the setup does; it is the rule of the question that the step answers; the step cites a rule that
the ruling settles."""

DETERMINIZATIONS = 2
"""Positions in which an action must tell a rule, of those that a seat cannot tell apart."""

PLAIN_KINDS = ("event", "refusal")
"""How a step cites a rule that it is about."""


@dataclass(frozen=True)
class RuleExample:
    """A step that shows a rule. Positions are made anew for each who asks: they may be played on."""

    game: Game
    rule: str
    position: str
    choice: str
    """The action or the outcome in notation; "" for a game that begins."""
    citation_kind: str
    lead_in_steps: tuple[str, ...] = ()
    """Steps that are shown with it, from the position on."""

    @cached_property
    def step(self) -> Action | Outcome | None:
        """The action or outcome; None for a game that begins. ValueError if it cannot be read."""
        choice: Action | Outcome = self.game.parse_choice(self.choice) if self.choice else None
        return choice

    @cached_property
    def ruling(self) -> Ruling | None:
        """Why the action is refused; None if it is not."""
        return self.before().why_not(self.step) if isinstance(self.step, Action) else None

    @cached_property
    def possible(self) -> bool:
        """Whether the step can be taken here at all."""
        node, step = self.before().node, self.step
        if step is None:
            return True
        if isinstance(step, Action):
            return isinstance(node, Decision) and self.ruling is None
        return isinstance(node, Chance) and step in node.dist()

    @cached_property
    def after(self) -> State[Any]:
        """The position after the step, only to be read; the same as before if the step is not possible."""
        before = self.before()
        return before if self.step is None or not self.possible else before.child(self.step)

    @cached_property
    def intermediate_states(self) -> tuple[State[Any], ...]:
        """The position, and what it becomes by each of the steps that come first; only to be read."""
        ways: list[State[Any]] = [self.game.position(self.position)]
        for text in self.lead_in_steps:
            ways.append(ways[-1].child(self.game.parse_choice(text)))
        return tuple(ways)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the step brings, and before it those that come first."""
        told = self.after.events if self.possible else ()
        return (
            (*(event for state in self.intermediate_states[1:] for event in state.events), *told)
            if self.lead_in_steps
            else told
        )

    def before(self) -> State[Any]:
        """The position before the step; of a game that begins, the one after. ValueError if there is no such one."""
        if self.choice:
            return self.intermediate_states[-1].clone()
        said = parse_position(self.position)
        begun: State[Any] = self.game.start(said.pop("seats"), **said)
        return begun


def citation_kind_of(example: RuleExample) -> str | None:
    """How the step cites the rule of a show, one of `DIFFERENCE_KINDS`; None if it does not. ValueError for no such
    position."""
    rule, about = example.rule, example.game.rules[example.rule]
    touched = set(about.related) if about.question else set()
    told = {id for event in example.events for id in (event.rule, *event.related_rules)}
    end = example.after.node if isinstance(example.after.node, End) and example.ruling is None else None
    if end is not None:
        told.add(end.rule)
    settles = "settles" if touched & (told if example.ruling is None else {example.ruling.rule}) else None
    if example.step is None:
        return "begins" if rule in told else settles
    if example.ruling is not None:
        return "refusal" if rule == example.ruling.rule else settles
    if any(event.rule == rule for event in (*example.events, end) if event is not None):
        return "event"
    if rule in told:
        return "also"
    nodes = (example.before().node, example.after.node)
    if rule == nodes[0].rule or (rule == nodes[1].rule and not isinstance(nodes[1], Decision)):
        return "asked"
    return settles


@cache
def rule_examples(game: Game) -> Mapping[str, RuleExample]:
    """The shows of a game by rule, in the order of its rules."""
    listed = {entry["rule"]: entry for entry in _data(game).get("show", [])}
    return MappingProxyType(
        {
            rule: RuleExample(
                game, rule, said["position"], said.get("choice", ""), said["how"], tuple(said.get("first", ()))
            )
            for rule in game.rules
            if (said := listed.get(rule))
        }
    )


@cache
def refusal_examples(game: Game) -> Mapping[str, RuleExample]:
    """What rules refuse, each in a position of its own or in that of its show, by rule."""
    return MappingProxyType(
        {
            rule: RuleExample(game, rule, position or rule_examples(game)[rule].position, choice, "refusal")
            for rule, (position, choice) in _data(game).get("refused", {}).items()
        }
    )


def substitute_refusing_rules(game: Game) -> Mapping[str, str]:
    """The rule by which what a rule forbids is refused, where that is another one, by rule."""
    by: dict[str, str] = _data(game).get("refused_by", {})
    return by


def reasons_without_refusal(game: Game) -> Mapping[str, str]:
    """Why nothing can be refused by a rule, in a sentence, by rule."""
    why = tomllib.loads((Path(__file__).parent / "shows.toml").read_text(encoding="utf-8-sig"))["unrefused"]
    return {
        rule: game.texts.fill_template(why[kind])
        for kind, rules in _data(game).get("unrefused", {}).items()
        for rule in rules
    }


def picture_elements_by_rule(game: Game) -> Mapping[str, list[str]]:
    """What is looked at in the picture of a show, by rule: "hand:0" is a group, "@coin:1" what seat 1 has of it,
    "#deck" a piece, "~2" lets seat 2 look on; "-hand:0" and "-@coin:1" are left out, "!", "=", "<", ">" stand behind a
    group, "=" and "<" behind a piece; "@" says that of what seats have nothing else is looked at, "-" alone that
    nothing lies there. A group may be one that lies beside the table, such as a pile laid open."""
    by_rule: dict[str, list[str]] = _data(game).get("look", {})
    return by_rule


def refusal_picture_elements_by_rule(game: Game) -> Mapping[str, list[str]]:
    """Groups and pieces that are seen where a rule refuses something in a position of its own, by rule."""
    by_rule: dict[str, list[str]] = _data(game).get("refused_look", {})
    return by_rule


def nondefault_start_examples(game: Game) -> Mapping[str, tuple[RuleExample, list[str]]]:
    """Games that begin with other options, beside what shows a rule of both, and what is looked at, by rule."""
    return {
        rule: (RuleExample(game, rule, position, "", rule_examples(game)[rule].citation_kind), look)
        for rule, (position, *look) in _data(game).get("other", {}).items()
    }


def log_rules_to_show(example: RuleExample) -> list[str] | None:
    """By which rules the lines are that a show's step tells; None for all, and for a step that is no author's."""
    own = rule_examples(example.game).get(example.rule)
    by_rule: dict[str, list[str]] = _data(example.game).get("told", {})
    return by_rule.get(example.rule) if own is not None and own.position == example.position else None


def extra_picture_groups(game: Game) -> Mapping[str, list[str]]:
    """What lies beside the table in pictures, as their author lists it, by id: what it is called, then its pieces."""
    by_id: dict[str, list[str]] = _data(game).get("beside", {})
    return by_id


def groups_hidden_for_rule(game: Game, rule: str) -> frozenset[str]:
    """The groups that the picture of a rule does without, since others are about them."""
    only: dict[str, list[str]] = _data(game).get("only", {})
    out = {group for group, chapters in only.items() if rule.rpartition(".")[0] not in chapters}
    return frozenset(
        out | {entry[1:] for entry in picture_elements_by_rule(game).get(rule, ()) if entry.startswith("-")}
    )


def reasons_without_effect_example(game: Game) -> Mapping[str, str]:
    """Why a rule has no show, by rule."""
    return {rule: game.texts.fill_template(why) for rule, why in _data(game).get("none", {}).items()}


def unmet_rule_examples(game: Game, met_rules: Collection[str], max_count: int = 3) -> list[RuleExample]:
    """Shows of rules that have not been met, in the order of the rulebook: first what somebody meets by choosing.

    What only the setup tells is left out, and so are rulings.
    """
    rest = [
        example
        for rule, example in rule_examples(game).items()
        if rule not in met_rules
        and not game.rules[rule].question
        and example.citation_kind not in ("begins", "settles")
    ]
    return sorted(
        rest, key=lambda example: (not isinstance(example.step, Action), example.citation_kind not in PLAIN_KINDS)
    )[:max_count]


def reachable_unmet_rule(view: State[Any], met_rules: Collection[str], rng: Random) -> tuple[str, Action] | None:
    """A rule that has not been met and a legal action that tells it; None if no action does.

    `view` is of the seat that chooses: what hides from it is guessed, and an action counts that tells the rule in every
    guess.
    """
    rules, guesses = view.game.rules, [view.determinize(rng) for _ in range(DETERMINIZATIONS)]
    for action in guesses[0].legal:
        told = [[event.rule for event in guess.child(action).events] for guess in guesses]
        for rule in told[0]:
            if rule not in met_rules and not rules[rule].question and all(rule in other for other in told):
                return rule, action
    return None


def _data(game: Game) -> dict[str, Any]:
    return _read(game.id)


@cache
def _read(id: str) -> dict[str, Any]:
    path = content_folder(id) / "shows.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {"show": []}
