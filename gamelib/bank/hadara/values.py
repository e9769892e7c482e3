"""Functions that entries of Hadara's questions can call by name, as in `points_per_coin()`.

The functions use the card tables or the rules engine. The loader of the questions adds the argument `odds`, the odds
object of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...dist import Dist
from ...games.hadara import odds as hadara_odds
from ...games.hadara.odds import HadaraOdds
from . import card_draws
from .coins_and_growth import parse_medal_time

# -- cards -----------------------------------------------------------------------------------------


def colour_card_count_per_epoch(odds: HadaraOdds, colour: str) -> int:
    """Return the number of cards of a colour in an epoch, starred ones included."""
    return len(odds.cards_of_colour(1, colour))


def starred_card_count_per_epoch(odds: HadaraOdds) -> int:
    """Return the number of purple cards with a star in an epoch."""
    return sum(card.star for card in odds.cards_of_colour(1, "purple"))


def green_card_count_reaching_goal(odds: HadaraOdds, goal: str) -> int:
    """Return the number of green cards of epoch I that reach a goal such as "food3" or "coins2"."""
    bound = int(goal[-1])
    green = odds.cards_of_colour(1, "green")
    return sum(card.steps[3] >= bound if goal.startswith("food") else card.cost <= bound for card in green)


def sorted_values_of_cards(odds: HadaraOdds, cards: str) -> tuple[int, ...]:
    """Return ten card values in order. The choice is "ranks", military points such as "red2", or "points3"."""
    return card_draws.sorted_card_values(cards, odds)


def card_count_by_value(odds: HadaraOdds, cards: str) -> Mapping[int, int]:
    """Return a mapping from each card value of a choice to the number of cards with this value."""
    return dict(Dist(sorted_values_of_cards(odds, cards)))


def mean_card_value(odds: HadaraOdds, cards: str) -> Fraction:
    """Return the mean value of the cards of a choice such as "red2"."""
    return Dist(sorted_values_of_cards(odds, cards)).mean


# -- coins and points ------------------------------------------------------------------------------


def points_per_coin(odds: HadaraOdds) -> Fraction:
    """Return the number of points that a coin is worth at the end of the game."""
    return odds.points_per_coin()


def coins_per_point(odds: HadaraOdds) -> int:
    """Return the number of coins that are worth 1 point at the end of the game."""
    return odds.tables.worth["coins_a_point"]


def parse_printed_costs(costs: str) -> tuple[int, ...]:
    """Return the costs in a choice such as "1 2 3 4"."""
    return tuple(map(int, costs.split()))


def mean_yellow_net_coins(odds: HadaraOdds, epoch: int, incomes: int) -> Fraction:
    """Return the mean net coins of the yellow cards of an epoch with this number of future incomes."""
    return odds.random_yellow_card_net_coins(epoch, incomes).mean


def silver_medal_points_on_track(track: int) -> int:
    """Return the points of a silver medal for a track with this value."""
    return hadara_odds.silver_medal_points(track)


def silver_medal_point_weights() -> tuple[tuple[int, int], ...]:
    """Return the points of a silver medal for each value of a track from 1 to 12, all equally likely."""
    return tuple((silver_medal_points_on_track(track), 1) for track in range(1, 13))


def silver_medal_price_at(odds: HadaraOdds, bought: str) -> int:
    """Return the price of a silver medal, in coins."""
    return odds.medal_price("silver", *parse_medal_time(bought))


def silver_break_even_track_value(odds: HadaraOdds, bought: str) -> int:
    """Return the lowest track value at which a silver medal brings more points than the coins that it costs."""
    return odds.silver_break_even(*parse_medal_time(bought))


def faceup_tile_gain_weights(odds: HadaraOdds, bonus: int, silver: bool) -> Mapping[Fraction, int]:
    """Return how many points more a faceup tile brings than a facedown one, for 0 to 5 remaining incomes."""
    medal = Fraction(bonus, 2) if silver else Fraction(0)
    return {bonus * incomes * odds.points_per_coin() + medal - bonus: 1 for incomes in range(6)}


def faceup_tile_break_even_incomes(odds: HadaraOdds, bonus_points: int, is_silver: bool) -> Fraction:
    """Return the number of remaining incomes at which a faceup tile and a facedown tile bring equal points."""
    return odds.faceup_tile_break_even_incomes(bonus_points, is_silver)


def gold_medal_points_per_set(odds: HadaraOdds) -> int:
    """Return the points of a gold medal for each set of five colours."""
    return odds.tables.worth["points_a_set"]


def p_all_colours_among_cards(cards: int) -> Fraction:
    """Return the probability that this number of random cards has all five colours."""
    return hadara_odds.p_all_colours(cards)


def colony_count_per_level(odds: HadaraOdds) -> int:
    """Return the number of colonies of a level. All colonies have different reverse sides."""
    return len(odds.tables.levels[0].colony_ids)


# -- players ---------------------------------------------------------------------------------------


def first_player_rank_in_words(odds: HadaraOdds, seats: int, epoch: int) -> str:
    """Return, in words, the rank of the card whose owner is first player in an epoch, such as "second lowest"."""
    return ("lowest", "second lowest", "third lowest", "fourth lowest", "fifth lowest")[
        odds.tables.orders[seats].first[epoch - 1] - 1
    ]


def first_player_epoch_count_weights(odds: HadaraOdds, seats: int) -> tuple[tuple[int, int], ...]:
    """Return, for each rank of the turn order, the number of epochs in which this rank is first player."""
    first = odds.tables.orders[seats].first
    return tuple((first.count(rank), 1) for rank in range(1, seats + 1))


def p_never_first(odds: HadaraOdds, seats: int) -> Fraction:
    """Return the probability that a player is never first player."""
    return odds.p_never_first(seats)


def p_get_buried_card_by_digging(first: bool, piles: int) -> Fraction:
    """Return the probability that a player gets the buried card by always taking from its pile."""
    return hadara_odds.p_get_buried_card(first, piles, "dig")
