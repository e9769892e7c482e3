"""A mini-table of the lessons on The Sultan's Wishes: only the plates, and whether to close under one or to wait."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gamelib.wishes.questions.plates import left_plates

from ...lesson.experiment import Piece, Turn
from .lesson_games import GAME, NO_FULFILLING


def pays(name: str) -> int | None:
    """The extra points of a plate; None where nobody may fulfil a wish."""
    row = GAME.tables.plates[name]
    return None if row.does == NO_FULFILLING else row.extra


def called(name: str) -> str:
    """A plate with what it pays: "Mean: +3"."""
    extra = pays(name)
    return f"{GAME.words.card(name)}: {'forbids' if extra is None else f'+{extra}'}"


def wait(rng: Random, moves: Sequence[int], plates: int, gone: str) -> Turn:
    """Plate after plate: close under it, or wait for the next; at the end all of them lie open."""
    shown = rng.sample(left_plates(gone), plates)
    for n, name in enumerate(shown):
        extra, last = pays(name), n == plates - 1
        if last and extra is None:
            return Turn(_row(shown, plates), "The last plate forbids it: the wish stays open, and you get nothing.")
        options = [] if extra is None else [f"Close: {extra} extra"]
        options += [] if last else ["Wait for the next plate"]
        if n == len(moves):
            say = f"Plate {n + 1} of {plates}. " + (
                "Under this one nobody may fulfil a wish." if extra is None else f"It pays {extra}.")  # fmt: skip
            return Turn(_row(shown, n + 1), say, "What do you do?", tuple(options))
        if extra is not None and moves[n] == 0:
            best = max(pays(other) or 0 for other in shown)
            end = "No plate of these paid more." if best == extra else f"The best of these paid {best}."
            return Turn(_row(shown, plates, n), f"You closed it for {extra} extra. {end}")
    raise AssertionError("the last plate ends it")


def _row(shown: Sequence[str], turned: int, closed: int = -1) -> tuple[Piece, ...]:
    return tuple({"card": called(name) if n < turned else "?", "hit": n == closed} for n, name in enumerate(shown))
