"""Outbid on the table: a hand for each seat; in the middle the pile and the cards shown last."""

from __future__ import annotations

from gamelib import Action, Chance, End
from gamelib.nodes import Outcome, Seat
from widgets.page.protocol import Json
from widgets.table.board import Board, outcome_bars

HIDDEN = "?"


class OutbidBoard(Board):
    """Zones: each seat with its hand; in the middle what has been shown, and the pile."""

    icons = {"point": "M12 3l3 6 6 1-4.5 4 1 6-5.5-3-5.5 3 1-6L3 10l6-1z"}
    kind_themes = {"card": {"deep": "#16323f", "bright": "#a8c6cf"}}
    card_backs = {"card": {"deep": "#5b2a78", "bright": "#bf9ad6", "emblem": "point"}}
    item_rules = {"hand": "OUT-1.1", "shown": "OUT-2.1", "pile": "OUT-1.1"}

    def action_card_id(self, action: Action) -> str | None:
        return f"hand:{action.args[0]}" if action.verb == "show" else None

    def zones(self) -> list[Json]:
        mine = [] if self.front_seat is None else [self._seat(self.front_seat)]
        return [*map(self._seat, self.other_seats_from_viewer()), self._middle(), *mine]

    def outcome_text(self, outcome: Outcome) -> str:
        return str(self.game.texts.card_name(outcome))

    def current_odds(self) -> list[Json]:
        if not isinstance(self.node, Chance):
            return []
        return [
            {"title": self.board_text("next_card"), "bars": outcome_bars(self.node.dist(), self.game.texts.card_name)}
        ]

    def chance_button_label(self) -> str:
        return self.board_text("deal_one_card")

    def chance_series_button_label(self) -> str:
        return self.board_text("deal_all_cards")

    def _seat(self, seat: Seat) -> Json:
        s, mine = self.view, seat == self.front_seat
        items = [self._card(seat, n, card) for n, card in enumerate(s.hands[seat])]
        group: Json = {"id": f"hand:{seat}", "label": self.board_text("hand"), "items": items, "small": not mine}
        if mine:
            group["at"] = "hand"
        return {
            "id": f"seat:{seat}",
            "area": "mine" if mine else "others",
            "seat": seat,
            "title": self.seat_name(seat),
            "now": seat == self.asked_seat and not isinstance(self.node, End),
            "facts": [{"icon": "point", "label": self.board_text("points"), "value": str(s.points[seat])}],
            "groups": [group],
        }

    def _card(self, seat: Seat, n: int, card: str) -> Json:
        if card == HIDDEN:
            return self.make_card(f"hidden:{seat}:{n}", back="card", name=self.board_text("unseen"))
        place = f"hand:{card}" if seat == self.viewer else f"held:{seat}:{n}"
        return self.make_card(place if n == self.view.hands[seat].index(card) else f"{place}:{n}", **self._face(card))

    def _face(self, card: str) -> Json:
        value = self.game.values[card]
        return {
            "kind": "card",
            "icon": "point",
            "name": self.game.texts.card_name(card),
            "big": value,
            "caption": self.board_text("value", value=value),
        }

    def _middle(self) -> Json:
        s = self.view
        shown = [self.make_card(f"shown:{n}", **self._face(card)) for n, card in enumerate(s.shown)]
        pile = self.make_card("pile", back="card", pile=True, name=self.board_text("pile"), big=len(s.pile))
        return {
            "id": "middle",
            "area": "middle",
            "title": self.board_text("table"),
            "facts": [],
            "groups": [
                {
                    "id": "shown",
                    "label": self.board_text("shown"),
                    "items": shown,
                    "empty": self.board_text("nothing_shown"),
                },
                {"id": "pile", "label": self.board_text("pile"), "items": [pile]},
            ],
        }


BOARD = OutbidBoard
