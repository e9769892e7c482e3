"""The Sultan's Wishes on the table: wishes with their tasks and Aides, the mood, the chart of the Extra Tasks, stalls
beside the hand, and where each action is offered with what it brings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gamelib import Action, Dist, End
from gamelib.nodes import Event, Outcome, Seat
from gamelib.numbers import joined, some
from gamelib.wishes.extra import day_points, gem_points, ware_points
from gamelib.wishes.granting import points
from gamelib.wishes.knowledge import HIDDEN, stack_hearts
from gamelib.wishes.state import Open
from gamelib.wishes.tables import GUARD

from ...page import Json
from ...table.icons import icons
from ...table.scene import Board
from . import chances, faces, moments
from . import odds as wishes_odds
from .faces import capital, kind_icon, nth, tone
from .pictures import BACKS, KINDS, TASKS

ON_CARD = ("fulfil", "stash", "use", "drop")
ON_WISH = ("guard", "remove", "next")
MOST_HEARTS = 10  # hearts of a kind in the stack that have a bar of their own

ABOUT = {
    "plate": "WIS-2.2", "deck": "WIS-2.8", "discard": "WIS-1.9", "stack": "WIS-2.3", "simple": "WIS-1.2",
    "final": "WIS-1.3", "chart": "WIS-6.1", "stall": "WIS-7.1", "score": "WIS-1.6", "hand": "WIS-4.1",
    "wish:final": "WIS-10.1", "wish": "WIS-4.1", "task": "WIS-4.2", "guard": "WIS-11.2", "wares": "WIS-7.4",
    "ware": "WIS-13.3",
}  # fmt: skip


class WishesBoard(Board):
    """Zones: a rug for each seat; the mood and the piles; the wishes with the chart. The stalls lie beside the hand."""

    icons = icons(
        "star", "gem", "stone", "pawn", "lamp", "heart", "plus", "eye", "swap", "sunrise", "sun", "moon", "stall",
        "scroll", "deck", "discard", "shield", "cup", "pot", "dance", "fan", "song", "card", "guest",
    )  # fmt: skip
    kinds, backs, about = KINDS, BACKS, ABOUT

    # -- where actions are offered -----------------------------------------------------------------

    def place(self, action: Action) -> str | None:
        verb, args = action.verb, action.args
        if verb in ON_CARD:
            return f"hand:{self.seat}:{args[0]}"
        if verb in ON_WISH:
            return f"wish:{args[0]}"
        match verb:
            case "orderly":
                return f"chart:{args[0]}"
            case "aide" | "free":
                return f"task:{args[0]}"
            case "buy":
                return f"stall:{self.view.tops.index(args[0])}"
        return None

    def aim(self, action: Action) -> str | None:
        return f"wish:{action.args[1]}" if action.verb == "fulfil" else None

    def label(self, action: Action) -> str:
        words, args = self.game.words, action.args
        match action.verb:
            case "fulfil":
                name = self.wish_name(args[1])
                return f"Fulfil {name}" if self.fulfils(action) else f"Lay it at {name}"
            case "stash":
                return "Extra Task"
            case "use":
                return f"Effect: {words.card(self.game.tables.tasks[args[0]].effect)}"
            case "drop":
                return "Discard it"
            case "discard":
                hand = self.view.hands[self.seat]
                if not args[0]:
                    return "Keep all"
                whole = len(args[0]) == len(hand) > 1
                return "Change all" if whole else ", ".join(self.told_apart(card, hand) for card in args[0])
        return super().label(action)

    def short(self, card: str) -> str:
        """A task card in two words."""
        row = self.game.tables.tasks[card]
        return f"{self.game.words.card(row.kind)} {row.hearts}"

    def told_apart(self, card: str, others: Iterable[str]) -> str:
        """A task card in two words, with its effect where another one has the same."""
        alike = sum(self.short(other) == self.short(card) for other in others) > 1
        effect = self.game.words.card(self.game.tables.tasks[card].effect)
        return f"{self.short(card)} ({effect})" if alike else self.short(card)

    # -- what an action brings -----------------------------------------------------------------------

    def after(self, action: Action) -> Open | None:
        """The wish that an action adds to, as it is then."""
        s, args = self.view, action.args
        match action.verb:
            case "fulfil":
                wish, cards, guard = s.entry(args[1])
                return wish, (*cards, (args[0], (self.seat,))), guard
            case "guard":
                wish, cards, _ = s.entry(args[0])
                return wish, cards, True
            case "next":
                return s.entry(args[0])
        return None

    def fulfils(self, action: Action) -> bool:
        """Whether an action fulfils a wish at once."""
        entry = self.after(action)
        return entry is not None and self.view.has(entry) >= self.view.need(entry[0])

    def brings(self, action: Action) -> Json | None:
        entry = self.after(action)
        if entry is None:
            return None
        s = self.view
        adds = s.has(entry) - s.has(s.entry(entry[0]))
        if not self.fulfils(action):
            return {"adds": adds} if adds else None
        found = sorted(points(s, entry).items(), key=lambda row: (row[0] != self.seat, -row[1]))
        return {"adds": adds, "closes": True,
                "pays": [{"seat": seat, "text": f"+{amount}"} for seat, amount in found]}  # fmt: skip

    def note(self, action: Action) -> str:
        s, seat, args = self.view, self.seat, action.args
        assert seat is not None  # there are actions only where a seat chooses
        constants = s.game.tables.constants
        match action.verb:
            case "fulfil":
                pay = constants["fulfil_gems_kind" if s.does() == "kind" else "fulfil_gems"]
                entry = self.after(action)
                assert entry is not None
                told = [] if self.fulfils(action) else [f"then {s.has(entry)} of {s.need(args[1])}"]
                told += [self.gems_told(seat, pay)]
                return ", ".join([*told, *self.woken(action)])
            case "stash":
                return self.stash_told(args[0])
            case "use":
                return self.use_told(args[0])
            case "orderly":
                return self.orderly_told(args[0])
            case "aide":
                return f"{some(s.game.hearts[args[0]], 'heart')} for you when the wish is fulfilled"
            case "free":
                return f"{some(s.game.hearts[args[0]], 'heart')} fewer for you"
            case "guard":
                if self.fulfils(action):
                    return "fulfilled; 1 Gem for each who scores"
                entry = self.after(action)
                assert entry is not None
                return f"then {s.has(entry)} of {s.need(args[0])}"
            case "remove":
                return "nobody scores"
            case "buy":
                return self.ware_told(seat, args[0])
            case "lamp":
                return "one more main action"
        return ""

    def gems_told(self, seat: Seat, more: int) -> str:
        """Gems before and after."""
        have = self.view.gems[seat]
        then = min(self.game.gem_limit, have + more)
        return f"Gems {have} → {then}" if then > have else f"Gems stay at {have}"

    def woken(self, action: Action) -> list[str]:
        """That the own lamp wakes, if it does."""
        s, seat = self.view, self.seat
        entry = self.after(action)
        if seat is None or entry is None or not self.fulfils(action) or s.lamp[seat]:
            return []
        old, new = s.score[seat], s.score[seat] + points(s, entry).get(seat, 0)
        return ["your lamp wakes"] if any(old < square <= new for square in s.game.tables.lamp_squares) else []

    def stash_told(self, card: str) -> str:
        """What one more card of one's own changes in the Extra Tasks."""
        s = self.view
        kind = s.orderly[self.viewer]
        if not kind:
            return "face down; no Orderly of yours on the chart yet"
        before = chances.mean_points(s, self.places(kind))
        then = chances.mean_points(s, chances.place(s, self.viewer, kind, card))
        return f"your place: {float(before):.1f} → {float(then):.1f} points"

    def use_told(self, card: str) -> str:
        s, seat = self.view, self.seat
        assert seat is not None
        match s.game.task_does[card]:
            case "plus":
                return "one more Aide on a task card"
            case "eye":
                hidden = sum(slot[0] in ("", HIDDEN) for slot in s.stack)
                return f"{some(len(s.stack), 'card')} of the stack, {hidden} new to you"
            case "gems":
                return self.gems_told(seat, s.game.effect_gems[card])
        return f"change up to {some(len(s.hands[seat]) - 1, 'card')}"

    def orderly_told(self, kind: str) -> str:
        s, seat = self.view, self.seat
        assert seat is not None
        mean = f"{float(chances.mean_points(s, self.places(kind))):.1f} points on average as it lies"
        return mean if seat in s.track else f"{mean}; {nth(len(s.track) + 1)} on the Priority Track"

    def ware_told(self, seat: Seat, ware: str) -> str:
        cost = self.game.tables.wares[ware].cost
        points_, day = wishes_odds.value_of(self, seat, ware)
        more = f" and {day} for a whole day" if day else ""
        return f"Gems {self.view.gems[seat]} → {self.view.gems[seat] - cost}; {some(points_, 'point')}{more}"

    def places(self, kind: str) -> Dist[int]:
        """The place of the one who looks on, with the Orderly on a kind, if the round ended now."""
        return chances.place(self.view, self.viewer, kind)

    # -- the whole ---------------------------------------------------------------------------------

    def facts(self) -> list[str]:
        s = self.view
        if not s.round or isinstance(self.node, End):
            return [] if s.round else ["setup"]
        plates = s.game.tables.seats[s.seats].plates
        return [f"round {s.round}", f"plate {len(s.plates)} of {plates}", *(["last round"] if s.ending else [])]

    def zones(self) -> list[Json]:
        others = [self._other(seat) for seat in self.around()]
        if self.front is None:  # the reckoning has all the room
            return others
        return [*others, self._middle(), self._wishes(), self._mine(self.front)]

    def _facts(self, seat: Seat) -> list[Json]:
        s = self.view
        constants = s.game.tables.constants
        facts = [
            {"icon": "star", "label": "Points", "value": s.score[seat], "large": True},
            {"icon": "lamp", "label": f"Magic Lamp, {'awake' if s.lamp[seat] else 'asleep'}",
             "value": int(s.lamp[seat]), "of": 1, "tone": "s1"},
            {"icon": "stone", "label": "Gems", "value": s.gems[seat], "of": s.game.gem_limit, "tone": "s2"},
            {"icon": "pawn", "label": "Aides at home", "value": s.free[seat], "of": constants["aides"], "tone": "seat"},
        ]  # fmt: skip
        return facts

    def _other(self, seat: Seat) -> Json:
        s = self.view
        groups = [self._wares(seat)]
        if not isinstance(self.node, End):
            groups.insert(0, self._hand(seat))
        if s.secrets[seat] not in ("", HIDDEN):
            groups.append(self._secret(seat))
        return {"id": f"seat:{seat}", "area": "others", "seat": seat, "title": self.name(seat), "look": "slim",
                "now": seat == self.seat, "facts": self._facts(seat), "groups": groups}  # fmt: skip

    def _mine(self, seat: Seat) -> Json:
        groups = [self._secret(seat), self._wares(seat), {**self._hand(seat), "at": "hand"}, self._stalls()]
        return {"id": f"seat:{seat}", "area": "mine", "seat": seat, "title": self.name(seat), "look": "slim",
                "now": seat == self.seat, "facts": self._facts(seat), "groups": groups}  # fmt: skip

    def _hand(self, seat: Seat) -> Json:
        s = self.view
        items = []
        hidden = s.hands[seat].count(HIDDEN)
        if hidden:
            items.append(self.card(f"hand:{seat}:{HIDDEN}", name="Hand", back="TASK", count=hidden))
        order = list(s.game.tables.tasks)
        for card in sorted((card for card in s.hands[seat] if card != HIDDEN), key=order.index):
            face = {**faces.task(self, card), **(self._refused(card) if seat == self.seat else {})}
            items.append(self.card(f"hand:{seat}:{card}", **face))
        return {"id": f"hand:{seat}", "label": "Hand", "items": items, "empty": "no cards"}

    def _refused(self, card: str) -> Json:
        """What a hand card cannot do now, with the rule: its effect, and the wishes that do not take it."""
        if self.asked != "act" or not self.may_choose():
            return {}
        why = self.view.why_not(Action("use", card))
        effect = self.label(Action("use", card))
        barred = []
        for wish, *_ in self.view.open:
            ruling = self.view.why_not(Action("fulfil", card, wish))
            if ruling is not None:
                barred.append({**self.reason(ruling), "at": [f"wish:{wish}"]})
        refused = [{"label": effect, "why": self.reason(why)}] if why else []
        if barred and len(barred) == len(self.view.open):  # it fits at none: the first says how that is meant
            refused.insert(0, {"label": "At a wish", "why": {name: barred[0][name] for name in ("text", "rule")}})
        return {"refused": refused, "barred": barred}

    def _wares(self, seat: Seat) -> Json:
        s = self.view
        items = []
        known = seat == self.viewer or self.everything or s.open_wares(seat)
        if s.wares[seat] and not known:
            items.append(self.card(f"wares:{seat}", name="Wares", back="ware", count=len(s.wares[seat])))
        for ware in s.wares[seat] if known else ():
            face = faces.ware(self, ware)
            card = s.secrets[seat]
            worth = s.game.worth[card][ware] if card not in ("", HIDDEN) else ""
            sign = faces.time_of(self, ware)
            look = {"icon": sign["icon"], "big": worth, "unit": "points"}
            items.append(self.card(f"ware:{seat}:{ware}", **{**face, **look}))
        return {"id": f"wares:{seat}", "label": "Wares", "look": "chips" if known else "", "items": items}

    def _secret(self, seat: Seat) -> Json:
        s = self.view
        card = s.secrets[seat]
        items = []
        if card not in ("", HIDDEN):
            face = faces.score(self, card)
            items.append(self.card(f"score:{seat}", **{**face, "name": "Score card", "key": card}))
        return {"id": f"score:{seat}", "label": "Market score card", "look": "chips", "items": items}

    def _stalls(self) -> Json:
        """What each merchant has on top, its price and what it is worth to the one who looks on."""
        s, seat = self.view, self.viewer
        items = []
        for stall, ware in enumerate(s.tops):
            place = f"stall:{stall}"
            left = len(s.below[stall]) + len(s.under[stall])
            where = capital(s.game.words.card(s.game.tables.merchants[stall]))
            if not ware:
                text = "not turned up" if left else "empty"
                items.append(self.card(place, kind="none", name=f"{where} stall", text=text))
                continue
            face = faces.ware(self, ware)
            sign = faces.time_of(self, ware)
            skills = [sign]
            told = f"{where} stall, {left} below"
            if s.secrets[seat] not in ("", HIDDEN):
                value, day = wishes_odds.value_of(self, seat, ware)
                said = f"{value}+{day}" if day else value
                skills = [{"icon": "star", "label": "Points on your score card", "letter": "", "value": said},
                          {**sign, "value": ""}]  # fmt: skip
                more = f" and {day} for a whole day" if day else ""
                told = f"{some(value, 'point')} on your score card{more}; {told}"
            tries = [Action("buy", ware)] if self.asked == "offer" else []
            below = [s.game.words.card(card) for card in s.under[stall]]
            known = f"; at the bottom: {joined(below)}" if below else ""
            items.append(self.card(place, tries, **{**face, "skills": skills,
                                                    "text": f"{sign['label']}: {told}{known}"}))  # fmt: skip
        return {"id": "stalls", "label": "Market", "look": "stalls", "at": "hand", "items": items}

    # -- wishes and the chart ------------------------------------------------------------------------

    def wish_name(self, wish: str) -> str:
        """A wish in a word or two."""
        row = self.game.tables.wishes[wish]
        what = some(row.value, "heart") if row.by == "hearts" else capital(self.game.words.card(row.value))
        if row.final:
            return f"Final: {what}"
        alike = [other for other, *_ in self.view.open if self.game.tables.wishes[other][:3] == row[:3]]
        return f"{what} {row.need}" if len(alike) > 1 else what

    def _wishes(self) -> Json:
        groups = [self._wish(entry) for entry in self.view.open]
        if not groups:
            none = "no wish lies open"
            groups = [{"id": "wish:none", "label": "Wishes", "look": "panels", "items": [], "empty": none}]
        groups.append(self._chart())
        return {"id": "wishes", "area": "mine", "title": "Wishes and Extra Tasks", "look": "wall", "facts": [],
                "groups": groups}  # fmt: skip

    def _wish(self, entry: Open) -> Json:
        """A wish with what it has, and the task cards at it with their Aides."""
        s = self.view
        wish, cards, guard = entry
        has, need = s.has(entry), s.need(wish)
        tries = []
        verb = {"choose_post": "guard", "sad": "remove", "feed_first": "next"}.get(self.asked)
        if verb:
            tries = [Action(verb, wish)]
        unit = "cards" if s.game.tables.wishes[wish].final else "hearts"
        by_guard = s.game.tables.constants["guard_cards" if unit == "cards" else "guard_hearts"] if guard else 0
        face = faces.wish(self, wish)
        told = [f"{has} of {faces.needs(self, wish, need)}", *self._would_score(entry)]
        what = faces.asks(self, wish).removeprefix("Cards") if unit == "cards" else ""
        caption = f"{has} of {need}{what}"
        items = [
            self.card(f"wish:{wish}", tries, **{
                **face, "list": told, "caption": caption, **({"name": "Final wish"} if unit == "cards" else {}),
                "places": {"icon": "heart" if unit == "hearts" else "card", "of": need, "full": has - by_guard,
                           "other": by_guard}})
        ]  # fmt: skip
        if guard:
            items.append(self.card(f"guard:{wish}", **{**faces.guard(self), "key": GUARD, "big": by_guard}))
        asked = {"plus": "aide", "free": "free"}.get(self.asked)
        for card, aides in cards:
            tries = [Action(asked, card)] if asked else []
            said = f"Aides: {joined([self.name(seat) for seat in aides])}" if aides else "no Aide"
            items.append(self.card(f"task:{card}", tries, **{
                **faces.task(self, card), "skills": None, "pawns": list(aides), "text": said}))  # fmt: skip
        return {"id": f"wish:{wish}", "label": face["name"], "look": "panels", "items": items}

    def _would_score(self, entry: Open) -> list[str]:
        """What a wish would pay if it were fulfilled under this plate as it stands."""
        scored = points(self.view, entry)
        if not scored:
            return []
        told = [f"{self.name(seat)} {amount}" for seat, amount in sorted(scored.items(), key=lambda row: -row[1])]
        return [f"fulfilled under this plate it would pay: {', '.join(told)}"]

    def _chart(self) -> Json:
        """The Extra Tasks: for each kind the Orderly, what the stack is sure to hold and may hold, and what it pays."""
        s = self.view
        playing = bool(s.round) and not isinstance(self.node, End)
        items = []
        for kind in s.game.tables.kinds:
            seat = s.orderly.index(kind) if kind in s.orderly else None
            hearts = stack_hearts(s, kind) if playing else Dist([0])
            sure = min(hearts)
            weights = [Fraction(hearts.get(n, 0), hearts.total) for n in range(MOST_HEARTS)]
            weights.append(1 - sum(weights, Fraction(0)))
            face: Json = {
                "kind": faces.picture_of(TASKS, kind), "icon": kind_icon(kind), "tone": tone(s.game, kind),
                "name": s.game.words.card(kind),
                "text": f"{some(sure, 'heart')} for sure, {float(hearts.mean):.1f} on average",
                "sure": sure, "heap": [round(float(w), 3) for w in weights],
            }  # fmt: skip
            if seat is not None:
                track = s.track.index(seat) + 1
                face.update(pawns=[seat], rank=track, list=[f"Orderly of {self.name(seat)}, priority {track}"])
            if s.stack and playing and (seat is None or seat == self.viewer):
                mean = chances.mean_points(s, self.places(kind))
                face["caption"] = f"{float(mean):.1f}"
                face["list"] = [*face.get("list", []), f"{float(mean):.1f} points on average for you there"]
            tries = [Action("orderly", kind)] if self.asked == "act" else []
            items.append(self.card(f"chart:{kind}", tries, **face))
        label = f"Extra Tasks: {some(len(s.stack), 'card')} · ★ for you"
        return {"id": "chart", "label": label, "look": "lanes", "items": items}

    # -- the mood and the piles ------------------------------------------------------------------------

    def _middle(self) -> Json:
        return {"id": "middle", "area": "middle", "title": "The mood and the piles", "facts": [],
                "groups": [self._mood(), self._piles()]}  # fmt: skip

    def _mood(self) -> Json:
        s = self.view
        plates = s.game.tables.seats[s.seats].plates
        if not s.plate:
            lines = [{"icon": "star", "text": f"{plates} plates this round"}]
            card = self.card("plate", kind="plate", name="The mood", of=plates, lines=lines,
                             text="no plate turned up yet")  # fmt: skip
            return {"id": "mood", "label": "The mood", "look": "signs", "items": [card]}
        row, face = s.game.tables.plates[s.plate], faces.plate(self, s.plate)
        extra = f"+{row.extra} for each who scores a wish" if row.extra else "no extra points"
        shown: list[Json] = [
            {"icon": "deck", "text": "one card joins the stack" if row.adds else "no card joins the stack",
             "off": not row.adds},
            {"icon": "guest", "text": self.fill(s.game.words.sections["moods"][row.does])},
            {"icon": "heart", "text": extra, "off": not row.extra},
        ]  # fmt: skip
        name = f"The mood: {face['name'].lower()}"
        came = [s.game.words.card(plate) for plate in s.plates]
        return {"id": "mood", "label": "The mood", "look": "signs", "items": [self.card("plate", **{
            **face, "big": None, "name": name, "lines": shown, "of": plates, "at": len(s.plates),
            "list": [f"this round: {', '.join(came)}"],
            "text": "; ".join(line["text"] for line in shown)})]}  # fmt: skip

    def _piles(self) -> Json:
        s = self.view
        words = s.game.words
        deck = s.deck + s.guards
        guards = f"{some(s.guards, 'Guard')} among them"
        thrown = [f"{self.short(card) if card != GUARD else words.card(card)}" for card in sorted(s.discard)]
        items = [
            self.card("deck", pile=True, name="Deck", big=deck, list=[guards], back=s.top or "TASK",
                      text="a Guard lies on top" if s.top == GUARD else ""),
            self.card("discard", pile=True, icon="discard", name="Discards", big=len(s.discard), list=thrown),
            self.card("stack", pile=True, back="TASK", name="Stack", big=len(s.stack), list=self._slots()),
            self.card("simple", pile=True, back="wish", name="Wishes", big=s.simple_down,
                      text="simple wishes face down"),
            self.card("final", pile=True, back="final", name="Final", big=s.final_down, text="final wishes face down"),
        ]  # fmt: skip
        return {"id": "piles", "label": "Piles", "look": "chips", "items": items}

    def _slots(self) -> list[str]:
        """The cards of the stack by who put them there, with those that are known."""
        told = []
        for card, owner, *_ in self.view.stack:
            who = self.name(owner) if owner >= 0 else "a plate"
            known = "" if card in ("", HIDDEN) else f": {self.short(card)}"
            told.append(f"by {who}{known}")
        return told

    # -- chance ----------------------------------------------------------------------------------------

    def face(self, card: str) -> Json | None:
        """What a card shows, whatever it is."""
        found = self.game.tables
        for cards, show in ((found.tasks, faces.task), (found.wishes, faces.wish), (found.wares, faces.ware),
                            (found.plates, faces.plate), (found.scores, faces.score)):  # fmt: skip
            if card in cards:
                return show(self, card)
        return faces.guard(self) if card == GUARD else None

    def outcome(self, outcome: Outcome) -> str:
        if isinstance(outcome, int):
            return self.name(outcome)
        return capital(self.game.words.card(outcome)) if isinstance(outcome, str) else super().outcome(outcome)

    def chance_label(self) -> str:
        labels = {"plate": "Turn up the plate", "face": "Draw", "first_face": "Deal", "score_card": "Deal",
                  "back": "Look at the back", "peek": "Look", "first_player": "Draw"}  # fmt: skip
        return labels.get(self.asked, "Turn up")

    def run_label(self) -> str:
        return "Turn up all" if self.asked == "show" else ""

    def flows(self) -> bool:
        return self.asked in ("face", "back", "stall_card", "peek")

    def odds(self) -> list[Json]:
        return wishes_odds.odds(self)

    def came(self, outcome: Outcome) -> Json | None:
        return wishes_odds.came(self, outcome)

    def fortune(self, outcome: Outcome) -> list[tuple[str, Seat, Fraction, Fraction]]:
        return wishes_odds.fortune(self, outcome)

    # -- the end -----------------------------------------------------------------------------------------

    def moments(self, events: Iterable[Event]) -> list[Json]:
        return moments.of(self, events)

    def reckoning(self, seat: Seat) -> list[Json]:
        return moments.sources(self, seat)

    def afterwards(self) -> list[Json]:
        return moments.afterwards(self)

    @classmethod
    def standing(cls, state: Any) -> list[int] | None:
        if not state.round or not state.todo:
            return list(state.score) if state.round else None
        return [state.score[seat] + gem_points(state, seat) + ware_points(state, seat)
                + day_points(state, seat, state.wares[seat]) for seat in range(state.seats)]  # fmt: skip


BOARD = WishesBoard
