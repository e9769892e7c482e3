"""Table widget. On a table, people and bots play a game, step through it, and branch it.

The package depends on no particular game.
"""

from .widget import Table

__all__ = ["Table"]
