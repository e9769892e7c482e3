"""What a lesson predicts, runs and explains: experiments, by name. Each game's are in a module of its own.

An experiment ties a question of the bank to outcomes on which chips can be put, to the dice or cards that are
thrown for a run, to the paths its exact answer is summed from, and to positions of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from pathlib import Path as FilePath
from random import Random
from typing import Any

from plotly.graph_objects import Figure

import gamelib
from gamelib import Dist, Question, Record
from gamelib.bank.question import Misconception
from gamelib.number_format import format_answer
from gamelib.validation import short_repr as short_repr

from ..chart.seen import GAP as GAP
from ..chart.seen import Piece as Piece
from ..chart.seen import Seen as Seen
from ..chart.seen import dice as dice
from ..page.corrected import game_here
from .reckon import LineError, reckon

GAMES = FilePath(__file__).parent.parent / "games"
CLASSICS = "classics"
"""Where experiments without a game are: coins, dice, urns."""
_REGISTERED: dict[str, dict[str, Experiment]] = {}
"""Group -> name -> experiment: what `register_experiments` was given."""
MOST_CALLS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """What a mini-table shows at one moment; without moves its game is over."""

    pieces: tuple[Piece, ...]
    say: str
    ask: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a sample space: `weight` equally likely cases. `say`: why it counts, or why not."""

    text: str
    good: bool
    say: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Space:
    """A sample space that the pupil writes down first, before anything is asked of it.

    A list or a tree has `rows`, words of one letter a step: "HHT". A grid has the heads of its rows and of its columns.
    """

    form: str
    """list, grid or tree."""
    ask: str
    rows: tuple[str, ...] = ()
    heads: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Of a grid: what is asked of the rows and of the columns, and what they are."""


@dataclass(frozen=True, slots=True)
class Cells:
    """To build: tap the cells that count. `rows` and `columns` head the grid; "die 3" is drawn as a die."""

    ask: str
    of: str
    """What the cells count, in the plural: "pairs"."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]
    """Row by row."""
    space: Space | None = None
    """What is to be written down before; none where the cells are given."""
    then: tuple[Level, ...] = ()
    """What is asked when the cells are found."""

    @property
    def good(self) -> frozenset[int]:
        """The numbers of the cells that count."""
        return frozenset(n for n, cell in enumerate(self.cells) if cell.good)

    def share(self, tapped: Iterable[int]) -> Fraction:
        """The chance that the tapped cells give."""
        return Fraction(sum(self.cells[n].weight for n in tapped), sum(cell.weight for cell in self.cells))


@dataclass(frozen=True, slots=True)
class Twig:
    """A branch of a drawn tree with its chance, `under` the texts from the root. `good`: it counts, or not."""

    text: str
    chance: str
    under: tuple[str, ...] = ()
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One branch of a tree to grow: a question, the right piece, wrong pieces with a reply each."""

    ask: str
    right: str
    wrong: tuple[tuple[str, str], ...]
    twigs: tuple[Twig, ...] = ()
    """What the right piece lets grow on the tree that is drawn beside."""

    def __post_init__(self) -> None:
        """A wrong piece that comes to the right number at these settings, or stands there already, is none."""
        wrong = {text: reply for text, reply in reversed(self.wrong) if not _alike(text, self.right)}
        object.__setattr__(self, "wrong", tuple(wrong.items())[::-1])

    @property
    def options(self) -> tuple[str, ...]:
        """The right piece first; the page shows them in an order of its own."""
        return (self.right, *(text for text, _ in self.wrong))


def _alike(one: str, other: str) -> bool:
    """Whether two pieces say the same: in words, or as lines of arithmetic that come to the same number."""
    if one == other:
        return True
    with suppress(LineError):
        return reckon(one).value == reckon(other).value
    return False


@dataclass(frozen=True, slots=True)
class Grow:
    """To build: the answer grows branch by branch."""

    ask: str
    levels: tuple[Level, ...]
    space: Space | None = None
    """What is to be written down before."""


@dataclass(frozen=True, slots=True)
class Sort:
    """To build: the steps of the reasoning, here in the right order."""

    ask: str
    steps: tuple[str, ...]
    then: tuple[Level, ...] = ()
    """What is asked when the order is found."""


Build = Cells | Grow | Sort


def levels(built: Build) -> tuple[Level, ...]:
    """The questions with options that are asked of it, in their order."""
    return built.levels if isinstance(built, Grow) else built.then


@dataclass(frozen=True, slots=True)
class Path:
    """One way to a part of the answer; the terms of all paths add up to the exact answer."""

    label: str
    term: Fraction
    sum: str
    """The term as it is worked out: "5 of 36 pairs", "2/3 × 7/12"."""
    detail: str = ""
    place: Hashable = None
    """What `Experiment.after` needs to open the position it leads to; None if it leads to none."""


@dataclass(frozen=True)
class Experiment:
    """Something that can be predicted, run and worked out. Functions take the question's settings as keywords."""

    outcomes: Callable[..., Dist[Any]]
    """The exact distribution over the outcomes that chips are put on."""
    see: Callable[..., Seen]
    """One run, `see(rng, **settings)`: an outcome found with dice or cards, not from `outcomes`, and what is seen."""
    what: str
    """What the outcomes are, in words, for the axis."""
    question: str = ""
    """Its id in the bank; none for an experiment that only serves as an example."""
    own: Question | None = None
    """Its question, where that stands in no bank."""
    asked: Callable[..., bool] | None = None
    """`asked(outcome, **settings)`: whether the outcome is what the question asks the chance of. None for a mean."""
    worth: Callable[..., Fraction] | None = None
    """`worth(outcome, **settings)`: what the outcome counts in the mean; None for outcomes that are numbers."""
    asked_words: str = ""
    """The asked outcomes and the others in words that the settings fill: "worth {least} or more|worth less"."""
    unit: str = ""
    """What a mean counts, in words: "cards that come to your debt"."""
    names: Mapping[Any, str] = field(default_factory=dict)
    """Words for outcomes that are no numbers to show."""
    paths: Callable[..., list[Path]] | None = None
    build: Callable[..., Build] | None = None
    """What the pupil builds in Why, before the paths are told."""
    lookup: Callable[..., tuple[tuple[str, ...], ...]] | None = None
    """What a result is worth, as rows of a small table; then the question need not say `format_answer` in words."""
    mini: Callable[..., Turn] | None = None
    """A small table of its own for Play, `mini(rng, moves, **settings)`: the moment after these moves, from a fresh
    generator each time. Without one, Play is a few runs, each called before."""
    lookup_late: bool = False
    """Whether `lookup` would tell what the mini-table asks, and is not shown beside it."""
    go: str = "Go"
    """What a run is called on its button: "Roll a gem"."""
    drawn: Callable[..., Figure] | None = None
    """The picture that explains the answer, if it is another than that of the question."""
    heaps: Mapping[str, Callable[..., Dist[Any]]] = field(default_factory=dict)
    """Of mistakes of its question or of `thoughts`, by name: the distribution that somebody expects who thinks so."""
    thoughts: tuple[Misconception, ...] = ()
    """Mistakes that chips may show and no typed number would: beside those of the bank, for the prediction alone."""
    headline: Callable[..., str] | None = None
    """The sentence over the outcomes, if it is another than that over the question's picture."""
    start: Callable[..., Record] | None = None
    """The position in which the question comes up, a person to choose at the first seat."""
    after: Callable[..., Record] | None = None
    """`after(place, **settings)`: the position that a path leads to."""

    @property
    def asks(self) -> Question:
        """Its question of the bank. ValueError if it has none."""
        return self.own or question(self.question)

    def counts(self, outcome: Any, settings: Mapping[str, Any]) -> Fraction:
        """What an outcome counts in the mean."""
        return self.worth(outcome, **settings) if self.worth else Fraction(outcome)

    def answer(self, settings: Mapping[str, Any]) -> Fraction:
        """The answer as its own outcomes give it: the chance of the asked ones, or the mean."""
        dist = self.outcomes(**settings)
        if self.asked:
            return sum((dist.p(outcome) for outcome in dist if self.asked(outcome, **settings)), Fraction(0))
        return sum((dist.p(outcome) * self.counts(outcome, settings) for outcome in dist), Fraction(0))

    def sides(self, settings: Mapping[str, Any]) -> tuple[str, str]:
        """The asked outcomes and the others in words."""
        asked, others = self.asked_words.format_map(settings).split("|")
        return asked, others

    def name(self, outcome: Any) -> str:
        """An outcome in words."""
        return self.names.get(outcome, str(outcome))

    def calls(self, settings: Mapping[str, Any]) -> dict[str, frozenset[Any]]:
        """What can be called before a run of the mini-table: words -> the outcomes that make it come true."""
        outcomes = list(self.outcomes(**settings))
        if self.asked:
            yes = frozenset(outcome for outcome in outcomes if self.asked(outcome, **settings))
            return dict(zip(self.sides(settings), (yes, frozenset(outcomes) - yes), strict=True))
        if len(outcomes) <= MOST_CALLS:
            return {self.name(outcome): frozenset({outcome}) for outcome in outcomes}
        half = len(outcomes) // 2
        words = f"up to {self.name(outcomes[half - 1]).rpartition('–')[2]}", "more"
        return dict(zip(words, (frozenset(outcomes[:half]), frozenset(outcomes[half:])), strict=True))

    def shown(self, values: Mapping[Any, Any]) -> dict[Any, Any]:
        """A mapping by outcome as a figure takes it: numbers stay, named outcomes are called by their names."""
        return {self.name(outcome) if self.names else outcome: value for outcome, value in values.items()}


def question(id: str) -> Question:
    """A question of the bank by its id. ValueError if there is none."""
    if not isinstance(id, str):
        raise ValueError(f"A question is named by its id, not by {short_repr(id)}.")
    for asked in gamelib.questions():
        if asked.id == id:
            return asked.for_game(game_here(asked.game)) if asked.game else asked
    raise ValueError(
        f"There is no question {short_repr(id)} in the bank.{_near(id, [one.id for one in gamelib.questions()])}"
    )


def experiment(name: str) -> Experiment:
    """The experiment "game/name". ValueError if there is none."""
    if not isinstance(name, str):
        raise ValueError(f"An experiment is named by a text, not by {short_repr(name)}.")
    game, _, own = name.partition("/")
    experiments = _experiments(game)
    if own not in experiments:
        raise ValueError(f"There is no experiment {short_repr(name)}.{_near(name, names()) or _there(name)}")
    return experiments[own]


def _near(name: str, known: list[str]) -> str:
    """What may have been meant, as a sentence behind another one."""
    near = get_close_matches(name, known, 3)
    return f" Do you mean {' or '.join(near)}?" if near else ""


def _there(name: str) -> str:
    """What there is: the experiments of the game that was named, or the first parts of all names."""
    game = name.partition("/")[0]
    own = [f"{game}/{one}" for one in _experiments(game)]
    rooms = dict.fromkeys(one.partition("/")[0] + "/…" for one in names())
    return f" There are {', '.join(own or rooms)}."


def names() -> list[str]:
    """All experiments, of every game that has any."""
    return [f"{game}/{name}" for game in (CLASSICS, *gamelib.all_games()) for name in _experiments(game)]


def _experiments(game: str) -> dict[str, Experiment]:
    """Those of a game, or of none (CLASSICS), by name. The module of a game is loaded when it is first asked for."""
    known = game in _REGISTERED or game not in gamelib.all_games()
    if not known and (GAMES / game / "lessons" / "experiments.py").is_file():
        import_module(f"..games.{game}.lessons.experiments", __package__)
    return _REGISTERED.get(game, {})


def register_experiments(group: str, experiments: Mapping[str, Experiment]) -> None:
    """Make experiments known as "group/name". `group`: the id of a game, or CLASSICS."""
    _REGISTERED[group] = dict(experiments)


def run(made: Experiment, rng: Random, settings: Mapping[str, Any], n: int) -> list[Any]:
    """The outcomes of n runs."""
    return [made.see(rng, **settings).outcome for _ in range(n)]


def bet(made: Experiment, settings: Mapping[str, Any], manner: str, outcome: Any) -> str:
    """The name under which an outcome is counted: its own, or that of the asked outcomes or the others."""
    if manner == "fraction":
        assert made.asked is not None
        yes, no = made.sides(settings)
        return yes if made.asked(outcome, **settings) else no
    return made.name(outcome)


def bets(made: Experiment, settings: Mapping[str, Any], manner: str) -> tuple[list[str], dict[str, Fraction]]:
    """What chips are put on: the names in order, and the exact chance of each."""
    dist: Dist[Any] = made.outcomes(**settings)
    exact: dict[str, Fraction] = dict.fromkeys(made.sides(settings), Fraction(0)) if manner == "fraction" else {}
    for outcome in dist:
        name = bet(made, settings, manner, outcome)
        exact[name] = exact.get(name, Fraction(0)) + dist.p(outcome)
    return list(exact), exact


def told_answer(asks: Question, value: Fraction) -> str:
    """An answer of the question in words."""
    return format_answer(value, asks.kind == "chance")
