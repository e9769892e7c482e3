"""Tutorials in a browser: each is played to its end by the highlighted actions.

Three games are played by mouse, touch or keys, and with KISMET_LONG=1 all games in all these ways.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import gamelib
from gamelib import Action
from gamelib.bank.tutorial import LEARNER_SEAT, TutorialGoal, tutorial_goals
from tests.browser.axe import faults
from tests.browser.conftest import NARROW, WIDE, OpenPage, sideways
from tests.browser.test_table import ready
from tests.conftest import LONG

HOWS = ("mouse", "touch", "keys")
WAYS = [(game, how, width) for game in gamelib.all_games() for how in HOWS for width in (WIDE, NARROW)]
SCHOOL = {"width": 1366, "height": 650}
ONCE = [("harem", "mouse", WIDE), ("emira", "touch", NARROW), ("wishes", "keys", NARROW)]
# What leads on, the most useful first.
LIT = [
    "[data-key=coach_next]",
    ".km-table-question [data-n].km-highlight",
    ".km-action.km-highlight",
    ".km-target.km-highlight",
    '.km-table-question [data-key="control:resolve_chance"]',
    ".km-table:not(:has(.km-table-hand .km-selected)) .km-table-hand button.km-highlight",
    ".km-table button:is(.km-card, .km-piece, .km-cell).km-highlight:not(.km-selected)",
    ".km-bid-control.km-highlight [type=submit]",
]
SEEN = """wanted => wanted.find((selector) =>
    [...document.querySelectorAll(selector)].some((el) => el.checkVisibility() && !el.disabled))"""
PLACE = """() => {
    const { top, height } = document.querySelector(".km-table-tutorial").getBoundingClientRect();
    return [top, height].map(Math.round).join();
}"""
AWAY = """() => [...document.querySelectorAll(".km-table-others .km-highlight")]
    .filter((el) => !el.checkVisibility({ visibilityProperty: true })).map((el) => el.textContent)"""
UNSEEN = """() => [...document.querySelectorAll(".km-mentioned")]
    .filter((el) => !el.checkVisibility({ visibilityProperty: true })).map((el) => el.dataset.key)"""
FOCUSED = "selector => document.activeElement?.matches(selector) ?? false"
MOST_TABS = 80


def does(page: Page, how: str, selector: str, leaves: bool = False) -> None:
    """Use the first element that the selector finds. `leaves` says that it is a link."""
    if how == "mouse":
        page.locator(selector).first.click()
    elif how == "touch":
        page.locator(selector).first.tap()
    else:
        for _ in range(MOST_TABS):
            if page.evaluate(FOCUSED, selector):
                break
            page.keyboard.press("Tab")
        else:
            pytest.fail(f"Tab does not reach {selector}")
        page.keyboard.press("Enter")
    if not leaves:
        ready(page)


def own_bids(goal: TutorialGoal) -> list[int]:
    """Return the bids of the learner in the line of a goal."""
    record, found = goal.start_record.branch(len(goal.start_record)), []
    for choice in goal.sample_line:
        if isinstance(choice, Action):
            if record.state.why_not(choice) is not None:
                break  # a refusal is the goal
            if choice.verb == "bid" and record.state.node.seat == LEARNER_SEAT:
                found.append(choice.args[0])
        record.apply_and_append(choice)
    return found


def comes_back(page: Page, title: str) -> None:
    """Load the page again and check that every frame shows the current goal."""
    page.add_init_script("""globalThis.goalsSeen = [];
        (function look() {
            const goal = document.querySelector(".km-table-tutorial h2");
            if (goal?.checkVisibility({ visibilityProperty: true })) goalsSeen.push(goal.textContent);
            requestAnimationFrame(look);
        })();""")
    page.reload()
    expect(page.locator(".km-table-tutorial h2")).to_have_text(title)
    ready(page)
    page.wait_for_function("goalsSeen.length")
    assert page.evaluate("[...new Set(goalsSeen)]") == [title]


@pytest.mark.parametrize(("game", "how", "width"), WAYS if LONG else ONCE)
def test_a_first_game_is_played_to_its_end(open_page: OpenPage, game: str, how: str, width: int) -> None:
    told = gamelib.game(game)
    page = open_page(f"learn/{told.slug}.ipynb", width=width, touch=how == "touch")
    if width == WIDE:
        page.set_viewport_size(SCHOOL)
    ready(page)
    assert faults(page) == []
    found = tutorial_goals(told)
    for n, goal in enumerate(found, 1):
        expect(page.locator(".km-table-tutorial h2")).to_have_text(goal.title)
        expect(page.locator(".km-tutorial-progress")).to_have_attribute("aria-label", f"Goal {n} of {len(found)}")
        assert sideways(page) <= 0
        bids = own_bids(goal)
        places: set[str] = set()
        for _ in range(12):
            leads = page.evaluate(SEEN, LIT)
            assert leads, f"nothing is lit at {goal.title!r}"
            if leads == LIT[0]:
                break
            places.add(page.evaluate(PLACE))
            assert page.evaluate(UNSEEN) == [], f"{goal.title!r} speaks of what is not drawn"
            assert width == NARROW or not page.evaluate(AWAY), f"{goal.title!r}: whom it is about has left the table"
            if leads == LIT[-1]:
                page.locator(".km-bid-control.km-highlight input[type=number]").fill(str(bids.pop(0)))
            does(page, how, leads)
        assert width == NARROW or len(places) == 1, f"{goal.title!r} moves with a click: {places}"
        met, *open_ = (int(place.split(",")[1]) for place in (page.evaluate(PLACE), *places))
        assert width == NARROW or n == len(found) or met <= max(open_), f"{goal.title!r} grows when met: {met} px"
        expect(page.locator(".km-table-tutorial h2")).to_have_text(f"Goal reached: {goal.title}")
        if n == len(found):
            expect(page.locator(".km-has-quiz")).to_be_visible()  # what one can do now
            if page.locator("[data-kind=end]").count():
                expect(page.locator(".km-game-result .km-scores li").first).to_be_visible()
        does(page, how, LIT[0], leaves=n == len(found))
        if n == 1 and how == "mouse":
            comes_back(page, found[n].title)
    page.wait_for_url(f"**/tables/{told.slug}.ipynb*")
    ready(page)
    expect(page.locator(".km-table-tutorial")).to_be_hidden()
    expect(page.locator(".km-step-label b")).to_contain_text("step")
    expect(page.locator(".km-player")).to_have_count(found[-1].start_record.seats)


def test_on_a_phone_no_goal_lies_under_the_hand(open_page: OpenPage) -> None:
    page = open_page("learn/towers.ipynb", width=NARROW)
    ready(page)
    for _ in range(2):
        goal, hand = (page.locator(part).bounding_box() for part in (".km-table-tutorial", ".km-table-hand .km-cards"))
        assert goal is not None
        assert hand is not None
        assert goal["y"] + goal["height"] <= hand["y"]
        page.locator(".km-table-hand button.km-highlight").first.click()


def test_a_wrong_click_is_answered_beside_the_goal(open_page: OpenPage) -> None:
    page = open_page("learn/court.ipynb", width=NARROW)
    ready(page)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark", pressed=True)).to_be_visible()
    place = page.evaluate(PLACE)
    page.locator(".km-table-hand .km-card:not(.km-highlight)").first.click()
    ready(page)
    expect(page.locator(".km-is-wrong")).to_contain_text("a different choice: “Put Gold 2 into your treasury”")
    page.locator(".km-table-question [data-n]:not(.km-highlight)", has_text="End your turn").click()
    ready(page)
    expect(page.locator(".km-is-wrong")).to_contain_text("The rules allow it")
    assert page.evaluate(PLACE) == place, "an answer lies on the table and moves nothing"
    assert faults(page) == []
    # An earlier goal is read again, and the own one waits; who leaves finds it there.
    title = page.locator(".km-table-tutorial h2")
    for key in ("coach_how", "coach_next", "coach_back"):
        does(page, "mouse", f"[data-key={key}]")
    expect(title).to_have_text("Earlier goal: Put gold into your treasury")
    assert faults(page) == []
    does(page, "mouse", LIT[0])
    expect(title).to_have_text("Hire a performer")
    does(page, "mouse", "[data-key=coach_leave]", leaves=True)
    page.wait_for_url("**/tables/court.ipynb*")
    ready(page)
    expect(page.locator(".km-table-tutorial")).to_be_hidden()
    expect(page.locator(".km-menu")).to_be_visible()
    page.go_back()
    ready(page)
    expect(title).to_have_text("Hire a performer")
