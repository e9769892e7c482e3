"""The teacher's desk: what nobody else sees of a class, the tray, the plan, and what is kept after the hour."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .. import class_list, talk
from ..store import GoneError, Member, Room, StoreError
from ..tray import PLACES
from .change_notifier import SaidError
from .class_service import Classroom

if TYPE_CHECKING:
    from ..course import Course
    from ..keeping import Kept

Json = dict[str, Any]
_MOST_KNOWN = 1200  # reports whose slips are kept
MOST_BYTES = 6 << 20
"""Of the file of a class as it is sent."""


class Desk:
    """What a teacher sees and does at the desk."""

    def __init__(self, of: Classroom) -> None:
        self._class = of
        self._slips: dict[tuple[int, str], tuple[Json, list[Json]]] = {}
        """Of each pupil and lesson: the last report, and the slips that it gives."""

    # -- what is private ---------------------------------------------------------------------

    def shown(self, at: Room) -> Json:
        """All that the board shows, and what only the teacher reads: reasons, answers, what is built, who said what."""
        board = self._class.board(at)
        there = self._class.store.pupils(at.id)
        made = self._made(at, there)
        called = [one.name for one in there if len(one.name) > 2]
        numbers = {one.id: one.number for one in there}
        from ..slips import names_somebody

        for slips in made.values():
            for slip in slips:
                slip["named"] = names_somebody(slip, called)
        tray = [
            {
                "id": one.id,
                "pupil": numbers[one.pupil],
                "place": one.place,
                "note": one.note,
                "consent": one.consent,
                **one.content,
            }
            for one in self._class.tray.slips(at.id)
        ]
        hands = self._hands(at)
        return board | {
            "made": {str(one.number): made.get(one.id, []) for one in there},
            "help": {str(one.number): hands[one.id]["help"] for one in there if hands.get(one.id, {}).get("help")},
            "tray": tray,
            "places": PLACES,
            "sides": talk.MOST_SIDES,
            "longest_list": class_list.LONGEST_LIST,
            "plan": self.plan(at),
            "rehearsal": at.pace["rehearsal"] is not None,
            "talks": [self._heard(at, one, there) for one in (*at.pace["talks"], at.pace["talk"]) if one],
        }

    def _made(self, at: Room, there: list[Member]) -> dict[int, list[Json]]:
        """All slips that there are to lay down, by the pupil's id."""
        from .. import slips
        from ..board import own_models

        by_pupil: dict[int, list[Json]] = {one.id: [] for one in there}
        course = self._class.lesson_of(at)
        if course is not None:
            for pupil, told in self._class.store.reports(at.id, at.lesson).items():
                if pupil in by_pupil:
                    by_pupil[pupil] += self._given(course, pupil, told)
        for pupil, said in own_models(self._class.store.runs(at.id, "builder"), at.pace["models"]).items():
            if pupil in by_pupil:
                by_pupil[pupil].append(slips.model_slip(said))
        for one in (*at.pace["talks"], at.pace["talk"]):
            if one and one["ask"] == "sentence":
                voices = self._class.store.plays(at.id, one["number"])
                for pupil in voices.keys() & by_pupil.keys():
                    by_pupil[pupil] += slips.said_slips(voices, one, pupil)
        return by_pupil

    def _given(self, course: Course, pupil: int, told: Json) -> list[Json]:
        """The slips of a report; they are made anew only where it has changed."""
        from .. import slips

        known = self._slips.get((pupil, course.id))
        if known is None or known[0] != told:
            if len(self._slips) > _MOST_KNOWN:
                self._slips.clear()
            known = self._slips[pupil, course.id] = told, slips.slips(course, told)
        return [dict(slip) for slip in known[1]]

    def _hands(self, at: Room) -> dict[int, Json]:
        if self._class.lesson_of(at) is None:
            return {}
        return {pupil: told.get("hand", {}) for pupil, told in self._class.store.reports(at.id, at.lesson).items()}

    def _heard(self, at: Room, one: Json, there: list[Member]) -> Json:
        """A talk with all that was said to it, and by whom."""
        voices = self._class.store.plays(at.id, one["number"])
        return one | {"said": [{"n": me.number, **voices[me.id]} for me in there if me.id in voices]}

    # -- the tray ----------------------------------------------------------------------------

    def lay(self, at: Room, number: int, key: str, place: Any) -> int:
        """Lay a slip of a pupil, as it is now, at a place of the tray. SaidError if there is none of this key."""
        there = self._class.store.pupils(at.id)
        one = next((one for one in there if one.number == number), None)
        if one is None:
            raise GoneError
        slip = next((slip for slip in self._made(at, there)[one.id] if slip["key"] == key), None)
        if slip is None:
            raise SaidError(409, "This pupil has no such slip any more.")
        return self._class.tray.lay(at.id, number, slip, _place(place))

    def move(self, at: Room, id: int, place: Any) -> None:
        """A slip to another place of the tray, or out of it (0)."""
        self._class.tray.move(at.id, id, _place(place))

    # -- the plan ----------------------------------------------------------------------------

    def plan(self, at: Room) -> Json | None:
        """The plan of the lesson that the room is at."""
        from ..planned import plan_of

        course = self._class.lesson_of(at)
        return None if course is None else plan_of(course, self._class.tray.plan(at.id, at.lesson))

    def change_plan(self, at: Room, said: Any) -> None:
        """Another plan: what a change names, and the rest as it was."""
        from ..planned import merged, tidy_plan

        change = tidy_plan(self._class.course(at), said)
        self._class.tray.keep_plan(at.id, at.lesson, merged(self._class.tray.plan(at.id, at.lesson), change))

    def as_before(self, at: Room, text: str) -> Json:
        """What a class that was kept as a file has thought comes into the plan: its shares, no more."""
        from ..planned import counted, with_past

        course = self._class.course(at)
        told = self.read(text).reports(at.lesson)
        if not told:
            raise SaidError(409, "That class has told nothing of this lesson.")
        kept = with_past(self._class.tray.plan(at.id, at.lesson), counted(course, told))
        self._class.tray.keep_plan(at.id, at.lesson, kept)
        return {"pupils": len(told)}

    def plan_paper(self, at: Room) -> str:
        """The plan as a page to print."""
        return self._on_paper(self._class.course(at), self._class.tray.plan(at.id, at.lesson))

    def first_plan(self, lesson: str) -> str:
        """The plan of a lesson as it is before a class is opened, as a page to print. ValueError for no lesson."""
        return self._on_paper(self._class.courses.get(lesson), {})

    def _on_paper(self, course: Course, kept: Json) -> str:
        from ..planned import paper_of, plan_of

        return paper_of(course, plan_of(course, kept))

    # -- after the hour ----------------------------------------------------------------------

    def read(self, text: str) -> Kept:
        """The file of a class. ValueError for what is none."""
        from ..keeping import Kept

        return Kept(text, self._class.courses.get)

    def kept(self, at: Room) -> str:
        """The room as a file."""
        from ..keeping import written

        return written(self._class.store, self._class.tray, at, set(self._class.courses.titles()), time.time())

    def reopen(self, text: str) -> tuple[Room, str]:
        """A room from the file of a class; nobody can come in before its door is opened."""
        kept = self.read(text)
        lesson = self._class.known(kept.lesson) if kept.lesson else ""
        at, secret = self._class.open(lesson)
        try:
            kept.put_into(self._class.store, self._class.tray, at, time.time())
        except (ValueError, GoneError, StoreError):
            self._class.store.close_room(at.id)
            raise
        return self._class.store.room(at.id), secret

    def graded(self, at: Room, said: Json) -> Json:
        """Results joined to a pasted list: {list, chosen: {line: number}, book, title} -> who is who, and the table."""
        from .. import grades

        course, pupils = self._class.course(at), self._class.store.pupils(at.id)
        listed = class_list.read_list(str(said.get("list", "")))
        chosen = {
            key: number for key, number in dict(said.get("chosen") or {}).items() if type(number) is int and number >= 0
        }
        who, doubtful = grades.join_pupils(listed, pupils, chosen)
        answer: Json = {
            "lines": [
                {
                    "key": one.key,
                    "name": one.name,
                    "about": one.about.get("email") or one.about.get("number") or one.about.get("section") or "",
                    "n": who[line].number if line in who else 0,
                    "doubtful": line in doubtful,
                }
                for line, one in enumerate(listed)
            ],
            "left": [one.number for one in pupils if one not in who.values()],
        }
        if said.get("book"):
            reports = self._class.store.reports(at.id, at.lesson)
            title = str(said.get("title") or course.title)[:80]
            answer["table"] = grades.grade_table(str(said["book"]), course, listed, pupils, reports, chosen, title)
        return answer

    def each(self, at: Room, when: str) -> str:
        """A page for each pupil to print."""
        from .. import paper

        return paper.each(
            self._class.course(at), self._class.store.pupils(at.id), self._class.store.reports(at.id, at.lesson), when
        )


def _place(place: Any) -> int:
    if type(place) is not int or not 0 <= place <= PLACES:
        raise ValueError(f"The tray has {PLACES} places.")
    return place
