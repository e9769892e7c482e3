"""Questions about the decks: opening hands and companions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

from ...games.harem.odds import HAND, PLAY_NOW_LEFT_OUT, HaremOdds, published
from ...numbers import amount, finer_percent, share, some
from ..question import Figure, Misconception, Parameter, Question

SEATS = Parameter(3, (2, 3, 4), "players")
KIND = {"gold": "Gold cards", "sultans_wrath": "raid cards", "gem": "gems", "guard": "Guards"}


def pile(seats: int, odds: HaremOdds = published) -> list[str]:
    """The cards of the master deck before the deal, card by card, without Shuffle the Deck and Game Over."""
    cards = dict(odds.game.master_counts)
    cards["GUARD"] -= seats
    return [card for card, n in cards.items() if card not in PLAY_NOW_LEFT_OUT for _ in range(n)]


def deal(rng: Random, seats: int, odds: HaremOdds = published) -> tuple[list[str], int]:
    """One opening hand of a whole deal, round the table, and how many cards the deal took from the pile."""
    game = odds.game
    cards = pile(seats, odds)
    rng.shuffle(cards)
    dealt: list[str] = []
    used = 0
    while len(dealt) < HAND * seats:
        if game.kind[cards[used]] != "play_now":
            dealt.append(cards[used])
        used += 1
    return dealt[::seats], used


def good_cards(seats: int, kind: str, odds: HaremOdds = published) -> tuple[int, int]:
    """Cards of the kind, and all cards, that an opening hand may hold."""
    cards = odds.dealt_from(seats)
    return sum(n for card, n in cards.items() if odds.game.kind[card] == kind), sum(cards.values())


# -- opening hands -------------------------------------------------------------------------------


def none_factors(seats: int, kind: str, odds: HaremOdds = published) -> Fraction:
    """Second method: card by card, the product of seven factors."""
    good, left = good_cards(seats, kind, odds)
    chance = Fraction(1)
    for drawn in range(HAND):
        chance *= Fraction(left - good - drawn, left - drawn)
    return chance


def none_words(seats: int, kind: str, odds: HaremOdds = published) -> dict[str, Any]:
    good, cards = good_cards(seats, kind, odds)
    return {
        "hand": HAND,
        "good": good,
        "cards": cards,
        "others": cards - good,
        "first": share(Fraction(cards - good, cards)),
        "mean": amount(Fraction(HAND * good, cards)),
    }


OPENING_NONE = Question(
    id="harem-opening-none",
    line=lambda w: f"{w['hand']} deck{{wanted*{w['good']},other*{w['others']}}} : count wanted = 0",
    game="harem",
    title="An opening hand without it",
    prompt="{seats} players sit at the table. Your opening hand is {hand} of {cards} cards; "
    "{good} of these are {kind}. What is the chance that your hand has none of them?",
    concept="drawing without putting back",
    rules=("HAR-1.3", "HAR-1.6", "HAR-1.7"),
    level="medium",
    kind="chance",
    answer=lambda seats, kind, odds: odds.opening(seats, kind).p(0),
    second=none_factors,
    trial=lambda rng, seats, kind, odds: all(odds.game.kind[card] != kind for card in deal(rng, seats, odds)[0]),
    misconceptions=(
        Misconception(
            "Putting each card back",
            lambda seats, kind, odds: (
                Fraction(none_words(seats, kind, odds)["others"], none_words(seats, kind, odds)["cards"]) ** HAND
            ),
            "You use {first} for every card. Cards stay in your hand, so with each other card "
            "the wanted ones become a larger share of the rest.",
        ),
        Misconception(
            "Expected number taken as a chance",
            lambda seats, kind, odds: (
                1 - Fraction(HAND * good_cards(seats, kind, odds)[0], good_cards(seats, kind, odds)[1])
            ),
            "Your hand holds {mean} of them on average. A mean is no chance: some hands hold several, others none.",
        ),
        Misconception(
            "Only one card looked at",
            lambda seats, kind, odds: 1 - Fraction(*good_cards(seats, kind, odds)),
            "That is the chance for a single card. All {hand} cards of your hand must be others.",
        ),
    ),
    hints=(
        "How many of the {cards} cards are of another kind? The hand must come from those alone.",
        "Go card by card: the first is another card, then the second, and so on. Multiply.",
        "The first card is another one with a chance of {first}.",
        "With each card both numbers go down by 1. Multiply {hand} such fractions.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, kind, odds: {
            "dist": odds.opening(seats, kind),
            "title": f"An opening hand has no {KIND[kind]} with a chance of "
            f"{finer_percent(odds.opening(seats, kind).p(0))}",
            "xlabel": f"{KIND[kind]} in the opening hand",
            "threshold": (1, "at least one"),
        },
    ),
    parameters={"seats": SEATS, "kind": Parameter("gold", tuple(KIND), "kind of card", KIND)},
    words=none_words,
)


def gold_hands(seats: int, odds: HaremOdds = published) -> Fraction:
    """Second method: every number of Gold cards of each value in a hand, weighted by its number of hands."""
    game, cards = odds.game, odds.dealt_from(seats)
    others = sum(n for card, n in cards.items() if card not in game.gold)
    total = 0
    for held in product(*(range(min(HAND, cards[card]) + 1) for card in game.gold)):
        if sum(held) <= HAND:
            ways = comb(others, HAND - sum(held))
            for card, n in zip(game.gold, held, strict=True):
                ways *= comb(cards[card], n)
            total += ways * sum(game.money[card] * n for card, n in zip(game.gold, held, strict=True))
    return Fraction(total, comb(sum(cards.values()), HAND))


def gold_linear(seats: int, odds: HaremOdds = published) -> Fraction:
    """By linearity: each of the seven cards brings the mean of the pile."""
    game, cards = odds.game, odds.dealt_from(seats)
    return HAND * Fraction(sum(game.money[card] * cards[card] for card in game.gold), sum(cards.values()))


def gold_pile(seats: int, odds: HaremOdds = published) -> list[int]:
    """What each card of the pile is worth as gold, 0 for those that are none."""
    worth = {card: odds.game.money[card] for card in odds.game.gold}
    return [worth.get(card, 0) for card, n in odds.dealt_from(seats).items() for _ in range(n)]


def faces(values: Iterable[int]) -> str:
    """Cards of these values, as a chance model says them."""
    return ",".join(f"{value}*{n}" for value, n in sorted(Counter(values).items()))


def gold_words(seats: int, odds: HaremOdds = published) -> dict[str, Any]:
    game, cards = odds.game, odds.dealt_from(seats)
    gold = {card: cards[card] for card in game.gold}
    worth = sum(game.money[card] * n for card, n in gold.items())
    return {
        "hand": HAND,
        "cards": sum(cards.values()),
        "gold_cards": sum(gold.values()),
        "worth": worth,
        "per_gold": amount(Fraction(worth, sum(gold.values()))),
        "per_card": amount(Fraction(worth, sum(cards.values()))),
        "box": sum(game.master_counts.values()),
        "gold_told": ", ".join(f"{n} of {game.money[card]}" for card, n in gold.items()),
    }


OPENING_GOLD = Question(
    id="harem-opening-gold",
    game="harem",
    title="Gold in the opening hand",
    prompt="{seats} players sit at the table. Your opening hand is {hand} of {cards} cards. "
    "{gold_cards} of these are Gold cards ({gold_told}). How much gold is in your hand on average?",
    concept="means add up, also without putting back",
    rules=("HAR-1.3", "HAR-1.6", "HAR-1.7"),
    level="easy",
    kind="mean",
    answer=gold_linear,
    second=gold_hands,
    trial=lambda rng, seats, odds: sum(
        odds.game.money.get(c, 0) for c in deal(rng, seats, odds)[0] if c in odds.game.gold
    ),
    misconceptions=(
        Misconception(
            "Every card is gold",
            lambda seats, odds: (
                HAND * Fraction(gold_words(seats, odds)["worth"], gold_words(seats, odds)["gold_cards"])
            ),
            "A Gold card is worth {per_gold} on average, but only {gold_cards} of {cards} cards are Gold cards.",
        ),
        Misconception(
            "The whole box counted",
            lambda seats, odds: HAND * Fraction(gold_words(seats, odds)["worth"], gold_words(seats, odds)["box"]),
            "The box has {box} cards, but Guards in play and At-once cards never come into an opening hand. "
            "Divide by {cards}.",
        ),
    ),
    hints=(
        "All {cards} cards together hold {worth} gold.",
        "Each place in your hand brings the average of one card, whatever the other places hold.",
        "One card brings {per_card} gold on average.",
        "Multiply that by the {hand} cards of your hand.",
    ),
    line=lambda w, odds: f"{w['hand']} deck{{{faces(gold_pile(w['seats'], odds))}}} : sum",
    figure=Figure(
        "distribution",
        lambda seats, odds: {
            "dist": odds.opening_gold(seats),
            "title": f"An opening hand holds {amount(gold_linear(seats, odds))} gold on average",
            "xlabel": "gold in the opening hand",
        },
    ),
    parameters={"seats": SEATS},
    words=gold_words,
)


# -- companions ----------------------------------------------------------------------------------


def costs(odds: HaremOdds = published) -> list[int]:
    """The costs of all companions."""
    return [companion.base for companion in odds.game.companions.values()]


def cheap_combinations(draws: int, cost: int, odds: HaremOdds = published) -> Fraction:
    """Second method: every set of companions that may be drawn."""
    sets = [min(drawn) <= cost for drawn in combinations(costs(odds), draws)]
    return Fraction(sum(sets), len(sets))


def cheap_words(draws: int, cost: int, odds: HaremOdds = published) -> dict[str, Any]:
    good = sum(c <= cost for c in costs(odds))
    return {
        "all": len(costs(odds)),
        "good": good,
        "draws_told": some(draws, "performer"),
        "one": share(Fraction(good, len(costs(odds)))),
        "not_first": share(Fraction(len(costs(odds)) - good, len(costs(odds)))),
    }


COMPANION_CHEAP = Question(
    id="harem-companion-cheap",
    line=lambda w: f"{w['draws']} deck{{cheap*{w['good']},dear*{w['all'] - w['good']}}} : count cheap >= 1",
    game="harem",
    title="A performer you can pay",
    prompt="A deck holds {all} performers, each with a price; {good} of them cost {cost} or less. You draw "
    "{draws_told}. What is the chance that at least one costs {cost} or less?",
    concept="at least one: complement, without putting back",
    rules=("HAR-1.2", "HAR-2.6", "HAR-5.2"),
    level="medium",
    kind="chance",
    answer=lambda draws, cost, odds: odds.cheapest(draws).p(lambda lowest: lowest <= cost),
    second=cheap_combinations,
    trial=lambda rng, draws, cost, odds: min(rng.sample(costs(odds), draws)) <= cost,
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda draws, cost, odds: draws * Fraction(sum(c <= cost for c in costs(odds)), len(costs(odds))),
            "Adding {one} for every card counts hands with two such performers twice.",
        ),
        Misconception(
            "Putting each card back",
            lambda draws, cost, odds: 1 - Fraction(sum(c > cost for c in costs(odds)), len(costs(odds))) ** draws,
            "A performer that you have drawn is not in the deck any more. "
            "The second draw has one card less to come from.",
        ),
    ),
    hints=(
        "Ask for the opposite: every performer you draw costs more than {cost}.",
        "Go card by card, and take away what has been drawn.",
        "The first one costs more than {cost} with a chance of {not_first}.",
        "Multiply the chances for each draw and take the result from 1.",
    ),
    figure=Figure(
        "distribution",
        lambda draws, cost, odds: {
            "dist": odds.cheapest(draws),
            "title": f"{some(draws, 'performer').capitalize()}: at least one costs {cost} or less with a chance of "
            f"{share(odds.cheapest(draws).p(lambda lowest: lowest <= cost))}",
            "xlabel": "lowest cost drawn",
            "mean": False,
            "threshold": (cost + 1, f"more than {cost}"),
        },
    ),
    parameters={
        "draws": Parameter(2, (1, 2, 3, 4), "performers drawn"),
        "cost": Parameter(6, (5, 6, 7, 8, 9), "cost at most"),
    },
    words=cheap_words,
)


def cheapest_combinations(draws: int, odds: HaremOdds = published) -> Fraction:
    """Second method: every set of companions that may be drawn, and its lowest cost."""
    lowest = [min(drawn) for drawn in combinations(costs(odds), draws)]
    return Fraction(sum(lowest), len(lowest))


COMPANION_CHEAPEST = Question(
    id="harem-companion-cheapest",
    game="harem",
    title="The cheapest performer",
    prompt="A deck holds {all} performers: {costs_told}. You draw {draws_told}. "
    "What does the cheapest of those you draw cost on average?",
    concept="the lowest of several draws",
    rules=("HAR-1.2", "HAR-5.2"),
    level="medium",
    kind="mean",
    answer=lambda draws, odds: odds.cheapest(draws).mean,
    second=cheapest_combinations,
    trial=lambda rng, draws, odds: min(rng.sample(costs(odds), draws)),
    misconceptions=(
        Misconception(
            "The mean of all",
            lambda draws, odds: odds.cheapest(1).mean,
            "{mean} is the mean of a single performer. The lowest of several is lower on average.",
        ),
        Misconception(
            "The cheapest in the deck",
            lambda draws, odds: Fraction(min(costs(odds))),
            "Of the {all} performers only {least_told}. You may well not draw any of these.",
        ),
    ),
    hints=(
        "For each cost: when is it the lowest you draw?",
        "A cost is the lowest if no cheaper performer is drawn but at least one of this cost is.",
        "The lowest cost is {least} with a chance of {p_least}.",
        "Find the chance of every lowest cost, multiply each by its cost, and add.",
    ),
    line=lambda w, odds: f"{w['draws']} deck{{{faces(costs(odds))}}} : low",
    figure=Figure(
        "distribution",
        lambda draws, odds: {
            "dist": odds.cheapest(draws),
            "title": f"The cheapest of {draws} costs {amount(odds.cheapest(draws).mean)} on average",
            "xlabel": "lowest cost drawn",
        },
    ),
    parameters={"draws": Parameter(2, (2, 3, 4), "performers drawn")},
    words=lambda draws, odds: {
        "all": len(costs(odds)),
        "costs_told": ", ".join(f"{costs(odds).count(cost)} of cost {cost}" for cost in sorted(set(costs(odds)))),
        "draws_told": some(draws, "performer"),
        "mean": amount(odds.cheapest(1).mean),
        "least": min(costs(odds)),
        "least_told": f"{(few := costs(odds).count(min(costs(odds))))} {'costs' if few == 1 else 'cost'} "
        f"{min(costs(odds))}",
        "p_least": share(odds.cheapest(draws).p(min(costs(odds)))),
    },
)


DECKS = [OPENING_NONE, OPENING_GOLD, COMPANION_CHEAP, COMPANION_CHEAPEST]
