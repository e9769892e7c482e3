"""Placing a card: what a seat may place, why not elsewhere, and what a placed card sets off."""

from __future__ import annotations

from ...nodes import Action, Ruling, Seat
from .geometry import CELLS, EDGES, FULL, IN_MASK, NUMBER, cells_of
from .state import TowersState, settle
from .tables import Placement

SHOWN = ("TOW-3.2", "TOW-3.3", "TOW-3.10", "TOW-9.2")
ON_BARE = (*SHOWN, "TOW-3.7")
AT_EDGE = (*SHOWN, "TOW-3.11", "TOW-3.13")
AT_SIDE = (*SHOWN, "TOW-3.11", "TOW-3.12")


def placements(s: TowersState, seat: Seat) -> list[Action]:
    """Every legal placement of a seat's cards (TOW-2.3: any card, tower and cell that are legal)."""
    actions = s.actions[seat]
    rows = s.rows[seat]
    a, b, c, d, e, f = s.masks  # six towers (TOW-1.2); spelled out, as a loop takes twice as long
    moves: list[Action] = []
    for card in s.caches[seat]:
        row = rows[card]
        on_a, on_b, on_c, on_d, on_e, on_f = actions[card]
        moves += on_a[row[a]]
        moves += on_b[row[b]]
        moves += on_c[row[c]]
        moves += on_d[row[d]]
        moves += on_e[row[e]]
        moves += on_f[row[f]]
    return moves


def choices(s: TowersState, seat: Seat) -> int:
    """The number of legal placements."""
    room = s.room
    shifts = s.shifts[seat]
    count = 0
    for card in s.caches[seat]:
        count += room >> shifts[card] & 255
    return count


def placement(s: TowersState, seat: Seat, number: int) -> Placement:
    """What `placements(s, seat)[number]` places, without making the list; IndexError if there is none."""
    room = s.room
    shifts = s.shifts[seat]
    for card in s.caches[seat]:
        count = room >> shifts[card] & 255
        if number < count:
            break
        number -= count
    else:
        raise IndexError(number)
    row = s.rows[seat][card]
    tower = 0
    while number >= (count := row[s.masks[tower]].bit_count()):
        number -= count
        tower += 1
    return card, tower, IN_MASK[row[s.masks[tower]]][number]


def allowed(s: TowersState, seat: Seat, action: Action) -> bool:
    """Whether a placement is legal: without the reasons of `refusals`, which tells why if it is not."""
    if action not in s.game.placings:
        return False
    card, tower, cell = s.game.placings[action]
    return card in s.caches[seat] and s.rows[seat][card][s.masks[tower]] >> cell & 1 == 1


def refusals(s: TowersState, seat: Seat, card: str, suit: str, cell: str) -> list[Ruling]:
    """Every reason against a placement, in the order in which to tell them; empty if it is legal.

    Looks only at the table, not at whose turn it is, so a table can ask it for any seat and card.
    """
    values = {"card": card, "tower": suit, "cell": cell}
    game = s.game
    if suit not in game.suits or cell not in NUMBER or card not in game.cards:
        return [Ruling("TOW-3.4", "no_such_place", values)]
    reasons = []
    if card in game.foundations:
        return [Ruling("TOW-3.9", "neutral_card", values)]
    if card not in s.caches[seat]:
        if card in s.unplayed:
            reasons.append(Ruling("TOW-4.4", "chain_over", values))
        else:
            reasons.append(Ruling("TOW-3.1", "not_your_card", values))
    tower = game.suits.index(suit)
    mask = s.masks[tower]
    if mask == FULL:
        return [*reasons, Ruling("TOW-3.1", "tower_closed", values)]
    fitting = cells_of(s.rows[seat][card][mask])
    remedy = "fits_at" if fitting else "fits_nowhere"
    for fault in s.geometry.faults(s.lying[seat][card], NUMBER[cell], mask):
        told = {
            **values,
            "covered": fault.cells,
            "hidden": len(fault.cells),
            "taken": cells_of(mask),
            "fitting": fitting,
        }
        reasons.append(Ruling(fault.rule, fault.code, told, remedy))
    return reasons


def place(s: TowersState, seat: Seat, card: str, tower: int, cell: int) -> bool:
    """Put a card on a tower. Returns whether the chain may go on; the game may have ended (TOW-7.1)."""
    left = [*s.caches[seat]]
    left.remove(card)
    s.caches[seat] = tuple(left)
    before = s.masks[tower]
    mask = before | 1 << cell
    s.set_mask(tower, mask)
    s.plays[tower] += ((card, seat, CELLS[cell]),)
    # TOW-4.1: it matches by its suit; a closed tower takes no card, so its suit never matches (TOW-5.6)
    own = s.game.own[card]
    matched = own == tower
    if s.log is not None:
        game = s.game
        suit = game.suits[tower]
        # any suit may go on any tower; the card lies upright for its seat, on parts without a symbol
        s.tell("TOW-3.4", "placed", seat, shown_by(s, before, cell), card=card, tower=suit, cell=CELLS[cell])
        gone = ("TOW-5.6",) if s.masks[own] == FULL else ()
        s.tell(
            "TOW-4.1", "matched" if matched else "unmatched", seat, gone, card=card, tower=suit, suit=game.suit[card]
        )
    if s.geometry.closed[mask]:  # TOW-5.1
        close(s, seat, tower, matched)
        if s.masks.count(FULL) == len(s.masks):  # TOW-7.1, TOW-A17: at once, even within a turn
            settle(s, "no_tower", "TOW-7.1")
            return False
    elif s.log is not None and s.deck and not s.left_for(tower):  # TOW-A7
        s.tell("TOW-5.1", "stays_open", seat, tower=s.game.suits[tower])
    return matched and bool(left)


def shown_by(s: TowersState, mask: int, cell: int) -> tuple[str, ...]:
    """The rules that show in this placement, on a tower that had this mask before: also those about a card's size."""
    if s.options["body"] == "free":
        return SHOWN
    if not mask:
        return ON_BARE
    if s.options["adjacency"] == "king":
        return SHOWN
    return AT_EDGE if cell in EDGES else AT_SIDE


def close(s: TowersState, closer: Seat, tower: int, matched: bool = False) -> None:
    """Deal the cards of a closed tower to the opponents (TOW-5.3 to TOW-5.8). `matched`: the last one matched it."""
    cards = (s.game.foundations[tower], *(card for card, _, _ in s.plays[tower]))  # TOW-5.5
    s.set_mask(tower, FULL)
    s.plays[tower] = ()
    opponents = s.round_from(closer)  # TOW-5.8: never the closer
    if s.log is not None:
        going_on = ("TOW-5.7",) if matched and s.can_play(closer) else ()
        s.tell(
            "TOW-5.1",
            "closed",
            closer,
            ("TOW-5.2", "TOW-5.6", "TOW-5.8", *going_on),
            tower=s.game.suits[tower],
            cards=len(cards),
            opponents=len(opponents),
        )
    for j, other in enumerate(opponents):
        share = cards[j :: len(opponents)]
        s.balances[other] += share
        if s.log is not None:
            s.tell(
                "TOW-5.3",
                "gets",
                other,
                ("TOW-5.4", "TOW-5.5"),
                cards=share,
                tower=s.game.suits[tower],
                balance=len(s.balances[other]),
            )


def put_away(s: TowersState, seat: Seat, rule: str) -> None:
    """What is left of a cache goes to the own balance (TOW-2.4, TOW-4.5, TOW-4.7)."""
    cache = s.caches[seat]
    s.balances[seat] += cache
    s.caches[seat] = ()
    if s.log is not None and cache:  # where cards are kept, a seat may pass with none
        s.tell(rule, "cache_to_balance", seat, ("TOW-4.7",), cards=cache, balance=len(s.balances[seat]))
