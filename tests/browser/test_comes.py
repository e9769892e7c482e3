"""A run of a lesson or of a dashboard is seen before it is told: until its dice lie, nothing says what they make."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.lesson_page import FIRST, predict, to_predict

# From the click on, frame by frame while the things come in: what of the told can be read.
WATCH = """([things, told]) => new Promise((done) => {
    const seen = { frames: 0, early: [] };
    const before = [...document.querySelectorAll(told)].map((el) => el.textContent);
    const read = (el) => el.checkVisibility({ opacityProperty: true }) && getComputedStyle(el).opacity > 0.5;
    const fresh = (el) => read(el) && !before.includes(el.textContent);
    const comes = () => [...document.querySelectorAll(things)].some((el) => el.getAnimations().length);
    const look = () => {
        if (comes()) {
            seen.frames++;
            for (const el of document.querySelectorAll(told)) if (fresh(el)) seen.early.push(el.textContent);
        } else if (seen.frames || [...document.querySelectorAll(told)].some(fresh)) return done(seen);
        requestAnimationFrame(look);
    };
    look();
})"""


def watched(page: Page, click: str, things: str, told: str) -> None:
    """All moves at a fifth of its pace, so that a busy machine shows frames of it."""
    page.emulate_media(reduced_motion="no-preference")
    motion = page.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0.2})
    page.evaluate("([watch, what]) => { window.watched = eval(watch)(what); }", [WATCH, [things, told]])
    page.locator(click).first.click()
    seen = page.evaluate("() => window.watched")
    assert seen["frames"] > 3
    assert not seen["early"]
    assert page.locator(told).first.inner_text().strip()


def test_a_run_of_a_lesson(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    to_predict(page)
    predict(page)
    watched(page, "[data-k='run:1']", ".km-l-tray .km-seen-pieces > *", ".km-l-tray > span:last-child, .km-l-curve")
    page.locator("[data-k='run:1']").click()
    moving = "() => document.querySelector('.km-l-tray').getAnimations({ subtree: true }).length"
    page.wait_for_function(moving)
    page.locator(".km-l-step").dispatch_event("pointerdown")  # a tap does not wait
    assert not page.evaluate(moving)


def test_a_run_of_a_dashboard(open_page: OpenPage) -> None:
    page = open_page("dashboards/raid.ipynb")
    page.locator(".km-chart [data-drawn]").first.wait_for()
    once = ".km-d-runs .km-d-row > button"
    watched(page, once, ".km-l-tray .km-seen-pieces > *", ".km-l-tray > span:last-child, .km-d-said:not(:empty)")
    page.locator("[data-comes]").wait_for(state="detached")
    page.locator(".scatterlayer .point").first.wait_for(state="attached")
