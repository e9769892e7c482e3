"""Extra groups of items for rule pictures of Court: rolls, halves of the deck, the rest of a turn, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib import Chance, End
from gamelib.games.harem.raids import defence_bonus
from gamelib.games.harem.state import MAX_PLAYS
from gamelib.nodes import Outcome, Seat

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from . import card_content
from .dice_landing import dice_pair_with_sum

MAX_OPEN_DISCARDS = 6
"""Maximum number of discarded cards that are displayed next to each other."""


def rule_picture_group(board: Board, id: str) -> GroupJson | None:
    """Return the group of items with this name, or None if it is empty."""
    s = board.view
    name, _, seat = id.partition(":")
    whose = int(seat) if seat.isdecimal() and int(seat) < s.seats else None
    match name:
        case "order":
            return _row(id, board.board_text("whose_turn"), [_turn(board, one) for one in range(s.seats)], "chips")
        case "plays":
            return _row(id, board.board_text("left_this_turn"), _left(board), "chips")
        case "halves":
            return _row(id, board.board_text("halves"), _halves(board))
        case "laid_aside":
            return _row(id, board.board_text("laid_aside"), _faces(board, "laid", s.aside))
        case "spread":
            return _row(id, board.board_text("in_discards"), _faces(board, "spread", s.master_discard))
        case "rolls":
            return rolls_group(board)
        case "powers" if whose is not None:
            return _row(id, board.board_text("powers_of", who=whose), _powers(board, whose), "chips")
        case "points" if whose is not None and isinstance(board.node, End):
            return _row(id, board.board_text("points_of", who=whose), _points(board, whose), "chips")
    return None


def rolls_group(board: Board, outcome: Outcome | None = None) -> GroupJson | None:
    """Return the dice faces of the current roll, or of the roll in `outcome` if it is given."""
    return _row("rolls", board.board_text("rolled"), _rolls(board, outcome))


def _row(id: str, label: str, cards: list[Json], look: str = "") -> Json | None:
    return None if not cards else {"id": id, "label": label, "items": cards, **({"look": look} if look else {})}


def _turn(board: Board, seat: Seat) -> Json:
    now = seat == board.view.turn
    return board.make_card(
        f"order:{seat}", name=board.seat_name(seat), icon="hand", big=board.board_text("has_turn") if now else ""
    )


def _left(board: Board) -> list[Json]:
    s = board.view
    return [
        board.make_card("plays:plays", name=board.board_text("plays_left"), icon="deck", big=MAX_PLAYS - s.plays),
        board.make_card("plays:fates", name=board.board_text("fates_left"), icon="wheel", big=int(not s.kismet)),
    ]


def _powers(board: Board, seat: Seat) -> list[Json]:
    s, player = board.view, board.view.players[seat]
    return [
        board.make_card(
            f"power:{seat}:{card}",
            name=board.game.texts.card_name(card),
            icon="dancer",
            big=board.board_text("power_used" if card in s.used else "power_ready"),
        )
        for card in (*player.court, *player.stars)
        if card in board.game.turn_powers
    ]


def _halves(board: Board) -> list[Json]:
    """Return the two halves of the deck after the cut, or the two current parts of the deck."""
    cut = next((event.values for event in board.view.events if event.code == "cut"), None)
    parts = board.view.master.segments
    fixed: Sequence[str] = ()
    if len(parts) == 2:  # the lowest first
        sizes, fixed = [part.size for part in reversed(parts)], list(parts[0].fixed)
    elif cut is not None:
        sizes = [cut["top"], cut["bottom"]]
    else:
        return []
    names = [
        board.board_text("top_half"),
        board.board_text("bottom_with", card=fixed[0]) if fixed else board.board_text("bottom_half"),
    ]
    return [
        board.make_card(f"half:{n}", back="master", pile=True, name=name, big=size, unit=board.board_text("cards"))
        for n, (name, size) in enumerate(zip(names, sizes, strict=True))
    ]


def _faces(board: Board, place: str, cards: Any) -> list[Json]:
    """Return the cards of a pile. The rarest kinds come first, because they are the subject of the picture."""
    shown = sorted(card_content.sorted_cards(board, cards), key=lambda one: board.game.card_kind[one[0]] != "play_now")[
        :MAX_OPEN_DISCARDS
    ]
    return [board.make_card(f"{place}:{card}", count=n, **card_content.card_content(board, card)) for card, n in shown]


def _rolls(board: Board, outcome: Outcome | None) -> list[Json]:
    """Return rolls of two dice, each with its total and its faces."""
    s, node = board.view, board.node
    if not isinstance(node, Chance):
        return []
    fell: list[Any] = [] if outcome is None else list(outcome) if isinstance(outcome, tuple) else [outcome]
    match board.question_id:
        case "first_roll":
            frame = s.agenda_frames[-1]
            rolls = [*frame.rolls, *fell]
            best = max(rolls) if len(rolls) == len(frame.seats) else 0
            told = board.board_text("begins" if rolls.count(best) == 1 else "rolls_again") if best else ""
            return [
                _dice(
                    board, f"{board.direction_isolated_name(seat)} {told if roll == best else ''}".rstrip(), roll, roll
                )
                for seat, roll in zip(frame.seats, rolls, strict=False)
            ]
        case "combat" if fell:
            target = node.values["target"]
            sides = [(s.turn, node.values["modifier"]), (target, defence_bonus(s, target))]
            return [
                _dice(board, board.board_text("plus", who=seat, roll=roll, plus=plus), roll, roll + plus)
                for (seat, plus), roll in zip(sides, fell, strict=True)
            ]
        case "gem_roll" | "final_roll" | "reroll":
            return [
                _dice(board, board.board_text("roll_worth", roll=roll, worth=(worth := s.gem_value(roll))), roll, worth)
                for roll in fell
            ]
    return []


def _dice(board: Board, name: str, roll: int, big: int) -> Json:
    pair = dice_pair_with_sum(roll, 0)
    art = [
        {"thing": "die", "value": face, "at": at, "size": 0.62}
        for face, at in zip(pair, ([30, 42], [70, 42]), strict=True)
    ]
    return board.make_card(f"roll:{name}:{roll}", name=name, art=art, tone="s8", big=big)


def _points(board: Board, seat: Seat) -> list[Json]:
    lines = [(source.label, source.points) for source in board.final_points_by_source(seat)]
    total = (board.board_text("score"), sum(points for _, points in lines))
    return [board.make_card(f"points:{seat}:{label}", name=label, big=points) for label, points in (*lines, total)]
