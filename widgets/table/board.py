"""Scene of a table: plain data that the same script draws for every game.

A scene is a JSON object. Its types in `scene_types.py` describe each key. Keys of a single game are described in its
own file `games/<game>/board/scene_types.py`. A key whose value is false, empty or 0 can be omitted.

If a card has exactly one action, a click on the card plays this action. The page itself keeps track of selected and
changed cards. While a card is selected, a cell shows either that the card `fits` there, or why it is `barred`. While
the pointer is on an action, `would` maps the id of each fact, track or price that the action changes to its new value.
Odds with `on` are displayed on the main panel only while one of these cards or pieces is selected. Odds with `on` and
`rest` are also displayed while nothing is selected, below the other odds. `acts` of odds are the values that depend on
the action. Items with `parts` and a `spin` rotate around a point, starting from their previous angle.

A new game needs the module `games/<game>/board/board.py`, in which `BOARD` is a subclass of `Board`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import gamelib
from gamelib import Action, Chance, Decision, Dist, End, Event, Ruling
from gamelib.bank.rule_examples import extra_picture_groups
from gamelib.nodes import Outcome, Seat, format_value
from gamelib.number_format import capitalize_first, format_natural_frequency, format_percent
from gamelib.rulebook import isolate_direction
from gamelib.state import State
from gamelib.validation import short_repr as short_repr

from ..page.protocol import Json
from .json_types import ForecastTargetJson, GroupJson, OddsJson
from .odds_models import with_builder_models
from .summary_types import EventSummaryCard, Payment


class LuckEntry(NamedTuple):
    """Effect of one outcome on a seat, compared with the effect expected before the outcome."""

    label: str
    """Name of the quantity, such as "gold drawn"."""
    seat: Seat
    actual: Fraction
    expected: Fraction


class PointSource(NamedTuple):
    """Final points of a seat from one source."""

    label: str
    points: float
    """Points, which can be negative."""
    tone: str
    """Name of the colour."""
    item_points: Sequence[tuple[str, int]] = ()
    """Name and points of each thing behind the source, in scoring order."""


class Board:
    """Base class that turns a position into a scene. A subclass says which card offers an action and where a piece is.

    Its methods return JSON objects. `scene_types.py` and `summary_types.py` describe them in the types of the same
    names.

    `view` is the displayed state: the complete position if `is_full_view` is true, otherwise the position as `viewer`
    sees it. `visible_actions` are the legal actions if the viewer may see them. The action bar offers the actions that
    no card offers.
    """

    icons: ClassVar[Mapping[str, str]]
    """SVG path data by icon name, in a box of 24 by 24."""
    kind_themes: ClassVar[Mapping[str, Json]] = {}
    """Two colours and the shapes of the picture, by kind of card."""
    card_backs: ClassVar[Mapping[str, Json]] = {}
    """Two colours and an emblem, by name of a card back."""
    item_rules: ClassVar[Mapping[str, str]] = {}
    """Id of the rule that explains a thing, by the first word of its place, its kind or back, or "place:kind"."""
    unreported_event_codes: ClassVar[frozenset[str]] = frozenset()
    """Event codes that opponent actions leave out: draws, and turns that begin or end."""
    idle_event_codes: ClassVar[frozenset[str]] = frozenset()
    """Event codes that opponent actions leave out if the same seat did something else: passes and refusals to act."""
    table_layout: ClassVar[str] = "hand"
    """Layout: "hand" for a card game, "board" for a game with a plan in the middle."""
    primary_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs of actions that are displayed as the main choice."""

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
        """Seat whose player area is in front. None at the end, where all seats are compared."""
        self.first_action_number = 0
        """Number that the page uses for the first visible action, where odds refer to actions."""
        self._offers: dict[str, list[int]] = {}
        for n, action in enumerate(visible_actions):
            place = self.action_card_id(action)
            if place:
                self._offers.setdefault(place, []).append(n)

    # -- methods that games override ---------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        """Return the id of the card or cell that offers an action, or None if the action bar offers the action."""
        return None

    def action_target_id(self, action: Action) -> str | None:
        """Return the id of the card, cell or zone that an action targets. A click on the target chooses the action."""
        return None

    def repeat_until_done_label(self, action: Action) -> str | None:
        """Return the label of a button that repeats an action as often as possible, or None without such a button."""
        return None

    def multi_pick_item_ids(self, action: Action) -> list[str] | None:
        """Return the ids of the items that an action takes if users select them one by one, otherwise None."""
        return None

    def selection_prompt_text(self) -> str | None:
        """Return the prompt for selecting items one by one, or None if the position has no such selection."""
        return None

    def action_note(self, action: Action) -> str:
        """Return a short note next to an action, such as the money left after a payment."""
        return ""

    def zones(self) -> list[Json]:
        """Return all zones of the table, each a `Zone` with its facts and groups."""
        raise NotImplementedError

    def rule_picture_group(self, id: str) -> GroupJson | None:
        """Return a group that only rule pictures draw, such as an open pile, or None if this id is unknown.

        The base class returns the group that `extra_picture_groups` lists under this id (see
        gamelib/bank/rule_examples.py). A subclass can add groups that it computes. Raise ValueError for a piece without
        a drawing.
        """
        listed = extra_picture_groups(self.game).get(id)
        if listed is None:
            return None
        said = self._said()
        pieces = [self._piece(f"{id}:{n}", text.format(**said)) for n, text in enumerate(listed.pieces)]
        return {"label": listed.label.format(**said), "items": pieces}

    def rule_picture_group_after_outcome(self, outcome: Outcome) -> GroupJson | None:
        """Return the group that a rule picture shows after `outcome`, with its id, or None if there is none."""
        return None

    def current_odds(self) -> list[OddsJson]:
        """Return the odds that matter in this position, each an `Odds`. The pending roll or draw comes first."""
        return []

    def has_custom_control(self, action: Action) -> bool:
        """Return whether the action bar offers this action with a control of the game (`asks` in table/renderers.js).

        An example of such a control is a number field. The action then has no button.
        """
        return False

    def outcome_text(self, outcome: Outcome) -> str:
        """Return the text of an outcome."""
        return format_value(outcome)

    def action_label(self, action: Action) -> str:
        """Return the label of an action on its button."""
        return self.describe(action)

    def success_chance(self, action: Action) -> Json | None:
        """Return the probability that an action achieves its purpose, as a `SuccessChance`.

        The result is None if the action does not depend on chance.
        """
        return None

    def custom_forecast_target(self, pending_odds: OddsJson) -> ForecastTargetJson | None:
        """Return the event to forecast if the game draws its own picture of the pending odds.

        The keys are {label, share, percent} and one condition: `need` (the outcome reaches this place), `below` (it
        stays below this place) or `at` (it is this place). If the result is None, users forecast the most likely bar.
        """
        return None

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        """Return the `Odds` of this chance step with the outcome, or None if the viewer may not know the odds."""
        return None

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        """Return summaries of these events, which led to this position. Each summary is an `EventSummary`."""
        return []

    def event_payments(self, events: Iterable[Event]) -> list[Payment]:
        """Return the payments in these events: {by, to, n} between seats, or {to, card} for a card."""
        return []

    def future_consequence_texts(self) -> list[str]:
        """Return texts about the consequences of this position for later steps, such as money left after upkeep."""
        return []

    def alternative_hidden_state(self, state: State[Any], variant_number: int) -> State[Any]:
        """Return a complete position that looks the same on this table, with other hidden information.

        A preview must be equal in all these positions. `variant_number` is the number of the position, from 0.
        """
        return state

    def is_attack_on_viewer(self) -> bool:
        """Return whether another seat attacks the viewer with the pending chance step.

        Automatic play stops before such a chance step.
        """
        return False

    known_game_events: Sequence[Event] = ()
    """All events of the game that the viewer may know. Only set at the end."""

    def extra_result_sections(self) -> list[Json]:
        """Return further sections of the game result. Each is a `ValueRowSection`, which has rows under a label."""
        return []

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        """Return the final points of a seat by source. The result is empty if the game has only total points."""
        return []

    def final_payments(self) -> Json:
        """Return the payments between players at the end, or an empty object if there are none."""
        return {}

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        """Return the effects of this outcome on the seats, each with its expected value."""
        return []

    def turn_opening_action(self) -> Action | None:
        """Return an action that only opens the turn. One click can then play this action and a card together."""
        return None

    def should_auto_resolve_chance(self) -> bool:
        """Return whether the pending chance step needs no stop because the last click already requested the outcome."""
        return False

    def header_texts(self) -> list[str]:
        """Return short texts for the head of the table, such as the number of the turn."""
        return []

    def pending_step_texts(self) -> list[str]:
        """Return texts for the steps still due. The outermost step is first unless a game overrides the order."""
        return agenda_texts(self.view, self.names)

    def chance_button_label(self) -> str:
        """Return the label of the button for the pending chance step."""
        return "Roll"

    def chance_series_button_label(self) -> str:
        """Return the label of a button that runs all chance steps like this one, or "" if there is none."""
        return ""

    # -- helpers -----------------------------------------------------------------------------

    def fill_in_game_terms(self, text: str) -> str:
        """Replace the placeholders in braces by terms of the game."""
        return str(self.game.texts.fill_template(text))

    def board_text(self, code: str, /, **values: Any) -> str:
        """Return a text from the section [board] of the game's texts, with these values filled in."""
        return str(self.game.texts.board_text(code, self.names, **values))

    def describe(self, thing: Any) -> str:
        """Return the text of a node, action, event, ruling or end."""
        return str(self.game.describe(thing, self.names))

    def other_seats_from_viewer(self) -> list[Seat]:
        """Return the other seats in order from the viewer. At the end, the viewer is included and comes first."""
        n = self.view.seats
        return [(self.viewer + i) % n for i in range(0 if self.front_seat is None else 1, n)]

    def seat_name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.names[seat] if seat < len(self.names) else f"Player {seat + 1}"

    def direction_isolated_name(self, seat: Seat) -> str:
        """Return the name of a seat for use inside a sentence. Its text direction does not affect the sentence."""
        return isolate_direction(self.seat_name(seat))

    def can_viewer_choose(self) -> bool:
        """Return whether the position requires a choice that the viewer may make."""
        return bool(self.visible_actions)

    def make_card(self, card_id: str, attempts: Iterable[Action] = (), **content: Any) -> Json:
        """Return a card at a place.

        `attempts` are the actions that would play the card. They explain why the card is not playable.
        """
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
        """Return the drawing of a piece by its name, or None if there is no drawing.

        A name is a kind of card, `kind:icon` for a kind with an icon as its picture, a card back or an icon.
        """
        kind, _, icon = name.partition(":")
        if kind in cls.kind_themes and icon in ("", *cls.icons):
            return {"kind": kind, "icon": icon} if icon else {"kind": kind}
        if kind in cls.card_backs:
            return {"back": kind}
        return {"icon": kind} if kind in cls.icons else None

    def _said(self) -> dict[str, Any]:
        """Return the values for the placeholders of the extra picture groups."""
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
        """Return a ruling as {text, rule}, with the rule id removed from the text.

        If the text has several parts, the result also has `cuts`: the offsets at which the facts and the remedy begin.
        """
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
        """Zones of the scene. They are computed once, so callers must not change them."""
        zones: list[Json] = self.build_scene()["zones"]
        return zones

    def build_scene(self) -> Json:
        """Return the scene of this position, with all keys that depend on the game."""
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
        multi_select: Json = {"of": sets}
        if sets and (prompt := self.selection_prompt_text()):
            multi_select["label"] = prompt
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
            **({"sets": multi_select} if sets else {}),
            "odds": with_builder_models(self.current_odds()),
            "agenda": self.pending_step_texts(),
        }


def ruling_facts_offset(ruling: str) -> int:
    """Return the offset at which the facts in a ruling's text begin: after a semicolon, otherwise after a full stop."""
    return next((at + 2 for between in ("; ", ". ") if (at := ruling.find(between)) >= 0), len(ruling))


def with_actions_after_opening(scene: Json, board: Board, board_after_opening: Board) -> Json:
    """Return a scene whose cards also offer the actions on `board_after_opening`, possible after the opening action.

    These actions have numbers after those of `board`. If a page sends such a number, the opening action is played first
    and then the action with this number.
    """
    board_after_opening.first_action_number = shift = len(board.visible_actions)
    further = board_after_opening.build_scene()
    for zone in further["zones"]:
        for card in zone_cards(zone):
            if "does" in card:
                card["does"] = [n + shift for n in card["does"]]
    placed = set(range(len(board_after_opening.visible_actions))) - set(further["bar"])
    actions = [{**action, "n": action["n"] + shift} for action in further["actions"] if action["n"] in placed]
    return {**scene, "zones": further["zones"], "odds": further["odds"], "actions": scene["actions"] + actions}


def zone_cards(zone: Json) -> list[Json]:
    """Return all cards and cells of a zone."""
    cards: list[Json] = []
    for group in zone["groups"]:
        cards += group.get("items", [])
        cards += group.get("board", {}).get("cells", [])
        cards += [group["head"]] if "head" in group else []
    return cards


def event_summary_card_fields(card: Json) -> Json:
    """Return the drawing fields and texts of a card, for an event summary about this card."""
    return {key: card[key] for key in EventSummaryCard.__annotations__ if card.get(key)}


def agenda_texts(state: State[Any], names: Sequence[str]) -> list[str]:
    """Return texts for the steps that are still due, the outermost step first, with the names of the seats."""
    lines = []
    for frame in state.agenda_frames:
        values = {**frame.step.question_text_values(state, frame), "who": frame.step.acting_seat(state, frame)}
        lines.append(state.game.texts.format_text("steps", frame.step.name, values, names))
    return lines


def probability_fields(weight: int, total: int) -> Json:
    """Return the fields for a probability: reduced fraction, natural frequency, percentage, and the length of a bar."""
    p = Fraction(weight, total)
    said = {"p": str(p), "ways": format_natural_frequency(weight, total), "percent": format_percent(p)}
    return {**said, "share": round(float(p), 4)}


def make_success_chance(label: str, weight: int, total: int) -> Json:
    """Return the success chance, `weight` of `total`, for an action and its odds."""
    said = format_percent(Fraction(weight, total))
    return {"label": label, "weight": weight, "total": total, "percent": said, "share": round(weight / total, 4)}


def outcome_bars(
    dist: Dist[Any], label: Callable[[Any], str], tone: Callable[[Any], str] = lambda _: "s5"
) -> list[Json]:
    """Return a bar for each outcome of a distribution, in the order of the distribution."""
    return [
        {"label": label(x), "tone": tone(x), **probability_fields(weight, dist.total)} for x, weight in dist.items()
    ]


@cache
def board_class(game_id: str) -> type[Board]:
    """Return the board class of a game. Raise ValueError for an unknown game, or for a game without a board."""
    gamelib.game(game_id)
    try:
        board: type[Board] = import_module(f"..games.{game_id}.board.board", __package__).BOARD
    except ModuleNotFoundError as error:
        raise ValueError(f"There is no table for {short_repr(game_id)}.") from error
    return board


def make_board(state: State[Any], viewer: Seat, is_full_view: bool, names: Sequence[str]) -> Board:
    """Create the board of a position as `viewer` sees it, or with all cards open."""
    view = state if is_full_view else state.seen_by(viewer)
    node = view.node
    mine = isinstance(node, Decision) and (is_full_view or node.seat == viewer)
    return board_class(state.game.id)(view, viewer, names, list(view.legal) if mine else [], is_full_view)


def current_scores(state: State[Any]) -> list[int] | None:
    """Return the points of each seat, or None if the game cannot compute them.

    At the end, these are the final points. Before the end, they are the points that each seat would have if the game
    ended now.
    """
    node = state.node
    return list(node.scores) if isinstance(node, End) else state.game.points_if_ended_now(state)
