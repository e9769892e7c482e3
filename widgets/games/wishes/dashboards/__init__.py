"""Dashboards about The Sultan's Wishes."""
