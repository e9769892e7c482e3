"""Made-up pupils for a rehearsal, who answer in typical ways: each works through the real lesson, from a seed.

Some count, some spread evenly, some have a favourite; at questions they make the mistakes that the bank knows, with
hints or without, and two are stuck where it is hardest until somebody helps.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from ..lesson.building import Building
from ..lesson.experiment import Cells, Sort
from ..lesson.limits import SURE, TRIES_BEFORE_TOLD
from ..lesson.plan import CHIPS
from ..lesson.pupil import Pupil
from ..lesson.report import OTHER, RIGHT, report
from ..lesson.score import spread
from ..page.protocol import Json
from .board import WAYS, shape
from .course import Course

PUPILS = 28
STUCK = 2
"""So many are stuck where something is built."""
_SHAPES = (0.3, 0.3, 0.2, 0.2)  # how often each of WAYS
_MIND = (0.45, 0.4, 0.15)  # first answers: right, a mistake of the bank, another
_AFTER_A_TALK = 0.75  # are right in a second vote
_WORDS = Path(__file__).with_suffix(".toml")


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(_WORDS.read_text(encoding="utf-8-sig"))


class Actor:
    """One made-up pupil of a lesson. `reports`: what the class sees, one deed after the other."""

    def __init__(self, course: Course, seed: int, number: int) -> None:
        self.course, self.number = course, number
        self._rng = Random(f"{seed} {number}")
        self.stuck = number < STUCK
        self.reports: list[Json] = []
        self._more: Iterator[Json] | None = self._told(Pupil(course.plan, self._rng.randrange(1 << 30)))

    def at(self, place: int) -> Json | None:
        """The report after so many deeds; None when all is done."""
        while self._more is not None and len(self.reports) <= place:
            told = next(self._more, None)
            if told is None:
                self._more = None
            else:
                self.reports.append(told)
        return self.reports[place] if place < len(self.reports) else None

    def _told(self, pupil: Pupil) -> Iterator[Json]:
        """Every step in its order; what one of them cannot do is left to the page, as pupils leave it."""
        yield report(pupil)
        for kind in pupil.kinds:
            pupil.at = kind
            for _ in getattr(self, f"_{kind}", self._read)(pupil):
                yield report(pupil)

    # -- the steps ---------------------------------------------------------------------------

    def _read(self, pupil: Pupil) -> Iterator[None]:
        with suppress(ValueError):
            pupil.next()
        yield

    def _play(self, pupil: Pupil) -> Iterator[None]:
        if pupil.plan.experiment.mini:
            while pupil.turn().moves:
                pupil.move(self._rng.randrange(len(pupil.turn().moves)))
                yield
        else:
            pupil.call(self._rng.randrange(len(pupil.calls)))
            yield
        yield from self._read(pupil)

    def _machine(self, pupil: Pupil) -> Iterator[None]:
        assert pupil.machine is not None
        if self._rng.random() < 0.4:
            pupil.judge_machine(pupil.machine.start)
            yield
        pupil.judge_machine(pupil.machine.wanted)
        yield from self._read(pupil)

    def _predict(self, pupil: Pupil) -> Iterator[None]:
        chips = self.chips(WAYS[self._rng.choices(range(len(WAYS)), _SHAPES)[0]])
        pupil.lock(
            chips,
            self._rng.choice(
                _words()["reasons"][
                    shape(self.course, chips) if shape(self.course, chips) in _words()["reasons"] else WAYS[3]
                ]
            ),
        )
        yield

    def chips(self, way: str) -> list[int]:
        """A prediction that looks so."""
        columns = len(self.course.names)
        if way == WAYS[1]:
            return list(spread(self.course.names, CHIPS).values())
        if way == WAYS[2]:
            chips = [CHIPS // (3 * columns)] * columns
            chips[self._rng.randrange(columns)] += CHIPS - sum(chips)
            return chips
        weights = [p + (0.01 if way == WAYS[0] else self._rng.random() / columns) for p in self.course.exact]
        chips = [int(CHIPS * weight / sum(weights)) for weight in weights]
        chips[max(range(columns), key=weights.__getitem__)] += CHIPS - sum(chips)
        return chips

    def _run(self, pupil: Pupil) -> Iterator[None]:
        for _ in range(self._rng.randint(3, 6)):
            pupil.run(10)
            yield
        with suppress(ValueError):
            pupil.reveal()
        yield

    def _why(self, pupil: Pupil) -> Iterator[None]:
        if pupil.building is None:
            yield from self._read(pupil)
            return
        yield from self._built(pupil, pupil.building)
        if self._rng.random() < 0.6:
            pupil.revise(self._rng.choice(_words()["afterwards"]["all"]))
            yield
        pupil.at = "why"
        yield from self._read(pupil)

    def _built(self, pupil: Pupil, building: Building) -> Iterator[None]:
        """A few tries that fall short, then what is right; or it is shown."""
        made = building.made
        building.listed = True
        if isinstance(made, Cells):
            good = sorted(made.good)
            for _ in range(self._rng.randint(1, 2)):
                building.put(self._rng.sample(good, max(1, len(good) * 2 // 3)))
                yield
            if self._rng.random() < 0.3:
                building.put([*good, *[n for n in range(len(made.cells)) if n not in made.good][:2]])
                yield
            if self._rng.random() < 0.75:
                building.put(good)
        elif isinstance(made, Sort):
            building.put(list(building.work))
            yield
            if self._rng.random() < 0.75:
                building.put(sorted(building.work))
        else:
            while not building.done and self._rng.random() < 0.9:
                building.put(self._rng.randrange(len(made.levels[len(building.work)].options)))
                yield
        if not building.done:
            pupil.all_open = True
            pupil.show_me()
        yield

    def _change(self, pupil: Pupil) -> Iterator[None]:
        pupil.all_open = True
        with suppress(ValueError):
            pupil.say_way(self._rng.choice(("up", "same", "down")))
        yield from self._read(pupil)

    def _data(self, pupil: Pupil) -> Iterator[None]:
        yield from self._read(pupil)

    def _rank(self, pupil: Pupil) -> Iterator[None]:
        pupil.all_open = True
        order = list(pupil.order)
        self._rng.shuffle(order)
        with suppress(ValueError):
            pupil.rank(order)
        yield from self._read(pupil)

    def _check(self, pupil: Pupil) -> Iterator[None]:
        pupil.all_open = True
        for number in range(len(pupil.answers)):
            asks, settings = pupil.asked(number)
            right, sure = str(Fraction(asks.exact_value(**settings))), self._rng.choice(list(SURE))
            wrong = [str(Fraction(value)) for _, value, _ in asks.wrong_answers(**settings)]
            mind = self._rng.choices((RIGHT, 0, OTHER), _MIND)[0]
            texts = {RIGHT: [right], 0: wrong[:1] or ["1/2"], OTHER: ["1/7"]}[mind]
            for text in texts:
                with suppress(ValueError):
                    pupil.answer(number, text, sure)
                yield
            if not pupil.settled(number):
                yield from self._again(pupil, number, right)
        yield from self._read(pupil)

    def _again(self, pupil: Pupil, number: int, right: str) -> Iterator[None]:
        """After a wrong answer: a hint perhaps, then right, or told."""
        if self._rng.random() < 0.4:
            pupil.hint(number)
            yield
        if self._rng.random() < 0.7:
            with suppress(ValueError):
                pupil.answer(number, right, pupil.answers[number].sure)
        else:
            for text in ("1/9", "2/9")[:TRIES_BEFORE_TOLD]:
                with suppress(ValueError):
                    pupil.answer(number, text, pupil.answers[number].sure)
            with suppress(ValueError):
                pupil.tell(number)
        yield

    # -- what the class asks -----------------------------------------------------------------

    def voted(self, about: str, again: bool) -> Json:
        """A voice in a vote; `again`: after the talk."""
        if about == "chips":
            return {"chips": self.chips(WAYS[0] if self._rng.random() < _AFTER_A_TALK else WAYS[3])}
        check = self.course.votable[int(about)]
        places = [n for n, (_, meant) in enumerate(check.options) if meant == RIGHT]
        wrong = [n for n in range(len(check.options)) if n not in places]
        hit = self._rng.random() < (_AFTER_A_TALK if again else _MIND[0])
        return {"option": self._rng.choice(places if hit or not wrong else wrong), "sure": self._rng.choice(list(SURE))}

    def said(self, talk: Json) -> Json:
        """A voice in a talk."""
        if talk["ask"] == "vote":
            return {"slip": self._rng.choice(talk["slips"])}
        return {"text": self._rng.choice(_words()["sentences"]["all"])}

    def wait(self) -> float:
        """Seconds until the next deed."""
        return self._rng.uniform(3, 12)
