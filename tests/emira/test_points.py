"""Points that the letter of the rules raises: each an option or a ruling, told and enforced."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import Chance, End, IllegalOutcome
from gamelib.games.emira.rounds import phase_names_with_status
from gamelib.games.emira.state import EmiraState
from gamelib.games.emira.victory import talent_assignment
from tests.conformance import walk
from tests.rules import rule

GAME = gamelib.game("emira")


def at(text: str, **said: Any) -> EmiraState:
    s: EmiraState = GAME.position(text, **said)
    return s


def matched(s: EmiraState, names: tuple[str, ...]) -> set[str]:
    """The objectives that these princesses fulfil."""
    twin = s.clone()
    twin.homes[1] = names
    return {goal for goal in GAME.objectives_by_seats[4] if talent_assignment(twin, 1, goal)}


# -- who may leave, and when a payment is a step -----------------------------------------------------


@rule("EMI-10.3", "EMI-10.5")
@pytest.mark.parametrize("draw", ["paid_for", "present"])
def test_who_may_leave_when_the_upkeep_is_not_paid(draw: str) -> None:
    """Samir, who looks for gold, joins the seat that still has some; the other one loses one of two who were there."""
    s = at(f"3 seats; departure_draw {draw}; round 3; now upkeep; gold [0, 0, 300]; homes.0 [Thara, Noor]")
    assert isinstance(s.node, Chance)
    assert set(s.node.dist()) == {"Thara", "Noor"}
    s.homes[0] += ("Anisah",)  # she has joined since
    s.pile.unshare()
    s.pile.unplaced_cards.remove("Anisah")
    s.pile.segments[-1].size -= 1
    names = {"Thara", "Noor", "Anisah"} if draw == "present" else {"Thara", "Noor"}
    assert set(s.node.dist()) == names
    assert {s.node.sample(Random(seed)) for seed in range(40)} == names
    assert s.node.values["princesses"] == len(names)
    if draw == "paid_for":
        with pytest.raises(IllegalOutcome):
            s.apply("Anisah")
    else:
        s.apply("Anisah")
        assert s.homes[0] == ("Thara", "Noor")


@rule("EMI-6.13", "EMI-9.9")
@pytest.mark.parametrize("step", [False, True])
def test_a_bid_that_is_paid_may_be_a_step_of_its_own(step: bool) -> None:
    """Samira waits for gold alone: while the bid is paid, and the 150 not yet taken, seat 1 is the richest."""
    s = at(
        "3 seats; now last(seat: 0); round 3; gold [540, 520, 100]; camels [0, 0, 0]; undecided [Samira]",
        paying_is_a_step=step,
        done=["", "declined", "declined"],
        looks=[[0] * 5] * 3,
    )
    wishes = GAME.preferences["Samira"]
    assert 3 in wishes, "she looks for gold"
    s.apply(GAME.parse_choice("bid(50)"))
    joined = any("Samira" in home for home in s.homes)
    assert joined is step
    if step:
        assert "Samira" in s.homes[1]


# -- the end ---------------------------------------------------------------------------------------


@rule("EMI-16.6")
def test_the_end_ranks_everybody_with_public_tie_points() -> None:
    *_, s = walk(GAME, 4, "ranked", advanced=True, max_rounds=6)
    end = s.result
    assert end.reason == "rounds"
    assert len(end.tie_breakers) == 4
    told = {event.seat: event.values for event in s.events if event.code == "tie_points"}
    assert sorted(told) == [0, 1, 2, 3]
    for seat, (points, gold) in enumerate(end.tie_breakers):
        assert (2 * told[seat]["points"], told[seat]["gold"]) == (points, gold)
    assert sorted(seat for place in end.ranking for seat in place) == [0, 1, 2, 3]
    assert end.ranking[0] == end.winners
    keys = [(end.scores[place[0]], end.tie_breakers[place[0]]) for place in end.ranking[1:]]
    assert keys == sorted(keys, reverse=True)
    again = GAME.from_dict(s.to_dict())
    assert again.result == end


def test_a_ranking_without_tie_points_shares_places() -> None:
    end = End("why", "R-1", (3, 7, 3, 5), (1,))
    assert end.ranking == ((1,), (3,), (0, 2))
    assert End("why", "R-1", (3, 7), (0,)).ranking == ((0,), (1,))


# -- what nobody may learn, and what everybody knows --------------------------------------------------


@rule("EMI-8.2", "EMI-17.1")
def test_the_rest_is_laid_back_alike_whether_the_cards_are_alike_or_not() -> None:
    """Or the others would learn from the question that the cards are of one kind."""
    for looked in (["vermin", "vermin"], ["vermin", "bazaar"]):
        s = at("4 seats; round 2; now buy_look(seat: 0); gold [500, 0, 0, 0]")
        s.apply(GAME.parse_choice("look(3)"))
        for card in ("golden_times", *looked):
            s.apply(card)
        s.apply(GAME.parse_choice("keep(golden_times)"))
        assert (s.node.step_name, s.node.seat) == ("arrange", 0)
        assert len(s.legal) == len(set(looked))


@rule("EMI-12.4", "EMI-17.1")
def test_a_guess_holds_no_objective_that_would_have_won() -> None:
    goals, (least, _) = GAME.objectives_by_seats[4], GAME.tables.thresholds[4]
    at_start = at("4 seats; round 2; now income")
    home = next(
        names
        for names in combinations(GAME.tables.princesses, least)
        if "Sidi" not in names
        and "Xenia" not in names
        and matched(at_start, names)
        and goals[1] not in matched(at_start, names)
        and len(matched(at_start, names)) < len(goals) - 3
    )
    s = at("4 seats; round 3; now marker; sections.1 4", homes={1: list(home)})
    out = matched(at_start, home)
    assert set(s.excluded[1]) == out
    assert s.excluded[0] == ()
    rng, seen = Random(4), Counter()
    for _ in range(300):
        guess = s.seen_by(0).determinize(rng)
        assert sorted([*guess.aims, *guess.goals.unplaced_cards]) == sorted([*s.aims, *s.goals.unplaced_cards])
        seen[guess.aims[1]] += 1
    assert set(seen) == set(goals) - out - {s.aims[0]}
    assert min(seen.values()) > 300 / len(seen) / 2
    with pytest.raises(ValueError, match="would have won"):
        GAME.from_dict(s.to_dict() | {"excluded": [[s.aims[0]], [], [], []]})


# -- small things that a change of the code could break unseen ----------------------------------------


def test_the_income_is_the_second_phase() -> None:
    """Seen while a princess, who joins because of it, asks something."""
    one, none = [1, 0, 0, 0, 0], [0] * 5
    s = at("4 seats; round 2; now income; gold.1 2000; undecided [Samira]", looks=[one, one, none, none])
    assert (s.node.step_name, s.node.seat) == ("give", 1)
    assert s.phase == 2
    assert dict(phase_names_with_status(s))[GAME.texts.format_text("steps", "income", {})] == "now"
    assert GAME.from_dict(s.to_dict()) == s


@rule("EMI-5.4")
def test_what_has_run_out_is_not_on_the_market() -> None:
    supply = GAME.tables.supply
    for camels, tiles in ((0, 0), (1, 0), (0, 1)):
        first = at("4 seats; round 2; now preparation")
        s = at(
            "4 seats; round 2; now preparation",
            camels={3: first.camels[3] + first.camels_left - camels},
            sections={3: first.sections[3] + first.tiles_left - tiles},
        )
        assert (s.camels_left, s.tiles_left) == (camels, tiles)
        assert (s.market[5], s.market[4]) == (camels > 0, tiles > 0)
    assert supply["tiles"] > 1


@rule("EMI-5.3")
def test_a_counter_that_is_not_in_the_bag_cannot_be_drawn() -> None:
    s = at("4 seats; round 2; now counter_drawn")
    gone = s.bag[2]
    s = at("4 seats; round 2; now counter_drawn", looks={3: [0, 0, gone + s.looks[3][2], 0, 0]})
    assert s.bag[2] == 0
    assert "dress" not in s.node.dist()
    with pytest.raises(IllegalOutcome):
        s.apply("dress")
    last = at("4 seats; round 2; now counter_drawn", looks={3: [0, 0, gone - 1 + s.looks[3][2] - gone, 0, 0]})
    assert last.bag[2] == 1
    last.apply("dress")
    assert last.bag[2] == 0
