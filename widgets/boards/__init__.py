"""One module for each game: its `BOARD` lays a position out as a scene (see widgets/scene.py)."""
