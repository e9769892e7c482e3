"""The rulebook of a game as a page: every rule, with a step that shows it."""

from .widget import Rulebook

__all__ = ["Rulebook"]
