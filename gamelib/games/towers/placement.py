"""Placement of a card: legal placements, reasons against illegal placements, and effects."""

from __future__ import annotations

from typing import TypeAlias

from ...nodes import Action, Ruling, Seat
from .geometry import CELL_NUMBER, CELLS, CELLS_IN_MASK, EDGE_CELLS, FULL_MASK, mask_to_cells
from .placement_tables import Placement
from .state import TowersState, end_game_and_settle_debts

CanChainContinue: TypeAlias = bool
"""Whether the seat may place another card: the card matched, and the cache has cards left."""
PLACEMENT_RULES = ("TOW-3.2", "TOW-3.3", "TOW-3.10", "TOW-9.2")
EMPTY_TOWER_RULES = (*PLACEMENT_RULES, "TOW-3.7")
EDGE_RULES = (*PLACEMENT_RULES, "TOW-3.11", "TOW-3.13")
SIDE_RULES = (*PLACEMENT_RULES, "TOW-3.11", "TOW-3.12")


def placement_actions(state: TowersState, seat: Seat) -> list[Action]:
    """Return all legal placements of the cards of a seat (TOW-2.3: any legal card, tower and cell)."""
    actions = state.actions[seat]
    rows = state.rows[seat]
    a, b, c, d, e, f = state.masks  # six towers (TOW-1.2), written out because a loop takes twice as long
    moves: list[Action] = []
    for card in state.caches[seat]:
        row = rows[card]
        on_a, on_b, on_c, on_d, on_e, on_f = actions[card]
        moves += on_a[row[a]]
        moves += on_b[row[b]]
        moves += on_c[row[c]]
        moves += on_d[row[d]]
        moves += on_e[row[e]]
        moves += on_f[row[f]]
    return moves


def placement_count(state: TowersState, seat: Seat) -> int:
    """Return the number of legal placements."""
    room = state.room
    shifts = state.shifts[seat]
    count = 0
    for card in state.caches[seat]:
        count += room >> shifts[card] & 255
    return count


def nth_legal_placement(state: TowersState, seat: Seat, number: int) -> Placement:
    """Return the legal placement with this index without creating the list. Raise IndexError if there is none."""
    room = state.room
    shifts = state.shifts[seat]
    for card in state.caches[seat]:
        count = room >> shifts[card] & 255
        if number < count:
            break
        number -= count
    else:
        raise IndexError(number)
    row = state.rows[seat][card]
    tower = 0
    while number >= (count := row[state.masks[tower]].bit_count()):
        number -= count
        tower += 1
    return card, tower, CELLS_IN_MASK[row[state.masks[tower]]][number]


def is_placement_legal(state: TowersState, seat: Seat, action: Action) -> bool:
    """Return whether a placement is legal. The function is faster than `placement_refusals`."""
    if action not in state.game.placements_by_action:
        return False
    card, tower, cell = state.game.placements_by_action[action]
    return card in state.caches[seat] and state.rows[seat][card][state.masks[tower]] >> cell & 1 == 1


def placement_refusals(state: TowersState, seat: Seat, card: str, suit: str, cell: str) -> list[Ruling]:
    """Return all rulings against a placement in display order, or an empty list if it is legal.

    The function does not check whether it is the turn of the seat.
    """
    values = {"card": card, "tower": suit, "cell": cell}
    game = state.game
    if suit not in game.suits or cell not in CELL_NUMBER or card not in game.cards:
        return [Ruling("TOW-3.4", "no_such_place", values)]
    reasons = []
    if card in game.foundations:
        return [Ruling("TOW-3.9", "neutral_card", values)]
    if card not in state.caches[seat]:
        if card in state.unplayed:
            reasons.append(Ruling("TOW-4.4", "chain_over", values))
        else:
            reasons.append(Ruling("TOW-3.1", "not_your_card", values))
    tower = game.suits.index(suit)
    mask = state.masks[tower]
    if mask == FULL_MASK:
        return [*reasons, Ruling("TOW-3.1", "tower_closed", values)]
    fitting = mask_to_cells(state.rows[seat][card][mask])
    remedy = "fits_at" if fitting else "fits_nowhere"
    for fault in state.geometry.placement_faults(state.lying[seat][card], CELL_NUMBER[cell], mask):
        told = {
            **values,
            "covered": fault.cells,
            "hidden": len(fault.cells),
            "taken": mask_to_cells(mask),
            "fitting": fitting,
        }
        reasons.append(Ruling(fault.rule, fault.code, told, remedy))
    return reasons


def place_card(state: TowersState, seat: Seat, card: str, tower: int, cell: int) -> CanChainContinue:
    """Put a card on a tower and return whether the chain can continue. The placement can end the game (TOW-7.1)."""
    left = [*state.caches[seat]]
    left.remove(card)
    state.caches[seat] = tuple(left)
    before = state.masks[tower]
    mask = before | 1 << cell
    state.set_tower_mask(tower, mask)
    state.plays[tower] += ((card, seat, CELLS[cell]),)
    # TOW-4.1: the card matches by its suit. A closed tower takes no card, so its suit never matches (TOW-5.6)
    own = state.game.matching_tower[card]
    matched = own == tower
    if state.log is not None:
        game = state.game
        suit = game.suits[tower]
        # each suit can go on each tower. The card is upright for its seat and covers only parts without a symbol
        state.log_event(
            "TOW-3.4", "placed", seat, placement_rules(state, before, cell), card=card, tower=suit, cell=CELLS[cell]
        )
        gone = ("TOW-5.6",) if state.masks[own] == FULL_MASK else ()
        state.log_event(
            "TOW-4.1", "matched" if matched else "unmatched", seat, gone, card=card, tower=suit, suit=game.suit[card]
        )
    if state.geometry.is_closed_mask[mask]:  # TOW-5.1
        close_tower_and_deal_cards(state, seat, tower, matched)
        if state.masks.count(FULL_MASK) == len(state.masks):  # TOW-7.1, TOW-A17: the game ends at once, even mid-turn
            end_game_and_settle_debts(state, "no_tower", "TOW-7.1")
            return False
    elif state.log is not None and state.deck and not state.has_fitting_card_in_game(tower):  # TOW-A7
        state.log_event("TOW-5.1", "stays_open", seat, tower=state.game.suits[tower])
    return matched and bool(left)


def placement_rules(state: TowersState, mask: int, cell: int) -> tuple[str, ...]:
    """Return the ids of the rules that apply to a placement on a tower with this mask."""
    if state.options["body"] == "free":
        return PLACEMENT_RULES
    if not mask:
        return EMPTY_TOWER_RULES
    if state.options["adjacency"] == "king":
        return PLACEMENT_RULES
    return EDGE_RULES if cell in EDGE_CELLS else SIDE_RULES


def close_tower_and_deal_cards(state: TowersState, closer: Seat, tower: int, last_card_matched: bool = False) -> None:
    """Deal the cards of a closed tower to the opponents (TOW-5.3 to TOW-5.8).

    `last_card_matched` says whether the last card matched its tower.
    """
    cards = (state.game.foundations[tower], *(card for card, _, _ in state.plays[tower]))  # TOW-5.5
    state.set_tower_mask(tower, FULL_MASK)
    state.plays[tower] = ()
    opponents = state.other_active_seats(closer)  # TOW-5.8: never the closer
    if state.log is not None:
        going_on = ("TOW-5.7",) if last_card_matched and state.has_playable_card(closer) else ()
        state.log_event(
            "TOW-5.1",
            "closed",
            closer,
            ("TOW-5.2", "TOW-5.6", "TOW-5.8", *going_on),
            tower=state.game.suits[tower],
            cards=len(cards),
            opponents=len(opponents),
        )
    for j, other in enumerate(opponents):
        share = cards[j :: len(opponents)]
        state.balances[other] += share
        if state.log is not None:
            state.log_event(
                "TOW-5.3",
                "gets",
                other,
                ("TOW-5.4", "TOW-5.5"),
                cards=share,
                tower=state.game.suits[tower],
                balance=len(state.balances[other]),
            )


def move_cache_to_balance(state: TowersState, seat: Seat, rule: str) -> None:
    """Move the remaining cards of a cache to the balance of its seat (TOW-2.4, TOW-4.5, TOW-4.7)."""
    cache = state.caches[seat]
    state.balances[seat] += cache
    state.caches[seat] = ()
    if state.log is not None and cache:  # if an option keeps unplayed cards, a passing seat may have none
        state.log_event(rule, "cache_to_balance", seat, ("TOW-4.7",), cards=cache, balance=len(state.balances[seat]))
