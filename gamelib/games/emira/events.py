"""Phase 1: event cards (EMI-3, EMI-14). Those that work later leave a flag for the phase they touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, one_of, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from . import check
from .choosing import PALACE, settle, shown
from .tables import CARAVANS, KINDS

if TYPE_CHECKING:
    from ...deck import Deck
    from .state import EmiraState, Pawns

HOLD = Action("hold")
RULE = {
    "bazaar": "EMI-14.1",
    "better_breed": "EMI-14.2",
    "camel_breeding": "EMI-14.3",
    "camel_epidemic": "EMI-14.4",
    "changing_her_mind": "EMI-14.5",
    "court_influence": "EMI-14.6",
    "double_trouble": "EMI-14.7",
    "golden_times": "EMI-14.8",
    "good_looking": "EMI-14.9",
    "guest_house": "EMI-14.10",
    "interrupt_spice_trade": "EMI-14.11",
    "new_orders": "EMI-14.12",
    "new_spice_caravan": "EMI-14.13",
    "noble_merchandise": "EMI-14.14",
    "quiet_days": "EMI-14.15",
    "restoration": "EMI-14.16",
    "sick_camels": "EMI-14.17",
    "vermin": "EMI-14.18",
}
PLAY_CARD = {card: Action("play", card) for card in RULE}
KEEP_CARD = {card: Action("keep", card) for card in RULE}


def excluded(s: EmiraState, card: str) -> str | None:
    """The symbol, or the card itself, that was played before in this round (EMI-3.3, EMI-A24); None if it may be."""
    if not s.symbols:
        return None
    groups = s.options["event_symbols"]  # EMI-A06
    symbol = s.game.tables.events[card].symbol
    if groups == "none" or symbol is None:
        return None
    mark = symbol if groups == "groups" else card
    return mark if mark in s.symbols else None


class Events(AutoStep):
    """Phase 1, in order; so many have been asked (EMI-3.1)."""

    name = "events"
    rule = "EMI-3.1"
    fields = {"asked": whole(0, 5)}
    on = ("income",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 1
        s.todo.pop()
        order = s.order()
        for i in range(frame.asked, s.seats):
            seat = order[i]
            if s.lost[seat] == s.round:
                if s.log is not None:
                    s.tell("EMI-13.10", "locked_events", seat)
            elif s.hands[seat]:
                s.todo.append(ASKED[i + 1])
                s.todo.append(PLAYS[seat])
                return


class Play(DecisionStep):
    """Play an event card, or hold (EMI-3.1)."""

    name = "play"
    rule = "EMI-3.1"
    fields = {"seat": SEAT}
    on = ("events",)
    verbs = {"play": "s", "hold": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        check.asked(s, frame, below)
        if not s.hands[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no event card to play")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        actions = [HOLD]
        hand = s.hands[frame.seat]
        for card in hand if len(hand) == 1 else sorted(set(hand)):
            if excluded(s, card) is None:
                actions.append(PLAY_CARD[card])
        return actions

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "hold":
            return None
        card = action.args[0]
        if card not in s.hands[frame.seat]:
            return Ruling("EMI-3.1", "not_in_hand", {"card": card, "who": frame.seat})
        mark = excluded(s, card)
        if mark is None:
            return None
        return Ruling("EMI-3.3", "symbol_used", {"card": card, "symbol": mark}, "wait_a_round")

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is HOLD:
            if s.log is not None:
                s.tell("EMI-3.1", "held", seat)
            return
        card = choice.args[0]
        hand = list(s.hands[seat])
        hand.remove(card)
        s.hands[seat] = tuple(hand)
        s.spent += (card,)  # EMI-3.4
        symbol = s.game.tables.events[card].symbol
        if symbol is not None:
            s.symbols += (symbol if s.options["event_symbols"] == "groups" else card,)
        if s.log is not None:
            first = ("EMI-16.2",) if s.options["advanced"] and s.round == 1 else ()
            s.tell("EMI-3.1", "played", seat, ("EMI-3.4", RULE[card], *first), card=card)
        EFFECTS[card](s, seat)  # those that can make a princess decide settle themselves


# -- effects ---------------------------------------------------------------------------------


def _nothing(s: EmiraState, seat: Seat, card: str) -> None:
    """EMI-3.5: without a possible effect the card is simply discarded."""
    if s.log is not None:
        s.tell("EMI-3.5", "no_effect", seat, (RULE[card],), card=card)


def _bazaar(s: EmiraState, seat: Seat) -> None:
    s.bazaar = seat


def _better_breed(s: EmiraState, seat: Seat) -> None:
    track = s.game.tables.camel_track
    if s.herd[seat] + 1 == len(track):
        _nothing(s, seat, "better_breed")
        return
    s.herd[seat] += 1
    if s.log is not None:
        s.tell("EMI-14.2", "breed_better", seat, value=track[s.herd[seat]])


def _camel_breeding(s: EmiraState, seat: Seat) -> None:
    born = [camels // 2 for camels in s.camels]
    wanted = sum(born)
    if wanted > s.camels_left:  # EMI-A23
        if s.log is not None:
            s.tell("EMI-14.3", "breeding_fails", seat, ("EMI-A23",), wanted=wanted, left=s.camels_left)
        return
    s.camels_left -= wanted
    s.camels = [have + new for have, new in zip(s.camels, born, strict=True)]
    if s.log is not None:
        for who in s.order():
            s.tell("EMI-14.3", "camels_born", who, new=born[who], camels=s.camels[who])


def _camel_epidemic(s: EmiraState, seat: Seat) -> None:
    lost = [camels // 3 for camels in s.camels]
    s.camels_left += sum(lost)
    s.camels = [have - gone for have, gone in zip(s.camels, lost, strict=True)]
    if s.log is not None:
        for who in s.order():
            s.tell("EMI-14.4", "camels_lost", who, lost=lost[who], camels=s.camels[who])


def _changing_her_mind(s: EmiraState, seat: Seat) -> None:
    depth = s.pile.up_to(mind_choices(s))
    if not depth:
        _nothing(s, seat, "changing_her_mind")
    elif depth == 1:
        s.push("peek", seat, "pile", 1, "mind")
    else:
        s.todo.append(WHICH.frame(seat))


def mind_choices(s: EmiraState) -> int:
    """How many coming princesses Changing Her Mind may look at; with three seats the whole pair (EMI-15.9)."""
    return sum(coming(s)) if s.seats == 3 else 1


def cancel_out(s: EmiraState) -> bool:
    """Whether Double Trouble and Quiet Days have both been played, where the symbols allow it (EMI-A34)."""
    return bool(s.double and s.quiet)


def coming(s: EmiraState) -> tuple[int, int]:
    """How many princesses are turned up to choose in this round and, with three seats, in the even one
    (EMI-5.1, EMI-14.7, EMI-14.15, EMI-15.3, EMI-15.7, EMI-15.8)."""
    usual = bool(s.double) is bool(s.quiet)  # neither, or they cancel each other
    if s.seats != 3:
        return (1 if usual else 2 if s.double else 0), 0
    if usual:
        return 1, 1
    if s.double:
        return s.double, 3 - s.double
    return (1, 0) if s.quiet == 1 else (0, 1)


def _court_influence(s: EmiraState, seat: Seat) -> None:
    _look(s, seat, "court_influence", "pile")


def _new_orders(s: EmiraState, seat: Seat) -> None:
    _look(s, seat, "new_orders", "titles")


def _look(s: EmiraState, seat: Seat, card: str, deck: str) -> None:
    pile: Deck = getattr(s, deck)
    depth = pile.up_to(3)
    if depth:
        s.push("peek", seat, deck, depth, "arrange")
    else:
        _nothing(s, seat, card)


def _double_trouble(s: EmiraState, seat: Seat) -> None:
    s.double = 1
    _ask_halves(s, seat, "double_trouble")


def _quiet_days(s: EmiraState, seat: Seat) -> None:
    s.quiet = 1
    _ask_halves(s, seat, "quiet_days")


def _ask_halves(s: EmiraState, seat: Seat, card: str) -> None:
    if cancel_out(s):
        if s.log is not None:
            s.tell("EMI-A34", "cancel_out", seat, (RULE[card],))
    elif s.seats == 3:
        s.todo.append(HALVES.frame(seat, card))


def _golden_times(s: EmiraState, seat: Seat) -> None:
    s.golden = True


def _interrupt(s: EmiraState, seat: Seat) -> None:
    s.cut = True


def _sick_camels(s: EmiraState, seat: Seat) -> None:
    s.sick = True


def _noble_merchandise(s: EmiraState, seat: Seat) -> None:
    s.noble = seat


def _good_looking(s: EmiraState, seat: Seat) -> None:
    if max(s.looks[seat][:3]) >= 3 and s.plus_left:
        s.todo.append(NAME_KIND.frame(seat))
    else:
        _nothing(s, seat, "good_looking")


def _guest_house(s: EmiraState, seat: Seat) -> None:
    s.guests[seat] += 1
    if s.log is not None:
        s.tell("EMI-14.10", "guest_house", seat, ("EMI-3.4", "EMI-A25"), room=s.room(seat))
    settle(s)


def _restoration(s: EmiraState, seat: Seat) -> None:
    s.track[seat] = min(s.game.tables.palace_halves[1], s.track[seat] + 1)
    if s.log is not None:
        s.tell(
            "EMI-14.16",
            "restored",
            seat,
            ("EMI-16.3",),
            track=shown(PALACE, s.track[seat]),
            palace=shown(PALACE, 2 * s.sections[seat] + s.track[seat]),
        )
    settle(s)


def _new_spice_caravan(s: EmiraState, seat: Seat) -> None:
    if forward_moves(s, seat):
        s.todo.append(FORWARD.frame(seat))
    else:
        _nothing(s, seat, "new_spice_caravan")


def _vermin(s: EmiraState, seat: Seat) -> None:
    s.todo.append(PEST.frame(seat))


EFFECTS = {
    "bazaar": _bazaar,
    "better_breed": _better_breed,
    "camel_breeding": _camel_breeding,
    "camel_epidemic": _camel_epidemic,
    "changing_her_mind": _changing_her_mind,
    "court_influence": _court_influence,
    "double_trouble": _double_trouble,
    "golden_times": _golden_times,
    "good_looking": _good_looking,
    "guest_house": _guest_house,
    "interrupt_spice_trade": _interrupt,
    "new_orders": _new_orders,
    "new_spice_caravan": _new_spice_caravan,
    "noble_merchandise": _noble_merchandise,
    "quiet_days": _quiet_days,
    "restoration": _restoration,
    "sick_camels": _sick_camels,
    "vermin": _vermin,
}


def forward_moves(s: EmiraState, seat: Seat) -> list[tuple[int, int]]:
    """Own caravans that can move right: (track, space), the rightmost space excepted (EMI-14.13)."""
    caravans = s.game.caravans
    return [(k, x) for k, row in enumerate(s.pawns[seat]) for x in sorted(set(row)) if x < caravans[k].spaces]


def move_pawn(row: tuple[int, ...], space: int, by: int) -> tuple[int, ...]:
    """A track with one pawn moved; a pawn on space 0 has left it."""
    pawns = list(row)
    pawns.remove(space)
    if space + by:
        pawns.append(space + by)
    return tuple(sorted(pawns))


def with_track(pawns: Pawns, k: int, row: tuple[int, ...]) -> Pawns:
    """All tracks of a seat with one replaced."""
    return (*pawns[:k], row, *pawns[k + 1 :])


# -- decisions that belong to a card ---------------------------------------------------------


class Which(DecisionStep):
    """Three seats: which coming princess to look at, before looking (EMI-15.9).

    `look_at(n)`: the n-th card to be turned up in this pair of rounds.
    """

    name = "which"
    rule = "EMI-15.9"
    fields = {"seat": SEAT}
    on = ("events",)
    verbs = {"look_at": "i"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if s.seats != 3 or self._last(s) < 2:
            raise ValueError("there are no two princesses to choose from")

    def _last(self, s: EmiraState) -> int:
        return s.pile.up_to(mind_choices(s))

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        odd = min(coming(s)[0], self._last(s))
        return {"odd": odd, "even": self._last(s) - odd}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("look_at", place + 1) for place in range(self._last(s))]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        last = self._last(s)
        if 1 <= action.args[0] <= last:
            return None
        return Ruling("EMI-15.9", "no_such_princess", {"number": action.args[0], "last": last})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if s.log is not None:
            s.tell("EMI-15.9", "looks_at", seat, number=choice.args[0])
        s.push("peek", seat, "pile", choice.args[0], "mind")


class Halves(DecisionStep):
    """Three seats: how Double Trouble or Quiet Days falls on the pair of rounds."""

    name = "halves"
    rule = "EMI-15.7"
    fields = {"seat": SEAT, "card": one_of("double_trouble", "quiet_days")}
    on = ("events",)
    verbs = {"odd": "", "even": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if s.seats != 3 or not (s.double if frame.card == "double_trouble" else s.quiet):
            raise ValueError(f"{frame.card} does not fall on two rounds")

    def cited(self, s: EmiraState, frame: Frame) -> str:
        return self.rule if frame.card == "double_trouble" else "EMI-15.8"

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("odd"), Action("even")]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, frame.card
        s.todo.pop()
        odd = choice.verb == "odd"
        if card == "double_trouble":
            s.double = 2 if odd else 1
        else:
            s.quiet = 1 if odd else 2
        if s.log is not None:
            s.tell("EMI-15.7" if card == "double_trouble" else "EMI-15.8", "halved_" + choice.verb, seat, card=card)


class NameKind(DecisionStep):
    """Good Looking: name a kind (EMI-14.9)."""

    name = "name_kind"
    rule = "EMI-14.9"
    fields = {"seat": SEAT}
    on = ("events",)
    verbs = {"name": "s"}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("name", kind) for kind in KINDS]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in KINDS:
            return None
        return Ruling("EMI-14.9", "no_such_kind", {"kind": action.args[0]})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, choice.args[0]
        s.todo.pop()
        row = s.looks[seat]
        gain = min(row[KINDS.index(kind)] // 3, s.plus_left)  # EMI-17.3
        s.plus_left -= gain
        s.looks[seat] = (*row[:4], row[4] + gain)
        if s.log is not None:
            s.tell("EMI-14.9", "good_looking", seat, ("EMI-A18",), kind=kind, gain=gain, appearance=s.appearance(seat))
        settle(s)


class Forward(DecisionStep):
    """New Spice Caravan: an own pawn moves one space right (EMI-14.13)."""

    name = "forward"
    rule = "EMI-14.13"
    fields = {"seat": SEAT}
    on = ("events",)
    verbs = {"forward": "si"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not forward_moves(s, frame.seat):
            raise ValueError("no caravan can move right")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("forward", CARAVANS[k], x) for k, x in forward_moves(s, frame.seat)]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind, space = action.args
        values = {"caravan": kind, "space": space, "who": frame.seat}
        if kind not in CARAVANS or space not in s.pawns[frame.seat][CARAVANS.index(kind)]:
            return Ruling("EMI-14.13", "no_pawn", values)
        if (CARAVANS.index(kind), space) in forward_moves(s, frame.seat):
            return None
        return Ruling("EMI-14.13", "rightmost", values)  # EMI-A17

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, (kind, space) = frame.seat, choice.args
        s.todo.pop()
        k = CARAVANS.index(kind)
        s.pawns[seat] = with_track(s.pawns[seat], k, move_pawn(s.pawns[seat][k], space, 1))
        if s.log is not None:
            s.tell("EMI-14.13", "moved_right", seat, caravan=kind, space=space + 1)


class Pest(DecisionStep):
    """Vermin: choose a type of caravan (EMI-14.18)."""

    name = "pest"
    rule = "EMI-14.18"
    fields = {"seat": SEAT}
    on = ("events",)
    verbs = {"pest": "s"}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("pest", kind) for kind in CARAVANS]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in CARAVANS:
            return None
        return Ruling("EMI-14.18", "no_such_caravan", {"caravan": action.args[0]})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        kind = choice.args[0]
        k = CARAVANS.index(kind)
        s.todo.pop()
        owners = [seat for seat in s.order() if s.pawns[seat][k]]
        if s.log is not None:
            s.tell("EMI-14.18", "pest", frame.seat, caravan=kind, owners=len(owners))
        for seat in reversed(owners):  # the first in order is due first
            s.todo.append(BACK.frame(seat, kind))


class Back(DecisionStep):
    """Vermin: the owner chooses the pawns that move left (EMI-14.18).

    `back(x)` names the space of one pawn, `back_two(x,y)` of two different ones, x <= y.
    """

    name = "back"
    rule = "EMI-14.18"
    fields = {"seat": SEAT, "caravan": one_of(*CARAVANS)}
    on = ("events", "back")
    verbs = {"back": "i", "back_two": "ii"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not s.pawns[frame.seat][CARAVANS.index(frame.caravan)]:
            raise ValueError("there is no caravan to move left")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"caravan": frame.caravan}

    def _two(self, s: EmiraState, frame: Frame) -> bool:
        k = CARAVANS.index(frame.caravan)
        return s.game.caravans[k].slow and len(s.pawns[frame.seat][k]) > 1

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        row = s.pawns[frame.seat][CARAVANS.index(frame.caravan)]
        if self._two(s, frame):
            pairs = {(x, y) for i, x in enumerate(row) for y in row[i + 1 :]}
            return [Action("back_two", x, y) for x, y in sorted(pairs)]
        return [Action("back", x) for x in sorted(set(row))]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        row = list(s.pawns[frame.seat][CARAVANS.index(frame.caravan)])
        values = {"caravan": frame.caravan, "pawns": len(row)}
        if (action.verb == "back_two") is not self._two(s, frame):
            return Ruling("EMI-14.18", "one_or_two", {**values, "moves": 1 + self._two(s, frame)})
        if list(action.args) != sorted(action.args):
            return Ruling("EMI-14.18", "smaller_first", values)
        for space in action.args:
            if space not in row:
                return Ruling("EMI-14.18", "no_pawn", {"caravan": frame.caravan, "space": space, "who": frame.seat})
            row.remove(space)
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, frame.caravan
        s.todo.pop()
        k = CARAVANS.index(kind)
        row = s.pawns[seat][k]
        before = len(row)
        moving = [space for space in choice.args if space > 1 or s.options["vermin_on_leftmost"] == "leaves"]  # EMI-A16
        for space in moving:
            row = move_pawn(row, space, -1)
        s.pawns[seat] = with_track(s.pawns[seat], k, row)
        gone = before - len(row)
        if k < 2:
            s.small_left += gone
        else:
            s.large_left += gone
        if s.log is not None:
            s.tell(
                "EMI-14.18",
                "moved_left" if moving else "stays_last",
                seat,
                ("EMI-A16",) if gone or len(moving) < len(choice.args) else (),
                caravan=kind,
                moved=len(moving),
                spaces=choice.args,
                gone=gone or None,
            )


EVENTS, PLAY, WHICH, HALVES, NAME_KIND = Events(), Play(), Which(), Halves(), NameKind()
FORWARD, PEST, BACK = Forward(), Pest(), Back()
# frames that recur are made once
ASKED, PLAYS = [EVENTS.frame(asked) for asked in range(6)], [PLAY.frame(seat) for seat in range(5)]
STEPS = (EVENTS, PLAY, WHICH, HALVES, NAME_KIND, FORWARD, PEST, BACK)
