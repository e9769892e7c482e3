"""Positions of Hadara for tests: a setup with chosen cards, played on with plain defaults."""

from __future__ import annotations

from typing import Any

import gamelib
from gamelib.games.hadara.card_tables import TRACKS
from gamelib.games.hadara.state import HadaraState, unseen_deck_index
from gamelib.nodes import Action, Chance, Decision
from tests.positions import events as events
from tests.positions import go as go

GAME: Any = gamelib.game("hadara")
IDLE = ("pass", "stop", "sell", "facedown", "plunder")


def default(s: HadaraState) -> Any:
    """Do nothing where one can, sell else; take the first outcome."""
    node = s.node
    if isinstance(node, Decision):
        legal = list(s.legal)
        return next((action for action in legal if action.verb in IDLE), legal[0])
    assert isinstance(node, Chance)
    return next(iter(node.dist()))


def begin(seats: int = 4, cards: tuple[int, ...] = (), **options: Any) -> HadaraState:
    """The start of epoch I: the ring in its fixed order, setup cards by number (1, 2, 3, ... if not said)."""
    s: HadaraState = GAME.start(seats, **{"ring": "fixed", **options})
    numbers = cards or tuple(range(1, seats + 1))
    while s.epoch == 0:
        node = s.node
        if node.step_name == "deal":
            s.apply(f"SU{numbers[node.seat]}")
        elif node.step_name == "side":
            s.apply(Action("side", "A"))
        else:
            s.apply(default(s))
    return s


def until(s: HadaraState, ask: str, seat: int | None = None, epoch: int | None = None, phase: str = "") -> HadaraState:
    """Play on by default until this question (of this seat, in this epoch or phase)."""
    for _ in range(2000):
        node = s.node
        if (
            node.step_name == ask
            and (seat is None or node.seat == seat)
            and (epoch is None or s.epoch == epoch)
            and phase in ("", s.phase)
        ):
            return s
        s.apply(default(s))
    raise AssertionError(f"{ask} never came up")


def own(s: HadaraState, seat: int, *cards: str) -> None:
    """Let a seat own these cards, unseen before; its tracks follow."""
    for card in cards:
        s.unseen[unseen_deck_index(card)] = tuple(other for other in s.unseen[unseen_deck_index(card)] if other != card)
    s.owned[seat] += cards
    s.update_derived()
    for track in (effect.split(":")[1] for effect in s.powers[seat] if ":" in effect):
        k = TRACKS.index(track)
        grown = list(s.grown[seat])
        grown[k] = s.held[seat][k]
        s.grown[seat] = tuple(grown)  # type: ignore[assignment]
    s.update_derived()


def tracks(s: HadaraState, seat: int, **values: int) -> None:
    """Set tracks of a seat to these values, wherever they come from."""
    row = list(s.tracks[seat])
    for track, value in values.items():
        row[TRACKS.index(track)] = value
    s.tracks[seat] = tuple(row)  # type: ignore[assignment]


def draw(s: HadaraState, seat: int, *cards: str) -> HadaraState:
    """Play on by default until this seat has drawn these two cards and is to keep one of them."""
    while s.node.step_name != "draw" or s.node.seat != seat or s.node.dist().p(tuple(sorted(cards))) == 0:
        s.apply(default(s))
    s.apply(tuple(sorted(cards)))
    return until(s, "keep", seat)
