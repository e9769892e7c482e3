"""Runs of lessons and dashboards are seen before they are told: no text gives the result while the dice move."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.lesson_page import FIRST, predict, to_predict

# What of the told can be read that could not be read before.
EARLY = """([told, before]) => [...document.querySelectorAll(told)].filter((el) =>
    el.checkVisibility({ opacityProperty: true }) && getComputedStyle(el).opacity > 0.5
).map((el) => el.textContent).filter((text) => !before.includes(text))"""
COMES = "things => [...document.querySelectorAll(things)].some((el) => el.getAnimations().length)"
# All that moves stands still at this share of the time that the things take, on a machine of any speed.
HOLD = """([things, share]) => {
    const ends = (one) => one.effect.getComputedTiming().endTime;
    const moving = [...document.querySelectorAll(things)].flatMap((el) => el.getAnimations());
    globalThis.held ??= [document.getAnimations(), Math.max(...moving.map(ends))]; // who has come is no longer listed
    const time = share * held[1];
    for (const one of held[0]) {
        one.pause();
        one.currentTime = time;
    }
}"""


def watched(page: Page, click: str, things: str, told: str) -> None:
    """Stop the clock, look at each part of the animation, and then finish all parts."""
    page.emulate_media(reduced_motion="no-preference")
    motion = page.context.new_cdp_session(page)
    motion.send("Animation.enable")
    motion.send("Animation.setPlaybackRate", {"playbackRate": 0})
    before = page.locator(told).all_text_contents()
    page.locator(click).first.click()
    page.wait_for_function(COMES, arg=things)
    for share in (0, 0.3, 0.6, 0.9):
        page.evaluate(HOLD, [things, share])
        assert page.evaluate(EARLY, [told, before]) == []
    motion.send("Animation.setPlaybackRate", {"playbackRate": 1})
    page.evaluate("held[0].forEach((one) => one.finish())")
    page.wait_for_function(f"what => ({EARLY})(what).some((text) => text.trim())", arg=[told, before])


def test_a_run_of_a_lesson(open_page: OpenPage) -> None:
    page = open_page(FIRST)
    to_predict(page)
    predict(page)
    watched(
        page,
        "[data-key='run:1']",
        ".km-lesson-trial .km-trial-row > *",
        ".km-lesson-trial > span:last-child, .km-lesson-curve",
    )
    page.locator("[data-key='run:1']").click()
    moving = "() => document.querySelector('.km-lesson-trial').getAnimations({ subtree: true }).length"
    page.wait_for_function(moving)
    page.locator(".km-lesson-step").dispatch_event("pointerdown")  # a tap does not wait
    assert not page.evaluate(moving)


def test_a_run_of_a_dashboard(open_page: OpenPage) -> None:
    page = open_page("dashboards/raid.ipynb")
    page.locator(".km-chart [data-drawn]").first.wait_for()
    once = ".km-dashboard-runs .km-dashboard-row > button"
    watched(
        page,
        once,
        ".km-lesson-trial .km-trial-row > *",
        ".km-lesson-trial > span:last-child, .km-dashboard-said:not(:empty)",
    )
    page.locator("[data-waiting-for-dice]").wait_for(state="detached")
    page.locator(".scatterlayer .point").first.wait_for(state="attached")
