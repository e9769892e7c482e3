"""Chance models: `gamelib.model` creates a model from notation or a dictionary. A model can be solved or simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from .cross_check import CrossCheckResult, probabilities_by_enumeration
from .cross_check import cross_check as second_method
from .errors import model_error
from .exact_answer import ExactAnswer
from .exact_answer import solve_exactly as exact_answer
from .model_data import LINE, ModelSpec, Value, model_to_dict, parse_model_dict
from .notation import format_line, parse_line
from .simulation import ModelRun, ModelSampler


class Model:
    """Chance model: a chain of stages and one statistic of their values. Equal models have the same notation.

    Example:
        >>> import gamelib
        >>> raid = gamelib.model("a=2d6+2 > b=2d6+1 : a > b")
        >>> raid.exact().p("yes")
        Fraction(721, 1296)
    """

    def __init__(self, spec: ModelSpec) -> None:
        self.spec = spec

    @cached_property
    def text(self) -> str:
        """Notation of this model.

        Example:
            >>> import gamelib
            >>> gamelib.model("draw 3 from bag(4 red, 5 blue); count red").text
            '3 bag{red*4,blue*5} : count red'
        """
        return format_line(self.spec)

    def to_dict(self) -> dict[str, Any]:
        """Return the model as plain JSON: {"chain": [...], "ask": {...}}.

        Example:
            >>> import gamelib
            >>> gamelib.model("coin : last").to_dict()["ask"]
            {'what': 'last'}
        """
        return model_to_dict(self.spec)

    @cached_property
    def _exact(self) -> ExactAnswer:
        return exact_answer(self.spec)

    def exact(self) -> ExactAnswer:
        """Compute the exact answer.

        Returns:
            The answer with `.dist`, `.tail`, `.never`, `.mean` and `.how`.

        Raises:
            TooLarge: The computation would take more than about two seconds in a browser. The error is raised before
                the computation starts.
            ModelError: No run ends.

        Example:
            >>> import gamelib
            >>> gamelib.model("d6 until 6 : tries").exact().mean
            Fraction(6, 1)
        """
        return self._exact

    @cached_property
    def _dealer(self) -> ModelSampler:
        return ModelSampler(self.spec)

    def sample(self, rng: Random) -> Value | None:
        """Return the value of one run, or None for a run that has not ended within 10,000 draws.

        Args:
            rng: Random generator of the caller.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.model("2d6 : sum").sample(Random(1))
            7
        """
        return self._dealer.run(rng).value

    def play(self, rng: Random) -> ModelRun:
        """Return one run with its `.value` and, in `.stage_results`, the values of each stage.

        Args:
            rng: Random generator of the caller.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.model("2d6 : sum").play(Random(1)).value
            7
        """
        return self._dealer.run(rng)

    def cross_check(self, rng: Random, runs: int = 2000) -> CrossCheckResult:
        """Check the exact answer by a second method.

        The method lists all runs. If there are too many runs, it compares the exact answer with the frequencies in
        simulated runs.

        Args:
            rng: Random generator of the caller.
            runs: Number of runs.

        Returns:
            The method, whether both answers agree, and for simulated runs the largest deviation in standard errors.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.model("2d6 : sum").cross_check(Random(1)).method
            'listed'
        """
        return second_method(self.spec, self.exact(), rng, runs)

    def exact_by_enumeration(self) -> dict[Value | None, Fraction] | None:
        """Return the probability of every value by enumeration of all runs, or None if there are too many runs.

        >>> import gamelib
        >>> gamelib.model("2d6 : high").exact_by_enumeration()[6]
        Fraction(11, 36)
        """
        return probabilities_by_enumeration(self.spec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"gamelib.model({self.text!r})"


def model(source: str | Mapping[str, Any] | Model) -> Model:
    """Create a chance model.

    Args:
        source: A line such as `"2 bag{red*3,blue*5} : most = 2"`, a dictionary from `to_dict`, or a model.

    Returns:
        The model. Equal models compare as equal.

    Raises:
        ModelError: The source is invalid. The message names the location.

    Example:
        >>> import gamelib
        >>> gamelib.model("2d6 : sum").exact().mean
        Fraction(7, 1)
        >>> gamelib.model("2d6 ; sum")
        gamelib.model('2d6 : sum')
    """
    if isinstance(source, Model):
        return source
    if isinstance(source, str):
        return Model(parse_line(source))
    if isinstance(source, Mapping):
        made = Model(parse_model_dict(source))
        if len(made.text) > LINE:
            raise model_error("long", most=f"{LINE:,}", have=f"{len(made.text):,}")
        return made
    raise model_error("text")
