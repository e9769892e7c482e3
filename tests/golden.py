"""Golden playthroughs: a whole game as text, step by step. KISMET_GOLDEN=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

from gamelib import Chance, Decision
from gamelib.record import notation

FOLDER = Path(__file__).parent / "golden"


def question(s: Any) -> list[str]:
    """What the position asks: words, and the distribution or the legal actions."""
    node = s.node
    lines = [f"  agenda  {' > '.join(s.agenda)}", f"  asks    {s.game.say(node)} ({node.rule})"]
    if isinstance(node, Chance):
        dist = node.dist()
        chances = ", ".join(f"{notation(outcome)} {weight}" for outcome, weight in dist.items())
        return [*lines, f"  chance  {chances if len(dist) < 60 else f'{len(dist)} outcomes'} / {dist.total}"]
    return lines + [f"  legal   {action} | {s.game.say(action)}" for action in s.legal]


def playthrough(game: Any, seats: int, seed: int, **options: Any) -> str:
    """A random game in full."""
    rng = Random(seed)
    s = game.start(seats, **options)
    lines = [f"{game.title}, {seats} seats, seed {seed}, options {options or 'as they are'}"]
    step = 0
    while True:
        for event in s.events:
            rules = ", ".join((event.rule, *event.also))
            lines.append(f"  event   {game.say(event)} ({rules})")
        if not s.todo:
            break
        step += 1
        lines += [f"{step}", *question(s)]
        if isinstance(s.node, Decision):
            moves = list(s.legal)
            choice = moves[int(rng.random() * len(moves))]
        else:
            choice = s.node.sample(rng)
        lines.append(f"  choice  {notation(choice)}")
        s.apply(choice)
    lines.append(f"end: {game.say(s.result)} ({s.result.rule}) scores {s.result.scores}")
    return "\n".join(lines) + "\n"


def compare(name: str, text: str) -> None:
    """The text is the golden file; with KISMET_GOLDEN set, it becomes it."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("KISMET_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    expected = path.read_text(encoding="utf-8").splitlines()
    for number, (old, new) in enumerate(zip(expected, text.splitlines(), strict=False), 1):
        assert new == old, f"{path.name}, line {number}"
    assert len(expected) == len(text.splitlines())
