"""The game against a second judge, over random games and positions with money: legal acts, change, renewal."""

from __future__ import annotations

from random import Random

import pytest

from gamelib import Decision
from gamelib.counts import add
from tests.conformance import choose
from tests.harem.build import GAME, out, table
from tests.harem.second import Second, renewed

KINDS = [
    {},
    {"gem_must_be_spent": True},
    {"jewelry_change": "this_turn"},
    {"gem_must_be_spent": True, "jewelry_change": "this_turn", "payment": "any"},
    {"variant": "long"},
    {"win_by": "kadines_only", "jewelry_change": "this_turn"},
]
AT_ANY_TIME = ("fill", "treasure", "power")


def agree(s):
    """Compare what is legal here; True where the second judge has a say."""
    if not isinstance(s.node, Decision):
        return False
    frame, name, second = s.todo[-1], s.todo[-1].step.name, Second(s.to_dict())
    acts = list(s.legal)
    by = {verb: {action.args for action in acts if action.verb == verb} for verb in GAME.verbs}
    if name == "spoils":
        taken = {f"take {tuple(sorted(args[0]))}" for args in by["take"]}
        taken |= {f"grab {n}" for (n,) in by["grab"]} | ({"break"} if by["break"] else set())
        assert taken == second.spoils(frame.card, frame.target)
        return True
    during = name == "choose_deck" and frame.why in AT_ANY_TIME
    if name != "main" and not during:
        return False
    assert by["adorn"] == second.adornments()
    assert {card for (card,) in by["fate"]} == second.fates(any(getattr(f, "why", "") == "fill" for f in s.todo))
    if name == "main":
        assert {(who, tuple(sorted(paid))) for who, paid in by["engage"]} == second.engagements()
        assert bool(by["end"]) is not second.bound()
        held = {card for card in s.players[s.turn].hand if card in (*GAME.money, "GEM")}
        assert {card for (card,) in by["bank"]} == (held if second.lasting() else set())
    return True


def rich(rng, options):
    """A turn with money, waiting Gems and companions to engage."""
    s = table(rng.choice((2, 3)), **options)
    master = [card for card in s.master.loose if card not in GAME.stays]
    for seat, player in enumerate(s.players):
        for _ in range(rng.randrange(2, 6)):
            cards = [card for card in master if card in (*GAME.money, "GEM") and card in s.master.loose]
            add(player.treasury, out(s, rng.choice(cards)))
        for _ in range(rng.randrange(1, 4)):
            add(player.hand, out(s, rng.choice([card for card in master if card in s.master.loose])))
            add(player.hand, out(s, rng.choice(list(s.harem.loose))))
        if not seat and rng.random() < 0.7:
            companion = next(card for card in s.harem.loose if max(GAME.companions[card].skills[:2]) < 4)
            player.set_court(out(s, companion), ())
    if "PN-SHUFFLE" in s.aside and rng.random() < 0.6:  # the pile is about to run out
        for card in [card for card in s.master.loose if card not in GAME.stays][rng.randrange(1, 5) :]:
            s.discard(out(s, card))
    waiting = min(rng.randrange(3), list(s.master.loose).count("GEM"))
    s.pending = tuple(sorted(rng.choice((2, 3, 4, 5)) for _ in range(waiting)))
    s.moved = s.moved or bool(waiting)
    for _ in s.pending:
        out(s, "GEM")
    s.game.check_position(s)
    return s


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_two_judges_agree(options):
    rng, seen = Random(str(options)), 0
    for number in range(24):
        s = rich(rng, options) if number % 4 else GAME.start(2, **options)
        for _ in range(60):
            if not s.todo:
                break
            seen += agree(s)
            choice, before = choose(s, rng), s.to_dict()
            node = s.node
            s.apply(choice)
            after = s.to_dict()
            if isinstance(node, Decision) and choice.verb == "engage":
                assert s.change == Second(before).change(*choice.args)
            assert renewed(before, after)
    assert seen > 100
