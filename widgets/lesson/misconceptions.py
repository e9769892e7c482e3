"""Detection of misconceptions behind a wrong prediction or answer.

A misconception is named only if the typed expression computes its answer, or if the number, the chips and the written
reason agree. If only the number matches, the page asks the pupil for the reasoning. If nothing matches, the page
explains the meaning of the number. `reasons.toml` contains the words of reasons.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from gamelib import Question
from gamelib.bank.question import why_no_probability
from gamelib.number_format import count_with_noun, format_number, format_percent, round_to_int

from .lesson_definition import PREDICTION_CHIPS, Plan
from .scoring import total_variation_in_chips
from .typed_answers import TypedAnswer, can_be_wrong_answer, can_stand_for, parse_answer

MAX_ANSWER_GAP = Fraction(3, 100)
"""Maximum distance of a prediction from the answer of a misconception, relative to the range of the answers."""
MAX_DISTANCE_FOR_MATCH = 4
"""Maximum total variation distance in chips at which chips look like the expectation of a misconception."""
MAX_DISTANCE_FOR_GOOD = 3
"""Maximum total variation distance in chips of a good prediction, which needs no reply."""
NEARLY_CERTAIN_PROPORTION = Fraction(3, 4)
"""Minimum proportion of the chips on one outcome that shows near certainty."""
OTHER_DIAGNOSIS = -2
"""Diagnosis for a different idea."""
WHICH_MISCONCEPTION_PROMPT = "Different ideas lead to this number. Which of these was your idea?"
MIN_COMMON_PROBABILITY = Fraction(1, 4)
"""Probability below which even the most likely outcome is rare. A reply then does not call it the most likely one."""
NEGATIONS = frozenset({"not", "no", "never", "nor", "isnt", "arent", "dont", "doesnt", "cant", "wont"})
NEGATION_WINDOW = 3
"""Number of words before a matching word in which a "not" cancels the match."""
ILLUSTRATION_TRIALS = {True: 100, False: 10}
"""Number of trials with which a reply illustrates a probability (True) or a mean (False)."""


@dataclass(frozen=True, slots=True)
class IndexedMisconception:
    """Misconception of the question bank with its index, name and reply."""

    bank_index: int
    name: str
    reply: str


def applicable_misconceptions(
    question: Question, settings: Mapping[str, Any]
) -> list[tuple[IndexedMisconception, Fraction]]:
    """Return each misconception that gives a wrong answer with these numbers, and its wrong answer."""
    places = {mistake.name: place for place, mistake in enumerate(question.misconceptions)}
    return [
        (IndexedMisconception(places[name], name, reply), value)
        for name, value, reply in question.wrong_answers(**settings)
    ]


def misconception_reply(thought: IndexedMisconception) -> str:
    """Return the reply to a misconception."""
    return f"“{thought.name}”: {thought.reply}"


# -- typed answers -------------------------------------------------------------------------------


def read_answer(question: Question, settings: Mapping[str, Any], text: str) -> TypedAnswer:
    """Parse a typed answer to a question. Raise ValueError for invalid input."""
    chance = question.kind == "chance"
    outside = (
        [value for _, value in applicable_misconceptions(question, settings) if why_no_probability(value)]
        if chance
        else []
    )
    return parse_answer(text, chance, question.exact_value(**settings), outside)


def matching_misconceptions(
    question: Question, settings: Mapping[str, Any], typed: TypedAnswer
) -> list[IndexedMisconception]:
    """Return the misconceptions whose wrong answer equals the given number."""
    return matching_known_misconceptions(applicable_misconceptions(question, settings), typed)


def matching_known_misconceptions(
    known: list[tuple[IndexedMisconception, Fraction]], typed: TypedAnswer
) -> list[IndexedMisconception]:
    """Return the misconceptions in `known` whose wrong answer equals the given number."""
    return [thought for thought, value in known if can_be_wrong_answer(typed, value)]


def is_proved_by_expression(typed: TypedAnswer, matching_misconceptions: list[IndexedMisconception]) -> bool:
    """Return whether a typed expression proves the misconception: no other misconception has the same value."""
    return typed.is_expression and typed.last_decimal_place is None and len(matching_misconceptions) == 1


def which_idea_prompt(typed: TypedAnswer, chance: bool) -> str:
    """Return the prompt that asks the pupil which of the matching misconceptions led to the answer."""
    return f"{why_no_probability(typed.value) if chance else ''} {WHICH_MISCONCEPTION_PROMPT}".lstrip()


def unmatched_answer_reply(typed: TypedAnswer, exact: Fraction, chance: bool, unit: str = "") -> str:
    """Return the reply to an answer that fits no misconception: a possible reason, or the number's meaning."""
    if chance and (why := why_no_probability(typed.value)):
        return why
    if chance and typed.value in (0, 1):
        return (
            "A probability of 0 means that it never happens. Can you find a way in which it does?"
            if not typed.value
            else "A probability of 1 means that it always happens. Can you find a way in which it doesn’t?"
        )
    if chance and typed.value == Fraction(1, 2):
        return (
            "Your answer is one half. That would be right if both results were equally likely. Count the outcomes of "
            "each."
        )
    if chance and can_stand_for(typed, 1 - exact):
        return (
            "Your answer is the probability that it doesn’t happen. The question is how likely it is to happen, so "
            "subtract your answer from 1."
        )
    if not chance and can_stand_for(typed, -exact):
        return "The size is right. But is it a gain or a loss?"
    if chance:
        way = "often" if typed.value > exact else "rarely"
        of = ILLUSTRATION_TRIALS[chance] if Fraction(1, 200) <= typed.value <= Fraction(199, 200) else 10_000
        return (
            f"Your answer means about {count_with_noun(round_to_int(typed.value * of), 'time')} out of "
            f"{of:,}. That is too {way}."
        )
    way = "much" if typed.value > exact else "little"
    together = _together(typed.value, ILLUSTRATION_TRIALS[chance], unit)
    return f"Your answer means {together} in {ILLUSTRATION_TRIALS[chance]} tries. That is too {way}."


def _together(mean: Fraction, goes: int, unit: str) -> str:
    return f"{format_number(mean * goes)} {unit}".strip() if unit else f"{format_number(mean * goes)} together"


# -- predictions ---------------------------------------------------------------------------------


def chip_pattern_reply(plan: Plan, prediction: Mapping[str, Fraction]) -> str:
    """Return a reply to a noticeable pattern of chips: an even spread, or nearly all chips on one outcome.

    The result is empty for other patterns.
    """
    exact = plan.columns_and_probabilities()[1]
    if (
        plan.prediction_mode != "chips"
        or total_variation_in_chips(prediction, exact, PREDICTION_CHIPS) <= MAX_DISTANCE_FOR_GOOD
    ):
        return ""
    most, least = (pick(exact, key=lambda name: exact[name]) for pick in (max, min))
    if max(prediction.values()) - min(prediction.values()) <= Fraction(1, PREDICTION_CHIPS):
        return (
            "You gave every result the same number of chips, or nearly. But they are not equally likely: the "
            f"probability of “{most}” is {format_percent(exact[most])}, and the probability of “{least}” is "
            f"{format_percent(exact[least])}."
        )
    top = max(prediction, key=lambda name: prediction[name])
    if prediction[top] < NEARLY_CERTAIN_PROPORTION:
        return ""
    rest = format_percent(1 - exact[top])
    if exact[top] < exact[most]:
        return (
            f"You were almost sure of “{top}”, but its probability is only {format_percent(exact[top])}. The "
            "probability of "
            f"“{most}” is higher: {format_percent(exact[most])}. Compare these two columns."
        )
    if exact[least] == exact[most]:
        return (
            f"You were almost sure of “{top}”. But every result has the same probability here, "
            f"{format_percent(exact[top])}. Compare the heights of the filled bars."
        )
    if exact[top] < MIN_COMMON_PROBABILITY:
        return (
            f"You were almost sure of “{top}”. No other result is more likely, but its probability is only "
            f"{format_percent(exact[top])}. The probability of all the other results together is {rest}."
        )
    return (
        f"You were almost sure of “{top}”. It is the most likely result, but that doesn’t make it almost certain. "
        f"The probability of all the other results together is {rest}."
    )


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    """Return the phrases in a reason that support each misconception, by question id and misconception name."""
    return tomllib.loads((Path(__file__).parent / "reasons.toml").read_text(encoding="utf-8-sig"))


def misconceptions_in_reason(question: Question, reason: str) -> set[str]:
    """Return the names of the misconceptions that a written reason supports."""
    said = re.findall(r"[a-z0-9/]+", reason.lower().replace("’", "").replace("'", ""))
    return {
        name
        for name, phrases in _words().get(question.id, {}).items()
        if any(_contains_phrase(said, phrase.split()) for phrase in phrases)
    }


def _contains_phrase(said: list[str], phrase: list[str]) -> bool:
    """Return whether a text has the beginnings of all words of a phrase. A "not" before them prevents a match."""
    places = [next((n for n, word in enumerate(said) if word.startswith(start)), None) for start in phrase]
    there = [place for place in places if place is not None]
    if len(there) < len(phrase):
        return False
    before = {word for place in there for word in said[max(0, place - NEGATION_WINDOW) : place]}
    return bool(before & NEGATIONS) is bool(set(phrase) & NEGATIONS)


@dataclass(frozen=True, slots=True)
class MisconceptionEvidence:
    """Misconception that matches the number of a prediction.

    `is_supported_by_chips` says whether the chips match the misconception. It is None if this is unknown.
    `is_supported_by_reason` says whether the written reason supports the misconception.
    """

    misconception: IndexedMisconception
    is_supported_by_chips: bool | None
    is_supported_by_reason: bool


def _of_chips(plan: Plan) -> list[tuple[IndexedMisconception, Fraction]]:
    """Return the misconceptions that only chips can show. Their indices continue those of the question bank."""
    first, settings = len(plan.question.misconceptions), plan.settings
    return [
        (IndexedMisconception(first + n, one.name, one.reply), one.wrong_answer(**settings))
        for n, one in enumerate(plan.experiment.prediction_only_misconceptions)
    ]


def collect_misconception_evidence(
    plan: Plan, prediction: Mapping[str, Fraction], own: Fraction, reason: str = ""
) -> list[MisconceptionEvidence]:
    """Return the evidence for each misconception that matches a prediction. A good prediction has none.

    `prediction` has the proportions of the chips. `own` is the answer that these proportions imply. `reason` is the
    written reason.
    """
    asks, settings, names = plan.question, plan.settings, plan.columns_and_probabilities()[1]
    exact = asks.exact_value(**settings)
    known = [*applicable_misconceptions(asks, settings), *_of_chips(plan)]
    if asks.kind == "chance":  # chips cannot express values outside 0 to 1
        known = [(thought, min(max(value, Fraction(0)), Fraction(1))) for thought, value in known]
    values = [exact, *(value for _, value in known)]
    span = Fraction(1) if plan.experiment.is_favourable else max(values) - min(values)
    if (
        plan.prediction_mode == "chips"
        and total_variation_in_chips(prediction, names, PREDICTION_CHIPS) <= MAX_DISTANCE_FOR_GOOD
    ):
        return []
    speaks = misconceptions_in_reason(asks, reason)
    pieces = []
    for thought, value in known:
        heap = plan.misconception_distribution(thought.name)
        off = None if heap is None else total_variation_in_chips(prediction, heap, PREDICTION_CHIPS)
        shape = None if off is None else off <= MAX_DISTANCE_FOR_MATCH
        near = abs(value - own) <= MAX_ANSWER_GAP * span and abs(value - own) < abs(exact - own)
        # chips cannot express every number, so it is enough if the chips match
        if near or (off is not None and shape and off < total_variation_in_chips(prediction, names, PREDICTION_CHIPS)):
            pieces.append(
                MisconceptionEvidence(thought, plan.prediction_mode == "fraction" or shape, thought.name in speaks)
            )
    return pieces


def misconception_supported_by_chips_and_reason(
    evidence_list: list[MisconceptionEvidence],
) -> IndexedMisconception | None:
    """Return the one misconception on which number, chips and reason agree, or None."""
    agreed = [one.misconception for one in evidence_list if one.is_supported_by_chips and one.is_supported_by_reason]
    return agreed[0] if len(agreed) == 1 and sum(one.is_supported_by_reason for one in evidence_list) == 1 else None


def ambiguous_misconceptions(
    plan: Plan, prediction: Mapping[str, Fraction], own: Fraction, reason: str = ""
) -> list[IndexedMisconception]:
    """Return the misconceptions that match the number and the chips, from which the pupil can choose.

    If one misconception is evident, or if the chips have an obvious pattern, the result is empty.
    """
    pieces = collect_misconception_evidence(plan, prediction, own, reason)
    if misconception_supported_by_chips_and_reason(pieces) or chip_pattern_reply(plan, prediction):
        return []
    return [one.misconception for one in pieces if one.is_supported_by_chips is not False]


def prediction_consequence_text(
    plan: Plan, own: Fraction, counts: Mapping[str, int], column_values: Mapping[str, float]
) -> str:
    """Return a text that compares the result of the trials with the result that the prediction implies."""
    total = sum(counts.values())
    if not total:
        return ""
    made = plan.experiment
    came = sum(column_values[name] * n for name, n in counts.items())
    if made.is_favourable is None:
        return (
            f"If your prediction were right, the average of {total:,} results would be about "
            f"{format_number(own)}. Your "
            f"average was {format_number(came / total)}."
        )
    return (
        f"If your prediction were right, you would expect “{made.event_and_complement_labels(plan.settings)[0]}” about "
        f"{count_with_noun(round_to_int(own * total), 'time')} out of {total:,}. The actual number was "
        f"{round_to_int(came):,}."
    )
