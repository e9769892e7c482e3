"""What the reference lists has an example that is run, and the documented door leads to nothing else."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
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
    """Something public, as the pages of the reference list it, and of a class the members that are public too."""

    module: str
    name: str
    members: tuple[str, ...]

    def thing(self) -> Any:
        return getattr(importlib.import_module(self.module), self.name)


def entries() -> Iterator[Entry]:
    """What the pages of the reference list; `:members:` without names is all that the class itself has."""
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        for module, name, members, names in _DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            entry = Entry(module, name, tuple(re.findall(r"\w+", names)))
            if members and not entry.members:
                every = vars(entry.thing()).items()
                own = [key for key, value in every if key[0] != "_" and inspect.isroutine(routine(value))]
                entry = entry._replace(members=tuple(own))
            yield entry


def routine(member: Any) -> Any:
    """The function behind a property, a class method or a value that is worked out once."""
    for name in ("__func__", "fget", "func"):
        if hasattr(member, name):
            return getattr(member, name)
    return member


ENTRIES = list(entries())


def places() -> list[tuple[str, Any]]:
    """Each listed thing and each listed member, by its full name."""
    found = []
    for entry in ENTRIES:
        thing = entry.thing()
        found.append((f"{entry.module}.{entry.name}", thing))
        for member in entry.members:
            kind = next(kind for kind in inspect.getmro(thing) if member in vars(kind))
            found.append((f"{entry.module}.{entry.name}.{member}", routine(vars(kind)[member])))
    return found


def lacking(listed: list[tuple[str, Any]]) -> list[str]:
    """Names of what is said by no sentence, or without an example."""
    parser = doctest.DocTestParser()
    return [
        name
        for name, thing in listed
        if not (text := inspect.getdoc(thing) or "") or text.startswith(">>>") or not parser.get_examples(text)
    ]


def test_every_entry_has_an_example() -> None:
    """That they run is tested with the modules in which they stand (test_docs)."""
    listed = places()
    assert len(listed) > 150
    assert lacking(listed) == []


def test_an_entry_without_one_is_found() -> None:
    def silent() -> None:
        """It says something, and shows nothing."""

    assert lacking([*places(), ("silent", silent)]) == ["silent"]


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
