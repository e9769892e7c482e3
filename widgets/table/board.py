"""What a table looks like, as plain data that one script draws for every game.

A scene is a JSON object of the types in `typed.py`, which say key by key what it holds; what one game alone sends
stands in its own `games/<game>/board/scene_types.py`. What is false, empty or 0 may be missing.

A card with one action is played by one click. Which card is selected or has just changed is the page's own affair:
while a card is selected, a cell shows that it `fits`, or why it is `barred`. While an action is pointed at, `would`
says the new value of facts, tracks and prices by their ids. Odds with `on` stand on the stage alone while one of those
cards or pieces is selected, with `rest` also while nothing is, below the others; `acts` of odds are what differs by
action. What has `parts` and a `spin` turns around a point from the angle that it had before.

A game is added by one module `games/<game>/board/board.py` with a `BOARD`, a subclass of `Board`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar

import gamelib
from gamelib import Action, Chance, Decision, Dist, End, Event, Ruling
from gamelib.bank.rule_examples import extra_picture_groups
from gamelib.nodes import Outcome, Seat, format_value
from gamelib.number_format import capitalize_first, format_natural_frequency, format_percent
from gamelib.rulebook import isolate_direction
from gamelib.state import State
from gamelib.validation import short_repr as short_repr

from ..page.protocol import Json
from .odds_models import with_builder_models
from .summary_types import EventSummaryCard


class Board:
    """One position of a game, laid out. A subclass says where each action is offered and what lies where.

    `view` is what is shown: the whole position (`everything`), or what `viewer` may know. `moves` are the legal
    actions, if they may be shown. Actions that no card has claimed stand in the bar beside the question.
    """

    icons: ClassVar[Mapping[str, str]]
    """name -> SVG path data in a box of 24 by 24"""
    kind_themes: ClassVar[Mapping[str, Json]] = {}
    """kind of card -> two colours and the shapes of its picture"""
    card_backs: ClassVar[Mapping[str, Json]] = {}
    """name of a back -> two colours and an emblem"""
    item_rules: ClassVar[Mapping[str, str]] = {}
    """what a thing is for: the first word of its place, its kind or back, or both as "place:kind" -> id of a rule"""
    unreported_event_codes: ClassVar[frozenset[str]] = frozenset()
    """codes of events that a rival is not said to have done: draws, turns that begin or end"""
    table_layout: ClassVar[str] = "hand"
    """the layout: "hand" for a game of cards, "board" for one with a plan in the middle"""
    primary_verbs: ClassVar[frozenset[str]] = frozenset()
    """verbs shown as the first thing to do"""

    def __init__(
        self,
        view: Any,
        viewer: Seat,
        names: Sequence[str],
        visible_actions: Sequence[Action],
        is_full_view: bool = False,
    ) -> None:
        self.view = view
        self.is_full_view = is_full_view
        self.game: Any = view.game
        self.viewer = viewer
        self.names = names
        self.visible_actions = visible_actions
        self.node: Decision | Chance | End = view.node
        self.question_id: str = getattr(self.node, "step_name", "")
        self.asked_seat: Seat | None = getattr(self.node, "seat", None)
        self.front_seat: Seat | None = None if isinstance(self.node, End) else viewer
        """Whose rug lies in front; at the end nobody's, as all are compared."""
        self.first_action_number = 0
        """The number that a page has for the first of the moves, where their odds name them."""
        self._offers: dict[str, list[int]] = {}
        for n, action in enumerate(visible_actions):
            place = self.action_card_id(action)
            if place:
                self._offers.setdefault(place, []).append(n)

    # -- a game's own ------------------------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        """The id of the card or cell that offers an action; None: it stands in the bar."""
        return None

    def action_target_id(self, action: Action) -> str | None:
        """The id of the card, cell or zone that an action is aimed at, so that a click there chooses it."""
        return None

    def repeat_button_label(self, action: Action) -> str:
        """The label of a button that does the same as often as it is asked in a row now; empty where it is once."""
        return ""

    def multi_pick_item_ids(self, action: Action) -> list[str] | None:
        """The ids of the things that an action takes, where they are chosen one by one; None: it is chosen whole."""
        return None

    def selection_prompt(self) -> Json:
        """What is said of things that are to be chosen one by one: {label}."""
        return {}

    def action_note(self, action: Action) -> str:
        """A few words beside an action, such as what a payment leaves."""
        return ""

    def zones(self) -> list[Json]:
        """Everything on the table."""
        raise NotImplementedError

    def extra_group(self, id: str) -> Json | None:
        """A group that no table draws but a picture of a rule may, such as a pile laid open; None if there is none.

        Here it is what the game's `shows.toml` lists under this id (see gamelib/bank/rule_examples.py); a board adds
        what is worked out. ValueError for a piece that nobody can draw.
        """
        listed = extra_picture_groups(self.game).get(id)
        if listed is None:
            return None
        title, *pieces = [text.format(**self._said()) for text in listed]
        return {"label": title, "items": [self._piece(f"{id}:{n}", text) for n, text in enumerate(pieces)]}

    def outcome_group(self, outcome: Outcome) -> Json | None:
        """What such a picture shows of this roll once `outcome` has come, a group with its id; None if nothing."""
        return None

    def current_odds(self) -> list[Json]:
        """The distributions that matter now: of the pending roll or draw first."""
        return []

    def has_custom_control(self, action: Action) -> bool:
        """Whether a part of the dock that the game brings asks for this action (`asks` in table/looks.js), such as a
        number that is typed: no button stands for it."""
        return False

    def outcome_text(self, outcome: Outcome) -> str:
        """An outcome in words."""
        return format_value(outcome)

    def action_label(self, action: Action) -> str:
        """What an action is called on its button."""
        return self.describe(action)

    def success_chance(self, action: Action) -> Json | None:
        """The chance that an action brings what it is for, made by `make_success_chance`; None where nothing is left
        to chance."""
        return None

    def forecast_target(self, pending_odds: Json) -> Json | None:
        """What is asked before chance decides of the odds that are due, where they have a picture of the game's own:
        {label, share, percent, and that it reaches a place (`need`), stays `below` or comes `at` it}; None: that its
        likeliest bar comes."""
        return None

    def resolved_odds(self, outcome: Outcome) -> Json | None:
        """The odds of this position's chance step with what came of it; None if the viewer may not know."""
        return None

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        """Scenes for what of these events, which led to this position, is worth one."""
        return []

    def event_payments(self, events: Iterable[Event]) -> list[Json]:
        """What one seat has paid another by these events, [{by, to, n}], or who was paid for a card, [{to, card}]."""
        return []

    def consequence_notes(self) -> list[str]:
        """Of a position that an action would lead to: what it means for what is to come, such as what upkeep leaves."""
        return []

    def alternative_hidden_state(self, state: State[Any], variant_number: int) -> State[Any]:
        """A whole position that may be, the `variant_number`th of those tried: with what this table hides made other,
        even though the rules let one work it out."""
        return state

    def is_attack_on_viewer(self) -> bool:
        """Whether the chance step that is due is done to the viewer by another seat: nobody plays on over that."""
        return False

    known_game_events: Sequence[Event] = ()
    """At the end, everything that was told in the game as the viewer may know it."""

    def extra_result_sections(self) -> list[Json]:
        """At the end, further parts of the reckoning, written as those of a moment."""
        return []

    def score_sources(self, seat: Seat) -> list[Json]:
        """At the end, the points of a seat by source: [{label, points, tone, of}], less than 0 too; empty for one sum.
        `of` says, where single things brought them, what each did: (name, points) in the order of the count."""
        return []

    def final_payments(self) -> Json:
        """At the end, who pays whom; empty where nobody owes anything."""
        return {}

    def luck_entries(self, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
        """What this position's chance step gave whom: what is counted, the seat, its value, what was expected."""
        return []

    def turn_opening_action(self) -> Action | None:
        """An action that only opens the turn, so that a card may be played by one click together with it."""
        return None

    def should_auto_resolve_chance(self) -> bool:
        """Whether the chance step that is due needs no stop: the click before it has asked for it already."""
        return False

    def header_texts(self) -> list[str]:
        """A few words for the head of the table, such as the number of the turn."""
        return []

    def agenda(self) -> list[str]:
        """What is still to be done, outermost first unless a game tells it otherwise."""
        return agenda_texts(self.view, self.names)

    def chance_button_label(self) -> str:
        """What the pending chance step is called on its button."""
        return "Roll"

    def chance_series_button_label(self) -> str:
        """The label of a button that carries out all chance steps like this one; empty for none."""
        return ""

    # -- helpers -----------------------------------------------------------------------------

    def fill_terms(self, text: str) -> str:
        """A text with the game's terms in braces."""
        return str(self.game.texts.fill_template(text))

    def board_text(self, code: str, /, **values: Any) -> str:
        """A text of the game's section [board] with these values."""
        return str(self.game.texts.board_text(code, self.names, **values))

    def describe(self, thing: Any) -> str:
        """A node, action, event, ruling or end in words."""
        return str(self.game.describe(thing, self.names))

    def seats_around_viewer(self) -> list[Seat]:
        """The other seats in order from the one who looks on; at the end that one too, the first."""
        n = self.view.seats
        return [(self.viewer + i) % n for i in range(0 if self.front_seat is None else 1, n)]

    def seat_name(self, seat: Seat) -> str:
        """The name of a seat."""
        return self.names[seat] if seat < len(self.names) else f"Player {seat + 1}"

    def name_in_sentence(self, seat: Seat) -> str:
        """The name of a seat for the middle of a sentence."""
        return isolate_direction(self.seat_name(seat))

    def can_viewer_choose(self) -> bool:
        """Whether the position asks for a choice that may be made from this view."""
        return bool(self.visible_actions)

    def make_card(self, card_id: str, attempts: Iterable[Action] = (), **content: Any) -> Json:
        """A card at a place. `attempts`: what playing it would be, to say why that is not possible."""
        card: Json = {"id": card_id, **{key: value for key, value in content.items() if value or key == "big"}}
        if card.get("big") in ("", None):
            card.pop("big", None)
        head, kind = card_id.partition(":")[0], content.get("kind") or content.get("back")
        rule = self.item_rules.get(f"{head}:{kind}") or self.item_rules.get(head) or self.item_rules.get(kind or "")
        if rule:
            card["rule"] = rule
        does = self._offers.pop(card_id, [])
        if does:
            card.update(state="play", does=does)
        elif self.can_viewer_choose():
            why = next((why for action in attempts if (why := self.view.why_not(action)) is not None), None)
            if why is not None:
                card.update(state="dim", why=self.refusal_reason(why))
        return card

    @classmethod
    def piece_image(cls, name: str) -> Json | None:
        """How a piece is drawn, by its name: a kind of card, `kind:icon` with an icon as its picture, a back or an
        icon; None if nobody can draw it."""
        kind, _, icon = name.partition(":")
        if kind in cls.kind_themes and icon in ("", *cls.icons):
            return {"kind": kind, "icon": icon} if icon else {"kind": kind}
        if kind in cls.card_backs:
            return {"back": kind}
        return {"icon": kind} if kind in cls.icons else None

    def _said(self) -> dict[str, Any]:
        """What stands for the words in braces of what is listed beside the table."""
        s = self.view
        names = [self.seat_name(seat) for seat in range(s.seats)]
        first = getattr(s, "first", 0)
        return {
            **{event.code: event.values for event in s.events},
            "first": names[first],
            "turn": [*names[first:], *names[:first]],
            "names": names,
            "tables": getattr(self.game, "tables", None),
            "head": capitalize_first(", ".join(self.header_texts())),
        }

    def _piece(self, id: str, text: str) -> Json:
        name, said, number = [*map(str.strip, text.split(";")), "", ""][:3]
        face = self.piece_image(name)
        if face is None:
            raise ValueError(f"{self.game.id}: there is no piece {short_repr(name)} to draw.")
        card: Json = {"id": id, "tone": "s5", "name": said, **face, **({"pile": True} if "back" in face else {})}
        if number.startswith("x"):
            return {**card, "count": int(number[1:])}
        return {**card, "big": number} if number else card

    def refusal_reason(self, ruling: Ruling) -> Json:
        """A ruling as {text, rule}; the text ends without the rule's id. Where it has several parts, `cuts` are the
        places where what is so now begins, and what would help."""
        text = self.describe(ruling).removesuffix(f" ({ruling.rule})")
        told = str(self.game.texts.format_text("rulings", ruling.code, ruling.values, self.names))
        now = ruling_facts_offset(told)
        cuts = [now, len(told)] if len(text) > now else []
        return {"text": text, "rule": ruling.rule, **({"cuts": cuts} if cuts else {})}

    def _action(self, n: int) -> Json:
        action = self.visible_actions[n]
        shown: Json = {"n": n, "label": self.action_label(action)}
        for key, value in (
            ("note", self.action_note(action)),
            ("to", self.action_target_id(action)),
            ("lead", action.verb in self.primary_verbs),
            ("chance", self.success_chance(action)),
        ):
            if value:
                shown[key] = value
        return shown

    @cached_property
    def cached_zones(self) -> list[Json]:
        """The zones of the layout, made once, for who only looks."""
        zones: list[Json] = self.build_scene()["zones"]
        return zones

    def build_scene(self) -> Json:
        """The scene of this position: everything that comes from the game."""
        zones = self.zones()
        apart = {n for n, action in enumerate(self.visible_actions) if self.has_custom_control(action)}
        offered = [card for zone in zones for card in zone_cards(zone)]
        placed = {n for card in offered for n in card.get("does", ())}
        sets: list[Json] = [
            {"n": n, "ids": ids}
            for n, action in enumerate(self.visible_actions)
            if n not in placed and (ids := self.multi_pick_item_ids(action)) is not None
        ]
        touched = {place for one in sets for place in one["ids"]}
        for card in offered:
            if card["id"] in touched:
                card["state"] = "play"
                card.pop("why", None)
        elsewhere = placed | apart | {one["n"] for one in sets}
        free = [n for n in range(len(self.visible_actions)) if n not in elsewhere]
        actions = [self._action(n) for n in range(len(self.visible_actions)) if n not in apart]
        return {
            "game": self.game.id,
            "title": self.game.title,
            "layout": self.table_layout,
            "facts": self.header_texts(),
            "ask": self.describe(self.node),
            "askRule": self.node.rule,
            "zones": zones,
            "actions": actions,
            "bar": sorted(free, key=lambda n: self.visible_actions[n].verb not in self.primary_verbs),
            **({"sets": {**self.selection_prompt(), "of": sets}} if sets else {}),
            "odds": with_builder_models(self.current_odds()),
            "agenda": self.agenda(),
        }


def ruling_facts_offset(ruling: str) -> int:
    """Where a ruling has said what is asked and tells what is so: after a semicolon, else after a full stop."""
    return next((at + 2 for between in ("; ", ". ") if (at := ruling.find(between)) >= 0), len(ruling))


def with_opened_turn(scene: Json, board: Board, next_board: Board) -> Json:
    """A scene in which the cards already offer what `next_board` offers, the position after the prelude.

    Their actions are numbered on from those of `board`: n stands for the prelude and action n - len(board.moves).
    """
    next_board.first_action_number = shift = len(board.visible_actions)
    further = next_board.build_scene()
    for zone in further["zones"]:
        for card in zone_cards(zone):
            if "does" in card:
                card["does"] = [n + shift for n in card["does"]]
    placed = set(range(len(next_board.visible_actions))) - set(further["bar"])
    actions = [{**action, "n": action["n"] + shift} for action in further["actions"] if action["n"] in placed]
    return {**scene, "zones": further["zones"], "odds": further["odds"], "actions": scene["actions"] + actions}


def zone_cards(zone: Json) -> list[Json]:
    """Every card and cell of a zone."""
    cards: list[Json] = []
    for group in zone["groups"]:
        cards += group.get("items", [])
        cards += group.get("board", {}).get("cells", [])
        cards += [group["head"]] if "head" in group else []
    return cards


def event_summary_card_fields(card: Json) -> Json:
    """The picture of a card, and what is told of it, for a moment that is about it."""
    return {key: card[key] for key in EventSummaryCard.__annotations__ if card.get(key)}


def agenda_texts(state: State[Any], names: Sequence[str]) -> list[str]:
    """What is still to be done, outermost first, with the names of the seats."""
    lines = []
    for frame in state.agenda_frames:
        values = {**frame.step.question_values(state, frame), "who": frame.step.acting_seat(state, frame)}
        lines.append(state.game.texts.format_text("steps", frame.step.name, values, names))
    return lines


def probability_fields(weight: int, total: int) -> Json:
    """A chance as a reduced fraction, a count that can be read, and a share for the length of a bar."""
    p = Fraction(weight, total)
    said = {"p": str(p), "ways": format_natural_frequency(weight, total), "percent": format_percent(p)}
    return {**said, "share": round(float(p), 4)}


def make_success_chance(label: str, weight: int, total: int) -> Json:
    """The chance of what is wanted, as an action and its odds carry it."""
    said = format_percent(Fraction(weight, total))
    return {"label": label, "weight": weight, "total": total, "percent": said, "share": round(weight / total, 4)}


def outcome_bars(
    dist: Dist[Any], label: Callable[[Any], str], tone: Callable[[Any], str] = lambda _: "s5"
) -> list[Json]:
    """A bar for each outcome of a distribution, in its order."""
    return [
        {"label": label(x), "tone": tone(x), **probability_fields(weight, dist.total)} for x, weight in dist.items()
    ]


@cache
def board_class(game_id: str) -> type[Board]:
    """The board of a game. ValueError for an unknown game, or if nobody has drawn one."""
    gamelib.game(game_id)
    try:
        board: type[Board] = import_module(f"..games.{game_id}.board.board", __package__).BOARD
    except ModuleNotFoundError as error:
        raise ValueError(f"There is no table for {short_repr(game_id)}.") from error
    return board


def make_board(state: State[Any], viewer: Seat, is_full_view: bool, names: Sequence[str]) -> Board:
    """The position as `viewer` sees it, or with all cards open."""
    view = state if is_full_view else state.seen_by(viewer)
    node = view.node
    mine = isinstance(node, Decision) and (is_full_view or node.seat == viewer)
    return board_class(state.game.id)(view, viewer, names, list(view.legal) if mine else [], is_full_view)


def current_scores(state: State[Any]) -> list[int] | None:
    """The points of each seat: as counted at the end, before that if the game ended here; None where nothing can be
    said yet."""
    node = state.node
    return list(node.scores) if isinstance(node, End) else state.game.current_points(state)
