"""Lab in a browser: strategies by settings and keyboard, the fairness of a game, a review at the end of a game."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from gamelib import Decision, Record
from gamelib.playouts import choose_action
from gamelib.tools.game_review import steps_with_several_legal_actions
from tests.browser.axe import faults, turn
from tests.browser.conftest import NARROW, OpenPage, sideways
from tests.browser.sweep import paper
from tests.browser.test_dashboards import NAMES, big, block, picture
from tests.browser.test_table import button, click, ready
from tests.test_review import planted


def test_strategies(open_page: OpenPage) -> None:
    page = open_page("lab/strategies.ipynb")
    expect(big(page)).to_have_text("We don’t know yet")
    expect(picture(page, "band").locator("[data-drawn]")).to_be_visible()
    match = block(page, "match")
    expect(match).to_contain_text("20 games: ")
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []
    assert paper(page, "lab, strategies") == []

    order = page.locator("[data-name=A_aims]")
    items = order.get_by_role("listitem").locator("span")
    expect(items).to_have_text(
        ["put gold cards and gems into the treasury, the most valuable first", "have one guard in play"]
    )
    page.get_by_role("radio", name="Towers").check()
    expect(items).to_have_text(
        ["close a tower, the fullest first", "place a card that is a match, so that the turn goes on"]
    )
    expect(page.get_by_role("radio", name="Towers")).to_be_focused()
    expect(match).to_contain_text("played twice")
    order.get_by_role("button", name="Add: stop after a match").focus()
    page.keyboard.press("Enter")
    up = order.get_by_role("button", name="stop after a match: up")
    expect(up).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(items.first).to_have_text("stop after a match")
    page.get_by_role("radio", name="20", exact=True).check()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    match.get_by_role("button", name="Keep playing").click()
    expect(picture(page, "band")).to_be_in_viewport(ratio=0.9)
    expect(match).to_contain_text("That was the number you chose.")
    expect(match).to_have_attribute("data-running", "false")
    expect(page).to_have_url(re.compile("A_aims=stop.close.match"))
    page.get_by_role("radio", name="bot B").check()  # another layout, while the address still holds the setting before
    expect(page.locator("[data-name=B_aims]")).to_be_visible()
    expect(page).to_have_url(re.compile("against=own.*A_aims=stop.close.match"))
    expect(page.get_by_role("radio", name="bot B")).to_be_focused()
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    turn(page, NARROW, True)
    assert faults(page) == []
    assert sideways(page) <= 0
    page.reload()
    expect(items.first).to_have_text("stop after a match")


def test_is_the_game_fair(open_page: OpenPage) -> None:
    page = open_page("lab/fair.ipynb")
    expect(picture(page, "seats").locator("[data-drawn]")).to_be_visible()
    expect(block(page, "answer")).to_contain_text(re.compile(r"Simulated in advance with seed 1 on 20\d\d-\d\d-\d\d"))
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert faults(page) == []
    assert paper(page, "lab, fair") == []
    predicts, answer = page.get_by_role("button", name="Predict first"), block(page, "answer")
    predicts.click()
    page.get_by_role("radio", name="Emira").check()
    expect(block(page, "all")).to_contain_text("Emira: overview")
    expect(predicts).to_have_attribute("aria-pressed", "true")  # the layout is another one, the choice is not
    expect(answer.locator(".km-dashboard-large")).not_to_be_visible()
    answer.get_by_role("button", name="Show the answer").click()
    predicts.click()
    page.get_by_role("radio", name="Towers").check()
    expect(block(page, "all")).to_contain_text("Towers: overview")
    own = block(page, "own")
    own.get_by_role("button", name="10 games").click()
    expect(own).to_contain_text("10 games of your own.")
    expect(picture(page, "seats").locator(".legendtext", has_text="your own")).to_be_visible()
    page.get_by_role("radio", name="4", exact=True).check()
    expect(block(page, "answer")).to_contain_text("The first of 4 seats")
    expect(own).to_contain_text("Play some games of your own")
    expect(page).to_have_url(re.compile("game=towers.*seats=4"))
    assert all(name.strip() for _, name in page.evaluate(NAMES))
    turn(page, NARROW, True)
    assert faults(page) == []
    assert sideways(page) <= 0


def blundered() -> Record:
    """Return the end of a game in which the first seat blunders at first and then plays on."""
    for state, bad, _ in planted("towers"):
        record, rng = Record(state.game, state.seats, position=state.game.position_text(state)), Random(1)
        record.apply_and_append(bad)
        while record.state.agenda_frames:
            node = record.state.node
            thumb = isinstance(node, Decision)
            record.apply_and_append(
                choose_action(record.state, state.game.bots["thumb"], rng) if thumb else node.sample(rng)
            )
        if len(steps_with_several_legal_actions(record, 0)) > 1:
            return record
    raise AssertionError("no such game")


def test_review(open_page: OpenPage) -> None:
    record = blundered()
    page = open_page("tables/towers.ipynb", query=f"#game={record.to_link()}&step={len(record)}")
    ask, found = button(page, "Look at my decisions"), page.locator(".km-review")
    moment = page.locator(".km-event-summary > .km-button")
    expect(moment.or_(ask).first).to_be_visible()
    if moment.count():
        moment.click()
    ask.click()
    click(page, "First step")  # it goes on meanwhile
    click(page, "Last step")
    expect(found).to_contain_text(f"{len(steps_with_several_legal_actions(record, 0))} decisions looked at. ")
    expect(found.get_by_role("progressbar")).to_have_count(0)
    worst = found.get_by_role("listitem").first
    expect(worst).to_contain_text(re.compile(r"” would have won \d+ more games out of 100\."))
    expect(worst).to_contain_text("this cost about ")
    assert faults(page) == []
    turn(page, NARROW, True)
    assert faults(page) == []
    assert sideways(page) <= 0
    worst.get_by_role("button").click()
    ready(page)
    expect(found).to_have_count(0)
    expect(page.locator(".km-table")).to_contain_text("This is step 0 of ")
