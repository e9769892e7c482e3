"""Adapter for OpenSpiel: `register()`, then `pyspiel.load_game("kismet_harem", {"seats": 3})`.

The options of a game are parameters with the same names. If the values of an option are integers or a word, 0 means the
word. For example, "max_rounds": 0 means "none". Utilities sum to 0 (see `Episode.returns`).

`resample_from_infostate` determinizes a state for a player, so that the IS-MCTS of OpenSpiel does not use hidden
information. The plain MCTS of OpenSpiel uses hidden information.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ...base_game import Game
from ...catalog import all_games
from ...options import Option
from ..feature_hashing import VECTOR_WIDTH, hash_features
from .episode import MAX_EPISODE_STEPS, MAX_POINTS, Episode, tokenizer_for

PREFIX = "kismet_"


def register() -> list[str]:
    """Register all games with OpenSpiel once, and return their names."""
    known = set(pyspiel.registered_names())
    names = []
    for game in all_games().values():
        name = PREFIX + game.id
        if name not in known:
            pyspiel.register_game(_type_of(game), _maker_of(game))
        names.append(name)
    return names


def load_game(text: str) -> Any:
    """Load a game from its OpenSpiel text, in any process."""
    register()
    return pyspiel.load_game(text)


def deserialize_state(game: Any, text: str) -> Any:
    """Load a state from its OpenSpiel text."""
    return game.deserialize_state(text)


class _Sampler:
    """Random numbers of OpenSpiel with the interface that the engine needs."""

    def __init__(self, draw: Callable[[], float]) -> None:
        self.random = draw


def _as_parameter(option: Option) -> Any:
    """Return the default value of an option as a parameter of OpenSpiel. All values of the option have its type."""
    return 0 if option.default is None else option.default


def _settings(game: Game, params: dict[str, Any]) -> dict[str, Any]:
    """Return the game options among the parameters. Options with their default value are omitted."""
    options = {}
    for name, option in game.options.items():
        value = params.get(name, _as_parameter(option))
        if option.minimum is not None and value == 0 and type(value) is int:
            words = [choice for choice in (option.default, *option.choices) if type(choice) is not int]
            value = words[0] if words else value
        if value != option.default:
            options[name] = value
    return options


def _type_of(game: Game) -> pyspiel.GameType:
    options = {name: _as_parameter(option) for name, option in game.options.items()}
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=f"Kismet: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in game.seats else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": game.seats[-1], **options},
    )


def _maker_of(game: Game) -> Any:
    kind, size = _type_of(game), len(tokenizer_for(game).tokens)

    class KismetGame(pyspiel.Game):
        """Game of OpenSpiel with a number of seats and game options."""

        def __init__(self, params: Any = None) -> None:
            params = dict(params or {})
            self.seats = params.get("seats", game.seats[-1])
            self.settings = _settings(game, params)
            self._first = Episode(game.id, self.seats, **self.settings)
            alone = self.seats == 1
            info = pyspiel.GameInfo(
                num_distinct_actions=size,
                max_chance_outcomes=size,
                num_players=self.seats,
                min_utility=-MAX_POINTS if alone else -1.0,
                max_utility=MAX_POINTS if alone else self.seats - 1.0,
                utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
                max_game_length=MAX_EPISODE_STEPS,
            )
            super().__init__(kind, info, params)

        def __reduce__(self) -> tuple[Any, ...]:
            """Pickle the game as its OpenSpiel text, because each process creates this class again."""
            return load_game, (str(self),)

        def new_initial_state(self) -> KismetState:
            """Return the initial state."""
            return KismetState(self, self._first.clone())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KismetObserver:
            """Return an observer of the information that a player has, as numbers or as text."""
            if params:
                raise ValueError(f"There are no parameters of an observer, such as {params}.")
            recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
            return KismetObserver(recalls)

    return KismetGame


class KismetState(pyspiel.State):
    """Game in progress as a state of OpenSpiel."""

    def __init__(self, game: Any, episode: Episode, is_resampled: bool = False) -> None:
        super().__init__(game)
        self.walk = episode
        self.is_resampled = is_resampled

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state as its tokens so far. Raise ValueError for a resampled state, which has no tokens."""
        if self.is_resampled:
            raise ValueError("A state dealt anew has no history, so it cannot be pickled; clone() copies it.")
        return deserialize_state, (self.get_game(), self.serialize())

    def __deepcopy__(self, memo: dict[int, Any]) -> KismetState:
        copied: KismetState = self.clone()
        return copied

    def current_player(self) -> int:
        """Return the deciding seat, or the player id of chance or of the end."""
        if self.walk.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.walk.current_seat is None else self.walk.current_seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.walk.legal_tokens

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tokens of the possible chance outcomes with their probabilities."""
        return [(number, float(p)) for number, p in self.walk.token_probabilities.items()]

    def _apply_action(self, action: int) -> None:
        self.walk.add_token_to_choice(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.walk.speller.tokens[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.walk.is_over

    def returns(self) -> list[float]:
        """Return the payoffs of all seats (see `Episode.returns`)."""
        return self.walk.returns

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> KismetState:
        """Return a random state with the same view of the player. `draw` is a function with results from 0 to 1.

        The state can be played and cloned, but not serialized, because it does not follow from the earlier tokens.
        """
        return KismetState(self.get_game(), self.walk.determinize(player, _Sampler(draw)), is_resampled=True)

    def __str__(self) -> str:
        return f"{self.walk.state!r} {' '.join(self.walk.chosen_tokens)}".rstrip()


class KismetObserver:
    """Observer of OpenSpiel that returns the features of a player's view as numbers.

    With perfect recall, the text contains all events that the player has seen.
    """

    def __init__(self, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(VECTOR_WIDTH, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: KismetState, player: int) -> None:
        """Fill `tensor` with the information that the player has."""
        self.tensor[:] = hash_features(state.walk.features(player))

    def string_from(self, state: KismetState, player: int) -> str:
        """Return the information that the player has, as text."""
        view = state.walk.view_json(player)
        return state.walk.seen_events_text(player) + view if self.recalls else view
