"""Feeding: who has more cards than food removes some, or pays to keep them (HAD-12, HAD-16.7, HAD-16.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .buying import take_away
from .colonies import CULTURE, MILITARY, asked_of, owns_level
from .statues import carved
from .tables import TRACKS, Steps

if TYPE_CHECKING:
    from .state import HadaraState

FOOD = 3


def shortage(s: HadaraState, seat: Seat) -> int:
    """Cards above food; negative with food left over (HAD-12.1, HAD-1.4)."""
    return len(s.owned[seat]) - s.tracks[seat][FOOD]


def affordable_cards(s: HadaraState, seat: Seat) -> int:
    """For how many of the cards that are too many a seat can pay (HAD-16.7); 0 without the card."""
    if not s.powers[seat] or "feed_pay" not in s.powers[seat]:
        return 0
    effects = s.game.tables.effects
    most = min(effects["keep_cards"], s.coins[seat] // effects["keep_coins"], shortage(s, seat))
    if s.options["feed_pay_choice"] == "all_or_nothing" and most < shortage(s, seat):  # HAD-A16
        return 0
    return max(0, most)


class Feed(AutoStep):
    """The seats in order, from the one at `place` (HAD-12.1)."""

    name = "feed"
    rule = "HAD-12.1"
    fields = {"place": whole(0, 5)}
    on = ("medals",)

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place > s.seats:
            raise ValueError("there is no such place in the order")

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        order = s.order()
        for place in range(frame.place, len(order)):
            seat = order[place]
            lack = shortage(s, seat)
            if s.log is not None:
                s.tell(
                    "HAD-12.1",
                    "short_of_food" if lack > 0 else "fed",
                    seat,
                    ("HAD-1.4",),
                    cards=len(s.owned[seat]),
                    food=s.tracks[seat][FOOD],
                    short=lack,
                )
            if lack < 0 and s.powers[seat] and "feed_surplus" in s.powers[seat]:
                _surplus(s, seat, -lack)
            if lack > 0:
                s.todo[-1] = self.frame(place + 1)
                if affordable_cards(s, seat):
                    s.todo.append(PAY.frame(seat))
                else:
                    s.todo.append(REMOVE.frame(seat, 0))
                return
        s.todo.pop()


def _surplus(s: HadaraState, seat: Seat, food: int) -> None:
    effects = s.game.tables.effects
    gain = min(effects["surplus_most"], effects["surplus_coins"] * food)
    s.coins[seat] += gain
    if s.log is not None:
        s.tell("HAD-16.8", "surplus", seat, (), food=food, gain=gain, coins=s.coins[seat])


def _due(s: HadaraState, step: DecisionStep, frame: Frame, below: Frame) -> None:
    """ValueError unless this seat is the last one whom the frame below has let eat."""
    if not below.place or s.order()[below.place - 1] != frame.seat:
        raise ValueError(f"{step.name}: seat {frame.seat} is not being fed now")


class Pay(DecisionStep):
    """For how many cards a seat pays (HAD-16.7). `keep(2)`: for two of them."""

    name = "pay"
    rule = "HAD-16.7"
    fields = {"seat": SEAT}
    on = ("feed",)
    verbs = {"keep": "i"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        _due(s, self, frame, below)
        if not affordable_cards(s, frame.seat):
            raise ValueError(f"seat {frame.seat} cannot pay for cards")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = frame.seat
        return {
            "cards": len(s.owned[seat]),
            "food": s.tracks[seat][FOOD],
            "short": shortage(s, seat),
            "coins": s.coins[seat],
            "each": s.game.tables.effects["keep_coins"],
        }

    def _numbers(self, s: HadaraState, seat: Seat) -> list[int]:
        most = affordable_cards(s, seat)
        return [0, most] if s.options["feed_pay_choice"] == "all_or_nothing" else [*range(most + 1)]

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        return [Action("keep", n) for n in self._numbers(s, frame.seat)]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        numbers = self._numbers(s, frame.seat)
        if action.args[0] in numbers:
            return None
        code = "all_or_nothing" if 0 < action.args[0] < numbers[-1] else "keeps_too_many"
        rule = "HAD-A16" if code == "all_or_nothing" else "HAD-16.7"
        return Ruling(rule, code, {"number": action.args[0], "most": numbers[-1], "short": shortage(s, frame.seat)})

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, number = frame.seat, choice.args[0]
        s.todo.pop()
        cost = number * s.game.tables.effects["keep_coins"]
        s.coins[seat] -= cost
        if s.log is not None:
            s.tell("HAD-16.7", "pays_for_cards", seat, ("HAD-A16",), number=number, cost=cost, coins=s.coins[seat])
        if shortage(s, seat) > number:
            s.todo.append(REMOVE.frame(seat, number))


class Remove(DecisionStep):
    """A card goes, until cards and food are equal (HAD-12.2, HAD-12.4); `spared` were paid for."""

    name = "remove"
    rule = "HAD-12.2"
    on = ("feed",)
    fields = {"seat": SEAT, "spared": whole(0, 99)}
    verbs = {"remove": "s"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        _due(s, self, frame, below)
        if shortage(s, frame.seat) <= frame.spared:
            raise ValueError(f"seat {frame.seat} has food enough")
        if frame.spared > s.game.tables.effects["keep_cards"]:
            raise ValueError(f"seat {frame.seat} cannot have paid for {frame.spared} cards")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = frame.seat
        return {"cards": len(s.owned[seat]), "food": s.tracks[seat][FOOD], "short": shortage(s, seat) - frame.spared}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        remove = s.game.remove
        return [remove[card] for card in s.owned[frame.seat]]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.owned[frame.seat]:
            return None
        return Ruling("HAD-12.2", "not_owned", {"card": action.args[0]})

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        food = s.tracks[seat][FOOD]
        if s.log is not None:
            lasting = s.colonies[seat] or s.statues[seat] or s.silver[seat] or s.gold[seat]
            s.tell("HAD-12.3", "removed", seat, ("HAD-12.2", "HAD-12.5") if lasting else ("HAD-12.2",), card=card)
        tracks = s.tracks[seat]
        take_away(s, seat, card)
        if s.log is not None:
            _stays(s, seat, tracks)
        lack = shortage(s, seat) - frame.spared
        if s.log is not None:
            also = ("HAD-A12",) if s.tracks[seat][FOOD] < food else ()
            s.tell("HAD-12.4", "need_now", seat, also, cards=len(s.owned[seat]), food=s.tracks[seat][FOOD], short=lack)
        if lack <= 0:
            s.todo.pop()


def _stays(s: HadaraState, seat: Seat, before: Steps) -> None:
    """Tell of the colony and the statue that a seat has and could not take any more (HAD-9.5, HAD-10.4)."""
    levels = [(level.requirement, level.name) for level in s.game.tables.levels if owns_level(s, seat, level.name)]
    own = carved(s, seat)
    statues = [(statue.requirement, name) for name, statue in s.game.tables.statues.items() if name in own]
    for rule, track, things in (("HAD-9.5", MILITARY, levels), ("HAD-10.4", CULTURE, statues)):
        value = s.tracks[seat][track]
        lost = [(needs, what) for needs, what in things if value < asked_of(s, seat, needs) <= before[track]]
        if lost:
            needs, what = max(lost)
            s.tell(rule, "stays", seat, (), what=what, needs=needs, track=TRACKS[track], value=value)


FEED, PAY, REMOVE = Feed(), Pay(), Remove()
STEPS = (FEED, PAY, REMOVE)
