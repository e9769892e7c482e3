"""Only what is imported by name."""
