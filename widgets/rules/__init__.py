"""Rulebook page of a game with every rule and its rule example, and the rule quiz."""

from .quiz import Quiz
from .widget import Rulebook

__all__ = ["Quiz", "Rulebook"]
