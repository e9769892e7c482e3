"""Experiments, positions and mini-games for lessons on The Sultan's Wishes."""
