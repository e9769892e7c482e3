"""Functions of the odds with arbitrary arguments: they return the right answer or refuse with one sentence."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamelib
from gamelib import Dist
from gamelib.games.argument_validation import parse_probability, validate_args, validate_choice, validate_distinct
from gamelib.tools.action_tokenizer import card_table_terms
from gamelib.validation import validate_int
from tests.conformance import PACKAGES
from tests.conftest import LONG

F = Fraction
EXAMPLES = 400 if LONG else 5
HIDDEN = {
    "validate_args",
    "validate_int",
    "validate_name",
    "parse_probability",
    "validate_distinct",
    "dist_from_probabilities",
    "remembered",
    "cast",
    "comb",
    "lcm",
    "prod",
}
JARGON = ("Error", "' object", "NoneType", "int(", "argument", "Traceback", "invalid literal", "unhashable", "iterable")


def public(name: str) -> dict[str, Callable[..., Any]]:
    """Return the public functions of the odds of a game that have arguments, including those of its other modules."""
    module = import_module(f"gamelib.games.{name}.odds")
    found = {}
    for key in getattr(module, "__all__", dir(module)):
        value = getattr(module, key)
        own = getattr(value, "__module__", "") == module.__name__ or hasattr(module, "__all__")
        asks = own and inspect.isroutine(value) and inspect.signature(value).parameters
        if asks and not key.startswith("_") and key not in HIDDEN:
            found[key] = value
    return found


FUNCTIONS = [(name, key) for name in PACKAGES for key in public(name)]


def words_of(name: str) -> list[str]:
    """Return texts that are valid for some argument of these odds."""
    game: Any = gamelib.game(name)
    said = ["roll", "automatic", "steal", "break", "best", "dig", "tallest", "any", "listed", "silver", "gold", "A"]
    return [*said, *sorted(word for word in card_table_terms(game) if len(word) < 16)]


def anything(name: str) -> st.SearchStrategy[Any]:
    """Return values of every form, among them valid ones."""
    numbers = st.integers(-2, 12) | st.sampled_from([10**30, -(10**30), 50, 250, True])
    shares = st.fractions(0, 1, max_denominator=7) | st.sampled_from([0.1, 2.5, float("nan"), float("inf"), F(-1, 3)])
    texts = st.sampled_from([*words_of(name), "", "ab", "X"])
    plain = numbers | shares | texts | st.none() | st.booleans()
    pairs = st.tuples(st.integers(-2, 4), st.integers(-1, 6))
    many = st.lists(plain, max_size=5) | st.lists(texts, max_size=4) | st.lists(st.integers(0, 9), max_size=5)
    tables = st.dictionaries(texts | st.integers(2, 12), numbers, max_size=4)
    dists = st.lists(texts, min_size=1, max_size=3).map(Dist)
    sets = st.frozensets(texts, max_size=3)
    return plain | many | many.map(tuple) | st.lists(pairs, max_size=3) | tables | dists | sets


def fitting(name: str, kind: str) -> st.SearchStrategy[Any]:
    """Return values that mostly have the form of the annotation."""
    texts = st.sampled_from(words_of(name))
    if "Collection[str]" in kind or "Iterable[str]" in kind:
        return st.lists(texts, max_size=4)
    if "[int]" in kind:
        return st.lists(st.integers(-1, 9), max_size=6)
    if "tuple[int" in kind:
        return st.lists(st.tuples(st.integers(-2, 3), st.integers(0, 6)), max_size=3)
    if "bool" in kind:
        return st.booleans()
    if "Fraction" in kind or "float" in kind:
        return st.fractions(-1, 2, max_denominator=9) | st.sampled_from([0.1, 0.25])
    if "int" in kind:
        return st.integers(-1, 14)
    return texts


def called(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the answer, or None if the function refuses with a sentence."""
    try:
        return function(**arguments)
    except ValueError as error:
        text = str(error)
        assert 10 < len(text) < 400, text
        assert text.endswith("."), text
        assert not any(word in text for word in JARGON), text
        return None


def returns_probability(function: Callable[..., Any]) -> bool:
    return bool(re.match(r"(Return the|The) (chance|probability) ", function.__doc__ or ""))


def test_functions_that_return_a_probability_are_known() -> None:
    """Check the first words of docstrings, because the test below depends on them."""
    assert sum(returns_probability(public(name)[key]) for name, key in FUNCTIONS) >= 30


@pytest.mark.parametrize(("name", "key"), FUNCTIONS)
def test_a_long_text_is_not_repeated_in_full(name: str, key: str) -> None:
    """Each text in turn has 2,000 characters. The other arguments are plain ones, or left out."""
    function = public(name)[key]
    parameters = inspect.signature(function).parameters.values()
    plain = {"bool": False, "Fraction": F(1, 2), "int": 2, "str": words_of(name)[-1]}
    needed = {
        each.name: next((value for kind, value in plain.items() if kind in str(each.annotation)), 2)
        for each in parameters
        if each.default is inspect.Parameter.empty
    }
    for parameter in parameters:
        if "str" in str(parameter.annotation):
            called(function, {**needed, parameter.name: "x" * 2000})


@pytest.mark.parametrize(("name", "key"), FUNCTIONS)
def test_a_sentence_or_a_right_answer(name: str, key: str) -> None:
    function = public(name)[key]
    parameters = inspect.signature(function).parameters
    odd = anything(name)

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        arguments = {}
        for parameter in parameters.values():
            if parameter.default is not inspect.Parameter.empty and data.draw(st.integers(0, 2)):
                continue
            right = data.draw(st.integers(0, 4))
            kind = str(parameter.annotation)
            arguments[parameter.name] = data.draw(fitting(name, kind) if right else odd)
        found = called(function, arguments)
        if isinstance(found, F) and returns_probability(function):
            assert 0 <= found <= 1, arguments
        if isinstance(found, Dist):
            assert found.total > 0

    ask()


def refuses(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_nonsense_that_was_answered_is_refused() -> None:
    hadara, wishes, emira, harem, towers = (
        gamelib.game(name).odds for name in ("hadara", "wishes", "emira", "harem", "towers")
    )
    for call, words in (
        (
            lambda: wishes.heart_sum_ways_by_cards(None, "GUARD", 1),
            "In heart_sum_ways_by_cards, unseen should be a Counter, not None.",
        ),
        (lambda: hadara.better_of_two("ab"), "In better_of_two, values should be a list of whole numbers, not 'ab'."),
        (
            lambda: hadara.better_of_two([1.5, 2]),
            "In better_of_two, values should be a list of whole numbers, not [1.5, 2].",
        ),
        (
            lambda: hadara.random_order_price({3, 4}),
            "In random_order_price, costs should be a list of whole numbers, not {3, 4}.",
        ),
        (lambda: wishes.mean_extra_points_with_best_timing(9, ("MEAN", "MEAN")), "A plate is named twice: 'MEAN'."),
        (
            lambda: wishes.buyer_score_card_posterior("Left", offered_wares=("W01", "W01", "W42")),
            "A wares card is named twice: 'W01'.",
        ),
        (
            lambda: wishes.buyer_score_card_posterior("Left", offered_wares=("W01", "W02")),
            "'Left' has W01 and W02 in the row; name one of them.",
        ),
        (
            lambda: wishes.p_hand_has_kind("Tea"),
            "In p_hand_has_kind, kinds should be a whole number or a list of texts, not 'Tea'.",
        ),
        (lambda: emira.p_objective_met(["5-1"], 6), "In p_objective_met, card should be a text, not ['5-1']."),
        (
            lambda: emira.p_rival_wants_talent("5-1", "romance", 2, 0),
            "The chance that he bids lies between 0 and 1, not at 2.",
        ),
        (lambda: emira.departing_princesses({"Janan": 50}, -10), "Gold is a whole number from 0 up, not -10."),
        (lambda: harem.total_gem_value(10**9), "The number of gems is a whole number from 0 to 50, not 1000000000."),
        (
            lambda: harem.best_loot([3, 2], "all"),
            "In best_loot, value_limit should be a whole number, not 'all'.",
        ),
        (
            lambda: towers.coins_by_turn_order(3, "x"),
            "In coins_by_turn_order, debt should be a fraction or a whole number, not 'x'.",
        ),
    ):
        refuses(call, f"^{re.escape(words)}$")
    assert hadara.better_of_two(value for value in (1, 2, 3)) == Dist({2: 1, 3: 2})  # walked once, answered once
    assert hadara.mean_gain_of_better_of_two(iter([0, 4])) == 2


def test_chances_are_taken_as_they_are_given() -> None:
    """Check that probabilities are not rounded. They were once rounded to denominators of 10^6."""
    wishes = gamelib.game("wishes").odds
    third, tiny = F(1, 3), F(1, 10**9 + 7)
    assert wishes.purchase_probabilities("K3", wishes.EXAMPLE_WARES, tiny)["W01"] == tiny / 3
    assert wishes.buyer_score_card_posterior("Centre", tiny).p("K2") > 0
    assert wishes.stashed_kind_posterior(0.1) == wishes.stashed_kind_posterior(F(1, 10))
    kinds, q = gamelib.game("wishes").tables.kinds, F(10**7 + 1, 3 * 10**7)
    assert wishes.stashed_kind_posterior(q, kinds[0]) != wishes.stashed_kind_posterior(third, kinds[0])
    assert parse_probability(0.1, "It") == F(1, 10)
    assert parse_probability(1e-7, "It") == F(1, 10**7)


def test_with_nothing_missing_any_card_that_matches_will_do() -> None:
    wishes = gamelib.game("wishes").odds
    assert (
        wishes.p_rival_fulfils_wish(0, 1, 3, [0, 2], 10)
        == wishes.p_rival_fulfils_wish(0, 1, 3, [1, 1], 10)
        == 1 - F(8 * 7 * 6, 10 * 9 * 8)
    )
    assert wishes.p_rival_fulfils_wish(0, 1, 3, [], 10) == 0


def test_checks_say_what_should_be() -> None:
    refuses(lambda: validate_int(True, "It"), r"^It is a whole number, not True\.$")
    refuses(lambda: validate_int(5, "It", 1, 4), r"^It is a whole number from 1 to 4, not 5\.$")
    refuses(lambda: validate_choice("x", "A colour", ["red", "blue"]), r"^A colour is one of red, blue, not 'x'\.$")
    cards = [f"T{n}" for n in range(40)]
    refuses(lambda: validate_choice(["x"], "A card", cards), r"^A card is one of T0 to T39, not \['x'\]\.$")
    refuses(lambda: validate_distinct(["a", "a"], "A card"), r"^A card is named twice: 'a'\.$")
    refuses(lambda: parse_probability(float("nan"), "It"), r"^It lies between 0 and 1, not at nan\.$")
    refuses(lambda: parse_probability(1, "It", exclude_one=True), r"^It lies between 0 and 1 and below 1, not at 1\.$")

    @validate_args
    def free(number: int, other, *more, **named: int) -> int:  # type: ignore[no-untyped-def]
        return number

    assert free(1, "a", 3, x="y") == 1  # what has no annotation is not looked at
    refuses(lambda: free("1", 2), r"^In free, number should be a whole number, not '1'\.$")


def test_numbers_of_numpy_are_taken_as_the_same_numbers() -> None:
    compared = 0
    for name, key in FUNCTIONS:
        function = public(name)[key]
        needed = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
        if not needed or any(one.annotation != "int" for one in needed):
            continue
        for number in range(2, 7):
            try:
                right = function(*[number] * len(needed))
            except ValueError:
                continue
            assert function(*[np.int8(number)] * len(needed)) == right, (name, key)
            compared += 1
    assert compared > 60
    towers = gamelib.game("towers")
    assert gamelib.Record(towers, np.int64(2)).to_json() == gamelib.Record(towers, 2).to_json()
    assert parse_probability(np.float64(0.1), "The share") == F(1, 10)
    bots = ["thumb", "random"]
    assert gamelib.tournament(towers, bots, games=np.int8(2), seed=np.int64(3)) == gamelib.tournament(
        towers, bots, games=2, seed=3
    )
