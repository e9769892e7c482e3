"""The teacher's tray, kept in the store: slips in an order, notes to oneself, whose name may stand beside; plans."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from ..page.protocol import Json
from .class_store import GIVEN, NOT_ASKED, REFUSED, REQUESTED, ClassStore, GoneError
from .schema import LESSON_PLANS, PUPILS, WORK_SAMPLES

MAX_SAMPLES = 60
"""In one room, those that talks have shown among them."""
SLOT_COUNT = 4
"""So many lie in the tray at once."""


@dataclass(frozen=True, slots=True)
class SelectedSample:
    """One slip. `place`: 1 to PLACES in the tray, 0 for one that was there; `consent`: of the name beside it."""

    id: int
    pupil: int
    content: Json
    slot: int
    note: str
    consent: int


class SampleAndPlanStore:
    """What a teacher does with slips."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    def put_sample_in_slot(self, room: int, number: int, content: Json, slot: int) -> int:
        """Lay a slip of a pupil at a place of the tray, in the stead of what lies there; the same slip moves. Gives
        back its id. GoneError for no such pupil, ValueError when too many are kept."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == number)
            pupil = run.execute(select(PUPILS.c.id).where(mine)).scalar_one_or_none()
            if pupil is None:
                raise GoneError
            _clear(run, room, slot)
            text = _written(content)
            same = (WORK_SAMPLES.c.pupil == pupil) & (WORK_SAMPLES.c.data == text)
            known = run.execute(select(WORK_SAMPLES.c.id).where(same)).scalar_one_or_none()
            if known is not None:
                run.execute(update(WORK_SAMPLES).where(WORK_SAMPLES.c.id == known).values(place=slot))
                return int(known)
            kept = run.execute(select(func.count()).select_from(WORK_SAMPLES.join(PUPILS)).where(PUPILS.c.room == room))
            if kept.scalar_one() >= MAX_SAMPLES:
                raise ValueError(f"{MAX_SAMPLES} slips are kept of one class, and no more.")
            made = run.execute(
                insert(WORK_SAMPLES).values(pupil=pupil, data=text, place=slot, note="", consent=NOT_ASKED)
            )
            assert made.inserted_primary_key is not None
            return int(made.inserted_primary_key[0])

    def move_sample(self, room: int, id: int, place: int) -> None:
        """A slip to another place; two change places. 0 takes it out of the tray. GoneError if it is not there."""
        with self._store.room_change_transaction(room, paced=False) as run:
            before = _slip(run, room, id).slot
            if place:
                there = WORK_SAMPLES.c.pupil.in_(_pupils(room)) & (WORK_SAMPLES.c.place == place)
                run.execute(update(WORK_SAMPLES).where(there).values(place=before))
            run.execute(update(WORK_SAMPLES).where(WORK_SAMPLES.c.id == id).values(place=place))

    def set_sample_note(self, room: int, id: int, text: str) -> None:
        """A note to oneself. GoneError if there is no such slip."""
        with self._store.room_change_transaction(room, paced=False) as run:
            _slip(run, room, id)
            run.execute(update(WORK_SAMPLES).where(WORK_SAMPLES.c.id == id).values(note=text))

    def set_name_consent_request(self, room: int, sample_id: int, is_requested: bool) -> None:
        """Ask whose slip it is whether the name may stand beside it, or take the name away again."""
        with self._store.room_change_transaction(room, paced=True) as run:
            _slip(run, room, sample_id)
            run.execute(
                update(WORK_SAMPLES)
                .where(WORK_SAMPLES.c.id == sample_id)
                .values(consent=REQUESTED if is_requested else NOT_ASKED)
            )

    def save_name_consent(self, pupil: int, room: int, sample_id: int, is_given: bool) -> None:
        """The pupil's answer; a yes can be taken back. GoneError where nobody has asked."""
        with self._store.room_change_transaction(room, paced=True) as run:
            asked = (REQUESTED,) if is_given else (REQUESTED, GIVEN)
            mine = (
                (WORK_SAMPLES.c.id == sample_id) & (WORK_SAMPLES.c.pupil == pupil) & WORK_SAMPLES.c.consent.in_(asked)
            )
            if not run.execute(
                update(WORK_SAMPLES).where(mine).values(consent=GIVEN if is_given else REFUSED)
            ).rowcount:
                raise GoneError

    def samples_of_room(self, room: int) -> list[SelectedSample]:
        """All slips of a room, in the order of the tray; those that do not lie in it come last."""
        with self._store.read_transaction() as run:
            asked = (
                select(WORK_SAMPLES)
                .where(WORK_SAMPLES.c.pupil.in_(_pupils(room)))
                .order_by(WORK_SAMPLES.c.place == 0, WORK_SAMPLES.c.place, WORK_SAMPLES.c.id)
            )
            return [_read(row) for row in run.execute(asked)]

    def samples_with_requested_name(self, pupil: int) -> list[SelectedSample]:
        """A pupil's own slips beside which the name stands, or is asked for."""
        with self._store.read_transaction() as run:
            mine = (WORK_SAMPLES.c.pupil == pupil) & WORK_SAMPLES.c.consent.in_((REQUESTED, GIVEN))
            return [_read(row) for row in run.execute(select(WORK_SAMPLES).where(mine).order_by(WORK_SAMPLES.c.id))]

    def restore_sample(self, pupil: int, room: int, sample: SelectedSample) -> int:
        """A slip of a class that is opened again from its file; its new id."""
        with self._store.room_change_transaction(room, paced=False) as run:
            made = run.execute(
                insert(WORK_SAMPLES).values(
                    pupil=pupil,
                    data=_written(sample.content),
                    place=sample.slot,
                    note=sample.note,
                    consent=sample.consent,
                )
            )
            assert made.inserted_primary_key is not None
            return int(made.inserted_primary_key[0])

    # -- the plan of a lesson ----------------------------------------------------------------

    def saved_lesson_plan(self, room: int, lesson: str) -> Json:
        """What the teacher has planned for a lesson; empty for nothing."""
        with self._store.read_transaction() as run:
            mine = (LESSON_PLANS.c.room == room) & (LESSON_PLANS.c.lesson == lesson)
            data = run.execute(select(LESSON_PLANS.c.data).where(mine)).scalar_one_or_none()
            return {} if data is None else dict(json.loads(data))

    def saved_lesson_plans(self, room: int) -> dict[str, Json]:
        """All plans of a room, by lesson."""
        with self._store.read_transaction() as run:
            asked = select(LESSON_PLANS.c.lesson, LESSON_PLANS.c.data).where(LESSON_PLANS.c.room == room)
            return {lesson: json.loads(data) for lesson, data in run.execute(asked)}

    def save_lesson_plan(self, room: int, lesson: str, plan: Json) -> None:
        """Keep a plan in the stead of the one before."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (LESSON_PLANS.c.room == room) & (LESSON_PLANS.c.lesson == lesson)
            text = _written(plan)
            if not run.execute(update(LESSON_PLANS).where(mine).values(data=text)).rowcount:
                run.execute(insert(LESSON_PLANS).values(room=room, lesson=lesson, data=text))


def class_visible_sample(sample: SelectedSample, name: str, face: int) -> Json:
    """A slip as the class may see it: with name and face only where its pupil has said yes to that."""
    content = {key: value for key, value in sample.content.items() if key not in ("key", "about", "group")}
    return {"id": sample.id, **content} | ({"name": name, "face": face} if sample.consent == GIVEN else {})


def _written(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


def _pupils(room: int) -> Any:
    return select(PUPILS.c.id).where(PUPILS.c.room == room)


def _clear(run: Connection, room: int, place: int) -> None:
    there = WORK_SAMPLES.c.pupil.in_(_pupils(room)) & (WORK_SAMPLES.c.place == place)
    run.execute(update(WORK_SAMPLES).where(there).values(place=0))


def _slip(run: Connection, room: int, id: int) -> SelectedSample:
    mine = (WORK_SAMPLES.c.id == id) & WORK_SAMPLES.c.pupil.in_(_pupils(room))
    row = run.execute(select(WORK_SAMPLES).where(mine)).one_or_none()
    if row is None:
        raise GoneError
    return _read(row)


def _read(row: Any) -> SelectedSample:
    return SelectedSample(row.id, row.pupil, json.loads(row.data), row.place, row.note, row.consent)
