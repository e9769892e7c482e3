"""Outbid: a small game for the tests of the core, with hidden hands and cards chosen together.

Twelve cards of four values are dealt, two to a seat. All choose one of theirs together, and whoever alone chose the
highest card takes a point; then all choose the other one. What is not dealt stays out of the game, undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gamelib.base_game import Game
from gamelib.card_schema import CardTableError
from gamelib.deck import Deck
from gamelib.dist import Dist
from gamelib.fields import SEAT, ChoiceField, DeckField, IntField, ListField, PerSeatField, TupleField
from gamelib.games.monte_carlo_bot import MonteCarloBot
from gamelib.nodes import Action, End, Ruling
from gamelib.options import Option
from gamelib.playouts import random_bot
from gamelib.state import State
from gamelib.step import AutoStep, ChanceStep, SimultaneousDecisionStep

from .bots import high_bot

CARD = ChoiceField("a card", lambda s: s.game.values)
HIDDEN = "?"
CARDS, EACH = 2, 3  # of a seat, of each value


class OutbidState(State["Outbid"]):
    """Hands, points, the pile, and the cards shown."""

    __slots__ = ("hands", "pile", "points", "shown")

    fields = {
        "hands": PerSeatField(TupleField(ChoiceField("a card", lambda s: (*s.game.values, HIDDEN)))),
        "points": PerSeatField(IntField()),
        "shown": ListField(CARD),
        "pile": DeckField(),
    }

    def _hide_from(self, seat: int, view: Any) -> None:
        hidden: dict[str, int] = {}
        for other, hand in enumerate(self.hands):
            if other != seat:
                view.hands[other] = (HIDDEN,) * len(hand)
                for card in hand:
                    hidden[card] = hidden.get(card, 0) + 1
        view.pile = self.pile.seen_by(seat, hidden)

    def _determinize(self, whole: Any, rng: Any) -> None:
        for seat, hand in enumerate(self.hands):
            if HIDDEN in hand:
                whole.hands[seat] = tuple(whole.pile.determinize_hidden_cards(len(hand), rng))


class Deal(ChanceStep):
    """A seat is dealt a card that only it sees."""

    name = "deal"
    rule = "OUT-1.1"
    fields = {"seat": SEAT}
    allowed_steps_below = ("", "deal", "round")

    def dist(self, s: Any, frame: Any) -> Dist[str]:
        return s.pile.dist()

    def execute(self, s: Any, frame: Any, card: str) -> None:
        s.agenda_frames.pop()
        s.pile.draw(card)
        s.hands[frame.seat] += (card,)
        if s.log is not None:
            s.log_private_event((frame.seat,), self.rule, "dealt", frame.seat, card=card)


class Round(AutoStep):
    """All choose, or the game ends."""

    name = "round"
    rule = "OUT-2.1"
    allowed_steps_below = ("",)

    def execute(self, s: Any, frame: Any, choice: None) -> None:
        if any(s.hands):
            s.agenda_frames.append(CHOOSE.make_frame((*range(s.seats),), ()))
            return
        s.end_game(ended(s))


class Choose(SimultaneousDecisionStep):
    """Each seat chooses a card of its hand, or passes if the option says so."""

    name = "choose"
    rule = "OUT-2.1"
    allowed_steps_below = ("round",)
    verbs = {"show": "s", "pass": ""}

    def question_text_values(self, s: Any, frame: Any) -> dict[str, Any]:
        return {"left": len(s.hands[self.acting_seat(s, frame)])}

    def legal_actions(self, s: Any, frame: Any) -> list[Action]:
        moves = [Action("show", card) for card in sorted(set(s.hands[self.acting_seat(s, frame)]))]
        return [*moves, Action("pass")] if s.options["passing"] else moves

    def why_illegal(self, s: Any, frame: Any, action: Action) -> Ruling | None:
        if action.verb == "pass":
            return None if s.options["passing"] else Ruling("OUT-A1", "no_pass", {})
        if action.args[0] in s.hands[self.acting_seat(s, frame)]:
            return None
        return Ruling("OUT-2.1", "not_yours", {"card": action.args[0]})

    def resolve_answers(self, s: Any, frame: Any, choices: Any) -> None:
        played = {seat: action.args[0] for seat, action in choices.items() if action.verb == "show"}
        for seat in choices:
            hand = [*s.hands[seat]]
            hand.remove(played.get(seat, hand[0]))
            s.hands[seat] = tuple(hand)
        s.shown = list(played.values())
        values = {seat: s.game.values[card] for seat, card in played.items()}
        best = [seat for seat in values if values[seat] == max(values.values())]
        if len(best) == 1:
            s.points[best[0]] += 1
        if s.log is not None:
            s.log_event("OUT-2.1", "shown", None, cards=s.shown, winners=best)


def ended(s: Any) -> End:
    """The most points win."""
    best = max(s.points)
    return End("played", "OUT-3.1", tuple(s.points), tuple(seat for seat, n in enumerate(s.points) if n == best))


DEAL, ROUND, CHOOSE = Deal(), Round(), Choose()


class Outbid(Game[OutbidState]):
    """The game."""

    id = "outbid"
    title = "Outbid"
    rule_prefix = "OUT"
    slug = "outbid"
    seats = range(2, 4)
    seats_rule = "OUT-1.1"
    state_type = OutbidState
    step_list = (DEAL, ROUND, CHOOSE)
    folder = Path(__file__).parent
    option_list = (Option("passing", False, (False, True), "OUT-2.1"),)
    bots: Mapping[str, Any] = {"random": random_bot, "thumb": high_bot, "monte_carlo": MonteCarloBot(60)}

    def store_card_tables(self, tables: dict[str, Any], source_path: Path) -> None:
        """Read the value of each card. Raise CardTableError for another table."""
        values = tables.get("values")
        if not isinstance(values, dict) or not all(type(value) is int for value in values.values()):
            raise CardTableError(f"{source_path}: the table [values] needs a whole number for each card.")
        if len(values) < CARDS or not all(name.isidentifier() for name in values):
            raise CardTableError(
                f"{source_path}: the table [values] needs at least {CARDS} cards with names of letters."
            )
        self.values: dict[str, int] = values

    def set_up(self, s: Any) -> None:
        """Two cards each."""
        s.hands, s.points, s.shown = [()] * s.seats, [0] * s.seats, []
        s.pile = Deck(dict.fromkeys(self.values, EACH))
        s.agenda_frames = [
            ROUND.make_frame(),
            *(DEAL.make_frame(seat) for seat in range(s.seats) for _ in range(CARDS)),
        ]
        s.log_event("OUT-1.1", "begins")

    def validate_position(self, s: OutbidState) -> None:
        """Every seat holds as many cards as the round asks for, and there are no more points than rounds."""
        due = [sum(frame.step is DEAL and frame.seat == seat for frame in s.agenda_frames) for seat in range(s.seats)]
        left = {len(hand) + more for hand, more in zip(s.hands, due, strict=True)}
        held = max(left)
        if len(left) > 1 or held > CARDS or (any(due) and held < CARDS):
            raise ValueError(f"the hands have {', '.join(str(len(hand)) for hand in s.hands)} cards")
        if not held and (s.agenda_frames and s.agenda_frames[-1].step is CHOOSE):
            raise ValueError("nobody has a card to choose")
        if len(s.pile) != EACH * len(self.values) - CARDS * s.seats + sum(due):
            raise ValueError(f"the pile cannot have {len(s.pile)} cards")
        found = Counter(card for hand in (*s.hands, s.shown) for card in hand if card != HIDDEN)
        if s.viewer is None:
            found.update(s.pile.counts())
        for card, n in found.items():
            if n > (EACH if card in self.values else 0):
                raise ValueError(f"there are {n} cards {card}")
        for seat, hand in enumerate(s.hands):
            if hand and (HIDDEN in hand) is (s.viewer in (None, seat)):
                raise ValueError(f"hands.{seat}: not what is seen here")
        rounds = CARDS - held
        if sum(s.points) > rounds:
            raise ValueError(f"{sum(s.points)} points have been won in {rounds} rounds")
        if len(s.shown) > (s.seats if rounds else 0):
            raise ValueError(f"{len(s.shown)} cards were not shown")
        if s.result is not None and (held or s.result != ended(s)):
            raise ValueError("the result is not what the table gives")

    def points_if_ended_now(self, state: OutbidState) -> list[int] | None:
        """The points of each seat; they only grow."""
        return list(state.points)

    def nameable(self, state: OutbidState) -> Iterable[Action]:
        """Every action that one could name here, sensible or not."""
        return [Action("pass"), Action("show", "NO-CARD"), *(Action("show", card) for card in self.values)]


GAME = Outbid
