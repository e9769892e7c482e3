"""Rule table of every game: each rule and ruling has a text, a place in the code, and a test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import gamelib
from tests.conformance import PACKAGES

TESTS = Path(__file__).parent
MARK = re.compile(r"@(?:rule|pytest\.mark\.rule)\(([^)]*)\)")


def marked() -> set[str]:
    """Return the ids in all `@rule(...)` marks of the tests."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for ids in MARK.findall(path.read_text(encoding="utf-8")):
            found.update(re.findall(r"[\"']([A-Z]{3}-[A\d.]+[a-z]?)[\"']", ids))
    return found


def cited(name: str) -> set[str]:
    """Return the ids in the code of a game."""
    folder = Path(gamelib.__file__).parent / "games" / name
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return set(re.findall(r"[A-Z]{3}-A?\d+(?:\.\d+|[a-z])?", text))


@cache
def strings(name: str) -> frozenset[str]:
    """Return the words in the string values of a game, without comments and docstrings."""
    folder = Path(gamelib.__file__).parent / "games" / name
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return frozenset(node.value for node in nodes if isinstance(node.value, str) and " " not in node.value)


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
        pattern = rf"{game.rule_prefix}-A\d+[a-z]?" if rule.question else rf"{game.rule_prefix}-\d+\.\d+"
        assert re.fullmatch(pattern, id)
        assert rule.source in ("printed", "public", "house")


SIZES = {"emira": (132, 40), "hadara": (92, 25), "harem": (95, 32), "towers": (61, 18), "wishes": (103, 28)}
"""Number of rules and rulings in the sources."""


@pytest.mark.parametrize("name", SIZES)
def test_no_rule_is_lost(name):
    rules = gamelib.game(name).rules
    rulings = sum("-A" in id for id in rules)
    assert (len(rules) - rulings, rulings) == SIZES[name]


def test_every_rule_is_cited_by_an_event_or_a_ruling(game):
    rules = {id for id in game.rules if "-A" not in id}
    assert sorted(rules - strings(game.id)) == []


def test_rules_and_rulings_point_at_each_other(game):
    for id, rule in game.rules.items():
        for other in rule.related:
            assert id in game.rules[other].related, (id, other)


def test_every_option_has_its_rule(game):
    for option in game.option_list:
        assert option.rule in game.rules
        assert any(option.name in rule.options for rule in game.rules.values()), option.name
    for rule in game.rules.values():
        assert set(rule.options) <= set(game.options)


TRUE_UNDER_EACH_OPTION = {
    *("HAR-2.7", "HAR-4.6", "HAR-4.7", "HAR-11.2"),
    *("EMI-1.3", "EMI-4.1", "EMI-13.11"),
    *("HAD-4.4", "HAD-5.4", "HAD-16.6"),
    *("WIS-1.9", "WIS-2.8", "WIS-2.10", "WIS-4.6", "WIS-5.1", "WIS-7.1", "WIS-7.5"),
    *("WIS-10.2", "WIS-11.1", "WIS-12.2", "WIS-13.1", "WIS-13.4", "WIS-15.1"),
}
"""Rules that belong to a ruling with an option, but whose text holds with each of its values."""


def test_a_rule_that_an_option_changes_says_so(game):
    """Otherwise its text is false where the option is switched on."""
    touched = [rule for rule in game.rules.values() if not rule.question and any_option(game, rule)]
    said = re.compile("standard (rules|game)|option|unless only points win")
    silent = {rule.id for rule in touched if not said.search(rule.text)}
    assert silent == TRUE_UNDER_EACH_OPTION & set(game.rules)


def any_option(game, rule):
    """Whether an option belongs to one of the rulings about a rule."""
    return any(game.rules[id].options for id in rule.related)


@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_texts_are_short_and_whole(game, vocabulary):
    for rule in game.with_vocabulary(vocabulary).rules.values():
        for text in (rule.title, rule.text, rule.question):
            assert "{" not in text
            assert "!" not in text.replace("Play Now!", "")
        assert rule.title
        assert rule.text.endswith(".")
        assert len(rule.text) < 300
        if vocabulary == "classroom":
            told = f"{rule.title} {rule.text}".lower()
            assert not re.search(r"sheik|romance|harem|favou?rite|nauseate|slave|concubine", told)


def test_every_step_card_and_verb_has_its_word(game):
    sections = game.texts.sections
    assert set(game.steps) <= set(sections["steps"])
    assert set(game.argument_type_letters_by_verb) == set(sections["verbs"])
    for name in (*sections["steps"], *sections["verbs"]):
        assert name in strings(game.id)
    for section in ("rulings", "remedies", "ends"):  # no sentence is left over
        for name in sections[section]:
            stem = name.partition("_")[0] + "_"  # of codes that are put together, such as wrong_kind
            core = ("over", "chance_first", "not_now", "no_action")
            assert strings(game.id) & {name, stem} or name in core, (section, name)
