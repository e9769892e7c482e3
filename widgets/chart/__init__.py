"""Charts: figures made from numbers by pure functions, and the widget that draws them. Knows no game."""
