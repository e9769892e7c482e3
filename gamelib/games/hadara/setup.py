"""Setup and the epochs: the ring, setup cards and their sides, who begins, new decks (HAD-1 to HAD-4, HAD-14)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, Frame, Together
from .state import DRAWS
from .tables import COLOURS, SIDES

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

RINGS = tuple((COLOURS[0], *rest) for rest in permutations(COLOURS[1:]))
"""The circular orders, begun at yellow."""
ARMS = {n: tuple(permutations(range(DRAWS), n)) for n in range(2, 6)}
NUMERAL = ("", "I", "II", "III")


def prepare(s: HadaraState) -> None:
    """Everything that needs no chance, and the agenda of the setup (HAD-1.2, HAD-1.6, HAD-2.1)."""
    s.blank()
    todo, worth = s.todo, s.game.tables.worth
    todo.append(OPEN.frame())
    if s.options["deck_set"] == "advanced":
        SIDE.ask(s, tuple(range(s.seats)))
    todo += [DEAL.frame(seat) for seat in reversed(range(s.seats))]
    if s.options["arms"] == "random":  # HAD-A3
        todo.append(SPREAD.frame())
    else:
        s.arms = tuple(range(s.seats))
    if s.options["ring"] == "random":
        todo.append(RING.frame())
    else:
        s.ring = COLOURS
    if s.log is not None:
        cards, starred = sum(map(len, s.unseen)), [card for card in s.game.tables.cards.values() if card.star]
        s.tell(
            "HAD-1.2",
            "sorted_" + s.options["deck_set"],
            None,
            ("HAD-1.4", "HAD-18.2", "HAD-A1", "HAD-A2"),
            cards=cards,
            stars=len(starred),
            each=len(starred) // len(s.game.tables.sale),
        )
        s.tell(
            "HAD-1.5", "colonies_ready", None, ("HAD-18.1", "HAD-17.3"), each=s.seats, levels=s.game.tables.requirements
        )
        s.tell(
            "HAD-2.1", "boards", None, ("HAD-1.6", "HAD-17.1"), tiles=worth["bonus_tiles"], gold=worth["gold_medals"]
        )
        if not s.todo or s.ring:
            s.tell("HAD-1.1", "ring", None, (), ring=s.ring)


class RingStep(ChanceStep):
    """The order of the board segments in the ring (HAD-1.1)."""

    name = "ring"
    rule = "HAD-1.1"
    fields = {}
    on = ("deal", "spread")

    def dist(self, s: HadaraState, frame: Frame) -> Dist[tuple[str, ...]]:
        return Dist(RINGS)

    def sample(self, s: HadaraState, frame: Frame, rng: Random) -> tuple[str, ...]:
        return RINGS[int(rng.random() * len(RINGS))]

    def take(self, s: HadaraState, frame: Frame, ring: tuple[str, ...]) -> None:
        s.todo.pop()
        s.ring = ring
        if s.log is not None:
            s.tell("HAD-1.1", "ring", None, (), ring=ring)


class Spread(ChanceStep):
    """The arm of the wheel on which each seat's icon sits (HAD-A3)."""

    name = "spread"
    rule = "HAD-A3"
    fields = {}
    on = ("deal",)

    def dist(self, s: HadaraState, frame: Frame) -> Dist[tuple[int, ...]]:
        return Dist(ARMS[s.seats])

    def sample(self, s: HadaraState, frame: Frame, rng: Random) -> tuple[int, ...]:
        ways = ARMS[s.seats]
        return ways[int(rng.random() * len(ways))]

    def take(self, s: HadaraState, frame: Frame, arms: tuple[int, ...]) -> None:
        s.todo.pop()
        s.arms = arms
        if s.log is not None:
            s.tell("HAD-A3", "arms", None, (), arms=tuple(arm + 1 for arm in arms))


class Deal(ChanceStep):
    """A setup card for a seat, each of those left with the same chance (HAD-2.2)."""

    name = "deal"
    rule = "HAD-2.2"
    fields = {"seat": SEAT}
    on = ("open", "side", "deal")

    def _left(self, s: HadaraState) -> list[str]:
        return sorted({name for name, _ in s.game.tables.setups} - {start.split(":")[0] for start in s.start})

    def dist(self, s: HadaraState, frame: Frame) -> Dist[str]:
        return Dist(self._left(s))

    def sample(self, s: HadaraState, frame: Frame, rng: Random) -> str:
        left = self._left(s)
        return left[int(rng.random() * len(left))]

    def take(self, s: HadaraState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.start[frame.seat] = card
        if s.log is not None:
            s.tell(
                "HAD-2.2",
                "dealt",
                frame.seat,
                ("HAD-A20",),
                card=card,
                initiative=s.game.tables.setups[card, "A"].initiative,
            )


class Side(Together):
    """The advanced game: each seat chooses a side of its setup card (HAD-2.3)."""

    name = "side"
    rule = "HAD-2.3"
    on = ("open",)
    verbs = {"side": "s"}

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"card": s.start[self.seat(s, frame)]}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        return [*CHOICES]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return None if action in CHOICES else Ruling("HAD-2.3", "no_such_side", {"side": action.args[0]})

    def resolve(self, s: HadaraState, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        for seat, action in choices.items():
            s.start[seat] += ":" + action.args[0]
            if s.log is not None:
                s.tell("HAD-2.3", "side", seat, ("HAD-A20",), side=action.args[0], card=s.start[seat].split(":")[0])


def begin_tracks(s: HadaraState) -> None:
    """Tracks and coins of the setup cards (HAD-2.3, HAD-2.4)."""
    for seat in range(s.seats):
        if ":" not in s.start[seat]:
            s.start[seat] += ":A"
        name, side = s.start[seat].split(":")
        card = s.game.tables.setups[name, side]
        s.coins[seat] = card.coins
        s.tracks[seat] = card.tracks
        if s.log is not None:
            income, military, culture, food = card.tracks
            s.tell(
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


def ranked(s: HadaraState) -> list[Seat]:
    """The seats by initiative, the lowest first (HAD-4.1)."""
    setups = s.game.tables.setups
    return sorted(range(s.seats), key=lambda seat: setups[s.start[seat].split(":")[0], "A"].initiative)


def first_of(s: HadaraState, epoch: int) -> Seat:
    """The first player of an epoch (HAD-4.1, HAD-4.3)."""
    return ranked(s)[s.game.tables.orders[s.seats].first[epoch - 1] - 1]


class Open(AutoStep):
    """An epoch begins: decks, first player, and in epoch I tracks and coins for who is never first."""

    name = "open"
    rule = "HAD-3.1"
    fields = {}
    on = ("",)

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        s.epoch += 1
        if s.epoch == 1:
            begin_tracks(s)
        open_epoch(s)


def open_epoch(s: HadaraState) -> None:
    """The agenda of phase A; `epoch` has been counted up."""
    s.phase, s.draw, s.wheel = "A", 0, 0
    s.first = first_of(s, s.epoch)
    if s.log is not None:
        s.tell(
            "HAD-3.1", "epoch", None, ("HAD-3.2", "HAD-14.2") if s.epoch > 1 else ("HAD-3.2",), epoch=NUMERAL[s.epoch]
        )
        s.tell("HAD-14.1" if s.epoch > 1 else "HAD-1.3", "decks", None, ("HAD-17.3", "HAD-18.1"), each=2 * s.seats)
        initiative = s.game.tables.setups[s.start[s.first].split(":")[0], "A"].initiative
        s.tell(
            "HAD-4.3" if s.seats == 2 else "HAD-4.1",
            "first",
            s.first,
            ("HAD-3.3", "HAD-A20"),
            epoch=NUMERAL[s.epoch],
            initiative=initiative,
        )
    if s.epoch == 1:
        order = ranked(s)
        for rank in s.game.tables.orders[s.seats].coin:
            s.coins[order[rank - 1]] += 1
            if s.log is not None:
                rule, code = ("HAD-4.3", "once_first") if s.seats == 2 else ("HAD-4.2", "never_first")
                s.tell(rule, code, order[rank - 1], (), coins=s.coins[order[rank - 1]])
    s.push("phase_b")
    s.push("statues", 0, 0)
    s.push("colonies", 0, 0)
    s.push("income")
    s.push("draw_step")
    s.push("wheel", s.first)


CHOICES = tuple(Action("side", side) for side in SIDES)
RING, SPREAD, DEAL, SIDE, OPEN = RingStep(), Spread(), Deal(), Side(), Open()
STEPS = (RING, SPREAD, DEAL, SIDE, OPEN)
