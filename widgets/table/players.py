"""Who may play a seat at a table: a person, or a bot named for how it plays, in three strengths.

A weaker bot plays like the strong one, but for the times when it does something else, whatever comes to mind. The
strong greedy one is the game's rule of thumb, the strong counting one its search; both keep the names that saved games
know them by.
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
"""Style -> the name of its strong bot."""
RANDOM_ACTION_RATES = {1: 0.4, 2: 0.15}
"""Strength -> how often it does anything else; a strong bot never."""


@dataclass(frozen=True)
class EpsilonRandomBot:
    """A bot that now and then does something else."""

    bot: Bot
    epsilon: float

    is_fair = True
    """It reads only what its seat may know."""

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """One of `legal`."""
        return rng.choice(legal) if rng.random() < self.epsilon else self.bot(view, legal, rng)


@cache
def _careful(game: str) -> PriorityBot | None:
    """The careful bot of a game; None where the game lists no aims and limits."""
    listed = game in all_games() and find_spec(f"gamelib.games.{game}.bot_settings") is not None
    return PriorityBot(game, (), bot_settings(game).careful_limits) if listed else None


def available_bots(game: Game) -> Mapping[str, Bot]:
    """Every bot that may sit at a table of this game, by the name that a saved game has."""
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


def player_label(game: Game, player: str, texts: Mapping[str, str]) -> str:
    """How a bot plays, in a few words."""
    for style, strong in BOT_STYLES.items():
        for strength in (*RANDOM_ACTION_RATES, 3):
            if player == (strong if strength == 3 else f"{style}_{strength}"):
                return texts["plays_like"].format(style=texts[style], strength=texts[f"strength_{strength}"])
    return texts["random"] if player == "random" else game.bot_label(player)


def player_options(game: Game, current_player: str, texts: Mapping[str, str]) -> list[dict[str, str]]:
    """Who may play a seat, to choose from; `current_player` is in it, whoever that is."""
    known = available_bots(game)
    names = [
        strong if strength == 3 else f"{style}_{strength}"
        for style, strong in BOT_STYLES.items()
        if strong in known
        for strength in (*RANDOM_ACTION_RATES, 3)
    ]
    names += ["random"] + ([] if current_player in (HUMAN, "random", *names) else [current_player])
    offered = [{"value": name, "label": player_label(game, name, texts)} for name in names]
    return [{"value": HUMAN, "label": texts["human"]}, *offered]


def bot_reason_text(game: Game, player: str, view: Any, action: Action, texts: Mapping[str, str]) -> str:
    """Why a bot has chosen this, as far as it can be said: the aim that the action serves best."""
    if player == "random":
        return texts["why_random"]
    served = served_priorities(game.id, view, action) if _careful(game.id) is not None else []
    if not served:
        return ""
    aim = priority_label(game, max(served, key=lambda one: one[1])[0].id)
    return texts["why_aim"].format(aim=aim)
