"""Pages of Emira."""
