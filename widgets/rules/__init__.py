"""The rulebook of a game as a page: every rule, with a step that shows it."""

from .quiz import Quiz
from .widget import Rulebook

__all__ = ["Quiz", "Rulebook"]
