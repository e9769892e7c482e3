"""Notebooks in JupyterLab: the home page, a table, and several widgets of one kind."""

from __future__ import annotations

import json
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import TimeoutError as StillMissingError
from playwright.sync_api import expect

from tests.browser.conftest import LAB_TOKEN, NewPage, run_in_lab
from tests.browser.test_serving import FORBIDDEN, Wire
from tests.browser.test_table import COURT, button, click, my_turn, question, ready, step
from tests.conftest import Server
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.site.home_page import list_pages


def test_the_wire_would_notice_code_that_runs(lab_server: Server, tmp_path: Path) -> None:
    """Use the same client on JupyterLab, where code may run. This proves that the test above can fail."""
    connection = HTTPConnection("127.0.0.1", urlsplit(lab_server.url).port, timeout=120)
    connection.request("POST", "/api/kernels", body="{}", headers={"Authorization": f"token {LAB_TOKEN}"})
    kernel = json.loads(connection.getresponse().read())["id"]
    target = tmp_path / "written"
    wire = Wire(lab_server, kernel, True, LAB_TOKEN)
    sent = wire.send("execute_request", {**FORBIDDEN["execute_request"], "code": f"open({str(target)!r}, 'w').close()"})
    assert sent in wire.answers(sent, "execute_reply")
    assert target.exists()


def test_lab_opens_the_home_page(new_page: NewPage, lab_server: Server) -> None:
    page = new_page()
    run_in_lab(page, lab_server, "index.ipynb", ".km-home")
    offered = "all => all.filter((link) => !link.closest('[hidden]')).length"  # JupyterLab has no classes
    assert page.locator(".km-home section a").evaluate_all(offered) == len(list_pages())
    assert page.get_by_text("Jupyter news").count() == 0


def test_lab_plays_the_same(lab_server: Server, new_page: NewPage) -> None:
    notebook = nbformat.read(NOTEBOOKS_DIR / COURT, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("begun=True", "seed=5")
    nbformat.write(notebook, lab_server.log.parent / "notebooks" / COURT)
    page = new_page()
    run_in_lab(page, lab_server, COURT, ".km-step-label b")
    ready(page)
    my_turn(page)
    cells = page.locator(".jp-Cell").count()
    asked = question(page)
    card = page.locator(".km-table-hand .km-dim").first
    card.focus()
    for key in ("ArrowRight", "ArrowLeft", "b", "Enter"):  # in command mode of Lab these move about and add cells
        page.keyboard.press(key)
    assert question(page) != asked
    assert page.locator(".jp-Cell").count() == cells
    page.keyboard.press("Escape")
    assert question(page) == asked
    button_shape = button(page, "End your turn").evaluate("el => getComputedStyle(el).borderTopLeftRadius")
    assert float(button_shape.removesuffix("px")) >= 20  # Lab's own rules have not taken the corners
    before = step(page)
    click(page, "One step back")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Run All Cells", exact=False).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    total = before.split()[-1]
    expect(page.locator(".km-step-label b")).to_have_text(f"step {int(total) - 1} of {total}", timeout=120_000)
    expect(page.locator(".km-table-live-region")).to_contain_text("Your game continues", timeout=120_000)


TWO_OF_EACH = """\
from widgets import Builder, Lesson, Table
from widgets.games.harem.dashboards.gems import create_dashboard
from widgets.lesson.lesson_notebooks import load_lesson_definition
for _ in range(2):
    display(Table("towers", seats=2, players=["human", "human"], seed=2))
    display(Lesson(load_lesson_definition("00-three-coins")))
    display(Builder())
    display(Builder("2d6 : sum"))
display(create_dashboard())
"""
KEPT = """() => [".km-step-label b", ".km-lesson-step > h2", ".km-builder-chain", ".km-builder-actions"].map(
    (selector) => [...document.querySelectorAll(selector)].map((el) => el.textContent),
)"""


def test_two_of_a_kind_in_a_notebook_keep_their_work_apart(lab_server: Server, new_page: NewPage) -> None:
    nbformat.write(new_notebook(cells=[new_code_cell(TWO_OF_EACH)]), lab_server.log.parent / "notebooks" / "two.ipynb")
    page = new_page()
    run_in_lab(page, lab_server, "two.ipynb", ".km-dashboard [data-drawn]")
    dashboard = page.locator(".km-dashboard")
    expect(dashboard.get_by_role("button", name="Copy link to this setting")).to_have_count(0)  # the link is of Lab
    dashboard.get_by_role("button", name="10 times").first.click()
    expect(dashboard.get_by_text("10 trials").first).to_be_visible()
    assert "#" not in page.url
    tables, lessons, builders = (page.locator(f".km-{kind}") for kind in ("table", "lesson", "builder"))
    expect(builders).to_have_count(4)
    for n in range(2):
        tables.nth(n).get_by_role("button", name="Deal one card").click()
        expect(tables.nth(n).locator(".km-step-label b")).to_have_text("step 1 of 1")
    tables.nth(1).get_by_role("button", name="Deal one card").click()
    expect(tables.nth(1).locator(".km-step-label b")).to_have_text("step 2 of 2")
    lessons.nth(1).locator("[data-key=next]").click()
    expect(lessons.nth(1).locator("[data-step=play]")).to_be_visible()
    for n in range(4):
        expect(builders.nth(n).locator("[data-key='thing-chain[0]']")).to_be_visible()
        things = builders.nth(n).locator("[data-key^='thing-chain']")
        there = things.count()
        for more in range(1 + n // 2):
            builders.nth(n).locator("[data-key=part-d]").click()
            expect(things).to_have_count(there + more + 1)
        builders.nth(n).locator("[data-key='b-Try once']").click()
        expect(builders.nth(n).locator(".km-builder-actions")).to_contain_text("1 run")
    before = page.evaluate(KEPT)
    assert all(len({*texts}) == len(texts) for texts in before[:3]), before
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Run All Cells", exact=False).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    with suppress(StillMissingError):
        page.wait_for_function(f"(before) => JSON.stringify(({KEPT})()) === JSON.stringify(before)", arg=before)
    assert page.evaluate(KEPT) == before


def test_lab_keeps_the_games_of_two_tables_apart(lab_server: Server, new_page: NewPage) -> None:
    """Two tables of one game in one notebook, in one cell and in two, keep a game each when all cells run again."""
    name = "two-tables.ipynb"
    notebook = nbformat.read(NOTEBOOKS_DIR / COURT, as_version=4)
    tables = [f'Table("harem", seed={seed}, begun=True)' for seed in (5, 6, 7)]
    sources = ["from widgets.table import Table", tables[0], f"display({tables[1]}, {tables[2]})"]
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(notebook, lab_server.log.parent / "notebooks" / name)
    page = new_page()
    run_in_lab(page, lab_server, name, ".km-step-label b")
    labels = page.locator(".km-table:not([aria-busy]) .km-step-label b")
    hands = page.locator(".km-table:not([aria-busy]) .km-table-hand")
    expect(labels).to_have_count(3, timeout=120_000)
    for number, steps in enumerate((3, 2, 1)):
        for _ in range(steps):
            before = labels.nth(number).inner_text()
            page.locator(".km-table").nth(number).get_by_role("button", name="One step back").first.click()
            expect(labels.nth(number)).not_to_have_text(before)
    games = [*zip(labels.all_inner_texts(), hands.all_inner_texts(), strict=True)]
    assert len(set(games)) == 3
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Restart Kernel and Run All Cells", exact=False).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    restored = page.locator(".km-table-live-region", has_text="Your game continues")
    expect(restored).to_have_count(3, timeout=120_000)
    assert [*zip(labels.all_inner_texts(), hands.all_inner_texts(), strict=True)] == games
