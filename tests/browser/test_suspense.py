"""What dice and draws bring is told when it has landed: each frame until then is looked at, in all games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Decision, End
from gamelib.play import choose
from tests.browser.conftest import OpenPage
from tests.browser.states import GAMES, Laid, State
from tests.browser.sweep import LAY
from tests.browser.test_table import ready
from tests.conformance import TAUGHT
from tests.test_table import Page as Kernel
from widgets.table import Table
from widgets.table.players import HUMAN

FALLS = (Path(__file__).parent / "falls.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
MOST = 6
"""Clicks of a game that are looked at, each of another kind."""


def clicks(name: str, seed: int) -> Iterator[dict[str, Any]]:
    """The clicks of whole games that bring chance to be seen, one of each kind: what asks for it, whose it is, and what
    follows it with the same click."""
    kinds = set()
    kernel = Kernel(Table(name, seed=seed, begun=True))
    play, rng = kernel.table.session, Random(seed)
    earlier = kernel.do("hello")
    while not isinstance(play.state.node, End) and play.step < 600 and len(kinds) < MOST:
        before, node = kernel.table.scene, play.state.node
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            action = choose(play.state, play.game.bots["thumb"], rng)
            messages = kernel.do("act", n=play.board().moves.index(action), step=play.step, line=0)
        else:
            messages = kernel.do("next")
        scene = kernel.table.scene
        came = scene["came"]
        messages = [dict(message) for message in messages if message["kind"] == "log"]
        if came and came["step"] > before["step"] and not came.get("aside"):
            asked = play.record.at(came["step"] - 1).node
            assert not isinstance(asked, End)
            kind = (asked.ask, asked.seat == play.viewer, scene["step"] > came["step"])
            if kind not in kinds:
                kinds.add(kind)
                yield {"kind": kind, "earlier": earlier, "before": before, "messages": messages, "scene": scene,
                       "tap": len(kinds) > 2}
                earlier = []
                continue
        earlier = earlier + messages


@pytest.mark.parametrize("page_name", GAMES)
def test_nothing_is_told_while_it_falls(page_name: str, open_page: OpenPage) -> None:
    """Neither on the table nor in the log, in names, in the title or to who listens; a tap does not wait."""
    page = open_page(f"tables/{page_name}.ipynb", width=1366)
    ready(page)
    opening = f"#game={Table(GAMES[page_name]).session.record.to_link()}"
    page.evaluate(LAY, Laid(page_name)(State(f"tables/{page_name}", "", opening)))
    page.emulate_media(reduced_motion="no-preference")
    fell = set()
    for click in clicks(GAMES[page_name], 3):
        found = page.evaluate(FALLS, {key: value for key, value in click.items() if key != "kind"})
        assert found["frames"] >= 3, click["kind"]
        assert not found["early"], click["kind"]
        assert found["landed"], click["kind"]
        fell.add(click["kind"])
    print(page_name, sorted(fell))
    assert fell


@pytest.mark.parametrize("name", gamelib.games())
def test_each_chance_that_a_click_brings_is_shown(name: str) -> None:
    """What may be seen of a click falls, though steps without a choice follow it."""
    kernel = Kernel(Table(name, seed=4, begun=True))
    play, rng = kernel.table.session, Random(4)
    shown = 0
    while not isinstance(play.state.node, End) and play.step < 400:
        start, node = play.step, play.state.node
        if isinstance(node, Decision) and play.players[node.seat] == HUMAN:
            action = choose(play.state, play.game.bots["thumb"], rng)
            kernel.do("act", n=play.board().moves.index(action), step=play.step, line=0)
        else:
            kernel.do("next")
        seen = [step for step in range(start, play.step) if _seen(play, step)]
        came = kernel.table.scene["came"]
        assert (came and came["step"]) == (seen[-1] + 1 if seen else None)
        shown += len(seen)
    assert shown or name not in TAUGHT


def _seen(play: Any, step: int) -> bool:
    state = play.record.at(step)
    return not isinstance(state.node, Decision) and play.board(state).came(play.record.choices[step]) is not None
