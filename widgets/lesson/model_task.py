"""Model task of a lesson: the chance model to build, the palette, the initial model, and the feedback.

A model is right if it has the same values and probabilities as the wanted model. Order and names of parts are free. A
model of the event in the question is also right. A model that counts another face with the same probability is wrong.
The feedback to a wrong model describes its values and never gives a probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import gamelib
from gamelib import ModelError, TooLarge
from gamelib.chance import Model
from gamelib.chance.exact_answer import ExactAnswer
from gamelib.chance.model_data import DrawStage
from gamelib.number_format import join_words, use_minus_sign
from gamelib.validation import short_repr as short_repr

from ..builder.parts import PARTS, required_parts

MAX_NAMED_VALUES = 3
"""Number of values that feedback names."""
MIN_CHECKS_BEFORE_SOLUTION = 2
"""Number of tries before the solution can be shown."""


@dataclass(frozen=True)
class ModelTask:
    """Chance model to build, with the parts of the palette and the initial model."""

    solution: Model
    palette_parts: tuple[str, ...]
    initial_model: Model
    answer: Fraction | None = None
    """Answer of the question of the lesson. A model that says yes with this probability is right, too."""

    def mismatch_feedback(self, model: Model) -> str:
        """Return feedback on a wrong model in one or two sentences, or "" for a right model."""
        counts = model.spec.statistic
        try:
            mine = model.exact()
            if counts.comparison and not self.solution.spec.statistic.comparison and mine.p("yes") == self.answer:
                model = Model(replace(model.spec, statistic=replace(counts, comparison=None)))
                mine = model.exact()
        except TooLarge:
            return "Your model is much larger than it needs to be. Remove a part and check again."
        except ModelError as error:
            return error.message
        return _unlike(mine, self.solution.exact()) or self._other_count(model)

    def _other_count(self, made: Model) -> str:
        """Return feedback on a model with the right distribution that counts another face or value, or ""."""
        mine, wanted = made.spec.statistic, self.solution.spec.statistic
        faces = {value for stage in made.spec.stages if isinstance(stage, DrawStage) for value in stage.values}
        if mine.name != "count" or wanted.name != "count" or wanted.argument not in faces:
            return ""
        if mine.argument == wanted.argument:
            return ""
        return (
            f"Your model has the same distribution, but it counts {mine.argument}. The question is about "
            f"{wanted.argument}. What should it count?"
        )


def make_model_task(
    solution_text: str, palette_parts: Sequence[str], initial_model_text: str, answer: Fraction | None = None
) -> ModelTask:
    """Create a task for an author. Raise ValueError with a plain sentence if it is impossible or already solved."""
    wanted, begun = gamelib.model(solution_text), gamelib.model(initial_model_text)
    if unknown := [part for part in palette_parts if part not in PARTS]:
        raise ValueError(f"There is no part {short_repr(unknown[0])}; there are {', '.join(PARTS)}.")
    if lacking := sorted(required_parts(wanted) - set(palette_parts)):
        raise ValueError(
            f"“{solution_text}” needs {join_words(lacking)}, and the shelf has only {join_words(list(palette_parts))}."
        )
    made = ModelTask(wanted, tuple(palette_parts), begun, answer)
    if not made.mismatch_feedback(begun):
        raise ValueError(f"What lies there at first, “{initial_model_text}”, is right already.")
    return made


def is_model_for_question(model_text: str, exact_answer: Fraction, exact_distribution: Any) -> bool:
    """Return whether a model has the answer of the question as its probability or mean, or the same distribution."""
    exact = gamelib.model(model_text).exact()
    same = {x: exact.p(x) for x in exact.dist} == {x: exact_distribution.p(x) for x in exact_distribution}
    return same or exact_answer in (exact.p("yes"), exact.mean)


def _unlike(mine: ExactAnswer, wanted: ExactAnswer) -> str:
    """Describe the difference between two answers without naming a probability."""
    if mine.never and not wanted.never:
        return "Your model doesn’t always come to an end. What has to happen for it to stop?"
    if _kinds(mine) != _kinds(wanted):
        return f"Your model always gives {_kinds(mine)}. Read the question again and check what your model counts."
    if not wanted.tail and (more := [value for value in mine.dist if value not in wanted.dist]):
        return f"Your model can give {_named(more)}. Can that really happen here?"
    if not mine.tail and (less := [value for value in wanted.dist if value not in mine.dist]):
        return f"The real result can be {_named(less)}, but your model never gives that."
    both = [value for value in mine.dist if value in wanted.dist]  # the tails can be truncated at different values
    if any(mine.p(value) != wanted.p(value) for value in both):
        return (
            "Your model gives the right values, but with the wrong probabilities. Check the faces, the numbers that "
            "are added, and whether anything is put back."
        )
    return ""


def _kinds(answer: ExactAnswer) -> str:
    """Return the kind of values that every trial gives, such as "a number"."""
    words = {value for value in answer.dist if isinstance(value, str)}
    return "a number" if not words else "a yes or a no" if words <= {"yes", "no"} else "a word"


def _named(values: list[Any]) -> str:
    told = [use_minus_sign(value) for value in values]
    return join_words(told) if len(told) <= MAX_NAMED_VALUES else f"{told[0]}, {told[1]} and {len(told) - 2} others"
