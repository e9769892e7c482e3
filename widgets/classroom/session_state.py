"""What a room is made of: its code of six dice, secrets, the pace, and how much one may send."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any

from ..page.typed_text import plain_text
from ..page.user_text import clean_text
from .class_list import read_list
from .discussion import discussion_update
from .pupil_names import MAX_NAME_LENGTH, is_similar_to_any, validate_name, with_number_suffix

MAX_PUPILS = 320
"""In one room; each can have a face of one's own."""
MAX_PUPILS_WITH_KERNELS = 90
"""The same where this machine runs their pages."""
MAX_ROOMS, MAX_ROOMS_IN_DATABASE = 12, 600
"""That are kept at once: in a file, and in a database that several processes share."""
MAX_TIMER_SECONDS = 3 * 3600
ROUND_TRIALS = (1, 10)
"""How many runs everybody makes in a round of the class."""
PREDICTION_VOTE = "chips"
"""What a vote is about that asks for the prediction once more; any other is about a question, by its number."""
_KEPT_ROUNDS = 12
_KEPT_MODELS = 20  # that a teacher has sent to all
_KEPT_VOTES = 2  # of one question: before and after the talk
MAX_HINT_LENGTH = 200
CODE_LENGTH, PUBLIC_CODE_LENGTH = 6, 9
"""Of a code: in one's own network, and where a server is open to the internet, for 216 times as many guesses."""
NAME_POLICIES = ("free", "made", "list")
"""Which names a room takes: any, made-up ones only, those of a list."""
ADMISSIONS = ("all", "list", "none")
"""Who may come in from an address: all, pupils of the list only, nobody more."""
MAX_LISTED_NAMES = 320
SECONDS_PER_DAY = 86_400
DEFAULT_DAYS_KEPT, MAX_DAYS_KEPT = 7, 400
KEPT_DAYS_CHOICES = tuple(sorted({1, 7, 14, 30, 90, 365, DEFAULT_DAYS_KEPT}))
"""For how many days a teacher can keep a class."""
"""For how long a class is kept where its teacher has chosen nothing, and at most."""
_CODE = re.compile(rf"[1-6]{{{CODE_LENGTH},{PUBLIC_CODE_LENGTH}}}")
_SECRET = re.compile(r"[-\w]{20,60}", re.ASCII)


def new_room_code(length: int = CODE_LENGTH) -> str:
    """So many dice."""
    return "".join(str(1 + secrets.randbelow(6)) for _ in range(length))


def new_secret() -> str:
    """What opens a board, or tells who a pupil is."""
    return secrets.token_urlsafe(24)


def parse_room_code(text: Any) -> str:
    """A code as it was typed. ValueError for what is none."""
    code = re.sub(r"[-\s.,;:!<>()\"']", "", plain_text(text)) if isinstance(text, str) else ""
    if not _CODE.fullmatch(code):
        raise ValueError("The code of a class is six to nine numbers from 1 to 6.")
    return code


def is_secret(text: str) -> bool:
    """Whether it has the form of a secret."""
    return bool(_SECRET.fullmatch(text))


# -- the pace ------------------------------------------------------------------------------------


def new_session_state() -> dict[str, Any]:
    """All steps open, no pause, no timer, no round, no vote, the door open. `round` numbers rounds and votes; `rounds`
    are those of the present lesson, as [number, rolls]; `votes`: what about -> their numbers; `vote`: the open one.
    `model`: the line of the Builder's model for all, `models`: all that were sent.
    `names` that are taken, their `list`, and those that the teacher has `refused`. `talk`: the one that is on, `talks`:
    those before. `addresses`: those of which the teacher has decided who may come in (one of `ADMISSIONS`), as hashes.
    `until`: when all is deleted (None: a week after it was opened); `rehearsal`: the seed of one; `codes`: those that
    the class had before its file was opened again."""
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
    }


def reset_for_new_lesson(session_state: dict[str, Any]) -> dict[str, Any]:
    """The pace when a class goes to another lesson: what belonged to the steps and numbers of the old one is over."""
    return session_state | {"upto": None, "rolls": 0, "rounds": [], "vote": None, "votes": {}, "talk": None}


def apply_session_change(session_state: dict[str, Any], change: Any, now: float) -> dict[str, Any]:
    """The pace after a change that a teacher asks for: {upto, paused, locked, timer (seconds), round (rolls),
    vote (about what; None closes it), names, list, model, talk, until}. ValueError, with nothing
    changed, for what does not fit."""
    if not isinstance(change, dict) or not change or not change.keys() <= _CHANGES.keys():
        raise ValueError("The pace is a step, a pause, the door, names, a timer, a round or a vote.")
    new = dict(session_state)
    for name, changed in _CHANGES.items():
        if name in change:
            new |= changed(new, change[name], now)
    if new["names"] == "list" and not new["list"]:
        raise ValueError("A list of names has a name on each line.")
    return new


def _switch(name: str) -> Callable[[dict[str, Any], Any, float], dict[str, Any]]:
    def validated_switch(pace: dict[str, Any], on: Any, now: float) -> dict[str, Any]:
        if type(on) is not bool:
            raise ValueError(f"“{name}” is yes or no.")
        return {name: on}

    return validated_switch


def _upto(pace: dict[str, Any], step: Any, now: float) -> dict[str, Any]:
    if not isinstance(step, str | None):
        raise ValueError("All are held at a step of the lesson.")
    return {"upto": step}


def _timer(pace: dict[str, Any], seconds: Any, now: float) -> dict[str, Any]:
    if type(seconds) is not int or not 0 <= seconds <= MAX_TIMER_SECONDS:
        raise ValueError("A timer runs for up to three hours.")
    return {"seconds": seconds, "ends": now + seconds if seconds else None}


def _round(pace: dict[str, Any], rolls: Any, now: float) -> dict[str, Any]:
    if type(rolls) is not int or rolls not in (0, *ROUND_TRIALS):
        raise ValueError("In a round everybody makes one run or ten.")
    number = pace["round"] + 1
    began = {"round": number, "rounds": [*pace["rounds"], [number, rolls]][-_KEPT_ROUNDS:]} if rolls else {}
    return {"rolls": rolls, **began}


def _vote(pace: dict[str, Any], about: Any, now: float) -> dict[str, Any]:
    """A vote that is opened, or closed."""
    if about is None:
        return {"vote": None}
    if not isinstance(about, str) or not re.fullmatch(rf"{PREDICTION_VOTE}|[0-9]", about):
        raise ValueError("A vote is about the chips, or about a question.")
    number = pace["round"] + 1
    before = pace["votes"].get(about, [])
    return {
        "round": number,
        "vote": {"about": about, "number": number},
        "votes": pace["votes"] | {about: [*before, number][-_KEPT_VOTES:]},
    }


def _until(pace: dict[str, Any], end: Any, now: float) -> dict[str, Any]:
    if type(end) not in (int, float) or not now < end <= now + MAX_DAYS_KEPT * SECONDS_PER_DAY:
        raise ValueError(f"A class is kept for up to {MAX_DAYS_KEPT} days.")
    return {"until": float(end)}


def _model(pace: dict[str, Any], line: Any, now: float) -> dict[str, Any]:
    if not isinstance(line, str):
        raise ValueError("A model is one line.")
    sent = [one for one in pace["models"] if one != line]
    return {"model": line, "models": [*sent, line][-_KEPT_MODELS:]}


def _names(pace: dict[str, Any], which: Any, now: float) -> dict[str, Any]:
    if which not in NAME_POLICIES:
        raise ValueError("Names are free, made up, or those of a list.")
    return {"names": which}


def _listed(lines: Any) -> list[str]:
    """The names of a list that was pasted, each once and told apart."""
    if not isinstance(lines, list) or len(lines) > MAX_LISTED_NAMES:
        raise ValueError(f"A list has up to {MAX_LISTED_NAMES} names, one on each line.")
    names: list[str] = []
    for number, one in enumerate(read_list("\n".join(map(str, lines))) if lines else [], 1):
        try:
            name = validate_name(one.name)
        except ValueError:
            raise ValueError(f"Line {number} of the list is no name of up to {MAX_NAME_LENGTH} characters.") from None
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
    "upto": _upto,
    "timer": _timer,
    "round": _round,
    "vote": _vote,
    "talk": lambda pace, talk, now: discussion_update(pace, talk),
    "until": _until,
    "model": _model,
    "list": lambda pace, lines, now: {"list": _listed(lines)},
    "names": _names,
}
"""What a teacher may change -> what is new in the pace then, in the order in which it is carried out."""


def room_deletion_time(opened_at: float, session_state: dict[str, Any]) -> float:
    """When all of a room is deleted."""
    return float(session_state["until"] or opened_at + DEFAULT_DAYS_KEPT * SECONDS_PER_DAY)


def strip_own_class_code(text: str, class_codes: Collection[str]) -> str:
    """A result code, without the code of the class that homework brings before it: "614615/7KQ2M-…". ValueError for
    that of another class."""
    before, mark, after = text.strip().partition("/")
    if not mark:
        return text
    if not _CODE.fullmatch(before) or before not in class_codes:
        raise ValueError(f"This is the homework of another class ({before[:PUBLIC_CODE_LENGTH]}).")
    return after


def validate_hint(text: Any) -> str:
    """A hint as it is shown. ValueError for none, or one that is too long."""
    said = clean_text(text)
    if not 0 < len(said) <= MAX_HINT_LENGTH:
        raise ValueError(f"A hint has up to {MAX_HINT_LENGTH} characters.")
    return said


# -- how much one may send -----------------------------------------------------------------------


class TokenBucket:
    """So many at once, and so many a second after that, for each who asks."""

    def __init__(self, burst: float, a_second: float) -> None:
        self._burst, self._a_second = burst, a_second
        self._left: dict[str, tuple[float, float]] = {}

    def try_acquire(self, key: str) -> bool:
        """Whether one more is all right; then it is counted."""
        return self.reserve(key, 0) is not None

    def refund(self, who: str) -> None:
        """One that was counted does not count."""
        left, then = self._left.get(who, (self._burst, time.monotonic()))
        self._left[who] = (left + 1, then)

    def reserve(self, key: str, max_wait: float) -> float | None:
        """Seconds until it is one's turn, which is counted; None, and not counted, if that is more than `max_wait`."""
        now = time.monotonic()
        left, then = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        if len(self._left) > 1000:  # who has not come for a while has all of it again
            full = self._burst / self._a_second + 60
            self._left = {name: kept for name, kept in self._left.items() if now - kept[1] < full}
        allowed = left - 1 >= -max_wait * self._a_second
        self._left[key] = (left - allowed, now)
        return max(0.0, (1 - left) / self._a_second) if allowed else None
