"""Every rule of every game is enforced in its code and exercised by a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamelib
from tests.conformance import PACKAGES

TESTS = Path(__file__).parent
MARK = re.compile(r"@(?:rule|pytest\.mark\.rule)\(([^)]*)\)")


def marked() -> set[str]:
    """The ids that `@rule(...)` marks name anywhere in the tests."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for ids in MARK.findall(path.read_text(encoding="utf-8")):
            found.update(re.findall(r"[\"']([A-Z]{3}-[A\d.]+[a-z]?)[\"']", ids))
    return found


def cited(name: str) -> set[str]:
    """The ids that stand in the code of a game."""
    folder = Path(gamelib.__file__).parent / name
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return set(re.findall(r"[A-Z]{3}-A?\d+(?:\.\d+|[a-z])?", text))


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_every_rule_is_tested(game):
    wanted = {id for id, rule in game.rules.items() if not rule.question or rule.options}
    assert sorted(wanted - marked()) == []


def test_every_rule_is_cited_in_the_code(game):
    wanted = {id for id, rule in game.rules.items() if not rule.question or rule.options}
    assert sorted(wanted - cited(game.id)) == []


def test_no_test_names_a_rule_that_does_not_exist():
    known = {id for name in PACKAGES for id in gamelib.game(name).rules}
    prefixes = {id[:3] for id in known}
    assert sorted(id for id in marked() - known if id[:3] in prefixes) == []


def test_ids_are_well_formed(game):
    for id, rule in game.rules.items():
        pattern = rf"{game.prefix}-A\d+[a-z]?" if rule.question else rf"{game.prefix}-\d+\.\d+"
        assert re.fullmatch(pattern, id)
        assert rule.source in ("printed", "public", "house")
