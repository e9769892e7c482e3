"""Construction of positions for endings, lessons and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...nodes import Seat
from .state import TowersState

if TYPE_CHECKING:
    from . import Towers


def make_position(
    game: Towers,
    caches: Sequence[Sequence[str]],
    towers: Mapping[str, Sequence[tuple[str, Seat, str]] | None],
    balances: Sequence[int],
    active_seat: Seat = 0,
    deck_size: int = 0,
    fled_seats: Sequence[Seat] = (),
    **options: Any,
) -> TowersState:
    """Return a position at the start of a turn.

    `towers` lists for each suit the tuples (card, seat, cell) in order of play, or None for a closed tower. A missing
    tower is empty. `balances` has the number of cards in each balance. The balances are filled with cards without a
    place. `deck_size` is the expected number of cards in the deck. Raise ValueError if the position is impossible.
    """
    seats = len(caches)
    used = {card for held in caches for card in held}
    built = []
    for suit, foundation in zip(game.suits, game.foundations, strict=True):
        plays = towers.get(suit, ())
        if plays is not None:
            used |= {foundation, *(card for card, _, _ in plays)}
        built.append(None if plays is None else [list(play) for play in plays])
    # foundations of closed towers come first, because they cannot be in the deck
    left = sorted((card for card in game.cards if card not in used), key=lambda card: card in game.playing_cards)
    piles = []
    for size in balances:
        piles.append(left[:size])
        left = left[size:]
    if len(left) != deck_size:
        raise ValueError(f"With these balances {len(left)} cards are left for the deck, not {deck_size}.")
    following = next(
        (seat for i in range(1, seats) if (seat := (active_seat + i) % seats) not in fled_seats),
        (active_seat + 1) % seats,
    )
    made = game.from_dict(
        {
            "game": game.id,
            "cards": game.card_set_digest,
            "seats": seats,
            "options": options,
            "todo": [{"step": "turn", "seat": following}, {"step": "choose", "seat": active_seat}],
            "deck": left,
            "caches": [list(held) for held in caches],
            "balances": piles,
            "fled": [seat in fled_seats for seat in range(seats)],
            "coins": [0] * seats,
            "towers": built,
            "turn": 1,
            "unplayed": [],
        }
    )
    return made
