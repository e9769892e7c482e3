"""Positions for the lessons on The Sultan's Wishes: a possible mood, a wish to fulfil, a row of wares.

All games follow the rules. Scripts decide the chance outcomes that matter. Bots decide the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from gamelib import Chance, Record

from ....lesson.position_search import MAX_SEEDS, find_position, is_first_seat_asked, play_until
from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("wishes").odds

GAME: Any = game_with_served_cards("wishes")
BOT = GAME.bots["thumb"]
SEATS = 2
PLATES = GAME.tables.seats[SEATS].plates
PLATE_EFFECTS = GAME.plate_effects
NO_FULFILLING, NO_EFFECTS, MOVES_WARES = "nauseate", "afraid", "uncertain"
Percent = int
ForbiddingPlateCount = int
"""Number of plates that forbid the wish: a key of FEARED_EFFECTS."""
RevealedPlateCount = int
"""Number of plates of the round that are already face up."""
FEARED_EFFECTS = {1: (NO_FULFILLING,), 2: (NO_FULFILLING, NO_EFFECTS)}
"""Feared effects by the number of feared plates."""


def extend_record_until(
    record: Record, is_reached: Callable[[Any], bool], forced_choice: Callable[[Any], Any], bot: Any = BOT
) -> Record:
    """Let bots play on until the first seat must act and `is_reached` returns true.

    Raise LookupError if no seed reaches such a position.
    """
    for seed in range(MAX_SEEDS):
        longer = record.branch(len(record))
        if play_until(
            longer, Random(seed), bot, lambda s: is_first_seat_asked(s, "act") and is_reached(s), forced_choice
        ):
            return longer
    raise LookupError("This position doesn’t happen in the bots’ games.")


def forced_plate_with_effect(state: Any, plate_number: int, wanted_effects: Collection[str]) -> Any:
    """Return a plate with a wanted effect at the step that reveals plate `plate_number`.

    The result is None at other steps, and if no plate has a wanted effect.
    """
    if state.node.step_name != "plate" or len(state.plates) != plate_number - 1:
        return None
    fit = [plate for plate in state.node.dist() if PLATE_EFFECTS[plate] in wanted_effects]
    return fit[state.deck % len(fit)] if fit else None


def unfeared_effects(feared_effects: Collection[str]) -> list[str]:
    """Return the effects of all plates that do not have a feared effect."""
    return [row.effect for row in GAME.tables.plates.values() if row.effect not in feared_effects]


# -- a mood that may come ------------------------------------------------------------------------


@dataclass(frozen=True)
class _HarmlessPlates:
    """Condition: this number of plates in the round were harmless, and the first seat can play a card at a wish."""

    feared: int
    seen: int

    def __call__(self, state: Any) -> bool:
        early = state.round == 1 and len(state.plates) == self.seen
        return early and any(action.verb == "fulfil" for action in state.legal)

    def force(self, state: Any) -> Any:
        """Force only harmless plates in the first round."""
        return forced_plate_with_effect(state, len(state.plates) + 1, unfeared_effects(FEARED_EFFECTS[self.feared]))


@lru_cache(None)
def position_after_harmless_plates(feared_plates: int, harmless_plates: int) -> Record:
    """Return a position in which the first seat acts after some harmless plates.

    If the number is 0, it is the position before the deal.
    """
    if not harmless_plates:
        return Record(GAME, SEATS)
    here = _HarmlessPlates(feared_plates, harmless_plates)
    return find_position(GAME.id, SEATS, BOT, here, "act", here.force)


@lru_cache(None)
def position_after_feared_plate(plate_number: int, feared: int, seen: int) -> Record:
    """Return the position in which plate `plate_number` is the feared one, and the first seat acts under it."""

    def force(state: Any) -> Any:
        number = len(state.plates) + 1
        return forced_plate_with_effect(
            state,
            number,
            FEARED_EFFECTS[feared] if number == plate_number else unfeared_effects(FEARED_EFFECTS[feared]),
        )

    return extend_record_until(
        position_after_harmless_plates(feared, seen), lambda s: s.round == 1 and len(s.plates) == plate_number, force
    )


# -- a wish that can be closed -------------------------------------------------------------------


def fulfillable_card_wish_pairs(state: Any, seat: int = 0) -> list[tuple[str, str]]:
    """Return (card, wish) for each simple wish that a seat could fulfil with a card of its hand, whatever the mood."""
    pairs = []
    for entry in state.open:
        wish = GAME.tables.wishes[entry[0]]
        for card in state.hands[seat]:
            if (
                not wish.final
                and entry[0] in GAME.fulfil[card]
                and state.attached_hearts_or_cards(entry) + GAME.hearts[card] >= wish.need
            ):
                pairs.append((card, entry[0]))
    return pairs


@dataclass(frozen=True)
class _LastPlateForbids:
    """Condition: the last plate of a round forbids fulfilment, and the first seat holds a card that fulfils a wish."""

    def __call__(self, state: Any) -> bool:
        last = len(state.plates) == PLATES and PLATE_EFFECTS[state.plate] == NO_FULFILLING
        return (
            last and state.first != 0 and bool(fulfillable_card_wish_pairs(state))
        )  # the first seat begins the next round

    def force(self, state: Any) -> Any:
        """Force the plate that forbids fulfilment to be the last plate."""
        number = len(state.plates) + 1
        return forced_plate_with_effect(
            state, number, FEARED_EFFECTS[1] if number == PLATES else unfeared_effects(FEARED_EFFECTS[1])
        )


@lru_cache(None)
def forbidden_fulfilment_position() -> Record:
    """Return a position in which the first seat could fulfil a wish, but the current plate forbids it.

    All plates are shuffled again in the next round.
    """
    here = _LastPlateForbids()
    return find_position(GAME.id, SEATS, BOT, here, "act", here.force)


def action_keeping_wish_and_card(state: Any) -> Any:
    """Return an action that keeps the wish that the first seat can fulfil, and the card that fulfils it."""
    node = state.node
    if isinstance(node, Chance) or node.seat != 0:
        return None
    needed = {name for pair in fulfillable_card_wish_pairs(state) for name in pair}
    legal = [action for action in state.legal if action.verb != "discard" or not action.args[0]]
    free = [action for action in legal if not needed.intersection(action.args)]
    quiet = [action for action in free if action.verb in ("orderly", "done", "discard")]
    return (quiet or free or legal)[0]


@lru_cache(None)
def position_with_plate_bonus(plate_bonus: int | None) -> Record:
    """Return a position at the start of a round with a plate of this bonus. A wish can be fulfilled.

    `plate_bonus` is the number of extra points of the plate, or None for a plate that forbids fulfilment.
    """
    record = forbidden_fulfilment_position()
    here = record.state.round + 1
    for row in GAME.tables.plates.values():
        if (row.effect == NO_FULFILLING) is not (plate_bonus is None) or row.extra_points != (plate_bonus or 0):
            continue

        def force(state: Any, does: str = row.effect) -> Any:
            return forced_plate_with_effect(state, 1, (does,)) or action_keeping_wish_and_card(state)

        try:
            return extend_record_until(
                record, lambda s: s.round == here and len(s.plates) == 1 and bool(fulfillable_card_wish_pairs(s)), force
            )
        except LookupError:
            continue  # this plate would remove the wish or the card
    raise LookupError("The wish can’t be closed under any of these plates.")


# -- a row of wares ------------------------------------------------------------------------------

OWN_CARD, RIVAL_SEAT = "K1", 1
RIVAL_GEMS = max(card.cost for card in GAME.tables.wares.values())


class _SavingBot:
    """Bot that never spends its Gems, so that the row of wares does not change."""

    fair = True

    def __call__(self, view: Any, legal: list[Any], rng: Random) -> Any:
        """Return one of `legal`."""
        thrifty = [action for action in legal if action.verb != "buy"]
        return BOT(view, thrifty or legal, rng)


SAVING_BOT = _SavingBot()


@dataclass(frozen=True)
class _MarketRow:
    """Condition: the current market row has the wares of the worked question.

    The rival holds this score card and can pay for each ware.
    """

    card: str

    def __call__(self, state: Any) -> bool:
        return tuple(state.tops) == odds.EXAMPLE_WARES and state.gems[RIVAL_SEAT] >= RIVAL_GEMS

    def force(self, state: Any) -> Any:
        """Return the score cards and wares that the script needs. Avoid moods that move the wares."""
        node = state.node
        if not isinstance(node, Chance):
            return None
        if node.step_name == "score_card":
            return OWN_CARD if node.seat == 0 else self.card
        if node.step_name == "stall_card":
            return odds.EXAMPLE_WARES[GAME.tables.merchants.index(node.values["merchant"])]
        return forced_plate_with_effect(state, len(state.plates) + 1, unfeared_effects((MOVES_WARES,)))


@lru_cache(None)
def position_before_rival_purchase(card: str) -> Record:
    """Return a position in which the first seat acts and the rival, with `card`, has bought nothing yet."""
    here = _MarketRow(card)
    return find_position(GAME.id, SEATS, SAVING_BOT, here, "act", here.force)


@lru_cache(None)
def position_after_rival_purchase(card: str, stall: str) -> Record:
    """Return a position in which the rival has bought the ware of this stall and the first seat acts again."""
    here = _MarketRow(card)
    ware = odds.EXAMPLE_WARES[GAME.tables.merchants.index(stall)]

    def force(state: Any) -> Any:
        node = state.node
        if isinstance(node, Chance):
            return None if node.step_name == "stall_card" else here.force(state)
        buy = GAME.buy[ware][0]
        return buy if node.seat == RIVAL_SEAT and buy in state.legal else None

    return extend_record_until(
        position_before_rival_purchase(card), lambda s: ware in s.wares[RIVAL_SEAT], force, SAVING_BOT
    )
