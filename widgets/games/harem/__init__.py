"""Court (Harem) as pages show it."""
