"""One pupil in a lesson: the way (`way`), saved as plain JSON, put back by the deeds that made it, read with care."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Any

import gamelib
from gamelib.validation import FORMAT_ERRORS, validate_json

from .building import whole_number
from .limits import (
    MOST_GOES,
    MOST_LINES,
    MOST_LOOKS,
    MOST_PAST,
    MOST_RUNS,
    MOST_TRIES,
    PORTIONS,
    READ,
    SURE,
    TRAIL,
    Attempt,
    cut_short,
)
from .score import Rated
from .way import Way


class Pupil(Way):
    """A way that can be kept: `saved`, and `restore`."""

    def saved(self) -> dict[str, Any]:
        """Everything that a reload needs, as plain JSON."""
        return {
            "names": self.names,
            "seed": self.seed,
            "at": self.at,
            "seen": sorted(self.seen),
            "all_open": self.all_open,
            "goes": [list(go) for go in self.goes],
            "games": self.games,
            "machine": [self.laid, self.machine_tries, self.fits, self.machine_shown],
            "chips": self.chips,
            "reason": self.reason,
            "thinking": self.thinking,
            "revised": self.revised,
            "locked": self.locked,
            "counts": [self.counts[name] for name in self.names],
            "trail": [list(point) for point in self.trail],
            "revealed": self.revealed,
            "work": self.building.work if self.building else [],
            "rows": self.building.rows if self.building else [],
            "then": self.building.rest.work if self.building and self.building.rest else [],
            "built": self.building is not None and self.building.done,
            "shown": self.building is not None and self.building.shown,
            "thought": self.thought,
            "guess": self.guess,
            "data": [self.model, self.tally] if self.fitted else [],
            "order": self.order,
            "ranked": self.ranked,
            "asked": [asks.id for asks in self.fresh.questions],
            "answers": [self._saved(number, answer) for number, answer in enumerate(self.answers)],
            "past": [[self._saved(number, one) for one in answers] for number, answers in enumerate(self.past)],
            "rated": [[rated.sure, rated.right] for rated in self.rated],
        }

    def restore(self, data: Any) -> None:
        """What `saved` wrote. ValueError, with nothing kept, if it does not fit this lesson."""
        try:
            validate_json(data)
            if data["names"] != self.names:
                raise ValueError("The lesson has changed.")
            self.restart()
            self.seed = whole_number(data["seed"])
            self.lay_out()
            self.all_open = True  # while the parts are put back, each by the deed that made it
            self.seen = {kind for kind in data["seen"] if kind in READ or kind == "why"}
            self._restore_runs(data)
            self._restore_rest(data)
            self.all_open = bool(data["all_open"])
            self._come_back(data["at"])
        except (ValueError, *FORMAT_ERRORS) as error:
            self.restart()
            raise ValueError("What this browser has kept does not fit this lesson; it begins anew.") from error

    def _come_back(self, kind: Any) -> None:
        """To this step, or to the last one before it that is open: a question may have other numbers by now."""
        upto = self.kinds[: self.kinds.index(kind) + 1]
        self.go([one for one in upto if self.is_open(one)][-1])

    def _restore_runs(self, data: Any) -> None:
        goes = [(whole_number(called), whole_number(came)) for called, came in data["goes"]]
        if len(goes) > MOST_GOES or any(max(go) >= len(self.calls) for go in goes):
            raise ValueError("These goes cannot be.")
        self.goes = goes
        self._restore_games(data["games"])
        self._restore_machine(data["machine"])
        for line in data["thinking"][:MOST_LINES]:
            self.think_on(line)
        self.put(data["chips"], data["reason"])
        if not data["locked"]:
            if any(data["counts"]) or data["revealed"]:
                raise ValueError("There are no runs before the prediction.")
            return
        self.lock(data["chips"], data["reason"])
        counts = [whole_number(n) for n in data["counts"]]
        if len(counts) != len(self.names) or sum(counts) > MOST_RUNS:
            raise ValueError("These runs cannot be.")
        self.counts = Counter(dict(zip(self.names, counts, strict=True)))
        self.trail = [(whole_number(n), float(value)) for n, value in data["trail"]][: TRAIL + max(PORTIONS)]
        low, high = min(self.plan.worth.values()), max(self.plan.worth.values())
        if not all(n <= self.total and low <= value <= high for n, value in self.trail):
            raise ValueError("These shares cannot be.")
        if data["revealed"]:
            self.reveal()

    def _restore_games(self, games: Any) -> None:
        for number, moves in enumerate(games if self.plan.experiment.mini and "play" in self.kinds else []):
            if number:
                self.deal()
            for move in moves:
                self.move(move)

    def _restore_machine(self, kept: Any) -> None:
        """What was put together."""
        if self.machine is None:
            return
        line, tries, fits, shown = kept
        made = gamelib.model(line)
        self.laid, self.machine_tries, self.machine_shown = made.text, min(whole_number(tries), MOST_TRIES), bool(shown)
        self.fits = bool(fits) and not shown
        if made == self.machine.start or self.machine_tries == 0:
            self.fits = False
        elif self.fits and self.machine.judge(made):
            self.laid = self.machine.wanted.text  # it fitted once, and was changed after that

    def _restore_rest(self, data: Any) -> None:
        self.revised = cut_short(data["revised"])
        if self.building is not None and "why" in self.kinds:
            self.building.restore(data["work"], data["built"], data["rows"], data["then"])
            self.building.shown = bool(data["shown"]) and self.building.done
        thought = data["thought"]
        if thought is not None and self.revealed:
            self.think_so(thought)
        if data["guess"]:
            self.say_way(data["guess"])
        if data["data"]:
            self.compare_data(*data["data"])
        if self.order:
            self.arrange(data["order"])
            self.ranked = bool(data["ranked"])
        for id, kept, before in zip(data["asked"], data["answers"], data["past"], strict=True):
            number = next((n for n, asks in enumerate(self.fresh.questions) if asks.id == id), None)
            if number is None:  # asked no longer
                continue
            for one in before[: MOST_PAST + 1]:
                if self._restore_answer(number, one):
                    self.past[number].append(self.answers[number])
            self._restore_answer(number, kept)
        self.rated = [Rated(sure, bool(right)) for sure, right in data["rated"] if sure in SURE]

    def _saved(self, number: int, answer: Attempt) -> list[Any]:
        """An answer as plain JSON, with the numbers of its question if it was tried."""
        return [*answer.saved(), self._numbers(number, answer.draw) if answer.tries else []]

    def _numbers(self, number: int, draw: int) -> list[int]:
        """The numbers of a check, each by its place among the choices."""
        asks, settings = self.fresh.questions[number], self.fresh.draw(number, self.seed, draw)
        return [parameter.choices.index(settings[name]) for name, parameter in asks.parameters.items()]

    def _restore_answer(self, number: int, kept: Any) -> bool:
        """One that was kept. Where the numbers are others by now, it counts if it is right with them, or was told; else
        the question is asked anew. Whether it was kept."""
        draw, tries, sure, hints, told, looked, thoughts, lines, (downwards, small), numbers = kept
        draw, sure = whole_number(draw), sure if tries else 0
        if len(looked) > MOST_LOOKS or len(lines) > MOST_LINES or len(tries) > MOST_TRIES:
            raise ValueError("These answers cannot be.")
        self.answers[number] = Attempt(draw, looked=[whole_number(seen) for seen in looked])
        same = not tries or numbers == self._numbers(number, draw)
        try:
            self._answer_again(number, tries, sure, thoughts)
        except ValueError:
            if same:
                raise
        if not same and not self.settled(number):
            self.answers[number] = Attempt(draw, looked=self.answers[number].looked, told=bool(told))
            return bool(told)
        for line in lines:
            self.line(number, line)
        if downwards and not self.settled(number):
            self.go_down(number)
            self._restore_small(number, small)
        for _ in range(min(whole_number(hints), 9)):
            self.hint(number)
        if told and not self.settled(number):
            self.tell(number)
        return True

    def _restore_small(self, number: int, small: Any) -> None:
        """The answers on the way down."""
        for text in small:
            self.answer_smaller(number, text)

    def _answer_again(self, number: int, tries: Any, sure: Any, thoughts: Any) -> None:
        for text, chosen in zip_longest(tries, thoughts):
            self.answer(number, text, sure)
            if number in self.which and chosen is not None:
                self.think(number, chosen)
