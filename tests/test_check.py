"""Selection of tests by `make check` (tools/check.py): every file has tests, and the nearest ones are selected."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import gamelib
from tests.conftest import ROOT
from tools import check

FILES = check.git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()


def test_every_file_is_a_concern_of_some_test() -> None:
    assert len(FILES) > 1000
    known = {path: set.union(*check.tests_for(path)) for path in FILES if (ROOT / path).exists()}
    unknown = [path for path, tests in known.items() if not tests and not path.endswith("__init__.py")]
    assert [path for path in unknown if not path.startswith(("tests/", "tools/"))] == []
    assert {test for tests in known.values() for test in tests} <= check.test_files().keys()
    assert all((ROOT / test).is_file() for test in check.CORE)
    for globs, _ in check.concerns():
        assert any(glob.fullmatch(path) for path in FILES for glob in globs), globs


@pytest.mark.parametrize(
    ("path", "whole", "part", "left"),
    [
        ("gamelib/games/emira/auction.py", "emira/test_auction", "test_games", "test_board_wishes"),
        ("widgets/games/emira/board/player_area.py", "browser/test_emira", "test_scene", "emira/test_play"),
        ("gamelib/bank/harem/shows.toml", "harem/test_views", "test_shows", "emira/test_play"),
        ("widgets/chart/chart.js", "browser/test_charts", None, "browser/test_table"),
        ("gamelib/dist.py", "test_dist", None, "test_table"),
        ("docs/serving.md", "test_docs", None, "test_dist"),
        ("tests/pupils.py", "test_class_server", None, "test_dist"),
        ("tests/test_dist.py", "test_dist", None, "test_deck"),
    ],
)
def test_what_concerns_a_file_is_chosen_and_no_more(path: str, whole: str, part: str | None, left: str) -> None:
    tests, alike = check.tests_for(path)
    assert f"tests/{whole}.py" in tests
    assert f"tests/{part}.py" in alike if part else not alike
    assert f"tests/{left}.py" not in tests | alike


def test_what_a_package_passes_on_is_found_where_it_is_written() -> None:
    assert check.imports("tests.test_dist")["gamelib", "Dist"] == "gamelib.dist"


def test_each_game_and_page_is_known_by_name() -> None:
    assert check.games().keys() == gamelib.all_games().keys()
    for page in check.games().values():
        assert (ROOT / "notebooks" / "tables" / f"{page}.ipynb").is_file()


def test_a_change_is_compared_with_its_base(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Check the base: the named one, the upstream, the last commit that passed, or a message that there is none."""

    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)

    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.delenv("BASE", raising=False)
    git("init", "--quiet", "--initial-branch=main")
    for n in range(3):
        (tmp_path / f"{n}.txt").write_text("text")
        git("add", ".")
        git("commit", "--quiet", "-m", str(n))
    with pytest.raises(SystemExit, match="make check BASE=HEAD~1"):
        check.find_base()
    monkeypatch.setenv("BASE", "HEAD~2")
    assert check.changed_files(check.find_base()[0]) == ["1.txt", "2.txt"]
    monkeypatch.setenv("BASE", "nowhere")
    with pytest.raises(SystemExit, match="There is no commit nowhere"):
        check.find_base()
    monkeypatch.delenv("BASE")
    check.main(["--passed"])
    (tmp_path / "0.txt").write_text("another")
    (tmp_path / "new.txt").write_text("text")
    assert check.changed_files(check.find_base()[0]) == ["0.txt", "new.txt"]
    git("checkout", "--quiet", "-b", "mine", "--track", "main")
    git("commit", "--quiet", "-am", "another")
    check.main(["--passed"])  # not noted: a new file lies there
    base, why = check.find_base()
    assert why == "where this branch left main"
    assert check.changed_files(base) == ["0.txt", "new.txt"]
