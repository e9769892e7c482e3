"""Phase 7: Xenia's gift, then the upkeep of every palace (EMI-10, EMI-13.17 to EMI-13.19, EMI-16.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import FLAG, SEAT, many, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .choosing import join, part, put_under, ranks, reason, settle, upkeep_over, verdict
from .state import PRINCESS

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

GIFT, REFUSE = Action("gift"), Action("refuse")


def due(s: EmiraState, home: tuple[str, ...], jealousy: int) -> int:
    """Upkeep of these princesses, with Suleika's surcharges (EMI-10.1, EMI-13.15, EMI-13.16)."""
    upkeep = s.game.upkeep
    total = jealousy * s.game.tables.prices["suleika"] if jealousy else 0
    for name in home:
        total += upkeep[name]
    return total


def income(s: EmiraState, seat: Seat) -> int:
    """What the next income phase brings a seat if no event changes it (EMI-4.1, EMI-4.2); 0 basic without a colour."""
    base = s.game.base_income[s.options["base_income"]].get(s.colours[seat], 0)
    return base + sum(each * len(row) for each, row in zip(s.game.incomes, s.pawns[seat], strict=True))


def late_due(s: EmiraState, seat: Seat) -> int:
    """What the princesses who joined after this round's upkeep would have cost: they owe nothing, but nobody wins who
    could not have paid for them too (EMI-10.5, EMI-12.1)."""
    return due(s, s.late[seat], sum(beside_suleika(s, seat, name) for name in s.late[seat]))


def beside_suleika(s: EmiraState, seat: Seat, name: str) -> bool:
    """Whether Suleika lived there already when this princess joined; who joins stands last (EMI-13.15)."""
    home = s.homes[seat]
    return "Suleika" in home and home.index("Suleika") < home.index(name)


def owed(s: EmiraState, seat: Seat) -> int:
    """The upkeep that a seat has not yet paid in this round."""
    if not upkeep_over(s):
        return due(s, s.homes[seat], s.surcharge[seat])
    if not s.options["advanced"]:
        return 0  # who could not pay has paid all there was (EMI-A20)
    unpaid = (frame for frame in s.todo if frame.step.name in ("short", "depart") and frame.seat == seat)
    return sum(still_due(s, frame) for frame in unpaid)


def still_due(s: EmiraState, frame: Frame) -> int:
    """What is due for those of `frame.start` who still live there, as long as Suleika does with her jealousy."""
    living = tuple(name for name in frame.start if name in s.homes[frame.seat])
    return due(s, living, frame.jealousy if "Suleika" in living else 0)


def owner(s: EmiraState) -> Seat:
    """Where Xenia lives; -1 if nowhere."""
    for seat, home in enumerate(s.homes):
        if "Xenia" in home:
            return seat
    return -1


# -- Xenia -----------------------------------------------------------------------------------


class XeniaStep(AutoStep):
    """Xenia's gift, before any upkeep; her owner may have been asked (EMI-10.2, EMI-13.17)."""

    name = "xenia"
    rule = "EMI-10.2"
    fields = {"asked": FLAG}
    on = ("upkeep",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        seat = owner(s)
        if seat < 0:
            return
        if s.xenia < 0:
            first_gift(s, seat)
            settle(s)
        elif frame.asked:
            return  # this owner has settled with her already
        elif s.xenia:
            s.xenia -= 1
            if s.log is not None:
                s.tell("EMI-13.17", "xenia_waits", seat, left=s.xenia)
        else:
            s.todo.append(self.frame(True))
            s.todo.append(GIFT_OR_NOT.frame(seat))


def first_gift(s: EmiraState, seat: Seat) -> None:
    """Under a new owner the gift must be paid, and his upkeep as well, or she leaves for good (EMI-13.19).

    What Suleika asks because of her goes with her (EMI-A09).
    """
    prices = s.game.tables.prices
    gift, upkeep = prices["xenia_gift"], owed(s, seat)
    if s.gold[seat] >= gift + upkeep:
        give(s, seat)
        return
    if "Xenia" not in s.late[seat]:
        s.surcharge[seat] -= beside_suleika(s, seat, "Xenia")
    part(s, seat, "Xenia")
    s.gone += ("Xenia",)
    if s.log is not None:
        s.tell_gold("EMI-13.19", "xenia_leaves", seat, ("EMI-A09",), gift=gift, upkeep=upkeep, gold=s.gold[seat])


def give(s: EmiraState, seat: Seat) -> None:
    """The gift is paid and two markers are placed (EMI-13.17)."""
    prices = s.game.tables.prices
    s.gold[seat] -= prices["xenia_gift"]
    s.xenia = prices["xenia_markers"]
    if s.log is not None:
        s.tell_gold(
            "EMI-13.17", "gift_paid", seat, ("EMI-10.2", "EMI-A07"), paid=prices["xenia_gift"], gold=s.gold[seat]
        )


class GiftOrNot(DecisionStep):
    """A later gift is due: pay, or Xenia moves to the richest other sheik (EMI-13.18)."""

    name = "gift_or_not"
    rule = "EMI-13.18"
    fields = {"seat": SEAT}
    on = ("xenia",)
    verbs = {"gift": "", "refuse": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if owner(s) != frame.seat or s.xenia:
            raise ValueError(f"seat {frame.seat} owes Xenia nothing")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"gift": s.game.tables.prices["xenia_gift"], "gold": s.gold[frame.seat]}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [GIFT, REFUSE] if s.gold[frame.seat] >= s.game.tables.prices["xenia_gift"] else [REFUSE]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        cost, gold = s.game.tables.prices["xenia_gift"], s.gold[frame.seat]
        if action is GIFT and gold < cost:
            return Ruling("EMI-13.18", "cannot_pay", {"cost": cost, "gold": gold, "missing": cost - gold})
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is GIFT:
            give(s, seat)
            settle(s, money=True)
            return
        swapped = s.swapped.copy()
        part(s, seat, "Xenia")
        s.swapped = swapped  # she stays in play (EMI-14.5)
        s.refuser = seat
        if s.log is not None:
            s.tell("EMI-13.18", "refused", seat, ("EMI-A08",))
        new = verdict(s, "Xenia", False)
        if new >= 0:
            join(s, new, "Xenia")
            first_gift(s, new)  # at once: all this is one step (EMI-9.9)
        else:
            s.undecided.append("Xenia")
            if s.log is not None:
                ranked = ranks(s, "Xenia", False)
                code, values = reason(s, "Xenia", ranked)
                s.tell(
                    "EMI-13.18",
                    "undecided_" + code,
                    None,
                    ("EMI-9.6",),
                    card="Xenia",
                    ranks=ranked,
                    **{k: v for k, v in values.items() if k != "who"},
                    leader=values.get("who", 0),
                )
        settle(s)


# -- upkeep ----------------------------------------------------------------------------------


class Upkeep(AutoStep):
    """Phase 7; Xenia may have been visited (EMI-10.1, EMI-10.3).

    All pay at once; who cannot is handled after that, in order.
    """

    name = "upkeep"
    rule = "EMI-10.1"
    fields = {"visited": FLAG}
    on = ("marker",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.phase = 7
        s.todo.pop()
        if not frame.visited and owner(s) >= 0:
            s.todo.append(self.frame(True))
            s.todo.append(XENIA.frame(False))
            return
        homes, gold, advanced, log = s.homes, s.gold, s.options["advanced"], s.log
        s.late = [()] * s.seats
        short: list[Seat] = []
        for seat in s.order():
            home = homes[seat]
            cost = due(s, home, s.surcharge[seat]) if home else 0
            s.paid[seat] = cost <= gold[seat]
            if cost <= gold[seat]:
                gold[seat] -= cost
                if log is not None and cost:
                    s.tell_gold("EMI-10.1", "upkeep_paid", seat, (), paid=cost, gold=gold[seat], princesses=len(home))
                continue
            short.append(seat)
            if log is not None:
                s.tell_gold(
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
            s.todo.append(SHORT.frame(seat, s.homes[seat], s.surcharge[seat]))
        settle(s, money=True)


class Short(AutoStep):
    """Upkeep that a seat could not pay for the princesses it had at the start, and Suleika's jealousy.

    Basic game: one princess leaves (EMI-10.3). Advanced game: they leave one by one until the rest can be
    paid, then go under the pile together (EMI-16.4). Who joined since is not concerned (EMI-10.5).
    """

    name = "short"
    rule = "EMI-10.3"
    fields = {"seat": SEAT, "start": many(PRINCESS), "jealousy": whole()}
    on = ("marker", "short")

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        seat, start, jealousy = frame.seat, frame.start, frame.jealousy
        s.todo.pop()
        living = tuple(name for name in start if name in s.homes[seat])
        if not s.options["advanced"]:
            if living or leavers(s, seat, living):
                s.todo.append(DEPART.frame(seat, living, jealousy))
            return
        cost = still_due(s, frame)
        if cost > s.gold[seat]:
            s.todo.append(DEPART.frame(seat, living, jealousy))
            return
        s.gold[seat] -= cost
        if s.log is not None:
            s.tell_gold("EMI-16.4", "rest_paid", seat, (), paid=cost, gold=s.gold[seat], cards=tuple(s.leaving))
        if s.leaving:
            put_under(s, tuple(s.leaving))
            s.leaving.clear()
        settle(s)


def leavers(s: EmiraState, seat: Seat, start: tuple[str, ...]) -> tuple[str, ...]:
    """Who may be drawn to leave: those whose upkeep was due, or all who live there now (option departure_draw)."""
    return s.homes[seat] if s.options["departure_draw"] == "present" else start


class Depart(ChanceStep):
    """A princess leaves, each of those at the start equally likely; frame as Short's (EMI-10.3, EMI-16.4)."""

    name = "depart"
    rule = "EMI-10.3"
    fields = {"seat": SEAT, "start": many(PRINCESS), "jealousy": whole()}
    on = ("marker", "short")

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not leavers(s, frame.seat, frame.start) or not set(frame.start) <= set(s.homes[frame.seat]):
            raise ValueError(f"no princess can leave seat {frame.seat}")

    def cited(self, s: EmiraState, frame: Frame) -> str:
        return "EMI-16.4" if s.options["advanced"] else self.rule

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"princesses": len(leavers(s, frame.seat, frame.start))}

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(leavers(s, frame.seat, frame.start))

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        names = leavers(s, frame.seat, frame.start)
        return names[int(rng.random() * len(names))]

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return outcome in leavers(s, frame.seat, frame.start)

    def take(self, s: EmiraState, frame: Frame, name: str) -> None:
        seat, living, jealousy = frame.seat, frame.start, frame.jealousy
        advanced = s.options["advanced"]
        part(s, seat, name)
        if s.log is not None:
            s.tell("EMI-16.4" if advanced else "EMI-10.3", "departs", seat, ("EMI-10.4",), card=name)
        s.todo.pop()
        if advanced:
            s.leaving.append(name)
            s.todo.append(SHORT.frame(seat, tuple(other for other in living if other != name), jealousy))
        else:
            put_under(s, (name,))
        settle(s)


XENIA, GIFT_OR_NOT, UPKEEP, SHORT, DEPART = XeniaStep(), GiftOrNot(), Upkeep(), Short(), Depart()
STEPS = (XENIA, GIFT_OR_NOT, UPKEEP, SHORT, DEPART)
