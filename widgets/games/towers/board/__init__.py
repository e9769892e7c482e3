"""Board of Towers: scenes of its positions, and its home tile."""
