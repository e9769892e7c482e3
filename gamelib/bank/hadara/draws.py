"""Questions about draws: is a card in the game, is it mine, and what is a choice of two worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import prod
from random import Random
from typing import Any

from ...dist import Dist
from ...games.hadara.odds import HadaraOdds, better, drawn, own_pair, published, starred, wanted, worth_of_choice
from ...numbers import amount, share
from ..question import Figure, Misconception, Parameter, Question

SEATS = Parameter(3, (2, 3, 4, 5), "players")
CARDS = Parameter(10, (10, 14), "cards", {10: "ten cards of one colour", 14: "fourteen purple cards"})
KIND = {10: "ten red cards", 14: "fourteen purple cards of the advanced game"}


# -- 1 is my card in the game ----------------------------------------------------------------------


def drawn_one_by_one(seats: int, cards: int) -> Fraction:
    """Second method: the chances that one draw after the other misses the card, multiplied."""
    return 1 - prod((Fraction(cards - 1 - i, cards - i) for i in range(2 * seats)), start=Fraction(1))


def rest_said(rest: int) -> str:
    return f"{rest} stay" if rest else "none stays"


IN_PLAY = Question(
    id="hadara-in-play",
    line=lambda w: f"{w['drawn']} deck{{wanted,other*{int(w['cards_count']) - 1}}} : count wanted = 1",
    game="hadara",
    title="Is my card in the game?",
    prompt="There are {kind} in an epoch. With {seats} players {drawn} of them are drawn and {rest} in the box. "
    "What is the chance that one certain card is drawn?",
    concept="a part of the whole",
    rules=("HAD-1.3", "HAD-18.1", "HAD-18.2"),
    level="easy",
    kind="chance",
    answer=lambda seats, cards: drawn(seats, cards),
    second=drawn_one_by_one,
    trial=lambda rng, seats, cards: 0 in rng.sample(range(cards), 2 * seats),
    misconceptions=(
        Misconception(
            "Only my own two cards",
            lambda seats, cards: Fraction(2, cards),
            "That is the chance to draw it yourself. The cards of all players come into the game: {drawn}.",
        ),
        Misconception(
            "Cards go back",
            lambda seats, cards: 1 - Fraction(cards - 1, cards) ** (2 * seats),
            "A card that is drawn does not go back, so the {drawn} cards are all different.",
        ),
    ),
    hints=(
        "Each card is as likely to be drawn as any other.",
        "{drawn} of the {cards_count} cards are drawn.",
        "The chance is the share of the cards that are drawn.",
    ),
    figure=Figure(
        "curves",
        lambda seats, cards: {
            "series": {
                "one of ten": [(n, drawn(n)) for n in range(2, 6)],
                "one of fourteen": [(n, drawn(n, 14)) for n in range(2, 6)],
            },
            "title": f"With {seats} players the card is drawn with a chance of {share(drawn(seats, cards))}",
            "xlabel": "players",
            "marked": (seats, f"{seats} players"),
        },
    ),
    parameters={"seats": SEATS, "cards": CARDS},
    words=lambda seats, cards: {
        "kind": KIND[cards],
        "drawn": 2 * seats,
        "cards_count": cards,
        "rest": rest_said(cards - 2 * seats),
    },
)


# -- 2 two wanted cards ----------------------------------------------------------------------------


def wanted_listed(seats: int, both: bool) -> Fraction:
    """Second method: list every set of cards that can be drawn."""
    decks = list(combinations(range(10), 2 * seats))
    least = 2 if both else 1
    return Fraction(sum(len({0, 1} & set(deck)) >= least for deck in decks), len(decks))


def both_if_independent(seats: int, both: bool) -> Fraction:
    one = drawn(seats)
    return one**2 if both else 1 - (1 - one) ** 2


def wanted_words(seats: int, both: bool) -> dict[str, Any]:
    return {
        "drawn": 2 * seats,
        "rest": rest_said(10 - 2 * seats),
        "one": share(drawn(seats)),
        "second": Fraction(2 * seats - 1, 9),
        "than_one": "That both come is rarer." if both else "That one or the other comes is likelier.",
    }


TWO_WANTED = Question(
    id="hadara-two-wanted",
    line=lambda w: f"{w['drawn']} deck{{wanted*2,other*8}} : count wanted {'= 2' if w['both'] else '>= 1'}",
    game="hadara",
    title="Two cards I want",
    prompt="You want two of the ten red cards of an epoch. With {seats} players {drawn} red cards are drawn and {rest} "
    "in the box. What is the chance that {both} drawn?",
    concept="hypergeometric distribution, dependence",
    rules=("HAD-1.3", "HAD-18.1"),
    level="medium",
    kind="chance",
    answer=lambda seats, both: wanted(seats, 2).at_least(2 if both else 1),
    second=wanted_listed,
    trial=lambda rng, seats, both: len({0, 1} & set(rng.sample(range(10), 2 * seats))) >= (2 if both else 1),
    misconceptions=(
        Misconception(
            "Each card on its own",
            both_if_independent,
            "You multiplied as if one card did not matter to the other. But if the first is drawn, one place is taken, "
            "and the second has a chance of {second} only.",
        ),
        Misconception(
            "As for one card",
            lambda seats, both: drawn(seats),
            "{one} is the chance of one certain card. {than_one}",
        ),
    ),
    hints=(
        "Begin with one of the cards: it is drawn with a chance of {one}.",
        "Given that, the other card is one of nine, and one place fewer is left.",
        "Multiply for both; for at least one, ask for the opposite: neither is drawn.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, both: {
            "dist": wanted(seats, 2),
            "title": f"Of two wanted cards, {amount(wanted(seats, 2).mean)} are drawn on average",
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


def own_by_turns(place: int, cards: int) -> Fraction:
    """Second method: the card is still there when your turn comes, and then it is one of your two."""
    left = cards - 2 * (place - 1)
    return Fraction(left, cards) * Fraction(2, left)


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
    answer=lambda place, cards: own_pair(cards),
    second=own_by_turns,
    trial=lambda rng, place, cards: 0 in rng.sample(range(cards), 2 * place)[-2:],
    misconceptions=(
        Misconception(
            "Fewer cards, better chance",
            lambda place, cards: Fraction(2, cards - 2 * (place - 1)),
            "That would be right if you knew that the card is still there. It may be gone.",
        ),
        Misconception(
            "The others take it from you",
            lambda place, cards: Fraction(cards - 2 * (place - 1), cards) * Fraction(2, cards),
            "It may be gone, but if it is not, you choose from {left} cards only: the two things cancel.",
        ),
    ),
    hints=(
        "Think of all cards in a row: the first two go to the first player, and so on.",
        "Your two places are two of {cards_count}.",
        "The card is as likely at one place of the row as at any other.",
    ),
    line=lambda w: f"2 deck{{wanted,other*{w['cards_count'] - 1}}} : count wanted = 1",
    figure=Figure(
        "curves",
        lambda place, cards: {
            "series": {
                "before anybody draws": [(n, own_pair(cards)) for n in range(1, 6)],
                "if it is still there": [(n, Fraction(2, cards - 2 * (n - 1))) for n in range(1, 6)],
            },
            "title": f"Whoever draws when: the chance is {share(own_pair(cards))}",
            "xlabel": "place in the order",
            "marked": (place, f"you are {ORDINALS[place]}"),
        },
    ),
    parameters={
        "place": Parameter(3, (1, 2, 3, 4, 5), "your place", {n: f"{word} to draw" for n, word in ORDINALS.items()}),
        "cards": CARDS,
    },
    words=lambda place, cards: {
        "kind": KIND[cards],
        "nth": ORDINALS[place],
        "left": cards - 2 * (place - 1),
        "cards_count": cards,
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
    """The values of ten cards, in order."""
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
    return max(a, b) - Fraction(sum(listed_values(cards, odds)), 10)


def mean_of(cards: str, odds: HadaraOdds = published) -> Fraction:
    return Fraction(sum(listed_values(cards, odds)), 10)


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
    prompt="You draw two of ten cards with the values {values} ({cards}) and keep the better one. By how much is it "
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
        "There are 45 pairs. Average the difference over them and halve it.",
    ),
    figure=Figure("distribution", choice_bars),
    parameters={"cards": Parameter("ranks", tuple(LISTS), "values", {key: words for key, (words, _) in LISTS.items()})},
    words=lambda cards, odds: {
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
    """How many of the ten green cards of epoch I do it."""
    bound = GOALS[goal][1]
    green = odds.cards_of(1, "green")
    return sum(card.steps[3] >= bound if goal.startswith("food") else card.cost <= bound for card in green)


def saved(goal: str, odds: HadaraOdds = published) -> Fraction:
    if goal.startswith("coins"):
        return odds.affordable(GOALS[goal][1])
    return better(card.steps[3] for card in odds.cards_of(1, "green")).at_least(GOALS[goal][1])


def saved_one_by_one(goal: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the chances that the first and then the second card does not help, multiplied."""
    bad = 10 - good_cards(goal, odds)
    return 1 - Fraction(bad, 10) * Fraction(bad - 1, 9)


GREEN = Question(
    id="hadara-green",
    line=lambda w: f"2 deck{{good*{w['good']},other*{w['bad']}}} : count good >= 1",
    game="hadara",
    title="Will green save me?",
    prompt="You draw two of the ten green cards of epoch I. You want one that {goal}; {good} of the ten do. What is "
    "the chance that at least one of your two does?",
    concept="complement, without replacement",
    rules=("HAD-5.1", "HAD-6.1", "HAD-6.2", "HAD-12.1"),
    level="easy",
    kind="chance",
    answer=saved,
    second=saved_one_by_one,
    trial=lambda rng, goal, odds: min(rng.sample(range(10), 2)) < good_cards(goal, odds),
    misconceptions=(
        Misconception(
            "Adding the chances",
            lambda goal, odds: Fraction(2 * good_cards(goal, odds), 10),
            "Adding counts the pairs twice in which both cards do it.",
        ),
        Misconception(
            "One card is all there is",
            lambda goal, odds: Fraction(good_cards(goal, odds), 10),
            "{good} of ten is the chance of a single card. You draw two.",
        ),
        Misconception(
            "The card goes back",
            lambda goal, odds: 1 - Fraction(10 - good_cards(goal, odds), 10) ** 2,
            "After a card that does not help, nine are left, and {bad_left} of them do not help either.",
        ),
    ),
    hints=(
        "Ask for the opposite: neither card does it.",
        "{bad} of the ten cards do not do it, then {bad_left} of nine.",
        "Multiply the two chances and take the product from 1.",
    ),
    figure=Figure(
        "distribution",
        lambda goal, odds: {
            "dist": Dist.hypergeometric(10, good_cards(goal, odds), 2),
            "title": f"At least one of two cards {GOALS[goal][0]} with a chance of {share(saved(goal, odds))}",
            "xlabel": "cards of the two that do it",
            "threshold": (1, "at least one"),
        },
    ),
    parameters={"goal": Parameter("food3", tuple(GOALS), "a card", {key: words for key, (words, _) in GOALS.items()})},
    words=lambda goal, odds: {
        "good": good_cards(goal, odds),
        "bad": 10 - good_cards(goal, odds),
        "bad_left": 9 - good_cards(goal, odds),
    },
)


# -- 11 starred cards --------------------------------------------------------------------------------


def none_by_stars(seats: int) -> Fraction:
    """Second method: place the four starred cards one by one among those that stay in the box."""
    rest = 14 - 2 * seats
    return prod((Fraction(rest - i, 14 - i) for i in range(4)), start=Fraction(1))


STARRED = Question(
    id="hadara-starred",
    line=lambda w: f"{w['drawn']} deck{{star*4,plain*10}} : count star = 0",
    game="hadara",
    title="An epoch without a star",
    prompt="In the advanced game 4 of the 14 purple cards of an epoch have a star. With {seats} players {drawn} purple "
    "cards are drawn. What is the chance that none of them has a star?",
    concept="hypergeometric distribution",
    rules=("HAD-1.2", "HAD-1.3", "HAD-18.2"),
    level="medium",
    kind="chance",
    answer=lambda seats: starred(seats).p(0),
    second=none_by_stars,
    trial=lambda rng, seats: min(rng.sample(range(14), 2 * seats)) >= 4,
    misconceptions=(
        Misconception(
            "Cards go back",
            lambda seats: Fraction(10, 14) ** (2 * seats),
            "After a card without a star, fewer of those are left: 9 of 13, then 8 of 12.",
        ),
        Misconception(
            "Each star on its own",
            lambda seats: (1 - Fraction(2 * seats, 14)) ** 4,
            "If one starred card stays in the box, it takes a place there from the next one.",
        ),
    ),
    hints=(
        "The first card has no star with a chance of 10/14.",
        "Then 9 of 13 have none, and so on, {drawn} times.",
        "Or ask where the four starred cards are: all among the {rest} in the box.",
    ),
    figure=Figure(
        "distribution",
        lambda seats: {
            "dist": starred(seats),
            "title": f"With {seats} players {amount(starred(seats).mean)} starred cards are drawn on average",
            "xlabel": "starred cards drawn",
            "threshold": (1, "at least one"),
        },
    ),
    parameters={"seats": SEATS},
    words=lambda seats: {"drawn": 2 * seats, "rest": 14 - 2 * seats},
)

DRAWS = [IN_PLAY, TWO_WANTED, OWN_TWO, BETTER, GREEN, STARRED]
