"""Questions about sets of colours, colonies, turn order, and a buried card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial
from random import Random
from typing import Any, Literal, TypeAlias, TypedDict

from ...games.hadara.card_tables import ColonyLevel
from ...games.hadara.odds import HadaraOdds, complete_set_count, p_get_buried_card, published_odds
from ..entries import OwnCode

COLOURS = 5

# -- 9 all five colours --------------------------------------------------------------------------------


@cache
def mean_set_count_by_series(cards: int) -> Fraction:
    """Return the mean number of sets, as the sum of the probabilities of at least 1, 2, 3, ... sets."""
    total = Fraction(0)
    for least in range(1, cards // COLOURS + 1):
        one = [Fraction(int(n >= least), factorial(n)) for n in range(cards + 1)]
        power = [Fraction(1)] + [Fraction(0)] * cards
        for _ in range(COLOURS):
            power = [sum((power[i] * one[n - i] for i in range(n + 1)), Fraction(0)) for n in range(cards + 1)]
        total += power[cards] * factorial(cards) / COLOURS**cards
    return total


def gold_medal_points_per_set(odds: HadaraOdds = published_odds) -> int:
    """Return the points of a gold medal for each set."""
    return odds.tables.worth["points_a_set"]


def mean_gold_medal_points_by_series(cards: int, odds: HadaraOdds = published_odds) -> Fraction:
    """Compute the mean points by a second method: compute the number of sets with power series."""
    return gold_medal_points_per_set(odds) * mean_set_count_by_series(cards)


def draw_gold_medal_points(rng: Random, cards: int, odds: HadaraOdds = published_odds) -> int:
    """Draw the colours of the cards and return the points for complete sets."""
    counts = [0] * COLOURS
    for _ in range(cards):
        counts[int(rng.random() * COLOURS)] += 1
    return gold_medal_points_per_set(odds) * min(counts)


GOLD = OwnCode(
    answer=lambda cards, odds: gold_medal_points_per_set(odds) * complete_set_count(cards).mean,
    answer_by_second_method=mean_gold_medal_points_by_series,
    run_trial=draw_gold_medal_points,
    chart_data=lambda cards: {"dist": complete_set_count(cards)},
)


# -- 10 the colony gamble --------------------------------------------------------------------------------

CoinValueText: TypeAlias = Literal["1/5", "1/2", "4/5"]
"""Value of a coin in points, as a choice of the question."""
COINS: Mapping[CoinValueText, Fraction] = {"1/5": Fraction(1, 5), "1/2": Fraction(1, 2), "4/5": Fraction(4, 5)}
STEP = Fraction(1, 2)


class LineChartData(TypedDict):
    """Lines of a chart: the points (x, y) of each line by its label."""

    series: Mapping[str, list[tuple[float, Fraction]]]


def colony_level(level: int, odds: HadaraOdds = published_odds) -> ColonyLevel:
    """Return the front side that all colonies of a level share. A level is named by its military requirement."""
    return next(row for row in odds.tables.levels if row.requirement == level)


def reverse_gain_over_plunder(
    level: int, coin: CoinValueText, tile: str, odds: HadaraOdds = published_odds
) -> Fraction:
    """Return how many points more this reverse side brings than the coins for plundering."""
    face, back = colony_level(level, odds), odds.tables.reverses[tile]
    return back.points + STEP * sum(back.steps) - face.points - COINS[coin] * (face.plunder + face.integrate)


def mean_reverse_gain_over_plunder_by_tile(
    level: int, coin: CoinValueText, odds: HadaraOdds = published_odds
) -> Fraction:
    """Compute the mean gain by a second method: add the gains of all reverse sides."""
    tiles = colony_level(level, odds).colony_ids
    return sum((reverse_gain_over_plunder(level, coin, tile, odds) for tile in tiles), Fraction(0)) / len(tiles)


def draw_reverse_gain_over_plunder(
    rng: Random, level: int, coin: CoinValueText, odds: HadaraOdds = published_odds
) -> Fraction:
    """Draw one of the five reverse sides and return its advantage over the coins for plundering, in points."""
    tiles = colony_level(level, odds).colony_ids
    return reverse_gain_over_plunder(level, coin, tiles[int(rng.random() * len(tiles))], odds)


def reverse_gain_text_values(level: int, coin: CoinValueText, odds: HadaraOdds = published_odds) -> dict[str, Any]:
    """Return the values for the texts of the question about reverse sides."""
    face = colony_level(level, odds)
    return {
        "reverses": len(face.colony_ids),
        "front": face.points,
        "gain": face.plunder,
        "cost": face.integrate,
        "points": [odds.tables.reverses[tile].points for tile in face.colony_ids],
        "steps": [sum(odds.tables.reverses[tile].steps) for tile in face.colony_ids],
        "mean_points": odds.reverse_points(level).mean,
        "mean_steps": sum(odds.reverse_steps(level).values(), Fraction(0)),
        "critical": odds.critical_coin_value(level, STEP),
        "worth": float(COINS[coin]),
    }


def reverse_gain_by_coin_value(level: int, coin: CoinValueText, odds: HadaraOdds = published_odds) -> LineChartData:
    """Return the chart data: the advantage of the reverse side for each value of a coin."""
    worths = [Fraction(n, 20) for n in range(21)]
    return {
        "series": {f"level {level}": [(float(y), odds.integration_advantage(level, y, STEP)) for y in worths]},
    }


GAMBLE = OwnCode(
    answer=lambda level, coin, odds: odds.integration_advantage(level, COINS[coin], STEP),
    answer_by_second_method=mean_reverse_gain_over_plunder_by_tile,
    run_trial=draw_reverse_gain_over_plunder,
    text_values=reverse_gain_text_values,
    chart_data=reverse_gain_by_coin_value,
    mistakes={
        "extreme-case": lambda level, coin, odds: max(
            reverse_gain_over_plunder(level, coin, tile, odds) for tile in colony_level(level, odds).colony_ids
        ),
        "coins_are_for_nothing": lambda level, coin, odds: odds.integration_advantage(level, Fraction(0), STEP),
    },
)


def p_income_tile_next_over_orders(plundered_unseen: int, seen_reverses: int) -> Fraction:
    """Compute the probability by a second method: list all orders of the tiles in which no income tile was seen."""
    hits = total = 0
    for order in permutations(range(COLOURS)):  # plundered tiles, seen tiles, own tile. Tile 0 is the income tile
        shown = order[plundered_unseen : plundered_unseen + seen_reverses]
        if shown == tuple(range(1, seen_reverses + 1)):
            total += 1
            hits += order[plundered_unseen + seen_reverses] == 0
    return Fraction(hits, total)


def is_simulated_next_tile_income(rng: Random, plundered_unseen: int, seen_reverses: int) -> bool:
    """Shuffle the unseen tiles and return whether the player gets the income tile."""
    unknown = [tile for tile in range(COLOURS) if not 1 <= tile <= seen_reverses]
    return rng.sample(unknown, plundered_unseen + 1)[-1] == 0


UNSEEN = OwnCode(
    answer=lambda plundered_unseen, seen_reverses, odds: odds.p_reverse_raises_track(
        3, "income", plundered_unseen, [f"C03-{n}" for n in range(2, 2 + seen_reverses)]
    ),
    answer_by_second_method=p_income_tile_next_over_orders,
    run_trial=is_simulated_next_tile_income,
)


# -- 12 turn order ---------------------------------------------------------------------------------------


def first_player_count_model_notation(seats: int, times: int, odds: HadaraOdds = published_odds) -> str:
    """Return the notation of the chance model of the question.

    The die gives the rank of a player. The value of a rank is the number of epochs in which this player is first
    player.
    """
    first = odds.tables.orders[seats].first
    worths = ",".join(f"{rank}={first.count(rank)}" for rank in sorted(set(first)))
    return f"d{seats} : sum in {{{worths}}} = {times}"


FIRST = OwnCode(
    chance_model=lambda w, odds: first_player_count_model_notation(w["seats"], w["times"], odds),
)


# -- 13 the buried card ----------------------------------------------------------------------------------

Position = tuple[int, ...]  # number of cards in each pile, with the player's own pile first


def allowed_piles(heights: Position, plan: str) -> list[int]:
    """Return the piles from which a strategy (`plan`) allows the player to take the next card."""
    others = [pile for pile in range(1, len(heights)) if heights[pile]]
    if plan == "best":
        return [*([0] if heights[0] else []), *others]
    if plan == "dig" or not others:
        return [0]
    return [max(others, key=lambda pile: heights[pile])]


@cache
def p_get_buried_card_from_piles(heights: Position, mine: bool, plan: str) -> Fraction:
    """Return the probability that the player gets the buried card, from a position with distinguishable piles."""
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
        return max(p_get_buried_card_from_piles(after[pile], False, plan) for pile in allowed_piles(heights, plan))
    return sum((p_get_buried_card_from_piles(left, True, plan) for left in after.values()), Fraction(0)) / len(after)


def p_get_buried_card_pile_by_pile(first: bool, piles: int, plan: str) -> Fraction:
    """Compute the probability by a second method that does not merge similar positions."""
    return p_get_buried_card_from_piles((2,) * piles, first, plan)


def is_buried_card_taken_in_simulation(rng: Random, first: bool, piles: int, plan: str) -> bool:
    """Take cards in turn until the pile with the buried card is empty. Return whether the player got this card."""
    heights: Position = (2,) * piles
    mine = first
    while heights[0]:
        if mine and heights[0] == 1:
            return True
        open_piles = [pile for pile in range(piles) if heights[pile]]
        pile = open_piles[int(rng.random() * len(open_piles))]
        if mine:
            pile = max(
                allowed_piles(heights, plan),
                key=lambda p: p_get_buried_card_from_piles(
                    (*heights[:p], heights[p] - 1, *heights[p + 1 :]), False, plan
                ),
            )
        heights = (*heights[:pile], heights[pile] - 1, *heights[pile + 1 :])
        mine = not mine
    return False


BURIED = OwnCode(
    answer=lambda first, piles, plan: p_get_buried_card(first, piles, plan),
    answer_by_second_method=p_get_buried_card_pile_by_pile,
    run_trial=is_buried_card_taken_in_simulation,
)

OWN_CODE: dict[str, OwnCode] = {
    "hadara-gold": GOLD,
    "hadara-colony-gamble": GAMBLE,
    "hadara-unseen-reverse": UNSEEN,
    "hadara-first-player": FIRST,
    "hadara-buried": BURIED,
}
