"""Steps of phase 7: Xenia's gift and the upkeep of the palaces (EMI-10, EMI-13.17 to EMI-13.19, EMI-16.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ...dist import Dist
from ...fields import FLAG, SEAT, IntField, TupleField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .princess_choice import (
    add_princess_and_apply_ability,
    is_upkeep_over,
    push_recheck_of_undecided_princesses,
    rank_seats_for_princess,
    ranking_reason,
    remove_princess_and_end_effects,
    seat_chosen_by_princess,
    shuffle_princesses_under_pile,
)
from .state import PRINCESS

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

SeatOrNobody: TypeAlias = Seat
"""Seat where a princess lives, or `NOBODY`."""
NOBODY: Final = -1
GIFT, REFUSE = Action("gift"), Action("refuse")


def upkeep_due(state: EmiraState, home: tuple[str, ...], surcharge_count: int) -> int:
    """Return the upkeep of some princesses, with Suleika's surcharges (EMI-10.1, EMI-13.15, EMI-13.16)."""
    upkeep = state.game.upkeep
    total = surcharge_count * state.game.tables.prices["suleika"] if surcharge_count else 0
    for name in home:
        total += upkeep[name]
    return total


def income(state: EmiraState, seat: Seat) -> int:
    """Return the next income of a seat if no event changes it (EMI-4.1, EMI-4.2).

    Before the seat has a colour, the basic income is 0.
    """
    base = state.game.base_income[state.options["base_income"]].get(state.colours[seat], 0)
    return base + sum(each * len(row) for each, row in zip(state.game.incomes, state.pawns[seat], strict=True))


def upkeep_of_late_princesses(state: EmiraState, seat: Seat) -> int:
    """Return the upkeep of the princesses who joined after the upkeep of this round.

    This upkeep is not paid, but a seat can only win with enough gold for it (EMI-10.5, EMI-12.1).
    """
    return upkeep_due(
        state, state.late[seat], sum(has_joined_after_suleika(state, seat, name) for name in state.late[seat])
    )


def has_joined_after_suleika(state: EmiraState, seat: Seat, name: str) -> bool:
    """Return whether this princess joined after Suleika. The last princess to join is last in the list (EMI-13.15)."""
    home = state.homes[seat]
    return "Suleika" in home and home.index("Suleika") < home.index(name)


def upkeep_still_to_pay(state: EmiraState, seat: Seat) -> int:
    """Return the upkeep that a seat has not yet paid in this round."""
    if not is_upkeep_over(state):
        return upkeep_due(state, state.homes[seat], state.surcharge[seat])
    if not state.options["advanced"]:
        return 0  # a seat that could not pay has spent all its gold (EMI-A20)
    unpaid = (frame for frame in state.agenda_frames if frame.step.name in ("short", "depart") and frame.seat == seat)
    return sum(upkeep_still_to_pay_of_frame(state, frame) for frame in unpaid)


def upkeep_still_to_pay_of_frame(state: EmiraState, frame: Frame) -> int:
    """Return the upkeep of the princesses in `frame.start` who still live with the seat, with Suleika's surcharge."""
    living = tuple(name for name in frame.start if name in state.homes[frame.seat])
    return upkeep_due(state, living, frame.jealousy if "Suleika" in living else 0)


def xenia_host(state: EmiraState) -> SeatOrNobody:
    """Return the seat where Xenia lives, or NOBODY."""
    for seat, home in enumerate(state.homes):
        if "Xenia" in home:
            return seat
    return NOBODY


# -- Xenia -----------------------------------------------------------------------------------


class DemandXeniaGift(AutoStep):
    """Demand Xenia's gift before the upkeep, unless her seat has already been asked (EMI-10.2, EMI-13.17)."""

    name = "xenia"
    rule = "EMI-10.2"
    fields = {"asked": FLAG}
    allowed_steps_below = ("upkeep",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        seat = xenia_host(state)
        if seat < 0:
            return
        if state.xenia < 0:
            pay_xenia_gift_or_remove_her(state, seat)
            push_recheck_of_undecided_princesses(state)
        elif frame.asked:
            return  # this seat has already been asked
        elif state.xenia:
            state.xenia -= 1
            if state.log is not None:
                state.log_event("EMI-13.17", "xenia_waits", seat, left=state.xenia)
        else:
            state.agenda_frames.append(self.make_frame(True))
            state.agenda_frames.append(PAY_OR_REFUSE_XENIA_GIFT.make_frame(seat))


def pay_xenia_gift_or_remove_her(state: EmiraState, seat: Seat) -> None:
    """Demand the gift and the upkeep from Xenia's new seat.

    If the seat cannot pay, Xenia leaves the game (EMI-13.19). Suleika's surcharge for Xenia then ends (EMI-A09).
    """
    prices = state.game.tables.prices
    gift, upkeep = prices["xenia_gift"], upkeep_still_to_pay(state, seat)
    if state.gold[seat] >= gift + upkeep:
        pay_gift(state, seat)
        return
    if "Xenia" not in state.late[seat]:
        state.surcharge[seat] -= has_joined_after_suleika(state, seat, "Xenia")
    remove_princess_and_end_effects(state, seat, "Xenia")
    state.gone += ("Xenia",)
    if state.log is not None:
        state.log_gold_event(
            "EMI-13.19", "xenia_leaves", seat, ("EMI-A09",), gift=gift, upkeep=upkeep, gold=state.gold[seat]
        )


def pay_gift(state: EmiraState, seat: Seat) -> None:
    """Pay Xenia's gift and place two markers (EMI-13.17)."""
    prices = state.game.tables.prices
    state.gold[seat] -= prices["xenia_gift"]
    state.xenia = prices["xenia_markers"]
    if state.log is not None:
        state.log_gold_event(
            "EMI-13.17", "gift_paid", seat, ("EMI-10.2", "EMI-A07"), paid=prices["xenia_gift"], gold=state.gold[seat]
        )


class PayOrRefuseXeniaGift(DecisionStep):
    """Decision about a later gift: pay, or let Xenia move to the richest other seat (EMI-13.18)."""

    name = "gift_or_not"
    rule = "EMI-13.18"
    fields = {"seat": SEAT}
    allowed_steps_below = ("xenia",)
    verbs = {"gift": "", "refuse": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if xenia_host(state) != frame.seat or state.xenia:
            raise ValueError(f"seat {frame.seat} owes Xenia nothing")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"gift": state.game.tables.prices["xenia_gift"], "gold": state.gold[frame.seat]}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [GIFT, REFUSE] if state.gold[frame.seat] >= state.game.tables.prices["xenia_gift"] else [REFUSE]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        cost, gold = state.game.tables.prices["xenia_gift"], state.gold[frame.seat]
        if action is GIFT and gold < cost:
            return Ruling("EMI-13.18", "cannot_pay", {"cost": cost, "gold": gold, "missing": cost - gold})
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is GIFT:
            pay_gift(state, seat)
            push_recheck_of_undecided_princesses(state, only_gold_seekers=True)
            return
        swapped = state.swapped.copy()
        remove_princess_and_end_effects(state, seat, "Xenia")
        state.swapped = swapped  # Xenia stays in play (EMI-14.5)
        state.refuser = seat
        if state.log is not None:
            state.log_event("EMI-13.18", "refused", seat, ("EMI-A08",))
        new = seat_chosen_by_princess(state, "Xenia", False)
        if new >= 0:
            add_princess_and_apply_ability(state, new, "Xenia")
            pay_xenia_gift_or_remove_her(state, new)  # paid at once, as part of the same step (EMI-9.9)
        else:
            state.undecided.append("Xenia")
            if state.log is not None:
                ranked = rank_seats_for_princess(state, "Xenia", False)
                code, values = ranking_reason(state, "Xenia", ranked)
                state.log_event(
                    "EMI-13.18",
                    "undecided_" + code,
                    None,
                    ("EMI-9.6",),
                    card="Xenia",
                    ranks=ranked,
                    **{k: v for k, v in values.items() if k != "who"},
                    leader=values.get("who", 0),
                )
        push_recheck_of_undecided_princesses(state)


# -- upkeep ----------------------------------------------------------------------------------


class PayUpkeep(AutoStep):
    """Pay the upkeep in phase 7 (EMI-10.1, EMI-10.3).

    All seats pay at once. Then the seats that could not pay follow one by one, in the order of play.
    """

    name = "upkeep"
    rule = "EMI-10.1"
    fields = {"visited": FLAG}
    allowed_steps_below = ("marker",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 7
        state.agenda_frames.pop()
        if not frame.visited and xenia_host(state) >= 0:
            state.agenda_frames.append(self.make_frame(True))
            state.agenda_frames.append(DEMAND_XENIA_GIFT.make_frame(False))
            return
        homes, gold, advanced, log = state.homes, state.gold, state.options["advanced"], state.log
        state.late = [()] * state.seats
        short: list[Seat] = []
        for seat in state.seat_order():
            home = homes[seat]
            cost = upkeep_due(state, home, state.surcharge[seat]) if home else 0
            state.paid[seat] = cost <= gold[seat]
            if cost <= gold[seat]:
                gold[seat] -= cost
                if log is not None and cost:
                    state.log_gold_event(
                        "EMI-10.1", "upkeep_paid", seat, (), paid=cost, gold=gold[seat], princesses=len(home)
                    )
                continue
            short.append(seat)
            if log is not None:
                state.log_gold_event(
                    "EMI-16.4" if advanced else "EMI-10.3",
                    "upkeep_short",
                    seat,
                    ("EMI-A20",),
                    due=cost,
                    gold=gold[seat],
                )
            if not advanced:
                gold[seat] = 0
        for seat in reversed(short):
            state.agenda_frames.append(RESOLVE_UNPAID_UPKEEP.make_frame(seat, state.homes[seat], state.surcharge[seat]))
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


class DrawDeparturesUntilUpkeepPaid(AutoStep):
    """Let princesses leave a seat that cannot pay its upkeep.

    In the basic game, one princess leaves (EMI-10.3). In the advanced game, princesses leave one by one until the seat
    can pay for the rest, and then go under the pile together (EMI-16.4). Princesses who joined later are not affected
    (EMI-10.5).
    """

    name = "short"
    rule = "EMI-10.3"
    fields = {"seat": SEAT, "start": TupleField(PRINCESS), "jealousy": IntField()}
    allowed_steps_below = ("marker", "short")

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        seat, start, jealousy = frame.seat, frame.start, frame.jealousy
        state.agenda_frames.pop()
        living = tuple(name for name in start if name in state.homes[seat])
        if not state.options["advanced"]:
            if living or princesses_in_departure_draw(state, seat, living):
                state.agenda_frames.append(DRAW_DEPARTING_PRINCESS.make_frame(seat, living, jealousy))
            return
        cost = upkeep_still_to_pay_of_frame(state, frame)
        if cost > state.gold[seat]:
            state.agenda_frames.append(DRAW_DEPARTING_PRINCESS.make_frame(seat, living, jealousy))
            return
        state.gold[seat] -= cost
        if state.log is not None:
            state.log_gold_event(
                "EMI-16.4", "rest_paid", seat, (), paid=cost, gold=state.gold[seat], cards=tuple(state.leaving)
            )
        if state.leaving:
            shuffle_princesses_under_pile(state, tuple(state.leaving))
            state.leaving.clear()
        push_recheck_of_undecided_princesses(state)


def princesses_in_departure_draw(
    state: EmiraState, seat: Seat, princesses_at_start: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the princesses who can be drawn to leave.

    Depending on the option departure_draw, these are the princesses whose upkeep was due or all princesses of the seat.
    """
    return state.homes[seat] if state.options["departure_draw"] == "present" else princesses_at_start


class DrawDepartingPrincess(ChanceStep):
    """Draw a princess who leaves.

    Each princess in `start` is equally likely (EMI-10.3, EMI-16.4). The frame has the fields of
    `DrawDeparturesUntilUpkeepPaid`.
    """

    name = "depart"
    rule = "EMI-10.3"
    fields = {"seat": SEAT, "start": TupleField(PRINCESS), "jealousy": IntField()}
    allowed_steps_below = ("marker", "short")

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not princesses_in_departure_draw(state, frame.seat, frame.start) or not set(frame.start) <= set(
            state.homes[frame.seat]
        ):
            raise ValueError(f"no princess can leave seat {frame.seat}")

    def cited_rule(self, state: EmiraState, frame: Frame) -> str:
        return "EMI-16.4" if state.options["advanced"] else self.rule

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"princesses": len(princesses_in_departure_draw(state, frame.seat, frame.start))}

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(princesses_in_departure_draw(state, frame.seat, frame.start))

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        names = princesses_in_departure_draw(state, frame.seat, frame.start)
        return names[int(rng.random() * len(names))]

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return outcome in princesses_in_departure_draw(state, frame.seat, frame.start)

    def execute(self, state: EmiraState, frame: Frame, name: str) -> None:
        seat, living, jealousy = frame.seat, frame.start, frame.jealousy
        advanced = state.options["advanced"]
        remove_princess_and_end_effects(state, seat, name)
        if state.log is not None:
            state.log_event("EMI-16.4" if advanced else "EMI-10.3", "departs", seat, ("EMI-10.4",), card=name)
        state.agenda_frames.pop()
        if advanced:
            state.leaving.append(name)
            state.agenda_frames.append(
                RESOLVE_UNPAID_UPKEEP.make_frame(seat, tuple(other for other in living if other != name), jealousy)
            )
        else:
            shuffle_princesses_under_pile(state, (name,))
        push_recheck_of_undecided_princesses(state)


DEMAND_XENIA_GIFT, PAY_OR_REFUSE_XENIA_GIFT, PAY_UPKEEP, RESOLVE_UNPAID_UPKEEP, DRAW_DEPARTING_PRINCESS = (
    DemandXeniaGift(),
    PayOrRefuseXeniaGift(),
    PayUpkeep(),
    DrawDeparturesUntilUpkeepPaid(),
    DrawDepartingPrincess(),
)
STEPS = (DEMAND_XENIA_GIFT, PAY_OR_REFUSE_XENIA_GIFT, PAY_UPKEEP, RESOLVE_UNPAID_UPKEEP, DRAW_DEPARTING_PRINCESS)
