"""Rulebook of a game as a page: every rule, with a rule example."""

from .quiz import Quiz
from .widget import Rulebook

__all__ = ["Quiz", "Rulebook"]
