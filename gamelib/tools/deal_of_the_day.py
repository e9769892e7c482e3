"""Deal of the day: for each date and game one public deal, which is the same for everybody.

The key of the deal follows from the date, so everybody can compute all chance outcomes early. It is for practice only.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from ..common_luck import CommonLuck, DealKey
from ..games.monte_carlo_bot import MonteCarloBot
from ..nodes import End
from .deal_comparison import play_bot_step

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..base_game import Game
    from ..playouts import Bot

PLAYER_SEAT = 0
PREFERRED_SEATS = 3
OPPONENT = "thumb"
"""Bot at the seats of the opponents: the heuristic bot of the game."""
COMPARED_BOTS = ("thumb", "monte_carlo")
"""Bots that play the deal at the seat of the player."""
SEARCH_PLAYOUTS = 16
"""Playouts of the Monte Carlo bot per move. The bot plays a whole deal within seconds."""


def day_deal_key(game: str, day: date) -> DealKey:
    """Return the public key of the deal of a game on a date.

    Args:
        game: Id of the game.
        day: The date.

    Example:
        >>> today, tomorrow = date(2026, 11, 30), date(2026, 12, 1)
        >>> day_deal_key("towers", today).fingerprint() == day_deal_key("towers", tomorrow).fingerprint()
        False
    """
    return DealKey.from_hashed_text(f"deal of the day, {game}, {day.isoformat()}")


def day_deal_seats(game: Game) -> int:
    """Return the number of seats of the deal of the day.

    Example:
        >>> from gamelib import game
        >>> day_deal_seats(game("emira"))
        3
    """
    return PREFERRED_SEATS if PREFERRED_SEATS in game.seats else game.seats[0]


def play_day_deal_with_bot(game: Game, day: date, bot: str) -> Generator[None, None, End]:
    """Play the deal of the day with a bot at the seat of the player, and yield after each step.

    Args:
        game: The game.
        day: The date.
        bot: Name of the bot.

    Returns:
        Return value of the generator: the end of the game.

    Example:
        >>> from gamelib import game
        >>> steps = play_day_deal_with_bot(game("towers"), date(2026, 11, 30), "thumb")
        >>> len(list(steps)) > 50
        True
    """
    seats = day_deal_seats(game)
    bots = [game.bots[OPPONENT]] * seats
    bots[PLAYER_SEAT] = _quick_bot(game.bots[bot])
    state: Any = game.start(seats=seats)
    luck = CommonLuck(day_deal_key(game.id, day))
    while not isinstance(state.node, End):
        play_bot_step(state, bots, luck)
        yield
    end: End = state.node
    return end


def _quick_bot(bot: Bot) -> Bot:
    return replace(bot, playouts=SEARCH_PLAYOUTS) if isinstance(bot, MonteCarloBot) else bot
