"""The two commands on a fresh clone, as on a new machine, and the same from a wheel.

The clone has the last commit, because others do not get uncommitted files.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import LONG, ROOT, free_port, start_process, wait_for

#: a bare shell: nothing of the environment that runs these tests, but a stranger's environment that is active
BARE = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PYTEST", "KISMET_", "MAKE"))},
    "PATH": os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if not p.startswith(sys.prefix)),
    "VIRTUAL_ENV": "/no/such/environment",
    "PYTHON": sys._base_executable,
}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clone") / "a place with spaces"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), str(folder)], check=True)
    (folder / ".venv" / "bin").mkdir(parents=True)  # what an interrupted first run may leave
    return folder


def until_it_answers(command: list[str], folder: Path, log: Path) -> int:
    """Run the command until the home page answers, press Ctrl-C and return the exit code."""
    port = free_port()
    process = start_process([part.format(port=port) for part in command], log, cwd=folder, env=BARE)
    try:
        wait_for(f"http://127.0.0.1:{port}/", process, log, seconds=240)
        os.killpg(process.pid, signal.SIGINT)  # a terminal tells the whole group
        return process.wait(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def test_make_play_serves_and_ends(clone, tmp_path):
    log = tmp_path / "log.txt"
    code = until_it_answers(["make", "play", "ARGS=--no-browser --port={port}"], clone, log)
    printed = log.read_text()
    assert code in {0, 2, 130, -signal.SIGINT}, printed
    assert "Kismet is at http://127.0.0.1:" in printed
    assert "Traceback" not in printed


COMMANDS = [
    "ruff check .",
    "ruff format --check --quiet .",
    "deno fmt --check --quiet",
    "python -m tests.scene_types --check",
    "python -m tests.style_sheets",
    "python -m tools.check_names",
    "python -m tools.check_texts",
    "mypy ",
    "python -m pytest",
    "python -m tools.check --passed",
]
CHECK = [*COMMANDS[:8], "python -m tools.check"]
PART = [*COMMANDS[:-2], "python -m pytest -k one"]


@pytest.mark.parametrize(
    ("words", "commands", "fails"),
    [
        *((["test"], COMMANDS, fails) for fails in (None, *COMMANDS)),
        (["test", "PYTEST_ARGS=-k one"], PART, None),
        *((["check"], CHECK, fails) for fails in (None, *CHECK)),
    ],
)
def test_make_runs_lint_types_and_tests(
    words: list[str], commands: list[str], fails: str | None, tmp_path: Path
) -> None:
    """Check that `make test` runs all of them and fails if one fails. Here each part only prints its name."""
    bare = tmp_path / "bare"
    (bare / "bin").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, bare)
    (bare / ".ready").touch()
    for name in ("ruff", "deno", "python", "mypy"):
        tool = bare / "bin" / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >> {bare}/said\n[ "{name} $*" != "{fails}" ]\n')
        tool.chmod(0o755)
    command = ["make", *words, f"BIN={bare}/bin", f"READY={bare}/.ready"]
    done = subprocess.run(command, cwd=bare, env=BARE, capture_output=True, text=True, check=False)
    said = (bare / "said").read_text().splitlines()
    assert (done.returncode == 0) is (fails is None), done.stdout + done.stderr
    if fails is None:
        assert sorted(said) == sorted(commands)
        assert said[-1] == commands[-1]
    else:
        assert fails in said
        assert fails == COMMANDS[-1] or COMMANDS[-1] not in said


@pytest.mark.skipif(not LONG, reason="long: set KISMET_LONG=1")
def test_make_test_on_a_clone(clone):
    """Run a few tests only, because this run is the whole suite."""
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", clone / ".mypy_cache", dirs_exist_ok=True)
    done = subprocess.run(
        ["make", "test", "PYTEST_ARGS=tests/test_gallery.py"],
        cwd=clone,
        env=BARE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for sign in ("All checks passed!", "no issues found", " passed"):
        assert sign in done.stdout


def test_make_names_a_python_that_will_not_do(clone, tmp_path):
    other = tmp_path / "old"
    shutil.copytree(clone, other, ignore=shutil.ignore_patterns(".venv", ".uv", ".git"))
    command = ["make", "play", "PYTHON=/no/such/python"]
    done = subprocess.run(command, cwd=other, env=BARE, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "Kismet needs Python 3.11 or newer" in done.stderr


def test_ci_runs_what_we_run():
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "exec make test"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_engine_installs_alone(tmp_path):
    """Check that it is small and installs from the same tree without anything else."""
    uv = str(ROOT / ".uv" / "bin" / "uv")
    for command in (
        ["build", "--quiet", "--wheel", "--out-dir", str(tmp_path), "engine"],
        [
            "pip",
            "install",
            "--quiet",
            "--no-index",
            "--no-deps",
            "--python",
            sys.executable,
            "--target",
            str(tmp_path / "there"),
            "--find-links",
            str(tmp_path),
            "kismet-engine",
        ],
    ):
        subprocess.run([uv, *command], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 1_000_000
    asked = """
import gamelib, sys
assert gamelib.__file__.startswith(sys.argv[1]), gamelib.__file__
for name in gamelib.all_games():
    game = gamelib.game(name)
    tally = gamelib.simulate(name, game.seats[0], "thumb", games=1, seed=1)
    assert len(game.rules) > 50 and len(gamelib.questions(game)) > 5
try:
    tally.to_dataframe_by_game()
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-S", "-c", asked, str(tmp_path / "there")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "there")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "pandas" in done.stdout


def test_the_wheel_serves_too(clone, tmp_path):
    uv = str(clone / ".uv" / "bin" / "uv")

    def run(*command: str) -> None:
        subprocess.run([uv, *command], cwd=clone, env=BARE, check=True, capture_output=True)

    run("build", "--quiet", "--wheel", "--out-dir", str(tmp_path))
    wheel = next(tmp_path.glob("*.whl"))
    inside = zipfile.ZipFile(wheel).namelist()
    assert "widgets/notebooks/index.ipynb" in inside
    assert not [name for name in inside if "checkpoint" in name or name.startswith("tests")]
    run(
        "export",
        "--quiet",
        "--locked",
        "--no-dev",
        "--no-emit-project",
        "--no-hashes",
        "-o",
        str(tmp_path / "locked.txt"),
    )
    run("venv", "--quiet", "--python", BARE["PYTHON"], str(tmp_path / "env"))
    python = str(tmp_path / "env" / "bin" / "python")
    run("pip", "install", "--quiet", "--python", python, "-r", str(tmp_path / "locked.txt"), str(wheel))
    log = tmp_path / "log.txt"
    kismet = str(tmp_path / "env" / "bin" / "kismet")
    code = until_it_answers([kismet, "--no-browser", "--port={port}"], tmp_path, log)
    assert code == 0, log.read_text()
    assert "Traceback" not in log.read_text()
