"""Damaged positions and card tables: only a ValueError with a plain sentence, never anything else."""

from __future__ import annotations

import json
from random import Random

import pytest

import gamelib
from gamelib import CardTableError, Chance
from tests.conformance import walk
from tests.harem.build import GAME, court, discard, guards, hand, star, table, treasury

TABLES = (GAME.folder / "cards.toml").read_text(encoding="utf-8")


def positions():
    """Positions of all kinds, and views of them, as JSON text."""
    texts, seen = [], set()
    for seed in range(12):
        for s in walk(GAME, 2 + seed % 3, f"input/{seed}", kadine_target=1 + seed % 2):
            key = s.node.reason if not s.agenda_frames else s.node.step_name
            if key not in seen or not s.agenda_frames:
                seen.add(key)
                texts += [json.dumps(s.to_dict()), json.dumps(s.seen_by(1).to_dict())]
    return texts


POSITIONS = positions()


def broken(text, *changes):
    """The position with (path, value) changes."""
    data = json.loads(text)
    for path, value in changes:
        place = data
        for key in path[:-1]:
            place = place[key]
        if value is None:
            del place[path[-1]]
        else:
            place[path[-1]] = value
    return data


def full():
    s = table(3)
    hand(s, 0, "GOLD-1", "CON-01")
    hand(s, 1, "GEM")
    treasury(s, 0, "GOLD-2")
    court(s, 0, "CON-14", "ENH-D1")
    star(s, 1, "CON-20")
    guards(s, 2, 2)
    discard(s, "GOLD-3", "CON-02")
    s.plays, s.moved = 1, True
    return json.dumps(s.to_dict())


def due(step, **values):
    return {"step": step, **values}


def entry(viewer, card, *holders):
    return {"viewer": viewer, "card": card, "holders": list(holders)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((("players", 0, "hand", "GOLD-1"), None), "there are 4 of GOLD-1; the cards have 5"),
        ((("players", 0, "hand", "GOLD-1"), 2), "there are 6 of GOLD-1"),
        ((("players", 0, "hand", "GOLD-1"), -1), "-1 is not a whole number"),
        ((("players", 0, "hand", "GOLD-1"), True), "True is not"),
        ((("players", 0, "hand", "GOLD-1"), 1.0), "1.0 is not"),
        ((("players", 0, "hand", "MASTER?"), 1), r"'MASTER\?' is not a card of a hand"),
        ((("players", 0, "hand", "PN-LEVY"), 1), "holds PN-LEVY"),
        ((("players", 0, "treasury", "GUARD"), 1), "GUARD in the treasury"),
        ((("players", 0, "guards"), 3), "guards: 3 is not a whole number from 0 to 2"),
        ((("players", 0, "guards"), -1), "guards: -1"),
        ((("players", 0, "guards"), "two"), "guards: 'two'"),
        ((("players", 0, "court", "CON-20"), []), "there are 2 of CON-20"),
        ((("players", 0, "court", "GOLD-3"), []), "'GOLD-3' is not a companion"),
        ((("players", 0, "court", "CON-14"), ["GUARD"]), "'GUARD' is not a card that"),
        ((("players", 1, "stars", "CON-20"), ["JEW-2"]), "under the star"),
        ((("master_discard", "CON-03"), 1), "there are 2 of CON-03"),
        ((("harem", "loose", "CON-03"), None), "free places"),
        ((("harem", "parts", 0, "size"), 1), "do not fit together"),
        ((("master", "parts", 0, "size"), 0), "whole number from 1 up"),
        ((("master", "loose", "GOLD-1"), 10**9), "whole number from 1 to"),
        ((("todo",), [["main"]]), "has the wrong form"),
        ((("todo",), []), "something to do or a result"),
        ((("todo",), [due("next_turn")]), "asks nothing of anybody"),
        ((("todo",), [due("fly")]), "no step 'fly'"),
        ((("todo",), [due("main", x=1)]), "main has no 'x'"),
        ((("todo",), [due("choose_deck", why="fill")]), "choose_deck cannot be alone"),
        ((("todo",), [due("main"), due("combat", card="GOLD-1", target=1, boost=0)]), "not a raid card"),
        ((("todo",), [due("main"), due("spoils", card="WRATH-A", target=0)]), "cannot raid itself"),
        ((("todo",), [due("main"), due("gem_roll", rerolled=False)]), "no Gem"),
        ((("todo",), [due("draws", why="fill", left=0), due("lack")]), "nobody has to discard"),
        ((("todo",), [due("main"), due("draws", why="treasure", left=3)]), "a run of draws has lost its place"),
        ((("turn",), 3), "turn: 3 is not the number of a seat"),
        ((("turns",), -1), "turns: -1 is not a whole number"),
        ((("plays",), 3), "plays: 3"),
        ((("kismet",), 0), "kismet: 0 is not true or false"),
        ((("pending",), [7, 99]), "no roll of a Gem"),
        ((("used",), ["CON-20"]), "'CON-20' is not a companion with such a power"),
        ((("known",), [entry(0, "GOLD-1", 0)]), "hands is wrong"),
        ((("known",), [entry(0, "GEM", 1), entry(0, "GEM", 1, 2)]), "knows of GEM in hands that do not hold it"),
        ((("viewer",), 9), "9 is not the number of a seat"),
        ((("seats",), 5), "2 to 4 seats"),
        ((("options", "gem_table"), "C"), "gem_table"),
        ((("cards",), "00000000"), "other card tables"),
        ((("game",), "chess"), "'chess'"),
        ((("players",), None), "players is missing"),
        ((("players", 0), None), "2 values for 3 seats"),
    ],
)
def test_a_damaged_position_is_refused(change, message):
    with pytest.raises(ValueError, match=r"^This position cannot be opened: ") as caught:
        GAME.from_dict(broken(full(), change))
    caught.match(message)


@pytest.mark.parametrize(
    ("seat", "left", "counted", "fits"),
    [
        (1, 2, 2, True),
        (1, 1, 2, True),
        (2, 1, 3, True),
        (1, 3, 2, False),
        (2, 2, 2, False),
        (2, 1, 2, False),
        (0, 1, 1, False),
    ],
)
def test_a_gem_is_rolled_at_the_end_for_the_seat_that_is_counted_and_has_one(seat, left, counted, fits):
    treasuries = {1: {"treasury": {"GEM": 2}}, 2: {"treasury": {"GEM": 3}}}
    score = due("score", reason="points", cites="HAR-11.2", gems=[0] * counted)
    now = [score, due("final_roll", seat=seat, left=left)]
    if fits:
        s = GAME.position(seats=3, players=treasuries, now=now)
        assert GAME.from_dict(s.to_dict()) == s
        return
    with pytest.raises(ValueError, match="there is no Gem to roll"):
        GAME.position(seats=3, players=treasuries, now=now)


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, {"game": "harem"}])
def test_no_position_at_all(data):
    with pytest.raises(ValueError, match="cannot be opened"):
        GAME.from_dict(data)


def paths(data, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(value, (*path, key))


VALUES = [None, True, False, 0, 1, 2, 7, -1, 99, 1.5, "", "x", "GOLD-1", "CON-01", "GEM", "?", [], [1], {}, {"GEM": 1}]


def test_no_eighth_card_is_dealt():
    s, rng = GAME.start(2), Random(1)
    while s.node.step_name == "deal":
        s.apply(s.node.sample(rng))
    with pytest.raises(ValueError, match="the deal has lost its place"):
        GAME.from_dict({**s.to_dict(), "todo": [{"step": "deal", "dealt": 14}]})


def test_fuzzed_positions_are_refused_or_playable():
    rng = Random(11)
    opened = 0
    for _ in range(2500):
        data = json.loads(rng.choice(POSITIONS))
        path = rng.choice([path for path in paths(data) if path])
        place = data
        for key in path[:-1]:
            place = place[key]
        if rng.random() < 0.15:
            del place[path[-1]]
        elif isinstance(place[path[-1]], int) and rng.random() < 0.5:
            place[path[-1]] += rng.choice((-1, 1))
        else:
            place[path[-1]] = rng.choice(VALUES)
        try:
            s = GAME.from_dict(data)
        except ValueError as error:
            assert str(error).startswith(("This position cannot be opened: ",))  # noqa: PT017
            continue
        opened += 1
        assert GAME.describe(s.node)
        assert s.agenda is not None
        if s.viewer is None and s.agenda_frames:
            s.apply(s.node.sample(rng) if isinstance(s.node, Chance) else s.legal[0])
            s.game.validate_position(s)
    assert opened > 40  # harmless changes, as of a counter


def table_with(tmp_path, *changes):
    """The game with a changed copy of its card table."""
    text = TABLES
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    return gamelib.game("harem", cards=tmp_path)


GOLD_1, AYLIN = 'id = "GOLD-1"\ntype = "gold"\ncount = 5\nvalue = 1', 'id = "CON-01"\nD = 2\nS = 1\nC = 1\nbase = 4'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (GOLD_1, GOLD_1.replace("count = 5", "count = 6"), r"master rows add up to 82 cards; \[totals\] says 81"),
        (
            GOLD_1,
            GOLD_1.replace("count = 5", "count = -5"),
            r"master GOLD-1: count should be a whole number from 0 up, not -5",
        ),
        (GOLD_1, GOLD_1.replace("count = 5", 'count = "5"'), r"master GOLD-1: count should be a whole number"),
        (
            GOLD_1,
            GOLD_1.replace("value = 1", "value = 0"),
            r"master GOLD-1: value should be a whole number from 1 up, not 0",
        ),
        (GOLD_1, GOLD_1.replace('"gold"', '"silver"'), r"master GOLD-1: type should be one of"),
        ('id = "GOLD-2"', 'id = "GOLD-1"', r"master GOLD-1: it is listed twice"),
        ('id = "GOLD-2"', 'id = "GOLD 2"', "letters, digits and hyphens"),
        (
            'source = { count = "house", others = "printed" }',
            'source = "heard"',
            "source should say printed or public or house",
        ),
        (AYLIN, AYLIN.replace("base = 4", "base = 5"), r"harem CON-01: base is 5, but D \+ S \+ C is 4"),
        (
            AYLIN,
            AYLIN.replace("D = 2", "D = 5").replace("base = 4", "base = 7"),
            r"harem CON-01: D should be a whole number from 1 to 4",
        ),
        ('power = "MOVE_ENH"', 'power = "FLY"', r"harem CON-01: power should be one of"),
        ('id = "KIS-BARGAIN"', 'id = "KIS-OTHER"', "KIS-OTHER"),
        ('id = "PN-LEVY"', 'id = "PN-OTHER"', "PN-OTHER"),
        ('modes = [["gold", 1], ["hand", 1]]', 'modes = [["gold", 0]]', r"WRATH-A: modes"),
        ('modes = [["gold", 1], ["hand", 1]]', 'modes = ["gold"]', r"WRATH-A: modes"),
        ('modes = [["gold", 1], ["hand", 1]]', 'modes = [["gold", "x"]]', r"WRATH-A: modes"),
        ("modifier = 3", 'modifier = "3"', r"WRATH-A: modifier"),
        ("D = 1\nsource", 'D = "1"\nsource', "ENH-D1: D should be a whole number from 0 up"),
        ("12 = 8 }", "12 = 9 }", "gem table A: the mean is 109/36, not 3"),
        ("12 = 8 }", "13 = 8 }", "gem_tables: A: values: there is nothing called '13' in it"),
        ("[totals]\nmaster = 81", "[totals]\nmaster = 80", r"says 80"),
        ("[totals]\nmaster = 81", '[totals]\nmaster = "x"', "totals"),
        ("\n[totals]\n", "\n[sums]\n", "totals"),
        ("\n[totals]\n", "\n[totals\n", "cannot be read"),
    ],
)
def test_a_wrong_card_table_names_file_and_row(tmp_path, old, new, message):
    with pytest.raises(CardTableError, match=message) as caught:
        table_with(tmp_path, (old, new))
    assert str(tmp_path / "cards.toml") in str(caught.value)


def test_a_card_table_that_is_too_small_to_deal(tmp_path):
    changes = [
        (GOLD_1, GOLD_1.replace("count = 5", "count = 0")),
        ("count = 8\nvalue = 2", "count = 0\nvalue = 2"),
        ("count = 7\nvalue = 3", "count = 0\nvalue = 3"),
        ("master = 81", "master = 61"),
    ]
    with pytest.raises(CardTableError, match="too small to deal 7 cards to 4 seats"):
        table_with(tmp_path, *changes)


def test_no_card_table(tmp_path):
    with pytest.raises(CardTableError, match=r"cards\.toml: this card table cannot be read"):
        gamelib.game("harem", cards=tmp_path / "nowhere")


def test_a_corrected_card_table_plays(tmp_path):
    game = table_with(tmp_path, (GOLD_1, GOLD_1.replace("count = 5", "count = 6")), ("master = 81", "master = 82"))
    *_, s = walk(game, 3, 1)
    assert s.result.winners
    assert game.card_set_digest != GAME.card_set_digest
    with pytest.raises(ValueError, match="other card tables"):
        GAME.from_dict(s.to_dict())
