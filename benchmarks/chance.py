"""Benchmark of exact answers of chance models, compared with icepool on every test model that icepool can express."""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median

import gamelib
from gamelib.chance.exact_answer import solve_exactly

from .timing import best, fewest, heading, row


def main() -> None:
    """Print one row per model with the speed relative to icepool, and the median of these ratios (goal: at least 1)."""
    heading("chance models", "gamelib, us", "icepool, us", "times faster")
    try:
        from tests.chance.models import MODELS
    except ImportError:
        print(f"icepool does not run on Python {sys.version_info.major}.{sys.version_info.minor}; not compared.")
        return
    ratios = []
    for name, known in MODELS.items():
        if known.other is None:
            continue
        machine = gamelib.model(known.line).spec
        loops = fewest(20)

        def ours(machine: object = machine, loops: int = loops) -> None:
            for _ in range(loops):
                solve_exactly(machine)  # type: ignore[arg-type]

        def theirs(other: Callable[[], object] = known.other, loops: int = loops) -> None:
            for _ in range(loops):
                list(other().items())  # type: ignore[attr-defined]

        seconds = best({"ours": ours, "theirs": theirs}, rounds=fewest(3))
        ratios.append(seconds["theirs"] / seconds["ours"])
        row(name, *(f"{1e6 * seconds[side] / loops:.0f}" for side in ("ours", "theirs")), f"{ratios[-1]:.1f}")
    row("median of all", "", "", f"{median(ratios):.1f}")


if __name__ == "__main__":
    sys.exit(main())
