"""List of all nameable actions in a position of Court, legal or not."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ...nodes import Action
from ...step import DECISION

if TYPE_CHECKING:
    from .state import HaremState

MAX_SUB_MULTISETS = 400
"""Maximum number of card sets. Above it, only legal sets and a few illegal ones are named."""


def sub_multisets(counts: dict[str, int], order: Any) -> list[tuple[str, ...]]:
    """Return each sub-multiset of these cards, in the order of the game."""
    cards = sorted(counts, key=order)
    ranges = (range(counts[card] + 1) for card in cards)
    return [tuple(c for c, k in zip(cards, ks, strict=True) for _ in range(k)) for ks in product(*ranges)]


def sub_multiset_count(counts: dict[str, int]) -> int:
    """Return the number of sub-multisets."""
    n = 1
    for k in counts.values():
        n *= k + 1
    return n


def possible_payments(state: HaremState) -> list[tuple[str, ...]]:
    """Return nameable payments: subsets of the treasury and the rolled Gems, and sets with one card too many."""
    player = state.players[state.turn]
    money = {card: n for card, n in player.treasury.items() if card != "GEM"}
    for value in state.pending:
        money[f"GEM:{value}"] = money.get(f"GEM:{value}", 0) + 1
    if can_enumerate_payments(state):
        sets = sub_multisets(money, lambda card: (card.startswith("GEM:"), int(card.partition(":")[2] or 0), card))
    else:
        sets = legal_card_sets(state, "engage")
    whole = max(sets, key=len, default=())
    extra = [(*whole, "GOLD-1"), (*whole, "GEM"), ("GOLD-3", *whole), ("CON-01",), tuple(reversed(whole)), ("GEM:x",)]
    return [*sets, *extra]


def nameable_loot(state: HaremState) -> list[tuple[str, ...]]:
    """Return nameable loot: subsets of the treasuries of other seats, and sets with one card too many."""
    order = ["GOLD-1", "GOLD-2", "GOLD-3", "GEM", "JEW-2", "JEW-3", "JEW-4"].index
    sets: list[tuple[str, ...]] = [("GUARD",), ("CON-01",), ("NO-CARD",), ("GOLD-2", "GOLD-1")]
    for seat in state.other_seats(state.turn):
        treasury = state.players[seat].treasury
        if sub_multiset_count(treasury) <= MAX_SUB_MULTISETS:
            takes = sub_multisets(treasury, order)
            sets += [*takes, (*takes[-1], "GEM"), tuple(reversed(takes[-1]))]
    return [*sets, *legal_card_sets(state, "take")]


def legal_card_sets(state: HaremState, verb: str) -> list[tuple[str, ...]]:
    """Return the sets of cards in the legal actions with this verb."""
    frame = state.agenda_frames[-1]
    moves = frame.step.legal_actions(state, frame) if frame.step.kind == DECISION else []
    return [action.args[-1] for action in moves if action.verb == verb]


def can_enumerate_payments(state: HaremState) -> bool:
    """Return whether the treasuries are small enough to list all their subsets."""
    return all(
        sub_multiset_count(player.treasury) * 4 ** len(state.pending) <= MAX_SUB_MULTISETS for player in state.players
    )


def nameable_actions(state: HaremState) -> list[Action]:
    """Return all nameable actions: all verbs with all cards, companions, seats, payments and loot."""
    player = state.players[state.turn]
    seats = range(-1, state.seats + 2)
    game = state.game
    words = (*game.master_counts, *game.companions, "master", "harem", "NO-CARD")
    actions = [Action(verb) for verb, kinds in game.argument_type_letters_by_verb.items() if not kinds]
    for verb, kinds in game.argument_type_letters_by_verb.items():
        if kinds == "s":
            actions += [Action(verb, word) for word in words]
        elif kinds == "ss":
            actions += [Action(verb, card, c) for card in game.master_counts for c in (*game.companions, "NO-CARD")]
        elif kinds == "si":
            actions += [Action(verb, card, seat) for card in game.master_counts for seat in seats]
        elif kinds == "i":
            actions += [Action(verb, n) for n in range(-1, 11)]
    held = [card for card in player.hand if card in game.companions]
    other = next(c for c in game.companions if c not in held)
    actions += [Action("engage", c, paid) for c in (*held, other, "GOLD-1") for paid in possible_payments(state)]
    actions += [Action("take", cards) for cards in nameable_loot(state)]
    actions += [Action("engage", c, paid) for c in held for paid in legal_card_sets(state, "engage")]
    holders = [*player.court, *player.stars, other]
    attached = {card for cards in player.court.values() for card in cards} | {"ENH-D1", "GUARD"}
    actions += [Action("move", *what) for what in product(holders, attached, holders, [*holders, "CON-20"])]
    return list(dict.fromkeys(actions))
