"""Bots, playouts and simulations.

A bot is a callable `bot(view, legal, rng) -> Action`. `view` contains only the information of its seat
(`state.seen_by(seat)`). A bot with a true attribute `blind` gets None instead of the view, which saves time. `legal` is
a copy, so the bot may change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast
from zlib import crc32

from .base_game import Game
from .catalog import game as game_of
from .dataframes import make_dataframe
from .nodes import Action, Decision, End, Seat
from .number_format import count_with_noun, format_fixed, format_number, format_percent
from .state import State, play_randomly
from .step import AUTO, CHANCE
from .validation import short_repr, to_python_value, validate_int, validate_rng

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas

GAMES_PER_TASK = 20  # number of games per task, about 10 to 250 ms of work
MAX_GAMES = 10**9


MAX_STEPS = 200_000
"""Maximum number of steps of a playout, including automatic ones. A game between bots has some thousands."""


class NotEndedError(ValueError):
    """Error for a game that has not ended after the maximum number of steps.

    Attributes:
        steps: Number of steps that were played.

    Example:
        >>> from gamelib import simulate
        >>> simulate("towers", 2, "random", games=1, seed=1, max_steps=5)
        Traceback (most recent call last):
            ...
        gamelib.playouts.NotEndedError: Towers with 2 seats had not ended after 5 steps, so it was given up.
    """

    def __init__(self, state: Any, steps: int) -> None:
        changed = [
            f"{name}={value}" for name, value in state.options.items() if value != state.game.option_defaults[name]
        ]
        more = f" ({', '.join(changed)})" if changed else ""
        title, seats = state.game.title, state.seats
        super().__init__(f"{title} with {seats} seats{more} had not ended after {steps:,} steps, so it was given up.")
        self.steps = steps

    def __reduce__(self) -> tuple[Any, ...]:
        return _not_ended, (str(self), self.steps)


def _not_ended(text: str, steps: int) -> NotEndedError:
    error = NotEndedError.__new__(NotEndedError, text)
    error.steps = steps
    return error


B = TypeVar("B", bound=Callable[..., Action])
T = TypeVar("T")


class Bot(Protocol):
    """Function that chooses one of the legal actions.

    A bot receives the view of its seat, a list of the legal actions and a random generator. A bot must take all random
    numbers from this generator.
    """

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """Return one of the legal actions."""


class RandomBot:
    """Bot that chooses each legal action with the same probability.

    A call has three arguments: the view (ignored), the legal actions and a random generator. It returns an action.

    Example:
        >>> from random import Random
        >>> random_bot(None, ["left", "right"], Random(1))
        'left'
    """

    ignores_view = True

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """Return one of `legal`."""
        return legal[int(rng.random() * len(legal))]

    def __reduce__(self) -> str:
        return "random_bot"


random_bot = RandomBot()


def apply_unchecked(state: Any, choice: Any) -> None:
    """Carry out a choice without checks and events, for search. The choice must be legal."""
    frame = state.agenda_frames[-1]
    frame.step.execute(state, frame, choice)


class CommonRandomNumbers:
    """Common random numbers: one generator for each kind of step of each seat.

    If one seat draws one more card, the rolls of other seats do not change. Therefore, games with the same seed differ
    mainly because of the choices, and less because of luck.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._of: dict[tuple[str, Seat | None], Random] = {}

    def generator(self, step: str, seat: Seat | None) -> Random:
        """Return the generator for a kind of step.

        Args:
            step: Name of the step.
            seat: Seat that chooses or draws, or None.
        """
        stream = self._of.get((step, seat))
        if stream is None:
            stream = self._of[step, seat] = Random(self.seed + crc32(f"{step} {seat}".encode()))
        return stream


def playout(state: Any, bots: Sequence[Bot], rng: Random | CommonRandomNumbers, max_steps: int = MAX_STEPS) -> End:
    """Play a position to its end, in place and without events.

    Args:
        state: Position to play. The function changes this object.
        bots: One bot for each seat.
        rng: Random generator, or `CommonRandomNumbers` for common random numbers.
        max_steps: Maximum number of steps, including steps without a choice.

    Returns:
        The end of the game with scores and winners.

    Raises:
        ValueError: The number of bots is wrong, or a bot chooses an illegal action.
        NotEndedError: The game has not ended after `max_steps` steps.

    Example:
        >>> import gamelib
        >>> from random import Random
        >>> playout(gamelib.game("towers").start(seats=2), [random_bot, random_bot], Random(1)).scores
        (-1, 1)
    """
    todo = state.agenda_frames
    if len(bots) != state.seats:
        raise ValueError(f"There are {state.seats} seats but {count_with_noun(len(bots), 'bot')}.")
    for bot in bots:
        if not callable(bot):
            raise ValueError(f"A bot is a function, not {short_repr(bot)}.")
    validate_int(max_steps, "The limit of steps", 1)
    if not isinstance(rng, CommonRandomNumbers):
        validate_rng(rng)
    if isinstance(rng, Random) and all(bot is random_bot for bot in bots):
        play_randomly(state, rng, max_steps)
        if todo:
            raise NotEndedError(state, max_steps)
    for _ in repeat(None, max_steps):
        if not todo:
            break
        frame = todo[-1]
        step = frame.step
        if step.kind == AUTO:
            step.execute(state, frame, None)
            continue
        seat = step.acting_seat(state, frame)
        luck = rng.generator(step.name, seat) if isinstance(rng, CommonRandomNumbers) else rng
        if step.kind == CHANCE and luck is rng:
            step.execute_randomly(state, frame, luck)
        elif step.kind == CHANCE:  # `execute` may do several steps at once, each with its own generator
            step.execute(state, frame, step.sample(state, frame, luck))
        else:
            bot = bots[seat]
            view = None if getattr(bot, "ignores_view", False) else state.seen_by(seat)
            moves = step.legal_actions(state, frame)
            choice = bot(view, moves.copy(), luck)  # a copy, because a step may cache its list of legal actions
            if choice not in moves:
                raise ValueError(f"The bot of seat {seat} chose {short_repr(choice)}, which is not legal here.")
            step.execute(state, frame, choice)
    if todo:
        raise NotEndedError(state, max_steps)
    end: End = state.result
    return end


def mark_as_using_only_view(bot: B) -> B:
    """Declare that a bot uses only facts of a position that its seat may know.

    A search may then play the bot in a determinized position without making a view at each step. Tests check the
    declaration by showing everything to the bot.
    """
    bot.fair = True  # type: ignore[attr-defined]
    return bot


def choose_action(state: State[Any], bot: Bot, rng: Random) -> Action:
    """Return the action of a bot at a Decision node.

    Args:
        state: Position with a decision.
        bot: Bot of the seat that chooses. The bot receives the view of this seat.
        rng: Random generator.

    Raises:
        ValueError: The position has another node, or the action is not legal.
    """
    legal = state.legal
    node = state.node
    assert isinstance(node, Decision)
    action = bot(state.seen_by(node.seat), list(legal), rng)
    if action not in legal:
        raise ValueError(f"The bot of seat {node.seat} chose {short_repr(action)}, which is not legal here.")
    return action


class SimulatedGameResult(NamedTuple):
    """Result of one simulated game."""

    end_reason: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class WinRate(NamedTuple):
    """Share of games that a seat has won, with its standard error. A win shared by k seats counts as 1/k."""

    share: float
    standard_error: float


@dataclass
class SimulationResult:
    """Statistics of simulated games. Results can be added.

    Attributes:
        games: Number of games.
        wins: Games won by each seat. A win shared by k seats counts as 1/k.
        score_sums: Sum of the scores of each seat.
        score_square_sums: Sum of the squared scores of each seat.
        end_reason_counts: Number of games by the reason of their end.
        game_results: Result of each game in order.

    Example:
        >>> from gamelib import simulate
        >>> simulate("towers", 2, "random", games=3, seed=1).end_reason_counts
        Counter({'alone': 3})
    """

    games: int = 0
    wins: list[Fraction] = field(default_factory=list)
    """Games won by each seat. A shared win counts as a share."""
    score_sums: list[int] = field(default_factory=list)
    score_square_sums: list[int] = field(default_factory=list)
    end_reason_counts: Counter[str] = field(default_factory=Counter)
    """Number of games by the reason of their end."""
    game_results: list[SimulatedGameResult] = field(default_factory=list, repr=False, compare=False)
    """Result of each game in order."""

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><th scope='row'>{seat}</th><td>{format_number(won)}</td><td>{format_percent(won / self.games)}</td>"
            f"<td>{format_fixed(Fraction(points, self.games), 1)}</td></tr>"
            for seat, (won, points) in enumerate(zip(self.wins, self.score_sums, strict=True))
        )
        ends = ", ".join(f"{escape(reason)} {n}" for reason, n in self.end_reason_counts.most_common())
        return (
            f"<table><caption>{count_with_noun(self.games, 'game')}: "
            f"{ends or 'none'}</caption><tr><th>seat</th><th>wins</th>"
            f"<th>share</th><th>mean score</th></tr>{rows}</table>"
        )

    def add_game(self, end: End) -> None:
        """Count one game.

        Args:
            end: End of the game.

        Example:
            >>> from gamelib import End
            >>> tally = SimulationResult()
            >>> tally.add_game(End("points", "HAR-10.1", (7, 3), (0,)))
            >>> tally.wins
            [Fraction(1, 1), Fraction(0, 1)]
        """
        if not self.games:
            seats = len(end.scores)
            self.wins, self.score_sums, self.score_square_sums = [Fraction(0)] * seats, [0] * seats, [0] * seats
        self.games += 1
        self.end_reason_counts[end.reason] += 1
        self.game_results.append(SimulatedGameResult(end.reason, tuple(end.scores), tuple(end.winners)))
        for seat in end.winners:
            self.wins[seat] += Fraction(1, len(end.winners))
        for seat, score in enumerate(end.scores):
            self.score_sums[seat] += score
            self.score_square_sums[seat] += score * score

    def __add__(self, other: SimulationResult) -> SimulationResult:
        if not self.games or not other.games:
            return other if other.games else self
        return SimulationResult(
            self.games + other.games,
            [a + b for a, b in zip(self.wins, other.wins, strict=True)],
            [a + b for a, b in zip(self.score_sums, other.score_sums, strict=True)],
            [a + b for a, b in zip(self.score_square_sums, other.score_square_sums, strict=True)],
            self.end_reason_counts + other.end_reason_counts,
            self.game_results + other.game_results,
        )

    def win_rate(self, seat: int) -> WinRate:
        """Return the share of games that a seat has won, with its standard error.

        Args:
            seat: Number of the seat, from 0.

        Raises:
            ValueError: No game has been counted, or there is no such seat.

        Example:
            >>> from gamelib import simulate
            >>> simulate("towers", 2, "random", games=20, seed=1).win_rate(0)
            WinRate(share=0.4, standard_error=0.10954451150103323)
            >>> SimulationResult().win_rate(0)
            Traceback (most recent call last):
                ...
            ValueError: No game has been counted yet.
        """
        if not self.games:
            raise ValueError("No game has been counted yet.")
        if seat not in range(len(self.wins)):
            raise ValueError(f"There is no seat {short_repr(seat)}; the seats are 0 to {len(self.wins) - 1}.")
        p = float(self.wins[seat] / self.games)
        return WinRate(p, (p * (1 - p) / self.games) ** 0.5)

    def to_dataframe_by_game(self) -> pandas.DataFrame:
        """Return a pandas table with one row per game.

        Returns:
            The columns are `reason`, `score_0`, ... and `win_0`, ... for the seats. The index is the number of the
            game from 1. A win shared by k seats counts as 1/k.

        Raises:
            ImportError: pandas is missing.

        Example:
            >>> from gamelib import simulate
            >>> list(simulate("towers", 2, "random", games=3, seed=1).to_dataframe_by_game().columns)
            ['reason', 'score_0', 'score_1', 'win_0', 'win_1']
        """
        rows = [
            {"game": number, "reason": reason}
            | {f"score_{seat}": score for seat, score in enumerate(scores)}
            | {f"win_{seat}": (seat in winners) / len(winners) for seat in range(len(scores))}
            for number, (reason, scores, winners) in enumerate(self.game_results, 1)
        ]
        return make_dataframe(rows, "game")


def simulate(
    game: Game | str,
    seats: int,
    bots: Bot | str | Sequence[Bot | str],
    games: int,
    seed: int | str,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    max_steps: int = MAX_STEPS,
    **options: Any,
) -> SimulationResult:
    """Play many games between bots.

    The result depends on the seed and not on the number of workers, because each chunk of games has its own generator.

    Args:
        game: A game or its id.
        seats: Number of seats.
        bots: One bot for all seats, or a list with one bot per seat. A bot is a function or the name of a bot of the
            game.
        games: Number of games.
        seed: Seed of the random numbers, an integer or a string.
        executor: Executor that runs the chunks of games. With processes, bots must be picklable.
        progress: Function that is called with the number of finished games and the number of all games.
        max_steps: Maximum number of steps of a game.
        **options: Options of the game.

    Returns:
        The statistics of all games.

    Raises:
        ValueError: An argument is invalid, or a bot chooses an illegal action.
        NotEndedError: A game has not ended after `max_steps` steps.

    Example:
        >>> from gamelib import simulate
        >>> tally = simulate("towers", 2, ["thumb", "random"], games=20, seed=1)
        >>> tally.games, tally.win_rate(0).share
        (20, 1.0)
    """
    if not isinstance(game, Game):
        game = game_of(game)
    seats, games, seed = map(to_python_value, (seats, games, seed))
    game.resolve_options(seats, options)
    validate_int(games, "The number of games", 0, MAX_GAMES)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"The seed is a whole number or a text, not {short_repr(seed)}.")
    given = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * seats
    if len(given) != seats:
        raise ValueError(f"There are {seats} seats but {count_with_noun(len(given), 'bot')}.")
    team = [resolve_bot(game, bot) for bot in given]
    sizes = [min(GAMES_PER_TASK, games - first) for first in range(0, games, GAMES_PER_TASK)]
    tasks = [(game, seats, options, team, size, f"{seed}/{index}", max_steps) for index, size in enumerate(sizes)]
    played = run_tasks(_play_chunk, tasks, sizes, executor, progress)
    return sum(played, SimulationResult())


def run_tasks(
    function: Callable[..., T],
    tasks: Sequence[tuple[Any, ...]],
    game_counts: Sequence[int],
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> list[T]:
    """Run tasks in this process or with an executor.

    Args:
        function: Function that plays the games of one task.
        tasks: Arguments of `function` for each task.
        game_counts: Number of games of each task.
        executor: Executor, or None to run the tasks here.
        progress: Function that is called with the number of finished games and the number of all games.

    Returns:
        The results in the order of the tasks.

    Raises:
        ValueError: `executor` or `progress` has a wrong type.
    """
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise ValueError(f"The executor is one of concurrent.futures, or None, not {short_repr(executor)}.")
    if progress is not None and not callable(progress):
        raise ValueError(f"What is told of progress is told to a function, not to {short_repr(progress)}.")
    done, games = 0, sum(game_counts)
    results: dict[int, T] = {}
    if executor is None:
        parts: Iterable[tuple[int, Callable[[], T]]] = ((i, partial(function, *task)) for i, task in enumerate(tasks))
    else:
        from concurrent.futures import as_completed  # slow to import and rarely used

        futures = {executor.submit(function, *task): index for index, task in enumerate(tasks)}
        parts = ((futures[future], future.result) for future in as_completed(futures))
    for index, part in parts:
        results[index] = part()
        done += game_counts[index]
        if progress:
            progress(done, games)
    return [results[index] for index in range(len(tasks))]


def resolve_bot(game: Game, bot: Any) -> Bot:
    """Return a bot, or the bot of a game with this name.

    Raises:
        ValueError: The game has no bot with this name.
    """
    named: Mapping[str, Bot] = getattr(game, "bots", {})
    if isinstance(bot, str) and bot in named:
        return named[bot]
    if callable(bot):
        return cast(Bot, bot)
    raise ValueError(f"{game.title} has no bot {short_repr(bot)}; it has {', '.join(named)}.")


def _play_chunk(
    game: Game, seats: int, options: Mapping[str, Any], bots: list[Bot], games: int, seed: str, most: int
) -> SimulationResult:
    rng = Random(seed)
    tally = SimulationResult()
    for _ in range(games):
        tally.add_game(playout(game.start(seats, **options), bots, rng, most))
    return tally
