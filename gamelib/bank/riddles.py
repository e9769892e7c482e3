"""Rule riddles, made from positions, and judged in any position. One answer is right.

`riddle(game, kind, rng)` makes one of `KINDS` (see `riddle_kinds`); a run mixes them. Positions come from the game's
shows and from what its rules refuse, a few random steps on, so that little lies on the table. Every answer is judged by
the engine itself: an action by `why_not`, what follows by applying it, an outcome by its exact distribution. `rights`
judges the answers in any position, so that worlds which look the same can be asked, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache, cached_property
from itertools import islice
from random import Random
from typing import Any

from ..dist import Dist
from ..game import Game
from ..nodes import Action, Chance, Decision, End
from ..play import choose, random_bot
from ..state import State
from .prepared import best_of
from .riddle_kinds import BETTER, FEWEST, KINDS, NAMES, OF_CHANCE, OF_WHAT_FOLLOWS, NoRiddleError, Place, Riddle
from .shows import Show, refusals, shows
from .worlds import near

MOST_STEPS = 6
"""Random steps from the position of a show."""
MOST_TRIED = 400
"""Positions that are tried for one riddle."""
MOST_TRIED_ABOUT = 40
"""Those that are tried for one about certain rules; another kind may do better."""
MOST_ENDS = 60
"""Positions near the end that are tried."""


@cache
def _last(game: Game) -> tuple[Show, ...]:
    """The shows whose step ends a game."""
    return tuple(show for show in shows(game).values()
                 if isinstance(show.step, Action) and show.ruling is None and isinstance(show.after.node, End))


def _ends(game: Game, rng: Random, about: Collection[str]) -> Iterator[Place]:
    """Positions like those whose step ends a game."""
    found = [show for show in _last(game) if not about or show.rule in about]
    while found:
        worlds = near(game, found[int(rng.random() * len(found))].position)
        for state in islice(worlds, int(rng.random() * MOST_STEPS**2), None):
            if isinstance(state.node, Decision) and len(state.legal):
                yield Place(state, rng)
                break


def _places(game: Game, rng: Random, about: Collection[str], chance: bool) -> Iterator[Place]:
    """Positions of shows and refusals, of some rules or of all, a few random steps on; without `chance` on to the next
    decision."""
    both = (*shows(game).items(), *refusals(game).items())
    found: list[Show] = [show for rule, show in both if show.choice and (not about or rule in about)]
    while found:
        state = found[int(rng.random() * len(found))].before()
        steps = int(rng.random() * (MOST_STEPS if not about else MOST_STEPS // 2))
        for n in range(MOST_STEPS * MOST_STEPS):
            node = state.node
            if n >= steps and (chance or not isinstance(node, Chance)):
                break
            if isinstance(node, Decision) and not len(state.legal):
                break  # a position that was built may lead where no game can
            if isinstance(node, Decision):
                state.apply(choose(state, random_bot, rng))
            elif isinstance(node, Chance):
                state.apply(node.sample(rng))
        if state.todo and (isinstance(state.node, Chance) or len(state.legal)):
            yield Place(state, rng)


def positions(game: Game, rng: Random) -> Iterator[State[Any]]:
    """Positions of shows and of what rules refuse, a few random steps on, where somebody is to choose; without end."""
    return (place.state for place in _places(game, rng, (), False))


def riddle_rules(game: Game, rules: Collection[str]) -> frozenset[str]:
    """What riddles are about where these rules matter: all of their sections that somebody meets by choosing.

    None, which is all of the game, where these are fewer than `FEWEST`: rules of a setup, say.
    """
    sections = {game.rules[rule].section for rule in rules if not game.rules[rule].question}
    found = frozenset(rule for rule, show in shows(game).items()
                      if game.rules[rule].section in sections and isinstance(show.step, Action))
    return found if len(found) >= FEWEST else frozenset()


def riddle(game: Game, kind: str, rng: Random, about: Collection[str] = ()) -> Riddle:
    """A riddle of a kind; with `about`, one in which one of these rules matters.

    LookupError if no position that is tried makes one; ValueError for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"There is no riddle {kind!r}; there are {', '.join(KINDS)}.")
    places = _ends(game, rng, about) if kind == "wins" else _places(game, rng, about, kind in OF_CHANCE)
    most = MOST_ENDS if kind == "wins" else MOST_TRIED_ABOUT if about else MOST_TRIED
    for place in islice(places, most):
        try:
            made = KINDS[kind](place)
        except NoRiddleError:
            continue
        if not about or not set(made.rules).isdisjoint(about):
            return made
    raise LookupError(f"{game.title} has no riddle {kind!r}.")


def check(riddle: Riddle) -> list[int]:
    """The numbers of the answers that the engine holds to be right, judged anew from the position alone."""
    return rights(riddle, riddle.state())


class _Judged:
    """A riddle asked in a position: what its kind may look at."""

    def __init__(self, riddle: Riddle, state: State[Any]) -> None:
        named = riddle.named
        self.riddle, self.state, self.game, self.names = riddle, state, riddle.game, NAMES[: state.seats]
        self.ruling = state.why_not(named) if isinstance(named, Action) else None
        self.after = state.child(named) if riddle.kind in OF_WHAT_FOLLOWS and self.may else state

    @property
    def may(self) -> bool:
        """Whether the named action is one that the rules allow."""
        return isinstance(self.riddle.named, Action) and self.ruling is None

    @cached_property
    def legal(self) -> set[Action]:
        """The answers that are actions which the rules allow."""
        actions = [one.of for one in self.riddle.choices if isinstance(one.of, Action)]
        return {one for one in actions if self.state.why_not(one) is None}

    def least(self, most: bool = False) -> Any:
        """The legal answer with the smallest number, or the largest; None if none is legal."""
        return (max if most else min)(self.legal, key=lambda one: one.args, default=None)

    @cached_property
    def remedy(self) -> str | None:
        """What would help, in words; None where nothing is refused, or nothing helps."""
        if self.ruling is None or not self.ruling.remedy:
            return None
        return self.game.words.say("remedies", self.ruling.remedy, self.ruling.values, self.names)

    @cached_property
    def told(self) -> list[str]:
        """What happens, in words."""
        return [self.game.say(event, self.names) for event in self.after.events]

    @cached_property
    def dist(self) -> Dist[Any] | None:
        """What may come up, where chance is to decide."""
        return self.state.node.dist() if isinstance(self.state.node, Chance) else None

    def likeliest(self, of: Any) -> bool:
        """Whether no other answer is likelier to come up."""
        return self.dist is not None and self.dist.p(of) == max(self.dist.p(one.of) for one in self.riddle.choices)


JUDGES: dict[str, Callable[[_Judged, Any], bool]] = {
    "may": lambda j, of: bool(of) is (j.ruling is None),
    "forbids": lambda j, of: j.ruling is not None and of == j.ruling.rule,
    "legal": lambda j, of: of in j.legal,
    "illegal": lambda j, of: of not in j.legal,
    "least": lambda j, of: bool(j.legal) and of == j.least(),
    "most": lambda j, of: bool(j.legal) and of == j.least(most=True),
    "remedy": lambda j, of: j.remedy is not None and of == j.remedy,
    "next": lambda j, of: of in j.told,
    "then": lambda j, of: bool(of == j.game.say(j.after.node, j.names)),
    "whose": lambda j, of: bool(of == getattr(j.after.node, "seat", None)),
    "wins": lambda j, of: bool(of == (j.after.node.winners if isinstance(j.after.node, End) else ())),
    "rule": lambda j, of: any(of in (event.rule, *event.also) for event in j.after.events),
    "never": lambda j, of: j.dist is not None and of not in j.dist,
}
"""Kind of riddle -> whether an answer to it is right; of the others the likeliest outcome is."""


def rights(riddle: Riddle, state: State[Any]) -> list[int]:
    """The numbers of the answers that are right in a position, which may be another than the riddle's."""
    if riddle.kind == BETTER:
        return best_of(riddle, state)
    judged = _Judged(riddle, state)
    if riddle.kind in OF_WHAT_FOLLOWS and not judged.may:
        return []
    right = JUDGES.get(riddle.kind, _Judged.likeliest)
    return [n for n, choice in enumerate(riddle.choices) if right(judged, choice.of)]
