"""Rulebook: one of the first three results answers a question of a player, and the rules are read as a course."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib import Chance, End
from gamelib.bank import content_folder
from gamelib.playouts import choose_action
from tests.conformance import TAUGHT
from widgets.rules.rule_search import edit_distance, load_search_word_lists, rule_index, significant_word_stems
from widgets.rules.rulebook_data import essential_rule_groups, rule_chapters
from widgets.rules.widget import Rulebook

ASKED = tomllib.loads((Path(__file__).parent / "asked.toml").read_text(encoding="utf-8"))
EACH, FIRST, FOUND, MOST_STEPS = 50, 3, 0.95, 1500
END = "when does the game end"


@pytest.mark.parametrize("name", TAUGHT)
def test_most_questions_are_answered_by_the_first_three(name):
    game, asked = gamelib.game(name), ASKED[name]
    assert len(asked) >= EACH
    assert {rule for rules in asked.values() for rule in rules} <= set(game.rules)
    missed = {
        text: rule_index(game).search(text)[:FIRST]
        for text, rules in asked.items()
        if not set(rule_index(game).search(text)[:FIRST]) & set(rules)
    }
    assert len(missed) <= (1 - FOUND) * len(asked), missed


@pytest.mark.parametrize("name", TAUGHT)
def test_the_first_result_says_when_the_game_ends(name):
    assert rule_index(gamelib.game(name)).search("when does the game end")[0] in ASKED[name][END]


@pytest.mark.parametrize("name", TAUGHT)
def test_what_stands_on_a_button_finds_the_rule_of_what_it_does(name):
    """Search for a label of each verb in two games. The rule that the choice cites is among the first three."""
    game = gamelib.game(name)
    rng, found, seen = Random(5), set(), {}
    for bot, seats in (("thumb", game.seats[-1]), ("random", game.seats[1])):
        state = game.start(seats=seats)
        for _ in range(MOST_STEPS):
            node = state.node
            if isinstance(node, End):
                break
            if isinstance(node, Chance):
                state.apply(node.sample(rng))
                continue
            action = choose_action(state, game.bots[bot], rng)
            label = game.describe(action)
            cited = {node.rule, *(event.rule for event in state.apply(action)), state.node.rule}
            if action.verb not in found:
                got = rule_index(game).search(label)[:FIRST]
                seen[action.verb] = (label, got)
                if cited & set(got):
                    found.add(action.verb)
    missed = {verb: told for verb, told in seen.items() if verb not in found}
    assert missed == {}


@pytest.mark.parametrize("name", TAUGHT)
def test_the_index_lists_rules_that_there_are(name):
    game = gamelib.game(name)
    listed = tomllib.loads((content_folder(name) / "index.toml").read_text(encoding="utf-8"))
    cards = listed.pop("cards", {})
    assert {rule for rules in cards.values() for rule in rules} <= set(game.rules)
    known = game.texts.sections["cards"]
    assert all(any(fnmatchcase(card, pattern) for card in known) for pattern in cards), "a pattern fits some card"
    assert {rule for rules in listed.values() for rule in rules} <= set(game.rules)
    assert all(rule_index(game).search(rule)[0] == rule for rule in list(game.rules)[:10]), "an id finds its rule"


@pytest.mark.parametrize("name", TAUGHT)
def test_each_heading_and_each_card_finds_its_rule(name):
    """Search for titles, sections and card names in the index. One of the first three results is meant."""
    game = gamelib.game(name)
    book, missed = rule_index(game), []
    for rule in game.rules.values():
        named = {one.id for one in game.rules.values() if one.title == rule.title}
        under = {one.id for one in game.rules.values() if one.section == rule.section}
        missed += [
            text
            for text, meant in ((rule.title, named), (rule.section, under))
            if not meant & set(book.search(text)[:FIRST])
        ]
    listed = tomllib.loads((content_folder(name) / "index.toml").read_text(encoding="utf-8")).get("cards", {})
    used = {rule.id: set(significant_word_stems(f"{rule.title} {rule.text}")) for rule in game.rules.values()}
    for card in game.texts.sections["cards"]:
        if "?" in card:
            continue  # one that may not be seen
        called = game.texts.card_name(card)
        meant = {rule for pattern, rules in listed.items() if fnmatchcase(card, pattern) for rule in rules}
        named = set(significant_word_stems(called))
        meant |= {rule for rule, there in used.items() if named <= there}
        if meant and not meant & set(book.search(called)[:FIRST]):
            missed.append(called)
    assert missed == []


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_the_rulebook_is_a_course(name, vocabulary):
    game = gamelib.game(name, vocabulary=vocabulary)
    made, first = rule_chapters(game), essential_rule_groups(game)
    listed = tomllib.loads((content_folder(name) / "course.toml").read_text(encoding="utf-8"))["chapters"]
    assert [chapter["title"] for chapter in made] == [game.texts.fill_template(title) for title in listed]
    assert sum(len(chapter["rules"]) for chapter in made) == len(game.rules)
    assert [part["id"] for part in first] == ["wins", "turn", "wrong"]
    assert {rule for part in first for rule in part["rules"]} <= set(game.rules)
    assert all(2 <= len(part["rules"]) <= 3 for part in first), "three things fit on one page"


def test_words_of_one_meaning_and_typing_errors_find_the_same():
    book = rule_index(gamelib.game("harem"))
    assert "HAR-11.7" in book.search("what if we are level")[:FIRST]
    assert book.search("treasurry") == book.search("treasury")
    assert book.search("xyzzyplugh") == []
    assert book.search("") == []
    assert significant_word_stems("Can I throw away a card?") == significant_word_stems("discard")
    assert all(len(line.split()) > 1 for line in load_search_word_lists()["same"])
    assert [edit_distance("guard", other, 2) for other in ("guard", "gaurd", "guad", "guords", "gems")] == [
        0,
        1,
        1,
        2,
        3,
    ]


def test_the_page_asks_and_is_told():
    book, heard = Rulebook("harem", seed=1), []
    book.send = lambda content, buffers=None: heard.append(content)
    book._receive(book, {"do": "search", "seq": 1, "text": "how do I win"}, [])
    assert heard[0]["kind"] == "found"
    assert "HAR-11.1" in heard[0]["rules"][:FIRST]
    book._receive(book, {"do": "search", "seq": 2, "text": "x" * 1000}, [])
    assert heard[-1]["kind"] != "found"
