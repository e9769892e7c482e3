"""Dashboards about Emira."""
