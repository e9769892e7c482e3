"""Choice of the saved class with which `kismet class` continues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from .class_store import Room

_TODAY = 12 * 3600.0  # seconds after which a class belongs to another day


def class_description(room: Room, pupil_count: int) -> str:
    """Return a text with the opening time, the lesson and the number of pupils of a class.

    >>> from datetime import datetime
    >>> opened_at = datetime(2026, 11, 30, 10, 15).timestamp()
    >>> class_description(Room(1, "351246", "03-the-raid", {}, opened_at, 1, 1), 24)
    '30 November, 10:15 (03-the-raid, 24 pupils)'
    """
    opened = datetime.fromtimestamp(room.opened_at)
    pupils = "1 pupil" if pupil_count == 1 else f"{pupil_count} pupils"
    return f"{opened.day} {opened:%B, %H:%M} ({room.lesson or 'no lesson yet'}, {pupils})"


def choose_class(
    rooms: Sequence[Room],
    lesson: str,
    now: float,
    describe: Callable[[Room], str],
    ask: Callable[[str], str] | None,
) -> Room | None:
    """Return the saved class to continue, or None to open a new class.

    Without a terminal, the function returns the latest class of today. In a terminal, it asks the owner if there are
    several classes, or if the only class is from an earlier day.

    Args:
        rooms: All open classes, oldest first.
        lesson: Only classes with this lesson are considered. "" accepts all lessons.
        now: Current time.
        describe: Function that returns a text about a class.
        ask: Function that shows a question and returns the typed line, or None without a terminal.
    """
    fits = [one for one in rooms if lesson in ("", one.lesson) and one.session_state["rehearsal"] is None]
    today = [one for one in fits if one.opened_at > now - _TODAY]
    latest = today[-1] if today else None
    if ask is None or fits in ([], [latest]):
        return latest
    newest_first = fits[::-1]
    lines = [f"  {number}  {describe(one)}" for number, one in enumerate(newest_first, 1)]
    default = "1" if latest else "n"
    question = "\n".join(
        ["These classes are kept:", *lines, "  n  a new class", f"Which class do you want? [{default}] "]
    )
    while True:
        try:
            typed = ask(question).strip().lower() or default
        except EOFError:  # Ctrl-D
            typed = default
        if typed == "n":
            return None
        if typed in map(str, range(1, len(fits) + 1)):
            return newest_first[int(typed) - 1]
        question = f"Type a number from 1 to {len(fits)}, or n: "
