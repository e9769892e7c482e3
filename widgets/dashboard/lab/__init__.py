"""The lab: strategies compared, and whether a game is fair. What it plays with is the engine's; it knows no game."""
