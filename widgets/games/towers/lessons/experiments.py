"""The experiments of the lessons on Towers, and the positions of the game that they come up in."""

from __future__ import annotations

from bisect import bisect
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from random import Random

from plotly.graph_objects import Figure

from gamelib import Dist
from gamelib.bank.towers.endings import added_if_staying
from gamelib.bank.towers.tower_building import chain
from gamelib.games.towers.geometry import cells_to_mask
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.games.towers.tower_chain import WEIGHT_TOTAL
from gamelib.number_format import count_with_noun, format_chance

from ....lesson.experiment import Build, Experiment, Grow, Level, Path, Seen, Space, Twig, register_experiments
from ....page.corrected import game_here
from ..dashboards.flee_pictures import region_figure
from . import mini
from .chains import Node, chain_figure
from .games import NEVER, flee_after, flee_start, life_after, life_start

odds = game_here("towers").odds

# -- a tower that closes -------------------------------------------------------------------------

FROM = (7, 13, 19, 25, 31, 37)
"""Cards shown until a tower closes, in groups by their least number."""
GROUPS = {least: f"{least}–{after - 1}" for least, after in pairwise(FROM)} | {FROM[-1]: f"{FROM[-1]}+"}
CORNERS = cells_to_mask(["LG", "CG", "CE", "LE"])


@lru_cache(None)
def _life(adjacency: str) -> dict[int, tuple[int, Fraction]]:
    """Group -> its weight over STEP to the power of the last bound, and the mean of the cards shown in it."""
    layers = chain(adjacency, odds=odds).open_state_weights(FROM[-1] - 1)
    last = len(layers) - 1
    left = [sum(weights.values()) * WEIGHT_TOTAL ** (last - n) for n, weights in enumerate(layers)]
    groups = {}
    for least, after in pairwise(FROM):
        ends = {n: left[n - 1] - left[n] for n in range(least, after)}
        weight = sum(ends.values())
        groups[least] = weight, Fraction(sum(n * ways for n, ways in ends.items()), weight)
    to_come = chain(adjacency, odds=odds).mean_cards_to_come
    rest = sum((ways * to_come[mask] for mask, ways in layers[-1].items()), Fraction(0))
    groups[FROM[-1]] = left[-1], last + rest / left[-1]
    return groups


def _taken(mask: int) -> str:
    corners, edges = (mask & CORNERS).bit_count(), (mask & ~CORNERS).bit_count()
    named = [count_with_noun(n, kind) for n, kind in ((corners, "corner"), (edges, "edge")) if n]
    return f"{' and '.join(named)} taken" if named else "all cells free"


def life_paths(adjacency: str) -> list[Path]:
    """The waits for each next symbol, over the states in which a tower may wait for it."""
    towers = chain(adjacency, odds=odds)
    visited = towers.lumped_visit_probabilities()
    paths = []
    for size in towers.size_stats():
        waits = [
            (visited[mask], 1 / towers.p_fits(mask), mask)
            for mask in visited
            if mask.bit_count() == size.cards and towers.p_fits(mask)
        ]
        if not waits:
            continue
        told = "; ".join(
            f"{_taken(mask)}: {f'a card fits with {1 / wait}, so you wait {wait}' if wait > 1 else 'every card fits'}"
            for _, wait, mask in waits
        )
        summed = " + ".join(f"{p} × {wait}" for p, wait, _ in waits)
        paths.append(
            Path(f"with {count_with_noun(size.cards, 'symbol')}", size.mean_wait, summed, told, size.cards + 1)
        )
    return paths


def life_chain(adjacency: str) -> Figure:
    """The chain, towers that look alike as one state."""
    towers = chain(adjacency, odds=odds)
    moves = towers.lumped_transitions()
    nodes = {
        mask: Node(
            _taken(mask).removesuffix(" taken"),
            frozenset(n for n in range(8) if mask >> n & 1),
            row.get(mask, Fraction(0)),
            towers.geometry.is_closed_mask[mask],
        )
        for mask, row in moves.items()
    }
    edges = {(mask, after): p for mask, row in moves.items() for after, p in row.items() if after != mask}
    return chain_figure(nodes, edges, title=f"{len(nodes)} ways a tower can look, and where a card may take it")


def life_seen(rng: Random, adjacency: str) -> Seen:
    shown, ring = chain(adjacency, odds=odds).simulate_once(rng)
    pieces = {"card": count_with_noun(ring, "symbol"), "hit": True}, {"card": f"{shown - ring} lost"}
    return Seen(FROM[bisect(FROM, shown) - 1], pieces, f"closed with card {shown}")


def life_alike(adjacency: str) -> Dist[int]:
    """The cards shown, by their groups, for somebody who gives every card the chance of the second one."""
    tower = chain(adjacency, odds=odds)
    fits = tower.size_stats()[1].p_fits
    shown = dict.fromkeys(FROM, Fraction(0))
    for n in range(FROM[0], FROM[-1]):
        shown[FROM[bisect(FROM, n) - 1]] += sum(
            (
                p * comb(n - 1, size - 1) * fits**size * (1 - fits) ** (n - size)
                for size, p in tower.closing_size_probabilities.items()
                if n >= size
            ),
            Fraction(0),
        )
    shown[FROM[-1]] = 1 - sum(shown.values(), Fraction(0))
    scale = lcm(*(p.denominator for p in shown.values()))
    return Dist({least: int(p * scale) for least, p in shown.items()})


def life_build(adjacency: str) -> Build:
    """From the wait for one symbol to the whole life."""
    towers = chain(adjacency, odds=odds)
    p = Fraction(2, 8)
    first = next(size for size in towers.size_stats() if size.cards == 0)
    return Grow(
        "Grow the life of a tower from its waits.",
        (
            Level(
                "The tower is empty, and every card fits. How many cards do you wait for the first symbol?",
                str(first.mean_wait),
                (("0", "The card that fits counts too."), ("8", "Each of the eight alignments fits.")),
            ),
            Level(
                f"Now there is a symbol in a corner, and a card fits with probability {p}. How many cards do you wait "
                "on average?",
                str(1 / p),
                (
                    (str(p), "That is the probability. If one card in four fits, how many cards do you wait?"),
                    ("1", "You chose the most likely wait. The expected value counts the long waits too."),
                ),
            ),
            Level(
                "The expected wait is 1 divided by the probability. What if only one of eight alignments fits?",
                "8",
                (
                    ("1/8", "That is the probability. The expected wait is 1 divided by it."),
                    ("7", "Seven cards fail for each one that fits, but the one that fits counts too."),
                ),
            ),
            Level(
                "Some towers never get to a particular state. How does its wait count in the expected value?",
                "wait × share of towers that get there",
                (
                    ("wait", "Then towers that never look so would wait there as well."),
                    ("wait + share of towers that get there", "To weigh a wait with a share, multiply."),
                ),
            ),
        ),
    )


LIFE = Experiment(
    question="towers-life",
    outcomes=lambda adjacency: Dist({least: weight for least, (weight, _) in _life(adjacency).items()}),
    see=life_seen,
    build=life_build,
    mini=mini.tower,
    go="Fill a tower",
    what="cards shown until the tower closes",
    unit="cards",
    worth=lambda least, adjacency: _life(adjacency)[least][1],
    names=GROUPS,
    heaps={"Every card finds a cell": lambda adjacency: Dist([FROM[0]]), "Each card has the same chance": life_alike},
    paths=life_paths,
    drawn=life_chain,
    start=life_start,
    after=life_after,
)

# -- when to flee --------------------------------------------------------------------------------

DRAWS = {1: "first", 2: "second", 3: "third", NEVER: "none"}


def _flee_weight(draw: int, closers: int, unseen: int) -> Fraction:
    """The chance that this draw brings the first closer, or that none of three does."""
    missed = Fraction(1)
    for n in range(draw - 1):
        missed *= Fraction(unseen - closers - n, unseen - n)
    return missed if draw == NEVER else missed * Fraction(closers, unseen - draw + 1)


def flee_outcomes(closers: int, unseen: int, cards: int) -> Dist[int]:
    total = unseen * (unseen - 1) * (unseen - 2)
    return Dist({draw: int(total * _flee_weight(draw, closers, unseen)) for draw in DRAWS})


def flee_seen(rng: Random, closers: int, unseen: int, cards: int) -> Seen:
    drawn = [card < closers for card in rng.sample(range(unseen), CACHE_SIZE)]
    first = next((n for n, hit in enumerate(drawn, 1) if hit), NEVER)
    pieces = tuple({"card": "a closer" if hit else "harmless", "hit": hit} for hit in drawn)
    return Seen(first, pieces, "no closer came" if first == NEVER else f"card {first} was a closer")


def _draws(drawn: int, closers: int, unseen: int) -> tuple[Twig, Twig]:
    """The next card after so many harmless ones."""
    before, left = ("harmless",) * drawn, unseen - drawn
    return Twig("harmless", f"{left - closers}/{left}", before), Twig("a closer", f"{closers}/{left}", before, True)


def flee_build(closers: int, unseen: int, cards: int) -> Build:
    """The tree of three draws: the other gets no closer, or one."""
    rest = unseen - closers
    none = " × ".join(f"{rest - n}/{unseen - n}" for n in range(CACHE_SIZE))
    safe = 1 - p_closer_drawn(closers, unseen)
    most = CACHE_SIZE + cards
    return Grow(
        "Draw by draw, and then in cards.",
        (
            Level(
                f"{closers} of {unseen} cards are closers. What is the probability that the first card is harmless?",
                f"{rest}/{unseen}",
                (
                    (f"{closers}/{unseen}", "That is the probability that it is a closer."),
                    (f"{rest}/{rest + unseen}", f"There are {unseen} cards in all."),
                ),
                _draws(0, closers, unseen),
            ),
            Level(
                "It was harmless. And the second?",
                f"{rest - 1}/{unseen - 1}",
                (
                    (f"{rest}/{unseen}", "One card is gone, and it was a harmless one."),
                    (f"{rest}/{unseen - 1}", "One of the harmless cards is gone, too."),
                ),
                _draws(1, closers, unseen),
            ),
            Level(
                f"What is the probability that all {CACHE_SIZE} cards are harmless?",
                none,
                (
                    (none.replace("×", "+"), "All three have to be harmless: multiply."),
                    (f"({rest}/{unseen})^{CACHE_SIZE}", "Nothing is put back: the fractions change from card to card."),
                ),
                _draws(2, closers, unseen),
            ),
            Level(
                f"That is {safe}. Without a closer {CACHE_SIZE} cards come to you, with one {most}. The mean is then",
                f"{safe} × {CACHE_SIZE} + {1 - safe} × {most}",
                (
                    (f"({CACHE_SIZE} + {most}) / 2", "The two cases are not equally likely."),
                    (
                        f"{safe} × {most} + {1 - safe} × {CACHE_SIZE}",
                        "You swapped them: with a closer more cards come.",
                    ),
                    (f"{1 - safe} × {most}", "Without a closer cards come as well: those of your cache."),
                ),
            ),
        ),
        Space(
            "tree",
            f"The other draws {CACHE_SIZE} cards. What may come? Write a line of letters for each course: C "
            "for a closer, H "
            "for a harmless card. The first closer ends it: nothing stands behind a C.",
            ("C", "HC", "HHC", "HHH"),
        ),
    )


def flee_paths(closers: int, unseen: int, cards: int) -> list[Path]:
    rest = unseen - closers
    missed = [f"{rest - n}/{unseen - n}" for n in range(CACHE_SIZE)]
    paths = []
    for draw, name in DRAWS.items():
        p = _flee_weight(draw, closers, unseen)
        comes = draw != NEVER
        steps = [*missed[: draw - 1], f"{closers}/{unseen - draw + 1}"] if comes else missed
        added = CACHE_SIZE + cards * comes
        label = f"the {name} card is the first closer" if comes else "none of them is a closer"
        told = f"your {CACHE_SIZE} cards" + (f" and {cards} of the tower" if comes else " only")
        paths.append(Path(label, p * added, f"{' × '.join(steps)} × {added}", told, draw))
    return paths


LASTS = range(13)
MOST_CLOSERS = range(7)


def flee_region(closers: int, unseen: int, cards: int) -> Figure:
    """Where fleeing is right, with the position of the lesson framed."""
    gain = [[added_if_staying(u, unseen, cards) - CACHE_SIZE - last for u in MOST_CLOSERS] for last in LASTS]
    other = len(flee_start(closers, unseen, cards).state.balances[1])
    return region_figure(gain, LASTS, MOST_CLOSERS, marked=(other, closers))


FLEE = Experiment(
    question="towers-when-to-flee",
    outcomes=flee_outcomes,
    see=flee_seen,
    build=flee_build,
    mini=mini.flee,
    go="Let the other draw",
    what="card that is the first closer",
    unit="cards that come to your debt",
    worth=lambda draw, closers, unseen, cards: Fraction(CACHE_SIZE + cards * (draw != NEVER)),
    names=DRAWS,
    heaps={
        "The closer is sure to come": lambda closers, unseen, cards: flee_outcomes(closers, unseen, cards).given(
            lambda draw: draw != NEVER
        ),
        "The closer will not come": lambda closers, unseen, cards: Dist([NEVER]),
    },
    paths=flee_paths,
    drawn=flee_region,
    headline=lambda closers, unseen, cards: (
        f"The probability of a closer is {format_chance(p_closer_drawn(closers, unseen))}"
    ),
    start=flee_start,
    after=flee_after,
)

register_experiments("towers", {"life": LIFE, "flee": FLEE})
