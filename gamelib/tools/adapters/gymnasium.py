"""Adapter for Gymnasium: `env("harem", seats=3, bots="thumb")`, one seat against bots by name.

The games are also registered: `gymnasium.make("gamelib.tools.adapters.gymnasium:kismet/harem-v0", seats=3)`, or
`gymnasium.make("kismet/harem-v0", seats=3)` after the import of this module. The default of `seats` is the minimum of
the game.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from ...catalog import all_games
from ...nodes import Seat
from ...playouts import choose_action, resolve_bot
from ...validation import short_repr
from ..feature_hashing import VECTOR_WIDTH
from .episode import Episode, validate_seed

PREFIX, VERSION = "kismet/", "-v0"


def register() -> list[str]:
    """Register all games with Gymnasium once, and return their ids. The import of this module calls this function."""
    ids = []
    for name, game in all_games().items():
        ids.append(f"{PREFIX}{name}{VERSION}")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(id=ids[-1], entry_point=cast(Any, env), kwargs={"name": name, "seats": game.seats[0]})
    return ids


def env(
    name: str, seats: int, bots: Any = "thumb", seat: Seat = 0, render_mode: str | None = "ansi", **options: Any
) -> KismetEnv:
    """Create a game in which the learner has one seat. A bot, given by name or as a function, has all other seats.

    Raise ValueError with a plain sentence for an unknown game or bot, or an invalid number of seats, seat, render mode
    or option.
    """
    if render_mode not in (None, *KismetEnv.metadata["render_modes"]):
        raise ValueError(f"The games are rendered as text (ansi), not as {short_repr(render_mode)}.")
    return KismetEnv(name, seats, bots, seat, render_mode, **options)


class KismetEnv(gymnasium.Env[Any, int]):
    """Environment.

    An illegal action changes nothing, has the reward -1 and ends the game. `info["action_mask"]` marks legal actions.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, name: str, seats: int, bots: Any, seat: Seat, render_mode: str | None, **options: Any) -> None:
        self._settings = (name, seats, options)
        self._walk = Episode(name, seats, **options)
        if seat not in range(seats):
            raise ValueError(f"There is no seat {seat}; the seats are 0 to {seats - 1}.")
        self.seat = seat
        self._bot = resolve_bot(self._walk.state.game, bots)
        self._rng = Random()
        self.render_mode = render_mode
        self.action_space: Any = spaces.Discrete(self._walk.num_tokens)
        self.observation_space = spaces.Box(-np.inf, np.inf, (VECTOR_WIDTH,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play to the first choice of the learner. Equal seeds give equal games.

        Raise ValueError for an invalid seed.
        """
        validate_seed(seed)
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(2**32)))
        name, seats, settings = self._settings
        self._walk = Episode(name, seats, **settings)
        self._others()
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Apply a token, and play the other seats to the next choice of the learner."""
        if int(action) not in self._walk.legal_tokens:
            return (*self._seen()[:1], -1.0, True, False, self._seen()[1])
        self._walk.add_token_to_choice(int(action))
        self._others()
        seen, info = self._seen()
        return seen, self._walk.returns[self.seat], self._walk.is_over, False, info

    def _others(self) -> None:
        episode = self._walk
        episode.play_chance(self._rng)
        while not episode.is_over and episode.current_seat != self.seat:
            episode.apply_action_or_outcome(choose_action(episode.state, self._bot, self._rng))
            episode.play_chance(self._rng)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = np.array(self._walk.action_mask(), np.int8)
        return np.array(self._walk.vector(self.seat), np.float32), {"action_mask": mask}

    def render(self) -> str:  # type: ignore[override]
        """Return the state in the terms of the game."""
        return repr(self._walk.state)


register()
