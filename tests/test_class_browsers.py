"""A class whose pages run in the browsers of the pupils.

The server sends files and keeps the room. Reports of a browser are checked for form and range, and marked.
"""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import gamelib
from tests.conftest import FILE, Server, kismet
from tests.pupils import Line, come, few_pages, opened, owner, worked
from tests.site import BUILD, stub
from tests.test_class_server import runs_of_model, runs_of_raids
from widgets.builder.page_data import exact_outcomes_for_class
from widgets.classroom import browser_report_validation
from widgets.lesson.lesson_notebooks import load_lesson_definition
from widgets.lesson.progress_report import build_report
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.run_reports import sign_text
from widgets.site.command_line import main
from widgets.site.static_site import file_pack

RAID = "03-the-raid"
PORTAL = "https://moodle.example.org"
MODEL = "2 bag{red*3,blue*5} : count red"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("class") / "log.txt"
    pages = few_pages(log.parent / "pages", f"lessons/{RAID}.ipynb", "dashboards/raid.ipynb", "builder.ipynb")
    site = stub(log.parent / "site", pages)
    (pages / "dashboards" / "late.ipynb").write_text((pages / "dashboards" / "raid.ipynb").read_text())
    (site / file_pack.SOURCE_HASH_FILE).write_text(file_pack.site_source_hash(pages))  # a page that this folder lacks
    with kismet(
        log,
        f"--notebooks={pages}",
        f"--class-data={log.parent / 'class.sqlite'}",
        f"--site={site}",
        f"--frame-ancestors={PORTAL}/",
        "--frame-ancestors=https://*.example.net:8443",
        "--in-browser",
        "class",
        RAID,
        asked=FILE,
    ) as running:
        yield running


@pytest.mark.parametrize(
    "origin", ["", "moodle", "*", "https://a/b", "https://", "ftp://a.org", "https://a.org;", "https://a b", "'none'"]
)
def test_only_the_address_of_a_site_may_show_pages_in_a_frame(origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"--frame-ancestors={origin}", "--no-browser"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("kismet: --frame-ancestors is the address of a site without a path, such as https://")
    assert said.count("\n") == 1


def get(server: Server, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    parts = urlsplit(server.url)
    asks = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    asks.request("GET", f"{parts.path}{path}", headers=headers)
    answer = asks.getresponse()
    found = answer.status, answer.headers, answer.read()
    asks.close()
    return found


def test_a_page_comes_as_a_file_with_the_class_on_it(server):
    for path in ("index.ipynb", f"lessons/{RAID}.ipynb", "builder.ipynb"):
        status, headers, text = get(server, f"voila/render/{path}")
        assert status == 200
        assert b"In a browser." in text
        assert b"kismetClass" in text
        assert b'data-base-url="/voila/"' in text
        assert headers["Content-Security-Policy"].endswith(
            f"frame-ancestors 'self' {PORTAL} https://*.example.net:8443"
        )
    status, headers, _ = get(server, "voila/render/builder.html")
    assert (status, headers["Location"]) == (301, "/voila/render/builder.ipynb"), "links of such pages lead there"
    assert "jupyter-config-data" in get(server, "voila/render/dashboards/late.ipynb")[2].decode(), "by a kernel"
    assert "holds the class" in server.log.read_text()


def test_files_of_pages_are_kept_for_ever_and_nothing_else_is_reached(server):
    status, headers, text = get(server, f"voila/render/kismet/{BUILD}/host.js", **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Type"], headers["Content-Encoding"]) == (200, "text/javascript", "gzip")
    assert "immutable" in headers["Cache-Control"]
    assert len(text) < 200
    status, headers, text = get(server, f"voila/render/kismet/{BUILD}/wasm.bin")
    assert (status, len(text), headers["Content-Encoding"]) == (200, 1000, None)
    for path in (
        f"kismet/{BUILD}/../../.kismet-key",
        ".kismet-key",
        f"kismet/{BUILD}/none.js",
        "kismet/",
        "sw.js",
        f"kismet/{BUILD}/%2e%2e/%2e%2e/.kismet-key",
        "sheets/index.html",
    ):
        assert get(server, f"voila/render/{path}")[0] == 404, path


def new_room(server: Server, lesson: str) -> tuple[Line, Line, dict[str, Any]]:
    made = owner(server).good("open-room", lesson=lesson)
    pupil, me = come(server.url, made["code"], "Anna")
    return Line(server.url, made["secret"]), pupil, me


def test_a_report_of_a_lesson_is_the_same_in_both_ways(server):
    teacher, pupil, _ = new_room(server, RAID)
    pupil.good("save-report", lesson=RAID, number=1, data=build_report(worked(load_lesson_definition(RAID), 1)))
    assert teacher.ask("poll-board")[1]["predictions"]["put"] == 1
    teacher.good("close-room")


def test_runs_that_only_a_browser_tells_of_are_pooled_and_marked(server):
    """Check that they are in the same chart as runs of a kernel, because both are about the same experiment."""
    teacher, pupil, _ = new_room(server, "dashboards/raid")
    key = teacher.ask("poll-board")[1]["teacher"]
    for number, by in enumerate(("a browser", key), 1):
        other, _ = come(server.url, teacher.ask("poll-board")[1]["code"])
        other.good("save-report", lesson="dashboards/raid", number=number, data=runs_of_raids(by))
    (pool,) = teacher.ask("poll-board")[1]["pools"]
    assert (pool["total"], len(pool["pupils"]), pool["said"]) == (20, 2, 1)
    status, refused = pupil.tell("save-report", lesson="dashboards/raid", number=1, data=forged(ask="Xyzzy is a fool"))
    assert (status, refused["error"]) == (400, "These trials contain texts that no page of Kismet has.")
    teacher.good("close-room")


def test_a_model_of_the_class_is_ours_whoever_runs_it(server):
    teacher, pupil, me = new_room(server, "builder")
    line = teacher.good("change-session", pace={"model": MODEL})["pace"]["model"]
    lies = runs_of_model(line, "", [1, 2, 3])
    lies["about"] = json.dumps(
        json.loads(lies["about"]) | {"ask": "Xyzzy?", "exact": [0.5, 0.5, 0], "hits": [0], "share": 0.5}
    )
    pupil.good("save-report", lesson="builder", number=1, data=lies)
    (pool,) = teacher.ask("poll-board")[1]["pools"]
    assert (pool["exact"], pool["said"]) == (exact_outcomes_for_class(gamelib.model(line))["exact"], 1)
    assert "Xyzzy" not in pool["ask"]
    pupil.good("save-report", lesson="builder", number=2, data=runs_of_model("d6 : last", "", [1, 0, 0, 2, 0, 3]))
    teacher.good("request-or-remove-pupil-picture", pupil=me["number"], show=True)
    pupil.good("save-picture-consent", yes=True)
    (own,) = teacher.ask("poll-board")[1]["models"]
    assert (own["picture"]["line"], own["picture"]["said"]) == ("d6 : last", True)
    teacher.good("close-room")


def test_where_kernels_have_all_the_room_the_browser_takes_the_next(tmp_path):
    """Check the third visitor, who does not wait. The home page and another page have a kernel."""
    pages = few_pages(tmp_path / "pages", f"lessons/{RAID}.ipynb")
    site = stub(tmp_path / "site", pages)
    cache = tmp_path / "cache"
    cache.mkdir()
    site.rename(cache / f"site-{file_pack.site_source_hash(pages)}")
    with kismet(
        tmp_path / "log.txt",
        f"--notebooks={pages}",
        "--visitors=2",
        "--class-data",
        str(tmp_path / "class.sqlite"),
        "class",
        RAID,
        KISMET_CACHE=str(cache),
    ) as running:
        code, _ = opened(running.log)
        come(running.url, code)
        assert "jupyter-config-data" in get(running, f"voila/render/lessons/{RAID}.ipynb")[2].decode()
        status, _, text = get(running, f"voila/render/lessons/{RAID}.ipynb")
        assert (status, b"In a browser." in text) == (200, True)


def test_code_that_visitors_change_is_run_by_no_server(tmp_path):
    """Check that such a page is a file although a kernel is free. If the folder lacks it, the page is read only."""
    pages, bot = few_pages(tmp_path / "pages", "lab/your-bot.ipynb", "builder.ipynb"), "lab/your-bot.ipynb"
    stub(tmp_path / "site", pages).rename(tmp_path / f"site-{file_pack.site_source_hash(pages)}")
    with kismet(tmp_path / "log.txt", f"--notebooks={pages}", asked=FILE, KISMET_CACHE=str(tmp_path)) as running:
        assert "jupyter-config-data" in get(running, "voila/render/builder.ipynb")[2].decode()
        assert b"In a browser." in get(running, f"voila/render/{bot}")[2]
        (pages / "lab" / "late.ipynb").write_bytes((pages / bot).read_bytes())
        read = get(running, "voila/render/lab/late.ipynb")[2].decode()
        assert "jupyter-config-data" in read
        assert '<pre class="km-source">def my_bot(view, legal, rng):' in read
        assert "no server runs what visitors write" in read


def test_a_class_is_held_without_what_only_unix_has(tmp_path):
    """Hide modules, names and signals that Windows lacks. Pages then run in browsers by themselves."""
    pages = few_pages(tmp_path / "pages", f"lessons/{RAID}.ipynb")
    cache = tmp_path / "cache"
    cache.mkdir()
    stub(tmp_path / "site", pages).rename(cache / f"site-{file_pack.site_source_hash(pages)}")
    told = f"--notebooks={pages}", f"--class-data={tmp_path / 'class.sqlite'}"
    with kismet(
        tmp_path / "log.txt", *told, "class", RAID, module="tests.as_windows", KISMET_CACHE=str(cache)
    ) as running:
        assert "Pages run in the browser of whoever looks" in running.log.read_text()
        for path, type in (
            ("static/voila.js", "text/javascript"),
            (f"render/kismet/{BUILD}/host.js", "text/javascript"),
        ):
            headers = get(running, f"voila/{path}")[1]
            assert headers["Content-Type"] == type, "whatever another program has registered"
        code, secret = opened(running.log)
        pupil, _ = come(running.url, code)
        done = build_report(worked(load_lesson_definition(RAID), 1))
        while (
            pupil.tell("save-report", lesson=RAID, number=1, data=done)[0] == 503
        ):  # the lesson is read for the first time
            pass
        assert Line(running.url, secret).ask("poll-board")[1]["predictions"]["put"] == 1
        assert b"In a browser." in get(running, f"voila/render/lessons/{RAID}.ipynb")[2]
        Line(running.url, secret).good("close-room")
        assert not (tmp_path / "class.sqlite").exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--site={other}", "class"], "was not built from these pages by this version"),
        (["--site={other}", "--in-browser"], "was not built from these pages by this version"),
        (["--in-browser", "--cards=harem=nowhere"], "nowhere"),
        (["class", "--in-browser", "nothing"], "there is no lesson 'nothing'"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(tmp_path, asked, said, capsys):
    from widgets.site.command_line import main

    other = stub(tmp_path / "other", few_pages(tmp_path / "pages", f"lessons/{RAID}.ipynb"))
    assert main([each.format(other=other) for each in asked]) == 1
    assert re.search(said, capsys.readouterr().err)


def test_without_node_a_sentence_says_what_to_do(tmp_path, monkeypatch, capsys):
    from widgets.site.command_line import main

    monkeypatch.setenv("KISMET_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert main(["class", "--in-browser"]) == 1
    assert "--site FOLDER" in capsys.readouterr().err


# -- the check alone -----------------------------------------------------------------------------


def forged(**change: Any) -> dict[str, Any]:
    told = runs_of_raids("")
    text = json.dumps(json.loads(told["about"]) | change)
    return told | {"about": text, "seal": sign_text(text, "")}


GOOD = {"ask": "A raid", "names": ["yes", "no"], "exact": [0.25, 0.75], "hits": [0], "words": "yes", "share": 0.25}


@pytest.mark.parametrize(
    "change",
    [
        {"ask": 1},
        {"ask": "A\u202eraid"},
        {"ask": "raid " * 100},
        {"words": "yes" * 40},
        {"words": None},
        {"names": []},
        {"names": "yes"},
        {"names": ["yes"]},
        {"names": ["yes", "yes"]},
        {"names": ["yes", ["no"]]},
        {"exact": [0.25]},
        {"exact": [0.25, -0.75]},
        {"exact": [0.25, True]},
        {"exact": [0.75, 0.75]},
        {"exact": {}},
        {"hits": [2]},
        {"hits": [0, 0]},
        {"hits": [1, 0]},
        {"hits": [True]},
        {"hits": 0},
        {"share": 0.5},
        {"share": "1"},
        {"share": float("nan")},
        {"more": 1},
        {"line": 5},
        {"line": "2d6 : luck"},
        {"line": "2d6:sum"},
        {"line": "d6 : last" + " " * 1000},
    ],
)
def test_what_cannot_be_is_refused(change):
    assert browser_report_validation.validate_exact_outcomes(json.dumps(GOOD), lambda _: True) == GOOD
    with pytest.raises(ValueError, match=r"\w"):
        browser_report_validation.validate_exact_outcomes(json.dumps(GOOD | change), lambda _: True)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 7000, '{"ask": "' + "a" * 9000])
def test_what_is_no_report_is_refused(text):
    with pytest.raises(ValueError, match="no dashboard of this server"):
        browser_report_validation.validate_exact_outcomes(text, lambda _: True)


def test_words_of_pages_are_known_and_rude_ones_are_not():
    words = browser_report_validation.PageVocabulary(NOTEBOOKS_DIR)
    assert words({"raid", "guard", "succeeds"})
    rude = set(
        re.findall(r'"([a-z]{4,})"', (Path(browser_report_validation.__file__).with_name("rude.toml")).read_text())
    )
    assert rude
    assert not [word for word in rude if words({word}) and word in {"fuck", "shit", "bitch", "cunt"}]
