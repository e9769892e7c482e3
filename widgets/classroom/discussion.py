"""Class discussion of two or three work samples next to each other, with one question and a vote or a sentence."""

from __future__ import annotations

from typing import Any

from ..page.protocol import Json
from ..page.user_text import clean_text

MAX_QUESTION_LENGTH = 160
MAX_SENTENCE_LENGTH = 200
MAX_NOTE_LENGTH = 200
MAX_DISCUSSED_SAMPLES = 3
"""Maximum number of work samples in a discussion."""
REPLY_KINDS = ("", "vote", "sentence")
"""Kinds of replies: none, a vote for a work sample, or one sentence."""
_KEPT_TALKS = 30


def discussion_update(session_state: Json, request: Any) -> Json:
    """Return the changes of the session state that a request about the discussion causes.

    The request {question, ask, slips: [sample ids]} opens a discussion. {"told": true} shows the replies of the current
    discussion. None ends it. Raise ValueError for an invalid request.
    """
    now = session_state["talk"]
    if request is None or request == {"told": True}:
        if not now:
            raise ValueError("There is no discussion at the moment.")
        over = now | {"told": True}
        return {"talk": over} if request else {"talk": None, "talks": [*session_state["talks"], over][-_KEPT_TALKS:]}
    if not isinstance(request, dict) or request.keys() != {"question", "ask", "slips"}:
        raise ValueError("A discussion has a question and work samples.")
    question, slips = clean_text(request["question"] if isinstance(request["question"], str) else ""), request["slips"]
    if len(question) > MAX_QUESTION_LENGTH:
        raise ValueError(f"A question can have at most {MAX_QUESTION_LENGTH} characters.")
    if request["ask"] not in REPLY_KINDS or (request["ask"] and not question):
        raise ValueError("A vote, or a sentence, needs a question.")
    fits = isinstance(slips, list) and has_valid_sample_count(len(slips), request["ask"])
    fits = fits and all(type(id) is int for id in slips)
    if not fits or len(set(slips)) < len(slips):
        raise ValueError(f"At most {MAX_DISCUSSED_SAMPLES} work samples can be side by side.")
    number = session_state["round"] + 1
    talks = [*session_state["talks"], now | {"told": True}][-_KEPT_TALKS:] if now else session_state["talks"]
    talk = {"number": number, "question": question, "ask": request["ask"], "slips": slips, "told": not request["ask"]}
    return {"round": number, "talk": talk, "talks": talks}


def has_valid_sample_count(count: int, reply_kind: str) -> bool:
    """Return whether a discussion can have this many work samples. If it asks for a sentence, it needs none."""
    return (0 if reply_kind == "sentence" else 1) <= count <= MAX_DISCUSSED_SAMPLES


def validate_discussion_reply(discussion: Json | None, data: Json) -> Json:
    """Validate a pupil's reply: {number, slip: sample id} or {number, text}. Raise ValueError for invalid input."""
    if not discussion or discussion["told"] or data.get("number") != discussion["number"]:
        raise ValueError("This question is closed.")
    if discussion["ask"] == "vote":
        if type(data.get("slip")) is not int or data["slip"] not in discussion["slips"]:
            raise ValueError("Choose one of the work samples.")
        return {"slip": data["slip"]}
    text = clean_text(data["text"] if isinstance(data.get("text"), str) else "")
    if not 0 < len(text) <= MAX_SENTENCE_LENGTH:
        raise ValueError(f"A sentence can have at most {MAX_SENTENCE_LENGTH} characters.")
    return {"text": text}


def validate_note(text: Any) -> str:
    """Clean the text of a private note. The text may be empty. Raise ValueError if it is too long."""
    said = clean_text(text if isinstance(text, str) else "")
    if len(said) > MAX_NOTE_LENGTH:
        raise ValueError(f"A note can have at most {MAX_NOTE_LENGTH} characters.")
    return said
