"""Package of the modules that other packages import by name."""
