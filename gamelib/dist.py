"""Exact probability distributions with integer weights.

A `Dist` is an immutable mapping from outcomes to positive integer weights. Only results (`p`, `mean`, `variance`) are
Fractions, because Fraction arithmetic in a loop takes ten times as long as integer arithmetic. Outcomes are hashable
values, which are sorted if they can be compared.

    >>> two_dice = Dist.dice(2, 6)
    >>> two_dice.p(7), two_dice.mean
    (Fraction(1, 6), Fraction(7, 1))
    >>> two_dice.p(lambda roll: roll >= 10)
    Fraction(1, 6)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import comb, gcd, lcm
from operator import add, index
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast

from .dataframes import make_series
from .validation import short_repr, to_python_value

if TYPE_CHECKING:
    from random import Random

    import pandas

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
MAX_TOTAL_BITS = 14_000
"""Maximum number of bits of a total that Python still converts to text."""
MAX_SIDES = 1_000_000
"""Maximum number of sides of a die, whose faces are all listed."""
MAX_SPARSE_SUMS = 100_000
"""Maximum range of a sum of numbers with gaps that is computed value by value."""
Ties = Literal["win", "lose", "split"]
_OWN = {int, str, bool, float, Fraction, type(None)}
"""Types of outcomes that need no conversion to Python types."""


def _count(n: Any, what: str) -> int:
    """Return a count as an int. 6.0 and integers of other libraries are valid. Raise ValueError for other values."""
    number = to_python_value(n)
    if isinstance(number, float) and number.is_integer():
        return int(number)
    try:
        return int(index(number))
    except TypeError:
        raise ValueError(f"{what} are a whole number, not {short_repr(n)}.") from None


def _weights_of_sum(weights: Mapping[int, int], n: int) -> dict[int, int]:
    """Return the weights of the sum of n draws, in order.

    The weights are the coefficients of a power of a polynomial, by the recurrence of Euler and Miller (Knuth, The Art
    of Computer Programming, 4.7).
    """
    low = min(weights)
    first, later = weights[low], [(number - low, weight) for number, weight in weights.items() if number > low]
    power = [first**n]
    for k in range(1, n * (max(weights) - low) + 1):
        terms = (((n + 1) * i - k) * weight * power[k - i] for i, weight in later if i <= k)
        power.append(sum(terms) // (k * first))
    return {n * low + k: weight for k, weight in enumerate(power) if weight}


def _weight(weight: Any, outcome: Any) -> int:
    """Return the weight of an outcome. Raise ValueError unless it is an integer from 0 up."""
    if type(weight) is not int:
        with suppress(ValueError):
            weight = _count(weight, "")
    if type(weight) is not int or weight < 0:
        raise ValueError(
            f"The weight of {short_repr(outcome)} is {short_repr(weight)}; weights are whole numbers from 0 up."
        )
    return weight


def _exactly(x: Any) -> Any:
    """Return an outcome as an exact number.

    A float counts as its decimal notation, because floats overflow and round.
    """
    return Fraction(repr(x)) if isinstance(x, float) else x


def _dist(other: Any) -> Dist[Any]:
    if not isinstance(other, Dist):
        raise ValueError(f"A distribution belongs here, not {short_repr(other)}.")
    return other


Event: TypeAlias = T | Callable[[T], bool] | Iterable[T]


class Dist(Mapping[T, int], Generic[T]):
    """Exact distribution: a mapping from outcomes to integer weights.

    The attribute `total` is the sum of the weights. Outcomes are in order if they can be compared.

    Example:
        >>> Dist({"red": 3, "blue": 5}).p("red")
        Fraction(3, 8)
        >>> Dist([1, 1, 2])
        Dist({1: 2, 2: 1}, total=3)
        >>> Dist({"red": -1})
        Traceback (most recent call last):
            ...
        ValueError: The weight of 'red' is -1; weights are whole numbers from 0 up.
    """

    __slots__ = ("_cumulated", "_weights", "total")
    __array_ufunc__ = None  # numpy must not compute sums of its numbers and distributions. This class computes them

    def __init__(self, weights: Mapping[T, int] | Iterable[T]) -> None:
        """Create a distribution.

        Args:
            weights: A mapping from outcomes to weights, or equally likely outcomes. Repeated outcomes count. Outcomes
                of weight 0 are dropped.

        Raises:
            ValueError: A weight is negative or not an integer, or no outcome is left.
        """
        counts: dict[T, int] = {}
        if isinstance(weights, Mapping):
            counts = dict(weights)
        else:
            if not isinstance(weights, Iterable):
                raise ValueError(
                    f"A distribution is made of outcomes, or of their weights, not of {short_repr(weights)}."
                )
            for outcome in weights:
                try:
                    counts[outcome] = counts.get(outcome, 0) + 1
                except TypeError:
                    raise ValueError(
                        f"{short_repr(outcome)} can be no outcome; a number, a text or a tuple can."
                    ) from None
        if not {type(outcome) for outcome in counts} <= _OWN:
            counts = {to_python_value(outcome): weight for outcome, weight in counts.items()}
        weighed = ((outcome, _weight(weight, outcome)) for outcome, weight in counts.items())
        kept = {outcome: weight for outcome, weight in weighed if weight}
        if not kept:
            raise ValueError("A distribution needs at least one outcome of positive weight.")
        try:
            kept = {outcome: kept[outcome] for outcome in sorted(cast(Any, kept))}
        except TypeError:  # outcomes without an order, such as words and numbers together
            kept = {outcome: kept[outcome] for outcome in sorted(kept, key=lambda one: (type(one).__name__, repr(one)))}
        self._weights: dict[T, int] = kept
        self.total: int = sum(kept.values())
        self._cumulated: tuple[list[T], list[int]] | None = None

    @staticmethod
    def _from_ordered_weights(weights: dict[U, int]) -> Dist[U]:
        """Create a distribution from positive weights in order, without checks."""
        made: Dist[U] = Dist.__new__(Dist)
        made._weights, made.total, made._cumulated = weights, sum(weights.values()), None
        return made

    # -- building ----------------------------------------------------------------------------

    @staticmethod
    def die(sides: int) -> Dist[int]:
        """Return the distribution of one fair die with the faces 1 to `sides`.

        Args:
            sides: Number of faces, from 1 to 1,000,000.

        Raises:
            ValueError: The number is not whole, or too large to list all faces.

        Example:
            >>> Dist.die(4)
            Dist({1: 1, 2: 1, 3: 1, 4: 1}, total=4)
        """
        if (number := _count(sides, "Sides")) > MAX_SIDES:
            raise ValueError(f"A die has at most {MAX_SIDES:,} sides, not {short_repr(number)}.")
        return Dist(range(1, number + 1))

    @staticmethod
    def dice(n: int, sides: int) -> Dist[int]:
        """Return the distribution of the sum of fair dice.

        Args:
            n: Number of dice.
            sides: Number of faces of each die.

        Example:
            >>> Dist.dice(2, 6).p(7)
            Fraction(1, 6)
        """
        return Dist.die(sides).times(n)

    @staticmethod
    def draws(counts: Mapping[U, int], n: int) -> Dist[tuple[int, ...]]:
        """Return the multivariate hypergeometric distribution: counts of several kinds in draws without replacement.

        Args:
            counts: Number of cards of each kind.
            n: Number of drawn cards.

        Returns:
            The distribution. Each outcome is a tuple of counts, in the order of `counts`.

        Raises:
            ValueError: There are fewer than `n` cards.

        Example:
            >>> Dist.draws({"red": 3, "blue": 5}, 2)
            Dist({(0, 2): 10, (1, 1): 15, (2, 0): 3}, total=28)
            >>> Dist.draws({"red": 3}, 4)
            Traceback (most recent call last):
                ...
            ValueError: Cannot draw 4 of 3 cards.
        """
        counts, n = {kind: _count(have, "Cards") for kind, have in counts.items()}, _count(n, "Draws")
        if min(counts.values(), default=0) < 0 or not 0 <= n <= sum(counts.values()):
            raise ValueError(f"Cannot draw {n} of {sum(counts.values())} cards.")
        hands: list[tuple[tuple[int, ...], int, int]] = [((), n, 1)]  # counts so far, number of cards to draw, ways
        room = sum(counts.values())
        for have in counts.values():
            room -= have  # the other kinds must be able to fill the hand
            ways_of = [comb(have, k) for k in range(have + 1)]
            hands = [
                ((*hand, k), left - k, ways * ways_of[k])
                for hand, left, ways in hands
                for k in range(max(0, left - room), min(have, left) + 1)
            ]
        return Dist._from_ordered_weights({hand: ways for hand, _, ways in hands})

    @staticmethod
    def hypergeometric(population: int, successes: int, n: int) -> Dist[int]:
        """Return the distribution of the number of successes in draws without replacement (hypergeometric).

        Args:
            population: Number of all cards.
            successes: Number of cards that count as a success.
            n: Number of drawn cards.

        Raises:
            ValueError: `successes` or `n` is larger than the population.

        Example:
            >>> Dist.hypergeometric(8, 3, 2).p(2)
            Fraction(3, 28)
        """
        population, successes, n = (_count(cards, "Cards") for cards in (population, successes, n))
        if not (0 <= successes <= population and 0 <= n <= population):
            raise ValueError(f"Cannot draw {n} of {population} cards, {successes} of them good.")
        return Dist({k: comb(successes, k) * comb(population - successes, n - k) for k in range(min(successes, n) + 1)})

    @staticmethod
    def mixture(parts: Iterable[tuple[Dist[U], int]]) -> Dist[U]:
        """Return the mixture of several distributions: choose a distribution by weight, then an outcome from it.

        Args:
            parts: Pairs of a distribution and its weight, a whole number.

        Returns:
            The distribution of the outcome.

        Example:
            >>> Dist.mixture([(Dist.die(6), 1), (Dist([6]), 1)]).p(6)
            Fraction(7, 12)
        """
        weighed = [(dist, _weight(weight, dist)) for dist, weight in parts]
        pairs = [(dist, weight) for dist, weight in weighed if weight]
        common = lcm(*(dist.total for dist, _ in pairs))
        mixed: dict[U, int] = {}
        for dist, weight in pairs:
            scale = weight * (common // dist.total)
            for outcome, ways in dist._weights.items():
                mixed[outcome] = mixed.get(outcome, 0) + scale * ways
        return Dist(mixed)

    # -- mapping -----------------------------------------------------------------------------

    def __getitem__(self, outcome: T) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        """Return whether both distributions have the same probabilities. Weights 1 and 1 are equivalent to 2 and 2."""
        if not isinstance(other, Dist):
            return NotImplemented
        return self._reduced() == other._reduced()

    def __hash__(self) -> int:
        return hash(frozenset(self._reduced().items()))

    def __repr__(self) -> str:
        if self.total.bit_length() > MAX_TOTAL_BITS:
            return f"<Dist of {len(self)} outcomes with very large weights>"
        shown = ", ".join(f"{outcome}: {weight}" for outcome, weight in self._weights.items())
        return f"Dist({{{shown}}}, total={self.total})"

    def _reduced(self) -> dict[T, int]:
        common = reduce(gcd, self._weights.values())
        return {outcome: weight // common for outcome, weight in self._weights.items()}

    # -- queries -----------------------------------------------------------------------------

    def _has(self, event: Event[T]) -> Callable[[T], bool]:
        """Return a function that tests whether an outcome belongs to an event.

        Raises:
            ValueError: The value cannot be an event.
        """
        if callable(event):
            return event
        with suppress(TypeError):
            if event in self._weights:
                return lambda outcome: bool(outcome == event)
        alike = isinstance(event, tuple | frozenset) and any(isinstance(outcome, type(event)) for outcome in self)
        if alike or isinstance(event, str | bytes) or not isinstance(event, Iterable):
            return lambda outcome: False
        try:
            return frozenset(event).__contains__
        except TypeError:
            raise ValueError(
                f"An event is an outcome, several of them or a condition, not {short_repr(event)}."
            ) from None

    def p(self, event: Event[T]) -> Fraction:
        """Return the probability of an event.

        Args:
            event: An outcome, a condition, or several outcomes in a set, list, tuple or range. A tuple is one outcome
                if outcomes are tuples.

        Example:
            >>> Dist.die(6).p(6), Dist.die(6).p([1, 2]), Dist.die(6).p(lambda face: face > 1)
            (Fraction(1, 6), Fraction(1, 3), Fraction(5, 6))
        """
        with suppress(TypeError):  # a value without a hash is not an outcome
            if (weight := self._weights.get(cast(T, event))) is not None:
                return Fraction(weight, self.total)
        has = self._has(event)
        return Fraction(sum(weight for outcome, weight in self._weights.items() if has(outcome)), self.total)

    def p_at_least(self, bound: Any) -> Fraction:
        """Return the probability that the outcome is at least `bound`.

        Args:
            bound: Any value that can be compared with the outcomes.

        Example:
            >>> Dist.dice(2, 6).p_at_least(10)
            Fraction(1, 6)
        """
        return self.p(lambda outcome: cast(Any, outcome) >= bound)

    @property
    def mean(self) -> Fraction:
        """Expected value. Outcomes must be numbers.

        Example:
            >>> Dist.die(6).mean
            Fraction(7, 2)
        """
        return Fraction(sum(_exactly(x) * w for x, w in self._weights.items())) / self.total

    @property
    def variance(self) -> Fraction:
        """Variance, E[X^2] - E[X]^2. Outcomes must be numbers.

        Example:
            >>> Dist.die(6).variance
            Fraction(35, 12)
        """
        square = Fraction(sum(_exactly(x) ** 2 * w for x, w in self._weights.items())) / self.total
        return square - self.mean**2

    def quantile(self, share: Fraction | float) -> T:
        """Return the smallest outcome whose cumulative probability is at least `share`.

        Args:
            share: Share from 0 to 1. A float means its decimal notation, so 0.07 is 7/100. A float with more than 12
                digits, such as 5/6, is rounded.

        Raises:
            ValueError: The share is not from 0 to 1.

        Example:
            >>> Dist.dice(2, 6).quantile(0.5)
            7
        """
        try:
            part = Fraction(str(share))
        except ValueError:
            part = Fraction(-1)
        if isinstance(share, str) or not 0 <= part <= 1:
            raise ValueError(f"A share lies between 0 and 1, not at {short_repr(share)}.")
        digits = str(share).partition("e")[0].replace(".", "").strip("0")
        if isinstance(share, float) and len(digits) > 12:
            part *= 1 - Fraction(1, 2**48)  # floats for 5/6 and 0.1 + 0.2 are rounded up, but mean the smaller share
        reached, wanted = 0, part.numerator * self.total
        for outcome, weight in self._weights.items():
            reached += weight
            if reached * part.denominator >= wanted:
                return outcome
        raise AssertionError("the whole weight reaches every share")

    def sample(self, rng: Random) -> T:
        """Draw one outcome.

        Args:
            rng: Random generator of the caller.

        Returns:
            The outcome.

        Example:
            >>> from random import Random
            >>> Dist.die(6).sample(Random(1))
            1
        """
        if self._cumulated is None:
            lowest = self._reduced()  # equal distributions have equal samples
            self._cumulated = list(lowest), list(accumulate(lowest.values()))
        outcomes, sums = self._cumulated
        total = sums[-1]
        exact = total >> 53  # the total weight is too large for a random float
        place = rng.randrange(total) if exact else int(rng.random() * total)
        return outcomes[bisect_right(sums, place)]

    # -- new distributions -------------------------------------------------------------------

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        """Return the distribution of f(X).

        Args:
            f: Function of an outcome.

        Example:
            >>> Dist.die(6).map(lambda face: face % 2)
            Dist({0: 3, 1: 3}, total=6)
        """
        images: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = f(outcome)
            images[image] = images.get(image, 0) + weight
        return Dist(images)

    def flat_map(self, f: Callable[[T], Dist[U]]) -> Dist[U]:
        """Return the distribution of a second draw from f(X), where X is a draw from this distribution.

        Args:
            f: Function from an outcome to a distribution.

        Returns:
            The distribution of the second draw.

        Example:
            >>> Dist.die(2).flat_map(Dist.die)
            Dist({1: 3, 2: 1}, total=4)
        """
        return Dist.mixture((_dist(f(outcome)), weight) for outcome, weight in self._weights.items())

    def given(self, event: Event[T]) -> Dist[T]:
        """Return the conditional distribution given an event.

        Args:
            event: Event as in `p`.

        Raises:
            ValueError: The event has probability 0.

        Example:
            >>> Dist.dice(2, 6).given(lambda points: points >= 10).mean
            Fraction(32, 3)
            >>> Dist.die(6).given([7])
            Traceback (most recent call last):
                ...
            ValueError: That event has no chance at all, so nothing can be given it.
        """
        has = self._has(event)
        kept = {outcome: weight for outcome, weight in self._weights.items() if has(outcome)}
        if not kept:
            raise ValueError("That event has no chance at all, so nothing can be given it.")
        return Dist(kept)

    def _combine(self, other: Dist[U], f: Callable[[Any, Any], Any]) -> Dist[Any]:
        joint: dict[Any, int] = {}
        known = joint.get
        pairs = list(other._weights.items())
        for a, wa in self._weights.items():
            for b, wb in pairs:
                c = f(a, b)
                joint[c] = known(c, 0) + wa * wb
        return Dist(joint)

    def __add__(self, other: Dist[Any] | int) -> Dist[Any]:
        """Return the sum of two independent draws, or shift all outcomes by a number."""
        if isinstance(other, Dist):
            return self._combine(other, add)
        number: Any = to_python_value(other)
        return self.map(lambda outcome: cast(Any, outcome) + number)

    __radd__ = __add__

    def __sub__(self, other: Dist[Any] | int) -> Dist[Any]:
        """Return the difference of two independent draws, or shift all outcomes down by a number."""
        if isinstance(other, Dist):
            return self._combine(other, lambda a, b: a - b)
        return self + -cast(int, to_python_value(other))

    def times(self, n: int) -> Dist[Any]:
        """Return the distribution of the sum of independent draws.

        Args:
            n: Number of draws. The sum of 0 draws is 0.

        Raises:
            ValueError: The number is negative or not whole.

        Example:
            >>> Dist([0, 1]).times(3)
            Dist({0: 1, 1: 3, 2: 3, 3: 1}, total=8)
        """
        n = _count(n, "Draws")
        if n < 0:
            raise ValueError(f"Cannot draw {n} times.")
        numbers: Any = self._weights
        if n > 1 and all(type(number) is int for number in numbers):
            span = max(numbers) - min(numbers)
            if span * n <= MAX_SPARSE_SUMS or span < 2 * len(numbers):
                return Dist._from_ordered_weights(_weights_of_sum(numbers, n))
        result: Dist[Any] = Dist([0])
        power: Dist[Any] = self
        while n:  # doubling needs fewer convolutions than single draws
            if n & 1:
                result = result + power
            n >>= 1
            if n:
                power = power + power
        return result

    def versus(self, other: Dist[Any], ties: Ties = "lose") -> Fraction:
        """Return the probability that a draw is higher than an independent draw of another distribution.

        Args:
            other: The other distribution.
            ties: How equal draws count: as "win", "lose" or "split" (one half).

        Raises:
            ValueError: `ties` has another value.

        Example:
            >>> Dist.die(6).versus(Dist.die(6)), Dist.die(6).versus(Dist.die(6), ties="split")
            (Fraction(5, 12), Fraction(1, 2))
        """
        if ties not in ("win", "lose", "split"):
            raise ValueError(f"ties is 'win', 'lose' or 'split', not {short_repr(ties)}.")
        wins = level = 0
        other = _dist(other)
        for a, wa in self._weights.items():
            for b, wb in other._weights.items():
                if cast(Any, a) > b:
                    wins += wa * wb
                elif a == b:
                    level += wa * wb
        share = {"win": 2, "lose": 0, "split": 1}[ties]
        return Fraction(2 * wins + share * level, 2 * self.total * other.total)

    def keep(self, n: int, k: int) -> Dist[Any]:
        """Return the distribution of the sum of the k highest of n independent draws.

        The method processes the outcomes from the highest down. For each outcome, it counts the draws that show this
        outcome, and how many of these draws are kept.

        Args:
            n: Number of draws.
            k: Number of draws that count.

        Raises:
            ValueError: `k` is not from 0 to `n`.

        Example:
            >>> Dist.die(6).keep(2, 1).p(6)
            Fraction(11, 36)
        """
        n, k = _count(n, "Draws"), _count(k, "Draws")
        if not 0 <= k <= n:
            raise ValueError(f"Cannot keep {k} of {n} draws.")
        states: dict[tuple[int, int, Any], int] = {(n, k, 0): 1}
        for outcome in reversed(list(self._weights)):
            weight = self._weights[outcome]
            after: dict[tuple[int, int, Any], int] = {}
            for (left, places, total), ways in states.items():
                for show in range(left + 1):
                    counted = min(show, places)
                    key = (left - show, places - counted, total + counted * cast(Any, outcome))
                    after[key] = after.get(key, 0) + ways * comb(left, show) * weight**show
            states = after
        sums: dict[Any, int] = {}
        for (left, _, total), ways in states.items():
            if not left:
                sums[total] = sums.get(total, 0) + ways
        return Dist(sums)

    def ways(self, event: Event[T]) -> tuple[int, int]:
        """Return the weight of an event and the total weight. The two numbers are not reduced to lowest terms.

        Args:
            event: Event as in `p`.

        Example:
            >>> (Dist.dice(2, 6) - Dist.dice(2, 6)).ways(lambda difference: difference > 1)
            (435, 1296)
        """
        p = self.p(event)
        return p.numerator * self.total // p.denominator, self.total

    def to_series(self) -> pandas.Series[float]:
        """Return the probabilities as a pandas Series over the outcomes.

        Raises:
            ImportError: pandas is missing.

        Example:
            >>> float(Dist.die(6).to_series().loc[2:4].sum())
            0.5
        """
        return make_series({outcome: weight / self.total for outcome, weight in self._weights.items()})

    def _repr_html_(self) -> str:
        from html import escape

        from .number_format import format_decimal_probability, is_readable_fraction

        top = max(self._weights.values())
        chances = {outcome: Fraction(weight, self.total) for outcome, weight in self._weights.items()}
        rows = "".join(
            f"<tr><th scope='row'>{escape(str(outcome))}</th><td>{p if is_readable_fraction(p) else ''}</td>"
            f"<td>{escape(format_decimal_probability(p))}</td><td style='min-width:8em'><div style='background:#0072b2;"
            f"height:.8em;width:{100 * self._weights[outcome] / top:.1f}%'></div></td></tr>"
            for outcome, p in chances.items()
        )
        return f"<table><tr><th>outcome</th><th>chance</th><th>≈</th><td></td></tr>{rows}</table>"
