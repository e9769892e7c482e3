"""Board of Court: scenes for its positions, and its tile on the home page."""
