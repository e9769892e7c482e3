"""Trial class: simulated pupils do a lesson, and the teacher's views are built, so that authors find errors."""

from __future__ import annotations

from ..page.protocol import Json
from .class_board import LessonBoardData, lesson_board_data
from .class_lesson import ClassLesson
from .class_store import GIVEN, Member
from .lesson_plan import build_lesson_plan, lesson_plan_html
from .simulated_pupils import SimulatedPupil

PUPIL_COUNT = 4
SEED = 0


def trial_class_board_data(course: ClassLesson) -> LessonBoardData:
    """Let simulated pupils do a whole lesson, and return the data of the teacher's board.

    The plan of the teacher is built too. Raise ValueError if the lesson has an error or a view cannot be built.
    """
    reports: dict[int, Json] = {}
    for number in range(PUPIL_COUNT):
        pupil, action_count = SimulatedPupil(course, SEED, number), 0
        while (report := pupil.report_after_actions_until_finished(action_count)) is not None:
            reports[number], action_count = report, action_count + 1
    members = [
        Member(number, 0, number, f"Pupil {number + 1}", number, 0.0, 0.0, 0.0, str(report["at"]), GIVEN, False)
        for number, report in reports.items()
    ]
    lesson_plan_html(course, build_lesson_plan(course, {}))
    return lesson_board_data(course, members, reports, (), {})
