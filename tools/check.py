"""Run the tests that a change can affect: `make check`, or `python -m tools.check`. With `--list`, only list them.

A change is the difference to the commit `BASE`, including uncommitted and new files. Without `BASE`, it is the
difference to the commit at which the branch left its upstream. Without an upstream, it is the difference to the last
commit that passed the whole `make test` in this checkout.

The tool selects tests by a map of imports, which it reads from the sources at each run. It selects the tests that
import a changed module. If there are none, it selects the tests that import the nearest importer of this module. For a
changed file of a game, it also selects the examples of this game in every test over all games. `concerns.toml` lists
the tests for scripts, styles, texts and documents. The tests of the engine core always run. The output names each
changed file that no other test covers.

A record of the lines that each test runs (pytest-testmon) would be finer. It needs a whole run first, and it does not
see scripts, styles and the kernels of pages, in which half of the product runs.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: tests of the engine core that all games share
CORE = [f"tests/test_{name}.py" for name in ("deck", "dist", "golden", "position", "record")]
PACKAGES = ("gamelib", "widgets", "tests", "tools", "benchmarks")
GAME = re.compile(r"^(?:gamelib/games|gamelib/bank|widgets/games|tests|tests/golden)/([a-z]+)\b")
OVER_ALL_GAMES = re.compile(r"\b(?:all_games\(\)|TAUGHT|PACKAGES)")
#: variable for `pytest_collection_modifyitems`: test file -> games whose examples are to be run
VARIABLE = "KISMET_CHECK_GAMES"


def git(*words: str) -> str:
    """Return the output of a git command, or "" if the command fails."""
    command = ["git", "-c", "core.quotepath=off", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def passed_file() -> Path:
    """Return the path of the file that stores the last commit of this checkout that passed `make test`."""
    return ROOT / git("rev-parse", "--git-path", "kismet-passed")


def find_base() -> tuple[str, str]:
    """Return the commit to compare with, and the reason for choosing it. Raise SystemExit if no commit can be found."""
    if named := os.environ.get("BASE"):
        if commit := git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}"):
            return commit, f"BASE={named}"
        raise SystemExit(f"There is no commit {named}.")
    if upstream := git("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}"):
        return git("merge-base", "HEAD", upstream), f"where this branch left {upstream}"
    if passed_file().is_file():
        return passed_file().read_text(encoding="utf-8").strip(), "the last commit here that passed make test"
    raise SystemExit(
        "This branch has no upstream, and no commit is known that passed make test. Name one: make check BASE=HEAD~1"
    )


def changed_files(base: str) -> list[str]:
    """Return the paths that differ from this commit, with uncommitted and new files."""
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", base).splitlines(), *new.splitlines()})


def note_passed() -> None:
    """Store the current commit after `make test` has passed, unless the files differ from the commit."""
    if not git("status", "--porcelain"):
        passed_file().write_text(git("rev-parse", "HEAD"), encoding="utf-8")


# -- imports -------------------------------------------------------------------------------------


def module_name(path: str) -> str:
    """Return the name of the module in a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def sources() -> dict[str, Path]:
    """Return the files of the project's modules, by module name."""
    return {
        module_name(path.relative_to(ROOT).as_posix()): path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def imported_names(path: Path, package: str) -> Iterator[tuple[str, str]]:
    """Yield the imports of a source file as pairs: a module, and an imported name in it or ""."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)


@cache
def imports(module: str) -> dict[tuple[str, str], str]:
    """Map (imported module, name) to the module of the project that defines this name.

    Names that a package re-exports lead to the defining module.
    """
    path = sources()[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = {}
    for where, name in imported_names(path, package):
        if f"{where}.{name}" in sources():
            found[where, name] = f"{where}.{name}"
        elif where in sources():
            found[where, name] = where
            if sources()[where].name == "__init__.py" and where != module:
                origin = next((of for (_, passed), of in imports(where).items() if passed == name and name), where)
                found[where, name] = origin
    return found


@cache
def importers() -> dict[str, set[str]]:
    """Map each module to the modules that import it or a name of it."""
    found = defaultdict(set)
    for module in sources():
        for origin in imports(module).values():
            found[origin].add(module)
    return found


def is_test(module: str) -> bool:
    """Return whether a module is a file of tests."""
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def nearest_tests(path: str) -> set[str]:
    """Return the tests that import this module. Without such tests, try its importers, then its package."""
    level, seen = {module_name(path)}, set[str]()
    while level:
        seen |= level
        tests = {module for module in level if is_test(module)}
        if tests:
            return {sources()[module].relative_to(ROOT).as_posix() for module in tests}
        level = set(chain.from_iterable(importers()[module] for module in level)) - seen
    folder = Path(path).parent.parent if path.endswith("/__init__.py") else Path(path).parent
    return nearest_tests(f"{folder.as_posix()}/__init__.py") if folder.name else set()  # it is imported by name


# -- tests that concern a file -------------------------------------------------------------------


def pattern(glob: str) -> re.Pattern[str]:
    """Return a regular expression.

    `**` matches any folders, `*` a part of a name, and `{game}` the folder of a game.
    """
    text = (
        re.escape(glob).replace(r"\*\*", ".*").replace(r"\*", "[^/]*").replace(re.escape("{game}"), "(?P<game>[a-z]+)")
    )
    return re.compile(text)


@cache
def concerns() -> list[tuple[list[re.Pattern[str]], list[str]]]:
    """Return pairs of file patterns and the tests to run if a matching file has changed."""
    read = tomllib.loads((ROOT / "tools" / "concerns.toml").read_text(encoding="utf-8"))
    return [([pattern(glob) for glob in entry["files"]], entry["tests"]) for entry in read["concern"]]


@cache
def test_files() -> dict[str, str]:
    """Return the text of each test file by path."""
    return {
        sources()[module].relative_to(ROOT).as_posix(): sources()[module].read_text(encoding="utf-8")
        for module in sources()
        if is_test(module)
    }


@cache
def glob_files(glob: str) -> set[str]:
    """Return the files that match a pattern."""
    return {path.relative_to(ROOT).as_posix() for path in ROOT.glob(glob)}


@cache
def tests_over_all_games(drawn: bool) -> set[str]:
    """Return test files over all games, without browser tests. With `drawn`, return only those that use boards."""
    return {
        test
        for test, text in test_files().items()
        if OVER_ALL_GAMES.search(text) and "/browser/" not in test and (not drawn or "widgets" in text)
    }


@cache
def games() -> dict[str, str]:
    """Return the games by id, with the name of their pages."""
    import gamelib

    return {name: gamelib.game(name).slug for name in gamelib.all_games()}


def tests_for(path: str) -> tuple[set[str], set[str]]:
    """Return the test files to run for a changed file: as a whole, and only with the examples of its game."""
    whole: set[str] = set()
    for globs, tests in concerns():
        for fits in (match for glob in globs if (match := glob.fullmatch(path))):
            game = fits.groupdict().get("game", "")
            whole.update(*(glob_files(test.format(game=game)) for test in tests))
    if path in test_files():
        return {path}, set()
    if path.endswith(".py"):
        whole |= nearest_tests(path)
    elif path.startswith("tests/"):
        whole |= {test for test, text in test_files().items() if Path(path).name in text}
    found = GAME.match(path)
    if not found or found[1] not in games() or path.startswith("tests/"):
        return whole, set()
    name, page = found[1], games()[found[1]]
    whole |= {test for test in test_files() if re.search(rf"test_(?:[a-z]+_)?(?:{name}|{page})(?:_|\.py)", test)}
    return whole, tests_over_all_games(path.startswith("widgets/")) - whole


def pytest_collection_modifyitems(config, items) -> None:  # type: ignore[no-untyped-def]
    """In each file that `VARIABLE` lists, keep only the examples whose names contain one of the given games."""
    wanted = json.loads(os.environ.get(VARIABLE, "{}"))
    kept, left = [], []
    for item in items:
        names = wanted.get(item.path.relative_to(ROOT).as_posix())
        fits = names is None or re.search(rf"(?<![a-z])(?:{'|'.join(names)})(?![a-z])", item.name.replace("_", " "))
        (kept if fits else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = kept


def main(words: list[str]) -> int:
    """Run the tests that concern the changed files."""
    if "--passed" in words:
        note_passed()
        return 0
    base, why = find_base()
    changed = changed_files(base)
    print(f"Compared with {base[:12]} ({why}): {len(changed)} changed files.")
    whole, parts, unknown = set(CORE), defaultdict(set), []
    for path in changed:
        tests, alike = tests_for(path)
        whole |= tests
        game = GAME.match(path)
        for test in alike:
            parts[test] |= {game[1], games()[game[1]]} if game else set()
        if not tests | alike:
            unknown.append(path)
    for test in whole:
        parts.pop(test, None)
    print(f"The engine's core, and what concerns the change ({len(whole)} whole files of tests):")
    print("\n".join(f"  {test}" for test in sorted(whole)))
    if parts:
        told = ", ".join(sorted(set.union(*parts.values())))
        print(f"Of {len(parts)} tests over all games the examples of {told}.")
    for path in unknown:
        print(f"No test is known that concerns {path}: make test runs all.")
    if "--list" in words:
        return 0
    environment = {**os.environ, VARIABLE: json.dumps({test: sorted(names) for test, names in parts.items()})}
    rest = [word for word in words if word != "--list"]
    # Long files come first, so that all workers finish at about the same time.
    files = sorted([*whole, *parts], key=lambda test: -len(test_files().get(test, "")))
    command = [sys.executable, "-m", "pytest", "-p", "tools.check", *rest, *files]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
