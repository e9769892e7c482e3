"""Caravan dashboard without a browser: its statements agree with the engine and the figures of the dossier."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pandas as pd
import pytest

from gamelib.games.emira import odds
from gamelib.games.emira.card_tables import CARAVANS
from tests.conftest import sample_cases
from tests.rules import rule
from tests.test_dashboards import everything, send
from widgets.games.emira.dashboards import caravans


def all_four(**values: Any) -> caravans.CaravanDashboard:
    page = caravans.create_dashboard()
    page.set_control_values(**dict.fromkeys(CARAVANS, True), **values)
    return page


def column(page: caravans.CaravanDashboard, name: str) -> list[str]:
    facts = page.block_data("facts")
    return [row[facts["columns"].index(name)] for row in facts["rows"]]


@rule("EMI-4.3", "EMI-7.4")
def test_price_net_payback_and_return() -> None:
    page = all_four(cards=0)
    assert column(page, "cost") == ["450", "550", "750", "900"]
    assert column(page, "net earnings") == ["750", "650", "1250", "1100"]
    assert column(page, "cost paid back after") == ["3", "2", "3", "2"]
    assert column(page, "return per round") == [f"{rate}%" for rate in (28.98, 40.58, 28.98, 41.82)]
    page.set_control_values(adara=True)
    assert column(page, "cost") == ["400", "500", "650", "800"]
    assert column(page, "return per round") == [f"{rate}%" for rate in (33.86, 47.23, 34.97, 50.23)]
    net_per_gold = [row.split()[0] for row in column(page, "net earnings for each gold piece spent")]
    assert net_per_gold == ["2", "7/5", "27/13", "3/2"]


def test_the_first_example() -> None:
    """Check that the large fast caravan has just overtaken the slow one with 11 event cards in play."""
    page = caravans.create_dashboard()
    assert page.block_data("answer")["big"] == "large fast caravan: net 1100 gold"
    told = page.block_data("answer")["more"]
    assert told.startswith(
        "It costs 900 gold. It is paid back after 2 payments"
    )  # "it" is the caravan named just before
    assert "the large slow one 1088.24" in told
    assert page.pictures["cash"].title == "On average the large fast caravan is paid back first, after 2 rounds"
    page.set_control_values(cards=10)
    assert page.block_data("answer")["big"] == "large slow caravan: net 1102.94 gold on average"
    page.set_control_values(cards=0)
    assert page.block_data("answer")["big"] == "large slow caravan: net 1250 gold"
    page.set_control_values(left=7)
    assert page.block_data("answer")["big"] == "large fast caravan: net 1100 gold"
    page.set_control_values(left=1, cards=11)
    assert page.block_data("answer")["big"] == "none", "where every caravan loses money, the best buy is none"
    assert "The large slow one comes closest" in page.block_data("answer")["more"]
    assert page.pictures["cash"].title == "On average no caravan is paid back before the end"


def test_headline_line_and_table_are_of_one_model() -> None:
    for left, cards in product((1, 4, 8, 12), (0, 7, 30)):
        page = all_four(left=left, cards=cards)
        for trace in page.pictures["cash"].figure["data"][:4]:
            kind = next(kind for kind, name in caravans.NAMES.items() if name == trace["name"])
            assert trace["y"][-1] == pytest.approx(float(odds.net_with_interruptions(kind, cards, left).mean))


def test_a_caravan_keeps_its_colour_whichever_are_shown() -> None:
    page = all_four()
    colours = {trace["name"]: trace["line"]["color"] for trace in page.pictures["means"].figure["data"][:4]}
    page.set_control_values(SS=False, LS=False)
    for trace in page.pictures["means"].figure["data"][:2]:
        assert colours[trace["name"]] == trace["line"]["color"]


def test_a_click_on_a_mark_goes_there() -> None:
    page = all_four()
    click = {"kind": "click", "curve": 0, "index": 2, "y": 0, "customdata": "small slow"}
    page.pictures["horizon"]._receive(page.pictures["horizon"], {**click, "x": 5}, [])
    page.pictures["means"]._receive(page.pictures["means"], {**click, "x": 3}, [])
    assert (page.values["left"], page.values["cards"]) == (5, 3)


@rule("EMI-14.11")
def test_the_answer_is_the_best_on_average() -> None:
    for left, cards, adara in product((1, 4, 8, 12), (0, 11, 30), (False, True)):
        page = all_four(left=left, cards=cards, adara=adara)
        means = {kind: odds.net_with_interruptions(kind, cards, left, adara).mean for kind in CARAVANS}
        said = page.block_data("answer")["big"]
        if max(means.values()) <= 0:
            assert said == "none"
            continue
        (kind,) = (kind for kind, name in caravans.NAMES.items() if said.startswith(name))
        assert means[kind] == max(means.values())
        cells = column(page, "expected net earnings with interruptions")
        shown = [Fraction(re.match(r"-?\d+(/\d+)?", cell)[0]) for cell in cells]  # type: ignore[index]
        assert shown == list(means.values())


def test_cash_lines_start_at_the_price_and_cross_zero_at_the_mark() -> None:
    page = all_four(cards=0)
    for base in ("0", "50", "100"):
        page.set_control_values(base=base)
        traces = page.pictures["cash"].figure["data"]
        lines = {trace["name"]: dict(zip(trace["x"], trace["y"], strict=True)) for trace in traces[:4]}
        for kind, name in caravans.NAMES.items():
            found = odds.caravan_cash_flow(kind)
            assert lines[name][0] == -found.cost
            assert lines[name][8] == found.net_gain + 8 * int(base)
        rings = [(trace["customdata"][0], trace["x"][0]) for trace in traces[4:]]
        assert len(rings) == 4
        for name, x in rings:
            assert lines[name][x] >= 0 > lines[name][x - 1]
    assert "raises every line by 100" in " ".join(page.block_data("why_lines")["lines"])


def test_slow_beats_fast_from_eight_incomes_on() -> None:
    page = all_four()
    traces = page.pictures["horizon"].figure["data"]
    assert all(trace["line"]["shape"] == "hv" for trace in traces[:4])
    assert [(trace["customdata"][0], trace["x"][0]) for trace in traces[4:]] == [("small slow", 8), ("large slow", 8)]
    assert page.pictures["horizon"].title == "Without interruptions, slow is better only with 8 or more payments left"
    page.set_control_values(SF=False, LF=False)
    assert "until the caravan comes home" in page.pictures["horizon"].title


def test_fast_is_better_on_average_from_11_and_12_cards_on() -> None:
    page = all_four()
    assert page.pictures["means"].title == (
        "On average, fast is better with 12 (the small one) or 11 (the large one) or more event cards in play"
    )
    assert caravans.min_event_cards_favouring_fast(0, 8, False) == 12
    assert caravans.min_event_cards_favouring_fast(1, 8, False) == 11
    assert caravans.min_event_cards_favouring_fast(1, 12, False) is None  # rounds enough for every interruption


@pytest.mark.parametrize(
    ("kind", "left", "cards"), [("LS", 8, 11), ("SS", 9, 30), ("LF", 4, 20), ("SF", 2, 15), ("LS", 1, 30)]
)
def test_simulated_nets_agree_with_the_exact_ones(kind: str, left: int, cards: int) -> None:
    page = caravans.CaravanDashboard(f"left={left}&cards={cards}&risky={kind}", seed=3)
    exact = odds.net_with_interruptions(kind, cards, left)
    n = 20_000
    nets = page._games(Random(5), n)
    assert set(nets) <= set(exact)
    for net in exact:
        p = float(exact.p(net))
        assert abs(nets.count(net) / n - p) < 4 * (p * (1 - p) / n) ** 0.5 + 1e-9


def test_runs_stand_beside_the_exact_answer() -> None:
    page = caravans.CaravanDashboard(seed=1)
    assert "Deal the cards yourself" in page.block_data("games")["said"]
    send(page, do="run", id="games", n=1000, seq=1)
    assert page.block_data("games")["total"] == 1000
    assert "exact value is 0.474" in page.block_data("games")["said"]
    assert [trace["name"] for trace in page.pictures["risk"].figure["data"]] == ["exact", "simulated"]
    page.set_control_values(cards=5)
    assert page.block_data("games")["total"] == 0


def test_the_table_can_be_taken_away() -> None:
    page = all_four(left=5, adara=True, base="50")
    saved = page.block_data("csv")
    frame = pd.read_csv(io.StringIO(saved["text"]))
    assert saved["name"].endswith(".csv")
    pd.testing.assert_frame_equal(frame, page.data_frame())
    assert len(frame) == 4 * 6
    for kind, name in caravans.NAMES.items():
        rows = frame[frame["caravan"] == name]
        found = odds.caravan_cash_flow(kind, adara=True, horizon=5)
        assert rows["cash"].iloc[-1] == found.net_gain + 5 * 50
        assert rows["income"].sum() == found.total_income
        assert (rows["cash"].diff().dropna() == (rows["income"] + rows["basic income"]).iloc[1:]).all()
    shown = page.block_data("rounds")
    assert len(shown["rows"]) == 6
    assert shown["columns"] == ["round", *caravans.NAMES.values()]


def test_no_caravan_chosen_means_all() -> None:
    page = caravans.create_dashboard("LS=0&LF=0")
    assert page.compared_kinds == list(CARAVANS)
    assert len(page.block_data("facts")["rows"]) == 4


def test_the_setting_is_a_link() -> None:
    page = caravans.create_dashboard("left=6&cards=3&SS=1&LF=0&adara=1&base=100&risky=SF")
    assert (page.values["left"], page.values["cards"], page.compared_kinds) == (6, 3, ["SS", "LS"])
    assert caravans.create_dashboard(page.link_fragment).values == page.values


def test_every_setting_draws_and_speaks_plainly() -> None:
    settings = product((1, 4, 12), (0, 1, 30), (False, True), ((), ("SS",), ("SF", "LS")))
    for left, cards, adara, kinds in sample_cases(settings, 5):
        page = caravans.create_dashboard()
        page.set_control_values(**{kind: kind in kinds for kind in CARAVANS}, left=left, cards=cards, adara=adara)
        said = everything(page)
        assert not re.search(r"nan|None|Fraction|!|romance|sheik", said)
        for picture in page.pictures.values():
            assert picture.title[0].isupper()
