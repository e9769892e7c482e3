"""Rules that answer a question: whole questions, other words for the same, typing errors. It knows no game.

A rule is found by its title, its text, its section, the question that a ruling settles, what its show tells or
refuses, and the words and cards under which the index of the rulebook lists it (`index.toml` of a game). Who asks for a
heading is first answered by what stands under it. Words are cut to their stems; words of
one meaning stand in `search.toml`; a word that no rule knows is taken for the nearest one that some rule does. Rules
are ranked by BM25 over these parts; an entry of the index that has all that was asked lifts its rules.
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
from typing import Any

from gamelib import Game
from gamelib.bank import content_folder
from gamelib.bank.rule_examples import rule_examples

FIELD_WEIGHTS = {"index": 3.0, "title": 3.0, "question": 2.0, "text": 1.5, "cards": 1.5, "section": 0.5, "shown": 0.4}
"""What a word counts by the part of the rule in which it stands."""
SYNONYM_WEIGHT, TYPO_WEIGHT, PREFIX_WEIGHT = 0.55, 0.6, 0.5
"""What a word of the same meaning counts, one with a typing error, and one that is only begun."""
RULING_WEIGHT = 0.8
"""What a ruling counts beside a rule."""
ENTRY_BONUS, ENTRY_PENALTY_POWER, NEXT_RULE_SHARE = 1.0, 5, 0.9
"""What an entry of the index that has all words asked for adds, as a share of the best rule; how fast that falls with
what is missing; and what each further rule of an entry gets of it."""
MAX_TITLE_MATCHES = 2
"""Rules that come first because their title is what was asked for."""
MAX_RESULTS, MIN_SCORE_SHARE = 12, 0.3
"""Rules that are found at most; what is worth less than this share of the best is left out."""
_K, _B = 1.2, 0.5
_WORD = re.compile(r"[a-z0-9][a-z0-9.+-]*[a-z0-9]|[a-z0-9]")
_NOT = re.compile(r"\b(ca|wo|is|are|do|does|did|have|has|could|would|should|must)n't\b")
_ENDINGS = ("ings", "ing", "ers", "ies", "ed", "es", "er", "s", "e")


@cache
def load_word_lists() -> Mapping[str, tuple[str, ...]]:
    """What `search.toml` says."""
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8-sig"))
    return {**{name: tuple(lists[name]) for name in ("same", "phrases")}, "empty": tuple(lists["empty"].split())}


@cache
def stem(word: str) -> str:
    """The part of a word that its forms share."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            rest = word.removesuffix(ending)
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] else rest
    return word


def text_stems(text: str) -> list[str]:
    """The stems of a text, without those that tell nothing."""
    text = text.lower().replace("\u2019", "'").replace("'s", "")
    text = _NOT.sub(lambda match: {"wo": "will", "ca": "can"}.get(match[1], match[1]) + " not", text)
    for phrase in load_word_lists()["phrases"]:
        spoken, _, meant = phrase.partition(" = ")
        text = re.sub(rf"\b{spoken}\b", f" {meant} ", text)
    told = _WORD.findall(text)
    kept = [word for word in told if word not in load_word_lists()["empty"]]
    return [stem(word) for word in kept or told]


@cache
def _meanings() -> Mapping[str, frozenset[str]]:
    alike: dict[str, set[str]] = {}
    for line in load_word_lists()["same"]:
        stems = {stem(word) for word in line.split()}
        for one in stems:
            alike.setdefault(one, set()).update(stems - {one})
    return {one: frozenset(others) for one, others in alike.items()}


class RuleIndex:
    """The rules of a game by their words."""

    def __init__(self, game: Game) -> None:
        self.game = game
        told, listed, cards = _told(game), _listed(game), _cards(game)
        self.entries = [
            (frozenset(text_stems(line)), tuple(rules)) for line, rules in _index(game).items() if line != "cards"
        ]
        self.headings: dict[str, list[str]] = {}
        self.long: dict[str, float] = {}
        """How much there is of a rule; that many cards are named for it does not make it longer."""
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
                for word, n in Counter(text_stems(text)).items():
                    weights[word] = weights.get(word, 0) + FIELD_WEIGHTS[part] * min(n, 2)
            self.long[rule.id] = sum(weights.values())
            for word in set(text_stems(cards.get(rule.id, ""))):
                weights[word] = weights.get(word, 0) + FIELD_WEIGHTS["cards"]
            self.weights[rule.id] = weights
        self.known = Counter(word for weights in self.weights.values() for word in weights)
        self.mean = sum(self.long.values()) / max(1, len(self.long))

    def search(self, text: str) -> list[str]:
        """The ids of rules that may answer, the best first; [] if no word is known."""
        asked = text_stems(text)
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
        """The rules of entries that have what was asked, with what they get for it."""
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
        """What a word of rules tells: the more, the fewer have it."""
        known = self.known[word]
        return math.log(1 + (len(self.weights) - known + 0.5) / (known + 0.5))

    def _headed(self, heading: str) -> list[str]:
        """What stands under a heading: rules of this title, and the first of a section."""
        under = self.headings.get(heading, [])
        titled = [rule for rule in under if self.game.rules[rule].title.lower() == heading]
        return [*titled[:MAX_TITLE_MATCHES], *[rule for rule in under if rule not in titled][:1]]

    def _meant(self, word: str, last: bool) -> dict[str, float]:
        """The words of rules that may be meant, with what they count."""
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
        """The words, of rules or of one meaning with one of theirs, that differ by the fewest letters."""
        most = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
        apart = {one: edit_distance(word, one, most) for one in {*self.known, *_meanings()}}
        least = min(apart.values(), default=most + 1)
        near = [one for one, n in apart.items() if n == least <= most]
        return sorted({other for one in near for other in ({one} if one in self.known else _meanings()[one])})


def edit_distance(one: str, other: str, max_distance: int) -> int:
    """How many letters are missing, too many, wrong or changed round; more than `max_distance` is told as
    `max_distance` + 1."""
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
    """What the shows of rules tell, and why they refuse."""
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
    """The words of the index, by rule."""
    texts: dict[str, str] = {}
    for line, rules in _index(game).items():
        for rule in rules if line != "cards" else ():
            texts[rule] = f"{texts.get(rule, '')} {line}"
    return texts


def _cards(game: Game) -> dict[str, str]:
    """The names of the cards that the index lists, by rule."""
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
    """The index of a game."""
    return RuleIndex(game)
