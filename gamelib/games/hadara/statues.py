"""Statues: carved with culture, each with a bonus tile faceup or facedown (HAD-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, among
from ...nodes import Action, Ruling, Seat
from ...step import DecisionStep, Frame
from .buying import spend_tile, tile_refusal
from .colonies import (
    CULTURE,
    PASS,
    Turns,
    asked,
    asked_of,
    count_all,
    count_one,
    effects_shown,
    lacking,
    pay_steps,
    payable,
    steps_refusal,
)
from .state import at
from .tables import TRACKS

if TYPE_CHECKING:
    from .state import HadaraState

STATUE_NAME = among("a statue", lambda s: s.game.tables.statues)


def carved(s: HadaraState, seat: Seat) -> set[str]:
    """The statues that a seat has carved."""
    return {statue.split(":")[0] for statue in s.statues[seat]}


def bonus(s: HadaraState, seat: Seat, statue: str) -> int:
    """What the tile of a statue counts for a seat (HAD-10.3, HAD-16.5, HAD-A5)."""
    plus = s.has(seat, "statue_plus") * s.game.tables.effects["statue_plus"]
    return s.game.tables.statues[statue].bonus + plus


def open_statues(s: HadaraState, seat: Seat) -> list[tuple[str, int]]:
    """The statues that a seat can carve: (id, steps to pay for) (HAD-10.1)."""
    if not any(s.tiles[seat]):  # HAD-A7
        return []
    able, done = payable(s, seat), None
    offers = []
    for name, statue in s.game.tables.statues.items():
        missing = lacking(s, seat, statue.requirement, CULTURE)
        if missing <= able:
            done = carved(s, seat) if done is None else done
            if name not in done:
                offers.append((name, missing))
    return offers


class Statues(Turns):
    """Every seat in order may carve a statue (HAD-10.1)."""

    name = "statues"
    rule = "HAD-10.1"
    asks = "statue"
    on = ("phase_b", "feed")

    def possible(self, s: HadaraState, seat: Seat) -> bool:
        return bool(open_statues(s, seat))

    def idle(self, s: HadaraState, seat: Seat) -> None:
        s.tell("HAD-10.1", "no_statue", seat, (), culture=s.tracks[seat][CULTURE], tiles=sum(s.tiles[seat]))


class StatueStep(DecisionStep):
    """A seat carves a statue or none. `statue(S2)`; `statue_for(S2,3)`: paying for 3 missing steps."""

    name = "statue"
    rule = "HAD-10.1"
    fields = {"seat": SEAT}
    on = ("statues",)
    verbs = {"statue": "s", "statue_for": "si", "pass": ""}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        asked(s, self, frame, below)

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"culture": s.tracks[frame.seat][CULTURE]}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        moves = [
            Action("statue_for", name, missing) if missing else Action("statue", name)
            for name, missing in open_statues(s, frame.seat)
        ]
        return [*moves, PASS]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action is PASS:
            return None
        seat, name = frame.seat, action.args[0]
        statues = s.game.tables.statues
        if name not in statues:
            return Ruling("HAD-10.1", "no_such_statue", {"statue": name, "statues": tuple(statues)})
        if name in carved(s, seat):
            return Ruling("HAD-10.4", "statue_carved", {"statue": name})
        if not any(s.tiles[seat]):
            return Ruling("HAD-10.1", "no_tile_left", {})
        needs = statues[name].requirement
        values = {
            "what": name,
            "needs": asked_of(s, seat, needs),
            "track": TRACKS[CULTURE],
            "value": s.tracks[seat][CULTURE],
        }
        missing = lacking(s, seat, needs, CULTURE)
        return steps_refusal(s, seat, missing, action.args[1:], "HAD-10.1", values)

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is PASS:
            count_all(s)
            if s.log is not None:
                s.tell("HAD-10.1", "carves_none", seat)
            return
        count_one(s)
        name = choice.args[0]
        if s.log is not None:
            s.tell(
                "HAD-10.1",
                "carves",
                seat,
                ("HAD-10.5", *effects_shown(s, seat)),
                statue=name,
                culture=s.tracks[seat][CULTURE],
                points=s.game.tables.statues[name].points,
            )
        if choice.verb == "statue_for":
            pay_steps(s, seat, choice.args[1])
        s.todo.append(FACE.frame(seat, name))


class Face(DecisionStep):
    """The tile of a statue: its track, and faceup or facedown (HAD-10.2, HAD-A6)."""

    name = "face"
    rule = "HAD-10.2"
    on = ("statues",)
    fields = {"seat": SEAT, "statue": STATUE_NAME}
    verbs = {"faceup": "s", "facedown": "s"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        assert below is not None
        if s.order()[below.place] != frame.seat or not below.taken:
            raise ValueError(f"seat {frame.seat} has not carved a statue now")
        if frame.statue in carved(s, frame.seat):
            raise ValueError(f"seat {frame.seat} has carved {frame.statue} before")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"statue": frame.statue, "bonus": bonus(s, frame.seat, frame.statue)}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        tracks = [track for track, left in zip(TRACKS, s.tiles[frame.seat], strict=True) if left]
        return [FACES[verb, track] for verb in ("faceup", "facedown") for track in tracks]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return tile_refusal(s, frame.seat, action.args[0], "HAD-10.2")

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, track = frame.seat, TRACKS.index(choice.args[0])
        s.todo.pop()
        spend_tile(s, seat, track)
        up = choice.verb == "faceup"
        worth = bonus(s, seat, frame.statue)
        s.statues[seat] += (f"{frame.statue}:{choice.args[0]}{'' if up else '-down'}",)
        if s.log is not None:
            also = ("HAD-10.2", "HAD-10.4", "HAD-A5", "HAD-A6", *(("HAD-16.5",) if s.has(seat, "statue_plus") else ()))
            s.tell("HAD-10.3", choice.verb, seat, also, statue=frame.statue, track=choice.args[0], bonus=worth)
        if up:
            s.change(seat, at(track, worth))


FACES = {(verb, track): Action(verb, track) for verb in ("faceup", "facedown") for track in TRACKS}
STATUES, STATUE, FACE = Statues(), StatueStep(), Face()
STEPS = (STATUES, STATUE, FACE)
