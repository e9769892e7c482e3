"""What a class sees of one pupil's lesson: small, plain JSON, whole each time, so that none that is lost is missed.

`report` makes it from a pupil; `checked` reads one that has come from elsewhere, and takes nothing on trust but that
its numbers can be. No text of a report but the two reasons is a pupil's own: mistakes are numbers of the bank's list.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelib import Question

from ..page import Json
from .answers import judge, read
from .plan import CHIPS, Plan
from .pupil import LONGEST_REASON, MOST_RUNS, MOST_TRIES, SURE, WAYS, Answer, Pupil

RIGHT, OTHER = -1, -2
"""What an answer stands for, where it is none of the mistakes that the question's list numbers from 0."""
TRAIL = 30
"""How many runs are told one by one."""


def report(pupil: Pupil) -> Json:
    """What this pupil has done."""
    return {
        "at": pupil.at,
        "done": [kind for kind in pupil.kinds if pupil.done(kind)],
        "chips": list(pupil.chips) if pupil.locked else [],
        "counts": [pupil.counts[name] for name in pupil.names],
        "trail": [round(value, 4) for n, value in pupil.trail if n <= TRAIL],
        "guess": pupil.guess,
        "reason": pupil.reason if pupil.locked else "",
        "revised": pupil.revised,
        "answers": [_answer(pupil, number) for number in range(len(pupil.answers))],
    }


def _answer(pupil: Pupil, number: int) -> Json | None:
    """One check: how many tries, what the first and the last stand for, how sure before; None if not tried."""
    mine: Answer = pupil.answers[number]
    if not mine.tries:
        return None
    asks, settings = pupil.asked(number)
    first, now = (_meant(asks, settings, text) for text in (mine.tries[0], mine.tries[-1]))
    return {"tries": len(mine.tries), "first": first, "now": RIGHT if mine.right else now, "sure": mine.sure,
            "hints": mine.hints, "told": mine.told}  # fmt: skip


def _meant(asks: Question, settings: dict[str, Any], text: str) -> int:
    """What a typed answer stands for."""
    chance, exact = asks.kind == "chance", asks.value(**settings)
    wrong = {name: value for name, value, _ in asks.wrong(**settings)}
    meant: Fraction | None = judge(read(text, chance), exact, list(wrong.values()), chance)
    if meant == exact:
        return RIGHT
    names = [mistake.name for mistake in asks.misconceptions]
    return next((names.index(name) for name, value in wrong.items() if value == meant), OTHER)


# -- one that has come from elsewhere ------------------------------------------------------------


def checked(data: Any, plan: Plan) -> Json:
    """A report of this lesson, read with care. ValueError, in a plain sentence, for what cannot be."""
    if not isinstance(data, dict):
        raise ValueError("A report is an object.")
    kinds, names = [step.kind for step in plan.steps], plan.bets()[0]
    questions = asked(plan)
    done = data.get("done")
    if data.get("at") not in kinds or not isinstance(done, list) or not set(map(str, done)) <= set(kinds):
        raise ValueError("A report names steps of its lesson.")
    chips = _numbers(data.get("chips"), (0, len(names)), CHIPS)
    if chips and sum(chips) != CHIPS:
        raise ValueError(f"A prediction puts down {CHIPS} chips.")
    counts = _numbers(data.get("counts"), (len(names),), MOST_RUNS)
    trail, answers, guess = data.get("trail"), data.get("answers"), data.get("guess")
    if not isinstance(trail, list) or len(trail) > TRAIL or not all(map(_finite, trail)):
        raise ValueError(f"A report tells at most {TRAIL} runs one by one.")
    if guess is not None and guess not in WAYS:
        raise ValueError("A guess is up, same or down.")
    if not isinstance(answers, list) or len(answers) != len(questions):
        raise ValueError(f"This lesson has {len(questions)} questions.")
    return {
        "at": data["at"], "done": [kind for kind in kinds if kind in done], "chips": chips, "counts": counts,
        "trail": [float(value) for value in trail], "guess": guess,
        "reason": _text(data.get("reason")), "revised": _text(data.get("revised")),
        "answers": [_checked(one, asks) for one, asks in zip(answers, questions, strict=True)],
    }  # fmt: skip


def asked(plan: Plan) -> tuple[Question, ...]:
    """The questions of its checks."""
    return tuple(plan.step("check").more["questions"]) if plan.has("check") else ()


def _checked(data: Any, asks: Question) -> Json | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError("An answer is an object.")
    most = {"tries": MOST_TRIES, "hints": len(asks.hints)}
    found: Json = {name: data.get(name) for name in ("tries", "first", "now", "sure", "hints", "told")}
    meant = range(OTHER, len(asks.misconceptions))
    fits = all(type(found[name]) is int and 0 <= found[name] <= n for name, n in most.items())
    fits = fits and all(type(found[name]) is int and found[name] in meant for name in ("first", "now"))
    if not fits or type(found["sure"]) is not int or found["sure"] not in SURE or type(found["told"]) is not bool:
        raise ValueError("An answer tells tries, mistakes and sureness.")
    if not found["tries"]:
        raise ValueError("An answer has been tried.")
    return found


def _numbers(values: Any, lengths: tuple[int, ...], most: int) -> list[int]:
    fits = isinstance(values, list) and len(values) in lengths
    if not fits or not all(type(n) is int and 0 <= n <= most for n in values) or sum(values) > most:
        raise ValueError("A report tells a number for each outcome.")
    return list(values)


def _finite(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _text(value: Any) -> str:
    if not isinstance(value, str | None):
        raise ValueError("A reason is a text.")
    return " ".join((value or "").split())[:LONGEST_REASON]
