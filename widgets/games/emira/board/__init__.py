"""Board of Emira: scenes of its positions, and its home tile."""
