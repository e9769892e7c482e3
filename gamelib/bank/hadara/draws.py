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
from ..question import Figure, Misconception, Parameter, Question

SEATS = Parameter(3, (2, 3, 4, 5), "players")
CARDS = Parameter("red", ("red", "purple"), "cards", {"red": "red cards", "purple": "purple cards"})
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


IN_PLAY = Question(
    id="hadara-in-play",
    line=lambda w: f"{w['drawn']} deck{{wanted,other*{w['all'] - 1}}} : count wanted = 1",
    game="hadara",
    title="Is my card in the game?",
    prompt="There are {kind} in an epoch. With {seats} players {drawn} of them are drawn and {rest} in the box. "
    "What is the chance that one certain card is drawn?",
    concept="a part of the whole",
    rules=("HAD-1.3", "HAD-18.1", "HAD-18.2"),
    level="easy",
    kind="chance",
    answer=in_play,
    second=drawn_one_by_one,
    trial=lambda rng, seats, cards, odds: 0 in rng.sample(range(number_of(cards, odds)), 2 * seats),
    misconceptions=(
        Misconception(
            "Only my own two cards",
            lambda seats, cards, odds: Fraction(2, number_of(cards, odds)),
            "That is the chance to draw it yourself. The cards of all players come into the game: {drawn}.",
        ),
        Misconception(
            "Cards go back",
            lambda seats, cards, odds: 1 - (1 - Fraction(1, number_of(cards, odds))) ** (2 * seats),
            "A card that is drawn does not go back, so the {drawn} cards are all different.",
        ),
    ),
    hints=(
        "Each card is as likely to be drawn as any other.",
        "{drawn} of the {all} cards are drawn.",
        "The chance is the share of the cards that are drawn.",
    ),
    figure=Figure(
        "curves",
        lambda seats, cards, odds: {
            "series": {
                f"one of {number_of(colour, odds)}": [(n, in_play(n, colour, odds)) for n in SEATS.choices]
                for colour in CARDS.choices
            },
            "title": f"With {seats} players the card is drawn with a chance of {share(in_play(seats, cards, odds))}",
            "xlabel": "players",
            "marked": (seats, f"{seats} players"),
        },
    ),
    parameters={"seats": SEATS, "cards": CARDS},
    words=lambda seats, cards, odds: {
        "kind": f"{number_of(cards, odds)} {KIND[cards]}",
        "drawn": 2 * seats,
        "all": number_of(cards, odds),
        "rest": rest_said(number_of(cards, odds) - 2 * seats),
    },
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


TWO_WANTED = Question(
    id="hadara-two-wanted",
    line=lambda w: (
        f"{w['drawn']} deck{{wanted*2,other*{w['all'] - 2}}} : count wanted {'= 2' if w['both'] else '>= 1'}"
    ),
    game="hadara",
    title="Two cards I want",
    prompt="You want two of the {all} red cards of an epoch. With {seats} players {drawn} red cards are drawn and "
    "{rest} in the box. What is the chance that {both} drawn?",
    concept="hypergeometric distribution, dependence",
    rules=("HAD-1.3", "HAD-18.1"),
    level="medium",
    kind="chance",
    answer=lambda seats, both, odds: wanted_drawn(seats, odds).at_least(2 if both else 1),
    second=wanted_listed,
    trial=lambda rng, seats, both, odds: (
        len({0, 1} & set(rng.sample(range(number_of("red", odds)), 2 * seats))) >= (2 if both else 1)
    ),
    misconceptions=(
        Misconception(
            "Each card on its own",
            both_if_independent,
            "You multiplied as if one card did not matter to the other. But if the first is drawn, one place is taken, "
            "and the second has a chance of {second} only.",
        ),
        Misconception(
            "As for one card",
            lambda seats, both, odds: in_play(seats, "red", odds),
            "{one} is the chance of one certain card. {than_one}",
        ),
    ),
    hints=(
        "Begin with one of the cards: it is drawn with a chance of {one}.",
        "Given that, the other card is one of {left}, and one place fewer is left.",
        "Multiply for both; for at least one, ask for the opposite: neither is drawn.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, both, odds: {
            "dist": wanted_drawn(seats, odds),
            "title": f"Of two wanted cards, {amount(wanted_drawn(seats, odds).mean)} are drawn on average",
            "xlabel": "wanted cards that are drawn",
            "threshold": (2, "both") if both else (1, "at least one"),
        },
    ),
    parameters={
        "seats": Parameter(3, (2, 3, 4), "players"),
        "both": Parameter(True, (True, False), "wanted", {True: "both are", False: "at least one is"}),
    },
    words=wanted_words,
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

OWN_TWO = Question(
    id="hadara-own-two",
    game="hadara",
    title="Does it matter who draws first?",
    prompt="One after the other the players draw two of {kind}, nobody shows them, and you are the {nth} to draw from "
    "this deck. You want one certain card. What is the chance, before anybody draws, that it is among your two?",
    concept="exchangeability",
    rules=("HAD-5.1", "HAD-5.4"),
    level="medium",
    kind="chance",
    answer=lambda place, cards, odds: own_pair(number_of(cards, odds)),
    second=own_by_turns,
    trial=lambda rng, place, cards, odds: 0 in rng.sample(range(number_of(cards, odds)), 2 * place)[-2:],
    misconceptions=(
        Misconception(
            "Fewer cards, better chance",
            lambda place, cards, odds: Fraction(2, left_at(place, cards, odds)),
            "That would be right if you knew that the card is still there. It may be gone.",
        ),
        Misconception(
            "The others take it from you",
            lambda place, cards, odds: Fraction(2 * left_at(place, cards, odds), number_of(cards, odds) ** 2),
            "It may be gone, but if it is not, you choose from {left} cards only: the two things cancel.",
        ),
    ),
    hints=(
        "Think of all cards in a row: the first two go to the first player, and so on.",
        "Your two places are two of {all}.",
        "The card is as likely at one place of the row as at any other.",
    ),
    line=lambda w: f"2 deck{{wanted,other*{w['all'] - 1}}} : count wanted = 1",
    figure=Figure(
        "curves",
        lambda place, cards, odds: {
            "series": {
                "before anybody draws": [(n, own_pair(number_of(cards, odds))) for n in ORDINALS],
                "if it is still there": [(n, Fraction(2, left_at(n, cards, odds))) for n in ORDINALS],
            },
            "title": f"Whoever draws when: the chance is {share(own_pair(number_of(cards, odds)))}",
            "xlabel": "place in the order",
            "marked": (place, f"you are {ORDINALS[place]}"),
        },
    ),
    parameters={
        "place": Parameter(3, (1, 2, 3, 4, 5), "your place", {n: f"{word} to draw" for n, word in ORDINALS.items()}),
        "cards": CARDS,
    },
    words=lambda place, cards, odds: {
        "kind": f"{number_of(cards, odds)} {KIND[cards]}",
        "nth": ORDINALS[place],
        "left": left_at(place, cards, odds),
        "all": number_of(cards, odds),
    },
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


BETTER = Question(
    id="hadara-choice-of-two",
    game="hadara",
    title="What is a choice of two worth?",
    prompt="You draw two of {all} cards with the values {values} ({cards}) and keep the better one. By how much is it "
    "better, on average, than a single card drawn blindly?",
    concept="order statistics",
    rules=("HAD-5.1", "HAD-5.2"),
    level="medium",
    kind="mean",
    answer=lambda cards, odds: worth_of_choice(listed_values(cards, odds)),
    second=gain_by_differences,
    trial=choice_trial,
    misconceptions=(
        Misconception(
            "I shall get the best card",
            lambda cards, odds: max(listed_values(cards, odds)) - mean_of(cards, odds),
            "A card of the highest value is among your two with a chance of {best} only.",
        ),
        Misconception(
            "Two cards, twice the value",
            mean_of,
            "You keep one card. The choice adds only what lies between your two.",
        ),
        Misconception(
            "The first card goes back",
            lambda cards, odds: (
                Dist(listed_values(cards, odds))
                .then(lambda a: Dist([max(a, b) for b in listed_values(cards, odds)]))
                .mean
                - mean_of(cards, odds)
            ),
            "Your second card is never the first one again, so the two differ a little more.",
        ),
    ),
    hints=(
        "A single card is worth {mean} on average.",
        "The better of two cards lies above their mean by half of their difference.",
        "There are {ways} pairs. Average the difference over them and halve it.",
    ),
    figure=Figure("distribution", choice_bars),
    parameters={"cards": Parameter("ranks", tuple(LISTS), "values", {key: words for key, (words, _) in LISTS.items()})},
    words=lambda cards, odds: {
        "all": len(listed_values(cards, odds)),
        "ways": comb(len(listed_values(cards, odds)), 2),
        "values": ", ".join(map(str, listed_values(cards, odds))),
        "mean": amount(mean_of(cards, odds)),
        "best": share(better(listed_values(cards, odds)).p(max(listed_values(cards, odds)))),
    },
    unit="steps or points",
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


GREEN = Question(
    id="hadara-green",
    line=lambda w: f"2 deck{{good*{w['good']},other*{w['bad']}}} : count good >= 1",
    game="hadara",
    title="Will green save me?",
    prompt="You draw two of the {all} green cards of epoch I. You want one that {goal}; {good} of them do. What is "
    "the chance that at least one of your two does?",
    concept="complement, without replacement",
    rules=("HAD-5.1", "HAD-6.1", "HAD-6.2", "HAD-12.1"),
    level="easy",
    kind="chance",
    answer=saved,
    second=saved_one_by_one,
    trial=lambda rng, goal, odds: min(rng.sample(range(number_of("green", odds)), 2)) < good_cards(goal, odds),
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda goal, odds: 2 * one_good(goal, odds),
            "Adding counts the pairs twice in which both cards do it.",
        ),
        Misconception(
            "One card is all there is",
            one_good,
            "{good} of {all} is the chance of a single card. You draw two.",
        ),
        Misconception(
            "The card goes back",
            lambda goal, odds: 1 - (1 - one_good(goal, odds)) ** 2,
            "After a card that does not help, {left} are left, and {bad_left} of them do not help either.",
        ),
    ),
    hints=(
        "Ask for the opposite: neither card does it.",
        "{bad} of the {all} cards do not do it, then {bad_left} of {left}.",
        "Multiply the two chances and take the product from 1.",
    ),
    figure=Figure(
        "distribution",
        lambda goal, odds: {
            "dist": Dist.hypergeometric(number_of("green", odds), good_cards(goal, odds), 2),
            "title": f"At least one of two cards {GOALS[goal][0]} with a chance of {share(saved(goal, odds))}",
            "xlabel": "cards of the two that do it",
            "threshold": (1, "at least one"),
        },
    ),
    parameters={"goal": Parameter("food3", tuple(GOALS), "a card", {key: words for key, (words, _) in GOALS.items()})},
    words=lambda goal, odds: {
        "good": good_cards(goal, odds),
        "bad": number_of("green", odds) - good_cards(goal, odds),
        "bad_left": number_of("green", odds) - good_cards(goal, odds) - 1,
        "all": number_of("green", odds),
        "left": number_of("green", odds) - 1,
    },
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


STARRED = Question(
    id="hadara-starred",
    line=lambda w: f"{w['drawn']} deck{{star*{w['stars']},plain*{w['plain']}}} : count star = 0",
    game="hadara",
    title="An epoch without a star",
    prompt="In the advanced game {stars} of the {all} purple cards of an epoch have a star. With {seats} players "
    "{drawn} purple cards are drawn. What is the chance that none of them has a star?",
    concept="hypergeometric distribution",
    rules=("HAD-1.2", "HAD-1.3", "HAD-18.2"),
    level="medium",
    kind="chance",
    answer=lambda seats, odds: stars_drawn(seats, odds).p(0),
    second=none_by_stars,
    trial=lambda rng, seats, odds: min(rng.sample(range(number_of("purple", odds)), 2 * seats)) >= stars(odds),
    misconceptions=(
        Misconception(
            "Cards go back",
            lambda seats, odds: (1 - Fraction(stars(odds), number_of("purple", odds))) ** (2 * seats),
            "After a card without a star, fewer of those are left: {then}.",
        ),
        Misconception(
            "Each star on its own",
            lambda seats, odds: (1 - in_play(seats, "purple", odds)) ** stars(odds),
            "If one starred card stays in the box, it takes a place there from the next one.",
        ),
    ),
    hints=(
        "The first card has no star with a chance of {plain}/{all}.",
        "Then {plain1} of {left} have none, and so on, {drawn} times.",
        "Or ask where the {stars} starred cards are: all among the {rest} in the box.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, odds: {
            "dist": stars_drawn(seats, odds),
            "title": f"With {seats} players {amount(stars_drawn(seats, odds).mean)} starred cards are drawn on average",
            "xlabel": "starred cards drawn",
            "threshold": (1, "at least one"),
        },
    ),
    parameters={"seats": SEATS},
    words=starred_words,
)

DRAWS = [IN_PLAY, TWO_WANTED, OWN_TWO, BETTER, GREEN, STARRED]
