"""Result codes: they are read again, and how sure one was comes along."""

from __future__ import annotations

from tests.lessons.visit import FIRST, IDS, Visit
from widgets.lesson import codes
from widgets.lesson.plan import Plan
from widgets.lesson.report import report
from widgets.lesson.score import Rated


def test_a_code_says_what_was_shown_and_how_sure_one_was_in_all_lessons(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    visit.to("sum")
    rated = [Rated(95, True)] * 7 + [Rated(25, False)] * 2 + [Rated(50, True), Rated(50, False)]
    text = codes.code(report(visit.lesson.pupil), plans[FIRST], 3, rated)
    assert len(text) < codes.LONGEST
    told, face, back = codes.read_whole(text, plans[FIRST])
    assert (face, told["shown"]) == (3, ["why"])
    assert sorted(back, key=str) == sorted(rated, key=str)
    other = Visit(plans[IDS[0]])
    other.well("sureness", text=text)
    assert other.lesson.shown.elsewhere == back
    assert "slip" in other.refused("sureness", text=text[:-1] + ("7" if text[-1] != "7" else "8"))
    assert other.lesson.shown.elsewhere == back


def test_a_code_of_very_many_answers_tells_their_share(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    rated = [Rated(75, n % 3 > 0) for n in range(900)]
    back = codes.read_whole(codes.code(report(visit.lesson.pupil), plans[FIRST], 0, rated), plans[FIRST])[2]
    assert len(back) == codes.MOST_RATED
    assert sum(one.right for one in back) == round(codes.MOST_RATED * 2 / 3)
