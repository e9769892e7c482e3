"""Silver and gold medals, bought at the end of phase B (HAD-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .buying import spend_tile, tile_refusal
from .tables import TRACKS

if TYPE_CHECKING:
    from .state import HadaraState


def medal_prices(s: HadaraState, seat: Seat) -> tuple[int, int]:
    """What silver and gold cost a seat in this epoch (HAD-13.1, HAD-16.4)."""
    cheap = s.powers[seat] and "cheap_medals" in s.powers[seat]
    tables = s.game.tables
    return (tables.cheap_medals if cheap else tables.medals)[s.epoch - 1]


def can_buy(s: HadaraState, seat: Seat) -> tuple[bool, bool]:
    """Whether a seat can buy silver, and gold."""
    worth, coins = s.game.tables.worth, s.coins[seat]
    silver, gold = medal_prices(s, seat)
    return (
        silver <= coins and len(s.silver[seat]) < worth["silver_medals"] and any(s.tiles[seat]),
        gold <= coins and s.gold[seat] < worth["gold_medals"],
    )


class Medals(AutoStep):
    """The seats in order, from the one at `place`, as long as they can buy (HAD-13.1, HAD-A21)."""

    name = "medals"
    rule = "HAD-13.1"
    fields = {"place": whole(0, 5)}
    on = ("close",)

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place >= s.seats:
            raise ValueError("there is no such place in the order")

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        order = s.order()
        for place in range(frame.place, len(order)):
            if any(can_buy(s, order[place])):
                s.todo[-1] = self.frame(place)
                s.todo.append(MEDAL.frame(order[place]))
                return
        s.todo.pop()


class Medal(DecisionStep):
    """A seat buys a medal or stops. `silver(food)` names the track that counts."""

    name = "medal"
    rule = "HAD-13.1"
    fields = {"seat": SEAT}
    on = ("medals",)
    verbs = {"silver": "s", "gold": "", "stop": ""}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        assert below is not None
        if s.order()[below.place] != frame.seat or not any(can_buy(s, frame.seat)):
            raise ValueError(f"seat {frame.seat} cannot buy a medal now")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        silver, gold = medal_prices(s, frame.seat)
        return {"silver": silver, "gold": gold, "coins": s.coins[frame.seat]}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        silver, gold = can_buy(s, seat)
        moves = [SILVER[k] for k in range(len(TRACKS)) if s.tiles[seat][k]] if silver else []
        return [*moves, GOLD, STOP] if gold else [*moves, STOP]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        seat, worth = frame.seat, s.game.tables.worth
        if action is STOP:
            return None
        silver, gold = medal_prices(s, seat)
        have, most, price = len(s.silver[seat]), worth["silver_medals"], silver
        if action is GOLD:
            have, most, price = s.gold[seat], worth["gold_medals"], gold
        if have >= most:
            return Ruling("HAD-13.1", "no_medal_left", {"medal": action.verb, "most": most})
        if action is not GOLD:
            if not any(s.tiles[seat]):
                return Ruling("HAD-13.2", "no_tile_left", {})  # HAD-A7
            why = tile_refusal(s, seat, action.args[0], "HAD-13.2")
            if why is not None:
                return why
        if price > s.coins[seat]:
            return Ruling(
                "HAD-13.1",
                "medal_too_dear",
                {"medal": action.verb, "price": price, "coins": s.coins[seat], "missing": price - s.coins[seat]},
            )
        return None

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        s.todo.pop()
        if choice is STOP:
            s.todo[-1] = MEDALS.frame(s.todo[-1].place + 1)
            if s.log is not None:
                s.tell("HAD-13.1", "stops", seat, ("HAD-A21",))
            return
        silver, gold = medal_prices(s, seat)
        cheap = ("HAD-16.4",) if s.has(seat, "cheap_medals") else ()
        if choice is GOLD:
            s.coins[seat] -= gold
            s.gold[seat] += 1
            if s.log is not None:
                s.tell(
                    "HAD-13.3",
                    "bought_gold",
                    seat,
                    ("HAD-13.4", *cheap),
                    price=gold,
                    number=s.gold[seat],
                    coins=s.coins[seat],
                )
            return
        track = TRACKS.index(choice.args[0])
        s.coins[seat] -= silver
        spend_tile(s, seat, track)
        s.silver[seat] += (choice.args[0],)
        if s.log is not None:
            s.tell(
                "HAD-13.2",
                "bought_silver",
                seat,
                ("HAD-13.4", "HAD-A9", *cheap),
                price=silver,
                track=choice.args[0],
                number=len(s.silver[seat]),
                coins=s.coins[seat],
            )


SILVER = tuple(Action("silver", track) for track in TRACKS)
GOLD, STOP = Action("gold"), Action("stop")
MEDALS, MEDAL = Medals(), Medal()
STEPS = (MEDALS, MEDAL)
