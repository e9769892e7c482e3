"""What no course of play brings, though every piece is in one place: refused with the name of the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .choosing import ONCE, upkeep_over
from .events import with_track
from .rounds import has_phase
from .tables import CAMEL, CARAVANS, LARGE, LOOK, SECTION, SIDI, SMALL, STATUS
from .upkeep import owner

if TYPE_CHECKING:
    from .state import EmiraState

MARKS = {
    "golden": "golden_times",
    "cut": "interrupt_spice_trade",
    "sick": "sick_camels",
    "double": "double_trouble",
    "quiet": "quiet_days",
    "bazaar": "bazaar",
    "noble": "noble_merchandise",
}
"""What an event leaves for later phases of a round, and its card."""
TAKEN = {
    "SS": SMALL,
    "SF": SMALL,
    "LS": LARGE,
    "LF": LARGE,
    "counter": LOOK,
    "status": STATUS,
    "section": SECTION,
    "camel": CAMEL,
}
"""What a seat may have done in the auctions, and the place of the market that has nothing left then."""
KEPT = {"camel": "camels", "section": "sections"}
SUPPLY = {SMALL: "small_left", LARGE: "large_left", SECTION: "tiles_left", CAMEL: "camels_left"}


def marked(s: EmiraState, name: str) -> bool:
    """Whether an event has left this mark."""
    value: int = getattr(s, name)
    return value >= 0 if name in ("bazaar", "noble") else bool(value)


def course(s: EmiraState) -> None:
    """ValueError unless play can have brought all this about."""
    names = [frame.step.name for frame in s.todo]
    if not s.round and "begin" not in names:
        raise ValueError("round: a game that has been set up is in round 1 or a later one")
    if s.round:
        for seat in range(s.seats):
            if not s.colours[seat]:
                raise ValueError(f"colours.{seat}: every seat has a colour (EMI-1.2)")
            if not s.aims[seat]:
                raise ValueError(f"aims.{seat}: every seat has an objective (EMI-1.7)")
    for number, name in ((1, "events"), (5, "purchases")):
        if name in names and not has_phase(s, number):
            raise ValueError(f"{name}: round {s.round} has no such phase")
    _events(s)
    _market(s, names)
    _auctions(s, names)
    _rounds(s)
    for seat in range(s.seats):
        _seat(s, seat)
    if s.refuser >= 0 and "Xenia" not in s.undecided:
        raise ValueError("refuser: Xenia waits for nobody (EMI-13.18)")
    if s.xenia >= 0 and owner(s) < 0:
        raise ValueError(f"xenia: {s.xenia} markers lie on Xenia, who lives with nobody (EMI-13.17)")
    if s.leaving and not {"short", "depart"} & {*names}:
        raise ValueError(f"leaving: {s.leaving[0]} is on her way while nobody leaves (EMI-16.4)")


def complete(s: EmiraState, said: set[str]) -> None:
    """What follows from marks: events that were played, and that Hind was there."""
    if "spent" not in said:
        spent = [card for name, card in MARKS.items() if marked(s, name)]
        held = {card for hand in s.hands for card in hand}
        for symbol in s.symbols:
            cards = [card for card, event in s.game.tables.events.items() if symbol in (event.symbol, card)]
            if cards and not {*cards} & {*spent}:
                spent.append(next((card for card in cards if card not in held), cards[0]))
        s.spent = tuple(spent)
    if "once" not in said:
        s.once = [("Hind",) if s.lost[seat] else () for seat in range(s.seats)]
    if "done" not in said and (s.phase > 4 or (s.phase < 4 and s.round > 1)):
        s.done = ["locked" if lost else "declined" for lost in _locked(s)]
    for seat, deed in enumerate(s.done):
        if deed in KEPT and _unsaid(said, KEPT[deed], seat):
            have: list[int] = getattr(s, KEPT[deed])
            have[seat] = max(1, have[seat])
        elif deed in CARAVANS and s.phase >= 4 and _unsaid(said, "pawns", seat):
            k = CARAVANS.index(deed)
            s.pawns[seat] = with_track(s.pawns[seat], k, (s.game.caravans[k].spaces,))


def _unsaid(said: set[str], name: str, seat: int) -> bool:
    """Whether nothing is said of a field for this seat: neither in full nor of this part."""
    return name not in said or (f"{name}.{seat}" not in said and any(f"{name}.{n}" in said for n in range(5)))


def _events(s: EmiraState) -> None:
    """Marks of events come from cards that were played, and there is no event phase before round 2 (EMI-3.2)."""
    for name, card in MARKS.items():
        if marked(s, name) and card not in s.spent:
            raise ValueError(f"{name}: {card} has not been played; it would lie in spent (EMI-3.4)")
    if s.seats != 3:
        for name in ("double", "quiet"):
            if getattr(s, name) > 1:
                raise ValueError(f"{name}: it is 0 or 1 with {s.seats} seats")
    if s.symbols and not s.spent:
        raise ValueError("symbols: no event card has been played; it would lie in spent (EMI-3.3)")


def _market(s: EmiraState, names: list[str]) -> None:
    """What is on offer: one counter and one status card, two where an event adds one; and what the box still has."""
    for place, name, mark, mode, steps in (
        (LOOK, "counters", s.bazaar, "bazaar_mode", ("counter_drawn", "offer")),
        (STATUS, "status", s.noble, "noble_merchandise_mode", ("title", "fetch")),
    ):
        most = 1 + (mark >= 0 and s.options[mode] == "add")
        if len(s.market[place]) + sum(name in steps for name in names) > most and s.phase in (3, 4):
            raise ValueError(f"market.{name}: {len(s.market[place])} are on offer, with room for {most} (EMI-5)")
        if len(s.market[place]) > 2:
            raise ValueError(f"market.{name}: {len(s.market[place])} are on offer (EMI-5)")
    if s.phase == 4:
        for place, left in SUPPLY.items():
            if s.market[place] and not getattr(s, left):
                raise ValueError(f"{left}: none is left of what is on offer (EMI-5.4)")


def _locked(s: EmiraState) -> list[bool]:
    """Of each seat, whether Hind kept it from the auctions that were opened last (EMI-13.11)."""
    last = s.round - (s.phase < 4)
    return [lost == last > 0 for lost in s.lost]


def _auctions(s: EmiraState, names: list[str]) -> None:
    """What the seats did in the auctions that were opened last, and what that took off the market."""
    opened = s.phase >= 4 or s.round > 1
    for seat, deed in enumerate(s.done):
        name = f"done.{seat}"
        if deed and not opened:
            raise ValueError(f"{name}: no auctions have been held")
        if not deed and opened and s.phase != 4:
            raise ValueError(f"{name}: everybody has had a part in the last auctions (EMI-6.9)")
        if (deed == "locked") is not _locked(s)[seat] and opened:
            raise ValueError(f"{name}: it is 'locked' in the round that Hind takes, and only then (EMI-13.11)")
        place = TAKEN.get(deed)
        if place is not None and [TAKEN.get(other) for other in s.done].count(place) > 1:
            raise ValueError(f"{name}: another seat has taken that action (EMI-6.1)")
        if place is not None and s.phase >= 4 and s.market[place]:
            raise ValueError(f"{name}: what was bought is still on offer (EMI-6.1)")
        if deed in KEPT and not getattr(s, KEPT[deed])[seat]:
            raise ValueError(f"{name}: it has no {deed} (EMI-7)")
        if deed in CARAVANS and s.phase >= 4:
            k = CARAVANS.index(deed)
            if s.game.caravans[k].spaces not in s.pawns[seat][k]:
                raise ValueError(f"{name}: it has no {deed} that has just left (EMI-7.3)")


def _rounds(s: EmiraState) -> None:
    """What the rounds that are over have left behind: upkeep paid, and how far the tables have come."""
    over = s.round - (s.result is None and s.round > 0)
    if not over and not upkeep_over(s) and not all(s.paid):
        raise ValueError(f"paid.{s.paid.index(False)}: no upkeep has been due yet (EMI-10)")
    if s.idle > over:
        raise ValueError(f"idle: {s.idle} rounds have ended without more princesses, and {over} have ended at all")
    if s.result is None and s.idle >= s.options["stall_rounds"]:
        raise ValueError(f"idle: the game has ended after {s.idle} rounds without more princesses (EMI-A29)")
    most = len(s.game.tables.princesses) - (SIDI in s.game.tables.princesses)
    if s.peak > (most if over else 0) or (s.peak and s.idle == over):
        raise ValueError(f"peak: {s.peak} princesses cannot have lived at the tables at the end of a round (EMI-A29)")
    if s.dry and (not over or owner(s) >= 0 or s.active or s.later or s.undecided or (s.phase < 7 and s.pile.parts)):
        raise ValueError("dry: there were princesses to come at the end of the last round (EMI-12.5)")


def _seat(s: EmiraState, seat: int) -> None:
    """Burdens of a seat come from princesses who live there, or lived there once."""
    for name in s.once[seat]:
        if name not in ONCE:
            raise ValueError(f"once.{seat}: {name} has no ability that works only once (EMI-13)")
    if s.lost[seat] and "Hind" not in s.once[seat]:
        raise ValueError(f"lost.{seat}: no round is lost to a seat that Hind has not joined (EMI-13.10)")
    for name in s.late[seat]:
        if name not in s.homes[seat]:
            raise ValueError(f"late.{seat}: {name} does not live there (EMI-10.5)")
    if s.surcharge[seat] and "Suleika" not in s.homes[seat]:
        raise ValueError(f"surcharge.{seat}: Suleika does not live there (EMI-13.15)")
