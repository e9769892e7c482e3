"""Check questions of one pupil: typed answers, feedback, hints, sub-questions and further variants."""

from __future__ import annotations

from typing import Any

from gamelib import Question

from ..lesson_definition import Plan
from ..limits import (
    CONFIDENCE_LEVELS,
    MAX_ANSWER_LENGTH,
    MAX_PREVIOUS_VARIANTS,
    MAX_TYPED_ANSWERS,
    MIN_ANSWERS_BEFORE_SOLUTION,
)
from ..misconceptions import (
    OTHER_DIAGNOSIS,
    IndexedMisconception,
    is_proved_by_expression,
    matching_misconceptions,
    misconception_reply,
    read_answer,
    unmatched_answer_reply,
    which_idea_prompt,
)
from ..question_variants import QuestionVariants
from ..scoring import ConfidenceRating
from ..sub_questions import SubQuestion, SubQuestionProgress, sub_questions_for
from ..typed_answers import append_evaluated_expression, check_answer
from .explain_progress import require_whole_number
from .question_attempt import QuestionAttempt
from .step_navigation import StepNavigation


class CheckAnswers:
    """Answers of one pupil to the check questions.

    An action that is not possible now raises ValueError and changes nothing.
    """

    def __init__(self, plan: Plan, navigation: StepNavigation, question_variants: QuestionVariants, seed: int) -> None:
        """Start without an answer. `seed` determines the numbers of the questions."""
        self._navigation, self._seed = navigation, seed
        self.question_variants = question_variants
        self.required_question_indices: tuple[int, ...] = (
            plan.require_step("check").extra_data["needed"] if plan.has_step("check") else ()
        )
        """Indices of the required check questions. The others are optional."""
        self.current_attempts = [QuestionAttempt() for _ in question_variants.questions]
        self.previous_attempts: list[list[QuestionAttempt]] = [[] for _ in self.current_attempts]
        """Earlier attempts of each question, with other numbers."""
        self.feedback_by_question: dict[int, str] = {}
        self.misconception_choices: dict[int, list[IndexedMisconception]] = {}
        """Misconceptions that match the last answer to a question, as choices for the pupil."""
        self.rated_answers: list[ConfidenceRating] = []

    @property
    def are_required_questions_settled(self) -> bool:
        """Whether each required question is answered correctly, or its answer was shown."""
        return all(self.is_settled(question_index) for question_index in self.required_question_indices)

    @property
    def has_shown_answer(self) -> bool:
        """Whether the answer of a required question was shown, for any of its variants."""
        return any(
            attempt.is_answer_shown
            for question_index in self.required_question_indices
            for attempt in (*self.previous_attempts[question_index], self.current_attempts[question_index])
        )

    def question_and_settings(self, question_index: int) -> tuple[Question, dict[str, Any]]:
        """Return a check question and its current numbers."""
        return self.question_variants.questions[question_index], self.question_variants.variant_settings(
            question_index, self._seed, self.current_attempts[question_index].variant_index
        )

    def submit_and_grade_answer(self, question_index: Any, text: Any, confidence: Any) -> bool:
        """Submit a typed number or expression as the answer to a check question. Return whether it is right."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        asks, settings = self.question_and_settings(question_index)
        if self.is_settled(question_index) or not isinstance(text, str) or len(mine.typed_answers) >= MAX_TYPED_ANSWERS:
            raise ValueError("Type an answer, and say how sure you are.")
        text = text.strip()
        if len(text) > MAX_ANSWER_LENGTH:
            raise ValueError(
                f"Type a number or a calculation of at most {MAX_ANSWER_LENGTH} characters. A percentage is enough."
            )
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        right = check_answer(read_answer(asks, settings, text), exact, chance)
        if not mine.typed_answers:
            if confidence not in CONFIDENCE_LEVELS or isinstance(confidence, bool):
                raise ValueError("Say how sure you are as well.")
            mine.confidence = confidence
            self.rated_answers.append(ConfidenceRating(confidence, right))
        if text not in mine.typed_answers:
            mine.typed_answers.append(text)
            mine.confirmed_misconceptions.append(None)
        mine.current_answer_index = mine.typed_answers.index(text)
        mine.is_correct = right
        self._update_feedback(question_index)
        return right

    def _update_feedback(self, question_index: int) -> None:
        """Update the feedback on the last answer."""
        mine = self.current_attempts[question_index]
        self.misconception_choices.pop(question_index, None)
        self.feedback_by_question.pop(question_index, None)
        if mine.is_correct:
            return
        asks, settings = self.question_and_settings(question_index)
        exact, chance = asks.exact_value(**settings), asks.kind == "chance"
        typed = read_answer(asks, settings, mine.typed_answers[mine.current_answer_index])
        fits, chosen = (
            matching_misconceptions(asks, settings, typed),
            mine.confirmed_misconceptions[mine.current_answer_index],
        )
        said = next((thought for thought in fits if thought.bank_index == chosen), None)
        if said or is_proved_by_expression(typed, fits):
            self.feedback_by_question[question_index] = misconception_reply(said or fits[0])
        elif fits and chosen is None:
            self.misconception_choices[question_index] = fits
            self.feedback_by_question[question_index] = which_idea_prompt(typed, chance)
        else:
            self.feedback_by_question[question_index] = unmatched_answer_reply(typed, exact, chance, asks.unit)

    def confirm_misconception(self, question_index: Any, misconception_index: Any) -> None:
        """Record which misconception the pupil confirms behind the last answer, or a different idea."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        if misconception_index != OTHER_DIAGNOSIS and misconception_index not in [
            thought.bank_index for thought in self.misconception_choices.get(question_index, [])
        ]:
            raise ValueError("Choose one of the options.")
        if question_index not in self.misconception_choices:
            raise ValueError("Answer first.")
        mine.confirmed_misconceptions[mine.current_answer_index] = misconception_index
        self._update_feedback(question_index)

    def sub_question_progress(self, question_index: int) -> SubQuestionProgress | None:
        """Return the pupil's progress in the sub-questions after a wrong answer to a check question.

        Sub-questions are two intermediate steps, or the same question with smaller numbers. The result is None if there
        are no sub-questions, or if no answer was wrong.
        """
        mine, (asks, settings) = self.current_attempts[question_index], self.question_and_settings(question_index)
        if not mine.typed_answers or mine.is_correct:
            return None
        own = sub_questions_for(asks, settings)
        if own:
            return SubQuestionProgress(own, True, mine.sub_question_answers)
        smaller = self.question_variants.easier_settings(question_index, settings)
        if smaller is None:
            return None
        return SubQuestionProgress(
            (SubQuestion(asks.prompt_text(**smaller), asks.exact_value(**smaller), asks.kind == "chance"),),
            False,
            mine.sub_question_answers,
        )

    def open_sub_questions(self, question_index: Any) -> None:
        """Open the sub-questions."""
        self._navigation.require_open_step("check")
        if self.is_settled(require_whole_number(question_index)) or self.sub_question_progress(question_index) is None:
            raise ValueError("There is no easier question here.")
        self.current_attempts[question_index].has_opened_sub_questions = True

    def answer_sub_question(self, question_index: Any, text: Any) -> str:
        """Answer a sub-question and return the feedback. The answer does not count for the result of the lesson."""
        self._navigation.require_open_step("check")
        way = self.sub_question_progress(require_whole_number(question_index))
        if way is None or not self.current_attempts[question_index].has_opened_sub_questions:
            raise ValueError("There is no easier question here.")
        if not isinstance(text, str) or len(text) > MAX_ANSWER_LENGTH:
            raise ValueError("Type a number or a calculation.")
        after = way.with_answer(text)
        self.current_attempts[question_index].sub_question_answers = after.typed_answers
        return after.feedback or "Right."

    def add_expression(self, question_index: Any, text: Any) -> str:
        """Evaluate an expression next to a check question and store it.

        Return the expression with its value, such as "3/8+1/8 = 1/2 (50.0%)".
        """
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        worked, mine.expressions = append_evaluated_expression(
            text, mine.expressions, self.question_and_settings(question_index)[0].kind == "chance"
        )
        return worked

    def is_answer_correct(self, question_index: int) -> bool:
        """Return whether the last answer to a check question is right."""
        return self.current_attempts[question_index].is_correct

    def is_settled(self, question_index: int) -> bool:
        """Return whether a check question is answered correctly, or the page has shown its answer."""
        return self.current_attempts[question_index].is_answer_shown or self.is_answer_correct(question_index)

    def show_answer(self, question_index: Any) -> None:
        """Show the answer to a check question. This is possible only after several tries."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        if len(mine.typed_answers) < MIN_ANSWERS_BEFORE_SOLUTION or self.is_settled(question_index):
            raise ValueError(f"Try {MIN_ANSWERS_BEFORE_SOLUTION} times first.")
        mine.is_answer_shown = True

    def show_next_hint(self, question_index: Any) -> None:
        """Show the next hint."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        mine.hint_count = min(mine.hint_count + 1, len(self.question_and_settings(question_index)[0].hints))

    def mark_figure_viewed(self, question_index: Any) -> None:
        """Mark the figure of a check question as viewed. Variants that the figure reveals are not asked any more."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        if not self.is_settled(question_index):
            raise ValueError("Answer first.")
        if mine.variant_index not in mine.viewed_figure_variants:
            mine.viewed_figure_variants = [*mine.viewed_figure_variants, mine.variant_index]

    def start_next_variant(self, question_index: Any) -> None:
        """Start the next variant: the same check question with other numbers."""
        self._navigation.require_open_step("check")
        mine = self.current_attempts[require_whole_number(question_index)]
        draw = self.next_unrevealed_variant(question_index)
        if draw is None:
            raise ValueError("The picture already shows all the others.")
        if mine.typed_answers:
            first, *later = [*self.previous_attempts[question_index], mine]
            self.previous_attempts[question_index] = [first, *later[-MAX_PREVIOUS_VARIANTS:]]
        self.current_attempts[question_index] = QuestionAttempt(
            draw, viewed_figure_variants=mine.viewed_figure_variants
        )
        self.feedback_by_question.pop(question_index, None)
        self.misconception_choices.pop(question_index, None)

    def next_unrevealed_variant(self, question_index: int) -> int | None:
        """Return the next variant of a check question that the page does not reveal, or None if there is none."""
        mine = self.current_attempts[question_index]
        beside = [(n, one.variant_index) for n, one in enumerate(self.current_attempts) if n != question_index]
        return self.question_variants.next_unrevealed_variant(
            question_index, self._seed, mine.variant_index, mine.viewed_figure_variants, beside
        )

    def first_attempt(self, question_index: int) -> QuestionAttempt:
        """Return the attempt at a check question with the numbers of its first variant."""
        return (self.previous_attempts[question_index] or self.current_attempts[question_index : question_index + 1])[0]

    def is_first_answer_correct(self, question_index: int) -> bool:
        """Return whether the very first answer to a check question was right, before any other try."""
        first = self.first_attempt(question_index)
        return first.is_correct and len(first.typed_answers) == 1
