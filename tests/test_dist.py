"""Dist against brute force (itertools.product), against icepool, and by its laws."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import icepool
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamelib import Deck, Dist

D6 = Dist.die(6)
ODD = Dist({-2: 1, 0: 3, 5: 2})

weights = st.integers(min_value=0, max_value=9)
dists = (
    st.dictionaries(st.integers(min_value=-6, max_value=6), weights, min_size=1, max_size=5)
    .filter(lambda d: any(d.values()))
    .map(Dist)
)


def spread(dist: Dist[Any]) -> list[Any]:
    """Return the outcomes as a list of equally likely ones."""
    return [outcome for outcome, weight in dist.items() for _ in range(weight)]


def brute(f: Callable[..., Any], *dists: Dist[Any]) -> Dist[Any]:
    """Return the distribution of f of independent draws by counting each combination once."""
    return Dist(Counter(f(*outcomes) for outcomes in product(*map(spread, dists))))


def share(event: Callable[..., bool], *dists: Dist[Any]) -> Fraction:
    outcomes = list(product(*map(spread, dists)))
    return Fraction(sum(event(*o) for o in outcomes), len(outcomes))


# -- what it is ----------------------------------------------------------------------------------


def test_a_mapping_in_order() -> None:
    dist = Dist({3: 2, 1: 1, 2: 0})
    assert dict(dist) == {1: 1, 3: 2}
    assert list(dist) == [1, 3]
    assert dist.total == 3
    assert len(dist) == 2
    assert 2 not in dist
    with pytest.raises(TypeError):
        dist[1] = 5  # type: ignore[index]


def test_from_equally_likely_outcomes() -> None:
    assert Dist("banana") == Dist({"a": 3, "b": 1, "n": 2})
    assert list(Dist([None, 2, "x"])) == [None, 2, "x"], "outcomes without an order stay as they came"


def test_equal_as_distributions() -> None:
    assert Dist({1: 1, 2: 1}) == Dist({1: 2, 2: 2})
    assert hash(Dist({1: 1, 2: 1})) == hash(Dist({2: 4, 1: 4}))
    assert Dist({1: 1, 2: 1}) != Dist({1: 1, 2: 2})
    assert Dist({1: 1}) != {1: 1}


def test_can_go_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(D6)) == D6


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Dist({}), "at least one outcome"),
        (lambda: Dist([]), "at least one outcome"),
        (lambda: Dist({1: 0}), "at least one outcome"),
        (lambda: Dist({1: -1}), "weight of 1 is -1"),
        (lambda: Dist({"x": 0.5}), "weight of 'x' is 0.5"),
        (lambda: Dist({1: Fraction(1, 2)}), "whole numbers"),
        (lambda: D6.times(-1), "Cannot draw -1 times"),
        (lambda: D6.keep(2, 3), "Cannot keep 3 of 2"),
        (lambda: D6.keep(2, -1), "Cannot keep -1 of 2"),
        (lambda: D6.versus(D6, ties="both"), "ties is 'win', 'lose' or 'split', not 'both'"),  # type: ignore[arg-type]
        (lambda: D6.given(lambda x: x > 6), "no chance at all"),
        (lambda: D6.quantile(1.5), "between 0 and 1"),
        (lambda: D6.quantile(-0.5), "between 0 and 1"),
        (lambda: Dist.draws({"a": 2}, 3), "Cannot draw 3 of 2 cards"),
        (lambda: Dist.draws({"a": 2}, -1), "Cannot draw -1 of 2 cards"),
        (lambda: Dist.hypergeometric(5, 6, 1), "Cannot draw 1 of 5 cards, 6 of them good"),
        (lambda: Dist.hypergeometric(5, 2, 6), "Cannot draw 6 of 5 cards"),
        (lambda: Dist.die(0), "at least one outcome"),
        (lambda: Dist.die(10**400), "at most 1,000,000 sides"),
        (lambda: Dist.mixture([]), "at least one outcome"),
        (lambda: Dist.mixture([(D6, 0)]), "at least one outcome"),
        (lambda: Dist.mixture([(D6, -1), (ODD, 2)]), "whole numbers"),
        (lambda: Dist.mixture([(D6, -1), (D6, 2)]), "whole numbers"),
        (lambda: Dist.mixture([(D6, 0.5), (D6, 0.5)]), "whole numbers"),
    ],
)
def test_bad_input_is_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


# -- asking --------------------------------------------------------------------------------------


def test_chance_of_an_event() -> None:
    assert D6.p(3) == Fraction(1, 6)
    assert D6.p(7) == 0
    assert D6.p(lambda x: x % 2 == 0) == Fraction(1, 2)
    assert D6.p({1, 2}) == D6.p([1, 2, 2]) == D6.p(range(3)) == D6.p(frozenset((1, 2))) == Fraction(1, 3)
    assert D6.p_at_least(5) == Fraction(1, 3)
    pairs = brute(lambda a, b: (a, b), D6, D6)
    assert pairs.p((1, 2)) == Fraction(1, 36), "a tuple is an outcome, not a set of outcomes"
    assert all(isinstance(p, Fraction) for p in (D6.p(3), D6.p(9), D6.mean, D6.variance))


@given(dists)
def test_moments(dist: Dist[int]) -> None:
    values = spread(dist)
    mean = Fraction(sum(values), len(values))
    assert dist.mean == mean
    assert dist.variance == sum((value - mean) ** 2 for value in values) / len(values)


@given(dists, st.fractions(min_value=0, max_value=1))
def test_quantile(dist: Dist[int], part: Fraction) -> None:
    found = dist.quantile(part)
    assert dist.p(lambda x: x <= found) >= part
    below = [x for x in dist if x < found]
    assert all(dist.p(lambda x, y=y: x <= y) < part for y in below)


@pytest.mark.parametrize("dist", [D6, ODD, Dist({0: 2, 5: 3, 7: 1})])
def test_a_quantile_at_the_very_share_of_an_outcome(dist: Dist[int]) -> None:
    for outcome in dist:
        assert dist.quantile(dist.p(lambda x, outcome=outcome: x <= outcome)) == outcome


def test_a_quantile_is_exact() -> None:
    """Check that no float is used, with weights and shares that no float can represent."""
    assert D6.times(400).quantile(0.5) == 1400
    for sides in (6, 23, 99, 100, 121, 157):  # 5/6, 9/23 and 98/99 are rounded up, the last to 14 digits
        assert [Dist.die(sides).quantile(face / sides) for face in range(1, sides + 1)] == list(range(1, sides + 1))
    assert Dist.die(10).quantile(0.1 + 0.2) == 3
    assert (D6.quantile(0), D6.quantile(1), D6.quantile(Fraction(1, 6)), D6.quantile(1e-300)) == (1, 6, 1, 1)


@pytest.mark.parametrize("whole", [np.int8, np.int64, np.uint8, np.float32, int, float])
def test_numbers_of_numpy_become_our_own(whole: Any) -> None:
    """Check the conversion. Without it they would overflow: 22 dice of int8 would add up to a negative number."""
    dice = Dist([whole(face) for face in range(1, 7)])
    assert dice.times(whole(22)).mean == 77  # of floats too, as the decimals that they are
    assert dice.times(100).quantile(whole(1)) == 600
    assert (D6 + whole(3)).mean == (whole(3) + D6).mean == Fraction(13, 2)
    assert list(D6 - whole(1)) == list(range(6))
    assert {type(kind) for kind in Dist({(whole(1), "x"): whole(100)}).map(lambda pair: pair[0])} <= {int, float}
    assert Dist({1: whole(100)}).times(9).total == 100**9
    assert Dist.mixture([(D6, whole(1))]) == D6
    assert D6.p(np.array([1, 2])) == Fraction(1, 3)
    assert Deck({"gold": whole(3)}).to_dict() == Deck({"gold": 3}).to_dict()
    assert type(Dist(np.array([True, False])).quantile(0)) is bool


@pytest.mark.parametrize("ask", ["p", "ways", "given"])
def test_every_event_may_be_written_in_many_ways(ask: str) -> None:
    gems = Dist({"GEM": 1, "NO": 3})
    assert getattr(gems, ask)("GEM") == getattr(gems, ask)(lambda card: card == "GEM")
    pairs = brute(lambda a, b: (a, b), D6, D6)
    assert getattr(pairs, ask)((1, 2)) == getattr(pairs, ask)([(1, 2)])
    wanted = getattr(D6, ask)(lambda face: face in (2, 3))
    for event in (
        {2, 3},
        [2, 3, 3],
        (2, 3),
        range(2, 4),
        frozenset((2, 3)),
        {2: "x", 3: "y"},
        Dist([2, 3]),
        iter([2, 3]),
    ):
        assert getattr(D6, ask)(event) == wanted
    assert getattr(D6, ask)(2) == getattr(D6, ask)({2})
    with pytest.raises(ValueError, match="An event is an outcome"):
        getattr(D6, ask)([[2]])


def test_weights_too_long_to_be_written() -> None:
    long = Dist({1: 10**5000, 2: 1})
    assert "very large weights" in repr(long)
    assert "99999999" in long._repr_html_()


def test_moments_of_fractions() -> None:
    halves = Dist({Fraction(1, 2): 1, Fraction(3, 2): 3})
    assert halves.mean == Fraction(5, 4)
    assert halves.variance == Fraction(3, 16)


@pytest.mark.parametrize("dist", [D6, ODD, Dist.dice(2, 6), Dist({"a": 1, "b": 999})])
def test_sample(dist: Dist[Any]) -> None:
    n, rng = 6000, Random(5)
    counts = Counter(dist.sample(rng) for _ in range(n))
    assert set(counts) <= set(dist)
    chi_square = sum((counts[x] - n * float(dist.p(x))) ** 2 / (n * float(dist.p(x))) for x in dist)
    assert chi_square < len(dist) + 5 * (2 * len(dist)) ** 0.5


def test_sample_reaches_both_ends() -> None:
    class Fixed(Random):
        def __init__(self, value: float) -> None:
            self.value = value

        def random(self) -> float:
            return self.value

    assert Dist({1: 1, 2: 2}).sample(Fixed(0.0)) == 1
    assert Dist({1: 1, 2: 2}).sample(Fixed(1 / 3)) == 2
    assert Dist({1: 1, 2: 2}).sample(Fixed(1 - 2**-53)) == 2


def test_sample_of_more_weight_than_a_float_holds() -> None:
    heads = Dist({0: 1, 1: 1}).times(2000)
    rng = Random(1)
    found = [heads.sample(rng) for _ in range(50)]
    assert all(abs(x - 1000) < 5 * 500**0.5 for x in found)
    assert len(set(found)) > 10


def test_shown_as_a_table() -> None:
    shown = Dist({"<b>": 1, "c": 3})._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert "3/4" in shown
    assert repr(D6).startswith("Dist({1: 1, 2: 1")


# -- making others -------------------------------------------------------------------------------


@given(dists, dists)
def test_sum_and_difference(a: Dist[int], b: Dist[int]) -> None:
    assert a + b == b + a == brute(lambda x, y: x + y, a, b)
    assert a - b == brute(lambda x, y: x - y, a, b)
    assert (a + b).mean == a.mean + b.mean
    assert (a - b).variance == a.variance + b.variance
    assert (a + b).total == a.total * b.total


@given(dists, st.integers(min_value=-9, max_value=9))
def test_shift(a: Dist[int], n: int) -> None:
    assert a + n == n + a == Dist({x + n: w for x, w in a.items()})
    assert a - n == Dist({x - n: w for x, w in a.items()})


@given(dists)
def test_map_and_given(a: Dist[int]) -> None:
    assert a.map(abs) == brute(abs, a)
    assert a.map(abs).total == a.total
    event = set(list(a)[: len(a) // 2 + 1])
    part = a.given(event)
    assert part == a.given(lambda x: x in event)
    assert all(part.p(x) == a.p(x) / a.p(event) for x in part)


@given(dists, st.integers(min_value=0, max_value=3))
def test_times(a: Dist[int], n: int) -> None:
    assert a.times(n) == brute(lambda *xs: sum(xs), *([a] * n))
    assert a.times(n).mean == n * a.mean
    assert a.times(n).variance == n * a.variance


def test_times_many_is_the_same_as_one_by_one() -> None:
    one_by_one = Dist([0])
    for n in range(12):
        assert ODD.times(n) == one_by_one
        one_by_one = one_by_one + ODD


@given(dists, dists)
def test_versus(a: Dist[int], b: Dist[int]) -> None:
    level = share(lambda x, y: x == y, a, b)
    assert a.versus(b) == share(lambda x, y: x > y, a, b)
    assert a.versus(b, ties="win") == share(lambda x, y: x >= y, a, b)
    assert a.versus(b, ties="split") == share(lambda x, y: x > y, a, b) + level / 2
    assert a.versus(b) + b.versus(a) + level == 1
    assert a.versus(b, ties="split") + b.versus(a, ties="split") == 1


@given(dists, st.integers(min_value=0, max_value=3), st.integers(min_value=0, max_value=3))
def test_keep(a: Dist[int], n: int, k: int) -> None:
    k = min(k, n)
    assert a.keep(n, k) == brute(lambda *xs: sum(sorted(xs, reverse=True)[:k]), *([a] * n))


@given(st.lists(st.tuples(dists, st.integers(min_value=0, max_value=4)), min_size=1, max_size=3))
def test_mixture(parts: list[tuple[Dist[int], int]]) -> None:
    total = sum(weight for _, weight in parts)
    assume(total)
    mixed = Dist.mixture(parts)
    for x in range(-7, 8):
        assert mixed.p(x) == sum(Fraction(weight, total) * dist.p(x) for dist, weight in parts)


@given(dists, st.lists(dists, min_size=13, max_size=13))
def test_then(a: Dist[int], parts: list[Dist[int]]) -> None:
    both = a.flat_map(lambda x: parts[x + 6])
    for y in range(-7, 8):
        assert both.p(y) == sum(a.p(x) * parts[x + 6].p(y) for x in a)


counts = st.lists(st.integers(min_value=0, max_value=3), min_size=1, max_size=4).filter(any)


@given(counts, st.integers(min_value=0, max_value=6))
def test_draws(stock: list[int], n: int) -> None:
    cards = [kind for kind, have in enumerate(stock) for _ in range(have)]
    n = min(n, len(cards))
    hands = Counter(tuple(map(hand.count, range(len(stock)))) for hand in combinations(cards, n))
    assert dict(Dist.draws(dict(enumerate(stock)), n)) == hands


@given(st.integers(min_value=0, max_value=8), st.data())
def test_hypergeometric(population: int, data: st.DataObject) -> None:
    good = data.draw(st.integers(min_value=0, max_value=population))
    n = data.draw(st.integers(min_value=0, max_value=population))
    hands = Counter(sum(card < good for card in hand) for hand in combinations(range(population), n))
    assert dict(Dist.hypergeometric(population, good, n)) == hands


# -- the same questions to icepool ---------------------------------------------------------------

SKEW = {1: 3, 2: 1, 6: 2}
COIN = {0: 1, 1: 1}


def ours(weights: dict[int, int]) -> Dist[int]:
    return Dist(weights)


def alike(mine: Any, theirs: Any) -> bool:
    """Check that a Dist and an icepool die, or two probabilities, are equal."""
    if isinstance(mine, Fraction):
        return bool(mine == Fraction(theirs))
    return mine == Dist({outcome: int(weight) for outcome, weight in theirs.items()})


DICE: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
    "1d20": lambda i, s, c: (Dist.die(20), i.d20),
    "2d6": lambda i, s, c: (Dist.dice(2, 6), 2 @ i.d6),
    "3d6": lambda i, s, c: (Dist.dice(3, 6), 3 @ i.d6),
    "5d4": lambda i, s, c: (Dist.dice(5, 4), 5 @ i.d4),
    "10d10": lambda i, s, c: (Dist.dice(10, 10), 10 @ i.d10),
    "13 skew": lambda i, s, c: (ours(SKEW).times(13), 13 @ s),
    "skew + d8": lambda i, s, c: (ours(SKEW) + Dist.die(8), s + i.d8),
    "skew - d8": lambda i, s, c: (ours(SKEW) - Dist.die(8), s - i.d8),
    "skew + 4": lambda i, s, c: (ours(SKEW) + 4, s + 4),
    "2d6 - 2d6": lambda i, s, c: (Dist.dice(2, 6) - Dist.dice(2, 6), 2 @ i.d6 - 2 @ i.d6),
    "d6 halved": lambda i, s, c: (D6.map(lambda x: x // 2), i.d6 // 2),
    "2d6 mod 5": lambda i, s, c: (Dist.dice(2, 6).map(lambda x: x % 5), (2 @ i.d6) % 5),
    "skew squared": lambda i, s, c: (ours(SKEW).map(lambda x: x * x), s.map(lambda x: x * x)),
    "keep 3 of 4d6": lambda i, s, c: (D6.keep(4, 3), i.d6.highest(4, 3)),
    "keep 1 of 2d20": lambda i, s, c: (Dist.die(20).keep(2, 1), i.d20.highest(2, 1)),
    "keep 2 of 5 skew": lambda i, s, c: (ours(SKEW).keep(5, 2), s.highest(5, 2)),
    "lowest 2 of 5d6": lambda i, s, c: (D6.map(lambda x: -x).keep(5, 2).map(lambda x: -x), i.d6.lowest(5, 2)),
    "8 coins": lambda i, s, c: (ours(COIN).times(8), 8 @ c),
    "d6 or d8": lambda i, s, c: (Dist.mixture([(D6, 1), (Dist.die(8), 1)]), i.Die([i.d6, i.d8])),
    "d6 or 3 skew": lambda i, s, c: (Dist.mixture([(D6, 3), (ours(SKEW), 2)]), i.Die([i.d6, s], [3, 2])),
    "d6 of d6": lambda i, s, c: (D6.flat_map(lambda n: D6.times(n)), i.d6 @ i.d6),
    "reroll 1 and 2": lambda i, s, c: (D6.flat_map(lambda x: D6 if x < 3 else Dist([x])), i.d6.reroll([1, 2], depth=1)),
    "never 1": lambda i, s, c: (D6.given(lambda x: x != 1), i.d6.reroll([1], depth="inf")),
    "2d6 if even": lambda i, s, c: (
        Dist.dice(2, 6).given(lambda x: x % 2 == 0),
        (2 @ i.d6).reroll([3, 5, 7, 9, 11], depth="inf"),
    ),
    "P(2d6 >= 9)": lambda i, s, c: (Dist.dice(2, 6).p_at_least(9), (2 @ i.d6).probability(">=", 9)),
    "P(3 skew = 8)": lambda i, s, c: (ours(SKEW).times(3).p(8), (3 @ s).probability("==", 8)),
    "2d6 > 1d12": lambda i, s, c: (Dist.dice(2, 6).versus(Dist.die(12)), (2 @ i.d6 > i.d12).mean()),
    "2d6 >= 1d12": lambda i, s, c: (Dist.dice(2, 6).versus(Dist.die(12), ties="win"), (2 @ i.d6 >= i.d12).mean()),
    "mean of 7 skew": lambda i, s, c: (ours(SKEW).times(7).mean, (7 @ s).mean()),
    "variance of 7 skew": lambda i, s, c: (ours(SKEW).times(7).variance, (7 @ s).variance()),
    "median of 3 skew": lambda i, s, c: (Fraction(ours(SKEW).times(3).quantile(Fraction(1, 2))), (3 @ s).median_low()),
    "aces in 5 cards": lambda i, s, c: (
        Dist.hypergeometric(52, 4, 5),
        i.Deck({1: 4, 0: 48}).deal(5).sum(),
    ),
    "worth of 4 cards": lambda i, s, c: (
        Dist.draws({1: 5, 2: 8, 3: 7}, 4).map(lambda hand: hand[0] + 2 * hand[1] + 3 * hand[2]),
        i.Deck({1: 5, 2: 8, 3: 7}).deal(4).sum(),
    ),
}


@pytest.mark.parametrize("name", DICE)
def test_icepool_says_the_same(name: str) -> None:
    mine, theirs = DICE[name](icepool, icepool.Die(SKEW), icepool.Die(COIN))
    assert alike(mine, theirs)


def test_that_the_comparison_can_fail() -> None:
    assert len(DICE) >= 30
    assert not alike(Dist.dice(2, 6), 3 @ icepool.d6)
    assert not alike(Fraction(1, 2), (icepool.d6 > 2).mean())


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Dist.die("6"), "Sides are a whole number, not '6'."),  # type: ignore[arg-type]
        (lambda: Dist.dice(2.5, 6), "Draws are a whole number, not 2.5."),  # type: ignore[arg-type]
        (lambda: D6.times(float("nan")), "Draws are a whole number, not nan."),  # type: ignore[arg-type]
        (lambda: Dist.hypergeometric(10, 3.5, 2), "Cards are a whole number, not 3.5."),  # type: ignore[arg-type]
        (lambda: Dist.draws({"a": 2.5}, 1), "Cards are a whole number, not 2.5."),  # type: ignore[dict-item]
        (lambda: D6.keep(3, None), "Draws are a whole number, not None."),  # type: ignore[arg-type]
        (lambda: D6.versus(3), "A distribution belongs here, not 3."),  # type: ignore[arg-type]
        (lambda: D6.flat_map(lambda n: n), ("A distribution belongs here, not 1.")),  # type: ignore[arg-type, return-value]
        (lambda: Dist(5), ("A distribution is made of outcomes, or of their weights, not of 5.")),  # type: ignore[arg-type]
        (lambda: D6.quantile("x"), "A share lies between 0 and 1, not at 'x'."),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_number_gets_a_sentence(made: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        made()
    assert str(caught.value) == says


def test_whole_floats_are_taken() -> None:
    assert Dist.dice(2.0, 6.0) == Dist.dice(2, 6)  # type: ignore[arg-type]
    assert D6.keep(4.0, 3) == D6.keep(4, 3)  # type: ignore[arg-type]
    assert Dist.hypergeometric(10.0, 3, 2) == Dist.hypergeometric(10, 3, 2)  # type: ignore[arg-type]


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 5), min_size=1, max_size=6), st.integers(0, 7))
def test_a_sum_of_draws_is_added_draw_by_draw(weights: dict[int, int], n: int) -> None:
    one, added = Dist(weights), Dist([0])
    for _ in range(n):
        added = added + one
    assert list(one.times(n).items()) == list(added.items())


def test_many_dice_and_numbers_with_large_gaps_are_summed() -> None:
    assert Dist.dice(800, 6).mean == 2800
    assert dict(Dist([0, 10**9]).times(3).items()) == {0: 1, 10**9: 3, 2 * 10**9: 3, 3 * 10**9: 1}
