"""What one pupil's way may hold: how much of each thing, the words for how sure, and one answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .arithmetic import MAX_EXPRESSION_LENGTH

TRIAL_BATCHES = (1, 10, 1000)
MAX_TRIALS = 100_000
MIN_TRIALS_BEFORE_ANSWER = 30
"""Runs that are to be seen before the exact answer; with fewer, bands say nothing."""
MAX_ROUNDS = 8
MAX_MINI_GAMES = 5
MAX_MINI_GAME_ACTIONS = 40
PROGRESS_INTERVAL = 100
MAX_RUNNING_POINTS = 160
"""Most points that are kept of how the share has run."""
REPORTED_TRIALS = 30
"""Runs whose share so far is kept one by one, and told to a class."""
DIRECTIONS = ("up", "same", "down")
CONFIDENCE_LEVELS = {25: "a guess", 50: "half sure", 75: "fairly sure", 95: "almost certain"}
"""Chance in percent -> words."""
MAX_REASON_LENGTH = 300
MAX_ANSWER_LENGTH = MAX_EXPRESSION_LENGTH
MAX_EXPRESSIONS = 12
MAX_PREVIOUS_VARIANTS = 40
MAX_TYPED_ANSWERS = 60
MAX_VIEWED_FIGURES = 200
MIN_ANSWERS_BEFORE_SOLUTION = 2
READING_STEPS = ("example", "play", "compare", "back", "sum")
"""Steps that are done when the reader goes on."""
SEED_COUNT = 2**31


@dataclass
class QuestionAttempt:
    """One check with one draw of its numbers: what was typed, what was thought, how sure, how many hints."""

    variant_index: int = 0
    typed_answers: list[str] = field(default_factory=list)
    confidence: int = 0
    """How sure before the first try, one of SURE; 0 as long as nothing is said."""
    hint_count: int = 0
    is_answer_shown: bool = False
    is_correct: bool = False
    viewed_figure_variants: list[int] = field(default_factory=list)
    """The draws whose pictures were looked at."""
    confirmed_misconceptions: list[int | None] = field(default_factory=list)
    """Of each try: which mistake the pupil says it was, by number, or OTHER; None where nothing was said."""
    expressions: list[str] = field(default_factory=list)
    """What was worked out beside, to think on."""
    sub_question_answers: tuple[str, ...] = ()
    """What was answered to the steps that lead to it, or to the smaller question: all right but the last."""
    has_opened_sub_questions: bool = False
    """Whether these were asked for."""
    current_answer_index: int = 0
    """Which of the tries was made last; one that is typed again counts once."""

    def to_json_list(self) -> list[Any]:
        """As plain JSON."""
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
    """A reason as it is kept."""
    return str(value or "")[:MAX_REASON_LENGTH]
