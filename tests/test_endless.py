"""Every game ends, whatever is played. If a game does not end, each way of playing it reports this and stops."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib import NotEndedError
from gamelib.games.monte_carlo_bot import MonteCarloBot, play_out_in_place
from gamelib.playouts import playout, random_bot, simulate
from gamelib.tools.game_review import iter_reviews_worst_first
from gamelib.tools.priority_bot import PriorityBot, bot_settings
from tests.conformance import PACKAGES
from tests.conftest import LONG
from widgets.dashboard.lab.live_match import A, B, LiveMatch
from widgets.page.translations import load_texts
from widgets.table.decision_review import DecisionReviewTask


class Policy:
    """Unusual player without knowledge of the position. It takes the action that `rank` puts first."""

    blind = True

    def __init__(self, name: str, rank: Any) -> None:
        self.__name__, self.rank = name, rank

    def __call__(self, view: Any, legal: list[Any], rng: Random) -> Any:
        return min(enumerate(legal), key=lambda pair: self.rank(pair[0] - len(legal), *pair))[1]


def odd_policies(game: Any) -> list[Any]:
    """Return players with one idea.

    They play the first or last action, always or never one verb, always one word, or one goal or limit.
    """
    found: list[Any] = [
        Policy("first", lambda back, place, action: place),
        Policy("last", lambda back, place, action: back),
        Policy("shortest", lambda back, place, action: (len(str(action)), place)),
        Policy("longest", lambda back, place, action: (-len(str(action)), place)),
        random_bot,
    ]
    for verb in sorted(game.argument_type_letters_by_verb):
        found += [
            Policy(f"always {verb}", lambda back, place, action, verb=verb: (action.verb != verb, place)),
            Policy(f"always the last {verb}", lambda back, place, action, verb=verb: (action.verb != verb, back)),
            Policy(f"never {verb}", lambda back, place, action, verb=verb: (action.verb == verb, place)),
            Policy(f"never {verb}, last", lambda back, place, action, verb=verb: (action.verb == verb, back)),
        ]
    known = bot_settings(game.id)
    for rest in ("thumb", "random"):
        found += [PriorityBot(game.id, (aim,), fallback=rest) for aim in known.priorities]
        found += [PriorityBot(game.id, (), {limit.id: limit.levels[-1]}, rest) for limit in known.limits.values()]
    found.append(PriorityBot(game.id, (), {limit.id: limit.levels[-1] for limit in known.limits.values()}, "random"))
    return found


def settings(game: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return every number of seats with every value of every option."""
    for seats in game.seats:
        yield seats, {}
        for option in game.option_list:
            least = () if option.minimum is None else (option.minimum,)
            yield from ((seats, {option.name: v}) for v in (*option.choices, *least) if v != option.default)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_game_ends_whatever_is_played(name: str) -> None:
    game = gamelib.game(name)
    policies = odd_policies(game)
    assert len(policies) >= 15
    everything = list(settings(game))
    pairs = [(seats, options, bot) for seats, options in everything for bot in policies]
    if not LONG:  # some of: each setting with a policy, and each policy with a setting
        pairs = [(*setting, bot) for setting, bot in zip(everything, cycle(policies[::-7]), strict=False)]
        plain = [setting for setting in everything if not setting[1]]
        pairs += [(*setting, bot) for setting, bot in zip(cycle(plain), policies, strict=False)]
        pairs = pairs[:: 1 + len(pairs) // (15 if name == "emira" else 30)]
    for number, (seats, options, bot) in enumerate(pairs):
        end = playout(game.start(seats, **options), [bot] * seats, Random(number))
        assert end.reason in game.texts.sections["ends"], (seats, options, bot)


def standing_still(seats: int = 2) -> tuple[str, int, dict[str, Any], Policy]:
    """Return a game that does not end in a reasonable time."""
    still = Policy("still", lambda back, place, action: (action.verb not in ("orderly", "done"), place))
    return "wishes", seats, {"stall_rounds": 10**9}, still


SAID = (
    r"^The Sultan's Wishes with 2 seats \(stall_rounds=1000000000\) had not ended after 2,000 steps, "
    r"so it was given up\.$"
)


def test_whoever_plays_a_game_that_does_not_end_says_so() -> None:
    name, seats, options, bot = standing_still()
    state = gamelib.game(name).start(seats, **options)
    with pytest.raises(NotEndedError, match=SAID) as raised:
        playout(state.clone(), [bot] * seats, Random(1), 2000)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.steps) == (str(raised.value), 2000)
    with pytest.raises(NotEndedError, match=SAID):
        simulate(name, seats, bot, 40, 1, max_steps=2000, **options)
    with ThreadPoolExecutor(2) as executor, pytest.raises(NotEndedError, match=SAID):
        simulate(name, seats, bot, 60, 1, executor, max_steps=2000, **options)
    with pytest.raises(NotEndedError, match=SAID):
        gamelib.tournament(name, {"a": bot, "b": bot}, 2, 1, max_steps=2000, **options)
    with pytest.raises(NotEndedError, match=SAID):
        play_out_in_place(state.clone(), bot, 1, max_steps=2000)
    with pytest.raises(NotEndedError, match="after 3 steps"):
        playout(state.clone(), [random_bot] * seats, Random(1), 3)
    for most in (0, True, "many", 2.5):
        with pytest.raises(ValueError, match="limit of steps is a whole number from 1 up"):
            playout(state.clone(), [bot] * seats, Random(1), most)  # type: ignore[arg-type]


def test_a_game_that_ends_with_the_last_step_allowed_has_ended() -> None:
    bot, steps = Policy("last", lambda back, place, action: back), 1
    while True:
        state = gamelib.game("towers").start(2)
        try:
            end = playout(state, [bot, bot], Random(4), steps)
            break
        except NotEndedError:
            steps += 1
    assert end == playout(gamelib.game("towers").start(2), [bot, bot], Random(4))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let playing give up soon."""
    monkeypatch.setattr(play_out_in_place, "__defaults__", (None, 500))


def still_record() -> Any:
    """Return a few steps of a game that makes no progress."""
    name, seats, options, bot = standing_still()
    rng, record = Random(2), gamelib.Record(gamelib.game(name), seats, options, ["Ann", "Bob"])
    while sum(isinstance(choice, gamelib.Action) for choice in record.choices) < 6:
        state = record.state
        chance = isinstance(state.node, gamelib.Chance)
        record.apply_and_append(state.node.sample(rng) if chance else bot(None, list(state.legal), rng))
    return record


@pytest.mark.usefixtures("impatient")
def test_a_search_goes_on_where_its_playouts_come_to_no_end() -> None:
    record = still_record()
    state = record.state
    while not isinstance(state.node, gamelib.Decision):
        state.apply(state.node.sample(Random(3)))
    view, legal = state.seen_by(state.node.seat), list(state.legal)
    slow = Policy("last", lambda back, place, action: back)
    assert MonteCarloBot(4, policy=slow)(view, legal, Random(1)) in legal


def test_a_review_says_that_playing_on_comes_to_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_out_in_place, "__defaults__", (None, 5))
    record = still_record()
    with pytest.raises(NotEndedError, match="after 5 steps"):
        list(iter_reviews_worst_first(record, 0))
    reviewing = DecisionReviewTask(record, 0)
    while not reviewing.is_finished:
        reviewing.advance()
    told = reviewing.report_so_far(load_texts("table"))
    assert told["over"]
    assert told["said"].endswith("had not ended after 5 steps, so it was given up.")


def test_the_lab_says_that_a_match_comes_to_no_end() -> None:
    name, seats, options, bot = standing_still()
    match = LiveMatch(
        lambda seed: gamelib.tournament(name, {A: bot, B: bot}, 1, seed, seats, max_steps=2000, **options),
        lambda: 40,
        1,
    )
    match.add_trials(5)
    assert (match.completed_count, match.simulation_block_data("")["full"]) == (0, True)
    assert match.given_up.startswith("The Sultan's Wishes with 2 seats")
    match.clear()
    assert match.given_up == ""


def test_the_strategies_that_never_came_to_an_end_do() -> None:
    short = PriorityBot("wishes", limits={"short": 4})
    assert simulate("wishes", 2, short, 1, 1).end_reason_counts == {"stalled": 1}
    for seats in (2, 3, 4):
        found = simulate("wishes", seats, [lambda view, legal, rng: legal[-1]] * seats, 1, 1)
        assert found.end_reason_counts == {"stalled": 1}
    first = Policy("first", lambda back, place, action: place)
    assert simulate("emira", 3, first, 1, 1, max_rounds="none").end_reason_counts == {"stalled": 1}


@pytest.mark.parametrize("executor", [5, "threads", ThreadPoolExecutor])
def test_an_executor_is_one_or_none(executor: Any) -> None:
    with pytest.raises(ValueError, match=r"^The executor is one of concurrent\.futures, or None, not "):
        simulate("towers", 2, "random", 1, 1, executor=executor)
    with pytest.raises(ValueError, match=r"^The executor is one of concurrent\.futures, or None, not "):
        gamelib.tournament("towers", ["random", "thumb"], 2, 1, executor=executor)
