"""Questions about the two cards that bring the end near: Shuffle the Deck and Game Over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from ...dist import Dist
from ...games.harem.odds import HAND, HaremOdds, published
from ...numbers import amount, finer_percent, share, some
from ..entries import OwnCode
from .decks import pile

# -- Shuffle the Deck ----------------------------------------------------------------------------


def replaced_step_by_step(seats: int, odds: HaremOdds = published) -> Dist[int]:
    """How many At-once cards the deal meets, followed card by card."""
    at_once = sum(odds.game.kind[card] == "play_now" for card in pile(seats, odds))
    states = {(HAND * seats, 0): Fraction(1)}  # (cards still to deal, At-once cards met) -> chance
    met_when_done: dict[int, Fraction] = {}
    for drawn in range(HAND * seats + at_once):
        after: dict[tuple[int, int], Fraction] = {}
        for (to_deal, met), chance in states.items():
            p = Fraction(at_once - met, len(pile(seats, odds)) - drawn)
            for key, q in (((to_deal, met + 1), p), ((to_deal - 1, met), 1 - p)):
                if key[0]:
                    after[key] = after.get(key, Fraction(0)) + chance * q
                else:
                    met_when_done[key[1]] = met_when_done.get(key[1], Fraction(0)) + chance * q
        states = after
    common = comb(len(pile(seats, odds)), at_once)
    return Dist({met: int(chance * common) for met, chance in met_when_done.items()})


def within_hazard(seats: int, draws: int, odds: HaremOdds = published) -> Fraction:
    """Second method: the deal followed card by card; then draw by draw through the lower half, where each draw
    brings Shuffle the Deck with 1 / (cards left)."""
    top, bottom = odds.halves(seats)
    dealt = replaced_step_by_step(seats, odds)
    chance = Fraction(0)
    for met, ways in dealt.items():
        into_bottom = draws - (top - HAND * seats - met)
        still_away = Fraction(1)
        for drawn in range(max(0, min(bottom, into_bottom))):
            still_away *= 1 - Fraction(1, bottom - drawn)
        chance += Fraction(ways, dealt.total) * (1 - still_away)
    return chance


def shuffle_trial(rng: Random, seats: int, odds: HaremOdds = published) -> int:
    """Lay the pile as at setup, deal, and count the draws."""
    game = odds.game
    cards = pile(seats, odds)
    rng.shuffle(cards)
    top = len(cards) // 2
    lower = [*cards[top:], "PN-SHUFFLE"]
    rng.shuffle(lower)
    laid = [*cards[:top], *lower]
    dealt = used = 0
    while dealt < HAND * seats:
        dealt += game.kind[laid[used]] != "play_now"
        used += 1
    return laid.index("PN-SHUFFLE") - used + 1


def shuffle_words(seats: int, draws: int = 0, odds: HaremOdds = published) -> dict[str, Any]:
    top, bottom = odds.halves(seats)
    return {
        "top": top,
        "bottom": bottom,
        "dealt": HAND * seats,
        "left_on_top": top - HAND * seats,
        "met": amount(odds.replaced(seats).mean),
        "middle": amount(Fraction(bottom + 1, 2)),
        "pile": top - HAND * seats + bottom,
        "mean": amount(odds.shuffle_comes(seats).mean),
        "none_met": share(odds.replaced(seats).p(0)),
    }


SETUP = (
    "{seats} players sit at the table. The master deck is {top} cards on top of a lower half of {bottom}, "
    "and the card Shuffle the Deck is somewhere in that lower half. {dealt} cards are dealt; "
    "At-once cards met in the deal are put aside and replaced. "
)

SHUFFLE_WITHIN = OwnCode(
    answer=lambda seats, draws, odds: odds.shuffle_comes(seats).p(range(draws + 1)),
    second_answer=within_hazard,
    run_trial=lambda rng, seats, draws, odds: shuffle_trial(rng, seats, odds) <= draws,
    mistakes={
        "reference-set": lambda seats, draws, odds: Fraction(draws, shuffle_words(seats, odds=odds)["pile"]),
        "step-left-out": lambda seats, draws, odds: Fraction(
            max(0, draws - shuffle_words(seats, odds=odds)["left_on_top"]), odds.halves(seats)[1]
        ),
    },
    text_values=shuffle_words,
    chart_data=lambda seats, draws, odds: {
        "series": {
            some(n, "player"): [(k, odds.shuffle_comes(n).p(range(k + 1))) for k in range(0, 65, 5)] for n in (2, 3, 4)
        },
        "title": f"{seats} players: within {draws} draws Shuffle the Deck has come with a chance of "
        f"{finer_percent(odds.shuffle_comes(seats).p(range(draws + 1)))}",
        "xlabel": "draws after the deal",
        "ylabel": "chance that it has come",
        "marked": (draws, some(draws, "draw")),
    },
)


def shuffle_mean_linear(seats: int, odds: HaremOdds = published) -> Fraction:
    """Second method, linearity alone: the rest of the top half, minus the mean number of replaced cards, plus the
    mean place in the lower half. Each At-once card lies before the last dealt card with the same chance."""
    top, bottom = odds.halves(seats)
    others = sum(odds.dealt_from(seats).values())
    at_once = len(pile(seats, odds)) - others
    return top - HAND * seats - at_once * Fraction(HAND * seats, others + 1) + Fraction(bottom + 1, 2)


SHUFFLE_WHEN = OwnCode(
    answer=lambda seats, odds: odds.shuffle_comes(seats).mean,
    second_answer=shuffle_mean_linear,
    run_trial=shuffle_trial,
    mistakes={
        "reference-set": lambda seats, odds: Fraction(shuffle_words(seats, odds=odds)["pile"] + 1, 2),
        "step-left-out": lambda seats, odds: (
            shuffle_words(seats, odds=odds)["left_on_top"] + Fraction(odds.halves(seats)[1] + 1, 2)
        ),
    },
    text_values=shuffle_words,
    chart_data=lambda seats, odds: {
        "dist": odds.shuffle_comes(seats),
        "title": f"{seats} players: Shuffle the Deck comes with draw "
        f"{amount(odds.shuffle_comes(seats).mean)} on average",
        "xlabel": "draw after the deal",
    },
)


# -- Game Over -----------------------------------------------------------------------------------


def over_hazard(cards: int) -> Fraction:
    """Second method: the sum of the chances that the game still goes on, from the hazard 1 / (cards left)."""
    going_on, mean = Fraction(1), Fraction(0)
    for left in range(cards, 0, -1):
        mean += going_on
        going_on *= 1 - Fraction(1, left)
    return mean


def over_trial(rng: Random, cards: int) -> int:
    order = list(range(cards))  # 0 is Game Over
    rng.shuffle(order)
    return order.index(0) + 1


def hazard(cards: int) -> Mapping[str, Any]:
    return {
        "series": {
            "next draw ends it": [(draw, Fraction(1, cards - draw + 1)) for draw in range(1, cards + 1)],
            "it has ended by then": [(draw, Fraction(draw, cards)) for draw in range(1, cards + 1)],
        },
        "title": f"Game Over comes with draw {amount(Fraction(cards + 1, 2))} on average; "
        "each draw is riskier than the last",
        "xlabel": "draw from the new pile",
    }


GAME_OVER = OwnCode(
    answer=lambda cards: Dist(range(1, cards + 1)).mean,
    second_answer=over_hazard,
    run_trial=over_trial,
    mistakes={
        "off-by-one": lambda cards: Fraction(cards, 2),
        "with-replacement": lambda cards: Fraction(cards),
    },
    text_values=lambda cards: {"half": amount(Fraction(cards, 2)), "one": Fraction(1, cards)},
    chart_data=hazard,
    chance_model=lambda w: f"deck{{over,other*{w['cards'] - 1}}} until over : tries",
)

OWN_CODE = {
    "harem-shuffle-within": SHUFFLE_WITHIN,
    "harem-shuffle-when": SHUFFLE_WHEN,
    "harem-game-over": GAME_OVER,
}
