"""Card content and card order of Court."""

from __future__ import annotations

from collections.abc import Mapping

from gamelib.number_format import format_modifier

from ....page.protocol import Json
from ....table.board import Board
from ....table.json_types import CardJson
from .theme import CARD_KINDS, KISMET_ART, SKILLS, companion_portrait, gold_card_shapes, lesson_shapes


def sorted_cards(board: Board, cards: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the cards with their counts: companions first, then by kind, then in the order of the card tables."""
    order = {card: n for n, card in enumerate(board.game.card_kind)}
    kinds = {kind: n for n, kind in enumerate(("concubine", *CARD_KINDS))}
    return sorted(
        cards.items(),
        key=lambda item: (kinds.get(board.game.card_kind.get(item[0], ""), 99), order.get(item[0], 999)),
    )


def card_content(board: Board, card: str) -> CardJson:
    """Return the content of a card."""
    kind = board.game.card_kind[card]
    icon, tone = CARD_KINDS[kind].icon, CARD_KINDS[kind].tone
    face: Json = {"icon": icon, "tone": tone, "kind": kind, "key": card, "name": board.game.texts.card_name(card)}
    effects = board.game.texts.sections["effects"]
    if kind == "concubine":
        power = board.game.companions[card].power
        face["text"] = board.fill_in_game_terms(board.game.texts.sections["powers"][power]) if power else ""
        face["person"] = companion_portrait(face["name"], board.game.companions[card].skills)
    elif card in effects:
        face["text"] = board.fill_in_game_terms(effects[card])
    if kind in ("gold", "jewelry"):
        face["big"] = board.game.payment_value[card]
        if kind == "gold":
            face["art"] = gold_card_shapes(face["big"])
    elif kind == "enhancement":
        gains = [(skill, points) for skill, points in zip(SKILLS, board.game.skill_points[card], strict=True) if points]
        face["big"] = " ".join(f"+{points}" for _, points in gains)
        face["art"] = lesson_shapes([skill for skill, _ in gains])
        face["text"] = board.board_text(
            "raises", gains=[board.board_text(f"{skill}_by", points=points) for skill, points in gains]
        )
    elif kind == "sultans_wrath":
        modifier = board.game.raid_cards[card].modifier
        face["big"] = format_modifier(modifier)
    elif card in KISMET_ART:
        face["art"] = KISMET_ART[card]
    return face


def icon_and_tone(board: Board, card: str) -> tuple[str, str]:
    """Return the icon and tone of a card."""
    kind = CARD_KINDS[board.game.card_kind[card]]
    return kind.icon, kind.tone
