"""Reference games: whole games that were read and found right.

KISMET_GOLDEN=1 writes them again. Three short games of each kind are stored as text for readers. Many more are stored
as one digest for each step, of its question, its possible answers, the choice and the events.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from gamelib import Chance
from gamelib.playouts import choose_action
from gamelib.record import format_choice

FOLDER = Path(__file__).parent / "golden"
WIDTH = 4
"""Length of a digest. One changed step in 65,536 would go unnoticed, but the next step would be noticed."""
ROW = 24


def events(s: Any, told: Any) -> list[str]:
    return [f"  {s.game.describe(event)} ({', '.join((event.rule, *event.related_rules))})" for event in told]


def asked(s: Any) -> list[str]:
    """Return the question of the position: its text, and the distribution or the legal actions."""
    node = s.node
    lines = [f"agenda {' > '.join(s.agenda)}", f"asks {s.game.describe(node)} ({node.rule})"]
    if isinstance(node, Chance):
        dist = node.dist()
        chances = ", ".join(f"{format_choice(outcome)} {weight}" for outcome, weight in dist.items())
        return [*lines, f"chance {chances if len(dist) < 60 else f'{len(dist)} outcomes'} / {dist.total}"]
    return lines + [f"legal {action} | {s.game.describe(action)}" for action in s.legal]


def course(game: Any, seats: int, bot: str, seed: Any, whole: bool, **options: Any) -> Iterator[list[str]]:
    """Yield the parts of a game: its start, each step, its end. With `whole`, they contain all questions."""
    rng, random = Random(f"golden {seats} {bot} {seed}"), game.bots["random"]
    s = game.start(seats, **options)
    said = ", ".join(f"{name} {value}" for name, value in options.items())
    yield [f"{game.title}, seats: {seats}, {bot}{', ' * bool(said)}{said}", *events(s, s.events)]
    while s.agenda_frames:
        lines = asked(s) if whole else []
        if isinstance(s.node, Chance):
            choice = s.node.sample(rng)
        else:  # now and then something else than the rule of thumb, which leaves much of a game unseen
            choice = choose_action(s, game.bots[bot] if rng.random() < 0.8 else random, rng)
        lines.append(format_choice(choice))
        yield [*lines, *events(s, s.apply(choice))]
    yield [f"{game.describe(s.result)} ({s.result.rule}) scores {s.result.scores}"]


def read(path: Path, text: str) -> list[str]:
    """Return the stored lines. With KISMET_GOLDEN set, store the present ones first."""
    if os.environ.get("KISMET_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8").splitlines()


def compare(name: str, parts: list[list[str]]) -> None:
    """Compare a game as text, line by line."""
    lines = [line for part in parts for line in part]
    kept = read(FOLDER / f"{name}.txt", "\n".join(lines) + "\n")
    for number, (old, new) in enumerate(zip(kept, lines, strict=False), 1):
        assert new == old, f"{name}.txt, line {number}"
    assert len(kept) == len(lines)


def compare_digests(name: str, parts: list[list[str]]) -> None:
    """Compare a game as digests, step by step, and report the first difference with the present step."""
    digests = [sha256("\n".join(part).encode()).hexdigest()[:WIDTH] for part in parts]
    rows = [" ".join(digests[at : at + ROW]) for at in range(0, len(digests), ROW)]
    kept = " ".join(read(FOLDER / "digests" / f"{name}.txt", "\n".join(rows) + "\n")).split()
    for number, (old, new) in enumerate(zip(kept, digests, strict=False)):
        assert new == old, f"{name}: another course from step {number} on:\n" + "\n".join(parts[number])
    assert len(kept) == len(digests), f"{name}: {len(digests)} parts, not {len(kept)}"
