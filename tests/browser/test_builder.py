"""The Builder as a pupil uses it: a raid built by mouse, touch and keys, models of the gallery, links."""

from __future__ import annotations

import csv
import math
from xml.etree import ElementTree

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.conftest import LONG, sample_cases
from widgets.builder import load_gallery

from . import sweep
from .axe import faults
from .conftest import OpenPage

RAID = "a=2d6+2 > b=2d6+1 : a > b"
START = "#m=coin%20%3A%20last"
SHORT = ("two-dice", "three-doors", "three-sixes")
WALKED = [one for one in load_gallery() if LONG or one["id"] in SHORT]
BEYOND = """() => [...document.querySelectorAll(
    ".km-builder :is(button, select, input), .km-builder-primary-line"
)].filter((el) => {
    const box = el.getBoundingClientRect();
    if (!box.width || el.closest(
        ".km-builder-visually-hidden, .km-builder-canvas, .km-builder-palette, " +
        ".km-builder-answer-panel, .km-builder-chain")) return false;
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
}).map((el) => el.textContent || el.ariaLabel)"""


def kept(page: Page, button: str) -> bytes:
    """Return the file that a button saves."""
    with page.expect_download() as saved:
        page.get_by_role("button", name=button).click()
    return saved.value.path().read_bytes()


def opened(open_page: OpenPage, width: int, link: str = "", touch: bool = False) -> Page:
    page = open_page("builder.ipynb", width=width, query=link, touch=touch)
    page.locator(".km-builder-chain").wait_for()
    return page


TO = """key => {
    const target = document.querySelector(`.km-builder-app [data-key="${CSS.escape(key)}"]`);
    const list = target.closest(".km-builder-group ul"), parts = [...list?.querySelectorAll("button") ?? []];
    const stop = list?.querySelector("[tabindex='0']") ?? target;
    const stops = [...document.querySelectorAll("a[href], button:not(:disabled), select, input, [tabindex='0']")]
        .filter((el) => el.tabIndex >= 0 && el.checkVisibility());
    return [stop.dataset.key, stops.indexOf(stop) - stops.indexOf(document.activeElement),
            parts.indexOf(target) - parts.indexOf(stop)];
}"""


class Hand:
    """Acts of a pupil with one hand, and their time.

    Finding a thing and acting takes five seconds, or half of that with keys, and each key on the way takes half a
    second.
    """

    def __init__(self, page: Page, how: str) -> None:
        self.page, self.how = page, how
        self.acts = self.presses = 0

    @property
    def seconds(self) -> float:
        return self.acts * (2.5 if self.how == "keys" else 5) + self.presses / 2

    def on(self, key: str) -> None:
        """Tap or click an element. With keys, reach it by the Tab key, in the palette by arrows, and press Enter."""
        self.acts += 1
        target = self.page.locator(f'.km-builder-app [data-key="{key}"]')
        if self.how == "mouse":
            target.click()
        elif self.how == "touch":
            target.tap()
        else:
            target.wait_for()
            stop, tabs, arrows = self.page.evaluate(TO, key)
            self.press("Tab" if tabs > 0 else "Shift+Tab", abs(tabs))
            expect(self.page.locator(f'[data-key="{stop}"]')).to_be_focused()
            self.press("ArrowRight" if arrows > 0 else "ArrowLeft", abs(arrows))
            expect(target).to_be_focused()
            self.press("Enter")
        if key.startswith("thing-"):
            expect(target).to_have_attribute("aria-expanded", "true")  # the click of a tap comes a little later

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
        self.presses += times

    def drag(self, key: str, to: Locator) -> None:
        """Drag an element from the palette to the upper left of the canvas."""
        self.acts += 1
        source = self.page.locator(f'[data-key="{key}"]')
        if self.how == "mouse":
            source.drag_to(to, target_position={"x": 5, "y": 5})
            return
        start, end = source.bounding_box(), to.bounding_box()
        assert start
        assert end
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        by = end["x"] + 5 - x, end["y"] + 5 - y
        finger = self.page.context.new_cdp_session(self.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in (1, 2, 3, 4, 5, 6, 6, 6, 6):  # it rests before it is lifted, else it flings
            point = {"x": x + by[0] * step / 6, "y": y + by[1] * step / 6}
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            self.page.evaluate(sweep.SETTLED)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
def test_a_raid_is_built(open_page: OpenPage, how: str) -> None:
    """Build a raid from a coin in less than two minutes.

    The steps are a die, the removal of the coin, two sides to compare, two dice each, an addition, a run and the
    exact answer.
    """
    page = opened(open_page, 390 if how == "touch" else 1366, START, how == "touch")
    dock, hand = page.locator(".km-builder-actions"), Hand(page, how)
    expect(page.get_by_role("heading", name="Put your chips where you think")).to_be_visible()
    hand.on("road-build")
    if how == "keys":
        hand.on("part-d")
        expect(dock).to_contain_text("coin > d6 : last")
        hand.on("earlier")
    else:
        hand.drag("part-d", page.locator('[data-key="thing-chain[0]"]'))
    expect(dock).to_contain_text("d6 > coin : last")
    hand.on("thing-chain[1]")
    hand.on("off")
    expect(dock).to_contain_text("d6 : last")
    if how == "touch":
        hand.on("tab-questions")
    hand.on("part-beats")
    expect(dock).to_contain_text("a=d6 > b=d6 : a > b")
    for place, plus in (("chain[0]", 2), ("chain[1]", 1)):
        hand.on(f"thing-{place}")
        hand.on("how many-more")
        for _ in range(plus):
            hand.on("added-more")
    expect(dock).to_contain_text(RAID)
    hand.on("b-Try once")
    expect(dock).to_contain_text("1 run")
    hand.on("b-1,000")
    expect(dock).to_contain_text("1,001 runs")
    hand.on("b-Exact")
    expect(page.locator(".km-builder-answer")).to_contain_text("721 of 1296 outcomes")
    assert page.evaluate(BEYOND) == []
    print(how, hand.acts, hand.presses, hand.seconds)
    assert hand.seconds < 120, (hand.acts, hand.presses)


def test_between_two_handles_a_picture_to_keep_and_a_small_change(open_page: OpenPage) -> None:
    """Check that exact bars stay visible after a small change, and that undo restores the runs."""
    page = opened(open_page, 1366, "#m=2d6%20%3A%20sum")
    dock = page.locator(".km-builder-actions")
    page.locator('[data-key="road-run"]').click()
    page.locator('[data-key="b-1,000"]').click()
    page.locator('.km-builder-actions [data-key="b-Exact"]').click()
    page.locator('[data-key="upper"]').press("ArrowLeft")
    expect(page.locator('[data-key="upper"]')).to_be_focused()
    while "from 5" not in (page.locator('[data-key="line"]').get_attribute("aria-valuetext") or ""):
        page.locator('[data-key="line"]').press("ArrowLeft")
    expect(page.locator(".km-builder-answer")).to_contain_text("29 of 36")
    page.locator('[data-key="b-Numbers"]').click()
    assert kept(page, "Save the picture (PNG)").startswith(b"\x89PNG")
    drawn = ElementTree.fromstring(kept(page, "Save the picture (SVG)"))
    assert drawn.tag.endswith("}svg")
    assert sum(one.get("class") == "km-builder-hit" for one in drawn.iter()) >= 1
    head, *rows = csv.reader(kept(page, "Save the trials (CSV)").decode("utf-8-sig").splitlines())
    assert head[0] == "run"
    assert [int(row[0]) for row in rows] == list(range(1, 1001))
    assert {int(row[1]) for row in rows} <= set(range(2, 13))
    page.get_by_role("button", name="Close").click()
    dock.locator('[data-key="b-Change"]').click()
    page.locator('[data-key="thing-chain[0]"]').click()
    page.locator('[data-key="faces-less"]').click()
    expect(dock).to_contain_text("2d5 : sum")
    dock.locator('[data-key="b-Exact"]').click()
    expect(page.get_by_role("heading", name="Bars: exact probabilities now. Dashed lines: before")).to_be_visible()
    expect(dock).not_to_contain_text("runs")
    dock.locator('[data-key="b-Change"]').click()
    page.locator('[data-key="undo"]').click()
    expect(dock.locator("code")).to_have_text("2d6 : sum")
    page.locator('[data-key="road-run"]').click()
    expect(dock).to_contain_text("1,000 runs")


def test_two_models_stand_on_one_axis(open_page: OpenPage) -> None:
    """Check that all quick taps count. Each value of either model has a place, and heights are probabilities."""
    page = opened(open_page, 1366, "#m=2d6%20%3A%20sum")
    dock = page.locator(".km-builder-actions")
    page.locator('[data-key="road-run"]').click()
    page.locator('[data-key="b-10"]').evaluate(
        "(el) => { for (let i = 0; i < 100; i++) document.querySelector(`[data-key='b-10']`).click() }"
    )
    expect(dock).to_contain_text("1,000 runs")
    dock.locator('[data-key="b-Exact"]').click()
    page.locator('[data-key="b-Compare"]').click()
    expect(page.locator(".km-builder-primary-line:not(.km-builder-is-wrong)")).to_contain_text("on the same scale")
    page.locator('[data-key="b-Change"]').click()
    page.locator('[data-key="thing-chain[0]"]').click()
    page.locator('[data-key="faces-less"]').click()
    expect(dock).to_contain_text("2d5 : sum")
    page.locator('[data-key="road-run"]').click()
    page.locator('[data-key="b-1,000"]').click()
    expect(dock).to_contain_text("1,000 runs")
    dock.locator('[data-key="b-Exact"]').click()
    pictures = page.locator(".km-builder-plot-svg")
    expect(pictures).to_have_count(2)
    for n in (0, 1):
        expect(pictures.nth(n).locator(".km-builder-tick")).to_have_text([str(i) for i in range(2, 13)])
    heights = [
        float(bar.get_attribute("height") or 0)
        for bar in (pictures.nth(0).locator(".km-builder-hit").last, pictures.nth(1).locator(".km-builder-hit").nth(2))
    ]
    assert heights[1] / heights[0] == pytest.approx(36 / 25, rel=0.05)  # 12 of two dice, 10 of two with five faces
    assert page.evaluate(BEYOND) == []


def centre(box: FloatRect | None) -> tuple[float, float]:
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def an_edge_is_dragged(page: Page) -> None:
    """Drag a handle on the rim of a spinner to the former place of the other sector."""
    wheel, line = page.locator('[data-key="thing-chain[0]"]'), page.locator(".km-builder-actions code")
    wheel.click()
    box = wheel.bounding_box()
    x, y = centre(box)
    assert box
    for n in (0, 1):
        edge = centre(page.locator(f'[data-key="knob-{n}"]').bounding_box())
        assert math.dist(edge, (x, y)) == pytest.approx(0.48 * box["width"], abs=2)
    size = box["width"]
    page.locator('[data-key="knob-0"]').drag_to(wheel, target_position={"x": size * 0.15, "y": size * 0.7})
    expect(line).to_contain_text("spin{car*2,goat}")
    page.locator('[data-key="undo"]').click()
    expect(line).to_contain_text("spin{car,goat*2}")


@pytest.mark.parametrize("width", sample_cases([390, 1366], 2))
def test_models_of_the_gallery(open_page: OpenPage, width: int) -> None:
    """Predict, run and solve each model. All controls are inside the page, and undo restores the last one."""
    page = opened(open_page, width)
    walked = WALKED if LONG or width == 390 else WALKED[1:]
    for one in walked:
        page.locator('[data-key="b-Models"]').click()
        page.locator(".km-builder-gallery button", has_text=one["title"]).first.click()
        expect(page.locator(".km-builder-actions code")).to_have_text(one["line"])
        assert page.evaluate(BEYOND) == []
        if one["id"] == "three-doors":
            an_edge_is_dragged(page)
        page.locator('[data-key="b-Predict"]').click()
        for _ in range(20):
            page.locator('[data-key="chip-0"]').click()
        page.locator('[data-key="b-This is my prediction"]').click()
        for runs in ("10", "20"):
            page.locator('[data-key="b-10"]').click()
            expect(page.locator(".km-builder-actions")).to_contain_text(f"{runs} runs")
        assert page.evaluate(BEYOND) == []
        page.locator('.km-builder-actions [data-key="b-Exact"]').click()
        expect(page.locator(".km-builder-answer")).to_be_visible()
        expect(page.locator(".km-builder-answer-panel")).to_contain_text("Checked")
        assert page.evaluate(BEYOND) == []
        page.locator('[data-key="road-build"]').click()
    page.locator('[data-key="undo"]').click()
    expect(page.locator(".km-builder-actions code")).to_have_text(walked[-2]["line"])
    page.locator('[data-key="road-exact"]').click()
    expect(page.locator(".km-builder-answer")).to_be_visible()
    page.reload()  # goes on where it was, with its runs
    expect(page.locator(".km-builder-answer")).to_be_visible()
    expect(page.locator(".km-builder-legend")).to_contain_text("20 runs")
    expect(page.locator(".km-builder-legend")).to_contain_text("your chips")
    given = page.context.new_page()
    given.goto(page.url)  # what a link holds is predicted first
    expect(given.locator(".km-builder-actions")).to_contain_text("How likely")
    given.close()


def test_axe_finds_nothing(open_page: OpenPage) -> None:
    """Check light and dark, by the switch of the page."""
    page = open_page("builder.ipynb")

    def check() -> None:
        for dark in (True, False):
            page.get_by_role("button", name="Dark").click()
            expect(page.get_by_role("button", name="Dark", pressed=dark)).to_be_visible()
            assert faults(page) == []

    page.locator('[data-key="thing-chain[0]"]').click()
    check()
    page.locator('[data-key="thing-ask"]').click()
    check()
    page.locator('[data-key="b-Predict"]').click()
    page.locator('[data-key="chip-0"]').click()
    check()
    page.locator('[data-key="road-run"]').click()
    for runs in ("10", "20"):
        page.locator('[data-key="b-10"]').click()
        expect(page.locator(".km-builder-actions")).to_contain_text(f"{runs} runs")
    page.locator('.km-builder-actions [data-key="b-Exact"]').click()
    expect(page.locator(".km-builder-answer-panel")).to_contain_text("Checked")
    check()
    page.set_viewport_size({"width": 390, "height": 844})
    check()


def test_a_line_with_a_slip_says_where(open_page: OpenPage) -> None:
    """Check a wrong line and then a right one. Each of its four balls returns with one more, and all are in the bag."""
    page = opened(open_page, 1366)
    page.locator('[data-key="b-Text"]').click()
    field = page.get_by_role("textbox", name="the model as one line")
    field.fill("2d6 : luck")
    page.get_by_role("button", name="Use this line").click()
    expect(page.get_by_role("alert").filter(has_text="luck")).to_contain_text("Look at character 7")
    field.fill("4 bag{red,blue} add1 : count red")
    page.get_by_role("button", name="Use this line").click()
    expect(page.locator(".km-builder-actions code")).to_have_text("4 bag{red,blue} add1 : count red")
    page.emulate_media(reduced_motion="no-preference")
    page.locator('[data-key="b-Try once"]').click()
    expect(page.locator(".km-builder-flying-item")).to_have_count(8)
    expect(page.locator(".km-builder-flying-item")).to_have_count(0)
    expect(page.locator('[data-path="chain[0]"] circle[stroke="#1e1020"]')).to_have_count(6)


def test_a_dashboard_opens_in_the_builder(open_page: OpenPage) -> None:
    page = open_page("dashboards/raid.ipynb")
    page.get_by_role("link", name="Open in the Builder").click()
    page.locator(".km-builder-statistic").wait_for()
    expect(page.locator(".km-builder-statistic")).to_contain_text("Is a more than b?")


def test_a_limit_is_counted_a_failure_has_its_bar_and_a_guess_gets_a_verdict(open_page: OpenPage) -> None:
    page = opened(open_page, 390, "#m=5d6%20until%206%20%3A%20tries")
    expect(page.locator('[data-key="road-predict"]')).to_have_attribute("aria-current", "step")  # a link opens here
    page.locator('[data-key="road-build"]').click()
    page.locator('[data-key="thing-chain[0]"]').click()
    limit = page.get_by_role("group", name="at most", exact=True)
    expect(limit).to_contain_text("5")
    limit.get_by_role("button", name="at most: less").click()
    expect(limit).to_contain_text("4")
    page.locator('[data-key="b-Try once"]').click()
    steps = page.locator(".km-builder-phases li")
    expect(steps.nth(2).locator("button")).to_have_attribute("aria-current", "step")
    expect(steps.nth(0)).to_contain_text("✓")
    expect(steps.nth(1)).to_contain_text("2")  # a run without chips is no prediction
    page.locator('[data-key="road-predict"]').click()
    expect(page.get_by_role("button", name="put a chip on not in 4")).to_be_visible()
    for _ in range(20):
        page.get_by_role("button", name="put a chip on not in 4").click()
    page.get_by_role("button", name="This is my prediction").click()
    page.get_by_role("button", name="1,000 runs").click()
    page.locator('[data-key="road-exact"]').click()
    # 20 · (1 − (5/6)⁴) = 10.4 chips belong elsewhere
    expect(page.locator(".km-builder-verdict")).to_have_text("About 10 of your 20 chips are in the wrong place.")


def test_title_and_question_of_a_model_go_with_its_change_and_come_back(open_page: OpenPage) -> None:
    page = opened(open_page, 1366)
    page.get_by_role("button", name="Models").click()
    one = page.locator(".km-builder-gallery button").nth(2)
    title = one.locator("b").inner_text()
    one.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(title)
    page.locator('[data-key="thing-chain[0]"]').click()
    page.locator("button[aria-label$=': more']:enabled").first.click()
    expect(heading).to_have_text("Build a chance experiment")
    page.get_by_role("button", name="Undo").click()
    expect(heading).to_have_text(title)
