"""Questions of the bank as chance models: the same number comes out, for every setting."""

from __future__ import annotations

from itertools import product

import pytest

import gamelib
from gamelib import Question

WITH_MODELS = [question for question in gamelib.questions() if question.line]
MOST = 40
"""Settings of one question that are tried, spread over all of them."""


def test_every_game_and_the_classics_can_be_opened() -> None:
    assert {question.game for question in WITH_MODELS} == {"", *gamelib.games()}
    assert len(WITH_MODELS) >= 20


@pytest.mark.parametrize("question", WITH_MODELS, ids=lambda question: question.id)
def test_the_model_gives_the_answer(question: Question) -> None:
    names = list(question.parameters)
    settings = list(product(*(parameter.choices for parameter in question.parameters.values())))
    for values in settings[:: -(-len(settings) // MOST)]:
        given = dict(zip(names, values, strict=True))
        answer = gamelib.model(question.model(**given)).exact()
        found = answer.p("yes") if question.kind == "chance" else answer.mean
        assert found == question.exact(**given), given
