"""What a class sees of one pupil's lesson: small, plain JSON, whole each time, so that none that is lost is missed.

`report` makes it from a pupil; `checked` reads one that has come from elsewhere, and takes nothing on trust but that
its numbers can be. The texts of a report that are a pupil's own are two reasons, what is in hand (`hand`), and lines of
arithmetic: these are read before they are taken. Mistakes are numbers of the bank's list.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamelib import Question

from ..page.protocol import Json
from ..page.texts import seen
from .answers import judge, shown_line, worked
from .fit import MOST
from .forms import asked as asked
from .hand import at_hand, checked_hand
from .limits import LONGEST_REASON, MOST_LINES, MOST_PAST, MOST_RUNS, MOST_TRIES, SURE, TOLD, WAYS, Attempt
from .plan import CHIPS, Plan
from .pupil import Pupil
from .thoughts import OTHER as OTHER
from .thoughts import behind, read_answer

RIGHT = -1
"""What an answer stands for, where it is none of the mistakes that the question's list numbers from 0, nor OTHER."""
_ROUND = 1e-4  # what their shares are rounded to


def report(pupil: Pupil) -> Json:
    """What this pupil has done."""
    return {
        "at": pupil.at,
        "done": [kind for kind in pupil.kinds if pupil.done(kind)],
        "shown": pupil.shown_kinds(),
        "chips": list(pupil.chips) if pupil.locked else [],
        "counts": [pupil.counts[name] for name in pupil.names],
        "trail": [round(value, 4) for place, (n, value) in enumerate(pupil.trail, 1) if n == place <= TOLD],
        "guess": pupil.guess,
        "data": [pupil.model, pupil.tally] if pupil.fitted else [],
        "reason": pupil.reason if pupil.locked else "",
        "lines": list(pupil.thinking) if pupil.locked else [],
        "revised": pupil.revised,
        "answers": [_answer(pupil, number) for number in range(len(pupil.answers))],
        "hand": at_hand(pupil),
    }


def _answer(pupil: Pupil, number: int) -> Json | None:
    """One check: what the first answer of all stands for and what the last one does, how sure before the first.

    `more`: with how many other numbers it was asked again; `said`: whether the pupil has named the thought behind the
    first answer. None if not tried.
    """
    whole = [answer for answer in (*pupil.past[number], pupil.answers[number]) if answer.tries]
    if not whole:
        return None
    first, last = whole[0], whole[-1]
    asks = pupil.fresh.questions[number]
    lines = [text for answer in whole for text in (*answer.tries, *answer.lines)]
    return {
        "tries": len(first.tries),
        "first": _meant(pupil, number, first, 0),
        "now": RIGHT if last.right else _meant(pupil, number, last, -1),
        "sure": first.sure,
        "hints": first.hints,
        "told": any(answer.told for answer in whole),
        "more": len(whole) - 1,
        "said": first.thoughts[0] is not None,
        "lines": [text for text in lines if _is_line(text, asks)][-MOST_LINES:],
    }


def _thinking(value: Any) -> list[str]:
    """The lines before the prediction, each of which can be worked out."""
    with suppress(ValueError):
        if isinstance(value, list) and len(value) <= MOST_LINES and all(isinstance(text, str) for text in value):
            return [text for text in value if shown_line(text, chance=True)]
    raise ValueError("A line is one of arithmetic.")


def _is_line(text: Any, asks: Question) -> bool:
    """Whether a text is a line of arithmetic."""
    try:
        return isinstance(text, str) and worked(text, asks.kind == "chance") != text
    except ValueError:
        return False


def _meant(pupil: Pupil, number: int, answer: Attempt, place: int) -> int:
    """What a try stands for: the thought that was said, else the one mistake that it fits, if it is one alone."""
    asks, settings = pupil.fresh.questions[number], pupil.fresh.draw(number, pupil.seed, answer.draw)
    exact, chance = asks.exact_value(**settings), asks.kind == "chance"
    typed = read_answer(asks, settings, answer.tries[place])
    if judge(typed, exact, chance):
        return RIGHT
    chosen = answer.thoughts[place]
    fits = [thought.place for thought in behind(asks, settings, typed)]
    return chosen if chosen is not None else fits[0] if len(fits) == 1 else OTHER


# -- one that has come from elsewhere ------------------------------------------------------------


def checked(data: Any, plan: Plan) -> Json:
    """A report of this lesson, read with care. ValueError, in a plain sentence, for what cannot be."""
    if not isinstance(data, dict):
        raise ValueError("A report is an object.")
    kinds, names = [step.kind for step in plan.steps], plan.bets()[0]
    questions = asked(plan)
    done = data.get("done")
    if data.get("at") not in kinds or not isinstance(done, list) or not all(kind in kinds for kind in done):
        raise ValueError("A report names steps of its lesson.")
    chips = _numbers(data.get("chips"), (0, len(names)), CHIPS)
    if chips and sum(chips) != CHIPS:
        raise ValueError(f"A prediction puts down {CHIPS} chips.")
    counts = _numbers(data.get("counts"), (len(names),), MOST_RUNS)
    trail, answers, guess = data.get("trail"), data.get("answers"), data.get("guess")
    worth = plan.worth.values()
    if not isinstance(trail, list) or len(trail) > min(TOLD, sum(counts)):
        raise ValueError(f"A report tells at most {TOLD} of its runs one by one.")
    if not all(_number(value) and min(worth) - _ROUND <= value <= max(worth) + _ROUND for value in trail):
        raise ValueError("A share or a mean lies between what single runs can be.")
    if guess is not None and guess not in WAYS:
        raise ValueError("A guess is up, same or down.")
    if not isinstance(answers, list) or len(answers) != len(questions):
        raise ValueError(f"This lesson has {len(questions)} questions.")
    shown = data.get("shown", [])
    if not isinstance(shown, list) or not all(kind in kinds for kind in shown):
        raise ValueError("A report names steps of its lesson.")
    return {
        "at": data["at"],
        "done": [kind for kind in kinds if kind in done],
        "chips": chips,
        "counts": counts,
        "shown": [kind for kind in kinds if kind in shown],
        "trail": [float(value) for value in trail],
        "guess": guess,
        "data": _data(data.get("data", []), plan),
        "lines": _thinking(data.get("lines", [])),
        "reason": _text(data.get("reason")),
        "revised": _text(data.get("revised")),
        "answers": [_checked(one, asks) for one, asks in zip(answers, questions, strict=True)],
        "hand": checked_hand(data.get("hand"), plan, len(questions)),
    }


def _checked(data: Any, asks: Question) -> Json | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError("An answer is an object.")
    most = {"tries": MOST_TRIES, "hints": len(asks.hints)}
    answer: Json = {name: data.get(name) for name in ("tries", "first", "now", "sure", "hints", "told")}
    meant = range(OTHER, len(asks.misconceptions))
    fits = all(type(answer[name]) is int and 0 <= answer[name] <= n for name, n in most.items())
    fits = fits and all(type(answer[name]) is int and answer[name] in meant for name in ("first", "now"))
    if not fits or type(answer["sure"]) is not int or answer["sure"] not in SURE or type(answer["told"]) is not bool:
        raise ValueError("An answer tells tries, mistakes and sureness.")
    if not answer["tries"]:
        raise ValueError("An answer has been tried.")
    more, said, lines = data.get("more", 0), data.get("said", False), data.get("lines", [])
    if type(more) is not int or not 0 <= more <= MOST_PAST + 1 or type(said) is not bool:
        raise ValueError("An answer tells how often it was asked again.")
    if not isinstance(lines, list) or len(lines) > MOST_LINES or not all(_is_line(text, asks) for text in lines):
        raise ValueError("A line is one of arithmetic.")
    return answer | {"more": more, "said": said, "lines": list(lines)}


def _numbers(values: Any, lengths: tuple[int, ...], most: int) -> list[int]:
    fits = isinstance(values, list) and len(values) in lengths
    if not fits or not all(type(n) is int and 0 <= n <= most for n in values) or sum(values) > most:
        raise ValueError("A report tells a number for each outcome.")
    return list(values)


def _data(value: Any, plan: Plan) -> list[Any]:
    """Own data: which model, and a tally for each of its outcomes; empty for none."""
    if value == []:
        return []
    models = list(plan.step("data").more["models"].values()) if plan.has("data") else []
    fits = isinstance(value, list) and len(value) == 2 and type(value[0]) is int and 0 <= value[0] < len(models)
    if not fits:
        raise ValueError("Own data are those of a model of the lesson.")
    return [value[0], _numbers(value[1], (len(models[value[0]].outcomes()),), MOST)]


def _number(value: Any) -> bool:
    return type(value) in (int, float)


def _text(value: Any) -> str:
    if not isinstance(value, str | None):
        raise ValueError("A reason is a text.")
    return seen(value)[:LONGEST_REASON]
