"""Silver and gold medals, bought at the end of phase B (HAD-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, DecisionStep, Frame
from .buying import remove_unused_bonus_tile, tile_refusal
from .card_tables import TRACKS

if TYPE_CHECKING:
    from .state import HadaraState


def medal_prices(state: HadaraState, seat: Seat) -> tuple[int, int]:
    """Return the prices of silver and gold medals for a seat in this epoch (HAD-13.1, HAD-16.4)."""
    cheap = state.powers[seat] and "cheap_medals" in state.powers[seat]
    tables = state.game.tables
    return (tables.cheap_medals if cheap else tables.medals)[state.epoch - 1]


def can_buy_silver_and_gold(state: HadaraState, seat: Seat) -> tuple[bool, bool]:
    """Return two booleans: whether a seat can buy a silver medal, and whether it can buy a gold medal."""
    worth, coins = state.game.tables.worth, state.coins[seat]
    silver, gold = medal_prices(state, seat)
    return (
        silver <= coins and len(state.silver[seat]) < worth["silver_medals"] and any(state.tiles[seat]),
        gold <= coins and state.gold[seat] < worth["gold_medals"],
    )


class OfferMedals(AutoStep):
    """Offer medals to the seats in order, from the seat at `place` (HAD-13.1, HAD-A21)."""

    name = "medals"
    rule = "HAD-13.1"
    fields = {"place": IntField(0, 5)}
    allowed_steps_below = ("close",)

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.place >= state.seats:
            raise ValueError("there is no such place in the order")

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        order = state.seat_order()
        for place in range(frame.place, len(order)):
            if any(can_buy_silver_and_gold(state, order[place])):
                state.agenda_frames[-1] = self.make_frame(place)
                state.agenda_frames.append(BUY_MEDAL.make_frame(order[place]))
                return
        state.agenda_frames.pop()


class BuyMedal(DecisionStep):
    """Decision to buy a medal or stop. `silver(food)` buys a silver medal for the food track."""

    name = "medal"
    rule = "HAD-13.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("medals",)
    verbs = {"silver": "s", "gold": "", "stop": ""}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        assert below is not None
        if state.seat_order()[below.place] != frame.seat or not any(can_buy_silver_and_gold(state, frame.seat)):
            raise ValueError(f"seat {frame.seat} cannot buy a medal now")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        silver, gold = medal_prices(state, frame.seat)
        return {"silver": silver, "gold": gold, "coins": state.coins[frame.seat]}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        seat = frame.seat
        silver, gold = can_buy_silver_and_gold(state, seat)
        moves = [SILVER_ACTIONS[k] for k in range(len(TRACKS)) if state.tiles[seat][k]] if silver else []
        return [*moves, GOLD, STOP] if gold else [*moves, STOP]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        seat, worth = frame.seat, state.game.tables.worth
        if action is STOP:
            return None
        silver, gold = medal_prices(state, seat)
        have, most, price = len(state.silver[seat]), worth["silver_medals"], silver
        if action is GOLD:
            have, most, price = state.gold[seat], worth["gold_medals"], gold
        if have >= most:
            return Ruling("HAD-13.1", "no_medal_left", {"medal": action.verb, "most": most})
        if action is not GOLD:
            if not any(state.tiles[seat]):
                return Ruling("HAD-13.2", "no_tile_left", {})  # HAD-A7
            why = tile_refusal(state, seat, action.args[0], "HAD-13.2")
            if why is not None:
                return why
        if price > state.coins[seat]:
            return Ruling(
                "HAD-13.1",
                "medal_too_dear",
                {
                    "medal": action.verb,
                    "price": price,
                    "coins": state.coins[seat],
                    "missing": price - state.coins[seat],
                },
            )
        return None

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if choice is STOP:
            state.agenda_frames[-1] = OFFER_MEDALS.make_frame(state.agenda_frames[-1].place + 1)
            if state.log is not None:
                state.log_event("HAD-13.1", "stops", seat, ("HAD-A21",))
            return
        silver, gold = medal_prices(state, seat)
        cheap = ("HAD-16.4",) if state.effect_count(seat, "cheap_medals") else ()
        if choice is GOLD:
            state.coins[seat] -= gold
            state.gold[seat] += 1
            if state.log is not None:
                state.log_event(
                    "HAD-13.3",
                    "bought_gold",
                    seat,
                    ("HAD-13.4", *cheap),
                    price=gold,
                    number=state.gold[seat],
                    coins=state.coins[seat],
                )
            return
        track = TRACKS.index(choice.args[0])
        state.coins[seat] -= silver
        remove_unused_bonus_tile(state, seat, track)
        state.silver[seat] += (choice.args[0],)
        if state.log is not None:
            state.log_event(
                "HAD-13.2",
                "bought_silver",
                seat,
                ("HAD-13.4", "HAD-A9", *cheap),
                price=silver,
                track=choice.args[0],
                number=len(state.silver[seat]),
                coins=state.coins[seat],
            )


SILVER_ACTIONS = tuple(Action("silver", track) for track in TRACKS)
GOLD, STOP = Action("gold"), Action("stop")
OFFER_MEDALS, BUY_MEDAL = OfferMedals(), BuyMedal()
STEPS = (OFFER_MEDALS, BUY_MEDAL)
