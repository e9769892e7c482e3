"""Figures that only lessons need: for a question, for calibration, for a ranking and for task assignment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from plotly.graph_objects import Figure, Scatter

from gamelib import Question
from gamelib.number_format import (
    count_with_noun,
    format_fraction_of_any_length,
    format_number,
    format_percent,
    round_to_int,
)

from ..chart import figures as charts
from ..chart.figure_style import (
    EXACT_COLOUR,
    INK,
    MUTED,
    PALETTE,
    PAPER,
    category_axis,
    label_annotation,
    percent_axis,
    styled_figure,
    wrapped_label,
)

if TYPE_CHECKING:
    from .lesson_definition import Plan
    from .scoring import CalibrationGroup

AXIS_MAXIMUM = 1.06


def question_figure(question: Question, settings: Mapping[str, Any]) -> Figure:
    """Return the figure of a question of the bank."""
    made: Figure = getattr(charts, question.figure.chart)(**question.chart_arguments(**settings))
    return made


class SimulatedMean(NamedTuple):
    """Mean or proportion of simulated trials, with its confidence interval."""

    mean: float
    low: float
    high: float


def explanation_figure(plan: Plan) -> Figure:
    """Return the figure that explains the answer of a lesson, from its experiment or its question."""
    drawn = plan.experiment.explanation_figure
    return drawn(**plan.settings) if drawn else question_figure(plan.question, plan.settings)


def calibration_figure(calibration_groups: Sequence[CalibrationGroup]) -> Figure:
    """Draw stated probabilities against observed frequencies. Raise ValueError if there are no groups."""
    if not calibration_groups:
        raise ValueError("A calibration plot needs at least one prediction.")
    total = sum(group.answer_count for group in calibration_groups)
    off = sum(abs(group.stated - group.observed) * group.answer_count for group in calibration_groups) / total
    rows = [
        (format_percent(Fraction(stated)), format_percent(Fraction(observed)), count)
        for stated, observed, count in calibration_groups
    ]
    dots = Scatter(
        x=[group.stated for group in calibration_groups],
        y=[group.observed for group in calibration_groups],
        mode="markers",
        marker={
            "symbol": "circle",
            "size": [10 + 3 * min(group.answer_count, 6) for group in calibration_groups],
            "color": PAPER,
            "line": {"color": PALETTE["s6"], "width": 3},
        },
        hovertext=[f"said {said}, came {came}, {count_with_noun(n, 'prediction')}" for said, came, n in rows],
        hoverinfo="text",
        name="your predictions",
    )
    line = Scatter(x=[0, 1], y=[0, 1], mode="lines", line={"color": EXACT_COLOUR, "width": 2}, hoverinfo="skip")
    share = percent_axis(AXIS_MAXIMUM, -0.04, most=6)
    return styled_figure(
        [line, dots],
        title=f"What you say and what happens are {round_to_int(100 * off)} percentage points apart",
        text="Each dot is a group of your predictions: how sure you felt (across) and how often you were right (up). "
        + " ".join(f"Said {said}, came {came}." for said, came, _ in rows),
        columns=["you said", "right", "predictions"],
        rows=rows,
        xlabel="how sure you felt",
        ylabel="how often you were right",
        xaxis=share,
        yaxis=share,
        annotations=[
            label_annotation(
                "on the line: the two match", 0.5, 0.5, xanchor="left", yanchor="top", xshift=10, yshift=-6
            )
        ],
    )


def ranking_figure(
    values: Mapping[str, Fraction],
    simulated: Mapping[str, SimulatedMean],
    given_places: Mapping[str, int],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    chance: bool,
) -> Figure:
    """Draw several plans with their exact values, the ranks (from 1) that the pupil gave them, and simulated values."""
    ordered = sorted(values, key=lambda name: values[name])
    say = format_fraction_of_any_length if chance else (lambda value: f"{value} ≈ {format_number(value)}")
    x = list(range(len(ordered)))
    heights = [float(values[name]) for name in ordered]
    bars = {
        "type": "bar",
        "x": x,
        "y": heights,
        "width": 0.6,
        "marker": {"color": EXACT_COLOUR},
        "name": "exact",
        "hovertext": [f"{name}: {say(values[name])}, and you put it in place {given_places[name]}" for name in ordered],
        "hoverinfo": "text",
    }
    runs = Scatter(
        x=x,
        y=[simulated[name].mean for name in ordered],
        mode="markers",
        marker={"symbol": "circle", "size": 9, "color": PAPER, "line": {"color": INK, "width": 2}},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [simulated[name].high - simulated[name].mean for name in ordered],
            "arrayminus": [simulated[name].mean - simulated[name].low for name in ordered],
            "color": INK,
            "width": 4,
        },
        hoverinfo="skip",
        name="runs",
    )
    top = max(*heights, *(one.high for one in simulated.values()))
    mine = [
        label_annotation(
            f"you: {given_places[name]}", i, top * 1.06, yanchor="bottom", font={"color": MUTED, "size": 12}
        )
        for i, name in enumerate(ordered)
    ]
    return styled_figure(
        [bars, runs],
        title=title,
        text="From the lowest to the highest: "
        + "; ".join(f"{name} {say(values[name])}, put at place {given_places[name]}" for name in ordered)
        + ".",
        columns=["plan", "exact", "runs", "your place"],
        rows=[
            (
                name,
                say(values[name]),
                format_percent(Fraction(simulated[name][0])) if chance else format_number(simulated[name][0]),
                given_places[name],
            )
            for name in ordered
        ],
        xlabel=f"{xlabel} (above: your place)",
        ylabel=ylabel,
        xaxis=category_axis([wrapped_label(name) for name in ordered]),
        yaxis=percent_axis(float(top) * 1.2) if chance else {"range": [0, top * 1.2], "nticks": 5},
        annotations=mine,
    )


def task_assignment_figure(
    possible_tasks: Mapping[str, Sequence[str]],
    assigned_persons: Mapping[str, str],
    tasks: Sequence[str],
    *,
    title: str,
) -> Figure:
    """Draw possible tasks as thin lines and assigned tasks as thick lines. Mark the tasks without a person.

    `possible_tasks` maps each person to tasks. `assigned_persons` maps each task to a person. `tasks` lists each
    task once.
    """
    high = max(len(possible_tasks), len(tasks)) - 1
    left = {name: high - i * high / max(1, len(possible_tasks) - 1) for i, name in enumerate(possible_tasks)}
    right = {task: high - i * high / max(1, len(tasks) - 1) for i, task in enumerate(tasks)}
    does, could = {"color": EXACT_COLOUR, "width": 6}, {"color": MUTED, "width": 1.5, "dash": "dot"}
    lines = [
        Scatter(
            x=[0, 1],
            y=[left[name], right[task]],
            mode="lines",
            hoverinfo="skip",
            line=does if assigned_persons.get(task) == name else could,
        )
        for name, offered in possible_tasks.items()
        for task in offered
    ]
    dots = Scatter(
        x=[0] * len(left) + [1] * len(right),
        y=[*left.values(), *right.values()],
        mode="markers",
        hoverinfo="skip",
        marker={
            "size": 15,
            "color": [EXACT_COLOUR if name in assigned_persons.values() else PAPER for name in left]
            + [EXACT_COLOUR if task in assigned_persons else PAPER for task in right],
            "symbol": ["circle"] * len(left) + ["circle" if task in assigned_persons else "x" for task in right],
            "line": {
                "color": [INK] * len(left) + [INK if task in assigned_persons else PALETTE["s6"] for task in right],
                "width": 2,
            },
        },
    )
    open_tasks = [task for task in tasks if task not in assigned_persons]
    named = [label_annotation(name, 0, y, xanchor="right", xshift=-14) for name, y in left.items()]
    named += [
        label_annotation(f"{task}: open" if task in open_tasks else task, 1, y, xanchor="left", xshift=14)
        for task, y in right.items()
    ]
    rows = [
        (
            name,
            ", ".join(offered) or "none",
            next((task for task, who in assigned_persons.items() if who == name), "none"),
        )
        for name, offered in possible_tasks.items()
    ]
    return styled_figure(
        [*lines, dots],
        title=title,
        text=" ".join(f"{name} could do {offered}, and does {task}." for name, offered, task in rows)
        + f" Open: {', '.join(open_tasks) or 'nothing'}.",
        columns=["who", "can do", "does"],
        rows=rows,
        height=280,
        xaxis={"visible": False, "range": [-0.8, 2.2]},
        yaxis={"visible": False, "range": [-0.5, high + 0.5]},
        annotations=named,
    )
