"""The scripts of the pages, each as the browser gets it: no name that is not there, none that nothing uses."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from widgets.chart.widget import Chart
from widgets.dashboard.widget import Dashboard
from widgets.folders import STATIC
from widgets.lesson import Lesson
from widgets.page import together
from widgets.rules import Riddles, Rulebook
from widgets.table import Table

WIDGETS = (Chart, Dashboard, Lesson, Riddles, Rulebook, Table)
SCRIPTS = {widget: str(widget._esm) for widget in WIDGETS}

RULES = {
    "categories": {"correctness": "error", "suspicious": "error"},
    "env": {"browser": True, "es2024": True},
    "rules": {
        "no-undef": "error",
        "no-unused-vars": "error",
        "no-shadow": "off",
        "no-thenable": "off",
        "unicorn/consistent-function-scoping": "off",
        "unicorn/no-array-sort": "off",
        "unicorn/no-array-reverse": "off",
        "unicorn/require-module-specifiers": "off",
        "no-underscore-dangle": "off",
    },
}


def top_names(file: Path) -> list[str]:
    """What a script gives the others."""
    return re.findall(r"^(?:const|let|function|class) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)


def shared() -> list[Path]:
    """The scripts that several widgets have: one widget need not use all of their names."""
    files = STATIC.glob("*.js")
    return [file for file in files if sum(together(file.name) in script for script in SCRIPTS.values()) > 1]


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_the_script_has_no_loose_ends(widget: type, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    names = [name for file in shared() if together(file.name) in SCRIPTS[widget] for name in top_names(file)]
    given = f"export {{ {', '.join(names)} }};\n" if names else ""
    script = tmp_path / f"{widget.__name__}.mjs"
    script.write_text(f"{SCRIPTS[widget]}\n{given}", encoding="utf-8")
    linter = shutil.which("oxlint", path=str(Path(sys.executable).parent))
    assert linter, "oxlint comes with the development dependencies"
    run = subprocess.run(
        [linter, "-c", "rules.json", script.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert not run.returncode, run.stdout


def test_every_shared_name_is_used() -> None:
    everything = "\n".join(together(file.name) for file in STATIC.glob("*.js"))
    names = [name for file in shared() for name in top_names(file)]
    assert [name for name in names if len(re.findall(rf"\b{name}\b", everything)) < 2] == []


MOVED = {"transform", "opacity", "rotate", "translate", "scale"}
SHEETS = sorted(file for file in STATIC.glob("*.css") if file.name not in ("home.css", "lesson.css", "dashboard.css"))


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_what_moves_by_style_needs_no_layout(file: Path) -> None:
    """Between two frames nothing is laid out or painted anew: only places, turns and opacity change."""
    text = file.read_text(encoding="utf-8")
    for moved in re.findall(r"transition:([^;}]*)", text):
        assert {part.split()[0] for part in moved.split(",")} <= MOVED | {"none"}, moved
    for frames in re.findall(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)", text):
        for body in re.findall(r"\{([^{}]*)\}", frames):
            assert set(re.findall(r"([\w-]+):", body)) <= MOVED, body


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.js")), ids=lambda file: file.name)
def test_what_moves_by_script_needs_no_layout(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for call in re.finditer(r"\b(?:motion|this)\.run\(", text):
        start = text.index("[", text.index(",", call.end()))
        depth, end = 0, start
        for end in range(start, len(text)):
            depth += {"[": 1, "]": -1}.get(text[end], 0)
            if not depth:
                break
        frames = re.sub(r"`[^`]*`|\"[^\"]*\"", "", text[start:end])
        named = set(re.findall(r"[{,]\s*(\w+):", frames))
        assert named <= MOVED | {"offset", "easing", "transformOrigin"}, frames


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.js")), ids=lambda file: file.name)
def test_no_value_takes_the_place_of_a_method(file: Path) -> None:
    """A value kept under the name of a method would silence it from then on."""
    text = file.read_text(encoding="utf-8")
    for body in re.findall(r"^class \w+.*?^}", text, re.MULTILINE | re.DOTALL):
        methods = set(re.findall(r"^  (?:async )?(\w+)\(.*\{$", body, re.MULTILINE))
        assert not methods & set(re.findall(r"\bthis\.(\w+) = ", body))
