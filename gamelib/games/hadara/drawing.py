"""The cards of an epoch: wheel and draw steps of phase A, faceup cards of phase B, and income (HAD-4.4 to HAD-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame, Together
from .buying import deal_with, offers, refusal, sale
from .state import DRAWS
from .tables import COLOURS, LETTERS, TRACKS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

PAIRS = {n: tuple((i, j) for j in range(n) for i in range(j)) for n in range(2, 15)}
"""Number of cards -> the places of each two of them."""


class Wheel(DecisionStep):
    """The first player sets the wheel (HAD-4.4). `wheel(blue)`: the own icon points at blue in the first draw step."""

    name = "wheel"
    rule = "HAD-4.4"
    fields = {"seat": SEAT}
    on = ("draw_step",)
    verbs = {"wheel": "s"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if (frame.seat, s.phase, s.draw) != (s.first, "A", 0):
            raise ValueError(f"the wheel is not set by seat {frame.seat} now")

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        return [WHEELS[colour] for colour in s.ring]

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return None if action.args[0] in s.ring else Ruling("HAD-4.4", "no_such_colour", {"colour": action.args[0]})

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        s.todo.pop()
        s.wheel = (s.ring.index(choice.args[0]) - s.arms[frame.seat]) % DRAWS
        if s.log is not None:
            few = ("HAD-18.3",) if s.seats < DRAWS else ()
            s.tell("HAD-4.4", "wheel_set", frame.seat, ("HAD-4.5", "HAD-A3", *few), colour=choice.args[0])


class DrawStep(AutoStep):
    """The next draw step of phase A: two cards for everybody, then the choice; after five the decks are empty."""

    name = "draw_step"
    rule = "HAD-5.4"
    fields = {}
    on = ("income",)

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        todo = s.todo
        if s.draw == DRAWS:
            todo.pop()
            if s.log is not None:
                s.tell("HAD-5.5", "decks_empty", None, (), cards=s.seats)
            return
        if s.log is not None and s.draw:
            s.tell("HAD-5.4", "wheel_turns", None, (), step=s.draw + 1)
        order = s.order()
        KEEP.ask(s, order)
        for seat in reversed(order):
            todo.append(DRAW_FRAMES[seat])


class Draw(ChanceStep):
    """Two cards for a seat; the pairs of its colour and epoch not seen are equally likely (HAD-5.1)."""

    name = "draw"
    rule = "HAD-5.1"
    fields = {"seat": SEAT}
    on = ("keep", "draw")

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        order = s.order()
        now = order.index(frame.seat)
        if any(s.drawn[seat] for seat in order[now:]) or s.draw == DRAWS:
            raise ValueError(f"seat {frame.seat} is not to draw any more")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        colour = s.colour(frame.seat, s.draw)
        return {"colour": COLOURS[colour], "unseen": len(s.unseen[self._stack(s, frame)]), "deck": s.deck(colour)}

    def _stack(self, s: HadaraState, frame: Frame) -> int:
        return (s.epoch - 1) * len(COLOURS) + s.colour(frame.seat, s.draw)

    def dist(self, s: HadaraState, frame: Frame) -> Dist[tuple[str, str]]:
        cards = s.unseen[self._stack(s, frame)]
        return Dist([(cards[i], cards[j]) for i, j in PAIRS[len(cards)]])

    def sample(self, s: HadaraState, frame: Frame, rng: Random) -> tuple[str, str]:
        cards = s.unseen[self._stack(s, frame)]
        pairs = PAIRS[len(cards)]
        i, j = pairs[int(rng.random() * len(pairs))]
        return cards[i], cards[j]

    def possible(self, s: HadaraState, frame: Frame, outcome: Any) -> bool:
        cards = s.unseen[self._stack(s, frame)]
        return type(outcome) is tuple and len(outcome) == 2 and {*outcome} <= {*cards} and outcome[0] < outcome[1]

    def take(self, s: HadaraState, frame: Frame, pair: tuple[str, str]) -> None:
        number = self._stack(s, frame)
        s.todo.pop()
        cards = s.unseen[number]
        i, j = cards.index(pair[0]), cards.index(pair[1])
        s.unseen[number] = cards[:i] + cards[i + 1 : j] + cards[j + 1 :]
        s.drawn[frame.seat] = pair
        if s.log is not None:
            colour = COLOURS[LETTERS.index(pair[0][0])]
            s.tell_some(
                (frame.seat,),
                "HAD-5.1",
                "drew",
                frame.seat,
                ("HAD-17.2", "HAD-17.3"),
                ("cards",),
                colour=colour,
                cards=pair,
            )


class Keep(Together):
    """Everybody keeps one of the two cards, to buy or sell it, and discards the other (HAD-5.2, HAD-A4)."""

    name = "keep"
    rule = "HAD-5.2"
    on = ("draw_step",)
    verbs = {"buy": "s", "sell": "s"}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.asked != s.order() or s.phase != "A" or s.draw == DRAWS:
            raise ValueError("not all seats keep a card in their order")
        super().check(s, frame, below)

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = self.seat(s, frame)
        return {"coins": s.coins[seat], "sale": sale(s, seat)}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        seat = self.seat(s, frame)
        first, second = s.drawn[seat]
        return offers(s, seat, first) + offers(s, seat, second)

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        seat = self.seat(s, frame)
        if action.args[0] in s.drawn[seat]:
            return refusal(s, seat, action)
        rule = "HAD-7.2" if action.verb == "sell" else "HAD-5.3"
        return Ruling(rule, "not_drawn", {"card": action.args[0], "cards": s.drawn[seat]}, "keep_one")

    def run(self, s: HadaraState, frame: Frame, rng: Random) -> None:
        """All seats that are still to answer at once."""
        game, random = s.game, rng.random
        cards, buys, sells = game.tables.cards, game.buy, game.sell
        choices = dict(zip(frame.asked, frame.given))  # noqa: B905  (some have not answered)
        for seat in frame.asked[len(frame.given) :]:
            first, second = s.drawn[seat]
            face = cards[first]
            most = s.coins[seat] + s.held[seat][face.colour]
            able = face.cost <= most
            number = int(random() * (2 + able + (cards[second].cost <= most)))
            if number <= able:
                choices[seat] = buys[first] if able and not number else sells[first]
            else:
                choices[seat] = sells[second] if number == able + 1 + (cards[second].cost <= most) else buys[second]
        s.todo.pop()
        self.resolve(s, frame, choices)

    def resolve(self, s: HadaraState, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        s.draw += 1  # the cards of the step are kept and discarded now
        piles, drawn = s.piles, s.drawn
        for seat, action in choices.items():
            first, second = drawn[seat]
            drawn[seat] = ()
            card = action.args[0]
            other = second if card == first else first
            piles[LETTERS.index(other[0])] += (other,)
            if s.log is not None:
                s.tell("HAD-5.3", "discarded", seat, ("HAD-5.2", "HAD-17.1", "HAD-A4"), card=other)
            deal_with(s, seat, action.verb, card)


class PhaseB(AutoStep):
    """Phase A is over: the faceup cards are taken, then income, colonies, statues, feeding, medals (HAD-3.2)."""

    name = "phase_b"
    rule = "HAD-3.2"
    fields = {}
    on = ("",)

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        s.phase = "B"
        s.todo.pop()
        s.push("close")
        s.push("medals", 0)
        s.push("feed", 0)
        s.push("statues", 0, 0)
        s.push("colonies", 0, 0)
        s.push("income")
        s.push("pick", s.first)
        if s.log is not None:
            s.tell("HAD-3.2", "phase_b", None, ("HAD-11.5", "HAD-17.4"), cards=s.seats)


class Pick(DecisionStep):
    """A seat takes the top card of a pile, to buy or sell it (HAD-11.1)."""

    name = "pick"
    rule = "HAD-11.1"
    fields = {"seat": SEAT}
    on = ("income",)
    verbs = {"buy": "s", "sell": "s", "pass": ""}

    def check(self, s: HadaraState, frame: Frame, below: Frame | None) -> None:
        left = sum(map(len, s.piles))
        if s.phase != "B" or not left:
            raise ValueError("nobody takes a card " + ("when the piles are empty" if s.phase == "B" else "in phase A"))
        next_one = s.order()[(DRAWS * s.seats - left) % s.seats]
        if next_one != frame.seat:
            raise ValueError(f"seat {next_one} is the next to take a card, not seat {frame.seat}")

    def values(self, s: HadaraState, frame: Frame) -> dict[str, Any]:
        return {"left": sum(map(len, s.piles)), "coins": s.coins[frame.seat], "sale": sale(s, frame.seat)}

    def moves(self, s: HadaraState, frame: Frame) -> list[Action]:
        seat, game = frame.seat, s.game
        cards, held, coins = game.tables.cards, s.held[seat], s.coins[seat]
        actions = []
        for colour, pile in enumerate(s.piles):
            if pile:
                top = pile[-1]
                if cards[top].cost - held[colour] <= coins:
                    actions.append(game.buy[top])
                actions.append(game.sell[top])
        return actions

    def ruling(self, s: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        tops = tuple(pile[-1] for pile in s.piles if pile)
        if action.verb == "pass":
            return Ruling("HAD-11.2", "must_take", {"tops": tops}, "take_top")
        card = action.args[0]
        if card in tops:
            return refusal(s, frame.seat, action)
        if action.verb == "sell" and card in s.owned[frame.seat]:
            return Ruling("HAD-7.2", "own_card", {"card": card, "tops": tops}, "take_top")
        known = s.options["pile_memory"] == "public"  # a refusal tells no more than the seat may see (HAD-17.4)
        if known and any(card in pile for pile in s.piles):
            return Ruling("HAD-11.3", "below_top", {"card": card, "tops": tops}, "take_top")
        return Ruling("HAD-11.2", "no_pile", {"card": card, "tops": tops}, "take_top")

    def take(self, s: HadaraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        colour = LETTERS.index(card[0])
        s.piles[colour] = s.piles[colour][:-1]
        if any(s.piles):
            s.todo[-1] = PICK_FRAMES[(seat + 1) % s.seats]
        else:
            s.todo.pop()
        if s.log is not None:
            s.tell("HAD-11.1", "took", seat, ("HAD-3.3", "HAD-17.1"), card=card, left=len(s.piles[colour]))
        deal_with(s, seat, choice.verb, card)
        if s.log is not None and not any(s.piles):
            s.tell("HAD-11.4", "piles_empty", None, ("HAD-11.5",), cards=DRAWS)


class Income(AutoStep):
    """Everybody gains coins equal to the income track (HAD-8.1, HAD-16.9)."""

    name = "income"
    rule = "HAD-8.1"
    fields = {}
    on = ("colonies",)

    def take(self, s: HadaraState, frame: Frame, choice: None) -> None:
        s.todo.pop()
        coins, tracks = s.coins, s.tracks
        for seat in s.order():
            income = tracks[seat][0]
            coins[seat] += income
            if s.log is not None:
                s.tell("HAD-8.1", "income", seat, (), income=income, coins=coins[seat])
            if s.powers[seat] and "lag_income" in s.powers[seat]:
                higher = sum(value > income for value in tracks[seat][1:])
                coins[seat] += higher * s.game.tables.effects["lag_coins"]
                if s.log is not None:
                    s.tell(
                        "HAD-16.9",
                        "lag_income" if higher else "lag_none",
                        seat,
                        (),
                        higher=tuple(
                            track for track, value in zip(TRACKS, tracks[seat], strict=True) if value > income
                        ),
                        gain=higher * s.game.tables.effects["lag_coins"],
                        coins=coins[seat],
                    )


WHEELS = {colour: Action("wheel", colour) for colour in COLOURS}
WHEEL, DRAW_STEP, DRAW, KEEP = Wheel(), DrawStep(), Draw(), Keep()
PHASE_B, PICK, INCOME = PhaseB(), Pick(), Income()
DRAW_FRAMES = tuple(DRAW.frame(seat) for seat in range(5))
PICK_FRAMES = tuple(PICK.frame(seat) for seat in range(5))
STEPS = (WHEEL, DRAW_STEP, DRAW, KEEP, PHASE_B, PICK, INCOME)
