"""Mini-games of the lessons on The Sultan's Wishes: play a card or wait, fulfil or wait, choose a ware."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gamelib.bank.wishes.plates_and_wares import (
    OTHERS,
    DisplayedPlatesCase,
    net_ware_points,
    plate_count_per_round,
    plates_still_to_come,
)
from gamelib.number_format import count_with_noun, format_number, join_words

from ....lesson.experiment import MiniGameView, TrialItem
from ....page.card_overrides import game_with_served_cards
from .positions import (
    FEARED_EFFECTS,
    GAME,
    NO_FULFILLING,
    PLATE_EFFECTS,
    ForbiddingPlateCount,
    Percent,
    RevealedPlateCount,
)

odds = game_with_served_cards("wishes").odds
SHOWN = plate_count_per_round(odds)

CARD_POINTS, OTHER_POINTS = 7, 1
"""Points for a card that is played in time, and for another action instead."""


def play_before_feared_plate_game(
    rng: Random, moves: Sequence[int], wanted: ForbiddingPlateCount, seen: RevealedPlateCount
) -> MiniGameView:
    """Create a mini-game.

    The task is to play a card now, or to wait for the next plate, which may forbid the card.
    """
    feared = [name for name in GAME.plates if PLATE_EFFECTS[name] in FEARED_EFFECTS[wanted]]
    others = rng.sample([name for name in GAME.plates if name not in feared], len(GAME.plates) - wanted)
    unseen = [*feared, *others[seen:]]
    rng.shuffle(unseen)
    plates = [*others[:seen], *unseen][:SHOWN]
    place = next((n for n, name in enumerate(plates, 1) if name in feared), 0)
    told = f"The feared plate {f'was number {place}' if place else 'didn’t come up'} in this round."
    for n, move in enumerate((*moves, None), seen):
        elsewhere = OTHER_POINTS * (n - seen)
        if n == place:
            told = f"You have {count_with_noun(elsewhere, 'point')} from other actions"
            return MiniGameView(
                _plates(plates, n, place), f"This is the feared plate, so you can’t place your card. {told}."
            )
        if move == 0:
            return MiniGameView(
                _plates(plates, SHOWN, place),
                f"You get {CARD_POINTS} points for your card. You got {elsewhere} for other actions before. {told}",
            )
        if move is None:
            say = f"{n} of {SHOWN} plates are face up, and all are harmless. Your card is worth {CARD_POINTS} points."
            wait = (f"Do something else first ({OTHER_POINTS} point), then see the next plate",) if n < SHOWN else ()
            return MiniGameView(
                _plates(plates, n, place), say, "What do you do?", (f"Place the card ({CARD_POINTS} points)", *wait)
            )
    raise AssertionError("the last round of the loop returns")


def _plates(plates: Sequence[str], turned: int, place: int) -> tuple[TrialItem, ...]:
    return tuple(
        {"card": GAME.texts.card_name(name) if n <= turned else "?", "hit": n == place <= turned}
        for n, name in enumerate(plates, 1)
    )


def plate_bonus_unless_forbidding(plate: str) -> int | None:
    """Return the extra points of a plate, or None if the plate forbids fulfilment."""
    row = GAME.tables.plates[plate]
    return None if row.effect == NO_FULFILLING else row.extra_points


def plate_label(name: str) -> str:
    """Return a label of a plate with its points: "Mean: +3"."""
    extra = plate_bonus_unless_forbidding(name)
    return f"{GAME.texts.card_name(name)}: {'forbids' if extra is None else f'+{extra}'}"


def fulfil_or_wait_game(rng: Random, moves: Sequence[int], plates: int, case: DisplayedPlatesCase) -> MiniGameView:
    """Create a mini-game.

    The task is to fulfil the wish under a plate or wait for the next plate. At the end, the pupil sees all plates.
    """
    shown = rng.sample(plates_still_to_come(case, odds=odds), plates)
    for n, name in enumerate(shown):
        extra, last = plate_bonus_unless_forbidding(name), n == plates - 1
        if last and extra is None:
            return MiniGameView(
                _row(shown, plates),
                "You can’t close the wish under the last plate. It stays open, and you don’t get any points.",
            )
        options = [] if extra is None else [f"Close the wish ({extra} extra)"]
        options += [] if last else ["Wait for the next plate"]
        if n == len(moves):
            say = f"Plate {n + 1} of {plates}. " + (
                "Nobody can fulfil a wish under this plate." if extra is None else f"It pays {extra}."
            )
            return MiniGameView(_row(shown, n + 1), say, "What do you do?", tuple(options))
        if extra is not None and moves[n] == 0:
            best = max(plate_bonus_unless_forbidding(other) or 0 for other in shown)
            end = "None of these plates paid more." if best == extra else f"The best of these plates paid {best}."
            return MiniGameView(_row(shown, plates, n), f"You closed the wish and got {extra} extra. {end}")
    raise AssertionError("the last plate ends it")


def _row(shown: Sequence[str], turned: int, closed: int = -1) -> tuple[TrialItem, ...]:
    return tuple({"card": plate_label(name) if n < turned else "?", "hit": n == closed} for n, name in enumerate(shown))


DEALS = 2
"""Number of score cards with which the player buys."""
CARD_TEXT = GAME.texts.card_name


def choose_ware_game(rng: Random, moves: Sequence[int], purchase: str, error: Percent, card: str) -> MiniGameView:
    """Create a mini-game.

    The task is to choose one of three wares for a score card. Then the pupil sees the net points of each ware.
    """
    held = rng.sample(OTHERS, DEALS)
    wares = [odds.tables.wares[ware] for ware in odds.EXAMPLE_WARES]
    names = [f"{CARD_TEXT(ware.merchant)}: {CARD_TEXT(ware.ware)}, {CARD_TEXT(ware.icon)}" for ware in wares]
    n = min(len(moves), DEALS - 1)
    over = len(moves) == DEALS
    bought = moves[n] if over else -1
    pieces = tuple(
        {"card": f"{name}; price {ware.cost}", "hit": place == bought}
        for place, (name, ware) in enumerate(zip(names, wares, strict=True))
    )
    said = [_judged(one, move) for one, move in zip(held, moves, strict=False)]
    if over:
        return MiniGameView(pieces, " ".join(said))
    options = tuple(f"Buy the {CARD_TEXT(ware.merchant)} ware" for ware in wares)
    told = (
        f"You hold {held[n]}. It gives points for {_points(held[n])}. Every two Gems that you pay cost you one point."
    )
    return MiniGameView(pieces, " ".join([*said, told]), "Which ware gives you the most points after you pay?", options)


def _points(card: str) -> str:
    """Return the values that the three wares have on a score card."""
    score, wares = odds.tables.scores[card], [odds.tables.wares[ware] for ware in odds.EXAMPLE_WARES]
    parts = [(CARD_TEXT(ware.merchant), score.merchant[ware.merchant]) for ware in wares]
    parts += [(CARD_TEXT(ware.ware), score.ware[ware.ware]) for ware in wares]
    parts += [(CARD_TEXT(ware.icon), score.icon[ware.icon]) for ware in wares]
    return join_words([f"{name} ({points})" for name, points in parts if points])


def _judged(card: str, move: int) -> str:
    """Return the net points of the chosen ware and of the other wares."""
    left = [net_ware_points(card, ware, odds=odds) for ware in odds.EXAMPLE_WARES]
    stalls = [CARD_TEXT(odds.tables.wares[ware].merchant) for ware in odds.EXAMPLE_WARES]
    told = join_words([f"{format_number(points)} ({stall})" for stall, points in zip(stalls, left, strict=True)])
    best = stalls[left.index(max(left))]
    well = "You took the best." if left[move] == max(left) else f"The best was the {best} one."
    return f"With {card} the wares leave {told}. {well}"
