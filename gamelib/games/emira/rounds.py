"""Steps of a round: the eight phases, income, preparation, first-player marker (EMI-2, EMI-4, EMI-5, EMI-11, EMI-15).

A round pushes its phases on the agenda, the last one first, so the agenda lists the remaining phases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...card_counts import remove_card
from ...chance_source import ChanceSource, deck_source, pile_source
from ...deck import Deck
from ...dist import Dist
from ...fields import FLAG, SEAT
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from . import position_checks, victory
from .auction import OPEN_NEXT_AUCTION_FRAMES
from .card_tables import (
    APPEARANCE_KINDS,
    CAMEL_SLOT,
    CARAVANS,
    COUNTER_SLOT,
    GOLD_IN_BOX,
    LARGE_CARAVAN_SLOT,
    SECTION_SLOT,
    SIDI,
    SMALL_CARAVAN_SLOT,
    STATUS_SLOT,
)
from .event_cards import ASK_FOR_EVENT_CARDS, choosing_princess_counts, has_double_and_quiet_played
from .event_purchase import ASK_FOR_EVENT_PURCHASES
from .princess_choice import LET_PRINCESSES_CHOOSE, is_lost_round_boundary, push_recheck_of_undecided_princesses
from .upkeep import PAY_UPKEEP

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState


def phase_names_with_status(state: EmiraState) -> list[tuple[str, str]]:
    """Return the eight phases of this round, each with "over", "now", "to come" or "left out" (EMI-2.1).

    The basic game has no events in round 1. With three seats, every second round has no events or no event purchase.
    """
    waiting = {frame.step.name for frame in state.agenda_frames}
    rows = []
    for number, name in enumerate(position_checks.PHASE_STEPS, 1):
        if number == state.phase:
            status = "now"
        elif not has_phase(state, number):
            status = "left out"
        else:
            status = "to come" if name in waiting else "over"
        rows.append((state.game.texts.format_text("steps", name, {}), status))
    return rows


def has_phase(state: EmiraState, number: int) -> bool:
    """Return whether this round has a phase. Phases are numbered from 1."""
    if number == 1:  # EMI-3.2, EMI-16.2, EMI-15.4
        return not state.is_second_round_of_pair() and (state.round > 1 or state.options["advanced"])
    if number == 5:  # EMI-15.3, EMI-15.4, EMI-A04
        return state.seats != 3 or state.options["three_player_event_purchase"] == (
            "even" if state.is_second_round_of_pair() else "odd"
        )
    return True


def start_round(state: EmiraState) -> None:
    """Begin the next round (EMI-2.1, EMI-15.3, EMI-15.4).

    With three seats, a pair of rounds counts as two rounds (EMI-15.10).
    """
    state.round += 1
    n, odd = state.seats, state.round % 2 == 1
    state.surcharge = [0] * n
    if n != 3 or odd:
        state.symbols = ()
        state.clear_event_flags()
    todo = state.agenda_frames
    todo += AFTER_PURCHASES
    if has_phase(state, 5):
        todo.append(FIRST_EVENT_PURCHASES_FRAME)
    todo += BEFORE_PURCHASES
    if has_phase(state, 1):
        todo.append(FIRST_EVENT_CARDS_FRAME)
    if state.log is not None:
        also: tuple[str, ...] = ("EMI-15.3" if odd else "EMI-15.4", "EMI-15.10") if n == 3 else ()
        also += ("EMI-16.2",) if state.round == 1 and state.options["advanced"] else ()
        state.log_event("EMI-2.1", "round", None, also, round=state.round)
        if state.round == 1 and not state.options["advanced"]:
            state.log_event("EMI-3.2", "no_events_yet", None)
    if is_lost_round_boundary(state):  # from now on, other seats can get a princess (EMI-9.6, EMI-13.10)
        state.phase = 1 if has_phase(state, 1) else 2
        push_recheck_of_undecided_princesses(state)


class PayIncomeAndAdvanceCaravans(AutoStep):
    """Pay the income of all seats and advance their caravans in phase 2 (EMI-4.1 to EMI-4.4, EMI-14.8, EMI-14.11)."""

    name = "income"
    rule = "EMI-4.2"
    allowed_steps_below = ("preparation",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 2
        state.agenda_frames.pop()
        incomes, golden, log = state.game.incomes, state.golden, state.log
        base_income = state.game.base_income[state.options["base_income"]]
        if log is not None and golden:
            state.log_event("EMI-14.8", "income_golden", None)
        if log is not None and state.cut:
            state.log_event("EMI-14.11", "income_cut", None)
        for seat in range(state.seats):
            base = base_income[state.colours[seat]]
            if golden:
                base = _golden(base)
            total = base
            pawns = state.pawns[seat]
            if not state.cut and pawns != ((), (), (), ()):
                for k in range(4):
                    row = pawns[k]
                    if row:
                        each = incomes[k]
                        total += len(row) * (_golden(each) if golden else each)
                moved = tuple([tuple([x - 1 for x in row if x > 1]) if row else row for row in pawns])
                state.pawns[seat] = moved
                state.small_left += len(pawns[0]) + len(pawns[1]) - len(moved[0]) - len(moved[1])
                state.large_left += len(pawns[2]) + len(pawns[3]) - len(moved[2]) - len(moved[3])
                if log is not None:
                    for k in range(4):
                        if pawns[k]:
                            state.log_event(
                                "EMI-4.2",
                                "caravan_income",
                                seat,
                                ("EMI-4.3",),
                                caravan=CARAVANS[k],
                                pawns=len(pawns[k]),
                                home=len(pawns[k]) - len(moved[k]) or None,
                                paid=len(pawns[k]) * (_golden(incomes[k]) if golden else incomes[k]),
                            )
            state.gold[seat] += total
            if log is not None:
                state.log_gold_event(
                    "EMI-4.1", "income", seat, ("EMI-4.4", "EMI-A01"), base=base, paid=total, gold=state.gold[seat]
                )
        if log is not None and sum(state.gold) > GOLD_IN_BOX and not state.options["gold_hidden"]:
            state.log_event("EMI-17.2", "bank_pays_on", None, box=GOLD_IN_BOX)
        state.golden = state.cut = False  # with three seats, the next round counts separately (EMI-3.4, EMI-15.10)
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


def _golden(gold: int) -> int:
    """Return the amount plus a fifth, rounded down to tens (EMI-14.8, EMI-A28)."""
    return gold * 6 // 50 * 10


class PrepareMarket(AutoStep):
    """Turn up princesses and market items in phase 3 (EMI-5, EMI-15.3, EMI-15.4)."""

    name = "preparation"
    rule = "EMI-5.4"
    allowed_steps_below = ("auctions",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 3
        state.agenda_frames.pop()
        market = state.market
        if state.is_second_round_of_pair():
            state.active, state.later = state.later, []
            market[SECTION_SLOT] = state.tiles_left > 0
            if state.log is not None:
                state.log_event("EMI-15.4", "even_market", None, ("EMI-15.5",))
            return
        market[SMALL_CARAVAN_SLOT] = state.small_left > 0
        market[LARGE_CARAVAN_SLOT] = state.large_left > 0
        market[SECTION_SLOT] = state.tiles_left > 0
        market[CAMEL_SLOT] = state.camels_left > 0
        market[COUNTER_SLOT] = market[STATUS_SLOT] = ()
        if state.log is not None:
            state.log_event(
                "EMI-5.4",
                "market",
                None,
                ("EMI-7.11",),
                small=state.small_left,
                large=state.large_left,
                tiles=state.tiles_left,
                camels=state.camels_left,
            )
        todo, options = state.agenda_frames, state.options
        if any(state.bag):
            if state.bazaar < 0 or (options["bazaar_mode"] == "add" and sum(state.bag) > 1):  # EMI-A15
                todo.append(DRAW_APPEARANCE_COUNTER.make_frame())
            if state.bazaar >= 0:
                todo.append(CHOOSE_OFFERED_COUNTER.make_frame(state.bazaar))
        if state.titles.segments:
            if state.noble < 0 or (options["noble_merchandise_mode"] == "add" and len(state.titles) > 1):
                todo.append(REVEAL_STATUS_CARD.make_frame())
            if state.noble >= 0:
                todo.append(CHOOSE_OFFERED_STATUS_CARD.make_frame(state.noble))
        now, later = choosing_princess_counts(state)
        cards = state.pile.drawable_count(now + later)
        for place in reversed(range(cards)):
            todo.append(REVEAL_PRINCESS_FRAMES[place < now])
        if state.log is not None and not now + later:
            state.log_event("EMI-14.15", "no_princess", None)
        elif state.log is not None and cards < now + later:
            state.log_event("EMI-5.1", "pile_empty", None, cards=cards)


class RevealPrincess(ChanceStep):
    """Turn up the next Emira card (EMI-5.1, EMI-15.3)."""

    name = "turn_up"
    rule = "EMI-5.1"
    fields = {"now": FLAG}
    allowed_steps_below = ("auctions", "counter_drawn", "offer", "title", "fetch", "turn_up")

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if sum(other.step is self for other in state.agenda_frames) > len(state.pile):
            raise ValueError("there are too few cards to be turned up")
        if not frame.now and (state.seats != 3 or state.is_second_round_of_pair()):
            raise ValueError("no princess waits for another round")

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return state.pile.dist()

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return deck_source("pile", state.pile)

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        return state.pile.sample(rng)

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return state.pile.can_draw(outcome)

    def execute(self, state: EmiraState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.pile.draw(card)
        (state.active if frame.now else state.later).append(card)
        if card in state.swapped:
            state.swapped[card] = -1
        if state.log is not None:
            state.log_event(
                "EMI-5.1",
                "sidi_appears" if card == SIDI else "appears" if frame.now else "appears_later",
                None,
                ("EMI-14.7",) * (state.double > 0 and not has_double_and_quiet_played(state))
                + ("EMI-15.3",) * (not frame.now),
                card=card,
            )
            if card in state.swapped:
                state.log_event("EMI-14.5", "preferences_swapped", None, (), card=card)


class RevealStatusCard(ChanceStep):
    """Turn up the next status card (EMI-5.2)."""

    name = "title"
    rule = "EMI-5.2"
    allowed_steps_below = ("auctions", "counter_drawn", "offer")

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if len(state.titles) + len(state.market[STATUS_SLOT]) < 1 + (state.noble >= 0):
            raise ValueError("there is no status card to be turned up")

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return state.titles.dist()

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return deck_source("titles", state.titles)

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        return state.titles.sample(rng)

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return state.titles.can_draw(outcome)

    def execute(self, state: EmiraState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.titles.draw(card)
        state.market[STATUS_SLOT] += (card,)
        if state.log is not None:
            state.log_event("EMI-5.2", "status_offered", None, (), card=card)


class DrawAppearanceCounterForMarket(ChanceStep):
    """Draw an appearance counter from the bag for the market (EMI-5.3)."""

    name = "counter_drawn"
    rule = "EMI-5.3"
    allowed_steps_below = ("auctions",)

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(dict(zip(APPEARANCE_KINDS, state.bag, strict=True)))

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return pile_source("bag", cards=dict(zip(APPEARANCE_KINDS, state.bag, strict=True)))

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        beauty, manners, dress = state.bag
        place = int(rng.random() * (beauty + manners + dress))
        return (
            APPEARANCE_KINDS[0]
            if place < beauty
            else APPEARANCE_KINDS[1]
            if place < beauty + manners
            else APPEARANCE_KINDS[2]
        )

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return outcome in APPEARANCE_KINDS and state.bag[APPEARANCE_KINDS.index(outcome)] > 0

    def execute(self, state: EmiraState, frame: Frame, kind: str) -> None:
        state.agenda_frames.pop()
        state.bag[APPEARANCE_KINDS.index(kind)] -= 1
        state.market[COUNTER_SLOT] += (kind,)
        if state.log is not None:
            state.log_event("EMI-5.3", "counter_offered", None, (), kind=kind)


class ChooseCounterToOffer(DecisionStep):
    """Decision of Bazaar: the counter of the bag to put on offer (EMI-14.1)."""

    name = "offer"
    rule = "EMI-14.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("auctions", "counter_drawn")
    verbs = {"offer": "s"}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("offer", kind) for kind, left in zip(APPEARANCE_KINDS, state.bag, strict=True) if left]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        kind = action.args[0]
        if kind in APPEARANCE_KINDS and state.bag[APPEARANCE_KINDS.index(kind)]:
            return None
        return Ruling("EMI-14.1", "not_in_bag", {"kind": kind})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        kind = choice.args[0]
        state.agenda_frames.pop()
        state.bag[APPEARANCE_KINDS.index(kind)] -= 1
        state.market[COUNTER_SLOT] += (kind,)
        if state.log is not None:
            state.log_event("EMI-14.1", "counter_chosen", frame.seat, ("EMI-A15",), kind=kind)


class ChooseStatusCardToOffer(DecisionStep):
    """Decision of Noble Merchandise: the status card to put on offer. The other cards are shuffled back (EMI-14.14)."""

    name = "fetch"
    rule = "EMI-14.14"
    fields = {"seat": SEAT}
    allowed_steps_below = ("auctions", "counter_drawn", "offer", "title")
    verbs = {"fetch": "s"}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("fetch", card) for card in sorted(state.titles.counts())]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.titles.counts():
            return None
        return Ruling("EMI-14.14", "not_in_pile", {"card": action.args[0]})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        card = choice.args[0]
        state.agenda_frames.pop()
        rest = state.titles.counts()
        remove_card(rest, card)
        state.titles = Deck(rest)
        state.market[STATUS_SLOT] += (card,)
        if state.log is not None:
            state.log_event("EMI-14.14", "status_fetched", frame.seat, ("EMI-A15",), card=card)


class PassMarkerAndCheckVictory(AutoStep):
    """Pass on the first-player marker and check the victory conditions in phase 8 (EMI-11.1, EMI-12)."""

    name = "marker"
    rule = "EMI-11.1"
    allowed_steps_below = ("",)

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if frame is state.agenda_frames[-1]:  # the position begins with this step
            return
        position_checks.validate_agenda(
            state, [number for number in range(8, state.phase, -1) if has_phase(state, number)]
        )

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.phase = 8
        state.agenda_frames.pop()
        state.first = (state.first + 1) % state.seats
        if state.log is not None:
            state.log_event("EMI-11.1", "marker_passes", state.first)
        if not victory.end_game_if_decided(state):
            start_round(state)


PAY_INCOME, PREPARE_MARKET, PASS_FIRST_PLAYER_MARKER = (
    PayIncomeAndAdvanceCaravans(),
    PrepareMarket(),
    PassMarkerAndCheckVictory(),
)
REVEAL_PRINCESS, REVEAL_STATUS_CARD, DRAW_APPEARANCE_COUNTER, CHOOSE_OFFERED_COUNTER, CHOOSE_OFFERED_STATUS_CARD = (
    RevealPrincess(),
    RevealStatusCard(),
    DrawAppearanceCounterForMarket(),
    ChooseCounterToOffer(),
    ChooseStatusCardToOffer(),
)
# recurring frames are created once
AFTER_PURCHASES = [
    PASS_FIRST_PLAYER_MARKER.make_frame(),
    PAY_UPKEEP.make_frame(False),
    LET_PRINCESSES_CHOOSE.make_frame(),
]
BEFORE_PURCHASES = [OPEN_NEXT_AUCTION_FRAMES[-1], PREPARE_MARKET.make_frame(), PAY_INCOME.make_frame()]
REVEAL_PRINCESS_FRAMES = [REVEAL_PRINCESS.make_frame(now) for now in (False, True)]
FIRST_EVENT_CARDS_FRAME, FIRST_EVENT_PURCHASES_FRAME = (
    ASK_FOR_EVENT_CARDS.make_frame(0),
    ASK_FOR_EVENT_PURCHASES.make_frame(0),
)
STEPS = (
    PAY_INCOME,
    PREPARE_MARKET,
    REVEAL_PRINCESS,
    REVEAL_STATUS_CARD,
    DRAW_APPEARANCE_COUNTER,
    CHOOSE_OFFERED_COUNTER,
    CHOOSE_OFFERED_STATUS_CARD,
    PASS_FIRST_PLAYER_MARKER,
)
