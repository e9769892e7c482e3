"""Quiz questions: the engine finds exactly one right answer among everything that can be named."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from itertools import islice, pairwise
from random import Random

import pytest

import gamelib
from gamelib import Decision
from gamelib.bank.prepared_quizzes import (
    MIN_ADVANTAGE,
    PLAYOUTS,
    playout_results,
    prepared_quiz_questions,
    win_share_difference,
)
from gamelib.bank.quiz_generator import (
    action_rules_in_topic_sections,
    is_question_valid_in,
    make_quiz_question,
    random_theme_positions,
    recheck_correct_indexes,
)
from gamelib.bank.quiz_question_types import (
    BETTER_ACTION_TYPE,
    PICTURE_TYPES,
    QUESTION_TYPES,
    THEMED_TYPES,
    NoQuizQuestionError,
)
from gamelib.bank.quiz_themes import RESULT_THEME, quiz_themes
from gamelib.bank.tutorial import tutorial_goals
from tests.conformance import TAUGHT, walk
from tests.conftest import LONG, sample_cases
from tools.find_riddles import MORE_PARTS, WORLDS, others
from tools.outlook import outlook
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.rules import quiz_session as runs
from widgets.rules.quiz_picture import LookalikePositions, illustrate_prepared_question, illustrate_question
from widgets.rules.quiz_session import QuizSession
from widgets.rules.widget import Rulebook

EACH, PICTURES = (500, 25) if LONG else (1, 1)
MOST_LACKING = 3


@pytest.fixture(params=TAUGHT)
def game(request):
    return gamelib.game(request.param)


def test_each_riddle_has_exactly_one_right_answer(game):
    lacking = []
    for kind in QUESTION_TYPES:
        rng = Random(f"{game.id}/{kind}")
        for _ in range(EACH):
            try:
                made = make_quiz_question(game, kind, rng)
            except LookupError:
                lacking.append(kind)
                break
            told = f"{kind}: {made.prompt} {[choice.text for choice in made.answers]} in {made.position}"
            assert recheck_correct_indexes(made) == [made.correct_index], told
            assert len({choice.text for choice in made.answers}) == len(made.answers) >= 2, told
            assert set(made.rules) <= set(game.rules)
            assert made.level in (1, 2, 3)
            assert made.explanation
    assert len(lacking) <= MOST_LACKING, lacking


def test_what_a_game_lists_is_asked(game):
    """Check that each theme makes at least ten questions with one right answer and replies to the wrong ones."""
    found = quiz_themes(game)
    assert len(found) >= 8
    assert len({one.id for one in found}) == len(found)
    for theme in found:
        assert set(theme.rules) <= set(game.rules), theme.id
        for text in theme.all_position_texts():
            assert game.position(text), theme.id
        made = []
        for place in islice(random_theme_positions(theme, Random(theme.id)), 40):
            with suppress(NoQuizQuestionError):
                made.append(THEMED_TYPES[theme.kind](place, theme))
            if len(made) > LONG * 9:
                break
        assert made, f"{theme.id} makes no riddle"
        for one in made:
            told = f"{theme.id}: {one.prompt} {[choice.text for choice in one.answers]} in {one.position}"
            assert recheck_correct_indexes(one) == [one.correct_index], told
            assert is_question_valid_in(one, one.new_state()), told
            assert one.kind != RESULT_THEME or "{" not in one.prompt, told
            for n, choice in enumerate(one.answers):
                assert n == one.correct_index or (choice.feedback and runs.play_answer_example(one, n)), told


def test_a_picture_alone_finds_the_answer(game):
    """Check each kind. In every world that looks like the picture, the same answer is right, and pictures matter."""
    told = blind = 0
    for kind in Random(game.id).sample(PICTURE_TYPES, len(PICTURE_TYPES)):
        if told == 3 and not LONG:
            break
        rng = Random(f"{game.id}/{kind}/picture")
        for _ in range(PICTURES):
            try:
                made = illustrate_question(make_quiz_question(game, kind, rng))
            except LookupError:
                break
            if made is None:
                continue
            told += 1
            assert len(made.picture()["parts"]) <= MORE_PARTS
            if LONG or told == 1:  # as slow as the picture, which was made by the same search
                asked, alike = made.riddle, LookalikePositions(made.riddle)
                assert alike.consistent_answers(made.picture_keys)[0] == {asked.correct_index}, (
                    f"{asked.prompt} in {asked.position}"
                )
                blind += bool(made.picture_keys) and alike.consistent_answers(())[0] != {asked.correct_index}
    assert told >= 3
    assert blind or not LONG, "without their pictures some cannot be answered"


def test_the_sum_that_is_asked_for_does_not_stand_in_the_picture():
    game, told = gamelib.game("hadara"), 0
    for asked in [one for one in quiz_themes(game) if one.hidden_parts_by_piece_prefix]:
        found = 0
        for place in islice(random_theme_positions(asked, Random(asked.id)), 20):
            if found > LONG * 9:
                break
            with suppress(NoQuizQuestionError):
                made = illustrate_question(THEMED_TYPES[asked.kind](place, asked))
                found += 1
                items = [item for part in made.picture()["parts"] for item in part["group"].get("items", ())]
                for item in items:
                    for begins, fields in asked.hidden_parts_by_piece_prefix.items():
                        if item["id"].startswith(begins):
                            told += 1
                            assert not {"text", *fields} & item.keys() - {"big"}
                            assert str(item.get("big", "0")).isdecimal()
                assert LookalikePositions(made.riddle).consistent_answers(made.picture_keys)[0] == {
                    made.riddle.correct_index
                }
    assert told


def test_what_lies_ready_is_whole(game):
    """Check that each prepared question has one right answer and a picture with all places that it names."""
    found = prepared_quiz_questions(game)
    assert sum(one.kind == BETTER_ACTION_TYPE for one in found) >= 3
    for one in found:
        made, picture = one.quiz_question, illustrate_prepared_question(one)
        assert one.rules[0] == made.rules[0]
        assert set(one.rules) <= set(game.rules)
        assert len({choice.text for choice in made.answers}) == len(made.answers) >= 2
        assert one.kind != BETTER_ACTION_TYPE or all(
            choice.feedback for n, choice in enumerate(made.answers) if n != made.correct_index
        )
        if (
            one.kind == BETTER_ACTION_TYPE and (wins := one.entry["wins"])[1] - min(wins[2:]) >= MIN_ADVANTAGE
        ):  # games won are told as such
            told = re.compile(rf"\b(?:won|wins) {wins[1]} out of 100\b")
            assert any(told.search(choice.feedback) for choice in made.answers)
        assert [picture.visible_position.stable_id(key) for key in picture.picture_keys] == list(one.visible_groups)
        assert len(picture.picture()["parts"]) <= MORE_PARTS
        assert picture.picture_keys or one.kind != BETTER_ACTION_TYPE
        if one.kind != BETTER_ACTION_TYPE:
            assert recheck_correct_indexes(made) == [made.correct_index]


def test_what_would_have_been_better_is_better(game):
    """Play on with other random numbers than the stored counts. KISMET_LONG=1 plays as many games."""
    for one in sample_cases((one for one in prepared_quiz_questions(game) if one.kind == BETTER_ACTION_TYPE), 3):
        made, did = one.quiz_question, one.quiz_question.named_choice
        acts = [choice.represented_value for choice in made.answers]
        right = acts[made.correct_index]
        if one.entry.get("exact"):
            state, best = made.new_state(), outlook(made.new_state(), right)
            assert all(best.least > outlook(state, act).most for act in {*acts, did} - {right}), one.entry["why"]
            continue
        found = playout_results(made.new_state(), [*acts, did], PLAYOUTS if LONG else 30, Random("other luck"))
        for act in {*acts, did} - {right}:
            assert (
                win_share_difference(found, right, act).low if LONG else win_share_difference(found, right, act).mean
            ) > 0, one.entry["why"]


def test_a_shared_win_counts_as_a_share():
    for seed in range(500):
        *_, before, end = (state.clone() for state in walk(gamelib.game("towers"), 2, seed))
        acts = [act for act in before.legal if before.child(act) == end] if isinstance(before.node, Decision) else []
        if acts and len(end.result.winners) == 2:
            assert outlook(before, acts[0]).least.wins == Fraction(1, 2)
            break
    else:
        pytest.fail("no such end")


def test_a_blunder_is_told_by_its_picture_alone(game):
    """Check similar positions with the same picture. No other action is the best one there."""
    blunders = [one for one in prepared_quiz_questions(game) if one.kind == BETTER_ACTION_TYPE]
    for one in blunders if LONG else blunders[:1]:
        picture = illustrate_prepared_question(one)
        for world in others(one.entry, game, WORLDS if LONG else 3):
            assert any(
                world.visible_fingerprint(key) != picture.visible_position.visible_fingerprint(key)
                for key in picture.picture_keys
            ), one.entry["why"]


def test_a_run_about_slow_rules_begins_with_what_lies_ready(monkeypatch):
    monkeypatch.setattr(runs, "illustrate_question", lambda riddle: pytest.fail(f"{riddle.kind} is made"))
    plan = load_lesson_definition("10-the-objective-card")
    run = QuizSession(plan.game, 3, action_rules_in_topic_sections(plan.game, plan.question.rules))
    for _ in range(3):
        assert run.next_question()["choices"]
        run.submit_answer(0)


def test_a_blunder_is_replayed_where_another_act_is_chosen():
    run = QuizSession(gamelib.game("hadara"), 2, kinds=(BETTER_ACTION_TYPE,), length=2)
    for _ in range(2):
        run.next_question()
        told = run.submit_answer((run.question.correct_index + 1) % len(run.question.answers))
        assert told["note"]
        assert told["replay"]["step"]["told"]
        assert not told["replay"]["step"]["refused"]


def test_what_is_refused_is_replayed_with_the_cards_of_who_tries():
    """Check this whatever the author of the rule example has displayed."""
    rng, seats = Random(4), set()
    for _ in range(8):
        made = make_quiz_question(gamelib.game("towers"), "legal", rng)
        seat = made.new_state().node.seat
        for n, choice in enumerate(made.answers):
            if n != made.correct_index and choice.represented_value.verb == "place":
                told = runs.play_answer_example(made, n)
                seats.add(seat)
                caches = {part["group"]["id"] for part in told["before"] if part["group"]["id"].startswith("cache:")}
                assert caches == {f"cache:{seat}"}
    assert len(seats) > 1


@pytest.mark.parametrize("name", TAUGHT if LONG else TAUGHT[3:4])
def test_a_run_asks_different_kinds_and_replays_what_is_wrong(name):
    game = gamelib.game(name)
    run, kinds, rules, replayed = QuizSession(game, seed=11, length=5), [], set(), 0
    for _ in range(run.length):
        run.next_question()
        asked = run.question
        kinds.append("limit" if asked.kind in ("least", "most") else asked.kind)
        rules.add(asked.rules[0])
        told = run.submit_answer((asked.correct_index + 1) % len(asked.answers))
        assert told["replay"] or told["note"], asked.prompt
        if told["replay"] is not None:
            replayed += 1
            assert told["replay"]["step"]["told"]
    assert all(one != after for one, after in pairwise(kinds)), kinds
    assert len(set(kinds)) >= 4, kinds
    assert len(rules) >= 3
    assert replayed >= 2


def test_wrong_answers_are_near(game):
    """Check that the asked action has a neighbour of the same kind with the opposite judgement."""
    rng, same = Random(f"{game.id}/near"), 0
    for _ in range(6):
        made = make_quiz_question(game, "legal", rng)
        right = made.answers[made.correct_index].represented_value
        same += any(one.represented_value.verb == right.verb for one in made.answers if one.represented_value != right)
        assert all(one.feedback for one in made.answers if one.represented_value != right)
    assert same >= 2


def test_the_same_numbers_make_the_same_riddle():
    game = gamelib.game("harem")
    first, second = (make_quiz_question(game, "illegal", Random(3)) for _ in range(2))
    assert first == second


def test_riddles_about_some_rules_rest_on_them():
    game = gamelib.game("harem")
    about = {id for id, rule in game.rules.items() if rule.section == "Raids"}
    made = []
    for kind in QUESTION_TYPES:
        with suppress(LookupError):  # not every kind has one about them
            made.append(make_quiz_question(game, kind, Random(5), about))
    assert len(made) >= 2
    for one in made:
        assert set(one.rules) & about
        assert recheck_correct_indexes(one) == [one.correct_index]
    with pytest.raises(LookupError):
        make_quiz_question(game, "legal", Random(1), {"HAR-1.1"})


@pytest.mark.parametrize("name", TAUGHT if LONG else TAUGHT[3:4])
def test_a_first_game_ends_with_riddles_on_what_it_met(name):
    """Check the link at its end. It asks for three questions, each about a rule of the goals."""
    book, heard = Rulebook(name, seed=1), []
    book.send = lambda content, buffers=None: heard.append(content)
    met = {goal.rule for goal in tutorial_goals(book.game)}
    book._receive(book, {"do": "run", "seq": 1, "first": True}, [])
    assert [message["of"] for message in heard if message["kind"] == "riddle"] == [3]
    assert set(book.quiz_session.question.rules) & met
    assert BETTER_ACTION_TYPE not in book.quiz_session.kinds
    book._receive(book, {"do": "run", "seq": 2}, [])
    assert [message["of"] for message in heard if message["kind"] == "riddle"] == [3, 10]


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="no riddle 'chess'"):
        make_quiz_question(gamelib.game("harem"), "chess", Random(1))
