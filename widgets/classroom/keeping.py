"""A class as a file that can be opened again: what was told of its lessons, votes, talks, slips, plans. No tokens.

Whoever opens a file may have made it: everything is read with the care that a pupil's report gets. Runs on dashboards
and in the Builder are sealed by the server that was, so they do not go in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from gamelib.rulebook import isolate_direction
from gamelib.validation import FORMAT_ERRORS, error_reason, parse_json

from ..lesson.limits import SURE
from ..lesson.plan import CHIPS
from ..lesson.report import OTHER, checked
from ..page.protocol import Json
from ..page.texts import seen
from .course import Course
from .names import FACES, tidy_name
from .planned import merged, tidy_plan
from .room import CHIPS_AGAIN, MOST_LISTED, MOST_PUPILS, NAMES, ROLLS, new_pace, new_secret, read_code
from .slips import checked_slip
from .store import Member, Room, Store, TakenError
from .talk import ASKS, LONGEST_QUESTION, MOST_SIDES, tidy_note, voice
from .tray import MOST_SLIPS, PLACES, Slip, Tray

MARK, VERSION = "kismet class", 1
MOST_BYTES = 4 << 20
_MOST_NUMBER = 400
_MOST_CODES = 20
NO_FILE = "This is not the file of a class."


def written(store: Store, tray: Tray, at: Room, lessons: set[str], when: float) -> str:
    """The file of a room. `lessons`: the ids of lessons that reports may be of."""
    pupils = store.pupils(at.id)
    told = {lesson: store.reports(at.id, lesson) for lesson in sorted(lessons)}
    numbers = sorted(
        {n for n, _ in at.pace["rounds"]}
        | {n for of in at.pace["votes"].values() for n in of}
        | {talk["number"] for talk in _talks(at.pace)}
    )
    plays = {number: store.plays(at.id, number) for number in numbers}
    slips = tray.slips(at.id)
    kept = ("round", "rounds", "votes", "names", "list", "models")
    people = [
        {
            "name": one.name,
            "face": one.face,
            "joined": one.joined,
            "number": one.number,
            "coded": one.coded,
            "reports": {lesson: of[one.id] for lesson, of in told.items() if one.id in of},
            "plays": {str(number): of[one.id] for number, of in plays.items() if one.id in of},
            "slips": [
                {
                    "id": slip.id,
                    "content": slip.content,
                    "place": slip.place,
                    "note": slip.note,
                    "consent": slip.consent,
                }
                for slip in slips
                if slip.pupil == one.id
            ],
        }
        for one in pupils
    ]
    return json.dumps(
        {
            "kind": MARK,
            "version": VERSION,
            "code": at.code,
            "codes": at.pace["codes"],
            "lesson": at.lesson,
            "opened": at.opened,
            "written": when,
            "pace": {name: at.pace[name] for name in kept} | {"talks": _talks(at.pace)},
            "pupils": people,
            "plans": tray.plans(at.id),
        },
        ensure_ascii=False,
        indent=1,
    )


def _talks(pace: Json) -> list[Json]:
    return [*pace["talks"], *([pace["talk"] | {"told": True}] if pace["talk"] else [])]


class Kept:
    """A file that was read: nothing in it is trusted further than it was checked."""

    def __init__(self, text: str, course: Callable[[str], Course]) -> None:
        """`course`: a lesson by its id, ValueError for none. ValueError, in a plain sentence, for what is no class."""
        if len(text) > MOST_BYTES:
            raise ValueError("The file of a class has up to 4 MB.")
        try:
            data = parse_json(text, MOST_BYTES)
        except ValueError:
            raise ValueError(NO_FILE) from None
        if not isinstance(data, dict) or data.get("kind") != MARK:
            raise ValueError(NO_FILE)
        if data.get("version") != VERSION:
            raise ValueError("This class was kept by another version of Kismet.")
        try:
            self._read(data, course)
        except FORMAT_ERRORS as error:
            raise ValueError(NO_FILE) from error
        except ValueError as error:  # a sentence of our own says where; one of Python's says nothing to a reader
            raise ValueError(str(error) if error_reason(error) == str(error) else NO_FILE) from error

    def _read(self, data: Json, course: Callable[[str], Course]) -> None:
        self.codes = [read_code(code) for code in (data["code"], *data["codes"][:_MOST_CODES])]
        self.lesson = str(data["lesson"])
        self.course: Course | None = course(self.lesson) if self.lesson and not _is_page(self.lesson) else None
        self.opened = _number(data["opened"])
        if not isinstance(data["pupils"], list) or len(data["pupils"]) > MOST_PUPILS:
            raise ValueError(f"A class has up to {MOST_PUPILS} pupils.")
        self.pace = self._pace(data["pace"])
        self.pupils = [self._pupil(one, number, course) for number, one in enumerate(data["pupils"], 1)]
        if sum(len(one["slips"]) for one in self.pupils) > MOST_SLIPS:
            raise ValueError(f"{MOST_SLIPS} slips are kept of one class.")
        self.plans = {lesson: self._plan(course(lesson), plan) for lesson, plan in data["plans"].items()}

    def _pace(self, said: Json) -> Json:
        """What was asked of the class; nothing of it is open any more."""
        pace = new_pace()
        pace["round"] = _whole(said["round"], _MOST_NUMBER * 10)
        pace["rounds"] = [[_whole(n, pace["round"]), rolls] for n, rolls in said["rounds"][:12] if rolls in ROLLS]
        pace["votes"] = {
            about: [_whole(n, pace["round"]) for n in of[:2]]
            for about, of in said["votes"].items()
            if about == CHIPS_AGAIN or (self.course and about in map(str, range(len(self.course.votable))))
        }
        if said["names"] in NAMES and isinstance(said["list"], list):
            pace["list"] = [tidy_name(name) for name in said["list"][:MOST_LISTED]]
            pace["names"] = said["names"] if said["names"] != "list" or pace["list"] else "free"
        for talk in said["talks"][-30:]:
            question = seen(str(talk["question"]))[:LONGEST_QUESTION]
            if talk["ask"] not in ASKS or not 0 < len(talk["slips"]) <= MOST_SIDES:
                raise ValueError(NO_FILE)
            pace["talks"].append(
                {
                    "number": _whole(talk["number"], pace["round"]),
                    "question": question,
                    "ask": talk["ask"],
                    "told": True,
                    "slips": [_whole(id, 1 << 31) for id in talk["slips"]],
                }
            )
        return pace

    def _pupil(self, one: Json, number: int, course: Callable[[str], Course]) -> Json:
        try:
            return {
                "name": tidy_name(one["name"]),
                "face": _whole(one["face"], FACES - 1),
                "reports": {lesson: checked(told, course(lesson).plan) for lesson, told in one["reports"].items()},
                "plays": {_key(n): self._play(_key(n), said) for n, said in one["plays"].items()},
                "slips": [
                    Slip(
                        _whole(slip["id"], 1 << 31),
                        0,
                        checked_slip(slip["content"]),
                        _whole(slip["place"], PLACES),
                        tidy_note(slip["note"]),
                        _whole(slip["consent"], 3),
                    )
                    for slip in one["slips"][:MOST_SLIPS]
                ],
            }
        except ValueError as error:
            raise ValueError(f"Pupil {number} of this file: {error}") from error

    def _play(self, number: int, said: Json) -> Json:
        """What came in a round, a vote or a talk, by what its number was."""
        talk = next((one for one in self.pace["talks"] if one["number"] == number), None)
        if talk:
            return voice(talk | {"told": False}, {"number": number, **said})
        if self.course is None:
            raise ValueError(NO_FILE)
        columns = len(self.course.names)
        if number in {n for n, _ in self.pace["rounds"]}:
            came = [_whole(at, columns - 1) for at in said["at"]]
            if len(came) not in ROLLS:
                raise ValueError("In a round everybody makes one run or ten.")
            return {"at": came, "say": seen(str(said["say"]))[:200], "pieces": []}
        if number in self.pace["votes"].get(CHIPS_AGAIN, []):
            chips = [_whole(n, CHIPS) for n in said["chips"]]
            if len(chips) != columns or sum(chips) != CHIPS:
                raise ValueError(f"A prediction puts down {CHIPS} chips.")
            return {"chips": chips}
        about = next((about for about, of in self.pace["votes"].items() if number in of), "")
        if not about:
            raise ValueError(NO_FILE)
        meant, sure = said["meant"], said["sure"]
        if type(meant) is not int or not OTHER <= meant < len(self.course.votable[int(about)].mistakes):
            raise ValueError("A voice names an answer of its question.")
        if type(sure) is not int or sure not in SURE:
            raise ValueError("A voice says how sure.")
        return {"meant": meant, "sure": sure}

    @staticmethod
    def _plan(course: Course, plan: Json) -> Json:
        own = {name: plan[name] for name in ("minutes", "notes", "asks", "expect") if name in plan}
        return merged({}, tidy_plan(course, own)) if own else {}

    def reports(self, lesson: str) -> list[Json]:
        """What was told of a lesson."""
        return [one["reports"][lesson] for one in self.pupils if lesson in one["reports"]]

    def put_into(self, store: Store, tray: Tray, at: Room, now: float) -> None:
        """Fill a room that was just opened."""
        ids: dict[int, int] = {}
        for one in self.pupils:
            me = _came(store, at, one, now)
            for lesson, told in one["reports"].items():
                store.tell(me, lesson, 1, told["at"], told, now)
            for number, said in one["plays"].items():
                store.vote(me, number, said)
            for slip in one["slips"]:
                ids[slip.id] = tray.put_back(me.id, at.id, slip)
        for lesson, plan in self.plans.items():
            tray.keep_plan(at.id, lesson, plan)

        def how(room: Room) -> tuple[str, Json]:
            talks = [talk | {"slips": [ids[id] for id in talk["slips"] if id in ids]} for talk in self.pace["talks"]]
            return room.lesson, self.pace | {
                "talks": talks,
                "locked": True,
                "until": room.pace["until"],
                "codes": self.codes,
            }

        store.change(at.id, how)


def _came(store: Store, at: Room, one: Json, now: float) -> Member:
    try:
        return store.join(at.id, one["name"], one["face"], new_secret(), now, MOST_PUPILS)
    except TakenError:
        name = isolate_direction(one["name"])
        raise ValueError(f"Two pupils of this file have the name “{name}” or one that looks like it.") from None


def _is_page(lesson: str) -> bool:
    """Whether a class was at a dashboard or the Builder."""
    return "/" in lesson or lesson == "builder"


def _key(text: str) -> int:
    """A number that names a part of a table."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(NO_FILE)
    return int(text)


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(NO_FILE)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < 1e11:
        raise ValueError(NO_FILE)
    return float(value)
