"""Result codes: they are read again, and how sure one was comes along."""

from __future__ import annotations

from itertools import product

from tests.lessons.visit import FIRST, IDS, Visit
from widgets.lesson import result_codes
from widgets.lesson.lesson_definition import PREDICTION_CHIPS, Plan
from widgets.lesson.progress_report import build_report
from widgets.lesson.scoring import ConfidenceRating


def test_a_code_says_what_was_shown_and_how_sure_one_was_in_all_lessons(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    visit.to("sum")
    rated = (
        [ConfidenceRating(95, True)] * 7
        + [ConfidenceRating(25, False)] * 2
        + [ConfidenceRating(50, True), ConfidenceRating(50, False)]
    )
    text = result_codes.encode_result_code(build_report(visit.lesson.progress), plans[FIRST], 3, rated)
    assert len(text) < result_codes.MAX_CODE_LENGTH
    told, face, back = result_codes.decode_result_code(text, plans[FIRST])
    assert (face, told["shown"]) == (3, ["why"])
    assert sorted(back, key=str) == sorted(rated, key=str)
    other = Visit(plans[IDS[0]])
    other.well("import_ratings", text=text)
    assert other.lesson.page_data.rated_answers_of_other_lessons == back
    assert "mistake in this code" in other.refused("import_ratings", text=text[:-1] + ("7" if text[-1] != "7" else "8"))
    assert other.lesson.page_data.rated_answers_of_other_lessons == back


def test_a_code_brings_back_every_prediction(plans: dict[str, Plan]) -> None:
    report = build_report(Visit(plans[FIRST]).lesson.progress)
    columns = len(report["counts"])
    for place, n in product(range(columns - 1), (0, 1, 7, PREDICTION_CHIPS)):
        chips = [0] * columns
        chips[place], chips[-1] = n, PREDICTION_CHIPS - n
        code = result_codes.encode_result_code(report | {"chips": chips}, plans[FIRST], 0)
        assert result_codes.decode_result_code(code, plans[FIRST])[0]["chips"] == chips


def test_a_code_of_very_many_answers_tells_their_share(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    rated = [ConfidenceRating(75, n % 3 > 0) for n in range(900)]
    back = result_codes.decode_result_code(
        result_codes.encode_result_code(build_report(visit.lesson.progress), plans[FIRST], 0, rated), plans[FIRST]
    )[2]
    assert len(back) == result_codes.MAX_RATED_ANSWERS
    assert sum(one.is_correct for one in back) == round(result_codes.MAX_RATED_ANSWERS * 2 / 3)
