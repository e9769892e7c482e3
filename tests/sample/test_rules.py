"""The rules of Outbid, each in a position in which it makes the difference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamelib import Action, Chance
from tests.sample import Outbid
from tests.sample.odds import below

GAME = Outbid()


def dealt(seats: int = 2, **options: Any) -> Any:
    """A game in which the cards have been dealt."""
    s = GAME.start(seats, **options)
    while isinstance(s.node, Chance):
        s.apply(s.node.sample(Random(1)))
    return s


def after(*cards: str) -> Any:
    """A game in which each seat has shown this card of its hand."""
    s = dealt(len(cards))
    s.hands = [(card, card) for card in cards]
    for card in cards:
        s.apply(Action("show", card))
    return s


@pytest.mark.rule("OUT-1.1")
def test_each_seat_is_dealt_two_cards() -> None:
    assert [len(hand) for hand in dealt(3).hands] == [2, 2, 2]


@pytest.mark.rule("OUT-2.1")
def test_the_highest_card_takes_a_point_if_it_is_alone() -> None:
    assert after("low", "top").points == [0, 1]
    assert after("top", "top", "low").points == [0, 0, 0]


@pytest.mark.rule("OUT-2.1")
def test_one_shows_a_card_of_the_own_hand() -> None:
    s = dealt()
    other = next(card for card in GAME.values if card not in s.hands[0])
    assert s.why_not(Action("show", other)).code == "not_yours"


@pytest.mark.rule("OUT-A1")
def test_one_passes_only_where_the_option_says_so() -> None:
    assert dealt().why_not(Action("pass")).rule == "OUT-A1"
    assert dealt(passing=True).why_not(Action("pass")) is None


@pytest.mark.rule("OUT-3.1")
def test_after_two_rounds_the_most_points_win() -> None:
    s = after("low", "top")
    for card in ("low", "top"):
        s.apply(Action("show", card))
    assert s.result.rule == "OUT-3.1"
    assert s.result.winners == (1,)


@pytest.mark.rule("OUT-2.1")
def test_the_chance_of_a_lower_card_is_counted() -> None:
    s = GAME.start(2)
    values = [GAME.values[card] for card, n in s.pile.counts().items() for _ in range(n)]
    dist = s.pile.dist()
    assert [GAME.odds.lower(card) for card in GAME.values] == [GAME.odds.below(values, n) for n in (1, 2, 3, 4)]
    for value in GAME.values.values():
        assert below(values, value) == dist.p(lambda card, value=value: GAME.values[card] < value)
