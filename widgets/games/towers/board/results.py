"""Results of chance events at the table of Towers, and the final coins by source."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from gamelib import Chance, End
from gamelib.games.towers.flee_decision import can_close
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import count_with_noun, format_modifier

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource
from ....table.json_types import OddsJson
from . import card_content
from . import odds as towers_odds


def odds_with_resolved_outcome(board: Board, outcome: Outcome) -> OddsJson:
    """Return the odds of the draw in this position with the drawn card. All cards are public."""
    node, card = board.node, str(outcome)
    assert isinstance(node, Chance)
    shown = towers_odds.next_card_suit_odds(board, node.dist())
    del shown["choose"]
    at = [bar["label"] for bar in shown["bars"]].index(board.game.suit[card])
    title = board.board_text("you_draw" if node.seat == board.viewer else "draws_who", who=node.seat or 0, card=card)
    aside = {"aside": True} if node.seat != board.viewer else {}  # cards are public
    face = {"id": "came", **card_content.card_content(board, card)}
    return {**shown, **aside, "at": at, "card": face, "title": title}


def luck_entries_of_outcome(board: Board, outcome: Outcome) -> list[LuckEntry]:
    """Return for a drawn card its legal cells and whether it closes a tower, each with the mean over the deck."""
    s, node = board.view, board.node
    if not isinstance(node, Chance) or node.seat is None:
        return []
    seat, deck = node.seat, s.deck

    def can_card_close(card: str) -> bool:
        return any(s.is_tower_open(tower) and can_close(s, seat, card, tower) for tower in range(len(s.masks)))

    cells = Fraction(sum(s.total_open_cell_count(seat, card) for card in deck), len(deck))
    closers = Fraction(sum(map(can_card_close, deck)), len(deck))
    card = str(outcome)
    return [
        LuckEntry(
            board.board_text("cells_open_drawn_cards"), seat, Fraction(s.total_open_cell_count(seat, card)), cells
        ),
        LuckEntry(board.board_text("cards_drawn_that_close"), seat, Fraction(can_card_close(card)), closers),
    ]


def final_points_by_source(board: Board, seat: Seat) -> list[PointSource]:
    """Return the coins of a seat by source: each flight, and the debts at the end."""
    s, node = board.view, board.node
    assert isinstance(node, End)
    settled = sum(coins if payee == seat else -coins for payer, payee, coins in _paid(s) if seat in (payer, payee))
    parts = [
        (board.board_text("flight"), node.scores[seat] - settled, "s4"),
        (board.board_text("settling"), settled, "s5"),
    ]
    return [PointSource(label, coins, tone) for label, coins, tone in parts if coins]


def _paid(s: Any) -> list[tuple[Seat, Seat, int]]:
    """Return pairs of seats with payments (payer, payee, coins) after opposite debts cancel out (TOW-7.6).

    The list is empty if only one seat is left.
    """
    size = {seat: len(s.balances[seat]) for seat in s.active_seats()}
    value = s.options["coin_value"]
    return [
        (payer, payee, value * (size[payer] - size[payee]))
        for payer in sorted(size, key=lambda seat: -size[seat])
        for payee in sorted(size, key=lambda seat: size[seat])
        if size[payer] > size[payee]
    ]


def final_payments(board: Board) -> Json:
    """Return the final debts: piles of the remaining seats, and the payments after opposite debts cancel out."""
    s = board.view
    left = Counter({seat: len(s.balances[seat]) for seat in s.active_seats()})
    if len(left) < 2:
        return {}
    value = s.options["coin_value"]
    times = f" × {value}" if value != 1 else ""
    pays = [
        {
            "from": payer,
            "to": payee,
            "n": coins,
            "text": f"{left[payer]} − {left[payee]}{times}",
            "said": count_with_noun(coins, "coin"),
        }
        for payer, payee, coins in _paid(s)
    ]
    told = [f"{board.direction_isolated_name(seat)} {format_modifier(coins)}" for seat, coins in enumerate(s.coins)]
    return {
        "title": board.board_text("who_owes_whom"),
        "piles": [{"seat": seat, "now": n} for seat, n in sorted(left.items())],
        "pays": pays,
        "text": board.board_text("each_owes_each", coins=", ".join(told)),
    }
