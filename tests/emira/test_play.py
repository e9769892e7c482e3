"""Whole games of Emira: what must hold in every position, whatever is played."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamelib.games.emira.bid_shortlist import shortlisted_legal_actions
from gamelib.games.emira.card_tables import CARAVANS
from gamelib.games.emira.heuristic_bot import heuristic_bot
from gamelib.games.emira.princess_choice import barred_reason, eligible_seats, may_choose_again, seat_chosen_by_princess
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Decision
from gamelib.playouts import playout, random_bot, simulate

from ..rules import rule
from .build import GAME

GAMES = int(os.environ.get("KISMET_GAMES", "120"))
SEATS = (3, 4, 5)

OPTIONS = st.fixed_dictionaries(
    {name: st.sampled_from(option.choices) for name, option in GAME.options.items() if option.minimum is None}
)


def walk(seats: int, seed: int, **options: Any) -> Iterator[EmiraState]:
    """Every position of a random game, told and checked step by step; bids rise slowly."""
    rng = Random(seed)
    s: EmiraState = GAME.start(seats, **options)
    while s.agenda_frames:
        yield s
        node = s.node
        if isinstance(node, Decision):
            legal = shortlisted_legal_actions(s) if rng.random() < 0.7 else list(s.legal)
            s.apply(legal[int(rng.random() * len(legal))])
        else:
            s.apply(node.sample(rng))
    yield s


# -- invariants ------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seats=st.sampled_from(SEATS), seed=st.integers(0, 10**6), options=OPTIONS)
def test_every_position_holds_together(seats: int, seed: int, options: dict[str, Any]) -> None:
    """Cards, pieces and money are conserved under every option, and nothing is taken twice."""
    gold = [750] * seats
    least_room = 99
    for s in walk(seats, seed, max_rounds=12, **options):
        s.game.validate_position(s)
        bank(s, gold)
        gold = s.gold.copy()
        taken = ["small" if a in CARAVANS[:2] else "large" if a in CARAVANS[2:] else a for a in s.done]
        for kind, n in Counter(taken).items():
            assert n == 1 or kind in ("", "declined", "compensated", "locked"), taken
        if options["xenia_transfer_needs_room"]:
            least_room = min(s.palace_capacity(seat) - len(s.homes[seat]) for seat in range(seats))
            assert least_room >= 0
        assert GAME.describe(s.node)
        for event in s.events:
            assert event.rule in GAME.rules, event
            assert all(rule_id in GAME.rules for rule_id in event.related_rules), event
            assert GAME.describe(event)
            assert GAME.describe(event.seen_by(0))
    assert s.result is not None
    assert s.result.winners


def bank(s: EmiraState, before: list[int]) -> None:
    """All gold that came or went since is in the events: it comes from the bank or goes there (EMI-17.2)."""
    change = [0] * s.seats
    for event in s.events:
        seat, values = event.seat, event.values
        if event.code in ("income", "compensated"):
            change[seat] += values["paid"]
        elif event.code in ("bid_paid", "bid_paid_less", "gift_paid", "upkeep_paid", "rest_paid"):
            change[seat] -= values["paid"]
        elif event.code.startswith("bought_") or event.code == "buys_look":
            change[seat] -= values["cost"]
        elif event.code == "upkeep_short" and not s.options["advanced"]:
            change[seat] -= values["gold"]
    assert [a + b for a, b in zip(before, change, strict=True)] == s.gold


def test_unknown_remedies_and_codes() -> None:
    """Every sentence has what it needs; nothing in words.toml is never said."""
    sections = GAME.texts.sections
    assert set(sections["asks"]) | {"settle"} <= set(sections["steps"]) | {"settle"}
    assert set(sections["steps"]) == set(GAME.steps)
    assert set(sections["verbs"]) == set(GAME.argument_type_letters_by_verb)
    source = "".join(path.read_text() for path in GAME.folder.glob("*.py"))
    for section in ("rulings", "remedies", "events", "ends", "why"):
        for code in sections[section]:
            stem = code.split("_")[0] + "_"
            known = (
                f'"{code}"' in source
                or f'"{stem}"' in source
                or code in ("over", "chance_first", "not_now", "no_action")
            )
            assert known, f"[{section}] {code}"


def due(step: str, **values: object) -> dict[str, object]:
    return {"step": step, **values}


def auction(s: EmiraState, **values: object) -> list[dict[str, object]]:
    """The agenda of a saved position with another word in its auction."""
    frames = s.to_dict()["todo"]
    assert frames[-1]["step"] == "bid"
    return [*frames[:-1], {**frames[-1], **values}]


def test_broken_positions_are_refused() -> None:
    s = next(s for s in walk(4, 2) if s.round == 3 and s.node.step_name == "bid" and s.agenda_frames[-1].bid)
    bidder = s.agenda_frames[-1].bidder
    outside = [seat for seat in range(4) if seat != bidder]
    for name, value, words in (
        ("camels", [9, 9, 9, 9], "camels"),
        ("gold", [5, 0, 0, 0], "5 gold"),
        ("homes", [["Thara"], ["Thara"], [], []], "Thara"),
        ("renown", [9, 0, 0, 0], "9 points"),
        ("track", [4, 0, 0, 0], "palace disc"),
        ("colours", ["red", "red", "blue", "black"], "colour"),
        ("first", 7, "first: 7 is not the number of a seat"),
        ("gold", [10], "1 values for 4 seats"),
        ("gold", [10.0, 0, 0, 0], "gold.0: 10.0 is not"),
        ("lost", ["x", 0, 0, 0], "lost.0: 'x' is not"),
        ("lost", [9, 0, 0, 0], "lost a round"),
        ("surcharge", [[], 0, 0, 0], "surcharge.0: "),
        ("guests", [100, 0, 0, 0], "Guest Houses"),
        ("paid", ["x", True, True, True], "paid.0: 'x' is not true or false"),
        ("market", ["x", False, [], [], False, False], "market: "),
        ("round", 3.0, "round: 3.0"),
        ("swapped", {"Thara": "x"}, "swapped.Thara: 'x'"),
        ("bazaar", 4, "bazaar: 4 is not the number of a seat"),
        ("todo", [["marker"]], "has the wrong form"),
        ("todo", s.to_dict()["todo"][:-1], "asks nothing"),
        ("todo", [due("marker"), due("act", seat=1)], "the phases of this round"),
        ("todo", [*s.to_dict()["todo"][:-1], due("gift_or_not", seat=0)], "gift_or_not cannot be due"),
        ("todo", [due("upkeep", visited=False)], "upkeep cannot be alone"),
        ("todo", s.to_dict()["todo"][1:], "cannot be alone"),
        ("todo", s.to_dict()["todo"][:2] + s.to_dict()["todo"][3:], "the phases of this round"),
        ("todo", auction(s, seat=9), "9 is not the number of a seat"),
        ("todo", auction(s, inside=[4]), "4 is not the number of a seat"),
        ("todo", auction(s, inside=[1, 0]), "seats in order"),
        ("todo", auction(s, bid=-10), "-10 is not"),
        ("todo", auction(s, bid=9000), "a bid of 9000"),
        ("todo", auction(s, bid=15), "a bid of 15"),
        ("todo", auction(s, bid=0), "a bid of 0"),
        ("todo", auction(s, bidder=None), "a bid of"),
        ("todo", auction(s, inside=outside), "no such auction"),
        ("todo", auction(s, seat=bidder), "no such auction"),
        ("done", ["declined", *s.done[1:]], "no part in"),
        ("lost", [s.round, 0, 0, 0], "lost this round|lost to a seat|Hind takes"),
        ("phase", 5, "auctions cannot be due in phase 5|last auctions"),
        ("phase", 8, "the phases of this round|last auctions"),
        ("round", 0, "lost|round"),
        ("xenia", 3, "markers"),
        ("xenia", -2, "xenia: -2 is not"),
        ("double", 3, "double: 3 is not"),
        ("undecided", ["?"], "is not a princess"),
        ("hands", [["?"], [], [], []], "hidden where none can be"),
        ("active", [""], "'' is not a princess"),
    ):
        data = s.to_dict() | {name: value}
        with pytest.raises(ValueError, match=f"cannot be opened.*({words})"):
            GAME.from_dict(data)


def test_what_only_another_phase_or_place_could_ask_is_refused() -> None:
    """Each of these was a position that could be opened, and some of them broke off in play."""
    at = {}
    for s in walk(3, 5):
        if s.agenda_frames and s.round > 1:
            at.setdefault((s.node.step_name, s.is_second_round_of_pair()), s.clone())
    odd, acting, paying = at["bid", False], at["act", False], at["buy_look", True]
    purchase = paying.to_dict()["todo"]
    for s, changes, words in (
        (odd, {"homes": [[*odd.pile.unplaced_cards[:5]], [], []]}, "5 princesses and room for 2"),
        (odd, {"lost": [odd.round if seat == odd.node.seat else 0 for seat in range(3)]}, "lost to a seat|Hind takes"),
        (odd, {"phase": 5, "todo": purchase}, "the phases of this|cannot be asked now|no such phase"),
        (acting, {"todo": [*acting.to_dict()["todo"][:-2], acting.to_dict()["todo"][-1]]}, "act cannot be due on"),
        (acting, {"todo": acting.to_dict()["todo"][:1] + acting.to_dict()["todo"][2:]}, "the phases of this round"),
        (
            paying,
            {
                "phase": 7,
                "todo": [
                    *paying.to_dict()["todo"][:1],
                    due("upkeep", visited=True),
                    due("xenia", asked=True),
                    due("gift_or_not", seat=0),
                ],
            },
            "owes Xenia nothing",
        ),
    ):
        with pytest.raises(ValueError, match=f"cannot be opened.*({words})"):
            GAME.from_dict(s.to_dict() | changes)


def test_a_setup_that_is_out_of_order_is_refused() -> None:
    for step, s in enumerate(walk(3, 5)):
        if s.round:
            break
        data = s.to_dict()
        frames = data["todo"]
        swapped = [*frames[:-2], frames[-1], frames[-2]]
        for todo in (frames[1:], frames[:-2] + frames[-1:], [*frames, frames[-1]], swapped):
            if todo != frames:
                with pytest.raises(ValueError, match="cannot be opened"):
                    GAME.from_dict(data | {"todo": todo})
        for change in ({"round": 1}, {"phase": 1}, {"colours": ["", "", ""] if step > 2 else ["red", "", "blue"]}):
            with pytest.raises(ValueError, match="cannot be opened"):
                GAME.from_dict(data | change)


@rule("EMI-17.1", "EMI-17.2")
def test_what_is_secret_and_what_is_open() -> None:
    s = next(s for s in walk(4, 6) if s.round == 5 and s.hands[1] and s.node.step_name == "bid")
    view = s.seen_by(0)
    assert view.hands[0] == s.hands[0]
    assert set(view.hands[1]) == {"?"}
    assert view.aims[1] == "?"
    assert view.gold == s.gold  # follows from public payments
    assert view.homes == s.homes
    assert view.market == s.market
    assert len(view.fates.dist()) >= len(s.fates.dist())


@rule("EMI-9.6", "EMI-2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_nobody_stays_undecided_without_reason(seats: int) -> None:
    """Wherever a question is open between two steps, no undecided princess who may look has a sole best sheik.

    And `eligible_seats`, which is asked while playing, says of all sheiks what `barred_reason` explains of each.
    """
    waiting = 0
    for seed in range(4):
        looks = ("always", "auction")[seed % 2]
        for s in walk(seats, seed, hind_blocks_undecided=seats == 4, max_rounds=30, undecided_look=looks):
            for wait in (False, True):
                assert eligible_seats(s, wait) == [
                    seat for seat in range(seats) if not barred_reason(s, "Thara", seat, wait)
                ]
            if s.agenda_frames and s.node.step_name in ("turn_up", "buy_look", "title", "counter_drawn"):
                waiting += len(s.undecided)
                assert [
                    name
                    for name in s.undecided
                    if may_choose_again(s, name) and seat_chosen_by_princess(s, name, True) >= 0
                ] == []
    assert waiting


# -- records ---------------------------------------------------------------------------------


# -- bots and whole games --------------------------------------------------------------------


@rule("EMI-12.5")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("advanced", [False, True])
def test_random_games_end(seats: int, advanced: bool) -> None:
    for seed in range(max(1, GAMES // 6)):
        s = GAME.start(seats, advanced=advanced)
        end = playout(s, [random_bot] * seats, Random(seed))
        assert end.reason in ("objective", "shared", "rounds", "dry")
        assert 1 <= s.round <= 60
        s.game.validate_position(s)


@pytest.mark.parametrize("seats", SEATS)
def test_thumb_players_mostly_reach_an_objective(seats: int) -> None:
    tally = simulate(GAME, seats, heuristic_bot, 40, seed=1)
    assert tally.end_reason_counts["objective"] + tally.end_reason_counts["shared"] >= 30


def test_thumb_beats_random() -> None:
    tally = simulate(GAME, 4, [heuristic_bot, random_bot, random_bot, random_bot], 30, seed=2)
    assert tally.win_rate(0)[0] > 0.7


def test_the_ladder_is_short() -> None:
    for s in walk(5, 9, max_rounds=15):
        if isinstance(s.node, Decision) and s.node.step_name in ("bid", "last"):
            steps = [action for action in shortlisted_legal_actions(s) if action.verb == "bid"]
            assert len(steps) <= 6
            assert steps == sorted(steps, key=lambda action: action.args[0])
            if s.node.step_name == "bid" and s.node.values["most"] >= s.node.values["least"]:
                assert steps[0].args[0] == s.node.values["least"]
