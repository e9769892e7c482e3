"""`kismet new game`: the new game is complete, and each removed part is reported with its place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gamelib.tools.completeness import missing_parts
from tests.conformance import PACKAGES
from widgets.site import game_template

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the sources and add a new game."""
    top = tmp_path_factory.mktemp("checkout")
    for folder in ("gamelib", "widgets", "notebooks", "tests", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "browser", "golden", "img")
        shutil.copytree(ROOT / folder, top / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", top)
    written = game_template.create_game_files("duello", top)
    assert all((top / path).is_file() for path in written)
    return top


def run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONSAFEPATH": ""}
    return subprocess.run([sys.executable, *words], cwd=checkout, env=env, text=True, capture_output=True, check=False)


def check(checkout: Path, name: str = "duello") -> tuple[int, str]:
    done = run(checkout, "-m", "widgets.site.command_line", "check", "game", name)
    return done.returncode, (done.stdout + done.stderr).strip()


def test_a_new_game_is_whole(checkout: Path) -> None:
    assert check(checkout) == (0, "Duello is whole.")


def test_a_new_game_passes_what_every_game_has_to(checkout: Path) -> None:
    files = [
        "duello",
        *(f"test_{name}.py" for name in ("games", "rule_table", "cited", "shows", "foresight", "reference")),
    ]
    done = run(
        checkout,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-k",
        "duello",
        *(f"tests/{file}" for file in files),
    )
    assert done.returncode == 0, done.stdout[-3000:]


LACKS = (  # a file of the game, what stands there, what stands there instead, what is told
    ("gamelib/games/duello/words.toml", 'high = "the highest card"', "", "words.toml: [aims] has no 'high'."),
    ("gamelib/games/duello/words.toml", '"passing.true"', '"passing.yes"', "[options] has no 'passing.true'."),
    ("gamelib/games/duello/rules.toml", 'touches = ["DUE-2.1"]', "touches = []", "DUE-2.1 names DUE-A1, but"),
    ("gamelib/games/duello/bot_settings.py", "CAREFUL_LIMITS =", "CARELESS =", "has no CAREFUL_LIMITS."),
    ("gamelib/games/duello/__init__.py", 'seats_rule = "DUE-1.1"', 'seats_rule = "DUE-9.9"', "no rule DUE-9.9"),
    ("gamelib/games/duello/odds.py", "published_odds = ", "printed = ", "odds.py has no published_odds."),
    ("gamelib/bank/duello/shows.toml", 'rule = "DUE-1.1"', 'rule = "DUE-3.1"', "shows.toml: no step shows DUE-1.1"),
    ("gamelib/bank/duello/shows.toml", 'follows = ["DUE-3.1"]', "", "nothing is refused by DUE-3.1, and [unrefused]"),
    ("widgets/games/duello/board/board.py", "BOARD =", "PLANK =", "board/board.py has no BOARD."),
    ("tests/duello/test_rules.py", '@pytest.mark.rule("DUE-3.1")', "", "no test is marked with DUE-3.1."),
)


def test_each_part_that_lacks_is_named(checkout: Path) -> None:
    before = {path: (checkout / path).read_text(encoding="utf-8") for path, *_ in LACKS}
    damaged = dict(before)
    for path, old, new, _ in LACKS:
        assert damaged[path].count(old) == 1, old
        damaged[path] = damaged[path].replace(old, new)
    try:
        for path, text in damaged.items():
            (checkout / path).write_text(text, encoding="utf-8")
        code, said = check(checkout)
    finally:
        for path, text in before.items():
            (checkout / path).write_text(text, encoding="utf-8")
    assert code == 1
    assert [told for *_, told in LACKS if told not in said] == [], said
    assert len(said.splitlines()) == len(LACKS)


def test_an_id_that_two_rules_have_is_told(checkout: Path) -> None:
    path = checkout / "gamelib/games/duello/rules.toml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace('id = "DUE-2.1"', 'id = "DUE-1.1"'), encoding="utf-8")
    try:
        code, said = check(checkout)
    finally:
        path.write_text(before, encoding="utf-8")
    assert code == 1
    assert said.endswith("rules.toml: DUE-1.1 is the id of two rules")


@pytest.mark.parametrize("name", ["Towers", "a", "my-game", "../x", "9lives", "class", "x" * 30])
def test_a_name_that_cannot_be_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"small letters|is taken"):
        game_template.create_game_files(name, checkout)


def test_nothing_is_written_over(checkout: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"taken|there already"):
        game_template.create_game_files("duello", checkout)
    with pytest.raises(ValueError, match="taken"):
        game_template.create_game_files("towers", checkout)
    with pytest.raises(ValueError, match="in a checkout"):
        game_template.create_game_files("other", tmp_path)


@pytest.mark.parametrize("name", PACKAGES)
def test_each_game_is_whole(name: str) -> None:
    assert missing_parts(name) == []
    assert list(game_template.missing_page_part_messages(name, ROOT)) == []
