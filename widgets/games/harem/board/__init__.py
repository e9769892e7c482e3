"""The board of Court: its positions as scenes, and its picture on the home page."""
