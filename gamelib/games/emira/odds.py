"""Exact probabilities of Emira: princesses, objectives, caravans, camels, event cards, status cards and upkeep.

Probabilities and means are Fractions. Distributions are `Dist` objects with integer weights. Invalid arguments raise a
ValueError. Numbers of cards and prices come from the card tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import comb, prod
from typing import Any, NamedTuple

from ...dist import Dist
from ...validation import short_repr, validate_int
from ..argument_validation import parse_probability, validate_args, validate_choice
from ..odds import cached_method
from .caravan_cash_flow import CaravanCashFlowOdds
from .card_tables import APPEARANCE_KINDS, COLOURS, PREFERENCES, SIDI, TALENTS, TalentNeed, match_talents

MAX_CARDS = 200
MAX_PRINCESSES = 60
MAX_DEPARTURES = 7
"""Maximum number of princesses for which each order of leaving is listed."""
MAX_ROUNDS = 100
MAX_GOLD = 10**6


class AuctionAdvantage(NamedTuple):
    """Result of an auction for a bidder with a discount against a bidder without a discount."""

    p_win: Fraction
    mean_gain: Fraction
    """Mean gold that the bidder gains from the lot."""


class StatusPileCounts(NamedTuple):
    """Numbers of status cards in their pile."""

    one_point_cards: int
    cards_below_three_points: int
    """The 1-point and 2-point cards."""
    cards_on_top: int
    """The cards without 3 points that are on top of the shuffled part."""
    three_point_cards: int


@validate_args
def auction_advantage(discount: int, limit: int = 500) -> AuctionAdvantage:
    """Return the win probability and the mean gain of a bidder with a discount against a bidder without a discount.

    The value of the lot for each bidder is uniform between 0 and `limit`. The price rises until one bidder passes. The
    discount is at most `limit`.
    """
    validate_int(limit, "The limit", 1, MAX_GOLD)
    validate_int(discount, "The discount", 0, limit)
    x = Fraction(discount, limit)
    return AuctionAdvantage(1 - (1 - x) ** 2 / 2, limit * (x / 2 - x**3 / 6))


@validate_args
def herd_after_breeding(camels: int) -> int:
    """Return the size of a herd after Camel Breeding with a sufficient supply."""
    validate_int(camels, "The number of camels", 0)
    return camels + camels // 2


@validate_args
def herd_after_epidemic(camels: int) -> int:
    """Return the size of a herd after Camel Epidemic."""
    validate_int(camels, "The number of camels", 0)
    return camels - camels // 3


# -- counters (EMI-5, EMI-7) --------------------------------------------------------------------------


@lru_cache(1024)
def _seen(turns: int, kept: bool, counters: int, owned: tuple[str, ...]) -> Fraction:
    """Return the probability of drawing all kinds that the seat does not own, by inclusion and exclusion."""
    missing = [kind for kind in APPEARANCE_KINDS if kind not in owned]
    total = len(APPEARANCE_KINDS) * counters
    answer = Fraction(0)
    for absent in range(len(missing) + 1):
        left = total - absent * counters
        none = Fraction(comb(left, turns), comb(total, turns)) if kept else Fraction(left, total) ** turns
        answer += (-1) ** absent * comb(len(missing), absent) * none
    return answer


@validate_args
def departing_princesses(upkeep: Mapping[str, int], gold: int) -> Dist[tuple[str, ...]]:
    """Return the distribution of the princesses who leave after an unpaid upkeep in the advanced game (EMI-16.4).

    Outcomes are tuples of names in alphabetical order. `upkeep` maps each princess to her upkeep. Princesses leave in
    random order until the seat can pay for the rest.
    """
    names = sorted(upkeep)
    validate_int(len(names), "The number of princesses", 0, MAX_DEPARTURES)
    validate_int(gold, "Gold", 0)
    for due in upkeep.values():
        validate_int(due, "An upkeep", 0)

    def leave(order: tuple[str, ...]) -> tuple[str, ...]:
        owed, gone = sum(upkeep.values()), 0
        while owed > gold:
            owed -= upkeep[order[gone]]
            gone += 1
        return tuple(sorted(order[:gone]))

    return Dist([leave(order) for order in permutations(names)])


@validate_args
def p_upkeep_fails(
    gold: int, p_interruption: Fraction | float, rounds: int = 3, due: int = 250, base: int = 50, income: int = 250
) -> Fraction:
    """Return the probability that an upkeep payment fails within a number of rounds.

    In each round, the seat gets the basic income. The seat also gets the income of the caravan unless the trade is
    interrupted, independently with probability `p_interruption`. Then the seat pays the upkeep.
    """
    p_interruption = parse_probability(p_interruption, "The chance of an interruption")
    validate_int(rounds, "The number of rounds", 0, MAX_ROUNDS)
    for paid, words in ((gold, "Gold"), (due, "The upkeep"), (base, "The basic income"), (income, "The income")):
        validate_int(paid, words, 0)
    levels: dict[int, Fraction] = {gold: Fraction(1)}
    failed = Fraction(0)
    for _ in range(rounds):
        after: dict[int, Fraction] = {}
        for (have, p), (extra, share) in product(levels.items(), ((income, 1 - p_interruption), (0, p_interruption))):
            left = have + base + extra - due
            if left < 0:
                failed += p * share
            else:
                after[left] = after.get(left, Fraction(0)) + p * share
        levels = after
    return failed


class EmiraOdds(CaravanCashFlowOdds):
    """Probabilities for one card set: princesses, objectives, the status pile and the caravans."""

    # -- the pile of princesses (EMI-1.9, EMI-5.1) -----------------------------------------------------

    @validate_args
    def talent_count(self, talent: str) -> int:
        """Return the number of princesses that have the given talent."""
        if talent not in TALENTS:
            raise ValueError(f"There is no talent {short_repr(talent)}; there are {', '.join(TALENTS)}.")
        return sum(TALENTS.index(talent) in card.talents for card in self.tables.princesses.values())

    def first_preference(self) -> Dist[str]:
        """Return the distribution of the first preference of the top card. Sidi counts as "princesses"."""
        cards = self.tables.princesses.values()
        return Dist([PREFERENCES[card.preferences[0]] if card.preferences else "princesses" for card in cards])

    @validate_args
    def first_talent_position(self, talent: str) -> Dist[int]:
        """Return the distribution of the pile position of the first card with a talent (negative hypergeometric)."""
        cards, good = len(self.tables.princesses), self.talent_count(talent)
        return Dist({place: comb(cards - place, good - 1) for place in range(1, cards - good + 2)})

    @validate_args
    def p_no_talent(self, talent: str, n: int) -> Fraction:
        """Return the probability that none of the first n cards of the pile has the talent."""
        cards = len(self.tables.princesses)
        validate_int(n, "The number of cards", 0, cards)
        return Fraction(comb(cards - self.talent_count(talent), n), comb(cards, n))

    @validate_args
    def first_princess_host(self, colours: Iterable[str], base_income: str = "surplus") -> Dist[str]:
        """Return the distribution of the seat that the first princess joins in round 1, if all seats spend the same.

        `base_income` is the value of the option for basic incomes (EMI-A01). The outcomes of the distribution are
        colours in play, or "undecided". Raise ValueError unless there are 3 to 5 different colours.
        """
        seats = list(colours)
        if not 3 <= len(seats) <= 5 or len(set(seats)) != len(seats) or any(colour not in COLOURS for colour in seats):
            raise ValueError(f"Choose 3 to 5 different colours of {', '.join(COLOURS)}.")
        tables = self.tables
        validate_choice(base_income, "The basic income", tables.base_income[seats[0]])
        start = {colour: tables.start[colour] for colour in seats}
        values = (
            {colour: int("counter" in start[colour]) for colour in seats},
            {colour: int("status" in start[colour]) for colour in seats},
            {colour: int("sections" in start[colour]) for colour in seats},
            {colour: tables.base_income[colour][base_income] for colour in seats},
        )
        hosts = []
        for card in tables.princesses.values():
            best = seats
            for preference in card.preferences:
                top = max(values[preference][colour] for colour in best)
                best = [colour for colour in best if values[preference][colour] == top]
            hosts.append(best[0] if len(best) == 1 else "undecided")
        return Dist(hosts)

    # -- objectives (EMI-12.1, EMI-12.2) ---------------------------------------------------------------

    def talent_classes(self) -> dict[tuple[int, ...], int]:
        """Return the number of princesses for each combination of talents, without Sidi."""
        classes: dict[tuple[int, ...], int] = {}
        for name, card in self.tables.princesses.items():
            if name != SIDI:
                classes[card.talents] = classes.get(card.talents, 0) + 1
        return classes

    @validate_args
    def alternative_talent_combinations(self, card: str, reading: str = "any") -> tuple[TalentNeed, ...]:
        """Return the talent combinations that an objective card accepts.

        Raise ValueError for an unknown card or interpretation.
        """
        cards = self.tables.objectives
        if card not in cards:
            raise ValueError(f"There is no objective {short_repr(card)}; there are {', '.join(cards)}.")
        if reading not in ("any", "listed"):
            raise ValueError(f"The reading is 'any' or 'listed', not {short_repr(reading)}.")
        return cards[card].needs if reading == "any" else cards[card].listed

    @validate_args
    def min_princesses(self, card: str) -> int:
        """Return the smallest number of princesses that can fulfil an objective card by talents."""
        self.alternative_talent_combinations(card)
        tables = self.tables
        return tables.thresholds[tables.objectives[card].seats][0]

    @validate_args
    @cached_method(256)
    def p_objective_met(self, card: str, n: int, reading: str = "any") -> Fraction:
        """Return the probability that n random princesses of the 27 have the talents of an objective card.

        The function sums over the numbers of princesses in each talent class and tests each case by matching
        (EMI-12.2).
        """
        needs = self.alternative_talent_combinations(card, reading)
        classes = self.talent_classes()
        cards = sum(classes.values())
        validate_int(n, "The number of princesses", 0, cards)
        ways = 0
        for hand, count in Dist.draws(classes, n).items():
            talents = [able for able, k in zip(classes, hand, strict=True) for _ in range(k)]
            if any(match_talents(talents, need) is not None for need in needs):
                ways += count
        return Fraction(ways, comb(cards, n))

    @validate_args
    @cached_method(256)
    def p_objective_double_counting(self, card: str, n: int, reading: str = "any") -> Fraction:
        """Return a wrong probability of a fulfilled objective: a princess with two talents counts twice."""
        needs = self.alternative_talent_combinations(card, reading)
        classes = self.talent_classes()
        validate_int(n, "The number of princesses", 0, sum(classes.values()))
        ways = 0
        for hand, count in Dist.draws(classes, n).items():
            have = [sum(k for able, k in zip(classes, hand, strict=True) if talent in able) for talent in range(4)]
            ways += count * any(all(a >= b for a, b in zip(have, need, strict=True)) for need in needs)
        return Fraction(ways, comb(sum(classes.values()), n))

    @validate_args
    @cached_method(256)
    def p_objective_wrong_product(self, card: str, n: int) -> Fraction:
        """Return a wrong probability of a fulfilled objective: the talents are treated as independent.

        The function multiplies the probabilities of enough princesses with each talent. For a card with alternatives,
        it uses the most favourable need.
        """
        cards = sum(self.talent_classes().values())
        validate_int(n, "The number of princesses", 0, cards)

        def product_of(need: TalentNeed) -> Fraction:
            enough = (
                Dist.hypergeometric(cards, self.talent_count(talent), n).p_at_least(count)
                for talent, count in zip(TALENTS, need, strict=True)
            )
            return prod(enough, start=Fraction(1))

        return max(map(product_of, self.alternative_talent_combinations(card)))

    @validate_args
    def p_either_talent(self, first_talent: str, second_talent: str) -> Fraction:
        """Return the probability that a random princess of the 27 has at least one of two talents."""
        self.talent_count(first_talent), self.talent_count(second_talent)
        wanted = {TALENTS.index(first_talent), TALENTS.index(second_talent)}
        classes = self.talent_classes()
        return Fraction(sum(n for able, n in classes.items() if wanted & set(able)), sum(classes.values()))

    @validate_args
    def mean_princesses_needed(self, card: str, reading: str = "any") -> Fraction:
        """Return the mean number of random princesses until the objective is fulfilled by talents or number."""
        tables = self.tables
        self.alternative_talent_combinations(card, reading)
        least, most = tables.thresholds[tables.objectives[card].seats]
        return least + sum((1 - self.p_objective_met(card, n, reading) for n in range(least, most)), Fraction(0))

    @validate_args
    def p_rival_wants_talent(
        self, own_objective: str, talent: str, p_bid_if_wanted: Fraction | float, p_bid_if_not_wanted: Fraction | float
    ) -> Fraction:
        """Return the probability that a rival needs a talent, given its bid for a princess with this talent (Bayes).

        The rival has one of the other objective cards for this number of seats, all equally likely. The rival bids with
        probability `p_bid_if_wanted` if this card requires the talent, and with probability `p_bid_if_not_wanted`
        otherwise.
        """
        tables = self.tables
        self.alternative_talent_combinations(own_objective)
        self.talent_count(talent)
        p_bid_if_wanted, p_bid_if_not_wanted = (
            parse_probability(p_bid_if_wanted, "The chance that he bids"),
            parse_probability(p_bid_if_not_wanted, "The chance that he bids all the same"),
        )
        others = [
            c for c in self.game.objectives_by_seats[tables.objectives[own_objective].seats] if c != own_objective
        ]
        asks = sum(
            any(need[TALENTS.index(talent)] for need in self.alternative_talent_combinations(card)) for card in others
        )
        bids = p_bid_if_wanted * asks + p_bid_if_not_wanted * (len(others) - asks)
        if not bids:
            raise ValueError("With these chances the rival would never bid, so nothing can be learnt from it.")
        return Fraction(p_bid_if_wanted * asks) / bids

    @validate_args
    def princesses_for_certain_winner(self, seats: int) -> int:
        """Return the number of princesses at home that guarantees a winner (pigeonhole principle)."""
        return seats * (self._thresholds(seats)[1] - 1) + 1

    @validate_args
    def p_some_palace_full(self, seats: int, princesses: int) -> Fraction:
        """Return the probability that some palace reaches the maximum if each princess chooses a palace at random."""
        most = self._thresholds(seats)[1]
        validate_int(princesses, "The number of princesses", 0, MAX_PRINCESSES)
        ways = [1] + [0] * princesses  # ways[k]: ways to place k princesses so far with no palace at the maximum
        for _ in range(seats):
            ways = [sum(ways[k - x] * comb(k, x) for x in range(min(most - 1, k) + 1)) for k in range(princesses + 1)]
        return 1 - Fraction(ways[princesses], seats**princesses)

    def _thresholds(self, seats: int) -> tuple[int, int]:
        tables = self.tables
        if seats not in tables.thresholds:
            raise ValueError(
                f"Emira is for {min(tables.thresholds)} to {max(tables.thresholds)} seats, not {short_repr(seats)}."
            )
        return tables.thresholds[seats]

    # -- event cards and counters (EMI-5, EMI-8) -------------------------------------------------------

    def _copies(self, advanced: bool = False) -> list[int]:
        """Return the copies of each kind of event card in the game."""
        return [row.copies for row in self.tables.events.values() if advanced or not row.advanced]

    @validate_args
    def p_wanted_event_found(self, kinds: int, look: int, pile: int | None = None) -> Fraction:
        """Return the probability of a wanted card among the top `look` cards of the event pile.

        All copies of `kinds` kinds are wanted. By default, the pile has the cards that remain in the basic game with
        four seats. Raise ValueError if the kinds differ in their number of copies.
        """
        copies = self._copies()
        if len(set(copies)) > 1:
            raise ValueError(
                "The kinds of event cards have different numbers of copies, so their number is not enough."
            )
        pile = sum(copies) - 4 if pile is None else pile
        validate_int(pile, "The pile", 1, MAX_CARDS)
        validate_int(kinds, "The number of kinds", 0, pile // copies[0])
        validate_int(look, "The number of cards looked at", 0, pile)
        return 1 - Fraction(comb(pile - copies[0] * kinds, look), comb(pile, look))

    @validate_args
    def p_events_all_different(self, cards: int, advanced: bool = False) -> Fraction:
        """Return the probability that random event cards are all of different kinds."""
        copies = self._copies(advanced)
        validate_int(cards, "The number of cards", 0, len(copies))
        ways = [1] + [0] * cards  # ways[k]: ways to choose k cards of different kinds among the kinds so far
        for n in copies:
            ways = [ways[k] + (n * ways[k - 1] if k else 0) for k in range(cards + 1)]
        return Fraction(ways[cards], comb(sum(copies), cards))

    def _bag(self, counters: int | None) -> int:
        """Return the number of counters of a kind in the bag. The default is the number for four or five seats."""
        counters = self.tables.supply["counters"] - 1 if counters is None else counters
        validate_int(counters, "The number of counters of a kind", 1, MAX_CARDS)
        return counters

    @validate_args
    def p_three_counters_differ(self, kept: bool, counters: int | None = None) -> Fraction:
        """Return the probability that the first three counters have three different kinds.

        `kept` says whether each offered counter is bought. A bought counter does not return to the bag. `counters` is
        the number of counters of each kind in the bag, by default the number with four or five seats.
        """
        return _seen(3, kept, self._bag(counters), ())

    @validate_args
    def p_both_missing_kinds_offered(self, turns: int, kept: bool, counters: int | None = None) -> Fraction:
        """Return the probability that both kinds of counter that blue lacks are offered within some rounds.

        Blue starts with dress.

        `counters` is the number of counters of each kind in the bag, by default the number with four or five seats.
        """
        bag = self._bag(counters)
        validate_int(turns, "The number of rounds", 0, len(APPEARANCE_KINDS) * bag)
        return _seen(turns, kept, bag, ("dress",))

    # -- camels (EMI-6.6, EMI-7.10, EMI-14.3, EMI-14.4) -------------------------------------------------

    @validate_args
    def camel_payback_bids_or_rounds(
        self, discount: int | None = None, farah: bool = False, seats: int | None = None
    ) -> Fraction:
        """Return the number of paid bids after which a camel has saved its price.

        With `seats`, the result is the mean number of rounds. In each round, a seat pays a bid unless it is the last
        seat. `discount` is a number on the camel disc, by default the first one.
        """
        tables = self.tables
        discount = tables.camel_track[0] if discount is None else discount
        if discount not in tables.camel_track:
            raise ValueError(
                f"A camel takes {', '.join(map(str, tables.camel_track))} off a bid, not {short_repr(discount)}."
            )
        price = tables.prices["camel_farah" if farah else "camel"]
        auctions = Fraction(-(-price // discount))
        if seats is None:
            return auctions
        self._thresholds(seats)
        return auctions * Fraction(seats, seats - 1)

    @validate_args
    def status_pile_counts(self, seats: int, red: bool) -> StatusPileCounts:
        """Return the numbers of cards of the status pile. `red` says whether a seat has the red colour.

        Rules EMI-1.6 and EMI-15.2 apply.
        """
        self._thresholds(seats)
        tables = self.tables
        counts = {
            points: sum(
                row.copies_for_three if seats == 3 else row.copies
                for row in tables.status.values()
                if row.points == points
            )
            for points in (1, 2, 3)
        }
        ones = counts[1] - red  # red owns one 1-point card
        top = tables.supply["status_top_for_three" if seats == 3 else "status_top"]
        return StatusPileCounts(ones, ones + counts[2], top, counts[3])

    @validate_args
    def first_status_points(self, seats: int, red: bool) -> Dist[int]:
        """Return the distribution of the points of the first status card."""
        ones, ordinary, _, _ = self.status_pile_counts(seats, red)
        return Dist({1: ones, 2: ordinary - ones})

    @validate_args
    def first_three_point_card_position(self, seats: int, has_red: bool) -> Dist[int]:
        """Return the distribution of the position of the first 3-point card in the status pile, ignoring events."""
        _, ordinary, top, threes = self.status_pile_counts(seats, has_red)
        rest = ordinary - top + threes
        return Dist({top + place: comb(rest - place, threes - 1) for place in range(1, rest - threes + 2)})

    # -- upkeep (EMI-10) -------------------------------------------------------------------------------

    @validate_args
    def payable_rounds(self, princesses: int, base_income: int, gold: int = 500) -> int | None:
        """Return the number of rounds in which a seat without caravans can pay its full upkeep.

        The result is None if the basic income is enough.
        """
        validate_int(princesses, "The number of princesses", 0)
        validate_int(base_income, "The basic income", 0)
        validate_int(gold, "Gold", 0)
        missing = self.tables.prices["upkeep"] * princesses - base_income
        return gold // missing if missing > 0 else None

    @validate_args
    def gain_of_bidding_for_compensation(self, gold: int) -> int:
        """Return the gain in gold if the last player bids in order to get the compensation (EMI-6.13).

        A negative gain is a cost. A player with less gold than the limit of the compensation gets it without a bid.
        """
        validate_int(gold, "Gold", 0)
        prices = self.tables.prices
        paid = max(0, gold - prices["compensation_below"] + prices["bid_step"])
        return prices["compensation"] - paid


published_odds = EmiraOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
