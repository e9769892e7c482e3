"""What each game shows: a folder a game with its board, its dashboards and its lesson experiments."""
