"""One source of legality, and what must hold in every position of random games under all options."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib.games.towers.endgame_positions import make_position
from gamelib.games.towers.flee_decision import can_close
from gamelib.games.towers.geometry import CELL_NUMBER, CELLS, cells_to_mask, mask_to_cells
from gamelib.games.towers.odds import two_seat_placement_tables
from gamelib.games.towers.placement import nth_legal_placement, placement_count
from gamelib.nodes import Chance, Decision
from tests.rules import rule
from tests.towers.build import GAME, NAMEABLE, RULEBOOK, all_cards, give, occupy, table

OPTIONS = {
    "adjacency": st.sampled_from(["orthogonal", "king"]),
    "body": st.sampled_from(["geometric", "free"]),
    "rotate_by_side": st.booleans(),
    "end_check": st.sampled_from(["ever", "now"]),
    "stuck_turn": st.sampled_from(["choose", "forced_flee"]),
    "voluntary_stop": st.booleans(),
    "unplayed": st.sampled_from(["to_balance", "keep"]),
    "coin_value": st.integers(1, 4),
    "five_seats": st.just(True),
}
some_options = st.fixed_dictionaries({}, optional=OPTIONS)


def step(s: Any, rng: Random, calm: float = 0.9) -> Any:
    """A random choice; flight is mostly avoided, so that games last."""
    if isinstance(s.node, Chance):
        return s.node.sample(rng)
    legal = list(s.legal)
    if len(legal) > 1 and rng.random() < calm:
        legal = [action for action in legal if action.verb != "flee"]
    return rng.choice(legal)


def walk(seats: int, seed: int, **options: Any) -> Any:
    """The positions of a random game, each as it is (not a copy)."""
    rng = Random(seed)
    s = GAME.start(seats, **options)
    yield s
    while s.agenda_frames:
        s.apply(step(s, rng))
        yield s


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"adjacency": "king"}),
        (4, {"body": "free", "voluntary_stop": False}),
        (3, {"unplayed": "keep", "stuck_turn": "forced_flee", "rotate_by_side": False}),
    ],
)
def test_legal_is_what_has_no_ruling(seats: int, options: dict[str, Any]) -> None:
    rng = Random(3)
    for number, s in enumerate(walk(seats, 11, **options)):
        if isinstance(s.node, Decision) and (number % 3 == 0 or rng.random() < 0.3):
            legal = list(s.legal)
            assert len(set(legal)) == len(legal) > 0
            rulings = {action: s.why_not(action) for action in NAMEABLE}
            assert {action for action, ruling in rulings.items() if ruling is None} == set(legal)
            seat = s.node.seat
            placed = [GAME.placements_by_action[action] for action in legal if action.verb == "place"]
            assert [nth_legal_placement(s, seat, i) for i in range(placement_count(s, seat))] == placed
            with pytest.raises(IndexError):
                nth_legal_placement(s, seat, len(placed))
            for ruling in {r.code: r for r in rulings.values() if r is not None}.values():
                assert ruling.rule in GAME.rules
                assert RULEBOOK.describe(ruling)
                assert GAME.describe(ruling).endswith(f"({ruling.rule})")


@given(seats=st.integers(2, 5), seed=st.integers(0, 10**6), options=some_options)
@settings(max_examples=25, deadline=None)
def test_invariants_of_any_game(seats: int, seed: int, options: dict[str, Any]) -> None:
    turns = 0
    for s in walk(seats, seed, **{**options, "five_seats": True}):
        assert all_cards(s) == sorted(GAME.cards)
        assert sum(s.coins) == 0
        assert all(len(cache) <= 3 for cache in s.caches)
        if options.get("unplayed", "to_balance") == "to_balance":
            assert len(s.deck) % 3 == 0 or isinstance(s.node, Chance)
        for mask in s.masks:
            assert mask in s.geometry.reachable_masks
            assert mask == 255 or not s.geometry.is_closed_mask[mask]
        for card in GAME.playing_cards:
            for seat, row in enumerate(s.rows):
                assert s.total_open_cell_count(seat, card) == sum(row[card][mask].bit_count() for mask in s.masks)
        for event in s.events:
            assert {event.rule, *event.related_rules} <= set(GAME.rules)
            assert GAME.describe(event)
        assert GAME.describe(s.node)
        assert len(s.agenda) == len(s.agenda_frames)
        turns = s.turn
    assert turns <= (16 if options.get("unplayed", "to_balance") == "to_balance" else 48)
    assert s.result.scores == tuple(s.coins)
    assert {s.coins[seat] for seat in s.result.winners} == {max(s.coins)}


def test_a_view_shows_all_and_cannot_be_played_on() -> None:
    for s in walk(3, 8):
        if s.agenda_frames:
            view = s.seen_by(1)
            whole = view.determinize(Random(1))
            assert whole == s
            with pytest.raises(ValueError, match="cannot be played on"):
                view.apply("HAMMER-LG")


def damaged(data: dict[str, Any], **changes: Any) -> str:
    with pytest.raises(ValueError) as error:  # noqa: PT011  (the caller looks at the message)
        GAME.from_dict({**json.loads(json.dumps(data)), **changes})
    return str(error.value)


def due(step: str, *values: Any) -> dict[str, Any]:
    """A frame as a saved position has it."""
    return {"step": step, **dict(zip(("seat", "left"), values, strict=False))}


def test_damaged_positions_are_refused_with_a_reason() -> None:
    s = next(p for p in walk(3, 21) if p.turn == 5 and isinstance(p.node, Decision) and p.node.step_name == "choose")
    data = s.to_dict()
    assert GAME.from_dict(data) == s
    caches, towers = data["caches"], data["towers"]
    full = next(i for i, plays in enumerate(towers) if plays)
    card, seat, cell = towers[full][0]
    twice = [caches[0][:2] + caches[1][:1], *caches[1:]]
    following = (s.node.seat + 1) % 3
    cases = {
        "and each of the 54 cards in exactly one": {"caches": twice},
        "caches: there are 2 values for 3 seats": {"caches": caches[:2]},
        "caches.0.0: 'NOPE' is not a playing card": {"caches": [["NOPE"], *caches[1:]]},
        "a list of 6": {"towers": towers[:5]},
        "'NOPE' is not a playing card": {"towers": [*towers[:full], [["NOPE", 0, "LG"]], *towers[full + 1 :]]},
        "cannot have been placed": {
            "towers": [*towers[:full], [[card, seat, cell], [card, seat, cell]], *towers[full + 1 :]]
        },
        "the coins add up to 1": {"coins": [1, 0, 0]},
        "coins.0: 0.5 is not a whole number": {"coins": [0.5, -0.5, 0]},
        "holds no cache": {"fled": [s.node.seat != 0, s.node.seat == 0, False]},
        "choose cannot be alone": {"todo": [due("choose", s.node.seat)]},
        "turn.seat: 7 is not the number of a seat": {"todo": [due("turn", 7), due("choose", s.node.seat)]},
        "cards to come": {"todo": [due("turn", following), due("refill", s.node.seat, 2)]},
        "there is no step": {"todo": [due("jump")]},
        "turn: -1 is not": {"turn": -1},
        "there cannot be 0 turns": {"turn": 0},
        "nobody has paid yet": {"coins": [1, -1, 0]},
        "True is not the number of a seat": {"todo": [due("turn", 0), due("choose", True)]},
        "the next turn cannot be": {"todo": [due("turn", s.node.seat), due("choose", s.node.seat)]},
        "unplayed.0: 'NOPE' is not": {"unplayed": ["NOPE"]},
        "cannot have been left over": {"unplayed": data["deck"][:1]},
        "3 is not the number of a seat": {"viewer": 3},
        "cannot be opened": {"deck": None},
    }
    for words, changes in cases.items():
        assert words in damaged(data, **changes), words
    # a last seat would go on by itself, and a tower that it closed would be dealt to nobody
    left = s.node.seat
    alone = {
        "fled": [seat != left for seat in range(3)],
        "caches": [cache if seat == left else [] for seat, cache in enumerate(caches)],
        "deck": data["deck"] + [card for seat, cache in enumerate(caches) if seat != left for card in cache],
        "todo": [due("turn", left), due("choose", left)],
    }
    assert "the game should have ended" in damaged(data, **alone)
    gone = [None, *towers[1:]]
    lost = [card for card, _, _ in towers[0]] + [GAME.foundations[0]]
    few = {
        "towers": gone,
        "deck": [*data["deck"], *(c for b in data["balances"] for c in b), *lost[:-1]],
        "balances": [lost[-1:], [], []],
        "unplayed": [],
    }
    assert "too few cards for the closed towers" in damaged(data, **few)
    assert "not of 'towers'" in damaged(data, game="harem")
    assert "no option" in damaged(data, options={"colour": 1})


def test_a_damaged_deal_draw_or_end_is_refused_with_a_reason() -> None:
    deal = next(p for p in walk(3, 1) if len(p.deck) == 44).to_dict()
    assert deal["todo"] == [due("start"), due("deal", 2, 3), due("deal", 1, 2)]
    for todo in (
        [due("start"), due("deal", 2, 3), due("deal", 2, 3), due("deal", 1, 2)],
        [due("start"), due("deal", 1, 2)],
        [due("start"), due("deal", 1, 2), due("deal", 2, 3)],
    ):
        assert "the deal cannot have come so far" in damaged(deal, todo=todo)
    assert "start has no 'x'" in damaged(deal, todo=[{"step": "start", "x": 1}, *deal["todo"][1:]])
    assert "has the wrong form" in damaged(deal, todo=[["start"], ["deal", 2, 3], ["deal", 1, 2]])
    assert "the deal cannot have come so far" in damaged(deal, turn=1)
    draw = next(p for p in walk(3, 1) if p.turn == 3 and isinstance(p.node, Chance)).to_dict()
    turn, refill = draw["todo"]
    left = refill["left"]
    for wrong in (left - 1, float(left), True):
        said = "refill cannot have" if wrong == left - 1 and wrong else f"refill.left: {wrong} is not"
        assert said in damaged(draw, todo=[turn, {**refill, "left": wrong}])
    *_, last = walk(3, 1)
    end = last.to_dict()
    result = end["result"]
    assert "cannot have ended by" in damaged(end, result={**result, "reason": "bored"})
    assert "cannot have ended by" in damaged(end, result={**result, "rule": "TOW-9.9"})
    losers = [seat for seat in range(3) if seat not in result["winners"]]
    for wrong in ({"scores": [9, 9, 9]}, {"winners": losers}):
        assert "do not follow from the coins" in damaged(end, result={**result, **wrong})
    assert "has a winner" in damaged(end, result={**result, "winners": []})
    early = next(p for p in walk(3, 21) if p.turn == 5).to_dict()
    too_soon = {"reason": "no_play", "rule": "TOW-7.2", "scores": [0, 0, 0], "winners": [0, 1, 2]}
    assert "nobody holds a cache" in damaged(early, todo=[], result=too_soon)


def test_a_tower_that_should_be_closed_is_refused() -> None:
    rng = Random(2)
    rows, closed = two_seat_placement_tables().rows[0], two_seat_placement_tables().geometry.is_closed_mask
    plays, mask = [], 0
    while not closed[mask]:
        fitting = [card for card in GAME.playing_cards if rows[card][mask] and card not in {p[0] for p in plays}]
        card = rng.choice(fitting)
        cell = rng.choice(mask_to_cells(rows[card][mask]))
        plays.append((card, 0, cell))
        mask |= cells_to_mask([cell])
    rest = [card for card in GAME.playing_cards if card not in {p[0] for p in plays}][:6]
    caches = [rest[:3], rest[3:]]
    left = 54 - 6 - 6 - len(plays)
    with pytest.raises(ValueError, match="the Keys tower should be closed"):
        make_position(GAME, caches, {"Keys": plays}, (0, 0), deck_size=left)
    assert make_position(GAME, caches, {"Keys": plays[:-1]}, (0, 0), deck_size=left + 1).is_tower_open(1)
    with pytest.raises(ValueError, match=f"{left} cards are left for the deck, not 0"):
        make_position(GAME, caches, {"Keys": plays}, (0, 0))


@rule("TOW-5.1")
def test_what_can_close_a_tower_is_what_closes_it_when_placed() -> None:
    found, rng = set(), Random(5)
    for _ in range(150):
        mover = rng.randrange(2)
        s = table(2, mover)
        cards = rng.sample([card for card in s.deck if GAME.suit[card] != "Hammers"], 3)
        give(s, mover, *cards)
        occupy(s, "Hammers", " ".join(rng.sample(CELLS, 6)))
        placings = [action for action in s.legal if action.verb == "place" and action.args[1] == "Hammers"]
        closing = {
            action.args[0] for action in placings if not s.child(action).is_tower_open(GAME.tower_number["Hammers"])
        }
        assert {card for card in cards if can_close(s, mover, card, GAME.tower_number["Hammers"])} == closing
        found |= {card in closing for card in cards}
    assert found == {True, False}


@rule("TOW-3.12", "TOW-3.13")
def test_a_placement_cites_the_rule_of_its_corner_or_edge() -> None:
    seen = set()
    for cell in ("NG", "LG"):
        s = table(2)
        give(s, 0, *s.deck[:12])
        occupy(s, "Hammers", cell)
        for action in [action for action in s.legal if action.args[1:2] == ("Hammers",)]:
            event = next(event for event in s.child(action).events if event.code == "placed")
            corner = CELL_NUMBER[action.args[2]] % 2 == 0
            assert ("TOW-3.12" in event.related_rules, "TOW-3.13" in event.related_rules) == (corner, not corner)
            seen.add(corner)
    assert seen == {True, False}


def test_the_foundation_of_a_closed_tower_lies_in_a_balance() -> None:
    caches = [list(GAME.playing_cards[:3]), list(GAME.playing_cards[3:6])]
    s = make_position(GAME, caches, {"Keys": None}, (9, 0), deck_size=54 - 5 - 6 - 9)
    assert s.balances[0][0] == GAME.foundations[GAME.tower_number["Keys"]]
