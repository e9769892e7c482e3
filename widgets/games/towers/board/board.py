"""Board of Towers: six towers with their cards, caches, balances, and the remaining cards."""

from __future__ import annotations

from collections.abc import Iterable

from gamelib import Action, End
from gamelib.games.towers.board_view import TowerClosers, tower_closers
from gamelib.games.towers.flee_decision import can_close
from gamelib.games.towers.state import seating_side
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import join_counted, use_minus_sign

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource, zone_cards
from ....table.json_types import GroupJson, OddsJson
from ....table.summary_types import Payment
from . import card_content, event_summaries, results, rule_picture_groups
from . import odds as towers_odds
from . import tower_map as towers_plan
from .placement_preview import placement_preview
from .scene_types import PlacementPreview
from .theme import CARD_BACKS, KIND_THEMES
from .tower_map import ICONS, cell_id

ITEM_RULES = {"balance": "TOW-1.6", "cell": "TOW-3.4", "deck": "TOW-8.2", "cache": "TOW-3.1"}


class TowersBoard(Board):
    """Board of Towers.

    Zones: each seat with its open cache, and the towers and the deck in the middle.
    """

    icons = ICONS
    table_layout = "board"
    kind_themes, card_backs, item_rules = KIND_THEMES, CARD_BACKS, ITEM_RULES
    unreported_event_codes = frozenset({"dealt", "refilled", "turn"})

    # -- where actions are offered -----------------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        return f"cache:{action.args[0]}" if action.verb == "place" else None

    def action_target_id(self, action: Action) -> str | None:
        return cell_id(action.args[1], action.args[2]) if action.verb == "place" else None

    def action_note(self, action: Action) -> str:
        s, seat = self.view, self.asked_seat
        if seat is None:
            return ""
        if action.verb == "flee":
            return towers_odds.flight_cost_text(self, seat)
        if action.verb in ("pass", "stop"):
            return self.board_text("to_your_balance", cards=len(s.caches[seat]))
        return ""

    # -- the whole ---------------------------------------------------------------------------------

    def build_scene(self) -> Json:
        scene = super().build_scene()
        previews: list[PlacementPreview] = []  # the preview is cached, because many actions have the same one
        for shown in scene["actions"]:
            action = self.visible_actions[shown["n"]]
            if action.verb == "place" and self.asked_seat is not None:
                told = placement_preview(self.view, self.asked_seat, action)
                if told not in previews:
                    previews.append(told)
                shown["preview"] = previews.index(told)
        casts = {
            card["id"]: towers_plan.card_outline_by_cell(self.view, zone["seat"], card["key"])
            for zone in scene["zones"]
            for card in zone_cards(zone)
            if "fits" in card
        }
        return {**scene, "previews": previews, "casts": casts}

    def header_texts(self) -> list[str]:
        s = self.view
        if isinstance(self.node, End):
            return []
        return [
            *([self.board_text("turn", turn=s.turn)] if s.turn else []),
            self.board_text("deck_cards", deck=len(s.deck)),
        ]

    def zones(self) -> list[Json]:
        mine = [] if self.front_seat is None else [self._seat(self.front_seat)]
        return [*map(self._seat, self.other_seats_from_viewer()), self._middle(), *mine]

    def chance_button_label(self) -> str:
        return self.board_text("deal_one_card" if self.question_id == "deal" else "draw_one_card")

    def chance_series_button_label(self) -> str:
        return self.board_text("deal_all_cards" if self.question_id == "deal" else "draw_all")

    def outcome_text(self, outcome: Outcome) -> str:
        return str(self.game.texts.card_name(outcome))

    def current_odds(self) -> list[OddsJson]:
        return towers_odds.current_odds(self)

    def rule_picture_group(self, id: str) -> GroupJson | None:
        return rule_picture_groups.rule_picture_group(self, id) or super().rule_picture_group(id)

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        return results.odds_with_resolved_outcome(self, outcome)

    def should_auto_resolve_chance(self) -> bool:
        return self.question_id == "refill"

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        return event_summaries.event_summaries(self, events)

    def event_payments(self, events: Iterable[Event]) -> list[Payment]:
        return [
            Payment(by=event.seat, to=event.values["other"], n=event.values["coins"])
            for event in events
            if event.code in ("pays", "settles") and event.seat is not None
        ]

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        return results.luck_entries_of_outcome(self, outcome)

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        return results.final_points_by_source(self, seat)

    def final_payments(self) -> Json:
        return results.final_payments(self)

    # -- seats -------------------------------------------------------------------------------------

    def _seat(self, seat: Seat) -> Json:
        s, mine = self.view, seat == self.front_seat
        coins = s.coins[seat]
        facts = [
            {"icon": "coin", "label": self.board_text("coins"), "value": use_minus_sign(coins)},
            {
                "label": self.board_text("side_table"),
                "value": self.board_text("on_side", side=seating_side(s.seats, seat)),
            },
        ]
        items = [self._in_cache(seat, card) for card in s.caches[seat]]
        empty = self.board_text("has_fled" if s.fled[seat] else "no_cards")
        group: Json = {
            "id": f"cache:{seat}",
            "label": self.board_text("cache"),
            "items": items,
            "empty": empty,
            "small": not mine,
        }
        if mine:
            group["at"] = "hand"
        return {
            "id": f"seat:{seat}",
            "area": "mine" if mine else "others",
            "seat": seat,
            "title": self.seat_name(seat),
            "now": seat == self.asked_seat and not isinstance(self.node, End),
            "facts": facts,
            "groups": [group, self._piles(seat)],
        }

    def _piles(self, seat: Seat) -> Json:
        """Return a seat's debt, drawn as a pile. The area of the viewer also contains the deck."""
        s, owed = self.view, self.view.balances[seat]
        titles = [self.game.texts.card_name(card) for card in owed]
        text = self.board_text("owed_each_other_player", each=s.options["coin_value"])
        face: Json = {
            "back": "owed",
            "pile": True,
            "name": self.board_text("owed"),
            "big": len(owed),
            "text": text,
            "list": titles,
        }
        items = [self.make_card(f"balance:{seat}", **face)]
        if seat == self.front_seat:
            items.append(self.make_card("deck", back="deck", pile=True, name=self.board_text("deck"), big=len(s.deck)))
        return {"id": f"piles:{seat}", "label": self.board_text("piles"), "items": items, "look": "heaps"}

    def _in_cache(self, seat: Seat, card: str) -> Json:
        """Return a card of the cache. If selected, it shows outlines, its legal cells, and refusals for other cells."""
        s = self.view
        fits = towers_plan.legal_cell_ids(s, seat, card)
        text = self.board_text("fits_on", cells=len(fits)) if fits else self.board_text("fits_nowhere_now")
        face = card_content.card_content(self, card)
        if seat != self.viewer:  # a small card displays only its name
            face["name"] += f" · {face['big']}"
        made = self.make_card(f"cache:{card}", key=card, text=text, **face)
        if "does" not in made and seat == self.asked_seat and self.can_viewer_choose():
            why = self.board_text("your_card_needs_cell")
            made.update(state="dim", why={"text": why, "rule": "TOW-3.5"})
        towers = [suit for suit in s.game.suits if s.is_tower_open(s.game.tower_number[suit])]
        closing = [suit for suit in towers if can_close(s, seat, card, s.game.tower_number[suit])]
        if closing:
            made["warn"] = self.board_text("closes", towers=join_counted(closing))
        made.update(fits=fits, good=towers_plan.suit_matching_cells(s, card, fits))
        if seat in (self.asked_seat, self.viewer):
            made["barred"] = [
                {**self.refusal_reason(why), "at": at} for why, at in towers_plan.blocked_cells_by_ruling(s, seat, card)
            ]
        return made

    # -- the middle --------------------------------------------------------------------------------

    def _middle(self) -> Json:
        s = self.view
        groups = [self._tower(suit) for suit in s.game.suits]
        return {
            "id": "middle",
            "area": "middle",
            "title": self.board_text("towers"),
            "facts": [],
            "groups": groups,
            "look": "plans",
            "tabs": [group["id"] for group in groups],
        }

    def _tower(self, suit: str) -> Json:
        s = self.view
        number = s.game.tower_number[suit]
        if not s.is_tower_open(number):
            gone = self.board_text("closed_cards_are_dealt")
            return {"id": f"tower:{suit}", "label": suit, "tab": suit, "items": [], "empty": gone}
        held = s.masks[number].bit_count()
        label = self.board_text("held_suit", suit=suit, held=held) if held else self.board_text("empty_suit", suit=suit)
        group: Json = {
            "id": f"tower:{suit}",
            "label": label,
            "tab": suit,
            "board": towers_plan.tower_cell_map(s, suit, self.names),
        }
        closing = tower_closers(s, suit)
        if any(closing.closers_in_caches.values()) or any(closing.closers_in_deck.values()):
            group["lock"] = self.board_text("one_card_closes")
        if who := self._who_closes(closing):
            group["note"] = who
        return group

    def _who_closes(self, closing: TowerClosers) -> str:
        """Return a text about the seats that have a visible card with which they could close a tower."""
        told = [
            self.board_text(
                "with_cards", who=seat, cards=self.board_text("or").join(map(self.game.texts.card_name, cards))
            )
            for seat, cards in closing.closers_in_caches.items()
            if cards
        ]
        return self.board_text("closes_cards", cards=closing.cards, told=" ".join(told)) if told else ""


BOARD = TowersBoard
