"""Drawing cards, one at a time, and the Play Now! cards that interrupt it (HAR-10).

`draws` is a run of draws with its purpose (`why`); it asks for a deck before each draw and pushes
`card`, the chance node. A Play Now! card acts on top of that run and does not count as one of its draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from ...counts import add, insert, take
from ...dist import Dist
from ...fields import one_of, whole
from ...nodes import Action, Ruling
from ...step import AutoStep, ChanceStep, DecisionStep, Frame

if TYPE_CHECKING:
    from random import Random

    from .state import HaremState

DRAW: Final = {deck: Action("draw", deck) for deck in ("master", "harem")}
STOP: Final = Action("stop")
MOVES: Final = {
    (master, harem, may_stop): [DRAW["master"]] * master + [DRAW["harem"]] * harem + [STOP] * may_stop
    for master in (False, True)
    for harem in (False, True)
    for may_stop in (False, True)
}
"""The choices by (master left, harem left, may stop)."""
HAND_SIZE: Final = 7  # HAR-2.6
LACK_KEEP: Final = 3  # HAR-10.4
CARAVAN_DRAWS: Final = 2  # HAR-10.10

RULES = {"fill": "HAR-2.6", "forfeit": "HAR-2.2", "treasure": "HAR-9.2", "power": "HAR-5.6", "caravan": "HAR-10.10"}

PLAYS: Final = {
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
"""What is done in a turn, and its arguments; refused while cards are drawn."""

ANY_TIME: Final = {"fate": "s", "adorn": "ss"}
"""What may be done at any time in the own turn, and its arguments: between draws as well (HAR-4.9, HAR-9.1)."""

LEFT = {
    "fill": (1, ""),
    "forfeit": (3, ""),
    "treasure": (3, "dispose"),
    "power": (2, "main"),
    "caravan": (CARAVAN_DRAWS, "dispose"),
}
"""Of each run of draws: the most that can be left, and what it can lie on."""


def renewable(s: HaremState) -> bool:
    """Whether the master discard can become a new pile in Kadines only: it has a card that can stay in a hand.

    A pile of Play Now! cards alone would be drawn and shuffled for ever, and no hand would fill (HAR-A27).
    """
    return any(card not in s.game.stays for card in s.master_discard)


def can_draw(s: HaremState) -> bool:
    """Whether a deck has a card, or will have one by `replenish`."""
    if s.master.parts or s.harem.parts or s.harem_discard:
        return True
    if s.options["win_by"] == "kadines_only":
        return renewable(s)
    return s.options["variant"] == "long" and "PN-OVER" in s.aside


def no_discard(card: str) -> Ruling:
    """Nobody discards of one's own accord (HAR-2.3)."""
    return Ruling("HAR-2.3", "no_discard", {"card": card}, "forfeit_instead")


def replenish(s: HaremState) -> None:
    """Renew the piles that have run out: as the last card leaves one, and before a draw if that had to wait."""
    if not s.harem.parts and s.harem_discard:  # HAR-10.8
        s.harem.shuffle(s.harem_discard)
        s.harem_discard.clear()
        if s.log is not None:
            s.tell("HAR-10.8", "harem_reshuffled")
    if s.master.parts:
        return
    if s.options["win_by"] == "kadines_only":  # HAR-12.3, HAR-A36
        if renewable(s):
            s.master.shuffle(s.master_discard)
            s.master_discard.clear()
            if s.log is not None:
                s.tell("HAR-12.3", "master_reshuffled", None, ("HAR-A36",))
    elif s.options["variant"] == "long" and "PN-OVER" in s.aside:  # HAR-12.1
        take(s.aside, "PN-OVER")
        s.master.shuffle({**s.master_discard, "PN-OVER": 1})
        s.master_discard.clear()
        if s.log is not None:
            s.tell("HAR-12.1", "over_shuffled_in")


class Draws(AutoStep):
    """A run of draws with its purpose, and how many are left.

    To fill the hand, the hand itself counts; `left` is then 1 once a Play Now! card came.
    """

    name = "draws"
    rule = "HAR-10.1"
    fields = {"why": one_of(*RULES), "left": whole(0, 3)}
    on = ("", "main", "dispose")

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        most, on = LEFT[frame.why]
        if frame.left > most or (below.step.name if below else "") != on:
            raise ValueError("a run of draws has lost its place")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"why": frame.why, "left": self.left(s, frame)}

    def left(self, s: HaremState, frame: Frame) -> int:
        return max(0, HAND_SIZE - s.players[s.turn].hand_size()) if frame.why == "fill" else int(frame.left)

    def take(self, s: HaremState, frame: Frame, choice: None) -> None:
        why: str = frame.why
        if why == "fill":
            size = sum(s.players[s.turn].hand.values())
            done = size >= HAND_SIZE  # HAR-2.7
            if done and s.log is not None:
                s.tell("HAR-2.7", "hand_full", s.turn, ("HAR-10.5",) if frame.left else (), cards=size)
        else:
            done = not frame.left
        if not done:
            if not (s.master.parts and s.harem.parts):
                replenish(s)
            if s.master.parts and why == "caravan":  # HAR-10.10
                s.todo.append(CARDS["master"])
                return
            if s.master.parts or (s.harem.parts and why != "caravan"):
                s.todo.append(CHOICES[why])
                return
            if s.log is not None:
                rule, code = ("HAR-A36", "no_master_cards") if s.harem.parts else ("HAR-A27", "no_cards")
                s.tell(rule, code, s.turn)
        s.todo.pop()
        if why == "fill" or why == "forfeit":
            s.push("next_turn")


def filling(s: HaremState) -> bool:
    """Whether the hand is being filled, so that nothing more can be bought this turn (HAR-2.6)."""
    return bool(s.todo) and s.todo[0] in RUNS["fill"]


class TurnQuestion(DecisionStep):
    """A question in the course of a turn. Before the answer, Kismet and Jewelry may be used (HAR-4.9, HAR-9.1).

    Main offers, judges and does that; it is looked up, as the turn is made of such questions.
    """

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        """The legal answers, without what may be done at any time."""
        raise NotImplementedError

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        """Why an answer is not legal; None if it is."""
        raise NotImplementedError

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        """Carry out an answer."""
        raise NotImplementedError

    def is_void(self, s: HaremState, frame: Frame) -> bool:
        """Whether what was done before the answer has left nothing to ask."""
        return False

    def drop(self, s: HaremState, frame: Frame) -> None:
        """Go on without an answer, where the question is void."""
        s.todo.pop()

    def moves(self, s: HaremState, frame: Frame) -> list[Action]:
        more: list[Action] = cast(Any, s.game.steps["main"]).at_any_time(s)
        return self.answers(s, frame) + more if more else self.answers(s, frame)

    def ruling(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb in ANY_TIME:
            return cast(DecisionStep, s.game.steps["main"]).ruling(s, frame, action)
        return self.judge(s, frame, action)

    def take(self, s: HaremState, frame: Frame, action: Action) -> None:
        if action.verb in ANY_TIME:
            s.game.steps["main"].take(s, frame, action)
            ask_again(s)
        else:
            self.answer(s, frame, action)


def ask_again(s: HaremState) -> None:
    """Drop the question that is due again, if it has become void."""
    frame = s.todo[-1] if s.todo else None
    if frame is not None and isinstance(frame.step, TurnQuestion) and frame.step.is_void(s, frame):
        frame.step.drop(s, frame)


class ChooseDeck(TurnQuestion):
    """Which deck to draw from. A forfeiting seat may stop (HAR-2.2)."""

    name = "choose_deck"
    rule = "HAR-10.1"
    fields = {"why": one_of("fill", "forfeit", "treasure", "power")}
    on = ("draws",)
    verbs = {"draw": "s", "stop": "", "discard": "s", **PLAYS}

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or below.why != frame.why or not below.step.left(s, below):
            raise ValueError("a run of draws has lost its place")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        draws = s.todo[-2]
        return {"why": frame.why, "left": draws.step.left(s, draws), "rule": RULES[frame.why]}

    def answers(self, s: HaremState, frame: Frame) -> list[Action]:
        return MOVES[bool(s.master.parts), bool(s.harem.parts), frame.why == "forfeit"]

    def moves(self, s: HaremState, frame: Frame) -> list[Action]:
        return self.answers(s, frame) if frame.why == "forfeit" else super().moves(s, frame)

    def ruling(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if frame.why == "forfeit" and action.verb in PLAYS:
            return Ruling("HAR-2.2", "forfeited", {}, "next_turn")
        return super().ruling(s, frame, action)

    def judge(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "discard":
            return no_discard(*action.args)
        if action.verb == "stop":
            left = self.values(s, frame)["left"]
            return None if frame.why == "forfeit" else Ruling(RULES[frame.why], "draw_on", {"left": left})
        if action.verb in PLAYS:
            if frame.why == "fill":
                return Ruling("HAR-2.5", "turn_ended", {}, "next_turn")
            return Ruling(RULES[frame.why], "draw_first", {"left": self.values(s, frame)["left"]})
        if action.args[0] not in DRAW:
            return Ruling("HAR-10.1", "no_deck", {"deck": action.args[0]})
        if action is DRAW["harem"] and not s.harem.parts:
            return Ruling("HAR-10.8", "harem_empty", {}, "harem_discard")
        if action is DRAW["master"] and not s.master.parts:
            return Ruling("HAR-12.3", "master_empty", {})
        return None

    def take(self, s: HaremState, frame: Frame, action: Action) -> None:
        if action.verb in ANY_TIME:
            s.todo.pop()  # the run of draws asks again, if cards are still due
            s.game.steps["main"].take(s, frame, action)
        else:
            self.answer(s, frame, action)

    def answer(self, s: HaremState, frame: Frame, action: Action) -> None:
        if action is STOP:
            s.todo.pop()
            s.todo.pop()
            if s.log is not None:
                s.tell("HAR-2.2", "stopped", s.turn)
            s.push("next_turn")
        else:
            s.todo[-1] = CARDS[action.args[0]]


class Card(ChanceStep):
    """The card drawn from a deck. A Play Now! card is carried out at once (HAR-10.2)."""

    name = "card"
    rule = "HAR-10.1"
    fields = {"deck": one_of("master", "harem")}
    on = ("draws", "main")

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if below is None or below.step is not DRAWS:
            if frame.deck != "harem":
                raise ValueError("a power draws from the other deck")
        elif not DRAWS.left(s, below) or (below.why == "caravan" and frame.deck != "master"):
            raise ValueError("a run of draws has lost its place")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"deck": frame.deck, "left": len(s.master if frame.deck == "master" else s.harem)}

    def dist(self, s: HaremState, frame: Frame) -> Dist[str]:
        return (s.master if frame.deck == "master" else s.harem).dist()

    def sample(self, s: HaremState, frame: Frame, rng: Random) -> str:
        return (s.master if frame.deck == "master" else s.harem).sample(rng)

    def possible(self, s: HaremState, frame: Frame, outcome: Any) -> bool:
        return (s.master if frame.deck == "master" else s.harem).may_draw(outcome)

    def take(self, s: HaremState, frame: Frame, card: str) -> None:
        (s.master if frame.deck == "master" else s.harem).draw(card)
        self._goes(s, frame, card)

    def run(self, s: HaremState, frame: Frame, rng: Random) -> None:
        """The card is not looked for twice."""
        self._goes(s, frame, (s.master if frame.deck == "master" else s.harem).draw_any(rng))

    def _goes(self, s: HaremState, frame: Frame, card: str) -> None:
        """A card that was drawn goes to the hand, or is carried out."""
        todo = s.todo
        todo.pop()
        run = todo[-1]
        s.moved = True
        deck = s.master if frame.deck == "master" else s.harem
        if card in s.game.stays:
            if s.log is not None:
                s.tell("HAR-10.2", "at_once", s.turn, ("HAR-3.5",), card=card)
            if run.step is DRAWS and run.why == "fill":
                todo[-1] = RUNS["fill"][1]
            if not deck.parts and card not in ENDING:
                replenish(s)
            AT_ONCE[card](s)
            return
        insert(s.players[s.turn].hand, card)
        if s.log is not None:
            s.tell_some((s.turn,), "HAR-10.1", "drawn", s.turn, ("HAR-13.2", "HAR-13.3"), card=card, deck=frame.deck)
        if not deck.parts:
            replenish(s)
        if run.step is DRAWS and run.left:  # one draw less; of a fill, a card of its own makes up for an at-once one
            todo[-1] = RUNS[run.why][run.left - 1]


def lack(s: HaremState) -> None:
    """Lack of Resources: discard down to three (HAR-10.4)."""
    add(s.master_discard, "PN-LACK")
    excess = s.players[s.turn].hand_size() - LACK_KEEP
    if s.log is not None:
        s.tell("HAR-10.4", "lack" if excess > 0 else "lack_idle", s.turn, ("HAR-10.3",), excess=max(0, excess))
    if excess > 0:
        s.push("lack")


def caravan(s: HaremState) -> None:
    """Caravan: two more master cards (HAR-10.10)."""
    if s.log is not None:
        s.tell("HAR-10.10", "caravan", s.turn)
    s.push("dispose", "PN-CARAVAN")  # after its draws, so a reshuffle among them does not bring it back
    s.todo.append(RUNS["caravan"][CARAVAN_DRAWS])


def levy(s: HaremState) -> None:
    """Levy: the lowest Gold of the drawer's treasury is lost (HAR-10.10)."""
    add(s.master_discard, "PN-LEVY")
    treasury = s.players[s.turn].treasury
    gold = next((card for card in s.game.gold if card in treasury), None)
    if gold is not None:
        take(treasury, gold)
        add(s.master_discard, gold)
    if s.log is not None:
        s.tell("HAR-10.10", "levy" if gold else "levy_idle", s.turn, ("HAR-10.3",), card=gold)


def shuffle(s: HaremState) -> None:
    """Shuffle the Deck: pile, discard pile and Game Over become the new pile (HAR-10.6)."""
    add(s.aside, "PN-SHUFFLE")
    take(s.aside, "PN-OVER")
    s.master.shuffle({**s.master_discard, "PN-OVER": 1})
    s.master_discard.clear()
    if s.log is not None:
        s.tell("HAR-10.6", "shuffled", s.turn, ("HAR-10.9", "HAR-13.1"), left=len(s.master))


def over(s: HaremState) -> None:
    """Game Over: the game ends on the spot (HAR-10.7)."""
    add(s.aside, "PN-OVER")
    if s.log is not None:
        s.tell("HAR-10.7", "game_over", s.turn, ("HAR-11.2",))
    s.end_by_points("points", "HAR-11.2")


ENDING: Final = ("PN-SHUFFLE", "PN-OVER")
"""What makes a new pile of its own, or needs none."""
AT_ONCE: Final = {"PN-LACK": lack, "PN-CARAVAN": caravan, "PN-LEVY": levy, "PN-SHUFFLE": shuffle, "PN-OVER": over}


class Lack(DecisionStep):
    """Lack of Resources: one card at a time, down to three (HAR-10.4)."""

    name = "lack"
    rule = "HAR-10.4"
    on = ("draws",)
    verbs = {"discard": "s", "draw": "s", "stop": ""}

    def check(self, s: HaremState, frame: Frame, below: Frame | None) -> None:
        if s.players[s.turn].hand_size() <= LACK_KEEP:
            raise ValueError("nobody has to discard")

    def seat(self, s: HaremState, frame: Frame) -> int:
        return s.turn

    def values(self, s: HaremState, frame: Frame) -> dict[str, Any]:
        return {"excess": s.players[s.turn].hand_size() - LACK_KEEP}

    def moves(self, s: HaremState, frame: Frame) -> list[Action]:
        shed = s.game.shed
        return [shed[card] for card in s.players[s.turn].hand]

    def ruling(self, s: HaremState, frame: Frame, action: Action) -> Ruling | None:
        if action.verb == "draw" and action.args[0] not in DRAW:
            return Ruling("HAR-10.1", "no_deck", {"deck": action.args[0]})
        if action.verb != "discard":
            return Ruling("HAR-10.4", "discard_first", self.values(s, frame))
        (card,) = action.args
        return None if card in s.players[s.turn].hand else Ruling("HAR-10.4", "not_in_hand", {"card": card})

    def take(self, s: HaremState, frame: Frame, action: Action) -> None:
        (card,) = action.args
        s.play_from_hand(s.turn, card)
        s.discard(card)
        if s.log is not None:
            also = ("HAR-5.8",) if card in s.game.companions else ()
            s.tell("HAR-10.4", "discarded", s.turn, also, card=card)
        if s.players[s.turn].hand_size() <= LACK_KEEP:
            s.todo.pop()


DRAWS: Final = Draws()
CHOOSE_DECK: Final = ChooseDeck()
CARD: Final = Card()

# frames that recur are made once
RUNS: Final = {why: [DRAWS.frame(why, left) for left in range(4)] for why in RULES}
CHOICES: Final = {why: CHOOSE_DECK.frame(why) for why in RULES if why != "caravan"}
CARDS: Final = {deck: CARD.frame(deck) for deck in DRAW}
