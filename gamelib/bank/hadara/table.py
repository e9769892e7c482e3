"""Questions about the table: colours and sets, colonies, turn order, and the buried card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, factorial
from random import Random
from typing import Any

from ...games.hadara.odds import HadaraOdds, Plan, all_colours, buried, published, sets
from ...games.hadara.tables import Level
from ...numbers import amount, share, some
from ..question import Figure, Misconception, Parameter, Question

COLOURS = 5

# -- 9 all five colours --------------------------------------------------------------------------------


def all_by_missing(cards: int) -> Fraction:
    """Second method: inclusion and exclusion over the colours that are missing."""
    return sum(
        (
            Fraction((-1) ** missing * comb(COLOURS, missing) * (COLOURS - missing) ** cards, COLOURS**cards)
            for missing in range(COLOURS)
        ),
        Fraction(0),
    )


FIVE = Question(
    id="hadara-five-colours",
    line=lambda w: f"{w['cards']} d5 : kinds = 5",
    game="hadara",
    title="Will the fifth colour come?",
    prompt="You own {cards} cards, each of one of the five colours with the same chance, whatever the others are. What "
    "is the chance that all five colours are among them?",
    concept="coupon collector, inclusion and exclusion",
    rules=("HAD-15.5", "HAD-16.10"),
    level="hard",
    kind="chance",
    answer=lambda cards: all_colours(cards),
    second=all_by_missing,
    trial=lambda rng, cards: len({int(rng.random() * COLOURS) for _ in range(cards)}) == COLOURS,
    misconceptions=(
        Misconception(
            "Each colour on its own",
            lambda cards: (1 - Fraction(4, 5) ** cards) ** 5,
            "You multiplied as if the colours did not hinder each other. But where one comes, no other does.",
        ),
        Misconception(
            "One colour is as good as five",
            lambda cards: 1 - Fraction(4, 5) ** cards,
            "That is the chance that one certain colour is there. All five must be.",
        ),
    ),
    hints=(
        "Ask for the opposite: at least one colour is missing.",
        "A certain colour is missing with a chance of {missing}.",
        "Add that for five colours, take off what you counted twice, two missing, and so on.",
    ),
    figure=Figure(
        "curves",
        lambda cards: {
            "series": {"all five colours": [(k, all_colours(k)) for k in range(5, 21)]},
            "title": f"With {cards} cards all five colours are there with a chance of {share(all_colours(cards))}",
            "xlabel": "cards",
            "marked": (cards, f"{cards} cards"),
        },
    ),
    parameters={"cards": Parameter(10, tuple(range(5, 16)), "cards")},
    words=lambda cards: {"missing": share(Fraction(4, 5) ** cards)},
)


@cache
def sets_by_series(cards: int) -> Fraction:
    """The mean number of sets: the chances of at least 1, 2, 3, ... sets added up, from products of power series."""
    total = Fraction(0)
    for least in range(1, cards // COLOURS + 1):
        one = [Fraction(int(n >= least), factorial(n)) for n in range(cards + 1)]
        power = [Fraction(1)] + [Fraction(0)] * cards
        for _ in range(COLOURS):
            power = [sum((power[i] * one[n - i] for i in range(n + 1)), Fraction(0)) for n in range(cards + 1)]
        total += power[cards] * factorial(cards) / COLOURS**cards
    return total


def set_points(odds: HadaraOdds = published) -> int:
    """Points of a gold medal for each set."""
    return odds.tables.worth["points_a_set"]


def gold_by_series(cards: int, odds: HadaraOdds = published) -> Fraction:
    """Second method: the sets by power series, each with its points."""
    return set_points(odds) * sets_by_series(cards)


def gold_trial(rng: Random, cards: int, odds: HadaraOdds = published) -> int:
    counts = [0] * COLOURS
    for _ in range(cards):
        counts[int(rng.random() * COLOURS)] += 1
    return set_points(odds) * min(counts)


GOLD = Question(
    id="hadara-gold",
    game="hadara",
    title="Gold on blind cards",
    prompt="A gold medal counts {points} points for each complete set of five colours. You own {cards} cards, each of "
    "one of the five colours with the same chance. How many points does the medal count on average?",
    concept="the mean of a minimum",
    rules=("HAD-13.3", "HAD-15.5"),
    level="hard",
    kind="mean",
    answer=lambda cards, odds: set_points(odds) * sets(cards).mean,
    second=gold_by_series,
    trial=gold_trial,
    misconceptions=(
        Misconception(
            "Five cards are a set",
            lambda cards, odds: Fraction(set_points(odds) * cards, COLOURS),
            "Five cards are a set only if they are of five colours; blind cards are seldom so even.",
        ),
        Misconception(
            "One set at most",
            lambda cards, odds: set_points(odds) * all_colours(cards),
            "With {cards} cards there can be more than one set.",
        ),
    ),
    hints=(
        "The number of sets is the count of your rarest colour.",
        "One set or more is there with a chance of {one}.",
        "Add the chances of at least 1, 2, 3 sets: that is the mean number of sets.",
        "Each set counts {points} points.",
    ),
    figure=Figure(
        "distribution",
        lambda cards: {
            "dist": sets(cards),
            "title": f"{cards} blind cards make {amount(sets(cards).mean)} sets on average",
            "xlabel": "complete sets",
        },
    ),
    parameters={"cards": Parameter(10, (10, 12, 15, 18, 20), "cards")},
    words=lambda cards, odds: {"one": share(all_colours(cards)), "points": set_points(odds)},
    unit="points",
)


# -- 10 the colony gamble --------------------------------------------------------------------------------

LEVELS = (3, 9, 15, 21, 30)
COINS = {"1/5": Fraction(1, 5), "1/2": Fraction(1, 2), "4/5": Fraction(4, 5)}
STEP = Fraction(1, 2)


def front(level: int, odds: HadaraOdds = published) -> Level:
    return next(row for row in odds.tables.levels if row.requirement == level)


def tile_gain(level: int, coin: str, tile: str, odds: HadaraOdds = published) -> Fraction:
    """Points by which this reverse is better than taking the coins."""
    face, back = front(level, odds), odds.tables.reverses[tile]
    return back.points + STEP * sum(back.steps) - face.points - COINS[coin] * (face.plunder + face.integrate)


def gain_by_tiles(level: int, coin: str, odds: HadaraOdds = published) -> Fraction:
    """Second method: the five reverses one by one."""
    tiles = front(level, odds).tiles
    return sum((tile_gain(level, coin, tile, odds) for tile in tiles), Fraction(0)) / len(tiles)


def gamble_trial(rng: Random, level: int, coin: str, odds: HadaraOdds = published) -> Fraction:
    tiles = front(level, odds).tiles
    return tile_gain(level, coin, tiles[int(rng.random() * len(tiles))], odds)


def gamble_words(level: int, coin: str, odds: HadaraOdds = published) -> dict[str, Any]:
    face = front(level, odds)
    points = [odds.tables.reverses[tile].points for tile in face.tiles]
    steps = [sum(odds.tables.reverses[tile].steps) for tile in face.tiles]
    return {
        "front": some(face.points, "point"),
        "gain": some(face.plunder, "coin"),
        "cost": some(face.integrate, "coin"),
        "both": face.plunder + face.integrate,
        "points": ", ".join(map(str, points)),
        "steps": ", ".join(map(str, steps)),
        "mean_points": amount(odds.reverse_points(level).mean),
        "mean_steps": amount(sum(odds.reverse_steps(level).values(), Fraction(0))),
    }


def gamble_lines(level: int, coin: str, odds: HadaraOdds = published) -> Mapping[str, Any]:
    critical = odds.critical_coin(level, STEP)
    worths = [Fraction(n, 20) for n in range(21)]
    return {
        "series": {f"level {level}": [(float(y), odds.integrating_gains(level, y, STEP)) for y in worths]},
        "title": f"Integrating is better as long as a coin is worth less than {amount(critical)} points",
        "xlabel": "points that a coin is worth",
        "ylabel": "points more by integrating",
        "marked": (float(COINS[coin]), f"a coin worth {coin}"),
    }


GAMBLE = Question(
    id="hadara-colony-gamble",
    game="hadara",
    title="The gamble of a colony",
    prompt="You take a colony of level {level}. Taxed, it counts {front} and brings {gain}. Integrated, it costs "
    "{cost} and shows one of five reverses with {points} points and, in this order, {steps} steps. Say that a "
    "coin is worth {coin} of a point and a step half a point. By how many points is integrating better on average?",
    concept="decision by means, worth of a coin",
    rules=("HAD-9.3", "HAD-9.4", "HAD-9.6"),
    level="medium",
    kind="mean",
    answer=lambda level, coin, odds: odds.integrating_gains(level, COINS[coin], STEP),
    second=gain_by_tiles,
    trial=gamble_trial,
    misconceptions=(
        Misconception(
            "The best reverse will come",
            lambda level, coin, odds: max(tile_gain(level, coin, tile, odds) for tile in front(level, odds).tiles),
            "Each of the five reverses is equally likely; the best one comes with a chance of 1/5.",
        ),
        Misconception(
            "Only the points count",
            lambda level, coin, odds: odds.reverse_points(level).mean - front(level, odds).points,
            "Integrating costs {cost} and gives up {gain}, and the steps are worth something too.",
        ),
        Misconception(
            "Coins are for nothing",
            lambda level, coin, odds: odds.integrating_gains(level, Fraction(0), STEP),
            "Between the two ways lie {both} coins, and each is worth {coin} of a point here.",
        ),
    ),
    hints=(
        "The mean of the reverses is {mean_points} points and {mean_steps} steps.",
        "Take off the points on the front, which you give up.",
        "Take off {both} coins: those that you pay and those that you do not gain.",
    ),
    figure=Figure("lines", gamble_lines),
    parameters={
        "level": Parameter(3, LEVELS, "level"),
        "coin": Parameter("1/5", tuple(COINS), "a coin is worth", {key: f"{key}" for key in COINS}),
    },
    words=gamble_words,
    unit="points",
)


def income_by_orders(taxed: int, seen: int) -> Fraction:
    """Second method: list all orders of the five tiles and keep those in which the seen ones are not income."""
    hits = total = 0
    for order in permutations(range(COLOURS)):  # 0 is the income tile; taxed ones first, then those seen, then mine
        shown = order[taxed : taxed + seen]
        if shown == tuple(range(1, seen + 1)):
            total += 1
            hits += order[taxed + seen] == 0
    return Fraction(hits, total)


def income_trial(rng: Random, taxed: int, seen: int) -> bool:
    unknown = [tile for tile in range(COLOURS) if not 1 <= tile <= seen]
    return rng.sample(unknown, taxed + 1)[-1] == 0


NUMBERS = {0: "none", 1: "one", 2: "two"}

UNSEEN = Question(
    id="hadara-unseen-reverse",
    game="hadara",
    title="What an unseen tile tells",
    prompt="Of the five colonies of a level, {taxed} taxed, and taxed ones stay unseen; {seen} turned over "
    "without showing income. Only one of the five reverses shows income. You integrate the next one. What is the "
    "chance that yours shows income?",
    concept="conditional probability, unseen is not gone",
    rules=("HAD-9.3", "HAD-9.4", "HAD-17.3"),
    level="medium",
    kind="chance",
    answer=lambda taxed, seen, odds: odds.reverse_shows(3, "income", taxed, [f"C03-{n}" for n in range(2, 2 + seen)]),
    second=income_by_orders,
    trial=income_trial,
    misconceptions=(
        Misconception(
            "The unseen tile is out",
            lambda taxed, seen: Fraction(1, COLOURS - seen - taxed),
            "A tile that nobody has seen may be the income tile itself. It tells nothing.",
        ),
        Misconception(
            "One of five for ever",
            lambda taxed, seen: Fraction(1, COLOURS),
            "What was turned over is known not to be income; that leaves fewer tiles.",
        ),
    ),
    hints=(
        "Which tiles can yours still be?",
        "All but those turned over: {left} tiles.",
        "Each of them is equally likely, taxed ones included.",
    ),
    line=lambda w: f"deck{{income,other*{w['left'] - 1}}} : count income = 1",
    figure=Figure(
        "curves",
        lambda taxed, seen: {
            "series": {"yours shows income": [(n, Fraction(1, COLOURS - n)) for n in range(4)]},
            "title": f"After {some(seen, 'tile')} turned over, yours shows income with a chance of "
            f"{share(Fraction(1, COLOURS - seen))}",
            "xlabel": "tiles turned over without income",
            "marked": (seen, f"{NUMBERS[seen]} turned over"),
        },
    ),
    parameters={
        "taxed": Parameter(1, (0, 1, 2), "taxed", {0: "none was", 1: "one was", 2: "two were"}),
        "seen": Parameter(1, (0, 1, 2), "turned over", {0: "none was", 1: "one was", 2: "two were"}),
    },
    words=lambda taxed, seen: {"left": COLOURS - seen},
)


# -- 12 turn order ---------------------------------------------------------------------------------------


def times_by_deals(seats: int, times: int, odds: HadaraOdds = published) -> Fraction:
    """Second method: list all deals of the setup cards."""
    ranks = odds.tables.orders[seats].first
    hits = total = 0
    for deal in permutations(range(1, 6), seats):
        mine = sorted(deal).index(deal[0]) + 1
        total += 1
        hits += ranks.count(mine) == times
    return Fraction(hits, total)


def times_trial(rng: Random, seats: int, times: int, odds: HadaraOdds = published) -> bool:
    deal = rng.sample(range(1, 6), seats)
    return odds.tables.orders[seats].first.count(sorted(deal).index(deal[0]) + 1) == times


def times_line(seats: int, times: int, odds: HadaraOdds = published) -> str:
    """My rank among the players is a die; a rank is worth the epochs in which it is first."""
    first = odds.tables.orders[seats].first
    worths = ",".join(f"{rank}={first.count(rank)}" for rank in sorted(set(first)))
    return f"d{seats} : sum in {{{worths}}} = {times}"


TIMES_SAID = {0: "never", 1: "once", 2: "twice"}

FIRST = Question(
    id="hadara-first-player",
    game="hadara",
    title="Who gets to be first?",
    prompt="Setup cards are dealt at random to {seats} players. First player is the lowest in epoch I, the second "
    "lowest in epoch II, {third} in epoch III. What is the chance that you are {times} first player?",
    concept="symmetry",
    rules=("HAD-2.2", "HAD-4.1", "HAD-4.2", "HAD-4.3"),
    level="easy",
    kind="chance",
    answer=lambda seats, times, odds: odds.first_times(seats).p(times),
    second=times_by_deals,
    trial=times_trial,
    line=lambda w, odds: times_line(w["seats"], w["times"], odds),
    misconceptions=(
        Misconception(
            "Everybody's turn comes once",
            lambda seats, times: Fraction(int(times == 1)),
            "There are three epochs and {seats} players, so it cannot be once for everybody.",
        ),
        Misconception(
            "Drawn anew each epoch",
            lambda seats, times: comb(3, times) * Fraction(1, seats) ** times * (1 - Fraction(1, seats)) ** (3 - times),
            "The cards are dealt once. Who was first in epoch I is not drawn anew for epoch II.",
        ),
    ),
    hints=(
        "By symmetry you are the lowest, the second lowest and so on with the same chance: 1/{seats}.",
        "Which of these ranks are first player, and how often?",
        "Count the ranks that are {times} first player.",
    ),
    figure=Figure(
        "distribution",
        lambda seats, times, odds: {
            "dist": odds.first_times(seats),
            "title": f"With {seats} players you are never first with a chance of {share(odds.never_first(seats))}",
            "xlabel": "epochs as first player",
            "asked": ([times], TIMES_SAID[times]),
        },
    ),
    parameters={
        "seats": Parameter(5, (2, 4, 5), "players"),
        "times": Parameter(0, (0, 1, 2), "first", TIMES_SAID),
    },
    words=lambda seats, times: {"third": "the lowest again" if seats == 2 else "the third lowest"},
)


# -- 13 the buried card ----------------------------------------------------------------------------------

PLANS: dict[Plan, str] = {
    "best": "play as well as you can",
    "dig": "dig for it at once",
    "tallest": "take from the tallest other pile as long as there is one",
}
CURVES: dict[Plan, str] = {"best": "best play", "dig": "dig at once", "tallest": "empty the tallest"}
Position = tuple[int, ...]  # cards in each pile; mine is the first


def choices(heights: Position, plan: str) -> list[int]:
    """The piles that a plan allows."""
    others = [pile for pile in range(1, len(heights)) if heights[pile]]
    if plan == "best":
        return [*([0] if heights[0] else []), *others]
    if plan == "dig" or not others:
        return [0]
    return [max(others, key=lambda pile: heights[pile])]


@cache
def buried_pile_by_pile(heights: Position, mine: bool, plan: str) -> Fraction:
    """The chance from a position in which every pile is told apart."""
    if mine and heights[0] == 1:
        return Fraction(1)
    if not heights[0]:
        return Fraction(0)
    after = {
        pile: (*heights[:pile], heights[pile] - 1, *heights[pile + 1 :])
        for pile in range(len(heights))
        if heights[pile]
    }
    if mine:
        return max(buried_pile_by_pile(after[pile], False, plan) for pile in choices(heights, plan))
    return sum((buried_pile_by_pile(left, True, plan) for left in after.values()), Fraction(0)) / len(after)


def buried_second(first: bool, piles: int, plan: str) -> Fraction:
    """Second method: pile by pile, without putting like positions together."""
    return buried_pile_by_pile((2,) * piles, first, plan)


def buried_trial(rng: Random, first: bool, piles: int, plan: str) -> bool:
    heights: Position = (2,) * piles
    mine = first
    while heights[0]:
        if mine and heights[0] == 1:
            return True
        open_piles = [pile for pile in range(piles) if heights[pile]]
        pile = open_piles[int(rng.random() * len(open_piles))]
        if mine:
            pile = max(
                choices(heights, plan),
                key=lambda p: buried_pile_by_pile((*heights[:p], heights[p] - 1, *heights[p + 1 :]), False, plan),
            )
        heights = (*heights[:pile], heights[pile] - 1, *heights[pile + 1 :])
        mine = not mine
    return False


def buried_words(first: bool, piles: int, plan: str) -> dict[str, Any]:
    digging = share(buried(first, piles, "dig"))
    return {
        "begin": "You begin" if first else "The other player begins",
        "dig": f"Digging at once gives a chance of {digging}. " if plan != "dig" else "",
        "others": some(piles - 1, "other pile"),
        "others_are": "is" if piles == 2 else "are",
        "they_are": "it is" if piles == 2 else "they are",
    }


BURIED = Question(
    id="hadara-buried",
    game="hadara",
    title="The buried card",
    prompt="Two players take cards in turn from the top of {piles} piles of two. You want the lower card of the red "
    "pile and take it as soon as it shows. The other player takes from any pile that is not empty, each with the same "
    "chance. {begin}, and you {plan}. What is the chance that you get the card?",
    concept="dynamic programming, parity",
    rules=("HAD-11.1", "HAD-11.2", "HAD-11.3"),
    level="hard",
    kind="chance",
    answer=buried,
    second=buried_second,
    trial=buried_trial,
    misconceptions=(
        Misconception(
            "Half of the cards are mine",
            lambda first, piles, plan: Fraction(1, 2),
            "You choose where to take and the other player does not look: you can do better than half, or worse.",
        ),
        Misconception(
            "The other player finds it one time of all piles",
            lambda first, piles, plan: 1 - Fraction(1, piles),
            "That is the chance if you dig at once and the other player then has {piles} piles to take from. There are "
            "other ways for the card to come up, and for you to wait.",
        ),
        Misconception(
            "Whoever begins gets it",
            lambda first, piles, plan: Fraction(int(first)),
            "To uncover the card is to offer it to the other player. Here it is better to be second.",
        ),
    ),
    hints=(
        "Who uncovers the card gives the other player the first chance at it.",
        "There {others_are} {others}: whose turn is it when {they_are} empty?",
        "{dig}Work backwards from few cards: what is each position worth?",
    ),
    figure=Figure(
        "curves",
        lambda first, piles, plan: {
            "series": {name: [(n, buried(first, n, key)) for n in range(2, 6)] for key, name in CURVES.items()},
            "title": f"With {piles} piles the card is yours with a chance of {share(buried(first, piles, plan))}",
            "xlabel": "piles",
            "marked": (piles, f"{piles} piles"),
        },
    ),
    parameters={
        "first": Parameter(True, (True, False), "who begins", {True: "you begin", False: "the other player begins"}),
        "piles": Parameter(5, (2, 3, 4, 5), "piles"),
        "plan": Parameter("best", tuple(PLANS), "your plan", PLANS),
    },
    allows_certainty=True,  # whoever waits while the other player begins is sure of the card
    words=buried_words,
)

TABLE = [FIVE, GOLD, GAMBLE, UNSEEN, FIRST, BURIED]
