"""Lessons: plans made of steps and experiments, one pupil's way through them, the teacher's sheet. Knows no game."""

from gamelib.numbers import told

from . import classics as classics  # they register themselves
from .own_question import own
from .plan import Plan
from .widget import Lesson

__all__ = ["Lesson", "Plan", "own", "told"]
