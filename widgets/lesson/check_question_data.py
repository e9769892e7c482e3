"""Data of the check questions for the lesson page."""

from __future__ import annotations

from ..page.protocol import Json
from .experiment import answer_text
from .limits import MIN_ANSWERS_BEFORE_SOLUTION
from .prediction_feedback import misconception_options
from .progress.check_answers import CheckAnswers
from .progress.lesson_progress import LessonProgress
from .typed_answers import append_value_to_expression, expression_with_value_text, unreadable_fraction_sentence

CHANCE = "chance"


def check_question_json(pupil: LessonProgress, question_index: int, prompt: str, lookup_table: list[list[str]]) -> Json:
    """Return the data of a check question: the pupil's answers, their feedback, and the possible actions."""
    checks = pupil.checks
    question, settings = checks.question_and_settings(question_index)
    attempt, is_chance = checks.current_attempts[question_index], question.kind == CHANCE
    right, settled = attempt.is_correct, checks.is_settled(question_index)
    is_required = question_index in checks.required_question_indices
    is_elsewhere = question.id == pupil.plan.require_step("check").extra_data["elsewhere"]
    choices = checks.misconception_choices.get(question_index)
    item: Json = {
        "title": question.title,
        "ask": prompt,
        "lookup": lookup_table,
        "chance": is_chance,
        "tries": list(attempt.typed_answers),
        "sure": attempt.confidence,
        "right": right,
        "settled": settled,
        "hints": [question.hint_text(i, **settings) for i in range(attempt.hint_count)],
        "more": attempt.hint_count < len(question.hints) and not settled,
        "reply": "" if settled else checks.feedback_by_question.get(question_index, ""),
        "which": [] if settled or choices is None else misconception_options(choices),
        **_sub_question_json(checks, question_index, settled),
        "lines": [expression_with_value_text(line, is_chance) for line in attempt.expressions],
        "tried": [append_value_to_expression(text, is_chance) for text in attempt.typed_answers],
        "may_tell": len(attempt.typed_answers) >= MIN_ANSWERS_BEFORE_SOLUTION and not settled,
        "more_work": is_required and question.is_laborious(settings),
        "further": not is_required and not is_elsewhere,
        "elsewhere": is_elsewhere,
        "again": settled and checks.next_unrevealed_variant(question_index) is not None,
    }
    if settled:
        exact = question.exact_value(**settings)
        item["reply"] = f"{'Correct:' if right else 'The answer is'} {answer_text(question, exact)}."
        item["exactly"] = unreadable_fraction_sentence(exact)
    return item


def _sub_question_json(checks: CheckAnswers, question_index: int, settled: bool) -> Json:
    """Return the state of the sub-questions after a wrong answer, and whether the question has any."""
    progress = None if settled else checks.sub_question_progress(question_index)
    if progress is None:
        return {"may_go_down": False, "smaller": None}
    if not checks.current_attempts[question_index].has_opened_sub_questions:
        return {"may_go_down": True, "smaller": None, "steps": progress.has_written_sub_questions}
    answers, step = progress.answer_texts, min(progress.current_index, len(progress.steps) - 1)
    return {
        "may_go_down": False,
        "smaller": {
            "ask": progress.steps[step].prompt,
            "right": progress.is_done,
            "steps": progress.has_written_sub_questions,
            "before": [[one.prompt, text] for one, text in zip(progress.steps[:step], answers, strict=False)],
            "smaller": not progress.has_written_sub_questions and _has_easier_variant(checks, question_index),
            "said": answers[step] if len(answers) > step else "",
            "reply": progress.feedback,
        },
    }


def _has_easier_variant(checks: CheckAnswers, question_index: int) -> bool:
    """Return whether the check question has a variant with easier numbers."""
    settings = checks.question_and_settings(question_index)[1]
    other = checks.question_variants.easier_settings(question_index, settings)
    return other is not None and checks.question_variants.are_settings_easier(question_index, other, settings)
