"""Rules compared: each other value of an option plays differently somewhere, exactly as its page says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import gamelib
from gamelib.bank.compare import HOWS, Difference, Match, changed, differences, differs, odds, other_values, reasons
from tests.conformance import PACKAGES
from widgets.page.words import words
from widgets.rules.compared import choice, choices, find, games

MOST_WITHOUT = 4


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_each_value_of_an_option_plays_differently_or_there_is_a_reason(game):
    keys = {(option, value) for option in game.options for value in other_values(game, option)}
    found, without = differences(game), reasons(game)
    assert set(found) <= keys
    assert {f"{option}.{value}".lower() for option, value in keys - set(found)} == set(without)
    assert len(without) <= MOST_WITHOUT
    assert all(len(why) > 20 for why in without.values()), without
    wrong = {}
    for key, one in found.items():
        assert one.how in HOWS
        try:
            how = differs(one)
        except ValueError as error:
            how = str(error)
        if how != one.how:
            wrong[key] = f"{how}, not {one.how}"
    assert not wrong, wrong


def test_the_usual_value_differs_nowhere(game):
    for one in differences(game).values():
        usual = game.options[one.option].default
        assert differs(Difference(game, one.option, usual, one.position, one.choice, "")) is None


def test_an_option_changes_the_rules_that_name_it(game):
    for name, option in game.options.items():
        rules = changed(game, name)
        assert option.rule in rules
        assert rules == [id for id in game.rules if id in set(rules)]


def test_the_page_of_a_choice(game):
    for one in choices(game)[::3]:
        option, value = find(game, one["option"], one["values"][0]["value"])
        made = choice(game, option, value)
        assert made["rules"]
        assert bool(made["why"]) is not bool(made["sides"])
        assert all(row["usual"] != row["other"] for row in made["odds"])
        if made["sides"]:
            assert made["sides"][0] != made["sides"][1]


def test_a_raid_on_nobody_on_watch_is_exact():
    found = differences(gamelib.game("harem"))["unguarded_combat", "automatic"]
    usual, other = (odds(world) for world in found.worlds)
    dice = list(product(range(1, 7), repeat=4))
    held = Fraction(sum(a + b - 2 < c + d for a, b, c, d in dice), len(dice))
    assert usual is not None
    assert usual.chances["raid_failed"] == held
    assert other is None  # no dice


def test_whole_games_have_the_same_luck():
    """A card of debt that costs twice as much changes nothing but the points, by just as much."""
    match = Match(gamelib.game("towers"), "coin_value", 2, 3, "luck")
    match.play(4)
    match.play(2)
    again = Match(gamelib.game("towers"), "coin_value", 2, 3, "luck")
    again.play(6)
    assert match.rows == again.rows
    for usual, other in match.rows:
        assert other["score"] == 2 * usual["score"]
        assert other["steps"] == usual["steps"]
    made = {row["label"]: row for row in games(match, words("rules"))["rows"]}
    assert made["Choices in a game"]["sure"] == "same"
    assert {row["deals"] for row in [games(match, words("rules"))]} == {6}


def test_a_rule_that_leaves_one_way_to_end_is_seen_in_whole_games():
    match = Match(gamelib.game("harem"), "win_by", "points_only", 2, 1)
    match.play(5)
    assert all("end:stars" not in other for _, other in match.rows)


def test_what_cannot_be_compared_is_refused():
    game = gamelib.game("towers")
    for option, value in (("chess", 1), ("five_seats", "yes"), ("coin_value", 7)):
        with pytest.raises(ValueError, match="not here"):
            find(game, option, value)
    with pytest.raises(ValueError, match="9"):
        Match(game, "adjacency", "king", 9, 1).play(1)
    with pytest.raises(ValueError, match="No deal"):
        Match(game, "adjacency", "king", 2, 1).estimates("score")
