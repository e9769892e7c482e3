"""Questions about the last turns: the time to flee, and an ending that is solved completely."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from ...dist import Dist
from ...games.towers.endgame_positions import make_position
from ...games.towers.endgame_solver import EndgameSolution, solve_endgame
from ...games.towers.flee_decision import flee_price
from ...games.towers.odds import TowersOdds, p_closer_drawn, published_odds
from ...games.towers.state import CACHE_SIZE, TowersState
from ...games.towers.steps import FLEE, PASS
from ...nodes import Decision, End
from ...number_format import use_minus_sign
from ...state import State
from ..entries import OwnCode
from ..question import TreeNode

# -- 12 the time to flee --------------------------------------------------------------------------


def mean_cards_added_if_staying(closers: int, unseen: int, tower_card_count: int) -> Fraction:
    """Return the mean number of cards that a seat must pay if it stays.

    The seat draws three cards. If one of them closes the tower, the seat also takes the cards of the tower.
    """
    return CACHE_SIZE + tower_card_count * p_closer_drawn(closers, unseen)


def _added_by_draws(closers: int, unseen: int, cards: int) -> Fraction:
    """Compute the mean by a second method: map the distribution of drawn closers to numbers of cards."""
    drawn = Dist.hypergeometric(unseen, closers, CACHE_SIZE)
    return drawn.map(lambda k: CACHE_SIZE + cards * (k > 0)).mean


def _added_trial(rng: Random, closers: int, unseen: int, cards: int) -> int:
    return CACHE_SIZE + cards * (min(rng.sample(range(unseen), CACHE_SIZE)) < closers)


WHEN_TO_FLEE = OwnCode(
    answer=lambda closers, unseen, cards: mean_cards_added_if_staying(closers, unseen, cards),
    answer_by_second_method=_added_by_draws,
    run_trial=_added_trial,
)

# -- 14 an ending that is solved completely -------------------------------------------------------


@lru_cache(None)
def _ending(odds: TowersOdds = published_odds) -> TowersState:
    return make_position(
        odds.game,
        caches=[("BOOK-CN", "STAR-CN", "HAMMER-LN"), ("HAMMER-CG", "SHIELD-LG", "BOOK-CG")],
        towers={
            "Hammers": (
                ("HAMMER-NE", 0, "LG"),
                ("CROWN-CG", 0, "LN"),
                ("KEY-NG", 0, "LE"),
                ("SHIELD-CE", 1, "NE"),
                ("STAR-LG", 0, "CE"),
            ),
            "Keys": (
                ("KEY-NE", 0, "LG"),
                ("KEY-LE", 0, "NG"),
                ("KEY-CN", 1, "CG"),
                ("HAMMER-LE", 1, "LN"),
                ("STAR-LE", 1, "LE"),
            ),
            "Shields": (
                ("STAR-LN", 0, "CG"),
                ("KEY-CE", 1, "CN"),
                ("STAR-CE", 0, "NG"),
                ("HAMMER-LG", 1, "LG"),
                ("SHIELD-NG", 0, "CE"),
            ),
            "Books": (
                ("BOOK-NG", 1, "LG"),
                ("BOOK-LE", 1, "LN"),
                ("BOOK-NE", 1, "LE"),
                ("SHIELD-LE", 0, "NG"),
                ("SHIELD-CG", 1, "CG"),
                ("BOOK-CE", 1, "CN"),
            ),
            "Stars": (("STAR-NE", 1, "CE"), ("STAR-CG", 0, "NE"), ("CROWN-CN", 0, "LE")),
            "Crowns": (("CROWN-CE", 1, "NE"), ("CROWN-LN", 1, "LE"), ("SHIELD-CN", 1, "CE"), ("CROWN-LE", 0, "CN")),
        },
        balances=(8, 6),
    )


def example_ending(odds: TowersOdds = published_odds) -> TowersState:
    """Return an ending in which the deck is empty, seat 0 cannot move, and seat 1 can close a tower."""
    return _ending(odds).clone()


@lru_cache(None)
def example_ending_solution(odds: TowersOdds = published_odds) -> EndgameSolution:
    """Return the solution of the ending that `example_ending` returns."""
    return solve_endgame(_ending(odds))


CHOICES = {"flee": FLEE, "stay": PASS}


def _value(choice: str, odds: TowersOdds = published_odds) -> Fraction:
    solved = example_ending_solution(odds)
    return solved.coins[0] if choice == "best" else solved.actions[CHOICES[choice]][0]


def minimax_ending_value_of_seat_0(state: State[Any]) -> Fraction:
    """Return the minimax value for seat 0 of a two-seat ending without a deck, by trying every line of play."""
    node = state.node
    if isinstance(node, End):
        return Fraction(node.scores[0])
    assert isinstance(node, Decision)
    values = [minimax_ending_value_of_seat_0(state.child(action)) for action in state.legal]
    return max(values) if node.seat == 0 else min(values)


def _tried(choice: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the answer by a second method: try every line of play."""
    return minimax_ending_value_of_seat_0(
        example_ending(odds) if choice == "best" else example_ending(odds).child(CHOICES[choice])
    )


def _played(rng: Random, choice: str, odds: TowersOdds = published_odds) -> int:
    """Play the ending with the chosen action. Then both seats follow their best line."""
    state = example_ending(odds)
    if choice != "best":
        state.apply(CHOICES[choice])
    for action in solve_endgame(state).line:
        state.apply(action)
    return state.coins[0]


def _nobody_answers(choice: str, odds: TowersOdds = published_odds) -> Fraction:
    own, other = map(len, _ending(odds).balances)
    return Fraction(other - own - CACHE_SIZE)


def _ending_words(choice: str, odds: TowersOdds = published_odds) -> dict[str, Any]:
    """Return text values: numbers of the position, balances after staying and best play, and the price of fleeing."""
    start, state = _ending(odds), example_ending(odds)
    owe, owes = map(len, start.balances)
    in_cache = len(start.caches[0])
    state.apply(PASS)
    line = solve_endgame(state).line
    for action in line:
        state.apply(action)
    own, other = map(len, state.balances)
    position = {"owe": owe, "owes": owes, "in_cache": in_cache, "closers": len(line), "dealt": own - owe - in_cache}
    flee, stay = (_value(name, odds) for name in ("flee", "stay"))
    return {**position, "own": own, "other": other, "price": flee_price(start, 0), "flee": flee, "stay": stay}


def _ending_tree(choice: str, odds: TowersOdds = published_odds) -> Mapping[str, Any]:
    flee, stay = (f"{use_minus_sign(_value(name, odds))} coins" for name in ("flee", "stay"))
    closed = TreeNode("the other closes Hammers on you", value=stay)
    return {
        "root": TreeNode(
            "stuck",
            children=(
                TreeNode("flee", value=flee),
                TreeNode("stay", children=(closed,), kind="choice"),
            ),
            kind="choice",
        ),
    }


LAST_TURNS = OwnCode(
    answer=_value,
    answer_by_second_method=_tried,
    run_trial=_played,
    text_values=_ending_words,
    chart_data=_ending_tree,
    mistakes={"step-left-out": _nobody_answers},
)

OWN_CODE: dict[str, OwnCode] = {"towers-when-to-flee": WHEN_TO_FLEE, "towers-last-turns": LAST_TURNS}
