"""Board of Court: scenes of its positions, and its home tile."""
