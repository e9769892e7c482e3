"""What the cards of The Sultan's Wishes show: task cards, wishes, wares, plates, score cards."""

from __future__ import annotations

from typing import Any

from gamelib.games.wishes.card_tables import GUARD
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.scene import Board
from .pictures import EFFECTS, KINDS, TASKS, TIMES, TONES, WARES


def nth(board: Board, place: int) -> str:
    """A place in words: 1st, 2nd, ..."""
    return board.text(f"nth_{place}" if place < 4 else "nth", n=place)


def kind_icon(kind: str) -> str:
    """The icon of a kind of task; a heart for one that no picture is known of."""
    return {
        "Tea": "cup",
        "Food": "pot",
        "Sleep": "moon",
        "Entertainment": "dance",
        "Fan Wave": "fan",
        "Music": "song",
    }.get(kind, "heart")


def tone(game: Any, kind: str) -> str:
    """The tone of a kind of task."""
    kinds = game.tables.kinds
    return TONES[kinds.index(kind) % len(TONES)] if kind in kinds else "s5"


def picture_of(names: dict[str, str], name: str) -> str:
    """The picture of a kind, "" for one of other card tables."""
    picture = names.get(name, "")
    return picture if picture in KINDS else ""


def effect(board: Board, name: str) -> str:
    """What an effect does, in words."""
    return board.fill(board.game.texts.sections["effects"][board.game.tables.effects[name].does])


def task(board: Board, card: str) -> Json:
    """A task card: hearts, kind, effect."""
    row, words = board.game.tables.tasks[card], board.game.texts
    does, said = board.game.tables.effects[row.effect].does, words.card_name(row.effect)
    return {
        "key": card,
        "kind": picture_of(TASKS, row.kind),
        "icon": "heart",
        "tone": tone(board.game, row.kind),
        "name": words.card_name(row.kind),
        "big": row.hearts,
        "sign": "heart",
        "unit": board.text("unit_heart" if row.hearts == 1 else "unit_hearts"),
        "skills": [{"icon": EFFECTS[does], "label": said, "letter": "", "value": said}],
        "text": f"{said}: {effect(board, row.effect)[:1].lower()}{effect(board, row.effect)[1:]}",
    }


def wish(board: Board, name: str) -> Json:
    """A wish: what it asks for."""
    row = board.game.tables.wishes[name]
    kind = picture_of(TASKS, row.value) if row.criterion == "kind" else ""
    face = {
        "key": name,
        "kind": "final" if row.final else kind,
        "icon": "heart",
        "tone": "s7",
        "name": wish_name(board, name),
    }
    return {**face, "text": f"{asks(board, name)}: {needs(board, name, row.need)}"}


def asks(board: Board, name: str) -> str:
    """Which task cards a wish takes."""
    row = board.game.tables.wishes[name]
    what = board.text("hearts", n=row.value) if row.criterion == "hearts" else board.game.texts.card_name(row.value)
    return board.text("cards_of" if row.criterion == "kind" else "cards_with", what=what)


def needs(board: Board, name: str, n: int) -> str:
    """How much a wish needs."""
    return board.text("cards" if board.game.tables.wishes[name].final else "hearts", n=n)


def ware(board: Board, name: str) -> Json:
    """A wares card: price, ware, time of day."""
    row, words = board.game.tables.wares[name], board.game.texts
    return {
        "key": name,
        "kind": picture_of(WARES, row.ware),
        "icon": "stall",
        "tone": "s1",
        "name": words.card_name(row.ware),
        "big": row.cost,
        "sign": "stone",
        "unit": board.text("gems"),
        "text": board.text("time_and_stall", time=row.icon, merchant=row.merchant),
    }


def time_of(board: Board, name: str) -> Json:
    """The time of day of a wares card as a small sign."""
    icon = board.game.tables.wares[name].icon
    word = board.game.texts.card_name(icon)
    return {"icon": TIMES.get(icon, "star"), "label": word, "letter": "", "value": word}


def plate(board: Board, name: str) -> Json:
    """A plate of the mood."""
    row = board.game.tables.plates[name]
    return {
        "key": name,
        "kind": f"mood-{row.effect}",
        "icon": "star",
        "tone": "s1",
        "name": board.game.texts.card_name(name),
        "text": capitalize_first(board.fill(board.game.texts.sections["moods"][row.effect])),
        **({"big": f"+{row.extra_points}"} if row.extra_points else {}),
    }


def score(board: Board, name: str) -> Json:
    """A market score card: what is worth something on it."""
    row, words = board.game.tables.scores[name], board.game.texts
    parts = (row.merchant, row.ware, row.icon)
    told = [f"{words.card_name(thing)} {points}" for worth in parts for thing, points in worth.items() if points]
    return {
        "key": name,
        "kind": "score",
        "icon": "scroll",
        "tone": "s1",
        "name": capitalize_first(words.card_name(name)),
        "text": ", ".join(told),
        "list": [board.text("complete_day", n=row.day_points)],
    }


def guard(board: Board) -> Json:
    """A Guard."""
    return {
        "kind": "guard",
        "icon": "shield",
        "tone": "s5",
        "name": capitalize_first(board.game.texts.card_name(GUARD)),
        "text": board.text("guard_counts"),
    }


def wish_name(board: Board, wish: str) -> str:
    """A wish in a word or two."""
    row = board.game.tables.wishes[wish]
    what = (
        board.text("hearts", n=row.value)
        if row.criterion == "hearts"
        else capitalize_first(board.game.texts.card_name(row.value))
    )
    if row.final:
        return board.text("final_what", what=what)
    alike = [other for other, *_ in board.view.open if board.game.tables.wishes[other][:3] == row[:3]]
    return f"{what} {row.need}" if len(alike) > 1 else what


def face(board: Board, card: str) -> Json | None:
    """What a card shows, whatever it is."""
    tables = board.game.tables
    for cards, show in (
        (tables.tasks, task),
        (tables.wishes, wish),
        (tables.wares, ware),
        (tables.plates, plate),
        (tables.scores, score),
    ):
        if card in cards:
            return show(board, card)
    return guard(board) if card == GUARD else None
