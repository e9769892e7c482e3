"""Gold that lies hidden (EMI-17.1, EMI-9.8, EMI-13.4): an option of the table; what all have seen is not forgotten."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamelib.nodes import Action, Event
from widgets.games.emira.board.odds import affordable_item_count_by_bid_chart
from widgets.games.emira.board.player_area import player_zone
from widgets.table.board import make_board

from ..conformance import choose as random_choice
from ..rules import rule
from .build import GAME, begin, house, until


def told(state: Any, seat: int) -> str:
    return " ".join(GAME.describe(event) for event in state.seen_by(seat).events)


def shown(state: Any, viewer: int, seat: int, everything: bool = False) -> Any:
    """The gold on a seat's rug as somebody sees it."""
    board: Any = make_board(state, viewer, everything, ("A", "B", "C", "D"))
    [gold] = [fact["value"] for fact in player_zone(board, seat)["facts"] if fact.get("icon") == "coin"]
    return gold


@rule("EMI-17.1")
@pytest.mark.parametrize("hidden", [False, True])
def test_what_a_seat_has_left_is_for_its_own_eyes_by_that_option(hidden: bool) -> None:
    s = until(begin(4, gold_hidden=hidden), "buy_look", seat=1)
    s.apply(Action("look", 2))
    left = f"has {s.gold[1]} left"
    assert left in told(s, 1)
    assert (left in told(s, 0)) is not hidden
    assert "pays 150 gold to look at 2 event cards" in told(s, 0)
    assert "None" not in told(s, 0)
    assert shown(s, 1, 1) == s.gold[1]
    assert shown(s, 0, 1) == ("hidden" if hidden else s.gold[1])
    assert shown(s, 0, 1, everything=True) == s.gold[1]
    assert s.seen_by(0).gold == s.gold  # it follows from what all have seen


@rule("EMI-13.4", "EMI-17.1")
def test_with_noor_gold_lies_open_all_the_same() -> None:
    s = until(begin(4, gold_hidden=True), "buy_look", seat=1)
    assert shown(s, 0, 1) == "hidden"
    house(s, 1, "Noor")
    assert shown(s, 0, 1) == s.gold[1]
    s.apply(Action("look", 2))
    assert f"has {s.gold[1]} left" in told(s, 0)


def test_a_budget_shows_those_whose_gold_one_sees() -> None:
    for hidden in (False, True):
        s = until(begin(4, gold_hidden=hidden), "bid")
        board: Any = make_board(s, s.node.seat, False, ("A", "B", "C", "D"))
        shown_: Any = affordable_item_count_by_bid_chart(board)
        assert len(shown_["budget"]["rows"]) == (1 if hidden else 4)


NO_SEATS_GOLD = {"jealous"}
"""Events whose gold is not what a seat has left."""


@pytest.mark.parametrize("advanced", [False, True])
def test_no_event_tells_hidden_gold(advanced: bool) -> None:
    """In whole games each sentence to the others leaves out what a seat has, unless that lies open."""
    codes = set()
    for seed in range(6):
        rng, s = Random(seed), GAME.start(4, gold_hidden=True, advanced=advanced, max_rounds=12)
        while s.agenda_frames:
            open_before = [s.is_gold_public(seat) for seat in range(4)]
            s.apply(random_choice(s, rng))
            for event in s.events:
                if event.seat is not None and "gold" in event.values and event.code not in NO_SEATS_GOLD:
                    is_open = s.is_gold_public(event.seat) or open_before[event.seat]
                    assert is_open or event.private_value_names == ("gold",), event
                    codes.add(event.code)
                    assert "None" not in GAME.describe(event.seen_by((event.seat + 1) % 4))
    assert {"upkeep_short", "upkeep_paid"} <= codes


def test_what_a_seat_cannot_pay_is_told_without_its_gold() -> None:
    values = {"gift": 250, "upkeep": 100, "due": 150, "gold": 90}
    for code, open_text, hidden in (
        ("upkeep_short", "Ada can’t pay the upkeep of 150 gold with 90 gold.", "Ada can’t pay the upkeep of 150 gold."),
        (
            "xenia_leaves",
            "Ada can’t pay Xenia’s gift of 250 gold and the upkeep of 100 with 90 gold, so Xenia leaves the game.",
            "Ada can’t pay Xenia’s gift of 250 gold and the upkeep of 100, so Xenia leaves the game.",
        ),
    ):
        event = Event("EMI-10.3", code, 0, values, private_value_names=("gold",), witnesses=(0,))
        assert GAME.describe(event, ["Ada"]) == open_text
        assert GAME.describe(event.seen_by(1), ["Ada"]) == hidden
