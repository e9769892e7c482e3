"""The end of a round and of the game: Extra Tasks, Gems, wares, the verdict alone (WIS-12 to WIS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...fields import whole
from ...nodes import End, Seat
from ...step import AutoStep, Frame
from .rounds import open_round
from .turn import Peek

if TYPE_CHECKING:
    from .state import WishesState


class Place(NamedTuple):
    """A place of the Extra Tasks: the kind, its hearts, the seat whose Orderly stands there (-1: nobody)."""

    kind: str
    hearts: int
    seat: Seat


class Extra(AutoStep):
    """The stack is turned up (WIS-12.1)."""

    name = "extra"
    rule = "WIS-12.1"
    fields = {}
    on = ("",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        s.todo.append(RANK.frame())
        for place in reversed(range(len(s.stack))):
            if not s.stack[place][0]:
                s.todo.append(SHOW.frame(place))
        everybody = (1 << s.seats) - 1
        s.stack = tuple([(card, owner, age, everybody if card else 0) for card, owner, age, _ in s.stack])
        if s.log is not None:
            cards = tuple(slot[0] for slot in s.stack if slot[0])
            left = len(s.stack) - len(cards)
            code = "stack_empty" if not s.stack else "stack_shown" if left else "stack_known"
            s.tell("WIS-12.1", code, None, (), cards=cards, left=left)


class Show(Peek):
    """A card of the stack that nobody has seen is turned up for all (WIS-12.1)."""

    name = "show"
    rule = "WIS-12.1"
    fields = {"place": whole()}
    on = ("rank", "show")

    def take(self, s: WishesState, frame: Frame, card: str) -> None:
        s.todo.pop()
        self.decide(s, frame.place, card, (1 << s.seats) - 1)
        if s.log is not None:
            s.tell("WIS-12.1", "card_shown", None, (), card=card)


def ranking(s: WishesState) -> list[Place]:
    """The kinds of a stack that lies open, the first place first (WIS-12.2, WIS-12.3, WIS-A17, WIS-A18)."""
    tasks = s.game.tables.tasks
    kinds = s.game.tables.kinds
    hearts = dict.fromkeys(kinds, 0) if s.options["zero_heart_place"] else {}
    for slot in s.stack:
        kind, more, _ = tasks[slot[0]]
        hearts[kind] = hearts.get(kind, 0) + more
    rows = []
    for number, kind in enumerate(kinds):
        if kind in hearts:
            seat = s.orderly.index(kind) if kind in s.orderly else -1
            # kinds without an Orderly stay in the order of the chart
            rows.append((-hearts[kind], s.track.index(seat) if seat >= 0 else s.seats, number, seat))
    rows.sort()
    return [Place(kinds[number], -less, seat) for less, _, number, seat in rows]


class Rank(AutoStep):
    """Places are paid, the chart is cleared, the marker passes (WIS-12.2 to WIS-12.8)."""

    name = "rank"
    rule = "WIS-12.2"
    fields = {}
    on = ("",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        pay = s.game.tables.places
        for number, place in enumerate(ranking(s)):
            points, gems = pay[number] if number < len(pay) else (0, 0)
            if place.seat < 0:
                if s.log is not None:
                    also = ("WIS-12.2", "WIS-6.4", "WIS-A18", *(("WIS-14.5",) if s.seats == 1 else ()))
                    s.tell(
                        "WIS-12.3", "place_unpaid", None, also, place=number + 1, kind=place.kind, hearts=place.hearts
                    )
                continue
            taken = s.take_gems(place.seat, gems)
            if s.log is not None:
                s.tell(
                    "WIS-12.4",
                    "place_paid" if points else "place_low",
                    place.seat,
                    ("WIS-12.2", "WIS-A17"),
                    place=number + 1,
                    kind=place.kind,
                    hearts=place.hearts,
                    points=points,
                    gems=taken or None,
                )
            s.take_points(place.seat, points)
        if s.log is not None:
            s.tell("WIS-12.5", "chart_cleared", None, ("WIS-12.6",), cards=len(s.stack))
        s.discard += [slot[0] for slot in s.stack]
        s.stack = ()
        s.past = [tuple(sorted([s.ages.get(card, 0) + 1 for card in hand])) for hand in s.hands]  # all is known again
        s.orderly = [""] * s.seats
        for seat in s.track:
            s.free[seat] += 1
        s.track = ()
        if s.ending or (s.seats == 1 and s.round == s.game.tables.constants["solo_rounds"]) or stalled(s):
            finish(s)
            return
        s.first = (s.first + 1) % s.seats
        if s.log is not None:
            s.tell("WIS-12.8", "marker_passes", s.first, ("WIS-14.7",) if s.seats == 1 else ())
        open_round(s)


def stalled(s: WishesState) -> bool:
    """Whether the game ends with this round because no wish has been fulfilled for so long (WIS-A28)."""
    return s.seats > 1 and not s.ending and s.idle >= s.options["stall_rounds"]


def gem_points(s: WishesState, seat: Seat) -> int:
    """The points for Gems at the end (WIS-13.2)."""
    return s.gems[seat] // s.game.tables.constants["gems_per_point"]


def day_points(s: WishesState, seat: Seat, wares: tuple[str, ...]) -> int:
    """The points that a seat gets for the complete days of these wares (WIS-13.3, WIS-A15)."""
    days = s.game.tables.days(wares)
    if s.options["set_counts"] == "one":
        days = min(days, 1)
    return days * s.game.tables.scores[s.secrets[seat]].day


def ware_points(s: WishesState, seat: Seat) -> int:
    """The points for wares, without complete days (WIS-13.3)."""
    return sum(s.game.worth[s.secrets[seat]][ware] for ware in s.wares[seat])


def value(s: WishesState, seat: Seat) -> int:
    """How valuable the wares of a seat are, for a tie (WIS-13.4, WIS-A14)."""
    costs = [s.game.tables.wares[ware].cost for ware in s.wares[seat]]
    match s.options["tie_break"]:
        case "total_cost":
            return sum(costs)
        case "count_cost_ge_5":
            return sum(cost >= 5 for cost in costs)
        case "highest_single":
            return max(costs, default=0)
    return len(costs)


def finish(s: WishesState) -> None:
    """The game is over: Gems and wares are counted (WIS-13.1, WIS-14.4, WIS-A28)."""
    if s.log is not None and stalled(s):
        s.tell("WIS-A28", "stalled", None, ("WIS-13.1",), rounds=s.idle)
    elif s.log is not None and s.seats > 1:
        s.tell("WIS-13.1", "last_round_over", None)
    for seat in range(s.seats):
        gems, wares, days = gem_points(s, seat), ware_points(s, seat), day_points(s, seat, s.wares[seat])
        if s.log is not None:
            s.tell("WIS-13.2", "gem_points", seat, ("WIS-A27",), gems=s.gems[seat], points=gems)
            s.tell(
                "WIS-13.3",
                "ware_points" if s.wares[seat] else "no_wares",
                seat,
                ("WIS-A15",),
                card=s.secrets[seat],
                wares=s.wares[seat],
                points=wares,
                days=days,
            )
        s.score[seat] += gems + wares + days
    if s.log is not None:
        best = leaders(s)
        if s.seats == 1:
            s.tell("WIS-14.4", "last_solo_round", 0, ("WIS-14.5",), rounds=s.round)
        elif len(best) > 1:
            for seat in best:
                s.tell("WIS-13.4", "tie_value", seat, ("WIS-A14",), value=value(s, seat))
    s.finish(outcome(s))


def leaders(s: WishesState) -> list[Seat]:
    """The seats with the most points."""
    return [seat for seat in range(s.seats) if s.score[seat] == max(s.score)]


def outcome(s: WishesState) -> End:
    """The end of a game in which everything is counted (WIS-13.4, WIS-14.6, WIS-A28)."""
    scores = tuple(s.score)
    if s.seats == 1:
        verdict = [name for least, name in s.game.tables.verdicts if least <= scores[0]][-1]
        return End(verdict, "WIS-14.6", scores, (0,))
    best = leaders(s)
    reason = "points"
    if len(best) > 1:
        reason = "wares"
        most = max(value(s, seat) for seat in best)
        best = [seat for seat in best if value(s, seat) == most]
    if stalled(s):
        return End("stalled", "WIS-A28", scores, tuple(best))
    return End(reason if len(best) == 1 else "shared", "WIS-13.4", scores, tuple(best))


EXTRA, SHOW, RANK = Extra(), Show(), Rank()
STEPS = (EXTRA, SHOW, RANK)
