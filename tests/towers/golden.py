"""Playthroughs told in full, one a seat count; run this module to write them anew after a wanted change.

python -m tests.towers.golden
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from gamelib.nodes import Chance
from gamelib.record import notation
from gamelib.towers.bots import stayer_bot
from tests.towers.build import GAME

FOLDER = Path(__file__).parent.parent / "golden"
SEATS = (2, 3, 4)


def path(seats: int) -> Path:
    """The file of a seat count."""
    return FOLDER / f"towers_{seats}.txt"


def tell(seats: int) -> str:
    """A game with some random and some well-chosen moves and perhaps a flight, told event by event."""
    rng = Random(f"golden {seats}")
    s = GAME.start(seats)
    lines = [f"{GAME.title}, {seats} seats", *(f"  {GAME.say(e)} ({e.rule})" for e in s.events)]
    while s.todo:
        if isinstance(s.node, Chance):
            choice = s.node.sample(rng)
        else:
            legal = list(s.legal)
            flee = s.turn == 11 and seats > 2 and s.node.ask == "choose"
            choice = legal[-1] if flee else stayer_bot(s, legal, rng) if rng.random() < 0.7 else rng.choice(legal[:-1])
        lines.append(f"{notation(choice)}")
        lines += [f"  {GAME.say(event)} ({event.rule})" for event in s.apply(choice)]
    lines += [GAME.say(s.node), f"coins {', '.join(map(str, s.coins))}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for count in SEATS:
        path(count).write_text(tell(count), encoding="utf-8")
