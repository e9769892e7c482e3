"""Tables at which people play one game on several devices. The server stores the game."""
