"""Package of the modules that are imported by name."""
