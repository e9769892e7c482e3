"""The Builder: compose a chance model, predict, run trials, and see the exact result.

The page stores and draws the model as plain data (gamelib/chance/model_data.py). The kernel parses, simulates and
solves each model that it receives, and does not store it.

Requests and answers:

- {do: "read", model} is answered by {kind: "read", ...texts}.
- {do: "columns"} is answered by the columns of the chart.
- {do: "run", n} is answered by {kind: "runs"}.
- {do: "exact"} is answered by {kind: "exact"}.
- {do: "between", low, high} is answered by the probability of the columns from low to high.
- {do: "check"} is answered by {kind: "check"}.
- {do: "about"} is answered by a signed description for a class.
- {do: "judge"}, in a task of a lesson, is answered by {kind: "judge", told}.

Each answer has the `seq` of its request. An error is in `error` (a sentence) with its `place`.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import traitlets

import gamelib
from gamelib import ModelError, TooLarge
from gamelib.chance import Model
from gamelib.validation import short_repr, validate_seed

from ..page.assets import bundle_scripts, bundle_styles
from ..page.notebook_output import notebook_position_id
from ..page.paths import TEACHER_KEY_ENV
from ..page.protocol import UNKNOWN_REQUEST_TEXT, Json, MessageHandler, PageWidget, validate_int
from ..page.run_reports import sign_text
from . import page_data
from .parts import PARTS
from .typed_line import normalize_model_line

MAX_TRIALS = 1000


@cache
def load_gallery() -> tuple[Json, ...]:
    """Return the example models with id, title, line, question, and an explanation for unfair games."""
    return tuple(tomllib.loads((Path(__file__).with_name("gallery.toml")).read_text("utf-8-sig"))["model"])


@dataclass(frozen=True)
class BuilderTaskCallbacks:
    """Functions that the Builder calls in a task of a lesson.

    `on_model_change` receives each model on the canvas. `check_model` checks a model and returns "" if it is right.
    """

    on_model_change: Callable[[Model], None]
    check_model: Callable[[Model], str]


class Builder(PageWidget):
    """Widget in which users compose a chance model, predict, run trials and see the exact answer.

    Args:
        model: Initial model: a line, a dictionary or a `Model`. The default is an example.
        title: Title, displayed above the model.
        asks: Question, displayed above the model.
        back: Label and address of the previous page, for a link.
        parts: Names of the parts on the palette (builder/parts.py). The default is all parts.
        seed: Seed of the random numbers of the trials.
        task: Functions that the Builder calls in a task of a lesson. With a task, the page has no trials and no exact
            answer.

    Raises:
        ModelError: The model is invalid.
        ValueError: Another argument is invalid.

    Example:
        >>> from widgets import Builder
        >>> Builder("2d6 : sum", seed=1).start["line"]
        '2d6 : sum'
    """

    _esm = bundle_scripts("builder/builder.js")
    _css = bundle_styles(
        "page/tokens.css",
        *(f"builder/{name}.css" for name in ("builder", "canvas", "result_chart", "dialogs", "responsive")),
    )

    text_files = ("builder",)
    start = traitlets.Dict().tag(sync=True)
    models: Any = traitlets.List().tag(sync=True)

    def __init__(
        self,
        model: str | Mapping[str, Any] | Model | None = None,
        *,
        title: str = "",
        asks: str = "",
        back: tuple[str, str] | None = None,
        parts: Sequence[str] = (),
        seed: int | None = None,
        task: BuilderTaskCallbacks | None = None,
    ) -> None:
        validate_seed(seed)
        if isinstance(parts, str) or (unknown := [part for part in parts if part not in PARTS]):
            wrong = parts if isinstance(parts, str) else unknown[0]
            raise ValueError(f"The parts are a list of some of {', '.join(PARTS)}, not {short_repr(wrong)}.")
        if not isinstance(task, BuilderTaskCallbacks | None):
            raise ValueError(f"The task is a Task, or None, not {short_repr(task)}.")
        if back is not None and (isinstance(back, str) or len(back) != 2):
            raise ValueError(f"The way back is a pair of words and address, not {short_repr(back)}.")
        self.rng = Random(seed)
        self.task = task
        self._known: dict[str, Model] = {}
        first = load_gallery()[0]
        made = gamelib.model(first["line"] if model is None else model)
        start = {
            **page_data.model_texts(made),
            "title": title,
            "asks": asks or ("" if model else first["asks"]),
            "own": model is not None,
            "back": list(back) if back else None,
            "parts": list(parts),
            "task": task is not None,
        }
        place = notebook_position_id() if task is None else ""
        super().__init__(start=start, models=[] if parts else list(load_gallery()), place=place)
        self.start_receiving()

    def __repr__(self) -> str:
        return f"<Builder of {self.start['line']}>"

    def plain_paragraphs_and_charts(self) -> list[str]:
        return [str(self.start[name]) for name in ("title", "asks", "chain", "ask", "line")]

    def message_handlers(self) -> Mapping[str, MessageHandler]:
        return (
            {
                "read": self._read,
                "columns": self._columns,
                "run": self._run,
                "exact": self._exact,
                "between": self._between,
                "check": self._check,
                "about": self._about,
            }
            if self.task is None
            else {"read": self._read, "judge": self._judge}
        )

    def set_model(self, model: Model) -> None:
        """Put this model on the canvas in place of the current one.

        Args:
            model: Chance model, for example from `gamelib.model`.

        Example:
            >>> import gamelib
            >>> from widgets import Builder
            >>> builder = Builder("2d6 : sum")
            >>> builder.set_model(gamelib.model("d6 : last"))
            >>> builder.start["line"]
            'd6 : last'
        """
        self.start = {**self.start, **page_data.model_texts(model)}

    def _model(self, message: Json) -> Model:
        """Return the model of a message. A cache keeps recent models with their answers."""
        model = message["model"]
        made = gamelib.model(normalize_model_line(model) if isinstance(model, str) else model)
        if made.text not in self._known:
            if len(self._known) > 8:
                self._known.pop(next(iter(self._known)))
            self._known[made.text] = made
        return self._known[made.text]

    def _answer(self, kind: str, message: Json, work: Callable[[Model], Mapping[str, Any]]) -> None:
        """Call a function with the model of a message and send the result to the page.

        Errors are sent with the number of the request.
        """
        said: Json = {"kind": kind, "seq": message["seq"]}
        try:
            self.send({**said, **work(self._model(message))})
        except TooLarge as error:
            self.send({**said, "error": error.message, "large": True})
        except ModelError as error:
            line = message["model"]
            typed = (
                {"line": normalize_model_line(line)} if isinstance(line, str) else {}
            )  # the place of an error is a position in this line
            self.send({**said, **typed, "error": error.message, "place": error.place})

    def _read(self, message: Json) -> None:
        self._answer("read", message, self._words)

    def _words(self, model: Model) -> Json:
        if self.task is not None:
            self.task.on_model_change(model)
        return page_data.model_texts(model)

    def _judge(self, message: Json) -> None:
        task = self.task
        assert task is not None, "only a task is judged"
        self._answer("judge", message, lambda made: {"told": task.check_model(made)})

    def _columns(self, message: Json) -> None:
        self._answer("columns", message, lambda made: {"columns": page_data.chart_column_ranges(made)})

    def _run(self, message: Json) -> None:
        n = validate_int(message["n"])
        if not 1 <= n <= MAX_TRIALS:
            raise ValueError(UNKNOWN_REQUEST_TEXT)
        self._answer("runs", message, lambda made: page_data.run_trials(made, n, self.rng))

    def _exact(self, message: Json) -> None:
        self._answer("exact", message, lambda made: page_data.exact_result(made))

    def _between(self, message: Json) -> None:
        low, high = validate_int(message["low"]), validate_int(message["high"])
        self._answer("between", message, lambda made: page_data.column_range_probability(made, low, high))

    def _about(self, message: Json) -> None:
        """Send the page a signed description of the model for a class, or {} if the kernel has no key of a class."""
        key = os.environ.get(TEACHER_KEY_ENV)

        def work(model: Model) -> Json:
            text = json.dumps(page_data.exact_outcomes_for_class(model)) if key else ""
            return {"about": text, "seal": sign_text(text, key)} if key else {}

        self._answer("about", message, work)

    def _check(self, message: Json) -> None:
        self._answer("check", message, lambda made: {"told": page_data.verify_by_second_method(made, Random(2))})
