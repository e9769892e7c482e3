"""Emira's card tables: what does not add up is refused with its place; corrected ones are played with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamelib import CardTableError
from gamelib.games.emira import Emira

from ..conformance import with_cards
from .build import GAME


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "Thara"', 'id = "Sahar"', "princess Sahar: it is listed twice"),
        ("princess = 28", "princess = 27", "princess should add up to 27, not 28"),
        ("copies = 3", "copies = 4", "event should add up to 54, not 55"),
        ('preferences = ["gold", "palace"]', 'preferences = ["palace", "gold"]', "look for palace first, not 7"),
        ('talents = ["romance"]', 'talents = ["cooking"]', "princesses should have cooking, not 8"),
        ('preferences = ["gold", "status"]', 'preferences = ["gold", "gold"]', "Yasmine: two preferences"),
        ("household = 1, romance = 1 }", "household = 2, romance = 1 }", "objective 5-1: it should ask for 3 talents"),
        ("counter = 350", "counter = 355", "multiple of 10"),
        ("[tracks]", "[rails]", "the table 'tracks' is missing"),
        ('id = "LF"', 'id = "XF"', "the rows should be SS, SF, LS, LF"),
        ('talents = ["cooking"]', 'talents = ["dancing"]', "talents: 0: 'dancing' is not one of"),
        ("copies = 3", 'copies = "3"', "event bazaar: copies should be a whole number from 0 up, not '3'"),
        ("copies = 3", "copies = -1", "event bazaar: copies should be a whole number from 0 up, not -1"),
        ("counters = 9", "counters = 9.0", "supply: counters should be a whole number from 0 up, not 9.0"),
        ("counter = 350", 'counter = "350"', "prices: counter should be a whole number from 0 up, not '350'"),
        ("adara_cost = 400", "adara_cost = 401", "caravan SS: adara_cost should be a multiple of 10, not 401"),
        ("surplus = 50", "surplus = 55", "colour green: surplus should be a multiple of 10, not 55"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(CardTableError, match=re.escape("cards.toml")) as caught:
        Emira(with_cards(GAME, tmp_path, old, new))
    assert words in str(caught.value)


def test_own_tables(tmp_path: Path) -> None:
    game = Emira(with_cards(GAME, tmp_path, "compensation = 150", "compensation = 200"))
    assert game.tables.prices["compensation"] == 200
    assert game.card_set_digest != GAME.card_set_digest
    with pytest.raises(ValueError, match="other card tables"):
        game.from_dict(GAME.start(4).to_dict())
