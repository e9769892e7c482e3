"""Steps of the setup (WIS-1, WIS-14.1): score cards, stalls, deal, first player, first wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT
from ...nodes import Seat
from ...step import AutoStep, Frame, SetupChanceStep
from .drawing import DEAL_FIRST_HAND, PLACE_DEALT_GUARDS
from .rounds import REFILL_STALL, start_round
from .wish_fulfilment import REVEAL_WISH

if TYPE_CHECKING:
    from random import Random

    from .state import WishesState


def prepare_table(state: WishesState) -> None:
    """Set up the table before the first chance node, and push the setup steps on the agenda."""
    state.init_empty()
    tables, todo = state.game.tables, state.agenda_frames
    todo.append(START_FIRST_ROUND.make_frame())
    todo.append(PLACE_DEALT_GUARDS.make_frame())
    todo.append(DRAW_FIRST_PLAYER.make_frame())
    for seat in reversed(range(state.seats)):
        todo.append(DEAL_FIRST_HAND.make_frame(seat, tables.constants["hand"]))
    for stall in reversed(range(len(tables.merchants))):
        todo.append(REFILL_STALL.make_frame(stall))
    for seat in reversed(range(state.seats)):
        todo.append(DEAL_SCORE_CARD.make_frame(seat))
    if state.log is not None:
        state.log_event("WIS-1.1", "empty_start", None, (), gems=state.gems[0])
        state.log_event(
            "WIS-1.2",
            "simple_laid",
            None,
            ("WIS-14.1",) if state.seats == 1 else (),
            cards=state.simple_down,
            among=len(state.simple),
        )
        state.log_event(
            "WIS-1.3",
            "final_laid",
            None,
            ("WIS-14.1",) if state.seats == 1 else (),
            cards=state.final_down,
            among=len(state.final),
        )
        state.log_event("WIS-1.8", "pieces", None, ("WIS-8.1",), aides=state.free[0])
        state.log_event("WIS-1.5", "lamps")
        state.log_event("WIS-1.9", "deck_shuffled", None, (), tasks=state.deck, guards=state.guards)


class DealSecretScoreCard(SetupChanceStep):
    """Deal a market score card to a seat. Only this seat sees the card (WIS-1.6)."""

    name = "score_card"
    rule = "WIS-1.6"
    fields = {"seat": SEAT}
    allowed_steps_below = ("next_ware", "score_card")

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(state.undealt)

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        return state.undealt[int(rng.random() * len(state.undealt))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in state.undealt

    def execute(self, state: WishesState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        state.secrets[frame.seat] = card
        state.undealt = tuple([other for other in state.undealt if other != card])
        if state.log is not None:
            state.log_private_event((frame.seat,), "WIS-1.6", "score_card", frame.seat, ("WIS-15.2",), card=card)


class DrawFirstPlayerAndRevealWishes(SetupChanceStep):
    """Draw the first player (WIS-1.10), then reveal the first wishes (WIS-1.11, WIS-14.3, WIS-A24)."""

    name = "first_player"
    rule = "WIS-1.10"
    fields = {}
    allowed_steps_below = ("met",)

    def dist(self, state: WishesState, frame: Frame) -> Dist[Seat]:
        return Dist(range(state.seats))

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> Seat:
        return int(rng.random() * state.seats)

    def execute(self, state: WishesState, frame: Frame, seat: Seat) -> None:
        state.agenda_frames.pop()
        state.first = seat
        order = state.seat_order()
        for number in reversed(range(state.game.tables.seats[state.seats].revealed)):
            state.agenda_frames.append(REVEAL_WISH.make_frame(order[number % state.seats], False))
        if state.log is not None:
            state.log_event("WIS-1.10", "first_player", seat, ("WIS-14.7",) if state.seats == 1 else ())


class StartFirstRound(AutoStep):
    """Start the first round after the setup."""

    name = "begin"
    rule = "WIS-1.7"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        start_round(state)


DEAL_SCORE_CARD, DRAW_FIRST_PLAYER, START_FIRST_ROUND = (
    DealSecretScoreCard(),
    DrawFirstPlayerAndRevealWishes(),
    StartFirstRound(),
)
STEPS = (DEAL_SCORE_CARD, DRAW_FIRST_PLAYER, START_FIRST_ROUND)
