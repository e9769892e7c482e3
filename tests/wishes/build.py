"""Positions of The Sultan's Wishes for tests: a setup with chosen cards, changed by hand, checked as a saved one is."""

from __future__ import annotations

from typing import Any

import gamelib
from gamelib.games.wishes.position_checks import validate_invariants
from gamelib.games.wishes.state import TASK_BACK, WishesState
from gamelib.nodes import Action, Chance, Decision, Event
from tests.positions import events as events
from tests.positions import go as go

GAME = gamelib.game("wishes")
QUIET = ("done", "discard")
WISHES = ("S04", "S07", "S10", "S15")  # Food, Sleep, Entertainment, Music


def default(s: WishesState) -> Any:
    """Do as little as possible: move the Orderly, buy nothing, change nothing; Guards stay away."""
    node = s.node
    if isinstance(node, Decision):
        legal = list(s.legal)
        for verb in (*QUIET, "orderly"):
            for action in legal:
                if action.verb == verb:
                    return action
        return legal[0]
    assert isinstance(node, Chance)
    return TASK_BACK if node.step_name == "back" else next(iter(node.dist()))


def begin(
    seats: int = 2,
    first: int = 0,
    wishes: tuple[str, ...] = WISHES,
    cards: tuple[str, ...] = ("K1", "K2", "K3", "K4"),
    tops: tuple[str, ...] = ("W01", "W16", "W31"),
    **options: Any,
) -> WishesState:
    """The start of round 1, before the first plate; hands are the first cards of the deck."""
    s: WishesState = GAME.start(seats, **options)
    waiting = {"reveal": list(wishes), "score_card": list(cards), "stall_card": list(tops)}
    while s.round == 0:
        ask = s.node.step_name
        s.apply(first if ask == "first_player" else waiting[ask].pop(0) if ask in waiting else default(s))
    return s


def until(s: WishesState, ask: str, seat: int | None = None) -> WishesState:
    """Play on by default until this question (of this seat)."""
    for _ in range(3000):
        if s.node.step_name == ask and (seat is None or s.node.seat == seat):
            return s
        s.apply(default(s))
    raise AssertionError(f"{ask} never came up")


def under(s: WishesState, plate: str, seat: int | None = None) -> WishesState:
    """Turn this plate up, and go on to the main action (of a seat)."""
    until(s, "plate").apply(plate)
    return until(s, "act", seat)


def plain(s: WishesState, *texts: str) -> list[Event]:
    """As `go`, but the backs of cards on the way are task cards."""
    told: list[Event] = []
    for text in texts:
        while s.node.step_name == "back":
            told += s.apply(TASK_BACK)
        told += s.apply(GAME.parse_choice(text))
    while s.agenda_frames and s.node.step_name == "back":
        told += s.apply(TASK_BACK)
    return told


def take_out(s: WishesState, card: str) -> None:
    """Take a task card out of the deck, or of a hand that gets another one for it."""
    for seat, hand in enumerate(s.hands):
        if card in hand:
            other = next(c for c in s.loose if c != card)
            s.loose.remove(other)
            s.loose.append(card)
            s.hands[seat] = tuple(other if c == card else c for c in hand)
    s.loose.remove(card)
    s.deck -= 1


def give(s: WishesState, seat: int, *cards: str) -> None:
    """These are the hand of a seat; its old cards go back into the deck."""
    s.loose += s.hands[seat]
    s.deck += len(s.hands[seat])
    s.hands[seat] = ()
    for card in cards:
        take_out(s, card)
    s.hands[seat] = cards
    s.past[seat] = tuple(sorted(s.ages.get(card, 0) + 1 for card in cards))
    validate_invariants(s)


def lay(s: WishesState, wish: str, *cards: tuple[str, ...], guard: bool = False) -> None:
    """An open wish with these cards: (card, "0", "1") has Aides of seats 0 and 1. A Guard comes from the deck."""
    for card, aides in s.open_wish(wish)[1]:
        s.loose.append(card)
        s.deck += 1
        for seat in aides:
            s.free[seat] += 1
    rows = []
    for card, *aides in cards:
        take_out(s, card)
        seats = tuple(map(int, aides))
        for seat in seats:
            s.free[seat] -= 1
        rows.append((card, seats))
    s.update_wish(s.open_wish(wish), (wish, tuple(rows), guard))
    if guard:
        s.guards -= 1
    if not s.guards and s.top == "":
        s.top = TASK_BACK
    validate_invariants(s)


def stack(s: WishesState, *cards: tuple[str, int]) -> None:
    """Cards on the Extra Task stack: (card, seat that put it in); for -1 a plate added one nobody has seen."""
    for card, seat in cards:
        if seat < 0:
            s.deck -= 1
            s.stack += (("", -1, s.age, 0),)
        else:
            take_out(s, card)
            s.stack += ((card, seat, -1, 1 << seat),)
            s.past[seat] += (s.age + 1, 0)
    validate_invariants(s)


def own(s: WishesState, seat: int, gems: int | None = None, score: int | None = None, lamp: bool | None = None) -> None:
    """Gems, points and the lamp of a seat."""
    s.gems[seat] = s.gems[seat] if gems is None else gems
    s.score[seat] = s.score[seat] if score is None else score
    s.lamp[seat] = s.lamp[seat] if lamp is None else lamp


def wares(s: WishesState, seat: int, *cards: str) -> None:
    """These wares belong to a seat."""
    for ware in cards:
        stall = next(i for i, row in enumerate(s.below) if ware in row)
        s.below[stall] = tuple(w for w in s.below[stall] if w != ware)
    s.wares[seat] += cards
    validate_invariants(s)


def guard_on_top(s: WishesState) -> None:
    """The next card of the deck is a Guard."""
    s.top = "GUARD"
    validate_invariants(s)


def action(text: str) -> Action:
    """An action in notation."""
    found: Action = GAME.parse_choice(text)
    return found


def only(s: WishesState, *wishes: str) -> None:
    """Exactly these wishes lie open, without cards; with a final one no simple wish is left face down."""
    assert not any(cards or guard for _, cards, guard in s.open)
    s.open = [(wish, (), False) for wish in wishes]
    for name in ("simple", "final"):
        cards = getattr(s.game, f"{name}_cards")[s.seats == 1]
        setattr(s, name, tuple(card for card in cards if card not in wishes))
    finals = sum(wish in GAME.tables.final for wish in wishes)
    if finals:
        s.simple_down, s.final_down = 0, GAME.tables.constants["final_placed"] - finals
    validate_invariants(s)
