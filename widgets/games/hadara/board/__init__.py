"""Board of Hadara: scenes of its positions, and its home tile."""
