"""Store for the work samples that a teacher selects, with slots, notes and name consents, and for lesson plans."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from ..page.protocol import Json
from .class_store import GIVEN, NOT_ASKED, REFUSED, REQUESTED, ClassStore, GoneError
from .schema import LESSON_PLANS, PUPILS, WORK_SAMPLES

MAX_SAMPLES = 60
"""Maximum number of work samples in one room, including those of past discussions."""
SLOT_COUNT = 4
"""Number of slots of the teacher view."""


@dataclass(frozen=True, slots=True)
class SelectedSample:
    """One selected work sample.

    `slot` is 1 to `SLOT_COUNT`, or 0 for a sample that is not in a slot any more. `consent` is the consent to show the
    name next to the sample.
    """

    id: int
    pupil: int
    content: Json
    slot: int
    note: str
    consent: int


class SampleAndPlanStore:
    """Operations of a teacher on selected work samples and lesson plans."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    def put_sample_in_slot(self, room: int, pupil_number: int, content: Json, slot: int) -> int:
        """Put a work sample of a pupil into a slot and return the id of the sample.

        The earlier sample leaves the slot. If the new sample is already in another slot, it moves. Raise GoneError
        for an unknown pupil, ValueError if the room has too many samples.
        """
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (PUPILS.c.room == room) & (PUPILS.c.number == pupil_number)
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

    def swap_sample_into_slot(self, room: int, sample_id: int, slot: int) -> None:
        """Move a work sample to another slot. If that slot has a sample, the two samples change places.

        Slot 0 means that the sample is not in a slot any more. Raise GoneError for an unknown sample.
        """
        with self._store.room_change_transaction(room, paced=False) as run:
            before = _slip(run, room, sample_id).slot
            if slot:
                there = WORK_SAMPLES.c.pupil.in_(_pupils(room)) & (WORK_SAMPLES.c.place == slot)
                run.execute(update(WORK_SAMPLES).where(there).values(place=before))
            run.execute(update(WORK_SAMPLES).where(WORK_SAMPLES.c.id == sample_id).values(place=slot))

    def set_sample_note(self, room: int, id: int, text: str) -> None:
        """Set the private note of a work sample. Raise GoneError for an unknown sample."""
        with self._store.room_change_transaction(room, paced=False) as run:
            _slip(run, room, id)
            run.execute(update(WORK_SAMPLES).where(WORK_SAMPLES.c.id == id).values(note=text))

    def set_name_consent_request(self, room: int, sample_id: int, is_requested: bool) -> None:
        """Ask the pupil of a work sample for consent to show their name, or withdraw the request and hide the name."""
        with self._store.room_change_transaction(room, paced=True) as run:
            _slip(run, room, sample_id)
            run.execute(
                update(WORK_SAMPLES)
                .where(WORK_SAMPLES.c.id == sample_id)
                .values(consent=REQUESTED if is_requested else NOT_ASKED)
            )

    def save_name_consent(self, pupil: int, room: int, sample_id: int, is_given: bool) -> None:
        """Save whether the pupil of a work sample consents to show their name.

        The pupil can withdraw the consent later. Raise GoneError if there was no request.
        """
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
        """Return the work samples of a room in the order of the slots. Samples without a slot come last."""
        with self._store.read_transaction() as run:
            asked = (
                select(WORK_SAMPLES)
                .where(WORK_SAMPLES.c.pupil.in_(_pupils(room)))
                .order_by(WORK_SAMPLES.c.place == 0, WORK_SAMPLES.c.place, WORK_SAMPLES.c.id)
            )
            return [_read(row) for row in run.execute(asked)]

    def samples_with_name_consent_asked(self, pupil: int) -> list[SelectedSample]:
        """Return the work samples of a pupil whose name is displayed or requested."""
        with self._store.read_transaction() as run:
            mine = (WORK_SAMPLES.c.pupil == pupil) & WORK_SAMPLES.c.consent.in_((REQUESTED, GIVEN))
            return [_read(row) for row in run.execute(select(WORK_SAMPLES).where(mine).order_by(WORK_SAMPLES.c.id))]

    def restore_sample(self, pupil: int, room: int, sample: SelectedSample) -> int:
        """Restore a work sample from a class file and return its new id."""
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

    # -- lesson plans ------------------------------------------------------------------------

    def saved_lesson_plan(self, room: int, lesson: str) -> Json:
        """Return the saved plan of a lesson, or an empty one."""
        with self._store.read_transaction() as run:
            mine = (LESSON_PLANS.c.room == room) & (LESSON_PLANS.c.lesson == lesson)
            data = run.execute(select(LESSON_PLANS.c.data).where(mine)).scalar_one_or_none()
            return {} if data is None else dict(json.loads(data))

    def saved_plans_by_lesson(self, room: int) -> dict[str, Json]:
        """Return the saved lesson plans of a room, by lesson id."""
        with self._store.read_transaction() as run:
            asked = select(LESSON_PLANS.c.lesson, LESSON_PLANS.c.data).where(LESSON_PLANS.c.room == room)
            return {lesson: json.loads(data) for lesson, data in run.execute(asked)}

    def save_lesson_plan(self, room: int, lesson: str, plan: Json) -> None:
        """Save the plan of a lesson. It replaces the old plan."""
        with self._store.room_change_transaction(room, paced=False) as run:
            mine = (LESSON_PLANS.c.room == room) & (LESSON_PLANS.c.lesson == lesson)
            text = _written(plan)
            if not run.execute(update(LESSON_PLANS).where(mine).values(data=text)).rowcount:
                run.execute(insert(LESSON_PLANS).values(room=room, lesson=lesson, data=text))


def class_visible_sample(sample: SelectedSample, name_if_consented: str, avatar_if_consented: int) -> Json:
    """Return the work sample as the class may see it: with name and avatar only if the pupil consented."""
    content = {key: value for key, value in sample.content.items() if key not in ("key", "about", "group")}
    return {"id": sample.id, **content} | (
        {"name": name_if_consented, "face": avatar_if_consented} if sample.consent == GIVEN else {}
    )


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
