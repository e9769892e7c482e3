"""Table in a browser: played by keyboard, questions, variations, reloads, narrow windows, Voila and JupyterLab."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as StillMissingError

import gamelib
from gamelib import Chance, Decision, End, Record
from gamelib.playouts import choose_action
from gamelib.state import State
from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.conftest import ROOT, Server, kismet

MARKUP = "<img src=x onerror=alert(1)>"
COURT = "tables/court.ipynb"
_IDLE = "() => { const t = document.querySelector('.km-table'); return t && !t.hasAttribute('aria-busy'); }"
_NAMELESS = """() => [...document.querySelectorAll('.km-table :is(button, input, select, dialog)')].filter((el) =>
    el.checkVisibility() && !(el.getAttribute('aria-label') || el.textContent.trim() || el.labels?.length)).length"""
_SMALL = """() => [...document.querySelectorAll('.km-table :is(button, select, input, summary)')].filter((el) => {
    if (!el.checkVisibility()) return false;
    const box = el.getBoundingClientRect(), after = getComputedStyle(el, '::after');
    const more = after.content === '""' && after.position === 'absolute' ? parseFloat(after.top) : 0;
    const reach = box.height - 2 * more;
    return reach < 44 && !el.closest('label');
  }).map((el) => el.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of our own pages from the first card of the deal on, with a fixed seed."""
    folder = tmp_path_factory.mktemp("seeded")
    for name in ("index.ipynb", COURT):
        notebook = nbformat.read(ROOT / "notebooks" / name, as_version=4)
        for cell in notebook.cells:
            cell.source = cell.source.replace("begun=True", "seed=5")
        (folder / name).parent.mkdir(exist_ok=True)
        nbformat.write(notebook, folder / name)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with kismet(tmp_path_factory.mktemp("voila") / "log.txt", f"--notebooks={folder}") as server:
        yield server


@pytest.fixture
def table(open_page: OpenPage, server: Server) -> Callable[..., Page]:
    """Return the ready table of a new visitor: ``table(width=390)``."""

    def go(**settings: object) -> Page:
        page = open_page(COURT, server=server, **settings)  # type: ignore[arg-type]
        ready(page)
        return page

    return go


def ready(page: Page) -> None:
    """Wait until the table answers and has the whole page. A first visitor has closed the introduction."""
    page.wait_for_function(_IDLE)
    if page.locator(".km-page-intro:not(.km-is-read)").count():
        page.get_by_role("button", name="Go to the table").click()


def go(page: Page, link: str) -> None:
    """Open a game at the table that is open, as if its link were typed in the address bar."""
    page.evaluate(
        """link => new Promise(done => {
        if (location.hash === link) history.replaceState(null, "", location.pathname + location.search);
        addEventListener("hashchange", done, {once: true});
        location.hash = link;
    })""",
        link,
    )
    ready(page)


def menu(page: Page) -> None:
    """Open the menu if it is closed."""
    if not page.locator(".km-menu[open]").count():
        page.locator(".km-menu > summary").click()


def menu_click(page: Page, name: str) -> None:
    menu(page)
    page.locator(".km-sheet").get_by_role("button", name=name, exact=True).click()
    ready(page)


def unfold(page: Page) -> None:
    """Open the log."""
    page.locator(".km-last-line[aria-expanded=false]").click()


def button(page: Page, name: str) -> Locator:
    return page.locator(".km-table").get_by_role("button", name=name, exact=True)


def click(page: Page, name: str) -> None:
    button(page, name).first.click()
    ready(page)


def my_turn(page: Page) -> None:
    """Deal, and play on to the first choice in the own turn."""
    click(page, "Deal all cards")
    click(page, "Continue to my turn")
    click(page, "Play this turn")


def question(page: Page) -> str:
    return page.locator(".km-question h2").inner_text()


def step(page: Page) -> str:
    return page.locator(".km-step-label b").text_content() or ""


def focused(page: Page) -> str:
    return str(page.evaluate("(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until an element with this name has the focus."""
    for _ in range(120):
        if re.match(wanted, focused(page)):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {wanted} at {question(page)!r}")


# -- playing -------------------------------------------------------------------------------------


def test_two_turns_by_keyboard_alone(table: Callable[..., Page]) -> None:
    page = table()
    for name in ("Deal all cards", "Continue to my turn"):
        tab_to(page, name)
        page.keyboard.press("Enter")
        ready(page)
    turns = 0
    cards = 0
    for _ in range(60):
        asked = question(page)
        if asked.startswith("Ada, do you want to play this turn"):
            turns += 1
            if turns == 3:
                break
            tab_to(page, "Play this turn")
        elif "what do you want to do" in asked:
            playable = page.locator(".km-table-hand .km-play").count()
            if playable and not re.search("0 plays", asked):
                assert focused(page) != "End your turn", "Enter twice would end it"
                before = step(page)
                card = page.locator(".km-table-hand .km-play").first
                place = page.locator(".km-table-hand .km-card").evaluate_all(
                    "(all, key) => all.findIndex((one) => one.dataset.key === key)", card.get_attribute("data-key")
                )
                page.keyboard.press(str(place + 1))  # one key, as one click
                ready(page)
                cards += 1
                if step(page) != before:
                    continue
                if (
                    page.locator(".km-table-question [data-key^='do:']").count() > 1
                ):  # one of the card's actions is chosen
                    assert page.evaluate(
                        "Boolean(document.activeElement.closest('.km-table-question, .km-table-hand'))"
                    )
                    tab_to(page, ".*(against|Give|Hire .* for) ")
                else:  # what cannot be taken back is shown first
                    page.keyboard.press(str(place + 1))
                    ready(page)
                    assert step(page) != before
                    continue
            else:
                tab_to(page, "End your turn")
        elif "which deck" in asked:
            tab_to(page, ".*Master deck")
            page.keyboard.press("ArrowRight")
            assert "Court deck" in focused(page)
        elif re.search("which card", asked):
            tab_to(page, ".*, can be used")
        else:
            tab_to(page, "Draw|Roll|Continue to my turn|Keep this value|Remove the|Take|Roll without the power")
        page.keyboard.press("Enter")
        ready(page)
    assert turns == 3
    assert cards >= 2
    assert page.locator(".km-table-live-region").inner_text()
    page.locator(".km-table").evaluate("(el) => el.setAttribute('aria-busy', 'true')")  # and no answer comes
    page.wait_for_function("getComputedStyle(document.querySelector('.km-table'), '::before').opacity === '1'")


def test_a_rule_opens_beside_and_escape_leads_back(table: Callable[..., Page]) -> None:
    page = table()
    page.locator(".km-question .km-rule").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("HAR-1.6")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page) == "Rule HAR-1.6"
    met = page.get_by_role("button", name=re.compile(r"Rules you have met: \d+ of 95"))
    count = int(re.findall(r"\d+", met.inner_text())[0])
    met.click()
    expect(dialog.locator(".km-rule-met")).to_have_count(count)
    assert count < 9  # a rule that only the deal tells is not met yet
    expect(dialog.locator("li")).to_have_count(95)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.evaluate("document.querySelector('main').focus()")  # as after a click beside the table
    assert page.evaluate("document.activeElement.tagName") == "MAIN"
    page.keyboard.press("?")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("Keys")


def test_the_odds_stand_there_before_the_draw_and_the_outcome_can_be_chosen(table: Callable[..., Page]) -> None:
    page = table()
    odds = page.locator(".km-odds")
    expect(odds.locator("li")).to_have_count(8)
    expect(odds).to_contain_text("26%")
    expect(odds).to_contain_text(re.compile(r"\d+ of \d+"))
    widths = odds.locator(".km-track i").evaluate_all("all => all.map((one) => parseFloat(one.style.width))")
    assert sum(widths) == pytest.approx(100, abs=0.1)  # on a scale to 1
    odds.get_by_text("Choose the outcome").click()
    odds.get_by_label("The card").select_option("KIS-TREASURE")
    click(page, "Choose this outcome")
    expect(page.locator(".km-last-line")).to_contain_text("Ada is dealt Treasure.")
    expect(page.locator(".km-table-hand .km-card")).to_contain_text("Treasure")
    expect(page.locator(".km-resolved-odds .km-is-active")).to_have_count(1)  # what came stays on its odds


def test_only_a_moved_pointer_previews(table: Callable[..., Page]) -> None:
    """Check that the log can open or scroll under a resting pointer without a request."""
    page = table()
    my_turn(page)
    page.mouse.move(300, 500)
    page.evaluate("document.querySelector('.km-last-line').click()")
    page.locator(".km-lines").evaluate("list => { list.scrollTop = 200; }")
    box = page.locator(".km-lines").bounding_box()
    assert box
    assert box["x"] < 300 < box["x"] + box["width"]
    page.clock.install()
    page.evaluate("""() => {
        const line = document.elementFromPoint(300, 500).closest('li');
        const at = { bubbles: true, clientX: 300, clientY: 500 };
        for (const type of ['pointerenter', 'pointermove']) line.dispatchEvent(new PointerEvent(type, at));
    }""")
    page.clock.run_for(10_000)
    ready(page)
    expect(page.locator(".km-past-step")).to_have_count(0)


# -- the own turn: each check begins with the same position on the same page -------------------------


def dimmed_cards_say_why(page: Page) -> None:
    for i in range(page.locator(".km-dim").count()):
        card = page.locator(".km-dim").nth(i)
        name = card.locator(".km-name").inner_text()
        card.click()
        why = page.locator(".km-table-question .km-refusal-reason")
        expect(why).to_contain_text(re.compile(r"\w+ .*\."))
        assert question(page) == f"Why not {name}?"
        for part in why.locator(".km-reason > span").all_inner_texts() or why.locator("span").all_inner_texts():
            expect(page.locator(".km-table-live-region")).to_contain_text(part.rstrip("."))
        assert re.fullmatch(r"HAR-\d+\.\d+", why.locator(".km-rule").inner_text())
        card.click()
        expect(why).to_have_count(0)
    assert page.locator(".km-dim").count() >= 2


def log_previews_pins_and_returns(page: Page) -> None:
    last, asked = step(page), question(page)
    unfold(page)
    assert page.locator(".km-lines li").first.inner_text().startswith("Ada plays this turn")  # the newest on top
    line = page.locator(".km-lines li").nth(12)
    line.scroll_into_view_if_needed()
    line.hover()
    expect(page.locator(".km-past-step")).to_contain_text("Preview of step")
    assert question(page) != asked
    page.mouse.move(5, 5)
    expect(page.locator(".km-past-step")).to_have_count(0)
    assert (step(page), question(page)) == (last, asked)
    line.locator(".km-line").click()
    ready(page)
    assert step(page) != last
    expect(page.locator(".km-past-step")).to_contain_text("a new branch begins")
    page.keyboard.press("Escape")  # folds the log
    page.keyboard.press("Escape")
    ready(page)
    assert step(page) == last


def time_line_moves_by_arrow_keys(page: Page) -> None:
    steps = int(step(page).split()[-1])
    page.get_by_role("slider", name="Time line").focus()
    page.keyboard.press("ArrowLeft")
    ready(page)
    page.keyboard.press("ArrowLeft")
    ready(page)
    assert step(page) == f"step {steps - 2} of {steps}"
    assert focused(page) == "Time line"
    click(page, "First step")
    assert step(page) == f"step 0 of {steps}"
    click(page, "Last step")
    assert step(page) == f"step {steps} of {steps}"


def what_if_leads_back_to_the_first_line(page: Page) -> None:
    before = step(page)
    click(page, "What if?")
    expect(page.locator(".km-earlier-label")).to_have_text("As before")
    click(page, "Skip this turn, draw up to 3 cards")
    lines = page.get_by_role("combobox", name="Branch")
    assert lines.locator("option").count() == 2
    assert "which deck" in question(page)
    expect(page.locator(".km-table-question [data-key=fork]")).to_have_text("Show both branches")
    lines.select_option("0")
    ready(page)
    assert step(page) == before
    assert "what do you want to do" in question(page)


def undo_takes_back_what_showed_nothing(page: Page) -> None:
    before, hand = step(page), page.locator(".km-table-hand").inner_text()
    page.locator(".km-table-hand .km-play").filter(has_text="Gold").first.click()  # one click plays it
    ready(page)
    assert step(page) != before
    click(page, "Undo")
    assert (step(page), page.locator(".km-table-hand").inner_text()) == (before, hand)


def everything_has_a_name_and_is_large_enough(page: Page) -> None:
    page.locator(".km-table-hand .km-dim").first.click()
    assert page.evaluate(_NAMELESS) == 0
    assert page.evaluate(_SMALL) == []
    assert page.locator(".km-table [role=status]").count() == 1
    assert page.locator("main").count() == page.locator("h1").count() == 1


def every_click_on_the_time_line_is_answered(page: Page) -> None:
    """Check that each click shows its step. benchmarks/page.py measures the time."""
    steps = int(step(page).split()[-1])
    for behind in range(1, 11):
        button(page, "One step back").click()
        expect(page.locator(".km-step-label b")).to_have_text(f"step {steps - behind} of {steps}")


def test_at_the_own_turn(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    link = page.evaluate("location.hash")
    log_previews_pins_and_returns(page)
    for check in (
        dimmed_cards_say_why,
        everything_has_a_name_and_is_large_enough,
        undo_takes_back_what_showed_nothing,
        time_line_moves_by_arrow_keys,
        every_click_on_the_time_line_is_answered,
        what_if_leads_back_to_the_first_line,
    ):
        go(page, link)
        check(page)


# -- keeping -------------------------------------------------------------------------------------


def test_a_reload_with_a_new_kernel_keeps_line_and_step(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    click(page, "What if?")
    click(page, "Skip this turn, draw up to 3 cards")
    click(page, "One step back")
    before = (
        step(page),
        question(page),
        page.locator(".km-table-hand").inner_text(),
        page.locator(".km-lines").text_content(),
    )
    page.reload(wait_until="commit")
    page.locator(".km-step-label b").wait_for(state="attached", timeout=120_000)
    ready(page)
    expect(page.locator(".km-table-live-region")).to_contain_text("Your game continues at step")
    after = (
        step(page),
        question(page),
        page.locator(".km-table-hand").inner_text(),
        page.locator(".km-lines").text_content(),
    )
    assert after == before
    assert page.get_by_role("combobox", name="Branch").locator("option").count() == 2


def test_a_copied_link_opens_the_same_step_elsewhere(
    table: Callable[..., Page], open_page: OpenPage, server: Server
) -> None:
    page = table()
    my_turn(page)
    click(page, "One step back")
    menu_click(page, "Link")
    link = page.get_by_role("textbox", name="Link", exact=True).input_value()
    assert len(link) < 2000
    other = open_page(COURT, server=server, query=link[link.index("#") :])
    ready(other)
    assert step(other) == step(page)
    letter = "A" if link[-30] != "A" else "B"
    damaged = link[:-30] + letter + link[-29:]
    third = open_page(COURT, server=server, query=damaged[damaged.index("#") :])
    ready(third)
    expect(third.locator(".km-table-notice")).to_contain_text("This link is damaged")
    assert step(third) == "step 0 of 0"


def test_saving_and_opening_a_file(table: Callable[..., Page], tmp_path: Path) -> None:
    page = table()
    my_turn(page)
    menu(page)
    with page.expect_download() as download:
        button(page, "Save").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    record = json.loads(path.read_text())
    other = table()
    other.locator(".km-table input[type=file]").set_input_files(path)
    expect(other.locator(".km-step-label b")).to_have_text(f"step {len(record['choices'])} of {len(record['choices'])}")
    path.write_text(path.read_text()[:-40])
    other.locator(".km-table input[type=file]").set_input_files(path)
    expect(other.locator(".km-table-notice")).to_contain_text("it may have been cut off")
    assert step(other).endswith(f"of {len(record['choices'])}")


# -- people --------------------------------------------------------------------------------------


def test_seats_names_and_a_name_that_looks_like_markup(table: Callable[..., Page]) -> None:
    page = table()
    menu_click(page, "New game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4").check()
    expect(dialog.get_by_label("Name of player 4")).to_have_value("Dilek")
    dialog.get_by_label("Name of player 2").fill(MARKUP)
    dialog.get_by_text("Rule options").click()
    dialog.get_by_label("Length of the game").select_option(
        label="short: Game Over is in the master deck from the start"
    )
    dialog.get_by_role("button", name="Start").click()
    ready(page)
    expect(page.locator(".km-table-others h3").first).to_have_text(MARKUP)
    expect(page.locator('[data-key="deck:master"]')).to_have_accessible_name(re.compile("Game Over is one of"))
    assert page.locator(".km-table img").count() == 0
    click(page, "Deal all cards")
    unfold(page)
    expect(page.locator(".km-line").filter(has_text=MARKUP).first).to_be_visible()


def test_only_mine_hides_and_everything_shows(table: Callable[..., Page]) -> None:
    page = table()
    click(page, "Deal all cards")
    others = page.locator(".km-table-others")
    assert others.locator(".km-fan").count() == 2
    menu(page)
    page.get_by_role("radio", name="Everything").check()
    ready(page)
    assert others.locator(".km-fan").count() == 0
    page.get_by_role("combobox", name="Seat").select_option(label="Ben")
    ready(page)
    expect(page.locator(".km-table-mine h3")).to_have_text("Ben")
    page.get_by_role("radio", name="Only mine").check()
    ready(page)
    assert others.locator(".km-fan").count() == 2


# -- the page ------------------------------------------------------------------------------------


# What one decides about, by selector: all of it is seen without scrolling.
_INSIDE = """(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].flatMap((el) => {
    if (!el.checkVisibility()) return [];
    const box = el.getBoundingClientRect(), out = [];
    for (let up = el.parentElement; up; up = up.parentElement) {
      const root = up === document.documentElement;
      if (!root && !/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowY)) continue;
      const edge = root ? { top: 0, left: 0, right: innerWidth, bottom: innerHeight } : up.getBoundingClientRect();
      const over = [edge.top - box.top, edge.left - box.left, box.right - edge.right, box.bottom - edge.bottom];
      if (Math.max(...over) > 1)
        out.push(`${part} ${el.dataset.key ?? el.textContent.slice(0, 30)}: ${over.map(Math.round)}, ${up.className}`);
    }
    return out;
  }))"""
SCREENS = [(1366, 768), (1280, 900), (NARROW, 844)]


def outside(page: Page, *parts: str) -> list[str]:
    """Return those of these parts that are not wholly on the first screen. Each must exist."""
    for part in parts:
        expect(page.locator(part).first).to_be_attached()
    with suppress(StillMissingError):  # a page that has just changed its size may still be laying itself out
        page.wait_for_function(f"(parts) => ({_INSIDE})(parts).length === 0", arg=list(parts))
    return list(page.evaluate(_INSIDE, list(parts)))


def goes_on(state: State[Any]) -> bool:
    """Return whether the turn continues after a raid. Then its dice stay visible."""
    raid = state.child(next(action for action in state.legal if action.verb == "raid"))
    return isinstance(raid.node, Chance) and raid.child(raid.node.sample(Random(0))).node.step_name == "main"


@cache
def at(test: str, since: int = 0) -> str:
    """Return a link to the first position of a heuristic game with risks to choose, or with a raid on the viewer."""
    game = gamelib.game("harem")
    for seed in range(60):
        rng, record = Random(seed), Record(game, 3, {}, ["Ada", "Ben", "Cem"])
        while not isinstance(node := record.state.node, End):
            verbs = [action.verb for action in record.state.legal] if isinstance(node, Decision) else []
            risky = node.step_name == "main" and node.seat == 0 and verbs.count("raid") == 2 and goes_on(record.state)
            struck = node.step_name == "combat" and node.values["target"] == 0
            if len(record) >= since and (risky if test == "risky" else struck):
                return f"#game={record.to_link()}&step={len(record)}"
            chance = isinstance(node, Chance)
            record.apply_and_append(
                node.sample(rng) if chance else choose_action(record.state, game.bots["thumb"], rng)
            )
    raise AssertionError(f"{test} never came up")


def test_the_moment_is_one_screen(table: Callable[..., Page]) -> None:
    """Check question, hand, pending odds and their buttons at a choice, before a roll and after it, at every size."""
    page = table(query=at("risky"))

    def check(*parts: str) -> None:
        always = (
            ".km-question h2",
            ".km-table-question .km-actions button",
            ".km-table-hand .km-card",
            ".km-table-mine h3",
            ".km-table-others h3",
            ".km-table-timeline button",
        )
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert outside(page, *always, *parts) == [], width

    check(".km-risk", ".km-table-odds h3")
    page.locator(".km-table-hand .km-play").filter(has_text="Raid").first.click()
    check(".km-risk[aria-pressed=true]", ".km-table-question .km-probability-pie")
    page.locator(".km-table-question .km-actions button").first.click()
    ready(page)
    check(".km-dice", ".km-die", ".km-histogram", ".km-odds-pie")
    page.locator(".km-dice").click()
    ready(page)
    check(".km-dice", ".km-histogram", ".km-ball", ".km-odds-pie")
    expect(page.locator(".km-ball")).to_have_count(1)
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0


def test_a_raid_on_me_stops_and_is_shown(table: Callable[..., Page]) -> None:
    page = table(query=at("struck", 60))
    expect(page.locator(".km-table-odds h3").first).to_have_text(re.compile("raid on you"))
    page.locator(".km-dice").click()
    ready(page)
    expect(page.locator(".km-dice .km-sum").first).to_have_text(re.compile(r"\d+ [+−] \d+ = \d+"))
    ball = page.locator(".km-histogram-column:has(.km-ball)")
    assert ball.count() == 1
    where = step(page)
    menu_click(page, "Link")
    expect(page.get_by_role("textbox", name="Link", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    ready(page)
    assert step(page) == where, "somebody played on over it"


def test_phone_has_one_column_in_order(table: Callable[..., Page]) -> None:
    page = table(width=NARROW, dark=True)
    my_turn(page)
    assert sideways(page) == 0
    parts = ("header", "others", "mine", "odds", "question", "hand", "timeline")
    tops = [page.locator(f".km-table-{part}").bounding_box()["y"] for part in parts]  # type: ignore[index]
    assert tops == sorted(tops)
    bar = page.locator(".km-table-timeline").bounding_box()
    assert bar is not None
    assert round(bar["y"] + bar["height"]) <= page.viewport_size["height"]  # type: ignore[index]
    assert bar["height"] < 60
    expect(page.locator(".km-last-line")).to_have_text(re.compile(r"\w\.$"))
    page.locator(".km-table-hand .km-dim").last.click()
    name = page.locator(".km-table-hand .km-selected .km-name").text_content()
    expect(page.locator(".km-question h2")).to_contain_text(str(name))  # a narrow card shows its text in the action bar
    assert sideways(page) == 0
    assert page.evaluate(_SMALL) == []


def test_the_introduction_is_read_once(open_page: OpenPage, server: Server) -> None:
    page = open_page(COURT, server=server)
    intro = page.locator(".km-page-intro")
    expect(intro.get_by_role("heading", level=1)).to_be_visible()
    begin, screen = page.get_by_role("button", name="Go to the table"), page.viewport_size
    for width, height in ((568, 240), (320, 256), (390, 844), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        begin.click(trial=True)
        box = intro.bounding_box()
        assert box
        assert abs(2 * box["x"] + box["width"] - width) <= 20, "in the middle, apart from a scroll bar"
    page.set_viewport_size(screen)
    begin.click()
    expect(intro).to_have_class(re.compile("km-is-read"))
    page.reload(wait_until="commit")
    page.locator(".km-step-label b").wait_for(state="attached", timeout=120_000)
    ready(page)
    expect(intro).to_have_class(re.compile("km-is-read"))
    assert page.locator("h1").count() == 1


def test_a_projector_shows_the_same_larger(open_page: OpenPage, server: Server) -> None:
    page = open_page(COURT, server=server, query="?projector")
    ready(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert page.locator(".km-table-header").bounding_box()["height"] == 72  # type: ignore[index]
    my_turn(page)
    assert outside(page, ".km-question h2", ".km-table-question .km-actions button", ".km-table-hand .km-card") == []
    button(page, "Larger, for a projector").click()
    assert page.locator(".km-table-header").bounding_box()["height"] == 48  # type: ignore[index]
    page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not here')); }")
    button(page, "Full screen").click()  # a browser may refuse it: nothing is pressed, nothing is in the console
    expect(button(page, "Full screen")).to_have_attribute("aria-pressed", "false")


def test_the_real_page_starts_and_keeps_its_language(open_page: OpenPage) -> None:
    page = open_page(COURT)
    ready(page)
    asked = question(page)
    assert asked == "Ada, do you want to play this turn, or skip it and draw cards?"
    # What page and kernel say is in the language chosen, and stays so; what the game says is not.
    menu = page.locator(".km-menu > summary")
    menu.click()
    page.locator(".km-menu .km-languages").focus()
    page.locator(".km-menu .km-languages").select_option("de")
    expect(menu).to_have_text("Menü")
    expect(menu).to_be_focused()
    ready(page)
    page.reload(wait_until="commit")
    expect(menu).to_have_text("Menü")
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".km-table-live-region")).to_contain_text("Dein Spiel geht bei Schritt")
    assert step(page).startswith("Schritt ")
    assert question(page) == asked
    assert page.locator(".km-skip-link").text_content() == "Zum Inhalt"
