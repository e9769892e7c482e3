"""Fleeing (TOW-6) and the end of the game (TOW-7)."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from gamelib.bank.towers.endings import example_ending
from gamelib.games.towers.bots import random_stay_bot
from gamelib.games.towers.state import end_game_and_settle_debts
from gamelib.playouts import playout, random_bot
from tests.rules import rule
from tests.towers.build import (
    GAME,
    all_cards,
    codes,
    give,
    gone,
    occupy,
    out,
    owe,
    play,
    refused,
    sizes,
    table,
    told,
)

GAMES = int(os.environ.get("KISMET_GAMES", "300"))


# -- fleeing ---------------------------------------------------------------------------------------


@rule("TOW-6.1", "TOW-6.2", "TOW-6.3", "TOW-6.4", "TOW-6.5", "TOW-A16")
def test_w12_flight_of_one_in_three() -> None:
    s = table(3)
    give(s, 0, "KEY-LG", "STAR-NE", "BOOK-NE")
    give(s, 1, "KEY-CE")
    owe(s, 0, 4)
    deck, masks = len(s.deck), list(s.masks)
    events = play(s, "flee")
    assert told(events, "flees").values["balance"] == 7
    paid = [(event.values["other"], event.values["coins"]) for event in events if event.code == "pays"]
    assert paid == [(1, 7), (2, 7)]
    assert s.coins == [-14, 7, 7]
    assert s.fled == [True, False, False]
    assert (len(s.deck), s.masks) == (deck, masks)
    assert told(events, "out").related_rules == ("TOW-6.5", "TOW-8.3")
    assert (s.node.seat, s.node.step_name) == (1, "choose")


@rule("TOW-6.3")
def test_coin_value() -> None:
    s = table(3, coin_value=5)
    give(s, 0, "KEY-LG")
    give(s, 1, "KEY-CE")
    play(s, "flee")
    assert s.coins == [-10, 5, 5]
    owe(s, 1, 2)
    end_game_and_settle_debts(s, "no_play", "TOW-7.2")
    assert s.coins == [-10, 5 - 15, 5 + 15]
    for value in (0, -1, 1.5, True, "2"):
        with pytest.raises(ValueError, match="coin_value cannot be"):
            GAME.start(2, coin_value=value)


@rule("TOW-6.4")
def test_a_seat_that_fled_is_left_alone() -> None:
    s = table(3)
    give(s, 0, "KEY-LG")
    give(s, 1, "KEY-CE", "STAR-NE", "BOOK-NE")
    play(s, "flee", "place(KEY-CE,Keys,LG)", "stop")
    play(s, *(f"={card}" for card in s.deck[:3]))
    owe(s, 1, 3)
    before = s.coins[0]
    end_game_and_settle_debts(s, "no_play", "TOW-7.2")
    assert s.coins[0] == before == -2
    assert s.caches[0] == ()


@rule("TOW-6.6", "TOW-7.4", "TOW-A15")
def test_the_last_one_pays_nothing() -> None:
    s = table(2)
    give(s, 0, "KEY-LG", "STAR-NE", "BOOK-NE")
    give(s, 1, "KEY-CE")
    owe(s, 1, 9)
    events = play(s, "flee")
    end = s.node
    assert (end.reason, end.rule, end.scores, end.winners) == ("alone", "TOW-6.6", (-3, 3), (1,))
    assert told(events, "alone").rule == "TOW-7.4"
    assert "settles" not in codes(events)
    assert len(s.balances[1]) == 9
    assert s.why_not(GAME.parse_choice("flee")).code == "over"


# -- the end ---------------------------------------------------------------------------------------


@rule("TOW-7.1", "TOW-7.5", "TOW-A17")
def test_the_last_tower_closes_within_a_turn() -> None:
    s = table()
    give(s, 0, "HAMMER-CG", "STAR-NE", "BOOK-NE")
    give(s, 1, "KEY-CE", "KEY-LE")
    occupy(s, "Hammers", "LG NG CG CN CE NE")
    gone(s, *GAME.suits[1:])
    s.balances[0], s.balances[1] = (), s.balances[0] + s.balances[1]
    before = sizes(s)
    events = play(s, "place(HAMMER-CG,Hammers,LE)")
    assert s.node.reason == "no_tower"
    assert s.node.rule == "TOW-7.1"
    assert sizes(s) == [before[0] + 2, before[1] + 8 + 2]
    assert [event.rule for event in events if event.code == "cache_to_balance"] == ["TOW-7.5"] * 2
    assert "refilled" not in codes(events)


def dead(**options):
    """Every tower shows LG NG CG; seat 0 passes with unplayable cards, seat 1 holds some too."""
    s = table(**options)
    give(s, 0, "KEY-NG", "STAR-NE", "BOOK-LN")
    give(s, 1, "KEY-CN", "STAR-NG", "BOOK-CN")
    for suit in GAME.suits:
        occupy(s, suit, "LG NG CG")
    return s


@rule("TOW-7.2", "TOW-A8")
def test_it_ends_if_no_card_can_ever_be_placed() -> None:
    s = dead()
    fitting = [card for card in s.deck if any(s.total_open_cell_count(seat, card) for seat in (0, 1))]
    assert fitting
    for card in fitting:
        s.deck.remove(card)
        s.balances[1] += (card,)
    deck = len(s.deck)
    events = play(s, "pass")
    assert (s.node.reason, s.node.rule) == ("no_play", "TOW-7.2")
    assert (len(s.deck), "refilled" in codes(events)) == (deck, False)  # at once: nobody draws dead cards


@rule("TOW-2.1", "TOW-7.2")
def test_a_position_in_which_it_has_ended_asks_nobody() -> None:
    s = example_ending()
    assert GAME.from_dict(s.to_dict()) == s
    fitting = tuple(card for card in s.caches[1] if s.total_open_cell_count(1, card))
    s.caches[1] = tuple(card for card in s.caches[1] if card not in fitting)
    s.balances[1] += fitting
    with pytest.raises(ValueError, match="the game should have ended"):
        GAME.from_dict(s.to_dict())


@rule("TOW-7.2", "TOW-A8")
def test_a_fitting_card_in_the_deck_keeps_it_going_unless_now_counts() -> None:
    for end_check, ended in (("ever", False), ("now", True)):
        s = dead(end_check=end_check)
        play(s, "pass")
        while s.node.__class__.__name__ == "Chance":
            play(s, f"={next(card for card in s.deck if not s.total_open_cell_count(0, card))}")
        assert (s.result is not None) is ended
        if ended:  # though the deck has cards that fit
            assert GAME.describe(s.node).startswith("Nobody can place a card any more")
        else:
            assert s.node.seat == 1
            assert [str(action) for action in s.legal] == ["pass", "flee"]


@rule("TOW-7.2")
@pytest.mark.parametrize(("fled", "ended"), [((), False), ((0, 1), True)])
def test_a_card_of_the_deck_counts_only_for_sides_that_are_left(fled: tuple[int, ...], ended: bool) -> None:
    s = table(4, mover=2)
    give(s, 2, "KEY-NG", "STAR-NE", "BOOK-LN")
    give(s, 3, "KEY-CN", "STAR-NG", "BOOK-CN")
    for suit in GAME.suits:
        occupy(s, suit, "LG NG CG")
    for card in [card for card in s.deck if s.total_open_cell_count(3, card)]:
        s.deck.remove(card)
        s.balances[3] += (card,)
    assert any(s.total_open_cell_count(0, card) for card in s.deck)  # a seat of side A could place one
    for seat in fled:
        out(s, seat)
    play(s, "pass")
    while s.node.__class__.__name__ == "Chance":
        play(s, f"={next(card for card in s.deck if not s.total_open_cell_count(0, card))}")
    assert (s.result is not None) is ended


@rule("TOW-7.3", "TOW-A14")
def test_it_ends_when_all_cards_are_used_up() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    owe(s, 1, len(s.deck))
    play(s, "place(KEY-LG,Keys,CE)")
    assert (s.node.reason, s.node.rule) == ("no_cards", "TOW-7.3")


@rule("TOW-7.5", "TOW-7.6", "TOW-7.7")
def test_w14_three_balances() -> None:
    s = table(3)
    give(s, 0, "KEY-LG", "STAR-NE", "BOOK-NE")
    owe(s, 0, 7)
    owe(s, 1, 6)
    owe(s, 2, 2)
    s.log = []
    end_game_and_settle_debts(s, "no_play", "TOW-7.2")
    assert sizes(s) == [10, 6, 2]
    assert s.result.scores == (-12, 0, 12)
    assert s.result.winners == (2,)
    told(s.log, "cache_to_balance")


@rule("TOW-7.6")
def test_w1_debts_cancel() -> None:
    s = table()
    owe(s, 0, 9)
    owe(s, 1, 5)
    s.log = []
    end_game_and_settle_debts(s, "no_play", "TOW-7.2")
    event = told(s.log, "settles")
    assert (event.seat, event.values["other"], event.values["coins"]) == (0, 1, 4)
    assert s.result.scores == (-4, 4)


@rule("TOW-7.7")
def test_paying_in_pairs_and_in_one_step_are_the_same() -> None:
    rng = Random(7)
    for seats in (2, 3, 4):
        for _ in range(50):
            s = table(seats)
            for seat in range(seats):
                owe(s, seat, rng.randint(1, 10))
            s.log = []
            end_game_and_settle_debts(s, "no_play", "TOW-7.2")
            coins = [0] * seats
            for event in (event for event in s.log if event.code == "settles"):
                coins[event.seat] -= event.values["coins"]
                coins[event.values["other"]] += event.values["coins"]
            assert coins == s.coins


@rule("TOW-7.8")
def test_the_results_add_up_to_0_and_ties_are_shared() -> None:
    s = table(3)
    owe(s, 0, 3)
    end_game_and_settle_debts(s, "no_play", "TOW-7.2")
    assert s.result.scores == (-6, 3, 3)
    assert s.result.winners == (1, 2)
    assert GAME.describe(s.node).endswith("Player 2 and Player 3 share the victory with the most coins.")


@rule("TOW-7.9")
@pytest.mark.parametrize("bot", [random_bot, random_stay_bot], ids=["random", "calm"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_within_16_turns(seats: int, bot) -> None:
    for number in range(max(1, GAMES // 6)):
        s = GAME.start(seats)
        end = playout(s, [bot] * seats, Random(f"{seats}/{number}"))
        assert 0 < s.turn <= 16
        assert sum(end.scores) == 0
        assert all_cards(s) == sorted(GAME.cards)
        assert end.reason in ("no_tower", "no_play", "no_cards", "alone")


def test_no_action_after_the_end() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    play(s, "flee")
    with pytest.raises(ValueError, match="over"):
        s.apply(GAME.parse_choice("flee"))
    assert "game is over" in GAME.describe(s.why_not(GAME.parse_choice("pass")))


def test_a_draw_must_come_first() -> None:
    s = GAME.start(2)
    assert s.why_not(GAME.parse_choice("flee")).code == "chance_first"
    with pytest.raises(ValueError, match="cannot come up"):
        s.apply("HAMMER-N")


def test_only_an_action_is_an_action() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    assert refused(s, "stop").code == "not_now"
    with pytest.raises(ValueError, match="no action like that"):
        s.apply("KEY-LG")


# -- a second implementation, from the printed text alone ------------------------------------------

AWAY = {"L": -1, "N": 0, "C": 1, "G": 1, "E": -1}
RING = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def offset(alignment: str) -> tuple[int, int]:
    """Where a symbol is on its card, or a cell on its tower: law to chaos, evil to good."""
    law, good = alignment
    return (AWAY[law] if law != "N" else 0), (AWAY[good] if good != "N" else 0)


def cells_for(symbols: set[tuple[int, int]], alignment: str, turned: bool, options: Any) -> set[tuple[int, int]]:
    """Where the symbol of a card may land on a tower with these symbols."""
    ax, ay = offset(alignment)
    if turned:
        ax, ay = -ax, -ay
    found = set()
    for x, y in RING:
        near = [(abs(x - p), abs(y - q)) for p, q in symbols]
        touches = any(sum(d) == 1 or (d == (1, 1) and options["adjacency"] == "king") for d in near)
        hidden = [(p, q) for p, q in {*symbols, (0, 0)} if max(abs(p - x + ax), abs(q - y + ay)) <= 1]
        free = (x, y) not in symbols if options["body"] == "free" else not hidden and (x, y) not in symbols
        if free and (touches or not symbols):
            found.add((x, y))
    return found


def second_opinion(s: Any) -> tuple[set[str], list[bool], bool]:
    """The placements of the seat to move, which towers are open, and whether nobody can ever place a card."""
    symbols = [{offset(cell) for _, _, cell in plays} for plays in s.plays]
    code = {offset(a): a for a in GAME.alignment.values() if a != "N"}
    still_open = [s.is_tower_open(tower) for tower in range(6)]

    def cells(card: str, seat: int, tower: int) -> set[tuple[int, int]]:
        turned = seat >= (s.seats + 1) // 2 and s.options["rotate_by_side"]
        return cells_for(symbols[tower], GAME.alignment[card], turned, s.options) if still_open[tower] else set()

    seat = getattr(s.node, "seat", None)
    legal = {
        f"place({card},{GAME.suits[tower]},{code[cell]})"
        for card in (s.caches[seat] if s.agenda_frames and s.node.__class__.__name__ == "Decision" else ())
        for tower in range(6)
        for cell in cells(card, seat, tower)
    }
    fitting = [
        any(cells_for(symbols[tower], alignment, False, s.options) for alignment in code.values())
        for tower in range(6)
        if still_open[tower]
    ]
    left = [other for other in range(s.seats) if not s.fled[other]]
    dead = not any(
        cells(card, other, tower) for other in left for card in (*s.caches[other], *s.deck) for tower in range(6)
    )
    return legal, fitting, dead


OPTIONS: list[dict[str, Any]] = [
    {},
    {"end_check": "now"},
    {"unplayed": "keep"},
    {"adjacency": "king"},
    {"body": "free"},
    {"rotate_by_side": False, "voluntary_stop": False},
    {"stuck_turn": "forced_flee", "body": "free", "adjacency": "king"},
]


@rule("TOW-7.2", "TOW-7.3", "TOW-5.1", "TOW-3.5", "TOW-3.6")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_second_implementation_agrees(options: dict[str, Any]) -> None:
    """In random games: what may be placed, which towers are closed, and that it ends as soon as all is dead."""
    for number in range(6):
        rng = Random(number)
        s = GAME.start(2 + number % 3, **options)
        bot = (random_stay_bot, random_bot)[number == 5]
        while s.agenda_frames:
            legal, fitting, dead = second_opinion(s)
            assert not dead
            assert all(fitting)
            if s.node.__class__.__name__ == "Decision":
                assert {str(action) for action in s.legal if action.verb == "place"} == legal
                s.apply(bot(s, list(s.legal), rng))
            else:
                s.apply(s.node.sample(rng))
        at_turn = options.get("end_check") == "now"
        assert s.node.reason in ("no_tower", "alone") or at_turn or second_opinion(s)[2]


@rule("TOW-7.2")
def test_it_ends_in_mid_turn_before_the_draw() -> None:
    """The last mover of a dead table draws no dead cards, in whatever way the turn comes to its end."""
    for cache, choices in (
        (("KEY-LG", "HAMMER-LG", "KEY-CN"), ["place(KEY-LG,Crowns,CG)"]),  # no match: what would fit is left over
        (("CROWN-LG", "KEY-NG", "KEY-CN"), ["place(CROWN-LG,Crowns,CG)"]),  # nothing else fits
        (("CROWN-LG", "HAMMER-LG", "KEY-CN"), ["place(CROWN-LG,Crowns,CG)", "stop"]),
    ):
        s = table()
        give(s, 0, *cache)
        give(s, 1, "STAR-CN")
        gone(s, *GAME.suits[:5])
        occupy(s, "Crowns", "LG NG")
        for card in [card for card in s.deck if GAME.alignment[card] != "CN"]:
            s.deck.remove(card)
            s.balances[1] += (card,)
        for choice in choices:
            assert s.result is None
            events = play(s, choice)
        assert s.deck
        assert (s.node.reason, s.node.rule) == ("no_play", "TOW-7.2")
        assert len(s.balances[0]) == 2
        assert "refilled" not in codes(events)


@rule("TOW-7.6", "TOW-7.7")
def test_what_is_said_of_the_settling_adds_up_with_any_coin_value() -> None:
    for value, added in ((1, ""), (4, " (4 for each card)")):
        s = table(3, coin_value=value)
        s.log = []
        owe(s, 0, 5)
        owe(s, 1, 2)
        end_game_and_settle_debts(s, "no_play", "TOW-7.2")
        said = [GAME.describe(event) for event in s.log]
        assert f"Player 1 owes 5, and Player 2 owes 2. Player 1 pays {3 * value} coins{added}." in said
        assert f"The balances add up to 7. Player 1 subtracts 3 × 5 and pays {8 * value} coins{added}." in said
        assert f"The balances add up to 7. Player 3 subtracts 3 × 0 and gets {7 * value} coins{added}." in said
