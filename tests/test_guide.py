"""The guide for writers of bots: every verb and every value of a view, with examples that are true."""

from __future__ import annotations

import re
from inspect import isfunction, signature

import pytest

import gamelib
from gamelib.tools.guide import guide
from tests.conformance import PACKAGES
from tests.test_words import found

RARE = 4  # verbs of a game that may come up too seldom for an example


@pytest.mark.parametrize("name", PACKAGES)
def test_the_guide_names_every_verb_with_its_arguments(name):
    game, shown = gamelib.game(name), guide(name)
    assert shown.verbs.keys() == game.verbs.keys()
    assert sum(not one.example for one in shown.verbs.values()) <= RARE
    for verb, one in shown.verbs.items():
        assert len(one.takes) == len(game.verbs[verb])
        assert one.steps
        if one.example:
            action = game.parse(one.example)
            assert (action.verb, game.say(action)) == (verb, one.says)


@pytest.mark.parametrize("name", PACKAGES)
def test_the_guide_tells_what_every_value_of_a_view_is(name):
    game, shown = gamelib.game(name), guide(name)
    assert set(game.state_type.__slots__) <= shown.values.keys()
    view = game.start(game.seats[0]).seen_by(0)
    for one in shown.values.values():
        assert hasattr(view, one.name)
        assert one.about
        assert one.example
    for method, one in shown.asks.items():
        _, *names = signature(getattr(game.state_type, method)).parameters
        assert one.name == f"{method}({', '.join(names)})"
        assert one.about
    tells = {
        method
        for method, function in vars(game.state_type).items()
        if isfunction(function) and not method.startswith("_") and function.__annotations__["return"] != "None"
    }
    assert shown.asks.keys() >= {method for method in tells if vars(game.state_type)[method].__doc__}
    assert game.words.sections["view"].keys() <= shown.values.keys(), "words about nothing"


@pytest.mark.parametrize("name", PACKAGES)
def test_what_the_guide_says_is_fit_for_every_school(name):
    shown = guide(name)
    for one in (*shown.values.values(), *shown.asks.values()):
        assert not found(re.sub(r"\w+\(.*?\)|\b[A-Z]+-\S+", "", one.about)), one
    for one in shown.verbs.values():
        assert not found(one.says), one


def test_the_guide_can_be_read_and_drawn():
    text, drawn = str(guide("harem")), guide("harem")._repr_html_()
    assert "raid | a word, a number" in text
    assert "<td>raid</td><td>a word, a number</td>" in drawn
    assert drawn.count("<table>") == 3
    with pytest.raises(ValueError, match="no game 'chess'"):
        guide("chess")
