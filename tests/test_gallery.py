"""The home page's data: what a notebook must say of itself, and that what it says stays text."""

from __future__ import annotations

import json

import pytest

from widgets.site.gallery import Page, gallery_html, pages

ABOUT = {"title": "Court", "summary": "Play a round.", "kind": "table", "minutes": 20, "level": "from 12"}


def write(folder, path, about):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"cells": [], "metadata": {"kismet": about} if about else {}}))


def test_pages_come_by_kind_then_path(tmp_path):
    write(tmp_path, "index.ipynb", {**ABOUT, "kind": "home"})
    write(tmp_path, "dashboards/b.ipynb", {**ABOUT, "kind": "dashboard"})
    write(tmp_path, "dashboards/a.ipynb", {**ABOUT, "kind": "dashboard", "picture": "grid"})
    write(tmp_path, "tables/court.ipynb", ABOUT)
    write(tmp_path, "mine.ipynb", None)
    write(tmp_path, ".ipynb_checkpoints/court.ipynb", ABOUT)
    found = pages(tmp_path)
    assert [page.path for page in found] == ["tables/court.ipynb", "dashboards/a.ipynb", "dashboards/b.ipynb"]
    assert [page.picture for page in found] == ["table", "grid", "dashboard"]
    markup = gallery_html(found)
    assert markup.count('class="km-page"') == 3
    assert "<h2>Lessons" not in markup


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"title": ""}, "needs 'title'"),
        ({"minutes": "ten"}, "needs 'minutes'"),
        ({"kind": "toy"}, "'toy', not one of table, dashboard, lesson"),
        ({"picture": "cat"}, "no picture 'cat'"),
    ],
)
def test_an_incomplete_entry_names_its_file(tmp_path, change, complaint):
    write(tmp_path, "tables/court.ipynb", {**ABOUT, **change})
    with pytest.raises(ValueError, match=complaint) as caught:
        pages(tmp_path)
    assert "tables/court.ipynb" in str(caught.value)


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    (tmp_path / "torn.ipynb").write_text('{"cells": [')
    with pytest.raises(ValueError, match=r"torn\.ipynb cannot be read"):
        pages(tmp_path)


def test_titles_are_text_and_addresses_are_quoted():
    evil = "<img src=x onerror=alert(1)>"
    markup = gallery_html((Page('tables/a "b".ipynb', evil, evil, "table", 5, evil, "table"),))
    assert "<img" not in markup
    assert markup.count("&lt;img src=x") == 4
    assert 'href="tables/a%20%22b%22.ipynb"' in markup


def test_no_pages_is_an_empty_gallery():
    assert "<li" not in gallery_html(())
