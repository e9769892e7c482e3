"""Cards laid aside against plain enumeration: every order of a small pile, dealt into hands and a stack.

`Worlds` has no parts and no records of knowledge. For one observer (a seat, or the table, which sees every card that
somebody sees), it keeps each arrangement of all cards that fits the observations, with its weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelib import Deck, Dist
from gamelib.deck import MAX_CARDS

Cards = tuple[str, ...]
World = tuple[Cards, tuple[Cards, ...], Cards]  # pile from the top down, hands, stack in the order laid
SEATS = 2
TABLE = -1


class Worlds:
    """Possible worlds as one observer knows them."""

    def __init__(self, cards: Iterable[str], viewer: int) -> None:
        self.viewer = viewer
        self.worlds: Counter[World] = Counter((order, ((),) * SEATS, ()) for order in permutations(cards))

    def change(self, f: Callable[[World], Iterable[World]]) -> None:
        after: dict[World, Fraction] = {}
        for world, weight in self.worlds.items():
            following = list(f(world))
            for other in following:
                after[other] = after.get(other, Fraction(0)) + Fraction(weight, len(following))
        scale = lcm(*(share.denominator for share in after.values()))
        self.worlds = Counter({world: int(share * scale) for world, share in after.items()})

    def sees(self, seat: int) -> bool:
        return self.viewer in (seat, TABLE)

    def draw(self, seat: int, card: str) -> None:
        """Move the next card to a hand. Only its seat sees it."""

        def f(world: World) -> list[World]:
            pile, hands, stack = world
            if self.sees(seat) and pile[0] != card:
                return []
            return [(pile[1:], tuple((*hand, pile[0]) if s == seat else hand for s, hand in enumerate(hands)), stack)]

        self.change(f)

    def discard(self, card: str) -> None:
        """Turn up the next card and remove it from the game."""
        self.change(lambda world: [(world[0][1:], world[1], world[2])] if world[0][0] == card else [])

    def lay_aside(self) -> None:
        """Move the next card to the stack, seen by nobody."""
        self.change(lambda world: [(world[0][1:], world[1], (*world[2], world[0][0]))])

    def put_aside(self, seat: int, place: int) -> None:
        """Move a card of a hand face down to the stack."""

        def f(world: World) -> list[World]:
            pile, hands, stack = world
            rest = tuple((*hand[:place], *hand[place + 1 :]) if s == seat else hand for s, hand in enumerate(hands))
            return [(pile, rest, (*stack, hands[seat][place]))]

        self.change(f)

    def look(self, seat: int, cards: Cards) -> None:
        """Let a seat look at the whole stack."""
        if self.sees(seat):
            self.change(lambda world: [world] if sorted(world[2]) == sorted(cards) else [])

    def show(self, cards: Cards) -> None:
        """Show the stack to all and remove it from the game."""
        self.change(lambda world: [(world[0], world[1], ())] if sorted(world[2]) == sorted(cards) else [])

    def shuffle(self, extra: Cards = ()) -> None:
        """Shuffle the pile with these cards."""
        self.change(lambda world: [(order, world[1], world[2]) for order in permutations((*world[0], *extra))])

    def dist(self, f: Callable[[World], object]) -> Dist[object]:
        found: Counter[object] = Counter()
        for world, weight in self.worlds.items():
            found[f(world)] += weight
        return Dist(found)


def stack_of(deck: Deck) -> Dist[tuple[str, ...]]:
    """Return the sorted cards of the stack as a deck describes them: the known ones, and some of the hidden ones."""
    size, known = (
        deck.aside_count(),
        [card for card, _ in deck.aside_stacks["aside"].known] if deck.aside_count() else [],
    )
    roaming = [card for card in deck.unplaced_cards if card not in deck.pile_only_cards]
    return Dist(Counter(tuple(sorted((*known, *rest))) for rest in combinations(roaming, size - len(known))))


def agree(deck: Deck, model: Worlds) -> None:
    """Check that each place of the pile, the whole stack and each hidden hand have the same distribution in both."""
    pile, hands, stack = next(iter(model.worlds))
    assert (len(deck), deck.aside_count()) == (len(pile), len(stack))
    for depth in range(len(pile)):
        assert deck.dist(depth) == model.dist(lambda world, depth=depth: world[0][depth]), f"at depth {depth}"
    assert stack_of(deck) == model.dist(lambda world: tuple(sorted(world[2])))
    for seat, hand in enumerate(hands):
        for place in range(len(hand) if not model.sees(seat) else 0):
            assert deck.hidden_card_outside_pile_dist() == model.dist(
                lambda world, seat=seat, place=place: world[1][seat][place]
            )
    possible = set(model.dist(lambda world: world[0][0])) if pile else set()
    assert {card for card in (*deck.counts(), "?") if deck.can_draw(card)} == possible
    assert Deck.from_dict(deck.to_dict()).to_dict() == deck.to_dict()


class Story:
    """Real pile, hands and stack, with the deck and the worlds of the table and of each seat."""

    def __init__(self, cards: str, rng: Random) -> None:
        self.rng = rng
        self.deck = Deck(Counter(cards))
        self.models = [Worlds(cards, viewer) for viewer in (TABLE, *range(SEATS))]
        self.hands: list[list[str]] = [[] for _ in range(SEATS)]
        self.gone: list[str] = []
        self.blurred = False  # whether seats know less than they might, after cards came back to the pile

    def step(self, name: str, seat: int = 0) -> None:
        """Apply one possible random event."""
        deck, rng, hand = self.deck, self.rng, self.hands[seat]
        if name == "draw" and len(deck):
            card = deck.sample(rng)
            deck.draw(card)
            hand.append(card)
            self.tell(lambda model: model.draw(seat, card))
        elif name == "discard" and len(deck):
            card = deck.sample(rng)
            deck.draw(card)
            self.gone.append(card)
            self.tell(lambda model: model.discard(card))
        elif name == "lay" and len(deck) and not (deck.segments[-1].fixed and deck.segments[-1].size > 1):
            deck.set_aside_from_top()
            self.tell(lambda model: model.lay_aside())
        elif name == "put" and hand:
            place = rng.randrange(len(hand))
            deck.set_aside(hand.pop(place), (seat,))
            self.tell(lambda model: model.put_aside(seat, place))
        elif name == "look" and deck.aside_count():
            self.decide()
            cards = tuple(Counter(deck.reveal_aside((seat,))).elements())
            self.tell(lambda model: model.look(seat, cards))
        elif name == "show" and deck.aside_count():
            self.decide()
            cards = tuple(Counter(deck.take_aside_cards()).elements())
            self.gone += cards
            self.tell(lambda model: model.show(cards))
        elif name == "shuffle" and len(deck) + len(self.gone) < 6:
            extra = tuple(self.gone)
            try:
                deck.shuffle(Counter(extra))
            except ValueError:  # what lies aside would have to be decided first
                return
            self.gone = []
            # then what hands and stack hide is no longer as good as what is in the pile
            self.blurred = self.blurred or bool(extra)
            self.tell(lambda model: model.shuffle(extra))

    def decide(self) -> None:
        """Decide some undecided cards of the stack. The table sees them."""
        deck, table = self.deck, self.models[0]
        while deck.undecided_count():
            assert deck.hidden_card_outside_pile_dist()
            deck.resolve_aside_card(deck.hidden_card_outside_pile_dist().sample(self.rng))
        cards = sorted(card for card, _ in deck.aside_stacks["aside"].known)
        table.change(lambda world: [world] if sorted(world[2]) == cards else [])

    def tell(self, f: Callable[[Worlds], None]) -> None:
        for model in self.models:
            f(model)

    def view(self, seat: int) -> Deck:
        """Return the deck as a seat sees it."""
        hidden = Counter(card for other, hand in enumerate(self.hands) if other != seat for card in hand)
        return self.deck.seen_by(seat, hidden)

    def check(self) -> None:
        """Check that all agree."""
        agree(self.deck, self.models[0])
        if not self.blurred:
            for seat in range(SEATS):
                agree(self.view(seat), self.models[1 + seat])
        total = Counter(self.deck.counts()) + Counter(card for hand in self.hands for card in hand)
        assert sum(total.values()) + len(self.gone) == 5


STEPS = ("draw", "draw", "discard", "lay", "lay", "put", "put", "look", "show", "shuffle")


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(["abcde", "aabbc", "aaabb"]),
    st.randoms(use_true_random=False),
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, SEATS - 1)), min_size=3, max_size=12),
)
def test_any_story(cards: str, rng: Random, steps: list[tuple[str, int]]) -> None:
    """Check that the table and every seat know exactly what enumeration says about pile, stack and hands."""
    story = Story(cards, rng)
    for name, seat in steps:
        story.step(name, seat)
        story.check()


def test_a_shuffle_leaves_what_lies_aside_where_it_is() -> None:
    deck = Deck({"a": 3, "b": 4})
    deck.set_aside_from_top()
    deck.shuffle()
    assert (len(deck), deck.aside_count(), deck.undecided_count()) == (6, 1, 1)
    assert deck.dist() == Dist({"a": 3, "b": 4})
    deck.shuffle({"c": 1})
    assert len(deck) == 7
    assert deck.dist().p("c") == Fraction(1, 7)
    assert deck.dist().p("a") == Fraction(6, 7) * Fraction(3, 7)
    assert deck.hidden_card_outside_pile_dist() == Dist({"a": 3, "b": 4})


def test_a_card_that_may_also_lie_aside_is_not_shuffled_in() -> None:
    deck = Deck({"a": 2, "b": 2, "c": 1})
    deck.draw("b")
    deck.set_aside_from_top()
    before = deck.to_dict()
    with pytest.raises(ValueError, match="b may lie aside undecided too"):
        deck.shuffle({"b": 1})
    assert deck.to_dict() == before
    deck.resolve_aside_card("a")
    deck.shuffle({"b": 1})
    assert deck.dist() == Dist("abbc")


def test_an_empty_pile_gets_new_cards_while_some_lie_aside_undecided() -> None:
    deck = Deck({"a": 1, "b": 1, "c": 1})
    deck.set_aside_from_top(2)
    deck.draw("b")
    deck.shuffle({"b": 1, "d": 1})
    assert (len(deck), deck.undecided_count()) == (2, 0)
    assert deck.dist() == Dist("bd"), "the table knows that a and c lie aside"
    deck.set_aside_from_top()
    assert (deck.aside_count(), deck.undecided_count()) == (3, 1)
    assert deck.hidden_card_outside_pile_dist() == Dist("bd")
    view = deck.seen_by(0)
    assert (view.undecided_count(), len(view)) == (3, 1)
    assert view.dist() == Dist("abcd")


def test_a_peek_ages_as_cards_are_added() -> None:
    deck = Deck({"a": 2, "b": 2, "c": 2})
    deck.set_aside_from_top(2)
    for card in ("a", "c"):
        deck.resolve_aside_card(card)
    assert deck.reveal_aside((1,)) == {"a": 1, "c": 1}
    deck.set_aside_from_top()
    deck.set_aside("x", (0,))
    assert deck.seen_by(1, {}).aside_stacks["aside"].known == (("a", None), ("c", None))
    assert deck.seen_by(0, {}).aside_stacks["aside"].known == (("x", None),)
    assert deck.seen_by(1, {}).hidden_card_outside_pile_dist() == Dist("abbcx")
    assert deck.undecided_count() == 1


def test_known_cards_of_the_pile_stay_known_to_those_who_saw_them() -> None:
    deck = Deck({"a": 1, "b": 1, "c": 1})
    deck.draw("b")
    deck.put_top("b", (1,))
    deck.set_aside_from_top(2)
    assert deck.aside_stacks["aside"].known == (("b", frozenset({1})),)
    assert deck.seen_by(0).undecided_count() == 2
    assert deck.seen_by(1).undecided_count() == 1


def test_what_cannot_be_laid_aside_or_shown() -> None:
    deck = Deck({"a": 2, "b": 2})
    deck.split_top(2)
    deck.shuffle_card_into_segment("X", 0)
    before = deck.to_dict()
    with pytest.raises(ValueError, match="has only 5 cards"):
        deck.set_aside_from_top(6)
    with pytest.raises(ValueError, match="has to be drawn"):
        deck.set_aside_from_top(3)
    for f in (lambda: deck.resolve_aside_card("a"), lambda: deck.resolve_aside_card("a", "box")):
        with pytest.raises(ValueError, match="is decided"):
            f()
    assert deck.to_dict() == before
    deck.set_aside_from_top(2, "box")
    for f in (lambda: deck.reveal_aside((0,), "box"), lambda: deck.take_aside_cards("box")):
        with pytest.raises(ValueError, match="still undecided"):
            f()
    assert deck.take_aside_cards("none") == {}


def test_a_guess_leaves_room_for_what_lies_aside() -> None:
    deck = Deck({"a": 2, "b": 2, "c": 1})
    deck.set_aside_from_top(2)
    deck.draw("a")
    view = deck.seen_by(1, {"a": 1})
    assert view.unplaced_count_in_hands() == 1
    hand = view.clone().determinize_hidden_cards(1, Random(1))
    whole = view.clone()
    assert whole.determinize_hidden_cards(1, Random(1)) == hand
    assert (whole.unplaced_count_in_hands(), whole.undecided_count(), len(whole)) == (0, 2, 2)
    assert whole.seen_by(1, Counter(hand)).to_dict() == view.to_dict()


def test_samples_of_a_pile_with_cards_aside() -> None:
    deck = Deck({"a": 1, "b": 3, "S": 1}, frozenset("S"))
    deck.set_aside_from_top(2)
    rng, n = Random(1), 4000
    counts = Counter(deck.sample(rng) for _ in range(n))
    for card in deck.dist():
        p = float(deck.dist().p(card))
        assert abs(counts[card] - n * p) < 5 * (n * p * (1 - p)) ** 0.5
    assert deck.dist().p("S") == Fraction(1, 3)
    assert deck.hidden_card_outside_pile_dist().p("S") == 0


def test_impossible_stacks_in_a_file_are_refused() -> None:
    deck = Deck({"a": 2, "b": 2})
    deck.set_aside_from_top(2)
    deck.resolve_aside_card("a")
    data = deck.to_dict()
    for size in (0, -1, 7, 2.0, True, 10**6):
        with pytest.raises(ValueError, match=r"pile has|laid aside"):
            Deck.from_dict({**data, "aside": {"aside": {**data["aside"]["aside"], "size": size}}})


def test_whole_parts_go_aside_and_leave_nothing_behind() -> None:
    deck = Deck(Counter("aabbc"))
    deck.put_top("x", (1,))
    deck.set_aside_from_top(1)
    assert [part.size for part in deck.segments] == [5]
    deck.set_aside_from_top(5)
    assert deck.segments == []


def test_a_file_says_who_knows_a_card_aside() -> None:
    deck = Deck(Counter("aab"))
    deck.set_aside("x", (2, 0))
    deck.set_aside("y")
    assert deck.to_dict()["aside"] == {"aside": {"size": 2, "known": [{"card": "x", "seen": [0, 2]}, {"card": "y"}]}}


def test_a_file_holds_so_many_cards_of_a_kind_and_no_more() -> None:
    assert len(Deck.from_dict({"loose": {"a": MAX_CARDS}, "parts": [{"size": MAX_CARDS}]})) == MAX_CARDS == 1000
    with pytest.raises(ValueError, match="counts"):
        Deck.from_dict({"loose": {"a": MAX_CARDS + 1}, "parts": [{"size": MAX_CARDS + 1}]})


def test_clones_go_their_own_way() -> None:
    deck = Deck({"a": 3})
    twin = deck.clone()
    twin.set_aside_from_top()
    third = twin.clone()
    third.set_aside("b")
    assert (deck.aside_count(), twin.aside_count(), third.aside_count()) == (0, 1, 2)
