"""Definition of a lesson by its author: an experiment with its settings, and the steps, one notebook cell each.

    plan = Plan("two-dice-and-a-gem", "harem/gem", least=3)
    plan.example("...", "harem/totals", chips=[...])
    plan.play("...") ... plan.back("...")
    Lesson(plan)

The prose follows the rules of `prose`. The numbers in the prose are `{placeholders}` for the texts and settings of the
question, for `experiment_prose_values`, and for values that a cell defines with `plan.let`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, get_args

from gamelib import Game, Question
from gamelib.bank.school_terms import lesson_order, school_terms
from gamelib.number_format import format_answer, format_chance
from gamelib.validation import short_repr as short_repr

from ..page.card_overrides import game_with_served_cards
from .cell_faults import record_faults
from .experiment import (
    Experiment,
    PredictionMode,
    answer_text,
    column_of_outcome,
    columns_and_probabilities,
    experiment_by_name,
    question_by_id,
    simulate_outcomes,
)
from .model_task import is_model_for_question, make_model_task
from .prose import glossary, glossary_terms_in, placeholder_names, prose_to_plain_text
from .prose_claims import DIRECTION_TEXTS, false_change_phrase, false_claim_message

PREDICTION_CHIPS = 20
INTERVAL_TERM = "confidence interval"
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
"""Labels of the steps in the navigation."""
STEP_ORDER = tuple(STEP_HEADINGS)
REQUIRED_STEPS = ("predict", "run", "compare")
"""Steps that every lesson has."""
SPOILER_VALUES = ("exact", "peak", "peak_chance")
"""Values of the prose that reveal the answer or the most likely outcome."""
PREDICTION_MODES = get_args(PredictionMode)


@dataclass(frozen=True)
class LessonStep:
    """One step with its kind, its prose and its additional data."""

    kind: str
    prose: str
    extra_data: Mapping[str, Any] = field(default_factory=dict)


class Plan:
    """Definition of a lesson, to which each method adds a step.

    Args:
        id: Name of the notebook without its suffix.
        made: Name of the experiment, or an experiment of `make_custom_experiment`.
        **settings: Parameters of the question of the experiment.

    Raises:
        ValueError: There is no such experiment, or a setting is invalid.

    Example:
        >>> from widgets import Plan
        >>> plan = Plan("dice", "classics/one-six", dice=4)
        >>> plan.settings
        {'dice': 4}
    """

    def __init__(self, id: str, made: str | Experiment, **settings: Any) -> None:
        self.id = id
        self.experiment = made if isinstance(made, Experiment) else experiment_by_name(made)
        self.question = self.experiment.custom_or_bank_question
        self.settings = self.question.resolve_parameters(settings)
        self.steps: list[LessonStep] = []
        self.discussion_prompts: tuple[str, ...] = ()
        self.own: dict[str, Any] = {}
        self.faults: list[str] = []
        """Faults of cells that a kernel has run, each with its place. The page displays them instead of the lesson."""
        self.prose_values = experiment_prose_values(self.experiment, self.settings)

    # -- numbers and steps -------------------------------------------------------------------

    @record_faults
    def let(self, **values: Any) -> None:
        """Define named values that the prose can use as placeholders.

        Args:
            **values: Values by name. Probabilities and means are Fractions. Other values are written unchanged.

        Raises:
            ValueError: The prose already has a value of this name.

        Example:
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
        """Add a worked example: the prediction of a person, trials, and the exact answer in one picture.

        The seed of the lesson determines the trials. No trials are left out, so an interval may not contain the exact
        probability.

        Args:
            text: Prose of the step.
            name: Name of the experiment.
            chips: Number of prediction chips on each outcome, in the order of the outcomes.
            title: Title of the picture.
            runs: Number of trials.
            **settings: Parameters of the experiment.

        Raises:
            ValueError: The chips do not fit the outcomes, or their sum is not the number of prediction chips.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.example("A die first.", "classics/spinner", chips=[10, 10], title="A spinner")
            >>> plan.require_step("example").extra_data["chips"]
            {1: 10, 9: 10}
        """
        shown = experiment_by_name(name)
        given = shown.custom_or_bank_question.resolve_parameters(settings) if shown.question_id else settings
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
        """Add the Play step: a few trials by hand, each with a prediction, and a link to the whole game.

        Args:
            text: Prose of the step.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.play("Throw four dice.")
            >>> plan.steps[-1].kind
            'play'
        """
        self._add("play", text)

    @record_faults
    def build(self, text: str, line: str, parts: Sequence[str], start: str = "coin : last") -> None:
        """Add a step in which pupils build the experiment as a chance model.

        Args:
            text: Prose of the step.
            line: A right model in notation. Any model with the same values and probabilities is accepted.
            parts: Parts that the palette offers (widgets/builder/parts.py).
            start: Initial model on the canvas.

        Raises:
            ValueError: The model does not have the answer of the question of this lesson.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.build("Put it together.", "4d6 : count 6 >= 1", ["d", "count"])
            >>> plan.has_step("machine")
            True
        """
        asks = self.question
        made = make_model_task(line, parts, start, asks.exact_value(**self.settings) if asks.kind == "chance" else None)
        if not is_model_for_question(
            line, asks.exact_value(**self.settings), self.experiment.exact_distribution(**self.settings)
        ):
            raise ValueError(f"“{line}” does not give the answer of this lesson's question.")
        self._add("machine", text, machine=made)

    @record_faults
    def predict(self, text: str, manner: str = "chips") -> None:
        """Add the prediction.

        Args:
            text: Prose of the step.
            manner: "chips" for chips on the outcomes, or "fraction" for the probability of the event.

        Raises:
            ValueError: There is no such manner, or the experiment asks for a mean and not for a probability.

        Example:
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
        """Add the step in which pupils run trials, 1, 10 or 1000 at a time.

        Args:
            text: Prose of the step.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.run("Run it.")
            >>> plan.has_step("run")
            True
        """
        self._add("run", text)

    @record_faults
    def compare(self, text: str) -> None:
        """Add the step that compares prediction, trials and exact answer in one picture.

        Args:
            text: Prose of the step.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.compare("It is {exact}.")
            >>> plan.require_step("compare").prose
            'It is {exact}.'
        """
        self._add("compare", text)

    @record_faults
    def why(self, text: str) -> None:
        """Add the explain task.

        After the task, the prose explains the answer, and the page lists the terms of the answer.

        Args:
            text: Prose of the explanation.

        Example:
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
        """Add a step that changes one setting. The pupil first predicts in which direction the answer moves.

        Args:
            text: Prose of the step.
            because: Reason for the direction.
            up: Reply to pupils who wrongly predict that the answer rises.
            same: Reply to pupils who wrongly predict that the answer stays the same.
            down: Reply to pupils who wrongly predict that the answer falls.
            **setting: The one parameter that changes, with its new value.

        Raises:
            ValueError: Not exactly one setting changes, it keeps its value, or a text is false for the right direction.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.change("A fifth die.", because="One more try.", dice=5)
            >>> plan.require_step("change").extra_data["setting"]
            {'dice': 5}
        """
        if len(setting) != 1:
            raise ValueError("Change one thing.")
        self.question.resolve_parameters({**self.settings, **setting})
        if setting.items() <= self.settings.items():
            ((name, value),) = setting.items()
            raise ValueError(f"{name} is {short_repr(value)} already. Change it to another value.")
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
        self._add("change", text, setting=setting, because=because, replies=replies, direction=way)

    @record_faults
    def data(self, text: str, experiment_name_by_device: Mapping[str, str]) -> None:
        """Add a step in which pupils compare their own data with a model.

        Pupils count real outcomes, and the page shows how often samples of the model deviate as much.

        Args:
            text: Prose of the step.
            experiment_name_by_device: Label of each device, and the name of the experiment without settings that is
                its model.

        Raises:
            ValueError: There is no model.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.data("Throw your own.", {"a die": "classics/one-die"})
            >>> plan.has_step("data")
            True
        """
        experiments = {words: experiment_by_name(name) for words, name in experiment_name_by_device.items()}
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
        """Add a step in which pupils sort values of one parameter by the answer, from lowest to highest.

        Args:
            text: Prose of the step.
            id: Id of the question.
            parameter: Name of the parameter.
            choices: Values of the parameter in the order of the page. It must not be the right order.
            because: Reason for the order.
            optional: Whether the pupil can skip this step.
            **settings: Other parameters of the question.

        Raises:
            ValueError: The choices are sorted already, or there are not three different answers or more.

        Example:
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
        """Add the step with check questions. A seed determines their parameters.

        Args:
            text: Prose of the step.
            ids: Ids of questions of the bank, or custom questions.
            further: Additional optional questions.
            elsewhere: Id of a question that applies the idea outside of games.
            aside: Ids of questions in `ids` that are optional too. They keep their places for saved progress.

        Raises:
            ValueError: A question is listed twice or names no mistake, or an id in `aside` is not in `ids`.

        Example:
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
        for asks in asked:
            if not asks.misconceptions:
                raise ValueError(
                    f"The question {asks.id} names no mistake, so nothing could be said to a wrong answer. Name at "
                    "least one."
                )
        near = [id for id in aside if id not in [asks.id for asks in asked[: len(ids)]]]
        if near:
            raise ValueError(f"{short_repr(near[0])} is not asked here, so it cannot stand aside.")
        needed = [number for number, asks in enumerate(asked[: len(ids)]) if asks.id not in aside]
        self._add("check", text, questions=asked, needed=tuple(needed), elsewhere=elsewhere)

    @record_faults
    def back(self, text: str) -> None:
        """Add the step that returns to the position, where the answer now decides an action.

        Args:
            text: Prose of the step.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("gems", "harem/gem", least=3)
            >>> plan.back("Back to the table.")
            >>> plan.game.id
            'harem'
        """
        self._add("back", text)

    @record_faults
    def sum(self, text: str) -> None:
        """Add the last step: the main idea of the lesson, and its applications.

        Args:
            text: Prose of the step.

        Example:
            >>> from widgets import Plan
            >>> plan = Plan("dice", "classics/one-six", dice=4)
            >>> plan.sum("More dice, more sixes.")
            >>> plan.has_step("sum")
            True
        """
        self._add("sum", text)

    @record_faults
    def for_teachers(self, *prompts: str) -> None:
        """Add prompts for a discussion to the teacher sheet.

        Args:
            *prompts: One text for each prompt.

        Example:
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
        wrong = false_claim_message(prose_to_plain_text(text, self.prose_values))
        if wrong:
            raise ValueError(wrong)

    # -- asking ------------------------------------------------------------------------------

    def require_step(self, kind: str) -> LessonStep:
        """Return the step of this kind. Raise ValueError if the lesson has no such step."""
        for step in self.steps:
            if step.kind == kind:
                return step
        raise ValueError(f"The lesson {self.id} has no step {short_repr(kind)}.")

    def has_step(self, kind: str) -> bool:
        """Return whether there is a step of this kind."""
        return any(step.kind == kind for step in self.steps)

    def require_complete(self) -> None:
        """Raise ValueError unless the plan has all required steps."""
        missing = [kind for kind in REQUIRED_STEPS if not self.has_step(kind)]
        if missing:
            raise ValueError(f"The lesson {self.id} has no step {', '.join(missing)}.")

    @property
    def game(self) -> Game | None:
        """Game of the lesson, or None."""
        return game_with_served_cards(self.question.game) if self.question.game else None

    @property
    def odds(self) -> Any:
        """Odds object of the game, with the card tables of this server. The result is None without a game."""
        return self.game.odds if self.game else None

    @property
    def should_show_confidence_intervals(self) -> bool:
        """Whether charts show confidence intervals. They do not before the lesson that introduces intervals."""
        order, first = lesson_order(), school_terms()[INTERVAL_TERM].lesson
        return self.id not in order[: order.index(first)]

    @property
    def prediction_mode(self) -> PredictionMode:
        """Mode of the prediction: "chips" or "fraction"."""
        mode: PredictionMode = self.require_step("predict").extra_data["manner"]
        return mode

    def columns_and_probabilities(self) -> tuple[list[str], dict[str, Fraction]]:
        """Return the columns for prediction chips: the names, and the exact probability of each."""
        return columns_and_probabilities(self.experiment, self.settings, self.prediction_mode)

    def misconception_distribution(self, mistake: str) -> dict[str, Fraction] | None:
        """Return the distribution that a pupil with a misconception expects, by column, or None if it is unknown."""
        made = self.experiment
        if mistake not in made.misconception_distributions or self.prediction_mode != "chips":
            return None
        dist = made.misconception_distributions[mistake](**self.settings)
        return {made.outcome_name(outcome): dist.p(outcome) for outcome in made.exact_distribution(**self.settings)}

    def column_of_outcome(self, outcome: Any) -> str:
        """Return the column in which an outcome of a trial is counted."""
        return column_of_outcome(self.experiment, self.settings, self.prediction_mode, outcome)

    @cached_property
    def column_values(self) -> dict[str, float]:
        """Value of each column: 1 or 0 for a running proportion, or the outcome's value for a running mean."""
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
    """Return the values for the placeholders in the prose, for the lesson's question at these settings."""
    asks = made.custom_or_bank_question
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
