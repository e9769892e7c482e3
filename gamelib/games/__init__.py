"""Packages of the five games, and modules that the games share."""
