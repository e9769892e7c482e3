"""Experiments, positions and mini-games for lessons on Towers."""
