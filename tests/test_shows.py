"""For every rule of every game there is a step that shows it, and playing that step cites the rule."""

from __future__ import annotations

from random import Random

import pytest

import gamelib
from gamelib import Decision
from gamelib.play import choose, random_bot
from gamelib.shows import HOWS, cited_by, reasons, shows, within_reach
from tests.conformance import PACKAGES
from widgets.table.shown import moment

MOST_WITHOUT = 0.03


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_every_rule_has_a_show_or_a_reason(game):
    found, without = shows(game), reasons(game)
    assert sorted({*found, *without}) == sorted(game.rules)
    assert not set(found) & set(without)
    assert len(without) <= MOST_WITHOUT * len(game.rules)
    assert all(len(why) > 20 for why in without.values()), without


def test_each_show_is_played_and_its_step_cites_the_rule(game):
    wrong = {}
    for rule, show in shows(game).items():
        try:
            how = cited_by(show)
        except ValueError as error:
            how = str(error)
        if how != show.how:
            wrong[rule] = f"{how}, not {show.how}"
        assert show.how in HOWS
        if show.step is not None and show.ruling is None:
            assert show.after != show.before()
    assert not wrong, wrong


def test_each_show_is_laid_out_for_its_page(game):
    for rule, show in shows(game).items():
        made = moment(show)
        assert made["step"]["told"], rule
        assert any(line["cites"] for line in made["step"]["told"]), rule
        for one in made.get("refused", ()):
            assert one["rule"] in game.rules
        for part in (*made.get("before", ()), *made.get("after", ())):
            assert {"items", "board"} & set(part["group"]), (rule, part)


def test_a_rule_is_shown_by_a_ruling_of_its_own_only_where_it_settles_another(game):
    for rule, show in shows(game).items():
        assert show.how != "settles" or game.rules[rule].question, rule


def test_what_follows_a_show_can_be_written_down_and_read_back(game):
    rng = Random(f"{game.id}/written")
    for show in shows(game).values():
        s = show.before()
        for _ in range(3):
            if not s.todo or (isinstance(s.node, Decision) and not len(s.legal)):
                break  # over, or a position that no game comes to
            assert game.position(game.written(s)) == s, (show.rule, game.written(s))
            s.apply(choose(s, random_bot, rng) if isinstance(s.node, Decision) else s.node.sample(rng))


def test_a_rule_within_reach_is_told_by_the_action(game):
    s, rng, met, found = game.start(seats=game.seats[-1]), Random(7), set(), 0
    while s.todo and found < 5:
        if isinstance(s.node, Decision):
            near = within_reach(s.seen_by(s.node.seat), met, rng)
            if near is not None:
                rule, action = near
                assert rule not in met
                s.apply(action)
                assert rule in {event.rule for event in s.events}
                met.add(rule)
                found += 1
                continue
        s.apply(choose(s, random_bot, rng) if isinstance(s.node, Decision) else s.node.sample(rng))
    assert found == 5
