"""Plant faults one after another and record which test notices each of them.

`faults.toml` lists faults that a contributor might make. Each is a patch `KIND/ID.patch` for the code of this project.

    python -m tests.faults.run                          every fault that has no result yet
    python -m tests.faults.run rules 061-walk-merge     only these kinds and faults, with a result or not

`--likely` leaves out the whole suite at the end. `--name after` writes another column of results, for another suite.
`--suite "-n 2"` gives pytest these arguments for the whole suite.

The work is done in a throwaway git worktree of HEAD, so uncommitted changes have no part in it. For each fault:

1. The patch is applied. If the code has changed and the patch no longer fits, the fault is named at the end as one to
   be replaced, and the command fails.
2. The tests that are likely to notice it run first and stop at the first failure: the tests that noticed it in any
   column of the results, then the `likely` files of `faults.toml` and those that name the changed module or folder.
3. Faults that those tests miss are applied together and the whole suite is run. Each failing test is repeated with one
   fault at a time, until it is known which faults it notices. The others are tried again together, until no failing
   test notices one of them. Those are missed.

A failing test counts only if it passes without the fault. `results.toml` has a table for each column: fault and test,
and "" for a fault that was missed. A run can be stopped and started again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "faults"
RESULTS = HERE / "results.toml"
MAX_FILES = 6  # that are tried before the whole suite
_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
_STARTED = re.compile(r"^(tests/\S+::\S+)", re.MULTILINE)

Fault = dict[str, str]


def save_results(results: dict[str, dict[str, str]]) -> None:
    """Write the results, column by column, sorted by fault."""
    text = "# The test that notices each fault first; empty: the suite misses it. Written by tests/faults/run.py.\n"
    for name, of in results.items():
        text += f"\n[{name}]\n" + "".join(f"{id} = {json.dumps(by)}\n" for id, by in sorted(of.items()))
    RESULTS.write_text(text, "utf-8")


class Tree:
    """Temporary worktree of HEAD in which faults are planted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.green: set[str] = set()  # tests that pass without a fault
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder), "HEAD"], cwd=ROOT, check=True)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        code = "import gamelib, tests, widgets as w; print(gamelib.__file__, tests.__file__, w.__file__)"
        places = self._run([sys.executable, "-c", code])[1]
        if places.count(str(folder)) != 3:
            raise SystemExit(f"The tests would run on code outside of the worktree: {places}")

    def _run(self, command: Sequence[str]) -> tuple[int, str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(command, cwd=self.folder, env=environment, text=True, stdout=-1, stderr=-2, check=False)
        return done.returncode, done.stdout

    def pytest(self, *arguments: str) -> list[str]:
        """Run pytest with these arguments and return the tests that failed, or the one that did not end."""
        code, output = self._run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments])
        failed = list(dict.fromkeys(_FAILED.findall(output))) or _STARTED.findall(output)[-1:] if code else []
        if code > 2 or bool(code) != bool(failed):
            raise SystemExit(f"pytest could not run (exit code {code}):\n{output[-3000:]}")
        return failed

    @contextmanager
    def planted(self, faults: Sequence[Fault]) -> Iterator[bool]:
        """Return the tree with these faults, or False if a patch does not fit."""
        patches = [str(HERE / fault["kind"] / f"{fault['id']}.patch") for fault in faults]
        try:
            yield not self._run(["git", "apply", *patches])[0]
        finally:
            self._run(["git", "checkout", "--quiet", "."])

    def run_once(self, test: str, *faults: Fault) -> bool:
        """Return whether a test fails with these faults, with any of its parameters."""
        with self.planted(faults):
            return bool(self.pytest("-x", "-n", "0", test.split("[")[0]))

    def is_green(self, test: str) -> bool:
        """Return whether a test passes without a fault, with all of its parameters."""
        self.green |= {name for name in [test.split("[")[0]] if name not in self.green and not self.run_once(name)}
        return test.split("[")[0] in self.green

    def likely_files(self, fault: Fault) -> list[str]:
        """Return the test files that name the changed module or folder, those that name most of it first."""
        path = Path(fault["file"])
        folder = path.parent.parts[-2] if path.parent.name in ("board", "lessons", "dashboards") else path.parent.name
        module = re.escape(path.with_suffix("").as_posix().replace("/", "."))
        worth = {module: 4, re.escape(path.name): 4, rf"import .*\b{path.stem}\b": 3, rf"\b{folder}\b": 1}
        is_page = path.suffix in (".js", ".css", ".html", ".j2")
        ranked = []
        for file in (self.folder / "tests").rglob("test_*.py"):
            name, text = file.relative_to(self.folder).as_posix(), file.read_text("utf-8")
            score = sum(points for words, points in worth.items() if folder and re.search(words, text))
            score += 5 * (f"/{folder}/" in name or folder in file.stem) + 4 * (path.stem in file.stem)
            score -= 4 * (not is_page and bool(re.search(r"\bkismet\(|tests\.site|playwright", text)))  # slow ones
            if score > 0 and (is_page or "/browser/" not in name):
                ranked.append((-score, file.stat().st_size, name))
        named = [f"tests/{name}" for name in fault.get("likely", "").split() if (self.folder / "tests" / name).exists()]
        return named or [name for *_, name in sorted(ranked)[:MAX_FILES]]


def try_likely(tree: Tree, fault: Fault, known: Sequence[str]) -> str | None:
    """Return the test that notices a fault first, "" for none, or None if the patch does not fit."""
    noted: list[str] = []
    for file, _, name in (test.split("[")[0].partition("::") for test in known):
        path = tree.folder / file
        if path.exists() and name.split("::")[-1] in path.read_text("utf-8"):  # it may be gone since
            noted.append(f"{file}::{name}" if name else file)  # a file that does not load has no name
    for tests in filter(None, (noted, tree.likely_files(fault))):
        red, more = {""}, {""}  # a test that fails without the fault as well must not hide those behind it
        while more:
            with tree.planted([fault]) as fits:
                if not fits:
                    return None
                failed = tree.pytest("-x", "-n", "0", "-vv", "--timeout", "600", *filter(None, red), *tests)
            for test in filter(tree.is_green, failed):
                return test
            more = {f"--deselect={test.split('[')[0]}" for test in failed} - red
            red |= more
    return ""


def try_whole(tree: Tree, faults: Sequence[Fault], suite: Sequence[str]) -> dict[str, str]:
    """Run the whole suite with these faults: fault -> test, or "" for a missed fault."""
    left, found = list(faults), dict.fromkeys((fault["id"] for fault in faults), "")
    while left:
        with tree.planted(left):
            failed = tree.pytest(*suite)
        for test in filter(tree.is_green, failed):
            for fault in left:
                if not found[fault["id"]] and tree.run_once(test, fault):
                    found[fault["id"]] = test
        silent = [fault for fault in left if not found[fault["id"]]]
        left = silent if len(silent) < len(left) else []
    return found


def main() -> int:
    """Try the requested faults."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    add = parser.add_argument
    add("what", nargs="*", help="kinds and faults; by default all without a result")
    add("--suite", default="", help="arguments of pytest for the whole suite")
    add("--name", default="now", help="the column of the results")
    add("--likely", action="store_true", help="without the whole suite at the end")
    options = parser.parse_args()
    faults: list[Fault] = tomllib.loads((HERE / "faults.toml").read_text("utf-8"))["fault"]
    results = tomllib.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    column = results.setdefault(options.name, {})
    if unknown := {*options.what} - {fault[key] for fault in faults for key in ("id", "kind")}:
        raise SystemExit(f"There is no fault or kind of faults called {', '.join(sorted(unknown))}.")
    wanted = {*options.what} or {fault["id"] for fault in faults} - {*column}
    stale, silent = [], []
    with tempfile.TemporaryDirectory(prefix="kismet-faults-") as folder:
        tree = Tree(Path(folder) / "tree")
        try:
            for fault in (one for one in faults if {one["id"], one["kind"]} & wanted):
                id = fault["id"]
                by = try_likely(tree, fault, [each[id] for each in results.values() if each.get(id)])
                print(f"{id}: {'the patch does not fit' if by is None else by or 'not noticed yet'}", flush=True)
                column.pop(id, None)
                if not by:
                    (stale if by is None else silent).append(fault)
                column |= {id: by} if by else {}
                save_results(results)
            if silent and not options.likely:
                column |= try_whole(tree, silent, shlex.split(options.suite))
                save_results(results)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree.folder)], cwd=ROOT, check=False)
    for kind in dict.fromkeys(fault["kind"] for fault in faults):
        of = [column.get(one["id"]) for one in faults if one["kind"] == kind]
        print(f"{kind}: {sum(map(bool, of))} noticed, {of.count('')} missed, {of.count(None)} not tried to the end")
    for fault in stale:
        print(f"The patch of {fault['id']} no longer fits, because {fault['file']} has changed. Replace it.")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())
