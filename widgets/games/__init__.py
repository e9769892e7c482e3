"""Pages of the games: a package for each game with its board, dashboards and lesson experiments."""
