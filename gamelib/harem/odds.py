"""Exact odds of Court: what a gem is worth, when a raid succeeds, what comes out of the decks.

Distributions are `Dist`s (integer weights), chances and means are Fractions. Every bad argument is a
ValueError with a plain sentence. Deck sizes and the gem table are those of the game's card tables
(`gamelib/harem/cards.toml`); a gem table of your own can be passed as a mapping roll -> value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from ..dist import Dist
from .setup import TWO_DICE

if TYPE_CHECKING:
    from . import Harem

Table: TypeAlias = Mapping[int, int] | str | None
Unguarded = Literal["roll", "automatic"]
Plan = Literal["steal", "break"]

HAND = 7
PLAY_NOW_LEFT_OUT = ("PN-SHUFFLE", "PN-OVER")
"""Taken out before the deal (HAR-1.3)."""


def court() -> Harem:
    """The game with its own card tables."""
    from .. import game

    return cast("Harem", game("harem"))


def _whole(number: object, words: str, least: int | None = None, most: int | None = None) -> None:
    whole = isinstance(number, int) and not isinstance(number, bool)
    if whole and (least is None or cast(int, number) >= least) and (most is None or cast(int, number) <= most):
        return
    wanted = "" if least is None else f" from {least} up" if most is None else f" from {least} to {most}"
    raise ValueError(f"{words} is a whole number{wanted}, not {number!r}.")


# -- gems (HAR-4.4) ------------------------------------------------------------------------------


def gem_table(table: Table = None) -> dict[int, int]:
    """Roll 2..12 -> value: the game's table A (also None), its table B, or the given mapping, checked."""
    if table is None or isinstance(table, str):
        tables = court().gem_tables
        if table is not None and table not in tables:
            raise ValueError(f"There is no gem table {table!r}; there are {' and '.join(tables)}.")
        return tables[table or "A"]
    if not isinstance(table, Mapping):
        raise ValueError(f"A gem table maps each roll from 2 to 12 to its value, not {table!r}.")
    missing = [roll for roll in TWO_DICE if roll not in table]
    if missing:
        raise ValueError(f"The gem table has no value for a roll of {', '.join(map(str, missing))}.")
    for roll in table:
        if roll not in TWO_DICE:
            raise ValueError(f"The gem table has a value for {roll!r}, but two dice show 2 to 12.")
        _whole(table[roll], f"The value of a gem for a roll of {roll}", 0)
    return dict(table)


def gem(table: Table = None) -> Dist[int]:
    """The value of one gem."""
    return TWO_DICE.map(gem_table(table).__getitem__)


def gems(k: int, table: Table = None) -> Dist[int]:
    """The value of k gems together, each rolled for itself (HAR-A8)."""
    _whole(k, "The number of gems", 0)
    return gem(table).times(k)


def afford(deficit: int, k: int, table: Table = None) -> Fraction:
    """The chance that k gems are worth the deficit (cost minus gold) or more."""
    _whole(deficit, "The deficit")
    return gems(k, table).at_least(deficit)


def reroll(keep_from: int, table: Table = None) -> Dist[int]:
    """One gem that is rolled again if it is worth less than `keep_from`; the second roll stands."""
    _whole(keep_from, "The least value to keep", 0)
    once = gem(table)
    return once.then(lambda value: Dist([value]) if value >= keep_from else once)


def favour(table: Table = None) -> Dist[int]:
    """One gem rolled twice, the higher value counts."""
    return gem(table).keep(2, 1)


def rolls_used(deficit: int, k: int, table: Table = None) -> Dist[int]:
    """How many of k gems are rolled, one after another, when rolling stops once the deficit is covered."""
    _whole(deficit, "The deficit", 1)
    _whole(k, "The number of gems", 1)
    once = gem(table)
    covered = [gems(n, table).at_least(deficit) for n in range(k)]
    stops = {n: covered[n] - covered[n - 1] for n in range(1, k)} | {k: 1 - covered[k - 1]}
    scale = once.total**k
    return Dist({n: int(p * scale) for n, p in stops.items()})


def rolls_to_reach(cost: int, table: Table = None) -> Fraction:
    """The mean number of gems to roll until together they are worth the cost, gems without end.

    First-step equations: with p0 the chance of a worthless gem, E(n) (1 - p0) = 1 + sum p(v) E(n - v).
    """
    _whole(cost, "The cost", 0)
    once = gem(table)
    worthless = once.get(0, 0)
    if worthless == once.total:
        raise ValueError("With this table no gem is ever worth anything, so the cost is never reached.")
    means = [Fraction(0)]
    for left in range(1, cost + 1):
        later = sum((weight * means[max(0, left - value)] for value, weight in once.items() if value), Fraction(0))
        means.append((once.total + later) / (once.total - worthless))
    return means[cost]


def cash(k: int, gold: int = 0, table: Table = None) -> Dist[int]:
    """Cash points of k gems and some gold: half of the sum, rounded down (HAR-11.5)."""
    _whole(gold, "The gold", 0)
    return gems(k, table).map(lambda worth: (worth + gold) // 2)


# -- raids (HAR-8.3, the guard table) ------------------------------------------------------------


@lru_cache(maxsize=1)
def difference() -> Dist[int]:
    """The raider's two dice minus the defender's two dice: -10 to 10, over 1296."""
    return TWO_DICE - TWO_DICE


def least_difference(modifier: int, guards: int, watchful: bool = False, plus_one: bool = False) -> int:
    """The smallest difference of the two rolls with which the raider wins.

    Each Guard adds 1 to the defence, and the first also wins the ties; a watchful companion adds 1 to
    the defence, a companion's help (`plus_one`) 1 to the raid.
    """
    _whole(modifier, "The modifier")
    _whole(guards, "The number of Guards", 0, 2)
    return guards + bool(guards) + bool(watchful) - modifier - bool(plus_one)


def least_needed(
    modifier: int,
    guards: int,
    watchful: bool = False,
    plus_one: bool = False,
    unguarded: Unguarded = "roll",
) -> int | None:
    """As `least_difference`; None where the raid succeeds without a roll (HAR-A1)."""
    if unguarded not in ("roll", "automatic"):
        raise ValueError(f"unguarded is 'roll' or 'automatic', not {unguarded!r}.")
    least = least_difference(modifier, guards, watchful, plus_one)
    return None if unguarded == "automatic" and not guards else least


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
    return Fraction(1) if least is None else difference().at_least(least)


def loot(gold: Sequence[int], limit: int) -> tuple[int, ...]:
    """The Gold cards worth most together within the limit; of equal sets the one with the fewest cards."""
    best: tuple[int, ...] = ()
    for chosen in range(1 << len(gold)):
        cards = tuple(value for i, value in enumerate(gold) if chosen >> i & 1)
        if sum(cards) <= limit and (sum(cards), -len(cards)) > (sum(best), -len(best)):
            best = cards
    return best


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
        raise ValueError(f"plan is 'steal' or 'break', not {plan!r}.")
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


def highest_shared(seats: int) -> Dist[int]:
    """How many seats share the highest roll for the first turn (HAR-1.8)."""
    _seats(seats)
    shared = dict.fromkeys(range(1, seats + 1), 0)
    below = 0
    for ways in TWO_DICE.values():
        for k in shared:
            shared[k] += comb(seats, k) * ways**k * below ** (seats - k)
        below += ways
    return Dist(shared)


def first_tie(seats: int) -> Fraction:
    """The chance that two or more seats share the highest roll and must roll again (HAR-1.8)."""
    return highest_shared(seats).at_least(2)


# -- decks (HAR-1, HAR-10) -----------------------------------------------------------------------


def _seats(seats: int) -> None:
    _whole(seats, "The number of seats", court().seats[0], court().seats[-1])


def dealt_from(seats: int) -> dict[str, int]:
    """The cards that an opening hand can hold: no At-once card, and one Guard for each seat is out already."""
    _seats(seats)
    game = court()
    cards = {card: n for card, n in game.master_counts.items() if game.kind[card] != "play_now"}
    cards["GUARD"] -= seats
    return cards


def opening(seats: int, kind: str) -> Dist[int]:
    """How many cards of a kind ("gold", "gem", "sultans_wrath", ...) an opening hand of 7 holds.

    At-once cards are replaced in the deal, so the hand is a uniform draw from the other cards.
    """
    game, cards = court(), dealt_from(seats)
    good = sum(n for card, n in cards.items() if game.kind[card] == kind)
    if not good:
        raise ValueError(f"No opening hand holds a card of the kind {kind!r}.")
    return Dist.hypergeometric(sum(cards.values()), good, HAND)


def opening_gold(seats: int) -> Dist[int]:
    """How much the Gold cards of an opening hand are worth together."""
    game, cards = court(), dealt_from(seats)
    counts = {game.money[card]: cards[card] for card in game.gold}
    values = (*counts, 0)
    others = sum(cards.values()) - sum(counts.values())
    hands = Dist.draws({**counts, 0: others}, HAND)
    return hands.map(lambda hand: sum(value * n for value, n in zip(values, hand, strict=True)))


def cheapest(draws: int) -> Dist[int]:
    """The lowest cost among the first `draws` companions of the full court deck."""
    costs = sorted(companion.base for companion in court().companions.values())
    _whole(draws, "The number of draws", 1, len(costs))
    lowest: dict[int, int] = {}
    for place, cost in enumerate(costs):  # the cheapest is this one, the others come from those after it
        lowest[cost] = lowest.get(cost, 0) + comb(len(costs) - place - 1, draws - 1)
    return Dist(lowest)


def halves(seats: int) -> tuple[int, int]:
    """Cards in the top half, and in the bottom half with Shuffle the Deck in it (HAR-1.4, HAR-1.5)."""
    _seats(seats)
    cards = sum(court().master_counts.values()) - len(PLAY_NOW_LEFT_OUT) - seats
    return cards // 2, cards - cards // 2 + 1


def replaced(seats: int) -> Dist[int]:
    """How many At-once cards the deal meets and replaces (negative hypergeometric)."""
    game, others = court(), sum(dealt_from(seats).values())
    at_once = sum(game.master_counts[c] for c in game.stays) - len(PLAY_NOW_LEFT_OUT)
    dealt = HAND * seats
    return Dist(
        {m: comb(dealt - 1 + m, m) * comb(others - dealt + at_once - m, at_once - m) for m in range(at_once + 1)}
    )


def shuffle_comes(seats: int) -> Dist[int]:
    """With which draw from the master deck after the deal Shuffle the Deck comes, in the standard game."""
    top, bottom = halves(seats)

    def draws(met: int) -> Dist[int]:
        left_on_top = top - HAND * seats - met
        return Dist(range(left_on_top + 1, left_on_top + bottom + 1))

    return replaced(seats).then(draws)
