"""Deck: the knowledge about a pile of cards.

A Deck never stores a hidden order. A Deck stores *segments* (groups of neighbouring places, from the bottom to the top)
and the cards that can be in each segment:

- The `fixed` cards of a segment are somewhere in this segment ("Shuffle the Deck is among the lower 39"). A segment
  with one place and one fixed card is a card with a known place.
- The `unplaced_cards` fill the other places of all segments. Every arrangement is equally likely. `unplaced_cards` is a
sorted list.

Collections without a meaningful order are sorted. Therefore equal decks draw the same cards from the same seed, also
after saving and loading.

Cards can also be set aside (`set_aside_from_top`, `set_aside`) in named stacks, for example out of the game. The order
of such a stack has no meaning. Some cards of a stack are decided. For each decided card, the stack stores the seats
that know it. The other cards are undecided and exchangeable with the unplaced cards of the pile.

Therefore the next card has an exact distribution at any time. In the view of a seat (`seen_by`), the unplaced cards
include hidden cards outside the pile, for example in other hands. Hidden cards are exchangeable with the cards in the
pile, except for kinds that are never hidden outside the pile (`pile_only_cards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from .card_counts import CardCounts, add_cards, card_list, deal_cards, remove_card, sorted_counts
from .dist import Dist
from .validation import short_repr, to_python_value

if TYPE_CHECKING:
    from random import Random

MAX_CARDS = 1000  # limit for saved piles, so that a damaged file cannot fill the memory


class Segment:
    """Group of neighbouring places: its size, its fixed cards, and the seats that know these cards (None: all seats).

    A segment with one place is immutable, so that decks can share it.
    """

    __slots__ = ("fixed", "known_to", "size")

    def __init__(self, size: int, fixed: CardCounts, known_to: frozenset[int] | None = None) -> None:
        self.size, self.fixed, self.known_to = size, sorted_counts(fixed), known_to


class AsideStack(NamedTuple):
    """Stack of cards that were set aside: their number, and the decided cards with the seats that know them."""

    size: int
    known: tuple[tuple[str, frozenset[int] | None], ...] = ()


EMPTY_STACK = AsideStack(0)


def _seats(known_to: Iterable[int] | None) -> frozenset[int] | None:
    """Return the seats that know a card as a frozenset. None means all seats."""
    return None if known_to is None else frozenset(map(to_python_value, known_to))


def _counts(cards: Mapping[str, Any]) -> CardCounts:
    """Return the number of each card as an int. Raise ValueError for a number that is not an integer."""
    return {card: _whole(n) for card, n in cards.items()}


def _whole(n: Any) -> int:
    number = to_python_value(n)
    if isinstance(number, float) and number.is_integer():
        return int(number)
    if not isinstance(number, int):
        raise ValueError(f"A number of cards is a whole number, not {short_repr(n)}.")
    return int(number)


class Deck:
    """Knowledge about a pile of cards and about the cards set aside from it.

    `len(deck)` counts the cards in the pile. Clones share `unplaced_cards` and `segments` until one of them changes.
    Each method that changes these lists calls `unshare` first. Code outside this class must do the same.

    Example:
        >>> len(Deck({"gold": 3, "wrath": 1}))
        4
    """

    __slots__ = (
        "aside_stacks",
        "has_unplaced_cards_outside",
        "is_shared",
        "pile_only_cards",
        "segments",
        "unplaced_cards",
    )

    def __init__(self, cards: Mapping[str, int] = {}, pile_only_cards: frozenset[str] = frozenset()) -> None:
        """Create a shuffled pile. `pile_only_cards` are kinds that can never be hidden outside the pile."""
        self.unplaced_cards = sorted(card_list(_counts(cards)))
        self.segments: list[Segment] = (
            [Segment(len(self.unplaced_cards), {})] if self.unplaced_cards else []
        )  # the last segment is the top of the pile
        self.pile_only_cards = pile_only_cards
        self.aside_stacks: dict[str, AsideStack] = {}
        self.has_unplaced_cards_outside = (
            False  # whether some unplaced cards are outside the pile (aside, or in hands that a view hides)
        )
        self.is_shared = False  # whether a clone may have the same lists

    @classmethod
    def from_shuffled_blocks(cls, *blocks: Mapping[str, int]) -> Deck:
        """Return a pile of blocks that were shuffled separately.

        Args:
            *blocks: Number of each card in a block. The first block is on top.

        Example:
            >>> Deck.from_shuffled_blocks({"early": 2}, {"late": 2}).dist()
            Dist({early: 2}, total=2)
        """
        deck = cls()
        for block in reversed(blocks):
            cards = {card: n for card, n in _counts(block).items() if n}
            if cards:
                deck.segments.append(Segment(sum(cards.values()), cards))
        return deck

    # -- queries -----------------------------------------------------------------------------

    def __len__(self) -> int:
        return sum(part.size for part in self.segments)

    def drawable_count(self, n: int) -> int:
        """Return the number of cards that a draw of n cards can give.

        Args:
            n: Number of cards to draw.

        Returns:
            `n`, or the size of the pile if it is shorter.

        Example:
            >>> Deck({"gold": 3}).drawable_count(5)
            3
        """
        left = n
        for part in reversed(self.segments):
            if left <= part.size:
                return n
            left -= part.size
        return n - left

    def counts(self) -> CardCounts:
        """Return the number of copies of each card in the pile and in the stacks of cards set aside.

        Example:
            >>> Deck({"gold": 3, "wrath": 1}).counts()
            {'gold': 3, 'wrath': 1}
        """
        counts = Counter(self.unplaced_cards)
        counts.update(card for stack in self.aside_stacks.values() for card, _ in stack.known)
        for part in self.segments:
            counts.update(part.fixed)
        return dict(counts)

    def unfixed_place_count(self) -> int:
        """Return the number of places of the pile with an unplaced card."""
        return sum(part.size - sum(part.fixed.values()) for part in self.segments)

    def unplaced_count_in_hands(self) -> int:
        """Return, for the view of a seat, the number of unplaced cards that are neither in the pile nor set aside."""
        return len(self.unplaced_cards) - self.unfixed_place_count() - sum(map(self.undecided_count, self.aside_stacks))

    def _free_weights(self) -> tuple[CardCounts, int]:
        """Return the weights of the cards that can be in a place without a fixed card, and the total weight."""
        counts = Counter(self.unplaced_cards)
        free = self.unfixed_place_count()
        if free == len(self.unplaced_cards):
            return counts, free
        bound = sum(n for card, n in counts.items() if card in self.pile_only_cards)
        roaming = len(self.unplaced_cards) - bound
        weights = {card: n * (roaming if card in self.pile_only_cards else free - bound) for card, n in counts.items()}
        return weights, free * roaming

    def dist(self, depth: int = 0) -> Dist[str]:
        """Return the distribution of a card in the pile.

        Args:
            depth: Number of cards above this card. 0 means the next card.

        Raises:
            ValueError: The pile has no card at this depth.

        Example:
            >>> Deck({"gold": 3, "wrath": 1}).dist()
            Dist({gold: 3, wrath: 1}, total=4)
        """
        for part in reversed(self.segments):
            if depth < part.size:
                break
            depth -= part.size
        else:
            raise ValueError(f"The pile has only {len(self)} cards.")
        free = part.size - sum(part.fixed.values())
        weights, total = self._free_weights() if free else ({}, 1)
        if not part.fixed:
            return Dist(weights)
        common = gcd(free, total)  # reduce the weights, so that they are numbers of cards if possible
        joint = {card: free // common * weight for card, weight in weights.items()}
        for card, n in part.fixed.items():
            add_cards(joint, card, total // common * n)
        return Dist(joint)

    def hidden_card_outside_pile_dist(self) -> Dist[str]:
        """Return the distribution of a hidden card outside the pile, for example in a hand.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside_from_top()
            >>> deck.hidden_card_outside_pile_dist()
            Dist({gold: 3, wrath: 1}, total=4)
        """
        return Dist([card for card in self.unplaced_cards if card not in self.pile_only_cards])

    def sample(self, rng: Random) -> str:
        """Draw the next card without building its distribution. The deck does not change.

        Args:
            rng: Random generator of the caller.

        Returns:
            Id of the card.

        Example:
            >>> from random import Random
            >>> Deck({"gold": 3, "wrath": 1}).sample(Random(1))
            'gold'
        """
        part = self.segments[-1]
        if part.fixed and (fixed := self._fixed_next(part, rng)):
            return fixed
        if self.has_unplaced_cards_outside and self.pile_only_cards:
            weights, total = self._free_weights()
            place = int(rng.random() * total)
            for card, weight in weights.items():
                place -= weight
                if place < 0:
                    return card
        return self.unplaced_cards[int(rng.random() * len(self.unplaced_cards))]

    @staticmethod
    def _fixed_next(part: Segment, rng: Random) -> str:
        """Return the next card if it is a fixed card of its segment, otherwise ""."""
        place = int(rng.random() * part.size)
        for card, n in part.fixed.items():
            place -= n
            if place < 0:
                return card
        return ""

    def can_draw(self, card: object) -> bool:
        """Return whether a card can be the next one.

        Args:
            card: Id of the card.

        Example:
            >>> Deck({"gold": 3}).can_draw("wrath")
            False
        """
        if not self.segments:
            return False
        if self.has_unplaced_cards_outside:
            return card in self.dist()
        part = self.segments[-1]
        return card in part.fixed or (card in self.unplaced_cards and part.size > sum(part.fixed.values()))

    # -- changes -----------------------------------------------------------------------------

    def unshare(self) -> None:
        """Copy the shared lists, so that this deck may change them."""
        if self.is_shared:
            self.unplaced_cards = self.unplaced_cards.copy()
            self.aside_stacks = self.aside_stacks.copy()
            self.segments = [
                part if part.size == 1 else Segment(part.size, part.fixed.copy(), part.known_to)
                for part in self.segments
            ]
            self.is_shared = False

    def draw(self, card: str) -> None:
        """Remove this card from the top of the pile.

        Args:
            card: Card that was drawn.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.draw("gold")
            >>> deck.dist().p("wrath")
            Fraction(1, 3)
        """
        if self.is_shared:
            self.unshare()
        part = self.segments[-1]
        if card not in part.fixed:
            self.unplaced_cards.remove(card)
        if part.size == 1:  # a clone may share a segment with one place
            self.segments.pop()
            return
        part.size -= 1
        if card in part.fixed:
            remove_card(part.fixed, card)

    def draw_next_at_random(self, rng: Random) -> str:
        """Draw the next card with the same result as `sample` and `draw`, but faster.

        >>> from random import Random
        >>> deck = Deck({"gold": 3, "wrath": 1})
        >>> deck.draw_next_at_random(Random(1)), len(deck)
        ('gold', 3)
        """
        if self.is_shared:
            self.unshare()
        part = self.segments[-1]
        if part.size == 1 or self.has_unplaced_cards_outside:
            card = self.sample(rng)
            self.draw(card)
            return card
        card = self._fixed_next(part, rng) if part.fixed else ""
        part.size -= 1
        if card:
            remove_card(part.fixed, card)
            return card
        return self.unplaced_cards.pop(int(rng.random() * len(self.unplaced_cards)))

    def split_top(self, top_size: int) -> None:
        """Split a pile of unplaced cards into two segments.

        Args:
            top_size: Number of cards in the upper segment.

        Raises:
            ValueError: The pile was not freshly shuffled, or a segment would have no card.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.split_top(2)
            >>> len(deck.segments)
            2
        """
        top_size = _whole(top_size)
        (whole,) = self.segments
        if whole.fixed or not 0 < top_size < whole.size:
            raise ValueError("Only a freshly shuffled pile can be cut, and both parts need a card.")
        self.segments = [Segment(whole.size - top_size, {}), Segment(top_size, {})]

    def shuffle_card_into_segment(self, card: str, segment_index: int) -> None:
        """Shuffle one card into a segment.

        Args:
            card: Id of the card. The unplaced cards must not contain this card.
            segment_index: Number of the segment. 0 is the lowest.

        Raises:
            ValueError: The card is already one of the unplaced cards.

        Example:
            >>> deck = Deck({"gold": 4})
            >>> deck.split_top(2)
            >>> deck.shuffle_card_into_segment("end", 0)
            >>> [deck.dist(depth).p("end") for depth in range(5)]
            [Fraction(0, 1), Fraction(0, 1), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]
        """
        if card in self.unplaced_cards:
            raise ValueError(f"{card} is loose in this pile, so its place cannot be fixed as well.")
        self.unshare()
        there = self.segments[segment_index]
        fixed = there.fixed.copy()
        add_cards(fixed, card)
        self.segments[segment_index] = Segment(there.size + 1, fixed, there.known_to)

    def shuffle(self, extra: Mapping[str, int] = {}) -> None:
        """Shuffle the whole pile. Cards that were set aside do not change.

        If unplaced cards are outside the pile, the other cards of the pile become fixed cards that no seat knows (see
        `seen_by`). The extra cards of an empty pile become its unplaced cards.

        Args:
            extra: Cards that are added. No extra card may be an undecided card of a stack.

        Raises:
            ValueError: An extra card has a kind that may also be undecided in a stack. Resolve those cards first.
                The deck has not changed.

        Example:
            >>> deck = Deck({"gold": 2})
            >>> deck.put_top("end")
            >>> deck.shuffle()
            >>> deck.dist().p("end")
            Fraction(1, 3)
        """
        self.unshare()
        certain = [card for part in self.segments for card in card_list(part.fixed)] + card_list(extra)
        free, open_stacks = (
            self.unfixed_place_count(),
            [name for name in self.aside_stacks if self.undecided_count(name)],
        )
        if len(self.unplaced_cards) == free:
            self.unplaced_cards = sorted(self.unplaced_cards + certain)
            self.segments = [Segment(len(self.unplaced_cards), {})] if self.unplaced_cards else []
        elif not free and len(open_stacks) == 1 and not self.unplaced_count_in_hands():
            (name,) = open_stacks
            known = ((card, frozenset[int]()) for card in self.unplaced_cards)
            self._set_stack(name, self.aside_stacks[name].size, (*self.aside_stacks[name].known, *known))
            self.unplaced_cards = sorted(certain)
            self.segments = [Segment(len(certain), {})] if certain else []
        elif free or certain:
            if both := set(certain) & set(self.unplaced_cards):
                raise ValueError(f"{min(both)} may lie aside undecided too, so its place in the pile cannot be told.")
            self.segments = [Segment(free + len(certain), dict(Counter(certain)), frozenset() if certain else None)]
        self.has_unplaced_cards_outside = len(self.unplaced_cards) > self.unfixed_place_count()

    def set_pile_cards(self, cards: Mapping[str, int]) -> None:
        """Replace the cards of the pile.

        Fixed cards that are also among the new cards keep their places. Other cards are added or removed at the top.
        """
        self.unshare()
        fixed = Counter(card for part in self.segments for card in card_list(part.fixed))
        loose = Counter({card: n for card, n in cards.items() if n > 0})
        elsewhere = fixed - loose
        for place in reversed(range(len(self.segments))):
            part = self.segments[place]
            if off := elsewhere & Counter(part.fixed):
                self.segments[place] = Segment(part.size - off.total(), dict(Counter(part.fixed) - off), part.known_to)
                elsewhere -= off
                fixed -= off
        self.unplaced_cards = sorted((loose - fixed).elements())
        more = len(self.unplaced_cards) - self.unfixed_place_count() - sum(map(self.undecided_count, self.aside_stacks))
        if more > 0:
            if not self.segments or self.segments[-1].size == 1:
                self.segments.append(Segment(0, {}))
            top = self.segments[-1]
            self.segments[-1] = Segment(top.size + more, top.fixed, top.known_to)
        for place in reversed(range(len(self.segments))):
            part = self.segments[place]
            gone = min(max(-more, 0), part.size - sum(part.fixed.values()))
            more += gone
            self.segments[place] = Segment(part.size - gone, part.fixed, part.known_to)
        self.segments = [part for part in self.segments if part.size]
        self.has_unplaced_cards_outside = len(self.unplaced_cards) > self.unfixed_place_count()

    def put_top(self, card: str, known_to: Iterable[int] | None = None) -> None:
        """Put a card on top.

        Args:
            card: The card.
            known_to: Seats that know the card. None means all seats.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_top("end")
            >>> deck.dist()
            Dist({end: 1}, total=1)
        """
        self.unshare()
        self.segments.append(Segment(1, {card: 1}, _seats(known_to)))

    def put_bottom(self, card: str, known_to: Iterable[int] | None = None) -> None:
        """Put a card under the pile.

        Args:
            card: The card.
            known_to: Seats that know the card. None means all seats.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_bottom("end", known_to=[0])
            >>> deck.dist(4), deck.seen_by(1).dist(4).p("end")
            (Dist({end: 1}, total=1), Fraction(1, 5))
        """
        self.unshare()
        self.segments.insert(0, Segment(1, {card: 1}, _seats(known_to)))

    # -- aside stacks --------------------------------------------------------------------------

    def aside_count(self, stack: str = "aside") -> int:
        """Return the number of cards in a stack.

        Args:
            stack: Name of the stack. A stack that does not exist has no cards.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside_from_top(2)
            >>> deck.aside_count()
            2
        """
        return self.aside_stacks.get(stack, EMPTY_STACK).size

    def undecided_count(self, stack: str = "aside") -> int:
        """Return the number of undecided cards in a stack.

        Args:
            stack: Name of the stack. A stack that does not exist has no cards.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside("end")
            >>> deck.set_aside_from_top(2)
            >>> deck.aside_count(), deck.undecided_count()
            (3, 2)
        """
        size, known = self.aside_stacks.get(stack, EMPTY_STACK)
        return size - len(known)

    def _set_stack(self, stack: str, size: int, known: Iterable[tuple[str, frozenset[int] | None]]) -> None:
        # sorted, because the order in which the cards were added has no meaning
        by_name = sorted(known, key=lambda entry: (entry[0], entry[1] is not None, sorted(entry[1] or ())))
        self.aside_stacks[stack] = AsideStack(size, tuple(by_name))

    def set_aside_from_top(self, n: int = 1, stack: str = "aside") -> None:
        """Set the top cards of the pile aside face down, without deciding which cards they are.

        Args:
            n: Number of cards.
            stack: Name of the stack.

        Raises:
            ValueError: The pile has fewer cards, or one of these cards is fixed in a segment of several places. In that
                case, draw the card and use `set_aside`.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside_from_top(2)
            >>> len(deck), deck.dist().p("wrath")
            (2, Fraction(1, 4))
        """
        n = _whole(n)
        if self.drawable_count(n) < n:
            raise ValueError(f"The pile has only {len(self)} cards.")
        self.unshare()
        size, known = self.aside_stacks.get(stack, EMPTY_STACK)
        cards = [*known]
        left = n
        for part in reversed(self.segments):
            if left <= 0:
                break
            if part.fixed and part.size > 1:
                raise ValueError("A card fixed in a part of the pile has to be drawn before it can be laid aside.")
            cards += [(card, part.known_to) for card in part.fixed]
            left -= part.size
        left = n
        while left:
            part = self.segments.pop()
            if part.size > left:
                self.segments.append(Segment(part.size - left, {}))
            left -= min(left, part.size)
        self._set_stack(stack, size + n, cards)
        self.has_unplaced_cards_outside = len(self.unplaced_cards) > self.unfixed_place_count()

    def set_aside(self, card: str, known_to: Iterable[int] | None = None, stack: str = "aside") -> None:
        """Put a card on a stack.

        Args:
            card: The card, for example of a hand.
            known_to: Seats that know the card. None means all seats.
            stack: Name of the stack.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside("end", known_to=[0])
            >>> deck.counts()["end"]
            1
        """
        self.unshare()
        size, known = self.aside_stacks.get(stack, EMPTY_STACK)
        self._set_stack(stack, size + 1, (*known, (card, _seats(known_to))))

    def resolve_aside_card(self, card: str, stack: str = "aside") -> None:
        """Decide an undecided card of a stack. No seat knows the card before `reveal_aside`.

        Args:
            card: Outcome of `hidden_card_outside_pile_dist()`.
            stack: Name of the stack.

        Raises:
            ValueError: Every card of the stack is decided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside_from_top()
            >>> deck.resolve_aside_card("wrath")
            >>> deck.dist()
            Dist({gold: 3}, total=3)
        """
        size, known = self.aside_stacks.get(stack, EMPTY_STACK)
        if size == len(known):
            raise ValueError("Every card of this stack is decided.")
        self.remove_hidden_card_outside_pile(card)
        self._set_stack(stack, size, (*known, (card, frozenset())))

    def reveal_aside(self, seats: Iterable[int], stack: str = "aside") -> CardCounts:
        """Show the cards of a stack to seats.

        Args:
            seats: Seats that know the cards from now on.
            stack: Name of the stack.

        Returns:
            Number of each card in the stack.

        Raises:
            ValueError: Some cards are undecided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside("end", known_to=[])
            >>> deck.reveal_aside([0])
            {'end': 1}
        """
        cards = self._decided(stack)
        seats = frozenset(seats)
        known = [
            (card, None if seen is None else seen | seats)
            for card, seen in self.aside_stacks.get(stack, EMPTY_STACK).known
        ]
        self.unshare()
        self._set_stack(stack, len(known), known)
        return cards

    def take_aside_cards(self, stack: str = "aside") -> CardCounts:
        """Remove and return the cards of a stack.

        Args:
            stack: Name of the stack.

        Returns:
            Number of each card.

        Raises:
            ValueError: Some cards are undecided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.set_aside("end")
            >>> deck.take_aside_cards(), deck.aside_count()
            ({'end': 1}, 0)
        """
        cards = self._decided(stack)
        self.unshare()
        self.aside_stacks.pop(stack, None)
        return cards

    def _decided(self, stack: str) -> CardCounts:
        if self.undecided_count(stack):
            raise ValueError(f"{self.undecided_count(stack)} cards of this stack are still undecided.")
        return dict(Counter(card for card, _ in self.aside_stacks.get(stack, EMPTY_STACK).known))

    def clone(self) -> Deck:
        """Return an independent copy.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.clone().draw("wrath")
            >>> deck.can_draw("wrath")
            True
        """
        twin = Deck.__new__(Deck)
        twin.unplaced_cards = self.unplaced_cards
        twin.segments = self.segments
        twin.pile_only_cards = self.pile_only_cards
        twin.aside_stacks = self.aside_stacks
        twin.has_unplaced_cards_outside = self.has_unplaced_cards_outside
        twin.is_shared = self.is_shared = True
        return twin

    def seen_by(self, seat: int, elsewhere: Mapping[str, int] = {}) -> Deck:
        """Return the pile as one seat knows it.

        If another player put a card back unseen, the card counts as an unplaced card. Therefore a card that is fixed in
        a segment cannot go back unseen.

        Args:
            seat: Number of the seat.
            elsewhere: Cards that are hidden from the seat outside the pile.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.seen_by(1, elsewhere={"gold": 1}).dist()
            Dist({gold: 16, wrath: 4}, total=20)
        """
        view = self.clone()
        view.unshare()
        for i, part in enumerate(view.segments):
            if part.known_to is None:
                continue
            fixed = part.fixed
            if seat not in part.known_to:
                view.unplaced_cards += card_list(fixed)
                fixed = {}
            view.segments[i] = Segment(part.size, fixed)
        for name, (size, known) in view.aside_stacks.items():
            told = [(card, None) for card, seen in known if seen is None or seat in seen]
            view.unplaced_cards += [card for card, seen in known if seen is not None and seat not in seen]
            view._set_stack(name, size, told)
        view.unplaced_cards += card_list(elsewhere)
        view.unplaced_cards.sort()  # sorted, because another order would reveal which cards are in the pile
        view.has_unplaced_cards_outside = len(view.unplaced_cards) > view.unfixed_place_count()
        return view

    def determinize_hidden_cards(self, n: int, rng: Random) -> list[str]:
        """Choose n random hidden cards outside the pile, remove them from the unplaced cards and return them."""
        self.unshare()
        cards = deal_cards([card for card in self.unplaced_cards if card not in self.pile_only_cards], n, rng)
        for card in cards:
            self.remove_hidden_card_outside_pile(card)
        return cards

    def remove_hidden_card_outside_pile(self, card: str) -> None:
        """Remove a card that is hidden outside the pile from the unplaced cards."""
        self.unshare()
        self.unplaced_cards.remove(card)
        self.has_unplaced_cards_outside = len(self.unplaced_cards) > self.unfixed_place_count()

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the deck as plain JSON, with the segments from the top down.

        Example:
            >>> Deck({"gold": 3}).to_dict()
            {'loose': {'gold': 3}, 'parts': [{'size': 3}]}
        """
        parts = []
        for part in reversed(self.segments):
            data: dict[str, Any] = {"size": part.size}
            if part.fixed:
                data["fixed"] = dict(part.fixed)
            if part.known_to is not None:
                data["seen"] = sorted(part.known_to)
            parts.append(data)
        saved: dict[str, Any] = {"loose": dict(Counter(self.unplaced_cards)), "parts": parts}
        if self.aside_stacks:
            saved["aside"] = {
                name: {
                    "size": stack.size,
                    "known": [
                        {"card": card} if seen is None else {"card": card, "seen": sorted(seen)}
                        for card, seen in stack.known
                    ],
                }
                for name, stack in sorted(self.aside_stacks.items())
            }
        return saved

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], pile_only_cards: frozenset[str] = frozenset()) -> Deck:
        """Load the result of `to_dict`.

        Args:
            data: Saved pile.
            pile_only_cards: Ids of cards that can never be hidden outside the pile.

        Returns:
            The pile.

        Raises:
            ValueError: The sizes contradict the cards.

        Example:
            >>> Deck.from_dict({"loose": {"gold": 3}, "parts": [{"size": 3}]}).dist()
            Dist({gold: 3}, total=3)
            >>> Deck.from_dict({"loose": {"gold": 3}, "parts": [{"size": 4}]})
            Traceback (most recent call last):
                ...
            ValueError: a pile has 4 free places but only 3 cards for them
        """
        numbers = [*data["loose"].values()]
        for part in data["parts"]:
            numbers += [part["size"], *part.get("fixed", {}).values()]
        if not all(isinstance(n, int) and 0 < n <= MAX_CARDS for n in numbers):
            raise ValueError("a pile has counts that are no whole numbers from 1 up")
        deck = cls(data["loose"], pile_only_cards)
        deck.segments = []
        for part in reversed(data["parts"]):
            deck.segments.append(Segment(part["size"], dict(part.get("fixed", {})), _seats(part.get("seen"))))
        free = [part.size - sum(part.fixed.values()) for part in deck.segments]
        if min(free, default=0) < 0:
            raise ValueError("a part of a pile holds more cards than it has places")
        for name, stack in data.get("aside", {}).items():
            entries = [(entry["card"], _seats(entry.get("seen"))) for entry in stack["known"]]
            if type(stack["size"]) is not int or not len(entries) <= stack["size"] <= MAX_CARDS:
                raise ValueError(f"{len(entries)} cards are known of {stack['size']} laid aside")
            deck._set_stack(name, stack["size"], entries)
        if deck.unplaced_count_in_hands() < 0:
            places = sum(free) + sum(map(deck.undecided_count, deck.aside_stacks))
            raise ValueError(f"a pile has {places} free places but only {len(deck.unplaced_cards)} cards for them")
        deck.has_unplaced_cards_outside = len(deck.unplaced_cards) > deck.unfixed_place_count()
        return deck
