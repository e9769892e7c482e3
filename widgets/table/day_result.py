"""Result of a deal of the day, next to the results of bots that played the same deal at the same seat."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import date
from time import perf_counter

from gamelib import End, Game
from gamelib.number_format import format_number
from gamelib.tools.deal_of_the_day import COMPARED_BOTS, PLAYER_SEAT, play_day_deal_with_bot

from .decision_review import TIME_SLICE
from .session import GameSession
from .summary_types import DayBots, DayResult, DayScore


class DayBotGames:
    """Games in which bots play a deal of the day. They are played in short slices so that the page stays responsive.

    Args:
        game: The game.
        day: Date of the deal.
    """

    def __init__(self, game: Game, day: date) -> None:
        self.game, self.day = game, day
        self.end_by_bot: dict[str, End] = {}
        self._playing = self._play()

    def _play(self) -> Generator[None, None, None]:
        for bot in COMPARED_BOTS:
            self.end_by_bot[bot] = yield from play_day_deal_with_bot(self.game, self.day, bot)

    def advance(self, seconds: float = TIME_SLICE) -> None:
        """Continue the games for `seconds`, but play at least one step."""
        until = perf_counter() + seconds
        for _ in self._playing:
            if perf_counter() >= until:
                return

    def results_so_far(self, texts: Mapping[str, str]) -> DayBots:
        """Return the points of the bots that have finished. Bots that still play are missing."""
        return {
            "day": self.day.isoformat(),
            "scores": [day_score(texts[f"day_{bot}"], end) for bot, end in self.end_by_bot.items()],
            "over": len(self.end_by_bot) == len(COMPARED_BOTS),
        }


def day_score(label: str, end: End) -> DayScore:
    """Return the points of the player's seat in a deal of the day."""
    points = end.scores[PLAYER_SEAT]
    return {"label": label, "score": points, "said": format_number(points), "wins": PLAYER_SEAT in end.winners}


def day_result(session: GameSession, end: End, bots: DayBotGames) -> DayResult:
    """Return the result of a finished deal of the day, and the results of those bots that have finished."""
    assert session.day_deal is not None  # the caller checks it
    return {
        "own": day_score(session.texts["day_own"], end),
        "attempt": session.day_deal.attempt,
        "bots": bots.results_so_far(session.texts),
    }
