"""Find an example for every rule: `python -m tools.find_shows [game ...]` writes gamelib/bank/<game>/shows.toml again.

An example is kept if it still shows its rule in the same way. Therefore an author can also write an example by hand. To
find a new example, delete the old one.

An example is a position and a step from it that cites the rule (see gamelib/bank/rule_examples.py). The steps come from
seeded games and from the tests of the rule, whose positions were built for it. Everything that the step does not need
is removed from the best examples. The smallest example is then stored.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Decision
from gamelib.bank import content_folder
from gamelib.bank.rule_examples import (
    DIFFERENCE_KINDS,
    RuleExample,
    citation_kind_of,
    missing_example_reason_by_rule,
    no_refusal_reason_by_rule,
    refusal_example_by_rule,
    substitute_rule_by_nonrefusing_rule,
)
from gamelib.bank.rule_examples import rule_examples as shows_of
from gamelib.number_format import count_with_noun
from gamelib.playouts import choose_action, random_bot
from gamelib.position_text import format_position_value, parse_position
from gamelib.record import format_choice
from gamelib.state import State
from tests.conformance import option_sets
from widgets.page.user_text import DEFAULT_PLAYER_NAMES
from widgets.table.board import make_board, zone_cards
from widgets.table.rule_example import offer_target_and_item_ids

TESTS = Path(__file__).resolve().parent.parent / "tests"
STEPS_A_TEST = 60
GAMES = 60
REFUSALS_EVERY = 7
MOST_NAMED = 1500
TRIED = 3
"""Of each rule's steps those that are made small."""
LOOKED_AT = 40
"""Of each rule's steps in tests those that are tried at all: some stand on what no position can be."""
SLIPS = (
    "not_in_hand",
    "only_hand_joins",
    "only_hand_used",
    "only_hand_dropped",
    "only_hand_changed",
    "wrong_kind",
    "no_such_track",
    "no_such_level",
    "no_such_statue",
    "no_such_colour",
    "not_owned",
    "not_drawn",
    "not_open",
    "not_attached",
    "no_such_place",
    "not_your_card",
    "not_on_offer",
    "order",
    "no_pile",
)
"""Codes of refusals of what nobody would try who sees the table."""
NO_REASON = ("no_action", "not_now", "over", "chance_first")
"""Codes of refusals that no rule of the game decides."""
HEAD = "# Made by tools/find_shows.py: for each rule a position and the step in it that cites the rule.\n\n"


@dataclass(frozen=True, slots=True)
class Step:
    """Observed step: its position, the choice, the rules that it can show, and how well."""

    position: str
    choice: str
    marks: tuple[str, ...]
    """The rules that its test is about; none in a seeded game."""
    cited: frozenset[str]
    """The rules that it cites."""


class Harvest:
    """Pytest plugin that records the steps in tests that are marked with ids of rules."""

    def __init__(self, game: Any) -> None:
        self.game, self.marks, self.count = game, (), 0
        self.steps: list[Step] = []
        self._apply, self._why_not = State.apply, State.why_not
        harvest, apply, why_not = self, State.apply, State.why_not

        def noting_apply(state: Any, choice: Any) -> Any:
            before, node = harvest.written(state), state.node
            events = apply(state, choice)
            harvest.note(before, choice, cited_in(events, node, state.node))
            return events

        def noting_why_not(state: Any, action: Any) -> Any:
            ruling = why_not(state, action)
            if ruling is not None:
                harvest.note(harvest.written(state), action, frozenset({ruling.rule}))
            return ruling

        self.patched = noting_apply, noting_why_not

    def written(self, state: Any) -> str:
        fits = self.marks and self.count < STEPS_A_TEST and state.viewer is None
        if not fits or state.game.id != self.game.id or state.game.card_set_digest != self.game.card_set_digest:
            return ""
        self.count += 1
        try:
            return str(state.game.position_text(state))
        except Exception:  # a test may create a state that no position text can describe
            return ""

    def note(self, position: str, choice: Any, cited: frozenset[str]) -> None:
        if position:
            self.steps.append(Step(position, format_choice(choice), self.marks, cited))

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.get_closest_marker("rule")]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        ids = {id for mark in item.iter_markers("rule") for id in mark.args}
        self.marks, self.count = tuple(sorted(ids)), 0
        State.apply, State.why_not = self.patched  # type: ignore[method-assign]
        yield
        State.apply, State.why_not = self._apply, self._why_not  # type: ignore[method-assign]
        self.marks = ()


def cited_in(events: Any, *nodes: Any) -> frozenset[str]:
    """Return the rules that a step cites in its events, its question and its result."""
    return frozenset(
        {id for event in events for id in (event.rule, *event.related_rules)} | {node.rule for node in nodes}
    )


def from_tests(game: Any) -> list[Step]:
    """Return steps that the tests of the game play."""
    harvest = Harvest(game)
    folder = str(TESTS / game.id)
    pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", folder], plugins=[harvest])
    return list(dict.fromkeys(harvest.steps))


def from_games(game: Any) -> dict[str, list[Step]]:
    """Return for each rule a few steps that cite it, from seeded games."""
    found: dict[str, list[Step]] = defaultdict(list)
    sets = option_sets(game)
    for seed in range(GAMES):
        options = sets[seed % len(sets)] if seed % 2 else {}
        state = game.start(game.seats[seed // 2 % len(game.seats)], **options)
        rng, thumb, count = Random(seed), game.bots["thumb"], 0
        while state.agenda_frames:
            node, count = state.node, count + 1
            if isinstance(node, Decision):
                if count % REFUSALS_EVERY == 0:
                    for _, action in zip(range(MOST_NAMED), game.nameable(state), strict=False):
                        ruling = state.why_not(action)
                        if ruling is not None and len(found[ruling.rule]) < TRIED:
                            refused = frozenset({ruling.rule})
                            found[ruling.rule].append(
                                Step(game.position_text(state), format_choice(action), (), refused)
                            )
                chosen = choose_action(state, thumb if seed % 3 else random_bot, rng)
            else:
                chosen = node.sample(rng)
            before = state.clone()
            cited = cited_in(state.apply(chosen), node, state.node)
            for rule in sorted(cited):
                if len(found[rule]) < TRIED:
                    found[rule].append(Step(game.position_text(before), format_choice(chosen), (), cited))
    return found


def small(game: Any, rule: str, step: Step) -> tuple[str, tuple[str, str]] | None:
    """Return the smallest position in which the step cites the rule the same way, and how, or None without one."""
    wanted = cite(game, rule, step.position, step.choice)
    if wanted is None:
        return None
    said = parse_position(step.position)

    def fits(trial: dict[str, Any]) -> bool:
        return cite(game, rule, text_of(trial), step.choice) == wanted

    if not fits(said):
        return None
    return text_of(least(game, said, fits)), wanted


def least(game: Any, said: dict[str, Any], fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the content of a position after removing all parts that are not needed to satisfy `fits`."""
    changed = True
    while changed:
        changed = False
        for path in list(paths(said)):
            if path[0] in ("seats", "now"):
                continue
            trial = without(said, path)
            if trial is not None and fits(trial):
                said, changed = trial, True
    for seats in game.seats:
        if seats < said["seats"] and fits({**said, "seats": seats}):
            return {**said, "seats": seats}
    return said


def cite(game: Any, rule: str, position: str, choice: str) -> tuple[str, str] | None:
    """Return how the step cites the rule. Return None if it does not cite the rule or cannot be displayed."""
    try:
        show = RuleExample(game, rule, position, choice, "")
        how = citation_kind_of(show)
    except ValueError:
        return None
    if how is None:
        return None
    wanted = {rule, *game.rules[rule].related} if how == "settles" else {rule}
    told = (event.code for event in show.events if wanted & {event.rule, *event.related_rules})
    return how, show.ruling.code if show.ruling else next(told, "")


def paths(said: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all parts that can be removed from a content, larger parts first."""
    items = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    for key, part in items:
        yield (*at, key)
        yield from paths(part, (*at, key))


def without(said: Any, path: tuple[Any, ...]) -> Any:
    """Return a copy without the value at this path, or None if there is no such value."""
    key, *rest = path
    if isinstance(said, dict):
        if key not in said:
            return None
        if not rest:
            return {name: part for name, part in said.items() if name != key}
        part = without(said[key], tuple(rest))
        return None if part is None else {**said, key: part}
    if not isinstance(said, list) or key >= len(said):
        return None
    if not rest:
        return said[:key] + said[key + 1 :]
    part = without(said[key], tuple(rest))
    return None if part is None else [*said[:key], part, *said[key + 1 :]]


def text_of(said: dict[str, Any]) -> str:
    """Return the content of a position as a position text."""
    lines = [count_with_noun(said["seats"], "seat")]
    if "now" in said:
        lines.append("now " + " > ".join(map(frame_text, said["now"])))
    for name, value in said.items():
        if name not in ("seats", "now"):
            lines += flat(name, value)
    return "; ".join(lines)


def frame_text(frame: dict[str, Any]) -> str:
    """Return the text of an agenda frame, in the form STEP(field: value)."""
    values = format_position_value({name: part for name, part in frame.items() if name != "step"})[1:-1]
    return frame["step"] + (f"({values})" if values else "")


def flat(name: str, value: Any, depth: int = 2) -> list[str]:
    """Return the lines of a position text for a value, one per part."""
    plain = isinstance(value, dict) and all(str(key).isidentifier() or str(key).isdecimal() for key in value)
    if plain and value and depth:
        return [line for key, part in value.items() for line in flat(f"{name}.{key}", part, depth - 1)]
    return [f"{name} {format_position_value(value)}"]


def best(game: Any, rule: str, steps: list[Step]) -> RuleExample | None:
    """Return the smallest example among these steps. Events and refusals in the rule's own tests come first."""
    about = game.rules[rule].options
    wanted = {rule, *game.rules[rule].related} if game.rules[rule].question else {rule}
    steps = [step for step in steps if wanted & step.cited]

    def rank(step: Step) -> tuple[int, int, int]:
        options = sum(name in game.options for name in parse_position(step.position))
        return (len(step.marks) or 3, max(0, options - bool(about)), len(step.position))

    made: list[tuple[tuple[int, int, int], RuleExample]] = []
    tested, played = ([step for step in steps if bool(step.marks) is by_test] for by_test in (True, False))
    for step in sorted(tested, key=rank)[:LOOKED_AT] + sorted(played, key=rank):
        found = small(game, rule, step)
        if found is not None:
            text, (how, _) = found
            worth = DIFFERENCE_KINDS.index(how)
            made.append(((worth, rank(step)[0], len(text)), RuleExample(game, rule, text, step.choice, how)))
        if len(made) == TRIED:
            break
    return min(made, key=lambda pair: pair[0])[1] if made else None


def found(game: Any) -> dict[str, RuleExample]:
    """Return an example for each rule that has one."""
    known = {rule: show for rule, show in shows_of(game).items() if holds(show)}
    if known.keys() >= game.rules.keys():
        return known
    marked: dict[str, list[Step]] = defaultdict(list)
    for step in from_tests(game):
        for id in step.marks:
            marked[id].append(step)
    played, shows = from_games(game), dict[str, RuleExample]()
    for rule, about in game.rules.items():
        if rule in known:
            shows[rule] = known[rule]
            continue
        steps = marked[rule] + played[rule]
        for other in about.related if about.question else ():
            steps += marked[other] + played[other]
        show = best(game, rule, steps) or at_start(game, rule)
        if show is None:
            print("none:", rule, game.rules[rule].title, len(marked[rule]), len(played[rule]))
        else:
            shows[rule] = show
    return shows


def holds(show: RuleExample) -> bool:
    """Return whether an example still shows its rule in the stored way."""
    try:
        return citation_kind_of(show) == show.citation_kind
    except ValueError:
        return False


def still(show: RuleExample) -> bool:
    """Return whether the rule still refuses the action of this example."""
    try:
        return show.ruling is not None and show.ruling.rule == substitute_rule_by_nonrefusing_rule(show.game).get(
            show.rule, show.rule
        )
    except ValueError:
        return False


def at_start(game: Any, rule: str) -> RuleExample | None:
    """Return the start of a game as an example, or None if no setup cites the rule."""
    for options in sorted(option_sets(game), key=lambda options: not set(options) & set(game.rules[rule].options)):
        for seats in game.seats:
            how = citation_kind_of(RuleExample(game, rule, text_of({"seats": seats, **options}), "", ""))
            if how:
                return RuleExample(game, rule, text_of({"seats": seats, **options}), "", how)
    return None


def quoted(text: str | list[str]) -> str:
    """Return a text as a string in TOML notation."""
    return json.dumps(text, ensure_ascii=False)


def refused_in(game: Any, steps: dict[str, RuleExample]) -> dict[str, tuple[str, str]]:
    """Return a small position for each rule that refuses something, and refused actions with visible cards."""
    found: dict[tuple[str, str], list[tuple[tuple[Any, ...], str, str]]] = defaultdict(list)

    def look(state: State[Any], written: str = "") -> None:
        for action in islice(game.nameable(state), MOST_NAMED) if isinstance(state.node, Decision) else ():
            why = state.why_not(action)
            if why is None or why.code in NO_REASON or len(found[why.rule, why.code]) >= LOOKED_AT:
                continue
            entry = (far(state, action, why.code), written or game.position_text(state), str(action))
            found[why.rule, why.code].append(entry)

    for show in steps.values():
        if show.choice:
            look(show.before(), show.position)
    sets = option_sets(game)
    for seed in range(GAMES):
        options = sets[seed // 2 % len(sets)] if seed % 2 else {}
        state, rng = game.start(game.seats[seed % len(game.seats)], **options), Random(f"refused/{seed}")
        while state.agenda_frames:
            if isinstance(state.node, Decision):
                if rng.random() * REFUSALS_EVERY < 1:
                    look(state)
                state.apply(choose_action(state, game.bots["thumb"] if seed % 3 else random_bot, rng))
            else:
                state.apply(state.node.sample(rng))
    best: dict[str, tuple[tuple[Any, ...], str, str]] = {}
    for (rule, code), entries in found.items():
        for rank, position, choice in sorted(entries)[:TRIED]:
            small = least(game, parse_position(position), partial(refuses, game, rule, code, choice))
            entry = ((*rank, len(text_of(small))), text_of(small), choice)
            best[rule] = min(best.get(rule, entry), entry)
    return {rule: best[rule][1:] for rule in game.rules if rule in best}


def far(state: State[Any], action: Any, code: str) -> tuple[bool, bool, int]:
    """Return a sort key: how different a refused action is from the actions that a player would try.

    Refusals in `SLIPS` are the farthest, then actions without a card on the table, then longer actions.
    """
    board = make_board(state, state.node.seat, True, DEFAULT_PLAYER_NAMES[: state.seats])
    lies = {card["id"] for zone in board.build_scene()["zones"] for card in zone_cards(zone)}
    return (
        code in SLIPS,
        bool(action.args) and not set(offer_target_and_item_ids(board, action)) & lies,
        len(str(action)),
    )


def refuses(game: Any, rule: str, code: str, choice: str, said: dict[str, Any]) -> bool:
    """Return whether the rule refuses this action with this refusal code in a position."""
    try:
        why = game.position(text_of(said)).why_not(game.parse_choice(choice))
    except ValueError:
        return False
    return why is not None and (why.rule, why.code) == (rule, code)


def by_hand(game: Any) -> tuple[str, str]:
    """Return the handwritten text above the examples and below the refusals."""
    path = content_folder(game.id) / "shows.toml"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    above = re.match(r"(?:#.*\n)+\n", text)
    below = re.search(r"^\[(unrefused|refused_by|look|refused_look|only|told|beside|other)\]\n", text, re.MULTILINE)
    return above[0] if above else HEAD, text[below.start() :] if below else ""


def main(names: list[str]) -> None:
    """Find rule examples for these games, or for all games, and write them to their files."""
    for name in names or list(gamelib.all_games()):
        game = gamelib.game(name)
        why, shows = dict(missing_example_reason_by_rule(game)), found(game)
        above, below = by_hand(game)
        lines = []
        for show in shows.values():
            values = {
                "rule": show.rule,
                "how": show.citation_kind,
                "position": show.position,
                "choice": show.choice,
                "first": list(show.lead_in_steps),
            }
            lines.append("[[show]]\n" + "".join(f"{key} = {quoted(text)}\n" for key, text in values.items() if text))
        without = (rule for rule in game.rules if rule not in shows)
        lines.append("[none]\n" + "".join(f"{quoted(rule)} = {quoted(why.get(rule, ''))}\n" for rule in without))
        kept = {
            rule: ("" if rule in shows and show.position == shows[rule].position else show.position, show.choice)
            for rule, show in refusal_example_by_rule(game).items()
            if still(show)
        }
        kept = refused_in(game, shows) | kept
        otherwise = {
            rule
            for rule in (*substitute_rule_by_nonrefusing_rule(game), *no_refusal_reason_by_rule(game))
            if rule not in refusal_example_by_rule(game)
        }
        lines.append(
            "[refused]\n"
            + "".join(
                f"{quoted(rule)} = [{', '.join(map(quoted, kept[rule]))}]\n"
                for rule in game.rules
                if rule in kept and rule not in otherwise
            )
        )
        lines += [below] if below else []
        content_folder(game.id).mkdir(exist_ok=True)
        (content_folder(game.id) / "shows.toml").write_text(above + "\n".join(lines), encoding="utf-8")
        print(name, len(shows), "of", len(game.rules), Counter(show.citation_kind for show in shows.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
