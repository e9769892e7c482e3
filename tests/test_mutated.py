"""Positions with changed fields, and positions that no game reaches. `KISMET_LONG=1` tries 20,000 of each game."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

import gamelib
from gamelib import Chance
from tests.conformance import PACKAGES, option_sets, walk
from tests.conftest import LONG
from tests.hostile import fine
from tests.mutated import mutated, play_out, whole_positions

TRIES = 20_000 if LONG else 80


@pytest.mark.parametrize("name", PACKAGES)
def test_what_opens_plays_to_its_end(name):
    game, base, opened = gamelib.game(name), whole_positions(name), 0
    for number in range(TRIES):
        rng = Random(f"{name}/{number}")
        said = mutated(rng.choice(base), rng)
        said.pop("changed")
        try:
            position = game.position(**said)
        except ValueError as error:
            fine(str(error))
            continue
        opened += 1
        try:
            play_out(position, rng)
            if position.agenda_frames:
                assert game.position(game.position_text(position)) == position
        except Exception as error:
            error.add_note(f"position {number} of {name}: {json.dumps(said)[:3000]}")
            raise
    assert TRIES / 20 < opened < TRIES * 0.8


@pytest.mark.parametrize("name", PACKAGES)
def test_what_play_brings_is_let_in(name):
    """Check every position of whole games, with each value of each option and every number of seats."""
    game = gamelib.game(name)
    for index, options in enumerate(option_sets(game)):
        if index % 8 and not LONG:
            continue
        seats = game.seats[index // 8 % len(game.seats)]
        for step, s in enumerate(walk(game, seats, f"let in/{index}", **options)):
            if step % (4 if LONG else 17) == 0 or not s.agenda_frames:
                saved = s.to_dict()
                assert game.from_dict(saved).to_dict() == saved
                view = s.seen_by(step % s.seats)
                assert game.from_dict(view.to_dict()) == view
                if s.agenda_frames and step % 12 == 0:
                    assert game.position(game.position_text(s)) == s


ODD = (
    0,
    -5,
    10**12,
    "x",
    "",
    (),
    (1,),
    ("x",),
    (0, "x"),
    ("x", 0),
    (1, 2, 3),
    ("a", "b", "c"),
    True,
    None,
    1.0,
    [1],
    (1.0, 2),
    (None,),
    ((1,), 2),
)


@pytest.mark.parametrize("name", PACKAGES)
def test_an_outcome_of_another_form_is_refused_as_one(name):
    game = gamelib.game(name)
    asked: dict[str, int] = {}
    for s in walk(game, game.seats[-1], "odd"):
        if not isinstance(s.node, Chance) or asked.setdefault(s.node.step_name, 0) > 5:
            continue
        asked[s.node.step_name] += 1
        possible, real = s.node.dist(), next(iter(s.node.dist()))
        parts = real if isinstance(real, tuple) else (real,)
        for odd in (*ODD, (*parts, 0), (0, *parts), (*parts, "x"), (0, *parts[1:], parts[0])):
            if not gamelib.nodes.is_outcome(odd) or odd not in possible:
                with pytest.raises(gamelib.IllegalOutcome):
                    s.clone().apply(odd)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("wishes", "now rank > show(place: 0)", "^show: a card of the stack is to be turned up"),
        ("wishes", "now act(seat: 0); plate HUNGRY; plates [HUNGRY]; hungry false", "^hungry: it cannot be false"),
        (
            "wishes",
            "plate HUNGRY; plates [HUNGRY]; hungry true; open [[S02, [[T01, [0]], [T03, [0]], [T04, [0]]], false]]",
            "^open: S02 has|^open: 1 wishes",
        ),
        ("wishes", "2 seats; now act(seat: 0); hands.0 [T01, T02, T03, T04]", r"^hands\.0: 4 cards, and"),
        ("wishes", "2 seats; lamp.1 true", r"^lamp\.1: it cannot be awake at 0 points"),
        ("wishes", "2 seats; ending true; final_down 4", "^ending: it cannot be true, as no final wish was fulfilled"),
        ("wishes", "1 seat; ending true", "^ending: it cannot be true, as with one seat a final wish ends nothing"),
        ("wishes", "2 seats; open [[S01, [], false]]", "^open: 1 wishes lie open, and 2 do"),
        ("wishes", "2 seats; simple_down 5; simple [S03, S04, S05, S06, S07, S08]", "^simple_down: 5 of 6"),
        (
            "wishes",
            "3 seats; now round > turns(done: 3) > face(seat: 2, left: 27)",
            r"^hands\.2: 0 cards and 27 to come",
        ),
        ("wishes", "3 seats; now act(seat: 1); first 1; now act(seat: 0)", "said twice"),
        (
            "wishes",
            "3 seats; now round > turns(done: 1) > further(seat: 1, bought: 0, lamps: 0) > act(seat: 1)",
            r"^further\.seat: it is the turn of seat 0, not of seat 1",
        ),
        ("wishes", "plates [KIND, HAPPY]; plate KIND", "^plate: KIND is not the last"),
        (
            "harem",
            "now combat(card: WRATH-E, target: 1, boost: 0); players.1.guards 0",
            "^combat: seat 1 has nothing that",
        ),
        ("harem", "now combat(card: WRATH-E, target: 1, boost: 0); master_discard {}", "^combat: WRATH-E has not"),
        ("harem", "now grab(target: 1, left: 9); players.1.hand {GEM: 1}", r"^grab\.left: no card in master_discard"),
        (
            "harem",
            "now grab(target: 1, left: 2); players.1.hand {GEM: 1}; master_discard {WRATH-E: 1}",
            "^grab: 2 cards cannot be taken from the hand of seat 1",
        ),
        ("harem", "aside {}; master_discard {PN-OVER: 1}", "^master_discard: PN-OVER is not discarded"),
        ("harem", "aside {PN-OVER: 1, PN-SHUFFLE: 1}", "^aside: PN-OVER, PN-SHUFFLE cannot lie there in this variant"),
        ("harem", "aside {GEM: 1}", "^aside: GEM is never laid aside"),
        ("harem", "players.0.hand {GEM: 40}", r"^players\.0\.hand\.GEM: there are 40 of GEM"),
        (
            "harem",
            "players.0.hand {CON-12: 1}; players.1.court {CON-12: []}",
            r"^players\.0\.hand\.CON-12 and players\.1\.court\.CON-12: there are 2 of CON-12",
        ),
        ("wishes", "gems.0 30", r"^gems\.0: seat 0 has 30 Gems"),
        ("wishes", "2 seats; now act(seat: 0); stack [[T46, 0, null, [1]]]", "^a seat knows each card that it has put"),
        ("harem", "3 seats; known [{viewer: 0, card: GEM, holders: [1, 2]}]", "seat 0 knows of GEM in hands"),
        ("emira", 'round 3; aims.1 ""', r"^aims\.1: every seat has an objective"),
        ("emira", 'colours.0 ""', r"^colours\.0: every seat has a colour"),
        ("emira", "now act(seat: 0); market.counters [beauty, beauty, manners]", r"^market\.counters: 3 are on offer"),
        ("emira", "now buy_look(seat: 0); round 3", "^buy_look: round 3 has no phase purchases"),
        ("emira", "now purchases(asked: 0); round 3", "^purchases: round 3 has no such phase|no such phase"),
        ("emira", "golden true; spent []", "^golden: golden_times has not been played"),
        ("emira", "lost.0 2; once.0 []; round 2", r"^lost\.0: no round is lost"),
        ("emira", "surcharge.1 1", r"^surcharge\.1: Suleika does not live there"),
        ("emira", "xenia 2", "^xenia: 2 markers lie on Xenia, who lives with nobody"),
        ("hadara", "epoch 2; owned.0 [Y1-01, Y1-02, B1-01, R1-01, G1-01, P1-01, Y1-03, R1-02, B1-02]", r"^owned\.0: 9"),
        ("hadara", "owned.0 [P1-01, P1-02, P1-03]", r"^owned\.0: 3 purple cards of epoch 1 have left"),
        ("hadara", "epoch 3; owned.1 [Y3-01]", "^1 yellow card of epoch 3 has left the deck, and 0 have been drawn"),
        ("hadara", "now pick(seat: 0); phase B", "^pick: nobody takes a card when the piles are empty"),
        ("hadara", "piles [[], []]", "^piles: it has 2 rows instead of 5"),
        ("hadara", "owned.0 [P1-01]; sold.1 [P1-01]", "^P1-01 lies in 2 places"),
        ("towers", "now start", "^start: the deal cannot have come so far"),
        ("towers", "2 seats; now turn(seat: 0) > choose(seat: 0)", "^turn: the next turn cannot be that of seat 0"),
    ],
)
def test_what_play_cannot_bring_is_refused_by_its_name(name, text, why):
    with pytest.raises(ValueError, match=r"^(There can be no such position|This position cannot be read): ") as caught:
        gamelib.game(name).position(text)
    fine(str(caught.value))
    said = str(caught.value).split(": ", 1)[1]
    assert re.search(why, said), said


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("harem", "now turn; plays 1", "^plays: the turn has not begun"),
        ("harem", "now turn; used [CON-05]; players.0.court {CON-05: []}", "^used: "),
        ("harem", "now main; turns 0", "^turns: a turn has begun"),
        ("harem", "now main; turns 3; idle 3", "^idle: 3 turns in a row, and 2 have ended"),
        ("harem", "now main; idle 2; still 1", "^idle: 2 turns in which no card moved"),
        ("harem", "2 seats; now main; idle 40", "^idle: the game has ended"),
        ("harem", "2 seats; win_by kadines_only; now main; still 40", "^still: the game has ended"),
        ("harem", "now main; grown true; moved true", "^grown: seat 0 has no companion"),
        ("harem", "now main; plays 1; moved false", "^moved: cards have moved"),
        ("harem", "now main; favour true; kismet false", "^favour: no Kismet card"),
        ("harem", "now main; discount 2; kismet false", "^discount: "),
        ("harem", "now main; discount 1", "^discount: "),
        ("harem", "now draws(why: fill, left: 0) > card(deck: master); pending [2]", "^pending: rolled Gems are lost"),
        ("harem", "now draws(why: forfeit, left: 2) > card(deck: master); plays 1", "^plays: the turn is forfeited"),
        ("harem", "now spoils(card: WRATH-A, target: 1); plays 0", "^plays: the card of spoils"),
        (
            "harem",
            "now gem_roll(rerolled: false); players.0.treasury {GEM: 1}; plays 2",
            "^plays: a Gem is rolled only",
        ),
        ("harem", "now deal(dealt: 0); turns 4", "^turns: nobody has had a turn"),
        ("harem", "now pick(power: UNGUARD)", r"^pick\.power: nobody with the power UNGUARD has just come"),
        (
            "harem",
            "now pick(power: UNGUARD); players.1.court {CON-15: []}",
            r"^pick\.power: nobody with the power UNGUARD",
        ),
        (
            "harem",
            "now pick(power: UNGUARD); players.0.court {CON-15: [ENH-S1]}",
            r"^pick\.power: nobody with the power",
        ),
        (
            "harem",
            "now pick(power: UNGUARD); players.0.court {CON-15: []}; grown false",
            "^grown: the companion of pick",
        ),
        (
            "harem",
            "2 seats; now pick(power: UNGUARD); players.0.court {CON-15: []}; players.1.guards 0",
            "^pick: no other seat has a Guard",
        ),
        ("harem", "now free_lesson(companion: CON-07)", r"^free_lesson\.companion: CON-07 does not live with seat 0"),
        (
            "harem",
            "now free_lesson(companion: CON-08); players.0.court {CON-08: []}; players.0.hand {GEM: 1}",
            r"^free_lesson\.companion: CON-08 has not the power",
        ),
        (
            "harem",
            "now free_lesson(companion: CON-07); players.0.court {CON-07: [ENH-S1]}; players.0.hand {GEM: 1}",
            r"^free_lesson\.companion: CON-07 has just come",
        ),
        (
            "harem",
            "now free_lesson(companion: CON-07); players.0.court {CON-07: []}",
            "^free_lesson: seat 0 has no card",
        ),
        ("harem", "now main > draws(why: power, left: 2) > choose_deck(why: power)", r"^draws\.why: nobody with"),
        (
            "harem",
            "now main > dispose(card: KIS-TEACHER) > draws(why: treasure, left: 2) > choose_deck(why: treasure)",
            r"^draws\.why: KIS-TEACHER brings no draws",
        ),
        ("harem", "now fetch(what: gold, source: CON-13); master_discard {GOLD-1: 1}", r"^fetch\.source: CON-13 has"),
        (
            "harem",
            "now fetch(what: gold, source: CON-10); master_discard {GOLD-1: 1}; players.0.court {CON-10: []}",
            r"^fetch\.source: CON-10 has not the power",
        ),
        (
            "harem",
            "now fetch(what: gold, source: KIS-MERCHANT); master_discard {GOLD-1: 1}",
            r"^fetch\.source: KIS-MER",
        ),
        (
            "harem",
            "now main > dispose(card: GEM) > fetch(what: gold, source: KIS-MERCHANT); master_discard {GOLD-1: 1}",
            r"^dispose\.card: GEM is not being carried out",
        ),
        (
            "harem",
            "now grab(target: 1, left: 2); players.1.hand {GOLD-1: 2}; master_discard {WRATH-A: 1}",
            r"^grab\.left:",
        ),
        ("harem", "now gem_roll(rerolled: true); players.0.treasury {GEM: 1}", r"^gem_roll\.rerolled: used has nobody"),
        ("harem", "now reroll(value: 4); players.0.treasury {GEM: 1}", "^reroll: nobody of seat 0"),
        (
            "harem",
            "now main > combat(card: WRATH-A, target: 1, boost: 0) > brace(card: WRATH-A, target: 1)",
            "^brace: nob",
        ),
        (
            "harem",
            "unguarded_combat automatic; now combat(card: WRATH-A, target: 1, boost: 0); players.1.guards 0; "
            "players.1.hand {GEM: 1}",
            r"^combat\.target: seat 1 has no Guard",
        ),
        ("harem", "now main > card(deck: harem)", "^card: used has nobody"),
        ("emira", "now income; done.1 camel", r"^done\.1: no auctions have been held"),
        ("emira", 'round 3; now choosing; done [camel, declined, ""]', r"^done\.2: everybody has had a part"),
        ("emira", "now act(seat: 0); done.1 SS; done.2 SF", r"^done\.1: another seat has taken"),
        ("emira", "now act(seat: 0); done.1 SS; market.small true", r"^done\.1: what was bought is still on offer"),
        ("emira", "now act(seat: 0); done.1 camel; camels.1 0", r"^done\.1: it has no camel"),
        ("emira", "now act(seat: 0); done.1 LF; pawns.1 [[], [], [], [1]]", r"^done\.1: it has no LF"),
        ("emira", "round 3; now act(seat: 0); done.1 locked", r"^done\.1: it is 'locked' in the round"),
        ("emira", "now act(seat: 0); paid.1 false", r"^paid\.1: no upkeep has been due"),
        ("emira", "now act(seat: 0); peak 2", "^peak: 2 princesses cannot"),
        ("emira", "now act(seat: 0); round 5; peak 40", "^peak: 40 princesses cannot"),
        ("emira", "now act(seat: 0); round 5; peak 2; idle 4", "^peak: 2 princesses cannot"),
        ("emira", "now act(seat: 0); round 5; idle 5", "^idle: 5 rounds have ended"),
        ("emira", "now act(seat: 0); round 5; stall_rounds 3; idle 3", "^idle: the game has ended"),
        ("emira", "now act(seat: 0); round 5; dry true", "^dry: there were princesses to come"),
    ],
)
def test_counters_of_a_turn_or_round_that_play_cannot_bring_are_refused(name, text, why):
    test_what_play_cannot_bring_is_refused_by_its_name(name, text, why)
