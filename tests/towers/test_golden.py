"""The playthroughs in tests/golden: any change of a rule or a sentence shows as a difference of text."""

from __future__ import annotations

from random import Random

import pytest

from gamelib.nodes import Chance
from gamelib.record import notation
from gamelib.towers.bots import stayer_bot
from tests.golden import compare
from tests.towers.build import GAME


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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_golden_playthrough(seats: int) -> None:
    compare(f"towers_{seats}", tell(seats))
