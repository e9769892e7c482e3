"""Colonies: taken with military, then plundered or integrated before the reverse is seen (HAD-9, HAD-16.13 to 16.15).

What colonies and statues share stands here too: whose turn it is, and a requirement that an effect lowers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...dist import Dist
from ...fields import SEAT, among, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .tables import TRACKS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

MILITARY, CULTURE = 1, 2
LEVEL = among("a level of colonies", lambda s: s.game.level_named)
PASS = Action("pass")
DONE = 2  # colonies or statues after which nobody is asked again in a step

# -- shared with statues ---------------------------------------------------------------------


def asked_of(s: HadaraState, seat: Seat, requirement: int) -> int:
    """What a requirement asks of a seat, with what `req_minus4` takes off (HAD-16.14)."""
    if s.powers[seat]:
        requirement -= s.has(seat, "req_minus4") * s.game.tables.effects["requirement_less"]
    return max(0, requirement)


def lacking(s: HadaraState, seat: Seat, requirement: int, track: int) -> int:
    """Steps that a seat lacks for a requirement."""
    return max(0, asked_of(s, seat, requirement) - s.tracks[seat][track])


def payable(s: HadaraState, seat: Seat) -> int:
    """Steps of a requirement that a seat can pay for (HAD-16.15, HAD-A17); 0 without the card."""
    if not s.powers[seat] or "pay_requirement" not in s.powers[seat]:
        return 0
    effects = s.game.tables.effects
    limit = effects["reductions"]
    if s.options["pay_requirement_cap"] == "per_game":
        limit -= s.reduced[seat]
    return max(0, min(limit, s.coins[seat] // effects["reduction_coins"]))


def pay_steps(s: HadaraState, seat: Seat, steps: int) -> None:
    """Pay for the steps that are missing (HAD-16.15)."""
    cost = steps * s.game.tables.effects["reduction_coins"]
    s.coins[seat] -= cost
    s.reduced[seat] += steps
    if s.log is not None:
        code = "paid_steps" if s.reduced[seat] == steps else "paid_more_steps"
        s.tell(
            "HAD-16.15", code, seat, ("HAD-A17",), steps=steps, cost=cost, coins=s.coins[seat], total=s.reduced[seat]
        )


def steps_refusal(
    s: HadaraState, seat: Seat, missing: int, paid: tuple[int, ...], rule: str, values: dict[str, Any]
) -> Ruling | None:
    """Why a requirement is not met, with the steps `paid` for or () for none; None if it is."""
    values["missing"] = missing
    cost = missing * s.game.tables.effects["reduction_coins"]
    if not paid:
        if not missing:
            return None
        if missing <= payable(s, seat):
            return Ruling(rule, "requirement", {**values, "cost": cost}, "pay_steps")
        return Ruling(rule, "requirement", values)
    if not s.has(seat, "pay_requirement"):
        return Ruling("HAD-16.15", "no_steps_for_sale", {"steps": paid[0]})
    if paid != (missing,) or not missing:
        return Ruling("HAD-16.15", "other_steps", {**values, "steps": paid[0]})
    able = payable(s, seat)
    if missing <= able:
        return None
    return Ruling("HAD-16.15", "cannot_pay_steps", {**values, "cost": cost, "able": able, "coins": s.coins[seat]})


def most(s: HadaraState, seat: Seat) -> int:
    """How many colonies or statues a seat may take in a step (HAD-9.2, HAD-10.4, HAD-16.13)."""
    return DONE if s.powers[seat] and "double_action" in s.powers[seat] else 1


class Turns(AutoStep):
    """The seats in order, as long as they can take something; `taken` by the one at `place` in this step."""

    fields = {"place": whole(0, 5), "taken": whole(0, DONE)}
    asks: ClassVar[str]

    def possible(self, s: HadaraState, seat: Seat) -> bool:
        """Whether the seat can take one."""
        raise NotImplementedError

    def idle(self, s: HadaraState, seat: Seat) -> None:
        """Tell that a seat can take none."""
        raise NotImplementedError

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place >= s.seats or frame.taken > most(s, s.order()[frame.place]):
            raise ValueError(f"{self.name}: that seat cannot have taken {frame.taken}")

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        order, place, taken = s.order(), frame.place, frame.taken
        while place < len(order):
            seat = order[place]
            if taken < most(s, seat):
                if self.possible(s, seat):
                    s.todo[-1] = self.frame(place, taken)
                    s.push(self.asks, seat)
                    return
                if s.log is not None and not taken:
                    self.idle(s, seat)
            place, taken = place + 1, 0
        s.todo.pop()


def count_one(s: HadaraState) -> None:
    """The frame of turns, now on top, counts one more colony or statue."""
    frame = s.todo[-1]
    s.todo[-1] = frame.step.frame(frame.place, frame.taken + 1)


def count_all(s: HadaraState) -> None:
    """The seat takes none in this step any more."""
    frame = s.todo[-1]
    s.todo[-1] = frame.step.frame(frame.place, DONE)


# -- colonies --------------------------------------------------------------------------------


def owns_level(s: HadaraState, seat: Seat, name: str) -> bool:
    """Whether a seat has a colony of this level (HAD-9.2)."""
    return any(colony.split("-")[0] == name for colony in s.colonies[seat])


def open_levels(s: HadaraState, seat: Seat) -> list[tuple[int, int]]:
    """The levels that a seat can take: (number of the level, steps to pay for) (HAD-9.1)."""
    levels = s.game.tables.levels
    if not s.powers[seat] and s.tracks[seat][MILITARY] < levels[0].requirement:
        return []
    offers = []
    able = payable(s, seat)
    for number, level in enumerate(levels):
        missing = lacking(s, seat, level.requirement, MILITARY)
        if missing > able:
            break  # levels stand in order
        if s.left[number] and not owns_level(s, seat, level.name):
            offers.append((number, missing))
    return offers


def hidden_reverses(s: HadaraState, name: str) -> list[str]:
    """The tiles of a level that nobody has turned over (HAD-9.4)."""
    level = s.game.level_named[name]
    seen = {tile for row in s.colonies for tile in row}
    return [tile for tile in level.tiles if tile not in seen]


class Colonies(Turns):
    """Every seat in order may take a colony (HAD-9.1)."""

    name = "colonies"
    rule = "HAD-9.1"
    asks = "colony"
    on = ("statues",)

    def possible(self, s: HadaraState, seat: Seat) -> bool:
        return bool(open_levels(s, seat))

    def idle(self, s: HadaraState, seat: Seat) -> None:
        s.tell("HAD-9.1", "no_colony", seat, (), military=s.tracks[seat][MILITARY])


class Colony(DecisionStep):
    """A seat takes a colony or none. `colony(9)`: level 9; `colony_for(9,2)`: paying for 2 missing steps."""

    name = "colony"
    rule = "HAD-9.1"
    fields = {"seat": SEAT}
    on = ("colonies",)
    verbs = {"colony": "i", "colony_for": "ii", "pass": ""}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        asked(s, self, frame, below)

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"military": s.tracks[frame.seat][MILITARY]}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        levels = s.game.tables.levels
        moves = []
        for number, missing in open_levels(s, frame.seat):
            requirement = levels[number].requirement
            moves.append(Action("colony_for", requirement, missing) if missing else Action("colony", requirement))
        return [*moves, PASS]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action is PASS:
            return None
        seat, level = frame.seat, action.args[0]
        levels = s.game.tables.levels
        requirements = s.game.tables.requirements
        if level not in requirements:
            return Ruling("HAD-9.1", "no_such_level", {"level": level, "levels": requirements})
        number = requirements.index(level)
        if owns_level(s, seat, levels[number].name):
            return Ruling("HAD-9.2", "level_owned", {"level": level})
        if not s.left[number]:
            return Ruling("HAD-9.1", "level_gone", {"level": level, "each": s.seats})
        missing = lacking(s, seat, level, MILITARY)  # HAD-A23
        values = {
            "what": levels[number].name,
            "needs": asked_of(s, seat, level),
            "track": TRACKS[MILITARY],
            "value": s.tracks[seat][MILITARY],
        }
        return steps_refusal(s, seat, missing, action.args[1:], "HAD-9.1", values)

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is PASS:
            count_all(s)
            if s.log is not None:
                s.tell("HAD-9.1", "takes_no_colony", seat)
            return
        count_one(s)
        level = choice.args[0]
        number = s.game.tables.requirements.index(level)
        s.left[number] -= 1
        if s.log is not None:
            also = ("HAD-A23",)
            s.tell(
                "HAD-9.1",
                "takes_colony",
                seat,
                (*also, *effects_shown(s, seat)),
                level=level,
                military=s.tracks[seat][MILITARY],
                left=s.left[number],
            )
        if choice.verb == "colony_for":
            pay_steps(s, seat, choice.args[1])
        if s.options["colony_coins_timing"] == "before_choice":
            colony_coins(s, seat)
        s.todo.append(MODE.frame(seat, s.game.tables.levels[number].name))


def effects_shown(s: HadaraState, seat: Seat) -> tuple[str, ...]:
    """The rules of effects that show when a seat takes a colony or statue."""
    less = ("HAD-16.14",) if s.has(seat, "req_minus4") else ()
    return (*less, *again(s, seat))


def again(s: HadaraState, seat: Seat) -> tuple[str, ...]:
    """The rules by which a seat may take a second colony or statue in a step."""
    return ("HAD-16.13", "HAD-A19") if s.has(seat, "double_action") else ()


def asked(s: HadaraState, step: DecisionStep, frame: Frame, below: Frame) -> None:
    """ValueError unless the frame of turns below is that of this seat, which can take something."""
    if s.order()[below.place] != frame.seat or not below.step.possible(s, frame.seat):
        raise ValueError(f"{step.name}: seat {frame.seat} is not asked now")
    if below.taken >= most(s, frame.seat):
        raise ValueError(f"{step.name}: seat {frame.seat} has had its turn")


def colony_coins(s: HadaraState, seat: Seat) -> None:
    """Coins for taking a colony (HAD-16.6, HAD-A15)."""
    if s.powers[seat] and "colony_coins" in s.powers[seat]:
        gain = s.has(seat, "colony_coins") * s.game.tables.effects["colony_coins"]
        s.coins[seat] += gain
        if s.log is not None:
            s.tell("HAD-16.6", "colony_coins", seat, ("HAD-A15",), gain=gain, coins=s.coins[seat])


def pending(s: HadaraState, frame: Frame, below: Frame) -> None:
    """ValueError unless this seat can just have taken a colony of this level."""
    if owns_level(s, frame.seat, frame.level):
        raise ValueError(f"seat {frame.seat} has its colony of {frame.level} already")
    if s.order()[below.place] != frame.seat or not below.taken:
        raise ValueError(f"seat {frame.seat} has not taken a colony now")


class Mode(DecisionStep):
    """Plunder the colony or integrate it, before its reverse is seen (HAD-9.3, HAD-A8)."""

    name = "mode"
    rule = "HAD-9.3"
    on = ("colonies",)
    fields = {"seat": SEAT, "level": LEVEL}
    verbs = {"plunder": "", "integrate": ""}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        pending(s, frame, below)

    def _face(self, s: HadaraState, frame: Frame) -> Any:
        return s.game.level_named[frame.level]

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        face = self._face(s, frame)
        return {
            "level": face.requirement,
            "gain": face.plunder,
            "cost": face.integrate,
            "points": face.points,
            "coins": s.coins[frame.seat],
        }

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        able = self._face(s, frame).integrate <= s.coins[frame.seat]
        return [PLUNDER, INTEGRATE] if able else [PLUNDER]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        face, coins = self._face(s, frame), s.coins[frame.seat]
        cost = face.integrate
        if action.verb == "plunder" or cost <= coins:
            return None
        values = {"cost": cost, "coins": coins, "missing": cost - coins, "gain": face.plunder}
        return Ruling("HAD-9.3", "cannot_integrate", values, "plunder_it")

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, face = frame.seat, self._face(s, frame)
        s.todo.pop()
        if choice is PLUNDER:
            s.coins[seat] += face.plunder
            s.colonies[seat] += (face.name,)
            if s.log is not None:
                s.tell(
                    "HAD-9.3",
                    "plundered",
                    seat,
                    ("HAD-9.6", *again(s, seat)),
                    level=face.requirement,
                    gain=face.plunder,
                    points=face.points,
                    coins=s.coins[seat],
                )
        else:
            s.coins[seat] -= face.integrate
            s.todo.append(REVERSE.frame(seat, face.name))
            if s.log is not None:
                s.tell(
                    "HAD-9.3",
                    "integrates",
                    seat,
                    ("HAD-A8",),
                    level=face.requirement,
                    cost=face.integrate,
                    coins=s.coins[seat],
                )
        if s.options["colony_coins_timing"] == "after":
            colony_coins(s, seat)


class ReverseStep(ChanceStep):
    """The colony is turned over: any of its level's tiles that nobody has seen (HAD-9.4)."""

    name = "reverse"
    rule = "HAD-9.4"
    on = ("colonies",)
    fields = {"seat": SEAT, "level": LEVEL}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        pending(s, frame, below)

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"level": s.game.level_named[frame.level].requirement}

    def dist(self, s: HadaraState, frame: Frame) -> Dist[str]:
        return Dist(hidden_reverses(s, frame.level))

    def sample(self, s: HadaraState, frame: Frame, rng: Random) -> str:
        tiles = hidden_reverses(s, frame.level)
        return tiles[int(rng.random() * len(tiles))]

    def take(self, s: HadaraState, frame: Frame, tile: str) -> None:
        seat, face = frame.seat, s.game.tables.reverses[tile]
        s.todo.pop()
        s.colonies[seat] += (tile,)
        if s.log is not None:
            s.tell("HAD-9.4", "reverse", seat, ("HAD-9.6", "HAD-9.7", *again(s, seat)), tile=tile, points=face.points)
        s.change(seat, face.steps)


PLUNDER, INTEGRATE = Action("plunder"), Action("integrate")
COLONIES, COLONY, MODE, REVERSE = Colonies(), Colony(), Mode(), ReverseStep()
STEPS = (COLONIES, COLONY, MODE, REVERSE)
