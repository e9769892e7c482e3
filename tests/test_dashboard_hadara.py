"""Dashboards of Hadara without a browser: their statements agree with counting by hand."""

from __future__ import annotations

import io
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pandas as pd
import pytest

import gamelib
from gamelib.games.hadara import odds
from tests.rules import rule
from tests.test_dashboards import everything, first_fraction, send
from widgets.games.hadara.board import home_tile
from widgets.games.hadara.dashboards import choice, growth

PAGES: dict[str, Any] = {"choice": choice.create_dashboard, "growth": growth.create_dashboard}
OWN = (0, 3, 3, 7, 7, 7, 12, 20, 29, 30)


def click(page: Any, picture: str, customdata: Any) -> None:
    mark = {"kind": "click", "curve": 0, "index": 0, "x": 0, "y": 0, "customdata": customdata}
    page.pictures[picture]._receive(page.pictures[picture], mark, [])


# -- a choice of two -----------------------------------------------------------------------------


@rule("HAD-5.2")
@pytest.mark.parametrize("values", [*choice.LISTS.values(), OWN], ids=str)
def test_a_choice_says_what_counting_all_pairs_gives(values: tuple[int, ...]) -> None:
    page = choice.create_dashboard()
    pairs = list(combinations(values, 2))
    kept = Counter(max(pair) for pair in pairs)
    better = Fraction(sum(value * n for value, n in kept.items()), len(pairs))
    mean = Fraction(sum(values), 10)
    for need in (3, 8, 30):
        page.set_control_values(values=values, need=need)
        said = page.block_data("answer")
        if better > mean:
            assert first_fraction(said["big"]) == better - mean
            reached = Fraction(sum(n for value, n in kept.items() if value >= need), len(pairs))
            assert f"The probability of {need} or more is {reached}" in said["more"]
            assert f"two cards is worth {better}" in said["lead"]
        else:
            assert said["big"] == "nothing"
        heights = page.pictures["better"].figure["data"][0]
        shown = {x: y for x, y in zip(heights["x"], heights["y"], strict=True) if y}
        assert shown == pytest.approx({value: n / len(pairs) for value, n in kept.items()})
        cells = [cell for row in page.pictures["pairs"].figure["data"][0]["customdata"] for cell in row]
        assert Counter(cell for cell in cells if cell is not None) == kept
    assert (
        page.pictures["blind"].figure["layout"]["yaxis"]["range"]
        == (page.pictures["better"].figure["layout"]["yaxis"]["range"])
    ), "pictures that are compared have one scale"


def test_the_first_example_of_a_choice() -> None:
    page = choice.create_dashboard()
    assert page.block_data("answer")["big"] == "11/6 ≈ 1.833 more on average"
    assert "22/3" in page.block_data("answer")["lead"]
    assert page.pictures["more"].title == "A second card adds 1.83, a third only 0.92"
    rows = {row[0]: row for row in page.block_data("lists")["rows"]}
    gains = [first_fraction(rows[f"Red {epoch}: military"][4]) for epoch in ("I", "II", "III")]
    assert gains == [Fraction(4, 9), Fraction(11, 15), Fraction(13, 10)]
    assert page.block_data("lists")["marked"] == 0


@pytest.mark.parametrize("values", [choice.RANKS, choice.LISTS["Red II: military"], (5,) * 10, OWN], ids=str)
def test_luck_against_the_choice_by_all_orders(values: tuple[int, ...]) -> None:
    draws = [(max(values[a], values[b]), values[c]) for a, b, c in permutations(range(10), 3)]
    above = Fraction(sum(blind > better for better, blind in draws), len(draws))
    level = Fraction(sum(blind == better for better, blind in draws), len(draws))
    assert odds.p_third_card_beats_best_of_two(values) == (above, level)


@pytest.mark.parametrize("cards", [1, 2, 3, 10])
def test_the_best_of_more_cards_by_listing_them(cards: int) -> None:
    found = Counter(max(hand) for hand in combinations(OWN, cards))
    best = odds.best_card_value(OWN, cards)
    assert {value: best.p(value) for value in best} == {value: Fraction(n, found.total()) for value, n in found.items()}


def test_own_values_are_checked_and_saved() -> None:
    page = choice.create_dashboard()
    send(page, do="set", seq=1, values={"values": [1, 2, 3, 4, 5, 6, 7, 8, 9, "ten"]})
    assert page.state["problems"]["values"] == "The value of card 10 is a whole number from 0 to 30, not “ten”."
    assert page.values["values"] == choice.RANKS
    page.set_control_values(values=OWN[::-1])
    assert choice.create_dashboard(page.link_fragment).sorted_values == OWN
    assert "Your own ten" in [row[0] for row in page.block_data("lists")["rows"]]
    frame = pd.read_csv(io.StringIO(page.block_data("csv")["text"]))
    assert len(frame) == 45
    assert frame["kept"].mean() - sum(OWN) / 10 == pytest.approx(float(odds.mean_gain_of_better_of_two(OWN)))
    shares = [first_fraction(row[3]) for row in page.block_data("gaps")["rows"]]
    assert sum(shares) == odds.mean_gain_of_better_of_two(OWN)


def test_a_picked_pair_sets_what_is_needed() -> None:
    page = choice.create_dashboard()
    click(page, "pairs", 4)
    assert page.values["need"] == 4
    assert page.pictures["pairs"].title == "42 of 45 pairs give 4 or more"
    click(page, "pairs", None)
    assert page.values["need"] == 4


def test_drawn_pairs_come_close() -> None:
    page = choice.BetterOfTwoDashboard(seed=4)
    found = Counter(page._draws(Random(5), 20_000))
    exact = odds.better_of_two(choice.RANKS)
    for value in exact:
        p = float(exact.p(value))
        assert abs(found[value] / 20_000 - p) < 4.5 * (p * (1 - p) / 20_000) ** 0.5
    send(page, do="run", id="draws", n=1000)
    assert "exact value is 0.533" in page.block_data("draws")["said"]
    page.set_control_values(need=5)
    assert page.block_data("draws")["total"] == 1000, "the same draws meet another need"
    page.set_control_values(values=OWN)
    assert page.block_data("draws")["total"] == 0


# -- growth --------------------------------------------------------------------------------------


def coins_by_playing(card: Any, incomes: int, owned: int) -> int:
    """Buy, add income after income, and subtract the price of a sale."""
    coins = -(card.cost - min(card.cost, owned))
    for _ in range(incomes):
        coins += card.steps[0]
    return coins - {1: 2, 2: 3, 3: 4}[card.epoch]


@rule("HAD-6.1", "HAD-7.1", "HAD-8.1")
@pytest.mark.parametrize("owned", [0, 2, 8])
def test_growth_says_what_playing_it_out_gives(owned: int) -> None:
    page = growth.create_dashboard()
    page.set_control_values(owned=owned)
    incomes = dict(zip(growth.TIMES, (6, 5, 4, 3, 2, 1), strict=True))
    cards = gamelib.game("hadara").tables.cards.values()
    means = []
    for time, left in incomes.items():
        yellow = [card for card in cards if card.id.startswith(f"Y{time[0]}")]
        nets = {card.id: coins_by_playing(card, left, owned) for card in yellow}
        means.append(Fraction(sum(nets.values()), 10))
        assert {
            card.id: page.net_coins_of_purchase(card, time) for card in growth.yellow_cards_by_profit(int(time[0]))
        } == nets
        for number in (left, left + 4):
            page.set_control_values(time=time, card=number)
            net = nets[page.card.id]
            words = "It breaks even" if not net else f"It {'gains' if net > 0 else 'loses'} {abs(net)} coin"
            assert page.block_data("answer")["big"].startswith(words)
            assert page.coins_gained_over_selling_by_income(page.card)[-1] == net
            back = page.payback_incomes(page.card)
            ways = [n for n in range(left + 1) if coins_by_playing(page.card, n, owned) >= 0]
            assert back == (ways[0] if ways else None)
        gaining = sum(net > 0 for net in nets.values())
        assert f"{gaining} of 10" in page.block_data("times")["rows"][list(growth.TIMES).index(time)]
    heights = page.pictures["means"].figure["data"][0]["y"]
    assert heights == pytest.approx([float(mean) for mean in means])
    if not owned:
        assert means == [
            Fraction(51, 10),
            Fraction(7, 2),
            Fraction(31, 10),
            Fraction(1, 5),
            Fraction(-28, 5),
            Fraction(-44, 5),
        ]
        assert page.pictures["map"].title == "Cards of ten that gain coins: 10, 9, 8, 5, 0 and 0"


def test_the_zero_line_parts_gains_from_the_rest() -> None:
    page = growth.create_dashboard()
    grid = page.pictures["map"].figure
    shapes = [shape for shape in grid["layout"]["shapes"] if shape["type"] == "line"]
    z = grid["data"][0]["z"]
    borders = sum(
        (z[i][j] > 0) != (z[a][b] > 0)
        for i, j in product(range(10), range(6))
        for a, b in ((i + 1, j), (i, j + 1))
        if a < 10 and b < 6
    )
    assert len(shapes) == borders > 0


@rule("HAD-13.1", "HAD-15.4", "HAD-15.5", "HAD-15.7", "HAD-9.3")
def test_one_scale_for_medals_and_colonies() -> None:
    page = growth.create_dashboard("time=3A&track=9&sets=1&level=3&coin=1_5")
    points = {name: value for name, value, _ in page.coin_uses()}
    assert points["silver"] == 5 - Fraction(20, 5)
    assert points["gold"] == 7 - Fraction(30, 5)
    assert points["colony 3, taxed"] == 1 + Fraction(3, 5)
    # four tiles with 2 points and 2, 3, 3, 3 steps, and one with 5 points; integrating costs a coin
    assert points["colony 3, integrated"] == Fraction(2 * 4 + 5, 5) + Fraction(2 + 3 + 3 + 3, 5) / 2 - Fraction(1, 5)
    for level, coin in product((3, 9, 15, 21, 30), growth.COIN.options):
        page.set_control_values(level=str(level), coin=coin)
        taxed, integrated = (value for _, value, _ in page.coin_uses()[3:])
        assert integrated - taxed == odds.integration_advantage(level, page.coin_value_in_points, Fraction(1, 2))
        assert ("integrating is better" in page.block_data("best")["more"]) == (integrated > taxed)


def test_the_honest_answer_may_be_none() -> None:
    page = growth.create_dashboard("time=3B&card=10&coin=4_5&track=0&sets=0&level=3")
    page.set_control_values(coin="1_5")
    assert "None of the ten cards gains coins" in page.block_data("answer")["more"]
    assert page.block_data("answer")["big"].startswith("It loses")
    assert page.pictures["means"].title == "On average, a growth card is worth its coins up to II B"


def test_a_picked_cell_becomes_what_is_bought() -> None:
    page = growth.create_dashboard()
    click(page, "map", [7, "1B"])
    assert (page.values["card"], page.values["time"]) == (7, "1B")
    click(page, "means", 4)
    assert page.values["time"] == "3A"


def test_blind_buys_come_close() -> None:
    page = growth.GrowthDashboard("time=2B&owned=1", seed=3)
    found = Counter(page._buys(Random(2), 20_000))
    exact = growth.random_card_profit("2B", 1)
    assert set(found) == set(exact)
    for net in exact:
        p = float(exact.p(net))
        assert abs(found[net] / 20_000 - p) < 4.5 * (p * (1 - p) / 20_000) ** 0.5
    frame = pd.read_csv(io.StringIO(page.block_data("csv")["text"]))
    assert len(frame) == 60
    assert frame[frame["bought in"] == "II B"]["net"].mean() == pytest.approx(float(exact.mean))


# -- both ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_every_block_has_something_to_show_and_speaks_plainly(name: str) -> None:
    rng = Random(name)
    for turn in range(12):
        page = PAGES[name]()
        if turn:
            page.set_control_values(**{control.name: _any(control, rng) for control in page.CONTROLS})
        for id in re.findall(r"'kind': '(?:answer|text|table|runs|fold)', 'id': '(\w+)'", repr(page.LAYOUT)):
            assert id in page.state["shown"], id
        for shown in page.pictures.values():
            assert shown.figure["data"]
            assert shown.title[0].isupper() or shown.title[0].isdigit()
        said = everything(page)
        assert not re.search(r"nan|None,|Fraction|!|plunder|\b1 (coins|incomes|points)\b", said), said
        assert PAGES[name](page.link_fragment).values == page.values


def _any(control: Any, rng: Random) -> Any:
    if hasattr(control, "keys"):
        return tuple(rng.randint(control.minimum, control.maximum) for _ in control.keys)
    if hasattr(control, "options"):
        return rng.choice(list(control.options))
    return rng.randint(control.minimum, control.maximum)


def test_the_small_charts_tell_the_exact_figures() -> None:
    assert home_tile.choice_thumbnail().count("km-sketch-hit") == 3, "8, 9 and 10 of ten ranks"
    grid = home_tile.growth_thumbnail()
    assert grid.count("km-sketch-hit") == 10 + 9 + 8 + 5
    assert grid.count("km-sketch-hit") + grid.count("km-sketch-miss") == 60
