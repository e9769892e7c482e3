"""Chance models for the odds at the table. The Builder can open them. Models and odds have the same probabilities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import gamelib
from gamelib import ModelError

from ..page.protocol import Json

MAX_NAME_LENGTH = 24


def with_builder_models(odds: Sequence[Json]) -> list[Json]:
    """Return these odds, each with a text line for its model: its own `model`, a model of its bars, or none."""
    return [_modelled(one) for one in odds]


def _modelled(one: Json) -> Json:
    line = one.get("model") or _of_bars(one.get("bars"))
    return {**one, "model": line} if line else one


def _of_bars(bars: Sequence[Json] | None) -> str:
    """Return a model of these bars: the next outcome is the first card of a shuffled deck."""
    if not bars or len(bars) < 2:
        return ""
    chances = [Fraction(bar["p"]) for bar in bars]
    if sum(chances) != 1 or not all(chances):
        return ""
    total = lcm(*(p.denominator for p in chances))
    faces = [f"{_face(bar['label'])}*{p * total}" for bar, p in zip(bars, chances, strict=True)]
    return valid_model_text(f"deck{{{','.join(faces)}}} : first", len(bars))


def _face(label: str) -> str:
    """Convert the label of a bar to a face in a model: a number, or one word."""
    if re.fullmatch(r"[-−+]?[0-9]{1,6}", label):
        return str(int(label.replace("−", "-")))
    word = re.sub(r"\W+", "_", label).strip("_")[:MAX_NAME_LENGTH]
    return f"n{word}"[:MAX_NAME_LENGTH] if word.isdigit() else word


def valid_model_text(model_text: str, min_faces: int) -> str:
    """Return the text if it is a valid model with at least `min_faces` faces, otherwise "".

    Two labels can become the same word, because a word of a model has no spaces. Then the model has fewer faces.
    """
    try:
        made = gamelib.model(model_text)
    except ModelError:
        return ""
    return made.text if len(made.to_dict()["chain"][0]["faces"]) >= min_faces else ""
