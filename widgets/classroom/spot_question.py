"""Spot question: the teacher types a question during the lesson, and all pupils answer it, as in a vote.

A question that asks for a sentence is a discussion without work samples (see `discussion`), because only the page of
the teacher shows sentences of pupils.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import gamelib
from gamelib.number_format import format_percent

from ..lesson.limits import CONFIDENCE_LEVELS
from ..lesson.typed_answers import check_answer, parse_answer
from ..page.protocol import Json
from ..page.translations import load_texts
from ..page.user_text import clean_text
from .discussion import MAX_QUESTION_LENGTH

SPOT_QUESTION_KINDS = ("choice", "number", "model")
"""Kinds of questions: one of several answers, a number, or the probability or the mean of a chance model."""
MAX_SPOT_OPTIONS = 8
"""Maximum number of answers of a choice, and of different numbers on the board."""
MAX_SPOT_OPTION_LENGTH = 80
MAX_SPOT_NUMBER_LENGTH = 30
MAX_SPOT_MODEL_LENGTH = 200


def validate_spot_question(request: Any) -> Json:
    """Validate a question of the teacher, {kind, ask, options, right, model}, and return it as stored.

    `right` is the right answer, or "" for a question without one. In the stored question, `right` is the index of an
    option, the text of a fraction, or None. Raise ValueError with a plain sentence for an invalid question.
    """
    if not isinstance(request, dict) or request.get("kind") not in SPOT_QUESTION_KINDS:
        raise ValueError("A question asks for a choice, a number, or the result of a chance model.")
    fields = {name: request.get(name, "") for name in ("ask", "options", "right", "model")}
    if not all(isinstance(text, str) for text in fields.values()):
        raise ValueError("The parts of a question are texts.")
    ask = clean_text(fields["ask"])
    if len(ask) > MAX_QUESTION_LENGTH:
        raise ValueError(f"A question can have at most {MAX_QUESTION_LENGTH} characters.")
    question = {"kind": request["kind"], "ask": ask, "options": [], "right": None, "exact": "", "is_probability": False}
    if request["kind"] == "model":
        return question | _model_question(ask, fields["model"])
    if not ask:
        raise ValueError("Type the question first.")
    right = clean_text(fields["right"])
    if request["kind"] == "choice":
        return question | _choice(fields["options"], right)
    if right:
        value = parse_answer(right, chance=False, outside=None).value
        return question | {"right": str(value), "exact": right[:MAX_SPOT_NUMBER_LENGTH]}
    return question


def _choice(lines: str, right: str) -> Json:
    options = [text for line in lines.splitlines() if (text := clean_text(line))]
    if not 2 <= len(options) <= MAX_SPOT_OPTIONS or len(set(options)) < len(options):
        raise ValueError(f"Type 2 to {MAX_SPOT_OPTIONS} different answers, one on each line.")
    if any(len(text) > MAX_SPOT_OPTION_LENGTH for text in options):
        raise ValueError(f"An answer can have at most {MAX_SPOT_OPTION_LENGTH} characters.")
    if not right:
        return {"options": options}
    letters = [chr(ord("A") + number) for number in range(len(options))]
    for names in (options, letters):
        if right in names or (names is letters and right.upper() in names):
            number = names.index(right if names is options else right.upper())
            return {"options": options, "right": number, "exact": options[number]}
    raise ValueError(f"The right answer is one of the answers, or a letter from A to {letters[-1]}.")


def _model_question(ask: str, line: str) -> Json:
    """Return the question about a model: the probability of its event, or its mean if it has no event."""
    if len(line) > MAX_SPOT_MODEL_LENGTH:
        raise ValueError(f"A model can have at most {MAX_SPOT_MODEL_LENGTH} characters.")
    made, texts = gamelib.model(line), load_texts("classroom")
    answer = made.exact()
    if set(answer.dist) <= {"yes", "no"}:
        right = Fraction(answer.dist.p("yes"))
        return {
            "ask": ask or texts["spot_ask_probability"].replace("{model}", made.text),
            "right": str(right),
            "exact": f"{right} ({format_percent(right)})",
            "is_probability": True,
        }
    if answer.mean is None:
        raise ValueError("This model has no mean. Add an event, for example: 2d6 : sum >= 9")
    right = Fraction(answer.mean)
    return {
        "ask": ask or texts["spot_ask_mean"].replace("{model}", made.text),
        "right": str(right),
        "exact": str(right),
    }


def spot_question_for_pupils(question: Json) -> Json:
    """Return the spot question as pupils see it, without the right answer."""
    shown: Json = {"ask": question["ask"]}
    return shown | ({"options": question["options"]} if question["kind"] == "choice" else {"is_number": True})


def validate_spot_vote(question: Json, data: Json) -> Json:
    """Validate the answer of a pupil, {option, sure} or {value, sure}. Raise ValueError for invalid input."""
    sure = data.get("sure")
    if type(sure) is not int or sure not in CONFIDENCE_LEVELS:
        raise ValueError("Choose an answer, and say how sure you are.")
    if question["kind"] == "choice":
        option = data.get("option")
        if type(option) is not int or not 0 <= option < len(question["options"]):
            raise ValueError("Choose an answer, and say how sure you are.")
        return {"value": str(option), "right": option == question["right"], "sure": sure}
    text = clean_text(data["value"] if isinstance(data.get("value"), str) else "")
    if not 0 < len(text) <= MAX_SPOT_NUMBER_LENGTH:
        raise ValueError(f"Type a number with at most {MAX_SPOT_NUMBER_LENGTH} characters.")
    exact = None if question["right"] is None else Fraction(question["right"])
    typed = parse_answer(text, question["is_probability"], exact if exact is not None else Fraction(1), None)
    try:
        is_right = exact is not None and check_answer(typed, exact, question["is_probability"])
    except ValueError:  # the typed number has too few decimals to be right
        is_right = False
    return {"value": str(typed.value), "text": text, "right": is_right, "sure": sure}


def spot_question_summary(question: Json, votes: Sequence[Mapping[int, Json]], is_open: bool) -> Json:
    """Return the spot question for the board, in the same form as a question of the lesson.

    For a question with a number, the pupils' answers are the options. While the vote is open, the board does not get
    these answers.
    """
    texts = load_texts("classroom")
    if question["kind"] == "choice":
        keys = [str(number) for number in range(len(question["options"]))]
        labels = dict(zip(keys, question["options"], strict=True))
        right = None if question["right"] is None else str(question["right"])
        vote_keys = [[voice["value"] for voice in one.values()] for one in votes]
    else:
        right = "right"
        vote_keys = [["right" if voice["right"] else voice["value"] for voice in one.values()] for one in votes]
        labels = {
            key: voice["text"]
            for one, of in zip(votes, vote_keys, strict=True)
            for key, voice in zip(of, one.values(), strict=True)
        }
        counts = Counter(key for of in vote_keys for key in of)
        keys = [key for key, _ in counts.most_common(MAX_SPOT_OPTIONS)]
        if len(counts) > MAX_SPOT_OPTIONS:
            keys[-1] = "others"
            labels["others"] = texts["spot_other_numbers"]
            vote_keys = [[key if key in keys else "others" for key in of] for of in vote_keys]
        if is_open:
            keys = []
    return {
        "title": texts["spot_title"],
        "ask": question["ask"],
        "riddle": True,
        "link": "",
        "exact": question["exact"],
        "tried": len(votes[-1]) if votes else 0,
        "options": [{"text": labels[key], "right": key == right, "words": "", "reply": ""} for key in keys],
        "votes": [
            {
                "n": len(one),
                "sure": [
                    sorted((v["sure"] for v, of in zip(one.values(), of_vote, strict=True) if of == key), reverse=True)
                    for key in keys
                ],
            }
            for one, of_vote in zip(votes, vote_keys, strict=True)
        ],
    }
