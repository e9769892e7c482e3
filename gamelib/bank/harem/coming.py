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
from ..question import Figure, Misconception, Parameter, Question
from .decks import SEATS, pile

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

SHUFFLE_WITHIN = Question(
    id="harem-shuffle-within",
    game="harem",
    title="Has it come yet?",
    prompt=SETUP + "What is the chance that Shuffle the Deck comes within the next {draws} draws?",
    concept="a card in an unknown place; the hazard rises",
    rules=("HAR-1.4", "HAR-1.5", "HAR-1.7", "HAR-10.6"),
    level="hard",
    kind="chance",
    answer=lambda seats, draws, odds: odds.shuffle_comes(seats).p(range(draws + 1)),
    second=within_hazard,
    trial=lambda rng, seats, draws, odds: shuffle_trial(rng, seats, odds) <= draws,
    misconceptions=(
        Misconception(
            "Anywhere in the pile",
            lambda seats, draws, odds: Fraction(draws, shuffle_words(seats, odds=odds)["pile"]),
            "You spread the card over the whole pile. It cannot be in the top half: the first draws cannot bring it.",
        ),
        Misconception(
            "The replaced cards forgotten",
            lambda seats, draws, odds: Fraction(
                max(0, draws - shuffle_words(seats, odds=odds)["left_on_top"]), odds.halves(seats)[1]
            ),
            "The deal puts aside {met} At-once cards on average. Each one brings the lower half nearer by a draw.",
        ),
    ),
    hints=(
        "How many cards of the top half are left after the deal? They cannot be Shuffle the Deck.",
        "In the lower half each of the {bottom} places is equally likely.",
        "Without At-once cards in the deal, {left_on_top} cards of the top half are left; the chance of that is "
        "{none_met}.",
        "For each number of replaced cards, count the places of the lower half within the next {draws} draws; "
        "take the average with the chances of these numbers.",
    ),
    figure=Figure(
        "curves",
        lambda seats, draws, odds: {
            "series": {
                some(n, "player"): [(k, odds.shuffle_comes(n).p(range(k + 1))) for k in range(0, 65, 5)]
                for n in (2, 3, 4)
            },
            "title": f"{seats} players: within {draws} draws Shuffle the Deck has come with a chance of "
            f"{finer_percent(odds.shuffle_comes(seats).p(range(draws + 1)))}",
            "xlabel": "draws after the deal",
            "ylabel": "chance that it has come",
            "marked": (draws, some(draws, "draw")),
        },
    ),
    parameters={"seats": SEATS, "draws": Parameter(30, (15, 20, 25, 30, 35, 40, 45, 50), "draws")},
    words=shuffle_words,
)


def shuffle_mean_linear(seats: int, odds: HaremOdds = published) -> Fraction:
    """Second method, linearity alone: the rest of the top half, minus the mean number of replaced cards, plus the
    mean place in the lower half. Each At-once card lies before the last dealt card with the same chance."""
    top, bottom = odds.halves(seats)
    others = sum(odds.dealt_from(seats).values())
    at_once = len(pile(seats, odds)) - others
    return top - HAND * seats - at_once * Fraction(HAND * seats, others + 1) + Fraction(bottom + 1, 2)


SHUFFLE_WHEN = Question(
    id="harem-shuffle-when",
    game="harem",
    title="When does Shuffle the Deck come?",
    prompt=SETUP + "With which draw after the deal does Shuffle the Deck come on average?",
    concept="means add up",
    rules=("HAR-1.4", "HAR-1.5", "HAR-1.7", "HAR-10.6"),
    level="hard",
    kind="mean",
    answer=lambda seats, odds: odds.shuffle_comes(seats).mean,
    second=shuffle_mean_linear,
    trial=shuffle_trial,
    misconceptions=(
        Misconception(
            "The middle of the pile",
            lambda seats, odds: Fraction(shuffle_words(seats, odds=odds)["pile"] + 1, 2),
            "The card cannot be just anywhere in the pile. It lies in the lower half, "
            "so the rest of the top half comes first.",
        ),
        Misconception(
            "The replaced cards forgotten",
            lambda seats, odds: shuffle_words(seats, odds=odds)["left_on_top"] + Fraction(odds.halves(seats)[1] + 1, 2),
            "The deal also puts aside {met} At-once cards on average. They are gone from the top half before you draw.",
        ),
    ),
    hints=(
        "Split the wait: first the rest of the top half, then the way into the lower half.",
        "Means add up: find the mean of each part by itself.",
        "In the lower half of {bottom} cards the mean place is {middle}.",
        "Add it to the rest of the top half: {left_on_top} minus the mean number of replaced cards, {met}.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, odds: {
            "dist": odds.shuffle_comes(seats),
            "title": f"{seats} players: Shuffle the Deck comes with draw "
            f"{amount(odds.shuffle_comes(seats).mean)} on average",
            "xlabel": "draw after the deal",
        },
    ),
    parameters={"seats": SEATS},
    words=shuffle_words,
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


GAME_OVER = Question(
    id="harem-game-over",
    game="harem",
    title="When is the game over?",
    prompt="After the card Shuffle the Deck the new pile has {cards} cards in random order; one of them is Game "
    "Over, which ends the game. With which draw from this pile does it come on average?",
    concept="a uniform place; hazard",
    rules=("HAR-10.6", "HAR-10.7"),
    level="medium",
    kind="mean",
    answer=lambda cards: Dist(range(1, cards + 1)).mean,
    second=over_hazard,
    trial=over_trial,
    misconceptions=(
        Misconception(
            "Half of the pile",
            lambda cards: Fraction(cards, 2),
            "The places run from 1 to {cards}. Their middle lies half a draw above {half}.",
        ),
        Misconception(
            "Each draw has the same chance",
            lambda cards: Fraction(cards),
            "A chance of {one} for every draw would mean that cards go back into the pile. "
            "They do not: the chance rises with every draw.",
        ),
    ),
    hints=(
        "Where in the pile can Game Over lie? Is any place likelier than another?",
        "All {cards} places are equally likely. You look for their mean.",
        "The first draw is Game Over with a chance of {one}; the last place is just as likely.",
        "Pair the places: first and last, second and last but one. Each pair has the same mean.",
    ),
    line=lambda w: f"deck{{over,other*{w['cards'] - 1}}} until over : tries",
    figure=Figure("curves", hazard),
    parameters={"cards": Parameter(38, (10, 20, 30, 38, 45, 60), "cards in the new pile")},
    words=lambda cards: {"half": amount(Fraction(cards, 2)), "one": Fraction(1, cards)},
)

COMING = [SHUFFLE_WITHIN, SHUFFLE_WHEN, GAME_OVER]
