"""Docstrings of public names: examples and sections in the reference, and a docstring for each method."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import gamelib
import widgets

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs" / "_ext"))
kismet_listed = importlib.import_module("kismet_listed")
_DIRECTIVE = re.compile(r"^\.\. auto(?:class|function):: ([\w.]+)\.(\w+)$(?:\n   (:members:)(.*)$)?", re.MULTILINE)
NO_THINGS = {"Vocabulary": "a type for annotations"}


class Entry(NamedTuple):
    """Public name on a page of the reference, with the public members of a class."""

    module: str
    name: str
    members: tuple[str, ...]

    def thing(self) -> Any:
        return getattr(importlib.import_module(self.module), self.name)


def entries() -> Iterator[Entry]:
    """Yield the names on the pages of the reference. `:members:` alone means all members that the class itself has."""
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        for module, name, members, names in _DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            entry = Entry(module, name, tuple(re.findall(r"\w+", names)))
            if members and not entry.members:
                every = vars(entry.thing()).items()
                own = [key for key, value in every if key[0] != "_" and inspect.isroutine(routine(value))]
                entry = entry._replace(members=tuple(own))
            yield entry


def routine(member: Any) -> Any:
    """Return the function behind a property, a class method or a cached property."""
    for name in ("__func__", "fget", "func"):
        if hasattr(member, name):
            return getattr(member, name)
    return member


ENTRIES = list(entries())


def places() -> list[tuple[str, Any]]:
    """Return each listed name and member with its object."""
    found = []
    for entry in ENTRIES:
        thing = entry.thing()
        found.append((f"{entry.module}.{entry.name}", thing))
        for member in entry.members:
            kind = next(kind for kind in inspect.getmro(thing) if member in vars(kind))
            found.append((f"{entry.module}.{entry.name}.{member}", routine(vars(kind)[member])))
    return found


def lacking(listed: list[tuple[str, Any]]) -> list[str]:
    """Return the names without a sentence or without an example."""
    parser = doctest.DocTestParser()
    return [
        name
        for name, thing in listed
        if not (text := inspect.getdoc(thing) or "") or text.startswith(">>>") or not parser.get_examples(text)
    ]


def test_every_entry_has_an_example() -> None:
    """Check that examples exist. test_docs runs them."""
    listed = places()
    assert len(listed) > 150
    assert lacking(listed) == []


def test_an_entry_without_one_is_found() -> None:
    def silent() -> None:
        """It says something, and shows nothing."""

    assert lacking([*places(), ("silent", silent)]) == ["silent"]


def lacking_sections(name: str, function: Callable[..., Any]) -> Iterator[str]:
    """Yield the sections that the docstring of a function needs and does not have."""
    text, signature = inspect.getdoc(function) or "", inspect.signature(function)
    if signature.parameters.keys() - {"self", "cls"}:
        if "Args:\n" not in text:
            yield f"{name}: Args"
        returns_something = signature.return_annotation not in ("None", None)
        if returns_something and "Returns:\n" not in text and not text.startswith("Return "):
            yield f"{name}: Returns"
    raised = set(re.findall(r"raise (\w+)\(", inspect.getsource(function)))
    if raised and "Raises:\n" not in text:
        yield f"{name}: Raises"


def test_every_function_of_the_reference_has_its_sections() -> None:
    functions = [(name, function) for name, thing in places() if inspect.isfunction(function := inspect.unwrap(thing))]
    assert len(functions) > 100
    assert [line for name, function in functions for line in lacking_sections(name, function)] == []


def test_missing_sections_are_found() -> None:
    def half(number: int) -> int:
        """Divide by two."""
        if number % 2:
            raise ValueError("odd")
        return number // 2

    assert list(lacking_sections("half", half)) == ["half: Args", "half: Returns", "half: Raises"]


ALL_MODULES = [
    module.name
    for package in (gamelib, widgets)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.startswith(("gamelib.tools.adapters", "widgets.site.static_site.kernel"))
]


def undocumented_methods(kind: type) -> Iterator[str]:
    """Yield the public methods of a class for which neither the class nor a base class has a docstring."""
    for name, value in vars(kind).items():
        function = routine(value)
        if name[0] == "_" or not inspect.isfunction(function) or function.__name__ != name:
            continue
        if not any(routine(vars(base)[name]).__doc__ for base in kind.__mro__ if name in vars(base)):
            yield f"{kind.__module__}.{kind.__qualname__}.{name}"


def test_every_public_method_has_a_docstring_of_its_own_or_an_inherited_one() -> None:
    """Check methods here, because ruff does not see inherited docstrings (D102 is off)."""
    kinds = [
        kind
        for module in ALL_MODULES
        for kind in vars(importlib.import_module(module)).values()
        if inspect.isclass(kind) and kind.__module__ == module and not kind.__name__.startswith("_")
    ]
    assert len(kinds) > 500
    assert [name for kind in kinds for name in undocumented_methods(kind)] == []


def test_a_method_without_a_docstring_is_found() -> None:
    class Base:
        def documented(self) -> None:
            """Do nothing."""

    class Silent(Base):
        def documented(self) -> None: ...

        def silent(self) -> None: ...

    assert [name.rpartition(".")[2] for name in undocumented_methods(Silent)] == ["silent"]


def test_the_examples_are_in_modules_that_are_run() -> None:
    from tests.test_docs import MODULES

    for entry in ENTRIES:
        assert inspect.unwrap(entry.thing()).__module__ in {"gamelib", *MODULES}, entry


@pytest.mark.parametrize("package", [gamelib, widgets], ids=lambda package: package.__name__)
def test_all_that_a_package_offers_is_listed(package: Any) -> None:
    offered = {name for name in package.__all__ if name not in NO_THINGS}
    assert offered == {entry.name for entry in ENTRIES if entry.module == package.__name__}


ODDS = [(game, name) for game in gamelib.all_games().values() for name, _ in kismet_listed.functions(game)]


def test_each_example_of_the_odds_is_of_a_function_that_is() -> None:
    kept = tomllib.loads((ROOT / "docs" / "odds.toml").read_text(encoding="utf-8"))
    assert {(game, name) for game, calls in kept.items() for name in calls} <= {(game.id, name) for game, name in ODDS}


@pytest.mark.parametrize(("game", "name"), ODDS, ids=lambda each: getattr(each, "id", each))
def test_the_example_of_the_odds_is_so(game: gamelib.Game, name: str) -> None:
    call, said = kismet_listed.example(game, name)
    assert repr(eval(call, kismet_listed.names(game))) == said
