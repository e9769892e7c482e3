"""Packages of the five games and the modules that they share."""
