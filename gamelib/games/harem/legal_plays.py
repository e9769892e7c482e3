"""Legal actions of the current seat, and the predicates that `ChooseMainAction.why_illegal` also uses.

For each kind of card, `turn.HAND_OFFERS` has the function that adds the legal actions of such a card to a list.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from ...nodes import Action
from .drawing import can_draw, is_filling_hand
from .raids import can_raid
from .state import MAX_GUARDS, MAX_PLAYS, OTHER_SEATS

if TYPE_CHECKING:
    from .raids import MoneyCards
    from .state import HaremState, Player

GUARD: Final = Action("guard")
ROLL_GEM: Final = Action("roll_gem")


# -- paying --------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def payments(
    money: MoneyCards, pending: tuple[int, ...], cost: int, allows_superfluous_cards: bool
) -> tuple[tuple[str, ...], ...]:
    """Return all legal payments of a cost, the cheapest first (HAR-5.3, HAR-5.4).

    `money` has tuples (card, value, count) of Gold and Jewelry. `pending` has the values of rolled Gems. A payment with
    a Gold or Jewelry card that is not needed is legal only with `allows_superfluous_cards` (option payment = any). Gems
    that are not needed are always allowed (HAR-A12).
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
                if allows_superfluous_cards or worth + (k - 1) * value < cost
            ]
        for cards, worth, smallest in sets:
            if worth >= cost and (allows_superfluous_cards or not cards or worth - smallest < cost):
                worth_of[(*sorted(cards), *(f"GEM:{value}" for value in gems))] = worth
    return tuple(sorted(worth_of, key=lambda paid: (worth_of[paid], len(paid), paid)))


@lru_cache(maxsize=1 << 16)
def engage_actions(
    card: str, money: MoneyCards, pending: tuple[int, ...], cost: int, allows_superfluous_cards: bool
) -> tuple[Action, ...]:
    """Return the actions that engage a companion by each legal payment."""
    return tuple(Action("engage", card, paid) for paid in payments(money, pending, cost, allows_superfluous_cards))


def companion_price_due(state: HaremState, card: str) -> int:
    """Return the price of a companion minus the change from Jewelry in this turn (HAR-5.2, HAR-A14)."""
    return max(0, state.price(card) - state.change)


def money_cards(state: HaremState, player: Player) -> MoneyCards:
    """Return the Gold and Jewelry of a player as (card, value, count)."""
    treasury = player.treasury
    return tuple(
        [(card, value, treasury[card]) for card, value in state.game.payment_value.items() if card in treasury]
    )


def spendable_value(state: HaremState, player: Player) -> int:
    """Return the total value that the seat can spend now: Gold, Jewelry, change from Jewelry and rolled Gems."""
    worth = state.game.payment_value_with_gems
    total = state.change + (sum(state.pending) if state.pending else 0)
    for card, n in player.treasury.items():
        total += worth[card] * n
    return total


def legal_engage_actions(state: HaremState, player: Player, card: str) -> tuple[Action, ...]:
    """Return the actions that engage a companion of the hand by each legal payment (HAR-5.1)."""
    return engage_actions(
        card,
        money_cards(state, player),
        state.pending,
        companion_price_due(state, card),
        state.options["payment"] == "any",
    )


def jewelry_credit_after_payment(state: HaremState, companion: str, payment: tuple[str, ...]) -> int:
    """Return the remaining change from Jewelry after a payment. Gold and Gems are used first (HAR-A14)."""
    if state.options["jewelry_change"] == "lost":
        return 0
    money = state.game.payment_value
    jewelry = state.change + sum([money[part] for part in payment if part in state.game.jewelry_cards])
    return min(jewelry, state.change + payment_worth(state, payment) - state.price(companion))


def payment_worth(state: HaremState, paid: tuple[str, ...]) -> int:
    """Return the total value of the cards of a payment."""
    return sum([int(part[4:]) if part.startswith("GEM:") else state.game.payment_value[part] for part in paid])


def is_rolled_gem_left_unspent(state: HaremState, player: Player, action: Action) -> bool:
    """Return whether an action wastes a rolled Gem that could buy something now (option gem_must_be_spent, HAR-A9).

    If a seat can pay for a companion, a Gem can be part of the payment and replace other cards (HAR-5.4).
    """
    if not state.pending or state.plays >= MAX_PLAYS or not state.options["gem_must_be_spent"]:
        return False
    money, companions = spendable_value(state, player), [card for card in player.hand if card in state.game.companions]
    if all(state.price(card) > money for card in companions):
        return False
    last = state.plays + 1 == MAX_PLAYS
    match action.verb:
        case "end":
            return True
        case "bank" | "guard" | "teach" | "raid":
            return last
        case "adorn":
            money -= state.game.payment_value[action.args[0]]
            return all(state.price(card) > money for card in companions)
        case "engage":
            bought, paid = action.args
            if any(part.startswith("GEM:") for part in paid):
                return False
            money += jewelry_credit_after_payment(state, bought, paid) - state.change - payment_worth(state, paid)
            bases = [state.game.companions[card].base for card in companions if card != bought]
            return last or all(base > money for base in bases)
    return False


def bank_first_remedy(
    state: HaremState, player: Player, card: str, needed_plays: int
) -> Literal["bank_first", "next_turn"] | None:
    """Return the remedy "put the card into the treasury first", or None if the seat does not have the card.

    `needed_plays` is the number of plays that the remedy needs.
    """
    if card not in player.hand:
        return None
    return "bank_first" if state.plays + needed_plays <= MAX_PLAYS else "next_turn"


# -- possible uses of a card ---------------------------------------------------------------------


def has_room_for_guard(player: Player) -> bool:
    """Return whether there is room for one more Guard (HAR-7.1)."""
    return player.guards < MAX_GUARDS


def _can_play_treasure(state: HaremState, player: Player) -> bool:
    return can_draw(state)


def _can_play_bargain(state: HaremState, player: Player) -> bool:
    return state.plays < MAX_PLAYS and not is_filling_hand(state)


def _can_play_favour(state: HaremState, player: Player) -> bool:
    """Return whether plays are left for the roll of a Gem, and for playing the Gem if it is in the hand (HAR-4.4)."""
    plays = 1 if "GEM" in player.treasury else 2 if "GEM" in player.hand else MAX_PLAYS + 1
    return state.plays + plays <= MAX_PLAYS and not is_filling_hand(state)


def _can_play_guard(state: HaremState, player: Player) -> bool:
    return has_room_for_guard(player) and "GUARD" in state.master_discard


def _can_play_teacher(state: HaremState, player: Player) -> bool:
    return not state.master_discard.keys().isdisjoint(state.game.lesson_cards)


def _can_play_merchant(state: HaremState, player: Player) -> bool:
    return not state.master_discard.keys().isdisjoint(state.game.gold_cards)


def can_draw_harem(state: HaremState) -> bool:
    """Return whether a companion can be drawn: the pile or the discard pile has a card (HAR-10.8)."""
    return bool(state.harem.segments or state.harem_discard)


KISMET_CONDITIONS: Final[dict[str, Callable[[HaremState, Player], bool]]] = {
    "treasure": _can_play_treasure,
    "bargain": _can_play_bargain,
    "favour": _can_play_favour,
    "guard": _can_play_guard,
    "teacher": _can_play_teacher,
    "merchant": _can_play_merchant,
}
"""Effect of a Kismet card -> whether it could have that effect now (HAR-9.3)."""


def move_lesson_between_companions_actions(
    state: HaremState, player: Player, companion_with_power: str
) -> list[Action]:
    """Return the actions that move a Lesson to a companion whom it raises (MOVE_ENH)."""
    moves = player.ability_cache.skill_raising_attach_actions.get(companion_with_power)
    if moves is None:
        moves = player.ability_cache.skill_raising_attach_actions[companion_with_power] = []
        for giver, attached in player.court.items():
            for lesson in dict.fromkeys(attached):
                if state.game.card_kind[lesson] == "enhancement":
                    takers = [gain.args[1] for gain in state.skill_raising_attach_actions(player, lesson)]
                    moves += [Action("move", companion_with_power, lesson, giver, to) for to in takers if to != giver]
    return moves


# -- legal actions with a hand card --------------------------------------------------------------


def add_teach_actions(state: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """Add the actions that give a Lesson to a companion whom it would raise."""
    if player.court:
        gains = player.ability_cache.skill_raising_attach_actions
        moves += gains[card] if card in gains else state.skill_raising_attach_actions(player, card)


def add_raid_actions(state: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """Add the raids on each seat with possible loot."""
    raids = state.game.raid_actions[card]
    for target in OTHER_SEATS[state.seats, state.turn]:
        if can_raid(state, card, target):
            moves.append(raids[target])


def add_kismet_actions(state: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """Add the actions of a Kismet card. One Kismet card per turn is allowed (HAR-3.1)."""
    if not state.kismet and state.game.kismet_conditions[card](state, player):
        moves.append(state.game.kismet_actions[card])


def add_guard_action(state: HaremState, player: Player, card: str, moves: list[Action]) -> None:
    """Add the action that places a Guard."""
    if has_room_for_guard(player):
        moves.append(GUARD)


def add_treasury_jewelry_actions(state: HaremState, player: Player, moves: list[Action]) -> None:
    """Add the actions that give Jewelry of the treasury to a companion whom it would raise (HAR-4.9)."""
    areas, gains = state.game.card_skills, player.ability_cache.skill_raising_attach_actions
    for card in player.treasury:
        if card in areas:
            moves += gains[card] if card in gains else state.skill_raising_attach_actions(player, card)


def add_actions_that_cost_no_play(state: HaremState, player: Player, moves: list[Action]) -> None:
    """Add actions that need no play: Jewelry for companions (HAR-4.9) and unused powers of this turn (HAR-5.7)."""
    if player.court:
        add_treasury_jewelry_actions(state, player, moves)
    holders = player.ability_cache.turn_power_holders
    for companion in state.turn_power_holders(player) if holders is None else holders:
        if companion not in state.used:
            power = state.game.turn_powers[companion]
            if power == "MOVE_ENH":
                moves += move_lesson_between_companions_actions(state, player, companion)
            elif power == "DISCOUNT1" or (power == "HAREM_DRAW" and can_draw_harem(state)):
                moves.append(Action("use", companion))
