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
from ..entries import OwnCode

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


OPENING_NONE = OwnCode(
    answer=lambda seats, kind, odds: odds.opening(seats, kind).p(0),
    second_answer=none_factors,
    run_trial=lambda rng, seats, kind, odds: all(odds.game.kind[card] != kind for card in deal(rng, seats, odds)[0]),
    mistakes={
        "with-replacement": lambda seats, kind, odds: (
            Fraction(none_words(seats, kind, odds)["others"], none_words(seats, kind, odds)["cards"]) ** HAND
        ),
        "mean-decides": lambda seats, kind, odds: (
            1 - Fraction(HAND * good_cards(seats, kind, odds)[0], good_cards(seats, kind, odds)[1])
        ),
        "single-trial": lambda seats, kind, odds: 1 - Fraction(*good_cards(seats, kind, odds)),
    },
    text_values=none_words,
    chart_data=lambda seats, kind, odds: {
        "dist": odds.opening(seats, kind),
        "title": f"An opening hand has no {KIND[kind]} with a chance of "
        f"{finer_percent(odds.opening(seats, kind).p(0))}",
        "xlabel": f"{KIND[kind]} in the opening hand",
        "threshold": (1, "at least one"),
    },
    chance_model=lambda w: f"{w['hand']} deck{{wanted*{w['good']},other*{w['others']}}} : count wanted = 0",
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


OPENING_GOLD = OwnCode(
    answer=gold_linear,
    second_answer=gold_hands,
    run_trial=lambda rng, seats, odds: sum(
        odds.game.money.get(c, 0) for c in deal(rng, seats, odds)[0] if c in odds.game.gold
    ),
    mistakes={
        "every_card_is_gold": lambda seats, odds: (
            HAND * Fraction(gold_words(seats, odds)["worth"], gold_words(seats, odds)["gold_cards"])
        ),
        "the_whole_box_counted": lambda seats, odds: (
            HAND * Fraction(gold_words(seats, odds)["worth"], gold_words(seats, odds)["box"])
        ),
    },
    text_values=gold_words,
    chart_data=lambda seats, odds: {
        "dist": odds.opening_gold(seats),
        "title": f"An opening hand holds {amount(gold_linear(seats, odds))} gold on average",
        "xlabel": "gold in the opening hand",
    },
    chance_model=lambda w, odds: f"{w['hand']} deck{{{faces(gold_pile(w['seats'], odds))}}} : sum",
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


COMPANION_CHEAP = OwnCode(
    answer=lambda draws, cost, odds: odds.cheapest(draws).p(lambda lowest: lowest <= cost),
    second_answer=cheap_combinations,
    run_trial=lambda rng, draws, cost, odds: min(rng.sample(costs(odds), draws)) <= cost,
    mistakes={
        "linearity": lambda draws, cost, odds: draws * Fraction(sum(c <= cost for c in costs(odds)), len(costs(odds))),
        "with-replacement": lambda draws, cost, odds: (
            1 - Fraction(sum(c > cost for c in costs(odds)), len(costs(odds))) ** draws
        ),
    },
    text_values=cheap_words,
    chart_data=lambda draws, cost, odds: {
        "dist": odds.cheapest(draws),
        "title": f"{some(draws, 'performer').capitalize()}: at least one costs {cost} or less with a chance of "
        f"{share(odds.cheapest(draws).p(lambda lowest: lowest <= cost))}",
        "xlabel": "lowest cost drawn",
        "mean": False,
        "threshold": (cost + 1, f"more than {cost}"),
    },
    chance_model=lambda w: f"{w['draws']} deck{{cheap*{w['good']},dear*{w['all'] - w['good']}}} : count cheap >= 1",
)


def cheapest_combinations(draws: int, odds: HaremOdds = published) -> Fraction:
    """Second method: every set of companions that may be drawn, and its lowest cost."""
    lowest = [min(drawn) for drawn in combinations(costs(odds), draws)]
    return Fraction(sum(lowest), len(lowest))


COMPANION_CHEAPEST = OwnCode(
    answer=lambda draws, odds: odds.cheapest(draws).mean,
    second_answer=cheapest_combinations,
    run_trial=lambda rng, draws, odds: min(rng.sample(costs(odds), draws)),
    mistakes={
        "choice-ignored": lambda draws, odds: odds.cheapest(1).mean,
        "extreme-case": lambda draws, odds: Fraction(min(costs(odds))),
    },
    text_values=lambda draws, odds: {
        "all": len(costs(odds)),
        "costs_told": ", ".join(f"{costs(odds).count(cost)} of cost {cost}" for cost in sorted(set(costs(odds)))),
        "draws_told": some(draws, "performer"),
        "mean": amount(odds.cheapest(1).mean),
        "least": min(costs(odds)),
        "least_told": f"{(few := costs(odds).count(min(costs(odds))))} {'costs' if few == 1 else 'cost'} "
        f"{min(costs(odds))}",
        "p_least": share(odds.cheapest(draws).p(min(costs(odds)))),
    },
    chart_data=lambda draws, odds: {
        "dist": odds.cheapest(draws),
        "title": f"The cheapest of {draws} costs {amount(odds.cheapest(draws).mean)} on average",
        "xlabel": "lowest cost drawn",
    },
    chance_model=lambda w, odds: f"{w['draws']} deck{{{faces(costs(odds))}}} : low",
)


OWN_CODE = {
    "harem-opening-none": OPENING_NONE,
    "harem-opening-gold": OPENING_GOLD,
    "harem-companion-cheap": COMPANION_CHEAP,
    "harem-companion-cheapest": COMPANION_CHEAPEST,
}
