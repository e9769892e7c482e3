"""A class on a server: the store, the lessons and dashboards, limits, and how the machine is reached.

What knows lessons is imported when a class first needs it: a server without a class starts as quickly as ever.
"""

from __future__ import annotations

import random
import secrets
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamelib

from .. import door, names, reach, room, said
from ..store import YES, GoneError, Member, Room, Store, TakenError, TwiceError, hashed
from ..talks import Talks
from ..tray import Tray
from .change_notifier import News, SaidError

if TYPE_CHECKING:
    from ..course import Course, Courses

Json = dict[str, Any]
DASHBOARDS = "dashboards/"
BUILDER = "builder"
HINTED = ("sent", "read")
_SETTINGS = 8  # of dashboards, whose runs are kept of one pupil
_RECENT = 0.15  # seconds for which a board is as good as a new one for who waits for news
_LESSONS = ("board", "course", "grades", "keeping", "paper", "planned", "rehearsal", "slips")  # modules that know them
_MOST_SHOWN = 40  # boards and desks whose last state is kept
_TRIES = 20  # for a code or a face that nobody else has just taken


class LastShown:
    """What boards and desks have shown last, by the secret that opens them, for when the store does not answer."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, tuple[Json, float]]] = {}

    def has(self, key: str) -> bool:
        """Whether something was shown to who has this secret."""
        return hashed(key) in self._kept

    def keep(self, name: str, key: str, shown: Json) -> None:
        """Keep what was shown just now; of many secrets the oldest go."""
        of = self._kept.pop(hashed(key), {})
        self._kept[hashed(key)] = of | {name: (shown, time.monotonic())}
        while len(self._kept) > _MOST_SHOWN:
            del self._kept[next(iter(self._kept))]

    def get(self, name: str, key: str, answered: float) -> Json | None:
        """What was shown last, with its `age` in seconds; None for nothing. `answered`: when the store last told that
        nothing newer was there."""
        shown, when = self._kept.get(hashed(key), {}).get(name, (None, 0.0))
        if shown is None:
            return None
        return shown | {"now": time.time(), "age": round(time.monotonic() - max(when, answered), 1)}

    def forget(self, key: str) -> None:
        """The class of this secret is closed."""
        self._kept.pop(hashed(key), None)


class Classroom:
    """Everything that the handlers share: the store, the lessons, limits, and how the machine is reached."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        dashboard_titles: Callable[[Path], dict[str, str]],
        hosts: Callable[[], list[str]],
        listen: Callable[[], None],
        dice: Callable[[], int] = lambda: room.DICE,
    ) -> None:
        """`folder`: of the notebooks; `dashboard_titles`: titles by id of the dashboards there, and of the Builder;
        `hosts`: the addresses at which others reach this server; `listen`: opens it to them; `dice`: of a code."""
        self.store, self.news, self._folder = store, News(store), folder
        self._dashboard_titles = dashboard_titles
        self.door, self.tray = door.Door(store), Tray(store)
        self.talks = Talks(store, self.tray, self.door)
        self._hosts, self.listen, self.dice = hosts, listen, dice
        self.checks, self.preferred = reach.Checks(), ""
        self._boards: dict[tuple[int, float], tuple[Json, float]] = {}
        """Of each room the last board that was made, and when."""
        self.last_shown = LastShown()
        self.teacher = secrets.token_urlsafe(18)
        """What a lesson's page shows its kernel to have all steps opened."""
        self.owner = secrets.token_urlsafe(18)
        """What who runs the server shows to open a class; told in the terminal and nowhere else."""
        self.has_lessons = False
        """Whether what knows lessons has been imported."""
        self.in_browsers = False
        """Whether pages may run in pupils' own browsers, which say of themselves what they have run."""
        self._words = said.PageWords(folder)
        self.asking = room.Rate(60, 6)
        self.opening, self.telling = room.Rate(60, 2), room.Rate(30, 5)
        self.joining = door.Turns(room.Rate(5, 1 / 15), room.Rate(40, 0.5), room.Rate(60, 3))
        self.guessing = door.Turns(room.Rate(10, 0.2), room.Rate(40, 1), room.Rate(200, 2))

    def hosts(self) -> list[str]:
        """The addresses at which others reach this server, one that a check has found to be reached before all."""
        return reach.first(self._hosts(), self.preferred)

    def import_lessons(self) -> None:
        """Import what knows lessons, in one order: threads that begin at two ends of a circle get halves of modules."""
        for name in _LESSONS:
            import_module(f"..{name}", __package__)
        self.has_lessons = True

    @cached_property
    def courses(self) -> Courses:
        """The lessons."""
        from ..course import Courses

        return Courses(self._folder)

    @cached_property
    def dashboards(self) -> dict[str, str]:
        """Id ("dashboards/raid") -> title; and the Builder."""
        return self._dashboard_titles(self._folder)

    def known(self, page: str) -> str:
        """The id of a lesson or a dashboard. ValueError if there is none of this id."""
        return page if page in self.dashboards else self.courses.get(page).id

    def forget(self, now: float) -> int:
        """Delete the rooms whose time is over, with all that was told in them; how many there were."""
        over = [one.id for one in self.store.rooms() if room.kept_until(one.opened, one.pace) <= now]
        for id in over:
            self.close(id)
        self.checks.keep({one.id for one in self.store.rooms()})
        return len(over)

    def open(self, lesson: str = "", days: int = room.KEPT_DAYS) -> tuple[Room, str]:
        """A new room, with a lesson or dashboard that is there, and its secret; after so many days it is deleted.
        SaidError if there are too many, ValueError for days that cannot be."""
        if not 0 < days <= room.MOST_DAYS:
            raise ValueError(f"A class is kept for 1 to {room.MOST_DAYS} days.")
        self.forget(time.time())
        most = room.MOST_ROOMS if self.store.file else room.MOST_ROOMS_SHARED
        if len(self.store.rooms()) >= most:
            raise SaidError(409, f"{most} classes are open here. Close one that is over.")
        for _ in range(_TRIES):
            with suppress(TakenError):
                code, secret = room.new_code(self.dice()), room.new_secret()
                now = time.time()
                pace = room.new_pace() | {"until": now + days * room.DAY}
                return self.store.open_room(code, secret, lesson, pace, now), secret
        raise SaidError(503, "No code is free. Try again.")

    def close(self, id: int) -> None:
        """Delete a room and all that was told in it."""
        self.store.close_room(id)
        self._boards = {of: made for of, made in self._boards.items() if of[0] != id}

    def go_on(self, at: Room) -> tuple[Room, str]:
        """An open room and a secret of one's own for it: the first one is kept as a hash only."""
        secret = room.new_secret()
        self.store.add_secret(at.id, secret)
        return at, secret

    def prepare(self, lesson: str) -> None:
        """Read what a board shows first, so that nobody waits for it."""
        self.import_lessons()
        with suppress(ValueError):
            self.courses.titles()
            if lesson:
                self.known(lesson)

    def join(
        self,
        at: Room,
        name: str,
        token: str,
        wished: int | None = None,
        browser: str = "",
        came_from: tuple[str, str] | None = None,
    ) -> Member:
        """A new pupil of a room; an empty name is made up: that of the wished face, if it is free. A name like that of
        somebody there gets a number, except where names are those of a list. `came_from`: the key of an address and
        the ticket with which a device waits there. SaidError, ValueError for a name that the room does not take,
        WaitingError where the teacher decides who comes in."""
        most = room.MOST_PUPILS if self.in_browsers else room.MOST_WITH_KERNELS
        wanted = self._taken_name(at, name)

        def come(called: str, face: int) -> Member:
            if came_from is None:
                return self.store.join(at.id, called, face, token, time.time(), most)
            return self.door.join(at, called, face, token, time.time(), most, came_from[0], wanted)

        try:
            me = self._let_in(at, wanted, wished, come)
        except door.WaitingError:
            assert came_from is not None
            self.door.wait(at, *came_from, wanted)
            raise
        if browser:
            self.door.remember(me.id, at.id, browser)
        return me

    def _taken_name(self, at: Room, name: str) -> str:
        """The name under which somebody comes in to this room; "" for one that is made up."""
        if at.pace["names"] == "made":
            return ""
        if at.pace["names"] == "list":
            if name not in at.pace["list"]:
                raise SaidError(409, "Choose your name from the list.")
            if names.look_alike(name, (one.name for one in self.store.pupils(at.id))):
                raise SaidError(409, "Somebody has come in by this name. If it is yours, tell your teacher.")
        elif name and (names.is_rude(name) or names.look_alike(name, at.pace["refused"])):
            raise ValueError("Take another name for this class.")
        return name

    def names_for(self, at: Room) -> Json:
        """What one who comes in is asked for: which names the room takes, and those of its list that are free."""
        there = [one.name for one in self.store.pupils(at.id)] if at.pace["names"] == "list" else []
        listed = at.pace["list"] if at.pace["names"] == "list" else []
        return {"names": at.pace["names"], "list": [name for name in listed if not names.look_alike(name, there)]}

    def rename(self, at: Room, number: int, name: str) -> None:
        """Another name for a pupil. SaidError for one that looks like another one's."""
        try:
            self.door.rename(at.id, number, name)
        except TakenError:
            raise SaidError(409, "Somebody of the class has this name or one that looks like it.") from None

    def refuse(self, at: Room, number: int) -> None:
        """A pupil's name is not taken here: a made-up one takes its place, and nobody can come in with it."""
        one = next((one for one in self.store.pupils(at.id) if one.number == number), None)
        if one is None:
            raise GoneError
        self.rename(at, number, names.made_up(one.face))

        def how(now: Room) -> tuple[str, Json]:
            return now.lesson, now.pace | {"refused": [*now.pace["refused"], one.name][-room.MOST_LISTED :]}

        self.store.change(at.id, how)

    def _let_in(self, at: Room, name: str, wished: int | None, come: Callable[[str, int], Member]) -> Member:
        for n in range(1, _TRIES):
            taken = {one.face for one in self.store.pupils(at.id)}
            free = wished is not None and 0 <= wished < names.FACES and wished not in taken
            face = wished if free and wished is not None else names.free_face(taken)
            called = names.numbered(name, n) if name else names.made_up(face)
            with suppress(TakenError):
                return come(called, face)
        raise SaidError(409, "Somebody has this name already. Take another.")

    def board(self, at: Room, known: int | None = None) -> Json:
        """Everything that the board of a room shows. Who waits for news of a room, and knows an older version, gets
        what another board was given a moment ago: of a large class each takes its time to make."""
        made, when = self._boards.get((at.id, at.opened), (None, 0.0))
        recent = known is not None and time.monotonic() - when < _RECENT
        if made is None or (made["version"] != at.version and (made["version"] == known or not recent)):
            made = self._board(at)
            if len(self._boards) > room.MOST_ROOMS:
                self._boards.clear()
            self._boards[at.id, at.opened] = made, time.monotonic()
        return made | {"now": time.time(), "hosts": self.hosts(), "full": not self.store.has_room()}

    def _board(self, at: Room) -> Json:
        from .. import board

        hidden, there = self.door.hidden(at.id), self.store.pupils(at.id)
        own = {one.id: one.name for one in there}
        pupils = [replace(one, name=names.made_up(one.face)) if one.id in hidden else one for one in there]
        shown: Json = {
            "version": at.version,
            "code": at.code,
            "opened": at.opened,
            "pace": at.pace,
            "lesson": at.lesson,
            "title": "",
            "lessons": self.courses.titles(),
            "dashboards": self.dashboards,
            "teacher": self.teacher,
            "pools": board.pools(pupils, [*self._of_class(at), *self.store.runs(at.id, DASHBOARDS)]),
            "models": board.models(pupils, self.store.runs(at.id, BUILDER), at.pace["models"]),
            "pupils": [board.row(one) for one in pupils],
        }
        if at.lesson in self.dashboards:
            shown["title"] = self.dashboards[at.lesson]
        elif at.lesson:
            course, plays = self.courses.get(at.lesson), self.store.plays
            rounds = [(rolls, plays(at.id, number)) for number, rolls in at.pace["rounds"]]
            reports = self.store.reports(at.id, at.lesson)
            shown |= {"title": course.title} | board.board(course, pupils, reports, rounds, self._votes(at))
        hints = self.store.hints(at.id)
        for one, row in zip(pupils, shown["pupils"], strict=True):
            row["hint"] = HINTED[hints[one.id][1]] if one.id in hints else ""
            row["hidden"] = own[one.id] if one.id in hidden else ""
        shown["waiting"] = self.door.waiting(at)
        shown["removed"] = [asdict(one) for one in self.door.removed(at.id)]
        shown["talk"], shown["until"] = self.talks.shown(at), room.kept_until(at.opened, at.pace)
        return shown

    def _of_class(self, at: Room) -> list[tuple[int, str, Json]]:
        """The runs of the models that the teacher has sent; a pupil's own model is nobody else's to show."""
        return [one for one in self.store.runs(at.id, BUILDER) if one[2]["about"].get("line") in at.pace["models"]]

    def tell(self, me: Member, lesson: str, number: int, data: Any) -> int:
        """Keep a pupil's report, and give back the number that is kept: a higher one where this comes too late.
        ValueError for one that cannot be."""
        from ...lesson.report import checked
        from ...page import reports

        if lesson in self.dashboards:
            sent = tuple(self.store.room(me.room).pace["models"])

            def own(text: str) -> Json:
                return said.about(text, self._words, sent)

            read = reports.checked(data, self.teacher, own if self.in_browsers else None)
            setting = f"{lesson}#{zlib.crc32(data['about'].encode()):08x}"
            kept = lesson.partition("/")[0], _SETTINGS
            return self.store.tell(me, setting, number, me.step, read, time.time(), kept)
        course = self.courses.get(lesson)
        read = checked(data, course.plan)
        return self.store.tell(me, course.id, number, read["at"], read, time.time())

    def tell_by_code(self, at: Room, text: str, name: str) -> Member:
        """A pupil who only sends a result code. ValueError for one with a slip, SaidError for one that came before."""
        from ...lesson import codes

        course = self.course(at)
        told, wished = codes.read(text, course.plan)
        code, report = codes.tidy(text), (course.id, told["at"], told)

        def come(called: str, face: int) -> Member:
            return self.store.join_by_code(at.id, called, face, code, report, time.time(), room.MOST_PUPILS)

        try:
            return self._let_in(at, name, wished, come)
        except TwiceError as error:
            raise SaidError(409, f"This code is on the board already: {error}.") from None

    def lesson_of(self, at: Room) -> Course | None:
        """The lesson of a room; None before one is chosen, and for a page that is none."""
        return None if not at.lesson or at.lesson in self.dashboards else self.courses.get(at.lesson)

    def course(self, at: Room) -> Course:
        """The lesson of a room. SaidError before one is chosen."""
        course = self.lesson_of(at)
        if course is None:
            raise SaidError(409, "Choose a lesson for the class first.")
        return course

    def paper(self, at: Room, names: bool, when: str = "") -> str:
        """What is kept after the lesson: a page to print, or, without a date, the table as CSV."""
        from .. import paper

        if at.lesson in self.dashboards:
            raise SaidError(409, "What is kept of a class belongs to a lesson. Choose one first.")
        course, pupils, told = self.course(at), self.store.pupils(at.id), self.store.reports(at.id, at.lesson)
        votes = self._votes(at)
        if not when:
            if not pupils:
                raise SaidError(409, "Nobody is in this class, so the table is empty.")
            return paper.csv(course, pupils, told, votes, names)
        return paper.page(course, pupils, told, votes, names, when)

    def change(self, at: Room, said: Json) -> tuple[str, Json]:
        """Another pace or lesson for a room, made of what holds when it is written: of two at once none is lost.
        ValueError, with nothing changed, for one that does not fit."""
        lesson = self.known(str(said["lesson"])) if "lesson" in said else None
        if at.lesson and at.lesson not in self.dashboards:
            self.courses.get(at.lesson)  # read before, so that nobody waits for it while the room is held

        def how(now: Room) -> tuple[str, Json]:
            pace = self._paced(now, said["pace"]) if "pace" in said else now.pace
            return (now.lesson, pace) if lesson is None else (lesson, room.pace_of_another_lesson(pace))

        return self.store.change(at.id, how)

    def _paced(self, at: Room, asked: Any) -> Json:
        """The pace of a room after a change that fits its lesson."""
        if isinstance(asked, dict) and isinstance(asked.get("model"), str):
            asked = asked | {"model": gamelib.model(asked["model"]).text}
        pace = room.changed_pace(at.pace, asked, time.time())
        if pace["upto"] is not None and pace["upto"] not in self.course(at).kinds:
            raise ValueError("This lesson has no such step.")
        if pace["rolls"] and pace["rounds"] != at.pace["rounds"]:
            self.course(at)
        if pace["vote"] and pace["vote"] != at.pace["vote"]:
            self._asked(at, pace["vote"]["about"])
        if pace["talk"] and pace["talk"]["number"] == pace["round"] != at.pace["round"]:
            there = {one.id for one in self.tray.slips(at.id)}
            if not {*pace["talk"]["slips"]} <= there:
                raise ValueError("One of these slips is not there any more.")
        return pace

    def play(self, me: Member) -> Json:
        """What comes for a pupil in the round of the class that is on; the same again for who asks again."""
        at = self.store.room(me.room)
        if not at.pace["rolls"]:
            raise SaidError(409, "No round is on.")
        course, number = self.course(at), at.pace["rounds"][-1][0]
        plan, rng = course.plan, random.Random(secrets.randbits(64))
        seen = [plan.experiment.see(rng, **plan.settings) for _ in range(at.pace["rolls"])]
        came: Json = {
            "at": [course.names.index(plan.bet(one.outcome)) for one in seen],
            "say": seen[-1].say or plan.bet(seen[-1].outcome),
            "pieces": list(seen[-1].pieces[:12]) if len(seen) == 1 else [],
        }
        came = self.store.play(me, number, came)
        hits = sum(at in course.hits for at in came["at"])
        return came | {
            "round": number,
            "names": [course.names[i] for i in came["at"]],
            "hits": hits,
            "hit": [i in course.hits for i in came["at"]],
            "words": course.hit_words,
        }

    # -- votes -------------------------------------------------------------------------------

    def _votes(self, at: Room) -> dict[str, list[dict[int, Json]]]:
        """The voices of each vote of a room, by what it was about."""
        return {about: [self.store.plays(at.id, n) for n in of] for about, of in at.pace["votes"].items()}

    def _asked(self, at: Room, about: str) -> Json:
        """What a vote asks: chips on outcomes, or one of a few answers. ValueError if the lesson does not ask it."""
        course = self.course(at)
        if about == room.CHIPS_AGAIN:
            from ...lesson.plan import CHIPS

            ask = course.plan.question.prompt_text(**course.plan.settings)
            return {"ask": ask, "names": course.names, "chips": CHIPS}
        if int(about) >= len(course.votable):
            raise ValueError("This lesson has no such question.")
        check = course.votable[int(about)]
        return {"ask": check.ask, "options": [text for text, _ in check.options]}

    def vote_on(self, at: Room) -> Json | None:
        """What pupils are asked now; None if nothing is."""
        vote = at.pace["vote"]
        return self._asked(at, vote["about"]) | {"number": vote["number"]} if vote else None

    def vote(self, me: Member, said: Json) -> None:
        """A pupil's voice: {number, chips}, or {number, option, sure}. ValueError for one that cannot be."""
        from ...lesson.limits import SURE

        at = self.store.room(me.room)
        vote = at.pace["vote"]
        if not vote or said.get("number") != vote["number"]:
            raise SaidError(409, "This vote is over.")
        asked = self._asked(at, vote["about"])
        if "chips" in asked:
            chips = said.get("chips")
            if not isinstance(chips, list) or not all(type(n) is int and n >= 0 for n in chips):
                raise ValueError("Chips are whole numbers.")
            if len(chips) != len(asked["names"]) or sum(chips) != asked["chips"]:
                raise ValueError(f"A prediction puts down {asked['chips']} chips.")
            voice: Json = {"chips": chips}
        else:
            option, sure = said.get("option"), said.get("sure")
            if type(option) is not int or not 0 <= option < len(asked["options"]) or sure not in SURE:
                raise ValueError("Choose an answer, and say how sure you are.")
            voice = {"meant": self.course(at).votable[int(vote["about"])].options[option][1], "sure": sure}
        self.store.vote(me, vote["number"], voice)

    # -- what pupils see of each other -------------------------------------------------------

    def shown(self, at: Room) -> list[Json]:
        """The pictures that pupils let the class see."""
        yes = [one for one in self.store.pupils(at.id) if one.consent == YES]
        if yes and at.lesson == BUILDER:
            from ..board import own_models, shown_model

            last = own_models(self.store.runs(at.id, BUILDER), at.pace["models"])
            return [shown_model(one, last[one.id]) for one in yes if one.id in last]
        if not yes or not at.lesson or at.lesson in self.dashboards:
            return []
        from ..board import shown

        course, reports = self.courses.get(at.lesson), self.store.reports(at.id, at.lesson)
        return [shown(course, one, reports[one.id]) for one in yes if one.id in reports]

    def pace(self, me: Member) -> Json:
        """What holds for a pupil now."""
        at = self.store.room(me.room)
        pace = at.pace
        text, heard = self.store.hints(at.id).get(me.id, ("", True))
        return {
            "at": at.paced,
            "now": time.time(),
            "lesson": at.lesson,
            "upto": pace["upto"],
            "ends": pace["ends"],
            "paused": pace["paused"],
            "round": pace["rounds"][-1][0] if pace["rolls"] else 0,
            "rolls": pace["rolls"],
            "vote": self.vote_on(at),
            "hint": "" if heard else text,
            "shown": self.shown(at),
            "model": pace["model"],
            "consent": me.consent,
            "name": me.name,
            "face": me.face,
            **self.talks.for_pupil(at, me),
        }
