"""Positions for lessons on Emira: games with a moving caravan, and games in which certain princesses join.

All games follow the rules. The scripts choose the chance outcomes that matter and some actions of the first seat and of
its rivals. Bots choose the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from gamelib import Action, Chance, Decision, Record
from gamelib.bank.emira.objectives import is_fulfilled_counting_twice
from gamelib.games.emira.auction import BUY_CARAVAN, BUY_SECTION, COMPENSATION, DECLINE, PASS
from gamelib.games.emira.card_tables import (
    CARAVANS,
    COLOURS,
    LARGE_CARAVAN_SLOT,
    SIDI,
    SMALL_CARAVAN_SLOT,
    TalentNeed,
    count_unserved_units,
    match_talents,
)
from gamelib.games.emira.event_cards import HOLD
from gamelib.games.emira.event_purchase import LOOK_ACTIONS, NO_PURCHASE
from gamelib.games.emira.princess_choice import seat_chosen_by_princess
from gamelib.playouts import choose_action

from ....lesson.position_search import is_first_seat_asked, play_until
from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("emira").odds

GAME: Any = game_with_served_cards("emira")
BOT = GAME.bots["thumb"]
SEATS = 5
INTERRUPT = "interrupt_spice_trade"
MAX_SEEDS = 60
MAX_ROUNDS = 16
START_GOLD = 100  # gold that a host keeps for upkeep
Talents = tuple[tuple[int, ...], ...]


def _search(
    seats: int, options: dict[str, Any], script: Callable[[int], Any], stop: Any, good: Any, begin: int = 0
) -> Record:
    """Return the first suitable game, played up to `stop`. The seeds are numbers from `begin` on.

    Raise LookupError if no game is suitable.
    """
    for seed in range(begin, begin + MAX_SEEDS):
        record = Record(GAME, seats, options)
        play_until(record, Random(seed), BOT, stop, script(seed))
        if good(record.state):
            return record
    raise LookupError("This position doesn’t happen in a game.")


# -- caravans ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _CaravanPurchaseScript:
    """Script: rivals collect `rival_event_cards` with a number of Interrupts, then the first seat buys a caravan.

    `interruption_count` is the number of Interrupts, or None for a random number.

    The first seat buys nothing but the caravan. The Interrupts are played in the rounds after the purchase, one
    in each round.
    """

    rival_event_cards: int
    interruption_count: int | None
    kind: str

    def __call__(self, state: Any) -> Any:
        node = state.node
        return self._comes(state, node) if isinstance(node, Chance) else self._does(state, node)

    def _comes(self, state: Any, node: Chance) -> Any:
        if node.step_name == "colour" and node.seat == 0:
            return "black"  # black has more income, so the seat can save for any caravan
        if node.step_name == "first_player":
            return 0
        if node.step_name not in ("deal", "peek"):
            return None
        if self.interruption_count is None and node.seat != 0:
            return None
        near = state.looked if node.step_name == "peek" else state.hands[node.seat or 0]
        out = state.looked.count(INTERRUPT) + sum(hand.count(INTERRUPT) for hand in state.hands)
        cards = list(node.dist())
        if node.seat != 0 and INTERRUPT not in near and out < (self.interruption_count or 0) and INTERRUPT in cards:
            return INTERRUPT
        return Random(len(state.fates)).choice([card for card in cards if card != INTERRUPT])

    def _does(self, state: Any, node: Decision) -> Any:
        mine, legal, ready = node.seat == 0, list(state.legal), self.can_purchase_now(state)
        if node.step_name in ("choose_event", "look_keep"):
            if self.interruption_count is None:
                return Random(str(legal)).choice(legal)  # random, so that all cards are equally likely
            return next((action for action in legal if action.args == (INTERRUPT,)), None)
        if node.step_name == "play":
            now = Action("play", INTERRUPT)
            return now if state.has_caravans(0) and now in legal else HOLD
        if node.step_name == "buy_look":
            early = not mine and not state.has_caravans(0) and sum(map(len, state.hands[1:])) < self.rival_event_cards
            return LOOK_ACTIONS[2] if early else NO_PURCHASE
        if node.step_name == "bid" and (mine or ready):
            return PASS
        if node.step_name in ("act", "last"):
            if mine:
                return BUY_CARAVAN[self.kind] if ready and BUY_CARAVAN[self.kind] in legal else DECLINE
            if ready and choose_action(state, BOT, Random(0)).verb == "caravan":
                return DECLINE
        return None

    def can_purchase_now(self, state: Any) -> bool:
        """Return whether the rivals have their cards and the caravan is affordable and not bought yet."""
        enough = state.gold[0] >= GAME.tables.caravans[self.kind].cost
        return enough and not state.has_caravans(0) and sum(map(len, state.hands[1:])) == self.rival_event_cards

    def on_offer(self, state: Any) -> bool:
        """Return whether the first seat bids and can buy the caravan, and both caravan sizes are on offer."""
        sizes = state.market[SMALL_CARAVAN_SLOT] and state.market[LARGE_CARAVAN_SLOT]
        return is_first_seat_asked(state, "bid") and self.can_purchase_now(state) and sizes


@lru_cache(None)
def caravan_bid_position(rival_event_cards: int, affordable_caravan: str, rounds_left: int | None = None) -> Record:
    """Return a position in which the first seat bids and has enough gold for a caravan.

    `affordable_caravan` is the kind of the caravan. `rival_event_cards` is the number of unknown event cards of the
    rivals.

    With `rounds_left`, the game ends after this number of further rounds. Raise LookupError if no game reaches such a
    position.
    """
    trade = _CaravanPurchaseScript(rival_event_cards, None, affordable_caravan)
    record = _search(SEATS, {}, lambda seed: trade, trade.on_offer, trade.on_offer)
    if rounds_left is None:
        return record
    return Record(GAME, SEATS, {"max_rounds": record.state.round + rounds_left}, (), record.choices)


@lru_cache(None)
def caravan_purchase_position(rival_event_cards: int, kind: str) -> Record:
    """Return a position in which the first seat can buy this caravan. Raise LookupError if no game has one."""
    trade = _CaravanPurchaseScript(rival_event_cards, None, kind)

    def is_caravan_for_sale(state: Any) -> bool:
        return is_first_seat_asked(state, "act") and BUY_CARAVAN[kind] in state.legal and trade.can_purchase_now(state)

    return _search(SEATS, {}, lambda seed: trade, is_caravan_for_sale, is_caravan_for_sale)


@lru_cache(None)
def caravan_income_position(
    rival_event_cards: int,
    kind: str,
    interruption_count: int,
    paid_incomes: int,
    affordable_caravan: str,
    rounds_left: int | None = None,
) -> Record:
    """Return a position with this number of incomes and interruptions, in which the first seat bids."""
    trade = _CaravanPurchaseScript(rival_event_cards, interruption_count, kind)
    start = caravan_bid_position(rival_event_cards, affordable_caravan, rounds_left)
    k, left = CARAVANS.index(kind), GAME.tables.caravans[kind].spaces - paid_incomes

    def has_paid_incomes(state: Any) -> bool:
        return is_first_seat_asked(state, "bid") and state.pawns[0][k] == (left,) and state.phase == 4

    return _search(SEATS, dict(start.options), lambda seed: trade, has_paid_incomes, has_paid_incomes)


# -- princesses ----------------------------------------------------------------------------------


def princess_talents(princesses: Iterable[str]) -> Talents:
    """Return the talents of each of these princesses."""
    return tuple(GAME.tables.princesses[name].talents for name in princesses)


def min_missing_princesses(card: str, talents: Talents) -> int:
    """Return the smallest number of additional princesses that the card needs with these talents (EMI-12.2)."""
    return min(count_unserved_units(talents, need) for need in odds.alternative_talent_combinations(card))


def largest_covered_need(talents: Talents, need: TalentNeed) -> tuple[TalentNeed, tuple[int, ...]]:
    """Return the largest part of the card's need that these princesses can cover.

    The second value has the index of the princess for each covered unit.
    """
    served = match_talents(list(talents), need)
    if served is not None:
        return need, served
    parts = (largest_covered_need(talents, less) for less in _smaller(need))
    return max(parts, key=lambda part: sum(part[0]))


@lru_cache(None)
def _smaller(need: TalentNeed) -> tuple[Any, ...]:
    return tuple((*need[:t], need[t] - 1, *need[t + 1 :]) for t in range(len(need)) if need[t])


@dataclass(frozen=True)
class _HouseholdScript:
    """Script: the first seat holds `card` and takes in `size` princesses.

    The princesses include all in `wanted`, and of those in `doubles` no others.

    The next princess is one that the first seat can win, or else one that a rival wins. Rivals do nothing to win a
    princess that the first seat can win.
    """

    card: str
    size: int
    wanted: frozenset[str]
    doubles: frozenset[str]
    should_fulfil_card: bool
    """Whether the home fulfils the card at the end. If not, it only seems to, by counting a princess twice."""
    seed: int = 0

    def __call__(self, state: Any) -> Any:
        node = state.node
        if isinstance(node, Chance):
            return self._comes(state, node)
        if node.step_name == "play":
            return HOLD
        if node.step_name == "bid" and node.seat == 0:
            return PASS
        if node.step_name in ("act", "last"):
            return self._own(state) if node.seat == 0 else self._other(state)
        return None

    def fits_target_household(self, name: str, home: tuple[str, ...]) -> bool:
        """Return whether a princess may join the household that the script builds."""
        more = (*home, name)
        free = self.size - len(more) - len(self.wanted - set(more))
        right = name in self.wanted or (name not in self.doubles and free >= 0)
        return (
            name != SIDI
            and right
            and (
                not self.should_fulfil_card
                or min_missing_princesses(self.card, princess_talents(more)) <= self.size - len(more)
            )
        )

    def is_target_unreachable(self, state: Any) -> bool:
        """Return whether this game can no longer reach the household that the script builds."""
        home = state.homes[0]
        wrong = any(
            not self.fits_target_household(name, tuple(other for other in home if other != name)) for name in home
        )
        elsewhere = any(self.wanted & set(other) for other in state.homes[1:])
        return wrong or elsewhere or state.round > MAX_ROUNDS

    def is_household_complete(self, state: Any) -> bool:
        """Return whether all required princesses have joined the household."""
        home = state.homes[0]
        return len(home) == self.size and self.wanted <= set(home) and not self.is_target_unreachable(state)

    def _comes(self, state: Any, node: Chance) -> Any:
        if node.step_name == "goal" and node.seat == 0:
            return self.card
        if node.step_name == "colour" and node.seat == 0:
            return COLOURS[self.seed % len(COLOURS)]
        if node.step_name != "turn_up":
            return None
        rng, cards, home = Random(f"{self.seed} {state.round}"), list(node.dist()), state.homes[0]
        mine = [
            name
            for name in cards
            if self.fits_target_household(name, home) and seat_chosen_by_princess(state, name, False) == 0
        ]
        if mine and state.palace_capacity(0) > len(home):
            return rng.choice([name for name in mine if name in self.wanted] or mine)
        others = [name for name in cards if name not in self.wanted and seat_chosen_by_princess(state, name, False) > 0]
        return rng.choice(others) if others else None

    def _welcome(self, state: Any) -> int:
        """Return how many of the wanted princesses would choose the first seat now."""
        return sum(
            name not in state.homes[0] and seat_chosen_by_princess(state, name, False) == 0 for name in self.wanted
        )

    def _own(self, state: Any) -> Action:
        legal = list(state.legal)
        purse = START_GOLD + GAME.tables.prices["upkeep"] * (len(state.homes[0]) - 1)
        buys = [
            a for a in legal if a.verb not in ("bid", "decline", "compensation") and state.child(a).gold[0] >= purse
        ]
        free, welcome = state.palace_capacity(0) - len(state.homes[0]), self._welcome(state)
        better = [a for a in buys if self._welcome(state.child(a)) > welcome]
        caravans = [a for a in buys if a.verb == "caravan"]
        owned = sum(map(len, state.pawns[0]))
        section = [a for a in buys if a == BUY_SECTION]
        wishes = (
            section if not free else [],
            caravans[-1:] if not owned else [],
            better,
            caravans[-1:] if owned < 3 else [],
            section if free < 2 else [],
            [a for a in legal if a == COMPENSATION],
        )
        return next((wish[0] for wish in wishes if wish), DECLINE)

    def _other(self, state: Any) -> Action:
        hers = [name for name in state.active if seat_chosen_by_princess(state, name, False) == 0]
        full = state.palace_capacity(0) == len(state.homes[0]) and not state.done[0]

        def is_useful_action(action: Action) -> bool:
            if action.verb == "bid" or (full and action == BUY_SECTION):
                return False
            later = state.child(action)
            return all(name in later.homes[0] or seat_chosen_by_princess(later, name, False) == 0 for name in hers)

        best = choose_action(state, BOT, Random(self.seed))
        return next((action for action in (best, *state.legal) if is_useful_action(action)), DECLINE)


@lru_cache(None)
def household_position(
    card: str,
    household_size: int,
    required_princesses: frozenset[str],
    excluded_unless_required: frozenset[str],
    is_card_fulfilled: bool,
    seed: int,
) -> Record:
    """Return a position with a number of princesses in the home of the first seat.

    The princesses include the required ones, and no other princess has two talents.

    If `is_card_fulfilled` is true, the princesses fulfil the card, and the game may be over. Otherwise they only seem
    to fulfil it, with one of them counted for two talents, and the first seat bids. Raise LookupError if no game from
    this seed on reaches such a position.
    """
    host = _HouseholdScript(card, household_size, required_princesses, excluded_unless_required, is_card_fulfilled)

    def should_stop(state: Any) -> bool:
        return host.is_target_unreachable(state) or (
            host.is_household_complete(state) and (is_card_fulfilled or is_first_seat_asked(state, "bid"))
        )

    def is_wanted_position(state: Any) -> bool:
        talents = princess_talents(state.homes[0])
        if not host.is_household_complete(state):
            return False
        return is_card_fulfilled or (
            min_missing_princesses(card, talents) > 0 and is_fulfilled_counting_twice(card, list(talents), odds)
        )

    seats = GAME.tables.objectives[card].seats
    return _search(
        seats,
        {},
        lambda number: _HouseholdScript(
            card, household_size, required_princesses, excluded_unless_required, is_card_fulfilled, number
        ),
        should_stop,
        is_wanted_position,
        seed,
    )
