"""Rule riddles, made from positions, and judged in any position. One answer is right.

`riddle(game, kind, rng)` makes one of `KINDS` (see `riddle_kinds`); a run mixes them. Positions come from the game's
shows and from what its rules refuse, a few random steps on, so that little lies on the table. Every answer is judged by
the engine itself: an action by `why_not`, what follows by applying it, an outcome by its exact distribution. `rights`
judges the answers in any position, so that worlds which look the same can be asked, too. What a game lists in
`decisions.toml` is asked in positions of the shows of its rules, as they are or changed a little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, cached_property, partial
from itertools import islice
from random import Random
from typing import Any

from ..base_game import Game
from ..nodes import Action, Chance, Decision, End
from ..play import choose, random_bot
from ..state import State
from .decisions import ACT, REMEDY, WHAT, Change, Theme, changed, noted, theme, themes
from .prepared import best_of
from .riddle_kinds import BETTER, FEWEST, KINDS, NAMES, OF_WHAT_FOLLOWS, THEMED, NoRiddleError, Riddle, Survey
from .shows import Show, refusals, shows
from .worlds import near

MOST_STEPS = 6
"""Random steps from the position of a show."""
MOST_TRIED = 400
"""Positions that are tried for one riddle."""
MOST_TRIED_ABOUT = 40
"""Those that are tried for one about certain rules; another kind may do better."""
REFUSED = 4
"""How much oftener a position is one in which something is refused than one that shows a rule."""
ASKED = 0.3
"""How often a position is one of those that themes list."""
CHANGED = 0.7
"""How often the position of a show is changed for a theme."""
MOST_ENDS = 60
"""Positions near the end that are tried."""


@cache
def _last(game: Game) -> tuple[Show, ...]:
    """The shows whose step ends a game; none where the table says who is ahead."""
    if not noted(game, "decides"):
        return ()
    return tuple(
        show
        for show in shows(game).values()
        if isinstance(show.step, Action) and show.ruling is None and isinstance(show.after.node, End)
    )


def _ends(game: Game, rng: Random, about: Collection[str]) -> Iterator[Survey]:
    """Positions like those whose step ends a game."""
    ending = [show for show in _last(game) if not about or show.rule in about]
    while ending:
        worlds = near(game, ending[int(rng.random() * len(ending))].position)
        for state in islice(worlds, int(rng.random() * MOST_STEPS**2), None):
            if isinstance(state.node, Decision) and len(state.legal):
                yield Survey(state, rng)
                break


def _places(game: Game, rng: Random, about: Collection[str]) -> Iterator[Survey]:
    """Positions of shows, refusals and themes, of some rules or of all, a few random steps on, to the next decision."""
    both = (*shows(game).items(), *REFUSED * tuple(refusals(game).items()))
    texts = [show.position for rule, show in both if show.choice and (not about or rule in about)]
    asked = [one for one in themes(game) if one.entry.get("positions") and (not about or one.rules[0] in about)]
    while texts or asked:
        if asked and (not texts or rng.random() < ASKED):
            here = asked[int(rng.random() * len(asked))].positions(rng)
        else:
            here = texts
        state: State[Any] = game.position(here[int(rng.random() * len(here))])
        steps = int(rng.random() * (MOST_STEPS if not about else MOST_STEPS // 2))
        for n in range(MOST_STEPS * MOST_STEPS):
            node = state.node
            if n >= steps and not isinstance(node, Chance):
                break
            if isinstance(node, Decision) and not len(state.legal):
                break  # a position that was built may lead where no game can
            if isinstance(node, Decision):
                state.apply(choose(state, random_bot, rng))
            elif isinstance(node, Chance):
                state.apply(node.sample(rng))
        if state.todo and isinstance(state.node, Decision) and len(state.legal):
            yield Survey(state, rng)


def about_theme(theme: Theme, rng: Random) -> Iterator[Survey]:
    """Positions in which what a theme asks may come: those of its rules' shows, as they are or changed a little."""
    texts = [show.position for rule, show in shows(theme.game).items() if rule in theme.rules and show.choice]
    while True:
        said = theme.positions(rng)
        text = (texts + said * max(1, len(texts)))[int(rng.random() * (len(texts) + len(said) * max(1, len(texts))))]
        state: State[Any] = theme.game.position(text)
        if rng.random() < CHANGED:
            state = next(islice(near(theme.game, text), int(rng.random() * MOST_STEPS**2), None), state)
        if state.todo and (isinstance(state.node, Chance) or len(state.legal)):
            yield Survey(state, rng)


def positions(game: Game, rng: Random) -> Iterator[State[Any]]:
    """Positions of shows and of what rules refuse, a few random steps on, where somebody is to choose; without end."""
    return (place.state for place in _places(game, rng, ()))


def riddle_rules(game: Game, rules: Collection[str]) -> frozenset[str]:
    """What riddles are about where these rules matter: all of their sections that somebody meets by choosing.

    None, which is all of the game, where these are fewer than `FEWEST`: rules of a setup, say.
    """
    sections = {game.rules[rule].section for rule in rules if not game.rules[rule].question}
    of_sections = frozenset(
        rule
        for rule, show in shows(game).items()
        if game.rules[rule].section in sections and isinstance(show.step, Action)
    )
    return of_sections if len(of_sections) >= FEWEST else frozenset()


def riddle(game: Game, kind: str, rng: Random, about: Collection[str] = (), without: Collection[str] = ()) -> Riddle:
    """A riddle of a kind; with `about`, one in which one of these rules matters; `without`: themes that are not asked.

    LookupError if no position that is tried makes one; ValueError for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no riddle {kind!r}; there are {', '.join(KINDS)}.")
    for place, make in _tries(game, kind, rng, about, without):
        try:
            made = make(place)
        except NoRiddleError:
            continue
        if not about or not set(made.rules).isdisjoint(about):
            return made
    raise LookupError(f"{game.title} has no riddle {kind!r}.")


def _tries(
    game: Game, kind: str, rng: Random, about: Collection[str], without: Collection[str]
) -> Iterator[tuple[Survey, Callable[[Survey], Riddle]]]:
    """Positions that are tried for a riddle of a kind, with what makes it."""
    if kind in THEMED:
        left = [
            one
            for one in themes(game)
            if one.kind == kind and one.id not in without and (not about or one.rules[0] in about)
        ]
        for theme in sorted(left, key=lambda _: rng.random()):
            for place in islice(about_theme(theme, rng), MOST_TRIED_ABOUT):
                yield place, partial(THEMED[kind], only=theme)
        return
    places = _ends(game, rng, about) if kind == "wins" else _places(game, rng, about)
    most = MOST_ENDS if kind == "wins" else MOST_TRIED_ABOUT if about else MOST_TRIED
    for place in islice(places, most):
        yield place, KINDS[kind]


def check(riddle: Riddle) -> list[int]:
    """The numbers of the answers that the engine holds to be right, judged anew from the position alone."""
    return rights(riddle, riddle.state())


class _Judged:
    """A riddle asked in a position: what its kind may look at."""

    def __init__(self, riddle: Riddle, state: State[Any]) -> None:
        self.riddle, self.state, self.game, self.names = riddle, state, riddle.game, NAMES[: state.seats]
        self.after = state.child(riddle.named) if riddle.kind in OF_WHAT_FOLLOWS and self.may else state

    @property
    def may(self) -> bool:
        """Whether the named step can be taken."""
        return self.riddle.named in _steps(self.state)

    @cached_property
    def legal(self) -> set[Action]:
        """The answers that are actions which the rules allow."""
        actions = [one.of for one in self.riddle.choices if isinstance(one.of, Action)]
        return {one for one in actions if self.state.why_not(one) is None}

    def least(self, most: bool = False) -> Any:
        """The legal answer with the smallest number, or the largest; None if none is legal."""
        return (max if most else min)(self.legal, key=lambda one: one.args, default=None)

    def allows(self, change: Change) -> bool:
        """Whether the named action may be done with this otherwise."""
        assert isinstance(self.riddle.named, Action)
        try:
            return changed(self.state, change).why_not(self.riddle.named) is None
        except ValueError:
            return False  # there can be no such position

    @cached_property
    def best(self) -> set[Action]:
        """The legal answers that bring most of what is asked for."""
        asked = theme(self.game, self.riddle.theme)
        worth = {act: value for act in self.legal if (value := asked.measure(self.state.child(act))) is not None}
        return {act for act, value in worth.items() if value == max(worth.values())}

    @cached_property
    def comes(self) -> str | None:
        """What comes of the named step, in words."""
        return theme(self.game, self.riddle.theme).answer(self.after, self.names, _seat(self.state))


JUDGES: dict[str, Callable[[_Judged, Any], bool]] = {
    "legal": lambda j, of: of in j.legal,
    "illegal": lambda j, of: of not in j.legal,
    "least": lambda j, of: bool(j.legal) and of == j.least(),
    "most": lambda j, of: bool(j.legal) and of == j.least(most=True),
    REMEDY: lambda j, of: j.allows(of),
    "wins": lambda j, of: bool(of == (j.after.node.winners if isinstance(j.after.node, End) else ())),
    "rule": lambda j, of: any(of in (event.rule, *event.also) for event in j.after.events),
    ACT: lambda j, of: of in j.best,
    WHAT: lambda j, of: bool(of == j.comes),
}
"""Kind of riddle -> whether an answer to it is right."""


def rights(riddle: Riddle, state: State[Any]) -> list[int]:
    """The numbers of the answers that are right in a position, which may be another than the riddle's."""
    if riddle.kind == BETTER:
        return best_of(riddle, state)
    judged = _Judged(riddle, state)
    if riddle.kind in OF_WHAT_FOLLOWS and not judged.may:
        return []
    return [n for n, choice in enumerate(riddle.choices) if JUDGES[riddle.kind](judged, choice.of)]


def asked_in(riddle: Riddle, state: State[Any]) -> bool:
    """Whether the riddle can be asked in a position: what its question tells of it is so there."""
    if riddle.kind == REMEDY:
        return isinstance(riddle.named, Action) and state.why_not(riddle.named) is not None
    if riddle.kind != WHAT:
        return True
    if riddle.named not in _steps(state):
        return False
    asked, after = theme(riddle.game, riddle.theme), state.child(riddle.named)
    return asked.prompt(riddle.named, after, NAMES[: state.seats], _seat(state)) == riddle.prompt


def _steps(state: State[Any]) -> Collection[Any]:
    """What may be done, or come."""
    return tuple(state.node.dist()) if isinstance(state.node, Chance) else state.legal


def _seat(state: State[Any]) -> int | None:
    return getattr(state.node, "seat", None)
