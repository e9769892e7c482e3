"""Lessons of other authors: a short template, errors with file, cell and line, and sheets that can be printed."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Question
from tests.conftest import LONG, ROOT
from tests.lessons.visit import Visit
from widgets.classroom.class_lesson import LessonCatalog
from widgets.classroom.trial_class import trial_class_board_data
from widgets.lesson import Lesson, Plan, make_custom_experiment
from widgets.lesson.experiment import OrderStepsTask, SelectCellsTask, choice_questions
from widgets.lesson.lesson_notebooks import lesson_ids, load_lesson_definition
from widgets.lesson.prose_claims import false_change_phrase, false_claim_message
from widgets.lesson.sub_questions import sub_questions_for
from widgets.site.author_cli import run_and_check_notebook
from widgets.site.command_line import main

TEMPLATE = ROOT / "docs" / "my-lesson.ipynb"


def changed(tmp_path: Path, old: str, new: str) -> str:
    text = TEMPLATE.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path = tmp_path / "my-lesson.ipynb"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_the_template_is_short_and_without_fault(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads(TEMPLATE.read_text(encoding="utf-8"))["cells"]
    assert sum(len(cell["source"]) for cell in cells) <= 60
    assert main(["check", str(TEMPLATE)]) == 0
    assert "No fault found." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "[[simulation]]",
            "[[simulaton]]",
            "my-lesson.ipynb, code cell 4, line 2: There is no term “simulaton” in the glossary. Do you",
        ),
        ("{dice} throws?", "{dize} throws?", "my-lesson.ipynb, code cell 3, line 2: The prose asks for dize"),
        ("classic-heads", "classic-head", "my-lesson.ipynb, code cell 8, line 1: There is no question 'classic-head'"),
        (
            "classics/one-six",
            "classics/six",
            "my-lesson.ipynb, code cell 1, line 3: There is no experiment 'classics/six'",
        ),
        (
            "classics/one-six",
            "zzz",
            "my-lesson.ipynb, code cell 1, line 3: There is no experiment 'zzz'. There are classics/…, ",
        ),
        ('Plan(\\"my-lesson\\"', 'Plan(\\"00-three-coins\\"', "my-lesson.ipynb: its plan is called “00-three-coins”."),
        (
            "dice=4",
            "dice=99",
            "my-lesson.ipynb, code cell 1, line 3: Question classic-one-six: dice cannot be 99; it can be 2, 3, 4,",
        ),
        (
            "{chips} chips.",
            "{chips} chips: {exact}.",
            "my-lesson.ipynb, code cell 3, line 2: {exact} tells the answer before “Compare” does.",
        ),
        (
            'for a six.\\",',
            'for a six.\\", up=\\"No.\\",',
            "my-lesson.ipynb, code cell 7, line 1: The answer goes up: the reply to “up” is for who is wrong",
        ),
        (
            "classic-heads",
            "clasic-heads",
            "my-lesson.ipynb, code cell 8, line 1: There is no question 'clasic-heads' in the bank. Do you "
            "mean classic-heads",
        ),
        (
            "one more chance for a six.",
            "one more try, so the chance falls.",
            "my-lesson.ipynb, code cell 7, line 1: The answer goes up, from 671/1296 (51.8%) to",
        ),
        (
            "one more chance for a six.",
            "one more try. The answer does not change.",
            "my-lesson.ipynb, code cell 7, line 1: The answer goes up",
        ),
        (
            "easier to count.",
            "easier to count: 5/6 * 5/6 = 25/30.",
            "my-lesson.ipynb, code cell 6, line 1: “5/6 * 5/6 = 25/30” is not so: 5/6 * 5/6 comes to 25/36.",
        ),
        ("dice=6", "dice=4", "my-lesson.ipynb, code cell 7, line 1: dice is 4 already."),
        ("plan.run(", "plan.rum(", "my-lesson.ipynb, code cell 4, line 1: AttributeError"),
        ("plan.run(", "plan.run((", "my-lesson.ipynb, code cell 4, line 1: this is not Python"),
        ("plan = Plan(", "other = str(", "my-lesson.ipynb, code cell 1, line 3: TypeError"),
    ],
)
def test_a_fault_is_named_by_its_place(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", changed(tmp_path, old, new)]) == 1
    assert capsys.readouterr().err.startswith(says)


def test_a_fault_is_told_on_the_page_where_a_kernel_runs_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.lesson.cell_faults.running_cell_number", lambda: 4)
    plan = Plan("my-lesson", "classics/one-six", dice=4)
    plan.play("Look at the [[complemnt]].")
    plan.predict("{nothing}")
    lesson = Lesson(plan)
    step = lesson.page["step"]
    assert step["kind"] == "faults"
    assert [fault.split(", line")[0] for fault in step["faults"]] == ["my-lesson.ipynb, code cell 4"] * 2
    assert "Do you mean “complement”?" in step["faults"][0]
    sent: list[dict[str, Any]] = []
    lesson.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    lesson._receive(lesson, {"do": "hello", "seq": 1, "saved": {"a": 1}}, [])
    assert sent == [{"kind": "done", "seq": 1}]
    monkeypatch.setattr("widgets.lesson.widget.running_cell_number", lambda: 5)
    assert "has no step predict" in Lesson(Plan("x", "classics/one-six")).page["step"]["faults"][0]


def test_papers_of_an_own_lesson_and_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    for lesson in (str(TEMPLATE), "01-two-dice-and-a-gem"):
        assert main(["sheet", lesson]) == 0
        key = capsys.readouterr().out
        assert main(["sheet", lesson, "--worksheet"]) == 0
        paper = capsys.readouterr().out
        assert "<h2>Key</h2>" in key
        assert "Key" not in paper


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"cells": 5, "metadata": {}}', '{"cells": [{}], "metadata": {}}'])
def test_what_is_no_notebook_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.ipynb"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().err == "kismet: x.ipynb cannot be read as a notebook.\n"
    assert main(["check", str(tmp_path / "none.ipynb")]) == 1
    assert "there is no file" in capsys.readouterr().err


OWN = ROOT / "docs" / "my-own-question.ipynb"


def test_a_question_of_ones_own_is_a_whole_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(OWN.read_text(encoding="utf-8"))
    assert sum(len(cell["source"]) for cell in content["cells"]) <= 40
    assert main(["check", str(OWN)]) == 0
    assert "No fault found." in capsys.readouterr().out
    plan, faults = run_and_check_notebook(content, OWN.name)
    assert plan is not None
    assert faults == []
    assert plan.prose_values["exact"] == "5/18 (27.8%)"
    assert plan.question.check() == plan.question.exact_value() == Fraction(5, 18)
    assert plan.experiment.exact_probability_or_mean({}) == Fraction(5, 18)
    visit = Visit(plan)
    visit.to("check")
    visit.well("submit_answer", n=0, text="0.0833", sure=75)
    assert [words for _, words in visit.step("check")["items"][0]["which"]] == ["Ten alone", "A different idea"]
    visit.answer(0)
    visit.answer(1)
    assert main(["sheet", str(OWN)]) == 0
    assert "Nine alone" in capsys.readouterr().out


TEN = 'dice.ask_with(\\"10 or more\\", {\\"Ten alone\\": (\\"3/36\\", \\"Eleven and twelve count as well.\\")})'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            TEN,
            'dice.ask_with(\\"11 or more\\")',
            "code cell 6, line 2: The question own-two-dice-11-or-more-11-",
        ),
        ("Eleven and twelve count as well.", "", "code cell 6, line 1: The mistake “Ten alone” has no reply."),
        ("3/36", "0.1666", "the mistake “Ten alone” leads almost to the right answer."),
        ("Eleven and twelve count as well.", "It is 1/6.", "its text, a hint or a reply contains the answer."),
        ("10 or more", "9 or more", "shows the answer to own-two-dice-9-or-more-9-or-more before it asks."),
        ("# Nine or more", "# Ten or more", "its title is “Nine or more” in the metadata and “Ten or more” in the"),
        ('"minutes": 20', '"minutes": "ten"', "metadata.kismet needs 'minutes', a number."),
        ("[ten, ", "[ten, ten, ", "code cell 6, line 2: Each question is asked once."),
        ("[ten, ", "[", ""),
        (', \\"classic-one-six\\"]', "]", ""),
        ("the totals.", 'the totals.\\", \\"fraction', ""),
    ],
)
def test_what_passes_the_check_has_papers_and_a_board(
    old: str, new: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check names each fault of an own question. A lesson that passes has its papers and its class."""
    text = OWN.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "lessons").mkdir()
    path = tmp_path / "lessons" / OWN.name
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["check", str(path)]) == bool(fault)
    assert fault in capsys.readouterr().err
    if not fault:
        assert main(["sheet", str(path)]) == main(["sheet", str(path), "--worksheet"]) == 0
        course = LessonCatalog(tmp_path).get(OWN.stem)
        board = trial_class_board_data(course)
        assert len(board["answers"]) == len(course.check_questions) > 0
        assert sum(board["rolls"]["counts"]) > 0


def test_a_missing_reply_to_a_direction_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed(tmp_path, "More throws give a six more chances.", "")
    assert main(["check", path]) == 0
    assert "The step Change has no reply to “It stays the same”. Add same=." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("parts", "more", "says"),
    [
        (["d7x"], {"event": "3"}, "There is no part 'd7x'; there are “coin”"),
        ([], {}, "1 to 8 parts"),
        (["d20"] * 5, {}, "3,200,000 ways"),
        (["d6"], {"event": "six"}, "Ask for “9 or more”"),
        (["d6"], {"event": "7"}, "cannot be; the total is 1, 2, 3, 4, 5 and 6"),
        (["d6"], {"event": "6", "mistakes": {"x": ("1/6", "y")}}, "“x” leads to 1/6, which is the right answer"),
        (["d6"], {"event": "6", "mistakes": {"x": ("9^9^9", "y")}}, "exponent"),
    ],
)
def test_own_questions_that_cannot_be(parts: list[str], more: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        make_custom_experiment("Mine", "What of {asked}?", parts, **more)


def test_a_mean_of_parts() -> None:
    made = make_custom_experiment("Mean", "What total on average?", ["d6", "coin", "coin"])
    assert made.custom_or_bank_question.exact_value() == made.custom_or_bank_question.check() == Fraction(9, 2)
    assert made.exact_probability_or_mean({}) == Fraction(9, 2)
    assert sum(path.value for path in made.answer_terms()) == Fraction(9, 2)


@pytest.mark.parametrize(
    ("line", "asked", "value"),
    [
        ("2 bag{red*3,blue*5} : count red", "2", Fraction(3, 28)),
        ("2 bag{red*3,blue*5} : count red", "", Fraction(3, 4)),
        ("spin{car,goat*2} > [car: d{goat} | goat: d{car}] : last", "car", Fraction(2, 3)),
        ("a=2d6+2 > b=2d6+1 : a > b", "yes", Fraction(721, 1296)),
        ("4d6 until 6 : tries", "2 or more", Fraction(5, 6)),
        ("3 coin : pattern", "3 or 2+1", None),
        ("d{red,blue,green} : first", "red or blue", Fraction(2, 3)),
    ],
)
def test_a_question_on_a_model(line: str, asked: str, value: Fraction | None) -> None:
    if value is None:
        with pytest.raises(ValueError, match="is sure or cannot be"):
            make_custom_experiment("Mine", "What of {asked}?", line, event=asked)
        return
    made = make_custom_experiment("Mine", "What of {asked}?", line, event=asked)
    assert (
        made.custom_or_bank_question.exact_value()
        == made.custom_or_bank_question.check()
        == made.exact_probability_or_mean({})
        == value
    )
    assert sum(path.value for path in made.answer_terms()) == value
    rng = Random(1)
    assert {made.run_trial(rng).outcome for _ in range(50)} <= set(made.exact_distribution())
    assert made.ask_with(asked).exact_value() == value


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("d6 until 6 : tries", "may go on without end"),
        ("2d6 : luck", "I don’t know the question “luck”"),
        ("23 d365 : sum", "chips can be put on at most 40"),
        ("12d6 : high", "too many ways to list"),
        ("d{red,blue} : last", "words have no mean"),
    ],
)
def test_models_that_make_no_question(line: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        make_custom_experiment("Mine", "What?", line)


def asking(*checks: Any) -> Visit:
    """Return a lesson on a model, at its checks."""
    red = make_custom_experiment(
        "Red balls",
        "What is the chance of {asked} red ones?",
        "2 bag{red*3,blue*5} : count red",
        event="2",
        mistakes={"The first goes back": ("(3/8)^2", "It stays out: one red ball less.")},
    )
    plan = Plan("x", red)
    plan.predict("How many are red?")
    plan.run("Run it.")
    plan.compare("It is {exact}.")
    plan.why("Both are red.")
    plan.check("And of three?", list(checks))
    visit = Visit(plan)
    visit.to("check")
    return visit


THREE = make_custom_experiment(
    "Three balls", "What is the chance of {asked} red?", "3 bag{red*3,blue*5} : count red", event="1 or more"
)


def test_a_lesson_on_a_model_of_ones_own() -> None:
    visit = asking(THREE.ask_with("2 or more", {"Two alone": ("15/56", "Three count as well.")}))
    visit.answer(0)
    assert visit.step("check")["items"][0]["right"]


def test_a_check_without_a_mistake_is_told() -> None:
    with pytest.raises(ValueError, match="names no mistake, so nothing could be said"):
        asking(THREE.custom_or_bank_question)


def test_what_can_be_is_listed_where_a_setting_cannot() -> None:
    with pytest.raises(ValueError, match="people cannot be 28; it can be 5, 10,"):
        Plan("x", "classics/birthday", people=28)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1/2 + 1/4 = 3/4", ""),
        ("1/3 = 33%", ""),
        ("1/3 = 33.3%", ""),
        ("1/3 = 0.33", ""),
        ("5/16 = 31.3%", ""),
        ("5/16 = 31.2%", "31.2"),
        ("2/4 = 1/3", "1/3"),
        ("1/2 + 1/4 = 2/4 of all", "2/4"),
        ("(1/2)^2 = 1/2", "comes to 1/4"),
        ("{a} = 1/2", ""),
        ("no sum", ""),
        ("x1/2 = 1/3", ""),
        ("9^9^9 = 1", ""),
        ("1 − 5/6 = 1/6", ""),
        ("1 − 5/6 = 2/6", "comes to 1/6"),
        ("3 × 1/6 = 1/2", ""),
    ],
)
def test_sums_in_prose_are_worked_out(text: str, found: str) -> None:
    assert found in false_claim_message(text)
    assert bool(false_claim_message(text)) is bool(found)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("1/2 + 1/4 is 3/4 of all", True),
        ("So 3 × 1/6 makes 2/3.", False),
        ("half of 36 is 18", True),
        ("Half of 36 is 16.", False),
        ("twice 7/12 is 7/6", True),
        ("a third of 12 makes 5", False),
        ("7/12 (58.3%), more than half", True),
        ("5/12 (41.7%), more than half", False),
        ("2/3 is less than 3/4", True),
        ("2/3 is less than 1/2", False),
        ("2/3 is not less than 1/2", True),
        ("1/6 < 1/7", False),
        ("1/6 > 1/7", True),
        ("40% is more than 3/8", True),
        ("40% is more than 5/12", False),
        ("The dice are 6 more than that", True),
        ("a total of 7 is likelier than 12", True),
        ("3 of 8 is less than half of them", True),
        ("1/2 × 1/2 < 1/4 + 1/4", True),
        ("nobody has 5 more than 6 of 7", True),
    ],
)
def test_comparisons_in_prose_are_worked_out(text: str, holds: bool) -> None:
    assert bool(false_claim_message(text)) is not holds


@pytest.mark.parametrize(
    ("text", "before", "after", "said"),
    [
        ("The chance falls.", "1/4", "1/2", "The chance falls"),
        ("The chance falls.", "1/2", "1/4", ""),
        ("The probability rises.", "1/2", "1/4", "The probability rises"),
        ("Its expected value falls.", "1/4", "1/2", "Its expected value falls"),
        ("A die falls.", "1/4", "1/2", ""),
        ("So the mean\ngets larger", "2", "2", "the mean gets larger"),
        ("the answer stays the same", "2", "1", "the answer stays"),
        ("So the chance doubles.", "1/4", "1/2", ""),
        ("So the chance doubles.", "1/4", "3/8", "the chance doubles"),
        ("So the chance nearly doubles.", "1/4", "15/32", ""),
        ("the mean more than doubles", "2", "3", "the mean more"),
        ("The chance is now twice as large.", "1/4", "1/3", "The chance is now twice"),
        ("the chance halves", "1/2", "1/4", ""),
        ("The chance goes from 1/4 to 1/2.", "1/4", "1/2", ""),
        ("The chance goes from 1/4 to 2/3.", "1/4", "1/2", "The chance"),
        ("The mean rises from 6 to 7.2.", "6", "36/5", ""),
        ("The mean rises from 6 to 7.3.", "6", "36/5", "The mean rises"),
        ("The chance moves from 25% (1/4) to 33.3%.", "1/4", "1/3", ""),
    ],
)
def test_what_prose_says_of_how_the_answer_moves(text: str, before: str, after: str, said: str) -> None:
    found = false_change_phrase(text, Fraction(before), Fraction(after))
    assert found.startswith(said)
    assert bool(found) is bool(said)


def test_no_word_of_the_bank_or_of_a_lesson_claims_what_is_not_so() -> None:
    """Check prompts, hints, replies and steps of all questions, and the texts of the Why step.

    KISMET_LONG=1 checks all settings.
    """
    rng = Random(28)

    def some(asks: Question) -> list[dict[str, Any]]:
        every = asks.offered_settings()
        return every if LONG else [asks.resolve_parameters({}), *rng.sample(every, min(2, len(every)))]

    for asks in gamelib.questions():
        for settings in some(asks):
            said = [asks.prompt_text(**settings), *(asks.hint_text(n, **settings) for n in range(len(asks.hints)))]
            if asks.kind != "distribution":
                said += [reply for *_, reply in asks.wrong_answers(**settings)]
                said += [step.prompt for step in sub_questions_for(asks, settings)]
            assert [false_claim_message(text) for text in said if false_claim_message(text)] == [], (asks.id, settings)
    for plan in map(load_lesson_definition, lesson_ids()):
        for settings in some(plan.question):
            built = plan.experiment.explain_task(**settings) if plan.experiment.explain_task else None
            said = (
                []
                if built is None
                else [
                    text
                    for level in choice_questions(built)
                    for text in (level.prompt, level.correct_option, *(reply for _, reply in level.distractors))
                ]
            )
            said += [cell.explanation for cell in built.cells] if isinstance(built, SelectCellsTask) else []
            said += built.steps if isinstance(built, OrderStepsTask) else []
            assert [false_claim_message(text) for text in said if false_claim_message(text)] == [], (plan.id, settings)


def test_a_lesson_that_has_changed_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    path = tmp_path / "lessons" / "20-own.ipynb"
    courses = LessonCatalog(tmp_path)
    assert courses.titles() == {}
    path.write_text(TEMPLATE.read_text(encoding="utf-8"), encoding="utf-8")
    assert list(courses.titles()) == ["20-own"]
    first = courses.get("20-own")
    assert courses.get("20-own") is first
    path.write_text(TEMPLATE.read_text(encoding="utf-8").replace("dice=4", "dice=3"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert courses.get("20-own").definition.settings == {"dice": 3}
