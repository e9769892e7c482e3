"""Corrected card tables, end to end. All texts are those of a process that has never loaded other tables."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import takewhile

import pytest

import gamelib
from widgets.page.card_overrides import CARD_OVERRIDES_ENV

from .conftest import ROOT
from .edition_facts import asked, pages

EDITS = {
    "harem": [(r"\b7 = (\d+)", lambda m: f"7 = {int(m[1]) + 2}"), (r"^mean = 3$", 'mean = "10/3"')],
    "emira": [(r"section = 500", "section = 510"), (r"^income = (\d+)", lambda m: f"income = {int(m[1]) + 10}")],
    "hadara": [
        (r"points_a_set = 7", "points_a_set = 9"),
        (r"silver = 4,", "silver = 9,"),
        (r"epoch = 1, sale = 2", "epoch = 1, sale = 3"),
    ],
    "towers": [
        (r'id = "HAMMER-CE"', 'id = "-"'),
        (r'id = "HAMMER-CN"', 'id = "HAMMER-CE"'),
        (r'id = "-"', 'id = "HAMMER-CN"'),
    ],
    "wishes": [(r"^hand = 3", "hand = 4")],
}
PAGES = {"harem", "emira", "hadara", "wishes"}
"""Games in which a corrected table changes a page."""


def edition(name, folder):
    text = (gamelib.game(name).folder / "cards.toml").read_text(encoding="utf-8")
    for old, new in EDITS[name]:
        assert re.search(old, text, re.MULTILINE), old
        text = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    (folder / "cards.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", sorted(EDITS))
def test_a_corrected_table_reaches_all_that_is_told(name, tmp_path):
    folder = str(edition(name, tmp_path))
    fresh = subprocess.Popen(
        [sys.executable, "-m", "tests.edition_facts", name, folder],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        env={**os.environ, CARD_OVERRIDES_ENV: json.dumps({name: folder})},
    )
    own = dict(asked(name, None))
    told = dict(asked(name, folder))
    expected = json.loads(fresh.communicate()[0])
    own_pages = dict(pages(name))
    assert expected.keys() == own.keys() | own_pages.keys()
    for what, text in told.items():
        assert text == expected[what], what
    assert told != own
    again = takewhile(lambda entry: not entry[0].startswith("bot"), asked(name, None))
    assert all(own[what] == text for what, text in again), "the other table changes nothing here"
    assert any(expected[what] != text for what, text in own_pages.items()) == (name in PAGES)


def test_a_comment_changes_no_edition(tmp_path):
    """Check that comments of a table can change, but not its figures, and that no other table passes for it."""
    for name, game in gamelib.all_games().items():
        text = (game.folder / "cards.toml").read_text(encoding="utf-8")
        table = tmp_path / "cards.toml"
        other = text.replace('source = "house"', 'source = "public"')
        table.write_text(f"# another comment\n{other}", encoding="utf-8")
        same = gamelib.game(name, cards=tmp_path)
        assert same.card_set_digest == game.card_set_digest
        kept = game.start(game.seats[0]).to_dict()
        assert same.from_dict(kept).to_dict() == kept
        for said in ("00000000", None, [game.card_set_digest]):
            with pytest.raises(ValueError, match="other card tables"):
                same.from_dict({**kept, "cards": said})
