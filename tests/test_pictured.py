"""Pictures of the rulebook: every rule has one, and each can be drawn."""

from __future__ import annotations

import pytest

import gamelib
from tests.conformance import PACKAGES
from widgets.rules.rule_pictures import MAX_PIECES, load_picture_specs, parse_picture, rule_pictures


@pytest.mark.parametrize("name", PACKAGES)
def test_every_rule_has_its_picture(name: str) -> None:
    game = gamelib.game(name)
    chapters = {rule.rpartition(".")[0] for rule in game.rules}
    assert set(load_picture_specs(name)) <= set(game.rules) | chapters
    for text in load_picture_specs(name).values():
        parse_picture(name, text)
    found = rule_pictures(game, list(game.rules))
    assert set(game.rules) - set(found) == set()
    for rule, picture in found.items():
        assert 1 <= len(picture["from"]) <= MAX_PIECES[0], rule
        assert len(picture.get("to", [])) <= MAX_PIECES[1], rule


def test_a_picture_is_of_what_is_played_and_on_what() -> None:
    found = rule_pictures(gamelib.game("harem"), ["HAR-6.2", "HAR-6.4", "HAR-8.3"])
    assert [piece.get("kind") for piece in found["HAR-6.2"]["from"]] == ["enhancement", "concubine"]
    before, after = (int(found["HAR-6.2"][side][-1]["big"]) for side in ("from", "to"))
    assert after > before
    assert found["HAR-6.4"]["no"]
    assert found["HAR-8.3"]["to"][0]["art"][0] == {"thing": "die", "value": 5, "size": 1.1}


def test_a_piece_that_nobody_can_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="no piece 'dragon'"):
        parse_picture("harem", "gold dragon")
