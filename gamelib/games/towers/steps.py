"""The steps of a game: deal, who starts, the turn, the chain, the new cache, and flight.

The frame of `turn` lies at the bottom of the agenda and names the seat whose turn comes next.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from ...dist import Dist
from ...fields import SEAT, whole
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from . import check
from .placing import allowed, choices, place, placement, placements, put_away, refusals
from .state import CACHE, TowersState, settle

FLEE = Action("flee")
PASS = Action("pass")
STOP = Action("stop")
MOST_SEATS = range(5)


class Draw(ChanceStep):
    """A seat draws cards one by one, open; `left` are still to be drawn."""

    fields = {"seat": SEAT, "left": whole(1, CACHE)}

    event: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.frames = [[self.frame(seat, left) for left in range(CACHE + 1)] for seat in MOST_SEATS]

    def values(self, s: TowersState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left, "deck": len(s.deck)}

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        check.seated(s, self, frame)
        if frame.left != min(CACHE - len(s.caches[frame.seat]), len(s.deck)):  # TOW-4.6
            raise ValueError(f"{self.name} cannot have {frame.left} cards to come")

    def dist(self, s: TowersState, frame: Frame) -> Dist[str]:
        return Dist(s.deck)

    def sample(self, s: TowersState, frame: Frame, rng: Random) -> str:
        deck = s.deck
        return deck[int(rng.random() * len(deck))]

    def possible(self, s: TowersState, frame: Frame, outcome: Any) -> bool:
        return outcome in s.deck

    def take(self, s: TowersState, frame: Frame, card: str) -> None:
        seat, left = frame.seat, frame.left
        s.deck.remove(card)
        caches = s.caches
        caches[seat] += (card,)
        if left > 1:
            s.todo[-1] = self.frames[seat][left - 1]
        else:
            s.todo.pop()
        if s.log is not None:
            s.tell(self.rule, self.event, seat, ("TOW-8.1", "TOW-8.2"), card=card, deck=len(s.deck))

    def run(self, s: TowersState, frame: Frame, rng: Random) -> None:
        """All cards that are still to be drawn."""
        seat = frame.seat
        deck, random = s.deck, rng.random
        cache = s.caches[seat]
        for _ in range(frame.left):
            cache += (deck.pop(int(random() * len(deck))),)
        s.caches[seat] = cache
        s.todo.pop()


class Deal(Draw):
    """The first caches (TOW-1.5)."""

    name = "deal"
    rule = "TOW-1.5"
    event = "dealt"
    on = ("start", "deal")


class Refill(Draw):
    """A new cache at the end of a turn (TOW-4.6)."""

    name = "refill"
    rule = "TOW-4.6"
    event = "refilled"
    on = ("turn",)

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        super().check(s, frame, below)
        if s.is_dead():  # TOW-7.2
            raise ValueError("the game should have ended")


class Start(AutoStep):
    """The seat with the alphabetically first title starts (TOW-1.8)."""

    name = "start"
    rule = "TOW-1.8"
    on = ("",)

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        check.deal(s)

    def take(self, s: TowersState, frame: Frame, choice: None) -> None:
        holders = {card: seat for seat, cache in enumerate(s.caches) for card in cache}
        card = min(holders, key=s.game.rank.__getitem__)
        seat = holders[card]
        s.todo[-1] = TURNS[seat]
        if s.log is not None:
            s.tell("TOW-1.8", "starts", seat, ("TOW-9.1",), card=card)


class Turn(AutoStep):
    """The start of a seat's turn: has the game ended? (TOW-2.1)."""

    name = "turn"
    rule = "TOW-2.1"
    fields = {"seat": SEAT}
    on = ("",)

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        check.next_turn(s, frame)

    def take(self, s: TowersState, frame: Frame, choice: None) -> None:
        seat: Seat = frame.seat
        stuck = not s.can_play(seat)
        if stuck and s.over():
            end(s)
            return
        if stuck and s.log is not None and (card := s.waits_for()):  # TOW-A8
            s.tell("TOW-7.2", "goes_on", None, card=card)
        s.turn += 1
        fled = s.fled
        following = (seat + 1) % s.seats
        while fled[following]:  # TOW-2.5
            following = (following + 1) % s.seats
        s.todo[-1] = TURNS[following]
        s.todo.append(CHOICES[seat])
        if s.log is not None:
            also: tuple[str, ...] = ("TOW-2.5", "TOW-7.9")
            if s.turn == check.MOST_TURNS and check.MOST_TURNS % s.seats and not any(s.fled):  # one turn more
                also = (*also, "TOW-9.1")
            s.tell("TOW-2.1", "turn", seat, also, turn=s.turn)


def end(s: TowersState) -> None:
    """Nobody can play a card any more (TOW-7.2, TOW-7.3)."""
    if not s.deck and not any(s.caches):
        settle(s, "no_cards", "TOW-7.3")
    else:
        settle(s, "no_play", "TOW-7.2")


def end_turn(s: TowersState, seat: Seat) -> None:
    """Put away what is left and draw anew; the frame on top of the agenda is done (TOW-4.5, TOW-4.6).

    Where no card can ever be played again the game ends before the draw (TOW-7.2).
    """
    if s.caches[seat] and s.options["unplayed"] == "to_balance":  # TOW-A10
        put_away(s, seat, "TOW-4.5")
    if s.is_dead():
        end(s)
        return
    left = len(s.deck)
    if left:
        missing = CACHE - len(s.caches[seat])
        s.todo[-1] = REFILL.frames[seat][missing if missing < left else left]
    else:
        s.todo.pop()  # TOW-A14: play goes on without drawing
        if s.log is not None:
            s.tell("TOW-4.6", "no_refill", seat)


class Play(DecisionStep):
    """A seat places a card or does something else."""

    fields = {"seat": SEAT}
    on = ("turn",)

    def others(self, s: TowersState, stuck: bool) -> tuple[Action, ...]:
        """What is legal besides placements; `stuck`: there are none."""
        raise NotImplementedError

    def refusal(self, s: TowersState, seat: Seat, verb: str) -> Ruling | None:
        """Why something else is not legal; None if it is."""
        raise NotImplementedError

    def leave(self, s: TowersState, seat: Seat, action: Action) -> None:
        """Do something else than to place a card."""
        raise NotImplementedError

    def values(self, s: TowersState, frame: Frame) -> dict[str, Any]:
        return {"cache": len(s.caches[frame.seat]), "balance": len(s.balances[frame.seat])}

    def moves(self, s: TowersState, frame: Frame) -> list[Action]:
        moves = placements(s, frame.seat)
        moves += self.others(s, not moves)
        return moves

    def run(self, s: TowersState, frame: Frame, rng: Random) -> None:
        """Only the placement that is taken is looked up; there may be 90."""
        seat: Seat = frame.seat
        count = choices(s, seat)
        others = self.others(s, not count)
        number = int(rng.random() * (count + len(others)))
        if number < count:
            card, tower, cell = placement(s, seat, number)
            go_on(s, seat, card, tower, cell)
        else:
            self.leave(s, seat, others[number - count])

    def ruling(self, s: TowersState, frame: Frame, action: Action) -> Ruling | None:
        seat: Seat = frame.seat
        if action.verb != "place":
            return self.refusal(s, seat, action.verb)
        return None if allowed(s, seat, action) else refusals(s, seat, *action.args)[0]

    def take(self, s: TowersState, frame: Frame, action: Action) -> None:
        seat: Seat = frame.seat
        if action.verb == "place":
            go_on(s, seat, *s.game.placings[action])
        else:
            self.leave(s, seat, action)


class Choose(Play):
    """Flee, or place a card; pass only if nothing fits (TOW-2.2 to TOW-2.4)."""

    name = "choose"
    rule = "TOW-2.2"
    verbs = {"place": "sss", "flee": "", "pass": ""}

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        check.seated(s, self, frame)
        if s.over():  # TOW-2.1
            raise ValueError("the game should have ended")

    def values(self, s: TowersState, frame: Frame) -> dict[str, Any]:
        may = "place" if s.can_play(frame.seat) else "pass" if s.options["stuck_turn"] == "choose" else "flee"
        return {**super().values(s, frame), "may": may}

    def others(self, s: TowersState, stuck: bool) -> tuple[Action, ...]:
        return (PASS, FLEE) if stuck and s.options["stuck_turn"] == "choose" else (FLEE,)

    def refusal(self, s: TowersState, seat: Seat, verb: str) -> Ruling | None:
        if verb == "pass":
            if s.can_play(seat):  # TOW-A12
                return Ruling("TOW-2.3", "must_play_or_flee", example(s, seat), "play_instead")
            if s.options["stuck_turn"] == "forced_flee":  # TOW-A9
                return Ruling("TOW-2.4", "must_flee", {})
        return None

    def leave(self, s: TowersState, seat: Seat, action: Action) -> None:
        s.unplayed = ()
        if action is FLEE:
            flee(s, seat)
        else:
            if s.log is not None:
                s.tell("TOW-2.4", "passes", seat)
            put_away(s, seat, "TOW-2.4")  # all cards, even where unplayed ones are kept
            end_turn(s, seat)


class Chain(Play):
    """After a match: place another card, or stop (TOW-4.2, TOW-4.3)."""

    name = "chain"
    rule = "TOW-4.2"
    verbs = {"place": "sss", "stop": "", "flee": ""}

    def check(self, s: TowersState, frame: Frame, below: Frame | None) -> None:
        check.seated(s, self, frame)
        if not s.can_play(frame.seat):
            raise ValueError("a chain cannot go on if no card fits")

    def others(self, s: TowersState, stuck: bool) -> tuple[Action, ...]:
        return (STOP,) if s.options["voluntary_stop"] else ()

    def refusal(self, s: TowersState, seat: Seat, verb: str) -> Ruling | None:
        if verb == "flee":
            return Ruling("TOW-2.2", "flee_too_late", {})
        if not s.options["voluntary_stop"]:  # TOW-A11
            return Ruling("TOW-4.3", "must_go_on", example(s, seat), "play_instead")
        return None

    def leave(self, s: TowersState, seat: Seat, action: Action) -> None:
        if s.log is not None:
            s.tell("TOW-4.3", "stops", seat, cards=s.caches[seat])
        end_turn(s, seat)


def example(s: TowersState, seat: Seat) -> dict[str, Any]:
    """A placement that is legal, for a reason that tells one."""
    return dict(zip(("card", "tower", "cell"), placements(s, seat)[0].args, strict=True))


def go_on(s: TowersState, seat: Seat, card: str, tower: int, cell: int) -> None:
    """Place a card; after a match the chain goes on if another card fits (TOW-4.2 to TOW-4.4, TOW-5.7, TOW-A13)."""
    s.unplayed = ()
    matched = place(s, seat, card, tower, cell)
    if s.result is not None:
        return
    if matched and s.can_play(seat):
        s.todo[-1] = CHAINS[seat]
        return
    if not matched:
        s.unplayed = s.caches[seat]
    if s.log is not None and s.caches[seat]:
        s.tell("TOW-4.4", "nothing_fits" if matched else "chain_breaks", seat, cards=s.caches[seat])
    end_turn(s, seat)


def flee(s: TowersState, seat: Seat) -> None:
    """Pay the whole balance to each seat still in the game, and leave (TOW-6)."""
    put_cache = s.caches[seat]
    s.balances[seat] += put_cache  # TOW-6.1, TOW-A16
    s.caches[seat] = ()
    balance = len(s.balances[seat])
    coins = balance * s.options["coin_value"]  # TOW-6.3
    others = s.round_from(seat)
    s.coins[seat] -= coins * len(others)
    s.fled[seat] = True  # TOW-6.4
    if s.log is not None:
        s.tell("TOW-6.1", "flees", seat, cards=put_cache, balance=balance)
    for other in others:
        s.coins[other] += coins  # TOW-6.2: gross, nothing cancels
        if s.log is not None:
            below = ("TOW-1.7",) if s.coins[seat] < 0 else ()
            s.tell("TOW-6.2", "pays", seat, ("TOW-6.3", *below), other=other, coins=coins)
    if s.log is not None:
        s.tell("TOW-6.4", "out", seat, ("TOW-6.5", "TOW-8.3"))
    if len(others) == 1:  # TOW-6.6, TOW-7.4
        settle(s, "alone", "TOW-6.6")
    else:
        s.todo.pop()


DEAL = Deal()
REFILL = Refill()
START = Start()
TURN = Turn()
CHOOSE = Choose()
CHAIN = Chain()
STEPS = (DEAL, START, TURN, CHOOSE, CHAIN, REFILL)

# frames that recur are made once, as those of Draw
TURNS = [TURN.frame(seat) for seat in MOST_SEATS]
CHOICES = [CHOOSE.frame(seat) for seat in MOST_SEATS]
CHAINS = [CHAIN.frame(seat) for seat in MOST_SEATS]
