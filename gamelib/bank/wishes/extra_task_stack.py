"""Questions about the Extra Task stack: ranks, tie-breaking, and the value of a look at a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import TypeAlias

from ...dist import Dist
from ...games.wishes.card_tables import TaskCard
from ...games.wishes.odds import EXAMPLE_HAND, EXAMPLE_STACK, WishesOdds, published_odds
from ..entries import OwnCode
from .plates_and_wares import card_adding_plate_count


def task_card_by_name(odds: WishesOdds = published_odds) -> dict[str, TaskCard]:
    """Return the task cards of the game by name."""
    return odds.tables.tasks


def points_by_rank(odds: WishesOdds = published_odds) -> dict[int, int]:
    """Return the points for each rank in the stack."""
    return {place: points for place, (points, _) in enumerate(odds.tables.places, 1)}


def total_hearts(cards: Collection[str], odds: WishesOdds = published_odds) -> int:
    """Return the total number of hearts of some cards."""
    return sum(task_card_by_name(odds)[card].hearts for card in cards)


def rank_of_kind(sums: dict[str, int], kind: str, ahead: Collection[str]) -> int:
    """Return the rank of a kind of task by its hearts, or 0 without hearts. In a tie, the kinds in `ahead` win."""
    mine = sums.get(kind, 0)
    better = sum(total > mine or (total == mine and name in ahead) for name, total in sums.items() if name != kind)
    return better + 1 if mine else 0


@lru_cache(64)
def rank_dist_of_kind_by_listing(
    cards: int, own: tuple[str, ...], hand: tuple[str, ...], kind: str, ahead: str, odds: WishesOdds = published_odds
) -> Dist[int]:
    """Return the distribution of a kind's rank over all stacks. Cards of the same kind with equal hearts are merged."""
    pool = Counter((t.kind, t.hearts) for name, t in task_card_by_name(odds).items() if name not in (*own, *hand))
    places: Counter[int] = Counter()
    for drawn, ways in Dist.draws(pool, cards).items():
        sums: dict[str, int] = {}
        for card in own:
            sums[task_card_by_name(odds)[card].kind] = (
                sums.get(task_card_by_name(odds)[card].kind, 0) + task_card_by_name(odds)[card].hearts
            )
        for (name, hearts), n in zip(pool, drawn, strict=True):
            if n:
                sums[name] = sums.get(name, 0) + n * hearts
        places[rank_of_kind(sums, kind, (ahead,))] += ways
    return Dist(places)


def draw_rank_of_kind(
    rng: Random,
    cards: int,
    own: tuple[str, ...],
    hand: tuple[str, ...],
    kind: str,
    ahead: str,
    odds: WishesOdds = published_odds,
) -> int:
    """Draw a random stack and return the rank of the kind in it."""
    sums: dict[str, int] = {}
    rest = [name for name in task_card_by_name(odds) if name not in (*own, *hand)]
    for card in (*own, *rng.sample(rest, cards)):
        sums[task_card_by_name(odds)[card].kind] = (
            sums.get(task_card_by_name(odds)[card].kind, 0) + task_card_by_name(odds)[card].hearts
        )
    return rank_of_kind(sums, kind, (ahead,))


# -- the price of priority in a tie --------------------------------------------------------------------


def own_kind_rank_dist(cards: int, ahead: str, odds: WishesOdds = published_odds) -> Dist[int]:
    """Return the distribution of the rank of your kind in a random stack."""
    return odds.random_stack_place(cards, kinds_ahead_on_ties=() if ahead == "nobody" else (ahead,))


def mean_rank_points_by_listing(cards: int, ahead: str, odds: WishesOdds = published_odds) -> Fraction:
    """Compute the mean points by a second method: list all stacks by kinds and hearts."""
    return odds.mean_place_points(
        rank_dist_of_kind_by_listing(cards, EXAMPLE_STACK, EXAMPLE_HAND, "Music", ahead, odds)
    )


PRIORITY = OwnCode(
    answer=lambda cards, ahead, odds: odds.mean_place_points(own_kind_rank_dist(cards, ahead, odds)),
    answer_by_second_method=mean_rank_points_by_listing,
    run_trial=lambda rng, cards, ahead, odds: points_by_rank(odds).get(
        draw_rank_of_kind(rng, cards, EXAMPLE_STACK, EXAMPLE_HAND, "Music", ahead, odds), 0
    ),
    text_values=lambda cards, ahead, odds: {
        "price": odds.mean_place_points(own_kind_rank_dist(cards, "nobody", odds))
        - odds.mean_place_points(own_kind_rank_dist(cards, ahead, odds))
    },
)

# -- the card that the rival put into the stack ----------------------------------------------------------


def unseen_task_counts_by_kind_in_example(odds: WishesOdds = published_odds) -> Counter[str]:
    """Return the number of unknown task cards of each kind in the example."""
    return Counter(
        task.kind for name, task in task_card_by_name(odds).items() if name not in (*EXAMPLE_STACK, *EXAMPLE_HAND)
    )


# -- solo game: the number of hearts that is enough --------------------------------------------------------

PlusSeparatedHearts: TypeAlias = str
"""Hearts of cards, card by card, for example "4+3"."""
OWN = ("3", "4", "3+2", "3+3", "4+3", "4+4", "4+4+3")
"""Hearts of the music cards in the stack, card by card."""


def music_cards_with_hearts(own_hearts: PlusSeparatedHearts, odds: WishesOdds = published_odds) -> tuple[str, ...]:
    """Return music cards with these numbers of hearts. Raise ValueError if the card tables have too few.

    >>> music_cards_with_hearts("4+3")
    ('T47', 'T45')
    """
    chosen: list[str] = []
    for hearts in map(int, own_hearts.split("+")):
        can = (name for name, task in task_card_by_name(odds).items() if (task.kind, task.hearts) == ("Music", hearts))
        card = next((name for name in can if name not in chosen), None)
        if card is None:
            raise ValueError(f"There are no music cards with {own_hearts} hearts.")
        chosen.append(card)
    return tuple(chosen)


def p_music_leads_stack(own_hearts: PlusSeparatedHearts, odds: WishesOdds = published_odds) -> Fraction:
    """Return the probability that your cards have the first rank in the stack if the other cards are random."""
    return odds.rank_of_kind_in_solo(music_cards_with_hearts(own_hearts, odds), card_adding_plate_count(odds)).p(1)


def music_card_count_outside_stack(own_hearts: PlusSeparatedHearts, odds: WishesOdds = published_odds) -> int:
    """Return the number of music cards outside the stack."""
    return sum(task.kind == "Music" for task in task_card_by_name(odds).values()) - len(
        music_cards_with_hearts(own_hearts, odds)
    )


@lru_cache(16)
def p_music_leads_by_counting(own_hearts: PlusSeparatedHearts, odds: WishesOdds = published_odds) -> Fraction:
    """Compute `p_music_leads_stack` by a second method.

    Count the stacks in which no other kind has more hearts than music.
    """
    cards, added = music_cards_with_hearts(own_hearts, odds), card_adding_plate_count(odds)
    rest = [task for name, task in task_card_by_name(odds).items() if name not in cards]
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # cards of music, hearts
    for task in rest:
        if task.kind == "Music":
            for (n, hearts), count in list(ways.items()):
                ways[n + 1, hearts + task.hearts] = ways.get((n + 1, hearts + task.hearts), 0) + count
    base = total_hearts(cards, odds)
    good = 0
    limits: dict[int, dict[int, int]] = {}  # maximum number of hearts -> stacks of the other kinds, by number of cards
    for (n, hearts), count in ways.items():
        if n > added:
            continue
        most = base + hearts
        if most not in limits:
            total = {0: 1}
            for kind in odds.tables.kinds:
                if kind == "Music":
                    continue
                few: dict[int, int] = {}
                values = [task.hearts for task in rest if task.kind == kind]
                for mask in range(1 << len(values)):
                    chosen = [value for i, value in enumerate(values) if mask >> i & 1]
                    if sum(chosen) <= most:
                        few[len(chosen)] = few.get(len(chosen), 0) + 1
                joint: dict[int, int] = {}
                for a, x in total.items():
                    for b, y in few.items():
                        joint[a + b] = joint.get(a + b, 0) + x * y
                total = joint
            limits[most] = total
        good += count * limits[most].get(added - n, 0)
    return Fraction(good, comb(len(rest), added))


@lru_cache(16)
def p_music_ranks_at_least_tea(own_hearts: PlusSeparatedHearts, odds: WishesOdds = published_odds) -> Fraction:
    """Return the probability that tea does not have a better rank than music."""
    cards, added = music_cards_with_hearts(own_hearts, odds), card_adding_plate_count(odds)
    pool = Counter((t.kind, t.hearts) for name, t in task_card_by_name(odds).items() if name not in cards)
    tea, music = (odds.heart_sum_ways_by_cards(pool, kind, added) for kind in ("Tea", "Music"))
    rest = sum(pool.values()) - sum(n for (kind, _), n in pool.items() if kind in ("Tea", "Music"))
    base = total_hearts(cards, odds)
    good = sum(
        x * y * comb(rest, added - a - b)
        for a, row in enumerate(tea)
        for t, x in row.items()
        for b, line in enumerate(music[: added - a + 1])
        for m, y in line.items()
        if t <= base + m
    )
    return Fraction(good, comb(sum(pool.values()), added))


SAFE = OwnCode(
    answer=p_music_leads_stack,
    answer_by_second_method=p_music_leads_by_counting,
    run_trial=lambda rng, own_hearts, odds: (
        draw_rank_of_kind(
            rng, card_adding_plate_count(odds), music_cards_with_hearts(own_hearts, odds), (), "Music", "", odds
        )
        == 1
    ),
    mistakes={"given-for-any": p_music_ranks_at_least_tea},
    text_values=lambda own_hearts, odds: {
        "grows": Fraction(
            music_card_count_outside_stack(own_hearts, odds),
            len(task_card_by_name(odds)) - len(music_cards_with_hearts(own_hearts, odds)),
        )
    },
    chart_data=lambda own_hearts, odds: {
        "series": {
            "mean points": [
                (
                    sum(map(int, name.split("+"))),
                    odds.mean_place_points(
                        odds.rank_of_kind_in_solo(music_cards_with_hearts(name, odds), card_adding_plate_count(odds))
                    ),
                )
                for name in OWN
            ]
        }
    },
)

# -- the value of a look -----------------------------------------------------------------------------------------


def mean_peek_gain_by_listing(cards: int, odds: WishesOdds = published_odds) -> Fraction:
    """Compute the mean gain of a look by a second method: list all stacks, with an Orderly on tea."""
    return points_by_rank(odds)[1] - odds.mean_place_points(
        rank_dist_of_kind_by_listing(cards, (), (), "Tea", "", odds)
    )


def draw_peek_gain(rng: Random, cards: int, odds: WishesOdds = published_odds) -> int:
    """Draw a random stack. Return the gain in points from a look at the stack, compared with an Orderly on tea."""
    return points_by_rank(odds)[1] - points_by_rank(odds).get(draw_rank_of_kind(rng, cards, (), (), "Tea", "", odds), 0)


PEEK = OwnCode(
    answer=lambda cards, odds: odds.peek_gain(cards),
    answer_by_second_method=mean_peek_gain_by_listing,
    run_trial=draw_peek_gain,
)

OWN_CODE: dict[str, OwnCode] = {"wishes-priority": PRIORITY, "wishes-solo-hearts": SAFE, "wishes-peek": PEEK}
