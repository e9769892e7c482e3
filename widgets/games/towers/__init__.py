"""Pages of Towers."""
