"""What an author lays beside a show where the table of the game draws nothing: pieces by their names, with words.

`[laid]` of a game's `shows.toml` lists for a rule `["after", "In the box", "Y1*; Epoch I; {each}"]`: when, what the
group is called, then each piece as `piece; name; number`, a number "x3" for so many of it. A piece is a kind of card, a
back or an icon of the game's board, `kind:icon` a kind with an icon as its picture. In braces stands what the events
say that cite the rule, by its name; `first`, `turn` and `names`: who is first player, the seats from there on, and all
seats; `tables`, the figures of the game; `head`, what stands above its table.
"""

from __future__ import annotations

from typing import Any

from gamelib.bank.shows import Show, laid
from gamelib.state import State

from ..page.protocol import Json
from ..page.texts import NAMES
from .scene import Board, board_type

TONE = "s5"


def piece(game: str, name: str) -> Json | None:
    """How a piece is drawn, by its name; None if nobody can draw it."""
    board = board_type(game)
    kind, _, icon = name.partition(":")
    if kind in board.kinds and icon in ("", *board.icons):
        return {"kind": kind, "icon": icon} if icon else {"kind": kind}
    if kind in board.backs:
        return {"back": kind}
    return {"icon": kind} if kind in board.icons else None


def laid_parts(show: Show, when: str, board: Board) -> list[Json]:
    """The parts that lie "before" or "after" the step. ValueError for a piece that nobody can draw."""
    parts = []
    said = _said(show, show.before() if when == "before" else show.after, board)
    for n, (_, title, *pieces) in enumerate(entry for entry in laid(show.game).get(show.rule, ()) if entry[0] == when):
        items = [_card(show, f"laid:{n}:{k}", text.format(**said)) for k, text in enumerate(pieces)]
        group = {"id": f"laid:{n}", "label": "", "look": "", "items": items}
        parts.append({"title": title.format(**said), "group": group, "marked": []})
    return parts


def _said(show: Show, state: State[Any], board: Board) -> dict[str, Any]:
    """What stands for the words in braces."""
    said: dict[str, Any] = {}
    for event in show.events:
        if show.rule in (event.rule, *event.also):
            said |= event.values
    names = NAMES[: state.seats]
    first = getattr(state, "first", 0)
    return {**said, "first": names[first], "turn": [*names[first:], *names[:first]], "names": names,
            "tables": getattr(show.game, "tables", None), "head": ", ".join(board.facts()).capitalize()}


def _card(show: Show, id: str, text: str) -> Json:
    name, said, number = [*map(str.strip, text.split(";")), "", ""][:3]
    face = piece(show.game.id, name)
    if face is None:
        raise ValueError(f"{show.rule}: there is no piece {name!r} to draw.")
    card: Json = {"id": id, "tone": TONE, "name": said, **face, **({"pile": True} if "back" in face else {})}
    if number.startswith("x"):
        return {**card, "count": int(number[1:])}
    return {**card, "big": number} if number else card
