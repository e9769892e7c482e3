"""The board of Hadara: its positions as scenes, and its picture on the home page."""
