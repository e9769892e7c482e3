"""What a room is made of: its code of six dice, made-up names, secrets, the pace, and how much one may send."""

from __future__ import annotations

import re
import secrets
import time
import unicodedata
from collections.abc import Collection
from typing import Any

COLOURS = ("Blue", "Red", "Green", "Gold", "Plum", "Rose", "Silver", "Sand")
ANIMALS = ("Camel", "Cat", "Penguin", "Hare", "Panda", "Fox", "Frog", "Mouse", "Lion", "Owl", "Koala", "Bear")
FACES = len(COLOURS) * len(ANIMALS)
MOST_PUPILS = 90
"""In one room; each can have a face of one's own."""
MOST_ROOMS = 12
LONGEST_NAME = 24
LONGEST_TIMER = 3 * 3600
ROLLS = (1, 10)
"""How many runs everybody makes in a round of the class."""
CHIPS_AGAIN = "chips"
"""What a vote is about that asks for the prediction once more; any other is about a question, by its number."""
_KEPT_ROUNDS = 12
_KEPT_VOTES = 2  # of one question: before and after the talk
LONGEST_HINT = 200
_CODE = re.compile(r"[1-6]{6}")
_SECRET = re.compile(r"[-\w]{20,60}", re.ASCII)
_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # kinds of characters that a name is not made of
_MARKS = 2  # accents in a row; more of them climb over the lines above


def new_code() -> str:
    """Six dice."""
    return "".join(str(1 + secrets.randbelow(6)) for _ in range(6))


def new_secret() -> str:
    """What opens a board, or tells who a pupil is."""
    return secrets.token_urlsafe(24)


def read_code(text: Any) -> str:
    """A code as it was typed. ValueError for what is none."""
    code = "".join(str(text).split()) if isinstance(text, str) else ""
    if not _CODE.fullmatch(code):
        raise ValueError("The code of a class is six numbers from 1 to 6.")
    return code


def is_secret(text: str) -> bool:
    """Whether it has the form of a secret."""
    return bool(_SECRET.fullmatch(text))


def tidy_name(text: Any) -> str:
    """A name as it is shown. ValueError for none, or one that is too long."""
    if not isinstance(text, str) or len(text) > 10 * LONGEST_NAME:
        raise ValueError(f"A name has up to {LONGEST_NAME} characters.")
    seen, marks = "", 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind == "Zs" or sign in "\t\n":
            seen += " "
        elif kind not in _HIDDEN and marks <= _MARKS:
            seen += sign
    name = " ".join(seen.split())
    if not name or not any(sign.isalnum() for sign in name):
        raise ValueError("Type a name, or take the one that is made up for you.")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"A name has up to {LONGEST_NAME} characters.")
    return name


def made_up(face: int) -> str:
    """The name of a face: "Sand Fox"."""
    return f"{COLOURS[face % len(COLOURS)]} {ANIMALS[face // len(COLOURS)]}"


def free_face(taken: Collection[int]) -> int:
    """A face that nobody of the room has; any if all are taken."""
    free = [face for face in range(FACES) if face not in taken] or list(range(FACES))
    return secrets.choice(free)


# -- the pace ------------------------------------------------------------------------------------


_CHANGES = {"upto", "paused", "locked", "timer", "round", "vote"}


def new_pace() -> dict[str, Any]:
    """All steps open, no pause, no timer, no round, no vote, the door open. `round` numbers rounds and votes; `rounds`
    are those of the present lesson, as [number, rolls]; `votes`: what about -> their numbers; `vote`: the open one."""
    return {"upto": None, "paused": False, "ends": None, "seconds": 0, "locked": False, "round": 0, "rolls": 0,
            "rounds": [], "vote": None, "votes": {}}  # fmt: skip


def pace_of_another_lesson(pace: dict[str, Any]) -> dict[str, Any]:
    """The pace when a class goes to another lesson: what belonged to the steps and numbers of the old one is over."""
    return pace | {"upto": None, "rolls": 0, "rounds": [], "vote": None, "votes": {}}


def changed_pace(pace: dict[str, Any], change: Any, now: float) -> dict[str, Any]:
    """The pace after a change that a teacher asks for: {upto, paused, locked, timer (seconds), round (rolls),
    vote (about what; None closes it)}. ValueError, with nothing changed, for what does not fit."""
    if not isinstance(change, dict) or not change or not change.keys() <= _CHANGES:
        raise ValueError("The pace is a step, a pause, the door, a timer, a round or a vote.")
    new = dict(pace)
    for name in ("paused", "locked"):
        if name in change:
            if type(change[name]) is not bool:
                raise ValueError(f"“{name}” is yes or no.")
            new[name] = change[name]
    if "upto" in change:
        if not isinstance(change["upto"], str | None):
            raise ValueError("All are held at a step of the lesson.")
        new["upto"] = change["upto"]
    if "timer" in change:
        seconds = change["timer"]
        if type(seconds) is not int or not 0 <= seconds <= LONGEST_TIMER:
            raise ValueError("A timer runs for up to three hours.")
        new["seconds"], new["ends"] = seconds, now + seconds if seconds else None
    if "round" in change:
        if type(change["round"]) is not int or change["round"] not in (0, *ROLLS):
            raise ValueError("In a round everybody makes one run or ten.")
        new["rolls"] = change["round"]
        if change["round"]:
            new["round"] += 1
            new["rounds"] = [*pace["rounds"], [new["round"], change["round"]]][-_KEPT_ROUNDS:]
    if "vote" in change:
        new |= _vote(new, change["vote"])
    return new


def _vote(pace: dict[str, Any], about: Any) -> dict[str, Any]:
    """A vote that is opened, or closed."""
    if about is None:
        return {"vote": None}
    if not isinstance(about, str) or not re.fullmatch(rf"{CHIPS_AGAIN}|[0-9]", about):
        raise ValueError("A vote is about the chips, or about a question.")
    number = pace["round"] + 1
    before = pace["votes"].get(about, [])
    return {"round": number, "vote": {"about": about, "number": number},
            "votes": pace["votes"] | {about: [*before, number][-_KEPT_VOTES:]}}  # fmt: skip


def tidy_hint(text: Any) -> str:
    """A hint as it is shown. ValueError for none, or one that is too long."""
    said = " ".join(text.split()) if isinstance(text, str) else ""
    said = "".join(sign for sign in said if unicodedata.category(sign) not in _HIDDEN)
    if not 0 < len(said) <= LONGEST_HINT:
        raise ValueError(f"A hint has up to {LONGEST_HINT} characters.")
    return said


# -- how much one may send -----------------------------------------------------------------------


class Rate:
    """So many at once, and so many a second after that, for each who asks."""

    def __init__(self, burst: float, a_second: float) -> None:
        self._burst, self._a_second = burst, a_second
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        """Whether one more is all right; then it is counted."""
        now = time.monotonic()
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        if len(self._left) > 1000:  # who has not come for a while has all of it again
            full = self._burst / self._a_second
            self._left = {name: kept for name, kept in self._left.items() if now - kept[1] < full}
        allowed = left >= 1
        self._left[who] = (left - allowed, now)
        return allowed
