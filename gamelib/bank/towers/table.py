"""Questions on the table: what fits, what a turn costs, how a tower fills and closes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from random import Random
from typing import Any

from ...games.towers.boards import (
    BOARDS,
    CardByCard,
    alignments_that_fit,
    board_debts,
    first_cache_debts,
    first_cell,
    most_that_fit,
    played_debts,
    second_fits,
    suit_seen_ahead,
    suit_seen_ahead_listed,
)
from ...games.towers.geometry import CELLS, EVERY, NUMBER, OFFSETS, centre_of, mask_of
from ...games.towers.odds import TowersOdds, published
from ...games.towers.planning import least_debt
from ...games.towers.state import CACHE
from ...games.towers.tower_chain import TowerChain, closing_cost
from ..entries import OwnCode
from .deal import draw


def _least(mask: int, held: list[str], side: str, odds: TowersOdds = published) -> int:
    game = odds.game
    return least_debt(
        [mask] * len(game.suits), held, odds.tables().rows[side == "B"], game.own, odds.tables().geometry.closed
    )


# -- 6 the first cache ----------------------------------------------------------------------------


def _first_cache_counted(side: str, odds: TowersOdds = published) -> Fraction:
    """Second method: two suits give two matches on empty towers; only triples of one suit are tried."""
    fits = [odds.game.geometry().fits[(a + 4 * (side == "B")) % 8] for a in EVERY]
    triples = good = 0
    for a in EVERY:
        for b in range(a):
            for c in range(b):
                triples += 1
                pairs = [(x, y) for x in (a, b, c) for y in (a, b, c) if x != y]
                good += any(fits[y][1 << cell] for x, y in pairs for cell in EVERY if fits[x][0] >> cell & 1)
    suits, caches = len(odds.game.suits), comb(len(odds.game.playing), CACHE)
    return 1 - Fraction(suits * (triples - good), caches)


FIRST_CACHE = OwnCode(
    answer=lambda side, odds: first_cache_debts(side == "B", odds).p(0),
    second_answer=_first_cache_counted,
    run_trial=lambda rng, side, odds: _least(0, draw(rng, odds=odds), side, odds) == 0,
    chart_data=lambda side, odds: {"dist": first_cache_debts(side == "B", odds)},
)

# -- 7 edge or corner -----------------------------------------------------------------------------

SHOWN = {"edge": "NG", "corner": "CG"}


def _fits_shown(shown: str, odds: TowersOdds = published) -> Fraction:
    return second_fits(odds) if shown == "random" else Fraction(len(alignments_that_fit(SHOWN[shown], odds)), 8)


def _fits_by_rectangles(shown: str, odds: TowersOdds = published) -> Fraction:
    """Second method: lay both cards as rectangles and look at what they hide, without the tables of play."""
    if shown != "random":
        return _share_beside([NUMBER[SHOWN[shown]]], odds)
    total = Fraction(0)
    for first in EVERY:
        cells = [p for p in EVERY if _lies_free(first, p, [], odds)]
        total += sum((_share_beside([cell], odds) for cell in cells), Fraction(0)) / len(cells) / 8
    return total


def _lies_free(lying: int, cell: int, symbols: list[int], odds: TowersOdds = published) -> bool:
    """Whether a card fits, by what its rectangle hides."""
    size, centre = odds.game.sizes[0], centre_of(cell, lying)
    hidden = size.hides(centre, (0, 0)) or any(size.hides(centre, OFFSETS[q]) for q in symbols)
    return cell not in symbols and not hidden and (not symbols or any((cell - q) % 8 in (1, 7) for q in symbols))


def _share_beside(symbols: list[int], odds: TowersOdds = published) -> Fraction:
    """The share of alignments that fit on a tower with these symbols, by rectangles."""
    return Fraction(sum(any(_lies_free(a, p, symbols, odds) for p in EVERY) for a in EVERY), 8)


def _fits_trial(rng: Random, shown: str, odds: TowersOdds = published) -> bool:
    fits = odds.game.geometry().fits
    cell = first_cell(odds).sample(rng) if shown == "random" else SHOWN[shown]
    return fits[int(rng.random() * 8)][mask_of([cell])] != 0


def _fits_grid(shown: str, odds: TowersOdds = published) -> Mapping[str, Any]:
    fits = odds.game.geometry().fits
    return {
        "rows": list(CELLS),
        "columns": list(CELLS),
        "fractions": [[Fraction(bool(fits[a][1 << cell])) for a in EVERY] for cell in EVERY],
    }


def _fit_words(shown: str, odds: TowersOdds = published) -> dict[str, Any]:
    edge, corner = (len(alignments_that_fit(SHOWN[cell], odds)) for cell in ("edge", "corner"))
    landed = first_cell(odds).p([cell for cell in CELLS if NUMBER[cell] % 2 == 0])
    return {"edge": edge, "corner": corner, "landed": landed}


def _fit_line(w: Mapping[str, Any]) -> str:
    """A spinner of the eight alignments; for a random first card one before it, for where its symbol lies."""
    edge, corner = (f"spin{{fits*{w[cell]},not*{8 - w[cell]}}}" for cell in ("edge", "corner"))
    if w["shown"] != "random":
        return f"{edge if w['shown'] == 'edge' else corner} : last is fits"
    landed, of = w["landed"].as_integer_ratio()
    return f"spin{{corner*{landed},edge*{of - landed}}} > [corner: {corner} | edge: {edge}] : last is fits"


def _mixed_up(shown: str, odds: TowersOdds = published) -> Fraction:
    """The share of cards that fit if edges and corners changed places."""
    edge, corner = (_fits_shown(cell, odds) for cell in ("edge", "corner"))
    landed: Fraction = _fit_words(shown, odds)["landed"]
    return {"edge": corner, "corner": edge, "random": landed * edge + (1 - landed) * corner}[shown]


EDGE_OR_CORNER = OwnCode(
    answer=_fits_shown,
    second_answer=_fits_by_rectangles,
    run_trial=_fits_trial,
    chance_model=_fit_line,
    text_values=_fit_words,
    chart_data=_fits_grid,
    mistakes={"other": _mixed_up},
)

# -- 8 the debt of one turn -----------------------------------------------------------------------


def _left(board: str, odds: TowersOdds = published) -> tuple[int, list[str]]:
    cell, alignment = BOARDS[board]
    game = odds.game
    return mask_of([cell]), [card for card in game.playing if game.alignment[card] != alignment]


def _debt_trial(rng: Random, board: str, side: str, odds: TowersOdds = published) -> int:
    mask, left = _left(board, odds)
    return _least(mask, rng.sample(left, CACHE), side, odds)


def _fitting(board: str, side: str, odds: TowersOdds = published) -> tuple[int, int]:
    """How many of the 42 cards fit beside the symbol, and how many do not."""
    mask, left = _left(board, odds)
    rows = odds.tables().rows[side == "B"]
    fitting = sum(1 for card in left if rows[card][mask])
    return fitting, len(left) - fitting


def _one_card(board: str, side: str, odds: TowersOdds = published) -> Fraction:
    fit, rest = _fitting(board, side, odds)
    return 2 + Fraction(comb(rest, CACHE), comb(fit + rest, CACHE))


def _all_or_nothing(board: str, side: str, odds: TowersOdds = published) -> Fraction:
    fit, rest = _fitting(board, side, odds)
    return CACHE * (1 - Fraction(comb(fit, CACHE), comb(fit + rest, CACHE)))


def _debt_played(board: str, side: str, odds: TowersOdds = published) -> Fraction:
    """Second method: play every chain of every cache by the rules themselves."""
    return played_debts(board, side == "B", odds).mean


TURN_DEBT = OwnCode(
    answer=lambda board, side, odds: board_debts(board, side == "B", odds).mean,
    second_answer=_debt_played,
    run_trial=_debt_trial,
    text_values=lambda board, side, odds: dict(zip(("fit", "rest"), _fitting(board, side, odds), strict=True)),
    mistakes={"one-case": _one_card, "case-missed": _all_or_nothing},
    chart_data=lambda board, side, odds: {"dist": board_debts(board, side == "B", odds)},
)

# -- 9 the life of a tower ------------------------------------------------------------------------


@lru_cache(None)
def chain(adjacency: str = "orthogonal", odds: TowersOdds = published) -> TowerChain:
    """The chain of one tower; see tower_chain."""
    return TowerChain(odds.game.geometry(adjacency))


def _same_chance(adjacency: str, odds: TowersOdds = published) -> Fraction:
    return chain(adjacency, odds).cards_on_ring / chain(adjacency, odds).sizes()[1].fits


def _life_words(adjacency: str, odds: TowersOdds = published) -> dict[str, Any]:
    second = chain(adjacency, odds).sizes()[1]
    return {"p": second.fits, "wait": second.wait, "states": len(chain(adjacency, odds).lumped_moves())}


def _life_by_equations(adjacency: str, odds: TowersOdds = published) -> Fraction:
    """Second method: solve the equations of the first step, one for each open state."""
    return chain(adjacency, odds).first_steps()[0]


TOWER_LIFE = OwnCode(
    answer=lambda adjacency, odds: chain(adjacency, odds).cards_shown,
    second_answer=_life_by_equations,
    run_trial=lambda rng, adjacency, odds: chain(adjacency, odds).run(rng)[0],
    text_values=_life_words,
    mistakes={"with-replacement": _same_chance},
    chart_data=lambda adjacency, odds: {"series": {"still open": list(enumerate(chain(adjacency, odds).survival(60)))}},
)

# -- 10 what a closing costs ----------------------------------------------------------------------


def _place(which: str, opponents: int) -> int:
    return 0 if which == "left" else opponents - 1


def _dealt(cards: int, opponents: int, place: int) -> int:
    piles = [0] * opponents
    for card in range(cards):
        piles[card % opponents] += 1
    return piles[place]


def _cost_by_dealing(opponents: int, which: str, odds: TowersOdds = published) -> Fraction:
    """Second method: deal 8 and 9 cards one by one, with chances from the equations of the chain."""
    _, seven = chain(odds=odds).first_steps()
    seat = _place(which, opponents)
    return seven * _dealt(8, opponents, seat) + (1 - seven) * _dealt(9, opponents, seat)


def _cost_words(opponents: int, which: str, odds: TowersOdds = published) -> dict[str, Any]:
    place, ends = _place(which, opponents), chain(odds=odds).closes_with
    return {
        "eight": _dealt(8, opponents, place),
        "nine": _dealt(9, opponents, place),
        "seven": ends[7],
        "full": ends[8],
    }


def _cost_line(opponents: int, which: str, odds: TowersOdds = published) -> str:
    """A spinner over how many cards are dealt, each sector with what the place gets of them."""
    place, ends = _place(which, opponents), chain(odds=odds).closes_with
    parts = lcm(*(p.denominator for p in ends.values()))
    sectors = (f"{_dealt(cards + 1, opponents, place)}*{int(p * parts)}" for cards, p in ends.items())
    return f"spin{{{','.join(sectors)}}} : sum"


CLOSING_COST = OwnCode(
    answer=lambda opponents, which, odds: (
        closing_cost(chain(odds=odds).closes_with, opponents, _place(which, opponents)).mean
    ),
    second_answer=_cost_by_dealing,
    run_trial=lambda rng, opponents, which, odds: _dealt(
        chain(odds=odds).run(rng)[1] + 1, opponents, _place(which, opponents)
    ),
    text_values=_cost_words,
    chance_model=lambda w, odds: _cost_line(w["opponents"], w["which"], odds),
    chart_data=lambda opponents, which, odds: {
        "dist": closing_cost(chain(odds=odds).closes_with, opponents, _place(which, opponents))
    },
)

# -- 13 a suit on its own tower -------------------------------------------------------------------


@lru_cache(None)
def player(policy: str, odds: TowersOdds = published) -> CardByCard:
    """The policies of question 13, with their tables."""
    return CardByCard(policy, odds=odds)


def _suit_trial(rng: Random, policy: str, odds: TowersOdds = published) -> int:
    return most_that_fit(rng.sample(EVERY, 8), odds=odds) if policy == "ahead" else player(policy, odds).run(rng)


def _suit_forward(policy: str, odds: TowersOdds = published) -> Fraction:
    """Second method: list all orders, or follow all positions forward from the empty tower."""
    return suit_seen_ahead_listed(odds=odds).mean if policy == "ahead" else player(policy, odds).forward()


OWN_SUIT = OwnCode(
    answer=lambda policy, odds: suit_seen_ahead(odds=odds).mean if policy == "ahead" else player(policy, odds).mean(),
    second_answer=_suit_forward,
    run_trial=_suit_trial,
    text_values=lambda policy, odds: {"most": max(suit_seen_ahead(odds=odds))},
    chart_data=lambda policy, odds: {
        "series": {
            "cards that fit": [
                (0, player("random", odds).mean()),
                (1, player("best", odds).mean()),
                (2, suit_seen_ahead(odds=odds).mean),
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
