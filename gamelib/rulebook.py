"""Rules and texts of a game, both as data.

`rules.toml` lists the rules (id, title, text) and the clarifications, which answer questions that the printed rules
leave open. `words.toml` has all sentences of the game, and the terms in these sentences in two vocabularies:
`classroom` (neutral, the default) and `rulebook`.

A sentence is a format string. A sentence can use the values of its item (an event, for example) and

    {companion}  {Companion}      a term, in the chosen vocabulary
    {who:seat}                    the name of a seat
    {term.companion}              the same if a value has the same name as the term
    {lesson:a}  {card:a}          a term or the name of a card, with an article if it takes one: "a Gem", "Aylin"
    {card:card}  {cards:cards}    names of cards; None is a hidden card
    {GOLD-2:card}                 the name of this card
    {cards:order}                 names of cards whose order matters
    {modifier:signed}             +2, -1, 0
    {modifier:adds}               adds 2, subtracts 1, adds nothing: from the section [adds]
    {left:|card|cards}            a number with its noun: 1 card, 3 cards
    {cards:/it/them}              singular or plural without the number, for a number or the length of a list
    {n:0/none/{n} of them}        one of two texts, the first for 0; they may use the same values
    {gold:? and has #}            words around a number, omitted if the number is hidden
    {winners:seats} {a:list}      several names (equal names are counted), or values
    {deck:deck}                   the text for a value from the section of that name; it may use the same values

All texts can use numbers of the card tables, such as {=compensation}, so that the texts are true for corrected card
tables.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal
from unicodedata import bidirectional

from .number_format import capitalize_first, format_modifier, join_counted, join_words
from .validation import short_repr

Vocabulary = Literal["classroom", "rulebook"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule, or clarification of a question (`question`) that the printed rules leave open."""

    id: str
    title: str
    text: str
    section: str
    source: str  # printed or house
    question: str = ""
    related: tuple[str, ...] = ()  # clarifications of a rule, or rules that a clarification affects
    options: tuple[str, ...] = ()


class Rulebook(Mapping[str, Rule]):
    """All rules and clarifications of a game by id, in order."""

    def __init__(self, path: Path, texts: GameTexts) -> None:
        fill = texts.fill_template
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        ids = [entry["id"] for entry in (*data["rule"], *data["ruling"])]
        for id in ids:
            if ids.count(id) > 1:
                raise ValueError(f"{path}: {id} is the id of two rules")
        self._rules: dict[str, Rule] = {}
        for entry in data["rule"]:
            self._rules[entry["id"]] = Rule(
                entry["id"],
                fill(entry["title"]),
                fill(entry["text"]),
                fill(entry["section"]),
                entry["source"],
                "",
                tuple(entry.get("rulings", ())),
                tuple(entry.get("options", ())),
            )
        for entry in data["ruling"]:
            option = entry.get("option")
            self._rules[entry["id"]] = Rule(
                entry["id"],
                fill(entry["title"]),
                fill(entry["answer"]),
                "Rulings",
                "house",
                fill(entry["question"]),
                tuple(entry["touches"]),
                (option,) if option else (),
            )

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


@lru_cache(10_000)
def _read(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Parse a format string to tuples of the text before a field, the field name or None, and the format spec."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text))


class GameTexts:
    """Sentences of one game in one vocabulary. `with_vocabulary` returns the same sentences in another vocabulary."""

    def __init__(self, path: Path, vocabulary: Vocabulary = "classroom") -> None:
        self.sections: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        self.terms = self._terms(vocabulary)
        self.figures: Mapping[str, Any] = {}
        """Numbers of the card tables for texts, by name."""

    def _terms(self, vocabulary: str) -> dict[str, str]:
        terms: Any = self.sections["terms"]
        if vocabulary not in terms:
            raise ValueError(f"There is no vocabulary {short_repr(vocabulary)}; choose from {', '.join(terms)}.")
        return {**terms["classroom"], **terms[vocabulary]}

    def with_vocabulary(self, vocabulary: Vocabulary) -> GameTexts:
        """Return these texts in a vocabulary. Raise ValueError if there is no such vocabulary."""
        other = object.__new__(GameTexts)
        other.sections = {name: dict(texts) for name, texts in self.sections.items()}  # some contain terms
        other.terms, other.figures = self._terms(vocabulary), self.figures
        return other

    def fill_template(self, template: str, values: Mapping[str, Any] | None = None, names: Sequence[str] = ()) -> str:
        """Fill in the fields of a text with values and terms. `names` has one name for each seat."""
        if "{" not in template and "}" not in template:
            return template  # fast path for most texts of a table
        return _Sentence(self, values or {}, names).vformat(template, (), values or {})

    def format_text(self, section: str, code: str, values: Mapping[str, Any], names: Sequence[str] = ()) -> str:
        """Return the sentence with the key `code` in a section, filled with values.

        `names` has one name for each seat.
        """
        return self.fill_template(self.sections[section][code], values, names)

    def board_text(self, code: str, names: Sequence[str] = (), /, **values: Any) -> str:
        """Return a text of the section [board], which has the texts of the table."""
        return self.format_text("board", code, values, names)

    def card_name(self, card: str | None) -> str:
        """Return the name of a card. The value None means a hidden card."""
        if card is None:
            return "a card"
        kind, _, value = card.partition(":")  # a card with a value, such as a rolled Gem
        names = self.sections["cards"]
        name = self.fill_template(names[kind]) if kind in names else kind  # unknown ids are not templates
        return f"{name} ({value})" if value else name

    def with_article(self, word: str | None) -> str:
        """Return the name of a card (given by its id) or a term, with the indefinite article if needed.

        The section [articles] has the phrase of each card without a proper name. A term takes "a" or "an" by its first
        letter.
        """
        if word is None or word in self.sections["cards"] or ":" in word:
            kind, colon, value = (word or "").partition(":")
            phrase = self.sections.get("articles", {}).get(kind)
            if phrase is None:
                return self.card_name(word)
            return self.fill_template(phrase) + (f" ({value})" if colon else "")
        return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def isolate_direction(name: str) -> str:
    """Return a name for use in the middle of a sentence.

    A right-to-left name gets direction marks, so that the words around the name keep their order.

    >>> isolate_direction("Ada"), isolate_direction("\u05d3\u05e0\u05d4")
    ('Ada', '\u2068\u05d3\u05e0\u05d4\u2069')
    """
    if name.isascii() or not any(bidirectional(sign) in ("R", "AL") for sign in name):
        return name
    return f"\u2068{name}\u2069"


class _Sentence(Formatter):
    """Formatter of one sentence with its values and the names of the players."""

    def __init__(self, texts: GameTexts, values: Mapping[str, Any], names: Sequence[str]) -> None:
        self.words, self.values, self.names = texts, values, names

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Fill in the fields of a text. Unlike the Python method, it caches parsed texts."""
        parts = []
        for literal, name, spec in _read(format_string):
            if literal:
                parts.append(literal)
            if name is not None:
                value = self.get_field(name, args, kwargs)[0] if "[" in name else self.get_value(name, args, kwargs)
                parts.append(self.format_field(value, spec))
        return "".join(parts)

    def seat(self, seat: int) -> str:
        """Return the name of the player at a seat, or "Player" with its number from 1."""
        return isolate_direction(self.names[seat]) if seat < len(self.names) else f"Player {seat + 1}"

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return a value of the item, a number of the tables, a card, or a term (capitalized if its key is)."""
        if key in kwargs:
            return kwargs[str(key)]
        if str(key).startswith("="):
            return self.words.figures[str(key)[1:]]
        name = str(key).removeprefix("term.")
        if key in self.words.sections["cards"] and name.lower() not in self.words.terms:
            return key
        term = self.words.terms[name.lower()]
        return capitalize_first(term) if name[:1].isupper() else term

    def format_field(self, value: Any, format_spec: str) -> str:
        """Apply a format spec of the project (see the module docstring) or of Python."""
        texts = self.words
        match format_spec:
            case "seat":
                return self.seat(value)
            case "card":
                return texts.card_name(value)
            case "a":
                return texts.with_article(value)
            case "cards":
                return join_counted([texts.card_name(card) for card in value]) if value is not None else "cards"
            case "seats":
                return join_counted([self.seat(seat) for seat in value])
            case "list":
                return join_words([str(part) for part in value])
            case "signed":
                return format_modifier(value)
            case "adds":
                return texts.format_text(
                    "adds", "more" if value > 0 else "less" if value < 0 else "none", {"n": abs(value)}
                )
            case "order":
                return ", ".join(map(texts.card_name, value)) if value is not None else "cards"
        if format_spec.startswith("?"):  # hidden values are omitted, and so are the words around them
            return "" if value is None else format_spec[1:].replace("#", str(value))
        if format_spec.startswith("0/"):
            _, none, some = format_spec.split("/", 2)
            return texts.fill_template(some if value else none, self.values, self.names)
        if format_spec.startswith("|"):
            one, many = format_spec[1:].split("|")
            return f"{value} {texts.fill_template(one if value == 1 else many)}"
        if format_spec.startswith("/"):
            one, many = format_spec[1:].split("/")
            number = value if isinstance(value, int) else len(value)
            return texts.fill_template(one if number == 1 else many)
        if format_spec in texts.sections:
            return texts.fill_template(texts.sections[format_spec][value], self.values, self.names)
        return str(format(value, format_spec))
