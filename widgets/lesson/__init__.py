"""Lessons: their definitions with steps and experiments, the progress of one pupil, and the teacher's sheet.

The package depends on no game.
"""

from gamelib.number_format import format_answer

from . import classic_experiments as classic_experiments  # the import registers the experiments
from .lesson_definition import Plan
from .own_question import make_custom_experiment
from .widget import Lesson

__all__ = ["Lesson", "Plan", "format_answer", "make_custom_experiment"]
