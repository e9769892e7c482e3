"""What may happen at a table of Towers: the next card, who may draw a closer, when to flee, the best last turns."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gamelib import Chance, Decision, Dist
from gamelib.nodes import Seat
from gamelib.numbers import amount, number
from gamelib.towers import view
from gamelib.towers.solver import Solution, TooLargeError, solve
from gamelib.towers.steps import FLEE
from gamelib.towers.stopping import flee_price

from ...page import Json
from ...table.scene import chance
from . import plan as towers_plan
from .pictures import SUITS

if TYPE_CHECKING:
    from .board import TowersBoard

SMALL = 2_500  # positions of an ending solved while the table waits: a fraction of a second


def odds(board: TowersBoard) -> list[Json]:
    """The distributions that matter now, that of the pending draw first."""
    node, s = board.node, board.view
    if isinstance(node, Chance):
        return [draw(node.dist(), s)]
    if not isinstance(node, Decision):
        return []
    solved = solution(s)
    asked = board.may_choose() and node.ask == "choose"
    found = [_stay_or_flee(board, node.seat)] if asked else []
    if solved is not None:
        return [_exactly(board, solved), *found]
    found.append(_everywhere(board))
    if s.deck:
        return found + _closers(board, node.seat)
    return [
        *found,
        {
            "title": "The last turns",
            "bars": [],
            "text": "The deck is empty, so nothing is left to chance. "
            "There are still too many ways to go on to work all of them out at once.",
        },
    ]


def flight(s: Any, seat: Seat) -> str:
    """What flight costs now; and if the ending is solved, what it is up against."""
    price, solved = flee_price(s, seat), solution(s)
    if solved is None:
        return f"costs {price} now"
    stay = best_stay(solved, seat)
    return f"costs {price}" + (f"; any other choice ends with {number(stay)} at most" if stay is not None else "")


def feared(s: Any, seat: Seat) -> Fraction:
    """The cards that are to be feared beside the own cache, counted to the next draw of each other seat.

    Each tower that another seat may close brings its cards, shared out, with the chance that such a card is in a cache
    or is drawn. The own cache is stuck: what it can still place is not counted. Later draws are not counted either.
    """
    others = [other for other in s.seated() if other != seat]
    total = Fraction(0)
    for suit in s.game.suits:
        closers, open_ = view.closers(s, suit), Fraction(1)
        for other in others:
            open_ *= 0 if closers.shown[other] else 1 - closers.chances[other]
        total += (1 - open_) * Fraction(closers.cards, len(others))
    return total


def best_stay(solved: Solution, seat: Seat) -> Fraction | None:
    """The coins of the seat at the end if it goes on with what is best besides flight; None if it has to flee."""
    return max((coins[seat] for action, coins in solved.actions.items() if action is not FLEE), default=None)


def draw(dist: Dist[str], s: Any) -> Json:
    """The next card by suit."""
    suits: Counter[str] = Counter()
    for card, weight in dist.items():
        suits[s.game.suit[card]] += weight
    shown = [
        {"label": suit, "icon": icon, "tone": tone, **chance(suits[suit], dist.total)}
        for suit, (icon, tone) in SUITS.items()
        if suits[suit]
    ]
    game = s.game
    options = [
        {"value": card, "label": f"{game.words.card(card)}, {game.alignment[card]}", "group": game.suit[card]}
        for card in dist
    ]
    return {"title": "The next card", "bars": shown, "choose": [{"label": "The card", "options": options}]}


def _stay_or_flee(board: TowersBoard, seat: Seat) -> Json:
    """Both ways on one axis, in coins: the price now, and what staying means by the rule, counted to the next draws."""
    s = board.view
    fear = feared(s, seat)
    others = [len(s.balances[other]) for other in s.seated() if other != seat]
    owed, price = Fraction(sum(others), len(others)), flee_price(s, seat)
    whose = "The other owes" if len(others) == 1 else "The others owe on average"
    text = (
        f"Towers that close may bring you {amount(fear)} more to owe. {whose} {number(owed)}. "
        f"Flee only if more may come than that: here, {'flee' if fear > owed else 'stay'}."
    )
    counted = [
        "If you stay, your cache may become debt; if you flee, it does.",
        "What you owe already is to be paid either way, so it does not decide.",
        "What comes after the next draw of each other player is not counted.",
    ]
    stay = -price + s.options["coin_value"] * len(others) * (owed - fear)
    rows = [
        {"label": "Flee", "value": -price, "shown": number(-price), "text": "sure", "sure": True},
        {"label": "Stay", "value": float(stay), "shown": number(round(stay, 1)), "text": "to the next draws"},
    ]
    title = "To flee or to stay?"
    axis = {"rows": rows, "unit": "coins"}
    return {"title": title, "text": text, "bars": [], "axis": axis, "more": "How this is counted", "list": counted}


def _everywhere(board: TowersBoard) -> Json:
    """Where every card is, and what the letters of an alignment mean."""
    text = "First letter: lawful, neutral, chaotic. Second: good, neutral, evil. A letter in a disc: open before that "
    text += "player. Star: in the deck. Dot: gone."
    plan = towers_plan.where(board.view, board.names)
    return {"title": "Where every card is", "text": text, "bars": [], "board": plan}


def _closers(board: TowersBoard, asked: Seat) -> list[Json]:
    """For each tower that one card could close: the chance that a seat's next draw of three has such a card."""
    s, found = board.view, []
    for suit in s.game.suits:
        closers = view.closers(s, suit)
        for seat in s.seated():
            p = closers.chances[seat]
            if p and seat != asked:
                cards = len(closers.unseen[seat])
                found.append(
                    {
                        "title": f"{suit}: will {board.name(seat)} draw a closer?",
                        "text": f"{cards} of {len(s.deck)} unseen cards would close it in this hand; three are drawn.",
                        "bars": [
                            {"label": "A closer comes", "tone": "s6", **chance(p.numerator, p.denominator)},
                            {"label": "None comes", "tone": "s5", **chance(p.denominator - p.numerator, p.denominator)},
                        ],
                    }
                )
    return found


def _exactly(board: TowersBoard, solved: Solution) -> Json:
    """The exact value of the last turns, with the best line to unfold."""
    s = board.view
    ends = ", ".join(f"{board.name(seat)} {number(coins)}" for seat, coins in enumerate(solved.coins))
    text = f"The deck is empty, so nothing is left to chance. If each plays for the own coins, the end is {ends}."
    seat = solved.seat
    if board.may_choose() and seat is not None and FLEE in solved.actions:
        stay = best_stay(solved, seat)
        text += f" If you flee, you end with {number(solved.actions[FLEE][seat])}"
        text += f"; any other choice makes {number(stay)} at most." if stay is not None else "."
    line, twin = [], s.clone()
    twin.viewer = None  # nothing is hidden, so a view is the whole position
    for action in solved.line:
        line.append(f"{board.name(twin.node.seat)}: {board.say(action)}")
        twin.apply(action)
    return {
        "title": "Best play from here, exactly",
        "text": text,
        "bars": [],
        "more": "Show the best line",
        "list": line,
    }


def solution(s: Any) -> Solution | None:
    """An ending without a deck, solved; None with cards in the deck or too many positions."""
    return None if s.deck else _solved(s.game, json.dumps(s.to_dict()))


@lru_cache(maxsize=64)
def _solved(game: Any, position: str) -> Solution | None:
    try:
        return solve(game.from_dict(json.loads(position)), SMALL)
    except TooLargeError:
        return None
