"""Session state of a room: room codes, secrets, changes by the teacher, and rate limits."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any, Literal

from ..page.typed_text import replace_lookalike_signs
from ..page.user_text import clean_text
from .class_list import parse_class_list
from .discussion import discussion_update
from .pupil_names import MAX_NAME_LENGTH, is_similar_to_any, validate_name, with_number_suffix

MAX_PUPILS = 320
"""Maximum number of pupils in one room. Each pupil can have a different avatar."""
MAX_PUPILS_WITH_KERNELS = 90
"""Maximum number of pupils in one room if their pages run on this machine."""
MAX_ROOMS, MAX_ROOMS_IN_DATABASE = 12, 600
"""Maximum number of open rooms, in a file and in a database that several processes share."""
MAX_TIMER_SECONDS = 3 * 3600
ROUND_TRIALS = (1, 10)
"""Possible numbers of trials of each pupil in a class round."""
PREDICTION_VOTE = "chips"
"""Subject of a vote that asks for the prediction again. The subject of any other vote is the number of a question."""
SPOT_VOTE = "spot"
"""Subject of a vote on a question that the teacher has typed."""
_KEPT_ROUNDS = 12
_KEPT_MODELS = 20  # models that the teacher sent to the class
_KEPT_HELD_STEPS = 60
_KEPT_VOTES = 2  # maximum votes on one question: before and after the discussion
MAX_HINT_LENGTH = 200
CODE_LENGTH, PUBLIC_CODE_LENGTH = 6, 9
"""Length of a room code, in a local network and for a server that is open to the internet.

The longer code makes guessing 216 times as hard.
"""
NAME_POLICIES = ("free", "made", "list")
"""Name policies of a room: any name, generated names only, or the names of a list."""
Admission = Literal["all", "list", "none"]
ADMISSIONS: tuple[Admission, ...] = ("all", "list", "none")
"""Pupils who may join from an address: all, only pupils of the list, or no more."""
MAX_LISTED_NAMES = 320
SECONDS_PER_DAY = 86_400
DEFAULT_DAYS_KEPT, MAX_DAYS_KEPT = 7, 400
"""Default and maximum number of days that a class is kept."""
KEPT_DAYS_CHOICES = tuple(sorted({1, 7, 14, 30, 90, 365, DEFAULT_DAYS_KEPT}))
"""Choices of the teacher for the number of days that a class is kept."""
_CODE = re.compile(rf"[1-6]{{{CODE_LENGTH},{PUBLIC_CODE_LENGTH}}}")
_SECRET = re.compile(r"[-\w]{20,60}", re.ASCII)


def new_room_code(length: int = CODE_LENGTH) -> str:
    """Return a random room code. It has this number of dice faces."""
    return "".join(str(1 + secrets.randbelow(6)) for _ in range(length))


def new_secret() -> str:
    """Return a random secret for a board or a pupil."""
    return secrets.token_urlsafe(24)


def parse_room_code(text: Any) -> str:
    """Parse a typed room code. Raise ValueError for invalid input."""
    code = re.sub(r"[-\s.,;:!<>()\"']", "", replace_lookalike_signs(text)) if isinstance(text, str) else ""
    if not _CODE.fullmatch(code):
        raise ValueError("The code of a class is six to nine numbers from 1 to 6.")
    return code


def is_secret(text: str) -> bool:
    """Return whether the text has the form of a secret."""
    return bool(_SECRET.fullmatch(text))


# -- session state -------------------------------------------------------------------------------


def new_session_state() -> dict[str, Any]:
    """Return the session state of a room that was just opened.

    All steps are unlocked, and new pupils can join. There is no pause, timer, round or vote.

    `round` is the last number of a class round or vote. `rounds` are the class rounds of the current lesson as [number,
    trials]. `votes`
    maps a subject to the numbers of its votes, `vote` is the open vote, and `spot` is the question that the teacher
    typed. `model` is the expression of the Builder's model for the class, and `models` are all models that were
    sent. `names` is the name policy, `list` the list of names, and `refused` the names that the teacher rejected.
    `talk` is the current discussion, `talks` are the earlier ones. `addresses` maps hashes of addresses to the
    decision of the teacher (one of `ADMISSIONS`). `until` is the time of deletion (None: a week after opening), and
    `rehearsal` is the seed of the simulated pupils. `codes` are the former room codes of a class that was reopened
    from its file. `held` are the changes of `upto` as [time, step], and `late_start` says whether late pupils start
    at the step of the class.
    """
    return {
        "upto": None,
        "paused": False,
        "ends": None,
        "seconds": 0,
        "locked": False,
        "round": 0,
        "rolls": 0,
        "rounds": [],
        "vote": None,
        "votes": {},
        "spot": None,
        "names": "free",
        "list": [],
        "refused": [],
        "model": "",
        "models": [],
        "talk": None,
        "talks": [],
        "until": None,
        "rehearsal": None,
        "codes": [],
        "addresses": {},
        "held": [],
        "late_start": True,
    }


def reset_for_new_lesson(session_state: dict[str, Any]) -> dict[str, Any]:
    """Return the session state after a change of the lesson.

    Data about the steps and questions of the old lesson is reset.
    """
    return session_state | {
        "upto": None,
        "held": [],
        "rolls": 0,
        "rounds": [],
        "vote": None,
        "votes": {},
        "spot": None,
        "talk": None,
    }


def apply_session_change(session_state: dict[str, Any], change: Any, now: float) -> dict[str, Any]:
    """Return the session state after a change by the teacher.

    The change has the keys upto, paused, locked, late_start, timer (seconds), round (trials), spot (typed
    question), vote (subject, None closes the vote), names, list, model, talk and until. Raise ValueError for an
    invalid change.
    """
    if not isinstance(change, dict) or not change or not change.keys() <= _CHANGES.keys():
        raise ValueError("This page can’t change that.")
    new = dict(session_state)
    for name, changed in _CHANGES.items():
        if name in change:
            new |= changed(new, change[name], now)
    if new["names"] == "list" and not new["list"]:
        raise ValueError("A list of names needs one name on each line.")
    return new


def _switch(name: str) -> Callable[[dict[str, Any], Any, float], dict[str, Any]]:
    def validated_switch(pace: dict[str, Any], on: Any, now: float) -> dict[str, Any]:
        if type(on) is not bool:
            raise ValueError(f"“{name}” must be yes or no.")
        return {name: on}

    return validated_switch


def _upto(pace: dict[str, Any], step: Any, now: float) -> dict[str, Any]:
    if not isinstance(step, str | None):
        raise ValueError("You can hold the class only at a step of the lesson.")
    return {"upto": step, "held": [*pace["held"], [now, step]][-_KEPT_HELD_STEPS:]}


def class_step_when_joined(session_state: dict[str, Any], joined_at: float) -> str | None:
    """Return the step at which the class was stopped when a pupil joined, or None if it was not stopped then."""
    return next((step for when, step in reversed(session_state["held"]) if when <= joined_at), None)


def _timer(pace: dict[str, Any], seconds: Any, now: float) -> dict[str, Any]:
    if type(seconds) is not int or not 0 <= seconds <= MAX_TIMER_SECONDS:
        raise ValueError("A timer can run for at most three hours.")
    return {"seconds": seconds, "ends": now + seconds if seconds else None}


def _round(pace: dict[str, Any], rolls: Any, now: float) -> dict[str, Any]:
    if type(rolls) is not int or rolls not in (0, *ROUND_TRIALS):
        raise ValueError("In a round, everybody does one trial or ten.")
    number = pace["round"] + 1
    began = {"round": number, "rounds": [*pace["rounds"], [number, rolls]][-_KEPT_ROUNDS:]} if rolls else {}
    return {"rolls": rolls, **began}


def _vote(pace: dict[str, Any], about: Any, now: float) -> dict[str, Any]:
    """Open or close a vote."""
    if about is None:
        return {"vote": None}
    if not isinstance(about, str) or not re.fullmatch(rf"{PREDICTION_VOTE}|{SPOT_VOTE}|[0-9]", about):
        raise ValueError("A vote is about the prediction, or about a question.")
    number = pace["round"] + 1
    before = pace["votes"].get(about, [])
    return {
        "round": number,
        "vote": {"about": about, "number": number},
        "votes": pace["votes"] | {about: [*before, number][-_KEPT_VOTES:]},
    }


def _spot(pace: dict[str, Any], question: Any, now: float) -> dict[str, Any]:
    """Replace the question that the teacher typed. The new question has no votes yet."""
    from .spot_question import validate_spot_question  # needs the lessons, which are loaded after this module

    votes = {about: of for about, of in pace["votes"].items() if about != SPOT_VOTE}
    return {"spot": validate_spot_question(question), "votes": votes}


def _until(pace: dict[str, Any], end: Any, now: float) -> dict[str, Any]:
    if type(end) not in (int, float) or not now < end <= now + MAX_DAYS_KEPT * SECONDS_PER_DAY:
        raise ValueError(f"A class is kept for at most {MAX_DAYS_KEPT} days.")
    return {"until": float(end)}


def _model(pace: dict[str, Any], line: Any, now: float) -> dict[str, Any]:
    if not isinstance(line, str):
        raise ValueError("A model must be one line of text.")
    sent = [one for one in pace["models"] if one != line]
    return {"model": line, "models": [*sent, line][-_KEPT_MODELS:]}


def _names(pace: dict[str, Any], which: Any, now: float) -> dict[str, Any]:
    if which not in NAME_POLICIES:
        raise ValueError("Names can be free, made up, or from a list.")
    return {"names": which}


def _listed(lines: Any) -> list[str]:
    """Return the names of a pasted name list. Equal names get numbers."""
    if not isinstance(lines, list) or len(lines) > MAX_LISTED_NAMES:
        raise ValueError(f"A list can have at most {MAX_LISTED_NAMES} names, one on each line.")
    names: list[str] = []
    for number, one in enumerate(parse_class_list("\n".join(map(str, lines))) if lines else [], 1):
        try:
            name = validate_name(one.name)
        except ValueError:
            raise ValueError(
                f"Line {number} of the list isn’t a name of at most {MAX_NAME_LENGTH} characters."
            ) from None
        names.append(
            next(
                called
                for n in range(1, MAX_LISTED_NAMES + 2)
                if not is_similar_to_any(called := with_number_suffix(name, n), names)
            )
        )
    return names


_CHANGES: dict[str, Callable[[dict[str, Any], Any, float], dict[str, Any]]] = {
    "paused": _switch("paused"),
    "locked": _switch("locked"),
    "late_start": _switch("late_start"),
    "upto": _upto,
    "timer": _timer,
    "round": _round,
    "spot": _spot,
    "vote": _vote,
    "talk": lambda pace, talk, now: discussion_update(pace, talk),
    "until": _until,
    "model": _model,
    "list": lambda pace, lines, now: {"list": _listed(lines)},
    "names": _names,
}
"""Changes that a teacher can make -> functions that return the new values, in the order of execution."""


def room_deletion_time(opened_at: float, session_state: dict[str, Any]) -> float:
    """Return the time at which a room is deleted with all its data."""
    return float(session_state["until"] or opened_at + DEFAULT_DAYS_KEPT * SECONDS_PER_DAY)


def result_code_without_room_code(text: str, room_codes: Collection[str]) -> str:
    """Return a result code without the room code. Homework adds the room code in front: "614615/7KQ2M-…".

    Raise ValueError if the room code belongs to another class.
    """
    before, mark, after = text.strip().partition("/")
    if not mark:
        return text
    if not _CODE.fullmatch(before) or before not in room_codes:
        raise ValueError(f"This is the homework of another class ({before[:PUBLIC_CODE_LENGTH]}).")
    return after


def validate_hint(text: Any) -> str:
    """Return the cleaned text of a hint. Raise ValueError if the text is empty or too long."""
    said = clean_text(text)
    if not 0 < len(said) <= MAX_HINT_LENGTH:
        raise ValueError(f"A hint can have at most {MAX_HINT_LENGTH} characters.")
    return said


# -- rate limits ---------------------------------------------------------------------------------


class TokenBucket:
    """Rate limiter that allows a burst of requests for each key, and then a constant number per second."""

    def __init__(self, burst: float, a_second: float) -> None:
        self._burst, self._a_second = burst, a_second
        self._left: dict[str, tuple[float, float]] = {}

    def try_acquire(self, key: str) -> bool:
        """Return whether one more request is allowed now. If it is, count it."""
        return self.reserve(key, 0) is not None

    def refund(self, who: str) -> None:
        """Give back one counted request."""
        left, then = self._left.get(who, (self._burst, time.monotonic()))
        self._left[who] = (left + 1, then)

    def reserve(self, key: str, max_wait: float) -> float | None:
        """Reserve a request and return the number of seconds until it is allowed.

        If this time is longer than `max_wait`, return None and do not count the request.
        """
        now = time.monotonic()
        left, then = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        if len(self._left) > 1000:  # drop the keys that have their full burst again
            full = self._burst / self._a_second + 60
            self._left = {name: kept for name, kept in self._left.items() if now - kept[1] < full}
        allowed = left - 1 >= -max_wait * self._a_second
        self._left[key] = (left - allowed, now)
        return max(0.0, (1 - left) / self._a_second) if allowed else None
