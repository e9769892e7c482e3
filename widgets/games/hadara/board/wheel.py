"""Ring of decks with its wheel, seen from above: segments with deck and discard pile, and the seats' arrows."""

from __future__ import annotations

from math import cos, pi, sin

from gamelib.games.hadara.card_tables import COLOUR_LETTERS, COLOURS
from gamelib.games.hadara.state import DRAW_STEPS
from gamelib.nodes import Seat

from ....page.protocol import Json
from ....table.board import Board
from .action_effects import next_draw_colour
from .theme import LIGHT_COLOURS, card_theme_key

WIDTH, HEIGHT = 300, 250
_X, _Y, _RING, _HUB = 150, 125, 121, 47
_SEATS = ("#e69f00", "#56b4e9", "#2fb98d", "#cc79a7", "#e06a1e", "#9a8cf0")


def _at(place: float, radius: float) -> tuple[float, float]:
    angle = (place * 360 / DRAW_STEPS - 90) * pi / 180
    return round(_X + radius * cos(angle), 1), round(_Y + radius * sin(angle), 1)


def _segment(place: int, colour: int, mine: bool) -> Json:
    (x, y), (u, v) = _at(place - 0.5, _RING), _at(place + 0.5, _RING)
    return {
        "tag": "path",
        "d": f"M{_X} {_Y}L{x} {y}A{_RING} {_RING} 0 0 1 {u} {v}Z",
        "fill": LIGHT_COLOURS[colour],
        "fill-opacity": 1 if mine else 0.6,
        "stroke": "#1e2140" if mine else "#7b4e27",
        "stroke-width": 3 if mine else 1,
    }


def _arrow(board: Board, seat: Seat, place: int) -> list[Json]:
    (x, y), (tip_x, tip_y) = _at(place, _HUB * 0.72), _at(place, _HUB * 1.34)
    (ax, ay), (bx, by) = _at(place - 0.12, _HUB * 0.98), _at(place + 0.12, _HUB * 0.98)
    colour = _SEATS[seat % len(_SEATS)]
    return [
        {"tag": "path", "d": f"M{ax} {ay}L{tip_x} {tip_y}L{bx} {by}Z", "fill": colour, "stroke": "#1e2140"},
        {"tag": "circle", "cx": x, "cy": y, "r": 11, "fill": colour, "stroke": "#1e2140", "stroke-width": 1.6},
        {
            "tag": "text",
            "x": x,
            "y": y + 5,
            "text-anchor": "middle",
            "font-size": 14,
            "font-weight": 700,
            "style": "fill:#14162e",
            "text": board.seat_name(seat)[:1],
        },
    ]


def wheel(board: Board) -> Json:
    """Return the ring: the direction of each icon, the decks and the discard piles."""
    s = board.view
    setting = board.question_id == "wheel"
    draw = min(s.draw, DRAW_STEPS - 1)
    places = {} if setting or not s.phase else {seat: s.ring_place(seat, draw) for seat in range(s.seats)}
    mine = places.get(board.viewer)
    ring = [COLOURS.index(name) for name in s.ring]
    shapes: list[Json] = [{"tag": "circle", "cx": _X, "cy": _Y, "r": _RING + 2, "fill": "#7b4e27", "stroke": "none"}]
    order = sorted(range(DRAW_STEPS), key=lambda place: place == mine)  # the viewer's segment is at the top
    shapes += [_segment(place, ring[place], place == mine) for place in order]
    shapes.append(
        {
            "tag": "circle",
            "cx": _X,
            "cy": _Y,
            "r": _HUB * 1.05,
            "fill": "#f4e4bd",
            "stroke": "#7b4e27",
            "stroke-width": 3,
        }
    )
    hub = [part for seat, place in places.items() for part in _arrow(board, seat, place)]
    r = 12
    turning: list[Json] = [
        {
            "tag": "path",
            "d": f"M{_X - r} {_Y - 3}A{r} {r} 0 1 1 {_X - 3} {_Y + r}",
            "stroke": "#7b4e27",
            "stroke-width": 3,
        },
        {"tag": "path", "d": f"M{_X - 11} {_Y + r}l10-6v12Z", "fill": "#7b4e27", "stroke": "none"},
    ]
    shapes += [*turning, {"tag": "g", "spin": {"at": 72 * (s.wheel + draw), "around": [_X, _Y], "parts": hub}}]
    cells: list[Json] = []
    for place, colour in enumerate(ring):
        x, y = _at(place, _RING * 0.68)
        cells += [_deck(board, colour, x - 34, y - 25, places), _heap(board, colour, x + 3, y - 25)]
    upcoming = next_draw_colour(s, board.viewer) if s.drawn[board.viewer] else None
    note = {"note": board.board_text("next_you_draw", colour=COLOURS[upcoming])} if upcoming is not None else {}
    return {
        "id": "ring",
        "label": board.board_text("ring_decks_wheel"),
        "items": [],
        **note,
        "board": {"view": [WIDTH, HEIGHT], "shapes": shapes, "cells": cells},
    }


def _deck(board: Board, colour: int, x: float, y: float, places: dict[Seat, int]) -> Json:
    s, name = board.view, COLOURS[colour]
    here = [board.direction_isolated_name(seat) for seat, place in places.items() if s.ring[place] == name]
    unseen = s.unseen[(s.epoch - 1) * len(COLOURS) + colour] if s.epoch else ()
    told = board.board_text("cards_unseen", n=len(unseen))
    return board.make_card(
        f"deck:{name}",
        name=board.board_text("colour_deck", colour=name.capitalize()),
        back=f"{COLOUR_LETTERS[colour]}{max(1, s.epoch)}",
        pile=True,
        big=s.deck_size(colour),
        key=f"deck:{name}",
        text=board.board_text("who_is_here", who=board.board_text("and").join(here), told=told) if here else told,
        list=[board.game.texts.card_name(card) for card in unseen],
        x=round(x, 1),
        y=round(y, 1),
        w=32,
        h=52,
    )


def _heap(board: Board, colour: int, x: float, y: float) -> Json:
    s, name = board.view, COLOURS[colour]
    pile = s.piles[colour]
    names = [board.game.texts.card_name(card) for card in pile[::-1]]
    top = pile[-1] if pile else ""
    shown: Json = {"kind": card_theme_key(board.game.tables.cards[top])} if top else {"kind": "free"}
    return board.make_card(
        f"heap:{name}",
        name=board.board_text("discarded", colour=name),
        pile=True,
        big=len(pile),
        key=f"heap:{name}",
        **shown,
        text=board.board_text("on_top", card=names[0]) if names else board.board_text("nothing_discarded_yet"),
        list=[board.board_text("below", cards=", ".join(names[1:]))] if names[1:] else [],
        x=round(x, 1),
        y=round(y, 1),
        w=32,
        h=52,
    )
