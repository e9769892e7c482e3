"""Feedback on a prediction after the exact answer: implied answer, consequences, misplaced chips and misconceptions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from gamelib.number_format import format_answer, format_percent, round_half_up

from .experiment import answer_text
from .lesson_definition import PREDICTION_CHIPS
from .misconceptions import (
    OTHER_DIAGNOSIS,
    IndexedMisconception,
    chip_pattern_reply,
    misconception_reply,
    prediction_consequence_text,
)
from .progress.lesson_progress import LessonProgress
from .scoring import chip_proportions, spread_evenly, total_variation_in_chips

LARGE_ERROR = Fraction(1, 10)
"""Minimum error of a prediction that gets an explanation of its meaning, relative to the range of the answers."""
MIN_PROBABILITY_FOR_CHIP = Fraction(1, 20)
"""Minimum probability of an outcome for which a prediction without a chip is an error."""
MisconceptionOption = tuple[int, str]
"""Index in the list of the question, or `OTHER_DIAGNOSIS`, and the name of the idea."""


class PredictionIdea(NamedTuple):
    """Misconception behind a prediction: a reply, or a question that lists the matching misconceptions."""

    text: str
    options: list[MisconceptionOption]
    """Matching ideas to choose from. Empty if the idea is known, or if none matches."""


def misconception_options(misconceptions: list[IndexedMisconception]) -> list[MisconceptionOption]:
    """Return the options from which a pupil chooses a misconception, including "a different idea"."""
    return [*((one.bank_index, one.name) for one in misconceptions), (OTHER_DIAGNOSIS, "A different idea")]


def idea_behind_prediction(pupil: LessonProgress) -> PredictionIdea:
    """Return the misconception behind a prediction as a reply. If only a number matches, return a question."""
    prediction = pupil.prediction
    pattern_reply = chip_pattern_reply(pupil.plan, prediction.predicted_distribution())
    candidates, evident = prediction.ambiguous_misconceptions(), prediction.evident_misconception()
    replies = [
        misconception_reply(one)
        for one in (*filter(None, [evident]), *candidates)
        if one is evident or one.bank_index == prediction.confirmed_misconception
    ]
    if pattern_reply or replies:
        return PredictionIdea((replies or [pattern_reply])[0], [])
    if candidates and prediction.confirmed_misconception is None:
        return PredictionIdea(
            "Different ideas lead to a prediction like yours. Which of these was your idea?",
            misconception_options(candidates),
        )
    return PredictionIdea("", [])


def comparison_lines(pupil: LessonProgress) -> list[str]:
    """Return sentences that compare the prediction with the exact answer."""
    lines = (
        implied_answer_sentence(pupil),
        _consequence_sentence(pupil),
        *_replies_to_missing_chips(pupil),
        _misplaced_chips_sentence(pupil),
    )
    return [line for line in lines if line]


def implied_answer_sentence(pupil: LessonProgress) -> str:
    """Return a sentence with the answer that the chips imply, and the exact answer."""
    plan, implied = pupil.plan, pupil.prediction.implied_answer()
    experiment = plan.experiment
    if experiment.is_favourable is None:
        predicted = f"Your chips predict {answer_text(plan.question, implied)} {experiment.unit}".strip()
        return f"{predicted} on average. The exact answer is {plan.prose_values['exact']}."
    say = "you predicted" if plan.prediction_mode == "fraction" else "your chips predict"
    event = experiment.event_and_complement_labels(plan.settings)[0]
    return f"For “{event}”, {say} {format_percent(implied)}. The exact probability is {plan.prose_values['exact']}."


def _consequence_sentence(pupil: LessonProgress) -> str:
    """Return the meaning of an inaccurate prediction for the trials, or "" for an accurate prediction."""
    plan, implied = pupil.plan, pupil.prediction.implied_answer()
    exact = plan.question.exact_value(**plan.settings)
    values = plan.column_values
    spread = max(values.values()) - min(values.values()) if plan.experiment.is_favourable is None else 1
    return (
        prediction_consequence_text(plan, implied, pupil.trials.counts_by_column, values)
        if abs(implied - exact) >= LARGE_ERROR * Fraction(spread)
        else ""
    )


def _replies_to_missing_chips(pupil: LessonProgress) -> list[str]:
    """Return replies about frequent outcomes that have no chip of the pupil."""
    predicted, lines = pupil.prediction.predicted_distribution(), []
    for name, p in pupil.prediction.exact_probabilities.items():
        if not predicted[name] and p >= MIN_PROBABILITY_FOR_CHIP:
            count = pupil.trials.counts_by_column[name]
            runs = f" It happened in {count:,} of {pupil.trials.trial_count:,} trials." if count else ""
            none = (
                "you predicted that this would never happen"
                if pupil.plan.prediction_mode == "fraction"
                else "without a chip, you predict that this never happens"
            )
            lines.append(f"“{name}”: {none}.{runs} Its probability is {format_answer(p, is_probability=True)}.")
    return lines


def _misplaced_chips_sentence(pupil: LessonProgress) -> str:
    """Return a sentence on the number of misplaced chips, compared with that of an even spread."""
    if pupil.plan.prediction_mode == "fraction":
        return ""  # the sentence on the implied answer already states the only difference
    predicted, exact = pupil.prediction.predicted_distribution(), pupil.prediction.exact_probabilities
    even_spread = chip_proportions(spread_evenly(list(exact), PREDICTION_CHIPS))
    misplaced, misplaced_if_even = (
        int(round_half_up(total_variation_in_chips(proportions, exact, PREDICTION_CHIPS)))
        for proportions in (predicted, even_spread)
    )
    if not misplaced:
        return f"Your {PREDICTION_CHIPS} chips match the exact probabilities as closely as whole chips can."
    worst = max(exact, key=lambda name: abs(predicted[name] - exact[name]))
    way = "too many chips" if predicted[worst] > exact[worst] else "too few chips"
    return (
        f"About {misplaced} of your {PREDICTION_CHIPS} chips {'is' if misplaced == 1 else 'are'} in the wrong place. "
        f"The biggest difference is at “{worst}”: {way} there. If you had spread the chips evenly, the number in the "
        f"wrong place would be {misplaced_if_even}."
    )
