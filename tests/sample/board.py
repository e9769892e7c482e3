"""Outbid on the table: a hand for each seat; in the middle the pile and the cards shown last."""

from __future__ import annotations

from gamelib import Action, Chance, End
from gamelib.nodes import Outcome, Seat
from widgets.page.protocol import Json
from widgets.table.scene import Board, bars

HIDDEN = "?"


class OutbidBoard(Board):
    """Zones: each seat with its hand; in the middle what has been shown, and the pile."""

    icons = {"point": "M12 3l3 6 6 1-4.5 4 1 6-5.5-3-5.5 3 1-6L3 10l6-1z"}
    kinds = {"card": {"deep": "#16323f", "bright": "#a8c6cf"}}
    backs = {"card": {"deep": "#5b2a78", "bright": "#bf9ad6", "emblem": "point"}}
    about = {"hand": "OUT-1.1", "shown": "OUT-2.1", "pile": "OUT-1.1"}

    def place(self, action: Action) -> str | None:
        return f"hand:{action.args[0]}" if action.verb == "show" else None

    def zones(self) -> list[Json]:
        mine = [] if self.front is None else [self._seat(self.front)]
        return [*map(self._seat, self.around()), self._middle(), *mine]

    def outcome(self, outcome: Outcome) -> str:
        return str(self.game.texts.card_name(outcome))

    def odds(self) -> list[Json]:
        if not isinstance(self.node, Chance):
            return []
        return [{"title": self.text("next_card"), "bars": bars(self.node.dist(), self.game.texts.card_name)}]

    def chance_label(self) -> str:
        return self.text("deal_one_card")

    def run_label(self) -> str:
        return self.text("deal_all_cards")

    def _seat(self, seat: Seat) -> Json:
        s, mine = self.view, seat == self.front
        items = [self._card(seat, n, card) for n, card in enumerate(s.hands[seat])]
        group: Json = {"id": f"hand:{seat}", "label": self.text("hand"), "items": items, "small": not mine}
        if mine:
            group["at"] = "hand"
        return {
            "id": f"seat:{seat}",
            "area": "mine" if mine else "others",
            "seat": seat,
            "title": self.name(seat),
            "now": seat == self.seat and not isinstance(self.node, End),
            "facts": [{"icon": "point", "label": self.text("points"), "value": str(s.points[seat])}],
            "groups": [group],
        }

    def _card(self, seat: Seat, n: int, card: str) -> Json:
        if card == HIDDEN:
            return self.card(f"hidden:{seat}:{n}", back="card", name=self.text("unseen"))
        place = f"hand:{card}" if seat == self.viewer else f"held:{seat}:{n}"
        return self.card(place if n == self.view.hands[seat].index(card) else f"{place}:{n}", **self._face(card))

    def _face(self, card: str) -> Json:
        value = self.game.values[card]
        return {
            "kind": "card",
            "icon": "point",
            "name": self.game.texts.card_name(card),
            "big": value,
            "caption": self.text("value", value=value),
        }

    def _middle(self) -> Json:
        s = self.view
        shown = [self.card(f"shown:{n}", **self._face(card)) for n, card in enumerate(s.shown)]
        pile = self.card("pile", back="card", pile=True, name=self.text("pile"), big=len(s.pile))
        return {
            "id": "middle",
            "area": "middle",
            "title": self.text("table"),
            "facts": [],
            "groups": [
                {"id": "shown", "label": self.text("shown"), "items": shown, "empty": self.text("nothing_shown")},
                {"id": "pile", "label": self.text("pile"), "items": [pile]},
            ],
        }


BOARD = OutbidBoard
