"""The rule table: every rule and ruling has a text, a place in the code, and a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import gamelib
from gamelib import CardTableError
from gamelib.emira import Emira

from .build import GAME

RULES = [name for name in GAME.rules if "-A" not in name]
RULINGS = [name for name in GAME.rules if "-A" in name]
ID = re.compile(r"EMI-A?\d+(?:\.\d+)?[a-g]?")


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


def test_there_are_132_rules() -> None:
    assert len(RULES) == 132
    assert len(RULINGS) == 34


def test_every_rule_is_cited_in_the_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("*.py"))
    assert sorted(set(GAME.rules) - set(ID.findall(source))) == []


def test_every_rule_is_named_by_a_test() -> None:
    assert sorted(set(RULES) - named_in_tests()) == []
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
    game = gamelib.game("emira", vocabulary=vocabulary)  # type: ignore[arg-type]
    for rule in game.rules.values():
        for text in (rule.title, rule.text, rule.question):
            assert "{" not in text
            assert "!" not in text
        assert rule.text.endswith(".")
        assert len(rule.text) < 300
        if vocabulary == "classroom":
            assert not re.search(r"sheik|romance|harem", f"{rule.title} {rule.text}".lower())


# -- card tables -----------------------------------------------------------------------------


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "cards.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "Thara"', 'id = "Sahar"', "princess Sahar: she is listed twice"),
        ("princess = 28", "princess = 27", "princess should add up to 27, not 28"),
        ("copies = 3", "copies = 4", "event should add up to 54, not 55"),
        ('preferences = ["gold", "palace"]', 'preferences = ["palace", "gold"]', "look for palace first, not 7"),
        ('talents = ["romance"]', 'talents = ["cooking"]', "princesses should have cooking, not 8"),
        ('preferences = ["gold", "status"]', 'preferences = ["gold", "gold"]', "Yasmine: two preferences"),
        ("household = 1, romance = 1 }", "household = 2, romance = 1 }", "objective 5-1: it should ask for 3 talents"),
        ("counter = 350", "counter = 355", "multiple of 10"),
        ("[tracks]", "[rails]", "the table 'tracks' is missing"),
        ('id = "LF"', 'id = "XF"', "the rows should be SS, SF, LS, LF"),
        ('talents = ["cooking"]', 'talents = ["dancing"]', "should be of"),
        ("copies = 3", 'copies = "3"', "event bazaar: copies should be a whole number from 0 up, not '3'"),
        ("copies = 3", "copies = -1", "event bazaar: copies should be a whole number from 0 up, not -1"),
        ("counters = 9", "counters = 9.0", "supply: counters should be a whole number from 0 up, not 9.0"),
        ("counter = 350", 'counter = "350"', "prices: counter should be a whole number from 0 up, not '350'"),
        ("adara_cost = 400", "adara_cost = 401", "caravan SS: adara_cost should be a multiple of 10, not 401"),
        ("surplus = 50", "surplus = 55", "colour green: surplus should be a multiple of 10, not 55"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(CardTableError, match=re.escape("cards.toml")) as caught:
        Emira(changed(tmp_path, old, new))
    assert words in str(caught.value)


def test_own_tables(tmp_path: Path) -> None:
    game = Emira(changed(tmp_path, "compensation = 150", "compensation = 200"))
    assert game.tables.prices["compensation"] == 200
    assert game.edition != GAME.edition
    with pytest.raises(ValueError, match="other card tables"):
        game.from_dict(GAME.start(4).to_dict())
