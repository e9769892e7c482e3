"""A seat's turn: the main action, the effects of task cards, the further actions (WIS-4 to WIS-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .draws import fill
from .granting import ATTACH, FREE, SET_AIDE, attach, set_aide
from .state import KIND
from .tables import GUARD

if TYPE_CHECKING:
    from random import Random

    from .state import WishesState

PASS, DONE, LAMP = Action("pass"), Action("done"), Action("lamp")


POINTLESS = {"plus": "no_card_for_aide", "eye": "empty_stack", "gems": "gems_full"}


def idle(s: WishesState, seat: Seat) -> list[str]:
    """The effects that could do nothing now (WIS-A09)."""
    effects = [] if s.stack else ["eye"]
    if s.gems[seat] >= s.game.gem_limit:
        effects.append("gems")
    most = s.game.aides_on_card
    for _, cards, _ in s.open:
        for _, aides in cards:
            if len(aides) < most:
                return effects
    effects.append("plus")
    return effects


class Act(DecisionStep):
    """The main action (WIS-4)."""

    name = "act"
    rule = "WIS-2.7"
    fields = {"seat": SEAT}
    on = ("further",)
    verbs = {"fulfil": "ss", "stash": "s", "use": "s", "orderly": "s", "pass": ""}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        seat, game = frame.seat, s.game
        hand = s.hands[seat]
        does = game.plate_does[s.plate]
        moves: list[Action] = []
        if does != "nauseate":  # WIS-3.3
            wishes = [entry[0] for entry in s.open]
            for card in hand:
                fits = game.fulfil[card]
                for wish in wishes:
                    if wish in fits:
                        moves.append(fits[wish])
        moves += map(game.stash.__getitem__, hand)
        if does != "afraid":  # WIS-3.9
            if s.options["pointless_effect_legal"]:
                moves += map(game.use.__getitem__, hand)
            else:
                nothing, task_does = idle(s, seat), game.task_does
                moves += [game.use[card] for card in hand if task_does[card] not in nothing]
        moves += game.orderly_moves(tuple(s.orderly))
        return moves or [PASS]

    def run(self, s: WishesState, frame: Frame, rng: Random) -> None:
        """One of `moves`, without listing those of which there are most."""
        seat, game = frame.seat, s.game
        hand = s.hands[seat]
        does = game.plate_does[s.plate]
        fulfil: list[Action] = []
        if does != "nauseate":
            wishes = [entry[0] for entry in s.open]
            for card in hand:
                fits = game.fulfil[card]
                for wish in wishes:
                    if wish in fits:
                        fulfil.append(fits[wish])
        if does == "afraid":
            useful: Sequence[str] = ()
        elif s.options["pointless_effect_legal"]:
            useful = hand
        else:
            nothing, task_does = idle(s, seat), game.task_does
            useful = [card for card in hand if task_does[card] not in nothing] if nothing else hand
        orderly = game.orderly_moves(tuple(s.orderly))
        stash, use = len(fulfil), len(fulfil) + len(hand)
        move = use + len(useful)
        number = int(rng.random() * (move + len(orderly) or 1))
        if number < stash:
            self.take(s, frame, fulfil[number])
        elif number < use:
            s.todo.pop()
            self.stash(s, seat, hand[number - stash])
        elif number < move:
            s.todo.pop()
            self.use(s, seat, useful[number - use])
        else:
            self.take(s, frame, orderly[number - move] if orderly else PASS)

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        match action.verb:
            case "fulfil":
                return self.no_fulfil(s, seat, *action.args)
            case "stash":
                card = action.args[0]
                return None if card in s.hands[seat] else Ruling("WIS-4.5", "only_hand_joins", {"card": card})
            case "use":
                return self.no_use(s, seat, action.args[0])
            case "orderly":
                return self.no_move(s, seat, action.args[0])
        return None if self.moves(s, frame) == [PASS] else Ruling("WIS-4.8", "must_act", {})

    def no_fulfil(self, s: WishesState, seat: Seat, card: str, wish: str) -> Ruling | None:
        """WIS-4.1, WIS-4.4, WIS-3.3."""
        if card not in s.hands[seat]:
            return Ruling("WIS-4.1", "not_in_hand", {"card": card})
        if all(entry[0] != wish for entry in s.open):
            return Ruling("WIS-4.1", "not_open", {"wish": wish})
        if wish not in s.game.fulfil[card]:
            asked = s.game.tables.wishes[wish]
            return Ruling("WIS-4.1", f"wrong_{asked.by}", {"card": card, "wish": wish, "asked": asked.value})
        if s.does() == "nauseate":
            return Ruling("WIS-3.3", "no_fulfilling", {"plate": s.plate})
        return None

    def no_use(self, s: WishesState, seat: Seat, card: str) -> Ruling | None:
        """WIS-4.6, WIS-3.9, WIS-A09."""
        if card not in s.hands[seat]:
            return Ruling("WIS-4.6", "only_hand_used", {"card": card})
        if s.does() == "afraid":
            return Ruling("WIS-3.9", "no_effects", {"plate": s.plate})
        does = s.game.task_does[card]
        if s.options["pointless_effect_legal"] or does not in idle(s, seat):
            return None
        return Ruling("WIS-A09", POINTLESS[does], {"card": card, "gems": s.gems[seat]})

    def no_move(self, s: WishesState, seat: Seat, kind: str) -> Ruling | None:
        """WIS-6.1."""
        if kind not in s.game.tables.kinds:
            return Ruling("WIS-6.1", "no_space", {"kind": kind})
        if s.orderly[seat] == kind:
            return Ruling("WIS-6.1", "stays", {"kind": kind})
        if kind in s.orderly:
            return Ruling("WIS-6.1", "taken", {"kind": kind, "other": s.orderly.index(kind)})
        return None

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        seat, todo = frame.seat, s.todo
        todo.pop()
        verb = choice.verb
        if verb == "fulfil":
            card, wish = choice.args
            s.lose(seat, card)
            if s.log is not None:
                s.tell("WIS-4.1", "fulfils", seat, ("WIS-4.4",), card=card, wish=wish)
            if s.free[seat]:
                attach(s, seat, card, wish)
            else:
                todo.append(ATTACH.frame(seat, card, wish))
                todo.append(FREE.frame(seat))
        elif verb == "stash":
            self.stash(s, seat, choice.args[0])
        elif verb == "use":
            self.use(s, seat, choice.args[0])
        elif verb == "orderly":
            if s.free[seat] or seat in s.track:
                move_orderly(s, seat, choice.args[0])
            else:
                todo.append(MOVE_ORDERLY.frame(seat, choice.args[0]))
                todo.append(FREE.frame(seat))
        elif s.log is not None:
            s.tell("WIS-4.8", "passes", seat, ("WIS-A08",))

    def stash(self, s: WishesState, seat: Seat, card: str) -> None:
        """A card goes face down on the Extra Task stack (WIS-4.5)."""
        hand = s.hands[seat]
        place = hand.index(card)
        s.hands[seat] = hand[:place] + hand[place + 1 :]
        s.past[seat] += (0,)
        s.stack += ((card, seat, -1, 1 << seat),)
        if s.log is not None:
            s.tell_some((seat,), "WIS-4.5", "stashed", seat, ("WIS-15.2",), card=card, cards=len(s.stack))

    def use(self, s: WishesState, seat: Seat, card: str) -> None:
        """A card is discarded for its effect (WIS-4.6, WIS-5)."""
        todo = s.todo
        does = s.game.task_does[card]
        blank = does in idle(s, seat)
        s.lose(seat, card)
        s.discard.append(card)
        if s.log is not None:
            s.tell("WIS-4.6", "uses", seat, ("WIS-5.7", "WIS-15.1"), card=card)
        if blank:
            if s.log is not None:
                s.tell("WIS-A09", "no_effect", seat, (), card=card)
        elif does == "plus":
            todo.append(PLUS.frame(seat))
        elif does == "eye":
            todo.append(SEEN.frame(seat))
            for place in reversed(range(len(s.stack))):
                if not s.stack[place][0]:
                    todo.append(PEEK.frame(seat, place))
        elif does == "gems":
            taken = s.take_gems(seat, s.game.effect_gems[card])
            if s.log is not None:
                s.tell("WIS-5.5", "takes_gems", seat, ("WIS-A22",), gems=taken)
        else:
            s.push("change", seat, "swap")


class Plus(DecisionStep):
    """On which task card the Aide is put (WIS-5.1)."""

    name = "plus"
    rule = "WIS-5.1"
    fields = {"seat": SEAT}
    on = ("further",)
    verbs = {"aide": "s"}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        most, place = s.game.aides_on_card, s.game.place_aide
        return [place[card] for _, cards, _ in s.open for card, aides in cards if len(aides) < most]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        card, most = action.args[0], s.game.aides_on_card
        if card == GUARD and any(guard for _, _, guard in s.open):
            return Ruling("WIS-5.2", "aide_on_guard", {"card": card})
        for _, cards, _ in s.open:
            for there, aides in cards:
                if there == card:
                    if len(aides) < most:
                        return None
                    return Ruling("WIS-5.1", "card_full", {"card": card, "most": most})
        return Ruling("WIS-5.1", "not_attached", {"card": card})

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if s.free[seat]:
            set_aide(s, seat, choice.args[0])
        else:
            s.todo.append(SET_AIDE.frame(seat, choice.args[0]))
            s.todo.append(FREE.frame(seat))


def move_orderly(s: WishesState, seat: Seat, kind: str) -> None:
    """The Orderly moves; with the first move in a round an Aide joins the Priority Track (WIS-6)."""
    s.orderly[seat] = kind
    first = seat not in s.track
    if first:
        s.track += (seat,)
        s.free[seat] -= 1
    if s.log is not None:
        s.tell("WIS-6.1", "orderly_moves", seat, ("WIS-4.7", "WIS-6.4"), kind=kind)
        place = s.track.index(seat) + 1
        s.tell(
            "WIS-6.2" if first else "WIS-6.3",
            "joins_track" if first else "stays_on_track",
            seat,
            ("WIS-8.1",),
            place=place,
        )


class MoveOrderly(AutoStep):
    """The Orderly moves, once an Aide has been freed for the Priority Track (WIS-6.2, WIS-8.2)."""

    name = "move_orderly"
    rule = "WIS-6.1"
    fields = {"seat": SEAT, "kind": KIND}
    on = ("further",)

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"kind": frame.kind}

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        move_orderly(s, frame.seat, frame.kind)


class Peek(ChanceStep):
    """A card of the stack that nobody has seen is looked at; only that seat sees it (WIS-5.4)."""

    name = "peek"
    rule = "WIS-5.4"
    fields = {"seat": SEAT, "place": whole()}
    on = ("seen", "peek")

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"place": frame.place + 1}

    def cards(self, s: WishesState, frame: Frame) -> list[str]:
        """What the card may be."""
        return s.pool(s.stack[frame.place][2])

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(self.cards(s, frame))

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        cards = self.cards(s, frame)
        return cards[int(rng.random() * len(cards))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in self.cards(s, frame)

    def take(self, s: WishesState, frame: Frame, card: str) -> None:
        s.todo.pop()
        self.decide(s, frame.place, card, 1 << frame.seat)
        if s.log is not None:
            s.tell_some((frame.seat,), "WIS-5.4", "peeked", frame.seat, ("WIS-15.2",), card=card)

    def decide(self, s: WishesState, place: int, card: str, known: int) -> None:
        """The card at a place of the stack is decided."""
        _, owner, age, _ = s.stack[place]
        if age == s.age:
            s.loose.remove(card)
        else:
            rows = [(a, tuple([other for other in cards if other != card])) for a, cards in s.older]
            s.older = tuple([(a, cards) for a, cards in rows if cards])
        s.stack = (*s.stack[:place], (card, owner, age, known), *s.stack[place + 1 :])


class Seen(AutoStep):
    """The stack has been looked at: the seat knows all its cards (WIS-5.4)."""

    name = "seen"
    rule = "WIS-5.4"
    fields = {"seat": SEAT}
    on = ("further",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        seat = frame.seat
        s.todo.pop()
        s.stack = tuple([(card, owner, age, known | 1 << seat) for card, owner, age, known in s.stack])
        if s.log is not None:
            s.tell_some(
                (seat,),
                "WIS-5.4",
                "looked",
                seat,
                ("WIS-15.2",),
                ("cards",),
                cards=tuple(slot[0] for slot in s.stack),
                number=len(s.stack),
            )


# -- further actions -----------------------------------------------------------------------------------


def may(s: WishesState, frame: Frame, what: str) -> bool:
    """Whether a further action of this sort is still allowed in this turn (WIS-7, WIS-A07)."""
    if s.options["optional_same_twice"]:
        return bool(frame.bought + frame.lamps < 2)
    return not (frame.bought if what == "buy" else frame.lamps)


def buyable(s: WishesState, frame: Frame) -> list[Action]:
    """The open wares that a seat may buy now (WIS-7.1, WIS-7.3)."""
    gems, wares = s.gems[frame.seat], s.game.buy
    if gems < s.game.cheapest or not may(s, frame, "buy"):
        return []
    return [wares[top][0] for top in s.tops if top and wares[top][1] <= gems]


def further(s: WishesState, frame: Frame) -> list[Action]:
    """The further actions there are now."""
    moves = buyable(s, frame)
    if s.lamp[frame.seat] and may(s, frame, "lamp"):
        moves.append(LAMP)
    return moves


def refill(s: WishesState, seat: Seat) -> None:
    """The turn ends: in place of its step the hand is refilled (WIS-2.8)."""
    s.todo.pop()
    missing = s.game.hand - len(s.hands[seat])
    if missing > 0:
        fill(s, seat, missing)


TAKEN = {"seat": SEAT, "bought": whole(0, 2), "lamps": whole(0, 2)}
"""Who is at it, and how many further actions of each sort were taken in this turn."""


class Further(AutoStep):
    """After the main action: ask for further actions as long as there are any, then refill (WIS-2.7, WIS-2.8)."""

    name = "further"
    rule = "WIS-2.7"
    fields = TAKEN
    on = ("turns",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        seat = frame.seat
        if (s.lamp[seat] or s.gems[seat] >= s.game.cheapest) and further(s, frame):
            s.todo[-1] = OFFERS[seat] if frame is FURTHERS[seat] else OFFER.frame(seat, frame.bought, frame.lamps)
        else:
            refill(s, seat)


class Offer(DecisionStep):
    """Buy a ware, use the lamp, or neither (WIS-7)."""

    name = "offer"
    rule = "WIS-2.7"
    fields = TAKEN
    on = ("turns",)
    verbs = {"buy": "s", "lamp": "", "done": "", **Act.verbs}
    """Main actions, too: they are refused, as the turn has had its one (WIS-2.7)."""

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [*further(s, frame), DONE]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        if action is DONE:
            return None
        if action is LAMP:
            if not may(s, frame, "lamp"):
                return Ruling("WIS-A07", "once_a_turn", {})
            return None if s.lamp[seat] else Ruling("WIS-7.5", "lamp_asleep", {"score": s.score[seat]})
        if action.verb in Act.verbs:
            return Ruling("WIS-2.7", "one_main_action", {})
        ware = action.args[0]
        if not ware or ware not in s.tops:
            return Ruling("WIS-7.1", "not_on_offer", {"ware": ware})
        if not may(s, frame, "buy"):
            return Ruling("WIS-A07", "once_a_turn", {})
        cost, gems = s.game.tables.wares[ware].cost, s.gems[seat]
        if cost > gems:
            return Ruling(
                "WIS-7.3", "too_dear", {"ware": ware, "cost": cost, "gems": gems, "missing": cost - gems}, "more_gems"
            )
        return None

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        seat, bought, lamps = frame.seat, frame.bought, frame.lamps
        if choice is DONE:
            refill(s, seat)
        elif choice is LAMP:
            s.todo[-1] = FURTHER.frame(seat, bought, lamps + 1)
            s.lamp[seat] = False
            s.todo.append(ACT.frame(seat))
            if s.log is not None:
                also = ("WIS-A07", "WIS-A25") if s.does() == "mean" else ("WIS-A07",)
                s.tell("WIS-7.5", "lamp_used", seat, also)
        else:
            ware = choice.args[0]
            s.todo[-1] = FURTHER.frame(seat, bought + 1, lamps)
            cost = s.game.tables.wares[ware].cost
            s.gems[seat] -= cost
            s.wares[seat] += (ware,)
            stall = s.tops.index(ware)
            s.tops[stall] = ""
            s.push("next_ware", stall)
            if s.log is not None:
                hidden = s.options["wares_hidden_after_buying"]
                s.tell(
                    "WIS-7.1",
                    "bought" if hidden else "bought_open",
                    seat,
                    ("WIS-7.4", "WIS-A19"),
                    ware=ware,
                    cost=cost,
                    gems=s.gems[seat],
                )


ACT, PLUS, MOVE_ORDERLY, PEEK, SEEN = Act(), Plus(), MoveOrderly(), Peek(), Seen()
FURTHER, OFFER = Further(), Offer()
ACTS = [ACT.frame(seat) for seat in range(4)]
FURTHERS = [FURTHER.frame(seat, 0, 0) for seat in range(4)]
OFFERS = [OFFER.frame(seat, 0, 0) for seat in range(4)]
"""The frames with which a turn begins; they are shared, as frames never change."""
STEPS = (ACT, PLUS, MOVE_ORDERLY, PEEK, SEEN, FURTHER, OFFER)
