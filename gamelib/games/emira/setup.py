"""Setup (EMI-1): colours, first player, piles, objectives, the first event card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...counts import take
from ...deck import Deck
from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from . import check
from .events import KEEP_CARD
from .rounds import open_round
from .tables import COLOURS, KINDS

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

DEALT = 3  # event cards (EMI-1.8)


def prepare(s: EmiraState) -> None:
    """Everything that needs no chance, and the agenda of the setup (EMI-1.1, EMI-1.7, EMI-1.9, EMI-1.11)."""
    tables, advanced = s.game.tables, s.options["advanced"]
    s.blank()
    s.pile = Deck(dict.fromkeys(tables.princesses, 1))
    s.fates = Deck({card: e.copies for card, e in tables.events.items() if advanced or not e.advanced})
    s.goals = Deck(dict.fromkeys(s.game.goals[s.seats], 1))
    ordinary, threes = _status_cards(s)
    take(ordinary, s.game.reserved)
    s.titles = Deck({**ordinary, **threes})  # laid out once the colours are known
    s.todo.append(BEGIN.frame())
    for seat in reversed(range(s.seats)):
        s.todo.append(CHOOSE_EVENT.frame(seat))
    for number in reversed(range(DEALT * s.seats)):
        s.todo.append(DEAL.frame(number % s.seats))
    for seat in reversed(range(s.seats)):
        s.todo.append(GOAL.frame(seat))
    s.todo.append(FIRST_PLAYER.frame())
    s.todo.append(ADVANTAGES.frame())
    for seat in reversed(range(s.seats)):
        s.todo.append(COLOUR.frame(seat))
    if s.log is not None:
        s.tell("EMI-1.1", "set_aside", None, ("EMI-17.2",))
        if s.seats == 3:
            s.tell("EMI-15.1", "fewer_pieces", None)
        if advanced:
            s.tell("EMI-16.1", "advanced_game", None)
        s.tell("EMI-1.9", "pile_shuffled", None, ("EMI-A02c",), cards=len(s.pile))
        s.tell("EMI-1.11", "start_gold", None, gold=tables.prices["start_gold"])


def _status_cards(s: EmiraState) -> tuple[dict[str, int], dict[str, int]]:
    """The status cards for this number of seats: those of 1 and 2 points, and those of 3."""
    ordinary: dict[str, int] = {}
    threes: dict[str, int] = {}
    for card, row in s.game.tables.status.items():
        copies = row.copies_for_three if s.seats == 3 else row.copies  # EMI-15.1
        if copies:
            (threes if row.points == 3 else ordinary)[card] = copies
    return ordinary, threes


def _free_colours(s: EmiraState) -> list[str]:
    """In the order in which `dist` draws them."""
    return sorted([colour for colour in COLOURS if colour not in s.colours])


class Colour(ChanceStep):
    """A colour for a seat, without replacement (EMI-1.2)."""

    name = "colour"
    rule = "EMI-1.2"
    fields = {"seat": SEAT}
    on = ("advantages", "colour")

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return Dist(_free_colours(s))

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        free = _free_colours(s)
        return free[int(rng.random() * len(free))]

    def take(self, s: EmiraState, frame: Frame, colour: str) -> None:
        s.todo.pop()
        s.colours = [*s.colours]
        s.colours[frame.seat] = colour
        if s.log is not None:
            s.tell("EMI-1.2", "colour", frame.seat, (), colour=colour)


class Advantages(AutoStep):
    """Advantages of the colours; what nobody takes joins pile and bag (EMI-1.3, EMI-1.4, EMI-1.6, EMI-1.10)."""

    name = "advantages"
    rule = "EMI-1.3"
    on = ("first_player",)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        tables = s.game.tables
        given: set[str] = set()
        for seat, colour in enumerate(s.colours):
            start = tables.start[colour]
            given.update(start)
            s.camels[seat] += start.get("camels", 0)
            s.camels_left -= start.get("camels", 0)
            s.sections[seat] += start.get("sections", 0)
            s.tiles_left -= start.get("sections", 0)
            if "status" in start:
                s.honours[seat] = (start["status"],)
                s.renown[seat] = tables.status[start["status"]].points
            if "counter" in start:
                s.change_look(seat, KINDS.index(start["counter"]), 1)
            if s.log is not None:
                income = s.game.base_income[s.options["base_income"]][colour]
                s.tell("EMI-1.3", "advantage_" + colour, seat, ("EMI-1.7", "EMI-A01"), income=income)
        ordinary, threes = _status_cards(s)
        if "status" in given:
            take(ordinary, s.game.reserved)
        if "counter" not in given:
            s.bag[KINDS.index("dress")] += 1
        s.titles = Deck(ordinary)
        top = s.game.tables.supply["status_top_for_three" if s.seats == 3 else "status_top"]
        s.titles.split(top)
        for card, copies in threes.items():
            for _ in range(copies):
                s.titles.bury(card, 0)
        if s.log is not None:
            if "status" not in given:
                s.tell("EMI-1.4", "left_card", None, card=s.game.reserved)
            if "counter" not in given:
                s.tell("EMI-1.4", "left_counter", None, ("EMI-1.10",), bag=tuple(s.bag))
            s.tell(
                "EMI-15.2" if s.seats == 3 else "EMI-1.6",
                "status_pile",
                None,
                ("EMI-A02b",),
                top=top,
                rest=len(s.titles) - top,
                threes=sum(threes.values()),
            )


class FirstPlayer(ChanceStep):
    """Who starts (EMI-1.5)."""

    name = "first_player"
    rule = "EMI-1.5"
    on = ("goal",)

    def dist(self, s: EmiraState, frame: Frame) -> Dist[int]:
        return Dist(range(s.seats))

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> int:
        return int(rng.random() * s.seats)

    def take(self, s: EmiraState, frame: Frame, seat: int) -> None:
        s.todo.pop()
        s.first = seat
        if s.log is not None:
            s.tell("EMI-1.5", "first_player", seat)


class Goal(ChanceStep):
    """A secret objective (EMI-1.7)."""

    name = "goal"
    rule = "EMI-1.7"
    fields = {"seat": SEAT}
    on = ("deal", "goal")

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return s.goals.dist()

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        return s.goals.sample(rng)

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return s.goals.may_draw(outcome)

    def take(self, s: EmiraState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.goals.draw(card)
        s.aims[frame.seat] = card
        if s.log is not None:
            s.tell_some((frame.seat,), "EMI-1.7", "goal", frame.seat, ("EMI-17.1",), card=card)


class Deal(ChanceStep):
    """An event card (EMI-1.8)."""

    name = "deal"
    rule = "EMI-1.8"
    fields = {"seat": SEAT}
    on = ("choose_event", "deal")

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        return s.fates.dist()

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        return s.fates.sample(rng)

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        return s.fates.may_draw(outcome)

    def take(self, s: EmiraState, frame: Frame, card: str) -> None:
        s.todo.pop()
        s.fates.draw(card)
        s.hands[frame.seat] += (card,)
        if s.log is not None:
            s.tell_some((frame.seat,), "EMI-1.8", "dealt", frame.seat, ("EMI-17.1",), card=card)


class ChooseEvent(DecisionStep):
    """Keep one of three event cards, in secret; the others are shuffled back (EMI-1.8)."""

    name = "choose_event"
    rule = "EMI-1.8"
    fields = {"seat": SEAT}
    on = ("begin", "choose_event")
    verbs = {"keep": "s"}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [KEEP_CARD[card] for card in sorted(set(s.hands[frame.seat]))]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.hands[frame.seat]:
            return None
        return Ruling("EMI-1.8", "not_dealt", {"card": action.args[0], "cards": tuple(sorted(s.hands[frame.seat]))})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        s.todo.pop()
        rest = list(s.hands[seat])
        rest.remove(card)
        back: dict[str, int] = {}
        for other in rest:
            back[other] = back.get(other, 0) + 1
        s.fates.shuffle(back)
        s.hands[seat] = (card,)
        if s.log is not None:
            s.tell_some((seat,), "EMI-1.8", "kept", seat, ("EMI-17.1",), card=card)


class Begin(AutoStep):
    """The first round (EMI-2.1)."""

    name = "begin"
    rule = "EMI-2.1"
    on = ("",)

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        check.setup(s, DEALT)

    def take(self, s: EmiraState, frame: Frame, choice: Any) -> None:
        s.todo.pop()
        open_round(s)


COLOUR, ADVANTAGES, FIRST_PLAYER, GOAL, DEAL = Colour(), Advantages(), FirstPlayer(), Goal(), Deal()
CHOOSE_EVENT, BEGIN = ChooseEvent(), Begin()
STEPS = (COLOUR, ADVANTAGES, FIRST_PLAYER, GOAL, DEAL, CHOOSE_EVENT, BEGIN)
