"""Substitute for narwhals with the names that plotly uses. Pages have no data frames."""
