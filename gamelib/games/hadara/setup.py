"""Steps of the setup and of the start of an epoch: colour ring, setup cards, first player (HAD-1 to HAD-4, HAD-14)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, Frame, SetupChanceStep, SimultaneousDecisionStep
from .card_tables import COLOURS, SIDES
from .state import DRAW_STEPS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

COLOUR_RINGS = tuple((COLOURS[0], *rest) for rest in permutations(COLOURS[1:]))
"""The circular orders, begun at yellow."""
ARM_ASSIGNMENTS = {n: tuple(permutations(range(DRAW_STEPS), n)) for n in range(2, 6)}
EPOCH_NUMERALS = ("", "I", "II", "III")


def prepare_table(state: HadaraState) -> None:
    """Set up the parts without chance, and push the steps of the setup (HAD-1.2, HAD-1.6, HAD-2.1)."""
    state.init_empty()
    todo, worth = state.agenda_frames, state.game.tables.worth
    todo.append(START_FIRST_EPOCH.make_frame())
    if state.options["deck_set"] == "advanced":
        CHOOSE_SETUP_SIDE.push_question(state, tuple(range(state.seats)))
    todo += [DEAL_SETUP_CARD.make_frame(seat) for seat in reversed(range(state.seats))]
    if state.options["arms"] == "random":  # HAD-A3
        todo.append(ASSIGN_WHEEL_ARMS.make_frame())
    else:
        state.arms = tuple(range(state.seats))
    if state.options["ring"] == "random":
        todo.append(DRAW_COLOUR_RING.make_frame())
    else:
        state.ring = COLOURS
    if state.log is not None:
        cards, starred = sum(map(len, state.unseen)), [card for card in state.game.tables.cards.values() if card.star]
        state.log_event(
            "HAD-1.2",
            "sorted_" + state.options["deck_set"],
            None,
            ("HAD-1.4", "HAD-18.2", "HAD-A1", "HAD-A2"),
            cards=cards,
            stars=len(starred),
            each=len(starred) // len(state.game.tables.sale),
        )
        state.log_event(
            "HAD-1.5",
            "colonies_ready",
            None,
            ("HAD-18.1", "HAD-17.3"),
            each=state.seats,
            levels=state.game.tables.requirements,
        )
        state.log_event(
            "HAD-2.1", "boards", None, ("HAD-1.6", "HAD-17.1"), tiles=worth["bonus_tiles"], gold=worth["gold_medals"]
        )
        if not state.agenda_frames or state.ring:
            state.log_event("HAD-1.1", "ring", None, (), ring=state.ring)


class DrawOrderOfColourRing(SetupChanceStep):
    """Draw the order of the board segments in the colour ring (HAD-1.1)."""

    name = "ring"
    rule = "HAD-1.1"
    fields = {}
    allowed_steps_below = ("deal", "spread")

    def dist(self, state: HadaraState, frame: Frame) -> Dist[tuple[str, ...]]:
        return Dist(COLOUR_RINGS)

    def sample(self, state: HadaraState, frame: Frame, rng: Random) -> tuple[str, ...]:
        return COLOUR_RINGS[int(rng.random() * len(COLOUR_RINGS))]

    def execute(self, state: HadaraState, frame: Frame, ring: tuple[str, ...]) -> None:
        state.agenda_frames.pop()
        state.ring = ring
        if state.log is not None:
            state.log_event("HAD-1.1", "ring", None, (), ring=ring)


class AssignWheelArms(SetupChanceStep):
    """Draw the arm of the wheel for each seat's icon (HAD-A3)."""

    name = "spread"
    rule = "HAD-A3"
    fields = {}
    allowed_steps_below = ("deal",)

    def dist(self, state: HadaraState, frame: Frame) -> Dist[tuple[int, ...]]:
        return Dist(ARM_ASSIGNMENTS[state.seats])

    def sample(self, state: HadaraState, frame: Frame, rng: Random) -> tuple[int, ...]:
        ways = ARM_ASSIGNMENTS[state.seats]
        return ways[int(rng.random() * len(ways))]

    def execute(self, state: HadaraState, frame: Frame, arms: tuple[int, ...]) -> None:
        state.agenda_frames.pop()
        state.arms = arms
        if state.log is not None:
            state.log_event("HAD-A3", "arms", None, (), arms=tuple(arm + 1 for arm in arms))


class DealSetupCard(SetupChanceStep):
    """Deal a setup card to a seat. All remaining cards are equally likely (HAD-2.2)."""

    name = "deal"
    rule = "HAD-2.2"
    fields = {"seat": SEAT}
    allowed_steps_below = ("open", "side", "deal")

    def _left(self, state: HadaraState) -> list[str]:
        return sorted({name for name, _ in state.game.tables.setups} - {start.split(":")[0] for start in state.start})

    def dist(self, state: HadaraState, frame: Frame) -> Dist[str]:
        return Dist(self._left(state))

    def sample(self, state: HadaraState, frame: Frame, rng: Random) -> str:
        left = self._left(state)
        return left[int(rng.random() * len(left))]

    def execute(self, state: HadaraState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.start[frame.seat] = card
        if state.log is not None:
            state.log_event(
                "HAD-2.2",
                "dealt",
                frame.seat,
                ("HAD-A20",),
                card=card,
                initiative=state.game.tables.setups[card, "A"].initiative,
            )


class ChooseSetupSide(SimultaneousDecisionStep):
    """Decision of each seat in the advanced game: the side of its setup card (HAD-2.3)."""

    name = "side"
    rule = "HAD-2.3"
    allowed_steps_below = ("open",)
    verbs = {"side": "s"}

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"card": state.start[self.acting_seat(state, frame)]}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        return [*CHOOSE_SIDE_ACTIONS]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return None if action in CHOOSE_SIDE_ACTIONS else Ruling("HAD-2.3", "no_such_side", {"side": action.args[0]})

    def resolve_answers(self, state: HadaraState, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        for seat, action in choices.items():
            state.start[seat] += ":" + action.args[0]
            if state.log is not None:
                state.log_event(
                    "HAD-2.3", "side", seat, ("HAD-A20",), side=action.args[0], card=state.start[seat].split(":")[0]
                )


def set_starting_tracks(state: HadaraState) -> None:
    """Set tracks and coins by the setup cards (HAD-2.3, HAD-2.4)."""
    for seat in range(state.seats):
        if ":" not in state.start[seat]:
            state.start[seat] += ":A"
        name, side = state.start[seat].split(":")
        card = state.game.tables.setups[name, side]
        state.coins[seat] = card.coins
        state.tracks[seat] = card.tracks
        if state.log is not None:
            income, military, culture, food = card.tracks
            state.log_event(
                "HAD-2.4",
                "begins",
                seat,
                ("HAD-A24",),
                income=income,
                military=military,
                culture=culture,
                food=food,
                coins=card.coins,
            )


def seats_by_initiative(state: HadaraState) -> list[Seat]:
    """Return the seats by initiative, the lowest first (HAD-4.1)."""
    setups = state.game.tables.setups
    return sorted(range(state.seats), key=lambda seat: setups[state.start[seat].split(":")[0], "A"].initiative)


def first_seat_of_epoch(state: HadaraState, epoch: int) -> Seat:
    """Return the first player of an epoch (HAD-4.1, HAD-4.3)."""
    return seats_by_initiative(state)[state.game.tables.orders[state.seats].first[epoch - 1] - 1]


class StartFirstEpoch(AutoStep):
    """Start the next epoch. In epoch I, first set tracks and coins by the setup cards."""

    name = "open"
    rule = "HAD-3.1"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        state.epoch += 1
        if state.epoch == 1:
            set_starting_tracks(state)
        start_phase_a(state)


def start_phase_a(state: HadaraState) -> None:
    """Set the agenda of phase A. The caller has already incremented `epoch`."""
    state.phase, state.draw, state.wheel = "A", 0, 0
    state.first = first_seat_of_epoch(state, state.epoch)
    if state.log is not None:
        state.log_event(
            "HAD-3.1",
            "epoch",
            None,
            ("HAD-3.2", "HAD-14.2") if state.epoch > 1 else ("HAD-3.2",),
            epoch=EPOCH_NUMERALS[state.epoch],
        )
        state.log_event(
            "HAD-14.1" if state.epoch > 1 else "HAD-1.3", "decks", None, ("HAD-17.3", "HAD-18.1"), each=2 * state.seats
        )
        initiative = state.game.tables.setups[state.start[state.first].split(":")[0], "A"].initiative
        state.log_event(
            "HAD-4.3" if state.seats == 2 else "HAD-4.1",
            "first",
            state.first,
            ("HAD-3.3", "HAD-A20"),
            epoch=EPOCH_NUMERALS[state.epoch],
            initiative=initiative,
        )
    if state.epoch == 1:
        order = seats_by_initiative(state)
        for rank in state.game.tables.orders[state.seats].coin_ranks:
            state.coins[order[rank - 1]] += 1
            if state.log is not None:
                rule, code = ("HAD-4.3", "once_first") if state.seats == 2 else ("HAD-4.2", "never_first")
                state.log_event(rule, code, order[rank - 1], (), coins=state.coins[order[rank - 1]])
    state.push_step("phase_b")
    state.push_step("statues", 0, 0)
    state.push_step("colonies", 0, 0)
    state.push_step("income")
    state.push_step("draw_step")
    state.push_step("wheel", state.first)


CHOOSE_SIDE_ACTIONS = tuple(Action("side", side) for side in SIDES)
DRAW_COLOUR_RING, ASSIGN_WHEEL_ARMS, DEAL_SETUP_CARD, CHOOSE_SETUP_SIDE, START_FIRST_EPOCH = (
    DrawOrderOfColourRing(),
    AssignWheelArms(),
    DealSetupCard(),
    ChooseSetupSide(),
    StartFirstEpoch(),
)
STEPS = (DRAW_COLOUR_RING, ASSIGN_WHEEL_ARMS, DEAL_SETUP_CARD, CHOOSE_SETUP_SIDE, START_FIRST_EPOCH)
