"""Controls of a dashboard: their possible values, and the conversion of values to and from links and JSON.

`parse` reads any input from a page or a link. For an invalid value it raises ValueError, with a message for the user.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib.validation import replace_unprintable_characters, short_repr

from ..page.translations import text_lookup
from ..page.typed_text import replace_lookalike_signs

text = text_lookup("dashboard")


def _repeated(raw: Any) -> str:
    """Return the input in the form in which an error message repeats it."""
    return replace_unprintable_characters(raw.strip() if isinstance(raw, str) else short_repr(raw))[:20]


def parse_whole_number(raw: Any, label: str, minimum: int, maximum: int) -> int:
    """Parse an integer from `minimum` to `maximum`. Raise ValueError with the `label` in the message."""
    typed = replace_lookalike_signs(raw).strip() if isinstance(raw, str) else short_repr(raw)
    if not isinstance(raw, bool) and re.fullmatch(r"[+-]?\d{1,9}", typed) and minimum <= int(typed) <= maximum:
        return int(typed)
    id = "not_whole_number" if typed else "empty_number"
    raise ValueError(text(id, label=label, minimum=minimum, maximum=maximum, value=_repeated(typed)))


@dataclass(frozen=True)
class Slider:
    """Control for an integer in the middle of a sentence, between `text_before` and `text_after`.

    `text_after_one` replaces `text_after` for the value 1. `is_signed` is true if the value is displayed as +2.
    """

    name: str
    label: str
    text_before: str
    text_after: str
    minimum: int
    maximum: int
    default: int
    text_after_one: str = ""
    is_signed: bool = False

    def validated_value(self, raw: Any) -> int:
        """Return the value if it is an integer in the range. Raise ValueError otherwise."""
        return parse_whole_number(raw, self.label, self.minimum, self.maximum)

    def to_link_value(self, value: int) -> str:
        """Return a value of the control as the text of a link."""
        return str(value)

    def to_json(self) -> dict[str, Any]:
        """Return the description of the control for the page."""
        return {
            "kind": "slider",
            "name": self.name,
            "label": self.label,
            "before": self.text_before,
            "after": self.text_after,
            "one": self.text_after_one or self.text_after,
            "least": self.minimum,
            "most": self.maximum,
            "signed": self.is_signed,
        }


@dataclass(frozen=True)
class Choice:
    """Choice between a few labels, all visible at once. `options` maps the values in a link to the labels."""

    name: str
    label: str
    options: Mapping[str, str]
    default: str

    def validated_value(self, raw: Any) -> str:
        """Return the value if it is an option of this control. Raise ValueError otherwise."""
        if not isinstance(raw, str) or raw not in self.options:
            raise ValueError(text("not_option", label=self.label, options=self.options, value=_repeated(raw)))
        return raw

    def to_link_value(self, value: str) -> str:
        """Return a value of the control as the text of a link."""
        return value

    def to_json(self) -> dict[str, Any]:
        """Return the description of the control for the page."""
        options = [{"value": value, "label": words} for value, words in self.options.items()]
        return {"kind": "choice", "name": self.name, "label": self.label, "options": options}


@dataclass(frozen=True)
class Switch:
    """Control with the values yes and no."""

    name: str
    label: str
    default: bool = False

    def validated_value(self, raw: Any) -> bool:
        """Convert a value of the page or of a link to a bool. Raise ValueError if it is neither yes nor no."""
        if raw in (True, "1"):
            return True
        if raw in (False, "0"):
            return False
        raise ValueError(text("not_switch", label=self.label, value=_repeated(raw)))

    def to_link_value(self, value: bool) -> str:
        """Return a value of the control as the text of a link."""
        return str(int(value))

    def to_json(self) -> dict[str, Any]:
        """Return the description of the control for the page."""
        return {"kind": "switch", "name": self.name, "label": self.label}


@dataclass(frozen=True)
class NumberRow:
    """Row of integers, with one integer for each key.

    `label_template` is the label of one number ("The value for a roll of {key}"), and `short_label_template` the text
    above the number. `presets` maps the label of a button to the numbers that it sets.
    """

    name: str
    label: str
    label_template: str
    keys: tuple[int, ...]
    minimum: int
    maximum: int
    default: tuple[int, ...]
    presets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    short_label_template: str = "{key}"

    def validated_value(self, raw: Any) -> tuple[int, ...]:
        """Return the numbers of the row. Raise ValueError if a number is missing or out of range."""
        parts = raw.split(".") if isinstance(raw, str) else raw
        if not isinstance(parts, list | tuple) or len(parts) != len(self.keys):
            raise ValueError(text("not_numbers", label=self.label, n=len(self.keys)))
        return tuple(
            parse_whole_number(part, self.label_template.format(key=key), self.minimum, self.maximum)
            for key, part in zip(self.keys, parts, strict=True)
        )

    def to_link_value(self, value: tuple[int, ...]) -> str:
        """Return a value of the control as the text of a link."""
        return ".".join(map(str, value))

    def to_json(self) -> dict[str, Any]:
        """Return the description of the control for the page."""
        return {
            "kind": "numbers",
            "name": self.name,
            "label": self.label,
            "least": self.minimum,
            "most": self.maximum,
            "fields": [
                {"short": self.short_label_template.format(key=key), "label": self.label_template.format(key=key)}
                for key in self.keys
            ],
            "presets": [{"label": name, "value": list(value)} for name, value in self.presets.items()],
        }


@dataclass(frozen=True)
class PriorityOrder:
    """Ordered selection from several options. `options` maps the values in a link to the labels."""

    name: str
    label: str
    options: Mapping[str, str]
    default: tuple[str, ...]

    def validated_value(self, raw: Any) -> tuple[str, ...]:
        """Return the chosen options in order. Raise ValueError for an unknown or repeated option."""
        parts = [part for part in raw.split(".") if part] if isinstance(raw, str) else raw
        if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
            raise ValueError(text("not_list", label=self.label))
        for part in parts:
            if part not in self.options:
                raise ValueError(text("not_in_list", label=self.label, options=self.options, value=_repeated(part)))
        if len(set(parts)) < len(parts):
            raise ValueError(text("repeated_option", label=self.label))
        return tuple(parts)

    def to_link_value(self, value: tuple[str, ...]) -> str:
        """Return a value of the control as the text of a link."""
        return ".".join(value)

    def to_json(self) -> dict[str, Any]:
        """Return the description of the control for the page."""
        options = [{"value": value, "label": words} for value, words in self.options.items()]
        return {"kind": "order", "name": self.name, "label": self.label, "options": options}


Control = Slider | Choice | Switch | NumberRow | PriorityOrder
