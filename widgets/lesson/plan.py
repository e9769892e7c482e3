"""A lesson as its author writes it: an experiment with its settings, and steps of prose, one cell each.

    plan = Plan("two-dice-and-a-gem", "harem/gem", least=3)
    plan.example("...", "harem/totals", chips=[...])
    plan.play("...") ... plan.back("...")
    Lesson(plan)

Prose is that of `prose`. Its numbers are `{placeholders}`: the question's words and settings, what `facts` says, and
what a cell computes with `plan.let`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import gamelib
from gamelib import Dist
from gamelib.numbers import share, told

from .experiment import Experiment, experiment, question
from .prose import fields

CHIPS = 20
HEADINGS = {
    "example": "A finished example",
    "play": "Play",
    "predict": "Predict",
    "run": "Run it",
    "compare": "Compare",
    "why": "Why",
    "change": "Change one thing",
    "rank": "Put in order",
    "check": "Check yourself",
    "back": "Back to the game",
}
ORDER = ("example", "play", "predict", "run", "compare", "why", "change", "rank", "check", "back")
OPTIONAL = ("rank",)
MANNERS = ("chips", "fraction")


@dataclass(frozen=True)
class Step:
    """One step: its kind, its prose, and what else it needs."""

    kind: str
    text: str
    more: Mapping[str, Any] = field(default_factory=dict)


class Plan:
    """A lesson's data. Every method that adds a step raises ValueError for what does not fit."""

    def __init__(self, id: str, name: str, **settings: Any) -> None:
        """`id`: the notebook's name without its ending; `name`: the experiment; `settings`: those of its question."""
        self.id = id
        self.experiment = experiment(name)
        self.question = self.experiment.asks
        self.settings = self.question.settings(settings)
        self.steps: list[Step] = []
        self.talk: tuple[str, ...] = ()
        self.own: dict[str, Any] = {}
        self.values = facts(self.experiment, self.settings)

    # -- numbers and steps -------------------------------------------------------------------

    def let(self, **values: Any) -> None:
        """Name computed values for the prose: chances and means as Fractions, anything else as it is."""
        for name, value in values.items():
            if name in self.values:
                raise ValueError(f"The prose already has a value {name!r}.")
            self.own[name] = value
            self.values[name] = _told(value)

    def example(self, text: str, name: str, chips: Sequence[int], title: str, runs: int = 100, seed: int = 1,
                **settings: Any) -> None:  # fmt: skip
        """A finished example to begin with: somebody's chips, runs, and the exact answer in one picture."""
        shown = experiment(name)
        given = shown.asks.settings(settings) if shown.question else settings
        outcomes = list(shown.outcomes(**given))
        if len(chips) != len(outcomes) or sum(chips) != CHIPS:
            raise ValueError(f"The example puts {CHIPS} chips on {len(outcomes)} outcomes.")
        self._add("example", text, experiment=shown, settings=given, title=title, runs=runs, seed=seed,
                  chips=dict(zip(outcomes, chips, strict=True)))  # fmt: skip

    def play(self, text: str) -> None:
        """A real position of the game to play in."""
        self._add("play", text)

    def predict(self, text: str, manner: str = "chips") -> None:
        """The prediction: chips over the outcomes, or a fraction for what is asked."""
        if manner not in MANNERS:
            raise ValueError(f"A prediction is made in {' or '.join(MANNERS)}, not in {manner!r}.")
        if manner == "fraction" and self.experiment.asked is None:
            raise ValueError("This experiment asks for a mean, not for a chance.")
        self._add("predict", text, manner=manner)

    def run(self, text: str) -> None:
        """Runs of 1, 10 and 1000."""
        self._add("run", text)

    def compare(self, text: str) -> None:
        """Prediction, runs and exact answer in one picture."""
        self._add("compare", text)

    def why(self, text: str) -> None:
        """The exact number unfolds into its paths."""
        self._add("why", text)

    def change(self, text: str, **setting: Any) -> None:
        """One setting changes; the pupil says first which way the answer moves."""
        if len(setting) != 1:
            raise ValueError("Change one thing.")
        self.question.settings({**self.settings, **setting})
        self._add("change", text, setting=setting)

    def rank(self, text: str, id: str, parameter: str, choices: Sequence[Any], **settings: Any) -> None:
        """A question at several values of one parameter, to be put in order from least to most.

        The page shows them first in the order of `choices`, which must not be the right one.
        """
        asks = question(id)
        values = [asks.exact(**settings, **{parameter: choice}) for choice in choices]
        if len(set(values)) != len(values) or len(values) < 3:
            raise ValueError("An order needs three different values or more.")
        if values == sorted(values):
            raise ValueError("The choices already stand in the right order.")
        self._add("rank", text, question=asks, parameter=parameter, choices=tuple(choices), settings=settings)

    def check(self, text: str, ids: Sequence[str]) -> None:
        """Questions of the bank, each with parameters drawn by a seed."""
        self._add("check", text, questions=tuple(question(id) for id in ids))

    def back(self, text: str) -> None:
        """The position again: now the answer decides a move."""
        self._add("back", text)

    def for_teachers(self, *prompts: str) -> None:
        """Prompts to talk about, for the teacher's sheet."""
        for prompt in prompts:
            self._filled(prompt)
        self.talk = prompts

    def _add(self, kind: str, text: str, **more: Any) -> None:
        if self.steps and ORDER.index(kind) <= ORDER.index(self.steps[-1].kind):
            raise ValueError(f"The step {kind!r} cannot follow {self.steps[-1].kind!r}.")
        self._filled(text)
        self.steps.append(Step(kind, text, more))

    def _filled(self, text: str) -> None:
        missing = [name for name in fields(text) if name not in self.values]
        if missing:
            raise ValueError(f"The prose asks for {', '.join(missing)}; there are {', '.join(self.values)}.")

    # -- asking ------------------------------------------------------------------------------

    def step(self, kind: str) -> Step:
        """The step of this kind. ValueError if the lesson has none."""
        for step in self.steps:
            if step.kind == kind:
                return step
        raise ValueError(f"The lesson {self.id} has no step {kind!r}.")

    def whole(self) -> None:
        """ValueError unless every step is there that a lesson needs."""
        there = [step.kind for step in self.steps]
        missing = [kind for kind in ORDER if kind not in there and kind not in OPTIONAL]
        if missing:
            raise ValueError(f"The lesson {self.id} has no step {', '.join(missing)}.")

    @property
    def game(self) -> Any:
        """The game that it plays."""
        return gamelib.game(self.question.game)

    @property
    def manner(self) -> str:
        """How the prediction is made."""
        return str(self.step("predict").more["manner"])

    def bets(self) -> tuple[list[str], dict[str, Fraction]]:
        """What chips are put on: the names, and the exact chance of each."""
        return bets(self.experiment, self.settings, self.manner)

    def bet(self, outcome: Any) -> str:
        """The name under which an outcome of a run is counted."""
        return bet(self.experiment, self.settings, self.manner, outcome)


def bet(made: Experiment, settings: Mapping[str, Any], manner: str, outcome: Any) -> str:
    """The name under which an outcome is counted: its own, or that of the asked outcomes or the others."""
    if manner == "fraction":
        assert made.asked is not None
        yes, no = made.sides(settings)
        return yes if made.asked(outcome, **settings) else no
    return made.name(outcome)


def bets(made: Experiment, settings: Mapping[str, Any], manner: str) -> tuple[list[str], dict[str, Fraction]]:
    """What chips are put on: the names in order, and the exact chance of each."""
    dist: Dist[Any] = made.outcomes(**settings)
    exact: dict[str, Fraction] = dict.fromkeys(made.sides(settings), Fraction(0)) if manner == "fraction" else {}
    for outcome in dist:
        name = bet(made, settings, manner, outcome)
        exact[name] = exact.get(name, Fraction(0)) + dist.p(outcome)
    return list(exact), exact


def facts(made: Experiment, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the prose may say of the question at these settings."""
    asks = made.asks
    shown = {name: parameter.say(settings[name]) for name, parameter in asks.parameters.items()}
    dist = made.outcomes(**settings)
    peak = max(dist, key=lambda outcome: dist[outcome])
    paths = made.paths(**settings) if made.paths else []
    return {
        **{name: _told(value) for name, value in asks.words(**settings).items()},
        **shown,
        "exact": told_answer(asks, asks.exact(**settings)),
        "peak": made.name(peak),
        "peak_chance": share(dist.p(peak)),
        "outcomes": len(dist),
        "paths": len(paths),
        "chips": CHIPS,
    }


def told_answer(asks: Any, value: Fraction) -> str:
    """An answer of the question in words."""
    return told(value, asks.kind == "chance")


def _told(value: Any) -> Any:
    return told(value, 0 <= value <= 1) if isinstance(value, Fraction) else value
