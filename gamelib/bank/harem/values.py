"""Functions that entries of Court's questions can call by name, as in `mean_gem_value(table)`.

The functions use the card tables or the rules engine. The loader of the questions adds the argument `odds`, the odds
object of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from ...games.harem import odds as harem_odds
from ...games.harem.odds import HAND_SIZE, HaremOdds
from ...games.harem.raids import is_tie_won_by_raider
from . import decks, raids, single_gem

# -- gems ------------------------------------------------------------------------------------------


def gem_value_text_values(odds: HaremOdds, table: str) -> single_gem.GemValueTextValues:
    """Return the lowest and highest value of a gem with their totals of two dice, and a text with the other values."""
    (first, worth), *others, (last, most) = [(total, v) for total, v in odds.gem_value_by_roll(table).items() if v]
    between = "".join(f", {v} on {total}" for total, v in others)
    return {"first": first, "worth": worth, "between": between, "last": last, "most": most}


def gem_value_and_dice_pair_count_per_total(odds: HaremOdds, table: str) -> tuple[tuple[int, int], ...]:
    """Return the value of a gem and the number of pairs of dice, for each total of two dice."""
    return tuple((value, 6 - abs(7 - total)) for total, value in odds.gem_value_by_roll(table).items())


def gem_values_with_dice_pair_counts(odds: HaremOdds, table: str) -> tuple[tuple[int, int], ...]:
    """Return the values of a gem with the number of pairs of dice for each value."""
    return tuple(odds.gem_value(table).items())


def dice_pair_count_by_gem_value(odds: HaremOdds, table: str) -> Mapping[int, int]:
    """Return a mapping from each value of a gem to the number of pairs of dice that give this value."""
    return dict(odds.gem_value(table))


def mean_gem_value(odds: HaremOdds, table: str) -> Fraction:
    """Return the mean value of a gem."""
    return odds.gem_value(table).mean


def p_gem_worthless(odds: HaremOdds, table: str) -> Fraction:
    """Return the probability that a gem is worth nothing."""
    return odds.gem_value(table).p(0)


def p_gem_value_odd(odds: HaremOdds) -> Fraction:
    """Return the probability that the value of a gem is odd."""
    return odds.gem_value().p(lambda value: value % 2 == 1)


def dice_pair_count_for_gem_value(odds: HaremOdds, table: str, value: int) -> int:
    """Return the number of the 36 pairs of dice that give a gem exactly this value."""
    return single_gem.gem_value_by_dice_pair(table, odds).count(value)


def dice_pair_count_for_min_gem_value(odds: HaremOdds, table: str, least: int) -> int:
    """Return the number of the 36 pairs of dice that give a gem at least this value."""
    return sum(value >= least for value in single_gem.gem_value_by_dice_pair(table, odds))


def lowest_dice_total_for_gem_value(odds: HaremOdds, table: str, least: int) -> int:
    """Return the lowest total of two dice that gives a gem at least this value."""
    return min(total for total, value in odds.gem_value_by_roll(table).items() if value >= least)


def lowest_positive_gem_value(odds: HaremOdds, table: str) -> int:
    """Return the lowest value of a gem that is not worthless."""
    return min(value for value in single_gem.gem_value_by_dice_pair(table, odds) if value)


def highest_gem_value(odds: HaremOdds, table: str) -> int:
    """Return the highest value of a gem."""
    return max(single_gem.gem_value_by_dice_pair(table, odds))


def gem_die_notation(odds: HaremOdds, table: str) -> str:
    """Return the notation of a die with the values of a gem."""
    return single_gem.gem_value_die_notation(table, odds)


def gem_value_table_notation(odds: HaremOdds, table: str) -> str:
    """Return the value of a gem for each total of two dice, as a value table of a chance model."""
    return single_gem.gem_table_as_model_notation(table, odds)


def p_afford_with_gems(odds: HaremOdds, deficit: int, number: int, table: str) -> Fraction:
    """Return the probability that this number of gems is worth at least the deficit."""
    return odds.p_afford(deficit, number, table)


def mean_gem_value_with_best_reroll(odds: HaremOdds, table: str) -> Fraction:
    """Return the mean value of a gem if the player may roll once more and follows the best rule."""
    return max(odds.gem_value_with_reroll(least, table).mean for least in range(14))


def mean_higher_of_two_gems(odds: HaremOdds) -> Fraction:
    """Return the mean of the higher of two rolls of a gem."""
    return odds.gem_value_with_favour().mean


def mean_gem_count_to_reach_cost(odds: HaremOdds, cost: int) -> Fraction:
    """Return the mean number of gems until their total value reaches the cost."""
    return odds.mean_rolls_to_reach(cost)


def hand_calculation_product_count(odds: HaremOdds, deficit: int, number: int, table: str) -> int:
    """Return the approximate number of products that a calculation by hand needs.

    A product contains the values of all gems except the last. The calculation adds either the sufficient totals or
    the insufficient ones, whichever are fewer.
    """
    if number == 1:
        return 1
    values = list(odds.gem_value(table))
    hope = sum(bool(odds.p_afford(deficit - value, number - 1, table)) for value in values)
    short = sum(odds.p_afford(deficit - value, number - 1, table) < 1 for value in values)
    return int(min(hope, short) ** (number - 1))


# -- raids -----------------------------------------------------------------------------------------


def winning_four_dice_roll_count(modifier: int, guards: int) -> int:
    """Return the number of the 1,296 rolls of four dice with which the raid succeeds."""
    return raids.winning_four_dice_roll_count(modifier, guards)


def least_difference(modifier: int, guards: int) -> int:
    """Return the smallest difference (raider minus defender) of the two rolls with which the raid succeeds."""
    return harem_odds.least_winning_difference(modifier, guards)


def smaller_winning_or_losing_difference_count(modifier: int, guards: int) -> int:
    """Return the number of roll differences that win a raid or that lose it, whichever is smaller."""
    won = sum(difference >= least_difference(modifier, guards) for difference in harem_odds.two_dice_total_difference())
    return min(won, len(harem_odds.two_dice_total_difference()) - won)


def roll_count_with_difference(difference: int) -> int:
    """Return the number of the 1,296 rolls with this difference."""
    return harem_odds.two_dice_total_difference().get(difference, 0)


def does_raider_win_ties(guards: int) -> bool:
    """Return whether the raider wins a raid if both rolls are equal."""
    return is_tie_won_by_raider(guards)


def raid_advantage_source(modifier: int, guards: int) -> Literal["none", "even", "modifier", "guards", "both"]:
    """Return the source of a raid advantage: "none", "even" (modifier = Guards), "modifier", "guards" or "both"."""
    if modifier == guards:
        return "even" if modifier else "none"
    return ("both" if modifier else "guards") if guards else "modifier"


# -- decks -----------------------------------------------------------------------------------------


def opening_hand_size() -> int:
    """Return the number of cards in an opening hand."""
    return HAND_SIZE


def pile_size_before_deal(odds: HaremOdds, seats: int) -> int:
    """Return the number of cards in the pile from which the opening hands are drawn."""
    return sum(odds.opening_hand_card_counts(seats).values())


def kind_card_count_before_deal(odds: HaremOdds, seats: int, kind: str) -> int:
    """Return the number of cards of one kind in the pile for opening hands."""
    return decks.opening_pile_kind_and_total(seats, kind, odds)[0]


def card_count_by_gold_before_deal(odds: HaremOdds, seats: int) -> Mapping[int, int]:
    """Return the gold values in the pile for opening hands, with the number of cards for each value."""
    worth = {card: odds.game.payment_value[card] for card in odds.game.gold_cards}
    weights: Counter[int] = Counter()
    for card, n in odds.opening_hand_card_counts(seats).items():
        weights[worth.get(card, 0)] += n
    return weights


def gold_count_texts_by_value(odds: HaremOdds, seats: int) -> list[str]:
    """Return texts with the number of Gold cards of each value."""
    cards = odds.opening_hand_card_counts(seats)
    return [f"{cards[card]} of {odds.game.payment_value[card]}" for card in odds.game.gold_cards]


def box_master_card_count(odds: HaremOdds) -> int:
    """Return the number of cards of the master deck in the box."""
    return sum(odds.game.master_counts.values())


def performer_count(odds: HaremOdds) -> int:
    """Return the number of performers."""
    return len(odds.game.companions)


def performer_count_by_cost(odds: HaremOdds) -> Mapping[int, int]:
    """Return the prices of the performers with the number of performers for each price, the lowest first."""
    return dict(sorted(Counter(performer.base for performer in odds.game.companions.values()).items()))


def performer_count_texts_by_cost(odds: HaremOdds) -> list[str]:
    """Return texts with the number of performers of each price."""
    return [f"{n} of cost {cost}" for cost, n in performer_count_by_cost(odds).items()]


def performer_count_up_to_cost(odds: HaremOdds, cost: int) -> int:
    """Return the number of performers with this price or less."""
    return sum(n for price, n in performer_count_by_cost(odds).items() if price <= cost)


def deck_half_sizes(odds: HaremOdds, seats: int) -> tuple[int, int]:
    """Return the number of cards in the top half and in the lower half of the master deck."""
    return odds.deck_half_sizes(seats)


def mean_replaced_card_count(odds: HaremOdds, seats: int) -> Fraction:
    """Return the mean number of At-once cards that the deal replaces."""
    return odds.replaced_card_count(seats).mean


def p_no_card_replaced(odds: HaremOdds, seats: int) -> Fraction:
    """Return the probability that the deal replaces no card."""
    return odds.replaced_card_count(seats).p(0)
