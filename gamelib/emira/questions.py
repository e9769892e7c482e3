"""The questions of Emira."""

from __future__ import annotations

from ..question import Question

QUESTIONS: list[Question] = []
