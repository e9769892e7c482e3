"""Questions of the bank as chance models: the same number comes out, for every setting."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import gamelib
from gamelib import Question

from .exported import assert_same_in_python

WITH_MODELS = [question for question in gamelib.questions() if question.model_expression_function]
MOST = 40
"""Settings of one question that are tried, spread over all of them."""


def test_every_game_and_the_classics_can_be_opened() -> None:
    assert {question.game for question in WITH_MODELS} == {"", *gamelib.all_games()}


def test_each_question_has_a_model_or_a_reason() -> None:
    """A question that comes anew gets one or the other; one that gets its model loses its reason."""
    reasons = tomllib.loads(Path(__file__).with_name("without_model.toml").read_text("utf-8"))
    assert set(reasons) == {question.id for question in gamelib.questions() if not question.model_expression_function}
    assert all(reasons.values())


@pytest.mark.parametrize("question", WITH_MODELS, ids=lambda question: question.id)
def test_the_model_gives_the_answer(question: Question) -> None:
    settings = question.offered_settings()
    for given in settings[:: -(-len(settings) // MOST)]:
        model = gamelib.model(question.model_expression(**given))
        assert_same_in_python(model)
        answer = model.exact()
        found = answer.p("yes") if question.kind == "chance" else answer.mean
        assert found == question.exact(**given), given
