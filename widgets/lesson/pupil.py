"""What one pupil has done in a lesson: prediction, runs, guesses and answers; saved as plain JSON, read back with care.

Prediction comes before the answer: `reveal` refuses until a prediction is put down and some runs are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from gamelib import Question

from .plan import CHIPS, Plan
from .score import Said, shares

PORTIONS = (1, 10, 1000)
MOST_RUNS = 100_000
ENOUGH_RUNS = 10
"""Runs that are to be seen before the exact answer."""
CHUNK = 100
WAYS = ("up", "same", "down")
SURE = {35: "a guess", 60: "rather sure", 80: "sure", 95: "certain"}
"""Chance in percent -> words."""
LONGEST_REASON = 300
LEAST_WRONG = 2


@dataclass
class Answer:
    """One check: which draw of its parameters, what was tried, how sure, how many hints were looked at."""

    draw: int = 0
    tries: list[int] = field(default_factory=list)
    sure: int = 60
    hints: int = 0


def drawn(plan: Plan, number: int, draw: int) -> dict[str, Any]:
    """The parameters of a check, by its number and how often it was asked anew; two mistakes at least are possible."""
    asks: Question = plan.step("check").more["questions"][number]
    rng = Random(f"{plan.id} {number} {draw}")
    for _ in range(100):
        settings = {name: rng.choice(parameter.choices) for name, parameter in asks.parameters.items()}
        if len(options(asks, settings)) > LEAST_WRONG:
            return settings
    return asks.settings({})


def options(asks: Question, settings: dict[str, Any]) -> list[Fraction]:
    """The answers to choose from, from least to most: the right one and what mistakes lead to."""
    return sorted({asks.exact(**settings), *(wrong for _, wrong, _ in asks.wrong(**settings))})


class Pupil:
    """The progress of one pupil. A deed that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        plan.whole()
        self.plan = plan
        self.rng = Random(seed)
        self.names, self.exact = plan.bets()
        self.restart()

    def restart(self) -> None:
        """As if nothing had been done."""
        self.chips = [0] * len(self.names)
        self.reason = ""
        self.locked = False
        self.counts: Counter[str] = Counter()
        self.last: list[str] = []
        self.revealed = False
        self.guess: str | None = None
        self.value: Any = None
        """The value looked at in "change one thing", once the way is guessed."""
        kinds = [step.kind for step in self.plan.steps]
        self.order: list[int] = []
        self.ranked = False
        if "rank" in kinds:
            self.order = list(range(len(self.plan.step("rank").more["choices"])))
        self.answers = [Answer() for _ in self.plan.step("check").more["questions"]]

    # -- prediction, runs, exact answer ------------------------------------------------------

    def put(self, chips: Any, reason: Any = None, all_down: bool = False) -> None:
        """Move chips, and say why; not after the prediction is put down. `all_down`: none may be left."""
        if self.locked:
            raise ValueError("Your prediction is put down. Start again to make another.")
        fits = isinstance(chips, list) and len(chips) == len(self.names)
        if not fits or not all(type(n) is int and 0 <= n <= CHIPS for n in chips) or sum(chips) > CHIPS:
            raise ValueError(f"Spread {CHIPS} chips over the {len(self.names)} outcomes.")
        if all_down and not any(chips) and self.plan.manner == "fraction":
            raise ValueError("Move the slider first, or say fifty-fifty.")
        if all_down and sum(chips) < CHIPS:
            raise ValueError(f"{CHIPS - sum(chips)} of your {CHIPS} chips are left. Put them all down.")
        self.chips = list(chips)
        self.reason = str(reason or "")[:LONGEST_REASON]

    def lock(self, chips: Any, reason: Any = None) -> None:
        """Put down the prediction; all chips must lie."""
        self.put(chips, reason, all_down=True)
        self.locked = True

    def said(self) -> dict[str, Fraction]:
        """The prediction as shares."""
        return shares(dict(zip(self.names, self.chips, strict=True)))

    def run(self, n: Any, progress: Callable[[int, int], None] | None = None) -> None:
        """n more runs. `progress(done, n)` is called on the way of many."""
        if not self.locked:
            raise ValueError("Put down your prediction first.")
        if n not in PORTIONS or isinstance(n, bool):
            raise ValueError("There are runs of 1, 10 and 1000.")
        if self.total + n > MOST_RUNS:
            raise ValueError(f"{MOST_RUNS:,} runs are enough.")
        trial, settings = self.plan.experiment.trial, self.plan.settings
        self.last = []
        for done in range(n):
            name = self.plan.bet(trial(self.rng, **settings))
            self.counts[name] += 1
            if n <= ENOUGH_RUNS:
                self.last.append(name)
            if progress and n > CHUNK and (done + 1) % CHUNK == 0:
                progress(done + 1, n)

    @property
    def total(self) -> int:
        """Runs so far."""
        return self.counts.total()

    def unseen(self) -> list[str]:
        """Outcomes that have not come."""
        return [name for name in self.names if not self.counts[name]]

    def reveal(self) -> None:
        """Show the exact answer."""
        if not self.locked:
            raise ValueError("Put down your prediction first.")
        if self.total < ENOUGH_RUNS:
            raise ValueError(f"Make {ENOUGH_RUNS} runs first.")
        self.revealed = True

    def _after_reveal(self) -> None:
        if not self.revealed:
            raise ValueError("This opens when you have seen the exact answer.")

    # -- after the exact answer --------------------------------------------------------------

    def say_way(self, way: Any) -> None:
        """Which way the answer moves; said once."""
        self._after_reveal()
        if way not in WAYS or self.guess:
            raise ValueError("Say once whether the answer goes up, stays or goes down.")
        self.guess = way
        ((_, self.value),) = self.plan.step("change").more["setting"].items()

    def look_at(self, number: Any) -> None:
        """Another value of what was changed, by its number among the choices."""
        if not self.guess:
            raise ValueError("Say first which way the answer moves.")
        ((name, _),) = self.plan.step("change").more["setting"].items()
        self.value = self.plan.question.parameters[name].choices[_whole(number)]

    def arrange(self, order: Any) -> None:
        """Put plans in order."""
        self._after_reveal()
        if self.ranked or not isinstance(order, list) or sorted(map(_whole, order)) != sorted(self.order):
            raise ValueError("Each plan has one place.")
        self.order = list(order)

    def rank(self, order: Any) -> None:
        """The order stands."""
        self.arrange(order)
        self.ranked = True

    def answer(self, number: Any, choice: Any, sure: Any) -> bool:
        """Answer a check by the number of an option; whether it is right."""
        self._after_reveal()
        mine = self.answers[_whole(number)]
        asks, settings = self.asked(number)
        found = options(asks, settings)
        if _whole(choice) not in range(len(found)) or sure not in SURE or self.right(number):
            raise ValueError("Choose one of the answers, and say how sure you are.")
        if not mine.tries:
            mine.sure = sure
        if choice not in mine.tries:
            mine.tries.append(choice)
        return self.right(number)

    def asked(self, number: int) -> tuple[Question, dict[str, Any]]:
        """A check's question and parameters."""
        return self.plan.step("check").more["questions"][number], drawn(self.plan, number, self.answers[number].draw)

    def right(self, number: int) -> bool:
        """Whether the last answer to a check is right."""
        asks, settings = self.asked(number)
        tries = self.answers[number].tries
        return bool(tries) and options(asks, settings)[tries[-1]] == asks.exact(**settings)

    def hint(self, number: Any) -> None:
        """One more hint."""
        self._after_reveal()
        mine = self.answers[_whole(number)]
        mine.hints = min(mine.hints + 1, len(self.asked(number)[0].hints))

    def again(self, number: Any) -> None:
        """The same question with other numbers."""
        self._after_reveal()
        self.answers[_whole(number)] = Answer(self.answers[number].draw + 1)

    def done(self) -> bool:
        """Whether every check is answered right."""
        return all(self.right(number) for number in range(len(self.answers)))

    def predictions(self) -> list[Said]:
        """Every chance that the pupil has given, with what came."""
        chances = [Said(float(p), self.counts[name] / self.total) for name, p in self.said().items()]
        for number, mine in enumerate(self.answers):
            if mine.tries:
                asks, settings = self.asked(number)
                first = options(asks, settings)[mine.tries[0]]
                chances.append(Said(mine.sure / 100, float(first == asks.exact(**settings))))
        return chances

    # -- keeping -----------------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """Everything that a reload needs, as plain JSON."""
        return {
            "names": self.names,
            "chips": self.chips,
            "reason": self.reason,
            "locked": self.locked,
            "counts": [self.counts[name] for name in self.names],
            "revealed": self.revealed,
            "guess": self.guess,
            "order": self.order,
            "ranked": self.ranked,
            "answers": [[a.draw, a.tries, a.sure, a.hints] for a in self.answers],
        }

    def restore(self, data: Any) -> None:
        """What `saved` wrote. ValueError, with nothing kept, if it does not fit this lesson."""
        try:
            if data["names"] != self.names:
                raise ValueError("The lesson has changed.")
            self.restart()
            self.put(data["chips"], data["reason"])
            if data["locked"]:
                self.lock(data["chips"], data["reason"])
                counts = [_whole(n) for n in data["counts"]]
                if len(counts) != len(self.names) or min(counts) < 0 or sum(counts) > MOST_RUNS:
                    raise ValueError("These runs cannot be.")
                self.counts = Counter(dict(zip(self.names, counts, strict=True)))
            if data["revealed"]:
                self.reveal()
                self._restore_rest(data)
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            self.restart()
            raise ValueError("What this browser has kept does not fit this lesson; it begins anew.") from error

    def _restore_rest(self, data: Any) -> None:
        if data["guess"]:
            self.say_way(data["guess"])
        if self.order:
            self.arrange(data["order"])
            self.ranked = bool(data["ranked"])
        for number, (draw, tries, sure, hints) in enumerate(data["answers"]):
            self.answers[number] = Answer(_whole(draw))
            for choice in tries:
                self.answer(number, choice, sure)
            for _ in range(min(_whole(hints), 9)):
                self.hint(number)


def _whole(value: Any) -> int:
    """A whole number from 0 up; ValueError for anything else."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no whole number from 0 up.")
    return value
