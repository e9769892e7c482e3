"""Position of a game of Hadara.

The values of a seat are immutable tuples, so that copies are cheap. `unseen` has, for each epoch and colour, the cards
that nobody has drawn yet. These cards are in the deck or in the box, and each pair is equally likely to be drawn next.
In the view of a seat, `unseen` also contains the cards that are hidden from this seat.

`tracks`, `held` (number of cards of each colour) and `powers` (owned effects) follow from the other fields. These
derived fields are not saved, and `update_derived` computes them (HAD-2.6). The id of a plundered colony is its level
(C03), and the id of an integrated colony is its tile (C03-2). The text `S1:income` is a statue with a faceup tile,
`S1:income-down` a statue with a facedown tile, and `P1-07:food` a card with a bonus tile. `Y1-?` is a hidden card. Its
colour and epoch are public.

Invariants: each card of the game is in exactly one place. Coins are never negative. For each track and seat, the unused
tiles, the tiles on statues, silver medals and cards, and the tiles lost with removed cards add up to two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...fields import (
    SEAT,
    SHARED_FIELD,
    ChoiceField,
    FixedTupleField,
    IntField,
    ListField,
    PerSeatField,
    TupleField,
    one_of,
)
from ...mypyc_support import mypyc_attr
from ...nodes import Seat
from ...state import State
from .card_tables import COLOUR_LETTERS, COLOURS, EPOCHS, GROWTH_EFFECTS, PURPLE, SIDES, TRACKS, TrackSteps

if TYPE_CHECKING:
    from random import Random

    from . import Hadara  # noqa: F401  (ruff does not read the base class)
CardIds = tuple[str, ...]

DRAW_STEPS = 5  # steps of phase A, one for each colour
NO_STEPS: TrackSteps = (0, 0, 0, 0)
SEAT_ORDERS = {n: tuple(tuple((first + i) % n for i in range(n)) for first in range(n)) for n in range(2, 6)}
"""Number of seats -> first player -> all seats in order (HAD-3.3)."""

CARD = ChoiceField("an epoch card", lambda s: s.game.tables.cards)
VISIBLE_CARD_FIELD = ChoiceField("an epoch card, or the back of one", lambda s: s.game.faces)
CARD_TILE_FIELD = ChoiceField("a card with a bonus tile on it", lambda s: s.game.card_with_tile_ids)
COLONY = ChoiceField("a colony, or its level if plundered", lambda s: s.game.colonies)
STATUE = ChoiceField("a statue with a tile on it", lambda s: s.game.statue_with_tile_ids)
COUNT = IntField(0, 99)


@mypyc_attr(serializable=True)
class HadaraState(State["Hadara"]):
    """Position of a game of Hadara."""

    fields = {
        "epoch": IntField(0, len(EPOCHS)),
        "phase": one_of("", "A", "B"),
        "draw": IntField(0, DRAW_STEPS),
        "first": SEAT,
        "wheel": IntField(0, DRAW_STEPS - 1),
        "ring": TupleField(one_of(*COLOURS), DRAW_STEPS, distinct=True),
        "arms": TupleField(IntField(0, DRAW_STEPS - 1), DRAW_STEPS, distinct=True),
        "unseen": ListField(TupleField(CARD, distinct=True)),
        "piles": ListField(TupleField(VISIBLE_CARD_FIELD)),
        "left": ListField(IntField(0, 5)),
        "start": PerSeatField(
            ChoiceField("a setup card, with its side once that is known", lambda s: s.game.setup_card_ids)
        ),
        "coins": PerSeatField(IntField()),
        "owned": PerSeatField(TupleField(CARD, distinct=True)),
        "grown": PerSeatField(FixedTupleField(COUNT, COUNT, COUNT, COUNT)),
        "tiles": PerSeatField(FixedTupleField(COUNT, COUNT, COUNT, COUNT)),
        "placed": PerSeatField(TupleField(CARD_TILE_FIELD, distinct=True)),
        "colonies": PerSeatField(TupleField(COLONY, distinct=True)),
        "statues": PerSeatField(TupleField(STATUE, distinct=True)),
        "silver": PerSeatField(TupleField(one_of(*TRACKS))),
        "gold": PerSeatField(COUNT),
        "reduced": PerSeatField(COUNT),
        "sold": PerSeatField(TupleField(VISIBLE_CARD_FIELD)),
        "dropped": PerSeatField(TupleField(VISIBLE_CARD_FIELD)),
        "removed": PerSeatField(
            TupleField(ChoiceField("a card, with the tile that lay on it", lambda s: s.game.removable))
        ),
        "drawn": PerSeatField(TupleField(VISIBLE_CARD_FIELD, 2)),
    }
    derived_slots = dict.fromkeys(("tracks", "held", "powers"), PerSeatField(SHARED_FIELD))
    __slots__ = (*fields, *derived_slots)

    def init_empty(self) -> None:
        """Reset to an empty table, before the setup."""
        n, worth = self.seats, self.game.tables.worth
        self.epoch = 0
        self.phase = ""
        self.draw = 0
        """Current draw step of phase A, or 5 after the last one."""
        self.first: Seat = 0
        self.wheel = 0
        """The place in the ring at which arm 0 points in the first draw step."""
        self.ring: CardIds = ()
        """The colours clockwise (HAD-1.1)."""
        self.arms: tuple[int, ...] = ()
        """The arm of the wheel of each seat (HAD-A3)."""
        advanced = self.options["deck_set"] == "advanced"
        self.unseen: list[CardIds] = [
            tuple(sorted(card.id for card in cards if advanced or not card.star)) for cards in self.game.stacks
        ]
        self.piles: list[CardIds] = [()] * len(COLOURS)
        """Discard piles by colour, the top card last."""
        self.left = [n] * len(self.game.tables.levels)
        """Number of unowned colonies of each level (HAD-1.5)."""
        self.start = [""] * n
        """The setup card, from the choice of side on with it: SU1, SU1:A."""
        self.coins = [0] * n
        self.owned: list[CardIds] = [()] * n
        self.grown: list[TrackSteps] = [NO_STEPS] * n
        """Steps that cards of growth have given (HAD-16.3)."""
        tiles = worth["bonus_tiles"]
        self.tiles: list[TrackSteps] = [(tiles, tiles, tiles, tiles)] * n
        """Unused bonus tiles of each track."""
        self.placed: list[CardIds] = [()] * n
        self.colonies: list[CardIds] = [()] * n
        self.statues: list[CardIds] = [()] * n
        self.silver: list[CardIds] = [()] * n
        self.gold = [0] * n
        self.reduced = [0] * n
        """Steps of requirement that were paid for (HAD-16.15)."""
        self.sold: list[CardIds] = [()] * n
        """Cards sold in phase A, facedown (HAD-17.2). In a position written down a card may be unknown to all."""
        self.dropped: list[CardIds] = [()] * n
        """Cards sold in phase B."""
        self.removed: list[CardIds] = [()] * n
        """Cards that could not be fed."""
        self.drawn: list[CardIds] = [()] * n
        """The two cards of the draw step."""
        self.tracks: list[TrackSteps] = [NO_STEPS] * n
        self.held: list[tuple[int, ...]] = [(0,) * len(COLOURS)] * n
        self.powers: list[CardIds] = [()] * n

    # -- asking ------------------------------------------------------------------------------

    def seat_order(self) -> tuple[Seat, ...]:
        """Return all seats, the first player of the epoch first (HAD-3.3)."""
        return SEAT_ORDERS[self.seats][self.first]

    def ring_place(self, seat: Seat, draw_step: int) -> int:
        """Return the position of a seat's icon in the colour ring in a draw step (HAD-4.5, HAD-5.4)."""
        return (self.arms[seat] + self.wheel + draw_step) % DRAW_STEPS

    def deck_colour(self, seat: Seat, draw_step: int) -> int:
        """Return the colour of the deck that a seat's icon points at in a draw step."""
        return COLOURS.index(self.ring[self.ring_place(seat, draw_step)])

    def deck_size(self, colour: int) -> int:
        """Return the number of cards of a colour that are still in the deck of this epoch."""
        if self.phase != "A":
            return 0
        visited = sum(
            self.deck_colour(seat, draw) == colour
            for seat in range(self.seats)
            for draw in range(self.draw + bool(self.drawn[seat]))
        )
        return 2 * (self.seats - visited)

    def card_price(self, seat: Seat, card: str) -> int:
        """Return the current price of a card for a seat (HAD-6.1)."""
        face = self.game.tables.cards[card]
        return max(0, face.cost - self.held[seat][face.colour])

    def effect_count(self, seat: Seat, effect: str) -> int:
        """Return the number of cards with an effect that a seat owns."""
        return self.powers[seat].count(effect)

    def compute_tracks(self, seat: Seat) -> TrackSteps:
        """Compute the tracks of a seat from its cards, colonies and statues (HAD-2.6)."""
        if ":" not in self.start[seat]:
            return NO_STEPS
        tables, effects = self.game.tables, self.game.tables.effects
        name, side = self.start[seat].split(":")
        parts: list[TrackSteps] = [tables.setups[name, side].tracks, self.grown[seat]]
        parts += [tables.cards[card].steps for card in self.owned[seat]]
        parts += [tables.reverses[tile].steps for tile in self.colonies[seat] if tile in tables.reverses]
        parts += [
            single_track_steps(TRACKS.index(placed.split(":")[1]), effects["tile_steps"])
            for placed in self.placed[seat]
        ]
        plus = effects["statue_plus"] * self.effect_count(seat, "statue_plus")
        for carved in self.statues[seat]:
            statue, tile = carved.split(":")
            if tile in TRACKS:
                parts.append(single_track_steps(TRACKS.index(tile), tables.statues[statue].bonus + plus))
        income, military, culture, food = (sum(steps) for steps in zip(*parts, strict=True))
        return income, military, culture, food

    # -- doing -------------------------------------------------------------------------------

    def change_tracks(self, seat: Seat, steps: TrackSteps, sign: int = 1) -> None:
        """Raise the tracks of a seat by these steps, or lower them with sign -1 (HAD-2.5)."""
        before = self.tracks[seat]
        a, b, c, d = before
        w, x, y, z = steps
        self.tracks[seat] = (a + sign * w, b + sign * x, c + sign * y, d + sign * z)
        if self.log is not None and steps != NO_STEPS:
            for track, old, new in zip(TRACKS, before, self.tracks[seat], strict=True):
                if old != new:
                    beyond = ("HAD-2.5", "HAD-A22") if (max(1, old) - 1) // 10 != (max(1, new) - 1) // 10 else ()
                    self.log_event("HAD-2.6", "track", seat, beyond, track=track, before=old, value=new)

    # -- copies and views --------------------------------------------------------------------

    def _hide_from(self, seat: Seat, view: HadaraState) -> None:
        """Hide cards drawn and sold by others (HAD-17.2, HAD-17.3).

        With `top_only`, all cards of the piles except the top ones are hidden as well (HAD-17.4).
        """
        hidden: list[str] = []
        secret = self.options["sold_cards"] == "hidden"  # HAD-A25
        for other in range(self.seats):
            if other != seat:
                hidden += self.drawn[other]
                view.drawn[other] = card_backs(self.drawn[other])
                if secret:
                    hidden += self.sold[other]
                    view.sold[other] = card_backs(self.sold[other])
        if self.options["pile_memory"] == "top_only":
            for colour, pile in enumerate(self.piles):
                hidden += pile[:-1]
                view.piles[colour] = card_backs(pile[:-1]) + pile[-1:]
        more: dict[int, list[str]] = {}
        for card in hidden:
            if card[-1] != "?":  # `unseen` already contains the cards that nobody knows
                more.setdefault(unseen_deck_index(card), []).append(card)
        for number, cards in more.items():
            view.unseen[number] = tuple(sorted([*self.unseen[number], *cards]))

    def _determinize(self, whole: HadaraState, rng: Random) -> None:
        """Replace each hidden card by an unseen card of its colour and epoch, all equally likely."""
        secret = self.options["sold_cards"] == "hidden"
        for number, cards in enumerate(self.piles):
            whole.piles[number] = tuple([whole._reveal(card, rng) for card in cards])
        for seat in range(self.seats):
            whole.drawn[seat] = tuple(sorted([whole._reveal(card, rng) for card in self.drawn[seat]]))
            if secret and seat != self.viewer:
                whole.sold[seat] = tuple([whole._reveal(card, rng) for card in self.sold[seat]])

    def _reveal(self, card: str, rng: Random) -> str:
        if card[-1] != "?":
            return card
        number = unseen_deck_index(card)
        cards = self.unseen[number]
        place = int(rng.random() * len(cards))
        self.unseen[number] = cards[:place] + cards[place + 1 :]
        return cards[place]

    # -- files -------------------------------------------------------------------------------

    def _load(self, data: Mapping[str, Any]) -> None:
        self.init_empty()
        super()._load(data)
        self.update_derived()

    def update_derived(self) -> None:
        """Compute tracks, counts of colours and effects from the other fields."""
        cards = self.game.tables.cards
        for seat in range(self.seats):
            owned = [cards[card] for card in self.owned[seat]]
            self.held[seat] = tuple(sum(card.colour == colour for card in owned) for colour in range(len(COLOURS)))
            self.powers[seat] = tuple(card.effect for card in owned if card.effect)
            self.tracks[seat] = self.compute_tracks(seat)


def single_track_steps(track: int, steps: int) -> TrackSteps:
    """Return steps on one track only."""
    row = [0, 0, 0, 0]
    row[track] = steps
    return row[0], row[1], row[2], row[3]


def growth_track(effect: str) -> int:
    """Return the track of a growth card."""
    return GROWTH_EFFECTS.index(effect)


def unseen_deck_index(card: str) -> int:
    """Return the index in `unseen` of the pile that contains a card of this epoch and colour."""
    return (int(card[1]) - 1) * len(COLOURS) + COLOUR_LETTERS.index(card[0])


def card_backs(cards: CardIds) -> CardIds:
    """Return the cards as other seats see them, with only colour and epoch."""
    return tuple([card[:3] + "?" for card in cards])


__all__ = [
    "DRAW_STEPS",
    "NO_STEPS",
    "PURPLE",
    "SEAT_ORDERS",
    "SIDES",
    "HadaraState",
    "card_backs",
    "growth_track",
    "single_track_steps",
    "unseen_deck_index",
]
