"""The turn (TOW-2), matching and the chain (TOW-4), closing a tower (TOW-5)."""

from __future__ import annotations

import pytest

from gamelib.games.towers.geometry import ALL_CELLS, CELLS, FULL_MASK, cells_to_mask
from gamelib.games.towers.state import closed_tower_cards_by_opponent
from tests.rules import rule
from tests.towers.build import (
    GAME,
    cells,
    codes,
    give,
    gone,
    occupy,
    out,
    owe,
    play,
    put,
    refused,
    sizes,
    table,
    told,
)

SEVEN = "LG NG CG CN CE NE"
"""Six cells; an LE card at LE makes seven, and the edge LN is left."""


def about_to_close(seats: int = 2, mover: int = 0, **options):
    """A seat of side A can close Hammers by a CG card at LE: seven symbols and the foundation."""
    s = table(seats, mover, **options)
    occupy(s, "Hammers", SEVEN)
    return s


# -- the turn --------------------------------------------------------------------------------------


@rule("TOW-2.1", "TOW-2.2")
def test_a_turn_begins_with_flee_or_play() -> None:
    s = table(mover=1)
    give(s, 1, "KEY-LG", "STAR-NE")
    assert (s.node.seat, s.node.rule, s.node.step_name) == (1, "TOW-2.2", "choose")
    assert {action.verb for action in s.legal} == {"place", "flee"}
    give(s, 0, "KEY-CE")
    events = play(s, "place(STAR-NE,Keys,NE)", f"={s.deck[0]}", f"={s.deck[1]}", f"={s.deck[2]}")
    event = told(events, "turn")
    assert (event.rule, event.seat, event.values["turn"]) == ("TOW-2.1", 0, 2)


@rule("TOW-2.2")
def test_w22_flight_comes_too_late_after_a_card() -> None:
    s = table()
    give(s, 0, "KEY-LG", "STAR-NE")
    play(s, "place(KEY-LG,Keys,CE)")
    ruling = refused(s, "flee")
    assert (ruling.code, ruling.rule) == ("flee_too_late", "TOW-2.2")


@rule("TOW-2.3", "TOW-A12")
def test_no_pass_while_a_card_fits() -> None:
    s = table()
    give(s, 0, "KEY-LG")
    ruling = refused(s, "pass")
    assert (ruling.code, ruling.rule, ruling.remedy) == ("must_play_or_flee", "TOW-2.3", "play_instead")
    assert s.why_not(GAME.parse_choice("place({card},{tower},{cell})".format(**ruling.values))) is None
    assert refused(s, "stop").code == "not_now"
    assert len(cells(s, 0, "KEY-LG", "Stars")) == 5


def stuck(**options):
    """Seat 0 of side A holds three cards that fit nowhere; seat 1 can play."""
    s = table(**options)
    give(s, 0, "KEY-NG", "STAR-NE", "BOOK-LN")
    give(s, 1, "KEY-CE", "KEY-CG", "KEY-LG")
    for suit in GAME.suits:
        occupy(s, suit, "LG NG CG")
    return s


@rule("TOW-2.4", "TOW-A9", "TOW-4.7")
def test_a_stuck_seat_flees_or_passes() -> None:
    s = stuck()
    assert [str(action) for action in s.legal] == ["pass", "flee"]
    assert GAME.describe(s.node) == "Player 1, none of your cards fits. Do you want to pass or flee?"
    events = play(s, "pass")
    assert codes(events) == ["passes", "cache_to_balance"]
    assert told(events, "cache_to_balance").rule == "TOW-2.4"
    assert sizes(s) == [3, 0]
    assert s.node.rule == "TOW-4.6"


@rule("TOW-2.4", "TOW-A9")
def test_forced_flight() -> None:
    s = stuck(stuck_turn="forced_flee")
    assert [str(action) for action in s.legal] == ["flee"]
    assert GAME.describe(s.node) == "Player 1, none of your cards fits, so you have to flee."
    ruling = refused(s, "pass")
    assert (ruling.code, ruling.rule) == ("must_flee", "TOW-2.4")


@rule("TOW-2.5")
def test_turns_go_left_past_those_who_fled() -> None:
    s = table(4, mover=1)
    out(s, 2)
    s.agenda_frames[0] = s.agenda_frames[0]._replace(seat=3)
    for seat in (0, 1, 3):
        give(s, seat, f"KEY-{CELLS[seat]}", f"STAR-{CELLS[seat]}", f"BOOK-{CELLS[seat]}")
    order = []
    for _ in range(4):
        order.append(s.node.seat)
        play(s, str(next(a for a in s.legal if a.verb == "place" and not a.args[0].startswith(a.args[1][:3].upper()))))
        while s.node.__class__.__name__ == "Chance":
            play(s, f"={s.deck[0]}")
    assert order == [1, 3, 0, 1]


# -- matching and the chain ------------------------------------------------------------------------


@rule("TOW-4.1")
def test_the_suit_matches_whatever_the_alignment() -> None:
    for alignment in CELLS:
        s = table()
        give(s, 0, f"KEY-{alignment}", "STAR-NE")
        cell = sorted(cells(s, 0, f"KEY-{alignment}", "Keys"))[0]
        assert "matched" in codes(s.child(GAME.parse_choice(f"place(KEY-{alignment},Keys,{cell})")).events)
        assert "unmatched" in codes(s.child(GAME.parse_choice(f"place(KEY-{alignment},Stars,{cell})")).events)


@rule("TOW-4.2", "TOW-4.3", "TOW-4.7")
def test_w8_three_cards_in_one_turn() -> None:
    s = table()
    give(s, 0, "HAMMER-NE", "HAMMER-LN", "HAMMER-NG")
    give(s, 1, "STAR-NE")
    events = play(s, "place(HAMMER-NE,Hammers,NG)")
    assert "matched" in codes(events)
    assert (s.node.seat, s.node.rule) == (0, "TOW-4.2")
    play(s, "place(HAMMER-LN,Hammers,CG)")
    lying = s.lying[0]["HAMMER-LN"]
    assert GAME.geometry().covered_cell_masks[lying][2] == cells_to_mask(["CN"])
    events = play(s, "place(HAMMER-NG,Keys,CE)")
    assert "cache_to_balance" not in codes(events)
    assert sizes(s) == [0, 0]
    assert (s.node.seat, s.node.rule, s.node.values["left"]) == (0, "TOW-4.6", 3)


@rule("TOW-4.3", "TOW-A11")
def test_one_may_stop_after_a_match() -> None:
    s = table()
    give(s, 0, "HAMMER-NE", "HAMMER-LN", "HAMMER-NG")
    play(s, "place(HAMMER-NE,Hammers,NG)")
    events = play(s, "stop")
    assert told(events, "stops").rule == "TOW-4.3"
    assert sizes(s) == [2, 0]


@rule("TOW-4.3", "TOW-A11")
def test_without_voluntary_stop_the_chain_goes_on() -> None:
    s = table(voluntary_stop=False)
    give(s, 0, "HAMMER-NE", "HAMMER-LN", "HAMMER-NG")
    play(s, "place(HAMMER-NE,Hammers,NG)")
    ruling = refused(s, "stop")
    assert (ruling.code, ruling.rule) == ("must_go_on", "TOW-4.3")


@rule("TOW-4.4", "TOW-4.5", "TOW-A10")
def test_w16_no_match_ends_the_turn() -> None:
    s = table()
    give(s, 0, "HAMMER-LG", "STAR-NE", "BOOK-NE")
    give(s, 1, "CROWN-LG")
    events = play(s, "place(HAMMER-LG,Keys,CE)")
    assert codes(events) == ["placed", "unmatched", "chain_breaks", "cache_to_balance"]
    assert told(events, "chain_breaks").rule == "TOW-4.4"
    assert told(events, "cache_to_balance").rule == "TOW-4.5"
    assert sizes(s) == [2, 0]
    assert s.node.values["left"] == 3
    play(s, *(f"={card}" for card in s.deck[:3]))
    assert s.node.seat == 1
    ruling = refused(s, "place(STAR-NE,Keys,LG)")
    assert (ruling.code, ruling.rule) == ("chain_over", "TOW-4.4")
    assert GAME.describe(ruling).startswith(
        "You can’t place The Mute Seer any more: your turn ended"
    )  # it was another's turn


@rule("TOW-4.4")
def test_a_match_ends_the_turn_if_nothing_else_fits() -> None:
    s = table()
    give(s, 0, "KEY-LG", "STAR-NE", "BOOK-LN")
    for suit in GAME.suits:
        occupy(s, suit, "LG NG CG")
    give(s, 1, "KEY-CE")
    events = play(s, "place(KEY-LG,Keys,CN)")
    assert told(events, "nothing_fits").values["cards"] == ("STAR-NE", "BOOK-LN")
    assert sizes(s) == [2, 0]
    play(s, *(f"={card}" for card in s.deck[:3]))
    # the last card did match, so it is not the chain that bars the others
    assert refused(s, "place(STAR-NE,Keys,CE)").code == "not_your_card"


@rule("TOW-4.5", "TOW-4.6", "TOW-A10")
def test_unplayed_cards_may_be_kept() -> None:
    s = table(unplayed="keep")
    give(s, 0, "HAMMER-LG", "STAR-NE", "BOOK-NE")
    give(s, 1, "CROWN-LG")
    play(s, "place(HAMMER-LG,Keys,CE)")
    assert sizes(s) == [0, 0]
    assert s.caches[0] == ("STAR-NE", "BOOK-NE")
    assert s.node.values["left"] == 1
    play(s, f"={s.deck[0]}")
    assert len(s.caches[0]) == 3


@rule("TOW-2.4", "TOW-A10")
def test_a_pass_without_cards_adds_none() -> None:
    s = table(unplayed="keep")
    give(s, 1, "CROWN-LG")
    owe(s, 1, len(s.deck))
    events = play(s, "pass")
    assert codes(events) == ["passes", "no_refill", "turn"]
    assert not s.balances[0]


@rule("TOW-4.6", "TOW-A14")
def test_the_refill_and_an_empty_deck() -> None:
    s = table()
    give(s, 0, "HAMMER-LG")
    give(s, 1, "CROWN-LG", "CROWN-CE")
    owe(s, 1, len(s.deck) - 3)
    events = play(s, "place(HAMMER-LG,Keys,CE)", *(f"={card}" for card in s.deck[:3]))
    assert codes(events).count("refilled") == 3
    assert not s.deck
    events = play(
        s,
        "place(CROWN-LG,Keys,LE)"
        if s.why_not(GAME.parse_choice("place(CROWN-LG,Keys,LE)")) is None
        else str(next(iter(s.legal))),
    )
    while s.node.step_name == "chain":
        events = play(s, "stop")
    assert told(events, "no_refill").rule == "TOW-4.6"
    assert s.node.seat == 0


@rule("TOW-4.7")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_debt_of_a_turn(count: int) -> None:
    s = table()
    give(s, 0, "HAMMER-NE", "KEY-LN", "STAR-NG")
    play(s, *["place(HAMMER-NE,Hammers,NG)", "place(KEY-LN,Keys,CN)", "place(STAR-NG,Stars,NE)"][:count])
    if s.node.step_name == "chain":
        play(s, "stop")
    assert len(s.balances[0]) == 3 - count


# -- closing a tower -------------------------------------------------------------------------------


@rule("TOW-5.1", "TOW-5.2", "TOW-A7")
@pytest.mark.parametrize("adjacency", ["orthogonal", "king"])
def test_w18_what_is_closed(adjacency: str) -> None:
    geometry = GAME.geometry(adjacency)
    for mask in geometry.reachable_masks:
        free = [i for i in ALL_CELLS if not mask >> i & 1]
        assert geometry.is_closed_mask[mask] == (not free or (len(free) == 1 and free[0] % 2 == 1))
    missing_edge, missing_corner = FULL_MASK & ~cells_to_mask(["LN"]), FULL_MASK & ~cells_to_mask(["LG"])
    assert geometry.is_closed_mask[missing_edge]
    assert not geometry.is_closed_mask[missing_corner]
    # only card CE of side A, as it lies, fits the last corner LG
    assert [CELLS[a] for a in ALL_CELLS if geometry.open_cell_masks[a][missing_corner]] == ["CE"]


@rule("TOW-5.1", "TOW-5.3", "TOW-5.4", "TOW-5.8")
def test_w2_one_opponent_gets_all() -> None:
    s = about_to_close()
    give(s, 0, "KEY-CG", "STAR-NE")
    events = play(s, "place(KEY-CG,Hammers,LE)")
    closed = told(events, "closed")
    assert (closed.rule, closed.seat, closed.values["cards"]) == ("TOW-5.1", 0, 8)
    assert "TOW-5.8" in closed.related_rules
    assert sizes(s) == [1, 8]  # the closer adds only its own unplayed card


@rule("TOW-5.2", "TOW-5.4")
def test_w18_the_eighth_card_deals_nine() -> None:
    s = table()
    occupy(s, "Hammers", "NG CG CN CE NE LE LN")
    give(s, 0, "KEY-CE")
    assert cells(s, 0, "KEY-CE", "Hammers") == {"LG"}
    play(s, "place(KEY-CE,Hammers,LG)")
    assert sizes(s) == [0, 9]


@rule("TOW-5.3", "TOW-5.4")
@pytest.mark.parametrize(
    ("cells_taken", "card", "cell", "shares"),
    [
        (SEVEN, "KEY-CG", "LE", (4, 4)),
        ("NG CG CN CE NE LE LN", "KEY-CE", "LG", (4, 5)),
    ],
)
def test_w10_two_opponents(cells_taken: str, card: str, cell: str, shares: tuple[int, int]) -> None:
    s = table(3, mover=1)
    occupy(s, "Hammers", cells_taken)
    give(s, 1, card)
    events = play(s, f"place({card},Hammers,{cell})")
    assert sizes(s) == [shares[0], 0, shares[1]]
    assert [event.seat for event in events if event.code == "gets"] == [2, 0]


@rule("TOW-5.3", "TOW-6.4")
def test_a_seat_that_fled_gets_nothing_of_a_tower() -> None:
    s = about_to_close(3)
    out(s, 1)
    s.agenda_frames[0] = s.agenda_frames[0]._replace(seat=2)
    give(s, 0, "KEY-CG")
    play(s, "place(KEY-CG,Hammers,LE)")
    assert sizes(s) == [0, 0, 8]


@rule("TOW-5.4")
def test_shares_are_as_even_as_possible() -> None:
    assert [closed_tower_cards_by_opponent(m, k) for m, k in ((8, 1), (8, 2), (9, 2), (8, 3), (9, 3), (9, 4))] == [
        [8],
        [4, 4],
        [5, 4],
        [3, 3, 2],
        [3, 3, 3],
        [3, 2, 2, 2],
    ]


@rule("TOW-5.5")
def test_the_foundation_is_dealt_first_and_then_in_order_of_play() -> None:
    s = about_to_close(3)
    give(s, 0, "KEY-CG")
    order = ["HAMMER-N", *(card for card, _, _ in s.plays[0]), "KEY-CG"]
    play(s, "place(KEY-CG,Hammers,LE)")
    assert s.balances[1] == tuple(order[0::2])
    assert s.balances[2] == tuple(order[1::2])


@rule("TOW-5.6")
def test_w17_the_suit_of_a_closed_tower_never_matches() -> None:
    s = table()
    gone(s, "Hammers")
    give(s, 0, "HAMMER-LE", "STAR-NE")
    for suit in GAME.suits[1:]:
        events = s.child(GAME.parse_choice(f"place(HAMMER-LE,{suit},CG)")).events
        assert "unmatched" in codes(list(events))
    assert refused(s, "place(HAMMER-LE,Hammers,CG)").code == "tower_closed"


@rule("TOW-5.7", "TOW-A13")
def test_the_chain_goes_on_after_a_closing_match() -> None:
    s = about_to_close()
    give(s, 0, "HAMMER-CG", "STAR-NE")
    events = play(s, "place(HAMMER-CG,Hammers,LE)")
    assert {"matched", "closed"} <= set(codes(events))
    assert (s.node.step_name, s.node.seat) == ("chain", 0)
    assert {action.args[1] for action in s.legal if action.verb == "place"} == set(GAME.suits[1:])


@rule("TOW-5.8")
def test_the_closer_gets_none_of_it() -> None:
    s = about_to_close(4, mover=1)
    give(s, 1, "KEY-CG")
    play(s, "place(KEY-CG,Hammers,LE)")
    assert sizes(s) == [2, 0, 3, 3]


def test_put_places_by_the_rules_of_a_saved_position() -> None:
    s = table()
    put(s, "Hammers", ("HAMMER-NE", 0, "NG"), ("HAMMER-LN", 0, "CG"))
    assert GAME.from_dict(s.to_dict()) == s
