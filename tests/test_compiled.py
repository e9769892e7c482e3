"""Compiled engine (`make fast`): its content, and equality.

`KISMET_FAST=1` runs all tests on it. The reference games check that both engines play alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib import Action, playouts
from gamelib.games.harem.heuristic_bot import action_score
from gamelib.nodes import End
from gamelib.state import slots_copied_by_clone
from gamelib.tools.clone_codegen import clone_module_source
from tests.conformance import PACKAGES
from tests.conftest import ROOT
from tests.sample import Outbid

COMPILED = bool(os.environ.get("KISMET_FAST"))


TARGETS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
HOOK = TARGETS["wheel"]["hooks"]["mypyc"]


def test_every_file_to_be_compiled_is_there_and_nothing_is_unasked():
    assert HOOK["enable-by-default"] is False
    assert [pattern for pattern in HOOK["include"] if not list(ROOT.glob(pattern))] == ["gamelib/games/*/clones.py"]


def test_a_scheduled_job_runs_the_rules_of_each_game_on_the_compiled_engine():
    """Without one, a fault of the compiled build alone would stay unseen."""
    lines = (ROOT / ".github" / "workflows" / "long.yml").read_text(encoding="utf-8").splitlines()
    build = lines.index("      - run: make fast")
    command, _, fast = lines[build + 1 : build + 4]
    assert fast.split() == ["KISMET_FAST:", '"1"']
    paths = command.partition("pytest ")[2].split()
    assert {f"tests/{name}" for name in PACKAGES} | {"tests/test_compiled.py", "tests/test_golden.py"} <= set(paths)
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", [name for name in PACKAGES if (ROOT / f"gamelib/games/{name}/state.py").is_file()])
def test_clones_that_the_build_writes_are_those_of_the_declaration(name):
    state = gamelib.game(name).start(3)
    kind = type(state)
    known = {"__package__": f"gamelib.games.{name}"}
    exec(clone_module_source(kind), known)
    twin, plain = known[f"clone_{kind.__name__}"](state), state.clone()
    assert twin == plain == state
    for slot in slots_copied_by_clone(kind):
        there = getattr(state, slot)
        assert (getattr(twin, slot) is there) is (getattr(plain, slot) is there), slot


def test_without_a_compiler_one_sentence_says_so():
    done = subprocess.run(
        ["make", "compiler", f"BIN={Path(sys.executable).parent}", "CC=no-such-compiler"],
        cwd=ROOT,
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
    )
    assert done.returncode
    said = done.stderr.splitlines()[0]
    assert said.startswith("make fast needs a C compiler (no-such-compiler) and the headers of this Python")


@pytest.mark.skipif(not COMPILED, reason="KISMET_FAST is not set: the sources themselves are tested")
def test_the_tests_run_on_the_compiled_engine():
    for pattern in HOOK["include"]:
        for path in ROOT.glob(pattern):
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            assert not module.__file__.endswith(".py"), module
    for name in PACKAGES:
        assert not import_module(f"gamelib.games.{name}.clones").__file__.endswith(".py")


@pytest.mark.skipif(not COMPILED, reason="KISMET_FAST is not set: the sources themselves are tested")
def test_it_is_compiled_from_these_sources():
    """Check the sources. If the test fails, run `make fast` again."""
    for path in (ROOT / "gamelib").rglob("*.py"):
        assert (ROOT / ".fast" / path.relative_to(ROOT)).read_bytes() == path.read_bytes(), path


def test_what_loot_is_worth_is_a_float():
    """Check the declared type. A `sum` of floats that starts with 0 is an integer for the compiler, and fails."""
    state = gamelib.game("harem").start(3)
    gold = next(iter(state.game.payment_value))
    for cards, worth in (((), 0.0), ((gold,), 1.0 + state.game.payment_value[gold]), (("GEM",), 4.0)):
        found = action_score(state, Action("take", cards))
        assert (type(found), found) == (float, worth)


def test_a_game_in_plain_python_runs_on_it():
    """Check a game whose state and steps are Python classes."""
    assert "tests" in Outbid.__module__
    game = Outbid()
    end = playouts.playout(game.start(3), [gamelib.random_bot] * 3, Random(1))
    assert isinstance(end, End)
