"""What one pupil's way may hold: how much of each thing, the words for how sure, and one answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .reckon import LONGEST_LINE

PORTIONS = (1, 10, 1000)
MOST_RUNS = 100_000
ENOUGH_RUNS = 30
"""Runs that are to be seen before the exact answer; with fewer, bands say nothing."""
MOST_GOES = 8
MOST_GAMES = 5
MOST_MOVES = 40
CHUNK = 100
TRAIL = 160
"""Most points that are kept of how the share has run."""
TOLD = 30
"""Runs whose share so far is kept one by one, and told to a class."""
WAYS = ("up", "same", "down")
SURE = {25: "a guess", 50: "half sure", 75: "fairly sure", 95: "almost certain"}
"""Chance in percent -> words."""
LONGEST_REASON = 300
LONGEST_ANSWER = LONGEST_LINE
MOST_LINES = 12
MOST_PAST = 40
MOST_TRIES = 60
MOST_LOOKS = 200
TRIES_BEFORE_TOLD = 2
READ = ("example", "play", "compare", "back", "sum")
"""Steps that are done when the reader goes on."""
SEEDS = 2**31


@dataclass
class Attempt:
    """One check with one draw of its numbers: what was typed, what was thought, how sure, how many hints."""

    draw: int = 0
    tries: list[str] = field(default_factory=list)
    sure: int = 0
    """How sure before the first try, one of SURE; 0 as long as nothing is said."""
    hints: int = 0
    told: bool = False
    right: bool = False
    looked: list[int] = field(default_factory=list)
    """The draws whose pictures were looked at."""
    thoughts: list[int | None] = field(default_factory=list)
    """Of each try: which mistake the pupil says it was, by number, or OTHER; None where nothing was said."""
    lines: list[str] = field(default_factory=list)
    """What was worked out beside, to think on."""
    small: tuple[str, ...] = ()
    """What was answered to the steps that lead to it, or to the smaller question: all right but the last."""
    downwards: bool = False
    """Whether these were asked for."""
    now: int = 0
    """Which of the tries was made last; one that is typed again counts once."""

    def saved(self) -> list[Any]:
        """As plain JSON."""
        return [
            self.draw,
            self.tries,
            self.sure,
            self.hints,
            self.told,
            self.looked,
            self.thoughts,
            self.lines,
            [self.downwards, list(self.small)],
        ]


def cut_short(value: Any) -> str:
    """A reason as it is kept."""
    return str(value or "")[:LONGEST_REASON]
