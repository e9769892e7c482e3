"""Own lessons: the template is short and right, faults are named by file, cell and line, papers can be printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from widgets.lesson import Lesson, Plan
from widgets.site.serve import main

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


@pytest.mark.parametrize(("old", "new", "says"), [
    ("[[simulation]]", "[[simulaton]]", "my-lesson.ipynb, cell 5, line 2: There is no term “simulaton” in the "
                                        "glossary. Do you"),
    ("{dice} throws?", "{dize} throws?", "my-lesson.ipynb, cell 4, line 2: The prose asks for dize"),
    ("classic-heads", "classic-head", "my-lesson.ipynb, cell 9, line 1: There is no question 'classic-head'"),
    ("classics/one-six", "classics/six", "my-lesson.ipynb, cell 2, line 3: There is no experiment 'classics/six'"),
    ("dice=4", "dice=99", "my-lesson.ipynb, cell 2, line 3: Question classic-one-six: dice cannot be 99."),
    ("plan.run(", "plan.rum(", "my-lesson.ipynb, cell 5, line 1: AttributeError"),
    ("plan.run(", "plan.run((", "my-lesson.ipynb, cell 5, line 1: this is not Python"),
    ("plan = Plan(", "other = str(", "my-lesson.ipynb, cell 2, line 3: TypeError"),
])  # fmt: skip
def test_a_fault_is_named_by_its_place(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", changed(tmp_path, old, new)]) == 1
    assert capsys.readouterr().err.startswith(says)


def test_a_fault_is_told_on_the_page_where_a_kernel_runs_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.lesson.places.running_cell", lambda: 4)
    plan = Plan("my-lesson", "classics/one-six", dice=4)
    plan.play("Look at the [[bnad]].")
    plan.predict("{nothing}")
    lesson = Lesson(plan)
    step = lesson.page["step"]
    assert step["kind"] == "faults"
    assert [fault.split(", line")[0] for fault in step["faults"]] == ["my-lesson.ipynb, code cell 4"] * 2
    assert "Do you mean “band”?" in step["faults"][0]
    sent: list[dict[str, Any]] = []
    lesson.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    lesson._receive(lesson, {"do": "hello", "seq": 1, "saved": {"a": 1}}, [])
    assert sent == [{"kind": "done", "seq": 1}]
    monkeypatch.setattr("widgets.lesson.widget.running_cell", lambda: 5)
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
