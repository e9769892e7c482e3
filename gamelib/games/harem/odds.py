"""Exact odds of Court: what a gem is worth, when a raid succeeds, what comes out of the decks.

Distributions are `Dist`s (integer weights), chances and means are Fractions. Every bad argument is a
ValueError with a plain sentence. Deck sizes and the gem table are those of the game's card tables
(`gamelib/games/harem/cards.toml`); a gem table of your own can be passed as a mapping roll -> value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...dist import Dist
from ...outside import told, whole
from ..asked import asked
from ..odds import Odds
from . import raids as rules_of_raids
from .scoring import cash_points
from .setup import TWO_DICE

if TYPE_CHECKING:
    from . import Harem

Table: TypeAlias = Mapping[int, int] | str | None
Unguarded = Literal["roll", "automatic"]
GemRoll = Literal["each", "one_roll_for_all"]
Plan = Literal["steal", "break"]

HAND = 7
MOST_GEMS = 50
MOST_WORTH = 100
"""Of one gem in a table of one's own."""
MOST_COST = 1000
MOST_UNFOLDED = 6  # gems whose sums are listed one by one
MOST_RAIDS, MOST_GOLD = 6, 12
"""Raids on one target, and its Gold cards: every set of cards is tried."""
PLAY_NOW_LEFT_OUT = ("PN-SHUFFLE", "PN-OVER")
"""Taken out before the deal (HAR-1.3)."""


# -- raids (HAR-8.3, the guard table) ------------------------------------------------------------


@lru_cache(maxsize=1)
def difference() -> Dist[int]:
    """The raider's two dice minus the defender's two dice: -10 to 10, over 1296."""
    return TWO_DICE - TWO_DICE


@asked
def least_difference(modifier: int, guards: int, watchful: bool = False, plus_one: bool = False) -> int:
    """The smallest difference of the two rolls with which the raider wins.

    Each Guard adds 1 to the defence, and the first also wins the ties; a watchful companion adds 1 to
    the defence, a companion's help (`plus_one`) 1 to the raid.
    """
    whole(modifier, "The modifier")
    whole(guards, "The number of Guards", 0, 2)
    return rules_of_raids.least(modifier + plus_one, guards, watchful)


@asked
def least_needed(
    modifier: int,
    guards: int,
    watchful: bool = False,
    plus_one: bool = False,
    unguarded: Unguarded = "roll",
) -> int | None:
    """As `least_difference`; None where the raid succeeds without a roll (HAR-A1)."""
    if unguarded not in ("roll", "automatic"):
        raise ValueError(f"unguarded is 'roll' or 'automatic', not {told(unguarded)}.")
    least = least_difference(modifier, guards, watchful, plus_one)
    return least if rules_of_raids.rolls(guards, unguarded) else None


@asked
def raid(
    modifier: int,
    guards: int,
    watchful: bool = False,
    plus_one: bool = False,
    unguarded: Unguarded = "roll",
) -> Fraction:
    """The chance that a raid succeeds.

    `unguarded`: "roll" (also without a Guard the dice decide; ties go to the raider) or "automatic"
    (without a Guard the raid succeeds for sure); see HAR-A1.
    """
    least = least_needed(modifier, guards, watchful, plus_one, unguarded)
    return Fraction(1) if least is None else _reached(least)


@lru_cache(maxsize=256)
def _reached(least: int) -> Fraction:
    return difference().at_least(least)


@asked
def loot(gold: Sequence[int], limit: int) -> tuple[int, ...]:
    """The Gold cards worth most together within the limit; of equal sets the one with the fewest cards."""
    whole(len(gold), "The number of Gold cards", 0, MOST_GOLD)
    for value in gold:
        whole(value, "The worth of a Gold card", 0)
    whole(limit, "The limit", 0)
    best: tuple[int, ...] = ()
    for chosen in range(1 << len(gold)):
        cards = tuple(value for i, value in enumerate(gold) if chosen >> i & 1)
        if sum(cards) <= limit and (sum(cards), -len(cards)) > (sum(best), -len(best)):
            best = cards
    return best


@asked
def plunder(
    raids: Sequence[tuple[int, int]],
    guards: int,
    gold: Sequence[int],
    plan: Plan,
    unguarded: Unguarded = "roll",
) -> Dist[int]:
    """The gold that raids on one target bring in all.

    `raids`: (modifier, gold limit) in the order they are played; `gold`: the target's Gold cards.
    `plan` for a success while Guards stand: "steal" at once, or "break" the Guards if another raid
    follows. Each theft takes the most it can.
    """
    if plan not in ("steal", "break"):
        raise ValueError(f"plan is 'steal' or 'break', not {told(plan)}.")
    whole(len(raids), "The number of raids", 0, MOST_RAIDS)
    loot(gold, 0)  # refuses cards that cannot be
    if not raids:
        return Dist([0])
    (modifier, limit), *rest = raids
    p = raid(modifier, guards, unguarded=unguarded)
    missed = plunder(rest, guards, gold, plan, unguarded)
    if guards and rest and plan == "break":
        won = plunder(rest, 0, gold, plan, unguarded)
    else:
        left, taken = list(gold), loot(gold, limit)
        for value in taken:
            left.remove(value)
        won = plunder(rest, guards, left, plan, unguarded) + sum(taken)
    return Dist.mixture([(won, p.numerator), (missed, p.denominator - p.numerator)])


@asked
def gem_sums(total: int, k: int, gem: Dist[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """How k gems are worth `total`: values in rising order, the orders they can come in, the ways of one order.

    >>> gem_sums(1, 2, Dist({0: 2, 1: 1}))
    [((0, 1), 2, 2)]

    """
    whole(total, "The worth", 0)
    whole(k, "The number of gems", 0, MOST_UNFOLDED)
    rows = []
    for values in combinations_with_replacement(gem, k):
        if sum(values) == total:
            orders = factorial(k) // prod(factorial(values.count(v)) for v in set(values))
            rows.append((values, orders, prod(gem[v] for v in values)))
    return rows


class HaremOdds(Odds):
    """What reads the card tables: gems, the deal, the piles."""

    game: Harem

    # -- gems (HAR-4.4) ------------------------------------------------------------------------------

    @asked
    def gem_table(self, table: Table = None) -> dict[int, int]:
        """Roll 2..12 -> value: the game's table A (also None), its table B, or the given mapping, checked."""
        if table is None or isinstance(table, str):
            tables = self.game.gem_tables
            if table is not None and table not in tables:
                raise ValueError(f"There is no gem table {told(table)}; there are {' and '.join(tables)}.")
            return tables[table or "A"]
        if not isinstance(table, Mapping):
            raise ValueError(f"A gem table maps each roll from 2 to 12 to its value, not {told(table)}.")
        missing = [roll for roll in TWO_DICE if roll not in table]
        if missing:
            raise ValueError(f"The gem table has no value for a roll of {', '.join(map(str, missing))}.")
        for roll in table:
            if roll not in TWO_DICE:
                raise ValueError(f"The gem table has a value for {told(roll)}, but two dice show 2 to 12.")
            whole(table[roll], f"The value of a gem for a roll of {roll}", 0, MOST_WORTH)
        return dict(table)

    @asked
    def gem(self, table: Table = None) -> Dist[int]:
        """The value of one gem."""
        return TWO_DICE.map(self.gem_table(table).__getitem__)

    @asked
    def gems(self, k: int, table: Table = None, gem_roll: GemRoll = "each") -> Dist[int]:
        """The value of k gems together, each rolled for itself or all by one roll, as the option says (HAR-A8)."""
        whole(k, "The number of gems", 0, MOST_GEMS)
        if gem_roll == "each":
            return self.gem(table).times(k)
        return self.gem(table).map(lambda value: k * value)

    @asked
    def afford(self, deficit: int, k: int, table: Table = None, gem_roll: GemRoll = "each") -> Fraction:
        """The chance that k gems are worth the deficit (cost minus gold) or more."""
        whole(deficit, "The deficit")
        return self.gems(k, table, gem_roll).at_least(deficit)

    @asked
    def reroll(self, keep_from: int, table: Table = None) -> Dist[int]:
        """One gem that is rolled again if it is worth less than `keep_from`; the second roll stands."""
        whole(keep_from, "The least value to keep", 0)
        once = self.gem(table)
        return once.then(lambda value: Dist([value]) if value >= keep_from else once)

    @asked
    def favour(self, table: Table = None) -> Dist[int]:
        """One gem rolled twice, the higher value counts."""
        return self.gem(table).keep(2, 1)

    @asked
    def rolls_used(self, deficit: int, k: int, table: Table = None) -> Dist[int]:
        """How many of k gems are rolled, one after another, when rolling stops once the deficit is covered."""
        whole(deficit, "The deficit", 1)
        whole(k, "The number of gems", 1, MOST_GEMS)
        once = self.gem(table)
        covered = [self.gems(n, table).at_least(deficit) for n in range(k)]
        stops = {n: covered[n] - covered[n - 1] for n in range(1, k)} | {k: 1 - covered[k - 1]}
        scale = once.total**k
        return Dist({n: int(p * scale) for n, p in stops.items()})

    @asked
    def rolls_to_reach(self, cost: int, table: Table = None) -> Fraction:
        """The mean number of gems to roll until together they are worth the cost, gems without end.

        First-step equations: with p0 the chance of a worthless gem, E(n) (1 - p0) = 1 + sum p(v) E(n - v).
        """
        whole(cost, "The cost", 0, MOST_COST)
        once = self.gem(table)
        worthless = once.get(0, 0)
        if worthless == once.total:
            raise ValueError("With this table no gem is ever worth anything, so the cost is never reached.")
        means = [Fraction(0)]
        for left in range(1, cost + 1):
            later = sum((weight * means[max(0, left - value)] for value, weight in once.items() if value), Fraction(0))
            means.append((once.total + later) / (once.total - worthless))
        return means[cost]

    @asked
    def cash(self, k: int, gold: int = 0, table: Table = None, gem_roll: GemRoll = "each") -> Dist[int]:
        """Cash points of k gems and some gold: half of the sum, rounded down (HAR-11.5)."""
        whole(gold, "The gold", 0)
        return self.gems(k, table, gem_roll).map(lambda worth: cash_points(worth + gold))

    @asked
    def highest_shared(self, seats: int) -> Dist[int]:
        """How many seats share the highest roll for the first turn (HAR-1.8)."""
        self._seats(seats)
        shared = dict.fromkeys(range(1, seats + 1), 0)
        below = 0
        for ways in TWO_DICE.values():
            for k in shared:
                shared[k] += comb(seats, k) * ways**k * below ** (seats - k)
            below += ways
        return Dist(shared)

    @asked
    def first_tie(self, seats: int) -> Fraction:
        """The chance that two or more seats share the highest roll and must roll again (HAR-1.8)."""
        return self.highest_shared(seats).at_least(2)

    # -- decks (HAR-1, HAR-10) -----------------------------------------------------------------------

    def _seats(self, seats: int) -> None:
        whole(seats, "The number of seats", self.game.seats[0], self.game.seats[-1])

    @asked
    def dealt_from(self, seats: int) -> dict[str, int]:
        """The cards that an opening hand can hold: no At-once card, and one Guard for each seat is out already."""
        self._seats(seats)
        game = self.game
        cards = {card: n for card, n in game.master_counts.items() if game.kind[card] != "play_now"}
        cards["GUARD"] -= seats
        return cards

    @asked
    def opening(self, seats: int, kind: str) -> Dist[int]:
        """How many cards of a kind ("gold", "gem", "sultans_wrath", ...) an opening hand of 7 holds.

        At-once cards are replaced in the deal, so the hand is a uniform draw from the other cards.
        """
        game, cards = self.game, self.dealt_from(seats)
        good = sum(n for card, n in cards.items() if game.kind[card] == kind)
        if not good:
            raise ValueError(f"No opening hand holds a card of the kind {kind!r}.")
        return Dist.hypergeometric(sum(cards.values()), good, HAND)

    @asked
    def opening_without(self, seats: int, kind: str) -> list[Fraction]:
        """Card by card of an opening hand, the chance that no card so far is of this kind."""
        cards = sum(self.dealt_from(seats).values())
        good = self.opening(seats, kind).mean * cards / HAND
        chances = [Fraction(1)]
        for drawn in range(HAND):
            chances.append(chances[-1] * (cards - good - drawn) / (cards - drawn))
        return chances[1:]

    @asked
    def opening_gold(self, seats: int) -> Dist[int]:
        """How much the Gold cards of an opening hand are worth together."""
        game, cards = self.game, self.dealt_from(seats)
        counts = {game.money[card]: cards[card] for card in game.gold}
        values = (*counts, 0)
        others = sum(cards.values()) - sum(counts.values())
        hands = Dist.draws({**counts, 0: others}, HAND)
        return hands.map(lambda hand: sum(value * n for value, n in zip(values, hand, strict=True)))

    @asked
    def cheapest(self, draws: int) -> Dist[int]:
        """The lowest cost among the first `draws` companions of the full court deck."""
        costs = sorted(companion.base for companion in self.game.companions.values())
        whole(draws, "The number of draws", 1, len(costs))
        lowest: dict[int, int] = {}
        for place, cost in enumerate(costs):  # the cheapest is this one, the others come from those after it
            lowest[cost] = lowest.get(cost, 0) + comb(len(costs) - place - 1, draws - 1)
        return Dist(lowest)

    @asked
    def halves(self, seats: int) -> tuple[int, int]:
        """Cards in the top half, and in the bottom half with Shuffle the Deck in it (HAR-1.4, HAR-1.5)."""
        self._seats(seats)
        cards = sum(self.game.master_counts.values()) - len(PLAY_NOW_LEFT_OUT) - seats
        return cards // 2, cards - cards // 2 + 1

    @asked
    def replaced(self, seats: int) -> Dist[int]:
        """How many At-once cards the deal meets and replaces (negative hypergeometric)."""
        game, others = self.game, sum(self.dealt_from(seats).values())
        at_once = sum(game.master_counts[c] for c in game.stays) - len(PLAY_NOW_LEFT_OUT)
        dealt = HAND * seats
        return Dist(
            {m: comb(dealt - 1 + m, m) * comb(others - dealt + at_once - m, at_once - m) for m in range(at_once + 1)}
        )

    @asked
    def shuffle_comes(self, seats: int) -> Dist[int]:
        """With which draw from the master deck after the deal Shuffle the Deck comes, in the standard game."""
        top, bottom = self.halves(seats)

        def draws(met: int) -> Dist[int]:
            left_on_top = top - HAND * seats - met
            return Dist(range(left_on_top + 1, left_on_top + bottom + 1))

        return self.replaced(seats).then(draws)


published = HaremOdds()


def __getattr__(name: str) -> Any:
    """Asked of the module, they are those of the published card tables."""
    return getattr(published, name)


def __dir__() -> list[str]:
    return dir(published)
