"""Players of a seat at a table: a person, or a bot with a style and one of three strengths.

A weaker bot plays like the strong bot of its style, but sometimes takes a random action. The strong greedy bot is the
heuristic bot of the game. The strong counting bot is the Monte Carlo bot of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from random import Random
from types import MappingProxyType
from typing import Any

from gamelib import Action, Game, all_games
from gamelib.playouts import Bot
from gamelib.tools.priority_bot import PriorityBot, bot_settings, priority_label, served_priorities

HUMAN = "human"
BOT_STYLES = {"careful": "careful", "greedy": "thumb", "counting": "monte_carlo"}
"""Name of the strong bot of each style."""
RANDOM_ACTION_RATES = {1: 0.4, 2: 0.15}
"""Rate of random actions by strength. A strong bot takes none."""


@dataclass(frozen=True)
class EpsilonRandomBot:
    """Bot that copies another bot, but sometimes takes a random action instead."""

    bot: Bot
    epsilon: float

    is_fair = True
    """The bot uses only information that its seat may know."""

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """Return one of the legal actions."""
        return rng.choice(legal) if rng.random() < self.epsilon else self.bot(view, legal, rng)


@cache
def _careful(game: str) -> PriorityBot | None:
    """Return the careful bot of a game, or None if the game has no bot settings."""
    listed = game in all_games() and find_spec(f"gamelib.games.{game}.bot_settings") is not None
    return PriorityBot(game, (), bot_settings(game).careful_limits) if listed else None


def available_bots(game: Game) -> Mapping[str, Bot]:
    """Return all bots for tables of this game, by the name used in saved games."""
    named: dict[str, Bot] = dict(game.bots)
    careful = _careful(game.id)
    if careful is not None:
        named["careful"] = careful
    for style, strong in BOT_STYLES.items():
        if strong not in named:
            continue
        named |= {
            f"{style}_{strength}": EpsilonRandomBot(named[strong], often)
            for strength, often in RANDOM_ACTION_RATES.items()
        }
    return MappingProxyType(named)


def player_description(game: Game, player: str, texts: Mapping[str, str]) -> str:
    """Return a short description of the style and strength of a bot."""
    for style, strong in BOT_STYLES.items():
        for strength in (*RANDOM_ACTION_RATES, 3):
            if player == (strong if strength == 3 else f"{style}_{strength}"):
                return texts["plays_like"].format(style=texts[style], strength=texts[f"strength_{strength}"])
    return texts["random"] if player == "random" else game.bot_label(player)


def player_choices(game: Game, current_player: str, texts: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the players that users can choose for a seat. They always include `current_player`."""
    known = available_bots(game)
    names = [
        strong if strength == 3 else f"{style}_{strength}"
        for style, strong in BOT_STYLES.items()
        if strong in known
        for strength in (*RANDOM_ACTION_RATES, 3)
    ]
    names += ["random"] + ([] if current_player in (HUMAN, "random", *names) else [current_player])
    offered = [{"value": name, "label": player_description(game, name, texts)} for name in names]
    return [{"value": HUMAN, "label": texts["human"]}, *offered]


def bot_reason_text(game: Game, player: str, view: Any, action: Action, texts: Mapping[str, str]) -> str:
    """Return the reason why a bot chose an action: the priority of the bot that the action serves best.

    The result is "" without a known reason.
    """
    if player == "random":
        return texts["why_random"]
    served = served_priorities(game.id, view, action) if _careful(game.id) is not None else []
    if not served:
        return ""
    aim = priority_label(game, max(served, key=lambda one: one[1])[0].id)
    return texts["why_aim"].format(aim=aim)
