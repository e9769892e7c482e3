"""The card tables: totals, provenance, errors, and other editions with other numbers of everything."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Action, CardTableError, Chance, Decision
from gamelib.games.wishes import Wishes
from gamelib.games.wishes.position_checks import validate_invariants

from .. import conformance
from ..rules import rule
from .build import GAME

TABLES = GAME.tables
TOML = (GAME.folder / "cards.toml").read_text(encoding="utf-8")


def test_the_task_cards_follow_their_design() -> None:
    effects = ("PLUS", "EYE", "GEMS", "SWAP")
    for n, (name, task) in enumerate(TABLES.tasks.items()):
        kind, hearts, copy = n // 8, n % 8 // 2 + 1, n % 2
        assert name == f"T{n + 1:02d}"
        assert task == (TABLES.kinds[kind], hearts, effects[(hearts - 1 + kind + 2 * copy) % 4])
    assert set(Counter((task.hearts, task.effect) for task in TABLES.tasks.values()).values()) == {3}


def test_the_solo_marks() -> None:
    assert [sum(wish.solo for wish in cards.values()) for cards in (TABLES.simple, TABLES.final)] == [11, 7]
    assert all(wish.solo is (wish.need <= 7) for wish in TABLES.simple.values())


def test_the_fairness_of_the_score_cards() -> None:
    assert {sum(TABLES.ware_points(card, ware) for ware in TABLES.wares) for card in TABLES.scores} == {105}
    means = {
        ware: Fraction(
            sum(
                TABLES.ware_points(card, name)
                for card in TABLES.scores
                for name, w in TABLES.wares.items()
                if w.ware == ware
            ),
            6 * 9,
        )
        for ware in TABLES.costs
    }
    assert means == {
        "Spice": Fraction(5, 3),
        "Pottery": Fraction(11, 6),
        "Carpet": Fraction(13, 6),
        "Silk": Fraction(5, 2),
        "Jewel": Fraction(7, 2),
    }


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "T01"\nkind = "Tea"', 'id = "T02"\nkind = "Tea"', "task T02: it is listed twice."),
        ('id = "T01"\nkind = "Tea"', 'id = "T01"\nkind = "Coffee"', "task T01: kind should be Tea or Food"),
        ('hearts = 4\neffect = "EYE"', 'hearts = 5\neffect = "EYE"', "totals: hearts should add up to 120, not"),
        ("tasks = 48", "tasks = 47", "totals: tasks should add up to 47, not 48."),
        ("hand = 3", 'hand = "3"', "constants: hand should be a whole number from 0 up, not '3'"),
        ("hand = 3", "hand = -3", "constants: hand should be a whole number from 0 up, not -3"),
        ("gem_limit = 7", "gem_limit = 8", "constants: 4 seats may hold more than 28 gems."),
        (
            'does = "plus"',
            'does = "minus"',
            "effect PLUS: does should be one of 'plus', 'eye', 'gems', 'swap', not 'minus'.",
        ),
        ('does = "hungry"', 'does = "thirsty"', "plate HUNGRY: does should be one of 'lovely',"),
        ("simple_placed = 12", "simple_placed = 17", "table 4: 17 simple wishes are placed, but only 16 may be used."),
        (
            "simple_placed = 6\nrevealed = 2\nplates = 10",
            "simple_placed = 12\nrevealed = 2\nplates = 10",
            "table 1: 12 simple wishes are placed, but only 11 may be used.",
        ),
        ("hearts = 5\nsolo = true", "hearts = 1\nsolo = true", "it should ask for more than 1."),
        ('source = "printed"', 'source = "hearsay"', "source should say printed or public or house"),
        ("lamp_squares = [10, 25, 40]", "lamp_squares = [25, 10, 40]", "constants: lamp_squares should rise."),
        ("ware = [0, 0, 0, 2, 3]", "ware = [0, 0, 0, 2, 4]", "score K1: all wares are worth 114 on it, not 105."),
        ('merchant = "Left"\nware = "Spice"', 'merchant = "Top"\nware = "Spice"', "wares W01: merchant should be Left"),
        ("count = 2", "count = 3", "totals: guards should add up to 2, not 3."),
        ('value = "GEMS"', 'value = "RUBY"', "final F13: value should be"),
        ("least = 51", "least = 90", "verdict: the least scores should rise from 0."),
        ("revealed = 2\nplates = 10", "revealed = 2\nplates = 11", "so many wishes or plates cannot be revealed."),
        ("ware = [0, 0, 0, 2, 3]", "ware = [0, 0, 2, 3]", "score K1: ware should have a number for each of Spice, "),
        ("[guard]", "[guards]", "the table 'guard' is missing"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in TOML
    (tmp_path / "cards.toml").write_text(TOML.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CardTableError, match=re.escape("cards.toml")) as caught:
        Wishes(tmp_path)
    assert words in str(caught.value)


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{name}" = {toml(part)}' for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def edition(folder: Path, kinds: int = 3, most_hearts: int = 5, copies: int = 3) -> Wishes:
    """Another game: so many kinds and heart values, five effects, two merchants with four wares and two icons."""
    names = [f"Kind {n}" for n in range(kinds)]
    effects = {"A": "plus", "B": "gems", "C": "gems", "D": "eye", "E": "swap"}
    tasks = [
        {"id": f"X{i}-{h}-{c}", "kind": kind, "hearts": h, "effect": "ABCDE"[(i + h + c) % 5]}
        for i, kind in enumerate(names)
        for h in range(1, most_hearts + 1)
        for c in range(copies)
    ]
    rows: list[tuple[str, list[dict[str, Any]]]] = [
        ("place", [{"points": 9, "gems": 2}, {"points": 1, "gems": 0}]),
        ("table", [{"seats": n, "simple_placed": 2 * n + 2, "revealed": max(2, n), "plates": 3} for n in range(1, 5)]),
        ("kind", [{"id": name} for name in names]),
        (
            "effect",
            [
                {"id": name, "does": does, **({"gems": 1 + (name == "C")} if does == "gems" else {})}
                for name, does in effects.items()
            ],
        ),
        ("task", tasks),
        ("simple", [{"id": f"P{n}", "kind": names[n % kinds], "hearts": 4 + n % 5, "solo": True} for n in range(12)]),
        (
            "final",
            [{"id": f"Q{h}", "by": "hearts", "value": h, "cards": 3, "solo": True} for h in range(1, most_hearts + 1)],
        ),
        (
            "plate",
            [
                {"id": p.upper() + " 2", "does": p, "adds": n % 3 > 0, "extra": n % 4}
                for n, p in enumerate(("sad", "mean", "hungry", "lovely", "uncertain", "kind"))
            ],
        ),
        ("merchant", [{"id": "East"}, {"id": "West"}]),
        ("ware", [{"id": name, "cost": cost} for name, cost in (("Rug", 2), ("Cup", 3), ("Oud", 5), ("Bag", 1))]),
        ("icon", [{"id": "Sun"}, {"id": "Moon"}]),
        (
            "wares",
            [
                {"id": f"V{m}{w}{i}", "merchant": m, "ware": w, "icon": i}
                for m in ("East", "West")
                for w in ("Rug", "Cup", "Oud", "Bag")
                for i in ("Sun", "Moon")
            ],
        ),
        (
            "score",
            [
                {"id": f"N{n}", "merchant": [n % 2, 1 - n % 2], "ware": [1, n, 4 - n, 0], "icon": [1, 1], "day": 4}
                for n in range(5)
            ],
        ),
        ("verdict", [{"id": "not_chosen", "least": 0}, {"id": "chosen", "least": 30}]),
    ]
    constants = {**TABLES.constants, "hand": 4, "gem_limit": 6, "lamp_squares": [5, 15], "aides": 3, "final_placed": 3}
    hearts = sum(task["hearts"] for task in tasks)
    totals = {
        "tasks": len(tasks),
        "guards": 3,
        "simple_wishes": 12,
        "final_wishes": most_hearts,
        "plates": 6,
        "wares_cards": 16,
        "score_cards": 5,
        "hearts": hearts,
        "adding_plates": 4,
        "extra_points": 7,
        "all_wares_worth": 44,
        "by_kind": [len(tasks) // kinds] * kinds,
        "by_hearts": [[h, kinds * copies] for h in range(1, most_hearts + 1)],
        "by_effect": [sum(t["effect"] == e for t in tasks) for e in effects],
        "by_merchant": [8, 8],
        "hearts_by_kind": [hearts // kinds] * kinds,
    }
    lines = ["[totals]", *(f"{name} = {toml(value)}" for name, value in totals.items())]
    lines += ["[constants]", *(f"{name} = {toml(value)}" for name, value in constants.items())]
    lines.append(f"source = {toml(dict.fromkeys(constants, 'house'))}")
    lines += ["[guard]", "count = 3", 'source = "house"']
    for table, entries in rows:
        for entry in entries:
            several = table in ("table", "plate", "score")  # whose sources are named one by one
            source = dict.fromkeys(entry, "house") if several else "house"
            row = {**entry, "source": source}
            lines += [f"[[{table}]]", *(f"{name} = {toml(value)}" for name, value in row.items())]
    folder.mkdir(exist_ok=True)
    (folder / "cards.toml").write_text("\n".join(lines), encoding="utf-8")
    return Wishes(folder)


@pytest.mark.parametrize(("kinds", "hearts", "copies"), [(3, 5, 3), (8, 3, 2), (5, 7, 1)])
def test_a_game_with_other_tables_is_sound(tmp_path: Path, kinds: int, hearts: int, copies: int) -> None:
    game = edition(tmp_path, kinds, hearts, copies)
    rng = Random(1)
    for seats in game.seats:
        for step, s in enumerate(conformance.walk(game, seats, seats)):
            assert game.describe(s.node)
            assert all(game.describe(event) for event in s.events)
            assert max(s.gems) <= 6
            if step % 11 == 0:
                validate_invariants(s)
                for seat in range(seats):
                    validate_invariants(s.seen_by(seat).determinize(rng))
            if step % 5 == 0 and isinstance(s.node, Decision):
                for action in s.legal:
                    assert s.why_not(action) is None
                    assert game.describe(action)
        assert s.result is not None


def test_odds_and_questions_follow_corrected_tables(tmp_path: Path) -> None:
    changes = (
        ('does = "lovely"\nadds = true\nextra = 1', 'does = "lovely"\nadds = false\nextra = 2'),
        ("adding_plates = 8\nextra_points = 15", "adding_plates = 7\nextra_points = 16"),
        ('id = "T05"\nkind = "Tea"\nhearts = 3', 'id = "T05"\nkind = "Tea"\nhearts = 4'),
        ("hearts = 120", "hearts = 121"),
        ("hearts_by_kind = [20", "hearts_by_kind = [21"),
        ("[3, 12], [4, 12]", "[3, 11], [4, 13]"),
        ("points = 2\ngems = 0", "points = 3\ngems = 0"),
        ('id = "S03"\nkind = "Tea"', 'id = "S03"\nkind = "Food"'),
    )
    text = TOML
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = Wishes(tmp_path)
    changed = 0
    for here, there in zip(gamelib.questions(game), gamelib.questions(GAME), strict=True):
        assert here.exact() == here.check()
        assert here.prompt_text()
        changed += here.exact() != there.exact()
    assert changed >= 5
    assert game.odds.mean_extra_points_with_best_timing() != GAME.odds.mean_extra_points_with_best_timing()


@rule("WIS-4.8", "WIS-A08")
def test_with_fewer_spaces_one_may_have_to_pass(tmp_path: Path) -> None:
    game = edition(tmp_path, 2, 7, 2)
    s = game.start(2)
    while s.round == 0 or s.node.step_name != "act":
        node = s.node
        s.apply(next(iter(node.dist())) if isinstance(node, Chance) else s.legal[0])
    seat = s.node.seat
    s.orderly = ["Kind 0", "Kind 1"]
    s.loose += s.hands[seat]
    s.deck += len(s.hands[seat])
    s.hands[seat] = ()
    assert [str(action) for action in s.legal] == ["pass"]
    s.apply(Action("pass"))
    assert "passes" in [event.code for event in s.events]
