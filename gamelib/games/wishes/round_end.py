"""End of a round and of the game: Extra Tasks, Gems, wares and the solo result (WIS-12 to WIS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...fields import IntField
from ...nodes import End, Seat
from ...step import AutoStep, Frame
from .rounds import start_round
from .turn import PeekAtExtraTaskStackCard

if TYPE_CHECKING:
    from .state import WishesState


class ExtraTaskPlace(NamedTuple):
    """Rank in the Extra Tasks: the kind, its hearts, and the seat of its Orderly (-1 means no seat)."""

    kind: str
    hearts: int
    seat: Seat


class RevealExtraTaskStack(AutoStep):
    """Reveal the Extra Task stack (WIS-12.1)."""

    name = "extra"
    rule = "WIS-12.1"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        state.agenda_frames.append(PAY_EXTRA_TASK_PLACES.make_frame())
        for place in reversed(range(len(state.stack))):
            if not state.stack[place][0]:
                state.agenda_frames.append(REVEAL_STACK_CARD.make_frame(place))
        everybody = (1 << state.seats) - 1
        state.stack = tuple([(card, owner, age, everybody if card else 0) for card, owner, age, _ in state.stack])
        if state.log is not None:
            cards = tuple(slot[0] for slot in state.stack if slot[0])
            left = len(state.stack) - len(cards)
            code = "stack_empty" if not state.stack else "stack_shown" if left else "stack_known"
            state.log_event("WIS-12.1", code, None, (), cards=cards, left=left)


class RevealExtraTaskStackCard(PeekAtExtraTaskStackCard):
    """Reveal an unseen card of the stack to all seats (WIS-12.1)."""

    name = "show"
    rule = "WIS-12.1"
    fields = {"place": IntField()}
    allowed_steps_below = ("rank", "show")

    def execute(self, state: WishesState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        self.record_stack_card(state, frame.place, card, (1 << state.seats) - 1)
        if state.log is not None:
            state.log_event("WIS-12.1", "card_shown", None, (), card=card)


def rank_task_kinds_by_hearts(state: WishesState) -> list[ExtraTaskPlace]:
    """Return the kinds of a revealed stack in the order of their ranks (WIS-12.2, WIS-12.3, WIS-A17, WIS-A18)."""
    tasks = state.game.tables.tasks
    kinds = state.game.tables.kinds
    hearts = dict.fromkeys(kinds, 0) if state.options["zero_heart_place"] else {}
    for slot in state.stack:
        kind, more, _ = tasks[slot[0]]
        hearts[kind] = hearts.get(kind, 0) + more
    rows = []
    for number, kind in enumerate(kinds):
        if kind in hearts:
            seat = state.orderly.index(kind) if kind in state.orderly else -1
            # kinds without an Orderly stay in the order of the chart
            rows.append((-hearts[kind], state.track.index(seat) if seat >= 0 else state.seats, number, seat))
    rows.sort()
    return [ExtraTaskPlace(kinds[number], -less, seat) for less, _, number, seat in rows]


class PayExtraTaskPlacesAndEndRound(AutoStep):
    """Pay the ranks of the Extra Tasks, clear the chart and pass the marker (WIS-12.2 to WIS-12.8)."""

    name = "rank"
    rule = "WIS-12.2"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        pay = state.game.tables.places
        for number, place in enumerate(rank_task_kinds_by_hearts(state)):
            points, gems = pay[number] if number < len(pay) else (0, 0)
            if place.seat < 0:
                if state.log is not None:
                    also = ("WIS-12.2", "WIS-6.4", "WIS-A18", *(("WIS-14.5",) if state.seats == 1 else ()))
                    state.log_event(
                        "WIS-12.3", "place_unpaid", None, also, place=number + 1, kind=place.kind, hearts=place.hearts
                    )
                continue
            taken = state.gain_gems(place.seat, gems)
            if state.log is not None:
                state.log_event(
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
            state.gain_points(place.seat, points)
        if state.log is not None:
            state.log_event("WIS-12.5", "chart_cleared", None, ("WIS-12.6",), cards=len(state.stack))
        state.discard += [slot[0] for slot in state.stack]
        state.stack = ()
        state.past = [
            tuple(sorted([state.ages.get(card, 0) + 1 for card in hand])) for hand in state.hands
        ]  # all is known again
        state.orderly = [""] * state.seats
        for seat in state.track:
            state.free[seat] += 1
        state.track = ()
        if (
            state.ending
            or (state.seats == 1 and state.round == state.game.tables.constants["solo_rounds"])
            or has_reached_stall_round_limit(state)
        ):
            score_gems_wares_and_finish(state)
            return
        state.first = (state.first + 1) % state.seats
        if state.log is not None:
            state.log_event("WIS-12.8", "marker_passes", state.first, ("WIS-14.7",) if state.seats == 1 else ())
        start_round(state)


def has_reached_stall_round_limit(state: WishesState) -> bool:
    """Return whether the game ends with this round because no wish has been fulfilled for too long (WIS-A28)."""
    return state.seats > 1 and not state.ending and state.idle >= state.options["stall_rounds"]


def gem_points(state: WishesState, seat: Seat) -> int:
    """Return the points for Gems at the end (WIS-13.2)."""
    return state.gems[seat] // state.game.tables.constants["gems_per_point"]


def day_points(state: WishesState, seat: Seat, wares: tuple[str, ...]) -> int:
    """Return the points that a seat gets for the complete days of these wares (WIS-13.3, WIS-A15)."""
    days = state.game.tables.complete_days(wares)
    if state.options["set_counts"] == "one":
        days = min(days, 1)
    return days * state.game.tables.scores[state.secrets[seat]].day_points


def ware_points(state: WishesState, seat: Seat) -> int:
    """Return the points for wares, without complete days (WIS-13.3)."""
    return sum(state.game.worth[state.secrets[seat]][ware] for ware in state.wares[seat])


def tie_break_ware_value(state: WishesState, seat: Seat) -> int:
    """Return the total value of a seat's wares, which decides a tie (WIS-13.4, WIS-A14)."""
    costs = [state.game.tables.wares[ware].cost for ware in state.wares[seat]]
    match state.options["tie_break"]:
        case "total_cost":
            return sum(costs)
        case "count_cost_ge_5":
            return sum(cost >= 5 for cost in costs)
        case "highest_single":
            return max(costs, default=0)
    return len(costs)


def score_gems_wares_and_finish(state: WishesState) -> None:
    """Finish the game and count Gems and wares (WIS-13.1, WIS-14.4, WIS-A28)."""
    if state.log is not None and has_reached_stall_round_limit(state):
        state.log_event("WIS-A28", "stalled", None, ("WIS-13.1",), rounds=state.idle)
    elif state.log is not None and state.seats > 1:
        state.log_event("WIS-13.1", "last_round_over", None)
    for seat in range(state.seats):
        gems, wares, days = (
            gem_points(state, seat),
            ware_points(state, seat),
            day_points(state, seat, state.wares[seat]),
        )
        if state.log is not None:
            state.log_event("WIS-13.2", "gem_points", seat, ("WIS-A27",), gems=state.gems[seat], points=gems)
            state.log_event(
                "WIS-13.3",
                "ware_points" if state.wares[seat] else "no_wares",
                seat,
                ("WIS-A15",),
                card=state.secrets[seat],
                wares=state.wares[seat],
                points=wares,
                days=days,
            )
        state.score[seat] += gems + wares + days
    if state.log is not None:
        best = leading_seats(state)
        if state.seats == 1:
            state.log_event("WIS-14.4", "last_solo_round", 0, ("WIS-14.5",), rounds=state.round)
        elif len(best) > 1:
            for seat in best:
                state.log_event("WIS-13.4", "tie_value", seat, ("WIS-A14",), value=tie_break_ware_value(state, seat))
    state.end_game(game_end(state))


def leading_seats(state: WishesState) -> list[Seat]:
    """Return the seats with the most points."""
    return [seat for seat in range(state.seats) if state.score[seat] == max(state.score)]


def game_end(state: WishesState) -> End:
    """Return the end of a game with all points counted (WIS-13.4, WIS-14.6, WIS-A28)."""
    scores = tuple(state.score)
    if state.seats == 1:
        verdict = [name for least, name in state.game.tables.verdicts if least <= scores[0]][-1]
        return End(verdict, "WIS-14.6", scores, (0,))
    best = leading_seats(state)
    reason = "points"
    if len(best) > 1:
        reason = "wares"
        most = max(tie_break_ware_value(state, seat) for seat in best)
        best = [seat for seat in best if tie_break_ware_value(state, seat) == most]
    if has_reached_stall_round_limit(state):
        return End("stalled", "WIS-A28", scores, tuple(best))
    return End(reason if len(best) == 1 else "shared", "WIS-13.4", scores, tuple(best))


REVEAL_EXTRA_TASKS, REVEAL_STACK_CARD, PAY_EXTRA_TASK_PLACES = (
    RevealExtraTaskStack(),
    RevealExtraTaskStackCard(),
    PayExtraTaskPlacesAndEndRound(),
)
STEPS = (REVEAL_EXTRA_TASKS, REVEAL_STACK_CARD, PAY_EXTRA_TASK_PLACES)
