"""Board of Court: player areas, decks, discard piles, and the items at which actions are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gamelib import Action, Chance, Decision, End
from gamelib.games.harem.card_knowledge import UNKNOWN, UNKNOWN_HAREM, UNKNOWN_MASTER
from gamelib.games.harem.setup import TWO_DICE
from gamelib.games.harem.state import MAX_GUARDS
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import format_number

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource
from ....table.icons import icon_path_data
from ....table.json_types import ForecastTargetJson, GroupJson, OddsJson
from . import card_content, rule_picture_groups, value_histogram
from . import odds as court_odds
from .theme import CARD_BACKS, CARD_KINDS, KIND_THEMES, SKILLS

ITEM_RULES = {
    **{name: kind.rule for name, kind in CARD_KINDS.items()},
    "hand:master": "HAR-2.6",
    "hand:harem": "HAR-2.6",
    "deck": "HAR-2.6",
    "discard": "HAR-2.3",
    "aside": "HAR-10.3",
    "treasury:gem": "HAR-4.4",
    "treasury:jewelry": "HAR-4.9",
    "treasury": "HAR-4.11",
    "rolled": "HAR-4.7",
    "court": "HAR-5.5",
    "guards": "HAR-7.2",
    "stars": "HAR-6.7",
}
IMAGE_KEYS = ("kind", "art", "person")


class CourtBoard(Board):
    """Board of Court.

    Zones: each seat with court, treasury and hand, and the decks in the middle.
    """

    icons = icon_path_data(
        "coin",
        "gem",
        "ring",
        "lesson",
        "shield",
        "raid",
        "wheel",
        "bolt",
        "dancer",
        "star",
        "deck",
        "discard",
        "hand",
        "dance",
        "song",
        "charm",
    )
    kind_themes, card_backs, item_rules = KIND_THEMES, CARD_BACKS, ITEM_RULES
    unreported_event_codes = frozenset({"begun", "dealt", "drawn", "hand_full", "next_turn", "shuffled", "turn_closed"})
    primary_verbs = frozenset({"begin", "roll", "keep", "draw"})

    # -- where actions are offered -----------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        seat, args = self.asked_seat, action.args
        match action.verb:
            case "guard":
                return f"hand:{seat}:GUARD"
            case "adorn":
                return f"treasury:{seat}:{args[0]}"
            case "roll_gem":
                return f"treasury:{seat}:GEM"
            case "use" | "move":
                return self._companion(args[0])
            case "draw":
                return f"deck:{args[0]}"
            case "fetch":
                return f"fetch:{args[0]}"
        return f"hand:{seat}:{args[0]}" if args and args[0] in self.game.card_kind else None

    def action_target_id(self, action: Action) -> str | None:
        match action.verb:
            case "teach" | "adorn":
                return self._companion(action.args[1])
            case "move":
                return self._companion(action.args[3])
            case "raid":
                return f"seat:{action.args[1]}"
            case "pick":
                return f"seat:{action.args[0]}"
        return None

    def repeat_until_done_label(self, action: Action) -> str | None:
        left = self.node.values.get("left", 0) if isinstance(self.node, Decision) and action.verb == "draw" else 0
        deck = self.fill_in_game_terms(self.game.texts.sections["deck"][action.args[0]]) if left > 1 else ""
        return self.board_text("draw_all_from", n=left, deck=deck) if deck else None

    def multi_pick_item_ids(self, action: Action) -> list[str] | None:
        return [f"loot:{card}" for card in action.args[0]] or None if action.verb == "take" else None

    def selection_prompt_text(self) -> str:
        return self.board_text("touch_to_take")

    def action_note(self, action: Action) -> str:
        if action.verb == "forfeit":
            return self.board_text("draws_up_to_3")
        if action.verb != "engage":
            return ""
        card, paid = action.args
        money = self.game.payment_value
        worth = sum(int(part[4:]) if part.startswith("GEM:") else money[part] for part in paid)
        spare = worth - self.view.price(card)
        return self.board_text("too_much", spare=spare) if spare else self.board_text("to_the_point")

    def _companion(self, card: str) -> str:
        return f"court:{self.asked_seat}:{card}"

    # -- zones -------------------------------------------------------------------------------

    def header_texts(self) -> list[str]:
        turns = self.view.turns
        return [self.board_text("turn", turn=turns)] if turns and not isinstance(self.node, End) else []

    def zones(self) -> list[Json]:
        mine = [] if self.front_seat is None else [self._seat(self.front_seat)]
        return [*map(self._seat, self.other_seats_from_viewer()), self._middle(), *mine]

    def _seat(self, seat: Seat) -> Json:
        s, player = self.view, self.view.players[seat]
        mine = seat == self.front_seat
        gold = sum(self.game.payment_value.get(card, 0) * n for card, n in player.treasury.items())
        goal = s.stars_to_win() if s.options["win_by"] != "points_only" else None
        facts = [
            {"icon": "star", "label": self.board_text("stars"), "value": len(player.stars), "of": goal},
            {"icon": "shield", "label": self.board_text("guards"), "value": player.guards, "of": MAX_GUARDS},
            {"icon": "coin", "label": self.board_text("gold_ornaments"), "value": gold, "origin": self._worth(player)},
        ]
        if seat == s.turn and s.change:
            facts.append({"icon": "coin", "label": self.board_text("change"), "value": s.change})
        if not mine and self.front_seat is not None:
            facts.append({"icon": "hand", "label": self.board_text("cards_hand"), "value": player.hand_size()})
        if isinstance(self.node, End):
            facts.append(
                {
                    "label": self.board_text("score"),
                    "value": self.board_text("points", points=self.node.scores[seat]),
                    "score": True,
                }
            )
        court = [self._in_court(seat, card, cards) for card, cards in player.court.items()]
        court += [self._star(seat, card, cards) for card, cards in player.stars.items()]
        treasury = [self._in_treasury(seat, card, n) for card, n in card_content.sorted_cards(self, player.treasury)]
        if seat == s.turn:
            treasury += [self._rolled(value, n) for value, n in sorted(Counter(s.pending).items())]
        hand = [self._in_hand(seat, card, n) for card, n in card_content.sorted_cards(self, player.hand)]
        nobody = self.board_text("no_companion_in_deck" if mine else "no_companion")
        groups = [
            self._group("court", seat, self.board_text("court"), court, nobody, small=not mine),
            self._group("treasury", seat, self.board_text("treasury"), treasury, self.board_text("empty"), small=True),
        ]
        if self.front_seat is not None:  # a hand counts nothing
            place = {"at": "hand"} if mine else {}
            groups.append(
                {
                    **self._group(
                        "hand", seat, self.board_text("hand"), hand, self.board_text("no_cards"), small=not mine
                    ),
                    **place,
                }
            )
        if mine:
            groups.insert(1, self._limits(seat, goal))
        if mine and self.question_id == "fetch" and self.visible_actions:
            groups.insert(2, self._found())
        if mine and any(self.multi_pick_item_ids(action) for action in self.visible_actions):
            groups.insert(2, self._loot())
        turn = bool(s.turns) and seat == s.turn and not isinstance(self.node, End)
        return {
            "id": f"seat:{seat}",
            "area": "mine" if mine else "others",
            "seat": seat,
            "title": self.seat_name(seat),
            "now": turn or seat == self.asked_seat,
            "facts": facts,
            "groups": groups,
        }

    def _worth(self, player: Any) -> str:
        """Return the gold and jewelry value of a treasury as text, with a note on the later roll of its Gems."""
        kinds = self.game.card_kind
        sums = {
            kind: sum(self.game.payment_value[card] * n for card, n in player.treasury.items() if kinds[card] == kind)
            for kind in ("gold", "jewelry")
        }
        told = self.board_text("worth_of", gold=sums["gold"], jewels=sums["jewelry"])
        gems = player.treasury.get("GEM", 0)
        mean = format_number(TWO_DICE.map(self.view.gem_value).mean)
        return f"{told} {self.board_text('gems_roll', n=gems, mean=mean)}" if gems else told

    def _limits(self, seat: Seat, goal: int | None) -> Json:
        """Return the guards and stars of a seat. Each possible guard and each needed star has a place."""
        player = self.view.players[seat]
        guards = self.board_text("each_guard_adds")
        places = {"icon": "shield", "of": MAX_GUARDS, "full": player.guards}
        post: Json = {
            "name": self.board_text("guards"),
            "kind": "guard",
            "caption": self.board_text("two_at_most"),
            "places": places,
        }
        items = [self.make_card(f"guards:{seat}", text=guards, **post)]
        items[0].update(key="GUARD", count=player.guards)  # a Guard card of the hand moves here
        if goal:
            text = self.board_text("who_is_a_star", goal=goal)
            places = {"icon": "star", "of": goal, "full": len(player.stars)}
            name = self.board_text("stars")
            items.append(
                self.make_card(
                    f"stars:{seat}",
                    name=name,
                    kind="star",
                    caption=self.board_text("to_win", goal=goal),
                    text=text,
                    places=places,
                )
            )
        return {"id": f"limits:{seat}", "label": self.board_text("guards_stars"), "items": items, "look": "limits"}

    def _group(self, name: str, seat: Seat, label: str, cards: list[Json], empty: str, small: bool) -> Json:
        return {"id": f"{name}:{seat}", "label": label, "items": cards, "empty": empty, "small": small}

    def _skills(self, values: Iterable[int]) -> list[Json]:
        return [
            {"letter": label[0], "icon": skill, "label": label, "value": value, "of": 4}
            for skill, label, value in zip(
                SKILLS, (self.fill_in_game_terms(f"{{{skill.capitalize()}}}") for skill in SKILLS), values, strict=True
            )
        ]

    def _in_hand(self, seat: Seat, card: str, n: int) -> Json:
        place = f"hand:{seat}:{card}"
        if card in (UNKNOWN, UNKNOWN_MASTER, UNKNOWN_HAREM):
            name = self.board_text("companion" if card == UNKNOWN_HAREM else "hidden")
            back = "harem" if card == UNKNOWN_HAREM else "master"
            return self.make_card(
                place,
                name=name,
                back=back,
                count=n,
                tone="s7" if card == UNKNOWN_HAREM else "s5",
                text=self.game.texts.card_name(card).capitalize(),
            )
        face = card_content.card_content(self, card)
        if card in self.game.companions:
            skills = self._skills(self.game.companions[card].skills)
            face.update(big=self.view.price(card), unit=self.board_text("unit_cost"), skills=skills)
        return self.make_card(place, self._plays(card) if seat == self.asked_seat else (), count=n, **face)

    def _plays(self, card: str) -> list[Action]:
        """Return the actions that play a card of the hand, most likely first."""
        me = self.view.players[self.asked_seat]
        if isinstance(self.node, Decision) and self.question_id == "lack":
            return [Action("discard", card)]
        match kind := self.game.card_kind[card]:
            case "enhancement":
                return [Action("teach", card, companion) for companion in self._pupils(me)]
            case "guard":
                return [Action("guard")]
            case "sultans_wrath":
                return [Action("raid", card, target) for target in self.view.other_seats(self.asked_seat)]
            case "concubine":
                return [Action("engage", card, ())]
        return [Action(CARD_KINDS[kind].play_verb, card)] if CARD_KINDS[kind].play_verb else []

    def _pupils(self, me: Any) -> list[str]:
        """Return possible receivers of a Lesson: court, or else stars, companions in hand, any companion."""
        hand = [card for card in me.hand if card in self.game.companions]
        return [*me.court] or [*me.stars] or hand or list(self.game.companions)[:1]

    def _in_treasury(self, seat: Seat, card: str, n: int) -> Json:
        tries: list[Action] = []
        if seat == self.asked_seat and isinstance(self.node, Decision):
            verbs = self.game.steps[self.question_id].verbs
            if card == "GEM" and "roll_gem" in verbs:
                tries = [Action("roll_gem")]
            elif card in self.game.jewelry_cards and "adorn" in verbs:
                tries = [Action("adorn", card, pupil) for pupil in self._pupils(self.view.players[seat])]
        return self.make_card(f"treasury:{seat}:{card}", tries, count=n, **card_content.card_content(self, card))

    def _rolled(self, value: int, n: int) -> Json:
        face = {
            **card_content.card_content(self, "GEM"),
            "big": value,
            "text": self.board_text("rolled_pays_this_turn"),
        }
        return self.make_card(f"rolled:{value}", count=n, **{**face, "name": self.game.texts.card_name(f"GEM:{value}")})

    def _in_court(self, seat: Seat, card: str, cards: tuple[str, ...]) -> Json:
        skills = self.view.skills(self.view.players[seat], card)
        return self.make_card(
            f"court:{seat}:{card}",
            self._uses(seat, card),
            big=sum(skills),
            unit="of 12",
            skills=self._skills(skills),
            **self._under(cards),
            **card_content.card_content(self, card),
        )

    def _star(self, seat: Seat, card: str, cards: tuple[str, ...]) -> Json:
        face = {**card_content.card_content(self, card), "icon": "star", "tone": "s1"}
        return self.make_card(
            f"court:{seat}:{card}",
            self._uses(seat, card),
            big=15,
            unit=self.fill_in_game_terms("{star}"),
            skills=self._skills((4, 4, 4)),
            **self._under(cards),
            **face,
        )

    def _under(self, cards: tuple[str, ...]) -> Json:
        """Return the names and pictures of the cards attached to a companion."""
        return {
            "list": [self.game.texts.card_name(card) for card in cards],
            "below": [
                {key: face[key] for key in ("kind", "art", "icon", "tone") if key in face}
                for face in (card_content.card_content(self, card) for card in cards)
            ],
        }

    def _uses(self, seat: Seat, card: str) -> list[Action]:
        """Return the actions that use the power of a companion."""
        if seat != self.asked_seat or self.question_id != "main":
            return []
        player = self.view.players[seat]
        match self.game.turn_powers.get(card):
            case "DISCOUNT1" | "HAREM_DRAW":
                return [Action("use", card)]
            case "MOVE_ENH":
                lessons = [
                    (lesson, giver)
                    for giver, cards in player.court.items()
                    for lesson in cards
                    if self.game.card_kind[lesson] == "enhancement"
                ]
                lesson, giver = lessons[0] if lessons else (self.game.lesson_cards[0], card)
                return [Action("move", card, lesson, giver, to) for to in player.court if to != giver] or [
                    Action("move", card, lesson, giver, giver)
                ]
        return []

    def _middle(self) -> Json:
        s = self.view
        items = [self._deck("master", s.master), self._deck("harem", s.harem)]
        for name, pile in (("master", s.master_discard), ("harem", s.harem_discard)):
            count = sum(pile.values())
            label = self.board_text("discards" if name == "master" else "court_discards")
            cards = [f"{n} × {self.game.texts.card_name(card)}" for card, n in card_content.sorted_cards(self, pile)]
            items.append(
                self.make_card(
                    f"discard:{name}",
                    icon="discard",
                    tone="muted",
                    name=label,
                    big=count,
                    pile=True,
                    unit=self.board_text("card" if count == 1 else "cards"),
                    list=cards,
                    **self._top(pile),
                )
            )
        if s.aside:
            names = [self.game.texts.card_name(card) for card in s.aside]
            items.append(
                self.make_card(
                    "aside",
                    kind="play_now",
                    name=self.board_text("set_aside"),
                    big=len(names),
                    list=names,
                    pile=True,
                    text=", ".join(names),
                )
            )
        groups: list[Json] = [{"id": "piles", "label": "", "items": items}]
        return {"id": "middle", "area": "middle", "title": self.board_text("middle"), "facts": [], "groups": groups}

    def _found(self) -> Json:
        """Return the discarded cards that can be fetched, as a hand group."""
        taken = {action.args[0] for action in self.visible_actions if action.verb == "fetch"}
        cards = card_content.sorted_cards(self, self.view.master_discard)
        items = [
            self.make_card(f"fetch:{card}", count=n, copy=True, **card_content.card_content(self, card))
            for card, n in cards
            if card in taken
        ]
        return {"id": "fetch", "label": self.board_text("discards_choose_from"), "items": items, "at": "hand"}

    def _loot(self) -> Json:
        """Return the cards that can be taken from the target's treasury, as a hand group."""
        target = self.node.values["target"]  # type: ignore[union-attr]
        taken = {card for action in self.visible_actions if action.verb == "take" for card in action.args[0]}
        cards = card_content.sorted_cards(self, self.view.players[target].treasury)
        items = [
            self.make_card(f"loot:{card}", count=n, copy=True, **card_content.card_content(self, card))
            for card, n in cards
            if card in taken
        ]
        return {"id": "loot", "label": self.board_text("treasury_of", who=target), "items": items, "at": "hand"}

    def _top(self, pile: Mapping[str, int]) -> Json:
        """Return the card image for the top of a discard pile.

        The order of the pile is not recorded, so any card of the pile can be the top card.
        """
        card = next(reversed(list(pile)), None)
        return (
            {}
            if card is None
            else {key: value for key, value in card_content.card_content(self, card).items() if key in IMAGE_KEYS}
        )

    def _deck(self, name: str, deck: Any) -> Json:
        label = self.fill_in_game_terms(self.game.texts.sections["deck"][name]).capitalize()
        text, depth = "", 0
        for part in reversed(deck.segments):
            for card in part.fixed:
                text = self.board_text("among_lowest" if depth else "among_these", card=card, size=part.size)
            depth += part.size
        tries = [Action("draw", name)] if self.question_id == "choose_deck" else []
        return self.make_card(
            f"deck:{name}",
            tries,
            back=name,
            pile=True,
            name=label,
            big=len(deck),
            unit="card" if len(deck) == 1 else "cards",
            text=text,
        )

    # -- chance ------------------------------------------------------------------------------

    def chance_button_label(self) -> str:
        return self.board_text(
            {"deal": "deal_one_card", "card": "draw", "grab": "draw"}.get(self.question_id, "roll_dice")
        )

    def chance_series_button_label(self) -> str:
        return self.board_text("deal_all_cards") if self.question_id == "deal" else ""

    def rule_picture_group(self, id: str) -> GroupJson | None:
        name, _, seat = id.partition(":")
        if name != "guards" or not seat.isdecimal():
            return rule_picture_groups.rule_picture_group(self, id) or super().rule_picture_group(id)
        limits = self._limits(int(seat), None)
        return {**limits, "id": id, "label": self.board_text("guards_of", who=int(seat))}

    def rule_picture_group_after_outcome(self, outcome: Outcome) -> GroupJson | None:
        return rule_picture_groups.rolls_group(self, outcome)

    def current_odds(self) -> list[OddsJson]:
        return court_odds.current_odds(self)

    def success_chance(self, action: Action) -> Json | None:
        return court_odds.action_success_chance(self, action)

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        return court_odds.odds_with_resolved_outcome(self, outcome)

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        """Return the event summaries for these events. All players see the summary of a new star."""
        return [self._shines(event) for event in events if event.code == "star"]

    def _shines(self, event: Event) -> Json:
        card, seat = event.values["companion"], event.seat
        assert seat is not None  # a companion always belongs to a seat
        name, s = self.game.texts.card_name(card), self.view
        have, goal = len(s.players[seat].stars), s.stars_to_win()
        ends = s.options["win_by"] != "points_only"
        text = self.board_text("star_of" if ends else "star_many", who=seat, have=have, goal=goal)
        return {
            "title": self.board_text("shines", name=name),
            "text": text,
            "rule": event.rule,
            "parts": [],
            "star": True,
            "card": {"id": "star", **card_content.card_content(self, card), "text": ""},
        }

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        return court_odds.final_points_by_source(self, seat)

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        return court_odds.luck_entries_of_outcome(self, outcome)

    def custom_forecast_target(self, pending_odds: OddsJson) -> ForecastTargetJson | None:
        return value_histogram.threshold_forecast_target(pending_odds) if "steps" in pending_odds else None

    def is_attack_on_viewer(self) -> bool:
        node = self.node
        return (
            isinstance(node, Chance) and self.question_id in ("combat", "grab") and node.values["target"] == self.viewer
        )

    def turn_opening_action(self) -> Action | None:
        return Action("begin") if self.question_id == "turn" else None

    def should_auto_resolve_chance(self) -> bool:
        return self.question_id in ("card", "grab")

    def outcome_text(self, outcome: Outcome) -> str:
        if isinstance(outcome, str):
            return str(self.game.texts.card_name(outcome))
        return " and ".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


BOARD = CourtBoard
