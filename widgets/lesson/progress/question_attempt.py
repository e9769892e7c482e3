"""Attempt of one pupil at a check question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class QuestionAttempt:
    """One check question with one variant of its numbers: answers, misconceptions, confidence and hints."""

    variant_index: int = 0
    typed_answers: list[str] = field(default_factory=list)
    confidence: int = 0
    """Confidence before the first answer, from `CONFIDENCE_LEVELS`, or 0 if it is not stated yet."""
    hint_count: int = 0
    is_answer_shown: bool = False
    is_correct: bool = False
    viewed_figure_variants: list[int] = field(default_factory=list)
    """Variants whose figures were viewed."""
    confirmed_misconceptions: list[int | None] = field(default_factory=list)
    """Confirmed misconception of each answer by number, or `OTHER_DIAGNOSIS`, or None without a confirmation."""
    expressions: list[str] = field(default_factory=list)
    """Expressions that the pupil evaluated next to the question."""
    sub_question_answers: tuple[str, ...] = ()
    """Answers to the sub-questions or to the easier question, all right except perhaps the last one."""
    has_opened_sub_questions: bool = False
    """Whether the sub-questions were opened."""
    current_answer_index: int = 0
    """Index of the latest answer. A repeated answer counts once."""

    def to_json_list(self) -> list[Any]:
        """Return the attempt as plain JSON."""
        return [
            self.variant_index,
            self.typed_answers,
            self.confidence,
            self.hint_count,
            self.is_answer_shown,
            self.viewed_figure_variants,
            self.confirmed_misconceptions,
            self.expressions,
            [self.has_opened_sub_questions, list(self.sub_question_answers)],
        ]
