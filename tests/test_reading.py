"""Readability of the rules for a twelve-year-old, by the formula of Flesch and Kincaid, and the length of sentences.

The formula of Kincaid and others (1975) is: 0.39 words per sentence + 11.8 syllables per word - 15.59. Syllables are
groups of vowels, without a silent e at the end.
"""

from __future__ import annotations

import re

import pytest

import gamelib
from gamelib.rulebook import Rule
from tests.conformance import PACKAGES

YEAR = {"classroom": 7, "rulebook": 9}
"""School year of a twelve-year-old. The printed rules have longer words."""
MEAN_YEAR = 4.5
LONGEST = 30
"""Maximum number of words in a sentence."""
FEWEST = 10
"""Minimum number of words for the formula."""


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"[.!?:;](?:\s|$)", text) if part.strip()]


def syllables(word: str) -> int:
    word = word.lower()
    groups = len(re.findall(r"[aeiouy]+", word))
    silent = re.search(r"[^aeiouyl]es?$|[^aeiouytd]ed$", word) is not None
    return max(1, groups - silent)


def year(text: str) -> float:
    """Return the school year for this text."""
    words = re.findall(r"[A-Za-z']+", text)
    count = len(words)
    return 0.39 * count / max(1, len(sentences(text))) + 11.8 * sum(map(syllables, words)) / max(1, count) - 15.59


def told(rule: Rule) -> str:
    return f"{rule.question} {rule.text}".strip()


def test_the_measure():
    assert [syllables(word) for word in ("made", "cards", "table", "upkeep", "the", "raised", "ended")] == [
        1,
        1,
        2,
        2,
        1,
        1,
        2,
    ]
    assert year("The cat sat on the mat. It was glad.") < 2
    assert year("Considerable organisational responsibilities necessitate collaborative arrangements.") > 12


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_the_rules_are_easy_to_read(name, vocabulary):
    rules = gamelib.game(name, vocabulary=vocabulary).rules
    texts = {rule.id: told(rule) for rule in rules.values()}
    assert year(" ".join(texts.values())) <= MEAN_YEAR
    hard = {
        id: (round(year(text), 1), text)
        for id, text in texts.items()
        if len(text.split()) >= FEWEST and year(text) > YEAR[vocabulary]
    }
    long = {id: part for id, text in texts.items() for part in sentences(text) if len(part.split()) > LONGEST}
    assert not hard | long
