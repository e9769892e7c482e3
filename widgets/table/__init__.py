"""Table widget on which people and bots play, step through and branch a game.

The package depends on no particular game.
"""

from .widget import Table

__all__ = ["Table"]
