"""Names of the parts on the Builder's palette (the same as in model_edits.js), and the parts that a model uses."""

from __future__ import annotations

from collections.abc import Iterator

from gamelib.chance import Model
from gamelib.chance.model_data import BranchStage, DrawStage, StatisticSpec

DEVICES = ("d", "coin", "spin", "bag", "deck")
CONTROL_BLOCKS = ("if", "until", "again")
STATISTICS = (
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
PARTS = (*DEVICES, *CONTROL_BLOCKS, *STATISTICS)


def palette_statistic_name(statistic: StatisticSpec) -> str:
    """Return the palette's name of a statistic, or the statistic's own name if the palette does not have it."""
    if statistic.value_table:
        return "worth"
    if isinstance(statistic.argument, tuple):
        return "beats" if statistic.comparison == (">", 0) else "gap"
    return statistic.name


def required_parts(model: Model) -> set[str]:
    """Return the parts that the palette must have to build this model."""
    return {*_parts(model.spec.stages), palette_statistic_name(model.spec.statistic)}


def _parts(chain: tuple[DrawStage | BranchStage, ...]) -> Iterator[str]:
    for part in chain:
        if isinstance(part, BranchStage):
            yield "if"
            for _, branch in part.branches:
                yield from _parts(branch)
            continue
        yield "again" if part.source_name else part.device
        if part.stop_conditions:
            yield "until"
