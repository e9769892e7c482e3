"""Benchmarks (`python -m benchmarks`): all are listed, the names that they use exist, and the quick ones run."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import ALL, FAILED
from tests.conftest import sample_cases
from widgets.page.translations import load_texts

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "benchmarks"
QUICK = ("odds", "chance", "peers", "clicks", "ranks", "compiled")


def code_of(name: str) -> list[str]:
    """Return the programs in the texts of a module, for example those of its pages."""
    texts = [
        node.value.value
        for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return [text for text in texts if "\nimport " in text or "\nfrom " in text]


def test_every_benchmark_is_listed() -> None:
    helpers = {"__init__", "__main__", "timing"}
    assert {file.stem for file in FOLDER.glob("*.py")} - helpers == set(ALL)
    assert all(callable(import_module(f"benchmarks.{name}").main) for name in ALL)


@pytest.mark.parametrize("name", ALL)
def test_what_its_programs_name_is_there(name: str) -> None:
    """Check each import in the pages of a benchmark, and each attribute of our modules that they use."""
    for text in code_of(name):
        tree = ast.parse(
            text.replace("{game}", "harem").replace("{name}", "gems").replace("{code}", "").replace("{call}", "1")
        )
        modules = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module != "js":
                module = import_module(str(node.module))
                for alias in node.names:
                    if not hasattr(module, alias.name):
                        import_module(f"{node.module}.{alias.name}")
                    modules[alias.asname or alias.name] = getattr(module, alias.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
                assert hasattr(modules[node.value.id], node.attr), f"{node.value.id}.{node.attr}"


def test_what_its_scripts_click_is_on_our_pages() -> None:
    """Check each button and each style class that a benchmark looks for, and each request to a class."""
    from benchmarks import classes

    sources = [file for ending in ("js", "toml", "py") for file in (ROOT / "widgets").rglob(f"*.{ending}")]
    pages = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    asked: list[tuple[str, str]] = []
    for file in FOLDER.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        asked += [(file.name, f'"{name}"') for name in re.findall(r'get_by_role\("\w+", name="([^"]+)"', text)]
        asked += [(file.name, name) for name in re.findall(r'"[^"]*\.(km-[\w-]+)[^"]*"', text)]
        asked += [(file.name, f'"{name}": "') for name in re.findall(r'ask\(f?"class/([\w-]+)', text)]
    assert len(asked) > 10
    assert [one for one in asked if one[1] not in pages] == []
    counted = re.search(r"/(.+)/\.exec", classes.WATCH)
    assert counted
    vote = load_texts("classroom")["vote_controls_count"].replace("{n}", "3").replace("{all}", "20")
    assert re.findall(counted[1], vote) == ["3"]


def test_the_pages_of_the_page_benchmark_run() -> None:
    """Check that both forms of each page draw their charts."""
    from benchmarks import page

    for code in (page.FOUR_OLD, page.FOUR_NEW):
        exec(code, {})
    for name, game in list(page.DASHBOARDS.items())[:1]:
        code = page.DASHBOARD_OLD.format(name=name, game=game)
        code += "\nassert page.pictures and all(one.widget.data for one in page.pictures.values())"
        again = f"{name}.create_dashboard().pictures.values()"
        code += f"\nassert all(isinstance(one, ours) for one in {again})"  # no page changes another
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_what_is_measured_in_a_browser_runs_here() -> None:
    """Run the programs of its pages, because no other test runs them."""
    from benchmarks import thinking

    programs: dict[str, Any] = {}
    exec(thinking.MEASURE, programs)
    for part in thinking.PARTS:
        assert all(seconds > 0 for seconds in programs[part]("wishes", 1)), part


@pytest.mark.parametrize("name", sample_cases(QUICK, 3))
def test_a_quick_one_runs_in_its_smallest_form(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", name, "--smallest"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 1


def test_the_scheduled_job_runs_each_with_a_compiled_engine() -> None:
    """Check the job. Without a compiled engine, the benchmark of compiled rules measures nothing."""
    lines = (ROOT / ".github" / "workflows" / "benchmarks.yml").read_text(encoding="utf-8").splitlines()
    commands = [line.partition("run: ")[2] for line in lines if "run: " in line]
    assert commands[-2] == "make fast"
    assert sorted(re.findall(r"\w+", commands[-1].partition('"')[2].partition("--")[0])) == sorted(ALL)


def test_one_that_fails_says_so() -> None:
    asked = [sys.executable, "-m", "benchmarks", "ranks", "--options", "--games", "no-such-game"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == FAILED
    assert "The benchmark ranks did not run to its end. ValueError: There is no game" in done.stderr.splitlines()[-1]


def test_no_script_that_a_page_runs_has_a_default_argument() -> None:
    """Check the scripts. Playwright passes null without an argument, and null does not use the default."""
    for file in (*FOLDER.glob("*.py"), *(ROOT / "tests" / "browser").glob("*.py")):
        assert not re.search(r'["(](async )?\(\w+ = [^)]*\) =>', file.read_text(encoding="utf-8")), file.name
