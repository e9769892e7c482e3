"""Package of the stable interface."""
