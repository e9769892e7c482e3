"""Validation of simulation results that a browser reports for a model of the Builder (untrusted input)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from gamelib import model

from ..builder.page_data import exact_outcomes_for_class, model_question_text
from ..page.protocol import Json

_MAX_MODEL_LENGTH = 1000  # maximum characters of a model text


def validate_model_outcomes(reported_outcomes: Json, shared_models: Collection[str]) -> Json:
    """Return the outcomes of the model that a report on trials describes.

    For a model in `shared_models`, these are the outcomes that the server computes. For a model of the pupil, the
    result also has the question of the model. Raise ValueError for invalid data.
    """
    line = reported_outcomes["line"]
    if not isinstance(line, str) or len(line) > _MAX_MODEL_LENGTH or (made := model(line)).text != line:
        raise ValueError("These trials belong to no model.")
    if line not in shared_models:
        return reported_outcomes | {"ask": model_question_text(made)}
    known = _known(line)
    if reported_outcomes["names"] != known["names"]:
        raise ValueError("These are not the outcomes of the model.")
    return dict(known)


@lru_cache(32)
def _known(line: str) -> Json:
    return exact_outcomes_for_class(model(line))
