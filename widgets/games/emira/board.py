"""Emira on the table: rugs with palaces and roads, the gate, the goods of a round, and where each action is offered."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gamelib import Action, End
from gamelib.emira.auction import price
from gamelib.emira.choosing import Ranking, ranking
from gamelib.emira.ladder import ladder
from gamelib.emira.purchase import look_price
from gamelib.emira.tables import CAMEL, CARAVANS, HIDDEN, KINDS, LARGE, LOOK, SECTION, SIDI, SMALL, STATUS
from gamelib.nodes import Event, Outcome, Seat
from gamelib.numbers import number, some

from ...page import Json
from ...table.icons import icons
from ...table.scene import Board, agenda
from . import coming, ends, moments, pictures
from . import odds as emira_odds
from .seats import ICONS, TONES, event_face, first_up, princess, seat_zone

PLACES = {"counter": "market:counter", "status": "market:status", "section": "market:section", "camel": "market:camel"}

ABOUT = {
    "free": "EMI-9.1", "deck:fates": "EMI-3.1", "deck:pile": "EMI-5.1", "deck:titles": "EMI-5.2", "bag": "EMI-1.10",
    "supply": "EMI-7.11", "value": "EMI-9.3", "camels": "EMI-6.6", "track": "EMI-4.2", "disc": "EMI-16.3",
    "aim": "EMI-12.1", "hand": "EMI-3.1", "symbol": "EMI-3.3", "princess": "EMI-9.2", "home": "EMI-9.2",
    "looked:fates": "EMI-8.2", "looked": "EMI-8.2", "fetch": "EMI-7.8", "market:counter": "EMI-7.5",
    "market:beauty": "EMI-7.5", "market:manners": "EMI-7.5", "market:dress": "EMI-7.5", "market:status": "EMI-7.8",
    "market:section": "EMI-7.9", "market:camel": "EMI-7.10", "market": "EMI-7.2",
}  # fmt: skip


class EmiraBoard(Board):
    """Zones: a rug for each seat; the gate with those who are to choose, and the piles. The goods lie on the hand."""

    icons = icons(
        "guest",
        "coin",
        "mirror",
        "crown",
        "dome",
        "camel",
        "bag",
        "scroll",
        "bolt",
        "star",
        "shield",
        "deck",
        "discard",
        "book",
        "key",
        "pot",
        "quill",
        "cup",
        "robe",
    )
    kinds, backs, about = pictures.KINDS, pictures.BACKS, ABOUT

    # -- where actions are offered -----------------------------------------------------------------

    def place(self, action: Action) -> str | None:
        seat, args = self.seat, action.args
        match action.verb:
            case "play":
                return f"hand:{seat}:{args[0]}"
            case "keep":
                return f"{'hand' if self.asked == 'choose_event' else 'looked'}:{seat}:{args[0]}"
            case "fetch":
                return f"fetch:{args[0]}"
            case "forward":
                return f"track:{seat}:{args[0]}"
            case "back" | "back_two":
                return f"track:{seat}:{self.node.values['caravan']}"  # type: ignore[union-attr]
            case "caravan":
                return f"market:{'small' if args[0] in CARAVANS[:2] else 'large'}"
            case "counter" | "status" | "section" | "camel":
                return PLACES[action.verb]
            case "give" | "name":
                return f"value:{seat}:appearance"
            case "drop":
                return f"value:{seat}:status"
            case "send":
                return f"home:{seat}:{args[0]}"
        return None

    def note(self, action: Action) -> str:
        s, seat = self.view, self.seat
        assert seat is not None  # there are actions only where a seat chooses
        match action.verb:
            case "caravan" | "counter" | "status" | "section" | "camel":
                cost = self._price(seat, action)
                return f"costs {cost}, leaves {s.gold[seat] - cost}"
            case "compensation":
                return f"+{self.game.tables.prices['compensation']} gold"
            case "look":
                return f"costs {look_price(s, seat, action.args[0])}"
            case "offer":
                return f"{s.bag[KINDS.index(action.args[0])]} in the bag"
        return ""

    def _price(self, seat: Seat, action: Action) -> int:
        return price(self.view, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)

    # -- the whole ---------------------------------------------------------------------------------

    def facts(self) -> list[str]:
        s = self.view
        if not s.round:
            return ["setup"]
        phase = self.fill(self.game.words.sections["phases"][str(s.phase)])
        return [f"round {s.round}", f"phase {s.phase} of 8: {phase}"]

    def agenda(self) -> list[str]:
        """What is still to be done, the next thing first: the phases stand in their order."""
        return agenda(self.view, self.names)[::-1]

    def auction(self) -> Any:
        """The auction that is going on: its frame, with opener, bid, bidder and who is in; None if there is none."""
        return next((frame for frame in reversed(self.view.todo) if frame.step.name == "bid"), None)

    def zones(self) -> list[Json]:
        zones = [*(seat_zone(self, seat) for seat in self.around()), self._middle()]
        if self.front is not None:
            mine = seat_zone(self, self.front)
            mine["groups"] += self._choice()
            zones.append(mine)
        return zones

    def _choice(self) -> list[Json]:
        """What there is to choose from, on the hand: cards looked at, the status pile, the goods of this round."""
        s = self.view
        if s.looked:
            return [{**self._looked(), "at": "hand"}]
        if self.asked == "fetch" and self.moves:
            cards = [
                self.card(f"fetch:{card}", count=n, **self.status_face(card))
                for card, n in sorted(s.titles.counts().items())
            ]
            return [{"id": "fetch", "label": "The status pile to choose from", "items": cards, "at": "hand"}]
        if s.round and 3 <= s.phase <= 5 and not isinstance(self.node, End):
            return [{**self._market(), "at": "hand"}]
        return []

    def _middle(self) -> Json:
        """The gate: artists who are to choose, with what they look for; the piles behind it."""
        s = self.view
        line = [
            (name, where)
            for names, where in ((s.active, "In play"), (s.later, "In the even round"), (s.undecided, "Undecided"))
            for name in names
        ]
        gate = {"id": "gate", "label": "At the gate", "look": "guests", "items": [self._guest(*of) for of in line]}
        return {
            "id": "middle",
            "area": "middle",
            "title": "The gate and the piles",
            "facts": [],
            "groups": [*([gate] if line else []), self._piles()],
        }

    # -- artists and what they see -----------------------------------------------------------------

    def _guest(self, name: str, where: str) -> Json:
        """A princess who is to choose, what she looks for and whom she would join as things are."""
        found = self.ranking(name)
        words = self.game.words
        wishes = [] if name == SIDI else [words.card(wish) for wish in found.preferences]
        now = "nobody yet" if found.winner is None else self.name(found.winner)
        facts = [
            {"icon": ICONS[wish], "text": f"{'first' if not i else 'then'} {words.card(wish)}"}
            for i, wish in enumerate(found.preferences)
            if name != SIDI
        ]
        if name == SIDI:
            facts = [{"icon": "guest", "text": self.fill("most {princesses}")}]
        face = princess(self, name)
        list_ = [f"As things stand: {found.sentence}", *self._ranked(found)]
        if wishes:
            list_.insert(0, f"Whoever leads in {wishes[0]}; among those who are level there, who leads in {wishes[1]}")
        return self.card(
            f"princess:{name}", **{**face, "lines": facts, "list": list_, "caption": f"{where.lower()}: {now}"}
        )

    def ranking(self, name: str) -> Ranking:
        """How a princess ranks the hosts as things are."""
        found = ranking(self.view, name, tuple(self.names))
        assert found is not None
        return found

    def _ranked(self, found: Ranking) -> list[str]:
        """A line for each host, the best first; who is barred, and why, stands last."""
        lines, free = [], [rank for rank in found.ranks if not rank.barred]
        for rank in found.ranks:
            told = " and ".join(
                f"{self._wish(wish)} {number(value)}"
                for wish, value in zip(found.preferences, (rank.first, rank.second), strict=False)
            )
            if rank.barred:
                full = f"room for {self.view.room(rank.seat)}, and every place is taken"
                lines.append(f"{self.name(rank.seat)}: {full if rank.barred == 'room' else 'misses this round'}")
            else:
                place = 1 + sum(rank[1:3] < better[1:3] for better in free)
                lines.append(f"{place}. {self.name(rank.seat)}: {told}")
        return lines

    def _wish(self, wish: str) -> str:
        return self.fill("{princesses}") if wish == "princesses" else self.game.words.card(wish)

    def _looked(self) -> Json:
        """Cards that somebody is looking at."""
        s = self.view
        seat, deck = s.looker()
        cards = []
        for card in dict.fromkeys(s.looked):
            count = s.looked.count(card)
            if card == HIDDEN:
                face: Json = {"name": "Hidden", "back": deck, "tone": "s5", "text": "a card that you may not see"}
            elif deck == "fates":
                face = event_face(self, card)
            else:
                face = princess(self, card) if deck == "pile" else self.status_face(card)
            cards.append(self.card(f"looked:{seat}:{card}", count=count, **face))
        return {"id": "looked", "label": f"{self.name(seat)} looks at", "items": cards}

    # -- auction and market ------------------------------------------------------------------------

    def entries(self) -> list[Json]:
        s, seat = self.view, self.seat
        if self.asked not in ("bid", "last") or not self.moves:
            return []
        off, gold = s.discount(seat), s.gold[seat]
        free = self.asked == "last"
        you = "you" if free else "to act first you"
        camels = f"Your camels take {off} off: {you}" if off else first_up(you)
        frame = self.auction()
        note = ""
        if frame is not None:
            leads = f"{self.name(frame.bidder)} bids {frame.bid}"
            note = leads if frame.bidder >= 0 else f"If all pass, {self.name(frame.opener)} buys free"
        entry = self.entry(
            "bid",
            lambda action: int(action.args[0]),
            unit="gold",
            less=off,
            have=gold,
            label="Pay a bid of your own accord, to have less than 500 gold" if free else "Your bid",
            note=note,
            button="Pay" if free else "Bid",
            says=f"{camels} would pay {{due}} and keep {{left}}.",
            ladder=[action.args[0] for action in ladder(s) if action.verb == "bid"],
        )
        return [] if entry is None else [entry]

    def _market(self) -> Json:
        """The six actions: price, what it brings, and why one is not to be had."""
        s, game, words = self.view, self.game, self.game.words
        market, seat = s.market, self.viewer if self.seat is None or not self.moves else self.seat
        items = []
        for size, name in ((SMALL, "small"), (LARGE, "large")):
            kinds = CARAVANS[2 * size : 2 * size + 2]
            costs = [price(s, seat, kind) for kind in kinds]
            rows = [game.tables.caravans[kind] for kind in kinds]
            text = ", ".join(f"{'slow' if row.slow else 'fast'} {row.spaces} × {row.income}" for row in rows)
            more = [coming.gain(self, kind, cost) for kind, cost in zip(kinds, costs, strict=True)]
            items.append(
                self._lot(
                    name,
                    market[size],
                    [Action("caravan", kind) for kind in kinds],
                    kinds,
                    icon="deck",
                    kind=name,
                    name=f"{first_up(name)} caravan",
                    text=text,
                    list=more,
                    adds=[rows[0].income] * rows[0].spaces,
                    cost=min(costs),
                    big=" / ".join(map(str, costs)),
                    tried=("caravan", min(costs)),
                )
            )
        kinds = market[LOOK]
        items.append(
            self._lot(
                "counter",
                kinds,
                [Action("counter", kind) for kind in kinds or KINDS[:1]],
                ("counter",),
                icon="mirror",
                tone=TONES["appearance"],
                big=price(s, seat, "counter"),
                unit="gold",
                kind=kinds[0] if kinds else "counter",
                cost=price(s, seat, "counter"),
                tried=("counter", price(s, seat, "counter"), *kinds[:1]),
                name=first_up((" or ".join(kinds) + " counter").strip()),
                text="appearance +1" if kinds else "not drawn yet",
                list=["Beauty, manners and dress together add 1 more"],
            )
        )
        cards = market[STATUS]
        points = " or ".join(f"+{game.tables.status[card].points}" for card in cards)
        costs = [price(s, seat, card) for card in cards]
        items.append(
            self._lot(
                "status",
                cards,
                [Action("status", card) for card in cards],
                ("status",),
                icon="crown",
                kind="status",
                tone=TONES["status"],
                name="Status card",
                unit="gold",
                text=f"status {points}" if cards else "not turned up yet",
                big=" / ".join(map(str, costs)),
                cost=min(costs, default=0),
                tried=("status", min(costs, default=0), *cards[:1]),
            )
        )
        cost = price(s, seat, "section")
        items.append(
            self._lot(
                "section",
                market[SECTION],
                [Action("section")],
                ("section",),
                icon="dome",
                big=cost,
                kind="section",
                tone=TONES["palace"],
                name=first_up(words.card("section")),
                unit="gold",
                cost=cost,
                text="palace +1, room +1",
                tried=("section", cost),
            )
        )
        each, cost = game.tables.camel_track[s.herd[seat]], price(s, seat, "camel")
        items.append(
            self._lot(
                "camel",
                market[CAMEL],
                [Action("camel")],
                ("camel",),
                icon="camel",
                kind="camel",
                tone="s8",
                name=first_up(words.card("camel")),
                big=cost,
                unit="gold",
                cost=cost,
                text=f"{each} off each bid",
                tried=("camel", cost),
            )
        )
        return {"id": "market", "label": "On offer this round, each to one player", "items": items}

    def _lot(
        self, id: str, on_offer: Any, actions: list[Action], done: tuple[str, ...], tried: tuple[Any, ...], **face: Any
    ) -> Json:
        """A card of the market; `done`: how a seat that took it is marked; `tried`: what buying it would change."""
        acting = self.asked in ("act", "last")
        card = self.card(f"market:{id}", actions if acting else (), **face)
        if on_offer or self.view.phase == 3:
            if on_offer and self.may_choose() and self.asked in emira_odds.AHEAD:
                card.update(emira_odds.tried(self, *tried))
            return card
        taker = next((seat for seat in range(self.view.seats) if self.view.done[seat] in done), None)
        if taker is not None:
            why = {"text": f"{self.name(taker)} has taken it this round.", "rule": "EMI-6.1"}
        elif self.view.even():
            why = {"text": "It was taken in the odd round, or there is none left.", "rule": "EMI-15.5"}
        else:
            why = {"text": "There is none on offer.", "rule": "EMI-7.11"}
        card.pop("big", None)
        card.pop("cost", None)
        return {**card, "state": "dim", "text": why["text"].removesuffix("."), "why": why}

    def status_face(self, card: str) -> Json:
        """What a status card shows."""
        row = self.game.tables.status[card]
        return {
            "icon": "crown",
            "kind": "status",
            "tone": TONES["status"],
            "name": self.game.words.card(card),
            "big": f"+{row.points}",
            "text": f"costs {row.price}",
        }

    # -- events and piles --------------------------------------------------------------------------

    def _shut(self) -> list[Json]:
        """What the events of this round forbid, while there are still some to be played."""
        if self.view.phase > 1:
            return []
        words, events = self.game.words, self.game.tables.events
        cards = []
        for mark in self.view.symbols:
            shut = [words.card(card) for card, row in events.items() if mark in (row.symbol, card)]
            cards.append(
                self.card(
                    f"symbol:{mark}",
                    icon="bolt",
                    tone="s8",
                    kind="event",
                    name=f"No more {' or '.join(shut)}",
                    text="this round",
                )
            )
        return cards

    def _piles(self) -> Json:
        s = self.view
        items = []
        for name, label, tone in (
            ("pile", self.fill("{Princesses}"), "s7"),
            ("titles", "Status", "s1"),
            ("fates", "Events", "s8"),
        ):
            deck = getattr(s, name)
            known = self._known(deck) if name != "fates" else self._played()
            items.append(self.card(f"deck:{name}", back=name, pile=True, tone=tone, name=label, big=len(deck), **known))
        bag = [f"{n} {self.game.words.card(kind)}" for n, kind in zip(s.bag, KINDS, strict=True)]
        items.append(
            self.card(
                "bag", icon="bag", tone="s7", kind="counter", pile=True, name="Bag", big=sum(s.bag), text=", ".join(bag)
            )
        )
        supply = [
            some(s.small_left, "small caravan"),
            some(s.large_left, "large caravan"),
            some(s.tiles_left, "section"),
            some(s.camels_left, "camel"),
        ]
        items.append(self.card("supply", icon="deck", kind="supply", name="Supply", text=", ".join(supply)))
        return {"id": "piles", "label": "Piles, supply and events", "look": "chips", "items": [*self._shut(), *items]}

    def _played(self) -> Json:
        """The event cards that are out of the pile for good."""
        spent = self.view.spent
        played = [f"{spent.count(card)} × {self.game.words.card(card)}" for card in dict.fromkeys(spent)]
        return {"text": f"{len(spent)} played", "list": played} if played else {}

    def _known(self, deck: Any) -> Json:
        """The cards whose places on top or at the bottom are known: a few words, and all of them to unfold."""
        said: list[str] = []
        told: list[str] = []
        for where, parts in (("on top", deck.parts[::-1]), ("at the bottom", deck.parts)):
            cards = []
            for part in parts:
                if part.size != 1 or not part.fixed:
                    break
                cards.append(self.game.words.card(next(iter(part.fixed))))
            if cards and not (told and len(cards) == len(deck.parts)):
                few = ", ".join(cards) if len(cards) <= 3 else f"{len(cards)} cards known"
                said.append(f"{where}: {few}")
                told.append(f"{first_up(where)}: {', '.join(cards)}")
        return {"text": "; ".join(said), "list": told if len("; ".join(said)) < len("; ".join(told)) else []}

    # -- odds --------------------------------------------------------------------------------------

    def chance_label(self) -> str:
        return {"turn_up": "Turn up", "title": "Turn up", "peek": "Look"}.get(self.asked, "Draw")

    def run_label(self) -> str:
        return {"colour": "Draw all colours", "goal": "Draw all objectives", "deal": "Deal all cards"}.get(
            self.asked, ""
        )

    def outcome(self, outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return self.name(outcome)
        return first_up(self.game.words.card(outcome)) if isinstance(outcome, str) else super().outcome(outcome)

    def odds(self) -> list[Json]:
        return emira_odds.odds(self) + ([] if isinstance(self.node, End) else coming.of(self))

    def came(self, outcome: Outcome) -> Json | None:
        return ends.came(self, outcome)

    def flows(self) -> bool:
        return self.asked == "peek"

    def fortune(self, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
        return ends.fortune(self, outcome)

    @classmethod
    def standing(cls, state: Any) -> list[int] | None:
        return ends.standing(state)

    def reckoning(self, seat: Seat) -> list[Json]:
        return ends.sources(self, seat)

    def moments(self, events: Iterable[Event]) -> list[Json]:
        return moments.of(self, events)


BOARD = EmiraBoard
