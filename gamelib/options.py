"""Options: the switches of a game's rules, and how they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .outside import LARGEST, is_whole, told
from .rulebook import Words


@dataclass(frozen=True, slots=True)
class Option:
    """Option of a game.

    Attributes:
        name: Name of the option.
        default: Default value.
        choices: Possible values.
        rule: Id of the rule or ruling.
        least: Whole numbers from this one up are also possible.

    Example:
        >>> import gamelib
        >>> gamelib.game("towers").options["adjacency"]
        Option(name='adjacency', default='orthogonal', choices=('orthogonal', 'king'), rule='TOW-3.6', least=None)
    """

    name: str
    default: Any
    choices: tuple[Any, ...]
    rule: str
    least: int | None = None

    def check(self, value: Any) -> None:
        """Check a value.

        Raises:
            ValueError: The value is not one of the choices.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").options["stall_rounds"].check(-1)
            Traceback (most recent call last):
                ...
            ValueError: Option stall_rounds cannot be -1; choose a whole number from 1 up. (HAR-A28)
        """
        if value is self.default:
            return
        if self.least is not None and is_whole(value) and self.least <= value <= LARGEST:
            return
        if not any(value == choice and type(value) is type(choice) for choice in self.choices):
            allowed = [repr(choice) for choice in self.choices]
            if self.least is not None:
                allowed.append(f"a whole number from {self.least} up")
            choose = " or ".join(allowed)
            raise ValueError(f"Option {self.name} cannot be {told(value)}; choose {choose}. ({self.rule})")


def in_words(options: Mapping[str, Option], words: Words) -> list[dict[str, Any]]:
    """Options in words: {name, label, effect, rule, default, choices: [{value, label}], least}.

    `words.toml` labels them in its section [options]: `name` and, for each value, `name.value`. Its section
    [option_effects] has one sentence for each: what another value than the default changes.
    """
    labels, effects = words.sections["options"], words.sections["option_effects"]
    return [
        {
            "name": name,
            "label": words.fill(labels[name]),
            "effect": words.fill(effects[name]),
            "rule": option.rule,
            "default": option.default,
            "choices": [{"value": c, "label": words.fill(labels[f"{name}.{c}".lower()])} for c in option.choices],
            **({} if option.least is None else {"least": option.least}),
        }
        for name, option in options.items()
    ]
