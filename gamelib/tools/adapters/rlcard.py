"""The games for RLCard: `env("harem", seats=3)`, an `rlcard.envs.Env`.

A state tells a seat what it may know and nothing else, in `action_record` too. Numbers stand for words; an agent with
`use_raw` names a word of `raw_legal_actions` itself.
"""

from __future__ import annotations

from collections import OrderedDict
from random import Random
from typing import Any

import numpy as np
from rlcard.envs import Env

from ...validation import short_repr
from ..feature_hashing import VECTOR_WIDTH
from .episode import Episode, validate_seed


def env(name: str, seats: int, seed: int | None = None, **options: Any) -> KismetEnv:
    """The environment. ValueError with a plain sentence for an unknown game, a bad count, seed or option."""
    validate_seed(seed)
    return KismetEnv(name, seats, seed, **options)


class KismetGame:
    """What RLCard calls the game: it says who plays and what may be named."""

    allow_step_back = False
    np_random: Any

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        self._settings = (name, seats, options)
        self.walk = Episode(name, seats, **options)
        self._rng = Random()

    def init_game(self) -> tuple[int, int]:
        """A new game: the seat to see it, twice."""
        name, seats, options = self._settings
        self._rng = Random(int(self.np_random.randint(2**31)))
        self.walk = Episode(name, seats, **options)
        self.walk.play_chance(self._rng)
        return self.get_player_id(), self.get_player_id()

    def step(self, word: str) -> tuple[int, int]:
        """Name a word. ValueError if it is not legal."""
        self.walk.apply_token(self.walk.speller.tokens.index(word))
        self.walk.play_chance(self._rng)
        return self.get_player_id(), self.get_player_id()

    def get_player_id(self) -> int:
        """The seat to choose; the first when the game is over."""
        return self.walk.current_seat or 0

    def get_state(self, seat: int) -> int:
        """The seat: `KismetEnv` makes what it sees."""
        return seat

    def get_num_players(self) -> int:
        """How many seats there are."""
        return int(self.walk.state.seats)

    def get_num_actions(self) -> int:
        """How many numbers there are."""
        return self.walk.num_tokens

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.walk.is_over


class KismetEnv(Env):
    """States have `obs` (see `features`) and `legal_actions`; payoffs are those of `Episode.returns`."""

    def __init__(self, name: str, seats: int, seed: int | None, **options: Any) -> None:
        self.name = f"kismet_{name}"
        self.game = KismetGame(name, seats, **options)
        super().__init__({"allow_step_back": False, "seed": seed})
        self.state_shape = [[VECTOR_WIDTH]] * self.num_players
        self.action_shape = [None] * self.num_players

    def _extract_state(self, seat: int) -> dict[str, Any]:
        episode = self.game.walk
        numbers = episode.legal_tokens if episode.current_seat == seat else []
        return {
            "obs": np.array(episode.vector(seat), np.float32),
            "legal_actions": OrderedDict.fromkeys(numbers),
            "raw_obs": episode.features(seat),
            "raw_legal_actions": [episode.speller.tokens[number] for number in numbers],
            "action_record": self._record_for(seat),
        }

    def _record_for(self, seat: int) -> list[tuple[int, str | None]]:
        """Who named a word, and which: of others None, since it may be a card that they keep to themselves.

        What a seat may know of their choices is in `raw_obs`.
        """
        said: list[tuple[int, str | None]] = []
        for other, word in self.action_recorder:
            if other == seat:
                said.append((other, word))
            elif not said or said[-1][0] != other:  # how many words it took may tell something too
                said.append((other, None))
        return said

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Name a number, or a word with `raw_action`. ValueError, with nothing changed, if it is not legal."""
        episode = self.game.walk
        legal = (
            [episode.speller.tokens[number] for number in episode.legal_tokens] if raw_action else episode.legal_tokens
        )
        if action not in legal:
            raise ValueError(f"{short_repr(action)} is not one of {legal}.")
        state: tuple[dict[str, Any], int] = super().step(action, raw_action)
        return state

    def _decode_action(self, action_id: int) -> str:
        return self.game.walk.speller.tokens[action_id]

    def _get_legal_actions(self) -> list[int]:
        return self.game.walk.legal_tokens

    def get_payoffs(self) -> Any:
        """A number a seat."""
        return np.array(self.game.walk.returns)

    def get_perfect_information(self) -> dict[str, Any]:
        """The whole position as it is saved."""
        data: dict[str, Any] = self.game.walk.state.to_dict()
        return data
