"""Tournaments: which bot is better, by how much, and how sure that is.

    >>> from gamelib import tournament
    >>> found = tournament("towers", ["thumb", "random"], games=40, seed=1)
    >>> found.standing("thumb").share > found.standing("random").share
    True

A *deal* is played once for each bot, with the seats changed in turn, so that every bot has sat at every seat, and with
the same luck: each kind of step of each seat has its own random numbers (`play.Streams`). A bot is judged by its mean
over a deal, so neither the seat nor most of the luck of the deal decides between two bots. Intervals are those of the
means of deals (`Estimate`). They hold for a number of games that was fixed before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log
from random import Random
from typing import TYPE_CHECKING, Any

from ..base_game import Game
from ..catalog import game as game_of
from ..frames import frame
from ..nodes import Chance, Seat
from ..numbers import band, percent, rounded, some
from ..outside import told, whole
from ..play import MOST_STEPS, Bot, Streams, in_chunks, named_bot, playout
from ..record import Record
from .interval import Z95, Estimate

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas

Z80 = 0.841621
"""Standard errors above its mean below which 80 % of a normal distribution lie."""
TASK = 8
"""Games a task, about: few, so that no worker is idle for long while another plays the last ones."""
MOST_GAMES = 1_000_000
SEEDS = 1 << 53


@dataclass(frozen=True)
class Played:
    """One game of a tournament: its deal, the bot of each seat as its number, and the end of the game."""

    deal: int
    turn: int
    bots: tuple[int, ...]
    shares: tuple[Fraction, ...]
    """For each seat its share in the win; they add up to 1."""
    scores: tuple[int, ...]
    reason: str


def games_to_show(spread: float, difference: float, bots: int = 2, most: float = 1.0) -> int:
    """Return how many games it takes until four of five matches show a difference of win shares.

    Args:
        spread: Standard deviation of the difference from deal to deal.
        difference: Difference of the win shares, not 0.
        bots: Number of bots. Each deal has as many games.
        most: Largest possible difference.

    Returns:
        Number of games after which a 95 % interval is expected to exclude 0 with probability 80 %.
    """
    size = abs(difference)
    by_spread = ((Z95 + Z80) * spread / size) ** 2
    by_floor = log(0.025) / log(most / (most + size))  # so many equal deals have an interval without 0
    return bots * max(2, int(max(by_spread, by_floor)) + 1)


@dataclass(frozen=True)
class Standing:
    """Result of one bot.

    Attributes:
        name: Name of the bot.
        share: Share of the wins of one seat. Equal bots have 1 / seats.
        low: Lower end of the 95 % interval of the share.
        high: Upper end of this interval.
        ahead: Own score minus the mean score of the other bots in the same game.
    """

    name: str
    share: float
    low: float
    high: float
    ahead: Estimate
    """Its score minus the mean score of the other bots' seats in the same game."""


@dataclass(frozen=True)
class Tournament:
    """Games of a tournament and their statistics. `tournament` makes it.

    Example:
        >>> from gamelib import tournament
        >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
        >>> found.seats
        2
    """

    game: Game
    seats: int
    options: Mapping[str, Any]
    names: tuple[str, ...]
    bots: tuple[Bot, ...] = field(repr=False)
    seed: int | str
    played: tuple[Played, ...] = field(repr=False)
    most: int = field(default=MOST_STEPS, repr=False)
    """Steps after which a game that has not ended is given up, and the tournament with it."""

    # -- what came out ---------------------------------------------------------------------------

    def standing(self, name: str) -> Standing:
        """Return the result of a bot.

        Args:
            name: Name of the bot.

        Returns:
            Its share of the wins of a seat, with interval, and its lead in score.

        Raises:
            ValueError: No bot with this name played.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.standing("thumb").share
            1.0
        """
        which = self._place(name)
        share = Estimate.of(self._by_deal(which, lambda game, seat: float(game.shares[seat])), (0.0, self._most_share))
        ahead = Estimate.of(self._by_deal(which, lambda game, seat: _ahead(game, which, seat)))
        return Standing(name, share.mean, share.low, share.high, ahead)

    def standings(self) -> list[Standing]:
        """Return the results of all bots, largest share first.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> [one.name for one in found.standings()]
            ['thumb', 'random']
        """
        return sorted(map(self.standing, self.names), key=lambda one: -one.share)

    def lead(self, name: str, other: str) -> Estimate:
        """Return the difference of the win shares of two bots.

        Args:
            name: Name of one bot.
            other: Name of the other bot.

        Returns:
            Share of `name` minus share of `other`, with its interval over deals.

        Raises:
            ValueError: No bot with one of these names played.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.lead("thumb", "random").mean
            1.0
        """
        return self._estimated_lead(self._leads(name, other))

    @property
    def _most_share(self) -> float:
        """The share of a bot that wins every game: it is shared among its seats."""
        return len(self.names) / self.seats

    def _estimated_lead(self, leads: Sequence[float]) -> Estimate:
        return Estimate.of(leads, (-self._most_share, self._most_share))

    def _leads(self, name: str, other: str) -> list[float]:
        """The lead in each deal."""
        one, two = (
            self._by_deal(self._place(who), lambda game, seat: float(game.shares[seat])) for who in (name, other)
        )
        return [a - b for a, b in zip(one, two, strict=True)]

    def enough(self, name: str, other: str) -> int | None:
        """Return how many games it takes until four of five matches show who is better.

        The number assumes that the bots differ as much as in the games so far. It is None if they do not differ.

        >>> from gamelib import tournament
        >>> tournament("towers", ["calm", "random"], games=40, seed=1).enough("calm", "random")
        16
        """
        lead = self.lead(name, other)
        return games_to_show(lead.spread, lead.mean, len(self.names), self._most_share) if lead.mean else None

    def saved(self, name: str, other: str) -> float | None:
        """Return the factor of games that common random numbers save.

        Without them, an equally narrow interval would need so many times as many games. The factor compares the
        variance from game to game with the variance from deal to deal. It is None if all deals are equal.

        Example:
            >>> from gamelib import tournament
            >>> tournament("towers", ["calm", "random"], games=40, seed=1).saved("calm", "random") > 0
            True
        """
        lead = self.lead(name, other)
        if not lead.spread:
            return None
        one, two = self._place(name), self._place(other)
        return Estimate.of([_share(game, one) - _share(game, two) for game in self.played]).spread ** 2 / (
            len(self.names) * lead.spread**2
        )

    def course(self, name: str, other: str, most: int = 60) -> list[tuple[int, Estimate]]:
        """Return how the lead developed.

        Args:
            name: Name of one bot.
            other: Name of the other bot.
            most: Approximate number of moments.

        Returns:
            Number of games and lead at each moment, from two deals on.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> [games for games, _ in found.course("thumb", "random")]
            [4, 6, 8]
        """
        leads, bots = self._leads(name, other), len(self.names)
        deals = len(leads)
        step = max(1, -(-deals // most))
        ends = sorted({*range(max(2, step), deals + 1, step), deals})
        return [(bots * k, self._estimated_lead(leads[:k])) for k in ends if k > 1]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one row of plain values per seat and game, for `pandas.DataFrame`.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.to_dicts()[0]["bot"], found.to_dicts()[0]["share"]
            ('thumb', 1.0)
        """
        return [
            {
                "game": number,
                "deal": game.deal,
                "seat": seat,
                "bot": self.names[bot],
                "share": float(share),
                "score": score,
                "reason": game.reason,
            }
            for number, game in enumerate(self.played)
            for seat, (bot, share, score) in enumerate(zip(game.bots, game.shares, game.scores, strict=True))
        ]

    def frame(self) -> pandas.DataFrame:
        """Return the rows of `to_dicts` as a pandas table.

        Raises:
            ImportError: pandas is missing.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> list(found.frame().columns)
            ['game', 'deal', 'seat', 'bot', 'share', 'score', 'reason']
        """
        return frame(self.to_dicts())

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><th scope='row'>{escape(one.name)}</th><td>{percent(Fraction(one.share))}</td>"
            f"<td>{band(one.low, one.high)}</td><td>{rounded(one.ahead.mean, 1)}</td></tr>"
            for one in self.standings()
        )
        return (
            f"<table><caption>{escape(self.game.title)}, {some(len(self.played), 'game')}</caption><tr><th>bot</th>"
            f"<th>share of the wins</th><th>its band</th><th>points ahead of the others</th></tr>{rows}</table>"
        )

    def record(self, number: int) -> Record:
        """Play a game again and return its record.

        Args:
            number: Number of the game, from 0.

        Raises:
            ValueError: There is no such game.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.record(0).names
            ('thumb', 'random')
        """
        if not 0 <= number < len(self.played):
            raise ValueError(f"There is no game {told(number)}; there are 0 to {len(self.played) - 1}.")
        game = self.played[number]
        luck = Streams(_seed(self.seed, game.deal))
        record = Record(self.game, self.seats, self.options, [self.names[bot] for bot in game.bots])
        while (state := record.state).todo:
            frame = state.todo[-1]
            rng = luck.of(frame.step.name, frame.step.seat(state, frame))
            if isinstance(state.node, Chance):
                record.play(frame.step.sample(state, frame, rng))
            else:
                seat = state.node.seat
                bot = self.bots[game.bots[seat]]
                view = None if getattr(bot, "blind", False) else state.seen_by(seat)
                record.play(bot(view, list(state.legal), rng))
        return record

    def more(
        self, games: int, executor: Executor | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Tournament:
        """Return the same tournament with more games.

        The result is the same as that of `tournament` with all games at once.

        Args:
            games: Minimum number of additional games.
            executor: As in `tournament`.
            progress: As in `tournament`.

        Raises:
            ValueError: The number is not at least 1, or there would be too many games.
            NotEndedError: A game has not ended after the maximum number of steps.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> len(found.more(2).played)
            10
        """
        deals = len(self.played) // len(self.names)
        new = _play(self, deals, _deals(games, len(self.names), len(self.played)), executor, progress)
        return replace(self, played=self.played + new)

    # -- inside ----------------------------------------------------------------------------------

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"No bot {told(name)} played; there were {', '.join(self.names)}.")
        return self.names.index(name)

    def _by_deal(self, which: int, value: Callable[[Played, Seat], float]) -> list[float]:
        """The mean of a bot's seats in each deal."""
        by_deal: dict[int, list[float]] = {}
        for game in self.played:
            values = by_deal.setdefault(game.deal, [])
            values += [value(game, seat) for seat, bot in enumerate(game.bots) if bot == which]
        return [sum(values) / len(values) for values in by_deal.values()]


def tournament(
    game: Game | str,
    bots: Sequence[Bot | str] | Mapping[str, Bot | str],
    games: int,
    seed: int | str,
    seats: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST_STEPS,
    **options: Any,
) -> Tournament:
    """Play bots against each other on paired deals.

    Each deal is played once for each bot, and the bots change seats between these games. All games of a deal use common
    random numbers. The result does not depend on the number of workers.

    Args:
        game: A game or its id.
        bots: Names of bots of the game, or bot objects. A mapping gives each bot a name, so that a bot can play against
            itself. If there are more seats than bots, some bots have several seats.
        games: Minimum number of games. It is rounded up to whole deals.
        seed: Seed of the random numbers, an integer or a string.
        seats: Number of seats. The default is the number of bots, but at least the minimum of the game.
        executor: Executor that runs the games. With processes, bots must be picklable.
        progress: Function that is called with the numbers of finished and of all games.
        most: Maximum number of steps of a game.
        **options: Options of the game.

    Returns:
        The games, with win shares and 95 % confidence intervals for each bot.

    Raises:
        ValueError: An argument is invalid, or a bot chooses an illegal action.
        NotEndedError: A game has not ended after `most` steps.

    Example:
        >>> from gamelib import tournament
        >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
        >>> found.names, len(found.played)
        (('thumb', 'random'), 8)
        >>> tournament("towers", ["thumb"], games=8, seed=1)
        Traceback (most recent call last):
            ...
        ValueError: A tournament at 2 seats has 2 bots, not 1.
    """
    if not isinstance(game, Game):
        game = game_of(game)
    named = _named(game, bots)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"The seed is a whole number or a text, not {told(seed)}.")
    names, team = tuple(named), tuple(named.values())
    if seats is None:
        seats = max(len(team), game.seats[0])
    game.check(seats, options)
    if not 2 <= len(team) <= seats:
        many = "2 bots" if seats == 2 else f"2 to {seats} bots"
        raise ValueError(f"A tournament at {some(seats, 'seat')} has {many}, not {len(team)}.")
    empty = Tournament(game, seats, options, names, team, seed, (), most)
    return replace(empty, played=_play(empty, 0, _deals(games, len(team)), executor, progress))


def _deals(games: int, bots: int, played: int = 0) -> int:
    """The deals for so many games more. ValueError for a number that cannot be played."""
    whole(games, "The number of games", 1, MOST_GAMES - played)
    return -(-games // bots)


def _play(
    match: Tournament,
    first: int,
    deals: int,
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> tuple[Played, ...]:
    """So many deals from the first one on."""
    bots = len(match.bots)
    each = max(1, TASK // bots)
    last = first + deals
    tasks = [
        (match.game, match.seats, match.options, match.bots, match.seed, n, min(each, last - n), match.most)
        for n in range(first, last, each)
    ]
    parts = in_chunks(_play_deals, tasks, [task[-2] * bots for task in tasks], executor, progress)
    return tuple(one for part in parts for one in part)


def _named(game: Game, bots: Any) -> dict[str, Bot]:
    """name -> bot; a bot given by itself is named by its function or its class."""
    if isinstance(bots, Mapping):
        return {str(name): named_bot(game, bot) for name, bot in bots.items()}
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise ValueError(f"The bots of a tournament are a list, or a table of names, not {told(bots)}.")
    by_name: dict[str, Bot] = {}
    for bot in bots:
        name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
        if name in by_name:
            raise ValueError(f"Two bots are called {told(name)}; give a table of names.")
        by_name[name] = named_bot(game, bot)
    return by_name


def _seed(seed: int | str, deal: int) -> int:
    return int(Random(f"{seed}/{deal}").random() * SEEDS)


def _share(game: Played, which: int) -> float:
    """The mean share of a bot's seats in one game; every bot has one, since there are no more bots than seats."""
    shares = [float(share) for bot, share in zip(game.bots, game.shares, strict=True) if bot == which]
    return sum(shares) / len(shares)


def _ahead(game: Played, which: int, seat: Seat) -> float:
    others = [score for bot, score in zip(game.bots, game.scores, strict=True) if bot != which]
    return game.scores[seat] - sum(others) / len(others)


def _play_deals(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    bots: Sequence[Bot],
    seed: int | str,
    first: int,
    n: int,
    most: int,
) -> list[Played]:
    games = []
    for deal in range(first, first + n):
        for turn in range(len(bots)):
            places = tuple((seat + turn) % len(bots) for seat in range(seats))
            state = game.start(seats, **options)
            end = playout(state, [bots[place] for place in places], Streams(_seed(seed, deal)), most)
            shares = tuple(Fraction(seat in end.winners, len(end.winners)) for seat in range(seats))
            games.append(Played(deal, turn, places, shares, end.scores, end.reason))
    return games
