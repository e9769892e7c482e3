"""Questions about the profit of a caravan: payback time, growth rate, and interruptions before the end."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ...games.emira.card_tables import CARAVANS
from ...games.emira.odds import EmiraOdds, published_odds
from ...number_format import count_with_noun
from ..entries import OwnCode
from .caravans_and_upkeep import NAMES, caravan_of_kind


def event_count_outside_own_hand(odds: EmiraOdds = published_odds) -> int:
    """Return the number of event cards that are unknown to a seat that holds one event card."""
    return odds.events_in_play() - 1


# -- payback -------------------------------------------------------------------------------------


def cash_lines_with_lost_rounds(
    kind: str, most: int, odds: EmiraOdds = published_odds
) -> dict[str, list[tuple[int, int]]]:
    """Return three chart lines with the money after each round, for 0, 1 and 2 lost rounds at the start."""
    return {
        f"{count_with_noun(cuts, 'round') if cuts else 'no rounds'} lost": list(
            enumerate(odds.caravan_cash_flow(kind, interrupt=range(1, cuts + 1)).cash_balance[: most + 1])
        )
        for cuts in range(3)
    }


PAYBACK = OwnCode(
    chart_data=lambda kind, one_in, rounds, odds: {"series": cash_lines_with_lost_rounds(kind, 7, odds)},
)

# -- growth --------------------------------------------------------------------------------------


def withdrawal_account_balance_by_compounding(
    kind: str, interest_percent: int, odds: EmiraOdds = published_odds
) -> Fraction:
    """Compute the final balance by a second method: compound growth of the price and of each income."""
    caravan, growth = caravan_of_kind(kind, odds), 1 + Fraction(interest_percent, 100)
    lost = sum((caravan.income * growth**late for late in range(caravan.spaces)), Fraction(0))
    return caravan.cost * growth**caravan.spaces - lost


def caravans_of_same_size(kind: str, odds: EmiraOdds = published_odds) -> list[str]:
    """Return the ids of the slow and the fast caravan with the same size as `kind`."""
    return [other for other in CARAVANS if caravan_of_kind(other, odds).size == caravan_of_kind(kind, odds).size]


def account_balance_after_income_withdrawals(
    kind: str, interest_percent: int, odds: EmiraOdds = published_odds
) -> Fraction:
    """Return the final balance of an account that starts with the price, earns interest and pays out the incomes."""
    return odds.account_balance_after_income_withdrawals(kind, Fraction(interest_percent, 100))


POT = OwnCode(
    answer=account_balance_after_income_withdrawals,
    answer_by_second_method=withdrawal_account_balance_by_compounding,
    run_trial=lambda rng, kind, interest_percent, odds: account_balance_after_income_withdrawals(
        kind, interest_percent, odds
    ),
    chart_data=lambda kind, interest_percent, odds: {
        "series": {
            NAMES[k]: [(r, account_balance_after_income_withdrawals(k, r, odds)) for r in range(0, 46, 5)]
            for k in caravans_of_same_size(kind, odds)
        }
    },
)

# -- interruptions before the end ------------------------------------------------------------------


def mean_net_gain_with_interruptions(
    kind: str, rival_event_cards: int, horizon: int, odds: EmiraOdds = published_odds
) -> Fraction:
    """Return the mean net gain of a caravan if rivals draw `rival_event_cards` unknown event cards before the end."""
    return odds.net_with_interruptions(
        kind, rival_event_cards, horizon, cards_in_play=event_count_outside_own_hand(odds)
    ).mean


def mean_net_gain_with_interruptions_by_income(
    kind: str, rival_event_cards: int, horizon: int, odds: EmiraOdds = published_odds
) -> Fraction:
    """Compute the mean net gain by a second method: draw the rivals' event cards one by one, and check each income."""
    lost: dict[int, Fraction] = {0: Fraction(1)}
    for drawn in range(rival_event_cards):
        after: dict[int, Fraction] = {}
        for cuts, p in lost.items():
            hit = Fraction(odds.interrupt_copies() - cuts, event_count_outside_own_hand(odds) - drawn)
            for more, chance in ((1, hit), (0, 1 - hit)):
                after[cuts + more] = after.get(cuts + more, Fraction(0)) + p * chance
        lost = after
    caravan = caravan_of_kind(kind, odds)
    comes = (
        sum((p for cuts, p in lost.items() if income <= horizon - cuts), Fraction(0))
        for income in range(1, caravan.spaces + 1)
    )
    return caravan.income * sum(comes, Fraction(0)) - caravan.cost


def draw_net_gain_with_interruptions(
    rng: Random, kind: str, rival_event_cards: int, horizon: int, odds: EmiraOdds = published_odds
) -> int:
    """Simulate one game: deal the cards of the rivals and move the caravan. Each Interrupt card stops one round."""
    cuts = sum(
        card < odds.interrupt_copies()
        for card in rng.sample(range(event_count_outside_own_hand(odds)), rival_event_cards)
    )
    stopped = rng.sample(range(1, horizon + 1), cuts)
    return odds.caravan_cash_flow(kind, horizon=horizon, interrupt=stopped).net_gain


def net_gain_with_rounds_left(kind: str, left: int, odds: EmiraOdds = published_odds) -> int:
    """Return the net gain of a caravan that is bought `left` rounds before the end of the game."""
    return odds.net_by_horizon(kind, left)[left]


RISK = OwnCode(
    answer=mean_net_gain_with_interruptions,
    answer_by_second_method=mean_net_gain_with_interruptions_by_income,
    run_trial=draw_net_gain_with_interruptions,
    mistakes={
        "incomplete-mean": lambda kind, rival_event_cards, horizon, odds: (
            net_gain_with_rounds_left(kind, horizon, odds)
            * (1 - odds.p_interrupted(rival_event_cards, event_count_outside_own_hand(odds)))
            + net_gain_with_rounds_left(kind, horizon - 1, odds)
            * odds.p_interrupted(rival_event_cards, event_count_outside_own_hand(odds))
        )
    },
)


OWN_CODE: dict[str, OwnCode] = {"emira-payback": PAYBACK, "emira-pot": POT, "emira-caravan-risk": RISK}
