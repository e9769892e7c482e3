"""What the first version saved opens today: links, records, positions, lessons half done and done, result codes."""

from __future__ import annotations

import json

import pytest

import gamelib
from gamelib import Record
from gamelib.record import notation
from widgets.lesson.codes import read
from widgets.lesson.files import load

from .golden import FOLDER
from .lessons.visit import Visit

KEPT = json.loads((FOLDER / "first_version.json").read_text(encoding="utf-8"))
GAMES = [pytest.param(each, id=f"{each['game']}-{each['record']['seats']}") for each in KEPT["games"]]
LESSONS = [pytest.param(each, id=each["id"]) for each in KEPT["lessons"]]


def within(old, new):
    """Whether all that was kept is still so; later versions may keep more."""
    if isinstance(old, dict):
        return all(name in new and within(value, new[name]) for name, value in old.items())
    return old == new


@pytest.mark.parametrize("kept", GAMES)
def test_records_links_and_positions(kept):
    game = gamelib.game(kept["game"])
    record = Record.from_json(json.dumps(kept["record"]), game)
    assert [notation(choice) for choice in record.choices] == kept["record"]["choices"]
    assert Record.from_link(kept["link"], game).choices == record.choices
    assert within({**kept["position"], "cards": game.edition}, game.from_dict(kept["position"]).to_dict())
    assert game.position(kept["written"]).to_dict()["todo"] == kept["position"]["todo"]


def test_a_comment_changes_no_edition(tmp_path):
    """The text of a table may change as it likes; a figure may not, nor may another table pass for it."""
    for name, game in gamelib.all_games().items():
        text = (game.folder / "cards.toml").read_text(encoding="utf-8")
        table = tmp_path / "cards.toml"
        other = text.replace('source = "house"', 'source = "public"')
        table.write_text(f"# another comment\n{other}", encoding="utf-8")
        same = gamelib.game(name, cards=tmp_path)
        assert same.edition == game.edition
        first = next(iter(game.first_editions))
        assert all(same.is_edition(said) for said in (first, game.edition))
        assert not any(same.is_edition(said) for said in ("00000000", None, [first]))


@pytest.mark.parametrize("kept", LESSONS)
def test_lessons_and_codes(kept):
    plan = load(kept["id"])
    for when in ("half", "whole"):
        visit = Visit(plan)
        notices = [m for m in visit.do("hello", saved=kept[when]) if m["kind"] == "notice"]
        assert notices == []
        assert visit.lesson.pupil.saved()["counts"] == kept[when]["counts"]
        assert visit.lesson.pupil.saved()["chips"] == kept[when]["chips"]
    _, face = read(kept["code"], plan)
    assert face == 3
