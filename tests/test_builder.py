"""Kernel side of the Builder: requests of the page, and refusals."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib.games.emira import odds as emira
from gamelib.games.harem import odds
from gamelib.number_format import format_percent
from tests.chance.models import MODELS
from widgets.builder import Builder, load_gallery, page_data
from widgets.builder.page_data import MAX_DRAWS, chart_column_ranges, column_index, exact_result, model_texts
from widgets.builder.parts import PARTS, required_parts
from widgets.games.emira.dashboards.caravans import CaravanDashboard
from widgets.games.hadara.dashboards.choice import BetterOfTwoDashboard
from widgets.games.harem.dashboards.gems import GemDashboard
from widgets.games.harem.dashboards.raid import RaidDashboard
from widgets.page.paths import WIDGETS_DIR
from widgets.rules.rulebook_data import rule_probability_questions


class Heard(Builder):
    """Builder that records its answers."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.heard: list[Any] = []
        super().__init__(*args, **more)

    def send(self, content: Any, buffers: Any = None) -> None:
        self.heard.append(content)

    def ask(self, do: str, **more: Any) -> Any:
        self.heard.clear()
        self._receive(self, {"do": do, "seq": 7, "model": self.start["table"], **more}, [])
        assert self.heard[-1] == {"kind": "done", "seq": 7}
        return self.heard[0]


def test_what_a_page_asks() -> None:
    page = Heard("2d6 : sum", seed=4)
    assert page.ask("read")["line"] == "2d6 : sum"
    assert [place["label"] for place in page.ask("columns")["columns"]] == [str(n) for n in range(2, 13)]
    told = page.ask("run", n=30)
    assert len(told["at"]) == len(told["first"]) == 30
    assert told["run"]["steps"][0]["place"] == "chain[0]"
    bars = page.ask("exact")
    assert sum(bar[0] for bar in bars["bars"]) == pytest.approx(1)
    assert bars["at_least"][5][1:] == (format_percent(Fraction(7, 12)), "7/12", "21 of 36")
    assert page.ask("check")["told"].startswith("Checked")


def test_between_two_lines() -> None:
    page = Heard("2d6 : sum", seed=4)
    assert page.ask("between", low=3, high=7)["told"][1:] == (format_percent(Fraction(2, 3)), "2/3", "24 of 36")
    assert page.ask("between", low=0, high=10)["told"][2] == "1"
    for low, high in ((3, 2), (-1, 4), (0, 11)):
        assert page.ask("between", low=low, high=high)["kind"] == "notice"


@pytest.mark.parametrize(
    "line",
    ["5d6 until 6 : tries", "3 bag{red*2,blue*8} until red : tries", "4d6 until >=5 : tries", "9d6 until <5 : tries"],
)
def test_a_wait_that_fails_has_its_own_column(line: str) -> None:
    """Compare the columns with runs, and the branches of the tree with the bars."""
    made = gamelib.model(line)
    exact = page_data.exact_result(made)
    bars = [share for share, *_ in exact["bars"]]
    limit = len(bars) - 1
    assert [place["label"] for place in exact["columns"]] == [*map(str, range(1, limit + 1)), f"not in {limit}"]
    assert sum(bars) == pytest.approx(1)
    assert page_data.column_range_probability(made, 0, limit)["told"][0] == 1
    for i in range(len(bars)):
        mixed = sum(branch["chance"][0] * branch["bars"][i] for branch in exact["why"]["branches"])
        assert mixed == pytest.approx(bars[i])
    at = page_data.run_trials(made, 4000, Random(1))["at"]
    for i, share in enumerate(bars):
        assert abs(at.count(i) / 4000 - share) < 4 * (share * (1 - share) / 4000) ** 0.5 + 0.001


@pytest.mark.parametrize(
    "line", ["4 deck{red*2,blue*1} until red : tries", "d6 until 6 : tries", "3d6 until 6*2 : tries"]
)
def test_a_wait_that_cannot_fail_has_no_such_column(line: str) -> None:
    assert not any(place.get("not_reached") for place in page_data.chart_column_ranges(gamelib.model(line)))


def test_the_shelf_has_the_same_parts_here_and_there() -> None:
    """Check that builder/model_edits.js has the parts of builder/parts.py, and that each statistic exists."""
    script = (WIDGETS_DIR / "builder" / "model_edits.js").read_text("utf-8")
    named = re.findall(
        r"export const (?:DEVICE_LABELS|CONTROL_BLOCK_LABELS|STATISTIC_LABELS) = \{(.*?)\};", script, re.DOTALL
    )
    assert tuple(re.findall(r"(\w+): \"", "".join(named))) == PARTS
    for one in load_gallery():
        assert required_parts(gamelib.model(one["line"])) <= set(PARTS), one["id"]


@pytest.mark.parametrize("model", ["d6 : luck", "20 bag{1..40} : runs", {"chain": 5}, "d6 until 7 : tries"])
def test_what_is_wrong_is_a_sentence(model: Any) -> None:
    page = Heard()
    for do in ("read", "columns", "run", "exact", "check"):
        told = page.ask(do, model=model, n=5)
        assert told.get("error", "").endswith(".") or told.get("columns") or told.get("at") or told.get("line")
    told = page.ask("exact", model=model)
    assert told["kind"] == "exact"
    assert told["error"]


@pytest.mark.parametrize("message", [{"n": 0}, {"n": 10**9}, {"n": "5"}, {"n": None}])
def test_a_message_of_another_form_is_refused(message: dict[str, Any]) -> None:
    assert Heard().ask("run", **message)["kind"] == "notice"


def test_the_gallery_has_twelve_and_three_of_them_deceive() -> None:
    assert len(load_gallery()) == 12
    assert sum("trick" in one for one in load_gallery()) == 3
    for one in load_gallery():
        told = model_texts(gamelib.model(one["line"]))
        assert told["line"] == one["line"], one["id"]
    tricks = {one["id"]: gamelib.model(one["line"]).exact() for one in load_gallery() if "trick" in one}
    assert tricks["three-tosses"].p("yes") == Fraction(1, 8)
    assert tricks["three-sixes"].mean == Fraction(-17, 216)
    assert tricks["pick-a-die"].p("yes") == Fraction(1, 3)


@pytest.mark.parametrize("name", MODELS)
def test_the_picture_holds_all(name: str) -> None:
    """Check that every value has one of at most 41 columns and that the bars are the whole exact answer."""
    model = gamelib.model(MODELS[name].line)
    places = chart_column_ranges(model)
    assert 1 <= len(places) <= 41
    answer = model.exact()
    told = exact_result(model)
    never = float(answer.never)
    assert sum(bar[0] for bar in told["bars"]) == pytest.approx(1 - never)
    for value in answer.dist:
        place = places[column_index(places, value)]
        assert place["low"] is None or place["low"] == value or place["low"] <= value <= place["high"]


@pytest.mark.parametrize("line", ["1000d1000 : mid", "1000 d365 until all : tries", "d1000 until 7.7 : tries"])
def test_long_runs_come_in_parts(line: str) -> None:
    """Check that no message takes long. A message brings fewer runs than requested, but at least one."""
    page = Heard(line, seed=3)
    made = gamelib.model(line)
    for n in (1000, 5, 1):
        told = page.ask("run", n=n)
        assert 1 <= len(told["at"]) == len(told["first"]) <= n
    some = page_data.run_trials(made, 1000, Random(1))["at"]
    rng = Random(1)
    drawn = [made.play(rng).draw_count for _ in some]
    assert sum(drawn[:-1]) < MAX_DRAWS <= sum(drawn)


def test_what_has_only_been_run_has_places_for_all_between() -> None:
    """Check that columns without an exact answer have no gaps and reach a little beyond the observed values."""
    places = chart_column_ranges(gamelib.model("1000d6 : sum"))
    lows = [place["low"] for place in places[:-1]]
    assert len({b - a for a, b in pairwise(lows)}) == 1
    assert lows[0] < 3400 < 3600 < lows[-1]


def test_a_builder_of_a_lesson_has_only_its_parts() -> None:
    page = Builder("2d6 : sum", parts=["d", "sum"])
    assert page.start["parts"] == ["d", "sum"]
    assert page.models == []
    with pytest.raises(gamelib.ModelError):
        Builder("2d6 : luck")


def test_raids_open_with_the_same_number() -> None:
    page = RaidDashboard()
    for modifier in range(-4, 7):
        for guards in ("0", "1", "2"):
            for watchful, help_ in ((False, False), (True, False), (False, True), (True, True)):
                page.values |= {"modifier": modifier, "guards": guards, "watchful": watchful, "help": help_}
                found = gamelib.model(page.builder_model_text()).exact().p("yes")
                assert found == page.p_raid_succeeds(int(guards)), (modifier, guards, watchful, help_)
    page.values["guards"], page.values["unguarded"] = "0", "automatic"
    assert page.builder_model_text() == ""


def test_gems_open_with_the_same_number() -> None:
    page = GemDashboard()
    for gems in (1, 2, 3, 4):
        for cost in (2, 5, 8, 14):
            page.values |= {"gems": gems, "cost": cost, "gold": 3}
            answer = gamelib.model(page.builder_model_text()).exact()
            assert answer.p("yes") == odds.p_afford(page.deficit, gems, page.gem_table)


def test_two_cards_open_with_the_same_number() -> None:
    page = BetterOfTwoDashboard()
    for need in (0, 3, 8, 10):
        page.values["need"] = need
        pairs = list(combinations(page.sorted_values, 2))
        found = gamelib.model(page.builder_model_text()).exact().p("yes")
        assert found == Fraction(sum(max(pair) >= need for pair in pairs), len(pairs))


def test_interruptions_open_with_the_same_number() -> None:
    page = CaravanDashboard()
    for cards in (4, 8, 12):
        page.values["cards"] = cards
        assert gamelib.model(page.builder_model_text()).exact().dist == emira.interruption_count(cards)


def test_a_rulebook_opens_its_chances() -> None:
    told = [
        one for rule in gamelib.game("harem").rules for one in rule_probability_questions(gamelib.game("harem"), rule)
    ]
    lines = {one["model"] for one in told if one["model"]}
    assert "a=2d6 > b=2d6+1 : a > b" in lines
    for line in lines:
        gamelib.model(line).exact()
