"""Dashboards about Towers."""
