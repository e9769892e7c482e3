"""The controls of a dashboard: what each may be set to, how it is drawn, how it is read and written in a link.

`read` takes what a page or a link says, which may be anything, and raises ValueError with a plain sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib.number_format import use_minus_sign
from gamelib.validation import printable_text, short_repr

from ..page.typed_text import plain_text


def _repeated(raw: Any) -> str:
    """A value as a sentence repeats it."""
    return printable_text(raw.strip() if isinstance(raw, str) else short_repr(raw))[:20]


def whole(raw: Any, words: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`. ValueError naming it by `words`."""
    text = plain_text(raw).strip() if isinstance(raw, str) else short_repr(raw)
    if not isinstance(raw, bool) and re.fullmatch(r"[+-]?\d{1,9}", text) and least <= int(text) <= most:
        return int(text)
    said = f"not “{_repeated(text)}”" if text else "and it is empty"
    span = f"from {use_minus_sign(least)} to {use_minus_sign(most)}"
    raise ValueError(f"{words} is a whole number {span}, {said}.")


@dataclass(frozen=True)
class Slider:
    """A whole number in a sentence: `before` 2 `after`. `one`: `after` for a value of 1; `signed`: shown as +2."""

    name: str
    label: str
    before: str
    after: str
    least: int
    most: int
    start: int
    one: str = ""
    signed: bool = False

    def read(self, raw: Any) -> int:
        return whole(raw, self.label, self.least, self.most)

    def write(self, value: int) -> str:
        return str(value)

    def spec(self) -> dict[str, Any]:
        return {
            "kind": "slider",
            "name": self.name,
            "label": self.label,
            "before": self.before,
            "after": self.after,
            "one": self.one or self.after,
            "least": self.least,
            "most": self.most,
            "signed": self.signed,
        }


@dataclass(frozen=True)
class Choice:
    """One of a few words, all in sight. `options`: value in the link -> words."""

    name: str
    label: str
    options: Mapping[str, str]
    start: str

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str) or raw not in self.options:
            raise ValueError(f"{self.label}: one of {', '.join(self.options)}, not “{_repeated(raw)}”.")
        return raw

    def write(self, value: str) -> str:
        return value

    def spec(self) -> dict[str, Any]:
        options = [{"value": value, "label": words} for value, words in self.options.items()]
        return {"kind": "choice", "name": self.name, "label": self.label, "options": options}


@dataclass(frozen=True)
class Switch:
    """Yes or no."""

    name: str
    label: str
    start: bool = False

    def read(self, raw: Any) -> bool:
        if raw in (True, "1"):
            return True
        if raw in (False, "0"):
            return False
        raise ValueError(f"{self.label}: 1 for yes or 0 for no, not “{_repeated(raw)}”.")

    def write(self, value: bool) -> str:
        return str(int(value))

    def spec(self) -> dict[str, Any]:
        return {"kind": "switch", "name": self.name, "label": self.label}


@dataclass(frozen=True)
class Numbers:
    """A row of whole numbers, one for each key. `words` names one ("The value for a roll of {key}"), `short` is what
    stands above it; `presets`: name of a button -> the numbers it sets."""

    name: str
    label: str
    words: str
    keys: tuple[int, ...]
    least: int
    most: int
    start: tuple[int, ...]
    presets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    short: str = "{key}"

    def read(self, raw: Any) -> tuple[int, ...]:
        parts = raw.split(".") if isinstance(raw, str) else raw
        if not isinstance(parts, list | tuple) or len(parts) != len(self.keys):
            raise ValueError(f"{self.label}: {len(self.keys)} numbers are needed.")
        return tuple(
            whole(part, self.words.format(key=key), self.least, self.most)
            for key, part in zip(self.keys, parts, strict=True)
        )

    def write(self, value: tuple[int, ...]) -> str:
        return ".".join(map(str, value))

    def spec(self) -> dict[str, Any]:
        return {
            "kind": "numbers",
            "name": self.name,
            "label": self.label,
            "least": self.least,
            "most": self.most,
            "fields": [{"short": self.short.format(key=key), "label": self.words.format(key=key)} for key in self.keys],
            "presets": [{"label": name, "value": list(value)} for name, value in self.presets.items()],
        }


@dataclass(frozen=True)
class Order:
    """Some of several things in the order in which they matter. `options`: value in the link -> words."""

    name: str
    label: str
    options: Mapping[str, str]
    start: tuple[str, ...]

    def read(self, raw: Any) -> tuple[str, ...]:
        parts = [part for part in raw.split(".") if part] if isinstance(raw, str) else raw
        if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
            raise ValueError(f"{self.label}: a list is needed.")
        for part in parts:
            if part not in self.options:
                raise ValueError(f"{self.label}: {', '.join(self.options)}, not “{_repeated(part)}”.")
        if len(set(parts)) < len(parts):
            raise ValueError(f"{self.label}: each only once.")
        return tuple(parts)

    def write(self, value: tuple[str, ...]) -> str:
        return ".".join(value)

    def spec(self) -> dict[str, Any]:
        options = [{"value": value, "label": words} for value, words in self.options.items()]
        return {"kind": "order", "name": self.name, "label": self.label, "options": options}


Control = Slider | Choice | Switch | Numbers | Order
