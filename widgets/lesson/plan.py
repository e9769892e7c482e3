"""A lesson as its author writes it: an experiment with its settings, and steps of prose, one cell each.

    plan = Plan("two-dice-and-a-gem", "harem/gem", least=3)
    plan.example("...", "harem/totals", chips=[...])
    plan.play("...") ... plan.back("...")
    Lesson(plan)

Prose is that of `prose`. Its numbers are `{placeholders}`: the question's words and settings, what `facts` says, and
what a cell computes with `plan.let`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from random import Random
from typing import Any

import gamelib
from gamelib import Game
from gamelib.numbers import share, told

from ..chart.look import band95
from .experiment import Experiment, bet, bets, experiment, question, run, told_answer
from .places import noted
from .prose import fields, glossary, terms

CHIPS = 20
MOST_SEEDS = 60
HEADINGS = {
    "example": "A finished example",
    "play": "Try it by hand",
    "predict": "What do you think?",
    "run": "Run it, and watch",
    "compare": "Your guess, the runs, the exact answer",
    "why": "Why is that so?",
    "change": "Change one thing",
    "rank": "Put in order",
    "check": "Check yourself",
    "back": "Back to the game",
    "sum": "What you have found",
}
LABELS = {
    "example": "Example", "play": "Play", "predict": "Predict", "run": "Run", "compare": "Compare", "why": "Why",
    "change": "Change", "rank": "Order", "check": "Check", "back": "Back", "sum": "Sum up",
}  # fmt: skip
"""What the steps are called on the rail."""
ORDER = tuple(HEADINGS)
NEEDED = ("predict", "run", "compare")
"""The steps that every lesson has."""
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
        self.faults: list[str] = []
        """What is wrong with cells that a kernel has run, each with its place; shown in the lesson's stead."""
        self.values = facts(self.experiment, self.settings)

    # -- numbers and steps -------------------------------------------------------------------

    @noted
    def let(self, **values: Any) -> None:
        """Name computed values for the prose: chances and means as Fractions, anything else as it is."""
        for name, value in values.items():
            if name in self.values:
                raise ValueError(f"The prose already has a value {name!r}.")
            self.own[name] = value
            self.values[name] = _told(value)

    @noted
    def example(self, text: str, name: str, chips: Sequence[int], title: str, runs: int = 100,
                **settings: Any) -> None:  # fmt: skip
        """A finished example to begin with: somebody's chips, runs, and the exact answer in one picture.

        Its runs are the first from a fixed seed on whose bands hold the exact chances, as most do.
        """
        shown = experiment(name)
        given = shown.asks.settings(settings) if shown.question else settings
        outcomes = list(shown.outcomes(**given))
        if len(chips) != len(outcomes) or sum(chips) != CHIPS:
            raise ValueError(f"The example puts {CHIPS} chips on {len(outcomes)} outcomes.")
        counts = _typical(shown, given, runs)
        self._add("example", text, experiment=shown, settings=given, title=title, counts=counts,
                  chips=dict(zip(outcomes, chips, strict=True)))  # fmt: skip

    @noted
    def play(self, text: str) -> None:
        """The thing itself, a few goes by hand, each called before; and the whole game for those who like."""
        self._add("play", text)

    @noted
    def predict(self, text: str, manner: str = "chips") -> None:
        """The prediction: chips over the outcomes, or a fraction for what is asked."""
        if manner not in MANNERS:
            raise ValueError(f"A prediction is made in {' or '.join(MANNERS)}, not in {manner!r}.")
        if manner == "fraction" and self.experiment.asked is None:
            raise ValueError("This experiment asks for a mean, not for a chance.")
        self._add("predict", text, manner=manner)

    @noted
    def run(self, text: str) -> None:
        """Runs of 1, 10 and 1000."""
        self._add("run", text)

    @noted
    def compare(self, text: str) -> None:
        """Prediction, runs and exact answer in one picture."""
        self._add("compare", text)

    @noted
    def why(self, text: str) -> None:
        """The pupil builds the answer; then the prose explains it, and the exact number unfolds into its paths."""
        self._add("why", text)

    @noted
    def change(self, text: str, because: str = "", up: str = "", same: str = "", down: str = "",
               **setting: Any) -> None:  # fmt: skip
        """One setting changes; the pupil says first which way the answer moves. `because`: why it moves so.

        `up`, `same`, `down`: what to say to somebody who guessed this and was wrong, by the reason behind it.
        """
        if len(setting) != 1:
            raise ValueError("Change one thing.")
        self.question.settings({**self.settings, **setting})
        replies = {"up": up, "same": same, "down": down}
        for prose in (because, *replies.values()):
            self._filled(prose)
        self._add("change", text, setting=setting, because=because, replies=replies)

    @noted
    def rank(self, text: str, id: str, parameter: str, choices: Sequence[Any], because: str = "",
             optional: bool = False, **settings: Any) -> None:  # fmt: skip
        """A question at several values of one parameter, to be put in order from least to most.

        The page shows them first in the order of `choices`, which must not be the right one. `because`: why the order
        is so. `optional`: a side path; the way goes on without it.
        """
        asks = question(id)
        values = [asks.value(**settings, **{parameter: choice}) for choice in choices]
        if len(set(values)) != len(values) or len(values) < 3:
            raise ValueError("An order needs three different values or more.")
        if values == sorted(values):
            raise ValueError("The choices already stand in the right order.")
        self._filled(because)
        self._add("rank", text, question=asks, parameter=parameter, choices=tuple(choices), settings=settings,
                  because=because, optional=optional)  # fmt: skip

    @noted
    def check(self, text: str, ids: Sequence[str], further: Sequence[str] = ()) -> None:
        """Questions of the bank, each with parameters drawn by a seed. `further`: more of them, for who likes."""
        asked = tuple(question(id) for id in (*ids, *further))
        self._add("check", text, questions=asked, needed=len(ids))

    @noted
    def back(self, text: str) -> None:
        """The position again: now the answer decides a move."""
        self._add("back", text)

    @noted
    def sum(self, text: str) -> None:
        """The last step: the one idea of the lesson, and where it leads."""
        self._add("sum", text)

    @noted
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
        for term in terms(text):
            if term not in glossary():
                near = get_close_matches(term, glossary(), 1)
                meant = f" Do you mean “{near[0]}”?" if near else f" There are {', '.join(glossary())}."
                raise ValueError(f"There is no term “{term}” in the glossary.{meant}")
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

    def has(self, kind: str) -> bool:
        """Whether there is a step of this kind."""
        return any(step.kind == kind for step in self.steps)

    def whole(self) -> None:
        """ValueError unless every step is there that a lesson needs, and there is something left to ask."""
        missing = [kind for kind in NEEDED if not self.has(kind)]
        if missing:
            raise ValueError(f"The lesson {self.id} has no step {', '.join(missing)}.")

    @property
    def game(self) -> Game | None:
        """The game that it plays, if it plays one."""
        return gamelib.game(self.question.game) if self.question.game else None

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


def _typical(made: Experiment, settings: Mapping[str, Any], runs: int) -> Counter[Any]:
    """Runs whose bands all hold the exact chance: the first such seed. ValueError if none is found."""
    exact = made.outcomes(**settings)
    for seed in range(1, MOST_SEEDS):
        counts = Counter(run(made, Random(seed), settings, runs))
        bands = ((band95(counts[outcome], runs), exact.p(outcome)) for outcome in exact)
        if all(low <= p <= high for (low, high), p in bands):
            return counts
    raise ValueError(f"No {runs} runs of this example come near the exact chances.")


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
        "exact": told_answer(asks, asks.value(**settings)),
        "peak": made.name(peak),
        "peak_chance": share(dist.p(peak)),
        "outcomes": len(dist),
        "paths": len(paths),
        "chips": CHIPS,
    }


def _told(value: Any) -> Any:
    return told(value, 0 <= value <= 1) if isinstance(value, Fraction) else value
