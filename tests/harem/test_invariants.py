"""Invariants of Court along random games, and the list of legal actions against every nameable one."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import choose, option_sets, walk
from tests.harem.build import GAME
from tests.rules import rule

KINDS = option_sets(GAME)


def total(s):
    """The number of master cards and of companions, counted over all places."""
    cards = [*s.master.unplaced_cards, *s.harem.unplaced_cards]
    cards += [card for part in s.master.segments for card, n in part.fixed.items() for _ in range(n)]
    for pile in (s.master_discard, s.harem_discard, s.aside):
        cards += [card for card, n in pile.items() for _ in range(n)]
    for player in s.players:
        cards += [card for card, n in (*player.hand.items(), *player.treasury.items()) for _ in range(n)]
        cards += ["GUARD"] * player.guards
        for companion, attached in (*player.court.items(), *player.stars.items()):
            cards += [companion, *attached]
    cards += ["GEM"] * len(s.pending) + [frame.card for frame in s.agenda_frames if frame.step.name == "dispose"]
    companions = sum(card.startswith("CON-") for card in cards)
    return len(cards) - companions, companions


@settings(max_examples=60, deadline=None)
@given(seats=st.sampled_from(list(GAME.seats)), options=st.sampled_from(KINDS), seed=st.integers(0, 10**6))
def test_invariants_hold_along_any_game(seats, options, seed):
    rng = Random(seed)
    s = GAME.start(seats, **options)
    filled = None
    for _ in range(250):
        if not s.agenda_frames:
            break
        turn, ask = s.turn, s.node.step_name
        filled = turn if ask == "choose_deck" and s.node.values["why"] == "fill" else filled
        s.apply(choose(s, rng))
        s.game.validate_position(s)
        assert total(s) == (81, 20)
        for player in s.players:
            assert 0 <= player.guards <= 2
            assert not set(player.hand) & GAME.play_now_cards
            for companion in player.court:
                assert all(1 <= points <= 4 for points in s.skills(player, companion))
        if s.agenda_frames and filled == turn != s.turn:  # the fill of this seat is over
            full = s.players[turn].hand_size() >= 7
            assert full or any(event.code == "no_cards" for event in s.events)
            filled = None


@rule("HAR-2.6")
def test_after_a_played_turn_the_hand_has_seven():
    for seed in range(20):
        before = None
        for s in walk(GAME, 3, seed):
            if not s.agenda_frames:
                break
            codes = [event.code for event in s.events]
            if before is not None and "next_turn" in codes:
                if before[1]:
                    assert s.players[before[0]].hand_size() >= 7 or "no_cards" in codes
                before = None
            if "begun" in codes or "forfeited" in codes:
                before = (s.turn, "begun" in codes)
