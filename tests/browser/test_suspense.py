"""What dice and draws bring is told when it has landed: each frame until then is looked at, in all games."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

import gamelib
from gamelib import Chance, Record
from gamelib.play import choose
from tests.browser.conftest import OpenPage

WATCH = """() => {
  window.seen = [];
  const table = document.querySelector('.km-table');
  const look = () => {
    if (table.matches('.km-falling')) {
      const shown = [...table.querySelectorAll('.km-t-head, .km-t-ask, .km-t-mine, .km-t-others, .km-last, .km-t-live, '
        + '.km-odds > h3, .km-odds > p, .km-here')];
      window.seen.push(shown.map((part) => `${part.className}: ${part.textContent}`).join('\\n'));
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def rolls(name: str, seed: int = 3, most: int = 2) -> list[tuple[str, int]]:
    """Links to the first positions of a game in which the one who looks lets chance decide, each by another step."""
    game, rng, found, steps = gamelib.game(name), Random(seed), [], set()
    record = Record(game, game.seats[0])
    while record.state.todo and len(record) < 400 and len(found) < most:
        s = record.state
        if isinstance(s.node, Chance):
            step = s.todo[-1].step.name
            if step not in steps and len(record) > 12:
                steps.add(step)
                found.append((f"#game={record.to_link()}&step={len(record)}", len(record)))
            record.play(s.node.sample(rng))
        else:
            record.play(choose(s, game.bots["thumb"], rng))
    return found


def falls(page: Page) -> bool:
    """Let chance decide; whether something fell, as it lies now."""
    roll = page.locator("[data-k='control:roll']")
    if not roll.count() or roll.is_disabled():
        return False
    before = page.locator(".km-last").inner_text()
    roll.click()
    expect(page.locator(".km-last")).not_to_have_text(before)
    return bool(page.evaluate("() => window.seen.length"))


@pytest.mark.parametrize("name", sorted(gamelib.games()))
def test_nothing_is_told_while_it_falls(name: str, open_page: OpenPage) -> None:
    fell = 0
    for link, _ in rolls(name):
        page = open_page(f"tables/{gamelib.game(name).page}.ipynb", query=link)
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(WATCH)
        opening = page.locator(".km-t-live").inner_text()
        if falls(page):
            fell += 1
            expect(page.locator(".km-t-live")).not_to_have_text(opening)  # at most one announcement a second
            frames = page.evaluate("() => window.seen")
            told = page.locator(".km-last").inner_text()
            live = page.locator(".km-t-live").inner_text()
            assert len(frames) >= 3
            for frame in frames:
                assert told not in frame
                assert not live or live not in frame
                assert "km-here" not in frame
        page.close()
    assert fell or name in NOTHING_FALLS


NOTHING_FALLS: set[str] = set()
"""Games in which the one who looks never lets chance decide by a button of its own."""


def test_a_tap_does_not_wait(open_page: OpenPage) -> None:
    page = open_page("tables/court.ipynb", query=rolls("harem")[0][0])
    page.emulate_media(reduced_motion="no-preference")
    page.locator("[data-k='control:roll']").click()
    page.wait_for_function("() => document.querySelector('.km-table.km-falling')")
    page.locator(".km-t-odds").dispatch_event("pointerdown")
    assert not page.locator(".km-table.km-falling").count()
