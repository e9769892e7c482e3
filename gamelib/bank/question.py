"""Question: one entry of the bank of probability questions.

A question has an exact answer, a second method with the same result, and a simulation with a close result. Its wrong
answers belong to named misconceptions, each with a reply. The functions take the parameters of the question as keyword
arguments. Omitted parameters have their defaults. A function that needs card tables also has an argument `odds`, which
is the odds object of the game (`game.odds`).

Prompt, hints and replies are format strings over the parameters and the values of `text_values`, so that these texts
contain no typed numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import import_module
from inspect import signature
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

from ..dist import Dist
from ..validation import short_repr
from .expressions import TextValue, fill_in

if TYPE_CHECKING:
    from ..base_game import Game

NO_PROBABILITY = {
    True: "This number is more than 1, and no probability is: 1 already means that it always happens.",
    False: "This number is less than 0, and no probability is: 0 already means that it never happens.",
}
"""Reason why a number is not a probability, by whether it is too large."""
MAX_PRODUCTS = 6
"""Maximum number of products that every learner adds up by hand. Longer sums are optional."""
CERTAINTY_TRIALS = 300
"""Number of trials that must all give the mean before it counts as certain."""
Answer: TypeAlias = Fraction | Dist[Any]
Kind = Literal["chance", "mean", "distribution"]
T = TypeVar("T")


@cache
def has_odds_argument(function: Callable[..., Any]) -> bool:
    """Return whether a function has an argument `odds`. Such a function needs card tables."""
    return "odds" in signature(function).parameters


@cache
def published_odds(game: str) -> Any:
    """Return the odds object of a game for its published card tables."""
    return import_module(f"..games.{game}.odds", __package__).published_odds


@dataclass(frozen=True, slots=True)
class Parameter:
    """Number or word that a question depends on."""

    default: Any
    choices: tuple[Any, ...]
    label: str
    """Meaning of the parameter, used as the label of its control."""
    choice_labels: Mapping[Any, str] = field(default_factory=dict)
    """Display texts of choices that are not readable words."""

    def choice_label(self, choice: Any) -> Any:
        """Return the display text of a choice."""
        return self.choice_labels.get(choice, choice)

    def label_with_choice(self, choice: Any) -> str:
        """Return a choice after the label of the parameter, for example "guards 2".

        If the text of the choice contains the label, the label is not added.
        """
        said = str(self.choice_label(choice))
        return said if self.label in said else f"{self.label} {said}"


@dataclass(frozen=True, slots=True)
class Misconception:
    """Typical wrong method with its answer and the reply to it."""

    name: str
    wrong_answer: Callable[..., Fraction]
    reply: str
    id: str = "other"
    """Id of the misconception in misconceptions.toml."""


class WrongAnswer(NamedTuple):
    """Wrong answer that a misconception gives for particular parameters."""

    misconception_name: str
    value: Fraction
    reply: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Figure of a question: the name of a chart function, and its arguments."""

    chart: str
    data: Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class TreeNode:
    """Node of a tree figure: label, probability (None for a choice), value, children and kind."""

    label: str
    probability: Fraction | None = None
    value: str = ""
    children: tuple[TreeNode, ...] = ()
    kind: Literal["choice", "chance", "end"] = "end"


def why_no_probability(value: Fraction) -> str:
    """Return a sentence with the reason why a number is not a probability, or "" for a number from 0 to 1.

    >>> why_no_probability(Fraction(4, 3))
    'This number is more than 1, and no probability is: 1 already means that it always happens.'
    >>> why_no_probability(Fraction(1, 3))
    ''
    """
    return "" if 0 <= value <= 1 else NO_PROBABILITY[value > 1]


def _nothing(**_: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Question:
    """Probability question with its exact answer, second method and simulation.

    `kind` is the type of the answer: "chance", "mean" or "distribution".

    >>> from gamelib import questions
    >>> asks = next(one for one in questions() if one.id == "classic-one-six")
    >>> asks.kind, asks.exact()
    ('chance', Fraction(671, 1296))
    """

    id: str
    game: str
    """Id of the game, or "" for a question without a game."""
    title: str
    prompt: str
    concept: str
    rules: tuple[str, ...]
    level: Literal["easy", "medium", "hard"]
    kind: Kind
    exact_function: Callable[..., Answer]
    """Exact answer."""
    check_function: Callable[..., Answer]
    """Exact answer by an independent method."""
    trial_function: Callable[..., Hashable]
    """One simulated trial, `trial_function(rng, **parameters)`: True or False, a number, or an outcome."""
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]
    figure: Figure
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    text_values_function: Callable[..., Mapping[str, Any]] = _nothing
    """Values for prompt, hints and replies, in addition to the parameters."""
    unit: str = ""
    """Unit of a mean for an axis, or "" for a probability."""
    model_expression_function: Callable[..., str] | None = None
    """Notation of the chance model (gamelib.chance) with the same answer, from parameters and text values, or None."""
    allows_certainty: bool = False
    """Whether a certain answer is the point of the question, for example of a calculation without chance. Pages choose
    no certain settings of any other question."""
    products: Callable[..., int] | None = None
    """Approximate number of products in a computation by hand. None means one fraction or a few."""
    terms: tuple[str, ...] = ()
    """Terms of terms.toml that a learner needs for this question."""
    source: str = ""
    """File of the question, for error messages."""
    odds: Any = None
    """Odds object of the game, set by `for_game`. None means the odds of the published tables."""

    def for_game(self, game: Game) -> Question:
        """Return the same question with the card tables of this game.

        Args:
            game: Game of the question, for example with corrected card tables.

        Raises:
            ValueError: The question is about another game.

        Example:
            >>> from gamelib import game, questions
            >>> asks = questions(game("harem"))[0]
            >>> asks.for_game(game("harem")).exact() == asks.exact()
            True
        """
        if game.id != self.game:
            raise ValueError(f"Question {self.id} is about {self.game!r}, not {game.id!r}.")
        return replace(self, odds=game.odds)

    def bind_odds(self, function: Callable[..., T]) -> Callable[..., T]:
        """Bind the odds of the game to a function of this question, if the function has the argument `odds`."""
        if not self.game or not has_odds_argument(function):
            return function
        return partial(function, odds=published_odds(self.game) if self.odds is None else self.odds)

    def resolve_parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameter values, with defaults for missing ones.

        Args:
            given: Parameters by name.

        Raises:
            ValueError: A name or value is unknown, or the answer at these settings would be certain.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.resolve_parameters({})
            {'dice': 4}
        """
        for name, value in given.items():
            if name not in self.parameters:
                has = ", ".join(self.parameters) or "none"
                raise ValueError(f"Question {self.id} has no parameter {short_repr(name)}; it has {has}.")
            if value not in self.parameters[name].choices:
                can = ", ".join(map(repr, self.parameters[name].choices))
                raise ValueError(f"Question {self.id}: {name} cannot be {short_repr(value)}; it can be {can}.")
        settings = {name: given.get(name, parameter.default) for name, parameter in self.parameters.items()}
        if not self.can_be_asked(settings):
            chosen = ", ".join(f"{name} {value!r}" for name, value in settings.items())
            raise ValueError(f"Question {self.id} is not asked with {chosen}: the answer would be certain.")
        return settings

    @cached_property
    def _results(self) -> dict[tuple[Any, ...], Any]:
        """Cache of computed results, by the name of the function and the values of the parameters."""
        return {}

    def _result_at(self, name: str, compute: Callable[..., Any], settings: Mapping[str, Any]) -> Any:
        """Return the result of a function at these settings. The result is computed only once."""
        key = (name, *(settings[parameter] for parameter in self.parameters))
        if key not in self._results:
            self._results[key] = compute(**settings)
        return self._results[key]

    def _answer_at(self, settings: Mapping[str, Any]) -> Answer:
        answer: Answer = self._result_at("answer", self.bind_odds(self.exact_function), settings)
        return answer

    def is_certain(self, settings: Mapping[str, Any]) -> bool:
        """Return whether the result is certain with these parameter values.

        This holds for a probability of 0 or 1, and for a mean if each trial gives the mean.

        >>> from gamelib import questions
        >>> asks = next(one for one in questions() if one.id == "emira-herd")
        >>> asks.is_certain({"camels": 5}), asks.is_certain({"camels": 6})
        (False, True)
        """
        certain: bool = self._result_at("certain", self._has_one_result, settings)
        return certain

    def _has_one_result(self, **settings: Any) -> bool:
        answer = self._answer_at(settings)
        if isinstance(answer, Dist):
            return len(answer) == 1
        if self.kind == "chance":
            return answer in (0, 1)
        rng, trial = Random(0), self.bind_odds(self.trial_function)
        return all(trial(rng, **settings) == answer for _ in range(CERTAINTY_TRIALS))

    def can_be_asked(self, settings: Mapping[str, Any]) -> bool:
        """Return whether the question accepts these parameter values.

        Probabilities of 0 or 1 are refused. Certain means are accepted, because lessons compare them with other means.

        >>> from gamelib import questions
        >>> asks = next(one for one in questions() if one.id == "hadara-in-play")
        >>> asks.can_be_asked({"seats": 4, "cards": "red"}), asks.can_be_asked({"seats": 5, "cards": "red"})
        (True, False)
        """
        return self.kind != "chance" or self.is_offered(settings)

    def is_offered(self, settings: Mapping[str, Any]) -> bool:
        """Return whether pages may choose these values. Values with a certain answer need `allows_certainty`.

        >>> from gamelib import questions
        >>> asks = next(one for one in questions() if one.id == "towers-closing-cost")
        >>> asks.is_offered({"opponents": 3, "which": "right"}), asks.is_offered({"opponents": 3, "which": "left"})
        (True, False)
        """
        return self.allows_certainty or not self.is_certain(settings)

    def offered_settings(self) -> list[dict[str, Any]]:
        """Return all parameter values that pages may choose.

        >>> from gamelib import questions
        >>> asks = next(one for one in questions() if one.id == "classic-one-six")
        >>> asks.offered_settings()[:2]
        [{'dice': 2}, {'dice': 3}]
        """
        chosen = product(*(parameter.choices for parameter in self.parameters.values()))
        every = (dict(zip(self.parameters, values, strict=True)) for values in chosen)
        return [settings for settings in every if self.is_offered(settings)]

    def model_expression(self, **parameters: Any) -> str:
        """Return the notation of the chance model with this answer.

        The answer of the model is the probability of "yes", or the mean of its statistic.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Returns:
            One line of notation, or "" if there is no such model.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.model_expression()
            '4d6 : count 6 >= 1'
        """
        if self.model_expression_function is None:
            return ""
        given = self.resolve_parameters(parameters)
        return self.bind_odds(self.model_expression_function)({**given, **self.text_values(**given)})

    def exact(self, **parameters: Any) -> Answer:
        """Return the exact answer.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Returns:
            A Fraction for a probability or a mean, or a Dist for a distribution.

        Raises:
            ValueError: The question has no such parameter, or the value is not one of its choices.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.exact(dice=2)
            Fraction(11, 36)
        """
        return self._answer_at(self.resolve_parameters(parameters))

    def exact_value(self, **parameters: Any) -> Fraction:
        """Return the exact answer of a question about a probability or a mean.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Raises:
            ValueError: The question asks for a distribution, or a parameter is invalid.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.exact_value(dice=2)
            Fraction(11, 36)
        """
        answer = self.exact(**parameters)
        if not isinstance(answer, Fraction):
            raise ValueError(f"Question {self.id} asks for a distribution.")
        return answer

    def check(self, **parameters: Any) -> Answer:
        """Compute the answer with the second method, which is independent of `exact`.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Returns:
            The answer, which must equal the answer of `exact`.

        Raises:
            ValueError: The question has no such parameter, or the value is not one of its choices.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.check(dice=2) == asks.exact(dice=2)
            True
        """
        return self.bind_odds(self.check_function)(**self.resolve_parameters(parameters))

    def simulate(self, n: int, rng: Random, **parameters: Any) -> Counter[Any]:
        """Return the count of each result in n trials.

        Args:
            n: Number of trials.
            rng: Source of all random numbers.
            **parameters: Parameters of the question. Missing parameters have their default values.

        Example:
            >>> from random import Random
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> sum(asks.simulate(100, Random(1)).values())
            100
        """
        settings, trial = self.resolve_parameters(parameters), self.bind_odds(self.trial_function)
        return Counter(trial(rng, **settings) for _ in range(n))

    def estimate(self, counts: Mapping[Any, int], outcome: Any = True) -> tuple[float, float]:
        """Estimate the answer from the counts of simulated results.

        Args:
            counts: Count of each result.
            outcome: Result whose probability is estimated. Questions about a mean ignore this argument.

        Returns:
            The estimate and its standard error.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.estimate({True: 25, False: 75})
            (0.25, 0.04330127018922193)
        """
        n = sum(counts.values())
        if self.kind == "mean":
            mean = sum(x * k for x, k in counts.items()) / n
            variance = sum((x - mean) ** 2 * k for x, k in counts.items()) / max(1, n - 1)
            return float(mean), float((variance / n) ** 0.5)
        p = counts.get(outcome, 0) / n
        return p, (p * (1 - p) / n) ** 0.5

    def text_values(self, **settings: Any) -> Mapping[str, Any]:
        """Return the values, apart from the parameters, that the prompt, hints and replies use.

        Args:
            **settings: All parameters of the question.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> sorted(asks.text_values(**asks.resolve_parameters({})))
            ['missed']
        """
        values: Mapping[str, Any] = self._result_at("texts", self.bind_odds(self.text_values_function), settings)
        return values

    def is_laborious(self, settings: Mapping[str, Any]) -> bool:
        """Return whether a computation by hand needs more than `MAX_PRODUCTS` multiplications.

        >>> from gamelib import questions
        >>> asks = next(one for one in questions() if one.id == "classic-birthday")
        >>> asks.is_laborious({"people": 10}), asks.is_laborious({"people": 23})
        (False, True)
        """
        return self.products is not None and self.bind_odds(self.products)(**settings) > MAX_PRODUCTS

    def _fill(self, text: str, given: Mapping[str, Any]) -> str:
        settings = self.resolve_parameters(given)
        shown = {name: parameter.choice_label(settings[name]) for name, parameter in self.parameters.items()}
        values = {name: TextValue(value) for name, value in {**shown, **self.text_values(**settings)}.items()}
        return fill_in(text, values, f"{self.source}: question {self.id!r}")

    def prompt_text(self, **parameters: Any) -> str:
        """Return the question as a text with the values of its parameters.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.prompt_text(dice=2)
            'You roll a die 2 times. What is the probability of at least one six?'
        """
        return self._fill(self.prompt, parameters)

    def hint_text(self, number: int, **parameters: Any) -> str:
        """Return a hint as a text.

        Args:
            number: Number of the hint, counted from 0.
            **parameters: Parameters of the question. Missing parameters have their default values.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> asks.hint_text(0)
            'What is the opposite of “at least one six”? No roll is a six.'
        """
        return self._fill(self.hints[number], parameters)

    def wrong_answers(self, **parameters: Any) -> list[WrongAnswer]:
        """Return the misconceptions that lead to a wrong answer with these parameters.

        Misconceptions that lead to the right answer for these parameters are omitted. If a wrong answer exceeds 1, the
        reply explains why a probability cannot exceed 1.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Returns:
            The wrong answers, one for each misconception.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> [(wrong.misconception_name, wrong.value) for wrong in asks.wrong_answers(dice=2)]
            [('Adding 1/6 for each roll', Fraction(1, 3)), ('The probability of no six', Fraction(25, 36))]
        """
        return list(self._result_at("mistakes", self._compute_wrong_answers, self.resolve_parameters(parameters)))

    def _compute_wrong_answers(self, **settings: Any) -> list[WrongAnswer]:
        right = self._answer_at(settings)
        mistakes = []
        for wrong in self.misconceptions:
            value, reply = self.bind_odds(wrong.wrong_answer)(**settings), self._fill(wrong.reply, settings)
            if value != right:
                why = why_no_probability(value) if self.kind == "chance" else ""
                mistakes.append(WrongAnswer(wrong.name, value, f"{reply} {why}".rstrip()))
        return mistakes

    def chart_arguments(self, **parameters: Any) -> Mapping[str, Any]:
        """Return the arguments of the chart function of the figure.

        Args:
            **parameters: Parameters of the question. Missing parameters have their default values.

        Example:
            >>> from gamelib import questions
            >>> asks = next(one for one in questions() if one.id == "classic-one-six")
            >>> sorted(asks.chart_arguments(dice=2))
            ['root', 'title']
        """
        return self.bind_odds(self.figure.data)(**self.resolve_parameters(parameters))
