"""Episode: a game as a sequence of tokens. All adapters use episodes.

At each step of an episode, a seat or chance selects one of the legal tokens of `action_tokenizer`. Some choices take
several tokens. A seat receives only the information that it may have: the features of its view, and the events as it
saw them.
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
"""Maximum number of tokens of an episode. Random games have up to some thousand. A longer game would be a rule error.
"""
MAX_POINTS = 10_000
"""Maximum absolute score of a game with one seat."""


def validate_seed(seed: Any) -> None:
    """Raise ValueError unless the seed is an integer of at least 0, or None for a random seed."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or seed < 0):
        raise ValueError(f"The seed is a whole number from 0 up, or None, not {short_repr(seed)}.")


@cache
def tokenizer_for(game: Game) -> ActionTokenizer:
    """Return the tokenizer of a game, created once."""
    return ActionTokenizer(game)


class Episode:
    """State of a game, and the tokens of the next choice so far."""

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        """Start a game.

        Raise ValueError with a plain sentence for an unknown game or an invalid number of seats or option.
        """
        self.state = game_of(name).start(seats, **options)
        self.speller = tokenizer_for(self.state.game)
        self.events: tuple[Event, ...] = self.state.events
        """All events so far, with hidden information."""
        self._told: dict[Seat, tuple[int, str]] = {}
        """Cached start of the history of each seat: number of events, and text."""
        self._choices: Mapping[TokenIds, tuple[Any, int]] = {}
        """Choices with their weights that are consistent with the tokens so far, by token ids."""
        self._at = 0
        """Number of settled tokens."""
        self._seat: Seat | None = None
        self._open()

    def clone(self) -> Episode:
        """Return an independent copy."""
        twin = Episode.__new__(Episode)
        twin.__dict__ = {**self.__dict__, "state": self.state.clone(), "_told": self._told.copy()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.clone()

    def determinize(self, seat: Seat, rng: Any) -> Episode:
        """Return an episode that looks the same to this seat, but has random values for the information unknown to it.

        Earlier events are as the seat saw them. The method calls only `rng.random()`. Raise ValueError if the seat
        does not exist.
        """
        twin = Episode.__new__(Episode)
        twin.__dict__ = {**self.__dict__, "state": self.state.seen_by(seat).determinize(rng)}
        twin.events = tuple([event.seen_by(seat) for event in self.events])
        twin._told = {seat: self._told[seat]} if seat in self._told else {}
        twin._open()
        if self._seat == seat and self._at:  # unfinished choices of other seats are unknown
            words = next(iter(self._choices))[: self._at]
            twin._choices = {code: choice for code, choice in twin._choices.items() if code[: self._at] == words}
            twin._at = self._at
        return twin

    def play_chance(self, rng: Random) -> None:
        """Sample chance tokens until a seat has to choose or the game is over."""
        while self._seat is None and not self.is_over:
            self.apply_action_or_outcome(self.state.node.sample(rng))

    @property
    def num_tokens(self) -> int:
        """Number of tokens. Token ids are 0 to `num_tokens` - 1, for actions and for outcomes."""
        return len(self.speller.tokens)

    @property
    def current_seat(self) -> Seat | None:
        """Seat that has to choose, or None at chance nodes and at the end."""
        return self._seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self._choices

    @property
    def legal_tokens(self) -> list[int]:
        """Legal tokens in ascending order, none at the end."""
        return sorted({code[self._at] for code in self._choices})

    @property
    def token_probabilities(self) -> dict[int, Fraction]:
        """Exact probability of each token at a chance node. Raise ValueError at other nodes."""
        if self._seat is not None or self.is_over:
            raise ValueError("Nothing is to be drawn or rolled here.")
        total = sum(weight for _, weight in self._choices.values())
        weights = dict.fromkeys(self.legal_tokens, 0)
        for code, (_, weight) in self._choices.items():
            weights[code[self._at]] += weight
        return {number: Fraction(weight, total) for number, weight in weights.items()}

    @property
    def chosen_tokens(self) -> tuple[str, ...]:
        """Tokens of the choice so far, including forced ones."""
        if not self._at:
            return ()
        return tuple(self.speller.tokens[number] for number in next(iter(self._choices))[: self._at])

    def add_token_to_choice(self, token: int) -> None:
        """Add a token to the choice, and apply the choice when it is complete.

        Raise ValueError if the token is not legal.
        """
        left = {code: choice for code, choice in self._choices.items() if code[self._at] == token}
        if not left:
            raise ValueError(f"{token} is not one of {self.legal_tokens}.")
        if len(left) > 1:
            self._choices, self._at = left, common_prefix_length(left, self._at + 1)
            return
        ((choice, _),) = left.values()
        self.apply_action_or_outcome(choice)

    def apply_action_or_outcome(self, choice: Any) -> None:
        """Apply a whole action or outcome. Raise IllegalAction or IllegalOutcome if it is not legal."""
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
        """Return of each seat: its share of the win times the number of seats, minus 1.

        The returns sum to 0. Losers have -1.

        Before the end, all returns are 0. In a game with one seat, the return is its points.
        """
        node = self.state.node
        if not isinstance(node, End):
            return [0.0] * self.state.seats
        if self.state.seats == 1:
            return [float(node.scores[0])]
        won = self.state.seats / len(node.winners)
        return [(won if seat in node.winners else 0.0) - 1 for seat in range(self.state.seats)]

    def features(self, seat: Seat) -> dict[str, float]:
        """Return the information of a seat as named numbers: its view, the current seat, and its own tokens so far."""
        numbers: dict[str, float] = self.state.seen_by(seat).numeric_features()
        if self._seat == seat:
            numbers |= numeric_features({"spelt": list(self.chosen_tokens)})
        return numbers

    def vector(self, seat: Seat) -> list[float]:
        """Return `features` as a vector of `VECTOR_WIDTH` numbers."""
        return hash_features(self.features(seat), VECTOR_WIDTH)

    def action_mask(self) -> list[int]:
        """Return 1 for each legal token and 0 for the others."""
        open_ = set(self.legal_tokens)
        return [int(number in open_) for number in range(self.num_tokens)]

    def view_json(self, seat: Seat) -> str:
        """Return the information of a seat as text: its saved view."""
        own = list(self.chosen_tokens) if self._seat == seat else []
        return json.dumps({"view": self.state.seen_by(seat).to_dict(), "spelt": own})

    def seen_events_text(self, seat: Seat) -> str:
        """Return all events that a seat saw, one line for each event."""
        count, text = self._told.get(seat, (0, ""))
        text += "".join(f"{json.dumps(event.seen_by(seat).to_dict())}\n" for event in self.events[count:])
        self._told[seat] = len(self.events), text
        return text
