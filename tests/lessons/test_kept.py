"""A reload goes on in every step, a new start forgets everything, and what was kept is checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lessons.visit import FIRST, Visit, some
from widgets.lesson.lesson_definition import Plan


@some
def test_a_reload_goes_on_in_every_step(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    visit = Visit(plan)
    for kind in [step.kind for step in plan.steps]:
        visit.to(kind)
        (kept,) = [m["data"] for m in visit.do("hello", saved=None) if m["kind"] == "save_progress"]
        again = Visit(plan, 7)
        again.well("hello", saved=json.loads(json.dumps(kept)))
        assert again.lesson.progress.to_dict() == kept, kind
        forget = {"last": [], "pieces": [], "say": "", "told": ""}
        assert {**again.step(kind), **forget} == {**visit.step(kind), **forget}, kind


@pytest.mark.parametrize(
    "change",
    [
        {"names": ["other"]},
        {"chips": [9]},
        {"counts": [-1]},
        {"counts": ["x"]},
        {"locked": False},
        {"at": "nowhere"},
        {"answers": [[0, ["x"], 50, 0, False]]},
        {"guess": "x"},
        {"answers": 5},
        {"counts": [10**9] * 8},
        {"seed": -1},
        {"goes": [[9, 9]]},
        {"trail": 5},
        {"rated": [1]},
        {"asked": []},
        {"past": [[[0]]]},
    ],
)
def test_what_was_kept_is_checked(first: Visit, change: dict[str, Any], plans: dict[str, Plan]) -> None:
    first.to("check")
    saved = first.lesson.progress.to_dict()
    first.well("go_to_step", kind="play")
    assert "no work for this lesson" in first.refused("import_progress", work={**saved, **change})
    first.well("import_progress", work=saved)
    assert first.lesson.progress.to_dict() == saved
    other = Visit(plans[FIRST])
    assert any(m["kind"] == "notice" for m in other.do("hello", saved={**saved, **change}))
    assert not other.lesson.progress.prediction.is_submitted
    assert other.at == "example"
    for junk in ([], "x", 7, {"a": 1}):
        other = Visit(plans[FIRST])
        fresh = other.lesson.progress.to_dict()
        other.do("hello", saved=junk)
        assert other.lesson.progress.to_dict() == fresh | {"seed": other.lesson.progress.seed}


def test_one_comes_back_to_the_last_step_that_is_open(first: Visit, plans: dict[str, Plan]) -> None:
    first.to("check")
    other = Visit(plans[FIRST])
    other.well("hello", saved={**first.lesson.progress.to_dict(), "built": False, "work": [0]})
    assert other.at == "why"
    assert other.lesson.progress.trials.is_answer_revealed


@some
def test_start_again_in_every_step_forgets_everything(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    fresh = visit.lesson.progress.to_dict()
    for kind in [step.kind for step in plans[id].steps]:
        visit.to(kind)
        seed = visit.lesson.progress.seed
        visit.well("restart")
        assert visit.lesson.progress.to_dict() == fresh | {"seed": visit.lesson.progress.seed} | order_of(visit)
        assert visit.lesson.progress.seed != seed
        assert visit.lesson.table == {}
        assert visit.at == plans[id].steps[0].kind


def order_of(visit: Visit) -> dict[str, Any]:
    """What is to be sorted lies anew with every start."""
    return {"work": visit.lesson.progress.to_dict()["work"]}


def test_what_shows_is_kept_already(first: Visit) -> None:
    """Who reloads as soon as an answer shows must find it again."""
    first.to("change")
    order: list[str] = []
    first.lesson.send = lambda content, buffers=None: order.append(content["kind"])  # type: ignore[method-assign]
    first.lesson.send_state = lambda names=(): order.extend(names)  # type: ignore[method-assign]
    first.lesson._receive(first.lesson, {"do": "predict_direction", "seq": 1, "way": "up"}, [])
    assert order == ["save_progress", "page", "done"]
