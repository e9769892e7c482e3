"""Picture of a quiz question, and a solver that tests whether the picture shows enough to answer the question.

A lookalike position is a similar position that looks the same in the picture. The solver asks the engine for the right
answers in all lookalike positions. A picture is sufficient if the same single answer is right in all of them.
`illustrate_question` starts with the elements of the board that the answers are about. Then it adds elements until no
lookalike position has another right answer.

    picture  {parts: [part], facts: [{icon, label, value, of, who}], ask}    a part as in widgets/table/rule_example.py
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from gamelib import Action, Game
from gamelib.bank.position_variants import positions_with_one_value_changed
from gamelib.bank.prepared_quizzes import PreparedQuizQuestion
from gamelib.bank.quiz_generator import correct_indexes, is_question_valid_in
from gamelib.bank.quiz_question_types import (
    BETTER_ACTION_TYPE,
    CONSEQUENCE_TYPES,
    LEGALITY_TYPES,
    RULE_TEXT_TYPE,
    QuizQuestion,
)
from gamelib.bank.quiz_themes import codes_and_verbs_with_mark, quiz_theme, refusal_picture_groups
from gamelib.number_format import join_counted
from gamelib.state import State

from ..page.protocol import Json
from ..page.user_text import DEFAULT_PLAYER_NAMES
from ..table.board import Board, make_board, zone_cards
from ..table.rule_example import offer_target_and_item_ids

MAX_GROUPS = 5
SEATS_TEXT = "{names} play."
SOLO_TEXT = "{names} plays alone."
MAX_CARDS = 12
MAX_FACTS = 6
PRODUCT_SIGN = " × "
_UNSEEN = ("does", "state", "why", "ask", "fits", "barred", "notes", "at", "tab", "id", "key", "note", "lock")
"""Keys of a card or a group that a picture does not draw."""

GroupOrFactKey = tuple[str, str]
"""Place on the table: a zone and one of its groups, or a zone and the label of a fact."""


class VisiblePosition:
    """Visible content of a position: the question, and groups and facts by player or common area."""

    def __init__(
        self, state: State[Any], seat: int, hidden_fields: Mapping[str, Collection[str]] = MappingProxyType({})
    ) -> None:
        """Create the visible content. `hidden_fields` maps a prefix of piece ids to the fields that are not drawn."""
        names = DEFAULT_PLAYER_NAMES[: state.seats]
        self.names, self.seat, self.hidden_fields = names, seat, hidden_fields
        self.question_text = state.game.describe(state.node, names)
        self.board: Board = make_board(state, seat, True, names)
        scene = self.board.build_scene()
        self.progress_text = ", ".join(scene.get("facts", ()))
        """Text of the progress of the game."""
        self.groups: dict[GroupOrFactKey, tuple[Json, Json]] = {}
        self.facts: dict[GroupOrFactKey, Json] = {}
        for zone in scene["zones"]:
            who = names[zone["seat"]] if zone.get("seat") is not None else zone.get("title", "")
            for group in zone["groups"]:
                self.groups[zone["id"], group["id"]] = (zone, group)
            for fact in zone.get("facts", ()):
                kept = {name: fact[name] for name in ("icon", "label", "value", "of") if name in fact}
                self.facts[zone["id"], fact["label"]] = {**kept, "who": who}

    def group_excerpt(self, key: GroupOrFactKey) -> Json:
        """Return a group for a picture. A long group has only its first cards, and the number of the cards left out."""
        zone, group = self.groups[key]
        shown = {name: value for name, value in group.items() if name not in ("at", "tab")}
        if self.hidden_fields and "items" in shown:
            shown["items"] = [self._without(card) for card in shown["items"]]
        if len(shown.get("items", ())) > MAX_CARDS:
            shown |= {"items": shown["items"][:MAX_CARDS], "more": len(group["items"]) - MAX_CARDS}
        return {"key": "/".join(key), "title": zone["title"], "group": shown, "marked": []}

    def _without(self, card: Json) -> Json:
        """Return a card without its hidden fields. If "big" is hidden, the first factor of a product stays visible."""
        out = {
            field for begins, fields in self.hidden_fields.items() if card["id"].startswith(begins) for field in fields
        }
        left = {name: value for name, value in card.items() if name not in out}
        number, times, _ = str(card.get("big", "")).partition(PRODUCT_SIGN)
        return {**left, "big": number} if "big" in out and times else left

    def stable_id(self, key: GroupOrFactKey) -> str:
        """Return the key of a group or fact as a text that can be saved.

        A fact is named by its icon, since labels depend on the vocabulary.
        """
        zone, name = key
        return f"{zone}/{name}" if key in self.groups else f"{zone}@{self.facts[key].get('icon', name)}"

    def visible_fingerprint(self, key: GroupOrFactKey) -> str:
        """Return the visible content of a group or fact as text, or "" if the position has no such element."""
        if key in self.facts:
            return json.dumps(self.facts[key], sort_keys=True, default=str)
        return json.dumps(_seen(self.group_excerpt(key)), sort_keys=True, default=str) if key in self.groups else ""

    def action_group_keys(self, actions: list[Action]) -> list[GroupOrFactKey]:
        """Return the groups that contain a card of these actions: an offered card or a target."""
        named = {place for action in actions for place in offer_target_and_item_ids(self.board, action)}
        return [
            key
            for key, (_, group) in self.groups.items()
            if any(card.get("id") in named for card in zone_cards({"groups": [group]}))
        ]

    def keys_matching_selectors(self, selectors: Collection[str]) -> list[GroupOrFactKey]:
        """Return keys of elements: groups by id prefix, facts by "@icon", facts of this seat only by "@icon:me"."""
        begins = tuple(one.replace(":me", f":{self.seat}") for one in selectors)
        return [
            *(key for key in self.groups if key[1].startswith(begins)),
            *(
                key
                for key, fact in self.facts.items()
                if f"@{fact.get('icon')}" in selectors
                or (f"@{fact.get('icon')}:me" in selectors and key[0] == f"seat:{self.seat}")
            ),
        ]


def _seen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _seen(part) for name, part in value.items() if name not in _UNSEEN}
    return [_seen(part) for part in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class IllustratedQuestion:
    """Quiz question with the keys of its picture."""

    riddle: QuizQuestion
    picture_keys: tuple[GroupOrFactKey, ...]
    visible_position: VisiblePosition

    def picture(self) -> Json:
        """Return the picture for the page.

        In questions about better actions and winners, the answer depends on the progress of the game. Therefore, their
        text begins with this progress.
        """
        ask = self.visible_position.question_text
        if self.riddle.kind in (BETTER_ACTION_TYPE, "wins") and self.visible_position.progress_text:
            ask = f"{self.visible_position.progress_text[0].upper()}{self.visible_position.progress_text[1:]}. {ask}"
        if self.riddle.kind in CONSEQUENCE_TYPES:
            names = self.visible_position.names
            ask = f"{(SEATS_TEXT if len(names) > 1 else SOLO_TEXT).format(names=join_counted(names))} {ask}"
        return {
            "parts": [
                self.visible_position.group_excerpt(key)
                for key in self.picture_keys
                if key in self.visible_position.groups
            ],
            "facts": [
                self.visible_position.facts[key] for key in self.picture_keys if key in self.visible_position.facts
            ],
            "ask": ask,
        }


def _table(riddle: QuizQuestion, state: State[Any]) -> VisiblePosition:
    """Return the visible content of a position, without the pieces' fields that the theme of the question hides."""
    return VisiblePosition(
        state, _seat(state), quiz_theme(riddle.game, riddle.theme).hidden_parts_by_piece_prefix if riddle.theme else {}
    )


def illustrate_prepared_question(prepared_question: PreparedQuizQuestion) -> IllustratedQuestion:
    """Return a prepared quiz question with its picture. Raise ValueError if the picture no longer exists."""
    state = prepared_question.quiz_question.new_state()
    table = _table(prepared_question.quiz_question, state)
    at = {table.stable_id(key): key for key in (*table.groups, *table.facts)}
    return IllustratedQuestion(
        prepared_question.quiz_question,
        tuple(at[place] for place in prepared_question.visible_groups if place in at),
        table,
    )


class ConsistentAnswers(NamedTuple):
    """Right answers in all positions that look the same, and those of these positions that have other right answers."""

    answers: set[int]
    other_positions: list[VisiblePosition]


class LookalikePositions:
    """Positions near the position of a quiz question in which other answers are right. Each is created only once."""

    def __init__(self, riddle: QuizQuestion) -> None:
        here = riddle.new_state()
        seat = _seat(here)
        self.visible_position, self.right_answers = _table(riddle, here), frozenset(correct_indexes(riddle, here))
        self.alternatives: list[tuple[frozenset[int], VisiblePosition]] = []
        for state in _worlds(riddle.game, riddle.position):
            asks = state.game.describe(state.node, DEFAULT_PLAYER_NAMES[: state.seats])
            if (
                asks == self.visible_position.question_text
                and state.seats == here.seats
                and is_question_valid_in(riddle, state)
            ):
                told = frozenset(correct_indexes(riddle, state))
                if told != self.right_answers:
                    self.alternatives.append((told, VisiblePosition(state, seat, self.visible_position.hidden_fields)))

    def consistent_answers(self, picture_keys: tuple[GroupOrFactKey, ...]) -> ConsistentAnswers:
        """Return the answers that are right in a lookalike position, and the positions with other right answers."""
        looks = [self.visible_position.visible_fingerprint(key) for key in picture_keys]
        answers, others = set(self.right_answers), []
        for told, world in self.alternatives:
            if all(world.visible_fingerprint(key) == look for key, look in zip(picture_keys, looks, strict=True)):
                answers |= told or {-1}
                others.append(world)
        return ConsistentAnswers(answers, others)


def _worlds(game: Game, position: str) -> Iterator[State[Any]]:
    """Yield the positions that differ from a position in exactly one value and that have a pending step."""
    return (state for state in positions_with_one_value_changed(game, position) if state.agenda_frames)


def illustrate_question(riddle: QuizQuestion) -> IllustratedQuestion | None:
    """Return a quiz question with a sufficient picture, or None if no picture with few elements is sufficient."""
    state = riddle.new_state()
    try:
        table = _table(riddle, state)
    except ValueError:
        return None  # a game without a board
    if riddle.kind == RULE_TEXT_TYPE:
        return IllustratedQuestion(riddle, (), table)
    alike = LookalikePositions(riddle)
    actions = [one.represented_value for one in riddle.answers if isinstance(one.represented_value, Action)]
    actions += [riddle.named_choice] if isinstance(riddle.named_choice, Action) else []
    shown = table.action_group_keys(actions)[:MAX_GROUPS]
    wanted: Collection[str] = quiz_theme(riddle.game, riddle.theme).visible_element_prefixes if riddle.theme else ()
    wanted = codes_and_verbs_with_mark(riddle.game, "decides") if riddle.kind == "wins" else wanted
    if riddle.kind in LEGALITY_TYPES:
        rulings = [state.why_not(action) for action in actions]
        wanted = (
            *wanted,
            *refusal_picture_groups(riddle.game, [ruling.code for ruling in rulings if ruling is not None]),
        )
    shown += [key for key in table.keys_matching_selectors(wanted) if key not in shown]
    begun = len(shown)
    while True:
        answers, worlds = alike.consistent_answers(tuple(shown))
        if answers == {riddle.correct_index}:
            return IllustratedQuestion(riddle, tuple(shown), table)
        told: dict[GroupOrFactKey, int] = {}
        for world in worlds:
            for key in (*table.facts, *table.groups):
                if key not in shown and world.visible_fingerprint(key) != table.visible_fingerprint(key):
                    told[key] = told.get(key, 0) + 1
        more = shown[begun:]
        parts = sum(key in table.groups for key in more)
        room = {True: begun + parts < MAX_GROUPS or not more, False: len(more) - parts < MAX_FACTS}
        fit = [key for key in told if room[key in table.groups]]
        if not fit:
            return None
        shown.append(max(fit, key=lambda key: (told[key], key in table.facts)))


def _seat(state: State[Any]) -> int:
    return getattr(state.node, "seat", None) or 0
