"""The plan of a lesson: minutes a step, mistakes to expect and what to ask then, what to have ready; on paper too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

import pandas as pd

from ..lesson.plan import LABELS
from ..lesson.prose import plain
from ..lesson.report import RIGHT
from ..lesson.teacher import CSS, TALK, minutes
from ..page.protocol import Json
from ..page.texts import seen
from .board import WAYS, way
from .course import Course
from .room import MOST_PUPILS
from .slips import PREDICTION, meaning

MOST_MINUTES = 60
LONGEST_ASK = 160
RIGHT_WORDS, OTHER_WORDS = "right", "another answer"
READY = {
    "always": "A device with a browser for each pupil, or for two. The board on the projector, this desk where only "
    "you look.",
    "data": "Dice, drawing pins or a bag, if they throw themselves.",
    "machine": "Nothing to hand out for the model: its parts lie on the shelf of the page.",
    "why": "Paper and a pen for who likes to write down what can happen.",
    "talk": "Two minutes in which neighbours talk: choose the question now.",
}
"""What to have ready, by what a lesson has."""


def plan_of(course: Course, kept: Json) -> Json:
    """The plan as the desk shows it: what a teacher has changed (`kept`) over what the lesson and the bank say.

    `past`: the shares of classes that were kept, by group; `expect`: the counters that the teacher has laid."""
    own, said = minutes(course.plan), kept.get("minutes", {})
    steps = [
        {
            "kind": step.kind,
            "label": LABELS[step.kind],
            "own": n,
            "minutes": said.get(step.kind, n),
            "note": kept.get("notes", {}).get(step.kind, ""),
        }
        for step, n in zip(course.plan.steps, own, strict=True)
    ]
    return {
        "steps": steps,
        "total": sum(step["minutes"] for step in steps),
        "talk": TALK,
        "abouts": _abouts(course),
        "ready": _ready(course),
        "expect": kept.get("expect", {}),
        "asks": kept.get("asks", {}),
        "past": kept.get("past", {}),
        "classes": kept.get("classes", 0),
        "prompts": [plain(prompt, course.plan.values) for prompt in course.plan.talk],
    }


def _abouts(course: Course) -> list[Json]:
    """What to expect: of the prediction, and of each question by its mistakes, with what to say to each."""
    first = {
        "about": PREDICTION,
        "title": "The prediction",
        "exact": str(course.plan.values["exact"]),
        "ask": course.plan.question.prompt_text(**course.plan.settings),
        "rows": [{"group": words, "answer": "", "reply": ""} for words in WAYS],
    }
    wrong = course.plan.question.wrong_answers(**course.plan.settings)
    first["mistakes"] = [{"group": name, "reply": reply} for name, _, reply in wrong]
    abouts: list[Json] = [first]
    for number, check in enumerate(course.checks):
        answers = {meant: text for text, meant in check.options}
        rows = [{"group": RIGHT_WORDS, "answer": answers.get(RIGHT, ""), "reply": ""}]
        rows += [
            {"group": one.name, "answer": answers.get(n, ""), "reply": one.reply}
            for n, one in enumerate(check.mistakes)
        ]
        rows.append({"group": OTHER_WORDS, "answer": "", "reply": ""})
        abouts.append(
            {
                "about": str(number),
                "title": check.title,
                "ask": check.ask,
                "exact": check.exact,
                "rows": rows,
                "mistakes": [],
            }
        )
    return abouts


def _ready(course: Course) -> list[str]:
    wanted = [
        "always",
        *(kind for kind in ("data", "machine", "why") if course.plan.has(kind)),
        *(["talk"] if course.plan.talk else []),
    ]
    return [READY[kind] for kind in wanted]


def tidy_plan(course: Course, said: Any) -> Json:
    """A change of a plan, read with care: {minutes: {step: n}, notes: {step: text}, asks: {about: {group: text}},
    expect: {about: {group: n}}}. ValueError for what does not fit."""
    if not isinstance(said, dict) or not said or not said.keys() <= {"minutes", "notes", "asks", "expect"}:
        raise ValueError("A plan has minutes, notes, questions and counters.")
    plan: Json = {}
    for name in ("minutes", "notes"):
        of = said.get(name, {})
        if not isinstance(of, dict) or not of.keys() <= set(course.kinds):
            raise ValueError("A plan names steps of its lesson.")
        plan[name] = {kind: _minutes(value) if name == "minutes" else _text(value) for kind, value in of.items()}
    groups = {one["about"]: {row["group"] for row in (*one["rows"], *one["mistakes"])} for one in _abouts(course)}
    for name in ("asks", "expect"):
        of = said.get(name, {})
        if not isinstance(of, dict) or not all(
            isinstance(rows, dict) and rows.keys() <= groups.get(about, set()) for about, rows in of.items()
        ):
            raise ValueError("A plan names mistakes that the bank knows.")
        plan[name] = {
            about: {group: _counters(value) if name == "expect" else _text(value) for group, value in rows.items()}
            for about, rows in of.items()
        }
    return {name: plan[name] for name in said}


def merged(kept: Json, change: Json) -> Json:
    """A plan with a change of it."""
    new = dict(kept)
    for name, of in change.items():
        before = new.get(name, {})
        new[name] = {
            **before,
            **{
                key: {**before.get(key, {}), **value} if isinstance(value, dict) else value for key, value in of.items()
            },
        }
    return new


def _minutes(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST_MINUTES:
        raise ValueError(f"A step has up to {MOST_MINUTES} minutes.")
    return value


def _counters(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST_PUPILS:
        raise ValueError("Counters are whole numbers.")
    return value


def _text(value: Any) -> str:
    text = seen(value if isinstance(value, str) else "")
    if len(text) > LONGEST_ASK:
        raise ValueError(f"A note has up to {LONGEST_ASK} characters.")
    return text


def counted(course: Course, reports: Iterable[Json]) -> dict[str, dict[str, int]]:
    """How many of a class that was kept thought what, by group: of the prediction, and of first answers."""
    tallies: dict[str, Counter[str]] = {}
    for told in reports:
        if told["chips"]:
            tallies.setdefault(PREDICTION, Counter())[way(course, told["chips"])] += 1
        for number, check in enumerate(course.checks):
            answer = told["answers"][number]
            if answer:
                tallies.setdefault(str(number), Counter())[meaning(check, answer["first"])] += 1
    return {about: dict(counts) for about, counts in tallies.items()}


def with_past(kept: Json, counts: Mapping[str, Mapping[str, int]]) -> Json:
    """A plan with what one more class has thought."""
    past = {about: Counter(rows) for about, rows in kept.get("past", {}).items()}
    for about, rows in counts.items():
        past.setdefault(about, Counter()).update(rows)
    return kept | {"past": {about: dict(rows) for about, rows in past.items()}, "classes": kept.get("classes", 0) + 1}


def paper_of(course: Course, plan: Json) -> str:
    """The plan on paper, as a whole page."""
    steps = pd.DataFrame(
        [{"Step": step["label"], "Minutes": step["minutes"], "Note": step["note"]} for step in plan["steps"]]
    )
    parts = [
        f"<h1>{escape(course.title)}: my plan</h1>",
        f'<p class="facts">{plan["total"]} minutes, and {plan["talk"]} to talk</p>',
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
