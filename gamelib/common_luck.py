"""Common luck: several tables get the same cards and, optionally, the same rolls and draws.

Each chance event has a key: the kind of step, the seat, and the number of earlier events of this kind at this seat. The
random numbers of an event are a keyed hash of a secret deal key and the event key. Therefore the random numbers of an
event do not depend on other events.

The source of an event (`chance_source.py`) decides how random numbers become an outcome:

- Dice: the method `sample` of the step uses the random numbers of the event.
- A choice from a set: each outcome gets an exponential waiting time with its weight as the rate. The outcome with the
shortest time is selected. Two sets that differ in one of n cards give the same outcome with a probability near 1 - 1/n.
- A pile: each copy of a card has one priority per shuffle. The remaining copy with the lowest priority is drawn.

With each of these methods, an outcome has exactly its probability in `node.dist()`, given all earlier events. Tables
with the same game, seats, options and decisions stay identical to the end. After a different decision, dice stay equal,
and draws stay equal while the decks have the same cards. A table that is ahead reveals the
future outcomes of slower tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b, sha256
from math import log
from random import Random
from typing import TYPE_CHECKING, Any

from .nodes import Chance

if TYPE_CHECKING:
    from .chance_source import ChanceSource
    from .dist import Dist
    from .nodes import Action, Outcome, Seat
    from .record import Record

HASH_PERSON = b"kismet-deal-1"
"""Version of the derivation. It changes with each change that gives old deals other luck."""
MIN_KEY_BYTES = 16
ORDERS = ("seat", "pile")


class DealKey:
    """Secret key of a deal. The key stays on the server, and players see only its fingerprint until the deal is over.

    Args:
        secret: At least 16 random bytes. At most 64 bytes are used.

    Raises:
        ValueError: The key is too short to be secret, or too long.

    Example:
        >>> DealKey(b"0123456789abcdef").fingerprint()[:8]
        '95365938'
    """

    def __init__(self, secret: bytes) -> None:
        if not MIN_KEY_BYTES <= len(secret) <= blake2b.MAX_KEY_SIZE:
            raise ValueError(f"A deal key has {MIN_KEY_BYTES} to {blake2b.MAX_KEY_SIZE} bytes, not {len(secret)}.")
        self.secret = secret

    @classmethod
    def from_hashed_text(cls, text: str) -> DealKey:
        """Return the key for a public text, such as a date. Everybody can predict the random numbers of a public key.

        Args:
            text: Any text.

        Returns:
            The key, which is the SHA-256 hash of the text.

        Example:
            >>> first, second = DealKey.from_hashed_text("2026-11-30"), DealKey.from_hashed_text("2026-12-01")
            >>> first.fingerprint() == second.fingerprint()
            False
        """
        return cls(sha256(text.encode()).digest())

    def fingerprint(self) -> str:
        """Return a fingerprint of the key to publish before play.

        Players who later get the key can verify that nobody changed the random numbers.

        Example:
            >>> len(DealKey.from_hashed_text("2026-11-30").fingerprint())
            64
        """
        return sha256(HASH_PERSON + self.secret).hexdigest()

    def random_bits(self, *event_key: Any) -> int:
        """Return 64 random bits for a key of texts, integers and None."""
        digest = blake2b(repr(event_key).encode(), digest_size=8, key=self.secret, person=HASH_PERSON).digest()
        return int.from_bytes(digest, "big")

    def uniform(self, *event_key: Any) -> float:
        """Return a random number from 0 (included) to 1 (excluded) with 53 bits."""
        return (self.random_bits(*event_key) >> 11) / (1 << 53)

    def waiting_time(self, *event_key: Any) -> float:
        """Return an exponential waiting time with mean 1."""
        return -log(1.0 - self.uniform(*event_key))


class EventRandom(Random):
    """Random generator of one event. Number i depends only on the deal key, the event key and i."""

    def __new__(cls, deal: DealKey, event_key: tuple[Any, ...]) -> EventRandom:
        """Create the generator without its arguments, which `Random` would use as a seed."""
        return super().__new__(cls)

    def __init__(self, deal: DealKey, event_key: tuple[Any, ...]) -> None:
        self.deal, self.event_key, self.used_count = deal, event_key, 0

    def random(self) -> float:
        """Return the next random number from 0 (included) to 1 (excluded)."""
        self.used_count += 1
        return self.deal.uniform(*self.event_key, self.used_count)

    def getrandbits(self, k: int, /) -> int:
        """Return k random bits. `randrange`, `choice`, `shuffle` and `sample` use this method."""
        bits, bit_count = 0, 0
        while bit_count < k:
            self.used_count += 1
            bits = bits << 64 | self.deal.random_bits(*self.event_key, self.used_count)
            bit_count += 64
        return bits >> (bit_count - k)


class _PileOrder:
    """Copies of each card that are left since the last shuffle, and the order in which each owner draws them."""

    def __init__(self) -> None:
        self.shuffle_count = -1
        self.copies_left: dict[str, set[int]] = {}
        self.orders: dict[tuple[Seat | None, bytes], list[tuple[float, str, int]]] = {}

    def update(self, cards: Mapping[str, int]) -> None:
        """Update the copies of a changed pile. Added cards count as a shuffle. Of removed cards, the last copy goes."""
        if any(n > len(self.copies_left.get(card, ())) for card, n in cards.items()):
            self.shuffle_count += 1
            self.copies_left = {card: set(range(n)) for card, n in cards.items() if n}
            self.orders = {}
            return
        for card, copies in self.copies_left.items():
            while len(copies) > cards.get(card, 0):
                copies.remove(max(copies))  # this ignores the priorities, so the distribution stays exact


class CommonLuck:
    """Source of chance outcomes for one table of a deal.

    The internal state (counts of events, remaining copies in piles) follows from the choices of the table, so
    `resume_after_record` can continue a saved game.

    Args:
        deal: Key of the deal. All tables of the deal use the same key.
        table: Key of this table, or None. With a table key, only the setup is the same at all tables.
        order: "seat" gives each seat its own order of a shared pile, so an additional draw of one seat does not change
            the draws of other seats. "pile" gives all seats the same order of the pile, as with real cards.

    Raises:
        ValueError: The order is unknown.

    Example:
        >>> import gamelib
        >>> state, luck = gamelib.game("towers").start(seats=2), CommonLuck(DealKey.from_hashed_text("2026-11-30"))
        >>> luck.sample(state)
        'BOOK-NG'
    """

    def __init__(self, deal: DealKey, table: DealKey | None = None, order: str = "seat") -> None:
        if order not in ORDERS:
            raise ValueError(f"An order of a pile is one of {', '.join(ORDERS)}, not {order!r}.")
        self.deal, self.table, self.order = deal, table, order
        self._counts: Counter[tuple[Any, ...]] = Counter()
        self._piles: dict[tuple[Any, ...], _PileOrder] = {}

    @classmethod
    def resume_after_record(
        cls, record: Record, deal: DealKey, table: DealKey | None = None, order: str = "seat"
    ) -> CommonLuck:
        """Return the common luck of a table, with the state after the choices of its record.

        After an outcome that a user chose by hand, the pile gets a new order.

        Args:
            record: Game of the table so far.
            deal: Key of the deal.
            table: Key of this table, or None.
            order: "seat" or "pile".

        Returns:
            The common luck for the rest of the game.

        Raises:
            ValueError: The order is unknown.

        Example:
            >>> from gamelib import Record, game
            >>> record = Record(game("towers"), 2, choices=["BOOK-NG"])
            >>> CommonLuck.resume_after_record(record, DealKey.from_hashed_text("2026-11-30")).sample(record.state)
            'HAMMER-LN'
        """
        luck = cls(deal, table, order)
        luck._replay(record.new_initial_state(), record.choices)
        return luck

    def _replay(self, state: Any, choices: Iterable[Action | Outcome]) -> None:
        for choice in choices:
            if isinstance(state.node, Chance):
                self.sample(state)
            else:
                self.bot_generator(state)
            state.apply(choice)

    def sample(self, state: Any) -> Any:
        """Return the outcome of the current chance event. Call the method once per event, and apply the outcome.

        Args:
            state: Full state of the game, not a view.

        Returns:
            An outcome that `State.apply` accepts for this event.

        Raises:
            ValueError: No chance event is due, or the state is a seat's view.

        Example:
            >>> import gamelib
            >>> CommonLuck(DealKey.from_hashed_text("2026-11-30")).sample(gamelib.game("towers").start(seats=2))
            'BOOK-NG'
        """
        node = state.node
        if not isinstance(node, Chance):
            raise ValueError("No chance event is due.")
        source, is_setup = node.source, node.is_setup
        key = self.deal if is_setup or self.table is None else self.table
        event_key = self._next_key(node.step_name, node.seat)
        if source.kind == "pile":
            return self._draw(key, source, node.seat)
        if source.kind == "dice":
            return node.sample(EventRandom(key, event_key))
        return _first_to_come(key, event_key, node.dist())

    def bot_generator(self, state: Any) -> Random:
        """Return a random generator for the bot that decides now.

        The generator is the same for this decision at all tables.

        Args:
            state: Full state of the game at a decision.

        Returns:
            Random generator of this decision only.

        Example:
            >>> from gamelib import game
            >>> state = game("hadara").start(seats=2)
            >>> CommonLuck(DealKey.from_hashed_text("2026-11-30")).bot_generator(state).random() < 1
            True
        """
        return EventRandom(self.deal, self._next_key("bot", state.node.step_name, state.node.seat))

    def _next_key(self, *key: Any) -> tuple[Any, ...]:
        self._counts[key] += 1
        return (*key, self._counts[key])

    def _draw(self, key: DealKey, source: ChanceSource, seat: Seat | None) -> Any:
        pile = self._piles.setdefault(source.pile, _PileOrder())
        pile.update(source.cards)
        if source.fixed:  # the next card is one of the fixed ones with a probability of (fixed cards) / (places)
            fixed_key = self._next_key("fixed", *source.pile, pile.shuffle_count, source.segment_size)
            place = int(key.uniform(*fixed_key) * source.segment_size)
            for card, n in source.fixed.items():
                place -= n
                if place < 0:
                    return card
        owner = seat if self.order == "seat" else None
        order = pile.orders.get((owner, key.secret))
        if order is None:
            name = ("copy", *source.pile, pile.shuffle_count, owner)
            order = pile.orders[owner, key.secret] = sorted(
                (
                    (key.uniform(*name, card, copy), card, copy)
                    for card, copies in pile.copies_left.items()
                    for copy in copies
                ),
                reverse=True,
            )
        cards: list[str] = []
        while len(cards) < source.draw_count:
            _, card, copy = order.pop()
            if copy in pile.copies_left[card]:
                pile.copies_left[card].remove(copy)
                cards.append(card)
        return cards[0] if source.draw_count == 1 else tuple(sorted(cards))


def _first_to_come(key: DealKey, event_key: tuple[Any, ...], dist: Dist[Any]) -> Any:
    """Return the outcome with the shortest waiting time. The probability of each outcome is exact."""
    return min(dist.items(), key=lambda entry: key.waiting_time(*event_key, entry[0]) / entry[1])[0]
