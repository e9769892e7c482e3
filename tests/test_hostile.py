"""Arbitrary content of links, records, positions and card tables: refused with one sentence, or playable.

`KISMET_LONG=1` tries 18,000 links, 15,000 records and 15,000 positions of each game instead of a few hundred.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from zlib import crc32

import pytest

import gamelib
from gamelib import Record, RecordError
from gamelib.record import MAX_STEPS
from gamelib.validation import parse_json, short_repr, shorten_text, validate_json
from tests.conformance import PACKAGES
from tests.conftest import LONG
from tests.hostile import deep, fine, forge, head_and_number, played, survey, survey_tables

COUNTS = (
    {"link": 18_000, "record": 15_000, "position": 15_000}
    if LONG
    else dict.fromkeys(("link", "record", "position"), 150)
)


@pytest.mark.parametrize("kind", COUNTS)
@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_forged_field_by_field_is_refused_or_plays(name, kind):
    opened = survey(name, kind, COUNTS[kind])
    assert 0 < opened < COUNTS[kind] / 2


@pytest.mark.parametrize("name", PACKAGES)
def test_forged_card_tables_are_refused_or_play(name, tmp_path):
    assert survey_tables(name, 2000 if LONG else 40, tmp_path) > 0


@pytest.fixture(scope="module")
def court():
    return gamelib.game("harem")


@pytest.fixture(scope="module")
def parts():
    return head_and_number(played("harem", 0))


def refusal(link, game):
    with pytest.raises(RecordError) as caught:
        Record.from_link(link, game)
    fine(str(caught.value))
    return str(caught.value)


def test_a_link_is_what_its_choices_say(court, parts):
    head, number, _ = parts
    text = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    assert forge(text, number) == played("harem", 0).to_link()


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (0, "1", "begin"),
        (0, 2, "format 2"),
        (0, True, "begin"),
        (1, None, "begin"),
        (1, "chess", "'chess'"),
        (2, 7, "begin"),
        (2, "0", "other card tables"),
        (3, 2.0, "begin"),
        (3, 9, "seats"),
        (4, [], "begin"),
        (4, {"colour": 1}, "no option"),
        (4, {"gem_table": [1]}, "gem_table"),
        (5, "AB", "begin"),
        (5, [1, 2], "name"),
        (5, ["\ud800", "b"], "begin"),
        (6, 10**30, "begin"),
        (6, -1, "steps"),
        (6, MAX_STEPS + 1, "steps"),
        (6, 1.0, "begin"),
        (6, None, "begin"),
        (6, MAX_STEPS, "ends after"),
        (6, 3, "more than the 3 steps"),
        (4, {"kadine_target": 10**18}, "begin"),
        (4, deep(50), "begin"),
        (4, {"stall_rounds": float("inf")}, "begin"),
    ],
)
def test_a_forged_head_is_refused(court, parts, place, value, message):
    head, number, _ = parts
    head = [*head[:place], value, *head[place + 1 :]]
    assert message in refusal(forge(json.dumps(head).encode(), number), court)


def test_a_forged_number_is_refused(court, parts):
    head, number, scale = parts
    text = json.dumps(head).encode()
    assert "more than" in refusal(forge(text, number + scale * 7**2000), court)
    assert "begins with nothing" in refusal(forge(text, number, b"\0"), court)
    for whole in (text[:-1], b"", b"[", b"[" * 20_000, b"\xff", b"{}", b"7", json.dumps(head).encode("utf-16")):
        assert "begin" in refusal(forge(whole, number), court)
    body = text  # no number at all
    link = urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).decode().rstrip("=")
    assert "begin" in refusal(link, court)
    for link in (None, 7, "x" * 10**6):
        assert "text" in refusal(link, court)


def test_what_json_must_not_say():
    for text in (
        "NaN",
        "[Infinity]",
        '{"a": -Infinity}',
        "[" * 10**5,
        '"\\ud800"',
        '{"\\udfff": 1}',
        "1e999",
        str(10**20),
        "9" * 5000,
        json.dumps(deep(30)),
        "x" * 1_000_001,
    ):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            parse_json(text)
        fine(str(caught.value).replace("\n", " "))
    assert parse_json('{"a": [1, 2.5, null, true, "é😀"]}') == {"a": [1, 2.5, None, True, "é😀"]}
    loop = []
    loop.append(loop)
    for value in (object(), {1: 2}, b"x", {1, 2}, float("nan"), loop):
        with pytest.raises(ValueError, match=r"it |number|kind|names"):
            validate_json(value)


def test_errors_are_short_and_on_one_line():
    assert shorten_text("x" * 1000) == "x" * 298 + " …"
    assert shorten_text("a\nb\ud800") == "a\ufffdb\ufffd"
    for value in (10**10_000, "x" * 10_000, deep(100), {str(n): n for n in range(100)}, "\n\u202e", object()):
        assert len(short_repr(value)) < 300
        assert short_repr(value).isprintable()
    for text in ("\ud800", "x" * 5000, "=" + "1+" * 5000, "=\u0663"):
        for game in gamelib.all_games().values():
            try:
                game.parse_choice(text)
            except ValueError as error:
                fine(str(error))
    assert gamelib.game("towers").parse_choice("=\u0663") != 3


def test_a_record_holds_so_many_steps(court, monkeypatch):
    whole = played("harem", 0)
    data, link = whole.to_dict(), whole.to_link()
    monkeypatch.setattr("gamelib.record.MAX_STEPS", len(whole) - 1)
    with pytest.raises(RecordError, match="at most"):
        Record.from_dict(data, court)
    with pytest.raises(RecordError, match="steps"):
        Record.from_link(link, court)


@pytest.mark.parametrize("cards", [7, [], b"x", object(), "\0"])
def test_a_folder_of_cards_that_is_none(cards):
    for name in PACKAGES:
        with pytest.raises(gamelib.CardTableError) as caught:
            type(gamelib.game(name))(cards=cards)
        fine(str(caught.value))


def test_a_table_of_another_shape_is_told(tmp_path, court):
    text = (court.folder / "cards.toml").read_text(encoding="utf-8")
    for old, new, message in (
        ("[totals]\nmaster = 81", "[totals]\nmaster = 81\nharem = [20]\n[sums]", "harem"),
        ("\nvalue = 1\n", "\nvalue = 10001\n", "between -10000 and 10000"),
        ("\nvalue = 1\n", "\nvalue = nan\n", "between -10000 and 10000"),
        ("\nvalue = 1\n", "\nvalue = 2000-01-01\n", "has no place in it"),
        ("\nvalue = 1\n", "\nvalue = 1\nmore = " + "[" * 30 + "]" * 30 + "\n", "nests deeper"),
        ("\nvalue = 1\n", "\nvalue = 1\nmore = " + "[" * 9999 + "]" * 9999 + "\n", "nests too deep"),
    ):
        assert old in text
        (tmp_path / "cards.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(gamelib.CardTableError, match=message) as caught:
            gamelib.game("harem", cards=tmp_path)
        fine(str(caught.value))
    (tmp_path / "cards.toml").write_text(text + "#" * 100_000, encoding="utf-8")
    with pytest.raises(gamelib.CardTableError, match="more than"):
        gamelib.game("harem", cards=tmp_path)
