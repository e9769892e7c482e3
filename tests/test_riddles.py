"""Riddles: each has exactly one right answer, judged by the engine over what can be named."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random

import pytest

import gamelib
from gamelib.riddles import KINDS, check, riddle
from tests.conformance import PACKAGES

EACH = 500 if os.environ.get("KISMET_LONG") else 2
MOST_LACKING = 2


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_each_riddle_has_exactly_one_right_answer(game):
    lacking = []
    for kind in KINDS:
        rng = Random(f"{game.id}/{kind}")
        for _ in range(EACH):
            try:
                made = riddle(game, kind, rng)
            except LookupError:
                lacking.append(kind)
                break
            told = f"{kind}: {made.prompt} {[choice.text for choice in made.choices]} in {made.position}"
            assert check(made) == [made.right], told
            assert len({choice.text for choice in made.choices}) == len(made.choices) >= 2, told
            assert set(made.rules) <= set(game.rules)
            assert made.level in (1, 2, 3)
            assert made.why
    assert len(KINDS) - len(lacking) >= 10, lacking
    assert len(lacking) <= MOST_LACKING, lacking


def test_the_same_numbers_make_the_same_riddle():
    game = gamelib.game("harem")
    first, second = (riddle(game, "illegal", Random(3)) for _ in range(2))
    assert first == second


def test_riddles_about_some_rules_rest_on_them():
    game = gamelib.game("harem")
    about = {id for id, rule in game.rules.items() if rule.section == "Raids"}
    made = []
    for kind in KINDS:
        with suppress(LookupError):  # not every kind has one about them
            made.append(riddle(game, kind, Random(5), about))
    assert len(made) > 3
    for one in made:
        assert set(one.rules) & about
        assert check(one) == [one.right]
    with pytest.raises(LookupError):
        riddle(game, "may", Random(1), {"HAR-1.1"})


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="no riddle 'chess'"):
        riddle(gamelib.game("harem"), "chess", Random(1))
