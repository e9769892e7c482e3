"""Lessons: plans made of steps and experiments, one pupil's way through them, the teacher's sheet. Knows no game."""

from gamelib.number_format import format_answer

from . import classics as classics  # they register themselves
from .own_question import own
from .plan import Plan
from .widget import Lesson

__all__ = ["Lesson", "Plan", "format_answer", "own"]
