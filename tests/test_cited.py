"""Each step cites a rule that is about it. `cited.toml` lists the rules for all events and questions."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib.bank.rule_examples import rule_examples
from tests.conformance import PACKAGES, choose, option_sets

TESTS = Path(__file__).parent
CITED = tomllib.loads((TESTS / "cited.toml").read_text(encoding="utf-8"))
CITED |= {file.parent.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in TESTS.glob("*/cited.toml")}
FOLLOWS = ("Otherwise", "It", "Its", "Then", "So", "They", "He", "She")
KINDS = {"event": "events", "ask": "asks", "end": "ends"}


def told(s):
    """Return the events and questions of a position: (kind, code, rule)."""
    for event in s.events:
        yield "event", event.code, event.rule
    node = s.node
    yield ("ask", node.step_name, node.rule) if s.agenda_frames else ("end", node.reason, node.rule)


def played(game):
    """Yield positions of games with many options, and those of the rule examples."""
    sets = option_sets(game)
    for number in range(12):
        s = game.start(game.seats[number % len(game.seats)], **sets[number * len(sets) // 12])
        rng = Random(f"cited/{number}")
        yield s
        for _ in range(250):
            if s.agenda_frames:
                s.apply(choose(s, rng))
                yield s
    for show in rule_examples(game).values():
        yield show.after


@pytest.mark.parametrize("name", PACKAGES)
def test_each_step_cites_a_rule_that_speaks_of_it(name):
    game, wrong = gamelib.game(name), set()
    for s in played(game):
        wrong |= {entry for entry in told(s) if entry[2] not in CITED[name][entry[0]].get(entry[1], ())}
    assert not wrong


@pytest.mark.parametrize("name", PACKAGES)
def test_whatever_can_be_told_is_in_the_table(name):
    game = gamelib.game(name)
    for kind, section in KINDS.items():
        assert set(CITED[name][kind]) == set(game.texts.sections[section])
        for code, rules in CITED[name][kind].items():
            assert rules, code
            assert set(rules) <= set(game.rules), code


@pytest.mark.parametrize("name", PACKAGES)
def test_each_text_holds_when_it_is_shown_alone(name):
    """Check that no rule continues the one before, because a rule is displayed alone next to its example."""
    for rule in gamelib.game(name).rules.values():
        if not rule.question:  # an answer goes on from its question
            assert rule.text.split()[0].strip(",") not in FOLLOWS, rule.id


def test_figures_that_the_box_does_not_print_are_not_called_printed():
    rules = {rule.id: rule for name in PACKAGES for rule in gamelib.game(name).rules.values()}
    found = {name: rules[name].source for name in ("HAD-10.5", "HAD-13.1", "HAD-18.2", "WIS-3.10", "WIS-13.3")}
    assert found == {
        "HAD-10.5": "house",
        "HAD-13.1": "public",
        "HAD-18.2": "public",
        "WIS-3.10": "house",
        "WIS-13.3": "house",
    }


def test_a_rule_that_differs_for_one_player_says_so():
    rules = gamelib.game("wishes").rules
    for name in ("WIS-1.7", "WIS-2.9", "WIS-10.4", "WIS-12.7", "WIS-13.1"):
        assert "alone" in rules[name].text.lower(), name
