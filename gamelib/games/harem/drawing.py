"""Steps for drawing cards one at a time, and for Play Now! cards that interrupt the draws (HAR-10).

The step `draws` is a sequence of draws with a purpose (`why`). For each draw, it asks for a deck and pushes the chance
step `card`. A Play Now! card interrupts the sequence and does not count as a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from ...card_counts import add_cards, insert_sorted, remove_card
from ...chance_source import ChanceSource, deck_source
from ...dist import Dist
from ...fields import IntField, one_of
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

DRAW_ACTIONS: Final = {deck: Action("draw", deck) for deck in ("master", "harem")}
STOP: Final = Action("stop")
DECK_CHOICES: Final = {
    (master, harem, may_stop): [DRAW_ACTIONS["master"]] * master + [DRAW_ACTIONS["harem"]] * harem + [STOP] * may_stop
    for master in (False, True)
    for harem in (False, True)
    for may_stop in (False, True)
}
"""The choices by (master left, harem left, may stop)."""
HAND_SIZE: Final = 7  # HAR-2.6
KEPT_AFTER_LACK: Final = 3  # HAR-10.4
CARAVAN_DRAWS: Final = 2  # HAR-10.10

PURPOSE_RULES = {
    "fill": "HAR-2.6",
    "forfeit": "HAR-2.2",
    "treasure": "HAR-9.2",
    "power": "HAR-5.6",
    "caravan": "HAR-10.10",
}

TURN_VERBS: Final = {
    "bank": "s",
    "guard": "",
    "teach": "ss",
    "engage": "st",
    "raid": "si",
    "fate": "s",
    "roll_gem": "",
    "adorn": "ss",
    "move": "ssss",
    "use": "s",
    "end": "",
}
"""Verbs of a turn and their argument types. They are illegal during draws."""

ANY_TIME: Final = {"fate": "s", "adorn": "ss"}
"""Verbs that are legal at any time of the own turn, also between draws, and their argument types (HAR-4.9, HAR-9.1)."""

DRAW_RUN_LIMITS = {
    "fill": (1, ""),
    "forfeit": (3, ""),
    "treasure": (3, "dispose"),
    "power": (2, "main"),
    "caravan": (CARAVAN_DRAWS, "dispose"),
}
"""For each run of draws: the maximum number of remaining draws, and the steps that can be below it."""


def can_renew_pile(state: HaremState) -> bool:
    """Return whether the master discard pile contains a card that can stay in a hand, in the variant Kadines only.

    A pile of only Play Now! cards would be drawn and shuffled forever (HAR-A27).
    """
    return any(card not in state.game.play_now_cards for card in state.master_discard)


def can_draw(state: HaremState) -> bool:
    """Return whether a deck has a card, or gets one from `replenish_decks`."""
    if state.master.segments or state.harem.segments or state.harem_discard:
        return True
    if state.options["win_by"] == "kadines_only":
        return can_renew_pile(state)
    return state.options["variant"] == "long" and "PN-OVER" in state.aside


def voluntary_discard_refusal(card: str) -> Ruling:
    """Return why a card cannot be discarded voluntarily (HAR-2.3)."""
    return Ruling("HAR-2.3", "no_discard", {"card": card}, "forfeit_instead")


def replenish_decks(state: HaremState) -> None:
    """Shuffle the discard piles of exhausted decks into new piles."""
    if not state.harem.segments and state.harem_discard:  # HAR-10.8
        state.harem.shuffle(state.harem_discard)
        state.harem_discard.clear()
        if state.log is not None:
            state.log_event("HAR-10.8", "harem_reshuffled")
    if state.master.segments:
        return
    if state.options["win_by"] == "kadines_only":  # HAR-12.3, HAR-A36
        if can_renew_pile(state):
            state.master.shuffle(state.master_discard)
            state.master_discard.clear()
            if state.log is not None:
                state.log_event("HAR-12.3", "master_reshuffled", None, ("HAR-A36",))
    elif state.options["variant"] == "long" and "PN-OVER" in state.aside:  # HAR-12.1
        remove_card(state.aside, "PN-OVER")
        state.master.shuffle({**state.master_discard, "PN-OVER": 1})
        state.master_discard.clear()
        if state.log is not None:
            state.log_event("HAR-12.1", "over_shuffled_in")


class ContinueDraws(AutoStep):
    """Sequence of draws with a purpose and the number of remaining draws.

    A sequence that fills the hand counts the cards in the hand. After a Play Now! card, the field `left` becomes 1.
    """

    name = "draws"
    rule = "HAR-10.1"
    fields = {"why": one_of(*PURPOSE_RULES), "left": IntField(0, 3)}
    allowed_steps_below = ("", "main", "dispose")

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        most, on = DRAW_RUN_LIMITS[frame.why]
        if frame.left > most or (below.step.name if below else "") != on:
            raise ValueError("a run of draws has lost its place")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"why": frame.why, "left": self.remaining_draws(state, frame)}

    def remaining_draws(self, state: HaremState, frame: Frame) -> int:
        """Return the number of cards that are still to be drawn."""
        return max(0, HAND_SIZE - state.players[state.turn].hand_size()) if frame.why == "fill" else int(frame.left)

    def execute(self, state: HaremState, frame: Frame, choice: None) -> None:
        why: str = frame.why
        if why == "fill":
            size = sum(state.players[state.turn].hand.values())
            done = size >= HAND_SIZE  # HAR-2.7
            if done and state.log is not None:
                state.log_event("HAR-2.7", "hand_full", state.turn, ("HAR-10.5",) if frame.left else (), cards=size)
        else:
            done = not frame.left
        if not done:
            if not (state.master.segments and state.harem.segments):
                replenish_decks(state)
            if state.master.segments and why == "caravan":  # HAR-10.10
                state.agenda_frames.append(DRAW_CARD_FRAMES["master"])
                return
            if state.master.segments or (state.harem.segments and why != "caravan"):
                state.agenda_frames.append(CHOOSE_DECK_FRAMES[why])
                return
            if state.log is not None:
                rule, code = ("HAR-A36", "no_master_cards") if state.harem.segments else ("HAR-A27", "no_cards")
                state.log_event(rule, code, state.turn)
        state.agenda_frames.pop()
        if why == "fill" or why == "forfeit":
            state.push_step("next_turn")


def is_filling_hand(state: HaremState) -> bool:
    """Return whether the current seat is filling its hand, so that it cannot buy anything this turn (HAR-2.6)."""
    return bool(state.agenda_frames) and state.agenda_frames[0] in DRAW_CARDS_FRAMES["fill"]


class BaseTurnDecision(DecisionStep):
    """Base class of decisions during a turn.

    Before the answer, the seat may use Kismet cards and Jewelry (HAR-4.9, HAR-9.1). The main step handles these
    actions.
    """

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        """Return the legal answers to the question, without the actions that are legal at any time."""
        raise NotImplementedError

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        """Return why an answer is illegal, or None if it is legal."""
        raise NotImplementedError

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        """Execute an answer."""
        raise NotImplementedError

    def is_question_void(self, state: HaremState, frame: Frame) -> bool:
        """Return whether an earlier action has made this question void."""
        return False

    def skip_void_question(self, state: HaremState, frame: Frame) -> None:
        """Continue without an answer if the question is void."""
        state.agenda_frames.pop()

    def legal_actions(self, state: HaremState, frame: Frame) -> list[Action]:
        more: list[Action] = cast(Any, state.game.steps["main"]).kismet_and_jewelry_actions(state)
        return self.legal_answers(state, frame) + more if more else self.legal_answers(state, frame)

    def why_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb in ANY_TIME:
            return cast(DecisionStep, state.game.steps["main"]).why_illegal(state, frame, action)
        return self.why_answer_illegal(state, frame, action)

    def execute(self, state: HaremState, frame: Frame, action: Action) -> None:
        if action.verb in ANY_TIME:
            state.game.steps["main"].execute(state, frame, action)
            drop_void_question(state)
        else:
            self.execute_answer(state, frame, action)


def drop_void_question(state: HaremState) -> None:
    """Remove the current question from the agenda if an earlier action has made it void."""
    frame = state.agenda_frames[-1] if state.agenda_frames else None
    if frame is not None and isinstance(frame.step, BaseTurnDecision) and frame.step.is_question_void(state, frame):
        frame.step.skip_void_question(state, frame)


class ChooseDeckToDrawFrom(BaseTurnDecision):
    """Decision about the deck for a draw. A seat that forfeits its turn may stop (HAR-2.2)."""

    name = "choose_deck"
    rule = "HAR-10.1"
    fields = {"why": one_of("fill", "forfeit", "treasure", "power")}
    allowed_steps_below = ("draws",)
    verbs = {"draw": "s", "stop": "", "discard": "s", **TURN_VERBS}

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or below.why != frame.why or not below.step.remaining_draws(state, below):
            raise ValueError("a run of draws has lost its place")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        draws = state.agenda_frames[-2]
        return {"why": frame.why, "left": draws.step.remaining_draws(state, draws), "rule": PURPOSE_RULES[frame.why]}

    def legal_answers(self, state: HaremState, frame: Frame) -> list[Action]:
        return DECK_CHOICES[bool(state.master.segments), bool(state.harem.segments), frame.why == "forfeit"]

    def legal_actions(self, state: HaremState, frame: Frame) -> list[Action]:
        return self.legal_answers(state, frame) if frame.why == "forfeit" else super().legal_actions(state, frame)

    def why_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if frame.why == "forfeit" and action.verb in TURN_VERBS:
            return Ruling("HAR-2.2", "forfeited", {}, "next_turn")
        return super().why_illegal(state, frame, action)

    def why_answer_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "discard":
            return voluntary_discard_refusal(*action.args)
        if action.verb == "stop":
            left = self.question_text_values(state, frame)["left"]
            return None if frame.why == "forfeit" else Ruling(PURPOSE_RULES[frame.why], "draw_on", {"left": left})
        if action.verb in TURN_VERBS:
            if frame.why == "fill":
                return Ruling("HAR-2.5", "turn_ended", {}, "next_turn")
            return Ruling(
                PURPOSE_RULES[frame.why], "draw_first", {"left": self.question_text_values(state, frame)["left"]}
            )
        if action.args[0] not in DRAW_ACTIONS:
            return Ruling("HAR-10.1", "no_deck", {"deck": action.args[0]})
        if action is DRAW_ACTIONS["harem"] and not state.harem.segments:
            return Ruling("HAR-10.8", "harem_empty", {}, "harem_discard")
        if action is DRAW_ACTIONS["master"] and not state.master.segments:
            return Ruling("HAR-12.3", "master_empty", {})
        return None

    def execute(self, state: HaremState, frame: Frame, action: Action) -> None:
        if action.verb in ANY_TIME:
            state.agenda_frames.pop()  # the sequence of draws asks again if cards remain to be drawn
            state.game.steps["main"].execute(state, frame, action)
        else:
            self.execute_answer(state, frame, action)

    def execute_answer(self, state: HaremState, frame: Frame, action: Action) -> None:
        if action is STOP:
            state.agenda_frames.pop()
            state.agenda_frames.pop()
            if state.log is not None:
                state.log_event("HAR-2.2", "stopped", state.turn)
            state.push_step("next_turn")
        else:
            state.agenda_frames[-1] = DRAW_CARD_FRAMES[action.args[0]]


class DrawCard(ChanceStep):
    """Draw a card from a deck. A Play Now! card takes effect at once (HAR-10.2)."""

    name = "card"
    rule = "HAR-10.1"
    fields = {"deck": one_of("master", "harem")}
    allowed_steps_below = ("draws", "main")

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or below.step is not DRAW_CARDS:
            if frame.deck != "harem":
                raise ValueError("a power draws from the other deck")
        elif not DRAW_CARDS.remaining_draws(state, below) or (below.why == "caravan" and frame.deck != "master"):
            raise ValueError("a run of draws has lost its place")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"deck": frame.deck, "left": len(state.master if frame.deck == "master" else state.harem)}

    def dist(self, state: HaremState, frame: Frame) -> Dist[str]:
        return (state.master if frame.deck == "master" else state.harem).dist()

    def chance_source(self, state: HaremState, frame: Frame) -> ChanceSource:
        return deck_source(frame.deck, state.master if frame.deck == "master" else state.harem)

    def sample(self, state: HaremState, frame: Frame, rng: Random) -> str:
        return (state.master if frame.deck == "master" else state.harem).sample(rng)

    def is_possible_outcome(self, state: HaremState, frame: Frame, outcome: Any) -> bool:
        return (state.master if frame.deck == "master" else state.harem).can_draw(outcome)

    def execute(self, state: HaremState, frame: Frame, card: str) -> None:
        (state.master if frame.deck == "master" else state.harem).draw(card)
        self._goes(state, frame, card)

    def execute_randomly(self, state: HaremState, frame: Frame, rng: Random) -> None:
        """Sample and execute the draw in one operation, for speed."""
        self._goes(state, frame, (state.master if frame.deck == "master" else state.harem).draw_next_at_random(rng))

    def _goes(self, state: HaremState, frame: Frame, card: str) -> None:
        """Move a drawn card to the hand, or apply its effect at once."""
        todo = state.agenda_frames
        todo.pop()
        run = todo[-1]
        state.moved = True
        deck = state.master if frame.deck == "master" else state.harem
        if card in state.game.play_now_cards:
            if state.log is not None:
                state.log_event("HAR-10.2", "at_once", state.turn, ("HAR-3.5",), card=card)
            if run.step is DRAW_CARDS and run.why == "fill":
                todo[-1] = DRAW_CARDS_FRAMES["fill"][1]
            if not deck.segments and card not in ENDING:
                replenish_decks(state)
            PLAY_NOW_EFFECTS[card](state)
            return
        insert_sorted(state.players[state.turn].hand, card)
        if state.log is not None:
            state.log_private_event(
                (state.turn,), "HAR-10.1", "drawn", state.turn, ("HAR-13.2", "HAR-13.3"), card=card, deck=frame.deck
            )
        if not deck.segments:
            replenish_decks(state)
        if (
            run.step is DRAW_CARDS and run.left
        ):  # count down the draws. In a sequence that fills the hand, the next card replaces a Play Now! card
            todo[-1] = DRAW_CARDS_FRAMES[run.why][run.left - 1]


def apply_lack_of_resources_card(state: HaremState) -> None:
    """Apply Lack of Resources: the seat discards down to three cards (HAR-10.4)."""
    add_cards(state.master_discard, "PN-LACK")
    excess = state.players[state.turn].hand_size() - KEPT_AFTER_LACK
    if state.log is not None:
        state.log_event(
            "HAR-10.4", "lack" if excess > 0 else "lack_idle", state.turn, ("HAR-10.3",), excess=max(0, excess)
        )
    if excess > 0:
        state.push_step("lack")


def draw_two_cards_for_caravan(state: HaremState) -> None:
    """Apply Caravan: the seat draws two more master cards (HAR-10.10)."""
    if state.log is not None:
        state.log_event("HAR-10.10", "caravan", state.turn)
    state.push_step("dispose", "PN-CARAVAN")  # after the draws, so that a reshuffle during them does not return it
    state.agenda_frames.append(DRAW_CARDS_FRAMES["caravan"][CARAVAN_DRAWS])


def discard_lowest_gold_to_levy(state: HaremState) -> None:
    """Apply Levy: the seat loses the lowest Gold card of its treasury (HAR-10.10)."""
    add_cards(state.master_discard, "PN-LEVY")
    treasury = state.players[state.turn].treasury
    gold = next((card for card in state.game.gold_cards if card in treasury), None)
    if gold is not None:
        remove_card(treasury, gold)
        add_cards(state.master_discard, gold)
    if state.log is not None:
        state.log_event("HAR-10.10", "levy" if gold else "levy_idle", state.turn, ("HAR-10.3",), card=gold)


def apply_shuffle_the_deck(state: HaremState) -> None:
    """Apply Shuffle the Deck: shuffle the pile, the discard pile and Game Over into a new pile (HAR-10.6)."""
    add_cards(state.aside, "PN-SHUFFLE")
    remove_card(state.aside, "PN-OVER")
    state.master.shuffle({**state.master_discard, "PN-OVER": 1})
    state.master_discard.clear()
    if state.log is not None:
        state.log_event("HAR-10.6", "shuffled", state.turn, ("HAR-10.9", "HAR-13.1"), left=len(state.master))


def apply_game_over(state: HaremState) -> None:
    """Apply Game Over: end the game at once (HAR-10.7)."""
    add_cards(state.aside, "PN-OVER")
    if state.log is not None:
        state.log_event("HAR-10.7", "game_over", state.turn, ("HAR-11.2",))
    state.start_final_scoring("points", "HAR-11.2")


ENDING: Final = ("PN-SHUFFLE", "PN-OVER")
"""Decks that form a new pile by themselves or need none."""
PLAY_NOW_EFFECTS: Final = {
    "PN-LACK": apply_lack_of_resources_card,
    "PN-CARAVAN": draw_two_cards_for_caravan,
    "PN-LEVY": discard_lowest_gold_to_levy,
    "PN-SHUFFLE": apply_shuffle_the_deck,
    "PN-OVER": apply_game_over,
}


class DiscardDownToThree(DecisionStep):
    """Decision of Lack of Resources: the next card to discard, down to three cards (HAR-10.4)."""

    name = "lack"
    rule = "HAR-10.4"
    allowed_steps_below = ("draws",)
    verbs = {"discard": "s", "draw": "s", "stop": ""}

    def validate_frame(self, state: HaremState, frame: Frame, below: Frame | None) -> None:
        if state.players[state.turn].hand_size() <= KEPT_AFTER_LACK:
            raise ValueError("nobody has to discard")

    def acting_seat(self, state: HaremState, frame: Frame) -> int:
        return state.turn

    def question_text_values(self, state: HaremState, frame: Frame) -> dict[str, Any]:
        return {"excess": state.players[state.turn].hand_size() - KEPT_AFTER_LACK}

    def legal_actions(self, state: HaremState, frame: Frame) -> list[Action]:
        shed = state.game.discard_actions
        return [shed[card] for card in state.players[state.turn].hand]

    def why_illegal(self, state: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "draw" and action.args[0] not in DRAW_ACTIONS:
            return Ruling("HAR-10.1", "no_deck", {"deck": action.args[0]})
        if action.verb != "discard":
            return Ruling("HAR-10.4", "discard_first", self.question_text_values(state, frame))
        (card,) = action.args
        return None if card in state.players[state.turn].hand else Ruling("HAR-10.4", "not_in_hand", {"card": card})

    def execute(self, state: HaremState, frame: Frame, action: Action) -> None:
        (card,) = action.args
        state.remove_hand_card_openly(state.turn, card)
        state.discard(card)
        if state.log is not None:
            also = ("HAR-5.8",) if card in state.game.companions else ()
            state.log_event("HAR-10.4", "discarded", state.turn, also, card=card)
        if state.players[state.turn].hand_size() <= KEPT_AFTER_LACK:
            state.agenda_frames.pop()


DRAW_CARDS: Final = ContinueDraws()
CHOOSE_DECK: Final = ChooseDeckToDrawFrom()
DRAW_CARD: Final = DrawCard()

# recurring frames are created once
DRAW_CARDS_FRAMES: Final = {why: [DRAW_CARDS.make_frame(why, left) for left in range(4)] for why in PURPOSE_RULES}
CHOOSE_DECK_FRAMES: Final = {why: CHOOSE_DECK.make_frame(why) for why in PURPOSE_RULES if why != "caravan"}
DRAW_CARD_FRAMES: Final = {deck: DRAW_CARD.make_frame(deck) for deck in DRAW_ACTIONS}
