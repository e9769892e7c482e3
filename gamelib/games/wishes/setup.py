"""Setup (WIS-1, WIS-14.1): score cards, stalls, the deal, the first player, the first wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT
from ...nodes import Seat
from ...step import AutoStep, ChanceStep, Frame
from .draws import DEAL, MET
from .granting import REVEAL
from .rounds import STALL, open_round

if TYPE_CHECKING:
    from random import Random

    from .state import WishesState


def prepare(s: WishesState) -> None:
    """The table before the first chance, and the agenda of the setup."""
    s.blank()
    tables, todo = s.game.tables, s.todo
    todo.append(BEGIN.frame())
    todo.append(MET.frame())
    todo.append(FIRST_PLAYER.frame())
    for seat in reversed(range(s.seats)):
        todo.append(DEAL.frame(seat, tables.constants["hand"]))
    for stall in reversed(range(len(tables.merchants))):
        todo.append(STALL.frame(stall))
    for seat in reversed(range(s.seats)):
        todo.append(SCORE_CARD.frame(seat))
    if s.log is not None:
        s.tell("WIS-1.1", "empty_start", None, (), gems=s.gems[0])
        s.tell(
            "WIS-1.2",
            "simple_laid",
            None,
            ("WIS-14.1",) if s.seats == 1 else (),
            cards=s.simple_down,
            among=len(s.simple),
        )
        s.tell(
            "WIS-1.3", "final_laid", None, ("WIS-14.1",) if s.seats == 1 else (), cards=s.final_down, among=len(s.final)
        )
        s.tell("WIS-1.8", "pieces", None, ("WIS-8.1",), aides=s.free[0])
        s.tell("WIS-1.5", "lamps")
        s.tell("WIS-1.9", "deck_shuffled", None, (), tasks=s.deck, guards=s.guards)


class ScoreCard(ChanceStep):
    """A market score card for a seat, which alone sees it (WIS-1.6)."""

    name = "score_card"
    rule = "WIS-1.6"
    fields = {"seat": SEAT}
    on = ("next_ware", "score_card")

    def dist(self, s: WishesState, frame: Frame) -> Dist[str]:
        return Dist(s.undealt)

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> str:
        return s.undealt[int(rng.random() * len(s.undealt))]

    def possible(self, s: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in s.undealt

    def take(self, s: WishesState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.secrets[frame.seat] = card
        s.undealt = tuple([other for other in s.undealt if other != card])
        if s.log is not None:
            s.tell_some((frame.seat,), "WIS-1.6", "score_card", frame.seat, ("WIS-15.2",), card=card)


class FirstPlayer(ChanceStep):
    """Who starts (WIS-1.10); then the first wishes are turned up (WIS-1.11, WIS-14.3, WIS-A24)."""

    name = "first_player"
    rule = "WIS-1.10"
    fields = {}
    on = ("met",)

    def dist(self, s: WishesState, frame: Frame) -> Dist[Seat]:
        return Dist(range(s.seats))

    def sample(self, s: WishesState, frame: Frame, rng: Random) -> Seat:
        return int(rng.random() * s.seats)

    def take(self, s: WishesState, frame: Frame, seat: Seat) -> None:
        s.todo.pop()
        s.first = seat
        order = s.order()
        for number in reversed(range(s.game.tables.seats[s.seats].revealed)):
            s.todo.append(REVEAL.frame(order[number % s.seats], False))
        if s.log is not None:
            s.tell("WIS-1.10", "first_player", seat, ("WIS-14.7",) if s.seats == 1 else ())


class Begin(AutoStep):
    """The setup is over."""

    name = "begin"
    rule = "WIS-1.7"
    fields = {}
    on = ("",)

    def take(self, s: WishesState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        open_round(s)


SCORE_CARD, FIRST_PLAYER, BEGIN = ScoreCard(), FirstPlayer(), Begin()
STEPS = (SCORE_CARD, FIRST_PLAYER, BEGIN)
