"""Result code: a report as a short code to read aloud, type or paste, if no server connects pupil and teacher.

Like a game link, a code is one number in a mixed radix with a checksum, in 32 unambiguous characters (no I, L, O, U).
The code omits written reasons. From the trials, it keeps only the total and the number of trials whose outcome counts.
It also contains a pupil's confidence ratings of all lessons. Therefore the calibration figure survives when the browser
tab is closed.

The checksum includes the schema of the lesson, so a code is invalid after a change of the lesson.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from ..page.protocol import Json
from ..page.typed_text import replace_lookalike_signs
from .code_schema import CodeSchema, result_code_schema
from .lesson_definition import PREDICTION_CHIPS, Plan
from .limits import CONFIDENCE_LEVELS, MAX_TRIALS
from .progress_report import OTHER_DIAGNOSIS, validate_report
from .scoring import ConfidenceRating

CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MAX_CODE_LENGTH = 80
MAX_RATED_ANSWERS = 63
"""Maximum number of answers of each confidence in a code. More answers are stored as a proportion."""
_ALIKE = str.maketrans("ILO", "110")
_GROUP = 5
_CHECK = 1 << 20
_FACES = 96
_SURE = list(CONFIDENCE_LEVELS)


class DecodedResultCode(NamedTuple):
    """Content of a result code."""

    report: Json
    avatar: int
    rated_answers: list[ConfidenceRating]
    """Confidence and correctness of answers in all lessons of the pupil."""


def encode_result_code(
    report: Json, plan: Plan, avatar: int = 0, rated_answers: Sequence[ConfidenceRating] = ()
) -> str:
    """Encode a report in groups of five characters.

    `avatar` is the number of the pupil's made-up name. `rated_answers` are the confidence and correctness of answers in
    all lessons.
    """
    number, shape = 0, result_code_schema(plan)
    for value, radix in reversed(list(_digits(report, shape, avatar, rated_answers))):
        number = number * radix + value
    number = number * _CHECK + _check(shape, number)
    signs = ""
    while number:
        number, sign = divmod(number, len(CODE_ALPHABET))
        signs = CODE_ALPHABET[sign] + signs
    return "-".join(signs[i : i + _GROUP] for i in range(0, len(signs), _GROUP))


def _check(shape: CodeSchema, question_index: int) -> int:
    """Return the checksum of a number with this schema."""
    return zlib.crc32(f"{shape.fingerprint}|{question_index}".encode()) % _CHECK


def normalize_result_code(text: str) -> str:
    """Normalize a typed code. Leading zeros are removed, because a code is a number."""
    return re.sub(r"[-\s.,;:!<>()\"']", "", replace_lookalike_signs(text).upper()).translate(_ALIKE).lstrip("0")


def decode_result_code(text: str, plan: Plan) -> DecodedResultCode:
    """Decode the report, the avatar and the confidence ratings.

    Raise ValueError for a typing error or another lesson.
    """
    signs = normalize_result_code(text)
    if not signs or len(signs) > MAX_CODE_LENGTH or any(sign not in CODE_ALPHABET for sign in signs):
        raise ValueError("A result code consists of letters and numbers in groups of five.")
    number = 0
    for sign in signs:
        number = number * len(CODE_ALPHABET) + CODE_ALPHABET.index(sign)
    number, check = divmod(number, _CHECK)
    shape = result_code_schema(plan)
    if check != _check(shape, number):
        raise ValueError("There is a mistake in this code, or it belongs to a different lesson. Check it again.")
    decoded = _Reader(number, shape).read()
    return decoded._replace(report=validate_report(decoded.report, plan))


def _digits(report: Json, shape: CodeSchema, face: int, rated: Sequence[ConfidenceRating]) -> Iterator[tuple[int, int]]:
    """Yield every part as (value, radix), the least significant first."""
    kinds = shape.step_kinds
    yield face % _FACES, _FACES
    yield kinds.index(report["at"]), len(kinds)
    for kind in kinds:
        yield int(kind in report["done"]), 2
    yield from _chips(report["chips"], len(shape.column_names))
    total, hits = sum(report["counts"]), sum(report["counts"][i] for i in shape.counted_outcome_indices)
    yield total, MAX_TRIALS + 1
    yield hits, total + 1
    for one, (_, mistakes) in zip(report["answers"], shape.question_misconception_counts, strict=True):
        yield (0 if one is None else 1), 2
        if one is not None:
            meant = mistakes - OTHER_DIAGNOSIS
            yield one["first"] - OTHER_DIAGNOSIS, meant
            yield one["now"] - OTHER_DIAGNOSIS, meant
            yield _SURE.index(one["sure"]), len(_SURE)
            yield int(one["told"]), 2
    for kind in kinds:
        yield int(kind in report.get("shown", [])), 2
    yield int(bool(rated)), 2
    for sure in _SURE if rated else ():
        right = [one.is_correct for one in rated if one.confidence == sure]
        n = min(len(right), MAX_RATED_ANSWERS)
        yield n, MAX_RATED_ANSWERS + 1
        yield round(n * sum(right) / len(right)) if right else 0, n + 1


def _chips(chips: list[int], columns: int) -> Iterator[tuple[int, int]]:
    """Yield the index of the prediction among all possible ones, or 0 for none."""
    place = 0
    left = PREDICTION_CHIPS
    for column, n in enumerate(chips[:-1]):
        place += sum(comb(left - less + columns - column - 2, columns - column - 2) for less in range(n))
        left -= n
    yield (place + 1 if chips else 0), comb(PREDICTION_CHIPS + columns - 1, columns - 1) + 1


def _counted(shape: CodeSchema, total: int, hits: int) -> list[int]:
    """Return counts by outcome with this total and this number of counted outcomes. The true counts are unknown."""
    counts = [0] * len(shape.column_names)
    misses = [i for i in range(len(counts)) if i not in shape.counted_outcome_indices]
    for places, n in ((shape.counted_outcome_indices, hits), (misses, total - hits)):
        if n and places:
            counts[places[0]] += n
    return counts


class _Reader:
    """Decoder that splits the number of a code into its parts."""

    def __init__(self, question_index: int, shape: CodeSchema) -> None:
        self.number, self.shape = question_index, shape

    def take(self, radix: int) -> int:
        self.number, value = divmod(self.number, radix)
        return value

    def read(self) -> DecodedResultCode:
        shape, kinds = self.shape, self.shape.step_kinds
        face = self.take(_FACES)
        at = kinds[self.take(len(kinds))]
        done = [kind for kind in kinds if self.take(2)]
        chips = self.chips(len(shape.column_names))
        total = self.take(MAX_TRIALS + 1)
        counts = _counted(shape, total, self.take(total + 1))
        answers: list[Json | None] = []
        for _, mistakes in shape.question_misconception_counts:
            if not self.take(2):
                answers.append(None)
                continue
            meant = mistakes - OTHER_DIAGNOSIS
            first, now = self.take(meant) + OTHER_DIAGNOSIS, self.take(meant) + OTHER_DIAGNOSIS
            sure, told = _SURE[self.take(len(_SURE))], bool(self.take(2))
            tries = 1 if first == now else 2
            answers.append({"tries": tries, "first": first, "now": now, "sure": sure, "hints": 0, "told": told})
        shown = [kind for kind in kinds if self.take(2)]
        rated: list[ConfidenceRating] = []
        for sure in _SURE if self.take(2) else ():
            n = self.take(MAX_RATED_ANSWERS + 1)
            right = self.take(n + 1)
            rated += [ConfidenceRating(sure, place < right) for place in range(n)]
        if self.number:
            raise ValueError("This code is too long.")
        report = {"at": at, "done": done, "chips": chips, "counts": counts, "trail": [], "guess": None}
        return DecodedResultCode({**report, "shown": shown, "answers": answers}, face, rated)

    def chips(self, columns: int) -> list[int]:
        place = self.take(comb(PREDICTION_CHIPS + columns - 1, columns - 1) + 1) - 1
        if place < 0:
            return []
        chips, left = [], PREDICTION_CHIPS
        for column in range(columns - 1):
            n = 0
            while place >= (ways := comb(left - n + columns - column - 2, columns - column - 2)):
                place -= ways
                n += 1
            chips.append(n)
            left -= n
        return [*chips, left]
