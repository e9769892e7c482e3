"""Towers on the table: six towers with their cards as they lie, caches, balances, what is still to come."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gamelib import Action, End
from gamelib.games.towers.board_view import TowerClosers, tower_closers
from gamelib.games.towers.flee_decision import can_close
from gamelib.games.towers.state import table_side
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import join_counted, use_minus_sign

from ....page.protocol import Json
from ....table.scene import Board, cards_of
from . import beside, ends, faces, moments
from . import odds as towers_odds
from . import plan as towers_plan
from .pictures import BACKS, KINDS
from .plan import ICONS, cell_id
from .preview import preview

ABOUT = {"balance": "TOW-1.6", "cell": "TOW-3.4", "deck": "TOW-8.2", "cache": "TOW-3.1"}


class TowersBoard(Board):
    """Zones: each seat with its open cache; in the middle the towers and the deck."""

    icons = ICONS
    table = "board"
    kinds, backs, about = KINDS, BACKS, ABOUT
    quiet = frozenset({"dealt", "refilled", "turn"})

    # -- where actions are offered -----------------------------------------------------------------

    def place(self, action: Action) -> str | None:
        return f"cache:{action.args[0]}" if action.verb == "place" else None

    def aim(self, action: Action) -> str | None:
        return cell_id(action.args[1], action.args[2]) if action.verb == "place" else None

    def note(self, action: Action) -> str:
        s, seat = self.view, self.seat
        if seat is None:
            return ""
        if action.verb == "flee":
            return towers_odds.flight(self, seat)
        if action.verb in ("pass", "stop"):
            return self.text("to_your_balance", cards=len(s.caches[seat]))
        return ""

    # -- the whole ---------------------------------------------------------------------------------

    def layout(self) -> Json:
        scene = super().layout()
        previews: list[Json] = []  # many actions do the same
        for shown in scene["actions"]:
            action = self.moves[shown["n"]]
            if action.verb == "place" and self.seat is not None:
                told = preview(self.view, self.seat, action)
                if told not in previews:
                    previews.append(told)
                shown["preview"] = previews.index(told)
        casts = {
            card["id"]: towers_plan.casts(self.view, zone["seat"], card["key"])
            for zone in scene["zones"]
            for card in cards_of(zone)
            if "fits" in card
        }
        return {**scene, "previews": previews, "casts": casts}

    def facts(self) -> list[str]:
        s = self.view
        if isinstance(self.node, End):
            return []
        return [*([self.text("turn", turn=s.turn)] if s.turn else []), self.text("deck_cards", deck=len(s.deck))]

    def zones(self) -> list[Json]:
        mine = [] if self.front is None else [self._seat(self.front)]
        return [*map(self._seat, self.around()), self._middle(), *mine]

    def chance_label(self) -> str:
        return self.text("deal_one_card" if self.asked == "deal" else "draw_one_card")

    def run_label(self) -> str:
        return self.text("deal_all_cards" if self.asked == "deal" else "draw_all")

    def outcome(self, outcome: Outcome) -> str:
        return str(self.game.texts.card_name(outcome))

    def odds(self) -> list[Json]:
        return towers_odds.odds(self)

    def beside(self, id: str) -> Json | None:
        return beside.of(self, id) or super().beside(id)

    def came(self, outcome: Outcome) -> Json | None:
        return ends.came(self, outcome)

    def flows(self) -> bool:
        return self.asked == "refill"

    def moments(self, events: Iterable[Event]) -> list[Json]:
        return moments.of(self, events)

    def payments(self, events: Iterable[Event]) -> list[Json]:
        return [
            {"by": one.seat, "to": one.values["other"], "n": one.values["coins"]}
            for one in events
            if one.code in ("pays", "settles")
        ]

    def fortune(self, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
        return ends.fortune(self, outcome)

    def reckoning(self, seat: Seat) -> list[Json]:
        return ends.sources(self, seat)

    def ledger(self) -> Json:
        return ends.ledger(self)

    # -- seats -------------------------------------------------------------------------------------

    def _seat(self, seat: Seat) -> Json:
        s, mine = self.view, seat == self.front
        coins = s.coins[seat]
        facts = [
            {"icon": "coin", "label": self.text("coins"), "value": use_minus_sign(coins)},
            {"label": self.text("side_table"), "value": self.text("on_side", side=table_side(s.seats, seat))},
        ]
        items = [self._in_cache(seat, card) for card in s.caches[seat]]
        empty = self.text("has_fled" if s.fled[seat] else "no_cards")
        group: Json = {
            "id": f"cache:{seat}",
            "label": self.text("cache"),
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
            "title": self.name(seat),
            "now": seat == self.seat and not isinstance(self.node, End),
            "facts": facts,
            "groups": [group, self._piles(seat)],
        }

    def _piles(self, seat: Seat) -> Json:
        """What a seat owes, as a pile; before the one who looks on the deck as well."""
        s, owed = self.view, self.view.balances[seat]
        titles = [self.game.texts.card_name(card) for card in owed]
        text = self.text("owed_each_other_player", each=s.options["coin_value"])
        face: Json = {
            "back": "owed",
            "pile": True,
            "name": self.text("owed"),
            "big": len(owed),
            "text": text,
            "list": titles,
        }
        items = [self.card(f"balance:{seat}", **face)]
        if seat == self.front:
            items.append(self.card("deck", back="deck", pile=True, name=self.text("deck"), big=len(s.deck)))
        return {"id": f"piles:{seat}", "label": self.text("piles"), "items": items, "look": "heaps"}

    def _in_cache(self, seat: Seat, card: str) -> Json:
        """A card that shows, when selected, where it would lie, may lie, and why not elsewhere."""
        s = self.view
        fits = towers_plan.fits(s, seat, card)
        text = self.text("fits_on", cells=len(fits)) if fits else self.text("fits_nowhere_now")
        face = faces.face(self, card)
        if seat != self.viewer:  # a small card shows its name alone
            face["name"] += f" · {face['big']}"
        made = self.card(f"cache:{card}", key=card, text=text, **face)
        if "does" not in made and seat == self.seat and self.may_choose():
            why = self.text("your_card_needs_cell")
            made.update(state="dim", why={"text": why, "rule": "TOW-3.5"})
        towers = [suit for suit in s.game.suits if s.is_tower_open(s.game.tower_number[suit])]
        closing = [suit for suit in towers if can_close(s, seat, card, s.game.tower_number[suit])]
        if closing:
            made["warn"] = self.text("closes", towers=join_counted(closing))
        made.update(fits=fits, good=towers_plan.matching(s, card, fits))
        if seat in (self.seat, self.viewer):
            made["barred"] = [{**self.reason(why), "at": at} for why, at in towers_plan.barred(s, seat, card)]
        return made

    # -- the middle --------------------------------------------------------------------------------

    def _middle(self) -> Json:
        s = self.view
        groups = [self._tower(suit) for suit in s.game.suits]
        return {
            "id": "middle",
            "area": "middle",
            "title": self.text("towers"),
            "facts": [],
            "groups": groups,
            "look": "plans",
            "tabs": [group["id"] for group in groups],
        }

    def _tower(self, suit: str) -> Json:
        s = self.view
        number = s.game.tower_number[suit]
        if not s.is_tower_open(number):
            gone = self.text("closed_cards_are_dealt")
            return {"id": f"tower:{suit}", "label": suit, "tab": suit, "items": [], "empty": gone}
        held = s.masks[number].bit_count()
        label = self.text("held_suit", suit=suit, held=held) if held else self.text("empty_suit", suit=suit)
        group: Json = {
            "id": f"tower:{suit}",
            "label": label,
            "tab": suit,
            "board": towers_plan.tower(s, suit, self.names),
        }
        closing = tower_closers(s, suit)
        if any(closing.closers_in_caches.values()) or any(closing.closers_in_deck.values()):
            group["lock"] = self.text("one_card_closes")
        if who := self._who_closes(closing):
            group["note"] = who
        return group

    def _who_closes(self, closing: TowerClosers) -> str:
        """Who shows a card that would close a tower."""
        told = [
            self.text("with_cards", who=seat, cards=self.text("or").join(map(self.game.texts.card_name, cards)))
            for seat, cards in closing.closers_in_caches.items()
            if cards
        ]
        return self.text("closes_cards", cards=closing.cards, told=" ".join(told)) if told else ""


BOARD = TowersBoard
