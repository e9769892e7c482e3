"""Steps of a turn: the main action, effects of task cards, and further actions (WIS-4 to WIS-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...dist import Dist
from ...fields import SEAT, IntField
from ...nodes import Action, Ruling, Seat
from ...step import AutoStep, ChanceStep, DecisionStep, Frame
from .card_tables import GUARD
from .drawing import push_hand_refill
from .state import KIND
from .wish_fulfilment import ATTACH_TASK_CARD, FREE_AIDE, PLACE_AIDE, attach_task_card_and_resolve, place_aide

if TYPE_CHECKING:
    from random import Random

    from .state import WishesState

PASS, DONE, LAMP = Action("pass"), Action("done"), Action("lamp")


POINTLESS_REASONS = {"plus": "no_card_for_aide", "eye": "empty_stack", "gems": "gems_full"}


def effects_without_result(state: WishesState, seat: Seat) -> list[str]:
    """Return the effects of task cards that would have no result now (WIS-A09)."""
    effects = [] if state.stack else ["eye"]
    if state.gems[seat] >= state.game.gem_limit:
        effects.append("gems")
    most = state.game.aides_on_card
    for _, cards, _ in state.open:
        for _, aides in cards:
            if len(aides) < most:
                return effects
    effects.append("plus")
    return effects


class ChooseMainAction(DecisionStep):
    """Decision about the main action of a turn (WIS-4)."""

    name = "act"
    rule = "WIS-2.7"
    fields = {"seat": SEAT}
    allowed_steps_below = ("further",)
    verbs = {"fulfil": "ss", "stash": "s", "use": "s", "orderly": "s", "pass": ""}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        seat, game = frame.seat, state.game
        hand = state.hands[seat]
        does = game.plate_effects[state.plate]
        moves: list[Action] = []
        if does != "nauseate":  # WIS-3.3
            wishes = [entry[0] for entry in state.open]
            for card in hand:
                fits = game.fulfil[card]
                for wish in wishes:
                    if wish in fits:
                        moves.append(fits[wish])
        moves += map(game.stash.__getitem__, hand)
        if does != "afraid":  # WIS-3.9
            if state.options["pointless_effect_legal"]:
                moves += map(game.use.__getitem__, hand)
            else:
                nothing, task_does = effects_without_result(state, seat), game.task_effects
                moves += [game.use[card] for card in hand if task_does[card] not in nothing]
        moves += game.orderly_move_actions(tuple(state.orderly))
        return moves or [PASS]

    def execute_randomly(self, state: WishesState, frame: Frame, rng: Random) -> None:
        """Execute a random legal action without listing all of them."""
        seat, game = frame.seat, state.game
        hand = state.hands[seat]
        does = game.plate_effects[state.plate]
        fulfil: list[Action] = []
        if does != "nauseate":
            wishes = [entry[0] for entry in state.open]
            for card in hand:
                fits = game.fulfil[card]
                for wish in wishes:
                    if wish in fits:
                        fulfil.append(fits[wish])
        if does == "afraid":
            useful: Sequence[str] = ()
        elif state.options["pointless_effect_legal"]:
            useful = hand
        else:
            nothing, task_does = effects_without_result(state, seat), game.task_effects
            useful = [card for card in hand if task_does[card] not in nothing] if nothing else hand
        orderly = game.orderly_move_actions(tuple(state.orderly))
        stash, use = len(fulfil), len(fulfil) + len(hand)
        move = use + len(useful)
        number = int(rng.random() * (move + len(orderly) or 1))
        if number < stash:
            self.execute(state, frame, fulfil[number])
        elif number < use:
            state.agenda_frames.pop()
            self.stash_card(state, seat, hand[number - stash])
        elif number < move:
            state.agenda_frames.pop()
            self.use_card(state, seat, useful[number - use])
        else:
            self.execute(state, frame, orderly[number - move] if orderly else PASS)

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        match action.verb:
            case "fulfil":
                return self.fulfil_refusal(state, seat, *action.args)
            case "stash":
                card = action.args[0]
                return None if card in state.hands[seat] else Ruling("WIS-4.5", "only_hand_joins", {"card": card})
            case "use":
                return self.use_refusal(state, seat, action.args[0])
            case "orderly":
                return self.move_refusal(state, seat, action.args[0])
        return None if self.legal_actions(state, frame) == [PASS] else Ruling("WIS-4.8", "must_act", {})

    def fulfil_refusal(self, state: WishesState, seat: Seat, card: str, wish: str) -> Ruling | None:
        """Return why a card cannot be attached to a wish, or None (WIS-4.1, WIS-4.4, WIS-3.3)."""
        if card not in state.hands[seat]:
            return Ruling("WIS-4.1", "not_in_hand", {"card": card})
        if all(entry[0] != wish for entry in state.open):
            return Ruling("WIS-4.1", "not_open", {"wish": wish})
        if wish not in state.game.fulfil[card]:
            asked = state.game.tables.wishes[wish]
            return Ruling("WIS-4.1", f"wrong_{asked.criterion}", {"card": card, "wish": wish, "asked": asked.value})
        if state.plate_effect() == "nauseate":
            return Ruling("WIS-3.3", "no_fulfilling", {"plate": state.plate})
        return None

    def use_refusal(self, state: WishesState, seat: Seat, card: str) -> Ruling | None:
        """Return why a card cannot be used for its effect, or None (WIS-4.6, WIS-3.9, WIS-A09)."""
        if card not in state.hands[seat]:
            return Ruling("WIS-4.6", "only_hand_used", {"card": card})
        if state.plate_effect() == "afraid":
            return Ruling("WIS-3.9", "no_effects", {"plate": state.plate})
        does = state.game.task_effects[card]
        if state.options["pointless_effect_legal"] or does not in effects_without_result(state, seat):
            return None
        return Ruling("WIS-A09", POINTLESS_REASONS[does], {"card": card, "gems": state.gems[seat]})

    def move_refusal(self, state: WishesState, seat: Seat, kind: str) -> Ruling | None:
        """Return why the Orderly cannot move, or None (WIS-6.1)."""
        if kind not in state.game.tables.kinds:
            return Ruling("WIS-6.1", "no_space", {"kind": kind})
        if state.orderly[seat] == kind:
            return Ruling("WIS-6.1", "stays", {"kind": kind})
        if kind in state.orderly:
            return Ruling("WIS-6.1", "taken", {"kind": kind, "other": state.orderly.index(kind)})
        return None

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        seat, todo = frame.seat, state.agenda_frames
        todo.pop()
        verb = choice.verb
        if verb == "fulfil":
            card, wish = choice.args
            state.remove_hand_card_openly(seat, card)
            if state.log is not None:
                state.log_event("WIS-4.1", "fulfils", seat, ("WIS-4.4",), card=card, wish=wish)
            if state.free[seat]:
                attach_task_card_and_resolve(state, seat, card, wish)
            else:
                todo.append(ATTACH_TASK_CARD.make_frame(seat, card, wish))
                todo.append(FREE_AIDE.make_frame(seat))
        elif verb == "stash":
            self.stash_card(state, seat, choice.args[0])
        elif verb == "use":
            self.use_card(state, seat, choice.args[0])
        elif verb == "orderly":
            if state.free[seat] or seat in state.track:
                move_orderly_to_kind(state, seat, choice.args[0])
            else:
                todo.append(MOVE_ORDERLY.make_frame(seat, choice.args[0]))
                todo.append(FREE_AIDE.make_frame(seat))
        elif state.log is not None:
            state.log_event("WIS-4.8", "passes", seat, ("WIS-A08",))

    def stash_card(self, state: WishesState, seat: Seat, card: str) -> None:
        """Put a card face down on the Extra Task stack (WIS-4.5)."""
        hand = state.hands[seat]
        place = hand.index(card)
        state.hands[seat] = hand[:place] + hand[place + 1 :]
        state.past[seat] += (0,)
        state.stack += ((card, seat, -1, 1 << seat),)
        if state.log is not None:
            state.log_private_event(
                (seat,), "WIS-4.5", "stashed", seat, ("WIS-15.2",), card=card, cards=len(state.stack)
            )

    def use_card(self, state: WishesState, seat: Seat, card: str) -> None:
        """Discard a card for its effect (WIS-4.6, WIS-5)."""
        todo = state.agenda_frames
        does = state.game.task_effects[card]
        blank = does in effects_without_result(state, seat)
        state.remove_hand_card_openly(seat, card)
        state.discard.append(card)
        if state.log is not None:
            state.log_event("WIS-4.6", "uses", seat, ("WIS-5.7", "WIS-15.1"), card=card)
        if blank:
            if state.log is not None:
                state.log_event("WIS-A09", "no_effect", seat, (), card=card)
        elif does == "plus":
            todo.append(CHOOSE_CARD_FOR_AIDE.make_frame(seat))
        elif does == "eye":
            todo.append(FINISH_PEEK.make_frame(seat))
            for place in reversed(range(len(state.stack))):
                if not state.stack[place][0]:
                    todo.append(PEEK_AT_STACK_CARD.make_frame(seat, place))
        elif does == "gems":
            taken = state.gain_gems(seat, state.game.effect_gems[card])
            if state.log is not None:
                state.log_event("WIS-5.5", "takes_gems", seat, ("WIS-A22",), gems=taken)
        else:
            state.push_step("change", seat, "swap")


class ChooseAttachedCardForAide(DecisionStep):
    """Decision about the task card for an Aide (WIS-5.1)."""

    name = "plus"
    rule = "WIS-5.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("further",)
    verbs = {"aide": "s"}

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        most, place = state.game.aides_on_card, state.game.place_aide
        return [place[card] for _, cards, _ in state.open for card, aides in cards if len(aides) < most]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        card, most = action.args[0], state.game.aides_on_card
        if card == GUARD and any(guard for _, _, guard in state.open):
            return Ruling("WIS-5.2", "aide_on_guard", {"card": card})
        for _, cards, _ in state.open:
            for there, aides in cards:
                if there == card:
                    if len(aides) < most:
                        return None
                    return Ruling("WIS-5.1", "card_full", {"card": card, "most": most})
        return Ruling("WIS-5.1", "not_attached", {"card": card})

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        if state.free[seat]:
            place_aide(state, seat, choice.args[0])
        else:
            state.agenda_frames.append(PLACE_AIDE.make_frame(seat, choice.args[0]))
            state.agenda_frames.append(FREE_AIDE.make_frame(seat))


def move_orderly_to_kind(state: WishesState, seat: Seat, kind: str) -> None:
    """Move an Orderly to a kind. With the first move of a round, an Aide joins the Priority Track (WIS-6)."""
    state.orderly[seat] = kind
    first = seat not in state.track
    if first:
        state.track += (seat,)
        state.free[seat] -= 1
    if state.log is not None:
        state.log_event("WIS-6.1", "orderly_moves", seat, ("WIS-4.7", "WIS-6.4"), kind=kind)
        place = state.track.index(seat) + 1
        state.log_event(
            "WIS-6.2" if first else "WIS-6.3",
            "joins_track" if first else "stays_on_track",
            seat,
            ("WIS-8.1",),
            place=place,
        )


class MoveOrderlyToKind(AutoStep):
    """Move an Orderly after an Aide was freed for the Priority Track (WIS-6.2, WIS-8.2)."""

    name = "move_orderly"
    rule = "WIS-6.1"
    fields = {"seat": SEAT, "kind": KIND}
    allowed_steps_below = ("further",)

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"kind": frame.kind}

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        state.agenda_frames.pop()
        move_orderly_to_kind(state, frame.seat, frame.kind)


class PeekAtExtraTaskStackCard(ChanceStep):
    """Reveal an unseen card of the stack to a peeking seat (WIS-5.4)."""

    name = "peek"
    rule = "WIS-5.4"
    fields = {"seat": SEAT, "place": IntField()}
    allowed_steps_below = ("seen", "peek")

    def question_text_values(self, state: WishesState, frame: Frame) -> dict[str, Any]:
        return {"place": frame.place + 1}

    def possible_cards(self, state: WishesState, frame: Frame) -> list[str]:
        """Return the cards that the stack slot can contain."""
        return state.unseen_cards_of_age(state.stack[frame.place][2])

    def dist(self, state: WishesState, frame: Frame) -> Dist[str]:
        return Dist(self.possible_cards(state, frame))

    def sample(self, state: WishesState, frame: Frame, rng: Random) -> str:
        cards = self.possible_cards(state, frame)
        return cards[int(rng.random() * len(cards))]

    def is_possible_outcome(self, state: WishesState, frame: Frame, outcome: Any) -> bool:
        return outcome in self.possible_cards(state, frame)

    def execute(self, state: WishesState, frame: Frame, card: str) -> None:
        state.agenda_frames.pop()
        self.record_stack_card(state, frame.place, card, 1 << frame.seat)
        if state.log is not None:
            state.log_private_event((frame.seat,), "WIS-5.4", "peeked", frame.seat, ("WIS-15.2",), card=card)

    def record_stack_card(self, state: WishesState, stack_index: int, card: str, known_to: int) -> None:
        """Record the card at an index of the stack."""
        _, owner, age, _ = state.stack[stack_index]
        if age == state.age:
            state.loose.remove(card)
        else:
            rows = [(a, tuple([other for other in cards if other != card])) for a, cards in state.older]
            state.older = tuple([(a, cards) for a, cards in rows if cards])
        state.stack = (*state.stack[:stack_index], (card, owner, age, known_to), *state.stack[stack_index + 1 :])


class RecordStackPeek(AutoStep):
    """Record after a peek that the seat knows all cards of the stack (WIS-5.4)."""

    name = "seen"
    rule = "WIS-5.4"
    fields = {"seat": SEAT}
    allowed_steps_below = ("further",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        seat = frame.seat
        state.agenda_frames.pop()
        state.stack = tuple([(card, owner, age, known | 1 << seat) for card, owner, age, known in state.stack])
        if state.log is not None:
            state.log_private_event(
                (seat,),
                "WIS-5.4",
                "looked",
                seat,
                ("WIS-15.2",),
                ("cards",),
                cards=tuple(slot[0] for slot in state.stack),
                number=len(state.stack),
            )


# -- further actions -----------------------------------------------------------------------------------


def can_take_further_action(state: WishesState, frame: Frame, action_kind: str) -> bool:
    """Return whether a further action of this type is still allowed in this turn (WIS-7, WIS-A07)."""
    if state.options["optional_same_twice"]:
        return bool(frame.bought + frame.lamps < 2)
    return not (frame.bought if action_kind == "buy" else frame.lamps)


def buy_actions(state: WishesState, frame: Frame) -> list[Action]:
    """Return the actions that buy one of the wares on offer (WIS-7.1, WIS-7.3)."""
    gems, wares = state.gems[frame.seat], state.game.buy
    if gems < state.game.cheapest or not can_take_further_action(state, frame, "buy"):
        return []
    return [wares[top][0] for top in state.tops if top and wares[top][1] <= gems]


def buy_and_lamp_actions(state: WishesState, frame: Frame) -> list[Action]:
    """Return the further actions that are legal now."""
    moves = buy_actions(state, frame)
    if state.lamp[frame.seat] and can_take_further_action(state, frame, "lamp"):
        moves.append(LAMP)
    return moves


def end_turn_and_push_hand_refill(state: WishesState, seat: Seat) -> None:
    """End the turn and push the refill of the hand (WIS-2.8)."""
    state.agenda_frames.pop()
    missing = state.game.hand_size - len(state.hands[seat])
    if missing > 0:
        push_hand_refill(state, seat, missing)


FURTHER_FIELDS = {"seat": SEAT, "bought": IntField(0, 2), "lamps": IntField(0, 2)}
"""Current seat, and the number of further actions of each sort in this turn."""


class OfferFurtherActions(AutoStep):
    """Ask for further actions while some are legal, then refill the hand (WIS-2.7, WIS-2.8)."""

    name = "further"
    rule = "WIS-2.7"
    fields = FURTHER_FIELDS
    allowed_steps_below = ("turns",)

    def execute(self, state: WishesState, frame: Frame, choice: None) -> None:
        seat = frame.seat
        if (state.lamp[seat] or state.gems[seat] >= state.game.cheapest) and buy_and_lamp_actions(state, frame):
            state.agenda_frames[-1] = (
                CHOOSE_FURTHER_ACTION_FRAMES[seat]
                if frame is OFFER_FURTHER_ACTIONS_FRAMES[seat]
                else CHOOSE_FURTHER_ACTION.make_frame(seat, frame.bought, frame.lamps)
            )
        else:
            end_turn_and_push_hand_refill(state, seat)


class BuyWareOrUseLampOrEndTurn(DecisionStep):
    """Decision to buy a ware, use the lamp, or do neither (WIS-7)."""

    name = "offer"
    rule = "WIS-2.7"
    fields = FURTHER_FIELDS
    allowed_steps_below = ("turns",)
    verbs = {"buy": "s", "lamp": "", "done": "", **ChooseMainAction.verbs}
    """Main actions, too: they are refused, as the turn has had its one (WIS-2.7)."""

    def legal_actions(self, state: WishesState, frame: Frame) -> list[Action]:
        return [*buy_and_lamp_actions(state, frame), DONE]

    def why_illegal(self, state: WishesState, frame: Frame, action: Action) -> Ruling | None:
        seat = frame.seat
        if action is DONE:
            return None
        if action is LAMP:
            if not can_take_further_action(state, frame, "lamp"):
                return Ruling("WIS-A07", "once_a_turn", {})
            return None if state.lamp[seat] else Ruling("WIS-7.5", "lamp_asleep", {"score": state.score[seat]})
        if action.verb in ChooseMainAction.verbs:
            return Ruling("WIS-2.7", "one_main_action", {})
        ware = action.args[0]
        if not ware or ware not in state.tops:
            return Ruling("WIS-7.1", "not_on_offer", {"ware": ware})
        if not can_take_further_action(state, frame, "buy"):
            return Ruling("WIS-A07", "once_a_turn", {})
        cost, gems = state.game.tables.wares[ware].cost, state.gems[seat]
        if cost > gems:
            return Ruling(
                "WIS-7.3", "too_dear", {"ware": ware, "cost": cost, "gems": gems, "missing": cost - gems}, "more_gems"
            )
        return None

    def execute(self, state: WishesState, frame: Frame, choice: Action) -> None:
        seat, bought, lamps = frame.seat, frame.bought, frame.lamps
        if choice is DONE:
            end_turn_and_push_hand_refill(state, seat)
        elif choice is LAMP:
            state.agenda_frames[-1] = OFFER_FURTHER_ACTIONS.make_frame(seat, bought, lamps + 1)
            state.lamp[seat] = False
            state.agenda_frames.append(CHOOSE_MAIN_ACTION.make_frame(seat))
            if state.log is not None:
                also = ("WIS-A07", "WIS-A25") if state.plate_effect() == "mean" else ("WIS-A07",)
                state.log_event("WIS-7.5", "lamp_used", seat, also)
        else:
            ware = choice.args[0]
            state.agenda_frames[-1] = OFFER_FURTHER_ACTIONS.make_frame(seat, bought + 1, lamps)
            cost = state.game.tables.wares[ware].cost
            state.gems[seat] -= cost
            state.wares[seat] += (ware,)
            stall = state.tops.index(ware)
            state.tops[stall] = ""
            state.push_step("next_ware", stall)
            if state.log is not None:
                hidden = state.options["wares_hidden_after_buying"]
                state.log_event(
                    "WIS-7.1",
                    "bought" if hidden else "bought_open",
                    seat,
                    ("WIS-7.4", "WIS-A19"),
                    ware=ware,
                    cost=cost,
                    gems=state.gems[seat],
                )


CHOOSE_MAIN_ACTION, CHOOSE_CARD_FOR_AIDE, MOVE_ORDERLY, PEEK_AT_STACK_CARD, FINISH_PEEK = (
    ChooseMainAction(),
    ChooseAttachedCardForAide(),
    MoveOrderlyToKind(),
    PeekAtExtraTaskStackCard(),
    RecordStackPeek(),
)
OFFER_FURTHER_ACTIONS, CHOOSE_FURTHER_ACTION = OfferFurtherActions(), BuyWareOrUseLampOrEndTurn()
CHOOSE_MAIN_ACTION_FRAMES = [CHOOSE_MAIN_ACTION.make_frame(seat) for seat in range(4)]
OFFER_FURTHER_ACTIONS_FRAMES = [OFFER_FURTHER_ACTIONS.make_frame(seat, 0, 0) for seat in range(4)]
CHOOSE_FURTHER_ACTION_FRAMES = [CHOOSE_FURTHER_ACTION.make_frame(seat, 0, 0) for seat in range(4)]
"""Frames at the start of a turn. They are shared because frames never change."""
STEPS = (
    CHOOSE_MAIN_ACTION,
    CHOOSE_CARD_FOR_AIDE,
    MOVE_ORDERLY,
    PEEK_AT_STACK_CARD,
    FINISH_PEEK,
    OFFER_FURTHER_ACTIONS,
    CHOOSE_FURTHER_ACTION,
)
