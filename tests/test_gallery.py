"""Data of the home page: required metadata of a notebook, which stay plain text."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.conftest import ROOT
from widgets.chart import thumbnails
from widgets.games.emira.board import home_tile as emira_picture
from widgets.games.harem.board import home_tile as harem_picture
from widgets.games.towers.board import home_tile as towers_picture
from widgets.page.paths import NOTEBOOKS_DIR, WIDGETS_DIR
from widgets.site.home_page import (
    ENTRY_LINKS,
    HOME_NOTEBOOK,
    PAGE_KINDS,
    PageAllowList,
    PageEntry,
    list_pages,
    page_list_html,
)
from widgets.site.teacher_guide import guide_html

ABOUT = {"title": "Court", "summary": "Play a round.", "kind": "table", "minutes": 20, "level": "from 12"}


def write(folder, path, about):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"cells": [], "metadata": {"kismet": about} if about else {}}))


def test_pages_come_by_kind_then_path(tmp_path):
    write(tmp_path, "index.ipynb", {**ABOUT, "kind": "home"})
    write(tmp_path, "dashboards/b.ipynb", {**ABOUT, "kind": "dashboard"})
    write(tmp_path, "dashboards/raid.ipynb", {**ABOUT, "kind": "dashboard", "game": "harem"})
    write(tmp_path, "tables/court.ipynb", ABOUT)
    write(tmp_path, "mine.ipynb", None)
    write(tmp_path, ".ipynb_checkpoints/court.ipynb", ABOUT)
    found = list_pages(tmp_path)
    assert [page.path for page in found] == ["tables/court.ipynb", "dashboards/b.ipynb", "dashboards/raid.ipynb"]
    assert [page.game for page in found] == ["", "", "harem"]
    markup = page_list_html(found)
    assert [markup.count(f'class="{tile}"') for tile in ("km-game", "km-question-entry")] == [1, 2]
    assert "<h2>Lessons" not in markup
    assert "I want to learn probability" not in markup, "a door leads to a page that exists"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"title": ""}, "needs 'title'"),
        ({"minutes": "ten"}, "needs 'minutes'"),
        ({"kind": "toy"}, "'toy', not one of lesson, table, learn, rulebook, dashboard, builder, lab"),
        ({"game": "chess"}, "'chess', not one of emira, "),
    ],
)
def test_an_incomplete_entry_names_its_file(tmp_path, change, complaint):
    write(tmp_path, "tables/court.ipynb", {**ABOUT, **change})
    with pytest.raises(ValueError, match=complaint) as caught:
        list_pages(tmp_path)
    assert "tables/court.ipynb" in str(caught.value)


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    (tmp_path / "torn.ipynb").write_text('{"cells": [')
    with pytest.raises(ValueError, match=r"torn\.ipynb cannot be read"):
        list_pages(tmp_path)


def test_titles_are_text_and_addresses_are_quoted():
    evil = "<img src=x onerror=alert(1)>"
    for kind in PAGE_KINDS:
        markup = page_list_html((PageEntry('tables/a "b".ipynb', evil, evil, kind, 5, evil),))
        assert "<img" not in markup
        assert markup.count("&lt;img src=x") >= 2
        doors = sum(kind == to != "lesson" for to, _, _ in ENTRY_LINKS.values())  # that of lessons leads to their path
        assert markup.count('href="tables/a%20%22b%22.ipynb"') == 1 + doors, "a tile, and a door"


def test_no_pages_is_an_empty_gallery():
    assert "<li" not in page_list_html(())


def test_every_table_has_its_game_and_every_game_its_picture():
    own = list_pages()
    games = [page.game for page in own if page.kind == "table"]
    assert sorted(games) == sorted(set(games))
    assert all(games)
    markup = page_list_html(own)
    assert markup.count("data-picture=") == len(games)
    assert markup.count('class="km-sketch"') == sum(page.kind == "dashboard" for page in own)


@pytest.mark.parametrize("game", sorted({page.game for page in list_pages() if page.kind == "table"}))
def test_a_picture_has_only_things_that_can_be_drawn(game):
    kit = (WIDGETS_DIR / "page/drawing.js").read_text(encoding="utf-8")
    picture = import_module(f"widgets.games.{game}.board.home_tile").COVER

    def shapes(of):
        for shape in of:
            yield shape
            yield from shapes(shape.get("parts", []))
            yield from shapes(shape.get("card", {}).get("art", []))

    for shape in shapes(picture["shapes"]):
        assert len({"thing", "path", "parts", "card"} & set(shape)) == 1, shape
        if "thing" in shape:
            assert re.search(rf"^  {shape['thing']}: ", kit, re.MULTILINE), shape["thing"]


def test_the_guide_has_every_game_and_every_lesson():
    own = list_pages()
    markup = guide_html(NOTEBOOKS_DIR)
    for page in own:
        assert (f'href="{page.path}"' in markup) is (page.kind != "guide"), page.path
    orders = [
        json.loads((NOTEBOOKS_DIR / page.path).read_text())["metadata"]["kismet"]
        for page in own
        if page.kind == "table"
    ]
    assert sorted(about["order"] for about in orders) == [1, 2, 3, 4, 5]
    assert all(len(about["teaches"]) >= 2 for about in orders)


def test_the_small_charts_tell_the_exact_figures():
    raids = thumbnails.bar_thumbnail({-1: 1, 0: 2, 1: 1}, [1], came=1)
    assert raids.count("km-sketch-miss") == 2
    assert raids.count("km-sketch-hit") == 1
    assert "km-sketch-ball" in raids
    assert harem_picture.gems_thumbnail().count("<circle") == 36, "a dot for each of the 36 rolls"
    assert harem_picture.raid_chart_thumbnail().count("km-sketch-hit") == 11, (
        "differences 0 to 10 win: modifier 2 against one guard"
    )
    assert emira_picture.caravans_thumbnail().count("<path") == 3
    grid = towers_picture.flee_decision_thumbnail()
    assert grid.count("km-sketch-hit") + grid.count("km-sketch-miss") == 42


def test_the_kept_names_of_the_browser_are_those_of_tables_and_lessons():
    """Check the names in the storage of the browser. The home page finds them by their end, the path of the page."""
    storage = (WIDGETS_DIR / "page/storage.js").read_text(encoding="utf-8")
    assert re.search(r"widgetStorageKey = \(name, model\) =>\s+\[name, .*, location\.pathname\]", storage)
    for script in ("table/table.js", "lesson/lesson.js"):
        source = (WIDGETS_DIR / script).read_text(encoding="utf-8")
        assert "this.store = widgetStorageKey(`kismet:" in source, script


def test_a_page_that_has_come_is_served_and_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "lessons").mkdir(parents=True)
    mine = (ROOT / "docs" / "my-lesson.ipynb").read_text(encoding="utf-8")
    served = PageAllowList(folder, ())
    assert HOME_NOTEBOOK in served
    assert "lessons/20-own.ipynb" not in served
    (folder / "lessons" / "20-own.ipynb").write_text(mine, encoding="utf-8")
    assert "lessons/20-own.ipynb" in served
    (tmp_path / "secret.ipynb").write_text(mine, encoding="utf-8")
    (folder / "link.ipynb").symlink_to(tmp_path / "secret.ipynb")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "a.ipynb").write_text(mine, encoding="utf-8")
    (folder / "plain.ipynb").write_text('{"metadata": {}, "cells": []}', encoding="utf-8")
    (folder / "broken.ipynb").write_text("{", encoding="utf-8")
    (folder / "notes.py").write_text("1", encoding="utf-8")
    for path in (
        "../secret.ipynb",
        "lessons/../../secret.ipynb",
        "link.ipynb",
        ".hidden/a.ipynb",
        "plain.ipynb",
        "",
        "/",
        "broken.ipynb",
        "notes.py",
        "lessons",
        "lessons/",
        "/lessons/20-own.ipynb",
        "lessons//20-own.ipynb",
        "lessons\\20-own.ipynb",
        "a\0.ipynb",
        "x" * 5000 + ".ipynb",
        "lessons/./20-own.ipynb",
    ):
        assert path not in served, path
