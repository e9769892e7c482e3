"""Odds for the table of Towers: the next card, draws of closers, the decision to flee, the best last turns."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

from gamelib import Chance, Decision, Dist
from gamelib.games.towers import board_view
from gamelib.games.towers.endgame_solver import EndgameSolution, TooLargeError, solve_endgame
from gamelib.games.towers.flee_decision import flee_price
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.games.towers.steps import FLEE
from gamelib.nodes import Seat
from gamelib.number_format import format_mean, format_number

from ....page.protocol import Json
from ....table.board import Board, probability_fields
from ....table.json_types import OddsJson
from . import tower_map as towers_plan
from .theme import SUIT_ICONS

MAX_SOLVED_POSITIONS = 2_500  # maximum positions of an ending to solve while the table waits: a fraction of a second


def current_odds(board: Board) -> list[OddsJson]:
    """Return the relevant odds of the position. The pending draw comes first."""
    node, s = board.node, board.view
    if isinstance(node, Chance):
        return [next_card_suit_odds(board, node.dist())]
    if not isinstance(node, Decision):
        return []
    solved = solved_ending(s)
    asked = board.can_viewer_choose() and node.step_name == "choose"
    dists = [_stay_or_flee(board, node.seat)] if asked else []
    if solved is not None:
        return [_exactly(board, solved), *dists]
    dists.append(_everywhere(board))
    if s.deck:
        return dists + _closers(board, node.seat)
    return [
        *dists,
        {
            "title": board.board_text("last_turns"),
            "bars": [],
            "text": board.board_text("too_many_ways"),
        },
    ]


def flight_cost_text(board: Board, seat: Seat) -> str:
    """Return the current cost of fleeing. If the ending is solved, the text also has the value of staying."""
    s = board.view
    price, solved = flee_price(s, seat), solved_ending(s)
    if solved is None:
        return board.board_text("costs_now", price=price)
    stay = best_value_without_fleeing(solved, seat)
    if stay is None:
        return board.board_text("costs", price=price)
    return board.board_text("costs_or", price=price, stay=format_number(stay))


def expected_debt_from_closing_towers(s: Any, seat: Seat) -> Fraction:
    """Return the debt that a seat can expect up to the next draw of each other seat, besides its own cache.

    Each tower that another seat may close adds its share of cards times the probability of a closing card. Placements
    from the seat's own cache and later draws are ignored.
    """
    others = [other for other in s.active_seats() if other != seat]
    total = Fraction(0)
    for suit in s.game.suits:
        closers, open_ = board_view.tower_closers(s, suit), Fraction(1)
        for other in others:
            open_ *= 0 if closers.closers_in_caches[other] else 1 - closers.p_draw_closer[other]
        total += (1 - open_) * Fraction(closers.cards, len(others))
    return total


def best_value_without_fleeing(solved: EndgameSolution, seat: Seat) -> Fraction | None:
    """Return the seat's final coins after its best action other than fleeing, or None if it must flee."""
    return max((coins[seat] for action, coins in solved.actions.items() if action is not FLEE), default=None)


def next_card_suit_odds(board: Board, dist: Dist[str]) -> OddsJson:
    """Return the odds of the next card by suit."""
    game = board.game
    suits: Counter[str] = Counter()
    for card, weight in dist.items():
        suits[game.suit[card]] += weight
    shown = [
        {"label": suit, "icon": icon, "tone": tone, **probability_fields(suits[suit], dist.total)}
        for suit, (icon, tone) in SUIT_ICONS.items()
        if suits[suit]
    ]
    options = [
        {"value": card, "label": f"{game.texts.card_name(card)}, {game.alignment[card]}", "group": game.suit[card]}
        for card in dist
    ]
    return {
        "title": board.board_text("next_card"),
        "bars": shown,
        "choose": [{"label": board.board_text("the_card"), "options": options}],
    }


def _stay_or_flee(board: Board, seat: Seat) -> Json:
    """Draw both options on one axis in coins: the cost of fleeing now, and the expected cost of staying.

    The cost of staying includes only the next draw of each other seat.
    """
    s = board.view
    fear = expected_debt_from_closing_towers(s, seat)
    others = [len(s.balances[other]) for other in s.active_seats() if other != seat]
    owed, price = Fraction(sum(others), len(others)), flee_price(s, seat)
    whose = "other_owes" if len(others) == 1 else "others_owe"
    better = board.board_text("here_flee" if fear > owed else "here_stay")
    text = board.board_text(
        "may_bring", fear=format_mean(fear), whose=board.board_text(whose, owed=format_number(owed)), better=better
    )
    counted = [
        board.board_text("counted_cache"),
        board.board_text("counted_owed"),
        board.board_text("counted_until"),
    ]
    stay = -price + s.options["coin_value"] * len(others) * (owed - fear)
    rows = [
        {
            "label": board.board_text("flee"),
            "value": -price,
            "shown": format_number(-price),
            "text": board.board_text("sure"),
            "sure": True,
        },
        {
            "label": board.board_text("stay"),
            "value": float(stay),
            "shown": format_number(stay, 1),
            "text": board.board_text("next_draws"),
        },
    ]
    title = board.board_text("flee_or_stay")
    axis = {"rows": rows, "unit": board.board_text("unit_coins")}
    return {
        "title": title,
        "text": text,
        "bars": [],
        "axis": axis,
        "more": board.board_text("how_this_counted"),
        "list": counted,
    }


def _everywhere(board: Board) -> Json:
    """Return where each card is, with a legend for the letters of the alignments."""
    text = board.board_text("every_card_legend")
    plan = towers_plan.card_locations_grid(board.view, board.names)
    return {"title": board.board_text("where_every_card"), "text": text, "bars": [], "board": plan}


def _closers(board: Board, asked: Seat) -> list[Json]:
    """Return for each tower that one card could close the probability that a seat's next draw is such a card."""
    s, shown = board.view, []
    for suit in s.game.suits:
        closers = board_view.tower_closers(s, suit)
        for seat in s.active_seats():
            p = closers.p_draw_closer[seat]
            if p and seat != asked:
                cards = len(closers.closers_in_deck[seat])
                shown.append(
                    {
                        "title": board.board_text("will_draw_closer", suit=suit, who=seat),
                        "text": board.board_text(
                            "would_close", cards=cards, deck=len(s.deck), n=min(CACHE_SIZE, len(s.deck))
                        ),
                        "bars": [
                            {
                                "label": board.board_text("closer_comes"),
                                "tone": "s6",
                                **probability_fields(p.numerator, p.denominator),
                            },
                            {
                                "label": board.board_text("none_comes"),
                                "tone": "s5",
                                **probability_fields(p.denominator - p.numerator, p.denominator),
                            },
                        ],
                    }
                )
    return shown


def _exactly(board: Board, solved: EndgameSolution) -> Json:
    """Return the exact value of the last turns. The reader can unfold the best sequence of actions."""
    s = board.view
    ends = ", ".join(
        f"{board.direction_isolated_name(seat)} {format_number(coins)}" for seat, coins in enumerate(solved.coins)
    )
    text = board.board_text("end_if_all_play_well", ends=ends)
    seat = solved.seat
    if board.can_viewer_choose() and seat is not None and FLEE in solved.actions:
        stay = best_value_without_fleeing(solved, seat)
        text += board.board_text("if_you_flee", coins=format_number(solved.actions[FLEE][seat]))
        text += board.board_text("any_other_choice", stay=format_number(stay)) if stay is not None else "."
    line, twin = [], s.clone()
    twin.viewer = None  # no information is hidden, so a view is the same as the complete state
    for action in solved.line:
        line.append(f"{board.direction_isolated_name(twin.node.seat)}: {board.describe(action)}")
        twin.apply(action)
    return {
        "title": board.board_text("best_play_from_here"),
        "text": text,
        "bars": [],
        "more": board.board_text("show_best_line"),
        "list": line,
    }


def solved_ending(s: Any) -> EndgameSolution | None:
    """Return the solution of an ending without a deck.

    The result is None if the deck has cards, or there are too many positions.
    """
    return None if s.deck else _solved(s.game, json.dumps(s.to_dict()))


@lru_cache(64)
def _solved(game: Any, position: str) -> EndgameSolution | None:
    try:
        return solve_endgame(game.from_dict(json.loads(position)), MAX_SOLVED_POSITIONS)
    except TooLargeError:
        return None
