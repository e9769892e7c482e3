"""The lab: comparison of strategies, and fairness of games. It uses the engine and works for all games."""
