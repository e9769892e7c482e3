"""Rule examples: for each rule of a game, a position and the step in it that cites the rule.

The file `shows.toml` in the folder of the game lists the examples. `python -m tools.find_shows` searches for examples
again. The entry of one rule example is

    rule = "HAR-4.4"             the id of the rule
    how = "event"                how the step cites the rule, one of `DIFFERENCE_KINDS`
    position = "2 seats; ..."    the position before the step (see gamelib.position_text)
    choice = "roll"              an action or an outcome in notation, omitted in an example of the start of a game
    first = ["raid", "=8"]       earlier steps that are displayed too. The position is before the first of these steps

The keys of the other tables are rule ids, unless noted otherwise:

- `[none]` gives a sentence for the reader with the reason why a rule has no example.
- `[refused]` gives a position and an action that the rule refuses there: `"HAR-4.4" = ["2 seats; ...", "roll_gem"]`.
  The position "" is the position of the rule example.
- `[refused_by]` names another rule that refuses the forbidden action. If `[refused]` has both rules, `[refused]`
  contains the refusal.
- `[unrefused]` lists the rules that nobody can violate, by the kind of reason. The sentences of these kinds are in
  the file `shows.toml` next to this module.
- `[look]` lists the elements of the picture. Without this entry, the picture contains the elements that the step
  changes.
- `[refused_look]` lists the elements of the picture for a refusal with a position of its own.
- `[other]` gives a game that starts with other options, and the elements of its picture.
- `[only]` lists groups, each with the chapters that may display the group. "HAD-15." is a chapter.
- `[told]` selects log lines by their rules, for steps with too many log lines.
- `[beside]` lists extra groups by group id (see below).

An element of a picture is the id of a group on the table or of an extra group, the icon and the seat of a player fact,
or a single piece. "-" before an element removes an element that other rules change. "hand:0!" draws only the changes
in the group. "hand:0=" draws the group after the step too, although it has not changed. "hand:0<" draws the group only
before the step, and "hand:0>" only after the step. "~2" draws the view of seat 2.

An extra group is drawn next to the table, and `[look]` names it like any other group. The board computes the group
(`Board.rule_picture_group`, or `Board.rule_picture_group_after_outcome` for a roll), or `[beside]` defines the group:
`boxed = ["In the box", "Y1*; Epoch I; x4"]` is the label of the group, and then each piece as `piece; name; number`.
The number "x4" means 4 equal pieces. A piece is a kind of card, a card back or an icon of the board. `kind:icon` is a
kind with an icon as its picture.

Braces in texts can contain `first` (the first player), `turn` (the seats from the first player on) or `names` (all
seats). Other names are `tables` (the numbers of the game) and `head` (the text above the table). A value of an event
of the last step is named by its code: `{sorted[each]}`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End, Event, Outcome, Ruling
from ..position_text import parse_position
from ..state import State
from . import content_folder

DIFFERENCE_KINDS = ("event", "refusal", "also", "begins", "asked", "settles")
"""Ways in which a step cites a rule, the simplest first: an event or the end has the rule. The rule refuses the action.
An event names it as a related rule. An event of the setup cites it. It is the rule of the decision that the step
answers. The step cites a rule that the clarification settles."""

DETERMINIZATIONS = 2
"""Number of determinizations in which an action must cite a rule."""

PLAIN_KINDS = ("event", "refusal")
"""Citation kinds of a step that is directly about the rule."""


@dataclass(frozen=True)
class RuleExample:
    """Step of a game that demonstrates a rule. Each call of `before` creates a new position that callers may change."""

    game: Game
    rule: str
    position: str
    choice: str
    """The action or the outcome in notation, or "" for the start of a game."""
    citation_kind: str
    lead_in_steps: tuple[str, ...] = ()
    """Steps from the position on that are displayed before the step."""

    @cached_property
    def step(self) -> Action | Outcome | None:
        """Return the action or outcome, or None for the start of a game. Raise ValueError if it cannot be parsed."""
        choice: Action | Outcome = self.game.parse_choice(self.choice) if self.choice else None
        return choice

    @cached_property
    def ruling(self) -> Ruling | None:
        """Return the reason why the action is refused, or None if it is legal."""
        return self.before().why_not(self.step) if isinstance(self.step, Action) else None

    @cached_property
    def is_possible(self) -> bool:
        """Return whether the step is possible in the position."""
        node, step = self.before().node, self.step
        if step is None:
            return True
        if isinstance(step, Action):
            return isinstance(node, Decision) and self.ruling is None
        return isinstance(node, Chance) and step in node.dist()

    @cached_property
    def after(self) -> State[Any]:
        """Return the position after the step, or the unchanged position if the step is impossible.

        Callers must not change the returned position.
        """
        before = self.before()
        return before if self.step is None or not self.is_possible else before.child(self.step)

    @cached_property
    def lead_in_states(self) -> tuple[State[Any], ...]:
        """Return the start position and the positions after each lead-in step. Callers must not change them."""
        ways: list[State[Any]] = [self.game.position(self.position)]
        for text in self.lead_in_steps:
            ways.append(ways[-1].child(self.game.parse_choice(text)))
        return tuple(ways)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Return the events of the lead-in steps and then those of the step."""
        told = self.after.events if self.is_possible else ()
        return (
            (*(event for state in self.lead_in_states[1:] for event in state.events), *told)
            if self.lead_in_steps
            else told
        )

    def before(self) -> State[Any]:
        """Return the position before the step. For the start of a game, return the position after the setup.

        Raise ValueError if there is no such position.
        """
        if self.choice:
            return self.lead_in_states[-1].clone()
        said = parse_position(self.position)
        begun: State[Any] = self.game.start(said.pop("seats"), **said)
        return begun


class StartExample(NamedTuple):
    """Example of the start of a game with non-default options."""

    example: RuleExample
    picture_elements: list[str]


class PictureGroup(NamedTuple):
    """Extra group next to the table in the picture of a rule."""

    label: str
    pieces: list[str]
    """Each piece as `piece; name; number`."""


def citation_kind_of(example: RuleExample) -> str | None:
    """Return how the step of an example cites the rule (one of `DIFFERENCE_KINDS`), or None for no citation.

    Raise ValueError if the position does not exist.
    """
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
    """Return the examples of a game by rule, in the order of the rules."""
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
def refusal_example_by_rule(game: Game) -> Mapping[str, RuleExample]:
    """Return an example of a refusal for each rule.

    A refusal example has a position of its own, or uses the position of the rule example.
    """
    return MappingProxyType(
        {
            rule: RuleExample(game, rule, position or rule_examples(game)[rule].position, choice, "refusal")
            for rule, (position, choice) in _data(game).get("refused", {}).items()
        }
    )


def substitute_rule_by_nonrefusing_rule(game: Game) -> Mapping[str, str]:
    """Return a mapping from each rule that refuses nothing itself to the rule that refuses the forbidden actions."""
    by: dict[str, str] = _data(game).get("refused_by", {})
    return by


def no_refusal_reason_by_rule(game: Game) -> Mapping[str, str]:
    """Return, by rule, a sentence with the reason why the rule cannot refuse anything."""
    why = tomllib.loads((Path(__file__).parent / "shows.toml").read_text(encoding="utf-8-sig"))["unrefused"]
    return {
        rule: game.texts.fill_template(why[kind])
        for kind, rules in _data(game).get("unrefused", {}).items()
        for rule in rules
    }


def picture_elements_by_rule(game: Game) -> Mapping[str, list[str]]:
    """Return, by rule, the elements in the picture of the rule example.

    "hand:0" is a group, "@coin:1" a player fact of seat 1, "#deck" a piece. "~2" draws the view of seat 2. "-hand:0"
    and "-@coin:1" are omitted. A group can end with the mark "!", "=", "<" or ">", and a piece with "=" or "<". "@"
    means that no other player facts are drawn. "-" alone means that no groups are drawn. A group can be an extra group
    next to the table, such as an opened pile.
    """
    by_rule: dict[str, list[str]] = _data(game).get("look", {})
    return by_rule


def refusal_picture_elements_by_rule(game: Game) -> Mapping[str, list[str]]:
    """Return, by rule, the groups and pieces in the picture of a refusal with a position of its own."""
    by_rule: dict[str, list[str]] = _data(game).get("refused_look", {})
    return by_rule


def nondefault_start_examples(game: Game) -> Mapping[str, StartExample]:
    """Return, by rule, a game that starts with non-default options."""
    return {
        rule: StartExample(RuleExample(game, rule, position, "", rule_examples(game)[rule].citation_kind), look)
        for rule, (position, *look) in _data(game).get("other", {}).items()
    }


def log_rules_to_show(example: RuleExample) -> list[str] | None:
    """Return the rules whose log lines are displayed for an example.

    Return None if all log lines are displayed, or if the example is not in the file of the game.
    """
    own = rule_examples(example.game).get(example.rule)
    by_rule: dict[str, list[str]] = _data(example.game).get("told", {})
    return by_rule.get(example.rule) if own is not None and own.position == example.position else None


def extra_picture_groups(game: Game) -> Mapping[str, PictureGroup]:
    """Return the extra groups that `[beside]` defines, by group id."""
    return {id: PictureGroup(label, pieces) for id, (label, *pieces) in _data(game).get("beside", {}).items()}


def groups_hidden_for_rule(game: Game, rule: str) -> frozenset[str]:
    """Return the groups that the picture of a rule omits because the groups belong to other rules."""
    only: dict[str, list[str]] = _data(game).get("only", {})
    out = {group for group, chapters in only.items() if rule.rpartition(".")[0] not in chapters}
    return frozenset(
        out | {entry[1:] for entry in picture_elements_by_rule(game).get(rule, ()) if entry.startswith("-")}
    )


def missing_example_reason_by_rule(game: Game) -> Mapping[str, str]:
    """Return, by rule, the reason why the rule has no example."""
    return {rule: game.texts.fill_template(why) for rule, why in _data(game).get("none", {}).items()}


def unmet_rule_examples(game: Game, met_rules: Collection[str], max_count: int = 3) -> list[RuleExample]:
    """Return examples of rules that are not in `met_rules`, in the order of the rulebook.

    Examples with an action come first. The function omits clarifications and rules that only the setup cites.
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
    """Return an unmet rule and a legal action that cites it, or None if no action does.

    `view` is the view of the seat that chooses. The function determinizes the hidden information. An action counts if
    it cites the rule in every determinization.
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
