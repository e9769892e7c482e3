"""What the seat whose turn it is may do: predicates that `Main.ruling` asks as well, and the actions they allow.

An offer adds to a list the actions that one card of the hand allows now; `turn.OFFERS` has one for each use of a card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...nodes import Action
from .draws import can_draw, filling
from .raids import can_raid
from .state import MAX_GUARDS, MAX_PLAYS, OTHERS

if TYPE_CHECKING:
    from .raids import Money
    from .state import HaremState, Player

GUARD: Final = Action("guard")
ROLL_GEM: Final = Action("roll_gem")


# -- paying --------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def payments(money: Money, pending: tuple[int, ...], cost: int, free: bool) -> tuple[tuple[str, ...], ...]:
    """Every legal payment of a cost, the thriftiest first (HAR-5.3, HAR-5.4).

    `money`: (card, value, count) of Gold and Jewelry; `pending`: values of rolled Gems. No card of
    money may be superfluous unless `free` (option payment = any); Gems are exempt (HAR-A12).
    """
    gem_sets: set[tuple[int, ...]] = {()}
    for value in pending:
        gem_sets |= {tuple(sorted((*gems, value))) for gems in gem_sets}
    worth_of: dict[tuple[str, ...], int] = {}
    for gems in gem_sets:
        sets: list[tuple[tuple[str, ...], int, int]] = [((), sum(gems), 0)]  # cards, worth, smallest value
        for card, value, count in reversed(money):
            sets += [
                (cards + (card,) * k, worth + k * value, min(value, smallest) if smallest else value)
                for cards, worth, smallest in sets
                for k in range(1, count + 1)
                if free or worth + (k - 1) * value < cost
            ]
        for cards, worth, smallest in sets:
            if worth >= cost and (free or not cards or worth - smallest < cost):
                worth_of[(*sorted(cards), *(f"GEM:{value}" for value in gems))] = worth
    return tuple(sorted(worth_of, key=lambda paid: (worth_of[paid], len(paid), paid)))


@lru_cache(maxsize=1 << 16)
def engagements(card: str, money: Money, pending: tuple[int, ...], cost: int, free: bool) -> tuple[Action, ...]:
    """Engaging a companion by each legal payment."""
    return tuple(Action("engage", card, paid) for paid in payments(money, pending, cost, free))


def due(s: HaremState, card: str) -> int:
    """What cards must pay for a companion: the price less the change of this turn's Jewelry (HAR-5.2, HAR-A14)."""
    return max(0, s.price(card) - s.change)


def purse(s: HaremState, player: Player) -> Money:
    """The player's Gold and Jewelry as (card, value, count)."""
    treasury = player.treasury
    return tuple([(card, value, treasury[card]) for card, value in s.game.money.items() if card in treasury])


def wealth(s: HaremState, player: Player) -> int:
    """All that can pay now: Gold, Jewelry and its change, rolled Gems."""
    worth = s.game.worth
    total = s.change + (sum(s.pending) if s.pending else 0)
    for card, n in player.treasury.items():
        total += worth[card] * n
    return total


def engage(s: HaremState, player: Player, card: str) -> tuple[Action, ...]:
    """A companion of the hand, by each legal payment (HAR-5.1)."""
    return engagements(card, purse(s, player), s.pending, due(s, card), s.options["payment"] == "any")


def change_after(s: HaremState, card: str, paid: tuple[str, ...]) -> int:
    """What is left of the Jewelry in this payment and in those before it; Gold and Gems pay first (HAR-A14)."""
    if s.options["jewelry_change"] == "lost":
        return 0
    money = s.game.money
    jewelry = s.change + sum([money[part] for part in paid if part in s.game.jewelry])
    return min(jewelry, s.change + worth(s, paid) - s.price(card))


def worth(s: HaremState, paid: tuple[str, ...]) -> int:
    """What the cards of a payment are worth together."""
    return sum([int(part[4:]) if part.startswith("GEM:") else s.game.money[part] for part in paid])


def wastes_gem(s: HaremState, player: Player, action: Action) -> bool:
    """Whether a Gem that waits could buy now, and could not after this act (option gem_must_be_spent, HAR-A9).

    Where a companion can be paid for, a Gem can be in the payment: what it makes superfluous stays out (HAR-5.4).
    """
    if not s.pending or s.plays >= MAX_PLAYS or not s.options["gem_must_be_spent"]:
        return False
    money, companions = wealth(s, player), [card for card in player.hand if card in s.game.companions]
    if all(s.price(card) > money for card in companions):
        return False
    last = s.plays + 1 == MAX_PLAYS
    match action.verb:
        case "end":
            return True
        case "bank" | "guard" | "teach" | "raid":
            return last
        case "adorn":
            money -= s.game.money[action.args[0]]
            return all(s.price(card) > money for card in companions)
        case "engage":
            bought, paid = action.args
            if any(part.startswith("GEM:") for part in paid):
                return False
            money += change_after(s, bought, paid) - s.change - worth(s, paid)
            bases = [s.game.companions[card].base for card in companions if card != bought]
            return last or all(base > money for base in bases)
    return False


def bank_first(s: HaremState, player: Player, card: str, plays: int) -> str | None:
    """The remedy for a card that should lie in the treasury, where it takes so many plays; None without the card."""
    if card not in player.hand:
        return None
    return "bank_first" if s.plays + plays <= MAX_PLAYS else "next_turn"


# -- what a card may do --------------------------------------------------------------------------


def can_post(player: Player) -> bool:
    """Whether there is room for one more Guard (HAR-7.1)."""
    return player.guards < MAX_GUARDS


def _treasure(s: HaremState, player: Player) -> bool:
    return can_draw(s)


def _bargain(s: HaremState, player: Player) -> bool:
    return s.plays < MAX_PLAYS and not filling(s)


def _favour(s: HaremState, player: Player) -> bool:
    """A Gem still in the hand costs one play, and a roll needs another one (HAR-4.4)."""
    plays = 1 if "GEM" in player.treasury else 2 if "GEM" in player.hand else MAX_PLAYS + 1
    return s.plays + plays <= MAX_PLAYS and not filling(s)


def _guard(s: HaremState, player: Player) -> bool:
    return can_post(player) and "GUARD" in s.master_discard


def _teacher(s: HaremState, player: Player) -> bool:
    return not s.master_discard.keys().isdisjoint(s.game.lessons)


def _merchant(s: HaremState, player: Player) -> bool:
    return not s.master_discard.keys().isdisjoint(s.game.gold)


def can_draw_harem(s: HaremState) -> bool:
    """Whether there is a companion to draw, now or from the discard pile (HAR-10.8)."""
    return bool(s.harem.parts or s.harem_discard)


CAN_FATE: Final[dict[str, Callable[[HaremState, Player], bool]]] = {
    "treasure": _treasure,
    "bargain": _bargain,
    "favour": _favour,
    "guard": _guard,
    "teacher": _teacher,
    "merchant": _merchant,
}
"""Effect of a Kismet card -> whether it could have that effect now (HAR-9.3)."""


def shifts(s: HaremState, player: Player, holder: str) -> list[Action]:
    """Moving a Lesson between companions, by the power of `holder`, where it would raise the receiver (MOVE_ENH)."""
    moves = player.able.gains.get(holder)
    if moves is None:
        moves = player.able.gains[holder] = []
        for giver, attached in player.court.items():
            for lesson in dict.fromkeys(attached):
                if s.game.kind[lesson] == "enhancement":
                    takers = [gain.args[1] for gain in s.gains(player, lesson)]
                    moves += [Action("move", holder, lesson, giver, to) for to in takers if to != giver]
    return moves


# -- what a card of the hand offers --------------------------------------------------------------


def teach(s: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """A Lesson, to each companion whom it would raise."""
    if player.court:
        gains = player.able.gains
        moves += gains[card] if card in gains else s.gains(player, card)


def raid(s: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """A raid, on each seat where there is something to win."""
    raids = s.game.raid[card]
    for target in OTHERS[s.seats, s.turn]:
        if can_raid(s, card, target):
            moves.append(raids[target])


def fate(s: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """A Kismet card, one a turn (HAR-3.1)."""
    if not s.kismet and s.game.can_fate[card](s, player):
        moves.append(s.game.fate[card])


def post(s: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """A Guard."""
    if can_post(player):
        moves.append(GUARD)


def adorn(s: HaremState, player: Player, moves: list[Action]) -> None:
    """Jewelry of the treasury, to each companion whom it would raise (HAR-4.9)."""
    areas, gains = s.game.areas, player.able.gains
    for card in player.treasury:
        if card in areas:
            moves += gains[card] if card in gains else s.gains(player, card)


def without_play(s: HaremState, player: Player, moves: list[Action]) -> None:
    """What takes no play: Jewelry under companions (HAR-4.9), and powers unused this turn (HAR-5.7)."""
    if player.court:
        adorn(s, player, moves)
    holders = player.able.holders
    for companion in s.holders(player) if holders is None else holders:
        if companion not in s.used:
            power = s.game.once[companion]
            if power == "MOVE_ENH":
                moves += shifts(s, player, companion)
            elif power == "DISCOUNT1" or (power == "HAREM_DRAW" and can_draw_harem(s)):
                moves.append(Action("use", companion))
