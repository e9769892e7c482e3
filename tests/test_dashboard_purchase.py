"""Dashboard about a purchase: it agrees with the engine and with counting rivals, also at unusual settings."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from gamelib import Dist
from gamelib.games.wishes import odds
from tests.rules import rule
from tests.test_dashboards import everything, first_fraction, send
from widgets.games.wishes.board import home_tile
from widgets.games.wishes.dashboards import purchase
from widgets.games.wishes.dashboards.purchase import CARDS, NO_PURCHASE, PurchaseInference

F = Fraction


@rule("WIS-7.1", "WIS-13.3", "WIS-1.6")
def test_the_worked_question() -> None:
    page = purchase.create_dashboard()
    assert page.block_data("answer")["big"] == "K3 or K4: 13/29 ≈ 0.448 each"
    assert page.purchase_inference.posterior_distribution == odds.buyer_score_card_posterior("Centre", F(1, 5))
    assert "13 times as likely with K3 or K4 as with K2, K5 or K6" in page.block_data("answer")["more"]
    jewel = next(row for row in page.block_data("next")["rows"] if "Jewel" in row[0])
    assert [first_fraction(cell) for cell in jewel[3:5]] == [F(16, 5), F(124, 29)]
    page.set_control_values(error=0)
    assert page.purchase_inference.posterior_distribution == Dist(["K3", "K4"])
    assert page.block_data("answer")["more"].startswith("It rules out K2, K5 and K6")
    page.set_control_values(first="Left", error=20)
    assert page.block_data("answer")["big"] == "K5: 13/17 ≈ 0.765"


def by_counting(story: PurchaseInference) -> dict[str, Fraction]:
    """Return the probability of each card by counting rivals with this card that make all purchases."""
    weights = {}
    for card in CARDS:
        if card == story.own_score_card:
            continue
        likely = F(1)
        for place, stall in enumerate(story.purchased_stalls):
            row = [ware for ware in story.market_row_after_purchases(place) if purchase.COST[ware] <= story.gems]
            left = {ware: purchase.TABLES.ware_points(card, ware) - F(purchase.COST[ware], 2) for ware in row}
            best = [ware for ware in row if left[ware] == max(left.values())]
            ware = next(ware for ware in row if purchase.TABLES.wares[ware].merchant == stall)
            likely *= story.error_rate / len(row) + (1 - story.error_rate) * F(ware in best, len(best))
        weights[card] = likely
    return {card: p / sum(weights.values()) for card, p in weights.items()}


@rule("WIS-7.2", "WIS-7.3")
def test_purchases_one_after_another_by_counting() -> None:
    rng, seen = Random(4), 0
    for _ in range(80):
        story = PurchaseInference(
            rng.choice(CARDS),
            rng.randint(1, 30),
            tuple(rng.choices(purchase.STALLS, k=rng.randint(0, 3))),
            F(rng.choice((5, 20, 50, 100)), 100),
            rng.randint(3, 7),
        )
        for place, step in enumerate(story.steps):
            assert step.ware in step.row
            assert step.row == story.market_row_after_purchases(place)
        if story.impossible_reason:
            assert "costs" in story.impossible_reason
            continue
        seen += 1
        assert {card: story.posterior_distribution.p(card) for card in story.prior} == by_counting(story)
    assert seen > 30


def test_dealing_rivals_comes_close() -> None:
    page = purchase.PurchaseDashboard("second=Centre&error=50", seed=2)
    for _ in range(40):
        send(page, do="run", id="deals", n=1000)
    counts = page.simulations["deals"].counts
    fits = counts.total() - counts[""]
    for card in page.purchase_inference.prior:
        p = float(page.purchase_inference.posterior_distribution.p(card))
        assert abs(counts[card] / fits - p) < 4.5 * (p * (1 - p) / fits) ** 0.5
    assert f"in {fits:,} of them the player bought exactly this" in page.block_data("deals")["said"]
    dots = next(trace for trace in page.pictures["cards"].figure["data"] if trace["name"] == "simulated")
    assert sum(dots["y"]) == pytest.approx(1)


def test_a_click_buys_until_three_are_bought() -> None:
    page = purchase.create_dashboard("first=none")
    grid = page.pictures["row"]
    assert page.block_data("answer")["big"] == "1/5 = 0.2"

    def click(column: int) -> None:
        ware = page.purchase_inference.market_row_after_all_purchases[column]
        data = ["K2", page._column(ware)]
        grid._receive(
            grid, {"kind": "click", "curve": 0, "index": [0, column], "x": column, "y": 0, "customdata": data}, []
        )

    for place, (column, stall) in enumerate(zip((1, 1, 0), ("Centre", "Centre", "Left"), strict=True)):
        click(column)
        assert page.values[purchase.ORDER[place]] == stall
        assert len(page.purchase_inference.steps) == place + 1
    before = dict(page.values)
    click(2)
    assert page.values == before
    page.set_control_values(gems=3, first=NO_PURCHASE, second=NO_PURCHASE, third=NO_PURCHASE)
    click(2)
    assert page.values["first"] == NO_PURCHASE, "what cannot be paid is not bought"


def test_what_cannot_be_says_why_and_moves_nothing() -> None:
    page = purchase.create_dashboard("first=Right&gems=4")
    assert page.block_data("answer")["big"] == "This is impossible"
    assert page.block_data("answer")["more"] == "It costs 5, and the player can pay 4 Gems."
    assert page.purchase_inference.posterior_distribution == page.purchase_inference.prior
    page = purchase.create_dashboard("first=Centre&second=Right&error=0")
    assert "doesn’t make errors" in page.block_data("answer")["more"]
    assert page.purchase_inference.posterior_distribution == Dist(["K3", "K4"])


def test_the_small_charts_of_home_are_counted() -> None:
    rivals = home_tile.purchase_thumbnail()
    assert (rivals.count("km-sketch-hit"), rivals.count("km-sketch-miss")) == (26, 3)
    assert (
        home_tile.closing_thumbnail().count("km-sketch-hit"),
        home_tile.closing_thumbnail().count("km-sketch-miss"),
    ) == (3, 2)


def test_the_curves_are_the_chances_for_other_errors() -> None:
    page = purchase.create_dashboard("second=Right")
    for trace in page.pictures["noise"].figure["data"][:3]:
        for error, p in zip(trace["x"], trace["y"], strict=True):
            other = purchase.create_dashboard(f"second=Right&error={error}")
            assert p == pytest.approx(
                float(other.purchase_inference.posterior_distribution.p(trace["name"].split(", ")[0]))
            )
    noise = page.pictures["noise"]
    noise._receive(noise, {"kind": "click", "curve": 0, "index": 0, "x": 50, "y": 0.2, "customdata": ""}, [])
    assert page.values["error"] == 50


def test_the_table_of_bayes_adds_up() -> None:
    page = purchase.create_dashboard("second=Centre")
    rows = [[first_fraction(cell) for cell in row[1:]] for row in page.block_data("bayes")["rows"]]
    total = sum(product_ for _, _, product_, _ in rows)
    assert all(a * b == c and c / total == d for a, b, c, d in rows)
    assert sum(d for *_, d in rows) == 1


def test_the_setting_is_a_link_and_every_setting_speaks_plainly() -> None:
    page = purchase.create_dashboard("market=4&first=Left&second=Right&third=Left&error=35&own=K6&gems=5")
    assert purchase.create_dashboard(page.link_fragment).values == page.values
    for market, first, third, error, gems in product((1, 9), ("none", "Right"), ("none", "Left"), (0, 100), (3, 7)):
        page.set_control_values(market=market, first=first, third=third, error=error, gems=gems, second=NO_PURCHASE)
        said = everything(page)
        assert not re.search(r"nan\b|Fraction|!|sultan|favourite", said)
        assert not any(picture.title[0].islower() for picture in page.pictures.values())
