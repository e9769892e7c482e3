"""Dashboards about Court."""
