"""Bots with settings: ordered goals, limits, only the knowledge of the seat, and the meaning of each goal and limit."""

from __future__ import annotations

import pickle
from random import Random

import pytest

import gamelib
from gamelib import Action, Decision, tournament
from gamelib.playouts import choose_action, playout
from gamelib.tools.priority_bot import (
    PriorityBot,
    bot_settings,
    level_label,
    limit_label,
    priority_label,
    served_priorities,
)
from tests.conformance import PACKAGES, TAUGHT
from tests.conformance import choose as random_choice


def decisions(game, seats, seed, bot="thumb"):
    """Yield all positions of a game of one bot in which a seat has several actions."""
    rng, s = Random(seed), game.start(seats)
    while s.agenda_frames:
        if isinstance(s.node, Decision):
            if len(s.legal) > 1:
                yield s
            s.apply(choose_action(s, game.bots[bot], rng))
        else:
            s.apply(random_choice(s, rng))


def all_bots(name):
    """Return a bot for each goal, one for each level of a limit, and one with everything, with and without chance."""
    known = bot_settings(name)
    found = [PriorityBot(name, (aim,)) for aim in known.priorities]
    found += [PriorityBot(name, (), {one.id: level}) for one in known.limits.values() for level in one.levels]
    highest = {one.id: one.levels[-1] for one in known.limits.values()}
    return [*found, *(PriorityBot(name, tuple(known.priorities), highest, rest) for rest in ("thumb", "random"))]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_bot_of_knobs_does_what_is_legal_and_reads_what_its_seat_may_know(name):
    game = gamelib.game(name)
    compared = 0
    for number, s in enumerate(decisions(game, game.seats[-1], 5)):
        if number % 5 or number > 400:
            continue
        before = s.to_dict()
        for bot in all_bots(name):
            choice = bot(s.seen_by(s.node.seat), list(s.legal), Random(number))
            assert choice in s.legal
            assert bot(s, list(s.legal), Random(number)) is choice, "shown everything, it chooses the same"
            compared += 1
        assert s.to_dict() == before
    assert compared > 100


@pytest.mark.parametrize("name", PACKAGES)
def test_every_aim_and_every_level_comes_up_and_has_words(name):
    """Check in some heuristic and random games that each goal distinguishes actions and each level forbids some."""
    game, known = gamelib.game(name), bot_settings(name)
    met: set[object] = set()
    wanted = {*known.priorities, *((one.id, level) for one in known.limits.values() for level in one.levels[1:])}
    for seed in range(12):
        bot, seats = ("thumb", "random")[seed % 2], game.seats[seed % len(game.seats)]
        for number, s in enumerate(decisions(game, seats, seed, bot)):
            if number > 300 or wanted <= met:
                break
            step, seat = s.agenda_frames[-1].step.name, s.node.seat
            for aim in known.priorities.values():
                if len({aim.gain_if_applicable(s, step, seat, action) for action in s.legal}) > 1:
                    met.add(aim.id)
            for one in known.limits.values():
                for level in one.levels:
                    if step in one.steps and not all(
                        one.is_allowed(s, seat, a, level) for a in s.legal if not one.verbs or a.verb in one.verbs
                    ):
                        met.add((one.id, level))
    assert wanted <= met, wanted - met
    assert not {(one.id, one.levels[0]) for one in known.limits.values()} & met, "the first level forbids nothing"
    for vocabulary in ("classroom", "rulebook"):
        told = gamelib.game(name, vocabulary=vocabulary)
        labels = [priority_label(told, aim) for aim in known.priorities]
        assert len(set(labels)) == len(labels)
        for one in known.limits.values():
            levels = [level_label(told, one.id, level) for level in one.levels]
            assert limit_label(told, one.id)
            assert len(set(levels)) == len(levels)


def test_the_first_aim_that_anything_serves_decides_and_the_next_between_equals():
    game = gamelib.game("harem")
    s = game.position("now main; players.0.guards 0; players.0.hand {GOLD-1: 1, GOLD-3: 1, GUARD: 1}")
    guard, cheap, dear = Action("guard"), Action("bank", "GOLD-1"), Action("bank", "GOLD-3")
    legal = list(s.legal)
    assert {guard, cheap, dear} <= set(legal)

    def chosen(*aims, **limits):
        return PriorityBot("harem", aims, limits)(s, legal, Random(1))

    assert chosen("gold", "guards") is dear
    assert chosen("guards", "gold") is guard
    assert chosen("engage", "train", "gold") is dear, "what nothing serves is passed over"
    assert chosen("gold", keep_guards=1) is guard
    assert [aim.id for aim, _ in served_priorities("harem", s, dear)] == ["gold"]
    assert {aim.id: much for aim, much in served_priorities("harem", s, guard)} == {"first_guard": 1, "guards": 1}


def test_the_chance_of_a_raid_is_a_limit():
    """Check HAR-8.3: +3 against no Guard is likely, -2 against two Guards is not."""
    s = gamelib.game("harem").position(
        "now main; players.0.hand {WRATH-A: 1, WRATH-F: 1}; players.1.treasury {GOLD-3: 2}; players.1.guards 2"
    )
    raids = {action.args[0] for action in s.legal if action.verb == "raid"}
    assert raids == {"WRATH-A", "WRATH-F"}
    allows = bot_settings("harem").limits["raid_chance"].is_allowed
    strong, weak = (next(a for a in s.legal if a.args[:1] == (card,)) for card in ("WRATH-A", "WRATH-F"))
    assert [allows(s, 0, strong, level) for level in (0, 40, 80)] == [True, True, False]
    assert [allows(s, 0, weak, level) for level in (0, 20, 40)] == [True, False, False]
    assert PriorityBot("harem", ("raid",), {"raid_chance": 80})(s, list(s.legal), Random(1)).verb != "raid"
    assert PriorityBot("harem", ("raid",))(s, list(s.legal), Random(1)) is strong


def test_a_hand_full_of_unlikely_raids_does_not_stop_a_game():
    """Check HAR-A28: a bot that wants no raid below 80% forfeits and draws if nothing else is possible."""
    calm = PriorityBot("harem", ("engage", "star"), {"raid_chance": 80})
    game = gamelib.game("harem")
    s = game.position(
        "now turn; players.0.hand {WRATH-F: 1, WRATH-E: 1, WRATH-D: 1, WRATH-C: 2, WRATH-B: 2}; "
        "players.1.treasury {GOLD-3: 2}; players.1.guards 2"
    )
    assert [bot(s, list(s.legal), Random(1)).verb for bot in (calm, game.bots["thumb"])] == ["forfeit", "begin"]
    ends = [playout(game.start(2), [calm] * 2, Random(seed)).reason for seed in range(12)]
    assert ends.count("stalled") < 3


def test_a_better_bot_of_knobs_is_found_and_can_be_sent_to_other_processes():
    wise = PriorityBot("towers", ("close", "match"), {"flee_debt": 4})
    assert pickle.loads(pickle.dumps(wise)) == wise
    hasty = PriorityBot("towers", ("stop", "careful"))
    found = tournament("towers", {"wise": wise, "hasty": hasty}, 60, seed=1)
    assert found.win_share_lead("wise", "hasty").low > 0


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"priorities": ("gold", "silver")}, "There is no aim 'silver'; there are gold, "),
        ({"priorities": ("gold", "gold")}, "only once"),
        ({"limits": {"speed": 1}}, "There is no limit 'speed'"),
        ({"limits": {"raid_chance": 33}}, "raid_chance is one of 0, 20, 40, 60, 80, not 33"),
        ({"limits": {"keep_guards": True}}, "not True"),
        ({"fallback": "nobody"}, "thumb or random, not 'nobody'"),
    ],
)
def test_knobs_that_do_not_exist_are_refused(how, why):
    with pytest.raises(ValueError, match=why):
        PriorityBot(**{"game": "harem", **how})
