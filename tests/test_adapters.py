"""The games in OpenSpiel, PettingZoo, Gymnasium and RLCard, tested with the test suites of these libraries."""

from __future__ import annotations

import copy
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.passive_env_checker import env_reset_passive_checker, env_step_passive_checker
from pettingzoo.test import api_test, seed_test

import gamelib
from gamelib import Event
from gamelib.fields import numeric_features
from gamelib.tools.adapters import gymnasium, pettingzoo, rlcard
from gamelib.tools.adapters.episode import Episode
from gamelib.tools.feature_hashing import hash_features
from tests.conformance import TAUGHT
from tests.conftest import LONG, sample_cases

LAST = 40  # places before the end from which OpenSpiel's suite plays on; a whole game is long in it


def options(name: str, seats: int) -> dict[str, Any]:
    """Return the options that a game needs for this number of seats."""
    return {"five_seats": True} if (name, seats) == ("towers", 5) else {}


TABLES = sample_cases([(name, seats) for name, game in gamelib.all_games().items() for seats in game.seats], 3)


def walks(name: str, seats: int, seed: int = 1) -> Iterator[Episode]:
    """Yield every position of a random game. All are the same walk object."""
    walk, rng = Episode(name, seats, **options(name, seats)), Random(seed)
    while not walk.is_over:
        yield walk
        if walk.current_seat is None:
            numbers, chances = zip(*walk.token_probabilities.items(), strict=True)
            walk.add_token_to_choice(rng.choices(numbers, [float(p) for p in chances])[0])
        else:
            walk.add_token_to_choice(rng.choice(walk.legal_tokens))
    yield walk


def leaves(walk: Episode, p: Fraction = Fraction(1)) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Return the choices that can be encoded from here until the position changes, with their probabilities."""
    at = walk.state
    for number in walk.legal_tokens:
        twin, own = walk.clone(), p * walk.token_probabilities[number] if walk.current_seat is None else p
        twin.add_token_to_choice(number)
        if twin.chosen_tokens and twin.state == at and len(twin.state.events) == len(at.events) and not twin.is_over:
            yield from leaves(twin, own)
        else:
            yield (*walk.chosen_tokens, walk.speller.tokens[number]), own


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_walk_is_the_game(name: str, seats: int) -> None:
    for count, walk in enumerate(walks(name, seats)):
        assert walk.is_over or walk.legal_tokens == sorted(set(walk.legal_tokens))
        assert walk.is_over or 0 <= walk.legal_tokens[0] <= walk.legal_tokens[-1] < walk.num_tokens
        assert [number for number, open_ in enumerate(walk.action_mask()) if open_] == walk.legal_tokens
        if not walk.is_over and walk.current_seat is None:
            assert sum(walk.token_probabilities.values()) == 1
        elif not walk.is_over:
            assert walk.current_seat == walk.state.node.seat
        if not walk.is_over and not walk.chosen_tokens and count % 10 == 0:
            spelt = list(leaves(walk))
            assert len({words for words, _ in spelt}) == len(spelt)
            if walk.current_seat is None:
                assert sum(p for _, p in spelt) == 1
                assert len(spelt) == len(walk.state.node.dist())
            else:
                assert len(spelt) == len(walk.state.legal)
    assert walk.is_over
    end = walk.state.node
    assert walk.returns == [end.scores[0]] or math.isclose(sum(walk.returns), 0, abs_tol=1e-9)
    assert seats == 1 or {seat for seat, own in enumerate(walk.returns) if own > -1} == set(end.winners)
    with pytest.raises(ValueError, match="is not one of"):
        walk.add_token_to_choice(0)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_is_told_what_it_may_know_and_nothing_more(name: str, seats: int) -> None:
    """Compare pairs of positions that differ only in facts hidden from a seat. Both give the seat the same numbers."""
    rng, twins = Random(2), 0
    for count, walk in enumerate(walks(name, seats, 3)):
        if count % (15 if name in TAUGHT else 1) or walk.is_over:
            continue
        for seat in range(seats):
            view = walk.state.seen_by(seat)
            told = view.numeric_features()
            assert told
            assert all(type(number) is float and number for number in told.values())
            other = view.determinize(rng)
            twins += other != walk.state
            assert other.seen_by(seat).numeric_features() == told
            assert walk.features(seat).keys() >= told.keys()
            assert walk.current_seat == seat or walk.features(seat) == told
    assert twins or name == "towers", "the table of Towers lies open"
    with pytest.raises(ValueError, match="call seen_by"):
        walk.state.numeric_features()


def test_history_is_what_a_seat_was_told() -> None:
    for walk in walks("harem", 3):
        beginning = [walk.seen_events_text(seat) for seat in range(3)]
    for seat in range(3):
        assert walk.seen_events_text(seat).startswith(beginning[seat])
        assert walk.seen_events_text(seat).count("\n") == len(walk.events)
    assert len({walk.seen_events_text(seat) for seat in range(3)}) == 3
    lines = [json.loads(line) for line in walk.seen_events_text(0).splitlines()]
    assert any(0 not in event.get("witnesses", [0]) for event in map(Event.to_dict, walk.events))
    assert all(0 in line["witnesses"] for line in lines if "witnesses" in line)


def test_numbers_have_names() -> None:
    assert numeric_features({"a": [1, "x", "y"], "b": {"c": True, "d": 0, "e": None}, "f": "z"}) == {
        "a/0": 1,
        "a=x": 1,
        "a=x@": 2,
        "a=y": 1,
        "a=y@": 3,
        "b/c": 1,
        "b/e=": 1,
        "f=z": 1,
    }
    vector = hash_features({"a": 2.0, "b": 3.0}, 512)
    assert sorted(map(abs, filter(None, vector))) == [2, 3]


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    for maker in (Episode, pettingzoo.env, rlcard.env, gymnasium.env):
        for name, seats, message in (("chess", 2, "no game 'chess'"), ("harem", 9, "for 2 to 4 seats")):
            with pytest.raises(ValueError, match=message):
                maker(name, seats)
        with pytest.raises(ValueError, match="no option"):
            maker("harem", 2, colour="red")
    with pytest.raises(ValueError, match="There is no seat 2"):
        gymnasium.env("harem", 2, seat=2)
    with pytest.raises(ValueError, match=r"as text \(ansi\), not as"):
        gymnasium.env("harem", 2, render_mode="human")
    with pytest.raises(ValueError, match="has no bot 'luck'"):
        gymnasium.env("harem", 2, bots="luck")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiel(name: str, seats: int) -> None:
    """Run `random_sim_test`, which checks histories, copies, serialization, masks, observations and utilities.

    The test starts near the end of a game. With KISMET_LONG=1 it plays whole games.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
    from gamelib.tools.adapters import openspiel

    assert f"kismet_{name}" in openspiel.register()
    game = pyspiel.load_game(f"kismet_{name}", {"seats": seats, **options(name, seats)})
    assert game.num_players() == seats
    state, rng = game.new_initial_state(), Random(seats)
    late = [state]
    while not state.is_terminal():
        late = [*late[1 - LAST :], state.clone()]
        numbers = state.legal_actions()
        if state.is_chance_node():
            weights = [p for _, p in state.chance_outcomes()]
            state.apply_action(rng.choices(numbers, weights)[0])
        else:
            state.apply_action(rng.choice(numbers))
    start = game.new_initial_state() if LONG else late[0]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, specific_initial_state=start)


def test_openspiel_takes_options() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
    from gamelib.tools.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("kismet_harem", {"seats": 2, "win_by": "points_only", "kadine_target": 0})
    assert dict(game.new_initial_state().walk.state.options)["win_by"] == "points_only"
    assert game.new_initial_state().walk.state.options["kadine_target"] is None
    assert str(game.new_initial_state().legal_actions()) != "[]"


def test_openspiel_takes_what_is_no_number_among_numbers() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
    from gamelib.tools.adapters import openspiel

    openspiel.register()
    for name, params, option, value in (
        ("emira", {"max_rounds": 0}, "max_rounds", "none"),
        ("emira", {"max_rounds": 9}, "max_rounds", 9),
        ("emira", {}, "max_rounds", 60),
        ("harem", {"kadine_target": 2}, "kadine_target", 2),
        ("harem", {}, "kadine_target", None),
        ("towers", {}, "five_seats", True),
        ("towers", {"seats": 5}, "five_seats", True),
        ("towers", {"seats": 4}, "five_seats", False),
        ("wishes", {"guard_back_visible": False}, "guard_back_visible", False),
    ):
        state = pyspiel.load_game(f"kismet_{name}", params).new_initial_state()
        assert state.walk.state.options[option] == value, params


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_walk_dealt_anew_is_the_same_to_its_seat(name: str, seats: int) -> None:
    rng, differ = Random(3), 0
    for count, walk in enumerate(walks(name, seats, 5)):
        if walk.is_over or (name in TAUGHT and count % (5 if walk.chosen_tokens else 23)):
            continue
        for seat in range(seats):
            twin = walk.determinize(seat, rng)
            assert twin.view_json(seat) == walk.view_json(seat)
            assert twin.seen_events_text(seat) == walk.seen_events_text(seat)
            assert twin.current_seat == walk.current_seat
            differ += twin.state != walk.state
            if walk.current_seat == seat:
                assert (twin.legal_tokens, twin.chosen_tokens) == (walk.legal_tokens, walk.chosen_tokens)
            twin.add_token_to_choice(rng.choice(twin.legal_tokens))
        assert walk.legal_tokens
    assert differ or name == "towers" or seats == 1


@pytest.mark.parametrize(("name", "seats"), dict(TABLES[::-1]).items())
def test_openspiels_search_plays_without_a_look_at_hidden_cards(name: str, seats: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
    from open_spiel.python.algorithms import ismcts, mcts

    from gamelib.tools.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game(f"kismet_{name}", {"seats": seats})
    rng = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(random_state=rng), 2.0, 2, random_state=rng)
    state, chosen = game.new_initial_state(), 0
    while chosen < 3 and not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=weights)))
        else:
            number = int(bot.step(state))
            assert number in state.legal_actions()
            state.apply_action(number)
            chosen += 1
    assert chosen


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo(name: str, seats: int) -> None:
    """Run `api_test` and `seed_test` at their default lengths, which are longer than a game."""
    for seed in range(10 if LONG else 1):
        env = pettingzoo.env(name, seats, **options(name, seats))
        for seat, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(seed * seats + seat)
        api_test(env)
    if seats == gamelib.game(name).seats[0]:
        seed_test(lambda: pettingzoo.env(name, seats, **options(name, seats)))


class Legal(spaces.Discrete):
    """Numbers of the environment from which only legal ones are sampled."""

    def __init__(self, env: Any) -> None:
        super().__init__(env.action_space.n)
        self.env = env

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(np.array(self.env._walk.action_mask(), np.int8))


def test_gymnasium_knows_the_games() -> None:
    ids = gymnasium.register()
    assert ids == [f"kismet/{name}-v0" for name in gamelib.all_games()]
    assert gymnasium.register() == ids
    made = gym.make("gamelib.tools.adapters.gymnasium:kismet/harem-v0", seats=3, bots="random", win_by="points_only")
    made.reset(seed=1)
    assert made.unwrapped._walk.state.options["win_by"] == "points_only"
    assert made.spec.id == "kismet/harem-v0"
    for name, known in zip(gamelib.all_games(), ids, strict=True):
        assert gym.make(known).unwrapped._walk.state.seats == gamelib.game(name).seats[0]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.filterwarnings("ignore:.*Box observation space (maximum|minimum)")  # features have no bounds
def test_gymnasium(name: str, seats: int) -> None:
    """Run the whole `check_env` for every seat, with arbitrary numbers, which are rarely legal, and with legal ones."""
    for seat in range(seats):
        settings = {"name": name, "seats": seats, "bots": "random", "seat": seat, **options(name, seats)}
        for only_legal in (False, True):
            env = gymnasium.env(**settings)
            env.spec = EnvSpec(f"kismet_{name}-v0", gymnasium.env, kwargs=settings)  # without it `close` is left out
            if only_legal:
                env.action_space = Legal(env)
            env.action_space.seed(seat)
            check_env(env)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_gymnasium_to_the_end(name: str, seats: int) -> None:
    """Run the checks of a step in every step of a game."""
    env = gymnasium.env(name, seats, "random", seats - 1, **options(name, seats))
    space = Legal(env)
    space.seed(1)
    env_reset_passive_checker(env, seed=1)
    reward, over = env._walk.returns[seats - 1], env._walk.is_over  # bots may end it before the learner chooses
    while not over:
        _, reward, over, cut, _ = env_step_passive_checker(env, space.sample())
        assert not cut
    assert reward == env._walk.returns[seats - 1]
    assert env._walk.is_over


def test_a_seat_of_gymnasium_plays_a_game_against_bots() -> None:
    env, rng = gymnasium.env("harem", 3, bots="thumb", seat=1), Random(4)
    _, info = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    assert reward in (-1, 0.5, 2, 0)
    _, info = env.reset(seed=5)
    _, reward, over, _, _ = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over) == (-1, True)


class Anything:
    """Agent of RLCard that returns any legal number."""

    use_raw = False

    def __init__(self) -> None:
        self.rng = Random(1)

    def step(self, state: Any) -> int:
        return self.rng.choice(list(state["legal_actions"]))

    def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


@pytest.mark.parametrize(("name", "seats"), TABLES if LONG else dict(TABLES[::-1]).items())
def test_rlcard(name: str, seats: int) -> None:
    env = rlcard.env(name, seats, seed=7, **options(name, seats))
    env.set_agents([Anything()] * seats)
    courses, payoffs = env.run(is_training=False)
    assert len(courses) == len(payoffs) == seats
    assert seats == 1 or math.isclose(payoffs.sum(), 0, abs_tol=1e-9)
    for seat, course in enumerate(courses):
        own = 0
        for state in course[::2]:
            record = state["action_record"]
            assert all((number is None) is (other != seat) for other, number in record)
            named = [number for other, number in record if other == seat]
            assert len(named) >= own
            own = len(named)
        assert {other for other, _ in record} <= {other for other, _ in env.action_recorder}
    again = rlcard.env(name, seats, seed=7, **options(name, seats))
    again.set_agents([Anything()] * seats)
    assert (again.run(is_training=False)[1] == payoffs).all()


class Person:
    """Agent that returns words, as the human agents of RLCard do."""

    use_raw = True

    def __init__(self) -> None:
        self.rng = Random(1)

    def step(self, state: Any) -> str:
        assert all(word is None or isinstance(word, str) for _, word in state["action_record"])
        return self.rng.choice(state["raw_legal_actions"])

    def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
        return self.step(state), {}


@pytest.mark.parametrize("name", gamelib.all_games())
def test_rlcard_agents_with_words(name: str) -> None:
    """Compare with agents that return numbers. The same choices lead to the same game."""
    seats = gamelib.game(name).seats[0]
    ends = []
    for agent in (Person, Anything):
        env = rlcard.env(name, seats, seed=7)
        env.set_agents([agent(), *(Anything() for _ in range(seats - 1))])
        env.run()
        ends.append((env.get_perfect_information(), env.action_recorder))
    assert ends[0] == ends[1]
    state, seat = env.reset()
    for action, raw in (("no such word", True), (state["raw_legal_actions"][0], False), (-1, False), (10**6, False)):
        with pytest.raises(ValueError, match="is not one of"):
            env.step(action, raw)
    assert (env.action_recorder, env.get_player_id()) == ([], seat)


@pytest.mark.parametrize("name", gamelib.all_games())
def test_games_and_states_pickle(name: str) -> None:
    """Check that copies play the same game in each library.

    OpenSpiel also unpickles in a process without registration.
    """
    seats = gamelib.game(name).seats[0]
    raw = rlcard.env(name, seats, seed=7)
    raw.reset()
    gym_env = gymnasium.env(name, seats)
    gym_env.reset(seed=7)
    zoo = pettingzoo.env(name, seats)
    zoo.reset(seed=7)
    for env, walk_of in (
        (raw, lambda env: env.game.walk),
        (gym_env, lambda env: env._walk),
        (zoo, lambda env: env.unwrapped._walk),
    ):
        for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
            assert walk_of(twin).state == walk_of(env).state
            again = copy.deepcopy(env)
            for one in (twin, again):
                for _ in range(12):
                    if not walk_of(one).is_over:
                        one.step(walk_of(one).legal_tokens[-1])
            assert walk_of(again).state == walk_of(twin).state
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this Python")
    from gamelib.tools.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game(f"kismet_{name}", {"seats": seats})
    state = game.new_initial_state()
    for _ in range(20 if name in TAUGHT else 4):
        state.apply_action(state.legal_actions()[-1])
    saved = pickle.dumps((game, state))
    for kept, twin in (pickle.loads(saved), copy.deepcopy((game, state))):
        assert kept == game
        assert (twin.history_str(), twin.walk.state) == (state.history_str(), state.walk.state)
    reads = "import pickle, sys; print(pickle.load(sys.stdin.buffer)[1])"
    read = subprocess.run([sys.executable, "-c", reads], input=saved, capture_output=True, check=True)
    assert read.stdout.decode() == f"{state}\n"
    dealt = state.resample_from_infostate(0, Random(1).random)
    assert copy.deepcopy(dealt).walk.state == dealt.walk.state
    with pytest.raises(ValueError, match="dealt anew"):
        pickle.dumps(dealt)


@pytest.mark.parametrize("seed", ["x", -1, 1.5, True])
def test_a_seed_is_a_whole_number(seed):
    """Check each library that has a seed."""
    for call in (
        lambda: rlcard.env("towers", seats=2, seed=seed),
        lambda: gymnasium.env("towers", seats=2).reset(seed=seed),
        lambda: pettingzoo.env("towers", seats=2).reset(seed=seed),
    ):
        with pytest.raises(ValueError, match=r"^The seed is a whole number from 0 up, or None, not "):
            call()
