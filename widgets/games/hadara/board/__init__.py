"""Board of Hadara: scenes for its positions, and its tile on the home page."""
