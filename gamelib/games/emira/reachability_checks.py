"""Checks for positions that no game can reach although each piece is in exactly one place. Errors name the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .card_tables import (
    CAMEL_SLOT,
    CARAVANS,
    COUNTER_SLOT,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SIDI,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from .event_cards import tracks_with_one_replaced
from .princess_choice import ONE_TIME_ABILITIES, is_upkeep_over
from .rounds import has_phase
from .upkeep import xenia_host

if TYPE_CHECKING:
    from .state import EmiraState

EVENT_MARKS = {
    "golden": "golden_times",
    "cut": "interrupt_spice_trade",
    "sick": "sick_camels",
    "double": "double_trouble",
    "quiet": "quiet_days",
    "bazaar": "bazaar",
    "noble": "noble_merchandise",
}
"""Flags that an event leaves for later phases of a round, and its card."""
MARKET_SLOT_OF_ACTION = {
    "SS": SMALL_CARAVAN_SLOT,
    "SF": SMALL_CARAVAN_SLOT,
    "LS": LARGE_CARAVAN_SLOT,
    "LF": LARGE_CARAVAN_SLOT,
    "counter": COUNTER_SLOT,
    "status": STATUS_SLOT,
    "section": SECTION_SLOT,
    "camel": CAMEL_SLOT,
}
"""Possible results of a seat in the auctions, and the market place that is empty afterwards."""
OWNED_FIELD_OF_ACTION = {"camel": "camels", "section": "sections"}
SUPPLY_OF_SLOT = {
    SMALL_CARAVAN_SLOT: "small_left",
    LARGE_CARAVAN_SLOT: "large_left",
    SECTION_SLOT: "tiles_left",
    CAMEL_SLOT: "camels_left",
}


def is_set_by_event(state: EmiraState, field_name: str) -> bool:
    """Return whether an event card has set this field."""
    value: int = getattr(state, field_name)
    return value >= 0 if field_name in ("bazaar", "noble") else bool(value)


def validate_reachable(state: EmiraState) -> None:
    """Raise ValueError unless play can reach this position."""
    names = [frame.step.name for frame in state.agenda_frames]
    if not state.round and "begin" not in names:
        raise ValueError("round: a game that has been set up is in round 1 or a later one")
    if state.round:
        for seat in range(state.seats):
            if not state.colours[seat]:
                raise ValueError(f"colours.{seat}: every seat has a colour (EMI-1.2)")
            if not state.aims[seat]:
                raise ValueError(f"aims.{seat}: every seat has an objective (EMI-1.7)")
    for number, name in ((1, "events"), (5, "purchases")):
        if name in names and not has_phase(state, number):
            raise ValueError(f"{name}: round {state.round} has no such phase")
    _events(state)
    _market(state, names)
    _auctions(state, names)
    _rounds(state)
    for seat in range(state.seats):
        _seat(state, seat)
    if state.refuser >= 0 and "Xenia" not in state.undecided:
        raise ValueError("refuser: Xenia waits for nobody (EMI-13.18)")
    if state.xenia >= 0 and xenia_host(state) < 0:
        raise ValueError(f"xenia: {state.xenia} markers lie on Xenia, who lives with nobody (EMI-13.17)")
    if state.leaving and not {"short", "depart"} & {*names}:
        raise ValueError(f"leaving: {state.leaving[0]} is on her way while nobody leaves (EMI-16.4)")


def fill_fields_derived_from_events(state: EmiraState, given_fields: set[str]) -> None:
    """Set the fields that follow from event flags: played events and the effect of Hind."""
    if "spent" not in given_fields:
        spent = [card for name, card in EVENT_MARKS.items() if is_set_by_event(state, name)]
        held = {card for hand in state.hands for card in hand}
        for symbol in state.symbols:
            cards = [card for card, event in state.game.tables.events.items() if symbol in (event.symbol, card)]
            if cards and not {*cards} & {*spent}:
                spent.append(next((card for card in cards if card not in held), cards[0]))
        state.spent = tuple(spent)
    if "once" not in given_fields:
        state.once = [("Hind",) if state.lost[seat] else () for seat in range(state.seats)]
    if "done" not in given_fields and (state.phase > 4 or (state.phase < 4 and state.round > 1)):
        state.done = ["locked" if lost else "declined" for lost in _locked(state)]
    for seat, deed in enumerate(state.done):
        if deed in OWNED_FIELD_OF_ACTION and _is_field_missing(given_fields, OWNED_FIELD_OF_ACTION[deed], seat):
            have: list[int] = getattr(state, OWNED_FIELD_OF_ACTION[deed])
            have[seat] = max(1, have[seat])
        elif deed in CARAVANS and state.phase >= 4 and _is_field_missing(given_fields, "pawns", seat):
            k = CARAVANS.index(deed)
            state.pawns[seat] = tracks_with_one_replaced(state.pawns[seat], k, (state.game.caravans[k].spaces,))


def _is_field_missing(said: set[str], name: str, seat: int) -> bool:
    """Return whether neither the whole field nor its part for this seat is given."""
    return name not in said or (f"{name}.{seat}" not in said and any(f"{name}.{n}" in said for n in range(5)))


def _events(state: EmiraState) -> None:
    """Check that event flags belong to played cards. There is no event phase before round 2 (EMI-3.2)."""
    for name, card in EVENT_MARKS.items():
        if is_set_by_event(state, name) and card not in state.spent:
            raise ValueError(f"{name}: {card} has not been played; it would lie in spent (EMI-3.4)")
    if state.seats != 3:
        for name in ("double", "quiet"):
            if getattr(state, name) > 1:
                raise ValueError(f"{name}: it is 0 or 1 with {state.seats} seats")
    if state.symbols and not state.spent:
        raise ValueError("symbols: no event card has been played; it would lie in spent (EMI-3.3)")


def _market(state: EmiraState, names: list[str]) -> None:
    """Check the market and the supplies.

    One counter and one status card are on offer, or two if an event adds one.
    """
    for place, name, mark, mode, steps in (
        (COUNTER_SLOT, "counters", state.bazaar, "bazaar_mode", ("counter_drawn", "offer")),
        (STATUS_SLOT, "status", state.noble, "noble_merchandise_mode", ("title", "fetch")),
    ):
        most = 1 + (mark >= 0 and state.options[mode] == "add")
        if len(state.market[place]) + sum(name in steps for name in names) > most and state.phase in (3, 4):
            raise ValueError(f"market.{name}: {len(state.market[place])} are on offer, with room for {most} (EMI-5)")
        if len(state.market[place]) > 2:
            raise ValueError(f"market.{name}: {len(state.market[place])} are on offer (EMI-5)")
    if state.phase == 4:
        for place, left in SUPPLY_OF_SLOT.items():
            if state.market[place] and not getattr(state, left):
                raise ValueError(f"{left}: none is left of what is on offer (EMI-5.4)")


def _locked(state: EmiraState) -> list[bool]:
    """Return, for each seat, whether Hind kept it out of the last auctions (EMI-13.11)."""
    last = state.round - (state.phase < 4)
    return [lost == last > 0 for lost in state.lost]


def _auctions(state: EmiraState, names: list[str]) -> None:
    """Check the results of the last auctions for each seat, and the items that the seats took from the market."""
    opened = state.phase >= 4 or state.round > 1
    for seat, deed in enumerate(state.done):
        name = f"done.{seat}"
        if deed and not opened:
            raise ValueError(f"{name}: no auctions have been held")
        if not deed and opened and state.phase != 4:
            raise ValueError(f"{name}: everybody has had a part in the last auctions (EMI-6.9)")
        if (deed == "locked") is not _locked(state)[seat] and opened:
            raise ValueError(f"{name}: it is 'locked' in the round that Hind takes, and only then (EMI-13.11)")
        place = MARKET_SLOT_OF_ACTION.get(deed)
        if place is not None and [MARKET_SLOT_OF_ACTION.get(other) for other in state.done].count(place) > 1:
            raise ValueError(f"{name}: another seat has taken that action (EMI-6.1)")
        if place is not None and state.phase >= 4 and state.market[place]:
            raise ValueError(f"{name}: what was bought is still on offer (EMI-6.1)")
        if deed in OWNED_FIELD_OF_ACTION and not getattr(state, OWNED_FIELD_OF_ACTION[deed])[seat]:
            raise ValueError(f"{name}: it has no {deed} (EMI-7)")
        if deed in CARAVANS and state.phase >= 4:
            k = CARAVANS.index(deed)
            if state.game.caravans[k].spaces not in state.pawns[seat][k]:
                raise ValueError(f"{name}: it has no {deed} that has just left (EMI-7.3)")


def _rounds(state: EmiraState) -> None:
    """Check the effects of finished rounds: paid upkeep and the progress in numbers of princesses."""
    over = state.round - (state.result is None and state.round > 0)
    if not over and not is_upkeep_over(state) and not all(state.paid):
        raise ValueError(f"paid.{state.paid.index(False)}: no upkeep has been due yet (EMI-10)")
    if state.idle > over:
        raise ValueError(f"idle: {state.idle} rounds have ended without more princesses, and {over} have ended at all")
    if state.result is None and state.idle >= state.options["stall_rounds"]:
        raise ValueError(f"idle: the game has ended after {state.idle} rounds without more princesses (EMI-A29)")
    most = len(state.game.tables.princesses) - (SIDI in state.game.tables.princesses)
    if state.peak > (most if over else 0) or (state.peak and state.idle == over):
        raise ValueError(
            f"peak: {state.peak} princesses cannot have lived at the tables at the end of a round (EMI-A29)"
        )
    if state.dry and (
        not over
        or xenia_host(state) >= 0
        or state.active
        or state.later
        or state.undecided
        or (state.phase < 7 and state.pile.segments)
    ):
        raise ValueError("dry: there were princesses to come at the end of the last round (EMI-12.5)")


def _seat(state: EmiraState, seat: int) -> None:
    """Check that the burdens of a seat come from princesses who live with the seat now or lived with it before."""
    for name in state.once[seat]:
        if name not in ONE_TIME_ABILITIES:
            raise ValueError(f"once.{seat}: {name} has no ability that works only once (EMI-13)")
    if state.lost[seat] and "Hind" not in state.once[seat]:
        raise ValueError(f"lost.{seat}: no round is lost to a seat that Hind has not joined (EMI-13.10)")
    for name in state.late[seat]:
        if name not in state.homes[seat]:
            raise ValueError(f"late.{seat}: {name} does not live there (EMI-10.5)")
    if state.surcharge[seat] and "Suleika" not in state.homes[seat]:
        raise ValueError(f"surcharge.{seat}: Suleika does not live there (EMI-13.15)")
