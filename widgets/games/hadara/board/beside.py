"""What no table of Hadara draws but a picture of a rule may: decks, the box, markers, initiatives, sums of tracks."""

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
from ....table.scene import Board
from .pictures import kind

MARKER = 10
"""What a marker beside a track is worth (HAD-2.5)."""


def of(board: Board, id: str) -> Json | None:
    """A group by its id, `markers:0:food` for one of a seat's tracks; None if there is none."""
    name, *rest = id.split(":")
    if name in OF_TRACK and len(rest) == 2 and rest[0].isdecimal() and rest[1] in TRACKS:
        label, items = OF_TRACK[name](board, int(rest[0]), TRACKS.index(rest[1]))
    elif id in MAKERS:
        label, items = MAKERS[id](board)
    else:
        return None
    return {"label": board.text(label), "items": [board.card(f"{id}:{n}", **face) for n, face in enumerate(items)]}


Made = tuple[str, list[Json]]
"""What a group is called, by the key of its words, and the faces in it."""


def _purple(s: HadaraState, epoch: int) -> list[EpochCard]:
    cards = [card for card in s.game.tables.cards.values() if (card.colour, card.epoch) == (PURPLE, epoch)]
    return [card for card in cards if s.options["deck_set"] == "advanced" or not card.star]


def _purple_decks(board: Board) -> Made:
    """The purple cards of each epoch that may come."""
    return "purple_decks", [
        {
            "back": f"{COLOUR_LETTERS[PURPLE]}{epoch}",
            "pile": True,
            "big": len(_purple(board.view, epoch)),
            "name": board.text("in_epoch", epoch=EPOCH_NUMERALS[epoch]),
        }
        for epoch in EPOCHS
    ]


def _starred(board: Board) -> Made:
    """The starred cards of each epoch: in the box in the basic game, else among the others."""
    s, items = board.view, []
    for epoch in EPOCHS:
        cards = [card for card in s.game.tables.cards.values() if card.star and card.epoch == epoch]
        name = board.text("in_epoch", epoch=EPOCH_NUMERALS[epoch])
        items.append({"kind": kind(cards[0]), "count": len(cards), "name": name})
    return "starred_among" if s.options["deck_set"] == "advanced" else "starred_in_box", items


def _starred_first(board: Board) -> Made:
    """The starred cards of epoch I, each for itself."""
    label, _ = _starred(board)
    cards = [card for card in board.game.tables.cards.values() if card.star and card.epoch == EPOCHS[0]]
    return label, [
        {"kind": kind(card), "name": capitalize_first(board.game.texts.card_name(card.id))} for card in cards
    ]


def _colonies(board: Board, boxed: bool) -> list[Json]:
    """The colonies of each level that lie ready, or those in the box."""
    s = board.view
    return [
        {
            "kind": f"level{level.requirement}",
            "name": board.text("colony_name", name=level.requirement),
            "count": len(level.colony_ids) - s.seats if boxed else s.seats,
        }
        for level in s.game.tables.levels
    ]


def _boxed_setups(board: Board) -> Made:
    """Setup cards that nobody has been dealt."""
    s = board.view
    left = len({name for name, _ in s.game.tables.setups}) - sum(map(bool, s.start))
    return "box_unseen", [{"kind": "setup", "count": left, "name": board.text("setup_cards")}]


def _initiatives(board: Board) -> Made:
    """The setup cards dealt so far."""
    s = board.view
    dealt = [seat for seat in range(s.seats) if s.start[seat]]
    return "initiatives", [{"kind": "setup", "name": board.name(seat), "big": _initiative(s, seat)} for seat in dealt]


def _initiative(s: HadaraState, seat: Seat) -> int:
    return s.game.tables.setups[s.start[seat].split(":")[0], SIDES[0]].initiative


def _sides(board: Board) -> Made:
    """What both sides of the setup card say of whose side is asked for."""
    s, setups = board.view, board.game.tables.setups
    card = "" if board.seat is None else s.start[board.seat].split(":")[0]
    return "initiatives", [
        {"kind": "setup", "name": board.text("side", side=side), "big": setups[card, side].initiative}
        for side in SIDES
        if (card, side) in setups
    ]


def _first_players(board: Board) -> Made:
    """Who is first in each epoch, by initiative."""
    s, items = board.view, []
    if all(s.start):
        for epoch in EPOCHS:
            seat = first_seat_of_epoch(s, epoch)
            when = board.text("in_epoch", epoch=EPOCH_NUMERALS[epoch])
            items.append(
                {"icon": "crown", "name": f"{board.name_in_sentence(seat)}, {when}", "big": _initiative(s, seat)}
            )
    return "first_players", items


def _markers(board: Board, seat: Seat, track: int) -> Made:
    """The marker of a track, and those beside it."""
    value = board.view.tracks[seat][track]
    tens = max(0, value - 1) // MARKER
    colour = COLOURS[track]
    beside = {"kind": colour, "big": MARKER, "count": tens, "name": board.text("beside_track")}
    return "markers", [
        *([beside] if tens else []),
        {"kind": colour, "big": value - MARKER * tens, "name": board.text("on_track")},
    ]


def _parts(board: Board, seat: Seat, track: int) -> Made:
    """What adds up to a track (HAD-2.6)."""
    s, words = board.view, board.game.texts
    tables, items = s.game.tables, []
    if ":" in s.start[seat]:
        name, side = s.start[seat].split(":")
        items.append((board.text("setup_card"), {"kind": "setup"}, tables.setups[name, side].tracks[track]))
    for card in s.owned[seat]:
        face = tables.cards[card]
        grown = s.grown[seat][track] if face.effect in GROWTH_EFFECTS and growth_track(face.effect) == track else 0
        items.append((words.card_name(card), {"kind": kind(face)}, face.steps[track] + grown))
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


MAKERS: dict[str, Callable[[Board], Made]] = {
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
OF_TRACK: dict[str, Callable[[Board, Seat, int], Made]] = {"markers": _markers, "parts": _parts}
