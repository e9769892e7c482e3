"""Deck: what is known about a pile of cards.

A Deck never holds an order that nobody knows. It holds *parts* (runs of places, one above the other)
and the cards that may lie in them:

- a part's `fixed` cards lie somewhere in that part ("Shuffle the Deck is among the lower 39");
  a part that is all fixed and one card long is a card whose place is known;
- `loose` cards fill the free places of all parts, every arrangement equally likely; they are kept
  as a bag, a sorted list.

Everything whose order means nothing is sorted, so that a draw depends on what is known and on nothing else: not on
the order in which cards came, and not on whether the pile was saved in between.

Cards may also be laid aside (`lay_aside`, `put_aside`) in named stacks, out of the game or as a hidden stack
on the table. Such a stack is a set of cards whose order means nothing: some are decided, each with the seats
that know it, the others are as undecided as loose cards of the pile, and exchangeable with them.

So the next card has an exact distribution at any time, and nothing ever needs to be re-guessed. As one
seat sees it (`seen_by`), the loose cards also include cards that lie hidden elsewhere, in other hands:
they are exchangeable with those in the pile, except for kinds that never leave it unseen (`stays`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from .counts import Counts, add, dealt, each, in_order, take
from .dist import Dist
from .outside import native, told

if TYPE_CHECKING:
    from random import Random

LARGEST = 1000  # cards in a saved pile; a damaged file must not fill the memory


class Part:
    """A run of places: its size, the cards fixed in it, and which seats know of those (None: all).

    A part of one place is never changed, so decks share it.
    """

    __slots__ = ("fixed", "seen", "size")

    def __init__(self, size: int, fixed: Counts, seen: frozenset[int] | None = None) -> None:
        self.size, self.fixed, self.seen = size, in_order(fixed), seen


class Stack(NamedTuple):
    """Cards laid aside: how many, and those that are decided, each with the seats that know it (None: all)."""

    size: int
    known: tuple[tuple[str, frozenset[int] | None], ...] = ()


EMPTY = Stack(0)


def _seats(seen: Iterable[int] | None) -> frozenset[int] | None:
    """The seats that know a card, as they are kept; None: all."""
    return None if seen is None else frozenset(map(native, seen))


def _counts(cards: Mapping[str, Any]) -> Counts:
    """How many of each card there are; whole numbers of any kind are taken. ValueError for others."""
    return {card: _whole(n) for card, n in cards.items()}


def _whole(n: Any) -> int:
    number = native(n)
    if isinstance(number, float) and number.is_integer():
        return int(number)
    if not isinstance(number, int):
        raise ValueError(f"A number of cards is a whole number, not {told(n)}.")
    return int(number)


class Deck:
    """Pile of cards as far as it is known, and the cards laid aside from it.

    `len(deck)` counts the cards in the pile. Clones share `loose` and `parts` until one of them changes. Each method
    that changes them calls `own` first. Code outside of this class must do the same.

    Example:
        >>> len(Deck({"gold": 3, "wrath": 1}))
        4
    """

    __slots__ = ("loose", "outside", "parts", "shared", "stacks", "stays")

    def __init__(self, cards: Mapping[str, int] = {}, stays: frozenset[str] = frozenset()) -> None:
        """A shuffled pile. `stays`: kinds that can never be hidden outside the pile."""
        self.loose = sorted(each(_counts(cards)))
        self.parts: list[Part] = [Part(len(self.loose), {})] if self.loose else []  # the last one is the top
        self.stays = stays
        self.stacks: dict[str, Stack] = {}
        self.outside = False  # whether some loose cards lie outside the pile (aside, or in hands that a view hides)
        self.shared = False  # whether a clone may hold the same lists

    @classmethod
    def blocks(cls, *blocks: Mapping[str, int]) -> Deck:
        """Return a pile of blocks that were shuffled separately, topmost first.

        Example:
            >>> Deck.blocks({"early": 2}, {"late": 2}).dist()
            Dist({early: 2}, total=2)
        """
        deck = cls()
        for block in reversed(blocks):
            cards = {card: n for card, n in _counts(block).items() if n}
            if cards:
                deck.parts.append(Part(sum(cards.values()), cards))
        return deck

    # -- asking ------------------------------------------------------------------------------

    def __len__(self) -> int:
        return sum(part.size for part in self.parts)

    def up_to(self, n: int) -> int:
        """Return how many of the next n cards exist: n, or all cards of a shorter pile.

        Example:
            >>> Deck({"gold": 3}).up_to(5)
            3
        """
        left = n
        for part in reversed(self.parts):
            if left <= part.size:
                return n
            left -= part.size
        return n - left

    def counts(self) -> Counts:
        """Return the number of each card in the pile and aside.

        Example:
            >>> Deck({"gold": 3, "wrath": 1}).counts()
            {'gold': 3, 'wrath': 1}
        """
        counts = Counter(self.loose)
        counts.update(card for stack in self.stacks.values() for card, _ in stack.known)
        for part in self.parts:
            counts.update(part.fixed)
        return dict(counts)

    def free(self) -> int:
        """The places of the pile in which a loose card lies."""
        return sum(part.size - sum(part.fixed.values()) for part in self.parts)

    def away(self) -> int:
        """The loose cards that lie hidden neither in the pile nor aside, of a seat's view."""
        return len(self.loose) - self.free() - sum(map(self.undecided, self.stacks))

    def _free_weights(self) -> tuple[Counts, int]:
        """Weights, over one total, of the card in a free place of the pile."""
        counts = Counter(self.loose)
        free = self.free()
        if free == len(self.loose):
            return counts, free
        bound = sum(n for card, n in counts.items() if card in self.stays)
        roaming = len(self.loose) - bound
        weights = {card: n * (roaming if card in self.stays else free - bound) for card, n in counts.items()}
        return weights, free * roaming

    def dist(self, depth: int = 0) -> Dist[str]:
        """Return the distribution of a card in the pile.

        Args:
            depth: Number of cards above it. 0 is the next card.

        Raises:
            ValueError: The pile is shorter.

        Example:
            >>> Deck({"gold": 3, "wrath": 1}).dist()
            Dist({gold: 3, wrath: 1}, total=4)
        """
        for part in reversed(self.parts):
            if depth < part.size:
                break
            depth -= part.size
        else:
            raise ValueError(f"The pile has only {len(self)} cards.")
        free = part.size - sum(part.fixed.values())
        weights, total = self._free_weights() if free else ({}, 1)
        if not part.fixed:
            return Dist(weights)
        common = gcd(free, total)  # so that the weights are numbers of cards wherever they can be
        joint = {card: free // common * weight for card, weight in weights.items()}
        for card, n in part.fixed.items():
            add(joint, card, total // common * n)
        return Dist(joint)

    def hidden(self) -> Dist[str]:
        """Return the distribution of a card that is hidden outside the pile, in a hand or undecided aside.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.lay_aside()
            >>> deck.hidden()
            Dist({gold: 3, wrath: 1}, total=4)
        """
        return Dist([card for card in self.loose if card not in self.stays])

    def sample(self, rng: Random) -> str:
        """Draw the next card without building its distribution. The deck does not change.

        Args:
            rng: Random generator of the caller.

        Example:
            >>> from random import Random
            >>> Deck({"gold": 3, "wrath": 1}).sample(Random(1))
            'gold'
        """
        part = self.parts[-1]
        if part.fixed and (fixed := self._fixed_next(part, rng)):
            return fixed
        if self.outside and self.stays:
            weights, total = self._free_weights()
            place = int(rng.random() * total)
            for card, weight in weights.items():
                place -= weight
                if place < 0:
                    return card
        return self.loose[int(rng.random() * len(self.loose))]

    @staticmethod
    def _fixed_next(part: Part, rng: Random) -> str:
        """The next card, if it turns out to be one of those fixed in its part; else ""."""
        place = int(rng.random() * part.size)
        for card, n in part.fixed.items():
            place -= n
            if place < 0:
                return card
        return ""

    def may_draw(self, card: object) -> bool:
        """Return whether a card can be the next one.

        Example:
            >>> Deck({"gold": 3}).may_draw("wrath")
            False
        """
        if not self.parts:
            return False
        if self.outside:
            return card in self.dist()
        part = self.parts[-1]
        return card in part.fixed or (card in self.loose and part.size > sum(part.fixed.values()))

    # -- changing ----------------------------------------------------------------------------

    def own(self) -> None:
        """Have lists of its own, which may be changed."""
        if self.shared:
            self.loose = self.loose.copy()
            self.stacks = self.stacks.copy()
            self.parts = [
                part if part.size == 1 else Part(part.size, part.fixed.copy(), part.seen) for part in self.parts
            ]
            self.shared = False

    def draw(self, card: str) -> None:
        """Remove the next card, which is this one.

        Args:
            card: Card that was drawn.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.draw("gold")
            >>> deck.dist().p("wrath")
            Fraction(1, 3)
        """
        if self.shared:
            self.own()
        part = self.parts[-1]
        if card not in part.fixed:
            self.loose.remove(card)
        if part.size == 1:  # such a part may be shared with a clone
            self.parts.pop()
            return
        part.size -= 1
        if card in part.fixed:
            take(part.fixed, card)

    def draw_any(self, rng: Random) -> str:
        """Draw the next card, as `sample` finds it; faster than one after the other.

        >>> from random import Random
        >>> deck = Deck({"gold": 3, "wrath": 1})
        >>> deck.draw_any(Random(1)), len(deck)
        ('gold', 3)
        """
        if self.shared:
            self.own()
        part = self.parts[-1]
        if part.size == 1 or self.outside:
            card = self.sample(rng)
            self.draw(card)
            return card
        card = self._fixed_next(part, rng) if part.fixed else ""
        part.size -= 1
        if card:
            take(part.fixed, card)
            return card
        return self.loose.pop(int(rng.random() * len(self.loose)))

    def split(self, top: int) -> None:
        """Cut a pile of loose cards into two parts.

        Args:
            top: Number of cards in the upper part.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.split(2)
            >>> len(deck.parts)
            2
        """
        top = _whole(top)
        (whole,) = self.parts
        if whole.fixed or not 0 < top < whole.size:
            raise ValueError("Only a freshly shuffled pile can be cut, and both parts need a card.")
        self.parts = [Part(whole.size - top, {}), Part(top, {})]

    def bury(self, card: str, part: int) -> None:
        """Shuffle one card into a part.

        Args:
            card: Card that is not one of the loose kinds.
            part: Number of the part. 0 is the lowest.

        Example:
            >>> deck = Deck({"gold": 4})
            >>> deck.split(2)
            >>> deck.bury("end", 0)
            >>> [deck.dist(depth).p("end") for depth in range(5)]
            [Fraction(0, 1), Fraction(0, 1), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]
        """
        if card in self.loose:
            raise ValueError(f"{card} is loose in this pile, so its place cannot be fixed as well.")
        self.own()
        there = self.parts[part]
        fixed = there.fixed.copy()
        add(fixed, card)
        self.parts[part] = Part(there.size + 1, fixed, there.seen)

    def shuffle(self, extra: Mapping[str, int] = {}) -> None:
        """Shuffle the whole pile. Cards that are aside stay there.

        If the pile was empty, the extra cards are its loose cards. Otherwise the other cards of the pile become
        fixed. No seat knows them (see `seen_by`).

        Args:
            extra: Cards that are added. None of them is an undecided card aside.

        Raises:
            ValueError: An extra card is of a kind that may also be aside and undecided. Decide the cards aside first.
            Nothing
                has changed.

        Example:
            >>> deck = Deck({"gold": 2})
            >>> deck.put_top("end")
            >>> deck.shuffle()
            >>> deck.dist().p("end")
            Fraction(1, 3)
        """
        self.own()
        certain = [card for part in self.parts for card in each(part.fixed)] + each(extra)
        free, open_stacks = self.free(), [name for name in self.stacks if self.undecided(name)]
        if len(self.loose) == free:
            self.loose = sorted(self.loose + certain)
            self.parts = [Part(len(self.loose), {})] if self.loose else []
        elif not free and len(open_stacks) == 1 and not self.away():
            (name,) = open_stacks
            known = ((card, frozenset[int]()) for card in self.loose)
            self._set_stack(name, self.stacks[name].size, (*self.stacks[name].known, *known))
            self.loose = sorted(certain)
            self.parts = [Part(len(certain), {})] if certain else []
        elif free or certain:
            if both := set(certain) & set(self.loose):
                raise ValueError(f"{min(both)} may lie aside undecided too, so its place in the pile cannot be told.")
            self.parts = [Part(free + len(certain), dict(Counter(certain)), frozenset() if certain else None)]
        self.outside = len(self.loose) > self.free()

    def refill(self, cards: Mapping[str, int]) -> None:
        """The pile now has these cards: fixed ones that are among them stay, places of others go or come at the top."""
        self.own()
        fixed = Counter(card for part in self.parts for card in each(part.fixed))
        loose = Counter({card: n for card, n in cards.items() if n > 0})
        elsewhere = fixed - loose
        for place in reversed(range(len(self.parts))):
            part = self.parts[place]
            if off := elsewhere & Counter(part.fixed):
                self.parts[place] = Part(part.size - off.total(), dict(Counter(part.fixed) - off), part.seen)
                elsewhere -= off
                fixed -= off
        self.loose = sorted((loose - fixed).elements())
        more = len(self.loose) - self.free() - sum(map(self.undecided, self.stacks))
        if more > 0:
            if not self.parts or self.parts[-1].size == 1:
                self.parts.append(Part(0, {}))
            top = self.parts[-1]
            self.parts[-1] = Part(top.size + more, top.fixed, top.seen)
        for place in reversed(range(len(self.parts))):
            part = self.parts[place]
            gone = min(max(-more, 0), part.size - sum(part.fixed.values()))
            more += gone
            self.parts[place] = Part(part.size - gone, part.fixed, part.seen)
        self.parts = [part for part in self.parts if part.size]
        self.outside = len(self.loose) > self.free()

    def put_top(self, card: str, seen: Iterable[int] | None = None) -> None:
        """Put a card on top.

        Args:
            card: The card.
            seen: Seats that know it. None means all.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_top("end")
            >>> deck.dist()
            Dist({end: 1}, total=1)
        """
        self.own()
        self.parts.append(Part(1, {card: 1}, _seats(seen)))

    def put_under(self, card: str, seen: Iterable[int] | None = None) -> None:
        """Put a card under the pile.

        Args:
            card: The card.
            seen: Seats that know it. None means all.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_under("end", seen=[0])
            >>> deck.dist(4), deck.seen_by(1).dist(4).p("end")
            (Dist({end: 1}, total=1), Fraction(1, 5))
        """
        self.own()
        self.parts.insert(0, Part(1, {card: 1}, _seats(seen)))

    # -- cards laid aside ----------------------------------------------------------------------

    def aside(self, stack: str = "aside") -> int:
        """Return the number of cards in a stack.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.lay_aside(2)
            >>> deck.aside()
            2
        """
        return self.stacks.get(stack, EMPTY).size

    def undecided(self, stack: str = "aside") -> int:
        """Return the number of cards in a stack that are not decided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_aside("end")
            >>> deck.lay_aside(2)
            >>> deck.aside(), deck.undecided()
            (3, 2)
        """
        size, known = self.stacks.get(stack, EMPTY)
        return size - len(known)

    def _set_stack(self, stack: str, size: int, known: Iterable[tuple[str, frozenset[int] | None]]) -> None:
        # in order, as which of them came first means nothing
        by_name = sorted(known, key=lambda entry: (entry[0], entry[1] is not None, sorted(entry[1] or ())))
        self.stacks[stack] = Stack(size, tuple(by_name))

    def lay_aside(self, n: int = 1, stack: str = "aside") -> None:
        """Lay cards of the pile aside face down, without deciding which they are.

        Args:
            n: Number of cards.
            stack: Name of the stack.

        Raises:
            ValueError: The pile has fewer cards, or one of them is fixed in a part of several places. Draw this card
            and use
                `put_aside`.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.lay_aside(2)
            >>> len(deck), deck.dist().p("wrath")
            (2, Fraction(1, 4))
        """
        n = _whole(n)
        if self.up_to(n) < n:
            raise ValueError(f"The pile has only {len(self)} cards.")
        self.own()
        size, known = self.stacks.get(stack, EMPTY)
        cards = [*known]
        left = n
        for part in reversed(self.parts):
            if left <= 0:
                break
            if part.fixed and part.size > 1:
                raise ValueError("A card fixed in a part of the pile has to be drawn before it can be laid aside.")
            cards += [(card, part.seen) for card in part.fixed]
            left -= part.size
        left = n
        while left:
            part = self.parts.pop()
            if part.size > left:
                self.parts.append(Part(part.size - left, {}))
            left -= min(left, part.size)
        self._set_stack(stack, size + n, cards)
        self.outside = len(self.loose) > self.free()

    def put_aside(self, card: str, seen: Iterable[int] | None = None, stack: str = "aside") -> None:
        """Put a card on a stack.

        Args:
            card: The card, for example of a hand.
            seen: Seats that know it. None means all.
            stack: Name of the stack.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_aside("end", seen=[0])
            >>> deck.counts()["end"]
            1
        """
        self.own()
        size, known = self.stacks.get(stack, EMPTY)
        self._set_stack(stack, size + 1, (*known, (card, _seats(seen))))

    def decide(self, card: str, stack: str = "aside") -> None:
        """Set an undecided card of a stack. No seat knows it before `look`.

        Args:
            card: Outcome of `hidden()`.
            stack: Name of the stack.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.lay_aside()
            >>> deck.decide("wrath")
            >>> deck.dist()
            Dist({gold: 3}, total=3)
        """
        size, known = self.stacks.get(stack, EMPTY)
        if size == len(known):
            raise ValueError("Every card of this stack is decided.")
        self.remove_hidden(card)
        self._set_stack(stack, size, (*known, (card, frozenset())))

    def look(self, seats: Iterable[int], stack: str = "aside") -> Counts:
        """Show the cards of a stack to seats.

        Args:
            seats: Seats that know the cards from now on.
            stack: Name of the stack.

        Raises:
            ValueError: Some cards are undecided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_aside("end", seen=[])
            >>> deck.look([0])
            {'end': 1}
        """
        cards = self._decided(stack)
        seats = frozenset(seats)
        known = [(card, None if seen is None else seen | seats) for card, seen in self.stacks.get(stack, EMPTY).known]
        self.own()
        self._set_stack(stack, len(known), known)
        return cards

    def empty(self, stack: str = "aside") -> Counts:
        """Remove and return the cards of a stack.

        Raises:
            ValueError: Some cards are undecided.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.put_aside("end")
            >>> deck.empty(), deck.aside()
            ({'end': 1}, 0)
        """
        cards = self._decided(stack)
        self.own()
        self.stacks.pop(stack, None)
        return cards

    def _decided(self, stack: str) -> Counts:
        if self.undecided(stack):
            raise ValueError(f"{self.undecided(stack)} cards of this stack are still undecided.")
        return dict(Counter(card for card, _ in self.stacks.get(stack, EMPTY).known))

    def clone(self) -> Deck:
        """Return an independent copy.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.clone().draw("wrath")
            >>> deck.may_draw("wrath")
            True
        """
        twin = Deck.__new__(Deck)
        twin.loose = self.loose
        twin.parts = self.parts
        twin.stays = self.stays
        twin.stacks = self.stacks
        twin.outside = self.outside
        twin.shared = self.shared = True
        return twin

    def seen_by(self, seat: int, elsewhere: Mapping[str, int] = {}) -> Deck:
        """Return the pile as one seat knows it.

        A card that another player put back unseen counts as any loose card. Therefore a card that is fixed in a part
        cannot go back unseen.

        Args:
            seat: Number of the seat.
            elsewhere: Cards that are hidden from the seat outside the pile.

        Example:
            >>> deck = Deck({"gold": 3, "wrath": 1})
            >>> deck.seen_by(1, elsewhere={"gold": 1}).dist()
            Dist({gold: 16, wrath: 4}, total=20)
        """
        view = self.clone()
        view.own()
        for i, part in enumerate(view.parts):
            if part.seen is None:
                continue
            fixed = part.fixed
            if seat not in part.seen:
                view.loose += each(fixed)
                fixed = {}
            view.parts[i] = Part(part.size, fixed)
        for name, (size, known) in view.stacks.items():
            told = [(card, None) for card, seen in known if seen is None or seat in seen]
            view.loose += [card for card, seen in known if seen is not None and seat not in seen]
            view._set_stack(name, size, told)
        view.loose += each(elsewhere)
        view.loose.sort()  # or the order would tell which of them lie in the pile
        view.outside = len(view.loose) > view.free()
        return view

    def deal_hidden(self, n: int, rng: Random) -> list[str]:
        """Guess n of the cards that lie hidden outside the pile, and take them off the loose cards."""
        self.own()
        cards = dealt([card for card in self.loose if card not in self.stays], n, rng)
        for card in cards:
            self.remove_hidden(card)
        return cards

    def remove_hidden(self, card: str) -> None:
        """One of the cards that lie hidden outside the pile is taken to be this one."""
        self.own()
        self.loose.remove(card)
        self.outside = len(self.loose) > self.free()

    # -- files -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the deck as plain JSON, with the parts from the top down.

        Example:
            >>> Deck({"gold": 3}).to_dict()
            {'loose': {'gold': 3}, 'parts': [{'size': 3}]}
        """
        parts = []
        for part in reversed(self.parts):
            data: dict[str, Any] = {"size": part.size}
            if part.fixed:
                data["fixed"] = dict(part.fixed)
            if part.seen is not None:
                data["seen"] = sorted(part.seen)
            parts.append(data)
        saved: dict[str, Any] = {"loose": dict(Counter(self.loose)), "parts": parts}
        if self.stacks:
            saved["aside"] = {
                name: {
                    "size": stack.size,
                    "known": [
                        {"card": card} if seen is None else {"card": card, "seen": sorted(seen)}
                        for card, seen in stack.known
                    ],
                }
                for name, stack in sorted(self.stacks.items())
            }
        return saved

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], stays: frozenset[str] = frozenset()) -> Deck:
        """Read the result of `to_dict`.

        Raises:
            ValueError: Sizes and cards do not fit together.

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
        if not all(isinstance(n, int) and 0 < n <= LARGEST for n in numbers):
            raise ValueError("a pile has counts that are no whole numbers from 1 up")
        deck = cls(data["loose"], stays)
        deck.parts = []
        for part in reversed(data["parts"]):
            deck.parts.append(Part(part["size"], dict(part.get("fixed", {})), _seats(part.get("seen"))))
        free = [part.size - sum(part.fixed.values()) for part in deck.parts]
        if min(free, default=0) < 0:
            raise ValueError("a part of a pile holds more cards than it has places")
        for name, stack in data.get("aside", {}).items():
            entries = [(entry["card"], _seats(entry.get("seen"))) for entry in stack["known"]]
            if type(stack["size"]) is not int or not len(entries) <= stack["size"] <= LARGEST:
                raise ValueError(f"{len(entries)} cards are known of {stack['size']} laid aside")
            deck._set_stack(name, stack["size"], entries)
        if deck.away() < 0:
            places = sum(free) + sum(map(deck.undecided, deck.stacks))
            raise ValueError(f"a pile has {places} free places but only {len(deck.loose)} cards for them")
        deck.outside = len(deck.loose) > deck.free()
        return deck
