"""What the page shows as Python, run beside the model that it is of."""

from __future__ import annotations

from typing import Any

from gamelib import Dist
from gamelib.chance.model_sentences import python_code
from gamelib.chance.models import Model


def assert_same_in_python(model: Model) -> None:
    """The exported lines are run, and the last one gives the distribution of the model, or its chance of a yes."""
    *body, last = python_code(model.spec).strip().splitlines()
    known: dict[str, Any] = {}
    exec("\n".join(body), known)
    told = eval(last, known)
    answer = model.exact()
    told = told[0] if isinstance(told, tuple) else told
    if isinstance(told, Dist):
        assert told == answer.dist, model.text
    else:
        assert told == answer.p("yes") == answer.p(True), model.text
