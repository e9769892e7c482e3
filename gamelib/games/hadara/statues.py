"""Steps for statues, which need culture and get a faceup or facedown bonus tile (HAD-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...fields import SEAT, ChoiceField
from ...nodes import Action, Ruling, Seat
from ...step import DecisionStep, Frame
from .buying import remove_unused_bonus_tile, tile_refusal
from .card_tables import TRACKS
from .colonies import (
    CULTURE,
    PASS,
    OfferInSeatOrder,
    colony_or_statue_effect_rules,
    effective_requirement,
    end_seat_turn,
    increment_takes_of_current_seat,
    missing_steps,
    pay_missing_steps,
    payable_steps,
    requirement_refusal,
    validate_asked_seat,
)
from .state import single_track_steps

if TYPE_CHECKING:
    from .state import HadaraState

STATUE_NAME = ChoiceField("a statue", lambda s: s.game.tables.statues)


def carved_statues(state: HadaraState, seat: Seat) -> set[str]:
    """Return the statues that a seat has carved."""
    return {statue.split(":")[0] for statue in state.statues[seat]}


def statue_bonus(state: HadaraState, seat: Seat, statue: str) -> int:
    """Return the value of the tile on a statue for a seat (HAD-10.3, HAD-16.5, HAD-A5)."""
    plus = state.effect_count(seat, "statue_plus") * state.game.tables.effects["statue_plus"]
    return state.game.tables.statues[statue].bonus + plus


class StatueOffer(NamedTuple):
    """Statue that a seat can carve."""

    statue: str
    missing_steps: int
    """Culture steps that the seat must pay for."""


def available_statues(state: HadaraState, seat: Seat) -> list[StatueOffer]:
    """Return the statues that a seat can carve (HAD-10.1)."""
    if not any(state.tiles[seat]):  # HAD-A7
        return []
    able, done = payable_steps(state, seat), None
    offers = []
    for name, statue in state.game.tables.statues.items():
        missing = missing_steps(state, seat, statue.requirement, CULTURE)
        if missing <= able:
            done = carved_statues(state, seat) if done is None else done
            if name not in done:
                offers.append(StatueOffer(name, missing))
    return offers


class OfferStatues(OfferInSeatOrder):
    """Offer statues to the seats in order (HAD-10.1)."""

    name = "statues"
    rule = "HAD-10.1"
    decision_step_name = "statue"
    allowed_steps_below = ("phase_b", "feed")

    def can_take(self, state: HadaraState, seat: Seat) -> bool:
        return bool(available_statues(state, seat))

    def log_nothing_available(self, state: HadaraState, seat: Seat) -> None:
        state.log_event(
            "HAD-10.1", "no_statue", seat, (), culture=state.tracks[seat][CULTURE], tiles=sum(state.tiles[seat])
        )


class CarveStatue(DecisionStep):
    """Decision to carve a statue or pass.

    `statue(S2)` carves S2, and `statue_for(S2,3)` also pays for 3 missing steps.
    """

    name = "statue"
    rule = "HAD-10.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("statues",)
    verbs = {"statue": "s", "statue_for": "si", "pass": ""}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        validate_asked_seat(state, self, frame, below)

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"culture": state.tracks[frame.seat][CULTURE]}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        moves = [
            Action("statue_for", name, missing) if missing else Action("statue", name)
            for name, missing in available_statues(state, frame.seat)
        ]
        return [*moves, PASS]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action is PASS:
            return None
        seat, name = frame.seat, action.args[0]
        statues = state.game.tables.statues
        if name not in statues:
            return Ruling("HAD-10.1", "no_such_statue", {"statue": name, "statues": tuple(statues)})
        if name in carved_statues(state, seat):
            return Ruling("HAD-10.4", "statue_carved", {"statue": name})
        if not any(state.tiles[seat]):
            return Ruling("HAD-10.1", "no_tile_left", {})
        needs = statues[name].requirement
        values = {
            "what": name,
            "needs": effective_requirement(state, seat, needs),
            "track": TRACKS[CULTURE],
            "value": state.tracks[seat][CULTURE],
        }
        missing = missing_steps(state, seat, needs, CULTURE)
        return requirement_refusal(state, seat, missing, action.args[1:], "HAD-10.1", values)

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is PASS:
            end_seat_turn(state)
            if state.log is not None:
                state.log_event("HAD-10.1", "carves_none", seat)
            return
        increment_takes_of_current_seat(state)
        name = choice.args[0]
        if state.log is not None:
            state.log_event(
                "HAD-10.1",
                "carves",
                seat,
                ("HAD-10.5", *colony_or_statue_effect_rules(state, seat)),
                statue=name,
                culture=state.tracks[seat][CULTURE],
                points=state.game.tables.statues[name].points,
            )
        if choice.verb == "statue_for":
            pay_missing_steps(state, seat, choice.args[1])
        state.agenda_frames.append(PLACE_STATUE_TILE.make_frame(seat, name))


class PlaceStatueTile(DecisionStep):
    """Decision about the tile of a statue: its track, and faceup or facedown (HAD-10.2, HAD-A6)."""

    name = "face"
    rule = "HAD-10.2"
    allowed_steps_below = ("statues",)
    fields = {"seat": SEAT, "statue": STATUE_NAME}
    verbs = {"faceup": "s", "facedown": "s"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        assert below is not None
        if state.seat_order()[below.place] != frame.seat or not below.taken:
            raise ValueError(f"seat {frame.seat} has not carved a statue now")
        if frame.statue in carved_statues(state, frame.seat):
            raise ValueError(f"seat {frame.seat} has carved {frame.statue} before")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"statue": frame.statue, "bonus": statue_bonus(state, frame.seat, frame.statue)}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        tracks = [track for track, left in zip(TRACKS, state.tiles[frame.seat], strict=True) if left]
        return [PLACE_TILE_ACTIONS[verb, track] for verb in ("faceup", "facedown") for track in tracks]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return tile_refusal(state, frame.seat, action.args[0], "HAD-10.2")

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, track = frame.seat, TRACKS.index(choice.args[0])
        state.agenda_frames.pop()
        remove_unused_bonus_tile(state, seat, track)
        up = choice.verb == "faceup"
        worth = statue_bonus(state, seat, frame.statue)
        state.statues[seat] += (f"{frame.statue}:{choice.args[0]}{'' if up else '-down'}",)
        if state.log is not None:
            also = (
                "HAD-10.2",
                "HAD-10.4",
                "HAD-A5",
                "HAD-A6",
                *(("HAD-16.5",) if state.effect_count(seat, "statue_plus") else ()),
            )
            state.log_event("HAD-10.3", choice.verb, seat, also, statue=frame.statue, track=choice.args[0], bonus=worth)
        if up:
            state.change_tracks(seat, single_track_steps(track, worth))


PLACE_TILE_ACTIONS = {(verb, track): Action(verb, track) for verb in ("faceup", "facedown") for track in TRACKS}
OFFER_STATUES, CARVE_STATUE, PLACE_STATUE_TILE = OfferStatues(), CarveStatue(), PlaceStatueTile()
STEPS = (OFFER_STATUES, CARVE_STATUE, PLACE_STATUE_TILE)
