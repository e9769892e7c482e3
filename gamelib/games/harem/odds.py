"""Exact probabilities of Court: values of gems, success of raids, and draws from the decks.

Distributions are `Dist` objects with integer weights. Probabilities and means are Fractions. Invalid arguments raise a
ValueError. Deck sizes and the gem table come from the card tables of the game (`gamelib/games/harem/cards.toml`). A
custom gem table is a mapping from roll to value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...dist import Dist
from ...validation import short_repr, validate_int
from ..argument_validation import validate_args
from ..odds import GameOdds
from . import raids as rules_of_raids
from .scoring import cash_points
from .setup import TWO_DICE

if TYPE_CHECKING:
    from . import Harem

Table: TypeAlias = Mapping[int, int] | str | None
Unguarded = Literal["roll", "automatic"]
GemRoll = Literal["each", "one_roll_for_all"]
Plan = Literal["steal", "break"]

HAND_SIZE = 7
MAX_GEMS = 50
MAX_GEM_VALUE = 100
"""Odds of one gem with a custom gem table."""
MAX_COST = 1000
MAX_LISTED_GEMS = 6  # maximum number of gems with an explicit list of sums
MAX_RAIDS, MAX_GOLD_CARDS = 6, 12
"""Raids on one target, and its Gold cards: every set of cards is tried."""
CARDS_REMOVED_BEFORE_DEAL = ("PN-SHUFFLE", "PN-OVER")
"""Taken out before the deal (HAR-1.3)."""


# -- raids (HAR-8.3, the guard table) ------------------------------------------------------------


@lru_cache(maxsize=1)
def two_dice_total_difference() -> Dist[int]:
    """Return the distribution of the two dice of the raider minus the two dice of the defender."""
    return TWO_DICE - TWO_DICE


@validate_args
def least_winning_difference(modifier: int, guards: int, watchful: bool = False, plus_one: bool = False) -> int:
    """Return the smallest difference of the two rolls with which the raider wins.

    Each Guard adds 1 to the defence, and with at least one Guard the defender wins ties. A watchful companion adds 1 to
    the defence. The help of a companion (`plus_one`) adds 1 to the raid.
    """
    validate_int(modifier, "The modifier")
    validate_int(guards, "The number of Guards", 0, 2)
    return rules_of_raids.least_winning_difference(modifier + plus_one, guards, watchful)


@validate_args
def winning_difference_if_rolled(
    modifier: int,
    guards: int,
    watchful: bool = False,
    plus_one: bool = False,
    unguarded: Unguarded = "roll",
) -> int | None:
    """Return `least_winning_difference`, or None if the raid succeeds without a dice roll (HAR-A1)."""
    if unguarded not in ("roll", "automatic"):
        raise ValueError(f"unguarded is 'roll' or 'automatic', not {short_repr(unguarded)}.")
    least = least_winning_difference(modifier, guards, watchful, plus_one)
    return least if rules_of_raids.is_roll_needed(guards, unguarded) else None


@validate_args
def p_raid_succeeds(
    modifier: int,
    guards: int,
    watchful: bool = False,
    plus_one: bool = False,
    unguarded: Unguarded = "roll",
) -> Fraction:
    """Return the probability that a raid succeeds.

    `unguarded` is the rule for a target without Guards (HAR-A1). With "roll", dice decide and the raider wins ties.
    With "automatic", the raid always succeeds.
    """
    least = winning_difference_if_rolled(modifier, guards, watchful, plus_one, unguarded)
    return Fraction(1) if least is None else _reached(least)


@lru_cache(maxsize=256)
def _reached(least: int) -> Fraction:
    return two_dice_total_difference().p_at_least(least)


@validate_args
def best_loot(gold_values: Sequence[int], value_limit: int) -> tuple[int, ...]:
    """Return the Gold cards with the largest total within the limit.

    Among equal totals, the set with the fewest cards is returned.
    """
    validate_int(len(gold_values), "The number of Gold cards", 0, MAX_GOLD_CARDS)
    for value in gold_values:
        validate_int(value, "The worth of a Gold card", 0)
    validate_int(value_limit, "The limit", 0)
    best: tuple[int, ...] = ()
    for chosen in range(1 << len(gold_values)):
        cards = tuple(value for i, value in enumerate(gold_values) if chosen >> i & 1)
        if sum(cards) <= value_limit and (sum(cards), -len(cards)) > (sum(best), -len(best)):
            best = cards
    return best


@validate_args
def plunder_total(
    raids: Sequence[tuple[int, int]],
    guards: int,
    gold: Sequence[int],
    plan: Plan,
    unguarded: Unguarded = "roll",
) -> Dist[int]:
    """Return the distribution of the total gold of several raids on one target.

    `raids` has pairs of modifier and gold limit in the order of play. `gold` lists the values of the Gold cards of the
    target. After a success against Guards, the raider steals if the plan is "steal". If the plan is "break" and another
    raid follows, the raider breaks the Guards. Each theft takes the largest possible amount.
    """
    if plan not in ("steal", "break"):
        raise ValueError(f"plan is 'steal' or 'break', not {short_repr(plan)}.")
    validate_int(len(raids), "The number of raids", 0, MAX_RAIDS)
    best_loot(gold, 0)  # rejects impossible cards
    if not raids:
        return Dist([0])
    (modifier, limit), *rest = raids
    p = p_raid_succeeds(modifier, guards, unguarded=unguarded)
    missed = plunder_total(rest, guards, gold, plan, unguarded)
    if guards and rest and plan == "break":
        won = plunder_total(rest, 0, gold, plan, unguarded)
    else:
        left, taken = list(gold), best_loot(gold, limit)
        for value in taken:
            left.remove(value)
        won = plunder_total(rest, guards, left, plan, unguarded) + sum(taken)
    return Dist.mixture([(won, p.numerator), (missed, p.denominator - p.numerator)])


@validate_args
def gem_combinations(total: int, gem_count: int, gem: Dist[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """Return the combinations of values with which `gem_count` gems have the value `total`.

    Each entry has the sorted values, the number of orders of these values, and the number of ways for one order.

    >>> gem_combinations(1, 2, Dist({0: 2, 1: 1}))
    [((0, 1), 2, 2)]

    """
    validate_int(total, "The worth", 0)
    validate_int(gem_count, "The number of gems", 0, MAX_LISTED_GEMS)
    rows = []
    for values in combinations_with_replacement(gem, gem_count):
        if sum(values) == total:
            orders = factorial(gem_count) // prod(factorial(values.count(v)) for v in set(values))
            rows.append((values, orders, prod(gem[v] for v in values)))
    return rows


class HaremOdds(GameOdds):
    """Probabilities for one card set: gems, the deal and the piles."""

    game: Harem

    # -- gems (HAR-4.4) ------------------------------------------------------------------------------

    @validate_args
    def gem_value_by_roll(self, table: Table = None) -> dict[int, int]:
        """Return the mapping from rolls to gem values.

        `table` is "A" (or None), "B" or a mapping, which is validated.
        """
        if table is None or isinstance(table, str):
            tables = self.game.gem_tables
            if table is not None and table not in tables:
                raise ValueError(f"There is no gem table {short_repr(table)}; there are {' and '.join(tables)}.")
            return tables[table or "A"]
        if not isinstance(table, Mapping):
            raise ValueError(f"A gem table maps each roll from 2 to 12 to its value, not {short_repr(table)}.")
        missing = [roll for roll in TWO_DICE if roll not in table]
        if missing:
            raise ValueError(f"The gem table has no value for a roll of {', '.join(map(str, missing))}.")
        for roll in table:
            if roll not in TWO_DICE:
                raise ValueError(f"The gem table has a value for {short_repr(roll)}, but two dice show 2 to 12.")
            validate_int(table[roll], f"The value of a gem for a roll of {roll}", 0, MAX_GEM_VALUE)
        return dict(table)

    @validate_args
    def gem_value(self, table: Table = None) -> Dist[int]:
        """Return the distribution of the value of one gem."""
        return TWO_DICE.map(self.gem_value_by_roll(table).__getitem__)

    @validate_args
    def total_gem_value(self, gem_count: int, table: Table = None, gem_roll: GemRoll = "each") -> Dist[int]:
        """Return the distribution of the total value of gems.

        `gem_roll` says whether all gems share one roll (HAR-A8).
        """
        validate_int(gem_count, "The number of gems", 0, MAX_GEMS)
        if gem_roll == "each":
            return self.gem_value(table).times(gem_count)
        return self.gem_value(table).map(lambda value: gem_count * value)

    @validate_args
    def p_afford(self, deficit: int, gem_count: int, table: Table = None, gem_roll: GemRoll = "each") -> Fraction:
        """Return the probability that the value of `gem_count` gems is at least the deficit (cost minus gold)."""
        validate_int(deficit, "The deficit")
        return self.total_gem_value(gem_count, table, gem_roll).p_at_least(deficit)

    @validate_args
    def gem_value_with_reroll(self, keep_from: int, table: Table = None) -> Dist[int]:
        """Return the distribution of the value of a gem that is rolled again if it is less than `keep_from`."""
        validate_int(keep_from, "The least value to keep", 0)
        once = self.gem_value(table)
        return once.flat_map(lambda value: Dist([value]) if value >= keep_from else once)

    @validate_args
    def gem_value_with_favour(self, table: Table = None) -> Dist[int]:
        """Return the distribution of the higher value of two rolls of a gem."""
        return self.gem_value(table).keep(2, 1)

    @validate_args
    def rolls_used(self, deficit: int, gem_count: int, table: Table = None) -> Dist[int]:
        """Return the distribution of the number of gem rolls if the player stops as soon as the deficit is covered."""
        validate_int(deficit, "The deficit", 1)
        validate_int(gem_count, "The number of gems", 1, MAX_GEMS)
        once = self.gem_value(table)
        covered = [self.total_gem_value(n, table).p_at_least(deficit) for n in range(gem_count)]
        stops = {n: covered[n] - covered[n - 1] for n in range(1, gem_count)} | {gem_count: 1 - covered[gem_count - 1]}
        scale = once.total**gem_count
        return Dist({n: int(p * scale) for n, p in stops.items()})

    @validate_args
    def mean_rolls_to_reach(self, cost: int, table: Table = None) -> Fraction:
        """Return the mean number of gems to roll until their total value reaches the cost, without a limit of gems.

        The method solves first-step equations: E(n) (1 - p(0)) = 1 + sum over v > 0 of p(v) E(n - v), with p(v) the
        probability of value v.
        """
        validate_int(cost, "The cost", 0, MAX_COST)
        once = self.gem_value(table)
        worthless = once.get(0, 0)
        if worthless == once.total:
            raise ValueError("With this table no gem is ever worth anything, so the cost is never reached.")
        means = [Fraction(0)]
        for left in range(1, cost + 1):
            later = sum((weight * means[max(0, left - value)] for value, weight in once.items() if value), Fraction(0))
            means.append((once.total + later) / (once.total - worthless))
        return means[cost]

    @validate_args
    def final_cash_points(
        self, gem_count: int, gold: int = 0, table: Table = None, gem_roll: GemRoll = "each"
    ) -> Dist[int]:
        """Return the distribution of the cash points of gems and gold: half of the sum, rounded down (HAR-11.5)."""
        validate_int(gold, "The gold", 0)
        return self.total_gem_value(gem_count, table, gem_roll).map(lambda worth: cash_points(worth + gold))

    @validate_args
    def seats_sharing_highest_roll(self, seats: int) -> Dist[int]:
        """Return the distribution of the number of seats that share the highest roll for the first turn (HAR-1.8)."""
        self._seats(seats)
        shared = dict.fromkeys(range(1, seats + 1), 0)
        below = 0
        for ways in TWO_DICE.values():
            for k in shared:
                shared[k] += comb(seats, k) * ways**k * below ** (seats - k)
            below += ways
        return Dist(shared)

    @validate_args
    def p_first_roll_tie(self, seats: int) -> Fraction:
        """Return the probability that two or more seats share the highest roll and must roll again (HAR-1.8)."""
        return self.seats_sharing_highest_roll(seats).p_at_least(2)

    # -- decks (HAR-1, HAR-10) -----------------------------------------------------------------------

    def _seats(self, seats: int) -> None:
        validate_int(seats, "The number of seats", self.game.seats[0], self.game.seats[-1])

    @validate_args
    def opening_hand_card_counts(self, seats: int) -> dict[str, int]:
        """Return the cards that an opening hand can contain, with the number of copies of each.

        At-once cards and one Guard for each seat are excluded.
        """
        self._seats(seats)
        game = self.game
        cards = {card: n for card, n in game.master_counts.items() if game.card_kind[card] != "play_now"}
        cards["GUARD"] -= seats
        return cards

    @validate_args
    def opening_hand_kind_count(self, seats: int, card_kind: str) -> Dist[int]:
        """Return the distribution of the number of cards of a kind ("gold", "gem", ...) in an opening hand of 7 cards.

        At-once cards are replaced in the deal, so the hand is a uniform draw from the other cards.
        """
        game, cards = self.game, self.opening_hand_card_counts(seats)
        good = sum(n for card, n in cards.items() if game.card_kind[card] == card_kind)
        if not good:
            raise ValueError(f"No opening hand holds a card of the kind {short_repr(card_kind)}.")
        return Dist.hypergeometric(sum(cards.values()), good, HAND_SIZE)

    @validate_args
    def p_first_cards_lack_kind(self, seats: int, card_kind: str) -> dict[int, Fraction]:
        """Return the probability that the first cards of an opening hand have none of this kind, by number of cards."""
        cards = sum(self.opening_hand_card_counts(seats).values())
        good = self.opening_hand_kind_count(seats, card_kind).mean * cards / HAND_SIZE
        p_none, p_by_card_count = Fraction(1), dict[int, Fraction]()
        for drawn in range(HAND_SIZE):
            p_none *= (cards - good - drawn) / (cards - drawn)
            p_by_card_count[drawn + 1] = p_none
        return p_by_card_count

    @validate_args
    def opening_hand_gold(self, seats: int) -> Dist[int]:
        """Return the distribution of the total value of the Gold cards in an opening hand."""
        game, cards = self.game, self.opening_hand_card_counts(seats)
        counts = {game.payment_value[card]: cards[card] for card in game.gold_cards}
        values = (*counts, 0)
        others = sum(cards.values()) - sum(counts.values())
        hands = Dist.draws({**counts, 0: others}, HAND_SIZE)
        return hands.map(lambda hand: sum(value * n for value, n in zip(values, hand, strict=True)))

    @validate_args
    def cheapest_companion_cost(self, draws: int) -> Dist[int]:
        """Return the distribution of the lowest cost among the first `draws` companions of the full deck."""
        costs = sorted(companion.base for companion in self.game.companions.values())
        validate_int(draws, "The number of draws", 1, len(costs))
        lowest: dict[int, int] = {}
        for place, cost in enumerate(costs):  # this cost is the lowest, so the other draws have later costs
            lowest[cost] = lowest.get(cost, 0) + comb(len(costs) - place - 1, draws - 1)
        return Dist(lowest)

    @validate_args
    def deck_half_sizes(self, seats: int) -> tuple[int, int]:
        """Return the sizes of the top half and of the bottom half with Shuffle the Deck (HAR-1.4, HAR-1.5)."""
        self._seats(seats)
        cards = sum(self.game.master_counts.values()) - len(CARDS_REMOVED_BEFORE_DEAL) - seats
        return cards // 2, cards - cards // 2 + 1

    @validate_args
    def replaced_card_count(self, seats: int) -> Dist[int]:
        """Return the distribution of the number of At-once cards replaced in the deal (negative hypergeometric)."""
        game, others = self.game, sum(self.opening_hand_card_counts(seats).values())
        at_once = sum(game.master_counts[c] for c in game.play_now_cards) - len(CARDS_REMOVED_BEFORE_DEAL)
        dealt = HAND_SIZE * seats
        return Dist(
            {m: comb(dealt - 1 + m, m) * comb(others - dealt + at_once - m, at_once - m) for m in range(at_once + 1)}
        )

    @validate_args
    def shuffle_draw_number(self, seats: int) -> Dist[int]:
        """Return the distribution of the number of draws after the deal until Shuffle the Deck in the standard game."""
        top, bottom = self.deck_half_sizes(seats)

        def draws(met: int) -> Dist[int]:
            left_on_top = top - HAND_SIZE * seats - met
            return Dist(range(left_on_top + 1, left_on_top + bottom + 1))

        return self.replaced_card_count(seats).flat_map(draws)


published_odds = HaremOdds()


def __getattr__(name: str) -> Any:
    """Return odds of the published card tables."""
    return getattr(published_odds, name)


def __dir__() -> list[str]:
    return dir(published_odds)
