"""Board of Hadara: player areas with tracks and rows, the ring with its wheel, and the items with actions."""

from __future__ import annotations

from collections.abc import Iterable

from gamelib import Action
from gamelib.games.hadara.card_tables import COLOURS
from gamelib.games.hadara.scoring import POINT_SOURCES, points_by_source
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource, agenda_texts
from ....table.icons import icon_path_data
from ....table.json_types import GroupJson, OddsJson
from ....table.summary_types import Payment
from . import action_effects, event_summaries, rule_picture_groups, theme
from . import odds as hadara_odds
from .hand_choices import hand_groups_of_pending_choice
from .player_area import player_zone, points_per_item
from .theme import card_colour
from .wheel import wheel

SOURCE_TONES = {
    "colonies": "s6",
    "statues": "s5",
    "silver": "s2",
    "gold": "s4",
    "effects": "s7",
    "cards": "s3",
    "coins": "s1",
}
EPOCH_NUMERALS = ("", "I", "II", "III")

ITEM_RULES = {
    "about:blue": "HAD-10.1",
    "about:green": "HAD-12.1",
    "about:yellow": "HAD-8.1",
    "about:red": "HAD-9.1",
    "about": "HAD-6.5",
    "start": "HAD-2.4",
    "drawn": "HAD-5.2",
    "keep": "HAD-5.2",
    "deck": "HAD-5.1",
    "heap": "HAD-11.3",
    "own": "HAD-6.3",
    "top": "HAD-11.1",
    "statue": "HAD-10.2",
    "carve": "HAD-10.1",
    "colony": "HAD-9.6",
    "level": "HAD-9.1",
    "mode": "HAD-9.3",
    "medal": "HAD-13.1",
    "silver": "HAD-13.2",
    "gold": "HAD-13.3",
}


class HadaraBoard(Board):
    """Board of Hadara.

    Zones: a player area for each seat, and the ring with decks and discard piles in phase A, or the colonies otherwise.
    """

    icons = icon_path_data(
        "coin",
        "coins",
        "shield",
        "column",
        "wheat",
        "star",
        "flag",
        "statue",
        "medal",
        "tile",
        "crown",
        "deck",
        "discard",
        "wheel",
    )
    kind_themes, card_backs, item_rules = theme.KIND_THEMES, theme.CARD_BACKS, ITEM_RULES
    unreported_event_codes = frozenset({"dealt", "drew", "track"})

    # -- where actions are offered -----------------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        seat, args = self.asked_seat, action.args
        match action.verb:
            case "buy" | "sell":
                card = args[0]
                return f"keep:{seat}:{card}" if self.question_id == "keep" else f"top:{card_colour(card)}"
            case "side":
                return f"side:{args[0]}"
            case "wheel":
                return f"start:{args[0]}"
            case "tile" | "faceup" | "facedown":
                return f"tile:{args[0]}"
            case "colony" | "colony_for":
                return f"level:{args[0]}"
            case "plunder" | "integrate":
                return "mode"
            case "statue" | "statue_for":
                return f"carve:{args[0]}"
            case "remove":
                return f"own:{seat}:{args[0]}"
            case "silver":
                return f"medal:{args[0]}"
            case "gold":
                return "medal:gold"
        return None

    def action_note(self, action: Action) -> str:
        if action.verb in ("colony_for", "statue_for"):
            cost = action.args[1] * self.game.tables.effects["reduction_coins"]
            return self.board_text("pays", n=cost)
        if action.verb == "keep":
            cost = action.args[0] * self.game.tables.effects["keep_coins"]
            return self.board_text("for_coins" if cost else "cards_go_instead", n=cost)
        return ""

    def _action(self, n: int) -> Json:
        shown = super()._action(n)
        action, seat = self.visible_actions[n], self.asked_seat
        if seat is None or action.verb in ("wheel", "pass", "stop"):
            return shown
        then = action_effects.state_after_own_action(self.view, seat, action)
        shown["would"] = action_effects.changed_values_by_id(self.view, then, seat)
        shown["changes"] = [*action_effects.seat_value_changes(self, then, seat), *self.action_remarks(action)]
        if self.question_id == "face":
            shown["changes"] = [{**change, "small": True} for change in shown["changes"][:1]]
        if word := action_effects.short_action_label(self, action):
            shown["short"] = word
        return shown

    def action_remarks(self, action: Action) -> list[Json]:
        """Return further consequences of an action in a few words."""
        s, seat = self.view, self.asked_seat
        assert seat is not None
        if self.question_id == "keep":
            first, second = s.drawn[seat]
            other = second if action.args[0] == first else first
            return [{"text": self.board_text("lies_open", other=other)}]
        if action.verb == "integrate":
            return [{"text": self.board_text("reverse_decides")}]
        return []

    def success_chance(self, action: Action) -> Json | None:
        seat = self.asked_seat
        if self.question_id != "keep" or seat is None:
            return None
        return action_effects.affordable_draw_success_chance(
            self, action_effects.state_after_own_action(self.view, seat, action), seat
        )

    # -- the whole ---------------------------------------------------------------------------------

    def header_texts(self) -> list[str]:
        s = self.view
        if not s.epoch:
            return [self.board_text("setup")]
        draw = (
            [self.board_text("draw_n", n=s.draw + 1)] if s.phase == "A" and self.question_id in ("draw", "keep") else []
        )
        return [self.board_text("epoch", epoch=EPOCH_NUMERALS[s.epoch]), self.board_text("phase", phase=s.phase), *draw]

    def pending_step_texts(self) -> list[str]:
        """Return the remaining steps, next one first."""
        return agenda_texts(self.view, self.names)[::-1]

    def zones(self) -> list[Json]:
        zones = [*(player_zone(self, seat) for seat in self.other_seats_from_viewer()), self._middle()]
        if self.front_seat is not None:
            mine = player_zone(self, self.front_seat)
            mine["groups"] += hand_groups_of_pending_choice(self)
            zones.append(mine)
        return zones

    def rule_picture_group(self, id: str) -> GroupJson | None:
        return rule_picture_groups.rule_picture_group(self, id) or super().rule_picture_group(id)

    def _middle(self) -> Json:
        s = self.view
        joined = self.question_id in ("deal", "side") if not s.epoch else s.phase == "A"
        drawing = bool(s.ring) and joined and self.question_id in ("deal", "side", "wheel", "draw", "keep", "tile")
        zone: Json = {"id": "middle", "area": "middle", "title": self.board_text("ring"), "facts": [], "groups": []}
        if drawing:
            zone.update(look="ring", groups=[wheel(self)])
        return zone

    # -- odds --------------------------------------------------------------------------------------

    def should_auto_resolve_chance(self) -> bool:
        """Return whether the table resolves a chance step without a click.

        This applies to a draw of the viewer and to the reverse side of an integrated colony, because the previous click
        requested them.
        """
        return self.question_id in ("draw", "reverse") and self.asked_seat == self.viewer

    def chance_button_label(self) -> str:
        return self.board_text({"reverse": "turn_over", "deal": "deal"}.get(self.question_id, "draw"))

    def chance_series_button_label(self) -> str:
        return self.board_text("deal_all_setup_cards") if self.question_id == "deal" else ""

    def outcome_text(self, outcome: Outcome) -> str:
        words = self.game.texts
        if isinstance(outcome, str):
            return capitalize_first(words.card_name(outcome))
        assert isinstance(outcome, tuple)
        if all(isinstance(part, int) for part in outcome):
            return ", ".join(str(part + 1) for part in outcome)
        if outcome[0] in COLOURS:
            return ", ".join(map(str, outcome))
        return self.board_text("and").join(words.card_name(part) for part in outcome)

    def current_odds(self) -> list[OddsJson]:
        return hadara_odds.current_odds(self)

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        return hadara_odds.odds_with_resolved_outcome(self, outcome)

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        return hadara_odds.luck_entries_of_outcome(self, outcome)

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        return event_summaries.event_summaries(self, events)

    def event_payments(self, events: Iterable[Event]) -> list[Payment]:
        return [
            Payment(to=event.seat, card=event.values["card"]) if event.values["card"] else Payment(to=event.seat)
            for event in events
            if event.code == "sold" and event.seat is not None
        ]

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        counted, words = points_by_source(self.view, seat), self.game.texts.sections["sources"]
        return [
            PointSource(
                capitalize_first(words[source]),
                counted[source],
                SOURCE_TONES[source],
                points_per_item(self, seat, source),
            )
            for source in POINT_SOURCES
            if counted[source]
        ]

    # -- what parts of the table ask ---------------------------------------------------------------


BOARD = HadaraBoard
