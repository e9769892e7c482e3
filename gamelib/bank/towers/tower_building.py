"""Questions about building towers: fitting cards, the cost of a turn, and the closing of a tower."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from random import Random
from typing import Any

from ...games.towers.board_odds import (
    SAMPLE_BOARDS,
    SuitPlacementProcess,
    alignments_fitting_single_symbol,
    first_card_cell,
    max_suit_cards_on_tower,
    min_debt_dist_of_random_cache,
    min_opening_debt_dist,
    p_second_card_fits,
    random_cache_debt_by_engine,
    suit_cards_fitting_own_tower,
    suit_cards_fitting_own_tower_enumerated,
)
from ...games.towers.geometry import ALL_CELLS, CELL_NUMBER, CELL_OFFSETS, CELLS, card_centre, cells_to_mask
from ...games.towers.odds import TowersOdds, published_odds
from ...games.towers.state import CACHE_SIZE
from ...games.towers.tower_chain import TowerChain, closed_tower_cards_received_dist
from ...games.towers.turn_planner import least_debt
from ..entries import OwnCode
from .deal import draw_random_cards


def _least(mask: int, held: list[str], side: str, odds: TowersOdds = published_odds) -> int:
    game = odds.game
    return least_debt(
        [mask] * len(game.suits),
        held,
        odds.two_seat_placement_tables().rows[side == "B"],
        game.matching_tower,
        odds.two_seat_placement_tables().geometry.is_closed_mask,
    )


# -- 6 the first cache ----------------------------------------------------------------------------


def _first_cache_counted(side: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the answer by a second method: count the first caches with a match.

    Cards of two suits give two matches on empty towers, so the method tries only triples of one suit.
    """
    fits = [odds.game.geometry().open_cell_masks[(a + 4 * (side == "B")) % 8] for a in ALL_CELLS]
    triples = good = 0
    for a in ALL_CELLS:
        for b in range(a):
            for c in range(b):
                triples += 1
                pairs = [(x, y) for x in (a, b, c) for y in (a, b, c) if x != y]
                good += any(fits[y][1 << cell] for x, y in pairs for cell in ALL_CELLS if fits[x][0] >> cell & 1)
    suits, caches = len(odds.game.suits), comb(len(odds.game.playing_cards), CACHE_SIZE)
    return 1 - Fraction(suits * (triples - good), caches)


FIRST_CACHE = OwnCode(
    answer=lambda side, odds: min_opening_debt_dist(side == "B", odds).p(0),
    answer_by_second_method=_first_cache_counted,
    run_trial=lambda rng, side, odds: _least(0, draw_random_cards(rng, odds=odds), side, odds) == 0,
    chart_data=lambda side, odds: {"dist": min_opening_debt_dist(side == "B", odds)},
)

# -- 7 edge or corner -----------------------------------------------------------------------------

SHOWN = {"edge": "NG", "corner": "CG"}


def _fits_shown(shown: str, odds: TowersOdds = published_odds) -> Fraction:
    return (
        p_second_card_fits(odds)
        if shown == "random"
        else Fraction(len(alignments_fitting_single_symbol(SHOWN[shown], odds)), 8)
    )


def _fits_by_rectangles(shown: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the share of fits by a second method: card rectangles, and the symbols that they cover.

    The method does not use the tables of the game.
    """
    if shown != "random":
        return _share_beside([CELL_NUMBER[SHOWN[shown]]], odds)
    total = Fraction(0)
    for first in ALL_CELLS:
        cells = [p for p in ALL_CELLS if _is_free(first, p, [], odds)]
        total += sum((_share_beside([cell], odds) for cell in cells), Fraction(0)) / len(cells) / 8
    return total


def _is_free(lying: int, cell: int, symbols: list[int], odds: TowersOdds = published_odds) -> bool:
    """Return whether a card fits, based on the symbols that its rectangle covers."""
    size, centre = odds.game.card_sizes[0], card_centre(cell, lying)
    hidden = size.is_symbol_covered(centre, (0, 0)) or any(
        size.is_symbol_covered(centre, CELL_OFFSETS[q]) for q in symbols
    )
    return cell not in symbols and not hidden and (not symbols or any((cell - q) % 8 in (1, 7) for q in symbols))


def _share_beside(symbols: list[int], odds: TowersOdds = published_odds) -> Fraction:
    """Return the share of alignments that fit on a tower with these symbols, based on rectangles."""
    return Fraction(sum(any(_is_free(a, p, symbols, odds) for p in ALL_CELLS) for a in ALL_CELLS), 8)


def _fits_trial(rng: Random, shown: str, odds: TowersOdds = published_odds) -> bool:
    fits = odds.game.geometry().open_cell_masks
    cell = first_card_cell(odds).sample(rng) if shown == "random" else SHOWN[shown]
    return fits[int(rng.random() * 8)][cells_to_mask([cell])] != 0


def _fits_grid(shown: str, odds: TowersOdds = published_odds) -> Mapping[str, Any]:
    fits = odds.game.geometry().open_cell_masks
    return {
        "rows": list(CELLS),
        "columns": list(CELLS),
        "fractions": [[Fraction(bool(fits[a][1 << cell])) for a in ALL_CELLS] for cell in ALL_CELLS],
    }


def _fit_words(shown: str, odds: TowersOdds = published_odds) -> dict[str, Any]:
    edge, corner = (len(alignments_fitting_single_symbol(SHOWN[cell], odds)) for cell in ("edge", "corner"))
    landed = first_card_cell(odds).p([cell for cell in CELLS if CELL_NUMBER[cell] % 2 == 0])
    return {"edge": edge, "corner": corner, "landed": landed}


def _fit_line(w: Mapping[str, Any]) -> str:
    """Return a spinner over the eight alignments. For a random first card, another spinner selects its place first."""
    edge, corner = (f"spin{{fits*{w[cell]},not*{8 - w[cell]}}}" for cell in ("edge", "corner"))
    if w["shown"] != "random":
        return f"{edge if w['shown'] == 'edge' else corner} : last is fits"
    landed, of = w["landed"].as_integer_ratio()
    return f"spin{{corner*{landed},edge*{of - landed}}} > [corner: {corner} | edge: {edge}] : last is fits"


def _mixed_up(shown: str, odds: TowersOdds = published_odds) -> Fraction:
    """Return the share of fitting cards as a pupil computes it who confuses edges and corners."""
    edge, corner = (_fits_shown(cell, odds) for cell in ("edge", "corner"))
    landed: Fraction = _fit_words(shown, odds)["landed"]
    return {"edge": corner, "corner": edge, "random": landed * edge + (1 - landed) * corner}[shown]


EDGE_OR_CORNER = OwnCode(
    answer=_fits_shown,
    answer_by_second_method=_fits_by_rectangles,
    run_trial=_fits_trial,
    chance_model=_fit_line,
    text_values=_fit_words,
    chart_data=_fits_grid,
    mistakes={"other": _mixed_up},
)

# -- 8 the debt of one turn -----------------------------------------------------------------------


def _left(board: str, odds: TowersOdds = published_odds) -> tuple[int, list[str]]:
    cell, alignment = SAMPLE_BOARDS[board]
    game = odds.game
    return cells_to_mask([cell]), [card for card in game.playing_cards if game.alignment[card] != alignment]


def _debt_trial(rng: Random, board: str, side: str, odds: TowersOdds = published_odds) -> int:
    mask, left = _left(board, odds)
    return _least(mask, rng.sample(left, CACHE_SIZE), side, odds)


def _fitting(board: str, side: str, odds: TowersOdds = published_odds) -> tuple[int, int]:
    """Return the number of other cards that fit next to the symbol, and the number of cards that do not fit."""
    mask, left = _left(board, odds)
    rows = odds.two_seat_placement_tables().rows[side == "B"]
    fitting = sum(1 for card in left if rows[card][mask])
    return fitting, len(left) - fitting


def _one_card(board: str, side: str, odds: TowersOdds = published_odds) -> Fraction:
    fit, rest = _fitting(board, side, odds)
    return 2 + Fraction(comb(rest, CACHE_SIZE), comb(fit + rest, CACHE_SIZE))


def _all_or_nothing(board: str, side: str, odds: TowersOdds = published_odds) -> Fraction:
    fit, rest = _fitting(board, side, odds)
    return CACHE_SIZE * (1 - Fraction(comb(fit, CACHE_SIZE), comb(fit + rest, CACHE_SIZE)))


def _debt_played(board: str, side: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the answer by a second method: play every chain of every cache by the rules."""
    return random_cache_debt_by_engine(board, side == "B", odds).mean


TURN_DEBT = OwnCode(
    answer=lambda board, side, odds: min_debt_dist_of_random_cache(board, side == "B", odds).mean,
    answer_by_second_method=_debt_played,
    run_trial=_debt_trial,
    text_values=lambda board, side, odds: dict(zip(("fit", "rest"), _fitting(board, side, odds), strict=True)),
    mistakes={"one-case": _one_card, "case-missed": _all_or_nothing},
    chart_data=lambda board, side, odds: {"dist": min_debt_dist_of_random_cache(board, side == "B", odds)},
)

# -- 9 the life of a tower ------------------------------------------------------------------------


@lru_cache(None)
def tower_chain_with_adjacency(adjacency: str = "orthogonal", odds: TowersOdds = published_odds) -> TowerChain:
    """Return the Markov chain of one tower (see `tower_chain`)."""
    return TowerChain(odds.game.geometry(adjacency))


def _same_chance(adjacency: str, odds: TowersOdds = published_odds) -> Fraction:
    return (
        tower_chain_with_adjacency(adjacency, odds).mean_cards_on_ring
        / tower_chain_with_adjacency(adjacency, odds).size_stats()[1].p_fits
    )


def _life_words(adjacency: str, odds: TowersOdds = published_odds) -> dict[str, Any]:
    second = tower_chain_with_adjacency(adjacency, odds).size_stats()[1]
    return {
        "p": second.p_fits,
        "wait": second.mean_wait,
        "states": len(tower_chain_with_adjacency(adjacency, odds).lumped_transitions()),
    }


def _life_by_equations(adjacency: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the mean by a second method: solve the first-step equations, one for each open state."""
    return tower_chain_with_adjacency(adjacency, odds).solve_first_step_equations().mean_cards


TOWER_LIFE = OwnCode(
    answer=lambda adjacency, odds: tower_chain_with_adjacency(adjacency, odds).mean_cards_shown,
    answer_by_second_method=_life_by_equations,
    run_trial=lambda rng, adjacency, odds: (
        tower_chain_with_adjacency(adjacency, odds).simulate_until_closed(rng).cards_shown
    ),
    text_values=_life_words,
    mistakes={"with-replacement": _same_chance},
    chart_data=lambda adjacency, odds: {
        "series": {
            "still open": list(enumerate(tower_chain_with_adjacency(adjacency, odds).survival_probabilities(60)))
        }
    },
)

# -- 10 the cost of a closing ---------------------------------------------------------------------


def _place(which: str, opponents: int) -> int:
    return 0 if which == "left" else opponents - 1


def _dealt(cards: int, opponents: int, place: int) -> int:
    piles = [0] * opponents
    for card in range(cards):
        piles[card % opponents] += 1
    return piles[place]


def _cost_by_dealing(opponents: int, which: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the mean closing cost by a second method.

    Deal the cards of towers of both sizes one by one, with probabilities from the equations of the chain.
    """
    seven = tower_chain_with_adjacency(odds=odds).solve_first_step_equations().p_closed_with_seven
    seat = _place(which, opponents)
    fewer, most = sorted(tower_chain_with_adjacency(odds=odds).closing_size_probabilities)
    return seven * _dealt(fewer + 1, opponents, seat) + (1 - seven) * _dealt(most + 1, opponents, seat)


def _cost_words(opponents: int, which: str, odds: TowersOdds = published_odds) -> dict[str, Any]:
    place, ends = _place(which, opponents), tower_chain_with_adjacency(odds=odds).closing_size_probabilities
    fewer, most = sorted(ends)
    return {
        "fewer": fewer,
        "most": most,
        "all": most + 1,
        "of_fewer": _dealt(fewer + 1, opponents, place),
        "of_most": _dealt(most + 1, opponents, place),
        "p_fewer": ends[fewer],
        "p_most": ends[most],
    }


def _cost_line(opponents: int, which: str, odds: TowersOdds = published_odds) -> str:
    """Return a spinner over the sizes of a closed tower. Each sector has the number of cards that this place gets."""
    place, ends = _place(which, opponents), tower_chain_with_adjacency(odds=odds).closing_size_probabilities
    parts = lcm(*(p.denominator for p in ends.values()))
    sectors = (f"{_dealt(cards + 1, opponents, place)}*{int(p * parts)}" for cards, p in ends.items())
    return f"spin{{{','.join(sectors)}}} : sum"


CLOSING_COST = OwnCode(
    answer=lambda opponents, which, odds: (
        closed_tower_cards_received_dist(
            tower_chain_with_adjacency(odds=odds).closing_size_probabilities, opponents, _place(which, opponents)
        ).mean
    ),
    answer_by_second_method=_cost_by_dealing,
    run_trial=lambda rng, opponents, which, odds: _dealt(
        tower_chain_with_adjacency(odds=odds).simulate_until_closed(rng).cards_on_ring + 1,
        opponents,
        _place(which, opponents),
    ),
    text_values=_cost_words,
    chance_model=lambda w, odds: _cost_line(w["opponents"], w["which"], odds),
    chart_data=lambda opponents, which, odds: {
        "dist": closed_tower_cards_received_dist(
            tower_chain_with_adjacency(odds=odds).closing_size_probabilities, opponents, _place(which, opponents)
        )
    },
)

# -- 13 a suit on its own tower -------------------------------------------------------------------


@lru_cache(None)
def placement_process_for_policy(policy: str, odds: TowersOdds = published_odds) -> SuitPlacementProcess:
    """Return the placement process of a policy, with its table of probabilities."""
    return SuitPlacementProcess(policy, odds=odds)


def _suit_trial(rng: Random, policy: str, odds: TowersOdds = published_odds) -> int:
    return (
        max_suit_cards_on_tower(rng.sample(ALL_CELLS, 8), odds=odds)
        if policy == "ahead"
        else placement_process_for_policy(policy, odds).simulate_fitting_card_count(rng)
    )


def _suit_forward(policy: str, odds: TowersOdds = published_odds) -> Fraction:
    """Compute the answer by a second method: list all orders, or compute all positions from the empty tower on."""
    return (
        suit_cards_fitting_own_tower_enumerated(odds=odds).mean
        if policy == "ahead"
        else placement_process_for_policy(policy, odds).mean_final_card_count_forward()
    )


OWN_SUIT = OwnCode(
    answer=lambda policy, odds: (
        suit_cards_fitting_own_tower(odds=odds).mean
        if policy == "ahead"
        else placement_process_for_policy(policy, odds).mean_final_card_count()
    ),
    answer_by_second_method=_suit_forward,
    run_trial=_suit_trial,
    text_values=lambda policy, odds: {"most": max(suit_cards_fitting_own_tower(odds=odds))},
    chart_data=lambda policy, odds: {
        "series": {
            "cards that fit": [
                (0, placement_process_for_policy("random", odds).mean_final_card_count()),
                (1, placement_process_for_policy("best", odds).mean_final_card_count()),
                (2, suit_cards_fitting_own_tower(odds=odds).mean),
            ]
        }
    },
)

OWN_CODE: dict[str, OwnCode] = {
    "towers-first-cache": FIRST_CACHE,
    "towers-edge-or-corner": EDGE_OR_CORNER,
    "towers-turn-debt": TURN_DEBT,
    "towers-life": TOWER_LIFE,
    "towers-closing-cost": CLOSING_COST,
    "towers-own-suit": OWN_SUIT,
}
