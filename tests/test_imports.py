"""No room imports one that imports it: not at the top of a file, not later, and in the core not for a type either."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from .conftest import ROOT

FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("gamelib", "widgets")
    for path in (ROOT / package).rglob("*.py")
}


def statements(body: list[ast.stmt], typed: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Every statement, and whether it is there for types alone."""
    for node in body:
        yield node, typed
        only = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, name, [])
            if isinstance(inside, list):
                yield from statements(inside, typed or (only and name == "body"))


def imports(module: str, path: Path) -> Iterator[tuple[str, bool]]:
    """(module imported, whether for its types alone)."""
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
    """The modules that can be reached from themselves: what is left when no module without an arrow in or out is."""
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
    return {module: [(to, typed) for to, typed in imports(module, path) if to in FILES and to != module]
            for module, path in FILES.items()}  # fmt: skip


def test_no_import_leads_back(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    assert circles({module: {to for to, typed in found if not typed} for module, found in arrows.items()}) == []


def test_types_lead_back_inside_a_game_only(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    """A position names its game, which makes positions; steps name the position, which holds them."""
    back = circles({module: {to for to, _ in found} for module, found in arrows.items()})
    games = {path.parent.name for path in (ROOT / "gamelib").glob("*/rules.toml")}
    rooms = {f"gamelib.{game}" for game in games} | {f"widgets.games.{game}" for game in games}
    assert [module for module in back if not any(f"{module}.".startswith(f"{room}.") for room in rooms)] == []


def test_the_search_finds_circles() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a"}}) == ["b", "c"]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_widgets_are_above_the_engine(arrows: dict[str, list[tuple[str, bool]]]) -> None:
    engine = [module for module in arrows if module.startswith("gamelib")]
    assert [module for module in engine for to, _ in arrows[module] if to.startswith("widgets")] == []
