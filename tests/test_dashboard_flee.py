"""Dashboard about fleeing: its statements agree with the rules, and exact endings agree with a simulation."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from gamelib import Decision, End
from gamelib.bank.towers.endings import example_ending, mean_cards_added_if_staying, minimax_ending_value_of_seat_0
from gamelib.dist import Dist
from gamelib.games.towers.endgame_solver import TooLargeError
from gamelib.games.towers.ending_distribution import Ending, ending_distribution, greedy_policy, stay_policy
from gamelib.games.towers.steps import FLEE
from tests.rules import rule
from tests.test_dashboards import everything, send
from widgets.dashboard.live_simulation import LiveSimulation
from widgets.games.towers.dashboards import endings, flee


def case(deck: str = "worked", game: int = 0, seats: int = 2, policy: str = "thumb") -> endings.EndingCase:
    return endings.case_from_control_values({"deck": deck, "game": game, "seats": str(seats), "policy": policy})


def paid(own: int, others: int, last: int, added: int) -> tuple[int, int]:
    """Return the coins of fleeing and of staying, computed by the payments of the rules."""
    fleeing = -sum(own + 3 for _ in range(others))
    staying = sum(last - (own + added) for _ in range(others))
    return fleeing, staying


@rule("TOW-6.2", "TOW-7.6", "TOW-7.7")
def test_the_verdict_is_that_of_the_payments() -> None:
    page = flee.create_dashboard()
    verdicts = set()
    for own, others, last, closers, cards in product((0, 9), (1, 3), (0, 3, 9), (0, 2, 6), (1, 8)):
        page.set_control_values(own=own, others=str(others), last=last, closers=closers, cards=cards)
        drawn = Dist.hypergeometric(12, closers, 3)
        coins = drawn.map(lambda u: paid(own, others, last, 3 + (cards if u else 0))[1])  # noqa: B023
        fleeing = paid(own, others, last, 3)[0]
        said = page.block_data("answer")["big"]
        verdicts.add(said)
        assert said == ("Flee" if fleeing > coins.mean else "Stay" if fleeing < coins.mean else "It is a tie")
        assert page.mean_cards_added_by_staying() == mean_cards_added_if_staying(closers, 12, cards)
        bars = page.pictures["stay"].figure["data"][0]
        shown = {x: y for x, y in zip(bars["x"], bars["y"], strict=True) if y}
        assert shown == pytest.approx({x: float(coins.p(x)) for x in coins})
    assert verdicts == {"Flee", "Stay", "It is a tie"}


def test_your_own_debt_never_changes_the_verdict() -> None:
    page = flee.create_dashboard()
    for last, closers in product(range(0, 13, 3), range(7)):
        said = set()
        for own in (0, 7, 20):
            page.set_control_values(own=own, last=last, closers=closers)
            said.add(page.block_data("answer")["big"])
        assert len(said) == 1


def test_the_first_example_and_its_region() -> None:
    """Check question 12: with 2 closers among 12 cards and a tower of 8 you flee up to a balance of 3."""
    page = flee.create_dashboard()
    assert page.block_data("answer")["big"] == "Flee"
    assert "73/11" in page.block_data("answer")["more"]
    heat = page.pictures["region"].figure["data"][0]
    column = [row[2] for row in heat["z"]]
    assert column == [1] * 4 + [-1] * 9
    assert heat["text"][3][2] == "<b>+0.6</b>"
    page._move({"customdata": [4, 2]})
    assert (page.values["last"], page.values["closers"]) == (4, 2)
    assert page.block_data("answer")["big"] == "Stay"


def test_the_worked_ending_both_ways() -> None:
    page = flee.create_dashboard()
    assert page.block_data("ending")["big"] == "−12 coins: flee"
    assert "exactly −11 coins" in page.block_data("ending")["lead"]
    rows = {row[0]: row[1:] for row in page.block_data("compare")["rows"]}
    assert rows["if everyone plays as well as possible"] == ["−11", "−12"]
    assert (
        "11 − 3 = 8. The other is the balance of the others at the end, 7. The first is more than the second. So flee."
        in page.block_data("ending_lines")["lines"][0]
    )


def test_an_ending_of_a_real_game_where_fleeing_is_right() -> None:
    page = flee.create_dashboard("deck=6")
    assert page.block_data("ending")["big"].endswith("on average: flee")
    assert any("closes" in line for line in page.block_data("about")["lines"])


@pytest.mark.parametrize("policy", ["thumb", "calm"])
@pytest.mark.parametrize(("deck", "game", "seats"), [("worked", 0, 2), ("0", 7, 2), ("0", 4, 3), ("3", 2, 2)])
def test_exact_endings_agree_with_runs(deck: str, game: int, seats: int, policy: str) -> None:
    one = case(deck, game, seats, policy)
    assert one.exact_ending_distribution is not None
    runs = one.simulate_staying(400, Random(5))
    assert set(runs) <= set(one.exact_ending_distribution)
    for event in (lambda end: end.coins < one.final_coins_if_fleeing, lambda end: end.coins > 0):
        p = float(one.exact_ending_distribution.p(event))
        share = sum(map(event, runs)) / 400
        assert abs(share - p) <= 4 * (p * (1 - p) / 400) ** 0.5 + 1e-9
    mean = float(one.exact_ending_distribution.map(lambda end: end.coins).mean)
    spread = float(one.exact_ending_distribution.map(lambda end: end.coins).variance) ** 0.5
    assert abs(sum(end.coins for end in runs) / 400 - mean) <= 4 * spread / 20 + 1e-9


def brute(s: Any, seat: int) -> dict[int, Fraction]:
    """Return the distribution of coins at the end if all choose at random but never flee.

    It follows every line of the rules.
    """
    if isinstance(s.node, End):
        return {s.node.scores[seat]: Fraction(1)}
    assert isinstance(s.node, Decision)
    stays = [action for action in s.legal if action is not FLEE]
    found: dict[int, Fraction] = {}
    for action in stays:
        for coins, p in brute(s.child(action), seat).items():
            found[coins] = found.get(coins, Fraction(0)) + p / len(stays)
    return found


def test_outcomes_by_trying_every_line() -> None:
    exact = ending_distribution(example_ending(), 0, stay_policy).map(lambda end: end.coins)
    assert {coins: exact.p(coins) for coins in exact} == brute(example_ending(), 0)
    assert ending_distribution(example_ending(), 0, greedy_policy) == Dist([Ending(-12, 19, 7)])
    assert minimax_ending_value_of_seat_0(example_ending()) == -11


def test_outcomes_stop_at_the_limit() -> None:
    with pytest.raises(TooLargeError, match="more than 1 positions"):
        ending_distribution(example_ending(), 0, stay_policy, 1)


@rule("TOW-6.6")
def test_fleeing_is_certain() -> None:
    for deck, seats in (("0", 2), ("12", 3), ("6", 4)):
        one = case(deck, 3, seats)
        assert len(one.state.deck) == int(deck)
        after = one.state.child(FLEE)
        assert after.coins[one.seat] == one.final_coins_if_fleeing


def test_a_large_ending_is_simulated_and_says_so() -> None:
    page = flee.create_dashboard("deck=12&game=3")
    assert case("12", 3).exact_ending_distribution is None
    assert "200 trials" in page.block_data("ending")["more"]
    assert "±" in page.block_data("ending")["big"]
    assert [trace["name"] for trace in page.pictures["ends"].figure["data"]] == ["simulated"]
    send(page, do="run", id="plays", n=10)
    assert page.block_data("plays")["total"] == 210
    page.set_control_values(deck="3")
    assert [trace["name"] for trace in page.pictures["ends"].figure["data"]] == ["exact"]


def test_the_pictures_hold_the_same_numbers() -> None:
    page = flee.create_dashboard("deck=worked&policy=calm")
    send(page, do="run", id="plays", n=1000)
    bars, dots = page.pictures["ends"].figure["data"]
    exact = ending_distribution(example_ending(), 0, stay_policy).map(lambda end: end.coins)
    assert {x: y for x, y in zip(bars["x"], bars["y"], strict=True) if y} == pytest.approx(
        {x: float(exact.p(x)) for x in exact}
    )
    assert sum(y or 0 for y in dots["y"]) == pytest.approx(1)


def test_links_come_back_and_nonsense_is_told() -> None:
    page = flee.create_dashboard("own=2&last=9&deck=6&game=11&seats=3&policy=calm")
    assert flee.create_dashboard(page.link_fragment).values == page.values
    send(page, do="set", values={"own": "many"})
    assert "own" in page.state["problems"]
    assert page.values["own"] == 2
    assert all(message["kind"] == "done" for message in send(page, do="set", values={"seats": "9"}))
    assert page.values["seats"] == "3"
    json.dumps(page.state)


def test_words_are_neutral() -> None:
    for link in ("", "deck=0&game=5&seats=4", "deck=12&game=2&seats=3"):
        assert not re.search(r"courtesan|idiot|\bhag\b|harrow", everything(flee.create_dashboard(link)), re.IGNORECASE)


def test_runs_that_end_alike_leave_doubt() -> None:
    one = case("12", 3)
    plays = LiveSimulation(one.simulate_staying, 1)
    plays.counts[one.simulate_staying(1, Random(1))[0]] = 20
    assert float(re.search(r"± ([0-9.]+)", endings.ending_block_contents(one, plays)["ending"]["big"])[1]) > 0  # type: ignore[index]
