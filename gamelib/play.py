"""Bots, playouts and simulations.

A bot is a callable `bot(view, legal, rng) -> Action`. `view` is what its seat may know
(`state.seen_by(seat)`) and nothing else; a bot whose attribute `blind` is true gets None instead,
which saves making the view. `legal` is a list of its own: what it does to that changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast
from zlib import crc32

from .game import Game
from .nodes import Action, Decision, End, Seat
from .outside import told
from .state import AUTO, CHANCE, State, run_out

if TYPE_CHECKING:
    from concurrent.futures import Executor

CHUNK = 20  # games a task: some 10 to 250 ms of work


B = TypeVar("B", bound=Callable[..., Action])
T = TypeVar("T")


class Bot(Protocol):
    """Chooses one of the legal actions from what its seat may know; `rng` is all the chance that it has."""

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action: ...


class RandomBot:
    """Any legal action, all equally likely."""

    blind = True

    def __call__(self, view: Any, legal: list[Action], rng: Random) -> Action:
        """One of `legal`."""
        return legal[int(rng.random() * len(legal))]

    def __reduce__(self) -> str:
        return "random_bot"


random_bot = RandomBot()


def advance(state: Any, choice: Any) -> None:
    """Carry out a choice unchecked and untold; for search. The choice must be legal."""
    frame = state.todo[-1]
    frame.step.take(state, frame, choice)


class Streams:
    """Luck that stays where it is: each kind of step of each seat has a generator of its own.

    So a card more drawn by one seat does not change what another rolls, and games of the same seed differ by what
    was chosen and less by luck.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._of: dict[tuple[str, Seat | None], Random] = {}

    def of(self, step: str, seat: Seat | None) -> Random:
        """The generator of a kind of step, by its name, and of the seat that chooses or draws, if there is one."""
        found = self._of.get((step, seat))
        if found is None:
            found = self._of[step, seat] = Random(self.seed + crc32(f"{step} {seat}".encode()))
        return found


def playout(state: Any, bots: Sequence[Bot], rng: Random | Streams) -> End:
    """Play a position to its end, in place, untold; bots, one a seat, are called in their turn.

    ValueError for another number of bots, and for a bot that chooses what is not legal.
    """
    todo = state.todo
    if len(bots) != state.seats:
        raise ValueError(f"There are {state.seats} seats but {len(bots)} bots.")
    if isinstance(rng, Random) and all(bot is random_bot for bot in bots):
        run_out(state, rng)
    while todo:
        frame = todo[-1]
        step = frame.step
        if step.kind == AUTO:
            step.take(state, frame, None)
            continue
        seat = step.seat(state, frame)
        luck = rng.of(step.name, seat) if isinstance(rng, Streams) else rng
        if step.kind == CHANCE and luck is rng:
            step.run(state, frame, luck)
        elif step.kind == CHANCE:  # `run` may do several steps at once, of which each has a generator of its own
            step.take(state, frame, step.sample(state, frame, luck))
        else:
            bot = bots[seat]
            view = None if getattr(bot, "blind", False) else state.seen_by(seat)
            moves = step.moves(state, frame)
            choice = bot(view, moves.copy(), luck)  # a step may keep its list and hand it out again
            if choice not in moves:
                raise ValueError(f"The bot of seat {seat + 1} chose {told(choice)}, which is not legal here.")
            step.take(state, frame, choice)
    end: End = state.result
    return end


def fair(bot: B) -> B:
    """Declare that a bot reads of any position only what the seat that is to choose may know.

    A search may then play it on in a guessed position without making a view at each step. Tests compare what it
    chooses when it is shown everything.
    """
    bot.fair = True  # type: ignore[attr-defined]
    return bot


def choose(state: State[Any], bot: Bot, rng: Random) -> Action:
    """The action of a bot at a Decision node. ValueError at any other node, and for an action that is not legal."""
    legal = state.legal
    node = state.node
    assert isinstance(node, Decision)
    action = bot(state.seen_by(node.seat), list(legal), rng)
    if action not in legal:
        raise ValueError(f"The bot of seat {node.seat + 1} chose {told(action)}, which is not legal here.")
    return action


@dataclass
class Tally:
    """Sufficient statistics of simulated games; tallies add up."""

    games: int = 0
    wins: list[Fraction] = field(default_factory=list)
    """For each seat the games won; a shared win counts as a share."""
    score_sums: list[int] = field(default_factory=list)
    score_squares: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    """How the games ended."""

    def add(self, end: End) -> None:
        """Count one game."""
        if not self.games:
            seats = len(end.scores)
            self.wins, self.score_sums, self.score_squares = [Fraction(0)] * seats, [0] * seats, [0] * seats
        self.games += 1
        self.reasons[end.reason] += 1
        for seat in end.winners:
            self.wins[seat] += Fraction(1, len(end.winners))
        for seat, score in enumerate(end.scores):
            self.score_sums[seat] += score
            self.score_squares[seat] += score * score

    def __add__(self, other: Tally) -> Tally:
        if not self.games or not other.games:
            return other if other.games else self
        return Tally(
            self.games + other.games,
            [a + b for a, b in zip(self.wins, other.wins, strict=True)],
            [a + b for a, b in zip(self.score_sums, other.score_sums, strict=True)],
            [a + b for a, b in zip(self.score_squares, other.score_squares, strict=True)],
            self.reasons + other.reasons,
        )

    def win_rate(self, seat: int) -> tuple[float, float]:
        """Share of games won by a seat, and its standard error. ValueError before the first game, and for no seat."""
        if not self.games:
            raise ValueError("No game has been counted yet.")
        if seat not in range(len(self.wins)):
            raise ValueError(f"There is no seat {told(seat)}; the seats are 0 to {len(self.wins) - 1}.")
        p = float(self.wins[seat] / self.games)
        return p, (p * (1 - p) / self.games) ** 0.5


def simulate(
    game: Game | str,
    seats: int,
    bots: Bot | str | Sequence[Bot | str],
    games: int,
    seed: int | str,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Tally:
    """Play `games` games; the same result for any number of workers.

    `game`: a game or its id. `bots`: one for all seats, or one a seat, each a bot or the name of one of the
    game's own (`game.bots`); with an executor of processes they must pickle. Each chunk of games has its own
    generator, seeded by (seed, chunk number). `progress(done, games)` is called as chunks come in.

    ValueError for an unknown game or bot, a bad seat count, option, seed, number of games or bots, and for a bot
    that chooses what is not legal.
    """
    if not isinstance(game, Game):
        from . import game as game_of  # the package itself, which imports this module

        game = game_of(game)
    game.check(seats, options)
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise ValueError(f"The number of games is a whole number from 0 up, not {games!r}.")
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"The seed is a whole number or a text, not {told(seed)}.")
    given = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * seats
    if len(given) != seats:
        raise ValueError(f"There are {seats} seats but {len(given)} bots.")
    team = [named_bot(game, bot) for bot in given]
    sizes = [min(CHUNK, games - first) for first in range(0, games, CHUNK)]
    tasks = [(game, seats, options, team, size, f"{seed}/{index}") for index, size in enumerate(sizes)]
    played = in_chunks(_play_chunk, tasks, sizes, executor, progress)
    return sum(played, Tally())


def in_chunks(
    play: Callable[..., T],
    tasks: Sequence[tuple[Any, ...]],
    sizes: Sequence[int],
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> list[T]:
    """What `play` gives for each task, in order, here or by an executor. `sizes`: the games of each."""
    done, games = 0, sum(sizes)
    found: dict[int, T] = {}
    if executor is None:
        parts: Iterable[tuple[int, Callable[[], T]]] = ((i, partial(play, *task)) for i, task in enumerate(tasks))
    else:
        from concurrent.futures import as_completed  # slow to import, and rarely wanted

        futures = {executor.submit(play, *task): index for index, task in enumerate(tasks)}
        parts = ((futures[future], future.result) for future in as_completed(futures))
    for index, part in parts:
        found[index] = part()
        done += sizes[index]
        if progress:
            progress(done, games)
    return [found[index] for index in range(len(tasks))]


def named_bot(game: Game, bot: Any) -> Bot:
    """A bot, or the game's own of this name."""
    named: Mapping[str, Bot] = getattr(game, "bots", {})
    if isinstance(bot, str) and bot in named:
        return named[bot]
    if callable(bot):
        return cast(Bot, bot)
    raise ValueError(f"{game.title} has no bot {told(bot)}; it has {', '.join(named)}.")


def _play_chunk(
    game: Game, seats: int, options: Mapping[str, Any], bots: list[Bot], games: int, seed: str
) -> Tally:
    rng = Random(seed)
    tally = Tally()
    for _ in range(games):
        tally.add(playout(game.start(seats, **options), bots, rng))
    return tally
