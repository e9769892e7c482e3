"""Steps for colonies: take, plunder, integrate (HAD-9, HAD-16.13 to 16.15).

The module also contains code that colonies and statues share: the offer in seat order, and lowered requirements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...dist import Dist
from ...fields import SEAT, ChoiceField, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .card_tables import TRACKS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

MILITARY, CULTURE = 1, 2
LEVEL = ChoiceField("a level of colonies", lambda s: s.game.level_by_name)
PASS = Action("pass")
MAX_PER_STEP = 2  # maximum number of colonies or statues of a seat in a step

# -- shared with statues ---------------------------------------------------------------------


def effective_requirement(state: HadaraState, seat: Seat, requirement: int) -> int:
    """Return the requirement for a seat, after the reduction by `req_minus4` (HAD-16.14)."""
    if state.powers[seat]:
        requirement -= state.effect_count(seat, "req_minus4") * state.game.tables.effects["requirement_less"]
    return max(0, requirement)


def missing_steps(state: HadaraState, seat: Seat, requirement: int, track: int) -> int:
    """Return the number of steps that a seat lacks for a requirement."""
    return max(0, effective_requirement(state, seat, requirement) - state.tracks[seat][track])


def payable_steps(state: HadaraState, seat: Seat) -> int:
    """Return how many missing steps a seat can pay for, or 0 without the effect card (HAD-16.15, HAD-A17)."""
    if not state.powers[seat] or "pay_requirement" not in state.powers[seat]:
        return 0
    effects = state.game.tables.effects
    limit = effects["reductions"]
    if state.options["pay_requirement_cap"] == "per_game":
        limit -= state.reduced[seat]
    return max(0, min(limit, state.coins[seat] // effects["reduction_coins"]))


def pay_missing_steps(state: HadaraState, seat: Seat, steps: int) -> None:
    """Pay coins for the missing steps of a requirement (HAD-16.15)."""
    cost = steps * state.game.tables.effects["reduction_coins"]
    state.coins[seat] -= cost
    state.reduced[seat] += steps
    if state.log is not None:
        code = "paid_steps" if state.reduced[seat] == steps else "paid_more_steps"
        state.log_event(
            "HAD-16.15",
            code,
            seat,
            ("HAD-A17",),
            steps=steps,
            cost=cost,
            coins=state.coins[seat],
            total=state.reduced[seat],
        )


def requirement_refusal(
    state: HadaraState, seat: Seat, missing: int, paid: tuple[int, ...], rule: str, values: dict[str, Any]
) -> Ruling | None:
    """Return why a seat does not meet a requirement, or None if it does.

    `paid` is a tuple with the number of missing steps that the seat pays for, or () for none.
    """
    values["missing"] = missing
    cost = missing * state.game.tables.effects["reduction_coins"]
    if not paid:
        if not missing:
            return None
        if missing <= payable_steps(state, seat):
            return Ruling(rule, "requirement", {**values, "cost": cost}, "pay_steps")
        return Ruling(rule, "requirement", values)
    if not state.effect_count(seat, "pay_requirement"):
        return Ruling("HAD-16.15", "no_steps_for_sale", {"steps": paid[0]})
    if paid != (missing,) or not missing:
        return Ruling("HAD-16.15", "other_steps", {**values, "steps": paid[0]})
    able = payable_steps(state, seat)
    if missing <= able:
        return None
    return Ruling("HAD-16.15", "cannot_pay_steps", {**values, "cost": cost, "able": able, "coins": state.coins[seat]})


def max_takes_per_step(state: HadaraState, seat: Seat) -> int:
    """Return the number of colonies or statues that a seat may take in a step (HAD-9.2, HAD-10.4, HAD-16.13)."""
    return MAX_PER_STEP if state.powers[seat] and "double_action" in state.powers[seat] else 1


class OfferInSeatOrder(AutoStep):
    """Base class of steps that offer colonies or statues in seat order.

    `taken` is the number of items that the seat at `place` has taken in this step.
    """

    fields = {"place": IntField(0, 5), "taken": IntField(0, MAX_PER_STEP)}
    decision_step_name: ClassVar[str]

    def can_take(self, state: HadaraState, seat: Seat) -> bool:
        """Return whether the seat can take another colony or statue."""
        raise NotImplementedError

    def log_nothing_available(self, state: HadaraState, seat: Seat) -> None:
        """Log that a seat can take no colony or statue."""
        raise NotImplementedError

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place >= state.seats or frame.taken > max_takes_per_step(state, state.seat_order()[frame.place]):
            raise ValueError(f"{self.name}: that seat cannot have taken {frame.taken}")

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        order, place, taken = state.seat_order(), frame.place, frame.taken
        while place < len(order):
            seat = order[place]
            if taken < max_takes_per_step(state, seat):
                if self.can_take(state, seat):
                    state.agenda_frames[-1] = self.make_frame(place, taken)
                    state.push_step(self.decision_step_name, seat)
                    return
                if state.log is not None and not taken:
                    self.log_nothing_available(state, seat)
            place, taken = place + 1, 0
        state.agenda_frames.pop()


def increment_takes_of_current_seat(state: HadaraState) -> None:
    """Count one more colony or statue in the top frame."""
    frame = state.agenda_frames[-1]
    state.agenda_frames[-1] = frame.step.make_frame(frame.place, frame.taken + 1)


def end_seat_turn(state: HadaraState) -> None:
    """End the turn of a seat in an offer step."""
    frame = state.agenda_frames[-1]
    state.agenda_frames[-1] = frame.step.make_frame(frame.place, MAX_PER_STEP)


# -- colonies --------------------------------------------------------------------------------


def has_colony_of_tier(state: HadaraState, seat: Seat, level_name: str) -> bool:
    """Return whether a seat has a colony of this level (HAD-9.2)."""
    return any(colony.split("-")[0] == level_name for colony in state.colonies[seat])


def available_colony_levels(state: HadaraState, seat: Seat) -> list[tuple[int, int]]:
    """Return the colony levels that a seat can take, as pairs of level and number of steps to pay for (HAD-9.1)."""
    levels = state.game.tables.levels
    if not state.powers[seat] and state.tracks[seat][MILITARY] < levels[0].requirement:
        return []
    offers = []
    able = payable_steps(state, seat)
    for number, level in enumerate(levels):
        missing = missing_steps(state, seat, level.requirement, MILITARY)
        if missing > able:
            break  # levels are in rising order
        if state.left[number] and not has_colony_of_tier(state, seat, level.name):
            offers.append((number, missing))
    return offers


def unseen_reverses(state: HadaraState, level_name: str) -> list[str]:
    """Return the colonies of a level whose reverse side nobody has seen (HAD-9.4)."""
    level = state.game.level_by_name[level_name]
    seen = {tile for row in state.colonies for tile in row}
    return [tile for tile in level.colony_ids if tile not in seen]


class OfferColonies(OfferInSeatOrder):
    """Offer colonies to the seats in order (HAD-9.1)."""

    name = "colonies"
    rule = "HAD-9.1"
    decision_step_name = "colony"
    allowed_steps_below = ("statues",)

    def can_take(self, state: HadaraState, seat: Seat) -> bool:
        return bool(available_colony_levels(state, seat))

    def log_nothing_available(self, state: HadaraState, seat: Seat) -> None:
        state.log_event("HAD-9.1", "no_colony", seat, (), military=state.tracks[seat][MILITARY])


class ChooseColony(DecisionStep):
    """Decision to take a colony or pass.

    `colony(9)` takes level 9, and `colony_for(9,2)` also pays for 2 missing steps.
    """

    name = "colony"
    rule = "HAD-9.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("colonies",)
    verbs = {"colony": "i", "colony_for": "ii", "pass": ""}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        validate_asked_seat(state, self, frame, below)

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"military": state.tracks[frame.seat][MILITARY]}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        levels = state.game.tables.levels
        moves = []
        for number, missing in available_colony_levels(state, frame.seat):
            requirement = levels[number].requirement
            moves.append(Action("colony_for", requirement, missing) if missing else Action("colony", requirement))
        return [*moves, PASS]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action is PASS:
            return None
        seat, level = frame.seat, action.args[0]
        levels = state.game.tables.levels
        requirements = state.game.tables.requirements
        if level not in requirements:
            return Ruling("HAD-9.1", "no_such_level", {"level": level, "levels": requirements})
        number = requirements.index(level)
        if has_colony_of_tier(state, seat, levels[number].name):
            return Ruling("HAD-9.2", "level_owned", {"level": level})
        if not state.left[number]:
            return Ruling("HAD-9.1", "level_gone", {"level": level, "each": state.seats})
        missing = missing_steps(state, seat, level, MILITARY)  # HAD-A23
        values = {
            "what": levels[number].name,
            "needs": effective_requirement(state, seat, level),
            "track": TRACKS[MILITARY],
            "value": state.tracks[seat][MILITARY],
        }
        return requirement_refusal(state, seat, missing, action.args[1:], "HAD-9.1", values)

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is PASS:
            end_seat_turn(state)
            if state.log is not None:
                state.log_event("HAD-9.1", "takes_no_colony", seat)
            return
        increment_takes_of_current_seat(state)
        level = choice.args[0]
        number = state.game.tables.requirements.index(level)
        state.left[number] -= 1
        if state.log is not None:
            also = ("HAD-A23",)
            state.log_event(
                "HAD-9.1",
                "takes_colony",
                seat,
                (*also, *colony_or_statue_effect_rules(state, seat)),
                level=level,
                military=state.tracks[seat][MILITARY],
                left=state.left[number],
            )
        if choice.verb == "colony_for":
            pay_missing_steps(state, seat, choice.args[1])
        if state.options["colony_coins_timing"] == "before_choice":
            gain_coins_for_taken_colony(state, seat)
        state.agenda_frames.append(PLUNDER_OR_INTEGRATE.make_frame(seat, state.game.tables.levels[number].name))


def colony_or_statue_effect_rules(state: HadaraState, seat: Seat) -> tuple[str, ...]:
    """Return the rules of effects that apply when a seat takes a colony or statue."""
    less = ("HAD-16.14",) if state.effect_count(seat, "req_minus4") else ()
    return (*less, *second_take_rules(state, seat))


def second_take_rules(state: HadaraState, seat: Seat) -> tuple[str, ...]:
    """Return the rules that allow a seat to take a second colony or statue in a step."""
    return ("HAD-16.13", "HAD-A19") if state.effect_count(seat, "double_action") else ()


def validate_asked_seat(state: HadaraState, step: DecisionStep, frame: Frame, below: Frame) -> None:
    """Raise ValueError unless the frame below offers something to this seat."""
    if state.seat_order()[below.place] != frame.seat or not below.step.can_take(state, frame.seat):
        raise ValueError(f"{step.name}: seat {frame.seat} is not asked now")
    if below.taken >= max_takes_per_step(state, frame.seat):
        raise ValueError(f"{step.name}: seat {frame.seat} has had its turn")


def gain_coins_for_taken_colony(state: HadaraState, seat: Seat) -> None:
    """Pay the coins for taking a colony (HAD-16.6, HAD-A15)."""
    if state.powers[seat] and "colony_coins" in state.powers[seat]:
        gain = state.effect_count(seat, "colony_coins") * state.game.tables.effects["colony_coins"]
        state.coins[seat] += gain
        if state.log is not None:
            state.log_event("HAD-16.6", "colony_coins", seat, ("HAD-A15",), gain=gain, coins=state.coins[seat])


def validate_pending_colony(state: HadaraState, frame: Frame, below: Frame) -> None:
    """Raise ValueError unless this seat can have just taken a colony of this level."""
    if has_colony_of_tier(state, frame.seat, frame.level):
        raise ValueError(f"seat {frame.seat} has its colony of {frame.level} already")
    if state.seat_order()[below.place] != frame.seat or not below.taken:
        raise ValueError(f"seat {frame.seat} has not taken a colony now")


class PlunderOrIntegrate(DecisionStep):
    """Decision to plunder or integrate a colony before the seat sees its reverse side (HAD-9.3, HAD-A8)."""

    name = "mode"
    rule = "HAD-9.3"
    allowed_steps_below = ("colonies",)
    fields = {"seat": SEAT, "level": LEVEL}
    verbs = {"plunder": "", "integrate": ""}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        validate_pending_colony(state, frame, below)

    def _face(self, state: HadaraState, frame: Frame) -> Any:
        return state.game.level_by_name[frame.level]

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        face = self._face(state, frame)
        return {
            "level": face.requirement,
            "gain": face.plunder,
            "cost": face.integrate,
            "points": face.points,
            "coins": state.coins[frame.seat],
        }

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        able = self._face(state, frame).integrate <= state.coins[frame.seat]
        return [PLUNDER, INTEGRATE] if able else [PLUNDER]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        face, coins = self._face(state, frame), state.coins[frame.seat]
        cost = face.integrate
        if action.verb == "plunder" or cost <= coins:
            return None
        values = {"cost": cost, "coins": coins, "missing": cost - coins, "gain": face.plunder}
        return Ruling("HAD-9.3", "cannot_integrate", values, "plunder_it")

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, face = frame.seat, self._face(state, frame)
        state.agenda_frames.pop()
        if choice is PLUNDER:
            state.coins[seat] += face.plunder
            state.colonies[seat] += (face.name,)
            if state.log is not None:
                state.log_event(
                    "HAD-9.3",
                    "plundered",
                    seat,
                    ("HAD-9.6", *second_take_rules(state, seat)),
                    level=face.requirement,
                    gain=face.plunder,
                    points=face.points,
                    coins=state.coins[seat],
                )
        else:
            state.coins[seat] -= face.integrate
            state.agenda_frames.append(REVEAL_COLONY_REVERSE.make_frame(seat, face.name))
            if state.log is not None:
                state.log_event(
                    "HAD-9.3",
                    "integrates",
                    seat,
                    ("HAD-A8",),
                    level=face.requirement,
                    cost=face.integrate,
                    coins=state.coins[seat],
                )
        if state.options["colony_coins_timing"] == "after":
            gain_coins_for_taken_colony(state, seat)


class RevealColonyReverse(ChanceStep):
    """Turn over a colony. Each unseen colony of its level is equally likely (HAD-9.4)."""

    name = "reverse"
    rule = "HAD-9.4"
    allowed_steps_below = ("colonies",)
    fields = {"seat": SEAT, "level": LEVEL}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        validate_pending_colony(state, frame, below)

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"level": state.game.level_by_name[frame.level].requirement}

    def dist(self, state: HadaraState, frame: Frame) -> Dist[str]:
        return Dist(unseen_reverses(state, frame.level))

    def sample(self, state: HadaraState, frame: Frame, rng: Random) -> str:
        tiles = unseen_reverses(state, frame.level)
        return tiles[int(rng.random() * len(tiles))]

    def execute(self, state: HadaraState, frame: Frame, tile: str) -> None:
        seat, face = frame.seat, state.game.tables.reverses[tile]
        state.agenda_frames.pop()
        state.colonies[seat] += (tile,)
        if state.log is not None:
            state.log_event(
                "HAD-9.4",
                "reverse",
                seat,
                ("HAD-9.6", "HAD-9.7", *second_take_rules(state, seat)),
                tile=tile,
                points=face.points,
            )
        state.change_tracks(seat, face.steps)


PLUNDER, INTEGRATE = Action("plunder"), Action("integrate")
OFFER_COLONIES, CHOOSE_COLONY, PLUNDER_OR_INTEGRATE, REVEAL_COLONY_REVERSE = (
    OfferColonies(),
    ChooseColony(),
    PlunderOrIntegrate(),
    RevealColonyReverse(),
)
STEPS = (OFFER_COLONIES, CHOOSE_COLONY, PLUNDER_OR_INTEGRATE, REVEAL_COLONY_REVERSE)
