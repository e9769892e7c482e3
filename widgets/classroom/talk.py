"""A talk of the class: two or three slips side by side, one question under them, a vote or a sentence of each."""

from __future__ import annotations

from typing import Any

from ..page.protocol import Json
from ..page.texts import seen

LONGEST_QUESTION = 160
LONGEST_SENTENCE = 200
LONGEST_NOTE = 200
MOST_SIDES = 3
"""So many slips lie side by side."""
ASKS = ("", "vote", "sentence")
"""What pupils are asked: nothing, which of the slips, or one sentence."""
_KEPT_TALKS = 30


def talked(pace: Json, asked: Any) -> Json:
    """The pace with a talk that is opened, {question, ask, slips (their ids)}; with the answers of the present one
    told, {"told": true}; or, with None, over. ValueError for what does not fit."""
    now = pace["talk"]
    if asked is None or asked == {"told": True}:
        if not now:
            raise ValueError("No talk is on.")
        over = now | {"told": True}
        return {"talk": over} if asked else {"talk": None, "talks": [*pace["talks"], over][-_KEPT_TALKS:]}
    if not isinstance(asked, dict) or asked.keys() != {"question", "ask", "slips"}:
        raise ValueError("A talk has a question and slips.")
    question, slips = seen(asked["question"] if isinstance(asked["question"], str) else ""), asked["slips"]
    if len(question) > LONGEST_QUESTION:
        raise ValueError(f"A question has up to {LONGEST_QUESTION} characters.")
    if asked["ask"] not in ASKS or (asked["ask"] and not question):
        raise ValueError("A vote, or a sentence, needs a question.")
    fits = isinstance(slips, list) and 0 < len(slips) <= MOST_SIDES and all(type(id) is int for id in slips)
    if not fits or len(set(slips)) < len(slips):
        raise ValueError(f"Up to {MOST_SIDES} slips lie side by side.")
    number = pace["round"] + 1
    talks = [*pace["talks"], now | {"told": True}][-_KEPT_TALKS:] if now else pace["talks"]
    talk = {"number": number, "question": question, "ask": asked["ask"], "slips": slips, "told": not asked["ask"]}
    return {"round": number, "talk": talk, "talks": talks}


def voice(talk: Json | None, said: Json) -> Json:
    """What a pupil says to a talk: {number, slip} or {number, text}. ValueError for one that cannot be."""
    if not talk or talk["told"] or said.get("number") != talk["number"]:
        raise ValueError("This question is closed.")
    if talk["ask"] == "vote":
        if type(said.get("slip")) is not int or said["slip"] not in talk["slips"]:
            raise ValueError("Choose one of those that lie there.")
        return {"slip": said["slip"]}
    text = seen(said["text"] if isinstance(said.get("text"), str) else "")
    if not 0 < len(text) <= LONGEST_SENTENCE:
        raise ValueError(f"A sentence has up to {LONGEST_SENTENCE} characters.")
    return {"text": text}


def tidy_note(text: Any) -> str:
    """A note to oneself; it may be empty. ValueError for one that is too long."""
    said = seen(text if isinstance(text, str) else "")
    if len(said) > LONGEST_NOTE:
        raise ValueError(f"A note has up to {LONGEST_NOTE} characters.")
    return said
