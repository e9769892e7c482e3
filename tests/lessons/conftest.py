"""All lessons as plans, read once, and the first one at its beginning."""

from __future__ import annotations

import pytest

from tests.lessons.visit import FIRST, IDS, Visit
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import load_lesson_definition


@pytest.fixture(scope="session")
def plans() -> dict[str, Plan]:
    return {id: load_lesson_definition(id) for id in IDS}


@pytest.fixture
def first(plans: dict[str, Plan]) -> Visit:
    return Visit(plans[FIRST])
