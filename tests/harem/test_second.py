"""The game against a second judge, over random games and positions with money: legal acts and whole positions."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import Chance, Decision
from gamelib.card_counts import add_cards
from tests.conformance import choose
from tests.harem.build import GAME, out, table
from tests.harem.second import After, Second, comparable

KINDS = [
    {},
    {"gem_must_be_spent": True},
    {"jewelry_change": "lost"},
    {"gem_must_be_spent": True, "payment": "any"},
    {"variant": "long"},
    {"win_by": "kadines_only", "jewelry_change": "lost"},
    {"points_above_four": "lost", "kadine_keeps_power": False, "kadine_target": 9},
    {"points_above_four": "lost", "kadine_keeps_jewelry": True, "gem_roll": "one_roll_for_all"},
    {"variant": "short", "unguarded_combat": "automatic", "gem_table": "B", "win_by": "points_only"},
]
QUESTIONS = ("main", "choose_deck", "free_lesson", "fetch", "pick", "reroll", "brace", "spoils")


def agree(s):
    """Compare what is legal here; True where the second judge has a say."""
    if not isinstance(s.node, Decision):
        return False
    frame, name, second = s.agenda_frames[-1], s.agenda_frames[-1].step.name, Second(s.to_dict())
    acts = list(s.legal)
    by = {verb: {action.args for action in acts if action.verb == verb} for verb in GAME.argument_type_letters_by_verb}
    if name == "spoils":
        taken = {f"take {tuple(sorted(args[0]))}" for args in by["take"]}
        taken |= {f"grab {n}" for (n,) in by["grab"]} | ({"break"} if by["break"] else set())
        assert taken == second.spoils(frame.card, frame.target)
    if name not in QUESTIONS or (name == "choose_deck" and frame.why == "forfeit"):
        return False
    assert by["adorn"] == second.adornments()
    assert {card for (card,) in by["fate"]} == second.fates(
        any(getattr(f, "why", "") == "fill" for f in s.agenda_frames)
    )
    if name == "main":
        assert {(who, tuple(sorted(paid))) for who, paid in by["engage"]} == second.engagements()
        assert by["teach"] == second.lessons()
        assert by["move"] == second.moved()
        assert bool(by["end"]) is not second.bound()
        held = {card for card in s.players[s.turn].hand if card in (*GAME.payment_value, "GEM")}
        assert {card for (card,) in by["bank"]} == (held if second.lasting() else set())
    return True


def rich(rng, options):
    """A turn with money, waiting Gems and companions to engage."""
    s = table(rng.choice((2, 3)), **options)
    master = [card for card in s.master.unplaced_cards if card not in GAME.play_now_cards]
    for seat, player in enumerate(s.players):
        for _ in range(rng.randrange(2, 6)):
            cards = [
                card for card in master if card in (*GAME.payment_value, "GEM") and card in s.master.unplaced_cards
            ]
            add_cards(player.treasury, out(s, rng.choice(cards)))
        for _ in range(rng.randrange(1, 4)):
            add_cards(player.hand, out(s, rng.choice([card for card in master if card in s.master.unplaced_cards])))
            add_cards(player.hand, out(s, rng.choice(list(s.harem.unplaced_cards))))
        if not seat and rng.random() < 0.7:
            companion = next(card for card in s.harem.unplaced_cards if max(GAME.companions[card].skills[:2]) < 4)
            player.set_companion(out(s, companion), ())
    if "PN-SHUFFLE" in s.aside and rng.random() < 0.6:  # the pile is about to run out
        for card in [card for card in s.master.unplaced_cards if card not in GAME.play_now_cards][
            rng.randrange(1, 5) :
        ]:
            s.discard(out(s, card))
    waiting = min(rng.randrange(3), list(s.master.unplaced_cards).count("GEM"))
    values = sorted({value for value in GAME.gem_tables[s.options["gem_table"]].values() if value})[:4]
    s.pending = tuple(sorted(rng.choice(values) for _ in range(waiting)))
    s.moved = s.moved or bool(waiting)
    for _ in s.pending:
        out(s, "GEM")
    s.game.validate_position(s)
    return s


def follow(s, choice):
    """Apply a choice; the whole position is what the second judge makes of it."""
    after = After(s.to_dict(), choice).s
    s.apply(choice)
    assert comparable(s.to_dict()) == comparable(after)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_two_judges_agree(options):
    rng, seen = Random(str(options)), 0
    for number in range(24):
        s = rich(rng, options) if number % 4 else begun(2, **options)
        for _ in range(60):
            if not s.agenda_frames:
                break
            seen += agree(s)
            follow(s, choose(s, rng))
    assert seen > 100


def begun(seats, **options):
    """A game after the deal, about which the second judge has nothing to say."""
    s, rng = GAME.start(seats, **options), Random(f"{seats}{options}")
    while isinstance(s.node, Chance):
        s.apply(s.node.sample(rng))
    return s


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_whole_games_are_the_same(options):
    rng = Random(str(options))
    for seats in GAME.seats:
        s = begun(seats, **options)
        while s.agenda_frames:
            follow(s, choose(s, rng))


@pytest.mark.parametrize("options", [{}, {"stall_rounds": 1}, {"win_by": "kadines_only"}], ids=str)
def test_games_that_stand_still_end_in_both(options):
    """HAR-A28: nobody draws or plays a card; or only Kadines win, and all draw one card a turn and nobody grows."""
    for seats in (2, 3):
        s, rng, wanted = begun(seats, **options), Random(seats), bool(options.get("win_by"))
        while s.agenda_frames:
            if isinstance(s.node, Decision):
                verb = "forfeit" if s.node.step_name == "turn" else "draw" if wanted and not s.moved else "stop"
                follow(s, next((action for action in s.legal if action.verb == verb), s.legal[0]))
            else:
                follow(s, s.node.sample(rng))
        assert (s.result.reason, s.result.rule) == ("stalled", "HAR-A28")
        assert s.turns == seats * (20 if wanted else s.options["stall_rounds"])
