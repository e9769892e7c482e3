"""Positions of Towers for its lessons: a tower that grows until it closes, and an ending with a stuck seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from gamelib import Chance, Decision, Record
from gamelib.games.towers.board_view import tower_closers as closers_of
from gamelib.games.towers.bots import greedy_stay_bot
from gamelib.games.towers.geometry import FULL_MASK
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.games.towers.steps import PASS

from ....lesson.position_search import MAX_SEEDS, find_position, play_until, with_choices
from ....page.card_overrides import game_with_served_cards

SEATS = 2
BOT = greedy_stay_bot
"""Games are played by bots that never flee, so that they last."""
NO_CLOSER = CACHE_SIZE + 1
"""Number for a closer that does not come."""

# -- a tower that closes -------------------------------------------------------------------------


@lru_cache(None)
def _tall(adjacency: str) -> tuple[Record, int]:
    """Return a game in which a tower closes after all eight symbols, and the number of this tower.

    The first seat opens the game.
    """

    def has_tower_with_seven_cells(state: Any) -> bool:
        return any(mask != FULL_MASK and mask.bit_count() == 7 for mask in state.masks)

    for seed in range(MAX_SEEDS):
        record, rng = Record(game_with_served_cards("towers"), SEATS, {"adjacency": adjacency}), Random(seed)
        play_until(record, rng, BOT, lambda state: isinstance(state.node, Decision))
        if record.state.node.seat == 0 and play_until(record, rng, BOT, has_tower_with_seven_cells):
            tower = next(n for n, mask in enumerate(record.state.masks) if mask != FULL_MASK and mask.bit_count() == 7)
            if play_until(record, rng, BOT, _closed(tower)):
                return record, tower
    raise LookupError("In the bots’ games, no tower gets all eight symbols.")


def _closed(tower: int) -> Callable[[Any], bool]:
    return lambda state: not state.is_tower_open(tower)


def first_choice_of_tall_tower_game(adjacency: str) -> Record:
    """Return the position before the first choice, in a game that has a tall tower later."""
    record, _ = _tall(adjacency)
    states = range(len(record) + 1)
    return record.branch(next(step for step in states if isinstance(record.state_at(step).node, Decision)))


@lru_cache(None)
def position_after_tower_symbol(symbol_number: int, adjacency: str) -> Record:
    """Return the position after this symbol of the tower. The last symbol closes the tower."""
    whole, tower = _tall(adjacency)
    record = first_choice_of_tall_tower_game(adjacency)
    for choice in whole.choices[len(record) :]:
        record.apply_and_append(choice)
        if len(record.state.plays[tower]) == symbol_number or not record.state.is_tower_open(tower):
            break
    return record


# -- when to flee --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _StuckSeat:
    """Condition: the first seat is stuck, and this many cards of the deck would close one tower of this size."""

    closers: int
    unseen: int
    cards: int

    def __call__(self, state: Any) -> bool:
        if state.has_playable_card(0) or len(state.deck) != self.unseen:
            return False
        towers = [closers_of(state, suit) for suit in state.game.suits]
        dangers = [(tower.cards, len(tower.closers_in_deck[1])) for tower in towers if tower.closers_in_deck[1]]
        return dangers == [(self.cards, self.closers)] and not any(tower.closers_in_caches[1] for tower in towers)

    def closers_in_deck(self, state: Any) -> frozenset[str]:
        """Return the cards of the deck that would close the tower."""
        return frozenset(card for suit in state.game.suits for card in closers_of(state, suit).closers_in_deck[1])


def position_before_flee_or_stay(closers: int, unseen: int, cards: int) -> Record:
    """Return a position in which a seat cannot place a card and may flee."""
    return find_position("towers", SEATS, BOT, _StuckSeat(closers, unseen, cards), "choose")


@lru_cache(None)
def position_after_stay_and_draws(closing_draw: int, closers: int, unseen: int, cards: int) -> Record:
    """Return the position after the first seat passed and the other seat drew its cards.

    Card number `closing_draw` of the other seat is the first closer. The last number means that the seat drew no
    closing card.
    """
    record = with_choices(position_before_flee_or_stay(closers, unseen, cards), PASS)
    close = _StuckSeat(closers, unseen, cards).closers_in_deck(record.state)
    harmless = [card for card in record.state.deck if card not in close]
    others = harmless[: closing_draw - 1] + sorted(close)[: closing_draw != NO_CLOSER]
    own = [card for card in (*harmless, *sorted(close)) if card not in others]

    def force(state: Any) -> Any:
        if not isinstance(state.node, Chance):
            return None
        if state.node.seat == 0:
            return own.pop(0)
        return others.pop(0) if others else None

    play_until(
        record,
        Random(closing_draw),
        BOT,
        lambda state: isinstance(state.node, Decision) and state.node.seat == 0,
        force,
    )
    return record
