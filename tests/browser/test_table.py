"""The table in a real page: played by keyboard, asked, branched, reloaded, narrow, in Voila and in JupyterLab."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAB_TOKEN, NARROW, NewPage, OpenPage, run_in_lab, sideways
from tests.conftest import ROOT, Server, kismet

MARKUP = "<img src=x onerror=alert(1)>"
COURT = "tables/court.ipynb"
_IDLE = "() => { const t = document.querySelector('.km-table'); return t && !t.hasAttribute('aria-busy'); }"
_NAMELESS = """() => [...document.querySelectorAll('.km-table :is(button, input, select, dialog)')].filter((el) =>
    el.checkVisibility() && !(el.getAttribute('aria-label') || el.textContent.trim() || el.labels?.length)).length"""
_SMALL = """() => [...document.querySelectorAll('.km-table :is(button, select, input, summary)')].filter((el) => {
    if (!el.checkVisibility()) return false;
    const box = el.getBoundingClientRect(), after = getComputedStyle(el, '::after');
    const reach = box.height + (el.matches('.km-rule') ? -2 * parseFloat(after.top) : 0);
    return reach < 44 && !el.closest('label');
  }).map((el) => el.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own pages, from the first card of the deal on, with the chances of the table fixed by a seed."""
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
    """``table(width=390)``: the table of a new visitor, ready."""

    def go(**settings: object) -> Page:
        page = open_page(COURT, server=server, **settings)  # type: ignore[arg-type]
        ready(page)
        return page

    return go


def ready(page: Page) -> None:
    page.wait_for_function(_IDLE)


def button(page: Page, name: str) -> Locator:
    return page.locator(".km-table").get_by_role("button", name=name, exact=True)


def click(page: Page, name: str) -> None:
    button(page, name).first.click()
    ready(page)


def my_turn(page: Page) -> None:
    """Deal, and play on to the first choice in the own turn."""
    click(page, "Deal all cards")
    click(page, "Play on to my turn")
    click(page, "Play this turn")


def question(page: Page) -> str:
    return page.locator(".km-question h2").inner_text()


def step(page: Page) -> str:
    return page.locator(".km-where b").inner_text()


def focused(page: Page) -> str:
    return str(page.evaluate("(document.activeElement.ariaLabel || document.activeElement.textContent || '').trim()"))


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until something with this name has the focus."""
    for _ in range(120):
        if re.match(wanted, focused(page)):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {wanted}")


# -- playing -------------------------------------------------------------------------------------


def test_two_turns_by_keyboard_alone(table: Callable[..., Page]) -> None:
    page = table()
    for name in ("Deal all cards", "Play on to my turn"):
        tab_to(page, name)
        page.keyboard.press("Enter")
        ready(page)
    turns = 0
    cards = 0
    for _ in range(60):
        asked = question(page)
        if asked.startswith("Ada, play this turn"):
            turns += 1
            if turns == 3:
                break
            tab_to(page, "Play this turn")
        elif "what do you do" in asked:
            playable = page.locator(".km-t-mine .km-play").count()
            if playable and not re.search("0 plays", asked):
                assert focused(page) != "End the turn", "Enter twice would end it"
                tab_to(page, ".*, can be used")
                page.keyboard.press("Enter")
                assert page.evaluate("document.activeElement.ariaExpanded") == "true"
                page.keyboard.press("Tab")
                assert page.evaluate("Boolean(document.activeElement.closest('.km-tray'))")
                cards += 1
            else:
                tab_to(page, "End the turn")
        elif "which deck" in asked:
            tab_to(page, "Master deck")
            page.keyboard.press("ArrowRight")
            assert focused(page).startswith("Court deck")
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        elif "discard a card" in asked:
            tab_to(page, ".*, can be used")
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        else:
            tab_to(page, "Draw|Roll|Play on to my turn|Keep the roll")
        page.keyboard.press("Enter")
        ready(page)
    assert turns == 3
    assert cards >= 2
    assert page.locator(".km-t-live").inner_text()


def test_a_dimmed_card_says_why_where_it_is(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    for i in range(page.locator(".km-dim").count()):
        card = page.locator(".km-dim").nth(i)
        card.click()
        tray = page.locator(".km-tray")
        expect(tray.locator(".km-why")).to_contain_text(re.compile(r"\w+ .*\."))
        assert card.evaluate("card => card.parentElement === document.querySelector('.km-tray').parentElement")
        assert tray.locator(".km-why span").inner_text() == page.locator(".km-t-live").inner_text()
        rule = tray.locator(".km-rule").inner_text()
        assert re.fullmatch(r"HAR-\d+\.\d+", rule)
        card.click()
        expect(tray).to_have_count(0)
    assert page.locator(".km-dim").count() >= 2


def test_a_rule_opens_beside_and_escape_leads_back(table: Callable[..., Page]) -> None:
    page = table()
    page.locator(".km-question .km-rule").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("HAR-1.6")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page) == "Rule HAR-1.6"
    button(page, "Rules met: 9 of 95").click()
    expect(dialog.locator(".km-met")).to_have_count(9)
    expect(dialog.locator("li")).to_have_count(95)


def test_the_odds_stand_there_before_the_draw_and_the_outcome_can_be_chosen(table: Callable[..., Page]) -> None:
    page = table()
    odds = page.locator(".km-odds")
    expect(odds.locator("li")).to_have_count(8)
    expect(odds).to_contain_text("5/19 ≈ 0.263")
    odds.get_by_text("Choose the outcome").click()
    odds.get_by_label("The card").select_option("KIS-TREASURE")
    click(page, "Let this come up")
    expect(page.locator(".km-line").last).to_have_text("Ada is dealt Treasure.")
    expect(page.locator(".km-t-mine .km-card")).to_contain_text("Treasure")


def test_the_log_previews_pins_and_returns(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    last, asked = step(page), question(page)
    page.locator(".km-lines").evaluate("list => { list.scrollIntoView({ block: 'center' }); list.scrollTop = 0; }")
    line = page.locator(".km-lines li").nth(9)
    line.hover()
    expect(page.locator(".km-past")).to_contain_text("Preview of step")
    assert question(page) != asked
    page.mouse.move(5, 5)
    expect(page.locator(".km-past")).to_have_count(0)
    assert (step(page), question(page)) == (last, asked)
    line.locator(".km-line").click()
    ready(page)
    assert step(page) != last
    expect(page.locator(".km-past")).to_contain_text("another line begins")
    page.keyboard.press("Escape")
    ready(page)
    assert step(page) == last


def test_the_time_line_by_arrow_keys(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
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


def test_what_if_and_back_to_the_first_line(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    before = step(page)
    click(page, "What if?")
    expect(page.locator(".km-was")).to_have_text("Then")
    click(page, "Forfeit the turn")
    lines = page.get_by_role("combobox", name="Line")
    assert lines.locator("option").count() == 2
    expect(page.locator(".km-t-ask")).to_contain_text("The lines part at step")
    assert "which deck" in question(page)
    lines.select_option("0")
    ready(page)
    assert step(page) == before
    assert "what do you do" in question(page)


# -- keeping -------------------------------------------------------------------------------------


def test_a_reload_with_a_new_kernel_keeps_line_and_step(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    click(page, "What if?")
    click(page, "Forfeit the turn")
    click(page, "One step back")
    before = step(page), question(page), page.locator(".km-t-mine").inner_text(), page.locator(".km-lines").inner_text()
    page.reload(wait_until="commit")
    page.locator(".km-where b").wait_for(timeout=60_000)
    ready(page)
    expect(page.locator(".km-t-live")).to_contain_text("Your game goes on at step")
    after = step(page), question(page), page.locator(".km-t-mine").inner_text(), page.locator(".km-lines").inner_text()
    assert after == before
    assert page.get_by_role("combobox", name="Line").locator("option").count() == 2


def test_a_copied_link_opens_the_same_step_elsewhere(
    table: Callable[..., Page], open_page: OpenPage, server: Server
) -> None:
    page = table()
    my_turn(page)
    click(page, "One step back")
    click(page, "Link")
    link = page.get_by_role("textbox", name="Link", exact=True).input_value()
    assert len(link) < 2000
    other = open_page(COURT, server=server, query=link[link.index("#") :])
    ready(other)
    assert step(other) == step(page)
    letter = "A" if link[-30] != "A" else "B"
    damaged = link[:-30] + letter + link[-29:]
    third = open_page(COURT, server=server, query=damaged[damaged.index("#") :])
    ready(third)
    expect(third.locator(".km-t-strip")).to_contain_text("This link is damaged")
    assert step(third) == "step 0 of 0"


def test_saving_and_opening_a_file(table: Callable[..., Page], tmp_path: Path) -> None:
    page = table()
    my_turn(page)
    with page.expect_download() as download:
        button(page, "Save").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    record = json.loads(path.read_text())
    other = table()
    other.locator(".km-table input[type=file]").set_input_files(path)
    expect(other.locator(".km-where b")).to_have_text(f"step {len(record['choices'])} of {len(record['choices'])}")
    path.write_text(path.read_text()[:-40])
    other.locator(".km-table input[type=file]").set_input_files(path)
    expect(other.locator(".km-t-strip")).to_contain_text("it may have been cut off")
    assert step(other).endswith(f"of {len(record['choices'])}")


# -- people --------------------------------------------------------------------------------------


def test_seats_names_and_a_name_that_looks_like_markup(table: Callable[..., Page]) -> None:
    page = table()
    click(page, "New game")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4").check()
    expect(dialog.get_by_label("Name of seat 4")).to_have_value("Dilek")
    dialog.get_by_label("Name of seat 2").fill(MARKUP)
    dialog.get_by_text("Rules that can be chosen").click()
    dialog.get_by_label("Length of the game").select_option(label="short: Game Over lies in the deck")
    dialog.get_by_role("button", name="Start").click()
    ready(page)
    expect(page.locator(".km-t-others h3").first).to_have_text(MARKUP)
    expect(page.locator(".km-t-middle")).to_contain_text("Game Over is among")
    assert page.locator(".km-table img").count() == 0
    click(page, "Deal all cards")
    expect(page.locator(".km-line").filter(has_text=MARKUP).first).to_be_visible()


def test_only_mine_hides_and_everything_shows(table: Callable[..., Page]) -> None:
    page = table()
    click(page, "Deal all cards")
    others = page.locator(".km-t-others")
    assert others.locator(".km-back").count() == 2
    page.get_by_role("radio", name="Everything").check()
    ready(page)
    assert others.locator(".km-back").count() == 0
    page.get_by_role("combobox", name="Seat").select_option(label="Ben")
    ready(page)
    expect(page.locator(".km-t-mine h3")).to_have_text("Ben")
    page.get_by_role("radio", name="Only mine").check()
    ready(page)
    assert others.locator(".km-back").count() == 2


# -- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_phone_has_one_column_in_order(table: Callable[..., Page], dark: bool) -> None:
    page = table(width=NARROW, dark=dark)
    my_turn(page)
    assert sideways(page) == 0
    parts = ("ask", "mine", "odds", "middle", "others", "log")
    tops = [page.locator(f".km-t-{part}").bounding_box()["y"] for part in parts]  # type: ignore[index]
    assert tops == sorted(tops)
    bar = page.locator(".km-t-time").bounding_box()
    assert bar is not None
    assert round(bar["y"] + bar["height"]) <= page.viewport_size["height"]  # type: ignore[index]
    assert bar["height"] < 110
    expect(page.locator(".km-t-ask .km-said")).to_have_text(re.compile(r"\w\.$"))  # the log is far below
    page.locator(".km-t-mine .km-card").last.click()
    tray, bar = page.locator(".km-tray").bounding_box(), page.locator(".km-t-time").bounding_box()
    assert tray is not None
    assert bar is not None
    assert round(tray["y"] + tray["height"]) <= round(bar["y"])
    assert sideways(page) == 0
    assert page.evaluate(_SMALL) == []


def test_everything_has_a_name_and_is_large_enough(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    page.locator(".km-t-mine .km-play").first.click()
    assert page.evaluate(_NAMELESS) == 0
    assert page.evaluate(_SMALL) == []
    assert page.locator(".km-table [role=status]").count() == 1
    assert page.locator("main").count() == page.locator("h1").count() == 1


def test_a_click_is_answered_at_once(table: Callable[..., Page]) -> None:
    page = table()
    my_turn(page)
    times = [
        page.evaluate("""() => new Promise((done) => {
            const start = performance.now(), board = document.querySelector('.km-table');
            const back = document.querySelector('[data-k="time:back"]');
            new MutationObserver((_, watch) => {
              if (board.hasAttribute('aria-busy')) return;
              watch.disconnect();
              requestAnimationFrame(() => done(performance.now() - start));
            }).observe(board, { attributes: true, attributeFilter: ['aria-busy'] });
            back.click();
        })""")
        for _ in range(15)
    ]
    assert statistics.median(times) < 150, times


def test_the_real_page_starts(open_page: OpenPage) -> None:
    page = open_page(COURT)
    ready(page)
    assert question(page) == "Ada, play this turn or forfeit it?"


# -- JupyterLab ----------------------------------------------------------------------------------


@pytest.fixture
def lab(folder: Path, tmp_path: Path) -> Iterator[Server]:
    # A fresh workspace: Lab would open what an earlier visit left open.
    place = {"JUPYTER_TOKEN": LAB_TOKEN, "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path)}
    with kismet(tmp_path / "log.txt", "lab", f"--notebooks={folder}", **place) as server:
        yield server


def test_lab_plays_the_same(lab: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{lab.url}lab/tree/{COURT}?token={LAB_TOKEN}")
    run_in_lab(page, ".km-where b")
    ready(page)
    my_turn(page)
    cells = page.locator(".jp-Cell").count()
    card = page.locator(".km-t-mine .km-card").first
    card.focus()
    for key in ("ArrowRight", "ArrowDown", "b", "Enter"):  # in command mode of Lab these move about and add cells
        page.keyboard.press(key)
    expect(page.locator(".km-tray")).to_be_visible()
    assert page.locator(".jp-Cell").count() == cells
    page.keyboard.press("Escape")
    expect(page.locator(".km-tray")).to_have_count(0)
    before = step(page)
    click(page, "One step back")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Run All Cells", exact=False).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    total = before.split()[-1]
    expect(page.locator(".km-where b")).to_have_text(f"step {int(total) - 1} of {total}", timeout=60_000)
    expect(page.locator(".km-t-live")).to_contain_text("Your game goes on", timeout=60_000)
