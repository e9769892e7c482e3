"""Adapter for RLCard: `env("harem", seats=3)` is an `rlcard.envs.Env`.

A state contains only information that its seat may see. The same is true for `action_record`. Actions are token ids.
An agent with `use_raw` chooses a token text from `raw_legal_actions`.
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
    """Create the environment.

    Raise ValueError with a plain sentence for an unknown game or an invalid number of seats, seed or option.
    """
    validate_seed(seed)
    return KismetEnv(name, seats, seed, **options)


class KismetGame:
    """Implementation of RLCard's game interface, with the current player and the legal tokens."""

    allow_step_back = False
    np_random: Any

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        self._settings = (name, seats, options)
        self.walk = Episode(name, seats, **options)
        self._rng = Random()

    def init_game(self) -> tuple[int, int]:
        """Start a new game. Return the current seat twice: as the state and as the player id."""
        name, seats, options = self._settings
        self._rng = Random(int(self.np_random.randint(2**31)))
        self.walk = Episode(name, seats, **options)
        self.walk.play_chance(self._rng)
        return self.get_player_id(), self.get_player_id()

    def step(self, word: str) -> tuple[int, int]:
        """Apply a token, given as text. Raise ValueError if the token is not legal."""
        self.walk.add_token_to_choice(self.walk.speller.tokens.index(word))
        self.walk.play_chance(self._rng)
        return self.get_player_id(), self.get_player_id()

    def get_player_id(self) -> int:
        """Return the deciding seat, or seat 0 when the game is over."""
        return self.walk.current_seat or 0

    def get_state(self, seat: int) -> int:
        """Return the seat itself as the state of the game. `KismetEnv` creates the state that an agent gets."""
        return seat

    def get_num_players(self) -> int:
        """Return the number of seats."""
        return int(self.walk.state.seats)

    def get_num_actions(self) -> int:
        """Return the number of tokens."""
        return self.walk.num_tokens

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.walk.is_over


class KismetEnv(Env):
    """Environment. States have `obs` (see `features`) and `legal_actions`. Payoffs are those of `Episode.returns`."""

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
        """Return pairs of a seat and its token. The tokens of other seats are None: they could reveal hidden cards.

        `raw_obs` contains the part of the other seats' choices that this seat may see.
        """
        said: list[tuple[int, str | None]] = []
        for other, word in self.action_recorder:
            if other == seat:
                said.append((other, word))
            elif not said or said[-1][0] != other:  # merged, because the number of tokens could reveal information
                said.append((other, None))
        return said

    def step(self, action: Any, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Apply a token id. With `raw_action`, apply a token text.

        Raises:
            ValueError: The token is not legal. The game has not changed.
        """
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
        """Return the payoff of each seat."""
        return np.array(self.game.walk.returns)

    def get_perfect_information(self) -> dict[str, Any]:
        """Return the complete state, including hidden information, as saved data."""
        data: dict[str, Any] = self.game.walk.state.to_dict()
        return data
