"""Adapter for PettingZoo: `env("harem", seats=3)` is an AEC environment with action masks."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..feature_hashing import VECTOR_WIDTH
from .episode import Episode, validate_seed


def env(name: str, seats: int, **options: Any) -> Any:
    """Create the environment with the checks of PettingZoo. An agent with an illegal action loses 1.

    Raise ValueError with a plain sentence for an unknown game or an invalid number of seats or option.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(KismetEnv(name, seats, **options), -1.0))


class KismetEnv(AECEnv):
    """Environment with the agents `seat_0`, `seat_1`, ... that choose tokens of the action tokenizer.

    Rewards come at the end (see `Episode.returns`).
    """

    metadata = {"name": "kismet", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        super().__init__()
        self.render_mode = None
        self._settings = (name, seats, options)
        self._walk = Episode(name, seats, **options)
        self._rng = Random()
        self.metadata = {**self.metadata, "name": f"kismet_{name}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = self.possible_agents[:]
        size = self._walk.num_tokens
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (VECTOR_WIDTH,), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start a new game. Equal seeds give equal games. Raise ValueError for an invalid seed."""
        validate_seed(seed)
        if seed is not None:
            self._rng = Random(seed)
        name, seats, settings = self._settings
        self._walk = Episode(name, seats, **settings)
        self._walk.play_chance(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent()

    def _agent(self) -> str:
        return self.possible_agents[self._walk.current_seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent with its action mask, which is 0 at the turn of another agent."""
        seat = self.possible_agents.index(agent)
        mask = self._walk.action_mask() if self._walk.current_seat == seat else [0] * self._walk.num_tokens
        return {
            "observation": np.array(self._walk.vector(seat), np.float32),
            "action_mask": np.array(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Apply a token of the current agent. Raise ValueError if the token is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._walk.add_token_to_choice(int(action))  # type: ignore[arg-type]
        self._walk.play_chance(self._rng)
        if self._walk.is_over:
            self.rewards = dict(zip(self.possible_agents, self._walk.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the state of the game as text, in the terms of the game."""
        return repr(self._walk.state)

    def close(self) -> None:
        """Do nothing, because there are no resources."""
