"""Rulebook in a browser: links to rules, rule examples, quiz questions."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NARROW, OpenPage

BOOK = "rulebook/court.ipynb"
MAX_PAGES = 5
"""Maximum number of pages of the printed booklet."""


INSIDE = """box => {
  const outer = box.getBoundingClientRect();
  const pieces = [...box.querySelectorAll(".km-picture-piece")].map((one) => one.getBoundingClientRect());
  return pieces.every((piece) => piece.left >= outer.left && piece.right <= outer.right);
}"""
"""Script that returns whether no small picture cuts its pieces."""


def fits(page: Page) -> bool:
    """Return whether nothing exceeds the width of the page."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"))


def test_a_rule_opens_by_its_address_and_shows_itself(open_page: OpenPage) -> None:
    page = open_page(BOOK, query="#HAR-6.2")
    rule = page.locator('[data-rule="HAR-6.2"]')
    expect(rule.locator(".km-rule-example .km-is-cited").first).to_contain_text("above 4")
    expect(rule.get_by_text("met", exact=True)).to_be_visible()
    expect(page.locator(".km-chapters [aria-current]")).to_contain_text("Lesson cards and stars")
    expect(rule.locator(".km-rule-picture .km-picture-piece")).to_have_count(3)
    assert rule.locator(".km-rule-picture").evaluate(INSIDE)
    assert faults(page) == []
    pages = re.findall(rb"/Type /Page\W", page.pdf())
    assert len(pages) <= MAX_PAGES
    page.get_by_role("searchbox").fill("tie guard")
    expect(page.locator('[data-rule="HAR-8.3"]')).to_be_visible()
    page.locator('[data-rule="HAR-8.3"] footer .km-rule').click()
    expect(page).to_have_url(re.compile("#HAR-8.3$"))
    expect(page.locator('[data-rule="HAR-8.3"] .km-rule-example')).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".km-rules-all h2")).to_contain_text("Fate")
    assert fits(page)
    expect(page.locator(".km-own-games li")).to_have_count(5)
    expect(page.locator(".km-rule-coverage").first).to_contain_text("2 of 95 met")
    expect(page.locator(".km-next-rules a[href*='tables/court']").first).to_be_visible()
    page.evaluate("document.activeElement.blur()")  # the tables in its pictures are none to be played at
    page.keyboard.press("?")
    expect(page.locator("dialog.km-shortcut-list")).to_contain_text("Keys on this page")
    page.keyboard.press("Escape")
    opens = page.locator(".km-rules-all .km-rule-entry > footer .km-primary")
    opens.evaluate_all("all => all.forEach((one) => one.click())")
    expect(page.locator(".km-rules-all .km-rule-entry .km-rule-example")).to_have_count(opens.count())


def test_options_stand_with_their_effects(open_page: OpenPage) -> None:
    page = open_page(BOOK, query="#options", width=NARROW)
    row = page.locator(".km-options tbody tr").filter(has_text="without guards")
    expect(row).to_contain_text("always succeeds")
    expect(row).to_contain_text("succeeds without a roll")
    expect(page.locator(".km-chapters [aria-current]")).to_contain_text("Options")
    assert faults(page) == []
    assert fits(page)
    row.get_by_role("link", name="HAR-A1").click()
    expect(page.locator('[data-rule="HAR-A1"] .km-rule-example')).to_be_visible()


def test_a_riddle_is_answered(open_page: OpenPage) -> None:
    page = open_page(BOOK, width=NARROW, dark=True)
    begin = page.locator(".km-quiz").get_by_role("button", name="Begin")
    said = begin.evaluate("button => (button.click(), button.textContent)")
    assert said == "The question is being prepared.", "it says so until the riddle comes"
    for n in (1, 2):
        expect(page.locator(".km-quiz h2")).to_have_text(f"Question {n} of 10")
        page.locator(".km-choice").first.click()
        expect(page.locator(".km-quiz-score")).to_contain_text(f"of {n} right")
        expect(page.locator(".km-is-correct")).to_have_count(1)
        assert faults(page) == []
        page.locator(".km-quiz").get_by_role("button", name="Go on").press("Enter")
    assert fits(page)


def test_from_a_table_a_rule_opens_and_leads_back(open_page: OpenPage) -> None:
    page = open_page("tables/court.ipynb")
    begin = page.locator(".km-page-intro button")
    if begin.is_visible():
        begin.click()
    page.locator("[data-key=met]").click()
    page.locator("[data-key='rule:book:HAR-6.2']").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".km-rule-example")).to_be_visible()
    assert dialog.get_by_role("link").get_attribute("href") == "../rulebook/court.ipynb#HAR-6.2"
    dialog.get_by_role("button", name="Back").click()
    expect(dialog.locator(".km-rules-met")).not_to_have_count(0)
