"""Scripts of the pages as the browser gets them: no undefined and no unused name."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import style_sheets
from widgets.page.assets import (
    BundleError,
    bundle_scripts,
    exported_names,
    game_assets,
    script_dependencies,
    script_imports,
)
from widgets.page.paths import WIDGETS_DIR

ELSEWHERE = ("voila", "static_site")  # scripts of a server's template, and of pages without a server
FILES = sorted(file for file in WIDGETS_DIR.rglob("*.js") if not {*ELSEWHERE} & {*file.relative_to(WIDGETS_DIR).parts})
NAMES = [file.relative_to(WIDGETS_DIR).as_posix() for file in FILES]
#: what begins a page or a widget, and with all that it leads to makes one module
ENTRIES = {
    "builder/builder.js",
    "chart/chart.js",
    "classroom/class_board.js",
    "classroom/teacher_view.js",
    "classroom/join_page.js",
    "classroom/class_membership.js",
    "classroom/reachability_page.js",
    "classroom/shared_table/play_page.js",
    "classroom/shared_table/tables_page.js",
    "dashboard/dashboard.js",
    "lesson/lesson.js",
    "rules/quiz_widget.js",
    "rules/rulebook.js",
    "site/home.js",
    "table/table.js",
}
#: those of them that draw tables, and so get what games bring
TABLES = {"rules/quiz_widget.js", "rules/rulebook.js", "table/table.js"}

RULES: dict[str, Any] = {
    "categories": {"correctness": "error", "suspicious": "error"},
    "env": {"browser": True, "es2024": True},
    "rules": {
        "no-undef": "error",
        "no-unused-vars": "error",
        "no-shadow": "off",
        "no-thenable": "off",
        "no-new": "off",
        "unicorn/prefer-add-event-listener": "off",
        "unicorn/consistent-function-scoping": "off",
        "unicorn/no-array-sort": "off",
        "unicorn/no-array-reverse": "off",
        "unicorn/require-module-specifiers": "off",
        "no-underscore-dangle": "off",
    },
}


def linted(folder: Path, rules: Any, *files: Path) -> str:
    """Return the findings of the linter in the files."""
    (folder / "rules.json").write_text(json.dumps(rules), encoding="utf-8")
    linter = shutil.which("oxlint", path=str(Path(sys.executable).parent))
    assert linter, "oxlint comes with the development dependencies"
    command = [linter, "-c", "rules.json", *map(str, files)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return run.stdout if run.returncode else ""


def test_no_script_has_loose_ends(tmp_path: Path) -> None:
    """Check that no name is undefined or unused."""
    assert linted(tmp_path, RULES, *FILES) == ""


def test_no_page_has_loose_ends(tmp_path: Path) -> None:
    """Check that a bundled script is a module without undefined names."""
    for name in ENTRIES:
        text = bundle_scripts(*game_assets("*.js"), name) if name in TABLES else bundle_scripts(name)
        (tmp_path / name.replace("/", "-").replace(".js", ".mjs")).write_text(text, encoding="utf-8")
    whole = {**RULES, "rules": {**RULES["rules"], "no-unused-vars": "off"}}
    assert linted(tmp_path, whole, tmp_path) == ""


def test_what_is_given_is_taken() -> None:
    taken = {(to, one) for name in NAMES for to, names in script_imports(name) for one in names}
    assert [(name, one) for name in NAMES for one in sorted(exported_names(name)) if (name, one) not in taken] == []


def test_every_script_is_on_a_page() -> None:
    assert sorted({name for entry in {*ENTRIES, *game_assets("*.js")} for name in script_dependencies(entry)}) == NAMES


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.js": 'import { f } from "./b.js";\n', "b.js": "function f() {}\n"}, "a.js imports f from b.js"),
        (
            {"a.js": 'import { f } from "./b.js";\nconst g = f;\n', "b.js": "export const f = 1;\nconst g = 2;\n"},
            "have a g",
        ),
        ({"a.js": "const f = 1;\nexport { f };\n"}, "a form that is not followed"),
        ({"a.js": 'import all from "./b.js";\n'}, "a form that is not followed"),
    ],
)
def test_what_does_not_fit_is_not_linked(files: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.page.assets.read_asset", lambda name: files[name])
    with pytest.raises(BundleError, match=said):
        bundle_scripts.__wrapped__("a.js")


def test_linked_files_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "a/a.js": 'import { c } from "../c.js";\nimport {\n  b,\n} from "./b.js";\n\nexport default { c, b };\n',
        "a/b.js": 'import { c } from "../c.js";\n// why\nexport const b = c;\n',
        "c.js": "export async function c() {}\n",
    }
    monkeypatch.setattr("widgets.page.assets.read_asset", lambda name: files[name])
    assert bundle_scripts.__wrapped__("a/a.js") == "async function c() {}\nconst b = c;\nexport default { c, b };"


def templates(text: str) -> str:
    """Return the texts of all template strings without their values."""
    said, holes = [], []  # of each hole that is open: how many braces are open in it
    inside = False
    for part in re.finditer(r"\\.|//[^\n]*|`|\$\{|[{}]|\"(?:\\.|[^\"\n])*\"|'(?:\\.|[^'\n])*'|.|\n", text):
        one = part[0]
        if inside and one == "${":
            holes.append(0)
            inside = False
        elif one == "`":
            inside = not inside
        elif inside:
            said.append(one)
        elif holes and one in "{}":
            holes[-1] += 1 if one == "{" else -1
            if holes[-1] < 0:
                holes.pop()
                inside = True
    return "".join(said)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_lines_may_lose_their_indentation(file: Path) -> None:
    assert "\n" not in templates(file.read_text(encoding="utf-8"))


def test_what_a_game_brings_keeps_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check names of scripts. Two games may use the same name, but not a game and a script that it uses."""
    own = 'import { h } from "../../../a.js";\nconst look = h;\n'
    files = {"a.js": "export const h = 1;\n", "games/x/board/b.js": own, "games/y/board/b.js": own}
    monkeypatch.setattr("widgets.page.assets.read_asset", lambda name: files[name])
    assert bundle_scripts.__wrapped__(*files) == "const h = 1;\n{\nconst look = h;\n}\n{\nconst look = h;\n}"
    files["games/x/board/c.js"] = "const look = 2;\n"
    with pytest.raises(BundleError, match="have a look"):
        bundle_scripts.__wrapped__(*files)


def test_what_marks_a_changed_card_sets_no_box() -> None:
    """Check the class for changed cards.

    A card can have it at any moment, so another part with this name must say where it is.
    """
    sheets = [*(WIDGETS_DIR / "table").glob("*.css"), *WIDGETS_DIR.glob("games/*/board/*.css")]
    named = [
        line for file in sheets for line in file.read_text("utf-8").splitlines() if re.match(r"\.km-changed\b", line)
    ]
    assert named == []


def test_shared_scripts_and_styles_name_no_look_of_one_game() -> None:
    """Check that only the folder of a game names its layouts."""
    brought = {
        name: set(re.findall(r"^    (\w+): (?:\(|\w+$)", (WIDGETS_DIR / name).read_text("utf-8"), re.MULTILINE))
        for name in game_assets("*.js")
    }
    looks = {look for found in brought.values() for look in found}
    assert len(looks) >= 12
    for file in (WIDGETS_DIR / "table").glob("*.[cj]s*"):
        named = set(re.findall(r"\bkm-(?:variant|group|with)-(\w+)", file.read_text(encoding="utf-8")))
        assert not looks & named, file.name


@pytest.mark.parametrize("end", ["js", "css", "ts"])
def test_lines_are_short(end: str) -> None:
    """Check scripts, styles and types. A longer selector is nested, because the formatter puts each on one line."""
    lines = [line for file in WIDGETS_DIR.rglob(f"*.{end}") for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if len(line) > 120] == []


def test_texts_of_templates_are_found() -> None:
    assert templates("a(`b${c({ d: `e` })}f`, '`', \"`\") // `\n`g`") == "befg"


MOVED = {"transform", "opacity", "rotate", "translate", "scale"}
FREE = ("home.css", "lesson_path.css", "lesson.css", "dashboard.css")
SHEETS = sorted(
    file for place in ("*", "games/*/board") for file in WIDGETS_DIR.glob(f"{place}/*.css") if file.name not in FREE
)


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_what_moves_by_style_needs_no_layout(file: Path) -> None:
    """Check animations. Only transforms and opacity change between two frames."""
    text = file.read_text(encoding="utf-8")
    for moved in re.findall(r"transition:([^;}]*)", text):
        assert {part.split()[0] for part in moved.split(",")} <= MOVED | {"none"}, moved
    for frames in re.findall(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)", text):
        for body in re.findall(r"\{([^{}]*)\}", frames):
            assert set(re.findall(r"([\w-]+):", body)) <= MOVED, body


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_what_moves_by_script_needs_no_layout(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for call in re.finditer(r"\b(?:motion|this)\.animate\(", text):
        start = text.index("[", text.index(",", call.end()))
        depth, end = 0, start
        for end in range(start, len(text)):
            depth += {"[": 1, "]": -1}.get(text[end], 0)
            if not depth:
                break
        frames = re.sub(r"`[^`]*`|\"[^\"]*\"", "", text[start:end])
        named = set(re.findall(r"[{,]\s*(\w+):", frames))
        assert named <= MOVED | {"offset", "easing", "transformOrigin"}, frames


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_value_takes_the_place_of_a_method(file: Path) -> None:
    """Check that no attribute has the name of a method, because it would replace the method."""
    text = file.read_text(encoding="utf-8")
    for body in re.findall(r"^class \w+.*?^}", text, re.MULTILINE | re.DOTALL):
        methods = set(re.findall(r"^  (?:async )?(\w+)\(.*\{$", body, re.MULTILINE))
        assert not methods & set(re.findall(r"\bthis\.(\w+) = ", body))


@pytest.mark.parametrize(
    ("sheet", "is_refused"),
    [
        (
            ".km-pupil-picture { a: b } "
            ".km-pupil-picture .km-both, :where(.km-pupil-picture, .km-both .km-pupil-picture) b { a: b }",
            False,
        ),
        (".km-pupil-picture { p & { a: b } &:not(.km-both) { a: b } }", False),
        (":is(.km-pupil-picture, .km-both) { a: b }", True),
        (".km-both:not(.km-pupil-picture, :is(.km-pupil-picture)) { a: b }", True),
        (".km-pupil-picture, .km-both { &.km-both b { a: b } }", True),
        ("@media print { @layer top { .km-both { a: b } } }", True),
        ("p:not(:is(.km-pupil-picture, .km-both)) { a: b }", True),
        ("[data-hook], .km-pupil-picture { a: b }", True),
        ("#name { a: b }", True),
        ("html[data-projector] { a: b }", False),
        (".km-pupil-picture { a: b } @keyframes km-pupil-picture { 0%, 50% { a: b } to { a: b } }", False),
        ("@keyframes km-turn { to { a: b } }", True),
        (".km-pupil-picture { container: place / size }", True),
    ],
)
def test_a_sheet_that_reaches_another_component_is_refused(
    sheet: str, is_refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "@keyframes km-turn { to { a: b } } .km-lane-opponent { container-name: place }"
    for name, style, classes in (
        ("lesson", sheet, "km-pupil-picture km-both"),
        ("builder", other, "km-lane-opponent km-both"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.css").write_text(style)
        (tmp_path / name / "a.js").write_text(f'const all = "{classes}";')
    monkeypatch.setattr(style_sheets, "WIDGETS_DIR", tmp_path)
    assert bool(style_sheets.collisions()) is is_refused, style_sheets.collisions()
