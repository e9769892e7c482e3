"""The board of Towers: its positions as scenes, and its picture on the home page."""
