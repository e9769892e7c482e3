"""The bench: outcomes as columns, with chips, runs and exact chances on them; plain JSON, drawn by chart/bench.js."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from gamelib.number_format import format_percent
from gamelib.tools.confidence_interval import wilson_interval_95

from ..page.protocol import Json
from .experiment import Experiment, bet

LEAST_FOR_BAND = 30
"""Runs from which on a band is drawn."""
LARGEST_TOTAL = 1296
"""Cases up to which a chance is written with all of them: 10/36."""


def short(p: Fraction, total: int) -> str:
    """A chance under its column: the cases of all cases while these can be read, else in per cent.

    In words, "2 of 4": as a fraction it would stand beside the 1/2 of the text as if it were another number.
    """
    return f"{p * total} of {total}" if total <= LARGEST_TOTAL and (p * total).denominator == 1 else format_percent(p)


def bench(
    what: str,
    names: Sequence[str],
    *,
    chips: Mapping[str, int] | None = None,
    counts: Mapping[str, int] | None = None,
    exact: Mapping[str, Fraction] | None = None,
    asked: Sequence[str] = (),
    note: str = "",
) -> Json:
    """Columns in order. `chips` and `counts`: by name; `exact`: chances by name; `asked`: names that the question asks
    for; `note`: what these come to, in words."""
    runs = sum((counts or {}).values())
    total = lcm(*(p.denominator for p in exact.values())) if exact else 1
    columns = []
    for name in names:
        column: Json = {"name": name, "asked": name in asked}
        if chips is not None:
            column["chips"] = chips.get(name, 0)
        if counts is not None:
            column["count"] = counts.get(name, 0)
            if runs >= LEAST_FOR_BAND:
                column["band"] = [round(end, 4) for end in wilson_interval_95(column["count"], runs)]
        if exact is not None:
            column["exact"], column["told"] = float(exact[name]), short(exact[name], total)
        columns.append(column)
    return {"what": what, "columns": columns, "all": sum((chips or {}).values()), "total": runs, "note": note}


def asked_names(made: Experiment, settings: Mapping[str, Any], manner: str) -> list[str]:
    """The names of the columns that the question asks for; none for a mean."""
    if made.asked is None:
        return []
    asked = (outcome for outcome in made.outcomes(**settings) if made.asked(outcome, **settings))
    return list(dict.fromkeys(bet(made, settings, manner, outcome) for outcome in asked))
