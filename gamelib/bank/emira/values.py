"""Functions that entries of Emira's questions can call by name, as in `talent_ids()`.

The functions use the card tables or the rules engine. The loader of the questions adds the argument `odds`, the odds
object of the game.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from statistics import mode

from ...games.emira.card_tables import CARAVANS, TALENTS, Caravan
from ...games.emira.odds import EmiraOdds, herd_after_breeding, herd_after_epidemic


def talent_ids() -> tuple[str, ...]:
    """Return the ids of the talents."""
    return TALENTS


def talent_name(talent: str) -> str:
    """Return the display name of a talent."""
    return "poetry" if talent == "romance" else talent


def talent_names() -> dict[str, str]:
    """Return the display names of the talents by id."""
    return {talent: talent_name(talent) for talent in TALENTS}


def talent_pairs() -> tuple[tuple[str, str], ...]:
    """Return all pairs of talents."""
    return tuple(combinations(TALENTS, 2))


def talent_pair_names() -> dict[tuple[str, str], str]:
    """Return the display names of the pairs of talents."""
    return {pair: f"{talent_name(pair[0])} or {talent_name(pair[1])}" for pair in talent_pairs()}


def caravan_ids() -> tuple[str, ...]:
    """Return the ids of the caravans."""
    return CARAVANS


def caravan_names(odds: EmiraOdds) -> dict[str, str]:
    """Return the names of the caravans by id."""
    return {kind: odds.game.texts.card_name(kind) for kind in CARAVANS}


def objective_card_ids(odds: EmiraOdds) -> tuple[str, ...]:
    """Return the ids of the objective cards."""
    return tuple(odds.game.tables.objectives)


def first_objective_card_ids(odds: EmiraOdds, number: int) -> tuple[str, ...]:
    """Return the ids of the first `number` objective cards."""
    return objective_card_ids(odds)[:number]


def objective_texts(odds: EmiraOdds) -> dict[str, str]:
    """Return the conditions of the objective cards by id."""
    return {card: odds.game.texts.card_name(card) for card in objective_card_ids(odds)}


def objective_card_ids_for_five_players(odds: EmiraOdds) -> tuple[str, ...]:
    """Return the ids of the objective cards of a game with five players."""
    return odds.game.objectives_by_seats[5]


def objective_text(odds: EmiraOdds, card: str) -> str:
    """Return the condition of an objective card."""
    return odds.game.texts.card_name(card)


# -- artists ---------------------------------------------------------------------------------------


def artist_pile_size(odds: EmiraOdds) -> int:
    """Return the number of cards in the pile of artists, with Sidi."""
    return len(odds.tables.princesses)


def artist_count(odds: EmiraOdds) -> int:
    """Return the number of artists, without Sidi."""
    return artist_pile_size(odds) - 1


def artist_count_with_talent(odds: EmiraOdds, talent: str) -> int:
    """Return the number of artists with a talent."""
    return odds.talent_count(talent)


def artist_count_with_both_talents(odds: EmiraOdds, one: str, other: str) -> int:
    """Return the number of artists with both talents."""
    pair = {TALENTS.index(one), TALENTS.index(other)}
    return sum(pair <= set(card.talents) for card in odds.tables.princesses.values())


def talent_combination_count(odds: EmiraOdds) -> int:
    """Return the number of different combinations of talents that artists have."""
    return len(odds.talent_classes())


def double_talent_combination_count(odds: EmiraOdds) -> int:
    """Return the number of different combinations of two talents that artists have."""
    return sum(len(able) == 2 for able in odds.talent_classes())


def undecided_first_artist_count(odds: EmiraOdds, table: str) -> int:
    """Return the number of cards, Sidi included, whose first preference has no single leader among these colours."""
    leads = {"blue": "appearance", "red": "status", "white": "palace", "black": "gold"}
    led = {leads[colour] for colour in table.split(", ") if colour in leads}
    return int(odds.first_preference().p(lambda wish: wish not in led) * artist_pile_size(odds))


def artist_count_to_win(odds: EmiraOdds, seats: int) -> int:
    """Return the number of artists with which a seat wins regardless of their talents."""
    return odds.game.tables.thresholds[seats][1]


def artist_count_for_certain_winner(odds: EmiraOdds, seats: int) -> int:
    """Return the total number of artists that guarantees a winner (pigeonhole principle)."""
    return odds.princesses_for_certain_winner(seats)


# -- objectives ------------------------------------------------------------------------------------


def p_objective_fulfilled(odds: EmiraOdds, card: str, size: int) -> Fraction:
    """Return the probability that `size` random artists fulfil an objective card."""
    return odds.p_objective_met(card, size)


def p_objective_fulfilled_if_counted_twice(odds: EmiraOdds, card: str, size: int) -> Fraction:
    """Return the wrong probability that an objective is fulfilled, if artists with two talents count twice."""
    return odds.p_objective_double_counting(card, size)


def product_of_talent_probabilities(odds: EmiraOdds, card: str, size: int) -> Fraction:
    """Return a wrong answer: the product of the probabilities of the single talents of an objective."""
    return odds.p_objective_wrong_product(card, size)


def possible_rival_objective_count(odds: EmiraOdds, mine: str) -> int:
    """Return the number of objective cards that a rival may have in a game of five if you have `mine`."""
    return sum(card != mine for card in odds.game.objectives_by_seats[5])


def possible_rival_objective_count_with_talent(odds: EmiraOdds, mine: str, talent: str) -> int:
    """Return how many of the objective cards that a rival may have in a game of five require a talent."""
    place = TALENTS.index(talent)
    return sum(
        any(need[place] for need in odds.alternative_talent_combinations(card))
        for card in odds.game.objectives_by_seats[5]
        if card != mine
    )


# -- caravans --------------------------------------------------------------------------------------


def caravan_name(odds: EmiraOdds, kind: str) -> str:
    """Return the name of a caravan."""
    return odds.game.texts.card_name(kind)


def caravan_row(odds: EmiraOdds, kind: str) -> Caravan:
    """Return the table row of a caravan."""
    return odds.game.caravans[CARAVANS.index(kind)]


def caravan_cost(odds: EmiraOdds, kind: str, reduced: bool = False) -> int:
    """Return the price of a caravan in gold."""
    row = caravan_row(odds, kind)
    return row.adara_cost if reduced else row.cost


def caravan_income_per_round(odds: EmiraOdds, kind: str) -> int:
    """Return the gold that a caravan earns in a round."""
    return caravan_row(odds, kind).income


def caravan_income_count(odds: EmiraOdds, kind: str) -> int:
    """Return the number of incomes of a caravan."""
    return caravan_row(odds, kind).spaces


def incomes_until_payback(odds: EmiraOdds, kind: str) -> int:
    """Return the number of incomes that pay back the price of a caravan."""
    return odds.incomes_to_pay_back(kind)


def net_gain_with_incomes(odds: EmiraOdds, kind: str, incomes: int) -> int:
    """Return the earnings of a caravan from this number of incomes, minus the price of the caravan."""
    return odds.net_by_horizon(kind, incomes)[incomes]


def mean_net_gain_with_interrupt_risk(odds: EmiraOdds, kind: str, cards: int) -> Fraction:
    """Return the mean net gain of a caravan in 8 rounds if the rivals have this number of event cards."""
    return odds.net_with_interruptions(kind, cards).mean


def min_incomes_where_slow_caravan_is_better(odds: EmiraOdds, kind: str) -> int | None:
    """Return the lowest number of incomes at which a slow caravan is better than the fast one of its size, or None."""
    return odds.first_horizon_slow_beats_fast(caravan_row(odds, kind).size)


def min_event_cards_where_fast_caravan_is_better(odds: EmiraOdds) -> int:
    """Return the fewest event cards with which the large fast caravan is better than the large slow one in 8 rounds."""
    counts = range(odds.events_in_play() + 1)
    return next(
        n for n in counts if odds.net_with_interruptions("LF", n).mean > odds.net_with_interruptions("LS", n).mean
    )


# -- event cards, counters, status cards -------------------------------------------------------------


def event_card_count(odds: EmiraOdds) -> int:
    """Return the number of event cards in play."""
    return odds.events_in_play()


def event_pile_size(odds: EmiraOdds, players: int) -> int:
    """Return the number of event cards in the pile if each player has one (EMI-1.8)."""
    return odds.events_in_play() - players


def interrupt_count(odds: EmiraOdds) -> int:
    """Return the number of Interrupts among the event cards in play."""
    return odds.interrupt_copies()


def p_any_interrupt_among_cards(odds: EmiraOdds, cards: int) -> Fraction:
    """Return the probability that at least one of `cards` event cards is an Interrupt."""
    return odds.p_interrupted(cards)


def mean_interrupt_count(odds: EmiraOdds, cards: int) -> Fraction:
    """Return the mean number of Interrupts among this number of unknown cards, for a seat with one event card."""
    return odds.interruption_count(cards, odds.events_in_play() - 1).mean


def usual_copies_per_event(odds: EmiraOdds) -> int:
    """Return the most common number of copies of an event card."""
    return mode(card.copies for card in odds.tables.events.values() if not card.advanced)


def herd_after_breeding_and_epidemic(camels: int, breeding_first: bool) -> int:
    """Return the number of camels after the events breeding and epidemic, in the order of `breeding_first`."""
    return (
        herd_after_epidemic(herd_after_breeding(camels))
        if breeding_first
        else herd_after_breeding(herd_after_epidemic(camels))
    )


def bag_counter_count_per_kind(odds: EmiraOdds) -> int:
    """Return the number of counters of each kind in the bag.

    One counter of each kind is outside the bag at the start.
    """
    return odds.tables.supply["counters"] - 1


def status_card_count_on_top(odds: EmiraOdds, seats: int, red: bool) -> int:
    """Return the number of status cards on top of the shuffled part of their pile."""
    return odds.status_pile_counts(seats, red).cards_on_top


def shuffled_status_card_count(odds: EmiraOdds, seats: int, red: bool) -> int:
    """Return the number of status cards in the shuffled part of their pile."""
    _, ordinary, top, threes = odds.status_pile_counts(seats, red)
    return ordinary - top + threes


def three_point_status_card_count(odds: EmiraOdds, seats: int, red: bool) -> int:
    """Return the number of status cards with 3 points."""
    return odds.status_pile_counts(seats, red).three_point_cards
