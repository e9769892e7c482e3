"""What a lesson predicts, runs and explains: experiments, by name. Each game's are in a module of its own.

An experiment ties a question of the bank to outcomes on which chips can be put, to the dice or cards that are
thrown for a run, to the paths its exact answer is summed from, and to positions of the game.
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
from typing import Any

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
from ..page.card_overrides import served_game
from .arithmetic import ExpressionError, evaluate_expression

GAMES_FOLDER = FilePath(__file__).parent.parent / "games"
CLASSICS = "classics"
"""Where experiments without a game are: coins, dice, urns."""
_REGISTERED: dict[str, dict[str, Experiment]] = {}
"""Group -> name -> experiment: what `register_experiments` was given."""
MAX_PREDICTION_OPTIONS = 4


@dataclass(frozen=True, slots=True)
class MiniGameView:
    """What a mini-table shows at one moment; without moves its game is over."""

    visible_items: tuple[TrialItem, ...]
    message: str
    prompt: str = ""
    action_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeCell:
    """One cell of a sample space: `weight` equally likely cases. `say`: why it counts, or why not."""

    label: str
    is_favourable: bool
    explanation: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class SampleSpacePrompt:
    """A sample space that the pupil writes down first, before anything is asked of it.

    A list or a tree has `rows`, words of one letter a step: "HHT". A grid has the heads of its rows and of its columns.
    """

    layout: str
    """list, grid or tree."""
    prompt: str
    required_outcomes: tuple[str, ...] = ()
    grid_headings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a grid: what is asked of the rows and of the columns, and what they are."""


@dataclass(frozen=True, slots=True)
class SelectCellsTask:
    """To build: tap the cells that count. `rows` and `columns` head the grid; "die 3" is drawn as a die."""

    prompt: str
    cell_noun: str
    """What the cells count, in the plural: "pairs"."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[OutcomeCell, ...]
    """Row by row."""
    sample_space_prompt: SampleSpacePrompt | None = None
    """What is to be written down before; none where the cells are given."""
    follow_up_questions: tuple[ChoiceQuestion, ...] = ()
    """What is asked when the cells are found."""

    @property
    def favourable_cells(self) -> frozenset[int]:
        """The numbers of the cells that count."""
        return frozenset(n for n, cell in enumerate(self.cells) if cell.is_favourable)

    def probability_of_cells(self, cell_indices: Iterable[int]) -> Fraction:
        """The chance that the tapped cells give."""
        return Fraction(sum(self.cells[n].weight for n in cell_indices), sum(cell.weight for cell in self.cells))


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """A branch of a drawn tree with its chance, `under` the texts from the root. `good`: it counts, or not."""

    label: str
    probability_text: str
    ancestor_labels: tuple[str, ...] = ()
    is_favourable: bool | None = None


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """One branch of a tree to grow: a question, the right piece, wrong pieces with a reply each."""

    prompt: str
    correct_option: str
    distractors: tuple[tuple[str, str], ...]
    new_branches: tuple[TreeBranch, ...] = ()
    """What the right piece lets grow on the tree that is drawn beside."""

    def __post_init__(self) -> None:
        """A wrong piece that comes to the right number at these settings, or stands there already, is none."""
        wrong = {
            text: reply for text, reply in reversed(self.distractors) if not _is_same_piece(text, self.correct_option)
        }
        object.__setattr__(self, "distractors", tuple(wrong.items())[::-1])

    @property
    def options(self) -> tuple[str, ...]:
        """The right piece first; the page shows them in an order of its own."""
        return (self.correct_option, *(text for text, _ in self.distractors))


def _is_same_piece(one: str, other: str) -> bool:
    """Whether two pieces say the same: in words, or as lines of arithmetic that come to the same number."""
    if one == other:
        return True
    with suppress(ExpressionError):
        return evaluate_expression(one).value == evaluate_expression(other).value
    return False


@dataclass(frozen=True, slots=True)
class BuildTreeTask:
    """To build: the answer grows branch by branch."""

    prompt: str
    questions: tuple[ChoiceQuestion, ...]
    sample_space_prompt: SampleSpacePrompt | None = None
    """What is to be written down before."""


@dataclass(frozen=True, slots=True)
class OrderStepsTask:
    """To build: the steps of the reasoning, here in the right order."""

    prompt: str
    steps: tuple[str, ...]
    follow_up_questions: tuple[ChoiceQuestion, ...] = ()
    """What is asked when the order is found."""


ExplainTask = SelectCellsTask | BuildTreeTask | OrderStepsTask


def choice_questions(task: ExplainTask) -> tuple[ChoiceQuestion, ...]:
    """The questions with options that are asked of it, in their order."""
    return task.questions if isinstance(task, BuildTreeTask) else task.follow_up_questions


@dataclass(frozen=True, slots=True)
class AnswerTerm:
    """One way to a part of the answer; the terms of all paths add up to the exact answer."""

    label: str
    value: Fraction
    formula_text: str
    """The term as it is worked out: "5 of 36 pairs", "2/3 × 7/12"."""
    detail: str = ""
    position_key: Hashable = None
    """What `Experiment.after` needs to open the position it leads to; None if it leads to none."""


@dataclass(frozen=True)
class Experiment:
    """Something that can be predicted, run and worked out. Functions take the question's settings as keywords."""

    exact_distribution: Callable[..., Dist[Any]]
    """The exact distribution over the outcomes that chips are put on."""
    run_trial: Callable[..., Trial]
    """One run, `see(rng, **settings)`: an outcome found with dice or cards, not from `outcomes`, and what is seen."""
    outcome_label: str
    """What the outcomes are, in words, for the axis."""
    question_id: str = ""
    """Its id in the bank; none for an experiment that only serves as an example."""
    custom_question: Question | None = None
    """Its question, where that stands in no bank."""
    is_favourable: Callable[..., bool] | None = None
    """`asked(outcome, **settings)`: whether the outcome is what the question asks the chance of. None for a mean."""
    outcome_value: Callable[..., Fraction] | None = None
    """`worth(outcome, **settings)`: what the outcome counts in the mean; None for outcomes that are numbers."""
    event_labels_template: str = ""
    """The asked outcomes and the others in words that the settings fill: "worth {least} or more|worth less"."""
    unit: str = ""
    """What a mean counts, in words: "cards that come to your debt"."""
    outcome_names: Mapping[Any, str] = field(default_factory=dict)
    """Words for outcomes that are no numbers to show."""
    answer_terms: Callable[..., list[AnswerTerm]] | None = None
    explain_task: Callable[..., ExplainTask] | None = None
    """What the pupil builds in Why, before the paths are told."""
    lookup_table: Callable[..., tuple[tuple[str, ...], ...]] | None = None
    """What a result is worth, as rows of a small table; then the question need not say `format_answer` in words."""
    mini_game_view: Callable[..., MiniGameView] | None = None
    """A small table of its own for Play, `mini(rng, moves, **settings)`: the moment after these moves, from a fresh
    generator each time. Without one, Play is a few runs, each called before."""
    is_lookup_spoiler: bool = False
    """Whether `lookup` would tell what the mini-table asks, and is not shown beside it."""
    run_button_label: str = "Go"
    """What a run is called on its button: "Roll a gem"."""
    explanation_figure: Callable[..., Figure] | None = None
    """The picture that explains the answer, if it is another than that of the question."""
    misconception_distributions: Mapping[str, Callable[..., Dist[Any]]] = field(default_factory=dict)
    """Of mistakes of its question or of `thoughts`, by name: the distribution that somebody expects who thinks so."""
    prediction_only_misconceptions: tuple[Misconception, ...] = ()
    """Mistakes that chips may show and no typed number would: beside those of the bank, for the prediction alone."""
    chart_caption: Callable[..., str] | None = None
    """The sentence over the outcomes, if it is another than that over the question's picture."""
    start_position: Callable[..., Record] | None = None
    """The position in which the question comes up, a person to choose at the first seat."""
    position_after: Callable[..., Record] | None = None
    """`after(place, **settings)`: the position that a path leads to."""

    @property
    def resolved_question(self) -> Question:
        """Its question of the bank. ValueError if it has none."""
        return self.custom_question or question_by_id(self.question_id)

    def value_in_mean(self, outcome: Any, settings: Mapping[str, Any]) -> Fraction:
        """What an outcome counts in the mean."""
        return self.outcome_value(outcome, **settings) if self.outcome_value else Fraction(outcome)

    def exact_answer(self, settings: Mapping[str, Any]) -> Fraction:
        """The answer as its own outcomes give it: the chance of the asked ones, or the mean."""
        dist = self.exact_distribution(**settings)
        if self.is_favourable:
            return sum((dist.p(outcome) for outcome in dist if self.is_favourable(outcome, **settings)), Fraction(0))
        return sum((dist.p(outcome) * self.value_in_mean(outcome, settings) for outcome in dist), Fraction(0))

    def event_and_complement_labels(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """The asked outcomes and the others in words."""
        asked, others = self.event_labels_template.format_map(settings).split("|")
        return asked, others

    def outcome_name(self, outcome: Any) -> str:
        """An outcome in words."""
        return self.outcome_names.get(outcome, str(outcome))

    def prediction_options(self, settings: Mapping[str, Any]) -> dict[str, frozenset[Any]]:
        """What can be called before a run of the mini-table: words -> the outcomes that make it come true."""
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
        """A mapping by outcome as a figure takes it: numbers stay, named outcomes are called by their names."""
        return {
            self.outcome_name(outcome) if self.outcome_names else outcome: value
            for outcome, value in values_by_outcome.items()
        }


def question_by_id(id: str) -> Question:
    """A question of the bank by its id. ValueError if there is none."""
    if not isinstance(id, str):
        raise ValueError(f"A question is named by its id, not by {short_repr(id)}.")
    for asked in gamelib.questions():
        if asked.id == id:
            return asked.for_game(served_game(asked.game)) if asked.game else asked
    raise ValueError(
        f"There is no question {short_repr(id)} in the bank.{_near(id, [one.id for one in gamelib.questions()])}"
    )


def experiment_by_name(name: str) -> Experiment:
    """The experiment "game/name". ValueError if there is none."""
    if not isinstance(name, str):
        raise ValueError(f"An experiment is named by a text, not by {short_repr(name)}.")
    game, _, own = name.partition("/")
    experiments = _experiments(game)
    if own not in experiments:
        raise ValueError(f"There is no experiment {short_repr(name)}.{_near(name, experiment_names()) or _there(name)}")
    return experiments[own]


def _near(name: str, known: list[str]) -> str:
    """What may have been meant, as a sentence behind another one."""
    near = get_close_matches(name, known, 3)
    return f" Do you mean {' or '.join(near)}?" if near else ""


def _there(name: str) -> str:
    """What there is: the experiments of the game that was named, or the first parts of all names."""
    game = name.partition("/")[0]
    own = [f"{game}/{one}" for one in _experiments(game)]
    rooms = dict.fromkeys(one.partition("/")[0] + "/…" for one in experiment_names())
    return f" There are {', '.join(own or rooms)}."


def experiment_names() -> list[str]:
    """All experiments, of every game that has any."""
    return [f"{game}/{name}" for game in (CLASSICS, *gamelib.all_games()) for name in _experiments(game)]


def _experiments(game: str) -> dict[str, Experiment]:
    """Those of a game, or of none (CLASSICS), by name. The module of a game is loaded when it is first asked for."""
    known = game in _REGISTERED or game not in gamelib.all_games()
    if not known and (GAMES_FOLDER / game / "lessons" / "experiments.py").is_file():
        import_module(f"..games.{game}.lessons.experiments", __package__)
    return _REGISTERED.get(game, {})


def register_experiments(group: str, experiments: Mapping[str, Experiment]) -> None:
    """Make experiments known as "group/name". `group`: the id of a game, or CLASSICS."""
    _REGISTERED[group] = dict(experiments)


def simulate_outcomes(made: Experiment, rng: Random, settings: Mapping[str, Any], n: int) -> list[Any]:
    """The outcomes of n runs."""
    return [made.run_trial(rng, **settings).outcome for _ in range(n)]


def column_of_outcome(made: Experiment, settings: Mapping[str, Any], prediction_mode: str, outcome: Any) -> str:
    """The name under which an outcome is counted: its own, or that of the asked outcomes or the others."""
    if prediction_mode == "fraction":
        assert made.is_favourable is not None
        yes, no = made.event_and_complement_labels(settings)
        return yes if made.is_favourable(outcome, **settings) else no
    return made.outcome_name(outcome)


def columns_and_probabilities(
    made: Experiment, settings: Mapping[str, Any], prediction_mode: str
) -> tuple[list[str], dict[str, Fraction]]:
    """What chips are put on: the names in order, and the exact chance of each."""
    dist: Dist[Any] = made.exact_distribution(**settings)
    exact: dict[str, Fraction] = (
        dict.fromkeys(made.event_and_complement_labels(settings), Fraction(0)) if prediction_mode == "fraction" else {}
    )
    for outcome in dist:
        name = column_of_outcome(made, settings, prediction_mode, outcome)
        exact[name] = exact.get(name, Fraction(0)) + dist.p(outcome)
    return list(exact), exact


def answer_text(asks: Question, value: Fraction) -> str:
    """An answer of the question in words."""
    return format_answer(value, asks.kind == "chance")
