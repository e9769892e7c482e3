"""The rules as texts, and the card tables (HAD-1.2, HAD-18.1)."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib import CardTableError
from gamelib.games.hadara import Hadara
from gamelib.games.hadara.card_tables import COLOURS, TRACKS
from gamelib.games.hadara.colonies import has_colony_of_tier
from gamelib.nodes import Chance

from ..conformance import with_cards
from ..rules import rule
from .build import GAME

RULES = [name for name in GAME.rules if "-A" not in name]
TOLL_GATE = "cost = 1, income = 1, military = 1"
RULINGS = [name for name in GAME.rules if "-A" in name]


def test_there_are_92_rules() -> None:
    assert len(RULES) == 92
    assert len(RULINGS) == 25


def test_rules_and_rulings_point_at_each_other() -> None:
    for name in RULES:
        for ruling in GAME.rules[name].related:
            assert name in GAME.rules[ruling].related
    for name in RULINGS:
        for touched in GAME.rules[name].related:
            assert name in GAME.rules[touched].related


def test_every_rule_and_ruling_is_cited() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("*.py"))
    assert sorted(set(GAME.rules) - set(re.findall(r"HAD-A?\d+(?:\.\d+)?", source))) == []


@pytest.mark.parametrize("vocabulary", ["classroom", "rulebook"])
def test_texts_are_short_and_whole(vocabulary: str) -> None:
    game = gamelib.game("hadara", vocabulary=vocabulary)  # type: ignore[arg-type]
    for entry in game.rules.values():
        for text in (entry.title, entry.text, entry.question):
            assert "{" not in text
            assert "!" not in text
        assert entry.text.endswith(".")
        assert len(entry.text) < 260
        if vocabulary == "classroom":
            assert "plunder" not in f"{entry.title} {entry.text}".lower()


def units(steps: tuple[int, ...]) -> int:
    return 2 * steps[0] + sum(steps[1:])


@rule("HAD-18.1", "HAD-1.2")
def test_our_own_figures_follow_their_formulas() -> None:
    for card in GAME.tables.cards.values():
        if not card.effect:
            assert units(card.steps) + card.points == card.cost + 1 + card.epoch, card.id
    for setup in GAME.tables.setups.values():
        assert units(setup.tracks) + setup.coins == 16
    for k, level in enumerate(GAME.tables.levels):
        third, s = level.requirement // 3, 3 + k
        assert (level.points, level.plunder, level.integrate) == (third, 2 + third, 1 + (level.requirement >= 15))
        tiles = [GAME.tables.reverses[tile] for tile in level.colony_ids]
        assert [tile.points for tile in tiles] == [third + k + 1] * 4 + [third + k + 1 + s]
        assert [sum(tile.steps) for tile in tiles] == [-(-s // 2), s, s, s, 0]
    for statue, bonus in zip(GAME.tables.statues.values(), (2, 3, 4, 5), strict=True):
        assert (statue.points, statue.bonus) == (statue.requirement // 2, bonus)
    own = {card.id: card.steps for card in GAME.tables.cards.values()}
    for k, letter in enumerate("YRBG"):
        assert all(own[f"{letter}{epoch}-0{i}"][k] > 0 for epoch in (1, 2, 3) for i in range(1, 10))
    assert max(card.points for card in GAME.tables.cards.values()) == 12


def test_every_figure_says_where_it_comes_from() -> None:
    data = tomllib.loads((GAME.folder / "cards.toml").read_text(encoding="utf-8"))
    for table, rows in data.items():
        for row in rows if isinstance(rows, list) else [rows]:
            source = row["source"]
            words = source.values() if isinstance(source, dict) else [source]
            assert set(words) <= {"printed", "public", "house"}, table
    tracks = {"income", "military", "culture", "food"}
    several = {row["id"]: row["source"] for row in data["card"] if isinstance(row["source"], dict)}
    public = sorted(name for name, source in several.items() if tracks & {*source})
    assert public == ["B1-07", "G1-01", "G1-10", "Y1-06", "Y2-03"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "Y1-02"', 'id = "Y1-01"', "card Y1-01: it is listed twice"),
        ('id = "Y1-02"', 'id = "Y4-02"', "an id should be like Y1-06"),
        ('id = "Y1-02"', 'id = "R1-11"', "epoch 1, yellow: the number of cards should be 10, not 9"),
        ("card = 162", "card = 161", "the number of rows in card should be 161, not 162"),
        (TOLL_GATE, "cost = 2, income = 1, military = 1", "sum, epoch 1, yellow: cost should be 25, not 26"),
        (TOLL_GATE, "cost = 9, income = 1, military = 1", "card Y1-01: in epoch 1 a card costs 1 to 4, not 9"),
        (TOLL_GATE, "cost = 1, income = 2, military = 1", "yellow: own should be 16, not 17"),
        (TOLL_GATE, 'cost = "1", income = 1', "card Y1-01: cost should be a whole number"),
        (TOLL_GATE, "cost = -1, income = 1", "card Y1-01: cost should be a whole number"),
        ('effect = "sell_plus"', 'effect = "sell_minus"', "card P1-09: only purple cards have an effect"),
        ("star = true, ", "", "the number of starred cards should be 4, not 3"),
        ('side = "B", initiative = 1', 'side = "B", initiative = 2', "setup SU1: the initiative of side B should be 1"),
        ('id = "SU1", side = "B"', 'id = "SU2", side = "B"', "setup SU2 B: it is listed twice"),
        ('"C03-2", level = 3, front_points = 1', '"C03-2", level = 3, front_points = 2', "of level 3: the fronts"),
        ('id = "C03-2"', 'id = "C03-1"', "colony C03-1: it is listed twice"),
        ('id = "C09-1", level = 9', 'id = "C03-6", level = 3', "fronts of a level|tiles"),
        ('id = "C09-1"', 'id = "C10-1"', "colony C10-1: an id of level 9 begins with C09-"),
        ('id = "S2", requirement = 12', 'id = "S2", requirement = 6', "no two statues"),
        ("first = [1, 2, 1]", "first = [1, 2]", "order 2: three first players"),
        ("coin = [4, 5]", "coin = [4, 6]", "order 5"),
        ("[worth]", "[value]", "worth"),
        ("sale = 2", "sale = 2.5", "epoch 1: sale should be a whole number"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(CardTableError, match=r"cards\.toml") as caught:
        Hadara(with_cards(GAME, tmp_path, old, new))
    assert re.search(words, str(caught.value)), str(caught.value)


def test_own_tables(tmp_path: Path) -> None:
    game = Hadara(with_cards(GAME, tmp_path, "sale = 2", "sale = 3"))
    assert game.tables.sale == (3, 3, 4)
    with pytest.raises(ValueError, match="other card tables"):
        game.from_dict(json.loads(json.dumps(GAME.start(4).to_dict())))


def test_own_ids_and_levels(tmp_path: Path) -> None:
    """Setup cards may have other ids, and a level may have three figures that begin like those of another."""
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    for old, new in (
        ('"SU', '"setup'),
        ("C30-", "C100-"),
        ("level = 30", "level = 100"),
        ("C09-", "C10-"),
        ("level = 9,", "level = 10,"),
    ):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = Hadara(tmp_path)
    assert game.tables.requirements == (3, 10, 15, 21, 100)
    s = game.start(5, deck_set="advanced")
    rng = Random(1)
    while s.epoch < 1:
        s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else s.legal[0])
    assert len({start.split(":")[0] for start in s.start}) == 5
    s.colonies[0] = ("C100-1",)
    assert has_colony_of_tier(s, 0, "C100")
    assert not has_colony_of_tier(s, 0, "C10")


def test_names_of_colours_and_tracks() -> None:
    assert len(COLOURS) == 5
    assert len(TRACKS) == 4
