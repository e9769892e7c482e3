"""Deck against plain enumeration: every order of a small pile that fits the facts, each with its weight.

`Orders` below has no parts and counts. It keeps the whole pile in every possible order with a hand that one seat cannot
see, and removes orders that the facts exclude.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import lcm
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelib import Deck, Dist

Pile = tuple[str, ...]
World = tuple[Pile, Pile]


@cache
def orders(cards: Pile) -> tuple[Pile, ...]:
    """Return every order of these cards. Equal cards are distinguished."""
    return tuple(permutations(cards))


class Orders:
    """Possible worlds: (pile from the top down, hidden hand) -> weight."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.worlds: Counter[World] = Counter((order, ()) for order in orders(tuple(cards)))

    def change(self, f: Callable[[Pile, Pile], Iterable[World]]) -> None:
        """Replace each world by its equally likely successors. A world without successors is excluded."""
        after: dict[World, Fraction] = {}
        for world, weight in self.worlds.items():
            following = list(f(*world))
            for next_world in following:
                after[next_world] = after.get(next_world, Fraction(0)) + Fraction(weight, len(following))
        scale = lcm(*(share.denominator for share in after.values()))
        self.worlds = Counter({world: int(share * scale) for world, share in after.items()})

    def draw(self, card: str) -> None:
        """Draw the next card, which is this one."""
        self.change(lambda pile, hand: [(pile[1:], hand)] if pile[0] == card else [])

    def draw_hidden(self, stays: frozenset[str]) -> None:
        """Draw the next card unseen to the hand. A card of a kind that stays would have been shown."""
        self.change(lambda pile, hand: [] if pile[0] in stays else [(pile[1:], (*hand, pile[0]))])

    def look(self, n: int, under: bool) -> None:
        """Let somebody look at the next n cards and put them back in an order that nobody else knows."""
        self.change(
            lambda pile, hand: [
                ((*pile[n:], *back) if under else (*back, *pile[n:]), hand) for back in permutations(pile[:n])
            ]
        )

    def put(self, card: str, under: bool = False) -> None:
        self.change(lambda pile, hand: [((*pile, card) if under else (card, *pile), hand)])

    def bury(self, card: str, lower: int) -> None:
        """Shuffle a card into the lowest `lower` cards."""

        def places(pile: Pile, hand: Pile) -> list[World]:
            edge = len(pile) - lower
            return [((*pile[:i], card, *pile[i:]), hand) for i in range(edge, len(pile) + 1)]

        self.change(places)

    def shuffle(self, extra: Pile = ()) -> None:
        self.change(lambda pile, hand: [(order, hand) for order in orders((*pile, *extra))])

    def at(self, depth: int) -> Dist[str]:
        """Return the card at this depth."""
        found: Counter[str] = Counter()
        for (pile, _), weight in self.worlds.items():
            found[pile[depth]] += weight
        return Dist(found)

    def in_hand(self, number: int) -> Dist[str]:
        """Return a particular card of the hidden hand."""
        found: Counter[str] = Counter()
        for (_, hand), weight in self.worlds.items():
            found[hand[number]] += weight
        return Dist(found)


def agree(deck: Deck, model: Orders) -> None:
    """Check that every place of the pile has the same distribution in both, and that the deck is valid."""
    size = len(next(iter(model.worlds))[0])
    assert len(deck) == size
    for depth in range(size):
        assert deck.dist(depth) == model.at(depth), f"at depth {depth}"
    for depth in (size, size + 3):
        with pytest.raises(ValueError, match=f"only {size} cards"):
            deck.dist(depth)
    possible = set(model.at(0)) if size else set()
    assert {card for card in (*deck.counts(), "?") if deck.can_draw(card)} == possible
    assert Deck.from_dict(deck.to_dict(), deck.pile_only_cards).to_dict() == deck.to_dict()


# -- facts, one at a time ------------------------------------------------------------------------

CARDS = {"a": 2, "b": 1, "c": 2}
LIST = ("a", "a", "b", "c", "c")


def test_shuffled() -> None:
    agree(Deck(CARDS), Orders(LIST))


@pytest.mark.parametrize("top", range(1, 5))
def test_one_of_these_is_in_the_lower_part(top: int) -> None:
    deck, model = Deck(CARDS), Orders(LIST)
    deck.split_top(top)
    deck.shuffle_card_into_segment("X", 0)
    model.bury("X", 5 - top)
    agree(deck, model)
    assert all(deck.dist(depth).p("X") == 0 for depth in range(top))
    for card in ("c", "a", "b"):
        deck.draw(card)
        model.draw(card)
        agree(deck, model)


def test_buried_in_the_upper_part_and_twice() -> None:
    deck, model = Deck({"a": 1, "b": 2}), Orders("abb")
    deck.split_top(1)
    deck.shuffle_card_into_segment("X", 1)
    deck.shuffle_card_into_segment("X", 0)
    model.bury("X", 2)

    def into_upper(pile: Pile, hand: Pile) -> list[World]:
        return [((*pile[:i], "X", *pile[i:]), hand) for i in (0, 1)]

    model.change(into_upper)
    agree(deck, model)
    deck.draw("X")
    model.draw("X")
    agree(deck, model)


def test_blocks_lie_one_on_the_other() -> None:
    deck = Deck.from_shuffled_blocks({"a": 1, "b": 1}, {}, {"z": 0}, {"a": 2, "c": 1, "z": 0})
    model = Orders("ab")

    def on_top_of_the_rest(pile: Pile, hand: Pile) -> list[World]:
        return [((*pile, *rest), hand) for rest in orders(("a", "a", "c"))]

    model.change(on_top_of_the_rest)
    agree(deck, model)
    for card in ("b", "a", "a"):
        deck.draw(card)
        model.draw(card)
        agree(deck, model)


def test_cards_laid_on_top_and_under() -> None:
    deck, model = Deck({"a": 1, "b": 1}), Orders("ab")
    for card, under in (("a", False), ("c", True), ("b", False), ("d", True)):
        (deck.put_bottom if under else deck.put_top)(card)
        model.put(card, under)
        agree(deck, model)
    for card in ("b", "a", "b", "a", "c", "d"):
        deck.draw(card)
        model.draw(card)
        if model.worlds != {((), ()): sum(model.worlds.values())}:
            agree(deck, model)
    assert len(deck) == 0
    assert not deck.can_draw("d")


def test_shuffled_again_with_more_cards() -> None:
    deck, model = Deck({"a": 1, "b": 2}), Orders("abb")
    deck.split_top(1)
    deck.shuffle_card_into_segment("X", 0)
    model.bury("X", 2)
    deck.draw("b")
    model.draw("b")
    deck.shuffle({"c": 1, "d": 0})
    model.shuffle(("c",))
    agree(deck, model)
    assert deck.dist() == Dist("abXc")


# -- as one seat sees it -------------------------------------------------------------------------


def test_hidden_hand() -> None:
    """Check that two cards in another hand are like two more cards of the pile."""
    deck, model = Deck(CARDS), Orders(LIST)
    for card in ("a", "c"):
        deck.draw(card)
        model.draw_hidden(frozenset())
    view = deck.seen_by(1, {"a": 1, "c": 1})
    agree(view, model)
    assert view.unplaced_count_in_hands() == 2
    assert [view.hidden_card_outside_pile_dist()] * 2 == [model.in_hand(0), model.in_hand(1)]
    assert deck.dist() == Dist("abc"), "the table's own deck is untouched"


def test_kinds_that_never_leave_the_pile_unseen() -> None:
    stays = frozenset("ST")
    deck, model = Deck({"a": 2, "b": 1, "S": 1, "T": 2}, stays), Orders("aabSTT")
    for card in ("a", "b"):
        deck.draw(card)
        model.draw_hidden(stays)
    view = deck.seen_by(1, {"a": 1, "b": 1})
    agree(view, model)
    assert view.dist().p("S") == Fraction(1, 4)
    assert view.dist().p("a") == Fraction(1, 6)
    assert view.hidden_card_outside_pile_dist() == model.in_hand(0) == Dist("aab")
    view.draw("T")
    model.draw("T")
    agree(view, model)


def test_hidden_hand_and_a_card_in_the_lower_part() -> None:
    stays = frozenset("ST")
    deck, model = Deck({"a": 2, "b": 2, "S": 1}, stays), Orders("aabbS")
    deck.split_top(2)
    deck.shuffle_card_into_segment("T", 0)
    model.bury("T", 3)
    deck.draw("b")
    model.draw_hidden(stays)
    view = deck.seen_by(0, {"b": 1})
    agree(view, model)


def test_a_card_laid_back_is_known_to_those_who_saw_it() -> None:
    deck, model = Deck(CARDS), Orders(LIST)
    deck.draw("b")
    deck.put_top("b", (0, 2))
    for seat in (0, 2):
        assert deck.seen_by(seat).dist() == Dist("b")
    for depth in range(5):
        assert deck.seen_by(1).dist(depth) == model.at(depth)


# -- long random stories --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(150))
def test_random_story(seed: int) -> None:
    """Apply random events to a pile. The table and seat 1 know exactly what enumeration says."""
    rng = Random(seed)
    stays = frozenset(rng.choice(("X", "SX", "SX")))
    cards = tuple(rng.choices("abcS", k=rng.randint(3, 5)))
    deck, model = Deck(Counter(cards), stays), Orders(cards)
    order = rng.sample(cards, len(cards))
    hand: list[str] = []
    fixed = False  # whether the table knows something of the places
    if len(order) > 2 and rng.random() < 0.5:
        top = rng.randint(1, len(order) - 1)
        deck.split_top(top)
        if rng.random() < 0.6:
            fixed = True
            lower = len(order) - top
            deck.shuffle_card_into_segment("X", 0)
            model.bury("X", lower)
            order.insert(rng.randint(top, len(order)), "X")
    for _ in range(rng.randint(4, 8)):
        # a card that all saw laid there is no hidden card, wherever it goes
        in_sight = bool(order) and deck.segments[-1].known_to is None and order[0] in deck.segments[-1].fixed
        step = rng.choice(("draw", "draw", "hide", "look", "under", "top", "shuffle", "put"))
        if step == "draw" and order:
            card = order.pop(0)
            deck.draw(card)
            model.draw(card)
        elif step == "hide" and order and order[0] not in stays and not in_sight:
            card = order.pop(0)
            hand.append(card)
            deck.draw(card)
            model.draw_hidden(stays)
        elif step in ("look", "under") and len(order) > 2 and not fixed:
            looked = [order.pop(0) for _ in range(rng.randint(1, 2))]
            model.look(len(looked), step == "under")
            for card in looked:
                deck.draw(card)
            rng.shuffle(looked)
            for card in looked if step == "under" else reversed(looked):
                (deck.put_bottom if step == "under" else deck.put_top)(card, (0,))
            order = [*order, *looked] if step == "under" else [*looked, *order]
        elif step in ("top", "put") and len(order) < 5:
            card = rng.choice("bd")
            fixed = True
            (deck.put_bottom if step == "put" else deck.put_top)(card)
            model.put(card, step == "put")
            order = [*order, card] if step == "put" else [card, *order]
        elif step == "shuffle" and not hand and len(order) < 6:
            fixed = False
            deck.shuffle()
            model.shuffle()
            rng.shuffle(order)
        agree(deck.seen_by(1, Counter(hand)), model)
        assert (tuple(order), tuple(hand)) in model.worlds, "what has really happened is possible"


def test_the_table_knows_less_than_a_seat_that_looked() -> None:
    """Let seat 0 look at two cards and put them back. Enumeration keeps the order for seat 0 and not for seat 1."""
    deck, seat_0 = Deck(CARDS), Orders(LIST)
    for card in ("c", "b"):
        deck.draw(card)
        seat_0.draw(card)
    for card in ("b", "c"):
        deck.put_bottom(card, (0,))
        seat_0.put(card, under=True)
    agree(deck.seen_by(0), seat_0)
    seat_1 = Orders(LIST)
    seat_1.look(2, under=True)
    agree(deck.seen_by(1), seat_1)


# -- sampling ------------------------------------------------------------------------------------


def view_with_hand() -> Deck:
    deck = Deck({"a": 3, "b": 2, "S": 2}, frozenset("S"))
    deck.split_top(2)
    deck.shuffle_card_into_segment("X", 1)
    for card in ("a", "b"):
        deck.draw(card)
    return deck.seen_by(1, {"a": 1, "b": 1})


def lower_half() -> Deck:
    deck = Deck({"a": 3, "b": 1})
    deck.split_top(1)
    deck.shuffle_card_into_segment("X", 0)
    deck.shuffle_card_into_segment("Y", 0)
    deck.draw("a")
    return deck


@pytest.mark.parametrize(
    "make",
    [
        lambda: Deck(CARDS),
        lambda: Deck.from_shuffled_blocks({"a": 2, "b": 5}, {"c": 1}),
        lower_half,
        view_with_hand,
        lambda: Deck.from_dict(view_with_hand().to_dict(), frozenset("S")),
        lambda: view_with_hand().clone(),
    ],
)
def test_sample_follows_dist(make: Callable[[], Deck]) -> None:
    deck, n, rng = make(), 8000, Random(3)
    dist = deck.dist()
    counts = Counter(deck.sample(rng) for _ in range(n))
    assert set(counts) == set(dist)
    chi_square = sum((counts[card] - n * float(dist.p(card))) ** 2 / (n * float(dist.p(card))) for card in dist)
    assert chi_square < len(dist) + 5 * (2 * len(dist)) ** 0.5


def test_sample_of_a_pile_that_must_hold_what_stays() -> None:
    deck = Deck({"a": 2, "S": 1}, frozenset("S"))
    deck.draw("a")
    deck.draw("a")
    view = deck.seen_by(1, {"a": 2})
    assert view.dist() == Dist("S")
    assert {view.sample(Random(seed)) for seed in range(30)} == {"S"}


def test_drawing_by_samples_is_one_of_the_orders() -> None:
    """Check the joint distribution and not only each place, by counting whole piles that were drawn."""
    model, n, rng = Orders("aab"), 6000, Random(11)
    model.bury("X", 2)
    counts: Counter[Pile] = Counter()
    for _ in range(n):
        deck = Deck({"a": 2, "b": 1})
        deck.split_top(1)
        deck.shuffle_card_into_segment("X", 0)
        drawn = []
        while len(deck):
            drawn.append(deck.sample(rng))
            deck.draw(drawn[-1])
        counts[tuple(drawn)] += 1
    expected = Dist(Counter({pile: weight for (pile, _), weight in model.worlds.items()}))
    assert set(counts) == set(expected)
    chi_square = sum((counts[p] - n * float(expected.p(p))) ** 2 / (n * float(expected.p(p))) for p in expected)
    assert chi_square < len(expected) + 5 * (2 * len(expected)) ** 0.5


def test_dealing_what_is_hidden() -> None:
    """Check a determinization of the hidden hand. It never has a kind that stays, and the rest is the pile."""
    view, n, rng = view_with_hand(), 4000, Random(2)
    found: Counter[Pile] = Counter()
    for _ in range(n):
        whole = view.clone()
        hand = whole.determinize_hidden_cards(2, rng)
        assert whole.unplaced_count_in_hands() == 0
        assert not whole.has_unplaced_cards_outside, "so that it samples the fast way"
        assert Counter(whole.counts()) + Counter(hand) == Counter(view.counts())
        found[tuple(sorted(hand))] += 1
    expected = Dist.draws({"a": 3, "b": 2}, 2).map(lambda k: ("a",) * k[0] + ("b",) * k[1])
    assert set(found) == set(expected)
    for hand_, count in found.items():
        p = float(expected.p(hand_))
        assert abs(count / n - p) < 5 * (p * (1 - p) / n) ** 0.5


# -- copies and files ----------------------------------------------------------------------------


def busy() -> Deck:
    deck = Deck({"a": 2, "b": 3, "S": 1}, frozenset("S"))
    deck.split_top(3)
    deck.shuffle_card_into_segment("X", 0)
    deck.draw("b")
    deck.put_top("b", (0, 2))
    deck.put_bottom("c")
    return deck


@pytest.mark.parametrize(
    "change",
    [
        lambda deck: deck.draw("b"),
        lambda deck: deck.shuffle_card_into_segment("Y", 1),
        lambda deck: deck.shuffle({"a": 1}),
        lambda deck: deck.put_top("a"),
        lambda deck: deck.put_bottom("a", (1,)),
        lambda deck: deck.seen_by(0, {"a": 1}).draw("b"),
        lambda deck: deck.seen_by(1, {"a": 1}).shuffle(),
    ],
)
def test_a_clone_is_independent(change: Callable[[Deck], Any]) -> None:
    deck = busy()
    twin, before = deck.clone(), deck.to_dict()
    change(twin)
    assert deck.to_dict() == before
    other = deck.clone()
    change(deck)
    assert other.to_dict() == before


def test_to_dict_round_trip() -> None:
    deck = busy()
    again = Deck.from_dict(deck.to_dict(), deck.pile_only_cards)
    assert again.to_dict() == deck.to_dict()
    assert [again.dist(i) for i in range(len(deck))] == [deck.dist(i) for i in range(len(deck))]
    for seat in range(3):
        assert again.seen_by(seat, {"a": 1}).to_dict() == deck.seen_by(seat, {"a": 1}).to_dict()


def test_a_view_does_not_tell_what_is_where() -> None:
    """Check that the same facts for seat 1 make the same view, whatever pile and hand really contain."""
    views = []
    for hidden in ("a", "b"):
        deck = Deck({"a": 2, "b": 2})
        deck.draw(hidden)
        views.append(deck.seen_by(1, {hidden: 1}))
    assert views[0].to_dict() == views[1].to_dict()
    assert views[0].unplaced_cards == views[1].unplaced_cards


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(min_value=0, max_value=20)))
def test_counts(cards: dict[str, int]) -> None:
    deck = Deck(cards)
    assert len(deck) == sum(cards.values())
    assert deck.counts() == {card: n for card, n in cards.items() if n}
    assert Deck.from_dict(deck.to_dict()).counts() == deck.counts()


# -- refusals ------------------------------------------------------------------------------------


def test_cuts_and_buries_that_make_no_sense() -> None:
    for top in (0, 5, 9, -1):
        with pytest.raises(ValueError, match="both parts need a card"):
            Deck(CARDS).split_top(top)
    with pytest.raises(ValueError, match="a is loose in this pile"):
        Deck(CARDS).shuffle_card_into_segment("a", 0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"loose": {"a": 1}, "parts": [{"size": 2}]}, "2 free places but only 1"),
        ({"loose": {"a": -1}, "parts": []}, "whole numbers from 1 up"),
        ({"loose": {"a": 1.5}, "parts": []}, "whole numbers from 1 up"),
        ({"loose": {}, "parts": [{"size": 0}]}, "whole numbers from 1 up"),
        ({"loose": {}, "parts": [{"size": 1, "fixed": {"a": 2}}]}, "more cards than it has places"),
        ({"loose": {"a": 10**9}, "parts": []}, "whole numbers"),
    ],
)
def test_a_damaged_pile_is_refused(data: Mapping[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Deck.from_dict(data)
