"""Questions on the last turns: when to flee, and an ending solved to the last card."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from ...dist import Dist
from ...nodes import Decision, End
from ...question import Figure, Misconception, Parameter, Question
from ...state import State
from ..odds import closer_among, towers
from ..setups import position
from ..solver import Solution, solve
from ..state import CACHE, TowersState
from ..steps import FLEE, PASS

# -- 12 when to flee ------------------------------------------------------------------------------


def added_if_staying(closers: int, unseen: int, cards: int) -> Fraction:
    """E[D]: a stuck cache, and a closing that comes with the chance of a closer."""
    return CACHE + cards * closer_among(closers, unseen)


def _added_by_draws(closers: int, unseen: int, cards: int) -> Fraction:
    drawn = Dist.hypergeometric(unseen, closers, CACHE)
    return drawn.map(lambda k: CACHE + cards * (k > 0)).mean


def _added_trial(rng: Random, closers: int, unseen: int, cards: int) -> int:
    return CACHE + cards * (min(rng.sample(range(unseen), CACHE)) < closers)


def _flee_line(closers: int, unseen: int, cards: int) -> Mapping[str, Any]:
    here = added_if_staying(closers, unseen, cards)
    return {
        "series": {"flee below this line": [(own, own - CACHE) for own in range(CACHE, 13)]},
        "title": f"Here you flee if the other balance ends below {float(here - CACHE):.1f}",
        "xlabel": "cards that you expect to add if you stay",
        "ylabel": "balance that you expect of the other",
        "marked": (float(here), "your case"),
    }


WHEN_TO_FLEE = Question(
    id="TOW-Q12",
    game="towers",
    title="When to flee",
    prompt="Two players are left and you are stuck with three cards. The other draws three of {unseen} unseen cards, "
    "and {closers} of these would close a tower of {cards} cards on you; nothing else will change. How many cards "
    "do you expect to add to your balance if you stay? (Flee if that number less 3 is above the other's last balance.)",
    concept="optimal stopping, sunk cost",
    rules=("TOW-6.1", "TOW-6.2", "TOW-7.6", "TOW-7.7"),
    level="hard",
    kind="mean",
    answer=added_if_staying,
    second=_added_by_draws,
    trial=_added_trial,
    misconceptions=(
        Misconception("it will happen", lambda closers, unseen, cards: Fraction(CACHE + cards),
                      "The closer may not come. Weight the tower with the chance that it does."),
        Misconception("it will not happen", lambda closers, unseen, cards: Fraction(CACHE),
                      "Your cache is certain, but the tower may come on top."),
        Misconception("the cache twice", lambda **case: CACHE + added_if_staying(**case),
                      "Your three cards come to the balance once. If you flee now, they are in what you pay."),
    ),
    hints=(
        "Your three cards go to the balance whatever you do.",
        "How likely is a closer among three cards? See the question before.",
        "Add the tower, weighted with that chance, to your three cards.",
    ),
    figure=Figure("lines", _flee_line),
    parameters={
        "closers": Parameter(2, (1, 2, 3), "closers"),
        "unseen": Parameter(12, (6, 12, 24), "unseen cards"),
        "cards": Parameter(8, (8, 9), "cards dealt from the tower"),
    },
)  # fmt: skip

# -- 14 an ending ---------------------------------------------------------------------------------


@cache
def _ending() -> TowersState:
    return position(
        towers(),
        caches=[("BOOK-CN", "STAR-CN", "HAMMER-LN"), ("HAMMER-CG", "SHIELD-LG", "BOOK-CG")],
        towers={
            "Hammers": (("HAMMER-NE", 0, "LG"), ("CROWN-CG", 0, "LN"), ("KEY-NG", 0, "LE"), ("SHIELD-CE", 1, "NE"),
                        ("STAR-LG", 0, "CE")),
            "Keys": (("KEY-NE", 0, "LG"), ("KEY-LE", 0, "NG"), ("KEY-CN", 1, "CG"), ("HAMMER-LE", 1, "LN"),
                     ("STAR-LE", 1, "LE")),
            "Shields": (("STAR-LN", 0, "CG"), ("KEY-CE", 1, "CN"), ("STAR-CE", 0, "NG"), ("HAMMER-LG", 1, "LG"),
                        ("SHIELD-NG", 0, "CE")),
            "Books": (("BOOK-NG", 1, "LG"), ("BOOK-LE", 1, "LN"), ("BOOK-NE", 1, "LE"), ("SHIELD-LE", 0, "NG"),
                      ("SHIELD-CG", 1, "CG"), ("BOOK-CE", 1, "CN")),
            "Stars": (("STAR-NE", 1, "CE"), ("STAR-CG", 0, "NE"), ("CROWN-CN", 0, "LE")),
            "Crowns": (("CROWN-CE", 1, "NE"), ("CROWN-LN", 1, "LE"), ("SHIELD-CN", 1, "CE"), ("CROWN-LE", 0, "CN")),
        },
        balances=(8, 6),
    )  # fmt: skip


def ending() -> TowersState:
    """The ending of question 14: the deck is empty, seat 0 is stuck, seat 1 can close a tower on it."""
    return _ending().clone()


@cache
def solution() -> Solution:
    """The ending of question 14, solved."""
    return solve(_ending())


CHOICES = {"flee": FLEE, "stay": PASS}


def _value(choice: str) -> Fraction:
    solved = solution()
    return solved.coins[0] if choice == "best" else solved.actions[CHOICES[choice]][0]


def brute_force(s: State) -> Fraction:
    """The value for seat 0 of a two-seat ending without a deck, by trying every line in the rules themselves."""
    node = s.node
    if isinstance(node, End):
        return Fraction(node.scores[0])
    assert isinstance(node, Decision)
    values = [brute_force(s.child(action)) for action in s.legal]
    return max(values) if node.seat == 0 else min(values)


def _tried(choice: str) -> Fraction:
    return brute_force(ending() if choice == "best" else ending().child(CHOICES[choice]))


def _played(rng: Random, choice: str) -> int:
    """Play it out; both seats go on with their best line."""
    s = ending()
    if choice != "best":
        s.apply(CHOICES[choice])
    for action in solve(s).line:
        s.apply(action)
    return s.coins[0]


def _ending_tree(choice: str) -> Mapping[str, Any]:
    flee, stay = (f"{_value(name)} coins" for name in ("flee", "stay"))
    closing = "the other closes Hammers: 8 cards for you"
    return {
        "root": {
            "label": "you are stuck",
            "kind": "choice",
            "children": (
                {"label": "flee and pay 11", "value": flee, "kind": "end"},
                {"label": "stay", "kind": "choice", "children": ({"label": closing, "value": stay, "kind": "end"},)},
            ),
        },
        "title": "Fleeing costs 11 coins, staying 12",
    }


LAST_TURNS = Question(
    id="TOW-Q14",
    game="towers",
    title="The last turns",
    prompt="The deck is empty. You owe 8 cards and are stuck with three more. The other owes 6 and can close a tower "
    "on you with two of three cards, 8 cards in all. How many coins do you end with? (your choice: {choice})",
    concept="backward induction",
    rules=("TOW-2.4", "TOW-5.3", "TOW-6.2", "TOW-7.3", "TOW-7.6"),
    level="hard",
    kind="mean",
    answer=_value,
    second=_tried,
    trial=_played,
    misconceptions=(
        Misconception("only the cache", lambda choice: Fraction(-CACHE),
                      "You also pay for the 8 cards you owed before, whether you flee or stay."),
        Misconception("no answer from the other", lambda choice: Fraction(6 - 8 - CACHE),
                      "The other moves once more and closes the tower: eight cards come to your balance."),
    ),
    hints=(
        "Begin at the end: what does the other do if you stay?",
        "Then both balances are known, and you pay the difference.",
        "Compare that with paying your balance and your cache now.",
    ),
    figure=Figure("tree", _ending_tree),
    parameters={"choice": Parameter("best", ("best", "flee", "stay"), "your choice")},
)  # fmt: skip

QUESTIONS = [WHEN_TO_FLEE, LAST_TURNS]
