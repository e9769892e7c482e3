"""Simultaneous choices: hidden until all have answered, in views, files, determinizations, links and playouts."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from gamelib import Action, Record, playout, random_bot
from gamelib.step import SimultaneousDecisionStep
from tests.conformance import (
    check_chance,
    check_clone,
    check_decision,
    check_refusals,
    check_saved,
    check_together,
    check_views,
    check_words,
    choose,
    frequencies_fit,
    walk,
)
from tests.sample import Choose, Outbid

GAME = Outbid()
ANSWERS = [Action("pass"), *(Action("show", card) for card in ("low", "mid", "high", "top", "NO-CARD"))]


def asking(seed=1, game=GAME, **options):
    """Return the first position of a game in which all choose."""
    return next(
        s for s in walk(game, 3, seed, **options) if s.agenda_frames and s.agenda_frames[-1].step.name == "choose"
    )


@pytest.mark.parametrize("passing", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_sample_game_keeps_the_contract(seed, passing):
    rng, asked = Random(seed), 0
    for s in walk(GAME, 2 + seed % 2, seed, passing=passing):
        check_words(s)
        check_saved(s)
        check_views(s, rng)
        check_clone(s, rng)
        if not s.agenda_frames:
            continue
        if isinstance(s.agenda_frames[-1].step, SimultaneousDecisionStep):
            check_decision(s)
            check_refusals(s, ANSWERS)
            if not s.agenda_frames[-1].given:
                check_together(s, rng)
                asked += 1
        else:
            check_chance(s, rng)
    assert asked == 2
    assert s.result.winners


def test_nothing_is_told_before_all_have_answered_and_then_all_at_once():
    s = asking()
    for _ in range(2):
        assert s.apply(s.legal[0]) == ()
    assert [event.code for event in s.apply(s.legal[0])] == ["shown"]


def test_views_show_a_seat_its_own_answer_only():
    s = asking()
    for _ in range(2):
        s.apply(s.legal[0])
    first, second = s.agenda_frames[-1].given
    assert s.seen_by(0).agenda_frames[-1].given == (first, None)
    assert s.seen_by(1).agenda_frames[-1].given == (None, second)
    assert s.seen_by(2).agenda_frames[-1].given == (None, None)
    assert s.seen_by(2).to_dict()["todo"][-1] == {"step": "choose", "asked": [0, 1, 2], "given": [None, None]}
    assert list(s.seen_by(2).legal) == list(s.legal)


def test_a_guess_fills_in_answers_that_are_legal_there_and_every_one_of_them():
    s = asking(3)
    s.apply(s.legal[0])
    view, rng, seen = s.seen_by(1), Random(1), Counter()
    for _ in range(400):
        guess = view.determinize(rng)
        (answer,) = guess.agenda_frames[-1].given
        assert answer.args[0] in guess.hands[0]
        seen[answer] += 1
    cards = Counter(view.pile.unplaced_cards)  # hand and pile of the others: each card is as likely to be chosen
    exact = view.pile.hidden_card_outside_pile_dist().map(lambda card: Action("show", card))
    frequencies_fit(exact, seen, 400)
    assert sum(cards.values()) == 10


def test_playouts_and_steps_lead_to_the_same_game():
    for seed in range(5):
        told, untold = GAME.start(3), GAME.start(3)
        rng = Random(seed)
        while told.agenda_frames:
            told.apply(choose(told, rng))
        playout(untold, [random_bot] * 3, Random(seed))
        assert untold == told


def test_a_game_with_answers_half_given_has_a_link_and_a_file():
    record, rng = Record(GAME, 3), Random(4)
    while not (
        isinstance(record.state.agenda_frames[-1].step, SimultaneousDecisionStep)
        and len(record.state.agenda_frames[-1].given) == 2
    ):
        record.apply_and_append(choose(record.state, rng))
    for again in (Record.from_link(record.to_link(), GAME), Record.from_json(record.to_json(), GAME)):
        assert again.state == record.state


def test_impossible_answers_in_a_file_are_refused():
    s = asking()
    s.apply(s.legal[0])
    data = json.loads(json.dumps(s.to_dict()))
    lacking = next(f"show({card})" for card in GAME.values if card not in s.hands[0])
    for given, words in (
        ([lacking], "cannot have been chosen"),
        (["pass"], "cannot have been chosen"),
        ([None], "an answer is missing"),
        (["show(low)"] * 3, "all have answered"),
        (["fly"], r"given\.0: "),
    ):
        data["todo"][-1]["given"] = given
        with pytest.raises(ValueError, match=words):
            GAME.from_dict(data)
    view = s.seen_by(2).to_dict()
    view["todo"][-1]["given"] = s.to_dict()["todo"][-1]["given"]
    with pytest.raises(ValueError, match="must not know"):
        GAME.from_dict(view)


# -- the leak test finds leaks ----------------------------------------------------------------------


class Open(Choose):
    """Step that shows the answers in views."""

    def frame_seen_by(self, s, frame, seat):
        return frame


class Asking(Choose):
    """Step whose question names the answers."""

    def question_text_values(self, s, frame):
        return {"left": str(frame.given)}


class Early(Choose):
    """Step that publishes an answer at once."""

    def execute(self, s, frame, action):
        if s.log is not None:
            s.log_event("OUT-2.1", "begins")
        super().execute(s, frame, action)


class Resting(Choose):
    """Step in which nobody can choose what was chosen before."""

    def legal_actions(self, s, frame):
        return [
            action for action in super().legal_actions(s, frame) if action not in frame.given
        ] or super().legal_actions(s, frame)


class Acting(Choose):
    """Step that carries out an answer at once."""

    def execute(self, s, frame, action):
        s.points[frame.asked[len(frame.given)]] += action.args[0] == "low"
        super().execute(s, frame, action)


@pytest.mark.parametrize("leaky", [Open, Asking, Early, Resting, Acting])
def test_a_game_that_leaks_fails_the_leak_test(leaky):
    step = leaky()

    def leaks(seed):
        s = asking(seed)
        s.agenda_frames[-1] = step.make_frame(s.agenda_frames[-1].asked, s.agenda_frames[-1].given)
        try:
            check_together(s, Random(seed))
        except (AssertionError, ValueError):
            return True
        return False

    assert any(leaks(seed) for seed in range(10))
    s = asking()
    s.agenda_frames[-1] = Choose().make_frame(s.agenda_frames[-1].asked, s.agenda_frames[-1].given)
    check_together(s, Random(1))
