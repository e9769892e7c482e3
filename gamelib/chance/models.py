"""`gamelib.model`: a chance model from its line or its table, exact and run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from .answer import Answer
from .answer import exact as exact_answer
from .data import LINE, Machine, Value, read, table
from .errors import wrong
from .notation import line_of, parse
from .runs import Dealer, Run
from .second import Checked, listed
from .second import check as second_method


class Model:
    """Chance model: a chain of random things and one statistic of their values. Equal models have the same line.

    Example:
        >>> import gamelib
        >>> raid = gamelib.model("a=2d6+2 > b=2d6+1 : a > b")
        >>> raid.exact().p("yes")
        Fraction(721, 1296)
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    @cached_property
    def text(self) -> str:
        """Line of this model.

        Example:
            >>> import gamelib
            >>> gamelib.model("draw 3 from bag(4 red, 5 blue); count red").text
            '3 bag{red*4,blue*5} : count red'
        """
        return line_of(self.machine)

    def to_dict(self) -> dict[str, Any]:
        """Return the model as plain JSON: {"chain": [...], "ask": {...}}.

        Example:
            >>> import gamelib
            >>> gamelib.model("coin : last").to_dict()["ask"]
            {'what': 'last'}
        """
        return table(self.machine)

    @cached_property
    def _exact(self) -> Answer:
        return exact_answer(self.machine)

    def exact(self) -> Answer:
        """Compute the exact answer.

        Returns:
            The answer with `.dist`, `.tail`, `.never`, `.mean` and `.how`.

        Raises:
            TooLarge: The computation would take more than about two seconds in a browser. It has not started.
            ModelError: No run ends.

        Example:
            >>> import gamelib
            >>> gamelib.model("d6 until 6 : tries").exact().mean
            Fraction(6, 1)
        """
        return self._exact

    @cached_property
    def _dealer(self) -> Dealer:
        return Dealer(self.machine)

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

    def play(self, rng: Random) -> Run:
        """Return one run with the values of each thing, `.value` and `.steps`.

        Args:
            rng: Random generator of the caller.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.model("2d6 : sum").play(Random(1)).value
            7
        """
        return self._dealer.run(rng)

    def check(self, rng: Random, runs: int = 2000) -> Checked:
        """Compute the answer by a second method.

        It lists all cases. If there are too many, it simulates runs and gives an interval.

        Args:
            rng: Random generator of the caller.
            runs: Number of runs.

        Example:
            >>> import gamelib
            >>> from random import Random
            >>> gamelib.model("2d6 : sum").check(Random(1)).how
            'listed'
        """
        return second_method(self.machine, self.exact(), rng, runs)

    def ways(self) -> dict[Value | None, Fraction] | None:
        """The chance of every value by going every way through the model, one by one; None where they are too many.

        >>> import gamelib
        >>> gamelib.model("2d6 : high").ways()[6]
        Fraction(11, 36)
        """
        return listed(self.machine)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.machine == other.machine

    def __hash__(self) -> int:
        return hash(self.machine)

    def __repr__(self) -> str:
        return f"gamelib.model({self.text!r})"


def model(source: str | Mapping[str, Any] | Model) -> Model:
    """Return a chance model.

    Args:
        source: A line such as `"2 bag{red*3,blue*5} : most = 2"`, or a table from `to_dict`.

    Raises:
        ModelError: The source is wrong. The message names the place.

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
        return Model(parse(source))
    if isinstance(source, Mapping):
        made = Model(read(source))
        if len(made.text) > LINE:
            raise wrong("long", most=f"{LINE:,}", have=f"{len(made.text):,}")
        return made
    raise wrong("text")
