"""Steps of an epoch: wheel and card draws of phase A, faceup cards of phase B, and income (HAD-4.4 to HAD-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...chance_source import ChanceSource, pile_source
from ...dist import Dist
from ...fields import SEAT
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame, SimultaneousDecisionStep
from .buying import buy_and_sell_actions, buy_or_sell, purchase_refusal, sale_price
from .card_tables import COLOUR_LETTERS, COLOURS, TRACKS
from .state import DRAW_STEPS

if TYPE_CHECKING:
    from random import Random

    from .state import HadaraState

PLACE_PAIRS = {n: tuple((i, j) for j in range(n) for i in range(j)) for n in range(2, 15)}
"""Number of cards -> index pairs of each two of them."""


class SetWheel(DecisionStep):
    """Decision of the first player about the wheel (HAD-4.4).

    `wheel(blue)` points the seat's icon at blue in the first draw step.
    """

    name = "wheel"
    rule = "HAD-4.4"
    fields = {"seat": SEAT}
    allowed_steps_below = ("draw_step",)
    verbs = {"wheel": "s"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if (frame.seat, state.phase, state.draw) != (state.first, "A", 0):
            raise ValueError(f"the wheel is not set by seat {frame.seat} now")

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        return [SET_WHEEL_ACTIONS[colour] for colour in state.ring]

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        return None if action.args[0] in state.ring else Ruling("HAD-4.4", "no_such_colour", {"colour": action.args[0]})

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        state.agenda_frames.pop()
        state.wheel = (state.ring.index(choice.args[0]) - state.arms[frame.seat]) % DRAW_STEPS
        if state.log is not None:
            few = ("HAD-18.3",) if state.seats < DRAW_STEPS else ()
            state.log_event("HAD-4.4", "wheel_set", frame.seat, ("HAD-4.5", "HAD-A3", *few), colour=choice.args[0])


class StartDrawStep(AutoStep):
    """Start the next draw step of phase A: two cards for each seat, then a decision.

    After five draw steps, the decks are empty.
    """

    name = "draw_step"
    rule = "HAD-5.4"
    fields = {}
    allowed_steps_below = ("income",)

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        todo = state.agenda_frames
        if state.draw == DRAW_STEPS:
            todo.pop()
            if state.log is not None:
                state.log_event("HAD-5.5", "decks_empty", None, (), cards=state.seats)
            return
        if state.log is not None and state.draw:
            state.log_event("HAD-5.4", "wheel_turns", None, (), step=state.draw + 1)
        order = state.seat_order()
        KEEP_ONE_CARD.push_question(state, order)
        for seat in reversed(order):
            todo.append(DRAW_TWO_CARDS_FRAMES[seat])


class DrawTwoCards(ChanceStep):
    """Draw two cards for a seat. All pairs of unseen cards of the colour and epoch are equally likely (HAD-5.1)."""

    name = "draw"
    rule = "HAD-5.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("keep", "draw")

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        order = state.seat_order()
        now = order.index(frame.seat)
        if any(state.drawn[seat] for seat in order[now:]) or state.draw == DRAW_STEPS:
            raise ValueError(f"seat {frame.seat} is not to draw any more")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        colour = state.deck_colour(frame.seat, state.draw)
        return {
            "colour": COLOURS[colour],
            "unseen": len(state.unseen[self._stack(state, frame)]),
            "deck": state.deck_size(colour),
        }

    def _stack(self, state: HadaraState, frame: Frame) -> int:
        return (state.epoch - 1) * len(COLOURS) + state.deck_colour(frame.seat, state.draw)

    def dist(self, state: HadaraState, frame: Frame) -> Dist[tuple[str, str]]:
        cards = state.unseen[self._stack(state, frame)]
        return Dist([(cards[i], cards[j]) for i, j in PLACE_PAIRS[len(cards)]])

    def chance_source(self, state: HadaraState, frame: Frame) -> ChanceSource:
        return pile_source(
            "stack", self._stack(state, frame), cards=state.unseen[self._stack(state, frame)], draw_count=2
        )

    def sample(self, state: HadaraState, frame: Frame, rng: Random) -> tuple[str, str]:
        cards = state.unseen[self._stack(state, frame)]
        pairs = PLACE_PAIRS[len(cards)]
        i, j = pairs[int(rng.random() * len(pairs))]
        return cards[i], cards[j]

    def is_possible_outcome(self, state: HadaraState, frame: Frame, outcome: Any) -> bool:
        cards = state.unseen[self._stack(state, frame)]
        return type(outcome) is tuple and len(outcome) == 2 and {*outcome} <= {*cards} and outcome[0] < outcome[1]

    def execute(self, state: HadaraState, frame: Frame, pair: tuple[str, str]) -> None:
        number = self._stack(state, frame)
        state.agenda_frames.pop()
        cards = state.unseen[number]
        i, j = cards.index(pair[0]), cards.index(pair[1])
        state.unseen[number] = cards[:i] + cards[i + 1 : j] + cards[j + 1 :]
        state.drawn[frame.seat] = pair
        if state.log is not None:
            colour = COLOURS[COLOUR_LETTERS.index(pair[0][0])]
            state.log_private_event(
                (frame.seat,),
                "HAD-5.1",
                "drew",
                frame.seat,
                ("HAD-17.2", "HAD-17.3"),
                ("cards",),
                colour=colour,
                cards=pair,
            )


class BuyOrSellOneOfTwoCards(SimultaneousDecisionStep):
    """Decision of each seat: one of two cards to buy or sell. The other card is discarded (HAD-5.2, HAD-A4)."""

    name = "keep"
    rule = "HAD-5.2"
    allowed_steps_below = ("draw_step",)
    verbs = {"buy": "s", "sell": "s"}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        if frame.asked != state.seat_order() or state.phase != "A" or state.draw == DRAW_STEPS:
            raise ValueError("not all seats keep a card in their order")
        super().validate_frame(state, frame, below)

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        seat = self.acting_seat(state, frame)
        return {"coins": state.coins[seat], "sale": sale_price(state, seat)}

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        seat = self.acting_seat(state, frame)
        first, second = state.drawn[seat]
        return buy_and_sell_actions(state, seat, first) + buy_and_sell_actions(state, seat, second)

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        seat = self.acting_seat(state, frame)
        if action.args[0] in state.drawn[seat]:
            return purchase_refusal(state, seat, action)
        rule = "HAD-7.2" if action.verb == "sell" else "HAD-5.3"
        return Ruling(rule, "not_drawn", {"card": action.args[0], "cards": state.drawn[seat]}, "keep_one")

    def execute_randomly(self, state: HadaraState, frame: Frame, rng: Random) -> None:
        """Execute the answers of all remaining seats at once."""
        game, random = state.game, rng.random
        cards, buys, sells = game.tables.cards, game.buy, game.sell
        choices = dict(zip(frame.asked, frame.given))  # noqa: B905  (some have not answered)
        for seat in frame.asked[len(frame.given) :]:
            first, second = state.drawn[seat]
            face = cards[first]
            most = state.coins[seat] + state.held[seat][face.colour]
            able = face.cost <= most
            number = int(random() * (2 + able + (cards[second].cost <= most)))
            if number <= able:
                choices[seat] = buys[first] if able and not number else sells[first]
            else:
                choices[seat] = sells[second] if number == able + 1 + (cards[second].cost <= most) else buys[second]
        state.agenda_frames.pop()
        self.resolve_answers(state, frame, choices)

    def resolve_answers(self, state: HadaraState, frame: Frame, choices: Mapping[Seat, Action]) -> None:
        state.draw += 1  # the cards of this draw step are now kept or discarded
        piles, drawn = state.piles, state.drawn
        for seat, action in choices.items():
            first, second = drawn[seat]
            drawn[seat] = ()
            card = action.args[0]
            other = second if card == first else first
            piles[COLOUR_LETTERS.index(other[0])] += (other,)
            if state.log is not None:
                state.log_event("HAD-5.3", "discarded", seat, ("HAD-5.2", "HAD-17.1", "HAD-A4"), card=other)
            buy_or_sell(state, seat, action.verb, card)


class StartPhaseB(AutoStep):
    """Start phase B and push its steps: faceup cards, income, colonies, statues, feeding, medals (HAD-3.2)."""

    name = "phase_b"
    rule = "HAD-3.2"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        state.phase = "B"
        state.agenda_frames.pop()
        state.push_step("close")
        state.push_step("medals", 0)
        state.push_step("feed", 0)
        state.push_step("statues", 0, 0)
        state.push_step("colonies", 0, 0)
        state.push_step("income")
        state.push_step("pick", state.first)
        if state.log is not None:
            state.log_event("HAD-3.2", "phase_b", None, ("HAD-11.5", "HAD-17.4"), cards=state.seats)


class BuyOrSellTopPileCard(DecisionStep):
    """Decision about the pile whose top card a seat buys or sells (HAD-11.1)."""

    name = "pick"
    rule = "HAD-11.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("income",)
    verbs = {"buy": "s", "sell": "s", "pass": ""}

    def validate_frame(self, state: HadaraState, frame: Frame, below: Frame | None) -> None:
        left = sum(map(len, state.piles))
        if state.phase != "B" or not left:
            raise ValueError(
                "nobody takes a card " + ("when the piles are empty" if state.phase == "B" else "in phase A")
            )
        next_one = state.seat_order()[(DRAW_STEPS * state.seats - left) % state.seats]
        if next_one != frame.seat:
            raise ValueError(f"seat {next_one} is the next to take a card, not seat {frame.seat}")

    def question_text_values(self, state: HadaraState, frame: Frame) -> dict[str, Any]:
        return {
            "left": sum(map(len, state.piles)),
            "coins": state.coins[frame.seat],
            "sale": sale_price(state, frame.seat),
        }

    def legal_actions(self, state: HadaraState, frame: Frame) -> list[Action]:
        seat, game = frame.seat, state.game
        cards, held, coins = game.tables.cards, state.held[seat], state.coins[seat]
        actions = []
        for colour, pile in enumerate(state.piles):
            if pile:
                top = pile[-1]
                if cards[top].cost - held[colour] <= coins:
                    actions.append(game.buy[top])
                actions.append(game.sell[top])
        return actions

    def why_illegal(self, state: HadaraState, frame: Frame, action: Action) -> Ruling | None:
        tops = tuple(pile[-1] for pile in state.piles if pile)
        if action.verb == "pass":
            return Ruling("HAD-11.2", "must_take", {"tops": tops}, "take_top")
        card = action.args[0]
        if card in tops:
            return purchase_refusal(state, frame.seat, action)
        if action.verb == "sell" and card in state.owned[frame.seat]:
            return Ruling("HAD-7.2", "own_card", {"card": card, "tops": tops}, "take_top")
        known = state.options["pile_memory"] == "public"  # a refusal contains no more than the seat may see (HAD-17.4)
        if known and any(card in pile for pile in state.piles):
            return Ruling("HAD-11.3", "below_top", {"card": card, "tops": tops}, "take_top")
        return Ruling("HAD-11.2", "no_pile", {"card": card, "tops": tops}, "take_top")

    def execute(self, state: HadaraState, frame: Frame, choice: Action) -> None:
        seat, card = frame.seat, choice.args[0]
        colour = COLOUR_LETTERS.index(card[0])
        state.piles[colour] = state.piles[colour][:-1]
        if any(state.piles):
            state.agenda_frames[-1] = TAKE_PILE_CARD_FRAMES[(seat + 1) % state.seats]
        else:
            state.agenda_frames.pop()
        if state.log is not None:
            state.log_event("HAD-11.1", "took", seat, ("HAD-3.3", "HAD-17.1"), card=card, left=len(state.piles[colour]))
        buy_or_sell(state, seat, choice.verb, card)
        if state.log is not None and not any(state.piles):
            state.log_event("HAD-11.4", "piles_empty", None, ("HAD-11.5",), cards=DRAW_STEPS)


class PayIncome(AutoStep):
    """Pay each seat coins equal to its income track (HAD-8.1, HAD-16.9)."""

    name = "income"
    rule = "HAD-8.1"
    fields = {}
    allowed_steps_below = ("colonies",)

    def execute(self, state: HadaraState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        coins, tracks = state.coins, state.tracks
        for seat in state.seat_order():
            income = tracks[seat][0]
            coins[seat] += income
            if state.log is not None:
                state.log_event("HAD-8.1", "income", seat, (), income=income, coins=coins[seat])
            if state.powers[seat] and "lag_income" in state.powers[seat]:
                higher = sum(value > income for value in tracks[seat][1:])
                coins[seat] += higher * state.game.tables.effects["lag_coins"]
                if state.log is not None:
                    state.log_event(
                        "HAD-16.9",
                        "lag_income" if higher else "lag_none",
                        seat,
                        (),
                        higher=tuple(
                            track for track, value in zip(TRACKS, tracks[seat], strict=True) if value > income
                        ),
                        gain=higher * state.game.tables.effects["lag_coins"],
                        coins=coins[seat],
                    )


SET_WHEEL_ACTIONS = {colour: Action("wheel", colour) for colour in COLOURS}
SET_WHEEL, START_DRAW_STEP, DRAW_TWO_CARDS, KEEP_ONE_CARD = (
    SetWheel(),
    StartDrawStep(),
    DrawTwoCards(),
    BuyOrSellOneOfTwoCards(),
)
START_PHASE_B, TAKE_PILE_CARD, PAY_INCOME = StartPhaseB(), BuyOrSellTopPileCard(), PayIncome()
DRAW_TWO_CARDS_FRAMES = tuple(DRAW_TWO_CARDS.make_frame(seat) for seat in range(5))
TAKE_PILE_CARD_FRAMES = tuple(TAKE_PILE_CARD.make_frame(seat) for seat in range(5))
STEPS = (SET_WHEEL, START_DRAW_STEP, DRAW_TWO_CARDS, KEEP_ONE_CARD, START_PHASE_B, TAKE_PILE_CARD, PAY_INCOME)
