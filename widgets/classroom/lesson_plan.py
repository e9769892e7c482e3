"""Lesson plan of the teacher: minutes for each step, expected mistakes with questions to ask, and materials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import pandas as pd

from ..lesson.lesson_definition import STEP_LABELS
from ..lesson.progress_report import CORRECT
from ..lesson.prose import prose_to_plain_text
from ..lesson.teacher_sheet import CSS, JOINING_MINUTES, discussion_minutes, minutes_by_step
from ..page.protocol import Json
from ..page.user_text import clean_text
from .class_board import PREDICTION_GROUPS, prediction_group
from .class_lesson import ClassLesson
from .session_state import MAX_PUPILS
from .work_samples import PREDICTION_SUBJECT, diagnosis_label

MAX_STEP_MINUTES = 60
MAX_PLAN_NOTE_LENGTH = 160
CORRECT_GROUP, OTHER_GROUP = "right", "another answer"
MATERIALS = {
    "always": "A device with a browser for each pupil or each pair. The board on the projector, and this page "
    "where only you can see it.",
    "data": "Dice, drawing pins or a bag, if pupils collect their own data.",
    "machine": "Nothing to hand out for the model, because its parts are on the page.",
    "why": "Paper and a pen for pupils who like to write down what can happen.",
    "talk": "Two minutes for pupils to talk in pairs. Choose the question now.",
}
"""Materials to prepare, by lesson part."""


def build_lesson_plan(course: ClassLesson, saved_changes: Json) -> Json:
    """Build the lesson plan for the teacher view: the teacher's saved changes replace defaults of the lesson.

    `past` has the share of past classes in each group of answers. `expect` has the number of pupils that the teacher
    expects in each group.
    """
    own, said = minutes_by_step(course.definition, course.minutes), saved_changes.get("minutes", {})
    talk = discussion_minutes(course.definition)
    steps = [
        {
            "kind": step.kind,
            "label": STEP_LABELS[step.kind],
            "own": n,
            "minutes": said.get(step.kind, n),
            "optional": bool(step.extra_data.get("optional")),
            "note": saved_changes.get("notes", {}).get(step.kind, ""),
        }
        for step, n in zip(course.definition.steps, own, strict=True)
    ]
    return {
        "steps": steps,
        "total": JOINING_MINUTES + sum(step["minutes"] for step in steps if not step["optional"]) + talk,
        "joining": JOINING_MINUTES,
        "talk": talk,
        "abouts": _abouts(course),
        "ready": _ready(course),
        "expect": saved_changes.get("expect", {}),
        "asks": saved_changes.get("asks", {}),
        "past": saved_changes.get("past", {}),
        "classes": saved_changes.get("classes", 0),
        "prompts": [
            prose_to_plain_text(prompt, course.definition.prose_values)
            for prompt in course.definition.discussion_prompts
        ],
    }


def _abouts(course: ClassLesson) -> list[Json]:
    """Return the groups of answers to expect for the prediction and for each question, with replies to mistakes."""
    first = {
        "about": PREDICTION_SUBJECT,
        "title": "The prediction",
        "exact": str(course.definition.prose_values["exact"]),
        "ask": course.definition.question.prompt_text(**course.definition.settings),
        "rows": [{"group": words, "answer": "", "reply": ""} for words in PREDICTION_GROUPS],
    }
    wrong = course.definition.question.wrong_answers(**course.definition.settings)
    first["mistakes"] = [{"group": name, "reply": reply} for name, _, reply in wrong]
    abouts: list[Json] = [first]
    for number, check in enumerate(course.check_questions):
        answers = {meant: text for text, meant in check.options}
        rows = [{"group": CORRECT_GROUP, "answer": answers.get(CORRECT, ""), "reply": ""}]
        rows += [
            {"group": one.name, "answer": answers.get(n, ""), "reply": one.reply}
            for n, one in enumerate(check.misconceptions)
        ]
        rows.append({"group": OTHER_GROUP, "answer": "", "reply": ""})
        abouts.append(
            {
                "about": str(number),
                "title": check.title,
                "ask": check.prompt,
                "exact": check.exact,
                "rows": rows,
                "mistakes": [],
            }
        )
    return abouts


def _ready(course: ClassLesson) -> list[str]:
    wanted = [
        "always",
        *(kind for kind in ("data", "machine", "why") if course.definition.has_step(kind)),
        *(["talk"] if course.definition.discussion_prompts else []),
    ]
    return [MATERIALS[kind] for kind in wanted]


def validate_plan_change(course: ClassLesson, said: Any) -> Json:
    """Validate a change of a lesson plan.

    The change is {minutes: {step: n}, notes: {step: text}, asks: {subject: {group: text}}, expect: {subject: {group:
    n}}}. `asks` has the teacher's question to each group of answers, and `expect` has the expected number of pupils in
    each group. Raise ValueError for an invalid part.
    """
    if not isinstance(said, dict) or not said or not said.keys() <= {"minutes", "notes", "asks", "expect"}:
        raise ValueError("A plan consists of minutes, notes, questions and counters.")
    plan: Json = {}
    for name in ("minutes", "notes"):
        of = said.get(name, {})
        if not isinstance(of, dict) or not of.keys() <= set(course.step_kinds):
            raise ValueError("A plan has only steps of its lesson.")
        plan[name] = {kind: _minutes(value) if name == "minutes" else _text(value) for kind, value in of.items()}
    groups = {one["about"]: {row["group"] for row in (*one["rows"], *one["mistakes"])} for one in _abouts(course)}
    for name in ("asks", "expect"):
        of = said.get(name, {})
        if not isinstance(of, dict) or not all(
            isinstance(rows, dict) and rows.keys() <= groups.get(about, set()) for about, rows in of.items()
        ):
            raise ValueError("A plan can have only mistakes of the question bank.")
        plan[name] = {
            about: {group: _counters(value) if name == "expect" else _text(value) for group, value in rows.items()}
            for about, rows in of.items()
        }
    return {name: plan[name] for name in said}


def merge_validated_plan_change(saved_plan: Json, validated_change: Json) -> Json:
    """Merge a change into a lesson plan. `validate_plan_change` must have returned the change."""
    new = dict(saved_plan)
    for name, of in validated_change.items():
        before = new.get(name, {})
        new[name] = {
            **before,
            **{
                key: {**before.get(key, {}), **value} if isinstance(value, dict) else value for key, value in of.items()
            },
        }
    return new


def _minutes(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_STEP_MINUTES:
        raise ValueError(f"A step can have at most {MAX_STEP_MINUTES} minutes.")
    return value


def _counters(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_PUPILS:
        raise ValueError("Counters must be whole numbers.")
    return value


def _text(value: Any) -> str:
    text = clean_text(value if isinstance(value, str) else "")
    if len(text) > MAX_PLAN_NOTE_LENGTH:
        raise ValueError(f"A note can have at most {MAX_PLAN_NOTE_LENGTH} characters.")
    return text


def count_pupils_by_group(course: ClassLesson, reports: Iterable[Json]) -> dict[str, dict[str, int]]:
    """Count the pupils of a past class in each group of the prediction and of the first answers."""
    tallies: dict[str, Counter[str]] = {}
    for told in reports:
        if told["chips"]:
            tallies.setdefault(PREDICTION_SUBJECT, Counter())[prediction_group(course, told["chips"])] += 1
        for number, check in enumerate(course.check_questions):
            answer = told["answers"][number]
            if answer:
                tallies.setdefault(str(number), Counter())[diagnosis_label(check, answer["first"])] += 1
    return {about: dict(counts) for about, counts in tallies.items()}


def with_past_class_counts(saved_plan: Json, past_counts: Mapping[str, Mapping[str, int]]) -> Json:
    """Return the lesson plan with the counts of one more past class."""
    past = {about: Counter(rows) for about, rows in saved_plan.get("past", {}).items()}
    for about, rows in past_counts.items():
        past.setdefault(about, Counter()).update(rows)
    return saved_plan | {
        "past": {about: dict(rows) for about, rows in past.items()},
        "classes": saved_plan.get("classes", 0) + 1,
    }


def lesson_plan_html(course: ClassLesson, plan: Json) -> str:
    """Return the lesson plan as a complete HTML page to print."""
    steps = pd.DataFrame(
        [{"Step": step["label"], "Minutes": step["minutes"], "Note": step["note"]} for step in plan["steps"]]
    )
    parts = [
        f"<h1>{escape(course.title)}: my plan</h1>",
        f'<p class="facts">{plan["total"]} minutes, with {plan["joining"]} to join and {plan["talk"]} to talk</p>',
        _html(steps),
        "<h2>To have ready</h2>",
        f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in plan['ready'])}</ul>",
    ]
    for one in plan["abouts"]:
        about, rows = one["about"], []
        past = plan["past"].get(about, {})
        for row in (*one["rows"], *one["mistakes"]):
            share = f"{past[row['group']]} of {sum(past.values())}" if row["group"] in past else ""
            rows.append(
                {
                    "They may think": row["group"],
                    "and say": row.get("answer", ""),
                    "classes before": share,
                    "I expect": plan["expect"].get(about, {}).get(row["group"], ""),
                    "I ask": plan["asks"].get(about, {}).get(row["group"]) or row["reply"],
                }
            )
        parts += [
            f"<h2>{escape(one['title'])}</h2>",
            f"<p>{escape(one['ask'])} <b>{escape(one['exact'])}</b></p>",
            _html(pd.DataFrame(rows)),
        ]
    if plan["prompts"]:
        parts += ["<h2>To talk about</h2>", f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in plan['prompts'])}</ul>"]
    head = f'<meta charset="utf-8"><title>{escape(course.title)}: my plan</title><style>{CSS}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _html(rows: pd.DataFrame) -> str:
    return str(rows.to_html(index=False, escape=True, border=0))
