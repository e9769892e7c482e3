"""Questions about the decks: opening hands, companions, and when the end comes near."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

from ...dist import Dist
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
            lambda seats, kind, odds:
                Fraction(none_words(seats, kind, odds)["others"], none_words(seats, kind, odds)["cards"]) ** HAND,
            "You use {first} for every card. Cards stay in your hand, so with each other card "
            "the wanted ones become a larger share of the rest.",
        ),
        Misconception(
            "Expected number taken as a chance",
            lambda seats, kind, odds: max(
                Fraction(0), 1 - Fraction(HAND * good_cards(seats, kind, odds)[0], good_cards(seats, kind, odds)[1])
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
    trial=lambda rng, seats, odds:
        sum(odds.game.money.get(c, 0) for c in deal(rng, seats, odds)[0] if c in odds.game.gold),
    misconceptions=(
        Misconception(
            "Every card is gold",
            lambda seats, odds:
                HAND * Fraction(gold_words(seats, odds)["worth"], gold_words(seats, odds)["gold_cards"]),
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
            lambda draws, cost, odds:
                min(Fraction(1), draws * Fraction(sum(c <= cost for c in costs(odds)), len(costs(odds)))),
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
            "Only one performer costs {least}, and you may well not draw that one.",
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
        "p_least": share(odds.cheapest(draws).p(min(costs(odds)))),
    },
)


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
            lambda seats, draws, odds: min(Fraction(1), Fraction(draws, shuffle_words(seats, odds=odds)["pile"])),
            "You spread the card over the whole pile. It cannot be in the top half: the first draws cannot bring it.",
        ),
        Misconception(
            "The replaced cards forgotten",
            lambda seats, draws, odds: min(
                Fraction(1),
                Fraction(max(0, draws - shuffle_words(seats, odds=odds)["left_on_top"]), odds.halves(seats)[1]),
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

DECKS = [
    OPENING_NONE, OPENING_GOLD, COMPANION_CHEAP, COMPANION_CHEAPEST, SHUFFLE_WITHIN, SHUFFLE_WHEN, GAME_OVER,
]
