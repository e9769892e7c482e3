"""Emira on the table: player boards, market and auction, the princess in play with what she sees, the odds."""

from __future__ import annotations

from typing import Any

from gamelib import Action, End
from gamelib.emira.auction import price
from gamelib.emira.bots import ladder
from gamelib.emira.choosing import Rank, Ranking, ranking
from gamelib.emira.purchase import look_price
from gamelib.emira.tables import CAMEL, CARAVANS, HIDDEN, KINDS, LARGE, LOOK, SECTION, SMALL, STATUS
from gamelib.nodes import Outcome, Seat
from gamelib.numbers import number, some

from ...page import Json
from ...table.icons import icons
from ...table.scene import Board, agenda
from . import odds as emira_odds
from .seats import ICONS, TONES, event_face, first_up, looks_for, princess, seat_zone

PLACES = {"counter": "market:counter", "status": "market:status", "section": "market:section", "camel": "market:camel"}
BOUGHT = {"counter": "bought the counter", "status": "bought the status card", "section": "bought the palace section",
          "camel": "bought the camel", "declined": "took no action", "compensated": "took gold instead",
          "locked": "misses this round because of Hind"}  # fmt: skip


class EmiraBoard(Board):
    """Zones: a player board for each seat; in the middle princesses, auction, market, piles."""

    icons = icons("guest", "coin", "mirror", "crown", "dome", "camel", "bag", "scroll", "bolt", "star", "shield",
                  "deck", "discard")  # fmt: skip

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
        return [f"round {s.round}", f"phase {s.phase} of 8: {self.game.words.sections['phases'][str(s.phase)]}"]

    def agenda(self) -> list[str]:
        """What is still to be done, the next thing first: the phases stand in their order."""
        return agenda(self.view, self.names)[::-1]

    def zones(self) -> list[Json]:
        n = self.view.seats
        others = [seat_zone(self, (self.viewer + i) % n) for i in range(1, n)]
        this_round = self._round()
        return [*others, self._middle(), *([this_round] if this_round["groups"] else []), seat_zone(self, self.viewer)]

    def _round(self) -> Json:
        """What this round is about: cards looked at, the auction, the market, princesses who are to choose."""
        s = self.view
        groups: list[Json] = []
        if s.looked:
            groups.append(self._looked())
        if self.asked == "fetch" and self.moves:
            cards = [self.card(f"fetch:{card}", count=n, **self._status_face(card))
                     for card, n in sorted(s.titles.counts().items())]  # fmt: skip
            groups.append({"id": "fetch", "label": "The status pile to choose from", "items": cards})
        if s.phase == 4:
            groups.append(self._auction())
        if s.round and s.phase >= 3 and not isinstance(self.node, End):
            groups.append(self._market())
        for line, where in ((s.active, "In play"), (s.later, "In play in the even round"), (s.undecided, "Undecided")):
            groups += [self._princess(name, where) for name in line]
        return {"id": "round", "area": "mine", "title": f"Round {s.round}", "facts": [],
                "groups": [{**group, "wide": True} for group in groups]}  # fmt: skip

    def _middle(self) -> Json:
        return {"id": "middle", "area": "middle", "title": "The middle", "facts": [], "groups": [self._piles()]}

    # -- princesses and what they see --------------------------------------------------------------

    def _princess(self, name: str, where: str) -> Json:
        """A princess who is to choose, with the hosts as she ranks them and the sentence that says why."""
        small = where == "Undecided"
        items = [self.card(f"princess:{name}", **princess(self, name))]
        found = ranking(self.view, name, tuple(self.names))
        assert found is not None
        free = [rank for rank in found.ranks if not rank.barred]
        for rank in found.ranks:
            items.append(self._rank(found, rank, small, 1 + sum(rank[1:3] < better[1:3] for better in free)))
        note = found.sentence if small else f"As things stand: {found.sentence}"
        return {"id": f"choice:{name}", "label": f"{where}: {self.game.words.card(name)} {looks_for(self, name)}",
                "items": items, "note": note, "small": small}  # fmt: skip

    def _rank(self, found: Ranking, rank: Rank, small: bool, place: int) -> Json:
        """A host as a princess sees him, with his place among those who can have her."""
        first, *second = found.preferences
        word = self.fill("{princesses}") if first == "princesses" else self.game.words.card(first)
        value, who = number(rank.first), self.name(rank.seat)
        text = [f"{self.game.words.card(second[0])} {number(rank.second)}"] if second else []
        if rank.seat == found.winner:
            text.append("would be chosen")
        name = who if rank.barred else f"{place}. {who}"
        card: Json = {"id": f"rank:{found.princess}:{rank.seat}", "icon": ICONS[first], "tone": TONES[first],
                      "name": f"{name} · {value}" if small else name, "big": value, "unit": word,
                      "text": ", ".join(text)}  # fmt: skip
        if rank.barred:
            full = f"{who} has room for {self.view.room(rank.seat)}, and every place is taken."
            why = full if rank.barred == "room" else f"{who} misses this round because of Hind."
            rule = "EMI-9.1" if rank.barred == "room" else "EMI-13.10"
            card.update(state="dim", text="no place" if rank.barred == "room" else "misses this round",
                        why={"text": why, "rule": rule})  # fmt: skip
        return card

    def _looked(self) -> Json:
        """Cards that somebody is looking at."""
        s = self.view
        seat, deck = s.looker()
        cards = []
        for card in dict.fromkeys(s.looked):
            count = s.looked.count(card)
            if card == HIDDEN:
                face: Json = {"name": "Hidden", "back": True, "tone": "s5", "text": "a card that you may not see"}
            elif deck == "fates":
                face = event_face(self, card)
            else:
                face = princess(self, card) if deck == "pile" else self._status_face(card)
            cards.append(self.card(f"looked:{seat}:{card}", count=count, **face))
        return {"id": "looked", "label": f"{self.name(seat)} looks at", "items": cards}

    # -- auction and market ------------------------------------------------------------------------

    def _auction(self) -> Json:
        """Who is in, what stands, and who has had the action of this round."""
        s = self.view
        frame = next((frame for frame in reversed(s.todo) if frame.step.name == "bid"), None)
        if frame is None:
            label, opener, bid, bidder, inside = "Auctions of this round", -1, 0, -1, 0
        else:
            opener, bid, bidder, inside = frame.opener, frame.bid, frame.bidder, frame.inside
            stands = f"{bid} stands, bid by {self.name(bidder)}" if bidder >= 0 else "no bid yet"
            label = f"Auction: {stands}; {self.name(opener)} opened"
        cards = []
        for seat in s.order():
            face: Json = {"tone": "muted"}
            if s.done[seat]:
                done = s.done[seat]
                face["text"] = BOUGHT.get(done) or f"bought a {self.game.words.card(done)}"
            elif bidder == seat:
                face.update(tone="s1", big=bid, unit="gold", text="has the highest bid")
            elif inside >> seat & 1:
                most = s.gold[seat] + s.discount(seat)
                face.update(tone="s5", text=f"still in, can bid up to {most}")
            else:
                face["text"] = "takes an action now" if seat == self.seat and frame is None else (
                    "passed in this auction" if frame is not None else "still to act")  # fmt: skip
            cards.append(self.card(f"bidder:{seat}", icon="coin", name=self.name(seat), **face))
        note = ""
        if frame is not None:  # what one bids for, as long as one can
            note = "Who wins pays the bid and buys one thing on offer. "
            note += f"If all pass, {self.name(opener)} buys without a bid."
        return {"id": "auction", "label": label, "items": cards, "note": note}

    def entries(self) -> list[Json]:
        s, seat = self.view, self.seat
        if self.asked not in ("bid", "last") or not self.moves:
            return []
        off, gold = s.discount(seat), s.gold[seat]
        camels = f"Your camels take {off} off: you" if off else "You"
        free = self.asked == "last"
        entry = self.entry(
            "bid", lambda action: int(action.args[0]), unit="gold", less=off, have=gold,
            label="Pay a bid of your own accord, to have less than 500 gold" if free else "Your bid",
            button="Pay" if free else "Bid", says=f"{camels} would pay {{due}} and keep {{left}}.",
            ladder=[action.args[0] for action in ladder(s) if action.verb == "bid"],
        )  # fmt: skip
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
            text = ", ".join(f"{'slow' if row.slow else 'fast'} {cost} for {row.spaces} × {row.income}"
                             for row, cost in zip(rows, costs, strict=True))  # fmt: skip
            more = [f"{'Slow' if row.slow else 'Fast'}: pay {cost} now, get {row.income} gold in each of {row.spaces} "
                    "incomes" for row, cost in zip(rows, costs, strict=True)]  # fmt: skip
            items.append(self._lot(name, market[size], [Action("caravan", kind) for kind in kinds], kinds, icon="deck",
                                   tone="s2", name=f"{first_up(name)} caravan", text=text, list=more))  # fmt: skip
        kinds = market[LOOK]
        items.append(self._lot("counter", kinds, [Action("counter", kind) for kind in kinds or KINDS[:1]], ("counter",),
                               icon="mirror", tone=TONES["appearance"], big=price(s, seat, "counter"), unit="gold",
                               name=first_up((" or ".join(kinds) + " counter").strip()),
                               text="appearance +1" if kinds else "not drawn yet",
                               list=["Beauty, manners and dress together add 1 more"]))  # fmt: skip
        cards = market[STATUS]
        points = " or ".join(f"+{game.tables.status[card].points}" for card in cards)
        items.append(self._lot("status", cards, [Action("status", card) for card in cards], ("status",), icon="crown",
                               tone=TONES["status"], name="Status card", unit="gold",
                               text=f"status {points}" if cards else "not turned up yet",
                               big=" / ".join(str(price(s, seat, card)) for card in cards)))  # fmt: skip
        items.append(self._lot("section", market[SECTION], [Action("section")], ("section",), icon="dome",
                               tone=TONES["palace"], name=first_up(words.card("section")), unit="gold",
                               big=price(s, seat, "section"), text="palace +1, room +1"))  # fmt: skip
        each = game.tables.camel_track[s.herd[seat]]
        items.append(self._lot("camel", market[CAMEL], [Action("camel")], ("camel",), icon="camel", tone="s8",
                               name=first_up(words.card("camel")), big=price(s, seat, "camel"), unit="gold",
                               text=f"{each} off each bid"))  # fmt: skip
        return {"id": "market", "label": "On offer this round, each to one player", "items": items, "at": "hand"}

    def _lot(self, id: str, on_offer: Any, actions: list[Action], done: tuple[str, ...], **face: Any) -> Json:
        """A card of the market; `done`: how a seat that took it is marked."""
        acting = self.asked in ("act", "last")
        card = self.card(f"market:{id}", actions if acting else (), **face)
        if on_offer or self.view.phase == 3:
            return card
        taker = next((seat for seat in range(self.view.seats) if self.view.done[seat] in done), None)
        if taker is not None:
            why = {"text": f"{self.name(taker)} has taken it this round.", "rule": "EMI-6.1"}
        elif self.view.even():
            why = {"text": "It was taken in the odd round, or there is none left.", "rule": "EMI-15.5"}
        else:
            why = {"text": "There is none on offer.", "rule": "EMI-7.11"}
        card.pop("big", None)
        return {**card, "state": "dim", "text": why["text"].removesuffix("."), "why": why}

    def _status_face(self, card: str) -> Json:
        row = self.game.tables.status[card]
        return {"icon": "crown", "tone": TONES["status"], "name": self.game.words.card(card), "big": f"+{row.points}",
                "text": f"costs {row.price}"}  # fmt: skip

    # -- events and piles --------------------------------------------------------------------------

    def _shut(self) -> list[Json]:
        """What the events of this round forbid, while there are still some to be played."""
        if self.view.phase > 1:
            return []
        words, events = self.game.words, self.game.tables.events
        cards = []
        for mark in self.view.symbols:
            shut = [words.card(card) for card, row in events.items() if mark in (row.symbol, card)]
            cards.append(self.card(f"symbol:{mark}", icon="bolt", tone="s8", name=f"No more {' or '.join(shut)}",
                                   text="this round"))  # fmt: skip
        return cards

    def _piles(self) -> Json:
        s = self.view
        items = []
        for name, label, tone in (("pile", self.fill("{Princess} pile"), "s7"), ("titles", "Status pile", "s1"),
                                  ("fates", "Event pile", "s8")):  # fmt: skip
            deck = getattr(s, name)
            known = self._known(deck) if name != "fates" else self._played()
            items.append(self.card(f"deck:{name}", back=name, pile=True, tone=tone, name=label, big=len(deck), **known))
        bag = [f"{n} {self.game.words.card(kind)}" for n, kind in zip(s.bag, KINDS, strict=True)]
        items.append(self.card("bag", icon="bag", tone="s7", name="Bag", big=sum(s.bag), text=", ".join(bag)))
        supply = [some(s.small_left, "small caravan"), some(s.large_left, "large caravan"),
                  some(s.tiles_left, "section"), some(s.camels_left, "camel")]  # fmt: skip
        items.append(self.card("supply", icon="deck", tone="muted", name="Supply", text=", ".join(supply)))
        return {"id": "piles", "label": "Piles, supply and events", "items": [*self._shut(), *items]}

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
        return emira_odds.odds(self)


BOARD = EmiraBoard
