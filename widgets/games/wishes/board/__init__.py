"""The board of The Sultan's Wishes: its positions as scenes, and its picture on the home page."""
