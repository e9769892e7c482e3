"""The rule table: every rule and ruling has a text, a place in the code, and a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import gamelib

from .build import GAME

RULES = [name for name in GAME.rules if "-A" not in name]
RULINGS = [name for name in GAME.rules if "-A" in name]
ID = re.compile(r"WIS-A?\d+(?:\.\d+)?")


def named_in_tests() -> set[str]:
    """The ids in `@rule(...)` marks of this folder."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rule":
                        found.update(str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant))
    return found


def cited_by_strings() -> set[str]:
    """The ids that the code hands out with events and rulings; those in comments and docstrings are left out."""
    found: set[str] = set()
    for path in GAME.folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
                found.add(node.value)
    return found


def test_there_are_103_rules() -> None:
    assert len(RULES) == 103
    assert len(RULINGS) == 27


def test_every_rule_is_cited_by_an_event_or_a_ruling() -> None:
    assert sorted(set(RULES) - cited_by_strings()) == []


def test_every_ruling_is_cited_in_the_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("*.py"))
    assert sorted(set(GAME.rules) - set(ID.findall(source))) == []


def test_every_rule_and_ruling_is_named_by_a_test() -> None:
    assert sorted(set(GAME.rules) - named_in_tests()) == []
    assert sorted(named_in_tests() - set(GAME.rules)) == []


def test_rules_and_rulings_point_at_each_other() -> None:
    for name in RULES:
        for ruling in GAME.rules[name].related:
            assert name in GAME.rules[ruling].related
    for name in RULINGS:
        for touched in GAME.rules[name].related:
            assert name in GAME.rules[touched].related


def test_every_option_has_its_rule() -> None:
    for option in GAME.option_list:
        assert option.rule in GAME.rules
        assert any(option.name in rule.options for rule in GAME.rules.values()), option.name


@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_texts_are_short_and_whole(vocabulary: str) -> None:
    game = gamelib.game("wishes", vocabulary=vocabulary)  # type: ignore[arg-type]
    for rule in game.rules.values():
        for text in (rule.title, rule.text, rule.question):
            assert "{" not in text
            assert "!" not in text
            assert not re.search(r"\b(he|his|him|she|her)\b", text.lower())
        assert rule.text.endswith(".")
        assert len(rule.text) < 300
        if vocabulary == "classroom":
            assert not re.search(r"favou?rite|nauseate|harem|slave", f"{rule.title} {rule.text}".lower())
