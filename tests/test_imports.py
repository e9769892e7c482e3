"""No package imports one that imports it. This includes imports inside functions, and in the core imports for types."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from widgets.page.assets import script_imports as scripts
from widgets.page.paths import WIDGETS_DIR

from .conftest import ROOT

FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("gamelib", "widgets")
    for path in (ROOT / package).rglob("*.py")
}
GAMES = {path.parent.name for path in (ROOT / "gamelib" / "games").glob("*/rules.toml")}


def statements(body: list[ast.stmt], typed: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield every statement, and whether it is there for types alone."""
    for node in body:
        yield node, typed
        only = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, name, [])
            if isinstance(inside, list):
                yield from statements(inside, typed or (only and name == "body"))


def imports(module: str, path: Path) -> Iterator[tuple[str, bool]]:
    """Yield each imported module, and whether the import is for types alone."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node, typed in statements(ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.Import):
            yield from ((alias.name, typed) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in FILES else base, typed


def circles(arrows: Mapping[str, set[str]]) -> list[str]:
    """Return the modules in import cycles."""
    left = {module: {to for to in found if to in arrows} for module, found in arrows.items()}
    while True:
        aimed = set().union(*left.values()) if left else set()
        ends = {module for module, found in left.items() if not found or module not in aimed}
        kept = {module: found - ends for module, found in left.items() if module not in ends}
        if kept == left:
            return sorted(left)
        left = kept


@pytest.fixture(scope="module")
def arrows() -> dict[str, list[tuple[str, bool]]]:
    return {
        module: [(to, typed) for to, typed in imports(module, path) if to in FILES and to != module]
        for module, path in FILES.items()
    }


def test_no_import_leads_back(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    assert circles({module: {to for to, typed in found if not typed} for module, found in arrows.items()}) == []


def test_types_lead_back_to_the_package_of_a_game_only(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    """Check types. A position names its game, which makes positions. No other two modules name each other."""
    packages = {f"gamelib.games.{game}" for game in GAMES}
    found = {
        module: {to for to, typed in ways if not (typed and to in packages and module.startswith(f"{to}."))}
        for module, ways in arrows.items()
    }
    assert circles(found) == []


def test_no_script_leads_back() -> None:
    found = {
        name: {to for to, _ in scripts(name)}
        for name in (script.relative_to(WIDGETS_DIR).as_posix() for script in WIDGETS_DIR.rglob("*.js"))
    }
    assert circles(found) == []


def test_the_search_finds_circles() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a"}}) == ["b", "c"]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_widgets_are_above_the_engine(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    engine = [module for module in arrows if module.startswith("gamelib")]
    assert [module for module in engine for to, _ in arrows[module] if to.startswith("widgets")] == []


FLOORS = {"games": 1, "tools": 2, "bank": 3}
"""Packages of `gamelib/` from top to bottom. Each may import those below it. The engine is in the folder itself."""


def floor(module: str) -> int:
    return FLOORS.get(module.split(".")[1], 0)


def test_gamelib_knows_only_what_lies_below(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    """Check engine, games, tools and bank, also for types."""
    up = [
        f"{module} -> {to}"
        for module, found in arrows.items()
        if module.startswith("gamelib.")
        for to, _ in found
        if to.startswith("gamelib.") and floor(to) > floor(module)
    ]
    assert up == []


def test_the_engine_names_no_game() -> None:
    for module, path in FILES.items():
        if module.startswith("gamelib") and path.parent.name == "gamelib":
            tree = ast.parse(path.read_text("utf-8"))
            said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
            assert not said & GAMES, module


ALIKE = """
import sys

hidden = []
for module in sys.argv[1:]:
    try:
        exec(f"import {module} as found")
    except ModuleNotFoundError as error:
        hidden += [module] if error.name.startswith(("gamelib", "widgets")) else []  # or a library that is not here
    else:
        hidden += [module] if found is not sys.modules[module] else []
print(hidden)
"""


def test_no_name_hides_a_module() -> None:
    """Check that names offered by a package differ from its modules, so that `import a.b.c as x` is the module."""
    modules = [
        module
        for module, path in sorted(FILES.items())
        if path.stem != "__main__" and all((up / "__init__.py").exists() for up in path.parents[: module.count(".")])
    ]
    run = subprocess.run([sys.executable, "-c", ALIKE, *modules], capture_output=True, text=True, cwd=ROOT)
    assert (run.stdout, run.stderr) == ("[]\n", "")


def test_what_is_above_the_engine_comes_when_it_is_asked_for() -> None:
    """Check that public names of higher packages exist without an import of their own and are loaded on first use."""
    code = "\n".join(
        [
            "import sys, gamelib",
            "above = tuple(f'gamelib.{name}' for name in ('games.', 'tools', 'bank'))",
            "assert not [name for name in sys.modules if name.startswith(above)]",
            *(f"gamelib.game({game!r}).odds" for game in sorted(GAMES)),
            "from gamelib.tools.tournament import tournament",
            "assert gamelib.tournament is tournament",
            "assert sorted(gamelib.all_games()) == " + repr(sorted(GAMES)),
        ]
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT).stderr == ""


#: from which rooms of `widgets` a room may take what it uses, besides its own and `page`: the floors of the house
BELOW: dict[str, set[str]] = {
    "page": set(),
    "chart": set(),
    "table": set(),
    "rules": {"table"},
    "dashboard": {"chart"},
    "builder": set(),
    "lesson": {"builder", "chart", "table", "rules"},
    "games": {"chart", "table", "dashboard", "lesson"},
    "classroom": {"lesson", "table"},
    "site": {"lesson", "classroom"},
}


def room(name: str) -> str:
    """Return the package of a module or script by its path: "widgets.table.board" or "table/table.js"."""
    return name.removeprefix("widgets.").split("." if name.startswith("widgets.") else "/")[0]


def between_rooms(arrows: dict[str, list[tuple[str, bool]]]) -> Iterator[tuple[str, str]]:
    """Yield every import that leaves a package of `widgets`, of modules and of scripts."""
    for module in arrows:
        if module.startswith("widgets."):
            yield from ((module, to) for to, _ in arrows[module] if to.startswith("widgets."))
    for script in WIDGETS_DIR.rglob("*.js"):
        name = script.relative_to(WIDGETS_DIR).as_posix()
        yield from ((name, to) for to, _ in scripts(name))


def test_rooms_lead_downwards_only(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    found = {(a, b) for a, b in between_rooms(arrows) if room(a) != room(b)}
    assert {(a, b) for a, b in found if room(b) not in {"page", *BELOW[room(a)]}} == set()
    drawn = {(room(a), room(b)) for a, b in found if room(b) != "page"}
    assert drawn == {(a, b) for a in BELOW for b in BELOW[a]}, "an arrow that nothing takes any more"
    assert len(drawn) <= 14
    assert {room(module) for module in arrows if module.startswith("widgets.")} == set(BELOW)


def test_the_house_has_few_floors() -> None:
    def floor(name: str) -> int:
        return 1 + max((floor(below) for below in BELOW[name] | ({"page"} if name != "page" else set())), default=0)

    assert max(map(floor, BELOW)) <= 6


def test_a_game_draws_no_other_game(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    own = "widgets.games."
    assert [
        (a, b)
        for a, b in between_rooms(arrows)
        if a.startswith(own) and b.startswith(own) and a.split(".")[2] != b.split(".")[2]
    ] == []


COUNTING = {
    "math": {"comb", "factorial", "perm", "prod"},
    "itertools": {"combinations", "combinations_with_replacement", "permutations", "product"},
}
"""Functions that count cases. Only `gamelib` computes odds, and every page uses its results."""
NO_ODDS = {
    "widgets.chart.label_placement": "places where a label may stand",
    "widgets.games.emira.board.player_area": "which princess serves for which talent: drawn, not counted",
    "widgets.games.harem.board.dice_landing": "where dice that still roll may land",
    "widgets.games.towers.lessons.experiments": "how runs would fall for somebody with a mistake in mind",
    "widgets.lesson.result_codes": "a way to put chips as one number of a code",
    "widgets.lesson.question_variants": "all settings of a question",
    "widgets.lesson.own_question": "the second method of an author's question lists every fall",
    "widgets.lesson.arithmetic": "signs of a line that a pupil types",
    "widgets.lesson.scoring": "pairs of a pupil's own values that stand in order",
    "widgets.site.term_pictures": "outcomes of small examples that a picture lists",
    "widgets.lesson.sub_questions": "steps towards answers of the bank; a test proves that they lead there",
}
"""Modules of `widgets` that list cases for another purpose, with the purpose."""


def test_pages_count_no_cases(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    """Check that `widgets` has no binomials and no loops over outcomes except the listed ones.

    None answers a question.
    """
    found = set()
    for module in arrows:
        if module.startswith("widgets."):
            for node in ast.walk(ast.parse(FILES[module].read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and not node.level:
                    taken = COUNTING.get(node.module or "", set()) & {alias.name for alias in node.names}
                    found |= {module} if taken else set()
                elif isinstance(node, ast.Import):
                    found |= {module} if {alias.name for alias in node.names} & {"itertools"} else set()
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    found |= {module} if node.attr in COUNTING.get(node.value.id, ()) else set()
    assert found == set(NO_ODDS)


#: names of two classes that are one thing: data and how they are sent, data and their page, one for each library
ONE_THING = {"Rulebook", "KismetEnv"}


def test_a_class_of_a_shared_room_is_called_as_no_other_is():
    """Check that a name has one meaning in shared packages. Games have names of their own."""
    named = defaultdict(list)
    for module, path in FILES.items():
        if "static_site.kernel" in module or any(part in GAMES for part in module.split(".")):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(module)
    twice = {name: modules for name, modules in named.items() if len(modules) > 1}
    assert set(twice) == ONE_THING, {name: modules for name, modules in twice.items() if name not in ONE_THING}
