"""A class over the protocol of its pages.

Acknowledged data survives a crash of the server, a pupil reads nothing of others, and two rooms are separate.
"""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import gamelib
from tests.conftest import FILE, LONG, ROOT, Server, free_port, kismet, start_process, wait_for
from tests.pupils import Line, come, few_pages, opened, owner, worked
from widgets.builder.page_data import exact_outcomes_for_class
from widgets.classroom.network import lan_addresses
from widgets.dashboard import run_report as runs_report
from widgets.games.harem.dashboards.raid import RaidDashboard
from widgets.lesson import result_codes
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report
from widgets.page.run_reports import sign_text

RAID = "03-the-raid"
PUPILS = 30 if LONG else 10
FROM_ELSEWHERE = {"X-Forwarded-For": "192.0.2.77"}


@pytest.fixture(scope="module")
def plan() -> Plan:
    return load_lesson_definition(RAID)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start `kismet class` with the lesson on raids on all addresses of this machine."""
    log = tmp_path_factory.mktemp("class") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb", "dashboards/raid.ipynb", "builder.ipynb")
    with kismet(log, f"--notebooks={pages}", f"--class-data={log.parent / 'class.sqlite'}", "class", RAID) as running:
        yield running


@pytest.fixture(scope="module")
def room(server: Server) -> tuple[str, str]:
    return opened(server.log)


def board_of(server: Server, secret: str) -> dict[str, Any]:
    status, shown = Line(server.url, secret).ask("poll-board")
    assert status == 200, shown
    return dict(shown)


OPENED: list[Line] = []


def new_room(server: Server, lesson: str = RAID) -> tuple[str, str]:
    made = owner(server).good("open-room", lesson=lesson)
    OPENED.append(Line(server.url, made["secret"]))
    return made["code"], made["secret"]


@pytest.fixture(autouse=True)
def no_room_stays_open() -> Iterator[None]:
    """Close all rooms after each test, because a server has a limited number of classes."""
    yield
    while OPENED:
        OPENED.pop().tell("close-room")


def test_pupils_come_in_and_the_board_shows_them(server, plan):
    code, secret = new_room(server)
    anna, me = come(server.url, code, "Anna")
    assert (me["name"], me["number"], me["lesson"]) == ("Anna", 1, RAID)
    assert come(server.url, code, "anna")[1]["name"] == "anna 2"
    made_up = come(server.url, code)[1]
    assert len(made_up["name"].split()) == 2
    anna.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, 1)))
    shown = board_of(server, secret)
    assert [one["name"] for one in shown["pupils"]] == ["Anna", "anna 2", made_up["name"]]
    assert shown["pupils"][0]["step"] == "run"
    assert shown["predictions"]["put"] == 1


def test_pace_reaches_the_pupils_who_wait_for_it(server):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupil, _ = come(server.url, code)
    _, before = pupil.ask("poll-session-state")
    answers: list[Any] = []
    waiting = threading.Thread(target=lambda: answers.append(pupil.ask(f"poll-session-state?at={before['at']}")))
    waiting.start()
    teacher.good("change-session", pace={"paused": True, "upto": "predict"})
    waiting.join(60)
    ((status, after),) = answers
    assert status == 200
    assert (after["paused"], after["upto"]) == (True, "predict")
    status, refused = teacher.tell("change-session", pace={"upto": "rank"})
    assert (status, refused["error"]) == (400, "This lesson has no such step.")


def browser(server: Server) -> dict[str, str]:
    """Return the cookie of a browser that has opened the join page."""
    parts = urlsplit(server.url)
    asks = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    asks.request("GET", "/join")
    cookies = asks.getresponse().headers.get_all("Set-Cookie") or []
    asks.close()
    (said,) = [one for one in cookies if one.startswith("kismet-browser=")]
    assert {"HttpOnly", "SameSite=Lax"} <= {part.strip() for part in said.split(";")}
    return {"Cookie": said.partition(";")[0]}


def at_the_door(server: Server, cookie: dict[str, str], path: str = "join-room", **said: Any) -> tuple[int, Any]:
    return Line(server.url).send("POST", f"class/{path}", json.dumps(said), cookie)


def test_who_guesses_is_slowed_down_and_keeps_nobody_else_out(server):
    """Let two browsers of one school guess codes. A class joins at the same address, and only the guessers wait."""
    code, secret = new_room(server)
    wrong = ["111111" if code != "111111" else "222222", "333333" if code != "333333" else "444444"]
    guessers = [browser(server) for _ in wrong]
    with ThreadPoolExecutor(40) as threads:
        asked = [
            threads.submit(at_the_door, server, who, code=guess)
            for who, guess in zip(guessers, wrong, strict=True)
            for _ in range(20)
        ]
        came = [each.result()[0] for each in asked]
    assert came.count(404) <= 26, "each ten at once, and a turn every five seconds"
    assert came.count(429) >= 14
    first = [at_the_door(server, browser(server), code=code)[0] for _ in range(6)]
    assert first == [200] * 5 + [202], "the teacher decides about the rest"
    (school,) = board_of(server, secret)["waiting"]
    Line(server.url, secret).good("decide-address-admission", address=school["address"], admission="all")
    for _ in range(25):
        assert at_the_door(server, browser(server), code=code)[0] == 200
    assert len(board_of(server, secret)["pupils"]) == 30
    Line(server.url, secret).good("close-room")


def test_one_browser_does_not_fill_a_room_and_the_teacher_empties_it(server):
    code, secret = new_room(server)
    teacher, mine = Line(server.url, secret), browser(server)
    with ThreadPoolExecutor(20) as threads:
        came = list(threads.map(lambda _: at_the_door(server, mine, code=code)[0], range(20)))
    assert came.count(200) == 5
    numbers = [one["n"] for one in board_of(server, secret)["pupils"]]
    _, me = come(server.url, code)
    teacher.good("remove-listed-recent-pupils", pupils=numbers)
    assert [one["n"] for one in board_of(server, secret)["pupils"]] == [me["number"]]
    assert board_of(server, secret)["removed"] == [], "they may come in again"
    teacher.good("close-room")


def test_many_from_one_address_wait_for_the_teacher(server):
    """Check that a device that drops its cookie cannot fill a room, and that one tap admits a whole school."""
    code, secret = new_room(server)
    teacher = Line(server.url, secret)

    def flood(source: str, many: int) -> list[tuple[int, Any]]:
        return [Line(server.url, source=source).tell("join-room", code=code) for _ in range(many)]

    answers = flood("127.2.0.1", 12)
    assert [status for status, _ in answers] == [200] * 5 + [202] * 7
    come(server.url, code, "Anna")  # from elsewhere
    shown = board_of(server, secret)
    assert len(shown["pupils"]) == 6
    (one,) = shown["waiting"]
    assert (one["count"], one["listed"], one["admission"]) == (7, 0, "")
    late, ticket = Line(server.url, source="127.2.0.1"), answers[-1][1]["ticket"]
    assert late.tell("join-room", code=code, ticket=ticket) == (202, {"waiting": True, "ticket": ticket})
    assert board_of(server, secret)["waiting"] == [one], "who asks again is counted once"
    for admission in ("list", "some"):
        assert teacher.tell("decide-address-admission", address=one["address"], admission=admission)[0] == 400
    assert teacher.tell("decide-address-admission", address="0" * 40, admission="all")[0] == 409
    assert Line(server.url).tell("decide-address-admission", address=one["address"], admission="all")[0] == 403

    teacher.good("decide-address-admission", address=one["address"], admission="none")
    assert late.tell("join-room", code=code, ticket=ticket)[0] == 409
    assert board_of(server, secret)["waiting"] == [one | {"count": 0, "admission": "none"}]
    teacher.good("change-session", pace={"list": ["Ben", "Cem"]} | {"names": "list"})
    teacher.good("change-session", pace={"names": "free"})
    teacher.good("decide-address-admission", address=one["address"], admission="list")
    assert late.tell("join-room", code=code, name="Dora")[0] == 409
    assert late.tell("join-room", code=code, name="cem")[0] == 200
    teacher.good("decide-address-admission", address=one["address"], admission="all")
    assert [status for status, _ in flood("127.2.0.1", 6)] == [200] * 6
    assert board_of(server, secret)["waiting"] == []


def test_who_was_taken_out_is_told_so_and_does_not_come_back(server):
    code, secret = new_room(server)
    teacher, mine = Line(server.url, secret), browser(server)
    _, me = at_the_door(server, mine, code=code, name="Rascal")
    teacher.good("remove-pupil", pupil=me["number"])
    status, told = Line(server.url, me["token"]).ask("poll-session-state")
    assert (status, told["removed"]) == (410, True)
    assert "removed you" in told["error"]
    assert at_the_door(server, mine, code=code)[0] == 403
    assert at_the_door(server, browser(server), code=code, was=me["token"])[0] == 403, "a browser without its cookie"
    assert [one["name"] for one in board_of(server, secret)["removed"]] == ["Rascal"]
    teacher.good("allow-return", pupil=me["number"])
    assert at_the_door(server, mine, code=code, name="Rascal")[0] == 200
    teacher.good("close-room")


def test_a_room_takes_the_names_that_its_teacher_wants(server):
    code, secret = new_room(server)
    teacher, here = Line(server.url, secret), browser(server)
    assert at_the_door(server, here, "join-name-options", code=code)[1] == {"names": "free", "list": [], "known": []}
    status, said = at_the_door(server, here, code=code, name="F.u.c.k")
    assert (status, said["error"]) == (400, "Choose a different name for this class.")
    teacher.good("change-session", pace={"names": "made"})
    _, anna = at_the_door(server, here, code=code, name="Anna")
    assert anna["name"] != "Anna"
    teacher.good("change-session", pace={"names": "list", "list": ["Anna", "Ben", "Anna"]})
    assert at_the_door(server, here, "join-name-options", code=code)[1]["list"] == ["Anna", "Ben", "Anna 2"]
    assert at_the_door(server, here, code=code, name="Eve")[0] == 409
    assert at_the_door(server, here, code=code, name="Ben")[1]["name"] == "Ben"
    assert at_the_door(server, browser(server), code=code, name="Ben")[0] == 409
    assert at_the_door(server, here, "join-name-options", code=code)[1]["list"] == ["Anna", "Anna 2"]
    teacher.good("change-session", pace={"names": "free"})
    pupil = Line(server.url, anna["token"])
    teacher.good("rename-or-reject-name", pupil=1, name="Anna Karenina")
    assert pupil.ask("poll-session-state")[1]["name"] == "Anna Karenina"
    assert teacher.tell("rename-or-reject-name", pupil=1, name="BEN")[0] == 409
    teacher.good("set-name-hidden", pupil=1, hidden=True)
    (row, *_) = board_of(server, secret)["pupils"]
    assert (row["name"] != "Anna Karenina", row["hidden"]) == (True, "Anna Karenina")
    assert "Anna Karenina" in teacher.ask("results-csv?names=1")[1]
    teacher.good("rename-or-reject-name", pupil=2)
    assert "Ben" not in json.dumps([one["name"] for one in board_of(server, secret)["pupils"]])
    assert at_the_door(server, browser(server), code=code, name="ben")[0] == 400
    teacher.good("close-room")


def test_what_is_acknowledged_is_what_is_kept(server, plan):
    """Check a lost answer, after which newer data have the same number, and a page with old data, which is told so."""
    code, secret = new_room(server)
    pupil, _ = come(server.url, code)
    first, second, third = (
        {**build_report(worked(plan, 1)), "revised": word} for word in ("one word", "two words", "three")
    )
    pupil.good("save-report", lesson=RAID, number=2, data=first)
    pupil.good("save-report", lesson=RAID, number=2, data=second)
    csv = Line(server.url, secret).ask("results-csv?names=1")[1]
    assert "two words" in csv
    assert "one word" not in csv
    status, refused = pupil.tell("save-report", lesson=RAID, number=1, data=third)
    assert (status, refused["number"]) == (409, 2)
    Line(server.url, secret).good("close-room")


def test_of_two_changes_by_the_teacher_none_is_lost(server):
    _, secret = new_room(server)
    pairs = 500 if LONG else 12
    one, other = Line(server.url, secret), Line(server.url, secret)
    with ThreadPoolExecutor(2) as threads:
        for n in range(pairs):
            done = [
                threads.submit(one.good, "change-session", pace={"paused": n % 2 == 0}),
                threads.submit(other.good, "change-session", pace={"locked": n % 2 == 0}),
            ]
            for each in done:
                each.result()
            pace = board_of(server, secret)["pace"]
            assert (pace["paused"], pace["locked"]) == (n % 2 == 0, n % 2 == 0)
    one.good("close-room")


def test_a_round_and_a_vote_at_once_stay_apart(server):
    code, secret = new_room(server)
    pupils = [come(server.url, code)[0] for _ in range(2)]
    teachers = Line(server.url, secret), Line(server.url, secret)
    with ThreadPoolExecutor(2) as threads:
        for _ in range(20 if LONG else 5):
            said = [
                threads.submit(one.good, "change-session", pace=change)
                for one, change in zip(teachers, ({"round": 1}, {"vote": "0"}), strict=True)
            ]
            for each in said:
                each.result()
            heard = pupils[0].ask("poll-session-state")[1]
            assert heard["round"] != heard["vote"]["number"]
            pupils[0].good("play-round")
            pupils[1].good("save-vote", number=heard["vote"]["number"], option=0, sure=50)
            shown = board_of(server, secret)
            assert (shown["round"]["total"], shown["answers"][0]["votes"][-1]["n"]) == (1, 1)
    teachers[0].good("close-room")


def test_a_round_of_the_class(server):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupils = [come(server.url, code)[0] for _ in range(3)]
    assert pupils[0].tell("play-round")[0] == 409
    teacher.good("change-session", pace={"round": 1})
    came = [pupil.good("play-round") for pupil in pupils]
    assert pupils[0].good("play-round") == came[0], "who asks again gets the same"
    shown = board_of(server, secret)["round"]
    assert shown["total"] == 3
    assert shown["hits"] == sum(one["hits"] for one in came)
    teacher.good("change-session", pace={"round": 10})
    for pupil in pupils:
        assert len(pupil.good("play-round")["names"]) == 10
    assert board_of(server, secret)["round"]["total"] == 30


def test_a_picture_is_shown_by_consent_only(server, plan):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupil, me = come(server.url, code)
    pupil.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, 1)))
    assert pupil.tell("save-picture-consent", yes=True)[0] == 410, "nobody has asked"
    teacher.good("request-or-remove-pupil-picture", pupil=me["number"], show=True)
    assert pupil.ask("poll-session-state")[1]["consent"] == 1
    assert board_of(server, secret)["shown"] == []
    pupil.good("save-picture-consent", yes=True)
    assert [one["n"] for one in board_of(server, secret)["shown"]] == [me["number"]]
    pupil.good("save-picture-consent", yes=False)
    assert board_of(server, secret)["shown"] == []


def test_a_shown_picture_reaches_the_others_without_name_and_key(server, plan):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupil, me = come(server.url, code, "Own Name")
    other, _ = come(server.url, code)
    told = build_report(worked(plan, 1))
    pupil.good("save-report", lesson=RAID, number=1, data=told)
    assert other.ask("poll-session-state")[1]["shown"] == []
    teacher.good("request-or-remove-pupil-picture", pupil=me["number"], show=True)
    pupil.good("save-picture-consent", yes=True)
    (shown,) = other.ask("poll-session-state")[1]["shown"]
    assert (shown["face"], shown["runs"]) == (me["face"], sum(told["counts"]))
    assert set(shown) == {"face", "names", "chips", "runs", "counts"}
    teacher.good("request-or-remove-pupil-picture", pupil=me["number"], show=False)
    assert other.ask("poll-session-state")[1]["shown"] == []


def test_a_hint_is_for_one_pupil(server):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    (one, me), (other, _) = (come(server.url, code) for _ in range(2))
    teacher.good("send-hint", pupil=me["number"], text="  Count the pairs,\u202e not the totals. ")
    assert one.ask("poll-session-state")[1]["hint"] == "Count the pairs, not the totals."
    assert other.ask("poll-session-state")[1]["hint"] == ""
    assert [row["hint"] for row in board_of(server, secret)["pupils"]] == ["sent", ""]
    one.good("mark-hint-read")
    assert one.ask("poll-session-state")[1]["hint"] == ""
    assert [row["hint"] for row in board_of(server, secret)["pupils"]] == ["read", ""]
    assert teacher.tell("send-hint", pupil=99, text="Nobody")[0] == 409
    assert (
        teacher.tell("send-hint", pupil=1, text="x" * 201)[0] == teacher.tell("send-hint", pupil=1, text=" ")[0] == 400
    )


def test_a_class_votes_talks_and_votes_again(server):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupils = [come(server.url, code)[0] for _ in range(3)]
    assert pupils[0].tell("save-vote", number=1, option=0, sure=50)[0] == 409, "no vote is on"
    right = [one["right"] for one in board_of(server, secret)["answers"][0]["options"]].index(True)
    for options in ([right, right + 1, right + 1], [right, right, right + 1]):
        teacher.good("change-session", pace={"vote": "0"})
        asked = pupils[0].ask("poll-session-state")[1]["vote"]
        assert set(asked) == {"ask", "options", "number"}, "nothing that tells which is right"
        for pupil, option in zip(pupils, options, strict=True):
            pupil.good("save-vote", number=asked["number"], option=option % len(asked["options"]), sure=95)
        teacher.good("change-session", pace={"vote": None})
        assert pupils[0].tell("save-vote", number=asked["number"], option=0, sure=50)[0] == 409
    shown = board_of(server, secret)["answers"][0]["votes"]
    assert [(vote["n"], len(vote["sure"][right])) for vote in shown] == [(3, 1), (3, 2)]
    teacher.good("change-session", pace={"vote": "chips"})
    asked = pupils[0].ask("poll-session-state")[1]["vote"]
    for wrong in ([asked["chips"]], [asked["chips"] + 1, *[0] * (len(asked["names"]) - 1)], ["x"], None, [0.5, 19.5]):
        assert pupils[0].tell("save-vote", number=asked["number"], chips=wrong)[0] == 400
    pupils[0].good("save-vote", number=asked["number"], chips=[asked["chips"], *[0] * (len(asked["names"]) - 1)])
    assert board_of(server, secret)["predictions"]["after"]["put"] == 1
    assert teacher.tell("change-session", pace={"vote": "9"})[1]["error"] == "This lesson has no such question."
    teacher.good("change-session", lesson=RAID)
    assert pupils[0].ask("poll-session-state")[1]["vote"] is None, "another lesson asks nothing of the old one"


def test_runs_of_a_dashboard_come_together(server):
    code, secret = new_room(server)
    teacher, told = Line(server.url, secret), runs_of_raids(owner(server).ask("teacher-permissions")[1]["teacher"])
    pupil, _ = come(server.url, code)
    other = runs_of_raids(owner(server).ask("teacher-permissions")[1]["teacher"], "guards=2")
    pupil.good("save-report", lesson="dashboards/raid", number=1, data=other)
    pupil.good("save-report", lesson="dashboards/raid", number=2, data=told)
    assert len(board_of(server, secret)["pools"]) == 2, "the runs of a setting stay when a pupil goes to another"
    (pool,) = [one for one in board_of(server, secret)["pools"] if one["share"] > 0.3]
    assert (pool["page"], pool["total"], len(pool["pupils"])) == ("dashboards/raid", 10, 1)
    forged = told | {"about": told["about"].replace("raid", "rude word")}
    assert pupil.tell("save-report", lesson="dashboards/raid", number=2, data=forged)[0] == 400
    assert pupil.tell("save-report", lesson="dashboards/none", number=2, data=told)[0] == 400
    teacher.good("change-session", lesson="dashboards/raid")
    shown = board_of(server, secret)
    assert (shown["title"], {one["total"] for one in shown["pools"]}) == ("Does the raid succeed?", {10})
    assert pupil.ask("poll-session-state")[1]["lesson"] == "dashboards/raid"
    assert (
        teacher.tell("change-session", pace={"round": 1})[0]
        == teacher.tell("change-session", pace={"vote": "0"})[0]
        == 409
    )
    assert teacher.ask("results-csv")[0] == 409


def test_one_model_of_the_builder_for_all_and_own_ones_with_a_yes(server):
    code, secret = new_room(server, "builder")
    teacher, key = Line(server.url, secret), owner(server).ask("teacher-permissions")[1]["teacher"]
    (anna, me), (ben, _) = come(server.url, code), come(server.url, code)
    assert "character 7" in teacher.tell("change-session", pace={"model": "2d6 : luck"})[1]["error"]
    teacher.good("change-session", pace={"model": "draw 3 from bag(4 red, 5 blue); count red"})
    pace = anna.ask("poll-session-state")[1]
    assert (pace["lesson"], pace["model"]) == ("builder", "3 bag{red*4,blue*5} : count red")
    for number, pupil in enumerate((anna, ben), 1):
        pupil.good("save-report", lesson="builder", number=number, data=runs_of_model(pace["model"], key, [1, 2, 4, 3]))
    anna.good("save-report", lesson="builder", number=5, data=runs_of_model("d6 : last", key, [1, 0, 0, 2, 0, 3]))
    (pool,) = board_of(server, secret)["pools"]
    assert (pool["total"], len(pool["pupils"]), pool["counts"]) == (20, 2, [2, 4, 8, 6])
    assert (pool["line"], pool["words"]) == (pace["model"], "3 or more")
    (own,) = board_of(server, secret)["models"]
    assert (own["n"], own["picture"]) == (me["number"], None), "nothing of an own model is told before the yes"
    assert ben.ask("poll-session-state")[1]["shown"] == []
    teacher.good("request-or-remove-pupil-picture", pupil=me["number"], show=True)
    anna.good("save-picture-consent", yes=True)
    (own,) = board_of(server, secret)["models"]
    assert (own["picture"]["line"], own["picture"]["total"]) == ("d6 : last", 6)
    (shown,) = ben.ask("poll-session-state")[1]["shown"]
    assert (shown["line"], shown["counts"][5], "exact" in shown) == ("d6 : last", 0.5, False)
    anna.good("save-picture-consent", yes=False)
    assert ben.ask("poll-session-state")[1]["shown"] == []


def runs_of_model(line: str, key: str, counts: list[int]) -> dict[str, Any]:
    text = json.dumps(exact_outcomes_for_class(gamelib.model(line)))
    return {"about": text, "seal": sign_text(text, key), "counts": counts, "trail": []}


def runs_of_raids(key: str, link: str = "") -> dict[str, Any]:
    page = RaidDashboard(link, seed=1)
    page.simulations["raids"].add_trials(10)
    page.refresh()
    told = runs_report.build_run_report(page.simulations["raids"], "A raid", key)
    assert told
    return told


def test_servers_share_a_store(server, room, tmp_path, plan):
    """Check that the board of one server shows pupils of another one, and that they get its pace."""
    code, secret = room
    data, pages = server.log.parent / "class.sqlite", server.log.parent / "pages"
    with kismet(tmp_path / "log.txt", f"--notebooks={pages}", f"--class-data={data}", asked=FILE) as second:
        pupil, me = come(second.url, code, "From the second")
        pupil.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, 1)))
        assert me["name"] in {one["name"] for one in board_of(server, secret)["pupils"]}
        before = pupil.ask("poll-session-state")[1]["at"]
        answers: list[Any] = []
        waiting = threading.Thread(target=lambda: answers.append(pupil.ask(f"poll-session-state?at={before}")[1]))
        waiting.start()
        Line(server.url, secret).good("change-session", pace={"upto": "run"})
        waiting.join(60)
        assert answers[0]["upto"] == "run"
        Line(server.url, secret).good("change-session", pace={"upto": None})


def test_result_codes_fill_the_same_board(server, plan):
    _, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupil = worked(plan, 2, ("1/7",))
    code = result_codes.encode_result_code(build_report(pupil), plan, 11)
    assert teacher.good("add-pupil-by-result-code", text=code, name="")["name"] == "Gold Cat"
    shown = board_of(server, secret)
    assert shown["pupils"][0]["coded"]
    assert shown["predictions"]["put"] == 1
    status, refused = teacher.tell("add-pupil-by-result-code", text=code.lower().replace("-", " "), name="Twice")
    assert (status, refused["error"]) == (409, "This code is already on the board: Gold Cat.")
    status, refused = teacher.tell("add-pupil-by-result-code", text=f"0O000-{code}", name="Twice")
    assert (status, refused["error"]) == (409, "This code is already on the board: Gold Cat.")
    assert len(board_of(server, secret)["pupils"]) == 1
    status, refused = teacher.tell("add-pupil-by-result-code", text=code[:-1] + ("A" if code[-1] != "A" else "B"))
    assert status == 400
    assert "mistake in this code" in refused["error"]


def test_what_is_kept_after_the_lesson(server, plan):
    code, secret = new_room(server)
    teacher = Line(server.url, secret)
    pupil, _ = come(server.url, code, "<i>Anna</i>")
    pupil.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, 1)))
    assert "Anna" not in teacher.ask("results-csv")[1]
    assert "<i>Anna</i>" in teacher.ask("results-csv?names=1")[1]
    assert "&lt;i&gt;Anna" in teacher.ask("class-report-html?names=1")[1]
    assert "Key" in teacher.ask("lesson-answer-key-html")[1]
    assert "Key" not in teacher.ask("worksheet-html")[1]
    for paper in ("lesson-answer-key-html", "worksheet-html", "lesson-plan-html"):
        assert Line(server.url).ask(f"{paper}?lesson={RAID}")[0] == 403
    teacher.good("close-room")
    assert teacher.ask("poll-board")[0] == 403
    assert pupil.tell("save-report", lesson=RAID, number=2, data=build_report(worked(plan, 1)))[0] == 410


def test_two_rooms_do_not_see_each_other(server, plan):
    rooms = [new_room(server) for _ in range(2)]
    pupils = [come(server.url, code, f"Pupil of {code}")[0] for code, _ in rooms]
    for n, pupil in enumerate(pupils, 1):
        pupil.good("save-report", lesson=RAID, number=1, data=build_report(worked(plan, n)))
    for code, secret in rooms:
        shown = json.dumps(board_of(server, secret))
        assert f"Pupil of {code}" in shown
        other = next(each for each, _ in rooms if each != code)
        assert other not in shown
    one, two = (Line(server.url, secret) for _, secret in rooms)
    one.good("change-session", pace={"paused": True})
    assert not pupils[1].ask("poll-session-state")[1]["paused"]
    one.good("remove-pupil", pupil=1)
    assert [len(board_of(server, secret)["pupils"]) for _, secret in rooms] == [0, 1]
    two.good("close-room")


def test_a_pupil_reads_no_board_no_answers_and_no_key(server, room, plan):
    """Request every address as a pupil could.

    The requests have the own token, the code, guesses or nothing, and come from another machine.
    """
    code, secret = room
    curious, me = come(server.url, code, "Curious")
    victim, _ = come(server.url, code, "Victim Name")
    told = build_report(worked(plan, 4, ("1/7",))) | {"reason": "my very own reason"}
    victim.good("save-report", lesson=RAID, number=1, data=told)
    for change in ({"vote": "0"}, {"round": 10}):
        Line(server.url, secret).good("change-session", pace=change)
    number = next(one["n"] for one in board_of(server, secret)["pupils"] if one["name"] == "Victim Name")
    Line(server.url, secret).good("send-hint", pupil=number, text="A word for the victim alone")
    keys = [
        me["token"],
        code,
        "",
        "0" * 32,
        secret[:-1] + ("A" if secret[-1] != "A" else "B"),
        secret.lower()[:31],
        "' OR 1=1 --",
        "../" * 8,
    ]
    queries = ["", "?at=1", f"?secret={secret[:20]}", "?names=1", "?pupil=2", "?key=" + me["token"]]
    names = [
        "poll-board",
        "lesson-answer-key-html",
        "worksheet-html",
        "results-csv",
        "class-report-html",
        "change-session",
        "request-or-remove-pupil-picture",
        "remove-pupil",
        "add-pupil-by-result-code",
        "close-room",
        "teacher-permissions",
        "poll-session-state",
        "save-report",
        "save-picture-consent",
        "save-vote",
        "send-hint",
        "mark-hint-read",
        "play-round",
        "rooms",
        "pupils",
        "store",
        "class.sqlite",
        "log.txt",
        "open-room",
    ]
    bodies = [
        "{}",
        '{"pupil": 2, "show": true}',
        '{"pace": {"paused": true}}',
        f'{{"code": "{code}"}}',
        "[]",
        "null",
        '{"lesson": "03-the-raid", "number": 2, "pupil": 2, "data": {}}',
        "{" * 3000,
    ]
    answers = []
    for key in keys:
        asks = Line(server.url, key)
        for name in names:
            answers += [asks.send("GET", f"class/{name}{query}", None, FROM_ELSEWHERE) for query in queries]
            if name not in ("leave", "poll-session-state"):
                answers += [asks.send("POST", f"class/{name}", body, FROM_ELSEWHERE) for body in bodies]
    pages = [
        "join",
        "class",
        "class/",
        "class/poll-board/",
        "join/..%2fclass",
        "class/../class/poll-board",
        "voila/class/poll-board",
        "class.sqlite",
        "class/class.sqlite",
        "voila/static/class.sqlite",
        f"class/poll-board/{code}",
        "class/qr.svg?path=../class.sqlite",
        "class/qr.svg?path=http://other.example/",
        "voila/files/class.sqlite",
        "api",
        "api/kernels",
        "api/sessions",
        "api/contents",
        "api/status",
        "api/terminals",
        "api/config/x",
        "files/class.sqlite",
        "tree",
        "lab",
        "metrics",
        "voila/api/kernels",
        f"voila/render/lessons/{RAID}.ipynb/../../class.sqlite",
        "voila/render/class.sqlite",
    ]
    answers += [curious.send("GET", path, None, FROM_ELSEWHERE) for path in pages]
    # What nobody but the teacher may read: others' names and words, the secret, the key of the server, the sheet.
    teacher = owner(server).ask("teacher-permissions")[1]["teacher"]
    assert teacher
    checks = board_of(server, secret)["answers"]
    asked = " ".join(check["ask"] for check in checks)  # "The defender wins" is a mistake, and part of what is asked
    mistakes = [
        row[part]
        for check in checks
        for row in check["options"]
        for part in ("words", "reply")
        if row[part] and row[part] not in asked
    ]
    assert len(mistakes) > 10
    theirs = ("Victim", "own reason", "victim alone", secret, teacher, *mistakes, "Expect “", "Traceback", "SQL")
    for status, answer in answers:
        assert status < 500, answer
        text = answer if isinstance(answer, str) else json.dumps(answer)
        for hidden in theirs:
            assert hidden not in text, (hidden, status, text[:300])
    refused = [answer for status, answer in answers if isinstance(answer, dict) and status >= 400]
    assert all(set(answer) == {"error"} for answer in refused)
    assert len(refused) > 1000
    Line(server.url, secret).good("change-session", pace={"vote": None, "round": 0})
    shown = board_of(server, secret)
    assert not shown["pace"]["paused"]
    assert {"Curious", "Victim Name"} <= {one["name"] for one in shown["pupils"]}


SEEMS = (
    {},
    FROM_ELSEWHERE,
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Real-Ip": "127.0.0.1"},
    {"Host": "localhost"},
    {"Forwarded": "for=127.0.0.1"},
    {"X-Forwarded-Host": "localhost", "Via": "1.1 here"},
)


def test_a_class_is_opened_by_who_has_the_key_only(server, room):
    """Check that a plain proxy, whose visitors look local, gives no rights, with any headers or none."""
    mine = owner(server)
    wrong = ["", mine.key[:-1] + ("A" if mine.key[-1] != "A" else "B"), mine.key.lower(), room[1], "ä" * 30]
    addresses = ["127.0.0.1", *lan_addresses()[:1]]
    for headers in SEEMS:
        for line in (Line(server.url.replace("127.0.0.1", address), key) for address in addresses for key in wrong):
            status, refused = line.send("POST", "class/open-room", "{}", headers)
            assert status == 403
            assert "kismet class" in refused["error"]
            assert line.ask("teacher-permissions", **headers) == (200, {"local": False, "teacher": ""})
        assert mine.ask("teacher-permissions", **headers)[1]["local"]


def test_a_page_from_elsewhere_can_change_nothing(server):
    """Check that a form cannot send our header, and that the browser asks first for a foreign script, in vain."""
    here = urlsplit(server.url).netloc
    asks = [
        ("POST", "/class/open-room", {}, 404),
        ("OPTIONS", "/class/open-room", {"Origin": "http://evil.example"}, None),
        ("GET", "/class/teacher-permissions", {"Host": "evil.example"}, 421),
    ]
    for method, path, headers, status in asks:
        bare = http.client.HTTPConnection(here, timeout=120)
        bare.request(method, path, body="{}", headers=headers)
        answer = bare.getresponse()
        assert status in (None, answer.status)
        assert "Access-Control-Allow-Origin" not in answer.headers
        bare.close()


def test_wrong_codes_too_many_words_and_too_often(server, room):
    code, _ = room
    line = Line(server.url)
    wrong = "111111" if code != "111111" else "222222"
    assert line.tell("join-room", code=wrong)[1]["error"].startswith("No class has this code")
    assert line.tell("join-room", code="abc")[0] == 400
    assert line.tell("join-room", code=code, was="\ud800")[1]["error"] == "The server didn’t understand this."
    assert line.tell("join-room", code=code, name="x" * 25)[0] == 400
    pupil, _ = come(server.url, code)
    assert pupil.tell("save-report", lesson=RAID, number=1, data={"x": "y" * 40_000})[0] == 413
    assert pupil.tell("save-report", lesson="no-such", number=1, data={})[0] == 400
    statuses = [pupil.tell("save-report", lesson=RAID, number=n, data={})[0] for n in range(1, 60)]
    assert 429 in statuses


# -- thirty pupils, and a server that is killed ------------------------------------------------


@contextmanager
def mortal(port: int, data: Path, log: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a class server that may be killed."""
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb")
    command = [
        sys.executable,
        "-m",
        "widgets.site.command_line",
        "--no-browser",
        f"--port={port}",
        f"--class-data={data}",
    ]
    command += [f"--notebooks={pages}", "class", RAID]
    process = start_process(command, log, mode="a")
    try:
        wait_for(f"http://127.0.0.1:{port}/class/teacher-permissions", process, log)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Busy(threading.Thread):
    """Pupil who continues to report, a little more each time, and notes the acknowledged reports."""

    def __init__(self, line: Line, name: str, reports: list[dict[str, Any]], rest: float) -> None:
        super().__init__(daemon=True)
        self.line, self.name_, self.reports, self.rest = line, name, reports, rest
        self.number = self.kept = 0
        self.stop = threading.Event()
        self.faults: list[Any] = []

    def run(self) -> None:
        while not self.stop.is_set():
            number = self.number + 1
            data = self.reports[number % len(self.reports)] | {"revised": f"{self.name_} {number}"}
            try:
                status, answer = self.line.tell("save-report", lesson=RAID, number=number, data=data)
            except OSError:
                time.sleep(0.2)  # the server is away; what was not acknowledged is told again
                continue
            if status == 200:
                self.kept = self.number = number
            elif status not in (429, 503):  # told again, as the page does
                self.faults.append((status, answer))
            self.stop.wait(random.uniform(0.5, 1.5) * self.rest)


def test_a_class_and_a_killed_server_lose_nothing(tmp_path, plan):
    port, data, log = free_port(), tmp_path / "class.sqlite", tmp_path / "log.txt"
    url = f"http://127.0.0.1:{port}/"
    done = [build_report(worked(plan, seed, ("1/7", "1/9")[: seed % 3])) for seed in range(6)]
    with mortal(port, data, log) as process:
        code, secret = opened(log)
        lines = [come(url, code, f"Pupil {n}")[0] for n in range(PUPILS)]
        pupils = [Busy(line, f"Pupil {n}", done, 0.3) for n, line in enumerate(lines)]
        for pupil in pupils:
            pupil.start()
        until(lambda: all(pupil.kept >= 3 for pupil in pupils))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        before = [pupil.kept for pupil in pupils]
    with mortal(port, data, log):
        until(lambda: all(pupil.kept > n + 1 for pupil, n in zip(pupils, before, strict=True)))
        for pupil in pupils:
            pupil.stop.set()
        for pupil in pupils:
            pupil.join(60)
        assert [pupil.faults for pupil in pupils] == [[]] * PUPILS
        text = Line(url, secret).ask("results-csv?names=1")[1]
        for pupil in pupils:
            assert f"{pupil.name_} {pupil.kept}\n" in text or f"{pupil.name_} {pupil.kept}\r\n" in text
        shown = Line(url, secret).ask("poll-board")[1]
        assert shown["predictions"]["put"] == len(shown["pupils"]) == PUPILS
        assert "goes on" in log.read_text()


def until(holds: Any, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "this never came"
        time.sleep(0.05)


def test_boards_are_shown_while_another_program_locks_the_database(server, plan):
    """Check a program that writes, which delays pupils but no board.

    Under a lock for readers, boards show their age.
    """
    code, secret = new_room(server)
    teacher, told, file = Line(server.url, secret), build_report(worked(plan, 1)), server.log.parent / "class.sqlite"
    lines = [come(server.url, code)[0] for _ in range(4)]
    assert len(board_of(server, secret)["pupils"]) == 4
    with closing(sqlite3.connect(file, isolation_level=None)) as other, ThreadPoolExecutor(16) as threads:
        other.execute("BEGIN IMMEDIATE")
        for n in range(16):
            threads.submit(Line(server.url, lines[n % 4].key).tell, "save-report", lesson=RAID, number=n + 1, data=told)
        for path in ("poll-board", "poll-teacher-view"):
            status, shown = teacher.ask(path)
            assert (status, len(shown["pupils"])) == (200, 4)
        other.execute("ROLLBACK")
    with open(f"{file}-shm", "r+b") as index:
        fcntl.lockf(index, fcntl.LOCK_EX, 8, 120)  # all locks of SQLite's index
        for path in ("poll-board", "poll-teacher-view", f"poll-board?at={shown['version']}"):
            status, old = teacher.send("GET", f"class/{path}", None, {})
            assert (status, len(old["pupils"]), old["age"] >= 0) == (200, 4, True)
        assert Line(server.url, lines[0].key).send("GET", "class/poll-board", None, {})[0] in (403, 503)
        fcntl.lockf(index, fcntl.LOCK_UN, 8, 120)
    come(server.url, code)
    assert len(board_of(server, secret)["pupils"]) == 5
    teacher.good("close-room")
    assert teacher.ask("poll-board")[0] == 403


def test_every_address_is_known(server):
    """Check that the scripts of a page request only existing addresses."""
    scripts = "".join(script.read_text() for script in (ROOT / "widgets" / "classroom").glob("*.js"))
    asks = r'(?:[aA]sk|requestClassEndpoint|tell|send\w*|say|save|show)\([`"]([a-z-]+)[`"?$]|super\(main, "([a-z-]+)"'
    asked = {one or other for one, other in re.findall(asks, scripts)} - {"here"}  # sent over the echo connection
    assert {"poll-board", "join-room", "save-report", "save-vote", "mark-hint-read", "send-hint"} <= asked
    assert {"add-pupil-by-result-code", "results-csv", "class-report-html", "lesson-answer-key-html"} <= asked
    for name in asked:
        status, _ = Line(server.url).ask(name)
        posted, _ = Line(server.url).tell(name)
        assert not status == posted == 404, name
