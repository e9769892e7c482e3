"""Board of The Sultan's Wishes: scenes for its positions, and its tile on the home page."""
