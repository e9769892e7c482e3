"""Steps of the deck: backs, drawn cards, Guards and reshuffling (WIS-2.8, WIS-2.10, WIS-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ...chance_source import ChanceSource, pile_source
from ...dist import Dist
from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .card_tables import GUARD
from .state import TASK_BACK
from .wish_fulfilment import fulfil_wish

if TYPE_CHECKING:
    from random import Random

    from .state import OpenWish, WishesState


def reveal_top_back(state: WishesState) -> None:
    """Reveal the back of the next card (WIS-11.5). If both backs are possible, push a chance step."""
    if state.guards and state.deck:
        state.agenda_frames.append(REVEAL_NEXT_CARD_BACK.make_frame())
    else:
        state.top = GUARD if state.guards else TASK_BACK if state.deck else ""


def update_deck_after_draw(state: WishesState) -> None:
    """Update the top card after a draw, and reshuffle an empty deck."""
    state.top = ""
    if not state.deck and not state.guards:
        if state.options["reshuffle"] == "at_once":
            reshuffle_deck(state)
    elif not state.guards:
        state.top = TASK_BACK
    elif state.options["guard_back_visible"]:
        reveal_top_back(state)


def reshuffle_deck(state: WishesState) -> bool:
    """Turn the discard pile into the deck, and return False if this is useless (WIS-2.10, WIS-11.6, WIS-A03).

    If the discard pile has only Guards, it is shuffled only if a wish can take a Guard. Otherwise, the Guards would be
    drawn and discarded forever (WIS-A23).
    """
    tasks = sorted(card for card in state.discard if card != GUARD)
    if not tasks and not (state.discard and wishes_open_to_guard(state)):
        return False
    if state.loose:  # undecided cards of the stack came from the exhausted deck
        state.older += ((state.age, tuple(sorted(state.loose))),)
    state.age += 1
    state.guards = len(state.discard) - len(tasks)
    state.loose, state.deck = tasks, len(tasks)
    state.ages = {**state.ages, **dict.fromkeys(tasks, state.age)}
    state.discard = []
    if state.log is not None:
        state.log_event(
            "WIS-2.10",
            "reshuffled",
            None,
            ("WIS-A03", "WIS-11.6") if state.guards else ("WIS-A03",),
            cards=len(tasks),
            guards=state.guards,
        )
    state.top = "" if state.guards else TASK_BACK
    if state.guards and state.options["guard_back_visible"]:
        reveal_top_back(state)
    return True


def ensure_deck(state: WishesState) -> bool:
    """Reshuffle the discard pile if the deck is empty, and return whether a card can be drawn."""
    return bool(state.deck or state.guards) or reshuffle_deck(state)


def push_hand_refill(state: WishesState, seat: Seat, card_count: int) -> None:
    """Push the step that draws several cards for a seat, one at a time (WIS-2.8)."""
    state.agenda_frames.append((DRAW_TASK_CARD if state.top == TASK_BACK else REFILL_HAND).make_frame(seat, card_count))


class RevealTaskOrGuardBack(ChanceStep):
    """Reveal whether the next card has the back of a Guard or of a task card (WIS-11.5, WIS-A02)."""

    name = "back"
    rule = "WIS-11.5"
    fields = {}
    allowed_steps_below = ("fill", "deal", "add_card", "turns", "further", "change", "first_player", "post", "effect")

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist({TASK_BACK: state.deck, GUARD: state.guards})

    def is_setup(self, state: WishesState, frame: Frame) -> bool:
        return state.round == 0

    def chance_source(self, state: WishesState, frame: Frame) -> ChanceSource:
        return pile_source("backs", cards={TASK_BACK: state.deck, GUARD: state.guards})

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        # in the order of `dist`, where GUARD comes first
        return GUARD if int(rng.random() * (state.deck + state.guards)) < state.guards else TASK_BACK

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in (TASK_BACK, GUARD)

    def execute(self, state: WishesState, frame: Frame, back: str) -> None:
        state.agenda_frames.pop()
        state.top = back
        if state.log is not None and back == GUARD:
            state.log_event("WIS-11.5", "guard_on_top", None, ("WIS-A02", "WIS-15.1"))


class DrawTaskCard(ChanceStep):
    """Draw a task card for a seat. Only this seat sees the card (WIS-2.8, WIS-15.2)."""

    name = "face"
    rule = "WIS-2.8"
    fields = {"seat": SEAT, "left": IntField(1)}
    allowed_steps_below: ClassVar[tuple[str, ...] | None] = ("turns", "change", "further")
    refill_step: ClassVar[RefillHand]

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(state.loose)

    def chance_source(self, state: WishesState, frame: Frame) -> ChanceSource:
        return pile_source("tasks", cards=state.loose)

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        return state.loose[int(rng.random() * len(state.loose))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in state.loose

    def execute(self, state: WishesState, frame: Frame, card: str) -> None:
        seat = frame.seat
        if frame.left > 1:
            state.agenda_frames[-1] = self.refill_step.make_frame(seat, frame.left - 1)
        else:
            state.agenda_frames.pop()
        state.loose.remove(card)
        state.deck -= 1
        state.hands[seat] += (card,)
        state.past[seat] += (state.age + 1,)
        if state.log is not None:
            state.log_private_event((seat,), self.rule, "drawn", seat, ("WIS-15.2",), card=card)
        update_deck_after_draw(state)

    def execute_randomly(self, state: WishesState, frame: Frame, rng: Random) -> None:
        """Draw several cards until something interrupts the draws."""
        seat, left = frame.seat, frame.left
        loose, random = state.loose, rng.random
        more = state.guards and state.options["guard_back_visible"]
        hand, past, age = state.hands[seat], state.past[seat], (state.age + 1,)
        while left:
            hand += (loose.pop(int(random() * len(loose))),)
            past += age
            left -= 1
            state.deck -= 1
            if not state.deck or (state.guards and not more):
                break
            if more:
                state.top = GUARD if int(random() * (state.deck + state.guards)) < state.guards else TASK_BACK
                if state.top == GUARD:
                    break
        state.hands[seat], state.past[seat] = hand, past
        if left:
            state.agenda_frames[-1] = self.refill_step.make_frame(seat, left)
        else:
            state.agenda_frames.pop()
        if not state.deck or (state.guards and not more):
            update_deck_after_draw(state)


class DealTaskCard(DrawTaskCard):
    """Deal a card of the first hand (WIS-1.9)."""

    name = "first_face"
    rule = "WIS-1.9"
    allowed_steps_below = ("first_player", "deal")

    def is_setup(self, state: WishesState, frame: Frame) -> bool:
        return True


class RefillHand(AutoStep):
    """Draw several cards for a seat, one at a time (WIS-2.8, WIS-11.1)."""

    name = "fill"
    rule = "WIS-2.8"
    fields = {"seat": SEAT, "left": IntField(1)}
    allowed_steps_below: ClassVar[tuple[str, ...] | None] = ("turns", "change", "further")
    draw_step: ClassVar[DrawTaskCard]

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"left": frame.left}

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        todo = state.agenda_frames
        if not ensure_deck(state):
            todo.pop()
            if state.log is not None:
                state.log_event("WIS-A03", "no_cards", frame.seat, ("WIS-2.10",), left=frame.left)
        elif todo[-1] is not frame:
            return  # the deck was reshuffled, and its top back is revealed first
        elif state.top == TASK_BACK:
            todo[-1] = self.draw_step.make_frame(frame.seat, frame.left)
        elif state.top == GUARD:
            state.guards -= 1
            self.on_guard_drawn(state, frame.seat)
        else:
            reveal_top_back(state)

    def on_guard_drawn(self, state: WishesState, seat: Seat) -> None:
        """Place or discard a drawn Guard."""
        if state.log is not None:
            state.log_event(
                "WIS-11.1", "guard_drawn", seat, ("WIS-A02",) if state.options["guard_back_visible"] else ()
            )
        state.agenda_frames.append(PLACE_GUARD.make_frame(seat))
        update_deck_after_draw(state)


class DealFirstHand(RefillHand):
    """Deal the first hand of a seat (WIS-1.9). Guards are set aside or shuffled back (WIS-A01)."""

    name = "deal"
    rule = "WIS-1.9"
    allowed_steps_below = ("first_player", "deal")

    def on_guard_drawn(self, state: WishesState, seat: Seat) -> None:
        if state.options["initial_guard"] == "reshuffle":
            state.guards += 1
            if state.log is not None:
                state.log_event("WIS-A01", "guard_back_in", seat)
        else:
            state.met[seat] += 1
            if state.log is not None:
                state.log_event("WIS-A01", "guard_aside", seat, ("WIS-1.9",))
        update_deck_after_draw(state)


class MoveDeckCardToExtraTaskStack(AutoStep):
    """Add the top task card to the Extra Task stack, face down (WIS-2.3)."""

    name = "add_card"
    rule = "WIS-2.3"
    fields = {}
    allowed_steps_below = ("effect",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        todo = state.agenda_frames
        if not ensure_deck(state):
            todo.pop()
            if state.log is not None:
                state.log_event("WIS-A03", "no_card_to_add", None, ("WIS-2.10",))
        elif todo[-1] is not frame:
            return
        elif state.top == TASK_BACK:
            todo.pop()
            state.deck -= 1
            state.stack += (("", -1, state.age, 0),)
            if state.log is not None:
                state.log_event("WIS-2.3", "card_added", None, ("WIS-2.2", "WIS-15.3"), cards=len(state.stack))
            update_deck_after_draw(state)
        elif state.top == GUARD:
            state.guards -= 1
            if state.log is not None:
                state.log_event("WIS-11.1", "guard_drawn", state.first, ("WIS-2.3", "WIS-A04", "WIS-A06"))
            todo.append(PLACE_GUARD.make_frame(state.first))
            update_deck_after_draw(state)
        else:
            reveal_top_back(state)


def wishes_open_to_guard(state: WishesState) -> list[OpenWish]:
    """Return the open wishes on which a Guard may be put (WIS-11.2, WIS-11.3, WIS-A13)."""
    free = [entry for entry in state.open if not entry[2]]
    empty = [entry for entry in free if not entry[1]]
    if empty or not free:
        return empty
    least = min(map(state.task_card_hearts_at_wish, free))
    return [entry for entry in free if state.task_card_hearts_at_wish(entry) == least]


def attach_guard_and_check_fulfilment(state: WishesState, seat: Seat, wish: str) -> None:
    """Put a drawn Guard on a wish, which may fulfil it (WIS-11.1, WIS-11.4, WIS-A04)."""
    old = state.open_wish(wish)
    entry = old[0], old[1], True
    state.update_wish(old, entry)
    if state.log is not None:
        left_out = ("WIS-11.3",) if any(guard for other, _, guard in state.open if other != wish) else ()
        state.log_event("WIS-11.2", "guard_attached", seat, ("WIS-11.1", "WIS-5.2", "WIS-A13", *left_out), wish=wish)
    if state.attached_hearts_or_cards(entry) >= state.needed_hearts_or_cards(wish):
        if state.log is not None:
            state.log_event("WIS-11.4", "guard_completes", seat, ("WIS-A04",), wish=wish)
        fulfil_wish(state, entry, seat)


class PlaceDrawnGuardOnWish(AutoStep):
    """Put a drawn Guard on a wish. The seat chooses if several wishes fit (WIS-11.2, WIS-A23)."""

    name = "post"
    rule = "WIS-11.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("fill", "add_card", "met")

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        fit = wishes_open_to_guard(state)
        if len(fit) > 1:
            state.agenda_frames.append(CHOOSE_GUARD_WISH.make_frame(frame.seat))
        elif fit:
            attach_guard_and_check_fulfilment(state, frame.seat, fit[0][0])
        else:
            state.discard.append(GUARD)
            if state.log is not None:
                state.log_event("WIS-11.3", "guard_discarded", frame.seat, ("WIS-A23",))


class ChooseWishForGuard(DecisionStep):
    """Decision about the wish for a Guard (WIS-11.2)."""

    name = "choose_post"
    rule = "WIS-11.2"
    fields = {"seat": SEAT}
    allowed_steps_below = ("fill", "add_card", "met")
    verbs = {"guard": "s"}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [Action("guard", entry[0]) for entry in wishes_open_to_guard(state)]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        wish = action.args[0]
        fit = wishes_open_to_guard(state)
        if any(entry[0] == wish for entry in fit):
            return None
        entry = next((entry for entry in state.open if entry[0] == wish), None)
        if entry is None:
            return Ruling("WIS-11.2", "not_open", {"wish": wish})
        if entry[2]:
            return Ruling("WIS-11.3", "has_guard", {"wish": wish})
        if not fit[0][1]:
            return Ruling("WIS-11.2", "empty_first", {"wish": wish})
        return Ruling(
            "WIS-11.2",
            "fewest_first",
            {
                "wish": wish,
                "hearts": state.task_card_hearts_at_wish(entry),
                "least": state.task_card_hearts_at_wish(fit[0]),
            },
        )

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        state.agenda_frames.pop()
        attach_guard_and_check_fulfilment(state, frame.seat, choice.args[0])


class PlaceDealtGuards(AutoStep):
    """Place the Guards that seats drew in the deal, in seat order (WIS-A01)."""

    name = "met"
    rule = "WIS-A01"
    fields = {}
    allowed_steps_below = ("begin",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        for seat in state.seat_order():
            if state.met[seat]:
                state.met[seat] -= 1
                state.agenda_frames.append(PLACE_GUARD.make_frame(seat))
                return
        state.agenda_frames.pop()


REVEAL_NEXT_CARD_BACK, REFILL_HAND, DEAL_FIRST_HAND, DRAW_TASK_CARD, DEAL_TASK_CARD, ADD_STACK_CARD = (
    RevealTaskOrGuardBack(),
    RefillHand(),
    DealFirstHand(),
    DrawTaskCard(),
    DealTaskCard(),
    MoveDeckCardToExtraTaskStack(),
)
PLACE_GUARD, CHOOSE_GUARD_WISH, PLACE_DEALT_GUARDS = PlaceDrawnGuardOnWish(), ChooseWishForGuard(), PlaceDealtGuards()
RefillHand.draw_step, DealFirstHand.draw_step, DrawTaskCard.refill_step, DealTaskCard.refill_step = (
    DRAW_TASK_CARD,
    DEAL_TASK_CARD,
    REFILL_HAND,
    DEAL_FIRST_HAND,
)
STEPS = (
    REVEAL_NEXT_CARD_BACK,
    REFILL_HAND,
    DEAL_FIRST_HAND,
    DRAW_TASK_CARD,
    DEAL_TASK_CARD,
    ADD_STACK_CARD,
    PLACE_GUARD,
    CHOOSE_GUARD_WISH,
    PLACE_DEALT_GUARDS,
)
