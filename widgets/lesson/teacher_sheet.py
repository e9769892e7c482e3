"""Printed pages of a lesson: the teacher's sheet with the solutions, and the worksheet for pupils.

Usage: kismet sheet 01-two-dice-and-a-gem > sheet.html, or with the file of your own lesson. The option --worksheet
prints the worksheet for pupils.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from random import Random
from typing import Any

from gamelib import Question
from gamelib.chance.model_sentences import describe_question, describe_stages
from gamelib.number_format import round_to_int

from .experiment import BuildTreeTask, SelectCellsTask, answer_text
from .lesson_definition import PREDICTION_CHIPS, STEP_LABELS, LessonStep, Plan
from .limits import CONFIDENCE_LEVELS
from .misconceptions import IndexedMisconception, applicable_misconceptions, misconception_reply
from .page_data import DIRECTION_LABELS, sum_of_fractions_text
from .prose import prose_to_html, prose_to_plain_text
from .question_variants import QuestionVariants

WORDS_PER_MINUTE = 150  # reading speed at the age of fourteen
ACTIVITY_MINUTES = {
    "example": 1,
    "play": 2,
    "machine": 3,
    "predict": 2,
    "run": 2,
    "compare": 1,
    "why": 4,
    "change": 1,
    "data": 6,
    "rank": 2,
    "check": 0,
    "back": 2,
    "sum": 1,
}
"""Minutes of activity in each step, in addition to reading."""
QUESTION_MINUTES = 3
SAMPLE_SPACE_MINUTES = 1
"""Minutes to write a sample space."""
DISCUSSION_MINUTES = 5
JOINING_MINUTES = 3
"""Minutes until all pupils have joined the class."""
SHEET_SEED = 0
CSS = """
@page { size: A4; margin: 16mm; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.45 system-ui, sans-serif; color: #1e2140; background: #fff; }
h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.15rem; margin: 1.4rem 0 .4rem; border-bottom: 1px solid #bbb; }
h3 { font-size: 1rem; margin: 1rem 0 .2rem; } p, ul, ol { margin: .3rem 0; } li { margin: .15rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid #ddd; }
td:first-child { white-space: nowrap; } tr, h2, h3, .question { break-inside: avoid; break-after: auto; } h2, h3 { break-after: avoid; }
.key { break-before: page; } .facts { color: #444; } .line { border-bottom: 1px solid #666; height: 1.9rem; }
.grid td { border: 1px solid #999; height: 1.6rem; text-align: center; white-space: normal; }
"""  # noqa: E501


def _list(items: Iterable[str], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], kind: str = "") -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def _mistakes(question: Question, settings: dict[str, Any]) -> str:
    """Return a table of likely wrong answers. The reply is a question if several mistakes lead to the answer."""
    by_number: dict[str, list[IndexedMisconception]] = {}
    for thought, value in applicable_misconceptions(question, settings):
        by_number.setdefault(answer_text(question, value), []).append(thought)
    rows = []
    for number, thoughts in by_number.items():
        names = " or ".join(f"“{one.name}”" for one in thoughts) if len(thoughts) > 1 else thoughts[0].name
        replies = [misconception_reply(one) for one in thoughts] if len(thoughts) > 1 else [thoughts[0].reply]
        ask = ["Ask how the pupil got there."] if len(thoughts) > 1 else []
        rows.append((number, names, " ".join([*ask, *replies])))
    return _table(("A pupil who says", "thinks", "Reply"), rows) if rows else ""


# -- minutes and instructions --------------------------------------------------------------------


def minutes_by_step(plan: Plan, lesson_minutes_with_discussion: int | None = None) -> list[int]:
    """Return the minutes of each step, for reading and activity together.

    `lesson_minutes_with_discussion` is the announced duration of the whole lesson. The time for joining and discussion
    is subtracted, and the required steps share the remaining time. Without an announced duration, the result contains
    the estimated minutes.
    """
    times = [_estimated_minutes(plan, step) for step in plan.steps]
    required = [number for number, step in enumerate(plan.steps) if not step.extra_data.get("optional")]
    shared = (lesson_minutes_with_discussion or 0) - JOINING_MINUTES - discussion_minutes(plan)
    weights = [times[number] - 1 for number in required]  # each step keeps one minute in any case
    if shared < len(required) or not any(weights):
        return times
    parts = [Fraction((shared - len(required)) * sum(weights[:n]), sum(weights)) for n in range(len(weights) + 1)]
    for number, start, end in zip(required, parts, parts[1:], strict=False):
        times[number] = 1 + round_to_int(end) - round_to_int(start)
    return times


def _estimated_minutes(plan: Plan, step: LessonStep) -> int:
    asked = len(step.extra_data.get("needed", ())) + bool(step.extra_data.get("elsewhere"))
    doing = (
        ACTIVITY_MINUTES[step.kind]
        + QUESTION_MINUTES * asked
        + SAMPLE_SPACE_MINUTES * (step.kind == "why" and _has_sample_space_task(plan))
    )
    words = len(prose_to_plain_text(step.prose, plan.prose_values).split()) + len(
        str(step.extra_data.get("because", "")).split()
    )
    return max(1, round_to_int(Fraction(words, WORDS_PER_MINUTE) + doing))


def _has_sample_space_task(plan: Plan) -> bool:
    """Return whether the Why step begins with a task to write down the sample space."""
    built = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
    return isinstance(built, SelectCellsTask | BuildTreeTask) and built.sample_space_prompt is not None


CORE_STEPS = ("predict", "run", "compare", "why", "sum")
"""Steps of the core path. After the exact answer, pupils can go to the end from any of the later ones."""


def core_path_minutes(plan: Plan, lesson_minutes_with_discussion: int | None = None) -> int:
    """Return the minutes of the core path with the time to join, without the example and the mini-game."""
    times = zip(plan.steps, minutes_by_step(plan, lesson_minutes_with_discussion), strict=True)
    return JOINING_MINUTES + sum(n for step, n in times if step.kind in CORE_STEPS)


def lesson_minutes_without_optional_steps(plan: Plan) -> int:
    """Return the estimated minutes of a lesson from joining to the final discussion, without optional steps."""
    way = (n for step, n in zip(plan.steps, minutes_by_step(plan), strict=True) if not step.extra_data.get("optional"))
    return JOINING_MINUTES + sum(way) + discussion_minutes(plan)


def discussion_minutes(plan: Plan) -> int:
    """Return the minutes of the final discussion: 0 if the lesson has no discussion prompts."""
    return DISCUSSION_MINUTES if plan.discussion_prompts else 0


def _do(plan: Plan, step: LessonStep) -> str:
    """Return the instruction for a step of this lesson, with the misconception to expect."""
    made, asks = plan.experiment, plan.question
    wrong = asks.wrong_answers(**plan.settings)
    mistake = f"Expect “{wrong[0][0]}”" if wrong else "Expect chips that are spread evenly"
    calls = " or ".join(f"“{call}”" for call in made.prediction_options(plan.settings))
    if step.kind == "example":
        return (
            f"Read it together: {step.extra_data['title'].format_map(plan.prose_values)}. Ask what the open "
            "bars, the dots and the filled bars mean."
        )
    if step.kind == "play" and made.mini_game_view:
        first = made.mini_game_view(Random(SHEET_SEED), (), **plan.settings)
        return (
            f"In pairs with the mini-game (“{first.prompt} {' / '.join(first.action_labels)}”): one plays, and "
            "the other predicts each result. Two games each, no theory yet."
        )
    if step.kind == "play":
        return (
            f"In pairs, one predicts {calls}, and the other does it ({made.run_button_label.lower()}). No theory yet."
        )
    if step.kind == "machine":
        made = step.extra_data["machine"].solution.spec
        return (
            "In pairs, with the parts on the page: one says what happens, and the other builds it. One correct "
            f"model: {describe_stages(made)}. {describe_question(made.statistic)} Whose model looks different "
            "and is correct too?"
        )
    if step.kind == "predict":
        bet = "a share" if plan.prediction_mode == "fraction" else f"{PREDICTION_CHIPS} chips on {made.outcome_label}"
        return (
            f"Before the first trial, everybody enters {bet} and a reason of one line. {mistake}. Don’t judge any "
            "of them."
        )
    if step.kind == "run":
        return (
            "One trial, ten, a thousand. One pupil describes the results, and the others say what settles down "
            "and what doesn’t."
        )
    if step.kind == "compare":
        return (
            f"The exact answer is {plan.prose_values['exact']}. Whose prediction was the closest, and what was "
            "the reason?"
        )
    if step.kind == "why":
        return _why(plan)
    if step.kind == "change":
        return (
            "Hands up first: up, the same, or down? Then: "
            f"{prose_to_plain_text(step.extra_data['because'], plan.prose_values)}"
        )
    if step.kind == "data":
        things = " or ".join(step.extra_data["models"])
        return (
            f"In groups with {things}: one pupil rolls, and another keeps a tally. Each group enters its own results."
        )
    if step.kind == "rank":
        parameter = step.extra_data["question"].parameters[step.extra_data["parameter"]]
        side = "An extra for quick pupils. " if step.extra_data["optional"] else ""
        return f"{side}Pairs agree on an order by {parameter.label} before they enter it."
    if step.kind == "check":
        ideas = "; ".join(dict.fromkeys(step.extra_data["questions"][n].concept for n in step.extra_data["needed"]))
        return (
            f"Each pupil works alone, with different numbers: {ideas}. Note who says "
            f"“{CONFIDENCE_LEVELS[max(CONFIDENCE_LEVELS)]}” and is wrong."
        )
    if step.kind == "back":
        return (
            f"Decide with the help of the number ({plan.prose_values['exact']}). What would you do now, and is "
            "it different from before?"
        )
    return "Each pupil says the main idea in one sentence. Compare the two reasons, before and now."


def _why(plan: Plan) -> str:
    built = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
    if isinstance(built, SelectCellsTask):
        good = sum(built.cells[n].weight for n in built.favourable_cells)
        return (
            f"Pupils tap the cells that count ({good} of {sum(cell.weight for cell in built.cells)} "
            f"{built.cell_noun}). Who finds one that is missing?"
        )
    if isinstance(built, BuildTreeTask):
        return (
            f"Pupils build the answer in {len(built.questions)} branches. Stop at the first one: "
            f"“{built.questions[0].prompt}”"
        )
    if built:
        return f"Pupils put {len(built.steps)} steps in order. Ask them why the second step needs the first."
    return f"Work out the number together: {plan.question.concept}."


# -- teacher sheet and worksheet -----------------------------------------------------------------


NOINDEX_TAG = '<meta name="robots" content="noindex">'
"""Meta tag that excludes a page from search engines, because pupils search for the key too."""


def _html(title: str, parts: Iterable[str]) -> str:
    head = f'<meta charset="utf-8">{NOINDEX_TAG}<title>{escape(title)}</title><style>{CSS}</style>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def lesson_answer_key_html(plan: Plan, front_matter: Mapping[str, Any]) -> str:
    """Return the teacher sheet as an HTML page.

    `front_matter` is the front matter of the notebook and can be incomplete.
    """
    asks, settings, fresh = plan.question, plan.settings, QuestionVariants(plan)
    title = str(front_matter.get("title", plan.id))
    minutes = front_matter.get("minutes") or lesson_minutes_without_optional_steps(plan)
    course = [*zip(plan.steps, minutes_by_step(plan, minutes), strict=True)]
    rows = [("Join", str(JOINING_MINUTES), "Pupils open the page, and join the class if there is one.")]
    rows += [
        (STEP_LABELS[step.kind], f"+{n}" if step.extra_data.get("optional") else str(n), _do(plan, step))
        for step, n in course
    ]
    if plan.discussion_prompts:
        rows.append(("Talk", str(DISCUSSION_MINUTES), "Choose one of the prompts below. Let pupils answer each other."))
    facts = [
        plan.game.title if plan.game else "no game",
        f"{minutes} minutes, or {core_path_minutes(plan, minutes)} with the core steps only",
        front_matter.get("level", ""),
        f"standards {', '.join(front_matter['standards'])}" if front_matter.get("standards") else "",
    ]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="facts">{escape(" · ".join(filter(None, facts)))}</p>',
        f"<p>{escape(str(front_matter.get('summary', '')))}</p>",
        *_section("Aims: pupils can", front_matter.get("aims")),
        *_section("Before: pupils can", front_matter.get("prerequisites")),
        "<h2>The steps</h2>",
        _table(("Step", "Minutes", "What to do"), rows),
        "<h2>A mistake to expect</h2>",
        f"<p>{escape(asks.prompt_text(**settings))}</p>",
        _mistakes(asks, settings),
        *_rules(plan, front_matter),
        *(
            [
                "<h2>To talk about</h2>",
                *(
                    f"<ul><li>{prose_to_html(prompt, plan.prose_values)}</li></ul>"
                    for prompt in plan.discussion_prompts
                ),
            ]
            if plan.discussion_prompts
            else []
        ),
        *_ticket(fresh),
        '<div class="key"><h2>Key</h2>',
        f"<p><b>{escape(str(plan.prose_values['exact']))}</b>, found by two methods.</p>",
        _paths(plan),
        _changed(plan),
        _ranked(plan),
        _checks(fresh),
        _ticket_key(fresh),
        "</div>",
    ]
    return _html(f"{title}: teacher’s sheet", parts)


def _section(title: str, items: Any) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", _list(items)] if items else []


def _rules(plan: Plan, about: Mapping[str, Any]) -> list[str]:
    if not plan.game or not about.get("rules"):
        return []
    rules = plan.game.rules
    rows = ((id, rules[id].title, rules[id].text) for id in about["rules"])
    return ["<h2>The rules it depends on</h2>", _table(("Rule", "", "Text"), rows)]


def _ticket(fresh: QuestionVariants) -> list[str]:
    return (
        ["<h2>Exit ticket</h2>", _list([fresh.ticket[0].prompt_text(**fresh.ticket[1])], "ol")] if fresh.ticket else []
    )


def _ticket_key(fresh: QuestionVariants) -> str:
    if not fresh.ticket:
        return ""
    asks, given = fresh.ticket
    return f"<h3>Exit ticket</h3>{_list([answer_text(asks, asks.exact_value(**given))], 'ol')}"


def _paths(plan: Plan) -> str:
    paths = plan.experiment.answer_terms(**plan.settings) if plan.experiment.answer_terms else []
    if not paths:
        return ""
    rows = _table(("Path", "", "in detail"), ((path.label, path.formula_text, path.detail) for path in paths))
    return f"{rows}<p>{escape(sum_of_fractions_text([path.value for path in paths]))}</p>"


def _changed(plan: Plan) -> str:
    if not plan.has_step("change"):
        return ""
    ((name, new),) = plan.require_step("change").extra_data["setting"].items()
    parameter = plan.question.parameters[name]
    cases = {choice: {**plan.settings, name: choice} for choice in parameter.choices}
    answers = {n: plan.question.exact_value(**case) for n, case in cases.items() if plan.question.can_be_asked(case)}
    values = [
        (str(parameter.choice_label(choice)), answer_text(plan.question, answer)) for choice, answer in answers.items()
    ]
    words = f"{parameter.label}: the lesson changes it to {parameter.choice_label(new)}"
    replies = [
        (f"“{DIRECTION_LABELS[way]}”", prose_to_plain_text(reply, plan.prose_values))
        for way, reply in plan.require_step("change").extra_data["replies"].items()
        if reply
    ]
    answered = _table(("A pupil who says", "Reply"), replies) if replies else ""
    return f"<h3>Change one thing</h3>{_table((words, 'answer'), values)}{answered}"


def _ranked(plan: Plan) -> str:
    if not plan.has_step("rank"):
        return ""
    more = plan.require_step("rank").extra_data
    asks, name = more["question"], more["parameter"]
    values = sorted((asks.exact_value(**more["settings"], **{name: choice}), choice) for choice in more["choices"])
    rows = [(asks.parameters[name].label_with_choice(choice), answer_text(asks, value)) for value, choice in values]
    return f"<h3>Put in order</h3>{_table(('From the least', 'answer'), rows)}"


def _checks(fresh: QuestionVariants) -> str:
    """Return the variant of each check question on the worksheet. The pages of pupils use other variants."""
    parts = (
        ["<h3>The questions of the worksheet (each pupil’s page draws other numbers)</h3>"] if fresh.questions else []
    )
    for number, asks in enumerate(fresh.questions):
        settings = fresh.variant_settings(number, SHEET_SEED, 0)
        right = answer_text(asks, asks.exact_value(**settings))
        parts.append(f"<p>{escape(asks.prompt_text(**settings))} <b>{escape(right)}</b></p>{_mistakes(asks, settings)}")
    return "".join(parts)


def worksheet_html(plan: Plan, title: str = "") -> str:
    """Return the worksheet for pupils: question, chips, tally, reasons and check questions. It contains no answers."""
    made, fresh = plan.experiment, QuestionVariants(plan)
    names, _ = plan.columns_and_probabilities()
    line = '<p class="line"></p>'
    parts = [
        f"<h1>{escape(title or plan.id)}</h1>",
        '<p class="facts">Name:</p>',
        "<h2>1. What do you think?</h2>",
        f"<p>{escape(plan.question.prompt_text(**plan.settings))}</p>",
        f"<p>Spread {PREDICTION_CHIPS} chips over “{escape(made.outcome_label)}”. Then do thirty trials and "
        "keep a tally.</p>",
        _table(
            ["", *names],
            [["chips", *("" for _ in names)], ["tally", *("" for _ in names)], ["how often", *("" for _ in names)]],
            "grid",
        ),
        "<p>I think so because</p>",
        line,
        line,
        '<section class="question"><h2>2. Why is that so?</h2>',
        "<p>Draw, count or calculate here.</p>",
        *[line] * 5,
        "<p>Now I would say</p>",
        line,
        f"{line}</section>",
    ]
    if fresh.questions:
        parts.append("<h2>3. Check yourself</h2>")
    for number, asks in enumerate(fresh.questions):
        settings = fresh.variant_settings(number, SHEET_SEED, 0)
        prompt = f"<p>{escape(asks.prompt_text(**settings))}</p>"
        parts.append(f'<section class="question">{prompt}{line}<p>How sure am I? ______%</p></section>')
    return _html(f"{title or plan.id}: worksheet", parts)
