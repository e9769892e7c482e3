"""What a pupil has in hand: what is typed, built, put together, played, and what the page has said to it last. A class
sees it while it is worked on; nothing of it is judged here.

`at_hand` makes it from a pupil; `checked_hand` reads one that has come from elsewhere.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import gamelib

from ..page.protocol import Json
from ..page.texts import seen
from .building import MOST_ROWS
from .experiment import Build, Cells, Grow, Turn
from .limits import LONGEST_ANSWER, MOST_GAMES, MOST_MOVES, MOST_PAST, MOST_TRIES, SEEDS
from .plan import Plan
from .pupil import Pupil

MOST_TYPED = 6
"""So many answers of a question are told, the last ones."""
LONGEST_HELP = 300
_LONGEST_ROWS = 1200  # signs of a sample space that is told
_LONGEST_MODEL = 1000
EMPTY: Json = {"seed": 0, "typed": [], "built": [], "rows": [], "machine": [], "game": [], "help": ""}
"""Of a report that tells nothing of it, such as one by a code."""


def at_hand(pupil: Pupil) -> Json:
    """What this pupil has in hand. `typed`: of each question [number of its draw, text]; `built`: cells, an order or
    levels; `rows`: of a sample space; `machine`: [line, tries]; `game`: [which one, its moves]."""
    built, machine = pupil.building, pupil.machine
    begun = machine is not None and (pupil.machine_tries > 0 or pupil.laid != machine.start.text)
    game = pupil.games[-1]
    return {
        "seed": pupil.seed,
        "typed": [_typed(pupil, number) for number in range(len(pupil.answers))],
        "built": list(built.work) if built and (built.listed or isinstance(built.made, Grow)) else [],
        "rows": _whole(built.rows) if built else [],
        "machine": [pupil.laid, pupil.machine_tries] if begun else [],
        "game": [len(pupil.games), list(game)] if game else [],
        "help": seen(_said_last(pupil))[:LONGEST_HELP],
    }


def _typed(pupil: Pupil, number: int) -> list[list[Any]]:
    answers = (*pupil.past[number], pupil.answers[number])
    return [[answer.draw, seen(text)] for answer in answers for text in answer.tries][-MOST_TYPED:]


def _whole(rows: list[str]) -> list[str]:
    """As many rows as are told."""
    kept, left = [], _LONGEST_ROWS
    for row in rows:
        left -= len(row)
        if left < 0:
            break
        kept.append(row)
    return kept


def _said_last(pupil: Pupil) -> str:
    """What the page has said to the last try of the step that the pupil is at."""
    if pupil.at == "machine":
        return pupil.said_of_it
    if pupil.at == "why" and pupil.building is not None:
        return pupil.building.help
    if pupil.at == "check":
        return next((pupil.replies[n] for n in sorted(pupil.replies) if not pupil.settled(n)), "")
    return ""


# -- one that has come from elsewhere ------------------------------------------------------------


def checked_hand(data: Any, plan: Plan, questions: int) -> Json:
    """What a pupil of this lesson has in hand, read with care. ValueError, in a plain sentence, for what cannot be."""
    if data is None:
        return dict(EMPTY)
    if not isinstance(data, dict):
        raise ValueError("What a pupil has in hand is an object.")
    seed = data.get("seed")
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise ValueError("A report tells from which seed its numbers come.")
    made = plan.experiment.build(**plan.settings) if plan.experiment.build else None
    return {
        "seed": seed,
        "typed": _checked_typed(data.get("typed"), questions),
        "built": _checked_built(data.get("built"), made),
        "rows": _checked_rows(data.get("rows")),
        "machine": _checked_machine(data.get("machine"), plan),
        "game": _checked_game(data.get("game"), plan, seed),
        "help": seen(data.get("help") if isinstance(data.get("help"), str) else "")[:LONGEST_HELP],
    }


def _checked_typed(value: Any, questions: int) -> list[list[list[Any]]]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == questions
    fits = fits and all(isinstance(of, list) and len(of) <= MOST_TYPED for of in value)
    if not fits or not all(
        isinstance(one, list)
        and len(one) == 2
        and type(one[0]) is int
        and 0 <= one[0] <= MOST_PAST + MOST_TRIES
        and isinstance(one[1], str)
        and len(one[1]) <= LONGEST_ANSWER
        for of in value
        for one in of
    ):
        raise ValueError("What was typed is a few short texts for each question.")
    return [[[draw, seen(text)] for draw, text in of] for of in value]


def _checked_built(value: Any, made: Build | None) -> list[int]:
    if value == []:
        return []
    most = (
        0
        if made is None
        else len(made.cells)
        if isinstance(made, Cells)
        else (len(made.levels) if isinstance(made, Grow) else len(made.steps))
    )
    fits = isinstance(value, list) and len(value) <= most and all(type(n) is int and 0 <= n < most for n in value)
    if not fits or (not isinstance(made, Grow) and len(set(value)) < len(value)):
        raise ValueError("What is built is made of the parts that are there.")
    return list(value)


def _checked_rows(value: Any) -> list[str]:
    fits = isinstance(value, list) and len(value) <= MOST_ROWS and all(isinstance(row, str) for row in value)
    if not fits or sum(map(len, value)) > _LONGEST_ROWS:
        raise ValueError("A sample space is told in a few rows.")
    return [text for row in value if (text := seen(row))]


def _checked_machine(value: Any, plan: Plan) -> list[Any]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and plan.has("machine")
    if not fits or len(value[0]) > _LONGEST_MODEL or type(value[1]) is not int or not 0 <= value[1] <= MOST_TRIES:
        raise ValueError("What is put together is a model in a line.")
    return [gamelib.model(value[0]).text, value[1]]


def _checked_game(value: Any, plan: Plan, seed: int) -> list[Any]:
    if value == []:
        return []
    fits = isinstance(value, list) and len(value) == 2 and type(value[0]) is int and 0 < value[0] <= MOST_GAMES
    fits = fits and isinstance(value[1], list) and 0 < len(value[1]) <= MOST_MOVES
    if not fits or not all(type(n) is int and 0 <= n < 400 for n in value[1]) or played_turn(plan, seed, value) is None:
        raise ValueError("A game at the small table is told by its moves.")
    return [value[0], list(value[1])]


def played_turn(plan: Plan, seed: int, game: list[Any]) -> Turn | None:
    """The moment of a game at the small table that these moves lead to; None if they cannot."""
    mini = plan.experiment.mini
    with suppress(ValueError, IndexError, KeyError):
        if mini is not None:
            for n, move in enumerate(game[1]):
                if move >= len(mini(Random(f"{seed} game {game[0]}"), tuple(game[1][:n]), **plan.settings).moves):
                    return None
            return mini(Random(f"{seed} game {game[0]}"), tuple(game[1]), **plan.settings)
    return None
