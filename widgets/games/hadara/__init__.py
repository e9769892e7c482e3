"""Pages of Hadara."""
