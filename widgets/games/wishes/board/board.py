"""Board of The Sultan's Wishes.

The board shows the wishes with their tasks and Aides, the mood, the chart of the Extra Tasks, and the stalls. The
module also decides where the page offers each action, and which effect of an action the page shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gamelib import Action, Dist, End
from gamelib.games.wishes import position_odds
from gamelib.games.wishes.ages import HIDDEN_CARD
from gamelib.games.wishes.card_knowledge import stack_hearts
from gamelib.games.wishes.card_tables import GUARD
from gamelib.games.wishes.extra_task_places import mean_points_over_places
from gamelib.games.wishes.state import OpenWish
from gamelib.games.wishes.wish_fulfilment import wish_points
from gamelib.nodes import Event, Outcome, Seat
from gamelib.number_format import capitalize_first, format_fixed, join_words

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource
from ....table.icons import icon_path_data
from ....table.json_types import GroupJson, OddsJson
from . import card_content, event_summaries, rule_picture_groups
from . import odds as wishes_odds
from .card_content import kind_icon, ordinal_text, task_tone
from .theme import CARD_BACKS, KIND_THEMES, TASK_IMAGES

HAND_CARD_VERBS = ("fulfil", "stash", "use", "drop")
WISH_VERBS = ("guard", "remove", "next")
MAX_HEARTS = 10  # numbers of hearts of a kind in the stack that have separate bars

ITEM_RULES = {
    "plate": "WIS-2.2",
    "deck": "WIS-2.8",
    "discard": "WIS-1.9",
    "stack": "WIS-2.3",
    "simple": "WIS-1.2",
    "final": "WIS-1.3",
    "chart": "WIS-6.1",
    "stall": "WIS-7.1",
    "score": "WIS-1.6",
    "hand": "WIS-4.1",
    "wish:final": "WIS-10.1",
    "wish": "WIS-4.1",
    "task": "WIS-4.2",
    "guard": "WIS-11.2",
    "wares": "WIS-7.4",
    "ware": "WIS-13.3",
}


class WishesBoard(Board):
    """Board of The Sultan's Wishes.

    Zones: a player area for each seat, the mood with the piles, and the wishes with the chart of the Extra Tasks. The
    stalls are next to the hand.
    """

    icons = icon_path_data(
        "star",
        "gem",
        "stone",
        "pawn",
        "lamp",
        "heart",
        "plus",
        "eye",
        "swap",
        "sunrise",
        "sun",
        "moon",
        "stall",
        "scroll",
        "deck",
        "discard",
        "shield",
        "cup",
        "pot",
        "dance",
        "fan",
        "song",
        "card",
        "guest",
    )
    kind_themes, card_backs, item_rules = KIND_THEMES, CARD_BACKS, ITEM_RULES
    unreported_event_codes = frozenset({"drawn", "first_player", "round", "turn"})

    # -- where actions are offered -----------------------------------------------------------------

    def action_card_id(self, action: Action) -> str | None:
        verb, args = action.verb, action.args
        if verb in HAND_CARD_VERBS:
            return f"hand:{self.asked_seat}:{args[0]}"
        if verb in WISH_VERBS:
            return f"wish:{args[0]}"
        match verb:
            case "orderly":
                return f"chart:{args[0]}"
            case "aide" | "free":
                return f"task:{args[0]}"
            case "buy":
                return f"stall:{self.view.tops.index(args[0])}"
        return None

    def action_target_id(self, action: Action) -> str | None:
        return f"wish:{action.args[1]}" if action.verb == "fulfil" else None

    def multi_pick_item_ids(self, action: Action) -> list[str] | None:
        return [f"hand:{self.asked_seat}:{card}" for card in action.args[0]] if action.verb == "discard" else None

    def selection_prompt_text(self) -> str:
        return self.board_text("touch_to_change")

    def action_label(self, action: Action) -> str:
        args = action.args
        match action.verb:
            case "fulfil":
                name = card_content.wish_name(self, args[1])
                return self.board_text(
                    "fulfil" if position_odds.is_fulfilling_action(self.view, self.asked_seat, action) else "lay_at",
                    name=name,
                )
            case "stash":
                return self.board_text("extra_task")
            case "use":
                return self.board_text("use", effect=self.game.tables.tasks[args[0]].effect)
            case "drop":
                return self.board_text("discard_it")
            case "discard":
                hand = self.view.hands[self.asked_seat]
                if not args[0]:
                    return self.board_text("keep_all")
                whole = len(args[0]) == len(hand) > 1
                cards = join_words([self.distinct_task_name(card, hand) for card in args[0]])
                return self.board_text("change_all") if whole else self.board_text("change_these", cards=cards)
        return super().action_label(action)

    def short_task_name(self, card: str) -> str:
        """Return the kind and hearts of a task card as a short name."""
        row = self.game.tables.tasks[card]
        return f"{self.game.texts.card_name(row.kind)} {row.hearts}"

    def distinct_task_name(self, card: str, hand_cards: Iterable[str]) -> str:
        """Return the short name of a task card, with its effect if another card has the same short name."""
        alike = sum(self.short_task_name(other) == self.short_task_name(card) for other in hand_cards) > 1
        effect = self.game.texts.card_name(self.game.tables.tasks[card].effect)
        return f"{self.short_task_name(card)} ({effect})" if alike else self.short_task_name(card)

    # -- effects of actions --------------------------------------------------------------------------

    def _action(self, n: int) -> Json:
        shown = super()._action(n)
        if brings := self.placement_effect(self.visible_actions[n]):
            shown["brings"] = brings
        return shown

    def placement_effect(self, action: Action) -> Json | None:
        """Return the immediate effect of an action on its target."""
        entry = position_odds.wish_after_action(self.view, self.asked_seat, action)
        if entry is None:
            return None
        s = self.view
        adds = s.attached_hearts_or_cards(entry) - s.attached_hearts_or_cards(s.open_wish(entry[0]))
        if not position_odds.is_fulfilling_action(self.view, self.asked_seat, action):
            return {"adds": adds} if adds else None
        gains = sorted(wish_points(s, entry).items(), key=lambda row: (row[0] != self.asked_seat, -row[1]))
        return {"adds": adds, "closes": True, "pays": [{"seat": seat, "text": f"+{amount}"} for seat, amount in gains]}

    def action_note(self, action: Action) -> str:
        s, seat, args = self.view, self.asked_seat, action.args
        assert seat is not None  # there are actions only if a seat chooses
        constants = s.game.tables.constants
        match action.verb:
            case "fulfil":
                pay = constants["fulfil_gems_kind" if s.plate_effect() == "kind" else "fulfil_gems"]
                entry = position_odds.wish_after_action(self.view, self.asked_seat, action)
                assert entry is not None
                more = [
                    self.board_text(
                        "then_has", has=s.attached_hearts_or_cards(entry), need=s.needed_hearts_or_cards(args[1])
                    )
                ]
                told = [] if position_odds.is_fulfilling_action(self.view, self.asked_seat, action) else more
                told += [self.gem_change_text(seat, pay)]
                return ", ".join([*told, *filter(None, [self.own_lamp_wake_text(action)])])
            case "stash":
                return self.stash_effect_text(args[0])
            case "use":
                return self.card_use_effect_text(args[0])
            case "orderly":
                return self.orderly_mean_points_text(args[0])
            case "aide":
                return self.board_text("hearts_for_you", n=s.game.hearts[args[0]])
            case "free":
                return self.board_text("hearts_fewer", n=s.game.hearts[args[0]])
            case "guard":
                if position_odds.is_fulfilling_action(self.view, self.asked_seat, action):
                    return self.board_text("fulfilled_gem_for_each")
                entry = position_odds.wish_after_action(self.view, self.asked_seat, action)
                assert entry is not None
                return self.board_text(
                    "then_has", has=s.attached_hearts_or_cards(entry), need=s.needed_hearts_or_cards(args[0])
                )
            case "remove":
                return self.board_text("nobody_scores")
            case "buy":
                return self.ware_purchase_text(seat, args[0])
            case "lamp":
                return self.board_text("one_more_main_action")
        return ""

    def gem_change_text(self, seat: Seat, more: int) -> str:
        """Return the Gems of a seat before and after an action, as text."""
        have = self.view.gems[seat]
        then = min(self.game.gem_limit, have + more)
        return self.board_text("gems_rise" if then > have else "gems_stay_at", have=have, then=then)

    def own_lamp_wake_text(self, action: Action) -> str | None:
        """Return a text if an action wakes the lamp of the acting seat, otherwise None."""
        s, seat = self.view, self.asked_seat
        entry = position_odds.wish_after_action(self.view, self.asked_seat, action)
        if (
            seat is None
            or entry is None
            or not position_odds.is_fulfilling_action(self.view, self.asked_seat, action)
            or s.lamp[seat]
        ):
            return None
        old, new = s.score[seat], s.score[seat] + wish_points(s, entry).get(seat, 0)
        wakes = any(old < square <= new for square in s.game.tables.lamp_squares)
        return self.board_text("your_lamp_wakes") if wakes else None

    def stash_effect_text(self, card: str) -> str:
        """Return a text on how the viewer's mean points for Extra Tasks change if this card goes to the stack."""
        s = self.view
        kind = s.orderly[self.viewer]
        if not kind:
            return self.board_text("face_down_no_orderly")
        before = mean_points_over_places(s.game.tables, position_odds.orderly_rank_if_round_ended(s, self.viewer, kind))
        then = mean_points_over_places(
            s.game.tables, position_odds.orderly_rank_if_round_ended(s, self.viewer, kind, card)
        )
        return self.board_text("your_place", before=float(before), then=float(then))

    def card_use_effect_text(self, card: str) -> str:
        """Return a text on the effect of using a task card."""
        s, seat = self.view, self.asked_seat
        assert seat is not None
        match s.game.task_effects[card]:
            case "plus":
                return self.board_text("one_more_aide_on")
            case "eye":
                hidden = sum(slot[0] in ("", HIDDEN_CARD) for slot in s.stack)
                return self.board_text("cards_of_stack", n=len(s.stack), hidden=hidden)
            case "gems":
                return self.gem_change_text(seat, s.game.effect_gems[card])
        return self.board_text("change_up_to", n=len(s.hands[seat]) - 1)

    def orderly_mean_points_text(self, task_kind: str) -> str:
        """Return the mean points of an Orderly that is placed on this kind of task, as text."""
        s, seat = self.view, self.asked_seat
        assert seat is not None
        points_ = mean_points_over_places(
            s.game.tables, position_odds.orderly_rank_if_round_ended(s, self.viewer, task_kind)
        )
        mean = self.board_text("average_as_it_lies", mean=float(points_))
        return (
            mean
            if seat in s.track
            else self.board_text("on_priority_track", mean=mean, place=ordinal_text(self, len(s.track) + 1))
        )

    def ware_purchase_text(self, seat: Seat, ware: str) -> str:
        """Return a text on how the purchase of a ware changes Gems and points."""
        cost = self.game.tables.wares[ware].cost
        points_, day = wishes_odds.ware_and_day_points(self, seat, ware)
        more = self.board_text("for_whole_day", day=day) if day else ""
        have = self.view.gems[seat]
        return self.board_text("gems_for_points", have=have, then=have - cost, points=points_, more=more)

    # -- the whole ---------------------------------------------------------------------------------

    def header_texts(self) -> list[str]:
        s = self.view
        if not s.round or isinstance(self.node, End):
            return [] if s.round else [self.board_text("setup")]
        plates = s.game.tables.seats[s.seats].plates
        told = [self.board_text("round", round=s.round), self.board_text("plate", n=len(s.plates), of=plates)]
        return [*told, self.board_text("last_round")] if s.ending else told

    def zones(self) -> list[Json]:
        others = [self._other(seat) for seat in self.other_seats_from_viewer()]
        if self.front_seat is None:  # the final scoring uses the whole space
            return others
        return [*others, self._middle(), self._wishes(), self._mine(self.front_seat)]

    def rule_picture_group(self, id: str) -> GroupJson | None:
        return rule_picture_groups.rule_picture_group(self, id) or super().rule_picture_group(id)

    def _facts(self, seat: Seat) -> list[Json]:
        s = self.view
        constants = s.game.tables.constants
        lamp = self.board_text("lamp_awake" if s.lamp[seat] else "lamp_asleep")
        facts = [
            {
                "icon": "star",
                "label": self.board_text("points"),
                "value": s.score[seat],
                "score": True,
                "origin": event_summaries.points_so_far_and_to_come_text(self, seat),
            },
            {"icon": "lamp", "label": lamp, "value": int(s.lamp[seat]), "of": 1, "tone": "s1"},
            {
                "icon": "stone",
                "label": self.board_text("gems"),
                "value": s.gems[seat],
                "of": s.game.gem_limit,
                "tone": "s2",
            },
            {
                "icon": "pawn",
                "label": self.board_text("aides_at_home"),
                "value": s.free[seat],
                "of": constants["aides"],
                "tone": "seat",
            },
        ]
        return facts

    def _other(self, seat: Seat) -> Json:
        s = self.view
        groups = [self._wares(seat)]
        if not isinstance(self.node, End):
            groups.insert(0, self._hand(seat))
        if s.secrets[seat] not in ("", HIDDEN_CARD):
            groups.append(self._secret(seat))
        return self._seat_zone("others", seat, groups)

    def _mine(self, seat: Seat) -> Json:
        groups = [self._secret(seat), self._wares(seat), {**self._hand(seat), "at": "hand"}, self._stalls()]
        return self._seat_zone("mine", seat, groups)

    def _seat_zone(self, area: str, seat: Seat, groups: list[Json]) -> Json:
        return {
            "id": f"seat:{seat}",
            "area": area,
            "seat": seat,
            "title": self.seat_name(seat),
            "look": "slim",
            "now": seat == self.asked_seat,
            "facts": self._facts(seat),
            "groups": groups,
        }

    def _hand(self, seat: Seat) -> Json:
        s = self.view
        items = []
        hidden = s.hands[seat].count(HIDDEN_CARD)
        if hidden:
            items.append(
                self.make_card(f"hand:{seat}:{HIDDEN_CARD}", name=self.board_text("hand"), back="TASK", count=hidden)
            )
        order = list(s.game.tables.tasks)
        for card in sorted((card for card in s.hands[seat] if card != HIDDEN_CARD), key=order.index):
            face = {**card_content.task_content(self, card), **(self._refused(card) if seat == self.asked_seat else {})}
            items.append(self.make_card(f"hand:{seat}:{card}", **face))
        return {
            "id": f"hand:{seat}",
            "label": self.board_text("hand"),
            "items": items,
            "empty": self.board_text("no_cards"),
        }

    def _refused(self, card: str) -> Json:
        """Return the refusals of a hand card, with their rules: of its use, and of the wishes that do not accept it."""
        if self.question_id != "act" or not self.can_viewer_choose():
            return {}
        why = self.view.why_not(Action("use", card))
        effect = self.action_label(Action("use", card))
        barred = []
        for wish, *_ in self.view.open:
            ruling = self.view.why_not(Action("fulfil", card, wish))
            if ruling is not None:
                barred.append({**self.refusal_reason(ruling), "at": [f"wish:{wish}"]})
        refused = [{"label": effect, "why": self.refusal_reason(why)}] if why else []
        if barred and len(barred) == len(self.view.open):  # no wish accepts the card: the first refusal explains why
            why_all = {name: barred[0][name] for name in ("text", "rule")}
            refused.insert(0, {"label": self.board_text("at_wish"), "why": why_all})
        return {"refused": refused, "barred": barred}

    def _wares(self, seat: Seat) -> Json:
        s = self.view
        items = []
        known = seat == self.viewer or self.is_full_view or s.is_wares_public(seat)
        if s.wares[seat] and not known:
            items.append(
                self.make_card(f"wares:{seat}", name=self.board_text("wares"), back="ware", count=len(s.wares[seat]))
            )
        for ware in s.wares[seat] if known else ():
            face = card_content.ware_content(self, ware)
            card = s.secrets[seat]
            worth = s.game.worth[card][ware] if card not in ("", HIDDEN_CARD) else ""
            sign = card_content.time_of_day_sign(self, ware)
            look = {"icon": sign["icon"], "big": worth, "unit": self.board_text("unit_points")}
            items.append(self.make_card(f"ware:{seat}:{ware}", **{**face, **look}))
        return {
            "id": f"wares:{seat}",
            "label": self.board_text("wares"),
            "look": "chips" if known else "",
            "items": items,
        }

    def _secret(self, seat: Seat) -> Json:
        s = self.view
        card = s.secrets[seat]
        items = []
        if card not in ("", HIDDEN_CARD):
            face = card_content.score_card_content(self, card)
            items.append(
                self.make_card(f"score:{seat}", **{**face, "name": self.board_text("score_card"), "key": card})
            )
        return {"id": f"score:{seat}", "label": self.board_text("market_score_card"), "look": "chips", "items": items}

    def _stalls(self) -> Json:
        """Return the top ware of each merchant with its price and its value for the viewer."""
        s, seat = self.view, self.viewer
        items = []
        for stall, ware in enumerate(s.tops):
            place = f"stall:{stall}"
            left = len(s.below[stall]) + len(s.under[stall])
            where = capitalize_first(s.game.texts.card_name(s.game.tables.merchants[stall]))
            if not ware:
                text = self.board_text("not_turned_up" if left else "empty")
                items.append(self.make_card(place, kind="none", name=self.board_text("stall", where=where), text=text))
                continue
            face = card_content.ware_content(self, ware)
            sign = card_content.time_of_day_sign(self, ware)
            skills = [sign]
            told = self.board_text("stall_below", where=where, left=left)
            if s.secrets[seat] not in ("", HIDDEN_CARD):
                value, day = wishes_odds.ware_and_day_points(self, seat, ware)
                said = f"{value}+{day}" if day else value
                skills = [
                    {"icon": "star", "label": self.board_text("points_on_score_card"), "letter": "", "value": said},
                    {**sign, "value": ""},
                ]
                more = self.board_text("for_whole_day", day=day) if day else ""
                told = self.board_text("on_score_card", points=value, more=more, told=told)
            tries = [Action("buy", ware)] if self.question_id == "offer" else []
            below = [s.game.texts.card_name(card) for card in s.under[stall]]
            known = self.board_text("at_bottom", below=join_words(below)) if below else ""
            items.append(
                self.make_card(place, tries, **{**face, "skills": skills, "text": f"{sign['label']}: {told}{known}"})
            )
        return {"id": "stalls", "label": self.board_text("market"), "look": "stalls", "at": "hand", "items": items}

    # -- wishes and the chart ------------------------------------------------------------------------

    def _wishes(self) -> Json:
        groups = [self._wish(entry) for entry in self.view.open]
        if not groups:
            none = self.board_text("no_wish_lies_open")
            groups = [
                {"id": "wish:none", "label": self.board_text("wishes"), "look": "panels", "items": [], "empty": none}
            ]
        groups.append(self._chart())
        return {
            "id": "wishes",
            "area": "mine",
            "title": self.board_text("wishes_extra_tasks"),
            "look": "wall",
            "facts": [],
            "groups": groups,
        }

    def _wish(self, entry: OpenWish) -> Json:
        """Return a wish with its progress, its task cards and their Aides."""
        s = self.view
        wish, cards, guard = entry
        has, need = s.attached_hearts_or_cards(entry), s.needed_hearts_or_cards(wish)
        tries = []
        verb = {"choose_post": "guard", "sad": "remove", "feed_first": "next"}.get(self.question_id)
        if verb:
            tries = [Action(verb, wish)]
        unit = "cards" if s.game.tables.wishes[wish].final else "hearts"
        by_guard = s.game.tables.constants["guard_cards" if unit == "cards" else "guard_hearts"] if guard else 0
        face = card_content.wish_content(self, wish)
        told = [
            self.board_text("has_of", has=has, need=card_content.needed_hearts_or_cards_text(self, wish, need)),
            *self._would_score(entry),
        ]
        what = (
            card_content.accepted_tasks_text(self, wish).removeprefix(self.board_text("cards_head"))
            if unit == "cards"
            else ""
        )
        caption = self.board_text("has_of", has=has, need=f"{need}{what}")
        names = {"name": self.board_text("final_wish")} if unit == "cards" else {}
        items = [
            self.make_card(
                f"wish:{wish}",
                tries,
                **{
                    **face,
                    "list": told,
                    "caption": caption,
                    **names,
                    "places": {
                        "icon": "heart" if unit == "hearts" else "card",
                        "of": need,
                        "full": has - by_guard,
                        "other": by_guard,
                    },
                },
            )
        ]
        if guard:
            items.append(
                self.make_card(f"guard:{wish}", **{**card_content.guard_content(self), "key": GUARD, "big": by_guard})
            )
        asked = {"plus": "aide", "free": "free"}.get(self.question_id)
        for card, aides in cards:
            tries = [Action(asked, card)] if asked else []
            said = self.board_text(
                "aides" if aides else "no_aide",
                seats=join_words([self.direction_isolated_name(seat) for seat in aides]),
            )
            items.append(
                self.make_card(
                    f"task:{card}",
                    tries,
                    **{**card_content.task_content(self, card), "skills": None, "pawns": list(aides), "text": said},
                )
            )
        return {"id": f"wish:{wish}", "label": face["name"], "look": "panels", "items": items}

    def _would_score(self, entry: OpenWish) -> list[str]:
        """Return the points that a wish would bring if it were fulfilled now, with this plate of the mood."""
        scored = wish_points(self.view, entry)
        if not scored:
            return []
        told = [
            f"{self.direction_isolated_name(seat)} {amount}"
            for seat, amount in sorted(scored.items(), key=lambda row: -row[1])
        ]
        return [self.board_text("fulfilled_under_this_plate", points=", ".join(told))]

    def _chart(self) -> Json:
        """Return the Extra Tasks.

        For each kind, the chart has its Orderly, the certain and possible hearts in the stack, and the points.
        """
        s = self.view
        playing = bool(s.round) and not isinstance(self.node, End)
        items = []
        for kind in s.game.tables.kinds:
            seat = s.orderly.index(kind) if kind in s.orderly else None
            hearts = stack_hearts(s, kind) if playing else Dist([0])
            sure = min(hearts)
            weights = [Fraction(hearts.get(n, 0), hearts.total) for n in range(MAX_HEARTS)]
            weights.append(1 - sum(weights, Fraction(0)))
            face: Json = {
                "kind": card_content.kind_image_name(TASK_IMAGES, kind),
                "icon": kind_icon(kind),
                "tone": task_tone(s.game, kind),
                "name": s.game.texts.card_name(kind),
                "text": self.board_text("hearts_for_sure", n=sure, mean=float(hearts.mean)),
                "sure": sure,
                "heap": [round(float(w), 3) for w in weights],
            }
            if seat is not None:
                track = s.track.index(seat) + 1
                face.update(pawns=[seat], rank=track, list=[self.board_text("orderly_priority", who=seat, track=track)])
            if s.stack and playing and (seat is None or seat == self.viewer):
                mean = mean_points_over_places(
                    s.game.tables, position_odds.orderly_rank_if_round_ended(s, self.viewer, kind)
                )
                face["caption"] = format_fixed(mean, 1)
                face["list"] = [*face.get("list", []), self.board_text("average_for_you", mean=float(mean))]
            tries = [Action("orderly", kind)] if self.question_id == "act" else []
            items.append(self.make_card(f"chart:{kind}", tries, **face))
        label = self.board_text("extra_tasks_for_you", n=len(s.stack))
        return {"id": "chart", "label": label, "look": "lanes", "items": items}

    # -- the mood and the piles ------------------------------------------------------------------------

    def _middle(self) -> Json:
        return {
            "id": "middle",
            "area": "middle",
            "title": self.board_text("mood_piles"),
            "facts": [],
            "groups": [self._mood(), self._piles()],
        }

    def _mood(self) -> Json:
        s = self.view
        plates = s.game.tables.seats[s.seats].plates
        label = self.board_text("mood_and_first", who=s.first) if s.round and s.seats > 1 else self.board_text("mood")
        if not s.plate:
            text = self.board_text("plates_this_round", plates=plates) if s.round else self.board_text("no_plates_yet")
            card = self.make_card(
                "plate",
                kind="plate",
                name=self.board_text("mood"),
                of=plates if s.round else 0,
                lines=[{"icon": "star", "text": text}],
                text=self.board_text("no_plate_turned_up"),
            )
            return {"id": "mood", "label": label, "look": "signs", "items": [card]}
        row, face = s.game.tables.plates[s.plate], card_content.mood_plate_content(self, s.plate)
        extra = self.board_text(
            "for_each_who_scores" if row.extra_points else "no_extra_points", extra=row.extra_points
        )
        shown: list[Json] = [
            {
                "icon": "deck",
                "text": self.board_text("one_card_joins_stack" if row.adds_card else "no_card_joins_stack"),
                "off": not row.adds_card,
            },
            {"icon": "guest", "text": self.fill_in_game_terms(s.game.texts.sections["moods"][row.effect])},
            {"icon": "heart", "text": extra, "off": not row.extra_points},
        ]
        name = self.board_text("the_mood_is", mood=face["name"].lower())
        came = [s.game.texts.card_name(plate) for plate in s.plates]
        return {
            "id": "mood",
            "label": label,
            "look": "signs",
            "items": [
                self.make_card(
                    "plate",
                    **{
                        **face,
                        "big": None,
                        "name": name,
                        "lines": shown,
                        "of": plates,
                        "at": len(s.plates),
                        "list": [self.board_text("this_round", plates=", ".join(came))],
                        "text": "; ".join(line["text"] for line in shown),
                    },
                )
            ],
        }

    def _piles(self) -> Json:
        s = self.view
        words = s.game.texts
        deck = s.deck + s.guards
        guards = self.board_text("guards_among_them", n=s.guards)
        thrown = [
            f"{self.short_task_name(card) if card != GUARD else words.card_name(card)}" for card in sorted(s.discard)
        ]
        items = [
            self.make_card(
                "deck",
                pile=True,
                name=self.board_text("deck"),
                big=deck,
                list=[guards],
                back=s.top or "TASK",
                text=self.board_text("guard_lies_on_top") if s.top == GUARD else "",
            ),
            self.make_card(
                "discard",
                pile=True,
                icon="discard",
                name=self.board_text("discards"),
                big=len(s.discard),
                list=thrown,
                **self._last_thrown(),
            ),
            self.make_card(
                "stack", pile=True, back="TASK", name=self.board_text("stack"), big=len(s.stack), list=self._slots()
            ),
            self.make_card(
                "simple",
                pile=True,
                back="wish",
                name=self.board_text("wishes"),
                big=s.simple_down,
                text=self.board_text("simple_wishes_face_down"),
            ),
            self.make_card(
                "final",
                pile=True,
                back="final",
                name=self.board_text("final"),
                big=s.final_down,
                text=self.board_text("final_wishes_face_down"),
            ),
        ]
        return {"id": "piles", "label": self.board_text("piles"), "look": "chips", "items": items}

    def _last_thrown(self) -> Json:
        """Return the top card of the discard pile, which is public."""
        if not self.view.discard:
            return {}
        card = self.view.discard[-1]
        return {
            "kind": (card_content.guard_content(self) if card == GUARD else card_content.task_content(self, card))[
                "kind"
            ]
        }

    def _slots(self) -> list[str]:
        """Return which seat added each card of the stack, with the names of the known cards."""
        told = []
        for card, owner, *_ in self.view.stack:
            known = "" if card in ("", HIDDEN_CARD) else f": {self.short_task_name(card)}"
            told.append(self.board_text("by_a_plate" if owner < 0 else "by", who=owner) + known)
        return told

    # -- chance ----------------------------------------------------------------------------------------

    def outcome_text(self, outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return self.seat_name(outcome)
        return (
            capitalize_first(self.game.texts.card_name(outcome))
            if isinstance(outcome, str)
            else super().outcome_text(outcome)
        )

    def chance_button_label(self) -> str:
        labels = {
            "plate": "turn_up_plate",
            "face": "draw",
            "first_face": "deal",
            "score_card": "deal",
            "back": "look_at_back",
            "peek": "look",
            "first_player": "draw",
        }
        return self.board_text(labels.get(self.question_id, "turn_up"))

    def chance_series_button_label(self) -> str:
        return self.board_text("turn_up_all") if self.question_id == "show" else ""

    def should_auto_resolve_chance(self) -> bool:
        return self.question_id in ("face", "back", "stall_card", "peek")

    def current_odds(self) -> list[OddsJson]:
        return wishes_odds.current_odds(self)

    def odds_with_resolved_outcome(self, outcome: Outcome) -> OddsJson | None:
        return wishes_odds.odds_with_resolved_outcome(self, outcome)

    def luck_entries_of_outcome(self, outcome: Outcome) -> list[LuckEntry]:
        return wishes_odds.luck_entries_of_outcome(self, outcome)

    # -- the end -----------------------------------------------------------------------------------------

    def event_summaries(self, events: Iterable[Event]) -> list[Json]:
        return event_summaries.event_summaries(self, events)

    def final_points_by_source(self, seat: Seat) -> list[PointSource]:
        return event_summaries.final_points_by_source(self, seat)

    def extra_result_sections(self) -> list[Json]:
        return event_summaries.extra_result_sections(self)


BOARD = WishesBoard
