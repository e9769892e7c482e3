"""Reviews: planted blunders are found, intervals are right, and only the knowledge of the seat is used."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

import gamelib
from gamelib import Action, Decision, Record
from gamelib.playouts import choose_action
from gamelib.tools import game_review
from gamelib.tools.confidence_interval import Estimate
from gamelib.tools.game_review import (
    DecisionReview,
    costliest_mistakes,
    describe_repeated_mistake,
    iter_reviews_worst_first,
    repeated_mistakes,
    review_decision,
    review_decision_stepwise,
    steps_with_several_legal_actions,
)
from tests.conformance import TAUGHT
from tests.conftest import LONG
from tools.find_blunders import FAR, FILE, WANTED, long_search

FEW = 2  # of the planted blunders in the suite, of which one may be missed; all of them in a long run
FOUND = 18  # of WANTED


def planted(name):
    """Yield (state, bad action, good action) of each position."""
    for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))[name]:
        record = Record.from_link(entry["link"], gamelib.game(name))
        yield record.state, *(record.game.parse_choice(entry[which]) for which in ("bad", "good"))


@pytest.mark.parametrize("name", TAUGHT)
def test_planted_blunders_are_named(name):
    """Check some positions. KISMET_LONG=1 checks all, and that a search with other random numbers agrees."""
    positions = list(planted(name))
    assert len(positions) == WANTED
    named = 0
    for number, (state, bad, good) in enumerate(positions[: None if LONG else FEW]):
        before = state.to_dict()
        judged = review_decision(state, bad, Random(number))
        assert state.to_dict() == before
        named += judged.is_notable and judged.best is not bad
        if LONG:
            assert long_search(state, bad, good, 1000 + number).mean > FAR / 2
    assert named >= (FOUND if LONG else FEW - 1)


def test_a_shared_win_is_a_share_of_a_win(monkeypatch):
    state, bad, _ = next(planted("towers"))
    over = state.clone()
    gamelib.playout(over, [gamelib.random_bot] * over.seats, Random(1))
    end = replace(over.result, winners=tuple(range(over.seats)))
    monkeypatch.setattr(game_review, "play_out_in_place", lambda *_: end)
    tried = game_review._Tried(bad)
    tried.play(state, 0, None, 1, None)
    assert tried.wins == [1 / over.seats]


def played(name, seats, seed, random_at=()):
    """Return a whole heuristic game in which the seats of `random_at` choose at random."""
    game, rng = gamelib.game(name), Random(seed)
    record = Record(game, seats)
    while record.state.agenda_frames:
        node = record.state.node
        if isinstance(node, Decision):
            record.apply_and_append(
                choose_action(record.state, game.bots["random" if node.seat in random_at else "thumb"], rng)
            )
        else:
            record.apply_and_append(node.sample(rng))
    return record


def test_a_review_looks_at_each_decision_of_its_seat_and_repeats():
    record = played("towers", 3, 1, {0})
    due = steps_with_several_legal_actions(record, 0)
    found = [
        one for one in iter_reviews_worst_first(record, 0, determinizations=6) if one is not None and not one.is_rough
    ]
    assert sorted(one.step for one in found) == due
    assert {one.seat for one in found} == {0}
    for one in found:
        assert record.choices[one.step] is one.action
        assert (one.best is one.action) <= (one.loss == Estimate(0, 0, 0, 0))
    assert [
        one for one in iter_reviews_worst_first(record, 0, determinizations=6) if one is not None and not one.is_rough
    ] == found
    worst = costliest_mistakes(found)
    assert worst == sorted(worst, key=lambda one: -one.loss.mean)
    assert all(one.loss.low > 0 for one in worst)


def test_the_likeliest_mistake_is_looked_at_first():
    """Check a blunder at the end of a heuristic game, which would otherwise wait for all earlier decisions."""
    entry = tomllib.loads(FILE.read_text(encoding="utf-8"))["wishes"][0]
    record = Record.from_link(entry["link"], gamelib.game("wishes"))
    seat, blunder = record.state.node.seat, len(record)
    record.apply_and_append(record.game.parse_choice(entry["bad"]))
    assert len(steps_with_several_legal_actions(record, seat)) > 5
    first, second = islice((one for one in iter_reviews_worst_first(record, seat) if one is not None), 2)
    assert first.step == second.step == blunder
    assert first.is_rough
    assert first.is_notable
    assert second == review_decision(
        record.state_at(blunder), record.choices[blunder], Random(f"0/{blunder}"), step=blunder
    )


@pytest.mark.parametrize("name", TAUGHT)
def test_what_a_seat_cannot_know_does_not_change_what_it_is_told(name):
    record = played(name, gamelib.game(name).seats[1], 4)
    steps = steps_with_several_legal_actions(record, 1)
    state = record.state_at(steps[len(steps) // 2])
    action = record.choices[steps[len(steps) // 2]]
    other = state.seen_by(1).determinize(Random(9))
    one, two = (review_decision(position, action, Random(3), determinizations=2) for position in (state, other))
    assert (one.best, one.loss, one.win_rates_after_chosen_and_best, one.points_after_chosen_and_best) == (
        two.best,
        two.loss,
        two.win_rates_after_chosen_and_best,
        two.points_after_chosen_and_best,
    )


def test_thinking_can_be_interrupted_after_each_position():
    state, bad, _ = next(planted("towers"))
    thinking = review_decision_stepwise(state, bad, Random(1), determinizations=5)
    pauses = 0
    while True:
        try:
            assert next(thinking) is None
            pauses += 1
        except StopIteration as end:
            judged = end.value
            break
    assert pauses >= 4 + 5
    assert judged == review_decision(state, bad, Random(1), determinizations=5)
    with pytest.raises(ValueError, match="Only a legal action"):
        review_decision(state, Action("begin"), Random(1))


def test_where_the_difference_comes_from():
    state, bad, _ = next(planted("wishes"))
    seen = review_decision(state, bad, Random(1), sources=lambda end, seat: {"all": end.result.scores[seat], "none": 0})
    assert seen.by_source == {
        "all": pytest.approx(seen.points_after_chosen_and_best[1] - seen.points_after_chosen_and_best[0])
    }


def test_a_habit_is_a_clear_mistake_made_again():
    def mistake(step, low, missed, best="guard"):
        loss = Estimate(low + 4, low, low + 8, 1.0)
        return DecisionReview(step, 0, Action("end"), Action(best), loss, missed_priority=missed)

    found = [
        mistake(1, 3, "gold"),
        mistake(2, -1, "gold"),
        mistake(5, 2, "gold"),
        mistake(7, 9, "guards"),
        mistake(8, 1, "", "begin"),
        mistake(9, 1, "", "begin"),
    ]
    first, second = repeated_mistakes(found)
    assert [one.step for one in first.reviews] == [1, 5]
    assert first.total_loss == 13
    game = gamelib.game("harem")
    assert (
        describe_repeated_mistake(game, first)
        == "2 times this would have been better: put gold cards and gems into the treasury, the most valuable first."
    )
    assert describe_repeated_mistake(game, second) == "2 times something like “Play this turn” would have been better."
    assert [one.step for one in costliest_mistakes(found)] == [7, 1, 5]
