"""What a lesson predicts, runs and explains: experiments, by name. Each game's are in a module of its own.

An experiment ties a question of the bank to outcomes on which chips can be put, to the dice or cards that are
thrown for a run, to the paths its exact answer is summed from, and to positions of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from pathlib import Path as FilePath
from random import Random
from typing import Any

from plotly.graph_objects import Figure

import gamelib
from gamelib import Dist, Question, Record

GAMES = FilePath(__file__).parent.parent / "games"


@dataclass(frozen=True, slots=True)
class Path:
    """One way to a part of the answer; the terms of all paths add up to the exact answer."""

    label: str
    term: Fraction
    sum: str
    """The term as it is worked out: "5 of 36 pairs", "2/3 × 7/12"."""
    detail: str = ""
    place: Hashable = None
    """What `Experiment.after` needs to open the position it leads to; None if it leads to none."""


@dataclass(frozen=True)
class Experiment:
    """Something that can be predicted, run and worked out. Functions take the question's settings as keywords."""

    outcomes: Callable[..., Dist[Any]]
    """The exact distribution over the outcomes that chips are put on."""
    trial: Callable[..., Hashable]
    """One run, `trial(rng, **settings)`: an outcome, found with dice or cards and not from `outcomes`."""
    what: str
    """What the outcomes are, in words, for the axis."""
    question: str = ""
    """Its id in the bank; none for an experiment that only serves as an example."""
    asked: Callable[..., bool] | None = None
    """`asked(outcome, **settings)`: whether the outcome is what the question asks the chance of. None for a mean."""
    worth: Callable[..., Fraction] | None = None
    """`worth(outcome, **settings)`: what the outcome counts in the mean; None for outcomes that are numbers."""
    asked_words: str = ""
    """The asked outcomes and the others in words that the settings fill: "worth {least} or more|worth less"."""
    names: Mapping[Any, str] = field(default_factory=dict)
    """Words for outcomes that are no numbers to show."""
    paths: Callable[..., list[Path]] | None = None
    drawn: Callable[..., Figure] | None = None
    """The picture that explains the answer, if it is another than that of the question."""
    headline: Callable[..., str] | None = None
    """The sentence over the outcomes, if it is another than that over the question's picture."""
    start: Callable[..., Record] | None = None
    """The position in which the question comes up, a person to choose at the first seat."""
    after: Callable[..., Record] | None = None
    """`after(place, **settings)`: the position that a path leads to."""

    @property
    def asks(self) -> Question:
        """Its question of the bank. ValueError if it has none."""
        return question(self.question)

    def counts(self, outcome: Any, settings: Mapping[str, Any]) -> Fraction:
        """What an outcome counts in the mean."""
        return self.worth(outcome, **settings) if self.worth else Fraction(outcome)

    def answer(self, settings: Mapping[str, Any]) -> Fraction:
        """The answer as its own outcomes give it: the chance of the asked ones, or the mean."""
        dist = self.outcomes(**settings)
        if self.asked:
            return sum((dist.p(outcome) for outcome in dist if self.asked(outcome, **settings)), Fraction(0))
        return sum((dist.p(outcome) * self.counts(outcome, settings) for outcome in dist), Fraction(0))

    def sides(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """The asked outcomes and the others in words."""
        asked, others = self.asked_words.format_map(settings).split("|")
        return asked, others

    def name(self, outcome: Any) -> str:
        """An outcome in words."""
        return self.names.get(outcome, str(outcome))

    def shown(self, values: Mapping[Any, Any]) -> dict[Any, Any]:
        """A mapping by outcome as a figure takes it: numbers stay, named outcomes are called by their names."""
        return {self.name(outcome) if self.names else outcome: value for outcome, value in values.items()}


def question(id: str) -> Question:
    """A question of the bank by its id. ValueError if there is none."""
    for found in gamelib.questions():
        if found.id == id:
            return found
    raise ValueError(f"There is no question {id!r} in the bank.")


def experiment(name: str) -> Experiment:
    """The experiment "game/name". ValueError if there is none."""
    game, _, own = name.partition("/")
    found = _experiments(game)
    if own not in found:
        raise ValueError(f"There is no experiment {name!r}.")
    return found[own]


def names() -> list[str]:
    """All experiments, of every game that has any."""
    return [f"{game}/{name}" for game in gamelib.games() for name in _experiments(game)]


def _experiments(game: str) -> dict[str, Experiment]:
    if game not in gamelib.games() or not (GAMES / game / "lessons.py").is_file():
        return {}
    found: dict[str, Experiment] = import_module(f"..games.{game}.lessons", __package__).EXPERIMENTS
    return found


def run(made: Experiment, rng: Random, settings: Mapping[str, Any], n: int) -> list[Any]:
    """The outcomes of n runs."""
    return [made.trial(rng, **settings) for _ in range(n)]
