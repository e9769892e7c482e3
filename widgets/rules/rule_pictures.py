"""Small pictures of the pieces that a rule is about, as data for the page.

    picture  {from: [piece], to: [piece], no}     `no`: the rule forbids the step
    piece    drawing keys of a card in a scene: kind, art, person, icon, tone, back, big, count. Or {board, at: [cell]}

By default, a picture contains the pieces of the rule example. If these say little about the rule, `pictured.toml` in
the board folder of the game lists other pieces: `"HAR-8.3" = "die=6 die=4 > sultans_wrath"`. A piece is a kind of card
(`kind:icon` with an icon as its picture), a card back, an icon or a die. The text after "=" is printed on the piece.
">" stands for the arrow, and "!" means that the rule refuses the step. `"EMI-6"` applies to all rules of chapter 6 that
have no line of their own.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from gamelib import Game
from gamelib.bank.rule_examples import RuleExample, rule_examples
from gamelib.validation import short_repr

from ..page.protocol import Json
from ..table.board import board_class
from ..table.rule_example import GroupChanges, boards_before_and_after, group_cards, group_changes

IMAGE_KEYS = ("kind", "art", "person", "icon", "tone", "back")
MAX_PIECES = (3, 2)
"""Pieces before and after the arrow."""
GAMES_DIR = Path(__file__).parent.parent / "games"


def rule_pictures(game: Game, rules: list[str]) -> Json:
    """Return the pictures by rule id, for the rules that have one."""
    written, steps = load_picture_specs(game.id), rule_examples(game)
    drawn: Json = {}
    for rule in rules:
        text = written.get(rule) or written.get(rule.rpartition(".")[0])  # picture of the rule, or else of its chapter
        if text:
            drawn[rule] = parse_picture(game.id, text)
        elif rule in steps:
            drawn[rule] = _of_step(steps[rule])
    return {rule: picture for rule, picture in drawn.items() if picture}


@cache
def load_picture_specs(game_id: str) -> Json:
    """Return the content of `pictured.toml` of a game, as a mapping from rule ids to pieces."""
    path = GAMES_DIR / game_id / "board" / "pictured.toml"
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}


def parse_picture(game_id: str, text: str) -> Json:
    """Parse a picture in the text form of `pictured.toml`. Raise ValueError for a piece without a drawing."""
    left, _, right = text.removesuffix("!").partition(">")
    before, after = ([_named(game_id, word) for word in side.split()] for side in (left, right))
    return _made(before, after, text.endswith("!"))


def _named(game: str, word: str) -> Json:
    name, _, written = word.partition("=")
    if name == "die":
        return {"art": [{"thing": "die", "value": int(written), "size": 1.1}], "tone": "s8"}
    drawn = board_class(game).piece_image(name)
    if drawn is None:
        raise ValueError(f"{game}: there is no piece {short_repr(word)} to draw.")
    return {**drawn, "big": written.replace("_", "\u00a0")} if written else drawn


def _made(left: list[Json], right: list[Json], no: bool) -> Json:
    made: Json = {"from": left}
    return {**made, **({"to": right} if right else {}), **({"no": True} if no else {})}


def _of_step(show: RuleExample) -> Json | None:
    """Return the pieces of the step: the played pieces and their targets, otherwise pieces that appear or disappear."""
    first, second = boards_before_and_after(show)
    if first is None or second is None:
        return None
    step = group_changes(show, first, second)
    before, after = _pieces(step.before), _pieces(step.after)
    ranks = {id: _rank(id, step, before, after) for id in {**before, **after}}
    left = _best([id for id in before if id in step.action_or_changed_ids], ranks, step.offer_target_and_item_ids)[
        : MAX_PIECES[0]
    ]
    right = [] if show.ruling is not None else [id for id in after if id in step.new_or_changed_ids]
    if left and ranks[left[0]] < 2:  # the other changes are consequences of the action
        right = [id for id in right if ranks[id] < 2 or id in left]
    right = _best(right, ranks, step.offer_target_and_item_ids)
    faces = [before[id] for id in left]
    if any("board" in after[id] for id in right):  # draw each board once
        faces = [face for face in faces if "board" not in face]
    come = [after[id] for id in right if after[id] not in faces][: MAX_PIECES[1]]
    boards = [face for face in faces if "board" in face]
    faces = [face for face in faces if face not in boards[1:]]
    if not faces:
        faces, come = come, []
    return _made(faces, come, show.ruling is not None) if faces else None


def _best(ids: list[str], ranks: dict[str, int], held: list[str]) -> list[str]:
    """Return the ids with the best rank, pieces of the action first. Piles and empty places are a last resort."""
    least = min((ranks[id] for id in ids), default=0)
    kept = [id for id in ids if ranks[id] <= max(1, least)]
    return sorted(kept, key=lambda id: (ranks[id], held.index(id) if id in held else 0))


def _rank(id: str, step: GroupChanges, before: Json, after: Json) -> int:
    """Rank a piece: 0 is part of the action, 1 appears or disappears, 2 changes, and 3 is a pile or an empty place."""
    card = before.get(id) or after[id]
    if id in step.offer_target_and_item_ids:
        return 0
    if card.get("pile") or card.get("kind") in ("free", "none", "open"):
        return 3
    return 1 if (id in before) is not (id in after) else 2


def _pieces(groups: dict[str, tuple[Json, Json]]) -> dict[str, Json]:
    """Return the drawing of each card and cell, by id."""
    pieces: dict[str, Json] = {}
    for _, group in groups.values():
        for card in group_cards(group):
            board = group.get("board")
            if board is not None and card in board["cells"]:
                if not (card.get("icon") or card.get("pile")):
                    at = [card[name] for name in ("x", "y", "w", "h")]
                    pieces[card["id"]] = {"board": {"view": board["view"], "shapes": board["shapes"]}, "at": at}
                continue
            piece: Json = {name: card[name] for name in IMAGE_KEYS if card.get(name)}
            if not piece:
                continue
            places: Any = card.get("places")
            big = f"{places['full']} / {places['of']}" if places else card.get("big")
            if big not in (None, ""):
                piece["big"] = str(big)
            if card.get("count", 0) > 1:
                piece["count"] = card["count"]
            if card.get("pile"):
                piece["pile"] = True
            pieces[card["id"]] = piece
    return pieces
