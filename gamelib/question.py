"""Question: one entry of the bank of probability questions.

A question has an exact answer, a second method that must give the same, and a simulation that must
come close. Its wrong answers are tied to named misconceptions, each with a reply. The functions take
the question's parameters as keyword arguments; what is left out has its default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Literal, TypeAlias

from .dist import Dist

Answer: TypeAlias = Fraction | Dist[Any]
Kind = Literal["chance", "mean", "distribution"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or word that a question can be asked with."""

    default: Any
    choices: tuple[Any, ...]
    words: str
    """What it is, for the control's label."""


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong way to the answer: what it gives, and what to say to it."""

    name: str
    answer: Callable[..., Fraction]
    reply: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The figure that shows a question: the name of a chart function, and its arguments."""

    chart: str
    data: Callable[..., Mapping[str, Any]]


@dataclass(frozen=True)
class Question:
    """A question with its proof. `kind` says what the answer is: a chance, a mean, a distribution."""

    id: str
    game: str
    title: str
    prompt: str
    concept: str
    rules: tuple[str, ...]
    level: Literal["easy", "medium", "hard"]
    kind: Kind
    answer: Callable[..., Answer]
    """The exact answer."""
    second: Callable[..., Answer]
    """The exact answer by an independent method."""
    trial: Callable[..., Hashable]
    """One simulated trial, `trial(rng, **parameters)`: True or False, a number, or an outcome."""
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]
    figure: Figure
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters, defaults filled in. ValueError for an unknown name or value."""
        for name, value in given.items():
            if name not in self.parameters:
                raise ValueError(f"Question {self.id} has no parameter {name!r}.")
            if value not in self.parameters[name].choices:
                raise ValueError(f"Question {self.id}: {name} cannot be {value!r}.")
        return {name: given.get(name, parameter.default) for name, parameter in self.parameters.items()}

    def exact(self, **parameters: Any) -> Answer:
        """The answer: a Fraction, or a Dist."""
        return self.answer(**self.settings(parameters))

    def check(self, **parameters: Any) -> Answer:
        """The same answer by the second method."""
        return self.second(**self.settings(parameters))

    def simulate(self, n: int, rng: Random, **parameters: Any) -> Counter[Any]:
        """How often each result came up in n trials."""
        settings = self.settings(parameters)
        return Counter(self.trial(rng, **settings) for _ in range(n))

    def estimate(self, counts: Mapping[Any, int], outcome: Any = True) -> tuple[float, float]:
        """Value and standard error from simulated counts: of the chance of `outcome`, or of the mean."""
        n = sum(counts.values())
        if self.kind == "mean":
            mean = sum(x * k for x, k in counts.items()) / n
            variance = sum((x - mean) ** 2 * k for x, k in counts.items()) / max(1, n - 1)
            return float(mean), float((variance / n) ** 0.5)
        p = counts.get(outcome, 0) / n
        return p, (p * (1 - p) / n) ** 0.5

    def ask(self, **parameters: Any) -> str:
        """The question in words, with the values of its parameters."""
        return self.prompt.format(**self.settings(parameters))
