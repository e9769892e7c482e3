"""A game as a walk over numbers: what all libraries of agents have in common.

At each place a seat (or chance) names one of a few numbers, the words of `spelling`. Some choices take several places.
A seat is told what it may know and nothing more: features of its view, and the events as it saw them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from ...base_game import Game
from ...catalog import game as game_of
from ...fields import numeric_features
from ...nodes import Chance, Decision, End, Event, Seat
from ...validation import short_repr
from ..action_tokenizer import ActionTokenizer, TokenIds, common_prefix_length
from ..feature_hashing import VECTOR_WIDTH, hash_features

MAX_EPISODE_STEPS = 100_000
"""Places of a walk at most. Random games have up to some thousand; one that is longer would be a fault of the rules."""
MAX_POINTS = 10_000
"""No game of one seat brings more points, or loses more."""


def validate_seed(seed: Any) -> None:
    """ValueError unless it is a seed for libraries of numbers, or None: any."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 0):
        raise ValueError(f"The seed is a whole number from 0 up, or None, not {short_repr(seed)}.")


@cache
def tokenizer_for(game: Game) -> ActionTokenizer:
    """The words of a game, made once."""
    return ActionTokenizer(game)


class Episode:
    """A position, and what has been spelt of the next choice."""

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        """ValueError with a plain sentence for an unknown game, a bad count or option."""
        self.state = game_of(name).start(seats, **options)
        self.speller = tokenizer_for(self.state.game)
        self.events: tuple[Event, ...] = self.state.events
        """All events so far, as nobody but the table knows them."""
        self._told: dict[Seat, tuple[int, str]] = {}
        """For each seat a beginning of its history: how many events, and the text."""
        self._choices: Mapping[TokenIds, tuple[Any, int]] = {}
        """The choices that the words so far leave open, with their weights, by code."""
        self._at = 0
        """How many words of them are settled."""
        self._seat: Seat | None = None
        self._open()

    def clone(self) -> Episode:
        """An independent copy."""
        twin = Episode.__new__(Episode)
        twin.__dict__ = {**self.__dict__, "state": self.state.clone(), "_told": self._told.copy()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.clone()

    def determinize(self, seat: Seat, rng: Any) -> Episode:
        """A walk that this seat cannot tell from this one: what it does not know is dealt at random.

        Of earlier events it has what the seat was told. Of `rng` only `random()` is called. ValueError for no seat.
        """
        twin = Episode.__new__(Episode)
        twin.__dict__ = {**self.__dict__, "state": self.state.seen_by(seat).determinize(rng)}
        twin.events = tuple([event.seen_by(seat) for event in self.events])
        twin._told = {seat: self._told[seat]} if seat in self._told else {}
        twin._open()
        if self._seat == seat and self._at:  # what others have begun to spell is not known
            words = next(iter(self._choices))[: self._at]
            twin._choices = {code: choice for code, choice in twin._choices.items() if code[: self._at] == words}
            twin._at = self._at
        return twin

    def play_chance(self, rng: Random) -> None:
        """Let chance name numbers until a seat is to choose or the game is over."""
        while self._seat is None and not self.is_over:
            self.apply_choice(self.state.node.sample(rng))

    @property
    def num_tokens(self) -> int:
        """How many numbers there are: 0 to size - 1, for choices and for outcomes."""
        return len(self.speller.tokens)

    @property
    def current_seat(self) -> Seat | None:
        """The seat that is to choose; None at chance and at the end."""
        return self._seat

    @property
    def is_over(self) -> bool:
        return not self._choices

    @property
    def legal_tokens(self) -> list[int]:
        """The numbers that may be named here, ascending; none at the end."""
        return sorted({code[self._at] for code in self._choices})

    @property
    def token_probabilities(self) -> dict[int, Fraction]:
        """At chance: the exact probability of each number. ValueError elsewhere."""
        if self._seat is not None or self.is_over:
            raise ValueError("Nothing is to be drawn or rolled here.")
        total = sum(weight for _, weight in self._choices.values())
        weights = dict.fromkeys(self.legal_tokens, 0)
        for code, (_, weight) in self._choices.items():
            weights[code[self._at]] += weight
        return {number: Fraction(weight, total) for number, weight in weights.items()}

    @property
    def chosen_tokens(self) -> tuple[str, ...]:
        """The words of the choice so far, with those that had to follow."""
        if not self._at:
            return ()
        return tuple(self.speller.tokens[number] for number in next(iter(self._choices))[: self._at])

    def apply_token(self, token: int) -> None:
        """Name a number; when it settles the choice, that is carried out. ValueError if it is not one of
        `legal_tokens`."""
        left = {code: choice for code, choice in self._choices.items() if code[self._at] == token}
        if not left:
            raise ValueError(f"{token} is not one of {self.legal_tokens}.")
        if len(left) > 1:
            self._choices, self._at = left, common_prefix_length(left, self._at + 1)
            return
        ((choice, _),) = left.values()
        self.apply_choice(choice)

    def apply_choice(self, choice: Any) -> None:
        """Carry out a whole action or outcome at once. IllegalAction or IllegalOutcome if it cannot be."""
        self.events += self.state.apply(choice)
        self._open()

    def _open(self) -> None:
        node = self.state.node
        self._seat = node.seat if isinstance(node, Decision) else None
        self._at = 0
        self._choices = {}
        code = self.speller.encode
        if isinstance(node, Decision):
            self._choices = {code(action): (action, 1) for action in self.state.legal}
        elif isinstance(node, Chance):
            self._choices = {code(outcome): (outcome, weight) for outcome, weight in node.dist().items()}
        if len(self._choices) > 1:
            self._at = common_prefix_length(self._choices, 0)

    @property
    def returns(self) -> list[float]:
        """For each seat its part of the win less an equal part, times the seats: -1 for who does not win; 0 in all.

        Before the end all are 0. A game of one seat returns its points.
        """
        node = self.state.node
        if not isinstance(node, End):
            return [0.0] * self.state.seats
        if self.state.seats == 1:
            return [float(node.scores[0])]
        won = self.state.seats / len(node.winners)
        return [(won if seat in node.winners else 0.0) - 1 for seat in range(self.state.seats)]

    def features(self, seat: Seat) -> dict[str, float]:
        """What a seat may know here, as named numbers: its view, whose turn it is, and its own words so far."""
        numbers: dict[str, float] = self.state.seen_by(seat).numeric_features()
        if self._seat == seat:
            numbers |= numeric_features({"spelt": list(self.chosen_tokens)})
        return numbers

    def vector(self, seat: Seat) -> list[float]:
        """`features` as a vector of `features.WIDTH` numbers."""
        return hash_features(self.features(seat), VECTOR_WIDTH)

    def action_mask(self) -> list[int]:
        """1 for each number that may be named here, 0 for the others."""
        open_ = set(self.legal_tokens)
        return [int(number in open_) for number in range(self.num_tokens)]

    def view_json(self, seat: Seat) -> str:
        """What a seat may know here, as text: the saved view."""
        own = list(self.chosen_tokens) if self._seat == seat else []
        return json.dumps({"view": self.state.seen_by(seat).to_dict(), "spelt": own})

    def seen_events_text(self, seat: Seat) -> str:
        """All that a seat was told, a line an event."""
        count, text = self._told.get(seat, (0, ""))
        text += "".join(f"{json.dumps(event.seen_by(seat).to_dict())}\n" for event in self.events[count:])
        self._told[seat] = len(self.events), text
        return text
