"""Dashboards in a browser: figures, controls, the table, runs, links, keyboard, phone and dark theme."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import PAPER, faults, turn
from tests.browser.conftest import NARROW, WIDE, OpenPage, sideways
from tests.browser.sweep import paper
from tests.conftest import Server, sample_cases
from widgets.page.paths import NOTEBOOKS_DIR

GEMS, RAID = "dashboards/gems.ipynb", "dashboards/raid.ipynb"
PICTURES = {GEMS: ["worth", "curves", "space"], RAID: ["difference", "grid", "worth", "tree", "steal", "break"]}
MARKS = ".bars .point path, path.js-line, .scatterlayer .point, .heatmaplayer image"
#: everything that takes the focus, with the name that a reader hears
NAMES = """() => [...document.querySelectorAll(".km-dashboard :is(button:enabled, input, summary, [tabindex='0'])")]
    .filter(each => each.checkVisibility())
    .map(each => [each.tagName, each.ariaLabel || each.innerText || [...each.labels ?? []].map(l => l.innerText).join()
        || document.getElementById(each.getAttribute("aria-labelledby"))?.innerText || ""])"""
#: one move of the first slider, which a picture follows: with its words, and then with its drawing
FOLLOWS = """([id, value]) => new Promise((done) => {
    const input = document.querySelector(".km-dashboard-slider input");
    const frame = document.querySelector(`.km-dashboard-chart[data-id=${id}] .km-chart-plot`);
    const before = frame.ariaLabel;
    let drawn = null;
    new MutationObserver((_, watch) => {
        if (frame.ariaLabel === before) return;
        if (drawn === null) return void (drawn = frame.dataset.drawn);
        if (frame.dataset.drawn === drawn) return;
        watch.disconnect();
        done(true);
    }).observe(frame, { attributes: true, attributeFilter: ["aria-label", "data-drawn"] });
    input.value = value;
    input.dispatchEvent(new Event("input"));
})"""
#: buttons that something else covers although they are scrolled to the middle
COVERED = """(buttons) => buttons.filter((button) => button.checkVisibility()).filter((button) => {
    button.scrollIntoView({ block: "center" });
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((button) => button.textContent)"""


def settled(page: Page, path: str) -> Page:
    """Wait until every visible figure has its marks."""
    for name in PICTURES[path]:
        expect(picture(page, name).locator("[data-drawn]")).to_be_visible()
        assert picture(page, name).locator(MARKS).count() > 0, name
    return page


@pytest.fixture
def dashboard(open_page: OpenPage) -> Callable[..., Page]:
    def go(path: str, **how: object) -> Page:
        return settled(open_page(path, **how), path)  # type: ignore[arg-type]

    return go


def picture(page: Page, name: str) -> Locator:
    return page.locator(f'.km-dashboard-chart[data-id="{name}"]')


def block(page: Page, name: str) -> Locator:
    return page.locator(f'.km-dashboard [data-id="{name}"]:not(.km-dashboard-chart)')


def big(page: Page, name: str = "answer") -> Locator:
    return block(page, name).locator(".km-dashboard-large")


def total(page: Page, name: str) -> int:
    found = re.match(r"[\d,]+", block(page, name).locator(".km-dashboard-said").inner_text())
    return int(found[0].replace(",", "")) if found else 0


def test_gems_open_with_an_example_that_is_unfolded_and_follow_the_controls(dashboard: Callable[..., Page]) -> None:
    page = dashboard(GEMS)
    expect(big(page)).to_have_text("851/1296 ≈ 0.657")
    assert picture(page, "worth").locator(".bars .point path").count() == 16
    page.get_by_text("Why 851/1296 ≈ 0.657?").click()
    expect(block(page, "paths")).to_contain_text("Total 5: 140 outcomes")
    bar = picture(page, "worth").locator(".bars .point path").nth(7)  # the sum 8
    bar.click(force=True)
    expect(block(page, "paths")).to_contain_text("Total 8: 123 outcomes")

    slider = page.get_by_role("slider", name="You have 2 gems")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(big(page)).to_have_text("20053/23328 ≈ 0.860")
    expect(page.get_by_role("slider", name="You have 3 gems")).to_be_focused()
    expect(picture(page, "worth").get_by_role("heading")).to_contain_text("3 gems are worth 9 on average")
    expect(picture(page, "worth").locator(".bars .point path")).to_have_count(24)
    expect(page.locator(".km-dashboard > [role=status]")).to_contain_text("20053/23328")
    page.get_by_role("slider", name="and 3 gold").press("End")
    expect(big(page)).to_have_text("1")
    expect(block(page, "answer")).to_contain_text("The gold alone is enough")
    each_move_is_drawn(page, "worth")


def test_the_gem_table_can_be_edited(dashboard: Callable[..., Page]) -> None:
    page = dashboard(GEMS)
    page.get_by_text("Change the gem table").click()
    facts = block(page, "facts")
    expect(facts).to_contain_text("50/9")
    page.get_by_role("button", name="Table B").click()
    expect(facts).to_contain_text("50/3")
    expect(page.get_by_role("button", name="Table B")).to_have_attribute("aria-pressed", "true")
    expect(picture(page, "space").get_by_role("heading")).to_have_text("A gem is worthless in 21 of 36 outcomes")
    box = page.get_by_role("textbox", name="The value for a roll of 7")
    box.fill("seven")
    problem = page.get_by_text("The value for a roll of 7 is a whole number from 0 to 30, not “seven”.")
    expect(problem).to_be_visible()
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(facts).to_contain_text("50/3")
    box.fill("12")
    expect(problem).to_be_hidden()
    expect(facts.get_by_role("row", name="expected value").get_by_role("cell").first).to_have_text("5")
    box.press("ArrowUp")
    expect(box).to_have_value("13")
    expect(picture(page, "space").get_by_role("heading")).to_have_text("A gem is worthless in 15 of 36 outcomes")
    page.get_by_role("button", name="Start again").click()
    expect(box).to_have_value("3")
    expect(facts).to_contain_text("50/9")


RUNS = [(GEMS, "rolls", "worth"), (RAID, "turns", "break")]


@pytest.mark.parametrize(("path", "name", "shown"), sample_cases(RUNS, 2))
def test_runs_are_watched_and_stop(dashboard: Callable[..., Page], path: str, name: str, shown: str) -> None:
    page = dashboard(path)
    group = block(page, name)
    once, ten, thousand, keep, clear = group.get_by_role("button").all()
    for button, runs in ((once, 1), (ten, 11), (thousand, 1011)):
        button.click()
        expect(group).to_contain_text(f"{runs:,} {'trials' if path == GEMS else 'turns'}"[: 5 if runs > 1 else 1])
        page.wait_for_function(
            "([id, n]) => document.querySelector(`.km-dashboard-runs[data-id=${id}] .km-dashboard-said`)"
            ".textContent.startsWith(n)",
            arg=[name, f"{runs:,} "],
        )
    expect(picture(page, shown).locator(".scatterlayer .point").first).to_be_visible()
    keep.click()
    expect(keep).to_have_text("Stop")
    page.wait_for_function(
        "id => Number(document.querySelector(`.km-dashboard-runs[data-id=${id}] .km-dashboard-said`).textContent"
        ".match(/^[\\d,]+/)[0].replaceAll(',', '')) > 2000",
        arg=name,
    )
    keep.click()
    expect(group).to_have_attribute("data-running", "false")
    clear.click()
    expect(clear).to_be_disabled()
    for runs in (1, 2, 3):  # one by one: no others are on their way, or come after
        once.click()
        page.wait_for_function(
            "([id, n]) => document.querySelector(`.km-dashboard-runs[data-id=${id}] .km-dashboard-said`).textContent"
            ".startsWith(`${n} `)",
            arg=[name, runs],
        )
    clear.click()
    expect(picture(page, shown).locator(".scatterlayer .point")).to_have_count(0)
    expect(clear).to_be_disabled()


def test_a_control_moves_while_runs_go_on(dashboard: Callable[..., Page]) -> None:
    page = dashboard(RAID)
    page.get_by_role("button", name="Keep raiding").first.click()
    page.get_by_role("radio", name="2 guards").first.check()
    expect(big(page)).to_have_text("310/1296 ≈ 0.239")
    page.wait_for_function(
        "document.querySelector('[data-id=raids] .km-dashboard-said').textContent.includes('exact value is 0.239')"
    )
    assert block(page, "raids").get_attribute("data-running") == "true"
    page.get_by_role("button", name="Start again").click()
    expect(block(page, "raids")).to_have_attribute("data-running", "false")
    expect(big(page)).to_have_text("435/1296 ≈ 0.336")


def test_raid_follows_the_goal_a_cell_of_the_heat_map_and_each_move(dashboard: Callable[..., Page]) -> None:
    page = dashboard(RAID)
    expect(big(page, "plan")).to_have_text("Remove guards first: 128695/93312 ≈ 1.379 gold")
    page.get_by_role("radio", name="at least one card").check()
    expect(big(page, "plan")).to_have_text("Take cards now: 55937/93312 ≈ 0.599")
    expect(picture(page, "tree").get_by_role("img")).to_have_attribute("aria-label", re.compile("remove guards: 34"))
    page.get_by_role("textbox", name="How many Gold 3").fill("9")
    expect(page.get_by_text("How many Gold 3 is a whole number from 0 to 3, not “9”.")).to_be_visible()

    grid = picture(page, "grid").locator(".heatmaplayer image")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 2.5 / 3, box["y"] + box["height"] * 6.5 / 11)
    expect(big(page)).to_have_text("575/1296 ≈ 0.444")
    expect(page.get_by_role("slider", name="A raid card with +2")).to_have_value("2")
    expect(page.get_by_role("radio", name="2 guards").first).to_be_checked()
    pick = picture(page, "grid").get_by_role("slider")
    pick.focus()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(big(page)).to_have_text("206/1296 ≈ 0.159")
    each_move_is_drawn(page, "difference")


def test_the_link_keeps_the_setting(dashboard: Callable[..., Page], voila_server: Server) -> None:
    page = dashboard(GEMS)
    assert "#" not in page.url
    page.get_by_role("slider", name="and want a performer for 8 gold.").press("ArrowRight")
    page.get_by_text("Change the gem table").click()
    page.get_by_role("button", name="Table B").click()
    expect(block(page, "facts")).to_contain_text("50/3")
    answer = big(page).inner_text()
    page.wait_for_url(re.compile(r"#gems=2&gold=3&cost=9&table=0\.0\.0\.0\.0\.0\.4\.6\.9\.12\.13$"))
    page.reload()
    settled(page, GEMS)
    expect(big(page)).to_have_text(answer)
    expect(page.get_by_role("slider", name="and want a performer for 9 gold.")).to_have_value("9")
    page.evaluate("location.hash = '#gems=4&gold=0&cost=6'")
    expect(big(page)).to_have_text("64109/69984 ≈ 0.916")
    page.evaluate("location.hash = '#gems=4&gold=lots'")
    expect(page.get_by_role("alert").first).to_have_text(
        "The link to this page does not fit. Gold is a whole number from 0 to 12, not “lots”. "
        "You see the setting it starts with."
    )
    expect(big(page)).to_have_text("851/1296 ≈ 0.657")
    page.evaluate("location.hash = '#gems=4&gold=0&cost=6'")
    expect(big(page)).to_have_text("64109/69984 ≈ 0.916")
    page.evaluate("""new Promise((heard) => {
        addEventListener("hashchange", heard, { once: true });
        location.hash = "#km-main"; // the skip link of the page is no setting: the next answer still has four gems
    })""")
    page.get_by_role("slider", name="and want a performer for 6 gold.").press("ArrowRight")
    expect(big(page)).to_have_text("22969/26244 ≈ 0.875")


@pytest.mark.parametrize("path", sample_cases([GEMS, RAID], 2))
def test_everything_is_reached_by_keyboard_and_has_a_name(dashboard: Callable[..., Page], path: str) -> None:
    page = dashboard(path)
    for fold in page.locator(".km-dashboard-collapsible > summary").all():
        fold.focus()
        page.keyboard.press("Enter")
    settled(page, path)
    names = page.evaluate(NAMES)
    assert len(names) > 15
    assert [each for each in names if not each[1].strip()] == []
    assert page.get_by_role("main").count() == page.get_by_role("heading", level=1).count() == 1
    page.locator(".km-skip-link").focus()
    page.evaluate("document.querySelectorAll('.km-dashboard *').forEach((each, i) => each.dataset.place = i)")
    seen: list[int] = []
    for _ in range(3 * len(names)):
        page.keyboard.press("Tab")
        place = page.evaluate("(e => e.closest('.km-dashboard') && Number(e.dataset.place))(document.activeElement)")
        if place is not None:
            seen.append(place)
        elif seen:
            break
    radios = page.locator(".km-dashboard input[type=radio]:not(:checked)").count()  # arrow keys reach these
    assert seen == sorted(set(seen)), "in the order of the page"
    assert len(seen) >= len(names) - radios
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            ".km-dashboard :is(button, summary, .km-dashboard-slider input, .km-dashboard-choice label)")]
        .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
        .map(each => each.outerHTML)"""
    )
    assert small == []


def each_move_is_drawn(page: Page, name: str) -> None:
    """Check that each move is drawn. `python -m benchmarks.page` measures how soon, on an idle machine."""
    slider = page.locator(".km-dashboard-slider input").first
    start, least = int(slider.input_value()), int(slider.get_attribute("min") or 0)
    # No value comes twice: the page leaves out values that come and go while an earlier one is on its way.
    for value in [each for each in range(least, least + 4) if each != start][:3]:
        page.wait_for_function(FOLLOWS, arg=[name, value])


#: with the foot of the first picture at the foot of the screen: the places of its controls, its frame and the window
IN_SIGHT = """() => {
    const section = document.querySelector(".km-dashboard-section");
    const plot = section.querySelector(".km-dashboard-chart .main-svg");
    const controls = section.querySelector(".km-dashboard-controls");
    scrollBy(0, plot.getBoundingClientRect().bottom - innerHeight);
    const [a, b] = [controls.getBoundingClientRect(), plot.getBoundingClientRect()];
    const cut = Math.max(controls.scrollHeight - a.height, controls.scrollWidth - a.width);
    return { top: a.top, between: b.top - a.bottom, under: innerHeight - b.bottom, cut };
}"""
ALL = sorted(f"dashboards/{path.name}" for path in (NOTEBOOKS_DIR / "dashboards").glob("*.ipynb"))


@pytest.mark.parametrize("path", [GEMS, "dashboards/flee.ipynb"])
def test_an_answer_is_covered_until_it_is_predicted(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    section = page.locator(".km-dashboard-section").first
    answer, prediction = section.locator(".km-dashboard-large").first, section.locator(".km-dashboard-prediction").first
    expect(answer).not_to_be_empty()
    before = section.locator(".km-dashboard-answer").first.inner_text()
    prediction.get_by_role("button", name="Predict first").click()
    expect(prediction.get_by_role("status")).to_contain_text("stays covered")
    section.locator(".km-dashboard-slider input").first.press("End")
    expect(answer).not_to_be_visible()
    expect(section.locator(".km-dashboard-chart").first).not_to_be_visible()
    if path == GEMS:
        prediction.get_by_role("slider").fill("100")
        prediction.get_by_role("button", name="Show the answer").click()
        expect(prediction.get_by_role("status")).to_contain_text(
            re.compile("[0-9]+ percentage points too high|within 2 percentage points")
        )
    else:
        prediction.get_by_label("Your prediction").fill("<b>7</b> points")
        prediction.get_by_label("Your prediction").press("Enter")
        expect(prediction.get_by_role("status")).to_have_text("You predicted: <b>7</b> points")
    expect(answer).to_be_visible()
    expect(section.locator(".km-dashboard-chart").first).to_be_visible()
    assert section.locator(".km-dashboard-answer").first.inner_text() != before


@pytest.mark.parametrize("path", sample_cases(ALL, 3))
def test_on_a_phone_control_and_picture_are_in_sight_and_axe_finds_nothing(open_page: OpenPage, path: str) -> None:
    page = open_page(path, width=NARROW)
    page.set_viewport_size({"width": NARROW, "height": 844})
    expect(page.locator(".km-dashboard-chart").first.locator("[data-drawn]")).to_be_visible()
    seen = page.evaluate(IN_SIGHT)
    assert seen["top"] >= 0, seen
    assert seen["between"] >= 0, seen
    assert seen["under"] > -1, seen
    assert seen["cut"] < 2, "no control is cut off at its foot or its side"
    controls = page.locator(".km-dashboard-controls").first
    tabs = controls.locator(".km-dashboard-tabs button")
    for n in range(tabs.count()):  # where there are many, one at a time
        tabs.nth(n).click()
        expect(tabs.nth(n)).to_have_attribute("aria-pressed", "true")
        expect(controls.locator("> .km-dashboard-is-on")).to_have_count(1)
        assert controls.evaluate("el => el.scrollWidth - el.clientWidth") <= 0
    assert sideways(page) <= 0
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    for width, dark in ((NARROW, True), (WIDE, False)):
        turn(page, width, dark)
        expect(page.locator(".km-dashboard")).to_have_css("background-color", PAPER[dark])
        expect(page.locator(".km-chart .main-svg").first).to_have_css("background-color", PAPER[dark])
        assert sideways(page) <= 0
        assert faults(page) == []
    assert paper(page, path) == []
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.locator(".km-dashboard-runs button:enabled").evaluate_all(COVERED) == []


@pytest.mark.parametrize(
    ("path", "name", "things", "n"),
    sample_cases(
        [
            (RAID, "raids", ".km-trial-die", 4),
            (GEMS, "rolls", ".km-trial-die", 4),
            ("dashboards/flee.ipynb", "draws", ".km-trial-card", 3),
            ("dashboards/caravans.ipynb", "games", ".km-trial-round", 8),
        ],
        2,
    ),
)
def test_one_trial_is_seen_and_a_thousand_are_not(
    open_page: OpenPage, path: str, name: str, things: str, n: int
) -> None:
    page = open_page(path)
    tray = block(page, name).locator(".km-lesson-trial")
    expect(tray).to_be_hidden()
    for button, shown in ((0, True), (1, True), (2, False), (0, True)):
        block(page, name).get_by_role("button").nth(button).click()
        expect(tray).to_be_visible(visible=shown)
        if shown:
            expect(tray.locator(things)).to_have_count(n)
    expect(tray).to_contain_text(re.compile(r"\w"))
    expect(block(page, name)).to_contain_text("1,012")
