"""What each card of Court shows, and in which order cards lie."""

from __future__ import annotations

from collections.abc import Mapping

from gamelib.number_format import format_modifier

from ....page.protocol import Json
from ....table.scene import Board
from .pictures import CARDS, FATES, SKILLS, coins, lesson, person


def in_order(board: Board, cards: Mapping[str, int]) -> list[tuple[str, int]]:
    order = {card: n for n, card in enumerate(board.game.card_kind)}
    kinds = {kind: n for n, kind in enumerate(("concubine", *CARDS))}
    return sorted(
        cards.items(),
        key=lambda item: (kinds.get(board.game.card_kind.get(item[0], ""), 99), order.get(item[0], 999)),
    )


def face(board: Board, card: str) -> Json:
    """What the card itself shows."""
    kind = board.game.card_kind[card]
    icon, tone = CARDS[kind].icon, CARDS[kind].tone
    face: Json = {"icon": icon, "tone": tone, "kind": kind, "key": card, "name": board.game.texts.card_name(card)}
    effects = board.game.texts.sections["effects"]
    if kind == "concubine":
        power = board.game.companions[card].power
        face["text"] = board.fill(board.game.texts.sections["powers"][power]) if power else ""
        face["person"] = person(face["name"], board.game.companions[card].skills)
    elif card in effects:
        face["text"] = board.fill(effects[card])
    if kind in ("gold", "jewelry"):
        face["big"] = board.game.payment_value[card]
        if kind == "gold":
            face["art"] = coins(face["big"])
    elif kind == "enhancement":
        gains = [(skill, points) for skill, points in zip(SKILLS, board.game.skill_points[card], strict=True) if points]
        face["big"] = " ".join(f"+{points}" for _, points in gains)
        face["art"] = lesson([skill for skill, _ in gains])
        face["text"] = board.text("raises", gains=[board.text(f"{skill}_by", points=points) for skill, points in gains])
    elif kind == "sultans_wrath":
        modifier = board.game.raid_cards[card].modifier
        face["big"] = format_modifier(modifier)
    elif card in FATES:
        face["art"] = FATES[card]
    return face


def looks(board: Board, card: str) -> tuple[str, str]:
    """Icon and tone of a card."""
    kind = CARDS[board.game.card_kind[card]]
    return kind.icon, kind.tone
