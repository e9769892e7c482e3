"""Saved positions with one changed value: they are refused with one sentence, or the game plays on to its end."""

from __future__ import annotations

import json
from random import Random

import pytest

import gamelib
from gamelib.fields import MAX_INT, IntField, ListField, PerSeatField, TupleField, one_of
from tests.conformance import PACKAGES, choose, option_sets, walk
from tests.conftest import LONG

TRIES = 4000 if LONG else 120
PLAYED_ON = 80
"""Number of steps that are checked one by one before the rest is played."""
VALUES = (None, True, False, 0, 1, 2, 3, 7, -1, 99, 10**6, 1.5, "", "x", "?", [], [0], [1, 0], {}, {"x": 1})


def paths(data, path=()):
    """Return every place in a JSON value except the whole."""
    if path:
        yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(value, (*path, key))


def positions(game, rng):
    """Return positions with every kind of question as JSON, and some views."""
    texts = {}
    sets = option_sets(game)
    for index, options in enumerate(sets[:: 1 if LONG else 1 + len(sets) // 6]):
        for s in walk(game, game.seats[index % len(game.seats)], f"damage/{index}", **options):
            key = (s.node.step_name if s.agenda_frames else s.node.reason, index % 3)
            if key not in texts or rng.random() < 0.01:
                texts[key] = json.dumps(s.to_dict())
                texts["view", *key] = json.dumps(s.seen_by(index % s.seats).to_dict())
    return list(texts.values())


def damage(data, texts, rng):
    """Change, delete, duplicate or swap one value, or take one of another position, and return its place."""
    path = rng.choice(list(paths(data)))
    place = data
    for key in path[:-1]:
        place = place[key]
    value, kind = place[path[-1]], rng.random()
    if kind < 0.1:
        del place[path[-1]]
    elif type(value) is int and kind < 0.6:
        place[path[-1]] = value + rng.choice((-10, -1, 1, 1, 10))
    elif isinstance(value, list) and value and kind < 0.6:
        i = rng.randrange(len(value))
        if kind < 0.3:
            value.append(value[i])
        elif kind < 0.45:
            del value[i]
        else:
            value[:] = value[i:] + value[:i]
    elif kind < 0.85:  # what another position has there
        other = json.loads(rng.choice(texts))
        try:
            for key in path:
                other = other[key]
        except (LookupError, TypeError):
            other = rng.choice(VALUES)
        place[path[-1]] = other
    else:
        place[path[-1]] = rng.choice(VALUES)
    return path


def play_on(game, s, rng):
    """Play to the end. Every position on the way can be opened again."""
    for step in range(PLAYED_ON):
        if not s.agenda_frames:
            break
        s.apply(choose(s, rng))
        if step % 5 == 0:
            game.from_dict(json.loads(json.dumps(s.to_dict())))
    if s.agenda_frames:
        gamelib.playout(s, [gamelib.random_bot] * s.seats, rng)
    assert s.result.winners
    game.from_dict(json.loads(json.dumps(s.to_dict())))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_damaged_position_is_refused_in_a_sentence_or_plays_on(name):
    game, rng = gamelib.game(name), Random(f"damaged/{name}")
    texts = positions(game, rng)
    opened = refused = 0
    for attempt in range(TRIES):
        data = json.loads(rng.choice(texts))
        path = damage(data, texts, rng)
        where = (attempt, path)
        try:
            s = game.from_dict(data)
        except ValueError as error:
            said = str(error)
            assert said.startswith("This position cannot be opened: "), where
            assert said.endswith(("…", ".")), where
            assert len(said) <= 300, where
            assert "\n" not in said, where
            refused += 1
            continue
        opened += 1
        try:
            whole = s if s.viewer is None else s.determinize(rng)
            assert game.describe(whole.node)
            play_on(game, whole, rng)
        except Exception as error:
            raise AssertionError(f"{where}: {json.dumps(data)}") from error
    assert opened
    assert refused > opened


def test_what_grows_from_the_largest_number_opens_again():
    game, rng = gamelib.game("harem"), Random(1)
    s = game.start(2)
    while s.turns < 2:
        s.apply(choose(s, rng))
    data = s.to_dict()
    data.update(turns=10**9, still=10**9 - 1)
    s = game.from_dict(data)
    while s.turns == 10**9 and s.agenda_frames:
        s.apply(choose(s, rng))
    assert game.from_dict(s.to_dict()).turns == 10**9
    assert IntField(-MAX_INT).save(-MAX_INT - 1) == -MAX_INT


@pytest.mark.parametrize("kind", [TupleField(one_of("a", "b"), 2), ListField(one_of("a", "b"), 2)])
def test_a_list_is_no_text_and_not_too_long(kind):
    assert list(kind.load(None, ["a", "b"])) == ["a", "b"]
    for wrong in ("ab", {"a": 1}, ["a", "b", "a"], None):
        with pytest.raises(ValueError, match="is not a list of at most 2"):
            kind.load(None, wrong)


def test_a_list_with_a_value_a_seat_has_as_many():
    s = gamelib.game("harem").start(3)
    assert PerSeatField(IntField()).load(s, [0, 1, 2]) == [0, 1, 2]
    for wrong in ([0, 1], [0, 1, 2, 3], "012"):
        with pytest.raises(ValueError, match=r"values for 3 seats|is not a list with one value a seat"):
            PerSeatField(IntField()).load(s, wrong)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_result_is_what_the_position_gives(name):
    game, rng = gamelib.game(name), Random(11)
    s = game.start(game.seats[-1])
    while s.agenda_frames:
        s.apply(choose(s, rng))
    saved = s.to_dict()
    assert game.from_dict(saved).result == s.result
    losers = [seat for seat in range(s.seats) if seat not in s.result.winners]
    for winners in ([], losers, [0, 0], [s.seats]):
        with pytest.raises(ValueError, match="cannot be opened"):
            game.from_dict({**saved, "result": {**saved["result"], "winners": winners}})


@pytest.mark.parametrize("name", PACKAGES)
def test_a_game_has_ended_for_a_reason_and_by_a_rule_of_its_own(name: str) -> None:
    game = gamelib.game(name)
    s = game.start(game.seats[0])
    gamelib.playout(s, [gamelib.random_bot] * s.seats, Random(name))
    saved = s.to_dict()
    assert game.from_dict(saved).result == s.result
    for part, value in (("reason", "nonsense"), ("rule", f"{game.rule_prefix}-99")):
        with pytest.raises(ValueError, match=r"cannot be opened: the (game|result)"):
            game.from_dict({**saved, "result": {**saved["result"], part: value}})
