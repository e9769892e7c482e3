"""The table: a game to play, step through, question and branch. Knows no game."""

from .widget import Table

__all__ = ["Table"]
