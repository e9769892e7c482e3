"""The buried card, course by course: two players take from piles, and the card wanted lies under the top of one.

A position is (cards on the pile of the card wanted, other piles of two, other piles of one). You follow a plan of
`gamelib.games.hadara.odds`; the other takes from any pile that is not empty, each with the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from gamelib.bank.question import TreeNode
from gamelib.games.hadara.odds import Plan

from ....page.corrected import game_here

odds = game_here("hadara").odds

Position = tuple[int, int, int]
Pile = Literal["wanted", "two", "one"]
"""Which pile a card is taken from: that of the card wanted, or another one with two cards or with one."""
LOST, FOUND, MISSED = range(3)
"""The other takes the card; the other uncovers it and you take it; you uncover it and the other misses it."""
SAID = {"wanted": "your pile", "two": "a pile of two", "one": "a pile of one"}


@dataclass(frozen=True)
class Course:
    """One course: how it ends, what the other takes, and how many piles there were each time."""

    end: int
    others: tuple[Pile, ...]
    chances: tuple[Fraction, ...]

    @property
    def chance(self) -> Fraction:
        """How likely it is."""
        product = Fraction(1)
        for chance in self.chances:
            product *= chance
        return product


def after(position: Position, pile: Pile) -> Position:
    """The position after a card is taken from such a pile."""
    height, twos, ones = position
    return {"wanted": (height - 1, twos, ones), "two": (height, twos - 1, ones + 1), "one": (height, twos, ones - 1)}[
        pile
    ]


def choices(position: Position) -> dict[Pile, int]:
    """The piles that are not empty, by kind: how many there are of each."""
    height, twos, ones = position
    counts: dict[Pile, int] = {"one": ones, "two": twos, "wanted": int(height > 0)}
    return {pile: n for pile, n in counts.items() if n}


def own(position: Position, plan: Plan) -> Pile:
    """Where the plan takes a card as long as the card wanted is not to be seen. Of equals it waits."""
    open_piles = choices(position)
    if plan == "dig" or len(open_piles) == 1:
        return "wanted"
    if plan == "tallest":
        return "two" if "two" in open_piles else "one"
    return max(open_piles, key=lambda pile: odds.p_get_buried_card_from(*after(position, pile), False))


@lru_cache(None)
def courses(first: bool, piles: int, plan: Plan) -> tuple[Course, ...]:
    """Every course, short ones first; what the other can do alike is one."""
    all_courses = _courses((2, piles - 1, 0), first, plan, (), ())
    return tuple(sorted(all_courses, key=lambda course: (len(course.others), course.end)))


def _courses(
    position: Position, mine: bool, plan: Plan, others: tuple[Pile, ...], chances: tuple[Fraction, ...]
) -> Iterator[Course]:
    if mine:
        pile = own(position, plan)
        position = after(position, pile)
    piles = choices(position)
    shows = position[0] == 1
    for pile, n in piles.items():
        now = (*chances, Fraction(n, sum(piles.values())))
        if shows:
            continue
        if pile == "wanted":
            yield Course(FOUND, (*others, pile), now)
        else:
            yield from _courses(after(position, pile), True, plan, (*others, pile), now)
    if shows:
        taken = Fraction(1, sum(piles.values()))
        yield Course(LOST, (*others, "wanted"), (*chances, taken))
        if taken < 1:
            missed: Pile = "two" if "two" in piles else "one"
            yield Course(MISSED, (*others, missed), (*chances, 1 - taken))


def said(course: Course) -> str:
    """A course in words."""
    before = [f"takes from {SAID[pile]}" for pile in course.others[:-1]]
    last = {
        LOST: "takes the card that you uncovered",
        FOUND: "uncovers your card",
        MISSED: "misses the card that you uncovered",
    }[course.end]
    return "the other " + ", then ".join([*before, last])


def tree(first: bool, piles: int, plan: Plan) -> TreeNode:
    """Every answer of the other, then what you do by the plan, and your chance there; in words short enough to stand
    beside each other on a phone."""
    return _branch((2, piles - 1, 0), first, plan, "", None)


def _branch(position: Position, mine: bool, plan: Plan, taken: str, chance: Fraction | None) -> TreeNode:
    """The position after the other has taken (`taken`), or the first one."""
    if not mine:
        return _answers(position, plan, "it begins", chance)
    if position[0] == 1:
        return TreeNode(taken, value="1", probability=chance)
    pile = own(position, plan)
    does = "dig" if pile == "wanted" else "wait"
    return _answers(after(position, pile), plan, f"{taken}: {does}" if taken else f"you {does}", chance)


def _answers(position: Position, plan: Plan, label: str, chance: Fraction | None) -> TreeNode:
    value, piles = str(odds.p_get_buried_card_from(*position, False, plan)), choices(position)
    total = sum(piles.values())
    if position[0] == 1:
        ends = [TreeNode("taken", Fraction(1, total), "0")]
        ends += [TreeNode("missed", Fraction(total - 1, total), "1")] if total > 1 else []
    else:
        ends = [
            _branch(after(position, pile), True, plan, "given" if pile == "wanted" else pile, Fraction(n, total))
            for pile, n in piles.items()
        ]
    return TreeNode(label, chance, value, tuple(ends), "chance")
