"""Dashboards: the shell of a page about one question, its controls and its runs. Knows no game."""
