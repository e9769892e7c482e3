"""Card content of The Sultan's Wishes: task cards, wishes, wares, plates, score cards."""

from __future__ import annotations

from typing import Any

from gamelib.games.wishes.card_tables import GUARD
from gamelib.number_format import capitalize_first

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import CardJson
from .theme import EFFECT_ICONS, KIND_THEMES, TASK_IMAGES, TASK_TONES, TIME_ICONS, WARE_IMAGES


def ordinal_text(board: Board, place: int) -> str:
    """Return a place in words: 1st, 2nd, ..."""
    return board.board_text(f"nth_{place}" if place < 4 else "nth", n=place)


def kind_icon(kind: str) -> str:
    """Return the icon for a kind of task. It is a heart if the kind has no picture."""
    return {
        "Tea": "cup",
        "Food": "pot",
        "Sleep": "moon",
        "Entertainment": "dance",
        "Fan Wave": "fan",
        "Music": "song",
    }.get(kind, "heart")


def task_tone(game: Any, kind: str) -> str:
    """Return the tone of a kind of task."""
    kinds = game.tables.kinds
    return TASK_TONES[kinds.index(kind) % len(TASK_TONES)] if kind in kinds else "s5"


def kind_image_name(names: dict[str, str], name: str) -> str:
    """Return the name of the picture for a kind, or "" for a kind that only other card tables have."""
    picture = names.get(name, "")
    return picture if picture in KIND_THEMES else ""


def task_effect_text(board: Board, name: str) -> str:
    """Return the effect of a task card in words."""
    return board.fill_in_game_terms(board.game.texts.sections["effects"][board.game.tables.effects[name].does])


def task_content(board: Board, card: str) -> CardJson:
    """Return the content of a task card: hearts, kind, effect."""
    row, words = board.game.tables.tasks[card], board.game.texts
    does, said = board.game.tables.effects[row.effect].does, words.card_name(row.effect)
    return {
        "key": card,
        "kind": kind_image_name(TASK_IMAGES, row.kind),
        "icon": "heart",
        "tone": task_tone(board.game, row.kind),
        "name": words.card_name(row.kind),
        "big": row.hearts,
        "sign": "heart",
        "unit": board.board_text("unit_heart" if row.hearts == 1 else "unit_hearts"),
        "skills": [{"icon": EFFECT_ICONS[does], "label": said, "letter": "", "value": said}],
        "text": f"{said}: {task_effect_text(board, row.effect)[:1].lower()}{task_effect_text(board, row.effect)[1:]}",
    }


def wish_content(board: Board, name: str) -> CardJson:
    """Return the content of a wish."""
    row = board.game.tables.wishes[name]
    kind = kind_image_name(TASK_IMAGES, row.value) if row.criterion == "kind" else ""
    face = {
        "key": name,
        "kind": "final" if row.final else kind,
        "icon": "heart",
        "tone": "s7",
        "name": wish_name(board, name),
    }
    return {**face, "text": f"{accepted_tasks_text(board, name)}: {needed_hearts_or_cards_text(board, name, row.need)}"}


def accepted_tasks_text(board: Board, name: str) -> str:
    """Return the task cards that a wish accepts."""
    row = board.game.tables.wishes[name]
    what = (
        board.board_text("hearts", n=row.value) if row.criterion == "hearts" else board.game.texts.card_name(row.value)
    )
    return board.board_text("cards_of" if row.criterion == "kind" else "cards_with", what=what)


def needed_hearts_or_cards_text(board: Board, wish: str, count: int) -> str:
    """Return a number of hearts, or of cards for a final wish, as text."""
    return board.board_text("cards" if board.game.tables.wishes[wish].final else "hearts", n=count)


def ware_content(board: Board, name: str) -> CardJson:
    """Return the content of a wares card: price, ware, time of day."""
    row, words = board.game.tables.wares[name], board.game.texts
    return {
        "key": name,
        "kind": kind_image_name(WARE_IMAGES, row.ware),
        "icon": "stall",
        "tone": "s1",
        "name": words.card_name(row.ware),
        "big": row.cost,
        "sign": "stone",
        "unit": board.board_text("gems"),
        "text": board.board_text("time_and_stall", time=row.icon, merchant=row.merchant),
    }


def time_of_day_sign(board: Board, name: str) -> Json:
    """Return the time of day of a ware card as a small icon."""
    icon = board.game.tables.wares[name].icon
    word = board.game.texts.card_name(icon)
    return {"icon": TIME_ICONS.get(icon, "star"), "label": word, "letter": "", "value": word}


def mood_plate_content(board: Board, name: str) -> CardJson:
    """Return the content of a plate of the mood."""
    row = board.game.tables.plates[name]
    return {
        "key": name,
        "kind": f"mood-{row.effect}",
        "icon": "star",
        "tone": "s1",
        "name": board.game.texts.card_name(name),
        "text": capitalize_first(board.fill_in_game_terms(board.game.texts.sections["moods"][row.effect])),
        **({"big": f"+{row.extra_points}"} if row.extra_points else {}),
    }


def score_card_content(board: Board, name: str) -> CardJson:
    """Return the content of a market score card with its values."""
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
        "list": [board.board_text("complete_day", n=row.day_points)],
    }


def guard_content(board: Board) -> CardJson:
    """Return the content of a Guard."""
    return {
        "kind": "guard",
        "icon": "shield",
        "tone": "s5",
        "name": capitalize_first(board.game.texts.card_name(GUARD)),
        "text": board.board_text("guard_counts"),
    }


def wish_name(board: Board, wish: str) -> str:
    """Return the short name of a wish, in one or two words."""
    row = board.game.tables.wishes[wish]
    what = (
        board.board_text("hearts", n=row.value)
        if row.criterion == "hearts"
        else capitalize_first(board.game.texts.card_name(row.value))
    )
    if row.final:
        return board.board_text("final_what", what=what)
    alike = [other for other, *_ in board.view.open if board.game.tables.wishes[other][:3] == row[:3]]
    return f"{what} {row.need}" if len(alike) > 1 else what


def card_content(board: Board, card: str) -> CardJson | None:
    """Return the content of a card of any sort."""
    tables = board.game.tables
    for cards, show in (
        (tables.tasks, task_content),
        (tables.wishes, wish_content),
        (tables.wares, ware_content),
        (tables.plates, mood_plate_content),
        (tables.scores, score_card_content),
    ):
        if card in cards:
            return show(board, card)
    return guard_content(board) if card == GUARD else None
