"""Outcome chart: columns with chips, trials and exact probabilities. The data are plain JSON for chart/bench.js."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from gamelib.number_format import capitalize_first, exact_fraction, format_natural_frequency, format_percents_with_sum
from gamelib.tools.confidence_interval import wilson_interval_95

from ..chart.figure_style import ACCENT, EXACT_COLOUR, INK, TRANSPARENT, percent_axis
from ..page.protocol import Json
from ..page.static_picture import StaticChart
from .experiment import Experiment, PredictionMode, column_of_outcome

MIN_TRIALS_FOR_INTERVAL = 30
"""Minimum number of trials for an interval."""
MAX_CASES_IN_TEXT = 6**4
"""Maximum number of cases for a probability in the form "10 of 36"."""


def column_probability_texts(probabilities: Sequence[Fraction]) -> list[str]:
    """Return the text under each column: the number of cases if it is short enough, otherwise a percentage.

    For example, the text is "2 of 4" and not "2/4", because the prose already has the reduced fraction 1/2. The
    percentages add up to 100.
    """
    case_count = lcm(*(p.denominator for p in probabilities))
    if case_count > MAX_CASES_IN_TEXT:
        return format_percents_with_sum(probabilities)
    return [format_natural_frequency(int(p * case_count), case_count) for p in probabilities]


def outcome_chart_data(
    outcome_label: str,
    column_names: Sequence[str],
    *,
    chips: Mapping[str, int] | None = None,
    counts: Mapping[str, int] | None = None,
    probabilities: Mapping[str, Fraction] | None = None,
    event_columns: Sequence[str] = (),
    note: str = "",
    should_show_confidence_intervals: bool = True,
) -> Json:
    """Return the columns of an outcome chart in order.

    `chips` and `counts` map column names to numbers. `probabilities` maps column names to exact probabilities.
    `event_columns` are the names of the favourable columns. `note` is the result in words.
    `should_show_confidence_intervals` says whether proportions of many trials have confidence intervals.
    """
    runs = sum((counts or {}).values())
    texts = column_probability_texts([probabilities[name] for name in column_names]) if probabilities else []
    columns = []
    for place, name in enumerate(column_names):
        column: Json = {"name": name, "asked": name in event_columns}
        if chips is not None:
            column["chips"] = chips.get(name, 0)
        if counts is not None:
            column["count"] = counts.get(name, 0)
            if should_show_confidence_intervals and runs >= MIN_TRIALS_FOR_INTERVAL:
                column["band"] = [round(end, 4) for end in wilson_interval_95(column["count"], runs)]
        if probabilities is not None:
            column["exact"], column["told"] = float(probabilities[name]), texts[place]
        columns.append(column)
    return {"what": outcome_label, "columns": columns, "all": sum((chips or {}).values()), "total": runs, "note": note}


def static_outcome_chart(chart: Json, caption: str) -> StaticChart:
    """Return an outcome chart for exports, with the proportions of the prediction, the trials and the exact answer."""
    columns = chart["columns"]
    names = [column["name"] for column in columns]
    shares = {
        "exact": [column.get("exact", 0) for column in columns],
        "prediction": [column.get("chips", 0) / (chart["all"] or 1) for column in columns],
        "trials": [column.get("count", 0) / (chart["total"] or 1) for column in columns],
    }
    looks: dict[str, Json] = {
        "exact": {"type": "bar", "marker": {"color": EXACT_COLOUR}},
        "prediction": {"type": "bar", "marker": {"color": TRANSPARENT, "line": {"color": ACCENT, "width": 2}}},
        "trials": {"mode": "markers", "marker": {"color": INK, "size": 9}},
    }
    shown = [name for name, share in shares.items() if any(share)]
    top = 1.1 * max(max(share) for share in shares.values()) or 1.0
    layout = {
        "showlegend": True,
        "xaxis": {"title": {"text": chart["what"]}},
        "yaxis": {**percent_axis(top), "title": {"text": "probability"}},
    }
    data = [{"name": name, "x": names, "y": shares[name], **looks[name]} for name in shown]
    percents = [format_percents_with_sum([exact_fraction(share) for share in shares[kind]]) for kind in shown]
    rows = [list(row) for row in zip(names, *percents, strict=True)]
    table = {"columns": [chart["what"], *shown], "rows": rows}
    return StaticChart(capitalize_first(chart["what"]), caption, table, {"data": data, "layout": layout})


def event_column_names(
    experiment: Experiment, settings: Mapping[str, Any], prediction_mode: PredictionMode
) -> list[str]:
    """Return the names of the favourable columns. The result is empty for a mean."""
    if experiment.is_favourable is None:
        return []
    asked = (
        outcome
        for outcome in experiment.exact_distribution(**settings)
        if experiment.is_favourable(outcome, **settings)
    )
    return list(dict.fromkeys(column_of_outcome(experiment, settings, prediction_mode, outcome) for outcome in asked))
