"""The Builder as a pupil uses it: a raid put together by mouse, by touch and by keys; models of the gallery; links."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from widgets.builder import gallery

from .conftest import OpenPage
from .test_axe import faults

RAID = "a=2d6+2 > b=2d6+1 : a > b"
START = "#m=coin%20%3A%20last"
SHORT = ("two-dice", "three-doors", "three-sixes")
WALKED = [one for one in gallery() if os.environ.get("KISMET_LONG") or one["id"] in SHORT]
BEYOND = """() => [...document.querySelectorAll(".km-b :is(button, select, input), .km-b-lead-line")].filter((el) => {
    const box = el.getBoundingClientRect();
    if (!box.width || el.closest(".km-b-sr, .km-b-cloth, .km-b-shelf, .km-b-side, .km-b-chain")) return false;
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
}).map((el) => el.textContent || el.ariaLabel)"""


def opened(open_page: OpenPage, width: int, link: str = "", touch: bool = False) -> Page:
    page = open_page("builder.ipynb", width=width, query=link, touch=touch)
    page.locator(".km-b-chain").wait_for()
    return page


def by_keys(target: Locator) -> None:
    target.focus()
    target.press("Enter")


@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
def test_a_raid_is_built(open_page: OpenPage, how: str) -> None:
    """From a coin: a die instead, two sides that are compared, two dice each, what is added; run, and exact."""
    page = opened(open_page, 390 if how == "touch" else 1366, START, how == "touch")
    act: Callable[[Locator], None] = {"mouse": Locator.click, "touch": Locator.tap, "keys": by_keys}[how]
    dock, cloth = page.locator(".km-b-dock"), page.locator(".km-b-cloth")
    expect(page.get_by_role("heading", name="Put your chips where you think")).to_be_visible()
    act(page.locator('[data-k="road-build"]'))
    if how == "mouse":
        page.locator('[data-k="part-d"]').drag_to(cloth, target_position={"x": 900, "y": 120})
    else:
        act(page.locator('[data-k="part-d"]'))
    expect(dock).to_contain_text("coin > d6 : last")
    act(page.locator('[data-k="thing-chain[0]"]'))
    act(page.locator('[data-k="off"]'))
    expect(dock).to_contain_text("d6 : last")
    if how == "touch":
        act(page.locator('[data-k="tab-questions"]'))
    act(page.locator('[data-k="part-beats"]'))
    expect(dock).to_contain_text("a=d6 > b=d6 : a > b")
    for place, plus in (("chain[0]", 2), ("chain[1]", 1)):
        act(page.locator(f'[data-k="thing-{place}"]'))
        act(page.locator('[data-k="how many-more"]'))
        for _ in range(plus):
            act(page.locator('[data-k="added-more"]'))
    expect(dock).to_contain_text(RAID)
    act(page.locator('[data-k="b-Try once"]'))
    expect(dock).to_contain_text("1 run")
    act(page.locator('[data-k="b-1,000"]'))
    expect(dock).to_contain_text("1,001 runs")
    act(dock.locator('[data-k="b-Exact"]'))
    expect(page.locator(".km-b-answer")).to_contain_text("721 of 1296 ways")
    assert page.evaluate(BEYOND) == []


def test_between_two_handles_and_a_picture_to_keep(open_page: OpenPage) -> None:
    page = opened(open_page, 1366, "#m=2d6%20%3A%20sum")
    page.locator('[data-k="road-run"]').click()
    page.locator('[data-k="b-1,000"]').click()
    page.locator('.km-b-dock [data-k="b-Exact"]').click()
    page.locator('[data-k="upper"]').press("ArrowLeft")
    while "from 5" not in (page.locator('[data-k="line"]').get_attribute("aria-valuetext") or ""):
        page.locator('[data-k="line"]').press("ArrowLeft")
    expect(page.locator(".km-b-answer")).to_contain_text("29 of 36")
    page.locator('[data-k="b-Numbers"]').click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture (PNG)").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_two_models_stand_on_one_axis(open_page: OpenPage) -> None:
    """Quick taps all count; what only the other model can give has its place, and each is as tall as it is likely."""
    page = opened(open_page, 1366, "#m=2d6%20%3A%20sum")
    dock = page.locator(".km-b-dock")
    page.locator('[data-k="road-run"]').click()
    page.locator('[data-k="b-10"]').evaluate(
        "(el) => { for (let i = 0; i < 100; i++) document.querySelector(`[data-k='b-10']`).click() }"
    )
    expect(dock).to_contain_text("1,000 runs")
    dock.locator('[data-k="b-Exact"]').click()
    page.locator('[data-k="b-Compare"]').click()
    expect(page.locator(".km-b-lead-line:not(.km-b-wrong)")).to_contain_text("one scale")
    page.locator('[data-k="b-Change"]').click()
    page.locator('[data-k="thing-chain[0]"]').click()
    page.locator('[data-k="faces-less"]').click()
    expect(dock).to_contain_text("2d5 : sum")
    page.locator('[data-k="road-run"]').click()
    page.locator('[data-k="b-1,000"]').click()
    expect(dock).to_contain_text("1,000 runs")
    dock.locator('[data-k="b-Exact"]').click()
    pictures = page.locator(".km-b-plot-svg")
    expect(pictures).to_have_count(2)
    for n in (0, 1):
        expect(pictures.nth(n).locator(".km-b-tick")).to_have_text([str(i) for i in range(2, 13)])
    heights = [
        float(bar.get_attribute("height") or 0)
        for bar in (pictures.nth(0).locator(".km-b-hit").last, pictures.nth(1).locator(".km-b-hit").nth(2))
    ]
    assert heights[1] / heights[0] == pytest.approx(36 / 25, rel=0.05)  # 12 of two dice, 10 of two with five faces
    assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize("width", [1366, 390])
def test_models_of_the_gallery(open_page: OpenPage, width: int) -> None:
    """Each is predicted, run and exact, nothing that is used lies beyond the edge; undo brings the last one back."""
    page = opened(open_page, width)
    for one in WALKED:
        page.locator('[data-k="b-Models"]').click()
        page.locator(".km-b-gallery button", has_text=one["title"]).first.click()
        expect(page.locator(".km-b-dock code")).to_have_text(one["line"])
        assert page.evaluate(BEYOND) == []
        page.locator('[data-k="b-Predict"]').click()
        for _ in range(20):
            page.locator('[data-k="chip-0"]').click()
        page.locator('[data-k="b-That is my guess"]').click()
        for runs in ("10", "20"):
            page.locator('[data-k="b-10"]').click()
            expect(page.locator(".km-b-dock")).to_contain_text(f"{runs} runs")
        assert page.evaluate(BEYOND) == []
        page.locator('.km-b-dock [data-k="b-Exact"]').click()
        expect(page.locator(".km-b-answer")).to_be_visible()
        expect(page.locator(".km-b-side")).to_contain_text("Checked")
        assert page.evaluate(BEYOND) == []
        page.locator('[data-k="road-build"]').click()
    page.locator('[data-k="undo"]').click()
    expect(page.locator(".km-b-dock code")).to_have_text(WALKED[-2]["line"])
    page.reload()
    expect(page.locator(".km-b-dock")).to_contain_text(
        "How often"
    )  # what a link holds is predicted first


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(open_page: OpenPage, dark: bool) -> None:
    page = open_page("builder.ipynb", dark=dark)
    page.locator('[data-k="thing-chain[0]"]').click()
    assert faults(page) == []
    page.locator('[data-k="thing-ask"]').click()
    assert faults(page) == []
    page.locator('[data-k="b-Predict"]').click()
    page.locator('[data-k="chip-0"]').click()
    assert faults(page) == []
    page.locator('[data-k="road-run"]').click()
    for runs in ("10", "20"):
        page.locator('[data-k="b-10"]').click()
        expect(page.locator(".km-b-dock")).to_contain_text(f"{runs} runs")
    page.locator('.km-b-dock [data-k="b-Exact"]').click()
    expect(page.locator(".km-b-side")).to_contain_text("Checked")
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == []


def test_a_line_with_a_slip_says_where(open_page: OpenPage) -> None:
    page = opened(open_page, 1366)
    page.locator('[data-k="b-Text"]').click()
    field = page.get_by_role("textbox", name="the model as one line")
    field.fill("2d6 : luck")
    page.get_by_role("button", name="Use this line").click()
    expect(page.get_by_role("alert").filter(has_text="luck")).to_contain_text("Look at character 7")
    field.fill("3d6 : high")
    page.get_by_role("button", name="Use this line").click()
    expect(page.locator(".km-b-dock code")).to_have_text("3d6 : high")


def test_a_dashboard_opens_in_the_builder(open_page: OpenPage) -> None:
    page = open_page("dashboards/raid.ipynb")
    page.get_by_role("link", name="Open in the Builder").click()
    page.locator(".km-b-ticket").wait_for()
    expect(page.locator(".km-b-ticket")).to_contain_text("Is a more than b?")
