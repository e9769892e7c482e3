"""Steps of the setup (EMI-1): colours, first player, piles, objectives and the first event card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...card_counts import remove_card
from ...chance_source import ChanceSource, deck_source
from ...deck import Deck
from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling
from ...step import AutoStep, DecisionStep, Frame, SetupChanceStep
from . import position_checks
from .card_tables import APPEARANCE_KINDS, COLOURS
from .event_cards import KEEP_ACTIONS
from .rounds import start_round

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

EVENT_CARDS_DEALT = 3  # event cards (EMI-1.8)


def prepare_table(state: EmiraState) -> None:
    """Set up the parts without chance, and push the steps of the setup (EMI-1.1, EMI-1.7, EMI-1.9, EMI-1.11)."""
    tables, advanced = state.game.tables, state.options["advanced"]
    state.init_empty()
    state.pile = Deck(dict.fromkeys(tables.princesses, 1))
    state.fates = Deck({card: e.copies for card, e in tables.events.items() if advanced or not e.advanced})
    state.goals = Deck(dict.fromkeys(state.game.objectives_by_seats[state.seats], 1))
    ordinary, threes = _status_cards(state)
    remove_card(ordinary, state.game.reserved)
    state.titles = Deck({**ordinary, **threes})  # its cards are placed once the colours are known
    state.agenda_frames.append(START_FIRST_ROUND.make_frame())
    for seat in reversed(range(state.seats)):
        state.agenda_frames.append(KEEP_EVENT_CARD.make_frame(seat))
    for number in reversed(range(EVENT_CARDS_DEALT * state.seats)):
        state.agenda_frames.append(DEAL_EVENT_CARD.make_frame(number % state.seats))
    for seat in reversed(range(state.seats)):
        state.agenda_frames.append(DRAW_OBJECTIVE.make_frame(seat))
    state.agenda_frames.append(DRAW_FIRST_PLAYER.make_frame())
    state.agenda_frames.append(GIVE_COLOUR_ADVANTAGES.make_frame())
    for seat in reversed(range(state.seats)):
        state.agenda_frames.append(DRAW_COLOUR.make_frame(seat))
    if state.log is not None:
        state.log_event("EMI-1.1", "set_aside", None, ("EMI-17.2",))
        if state.seats == 3:
            state.log_event("EMI-15.1", "fewer_pieces", None)
        if advanced:
            state.log_event("EMI-16.1", "advanced_game", None)
        state.log_event("EMI-1.9", "pile_shuffled", None, ("EMI-A02c",), cards=len(state.pile))
        state.log_event("EMI-1.11", "start_gold", None, gold=tables.prices["start_gold"])


def _status_cards(state: EmiraState) -> tuple[dict[str, int], dict[str, int]]:
    """Return the status cards for this number of seats: cards of 1 and 2 points, and cards of 3 points."""
    ordinary: dict[str, int] = {}
    threes: dict[str, int] = {}
    for card, row in state.game.tables.status.items():
        copies = row.copies_for_three if state.seats == 3 else row.copies  # EMI-15.1
        if copies:
            (threes if row.points == 3 else ordinary)[card] = copies
    return ordinary, threes


def _free_colours(state: EmiraState) -> list[str]:
    """Return the free colours in the order in which `dist` draws them."""
    return sorted([colour for colour in COLOURS if colour not in state.colours])


class DrawSeatColour(SetupChanceStep):
    """Draw the colour of a seat without replacement (EMI-1.2)."""

    name = "colour"
    rule = "EMI-1.2"
    fields = {"seat": SEAT}
    allowed_steps_below = ("advantages", "colour")

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(_free_colours(state))

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        free = _free_colours(state)
        return free[int(rng.random() * len(free))]

    def execute(self, state: EmiraState, frame: Frame, colour: str) -> None:
        state.agenda_frames.pop()
        state.colours = [*state.colours]
        state.colours[frame.seat] = colour
        if state.log is not None:
            state.log_event("EMI-1.2", "colour", frame.seat, (), colour=colour)


class GiveColourAdvantages(AutoStep):
    """Give the seats the advantages of their colours.

    Unused advantages go to the pile and the bag (EMI-1.3, EMI-1.4, EMI-1.6, EMI-1.10).
    """

    name = "advantages"
    rule = "EMI-1.3"
    allowed_steps_below = ("first_player",)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        tables = state.game.tables
        given: set[str] = set()
        for seat, colour in enumerate(state.colours):
            start = tables.start[colour]
            given.update(start)
            state.camels[seat] += start.get("camels", 0)
            state.camels_left -= start.get("camels", 0)
            state.sections[seat] += start.get("sections", 0)
            state.tiles_left -= start.get("sections", 0)
            if "status" in start:
                state.honours[seat] = (start["status"],)
                state.renown[seat] = tables.status[start["status"]].points
            if "counter" in start:
                state.change_appearance_counter(seat, APPEARANCE_KINDS.index(start["counter"]), 1)
            if state.log is not None:
                income = state.game.base_income[state.options["base_income"]][colour]
                state.log_event("EMI-1.3", "advantage_" + colour, seat, ("EMI-1.7", "EMI-A01"), income=income)
        ordinary, threes = _status_cards(state)
        if "status" in given:
            remove_card(ordinary, state.game.reserved)
        if "counter" not in given:
            state.bag[APPEARANCE_KINDS.index("dress")] += 1
        state.titles = Deck(ordinary)
        top = state.game.tables.supply["status_top_for_three" if state.seats == 3 else "status_top"]
        state.titles.split_top(top)
        for card, copies in threes.items():
            for _ in range(copies):
                state.titles.shuffle_card_into_segment(card, 0)
        if state.log is not None:
            if "status" not in given:
                state.log_event("EMI-1.4", "left_card", None, card=state.game.reserved)
            if "counter" not in given:
                state.log_event("EMI-1.4", "left_counter", None, ("EMI-1.10",), bag=tuple(state.bag))
            state.log_event(
                "EMI-15.2" if state.seats == 3 else "EMI-1.6",
                "status_pile",
                None,
                ("EMI-A02b",),
                top=top,
                rest=len(state.titles) - top,
                threes=sum(threes.values()),
            )


class DrawFirstPlayer(SetupChanceStep):
    """Draw the first player at random (EMI-1.5)."""

    name = "first_player"
    rule = "EMI-1.5"
    allowed_steps_below = ("goal",)

    def dist(self, state: EmiraState, frame: Frame) -> Dist[int]:
        return Dist(range(state.seats))

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> int:
        return int(rng.random() * state.seats)

    def execute(self, state: EmiraState, frame: Frame, seat: int) -> None:
        state.agenda_frames.pop()
        state.first = seat
        if state.log is not None:
            state.log_event("EMI-1.5", "first_player", seat)


class DrawSecretObjective(SetupChanceStep):
    """Draw the secret objective of a seat (EMI-1.7)."""

    name = "goal"
    rule = "EMI-1.7"
    fields = {"seat": SEAT}
    allowed_steps_below = ("deal", "goal")

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return state.goals.dist()

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return deck_source("goals", state.goals)

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        return state.goals.sample(rng)

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return state.goals.can_draw(outcome)

    def execute(self, state: EmiraState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.goals.draw(card)
        state.aims[frame.seat] = card
        if state.log is not None:
            state.log_private_event((frame.seat,), "EMI-1.7", "goal", frame.seat, ("EMI-17.1",), card=card)


class DealEventCard(SetupChanceStep):
    """Deal an event card to a seat (EMI-1.8)."""

    name = "deal"
    rule = "EMI-1.8"
    fields = {"seat": SEAT}
    allowed_steps_below = ("choose_event", "deal")

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        return state.fates.dist()

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return deck_source("fates", state.fates)

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        return state.fates.sample(rng)

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        return state.fates.can_draw(outcome)

    def execute(self, state: EmiraState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.fates.draw(card)
        state.hands[frame.seat] += (card,)
        if state.log is not None:
            state.log_private_event((frame.seat,), "EMI-1.8", "dealt", frame.seat, ("EMI-17.1",), card=card)


class KeepOneOfThreeEventCards(DecisionStep):
    """Decision to keep one of three event cards. The other cards are shuffled back (EMI-1.8)."""

    name = "choose_event"
    rule = "EMI-1.8"
    fields = {"seat": SEAT}
    allowed_steps_below = ("begin", "choose_event")
    verbs = {"keep": "s"}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [KEEP_ACTIONS[card] for card in sorted(set(state.hands[frame.seat]))]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.hands[frame.seat]:
            return None
        return Ruling("EMI-1.8", "not_dealt", {"card": action.args[0], "cards": tuple(sorted(state.hands[frame.seat]))})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        rest = list(state.hands[seat])
        rest.remove(card)
        back: dict[str, int] = {}
        for other in rest:
            back[other] = back.get(other, 0) + 1
        state.fates.shuffle(back)
        state.hands[seat] = (card,)
        if state.log is not None:
            state.log_private_event((seat,), "EMI-1.8", "kept", seat, ("EMI-17.1",), card=card)


class StartFirstRound(AutoStep):
    """Start the first round (EMI-2.1)."""

    name = "begin"
    rule = "EMI-2.1"
    allowed_steps_below = ("",)

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        position_checks.validate_setup(state, EVENT_CARDS_DEALT)

    def execute(self, state: EmiraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        start_round(state)


DRAW_COLOUR, GIVE_COLOUR_ADVANTAGES, DRAW_FIRST_PLAYER, DRAW_OBJECTIVE, DEAL_EVENT_CARD = (
    DrawSeatColour(),
    GiveColourAdvantages(),
    DrawFirstPlayer(),
    DrawSecretObjective(),
    DealEventCard(),
)
KEEP_EVENT_CARD, START_FIRST_ROUND = KeepOneOfThreeEventCards(), StartFirstRound()
STEPS = (
    DRAW_COLOUR,
    GIVE_COLOUR_ADVANTAGES,
    DRAW_FIRST_PLAYER,
    DRAW_OBJECTIVE,
    DEAL_EVENT_CARD,
    KEEP_EVENT_CARD,
    START_FIRST_ROUND,
)
