"""Map of a tower, and grid of the remaining cards: shapes and cells in board units.

One unit is a millimetre. The frame is the view of side A with the symbol of the foundation in the middle. The y axis
points down here and up in `gamelib.games.towers.board_view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelib.games.towers import board_view
from gamelib.games.towers.geometry import CELLS, CardSize
from gamelib.games.towers.state import TowersState
from gamelib.nodes import Ruling, Seat

from ....page.protocol import Json
from ....table.icons import icon_path_data
from ....table.json_types import CellMapJson
from .scene_types import PlacementOutline
from .theme import SUIT_COLOURS, SUIT_ICONS

HALF_WIDTH, HALF_HEIGHT = 56, 58  # visible area around the symbol of the foundation. Cards can extend beyond this area
TITLE_HEIGHT, FONT_SIZE, LETTER_WIDTH = (
    7.5,
    7.6,
    4.3,
)  # height of the strip with a card's title, height and width of its letters on a phone
SYMBOL_SIZE = 6.6  # radius of a symbol's disc
ICONS = icon_path_data("hammer", "key", "shield", "lesson", "star", "crown", "coin", "scroll", "deck")
GRID_STEP, GRID_LEFT, GRID_TOP = 11.5, 38, 17  # step, left and top edge of the grid of all cards


def cell_id(suit: str, cell: str) -> str:
    """Return the id of a cell in a scene."""
    return f"cell:{suit}:{cell}"


def icon_shape(name: str, x: float, y: float, size: float) -> Json:
    """Draw an icon with its middle at (x, y)."""
    scale = size / 24
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({scale:g})"
    return {"tag": "path", "icon": name, "transform": place}


def tower_cell_map(s: Any, suit: str, names: Sequence[str]) -> CellMapJson:
    """Return the map of an open tower: each card at its place, with the eight cells on top."""
    shapes: list[Json] = []
    on: dict[str, board_view.CardShape] = {}
    bodies = board_view.tower_card_shapes(s, suit)
    for i, body in enumerate(bodies):
        shapes += _card(s, body, bodies[i + 1 :])
        if body.cell is not None:
            on[body.cell] = body
    size = s.geometry.size
    return {
        "view": [2 * HALF_WIDTH, 2 * HALF_HEIGHT],
        "shapes": shapes,
        "cells": [_cell(s, suit, cell, size, on.get(cell), names) for cell in CELLS],
    }


def _card(s: Any, body: board_view.CardShape, above: Sequence[board_view.CardShape]) -> list[Json]:
    """Draw a card that others may cover: its rectangle, its title at the player's edge, and its symbol.

    A title that would be cut off or covered is omitted, because the list of the cell contains it. All titles are
    upright.
    """
    suit = s.game.suit[body.card]
    icon, (deep, _, paper) = SUIT_ICONS[suit][0], SUIT_COLOURS[suit]
    frame = _rectangle(body)
    x, y, width, height = frame["x"], frame["y"], frame["width"], frame["height"]
    top = y if body.is_turned else y + height - TITLE_HEIGHT
    title = s.game.texts.card_name(body.card).removeprefix(s.game.texts.board_text("article"))
    left, right = _free(top, x, x + width, body, above)
    named: Json = {
        "tag": "text",
        "x": (left + right) / 2,
        "y": top + TITLE_HEIGHT - 1.1,
        "text-anchor": "middle",
        "font-size": FONT_SIZE,
        "style": "fill:#1e2140",
        "text": title,
    }
    across, down = HALF_WIDTH + body.symbol[0], HALF_HEIGHT - body.symbol[1]
    return [
        {"tag": "rect", **frame, "x": x + 0.8, "y": y + 1.2, "fill": "#0003", "stroke": "none"},
        {"tag": "rect", **frame, "stroke-width": 0.5, "stroke": "#6f6650", "fill": paper},
        {
            "tag": "rect",
            "x": x,
            "y": top,
            "width": width,
            "height": TITLE_HEIGHT,
            "rx": 3,
            "stroke": "none",
            "fill": deep,
            "fill-opacity": 0.32,
        },
        *([named] if LETTER_WIDTH * len(title) <= right - left else []),
        {
            "tag": "circle",
            "cx": across,
            "cy": down,
            "r": SYMBOL_SIZE,
            "stroke": "#fffdf6",
            "stroke-width": 0.9,
            "fill": deep,
        },
        {**icon_shape(icon, across, down, 8.6), "fill": "#fffdf6"},
    ]


def _free(
    top: float, left: float, right: float, body: board_view.CardShape, above: Sequence[board_view.CardShape]
) -> tuple[float, float]:
    """Return the widest visible part of the title strip, given the frame, the cards above and the symbols."""
    taken = []
    if top < 0 or top + TITLE_HEIGHT > 2 * HALF_HEIGHT:
        return 0, 0
    for card in above:
        over = _rectangle(card)
        if over["y"] < top + TITLE_HEIGHT and top < over["y"] + over["height"]:
            taken.append((over["x"], over["x"] + over["width"]))
    for x, y in (card.symbol for card in (body, *above)):
        if abs(HALF_HEIGHT - y - top - TITLE_HEIGHT / 2) < SYMBOL_SIZE + TITLE_HEIGHT / 3:
            taken.append((HALF_WIDTH + x - SYMBOL_SIZE, HALF_WIDTH + x + SYMBOL_SIZE))
    parts, start = [], max(0.0, left)
    for begin, end in sorted([*taken, (min(right, 2 * HALF_WIDTH), 2 * HALF_WIDTH)]):
        parts.append((start, max(start, begin)))
        start = max(start, end)
    return max(parts, key=lambda part: part[1] - part[0])


def _rectangle(body: board_view.CardShape) -> PlacementOutline:
    left, bottom, width, height = body.rectangle
    return {"x": HALF_WIDTH + left, "y": HALF_HEIGHT - bottom - height, "width": width, "height": height, "rx": 3}


def _cell(
    s: Any, suit: str, cell: str, size: CardSize, body: board_view.CardShape | None, names: Sequence[str]
) -> Json:
    x, y = board_view.symbol_position(cell, size)
    made: Json = {
        "id": cell_id(suit, cell),
        "x": HALF_WIDTH + x - size.symbol_spacing_x / 2,
        "y": HALF_HEIGHT - y - size.symbol_spacing_y / 2,
        "w": size.symbol_spacing_x,
        "h": size.symbol_spacing_y,
        "slot": cell,
        "name": f"{suit} {cell}",
    }
    if body is None:
        return {**made, "caption": cell, "count": 0}
    assert body.seat is not None
    return {
        **made,
        "key": body.card,
        "list": [s.game.texts.board_text("placed_by", names, card=body.card, who=body.seat)],
    }


def card_outline_by_cell(s: Any, seat: Seat, card: str) -> dict[str, PlacementOutline]:
    """Return the outline of a card with its symbol on each cell."""
    return {cell: _rectangle(board_view.card_shape(s, seat, card, cell)) for cell in CELLS}


def legal_cell_ids(s: Any, seat: Seat, card: str) -> list[str]:
    """Return the cells where a card may go."""
    return [
        cell_id(suit, cell) for suit, cells in board_view.legal_cells_by_suit(s, seat, card).items() for cell in cells
    ]


def suit_matching_cells(s: Any, card: str, cells: Sequence[str]) -> list[str]:
    """Return those of the cells that are on the tower of the card's suit (TOW-4.1)."""
    return [cell for cell in cells if cell in {cell_id(s.game.suit[card], place) for place in CELLS}]


def blocked_cells_by_ruling(s: Any, seat: Seat, card: str) -> list[tuple[Ruling, list[str]]]:
    """Return for each illegal cell the first ruling against a card, with all cells that have this ruling.

    The function is slow, because it creates up to 40 sentences.
    """
    by_sentence: dict[str, tuple[Ruling, list[str]]] = {}
    for suit in s.game.suits:
        for cell, reasons in board_view.cell_refusals(s, seat, card, suit).items():
            if reasons and reasons[0].code != "tower_closed":  # a closed tower displays no cells
                by_sentence.setdefault(s.game.describe(reasons[0]), (reasons[0], []))[1].append(cell_id(suit, cell))
    return list(by_sentence.values())


ALIGNMENT_GROUPS = (("lawful", ("LG", "LN", "LE")), ("neutral", ("NG", "NE")), ("chaotic", ("CG", "CN", "CE")))
"""Alignments by the word for their first letter. The second letter is Good, Neutral or Evil."""


def card_locations_grid(state: TowersState, seat_names: Sequence[str]) -> CellMapJson:
    """Return a grid of all cards, with a row for each suit and a column for each alignment.

    A cell has the letter of the seat with the open card, a star for the deck, or a dot for a card that is gone.
    """
    shapes: list[Json] = []
    columns = [cell for _, cells in ALIGNMENT_GROUPS for cell in cells]
    left = {
        card for held in board_view.deck_cards_by_suit_and_alignment(state).values() for card in held.values() if card
    }
    holds = {card: seat for seat in range(state.seats) for card in state.caches[seat]}
    for word, cells in ALIGNMENT_GROUPS:
        first, last = columns.index(cells[0]), columns.index(cells[-1])
        middle = GRID_LEFT + GRID_STEP * (first + last + 1) / 2
        shapes.append(_said(middle, 6, state.game.texts.board_text(word), 5.2, "km-shape-muted"))
        y, x = 8.2, GRID_LEFT + GRID_STEP * first
        shapes.append(
            {"tag": "path", "d": f"M{x + 1.5} {y}H{GRID_LEFT + GRID_STEP * (last + 1) - 1.5}", "stroke-width": 0.5}
        )
    shapes += [_said(GRID_LEFT + GRID_STEP * (i + 0.5), 15, cell, 5.2) for i, cell in enumerate(columns)]
    for row, suit in enumerate(SUIT_ICONS):
        y = GRID_TOP + GRID_STEP * (row + 0.5)
        shapes.append({**icon_shape(SUIT_ICONS[suit][0], 6, y, 8.5), "fill": SUIT_COLOURS[suit][1]})
        shapes.append({**_said(12, y + 1.8, suit, 5.2), "text-anchor": "start"})
        for i, cell in enumerate(columns):
            x = GRID_LEFT + GRID_STEP * (i + 0.5)
            card = next(
                card for card, own in state.game.suit.items() if own == suit and state.game.alignment[card] == cell
            )
            if card in holds:
                seat = holds[card]
                dot = {"tag": "circle", "cx": x, "cy": y, "r": 4.6, "style": f"fill:var(--km-seat-{seat % 6})"}
                letter = {**_said(x, y + 1.9, seat_names[seat][:1], 5.4), "style": "fill:#14162e"}
                shapes += [{**dot, "stroke-width": 0.6}, letter]
            elif card in left:
                star = {**icon_shape("star", x, y, 9.5), "style": "fill:var(--km-gold)", "stroke": "#7d5300"}
                shapes.append({**star, "stroke-width": 1})
            else:
                dot = {"tag": "circle", "cx": x, "cy": y, "r": 0.9, "stroke": "none"}
                shapes.append({**dot, "class": "km-shape-muted"})
    return {
        "view": [GRID_LEFT + GRID_STEP * len(columns), GRID_TOP + GRID_STEP * len(SUIT_ICONS)],
        "shapes": shapes,
        "cells": [],
    }


def _said(x: float, y: float, text: str, size: float, look: str = "") -> Json:
    return {"tag": "text", "x": x, "y": y, "text-anchor": "middle", "font-size": size, "class": look, "text": text}
