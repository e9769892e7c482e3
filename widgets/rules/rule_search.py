"""Search for rules that answer a question.

The search handles whole questions, synonyms and typing errors, and depends on no game.

The index contains the title, text and section of a rule, and the question of a clarification. It also contains the
events or the refusal of the rule example, and the words and cards that the index of the rulebook lists (`index.toml` of
a game). If the query is a heading, the rules under this heading come first. Words are reduced to their stems.
`rule_search.toml` lists words with the same meaning. An unknown word of the query is replaced by the most similar known
words. Rules are ranked by BM25 over these parts. A rulebook index entry with all words of the query raises the rank of
its rules.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from gamelib import Game
from gamelib.bank import content_folder
from gamelib.bank.rule_examples import rule_examples

FIELD_WEIGHTS = {"index": 3.0, "title": 3.0, "question": 2.0, "text": 1.5, "cards": 1.5, "section": 0.5, "shown": 0.4}
"""Weight of a word by the part of the rule that contains it."""
SYNONYM_WEIGHT, TYPO_WEIGHT, PREFIX_WEIGHT = 0.55, 0.6, 0.5
"""Weights of a synonym, of a word with a typing error, and of an incomplete word."""
RULING_WEIGHT = 0.8
"""Weight of a clarification relative to a rule."""
ENTRY_BONUS, ENTRY_PENALTY_POWER, NEXT_RULE_SHARE = 1.0, 5, 0.9
"""Bonus of an index entry with all words of the query, as a proportion of the best score.

The other values are the exponent with which the bonus falls if words are missing, and the share that each further rule
of the entry gets.
"""
MAX_TITLE_MATCHES = 2
"""Maximum number of rules that come first because their title equals the query."""
MAX_RESULTS, MIN_SCORE_SHARE = 12, 0.3
"""Maximum number of results, and minimum score as a proportion of the best score."""
_K, _B = 1.2, 0.5
_WORD = re.compile(r"[a-z0-9][a-z0-9.+-]*[a-z0-9]|[a-z0-9]")
_NOT = re.compile(r"\b(ca|wo|is|are|do|does|did|have|has|could|would|should|must)n't\b")
_ENDINGS = ("ings", "ing", "ers", "ies", "ed", "es", "er", "s", "e")


class SearchWordLists(TypedDict):
    """Content of `rule_search.toml`."""

    same: tuple[str, ...]
    """Lines of words with the same meaning."""
    phrases: tuple[str, ...]
    """Replacements of phrases, as "spoken = meant"."""
    empty: tuple[str, ...]
    """Common words that carry no information."""


@cache
def load_search_word_lists() -> SearchWordLists:
    """Return the content of `rule_search.toml`."""
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8-sig"))
    return {
        "same": tuple(lists["same"]),
        "phrases": tuple(lists["phrases"]),
        "empty": tuple(lists["empty"].split()),
    }


@cache
def stem(word: str) -> str:
    """Return the stem of a word: the part that is the same in all its forms."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            rest = word.removesuffix(ending)
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
    return word


def significant_word_stems(text: str) -> list[str]:
    """Return the stems of the words of a text, without common words that carry no information."""
    text = text.lower().replace("\u2019", "'").replace("'s", "")
    text = _NOT.sub(lambda match: {"wo": "will", "ca": "can"}.get(match[1], match[1]) + " not", text)
    for phrase in load_search_word_lists()["phrases"]:
        spoken, _, meant = phrase.partition(" = ")
        text = re.sub(rf"\b{spoken}\b", f" {meant} ", text)
    told = _WORD.findall(text)
    kept = [word for word in told if word not in load_search_word_lists()["empty"]]
    return [stem(word) for word in kept or told]


@cache
def _meanings() -> Mapping[str, frozenset[str]]:
    alike: dict[str, set[str]] = {}
    for line in load_search_word_lists()["same"]:
        stems = {stem(word) for word in line.split()}
        for one in stems:
            alike.setdefault(one, set()).update(stems - {one})
    return {one: frozenset(others) for one, others in alike.items()}


class RuleIndex:
    """Search index of the rules of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        told, listed, cards = _told(game), _listed(game), _cards(game)
        self.entries = [
            (frozenset(significant_word_stems(line)), tuple(rules))
            for line, rules in _index(game).items()
            if line != "cards"
        ]
        self.headings: dict[str, list[str]] = {}
        self.long: dict[str, float] = {}
        """Length of each rule. The names of its cards do not add to it."""
        self.counts: dict[str, Counter[str]] = {}
        self.weights: dict[str, dict[str, float]] = {}
        for rule in game.rules.values():
            for heading in (rule.title, rule.section):
                self.headings.setdefault(heading.lower(), []).append(rule.id)
            parts = {
                "section": rule.section,
                "title": f"{rule.id} {rule.title}",
                "text": rule.text,
                "question": rule.question or "",
                "shown": told.get(rule.id, ""),
                "index": listed.get(rule.id, ""),
            }
            weights: dict[str, float] = {}
            for part, text in parts.items():
                for word, n in Counter(significant_word_stems(text)).items():
                    weights[word] = weights.get(word, 0) + FIELD_WEIGHTS[part] * min(n, 2)
            self.long[rule.id] = sum(weights.values())
            for word in set(significant_word_stems(cards.get(rule.id, ""))):
                weights[word] = weights.get(word, 0) + FIELD_WEIGHTS["cards"]
            self.weights[rule.id] = weights
        self.known = Counter(word for weights in self.weights.values() for word in weights)
        self.mean = sum(self.long.values()) / max(1, len(self.long))

    def search(self, text: str) -> list[str]:
        """Return the ids of rules that match a query, best first. The result is empty if no word is known."""
        asked = significant_word_stems(text)
        last = not text.rstrip().endswith("?")
        meanings = [self._meant(word, last and n == len(asked) - 1) for n, word in enumerate(asked)]
        scores: dict[str, float] = {}
        for meant in meanings:
            best: dict[str, float] = {}
            for one, share in meant.items():
                rare = self._rare(one)
                for rule, weights in self.weights.items():
                    if one in weights:
                        length = self.long[rule] / self.mean
                        worth = weights[one] * (_K + 1) / (weights[one] + _K * (1 - _B + _B * length))
                        best[rule] = max(best.get(rule, 0), share * rare * worth)
            for rule, worth in best.items():
                scores[rule] = scores.get(rule, 0) + worth
        rules, top = self.game.rules, max(scores.values(), default=0)
        ranked = {rule: score * (RULING_WEIGHT if rules[rule].question else 1) for rule, score in scores.items()}
        for rule, share in self._entered(meanings).items():
            ranked[rule] = ranked.get(rule, 0) + top * share
        named = self._headed(text.strip().lower())
        least = MIN_SCORE_SHARE * max(ranked.values(), default=0)
        known = sorted((rule for rule in ranked if ranked[rule] >= least), key=lambda rule: -ranked[rule])
        return list(dict.fromkeys([*named, *known]))[:MAX_RESULTS]

    def _entered(self, meanings: list[dict[str, float]]) -> dict[str, float]:
        """Return a bonus by rule, for rules whose entries in the rulebook index contain words of the query."""
        asked = [(max(map(self._rare, meant)), max(meant.values()), meant) for meant in meanings if meant]
        whole = sum(rare for rare, _, _ in asked)
        worths: dict[str, float] = {}
        for entry, rules in self.entries:
            had = sum(
                rare * max((share for one, share in meant.items() if one in entry), default=0) / nearest
                for rare, nearest, meant in asked
            )
            for n, rule in enumerate(rules if had else ()):
                worths[rule] = max(
                    worths.get(rule, 0), ENTRY_BONUS * (had / whole) ** ENTRY_PENALTY_POWER * NEXT_RULE_SHARE**n
                )
        return worths

    def _rare(self, word: str) -> float:
        """Return the inverse document frequency of a word: rare words weigh more."""
        known = self.known[word]
        return math.log(1 + (len(self.weights) - known + 0.5) / (known + 0.5))

    def _headed(self, heading: str) -> list[str]:
        """Return the best rules under a heading: rules with this title, and the first other rule under it."""
        under = self.headings.get(heading, [])
        titled = [rule for rule in under if self.game.rules[rule].title.lower() == heading]
        return [*titled[:MAX_TITLE_MATCHES], *[rule for rule in under if rule not in titled][:1]]

    def _meant(self, word: str, last: bool) -> dict[str, float]:
        """Return the known words that a word of the query can mean, with their weights."""
        meant = {one: SYNONYM_WEIGHT for one in _meanings().get(word, ()) if one in self.known}
        if word in self.known:
            meant[word] = 1
        elif last and len(word) > 1:
            meant |= {one: PREFIX_WEIGHT for one in self.known if one.startswith(word) and one not in meant}
        if not meant:
            near = self._near(word)
            meant = dict.fromkeys(near, TYPO_WEIGHT)
            for one in near:
                meant |= {
                    other: SYNONYM_WEIGHT * TYPO_WEIGHT for other in _meanings().get(one, ()) if other in self.known
                } | meant
        return meant

    def _near(self, word: str) -> list[str]:
        """Return the known words at the smallest edit distance. A similar synonym is replaced by its known words."""
        most = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
        apart = {one: edit_distance(word, one, most) for one in {*self.known, *_meanings()}}
        least = min(apart.values(), default=most + 1)
        near = [one for one, n in apart.items() if n == least <= most]
        return sorted({other for one in near for other in ({one} if one in self.known else _meanings()[one])})


def edit_distance(one: str, other: str, max_distance: int) -> int:
    """Return the edit distance: the number of missing, extra, wrong and swapped letters.

    If the distance is more than `max_distance`, the result is `max_distance` + 1.
    """
    if abs(len(one) - len(other)) > max_distance:
        return max_distance + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > max_distance:
            return max_distance + 1
    return min(row[-1], max_distance + 1)


def _told(game: Game) -> dict[str, str]:
    """Return the texts that the rule examples announce, by rule: the events, or the refusal."""
    texts = {}
    for rule, show in rule_examples(game).items():
        lines: Iterable[object] = (
            [show.ruling]
            if show.ruling is not None
            else [event for event in show.events if rule in (event.rule, *event.related_rules)]
        )
        texts[rule] = " ".join(game.describe(line) for line in lines)
    return texts


def _listed(game: Game) -> dict[str, str]:
    """Return the words that the index of the rulebook lists, by rule."""
    texts: dict[str, str] = {}
    for line, rules in _index(game).items():
        for rule in rules if line != "cards" else ():
            texts[rule] = f"{texts.get(rule, '')} {line}"
    return texts


def _cards(game: Game) -> dict[str, str]:
    """Return the names of the cards that the index of the rulebook lists, by rule."""
    texts: dict[str, str] = {}
    for pattern, rules in _index(game).get("cards", {}).items():
        names = " ".join(
            game.texts.card_name(card) for card in game.texts.sections["cards"] if fnmatchcase(card, pattern)
        )
        for rule in rules:
            texts[rule] = f"{texts.get(rule, '')} {names}"
    return texts


def _index(game: Game) -> dict[str, Any]:
    path = content_folder(game.id) / "index.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}


@cache
def rule_index(game: Game) -> RuleIndex:
    """Return the search index of a game."""
    return RuleIndex(game)
