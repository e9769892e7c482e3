"""Setup, first players, wheel and draw steps (HAD-1 to HAD-5, HAD-14, HAD-18)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from gamelib.games.hadara.card_tables import COLOURS
from gamelib.games.hadara.setup import COLOUR_RINGS, first_seat_of_epoch
from gamelib.games.hadara.state import unseen_deck_index
from gamelib.nodes import Action

from ..rules import rule
from .build import GAME, begin, default, draw, events, go, own, until


def dealt(*cards: int, **options: object) -> object:
    return begin(len(cards), cards, **options)


@rule("HAD-1.1")
def test_the_ring_is_one_of_24() -> None:
    s = GAME.start(3)
    dist = s.node.dist()
    assert len(dist) == 24
    assert set(dist.values()) == {1}
    turned = {tuple(ring[(i + k) % 5] for i in range(5)) for ring in dist for k in range(5)}
    assert turned == set(permutations(COLOURS))
    s.apply(("yellow", "blue", "red", "purple", "green"))
    assert s.ring == ("yellow", "blue", "red", "purple", "green")
    assert set(COLOUR_RINGS) == set(dist)
    fixed = GAME.start(3, ring="fixed")
    assert fixed.ring == COLOURS
    assert fixed.node.step_name == "deal"


@rule("HAD-1.2", "HAD-18.2", "HAD-A1", "HAD-A2")
def test_starred_cards() -> None:
    basic, advanced = GAME.start(2), GAME.start(2, deck_set="advanced")
    assert sum(map(len, basic.unseen)) == 150
    assert sum(map(len, advanced.unseen)) == 162
    stars = {card.id for card in GAME.tables.cards.values() if card.star}
    assert len(stars) == 12
    assert stars == {card for row in advanced.unseen for card in row} - {card for row in basic.unseen for card in row}
    assert {card[:2] for card in stars} == {"P1", "P2", "P3"}
    assert events(basic, "sorted_basic")[0].values["cards"] == 150


@rule("HAD-1.3", "HAD-18.1", "HAD-17.3", "HAD-14.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_decks_of_an_epoch(seats: int) -> None:
    s = begin(seats)
    for epoch in (1, 2, 3):
        until(s, "wheel", epoch=epoch)
        (told,) = events(s, "decks")
        assert (told.rule, told.values["each"]) == ("HAD-1.3" if epoch == 1 else "HAD-14.1", 2 * seats)
        assert [s.deck_size(colour) for colour in range(5)] == [2 * seats] * 5
        assert [len(s.unseen[unseen_deck_index(f"{letter}{epoch}-?")]) for letter in "YRBGP"] == [10] * 5


@rule("HAD-14.1")
def test_x7_four_players_have_decks_of_eight_in_epoch_two() -> None:
    s = until(begin(4), "wheel", epoch=2)
    assert [s.deck_size(colour) for colour in range(5)] == [8] * 5


@rule("HAD-1.4", "HAD-2.4")
def test_a_setup_card_is_no_epoch_card() -> None:
    s = until(begin(2), "wheel", epoch=1)
    assert s.held[0] == (0,) * 5
    assert s.card_price(0, "Y1-03") == 2


@rule("HAD-1.5", "HAD-18.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_as_many_colonies_as_players(seats: int) -> None:
    s = GAME.start(seats)
    assert s.left == [seats] * 5
    assert events(s, "colonies_ready")[0].values["each"] == seats


@rule("HAD-2.1", "HAD-1.6")
def test_the_board() -> None:
    s = GAME.start(2)
    assert s.tiles == [(2, 2, 2, 2)] * 2
    assert s.gold == [0, 0]
    (told,) = events(s, "boards")
    assert told.values == {"tiles": 2, "gold": 2}
    assert "HAD-1.6" in told.related_rules


@rule("HAD-1.6")
def test_coins_never_run_out() -> None:
    s = begin(2)
    s.coins[0] = 10_000  # far more than 62 coins
    until(s, "keep")
    assert GAME.from_dict(s.to_dict()).coins[0] >= 10_000


@rule("HAD-2.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_setup_cards_are_dealt_without_repeats(seats: int) -> None:
    deals = Fraction(1)
    s = GAME.start(seats, ring="fixed")
    for left in range(5, 5 - seats, -1):
        assert len(s.node.dist()) == left
        deals *= s.node.dist().total
        s.apply(next(iter(s.node.dist())))
    assert deals == Fraction(factorial(5), factorial(5 - seats))


@rule("HAD-2.3", "HAD-A20")
def test_sides_are_chosen_together_in_the_advanced_game() -> None:
    s = GAME.start(3, ring="fixed", deck_set="advanced")
    for card in ("SU1", "SU2", "SU3"):
        s.apply(card)
    assert (s.node.step_name, s.node.rule) == ("side", "HAD-2.3")
    s.apply(Action("side", "B"))
    assert s.events == ()
    assert [start for start in s.start if ":" in start] == []
    assert s.why_not(Action("side", "C")).code == "no_such_side"
    s.apply(Action("side", "A"))
    s.apply(Action("side", "B"))
    assert s.start == ["SU1:B", "SU2:A", "SU3:B"]
    assert s.tracks[0] == (1, 5, 1, 2)
    assert [event.values["side"] for event in events(s, "side")] == ["B", "A", "B"]
    assert s.first == 0
    sides = {name: GAME.tables.setups[name, "A"].initiative for name, _ in GAME.tables.setups}
    assert sides == {name: GAME.tables.setups[name, "B"].initiative for name, _ in GAME.tables.setups}
    assert [GAME.start(2).options["deck_set"], begin(2).start] == ["basic", ["SU1:A", "SU2:A"]]


@rule("HAD-2.4", "HAD-A24")
def test_tracks_and_coins_of_the_setup_card() -> None:
    s = begin(3, (3, 4, 5))
    assert s.tracks == [(3, 1, 1, 3), (2, 2, 2, 3), (2, 1, 1, 4)]
    assert s.coins == [5, 5, 6]


@rule("HAD-2.5", "HAD-A22")
def test_a_track_has_no_end() -> None:
    s = begin(2)
    s.log = []
    s.change_tracks(0, (9, 0, 0, 0))
    s.change_tracks(0, (100, 0, 0, 0))
    assert s.tracks[0][0] == 111
    assert [("HAD-2.5" in event.related_rules) for event in s.log] == [True, True]
    s.log = []
    s.change_tracks(1, (1, 0, 0, 0))
    assert [event.related_rules for event in s.log] == [()]


@rule("HAD-3.1", "HAD-3.2")
def test_the_course_of_an_epoch() -> None:
    s = begin(2)
    assert (s.epoch, s.phase) == (1, "A")
    assert s.agenda == ["Phase B", "Statues", "Colonies", "Income", "Draw steps of phase A", "Player 1 sets the wheel"]
    until(s, "pick")
    assert (s.epoch, s.phase) == (1, "B")
    assert s.agenda == [
        "The end of the epoch",
        "Medals",
        "Feeding",
        "Statues",
        "Colonies",
        "Income",
        "Take face-up cards",
    ]
    assert [event.code for event in events(s, "phase_b")] == ["phase_b"]
    until(s, "wheel", epoch=2)
    until(s, "wheel", epoch=3)
    while s.agenda_frames:
        s.apply(default(s))
    assert s.epoch == 3
    assert s.result.rule == "HAD-15.8"


@rule("HAD-3.3", "HAD-4.1")
def test_x14_first_players_by_initiative() -> None:
    """X14: initiatives 2, 5, 1, 4: first in I seat 2, in II seat 0, in III seat 3; seat 1 gets 1 coin."""
    s = dealt(2, 5, 1, 4)
    assert [first_seat_of_epoch(s, epoch) for epoch in (1, 2, 3)] == [2, 0, 3]
    assert s.seat_order() == (2, 3, 0, 1)
    (told,) = events(s, "never_first")
    assert (told.seat, told.rule) == (1, "HAD-4.2")
    assert s.coins == [6, 7, 6, 5]
    assert until(s, "wheel", epoch=2).node.seat == 0
    assert until(s, "wheel", epoch=3).node.seat == 3
    assert until(s, "pick", epoch=3).node.seat == 3  # in both phases


@rule("HAD-4.3")
def test_x15_two_players() -> None:
    """X15: initiatives 4 and 1: seat 1 is first in I and III, seat 0 in II; seat 0 gets 1 coin."""
    s = dealt(4, 1)
    assert [first_seat_of_epoch(s, epoch) for epoch in (1, 2, 3)] == [1, 0, 1]
    (told,) = events(s, "once_first")
    assert (told.seat, told.rule) == (0, "HAD-4.3")
    assert s.coins == [6, 6]


@rule("HAD-4.2")
def test_who_is_never_first_gets_a_coin() -> None:
    assert events(dealt(3, 5, 1), "never_first") == []
    told = events(dealt(3, 5, 1, 4, 2), "never_first")
    assert [event.seat for event in told] == [3, 1]


@rule("HAD-4.4", "HAD-4.5", "HAD-18.3", "HAD-A3")
def test_x1_the_wheel_has_five_settings() -> None:
    """X1: five choices; each of the n icons points at another deck."""
    s = begin(4)
    assert [str(action) for action in s.legal] == [f"wheel({colour})" for colour in COLOURS]
    for action in s.legal:
        twin = s.child(action)
        at = [twin.deck_colour(seat, 0) for seat in range(4)]
        assert len(set(at)) == 4
        assert COLOURS[at[twin.first]] == action.args[0]
        assert at == [(at[0] + arm) % 5 for arm in range(4)]  # consecutive arms
    assert s.why_not(Action("wheel", "black")).code == "no_such_colour"
    go(s, "wheel(red)")
    assert "HAD-18.3" in events(s, "wheel_set")[0].related_rules
    five = begin(5)
    go(five, "wheel(red)")
    assert "HAD-18.3" not in events(five, "wheel_set")[0].related_rules


@rule("HAD-A3")
def test_random_arms() -> None:
    s = GAME.start(3, ring="fixed", arms="random")
    assert s.node.step_name == "spread"
    assert len(s.node.dist()) == 60
    s.apply((4, 0, 2))
    assert s.arms == (4, 0, 2)
    s = until(s, "wheel")
    go(s, "wheel(green)")
    assert COLOURS[s.deck_colour(s.first, 0)] == "green"
    assert len({s.deck_colour(seat, 0) for seat in range(3)}) == 3


@rule("HAD-5.1")
def test_x2_two_cards_of_the_deck_that_the_icon_points_at() -> None:
    """X2: the icon points at red, its player draws 2 red cards and nobody else does."""
    s = begin(2)
    go(s, "wheel(red)")
    assert (s.node.step_name, s.node.seat, s.node.values["colour"]) == ("draw", 0, "red")
    dist = s.node.dist()
    assert len(dist) == 45
    assert set(dist.values()) == {1}
    s.apply(("R1-03", "R1-08"))
    assert s.drawn == [("R1-03", "R1-08"), ()]
    assert s.node.values["colour"] == "blue"


@rule("HAD-5.1")
@pytest.mark.parametrize(("deck_set", "sizes"), [("basic", [45, 28, 15, 6, 1]), ("advanced", [91, 66, 45, 28, 15])])
def test_pairs_left_for_each_drawer(deck_set: str, sizes: list[int]) -> None:
    """X35: with five players basic every plain card is drawn; the last drawer has one possible pair."""
    s = begin(5, deck_set=deck_set)
    found = []
    while s.phase == "A" and s.epoch == 1:
        if s.node.step_name == "draw" and s.node.values["colour"] == "purple":
            found.append(len(s.node.dist()))
        s.apply(default(s))
    assert found == sizes
    left = sum(len(s.unseen[unseen_deck_index(f"{letter}1-?")]) for letter in "YRBGP")
    assert left == (0 if deck_set == "basic" else 4)


@rule("HAD-5.2", "HAD-5.3")
def test_keep_one_and_discard_the_other() -> None:
    s = draw(begin(2), 0, "R1-03", "R1-08")
    assert [str(action) for action in s.legal] == ["buy(R1-03)", "sell(R1-03)", "buy(R1-08)", "sell(R1-08)"]
    ruling = s.why_not(Action("buy", "R1-04"))
    assert (ruling.rule, ruling.code) == ("HAD-5.3", "not_drawn")
    while s.node.step_name == "keep":
        s.apply(Action("buy", "R1-08") if s.node.seat == 0 else default(s))
    assert s.piles[COLOURS.index("red")][-1] == "R1-03"
    assert s.owned[0] == ("R1-08",)
    assert [event.values["card"] for event in events(s, "discarded") if event.seat == 0] == ["R1-03"]
    assert s.node.rule == "HAD-5.1"


@rule("HAD-5.2", "HAD-A4", "HAD-17.2")
def test_choices_stay_hidden_until_all_have_chosen() -> None:
    s = until(begin(3), "keep")
    first = s.node.seat
    moves = list(s.legal)
    views = {s.child(move).seen_by((first + 1) % 3).to_dict().__repr__() for move in moves}
    assert len(views) == 1
    s.apply(moves[0])
    assert s.events == ()
    assert not any(s.piles)
    s.apply(default(s))
    s.apply(default(s))
    assert len(events(s, "discarded")) == 3


@rule("HAD-5.4")
def test_x4_the_wheel_turns_clockwise() -> None:
    """X4: red, yellow stand clockwise; the icon goes from red to yellow."""
    s = GAME.start(2)
    s.apply(("yellow", "green", "blue", "purple", "red"))
    s = until(s, "wheel")
    go(s, "wheel(red)")
    seat = s.first
    seen = []
    while s.phase == "A" and s.node.step_name in ("draw", "keep"):
        if s.node.step_name == "draw" and s.node.seat == seat:
            seen.append(s.node.values["colour"])
        s.apply(default(s))
    assert seen == ["red", "yellow", "green", "blue", "purple"]


@rule("HAD-5.5", "HAD-18.3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_five_steps(seats: int) -> None:
    s = until(begin(seats), "pick", epoch=1)
    assert [s.deck_size(colour) for colour in range(5)] == [0] * 5
    assert [len(pile) for pile in s.piles] == [seats] * 5
    assert [len(s.sold[seat]) + len(s.owned[seat]) for seat in range(seats)] == [5] * seats


@rule("HAD-5.6")
def test_coins_and_discounts_of_an_earlier_step_count() -> None:
    s = draw(begin(2), 0, "Y1-03", "Y1-07")
    while s.node.step_name == "keep":
        s.apply(Action("buy", "Y1-03") if s.node.seat == 0 else default(s))
    assert "HAD-5.6" in events(s, "bought")[0].related_rules
    assert s.card_price(0, "Y1-07") == 2


@rule("HAD-14.2")
def test_what_a_player_keeps() -> None:
    s = until(begin(2), "pick")
    own(s, 0, "R1-10")
    s.tracks[0] = s.compute_tracks(0)
    coins = None
    while s.epoch == 1:
        coins = s.coins[0]
        s.apply(default(s))
    assert s.owned[0] == ("R1-10",)
    assert s.card_price(0, "R2-01") == 3  # cards of earlier epochs go on giving discounts
    assert s.coins[0] >= coins
    assert "HAD-14.2" in events(s, "epoch")[0].related_rules
