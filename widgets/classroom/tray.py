"""The teacher's tray, kept in the store: slips in an order, notes to oneself, whose name may stand beside; plans."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from ..page.protocol import Json
from .store import ASKED, NO, NOT_ASKED, YES, GoneError, Store
from .tables import PLANS, PUPILS, SLIPS

MOST_SLIPS = 60
"""In one room, those that talks have shown among them."""
PLACES = 4
"""So many lie in the tray at once."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip. `place`: 1 to PLACES in the tray, 0 for one that was there; `consent`: of the name beside it."""

    id: int
    pupil: int
    content: Json
    place: int
    note: str
    consent: int


class Tray:
    """What a teacher does with slips."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def lay(self, room: int, number: int, content: Json, place: int) -> int:
        """Lay a slip of a pupil at a place of the tray, in the stead of what lies there; the same slip moves. Gives
        back its id. GoneError for no such pupil, ValueError when too many are kept."""
        with self._store.changing(room, paced=False) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            _clear(run, room, place)
            text = _written(content)
            same = (SLIPS.c.pupil == pupil) & (SLIPS.c.data == text)
            known = run.execute(select(SLIPS.c.id).where(same)).scalar_one_or_none()
            if known is not None:
                run.execute(update(SLIPS).where(SLIPS.c.id == known).values(place=place))
                return int(known)
            kept = run.execute(select(func.count()).select_from(SLIPS.join(PUPILS)).where(PUPILS.c.room == room))
            if kept.scalar_one() >= MOST_SLIPS:
                raise ValueError(f"{MOST_SLIPS} slips are kept of one class, and no more.")
            made = run.execute(insert(SLIPS).values(pupil=pupil, data=text, place=place, note="", consent=NOT_ASKED))
            assert made.inserted_primary_key is not None
            return int(made.inserted_primary_key[0])

    def move(self, room: int, id: int, place: int) -> None:
        """A slip to another place; two change places. 0 takes it out of the tray. GoneError if it is not there."""
        with self._store.changing(room, paced=False) as run:
            before = _slip(run, room, id).place
            if place:
                there = SLIPS.c.pupil.in_(_pupils(room)) & (SLIPS.c.place == place)
                run.execute(update(SLIPS).where(there).values(place=before))
            run.execute(update(SLIPS).where(SLIPS.c.id == id).values(place=place))

    def note(self, room: int, id: int, text: str) -> None:
        """A note to oneself. GoneError if there is no such slip."""
        with self._store.changing(room, paced=False) as run:
            _slip(run, room, id)
            run.execute(update(SLIPS).where(SLIPS.c.id == id).values(note=text))

    def ask(self, room: int, id: int, ask: bool) -> None:
        """Ask whose slip it is whether the name may stand beside it, or take the name away again."""
        with self._store.changing(room, paced=True) as run:
            _slip(run, room, id)
            run.execute(update(SLIPS).where(SLIPS.c.id == id).values(consent=ASKED if ask else NOT_ASKED))

    def answer(self, pupil: int, room: int, id: int, yes: bool) -> None:
        """The pupil's answer; a yes can be taken back. GoneError where nobody has asked."""
        with self._store.changing(room, paced=True) as run:
            asked = (ASKED,) if yes else (ASKED, YES)
            mine = (SLIPS.c.id == id) & (SLIPS.c.pupil == pupil) & SLIPS.c.consent.in_(asked)
            if not run.execute(update(SLIPS).where(mine).values(consent=YES if yes else NO)).rowcount:
                raise GoneError

    def slips(self, room: int) -> list[Slip]:
        """All slips of a room, in the order of the tray; those that do not lie in it come last."""
        with self._store.reading() as run:
            asked = (
                select(SLIPS)
                .where(SLIPS.c.pupil.in_(_pupils(room)))
                .order_by(SLIPS.c.place == 0, SLIPS.c.place, SLIPS.c.id)
            )
            return [_read(row) for row in run.execute(asked)]

    def asked_of(self, pupil: int) -> list[Slip]:
        """A pupil's own slips beside which the name stands, or is asked for."""
        with self._store.reading() as run:
            mine = (SLIPS.c.pupil == pupil) & SLIPS.c.consent.in_((ASKED, YES))
            return [_read(row) for row in run.execute(select(SLIPS).where(mine).order_by(SLIPS.c.id))]

    def put_back(self, pupil: int, room: int, slip: Slip) -> int:
        """A slip of a class that is opened again from its file; its new id."""
        with self._store.changing(room, paced=False) as run:
            made = run.execute(
                insert(SLIPS).values(
                    pupil=pupil, data=_written(slip.content), place=slip.place, note=slip.note, consent=slip.consent
                )
            )
            assert made.inserted_primary_key is not None
            return int(made.inserted_primary_key[0])

    # -- the plan of a lesson ----------------------------------------------------------------

    def plan(self, room: int, lesson: str) -> Json:
        """What the teacher has planned for a lesson; empty for nothing."""
        with self._store.reading() as run:
            mine = (PLANS.c.room == room) & (PLANS.c.lesson == lesson)
            data = run.execute(select(PLANS.c.data).where(mine)).scalar_one_or_none()
            return {} if data is None else dict(json.loads(data))

    def plans(self, room: int) -> dict[str, Json]:
        """All plans of a room, by lesson."""
        with self._store.reading() as run:
            asked = select(PLANS.c.lesson, PLANS.c.data).where(PLANS.c.room == room)
            return {lesson: json.loads(data) for lesson, data in run.execute(asked)}

    def keep_plan(self, room: int, lesson: str, plan: Json) -> None:
        """Keep a plan in the stead of the one before."""
        with self._store.changing(room, paced=False) as run:
            mine = (PLANS.c.room == room) & (PLANS.c.lesson == lesson)
            text = _written(plan)
            if not run.execute(update(PLANS).where(mine).values(data=text)).rowcount:
                run.execute(insert(PLANS).values(room=room, lesson=lesson, data=text))


def shown_slip(slip: Slip, name: str, face: int) -> Json:
    """A slip as the class may see it: with name and face only where its pupil has said yes to that."""
    content = {key: value for key, value in slip.content.items() if key not in ("key", "about", "group")}
    return {"id": slip.id, **content} | ({"name": name, "face": face} if slip.consent == YES else {})


def _written(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def _pupils(room: int) -> Any:
    return select(PUPILS.c.id).where(PUPILS.c.room == room)


def _clear(run: Connection, room: int, place: int) -> None:
    there = SLIPS.c.pupil.in_(_pupils(room)) & (SLIPS.c.place == place)
    run.execute(update(SLIPS).where(there).values(place=0))


def _slip(run: Connection, room: int, id: int) -> Slip:
    mine = (SLIPS.c.id == id) & SLIPS.c.pupil.in_(_pupils(room))
    row = run.execute(select(SLIPS).where(mine)).one_or_none()
    if row is None:
        raise GoneError
    return _read(row)


def _read(row: Any) -> Slip:
    return Slip(row.id, row.pupil, json.loads(row.data), row.place, row.note, row.consent)
