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
from ...games.towers.odds import TowersOdds, different_suits, published
from ...games.towers.planning import least_debt
from ...games.towers.state import CACHE
from ...games.towers.tower_chain import TowerChain, closing_cost
from ...numbers import amount, rounded
from ..question import Figure, Misconception, Parameter, Question
from .deal import draw

SIDE = Parameter("A", ("A", "B"), "your side")


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


FIRST_CACHE = Question(
    id="towers-first-cache",
    game="towers",
    title="Emptying the first cache",
    prompt="All towers are empty and you sit on side {side}. A card that lies on the tower of its own suit is a match, "
    "and only after a match you may place another card. How likely is it that you can place all three cards in your "
    "first turn?",
    concept="pigeonhole principle, proof by cases",
    rules=("TOW-4.2", "TOW-4.3", "TOW-4.4"),
    level="medium",
    kind="chance",
    answer=lambda side, odds: first_cache_debts(side == "B", odds).p(0),
    second=_first_cache_counted,
    trial=lambda rng, side, odds: _least(0, draw(rng, odds=odds), side, odds) == 0,
    misconceptions=(
        Misconception(
            "Three different suits are needed",
            lambda side: different_suits().p(CACHE),
            "Two different suits are enough: two matches, and the last card may go anywhere.",
        ),
        Misconception(
            "Three cards of one suit are stuck",
            lambda side: 1 - different_suits().p(1),
            "Of three cards of one suit, two always fit on their own tower one after the other.",
        ),
    ),
    hints=(
        "Each card fits on an empty tower. What ends a turn early?",
        "You need two matches; the third card need not match.",
        "Two different suits: match each on its own tower. That settles {mixed} of {caches} caches.",
        "Three cards of one suit: do two of them fit on their own tower one after the other?",
    ),
    figure=Figure(
        "distribution",
        lambda side, odds: {
            "dist": first_cache_debts(side == "B", odds),
            "title": f"Every one of the {comb(len(odds.game.playing), CACHE):,} first caches can be emptied",
            "xlabel": "cards that must go to the balance",
        },
    ),
    parameters={"side": SIDE},
    allows_certainty=True,
    words=lambda side, odds: {
        "mixed": f"{different_suits()[2] + different_suits()[3]:,}",
        "caches": f"{comb(len(odds.game.playing), CACHE):,}",
    },
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
        "title": "A symbol on an edge lets six alignments in, one in a corner only two",
        "xlabel": "alignment of the next card",
        "ylabel": "cell of the symbol",
    }


PLACES = {"edge": "on an edge", "corner": "in a corner"}


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


EDGE_OR_CORNER = Question(
    id="towers-edge-or-corner",
    game="towers",
    title="Leave an edge or a corner?",
    prompt="A tower has one card; its symbol lies {shown}. The alignment of a card says on which of eight cells its "
    "own symbol lies. How likely is it that a card of random alignment fits?",
    concept="conditional chance, blocking",
    rules=("TOW-3.5", "TOW-3.6", "TOW-3.12", "TOW-3.13"),
    level="medium",
    kind="chance",
    answer=_fits_shown,
    second=_fits_by_rectangles,
    trial=_fits_trial,
    line=_fit_line,
    misconceptions=(
        Misconception(
            "A corner has more room beside it",
            _mixed_up,
            "It is the other way round: a card beside a corner symbol would mostly lie on it.",
        ),
        Misconception(
            "Half of the cards fit",
            lambda shown: Fraction(1, 2),
            "Edges and corners are not alike. Count the alignments for each.",
        ),
    ),
    hints=(
        "The next symbol must lie on one of the two cells beside the first.",
        "For each such cell, which alignments hide neither symbol?",
        "Beside an edge {edge} of 8 alignments fit, beside a corner {corner}.",
        "A random first card lands in a corner with a chance of {landed}. If you do not know where, weight both cases.",
    ),
    figure=Figure("heatmap", _fits_grid),
    parameters={
        "shown": Parameter(
            "edge",
            ("edge", "corner", "random"),
            "the symbol lies",
            {
                **PLACES,
                "random": "where a random card landed",
            },
        )
    },
    words=_fit_words,
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


TURN_DEBT = Question(
    id="towers-turn-debt",
    game="towers",
    title="The debt of one turn",
    prompt="On every tower lies one card of its own suit, with its symbol {board}, always on the same cell. You sit "
    "on side {side} and get three of the other 42 cards. If you play as well as you can, how many are left over on "
    "average and go to your balance, the cards you owe?",
    concept="listing all cases, best play",
    rules=("TOW-4.2", "TOW-4.4", "TOW-4.5", "TOW-4.7"),
    level="hard",
    kind="mean",
    answer=lambda board, side, odds: board_debts(board, side == "B", odds).mean,
    second=_debt_played,
    trial=_debt_trial,
    misconceptions=(
        Misconception("One card a turn", _one_card, "A match lets you go on, so you may place two or three."),
        Misconception(
            "All three or none",
            _all_or_nothing,
            "A card that does not fit costs only itself. The others may still be placed.",
        ),
    ),
    hints=(
        "Which alignments fit at all beside the symbol?",
        "Of the 42 cards {fit} fit and {rest} do not. If none of yours fits, all three are debt.",
        "For the rest go through the caches: a chain lasts as long as cards match.",
    ),
    figure=Figure(
        "distribution",
        lambda board, side, odds: {
            "dist": board_debts(board, side == "B", odds),
            "title": f"With {'an edge' if board == 'edge' else 'a corner'} showing, a turn costs "
            f"{rounded(board_debts(board, side == 'B', odds).mean, 2)} cards on average",
            "xlabel": "cards that go to the balance",
        },
    ),
    parameters={"board": Parameter("edge", ("edge", "corner"), "symbols lie", PLACES), "side": SIDE},
    words=lambda board, side, odds: dict(zip(("fit", "rest"), _fitting(board, side, odds), strict=True)),
)

# -- 9 the life of a tower ------------------------------------------------------------------------


@lru_cache(None)
def chain(adjacency: str = "orthogonal", odds: TowersOdds = published) -> TowerChain:
    """The chain of one tower; see tower_chain."""
    return TowerChain(odds.game.geometry(adjacency))


def _survival(adjacency: str, odds: TowersOdds = published) -> Mapping[str, Any]:
    points = chain(adjacency, odds).survival(60)
    half = next(n for n, p in enumerate(points) if p <= Fraction(1, 2))
    return {
        "series": {"still open": list(enumerate(points))},
        "title": f"Half of all towers are closed after {half} cards",
        "xlabel": "cards shown",
        "marked": (half, f"{half} cards"),
    }


NEIGHBOURS = {"orthogonal": "side by side", "king": "side by side or round a corner"}


def _same_chance(adjacency: str, odds: TowersOdds = published) -> Fraction:
    return chain(adjacency, odds).cards_on_ring / chain(adjacency, odds).sizes()[1].fits


def _life_words(adjacency: str, odds: TowersOdds = published) -> dict[str, Any]:
    second = chain(adjacency, odds).sizes()[1]
    return {"p": second.fits, "wait": second.wait, "states": len(chain(adjacency, odds).lumped_moves())}


def _life_by_equations(adjacency: str, odds: TowersOdds = published) -> Fraction:
    """Second method: solve the equations of the first step, one for each open state."""
    return chain(adjacency, odds).first_steps()[0]


TOWER_LIFE = Question(
    id="towers-life",
    game="towers",
    title="The life of a tower",
    prompt="Cards of random alignment (the cell of their symbol) come one by one to an empty tower. One that fits "
    "goes to a random cell where it fits, one that does not is lost. Symbols are neighbours if they lie {adjacency}. "
    "How many cards are shown on average until the tower closes, that is, until no alignment fits any more?",
    concept="absorbing Markov chain",
    rules=("TOW-3.4", "TOW-3.5", "TOW-3.6", "TOW-5.1", "TOW-5.2"),
    level="hard",
    kind="mean",
    answer=lambda adjacency, odds: chain(adjacency, odds).cards_shown,
    second=_life_by_equations,
    trial=lambda rng, adjacency, odds: chain(adjacency, odds).run(rng)[0],
    misconceptions=(
        Misconception(
            "Every card finds a cell",
            lambda adjacency, odds: chain(adjacency, odds).cards_on_ring,
            "That is how many cards lie there at the end. Most cards shown do not fit.",
        ),
        Misconception(
            "Each card has the same chance",
            _same_chance,
            "You took the chance {p} of the second card for all of them. It gets worse as the ring fills.",
        ),
    ),
    hints=(
        "If a card fits with a chance of p, you wait 1/p cards for it on average.",
        "What matters is which cells are taken. If towers that look alike count as one, there are {states} states.",
        "The first card always fits. For the second you wait {wait} cards on average.",
        "Follow the states from empty to closed: the waits add up, weighted by how often each state is reached.",
    ),
    figure=Figure("curves", _survival),
    parameters={"adjacency": Parameter("orthogonal", ("orthogonal", "king"), "neighbours", NEIGHBOURS)},
    words=_life_words,
)

# -- waiting for the next symbol ------------------------------------------------------------------

ROWS = {
    "NG": "on one edge",
    "CG": "in one corner",
    "LG NG": "on an edge and in the corner beside it",
    "NG CG CN": "in a corner and on both edges beside it",
    "LG NG CG": "on an edge and in both corners beside it",
    "LG NG CG CN": "on four cells side by side",
    "LG NG CG CN CE": "on five cells from corner to corner",
}


def _row(row: str) -> int:
    return mask_of(row.split())


def _fitting_row(row: str, odds: TowersOdds = published) -> int:
    return odds.tables().geometry.open_to[_row(row)].bit_count()


def _wait_by_rectangles(row: str, odds: TowersOdds = published) -> Fraction:
    """Second method: count what fits by rectangles; then E = 1 + (1 - p) E."""
    return 1 / _share_beside([NUMBER[cell] for cell in row.split()], odds)


def _wait_trial(rng: Random, row: str, odds: TowersOdds = published) -> int:
    open_to, shown = odds.tables().geometry.open_to[_row(row)], 1
    while not open_to >> int(rng.random() * 8) & 1:
        shown += 1
    return shown


def _wait_curve(row: str, odds: TowersOdds = published) -> Mapping[str, Any]:
    p = chain(odds=odds).p_fits(_row(row))
    return {
        "series": {"a card has fitted": [(n, 1 - (1 - p) ** n) for n in range(21)]},
        "title": f"A card fits with a chance of {p}, so you wait {amount(1 / p)} cards on average",
        "xlabel": "cards shown",
    }


NEXT_SYMBOL = Question(
    id="towers-next-symbol",
    game="towers",
    title="Waiting for a card that fits",
    prompt="The symbols of a tower lie {row}. Cards of random alignment (the cell of their symbol) come one by one. "
    "How many are shown on average until one fits?",
    concept="waiting time, geometric distribution",
    rules=("TOW-3.5", "TOW-3.6"),
    level="medium",
    kind="mean",
    answer=lambda row, odds: 1 / chain(odds=odds).p_fits(_row(row)),
    second=_wait_by_rectangles,
    trial=_wait_trial,
    misconceptions=(
        Misconception(
            "Each alignment comes once",
            lambda row, odds: Fraction(9, _fitting_row(row, odds) + 1),
            "You laid the eight alignments in a row, each once. Here every card may be any of the eight, "
            "so a bad one may come again.",
        ),
        Misconception(
            "Only the lost cards count",
            lambda row, odds: 1 / chain(odds=odds).p_fits(_row(row)) - 1,
            "You counted the cards that are lost. The one that fits is shown as well.",
        ),
        Misconception(
            "All bad ones come first",
            lambda row, odds: Fraction(9 - _fitting_row(row, odds)),
            "That is the worst case if each alignment came once. On average a good one comes earlier, and a "
            "bad one may come again.",
        ),
    ),
    hints=(
        "How many of the eight alignments fit here?",
        "It is {fitting} of 8.",
        "If each card fits with a chance of p, you wait 1/p cards on average.",
    ),
    line=lambda w: f"spin{{fits*{w['fitting']},not*{8 - w['fitting']}}} until fits : tries",
    figure=Figure("curves", _wait_curve),
    parameters={"row": Parameter("LG NG", tuple(ROWS), "symbols", ROWS)},
    words=lambda row, odds: {"fitting": _fitting_row(row, odds)},
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


CLOSING_COST = Question(
    id="towers-closing-cost",
    game="towers",
    title="What a closing costs",
    prompt="A tower that filled at random is closed. It has 7 cards with a chance of {seven} or 8 with a chance of "
    "{full}, and below them its foundation. All are dealt one by one to the {opponents} opponents of the closer, who "
    "closed it, beginning on the left. How many does the one on the closer's {which} get on average?",
    concept="mixture of two cases",
    rules=("TOW-5.3", "TOW-5.4", "TOW-5.8"),
    level="medium",
    kind="mean",
    answer=lambda opponents, which, odds: (
        closing_cost(chain(odds=odds).closes_with, opponents, _place(which, opponents)).mean
    ),
    second=_cost_by_dealing,
    trial=lambda rng, opponents, which, odds: _dealt(
        chain(odds=odds).run(rng)[1] + 1, opponents, _place(which, opponents)
    ),
    line=lambda w, odds: _cost_line(w["opponents"], w["which"], odds),
    misconceptions=(
        Misconception(
            "All get the same",
            lambda opponents, which, odds: (chain(odds=odds).cards_on_ring + 1) / opponents,
            "Cards cannot be cut. Those nearer to the left get the extra ones.",
        ),
        Misconception(
            "The foundation stays",
            lambda opponents, which, odds: chain(odds=odds).cards_on_ring / opponents,
            "The foundation is dealt out as well.",
        ),
    ),
    hints=(
        "With the foundation, how many cards are dealt in each of the two cases?",
        "Deal 8 cards, then 9: the pile in question gets {eight} and {nine}.",
        "Weight the two results with their chances, {seven} and {full}.",
    ),
    figure=Figure(
        "distribution",
        lambda opponents, which, odds: {
            "dist": closing_cost(chain(odds=odds).closes_with, opponents, _place(which, opponents)),
            "title": f"With {opponents} opponents the one on the {which} gets "
            f"{amount(_cost_by_dealing(opponents, which, odds))} cards on average",
            "xlabel": f"cards for the opponent on the {which}",
        },
    ),
    parameters={"opponents": Parameter(2, (2, 3), "opponents"), "which": Parameter("left", ("left", "right"), "seat")},
    words=_cost_words,
)

# -- 13 a suit on its own tower -------------------------------------------------------------------


@lru_cache(None)
def player(policy: str, odds: TowersOdds = published) -> CardByCard:
    """The policies of question 13, with their tables."""
    return CardByCard(policy, odds=odds)


def _suit_trial(rng: Random, policy: str, odds: TowersOdds = published) -> int:
    return most_that_fit(rng.sample(EVERY, 8), odds=odds) if policy == "ahead" else player(policy, odds).run(rng)


POLICIES = {
    "random": "put each on a random cell where it fits",
    "best": "choose as well as you can, card by card",
    "ahead": "know the whole order and choose as well as you can",
}


WAYS = {
    "random": "At each card all cells where it fits have the same chance. Take the average of what follows from each.",
    "best": "You do not know the order: ask at each card which cell leaves most room on average.",
    "ahead": "You know the order: keep all towers in mind that you could still build, and take the fullest.",
}


def _suit_forward(policy: str, odds: TowersOdds = published) -> Fraction:
    """Second method: list all orders, or follow all positions forward from the empty tower."""
    return suit_seen_ahead_listed(odds=odds).mean if policy == "ahead" else player(policy, odds).forward()


OWN_SUIT = Question(
    id="towers-own-suit",
    game="towers",
    title="A suit on its own tower",
    prompt="The eight cards of a suit come in random order, all for side A, and go on their own tower if they fit. "
    "You {policy}. How many find a place on average?",
    concept="value of information",
    rules=("TOW-3.4", "TOW-3.5", "TOW-3.6"),
    level="hard",
    kind="mean",
    answer=lambda policy, odds: suit_seen_ahead(odds=odds).mean if policy == "ahead" else player(policy, odds).mean(),
    second=_suit_forward,
    trial=_suit_trial,
    misconceptions=(
        Misconception("All eight fit", lambda policy: Fraction(8), "Never: there is no order in which all eight fit."),
        Misconception(
            "The tower will be closed",
            lambda policy, odds: chain(odds=odds).cards_on_ring,
            "A tower closes only if enough cards come. Here each alignment comes once.",
        ),
    ),
    hints=(
        "An early cell can block a later card. Not more than {most} ever fit.",
        "Begin with few cards: when is the second card blocked, and when the third?",
        "{way}",
    ),
    figure=Figure(
        "lines",
        lambda policy, odds: {
            "series": {
                "cards that fit": [
                    (0, player("random", odds).mean()),
                    (1, player("best", odds).mean()),
                    (2, suit_seen_ahead(odds=odds).mean),
                ]
            },
            "title": "Knowing the order is worth more than choosing cells well",
            "xlabel": "0 random cells, 1 best play, 2 order known",
            "ylabel": "cards on the tower",
        },
    ),
    parameters={"policy": Parameter("best", ("random", "best", "ahead"), "you", POLICIES)},
    words=lambda policy, odds: {"most": max(suit_seen_ahead(odds=odds)), "way": WAYS[policy]},
)

QUESTIONS = [FIRST_CACHE, EDGE_OR_CORNER, TURN_DEBT, TOWER_LIFE, NEXT_SYMBOL, CLOSING_COST, OWN_SUIT]
