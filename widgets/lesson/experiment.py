"""Experiments of lessons by name, with prediction, trial and explanation.

Each game has its own module of experiments.

An experiment connects a question of the bank with the outcomes for prediction chips, the dice or cards of a trial, the
terms of its exact answer, and positions of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from pathlib import Path as FilePath
from random import Random
from typing import Any, Literal, TypeAlias

from plotly.graph_objects import Figure

import gamelib
from gamelib import Dist, Question, Record
from gamelib.bank.question import Misconception
from gamelib.number_format import format_answer
from gamelib.validation import short_repr as short_repr

from ..chart.trial import GAP as GAP
from ..chart.trial import Trial as Trial
from ..chart.trial import TrialItem as TrialItem
from ..chart.trial import dice_items as dice_items
from ..page.card_overrides import game_with_served_cards
from .arithmetic import ExpressionError, evaluate_expression

GAMES_FOLDER = FilePath(__file__).parent.parent / "games"
CLASSICS = "classics"
"""Group of experiments without a game: coins, dice, urns."""
_REGISTERED: dict[str, dict[str, Experiment]] = {}
"""Group -> name -> experiment, filled by `register_experiments`."""
MAX_PREDICTION_OPTIONS = 4
PredictionMode: TypeAlias = Literal["chips", "fraction"]
"""Chips on the outcomes, or the probability of the event."""


@dataclass(frozen=True, slots=True)
class MiniGameView:
    """View of a mini-game at one moment. If it has no action labels, the mini-game is over."""

    visible_items: tuple[TrialItem, ...]
    message: str
    prompt: str = ""
    action_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeCell:
    """Cell of a sample space. It represents `weight` equally likely cases.

    `explanation` says why the cell is favourable or not.
    """

    label: str
    is_favourable: bool
    explanation: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class SampleSpacePrompt:
    """Sample space that the pupil writes down before the rest of the explain task.

    A list or a tree consists of rows with one letter for each step, such as "HHT". A grid has row and column headings.
    """

    layout: str
    """Layout "list", "grid" or "tree"."""
    prompt: str
    required_outcomes: tuple[str, ...] = ()
    grid_headings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For a grid: the prompt and the headings of its rows and of its columns."""


@dataclass(frozen=True, slots=True)
class SelectCellsTask:
    """Explain task: select the favourable cells. `rows` and `columns` are headings. "die 3" is drawn as a die."""

    prompt: str
    cell_noun: str
    """Plural noun for the cells, such as "pairs"."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[OutcomeCell, ...]
    """Cells, row by row."""
    sample_space_prompt: SampleSpacePrompt | None = None
    """Sample space to write down first. None if the cells are given."""
    follow_up_questions: tuple[ChoiceQuestion, ...] = ()
    """Questions after the cells are found."""

    @property
    def favourable_cells(self) -> frozenset[int]:
        """Indices of the favourable cells."""
        return frozenset(n for n, cell in enumerate(self.cells) if cell.is_favourable)

    def probability_of_cells(self, cell_indices: Iterable[int]) -> Fraction:
        """Return the probability of the selected cells."""
        return Fraction(sum(self.cells[n].weight for n in cell_indices), sum(cell.weight for cell in self.cells))


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """Branch of a tree with its probability and the labels of its ancestors, from the root.

    `is_favourable` says whether the branch is marked as favourable, or is None without a mark.
    """

    label: str
    probability_text: str
    ancestor_labels: tuple[str, ...] = ()
    is_favourable: bool | None = None


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """Question with a right option and wrong options, each with a reply. In a tree task, it adds branches."""

    prompt: str
    correct_option: str
    distractors: tuple[tuple[str, str], ...]
    new_branches: tuple[TreeBranch, ...] = ()
    """Branches that the right option adds to the tree."""

    def __post_init__(self) -> None:
        """Remove each distractor that, at these settings, equals the right option or an earlier distractor."""
        wrong = {
            text: reply for text, reply in reversed(self.distractors) if not _is_same_piece(text, self.correct_option)
        }
        object.__setattr__(self, "distractors", tuple(wrong.items())[::-1])

    @property
    def options_correct_first(self) -> tuple[str, ...]:
        """Options with the right option first. The page shuffles them."""
        return (self.correct_option, *(text for text, _ in self.distractors))


def _is_same_piece(one: str, other: str) -> bool:
    """Return whether two options have the same text, or are expressions with the same value."""
    if one == other:
        return True
    with suppress(ExpressionError):
        return evaluate_expression(one).value == evaluate_expression(other).value
    return False


@dataclass(frozen=True, slots=True)
class BuildTreeTask:
    """Explain task: build the answer branch by branch."""

    prompt: str
    questions: tuple[ChoiceQuestion, ...]
    sample_space_prompt: SampleSpacePrompt | None = None
    """Sample space to write down first."""


@dataclass(frozen=True, slots=True)
class OrderStepsTask:
    """Explain task: sort the steps of an argument. The steps in this object are in the right order."""

    prompt: str
    steps: tuple[str, ...]
    follow_up_questions: tuple[ChoiceQuestion, ...] = ()
    """Questions after the order is found."""


ExplainTask = SelectCellsTask | BuildTreeTask | OrderStepsTask


def choice_questions(task: ExplainTask) -> tuple[ChoiceQuestion, ...]:
    """Return those questions of an explain task that have options, in order."""
    return task.questions if isinstance(task, BuildTreeTask) else task.follow_up_questions


@dataclass(frozen=True, slots=True)
class AnswerTerm:
    """One summand of the exact answer. The values of all terms add up to the answer."""

    label: str
    value: Fraction
    formula_text: str
    """Formula of the term, such as "5 of 36 pairs" or "2/3 × 7/12"."""
    detail: str = ""
    position_key: Hashable = None
    """Argument of `Experiment.position_after` for the position that the term leads to, or None if there is none."""


@dataclass(frozen=True)
class Experiment:
    """Random experiment for predictions, trials and explanations.

    The functions of an experiment take the settings of the question as keyword arguments.
    """

    exact_distribution: Callable[..., Dist[Any]]
    """Exact distribution of the outcomes that get prediction chips."""
    run_trial: Callable[..., Trial[Any]]
    """One trial, `run_trial(rng, **settings)`.

    It uses dice or cards, not `exact_distribution`, and returns visible items.
    """
    outcome_label: str
    """Axis label for the outcomes."""
    question_id: str = ""
    """Id of the question in the bank. Empty for an experiment that is only an example."""
    custom_question: Question | None = None
    """Question that is not in the bank."""
    is_favourable: Callable[..., bool] | None = None
    """Whether an outcome is favourable: `is_favourable(outcome, **settings)`. None for a mean."""
    outcome_value: Callable[..., Fraction] | None = None
    """Value of an outcome in the mean: `outcome_value(outcome, **settings)`. None if the outcomes are numbers."""
    event_labels_template: str = ""
    """Labels of the event and its complement, filled with the settings: "worth {least} or more|worth less"."""
    unit: str = ""
    """Unit of a mean, such as "cards that come to your debt"."""
    outcome_names: Mapping[Any, str] = field(default_factory=dict)
    """Names of outcomes that are not numbers."""
    answer_terms: Callable[..., list[AnswerTerm]] | None = None
    explain_task: Callable[..., ExplainTask] | None = None
    """Task of the Why step, which comes before the terms are displayed."""
    lookup_table: Callable[..., tuple[tuple[str, ...], ...]] | None = None
    """Values of the results as rows of a small table. Then the question need not describe them in words."""
    mini_game_view: Callable[..., MiniGameView] | None = None
    """Mini-game of the Play step: `mini_game_view(rng, moves, **settings)`.

    It returns the view after these actions, with a new generator for each call. Without it, the Play step consists of a
    few trials, each with a prediction.
    """
    is_lookup_spoiler: bool = False
    """Whether `lookup_table` would reveal the answer of the mini-game, and is not displayed next to it."""
    run_button_label: str = "Go"
    """Button label of a trial, such as "Roll a gem"."""
    explanation_figure: Callable[..., Figure] | None = None
    """Figure that explains the answer, if it differs from the figure of the question."""
    misconception_distributions: Mapping[str, Callable[..., Dist[Any]]] = field(default_factory=dict)
    """Distribution that a pupil with a misconception expects, by name of the misconception.

    The names are those of the question and of `prediction_only_misconceptions`.
    """
    prediction_only_misconceptions: tuple[Misconception, ...] = ()
    """Misconceptions that only prediction chips can show, in addition to those of the bank."""
    chart_caption: Callable[..., str] | None = None
    """Caption of the outcomes, if it differs from the caption of the question's figure."""
    start_position: Callable[..., Record] | None = None
    """Position in which the question comes up, with a person to act at the first seat."""
    position_after: Callable[..., Record] | None = None
    """Position that a term leads to: `position_after(position_key, **settings)`."""

    @property
    def custom_or_bank_question(self) -> Question:
        """Question of the experiment. Raise ValueError if the experiment has no question."""
        return self.custom_question or question_by_id(self.question_id)

    def value_in_mean(self, outcome: Any, settings: Mapping[str, Any]) -> Fraction:
        """Return the number that an outcome contributes to the mean."""
        return self.outcome_value(outcome, **settings) if self.outcome_value else Fraction(outcome)

    def exact_probability_or_mean(self, settings: Mapping[str, Any]) -> Fraction:
        """Return the answer computed from the outcomes: the probability of favourable outcomes, or the mean."""
        dist = self.exact_distribution(**settings)
        if self.is_favourable:
            return sum((dist.p(outcome) for outcome in dist if self.is_favourable(outcome, **settings)), Fraction(0))
        return sum((dist.p(outcome) * self.value_in_mean(outcome, settings) for outcome in dist), Fraction(0))

    def event_and_complement_labels(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """Return the labels of the event and of its complement."""
        asked, others = self.event_labels_template.format_map(settings).split("|")
        return asked, others

    def outcome_name(self, outcome: Any) -> str:
        """Return the name of an outcome."""
        return self.outcome_names.get(outcome, str(outcome))

    def prediction_options(self, settings: Mapping[str, Any]) -> dict[str, frozenset[Any]]:
        """Return the options to predict before a trial of the Play step, as a mapping from labels to outcomes."""
        outcomes = list(self.exact_distribution(**settings))
        if self.is_favourable:
            yes = frozenset(outcome for outcome in outcomes if self.is_favourable(outcome, **settings))
            return dict(zip(self.event_and_complement_labels(settings), (yes, frozenset(outcomes) - yes), strict=True))
        if len(outcomes) <= MAX_PREDICTION_OPTIONS:
            return {self.outcome_name(outcome): frozenset({outcome}) for outcome in outcomes}
        half = len(outcomes) // 2
        words = f"up to {self.outcome_name(outcomes[half - 1]).rpartition('–')[2]}", "more"
        return dict(zip(words, (frozenset(outcomes[:half]), frozenset(outcomes[half:])), strict=True))

    def with_outcome_names(self, values_by_outcome: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return a mapping by outcome for a figure, with the names of outcomes that have names."""
        return {
            self.outcome_name(outcome) if self.outcome_names else outcome: value
            for outcome, value in values_by_outcome.items()
        }


def question_by_id(id: str) -> Question:
    """Return a question of the bank by its id. Raise ValueError if there is no such question."""
    if not isinstance(id, str):
        raise ValueError(f"A question is named by its id, not by {short_repr(id)}.")
    for asked in gamelib.questions():
        if asked.id == id:
            return asked.for_game(game_with_served_cards(asked.game)) if asked.game else asked
    raise ValueError(
        f"There is no question {short_repr(id)} in the bank.{_near(id, [one.id for one in gamelib.questions()])}"
    )


def experiment_by_name(name: str) -> Experiment:
    """Return the experiment "game/name". Raise ValueError if there is no such experiment."""
    if not isinstance(name, str):
        raise ValueError(f"An experiment is named by a text, not by {short_repr(name)}.")
    game, _, own = name.partition("/")
    experiments = _experiments(game)
    if own not in experiments:
        raise ValueError(f"There is no experiment {short_repr(name)}.{_near(name, experiment_names()) or _there(name)}")
    return experiments[own]


def _near(name: str, known: list[str]) -> str:
    """Return a sentence with the known names that are similar to a name, or "" if there are none."""
    near = get_close_matches(name, known, 3)
    return f" Do you mean {' or '.join(near)}?" if near else ""


def _there(name: str) -> str:
    """Return a sentence with the experiments of the named game, or with the first parts of all names."""
    game = name.partition("/")[0]
    own = [f"{game}/{one}" for one in _experiments(game)]
    rooms = dict.fromkeys(one.partition("/")[0] + "/…" for one in experiment_names())
    return f" There are {', '.join(own or rooms)}."


def experiment_names() -> list[str]:
    """Return the names of all experiments of all games."""
    return [f"{game}/{name}" for game in (CLASSICS, *gamelib.all_games()) for name in _experiments(game)]


def _experiments(game: str) -> dict[str, Experiment]:
    """Return the experiments of a game or of CLASSICS, by name. The first request imports the module of the game."""
    known = game in _REGISTERED or game not in gamelib.all_games()
    if not known and (GAMES_FOLDER / game / "lessons" / "experiments.py").is_file():
        import_module(f"..games.{game}.lessons.experiments", __package__)
    return _REGISTERED.get(game, {})


def register_experiments(group: str, experiments: Mapping[str, Experiment]) -> None:
    """Register experiments as "group/name". `group` is the id of a game, or CLASSICS."""
    _REGISTERED[group] = dict(experiments)


def simulate_outcomes(made: Experiment, rng: Random, settings: Mapping[str, Any], n: int) -> list[Any]:
    """Return the outcomes of n trials."""
    return [made.run_trial(rng, **settings).outcome for _ in range(n)]


def column_of_outcome(
    made: Experiment, settings: Mapping[str, Any], prediction_mode: PredictionMode, outcome: Any
) -> str:
    """Return the column in which an outcome counts: its own name, or the label of the event or its complement."""
    if prediction_mode == "fraction":
        assert made.is_favourable is not None
        yes, no = made.event_and_complement_labels(settings)
        return yes if made.is_favourable(outcome, **settings) else no
    return made.outcome_name(outcome)


def columns_and_probabilities(
    made: Experiment, settings: Mapping[str, Any], prediction_mode: PredictionMode
) -> tuple[list[str], dict[str, Fraction]]:
    """Return the columns for prediction chips: the names in order, and the exact probability of each column."""
    dist: Dist[Any] = made.exact_distribution(**settings)
    exact: dict[str, Fraction] = (
        dict.fromkeys(made.event_and_complement_labels(settings), Fraction(0)) if prediction_mode == "fraction" else {}
    )
    for outcome in dist:
        name = column_of_outcome(made, settings, prediction_mode, outcome)
        exact[name] = exact.get(name, Fraction(0)) + dist.p(outcome)
    return list(exact), exact


def answer_text(asks: Question, value: Fraction) -> str:
    """Return the text of an answer to the question."""
    return format_answer(value, asks.kind == "chance")
