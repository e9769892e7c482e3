"""Rule riddles, made from positions, and judged in any position. One answer is right.

`riddle(game, kind, rng)` makes one of `KINDS` (see `riddle_kinds`); a run mixes them. Positions come from the game's
shows and from what its rules refuse, a few random steps on, so that little lies on the table. Every answer is judged by
the engine itself: an action by `why_not`, what follows by applying it, an outcome by its exact distribution. `rights`
judges the answers in any position, so that worlds which look the same can be asked, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from ..game import Game
from ..nodes import Action, Chance, Decision, End
from ..play import choose, random_bot
from ..state import State
from .prepared import best_of
from .riddle_kinds import BETTER, FEWEST, KINDS, NAMES, OF_CHANCE, OF_WHAT_FOLLOWS, Choice, NoRiddleError, Place, Riddle
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


def rights(riddle: Riddle, state: State[Any]) -> list[int]:
    """The numbers of the answers that are right in a position, which may be another than the riddle's."""
    if riddle.kind == BETTER:
        return best_of(riddle, state)
    game, names, named = riddle.game, NAMES[: state.seats], riddle.named
    ruling = state.why_not(named) if isinstance(named, Action) else None
    after = state
    if riddle.kind in OF_WHAT_FOLLOWS:
        if ruling is not None or not isinstance(named, Action):
            return []
        after = state.child(named)
    texts = [game.say(event, names) for event in after.events] if riddle.kind == "next" else []
    dist = state.node.dist() if isinstance(state.node, Chance) else None
    actions = [one.of for one in riddle.choices if isinstance(one.of, Action)]
    legal = {one for one in actions if state.why_not(one) is None}

    def right(choice: Choice) -> bool:
        of = choice.of
        match riddle.kind:
            case "may":
                return bool(of) is (ruling is None)
            case "forbids":
                return ruling is not None and of == ruling.rule
            case "legal":
                return of in legal
            case "illegal":
                return of not in legal
            case "least":
                return bool(legal) and of == min(legal, key=lambda one: one.args)
            case "most":
                return bool(legal) and of == max(legal, key=lambda one: one.args)
            case "remedy":
                remedy = ruling.remedy if ruling is not None else None
                return bool(ruling and remedy and of == game.words.say("remedies", remedy, ruling.values, names))
            case "next":
                return of in texts
            case "then":
                return bool(of == game.say(after.node, names))
            case "whose":
                return bool(of == getattr(after.node, "seat", None))
            case "wins":
                return bool(of == (after.node.winners if isinstance(after.node, End) else ()))
            case "rule":
                return any(of in (event.rule, *event.also) for event in after.events)
            case "never":
                return dist is not None and of not in dist
        return dist is not None and dist.p(of) == max(dist.p(one.of) for one in riddle.choices)

    return [n for n, choice in enumerate(riddle.choices) if right(choice)]
