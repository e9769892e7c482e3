"""Lessons: plans made of steps and experiments, one pupil's way through them, the teacher's sheet. Knows no game."""

from gamelib.number_format import format_answer

from . import classic_experiments as classic_experiments  # they register themselves
from .lesson_definition import Plan
from .own_question import make_custom_experiment
from .widget import Lesson

__all__ = ["Lesson", "Plan", "format_answer", "make_custom_experiment"]
