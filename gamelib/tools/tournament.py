"""Tournaments: rank bots with confidence intervals.

    >>> from gamelib import tournament
    >>> found = tournament("towers", ["thumb", "random"], games=40, seed=1)
    >>> found.bot_result("thumb").win_share > found.bot_result("random").win_share
    True

A *deal* is played once for each bot. The bots change seats between these games, so that every bot has every seat. All
games of a deal use common random numbers. Each kind of step of each seat has its own generator
(`playouts.CommonRandomNumbers`). A bot is rated by its mean over a deal. Therefore the comparison of two bots does not
depend on the seats or on most of the luck of the deal. The intervals are for the means of the deals (`Estimate`). They
are valid for a number of games that was fixed in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from ..base_game import Game
from ..catalog import game as game_of
from ..dataframes import make_dataframe
from ..nodes import Chance, Seat
from ..number_format import count_with_noun, format_confidence_interval, format_fixed, format_percent
from ..playouts import MAX_STEPS, Bot, CommonRandomNumbers, playout, resolve_bot, run_tasks
from ..record import Record
from ..validation import short_repr, to_python_value, validate_int
from .confidence_interval import Z95, Estimate

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas

Z80 = 0.841621
"""Number of standard errors above the mean below which 80% of a normal distribution are."""
GAMES_PER_TASK = 8
"""Approximate number of games of a task. It is small, so that no worker waits long for the last games."""
MAX_GAMES = 1_000_000
SEED_RANGE = 1 << 53


class SeatResultRow(TypedDict):
    """Result of one seat in one game, as a row of a table."""

    game: int
    """Number of the game, from 0."""
    deal: int
    seat: int
    bot: str
    share: float
    """Share of the win."""
    score: int
    reason: str
    """Reason of the end."""


@dataclass(frozen=True)
class TournamentGame:
    """Game of a tournament: its deal, which bot plays each seat (by number), and the end of the game."""

    deal: int
    rotation: int
    bots: tuple[int, ...]
    win_shares: tuple[Fraction, ...]
    """Share of each seat in the win. The shares add up to 1."""
    scores: tuple[int, ...]
    reason: str


def games_needed_for_difference(std_dev: float, difference: float, bots: int = 2, most: float = 1.0) -> int:
    """Return the number of games after which a match shows a difference of win shares with probability 80%.

    Args:
        std_dev: Standard deviation of the difference between deals.
        difference: Difference of the win shares, not 0.
        bots: Number of bots, which is also the number of games in a deal.
        most: Largest possible difference of the win shares.

    Returns:
        Number of games after which a 95% interval is expected to exclude 0 with probability 80%.
    """
    size = abs(difference)
    by_spread = ((Z95 + Z80) * std_dev / size) ** 2
    by_floor = log(0.025) / log(most / (most + size))  # after this number of equal deals the interval excludes 0
    return bots * max(2, int(max(by_spread, by_floor)) + 1)


@dataclass(frozen=True)
class BotResult:
    """Result of one bot.

    Attributes:
        name: Name of the bot.
        win_share: Win share per seat of the bot. Equally strong bots have 1 / seats.
        low: Lower end of the 95% interval of the win share.
        high: Upper end of the interval of the win share.
        score_lead: Own score minus the mean score of the other bots in the same game.
    """

    name: str
    win_share: float
    low: float
    high: float
    score_lead: Estimate
    """Own score minus the mean score of the seats of other bots in the same game."""


@dataclass(frozen=True)
class Tournament:
    """Games of a tournament with their statistics. Call the function `tournament` to create an object.

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
    games_played: tuple[TournamentGame, ...] = field(repr=False)
    most: int = field(default=MAX_STEPS, repr=False)
    """Maximum number of steps of a game. A longer game ends the tournament with an error."""

    # -- results ---------------------------------------------------------------------------------

    def bot_result(self, name: str) -> BotResult:
        """Return the result of a bot.

        Args:
            name: Name of the bot.

        Returns:
            The bot's win share per seat with its interval, and its lead in score.

        Raises:
            ValueError: No bot with this name played.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.bot_result("thumb").win_share
            1.0
        """
        which = self._place(name)
        share = Estimate.from_values(
            self._by_deal(which, lambda game, seat: float(game.win_shares[seat])), (0.0, self._most_share)
        )
        ahead = Estimate.from_values(self._by_deal(which, lambda game, seat: _ahead(game, which, seat)))
        return BotResult(name, share.mean, share.low, share.high, ahead)

    def ranking(self) -> list[BotResult]:
        """Return the results of all bots, largest win share first.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> [one.name for one in found.ranking()]
            ['thumb', 'random']
        """
        return sorted(map(self.bot_result, self.names), key=lambda one: -one.win_share)

    def win_share_lead(self, name: str, opponent: str) -> Estimate:
        """Return the difference of the win shares of two bots.

        Args:
            name: Name of one bot.
            opponent: Name of the other bot.

        Returns:
            Win share of `name` minus win share of `opponent`, with the 95% interval over deals.

        Raises:
            ValueError: No bot with one of these names played.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.win_share_lead("thumb", "random").mean
            1.0
        """
        return self._estimated_lead(self._leads(name, opponent))

    @property
    def _most_share(self) -> float:
        """Return the mean win share per seat of a bot that wins every game."""
        return len(self.names) / self.seats

    def _estimated_lead(self, leads: Sequence[float]) -> Estimate:
        return Estimate.from_values(leads, (-self._most_share, self._most_share))

    def _leads(self, name: str, other: str) -> list[float]:
        """Return how far the win share of one bot is ahead of the other bot's in each deal."""
        one, two = (
            self._by_deal(self._place(who), lambda game, seat: float(game.win_shares[seat])) for who in (name, other)
        )
        return [a - b for a, b in zip(one, two, strict=True)]

    def games_needed(self, name: str, opponent: str) -> int | None:
        """Return the number of games after which a match shows the better bot with probability 80%.

        The number assumes that the bots differ as much as in the games so far.

        Args:
            name: Name of a bot.
            opponent: Name of the bot that it is compared with.

        Returns:
            The number of games, or None if the bots do not differ.

        Example:
            >>> from gamelib import tournament
            >>> tournament("towers", ["calm", "random"], games=40, seed=1).games_needed("calm", "random")
            16
        """
        lead = self.win_share_lead(name, opponent)
        return (
            games_needed_for_difference(lead.std_dev, lead.mean, len(self.names), self._most_share)
            if lead.mean
            else None
        )

    def variance_reduction(self, name: str, opponent: str) -> float | None:
        """Return the factor by which common random numbers reduce the number of games.

        Without common random numbers, an equally narrow interval would need this many times as many games. The factor
        compares the variance from game to game with the variance from deal to deal.

        Args:
            name: Name of a bot.
            opponent: Name of the bot that it is compared with.

        Returns:
            A positive factor, or None if all deals are equal.

        Example:
            >>> from gamelib import tournament
            >>> tournament("towers", ["calm", "random"], games=40, seed=1).variance_reduction("calm", "random") > 0
            True
        """
        lead = self.win_share_lead(name, opponent)
        if not lead.std_dev:
            return None
        one, two = self._place(name), self._place(opponent)
        return Estimate.from_values(
            [_share(game, one) - _share(game, two) for game in self.games_played]
        ).std_dev ** 2 / (len(self.names) * lead.std_dev**2)

    def lead_history(self, name: str, opponent: str, max_points: int = 60) -> list[tuple[int, Estimate]]:
        """Return the lead in win share after increasing numbers of games.

        Args:
            name: Name of one bot.
            opponent: Name of the other bot.
            max_points: Approximate number of points in the history.

        Returns:
            Number of games and lead at each point. The first point is after at least two deals.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> [games for games, _ in found.lead_history("thumb", "random")]
            [4, 6, 8]
        """
        leads, bots = self._leads(name, opponent), len(self.names)
        deals = len(leads)
        step = max(1, -(-deals // max_points))
        ends = sorted({*range(max(2, step), deals + 1, step), deals})
        return [(bots * k, self._estimated_lead(leads[:k])) for k in ends if k > 1]

    def seat_result_rows(self) -> list[SeatResultRow]:
        """Return one row of plain values per seat and game, for `pandas.DataFrame`.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.seat_result_rows()[0]["bot"], found.seat_result_rows()[0]["share"]
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
            for number, game in enumerate(self.games_played)
            for seat, (bot, share, score) in enumerate(zip(game.bots, game.win_shares, game.scores, strict=True))
        ]

    def to_dataframe_by_seat(self) -> pandas.DataFrame:
        """Return the rows of `seat_result_rows` as a pandas table.

        Raises:
            ImportError: pandas is missing.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> list(found.to_dataframe_by_seat().columns)
            ['game', 'deal', 'seat', 'bot', 'share', 'score', 'reason']
        """
        return make_dataframe(self.seat_result_rows())

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><th scope='row'>{escape(one.name)}</th><td>{format_percent(Fraction(one.win_share))}</td>"
            f"<td>{format_confidence_interval(one.low, one.high)}</td>"
            f"<td>{format_fixed(one.score_lead.mean, 1)}</td></tr>"
            for one in self.ranking()
        )
        return (
            f"<table><caption>{escape(self.game.title)}, "
            f"{count_with_noun(len(self.games_played), 'game')}</caption><tr><th>bot</th>"
            f"<th>share of the wins</th><th>95% interval</th><th>points ahead of the others</th></tr>{rows}</table>"
        )

    def game_record(self, number: int) -> Record:
        """Play a game again and return its record.

        Args:
            number: Number of the game, from 0.

        Returns:
            The record, with all choices and events.

        Raises:
            ValueError: There is no such game.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> found.game_record(0).seat_names
            ('thumb', 'random')
        """
        if not 0 <= number < len(self.games_played):
            raise ValueError(f"There is no game {short_repr(number)}; there are 0 to {len(self.games_played) - 1}.")
        game = self.games_played[number]
        luck = CommonRandomNumbers(_seed(self.seed, game.deal))
        record = Record(self.game, self.seats, self.options, [self.names[bot] for bot in game.bots])
        while (state := record.state).agenda_frames:
            frame = state.agenda_frames[-1]
            rng = luck.generator(frame.step.name, frame.step.acting_seat(state, frame))
            if isinstance(state.node, Chance):
                record.apply_and_append(frame.step.sample(state, frame, rng))
            else:
                seat = state.node.seat
                bot = self.bots[game.bots[seat]]
                view = None if getattr(bot, "ignores_view", False) else state.seen_by(seat)
                record.apply_and_append(bot(view, list(state.legal), rng))
        return record

    def with_more_games(
        self, games: int, executor: Executor | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Tournament:
        """Return the same tournament with more games.

        The result is the same as that of `tournament` with all games at once.

        Args:
            games: Minimum number of additional games, rounded up to whole deals.
            executor: As in `tournament`.
            progress: As in `tournament`.

        Raises:
            ValueError: The number is not at least 1, or there would be too many games.
            NotEndedError: A game has not ended after the maximum number of steps.

        Example:
            >>> from gamelib import tournament
            >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
            >>> len(found.with_more_games(2).games_played)
            10
        """
        deals = len(self.games_played) // len(self.names)
        new = _play(self, deals, _deals(games, len(self.names), len(self.games_played)), executor, progress)
        return replace(self, games_played=self.games_played + new)

    # -- inside ----------------------------------------------------------------------------------

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise ValueError(f"No bot {short_repr(name)} played; there were {', '.join(self.names)}.")
        return self.names.index(name)

    def _by_deal(self, which: int, value: Callable[[TournamentGame, Seat], float]) -> list[float]:
        """Return the mean result of a bot's seats in each deal."""
        by_deal: dict[int, list[float]] = {}
        for game in self.games_played:
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
    max_steps: int = MAX_STEPS,
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
        progress: Function that receives the number of finished games and the total number of games.
        max_steps: Maximum number of steps of a game.
        **options: Options of the game.

    Returns:
        The games, with win shares and 95% confidence intervals for each bot.

    Raises:
        ValueError: An argument is invalid, or a bot chooses an illegal action.
        NotEndedError: A game has not ended after `max_steps` steps.

    Example:
        >>> from gamelib import tournament
        >>> found = tournament("towers", ["thumb", "random"], games=8, seed=1)
        >>> found.names, len(found.games_played)
        (('thumb', 'random'), 8)
        >>> tournament("towers", ["thumb"], games=8, seed=1)
        Traceback (most recent call last):
            ...
        ValueError: A tournament at 2 seats has 2 bots, not 1.
    """
    if not isinstance(game, Game):
        game = game_of(game)
    named = _named(game, bots)
    seats, seed, max_steps = map(to_python_value, (seats, seed, max_steps))
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"The seed is a whole number or a text, not {short_repr(seed)}.")
    names, team = tuple(named), tuple(named.values())
    if seats is None:
        seats = max(len(team), game.seats[0])
    game.resolve_options(seats, options)
    if not 2 <= len(team) <= seats:
        many = "2 bots" if seats == 2 else f"2 to {seats} bots"
        raise ValueError(f"A tournament at {count_with_noun(seats, 'seat')} has {many}, not {len(team)}.")
    empty = Tournament(game, seats, options, names, team, seed, (), max_steps)
    return replace(empty, games_played=_play(empty, 0, _deals(games, len(team)), executor, progress))


def _deals(games: int, bots: int, played: int = 0) -> int:
    """Return how many deals contain this number of additional games. Raise ValueError if it is invalid."""
    number: int = to_python_value(games)
    validate_int(number, "The number of games", 1, MAX_GAMES - played)
    return -(-number // bots)


def _play(
    match: Tournament,
    first: int,
    deals: int,
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> tuple[TournamentGame, ...]:
    """Play this number of deals. The first deal has the number `first`."""
    bots = len(match.bots)
    each = max(1, GAMES_PER_TASK // bots)
    last = first + deals
    tasks = [
        (match.game, match.seats, match.options, match.bots, match.seed, n, min(each, last - n), match.most)
        for n in range(first, last, each)
    ]
    parts = run_tasks(_play_deals, tasks, [task[-2] * bots for task in tasks], executor, progress)
    return tuple(one for part in parts for one in part)


def _named(game: Game, bots: Any) -> dict[str, Bot]:
    """Return the bots by name. A bot without a given name is named after its function or its class."""
    if isinstance(bots, Mapping):
        return {str(name): resolve_bot(game, bot) for name, bot in bots.items()}
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise ValueError(f"The bots of a tournament are a list, or a table of names, not {short_repr(bots)}.")
    by_name: dict[str, Bot] = {}
    for bot in bots:
        name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
        if name in by_name:
            raise ValueError(f"Two bots are called {short_repr(name)}; give a table of names.")
        by_name[name] = resolve_bot(game, bot)
    return by_name


def _seed(seed: int | str, deal: int) -> int:
    return int(Random(f"{seed}/{deal}").random() * SEED_RANGE)


def _share(game: TournamentGame, which: int) -> float:
    """Return the mean win share in one game of all seats of a bot.

    Every bot has a seat, because a game has no more bots than seats.
    """
    shares = [float(share) for bot, share in zip(game.bots, game.win_shares, strict=True) if bot == which]
    return sum(shares) / len(shares)


def _ahead(game: TournamentGame, which: int, seat: Seat) -> float:
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
) -> list[TournamentGame]:
    games = []
    for deal in range(first, first + n):
        for turn in range(len(bots)):
            places = tuple((seat + turn) % len(bots) for seat in range(seats))
            state = game.start(seats, **options)
            end = playout(state, [bots[place] for place in places], CommonRandomNumbers(_seed(seed, deal)), most)
            shares = tuple(Fraction(seat in end.winners, len(end.winners)) for seat in range(seats))
            games.append(TournamentGame(deal, turn, places, shares, end.scores, end.reason))
    return games
