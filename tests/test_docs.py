"""Documents: their examples run, their links work, and the names that they mention exist."""

import argparse
import ast
import doctest
import importlib.util
import os
import pkgutil
import re
import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

import gamelib
import widgets
from widgets.dashboard.widget import Dashboard
from widgets.lesson.lesson_notebooks import lesson_ids
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.protocol import PageWidget
from widgets.site.command_line import main as kismet
from widgets.site.home_page import HOME_NOTEBOOK

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "engine" / "README.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / "binder").glob("*.md")),
]


def test_readme_examples_run() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted >= 4
    assert not found.failed


MODULES = [
    module.name
    for package in (gamelib, widgets)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.startswith(("gamelib.tools.adapters", "widgets.site.static_site.kernel"))
    and ">>> " in (importlib.util.find_spec(module.name).loader.get_source(module.name) or "")
]


@pytest.mark.parametrize("module", ["gamelib", *MODULES])
def test_examples_of_a_module_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


READER = MarkdownIt().enable("table")


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Yield language and text of each code block of a page in order. An indented block has the language ""."""
    for token in READER.parse(page.read_text(encoding="utf-8")):
        if token.type in ("fence", "code_block"):
            yield token.info.strip(), token.content


def command_lines(page: Path) -> Iterator[str]:
    """Yield the commands of a page, from blocks and from sentences."""
    for language, text in blocks(page):
        if language in ("", "sh", "console") and text not in NO_COMMANDS:
            yield from re.sub(r"\\\n\s*", " ", text).splitlines()
    for token in READER.parse(page.read_text(encoding="utf-8")):
        for part in token.children or ():
            if part.type == "code_inline" and COMMAND.match(part.content) and part.content not in NO_COMMANDS:
                yield part.content


COMMAND = re.compile(r"(?:\w+=\S+ )*(?:kismet|make|uv|pip|sh|python3?|pytest|dask|\.venv/bin/\w+)(?: |$)")
NO_COMMANDS = {
    'Option("payment", "irredundant", ("irredundant", "any"), "HAR-A12")\n': "a line of the game's own, found below",
    "https://mybinder.org/v2/gh/OWNER/REPOSITORY/HEAD\n": "an address",
    (DOCS / "architecture.md").read_text("utf-8").split("```\n")[1]: "a picture made of names, looked at below",
    (DOCS / "write-a-first-game.md").read_text("utf-8").split("```\n")[-2]: "what is printed for a fault",
}
"""Blocks without a language that are not commands, with the reason."""
NO_CELLS = {
    "add-a-game.md": "lines of tests/sample, compared below",
}
"""Pages whose Python blocks are not run, with the reason."""
LANGUAGES = {"python", "toml", "sh", "console", "", "{toctree}", "{eval-rst}"}
"""Languages of blocks. The build of the documents tests directives, and test_reference tests the reference."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_language_that_is_tried(page: Path) -> None:
    assert {language for language, _ in blocks(page)} <= LANGUAGES


def test_what_is_left_out_is_there() -> None:
    there = {text for page in PAGES for language, text in blocks(page) if not language}
    assert NO_COMMANDS.keys() <= there
    option = next(text for text in NO_COMMANDS if text.startswith("Option("))
    assert option.strip() in (ROOT / "gamelib/games/harem/__init__.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name not in NO_CELLS and "python" in dict(blocks(page))],
    ids=lambda page: page.name,
)
def test_the_blocks_of_a_page_run(page: Path) -> None:
    """Run the blocks in order as the cells of one notebook. A cell that ends with a value displays something."""
    names: dict[str, object] = {}
    for language, block in blocks(page):
        if language != "python" or block.startswith(">>> "):  # those run above, with what they print
            continue
        if "import pyspiel" in block:
            pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
        *lines, last = ast.parse(block).body
        if not isinstance(last, ast.Expr):
            lines, last = [*lines, last], None
        exec(compile(ast.Module(lines, []), page.name, "exec"), names)
        if last is not None:
            assert eval(compile(ast.Expression(last.value), page.name, "eval"), names) is not None, block
        for expression, value in re.findall(r"^(\w.*\S)  # (Fraction\(\d+, \d+\))", block, re.MULTILINE):
            assert repr(eval(expression, names)) == value, expression


@pytest.mark.parametrize("page", [page for page in PAGES if "toml" in dict(blocks(page))], ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_a_game(page: Path) -> None:
    """Check that each TOML block is a part of a table of a game, where it is loaded and played."""
    files = [*(ROOT / "gamelib").rglob("*.toml"), *(ROOT / "tests" / "sample").glob("*.toml")]
    there = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    for language, block in blocks(page):
        for name, table in tomllib.loads(block).items() if language == "toml" else ():
            for entry in table if isinstance(table, list) else [table]:
                known = [file[name] for file in there if name in file]
                flat = [one for each in known for one in (each if isinstance(each, list) else [each])]
                assert any(entry.items() <= one.items() for one in flat), entry


PARSED = "the options are known"
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
GAME_IDS = ("harem", "towers", "emira", "hadara", "wishes")
EXAMPLES = {"<game>": "harem", "GAME": "harem", "NAME": "01-two-dice-and-a-gem", "<seats>": "2"}
"""Examples that replace the placeholders of commands."""


def parsed_by_kismet(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `kismet` parse these arguments and do nothing else."""

    def stop(real: Callable[..., argparse.Namespace]) -> Callable[..., None]:
        def read(*given: Any, **more: Any) -> None:
            seen = real(*given, **more)
            lesson = getattr(seen, "lesson", "")
            is_game = getattr(seen, "page", "") == "table" and lesson in GAME_IDS
            assert not lesson or is_game or "/" in lesson or lesson in lesson_ids(), f"There is no lesson {lesson}."
            page = getattr(seen, "page", HOME_NOTEBOOK)
            assert page in ("class", "table", "lab") or (NOTEBOOKS_DIR / page).is_file(), f"There is no page {page}."
            raise InterruptedError(PARSED)

        return read

    for name in ("parse_args", "parse_intermixed_args"):
        monkeypatch.setattr(argparse.ArgumentParser, name, stop(getattr(argparse.ArgumentParser, name)))
    named = {
        ("--version",),
        ("check",),
        ("check", "game"),
        ("sheet",),
        ("site",),
        ("--cards",),
    }  # without what they need
    if words[:2] in (["new", "game"], ["check", "game"]):
        assert len(words) == 3 or tuple(words) in named
    elif tuple(words) not in named:
        with pytest.raises(InterruptedError, match=PARSED):
            kismet(words)


def works(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise AssertionError if a command of a document names something that does not exist."""
    while re.match(r"\w+=", words[0]):
        words = words[1:]
    program, *rest = words
    if not rest or words == ["pip", "install"]:  # the name of a program in a sentence
        return
    if program == "uv":
        assert rest[0] in ("run", "build")
        if rest[0] == "run":
            works(rest[1:], monkeypatch)
    elif Path(program).name == "kismet":
        parsed_by_kismet(rest, monkeypatch)
    elif program == "make":
        goals = [word for word in rest if "=" not in word]
        assert goals
        for goal in goals:
            assert re.search(rf"^{re.escape(goal)}:|^READY := {re.escape(goal)}$", MAKEFILE, re.MULTILINE), goal
    elif program == "pip":
        assert rest[0] == "install"
        (what,) = rest[1:]
        place, _, extra = what.rstrip("]").partition("[")
        wheel = re.fullmatch(r"(?:engine/)?dist/kismet_(?:notebooks|engine)-VERSION-py3-none-any\.whl", place)
        assert wheel or (ROOT / place / "pyproject.toml").is_file(), f"{place} is not published."
        assert not extra or extra in EXTRAS, extra
    elif Path(program).name in ("python", "python3") and "-m" in rest:
        module = rest[rest.index("-m") + 1]
        assert importlib.util.find_spec(module), f"There is no module {module}."
    elif program == "dask":
        assert importlib.util.find_spec(f"distributed.cli.dask_{rest[0]}")
    else:
        assert Path(program).name in ("python", "pytest", "sh", "cp", "cd", "jupyter", "papermill") or program == ".", (
            program
        )
    files = [word for word in rest if re.match(r"(?:docs|tests|gamelib|widgets|notebooks|benchmarks)/", word)]
    for file in files if program != "cp" else files[:1]:
        assert (ROOT / file).exists() or file in MADE, file


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MADE = {"notebooks/lessons/20-our-dice.ipynb": "the lesson that the reader has just written"}


@pytest.mark.parametrize("page", [page for page in PAGES if [*command_lines(page)]], ids=lambda page: page.name)
def test_the_commands_of_a_page_are_there(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that programs, options, targets, modules and files exist, and that no unpublished package is installed."""
    for line in command_lines(page):
        for name, example in EXAMPLES.items():
            line = line.replace(name, example)
        for part in re.split(r"&&|[|]| > \S+", line.partition(" #")[0]):
            if part.strip():
                with monkeypatch.context() as patches:
                    works(shlex.split(part), patches)


@pytest.mark.parametrize(
    "line",
    [
        "kismet --no-such-option",
        "kismet class no-such-lesson",
        "kismet no-such-page.ipynb",
        "make no-such-target",
        "pip install kismet-engine",
        "pip install '.[no-such-extra]'",
        "python -m no_such_module",
        "python -m pytest tests/no_such_file.py",
    ],
)
def test_a_command_that_does_not_work_is_noticed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises((AssertionError, SystemExit)):
        works(shlex.split(line), monkeypatch)


def test_the_map_names_what_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:gamelib|widgets|tests)/[\w./]+)`", text):
        assert (ROOT / path).exists(), f"architecture.md names {path}"


def test_the_walk_through_a_sample_game_shows_its_very_lines() -> None:
    folder = ROOT / "tests" / "sample"
    there = "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.iterdir()) if file.is_file())
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 8
    for block in blocks:
        assert block in there, block


@pytest.mark.parametrize(
    ("said", "asked"),
    [([], "public"), (["--docs"], "public --docs"), (["out", "--docs", "--sheets"], "out --docs --sheets")],
)
def test_publish_takes_what_its_usage_says(said: list[str], asked: str, tmp_path: Path) -> None:
    make, copy = tmp_path / "bin" / "make", tmp_path / "docs" / "publish.sh"
    for file, text in (
        (make, '#!/bin/sh\necho "$*"; mkdir public out; touch public/index.html out/index.html\n'),
        (copy, (ROOT / "docs" / "publish.sh").read_text(encoding="utf-8")),
    ):
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
    path = {"PATH": f"{make.parent}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", str(copy), *said], env=path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"site ARGS={asked}"


def test_what_a_cell_shows_last_can_be_read() -> None:
    """Check the text form for places without widgets, and a table for values that can be compared."""
    from widgets import Builder, Chart, Lesson, Table
    from widgets.chart.figures import distribution
    from widgets.games.harem.dashboards import gems
    from widgets.lesson.lesson_notebooks import load_lesson_definition

    picture = Chart(distribution(gamelib.Dist.die(6), title="A die", xlabel="points"))
    shown = [
        Table("harem", seats=2),
        picture,
        Lesson(load_lesson_definition("00-three-coins")),
        Builder("2d6 : high >= 5"),
        gems.create_dashboard(),
    ]
    said = [repr(one) for one in shown]
    assert said[0] == "<Table of Court, 2 seats>"
    assert "Bars of points from 1 to 6" in said[1]
    assert not [one for one in said if " object at " in one or "( " in one]
    games = gamelib.simulate("towers", 2, ["thumb", "random"], games=4, seed=1)._repr_html_()
    assert "4 games: alone 2, " in games
    assert "<th scope='row'>0</th><td>4" in games
    waited = gamelib.model("d6 until 6 : tries").exact()._repr_html_()
    assert "<p>Mean: 6</p><p>Beyond the picture: " in waited


def test_a_table_of_a_record_counts_the_seats_of_the_record() -> None:
    from widgets import Table

    record = gamelib.Record(gamelib.game("harem"), 2, {"gem_table": "B"}, ["Ada", "Ben"])
    table = Table("harem", record=record, players=["human", "thumb"])
    assert (table.session.record.seats, table.session.players) == (2, ["human", "thumb"])
    assert table.session.record.options["gem_table"] == "B"
    assert Table("harem", record=record, names=["Cem", "Fay"]).scene["names"] == ["Cem", "Fay"]
    assert Table("harem", record=record).scene["names"] == ["Ada", "Ben"]


MISTYPED = {
    'Table("court")': "There is no game 'court'; the id of Court is 'harem'.",
    "Chart(gamelib.Dist.die(6))": "A chart shows a Plotly figure",
    'Lesson("00-three-coins")': "A lesson is shown from its plan, such as load('00-one-die')",
    'gems.create_dashboard().pictures["curve"]': "There is no chart 'curve' here. The charts are worth, curves, space.",
    'gamelib.questions("court")': "There is no game 'court'; the id of Court is 'harem'.",
    "Table(RECORD)": "A record is passed by name: Table('harem', record=...).",
    "Table(RECORD.game)": "A game is named by its id, such as 'emira', not by <Game harem: Court>. Its id is 'harem'.",
    'Table("harem", record="x")': "The record is a Record of the game, not 'x'.",
    'Table("towers", record=RECORD)': "This is a record of 'harem', not of 'towers'.",
    'Table("harem", record=RECORD, seats=3)': "This record has 2 seats, not 3.",
    'Table("harem", record=RECORD, options={"gem_table": "B"})': "begun with other options ('gem_table')",
    'Table("harem", record=RECORD, players=["human"])': "There are 2 seats but 1 player.",
    'Table("harem", record=RECORD, step="3")': "The step is a whole number from 0 up, not '3'.",
    'Table("harem", players="thumb")': "The players are a list, one a seat, not 'thumb'.",
    'Table("harem", options=["x"])': "The options are a table of options by name, not ['x'].",
    'Table("harem", seed=[1])': "The seed is a whole number or a text, not [1].",
    "Chart(RECORD)": "A chart shows a Plotly figure",
    "Lesson(RECORD)": "A lesson is shown from its plan",
    "Builder(RECORD)": "A model is one line of text, or its table",
    'Builder(parts="die")': "The parts are a list of some of d, coin",
    'Builder("2d6 : sum", seed=[])': "The seed is a whole number or a text, not [].",
    "gems.create_dashboard(5)": "A setting is written as name=value, not as 5.",
    "gems.create_dashboard(RECORD)": "A setting is written as name=value, not as <Record of Court",
    "gamelib.game(RECORD)": "Its id is 'harem'.",
    'gamelib.Record("harem", 2)': "A record is of a game, such as game('towers'), not of 'harem'.",
    'distribution(5, title="x", xlabel="y")': "A distribution such as Dist.die(6) is drawn, not 5.",
}


@pytest.mark.parametrize("cell", MISTYPED)
def test_what_was_mistyped_is_told_in_a_sentence(cell: str) -> None:
    names: dict[str, object] = {}
    exec("import gamelib\nfrom widgets import *\nfrom widgets.games.harem.dashboards import gems", names)
    exec("from widgets.chart.figures import distribution", names)
    names["RECORD"] = gamelib.Record(gamelib.game("harem"), 2)
    with pytest.raises((ValueError, KeyError), match=re.escape(MISTYPED[cell])):
        eval(cell, names)


def test_the_python_of_the_makefile_imports_what_exists() -> None:
    programs = [text.replace("\\\n", "") for text in re.findall(r" -c '([^']+)'", MAKEFILE)]
    names = [
        (node.module, alias.name)
        for text in programs
        for node in ast.walk(ast.parse(text.strip()))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]
    assert ("widgets.site.static_site.docs_build", "build_docs") in names
    for module, name in names:
        assert hasattr(importlib.import_module(module), name), f"{module}.{name}"


def named_objects() -> dict[str, Any]:
    """Return the objects that pages mean by these names, with their attributes."""
    game = gamelib.game("harem")
    state = game.position("2 seats; now turn; turns 3")
    return {
        "answer": gamelib.model("2d6 : sum").exact(),
        "better": gamelib.Dist.die(6),
        "Dashboard": Dashboard,
        "Deck": gamelib.Deck,
        "deck": gamelib.Deck({"gold": 1}),
        "found": gamelib.tournament("towers", ["thumb", "random"], games=2, seed=1),
        "Game": gamelib.Game,
        "game": game,
        "gamelib": gamelib,
        "PageWidget": PageWidget,
        "plan": widgets.Plan,
        "Question": gamelib.Question,
        "question": gamelib.questions()[0],
        "Record": gamelib.Record,
        "State": type(state),
        "s": state,
        "state": state,
        "tally": gamelib.simulate("towers", 2, ["random", "random"], games=1, seed=1),
        "view": state.seen_by(0),
    }


def missing_attributes(text: str, objects: dict[str, Any]) -> list[str]:
    """Return the attributes in a text such as `game.position(text)` that its object does not have."""
    found = re.findall(r"(?<![\w./\"[])(\w+)\.([a-z_]\w*)", text)
    return [f"{name}.{key}" for name, key in found if name in objects and not hasattr(objects[name], key)]


def test_attributes_that_pages_name_exist() -> None:
    objects, missing = named_objects(), []
    for page in PAGES:
        for token in READER.parse(page.read_text(encoding="utf-8")):
            for part in token.children or ():
                if part.type == "code_inline" and not part.content.endswith((".py", ".toml", ".js", ".json")):
                    missing += [f"{page.name}: {name}" for name in missing_attributes(part.content, objects)]
    assert missing == []


def test_an_attribute_that_does_not_exist_is_found() -> None:
    assert missing_attributes("game.position(text), game.written(text)", {"game": gamelib.game("harem")}) == [
        "game.written"
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_is_longer_than_1500_words(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").split()) <= (450 if page == ROOT / "README.md" else 1500)
