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
from functools import cached_property
from random import Random
from typing import Any

from gamelib import Game, Question
from gamelib.number_format import format_answer, format_chance
from gamelib.validation import short_repr as short_repr

from ..page.card_overrides import served_game
from .cell_faults import record_faults
from .experiment import (
    Experiment,
    answer_text,
    column_of_outcome,
    columns_and_probabilities,
    experiment_by_name,
    question_by_id,
    simulate_outcomes,
)
from .model_task import is_model_for_question, make_model_task
from .prose import glossary, glossary_terms_in, placeholder_names, prose_to_plain_text
from .prose_claims import DIRECTION_TEXTS, false_change_phrase, find_false_claim

PREDICTION_CHIPS = 20
STEP_HEADINGS = {
    "example": "A worked example",
    "play": "Try it yourself",
    "machine": "Build a model",
    "predict": "Make a prediction",
    "run": "Repeat it many times",
    "compare": "Your prediction, the results and the exact answer",
    "why": "Why is that?",
    "change": "Change one thing",
    "data": "Your own data",
    "rank": "Put in order",
    "check": "Check your understanding",
    "back": "Back to the game",
    "sum": "What you have learned",
}
STEP_LABELS = {
    "example": "Example",
    "play": "Play",
    "machine": "Build",
    "predict": "Predict",
    "run": "Repeat",
    "compare": "Compare",
    "why": "Why",
    "change": "Change",
    "data": "Own data",
    "rank": "Order",
    "check": "Check",
    "back": "Game",
    "sum": "Summary",
}
"""What the steps are called on the rail."""
STEP_ORDER = tuple(STEP_HEADINGS)
REQUIRED_STEPS = ("predict", "run", "compare")
"""The steps that every lesson has."""
SPOILER_VALUES = ("exact", "peak", "peak_chance")
"""Values of the prose that tell the answer, or which outcome comes most."""
PREDICTION_MODES = ("chips", "fraction")


@dataclass(frozen=True)
class LessonStep:
    """One step: its kind, its prose, and what else it needs."""

    kind: str
    prose: str
    extra_data: Mapping[str, Any] = field(default_factory=dict)


class Plan:
    """A lesson's data. Every method that adds a step raises ValueError for what does not fit.

    >>> from widgets import Plan
    >>> plan = Plan("dice", "classics/one-six", dice=4)
    >>> plan.settings
    {'dice': 4}
    """

    def __init__(self, id: str, made: str | Experiment, **settings: Any) -> None:
        """`id`: the notebook's name without its ending; `made`: the experiment, by its name or as `own` makes it;
        `settings`: those of its question."""
        self.id = id
        self.experiment = made if isinstance(made, Experiment) else experiment_by_name(made)
        self.question = self.experiment.resolved_question
        self.settings = self.question.resolve_parameters(settings)
        self.steps: list[LessonStep] = []
        self.discussion_prompts: tuple[str, ...] = ()
        self.own: dict[str, Any] = {}
        self.faults: list[str] = []
        """What is wrong with cells that a kernel has run, each with its place; shown in the lesson's stead."""
        self.prose_values = experiment_prose_values(self.experiment, self.settings)

    # -- numbers and steps -------------------------------------------------------------------

    @record_faults
    def let(self, **values: Any) -> None:
        """Name computed values for the prose: chances and means as Fractions, anything else as it is.

        >>> from fractions import Fraction
        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.let(half=Fraction(1, 2))
        >>> plan.own["half"]
        Fraction(1, 2)
        """
        for name, value in values.items():
            if name in self.prose_values:
                raise ValueError(f"The prose already has a value {short_repr(name)}.")
            self.own[name] = value
            self.prose_values[name] = _told(value)

    @record_faults
    def example(self, text: str, name: str, chips: Sequence[int], title: str, runs: int = 100, **settings: Any) -> None:
        """A finished example to begin with: somebody's chips, runs, and the exact answer in one picture.

        Its runs are those of the lesson's own seed, as they came: now and then a band misses the exact chance.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.example("A die first.", "classics/spinner", chips=[10, 10], title="A spinner")
        >>> plan.require_step("example").extra_data["chips"]
        {1: 10, 9: 10}
        """
        shown = experiment_by_name(name)
        given = shown.resolved_question.resolve_parameters(settings) if shown.question_id else settings
        outcomes = list(shown.exact_distribution(**given))
        if len(chips) != len(outcomes) or sum(chips) != PREDICTION_CHIPS:
            raise ValueError(f"The example puts {PREDICTION_CHIPS} chips on {len(outcomes)} outcomes.")
        counts = Counter(simulate_outcomes(shown, Random(f"{self.id} example"), given, runs))
        self._add(
            "example",
            text,
            experiment=shown,
            settings=given,
            title=title,
            counts=counts,
            chips=dict(zip(outcomes, chips, strict=True)),
        )

    @record_faults
    def play(self, text: str) -> None:
        """The thing itself, a few goes by hand, each called before; and the whole game for those who like.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.play("Throw four dice.")
        >>> plan.steps[-1].kind
        'play'
        """
        self._add("play", text)

    @record_faults
    def build(self, text: str, line: str, parts: Sequence[str], start: str = "coin : last") -> None:
        """The experiment as a model of the Builder, put together from `parts` of its shelf (widgets/builder/parts.py).

        `line`: a model that is right, and gives the question's answer; any with the same values and chances counts.
        `start`: what lies on the cloth at first.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.build("Put it together.", "4d6 : count 6 >= 1", ["d", "count"])
        >>> plan.has_step("machine")
        True
        """
        made, asks = make_model_task(line, parts, start), self.question
        if not is_model_for_question(
            line, asks.exact_value(**self.settings), self.experiment.exact_distribution(**self.settings)
        ):
            raise ValueError(f"“{line}” does not give the answer of this lesson's question.")
        self._add("machine", text, machine=made)

    @record_faults
    def predict(self, text: str, manner: str = "chips") -> None:
        """The prediction: chips over the outcomes, or a fraction for what is asked.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.predict("How likely is a six?", manner="fraction")
        >>> plan.prediction_mode
        'fraction'
        """
        if manner not in PREDICTION_MODES:
            raise ValueError(f"A prediction is made in {' or '.join(PREDICTION_MODES)}, not in {short_repr(manner)}.")
        if manner == "fraction" and self.experiment.is_favourable is None:
            raise ValueError("This experiment asks for a mean, not for a chance.")
        self._add("predict", text, manner=manner)

    @record_faults
    def run(self, text: str) -> None:
        """Runs of 1, 10 and 1000.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.run("Run it.")
        >>> plan.has_step("run")
        True
        """
        self._add("run", text)

    @record_faults
    def compare(self, text: str) -> None:
        """Prediction, runs and exact answer in one picture.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.compare("It is {exact}.")
        >>> plan.require_step("compare").prose
        'It is {exact}.'
        """
        self._add("compare", text)

    @record_faults
    def why(self, text: str) -> None:
        """The pupil builds the answer; then the prose explains it, and the exact number unfolds into its paths.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.why("No six has the chance of 5/6, four times.")
        >>> plan.has_step("why")
        True
        """
        self._add("why", text)

    @record_faults
    def change(
        self, text: str, because: str = "", up: str = "", same: str = "", down: str = "", **setting: Any
    ) -> None:
        """One setting changes; the pupil says first which way the answer moves. `because`: why it moves so.

        `up`, `same`, `down`: what to say to somebody who guessed this and was wrong, by the reason behind it.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.change("A fifth die.", because="One more try.", dice=5)
        >>> plan.require_step("change").extra_data["setting"]
        {'dice': 5}
        """
        if len(setting) != 1:
            raise ValueError("Change one thing.")
        self.question.resolve_parameters({**self.settings, **setting})
        replies = {"up": up, "same": same, "down": down}
        before, after = (self.question.exact_value(**{**self.settings, **given}) for given in ({}, setting))
        way = "up" if after > before else "down" if after < before else "same"
        if replies[way]:
            raise ValueError(f"The answer goes {way}: the reply to “{way}” is for who is wrong, and would be false.")
        for prose in (because, *replies.values()):
            self._filled(prose)
        said = false_change_phrase(prose_to_plain_text(because, self.prose_values), before, after)
        if said:
            raise ValueError(
                f"The answer {DIRECTION_TEXTS[way]}, from {answer_text(self.question, before)} to "
                f"{answer_text(self.question, after)}: “{said}” would be false."
            )
        self._add("change", text, setting=setting, because=because, replies=replies)

    @record_faults
    def data(self, text: str, models: Mapping[str, str]) -> None:
        """Own data beside a model: what is thrown is tallied; the page says how often the model itself is as far off.

        `models`: in words what one has, and the experiment without settings that is its model.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.data("Throw your own.", {"a die": "classics/one-die"})
        >>> plan.has_step("data")
        True
        """
        experiments = {words: experiment_by_name(name) for words, name in models.items()}
        if not experiments:
            raise ValueError("Own data need a model.")
        self._add("data", text, models=experiments)

    @record_faults
    def rank(
        self,
        text: str,
        id: str,
        parameter: str,
        choices: Sequence[Any],
        because: str = "",
        optional: bool = False,
        **settings: Any,
    ) -> None:
        """A question at several values of one parameter, to be put in order from least to most.

        The page shows them first in the order of `choices`, which must not be the right one. `because`: why the order
        is so. `optional`: a side path; the way goes on without it.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.rank("Order them.", "classic-one-six", "dice", [4, 2, 3])
        >>> plan.require_step("rank").extra_data["choices"]
        (4, 2, 3)
        """
        asks = question_by_id(id)
        values = [asks.exact_value(**settings, **{parameter: choice}) for choice in choices]
        if len(set(values)) != len(values) or len(values) < 3:
            raise ValueError("An order needs three different values or more.")
        if values == sorted(values):
            raise ValueError("The choices already stand in the right order.")
        self._filled(because)
        self._add(
            "rank",
            text,
            question=asks,
            parameter=parameter,
            choices=tuple(choices),
            settings=settings,
            because=because,
            optional=optional,
        )

    @record_faults
    def check(
        self,
        text: str,
        ids: Sequence[str | Question],
        further: Sequence[str | Question] = (),
        elsewhere: str = "",
        aside: Sequence[str] = (),
    ) -> None:
        """Questions of the bank or own ones, each with parameters drawn by a seed.

        `further`: more of them, for who likes; `aside`: those of `ids` that are for who likes, too, and stay in their
        places for what was saved; `elsewhere`: one that carries what was learnt out of games.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.check("And now?", ["classic-one-six"])
        >>> [asks.id for asks in plan.require_step("check").extra_data["questions"]]
        ['classic-one-six']
        """
        named = (*ids, *([elsewhere] if elsewhere else []), *further)
        asked = tuple(one if isinstance(one, Question) else question_by_id(one) for one in named)
        if len({asks.id for asks in asked}) < len(asked):
            raise ValueError("Each question is asked once.")
        near = [id for id in aside if id not in [asks.id for asks in asked[: len(ids)]]]
        if near:
            raise ValueError(f"{short_repr(near[0])} is not asked here, so it cannot stand aside.")
        needed = [number for number, asks in enumerate(asked[: len(ids)]) if asks.id not in aside]
        self._add("check", text, questions=asked, needed=tuple(needed), elsewhere=elsewhere)

    @record_faults
    def back(self, text: str) -> None:
        """The position again: now the answer decides a move.

        >>> from widgets import Plan
        >>> plan = Plan("gems", "harem/gem", least=3)
        >>> plan.back("Back to the table.")
        >>> plan.game.id
        'harem'
        """
        self._add("back", text)

    @record_faults
    def sum(self, text: str) -> None:
        """The last step: the one idea of the lesson, and where it leads.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.sum("More dice, more sixes.")
        >>> plan.has_step("sum")
        True
        """
        self._add("sum", text)

    @record_faults
    def for_teachers(self, *prompts: str) -> None:
        """Prompts to talk about, for the teacher's sheet.

        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.for_teachers("Who guessed 4/6, and why?")
        >>> plan.discussion_prompts
        ('Who guessed 4/6, and why?',)
        """
        for prompt in prompts:
            self._filled(prompt)
        self.discussion_prompts = prompts

    def _add(self, kind: str, text: str, **more: Any) -> None:
        if self.steps and STEP_ORDER.index(kind) <= STEP_ORDER.index(self.steps[-1].kind):
            raise ValueError(f"The step {kind!r} cannot follow {self.steps[-1].kind!r}.")
        self._filled(text)
        told = set(placeholder_names(text)) & set(SPOILER_VALUES)
        if told and STEP_ORDER.index(kind) < STEP_ORDER.index("compare"):
            raise ValueError(
                f"{{{min(told)}}} tells the answer before “{STEP_LABELS['compare']}” does. Leave it out here."
            )
        self.steps.append(LessonStep(kind, text, more))

    def _filled(self, text: str) -> None:
        for term in glossary_terms_in(text):
            if term not in glossary():
                near = get_close_matches(term, glossary(), 1)
                meant = f" Do you mean “{near[0]}”?" if near else f" There are {', '.join(glossary())}."
                raise ValueError(f"There is no term “{term}” in the glossary.{meant}")
        missing = [name for name in placeholder_names(text) if name not in self.prose_values]
        if missing:
            raise ValueError(f"The prose asks for {', '.join(missing)}; there are {', '.join(self.prose_values)}.")
        wrong = find_false_claim(prose_to_plain_text(text, self.prose_values))
        if wrong:
            raise ValueError(wrong)

    # -- asking ------------------------------------------------------------------------------

    def require_step(self, kind: str) -> LessonStep:
        """The step of this kind. ValueError if the lesson has none."""
        for step in self.steps:
            if step.kind == kind:
                return step
        raise ValueError(f"The lesson {self.id} has no step {kind!r}.")

    def has_step(self, kind: str) -> bool:
        """Whether there is a step of this kind."""
        return any(step.kind == kind for step in self.steps)

    def require_complete(self) -> None:
        """ValueError unless every step is there that a lesson needs, and there is something left to ask."""
        missing = [kind for kind in REQUIRED_STEPS if not self.has_step(kind)]
        if missing:
            raise ValueError(f"The lesson {self.id} has no step {', '.join(missing)}.")

    @property
    def game(self) -> Game | None:
        """The game that it plays, if it plays one."""
        return served_game(self.question.game) if self.question.game else None

    @property
    def odds(self) -> Any:
        """The odds of its game, by the card tables of this server; None where it plays none."""
        return self.game.odds if self.game else None

    @property
    def prediction_mode(self) -> str:
        """How the prediction is made."""
        return str(self.require_step("predict").extra_data["manner"])

    def columns_and_probabilities(self) -> tuple[list[str], dict[str, Fraction]]:
        """What chips are put on: the names, and the exact chance of each."""
        return columns_and_probabilities(self.experiment, self.settings, self.prediction_mode)

    def misconception_distribution(self, mistake: str) -> dict[str, Fraction] | None:
        """How the chips of somebody lie who thinks so, by name; None where that is not known."""
        made = self.experiment
        if mistake not in made.misconception_distributions or self.prediction_mode != "chips":
            return None
        dist = made.misconception_distributions[mistake](**self.settings)
        return {made.outcome_name(outcome): dist.p(outcome) for outcome in made.exact_distribution(**self.settings)}

    def column_of_outcome(self, outcome: Any) -> str:
        """The name under which an outcome of a run is counted."""
        return column_of_outcome(self.experiment, self.settings, self.prediction_mode, outcome)

    @cached_property
    def column_values(self) -> dict[str, float]:
        """What each bet counts in the running share or mean."""
        made, settings = self.experiment, self.settings
        if self.prediction_mode == "fraction":
            return dict(zip(self.columns_and_probabilities()[0], (1.0, 0.0), strict=True))
        worths = {}
        for outcome in made.exact_distribution(**settings):
            counts = (
                made.is_favourable(outcome, **settings) if made.is_favourable else made.value_in_mean(outcome, settings)
            )
            worths[self.column_of_outcome(outcome)] = float(counts)
        return worths


def experiment_prose_values(made: Experiment, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the prose may say of the question at these settings."""
    asks = made.resolved_question
    shown = {name: parameter.choice_label(settings[name]) for name, parameter in asks.parameters.items()}
    dist = made.exact_distribution(**settings)
    peak = max(dist, key=lambda outcome: dist[outcome])
    paths = made.answer_terms(**settings) if made.answer_terms else []
    return {
        **{name: _told(value) for name, value in asks.text_values(**settings).items()},
        **shown,
        "exact": answer_text(asks, asks.exact_value(**settings)),
        "peak": made.outcome_name(peak),
        "peak_chance": format_chance(dist.p(peak)),
        "outcomes": len(dist),
        "paths": len(paths),
        "chips": PREDICTION_CHIPS,
    }


def _told(value: Any) -> Any:
    return format_answer(value, 0 <= value <= 1) if isinstance(value, Fraction) else value
