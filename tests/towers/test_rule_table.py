"""Every rule and ruling is shown, cited in the code, and exercised by a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.towers.build import GAME, RULEBOOK

CITED = re.compile(r"TOW-[A]?\d+(?:\.\d+)?")
HERE = Path(__file__).parent


def named(text: str) -> set[str]:
    """The ids in a text; `TOW-4.2 to TOW-4.4` counts for all three."""
    found = set(CITED.findall(text))
    for first, last in re.findall(r"(TOW-\d+\.\d+) to (TOW-\d+\.\d+)", text):
        section, start = first[4:].split(".")
        found |= {f"TOW-{section}.{n}" for n in range(int(start), int(last.split(".")[1]) + 1)}
    return found


def test_there_are_61_rules_and_18_rulings() -> None:
    rules = [name for name in GAME.rules if "-A" not in name]
    sections = {n: sum(name.startswith(f"TOW-{n}.") for name in rules) for n in range(1, 10)}
    assert sections == {1: 8, 2: 5, 3: 13, 4: 7, 5: 8, 6: 6, 7: 9, 8: 3, 9: 2}
    assert [name for name in GAME.rules if "-A" in name] == [f"TOW-A{n}" for n in range(1, 19)]


def test_every_rule_is_cited_in_the_code() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in sorted(GAME.folder.glob("*.py")))
    assert set(GAME.rules) - named(code) == set()
    assert named(code) - set(GAME.rules) - {"TOW-6", "TOW-1"} == set()


def test_every_rule_is_exercised_by_a_test_that_names_it() -> None:
    marks = re.compile(r"@rule\(([^)]*)\)")
    tests = "".join(file.read_text(encoding="utf-8") for file in HERE.glob("test_*.py") if file != Path(__file__))
    marked = {name for call in marks.findall(tests) for name in CITED.findall(call)}
    assert set(GAME.rules) - marked == set()
    assert marked - set(GAME.rules) == set()


def test_rules_and_rulings_point_at_each_other() -> None:
    for name, entry in GAME.rules.items():
        for other in entry.related:
            assert name in GAME.rules[other].related
        assert set(entry.options) <= set(GAME.options)
        assert entry.source in ("printed", "public", "house")
        assert entry.title
        assert len(entry.text) > 20
        assert RULEBOOK.rules[name].text


def test_every_option_has_a_rule_and_a_ruling_or_a_rule_that_names_it() -> None:
    for name, option in GAME.options.items():
        assert option.rule in GAME.rules
        assert any(name in entry.options for entry in GAME.rules.values())


def test_no_sentence_is_left_over_or_missing() -> None:
    """Codes told by the code and sentences in words.toml are the same sets."""
    code = "".join(file.read_text(encoding="utf-8") for file in sorted(GAME.folder.glob("*.py")))
    sections = GAME.words.sections
    for section in ("events", "rulings", "remedies", "ends"):
        for name in sections[section]:
            if name not in ("over", "chance_first", "not_now", "no_action"):
                assert f'"{name}"' in code, (section, name)
    assert set(sections["steps"]) == set(GAME.steps)
    assert set(sections["cards"]) == set(GAME.cards)
    assert set(sections["verbs"]) == set(GAME.verbs)
