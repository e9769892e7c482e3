"""Completeness check of a game: one sentence for each missing part that pages or tools need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from ..base_game import Game
from ..playouts import NotEndedError, playout, random_bot
from ..step import AUTO
from ..validation import short_repr

_STEPS = 20_000


def missing_parts(game_id: str) -> list[str]:
    """Return one sentence for each missing part of a game, or an empty list for a complete game.

    Raise ValueError if no folder with this name has a `GAME`.

    >>> missing_parts("towers")
    []
    """
    try:
        room = import_module(f"..games.{game_id}", __package__)
        game: Game = room.GAME()
    except ModuleNotFoundError as error:
        raise ValueError(f"There is no game {short_repr(game_id)}: {error}.") from error
    except (AttributeError, KeyError, TypeError, ValueError, OSError) as error:
        return [f"gamelib/games/{game_id}: it cannot be made: {_said(error)}."]
    if game.id != game_id:
        return [f"gamelib/games/{game_id}: its id is {short_repr(game.id)}; the folder has to have the same name."]
    return [f"gamelib/games/{game_id}/{text}." for part in COMPLETENESS_CHECKS for text in part(game)]


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(".")


def _declared(game: Game) -> Iterator[str]:
    for name, what in (
        ("title", "its name"),
        ("rule_prefix", "how ids of its rules begin"),
        ("slug", "its notebook"),
        ("seats_rule", "the id of the rule that says how many play"),
    ):
        if not getattr(game, name, None):
            yield f"__init__.py: {name} is missing, {what}"
    if getattr(game, "seats_rule", None) and game.seats_rule not in game.rules:
        yield f"__init__.py: seats_rule: there is no rule {game.seats_rule}"
    try:
        bots = game.bots
    except NotImplementedError:
        yield "__init__.py: bots is missing: a table of names and bots"
    else:
        for name in ("random", "thumb", "monte_carlo"):
            if name not in bots:
                yield f"__init__.py: bots has no {name!r}"


def _rules(game: Game) -> Iterator[str]:
    for id, rule in game.rules.items():
        for other in rule.related:
            if other not in game.rules:
                yield f"rules.toml: {id} names {other}, and there is no such rule"
            elif id not in game.rules[other].related:
                yield f"rules.toml: {id} names {other}, but {other} does not name {id}"
    for name, option in game.options.items():
        if option.rule not in game.rules:
            yield f"__init__.py: option {name}: there is no rule {option.rule}"


def _words(game: Game) -> Iterator[str]:
    sections = game.texts.sections
    needed: dict[str, list[str]] = {
        "steps": [*game.steps],
        "verbs": [*game.argument_type_letters_by_verb],
        "asks": [name for name, step in game.steps.items() if step.kind != AUTO],
        "rulings": ["over", "chance_first", "not_now", "no_action"],
        "options": [
            key
            for name, option in game.options.items()
            for key in (name, *(f"{name}.{choice}".lower() for choice in option.choices))
        ],
        "option_effects": [*game.options],
        "view": sorted(game.state_type.__slots__),
        "events": [],
        "ends": [],
        "endings": [],
        "remedies": [],
        "cards": [],
        "view_asked": [],
        "board": [],
    }
    room = _aims(game)
    if room is not None:
        needed["aims"] = [aim.id for aim in getattr(room, "PRIORITIES", ())]
        needed["limits"] = [
            key for limit in getattr(room, "LIMITS", ()) for key in (limit.id, f"{limit.id}_free", f"{limit.id}_level")
        ]
    for section, names in needed.items():
        if section not in sections:
            yield f"words.toml: the section [{section}] is missing"
            continue
        for name in names:
            if name not in sections[section]:
                yield f"words.toml: [{section}] has no {name!r}"


def _aims(game: Game) -> Any:
    try:
        return import_module(f"..games.{game.id}.bot_settings", __package__)
    except ModuleNotFoundError:
        return None


def _rooms(game: Game) -> Iterator[str]:
    for name, what, parts in (
        ("bot_settings", "what a bot may want or never do", ("PRIORITIES", "LIMITS", "CAREFUL_LIMITS")),
        ("odds", "its exact probabilities", ("published_odds",)),
    ):
        try:
            room = import_module(f"..games.{game.id}.{name}", __package__)
        except ModuleNotFoundError:
            yield f"{name}.py is missing, {what}"
        else:
            yield from (f"{name}.py has no {part}" for part in parts if part not in vars(room))


def _plays(game: Game) -> Iterator[str]:
    for seats in game.seats:
        try:
            s = game.start(seats)
            list(game.nameable(s))
            playout(s, [random_bot] * seats, Random(1), _STEPS)
        except NotImplementedError:
            yield "__init__.py: nameable is missing: every action that one could name"
            return
        except NotEndedError:
            yield f"__init__.py: a game of {seats} seats does not end within {_STEPS} steps"
        except Exception as error:  # the code of an author can raise any error, and each error is reported
            yield f"__init__.py: a game of {seats} seats breaks: {_said(error)}"


COMPLETENESS_CHECKS: tuple[Callable[[Game], Iterator[str]], ...] = (_declared, _rules, _rooms, _words, _plays)
