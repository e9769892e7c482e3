"""Riddles: each has exactly one right answer, judged by the engine over what can be named."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice, pairwise
from random import Random

import pytest

import gamelib
from gamelib.bank.decisions import WHAT, themes
from gamelib.bank.first import goals
from gamelib.bank.prepared import FAR, PLAYOUTS, ahead, played_on, prepared
from gamelib.bank.riddle_kinds import BETTER, KINDS, PICTURED, THEMED, NoRiddleError
from gamelib.bank.riddles import about_theme, asked_in, check, riddle, riddle_rules
from tests.conformance import TAUGHT
from tests.conftest import LONG
from tools.find_riddles import MORE_PARTS, WORLDS, others
from tools.outlook import outlook
from widgets.lesson.files import load
from widgets.rules import run as runs
from widgets.rules.facts import Lookalikes, laid, pictured
from widgets.rules.run import RiddleRun
from widgets.rules.widget import Rulebook

EACH, PICTURES = (500, 25) if LONG else (1, 1)
MOST_LACKING = 3


@pytest.fixture(params=TAUGHT)
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
    assert len(lacking) <= MOST_LACKING, lacking


def test_what_a_game_lists_is_asked(game):
    """Each theme makes riddles with one right answer, whose wrong ones say why not and are played; ten at least."""
    found = themes(game)
    assert len(found) >= 8
    assert len({one.id for one in found}) == len(found)
    for theme in found:
        assert set(theme.rules) <= set(game.rules), theme.id
        for text in theme.spelled():
            assert game.position(text), theme.id
        made = []
        for place in islice(about_theme(theme, Random(theme.id)), 40):
            with suppress(NoRiddleError):
                made.append(THEMED[theme.kind](place, theme))
            if len(made) > LONG * 9:
                break
        assert made, f"{theme.id} makes no riddle"
        for one in made:
            told = f"{theme.id}: {one.prompt} {[choice.text for choice in one.choices]} in {one.position}"
            assert check(one) == [one.right], told
            assert asked_in(one, one.state()), told
            assert one.kind != WHAT or "{" not in one.prompt, told
            for n, choice in enumerate(one.choices):
                assert n == one.right or (choice.note and runs.replay(one, n)), told


def test_a_picture_alone_finds_the_answer(game):
    """Of each kind: in every world that looks like the picture the same one answer is right, and pictures matter."""
    told = blind = 0
    for kind in PICTURED:
        rng = Random(f"{game.id}/{kind}/picture")
        for _ in range(PICTURES):
            try:
                made = pictured(riddle(game, kind, rng))
            except LookupError:
                break
            if made is None:
                continue
            told += 1
            asked = made.riddle
            alike = Lookalikes(asked)
            assert alike.seen(made.shown)[0] == {asked.right}, f"{asked.prompt} in {asked.position}"
            shown = made.picture()
            assert len(shown["parts"]) <= MORE_PARTS
            blind += bool(made.shown) and alike.seen(())[0] != {asked.right}
    assert told >= 3
    assert blind or not LONG, "without their pictures some cannot be answered"


def test_the_sum_that_is_asked_for_does_not_stand_in_the_picture():
    game, told = gamelib.game("hadara"), 0
    for asked in [one for one in themes(game) if one.hides]:
        for place in islice(about_theme(asked, Random(asked.id)), 20):
            with suppress(NoRiddleError):
                made = pictured(THEMED[asked.kind](place, asked))
                items = [item for part in made.picture()["parts"] for item in part["group"].get("items", ())]
                for item in items:
                    for begins, fields in asked.hides.items():
                        if item["id"].startswith(begins):
                            told += 1
                            assert not {"text", *fields} & item.keys() - {"big"}
                            assert str(item.get("big", "0")).isdecimal()
                assert Lookalikes(made.riddle).seen(made.shown)[0] == {made.riddle.right}
    assert told


def test_what_lies_ready_is_whole(game):
    """Each is made, at once one answer is right, and its picture shows the places that it names."""
    found = prepared(game)
    assert sum(one.kind == BETTER for one in found) >= 3
    for one in found:
        made, picture = one.riddle, laid(one)
        assert one.rules[0] == made.rules[0]
        assert set(one.rules) <= set(game.rules)
        assert len({choice.text for choice in made.choices}) == len(made.choices) >= 2
        assert one.kind != BETTER or all(choice.note for n, choice in enumerate(made.choices) if n != made.right)
        if one.kind == BETTER and (wins := one.entry["wins"])[1] - min(wins[2:]) >= FAR:  # games won are told as such
            told = re.compile(rf"\b(?:won|wins) {wins[1]} out of 100\b")
            assert any(told.search(choice.note) for choice in made.choices)
        assert [picture.table.place(key) for key in picture.shown] == list(one.shown)
        assert len(picture.picture()["parts"]) <= MORE_PARTS
        assert picture.shown or one.kind != BETTER
        if one.kind != BETTER:
            assert check(made) == [made.right]


def test_what_would_have_been_better_is_better(game):
    """Played on with other luck than its counts; KISMET_LONG=1: in as many games, and clearly."""
    for one in prepared(game):
        if one.kind != BETTER:
            continue
        made, did = one.riddle, one.riddle.named
        acts = [choice.of for choice in made.choices]
        right = acts[made.right]
        if one.entry.get("exact"):
            state, best = made.state(), outlook(made.state(), right)
            assert all(best.least > outlook(state, act).most for act in {*acts, did} - {right}), one.entry["why"]
            continue
        found = played_on(made.state(), [*acts, did], PLAYOUTS if LONG else 30, Random("other luck"))
        for act in {*acts, did} - {right}:
            assert (ahead(found, right, act).low if LONG else ahead(found, right, act).mean) > 0, one.entry["why"]


def test_a_blunder_is_told_by_its_picture_alone(game):
    """On tables near it that look the same no other act is the best one."""
    blunders = [one for one in prepared(game) if one.kind == BETTER]
    for one in blunders if LONG else blunders[:1]:
        picture = laid(one)
        for world in others(one.entry, game, WORLDS if LONG else 6):
            assert any(world.face(key) != picture.table.face(key) for key in picture.shown), one.entry["why"]


def test_a_run_about_slow_rules_begins_with_what_lies_ready(monkeypatch):
    monkeypatch.setattr(runs, "pictured", lambda riddle: pytest.fail(f"{riddle.kind} is made"))
    plan = load("10-the-objective-card")
    run = RiddleRun(plan.game, 3, riddle_rules(plan.game, plan.question.rules))
    for _ in range(3):
        assert run.next()["choices"]
        run.answer(0)


def test_a_blunder_is_replayed_where_another_act_is_chosen():
    run = RiddleRun(gamelib.game("hadara"), 2, kinds=(BETTER,), length=2)
    for _ in range(2):
        run.next()
        told = run.answer((run.riddle.right + 1) % len(run.riddle.choices))
        assert told["note"]
        assert told["replay"]["step"]["told"]
        assert not told["replay"]["step"]["refused"]


def test_what_is_refused_is_replayed_with_the_cards_of_who_tries():
    """Whatever the author of the rule's own picture has laid out."""
    rng, seats = Random(4), set()
    for _ in range(8):
        made = riddle(gamelib.game("towers"), "legal", rng)
        seat = made.state().node.seat
        for n, choice in enumerate(made.choices):
            if n != made.right and choice.of.verb == "place":
                told = runs.replay(made, n)
                seats.add(seat)
                caches = {part["group"]["id"] for part in told["before"] if part["group"]["id"].startswith("cache:")}
                assert caches == {f"cache:{seat}"}
    assert len(seats) > 1


@pytest.mark.parametrize("name", TAUGHT if LONG else TAUGHT[2:4])
def test_a_run_asks_different_kinds_and_replays_what_is_wrong(name):
    game = gamelib.game(name)
    run, kinds, rules, replayed = RiddleRun(game, seed=11, length=5), [], set(), 0
    for _ in range(run.length):
        run.next()
        asked = run.riddle
        kinds.append("limit" if asked.kind in ("least", "most") else asked.kind)
        rules.add(asked.rules[0])
        told = run.answer((asked.right + 1) % len(asked.choices))
        assert told["replay"] or told["note"], asked.prompt
        if told["replay"] is not None:
            replayed += 1
            assert told["replay"]["step"]["told"]
    assert all(one != after for one, after in pairwise(kinds)), kinds
    assert len(set(kinds)) >= 4, kinds
    assert len(rules) >= 3
    assert replayed >= 2


def test_wrong_answers_are_near(game):
    """What is asked about has a neighbour of the same kind that is judged otherwise."""
    rng, same = Random(f"{game.id}/near"), 0
    for _ in range(6):
        made = riddle(game, "legal", rng)
        right = made.choices[made.right].of
        same += any(one.of.verb == right.verb for one in made.choices if one.of != right)
        assert all(one.note for one in made.choices if one.of != right)
    assert same >= 2


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
    assert len(made) >= 2
    for one in made:
        assert set(one.rules) & about
        assert check(one) == [one.right]
    with pytest.raises(LookupError):
        riddle(game, "legal", Random(1), {"HAR-1.1"})


@pytest.mark.parametrize("name", TAUGHT if LONG else TAUGHT[3:4])
def test_a_first_game_ends_with_riddles_on_what_it_met(name):
    """What the link at its end asks the rulebook for: three, each resting on a rule of its goals."""
    book, heard = Rulebook(name, seed=1), []
    book.send = lambda content, buffers=None: heard.append(content)
    met = {goal.rule for goal in goals(book.game)}
    book._receive(book, {"do": "run", "seq": 1, "first": True}, [])
    assert [message["of"] for message in heard if message["kind"] == "riddle"] == [3]
    assert set(book.run.riddle.rules) & met
    assert BETTER not in book.run.kinds
    book._receive(book, {"do": "run", "seq": 2}, [])
    assert [message["of"] for message in heard if message["kind"] == "riddle"] == [3, 10]


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="no riddle 'chess'"):
        riddle(gamelib.game("harem"), "chess", Random(1))
