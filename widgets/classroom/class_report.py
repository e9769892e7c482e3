"""Reports after a lesson: a CSV table of all pupils, and pages for printing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from unicodedata import normalize

import pandas as pd

from gamelib.number_format import format_percent

from ..lesson.lesson_definition import PREDICTION_CHIPS, STEP_LABELS
from ..lesson.progress_report import CORRECT, OTHER_DIAGNOSIS
from ..lesson.teacher_sheet import CSS
from ..page.protocol import Json
from .class_board import Votes, prediction_group, prediction_summary, question_summaries, support_level_of_answer
from .class_lesson import ClassLesson, ClassQuestion
from .class_store import Member
from .session_state import PREDICTION_VOTE

Reports = Mapping[int, Json]
VOTE_LABELS = ("", ", after the talk")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def pupil_table(
    course: ClassLesson, pupils: Sequence[Member], reports: Reports, votes: Votes, include_names: bool
) -> pd.DataFrame:
    """Return a table with one row per pupil.

    A row has progress, prediction, trials and class votes. For each question it has the first answer, the last answer
    and the confidence.
    """
    rows = []
    for one in pupils:
        told = reports.get(one.id)
        row: dict[str, Any] = {"pupil": one.number} | ({"name": one.name} if include_names else {})
        row |= {"step": STEP_LABELS.get(told["at"], "") if told else "", "steps done": len(told["done"]) if told else 0}
        row["steps with the answer shown"] = (
            ", ".join(STEP_LABELS[kind] for kind in told.get("shown", [])) if told else ""
        )
        chips = told["chips"] if told else []
        row["prediction"] = prediction_group(course, chips) if chips else ""
        row[f"predicted: {course.event_text}"] = (
            sum(chips[i] for i in course.counted_outcome_indices) / PREDICTION_CHIPS if chips else None
        )
        for voices in votes.get(PREDICTION_VOTE, ())[-1:]:
            again = voices[one.id]["chips"] if one.id in voices else []
            row[f"predicted again: {course.event_text}"] = (
                sum(again[i] for i in course.counted_outcome_indices) / PREDICTION_CHIPS if again else None
            )
        row["exact"] = round(course.event_probability, 4)
        row["runs"] = sum(told["counts"]) if told else 0
        row["trials as required"] = sum(told["counts"][i] for i in course.counted_outcome_indices) if told else 0
        for number, check in enumerate(course.check_questions, 1):
            answer = told["answers"][number - 1] if told else None
            row[f"question {number}"] = check.title
            row[f"first answer {number}"] = _words(check, answer["first"]) if answer else ""
            row[f"misconception {number}"] = _misconception_id(check, answer["first"]) if answer else ""
            row[f"sure {number} (%)"] = answer["sure"] if answer else None
            row[f"last answer {number}"] = _words(check, answer["now"]) if answer else ""
            row[f"last misconception {number}"] = _misconception_id(check, answer["now"]) if answer else ""
            row[f"tries {number}"] = answer["tries"] if answer else 0
            row[f"hints {number}"] = answer["hints"] if answer else 0
            row[f"how {number}"] = support_level_of_answer(answer) if answer else ""
            for when, voices in zip(VOTE_LABELS, votes.get(str(number - 1), ()), strict=False):
                row[f"vote {number}{when}"] = _words(check, voices[one.id]["meant"]) if one.id in voices else ""
        for number, check in enumerate(course.quiz_questions, len(course.check_questions) + 1):
            for when, voices in zip(VOTE_LABELS, votes.get(str(number - 1), ()), strict=False):
                row[f"vote {number}{when}"] = _words(check, voices[one.id]["meant"]) if one.id in voices else ""
        if include_names:
            row |= {"reason before": told["reason"] if told else "", "reason after": told["revised"] if told else ""}
        rows.append(row)
    return pd.DataFrame(rows)


def pupil_table_csv(
    course: ClassLesson, pupils: Sequence[Member], reports: Reports, votes: Votes, include_names: bool
) -> str:
    """Return the table of the pupils as CSV, with formulas escaped."""
    return str(pupil_table(course, pupils, reports, votes, include_names).map(escape_formula).to_csv(index=False))


def escape_formula(value: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would read as a formula.

    This includes texts that start with a full-width sign.
    """
    return f"'{value}" if isinstance(value, str) and normalize("NFKC", value[:1]).startswith(_FORMULA) else value


def _misconception_id(check: ClassQuestion, meant: int) -> str:
    """Return the id of the misconception in a diagnosis, or "" for a right or an unknown answer."""
    return check.misconceptions[meant].id if meant > CORRECT else ""


def _words(check: ClassQuestion, meant: int) -> str:
    return {CORRECT: "right", OTHER_DIAGNOSIS: "another answer"}.get(meant) or check.misconceptions[meant].name


def class_report_html(
    course: ClassLesson, pupils: Sequence[Member], reports: Reports, votes: Votes, include_names: bool, when: str
) -> str:
    """Return a page to print: progress of the class, predictions, and mistakes before and after."""
    told = list(reports.values())
    guess = prediction_summary(course, told, votes.get(PREDICTION_VOTE, ()))
    again = guess["after"]["class"] if guess["after"]["put"] else None
    parts = [
        f"<h1>{escape(course.title)}: the class</h1>",
        f'<p class="facts">{escape(when)} · {len(pupils)} pupils · exact answer {escape(guess["answer"])}</p>',
        "<h2>How far the pupils got</h2>",
        _html(
            pd.DataFrame(
                [
                    {"Step": step["label"], "done": sum(step["kind"] in one["done"] for one in told)}
                    for step in course.step_summaries
                ]
            )
        ),
        "<h2>What they predicted</h2>",
        f"<p>{escape(guess['ask'])}</p>",
        _html(
            pd.DataFrame(
                [
                    {course.definition.experiment.outcome_label: name, "the class": format_percent(guess["class"][i])}
                    | ({"once more": format_percent(again[i])} if again else {})
                    | {"exact": guess["told"][i]}
                    for i, name in enumerate(guess["names"])
                ]
            )
        ),
    ]
    for asked in question_summaries(course, told, votes):
        rows = [
            {"They thought": row["words"], "before": len(row["sure"]), "after": row["now"], "What to say": row["reply"]}
            for row in asked["rows"]
            if row["sure"] or row["now"]
        ]
        parts += [
            f"<h2>{escape(asked['title'])}</h2>",
            f"<p>{escape(asked['ask'])} <b>{escape(asked['exact'])}</b></p>",
            f"<p>{asked['right']} of {asked['tried']} right at the first attempt, {asked['after']} in the end. "
            f"{asked['sure_wrong']} were sure and wrong.</p>",
            _html(pd.DataFrame(rows)) if rows else "",
            _voted(asked),
        ]
    each = pupil_table(course, pupils, reports, votes, include_names)
    shown = [
        name
        for name in each.columns
        if name != "exact" and not name.startswith(("question ", "misconception ", "last misconception "))
    ]
    parts += ['<div class="key"><h2>Everybody</h2>', _html(each[shown].fillna("")) if len(each) else "", "</div>"]
    wide = (
        ".key table { font-size: 11px; } .key td, .key th { white-space: normal !important; }"
        "@page wide { size: A4 landscape; margin: 10mm; }"
        "@media print { body { max-width: none; margin: 0; } .key { page: wide; }"
        ".key table { font-size: 8px; } .key :is(td, th) { padding: 2px 3px; } }"
    )
    head = f'<meta charset="utf-8"><title>{escape(course.title)}: the class</title><style>{CSS}{wide}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _voted(asked: Json) -> str:
    """Return the table of the class's votes on a question."""
    if not asked["votes"]:
        return ""
    rows = []
    for i, option in enumerate(asked["options"]):
        counts = {f"votes{when}": len(vote["sure"][i]) for when, vote in zip(VOTE_LABELS, asked["votes"], strict=False)}
        stands = "right" if option["right"] else option["words"]
        rows.append({"All voted": option["text"], **counts, "represents": stands})
    return _html(pd.DataFrame(rows))


def _html(rows: pd.DataFrame) -> str:
    """Return a table as HTML. The content of a cell determines its text direction."""
    return str(rows.to_html(index=False, escape=True, border=0)).replace("<td>", '<td dir="auto">')


def pupil_reports_html(course: ClassLesson, pupils: Sequence[Member], reports: Reports, when: str) -> str:
    """Return a page for printing with a section for each pupil.

    A section has the prediction, trials, reasons, and answers with their support levels.
    """
    parts = []
    for one in pupils:
        told = reports.get(one.id)
        parts.append(
            f'<section class="one"><h1 dir="auto">{escape(one.name)}</h1><p class="facts">{escape(course.title)} · '
            f"{escape(when)}</p>{_of_one(course, told) if told else '<p>There are no reports yet.</p>'}</section>"
        )
    breaks = ".one { break-after: page; } .one h1 { overflow-wrap: anywhere; }"
    head = f'<meta charset="utf-8"><title>{escape(course.title)}: each pupil</title><style>{CSS}{breaks}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _of_one(course: ClassLesson, report: Json) -> str:
    ask, total = course.definition.question.prompt_text(**course.definition.settings), sum(report["counts"])
    steps = ", ".join(
        step["label"] + (" (shown)" if step["kind"] in report.get("shown", []) else "")
        for step in course.step_summaries
        if step["kind"] in report["done"]
    )
    rows = [
        {
            course.definition.experiment.outcome_label: name,
            "my chips": report["chips"][i] if report["chips"] else "",
            "my trials": report["counts"][i],
            "exact": course.probability_texts[i],
        }
        for i, name in enumerate(course.column_names)
    ]
    hand = report.get("hand", {})
    asked = []
    for number, check in enumerate(course.check_questions):
        answer = report["answers"][number]
        if answer:
            typed = [text for _, text in (hand.get("typed") or [[]] * len(course.check_questions))[number]]
            asked.append(
                {
                    "Question": check.title,
                    "typed": "; ".join(typed),
                    "first": _words(check, answer["first"]),
                    "in the end": _words(check, answer["now"]),
                    "sure before (%)": answer["sure"],
                    "how": support_level_of_answer(answer),
                }
            )
    parts = [
        f"<p>Done: {escape(steps) or 'nothing yet'}.</p>",
        f"<h2>{escape(ask)}</h2>",
        _html(pd.DataFrame(rows)),
        f"<p>{total} runs. Exact: <b>{escape(str(course.definition.prose_values['exact']))}</b></p>",
    ]
    for words, text in (("I thought so because", report["reason"]), ("Now I would say", report["revised"])):
        parts += [f"<h2>{words}</h2>", f'<p dir="auto">{escape(text)}</p>'] if text else []
    parts += ["<h2>Questions</h2>", _html(pd.DataFrame(asked))] if asked else []
    return "".join(parts)
