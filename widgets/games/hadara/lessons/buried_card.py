"""Buried card: two players take cards from piles, and the wanted card is the lower card of one pile.

A position is a tuple: number of cards on the pile of the wanted card, number of other piles of two, number of other
piles of one. You follow a plan of `gamelib.games.hadara.odds`. The rival takes from a random pile that is not empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from gamelib.bank.question import TreeNode
from gamelib.games.hadara.odds import Plan

from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("hadara").odds

Position = tuple[int, int, int]
PileKind = Literal["wanted", "two", "one"]
"""Kind of the pile of a take: the pile of the wanted card, or another one with two cards or with one."""
BuriedCardEnding = int
"""LOST, FOUND or MISSED."""
LOST, FOUND, MISSED = range(3)
"""Endings: the rival takes the card, the rival uncovers it and you take it, you uncover it and the rival misses it."""
PILE_TEXTS = {"wanted": "your pile", "two": "a pile of two", "one": "a pile of one"}


@dataclass(frozen=True)
class PlaySequence:
    """Sequence of draws with its result, the rival's piles, and the probability of each of the rival's choices."""

    ending: BuriedCardEnding
    rival_takes: tuple[PileKind, ...]
    take_probabilities: tuple[Fraction, ...]

    @property
    def probability(self) -> Fraction:
        """Probability of the sequence."""
        product = Fraction(1)
        for chance in self.take_probabilities:
            product *= chance
        return product


def position_after_take(position: Position, pile: PileKind) -> Position:
    """Return the position after a card is taken from a pile of this kind."""
    height, twos, ones = position
    return {"wanted": (height - 1, twos, ones), "two": (height, twos - 1, ones + 1), "one": (height, twos, ones - 1)}[
        pile
    ]


def nonempty_pile_count_by_kind(position: Position) -> dict[PileKind, int]:
    """Return the number of piles that are not empty, by kind."""
    height, twos, ones = position
    counts: dict[PileKind, int] = {"one": ones, "two": twos, "wanted": int(height > 0)}
    return {pile: n for pile, n in counts.items() if n}


def planned_pile(position: Position, plan: Plan) -> PileKind:
    """Return the pile from which the plan takes a card, as long as the wanted card is not visible."""
    open_piles = nonempty_pile_count_by_kind(position)
    if plan == "dig" or len(open_piles) == 1:
        return "wanted"
    if plan == "tallest":
        return "two" if "two" in open_piles else "one"
    return max(open_piles, key=lambda pile: odds.p_get_buried_card_from(*position_after_take(position, pile), False))


@lru_cache(None)
def play_sequences(moves_first: bool, pile_count: int, plan: Plan) -> tuple[PlaySequence, ...]:
    """Return all possible sequences of draws, short ones first. Equivalent choices of the rival are merged."""
    all_courses = _courses((2, pile_count - 1, 0), moves_first, plan, (), ())
    return tuple(sorted(all_courses, key=lambda course: (len(course.rival_takes), course.ending)))


def _courses(
    position: Position, mine: bool, plan: Plan, others: tuple[PileKind, ...], chances: tuple[Fraction, ...]
) -> Iterator[PlaySequence]:
    if mine:
        pile = planned_pile(position, plan)
        position = position_after_take(position, pile)
    piles = nonempty_pile_count_by_kind(position)
    shows = position[0] == 1
    for pile, n in piles.items():
        now = (*chances, Fraction(n, sum(piles.values())))
        if shows:
            continue
        if pile == "wanted":
            yield PlaySequence(FOUND, (*others, pile), now)
        else:
            yield from _courses(position_after_take(position, pile), True, plan, (*others, pile), now)
    if shows:
        taken = Fraction(1, sum(piles.values()))
        yield PlaySequence(LOST, (*others, "wanted"), (*chances, taken))
        if taken < 1:
            missed: PileKind = "two" if "two" in piles else "one"
            yield PlaySequence(MISSED, (*others, missed), (*chances, 1 - taken))


def sequence_text(course: PlaySequence) -> str:
    """Return a sequence of draws as a text."""
    before = [f"takes from {PILE_TEXTS[pile]}" for pile in course.rival_takes[:-1]]
    last = {
        LOST: "takes the card that you uncovered",
        FOUND: "uncovers your card",
        MISSED: "misses the card that you uncovered",
    }[course.ending]
    return "the other " + ", then ".join([*before, last])


def tree_of_rival_takes(moves_first: bool, pile_count: int, plan: Plan) -> TreeNode:
    """Return the tree with the rival's choices, your planned replies, and your probability at each leaf.

    The labels are short, so that they fit next to each other on a phone.
    """
    return _branch((2, pile_count - 1, 0), moves_first, plan, "", None)


def _branch(position: Position, mine: bool, plan: Plan, taken: str, chance: Fraction | None) -> TreeNode:
    """Return the tree node for the position after the rival took `taken`, or for the first position."""
    if not mine:
        return _answers(position, plan, "it begins", chance)
    if position[0] == 1:
        return TreeNode(taken, value="1", probability=chance)
    pile = planned_pile(position, plan)
    does = "dig" if pile == "wanted" else "wait"
    return _answers(position_after_take(position, pile), plan, f"{taken}: {does}" if taken else f"you {does}", chance)


def _answers(position: Position, plan: Plan, label: str, chance: Fraction | None) -> TreeNode:
    value, piles = str(odds.p_get_buried_card_from(*position, False, plan)), nonempty_pile_count_by_kind(position)
    total = sum(piles.values())
    if position[0] == 1:
        ends = [TreeNode("taken", Fraction(1, total), "0")]
        ends += [TreeNode("missed", Fraction(total - 1, total), "1")] if total > 1 else []
    else:
        ends = [
            _branch(
                position_after_take(position, pile),
                True,
                plan,
                "given" if pile == "wanted" else pile,
                Fraction(n, total),
            )
            for pile, n in piles.items()
        ]
    return TreeNode(label, chance, value, tuple(ends), "chance")
