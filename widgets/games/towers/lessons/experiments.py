"""Experiments of the lessons on Towers, with their positions in the game."""

from __future__ import annotations

from bisect import bisect
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, lcm
from random import Random

from plotly.graph_objects import Figure

from gamelib import Dist
from gamelib.bank.towers.endings import mean_cards_added_if_staying
from gamelib.bank.towers.tower_building import tower_chain_with_adjacency
from gamelib.games.towers.geometry import cells_to_mask
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.games.towers.tower_chain import WEIGHT_TOTAL
from gamelib.number_format import count_with_noun, format_chance

from ....lesson.experiment import (
    AnswerTerm,
    BuildTreeTask,
    ChoiceQuestion,
    Experiment,
    ExplainTask,
    SampleSpacePrompt,
    TreeBranch,
    Trial,
    register_experiments,
)
from ....page.card_overrides import game_with_served_cards
from ..dashboards.flee_figures import decision_region_figure
from . import mini_games
from .markov_chain_figure import TowerChainState, chain_figure
from .positions import (
    NO_CLOSER,
    first_choice_of_tall_tower_game,
    position_after_stay_and_draws,
    position_after_tower_symbol,
    position_before_flee_or_stay,
)

odds = game_with_served_cards("towers").odds

# -- a tower that closes -------------------------------------------------------------------------

LIFE_GROUP_STARTS = (7, 13, 19, 25, 31, 37)
"""Groups of the number of cards until a tower closes, by their smallest number."""
GROUPS = {least: f"{least}–{after - 1}" for least, after in pairwise(LIFE_GROUP_STARTS)} | {
    LIFE_GROUP_STARTS[-1]: f"{LIFE_GROUP_STARTS[-1]}+"
}
CORNERS = cells_to_mask(["LG", "CG", "CE", "LE"])


@lru_cache(None)
def _life(adjacency: str) -> dict[int, tuple[int, Fraction]]:
    """Return the weight and the mean number of cards for each group. The weights sum to a power of WEIGHT_TOTAL."""
    layers = tower_chain_with_adjacency(adjacency, odds=odds).open_state_weights(LIFE_GROUP_STARTS[-1] - 1)
    last = len(layers) - 1
    left = [sum(weights.values()) * WEIGHT_TOTAL ** (last - n) for n, weights in enumerate(layers)]
    groups = {}
    for least, after in pairwise(LIFE_GROUP_STARTS):
        ends = {n: left[n - 1] - left[n] for n in range(least, after)}
        weight = sum(ends.values())
        groups[least] = weight, Fraction(sum(n * ways for n, ways in ends.items()), weight)
    to_come = tower_chain_with_adjacency(adjacency, odds=odds).mean_cards_to_come
    rest = sum((ways * to_come[mask] for mask, ways in layers[-1].items()), Fraction(0))
    groups[LIFE_GROUP_STARTS[-1]] = left[-1], last + rest / left[-1]
    return groups


def _taken(mask: int) -> str:
    corners, edges = (mask & CORNERS).bit_count(), (mask & ~CORNERS).bit_count()
    named = [count_with_noun(n, kind) for n, kind in ((corners, "corner"), (edges, "edge")) if n]
    return f"{' and '.join(named)} taken" if named else "all cells free"


def mean_tower_life_terms_by_size(adjacency: str) -> list[AnswerTerm]:
    """Return a term for each number of symbols on the tower: the mean wait, averaged over the tower's states."""
    towers = tower_chain_with_adjacency(adjacency, odds=odds)
    visited = towers.visit_probability_by_lumped_state()
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
            AnswerTerm(f"with {count_with_noun(size.cards, 'symbol')}", size.mean_wait, summed, told, size.cards + 1)
        )
    return paths


def tower_life_chain_figure(adjacency: str) -> Figure:
    """Draw the Markov chain of a tower. Equivalent towers are one state."""
    towers = tower_chain_with_adjacency(adjacency, odds=odds)
    moves = towers.lumped_transitions()
    nodes = {
        mask: TowerChainState(
            _taken(mask).removesuffix(" taken"),
            frozenset(n for n in range(8) if mask >> n & 1),
            row.get(mask, Fraction(0)),
            towers.geometry.is_closed_mask[mask],
        )
        for mask, row in moves.items()
    }
    edges = {(mask, after): p for mask, row in moves.items() for after, p in row.items() if after != mask}
    return chain_figure(nodes, edges, title=f"{len(nodes)} states of a tower, and the states that a card can lead to")


def simulate_tower_life(rng: Random, adjacency: str) -> Trial[int]:
    """Play one tower until it closes."""
    shown, ring = tower_chain_with_adjacency(adjacency, odds=odds).simulate_until_closed(rng)
    pieces = {"card": count_with_noun(ring, "symbol"), "hit": True}, {"card": f"{shown - ring} lost"}
    return Trial(LIFE_GROUP_STARTS[bisect(LIFE_GROUP_STARTS, shown) - 1], pieces, f"closed by card {shown}")


def tower_life_distribution_with_constant_probability(adjacency: str) -> Dist[int]:
    """Return the distribution of the number of cards if each card fitted with the second card's probability."""
    tower = tower_chain_with_adjacency(adjacency, odds=odds)
    fits = tower.size_stats()[1].p_fits
    shown = dict.fromkeys(LIFE_GROUP_STARTS, Fraction(0))
    for n in range(LIFE_GROUP_STARTS[0], LIFE_GROUP_STARTS[-1]):
        shown[LIFE_GROUP_STARTS[bisect(LIFE_GROUP_STARTS, n) - 1]] += sum(
            (
                p * comb(n - 1, size - 1) * fits**size * (1 - fits) ** (n - size)
                for size, p in tower.closing_size_probabilities.items()
                if n >= size
            ),
            Fraction(0),
        )
    shown[LIFE_GROUP_STARTS[-1]] = 1 - sum(shown.values(), Fraction(0))
    scale = lcm(*(p.denominator for p in shown.values()))
    return Dist({least: int(p * scale) for least, p in shown.items()})


def mean_tower_life_task(adjacency: str) -> ExplainTask:
    """Return the task to compose the mean life of a tower from the mean waits for single symbols."""
    towers = tower_chain_with_adjacency(adjacency, odds=odds)
    p = Fraction(2, 8)
    first = next(size for size in towers.size_stats() if size.cards == 0)
    return BuildTreeTask(
        "Build the expected value from the waits.",
        (
            ChoiceQuestion(
                "The tower is empty, and every card fits. How many cards do you wait for the first symbol?",
                str(first.mean_wait),
                (("0", "The card that fits counts too."), ("8", "Each of the eight alignments fits.")),
            ),
            ChoiceQuestion(
                f"Now there is a symbol in a corner, and a card fits with probability {p}. How many cards do you wait "
                f"for on average?",
                str(1 / p),
                (
                    (str(p), "You gave the probability. If one card in four fits, how many cards do you wait for?"),
                    ("1", "You chose the most likely wait. The expected value counts the long waits too."),
                ),
            ),
            ChoiceQuestion(
                "The expected wait is 1 divided by the probability. What if only one of eight alignments fits?",
                "8",
                (
                    ("1/8", "You gave the probability. The expected wait is 1 divided by it."),
                    ("7", "Seven cards fail for each one that fits, but the one that fits counts too."),
                ),
            ),
            ChoiceQuestion(
                "Some towers never get to a particular state. How does its wait count in the expected value?",
                "wait × proportion of towers that get there",
                (
                    ("wait", "Then towers that never get to this state would wait there too."),
                    ("wait + proportion of towers that get there", "To weight a wait by a proportion, multiply."),
                ),
            ),
        ),
    )


LIFE = Experiment(
    question_id="towers-life",
    exact_distribution=lambda adjacency: Dist({least: weight for least, (weight, _) in _life(adjacency).items()}),
    run_trial=simulate_tower_life,
    explain_task=mean_tower_life_task,
    mini_game_view=mini_games.choose_tower_cells_game,
    run_button_label="Fill a tower",
    outcome_label="cards shown until the tower closes",
    unit="cards",
    outcome_value=lambda least, adjacency: _life(adjacency)[least][1],
    outcome_names=GROUPS,
    misconception_distributions={
        "Every card fits": lambda adjacency: Dist([LIFE_GROUP_STARTS[0]]),
        "Each card has the same probability": tower_life_distribution_with_constant_probability,
    },
    answer_terms=mean_tower_life_terms_by_size,
    explanation_figure=tower_life_chain_figure,
    start_position=first_choice_of_tall_tower_game,
    position_after=position_after_tower_symbol,
)

# -- when to flee --------------------------------------------------------------------------------

DRAWS = {1: "first", 2: "second", 3: "third", NO_CLOSER: "none"}


def _flee_weight(draw: int, closers: int, unseen: int) -> Fraction:
    """Return the probability that this draw is the first closer. NO_CLOSER means that no draw is a closer."""
    missed = Fraction(1)
    for n in range(draw - 1):
        missed *= Fraction(unseen - closers - n, unseen - n)
    return missed if draw == NO_CLOSER else missed * Fraction(closers, unseen - draw + 1)


def first_closing_card_distribution(closers: int, unseen: int, cards: int) -> Dist[int]:
    """Return the distribution of the number of the first draw that closes the tower."""
    total = unseen * (unseen - 1) * (unseen - 2)
    return Dist({draw: int(total * _flee_weight(draw, closers, unseen)) for draw in DRAWS})


def simulate_draws_until_closer(rng: Random, closers: int, unseen: int, cards: int) -> Trial[int]:
    """Draw the cards after a decision to stay, and look for one that closes the tower."""
    drawn = [card < closers for card in rng.sample(range(unseen), CACHE_SIZE)]
    first = next((n for n, hit in enumerate(drawn, 1) if hit), NO_CLOSER)
    pieces = tuple({"card": "a closer" if hit else "harmless", "hit": hit} for hit in drawn)
    return Trial(first, pieces, "no closer was drawn" if first == NO_CLOSER else f"card {first} was a closer")


def _draws(drawn: int, closers: int, unseen: int) -> tuple[TreeBranch, TreeBranch]:
    """Return the tree branches for the next card, after a number of cards that do not close the tower."""
    before, left = ("harmless",) * drawn, unseen - drawn
    return TreeBranch("harmless", f"{left - closers}/{left}", before), TreeBranch(
        "a closer", f"{closers}/{left}", before, True
    )


def p_no_closer_tree_task(closers: int, unseen: int, cards: int) -> ExplainTask:
    """Return the explain task with a tree of three draws, in which the other player may draw a closing card."""
    rest = unseen - closers
    none = " × ".join(f"{rest - n}/{unseen - n}" for n in range(CACHE_SIZE))
    safe = 1 - p_closer_drawn(closers, unseen)
    most = CACHE_SIZE + cards
    return BuildTreeTask(
        "Go draw by draw. Then count the cards.",
        (
            ChoiceQuestion(
                f"{closers} of {unseen} cards are closers. What is the probability that the first card is harmless?",
                f"{rest}/{unseen}",
                (
                    (f"{closers}/{unseen}", "You gave the probability that it is a closer."),
                    (f"{rest}/{rest + unseen}", f"There are {unseen} cards in all."),
                ),
                _draws(0, closers, unseen),
            ),
            ChoiceQuestion(
                "The first card was harmless. What is the probability that the second card is harmless?",
                f"{rest - 1}/{unseen - 1}",
                (
                    (f"{rest}/{unseen}", "One card is gone, and it was harmless."),
                    (f"{rest}/{unseen - 1}", "One of the harmless cards is gone, too."),
                ),
                _draws(1, closers, unseen),
            ),
            ChoiceQuestion(
                f"What is the probability that all {CACHE_SIZE} cards are harmless?",
                none,
                (
                    (none.replace("×", "+"), "All three have to be harmless. Multiply."),
                    (
                        f"({rest}/{unseen})^{CACHE_SIZE}",
                        "The cards are not put back, so the fractions change from card to card.",
                    ),
                ),
                _draws(2, closers, unseen),
            ),
            ChoiceQuestion(
                f"That is {safe}. You get {CACHE_SIZE} cards without a closer, and {most} with one. What is the mean?",
                f"{safe} × {CACHE_SIZE} + {1 - safe} × {most}",
                (
                    (f"({CACHE_SIZE} + {most}) / 2", "The two cases are not equally likely."),
                    (
                        f"{safe} × {most} + {1 - safe} × {CACHE_SIZE}",
                        "You swapped the two cases. With a closer, you get more cards.",
                    ),
                    (f"{1 - safe} × {most}", "Without a closer, you still get the cards of your cache."),
                ),
            ),
        ),
        SampleSpacePrompt(
            "tree",
            f"The other player draws up to {CACHE_SIZE} cards. What can happen? Write one line for each path: C for a "
            "closer, H for a harmless card. After a C, there are no more draws.",
            ("C", "HC", "HHC", "HHH"),
        ),
    )


def mean_staying_cards_terms_by_closing_draw(closers: int, unseen: int, cards: int) -> list[AnswerTerm]:
    """Return the places of the first closer, each with its part of the mean number of cards added by staying."""
    rest = unseen - closers
    missed = [f"{rest - n}/{unseen - n}" for n in range(CACHE_SIZE)]
    paths = []
    for draw, name in DRAWS.items():
        p = _flee_weight(draw, closers, unseen)
        comes = draw != NO_CLOSER
        steps = [*missed[: draw - 1], f"{closers}/{unseen - draw + 1}"] if comes else missed
        added = CACHE_SIZE + cards * comes
        label = f"the {name} card is the first closer" if comes else "none of them is a closer"
        told = f"your {CACHE_SIZE} cards" + (f" and {cards} of the tower" if comes else " only")
        paths.append(AnswerTerm(label, p * added, f"{' × '.join(steps)} × {added}", told, draw))
    return paths


OTHER_BALANCES = range(13)
MAX_CLOSERS = range(7)


def flee_region_figure(closers: int, unseen: int, cards: int) -> Figure:
    """Draw the region in which fleeing is better. The position of the lesson has a frame."""
    gain = [
        [mean_cards_added_if_staying(u, unseen, cards) - CACHE_SIZE - last for u in MAX_CLOSERS]
        for last in OTHER_BALANCES
    ]
    other = len(position_before_flee_or_stay(closers, unseen, cards).state.balances[1])
    return decision_region_figure(gain, OTHER_BALANCES, MAX_CLOSERS, framed_cell=(other, closers))


FLEE = Experiment(
    question_id="towers-when-to-flee",
    exact_distribution=first_closing_card_distribution,
    run_trial=simulate_draws_until_closer,
    explain_task=p_no_closer_tree_task,
    mini_game_view=mini_games.flee_game,
    run_button_label="Let the other player draw",
    outcome_label="card that is the first closer",
    unit="cards added to your debt",
    outcome_value=lambda draw, closers, unseen, cards: Fraction(CACHE_SIZE + cards * (draw != NO_CLOSER)),
    outcome_names=DRAWS,
    misconception_distributions={
        "A closer is certain to be drawn": lambda closers, unseen, cards: first_closing_card_distribution(
            closers, unseen, cards
        ).given(lambda draw: draw != NO_CLOSER),
        "A closer is never drawn": lambda closers, unseen, cards: Dist([NO_CLOSER]),
    },
    answer_terms=mean_staying_cards_terms_by_closing_draw,
    explanation_figure=flee_region_figure,
    chart_caption=lambda closers, unseen, cards: (
        f"The probability of a closer is {format_chance(p_closer_drawn(closers, unseen))}"
    ),
    start_position=position_before_flee_or_stay,
    position_after=position_after_stay_and_draws,
)

register_experiments("towers", {"life": LIFE, "flee": FLEE})
