"""Adapters to libraries of agents: OpenSpiel, PettingZoo, Gymnasium and RLCard.

    gamelib.tools.adapters.openspiel.register(); pyspiel.load_game("kismet_harem", {"seats": 3})
    gamelib.tools.adapters.pettingzoo.env("harem", seats=3)
    gamelib.tools.adapters.gymnasium.env("harem", seats=3, bots="thumb")
    gamelib.tools.adapters.rlcard.env("harem", seats=3)

Each adapter needs its library: `pip install '.[adapters]'` in a checkout. All four use `episode`, which needs no
library. No other module imports this package.
"""
