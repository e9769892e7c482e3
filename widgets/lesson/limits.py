"""Limits of the progress of one pupil, the labels of confidence, and the attempt at one question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .arithmetic import MAX_EXPRESSION_LENGTH

TRIAL_BATCHES = (1, 10, 1000)
MAX_TRIALS = 100_000
MIN_TRIALS_BEFORE_ANSWER = 30
"""Minimum number of trials before the exact answer. With fewer trials, intervals are not informative."""
MAX_ROUNDS = 8
MAX_MINI_GAMES = 5
MAX_MINI_GAME_ACTIONS = 40
PROGRESS_INTERVAL = 100
MAX_RUNNING_POINTS = 160
"""Maximum number of stored points of the running proportion."""
REPORTED_TRIALS = 30
"""Number of first trials whose running proportion is stored one by one and reported to a class."""
DIRECTIONS = ("up", "same", "down")
CONFIDENCE_LEVELS = {25: "a guess", 50: "half sure", 75: "fairly sure", 95: "almost certain"}
"""Probability in percent -> label."""
MAX_REASON_LENGTH = 300
MAX_ANSWER_LENGTH = MAX_EXPRESSION_LENGTH
MAX_EXPRESSIONS = 12
MAX_PREVIOUS_VARIANTS = 40
MAX_TYPED_ANSWERS = 60
MAX_VIEWED_FIGURES = 200
MIN_ANSWERS_BEFORE_SOLUTION = 2
READING_STEPS = ("example", "play", "compare", "back", "sum")
"""Steps that are done when the reader continues."""
SEED_COUNT = 2**31


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


def truncate_reason(value: Any) -> str:
    """Truncate a reason to its maximum length."""
    return str(value or "")[:MAX_REASON_LENGTH]
