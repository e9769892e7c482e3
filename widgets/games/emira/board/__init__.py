"""The board of Emira: its positions as scenes, and its picture on the home page."""
