"""Results of draws at the table of Emira: odds with the drawn outcome, luck comparison, final points by source."""

from __future__ import annotations

from fractions import Fraction

from gamelib import Chance, Dist, End
from gamelib.games.emira.card_tables import APPEARANCE_KINDS
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.games.emira.victory import talent_assignment
from gamelib.nodes import Outcome, Seat
from gamelib.number_format import capitalize_first, join_words

from ....page.protocol import Json
from ....table.board import Board, LuckEntry, PointSource
from ....table.json_types import OddsJson
from . import odds as emira_odds
from .player_area import VALUE_TONES, event_card_content, princess_card_content, status_card_content
from .theme import COUNTER_ICONS

SECRET_DRAWS = ("goal", "deal", "peek")


def odds_with_resolved_outcome(board: Board, outcome: Outcome) -> OddsJson | None:
    """Return the distribution of a draw with the drawn outcome. Return None for a secret of another seat."""
    node = board.node
    assert isinstance(node, Chance)
    if (
        board.question_id in SECRET_DRAWS
        and not board.is_full_view
        and (node.seat != board.viewer or _is_unseen_card(board))
    ):
        return None
    shown = emira_odds.pending_odds(board)
    options = shown["choose"][0]["options"]
    group = next(
        option.get("group", board.outcome_text(outcome)) for option in options if option["value"] == str(outcome)
    )
    at = [bar["label"] for bar in shown["bars"]].index(group)
    made = {**shown, "at": at, "title": _title(board, outcome)}
    del made["choose"]
    face = _face(board, outcome)
    return {**made, "card": {"id": "came", **face}} if face else made


def _is_unseen_card(board: Board) -> bool:
    """Return whether the card is set aside without being shown (EMI-15.9)."""
    frame = board.view.agenda_frames[-1]
    return board.question_id == "peek" and frame.follows == "mind" and len(board.view.looked) + 1 < frame.total


def _title(board: Board, outcome: Outcome) -> str:
    name = board.outcome_text(outcome)
    match board.question_id:
        case "turn_up":
            return board.board_text("comes", name=name)
        case "title" | "counter_drawn":
            return board.board_text("on_offer", name=name)
        case "depart":
            return board.board_text(
                "leaves_you" if board.asked_seat == board.viewer else "leaves", name=name, who=board.asked_seat or 0
            )
    return name


def _face(board: Board, outcome: Outcome) -> Json:
    """Return the content of the drawn card, or an empty dictionary if the outcome is not a card."""
    deck = {"deal": "fates", "title": "titles", "turn_up": "pile", "depart": "pile"}.get(board.question_id, "")
    if board.question_id == "peek":
        deck = board.node.values["deck"]  # type: ignore[union-attr]
    card = str(outcome)
    if deck == "fates":
        return event_card_content(board, card)
    if deck == "titles":
        return status_card_content(board, card)
    if deck == "pile":
        return princess_card_content(board, card)
    if card in APPEARANCE_KINDS:
        return {
            "icon": COUNTER_ICONS[card],
            "kind": card,
            "tone": VALUE_TONES["appearance"],
            "name": capitalize_first(card),
        }
    return {}


def luck_entries_of_outcome(board: Board, outcome: Outcome) -> list[LuckEntry]:
    """Return, for each seat, whether the revealed princess chooses it, with the expected value."""
    s, node = board.view, board.node
    assert isinstance(node, Chance)
    if board.question_id != "turn_up":
        return []
    dist: Dist[str] = node.dist()
    suits = dist.map(lambda card: seat_chosen_by_princess(s, card, False))
    now = seat_chosen_by_princess(s, str(outcome), False)
    label = board.board_text("princesses_turned_up_who")
    return [LuckEntry(label, seat, Fraction(now == seat), suits.p(seat)) for seat in range(s.seats)]


def final_points_by_source(board: Board, seat: Seat) -> list[PointSource]:
    """Return the points of a seat by source: two for each artist, and three if the talents of its goal are met."""
    node = board.node
    assert isinstance(node, End)
    artists = 2 * len(board.view.homes[seat])
    who = [(board.game.texts.card_name(name), 2) for name in board.view.homes[seat]]
    talents = node.scores[seat] - artists
    able = {board.game.texts.card_name(name) for _, name in talent_assignment(board.view, seat) or ()}
    parts = [
        (board.board_text("princesses_each"), artists, "s7", who),
        (
            board.board_text("talents_goal"),
            talents,
            "s1",
            [(join_words([name for name, _ in who if name in able]), talents)],
        ),
    ]
    return [PointSource(label, points, tone, items) for label, points, tone, items in parts if points]
