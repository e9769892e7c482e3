"""Dashboard "Will somebody close it before me?": its statements agree with the engine and with counting by hand."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pandas as pd
import pytest

from gamelib.games.wishes import odds
from tests.rules import rule
from tests.test_dashboards import everything, first_fraction, send
from widgets.games.wishes.dashboards import closing
from widgets.games.wishes.dashboards.closing import COMBINED, ONE_CARD


@rule("WIS-4.1", "WIS-9.1", "WIS-15.2")
def test_the_worked_question_and_its_grid() -> None:
    page = closing.create_dashboard()
    assert page.block_data("answer")["big"] == "38517/61705 ≈ 0.624"
    assert page.block_data("answer")["share"][1].startswith("62")
    z = page.pictures["grid"].figure["data"][0]["z"]
    assert [row[0] for row in z[:4]] == pytest.approx([float(odds.p_rival_fulfils_wish(m)) for m in (1, 2, 3, 4)])
    assert z[1] == pytest.approx([float(odds.p_rival_fulfils_wish(2, r)) for r in (1, 2, 3)])
    rows = page.block_data("facts")["rows"]
    assert [first_fraction(row[1]) for row in rows] == [odds.p_rival_fulfils_wish(2, r) for r in (1, 2, 3)]
    assert page.block_data("sums")["marked"] == 2


@rule("WIS-3.3", "WIS-3.5")
def test_the_mood_changes_what_is_enough() -> None:
    page = closing.create_dashboard("rivals=1")
    assert page.p_rival_fulfils() == Fraction(3202, 12341)
    page.set_control_values(mood="hungry")
    assert page.p_rival_fulfils() == Fraction(653, 1763)
    page.set_control_values(missing=1)
    assert page.block_data("answer")["big"] == "1"
    assert "closed immediately" in page.block_data("answer")["more"]
    page.set_control_values(mood="forbids")
    assert page.block_data("answer")["big"] == "0"
    assert "Guard" in page.block_data("answer")["more"]
    assert "nobody can place a card" in page.block_data("deals")["said"]


def test_both_ways_of_closing_by_counting_deals() -> None:
    page = closing.WishRaceDashboard(seed=1)
    page.set_control_values(unseen=20, fit=(1, 0, 1, 1), rivals="2")
    pile = [*page.hearts_of_cards_fitting_wish, *[0] * 17]
    counts: dict[tuple[int, int], int] = {}
    for one in combinations(range(20), 3):
        best = max(pile[i] for i in one)
        for two in combinations([i for i in range(20) if i not in one], 3):
            other = max(pile[i] for i in two)
            key = max(best, other), best + other
            counts[key] = counts.get(key, 0) + 1
    total = sum(counts.values())
    for missing in range(1, 7):
        alone = Fraction(sum(n for (most, _), n in counts.items() if most >= missing), total)
        added = Fraction(sum(n for (_, both), n in counts.items() if both >= missing), total)
        assert page.p_rival_fulfils(missing, 2, ONE_CARD) == alone
        assert page.p_rival_fulfils(missing, 2, COMBINED) == added


@pytest.mark.parametrize("how", [ONE_CARD, COMBINED])
def test_deals_come_close_and_meet_another_line(how: str) -> None:
    page = closing.WishRaceDashboard(f"how={how}", seed=3)
    for _ in range(20):
        send(page, do="run", id="deals", n=1000)
    for missing in (1, 2, 4):
        page.set_control_values(missing=missing)
        assert page.simulations["deals"].completed_count == 20_000, "the same hands meet another line"
        p, said = float(page.p_rival_fulfils()), page.block_data("deals")["said"]
        share = page.block_data("deals")["course"][-1][1]
        assert abs(share - p) < 4.5 * (p * (1 - p) / 20_000) ** 0.5
        assert f"exact value is {p:.3f}" in said
    page.set_control_values(rivals="2")
    assert page.simulations["deals"].completed_count == 0, "other rivals are other deals"


def test_clicks_become_the_setting() -> None:
    page = closing.create_dashboard()
    grid, pool = page.pictures["grid"], page.pictures["pool"]
    grid._receive(grid, {"kind": "click", "curve": 0, "index": [3, 0], "x": 0, "y": 3, "customdata": [4, 1]}, [])
    assert (page.values["missing"], page.values["rivals"]) == (4, "1")
    pool._receive(pool, {"kind": "click", "curve": 0, "index": 0, "x": 20, "y": 0.5, "customdata": "one rival"}, [])
    assert page.values["unseen"] == 20
    assert page.p_rival_fulfils() == odds.p_rival_fulfils_wish(4, 1, unseen=20)


def test_the_table_can_be_taken_away() -> None:
    page = closing.create_dashboard("unseen=30")
    frame = pd.read_csv(io.StringIO(page.block_data("csv")["text"]))
    assert len(frame) == 2 * 6 * 3
    for row in frame.itertuples():
        how = ONE_CARD if row[1] == closing.MODEL_TEXTS[ONE_CARD] else COMBINED
        assert Fraction(row.chance) == page.p_rival_fulfils(row[2], row.rivals, how)
    assert page.block_data("all")["marked"] == 1


def test_the_setting_is_a_link_and_every_setting_speaks_plainly() -> None:
    page = closing.create_dashboard("missing=3&rivals=2&how=together&unseen=25&fit=0.2.1.0&mood=hungry")
    assert closing.create_dashboard(page.link_fragment).values == page.values
    rng = Random(2)
    for missing, rivals, how, mood in product((1, 6), "13", closing.MODEL_TEXTS, closing.MOODS):
        fit = tuple(rng.randint(0, 2) for _ in range(4))
        page.set_control_values(missing=missing, rivals=rivals, how=how, mood=mood, fit=fit, unseen=rng.randint(20, 45))
        said = everything(page)
        assert not re.search(r"nan\b|Fraction|!|sultan|favourite", said)
        assert not any(picture.title[0].islower() for picture in page.pictures.values())
