"""Play step of a lesson: trials by hand, each with a prediction, or a mini-game."""

from __future__ import annotations

from random import Random
from typing import Any

from ..experiment import MiniGameView, Trial
from ..lesson_definition import Plan
from ..limits import MAX_MINI_GAME_ACTIONS, MAX_MINI_GAMES, MAX_ROUNDS
from .explain_progress import require_whole_number
from .step_navigation import StepNavigation


class HandsOnPlay:
    """Rounds and mini-games of one pupil. An action that is not possible now raises ValueError and changes nothing."""

    def __init__(self, plan: Plan, navigation: StepNavigation, rng: Random, seed: int) -> None:
        """Start without any trial. `rng` generates the trials. `seed` determines the mini-games."""
        self._plan, self._navigation, self._rng, self._seed = plan, navigation, rng, seed
        self.prediction_options = plan.experiment.prediction_options(plan.settings)
        self.predicted_rounds: list[tuple[int, int]] = []
        """Prediction and outcome of each trial by hand, as indices of `prediction_options`."""
        self.last_trial: Trial[Any] | None = None
        self.mini_game_actions: list[list[int]] = [[]]
        """Actions in the mini-game, game by game."""

    def play_predicted_round(self, option_index: Any) -> None:
        """Play one trial by hand with a prediction."""
        self._navigation.require_open_step("play")
        if self._plan.experiment.mini_game_view:
            raise ValueError("Play the mini-game first.")
        if require_whole_number(option_index) >= len(self.prediction_options):
            raise ValueError("Choose one of the results.")
        if len(self.predicted_rounds) >= MAX_ROUNDS:
            raise ValueError(f"You have played {MAX_ROUNDS} rounds. That’s enough for now.")
        self.last_trial = self._plan.experiment.run_trial(self._rng, **self._plan.settings)
        came = next(i for i, inside in enumerate(self.prediction_options.values()) if self.last_trial.outcome in inside)
        self.predicted_rounds.append((option_index, came))

    def current_mini_game_view(self) -> MiniGameView:
        """Return the view of the mini-game at this moment."""
        mini = self._plan.experiment.mini_game_view
        if mini is None:
            raise ValueError("There is no mini-game here.")
        rng = Random(f"{self._seed} game {len(self.mini_game_actions)}")
        return mini(rng, tuple(self.mini_game_actions[-1]), **self._plan.settings)

    def take_action(self, action_index: Any) -> None:
        """Take an action in the mini-game."""
        self._navigation.require_open_step("play")
        if (
            require_whole_number(action_index) >= len(self.current_mini_game_view().action_labels)
            or len(self.mini_game_actions[-1]) >= MAX_MINI_GAME_ACTIONS
        ):
            raise ValueError("Choose one of the options.")
        self.mini_game_actions[-1] = [*self.mini_game_actions[-1], action_index]

    def start_another_mini_game(self) -> None:
        """Start another mini-game."""
        self._navigation.require_open_step("play")
        if self.current_mini_game_view().action_labels:
            raise ValueError("This round isn’t over yet.")
        if len(self.mini_game_actions) >= MAX_MINI_GAMES:
            raise ValueError(f"You have played {MAX_MINI_GAMES} games. That’s enough for now.")
        self.mini_game_actions = [*self.mini_game_actions, []]

    @property
    def has_played(self) -> bool:
        """Whether the pupil has played a trial by hand, or a complete mini-game."""
        if self._plan.experiment.mini_game_view is None:
            return bool(self.predicted_rounds)
        return len(self.mini_game_actions) > 1 or not self.current_mini_game_view().action_labels
