"""Requirements of the engine for every game: positions, texts, files, views."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest

import gamelib
from gamelib import Action, Chance, Decision
from gamelib.bank.tutorial import tutorial_goals
from gamelib.step import SimultaneousDecisionStep
from tests.conformance import (
    PACKAGES,
    check_chance,
    check_clone,
    check_decision,
    check_refusals,
    check_saved,
    check_together,
    check_views,
    check_words,
    frequencies_fit,
    option_sets,
    walk,
)
from tests.conftest import LONG


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_all_packages_are_games():
    assert sorted(gamelib.all_games()) == PACKAGES


def test_a_game_of_another_name():
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        gamelib.game("chess")


def test_seats_and_options_are_checked(game):
    for seats in (0, -1, game.seats[-1] + 1, True, 2.0, "2", None):
        with pytest.raises(ValueError, match=rf"seats.*\({game.seats_rule}\)"):
            game.start(seats)
    with pytest.raises(ValueError, match="has no option 'colour'"):
        game.start(game.seats[0], colour="red")
    for name in game.options:
        for wrong in ("no such value", -7, [], object()):
            with pytest.raises(ValueError, match=rf"Option {name} cannot be"):
                game.start(game.seats[0], **{name: wrong})


def test_numbers_of_numpy_are_python_numbers(game):
    """As a table of numpy or pandas gives them: seats, options and seeds of many games."""
    seats = game.seats[0]
    whole = {name: option.default for name, option in game.options.items() if type(option.default) is int}
    state = game.start(np.int64(seats), **{name: np.int32(value) for name, value in whole.items()})
    assert state == game.start(seats)
    assert type(state.seats) is int
    json.dumps(state.to_dict())
    played = gamelib.simulate(game, np.int8(seats), "random", np.uint8(1), np.int64(3))
    assert played == gamelib.simulate(game, seats, "random", 1, 3)


def test_a_game_declares_what_it_is(game):
    assert game.seats_rule in game.rules
    assert {"random", "thumb"} <= set(game.bots)
    assert all(label.startswith("bot: ") for label in map(game.bot_label, game.bots))
    assert set(game.bots) <= set(game.bot_labels)
    assert game.bot_label("brand_new") == "bot: brand new"


def test_legal_is_exactly_what_is_not_refused(game):
    """Check every nameable action at each kind of question with each option."""
    for index, options in enumerate(option_sets(game)):
        asked = Counter()
        for s in walk(game, game.seats[index % len(game.seats)], f"legal/{index}", **options):
            if isinstance(s.node, Decision) and asked[s.node.step_name] < (6 if LONG else 3 if index < 2 else 1):
                asked[s.node.step_name] += 1
                check_refusals(s, list(dict.fromkeys(game.nameable(s))))
        assert asked


def test_every_option_names_its_rule(game):
    for option in game.option_list:
        assert option.rule in game.rules
        option.validate(option.default)


def test_rules_point_at_each_other(game):
    for rule in game.rules.values():
        assert rule.title
        assert rule.text
        assert set(rule.related) <= set(game.rules)
        assert set(rule.options) <= set(game.options)


def is_plain(value):
    if type(value) in (tuple, list):
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, bool, float)


def test_random_games_keep_the_contract(game):
    rng, together = Random(1), 0
    for index, options in enumerate(option_sets(game)):
        seats = game.seats[index % len(game.seats)]
        for step, s in enumerate(walk(game, seats, f"{game.id}/{index}", **options)):
            if step > 2000 and s.agenda_frames:
                continue  # a game that random players may spin out for very long
            for event in s.events:
                assert all(type(name) is str and is_plain(value) for name, value in event.values.items()), event
            if step % (3 if LONG else 7 if index < 2 else 53) == index % 3:
                check_words(s)
                if isinstance(s.node, Decision):
                    check_decision(s)
            if (
                s.agenda_frames
                and isinstance(s.agenda_frames[-1].step, SimultaneousDecisionStep)
                and not s.agenda_frames[-1].given
            ):
                together += 1
                if together % 5 == 1:
                    check_together(s, rng)
            if step % (53 if index < 2 else 211) == index or not s.agenda_frames:
                check_saved(s)
                check_views(s, rng)
                check_clone(s, rng)
                if isinstance(s.node, Chance):
                    check_chance(s, rng)
        assert s.result.winners
        assert len(s.result.scores) == seats
        assert s.why_not(Action(next(iter(game.argument_type_letters_by_verb)))).code == "over"


def test_the_same_seed_plays_the_same_game(game):
    first, second = ([s.to_dict() for s in walk(game, game.seats[0], 5)][-1] for _ in range(2))
    assert first == second


def test_samples_follow_the_distribution(game):
    rng, seen = Random(2), Counter()
    for seats in game.seats:
        for seed in range(4):
            for s in walk(game, seats, seed):
                node = s.node
                if not isinstance(node, Chance) or seen[node.step_name] >= 3:
                    continue
                dist = node.dist()
                if len(dist) < 2:
                    continue
                seen[node.step_name] += 1
                n = 2000
                frequencies_fit(dist, Counter(node.sample(rng) for _ in range(n)), n)
    assert seen


def test_actions_that_are_none(game):
    s, rng = game.start(game.seats[0]), Random(1)
    while not isinstance(s.node, Decision):
        s.apply(s.node.sample(rng))
    step = s.agenda_frames[-1].step
    before = s.to_dict()
    for verb, kinds in step.verbs.items():
        for arguments in ((), ("x",) * 9, *(((7,) * len(kinds), (None,) * len(kinds)) if kinds else ())):
            action = Action(verb, *arguments)
            if s.why_not(action) is not None:
                with pytest.raises(gamelib.IllegalAction):
                    s.apply(action)
    for thing in ("nonsense", None, 7, Action("fly"), Action("fly", 1, 2)):
        with pytest.raises(gamelib.IllegalAction):
            s.apply(thing)
    assert s.to_dict() == before


def test_an_argument_of_the_wrong_type_does_not_stand_in_for_the_right_one(game):
    verb = next(verb for verb, kinds in game.argument_type_letters_by_verb.items() if "i" in kinds or "s" in kinds)
    kinds = game.argument_type_letters_by_verb[verb]
    odd = Action(verb, *(7001.0 if kind == "i" else True for kind in kinds))
    even = Action(verb, *(7001 if kind == "i" else 1 for kind in kinds))
    assert even is not odd
    assert Action(verb, *odd.args) is not even, "also once the right one has been made"
    assert even is Action(verb, *even.args)
    assert "?" in odd.arg_types
    assert "?" not in even.arg_types


def test_copies_are_clones_and_refusals_pickle(game):
    s = game.start(game.seats[0])
    for twin in (copy.copy(s), copy.deepcopy(s)):
        before = s.to_dict()
        twin.apply(twin.node.sample(Random(1)))
        assert s.to_dict() == before
    rng = Random(1)
    while not isinstance(s.node, Decision):
        s.apply(s.node.sample(rng))
    with pytest.raises(gamelib.IllegalAction) as caught:
        s.apply(Action("fly"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.ruling) == (str(caught.value), caught.value.ruling)


def test_notation_that_cannot_be_read(game):
    for text in (
        "",
        "fly",
        "fly(1)",
        "(",
        ")",
        next(iter(game.argument_type_letters_by_verb)) + "(",
        "=" * 3,
        "draw)",
        "x(y)z",
    ):
        try:
            game.parse_choice(text)
        except ValueError as error:
            assert game.title in str(error) or "arguments" in str(error)  # noqa: PT017
        else:
            assert text.startswith("=")


def test_games_pickle(game):
    again = pickle.loads(pickle.dumps(game))
    assert again.card_set_digest == game.card_set_digest
    assert again.start(game.seats[0]) == game.start(game.seats[0])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Court", "There is no game 'Court'; the id of Court is 'harem'."),
        (" towers ", "There is no game ' towers '; the id of Towers is 'towers'."),
        ("The Sultan's Wishes", "the id of The Sultan's Wishes is 'wishes'."),
        ("chess", "There is no game 'chess'; there are emira (Emira), hadara (Hadara), harem (Court), towers (Towers)"),
        (["harem"], "A game is named by its id, such as 'emira', not by ['harem']."),
        (None, "A game is named by its id, such as 'emira', not by None."),
    ],
)
def test_a_game_asked_for_by_its_title_is_told_by_its_id(name, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        gamelib.game(name)


def test_goals_are_those_of_a_game_or_of_its_id():
    assert tutorial_goals("harem") == tutorial_goals(gamelib.game("harem"))
    with pytest.raises(ValueError, match="the id of Court is 'harem'"):
        tutorial_goals("Court")


def turned(data):
    """Return plain JSON with the entries of every table in reverse order. It is the same value."""
    if isinstance(data, dict):
        return {name: turned(part) for name, part in reversed(data.items())}
    return [turned(part) for part in data] if isinstance(data, list) else data


def comes_next(s, seed):
    """Return everything that random numbers or bots make of a position, with the same numbers for each."""
    node = s.node
    if isinstance(node, Chance):
        yield [node.sample(Random(f"{seed} {number}")) for number in range(3)]
        yield list(node.dist())
    elif isinstance(node, Decision):
        yield list(s.legal)
        view = s.seen_by(node.seat)
        yield s.game.bots["thumb"](view, list(view.legal), Random(seed))
    for seat in range(s.seats):
        view = s.seen_by(seat)
        guess = view.determinize(Random(seed))
        yield guess.to_dict()
        if isinstance(node, Chance):
            yield view.node.sample(Random(seed)), guess.node.sample(Random(seed))
    if s.agenda_frames:
        twin = s.clone()
        twin.agenda_frames[-1].step.execute_randomly(twin, twin.agenda_frames[-1], Random(seed))
        yield twin.to_dict()


def test_what_comes_next_depends_on_the_value_of_a_position_alone(game):
    """Check that the order of its cards and the way of saving do not matter."""
    for index, options in enumerate(option_sets(game)):
        for step, s in enumerate(walk(game, game.seats[index % len(game.seats)], f"value/{index}", **options)):
            if step > 1500:
                break
            if step % (31 if index < 2 else 307) != index % 31:
                continue
            twins = [s.clone(), game.from_dict(turned(s.to_dict())), pickle.loads(pickle.dumps(s))]
            if not step % 3 and s.agenda_frames:
                twins.append(game.position(game.position_text(s)))
            before = list(comes_next(s, step))
            for twin in twins:
                assert list(comes_next(twin, step)) == before, (options, step, s.node)


PLAYED = """
import json
from random import Random
import gamelib
from gamelib.playouts import choose_action

for name, game in gamelib.all_games().items():
    for bot in ("random", "thumb", "monte_carlo"):
        s, rng = game.start(game.seats[-1] if name != "towers" else 4), Random(name)
        for _ in range(300 if bot != "monte_carlo" else 12):
            if not s.agenda_frames:
                break
            s.apply(s.node.sample(rng) if isinstance(s.node, gamelib.Chance) else choose_action(s, game.bots[bot], rng))
        print(name, bot, json.dumps(s.to_dict()))
"""


def test_games_do_not_depend_on_the_hashes_of_a_run():
    runs = [
        subprocess.run(
            [sys.executable, "-c", PLAYED], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        for seed in ("1", "2")
    ]
    assert not any(run.returncode for run in runs), runs[0].stderr
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.splitlines()) == 3 * len(PACKAGES)
