"""The deck: backs, faces, Guards that come up, and the discard pile made anew (WIS-2.8, WIS-2.10, WIS-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...dist import Dist
from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .granting import complete
from .state import BACK
from .tables import GUARD

if TYPE_CHECKING:
    from random import Random

    from .state import Open, WishesState


def learn_top(s: WishesState) -> None:
    """The back of the next card becomes known (WIS-11.5); by chance where both are possible."""
    if s.guards and s.deck:
        s.todo.append(TURN_BACK.frame())
    else:
        s.top = GUARD if s.guards else BACK if s.deck else ""


def drawn(s: WishesState) -> None:
    """A card has left the deck: what lies on top now, and whether the deck is used up."""
    s.top = ""
    if not s.deck and not s.guards:
        if s.options["reshuffle"] == "at_once":
            reshuffle(s)
    elif not s.guards:
        s.top = BACK
    elif s.options["guard_back_visible"]:
        learn_top(s)


def reshuffle(s: WishesState) -> bool:
    """The discard pile becomes the deck (WIS-2.10, WIS-11.6, WIS-A03). False if that would bring no card to any place.

    Guards alone are shuffled only if a wish can take one; or they would be drawn and discarded for ever (WIS-A23).
    """
    tasks = sorted(card for card in s.discard if card != GUARD)
    if not tasks and not (s.discard and guard_wishes(s)):
        return False
    if s.loose:  # undecided cards of the stack came from the deck that is used up
        s.older += ((s.age, tuple(sorted(s.loose))),)
    s.age += 1
    s.guards = len(s.discard) - len(tasks)
    s.loose, s.deck = tasks, len(tasks)
    s.ages = {**s.ages, **dict.fromkeys(tasks, s.age)}
    s.discard = []
    if s.log is not None:
        s.tell(
            "WIS-2.10",
            "reshuffled",
            None,
            ("WIS-A03", "WIS-11.6") if s.guards else ("WIS-A03",),
            cards=len(tasks),
            guards=s.guards,
        )
    s.top = "" if s.guards else BACK
    if s.guards and s.options["guard_back_visible"]:
        learn_top(s)
    return True


def ready(s: WishesState) -> bool:
    """Whether a card can be drawn now: the deck has one, or has been made anew. False if there is none anywhere."""
    return bool(s.deck or s.guards) or reshuffle(s)


def fill(s: WishesState, seat: Seat, left: int) -> None:
    """A seat draws so many cards, one at a time (WIS-2.8)."""
    s.todo.append((FACE if s.top == BACK else FILL).frame(seat, left))


class TurnBack(ChanceStep):
    """The back of the next card: a Guard's or a task card's (WIS-11.5, WIS-A02)."""

    name = "back"
    rule = "WIS-11.5"
    fields = {}
    on = ("fill", "deal", "add_card", "turns", "further", "change", "first_player", "post", "effect")

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist({BACK: s.deck, GUARD: s.guards})

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        # in the order of `dist`, where GUARD comes first
        return GUARD if int(rng.random() * (s.deck + s.guards)) < s.guards else BACK

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in (BACK, GUARD)

    def take(self, s: WishesState, frame: Frame, back: str) -> None:
        s.todo.pop()
        s.top = back
        if s.log is not None and back == GUARD:
            s.tell("WIS-11.5", "guard_on_top", None, ("WIS-A02", "WIS-15.1"))


class Face(ChanceStep):
    """The task card that a seat draws, the first of `left`; only that seat sees it (WIS-2.8, WIS-15.2)."""

    name = "face"
    rule = "WIS-2.8"
    fields = {"seat": SEAT, "left": whole(1)}
    on: ClassVar[tuple[str, ...] | None] = ("turns", "change", "further")
    fill: ClassVar[Fill]

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(s.loose)

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        return s.loose[int(rng.random() * len(s.loose))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in s.loose

    def take(self, s: WishesState, frame: Frame, card: str) -> None:
        seat = frame.seat
        if frame.left > 1:
            s.todo[-1] = self.fill.frame(seat, frame.left - 1)
        else:
            s.todo.pop()
        s.loose.remove(card)
        s.deck -= 1
        s.hands[seat] += (card,)
        s.past[seat] += (s.age + 1,)
        if s.log is not None:
            s.tell_some((seat,), self.rule, "drawn", seat, ("WIS-15.2",), card=card)
        drawn(s)

    def run(self, s: WishesState, frame: Frame, rng: Random) -> None:
        """All the cards at once, as long as nothing comes between."""
        seat, left = frame.seat, frame.left
        loose, random = s.loose, rng.random
        more = s.guards and s.options["guard_back_visible"]
        hand, past, age = s.hands[seat], s.past[seat], (s.age + 1,)
        while left:
            hand += (loose.pop(int(random() * len(loose))),)
            past += age
            left -= 1
            s.deck -= 1
            if not s.deck or (s.guards and not more):
                break
            if more:
                s.top = GUARD if int(random() * (s.deck + s.guards)) < s.guards else BACK
                if s.top == GUARD:
                    break
        s.hands[seat], s.past[seat] = hand, past
        if left:
            s.todo[-1] = self.fill.frame(seat, left)
        else:
            s.todo.pop()
        if not s.deck or (s.guards and not more):
            drawn(s)


class FirstFace(Face):
    """A card of the first hand (WIS-1.9)."""

    name = "first_face"
    rule = "WIS-1.9"
    on = ("first_player", "deal")


class Fill(AutoStep):
    """A seat draws so many cards, one at a time (WIS-2.8, WIS-11.1)."""

    name = "fill"
    rule = "WIS-2.8"
    fields = {"seat": SEAT, "left": whole(1)}
    on: ClassVar[tuple[str, ...] | None] = ("turns", "change", "further")
    face: ClassVar[Face]

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        todo = s.todo
        if not ready(s):
            todo.pop()
            if s.log is not None:
                s.tell("WIS-A03", "no_cards", frame.seat, ("WIS-2.10",), left=frame.left)
        elif todo[-1] is not frame:
            return  # the deck has been made anew, and its top is turned first
        elif s.top == BACK:
            todo[-1] = self.face.frame(frame.seat, frame.left)
        elif s.top == GUARD:
            s.guards -= 1
            self.met(s, frame.seat)
        else:
            learn_top(s)

    def met(self, s: WishesState, seat: Seat) -> None:
        """A Guard came up."""
        if s.log is not None:
            s.tell("WIS-11.1", "guard_drawn", seat, ("WIS-A02",) if s.options["guard_back_visible"] else ())
        s.todo.append(POST.frame(seat))
        drawn(s)


class Deal(Fill):
    """The first hand of a seat (WIS-1.9); Guards are put aside or shuffled back (WIS-A01)."""

    name = "deal"
    rule = "WIS-1.9"
    on = ("first_player", "deal")

    def met(self, s: WishesState, seat: Seat) -> None:
        if s.options["initial_guard"] == "reshuffle":
            s.guards += 1
            if s.log is not None:
                s.tell("WIS-A01", "guard_back_in", seat)
        else:
            s.met[seat] += 1
            if s.log is not None:
                s.tell("WIS-A01", "guard_aside", seat, ("WIS-1.9",))
        drawn(s)


class AddCard(AutoStep):
    """The top task card joins the Extra Task stack; nobody sees it (WIS-2.3)."""

    name = "add_card"
    rule = "WIS-2.3"
    fields = {}
    on = ("effect",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        todo = s.todo
        if not ready(s):
            todo.pop()
            if s.log is not None:
                s.tell("WIS-A03", "no_card_to_add", None, ("WIS-2.10",))
        elif todo[-1] is not frame:
            return
        elif s.top == BACK:
            todo.pop()
            s.deck -= 1
            s.stack += (("", -1, s.age, 0),)
            if s.log is not None:
                s.tell("WIS-2.3", "card_added", None, ("WIS-2.2", "WIS-15.3"), cards=len(s.stack))
            drawn(s)
        elif s.top == GUARD:
            s.guards -= 1
            if s.log is not None:
                s.tell("WIS-11.1", "guard_drawn", s.first, ("WIS-2.3", "WIS-A04", "WIS-A06"))
            todo.append(POST.frame(s.first))
            drawn(s)
        else:
            learn_top(s)


def guard_wishes(s: WishesState) -> list[Open]:
    """The open wishes to which a Guard may go (WIS-11.2, WIS-11.3, WIS-A13)."""
    free = [entry for entry in s.open if not entry[2]]
    empty = [entry for entry in free if not entry[1]]
    if empty or not free:
        return empty
    least = min(map(s.hearts, free))
    return [entry for entry in free if s.hearts(entry) == least]


def post(s: WishesState, seat: Seat, wish: str) -> None:
    """The Guard that a seat drew goes to a wish, and may complete it (WIS-11.1, WIS-11.4, WIS-A04)."""
    old = s.entry(wish)
    entry = old[0], old[1], True
    s.replace(old, entry)
    if s.log is not None:
        left_out = ("WIS-11.3",) if any(guard for other, _, guard in s.open if other != wish) else ()
        s.tell("WIS-11.2", "guard_attached", seat, ("WIS-11.1", "WIS-5.2", "WIS-A13", *left_out), wish=wish)
    if s.has(entry) >= s.need(wish):
        if s.log is not None:
            s.tell("WIS-11.4", "guard_completes", seat, ("WIS-A04",), wish=wish)
        complete(s, entry, seat)


class Post(AutoStep):
    """A Guard that a seat drew goes to a wish; chosen where several fit (WIS-11.2, WIS-A23)."""

    name = "post"
    rule = "WIS-11.1"
    fields = {"seat": SEAT}
    on = ("fill", "add_card", "met")

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        fit = guard_wishes(s)
        if len(fit) > 1:
            s.todo.append(CHOOSE_POST.frame(frame.seat))
        elif fit:
            post(s, frame.seat, fit[0][0])
        else:
            s.discard.append(GUARD)
            if s.log is not None:
                s.tell("WIS-11.3", "guard_discarded", frame.seat, ("WIS-A23",))


class ChoosePost(DecisionStep):
    """To which of several wishes the Guard goes (WIS-11.2)."""

    name = "choose_post"
    rule = "WIS-11.2"
    fields = {"seat": SEAT}
    on = ("fill", "add_card", "met")
    verbs = {"guard": "s"}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [Action("guard", entry[0]) for entry in guard_wishes(s)]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        fit = guard_wishes(s)
        if any(entry[0] == wish for entry in fit):
            return None
        entry = next((entry for entry in s.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-11.2", "not_open", {"wish": wish})
        if entry[2]:
            return Ruling("WIS-11.3", "has_guard", {"wish": wish})
        if not fit[0][1]:
            return Ruling("WIS-11.2", "empty_first", {"wish": wish})
        return Ruling("WIS-11.2", "fewest_first", {"wish": wish, "hearts": s.hearts(entry), "least": s.hearts(fit[0])})

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        s.todo.pop()
        post(s, frame.seat, choice.args[0])


class Met(AutoStep):
    """Those who met Guards in the deal attach them in turn (WIS-A01)."""

    name = "met"
    rule = "WIS-A01"
    fields = {}
    on = ("begin",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        for seat in s.order():
            if s.met[seat]:
                s.met[seat] -= 1
                s.todo.append(POST.frame(seat))
                return
        s.todo.pop()


TURN_BACK, FILL, DEAL, FACE, FIRST_FACE, ADD_CARD = TurnBack(), Fill(), Deal(), Face(), FirstFace(), AddCard()
POST, CHOOSE_POST, MET = Post(), ChoosePost(), Met()
Fill.face, Deal.face, Face.fill, FirstFace.fill = FACE, FIRST_FACE, FILL, DEAL
STEPS = (TURN_BACK, FILL, DEAL, FACE, FIRST_FACE, ADD_CARD, POST, CHOOSE_POST, MET)
