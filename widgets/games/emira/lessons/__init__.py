"""Experiments, positions and mini-games for lessons on Emira."""
