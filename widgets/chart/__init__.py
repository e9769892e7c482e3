"""Charts: pure functions that create figures from numbers, and the widget that displays them.

The package depends on no game.
"""
