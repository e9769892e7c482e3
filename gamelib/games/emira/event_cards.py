"""Steps of phase 1: event cards (EMI-3, EMI-14). A card with a later effect sets a flag for the affected phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...fields import SEAT, IntField, one_of
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from . import position_checks
from .card_tables import APPEARANCE_KINDS, CARAVANS
from .princess_choice import PALACE, preference_value_in_points, push_recheck_of_undecided_princesses

if TYPE_CHECKING:
    from ...deck import Deck
    from .state import CaravanSpaces, EmiraState

HOLD = Action("hold")
EVENT_RULES = {
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
PLAY_ACTIONS = {card: Action("play", card) for card in EVENT_RULES}
KEEP_ACTIONS = {card: Action("keep", card) for card in EVENT_RULES}


def blocking_symbol(state: EmiraState, card: str) -> str | None:
    """Return the symbol or card that was played in this round and blocks a card, or None (EMI-3.3, EMI-A24)."""
    if not state.symbols:
        return None
    groups = state.options["event_symbols"]  # EMI-A06
    symbol = state.game.tables.events[card].symbol
    if groups == "none" or symbol is None:
        return None
    mark = symbol if groups == "groups" else card
    return mark if mark in state.symbols else None


class AskSeatsForEventCards(AutoStep):
    """Ask the seats for event cards in seat order. The frame has the number of seats already asked (EMI-3.1)."""

    name = "events"
    rule = "EMI-3.1"
    fields = {"asked": IntField(0, 5)}
    allowed_steps_below = ("income",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 1
        state.agenda_frames.pop()
        order = state.seat_order()
        for i in range(frame.asked, state.seats):
            seat = order[i]
            if state.lost[seat] == state.round:
                if state.log is not None:
                    state.log_event("EMI-13.10", "locked_events", seat)
            elif state.hands[seat]:
                state.agenda_frames.append(ASK_FOR_EVENT_CARDS_FRAMES[i + 1])
                state.agenda_frames.append(PLAY_EVENT_CARD_FRAMES[seat])
                return


class PlayEventCard(DecisionStep):
    """Decision to play an event card or none (EMI-3.1)."""

    name = "play"
    rule = "EMI-3.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("events",)
    verbs = {"play": "s", "hold": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_asked_seat(state, frame, below)
        if not state.hands[frame.seat]:
            raise ValueError(f"seat {frame.seat} has no event card to play")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        actions = [HOLD]
        hand = state.hands[frame.seat]
        for card in hand if len(hand) == 1 else sorted(set(hand)):
            if blocking_symbol(state, card) is None:
                actions.append(PLAY_ACTIONS[card])
        return actions

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "hold":
            return None
        card = action.args[0]
        if card not in state.hands[frame.seat]:
            return Ruling("EMI-3.1", "not_in_hand", {"card": card, "who": frame.seat})
        mark = blocking_symbol(state, card)
        if mark is None:
            return None
        return Ruling("EMI-3.3", "symbol_used", {"card": card, "symbol": mark}, "wait_a_round")

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is HOLD:
            if state.log is not None:
                state.log_event("EMI-3.1", "held", seat)
            return
        card = choice.args[0]
        hand = list(state.hands[seat])
        hand.remove(card)
        state.hands[seat] = tuple(hand)
        state.spent += (card,)  # EMI-3.4
        symbol = state.game.tables.events[card].symbol
        if symbol is not None:
            state.symbols += (symbol if state.options["event_symbols"] == "groups" else card,)
        if state.log is not None:
            first = ("EMI-16.2",) if state.options["advanced"] and state.round == 1 else ()
            state.log_event("EMI-3.1", "played", seat, ("EMI-3.4", EVENT_RULES[card], *first), card=card)
        EVENT_EFFECTS[card](state, seat)  # the effects that can make a princess decide also push the recheck


# -- effects ---------------------------------------------------------------------------------


def _nothing(state: EmiraState, seat: Seat, card: str) -> None:
    """Log that a card is only discarded because it cannot have an effect (EMI-3.5)."""
    if state.log is not None:
        state.log_event("EMI-3.5", "no_effect", seat, (EVENT_RULES[card],), card=card)


def _bazaar(state: EmiraState, seat: Seat) -> None:
    state.bazaar = seat


def _better_breed(state: EmiraState, seat: Seat) -> None:
    track = state.game.tables.camel_track
    if state.herd[seat] + 1 == len(track):
        _nothing(state, seat, "better_breed")
        return
    state.herd[seat] += 1
    if state.log is not None:
        state.log_event("EMI-14.2", "breed_better", seat, value=track[state.herd[seat]])


def _camel_breeding(state: EmiraState, seat: Seat) -> None:
    born = [camels // 2 for camels in state.camels]
    wanted = sum(born)
    if wanted > state.camels_left:  # EMI-A23
        if state.log is not None:
            state.log_event("EMI-14.3", "breeding_fails", seat, ("EMI-A23",), wanted=wanted, left=state.camels_left)
        return
    state.camels_left -= wanted
    state.camels = [have + new for have, new in zip(state.camels, born, strict=True)]
    if state.log is not None:
        for who in state.seat_order():
            state.log_event("EMI-14.3", "camels_born", who, new=born[who], camels=state.camels[who])


def _camel_epidemic(state: EmiraState, seat: Seat) -> None:
    lost = [camels // 3 for camels in state.camels]
    state.camels_left += sum(lost)
    state.camels = [have - gone for have, gone in zip(state.camels, lost, strict=True)]
    if state.log is not None:
        for who in state.seat_order():
            state.log_event("EMI-14.4", "camels_lost", who, lost=lost[who], camels=state.camels[who])


def _changing_her_mind(state: EmiraState, seat: Seat) -> None:
    depth = state.pile.drawable_count(peekable_princess_count(state))
    if not depth:
        _nothing(state, seat, "changing_her_mind")
    elif depth == 1:
        state.push_step("peek", seat, "pile", 1, "mind")
    else:
        state.agenda_frames.append(CHOOSE_PRINCESS_TO_PEEK.make_frame(seat))


def peekable_princess_count(state: EmiraState) -> int:
    """Return the number of future princesses that Changing Her Mind can peek at.

    With three seats, the princesses of both rounds of the pair count (EMI-15.9).
    """
    return sum(choosing_princess_counts(state)) if state.seats == 3 else 1


def has_double_and_quiet_played(state: EmiraState) -> bool:
    """Return whether both Double Trouble and Quiet Days were played, if the symbols allow both (EMI-A34)."""
    return bool(state.double and state.quiet)


class PrincessesPerRound(NamedTuple):
    """Numbers of princesses who choose a seat in each round."""

    this_round: int
    even_round: int
    """In the even round of a pair with three seats, else 0."""


def choosing_princess_counts(state: EmiraState) -> PrincessesPerRound:
    """Return the numbers of princesses who choose in this round and in the even round of the pair.

    Rules EMI-5.1, EMI-14.7, EMI-14.15, EMI-15.3, EMI-15.7 and EMI-15.8 apply.
    """
    usual = bool(state.double) is bool(state.quiet)  # neither card was played, or both cards cancel each other out
    if state.seats != 3:
        return PrincessesPerRound(1 if usual else 2 if state.double else 0, 0)
    if usual:
        return PrincessesPerRound(1, 1)
    if state.double:
        return PrincessesPerRound(state.double, 3 - state.double)
    return PrincessesPerRound(1, 0) if state.quiet == 1 else PrincessesPerRound(0, 1)


def _court_influence(state: EmiraState, seat: Seat) -> None:
    _look(state, seat, "court_influence", "pile")


def _new_orders(state: EmiraState, seat: Seat) -> None:
    _look(state, seat, "new_orders", "titles")


def _look(state: EmiraState, seat: Seat, card: str, deck: str) -> None:
    pile: Deck = getattr(state, deck)
    depth = pile.drawable_count(3)
    if depth:
        state.push_step("peek", seat, deck, depth, "arrange")
    else:
        _nothing(state, seat, card)


def _double_trouble(state: EmiraState, seat: Seat) -> None:
    state.double = 1
    _ask_halves(state, seat, "double_trouble")


def _quiet_days(state: EmiraState, seat: Seat) -> None:
    state.quiet = 1
    _ask_halves(state, seat, "quiet_days")


def _ask_halves(state: EmiraState, seat: Seat, card: str) -> None:
    if has_double_and_quiet_played(state):
        if state.log is not None:
            state.log_event("EMI-A34", "cancel_out", seat, (EVENT_RULES[card],))
    elif state.seats == 3:
        state.agenda_frames.append(CHOOSE_ROUND_OF_PAIR.make_frame(seat, card))


def _golden_times(state: EmiraState, seat: Seat) -> None:
    state.golden = True


def _interrupt(state: EmiraState, seat: Seat) -> None:
    state.cut = True


def _sick_camels(state: EmiraState, seat: Seat) -> None:
    state.sick = True


def _noble_merchandise(state: EmiraState, seat: Seat) -> None:
    state.noble = seat


def _good_looking(state: EmiraState, seat: Seat) -> None:
    if max(state.looks[seat][:3]) >= 3 and state.plus_left:
        state.agenda_frames.append(NAME_COUNTER_KIND.make_frame(seat))
    else:
        _nothing(state, seat, "good_looking")


def _guest_house(state: EmiraState, seat: Seat) -> None:
    state.guests[seat] += 1
    if state.log is not None:
        state.log_event("EMI-14.10", "guest_house", seat, ("EMI-3.4", "EMI-A25"), room=state.palace_capacity(seat))
    push_recheck_of_undecided_princesses(state)


def _restoration(state: EmiraState, seat: Seat) -> None:
    state.track[seat] = min(state.game.tables.palace_halves[1], state.track[seat] + 1)
    if state.log is not None:
        state.log_event(
            "EMI-14.16",
            "restored",
            seat,
            ("EMI-16.3",),
            track=preference_value_in_points(PALACE, state.track[seat]),
            palace=preference_value_in_points(PALACE, 2 * state.sections[seat] + state.track[seat]),
        )
    push_recheck_of_undecided_princesses(state)


def _new_spice_caravan(state: EmiraState, seat: Seat) -> None:
    if advanceable_caravans(state, seat):
        state.agenda_frames.append(ADVANCE_CARAVAN.make_frame(seat))
    else:
        _nothing(state, seat, "new_spice_caravan")


def _vermin(state: EmiraState, seat: Seat) -> None:
    state.agenda_frames.append(CHOOSE_VERMIN_TARGET.make_frame(seat))


EVENT_EFFECTS = {
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


def advanceable_caravans(state: EmiraState, seat: Seat) -> list[tuple[int, int]]:
    """Return the seat's caravans that can move right, as pairs of track and space (EMI-14.13)."""
    caravans = state.game.caravans
    return [(k, x) for k, row in enumerate(state.pawns[seat]) for x in sorted(set(row)) if x < caravans[k].spaces]


def track_with_caravan_moved(track: tuple[int, ...], space: int, space_change: int) -> tuple[int, ...]:
    """Return a track with one pawn moved. A pawn that reaches space 0 leaves the track."""
    pawns = list(track)
    pawns.remove(space)
    if space + space_change:
        pawns.append(space + space_change)
    return tuple(sorted(pawns))


def tracks_with_one_replaced(pawns: CaravanSpaces, track_index: int, track: tuple[int, ...]) -> CaravanSpaces:
    """Return all caravan tracks of a seat with one track replaced."""
    return (*pawns[:track_index], track, *pawns[track_index + 1 :])


# -- decisions that belong to a card ---------------------------------------------------------


class ChoosePrincessToPeek(DecisionStep):
    """Decision with three seats: the future princess to peek at (EMI-15.9).

    `look_at(n)` peeks at the n-th card of this pair of rounds.
    """

    name = "which"
    rule = "EMI-15.9"
    fields = {"seat": SEAT}
    allowed_steps_below = ("events",)
    verbs = {"look_at": "i"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if state.seats != 3 or self._last(state) < 2:
            raise ValueError("there are no two princesses to choose from")

    def _last(self, state: EmiraState) -> int:
        return state.pile.drawable_count(peekable_princess_count(state))

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        odd = min(choosing_princess_counts(state).this_round, self._last(state))
        return {"odd": odd, "even": self._last(state) - odd}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("look_at", place + 1) for place in range(self._last(state))]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        last = self._last(state)
        if 1 <= action.args[0] <= last:
            return None
        return Ruling("EMI-15.9", "no_such_princess", {"number": action.args[0], "last": last})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if state.log is not None:
            state.log_event("EMI-15.9", "looks_at", seat, number=choice.args[0])
        state.push_step("peek", seat, "pile", choice.args[0], "mind")


class ChooseWhichOfTwoRoundsEventAffects(DecisionStep):
    """Decision with three seats: the round of the pair that Double Trouble or Quiet Days affects."""

    name = "halves"
    rule = "EMI-15.7"
    fields = {"seat": SEAT, "card": one_of("double_trouble", "quiet_days")}
    allowed_steps_below = ("events",)
    verbs = {"odd": "", "even": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if state.seats != 3 or not (state.double if frame.card == "double_trouble" else state.quiet):
            raise ValueError(f"{frame.card} does not fall on two rounds")

    def cited_rule(self, state: EmiraState, frame: Frame) -> str:
        return self.rule if frame.card == "double_trouble" else "EMI-15.8"

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"card": frame.card}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("odd"), Action("even")]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, frame.card
        state.agenda_frames.pop()
        odd = choice.verb == "odd"
        if card == "double_trouble":
            state.double = 2 if odd else 1
        else:
            state.quiet = 1 if odd else 2
        if state.log is not None:
            state.log_event(
                "EMI-15.7" if card == "double_trouble" else "EMI-15.8", "halved_" + choice.verb, seat, card=card
            )


class GainPlusCountersForKind(DecisionStep):
    """Decision of Good Looking: the kind of counters to gain (EMI-14.9)."""

    name = "name_kind"
    rule = "EMI-14.9"
    fields = {"seat": SEAT}
    allowed_steps_below = ("events",)
    verbs = {"name": "s"}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("name", kind) for kind in APPEARANCE_KINDS]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in APPEARANCE_KINDS:
            return None
        return Ruling("EMI-14.9", "no_such_kind", {"kind": action.args[0]})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        row = state.looks[seat]
        gain = min(row[APPEARANCE_KINDS.index(kind)] // 3, state.plus_left)  # EMI-17.3
        state.plus_left -= gain
        state.looks[seat] = (*row[:4], row[4] + gain)
        if state.log is not None:
            state.log_event(
                "EMI-14.9", "good_looking", seat, ("EMI-A18",), kind=kind, gain=gain, appearance=state.appearance(seat)
            )
        push_recheck_of_undecided_princesses(state)


class AdvanceCaravan(DecisionStep):
    """Decision of New Spice Caravan: the pawn of the seat that moves one space right (EMI-14.13)."""

    name = "forward"
    rule = "EMI-14.13"
    fields = {"seat": SEAT}
    allowed_steps_below = ("events",)
    verbs = {"forward": "si"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not advanceable_caravans(state, frame.seat):
            raise ValueError("no caravan can move right")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("forward", CARAVANS[k], x) for k, x in advanceable_caravans(state, frame.seat)]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind, space = action.args
        values = {"caravan": kind, "space": space, "who": frame.seat}
        if kind not in CARAVANS or space not in state.pawns[frame.seat][CARAVANS.index(kind)]:
            return Ruling("EMI-14.13", "no_pawn", values)
        if (CARAVANS.index(kind), space) in advanceable_caravans(state, frame.seat):
            return None
        return Ruling("EMI-14.13", "rightmost", values)  # EMI-A17

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, (kind, space) = frame.seat, choice.args
        state.agenda_frames.pop()
        k = CARAVANS.index(kind)
        state.pawns[seat] = tracks_with_one_replaced(
            state.pawns[seat], k, track_with_caravan_moved(state.pawns[seat][k], space, 1)
        )
        if state.log is not None:
            state.log_event("EMI-14.13", "moved_right", seat, caravan=kind, space=space + 1)


class ChooseCaravanTypeHarmedByVermin(DecisionStep):
    """Decision of Vermin: the type of caravan (EMI-14.18)."""

    name = "pest"
    rule = "EMI-14.18"
    fields = {"seat": SEAT}
    allowed_steps_below = ("events",)
    verbs = {"pest": "s"}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("pest", kind) for kind in CARAVANS]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in CARAVANS:
            return None
        return Ruling("EMI-14.18", "no_such_caravan", {"caravan": action.args[0]})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        kind = choice.args[0]
        k = CARAVANS.index(kind)
        state.agenda_frames.pop()
        owners = [seat for seat in state.seat_order() if state.pawns[seat][k]]
        if state.log is not None:
            state.log_event("EMI-14.18", "pest", frame.seat, caravan=kind, owners=len(owners))
        for seat in reversed(owners):  # the frame of the first owner is on top
            state.agenda_frames.append(MOVE_CARAVANS_BACK.make_frame(seat, kind))


class ChooseCaravansMovedBackByVermin(DecisionStep):
    """Decision of a caravan owner after Vermin: the pawns that move left (EMI-14.18).

    `back(x)` names the space of one pawn, and `back_two(x,y)` names the spaces of two pawns, x <= y.
    """

    name = "back"
    rule = "EMI-14.18"
    fields = {"seat": SEAT, "caravan": one_of(*CARAVANS)}
    allowed_steps_below = ("events", "back")
    verbs = {"back": "i", "back_two": "ii"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not state.pawns[frame.seat][CARAVANS.index(frame.caravan)]:
            raise ValueError("there is no caravan to move left")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"caravan": frame.caravan}

    def _has_two_pawns_to_move(self, state: EmiraState, frame: Frame) -> bool:
        k = CARAVANS.index(frame.caravan)
        return state.game.caravans[k].slow and len(state.pawns[frame.seat][k]) > 1

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        row = state.pawns[frame.seat][CARAVANS.index(frame.caravan)]
        if self._has_two_pawns_to_move(state, frame):
            pairs = {(x, y) for i, x in enumerate(row) for y in row[i + 1 :]}
            return [Action("back_two", x, y) for x, y in sorted(pairs)]
        return [Action("back", x) for x in sorted(set(row))]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        row = list(state.pawns[frame.seat][CARAVANS.index(frame.caravan)])
        values = {"caravan": frame.caravan, "pawns": len(row)}
        if (action.verb == "back_two") is not self._has_two_pawns_to_move(state, frame):
            return Ruling("EMI-14.18", "one_or_two", {**values, "moves": 1 + self._has_two_pawns_to_move(state, frame)})
        if list(action.args) != sorted(action.args):
            return Ruling("EMI-14.18", "smaller_first", values)
        for space in action.args:
            if space not in row:
                return Ruling("EMI-14.18", "no_pawn", {"caravan": frame.caravan, "space": space, "who": frame.seat})
            row.remove(space)
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, kind = frame.seat, frame.caravan
        state.agenda_frames.pop()
        k = CARAVANS.index(kind)
        row = state.pawns[seat][k]
        before = len(row)
        moving = [
            space for space in choice.args if space > 1 or state.options["vermin_on_leftmost"] == "leaves"
        ]  # EMI-A16
        for space in moving:
            row = track_with_caravan_moved(row, space, -1)
        state.pawns[seat] = tracks_with_one_replaced(state.pawns[seat], k, row)
        gone = before - len(row)
        if k < 2:
            state.small_left += gone
        else:
            state.large_left += gone
        if state.log is not None:
            state.log_event(
                "EMI-14.18",
                "moved_left" if moving else "stays_last",
                seat,
                ("EMI-A16",) if gone or len(moving) < len(choice.args) else (),
                caravan=kind,
                moved=len(moving),
                spaces=choice.args,
                gone=gone or None,
            )


ASK_FOR_EVENT_CARDS, PLAY_EVENT_CARD, CHOOSE_PRINCESS_TO_PEEK, CHOOSE_ROUND_OF_PAIR, NAME_COUNTER_KIND = (
    AskSeatsForEventCards(),
    PlayEventCard(),
    ChoosePrincessToPeek(),
    ChooseWhichOfTwoRoundsEventAffects(),
    GainPlusCountersForKind(),
)
ADVANCE_CARAVAN, CHOOSE_VERMIN_TARGET, MOVE_CARAVANS_BACK = (
    AdvanceCaravan(),
    ChooseCaravanTypeHarmedByVermin(),
    ChooseCaravansMovedBackByVermin(),
)
# recurring frames are created only once
ASK_FOR_EVENT_CARDS_FRAMES, PLAY_EVENT_CARD_FRAMES = (
    [ASK_FOR_EVENT_CARDS.make_frame(asked) for asked in range(6)],
    [PLAY_EVENT_CARD.make_frame(seat) for seat in range(5)],
)
STEPS = (
    ASK_FOR_EVENT_CARDS,
    PLAY_EVENT_CARD,
    CHOOSE_PRINCESS_TO_PEEK,
    CHOOSE_ROUND_OF_PAIR,
    NAME_COUNTER_KIND,
    ADVANCE_CARAVAN,
    CHOOSE_VERMIN_TARGET,
    MOVE_CARAVANS_BACK,
)
