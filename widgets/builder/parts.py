"""The parts of the Builder's shelf by name, and which of them a model needs. edits.js names them alike."""

from __future__ import annotations

from collections.abc import Iterator

from gamelib.chance import Model
from gamelib.chance.data import Ask, Draw, Fork

THINGS = ("d", "coin", "spin", "bag", "deck")
WAYS = ("if", "until", "again")
TICKETS = (
    "sum",
    "high",
    "low",
    "range",
    "count",
    "tries",
    "differ",
    "kinds",
    "most",
    "pattern",
    "equal",
    "run",
    "first",
    "last",
    "ends",
    "mid",
    "top",
    "beats",
    "gap",
    "worth",
)
PARTS = (*THINGS, *WAYS, *TICKETS)


def ticket_of(ask: Ask) -> str:
    """The ticket that asks this; the statistic's own name where the shelf has none."""
    if ask.table:
        return "worth"
    if isinstance(ask.arg, tuple):
        return "beats" if ask.cmp == (">", 0) else "gap"
    return ask.what


def parts_of(model: Model) -> set[str]:
    """What has to lie on the shelf to put this model together."""
    return {*_parts(model.machine.chain), ticket_of(model.machine.ask)}


def _parts(chain: tuple[Draw | Fork, ...]) -> Iterator[str]:
    for part in chain:
        if isinstance(part, Fork):
            yield "if"
            for _, branch in part.branches:
                yield from _parts(branch)
            continue
        yield "again" if part.again else part.kind
        if part.until:
            yield "until"
