"""Looking at the top of a pile, and what one may do with the cards (EMI-8.2, EMI-14.5, EMI-14.6, EMI-14.12).

Cards are drawn one by one into `looked`; only the looker sees them (EMI-17.1). They go back as cards whose
place the looker knows.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from ...deck import Deck
from ...dist import Dist
from ...fields import SEAT, one_of, whole
from ...nodes import Action, Ruling, Seat
from ...step import ChanceStep, DecisionStep, Frame
from .choosing import settle
from .events import KEEP_CARD

if TYPE_CHECKING:
    from random import Random

    from .state import EmiraState

RULES = {"fates": "EMI-8.2", "pile": "EMI-14.6", "titles": "EMI-14.12"}


class Peek(ChanceStep):
    """The next card of a look at `total` cards, and the step that follows.

    For Changing Her Mind only the last of them is seen, the others keep their places (EMI-15.9).
    """

    name = "peek"
    rule = "EMI-8.2"
    fields = {
        "seat": SEAT,
        "deck": one_of(*RULES),
        "total": whole(1, 3),
        "follows": one_of("arrange", "mind", "look_keep"),
    }
    on = ("events", "purchases")

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        deck: Deck = getattr(s, frame.deck)
        decks = {"look_keep": ("fates",), "mind": ("pile",), "arrange": ("pile", "titles")}[frame.follows]
        if frame.deck not in decks or not 0 < frame.total - len(s.looked) <= len(deck):
            raise ValueError("nobody can look at these cards")

    def cited(self, s: EmiraState, frame: Frame) -> str:
        return "EMI-14.5" if frame.follows == "mind" else RULES[frame.deck]

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"number": len(s.looked) + 1, "total": frame.total, "deck": frame.deck}

    def dist(self, s: EmiraState, frame: Frame) -> Dist[str]:
        deck: Deck = getattr(s, frame.deck)
        return deck.dist()

    def sample(self, s: EmiraState, frame: Frame, rng: Random) -> str:
        deck: Deck = getattr(s, frame.deck)
        return deck.sample(rng)

    def possible(self, s: EmiraState, frame: Frame, outcome: Any) -> bool:
        deck: Deck = getattr(s, frame.deck)
        return deck.may_draw(outcome)

    def take(self, s: EmiraState, frame: Frame, card: str) -> None:
        seat, total = frame.seat, frame.total
        lookers = self._draw(s, frame, card)
        if s.log is not None:
            code = "peeked" if lookers else "passed_over"
            s.tell_some(lookers, self.cited(s, frame), code, seat, ("EMI-17.1",), card=card)
        if len(s.looked) == total:
            self._follow(s, frame)

    def run(self, s: EmiraState, frame: Frame, rng: Random) -> None:
        """All cards that are still to be looked at."""
        deck: Deck = getattr(s, frame.deck)
        while len(s.looked) < frame.total:
            self._draw(s, frame, deck.sample(rng))
        self._follow(s, frame)

    def _draw(self, s: EmiraState, frame: Frame, card: str) -> tuple[Seat, ...]:
        """Lay a card aside; who sees it. What is left in its part would tell the others which it was (EMI-17.1)."""
        seat, name, total, follows = frame.seat, frame.deck, frame.total, frame.follows
        lookers = () if follows == "mind" and len(s.looked) + 1 < total else (seat,)
        deck: Deck = getattr(s, name)
        part = deck.parts[-1]
        telling = bool(part.fixed) and part.size > 1
        deck.draw(card)
        if telling:
            part = deck.parts[-1]
            part.seen = frozenset(lookers if part.seen is None else part.seen.intersection(lookers))
        s.looked.append(card)
        return lookers

    def _follow(self, s: EmiraState, frame: Frame) -> None:
        """The cards are seen; the next step."""
        seat, name, total, follows = frame.seat, frame.deck, frame.total, frame.follows
        s.todo.pop()
        if follows == "arrange":
            s.push("arrange", seat, name, "top")
        elif follows == "mind":
            s.push("mind", seat, name, total - 1)
        else:
            s.push("look_keep", seat, name)


@lru_cache(maxsize=1 << 12)
def orders(*cards: str) -> list[Action]:
    """Every order of these cards; the list is not to be changed."""
    return [Action("arrange", order) for order in sorted(set(permutations(cards)))]


class Arrange(DecisionStep):
    """Put the cards back in any order, on top or under.

    `arrange(A+B+C)` names them from the upper to the lower place.
    """

    name = "arrange"
    rule = "EMI-14.6"
    fields = {"seat": SEAT, "deck": one_of(*RULES), "where": one_of("top", "under")}
    on = ("events", "purchases")
    verbs = {"arrange": "t"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not s.looked:
            raise ValueError("these cards are not being looked at")

    def cited(self, s: EmiraState, frame: Frame) -> str:
        return RULES[frame.deck]

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"deck": frame.deck, "where": frame.where}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return orders(*s.looked)

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if sorted(action.args[0]) == sorted(s.looked):
            return None
        return Ruling(self.cited(s, frame), "other_cards", {"cards": tuple(sorted(s.looked))})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name, where = frame.seat, frame.deck, frame.where
        deck: Deck = getattr(s, name)
        order = choice.args[0]
        if where == "top":
            for card in reversed(order):
                deck.put_top(card, (seat,))
        else:
            for card in order:
                deck.put_under(card, (seat,))
        s.looked.clear()
        s.todo.pop()
        if s.log is not None:
            s.tell_some(
                (seat,), RULES[name], "arranged", seat, ("EMI-17.1",), ("cards",), cards=order, deck=name, where=where
            )
        settle(s, money=True)


class LookKeep(DecisionStep):
    """Keep one of the event cards looked at (EMI-8.2)."""

    name = "look_keep"
    rule = "EMI-8.2"
    fields = {"seat": SEAT, "deck": one_of("fates")}
    on = ("purchases",)
    verbs = {"keep": "s"}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if not s.looked:
            raise ValueError("these cards are not being looked at")

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [KEEP_CARD[card] for card in sorted(set(s.looked))]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        if action.args[0] in s.looked:
            return None
        return Ruling("EMI-8.2", "not_looked_at", {"card": action.args[0], "cards": tuple(sorted(s.looked))})

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, frame.deck
        card = choice.args[0]
        s.todo.pop()
        s.looked.remove(card)
        s.hands[seat] += (card,)
        if s.log is not None:
            s.tell_some((seat,), "EMI-8.2", "kept", seat, ("EMI-3.5",), card=card)
        if len(s.looked) > 1:  # also if they are alike, or the others would learn that they are (EMI-17.1)
            s.push("arrange", seat, name, "under")
            return
        for rest in s.looked:
            s.fates.put_under(rest, (seat,))
        s.looked.clear()
        settle(s, money=True)


class Mind(DecisionStep):
    """Changing Her Mind: leave her, swap her preferences (EMI-A02e), or put her under.

    `above` cards lie over hers, seen by nobody (EMI-15.9).
    """

    name = "mind"
    rule = "EMI-14.5"
    fields = {"seat": SEAT, "deck": one_of("pile"), "above": whole(0, 2)}
    on = ("events",)
    verbs = {"leave": "", "swap": "", "under": ""}

    def check(self, s: EmiraState, frame: Frame, below: Frame | None) -> None:
        if len(s.looked) != frame.above + 1:
            raise ValueError("these cards are not being looked at")

    def values(self, s: EmiraState, frame: Frame) -> dict[str, Any]:
        return {"card": s.looked[-1]}

    def moves(self, s: EmiraState, frame: Frame) -> list[Action]:
        return [Action("leave"), Action("swap"), Action("under")]

    def ruling(self, s: EmiraState, frame: Frame, action: Action) -> Ruling | None:
        return None

    def take(self, s: EmiraState, frame: Frame, choice: Action) -> None:
        seat, name = frame.seat, frame.deck
        deck: Deck = getattr(s, name)
        card = s.looked.pop()
        verb = choice.verb
        if verb == "under":
            deck.put_under(card, (seat,))
        else:
            deck.put_top(card, (seat,))
        if verb == "swap" and s.game.tables.princesses[card].preferences:
            if card in s.swapped:
                del s.swapped[card]  # swapped twice is as printed
            else:
                s.swapped[card] = seat
        while s.looked:
            deck.put_top(s.looked.pop(), ())
        s.todo.pop()
        if s.log is not None:
            code = "put_under" if verb == "under" else "minded"
            s.tell_some((seat,), "EMI-14.5", code, seat, ("EMI-17.1",), ("card", "choice"), card=card, choice=verb)
        settle(s, money=True)


PEEK, ARRANGE, LOOK_KEEP, MIND = Peek(), Arrange(), LookKeep(), Mind()
STEPS = (PEEK, ARRANGE, LOOK_KEEP, MIND)
