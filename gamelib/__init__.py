"""Rules engines of board games with exact probabilities. The package needs only the standard library.

    >>> import gamelib
    >>> game = gamelib.game("harem")
    >>> state = game.start(seats=3)
    >>> state.node.dist().total  # the first card of the deal: 76 cards, one of them certainly in the lower half
    76

The modules of this folder are the engine, which contains no code for a particular game. The higher packages are
`games/` (a folder for each game, with card tables and a class `GAME`), `tools/` (code for any game) and `bank/`
(teaching content). These packages are imported on demand.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .base_game import Game
from .card_schema import CardTableError
from .catalog import all_games, game
from .deck import Deck
from .dist import Dist
from .nodes import Action, Chance, Decision, End, Event, IllegalAction, IllegalOutcome, Ruling
from .options import Option
from .playouts import NotEndedError, SimulationResult, playout, random_bot, simulate
from .record import Record, RecordError
from .rulebook import Vocabulary

if TYPE_CHECKING:
    from .bank import questions
    from .bank.question import Question
    from .chance import ModelError, TooLarge, model
    from .games.monte_carlo_bot import MonteCarloBot
    from .tools.tournament import Tournament, tournament

__all__ = [
    "Action",
    "CardTableError",
    "Chance",
    "Decision",
    "Deck",
    "Dist",
    "End",
    "Event",
    "Game",
    "IllegalAction",
    "IllegalOutcome",
    "ModelError",
    "MonteCarloBot",
    "NotEndedError",
    "Option",
    "Question",
    "Record",
    "RecordError",
    "Ruling",
    "SimulationResult",
    "TooLarge",
    "Tournament",
    "Vocabulary",
    "all_games",
    "game",
    "model",
    "playout",
    "questions",
    "random_bot",
    "simulate",
    "tournament",
]

__version__ = "0.1.0"
LAZY_NAMES = {
    "ModelError": ".chance",
    "TooLarge": ".chance",
    "model": ".chance",
    "MonteCarloBot": ".games.monte_carlo_bot",
    "Question": ".bank.question",
    "questions": ".bank",
    "Tournament": ".tools.tournament",
    "tournament": ".tools.tournament",
}
"""Public names of the higher packages, with the module that provides each. They are imported on first use."""


def __getattr__(name: str) -> Any:
    """Return a public name of the packages `games`, `tools` or `bank`."""
    if name not in LAZY_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(LAZY_NAMES[name], __name__), name)
    globals()[name] = value
    return value
