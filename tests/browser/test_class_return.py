"""Pupils who come back in browsers: a closed tab, a second tab, another device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NARROW, NewPage, drawn, quiet_address, sideways
from tests.browser.test_class import board, board_data
from tests.conftest import Server, kismet
from tests.pupils import Line, come, few_pages, opened, owner

RAID = "03-the-raid"


@pytest.fixture(scope="module")
def class_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("return") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb")
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", RAID) as running:
        yield running


@pytest.fixture
def new_page(new_page: NewPage, class_server: Server) -> NewPage:
    """Return pages of the server of the class."""
    return partial(new_page, quiet=quiet_address(class_server))


def comes_back(page: Page, return_code: str) -> None:
    page.get_by_role("textbox", name="Your code").fill(return_code)
    page.get_by_role("button", name="Continue", exact=True).click()
    page.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(page)
    expect(page.locator(".km-membership")).to_contain_text("Anna")


def test_a_closed_tab_a_second_tab_and_another_device(class_server: Server, new_page: NewPage) -> None:
    code, secret = opened(class_server.log)
    door = f"{class_server.url}join?class={code}"
    pupil = new_page(NARROW, allow=("410",))
    pupil.goto(door)
    pupil.get_by_role("textbox").fill("Anna")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    pupil.get_by_role("button", name="Continue: Play").click()
    expect(pupil.locator(".km-step-list-done")).to_have_count(1)
    pupil.locator(".km-membership-menu > summary").click()
    shown = pupil.get_by_text(re.compile(r"^\d{3} \d{3}$"))
    expect(shown).to_be_visible()
    assert faults(pupil) == []
    return_code = shown.inner_text()

    # the teacher can tell the code, which the board does not show by itself
    teacher = board(new_page(1366), class_server, secret)
    teacher.get_by_role("button", name="Anna").click()
    expect(teacher.get_by_text(return_code)).to_be_hidden()
    teacher.get_by_text("Code to come back").click()
    expect(teacher.get_by_text(return_code)).to_be_visible()

    # a second tab of the same browser: the first one leaves
    second = pupil.context.new_page()
    second.set_viewport_size({"width": NARROW, "height": 844})
    second.goto(door)
    second.get_by_role("button", name="Are you Anna?").click()
    expect(second.get_by_role("heading", name="Are you Anna?")).to_be_visible()
    assert faults(second) == []
    second.get_by_role("textbox", name="Your code").fill("12")
    second.get_by_role("button", name="Continue", exact=True).click()
    expect(second.get_by_text("No pupil of this class has this code.")).to_be_visible()
    comes_back(second, return_code)
    expect(second.locator(".km-step-list-done")).to_have_count(1)
    expect(pupil.get_by_text("You have continued in another tab or on another device.")).to_be_visible()
    expect(pupil.get_by_role("link", name="Join a class")).to_be_visible()

    # a closed tab
    second.close()
    pupil.goto(door)
    pupil.get_by_role("button", name="Are you Anna?").click()
    comes_back(pupil, return_code)
    expect(pupil.locator(".km-step-list-done")).to_have_count(1)

    # another device, which knows the name only, and a pupil who has the same name
    phone = new_page(NARROW, allow=("410",))
    phone.goto(door)
    phone.get_by_role("textbox").fill("anna")
    phone.get_by_role("button", name="That’s me").click()
    expect(phone.get_by_text("Somebody with this name is already in the class.")).to_be_visible()
    assert sideways(phone) <= 0
    comes_back(phone, return_code)
    expect(phone.locator(".km-step-list-done")).to_have_count(1)
    assert [one["name"] for one in board_data(class_server, secret)["pupils"]] == ["Anna"]

    other = new_page(NARROW)
    other.goto(door)
    other.get_by_role("button", name="I was here before").click()
    other.get_by_role("button", name="I am new here").click()
    other.get_by_role("textbox").fill("Anna")
    other.get_by_role("button", name="That’s me").click()
    other.get_by_role("button", name="I am new here").click()
    other.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(other)
    expect(other.locator(".km-membership")).to_contain_text("Anna 2")


def test_a_late_pupil_comes_to_the_step_of_the_class(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    teacher = board(new_page(1366), class_server, made["secret"])
    automatic = teacher.get_by_role("button", name="Late pupils start where the class is")
    expect(automatic).to_have_attribute("aria-pressed", "true")
    teacher.get_by_role("button", name="Hold everybody at step 4, Predict").click()
    pupil = new_page(NARROW)

    def join() -> None:
        pupil.goto(f"{class_server.url}join?class={made['code']}")
        pupil.get_by_role("button", name="That’s me").click()
        pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
        drawn(pupil)

    join()
    step = pupil.locator(".km-lesson-step-list [aria-current]")
    expect(step).to_have_text(re.compile("Predict"))
    expect(pupil.get_by_text("This is the step of your class.")).to_be_visible()
    pupil.locator(".km-lesson-step-list button").first.click()
    expect(step).to_have_text(re.compile("Example"))
    pupil.reload()
    drawn(pupil)
    expect(step).to_have_text(re.compile("Predict"))

    automatic.click()
    expect(automatic).to_have_attribute("aria-pressed", "false")
    pupil = new_page(NARROW)
    join()
    step = pupil.locator(".km-lesson-step-list [aria-current]")
    expect(pupil.get_by_text("Your class is already further.")).to_be_visible()
    expect(step).to_have_text(re.compile("Example"))
    pupil.get_by_role("button", name="Go to the step of the class").click()
    expect(step).to_have_text(re.compile("Predict"))
    expect(pupil.get_by_text("Your class is already further.")).to_be_hidden()
    Line(class_server.url, made["secret"]).good("close-room")


def test_a_question_on_the_spot(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    teacher = board(new_page(1366, allow=("400",)), class_server, made["secret"])
    pupil = new_page(NARROW)
    pupil.goto(f"{class_server.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    teacher.keyboard.press("4")
    ask = teacher.get_by_role("button", name="Ask your own question")
    dialog = teacher.get_by_role("dialog", name="Ask your own question")
    ballot = pupil.get_by_role("form", name="Class vote")

    ask.click()
    assert faults(teacher) == []
    dialog.get_by_role("textbox", name="Question").fill("Which sum is more likely?")
    dialog.get_by_role("textbox", name="Answers").fill("6")
    dialog.get_by_role("button", name="Ask the class").click()
    expect(dialog.get_by_text("Type 2 to 8 different answers")).to_be_visible()
    dialog.get_by_role("textbox", name="Answers").fill("6\n7")
    dialog.get_by_role("textbox", name="Right answer").fill("7")
    dialog.get_by_role("button", name="Ask the class").click()
    expect(teacher.get_by_role("heading", name="Which sum is more likely?")).to_be_visible()
    ballot.get_by_role("radio").nth(1).check()
    ballot.get_by_role("radio", name="certain").check()
    ballot.get_by_role("button", name="Vote").click()
    expect(teacher.get_by_text("1 of 1 pupils have voted")).to_be_visible()
    teacher.keyboard.press("v")
    expect(teacher.locator(".km-classboard-answer .km-dot")).to_have_count(1)
    expect(teacher.get_by_text("Right", exact=True)).to_have_count(0)
    teacher.get_by_role("button", name="Show the key").click()
    expect(teacher.get_by_text("Right", exact=True)).to_be_visible()
    assert faults(teacher) == []
    teacher.keyboard.press("v")
    expect(ballot).to_be_visible()

    ask.click()
    dialog.get_by_role("combobox").select_option("model")
    dialog.get_by_role("textbox", name="Chance model").fill("2d6 : sum >= 9")
    dialog.get_by_role("button", name="Ask the class").click()
    expect(ballot).to_contain_text("What is the probability that this event happens: 2d6 : sum >= 9?")
    ballot.get_by_role("textbox", name="Your answer").fill("10/36")
    ballot.get_by_role("radio", name="a guess").check()
    assert faults(pupil) == []
    assert sideways(pupil) <= 0
    ballot.get_by_role("button", name="Vote").click()
    expect(teacher.get_by_text("1 of 1 pupils have voted")).to_be_visible()
    expect(teacher.get_by_text("10/36")).to_have_count(0)
    teacher.keyboard.press("v")
    expect(teacher.get_by_role("heading", name="10/36")).to_be_visible()

    teacher.keyboard.press("4")
    ask.click()
    dialog.get_by_role("combobox").select_option("sentence")
    dialog.get_by_role("textbox", name="Question").fill("Why?")
    dialog.get_by_role("button", name="Ask the class").click()
    expect(teacher.get_by_role("heading", name="Why?")).to_be_visible()
    talk = pupil.get_by_role("form", name="Class discussion")
    talk.get_by_role("textbox", name="Your sentence").fill("More ways.")
    talk.get_by_role("button", name="Send").click()
    expect(teacher.get_by_text("1 of 1 have written a sentence.")).to_be_visible()
    assert sideways(teacher) <= 0
    Line(class_server.url, made["secret"]).good("close-room")


def test_the_board_starts_in_class_view_and_forgets_removed_names(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    line, me = come(class_server.url, made["code"], "Rascal")
    teacher = new_page(1366)
    teacher.goto(f"{class_server.url}class#{made['secret']}")
    expect(teacher.get_by_text("Rascal")).to_be_visible()
    Line(class_server.url, made["secret"]).good("remove-pupil", pupil=me["number"])
    expect(teacher.get_by_text("pupil 1")).to_be_visible()
    expect(teacher.get_by_text("Rascal")).to_have_count(0)
    assert line.ask("poll-session-state")[0] == 410
    teacher.keyboard.press("2")
    expect(teacher.get_by_role("button", name="My view")).to_be_visible()
    Line(class_server.url, made["secret"]).good("close-room")


def test_the_desk_leads_to_shared_tables(class_server: Server, new_page: NewPage) -> None:
    _, secret = opened(class_server.log)
    desk = new_page(1366)
    desk.goto(f"{class_server.url}desk#{secret}")
    desk.get_by_role("button", name="Plan", exact=True).click()
    for name, address in (("Tables with the same deals", "tables"), ("One table to play together", "play")):
        with desk.context.expect_page() as opened_page:
            desk.get_by_role("link", name=name).click()
        opened_page.value.wait_for_url(f"{class_server.url}{address}")
        expect(opened_page.value.get_by_role("heading", level=1)).to_be_visible()
        opened_page.value.close()
    assert faults(desk) == []
    assert sideways(desk) <= 0
