"""All games on one screen: the question with its buttons, what is chosen from, and the odds due; and the whole end."""

from __future__ import annotations

from random import Random

import pytest

import gamelib
from gamelib import Chance, Decision, Record
from gamelib.play import choose
from tests.browser.conftest import OpenPage, sideways
from tests.browser.test_table import outside as outside_of
from tests.browser.test_table import ready

SIZES = [(1366, 768), (1280, 900), (390, 844)]
WHERE = """names => names.map(name => {
    const all = [...document.querySelectorAll(name)].filter(el => el.checkVisibility());
    const box = el => el.getBoundingClientRect();
    const outside = all.filter(el => box(el).top < -1 || box(el).bottom > innerHeight + 1 || box(el).left < -1
        || box(el).right > innerWidth + 1);
    return [name, all.length, outside.length];
})"""


def link(name: str, seats: int, ask: str, since: int) -> str:
    """A position in which the first seat is asked this, after so many steps; or the end."""
    game, rng = gamelib.game(name), Random(7)
    record = Record(game, seats, {}, ["Ada", "Ben", "Cem", "Dilek", "Emre"][:seats])
    while isinstance(node := record.state.node, Decision | Chance):
        if node.ask == ask and node.seat == 0 and len(record) >= since:
            return f"#game={record.to_link()}&step={len(record)}"
        record.play(node.sample(rng) if isinstance(node, Chance) else choose(record.state, game.bots["thumb"], rng))
    assert ask == "end", f"{ask} never came up"
    return f"#game={record.to_link()}&step={len(record)}"


@pytest.mark.parametrize(
    ("name", "seats", "ask", "since"),
    [
        ("court", 3, "main", 60),
        ("emira", 4, "bid", 100),
        ("emira", 4, "act", 100),
        ("towers", 3, "choose", 20),
        ("hadara", 4, "keep", 100),
        ("hadara", 5, "pick", 80),
        ("wishes", 4, "act", 100),
        ("wishes", 1, "offer", 40),
        *((name, 3, "end", 0) for name in ("court", "emira", "towers", "hadara", "wishes")),
    ],
    ids=str,
)
def test_what_matters_is_in_sight(open_page: OpenPage, name: str, seats: int, ask: str, since: int) -> None:
    game = "harem" if name == "court" else name
    page = open_page(f"tables/{name}.ipynb", width=1366, query=link(game, seats, ask, since))
    ready(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        parts = [".km-t-ask h2", ".km-t-ask button:not(details button)", ".km-t-odds", ".km-t-head"]
        parts += ["button.km-act"] if ask in ("keep", "pick") else []
        parts += [".km-t-hand .km-card"] if ask != "end" else [".km-scores li"]
        for part, shown, outside in page.evaluate(WHERE, parts):
            assert shown, (part, width)
            assert not outside, (part, width)
        if ask == "end" and width > 1000:  # nor under an edge of the stage
            assert outside_of(page, ".km-scores li", ".km-curve", ".km-luck tr") == []
        assert sideways(page) == 0
