"""What is kept after the lesson: a table of all pupils as CSV, and a page to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from unicodedata import normalize

import pandas as pd

from gamelib.number_format import format_percent

from ..lesson.plan import CHIPS, LABELS
from ..lesson.report import OTHER, RIGHT
from ..lesson.teacher import CSS
from ..page.protocol import Json
from .board import Votes, answers, how, predictions, way
from .course import Check, Course
from .room import CHIPS_AGAIN
from .store import Member

Reports = Mapping[int, Json]
WHEN = ("", ", after the talk")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def rows_of(course: Course, pupils: Sequence[Member], reports: Reports, votes: Votes, names: bool) -> pd.DataFrame:
    """A row a pupil: progress, prediction, runs, and of each question the first answer, the last, and how sure; and
    each pupil's voices in votes of the class."""
    rows = []
    for one in pupils:
        told = reports.get(one.id)
        row: dict[str, Any] = {"pupil": one.number} | ({"name": one.name} if names else {})
        row |= {"step": LABELS.get(told["at"], "") if told else "", "steps done": len(told["done"]) if told else 0}
        row["steps shown"] = ", ".join(LABELS[kind] for kind in told.get("shown", [])) if told else ""
        chips = told["chips"] if told else []
        row["prediction"] = way(course, chips) if chips else ""
        row[f"predicted: {course.hit_words}"] = sum(chips[i] for i in course.hits) / CHIPS if chips else None
        for voices in votes.get(CHIPS_AGAIN, ())[-1:]:
            again = voices[one.id]["chips"] if one.id in voices else []
            row[f"predicted again: {course.hit_words}"] = sum(again[i] for i in course.hits) / CHIPS if again else None
        row["exact"] = round(course.share, 4)
        row["runs"] = sum(told["counts"]) if told else 0
        row["runs as asked"] = sum(told["counts"][i] for i in course.hits) if told else 0
        for number, check in enumerate(course.checks, 1):
            answer = told["answers"][number - 1] if told else None
            row[f"question {number}"] = check.title
            row[f"first answer {number}"] = _words(check, answer["first"]) if answer else ""
            row[f"sure {number} (%)"] = answer["sure"] if answer else None
            row[f"last answer {number}"] = _words(check, answer["now"]) if answer else ""
            row[f"tries {number}"] = answer["tries"] if answer else 0
            row[f"hints {number}"] = answer["hints"] if answer else 0
            row[f"how {number}"] = how(answer) if answer else ""
            for when, voices in zip(WHEN, votes.get(str(number - 1), ()), strict=False):
                row[f"vote {number}{when}"] = _words(check, voices[one.id]["meant"]) if one.id in voices else ""
        for number, check in enumerate(course.riddles, len(course.checks) + 1):
            for when, voices in zip(WHEN, votes.get(str(number - 1), ()), strict=False):
                row[f"vote {number}{when}"] = _words(check, voices[one.id]["meant"]) if one.id in voices else ""
        if names:
            row |= {"reason before": told["reason"] if told else "", "reason after": told["revised"] if told else ""}
        rows.append(row)
    return pd.DataFrame(rows)


def csv(course: Course, pupils: Sequence[Member], reports: Reports, votes: Votes, names: bool) -> str:
    """The table as CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return str(rows_of(course, pupils, reports, votes, names).map(harmless).to_csv(index=False))


def harmless(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it. Some take signs of full width,
    too."""
    return f"'{value}" if isinstance(value, str) and normalize("NFKC", value[:1]).startswith(_FORMULA) else value


def _words(check: Check, meant: int) -> str:
    return {RIGHT: "right", OTHER: "another answer"}.get(meant) or check.mistakes[meant].name


def page(course: Course, pupils: Sequence[Member], reports: Reports, votes: Votes, names: bool, when: str) -> str:
    """A page to print: how far the class came, its predictions, its mistakes before and after."""
    told = list(reports.values())
    guess = predictions(course, told, votes.get(CHIPS_AGAIN, ()))
    again = guess["after"]["class"] if guess["after"]["put"] else None
    parts = [
        f"<h1>{escape(course.title)}: the class</h1>",
        f'<p class="facts">{escape(when)} · {len(pupils)} pupils · exact answer {escape(guess["answer"])}</p>',
        "<h2>How far they came</h2>",
        _html(
            pd.DataFrame(
                [
                    {"Step": step["label"], "done by": sum(step["kind"] in one["done"] for one in told)}
                    for step in course.steps
                ]
            )
        ),
        "<h2>What they predicted</h2>",
        f"<p>{escape(guess['ask'])}</p>",
        _html(
            pd.DataFrame(
                [
                    {course.plan.experiment.what: name, "the class": format_percent(guess["class"][i])}
                    | ({"once more": format_percent(again[i])} if again else {})
                    | {"exact": guess["told"][i]}
                    for i, name in enumerate(guess["names"])
                ]
            )
        ),
    ]
    for asked in answers(course, told, votes):
        rows = [
            {"They thought": row["words"], "before": len(row["sure"]), "after": row["now"], "What to say": row["reply"]}
            for row in asked["rows"]
            if row["sure"] or row["now"]
        ]
        parts += [
            f"<h2>{escape(asked['title'])}</h2>",
            f"<p>{escape(asked['ask'])} <b>{escape(asked['exact'])}</b></p>",
            f"<p>{asked['right']} of {asked['tried']} right at the first go, {asked['after']} in the end; "
            f"{asked['sure_wrong']} were sure and wrong.</p>",
            _html(pd.DataFrame(rows)) if rows else "",
            _voted(asked),
        ]
    each = rows_of(course, pupils, reports, votes, names)
    shown = [name for name in each.columns if name not in ("exact",) and not name.startswith("question ")]
    parts += ['<div class="key"><h2>Everybody</h2>', _html(each[shown].fillna("")) if len(each) else "", "</div>"]
    wide = ".key table { font-size: 11px; } .key td, .key th { white-space: normal !important; }"
    head = f'<meta charset="utf-8"><title>{escape(course.title)}: the class</title><style>{CSS}{wide}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _voted(asked: Json) -> str:
    """How the class has voted on a question."""
    if not asked["votes"]:
        return ""
    rows = []
    for i, option in enumerate(asked["options"]):
        counts = {f"votes{when}": len(vote["sure"][i]) for when, vote in zip(WHEN, asked["votes"], strict=False)}
        stands = "right" if option["right"] else option["words"]
        rows.append({"All voted": option["text"], **counts, "stands for": stands})
    return _html(pd.DataFrame(rows))


def _html(rows: pd.DataFrame) -> str:
    """A table. Names and reasons are written in the direction of their script."""
    return str(rows.to_html(index=False, escape=True, border=0)).replace("<td>", '<td dir="auto">')


def each(course: Course, pupils: Sequence[Member], reports: Reports, when: str) -> str:
    """A page for each pupil to print: the prediction, runs, reasons, answers, and how they came about."""
    parts = []
    for one in pupils:
        told = reports.get(one.id)
        parts.append(
            f'<section class="one"><h1 dir="auto">{escape(one.name)}</h1><p class="facts">{escape(course.title)} · '
            f"{escape(when)}</p>{_of_one(course, told) if told else '<p>Nothing was told.</p>'}</section>"
        )
    breaks = ".one { break-after: page; } .one h1 { overflow-wrap: anywhere; }"
    head = f'<meta charset="utf-8"><title>{escape(course.title)}: each pupil</title><style>{CSS}{breaks}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _of_one(course: Course, told: Json) -> str:
    ask, total = course.plan.question.prompt_text(**course.plan.settings), sum(told["counts"])
    steps = ", ".join(
        step["label"] + (" (shown)" if step["kind"] in told.get("shown", []) else "")
        for step in course.steps
        if step["kind"] in told["done"]
    )
    rows = [
        {
            course.plan.experiment.what: name,
            "my chips": told["chips"][i] if told["chips"] else "",
            "my runs": told["counts"][i],
            "exact": course.told[i],
        }
        for i, name in enumerate(course.names)
    ]
    hand = told.get("hand", {})
    asked = []
    for number, check in enumerate(course.checks):
        answer = told["answers"][number]
        if answer:
            typed = [text for _, text in (hand.get("typed") or [[]] * len(course.checks))[number]]
            asked.append(
                {
                    "Question": check.title,
                    "typed": "; ".join(typed),
                    "first": _words(check, answer["first"]),
                    "in the end": _words(check, answer["now"]),
                    "sure before (%)": answer["sure"],
                    "how": how(answer),
                }
            )
    parts = [
        f"<p>Done: {escape(steps) or 'nothing yet'}.</p>",
        f"<h2>{escape(ask)}</h2>",
        _html(pd.DataFrame(rows)),
        f"<p>{total} runs. Exact: <b>{escape(str(course.plan.values['exact']))}</b></p>",
    ]
    for words, text in (("I thought so because", told["reason"]), ("Now I would say", told["revised"])):
        parts += [f"<h2>{words}</h2>", f'<p dir="auto">{escape(text)}</p>'] if text else []
    parts += ["<h2>Questions</h2>", _html(pd.DataFrame(asked))] if asked else []
    return "".join(parts)
