"""Search bot: it uses only its view, plays every promising action out, and follows its policy if in doubt."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import gamelib
from gamelib import Decision, End, MonteCarloBot, random_bot
from gamelib.bank.rule_examples import rule_examples
from gamelib.games.monte_carlo_bot import (
    Candidate,
    PlayoutLimit,
    half_win_half_lead_value,
    lead_in_standard_errors,
    lead_weighted_value,
    play_out_in_place,
)
from gamelib.playouts import choose_action, mark_as_using_only_view
from tests.conformance import TAUGHT
from tests.conformance import choose as random_choice


def decisions(game, seats, seed, steps=200):
    """Yield positions of a heuristic game in which a seat has several actions."""
    rng, s = Random(seed), game.start(seats)
    for _ in range(steps):
        if not s.agenda_frames:
            break
        if isinstance(s.node, Decision):
            if len(s.legal) > 1:
                yield s
            s.apply(choose_action(s, game.bots["thumb"], rng))
        else:
            s.apply(random_choice(s, rng))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_fair_bot_chooses_the_same_when_it_is_shown_everything(name):
    game = gamelib.game(name)
    bots = [bot for bot in game.bots.values() if getattr(bot, "fair", False)]
    if not bots:
        pytest.skip("No bot of this game says that it is fair.")
    compared = 0
    for seats in game.seats:
        for number, s in enumerate(decisions(game, seats, seats, 400)):
            before = s.to_dict()
            for bot in bots:
                seen = bot(s.seen_by(s.node.seat), list(s.legal), Random(number))
                assert bot(s, list(s.legal), Random(number)) is seen
                compared += 1
            assert s.to_dict() == before
    assert compared > 50


@pytest.mark.parametrize("name", TAUGHT)
def test_a_fair_policy_is_shown_the_guess_itself_and_any_other_its_view(name):
    game = gamelib.game(name)
    thumb, shown = game.bots["thumb"], []

    def watcher(view, legal, rng):
        shown.append(view.viewer)
        return thumb(view, legal, rng)

    ends = [
        play_out_in_place(game.start(game.seats[0]), policy, 2)
        for policy in (thumb, watcher, mark_as_using_only_view(lambda *a: watcher(*a)))
    ]
    assert ends[1] == ends[2]
    assert ends[0] == ends[1] or not getattr(thumb, "fair", False)
    half = len(shown) // 2
    assert None not in shown[:half]
    assert set(shown[half:]) == {None}
    random = play_out_in_place(game.start(game.seats[0]), random_bot, 2)
    assert random == play_out_in_place(game.start(game.seats[0]), random_bot, 2)
    assert random.winners


@pytest.mark.parametrize("name", TAUGHT)
def test_a_search_sees_its_view_only_and_repeats(name):
    game = gamelib.game(name)
    own = [bot for bot in game.bots.values() if isinstance(bot, MonteCarloBot)]
    assert pickle.loads(pickle.dumps(own)) == own
    bot = (type(own[0]) if own else MonteCarloBot)(3)
    for number, s in enumerate(decisions(game, game.seats[0], 3, 60)):
        if number % 16:
            continue
        guess = s.seen_by(s.node.seat).determinize(Random(5))
        before = s.to_dict()
        choices = [choose_action(position, bot, Random(7)) for position in (s, s, guess)]
        assert choices[0] is choices[1] is choices[2]
        assert choices[0] in s.legal
        assert s.to_dict() == before


def test_an_only_action_needs_no_search():
    action = gamelib.Action("stop")
    assert MonteCarloBot()(None, [action], Random(1)) is action


def test_halving_gives_the_best_most_of_the_playouts(monkeypatch):
    """Use actions with values 0 to 7 and noise. The last round compares the action of the policy with the best."""
    legal = [gamelib.Action("take", n) for n in range(8)]

    class Position:
        viewer, seats = 0, 2

        def __init__(self):
            self.taken = 0

        def determinize(self, rng):
            return Position()

        def clone(self):
            return Position()

    def play(state, policy, seed, until):
        other = int(Random(seed).random() * 4)
        return End("x", "X", (state.taken, other), (0,) if state.taken > other else (1,))

    monkeypatch.setattr(
        "gamelib.games.monte_carlo_bot.apply_unchecked", lambda state, action: setattr(state, "taken", action.args[0])
    )
    monkeypatch.setattr("gamelib.games.monte_carlo_bot.play_out_in_place", play)
    timid = lambda view, legal, rng: legal[0]  # noqa: E731
    bot = MonteCarloBot(160, timid, max_candidates=7)
    last = bot.search(Position(), legal, legal[0], Random(1))
    assert [candidate.action for candidate in last] == [legal[0], legal[7]]
    assert len(last[0].values) == len(last[1].values) > 20
    assert bot(Position(), legal, Random(1)) is legal[7]
    assert MonteCarloBot(160, timid, 1e9)(Position(), legal, Random(1)) is legal[0]


def test_the_search_goes_by_the_lead_and_people_are_told_of_the_win():
    won, lost, beaten = (End("x", "X", (10, other), (int(other > 10),)) for other in (9, 11, 30))
    for judge in (lead_weighted_value, half_win_half_lead_value):
        assert 1 > judge(won, 0) > judge(lost, 0) > judge(beaten, 0) > 0
        assert judge(won, 0) + judge(won, 1) == pytest.approx(1)
        assert judge(End("x", "X", (20,), (0,)), 0) > judge(End("x", "X", (19,), (0,)), 0)
    assert lead_weighted_value(won, 0) - lead_weighted_value(lost, 0) < lead_weighted_value(
        lost, 0
    ) - lead_weighted_value(beaten, 0)
    assert half_win_half_lead_value(won, 0) - half_win_half_lead_value(lost, 0) > half_win_half_lead_value(
        lost, 0
    ) - half_win_half_lead_value(beaten, 0)


def test_the_policy_says_which_actions_are_promising():
    legal = [gamelib.Action("take", n) for n in range(8)]
    top = lambda view, legal, rng: max(legal, key=lambda action: action.args[0])  # noqa: E731
    bot = MonteCarloBot(8, top, max_candidates=3)
    assert bot.candidates_besides_policy_action(None, legal, legal[7], Random(1)) == legal[6:3:-1]
    assert bot.candidates_besides_policy_action(None, legal[:2], legal[1], Random(1)) == legal[:1]
    stubborn = lambda view, legal, rng: fixed  # noqa: E731
    fixed = legal[7]
    for policy in (stubborn, random_bot):  # they rank nothing
        assert (
            MonteCarloBot(8, policy, max_candidates=3).candidates_besides_policy_action(
                None, legal, legal[7], Random(1)
            )
            == legal[:7]
        )


@pytest.mark.parametrize("name", TAUGHT)
def test_the_rule_of_thumb_ranks_at_every_question(name):
    """Check the ranking in every position of a rule example, also without the own choice of the heuristic."""
    game = gamelib.game(name)
    bot, asked = MonteCarloBot(1, max_candidates=1000), set()
    for show in rule_examples(game).values():
        s = show.before()
        if isinstance(s.node, Decision) and (s.viewer is None) and 1 < len(s.legal) < 40:
            view, legal = s.seen_by(s.node.seat), list(s.legal)
            own = choose_action(s, game.bots["thumb"], Random(1))
            found = bot.candidates_besides_policy_action(view, legal, own, Random(1))
            assert own not in found
            assert set(found) <= set(legal)
            assert len(found) == len(set(found)) == len(legal) - 1
            asked.add(s.node.step_name)
    assert len(asked) > 1


def test_what_playouts_are_worth():
    ends = [
        End("x", "X", scores, winners)
        for scores, winners in (((9, 3), (0,)), ((4, 3), (0,)), ((4, 4), (0, 1)), ((3, 4), (1,)), ((3, 9), (1,)))
    ]
    values = [half_win_half_lead_value(end, 0) for end in ends]
    assert values == sorted(values, reverse=True)
    assert values[2] == 0.5
    for end, value in zip(ends, values, strict=True):
        assert 0 <= value <= 1
        assert half_win_half_lead_value(end, 1) == pytest.approx(1 - value)
    one, other = Candidate(gamelib.Action("a"), [1.0] * 9), Candidate(gamelib.Action("b"), [0.5] * 9)
    assert lead_in_standard_errors(one, other) == -lead_in_standard_errors(other, one) > 3
    assert lead_in_standard_errors(one, one) == 0


def test_the_policy_is_the_rule_of_thumb_unless_another_is_given():
    s = gamelib.game("towers").start(2)
    while not isinstance(s.node, Decision):
        s.apply(s.node.sample(Random(1)))
    assert MonteCarloBot().policy_for(s) is s.game.bots["thumb"]
    assert MonteCarloBot(4, random_bot).policy_for(s) is random_bot
    assert choose_action(s, MonteCarloBot(4, random_bot), Random(1)) in s.legal


@pytest.mark.parametrize("name", TAUGHT)
def test_a_rule_of_thumb_ranks_what_is_left_so_that_the_search_tries_only_its_next_best(name):
    game = gamelib.game(name)
    if type(game.bots["monte_carlo"]) is not MonteCarloBot:
        pytest.skip("The search of this game has a short list of its own.")
    thumb, ranked = game.bots["thumb"], 0
    for s in decisions(game, game.seats[-1], 4, 150):
        left = list(s.legal)
        while left:
            choice = thumb(s, left.copy(), Random(1))
            assert choice in left
            left.remove(choice)
            ranked += 1
        own = thumb(s, list(s.legal), Random(1))
        bot = MonteCarloBot(8, max_candidates=2)
        assert len(bot.candidates_besides_policy_action(s, list(s.legal), own, Random(1))) == min(2, len(s.legal) - 1)
    assert ranked > 50


def test_a_playout_stops_where_its_step_comes_up_for_that_many_times_and_counts_there():
    game = gamelib.game("harem")
    thumb = game.bots["thumb"]
    state = game.start(3)
    end = play_out_in_place(state, thumb, 5, PlayoutLimit("turn", 4))
    assert end.reason == "stopped"
    assert state.agenda_frames[-1].step.name == "turn"
    assert state.turns == 3  # the fourth is not begun
    assert end.scores == tuple(game.score_estimates(state))
    assert end.winners == tuple(seat for seat in range(3) if end.scores[seat] == max(end.scores))
    whole = play_out_in_place(game.start(3), thumb, 5)
    assert play_out_in_place(game.start(3), thumb, 5, PlayoutLimit("turn", 10_000)) == whole != end


def test_court_is_counted_in_its_middle_as_at_its_end():
    """Check HAR-11.3 and HAR-11.5: without Gems the points are those of the end. A Gem counts half its mean."""
    game = gamelib.game("harem")
    counted = 0
    for seed in range(24):
        state = game.start(2, win_by="points_only")
        end = play_out_in_place(state, game.bots["thumb"], seed)
        if not any(player.treasury.get("GEM") for player in state.players) and not state.pending:
            assert tuple(game.score_estimates(state)) == end.scores
            counted += 1
        before = game.score_estimates(state)
        state.players[0].treasury = {**state.players[0].treasury, "GEM": state.players[0].treasury.get("GEM", 0) + 2}
        assert game.score_estimates(state)[0] == before[0] + game.gem_means[state.options["gem_table"]]
    assert counted
