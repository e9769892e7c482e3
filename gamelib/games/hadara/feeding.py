"""Steps of feeding: a seat with more cards than food removes cards or pays for them (HAD-12, HAD-16.7, HAD-16.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .buying import remove_owned_card
from .card_tables import TRACKS, TrackSteps
from .colonies import CULTURE, MILITARY, effective_requirement, has_colony_of_tier
from .statues import carved_statues

if TYPE_CHECKING:
    from .state import HadaraState

FOOD_TRACK = 3


def cards_minus_food(state: HadaraState, seat: Seat) -> int:
    """Return the number of cards minus the food of a seat. A negative result is surplus food (HAD-12.1, HAD-1.4)."""
    return len(state.owned[seat]) - state.tracks[seat][FOOD_TRACK]


def unfed_cards_payable_with_coins(state: HadaraState, seat: Seat) -> int:
    """Return how many unfed cards a seat can pay for, or 0 without the effect card (HAD-16.7)."""
    if not state.powers[seat] or "feed_pay" not in state.powers[seat]:
        return 0
    effects = state.game.tables.effects
    most = min(effects["keep_cards"], state.coins[seat] // effects["keep_coins"], cards_minus_food(state, seat))
    if state.options["feed_pay_choice"] == "all_or_nothing" and most < cards_minus_food(state, seat):  # HAD-A16
        return 0
    return max(0, most)


class FeedSeats(AutoStep):
    """Let the seats feed their cards in order, from the seat at `place` (HAD-12.1)."""

    name = "feed"
    rule = "HAD-12.1"
    fields = {"place": IntField(0, 5)}
    allowed_steps_below = ("medals",)

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place > state.seats:
            raise ValueError("there is no such place in the order")

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        order = state.seat_order()
        for place in range(frame.place, len(order)):
            seat = order[place]
            lack = cards_minus_food(state, seat)
            if state.log is not None:
                state.log_event(
                    "HAD-12.1",
                    "short_of_food" if lack > 0 else "fed",
                    seat,
                    ("HAD-1.4",),
                    cards=len(state.owned[seat]),
                    food=state.tracks[seat][FOOD_TRACK],
                    short=lack,
                )
            if lack < 0 and state.powers[seat] and "feed_surplus" in state.powers[seat]:
                _surplus(state, seat, -lack)
            if lack > 0:
                state.agenda_frames[-1] = self.make_frame(place + 1)
                if unfed_cards_payable_with_coins(state, seat):
                    state.agenda_frames.append(PAY_FOR_UNFED_CARDS.make_frame(seat))
                else:
                    state.agenda_frames.append(REMOVE_UNFED_CARD.make_frame(seat, 0))
                return
        state.agenda_frames.pop()


def _surplus(state: HadaraState, seat: Seat, food: int) -> None:
    effects = state.game.tables.effects
    gain = min(effects["surplus_most"], effects["surplus_coins"] * food)
    state.coins[seat] += gain
    if state.log is not None:
        state.log_event("HAD-16.8", "surplus", seat, (), food=food, gain=gain, coins=state.coins[seat])


def _due(state: HadaraState, step: DecisionStep, frame: Frame, below: Frame) -> None:
    """Raise ValueError unless the frame below is feeding this seat now."""
    if not below.place or state.seat_order()[below.place - 1] != frame.seat:
        raise ValueError(f"{step.name}: seat {frame.seat} is not being fed now")


class PayForUnfedCards(DecisionStep):
    """Decision about the number of unfed cards to pay for (HAD-16.7). `keep(2)` pays for two cards."""

    name = "pay"
    rule = "HAD-16.7"
    fields = {"seat": SEAT}
    allowed_steps_below = ("feed",)
    verbs = {"keep": "i"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        _due(state, self, frame, below)
        if not unfed_cards_payable_with_coins(state, frame.seat):
            raise ValueError(f"seat {frame.seat} cannot pay for cards")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = frame.seat
        return {
            "cards": len(state.owned[seat]),
            "food": state.tracks[seat][FOOD_TRACK],
            "short": cards_minus_food(state, seat),
            "coins": state.coins[seat],
            "each": state.game.tables.effects["keep_coins"],
        }

    def _numbers(self, state: HadaraState, seat: Seat) -> list[int]:
        most = unfed_cards_payable_with_coins(state, seat)
        return [0, most] if state.options["feed_pay_choice"] == "all_or_nothing" else [*range(most + 1)]

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        return [Action("keep", n) for n in self._numbers(state, frame.seat)]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        numbers = self._numbers(state, frame.seat)
        if action.args[0] in numbers:
            return None
        code = "all_or_nothing" if 0 < action.args[0] < numbers[-1] else "keeps_too_many"
        rule = "HAD-A16" if code == "all_or_nothing" else "HAD-16.7"
        return Ruling(
            rule, code, {"number": action.args[0], "most": numbers[-1], "short": cards_minus_food(state, frame.seat)}
        )

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, number = frame.seat, choice.args[0]
        state.agenda_frames.pop()
        cost = number * state.game.tables.effects["keep_coins"]
        state.coins[seat] -= cost
        if state.log is not None:
            state.log_event(
                "HAD-16.7", "pays_for_cards", seat, ("HAD-A16",), number=number, cost=cost, coins=state.coins[seat]
            )
        if cards_minus_food(state, seat) > number:
            state.agenda_frames.append(REMOVE_UNFED_CARD.make_frame(seat, number))


class RemoveUnfedCard(DecisionStep):
    """Decision about a card to remove, until cards and food are equal (HAD-12.2, HAD-12.4).

    `spared` is the number of unfed cards that the seat has paid for.
    """

    name = "remove"
    rule = "HAD-12.2"
    allowed_steps_below = ("feed",)
    fields = {"seat": SEAT, "spared": IntField(0, 99)}
    verbs = {"remove": "s"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        _due(state, self, frame, below)
        if cards_minus_food(state, frame.seat) <= frame.spared:
            raise ValueError(f"seat {frame.seat} has food enough")
        if frame.spared > state.game.tables.effects["keep_cards"]:
            raise ValueError(f"seat {frame.seat} cannot have paid for {frame.spared} cards")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = frame.seat
        return {
            "cards": len(state.owned[seat]),
            "food": state.tracks[seat][FOOD_TRACK],
            "short": cards_minus_food(state, seat) - frame.spared,
        }

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        remove = state.game.remove
        return [remove[card] for card in state.owned[frame.seat]]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.owned[frame.seat]:
            return None
        return Ruling("HAD-12.2", "not_owned", {"card": action.args[0]})

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        food = state.tracks[seat][FOOD_TRACK]
        if state.log is not None:
            lasting = state.colonies[seat] or state.statues[seat] or state.silver[seat] or state.gold[seat]
            state.log_event(
                "HAD-12.3", "removed", seat, ("HAD-12.2", "HAD-12.5") if lasting else ("HAD-12.2",), card=card
            )
        tracks = state.tracks[seat]
        remove_owned_card(state, seat, card)
        if state.log is not None:
            _stays(state, seat, tracks)
        lack = cards_minus_food(state, seat) - frame.spared
        if state.log is not None:
            also = ("HAD-A12",) if state.tracks[seat][FOOD_TRACK] < food else ()
            state.log_event(
                "HAD-12.4",
                "need_now",
                seat,
                also,
                cards=len(state.owned[seat]),
                food=state.tracks[seat][FOOD_TRACK],
                short=lack,
            )
        if lack <= 0:
            state.agenda_frames.pop()


def _stays(state: HadaraState, seat: Seat, before: TrackSteps) -> None:
    """Log the colony and the statue that a seat keeps although the seat no longer meets their requirements.

    HAD-9.5, HAD-10.4.
    """
    levels = [
        (level.requirement, level.name)
        for level in state.game.tables.levels
        if has_colony_of_tier(state, seat, level.name)
    ]
    own = carved_statues(state, seat)
    statues = [(statue.requirement, name) for name, statue in state.game.tables.statues.items() if name in own]
    for rule, track, things in (("HAD-9.5", MILITARY, levels), ("HAD-10.4", CULTURE, statues)):
        value = state.tracks[seat][track]
        lost = [
            (needs, what)
            for needs, what in things
            if value < effective_requirement(state, seat, needs) <= before[track]
        ]
        if lost:
            needs, what = max(lost)
            state.log_event(rule, "stays", seat, (), what=what, needs=needs, track=TRACKS[track], value=value)


FEED_SEATS, PAY_FOR_UNFED_CARDS, REMOVE_UNFED_CARD = FeedSeats(), PayForUnfedCards(), RemoveUnfedCard()
STEPS = (FEED_SEATS, PAY_FOR_UNFED_CARDS, REMOVE_UNFED_CARD)
