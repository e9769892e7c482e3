"""Board of Towers: scenes for its positions, and its tile on the home page."""
