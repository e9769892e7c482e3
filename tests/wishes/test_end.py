"""The end of the game, and the game alone (WIS-13, WIS-14)."""

from __future__ import annotations

import pytest

from gamelib.games.wishes.round_end import (
    day_points,
    gem_points,
    score_gems_wares_and_finish,
    tie_break_ware_value,
    ware_points,
)
from gamelib.games.wishes.wish_fulfilment import fulfil_wish

from ..rules import rule
from .build import GAME, begin, default, events, give, go, lay, only, own, stack, under, until, wares


@rule("WIS-13.1", "WIS-2.9")
def test_example_32_the_round_is_played_to_its_end() -> None:
    s = begin(3)
    until(s, "plate").apply("KIND")
    until(s, "plate").apply("HAPPY")
    until(s, "act", 1)
    s.ending = True
    turns = 0
    while s.agenda_frames:
        s.apply(default(s))
        turns += len(events(s, "turn"))
    assert turns == 1 + 3 * 3  # one more under this plate, then three plates
    assert s.result.rule == "WIS-13.4"


@rule("WIS-13.2", "WIS-A27")
def test_example_31_gems_at_the_end() -> None:
    s = begin(2)
    for gems, points in ((7, 3), (6, 3), (1, 0), (0, 0)):
        own(s, 0, gems=gems)
        assert gem_points(s, 0) == points


@rule("WIS-13.3")
def test_example_13_carlos() -> None:
    s = begin(2, cards=("K3", "K1"))
    wares(s, 0, "W07", "W05", "W15")
    assert [GAME.tables.ware_points("K3", ware) for ware in ("W07", "W05", "W15")] == [4, 1, 4]
    assert ware_points(s, 0) + day_points(s, 0, s.wares[0]) == 14


@rule("WIS-13.3", "WIS-A15")
def test_several_complete_days_or_one() -> None:
    for mode, points in (("many", 10), ("one", 5)):
        s = begin(2, set_counts=mode)
        wares(s, 0, "W04", "W05", "W06", "W07", "W08", "W09", "W10")
        assert day_points(s, 0, s.wares[0]) == points


def ended(cards: list[tuple[str, ...]], scores: list[int], **options: str) -> tuple[str, tuple[int, ...]]:
    """How a game ends that has these wares and, with everything counted, these scores."""
    s = begin(len(cards), **options)
    for seat, row in enumerate(cards):
        wares(s, seat, *row)
    for seat in range(s.seats):
        s.score[seat] = scores[seat] - ware_points(s, seat) - day_points(s, seat, s.wares[seat])
    score_gems_wares_and_finish(s)
    assert s.result.scores == tuple(scores)
    return s.result.reason, s.result.winners


@rule("WIS-13.4")
def test_most_points_win() -> None:
    assert ended([(), ("W13",)], [61, 60]) == ("points", (0,))
    assert ended([(), ()], [60, 60]) == ("shared", (0, 1))


@rule("WIS-13.4", "WIS-A14")
@pytest.mark.parametrize(
    ("mode", "winners"), [("total_cost", (0,)), ("highest_single", (1,)), ("count", (0,)), ("count_cost_ge_5", (1,))]
)
def test_example_33_the_tie_break(mode: str, winners: tuple[int, ...]) -> None:
    assert ended([("W02", "W20"), ("W13",)], [60, 60], tie_break=mode) == ("wares", winners)


def test_the_value_of_no_wares() -> None:
    for mode in ("total_cost", "highest_single", "count", "count_cost_ge_5"):
        assert tie_break_ware_value(begin(2, tie_break=mode), 0) == 0


@rule("WIS-13.4", "WIS-A14")
def test_a_ware_for_five_gems_counts_as_dear() -> None:
    s = begin(2, tie_break="count_cost_ge_5")
    of_cost = {row.cost: ware for ware, row in GAME.tables.wares.items()}
    s.wares[0] = (of_cost[4], of_cost[5], of_cost[6])
    assert tie_break_ware_value(s, 0) == 2


@rule("WIS-14.4")
def test_alone_there_is_no_fourth_round() -> None:
    saved = begin(1).to_dict()
    assert GAME.from_dict({**saved, "round": 3}).round == 3
    with pytest.raises(ValueError, match=r"a solo game ends after round 3 \(WIS-14\.4\)"):
        GAME.from_dict({**saved, "round": 4})


@rule("WIS-14.4", "WIS-14.5", "WIS-14.7", "WIS-14.2", "WIS-A24")
def test_alone_thirty_turns_and_a_final_wish_does_not_end_it() -> None:
    s = begin(1)
    turns, rounds = 0, []
    while s.agenda_frames:
        s.apply(default(s))
        turns += len(events(s, "turn"))
        rounds += [event.seat for event in events(s, "round")]
        s.ending = False
        assert s.first == 0
        if s.node.rule == "WIS-2.1" and not s.plates:
            assert len(s.node.dist()) == 10
    assert turns == 30
    assert len(rounds) == 2  # the first one began with the setup
    assert s.result.rule == "WIS-14.6"


@rule("WIS-14.6")
@pytest.mark.parametrize(
    ("score", "verdict"),
    [
        (0, "not_chosen"),
        (50, "not_chosen"),
        (51, "narrow"),
        (70, "narrow"),
        (71, "chosen"),
        (90, "chosen"),
        (91, "flawless"),
        (140, "flawless"),
    ],
)
def test_example_14_the_verdict(score: int, verdict: str) -> None:
    s = begin(1)
    s.score[0] = score
    score_gems_wares_and_finish(s)
    assert (s.result.reason, s.result.rule, s.result.scores) == (verdict, "WIS-14.6", (score,))
    assert GAME.describe(s.result)


@rule("WIS-14.4", "WIS-10.4")
def test_alone_a_final_wish_is_no_end() -> None:
    s = begin(1)
    under(s, "HAPPY")
    only(s, "F10")
    lay(s, "F10", ("T07", "0"), ("T08", "0"), ("T15", "0"))
    give(s, 0, "T16", "T01", "T02")
    go(s, "fulfil(T16,F10)")
    assert s.ending is False
    assert s.score == [17]


@rule("WIS-14.5", "WIS-12.3")
def test_alone_kinds_without_an_orderly_are_the_only_rivals() -> None:
    s = begin(1)
    stack(s, ("T45", 0), ("T08", 0))
    s.orderly, s.track, s.free = ["Music"], (0,), [6]
    s.plates = GAME.plates
    s.agenda_frames = s.agenda_frames[:1]
    s.log = []
    s._run_automatic_steps()
    assert s.score == [4]
    assert s.round == 2


def test_a_saved_end_is_what_its_position_gives() -> None:
    s = begin(2)
    s.ending = True  # a final wish was fulfilled, so all simple ones have been turned up
    s.simple_down, s.final_down = 0, s.final_down - 1
    placed, opened = GAME.tables.seats[2].simple_placed, {wish for wish, *_ in s.open}
    unopened = tuple(card for card in s.game.simple_cards[0] if card not in opened)
    s.simple, s.final = unopened[placed - len(opened) :], s.final[1:]
    while s.agenda_frames:
        s.apply(default(s))
    saved = s.to_dict()
    assert GAME.from_dict(saved).result is not None
    for name, wrong in (("reason", "CON-01"), ("scores", [1, 200]), ("winners", [0, 1])):
        with pytest.raises(ValueError, match="the result is not what the position gives"):
            GAME.from_dict({**saved, "result": {**saved["result"], name: wrong}})


@rule("WIS-A28", "WIS-13.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_in_which_nobody_fulfils_a_wish_ends(seats: int) -> None:
    s = begin(seats, stall_rounds=3)
    while s.agenda_frames:
        s.apply(default(s))
    assert s.round == 3
    assert (s.result.reason, s.result.rule) == ("stalled", "WIS-A28")
    assert s.idle == 3
    assert events(s, "stalled")[0].values["rounds"] == 3
    assert GAME.from_dict(s.to_dict()) == s


@rule("WIS-A28")
def test_a_fulfilled_wish_begins_the_count_anew() -> None:
    s = until(begin(2, stall_rounds=2), "plate")
    assert s.idle == 1
    fulfil_wish(s, s.open[0], 0)
    assert s.idle == 0


@rule("WIS-A28", "WIS-14.4")
def test_alone_only_the_third_round_ends_it() -> None:
    s = begin(1, stall_rounds=1)
    while s.agenda_frames:
        s.apply(default(s))
    assert s.round == 3
    assert s.result.rule == "WIS-14.6"
