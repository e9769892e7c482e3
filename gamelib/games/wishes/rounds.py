"""Steps of a round: plates, their effects, and the turns under each plate (WIS-2, WIS-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...chance_source import ChanceSource, pile_source
from ...dist import Dist
from ...fields import SEAT, IntField, one_of
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .drawing import ADD_STACK_CARD, push_hand_refill
from .turn import CHOOSE_MAIN_ACTION_FRAMES, OFFER_FURTHER_ACTIONS_FRAMES
from .wish_fulfilment import REPLACE_WISHES, REVEAL_WISH, clear_wish, fulfil_wish

if TYPE_CHECKING:
    from random import Random

    from .state import OpenWish, WishesState


def start_round(state: WishesState) -> None:
    """Shuffle all plates for the next round (WIS-1.7, WIS-12.7, WIS-14.2)."""
    state.round += 1
    state.idle += 1
    state.plates = ()
    state.plate = ""
    state.hungry = False
    state.agenda_frames.append(START_NEXT_PLATE.make_frame())
    if state.log is not None:
        also: tuple[str, ...] = ("WIS-14.2", "WIS-14.7") if state.seats == 1 else ()
        if state.round > 1:
            also += ("WIS-12.6", "WIS-A24") if state.seats == 1 else ("WIS-12.6",)
        plates = state.game.tables.seats[state.seats].plates
        state.log_event(
            "WIS-12.7" if state.round > 1 else "WIS-1.7", "round", state.first, also, round=state.round, plates=plates
        )


class StartNextMoodPlate(AutoStep):
    """Start the next plate of the round, or the Extra Tasks after the last plate (WIS-2.9)."""

    name = "round"
    rule = "WIS-2.9"
    fields = {}
    allowed_steps_below = ("",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        if len(state.plates) < state.game.tables.seats[state.seats].plates:
            state.agenda_frames.append(REVEAL_PLATE_FRAME)
            return
        state.agenda_frames.pop()
        state.push_step("extra")
        if state.log is not None:
            state.log_event("WIS-2.9", "plates_used_up", None)


class RevealMoodPlate(ChanceStep):
    """Reveal the next plate, one of the unseen plates of this round (WIS-2.1, WIS-15.3)."""

    name = "plate"
    rule = "WIS-2.1"
    fields = {}
    allowed_steps_below = ("round",)

    def unseen_plates(self, state: WishesState) -> list[str]:
        """Return the unseen plates of this round, in the order of `dist`."""
        return [plate for plate in state.game.plates if plate not in state.plates]

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(self.unseen_plates(state))

    def chance_source(self, state: WishesState, frame: Frame) -> ChanceSource:
        return pile_source("plates", cards=self.unseen_plates(state))

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        left = self.unseen_plates(state)
        return left[int(rng.random() * len(left))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in state.game.plates and outcome not in state.plates

    def execute(self, state: WishesState, frame: Frame, plate: str) -> None:
        todo = state.agenda_frames
        todo.pop()
        row = state.game.tables.plates[plate]
        state.plate = plate
        state.plates += (plate,)
        state.hungry = False
        todo.append(START_NEXT_TURN_FRAMES[0])
        todo.append(APPLY_PLATE_EFFECT_FRAME)
        if row.adds_card:
            todo.append(ADD_STACK_CARD.make_frame())
        if state.log is not None:
            state.log_event(
                "WIS-2.1", "plate", state.first, ("WIS-2.2", "WIS-2.4", "WIS-2.5"), plate=plate, extra=row.extra_points
            )


class ApplyMoodPlateEffect(AutoStep):
    """Apply the effect of a plate as soon as it is revealed (WIS-2.2, WIS-A06)."""

    name = "effect"
    rule = "WIS-2.2"
    fields = {}
    allowed_steps_below = ("turns",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        does = state.plate_effect()
        if does not in LASTING_EFFECTS:
            IMMEDIATE_EFFECTS[does](state)
        elif state.log is not None:
            state.log_event(LASTING_EFFECTS[does], f"effect_{does}", None, ("WIS-2.5",))


def let_each_seat_exchange_cards(state: WishesState) -> None:
    """Let each seat in turn exchange hand cards (WIS-3.1)."""
    if state.log is not None:
        state.log_event("WIS-3.1", "effect_lovely", None, ("WIS-2.6",))
    for seat in reversed(state.seat_order()):
        state.agenda_frames.append(EXCHANGE_HAND_CARDS.make_frame(seat, "lovely"))


def reveal_extra_simple_wish(state: WishesState) -> None:
    """Reveal one more simple wish (WIS-3.4)."""
    if state.simple_down:
        state.agenda_frames.append(REVEAL_WISH.make_frame(state.first, False))
    if state.log is not None:
        state.log_event("WIS-3.4", "effect_demanding" if state.simple_down else "nothing_demanded", state.first)


def lower_need_of_all_wishes(state: WishesState) -> None:
    """Lower the need of wishes by one from now on (WIS-3.5)."""
    state.hungry = True
    state.agenda_frames.append(FULFIL_SATISFIED_WISHES.make_frame())
    if state.log is not None:
        state.log_event("WIS-3.5", "effect_hungry", None, ("WIS-A06",))


def give_each_seat_a_gem(state: WishesState) -> None:
    """Give each seat a Gem (WIS-3.6)."""
    for seat in state.seat_order():
        taken = state.gain_gems(seat, state.game.tables.constants["happy_gems"])
        if state.log is not None:
            code, gems = ("effect_happy", taken) if taken else ("happy_full", state.gems[seat])
            state.log_event("WIS-3.6", code, seat, ("WIS-A22",), gems=gems)


def return_wares_and_queue_refills(state: WishesState) -> None:
    """Put the wares on offer under their stacks (WIS-3.7)."""
    for stall in reversed(range(len(state.tops))):
        top = state.tops[stall]
        if top:
            state.under[stall] += (top,)
            state.tops[stall] = ""
            state.agenda_frames.append(REFILL_STALL.make_frame(stall))
    if state.log is not None:
        state.log_event("WIS-3.7", "effect_uncertain", state.first)


def let_each_seat_discard_card(state: WishesState) -> None:
    """Let each seat in turn discard a hand card (WIS-3.8)."""
    if state.log is not None:
        state.log_event("WIS-3.8", "effect_mean", None, ("WIS-2.6", "WIS-A25"))
    for seat in reversed(state.seat_order()):
        if state.hands[seat]:
            state.agenda_frames.append(DISCARD_HAND_CARD.make_frame(seat))


def remove_wish_with_fewest_hearts(state: WishesState) -> None:
    """Remove the simple wish with the fewest hearts (WIS-3.10)."""
    fit = wishes_with_fewest_hearts(state)
    if len(fit) > 1:
        state.agenda_frames.append(CHOOSE_WISH_TO_REMOVE.make_frame(state.first))
    elif fit:
        remove_wish(state, fit[0])
    elif state.log is not None:
        state.log_event("WIS-3.10", "nothing_removed", None)


LASTING_EFFECTS = {"kind": "WIS-3.2", "nauseate": "WIS-3.3", "afraid": "WIS-3.9"}
"""Effects that only change the legal actions of the turns, with their rules."""
IMMEDIATE_EFFECTS = {
    "lovely": let_each_seat_exchange_cards,
    "demanding": reveal_extra_simple_wish,
    "hungry": lower_need_of_all_wishes,
    "happy": give_each_seat_a_gem,
    "uncertain": return_wares_and_queue_refills,
    "mean": let_each_seat_discard_card,
    "sad": remove_wish_with_fewest_hearts,
}
"""Effects that happen at once."""


def wishes_with_fewest_hearts(state: WishesState) -> list[OpenWish]:
    """Return the open simple wishes with the fewest hearts on their task cards (WIS-3.10, WIS-A13)."""
    simple = [entry for entry in state.open if entry[0] in state.game.tables.simple]
    least = min(map(state.task_card_hearts_at_wish, simple), default=0)
    return [entry for entry in simple if state.task_card_hearts_at_wish(entry) == least]


def remove_wish(state: WishesState, entry: OpenWish) -> None:
    """Remove a wish from the game without points, by the plate Sad (WIS-3.10, WIS-A20)."""
    if state.log is not None:
        home = tuple(sorted({seat for _, aides in entry[1] for seat in aides}))
        also = ("WIS-A20", "WIS-A13", *(("WIS-14.7",) if state.seats == 1 else ()))
        state.log_event(
            "WIS-3.10",
            "removed",
            state.first,
            also,
            wish=entry[0],
            hearts=state.task_card_hearts_at_wish(entry),
            home=home,
        )
    clear_wish(state, entry)
    state.agenda_frames.append(REPLACE_WISHES.make_frame(state.first))


class ChooseWishToRemove(DecisionStep):
    """Decision about which of several wishes with the fewest hearts is removed (WIS-3.10)."""

    name = "sad"
    rule = "WIS-3.10"
    fields = {"seat": SEAT}
    allowed_steps_below = ("turns",)
    verbs = {"remove": "s"}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [Action("remove", entry[0]) for entry in wishes_with_fewest_hearts(state)]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        fit = wishes_with_fewest_hearts(state)
        if any(entry[0] == wish for entry in fit):
            return None
        entry = next((entry for entry in state.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-3.10", "not_open", {"wish": wish})
        if state.game.tables.wishes[wish].final:
            return Ruling("WIS-3.10", "only_simple", {"wish": wish})
        return Ruling(
            "WIS-3.10",
            "fewest_first",
            {
                "wish": wish,
                "hearts": state.task_card_hearts_at_wish(entry),
                "least": state.task_card_hearts_at_wish(fit[0]),
            },
        )

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        state.agenda_frames.pop()
        remove_wish(state, state.open_wish(choice.args[0]))


def satisfied_wishes(state: WishesState) -> list[OpenWish]:
    """Return the open wishes with enough hearts or cards."""
    return [
        entry for entry in state.open if state.attached_hearts_or_cards(entry) >= state.needed_hearts_or_cards(entry[0])
    ]


class FulfilSatisfiedWishes(AutoStep):
    """Fulfil the satisfied wishes one after another, by the plate Hungry (WIS-3.5, WIS-A05)."""

    name = "feed"
    rule = "WIS-3.5"
    fields = {}
    allowed_steps_below = ("turns",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        fit = satisfied_wishes(state)
        if len(fit) > 1:
            state.agenda_frames.append(CHOOSE_WISH_TO_FULFIL.make_frame(state.first))
        elif fit:
            fulfil_wish(state, fit[0], state.first)
        else:
            state.agenda_frames.pop()


class ChooseWishToFulfil(DecisionStep):
    """Decision about which of several satisfied wishes is fulfilled next (WIS-A05)."""

    name = "feed_first"
    rule = "WIS-A05"
    fields = {"seat": SEAT}
    allowed_steps_below = ("feed",)
    verbs = {"next": "s"}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [Action("next", entry[0]) for entry in satisfied_wishes(state)]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        entry = next((entry for entry in state.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-3.5", "not_open", {"wish": wish})
        if state.attached_hearts_or_cards(entry) < state.needed_hearts_or_cards(wish):
            return Ruling(
                "WIS-3.5",
                "not_enough",
                {
                    "wish": wish,
                    "has": state.attached_hearts_or_cards(entry),
                    "need": state.needed_hearts_or_cards(wish),
                },
            )
        return None

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        state.agenda_frames.pop()
        fulfil_wish(state, state.open_wish(choice.args[0]), state.first)


class DiscardHandCard(DecisionStep):
    """Decision of the plate Mean: the hand card to discard (WIS-3.8)."""

    name = "drop"
    rule = "WIS-3.8"
    fields = {"seat": SEAT}
    allowed_steps_below = ("turns", "drop")
    verbs = {"drop": "s", "pass": ""}
    """To keep all cards is refused: one has to go."""

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [state.game.drop[card] for card in state.hands[frame.seat]]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "pass":
            return Ruling("WIS-3.8", "must_drop", {"plate": state.plate})
        card = action.args[0]
        return None if card in state.hands[frame.seat] else Ruling("WIS-3.8", "only_hand_dropped", {"card": card})

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        card, seat = choice.args[0], frame.seat
        state.agenda_frames.pop()
        state.remove_hand_card_openly(seat, card)
        state.discard.append(card)
        if state.log is not None:
            state.log_event("WIS-3.8", "dropped", seat, ("WIS-2.6",), card=card)


class ExchangeHandCards(DecisionStep):
    """Decision of the plate Lovely and the effect Swap: the hand cards to exchange (WIS-3.1, WIS-5.6)."""

    name = "change"
    rule = "WIS-3.1"
    fields = {"seat": SEAT, "why": one_of("lovely", "swap")}
    allowed_steps_below = ("turns", "change", "further")
    verbs = {"discard": "t"}

    def cited_rule(self, state: WishesState, frame: Frame) -> str:
        return "WIS-3.1" if frame.why == "lovely" else "WIS-5.6"

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"why": frame.why}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        cards = sorted(state.hands[frame.seat])
        chosen: list[tuple[str, ...]] = [()]
        for card in cards:
            chosen += [(*row, card) for row in chosen]
        return [Action("discard", row) for row in chosen]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        cards = action.args[0]
        hand = state.hands[frame.seat]
        for card in cards:
            if card not in hand:
                return Ruling(self.cited_rule(state, frame), "only_hand_changed", {"card": card})
        if list(cards) != sorted(set(cards)):
            return Ruling(self.cited_rule(state, frame), "each_once", {"cards": tuple(sorted(set(cards)))})
        return None

    def execute_randomly(self, state: WishesState, frame: Frame, rng: Random) -> None:
        """Choose a random set of hand cards without listing all sets."""
        hand = sorted(state.hands[frame.seat])
        number = int(rng.random() * (1 << len(hand)))  # index in `legal_actions`. Its bits select the cards
        self.exchange_cards(state, frame, tuple([card for i, card in enumerate(hand) if number >> i & 1]))

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        self.exchange_cards(state, frame, choice.args[0])

    def exchange_cards(self, state: WishesState, frame: Frame, cards: tuple[str, ...]) -> None:
        """Discard some hand cards and draw the same number."""
        seat = frame.seat
        for card in cards:
            state.remove_hand_card_openly(seat, card)
            state.discard.append(card)
        state.agenda_frames.pop()
        if cards:
            push_hand_refill(state, seat, len(cards))
        if state.log is not None:
            state.log_event(self.cited_rule(state, frame), "changed", seat, (), cards=cards)


def rule_causing_ware_reveal(state: WishesState) -> str:
    """Return the rule that reveals a wares card: the setup, the plate UNCERTAIN, or a purchase."""
    if state.round == 0:
        return "WIS-1.4"
    bought = any(frame.step.name == "further" for frame in state.agenda_frames)
    return "WIS-7.2" if bought else "WIS-3.7"


class RevealWare(ChanceStep):
    """Reveal the next unseen wares card of a merchant (WIS-1.4, WIS-3.7, WIS-7.2)."""

    name = "stall_card"
    rule = "WIS-7.2"
    fields = {"stall": IntField()}
    allowed_steps_below = ("deal", "next_ware", "turns", "further")

    def cited_rule(self, state: WishesState, frame: Frame) -> str:
        return rule_causing_ware_reveal(state)

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"merchant": state.game.tables.merchants[frame.stall]}

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(state.below[frame.stall])

    def is_setup(self, state: WishesState, frame: Frame) -> bool:
        return state.round == 0

    def chance_source(self, state: WishesState, frame: Frame) -> ChanceSource:
        return pile_source("wares", frame.stall, cards=state.below[frame.stall])

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        cards: tuple[str, ...] = state.below[frame.stall]
        return cards[int(rng.random() * len(cards))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in state.below[frame.stall]

    def execute(self, state: WishesState, frame: Frame, card: str) -> None:
        stall = frame.stall
        state.agenda_frames.pop()
        state.below[stall] = tuple([ware for ware in state.below[stall] if ware != card])
        state.tops[stall] = card
        if state.log is not None:
            state.log_event(
                rule_causing_ware_reveal(state),
                "ware_shown",
                None,
                ("WIS-15.3",),
                ware=card,
                merchant=state.game.tables.merchants[stall],
            )


class RefillMarketStall(AutoStep):
    """Put the next card on a stall: an unseen card, else a card from under the stack, else none (WIS-7.2)."""

    name = "next_ware"
    rule = "WIS-7.2"
    fields = {"stall": IntField()}
    allowed_steps_below = ("deal", "next_ware", "turns", "further")

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"merchant": state.game.tables.merchants[frame.stall]}

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        stall = frame.stall
        state.agenda_frames.pop()
        if state.below[stall]:
            state.agenda_frames.append(REVEAL_WARE.make_frame(stall))
            return
        merchant = state.game.tables.merchants[stall]
        if state.under[stall]:
            state.tops[stall] = state.under[stall][0]
            state.under[stall] = state.under[stall][1:]
            if state.log is not None:
                state.log_event(
                    rule_causing_ware_reveal(state),
                    "ware_shown",
                    None,
                    ("WIS-7.2", "WIS-3.7"),
                    ware=state.tops[stall],
                    merchant=merchant,
                )
        elif state.log is not None:
            state.log_event("WIS-7.2", "stall_empty", None, (), merchant=merchant)


class StartNextTurn(AutoStep):
    """Start the turn of the next seat under the current plate (WIS-2.7)."""

    name = "turns"
    rule = "WIS-2.7"
    fields = {"done": IntField(0, 4)}
    allowed_steps_below = ("round",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        todo = state.agenda_frames
        done = frame.done
        if done == state.seats:
            todo.pop()
            return
        seat = (state.first + done) % state.seats
        todo[-1] = START_NEXT_TURN_FRAMES[done + 1]
        todo.append(OFFER_FURTHER_ACTIONS_FRAMES[seat])
        todo.append(CHOOSE_MAIN_ACTION_FRAMES[seat])
        if state.log is not None:
            state.log_event("WIS-2.7", "turn", seat, ("WIS-2.11",) if done == 0 and len(state.plates) > 1 else ())


(
    START_NEXT_PLATE,
    REVEAL_PLATE,
    APPLY_PLATE_EFFECT,
    CHOOSE_WISH_TO_REMOVE,
    FULFIL_SATISFIED_WISHES,
    CHOOSE_WISH_TO_FULFIL,
) = (
    StartNextMoodPlate(),
    RevealMoodPlate(),
    ApplyMoodPlateEffect(),
    ChooseWishToRemove(),
    FulfilSatisfiedWishes(),
    ChooseWishToFulfil(),
)
DISCARD_HAND_CARD, EXCHANGE_HAND_CARDS, REVEAL_WARE, REFILL_STALL, START_NEXT_TURN = (
    DiscardHandCard(),
    ExchangeHandCards(),
    RevealWare(),
    RefillMarketStall(),
    StartNextTurn(),
)
REVEAL_PLATE_FRAME, APPLY_PLATE_EFFECT_FRAME, START_NEXT_TURN_FRAMES = (
    REVEAL_PLATE.make_frame(),
    APPLY_PLATE_EFFECT.make_frame(),
    [START_NEXT_TURN.make_frame(n) for n in range(5)],
)
"""Frames that recur. They are shared because frames never change."""
STEPS = (
    START_NEXT_PLATE,
    REVEAL_PLATE,
    APPLY_PLATE_EFFECT,
    CHOOSE_WISH_TO_REMOVE,
    FULFIL_SATISFIED_WISHES,
    CHOOSE_WISH_TO_FULFIL,
    DISCARD_HAND_CARD,
    EXCHANGE_HAND_CARDS,
    REVEAL_WARE,
    REFILL_STALL,
    START_NEXT_TURN,
)
