"""What pupils have made as slips, which a teacher lays side by side: no name and no face is in one, nothing exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..lesson.experiment import Cells, Sort
from ..lesson.hand import EMPTY, played_turn
from ..lesson.plan import CHIPS
from ..lesson.report import OTHER, RIGHT
from ..page.protocol import Json
from ..page.texts import seen
from .board import way
from .course import Check, Course

PREDICTION = "chips"
"""What slips are about that have to do with the prediction; others are about a question, by its number."""
NO_CHIPS = "no chips yet"


def slips(course: Course, told: Json) -> list[Json]:
    """All that a report of this lesson gives to lay down: {key, about, group, kind, what, and what its kind shows}.

    `group`: the way of thinking; kinds are chips, words, lines, cells, order, rows, model, game and answer."""
    chips, hand = told["chips"], told.get("hand", EMPTY)
    group = way(course, chips) if chips else NO_CHIPS
    laid: list[Json] = []

    def add(key: str, kind: str, what: str, **shown: object) -> None:
        laid.append({"key": key, "about": PREDICTION, "group": group, "kind": kind, "what": what, **shown})

    if chips:
        add("chips", "chips", "prediction", names=course.names, chips=[n / CHIPS for n in chips])
    if told["reason"]:
        add("reason", "words", "reason", text=told["reason"])
    if told.get("lines"):
        add("lines", "lines", "worked out", lines=told["lines"])
    if told["revised"]:
        add("revised", "words", "reason, afterwards", text=told["revised"])
    _built(course, hand, add)
    for number, check in enumerate(course.checks):
        answer = told["answers"][number]
        typed = hand["typed"][number] if hand["typed"] else []
        if answer and typed:
            draw = typed[-1][0]
            laid.append(
                {
                    "key": f"answer:{number}",
                    "about": str(number),
                    "group": meaning(check, answer["now"]),
                    "kind": "answer",
                    "what": "answer",
                    "ask": course.asked(number, hand["seed"], draw),
                    "typed": [text for of, text in typed if of == draw],
                    "sure": answer["sure"],
                }
            )
    return laid


def _built(course: Course, hand: Json, add: Callable[..., None]) -> None:
    """What was put together: a sample space, cells, an order, a machine, a game at the small table."""
    if hand["rows"]:
        add("rows", "rows", "written down", rows=hand["rows"])
    made = course.build
    if hand["built"] and isinstance(made, Cells):
        tapped = sum(made.cells[n].weight for n in hand["built"])
        of = sum(cell.weight for cell in made.cells)
        add(
            "built",
            "cells",
            f"built: {tapped} of {of}",
            columns=list(made.columns),
            rows=list(made.rows),
            cells=[cell.text for cell in made.cells],
            tapped=hand["built"],
        )
    elif hand["built"] and isinstance(made, Sort):
        add("built", "order", "order of steps", lines=[made.steps[n] for n in hand["built"]])
    if hand["machine"]:
        add("machine", "model", "put together", line=hand["machine"][0])
    turn = played_turn(course.plan, hand["seed"], hand["game"]) if hand["game"] else None
    if turn is not None:
        add("game", "game", f"game {hand['game'][0]}, move {len(hand['game'][1])}", text=turn.say or turn.ask)


def meaning(check: Check, meant: int) -> str:
    """What an answer stands for, in words."""
    return {RIGHT: "right", OTHER: "another answer"}.get(meant) or check.mistakes[meant].name


def model_slip(said: Json) -> Json:
    """The last model of one's own in the Builder, with what came of it."""
    total = sum(said["counts"]) or 1
    return {
        "key": "model",
        "about": PREDICTION,
        "group": "own models",
        "kind": "model",
        "what": "own model",
        "line": said["about"]["line"],
        "names": said["about"]["names"],
        "shares": [n / total for n in said["counts"]],
    }


def said_slips(voices: Mapping[int, Json], talk: Json, pupil: int) -> list[Json]:
    """The sentence that a pupil has written to a talk."""
    text = voices.get(pupil, {}).get("text")
    return (
        [
            {
                "key": f"said:{talk['number']}",
                "about": PREDICTION,
                "group": "said",
                "kind": "words",
                "what": "a sentence",
                "text": text,
            }
        ]
        if text
        else []
    )


def names_somebody(slip: Json, names: Sequence[str]) -> bool:
    """Whether a name of the class stands in what a pupil has written, which others might read."""
    text = " ".join(
        map(str, [slip.get("text", ""), *slip.get("lines", []), *slip.get("typed", []), *(slip.get("rows", []))])
    ).casefold()
    return any(len(name) > 2 and name.casefold() in text for name in names)


_TEXTS = {"words": ("text",), "game": ("text",), "model": ("line",), "answer": ("ask",)}
_LISTS = {
    "lines": ("lines",),
    "order": ("lines",),
    "rows": ("rows",),
    "answer": ("typed",),
    "chips": ("names",),
    "cells": ("columns", "rows", "cells"),
}
_LONGEST_TEXT, _MOST_TEXTS = 1000, 400


def checked_slip(content: object) -> Json:
    """A slip that has come from a file: what its kind shows, nothing else. ValueError for one that cannot be."""
    if not isinstance(content, dict) or content.get("kind") not in {*_TEXTS, *_LISTS}:
        raise ValueError("A slip is of a kind that there is.")
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
            raise ValueError("A slip has a cell for each row and column.")
    if kind == "answer":
        slip["sure"] = content["sure"] if type(content.get("sure")) is int else 0
        if not slip["typed"]:
            raise ValueError("A slip of an answer tells it.")
    if kind == "model" and "names" in content:
        slip["names"] = [_text(one) for one in _list(content["names"])]
        slip["shares"] = _shares(content.get("shares"), len(slip["names"]))
    return slip


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise ValueError("A slip tells short texts.")
    return seen(value)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > _MOST_TEXTS:
        raise ValueError("A slip tells a few texts.")
    return value


def _shares(value: object, columns: int) -> list[float]:
    shares = _list(value)
    if len(shares) != columns or not all(type(one) in (int, float) and 0 <= one <= 1 for one in shares):
        raise ValueError("A slip tells a share for each outcome.")
    return [float(one) for one in shares]
