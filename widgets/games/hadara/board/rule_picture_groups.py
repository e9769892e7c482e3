"""Extra groups of items for rule pictures of Hadara: decks, the box, markers, initiatives, sums of tracks."""

from __future__ import annotations

from collections.abc import Callable

from gamelib.games.hadara.card_tables import (
    COLOUR_LETTERS,
    COLOURS,
    EPOCHS,
    GROWTH_EFFECTS,
    PURPLE,
    SIDES,
    TRACKS,
    EpochCard,
)
from gamelib.games.hadara.setup import EPOCH_NUMERALS, first_seat_of_epoch
from gamelib.games.hadara.state import HadaraState, growth_track
from gamelib.games.hadara.statues import statue_bonus
from gamelib.nodes import Seat
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import GroupJson
from .theme import card_theme_key

MARKER_VALUE = 10
"""Value of a marker next to a track (HAD-2.5)."""


def rule_picture_group(board: Board, id: str) -> GroupJson | None:
    """Return an extra group of items by its id, or None if the position has no such group.

    For example, `markers:0:food` is the group with the markers of the food track of seat 0.
    """
    name, *rest = id.split(":")
    if name in TRACK_GROUP_BUILDERS and len(rest) == 2 and rest[0].isdecimal() and rest[1] in TRACKS:
        label, items = TRACK_GROUP_BUILDERS[name](board, int(rest[0]), TRACKS.index(rest[1]))
    elif id in GROUP_BUILDERS:
        label, items = GROUP_BUILDERS[id](board)
    else:
        return None
    return {
        "label": board.board_text(label),
        "items": [board.make_card(f"{id}:{n}", **face) for n, face in enumerate(items)],
    }


TitledCards = tuple[str, list[Json]]
"""Text key of the label of a group, and the card contents in it."""


def _purple(s: HadaraState, epoch: int) -> list[EpochCard]:
    cards = [card for card in s.game.tables.cards.values() if (card.colour, card.epoch) == (PURPLE, epoch)]
    return [card for card in cards if s.options["deck_set"] == "advanced" or not card.star]


def _purple_decks(board: Board) -> TitledCards:
    """Return the possible purple cards of each epoch."""
    return "purple_decks", [
        {
            "back": f"{COLOUR_LETTERS[PURPLE]}{epoch}",
            "pile": True,
            "big": len(_purple(board.view, epoch)),
            "name": board.board_text("in_epoch", epoch=EPOCH_NUMERALS[epoch]),
        }
        for epoch in EPOCHS
    ]


def _starred(board: Board) -> TitledCards:
    """Return the starred cards of each epoch. In the basic game they are in the box, else in the decks."""
    s, items = board.view, []
    for epoch in EPOCHS:
        cards = [card for card in s.game.tables.cards.values() if card.star and card.epoch == epoch]
        name = board.board_text("in_epoch", epoch=EPOCH_NUMERALS[epoch])
        items.append({"kind": card_theme_key(cards[0]), "count": len(cards), "name": name})
    return "starred_among" if s.options["deck_set"] == "advanced" else "starred_in_box", items


def _starred_first(board: Board) -> TitledCards:
    """Return the starred cards of epoch I one by one."""
    label, _ = _starred(board)
    cards = [card for card in board.game.tables.cards.values() if card.star and card.epoch == EPOCHS[0]]
    return label, [
        {"kind": card_theme_key(card), "name": capitalize_first(board.game.texts.card_name(card.id))} for card in cards
    ]


def _colonies(board: Board, boxed: bool) -> list[Json]:
    """Return the colonies of each level in the display, or the ones in the box."""
    s = board.view
    return [
        {
            "kind": f"level{level.requirement}",
            "name": board.board_text("colony_name", name=level.requirement),
            "count": len(level.colony_ids) - s.seats if boxed else s.seats,
        }
        for level in s.game.tables.levels
    ]


def _boxed_setups(board: Board) -> TitledCards:
    """Return the setup cards that were not dealt."""
    s = board.view
    left = len({name for name, _ in s.game.tables.setups}) - sum(map(bool, s.start))
    return "box_unseen", [{"kind": "setup", "count": left, "name": board.board_text("setup_cards")}]


def _initiatives(board: Board) -> TitledCards:
    """Return the setup cards dealt so far."""
    s = board.view
    dealt = [seat for seat in range(s.seats) if s.start[seat]]
    return "initiatives", [
        {"kind": "setup", "name": board.seat_name(seat), "big": _initiative(s, seat)} for seat in dealt
    ]


def _initiative(s: HadaraState, seat: Seat) -> int:
    return s.game.tables.setups[s.start[seat].split(":")[0], SIDES[0]].initiative


def _sides(board: Board) -> TitledCards:
    """Return both sides of the setup card for the seat that chooses a side."""
    s, setups = board.view, board.game.tables.setups
    card = "" if board.asked_seat is None else s.start[board.asked_seat].split(":")[0]
    return "initiatives", [
        {"kind": "setup", "name": board.board_text("side", side=side), "big": setups[card, side].initiative}
        for side in SIDES
        if (card, side) in setups
    ]


def _first_players(board: Board) -> TitledCards:
    """Return the first player of each epoch, by initiative."""
    s, items = board.view, []
    if all(s.start):
        for epoch in EPOCHS:
            seat = first_seat_of_epoch(s, epoch)
            when = board.board_text("in_epoch", epoch=EPOCH_NUMERALS[epoch])
            items.append(
                {"icon": "crown", "name": f"{board.direction_isolated_name(seat)}, {when}", "big": _initiative(s, seat)}
            )
    return "first_players", items


def _markers(board: Board, seat: Seat, track: int) -> TitledCards:
    """Return the marker of a track, and the markers next to it."""
    value = board.view.tracks[seat][track]
    tens = max(0, value - 1) // MARKER_VALUE
    colour = COLOURS[track]
    beside = {"kind": colour, "big": MARKER_VALUE, "count": tens, "name": board.board_text("beside_track")}
    return "markers", [
        *([beside] if tens else []),
        {"kind": colour, "big": value - MARKER_VALUE * tens, "name": board.board_text("on_track")},
    ]


def _parts(board: Board, seat: Seat, track: int) -> TitledCards:
    """Return the parts that add up to the value of a track (HAD-2.6)."""
    s, words = board.view, board.game.texts
    tables, items = s.game.tables, []
    if ":" in s.start[seat]:
        name, side = s.start[seat].split(":")
        items.append((board.board_text("setup_card"), {"kind": "setup"}, tables.setups[name, side].tracks[track]))
    for card in s.owned[seat]:
        face = tables.cards[card]
        grown = s.grown[seat][track] if face.effect in GROWTH_EFFECTS and growth_track(face.effect) == track else 0
        items.append((words.card_name(card), {"kind": card_theme_key(face)}, face.steps[track] + grown))
    for tile in s.colonies[seat]:
        if tile in tables.reverses:
            level = tables.reverses[tile].level
            items.append((words.card_name(tile), {"kind": f"level{level}"}, tables.reverses[tile].steps[track]))
    tile = {"kind": COLOURS[track], "icon": "tile"}
    for placed in s.placed[seat]:
        if placed.split(":")[1] == TRACKS[track]:
            items.append((words.card_name(placed.split(":")[0]), tile, tables.effects["tile_steps"]))
    for carved in s.statues[seat]:
        if carved.split(":")[1] == TRACKS[track]:
            items.append((words.card_name(carved.split(":")[0]), tile, statue_bonus(s, seat, carved.split(":")[0])))
    return "adds_up", [{**face, "name": capitalize_first(name), "big": f"+{n}"} for name, face, n in items if n]


GROUP_BUILDERS: dict[str, Callable[[Board], TitledCards]] = {
    "purple_decks": _purple_decks,
    "starred": _starred,
    "starred_first": _starred_first,
    "ready": lambda board: ("ready_coin_side", _colonies(board, False)),
    "boxed": lambda board: ("box_unseen", _colonies(board, True)),
    "boxed_setups": _boxed_setups,
    "initiatives": _initiatives,
    "side_initiatives": _sides,
    "first_players": _first_players,
}
TRACK_GROUP_BUILDERS: dict[str, Callable[[Board, Seat, int], TitledCards]] = {"markers": _markers, "parts": _parts}
