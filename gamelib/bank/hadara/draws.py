"""Questions about draws: is a card in the game, is it mine, and what is a choice of two worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from random import Random
from typing import Any

from ...dist import Dist
from ...games.hadara.odds import HadaraOdds, better, drawn, own_pair, published, starred, wanted, worth_of_choice
from ...numbers import amount, share
from ..entries import OwnCode

KIND = {"red": "red cards", "purple": "purple cards of the advanced game"}


def number_of(cards: str, odds: HadaraOdds = published) -> int:
    """How many cards of a colour there are in an epoch, starred ones included."""
    return len(odds.cards_of(1, cards))


def in_play(seats: int, cards: str, odds: HadaraOdds = published) -> Fraction:
    return drawn(seats, number_of(cards, odds))


# -- 1 is my card in the game ----------------------------------------------------------------------


def drawn_one_by_one(seats: int, cards: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the chances that one draw after the other misses the card, multiplied."""
    left = number_of(cards, odds)
    return 1 - prod((Fraction(left - 1 - i, left - i) for i in range(2 * seats)), start=Fraction(1))


def rest_said(rest: int) -> str:
    return "1 stays" if rest == 1 else f"{rest} stay"


IN_PLAY = OwnCode(
    answer=in_play,
    second_answer=drawn_one_by_one,
    run_trial=lambda rng, seats, cards, odds: 0 in rng.sample(range(number_of(cards, odds)), 2 * seats),
    mistakes={
        "single-trial": lambda seats, cards, odds: Fraction(2, number_of(cards, odds)),
        "with-replacement": lambda seats, cards, odds: 1 - (1 - Fraction(1, number_of(cards, odds))) ** (2 * seats),
    },
    text_values=lambda seats, cards, odds: {
        "kind": f"{number_of(cards, odds)} {KIND[cards]}",
        "drawn": 2 * seats,
        "all": number_of(cards, odds),
        "rest": rest_said(number_of(cards, odds) - 2 * seats),
    },
    chart_data=lambda seats, cards, odds: {
        "series": {
            f"one of {number_of(colour, odds)}": [(n, in_play(n, colour, odds)) for n in range(2, 6)]
            for colour in ("red", "purple")
        },
        "title": f"With {seats} players the card is drawn with a chance of {share(in_play(seats, cards, odds))}",
        "xlabel": "players",
        "marked": (seats, f"{seats} players"),
    },
    chance_model=lambda w: f"{w['drawn']} deck{{wanted,other*{w['all'] - 1}}} : count wanted = 1",
)


# -- 2 two wanted cards ----------------------------------------------------------------------------


def wanted_drawn(seats: int, odds: HadaraOdds = published) -> Dist[int]:
    return wanted(seats, 2, number_of("red", odds))


def wanted_listed(seats: int, both: bool, odds: HadaraOdds = published) -> Fraction:
    """Second method: list every set of cards that can be drawn."""
    decks = list(combinations(range(number_of("red", odds)), 2 * seats))
    least = 2 if both else 1
    return Fraction(sum(len({0, 1} & set(deck)) >= least for deck in decks), len(decks))


def both_if_independent(seats: int, both: bool, odds: HadaraOdds = published) -> Fraction:
    one = in_play(seats, "red", odds)
    return one**2 if both else 1 - (1 - one) ** 2


def wanted_words(seats: int, both: bool, odds: HadaraOdds = published) -> dict[str, Any]:
    cards = number_of("red", odds)
    return {
        "all": cards,
        "left": cards - 1,
        "drawn": 2 * seats,
        "rest": rest_said(cards - 2 * seats),
        "one": share(in_play(seats, "red", odds)),
        "second": Fraction(2 * seats - 1, cards - 1),
        "than_one": "That both come is rarer." if both else "That one or the other comes is likelier.",
    }


TWO_WANTED = OwnCode(
    answer=lambda seats, both, odds: wanted_drawn(seats, odds).at_least(2 if both else 1),
    second_answer=wanted_listed,
    run_trial=lambda rng, seats, both, odds: (
        len({0, 1} & set(rng.sample(range(number_of("red", odds)), 2 * seats))) >= (2 if both else 1)
    ),
    mistakes={
        "independence-assumed": both_if_independent,
        "given-for-any": lambda seats, both, odds: in_play(seats, "red", odds),
    },
    text_values=wanted_words,
    chart_data=lambda seats, both, odds: {
        "dist": wanted_drawn(seats, odds),
        "title": f"Of two wanted cards, {amount(wanted_drawn(seats, odds).mean)} are drawn on average",
        "xlabel": "wanted cards that are drawn",
        "threshold": (2, "both") if both else (1, "at least one"),
    },
    chance_model=lambda w: (
        f"{w['drawn']} deck{{wanted*2,other*{w['all'] - 2}}} : count wanted {'= 2' if w['both'] else '>= 1'}"
    ),
)


# -- 3 among my own two ------------------------------------------------------------------------------


def left_at(place: int, cards: str, odds: HadaraOdds = published) -> int:
    """How many cards are left when somebody draws two at this place of the order."""
    return number_of(cards, odds) - 2 * (place - 1)


def own_by_turns(place: int, cards: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the card is still there when your turn comes, and then it is one of your two."""
    left = left_at(place, cards, odds)
    return Fraction(left, number_of(cards, odds)) * Fraction(2, left)


ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}

OWN_TWO = OwnCode(
    answer=lambda place, cards, odds: own_pair(number_of(cards, odds)),
    second_answer=own_by_turns,
    run_trial=lambda rng, place, cards, odds: 0 in rng.sample(range(number_of(cards, odds)), 2 * place)[-2:],
    mistakes={
        "fewer_cards_better_chance": lambda place, cards, odds: Fraction(2, left_at(place, cards, odds)),
        "the_others_take_it_from_you": lambda place, cards, odds: Fraction(
            2 * left_at(place, cards, odds), number_of(cards, odds) ** 2
        ),
    },
    text_values=lambda place, cards, odds: {
        "kind": f"{number_of(cards, odds)} {KIND[cards]}",
        "nth": ORDINALS[place],
        "left": left_at(place, cards, odds),
        "all": number_of(cards, odds),
    },
    chart_data=lambda place, cards, odds: {
        "series": {
            "before anybody draws": [(n, own_pair(number_of(cards, odds))) for n in ORDINALS],
            "if it is still there": [(n, Fraction(2, left_at(n, cards, odds))) for n in ORDINALS],
        },
        "title": f"Whoever draws when: the chance is {share(own_pair(number_of(cards, odds)))}",
        "xlabel": "place in the order",
        "marked": (place, f"you are {ORDINALS[place]}"),
    },
    chance_model=lambda w: f"2 deck{{wanted,other*{w['all'] - 1}}} : count wanted = 1",
)


# -- 4 the better of two -----------------------------------------------------------------------------

LISTS = {
    "ranks": ("ranks 1 to 10", "rank"),
    "red1": ("military on the red cards of epoch I", "military"),
    "red2": ("military on the red cards of epoch II", "military"),
    "red3": ("military on the red cards of epoch III", "military"),
    "points3": ("points on the red cards of epoch III", "points"),
}


@lru_cache(64)
def listed_values(cards: str, odds: HadaraOdds = published) -> tuple[int, ...]:
    """The values of the cards, in order."""
    if cards == "ranks":
        return tuple(range(1, 11))
    red = odds.cards_of(int(cards[-1]), "red")
    return tuple(sorted(card.points if cards.startswith("points") else card.steps[1] for card in red))


def gain_by_differences(cards: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the better of two lies half their difference above their mean; average that over all pairs."""
    pairs = list(combinations(listed_values(cards, odds), 2))
    return Fraction(sum(b - a for a, b in pairs), 2 * len(pairs))


def choice_trial(rng: Random, cards: str, odds: HadaraOdds = published) -> Fraction:
    a, b = rng.sample(listed_values(cards, odds), 2)
    return max(a, b) - mean_of(cards, odds)


def mean_of(cards: str, odds: HadaraOdds = published) -> Fraction:
    return Dist(listed_values(cards, odds)).mean


def choice_bars(cards: str, odds: HadaraOdds = published) -> Mapping[str, Any]:
    best = better(listed_values(cards, odds))
    return {
        "dist": best,
        "title": f"The better of two brings {amount(best.mean)} on average, a single card "
        f"{amount(mean_of(cards, odds))}",
        "xlabel": f"{LISTS[cards][1]} of the better card",
    }


BETTER = OwnCode(
    answer=lambda cards, odds: worth_of_choice(listed_values(cards, odds)),
    second_answer=gain_by_differences,
    run_trial=choice_trial,
    mistakes={
        "extreme-case": lambda cards, odds: max(listed_values(cards, odds)) - mean_of(cards, odds),
        "linearity": mean_of,
        "with-replacement": lambda cards, odds: (
            Dist(listed_values(cards, odds)).then(lambda a: Dist([max(a, b) for b in listed_values(cards, odds)])).mean
            - mean_of(cards, odds)
        ),
    },
    text_values=lambda cards, odds: {
        "all": len(listed_values(cards, odds)),
        "ways": comb(len(listed_values(cards, odds)), 2),
        "values": ", ".join(map(str, listed_values(cards, odds))),
        "mean": amount(mean_of(cards, odds)),
        "best": share(better(listed_values(cards, odds)).p(max(listed_values(cards, odds)))),
    },
    chart_data=choice_bars,
)


# -- 5 will green save me ----------------------------------------------------------------------------

GOALS = {
    "food3": ("gives food 3 or more", 3),
    "food4": ("gives food 4", 4),
    "coins1": ("costs 1 coin", 1),
    "coins2": ("costs 2 coins or less", 2),
    "coins3": ("costs 3 coins or less", 3),
}


@lru_cache(64)
def good_cards(goal: str, odds: HadaraOdds = published) -> int:
    """How many of the green cards of epoch I do it."""
    bound = GOALS[goal][1]
    green = odds.cards_of(1, "green")
    return sum(card.steps[3] >= bound if goal.startswith("food") else card.cost <= bound for card in green)


def one_good(goal: str, odds: HadaraOdds = published) -> Fraction:
    return Fraction(good_cards(goal, odds), number_of("green", odds))


def saved(goal: str, odds: HadaraOdds = published) -> Fraction:
    if goal.startswith("coins"):
        return odds.affordable(GOALS[goal][1])
    return better(card.steps[3] for card in odds.cards_of(1, "green")).at_least(GOALS[goal][1])


def saved_one_by_one(goal: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the chances that the first and then the second card does not help, multiplied."""
    cards = number_of("green", odds)
    bad = cards - good_cards(goal, odds)
    return 1 - Fraction(bad, cards) * Fraction(bad - 1, cards - 1)


GREEN = OwnCode(
    answer=saved,
    second_answer=saved_one_by_one,
    run_trial=lambda rng, goal, odds: min(rng.sample(range(number_of("green", odds)), 2)) < good_cards(goal, odds),
    mistakes={
        "linearity": lambda goal, odds: 2 * one_good(goal, odds),
        "single-trial": one_good,
        "with-replacement": lambda goal, odds: 1 - (1 - one_good(goal, odds)) ** 2,
    },
    text_values=lambda goal, odds: {
        "good": good_cards(goal, odds),
        "bad": number_of("green", odds) - good_cards(goal, odds),
        "bad_left": number_of("green", odds) - good_cards(goal, odds) - 1,
        "all": number_of("green", odds),
        "left": number_of("green", odds) - 1,
    },
    chart_data=lambda goal, odds: {
        "dist": Dist.hypergeometric(number_of("green", odds), good_cards(goal, odds), 2),
        "title": f"At least one of two cards {GOALS[goal][0]} with a chance of {share(saved(goal, odds))}",
        "xlabel": "cards of the two that do it",
        "threshold": (1, "at least one"),
    },
    chance_model=lambda w: f"2 deck{{good*{w['good']},other*{w['bad']}}} : count good >= 1",
)


# -- 11 starred cards --------------------------------------------------------------------------------


def stars(odds: HadaraOdds = published) -> int:
    """How many purple cards of an epoch have a star."""
    return sum(card.star for card in odds.cards_of(1, "purple"))


def stars_drawn(seats: int, odds: HadaraOdds = published) -> Dist[int]:
    return starred(seats, stars(odds), number_of("purple", odds))


def none_by_stars(seats: int, odds: HadaraOdds = published) -> Fraction:
    """Second method: place the starred cards one by one among those that stay in the box."""
    cards = number_of("purple", odds)
    return prod((Fraction(cards - 2 * seats - i, cards - i) for i in range(stars(odds))), start=Fraction(1))


def starred_words(seats: int, odds: HadaraOdds = published) -> dict[str, Any]:
    cards = number_of("purple", odds)
    plain = cards - stars(odds)
    return {
        "drawn": 2 * seats,
        "rest": cards - 2 * seats,
        "stars": stars(odds),
        "all": cards,
        "left": cards - 1,
        "plain": plain,
        "plain1": plain - 1,
        "then": f"{plain - 1} of {cards - 1}, then {plain - 2} of {cards - 2}",
    }


STARRED = OwnCode(
    answer=lambda seats, odds: stars_drawn(seats, odds).p(0),
    second_answer=none_by_stars,
    run_trial=lambda rng, seats, odds: min(rng.sample(range(number_of("purple", odds)), 2 * seats)) >= stars(odds),
    mistakes={
        "with-replacement": lambda seats, odds: (1 - Fraction(stars(odds), number_of("purple", odds))) ** (2 * seats),
        "independence-assumed": lambda seats, odds: (1 - in_play(seats, "purple", odds)) ** stars(odds),
    },
    text_values=starred_words,
    chart_data=lambda seats, odds: {
        "dist": stars_drawn(seats, odds),
        "title": f"With {seats} players {amount(stars_drawn(seats, odds).mean)} starred cards are drawn on average",
        "xlabel": "starred cards drawn",
        "threshold": (1, "at least one"),
    },
    chance_model=lambda w: f"{w['drawn']} deck{{star*{w['stars']},plain*{w['plain']}}} : count star = 0",
)

OWN_CODE = {
    "hadara-in-play": IN_PLAY,
    "hadara-two-wanted": TWO_WANTED,
    "hadara-own-two": OWN_TWO,
    "hadara-choice-of-two": BETTER,
    "hadara-green": GREEN,
    "hadara-starred": STARRED,
}
