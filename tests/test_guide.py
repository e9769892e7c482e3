"""Guide for authors of bots: every verb and every value of a view, with true examples."""

from __future__ import annotations

import re
from inspect import isfunction, signature

import pytest

import gamelib
from gamelib.tools.bot_guide import bot_guide
from tests.conformance import PACKAGES
from tests.test_words import found

RARE = 4  # verbs of a game that may come up too seldom for an example


@pytest.mark.parametrize("name", PACKAGES)
def test_the_guide_names_every_verb_with_its_arguments(name):
    game, shown = gamelib.game(name), bot_guide(name)
    assert shown.verbs.keys() == game.argument_type_letters_by_verb.keys()
    assert sum(not one.example for one in shown.verbs.values()) <= RARE
    for verb, one in shown.verbs.items():
        assert len(one.arguments) == len(game.argument_type_letters_by_verb[verb])
        assert one.steps
        if one.example:
            action = game.parse_choice(one.example)
            assert (action.verb, game.describe(action)) == (verb, one.sentence)


@pytest.mark.parametrize("name", PACKAGES)
def test_the_guide_tells_what_every_value_of_a_view_is(name):
    game, shown = gamelib.game(name), bot_guide(name)
    assert set(game.state_type.__slots__) <= shown.view_entries.keys()
    view = game.start(game.seats[0]).seen_by(0)
    for one in shown.view_entries.values():
        assert hasattr(view, one.name)
        assert one.description
        assert one.example
    for method, one in shown.queries.items():
        _, *names = signature(getattr(game.state_type, method)).parameters
        assert one.name == f"{method}({', '.join(names)})"
        assert one.description
    tells = {
        method
        for method, function in vars(game.state_type).items()
        if isfunction(function) and not method.startswith("_") and function.__annotations__["return"] != "None"
    }
    assert shown.queries.keys() >= {method for method in tells if vars(game.state_type)[method].__doc__}
    assert game.texts.sections["view"].keys() <= shown.view_entries.keys(), "words about nothing"


@pytest.mark.parametrize("name", PACKAGES)
def test_what_the_guide_says_is_fit_for_every_school(name):
    shown = bot_guide(name)
    for one in (*shown.view_entries.values(), *shown.queries.values()):
        assert not found(re.sub(r"\w+\(.*?\)|\b[A-Z]+-\S+", "", one.description)), one
    for one in shown.verbs.values():
        assert not found(one.sentence), one


def test_the_guide_can_be_read_and_drawn():
    text, drawn = str(bot_guide("harem")), bot_guide("harem")._repr_html_()
    assert "raid | a word, a number" in text
    assert "<td>raid</td><td>a word, a number</td>" in drawn
    assert drawn.count("<table>") == 3
    with pytest.raises(ValueError, match="no game 'chess'"):
        bot_guide("chess")
