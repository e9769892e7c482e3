"""Charts: pure functions that make figures from numbers, and the widget that draws them. The package knows no game."""
