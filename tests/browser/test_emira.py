"""Table of Emira in a browser: an auction won by keyboard, bids refused with their rule, phone and dark theme."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

import gamelib
from gamelib import Chance, Decision, Record
from gamelib.playouts import choose_action
from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.test_table import click, focused, outside, question, ready, step, tab_to, unfold
from tests.conftest import ROOT, Server, kismet

EMIRA = "tables/emira.ipynb"
GAME = gamelib.game("emira")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start our own page with a fixed seed."""
    folder = tmp_path_factory.mktemp("seeded")
    notebook = nbformat.read(ROOT / "notebooks" / EMIRA, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("begun=True", "begun=True, seed=4")
    (folder / EMIRA).parent.mkdir()
    nbformat.write(notebook, folder / EMIRA)
    nbformat.write(nbformat.read(ROOT / "notebooks/index.ipynb", as_version=4), folder / "index.ipynb")
    with kismet(tmp_path_factory.mktemp("voila") / "log.txt", f"--notebooks={folder}") as running:
        yield running


@pytest.fixture
def table(open_page: OpenPage, server: Server) -> Callable[..., Page]:
    """Return the ready table of a new visitor: ``table(width=390)``. ``link`` opens it at a position."""

    def go(link: str = "", **settings: object) -> Page:
        page = open_page(EMIRA, server=server, query=f"#{link}" if link else "", **settings)  # type: ignore[arg-type]
        ready(page)
        return page

    return go


def at(ask: str, seats: int = 4, since: int = 1, **options: object) -> str:
    """Return a link to a position in which the first seat has this decision in a round from `since` on."""
    for seed in range(30):
        rng = Random(seed)
        record = Record(GAME, seats, options, ["Ada", "Ben", "Cem", "Dilek", "Emre"][:seats])
        while isinstance(node := record.state.node, Decision | Chance):
            if node.step_name == ask and node.seat == 0 and record.state.round >= since:
                return f"game={record.to_link()}&step={len(record)}"
            choice = (
                node.sample(rng) if isinstance(node, Chance) else choose_action(record.state, GAME.bots["thumb"], rng)
            )
            record.apply_and_append(choice)
    raise AssertionError(f"{ask} never came up")


def field(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Your bid")


def gold(page: Page) -> int:
    fact = page.locator('[data-key="seat:0"] .km-facts li[title="Gold"]')
    return int(fact.locator("span").last.text_content() or "")


def log(page: Page) -> Locator:
    return page.locator(".km-table-log")


def test_the_page_opens_on_a_choice_that_a_learner_can_make(table: Callable[..., Page]) -> None:
    page = table()
    assert question(page) == "Ada, which event card do you want to keep?"
    cards = page.locator('[data-key^="hand:0:"]')
    assert cards.count() == 3
    cards.first.click()  # others choose next, so it is shown first
    expect(page.locator(".km-preview-line")).to_contain_text("can’t take this back")
    cards.first.click()
    ready(page)
    ready(page)
    click(page, "Continue to my turn")
    assert "do you want to bid?" in question(page) or "which action" in question(page)
    page.locator('[data-key^="princess:"]').first.click()
    told = page.locator(".km-table-question").inner_text()
    assert all(re.search(rf"{name}: ", told) for name in ("Ada", "Ben", "Cem", "Dilek"))


def test_an_auction_won_by_keyboard_alone(table: Callable[..., Page]) -> None:
    """Bid to the limit that pays, win, and take an action, with Tab, Enter, digits and arrows only."""
    page = table(at("bid"))
    money = gold(page)
    tab_to(page, "Your bid$")
    page.keyboard.press("Tab")
    expect(field(page)).to_be_focused()
    page.keyboard.type("200")
    expect(field(page)).to_have_value("200")
    tab_to(page, "Bid 200$")
    page.keyboard.press("Enter")
    ready(page)
    for _ in range(20):
        if "which action do you want to take" in question(page):
            break
        tab_to(
            page, r"(Yes, )?Bid \d+$" if question(page).startswith("Ada, do you want to bid") else "Continue to my turn"
        )
        page.keyboard.press("Enter")
        ready(page)
    assert "which action do you want to take" in question(page)
    paid = money - gold(page)
    assert paid >= 200
    where, money = step(page), gold(page)
    tab_to(page, ".*, can be used")
    page.keyboard.press("Enter")
    ready(page)
    if step(page) == where:  # a card with more than one meaning opens in the dock, and says what each leaves
        assert page.evaluate("Boolean(document.activeElement.closest('.km-table-question'))")
        left = int(re.search(r"leaves (\d+) gold", focused(page))[1])  # type: ignore[index]
        page.keyboard.press("Enter")
        ready(page)
        assert gold(page) == left
    assert gold(page) < money
    expect(log(page)).to_contain_text("Ada buys")


def test_bids_are_typed_priced_and_refused_with_their_rule(table: Callable[..., Page]) -> None:
    page = table(at("bid"))
    where = step(page)
    money = gold(page)
    answer = page.locator(".km-bid-control .km-refusal-reason")
    for bid, rule, words in (
        ("255", "EMI-6.3", "multiple of 10"),
        (str(money + 5000), "EMI-6.4", "you would pay"),
        ("0", "EMI-6.3", "at least"),
    ):
        field(page).fill(bid)
        field(page).press("Enter")
        expect(answer).to_contain_text(words)
        expect(answer.get_by_role("button")).to_have_text(rule)
        assert step(page) == where
    field(page).fill("100")
    expect(page.locator(".km-bid-control .km-note")).to_contain_text(
        re.compile(rf"would pay \d+ gold to act first. You would have {money - 100} gold left|camels")
    )
    slider = page.get_by_role("slider", name="Your bid")
    slider.press("ArrowRight")
    expect(field(page)).to_have_value("110")
    field(page).press("Enter")  # what it means is shown first, unless it has stood there already
    ready(page)
    if step(page) == where:
        expect(page.get_by_role("button", name="Yes, Bid 110")).to_be_visible()
        field(page).press("Enter")
        ready(page)
    assert step(page) != where
    expect(log(page)).to_contain_text("Ada bids 110 gold.")


def test_enter_twice_bids_nothing(table: Callable[..., Page]) -> None:
    """Check that Enter leads to the question and not to the bid button."""
    page = table()
    page.locator('[data-key^="hand:0:"]').first.click()
    expect(page.locator(".km-preview-line")).to_be_visible()
    page.locator('[data-key^="hand:0:"]').first.click()
    ready(page)
    ready(page)
    tab_to(page, "Continue to my turn")
    page.keyboard.press("Enter")
    ready(page)
    assert "do you want to bid?" in question(page)
    where = step(page)
    page.keyboard.press("Enter")
    ready(page)
    assert step(page) == where
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('.km-table-question'))")


def test_what_cannot_be_paid_leaves_nothing(table: Callable[..., Page]) -> None:
    page = table(at("bid"))
    keeps = page.locator(".km-bid-control .km-note")
    expect(keeps).to_be_visible()
    field(page).fill(str(gold(page) + 5000))
    expect(keeps).to_be_hidden()
    field(page).fill("100")
    expect(keeps).to_be_visible()


def test_the_last_seat_buys_on_a_page_that_fits_into_a_low_window(table: Callable[..., Page]) -> None:
    page = table(at("last"), width=1366)
    page.set_viewport_size({"width": 1366, "height": 650})
    ready(page)
    pay = page.locator(".km-bid-control [type=submit]")
    expect(pay).to_be_visible()
    expect(pay).not_to_have_class(re.compile("km-primary"))  # nobody has to pay
    cards = page.locator('.km-table-hand [data-key^="market:"].km-play')
    assert cards.count()
    for card in cards.all():
        card.click()
        buy = page.locator(".km-table-question .km-actions .km-primary")
        expect(buy).to_be_in_viewport(ratio=1)
        expect(pay).to_be_hidden()
        assert page.locator(".km-canvas").evaluate("el => el.scrollHeight - el.clientHeight") <= 0


def test_the_newest_line_and_the_time_line_stay_in_sight(table: Callable[..., Page]) -> None:
    """Check five long names and the whole setup. The time line is low and contains the newest line of the log."""
    names = ["Maximiliane-Charlotte von Hohenstein", "Donaudampfschifffahrtsgesellschaft", "Cem", "Dilek", "Emre"]
    record = Record(GAME, 5, {}, names)
    page = table(f"game={record.to_link()}&step=0")
    assert page.locator(".km-table-timeline").bounding_box()["height"] < 72  # type: ignore[index]
    assert page.get_by_role("slider", name="Time line").bounding_box()["width"] > 120  # type: ignore[index]
    page = table(at("bid", 5, 3))
    assert outside(page, ".km-last-line", ".km-question h2") == []
    unfold(page)
    newest = page.locator(".km-lines .km-current-step").first
    expect(newest).to_be_in_viewport()
    assert newest.locator(".km-line").inner_text() == page.locator(".km-last-line").inner_text()


def test_the_log_stays_under_the_pointer(table: Callable[..., Page]) -> None:
    """Check a preview with more odds than now. It must not move the line whose preview it is."""
    page = table(at("bid", 4, 2))
    unfold(page)
    line = page.locator(".km-lines li", has_text="is face up").first
    line.scroll_into_view_if_needed()
    where = line.bounding_box()
    line.hover()
    expect(page.locator(".km-past-step")).to_contain_text("Preview of step")
    assert line.bounding_box() == where
    page.mouse.move(5, 5)
    expect(page.locator(".km-past-step")).to_have_count(0)


def test_what_is_dimmed_says_why_where_it_is(table: Callable[..., Page]) -> None:
    page = table(at("act", since=6))
    dims = page.locator(".km-table .km-dim")
    assert dims.count() > 0
    for i in range(dims.count()):
        card = dims.nth(i)
        card.click()
        reason = page.locator(".km-table-question .km-refusal-reason").first
        expect(reason).to_be_visible()
        assert reason.locator("span").first.inner_text().endswith(".")
        assert re.fullmatch(r"EMI-[\dA]+(\.\d+)?", reason.get_by_role("button").inner_text())
        assert question(page).startswith("Why not")
        card.click()


def test_a_princess_says_whom_she_would_choose_and_why(table: Callable[..., Page]) -> None:
    page = table(at("bid", since=4))
    princesses = page.locator('[data-key^="princess:"]')
    assert princesses.count() > 0
    for i in range(princesses.count()):
        princesses.nth(i).click()
        told = page.locator(".km-table-question")
        expect(told).to_contain_text(re.compile(r"At the moment: .*(joins|stays undecided|visits)"))
    assert re.search(r"step \d+", step(page))
    assert "4 Auction and actions" in (page.locator(".km-agenda").text_content() or "")


def test_phone(table: Callable[..., Page]) -> None:
    page = table(at("bid", 5, 5, advanced=True), width=NARROW, touch=True)
    assert sideways(page) == 0
    page.locator('[data-key="market:section"]').click()
    assert sideways(page) == 0
    low = page.locator(".km-table :is(.km-card, .km-cell)").evaluate_all(
        """els => els.filter((el) => el.checkVisibility() && el.getBoundingClientRect().height < 43.5)
            .map((el) => el.dataset.key)"""
    )
    assert not low
    bid = page.locator(".km-bid-control button[type=submit]")
    expect(bid).to_have_text(re.compile(r"^Bid \d+$"))
    expect(bid).to_be_in_viewport(ratio=1)
    expect(bid).not_to_have_class(re.compile("km-primary"))  # nobody has chosen the least bid
    page.locator(".km-bid-control input[type=number]").press("ArrowUp")
    expect(bid).to_have_class(re.compile("km-primary"))
    asked, out = step(page), page.locator('[data-key="bar:Pass"]')
    out.tap()  # shows
    expect(page.locator(".km-preview-line, .km-would-change").first).to_be_attached()
    expect(out).to_have_class(re.compile("km-primary"))
    out.tap()  # commits
    ready(page)
    assert step(page) != asked
