"""What the documents say is true: their examples run, and what they link to exists."""

import ast
import doctest
import importlib.util
import os
import pkgutil
import re
import subprocess
from pathlib import Path

import pytest

import gamelib
import widgets

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "binder").glob("*.md"))]


def test_readme_examples_run() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted >= 4
    assert not found.failed


MODULES = [
    module.name
    for package in (gamelib, widgets)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.startswith(("gamelib.tools.adapters", "widgets.site.serverless.kernel"))
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


BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ELSEWHERE = {
    "add-a-game.md": "lines of tests/sample, compared below",
    "agents.md": "tests/test_adapters.py",
    "architecture.md": "a step cut short",
}
"""Pages whose blocks are no cells, and why that is well."""


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if page.parent == ROOT / "docs"
        and page.name not in ELSEWHERE
        and BLOCK.search(page.read_text(encoding="utf-8"))
    ],
    ids=lambda page: page.name,
)
def test_the_blocks_of_a_page_run(page: Path) -> None:
    """In order, as the cells of one notebook; a cell that ends with a value has something to show."""
    names: dict[str, object] = {}
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        *lines, last = ast.parse(block).body
        if not isinstance(last, ast.Expr):
            lines, last = [*lines, last], None
        exec(compile(ast.Module(lines, []), page.name, "exec"), names)
        if last is not None:
            assert eval(compile(ast.Expression(last.value), page.name, "eval"), names) is not None, block


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
    ("said", "asked"), [([], "public"), (["--lab"], "public --lab"), (["out", "--docs", "--lab"], "out --docs --lab")]
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
    """Where no widget can be drawn too, in words; a table where there is something to compare."""
    from widgets import Builder, Chart, Lesson, Table
    from widgets.chart.figures import distribution
    from widgets.games.harem.dashboards import gems
    from widgets.lesson.files import load

    picture = Chart(distribution(gamelib.Dist.die(6), title="A die", xlabel="points"))
    shown = [Table("harem", seats=2), picture, Lesson(load("00-three-coins")), Builder("2d6 : high >= 5"), gems.show()]
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
    'Lesson("00-three-coins")': "A lesson is shown from its plan, such as load('00-three-coins')",
    'gems.show().pictures["curve"]': "there is no picture 'curve'; there are worth, curves, space",
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
    "Builder(RECORD)": "A model is a line of text or its table",
    'Builder(parts="die")': "The parts are a list of some of d, coin",
    'Builder("2d6 : sum", seed=[])': "The seed is a whole number or a text, not [].",
    "gems.show(5)": "A setting is written as name=value, not as 5.",
    "gems.show(RECORD)": "A setting is written as name=value, not as <Record of Court",
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
