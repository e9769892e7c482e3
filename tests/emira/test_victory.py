"""EMI-11, EMI-12, EMI-16.5, EMI-16.6: matching, winning, points."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from gamelib.deck import Deck
from gamelib.games.emira import victory
from gamelib.games.emira.card_tables import match_talents
from gamelib.games.emira.state import EmiraState

from ..rules import rule
from .build import (
    GAME,
    begin,
    default,
    events,
    give_camels,
    give_counters,
    give_sections,
    give_status,
    go,
    house,
    in_play,
    remove,
    until,
)


def at_end(seats: int = 5, aims: dict[int, str] | None = None, **options: Any) -> EmiraState:
    """The last question of round 1; nobody chooses after it."""
    s = until(begin(seats, aims=aims, **options), "buy_look", seat=seats - 1)
    s.gold = [600] * seats
    in_play(s)
    return s


def talents(*names: str) -> list[tuple[int, ...]]:
    return [GAME.tables.princesses[name].talents for name in names]


@rule("EMI-12.2")
@pytest.mark.parametrize(
    ("card", "names", "fulfilled"),
    [
        ("5-1", ("Noor", "Hind", "Janan", "Asima"), True),
        ("5-4", ("Noor", "Zainab", "Asima", "Rasha"), False),
        ("5-6", ("Zainab", "Malika", "Thara", "Nibal"), True),
        ("5-6", ("Zainab", "Malika", "Nibal", "Asima"), False),
        ("5-6", ("Zainab", "Thara", "Sahar", "Asima"), True),
    ],
)
def test_matching(card: str, names: tuple[str, ...], fulfilled: bool) -> None:
    s = at_end(aims={0: card})
    give_sections(s, 0, 4)
    house(s, 0, *names)
    found = victory.talent_assignment(s, 0)
    assert (found is not None) is fulfilled
    if found is not None:
        assert len({name for _, name in found}) == len(found) == 3
        for talent, name in found:
            assert ("intelligence", "household", "cooking", "romance").index(talent) in (
                GAME.tables.princesses[name].talents
            )


@rule("EMI-12.2")
def test_augmenting_paths_agree_with_trying_all() -> None:
    names = ("Noor", "Hind", "Janan", "Xenia", "Asima", "Thara")
    for need in [(i, h, c, r) for i in range(3) for h in range(3) for c in range(3) for r in range(3)]:
        units = [talent for talent in range(4) for _ in range(need[talent])]
        able = talents(*names)
        plain = len(units) <= len(names) and any(
            all(unit in able[place] for unit, place in zip(units, order, strict=False))
            for order in permutations(range(len(names)), len(units))
        )
        assert (match_talents(able, need) is not None) is plain


@rule("EMI-12.1", "EMI-12.3")
def test_the_minimum_with_the_talents() -> None:
    s = at_end(aims={0: "5-1"})
    house(s, 0, "Noor", "Hind", "Janan")
    assert victory.talents_or_number_fulfilment(s, 0) == ""  # all talents but too few
    house(s, 0, "Asima")
    assert victory.talents_or_number_fulfilment(s, 0) == "talents"
    house(s, 0, "Raidah")  # more than the minimum is fine
    assert victory.talents_or_number_fulfilment(s, 0) == "talents"
    told = go(s, "no_purchase")
    assert s.result is not None
    assert (s.result.reason, s.result.winners, s.result.rule) == ("objective", (0,), "EMI-12.1")
    assert any(event.code == "fulfilled_talents" for event in told)
    assert s.agenda == []


@rule("EMI-12.1")
@pytest.mark.parametrize(("seats", "most"), [(3, 8), (4, 7), (5, 6)])
def test_the_maximum_with_any_talents(seats: int, most: int) -> None:
    aims = {0: {3: "3-3", 4: "4-3", 5: "5-6"}[seats]}
    names = ("Asima", "Rasha", "Firyal", "Raidah", "Zafirah", "Halimah", "Nibal", "Fatima")  # no I, no R
    s = at_end(seats, aims) if seats > 3 else until(begin(3, aims=aims), "buy_look", seat=2)
    s.gold = [1000] * seats
    give_sections(s, 0, 7)
    house(s, 0, *names[: most - 1])
    assert victory.talents_or_number_fulfilment(s, 0) == ""
    house(s, 0, names[most - 1])
    assert victory.talents_or_number_fulfilment(s, 0) == "number"
    assert GAME.tables.thresholds[seats] == (most - 2, most)


@rule("EMI-12.1", "EMI-10.3", "EMI-A19")
@pytest.mark.parametrize(("gold", "blocks", "wins"), [(300, True, True), (290, True, False)])
def test_upkeep_must_be_paid_in_full(gold: int, blocks: bool, wins: bool) -> None:
    s = at_end(aims={0: "5-6"}, failed_upkeep_blocks_win=blocks)
    give_sections(s, 0, 5)
    house(s, 0, "Asima", "Rasha", "Firyal", "Raidah", "Nibal", "Fatima")
    s.gold[0] = gold
    go(s, "no_purchase")
    if wins:
        assert s.result is not None
        assert s.result.winners == (0,)
    else:
        assert s.node.step_name == "depart"
        s.apply("Asima")
        assert s.result is None
        assert (s.round, s.gold[0]) == (2, 0)


@rule("EMI-A19")
def test_a_failed_upkeep_may_win_by_option() -> None:
    for blocks in (True, False):
        s = at_end(aims={0: "5-1"}, failed_upkeep_blocks_win=blocks)
        give_sections(s, 0, 5)
        house(s, 0, "Noor", "Hind", "Janan", "Asima", "Raidah")
        s.gold[0] = 0
        go(s, "no_purchase", "=Raidah")
        assert (s.result is None) is blocks


@rule("EMI-12.4")
def test_the_win_is_shared_in_the_basic_game() -> None:
    s = at_end(aims={0: "5-1", 3: "5-5"})
    for seat, names in ((0, ("Noor", "Hind", "Janan", "Asima")), (3, ("Zainab", "Malika", "Rasha", "Raidah"))):
        give_sections(s, seat, 3)
        house(s, seat, *names)
    house(s, 3, "Anisah")
    go(s, "no_purchase")
    assert s.result is not None
    assert (s.result.reason, s.result.rule, s.result.winners) == ("shared", "EMI-12.4", (0, 3))
    assert s.phase == 8  # the round was completed
    assert s.result.scores[0] == 11


@rule("EMI-16.5", "EMI-16.6", "EMI-A02g", "EMI-A26")
def test_the_tie_is_broken_in_the_advanced_game() -> None:
    s = at_end(aims={0: "5-1", 3: "5-5"}, advanced=True)
    for seat, names in (
        (0, ("Noor", "Hind", "Janan", "Asima", "Thara")),
        (3, ("Zainab", "Malika", "Rasha", "Raidah", "Anisah")),
    ):
        house(s, seat, *names)
    give_sections(s, 0, 3)
    give_sections(s, 3, 3)
    give_camels(s, 0, 2)
    give_camels(s, 3, 2)
    s.track[0] = 1
    give_counters(s, 0, beauty=2, manners=1, dress=1)
    s.looks[0], s.plus_left = (2, 1, 1, 1, 1), s.plus_left - 1  # 6 with a +1 of Good Looking
    give_counters(s, 3, beauty=4, manners=0, dress=1)
    give_status(s, 0, "ST-1200")
    give_status(s, 3, "ST-1300")
    assert (victory.seat_score(s, 0), victory.seat_score(s, 3)) == (13, 13)
    assert victory.tie_break_points(s, 0) == 2 * (6 + 3 + 3 + 2) + 1  # 14.5 points
    assert victory.tie_break_points(s, 3) == 2 * (5 + 4 + 3 + 2)  # 14 points, Rasha's Acting included
    s.gold[3] = 5000
    told = go(s, "no_purchase")
    assert s.result is not None
    assert s.result.winners == (0,)
    assert [event.values["points"] for event in told if event.code == "tie_points"] == [14.5, 14]


@rule("EMI-A33", "EMI-16.6")
@pytest.mark.parametrize(("options", "points"), [({}, 4), ({"lent_in_tie_break": True}, 5)])
def test_lent_counters_in_the_tie_break(options: dict[str, Any], points: int) -> None:
    """By the print, lent counters belong to the artist, and only own counters count."""
    s = at_end(**options)
    house(s, 1, "Layla")
    s.sections[1] = 1
    give_counters(s, 1, beauty=1, manners=1, dress=1)  # the one for manners is Layla's; the +1 counter counts
    assert s.looks[1] == (1, 1, 1, 1, 0)
    assert victory.tie_break_points(s, 1) == 2 * points


@rule("EMI-16.6")
def test_gold_and_then_sharing() -> None:
    s = at_end()
    s.gold = [600, 700, 700, 600, 600]
    assert victory.winners_among(s, [0, 1]) in ((1,), (0,))
    s.camels, s.sections, s.renown = [0] * 5, [0] * 5, [0] * 5
    s.looks = [(0, 0, 0, 0, 0)] * 5
    assert victory.winners_among(s, list(range(5))) == (1, 2)


@rule("EMI-16.5")
def test_points_even_with_too_few_princesses() -> None:
    s = at_end(aims={0: "5-1"})
    house(s, 0, "Noor", "Hind")
    assert victory.seat_score(s, 0) == 4
    house(s, 0, "Janan")
    assert victory.seat_score(s, 0) == 9


@rule("EMI-A03", "EMI-12.1")
def test_the_listed_order_by_option() -> None:
    romantic = ("Zainab", "Thara", "Sahar", "Asima")  # 1 intelligence, 2 romance
    for reading, fulfilled in (("any", True), ("listed", False)):
        s = at_end(aims={0: "5-6"}, flexible_reading=reading)
        house(s, 0, *romantic)
        assert (victory.talent_assignment(s, 0) is not None) is fulfilled


@rule("EMI-11.1", "EMI-12.4")
def test_the_marker_passes_before_the_check() -> None:
    s = at_end()
    assert s.first == 0
    told = go(s, "no_purchase")
    assert s.first == 1
    codes = [event.code for event in told]
    assert codes.index("marker_passes") < codes.index("round")


@rule("EMI-12.5", "EMI-A27")
def test_the_safety_stop() -> None:
    s = at_end(max_rounds=1)
    give_camels(s, 2, 9)
    go(s, "no_purchase")
    assert s.result is not None
    assert (s.result.reason, s.result.rule, s.result.winners) == ("rounds", "EMI-12.5", (2,))


@rule("EMI-12.5", "EMI-A27")
def test_nobody_is_left_to_come() -> None:
    s = at_end()
    s.gone = tuple(s.pile.counts())
    s.pile = Deck()
    go(s, "no_purchase")
    assert s.result is None
    assert s.dry
    s = until(s, "buy_look", seat=s.first)
    for _ in range(5):
        go(s, "no_purchase")
    assert s.result is not None
    assert s.result.reason == "dry"


@rule("EMI-12.5", "EMI-A27")
@pytest.mark.parametrize(("gold", "ends"), [(0, False), (40, False), (50, True)])
def test_a_coming_failure_of_upkeep_would_fill_the_pile_again(gold: int, ends: bool) -> None:
    """Two live with green: 100 are due, and the basic income is 50."""
    s = at_end()
    house(s, 0, "Asima", "Thara")
    s.gone = tuple(s.pile.counts())
    s.pile = Deck()
    for number in (0, 1):
        s = until(s, "buy_look", after=number)
        s.gold[0] = 100 + gold  # what is left after the upkeep
        while s.agenda_frames and s.node.step_name == "buy_look":
            go(s, "no_purchase")
    assert (s.result is not None) is ends
    if ends:
        assert s.result.reason == "dry"
        return
    assert not s.dry
    s = until(s, "buy_look")
    s.gold[0] = min(s.gold[0], gold + 50)
    s = until(s, "depart")
    s.apply("Thara")
    assert sum(part.size for part in s.pile.segments) == 1 or s.active == ["Thara"]


@rule("EMI-12.1", "EMI-10.5", "EMI-A19")
@pytest.mark.parametrize(
    ("gold", "third", "wins"), [(50, "Nibal", True), (140, "Suleika", False), (150, "Suleika", True)]
)
def test_nobody_wins_with_one_who_came_late_and_could_not_be_paid_for(gold: int, third: str, wins: bool) -> None:
    """The upkeep leaves so much; the one who comes then would cost 50, and with Suleika 100 more."""
    s = at_end(aims={0: "5-1"})
    house(s, 0, "Noor", "Zafirah", third)
    give_sections(s, 0, 2)
    house(s, 1, "Thara", "Sahar", "Asima")
    give_sections(s, 1, 1)
    give_counters(s, 3)
    remove(s, "Samira")  # appearance, gold; poetry is what is missing
    s.undecided.append("Samira")
    s.gold = [100 + gold, 100 + gold, 0, 0, 0]  # level until seat 1 has paid 50 more
    told = go(s, "no_purchase")
    assert "Samira" in s.homes[0]
    assert s.paid == [True] * 5
    assert (s.result is not None) is wins
    assert any(event.code == "unpaid_late" for event in told) is not wins
    assert all(not row for row in s.excluded)  # that card 5-1 is not known by others to be out


@rule("EMI-A29", "EMI-12.5")
def test_a_game_without_a_last_round_in_which_no_table_grows_ends() -> None:
    s = begin(max_rounds="none", stall_rounds=4)
    counted = {1: (0, 0)}
    while s.agenda_frames:
        counted.setdefault(s.round, (s.peak, s.idle))
        s.apply(default(s))
    for number in range(2, s.round + 1):
        (before, idle), (peak, now) = counted[number - 1], counted[number]
        assert now == (0 if peak > before else idle + 1)
    most = max(peak for peak, _ in counted.values())
    assert most > 0
    assert (s.result.reason, s.result.rule) == ("stalled", "EMI-A29")
    assert s.idle == 4
    [event] = events(s, "stalled")
    assert (event.values["rounds"], event.values["most"]) == (4, most)
    assert GAME.from_dict(s.to_dict()) == s
