"""What the documents say is true: their examples run, and what they link to exists."""

import ast
import doctest
import importlib.util
import pkgutil
import re
from pathlib import Path

import pytest

import gamelib
import widgets

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "binder").glob("*.md"))]


def test_readme_examples_run() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted >= 4
    assert not found.failed


MODULES = [module.name for package in (gamelib, widgets)
           for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
           if not module.name.startswith(("gamelib.tools.adapters", "widgets.site.serverless.kernel"))
           and ">>> " in (importlib.util.find_spec(module.name).loader.get_source(module.name) or "")]


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


def test_the_blocks_of_the_notebook_page_run() -> None:
    """In order, as the cells of one notebook; what a cell ends with has a picture or a text."""
    text = (ROOT / "docs" / "own-notebook.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    for block in blocks:
        *lines, last = ast.parse(block).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(lines, []), "own-notebook.md", "exec"), names)
        shown = eval(compile(ast.Expression(last.value), "own-notebook.md", "eval"), names)
        assert shown is not None


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
