"""Questions about caravans and upkeep: profit, interruptions, ruin, and the compensation of 150 gold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from ...games.emira.card_tables import CARAVANS, Caravan
from ...games.emira.odds import EmiraOdds, p_upkeep_fails, published_odds
from ..entries import OwnCode
from ..question import TreeNode

NAMES = {kind: published_odds.game.texts.card_name(kind) for kind in CARAVANS}


def caravan_of_kind(kind: str, odds: EmiraOdds = published_odds) -> Caravan:
    """Return the card table row of the caravan with this id."""
    return odds.game.caravans[CARAVANS.index(kind)]


def cash_by_round_lines(adara: bool = False, odds: EmiraOdds = published_odds) -> dict[str, list[tuple[int, int]]]:
    """Return a chart line for each caravan: the money after each round. The price is paid in round 0."""
    return {NAMES[kind]: list(enumerate(odds.caravan_cash_flow(kind, adara).cash_balance)) for kind in CARAVANS}


# -- return --------------------------------------------------------------------------------------


def return_ratio_round_by_round(kind: str, adara: bool, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the answer by a second method: move the caravan space by space, and add one income per space."""
    caravan = caravan_of_kind(kind, odds)
    space, money = caravan.spaces, 0
    while space:
        money += caravan.income
        space -= 1
    cost = caravan.adara_cost if adara else caravan.cost
    return Fraction(money - cost, cost)


RETURN = OwnCode(
    answer=lambda kind, adara, odds: odds.caravan_cash_flow(kind, adara).net_per_gold_spent,
    answer_by_second_method=return_ratio_round_by_round,
    run_trial=lambda rng, kind, adara, odds: return_ratio_round_by_round(kind, adara, odds),
    chart_data=lambda kind, adara, odds: {"series": cash_by_round_lines(adara, odds)},
)


# -- horizon -------------------------------------------------------------------------------------


def mean_net_gain_over_horizons(kind: str, last: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Return the mean net gain of a caravan if each number of rounds from 1 to `last` is equally likely."""
    return Fraction(sum(odds.net_by_horizon(kind, last)[1:]), last)


def mean_net_gain_over_horizons_by_income(kind: str, last: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the mean net gain by a second method.

    Add up, over all incomes, the probability of the income times its gold. Then subtract the price.
    """
    caravan = caravan_of_kind(kind, odds)
    reached = sum((Fraction(last - i + 1, last) for i in range(1, min(caravan.spaces, last) + 1)), Fraction(0))
    return caravan.income * reached - caravan.cost


def draw_net_gain_at_random_horizon(rng: Random, kind: str, last: int, odds: EmiraOdds = published_odds) -> int:
    """Draw a random number of remaining rounds, and return the net gain of the caravan."""
    return odds.caravan_cash_flow(kind, horizon=1 + int(rng.random() * last)).net_gain


HORIZON = OwnCode(
    answer=mean_net_gain_over_horizons,
    answer_by_second_method=mean_net_gain_over_horizons_by_income,
    run_trial=draw_net_gain_at_random_horizon,
)


# -- ruin ----------------------------------------------------------------------------------------


class GoldFlowPerRound(NamedTuple):
    """Basic income, income of the large slow caravan, and upkeep in one round, in gold."""

    base: int
    income: int
    due: int


def gold_flow_per_round(odds: EmiraOdds = published_odds) -> GoldFlowPerRound:
    """Return the income and the upkeep of one round for the green player with five artists, in gold."""
    base = odds.game.base_income["surplus"]["green"]
    return GoldFlowPerRound(base, caravan_of_kind("LS", odds).income, 5 * odds.tables.prices["upkeep"])


def p_ruin_in_three_rounds_by_listing(gold: int, rival_event_cards: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute the probability of ruin by a second method: list the 8 ways in which three rounds can be interrupted."""
    q, (base, income, due) = odds.p_interrupted(rival_event_cards), gold_flow_per_round(odds)
    failed = Fraction(0)
    for course in product((True, False), repeat=3):
        money, broke = gold, False
        for cut in course:
            money += base + (0 if cut else income) - due
            broke = broke or money < 0
        if broke:
            failed += q ** sum(course) * (1 - q) ** (3 - sum(course))
    return failed


def is_ruined_in_simulated_rounds(
    rng: Random, gold: int, rival_event_cards: int, odds: EmiraOdds = published_odds
) -> bool:
    """Simulate three rounds and return whether the player fails to pay the upkeep."""
    q, (base, income, due) = float(odds.p_interrupted(rival_event_cards)), gold_flow_per_round(odds)
    for _ in range(3):
        gold += base + (0 if rng.random() < q else income) - due
        if gold < 0:
            return True
    return False


def money_tree_until_ruin(
    gold: int, rival_event_cards: int, odds: EmiraOdds = published_odds, rounds: int = 3
) -> TreeNode:
    """Return a tree figure with the player's money after each round."""
    return _branch("now", None, gold, odds.p_interrupted(rival_event_cards), rounds, gold_flow_per_round(odds))


def _branch(
    label: str, chance: Fraction | None, gold: int, q: Fraction, rounds: int, flow: GoldFlowPerRound
) -> TreeNode:
    if gold < 0:
        return TreeNode(label, chance, "cannot pay")
    if not rounds:
        return TreeNode(label, chance, f"{gold} gold")
    without_trade = gold + flow.base - flow.due
    children = (
        _branch("cut", q, without_trade, q, rounds - 1, flow),
        _branch("trade", 1 - q, without_trade + flow.income, q, rounds - 1, flow),
    )
    return TreeNode(label, chance, f"{gold} gold", children, "chance")


RUIN = OwnCode(
    answer=lambda gold, rival_event_cards, odds: p_upkeep_fails(
        gold, odds.p_interrupted(rival_event_cards), **gold_flow_per_round(odds)._asdict()
    ),
    answer_by_second_method=p_ruin_in_three_rounds_by_listing,
    run_trial=is_ruined_in_simulated_rounds,
    text_values=lambda gold, rival_event_cards, odds: gold_flow_per_round(odds)._asdict(),
    chart_data=lambda gold, rival_event_cards, odds: {"root": money_tree_until_ruin(gold, rival_event_cards, odds)},
)


# -- bidding down to the compensation --------------------------------------------------------------


def share_of_gold_amounts_where_bidding_down_pays_by_listing(most: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Compute, by a second method, the share of gold amounts for which bidding down pays: check each amount."""
    cases = gold_amounts_before_bidding_down(most, odds)
    return Fraction(sum(odds.gain_of_bidding_for_compensation(gold) > 0 for gold in cases), len(cases))


def gold_amounts_before_bidding_down(most: int, odds: EmiraOdds = published_odds) -> range:
    """Return the amounts of gold from the limit of the compensation up to `most`, in steps of the minimum raise."""
    prices = odds.tables.prices
    return range(prices["compensation_below"], most + 1, prices["bid_step"])


def gold_after_bidding_down_to_compensation(odds: EmiraOdds = published_odds) -> int:
    """Return the gold of a player who bids down to just below the limit and then takes the compensation."""
    prices = odds.tables.prices
    return prices["compensation_below"] - prices["bid_step"] + prices["compensation"]


def share_of_gold_amounts_where_bidding_down_pays(most: int, odds: EmiraOdds = published_odds) -> Fraction:
    """Return the share of gold amounts that are larger after the bid and the compensation than before."""
    cases = gold_amounts_before_bidding_down(most, odds)
    return Fraction(
        len(range(cases.start, min(gold_after_bidding_down_to_compensation(odds), cases.stop), cases.step)), len(cases)
    )


def bid_down_text_values(most: int, odds: EmiraOdds = published_odds) -> dict[str, Any]:
    """Return the values for the texts of the question `emira-bid-down`."""
    prices = odds.tables.prices
    return {
        "end": gold_after_bidding_down_to_compensation(odds),
        "cases": len(gold_amounts_before_bidding_down(most, odds)),
        "below": prices["compensation_below"],
        "gets": prices["compensation"],
        "step": prices["bid_step"],
        "keeps": prices["compensation_below"] - prices["bid_step"],
    }


BID_DOWN = OwnCode(
    answer=share_of_gold_amounts_where_bidding_down_pays,
    answer_by_second_method=share_of_gold_amounts_where_bidding_down_pays_by_listing,
    run_trial=lambda rng, most, odds: (
        odds.gain_of_bidding_for_compensation(rng.choice(gold_amounts_before_bidding_down(most, odds))) > 0
    ),
    text_values=bid_down_text_values,
    chance_model=lambda w, odds: (
        f"d{{{','.join(map(str, gold_amounts_before_bidding_down(w['most'], odds)))}}} : sum < {w['end']}"
    ),
    mistakes={
        "boundary": lambda most, odds: Fraction(
            sum(
                odds.gain_of_bidding_for_compensation(gold) >= 0
                for gold in gold_amounts_before_bidding_down(most, odds)
            ),
            len(gold_amounts_before_bidding_down(most, odds)),
        )
    },
    chart_data=lambda most, odds: {
        "series": {
            "gain": [
                (gold, odds.gain_of_bidding_for_compensation(gold))
                for gold in gold_amounts_before_bidding_down(most, odds)
            ]
        }
    },
)


OWN_CODE: dict[str, OwnCode] = {
    "emira-caravan-return": RETURN,
    "emira-horizon": HORIZON,
    "emira-ruin": RUIN,
    "emira-bid-down": BID_DOWN,
}
