"""Options: the switches of the rules of a game, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .rulebook import GameTexts
from .validation import MAX_NUMBER, is_int, short_repr


@dataclass(frozen=True, slots=True)
class Option:
    """Option of a game.

    Attributes:
        name: Name of the option.
        default: Default value.
        choices: Possible values.
        rule: Id of the rule or clarification.
        minimum: Integers of at least this value are also possible.

    Example:
        >>> import gamelib
        >>> gamelib.game("towers").options["adjacency"]
        Option(name='adjacency', default='orthogonal', choices=('orthogonal', 'king'), rule='TOW-3.6', minimum=None)
    """

    name: str
    default: Any
    choices: tuple[Any, ...]
    rule: str
    minimum: int | None = None

    def validate(self, value: Any) -> None:
        """Check a value.

        Args:
            value: Value of the option, for example from the caller of `Game.start`.

        Raises:
            ValueError: The value is not one of the choices.

        Example:
            >>> import gamelib
            >>> gamelib.game("harem").options["stall_rounds"].validate(-1)
            Traceback (most recent call last):
                ...
            ValueError: Option stall_rounds cannot be -1; choose a whole number from 1 up. (HAR-A28)
        """
        if value is self.default:
            return
        if self.minimum is not None and is_int(value) and self.minimum <= value <= MAX_NUMBER:
            return
        if not any(value == choice and type(value) is type(choice) for choice in self.choices):
            allowed = [repr(choice) for choice in self.choices]
            if self.minimum is not None:
                allowed.append(f"a whole number from {self.minimum} up")
            choose = " or ".join(allowed)
            raise ValueError(f"Option {self.name} cannot be {short_repr(value)}; choose {choose}. ({self.rule})")


def describe_options(options: Mapping[str, Option], texts: GameTexts) -> list[dict[str, Any]]:
    """Return the options as texts: {name, label, effect, rule, default, choices: [{value, label}], least}.

    The section [options] of `words.toml` has the labels of the options: `name` and, for each value, `name.value`. The
    section [option_effects] has one sentence for each option about the effect of a changed value.
    """
    labels, effects = texts.sections["options"], texts.sections["option_effects"]
    return [
        {
            "name": name,
            "label": texts.fill_template(labels[name]),
            "effect": texts.fill_template(effects[name]),
            "rule": option.rule,
            "default": option.default,
            "choices": [
                {"value": c, "label": texts.fill_template(labels[f"{name}.{c}".lower()])} for c in option.choices
            ],
            **({} if option.minimum is None else {"least": option.minimum}),
        }
        for name, option in options.items()
    ]
