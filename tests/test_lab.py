"""Strategies dashboard of the lab: settings of every game, a match that continues, and its texts."""

from __future__ import annotations

import csv
import io
from random import Random

import pytest

import gamelib
from gamelib.tools.confidence_interval import Estimate
from gamelib.tools.priority_bot import PriorityBot, bot_settings
from tests.conformance import PACKAGES
from widgets.dashboard.controls import PriorityOrder
from widgets.dashboard.lab.fairness import FairnessDashboard
from widgets.dashboard.lab.live_match import (
    A,
    B,
    _how_many,
    match_difference_figure,
    match_verdict,
    signed_whole_percentage_points,
)
from widgets.dashboard.lab.strategies import INITIAL_GAMES, StrategyDashboard


def receive(page, **message):
    page._receive(page, message, [])


def test_the_untouched_page_has_played_and_says_how_sure_it_is():
    page = StrategyDashboard()
    assert page.match.completed_count == INITIAL_GAMES
    answer = page.block_data("answer")
    assert answer["lead"].startswith(f"After {INITIAL_GAMES} games bot A has won ")
    assert answer["big"] == "We don’t know yet"
    assert "0 is inside" in answer["more"]
    assert page.block_data("needed")["rows"][0][0] == "2 percentage points"
    assert StrategyDashboard().block_data("answer") == answer, "everybody sees the same"


@pytest.mark.parametrize("name", PACKAGES)
def test_every_game_has_its_knobs_and_plays(name):
    page = StrategyDashboard(f"game={name}&games=20", seed=2)
    assert {f"A_{limit}" for limit in bot_settings(name).limits} <= page.controls.keys()
    receive(page, do="run", id="match", n=1, seq=1)
    assert page.match.completed_count == 2
    receive(page, do="run", id="match", n=None, seq=2)
    assert page.match.completed_count == 6
    assert page.block_data("answer")["big"] == "It is too early to tell"
    rows = list(csv.DictReader(io.StringIO(page.block_data("rows")["text"])))
    assert len(rows) == 6 * int(page.values["seats"])
    assert {row["bot"] for row in rows} == {"A", "B"}


def test_a_match_stops_at_the_number_that_was_chosen_first():
    page = StrategyDashboard("game=towers&games=20&against=random", seed=1)
    for _ in range(3):
        receive(page, do="run", id="match", n=10, seq=1)
    assert page.match.completed_count == 20
    assert page.block_data("match")["full"]
    assert "That was the number you chose" in page.block_data("match")["said"]
    before = page.match.found
    page.set_control_values(games="50")
    assert page.match.found is before, "more games of the same match"
    receive(page, do="run", id="match", n=10, seq=1)
    assert page.match.completed_count == 40
    assert page.match.found.games_played[:20] == before.games_played
    big, more = page.block_data("answer")["big"], page.block_data("answer")["more"]
    assert big == "Bot A is ahead, but the match isn’t over"
    assert "You chose 50 games, so play the other 10" in more
    receive(page, do="run", id="match", n=10, seq=1)
    assert page.block_data("answer")["big"] == "Bot A is better"
    assert "0 is outside" in page.block_data("answer")["more"]


def test_another_knob_meets_the_same_deals_and_clear_brings_others():
    page = StrategyDashboard("game=towers&games=50", seed=1)
    seed = page.match.seed
    receive(page, do="run", id="match", n=1, seq=1)
    page.set_control_values(A_aims=("stop",))
    assert (page.match.completed_count, page.match.seed) == (0, seed)
    assert "Before" not in page.block_data("match")["said"], "one deal says nothing"
    receive(page, do="run", id="match", n=10, seq=1)
    told = page.block_data("match")["said"].split(". ")[0]
    page.set_control_values(A_aims=("close",))
    assert f"Before your change, {told}." in page.block_data("match")["said"]
    page.set_control_values(B_aims=("flee",))
    receive(page, do="run", id="match", n=1, seq=1)
    page.set_control_values(B_aims=())
    assert page.match.completed_count == 2, "bot B does not play in this match"
    receive(page, do="run", id="match", n=0, seq=1)
    assert page.match.completed_count == 0
    assert page.match.seed != seed


def test_two_bots_of_ones_own_that_are_the_same_do_not_differ():
    page = StrategyDashboard("game=towers&against=own&games=20&A_aims=close&B_aims=close", seed=1)
    receive(page, do="run", id="match", n=10, seq=1)
    assert page.block_data("answer")["big"] == "There was no difference in 20 games"
    assert "at most 26% of all deals have a different one" in page.block_data("answer")["more"]
    assert "interval" not in page.block_data("match")["said"], "an interval without width would be too sure"
    assert page.block_data("bots_lines")["lines"][:2] == [
        'A = PriorityBot("towers", ("close",), {})',
        'B = PriorityBot("towers", ("close",), {})',
    ]


def test_the_knobs_of_bot_b_are_there_when_it_plays():
    def offered(page):
        return {
            control["name"]
            for block in page.sections[0]["main"]
            if block["kind"] == "columns"
            for part in block["parts"]
            for each in part
            for control in each.get("controls", [])
        }

    page = StrategyDashboard("game=towers")
    bots = {name for name in page.controls if name.startswith(("A_", "B_"))}
    assert offered(page) == {name for name in bots if name.startswith("A_")}
    receive(page, do="set", values={"against": "own"}, seq=1)
    assert offered(page) == bots
    assert offered(StrategyDashboard(page.link_fragment)) == bots
    receive(page, do="set", values={"game": "harem"}, seq=2)
    assert {"A_keep_guards"} <= offered(page)
    assert not any(name.startswith("B_") for name in offered(page))
    assert (
        StrategyDashboard("game=harem&seats=3").block_data("answer")["lead"]
        == "Court: Bot A against the simple strategy."
    )


@pytest.mark.parametrize("page", [StrategyDashboard, FairnessDashboard], ids=lambda page: page.__name__)
def test_nothing_changes_where_one_of_the_values_does_not_fit(page):
    shown = page("game=towers", seed=1)
    before = dict(shown.values), shown.link_fragment, shown.CONTROLS, shown.LAYOUT, shown.state
    for wrong in ({"seats": "9"}, {"knob": "1"}):
        with pytest.raises(ValueError, match=r"Seats|control"):
            shown.set_control_values(game="harem", **wrong)
        receive(shown, do="set", values={"seats": "3", "knob": "1"}, seq=1)
        shown.set_control_values()
        assert (shown.values, shown.link_fragment, shown.CONTROLS, shown.LAYOUT) == before[:4]
    assert shown.state["shown"] == before[4]["shown"]
    shown.set_control_values(seats="3", game="harem")
    assert (shown.selected_game.id, shown.values["seats"]) == ("harem", "3")


def test_another_game_brings_its_own_controls_and_start_again_keeps_it():
    page = StrategyDashboard()
    layouts = []
    page.observe(lambda change: layouts.append(change["new"]), "sections")
    receive(page, do="set", values={"game": "wishes"}, seq=1)
    assert len(layouts) == 1
    assert page.values["A_aims"] == ("complete", "join")
    assert "A_keep_guards" not in page.values
    assert page.state["values"].keys() == page.controls.keys()
    receive(page, do="set", values={"A_aims": ["gems"], "A_purse": "2"}, seq=2)
    assert page.values["A_aims"] == ("gems",)
    assert "A_aims=gems" in page.link_fragment
    other = StrategyDashboard(page.link_fragment)
    assert other.values == page.values
    receive(page, do="reset", seq=3)
    assert page.values["game"] == "wishes"
    receive(page, do="open", link="game=chess", seq=4)
    assert "no game “chess”" in page.state["notice"]


def test_the_picture_shows_the_band_and_the_wider_one():
    found = gamelib.tournament("towers", {A: PriorityBot("towers", ("careful",)), B: "thumb"}, 40, seed=1, seats=3)
    figure = match_difference_figure(found, 200, ("Bot A", "The rule of thumb"))
    assert figure.layout.meta["table"]["rows"][-1][0] == "40"
    lead = found.win_share_lead(A, B)
    assert figure.layout.meta["table"]["rows"][-1][1:] == [
        signed_whole_percentage_points(lead.mean),
        signed_whole_percentage_points(lead.low),
        signed_whole_percentage_points(lead.high),
    ]
    inner, outer = (figure.data[1].y[-1] - figure.data[0].y[-1], figure.data[3].y[-1] - figure.data[2].y[-1])
    assert outer / inner == pytest.approx(found.variance_reduction(A, B) ** 0.5)
    assert [trace.name for trace in figure.data if trace.showlegend is not False] == [
        "95% confidence interval",
        "interval without equal cards and rolls",
        "difference so far",
    ]
    assert "0%" in figure.layout.yaxis.ticktext
    assert "Play" in match_difference_figure(None, 200, ("Bot A", "Bot B")).layout.title.text


def test_points():
    assert signed_whole_percentage_points(0.125) == "+13"
    assert signed_whole_percentage_points(-3) == "−100"


def test_bots_that_look_alike_are_not_said_to_be_alike():
    """Check an interval that contains 0 after all games.

    The text says that these games do not decide, not that there is no difference.
    """
    found = gamelib.tournament("towers", {A: PriorityBot("towers", ("close",)), B: "thumb"}, 20, seed=1)
    lead = found.win_share_lead(A, B)
    assert lead.low < 0 < lead.high
    names = ("Bot A", "Bot B")
    assert match_verdict(found, names, 40)[0] == "We don’t know yet"
    big, more = match_verdict(found, names, 20)
    assert big == "20 games are not enough to tell"
    assert "either bot may be the better one" in more
    assert (
        _how_many(6000)
        == "If the real difference is as small as it looks now, not even 5,000 games are enough to show it."
    )
    assert (
        _how_many(428)
        == "If the real difference is as large as it looks now, about 430 games should be enough to show it."
    )


@pytest.mark.parametrize("name", ["hadara", "emira"])
def test_a_bot_that_has_won_every_game_is_the_better_one(name):
    """Check deals without variation, whose interval would have no width.

    This does not mean that there is no difference.
    """
    found = gamelib.tournament(name, {A: "thumb", B: "random"}, 20, seed=1)
    assert found.win_share_lead(A, B).mean > 0 == found.win_share_lead(A, B).std_dev
    assert match_verdict(found, ("Bot A", "Bot B"), 40)[0] == "Bot A is ahead, but the match isn’t over"
    big, more = match_verdict(found, ("Bot A", "Bot B"), 20)
    assert big == "Bot A is better"
    assert more.startswith("All 10 deals had the same result")
    assert "0 lies" not in more


def test_an_order_is_read_and_written():
    order = PriorityOrder("aims", "What matters", {"a": "one", "b": "two"}, ("b",))
    assert order.validated_value("b.a") == order.validated_value(["b", "a"]) == ("b", "a")
    assert order.validated_value("") == ()
    assert order.to_link_value(("b", "a")) == "b.a"
    for wrong, why in ((["a", "a"], "only once"), ("c", "not “c”"), (3, "a list"), ([[]], "a list")):
        with pytest.raises(ValueError, match=why):
            order.validated_value(wrong)


def test_who_looks_after_every_deal_is_deceived_in_about_four_of_ten_matches():
    """Check the statement about early stopping, for 100 deals of two equal bots."""
    rng, early, late, matches = Random(1), 0, 0, 400
    for _ in range(matches):
        total = squares = 0.0
        found = False
        for deals in range(1, 101):
            lead = rng.choice((-1, -0.5, 0, 0, 0.5, 1))
            total, squares = total + lead, squares + lead * lead
            mean = total / deals
            spread = ((squares - deals * mean * mean) / (deals - 1)) ** 0.5 if deals > 1 else 0.0
            outside = deals >= 5 and abs(mean) > 1.96 * spread / deals**0.5
            found = found or outside
        early, late = early + found, late + outside
    assert 0.33 < early / matches < 0.5
    assert late / matches < 0.1
    assert Estimate.from_values([0.5, 0.5]).std_dev == 0
