"""Dashboards: pages about one question with controls and live simulations."""
