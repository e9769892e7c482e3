"""What the picture of a riddle shows, and whether that is enough: a solver that sees nothing else.

Any position near the riddle's that looks the same in the picture might be the one that lies there. The solver asks the
engine in all of them: a riddle is answered by its picture if the same one answer is right everywhere. `pictured` begins
with what the answers are about, and adds what tells worlds apart in which another answer is right, so that a picture
shows what decides and little else.

    picture  {parts: [part], facts: [{icon, label, value, of, who}], ask}      a part as in widgets/table/shown.py
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gamelib import Action, Game
from gamelib.bank.position_variants import positions_with_one_value_changed
from gamelib.bank.prepared_quizzes import PreparedQuizQuestion
from gamelib.bank.quiz_generator import correct_indexes, is_askable_in
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
from ..page.texts import NAMES
from ..table.scene import Board, board_of, cards_of
from ..table.shown import places

MOST_PARTS = 5
PLAYING = "{names} play."
ALONE = "{names} plays alone."
MOST_CARDS = 12
MOST_FACTS = 6
TIMES = " × "
_UNSEEN = ("does", "state", "why", "ask", "fits", "barred", "notes", "at", "tab", "id", "key", "note", "lock")
"""What a picture does not draw of a card or a group."""

Key = tuple[str, str]
"""Where something stands on the table: a zone and a group of it, or a zone and the label of a fact."""


class Visible:
    """A position as it can be seen: its question, groups and facts by where they stand."""

    def __init__(
        self, state: State[Any], seat: int, hides: Mapping[str, Collection[str]] = MappingProxyType({})
    ) -> None:
        """`hides`: what is not drawn of pieces, by how their ids begin."""
        names = NAMES[: state.seats]
        self.names, self.seat, self.hides = names, seat, hides
        self.ask = state.game.describe(state.node, names)
        self.board: Board = board_of(state, seat, True, names)
        scene = self.board.layout()
        self.when = ", ".join(scene.get("facts", ()))
        """How far the game is, in words."""
        self.groups: dict[Key, tuple[Json, Json]] = {}
        self.facts: dict[Key, Json] = {}
        for zone in scene["zones"]:
            who = names[zone["seat"]] if zone.get("seat") is not None else zone.get("title", "")
            for group in zone["groups"]:
                self.groups[zone["id"], group["id"]] = (zone, group)
            for fact in zone.get("facts", ()):
                kept = {name: fact[name] for name in ("icon", "label", "value", "of") if name in fact}
                self.facts[zone["id"], fact["label"]] = {**kept, "who": who}

    def part(self, key: Key) -> Json:
        """A group as a picture has it; of a long one the first cards and how many more there are."""
        zone, group = self.groups[key]
        shown = {name: value for name, value in group.items() if name not in ("at", "tab")}
        if self.hides and "items" in shown:
            shown["items"] = [self._without(card) for card in shown["items"]]
        if len(shown.get("items", ())) > MOST_CARDS:
            shown |= {"items": shown["items"][:MOST_CARDS], "more": len(group["items"]) - MOST_CARDS}
        return {"key": "/".join(key), "title": zone["title"], "group": shown, "marked": []}

    def _without(self, card: Json) -> Json:
        """A card without what is not drawn of it; of a product its first number stays."""
        out = {field for begins, fields in self.hides.items() if card["id"].startswith(begins) for field in fields}
        left = {name: value for name, value in card.items() if name not in out}
        number, times, _ = str(card.get("big", "")).partition(TIMES)
        return {**left, "big": number} if "big" in out and times else left

    def place(self, key: Key) -> str:
        """Where something stands in a form that can be kept: a fact by its icon, since labels are words."""
        zone, name = key
        return f"{zone}/{name}" if key in self.groups else f"{zone}@{self.facts[key].get('icon', name)}"

    def face(self, key: Key) -> str:
        """What can be told of a place by looking at it; "" if there is no such place."""
        if key in self.facts:
            return json.dumps(self.facts[key], sort_keys=True, default=str)
        return json.dumps(_seen(self.part(key)), sort_keys=True, default=str) if key in self.groups else ""

    def about(self, actions: list[Action]) -> list[Key]:
        """The groups in which actions are offered, and what they are aimed at."""
        named = {place for action in actions for place in places(self.board, action)}
        return [
            key
            for key, (_, group) in self.groups.items()
            if any(card.get("id") in named for card in cards_of({"groups": [group]}))
        ]

    def named(self, shown: Collection[str]) -> list[Key]:
        """What is listed to be shown: groups by how their ids begin, facts by their icon, "@coin:me" of one seat."""
        begins = tuple(one.replace(":me", f":{self.seat}") for one in shown)
        return [
            *(key for key in self.groups if key[1].startswith(begins)),
            *(
                key
                for key, fact in self.facts.items()
                if f"@{fact.get('icon')}" in shown
                or (f"@{fact.get('icon')}:me" in shown and key[0] == f"seat:{self.seat}")
            ),
        ]


def _seen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _seen(part) for name, part in value.items() if name not in _UNSEEN}
    return [_seen(part) for part in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class PicturedRiddle:
    """A riddle and what is shown with it."""

    riddle: QuizQuestion
    shown: tuple[Key, ...]
    table: Visible

    def picture(self) -> Json:
        """The picture for the page; what would have been better, and who has won, rest on how far the game is, too."""
        ask = self.table.ask
        if self.riddle.kind in (BETTER_ACTION_TYPE, "wins") and self.table.when:
            ask = f"{self.table.when[0].upper()}{self.table.when[1:]}. {ask}"
        if self.riddle.kind in CONSEQUENCE_TYPES:
            names = self.table.names
            ask = f"{(PLAYING if len(names) > 1 else ALONE).format(names=join_counted(names))} {ask}"
        return {
            "parts": [self.table.part(key) for key in self.shown if key in self.table.groups],
            "facts": [self.table.facts[key] for key in self.shown if key in self.table.facts],
            "ask": ask,
        }


def _table(riddle: QuizQuestion, state: State[Any]) -> Visible:
    """A position as its picture shows it: what a theme asks does not stand on it."""
    return Visible(state, _seat(state), quiz_theme(riddle.game, riddle.theme).hidden_groups if riddle.theme else {})


def laid(one: PreparedQuizQuestion) -> PicturedRiddle:
    """A riddle that lies ready with its picture. ValueError where there is none of it any more."""
    state = one.quiz_question.new_state()
    table = _table(one.quiz_question, state)
    at = {table.place(key): key for key in (*table.groups, *table.facts)}
    return PicturedRiddle(one.quiz_question, tuple(at[place] for place in one.visible_groups if place in at), table)


class Lookalikes:
    """The worlds near a riddle's position in which other answers are right, each made once."""

    def __init__(self, riddle: QuizQuestion) -> None:
        here = riddle.new_state()
        seat = _seat(here)
        self.table, self.sure = _table(riddle, here), frozenset(correct_indexes(riddle, here))
        self.worlds: list[tuple[frozenset[int], Visible]] = []
        for state in _worlds(riddle.game, riddle.position):
            asks = state.game.describe(state.node, NAMES[: state.seats])
            if asks == self.table.ask and state.seats == here.seats and is_askable_in(riddle, state):
                told = frozenset(correct_indexes(riddle, state))
                if told != self.sure:
                    self.worlds.append((told, Visible(state, seat, self.table.hides)))

    def seen(self, shown: tuple[Key, ...]) -> tuple[set[int], list[Visible]]:
        """The answers that are right in some world which looks the same, and the worlds that make it more than one."""
        looks = [self.table.face(key) for key in shown]
        answers, others = set(self.sure), []
        for told, world in self.worlds:
            if all(world.face(key) == look for key, look in zip(shown, looks, strict=True)):
                answers |= told or {-1}
                others.append(world)
        return answers, others


def _worlds(game: Game, position: str) -> Iterator[State[Any]]:
    """Those near a position; what is not about a question any more is left out."""
    return (state for state in positions_with_one_value_changed(game, position) if state.agenda_frames)


def pictured(riddle: QuizQuestion) -> PicturedRiddle | None:
    """The riddle with a picture that is enough to answer it; None if no small one is."""
    state = riddle.new_state()
    try:
        table = _table(riddle, state)
    except ValueError:
        return None  # a game without a board
    if riddle.kind == RULE_TEXT_TYPE:
        return PicturedRiddle(riddle, (), table)
    alike = Lookalikes(riddle)
    actions = [one.represented_value for one in riddle.answers if isinstance(one.represented_value, Action)]
    actions += [riddle.named_choice] if isinstance(riddle.named_choice, Action) else []
    shown = table.about(actions)[:MOST_PARTS]
    wanted: Collection[str] = quiz_theme(riddle.game, riddle.theme).visible_groups if riddle.theme else ()
    wanted = codes_and_verbs_with_mark(riddle.game, "decides") if riddle.kind == "wins" else wanted
    if riddle.kind in LEGALITY_TYPES:
        rulings = [state.why_not(action) for action in actions]
        wanted = (
            *wanted,
            *refusal_picture_groups(riddle.game, [ruling.code for ruling in rulings if ruling is not None]),
        )
    shown += [key for key in table.named(wanted) if key not in shown]
    begun = len(shown)
    while True:
        answers, worlds = alike.seen(tuple(shown))
        if answers == {riddle.correct_index}:
            return PicturedRiddle(riddle, tuple(shown), table)
        told: dict[Key, int] = {}
        for world in worlds:
            for key in (*table.facts, *table.groups):
                if key not in shown and world.face(key) != table.face(key):
                    told[key] = told.get(key, 0) + 1
        more = shown[begun:]
        parts = sum(key in table.groups for key in more)
        room = {True: begun + parts < MOST_PARTS or not more, False: len(more) - parts < MOST_FACTS}
        fit = [key for key in told if room[key in table.groups]]
        if not fit:
            return None
        shown.append(max(fit, key=lambda key: (told[key], key in table.facts)))


def _seat(state: State[Any]) -> int:
    return getattr(state.node, "seat", None) or 0
