"""The teacher's sheet of a lesson, made from the very plan that pupils work through: one HTML page to print.

python -m widgets.lesson.teacher 01-two-dice-and-a-gem > sheet.html
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Any

from gamelib import Question

from .files import front_matter, ids, load
from .page import added
from .plan import HEADINGS, Plan, told_answer
from .prose import html
from .pupil import drawn

SHARES = {"example": 2, "play": 5, "predict": 3, "run": 3, "compare": 2, "why": 4, "change": 3, "rank": 3, "check": 5,
          "back": 3}  # fmt: skip
"""How the minutes of a lesson go to its steps, as parts."""
LEAST = 2  # minutes for any step
TICKET = 1
"""The draw of the exit ticket; the page itself begins with draw 0."""
DO = {
    "example": "Read it together. What do open bars, dots and filled bars mean?",
    "play": "Pupils play in pairs; no theory yet.",
    "predict": "Everybody puts chips down before the first run. Ask for reasons, judge none.",
    "run": "One run, ten, a thousand. What settles, and what does not?",
    "compare": "Where is the gap largest, and whose reason explains it?",
    "why": "Unfold the number. Let pupils find one path that is missing before they look.",
    "change": "Hands up first: up, the same, or down?",
    "rank": "Pairs agree on an order before they put it down.",
    "check": "Alone. The hint ladder is no cheating; note who says “certain” and is wrong.",
    "back": "Back to the game: what would you do now, and does it differ from before?",
}
CSS = """
@page { margin: 16mm; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.45 system-ui, sans-serif; color: #1e2140; background: #fff; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.15rem; margin: 1.4rem 0 .4rem; border-bottom: 1px solid #bbb; }
h3 { font-size: 1rem; margin: 1rem 0 .2rem; } p, ul, ol { margin: .3rem 0; } li { margin: .15rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid #ddd; }
td:first-child { white-space: nowrap; } tr, h2, h3 { break-inside: avoid; break-after: auto; } h2, h3 { break-after: avoid; }
.key { break-before: page; } .facts { color: #444; }
"""  # noqa: E501


def _list(items: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _mistakes(asks: Question, settings: dict[str, Any]) -> str:
    """Likely wrong answers, and what to say to each."""
    rows = [(told_answer(asks, wrong), name, reply) for name, wrong, reply in asks.wrong(**settings)]
    return _table(("A pupil who says", "thinks", "Reply"), rows)


def minutes(plan: Plan, total: int) -> list[int]:
    """Minutes for each step, about as many in all as the lesson says."""
    parts = [SHARES[step.kind] for step in plan.steps]
    return [max(LEAST, round(Fraction(total * part, sum(parts)))) for part in parts]


def sheet(plan: Plan) -> str:
    """The sheet as a whole HTML page. ValueError if the lesson has no notebook."""
    about = front_matter(plan.id)
    game, asks, settings = plan.game, plan.question, plan.settings
    answer = plan.values["exact"]
    course = zip(plan.steps, minutes(plan, about["minutes"]), strict=True)
    parts = [
        f"<h1>{escape(about['title'])}</h1>",
        f'<p class="facts">{escape(game.title)} · {about["minutes"]} minutes · {escape(about["level"])} · '
        f"standards {escape(', '.join(about['standards']))}</p>",
        f"<p>{escape(about['summary'])}</p>",
        "<h2>Aims: pupils can</h2>", _list(about["aims"]),
        "<h2>Before: pupils can</h2>", _list(about["prerequisites"]),
        "<h2>The course</h2>",
        _table(("Step", "Minutes", "What to do"), ((HEADINGS[s.kind], str(m), DO[s.kind]) for s, m in course)),
        "<h2>The rules it rests on</h2>",
        _table(("Rule", "", "Text"), ((id, game.rules[id].title, game.rules[id].text) for id in about["rules"])),
        "<h2>To talk about</h2>", "".join(f"<ul><li>{html(prompt, plan.values)}</li></ul>" for prompt in plan.talk),
        "<h2>The question of the lesson</h2>", f"<p>{escape(asks.ask(**settings))}</p>", _mistakes(asks, settings),
        "<h2>Exit ticket</h2>", _list((asked.ask(**given) for asked, given in _drawn(plan, TICKET)[:1]), "ol"),
        '<div class="key"><h2>Key</h2>', f"<p><b>{escape(answer)}</b>, by two methods that agree.</p>",
        _paths(plan), _changed(plan), _ranked(plan), _checks(plan),
        f"<h3>Exit ticket</h3>{_list((told_answer(a, a.exact(**g)) for a, g in _drawn(plan, TICKET)[:1]), 'ol')}</div>",
    ]  # fmt: skip
    head = f'<meta charset="utf-8"><title>{escape(about["title"])}: teacher’s sheet</title><style>{CSS}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _drawn(plan: Plan, draw: int) -> list[tuple[Question, dict[str, Any]]]:
    """The checks with the parameters of this draw."""
    return [(asks, drawn(plan, n, draw)) for n, asks in enumerate(plan.step("check").more["questions"])]


def _paths(plan: Plan) -> str:
    assert plan.experiment.paths
    paths = plan.experiment.paths(**plan.settings)
    rows = _table(("Path", "", "in detail"), ((path.label, path.sum, path.detail) for path in paths))
    return f"{rows}<p>{escape(added([path.term for path in paths]))}</p>"


def _changed(plan: Plan) -> str:
    ((name, new),) = plan.step("change").more["setting"].items()
    parameter = plan.question.parameters[name]
    answers = {choice: plan.question.exact(**{**plan.settings, name: choice}) for choice in parameter.choices}
    values = [(str(parameter.say(choice)), told_answer(plan.question, answer)) for choice, answer in answers.items()]
    words = f"{parameter.words}: the lesson changes it to {parameter.say(new)}"
    return f"<h3>Change one thing</h3>{_table((words, 'answer'), values)}"


def _ranked(plan: Plan) -> str:
    if not any(step.kind == "rank" for step in plan.steps):
        return ""
    more = plan.step("rank").more
    asks, name = more["question"], more["parameter"]
    values = sorted((asks.exact(**more["settings"], **{name: choice}), choice) for choice in more["choices"])
    rows = [(asks.parameters[name].name(choice), told_answer(asks, value))
            for value, choice in values]  # fmt: skip
    return f"<h3>Put in order</h3>{_table(('From the least', 'answer'), rows)}"


def _checks(plan: Plan) -> str:
    parts = ["<h3>Checks, as the page first asks them</h3>"]
    for asks, settings in _drawn(plan, 0):
        right = told_answer(asks, asks.exact(**settings))
        parts.append(f"<p>{escape(asks.ask(**settings))} <b>{escape(right)}</b></p>{_mistakes(asks, settings)}")
    return "".join(parts)


def main() -> None:
    """Print the sheet of the lesson named on the command line."""
    if len(sys.argv) != 2 or sys.argv[1] not in ids():
        sys.exit(f"Name one lesson: {', '.join(ids())}.")
    print(sheet(load(sys.argv[1])))


if __name__ == "__main__":
    main()
