"""Hadara on the table: rugs with tracks and rows, the ring with its wheel, and where each action is offered."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gamelib import Action
from gamelib.games.hadara.card_tables import COLOURS
from gamelib.games.hadara.scoring import POINT_SOURCES, points_by_source
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.icons import icons
from ....table.scene import Board, agenda
from . import ahead, beside, moments, pictures
from . import odds as hadara_odds
from .choices import choice
from .pictures import colour_of
from .seats import brought, seat_zone
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
NUMERAL = ("", "I", "II", "III")

ABOUT = {
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
    """Zones: a rug for each seat, and the ring with decks and discard piles in phase A, colonies otherwise."""

    icons = icons(
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
    kinds, backs, about = pictures.KINDS, pictures.BACKS, ABOUT
    quiet = frozenset({"dealt", "drew", "track"})

    # -- where actions are offered -----------------------------------------------------------------

    def place(self, action: Action) -> str | None:
        seat, args = self.seat, action.args
        match action.verb:
            case "buy" | "sell":
                card = args[0]
                return f"keep:{seat}:{card}" if self.asked == "keep" else f"top:{colour_of(card)}"
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

    def note(self, action: Action) -> str:
        if action.verb in ("colony_for", "statue_for"):
            cost = action.args[1] * self.game.tables.effects["reduction_coins"]
            return self.text("pays", n=cost)
        if action.verb == "keep":
            cost = action.args[0] * self.game.tables.effects["keep_coins"]
            return self.text("for_coins" if cost else "cards_go_instead", n=cost)
        return ""

    def _action(self, n: int) -> Json:
        shown = super()._action(n)
        action, seat = self.moves[n], self.seat
        if seat is None or action.verb in ("wheel", "pass", "stop"):
            return shown
        then = ahead.after(self.view, seat, action)
        shown["would"] = ahead.would(self.view, then, seat)
        shown["changes"] = [*ahead.changes(self, then, seat), *self.besides(action)]
        if self.asked == "face":
            shown["changes"] = [{**change, "small": True} for change in shown["changes"][:1]]
        if word := ahead.short(self, action):
            shown["short"] = word
        return shown

    def besides(self, action: Action) -> list[Json]:
        """What else an act means, in a few words."""
        s, seat = self.view, self.seat
        assert seat is not None
        if self.asked == "keep":
            first, second = s.drawn[seat]
            other = second if action.args[0] == first else first
            return [{"text": self.text("lies_open", other=other)}]
        if action.verb == "integrate":
            return [{"text": self.text("reverse_decides")}]
        return []

    def chance(self, action: Action) -> Json | None:
        seat = self.seat
        if self.asked != "keep" or seat is None:
            return None
        return ahead.can_pay(self, ahead.after(self.view, seat, action), seat)

    # -- the whole ---------------------------------------------------------------------------------

    def facts(self) -> list[str]:
        s = self.view
        if not s.epoch:
            return [self.text("setup")]
        draw = [self.text("draw_n", n=s.draw + 1)] if s.phase == "A" and self.asked in ("draw", "keep") else []
        return [self.text("epoch", epoch=NUMERAL[s.epoch]), self.text("phase", phase=s.phase), *draw]

    def agenda(self) -> list[str]:
        """What is still to be done, the next thing first."""
        return agenda(self.view, self.names)[::-1]

    def zones(self) -> list[Json]:
        zones = [*(seat_zone(self, seat) for seat in self.around()), self._middle()]
        if self.front is not None:
            mine = seat_zone(self, self.front)
            mine["groups"] += choice(self)
            zones.append(mine)
        return zones

    def beside(self, id: str) -> Json | None:
        return beside.of(self, id) or super().beside(id)

    def _middle(self) -> Json:
        s = self.view
        joined = self.asked in ("deal", "side") if not s.epoch else s.phase == "A"
        drawing = bool(s.ring) and joined and self.asked in ("deal", "side", "wheel", "draw", "keep", "tile")
        zone: Json = {"id": "middle", "area": "middle", "title": self.text("ring"), "facts": [], "groups": []}
        if drawing:
            zone.update(look="ring", groups=[wheel(self)])
        return zone

    # -- odds --------------------------------------------------------------------------------------

    def flows(self) -> bool:
        """One's own draw, and the reverse of a colony that one integrates: the click before has asked for them."""
        return self.asked in ("draw", "reverse") and self.seat == self.viewer

    def chance_label(self) -> str:
        return self.text({"reverse": "turn_over", "deal": "deal"}.get(self.asked, "draw"))

    def run_label(self) -> str:
        return self.text("deal_all_setup_cards") if self.asked == "deal" else ""

    def outcome(self, outcome: Outcome) -> str:
        words = self.game.texts
        if isinstance(outcome, str):
            return capitalize_first(words.card_name(outcome))
        assert isinstance(outcome, tuple)
        if all(isinstance(part, int) for part in outcome):
            return ", ".join(str(part + 1) for part in outcome)
        if outcome[0] in COLOURS:
            return ", ".join(map(str, outcome))
        return self.text("and").join(words.card_name(part) for part in outcome)

    def odds(self) -> list[Json]:
        return hadara_odds.odds(self)

    def came(self, outcome: Outcome) -> Json | None:
        return hadara_odds.came(self, outcome)

    def fortune(self, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
        return hadara_odds.fortune(self, outcome)

    def moments(self, events: Iterable[Event]) -> list[Json]:
        return moments.of(self, events)

    def payments(self, events: Iterable[Event]) -> list[Json]:
        return [
            {"to": one.seat, **({"card": one.values["card"]} if one.values["card"] else {})}
            for one in events
            if one.code == "sold"
        ]

    def reckoning(self, seat: Seat) -> list[Json]:
        counted, words = points_by_source(self.view, seat), self.game.texts.sections["sources"]
        return [
            {
                "label": capitalize_first(words[source]),
                "points": counted[source],
                "tone": SOURCE_TONES[source],
                "of": brought(self, seat, source),
            }
            for source in POINT_SOURCES
            if counted[source]
        ]

    # -- what parts of the table ask ---------------------------------------------------------------


BOARD = HadaraBoard
