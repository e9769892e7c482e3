"""Towers as pages show it."""
