"""What the reference lists from the packages themselves: odds, rules, commands.

Lines of their own on a page: `{odds}`, `{rules}`, and `{command}` with the words of a command.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import tomllib
from doctest import DocTestParser
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import gamelib

EXAMPLES = Path(__file__).parents[1] / "odds.toml"

_PLACE = re.compile(r"^\{(odds|rules|command)\}(.*)$", re.MULTILINE)


def odds() -> str:
    """The functions of each game's odds."""
    parts = []
    for name, game in gamelib.all_games().items():
        lines = []
        for each, function in functions(game):
            said = inspect.signature(function)
            known = [one.replace(annotation=one.empty) for one in said.parameters.values() if one.name != "self"]
            about = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
            call, shown = example(game, each)
            head = f"`{each}{said.replace(parameters=known, return_annotation=said.empty)}`"
            lines.append(f"{head}\n: {about}\n\n  ```python\n  >>> {call}\n  {shown}\n  ```\n")
        parts.append(f"## {game.title} (`{name}`)\n\n" + "\n".join(lines))
    return "\n".join(parts)


def functions(game: gamelib.Game) -> list[tuple[str, Any]]:
    """The public functions of a game's odds, by name: methods, and what stands beside the class."""
    module = import_module(f"{type(game).__module__}.odds")
    kind = type(module.published_odds)
    own = {name: value for name, value in vars(kind).items() if callable(value)}
    beside = {
        name: value
        for name, value in vars(module).items()
        if callable(value) and not inspect.isclass(value) and getattr(value, "__module__", "") == module.__name__
    }
    return sorted((name, value) for name, value in {**beside, **own}.items() if not name.startswith("_"))


@cache
def _examples() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))


def example(game: gamelib.Game, name: str) -> tuple[str, str]:
    """Return a call of an odds function and its result, both in Python notation.

    The call is the listed one, or the first example of the docstring.
    """
    if listed := _examples().get(game.id, {}).get(name):
        return listed[0], listed[1]
    found = DocTestParser().get_examples(inspect.getdoc(dict(functions(game))[name]) or "")
    if not found:
        raise ValueError(f"{name} of the odds of {game.id} has no example")
    return found[0].source.strip(), found[0].want.strip()


def names(game: gamelib.Game) -> dict[str, Any]:
    """What these calls may name."""
    module = import_module(f"{type(game).__module__}.odds")
    return {**vars(module), "odds": game.odds, "game": game, "Dist": gamelib.Dist, "Fraction": Fraction}


def rules() -> str:
    """Ids and titles of each game's rules, and its options."""
    parts = []
    for name, game in gamelib.all_games().items():
        lines = [f"## {game.title} (`{name}`)\n", "| option | default | choices | rule |", "| --- | --- | --- | --- |"]
        for option in game.options.values():
            choices = [f"`{choice!r}`" for choice in option.choices]
            choices += [f"whole numbers from {option.minimum}"] if option.minimum is not None else []
            lines.append(f"| `{option.name}` | `{option.default!r}` | {', '.join(choices)} | {option.rule} |")
        lines += ["", "| rule | |", "| --- | --- |"]
        lines += [f"| {rule.id} | {rule.title} |" for rule in game.rules.values()]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def command(words: str) -> str:
    """What a command says of itself."""
    from widgets.site.command_line import main

    said = io.StringIO()
    os.environ["COLUMNS"] = "100"
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        main([*words.split(), "--help"])
    return f"```text\n{said.getvalue().strip()}\n```"


def _put(found: re.Match[str]) -> str:
    return command(found[2]) if found[1] == "command" else rules() if found[1] == "rules" else odds()


def _read(app: Any, name: str, source: list[str]) -> None:
    source[0] = _PLACE.sub(_put, source[0])


def setup(app: Any) -> dict[str, bool]:
    """For Sphinx."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
