"""Positions of Emira for tests: a setup with chosen cards, played on with plain defaults."""

from __future__ import annotations

from typing import Any

import gamelib
from gamelib.deck import Deck, Segment
from gamelib.games.emira.state import EmiraState
from gamelib.nodes import Action, Chance, Decision
from tests.positions import events as events
from tests.positions import go as go

GAME = gamelib.game("emira")
COLOURS = ("green", "white", "red", "blue", "black")
IDLE = ("hold", "pass", "decline", "no_purchase", "leave", "even", "refuse")


def default(s: EmiraState) -> Any:
    """Do nothing where one can; take the first action or outcome otherwise."""
    node = s.node
    if isinstance(node, Decision):
        legal = list(s.legal)
        return next((action for action in legal if action.verb in IDLE), legal[0])
    assert isinstance(node, Chance)
    return next(iter(node.dist()))


def begin(
    seats: int = 4,
    colours: tuple[str, ...] | None = None,
    first: int = 0,
    hands: dict[int, str] | None = None,
    aims: dict[int, str] | None = None,
    **options: Any,
) -> EmiraState:
    """The start of round 1, with the colours, the first player, kept event cards and objectives as given."""
    s: EmiraState = GAME.start(seats, **options)
    wanted = list(colours or COLOURS[:seats])
    while s.round == 0:
        node = s.node
        if node.step_name == "colour":
            s.apply(wanted[node.seat])
        elif node.step_name == "first_player":
            s.apply(first)
        elif node.step_name == "goal" and aims and node.seat in aims:
            s.apply(aims[node.seat])
        elif node.step_name == "deal" and hands and node.seat in hands and hands[node.seat] not in s.hands[node.seat]:
            s.apply(hands[node.seat])
        elif node.step_name == "deal":
            counts = s.fates.counts()
            s.apply(max(sorted(counts), key=lambda card: counts[card]))  # all of different kinds
        elif node.step_name == "choose_event" and hands and node.seat in hands:
            s.apply(Action("keep", hands[node.seat]))
        else:
            s.apply(default(s))
    return s


def until(s: EmiraState, ask: str, seat: int | None = None, after: int = -1, **draws: str) -> EmiraState:
    """Play on by default until this question (of this seat), in a round later than `after`.

    `draws`: the outcome for a chance node of that name.
    """
    for _ in range(3000):
        node = s.node
        if node.step_name == ask and (seat is None or node.seat == seat) and s.round > after:
            return s
        s.apply(draws.get(node.step_name) or default(s))
    raise AssertionError(f"{ask} never came up")


def house(s: EmiraState, seat: int, *names: str) -> None:
    """Let princesses live with a seat, wherever they were before; no joining, no abilities but the lasting ones."""
    for name in names:
        remove(s, name)
        s.homes[seat] += (name,)
        if name in ("Halimah", "Rasha"):
            s.renown[seat] += 1
        if name in ("Nadia", "Layla"):
            s.change_appearance_counter(seat, ("Nadia", "Layla").index(name), 1)


def remove(s: EmiraState, name: str) -> None:
    """Take an Emira card out of wherever it is but a home."""
    for line in (s.active, s.later, s.undecided):
        if name in line:
            line.remove(name)
            return
    s.pile = Deck({card: n for card, n in s.pile.counts().items() if card != name})


def top(s: EmiraState, *names: str) -> None:
    """Lay these cards on the princess pile, the first one uppermost, known to all."""
    for name in names:
        remove(s, name)
    for name in reversed(names):
        s.pile.put_top(name)


def in_play(s: EmiraState, *names: str) -> None:
    """These princesses, in this order, and no others are in play now."""
    for name in [*s.active]:
        s.active.remove(name)
        s.pile.put_bottom(name)
    for name in names:
        remove(s, name)
        s.active.append(name)


def give_sections(s: EmiraState, seat: int, n: int) -> None:
    s.tiles_left -= n - s.sections[seat]
    s.sections[seat] = n


def give_camels(s: EmiraState, seat: int, n: int) -> None:
    s.camels_left -= n - s.camels[seat]
    s.camels[seat] = n


def give_counters(s: EmiraState, seat: int, beauty: int = 0, manners: int = 0, dress: int = 0) -> None:
    """Own counters as given, taken from the bag; sets are counted."""
    for kind, n in enumerate((beauty, manners, dress)):
        change = n - s.looks[seat][kind]
        s.bag[kind] -= change
        s.change_appearance_counter(seat, kind, change)


def give_status(s: EmiraState, seat: int, *cards: str) -> None:
    """Status cards from the pile."""
    counts = s.titles.counts()
    for card in cards:
        counts[card] -= 1
        s.honours[seat] += (card,)
        s.renown[seat] += GAME.tables.status[card].points
    s.titles = Deck(counts)


def give_event(s: EmiraState, seat: int, *cards: str) -> None:
    """Event cards from the pile into a hand."""
    counts = s.fates.counts()
    for card in cards:
        counts[card] -= 1
        s.hands[seat] += (card,)
    s.fates = Deck(counts)


def give_pawns(s: EmiraState, seat: int, **tracks: tuple[int, ...]) -> None:
    """Caravans on these spaces, e.g. LS=(3, 8)."""
    rows = list(s.pawns[seat])
    for name, spaces in tracks.items():
        k = ("SS", "SF", "LS", "LF").index(name)
        change = len(spaces) - len(rows[k])
        rows[k] = tuple(sorted(spaces))
        if k < 2:
            s.small_left -= change
        else:
            s.large_left -= change
    s.pawns[seat] = tuple(rows)


def known_part(*names: str) -> Segment:
    return Segment(len(names), dict.fromkeys(names, 1))
