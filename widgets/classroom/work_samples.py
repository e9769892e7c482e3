"""Work samples: pieces of pupil work that the teacher can compare.

Work samples contain no name, no avatar and no exact values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from ..lesson.current_work import EMPTY_WORK, replay_mini_game
from ..lesson.experiment import OrderStepsTask, SelectCellsTask
from ..lesson.lesson_definition import PREDICTION_CHIPS
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS
from ..page.protocol import Json
from ..page.user_text import clean_text
from .class_board import prediction_group
from .class_lesson import ClassLesson, ClassQuestion

PREDICTION_SUBJECT = "chips"
"""Subject of work samples about the prediction. The subject of other samples is the number of a question."""
NO_PREDICTION_GROUP = "no prediction yet"


class OwnModelSample(TypedDict):
    """Work sample of a pupil's own model: its model line, the outcome names, and their relative frequencies."""

    key: str
    about: str
    group: str
    kind: str
    what: str
    line: str
    names: list[str]
    shares: list[float]


def work_samples_of_report(course: ClassLesson, report: Json) -> list[Json]:
    """Return the work samples of a report: {key, about, group, kind, what, and data of the kind}.

    `group` is the misconception or strategy that the sample shows. The kinds are chips, words, lines, cells, order,
    rows, model, game and answer.
    """
    chips, hand = report["chips"], report.get("hand", EMPTY_WORK)
    group = prediction_group(course, chips) if chips else NO_PREDICTION_GROUP
    laid: list[Json] = []

    def add(key: str, kind: str, what: str, **shown: object) -> None:
        laid.append({"key": key, "about": PREDICTION_SUBJECT, "group": group, "kind": kind, "what": what, **shown})

    if chips:
        add("chips", "chips", "prediction", names=course.column_names, chips=[n / PREDICTION_CHIPS for n in chips])
    if report["reason"]:
        add("reason", "words", "reason", text=report["reason"])
    if report.get("lines"):
        add("lines", "lines", "worked out", lines=report["lines"])
    if report["revised"]:
        add("revised", "words", "reason, afterwards", text=report["revised"])
    _built(course, hand, add)
    for number, check in enumerate(course.check_questions):
        answer = report["answers"][number]
        typed = hand["typed"][number] if hand["typed"] else []
        if answer and typed:
            draw = typed[-1][0]
            laid.append(
                {
                    "key": f"answer:{number}",
                    "about": str(number),
                    "group": diagnosis_label(check, answer["now"]),
                    "kind": "answer",
                    "what": "answer",
                    "ask": course.pupil_question_text(number, hand["seed"], draw),
                    "typed": [text for of, text in typed if of == draw],
                    "sure": answer["sure"],
                }
            )
    return laid


def _built(course: ClassLesson, hand: Json, add: Callable[..., None]) -> None:
    """Add the pupil's constructions: sample space, cells, order of steps, model, and mini-game position."""
    if hand["rows"]:
        add("rows", "rows", "written down", rows=hand["rows"])
    made = course.explain_task
    if hand["built"] and isinstance(made, SelectCellsTask):
        tapped = sum(made.cells[n].weight for n in hand["built"])
        of = sum(cell.weight for cell in made.cells)
        add(
            "built",
            "cells",
            f"built: {tapped} of {of}",
            columns=list(made.columns),
            rows=list(made.rows),
            cells=[cell.label for cell in made.cells],
            tapped=hand["built"],
        )
    elif hand["built"] and isinstance(made, OrderStepsTask):
        add("built", "order", "order of steps", lines=[made.steps[n] for n in hand["built"]])
    if hand["machine"]:
        add("machine", "model", "put together", line=hand["machine"][0])
    turn = replay_mini_game(course.definition, hand["seed"], hand["game"]) if hand["game"] else None
    if turn is not None:
        add("game", "game", f"game {hand['game'][0]}, move {len(hand['game'][1])}", text=turn.message or turn.prompt)


def diagnosis_label(check: ClassQuestion, meant: int) -> str:
    """Return a text of a diagnosis."""
    return {CORRECT: "right", OTHER_DIAGNOSIS: "another answer"}.get(meant) or check.misconceptions[meant].name


def own_model_sample(model_report: Json) -> OwnModelSample:
    """Return the work sample of the last own model that the pupil ran in the Builder, with its results."""
    total = sum(model_report["counts"]) or 1
    return {
        "key": "model",
        "about": PREDICTION_SUBJECT,
        "group": "own models",
        "kind": "model",
        "what": "own model",
        "line": model_report["about"]["line"],
        "names": model_report["about"]["names"],
        "shares": [n / total for n in model_report["counts"]],
    }


def discussion_reply_samples(votes: Mapping[int, Json], discussion: Json, pupil: int) -> list[Json]:
    """Return the work sample of the sentence that a pupil wrote in a discussion."""
    text = votes.get(pupil, {}).get("text")
    return (
        [
            {
                "key": f"said:{discussion['number']}",
                "about": PREDICTION_SUBJECT,
                "group": "said",
                "kind": "words",
                "what": "a sentence",
                "text": text,
            }
        ]
        if text
        else []
    )


def has_pupil_name(sample: Json, pupil_names: Sequence[str]) -> bool:
    """Return whether a text of the work sample contains a pupil's name."""
    text = " ".join(
        map(
            str, [sample.get("text", ""), *sample.get("lines", []), *sample.get("typed", []), *(sample.get("rows", []))]
        )
    ).casefold()
    return any(len(name) > 2 and name.casefold() in text for name in pupil_names)


_TEXTS = {"words": ("text",), "game": ("text",), "model": ("line",), "answer": ("ask",)}
_LISTS = {
    "lines": ("lines",),
    "order": ("lines",),
    "rows": ("rows",),
    "answer": ("typed",),
    "chips": ("names",),
    "cells": ("columns", "rows", "cells"),
}
_MAX_TEXT_LENGTH, _MAX_TEXTS = 1000, 400


def validate_work_sample(content: object) -> Json:
    """Validate a work sample from a file and keep only the data of its kind. Raise ValueError for invalid input."""
    if not isinstance(content, dict) or content.get("kind") not in {*_TEXTS, *_LISTS}:
        raise ValueError("This kind of work sample is unknown.")
    kind = content["kind"]
    texts = ("key", "about", "group", "kind", "what", *_TEXTS.get(kind, ()))
    slip: Json = {name: _text(content.get(name)) for name in texts}
    for name in _LISTS.get(kind, ()):
        slip[name] = [_text(one) for one in _list(content.get(name))]
    if kind == "chips":
        slip["chips"] = _shares(content.get("chips"), len(slip["names"]))
    if kind == "cells":
        slip["tapped"] = [n for n in _list(content.get("tapped")) if type(n) is int and 0 <= n < len(slip["cells"])]
        if len(slip["columns"]) * len(slip["rows"]) not in (0, len(slip["cells"])):
            raise ValueError("A work sample needs a cell for each row and column.")
    if kind == "answer":
        slip["sure"] = content["sure"] if type(content.get("sure")) is int else 0
        if not slip["typed"]:
            raise ValueError("A work sample of an answer must contain the answer.")
    if kind == "model" and "names" in content:
        slip["names"] = [_text(one) for one in _list(content["names"])]
        slip["shares"] = _shares(content.get("shares"), len(slip["names"]))
    return slip


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT_LENGTH:
        raise ValueError("The texts of a work sample must be short.")
    return clean_text(value)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > _MAX_TEXTS:
        raise ValueError("A work sample can have only a few texts.")
    return value


def _shares(value: object, columns: int) -> list[float]:
    shares = _list(value)
    if len(shares) != columns or not all(type(one) in (int, float) and 0 <= one <= 1 for one in shares):
        raise ValueError("A work sample needs a proportion for each outcome.")
    return [float(one) for one in shares]
