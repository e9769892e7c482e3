"""Everything that a player needs is on one screen, in all games.

That is the question with its buttons, the choices, pending odds, the last outcome, the actions of the others, and the
end of the game. One page per game opens the moments by their links.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

import gamelib
from gamelib import Chance, Decision, Record
from gamelib.playouts import choose_action
from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.test_table import SCREENS, go, outside, ready
from tests.conftest import LONG
from widgets.table.board import make_board

NAMES = ["Ada", "Ben", "Cem", "Dilek", "Emre"]
MOST_SEEDS = 12
#: page, seats, and the moments: what the first seat is asked, a chance step before and after, a raid on it before and
#: after, the code of what is told as a scene; each from a step on
MOMENTS = [
    ("court", 3, ["ask main 60", "due combat", "came combat", "due gem_roll", "struck combat", "hit combat", "end"]),
    (
        "emira",
        4,
        ["ask bid 30", "ask act 100", "told income 20", "told joins_ 40", "told departs", "told played", "end"],
    ),
    (
        "towers",
        3,
        ["ask choose 20", "ask chain 20", "due refill 20", "came refill 20", "told closed", "told flees", "end"],
    ),
    (
        "hadara",
        4,
        ["ask keep 100", "ask colony 100", "due reverse", "came reverse", "told fed", "told bought_gold", "end"],
    ),
    ("hadara", 5, ["ask pick 80"]),
    ("wishes", 4, ["ask act 100", "ask drop", "due face", "came face", "told fulfilled", "told chart_cleared", "end"]),
    ("wishes", 1, ["ask offer 40", "told removed"]),
]
FIRST = ".km-table-odds > h3:first-child, .km-table-odds > :first-child > h3"  # the odds that stand on top
ALWAYS = [".km-question h2", ".km-table-header"]
SEEN = {
    "ask": [FIRST, ".km-table-hand .km-card, .km-table-hand .km-action-choice"],
    "due": [".km-table-question .km-primary", ".km-table-odds h3", ".km-dice, .km-bars li"],
    "came": [FIRST, ".km-ball"],
    "told": [
        ".km-event-summary h3",
        ".km-event-summary .km-button",
        ".km-event-summary-header, .km-verdict, .km-value-section li",
    ],
    "end": [".km-table-question .km-button", ".km-scores li"],
}
SEEN |= {
    "struck": [*SEEN["due"], ".km-histogram"],
    "hit": [*SEEN["came"], ".km-dice", ".km-histogram", ".km-table-question .km-primary"],
}
#: on a phone a long comparison scrolls, and its title and its first part are in sight
PHONE = {SEEN["told"][2]: ".km-event-summary-header, .km-value-section:first-of-type li:first-child"}


def passing(record: Record, rng: Random) -> Iterator[tuple[int, str]]:
    """Return the moments of a heuristic game: step and moment."""
    bot = record.game.bots["thumb"]
    while isinstance(node := record.state.node, Decision | Chance):
        step, viewed = len(record), make_board(record.state, 0, False, NAMES)
        if isinstance(node, Decision):
            if node.seat == 0:
                yield step, f"ask {node.step_name}"
            record.apply_and_append(choose_action(record.state, bot, rng))
        else:
            mine, struck = node.seat == 0, viewed.is_attack_on_viewer()
            if mine or struck:
                yield step, f"{'struck' if struck else 'due'} {node.step_name}"
            record.apply_and_append(node.sample(rng))
            if mine or struck:
                yield step + 1, f"{'hit' if struck else 'came'} {node.step_name}"
        told = [event.seen_by(0) for event in record.state.events]
        if make_board(record.state, 0, False, NAMES).event_summaries(told):
            yield from ((step + 1, f"told {event.code}") for event in told)
    yield len(record), "end"


def links(page: str, seats: int, wanted: list[str]) -> dict[str, str]:
    """Return a link for each moment."""
    game, found = gamelib.game("harem" if page == "court" else page), dict[str, str]()
    asked = {want: (" ".join(want.split()[:2]), int(since[0]) if (since := want.split()[2:]) else 0) for want in wanted}
    for seed in range(7, 7 + MOST_SEEDS):
        record = Record(game, seats, {}, NAMES[:seats])
        for step, moment in passing(record, Random(seed)):
            for want, (kind, since) in asked.items():
                if want not in found and moment.startswith(kind) and step >= since:
                    found[want] = f"#game={record.branch(step).to_link()}&step={step}"
        if len(found) == len(wanted):
            break
    assert sorted(found) == sorted(wanted)
    return found


@pytest.mark.parametrize("name", dict.fromkeys(name for name, *_ in MOMENTS))
def test_what_matters_is_in_sight(open_page: OpenPage, name: str) -> None:
    """Check each moment on one screen, or with KISMET_LONG=1 on all."""
    page = open_page(f"tables/{name}.ipynb", width=1366)
    ready(page)
    found = [one for table, seats, wanted in MOMENTS if table == name for one in links(name, seats, wanted).items()]
    for n, (moment, link) in enumerate(sorted(found)):
        go(page, link)
        kind = moment.split()[0]
        for width, height in SCREENS if LONG else [SCREENS[n % 3]]:
            page.set_viewport_size({"width": width, "height": height})
            for part in (parts := [*ALWAYS, *SEEN[kind]]):
                expect(page.locator(part).first, f"{moment} at {width}: {part}").to_be_visible()
            if width == NARROW:
                parts = [PHONE.get(part, part) for part in parts]
            if kind == "end" and width > 1000:
                parts += [".km-curve", ".km-luck tr"]
            assert outside(page, *parts) == [], (moment, width)
            assert sideways(page) == 0, (moment, width)
