"""Sweep of all views of board and desk with 28 pupils, on projectors and phones.

Text that the last row must read is large, and no chart leaves the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import sweep
from tests.browser.conftest import NewPage, drawn
from tests.conftest import Server, kismet, sample_cases
from tests.pupils import Line, come, few_pages, opened, owner, worked
from widgets.classroom import pupil_names, session_state
from widgets.classroom.class_lesson import LessonCatalog
from widgets.classroom.class_store import ClassStore
from widgets.classroom.simulated_pupils import PUPIL_COUNT, SimulatedPupil
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report
from widgets.page.paths import NOTEBOOKS_DIR

GEM = "01-two-dice-and-a-gem"
BOARD, PHONE = (1280, 720), (390, 844)
CHARTS = ".km-classboard-plot, .km-classboard-is-half > section, .km-discussion-sides"

BOARD_VIEWS = ("Join", "Progress", "Predictions", "Answers", "Rolls", "Talk", "End")
DESK_VIEWS = ("Plan", "Pupils", "Tray", "Ideas", "After")
CUT = """() => [...document.querySelectorAll(".km-page-main, .km-page-main *")].filter((el) => {
    const { overflowX, overflowY } = getComputedStyle(el);
    const isSmall = el.clientHeight < 4 || el.matches("select, input, textarea");
    const isCut = (overflowY !== "visible" && el.scrollHeight > el.clientHeight + 2) ||
        (overflowX !== "visible" && el.scrollWidth > el.clientWidth + 2);
    return !isSmall && isCut && !el.closest("svg, .km-classboard-is-hidden");
}).map((el) => el.className)"""
"""Script that returns the boxes that need scrolling."""

UNDER = """(css) => {
    const { top } = document.querySelector(".km-classboard-foot").getBoundingClientRect();
    return [...document.querySelectorAll(css)].filter((el) => el.getBoundingClientRect().bottom > top + 2)
        .map((el) => el.className);
}"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """Return a class of 28 pupils who have finished, with a counted vote and an open talk."""
    log, course = tmp_path_factory.mktemp("sweep") / "log.txt", LessonCatalog(NOTEBOOKS_DIR).get(GEM)
    pages = few_pages(log.parent / "pages", f"lessons/{GEM}.ipynb")
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", GEM) as server:
        code, secret = opened(server.log)
        teacher, lines = Line(server.url, secret), []
        teacher.good("change-session", pace={"vote": "0"})
        number = teacher.ask("poll-board")[1]["pace"]["vote"]["number"]
        for n in range(PUPIL_COUNT):
            actor, place, (line, _) = SimulatedPupil(course, 3, n), 0, come(server.url, code)
            while actor.report_after_actions_until_finished(place) is not None:
                place += 1
            line.good("save-report", lesson=GEM, number=1, data=actor.reports[-1])
            line.good("save-vote", number=number, **actor.draw_vote("0", is_second_vote=False))
            lines.append(line)
        teacher.good("change-session", pace={"vote": None})
        slips = [
            teacher.good("place-or-move-sample", pupil=n, key=key, place=n)["slip"]
            for n, key in ((1, "chips"), (2, "reason"), (3, "built" if _has(teacher, 3, "built") else "chips"))
        ]
        teacher.good(
            "change-session",
            pace={"talk": {"question": "Where is the 7 in each of these?", "ask": "vote", "slips": slips}},
        )
        yield server, secret


def _has(teacher: Line, pupil: int, key: str) -> bool:
    made: dict[str, Any] = teacher.ask("poll-teacher-view")[1]["made"]
    return any(slip["key"] == key for slip in made[str(pupil)])


def wrong(page: Page, what: str, size: tuple[int, int]) -> list[str]:
    """Return the findings of the sweep on the page at this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(sweep.STILL)
    return [f"{what} at {size[0]}x{size[1]}: {one}" for one in page.evaluate(sweep.SCRIPT, sweep.PAPER)["faults"]]


@pytest.mark.parametrize("large", sample_cases([True, False], 2))
def test_the_board_on_a_projector(full: tuple[Server, str], new_page: NewPage, large: bool) -> None:
    server, secret = full
    page = new_page(BOARD[0])
    page.goto(f"{server.url}class#{secret}")
    expect(page.get_by_role("heading", name="Where is the 7")).to_be_visible()
    page.keyboard.press("c")  # from the class view to all pupils
    page.set_viewport_size({"width": BOARD[0], "height": BOARD[1]})
    small = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    if large:
        page.keyboard.press("f")
        page.wait_for_function(f"parseFloat(getComputedStyle(document.documentElement).fontSize) > {small}")
    found = []
    for key, view in enumerate(BOARD_VIEWS, 1):
        page.keyboard.press(str(key))
        expect(page.locator(f".km-classboard-view[data-tab='{view}']")).to_be_visible()
        for moment in ("covered", "guesses", "exact") if view == "Predictions" else ("",):
            if moment in ("guesses", "exact"):
                page.keyboard.press("r")
            found += wrong(page, f"{view} {moment}", BOARD)
            off = page.evaluate(UNDER, CHARTS)
            found += [f"{view} {moment}: {name} reaches under the foot" for name in off]
            hidden = page.locator(".km-classboard-view").evaluate("(el) => el.scrollHeight - el.clientHeight")
            found += [f"{view}: {hidden} px need scrolling"] if view == "Progress" and hidden > 2 else []
        if view == "Answers":
            page.get_by_role("button", name="Vote", exact=True).click()
            found += wrong(page, "Answers, vote", BOARD)
        asked = page.locator(".km-classboard-question, .km-discussion-question h2")
        sizes = asked.evaluate_all("all => all.map((el) => parseFloat(getComputedStyle(el).fontSize))")
        found += [f"{view}: a question of {size} px" for size in sizes if size < 28]
    assert found == [], json.dumps(found, indent=1)


def test_the_desk_as_window_or_phone(full: tuple[Server, str], new_page: NewPage) -> None:
    server, secret = full
    page = new_page()
    page.goto(f"{server.url}desk#{secret}")
    found = []
    for view in DESK_VIEWS:
        page.get_by_role("navigation", name="Views").get_by_role("button", name=view).click()
        expect(page.locator(f".km-classboard-view[data-tab='Desk{view}']")).to_be_visible()
        for size in ((1366, 768), PHONE):
            found += wrong(page, view, size)
    assert found == [], json.dumps(found, indent=1)


LOW = [(320, 256), (667, 325)]
HIDDEN = """() => {
    const found = [], { documentElement: page, body } = document;
    page.style.scrollBehavior = "auto";
    const aside = Math.max(page.scrollWidth, body.scrollWidth) - innerWidth;
    if (aside > 0) found.push(`${aside} px hide at the right`);
    for (const el of document.querySelectorAll("button, a[href], input, select, textarea, summary")) {
        if (!el.checkVisibility({ visibilityProperty: true })) continue;
        if (el.closest(".km-skip-link, .km-classboard-is-hidden, [inert]")) continue;
        el.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = (el.closest("label") ?? el).getBoundingClientRect();
        const seen = [0.1, 0.5, 0.9].some((part) => {
            const there = document.elementFromPoint(left + part * width, top + height / 2);
            return there && (el.contains(there) || there.contains(el) || el.closest("label")?.contains(there));
        });
        if (!seen) found.push(`${el.tagName} ${el.innerText || el.ariaLabel || el.value} is under something`);
    }
    return found;
}"""
"""Script that returns the elements that no scrolling makes visible."""


@pytest.mark.parametrize("size", sample_cases(LOW, 2), ids=str)
def test_everything_is_in_reach_in_a_low_window(
    full: tuple[Server, str], new_page: NewPage, size: tuple[int, int]
) -> None:
    """Check small phones in landscape, and pages at a zoom of 400%."""
    server, secret = full
    teacher, found = Line(server.url, secret), []

    def check(page: Page, what: str) -> None:
        found.extend(f"{what}: {one}" for one in page.evaluate(HIDDEN))

    page = new_page(size[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for kind, views in (("class", BOARD_VIEWS), ("desk", DESK_VIEWS)):
        page.goto(f"{server.url}{kind}#{secret}")
        for view in views:
            page.get_by_role("navigation", name="Views").get_by_role("button", name=view, exact=True).click()
            expect(page.locator(f".km-classboard-view[data-tab$='{view}']")).to_be_visible()
            check(page, f"{kind}, {view}")
    code = teacher.ask("poll-board")[1]["code"]
    page.goto(f"{server.url}join")
    expect(page.get_by_role("button", name="Delete")).to_be_visible()
    check(page, "dice")
    page.goto(f"{server.url}join?class={code}")
    expect(page.get_by_role("button", name="That’s me")).to_be_visible()
    check(page, "name")
    page.get_by_role("button", name="That’s me").click()
    page.wait_for_url(f"**/lessons/{GEM}.ipynb")
    drawn(page)
    expect(page.get_by_role("form", name="Class discussion")).to_be_visible()
    expect(page.get_by_role("button", name="Continue: Play")).to_be_visible()
    check(page, "pupil")
    teacher.good("change-session", pace={"paused": True})
    veil = page.get_by_role("alertdialog")
    expect(veil).to_be_visible()
    assert veil.evaluate("el => el.scrollTop === 0 && el.firstChild.getBoundingClientRect().top >= 0")
    expect(veil.locator("p")).to_be_in_viewport(ratio=1)
    teacher.good("change-session", pace={"paused": False})
    assert found == [], json.dumps(found, indent=1)


def test_what_is_printed_is_what_is_shown_and_no_button(full: tuple[Server, str], new_page: NewPage) -> None:
    """Check the whole of a view, also its scrolled parts, and a lesson without the class window on it."""
    server, secret = full
    teacher, page = Line(server.url, secret), new_page(BOARD[0])
    for kind, views in (("class", BOARD_VIEWS), ("desk", DESK_VIEWS)):
        page.goto(f"{server.url}{kind}#{secret}")
        for view in views:
            page.get_by_role("navigation", name="Views").get_by_role("button", name=view, exact=True).click()
            expect(page.locator(f".km-classboard-view[data-tab$='{view}']")).to_be_visible()
            page.emulate_media(media="print")
            for width, height in ((718, 1047), (1047, 718)):
                page.set_viewport_size({"width": width, "height": height})
                for css in (
                    ".km-classboard-foot",
                    ".km-classboard-head nav",
                    ".km-theme",
                    ".km-language",
                    "button.km-primary",
                    "button.km-gold",
                ):
                    expect(page.locator(css).locator("visible=true")).to_have_count(0)
                assert page.evaluate(CUT) == [], f"{kind}, {view} on paper"
            page.emulate_media(media="screen")
            page.set_viewport_size({"width": BOARD[0], "height": BOARD[1]})
    page.goto(f"{server.url}join?class={teacher.ask('poll-board')[1]['code']}")
    page.get_by_role("button", name="That’s me").click()
    page.wait_for_url(f"**/lessons/{GEM}.ipynb")
    drawn(page)
    news, veil = page.locator(".km-class-news"), page.get_by_role("alertdialog")
    expect(news).to_be_visible()
    teacher.good("change-session", pace={"paused": True})
    expect(veil).to_be_visible()
    page.emulate_media(media="print")
    expect(news).to_be_hidden()
    expect(veil).to_be_hidden()
    expect(page.get_by_text("A worked example")).to_be_visible()
    teacher.good("change-session", pace={"paused": False})


def test_a_board_of_three_hundred_keeps_its_pictures_on_the_screen(full: tuple[Server, str], new_page: NewPage) -> None:
    """Check more pupils than fit.

    Some faces represent several pupils, and no picture leaves the screen or becomes tiny.
    """
    server, _ = full
    made = owner(server).good("open-room", lesson=GEM)
    store = ClassStore(server.log.parent / "class.sqlite")
    at, plan = store.room_by_code(made["code"]), load_lesson_definition(GEM)
    told = [build_report(worked(plan, seed)) for seed in range(6)]
    for n in range(300):
        me = store.add_pupil(
            at.id, pupil_names.avatar_name(n), n, session_state.new_secret(), 1.0, session_state.MAX_PUPILS
        )
        store.save_report(me, GEM, 1, told[n % 6]["at"], told[n % 6], 2.0)
    store.close()
    page = new_page(BOARD[0])
    page.set_viewport_size({"width": BOARD[0], "height": BOARD[1]})
    page.goto(f"{server.url}class#{made['secret']}")
    expect(page.get_by_text("300 have joined")).to_be_visible()
    for key, view in ((2, "Progress"), (3, "Predictions"), (5, "Rolls")):
        page.keyboard.press(str(key))
        expect(page.locator(f".km-classboard-view[data-tab='{view}']")).to_be_visible()
        if view == "Predictions":
            page.keyboard.press("r")
        assert page.evaluate(UNDER, CHARTS) == [], view
        assert page.locator(".km-classboard-crowd").evaluate_all("all => all.every((one) => one.children.length <= 30)")
    picture = page.locator(".km-convergence").bounding_box()
    assert picture
    assert picture["height"] > 200
