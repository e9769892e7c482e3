"""Mini-games of the lessons on Towers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from gamelib.bank.towers.tower_building import tower_chain_with_adjacency
from gamelib.games.towers.flee_decision import flee_price
from gamelib.games.towers.geometry import ALL_CELLS, CELL_OFFSETS
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.number_format import count_with_noun

from ....lesson.experiment import MiniGameView, TrialItem
from ....page.card_overrides import game_with_served_cards
from .positions import position_before_flee_or_stay

odds = game_with_served_cards("towers").odds

CellMask: TypeAlias = int
"""Set of cells of a tower: bit n is 1 if cell n is in the set."""
ACROSS = {-1: "left", 0: "", 1: "right"}
UPWARD = {1: "top", 0: "", -1: "bottom"}
ORDER = [CELL_OFFSETS.index((x, y)) if x or y else None for y in (1, 0, -1) for x in (-1, 0, 1)]
"""Cells row by row as numbers of the geometry. None is the middle."""


def cell_position_text(cell: int) -> str:
    """Return the position of a cell in words: "top left", "right"."""
    x, y = CELL_OFFSETS[cell]
    return " ".join(filter(None, (UPWARD[y], ACROSS[x])))


def tower_grid_item(
    taken_cell_mask: CellMask, offered_cells: Sequence[int] = (), name: str = "", middle_symbol: str = "▲"
) -> TrialItem:
    """Return the grid of a tower seen from above, or of a card, with symbols and with the cells to choose from."""
    cells: list[dict[str, Any]] = []
    for n in ORDER:
        if n is None:
            cells.append({"text": middle_symbol, "state": "middle"} if middle_symbol else {})
        elif taken_cell_mask >> n & 1:
            cells.append({"text": "●", "state": "taken"})
        elif n in offered_cells:
            cells.append({"move": offered_cells.index(n), "name": cell_position_text(n)})
        else:
            cells.append({})
    return {"grid": cells, "name": name}


def choose_tower_cells_game(rng: Random, moves: Sequence[int], adjacency: str) -> MiniGameView:
    """Create a mini-game. The task is to build one tower from cards that come one after another.

    Cards that fit nowhere are lost, and the player chooses the cell of each other card.
    """
    geometry = tower_chain_with_adjacency(adjacency, odds=odds).geometry
    mask = shown = lost = 0
    for turn in range(len(moves) + 1):
        if geometry.is_closed_mask[mask]:
            say = (
                f"The tower closed after card {shown}. It has {count_with_noun(turn, 'symbol')}. "
                f"{count_with_noun(lost, 'card')} didn’t fit and {'was' if lost == 1 else 'were'} lost."
            )
            return MiniGameView((tower_grid_item(mask, name="the tower"),), say)
        missed, cells = 0, 0
        while not cells:
            lying = rng.randrange(len(ALL_CELLS))
            cells, shown = geometry.open_cell_masks[lying][mask], shown + 1
            missed += not cells
        lost += missed
        free = [cell for cell in ALL_CELLS if cells >> cell & 1]
        if turn == len(moves):
            came = f"{count_with_noun(missed, 'card')} didn’t fit. " if missed else ""
            pieces = tower_grid_item(mask, free, "the tower"), tower_grid_item(1 << lying, (), f"card {shown}", "")
            return MiniGameView(
                pieces,
                f"{came}Card {shown} fits. Where its symbol is decides where you can place the card.",
                "Click a yellow cell.",
                tuple(map(cell_position_text, free)),
            )
        mask |= 1 << free[moves[turn]]
    raise AssertionError("every turn ends the search")


def flee_game(rng: Random, moves: Sequence[int], closers: int, unseen: int, cards: int) -> MiniGameView:
    """Create a mini-game.

    The task is to pay now, or stay and reveal the draws of the other player. The mini-game ends with the payments in
    both cases.
    """
    here = position_before_flee_or_stay(closers, unseen, cards).state
    own, other = (len(balance) for balance in here.balances)
    price = flee_price(here, 0)
    drawn = [card < closers for card in rng.sample(range(unseen), CACHE_SIZE)]
    come = True in drawn
    later = own + CACHE_SIZE + cards * come - other
    if not moves:
        say = f"You owe {own} cards, and your {CACHE_SIZE} cards in hand don’t fit. The other player owes {other}."
        return MiniGameView(
            _cards(drawn, 0),
            say,
            "Do you flee or stay?",
            (f"Flee: pay {price} coins now", "Stay: see which cards come"),
        )
    turned = len(moves) - 1
    fled = moves[0] == 0
    if turned < CACHE_SIZE:
        say = (
            (f"You paid {price} coins. Which cards would have come?")
            if fled
            else "You stay. The other player draws three cards."
        )
        return MiniGameView(_cards(drawn, turned), say, f"Card {turned + 1} of the other player:", ("Turn it over",))
    what = "A closer was drawn" if come else "No closer was drawn"
    staying = f"{own} + {CACHE_SIZE}{f' + {cards}' if come else ''} − {other} = {later} coins"
    if fled:
        say = f"{what}. Staying would have cost {staying}. You paid {price}."
    else:
        say = f"{what}. You pay {staying}. Fleeing would have cost {price}."
    return MiniGameView(_cards(drawn, CACHE_SIZE), say)


def _cards(drawn: Sequence[bool], turned: int) -> tuple[TrialItem, ...]:
    words = {True: "a closer", False: "harmless"}
    return tuple({"card": words[hit] if n < turned else "?", "hit": hit and n < turned} for n, hit in enumerate(drawn))
