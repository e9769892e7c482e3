"""Emira as pages show it."""
