"""Positions written down: text and keywords, read back from any state, filled in, refused in a sentence."""

from __future__ import annotations

import pytest

import gamelib
from gamelib import Chance
from gamelib.position import read, write_value
from tests.conformance import PACKAGES, option_sets, walk


@pytest.fixture(params=PACKAGES)
def game(request):
    return gamelib.game(request.param)


def test_every_position_and_view_can_be_written_down_and_read_back(game):
    sets = option_sets(game)
    for index, options in enumerate(sets[:: 1 + len(sets) // 6]):
        for step, s in enumerate(walk(game, game.seats[index % len(game.seats)], f"written/{index}", **options)):
            if step % 13 == index or (index == 0 and step < 60):
                for position in (s, s.seen_by(step % s.seats)) if s.todo else ():
                    text = game.written(position)
                    assert "\n" not in text
                    assert game.position(text) == position, text
        with pytest.raises(ValueError, match="over"):
            game.written(s)


def test_an_ordinary_position_needs_no_words(game):
    s = game.position()
    assert s.seats == game.seats[0]
    assert s.todo
    assert game.position(game.written(s)) == s
    assert game.position(seats=game.seats[-1]).seats == game.seats[-1]


@pytest.mark.parametrize(("text", "why"), [
    ("turns", "the end stands where a value should"),
    ("turns ]", "stands where a value should"),
    ("turns [1", "the end stands where"),
    ("turns 1 2", "stands where ; should"),
    ("turns {a 1}", "stands where : should"),
    ('turns "x', "quotation mark"),
    ("a 1; a.b 2", "is said twice"),
    ("now main(", "stands where"),
])  # fmt: skip
def test_a_text_that_cannot_be_read(text, why):
    with pytest.raises(ValueError, match=f"^This position cannot be read: .*{why}.*\\.$"):
        gamelib.game("harem").position(text)


def test_what_is_no_text_and_a_step_that_is_not_there_are_told(game):
    for wrong in (None, 5, ["turns 1"]):
        with pytest.raises(ValueError, match=r"^A position is written as a text or by keywords, not as "):
            game.position(wrong)
    for now in ("nosuch", [{"step": "nosuch"}]):
        with pytest.raises(ValueError, match=r"^There can be no such position: there is no step 'nosuch'\.$"):
            game.position(now=now)


def test_one_seat_is_told_as_one():
    s = gamelib.game("wishes").start(1)
    assert "1 seat:" in repr(s)
    assert s.game.written(s).startswith("1 seat;")
    assert s.game.position("1 seat; now plate") == s.game.position("1 seats; now plate")


def test_words_and_values():
    said = read('3 seats; now a > b(x: -1, y: [p, "q r"]); c.0.d {k: null, l: true}; c.1.d 7; e OK-1')
    assert said == {
        "seats": 3, "now": [{"step": "a"}, {"step": "b", "x": -1, "y": ["p", "q r"]}],
        "c": {"0": {"d": {"k": None, "l": True}}, "1": {"d": 7}}, "e": "OK-1",
    }  # fmt: skip
    for value in ([1, "x y", None, {"a": [True, "7", "true", ""]}], "A:1", -5):
        assert read(f"v {write_value(value)}") == {"v": value}


@pytest.mark.parametrize(("name", "text", "why"), [
    ("harem", "5 seats", "is for 2 to 4 seats"),
    ("harem", "colour red", "nothing called 'colour'"),
    ("harem", "players.0.hand {GOLD-9: 1}", "'GOLD-9' is not a card"),
    ("harem", "players.0.hand {CON-01: 2}", "there are 2 of CON-01"),
    ("harem", "players.7.guards 1", "there is no place '7'"),
    ("harem", "players.0.guards 5", "5 is not a whole number from 0 to 2"),
    ("harem", "now fly", "fly"),
    ("harem", "now gem_roll(rerolled: false)", "no Gem to roll"),
    ("harem", "gem_table C", "gem_table cannot be 'C'"),
    ("towers", "caches.0 [KEY-LG, KEY-LG]", "not each in exactly one place"),
    ("towers", "towers.Keys [[STAR-LG, 0, LG]]; caches.0 [STAR-LG]", "not each in exactly one place|cannot have been"),
    ("emira", "homes.0 [Thara, Noor, Hind]", "3 princesses and room for 2"),
    ("emira", "now bid(seat: 0, opener: 0, bid: 0, bidder: null, inside: [0, 1, 2]); gold.0 5", "cannot have 5 gold"),
    ("emira", "now gift_or_not(seat: 0)", "owes Xenia nothing"),
])  # fmt: skip
def test_what_is_impossible_is_said_in_a_sentence(name, text, why):
    with pytest.raises(ValueError, match=r"^There can be no such position: ") as caught:
        gamelib.game(name).position(text)
    caught.match(why)
    assert "\n" not in str(caught.value)


def test_unseen_cards_stay_unseen():
    court = gamelib.game("harem")
    s = court.position("2 seats; players.0.hand {GOLD-1: 2, CON-01: 1}; players.1.treasury {GEM: 1}")
    assert s.master.counts()["GOLD-1"] == court.master_counts["GOLD-1"] - 2
    assert "CON-01" not in s.harem.counts()
    assert s.node.ask == "main"
    assert len(s.master) + 3 + 2 == sum(court.master_counts.values()) - sum(s.aside.values())
    towers = gamelib.game("towers").position(caches={0: ["KEY-LG"], 1: ["STAR-LG"]})
    assert len(towers.deck) == 46


def test_a_position_can_begin_in_a_step_that_nobody_decides():
    emira = gamelib.game("emira")
    s = emira.position("now upkeep; gold [100, 0, 500]; homes.0 [Thara]; homes.1 [Noor]; round 3")
    assert isinstance(s.node, Chance)
    assert (s.node.ask, s.node.seat) == ("depart", 1)
    assert {"upkeep_paid", "upkeep_short"} <= {event.code for event in s.events}
    auction = emira.position("now auctions; market.small true")
    assert (auction.node.ask, auction.node.seat) == ("bid", 0)
    court = gamelib.game("harem").position("now score(reason: points, cites: HAR-11.2, gems: [])")
    assert court.result is not None
