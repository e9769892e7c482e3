"""Peeks at the top of a pile and the choices that follow (EMI-8.2, EMI-14.5, EMI-14.6, EMI-14.12).

The cards of a peek are drawn one by one into `looked`, and only the peeking seat sees them (EMI-17.1). Afterwards, this
seat knows their positions in the pile.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...chance_source import ChanceSource, deck_source
from ...deck import Deck
from ...dist import Dist
from ...fields import SEAT, IntField, one_of
from ...nodes import Action, Ruling, Seat
from ...step import ChanceStep, DecisionStep, Frame
from .event_cards import KEEP_ACTIONS
from .princess_choice import push_recheck_of_undecided_princesses

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

PEEK_RULES = {"fates": "EMI-8.2", "pile": "EMI-14.6", "titles": "EMI-14.12"}


class PeekAtNextCard(ChanceStep):
    """Draw the next card of a peek at `total` cards.

    `follows` is the name of the step after the last card. With Changing Her Mind, the seat sees only the last card, and
    the other cards keep their places (EMI-15.9).
    """

    name = "peek"
    rule = "EMI-8.2"
    fields = {
        "seat": SEAT,
        "deck": one_of(*PEEK_RULES),
        "total": IntField(1, 3),
        "follows": one_of("arrange", "mind", "look_keep"),
    }
    allowed_steps_below = ("events", "purchases")

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        deck: Deck = getattr(state, frame.deck)
        decks = {"look_keep": ("fates",), "mind": ("pile",), "arrange": ("pile", "titles")}[frame.follows]
        if frame.deck not in decks or not 0 < frame.total - len(state.looked) <= len(deck):
            raise ValueError("nobody can look at these cards")

    def cited_rule(self, state: EmiraState, frame: Frame) -> str:
        return "EMI-14.5" if frame.follows == "mind" else PEEK_RULES[frame.deck]

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"number": len(state.looked) + 1, "total": frame.total, "deck": frame.deck}

    def dist(self, state: EmiraState, frame: Frame) -> Dist[str]:
        deck: Deck = getattr(state, frame.deck)
        return deck.dist()

    def chance_source(self, state: EmiraState, frame: Frame) -> ChanceSource:
        return deck_source(frame.deck, getattr(state, frame.deck))

    def sample(self, state: EmiraState, frame: Frame, rng: Random) -> str:
        deck: Deck = getattr(state, frame.deck)
        return deck.sample(rng)

    def is_possible_outcome(self, state: EmiraState, frame: Frame, outcome: Any) -> bool:
        deck: Deck = getattr(state, frame.deck)
        return deck.can_draw(outcome)

    def execute(self, state: EmiraState, frame: Frame, card: str) -> None:
        seat, total = frame.seat, frame.total
        lookers = self._draw(state, frame, card)
        if state.log is not None:
            code = "peeked" if lookers else "passed_over"
            state.log_private_event(lookers, self.cited_rule(state, frame), code, seat, ("EMI-17.1",), card=card)
        if len(state.looked) == total:
            self._follow(state, frame)

    def execute_randomly(self, state: EmiraState, frame: Frame, rng: Random) -> None:
        """Draw all remaining cards of the peek."""
        deck: Deck = getattr(state, frame.deck)
        while len(state.looked) < frame.total:
            self._draw(state, frame, deck.sample(rng))
        self._follow(state, frame)

    def _draw(self, state: EmiraState, frame: Frame, card: str) -> tuple[Seat, ...]:
        """Set a card aside and return the seats that see it.

        The other fixed cards of the segment are hidden from the other seats, because they would reveal the card
        (EMI-17.1).
        """
        seat, name, total, follows = frame.seat, frame.deck, frame.total, frame.follows
        lookers = () if follows == "mind" and len(state.looked) + 1 < total else (seat,)
        deck: Deck = getattr(state, name)
        part = deck.segments[-1]
        telling = bool(part.fixed) and part.size > 1
        deck.draw(card)
        if telling:
            part = deck.segments[-1]
            part.known_to = frozenset(lookers if part.known_to is None else part.known_to.intersection(lookers))
        state.looked.append(card)
        return lookers

    def _follow(self, state: EmiraState, frame: Frame) -> None:
        """Push the step that follows the peek."""
        seat, name, total, follows = frame.seat, frame.deck, frame.total, frame.follows
        state.agenda_frames.pop()
        if follows == "arrange":
            state.push_step("arrange", seat, name, "top")
        elif follows == "mind":
            state.push_step("mind", seat, name, total - 1)
        else:
            state.push_step("look_keep", seat, name)


@lru_cache(maxsize=1 << 12)
def arrange_actions(*cards: str) -> list[Action]:
    """Return an action for each order of these cards. Callers must not change the list."""
    return [Action("arrange", order) for order in sorted(set(permutations(cards)))]


class ArrangePeekedCards(DecisionStep):
    """Decision about the order in which the peeked cards return to the pile, on top or at the bottom.

    `arrange(A+B+C)` lists the cards from top to bottom.
    """

    name = "arrange"
    rule = "EMI-14.6"
    fields = {"seat": SEAT, "deck": one_of(*PEEK_RULES), "where": one_of("top", "under")}
    allowed_steps_below = ("events", "purchases")
    verbs = {"arrange": "t"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not state.looked:
            raise ValueError("these cards are not being looked at")

    def cited_rule(self, state: EmiraState, frame: Frame) -> str:
        return PEEK_RULES[frame.deck]

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"deck": frame.deck, "where": frame.where}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return arrange_actions(*state.looked)

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if sorted(action.args[0]) == sorted(state.looked):
            return None
        return Ruling(self.cited_rule(state, frame), "other_cards", {"cards": tuple(sorted(state.looked))})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name, where = frame.seat, frame.deck, frame.where
        deck: Deck = getattr(state, name)
        order = choice.args[0]
        if where == "top":
            for card in reversed(order):
                deck.put_top(card, (seat,))
        else:
            for card in order:
                deck.put_bottom(card, (seat,))
        state.looked.clear()
        state.agenda_frames.pop()
        if state.log is not None:
            state.log_private_event(
                (seat,),
                PEEK_RULES[name],
                "arranged",
                seat,
                ("EMI-17.1",),
                ("cards",),
                cards=order,
                deck=name,
                where=where,
            )
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


class KeepPeekedEvent(DecisionStep):
    """Decision to keep one of the peeked event cards (EMI-8.2)."""

    name = "look_keep"
    rule = "EMI-8.2"
    fields = {"seat": SEAT, "deck": one_of("fates")}
    allowed_steps_below = ("purchases",)
    verbs = {"keep": "s"}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not state.looked:
            raise ValueError("these cards are not being looked at")

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [KEEP_ACTIONS[card] for card in sorted(set(state.looked))]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in state.looked:
            return None
        return Ruling("EMI-8.2", "not_looked_at", {"card": action.args[0], "cards": tuple(sorted(state.looked))})

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, frame.deck
        card = choice.args[0]
        state.agenda_frames.pop()
        state.looked.remove(card)
        state.hands[seat] += (card,)
        if state.log is not None:
            state.log_private_event((seat,), "EMI-8.2", "kept", seat, ("EMI-3.5",), card=card)
        if len(state.looked) > 1:  # even if the cards are equal, which the other seats would learn otherwise (EMI-17.1)
            state.push_step("arrange", seat, name, "under")
            return
        for rest in state.looked:
            state.fates.put_bottom(rest, (seat,))
        state.looked.clear()
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


class ChooseFateOfPeekedPrincess(DecisionStep):
    """Decision of Changing Her Mind: keep the princess, swap her preferences (EMI-A02e), or put her under the pile.

    `above` is the number of unseen cards above the card of the princess (EMI-15.9).
    """

    name = "mind"
    rule = "EMI-14.5"
    fields = {"seat": SEAT, "deck": one_of("pile"), "above": IntField(0, 2)}
    allowed_steps_below = ("events",)
    verbs = {"leave": "", "swap": "", "under": ""}

    def validate_frame(self, state: EmiraState, frame: Frame, below: Frame | None) -> None:
        if len(state.looked) != frame.above + 1:
            raise ValueError("these cards are not being looked at")

    def question_text_values(self, state: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"card": state.looked[-1]}

    def legal_actions(self, state: EmiraState, frame: Frame) -> list[Action]:
        return [Action("leave"), Action("swap"), Action("under")]

    def why_illegal(self, state: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        return None

    def execute(self, state: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, frame.deck
        deck: Deck = getattr(state, name)
        card = state.looked.pop()
        verb = choice.verb
        if verb == "under":
            deck.put_bottom(card, (seat,))
        else:
            deck.put_top(card, (seat,))
        if verb == "swap" and state.game.tables.princesses[card].preferences:
            if card in state.swapped:
                del state.swapped[card]  # a second swap restores the printed order
            else:
                state.swapped[card] = seat
        while state.looked:
            deck.put_top(state.looked.pop(), ())
        state.agenda_frames.pop()
        if state.log is not None:
            code = "put_under" if verb == "under" else "minded"
            state.log_private_event(
                (seat,), "EMI-14.5", code, seat, ("EMI-17.1",), ("card", "choice"), card=card, choice=verb
            )
        push_recheck_of_undecided_princesses(state, only_gold_seekers=True)


PEEK_AT_CARD, ARRANGE_PEEKED_CARDS, KEEP_PEEKED_EVENT, RESOLVE_CHANGING_HER_MIND = (
    PeekAtNextCard(),
    ArrangePeekedCards(),
    KeepPeekedEvent(),
    ChooseFateOfPeekedPrincess(),
)
STEPS = (PEEK_AT_CARD, ARRANGE_PEEKED_CARDS, KEEP_PEEKED_EVENT, RESOLVE_CHANGING_HER_MIND)
