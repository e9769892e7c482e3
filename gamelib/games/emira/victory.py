"""Who fulfils an objective, scores, and the end of the game (EMI-12, EMI-16.5, EMI-16.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...nodes import End, Seat
from .choosing import FEASTS, LENT, PALACE, shown
from .tables import TALENTS, Need, covers
from .upkeep import due, income, late_due, owner

if TYPE_CHECKING:
    from .state import EmiraState


def needs(s: EmiraState, objective: str) -> tuple[Need, ...]:
    """The talent combinations any of which the card accepts (EMI-A03)."""
    card = s.game.tables.objectives[objective]
    return card.needs if s.options["flexible_reading"] == "any" else card.listed


def matching(s: EmiraState, seat: Seat, objective: str | None = None) -> tuple[tuple[str, str], ...] | None:
    """(talent, princess) for each talent of an objective, a different princess each; None if they do not suffice.

    Without `objective` the seat's own card (EMI-12.2).
    """
    home = s.homes[seat]
    talents = [s.game.tables.princesses[name].talents for name in home]
    for need in needs(s, objective or s.aims[seat]):
        places = covers(talents, need)
        if places is not None:
            units = [TALENTS[talent] for talent in range(4) for _ in range(need[talent])]
            return tuple((unit, home[place]) for unit, place in zip(units, places, strict=True))
    return None


def fulfils(s: EmiraState, seat: Seat) -> str:
    """ "talents" (EMI-12.1a), "number" (EMI-12.1b), or "" if the objective is not fulfilled."""
    least, most = s.game.tables.thresholds[s.seats]
    count = len(s.homes[seat])
    if count < least or not can_pay(s, seat):
        return ""
    if count >= most:
        return "number"
    return "talents" if matching(s, seat) is not None else ""


def can_pay(s: EmiraState, seat: Seat) -> bool:
    """Whether a seat paid this round's upkeep in full and has the gold that those who came after it would have cost
    (EMI-12.1, EMI-A19); always, where an option lets it win all the same."""
    if not s.options["failed_upkeep_blocks_win"]:
        return True
    return s.paid[seat] and (not s.late[seat] or s.gold[seat] >= late_due(s, seat))


def score(s: EmiraState, seat: Seat) -> int:
    """2 for each princess, 3 for the talents of the card, even with too few princesses (EMI-16.5)."""
    return 2 * len(s.homes[seat]) + 3 * (matching(s, seat) is not None)


def tie_break(s: EmiraState, seat: Seat) -> int:
    """Appearance, status, sections, camels and the palace disc, in half points (EMI-16.6, EMI-A02g, EMI-A26).

    Counters that princesses lend are theirs (EMI-A33).
    """
    points = s.appearance(seat) + s.renown[seat] + s.sections[seat] + s.camels[seat]
    if not s.options["lent_in_tie_break"]:
        points -= sum(name in s.homes[seat] for name in LENT)
    return 2 * points + s.track[seat]


def best(s: EmiraState, seats: list[Seat]) -> tuple[Seat, ...]:
    """The winners among these seats by EMI-16.5, then EMI-16.6, then gold; level seats share."""
    keys = {seat: (score(s, seat), tie_break(s, seat), s.gold[seat]) for seat in seats}
    top = max(keys.values())
    return tuple(seat for seat in seats if keys[seat] == top)


def check(s: EmiraState) -> bool:
    """The end of a round: does the game end here? (EMI-12.4, EMI-12.5, EMI-A27, EMI-A29)"""
    count = sum(map(len, s.homes))
    s.idle = 0 if count > s.peak else s.idle + 1
    s.peak = max(s.peak, count)
    end = outcome(s)
    if end is None:
        if s.log is not None:
            _tell_unpaid(s)
        exclude(s)
        s.dry = is_dry(s)
        return False
    if s.log is not None:
        able = [seat for seat in range(s.seats) if fulfils(s, seat)]
        for seat in able:
            _tell_fulfilled(s, seat)
        if end.reason == "stalled":
            s.tell("EMI-A29", "stalled", None, ("EMI-12.5",), rounds=s.idle, most=s.peak)
        if not able or (len(able) > 1 and s.options["advanced"]):
            for seat in able or range(s.seats):
                _tell_ties(s, seat)
    if end.reason in ("rounds", "dry", "stalled"):
        exclude(s)
    s.finish(end)
    return True


def outcome(s: EmiraState) -> End | None:
    """How the game ends with this round; None if it goes on."""
    least, _ = s.game.tables.thresholds[s.seats]
    able = [seat for seat, home in enumerate(s.homes) if len(home) >= least and fulfils(s, seat)]
    limit = s.options["max_rounds"]
    if able:
        winners = best(s, able) if len(able) > 1 and s.options["advanced"] else tuple(able)
        reason = "objective" if len(winners) == 1 else "shared"
        rule = "EMI-12.1" if len(able) == 1 else "EMI-12.4"
    elif limit != "none" and s.round >= limit:
        reason, rule, winners = "rounds", "EMI-12.5", best(s, list(range(s.seats)))
    elif s.dry and is_dry(s):
        reason, rule, winners = "dry", "EMI-12.5", best(s, list(range(s.seats)))
    elif s.idle >= s.options["stall_rounds"]:
        reason, rule, winners = "stalled", "EMI-A29", best(s, list(range(s.seats)))
    else:
        return None
    seats = range(s.seats)
    ties = tuple((tie_break(s, seat), s.gold[seat]) for seat in seats)
    return End(reason, rule, tuple(score(s, seat) for seat in seats), winners, ties)


def none_to_come(s: EmiraState) -> bool:
    """Whether nobody waits to come any more; while Xenia lives somewhere, she can still move and so change a table."""
    return not (s.pile.parts or s.later or s.undecided or owner(s) >= 0)


def is_dry(s: EmiraState) -> bool:
    """Whether nobody can come any more: nor will one leave, and so be in the pile again, since all have enough for the
    next upkeep with the income before it (EMI-12.5)."""
    return none_to_come(s) and all(
        s.gold[seat] + income(s, seat) >= due(s, home, 0) for seat, home in enumerate(s.homes)
    )


def exclude(s: EmiraState) -> None:
    """Nobody has won: all know now which objectives a seat with enough princesses cannot have (EMI-12.4)."""
    least, _ = s.game.tables.thresholds[s.seats]
    if max(map(len, s.homes)) < least:
        return
    for seat, home in enumerate(s.homes):
        if len(home) >= least and can_pay(s, seat):
            met = [card for card in s.game.goals[s.seats] if card not in s.excluded[seat] and matching(s, seat, card)]
            if met:
                s.excluded = [row + tuple(met) * (other == seat) for other, row in enumerate(s.excluded)]


def _tell_ties(s: EmiraState, seat: Seat) -> None:
    s.tell(
        "EMI-16.6",
        "tie_points",
        seat,
        ("EMI-16.5", "EMI-A26", *(("EMI-A33",) if any(name in s.homes[seat] for name in LENT) else ())),
        score=score(s, seat),
        points=shown(PALACE, tie_break(s, seat)),
        gold=s.gold[seat],
    )


def _tell_unpaid(s: EmiraState) -> None:
    """Who has artists enough and cannot win, for the upkeep was not paid in full, or could not have been for those who
    came after it (EMI-A19)."""
    least, _ = s.game.tables.thresholds[s.seats]
    for seat, home in enumerate(s.homes):
        if len(home) < least or can_pay(s, seat):
            continue
        if not s.paid[seat]:
            s.tell("EMI-A19", "unpaid", seat, princesses=len(home))
        else:
            s.tell(
                "EMI-A19",
                "unpaid_late",
                seat,
                ("EMI-10.5", "EMI-12.1"),
                princesses=len(home),
                late=len(s.late[seat]),
                due=late_due(s, seat),
            )


def _tell_fulfilled(s: EmiraState, seat: Seat) -> None:
    how = fulfils(s, seat)
    count, objective = len(s.homes[seat]), s.aims[seat]
    if how == "number":
        s.tell("EMI-12.1", "fulfilled_number", seat, ("EMI-12.4",), objective=objective, princesses=count)
        return
    pairs = matching(s, seat)
    assert pairs is not None
    cards = tuple(name for _, name in pairs)
    also: tuple[str, ...] = ("EMI-12.2", "EMI-12.3", "EMI-12.4")
    also += ("EMI-A02c",) if not s.options["advanced"] and any(name in FEASTS for name in cards) else ()
    s.tell(
        "EMI-12.1",
        "fulfilled_talents",
        seat,
        also,
        objective=objective,
        princesses=count,
        cards=cards,
        talents=tuple(talent for talent, _ in pairs),
    )
