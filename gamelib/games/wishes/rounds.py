"""The round: its plates, what they do, and the turns under each of them (WIS-2, WIS-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT, one_of, whole
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .draws import ADD_CARD, fill
from .granting import REPLACE, REVEAL, clear, complete
from .turn import ACTS, FURTHERS

if TYPE_CHECKING:
    from random import Random

    from .state import Open, WishesState


def open_round(s: WishesState) -> None:
    """All plates are shuffled for the next round (WIS-1.7, WIS-12.7, WIS-14.2)."""
    s.round += 1
    s.idle += 1
    s.plates = ()
    s.plate = ""
    s.hungry = False
    s.todo.append(ROUND.frame())
    if s.log is not None:
        also: tuple[str, ...] = ("WIS-14.2", "WIS-14.7") if s.seats == 1 else ()
        if s.round > 1:
            also += ("WIS-12.6", "WIS-A24") if s.seats == 1 else ("WIS-12.6",)
        plates = s.game.tables.seats[s.seats].plates
        s.tell("WIS-12.7" if s.round > 1 else "WIS-1.7", "round", s.first, also, round=s.round, plates=plates)


class Round(AutoStep):
    """Plate after plate, then the Extra Tasks (WIS-2.9)."""

    name = "round"
    rule = "WIS-2.9"
    fields = {}
    on = ("",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        if len(s.plates) < s.game.tables.seats[s.seats].plates:
            s.todo.append(PLATE_FRAME)
            return
        s.todo.pop()
        s.push("extra")
        if s.log is not None:
            s.tell("WIS-2.9", "plates_used_up", None)


class TurnPlate(ChanceStep):
    """The next plate, one of those not seen in this round (WIS-2.1, WIS-15.3)."""

    name = "plate"
    rule = "WIS-2.1"
    fields = {}
    on = ("round",)

    def left(self, s: WishesState) -> list[str]:
        """The plates not seen in this round, in the order of `dist`."""
        return [plate for plate in s.game.plates if plate not in s.plates]

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(self.left(s))

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        left = self.left(s)
        return left[int(rng.random() * len(left))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in s.game.plates and outcome not in s.plates

    def take(self, s: WishesState, frame: Frame, plate: str) -> None:
        todo = s.todo
        todo.pop()
        row = s.game.tables.plates[plate]
        s.plate = plate
        s.plates += (plate,)
        s.hungry = False
        todo.append(TURN_FRAMES[0])
        todo.append(EFFECT_FRAME)
        if row.adds:
            todo.append(ADD_CARD.frame())
        if s.log is not None:
            s.tell("WIS-2.1", "plate", s.first, ("WIS-2.2", "WIS-2.4", "WIS-2.5"), plate=plate, extra=row.extra)


class Effect(AutoStep):
    """What the plate does as soon as it is read (WIS-2.2, WIS-A06)."""

    name = "effect"
    rule = "WIS-2.2"
    fields = {}
    on = ("turns",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        does = s.does()
        if does not in LASTING:
            EFFECTS[does](s)
        elif s.log is not None:
            s.tell(LASTING[does], f"effect_{does}", None, ("WIS-2.5",))


def lovely(s: WishesState) -> None:
    """Everybody in turn may change hand cards (WIS-3.1)."""
    if s.log is not None:
        s.tell("WIS-3.1", "effect_lovely", None, ("WIS-2.6",))
    for seat in reversed(s.order()):
        s.todo.append(CHANGE.frame(seat, "lovely"))


def demanding(s: WishesState) -> None:
    """One more simple wish is turned up (WIS-3.4)."""
    if s.simple_down:
        s.todo.append(REVEAL.frame(s.first, False))
    if s.log is not None:
        s.tell("WIS-3.4", "effect_demanding" if s.simple_down else "nothing_demanded", s.first)


def hungry(s: WishesState) -> None:
    """Wishes need one less from now on (WIS-3.5)."""
    s.hungry = True
    s.todo.append(FEED.frame())
    if s.log is not None:
        s.tell("WIS-3.5", "effect_hungry", None, ("WIS-A06",))


def happy(s: WishesState) -> None:
    """Everybody takes a Gem (WIS-3.6)."""
    for seat in s.order():
        taken = s.take_gems(seat, s.game.tables.constants["happy_gems"])
        if s.log is not None:
            code, gems = ("effect_happy", taken) if taken else ("happy_full", s.gems[seat])
            s.tell("WIS-3.6", code, seat, ("WIS-A22",), gems=gems)


def uncertain(s: WishesState) -> None:
    """The wares on offer go under their stacks (WIS-3.7)."""
    for stall in reversed(range(len(s.tops))):
        top = s.tops[stall]
        if top:
            s.under[stall] += (top,)
            s.tops[stall] = ""
            s.todo.append(STALL.frame(stall))
    if s.log is not None:
        s.tell("WIS-3.7", "effect_uncertain", s.first)


def mean(s: WishesState) -> None:
    """Everybody in turn discards a hand card (WIS-3.8)."""
    if s.log is not None:
        s.tell("WIS-3.8", "effect_mean", None, ("WIS-2.6", "WIS-A25"))
    for seat in reversed(s.order()):
        if s.hands[seat]:
            s.todo.append(DROP.frame(seat))


def sad(s: WishesState) -> None:
    """The simple wish with the fewest hearts is removed (WIS-3.10)."""
    fit = saddest(s)
    if len(fit) > 1:
        s.todo.append(SAD.frame(s.first))
    elif fit:
        remove(s, fit[0])
    elif s.log is not None:
        s.tell("WIS-3.10", "nothing_removed", None)


LASTING = {"kind": "WIS-3.2", "nauseate": "WIS-3.3", "afraid": "WIS-3.9"}
"""Effects that only change what may be done in the turns, with their rules."""
EFFECTS = {
    "lovely": lovely,
    "demanding": demanding,
    "hungry": hungry,
    "happy": happy,
    "uncertain": uncertain,
    "mean": mean,
    "sad": sad,
}
"""Effects that happen at once."""


def saddest(s: WishesState) -> list[Open]:
    """The open simple wishes with the fewest hearts on their task cards (WIS-3.10, WIS-A13)."""
    simple = [entry for entry in s.open if entry[0] in s.game.tables.simple]
    least = min(map(s.hearts, simple), default=0)
    return [entry for entry in simple if s.hearts(entry) == least]


def remove(s: WishesState, entry: Open) -> None:
    """Sad: a wish leaves the game, nobody scores (WIS-3.10, WIS-A20)."""
    if s.log is not None:
        home = tuple(sorted({seat for _, aides in entry[1] for seat in aides}))
        also = ("WIS-A20", "WIS-A13", *(("WIS-14.7",) if s.seats == 1 else ()))
        s.tell("WIS-3.10", "removed", s.first, also, wish=entry[0], hearts=s.hearts(entry), home=home)
    clear(s, entry)
    s.todo.append(REPLACE.frame(s.first))


class Sad(DecisionStep):
    """Which of several wishes with the fewest hearts is removed (WIS-3.10)."""

    name = "sad"
    rule = "WIS-3.10"
    fields = {"seat": SEAT}
    on = ("turns",)
    verbs = {"remove": "s"}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [Action("remove", entry[0]) for entry in saddest(s)]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        fit = saddest(s)
        if any(entry[0] == wish for entry in fit):
            return None
        entry = next((entry for entry in s.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-3.10", "not_open", {"wish": wish})
        if s.game.tables.wishes[wish].final:
            return Ruling("WIS-3.10", "only_simple", {"wish": wish})
        return Ruling("WIS-3.10", "fewest_first", {"wish": wish, "hearts": s.hearts(entry), "least": s.hearts(fit[0])})

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        s.todo.pop()
        remove(s, s.entry(choice.args[0]))


def enough(s: WishesState) -> list[Open]:
    """The open wishes that have all they need now."""
    return [entry for entry in s.open if s.has(entry) >= s.need(entry[0])]


class Feed(AutoStep):
    """Hungry: what has enough now is fulfilled, one after another (WIS-3.5, WIS-A05)."""

    name = "feed"
    rule = "WIS-3.5"
    fields = {}
    on = ("turns",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        fit = enough(s)
        if len(fit) > 1:
            s.todo.append(FEED_FIRST.frame(s.first))
        elif fit:
            complete(s, fit[0], s.first)
        else:
            s.todo.pop()


class FeedFirst(DecisionStep):
    """Which of several wishes is fulfilled next (WIS-A05)."""

    name = "feed_first"
    rule = "WIS-A05"
    fields = {"seat": SEAT}
    on = ("feed",)
    verbs = {"next": "s"}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [Action("next", entry[0]) for entry in enough(s)]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        entry = next((entry for entry in s.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-3.5", "not_open", {"wish": wish})
        if s.has(entry) < s.need(wish):
            return Ruling("WIS-3.5", "not_enough", {"wish": wish, "has": s.has(entry), "need": s.need(wish)})
        return None

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        s.todo.pop()
        complete(s, s.entry(choice.args[0]), s.first)


class Drop(DecisionStep):
    """Mean: discard one hand card (WIS-3.8)."""

    name = "drop"
    rule = "WIS-3.8"
    fields = {"seat": SEAT}
    on = ("turns", "drop")
    verbs = {"drop": "s", "pass": ""}
    """To keep all cards is refused: one has to go."""

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        return [s.game.drop[card] for card in s.hands[frame.seat]]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "pass":
            return Ruling("WIS-3.8", "must_drop", {"plate": s.plate})
        card = action.args[0]
        return None if card in s.hands[frame.seat] else Ruling("WIS-3.8", "only_hand_dropped", {"card": card})

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        card, seat = choice.args[0], frame.seat
        s.todo.pop()
        s.lose(seat, card)
        s.discard.append(card)
        if s.log is not None:
            s.tell("WIS-3.8", "dropped", seat, ("WIS-2.6",), card=card)


class Change(DecisionStep):
    """Discard any of your hand cards and draw as many: Lovely, and the effect Swap (WIS-3.1, WIS-5.6)."""

    name = "change"
    rule = "WIS-3.1"
    fields = {"seat": SEAT, "why": one_of("lovely", "swap")}
    on = ("turns", "change", "further")
    verbs = {"discard": "t"}

    def cited(self, s: WishesState, frame: Frame) -> str:
        return "WIS-3.1" if frame.why == "lovely" else "WIS-5.6"

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"why": frame.why}

    def moves(self, s: WishesState, frame: Frame) -> list[Action]:
        cards = sorted(s.hands[frame.seat])
        chosen: list[tuple[str, ...]] = [()]
        for card in cards:
            chosen += [(*row, card) for row in chosen]
        return [Action("discard", row) for row in chosen]

    def ruling(self, s: WishesState, frame: Frame, action: Action) -> Ruling | None:
        cards = action.args[0]
        hand = s.hands[frame.seat]
        for card in cards:
            if card not in hand:
                return Ruling(self.cited(s, frame), "only_hand_changed", {"card": card})
        if list(cards) != sorted(set(cards)):
            return Ruling(self.cited(s, frame), "each_once", {"cards": tuple(sorted(set(cards)))})
        return None

    def run(self, s: WishesState, frame: Frame, rng: Random) -> None:
        """Any of the sets of hand cards, without listing them."""
        hand = sorted(s.hands[frame.seat])
        number = int(rng.random() * (1 << len(hand)))  # its place in `moves` says by bits which cards it has
        self.change(s, frame, tuple([card for i, card in enumerate(hand) if number >> i & 1]))

    def take(self, s: WishesState, frame: Frame, choice: Action) -> None:
        self.change(s, frame, choice.args[0])

    def change(self, s: WishesState, frame: Frame, cards: tuple[str, ...]) -> None:
        """Discard the cards, then draw as many."""
        seat = frame.seat
        for card in cards:
            s.lose(seat, card)
            s.discard.append(card)
        s.todo.pop()
        if cards:
            fill(s, seat, len(cards))
        if s.log is not None:
            s.tell(self.cited(s, frame), "changed", seat, (), cards=cards)


def ware_rule(s: WishesState) -> str:
    """Why a wares card is turned up: the setup, UNCERTAIN, or because the one above was bought."""
    if s.round == 0:
        return "WIS-1.4"
    bought = any(frame.step.name == "further" for frame in s.todo)
    return "WIS-7.2" if bought else "WIS-3.7"


class Stall(ChanceStep):
    """The next wares card of a merchant that nobody has seen (WIS-1.4, WIS-3.7, WIS-7.2)."""

    name = "stall_card"
    rule = "WIS-7.2"
    fields = {"stall": whole()}
    on = ("deal", "next_ware", "turns", "further")

    def cited(self, s: WishesState, frame: Frame) -> str:
        return ware_rule(s)

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"merchant": s.game.tables.merchants[frame.stall]}

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(s.below[frame.stall])

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        cards: tuple[str, ...] = s.below[frame.stall]
        return cards[int(rng.random() * len(cards))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in s.below[frame.stall]

    def take(self, s: WishesState, frame: Frame, card: str) -> None:
        stall = frame.stall
        s.todo.pop()
        s.below[stall] = tuple([ware for ware in s.below[stall] if ware != card])
        s.tops[stall] = card
        if s.log is not None:
            s.tell(ware_rule(s), "ware_shown", None, ("WIS-15.3",), ware=card, merchant=s.game.tables.merchants[stall])


class NextWare(AutoStep):
    """The next card of a merchant: one that nobody has seen, else one put under the stack, else none (WIS-7.2)."""

    name = "next_ware"
    rule = "WIS-7.2"
    fields = {"stall": whole()}
    on = ("deal", "next_ware", "turns", "further")

    def values(self, s: WishesState, frame: Frame) -> dict[str, Any]:
        return {"merchant": s.game.tables.merchants[frame.stall]}

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        stall = frame.stall
        s.todo.pop()
        if s.below[stall]:
            s.todo.append(STALL_CARD.frame(stall))
            return
        merchant = s.game.tables.merchants[stall]
        if s.under[stall]:
            s.tops[stall] = s.under[stall][0]
            s.under[stall] = s.under[stall][1:]
            if s.log is not None:
                s.tell(ware_rule(s), "ware_shown", None, ("WIS-7.2", "WIS-3.7"), ware=s.tops[stall], merchant=merchant)
        elif s.log is not None:
            s.tell("WIS-7.2", "stall_empty", None, (), merchant=merchant)


class Turns(AutoStep):
    """Each seat has a turn under the plate, from the first player on (WIS-2.7)."""

    name = "turns"
    rule = "WIS-2.7"
    fields = {"done": whole(0, 4)}
    on = ("round",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        todo = s.todo
        done = frame.done
        if done == s.seats:
            todo.pop()
            return
        seat = (s.first + done) % s.seats
        todo[-1] = TURN_FRAMES[done + 1]
        todo.append(FURTHERS[seat])
        todo.append(ACTS[seat])
        if s.log is not None:
            s.tell("WIS-2.7", "turn", seat, ("WIS-2.11",) if done == 0 and len(s.plates) > 1 else ())


ROUND, TURN_PLATE, EFFECT, SAD, FEED, FEED_FIRST = Round(), TurnPlate(), Effect(), Sad(), Feed(), FeedFirst()
DROP, CHANGE, STALL_CARD, STALL, TURNS = Drop(), Change(), Stall(), NextWare(), Turns()
PLATE_FRAME, EFFECT_FRAME, TURN_FRAMES = TURN_PLATE.frame(), EFFECT.frame(), [TURNS.frame(n) for n in range(5)]
"""Frames that recur; they are shared, as frames never change."""
STEPS = (ROUND, TURN_PLATE, EFFECT, SAD, FEED, FEED_FIRST, DROP, CHANGE, STALL_CARD, STALL, TURNS)
