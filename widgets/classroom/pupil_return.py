"""Return of a pupil to a class in another tab or on another device: return codes, new tokens, saved lesson work.

A pupil has one token at a time. A return replaces it, so that the pupil is never in the class twice.
"""

from __future__ import annotations

import json
from secrets import randbelow
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from .class_store import ClassStore, GoneError, Member, hash_token
from .schema import FORMER_TOKENS, PUPIL_SETTINGS, PUPILS, REPORTS, RETURN_CODES, SAVED_WORK

RETURN_CODE_LENGTH = 6
"""Number of digits of a return code."""
MAX_SAVED_WORK = 16 << 10
"""Maximum number of characters of the saved work of one lesson."""


class ContinuedElsewhereError(GoneError):
    """Raised if the pupil with this token has continued in another tab or on another device."""


def saved_work_text(work: Any) -> str:
    """Return the saved work of a page as text for the store. Raise ValueError for anything but {place, saved}.

    `place` is the name under which the page keeps its work in the browser, and `saved` is opaque. If the work
    is too long, the result is "", so that long work never makes a report fail.
    """
    fits = isinstance(work, dict) and work.keys() == {"place", "saved"} and isinstance(work["place"], str)
    if not fits or not work["place"].startswith("kismet:lesson:"):
        raise ValueError("Saved work belongs to a lesson.")
    text = json.dumps(work, separators=(",", ":"))
    return text if len(text) <= MAX_SAVED_WORK else ""


def add_return_code(run: Connection, pupil: Member) -> None:
    """Add an unused return code for a pupil, in the same transaction that adds the pupil to the room."""
    taken = set(run.execute(select(RETURN_CODES.c.code).where(RETURN_CODES.c.room == pupil.room)).scalars())
    while (code := f"{randbelow(10**RETURN_CODE_LENGTH):0{RETURN_CODE_LENGTH}}") in taken:
        pass
    run.execute(insert(RETURN_CODES).values(pupil=pupil.id, room=pupil.room, code=code))


class PupilReturn:
    """Operations on the class store for a pupil who returns to a class."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    def return_codes(self, room: int) -> dict[int, str]:
        """Return the return codes of a room, by pupil id."""
        with self._store.read_transaction() as run:
            asked = select(RETURN_CODES.c.pupil, RETURN_CODES.c.code).where(RETURN_CODES.c.room == room)
            return {row.pupil: row.code for row in run.execute(asked)}

    def replace_token(self, room: int, return_code: str, token: str) -> Member:
        """Give the pupil with this return code a new token. The old token becomes invalid.

        Raise GoneError if no pupil of the room has this code.
        """
        with self._store.room_change_transaction(room, paced=True) as run:
            mine = (RETURN_CODES.c.room == room) & (RETURN_CODES.c.code == return_code)
            pupil = run.execute(select(PUPILS.c.id, PUPILS.c.token).join(RETURN_CODES).where(mine)).one_or_none()
            if pupil is None:
                raise GoneError
            run.execute(insert(FORMER_TOKENS).values(token=pupil.token, pupil=pupil.id))
            run.execute(update(PUPILS).where(PUPILS.c.id == pupil.id).values(token=hash_token(token)))
        return self._store.pupil_by_token(token)

    def require_not_continued(self, token: str) -> None:
        """Raise ContinuedElsewhereError if the pupil with this token has received a newer token."""
        with self._store.read_transaction() as run:
            former = select(FORMER_TOKENS.c.pupil).where(FORMER_TOKENS.c.token == hash_token(token))
            if run.execute(former).first() is not None:
                raise ContinuedElsewhereError

    def pupils_of_browser(self, room: int, browser: str) -> list[str]:
        """Return the names of the pupils who joined the room from this browser."""
        with self._store.read_transaction() as run:
            mine = (PUPILS.c.room == room) & (PUPIL_SETTINGS.c.browser == hash_token(browser))
            asked = select(PUPILS.c.name).join(PUPIL_SETTINGS).where(mine).order_by(PUPILS.c.number)
            return list(run.execute(asked).scalars())

    def last_report_number(self, pupil: Member) -> int:
        """Return the highest number of a pupil's reports, or 0 if there is no report."""
        with self._store.read_transaction() as run:
            last = select(func.max(REPORTS.c.number)).where(REPORTS.c.pupil == pupil.id)
            return run.execute(last).scalar_one() or 0

    def saved_work(self, pupil: Member) -> list[dict[str, Any]]:
        """Return a pupil's saved work for each lesson, as {place, saved}."""
        with self._store.read_transaction() as run:
            asked = select(SAVED_WORK.c.work).where(SAVED_WORK.c.pupil == pupil.id)
            return [json.loads(work) for work in run.execute(asked).scalars()]
