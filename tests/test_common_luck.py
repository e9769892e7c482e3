"""Common luck has exactly the distribution of each chance event, and shares what it promises to share."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import erfc, sqrt
from random import Random
from typing import Any

import pytest

import gamelib
from gamelib.common_luck import CommonLuck, DealKey, EventRandom
from gamelib.nodes import Chance, Decision, End
from gamelib.record import Record

GAMES = ["harem", "towers", "emira", "hadara", "wishes"]
OPTIONS: dict[str, dict[str, Any]] = {
    "harem": {"variant": "long"},
    "towers": {"rotate_by_side": False},
    "emira": {"advanced": True},
    "hadara": {"deck_set": "advanced"},
    "wishes": {"guard_back_visible": False},
}
"""For each game an option that changes piles or adds chance events."""


def play_table(game: str, luck: CommonLuck, deviate_at: int = -1, options: dict[str, Any] | None = None) -> Record:
    """Play a game with three random seats. At one decision, take another legal action."""
    record = Record(gamelib.game(game), 3, options)
    decision_count = 0
    while not isinstance(node := record.state.node, End):
        if isinstance(node, Chance):
            record.apply_and_append(luck.sample(record.state))
            continue
        legal = list(record.state.legal)
        choice = legal[int(luck.bot_generator(record.state).random() * len(legal))]
        if decision_count >= deviate_at >= 0 and len(legal) > 1:
            choice, deviate_at = next(action for action in legal if action != choice), -1
        decision_count += 1
        record.apply_and_append(choice)
    return record


def chance_steps(record: Record) -> list[tuple[Chance, Any, Any]]:
    """Return the node, the outcome and the choice count of each chance event of a record."""
    state, steps = record.new_initial_state(), []
    for number, choice in enumerate(record.choices):
        if isinstance(node := state.node, Chance):
            steps.append((node, choice, number))
        state.apply(choice)
    return steps


def source_dist(node: Chance) -> dict[Any, Fraction]:
    """Return the distribution that follows from the source of a draw from a pile."""
    source = node.source
    total = sum(source.cards.values())
    if source.draw_count == 2:
        cards = sorted(Counter(source.cards).elements())
        pairs = Counter(combinations(cards, 2))
        return {pair: Fraction(n, sum(pairs.values())) for pair, n in pairs.items()}
    fixed_share = Fraction(sum(source.fixed.values()), source.segment_size or 1)
    shares = {card: Fraction(n, total) * (1 - fixed_share) for card, n in source.cards.items() if n}
    for card, n in source.fixed.items():
        shares[card] = shares.get(card, Fraction(0)) + Fraction(n, source.segment_size)
    return {card: share for card, share in shares.items() if share}


@pytest.mark.parametrize("with_options", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_the_source_of_each_pile_gives_the_exact_distribution(game: str, with_options: bool) -> None:
    record = Record(gamelib.game(game), 3, OPTIONS[game] if with_options else {})
    rng, kinds = Random(5), set()
    while not isinstance(node := record.state.node, End):
        if isinstance(node, Chance):
            kinds.add(node.source.kind)
            if node.source.kind == "pile":
                dist = node.dist()
                assert source_dist(node) == {outcome: dist.p(outcome) for outcome in dist}
            record.apply_and_append(node.sample(rng))
        else:
            record.apply_and_append(rng.choice(list(record.state.legal)))
    assert "pile" in kinds


def chi_square_p(counts: Counter[Any], dist: Any) -> float:
    """Return the p value of counts against a distribution (Wilson and Hilferty)."""
    runs = sum(counts.values())
    expected = {outcome: float(dist.p(outcome)) * runs for outcome in dist}
    assert set(counts) <= set(expected)
    statistic = sum((counts[outcome] - n) ** 2 / n for outcome, n in expected.items())
    free = len(expected) - 1
    z = ((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(z / sqrt(2)) / 2


def positions(game: str) -> list[Record]:
    """Return one record for each kind of chance event of a game, just before the event."""
    record = play_table(game, CommonLuck(DealKey.from_hashed_text("positions")), options=OPTIONS[game])
    last = {node.step_name: number for node, _, number in chance_steps(record)}
    return [Record(record.game, 3, OPTIONS[game], choices=record.choices[:number]) for number in sorted(last.values())]


@pytest.mark.parametrize("order", ["seat", "pile"])
@pytest.mark.parametrize("game", GAMES)
def test_the_next_outcome_over_many_deals_has_the_distribution_of_the_node(game: str, order: str) -> None:
    for record in positions(game):
        node = record.state.node
        if len(dist := node.dist()) == 1 or len(dist) > 60:
            continue
        counts: Counter[Any] = Counter()
        for number in range(6 * len(dist) + 60):
            luck = CommonLuck(DealKey.from_hashed_text(f"deal {number}"), order=order)
            counts[luck.sample(record.state)] += 1
        assert chi_square_p(counts, dist) > 0.0005, node


def test_draws_one_after_another_have_the_exact_joint_distribution() -> None:
    deck = gamelib.game("towers").start(seats=2)
    pairs: Counter[Any] = Counter()
    for number in range(400):
        state, luck = deck.clone(), CommonLuck(DealKey.from_hashed_text(f"pair {number}"))
        kinds = []
        for _ in range(2):
            card = luck.sample(state)
            state.apply(card)
            kinds.append(card.split("-")[0] == "BOOK")
        pairs[tuple(kinds)] += 1
    books = sum(card.startswith("BOOK") for card in deck.deck)
    both = books * (books - 1) / (48 * 47)
    assert abs(pairs[True, True] - 400 * both) < 4 * sqrt(400 * both)


@pytest.mark.parametrize("game", GAMES)
def test_tables_with_equal_decisions_stay_identical(game: str) -> None:
    deal = DealKey.from_hashed_text("equal")
    assert play_table(game, CommonLuck(deal)).choices == play_table(game, CommonLuck(deal)).choices
    assert (
        play_table(game, CommonLuck(deal)).choices
        != play_table(game, CommonLuck(DealKey.from_hashed_text("other"))).choices
    )


@pytest.mark.parametrize("order", ["seat", "pile"])
@pytest.mark.parametrize("game", GAMES)
def test_luck_continues_from_a_record(game: str, order: str) -> None:
    deal, own = DealKey.from_hashed_text("record"), DealKey.from_hashed_text("own")
    whole = play_table(game, CommonLuck(deal, own, order))
    for _, outcome, number in chance_steps(whole)[::9]:
        part = Record(whole.game, 3, choices=whole.choices[:number])
        assert CommonLuck.resume_after_record(part, deal, own, order).sample(part.state) == outcome


@pytest.mark.parametrize("game", GAMES)
def test_own_dice_share_the_setup_and_nothing_else(game: str) -> None:
    deal = DealKey.from_hashed_text("hands")
    first, second = (chance_steps(play_table(game, CommonLuck(deal, DealKey.from_hashed_text(own)))) for own in "ab")
    setup = [[outcome for node, outcome, _ in steps if node.is_setup] for steps in (first, second)]
    assert setup[0] == setup[1]
    assert setup[0]
    later = [[outcome for node, outcome, _ in steps if not node.is_setup][:12] for steps in (first, second)]
    assert later[0] != later[1]


def test_the_setup_is_over_before_the_first_turn() -> None:
    for game in GAMES:
        setup = [
            node.is_setup for node, _, _ in chance_steps(play_table(game, CommonLuck(DealKey.from_hashed_text("x"))))
        ]
        assert setup == sorted(setup, reverse=True), game
        assert setup[0]


def outcomes_by_seat(record: Record, step_name: str) -> dict[Any, list[Any]]:
    """Return the outcomes of a step in order, for each seat."""
    outcomes: dict[Any, list[Any]] = {}
    for node, outcome, _ in chance_steps(record):
        if node.step_name == step_name:
            outcomes.setdefault(node.seat, []).append(outcome)
    return outcomes


def equal_shares(tables: list[dict[Any, list[Any]]]) -> list[bool]:
    """Return for each seat and number whether its n-th outcome is equal at two tables."""
    first, second = tables
    return [a == b for seat in first for a, b in zip(first[seat], second.get(seat, []), strict=False)]


def test_dice_stay_equal_after_a_different_decision() -> None:
    first, second = (
        play_table("harem", CommonLuck(DealKey.from_hashed_text("dice")), deviate_at) for deviate_at in (-1, 20)
    )
    assert first.choices != second.choices
    for dice in ("gem_roll", "combat"):
        equal = equal_shares([outcomes_by_seat(first, dice), outcomes_by_seat(second, dice)])
        assert equal, dice
        assert all(equal), dice


def test_an_order_for_each_seat_keeps_more_draws_equal_than_one_order_for_all() -> None:
    equal: dict[str, list[bool]] = {"seat": [], "pile": []}
    for order, draws in equal.items():
        for number in range(8):
            deal = DealKey.from_hashed_text(f"draws {number}")
            tables = [play_table("harem", CommonLuck(deal, order=order), deviate_at) for deviate_at in (-1, 20)]
            draws += equal_shares([outcomes_by_seat(table, "card") for table in tables])
    shares = {order: sum(draws) / len(draws) for order, draws in equal.items()}
    assert shares["seat"] > shares["pile"] + 0.1, shares


def test_a_view_and_a_decision_have_no_luck() -> None:
    state = gamelib.game("towers").start(seats=2)
    with pytest.raises(ValueError, match="whole table"):
        CommonLuck(DealKey.from_hashed_text("x")).sample(state.seen_by(0))
    while not isinstance(state.node, Decision):
        state.apply(state.node.sample(Random(1)))
    with pytest.raises(ValueError, match="No chance event"):
        CommonLuck(DealKey.from_hashed_text("x")).sample(state)


@pytest.mark.parametrize("secret", [b"", b"x" * 15, b"x" * 65])
def test_a_key_of_a_wrong_length_is_refused(secret: bytes) -> None:
    with pytest.raises(ValueError, match=f"not {len(secret)}"):
        DealKey(secret)


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(ValueError, match="seat, pile"):
        CommonLuck(DealKey.from_hashed_text("x"), order="deck")


def test_the_generator_of_an_event_serves_all_methods_of_random() -> None:
    deal = DealKey.from_hashed_text("generator")
    twins = [EventRandom(deal, ("roll", 1)) for _ in range(2)]
    assert [twins[0].randrange(6), twins[0].random()] == [twins[1].randrange(6), twins[1].random()]
    assert sorted(EventRandom(deal, ("shuffle",)).sample(range(9), 9)) == list(range(9))
    assert 0 <= EventRandom(deal, ("bits",)).getrandbits(100) < 1 << 100
