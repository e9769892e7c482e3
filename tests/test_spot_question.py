"""Questions that the teacher types: what is valid, what pupils see, and what the board adds up."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Server
from tests.pupils import Line, come
from tests.test_class_return import server  # noqa: F401  (a fixture)
from widgets.classroom.session_state import apply_session_change, new_session_state, reset_for_new_lesson
from widgets.classroom.spot_question import (
    MAX_SPOT_OPTIONS,
    spot_question_for_pupils,
    spot_question_summary,
    validate_spot_question,
    validate_spot_vote,
)

CHOICE = {"kind": "choice", "ask": "Which sum is more likely?", "options": "6\n 7 \n\n8", "right": "b"}
NUMBER = {"kind": "number", "ask": "How many faces has a die?", "right": "6"}
EVENT = {"kind": "model", "ask": "", "model": "2d6:sum>=9"}
MEAN = {"kind": "model", "ask": "What is the mean?", "model": "2d6 : sum"}


@pytest.mark.parametrize(
    ("request_of_teacher", "sentence"),
    [
        (None, "A question asks for a choice"),
        ({"kind": "essay"}, "A question asks for a choice"),
        (CHOICE | {"ask": " "}, "Type the question first."),
        (CHOICE | {"ask": 5}, "The parts of a question are texts."),
        (CHOICE | {"ask": "x" * 200}, "A question can have at most 160 characters."),
        (CHOICE | {"options": "6"}, "Type 2 to 8 different answers"),
        (CHOICE | {"options": "6\n6"}, "Type 2 to 8 different answers"),
        (CHOICE | {"options": f"6\n{'7' * 90}"}, "An answer can have at most 80 characters."),
        (CHOICE | {"right": "D"}, "The right answer is one of the answers, or a letter from A to C."),
        (NUMBER | {"right": "six apples"}, ""),
        (EVENT | {"model": "2d6 : nonsense"}, ""),
        (EVENT | {"model": "d6" * 200}, "A model can have at most 200 characters."),
    ],
)
def test_what_is_no_question_is_refused(request_of_teacher: object, sentence: str) -> None:
    before = new_session_state()
    with pytest.raises(ValueError, match=sentence or None):
        apply_session_change(before, {"spot": request_of_teacher, "vote": "spot"}, 0.0)
    assert before == new_session_state()


@pytest.mark.parametrize(
    ("request_of_teacher", "right", "wrong", "exact"),
    [
        (CHOICE, {"option": 1}, {"option": 0}, "7"),
        (NUMBER, {"value": "6"}, {"value": "7"}, "6"),
        (EVENT, {"value": "27.8 %"}, {"value": "1/3"}, "5/18 (28%)"),
        (EVENT, {"value": "5/18"}, {"value": "0.3"}, "5/18 (28%)"),
        (MEAN, {"value": "7"}, {"value": "6,5"}, "7"),
    ],
)
def test_answers_are_added_up(request_of_teacher: object, right: dict, wrong: dict, exact: str) -> None:
    question = validate_spot_question(request_of_teacher)
    shown = spot_question_for_pupils(question)
    assert exact not in json.dumps(shown | {"options": []})
    voices = {n: validate_spot_vote(question, {"sure": 75, **(right if n < 2 else wrong)}) for n in range(5)}
    board = spot_question_summary(question, [voices], is_open=False)
    assert board["exact"] == exact
    (number,) = [n for n, option in enumerate(board["options"]) if option["right"]]
    counts = [len(sure) for sure in board["votes"][0]["sure"]]
    assert (counts[number], sum(counts), board["votes"][0]["n"]) == (2, 5, 5)
    if request_of_teacher is not CHOICE:
        assert spot_question_summary(question, [voices], is_open=True)["options"] == []


def test_many_different_numbers_fit_the_board() -> None:
    question = validate_spot_question(NUMBER | {"right": ""})
    voices = {n: validate_spot_vote(question, {"value": str(n // 2 if n < 8 else n), "sure": 25}) for n in range(30)}
    board = spot_question_summary(question, [voices], is_open=False)
    assert len(board["options"]) == MAX_SPOT_OPTIONS
    assert sum(len(sure) for sure in board["votes"][0]["sure"]) == 30
    assert not any(option["right"] for option in board["options"])


@pytest.mark.parametrize("data", [{}, {"option": 3}, {"option": True}, {"option": 0, "sure": 60}, {"value": "7"}])
def test_what_is_no_answer_is_refused(data: dict) -> None:
    with pytest.raises(ValueError, match="Choose an answer"):
        validate_spot_vote(validate_spot_question(CHOICE), {"sure": 25} | data)


def test_a_new_lesson_ends_the_question() -> None:
    asked = apply_session_change(new_session_state(), {"spot": CHOICE, "vote": "spot"}, 0.0)
    assert reset_for_new_lesson(asked)["spot"] is None
    again = apply_session_change(asked, {"vote": "spot"}, 0.0)
    assert len(again["votes"]["spot"]) == 2
    assert len(apply_session_change(again, {"spot": NUMBER, "vote": "spot"}, 0.0)["votes"]["spot"]) == 1


def test_a_class_answers_a_typed_question_and_a_sentence(server: Server) -> None:  # noqa: F811
    from tests.pupils import owner

    made = owner(server).good("open-room", lesson="")
    teacher = Line(server.url, made["secret"])
    pupil, _ = come(server.url, made["code"])
    assert teacher.tell("change-session", pace={"vote": "spot"})[0] == 400
    teacher.good("change-session", pace={"spot": EVENT, "vote": "spot"})
    vote = pupil.ask("poll-session-state")[1]["vote"]
    assert vote["ask"] == "What is the probability that this event happens: 2d6 : sum >= 9?"
    assert vote["is_number"] is True
    status, said = pupil.tell("save-vote", number=vote["number"], value="often", sure=95)
    assert (status, bool(said["error"])) == (400, True)
    pupil.good("save-vote", number=vote["number"], value="10/36", sure=95)
    assert teacher.ask("poll-board")[1]["spot"]["votes"] == [{"n": 1, "sure": []}]
    teacher.good("change-session", pace={"vote": None})
    spot = teacher.ask("poll-board")[1]["spot"]
    assert [(one["text"], one["right"]) for one in spot["options"]] == [("10/36", True)]
    text = teacher.ask("class-file-text")[1]
    assert "10/36" not in json.dumps(text)

    teacher.good("change-session", pace={"talk": {"question": "Why?", "ask": "sentence", "slips": []}})
    talk = pupil.ask("poll-session-state")[1]["talk"]
    pupil.good("save-discussion-reply", number=talk["number"], text="Because it is symmetric.")
    assert "symmetric" not in json.dumps(teacher.ask("poll-board")[1])
    assert "symmetric" in json.dumps(teacher.ask("poll-teacher-view")[1])
    assert teacher.tell("change-session", pace={"talk": {"question": "Why?", "ask": "vote", "slips": []}})[0] == 400
    teacher.good("close-room")
