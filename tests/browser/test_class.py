"""A class in browsers: a pupil joins with six dice and works, the board displays it, and the teacher sets the pace."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.axe import faults, turn
from tests.browser.conftest import BLOCKED, NARROW, NewPage, OpenPage, drawn, sideways
from tests.conftest import Server, kismet, sample_cases
from tests.pupils import Line, come, few_pages, opened, owner, worked
from tests.site import Folder, built
from widgets.classroom.class_lesson import make_class_lesson
from widgets.classroom.class_report import class_report_html
from widgets.classroom.class_store import ClassStore, Member
from widgets.classroom.network import lan_addresses
from widgets.classroom.session_state import SECONDS_PER_DAY
from widgets.classroom.simulated_pupils import SimulatedPupil
from widgets.lesson import result_codes
from widgets.lesson.lesson_definition import PREDICTION_CHIPS
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report
from widgets.lesson.teacher_sheet import worksheet_html

RAID = "03-the-raid"
BOTH = ["class_server", "in_browsers"]
#: tests of scripts of the page: by default on one of the two servers
IN_KERNELS = pytest.mark.parametrize("either", sample_cases(BOTH, 2), indirect=True)
IN_BROWSERS = pytest.mark.parametrize("either", sample_cases(BOTH[::-1], 2), indirect=True)
MARKUP = "<img src=x onerror=x>"


@pytest.fixture(scope="module")
def class_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("class") / "log.txt"
    names = (f"lessons/{RAID}.ipynb", "dashboards/raid.ipynb", "builder.ipynb", "guide.ipynb")
    pages = few_pages(log.parent / "pages", *names)
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", RAID) as running:
        yield running


@pytest.fixture(scope="module")
def in_browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return the server of a class whose pages run Python in the browsers of the pupils."""
    site = built(tmp_path_factory)
    log = tmp_path_factory.mktemp("class") / "log.txt"
    with kismet(
        log,
        f"--notebooks={site.parent / 'notebooks'}",
        f"--class-data={log.parent / 'class.sqlite'}",
        "--in-browser",
        f"--site={site}",
        "class",
        RAID,
    ) as running:
        while Line(running.url, opened(running.log)[1]).ask("poll-board")[0] == 503:
            pass  # the lesson is read for the first time, which no kernel's start gives time for
        yield running


@pytest.fixture(autouse=True)
def no_class_stays_open(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Close all classes after each test, because their number is limited. Their pages are left before."""
    yield
    for place in tmp_path_factory.getbasetemp().glob("class*/class.sqlite"):
        store = ClassStore(place)
        for at in store.rooms()[1:]:
            store.delete_room(at.id)
        store.close()


@pytest.fixture(params=BOTH)
def either(request: pytest.FixtureRequest) -> Server:
    """Return the server of a class with kernels, and of one in browsers.

    The second has the network address of this machine, if there is one, because browsers allow less there over
    plain HTTP than at 127.0.0.1.
    """
    server: Server = request.getfixturevalue(request.param)
    if request.param == "in_browsers" and (own := lan_addresses()):
        return replace(server, url=server.url.replace("127.0.0.1", own[0]))
    return server


def board(page: Page, server: Server, secret: str, query: str = "") -> Page:
    page.goto(f"{server.url}class{query}#{secret}")
    expect(page.get_by_role("button", name="Eyes to the front")).to_be_visible()
    page.keyboard.press("c")  # from the class view to all pupils
    return page


def dark(page: Page) -> None:
    """Return the theme switch of a page without a header line. It shows its state, also after it is drawn again."""
    for ground in ("rgb(21, 23, 42)", "rgb(253, 250, 243)"):
        page.get_by_role("button", name="Dark").click()
        expect(page.locator("body")).to_have_css("background-color", ground)
        expect(page.get_by_role("button", name="Dark", pressed=ground == "rgb(21, 23, 42)")).to_be_visible()


def board_data(server: Server, secret: str) -> Any:
    status, shown = Line(server.url, secret).ask("poll-board")
    assert status == 200
    return shown


def view(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Views").get_by_role("button", name=name).click()


def test_a_class_from_the_first_die_to_the_end(either: Server, new_page: NewPage) -> None:
    code, secret = opened(either.log)
    teacher = board(new_page(1366), either, secret)
    expect(teacher.get_by_role("img", name=f"Code {' '.join(code)}")).to_have_count(2)

    pupil = new_page(NARROW)
    pupil.goto(f"{either.url}join")
    for die in code:
        pupil.get_by_role("button", name=die, exact=True).click()
    assert faults(pupil) == []
    dark(pupil)
    pupil.keyboard.press("?")
    expect(pupil.locator("dialog.km-shortcut-list")).to_contain_text("a die of the code")
    pupil.keyboard.press("Escape")
    pupil.get_by_role("button", name="Join", exact=True).click()
    pupil.get_by_role("textbox").fill(MARKUP)
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    expect(pupil.locator(".km-membership")).to_contain_text(MARKUP)
    expect(teacher.locator(".km-classboard-faces")).to_contain_text(MARKUP)
    assert teacher.locator("img[src=x]").count() == 0

    dark(teacher)
    listed = teacher.locator("dialog.km-shortcut-list")
    teacher.keyboard.press("?")
    expect(listed).to_contain_text("cover the pages of the pupils")
    expect(listed).not_to_contain_text("more of the predictions")  # that is a key of another view
    teacher.keyboard.press("Escape")
    expect(listed).to_have_count(0)

    # Held at the second step: who is done there is at the gate, and goes on when it opens.
    view(teacher, "Progress")
    teacher.get_by_role("button", name="Hold everybody at step 2, Play").click()
    expect(pupil.get_by_role("button", name="Predict")).to_be_disabled()
    pupil.get_by_role("button", name="Continue: Play").click()
    for number in range(1, 6):
        expect(pupil.get_by_text(f"Round {number}: which player do you raid?")).to_be_visible()
        pupil.locator("[data-key='move:0']").click()
    pupil.get_by_role("button", name="I am ready").click()
    expect(pupil.get_by_text("This step is locked for now.")).to_be_visible()
    expect(teacher.get_by_text("waiting at a locked step: 1")).to_be_visible()
    expect(teacher.get_by_role("row", name=re.compile("img")).get_by_label("done")).to_have_count(2)
    teacher.keyboard.press("n")
    expect(pupil.get_by_role("button", name="Continue: Build")).to_be_visible()

    # A pause covers the page and takes the keyboard; it ends by itself.
    teacher.keyboard.press("p")
    expect(pupil.get_by_role("alertdialog")).to_be_visible()
    assert pupil.evaluate("document.getElementById('km-main').inert")
    teacher.get_by_role("button", name="Go on").click()
    expect(pupil.get_by_role("alertdialog")).to_be_hidden()

    # Names off: on no view of the board.
    teacher.keyboard.press("m")
    expect(teacher.get_by_text("onerror")).to_have_count(0)
    teacher.keyboard.press("m")

    # A round of the class, and the picture of one by consent.
    teacher.keyboard.press("o")
    pupil.get_by_role("button", name="My turn").click()
    expect(teacher.get_by_text(re.compile("1 of 1 pupils have done it"))).to_be_visible()
    view(teacher, "Progress")
    teacher.get_by_role("button", name="Show", exact=True).click()
    expect(teacher.get_by_role("button", name="Asked")).to_be_visible()
    pupil.get_by_role("button", name="Yes").click()
    expect(teacher.get_by_role("heading", name=re.compile("The picture of"))).to_be_visible()
    expect(pupil.get_by_text("A chart from one pupil")).to_be_visible()
    pupil.get_by_role("button", name="Hide it again").click()
    expect(pupil.get_by_text("A chart from one pupil")).to_be_hidden()

    # A hint, by keyboard alone.
    teacher.get_by_role("button", name=re.compile("Send a hint")).focus()
    teacher.keyboard.press("Enter")
    expect(teacher.get_by_role("dialog")).to_be_visible()
    assert faults(teacher) == []
    teacher.keyboard.insert_text("Slowly. ")
    teacher.keyboard.press("Tab")
    teacher.keyboard.press("Enter")
    expect(pupil.get_by_text("A hint from your teacher")).to_be_visible()
    pupil.get_by_role("button", name="Got it").click()
    expect(teacher.get_by_role("button", name=re.compile("the last one: read"))).to_be_visible()

    # A vote: asked of all, hidden while it is on, shown when it is closed.
    teacher.keyboard.press("4")
    expect(teacher.get_by_role("button", name="Ask everybody to vote")).to_be_visible()
    teacher.keyboard.press("v")
    ballot = pupil.get_by_role("form", name="Class vote")
    expect(ballot).to_be_visible()
    assert faults(pupil) == []
    ballot.get_by_role("radio").first.check()
    ballot.get_by_role("radio", name="certain").check()
    ballot.get_by_role("button", name="Vote").click()
    expect(ballot.get_by_text("Your answer has arrived.")).to_be_visible()
    expect(teacher.get_by_text("1 of 1 pupils have voted")).to_be_visible()
    expect(teacher.locator(".km-classboard-answer .km-dot")).to_have_count(0)
    teacher.keyboard.press("v")
    expect(teacher.locator(".km-classboard-answer .km-dot")).to_have_count(1)
    expect(ballot).to_be_hidden()
    teacher.keyboard.press("3")
    expect(teacher.get_by_role("button", name="Predict again")).to_be_visible()
    teacher.keyboard.press("v")
    for _ in range(PREDICTION_CHIPS):
        ballot.get_by_role("button", name=re.compile("add one chip")).first.click()
    expect(ballot.get_by_text("You have placed all your chips.")).to_be_visible()
    ballot.get_by_role("button", name="Confirm").click()
    expect(teacher.get_by_text("1 of 1 pupils have voted")).to_be_visible()
    teacher.keyboard.press("v")
    expect(ballot).to_be_hidden()
    for shown in ("Show the exact bars too", "Before and after"):
        teacher.keyboard.press("r")
        expect(teacher.get_by_role("button", name=shown)).to_be_visible()
    teacher.keyboard.press("r")
    expect(teacher.locator(".km-predictions-after").first).to_be_visible()

    # After a reload everything is there again; another tab of the same computer starts clean.
    pupil.reload()
    drawn(pupil)
    expect(pupil.locator(".km-step-list-done")).to_have_count(2)
    other = pupil.context.new_page()
    other.goto(either.address(f"lessons/{RAID}.ipynb"))
    drawn(other)
    expect(other.get_by_role("link", name="Join a class")).to_be_visible()
    expect(other.locator(".km-step-list-done")).to_have_count(0)
    other.close()
    assert sideways(pupil) <= 0


def test_a_phone_that_scans_the_picture_is_seen_on_the_board(class_server: Server, new_page: NewPage) -> None:
    """Use this machine as the phone, as the board says."""
    _, secret = opened(class_server.log)
    own = lan_addresses()
    teacher = board(new_page(1366), class_server, secret)
    teacher.get_by_role("button", name="Check the room").click()
    check = teacher.get_by_role("dialog", name="Check the room")
    if not own:
        expect(check.get_by_text("This computer is in no network.")).to_be_visible()
        return
    expect(check.get_by_role("img", name="QR code to scan")).to_be_visible()
    expect(check.get_by_text("Scan the picture with a phone")).to_be_visible()
    check.get_by_text("Is there no answer? Here are possible reasons").click()
    expect(check.get_by_text("A guest network may keep devices apart")).to_be_visible()
    assert faults(teacher) == []
    phone = new_page(NARROW, allow=("410",), touch=True)
    phone.goto(Line(class_server.url, secret).ask("poll-reachability")[1]["scan"])
    expect(phone.get_by_role("heading", name="Reached.")).to_be_visible()
    expect(phone.get_by_text("This device can take part.")).to_be_visible()
    assert faults(phone) == []
    assert sideways(phone) <= 0
    expect(check.get_by_text(f"Only this computer has reached itself, at http://{own[0]}:")).to_be_visible()
    phone.get_by_role("link", name="Join the class").click()
    expect(phone.get_by_role("heading", name="Which six dice are on the board?")).to_be_visible()
    phone.goto(f"{class_server.url}reached?t=nobody")
    expect(phone.get_by_text("This check is over.")).to_be_visible()
    for width in (390, 1366):
        teacher.set_viewport_size({"width": width, "height": 650})
        assert sideways(teacher) <= 0
    check.get_by_role("button", name="Close").click()
    expect(check).to_be_hidden()


@IN_BROWSERS
def test_what_a_pupil_takes_along(either: Server, new_page: NewPage) -> None:
    code = owner(either).good("open-room", lesson=RAID)["code"]
    pupil = new_page()
    pupil.goto(f"{either.url}join?class={code}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    pupil.get_by_role("button", name="Continue: Play").click()
    expect(pupil.get_by_role("heading", name="Try it yourself")).to_be_visible()
    pupil.locator(".km-lesson-foot > summary").click()
    pupil.get_by_role("button", name="My result code").click()
    shown = pupil.locator(".km-lesson-handed-in input")
    expect(shown).to_have_value(re.compile(r"^[0-9A-Z-]{5,59}$"))
    pupil.get_by_role("button", name="A link to my work").click()
    expect(shown).to_have_value(re.compile("#work="))
    expect(pupil.get_by_role("button", name="Open all steps")).to_be_hidden()
    home = new_page()
    home.goto(shown.input_value())
    drawn(home)
    expect(home.get_by_role("heading", name="Try it yourself")).to_be_visible()
    expect(home).not_to_have_url(re.compile("#"))


@IN_BROWSERS
def test_runs_of_a_dashboard_come_to_the_board(either: Server, new_page: NewPage) -> None:
    made = owner(either).good("open-room", lesson="dashboards/raid")
    pupil = new_page()
    pupil.goto(f"{either.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url("**/dashboards/raid.ipynb")
    drawn(pupil)
    teacher = board(new_page(1366), either, made["secret"])
    teacher.keyboard.press("5")
    expect(teacher.get_by_text("Nobody has run the simulation yet.")).to_be_visible()
    pupil.get_by_role("button", name="10 times").first.click()
    expect(teacher.get_by_text(re.compile(r"of 10 runs: the raid succeeds"))).to_be_visible()
    expect(teacher.get_by_text(re.compile(r"1 of 1 run it with this setting"))).to_be_visible()
    assert faults(teacher) == []


def test_the_board_in_every_view(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    plan = load_lesson_definition(RAID)
    for n in range(4):
        line, _ = come(class_server.url, made["code"])
        line.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, n, ("1/7", "1/9"))))
    page = board(new_page(1366, allow=("400",)), class_server, made["secret"])
    for key, shown in enumerate(
        (
            "Join with these six dice.",
            "Class view",
            "predictions are hidden",
            "first answers",
            "With many trials, they settle.",
            "There is no discussion at the moment.",
            "Close the class",
        ),
        1,
    ):
        page.keyboard.press(str(key))
        expect(page.get_by_text(shown).first).to_be_visible()
        assert sideways(page) <= 0
        for is_dark in (key % 2, 1 - key % 2):
            turn(page, 1366, bool(is_dark))
            assert faults(page) == []
    # The guesses lie under a cloth, and so do the exact chances: neither is in the page before it is lifted.
    page.keyboard.press("3")
    expect(page.locator(".km-predictions-chips")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".km-classboard-plot .km-predictions-chips")).to_have_count(
        len(plan.columns_and_probabilities()[0])
    )
    expect(page.locator(".km-predictions-exact")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".km-predictions-exact")).to_have_count(len(plan.columns_and_probabilities()[0]))
    page.keyboard.press("7")
    pasted = page.get_by_role("textbox", name="Result codes")
    lines = [
        f"{result_codes.encode_result_code(build_report(worked(plan, n)), plan, n)} {name}"
        for n, name in ((5, "Anna"), (6, "Ben"))
    ]
    pasted.fill("\n".join(lines))
    page.get_by_role("button", name="Put on the board").click()
    expect(page.get_by_role("heading", name="What 6 pupils have found")).to_be_visible()
    expect(pasted).to_have_value("")
    # homework of a whole class at once: what is of another class, or was read wrongly, stays and is told
    many = [
        f"{made['code']}/{result_codes.encode_result_code(build_report(worked(plan, n)), plan, n)}"
        for n in range(7, 37)
    ]
    foreign, slip = f"{'1' * len(made['code'])}/{many[0].partition('/')[2]}", many[1].replace("-", "-7", 1)
    pasted.fill("\n".join([*many[:20], foreign, "", slip, *many[20:]]))
    page.get_by_role("button", name="Put on the board").click()
    expect(page.get_by_role("heading", name="What 36 pupils have found")).to_be_visible()
    expect(pasted).to_have_value(f"{foreign}\n{slip}")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("2 codes are not on the board.")
    expect(said).to_contain_text("1 of them: This is the homework of another class")
    expect(said).to_contain_text("1 of them: There is a mistake in this code")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Table (CSV)").click()
    assert saved.value.suggested_filename == f"class-{made['code']}.csv"
    with page.context.expect_page() as sheet:
        page.get_by_role("button", name="Teacher’s sheet").click()
    expect(sheet.value.get_by_role("heading", name="Key")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Close and delete").click()
    expect(page.get_by_role("heading", name="This class is closed.")).to_be_visible()


def test_pages_in_browsers_ask_for_no_worker(in_browsers: Server, new_page: NewPage) -> None:
    """Check that no service worker is requested.

    The static site uses one for offline visits, but this server has none.
    """
    page = new_page()
    page.goto(in_browsers.address())
    keeps = "document.querySelector('script[src$=\"service_worker_client.js\"]').src"
    page.evaluate(f"import({keeps}).then((found) => found.installServiceWorker())")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_a_class_is_opened_by_a_button(class_server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{class_server.url}class#key={class_server.key}")  # the owner of the server
    page.goto(f"{class_server.url}voila/render/guide.ipynb")
    page.locator(".km-guide details").first.wait_for()
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    page.get_by_role("link", name="Class and papers: The raid").click()
    papers = {"plan": "The raid: my plan", "teacher’s sheet": "The raid", "worksheet": "The raid"}
    for paper, heading in papers.items():
        with page.context.expect_page() as printed:
            page.get_by_role("button", name=f"Print the {paper}").click()
        expect(printed.value.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()
        printed.value.close()
    page.goto(f"{class_server.url}class")
    page.get_by_role("button", name="Open a class").click()
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 720})
    code = page.locator(".km-classboard-big .km-classboard-code")
    for dice in (6, 9):
        if dice == 9:  # as on a public address
            code.evaluate("(el) => el.append(...[...el.children].slice(3).map((die) => die.cloneNode(true)))")
        tops = code.evaluate("(el) => [...el.children].map((die) => die.getBoundingClientRect().top)")
        assert (len(tops), len(set(tops))) == (dice, 1)
    assert re.search(r"class#[-\w]{20,}$", page.url)
    page.get_by_role("combobox", name="Lesson of the class").select_option(RAID)
    expect(page.get_by_role("heading", level=1)).to_have_text("The raid")


@IN_KERNELS
def test_one_picture_alone_for_the_projector(either: Server, open_page: OpenPage) -> None:
    page = open_page("dashboards/raid.ipynb", query="?show=chart", server=either)
    expect(page.locator(".km-shown .main-svg").first).to_be_visible()
    for hidden in (page.locator(".km-top"), page.locator(".km-teacher-side").first, page.locator(".km-shown details")):
        expect(hidden).to_be_hidden()
    qr = page.get_by_role("img", name="QR code of this page")
    expect(qr).to_be_visible()
    page.wait_for_function("document.querySelector('.km-show-qr').naturalWidth > 0")
    assert sideways(page) <= 0


def test_the_home_page_leads_to_a_class(class_server: Server, new_page: NewPage, open_page: OpenPage) -> None:
    page = new_page()  # of somebody who has no key
    page.goto(class_server.address())
    drawn(page)
    expect(page.get_by_role("link", name="Join a class").last).to_be_visible()
    expect(page.get_by_text("To open one, use the address that Kismet showed")).to_be_visible()
    expect(page.get_by_role("link", name="Open a class")).to_be_hidden()
    page = open_page(server=class_server)
    page.get_by_role("link", name="Open a class").click()
    expect(page.get_by_role("button", name="Open a class")).to_be_visible()


@IN_KERNELS
def test_a_model_for_all_and_own_ones_side_by_side(either: Server, new_page: NewPage) -> None:
    """Send a model to all pupils. A pupil opens, predicts and runs it, and the own model is displayed after a yes."""
    made = owner(either).good("open-room", lesson="builder")
    teacher, pupil = board(new_page(1366, allow=("400",)), either, made["secret"]), new_page(NARROW)
    view(teacher, "Rolls")
    teacher.get_by_role("textbox", name="A model as one line").fill("2d6 : luck")
    teacher.get_by_role("button", name="Send it to everybody").click()
    expect(teacher.get_by_role("alert").first).to_contain_text("luck")
    teacher.get_by_role("textbox", name="A model as one line").fill("3 bag{red*4,blue*5} : count red")
    teacher.get_by_role("button", name="Send it to everybody").click()

    pupil.goto(f"{either.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url("**/builder.ipynb")
    drawn(pupil)
    expect(pupil.get_by_role("heading", name="The model of your class")).to_be_visible()
    expect(pupil.get_by_role("heading", name="Put your chips")).to_be_visible()
    pupil.locator('[data-key="road-run"]').click()
    pupil.locator('[data-key="b-1,000"]').click()
    expect(teacher.get_by_text("of 1000 runs")).to_be_visible()
    assert sideways(teacher) <= 0
    assert faults(teacher) == []

    pupil.locator('[data-key="road-build"]').click()
    pupil.locator('[data-key="thing-chain[0]"]').click()
    pupil.locator('[data-key="how many-less"]').click()
    expect(pupil.locator(".km-builder-actions code")).to_have_text("2 bag{red*4,blue*5} : count red")
    pupil.locator('[data-key="b-Try once"]').click()
    teacher.get_by_role("button", name="Ask to show it").click()
    expect(teacher.locator(".km-classboard-models code")).to_have_count(0)
    pupil.get_by_role("button", name="Yes", exact=True).click()
    expect(teacher.locator(".km-classboard-models code")).to_have_text("2 bag{red*4,blue*5} : count red")
    expect(pupil.locator(".km-class-shown")).to_contain_text("2 bag{red*4,blue*5} : count red")


@IN_KERNELS
def test_the_desk_from_the_plan_to_a_talk(either: Server, new_page: NewPage) -> None:
    """Check that only the desk shows reasons.

    Two samples are next to each other on the projector and on a phone, and a name needs a yes.
    """
    made = owner(either).good("open-room", lesson=RAID)
    plan = load_lesson_definition(RAID)
    lines = []
    for n in range(3):
        line, _ = come(either.url, made["code"], ("Anna", "Ben", MARKUP[:20])[n])
        told = build_report(worked(plan, n, ("1/7", "1/9"))) | {"reason": f"Thought {n} {MARKUP}"}
        line.good("save-report", lesson=RAID, number=1, data=told)
        lines.append(line)
    pupil = new_page(NARROW)
    pupil.goto(f"{either.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    projector = board(new_page(1280), either, made["secret"])
    desk = new_page(1366)
    desk.goto(f"{either.url}desk#{made['secret']}")
    expect(desk.get_by_role("region", name="Anna")).to_contain_text("Thought 0")
    assert faults(desk) == []
    assert desk.locator("img[src=x]").count() == 0
    for tab in ("Plan", "After", "Tray"):
        view(desk, tab)
        expect(desk.get_by_role("heading", level=2).first).to_be_visible()
        assert sideways(desk) <= 0
        assert faults(desk) == []

    # by keys to the first place, by the pointer to the second
    words = desk.locator(".km-teacher-groups [data-key$=':reason']")
    expect(words.nth(1)).to_be_visible()
    words.first.focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("1")
    expect(desk.locator("[data-place='1'] blockquote")).to_be_visible()
    second = words.nth(1)
    second.scroll_into_view_if_needed()
    second.hover()
    desk.mouse.down()
    desk.locator("[data-place='2']").hover(force=True)
    desk.mouse.up()
    expect(desk.locator("[data-place='2'] blockquote")).to_be_visible()
    expect(projector.get_by_text("Thought 0")).to_have_count(0)

    desk.get_by_label("The question about the work samples").fill("What is the same?")
    desk.get_by_label("What pupils do").select_option("vote")
    desk.get_by_role("button", name="Show them to the class").click()
    for page in (projector, pupil):
        expect(page.get_by_text("What is the same?")).to_be_visible()
        expect(page.locator(".km-work-sample blockquote")).to_have_count(2)
        expect(page.get_by_text("Ben")).to_have_count(0)
        assert page.locator("img[src=x]").count() == 0
        assert sideways(page) <= 0
    size = projector.get_by_role("heading", name="What is the same?").evaluate("el => getComputedStyle(el).fontSize")
    assert float(size.removesuffix("px")) >= 28
    talk = pupil.get_by_role("form", name="Class discussion")
    talk.get_by_role("radio").last.check()
    talk.get_by_role("button", name="Choose").click()
    expect(projector.get_by_text("1 of 4 have chosen.")).to_be_visible()
    projector.get_by_role("button", name="Show the votes").click()
    expect(projector.get_by_text("1 of 1")).to_be_visible()
    assert faults(projector) == []

    desk.get_by_role("button", name="Ask the pupil to show the name").first.click()
    expect(desk.get_by_role("button", name="Waiting for the pupil’s answer")).to_have_count(1)
    slip = (
        lines[0].ask("poll-session-state")[1]["own"]
        or lines[1].ask("poll-session-state")[1]["own"]
        or lines[2].ask("poll-session-state")[1]["own"]
    )
    whose = next(line for line in lines if line.ask("poll-session-state")[1]["own"] == slip)
    whose.good("save-name-consent", slip=slip[0]["id"], yes=True)
    expect(projector.locator("figcaption b")).to_have_count(1)


@pytest.mark.parametrize("at", ["a server", "a folder"])
def test_homework_says_so_and_brings_its_class(
    at: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, new_page: NewPage
) -> None:
    """Check a page of the server and static pages."""
    if at == "a server":
        address = request.getfixturevalue("class_server").address(f"lessons/{RAID}.ipynb")
    else:
        folder = Folder(built(tmp_path_factory))
        request.addfinalizer(folder.end)
        address = f"{folder.url}lessons/{RAID}.html"
    page = new_page(NARROW)
    page.goto(f"{address}#homework=123456.2199-12-31")
    summary = page.locator(".km-lesson-foot > summary")
    expect(page.get_by_role("note")).to_contain_text("Homework until Tuesday, 31 December 2199, for the class 123456.")
    summary.click()
    page.get_by_role("button", name="My result code").click()
    handed = page.locator(".km-lesson-handed-in input")
    expect(handed).to_have_value(re.compile(r"^123456/[0-9A-Z-]{1,59}$"))
    told, *_ = result_codes.decode_result_code(
        handed.input_value().removeprefix("123456/"), load_lesson_definition(RAID)
    )
    assert (told["at"], told["done"]) == ("example", [])
    page.reload()
    expect(summary).to_be_visible()
    expect(page.get_by_role("note")).to_be_visible()
    assert "#" not in page.url


@pytest.mark.parametrize(
    ("zone", "time", "passed"),
    sample_cases(
        [
            ("Pacific/Kiritimati", "2030-05-09T09:59:00Z", False),
            ("Pacific/Kiritimati", "2030-05-09T10:01:00Z", True),
            ("America/Los_Angeles", "2030-05-10T06:59:00Z", False),
            ("America/Los_Angeles", "2030-05-10T07:01:00Z", True),
        ],
        3,
    ),
)
def test_homework_ends_with_its_day_where_the_pupil_is(
    class_server: Server, browser: Browser, zone: str, time: str, passed: bool
) -> None:
    """Check the day, whatever the clock of the server is. A past day and a damaged link are reported."""
    with browser.new_context(timezone_id=zone) as context:
        page = context.new_page()
        page.clock.install(time=time)
        page.goto(f"{class_server.address(f'lessons/{RAID}.ipynb')}#homework=123456.2030-05-09")
        drawn(page)
        told = page.locator(".km-lesson-homework:visible")
        over = "The time for this homework is over. It was due on Thursday 9 May, for the class 123456. "
        due = "Homework until Thursday 9 May, for the class 123456. "
        expect(told).to_have_text(
            over + "Ask your teacher whether you can still send it."
            if passed
            else due
            + "When you have finished, choose “My result code” at the bottom of this page and send the code to your "
            "teacher."
        )
        for part, links in {
            "The code of your class in": (
                "#homew",
                "#homework",
                "#homework=",
                "#homework=12345",
                "#homework=1234567891.2",
            ),
            "The date at the end of": ("#homework=123456", "#homework=123456.2030-05-0", "#homework=123456.2030-02-30"),
        }.items():
            for link in links:
                page.evaluate("link => location.hash = link", link)
                expect(told).to_have_text(
                    f"{part} this homework link is missing or wrong. "
                    "Copy the whole link from your teacher’s message and open it again."
                )
                expect(told).to_have_role("alert")


def test_a_result_code_of_a_damaged_link_names_no_class(class_server: Server, new_page: NewPage) -> None:
    """Check this also after an earlier valid link."""
    page = new_page(NARROW)
    for link, begins in (("#homework=123456.2199-12-31", "123456/"), ("#homework=123456.2199-1", "")):
        page.goto(f"{class_server.address(f'lessons/{RAID}.ipynb', '?n=' + str(len(link)))}{link}")
        drawn(page)
        page.locator(".km-lesson-foot > summary").click()
        page.get_by_role("button", name="My result code").click()
        expect(page.locator(".km-lesson-handed-in input")).to_have_value(re.compile(rf"^{begins}[0-9A-Z-]{{1,59}}$"))


def test_keys_of_every_keyboard_work_once_each(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    page = board(new_page(1366), class_server, made["secret"])
    changes: list[str] = []
    page.on("request", lambda asked: changes.append(asked.url) if asked.url.endswith("class/change-session") else None)

    def press(key: str, code: str, **more: bool) -> None:
        event = {"key": key, "code": code, "bubbles": True, "cancelable": True} | more
        page.evaluate("event => document.body.dispatchEvent(new KeyboardEvent('keydown', event))", event)

    press("é", "Digit2")  # AZERTY
    expect(page.get_by_text("Class view").first).to_be_visible()
    for modifier in ("ctrlKey", "altKey", "metaKey"):
        press("1", "Digit1", **{modifier: True})
        press("p", "KeyP", **{modifier: True})
    expect(page.get_by_text("Class view").first).to_be_visible()
    for _ in range(9):
        press("g", "KeyG", repeat=True)
    press("з", "KeyP")  # Russian
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert len(changes) == 1
    page.get_by_role("button", name="Go on").focus()
    for _ in range(3):
        page.keyboard.down("Enter")  # held: the first press alone counts
    page.keyboard.up("Enter")
    expect(page.get_by_role("button", name="Eyes to the front")).to_be_visible()
    assert len(changes) == 2


def test_a_key_that_is_held_down_sends_one_thing(class_server: Server, new_page: NewPage) -> None:
    """Hold a key when joining, in votes, rounds and hints, and on pages of the teacher.

    A double click counts once too.
    """
    made = owner(class_server).good("open-room", lesson=RAID)
    teacher, sent = Line(class_server.url, made["secret"]), list[str]()

    def page_of(width: int) -> Page:
        page = new_page(width)
        page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
        return page

    def hold(page: Page, key: str) -> None:
        for _ in range(4):
            page.keyboard.down(key)
        page.keyboard.up(key)

    def names() -> list[str]:
        return [pupil["name"] for pupil in board_data(class_server, made["secret"])["pupils"]]

    def expect_one(address: str) -> None:
        """Check the requests after this one and all earlier ones were answered."""
        asked = [url.rpartition("/")[2] for url in sent if "/class/" in url]
        assert [name for name in asked if name != "save-report"] == [address]  # a lesson reports by itself
        sent.clear()

    for press, name in (("field", "Bo"), ("click", "")):
        page = page_of(NARROW)
        page.goto(f"{class_server.url}join?class={made['code']}")
        come_in = page.get_by_role("button", name="That’s me")
        expect(come_in).to_be_visible()
        page.get_by_role("textbox").fill(name)
        sent.clear()
        with page.expect_response("**/class/join-room"):
            if press == "click":
                come_in.dblclick()
            else:
                hold(page, "Enter")
        page.wait_for_url(f"**/lessons/{RAID}.ipynb")
        drawn(page)
        assert len([url for url in sent if url.endswith("class/join-room")]) == 1
    assert len(names()) == 2
    assert names()[0] == "Bo"

    sent.clear()
    teacher.good("change-session", pace={"round": 1})
    page.get_by_role("button", name="My turn").focus()
    with page.expect_response("**/class/play-round"):
        hold(page, "Enter")
    expect_one("play-round")
    teacher.good("change-session", pace={"vote": "0"})
    vote = page.get_by_role("form", name="Class vote")
    vote.get_by_role("radio").first.check()
    vote.locator(".km-vote-confidence input").first.check()
    for field in (vote.get_by_role("radio").first, vote.get_by_role("button")):
        field.focus()
        with page.expect_response("**/class/save-vote"):
            hold(page, "Enter")
        expect(vote.get_by_role("status")).to_contain_text("Your answer has arrived.")
        expect_one("save-vote")

    page = board(page_of(1366), class_server, made["secret"])
    page.get_by_role("button", name="Bo", exact=True).click()
    page.get_by_role("textbox", name="Name").fill("Bob")
    with page.expect_response("**/class/rename-or-reject-name"):
        hold(page, "Enter")
    expect(page.get_by_role("button", name="Bob", exact=True)).to_be_visible()
    expect_one("rename-or-reject-name")
    page.get_by_role("combobox", name="Lesson of the class").focus()
    with page.expect_response("**/class/change-session"):
        hold(page, "ArrowDown")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("The raid")
    expect_one("change-session")
    classes = len(rooms(class_server))
    page = page_of(1366)
    page.goto(f"{class_server.url}class#key={class_server.key}")
    page.get_by_role("button", name="Open a class").dblclick()
    expect(page.get_by_text("Nobody has joined yet.")).to_be_visible()
    assert len(rooms(class_server)) == classes + 1


def rooms(server: Server) -> list[Any]:
    with closing(sqlite3.connect(server.log.parent / "class.sqlite")) as store:
        return store.execute("SELECT id FROM kismet_rooms").fetchall()


def test_the_door_is_found_by_what_is_typed_and_pasted(class_server: Server, new_page: NewPage) -> None:
    code, _ = opened(class_server.log)
    page = new_page(NARROW)
    for ending in ("Join", "join/", "JOIN/.", f"Join/?class={code}"):
        page.goto(f"{class_server.url}{ending}")
        heading = "You are" if "?" in ending else "Which six dice are on the board?"
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    page.goto(f"{class_server.url}join")
    typed = page.locator(".km-join-code")
    for text, dice in (
        ("http://192.168.1.45:6161/join", ""),
        (f"http://192.168.1.45:6161/join?class={code}", code),
        (f"Join at http://192.168.1.45:6161/join with {code}.", code),
        (" ".join(code), code),
        ("-".join((code[:3], code[3:])), code),
        ("".join("⚀⚁⚂⚃⚄⚅"[int(n) - 1] for n in code), code),
        ("192.168.1.45:61616", ""),
        ("1234567890", ""),
    ):
        page.reload()
        page.evaluate(
            """text => {
              const clipboardData = new DataTransfer();
              clipboardData.setData("text", text);
              document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
            }""",
            text,
        )
        expect(typed).to_have_attribute(
            "aria-label", f"Typed so far: {' '.join(dice)}" if dice else "You haven’t typed anything yet"
        )
        expect(page.get_by_role("alert")).to_have_text("" if dice else re.compile("contains no code"))


FULL_DISK = "The disk of the class computer is full, so nothing new can be saved."


def test_a_pupil_hears_of_a_full_disk_and_loses_nothing(class_server: Server, new_page: NewPage) -> None:
    """Check that work survives a reload and arrives when the disk has room again."""
    made = owner(class_server).good("open-room", lesson=RAID)
    teacher = Line(class_server.url, made["secret"])
    pupil = new_page(NARROW, allow=("status of 503",))
    pupil.goto(f"{class_server.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    teacher.good("change-session", pace={"vote": "0"})
    vote = pupil.get_by_role("form", name="Class vote")
    expect(vote).to_be_visible()
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url.rpartition("/")[2])
        route.fulfill(status=503, json={"error": FULL_DISK})

    writes = re.compile(r"/class/(save-report|save-vote)$")
    pupil.route(writes, refuse)
    vote.get_by_role("radio").nth(1).check()
    vote.locator(".km-vote-confidence input").first.check()
    vote.get_by_role("button").click()
    pupil.get_by_role("button", name="Continue: Play").click()
    note = pupil.get_by_text(f"{FULL_DISK} Your work is kept in this tab and is sent again automatically.")
    expect(note).to_be_visible()
    expect(vote.get_by_text("Your answer has arrived.")).to_be_hidden()
    assert faults(pupil) == []
    refused.clear()
    pupil.reload()
    drawn(pupil)
    expect(note).to_be_visible()
    expect(pupil.get_by_role("heading", name="Try it yourself")).to_be_visible()
    pupil.wait_for_function("Object.keys(JSON.parse(sessionStorage['kismet:unsent'])).length === 2")
    assert {"save-report", "save-vote"} <= {*refused}
    pupil.unroute(writes)
    expect(note).to_be_hidden()
    pupil.wait_for_function("sessionStorage['kismet:unsent'] === '{}'")
    shown = board_data(class_server, made["secret"])
    assert shown["pupils"][0]["step"] == "play"
    assert shown["answers"][0]["votes"][0]["n"] == 1


def test_a_board_says_as_long_as_the_disk_is_full_and_no_longer(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    page, is_full = new_page(1366), [True]

    def told(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"full": is_full[0]})

    page.route("**/class/poll-board?**", told)
    page.route("**/class/poll-board", told)
    board(page, class_server, made["secret"])
    note = page.get_by_text("Free some space on the disk.")
    expect(note).to_be_visible()
    is_full[0] = False
    expect(note, "the board does not wait for a change of the class").to_be_hidden(timeout=5000)


@IN_BROWSERS
def test_a_pupil_whose_browser_keeps_nothing_takes_part(either: Server, new_page: NewPage) -> None:
    made = owner(either).good("open-room", lesson=RAID)
    pupil = new_page(NARROW)
    pupil.add_init_script(BLOCKED)
    pupil.goto(f"{either.url}join?class={made['code']}")
    expect(pupil.get_by_text("This browser blocks site data.")).to_be_visible()
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    expect(pupil.get_by_text("This browser blocks site data."), "once said").to_have_count(0)
    name = pupil.locator(".km-membership b[dir]").inner_text()
    pupil.get_by_role("button", name="Continue: Play").click()
    expect(pupil.get_by_role("heading", name="Try it yourself")).to_be_visible()
    pupil.reload()
    drawn(pupil)
    expect(pupil.locator(".km-membership b[dir]")).to_have_text(name)
    expect(pupil.get_by_role("heading", name="Try it yourself")).to_be_visible()
    teacher = new_page(1366)
    teacher.add_init_script(BLOCKED)
    board(teacher, either, made["secret"])
    expect(teacher.locator(".km-classboard-faces")).to_contain_text(name)
    expect(teacher.get_by_text("This browser blocks site data.")).to_be_visible()
    view(teacher, "Progress")
    expect(teacher.get_by_text("Class view").first).to_be_visible()


NAMES = ("סמי 3 (ב)!", "علي ٧-٣.")
OPEN_NAMES = """(names) => {
    const isolates = (el) => /isolate|plaintext/.test(getComputedStyle(el).unicodeBidi);
    const apart = (text, name) => !text.replaceAll(`\u2068${name}\u2069`, "").includes(name);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    let seen = 0;
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        for (const name of names.filter((name) => data.includes(name) && !parentElement.closest("script, style"))) {
            seen++;
            const alone = data.trim() === name && isolates(parentElement);
            if (!alone && !apart(data, name)) found.push(parentElement.outerHTML);
        }
    }
    for (const el of document.querySelectorAll("main *")) {
        for (const name of names) {
            if (el.matches("input, textarea") && el.value.includes(name) && !isolates(el)) found.push(el.outerHTML);
            for (const { name: of, value } of el.attributes) {
                const isRead = /^(aria-|title|alt|placeholder)/.test(of) && value.includes(name);
                if (isRead && value !== name && !apart(value, name)) found.push(`${of}: ${value}`);
            }
        }
    }
    return [seen, found];
}"""


def test_a_name_is_isolated_wherever_it_stands(class_server: Server, new_page: NewPage) -> None:
    """Use a right-to-left name with numbers and signs, which would otherwise change their places."""

    def check(page: Page) -> None:
        seen, found = page.evaluate(OPEN_NAMES, NAMES)
        assert found == []
        shown.append(seen)

    made, shown = owner(class_server).good("open-room", lesson=RAID), []
    plan = load_lesson_definition(RAID)
    for n, name in enumerate(NAMES):
        line, _ = come(class_server.url, made["code"], name)
        line.good(
            "save-report",
            lesson=RAID,
            number=1,
            data=build_report(worked(plan, n, ("1/7", "1/9"))) | {"reason": "A six"},
        )
    pupil = new_page(NARROW)
    pupil.goto(f"{class_server.url}join?class={made['code']}")
    pupil.get_by_label("Your own name").fill(NAMES[0])
    expect(pupil.get_by_role("heading", level=1)).to_contain_text(NAMES[0])
    check(pupil)
    teacher = board(new_page(1366), class_server, made["secret"])
    said: list[str] = []
    teacher.on("dialog", lambda dialog: said.append(dialog.message) or dialog.dismiss())
    teacher.locator(".km-classboard-pupil").first.click()
    teacher.get_by_role("dialog").get_by_role("button", name="Remove").first.click()
    assert "\u2068" in said[0]
    check(teacher)
    teacher.keyboard.press("Escape")
    views = teacher.get_by_role("navigation", name="Views").get_by_role("button")
    for n in range(views.count()):
        views.nth(n).click()
        expect(views.nth(n)).to_have_attribute("aria-current", "page")
        check(teacher)
    desk = new_page(1366)
    desk.goto(f"{class_server.url}desk#{made['secret']}")
    expect(desk.locator(".km-teacher-pupil")).to_have_count(2)
    check(desk)
    view(desk, "After")
    desk.get_by_role("textbox", name="The class list").fill("\n".join((*NAMES, "Ben")))
    desk.get_by_role("button", name="Match names with pupils").click()
    expect(desk.get_by_text("2 of 3 are in the class.")).to_be_visible()
    check(desk)
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Table for Moodle").click()
    table = saved.value.path().read_text(encoding="utf-8-sig")
    assert all(word in table for name in NAMES for word in name.split())
    assert "\u2068" not in table
    assert sum(shown) > 10


def test_a_second_class_in_a_tab_begins_anew(class_server: Server, new_page: NewPage) -> None:
    """Check the board, the desk, and the next pupil at the same computer."""
    first, second = (owner(class_server).good("open-room", lesson=RAID) for _ in range(2))
    plan = load_lesson_definition(RAID)
    for made in (first, second):
        line, _ = come(class_server.url, made["code"], "Anna")
        line.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, 1, ("1/7", "1/9"))))
    teacher = board(new_page(1366), class_server, first["secret"])
    view(teacher, "Predictions")
    for _ in range(2):
        teacher.keyboard.press("r")
    expect(teacher.locator(".km-predictions-exact").first).to_be_visible()
    teacher.goto(f"{class_server.url}class#{second['secret']}")
    expect(teacher.get_by_text("Join with these six dice.")).to_be_visible()
    view(teacher, "Predictions")
    expect(teacher.get_by_text("predictions are hidden")).to_be_visible()
    expect(teacher.locator(".km-predictions-exact")).to_have_count(0)

    desk = new_page(1366)
    desk.goto(f"{class_server.url}desk#{first['secret']}")
    view(desk, "After")
    desk.get_by_role("textbox", name="The class list").fill("Anna\nAnna\nBen")
    desk.get_by_role("button", name="Match names with pupils").click()
    expect(desk.get_by_text("2 lines fit more than one pupil")).to_be_visible()
    desk.get_by_role("combobox", name="Ben is").select_option("Anna")
    expect(desk.get_by_text("1 of 3 are in the class.")).to_be_visible()
    with desk.expect_download() as saved:
        desk.get_by_role("button", name="Table for Moodle").click()
    assert saved.value.path().read_bytes().startswith(b"\xef\xbb\xbfFirst name")
    desk.goto(f"{class_server.url}desk#{second['secret']}")
    view(desk, "After")
    expect(desk.get_by_role("textbox", name="The class list")).to_have_value("")
    expect(desk.get_by_text("are in the class.")).to_have_count(0)

    # a link of homework has a day to come, by the clock of this place
    due, link = desk.get_by_label("Homework until"), desk.get_by_role("textbox", name="Homework link")
    for day, sentence in (("", "Choose the day on which"), ("2020-01-31", "This day is in the past.")):
        due.fill(day)
        desk.get_by_role("button", name="Make the link").click()
        expect(desk.get_by_role("alert").first).to_contain_text(sentence)
        expect(link).to_have_value("")
    # by default it is due before the class is deleted, which would lose what comes later
    desk.reload()
    view(desk, "After")
    default = date.fromisoformat(due.input_value())
    assert (
        default == datetime.fromtimestamp(board_data(class_server, second["secret"])["until"] - SECONDS_PER_DAY).date()
    )
    desk.get_by_role("button", name="Make the link").click()
    expect(link).to_have_value(re.compile(rf"#homework=[1-6]{{6}}\.{default}$"))
    expect(desk.get_by_role("alert").first).to_be_hidden()
    site = desk.get_by_label("Address of the pages that pupils use at home")
    own = site.input_value()
    site.fill("kismet.example/pages")
    desk.get_by_role("button", name="Make the link").click()
    expect(desk.get_by_role("alert").first).to_contain_text("It begins with https:// or http://.")
    expect(link).to_have_value("")
    site.fill(own)
    due.fill("2199-12-31")
    desk.get_by_role("button", name="Make the link").click()
    expect(desk.get_by_role("alert").first).to_contain_text("before the homework is due")
    expect(link).to_have_value(re.compile(r"#homework=[1-6]{6}\.2199-12-31$"))

    pupil = new_page(NARROW)
    for made in (first, second):
        pupil.goto(f"{class_server.url}join?class={made['code']}")
        pupil.get_by_role("button", name="That’s me").click()
        pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
        drawn(pupil)
        expect(pupil.locator(".km-step-list-done")).to_have_count(0)
        pupil.get_by_role("button", name="Continue: Play").click()
        expect(pupil.locator(".km-step-list-done")).to_have_count(1)


def test_who_is_taken_out_of_a_class_brings_nothing_to_another(class_server: Server, new_page: NewPage) -> None:
    """Check also that the pupil continues after being admitted again."""
    rooms = [owner(class_server).good("open-room", lesson=RAID) for _ in range(2)]
    page = new_page(NARROW, allow=("410",))

    def join(code: str, done: int) -> None:
        page.goto(f"{class_server.url}join?class={code}")
        page.get_by_role("button", name="That’s me").click()
        page.wait_for_url(f"**/lessons/{RAID}.ipynb")
        drawn(page)
        expect(page.locator(".km-step-list-done")).to_have_count(done)

    def take_out() -> None:
        teacher.good("remove-pupil", pupil=board_data(class_server, rooms[0]["secret"])["pupils"][0]["n"])
        expect(page.get_by_text("Your teacher has removed you from this class.")).to_be_visible()

    teacher = Line(class_server.url, rooms[0]["secret"])
    join(rooms[0]["code"], 0)
    page.get_by_role("button", name="Continue: Play").click()
    expect(page.locator(".km-step-list-done")).to_have_count(1)
    take_out()
    teacher.good("allow-return", pupil=1)
    join(rooms[0]["code"], 1)
    take_out()
    join(rooms[1]["code"], 0)
    (pupil,) = board_data(class_server, rooms[1]["secret"])["pupils"]
    assert pupil["step"] in ("", "example")

    # neither do Back and Forward, nor a page from the memory of the browser
    for move in (page.go_back, page.go_forward, page.go_back):
        move()
        page.wait_for_url(f"**/lessons/{RAID}.ipynb")
        drawn(page)
        expect(page.locator(".km-step-list-done")).to_have_count(0)
        expect(page.locator(".km-membership")).to_contain_text(pupil["name"])
    page = new_page(NARROW)
    page.goto(f"{class_server.url}join")
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")


def test_a_timer_ends_with_its_class(class_server: Server, new_page: NewPage) -> None:
    """Check the timer. A script that fails afterwards fails this test."""
    made = owner(class_server).good("open-room", lesson=RAID)
    pupil = new_page(NARROW, allow=("410",))
    pupil.goto(f"{class_server.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")
    drawn(pupil)
    teacher = Line(class_server.url, made["secret"])
    teacher.good("change-session", pace={"timer": 600})
    expect(pupil.get_by_role("timer")).to_be_visible()
    pupil.evaluate("window.ticked = 0; setInterval(() => window.ticked++, 1000)")
    teacher.good("close-room")
    expect(pupil.get_by_text("This class is closed.")).to_be_visible()
    pupil.wait_for_function(f"({pupil.evaluate('window.ticked')}) + 2 <= window.ticked")


def test_many_at_one_address_wait_until_the_teacher_admits_them(class_server: Server, new_page: NewPage) -> None:
    made = owner(class_server).good("open-room", lesson=RAID)
    teacher = board(new_page(1366), class_server, made["secret"])
    for _ in range(5):
        Line(class_server.url).good("join-room", code=made["code"])
    pupil = new_page(NARROW, allow=("409",))
    pupil.goto(f"{class_server.url}join?class={made['code']}")
    pupil.get_by_role("button", name="That’s me").click()
    expect(pupil.get_by_role("alert")).to_have_text(
        "Many pupils want to join right now. Wait here until your teacher lets you in."
    )
    expect(pupil.get_by_role("button", name="That’s me")).to_be_disabled()
    asked = teacher.get_by_role("group", name="1 device from one address wants to join.")
    expect(asked.get_by_role("button")).to_have_text(["Let everybody in", "None"])
    assert faults(teacher) == []
    assert sideways(teacher) <= 0
    asked.get_by_role("button", name="None").click()
    expect(pupil.get_by_role("alert")).to_contain_text("Your teacher isn’t letting anyone in right now.")
    refused = teacher.get_by_role("group", name="Nobody else can join from this address.")
    refused.get_by_role("button", name="Let everybody in").click()
    expect(teacher.get_by_role("button", name="Let everybody in")).to_have_count(0)
    pupil.get_by_role("button", name="That’s me").click()
    pupil.wait_for_url(f"**/lessons/{RAID}.ipynb")


def test_a_rehearsal_says_that_it_is_one(class_server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{class_server.url}class?lesson={RAID}#key={class_server.key}")
    page.get_by_role("button", name="Open a class").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The raid")
    with page.context.expect_page() as desk:
        page.get_by_role("link", name="My desk").click()
    desk.value.get_by_role("button", name="Plan", exact=True).click()
    with page.context.expect_page() as rehearsal:
        desk.value.get_by_role("button", name="Rehearse with 28 made-up pupils").click()
    expect(rehearsal.value.get_by_role("heading", level=1)).to_have_text(
        "This is a rehearsal with made-up pupilsThe raid"
    )


def test_a_frame_without_storage_says_so(class_server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(BLOCKED)
    page.goto(f"{class_server.url}join")
    page.evaluate(
        "address => document.body.innerHTML = `<iframe src='${address}'></iframe>`",
        f"{class_server.url}voila/render/index.ipynb",
    )
    expect(page.frame_locator("iframe").get_by_text("This frame has no storage.")).to_be_visible()


def test_papers_fit_a4_and_split_no_question(new_page: NewPage) -> None:
    """Check the widths of the print layout, and that each question of a worksheet stays on one page."""
    plan = load_lesson_definition(RAID)
    course = make_class_lesson(plan, {"title": "The raid"})
    pupil = SimulatedPupil(course, 0, 0)
    report = [one for n in range(200) if (one := pupil.report_after_actions_until_finished(n))][-1]
    members = [Member(n, 1, n, f"Silver Penguin {n}", n, 0.0, 0.0, 0.0, "sum", 0, False) for n in range(25)]
    html = class_report_html(course, members, dict.fromkeys(range(25), report), {}, True, "today")
    page = new_page()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1047, "height": 718})  # A4 landscape without its margins, in px
    page.set_content(html)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1047
    page.set_viewport_size({"width": 673, "height": 1001})
    page.set_content(worksheet_html(plan, "The raid"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 673
    questions = page.locator(".question")
    assert questions.count() == 1 + len(course.check_questions)
    for question in questions.all():
        assert question.evaluate("(el) => getComputedStyle(el).breakInside") == "avoid"
        assert question.bounding_box()["height"] < 1001
