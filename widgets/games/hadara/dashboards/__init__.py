"""Dashboards about Hadara."""
