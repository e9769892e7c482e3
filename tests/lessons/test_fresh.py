"""Nothing is told before it is asked, and each pupil is asked with numbers of one’s own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from gamelib import Question
from tests.conftest import LONG
from tests.lessons.visit import FIRST, IDS, Visit, each
from widgets.lesson.experiment import SelectCellsTask, choice_questions
from widgets.lesson.figures import question_figure
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.progress.saved_progress import RestorableLessonProgress
from widgets.lesson.prose import prose_to_plain_text
from widgets.lesson.question_variants import QuestionVariants, can_read_value_in_cells, has_answer_in_text, variant_key
from widgets.lesson.sub_questions import sub_questions_for

Asked = tuple[Question, dict[str, Any]]
PUPILS, AGAIN = (40, 60) if LONG else (2, 5)


REASONS = {
    **{
        ("02-gem-or-gold", before, "harem-two-tables"): "the few fractions of two dice stand at other events"
        for before in ("example", "compare", "change")
    },
    ("10-the-objective-card", "rank", "elsewhere-clubs"): "a chance of another card is a half: another number",
    ("09-slow-or-fast", "play", "emira-horizon"): "the account there shows sums of gold as they come",
    ("12-when-to-flee", "example", "towers-closer-comes"): "the 95% of a confidence interval is another number",
}
"""What may stand before it is asked: (lesson, the step that shows it, the question that asks it) -> why."""


@each
def test_nothing_that_a_step_shows_tells_what_is_asked_later(id: str, plans: dict[str, Plan]) -> None:
    """Words, benches, pictures and their tables, of every step before: no answer of a later step, in any form.

    This holds for all numbers that a check may be asked with.
    """
    visit, seen = Visit(plans[id], 3), dict[str, str]()
    while visit.at not in ("back", "sum"):
        kind = visit.at
        for question, value in [*asked_in(visit), *(every_answer_of_checks(visit) if kind == "check" else [])]:
            for before, text in seen.items():
                told = has_answer_in_text(text, value) and (id, before, question) not in REASONS
                assert not told, (before, kind, question, value)
        if not visit.lesson.progress.navigation.is_step_done(kind):
            getattr(visit, f"_{kind}", lambda: None)()
        if visit.at == kind and kind != "check":
            seen[kind] = shown_by(visit)
        if visit.at == kind:
            visit.finish()


def every_answer_of_checks(visit: Visit) -> Iterator[tuple[str, Fraction]]:
    """The answers to all numbers that a check may be asked with first, each with its question."""
    fresh = visit.lesson.progress.checks.question_variants
    for asks in fresh.questions:
        for settings in asks.offered_settings():
            value = asks.exact_value(**settings)
            if fresh.is_usable_variant(asks, settings) and not fresh.is_value_in_figures(value):
                yield asks.id, value


def shown_by(visit: Visit) -> str:
    """All that the page shows now."""
    step = visit.lesson.page["step"]
    benches = [step.get("bench"), *(half["bench"] for half in step.get("both", []))]
    columns = [str(column.get("told", "")) for bench in benches if bench for column in bench["columns"]]
    charts = [chart for chart in visit.lesson.charts_by_name.values() if chart.figure]
    drawn = [f"{json.dumps(chart.table)} {chart.text}" for chart in charts]
    return " ".join([json.dumps(step, ensure_ascii=False), *columns, *drawn])


@each
def test_no_hint_or_reply_tells_an_answer_over_all_settings(id: str, plans: dict[str, Plan]) -> None:
    """Check all numbers of each check.

    Its texts, hints, replies and steps do not contain its answer, and neither do the replies of any earlier step.
    """
    plan, fresh = plans[id], QuestionVariants(plans[id])
    before = [reply for _, _, reply in plan.question.wrong_answers(**plan.settings)]
    before += [
        prose_to_plain_text(reply, plan.prose_values)
        for reply in plan.require_step("change").extra_data["replies"].values()
    ]
    built = plan.experiment.explain_task(**plan.settings) if plan.experiment.explain_task else None
    before += [cell.explanation for cell in built.cells] if isinstance(built, SelectCellsTask) else []
    before += [reply for level in choice_questions(built) for _, reply in level.distractors] if built else []
    for asks in fresh.questions:
        drawn = 0
        for settings in asks.offered_settings():
            if not fresh.is_usable_variant(asks, settings):
                continue
            drawn, value = drawn + 1, asks.exact_value(**settings)
            said = [
                asks.prompt_text(**settings),
                *(asks.hint_text(step, **settings) for step in range(len(asks.hints))),
                *(reply for _, _, reply in asks.wrong_answers(**settings)),
                *(one.prompt for one in sub_questions_for(asks, settings)),
            ]
            assert not any(has_answer_in_text(text, value) for text in said), (asks.id, settings)
            assert not any(has_answer_in_text(text, value) for text in before), (asks.id, settings)
        assert drawn, asks.id


@each
def test_no_check_tells_what_one_beside_it_asks_in_whatever_order_they_are_asked_anew(
    id: str, plans: dict[str, Plan]
) -> None:
    """Compare hints, replies and steps of each check with the answers of the others, for many numbers.

    A text reveals an answer only if it appeared for each of its numbers.
    """
    for seed in range(PUPILS):
        pupil = RestorableLessonProgress(plans[id], seed)
        pupil.navigation.is_unlocked = True
        rng, forced = Random(f"{id} {seed}"), set[int]()
        for _ in range(AGAIN):
            asked = [pupil.checks.question_and_settings(n) for n in range(len(pupil.checks.current_attempts))]
            for n, m in combinations(range(len(asked)), 2):
                assert not tell_each_other(pupil, asked[n], asked[m]) or forced & {n, m}, (seed, asked[n], asked[m])
            number = rng.randrange(len(pupil.checks.current_attempts))
            if pupil.checks.next_unrevealed_variant(number) is not None:
                (asks, now), others = asked[number], asked[:number] + asked[number + 1 :]
                free = any(
                    case != now and not any(tell_each_other(pupil, (asks, case), other) for other in others)
                    for case in pupil.checks.question_variants._cases(number, seed)
                )
                (forced.discard if free else forced.add)(number)
                pupil.checks.start_next_variant(number)


def tell_each_other(pupil: RestorableLessonProgress, one: Asked, other: Asked) -> bool:
    """Whether the words of one check have the answer of another in them."""
    return any(
        has_answer_in_text(pupil.checks.question_variants._said(*words), answer[0].exact_value(**answer[1]))
        for words, answer in ((one, other), (other, one))
    )


def asked_in(visit: Visit) -> list[tuple[str, Fraction]]:
    """The answers that a step asks for, each with its question."""
    plan, kind = visit.lesson.plan, visit.at
    asks, settings = plan.question, plan.settings
    if kind == "predict":
        return [(asks.id, asks.exact(**settings))]
    if kind == "change":
        return [(asks.id, asks.exact(**{**settings, **plan.require_step("change").extra_data["setting"]}))]
    if kind == "rank":
        more = plan.require_step("rank").extra_data
        asks = more["question"]
        return [(asks.id, asks.exact(**more["settings"], **{more["parameter"]: choice})) for choice in more["choices"]]
    if kind == "check":
        return [
            (visit.lesson.progress.checks.question_and_settings(n)[0].id, visit.exact(n))
            for n in range(len(visit.lesson.progress.checks.current_attempts))
        ]
    return []


@each
def test_every_case_that_can_be_drawn_is_fresh(id: str, plans: dict[str, Plan]) -> None:
    """Over all settings: what a check may ask with was not answered before, nor is it the ticket."""
    fresh = QuestionVariants(plans[id])
    assert fresh.ticket is not None
    for number, asks in enumerate(fresh.questions):
        drawn = [fresh.variant_settings(number, 5, draw) for draw in range(40)]
        for settings in drawn:
            assert variant_key(asks, settings) not in fresh.shown.shown_variants
            assert variant_key(asks, settings) != variant_key(*fresh.ticket)
            assert not fresh.shown.has_revealed_answer(asks, asks.exact(**settings))
            assert asks.wrong_answers(**settings)
        assert len({str(settings) for settings in drawn[:2]}) == min(2, len({str(settings) for settings in drawn}))


def test_each_pupil_draws_own_numbers(plans: dict[str, Plan]) -> None:
    for id in IDS:
        asked = set()
        for seed in range(12):
            if len(asked) > 3:
                break
            pupil = RestorableLessonProgress(plans[id], seed)
            asked.add(
                json.dumps(
                    [pupil.checks.question_and_settings(n)[1] for n in range(len(pupil.checks.current_attempts))]
                )
            )
        assert len(asked) > 3, id
    assert RestorableLessonProgress(plans[FIRST]).seed != RestorableLessonProgress(plans[FIRST]).seed


@pytest.mark.parametrize(
    ("text", "value", "counts"),
    [
        ("it is 7/12 here", Fraction(7, 12), True),
        ("21/36", Fraction(7, 12), True),
        ("17/12", Fraction(7, 12), False),
        ("58.3%", Fraction(7, 12), True),
        ("690 gold", Fraction(690), True),
        ("1690", Fraction(690), False),
        ("3 gems", Fraction(3), False),
        ("(3.97)", Fraction(143, 36), True),
        ("nothing", Fraction(1, 2), False),
    ],
)
def test_what_counts_as_told(text: str, value: Fraction, counts: bool) -> None:
    assert has_answer_in_text(text, value) is counts


@pytest.mark.parametrize(
    ("cell", "value", "found"),
    [
        ("1/32 ≈ 0.0312", Fraction(1, 32), True),
        ("21/36 = 7/12 ≈ 0.583", Fraction(7, 12), True),
        ("0.31", Fraction(5, 16), True),
        ("−550", Fraction(-550), True),
        ("550", Fraction(-550), False),
        ("7", Fraction(36, 5), False),
        ("7.2", Fraction(36, 5), True),
        ("", Fraction(0), False),
        ("1,250", Fraction(1250), True),
    ],
)
def test_what_can_be_read_off_a_picture(cell: str, value: Fraction, found: bool) -> None:
    assert can_read_value_in_cells([cell], value) is found


@each
def test_numbers_that_come_after_a_picture_do_not_stand_in_it(id: str, plans: dict[str, Plan]) -> None:
    fresh = QuestionVariants(plans[id])
    for number, asks in enumerate(fresh.questions):
        assert fresh.next_unrevealed_variant(number, 5, 0, []) == 1
        later = fresh.next_unrevealed_variant(number, 5, 0, [0])
        if later is not None:
            table = question_figure(asks, fresh.variant_settings(number, 5, 0)).layout.meta["table"]
            cells = [str(cell) for row in table["rows"] for cell in row[1:]]
            assert not can_read_value_in_cells(cells, asks.exact(**fresh.variant_settings(number, 5, later)))


@each
def test_nobody_is_asked_for_what_is_certain(id: str, plans: dict[str, Plan]) -> None:
    """The prediction, the order, the exit ticket, and the checks of several pupils with their easier questions."""
    fresh = QuestionVariants(plans[id])
    asked: list[Asked] = [(plans[id].question, dict(plans[id].settings)), *([fresh.ticket] if fresh.ticket else [])]
    for more in (step.extra_data for step in plans[id].steps if step.kind == "rank"):
        asked += [(more["question"], {**more["settings"], more["parameter"]: choice}) for choice in more["choices"]]
    for number, asks in enumerate(fresh.questions):
        for seed in range(PUPILS):
            for draw in range(AGAIN):
                settings = fresh.variant_settings(number, seed, draw)
                easier = fresh.easier_settings(number, settings)
                asked += [(asks, settings), *([(asks, easier)] if easier else [])]
                steps = [step for step in sub_questions_for(asks, settings) if step.is_probability]
                assert [step.prompt for step in steps if step.exact_answer in (0, 1)] == []
    chances = [(asks, settings) for asks, settings in asked if asks.kind == "chance"]
    assert [(asks.id, settings) for asks, settings in chances if asks.exact_value(**settings) in (0, 1)] == []
