"""The lesson linter: what every lesson must be, as a list of faults. A lesson without faults gives an empty list."""

from __future__ import annotations

import json
import re
from string import Formatter
from typing import Any

from gamelib.bank.school_terms import lesson_order, school_terms
from widgets.lesson.lesson_definition import STEP_ORDER, Plan
from widgets.lesson.limits import DIRECTIONS
from widgets.lesson.prose import MARKUP_PATTERN, glossary
from widgets.site.curriculum import curricula

FRONT = {
    "title": str,
    "summary": str,
    "kind": str,
    "aims": list,
    "level": str,
    "prerequisites": list,
    "minutes": int,
    "standards": list,
    "picture": str,
}
FREE = ("rank", "data", "machine")
GAMES_ALONE = ("play", "back")  # a lesson on no game has nothing to go back to
SIZE = 100_000  # bytes
WORDS_A_MINUTE = 150  # of a pupil of fourteen
LONGEST_READING = 0.5  # of the lesson's minutes; the rest is for doing
MINUTES = range(20, 41)
REVEALING = ("compare", "why", "change", "rank", "check", "back", "sum")


def faults(text: str, plan: Plan) -> list[str]:
    """What is wrong with a lesson: the text of its notebook, and the plan its cells have made."""
    content = json.loads(text)
    return [
        *_file(text, content),
        *_front(content["metadata"].get("kismet", {}), plan),
        *_course(plan),
        *_words(content, plan),
        *_question(plan),
    ]


def _file(text: str, content: dict[str, Any]) -> list[str]:
    found = []
    if len(text.encode()) >= SIZE:
        found.append("the notebook has 100 kB or more")
    if "widgets" in content["metadata"]:
        found.append("the notebook carries widget state")
    for cell in content["cells"]:
        if cell.get("outputs") or cell.get("execution_count") is not None:
            found.append(f"cell {cell['id']} carries what it printed")
    return found


def _front(about: dict[str, Any], plan: Plan) -> list[str]:
    found = [
        f"the front matter has no {name}"
        for name, kind in FRONT.items()
        if not isinstance(about.get(name), kind) or not about[name]
    ]
    if found:
        return found
    if about["kind"] != "lesson" or about.get("game", "") != (plan.game.id if plan.game else ""):
        found.append("the front matter names another kind or game")
    if about["minutes"] not in MINUTES:
        found.append(f"{about['minutes']} minutes are not 20 to 40")
    found += [f"there is no standard {code}" for code in about["standards"] if code not in curricula()["ccss"].codes]
    rules = about.get("rules", [])
    found += [f"there is no rule {id}" for id in rules if plan.game is None or id not in plan.game.rules]
    if plan.question.rules and not set(plan.question.rules) & set(rules):
        found.append("the front matter names no rule that the question rests on")
    return found


def _course(plan: Plan) -> list[str]:
    kinds = [step.kind for step in plan.steps]
    free = FREE if plan.game else (*FREE, *GAMES_ALONE)
    if plan.id == lesson_order()[0]:
        free = (*free, "example")  # it explains the marks of a chart with the pupil's own roll
    found = [f"there is no step {kind}" for kind in STEP_ORDER if kind not in kinds and kind not in free]
    predicted = kinds.index("predict") if "predict" in kinds else len(kinds)
    found += [f"{kind} comes before the prediction" for kind in REVEALING if kind in kinds[:predicted]]
    if len(plan.discussion_prompts) < 3:
        found.append("there are fewer than three prompts to talk about")
    return found


def _words(content: dict[str, Any], plan: Plan) -> list[str]:
    intro = ["".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] == "markdown"]
    replies = [text for step in plan.steps if step.kind == "change" for text in step.extra_data["replies"].values()]
    because = (step.extra_data["because"] for step in plan.steps if step.kind in ("change", "rank"))
    prose = [*intro, *(step.prose for step in plan.steps), *because, *replies, *plan.discussion_prompts]
    if not all(step.extra_data["because"] for step in plan.steps if step.kind in ("change", "rank")):
        return ["the change or the order does not say why"]
    if plan.has_step("change") and sum(map(bool, replies)) < len(DIRECTIONS) - 1:
        return ["a wrong guess in the change gets no reply"]
    titles = [step.extra_data["title"] for step in plan.steps if step.kind == "example"]
    found = []
    for text in (*prose, *titles):
        plain = "".join(part for part, *_ in Formatter().parse(text))
        found += [f"a number is typed: “{number}”" for number in re.findall(r"\S*\d\S*", plain)]
    found += _terms(prose)
    about = content["metadata"].get("kismet", {})
    if isinstance(about.get("minutes"), int):
        words = sum(len(text.split()) for text in prose)
        if words / WORDS_A_MINUTE > LONGEST_READING * about["minutes"]:
            found.append(f"{words} words are too many to read in half of {about['minutes']} minutes")
    return found


def _terms(prose: list[str]) -> list[str]:
    """Further terms of the glossary that are in the prose before they are explained there."""
    found, explained = [], {*school_terms()}
    for filled in prose:
        text, place = re.sub(r"\{[^}]*\}", "…", filled), 0
        while place < len(text):
            mark = MARKUP_PATTERN.search(text, place)
            plain = text[place : mark.start() if mark else len(text)]
            found += [
                f"“{term}” is used before it is explained"
                for term in glossary()
                if term not in explained and re.search(rf"\b{re.escape(term)}s?\b", plain, re.I)
            ]
            if mark is None:
                break
            if mark[2]:
                explained.add(mark[2])
            place = mark.end()
    return found


def _question(plan: Plan) -> list[str]:
    """Proved: two methods, the outcomes and the paths agree with the bank; the picture has words."""
    asks, made, settings, found = plan.question, plan.experiment, plan.settings, []
    exact = asks.exact(**settings)
    if exact != asks.check(**settings):
        found.append("the two methods of the question do not agree")
    if made.exact_probability_or_mean(settings) != exact:
        found.append("the outcomes of the lesson do not give the answer of the question")
    if made.answer_terms is None or sum(path.value for path in made.answer_terms(**settings)) != exact:
        found.append("the paths do not add up to the answer")
    for step in plan.steps:
        for other in step.extra_data.get("questions", ()):
            if other.exact() != other.check():
                found.append(f"the two methods of {other.id} do not agree")
    return found
