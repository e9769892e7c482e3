"""Data of a model for the Builder's page: texts, chart columns, trials, exact bars, and an explanation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from random import Random
from typing import NamedTuple, NotRequired, TypedDict

from gamelib import TooLarge, number_format
from gamelib.chance import Model
from gamelib.chance.exact_answer import ExactAnswer, solve_exactly
from gamelib.chance.explanations import (
    AllDifferent,
    ComparisonGrid,
    FirstDrawBranch,
    WaitingTimeMarkovChain,
    WaitSequence,
    explain,
)
from gamelib.chance.model_data import DrawStage, ModelSpec, StatisticSpec, Value, make_condition_test, stop_kind
from gamelib.chance.model_sentences import (
    axis_label,
    describe_comparison,
    describe_question,
    describe_stages,
    not_reached_label,
    prediction_result_texts,
    python_code,
)
from gamelib.chance.simulation import ModelRun
from gamelib.number_format import use_minus_sign

from ..page.protocol import UNKNOWN_REQUEST_TEXT, Json

MAX_COLUMNS = 40
SAMPLED_TRIALS = 300
"""Number of trials that determine the possible values if there is no exact answer."""
MAX_DRAWS = 60_000
"""Maximum number of draws in one message, some tenths of a second. The page requests the remaining trials."""
MIN_VISIBLE_PROBABILITY = Fraction(49, 50)
"""Minimum probability that a chart of an unlimited wait covers, if 20 columns are sufficient."""


class ColumnRange(TypedDict):
    """Column of a chart: its label and its lowest and highest value, without its probability."""

    label: str
    low: Value | None
    high: Value | None
    not_reached: NotRequired[bool]
    """The column has the trials of a limited wait that end without an awaited value."""


class TrialColumnsAndLastTrial(TypedDict):
    """Result of some trials."""

    at: list[int]
    """Column of each trial."""
    first: list[Value | None]
    """First value of each trial."""
    run: Json
    """The complete last trial."""


class ProbabilityTexts(NamedTuple):
    """Probability as a number and as texts. A text is empty if it would not help the reader."""

    number: float
    percent: str
    fraction: str
    count_of_total: str


def model_texts(model: Model) -> Json:
    """Return the texts of a model for the page."""
    ask = model.spec.statistic
    return {
        "table": model.to_dict(),
        "line": model.text,
        "chain": describe_stages(model.spec),
        "ask": describe_question(ask),
        "axis": axis_label(ask),
        "wanted": describe_comparison(ask),
        "python": python_code(model.spec),
    }


def _sorted(values: Sequence[Value]) -> list[Value]:
    return sorted(values, key=lambda v: (isinstance(v, str), v if isinstance(v, int) else 0, str(v)))


def _wait_limit(spec: ModelSpec) -> int | None:
    """Return the maximum of tries of a wait for a number of tries: 5 for "5d6 until 6 : tries", else None."""
    stage = spec.stages[0]
    if len(spec.stages) > 1 or not isinstance(stage, DrawStage) or spec.statistic != StatisticSpec("tries"):
        return None
    waits = stage.draw_count and {stop_kind(stop) for stop in stage.stop_conditions} == {"value"}
    return stage.draw_count if waits and stage.draw_count != 1 else None


def _is_reached(spec: ModelSpec, last: Value) -> bool:
    """Return whether a wait with a maximum of tries ends with an awaited value."""
    stage = spec.stages[0]
    return isinstance(stage, DrawStage) and any(make_condition_test(stop)(last) for stop in stage.stop_conditions)


def p_not_reached(model: Model) -> Fraction:
    """Return the probability that a wait with a maximum of tries ends without an awaited value, else 0.

    The number of tries alone is not sufficient, because the last try may or may not give an awaited value.
    """
    if _wait_limit(model.spec) is None:
        return Fraction(0)
    last = solve_exactly(replace(model.spec, statistic=StatisticSpec("last")))
    return sum((last.p(value) for value in last.dist if not _is_reached(model.spec, value)), Fraction(0))


def chart_column_ranges(model: Model) -> list[ColumnRange]:
    """Return the columns of the chart, each with a label and a range of values. "more" has all further values.

    The columns show which values are possible, but not their probabilities.
    """
    try:
        answer = model.exact()
    except TooLarge:
        return _looked([run.value for run in _some(model, SAMPLED_TRIALS, Random(1))])
    values = _sorted(list(answer.dist))
    if (limit := _wait_limit(model.spec)) and p_not_reached(model):
        label = not_reached_label(limit)
        return [*_places(values, False), {"label": label, "low": None, "high": None, "not_reached": True}]
    if answer.tail:
        values = values[: _cut(answer)]
        return _places(values, True)
    if values and values[0] in ("yes", "no"):
        values = ["yes", "no"]
    return _places(values, False)


def _some(model: Model, n: int, rng: Random) -> list[ModelRun]:
    """Run n trials, or fewer if each trial takes long, but at least one."""
    out, drawn = [model.play(rng)], 0
    while len(out) < n and (drawn := drawn + out[-1].draw_count) < MAX_DRAWS:
        out.append(model.play(rng))
    return out


def _looked(came: Sequence[Value | None]) -> list[ColumnRange]:
    """Return the chart columns for the values of some trials, the values between them, and a margin."""
    values = _sorted(list({value for value in came if value is not None}))
    numbers_ = [value for value in values if isinstance(value, int)]
    if len(numbers_) < len(values) or not values:
        return _places(values, True)
    beyond = (numbers_[-1] - numbers_[0]) // 4 + 1
    low = numbers_[0] - beyond if numbers_[0] < 0 else max(0, numbers_[0] - beyond)
    return _places(range(low, numbers_[-1] + beyond + 1), True)


def _cut(answer: ExactAnswer) -> int:
    """Return the number of chart columns for a wait without a maximum of tries."""
    share = Fraction(0)
    for count, value in enumerate(answer.dist, 1):
        share += answer.p(value)
        if share >= MIN_VISIBLE_PROBABILITY or count == 20:
            return max(count, min(8, len(answer.dist)))
    return len(answer.dist)


def _places(values: Sequence[Value], more: bool) -> list[ColumnRange]:
    if len(values) <= MAX_COLUMNS or not all(isinstance(value, int) for value in values):
        out: list[ColumnRange] = [
            {"label": use_minus_sign(value), "low": value, "high": value} for value in values[:MAX_COLUMNS]
        ]
        if len(values) > MAX_COLUMNS:
            more = True
    else:
        first, last = int(values[0]), int(values[-1])
        width = -(-(last - first + 1) // MAX_COLUMNS)
        width = next(w for power in range(20) for w in (10**power, 2 * 10**power, 5 * 10**power) if w >= width)
        starts = range(first // width * width, last + 1, width)
        out = [{"label": f"{low}–{low + width - 1}", "low": low, "high": low + width - 1} for low in starts]
    if more:
        out.append({"label": "more", "low": None, "high": None})
    return out


def column_index(columns: list[ColumnRange], value: Value | None) -> int:
    """Return the index of the chart column of a value, or -1 for a trial that did not end."""
    if value is None:
        return -1
    lows = [column["low"] for column in columns if column["low"] is not None]
    if isinstance(value, int) and all(isinstance(low, int) for low in lows):
        at = bisect_right(lows, value) - 1
        if at >= 0 and isinstance(high := columns[at]["high"], int) and value <= high:
            return at
    else:
        for number, column in enumerate(columns):
            if column["low"] == value:
                return number
    return len(columns) - 1


def _trial_column(model: Model, columns: list[ColumnRange], run: ModelRun) -> int:
    """Return the index of the chart column of a trial, or -1 for a trial that did not end."""
    last = run.stage_results[0].values[-1:]
    is_missed = columns[-1].get("not_reached", False) and not (last and _is_reached(model.spec, last[0]))
    return len(columns) - 1 if is_missed else column_index(columns, run.value)


def trial_json(trial: ModelRun) -> Json:
    """Return one trial, as data for the animation."""
    return {
        "value": trial.value,
        "steps": [
            {
                "place": step.stage_id,
                "values": list(step.values)[-60:],
                "drawn": len(step.values),
                "plus": step.offset,
                "left": None if step.remaining_faces is None else [list(face) for face in step.remaining_faces][:60],
            }
            for step in trial.stage_results
        ],
    }


def run_trials(model: Model, n: int, rng: Random) -> TrialColumnsAndLastTrial:
    """Run n trials, or fewer if each trial takes long.

    Return the chart column and the first value of each trial, and all data of the last trial.
    """
    columns = chart_column_ranges(model)
    some = _some(model, n, rng)
    at = [_trial_column(model, columns, run) for run in some]
    is_missed = columns[at[-1]].get("not_reached", False)
    return {
        "at": at,
        "run": trial_json(some[-1]) | ({"value": columns[-1]["label"]} if is_missed else {}),
        "first": [run.stage_results[0].values[0] if run.stage_results[0].values else None for run in some],
    }


def probability_texts(probability: Fraction, exact_answer: ExactAnswer) -> ProbabilityTexts:
    """Return the probability as a number, a percentage, a fraction, and a count of equally likely outcomes."""
    ways = ""
    if not exact_answer.tail and not exact_answer.never and exact_answer.dist.total < 10**6:
        ways = number_format.format_count_of_total(probability, exact_answer.dist.total)
    fraction = str(probability) if number_format.is_readable_fraction(probability) else ""
    return ProbabilityTexts(
        number_format.probability_to_float(probability), number_format.format_percent(probability), fraction, ways
    )


def exact_result(model: Model) -> Json:
    """Return the exact bars of a model, with derived values and the explanation."""
    answer = model.exact()
    shares, at_least, columns = _shares(model)
    spread = sqrt(answer.dist.variance) if answer.mean is not None and not answer.tail else None
    return {
        "columns": columns,
        "bars": [probability_texts(share, answer) for share in shares],
        "at_least": [probability_texts(share, answer) for share in at_least],
        "never": probability_texts(answer.never, answer) if answer.never else None,
        "mean": number_format.format_mean(answer.mean) if answer.mean is not None else "",
        "middle": float(answer.mean) if answer.mean is not None else None,
        "spread": number_format.format_fixed(spread, 2) if spread is not None else "",
        "ratio": number_format.format_answer(answer.ratio, True) if answer.ratio is not None else "",
        "how": answer.how,
        "verdicts": prediction_result_texts(),
        "why": explanation_chart_data(model, columns),
    }


def column_range_probability(model: Model, first_column: int, last_column: int) -> Json:
    """Return the probability of a range of columns, including both ends. Raise ValueError for an invalid range."""
    _, at_least, columns = _shares(model)
    if not 0 <= first_column <= last_column < len(columns):
        raise ValueError(UNKNOWN_REQUEST_TEXT)
    return {
        "told": probability_texts(
            at_least[first_column] - (at_least[last_column + 1] if last_column + 1 < len(columns) else 0), model.exact()
        )
    }


def _shares(model: Model) -> tuple[list[Fraction], list[Fraction], list[ColumnRange]]:
    """Return the exact probability of each column, the probability of it or a later column, and the columns."""
    answer, columns = model.exact(), chart_column_ranges(model)
    weights = [0] * len(columns)  # integers, because a fraction would be very long for a long wait
    for value, weight in answer.dist.items():
        weights[column_index(columns, value)] += weight
    unit = answer.probability_of_displayed_values / answer.dist.total
    shares = [weight * unit for weight in weights]
    shares[-1] += answer.tail
    at_least = [1 - answer.never - had * unit for had, _ in zip(accumulate(weights, initial=0), weights, strict=False)]
    if columns[-1].get("not_reached"):
        shares[-1] = at_least[-1] = missed = p_not_reached(model)
        shares[-2] -= missed
    return shares, at_least, columns


def exact_outcomes_for_class(model: Model) -> Json:
    """Return the description of a model that a class needs to combine the trials of its pupils.

    The description has the columns of the chart, their exact probabilities, and the columns that count as a hit.
    """
    shares, _, columns = _shares(model)
    labels = [column["label"] for column in columns]
    if "yes" in labels:
        hits, words = [labels.index("yes")], "yes"
    else:  # about the upper third counts as hits
        first = next((i for i in range(1, len(shares)) if sum(shares[i:]) < Fraction(2, 5)), len(shares) - 1)
        words = labels[first]
        if isinstance(columns[first]["low"], int):
            words += f" or more, or {labels[-1]}" if columns[-1].get("not_reached") else " or more"
        hits = [*range(first, len(shares))] if isinstance(columns[0]["low"], int) else [first]
    return {
        "ask": model_question_text(model),
        "line": model.text,
        "names": labels,
        "exact": [number_format.probability_to_float(share) for share in shares],
        "hits": hits,
        "words": words,
        "share": number_format.probability_to_float(sum((shares[i] for i in hits), Fraction(0))),
    }


def model_question_text(model: Model) -> str:
    """Return the question of a model as text."""
    return f"{describe_stages(model.spec)}: {describe_question(model.spec.statistic)}"


def explanation_chart_data(model: Model, columns: list[ColumnRange]) -> Json | None:
    """Return the data of the explanation figure, or None if it would be too large."""
    picture = explain(model.spec)
    if isinstance(picture, ComparisonGrid):
        cells = [
            [str(picture.answer(model.spec, int(a), int(b))) for a in picture.horizontal_totals]
            for b in picture.vertical_totals
        ]
        pairs = ((a, b) for a in picture.horizontal_totals for b in picture.vertical_totals)
        won = [(a, b) for a, b in pairs if picture.answer(model.spec, int(a), int(b)) == "yes"]
        hits = sum(picture.horizontal_totals[a] * picture.vertical_totals[b] for a, b in won)
        total = picture.horizontal_totals.total * picture.vertical_totals.total
        sides = {
            "across": [[a, w] for a, w in picture.horizontal_totals.items()],
            "up": [[b, w] for b, w in picture.vertical_totals.items()],
        }
        return {"kind": "grid", "names": list(picture.names), **sides, "cells": cells, "told": f"{hits:,} of {total:,}"}
    if isinstance(picture, WaitSequence):
        waits = [
            {"end": [float(end), str(end)], "mean": [float(1 / end), str(1 / end)]}
            for end in picture.success_probabilities
        ]
        return {"kind": "waits", "waits": waits, "told": str(picture.mean)}
    if isinstance(picture, AllDifferent):
        return {
            "kind": "new",
            "of": picture.faces,
            "still": [number_format.probability_to_float(share) for share in picture.p_different_after_each_draw],
        }
    if isinstance(picture, WaitingTimeMarkovChain):
        places_ = [
            {
                "label": [str(value) for value in place.label],
                "worth": _plain(place.mean_or_probability, picture.is_mean),
                "arcs": [[str(value), str(chance), to] for value, chance, to in place.arcs],
            }
            for place in picture.states
        ]
        return {"kind": "chain", "places": places_, "mean": picture.is_mean}
    if picture is None:
        return None
    return {"kind": "tree", "branches": [_branch(model, branch, columns) for branch in picture]}


def _branch(model: Model, branch: FirstDrawBranch, columns: list[ColumnRange]) -> Json:
    shares = [Fraction(0)] * len(columns)
    for value in branch.answer.dist:
        shares[column_index(columns, value)] += branch.answer.p(value)
    if columns[-1].get("not_reached") and list(branch.answer.dist) != [1]:  # the first draw does not end the wait
        shares[-1] = p_not_reached(model) / branch.chance
        shares[-2] -= shares[-1]
    return {
        "label": str(branch.label),
        "chance": [float(branch.chance), str(branch.chance)],
        "bars": [float(share) for share in shares],
        "at_least": [_short(sum(shares[n:], Fraction(0))) for n in range(len(shares))],
        "each": [_short(share) for share in shares],
    }


def _short(p: Fraction) -> str:
    return "never" if not p else "always" if p == 1 else str(p) if _is_short(p) else number_format.format_percent(p)


def _plain(worth: Fraction, mean: bool) -> str:
    """Return a probability or mean for a formula: a fraction, or a rounded number if the fraction is long."""
    return (
        str(worth)
        if _is_short(worth)
        else number_format.format_mean(worth)
        if mean
        else number_format.format_percent(worth)
    )


def _is_short(p: Fraction) -> bool:
    return number_format.is_readable_fraction(p) and len(str(p)) < 8


def verify_by_second_method(model: Model, rng: Random) -> str:
    """Check the exact answer by a second method. Return a sentence with the outcome of the check."""
    result = model.cross_check(rng, 1000)
    if not result.is_consistent:
        return "A second method does not agree with these bars. Please tell whoever runs this page."
    if result.method == "listed":
        return "Checked: every way listed one by one gives the same bars."
    return f"Checked: {result.runs:,} runs of other code stay within their confidence intervals."
