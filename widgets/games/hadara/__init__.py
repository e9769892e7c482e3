"""Hadara as pages show it."""
