"""Limits for the progress data of one pupil, and the labels of the confidence levels."""

from __future__ import annotations

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


def truncate_reason(value: Any) -> str:
    """Truncate a reason to its maximum length."""
    return str(value or "")[:MAX_REASON_LENGTH]
