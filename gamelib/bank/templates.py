"""Question templates: the mathematics of one kind of question, without any text.

A template computes the exact answer by a formula and by an independent method. A template also simulates one trial and
computes the wrong answers of common misconceptions. The fields of a template are plain numbers. The entry of a question
in a TOML file says where these numbers come from: a parameter, a card table or the rules engine.

The independent method is the exact solver of `gamelib.chance`, which shares no code with the formula. A template
without a chance model has its own second method and its own trial.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations, product
from math import comb, perm, prod
from operator import eq, ge, gt, le, lt
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, Self

from ..chance import model
from ..dist import Dist

Kind = Literal["chance", "mean"]
Weights = Mapping[Any, int]
LAST_BAR = 25
"""Bar of a waiting time for this draw and all later ones."""
MAX_WEIGHT = 10**6
"""Maximum weight in the notation of chance models."""
cached_model = lru_cache(1024)(model)


@dataclass(frozen=True, kw_only=True)
class QuestionTemplate(ABC):
    """One kind of question with its numbers filled in."""

    kind: ClassVar[Kind]
    has_chance_model: ClassVar[bool] = True
    """Whether the notation of chance models can express the template."""
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {}
    """Method of the wrong answer by misconception id. Without an entry it is `wrong_answer_` and the id."""
    labels: tuple[str, str] = ("wanted", "other")
    """Words for the two kinds of result in the chance model, as pupils read them in the Builder."""

    @abstractmethod
    def exact_answer(self) -> Fraction:
        """Return the exact answer by a formula."""

    @abstractmethod
    def chance_model_text_or_empty(self) -> str:
        """Return the notation of the chance model that answers the question, or "" if there is none."""

    def answer_by_second_method(self) -> Fraction:
        """Return the exact answer by an independent method, the solver of the chance model."""
        exact = cached_model(self.chance_model_text_or_empty()).exact()
        result = exact.dist.p("yes") if self.kind == "chance" else exact.mean
        assert isinstance(result, Fraction)
        return result

    def run_trial(self, rng: Random) -> Any:
        """Simulate the question once. Return True or False for a probability, or a number for a mean."""
        value = cached_model(self.chance_model_text_or_empty()).sample(rng)
        return value == "yes" if self.kind == "chance" else value

    @classmethod
    def has_wrong_answer(cls, misconception: str) -> bool:
        """Return whether the template has a wrong answer for a misconception."""
        return hasattr(cls, cls._wrong_answer_method(misconception))

    @classmethod
    def _wrong_answer_method(cls, misconception: str) -> str:
        default = f"wrong_answer_{misconception.replace('-', '_')}"
        return cls.wrong_answer_method_by_misconception.get(misconception, default)

    def wrong_answer(self, misconception: str) -> Fraction:
        """Return the wrong answer of a misconception by its id. Raise AttributeError if there is no formula."""
        result: Fraction = getattr(self, self._wrong_answer_method(misconception))()
        return result

    def with_numbers(self, **numbers: Any) -> Self:
        """Return the same template with other numbers.

        Many wrong answers are the right answer of the template with other numbers.
        """
        return replace(self, **numbers)

    def distribution(self) -> Dist[Any]:
        """Return the distribution for the figure. Raise ValueError if the template has no distribution."""
        raise ValueError(f"{type(self).__name__} has no distribution to show.")

    def values_for_texts(self) -> dict[str, Any]:
        """Return numbers that texts and formulas of an entry may use, by name."""
        return {}


@dataclass(frozen=True, kw_only=True)
class DrawCountProbabilityQuestion(QuestionTemplate):
    """Probability of a number of wanted items among several draws.

    The number has a hypergeometric distribution without replacement and a binomial distribution with replacement. Dice,
    coins and spinners are draws with replacement. The event is "at least" or "exactly" a number of wanted items.
    """

    kind: ClassVar[Kind] = "chance"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "used-up": "wrong_answer_without_replacement",
        "share-for-chance": "wrong_answer_count_over_draws",
        "outcome-approach": "wrong_answer_draws_always_succeed",
        "and-for-or": "wrong_answer_success_in_every_draw",
        "independence-assumed": "wrong_answer_product_over_wanted_items",
        "given-for-any": "wrong_answer_particular_item_drawn",
    }
    population: int
    successes: int
    draws: int
    at_least: int | None = None
    exactly: int | None = None
    replacement: bool = False

    @property
    def failures(self) -> int:
        """Number of items that are not wanted."""
        return self.population - self.successes

    @property
    def event_threshold(self) -> int:
        """Number that the event names, for example 2 for "at least 2" and for "exactly 2"."""
        limit = self.exactly if self.at_least is None else self.at_least
        assert limit is not None, "an entry says at_least or exactly"
        return limit

    def is_event(self, count: int) -> bool:
        """Return whether the event has happened if this number of wanted items was drawn."""
        return count == self.exactly if self.at_least is None else count >= self.at_least

    def distribution(self) -> Dist[int]:
        if not self.replacement:
            return Dist.hypergeometric(self.population, self.successes, self.draws)
        return Dist(
            {
                k: comb(self.draws, k) * self.successes**k * self.failures ** (self.draws - k)
                for k in range(self.draws + 1)
            }
        )

    def exact_answer(self) -> Fraction:
        return self.distribution().p(self.is_event)

    def chance_model_text_or_empty(self) -> str:
        counts = zip(self.labels, (self.successes, self.failures), strict=True)
        items = ",".join(f"{label}*{count}" for label, count in counts if count)
        event = f">= {self.at_least}" if self.exactly is None else f"= {self.exactly}"
        return f"{self.draws} {'spin' if self.replacement else 'deck'}{{{items}}} : count {self.labels[0]} {event}"

    def answer_by_second_method(self) -> Fraction:
        if 0 < self.successes < self.population:
            return super().answer_by_second_method()
        return Fraction(self.is_event(self.draws if self.successes else 0))

    def run_trial(self, rng: Random) -> bool:
        if self.replacement:
            return self.is_event(sum(rng.randrange(self.population) < self.successes for _ in range(self.draws)))
        return self.is_event(sum(item < self.successes for item in rng.sample(range(self.population), self.draws)))

    def values_for_texts(self) -> dict[str, Any]:
        return {
            "population": self.population,
            "successes": self.successes,
            "failures": self.failures,
            "draws": self.draws,
            "p": Fraction(self.successes, self.population),
            "q": Fraction(self.failures, self.population),
            "mean": Fraction(self.draws * self.successes, self.population),
        }

    def wrong_answer_linearity(self) -> Fraction:
        """Multiply the probability of one draw by the number of draws."""
        return Fraction(self.draws * self.successes, self.population)

    def wrong_answer_with_replacement(self) -> Fraction:
        """Treat draws without replacement as draws with replacement."""
        return self.with_numbers(replacement=True).exact_answer()

    def wrong_answer_without_replacement(self) -> Fraction:
        """Treat draws with replacement as draws without replacement."""
        return self.with_numbers(replacement=False).exact_answer()

    def wrong_answer_complement_forgotten(self) -> Fraction:
        """Give the probability of the complement."""
        return 1 - self.exact_answer()

    def wrong_answer_exactly_for_at_least(self) -> Fraction:
        """Give the probability of exactly this number of wanted items instead of at least this number."""
        return self.with_numbers(at_least=None, exactly=self.event_threshold).exact_answer()

    def wrong_answer_single_trial(self) -> Fraction:
        """Give the probability for a single draw."""
        return Fraction(self.failures if self.is_event(0) else self.successes, self.population)

    def wrong_answer_order_ignored(self) -> Fraction:
        """Count only one order: the wanted items first, then the other items."""
        hits, misses = self.event_threshold, self.draws - self.event_threshold
        if self.replacement:
            return Fraction(self.successes**hits * self.failures**misses, self.population**self.draws)
        return Fraction(perm(self.successes, hits) * perm(self.failures, misses), perm(self.population, self.draws))

    def wrong_answer_equiprobability(self) -> Fraction:
        """Treat all possible numbers of wanted items as equally likely."""
        return Fraction(sum(map(self.is_event, self.distribution())), len(self.distribution()))

    def wrong_answer_count_over_draws(self) -> Fraction:
        """Divide the number that the event names by the number of draws."""
        return Fraction(self.event_threshold, self.draws)

    def wrong_answer_mean_decides(self) -> Fraction:
        """Return the answer of a pupil who thinks that the expected number of successes always occurs."""
        mean = Fraction(self.draws * self.successes, self.population)
        return 1 - mean if self.exactly == 0 else Fraction(self.is_event(round(mean)))

    def wrong_answer_product_over_wanted_items(self) -> Fraction:
        """Multiply the probabilities of the wanted items, computed separately for each item."""
        return self.with_numbers(successes=self.draws, draws=self.successes, replacement=True).exact_answer()

    def wrong_answer_particular_item_drawn(self) -> Fraction:
        """Give the probability that one particular wanted item is drawn."""
        return Fraction(self.draws, self.population)

    def wrong_answer_success_in_every_draw(self) -> Fraction:
        """Give the probability of a wanted item in every draw."""
        return self.with_numbers(at_least=None, exactly=self.draws).exact_answer()

    def wrong_answer_draws_always_succeed(self) -> Fraction:
        """Treat every draw as a certain success."""
        return Fraction(self.is_event(self.draws))


@dataclass(frozen=True, kw_only=True)
class MeanWaitingTimeQuestion(QuestionTemplate):
    """Mean number of draws up to and including the first success.

    The number of draws has a geometric distribution with replacement and a negative hypergeometric distribution without
    replacement. `offset` is the number of draws at the start that cannot succeed.
    """

    kind: ClassVar[Kind] = "mean"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "used-up": "wrong_answer_without_replacement",
        "other-average": "wrong_answer_mode_for_mean",
        "given-for-any": "wrong_answer_particular_success",
    }
    population: int
    successes: int
    replacement: bool = True
    offset: int = 0

    def exact_answer(self) -> Fraction:
        if self.replacement:
            return self.offset + Fraction(self.population, self.successes)
        return self.offset + Fraction(self.population + 1, self.successes + 1)

    def chance_model_text_or_empty(self) -> str:
        if self.successes == self.population:
            return f"{self.offset + 1} d1 : tries"
        device, (hit, miss) = "spin" if self.replacement else "deck", self.labels
        wait = f"{device}{{{hit}*{self.successes},{miss}*{self.population - self.successes}}} until {hit} : tries"
        return f"{self.offset} deck{{first*{self.offset}}} > {wait}" if self.offset else wait

    def distribution(self) -> Dist[int]:
        misses = self.population - self.successes
        if not self.replacement:
            return Dist({self.offset + n: comb(self.population - n, self.successes - 1) for n in range(1, misses + 2)})
        shown = LAST_BAR
        first = {n: misses ** (n - 1) * self.successes * self.population ** (shown - n) for n in range(1, shown)}
        return Dist(
            {self.offset + n: ways for n, ways in first.items()}
            | {self.offset + shown: misses ** (shown - 1) * self.population}
        )

    def values_for_texts(self) -> dict[str, Any]:
        p = Fraction(self.successes, self.population)
        return {
            "population": self.population,
            "successes": self.successes,
            "p": p,
            "q": 1 - p,
            "offset": self.offset,
            "gaps": self.successes + 1,
            "mean": self.exact_answer(),
            "median": self.median(),
        }

    def median(self) -> Fraction:
        """Return the first number of draws by which a success is at least as likely as not."""
        draws, missed = 0, Fraction(1)
        while missed > Fraction(1, 2):
            left = self.population if self.replacement else self.population - draws
            missed *= Fraction(left - self.successes, left)
            draws += 1
        return Fraction(self.offset + draws)

    def wrong_answer_chance_for_wait(self) -> Fraction:
        """Give the probability of a success instead of the mean waiting time."""
        return Fraction(self.successes, self.population)

    def wrong_answer_off_by_one(self) -> Fraction:
        """Omit the successful draw. Without replacement, divide the population instead of the population plus 1."""
        return (
            self.exact_answer() - 1 if self.replacement else self.offset + Fraction(self.population, self.successes + 1)
        )

    def wrong_answer_without_replacement(self) -> Fraction:
        """Return the wrong answer that treats independent trials as draws without replacement."""
        return self.with_numbers(replacement=False).exact_answer()

    def wrong_answer_with_replacement(self) -> Fraction:
        """Return the wrong answer that treats draws without replacement as independent trials."""
        return self.with_numbers(replacement=True).exact_answer()

    def wrong_answer_mode_for_mean(self) -> Fraction:
        """Give the most likely number of draws."""
        return Fraction(self.offset + 1)

    def wrong_answer_midpoint(self) -> Fraction:
        """Give half of the number of results."""
        return Fraction(self.population, 2 * self.successes)

    def wrong_answer_extreme_case(self) -> Fraction:
        """Assume that all failures come first."""
        return Fraction(self.offset + self.population - self.successes + 1)

    def wrong_answer_particular_success(self) -> Fraction:
        """Return the mean position of one particular success, although the question asks for the first success."""
        return self.offset + Fraction(self.population + 1, 2)


@dataclass(frozen=True, kw_only=True)
class ExpectedValueQuestion(QuestionTemplate):
    """Mean of a random value, or of the sum of several draws without replacement. `outcomes` maps values to weights."""

    kind: ClassVar[Kind] = "mean"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "other-average": "wrong_answer_mode_for_mean",
        "incomplete-mean": "wrong_answer_largest_value_only",
        "reference-set": "wrong_answer_mean_over_nonzero_values",
    }
    outcomes: Weights
    draws: int = 1

    @property
    def single_draw(self) -> Dist[Any]:
        """Distribution of one draw."""
        return Dist(self.outcomes)

    def exact_answer(self) -> Fraction:
        return self.draws * self.single_draw.mean

    def chance_model_text_or_empty(self) -> str:
        if not all(isinstance(value, int) for value in self.outcomes) or max(self.outcomes.values()) > MAX_WEIGHT:
            return ""
        faces = ",".join(f"{value}*{weight}" for value, weight in self.single_draw.items())
        return f"{self.draws} deck{{{faces}}} : sum"

    def answer_by_second_method(self) -> Fraction:
        """Use the chance model.

        Without a chance model, add up tail probabilities: the mean is the sum over n of P(value > n).
        """
        if self.chance_model_text_or_empty():
            return super().answer_by_second_method()
        levels = sorted(self.single_draw)
        steps = pairwise(levels)
        tails = sum(((high - low) * self.single_draw.p_at_least(high) for low, high in steps), Fraction(0))
        return Fraction(self.draws * (levels[0] + tails))

    def run_trial(self, rng: Random) -> Any:
        if self.draws == 1:
            return self.single_draw.sample(rng)
        items = [value for value, weight in self.single_draw.items() for _ in range(weight)]
        return sum(rng.sample(items, self.draws))

    def distribution(self) -> Dist[Any]:
        if self.draws == 1:
            return self.single_draw
        hands = Dist.draws(dict(self.single_draw), self.draws)
        return hands.map(lambda hand: sum(value * n for value, n in zip(self.single_draw, hand, strict=True)))

    def values_for_texts(self) -> dict[str, Any]:
        return {
            "draws": self.draws,
            "population": self.single_draw.total,
            "total": self.single_draw.mean * self.single_draw.total,
            "single_mean": self.single_draw.mean,
            "mean": self.exact_answer(),
        }

    def wrong_answer_midpoint(self) -> Fraction:
        """Take the middle of the smallest and the largest value."""
        return self.draws * Fraction(min(self.single_draw) + max(self.single_draw), 2)

    def wrong_answer_mode_for_mean(self) -> Fraction:
        """Give the most common value instead of the mean."""
        return Fraction(self.draws * max(self.single_draw, key=lambda value: self.single_draw[value]))

    def wrong_answer_single_trial(self) -> Fraction:
        """Give the mean of a single draw."""
        return self.single_draw.mean

    def wrong_answer_largest_value_only(self) -> Fraction:
        """Count only the items with the largest value."""
        return Fraction(self.draws * max(self.single_draw) * self.single_draw.p(max(self.single_draw)))

    def wrong_answer_mean_over_nonzero_values(self) -> Fraction:
        """Give the mean over the items with a value above 0."""
        return self.draws * self.single_draw.given(lambda value: value != 0).mean


COMPARISONS = {"at_least": ge, "more_than": gt, "at_most": le, "less_than": lt, "exactly": eq}
BOUNDARY_MOVED = {"at_least": "more_than", "more_than": "at_least", "at_most": "less_than", "less_than": "at_most"}
SIGNS = {"at_least": ">=", "more_than": ">", "at_most": "<=", "less_than": "<", "exactly": "="}


class Comparison(NamedTuple):
    """Comparison with a limit, for example ("at_least", 2)."""

    name: str
    """Key of `COMPARISONS`."""
    limit: Any


@dataclass(frozen=True, kw_only=True)
class TailProbabilityQuestion(QuestionTemplate):
    """Probability that a value, or a sum of independent values, meets a limit.

    `outcomes` has pairs of a value and its weight, one for each case that a pupil may count. `known_at_least` is a
    smaller limit that is known to be met (conditional probability).
    """

    kind: ClassVar[Kind] = "chance"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "other-average": "wrong_answer_mean_for_median",
        "case-missed": "wrong_answer_single_draws_only",
        "independence-assumed": "wrong_answer_condition_multiplied",
    }
    outcomes: tuple[tuple[Any, int], ...]
    at_least: Any = None
    more_than: Any = None
    at_most: Any = None
    less_than: Any = None
    exactly: Any = None
    draws: int = 1
    known_at_least: Any = None

    @property
    def event_comparison(self) -> Comparison:
        """Comparison that defines the event, for example ("at_least", 2)."""
        given = (Comparison(name, getattr(self, name)) for name in COMPARISONS)
        return next(comparison for comparison in given if comparison.limit is not None)

    @property
    def single_draw(self) -> Dist[Any]:
        """Distribution of one value."""
        weights: dict[Any, int] = {}
        for value, weight in self.outcomes:
            weights[value] = weights.get(value, 0) + weight
        return Dist(weights)

    def is_event(self, value: Any) -> bool:
        """Return whether a value meets the limit."""
        name, limit = self.event_comparison
        return bool(COMPARISONS[name](value, limit))

    def is_known(self, value: Any) -> bool:
        """Return whether a value is consistent with the information that the question gives."""
        return self.known_at_least is None or value >= self.known_at_least

    def distribution(self) -> Dist[Any]:
        return self.single_draw.times(self.draws).given(self.is_known)

    def exact_answer(self) -> Fraction:
        return self.distribution().p(self.is_event)

    def chance_model_text_or_empty(self) -> str:
        if self.known_at_least is not None or not all(
            isinstance(value, int) for value in (*self.single_draw, self.event_comparison.limit)
        ):
            return ""
        faces = ",".join(f"{value}*{weight}" for value, weight in self.single_draw.items())
        return f"{self.draws} d{{{faces}}} : sum {SIGNS[self.event_comparison.name]} {self.event_comparison.limit}"

    def answer_by_second_method(self) -> Fraction:
        """Return the answer by listing every combination of the outcomes."""
        good = known = 0
        for values in product(self.outcomes, repeat=self.draws):
            total, ways = sum(value for value, _ in values), prod(weight for _, weight in values)
            if self.is_known(total):
                known += ways
                good += ways * self.is_event(total)
        return Fraction(good, known)

    def run_trial(self, rng: Random) -> bool:
        values, weights = zip(*self.outcomes, strict=True)
        while True:
            total = sum(rng.choices(values, weights, k=self.draws))
            if self.is_known(total):
                return self.is_event(total)

    def values_for_texts(self) -> dict[str, Any]:
        return {
            "single_mean": self.single_draw.mean,
            "mean": self.draws * self.single_draw.mean,
            "alone": self.with_numbers(draws=1).exact_answer(),
        }

    def wrong_answer_equiprobability(self) -> Fraction:
        """Treat all listed cases as equally likely."""
        cases = [value for value, _ in self.outcomes if self.is_known(value)]
        return Fraction(sum(map(self.is_event, cases)), len(cases))

    def wrong_answer_boundary(self) -> Fraction:
        """Include the limit where the event excludes it, or exclude the limit where the event includes it."""
        name, limit = self.event_comparison
        return self.with_numbers(**{name: None, BOUNDARY_MOVED[name]: limit}).exact_answer()

    def wrong_answer_mean_for_median(self) -> Fraction:
        """Give 1/2, as if the mean were the median."""
        return Fraction(1, 2)

    def wrong_answer_mean_decides(self) -> Fraction:
        """Give 1 if the mean meets the limit, and otherwise 0."""
        return Fraction(self.is_event(self.draws * self.single_draw.mean))

    def wrong_answer_linearity(self) -> Fraction:
        """Multiply the probability of one value by the number of values."""
        return self.draws * self.with_numbers(draws=1).exact_answer()

    def wrong_answer_single_draws_only(self) -> Fraction:
        """Give the probability that a single value meets the limit."""
        return 1 - (1 - self.with_numbers(draws=1).exact_answer()) ** self.draws

    def wrong_answer_order_ignored(self) -> Fraction:
        """Count one case only."""
        return Fraction(1, self.single_draw.total)

    def wrong_answer_evidence_ignored(self) -> Fraction:
        """Ignore the given information."""
        return self.with_numbers(known_at_least=None).exact_answer()

    def wrong_answer_condition_multiplied(self) -> Fraction:
        """Multiply the probability of the information and the probability of the event."""
        return self.with_numbers(known_at_least=None).exact_answer() * self.single_draw.p(self.is_known)


@dataclass(frozen=True, kw_only=True)
class BayesQuestion(QuestionTemplate):
    """Probability of the first hypothesis after a sign was observed (Bayes' theorem)."""

    kind: ClassVar[Kind] = "chance"
    has_chance_model: ClassVar[bool] = False
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "base-rate": "wrong_answer_false_alarm_complement",
    }
    prior: tuple[Any, ...]
    """Weight of each hypothesis before the sign, in any unit."""
    likelihood: tuple[Fraction, ...] = field(default=())
    """Probability of the sign under each hypothesis."""

    def exact_answer(self) -> Fraction:
        joint = [Fraction(weight) * chance for weight, chance in zip(self.prior, self.likelihood, strict=True)]
        return joint[0] / sum(joint)

    def chance_model_text_or_empty(self) -> str:
        return ""

    def answer_by_second_method(self) -> Fraction:
        """Multiply the prior odds by the likelihood ratio of the sign."""
        against = sum(
            (Fraction(weight) * chance for weight, chance in zip(self.prior[1:], self.likelihood[1:], strict=True)),
            Fraction(0),
        )
        if not against:
            return Fraction(1)
        odds = Fraction(self.prior[0]) / sum(self.prior[1:]) * self.likelihood[0] / (against / sum(self.prior[1:]))
        return Fraction(odds / (1 + odds))

    def run_trial(self, rng: Random) -> bool:
        while True:
            (hypothesis,) = rng.choices(range(len(self.prior)), [float(weight) for weight in self.prior])
            if rng.random() < self.likelihood[hypothesis]:
                return hypothesis == 0

    def values_for_texts(self) -> dict[str, Any]:
        return {"prior_chance": self.wrong_answer_evidence_ignored(), "sign": self.likelihood[0]}

    def wrong_answer_inverse(self) -> Fraction:
        """Give the probability of the sign under the hypothesis."""
        return self.likelihood[0]

    def wrong_answer_evidence_ignored(self) -> Fraction:
        """Give the prior probability, without the sign."""
        return Fraction(Fraction(self.prior[0]) / sum(self.prior))

    def wrong_answer_false_alarm_complement(self) -> Fraction:
        """Subtract only the probability of a false alarm from 1."""
        return 1 - self.likelihood[1]

    def wrong_answer_sign_as_proof(self) -> Fraction:
        """Treat the sign as a proof of the hypothesis."""
        return Fraction(1)


class KindAndItemCount(NamedTuple):
    """Size of a set of kinds: the number of kinds, and the total number of items of these kinds."""

    kinds: int
    items: int


@dataclass(frozen=True, kw_only=True)
class DifferentKindsQuestion(QuestionTemplate):
    """Probability of a number of different kinds among several draws, computed by inclusion and exclusion.

    `sizes` is the number of items of each kind. The event is "exactly" or "at most" a number of kinds, or all of the
    first `all_of` kinds.
    """

    kind: ClassVar[Kind] = "chance"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "used-up": "wrong_answer_without_replacement",
        "independence-assumed": "wrong_answer_product_over_wanted_kinds",
        "given-for-any": "wrong_answer_particular_kind_drawn",
    }
    sizes: tuple[int, ...]
    draws: int
    exactly: int | None = None
    at_most: int | None = None
    all_of: int | None = None
    replacement: bool = False

    def p_all_draws_within(self, items: int) -> Fraction:
        """Return the probability that all draws come from a group with this number of items."""
        if self.replacement:
            return Fraction(items, sum(self.sizes)) ** self.draws
        return Fraction(comb(items, self.draws), comb(sum(self.sizes), self.draws))

    def count_kind_sets_by_size(self, sizes: tuple[int, ...]) -> dict[KindAndItemCount, int]:
        """Return the number of sets of kinds, by the number of kinds and the number of items in a set."""
        found = {KindAndItemCount(0, 0): 1}
        for size in sizes:
            for (kinds, items), ways in list(found.items()):
                larger = KindAndItemCount(kinds + 1, items + size)
                found[larger] = found.get(larger, 0) + ways
        return found

    def p_exactly_kinds(self, number: int) -> Fraction:
        """Return the probability of exactly this number of different kinds."""
        kinds = len(self.sizes)
        return sum(
            (
                (-1) ** (number - k) * ways * comb(kinds - k, number - k) * self.p_all_draws_within(items)
                for (k, items), ways in self.count_kind_sets_by_size(self.sizes).items()
                if k <= number
            ),
            Fraction(0),
        )

    def distribution(self) -> Dist[int]:
        ways = sum(self.sizes) ** self.draws if self.replacement else comb(sum(self.sizes), self.draws)
        most = min(self.draws, len(self.sizes))
        return Dist({number: int(self.p_exactly_kinds(number) * ways) for number in range(1, most + 1)})

    def exact_answer(self) -> Fraction:
        if self.all_of is not None:
            rest = sum(self.sizes)
            return sum(
                (
                    (-1) ** k * ways * self.p_all_draws_within(rest - items)
                    for (k, items), ways in self.count_kind_sets_by_size(self.sizes[: self.all_of]).items()
                ),
                Fraction(0),
            )
        if self.at_most is not None:
            most = min(self.draws, len(self.sizes))
            return 1 - sum((self.p_exactly_kinds(k) for k in range(self.at_most + 1, most + 1)), Fraction(0))
        assert self.exactly is not None
        return self.p_exactly_kinds(self.exactly)

    def chance_model_text_or_empty(self) -> str:
        if self.all_of is not None:
            return ""
        event = f"= {self.exactly}" if self.at_most is None else f"<= {self.at_most}"
        if self.replacement and set(self.sizes) == {1}:
            if self.at_most == self.draws - 1:
                return f"{self.draws} d{len(self.sizes)} : differ is no"
            return f"{self.draws} d{len(self.sizes)} : kinds {event}"
        faces = ",".join(f"{n}*{size}" for n, size in enumerate(self.sizes, 1))
        return f"{self.draws} bag{{{faces}}}{' back' * self.replacement} : kinds {event}"

    def answer_by_second_method(self) -> Fraction:
        """Use the chance model. If there is none (with `all_of`), count the items of each kind draw by draw."""
        if self.all_of is None:
            return super().answer_by_second_method()
        chances = {(0,) * len(self.sizes): Fraction(1)}
        for drawn in range(self.draws):
            after: dict[tuple[int, ...], Fraction] = {}
            left = sum(self.sizes) - (0 if self.replacement else drawn)
            for counts, chance in chances.items():
                for n, size in enumerate(self.sizes):
                    items = size if self.replacement else size - counts[n]
                    key = (*counts[:n], counts[n] + 1, *counts[n + 1 :])
                    after[key] = after.get(key, Fraction(0)) + chance * Fraction(items, left)
            chances = after
        return sum((chance for counts, chance in chances.items() if all(counts[: self.all_of])), Fraction(0))

    def run_trial(self, rng: Random) -> bool:
        items = [n for n, size in enumerate(self.sizes) for _ in range(size)]
        seen = set(rng.choices(items, k=self.draws) if self.replacement else rng.sample(items, self.draws))
        if self.all_of is not None:
            return seen >= set(range(self.all_of))
        return len(seen) == self.exactly if self.at_most is None else len(seen) <= self.at_most

    def values_for_texts(self) -> dict[str, Any]:
        replaced = self.wrong_answer_with_replacement()
        return {"kinds": len(self.sizes), "population": sum(self.sizes), "replaced": replaced}

    def wrong_answer_with_replacement(self) -> Fraction:
        """Treat draws without replacement as draws with replacement."""
        return self.with_numbers(replacement=True).exact_answer()

    def wrong_answer_without_replacement(self) -> Fraction:
        """Treat draws with replacement as draws without replacement."""
        return self.with_numbers(replacement=False).exact_answer()

    def wrong_answer_product_over_wanted_kinds(self) -> Fraction:
        """Multiply the probabilities that each wanted kind is drawn."""
        every = sum(self.sizes)
        return prod(
            (1 - Fraction(every - size, every) ** self.draws for size in self.sizes[: self.all_of]), start=Fraction(1)
        )

    def wrong_answer_particular_kind_drawn(self) -> Fraction:
        """Give the probability that one particular kind is drawn."""
        return 1 - Fraction(sum(self.sizes) - self.sizes[0], sum(self.sizes)) ** self.draws

    def wrong_answer_fifty_fifty(self) -> Fraction:
        """Treat "all kinds" and "not all kinds" as equally likely."""
        return Fraction(1, 2)

    def wrong_answer_equiprobability(self) -> Fraction:
        """Treat all numbers of kinds as equally likely."""
        return Fraction(1, min(self.draws, len(self.sizes)))


@dataclass(frozen=True, kw_only=True)
class MeanOfExtremeDrawQuestion(QuestionTemplate):
    """Mean of the highest or lowest of several draws (order statistic), minus a `baseline`."""

    kind: ClassVar[Kind] = "mean"
    outcomes: Weights
    draws: int
    highest: bool = True
    replacement: bool = False
    baseline: Any = 0

    def distribution(self) -> Dist[Any]:
        values = sorted(self.outcomes, reverse=not self.highest)
        weights, reached, before = {}, 0, 0
        for value in values:
            reached += self.outcomes[value]
            ways = reached**self.draws if self.replacement else comb(reached, self.draws)
            weights[value], before = ways - before, ways
        return Dist(weights)

    def exact_answer(self) -> Fraction:
        return Fraction(self.distribution().mean - self.baseline)

    def chance_model_text_or_empty(self) -> str:
        faces = ",".join(f"{value}*{weight}" for value, weight in Dist(self.outcomes).items())
        device = "d" if self.replacement else "deck"
        return f"{self.draws} {device}{{{faces}}} : {'high' if self.highest else 'low'}"

    def answer_by_second_method(self) -> Fraction:
        return Fraction(super().answer_by_second_method() - self.baseline)

    def run_trial(self, rng: Random) -> Any:
        return super().run_trial(rng) - self.baseline

    def values_for_texts(self) -> dict[str, Any]:
        extreme = (max if self.highest else min)(self.outcomes)
        single_mean = Dist(self.outcomes).mean
        return {
            "draws": self.draws,
            "single_mean": single_mean,
            "extreme": extreme,
            "extreme_chance": self.distribution().p(extreme),
        }

    def wrong_answer_choice_ignored(self) -> Fraction:
        """Give the mean of a single draw."""
        return Fraction(Dist(self.outcomes).mean - self.baseline)

    def wrong_answer_linearity(self) -> Fraction:
        """Multiply the mean of one draw by the number of draws."""
        return Fraction(self.draws * Dist(self.outcomes).mean - self.baseline)

    def wrong_answer_extreme_case(self) -> Fraction:
        """Assume that the best of all items is drawn."""
        return Fraction((max if self.highest else min)(self.outcomes) - self.baseline)

    def wrong_answer_with_replacement(self) -> Fraction:
        """Treat draws without replacement as draws with replacement."""
        return self.with_numbers(replacement=True).exact_answer()


@dataclass(frozen=True, kw_only=True)
class AdditionRuleQuestion(QuestionTemplate):
    """Probability that a random member belongs to at least one of two groups."""

    kind: ClassVar[Kind] = "chance"
    wrong_answer_method_by_misconception: ClassVar[Mapping[str, str]] = {
        "and-for-or": "wrong_answer_probability_of_both",
    }
    population: int
    in_first: int
    in_second: int
    in_both: int

    def exact_answer(self) -> Fraction:
        return Fraction(self.in_first + self.in_second - self.in_both, self.population)

    def chance_model_text_or_empty(self) -> str:
        parts = {
            "first": self.in_first - self.in_both,
            "both": self.in_both,
            "second": self.in_second - self.in_both,
            "neither": self.population - self.in_first - self.in_second + self.in_both,
        }
        faces = ",".join(f"{name}*{n}" for name, n in parts.items() if n)
        return f"deck{{{faces}}} : count neither = 0" if parts["neither"] else ""

    def values_for_texts(self) -> dict[str, Any]:
        return {
            "population": self.population,
            "in_first": self.in_first,
            "in_second": self.in_second,
            "in_both": self.in_both,
        }

    def wrong_answer_overlap_counted_twice(self) -> Fraction:
        """Add the sizes of both groups and count the common members twice."""
        return Fraction(self.in_first + self.in_second, self.population)

    def wrong_answer_probability_of_both(self) -> Fraction:
        """Give the probability that a member belongs to both groups."""
        return Fraction(self.in_both, self.population)

    def wrong_answer_case_missed(self) -> Fraction:
        """Do not count the members that belong to both groups."""
        return Fraction(self.in_first + self.in_second - 2 * self.in_both, self.population)


@dataclass(frozen=True, kw_only=True)
class OptimalStoppingQuestion(QuestionTemplate):
    """Mean value under the best rule for accepting one of several values that are offered one by one."""

    kind: ClassVar[Kind] = "mean"
    has_chance_model: ClassVar[bool] = False
    offers: tuple[int, ...]
    draws: int
    replacement: bool = False

    def mean_value_of_waiting(self, offers: tuple[int, ...], draws: int) -> Fraction:
        """Return the mean value that the best rule accepts if these values remain and `draws` offers follow."""
        return _worth_of_waiting(tuple(sorted(offers)), draws, self.replacement)

    def exact_answer(self) -> Fraction:
        return self.mean_value_of_waiting(self.offers, self.draws)

    def chance_model_text_or_empty(self) -> str:
        return ""

    def accepted_value(self, order: tuple[int, ...]) -> int:
        """Return the value that the best rule accepts if the values come in this order."""
        left = list(self.offers)
        for place, value in enumerate(order, 1):
            if not self.replacement:
                left.remove(value)
            if place == len(order) or value >= self.mean_value_of_waiting(tuple(left), len(order) - place):
                return value
        raise AssertionError("the last value is taken")

    def answer_by_second_method(self) -> Fraction:
        """Return the mean over every order of the values, with the best rule applied in each order."""
        orders = product(self.offers, repeat=self.draws) if self.replacement else permutations(self.offers, self.draws)
        counts = Counter(orders)
        return Fraction(sum(n * self.accepted_value(order) for order, n in counts.items()), counts.total())

    def run_trial(self, rng: Random) -> int:
        return self.accepted_value(
            tuple(rng.choices(self.offers, k=self.draws) if self.replacement else rng.sample(self.offers, self.draws))
        )

    def values_for_texts(self) -> dict[str, Any]:
        return {
            "draws": self.draws,
            "best": max(self.offers),
            "single_mean": self.wrong_answer_choice_ignored(),
            "foresight": self.wrong_answer_perfect_foresight(),
        }

    def wrong_answer_choice_ignored(self) -> Fraction:
        """Give the mean of the first offer."""
        return Fraction(sum(self.offers), len(self.offers))

    def wrong_answer_perfect_foresight(self) -> Fraction:
        """Give the mean of the best value among all offers."""
        return MeanOfExtremeDrawQuestion(
            outcomes=Counter(self.offers), draws=self.draws, replacement=self.replacement
        ).exact_answer()

    def wrong_answer_extreme_case(self) -> Fraction:
        """Give the highest value."""
        return Fraction(max(self.offers))


@lru_cache(1 << 14)
def _worth_of_waiting(offers: tuple[int, ...], draws: int, replacement: bool) -> Fraction:
    if draws == 1:
        return Fraction(sum(offers), len(offers))
    worth = Fraction(0)
    for n, value in enumerate(offers):
        left = offers if replacement else (*offers[:n], *offers[n + 1 :])
        worth += max(Fraction(value), _worth_of_waiting(left, draws - 1, replacement))
    return worth / len(offers)


TEMPLATES: Mapping[str, type[QuestionTemplate]] = {
    "draw_count": DrawCountProbabilityQuestion,
    "waiting_time": MeanWaitingTimeQuestion,
    "expected_value": ExpectedValueQuestion,
    "tail_probability": TailProbabilityQuestion,
    "bayes": BayesQuestion,
    "different_kinds": DifferentKindsQuestion,
    "extreme_of_draws": MeanOfExtremeDrawQuestion,
    "addition_rule": AdditionRuleQuestion,
    "optimal_stopping": OptimalStoppingQuestion,
}
