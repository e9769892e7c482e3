"""Bots, playouts and simulations."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from random import Random

import pytest

import gamelib
from gamelib import Decision, End, MonteCarloBot, SimulationResult, playout, random_bot, simulate
from gamelib.playouts import apply_unchecked, choose_action
from tests.conformance import PACKAGES, option_sets
from tests.conformance import choose as random_choice


@pytest.fixture(scope="module")
def court():
    return gamelib.game("harem")


class Watcher:
    """Random bot that records its views."""

    def __init__(self):
        self.views = []

    def __call__(self, view, legal, rng):
        self.views.append(view)
        return legal[0]


def test_bots_get_their_own_view_only(court):
    bots = [Watcher(), Watcher()]
    playout(court.start(2, variant="short"), bots, Random(5))
    for seat, bot in enumerate(bots):
        assert bot.views
        for view in bot.views:
            assert view.viewer == seat
            assert all("?" in card for card in view.players[1 - seat].hand if not view.known)


def test_a_bot_that_breaks_the_rules_is_named(court):
    with pytest.raises(ValueError, match=r"The bot of seat 1 chose fly, which is not legal here\."):
        playout(court.start(2), [random_bot, lambda view, legal, rng: gamelib.Action("fly")], Random(5))


@pytest.mark.parametrize("games", [-1, 1.5, True, "3"])
def test_a_number_of_games_that_is_none(court, games):
    with pytest.raises(ValueError, match="The number of games"):
        simulate(court, 2, random_bot, games, seed=1)


def test_the_same_seed_gives_the_same_end(court):
    ends = [playout(court.start(3), [random_bot] * 3, Random(8)) for _ in range(2)]
    assert ends[0] == ends[1]


def test_apply_and_advance_go_the_same_way(court):
    rng = Random(3)
    told, untold = court.start(2), court.start(2)
    while told.agenda_frames:
        choice = choose_action(told, random_bot, rng) if isinstance(told.node, Decision) else told.node.sample(rng)
        told.apply(choice)
        apply_unchecked(untold, choice)
        while untold.agenda_frames and untold.agenda_frames[-1].step.kind == 0:
            apply_unchecked(untold, None)
        assert told == untold


@pytest.mark.parametrize("name", PACKAGES)
def test_a_random_playout_goes_the_way_of_listed_choices(name):
    """Check that `execute_randomly` leads to the same position as listed choices with the same random numbers."""
    game = gamelib.game(name)
    games = [(seats, {}) for seats in game.seats] + [(game.seats[0], options) for options in option_sets(game)]
    for number, (seats, options) in enumerate(games):
        ran, listed = game.start(seats, **options), game.start(seats, **options)
        rng, same = Random(number), Random(number)
        playout(ran, [random_bot] * seats, rng)
        while listed.agenda_frames:
            listed.apply(random_choice(listed, same))
        assert ran == listed
        assert rng.random() == same.random()


@pytest.mark.parametrize("name", PACKAGES)
def test_bots_pickle_and_choose_legally(name):
    game = gamelib.game(name)
    rng = Random(1)
    for bot in game.bots.values():
        again = pickle.loads(pickle.dumps(bot))
        s = game.start(game.seats[0])
        decisions = 0
        while s.agenda_frames and decisions < 3:
            if isinstance(s.node, Decision):
                legal = list(s.legal)
                decisions += len(legal) > 1
                action = choose_action(s, again, rng) if len(legal) > 1 else legal[0]
                assert action in legal
                s.apply(action)
            else:
                s.apply(s.node.sample(rng))
    assert pickle.loads(pickle.dumps(random_bot)) is random_bot


def test_a_bot_cannot_tell_what_is_hidden(court):
    """Check that the same view and the same generator give the same choice, whatever the hidden cards are."""
    rng = Random(2)
    s = court.start(2)
    compared = 0
    while s.agenda_frames and compared < 6:
        if not isinstance(s.node, Decision):
            s.apply(s.node.sample(rng))
            continue
        guess = s.seen_by(s.node.seat).determinize(rng)
        for bot in (court.bots["thumb"], MonteCarloBot(2)):
            assert choose_action(s, bot, Random(7)) is choose_action(guess, bot, Random(7))
        compared += 1
        s.apply(choose_action(s, random_bot, rng))


def test_a_frame_has_a_row_for_each_game():
    tally = simulate("harem", 3, ["thumb", "random", "random"], 30, seed=1)
    found = tally.to_dataframe_by_game()
    assert list(found.index) == list(range(1, 31))
    assert [found[f"score_{seat}"].sum() for seat in range(3)] == tally.score_sums
    assert [round(found[f"win_{seat}"].sum(), 9) for seat in range(3)] == [round(float(w), 9) for w in tally.wins]
    assert found["reason"].value_counts().to_dict() == dict(tally.end_reason_counts)


def test_tallies_add_up():
    ends = [End("points", "X", (3, 5), (1,)), End("stars", "X", (4, 4), (0, 1)), End("points", "X", (9, 0), (0,))]
    whole, parts = SimulationResult(), [SimulationResult(), SimulationResult()]
    for i, end in enumerate(ends):
        whole.add_game(end)
        parts[i % 2].add_game(end)
    assert parts[0] + parts[1] == whole == SimulationResult() + whole == whole + SimulationResult()
    assert whole.wins == [Fraction(3, 2), Fraction(3, 2)]
    assert (whole.score_sums, whole.score_square_sums) == ([16, 9], [106, 41])
    assert whole.end_reason_counts == Counter(points=2, stars=1)
    assert whole.win_rate(0) == (0.5, pytest.approx((0.25 / 3) ** 0.5))


def test_one_and_two_workers_give_the_same(court):
    calls = []
    alone = simulate(court, 2, random_bot, 130, seed=4, progress=lambda done, games: calls.append((done, games)))
    assert calls == [(20, 130), (40, 130), (60, 130), (80, 130), (100, 130), (120, 130), (130, 130)]
    for workers in (1, 2):
        seen = []
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            tally = simulate(
                court,
                2,
                [random_bot] * 2,
                130,
                seed=4,
                executor=pool,
                progress=lambda done, games, seen=seen: seen.append(done),
            )
        assert tally == alone
        assert seen[-1] == 130
        assert len(seen) == 7
    assert simulate(court, 2, random_bot, 130, seed=5) != alone
    assert (alone.games, sum(alone.wins), sum(alone.end_reason_counts.values())) == (130, 130, 130)


def test_simulate_checks_first(court):
    with pytest.raises(ValueError, match="3 bots"):
        simulate(court, 2, [random_bot] * 3, 10, seed=0)
    with pytest.raises(ValueError, match="seats"):
        simulate(court, 5, random_bot, 10, seed=0)
    with pytest.raises(ValueError, match="option"):
        simulate(court, 2, random_bot, 10, seed=0, colour="red")
    assert simulate(court, 2, random_bot, 0, seed=0).games == 0
    for seed in (None, 1.5, True, [1]):
        with pytest.raises(ValueError, match="The seed is a whole number or a text, not"):
            simulate(court, 2, random_bot, 1, seed)


class Meddler:
    """Bot that changes its arguments and takes an action of the changed list."""

    def __init__(self, extra=None):
        self.extra = extra

    def __call__(self, view, legal, rng):
        legal.sort(key=str, reverse=True)
        if self.extra is not None:
            legal.append(self.extra)
        return legal[-1]


def orders(game):
    """Return the legal actions in a few games as text."""
    found = []
    for seed in range(3):
        rng, s = Random(seed), game.start(game.seats[0])
        while s.agenda_frames:
            if isinstance(s.node, Decision):
                found.append(list(map(str, s.legal)))
            s.apply(random_choice(s, rng))
    return found


@pytest.mark.parametrize("name", PACKAGES)
def test_a_bot_cannot_change_the_rules(name):
    game = gamelib.game(name)
    before = orders(game)
    playout(game.start(game.seats[0]), [Meddler(), *[random_bot] * (game.seats[0] - 1)], Random(1))
    s, rng = game.start(game.seats[0]), Random(1)
    while not isinstance(s.node, Decision):
        s.apply(s.node.sample(rng))
    list(s.legal).clear()
    choose_action(s, Meddler(), Random(1))
    for option in game.options:
        with pytest.raises(TypeError):
            s.seen_by(0).options[option] = None
    assert orders(game) == before
    for verb, kinds in game.argument_type_letters_by_verb.items():
        action = gamelib.Action(verb, *((),) * (len(kinds) + 1))
        with pytest.raises(ValueError, match="is not legal here"):
            choose_action(s, Meddler(action), Random(1))
        with pytest.raises(ValueError, match=r"The bot of seat \d chose .* is not legal here"):
            playout(game.start(game.seats[0]), [Meddler(action)] * game.seats[0], Random(1))


def test_an_action_put_among_the_legal_ones_is_refused():
    game = gamelib.game("towers")
    with pytest.raises(ValueError, match="is not legal here"):
        playout(game.start(2), [Meddler(gamelib.Action("stop"))] * 2, Random(1))


def test_bots_and_games_by_name(court):
    by_name = simulate("harem", 2, ["thumb", "random"], 25, seed=3)
    assert by_name == simulate(court, 2, [court.bots["thumb"], random_bot], 25, seed=3)
    assert simulate("harem", 2, "random", 20, seed=3) == simulate(court, 2, random_bot, 20, seed=3)
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        simulate("chess", 2, "random", 20, seed=3)
    for wrong in ("clever", 7, None):
        with pytest.raises(ValueError, match=r"Court has no bot .*; it has random, thumb"):
            simulate(court, 2, wrong, 20, seed=3)
        with pytest.raises(ValueError, match="Court has no bot"):
            simulate(court, 2, ["random", wrong], 20, seed=3)


def test_a_bot_too_many_or_too_few(court):
    for n, said in ((0, "0 bots"), (1, "1 bot[.]"), (3, "3 bots")):
        with pytest.raises(ValueError, match=f"There are 2 seats but {said}"):
            playout(court.start(2), [random_bot] * n, Random(1))
        with pytest.raises(ValueError, match=f"There are 2 seats but {said}"):
            simulate(court, 2, ["random"] * n, 20, seed=3)


def test_a_bot_is_asked_at_a_decision_only(court):
    with pytest.raises(ValueError, match="No seat is to choose here"):
        choose_action(court.start(2), random_bot, Random(1))


def test_a_share_of_no_games(court):
    with pytest.raises(ValueError, match="No game has been counted"):
        SimulationResult().win_rate(0)
    tally = simulate(court, 2, random_bot, 4, seed=1)
    for seat in (-1, 2, "0"):
        with pytest.raises(ValueError, match=r"There is no seat .*; the seats are 0 to 1\."):
            tally.win_rate(seat)


class OnlyRandom:
    """Random generator with only the methods that the engine may use."""

    def __init__(self, seed):
        self.random = Random(seed).random


@pytest.mark.parametrize("name", PACKAGES)
def test_a_generator_needs_random_only(name):
    game = gamelib.game(name)
    bots = [random_bot] * game.seats[-1]
    assert len({playout(game.start(len(bots)), bots, make(4)) for make in (Random, OnlyRandom)}) == 1
    rng, s, guessed = OnlyRandom(5), game.start(game.seats[-1]), 0
    while s.agenda_frames:
        if isinstance(s.node, Decision) and guessed < 12:
            guessed += 1
            s.seen_by(s.node.seat).determinize(rng)
            s.apply(choose_action(s, game.bots["thumb"], rng))
        else:
            s.apply(random_choice(s, rng))


def forms(s):
    """Return the type in each slot.

    A list is changed in place, a tuple is replaced, and a file does not show the difference.
    """
    values = {name: getattr(s, name) for name in s.fields}
    return {
        name: (type(value), [type(part) for part in value] if isinstance(value, list | tuple) else None)
        for name, value in values.items()
    }


@pytest.mark.parametrize("name", PACKAGES)
def test_games_and_positions_pickle_small(name, monkeypatch):
    game = gamelib.game(name)
    assert pickle.loads(pickle.dumps(game)) is game
    assert len(pickle.dumps(game)) < 300
    rng, s = Random(6), game.start(game.seats[-1])
    for step in range(60):
        for position in (s, s.seen_by(0)) if step % 10 == 0 else ():
            data = pickle.dumps(position)
            again = pickle.loads(data)
            assert again == position
            assert again.events == position.events
            assert again.viewer == position.viewer
            assert again.game is game
            assert forms(again) == forms(position)
            assert len(data) < 10_000
        if s.agenda_frames:
            s.apply(random_choice(s, rng))


@pytest.mark.parametrize("bot", ["random", None, 5])
def test_a_playout_takes_functions(court, bot):
    with pytest.raises(ValueError, match=r"^A bot is a function, not "):
        playout(court.start(2), [random_bot, bot], Random(1))


@pytest.mark.parametrize("seat", ["0", None, True, 0.0, -1, 2, [0]])
def test_only_a_seat_is_shown_something(court, seat):
    with pytest.raises(ValueError, match=r"^There is no seat .*; the seats are 0 to 1\.$"):
        court.start(2).seen_by(seat)


@pytest.mark.parametrize("data", [None, 5, [], "x"])
def test_a_saved_position_is_a_table(court, data):
    with pytest.raises(ValueError, match=r"^This position cannot be opened: .* is not a table of values by name\.$"):
        court.from_dict(data)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: playout(gamelib.game("towers").start(2), [random_bot] * 2, 5), "Random\\(7\\) is needed, not 5"),
        (lambda: playout(gamelib.game("towers").start(2), [random_bot] * 2, Random), "is needed, not <class"),
        (lambda: gamelib.game("towers").start(2).seen_by(0).determinize(None), "is needed, not None"),
        (lambda: gamelib.simulate("towers", 2, "random", 1, 1, progress=5), "told to a function, not to 5"),
        (lambda: gamelib.tournament("towers", ["random", "thumb"], 1, 1, progress=5), "told to a function, not to 5"),
        (lambda: gamelib.tournament("towers", ["random"], 1, 1, 2), "at 2 seats has 2 bots, not 1"),
        (lambda: gamelib.tournament("towers", {"a": "random"}, 1, 1, 3), "at 3 seats has 2 to 3 bots, not 1"),
    ],
)
def test_what_is_no_generator_or_no_function_is_refused_in_a_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()
