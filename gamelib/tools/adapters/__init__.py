"""The games for libraries of agents: OpenSpiel, PettingZoo, Gymnasium and RLCard.

    gamelib.adapters.openspiel.register(); pyspiel.load_game("kismet_harem", {"seats": 3})
    gamelib.adapters.pettingzoo.env("harem", seats=3)
    gamelib.adapters.gymnasium.env("harem", seats=3, bots="thumb")
    gamelib.adapters.rlcard.env("harem", seats=3)

Each needs its library: `pip install '.[adapters]'` in a checkout. All four rest on `walk`, which needs none. Nothing
else imports this room.
"""
