"""Board of Emira: player areas, the gate, the market of a round, and the items at which actions are offered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamelib import Action, End
from gamelib.games.emira.auction import item_price
from gamelib.games.emira.card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    CARAVANS,
    COUNTER_SLOT,
    HIDDEN_CARD,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SIDI,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from gamelib.games.emira.event_purchase import peek_price
from gamelib.games.emira.princess_choice import PrincessRanking, may_choose_again, princess_ranking
from gamelib.games.emira.upkeep import upkeep_due
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import capitalize_first, format_number

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource, agenda_texts
from ....table.icons import icon_path_data
from ....table.json_types import GroupJson, OddsJson
from . import bid_control, event_summaries, goal_and_caravan_odds, results, rule_picture_groups, theme
from . import odds as emira_odds
from .player_area import (
    VALUE_ICONS,
    VALUE_TONES,
    event_card_content,
    player_zone,
    princess_card_content,
    status_card_content,
)

MARKET_CELLS = {
    "counter": "market:counter",
    "status": "market:status",
    "section": "market:section",
    "camel": "market:camel",
}

ITEM_RULES = {
    "free": "EMI-9.1",
    "deck:fates": "EMI-3.1",
    "deck:pile": "EMI-5.1",
    "deck:titles": "EMI-5.2",
    "bag": "EMI-1.10",
    "supply": "EMI-7.11",
    "value": "EMI-9.3",
    "camels": "EMI-6.6",
    "track": "EMI-4.2",
    "disc": "EMI-16.3",
    "aim": "EMI-12.1",
    "hand": "EMI-3.1",
    "symbol": "EMI-3.3",
    "princess": "EMI-9.2",
    "home": "EMI-9.2",
    "looked:fates": "EMI-8.2",
    "looked": "EMI-8.2",
    "fetch": "EMI-7.8",
    "market:counter": "EMI-7.5",
    "market:beauty": "EMI-7.5",
    "market:manners": "EMI-7.5",
    "market:dress": "EMI-7.5",
    "market:status": "EMI-7.8",
    "market:section": "EMI-7.9",
    "market:camel": "EMI-7.10",
    "market": "EMI-7.2",
}


class EmiraBoard(Board):
    """Board of Emira.

    Zones: a player area for each seat, and the gate with the princesses who choose and the piles. The market items are
    in the hand.
    """

    icons = icon_path_data(
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
    kind_themes, card_backs, item_rules = theme.KIND_THEMES, theme.CARD_BACKS, ITEM_RULES
    unreported_event_codes = frozenset(
        {"auction_opens", "buys_no_event", "dealt", "first_player", "held", "minded", "peeked"}
    )
    idle_event_codes = frozenset({"declined", "declined_after_bid", "passed"})

    # -- where actions are offered -----------------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        seat, args = self.asked_seat, action.args
        match action.verb:
            case "play":
                return f"hand:{seat}:{args[0]}"
            case "keep":
                return f"{'hand' if self.question_id == 'choose_event' else 'looked'}:{seat}:{args[0]}"
            case "fetch":
                return f"fetch:{args[0]}"
            case "forward":
                return f"track:{seat}:{args[0]}"
            case "back" | "back_two":
                return f"track:{seat}:{self.node.values['caravan']}"  # type: ignore[union-attr]
            case "caravan":
                return f"market:{'small' if args[0] in CARAVANS[:2] else 'large'}"
            case "counter" | "status" | "section" | "camel":
                return MARKET_CELLS[action.verb]
            case "pest":
                return f"track:{seat}:{args[0]}"
            case "give" | "name":
                return f"value:{seat}:appearance"
            case "drop":
                return f"value:{seat}:status"
            case "send":
                return f"home:{seat}:{args[0]}"
        return None

    def multi_pick_item_ids(self, action: Action) -> list[str] | None:
        return [f"looked:{self.asked_seat}:{card}" for card in action.args[0]] if action.verb == "arrange" else None

    def selection_prompt_text(self) -> str:
        where = self.node.values["where"]  # type: ignore[union-attr]
        return self.board_text("touch_from_top" if where == "top" else "touch_from_upper")

    def action_note(self, action: Action) -> str:
        s, seat = self.view, self.asked_seat
        assert seat is not None  # there are no actions if no seat chooses
        match action.verb:
            case "caravan" | "counter" | "status" | "section" | "camel":
                cost = self._price(seat, action)
                return self.board_text("costs_leaves", cost=cost, left=s.gold[seat] - cost)
            case "compensation":
                return self.board_text("plus_gold", gold=self.game.tables.prices["compensation"])
            case "look":
                return self.board_text("costs", price=peek_price(s, seat, action.args[0]))
            case "offer":
                return self.board_text("in_the_bag", n=s.bag[APPEARANCE_KINDS.index(action.args[0])])
        return ""

    def _price(self, seat: Seat, action: Action) -> int:
        return item_price(self.view, seat, action.args[0] if action.verb in ("caravan", "status") else action.verb)

    # -- the whole ---------------------------------------------------------------------------------

    def header_texts(self) -> list[str]:
        s = self.view
        if not s.round:
            return ["setup"]
        phase = self.fill_in_game_terms(self.game.texts.sections["phases"][str(s.phase)])
        return [self.board_text("round", round=s.round), self.board_text("phase", n=s.phase, phase=phase)]

    def pending_step_texts(self) -> list[str]:
        """Return the remaining phases of the round in order, next phase first."""
        return agenda_texts(self.view, self.names)[::-1]

    def zones(self) -> list[Json]:
        zones = [*(player_zone(self, seat) for seat in self.other_seats_from_viewer()), self._middle()]
        if self.front_seat is not None:
            mine = player_zone(self, self.front_seat)
            mine["groups"] += self._choice()
            zones.append(mine)
        return zones

    def _choice(self) -> list[Json]:
        """Return the items to choose from, for the hand area: peeked cards, the status pile or this round's market."""
        s = self.view
        if s.looked:
            return [{**self._looked(), "at": "hand"}]
        if self.question_id == "fetch" and self.visible_actions:
            cards = [
                self.make_card(f"fetch:{card}", count=n, **status_card_content(self, card))
                for card, n in sorted(s.titles.counts().items())
            ]
            return [{"id": "fetch", "label": self.board_text("status_pile_choose_from"), "items": cards, "at": "hand"}]
        if s.round and 3 <= s.phase <= 5 and not isinstance(self.node, End):
            return [{**self._market(), "at": "hand"}]
        return []

    def _middle(self) -> Json:
        """Return the gate: the artists who choose a host, with their preferences, and the piles behind them."""
        s = self.view
        line = [
            (name, self.board_text(where))
            for names, where in ((s.active, "in_play"), (s.later, "in_the_even_round"), (s.undecided, "undecided"))
            for name in names
        ]
        gate = {
            "id": "gate",
            "label": self.board_text("at_gate"),
            "look": "guests",
            "items": [self._guest(*of) for of in line],
        }
        return {
            "id": "middle",
            "area": "middle",
            "title": self.board_text("gate_piles"),
            "facts": [],
            "groups": [*([gate] if line else []), self._piles()],
        }

    # -- artists and their preferences --------------------------------------------------------------------------

    def _guest(self, name: str, where: str) -> Json:
        """Return the card of a princess who chooses a host, with her preferences and the seat that she would join."""
        ranked = self.ranking(name)
        words = self.game.texts
        wishes = [] if name == SIDI else [words.card_name(wish) for wish in ranked.preferences]
        facts = [
            {"icon": VALUE_ICONS[wish], "text": self.board_text("then" if i else "first", wish=wish)}
            for i, wish in enumerate(ranked.preferences)
            if name != SIDI
        ]
        if name == SIDI:
            facts = [{"icon": "guest", "text": self.board_text("most_princesses")}]
        face = princess_card_content(self, name)
        list_ = []
        if not emira_odds.is_hidden_gold_relevant(self, self.view, name):
            list_ = [self.board_text("as_things_stand", sentence=ranked.sentence), *self._ranked(ranked)]
        if wishes:
            list_.insert(0, self.board_text("whoever_leads", first=wishes[0], second=wishes[1]))
        if name in self.view.undecided and not may_choose_again(self.view, name):
            list_.append(self.board_text("looks_in_auctions"))
        face |= {"lines": facts, "list": list_, "caption": f"{where.lower()}: {self._joined(name)}"}
        return self.make_card(f"princess:{name}", **face)

    def _joined(self, name: str) -> str:
        """Return the seat that a princess would join in this position, as text."""
        seat = emira_odds.predicted_host(self, self.view, name, name in self.view.undecided)
        return (
            self.board_text({-1: "nobody_yet", emira_odds.UNDECIDED: "hidden_decides"}[seat])
            if seat < 0
            else self.direction_isolated_name(seat)
        )

    def ranking(self, name: str) -> PrincessRanking:
        """Return how a princess ranks the hosts in this position."""
        ranked = princess_ranking(self.view, name, tuple(self.names))
        assert ranked is not None
        return ranked

    def _ranked(self, ranked: PrincessRanking) -> list[str]:
        """Return a line for each host, best host first. Hosts that she cannot join come last, with the reason."""
        lines, free = [], [rank for rank in ranked.ranks if not rank.barred_reason]
        for rank in ranked.ranks:
            told = self.board_text("and").join(
                f"{self._wish(wish)} {format_number(value)}"
                for wish, value in zip(ranked.preferences, (rank.first, rank.second), strict=False)
            )
            if rank.barred_reason:
                why = {"room": "every_place_taken", "refused": "has_refused"}.get(
                    rank.barred_reason, "barred_this_round"
                )
                lines.append(self.board_text(why, who=rank.seat, room=self.view.palace_capacity(rank.seat)))
            else:
                place = 1 + sum(rank[1:3] < better[1:3] for better in free)
                lines.append(f"{place}. {self.direction_isolated_name(rank.seat)}: {told}")
        return lines

    def _wish(self, wish: str) -> str:
        return self.fill_in_game_terms("{princesses}") if wish == "princesses" else self.game.texts.card_name(wish)

    def _looked(self) -> Json:
        """Return the cards that a seat is peeking at."""
        s = self.view
        seat, deck = s.peeking_seat_and_deck()
        cards = []
        for card in dict.fromkeys(s.looked):
            count = s.looked.count(card)
            if card == HIDDEN_CARD:
                face: Json = {
                    "name": self.board_text("hidden"),
                    "back": deck,
                    "tone": "s5",
                    "text": self.board_text("card_that_you_may"),
                }
            elif deck == "fates":
                face = event_card_content(self, card)
            else:
                face = princess_card_content(self, card) if deck == "pile" else status_card_content(self, card)
            cards.append(self.make_card(f"looked:{seat}:{card}", count=count, **face))
        return {"id": "looked", "label": self.board_text("looks_at", who=seat), "items": cards}

    # -- auction and market ------------------------------------------------------------------------

    def has_custom_control(self, action: Action) -> bool:
        return action.verb == "bid"

    def build_scene(self) -> Json:
        scene = super().build_scene()
        entry = bid_control.bid_control(self)
        return {**scene, "entry": entry} if entry else scene

    def _market(self) -> Json:
        """Return the six market actions, each with its price, its effect, and the reason if it is not available."""
        s, game, words = self.view, self.game, self.game.texts
        market, seat = s.market, self.viewer if self.asked_seat is None or not self.visible_actions else self.asked_seat
        either, unit = self.board_text("or"), self.board_text("unit_gold")
        items = []
        for size, name in ((SMALL_CARAVAN_SLOT, "small"), (LARGE_CARAVAN_SLOT, "large")):
            kinds = CARAVANS[2 * size : 2 * size + 2]
            costs = [item_price(s, seat, kind) for kind in kinds]
            rows = [game.tables.caravans[kind] for kind in kinds]
            text = ", ".join(
                self.board_text("slow_pays" if row.slow else "fast_pays", n=row.spaces, gold=row.income) for row in rows
            )
            more = [
                goal_and_caravan_odds.total_caravan_gain_text(self, kind, cost)
                for kind, cost in zip(kinds, costs, strict=True)
            ]
            items.append(
                self._lot(
                    name,
                    market[size],
                    [Action("caravan", kind) for kind in kinds],
                    kinds,
                    icon="deck",
                    kind=name,
                    name=self.board_text(f"{name}_caravan"),
                    text=text,
                    list=more,
                    adds=[rows[0].income] * rows[0].spaces,
                    cost=min(costs),
                    big=" / ".join(map(str, costs)),
                    tried=("caravan", min(costs)),
                )
            )
        kinds = market[COUNTER_SLOT]
        items.append(
            self._lot(
                "counter",
                kinds,
                [Action("counter", kind) for kind in kinds or APPEARANCE_KINDS[:1]],
                ("counter",),
                icon="mirror",
                tone=VALUE_TONES["appearance"],
                big=item_price(s, seat, "counter"),
                unit=unit,
                kind=kinds[0] if kinds else "counter",
                cost=item_price(s, seat, "counter"),
                tried=("counter", item_price(s, seat, "counter"), *kinds[:1]),
                name=capitalize_first(self.board_text("counter_of", kinds=either.join(kinds)).strip()),
                text=self.board_text("appearance_1" if kinds else "not_drawn_yet"),
                list=[self.board_text("one_of_each")],
            )
        )
        cards = market[STATUS_SLOT]
        points = either.join(f"+{game.tables.status[card].points}" for card in cards)
        costs = [item_price(s, seat, card) for card in cards]
        items.append(
            self._lot(
                "status",
                cards,
                [Action("status", card) for card in cards],
                ("status",),
                icon="crown",
                kind="status",
                tone=VALUE_TONES["status"],
                name=self.board_text("status_card"),
                unit=unit,
                text=self.board_text("status_points", points=points) if cards else self.board_text("not_turned_up_yet"),
                big=" / ".join(map(str, costs)),
                cost=min(costs, default=0),
                tried=("status", min(costs, default=0), *cards[:1]),
            )
        )
        cost = item_price(s, seat, "section")
        items.append(
            self._lot(
                "section",
                market[SECTION_SLOT],
                [Action("section")],
                ("section",),
                icon="dome",
                big=cost,
                kind="section",
                tone=VALUE_TONES["palace"],
                name=capitalize_first(words.card_name("section")),
                unit=unit,
                cost=cost,
                text=self.board_text("palace_1"),
                tried=("section", cost),
            )
        )
        each, cost = game.tables.camel_track[s.herd[seat]], item_price(s, seat, "camel")
        items.append(
            self._lot(
                "camel",
                market[CAMEL_SLOT],
                [Action("camel")],
                ("camel",),
                icon="camel",
                kind="camel",
                tone="s8",
                name=capitalize_first(words.card_name("camel")),
                big=cost,
                unit=unit,
                cost=cost,
                text=self.board_text("off_each_bid", each=each),
                tried=("camel", cost),
            )
        )
        return {"id": "market", "label": self.board_text("on_offer_this_round"), "items": items}

    def _lot(
        self, id: str, on_offer: Any, actions: list[Action], done: tuple[str, ...], tried: tuple[Any, ...], **face: Any
    ) -> Json:
        """Return a card of the market.

        `done` has the results of the auctions that a seat took. `tried` has the arguments for the preview of the
        purchase.
        """
        acting = self.question_id in ("act", "last")
        card = self.make_card(f"market:{id}", actions if acting else (), **face)
        preparing = self.view.phase == 3
        if on_offer or (preparing and id in ("counter", "status")):  # these are drawn last
            if on_offer and self.can_viewer_choose() and self.question_id in emira_odds.PREVIEW_QUESTIONS:
                card.update(emira_odds.host_odds_after_purchase(self, *tried))
            return card
        taker = next((seat for seat in range(self.view.seats) if self.view.done[seat] in done), None)
        if taker is not None and not preparing:
            why = {"text": self.board_text("has_taken_this_round", taker=taker), "rule": "EMI-6.1"}
        elif self.view.is_second_round_of_pair():
            why = {"text": self.board_text("was_taken_odd_round"), "rule": "EMI-15.5"}
        else:
            why = {"text": self.board_text("there_none_on_offer"), "rule": "EMI-7.11"}
        card.pop("big", None)
        card.pop("cost", None)
        return {**card, "state": "dim", "text": why["text"].removesuffix("."), "why": why}

    # -- events and piles --------------------------------------------------------------------------

    def _shut(self) -> list[Json]:
        """Return the event cards that are forbidden in this round, or [] if no event card can be played any more."""
        if self.view.phase > 1:
            return []
        words, events = self.game.texts, self.game.tables.events
        cards = []
        for mark in self.view.symbols:
            shut = [words.card_name(card) for card, row in events.items() if mark in (row.symbol, card)]
            cards.append(
                self.make_card(
                    f"symbol:{mark}",
                    icon="bolt",
                    tone="s8",
                    kind="event",
                    name=self.board_text("no_more", cards=self.board_text("or").join(shut)),
                    text=self.board_text("this_round"),
                )
            )
        return cards

    def _piles(self) -> Json:
        s = self.view
        items = []
        for name, label, tone in (
            ("pile", self.board_text("princesses"), "s7"),
            ("titles", self.board_text("status_pile"), "s1"),
            ("fates", self.board_text("events"), "s8"),
        ):
            deck = getattr(s, name)
            known = self._known(deck) if name != "fates" else self._played()
            items.append(
                self.make_card(f"deck:{name}", back=name, pile=True, tone=tone, name=label, big=len(deck), **known)
            )
        bag = [f"{n} {self.game.texts.card_name(kind)}" for n, kind in zip(s.bag, APPEARANCE_KINDS, strict=True)]
        items.append(
            self.make_card(
                "bag",
                icon="bag",
                tone="s7",
                kind="counter",
                pile=True,
                name=self.board_text("bag"),
                big=sum(s.bag),
                text=", ".join(bag),
            )
        )
        supply = [
            self.board_text("small_caravans", n=s.small_left),
            self.board_text("large_caravans", n=s.large_left),
            self.board_text("sections", n=s.tiles_left),
            self.board_text("camels_left", n=s.camels_left),
        ]
        items.append(
            self.make_card("supply", icon="deck", kind="supply", name=self.board_text("supply"), text=", ".join(supply))
        )
        return {
            "id": "piles",
            "label": self.board_text("piles_supply_events"),
            "look": "chips",
            "items": [*self._shut(), *items],
        }

    def _played(self) -> Json:
        """Return the event cards that are out of the pile for good."""
        spent = self.view.spent
        played = [f"{spent.count(card)} × {self.game.texts.card_name(card)}" for card in dict.fromkeys(spent)]
        return {"text": self.board_text("played", n=len(spent)), "list": played} if played else {}

    def _known(self, deck: Any) -> Json:
        """Return the cards with known places on top or at the bottom: a short text, and a list to unfold."""
        said: list[str] = []
        told: list[str] = []
        for where, parts in (
            (self.board_text("on_top"), deck.segments[::-1]),
            (self.board_text("at_bottom"), deck.segments),
        ):
            cards = []
            for part in parts:
                if part.size != 1 or not part.fixed:
                    break
                cards.append(self.game.texts.card_name(next(iter(part.fixed))))
            if cards and not (told and len(cards) == len(deck.segments)):
                few = ", ".join(cards) if len(cards) <= 3 else self.board_text("cards_known", n=len(cards))
                said.append(f"{where}: {few}")
                told.append(f"{capitalize_first(where)}: {', '.join(cards)}")
        return {"text": "; ".join(said), "list": told if len("; ".join(said)) < len("; ".join(told)) else []}

    # -- odds --------------------------------------------------------------------------------------

    def chance_button_label(self) -> str:
        return self.board_text({"turn_up": "turn_up", "title": "turn_up", "peek": "look"}.get(self.question_id, "draw"))

    def chance_series_button_label(self) -> str:
        label = {"colour": "draw_all_colours", "goal": "draw_all_objectives", "deal": "deal_all_cards"}.get(
            self.question_id
        )
        return self.board_text(label) if label else ""

    def outcome_text(self, outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return self.seat_name(outcome)
        return (
            capitalize_first(self.game.texts.card_name(outcome))
            if isinstance(outcome, str)
            else super().outcome_text(outcome)
        )

    def current_odds(self) -> list[OddsJson]:
        return emira_odds.current_odds(self) + (
            [] if isinstance(self.node, End) else goal_and_caravan_odds.goal_and_caravan_odds(self)
        )

    def rule_picture_group(self, id: str) -> GroupJson | None:
        return rule_picture_groups.rule_picture_group(self, id) or super().rule_picture_group(id)

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        return results.odds_with_resolved_outcome(self, outcome)

    def should_auto_resolve_chance(self) -> bool:
        return self.question_id == "peek"

    def alternative_hidden_state(self, state: Any, variant_number: int) -> Any:
        """Change hidden gold to other possible amounts, a different one for each seat.

        Each amount is either slightly more than the current bid, or more than the gold of all other seats.
        """
        return emira_odds.set_hidden_gold_scenario(self, state, "rich" if variant_number else "poor")

    def future_consequence_texts(self) -> list[str]:
        """Return the gold after upkeep, or the loss if it is too low, and the seat that the next artist would join."""
        s, seat = self.view, self.viewer
        if not s.round or not 3 <= s.phase <= 6 or isinstance(self.node, End):
            return []
        left = s.gold[seat] - upkeep_due(s, s.homes[seat], s.surcharge[seat])
        told = [self.board_text("keeps_after", left=left) if left >= 0 else self.board_text("short_after", short=-left)]
        for name in s.active[:1]:
            if name == HIDDEN_CARD:
                continue
            told.append(self.board_text("would_join", name=name, who=self._joined(name)))
        return told

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        return results.luck_entries_of_outcome(self, outcome)

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        return results.final_points_by_source(self, seat)

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        return event_summaries.event_summaries(self, events)


BOARD = EmiraBoard
