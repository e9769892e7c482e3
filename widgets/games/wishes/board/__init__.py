"""Board of The Sultan's Wishes: scenes of its positions, and its home tile."""
