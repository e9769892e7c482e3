"""Fulfilled objectives, scores, and the end of the game (EMI-12, EMI-16.5, EMI-16.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import End, Seat
from .card_tables import TALENTS, TalentNeed, match_talents
from .princess_choice import FEASTS, LENT_COUNTERS, PALACE, preference_value_in_points
from .upkeep import income, upkeep_due, upkeep_of_late_princesses, xenia_host

if TYPE_CHECKING:
    from .state import EmiraState


def alternative_talent_combinations(state: EmiraState, objective: str) -> tuple[TalentNeed, ...]:
    """Return the talent combinations of an objective card. One combination is enough to meet it (EMI-A03)."""
    card = state.game.tables.objectives[objective]
    return card.needs if state.options["flexible_reading"] == "any" else card.listed


def talent_assignment(
    state: EmiraState, seat: Seat, objective: str | None = None
) -> tuple[tuple[str, str], ...] | None:
    """Return pairs (talent of an objective, princess) with different princesses, or None (EMI-12.2).

    The default of `objective` is the seat's own card.
    """
    home = state.homes[seat]
    talents = [state.game.tables.princesses[name].talents for name in home]
    for need in alternative_talent_combinations(state, objective or state.aims[seat]):
        places = match_talents(talents, need)
        if places is not None:
            units = [TALENTS[talent] for talent in range(4) for _ in range(need[talent])]
            return tuple((unit, home[place]) for unit, place in zip(units, places, strict=True))
    return None


def talents_or_number_fulfilment(state: EmiraState, seat: Seat) -> str:
    """Return "talents" (EMI-12.1a), "number" (EMI-12.1b), or "" if the objective is not fulfilled."""
    least, most = state.game.tables.thresholds[state.seats]
    count = len(state.homes[seat])
    if count < least or not is_win_allowed_by_upkeep(state, seat):
        return ""
    if count >= most:
        return "number"
    return "talents" if talent_assignment(state, seat) is not None else ""


def is_win_allowed_by_upkeep(state: EmiraState, seat: Seat) -> bool:
    """Return whether a seat paid the upkeep of this round in full and could pay for princesses who joined later.

    The result is always true if the options do not require the upkeep (EMI-12.1, EMI-A19).
    """
    if not state.options["failed_upkeep_blocks_win"]:
        return True
    return state.paid[seat] and (not state.late[seat] or state.gold[seat] >= upkeep_of_late_princesses(state, seat))


def seat_score(state: EmiraState, seat: Seat) -> int:
    """Return the score of a seat: 2 points per princess and 3 points for the talents of its objective (EMI-16.5)."""
    return 2 * len(state.homes[seat]) + 3 * (talent_assignment(state, seat) is not None)


def tie_break_points(state: EmiraState, seat: Seat) -> int:
    """Return the tie-break points of a seat in half points (EMI-16.6, EMI-A02g, EMI-A26).

    The points come from appearance, status, sections, camels and the palace disc. Lent counters count only with the
    option `lent_in_tie_break` (EMI-A33).
    """
    points = state.appearance(seat) + state.renown[seat] + state.sections[seat] + state.camels[seat]
    if not state.options["lent_in_tie_break"]:
        points -= sum(name in state.homes[seat] for name in LENT_COUNTERS)
    return 2 * points + state.track[seat]


def winners_among(state: EmiraState, seats: list[Seat]) -> tuple[Seat, ...]:
    """Return the winners among these seats by EMI-16.5, then EMI-16.6, then gold. Equal seats share the win."""
    keys = {seat: (seat_score(state, seat), tie_break_points(state, seat), state.gold[seat]) for seat in seats}
    top = max(keys.values())
    return tuple(seat for seat in seats if keys[seat] == top)


def end_game_if_decided(state: EmiraState) -> bool:
    """End the game after a round if it is decided. Return whether it ended (EMI-12.4, EMI-12.5, EMI-A27, EMI-A29)."""
    count = sum(map(len, state.homes))
    state.idle = 0 if count > state.peak else state.idle + 1
    state.peak = max(state.peak, count)
    end = game_end(state)
    if end is None:
        if state.log is not None:
            _tell_unpaid(state)
        exclude_impossible_objectives(state)
        state.dry = is_princess_supply_exhausted(state)
        return False
    if state.log is not None:
        able = [seat for seat in range(state.seats) if talents_or_number_fulfilment(state, seat)]
        for seat in able:
            _tell_fulfilled(state, seat)
        if end.reason == "stalled":
            state.log_event("EMI-A29", "stalled", None, ("EMI-12.5",), rounds=state.idle, most=state.peak)
        if not able or (len(able) > 1 and state.options["advanced"]):
            for seat in able or range(state.seats):
                _tell_ties(state, seat)
    if end.reason in ("rounds", "dry", "stalled"):
        exclude_impossible_objectives(state)
    state.end_game(end)
    return True


def game_end(state: EmiraState) -> End | None:
    """Return the end of the game after this round, or None if the game continues."""
    least, _ = state.game.tables.thresholds[state.seats]
    able = [
        seat
        for seat, home in enumerate(state.homes)
        if len(home) >= least and talents_or_number_fulfilment(state, seat)
    ]
    limit = state.options["max_rounds"]
    if able:
        winners = winners_among(state, able) if len(able) > 1 and state.options["advanced"] else tuple(able)
        reason = "objective" if len(winners) == 1 else "shared"
        rule = "EMI-12.1" if len(able) == 1 else "EMI-12.4"
    elif limit != "none" and state.round >= limit:
        reason, rule, winners = "rounds", "EMI-12.5", winners_among(state, list(range(state.seats)))
    elif state.dry and is_princess_supply_exhausted(state):
        reason, rule, winners = "dry", "EMI-12.5", winners_among(state, list(range(state.seats)))
    elif state.idle >= state.options["stall_rounds"]:
        reason, rule, winners = "stalled", "EMI-A29", winners_among(state, list(range(state.seats)))
    else:
        return None
    seats = range(state.seats)
    ties = tuple((tie_break_points(state, seat), state.gold[seat]) for seat in seats)
    return End(reason, rule, tuple(seat_score(state, seat) for seat in seats), winners, ties)


def is_nobody_waiting(state: EmiraState) -> bool:
    """Return whether no princess is waiting.

    The result is also False while Xenia lives with a seat, because she can still move.
    """
    return not (state.pile.segments or state.later or state.undecided or xenia_host(state) >= 0)


def is_princess_supply_exhausted(state: EmiraState) -> bool:
    """Return whether no princess can join a seat any more (EMI-12.5).

    The pile must be empty, and all seats must be able to pay the next upkeep, so that no princess returns to the pile.
    """
    return is_nobody_waiting(state) and all(
        state.gold[seat] + income(state, seat) >= upkeep_due(state, home, 0) for seat, home in enumerate(state.homes)
    )


def exclude_impossible_objectives(state: EmiraState) -> None:
    """If nobody has won, record the objectives that seats with enough princesses cannot have (EMI-12.4)."""
    least, _ = state.game.tables.thresholds[state.seats]
    if max(map(len, state.homes)) < least:
        return
    for seat, home in enumerate(state.homes):
        if len(home) >= least and is_win_allowed_by_upkeep(state, seat):
            met = [
                card
                for card in state.game.objectives_by_seats[state.seats]
                if card not in state.excluded[seat] and talent_assignment(state, seat, card)
            ]
            if met:
                state.excluded = [row + tuple(met) * (other == seat) for other, row in enumerate(state.excluded)]


def _tell_ties(state: EmiraState, seat: Seat) -> None:
    state.log_event(
        "EMI-16.6",
        "tie_points",
        seat,
        ("EMI-16.5", "EMI-A26", *(("EMI-A33",) if any(name in state.homes[seat] for name in LENT_COUNTERS) else ())),
        score=seat_score(state, seat),
        points=preference_value_in_points(PALACE, tie_break_points(state, seat)),
        gold=state.gold[seat],
    )


def _tell_unpaid(state: EmiraState) -> None:
    """Log the seats that have enough artists but cannot win.

    These seats did not pay the upkeep in full, or could not have paid for princesses who joined later (EMI-A19).
    """
    least, _ = state.game.tables.thresholds[state.seats]
    for seat, home in enumerate(state.homes):
        if len(home) < least or is_win_allowed_by_upkeep(state, seat):
            continue
        if not state.paid[seat]:
            state.log_event("EMI-A19", "unpaid", seat, princesses=len(home))
        else:
            state.log_event(
                "EMI-A19",
                "unpaid_late",
                seat,
                ("EMI-10.5", "EMI-12.1"),
                princesses=len(home),
                late=len(state.late[seat]),
                due=upkeep_of_late_princesses(state, seat),
            )


def _tell_fulfilled(state: EmiraState, seat: Seat) -> None:
    how = talents_or_number_fulfilment(state, seat)
    count, objective = len(state.homes[seat]), state.aims[seat]
    if how == "number":
        state.log_event("EMI-12.1", "fulfilled_number", seat, ("EMI-12.4",), objective=objective, princesses=count)
        return
    pairs = talent_assignment(state, seat)
    assert pairs is not None
    cards = tuple(name for _, name in pairs)
    also: tuple[str, ...] = ("EMI-12.2", "EMI-12.3", "EMI-12.4")
    also += ("EMI-A02c",) if not state.options["advanced"] and any(name in FEASTS for name in cards) else ()
    state.log_event(
        "EMI-12.1",
        "fulfilled_talents",
        seat,
        also,
        objective=objective,
        princesses=count,
        cards=cards,
        talents=tuple(talent for talent, _ in pairs),
    )
