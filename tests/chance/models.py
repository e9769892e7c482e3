"""Models by name: their line, chances known from books or from counting, and the same in icepool where it can."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import icepool as ice

F = Fraction
d6 = ice.d6


class Known(NamedTuple):
    line: str
    chances: dict[Any, F]
    mean: F | None = None
    other: Callable[[], Any] | None = None
    """The same distribution by icepool."""


def hand(counts: dict[int, int], n: int) -> Any:
    return ice.Deck(counts).deal(n)


def each(f: Callable[..., Any], *dice: Any) -> Any:
    return ice.map(f, *dice, star=False)


def heads(*tosses: int) -> int:
    return max((len(run) for run in "".join("H" if toss else " " for toss in tosses).split()), default=0)


def run(*tosses: int) -> int:
    longest = now = 0
    last = None
    for toss in tosses:
        now = now + 1 if toss == last else 1
        longest, last = max(longest, now), toss
    return longest


def birthday(people: int, days: int) -> Any:
    differ = ice.Die([1])
    for before in range(people):
        differ = each(lambda still, day, before=before: int(bool(still and day > before)), differ, ice.d(days))
    return differ == 1


coin = ice.Die([0, 1])
ten = ice.Deck(range(1, 11))

MODELS: dict[str, Known] = {
    # sums and comparisons
    "two dice": Known("2d6 : sum", {7: F(1, 6), 2: F(1, 36)}, F(7), lambda: 2 @ d6),
    "raid with 2 against a guard": Known(
        "a=2d6+2 > b=2d6+1 : a > b", {"yes": F(721, 1296)}, None, lambda: 2 @ d6 + 2 > 2 @ d6 + 1
    ),
    "raid, who ties wins": Known("a=2d6 > b=2d6+1 : a >= b", {}, None, lambda: 2 @ d6 >= 2 @ d6 + 1),
    "raid, the gap": Known("a=2d6 > b=2d6 : a - b", {0: F(146, 1296)}, F(0), lambda: 2 @ d6 - 2 @ d6),
    "a gem": Known(
        "2d6 : sum in {2..5=0,6=2,7=3,8=4,9=5,10=6,11=7,12=8}",
        {0: F(10, 36), 3: F(6, 36)},
        F(3),
        lambda: (2 @ d6).map({**dict.fromkeys(range(2, 6), 0), **{k: k - 4 for k in range(6, 13)}}),
    ),
    "a gem of 5 or more": Known("2d6 : sum in {2..5=0,6=2,7=3,8=4,9=5,10=6,11=7,12=8} >= 5", {"yes": F(10, 36)}),
    "two dice from 5 to 9": Known("2d6 : sum in 5..9", {"yes": F(24, 36)}),
    "ten dice": Known("10d6 : sum", {10: F(1, 6**10)}, F(35), lambda: 10 @ d6),
    "twenty dice of twenty": Known("20d20 : sum", {20: F(1, 20**20)}, F(210), lambda: 20 @ ice.d20),
    "Galileo: ten with three dice": Known("3d6 : sum is 10", {"yes": F(27, 216)}, None, lambda: 3 @ d6 == 10),
    "Galileo: nine with three dice": Known("3d6 : sum is 9", {"yes": F(25, 216)}, None, lambda: 3 @ d6 == 9),
    "a spinner of three": Known("5 spin{1*3,2*2,5} : sum", {}, F(10), lambda: 5 @ ice.Die({1: 3, 2: 2, 5: 1})),
    "spin, then two from a bag": Known(
        "spin{0*3,3*2,6} > 2 bag{1*3,2*2,3} : sum >= 8",
        {"yes": F(19, 90)},
        None,
        lambda: ice.Die({0: 3, 3: 2, 6: 1}) + hand({1: 3, 2: 2, 3: 1}, 2).sum() >= 8,
    ),
    "Efron: A beats B": Known(
        "a=d{0*2,4*4} > b=d{3} : a > b", {"yes": F(2, 3)}, None, lambda: ice.Die({0: 2, 4: 4}) > 3
    ),
    "Efron: B beats C": Known(
        "a=d{3} > b=d{2*4,6*2} : a > b", {"yes": F(2, 3)}, None, lambda: ice.Die({2: 4, 6: 2}) < 3
    ),
    "Efron: C beats D": Known(
        "a=d{2*4,6*2} > b=d{1*3,5*3} : a > b",
        {"yes": F(2, 3)},
        None,
        lambda: ice.Die({2: 4, 6: 2}) > ice.Die({1: 3, 5: 3}),
    ),
    "Efron: D beats A": Known(
        "a=d{1*3,5*3} > b=d{0*2,4*4} : a > b",
        {"yes": F(2, 3)},
        None,
        lambda: ice.Die({1: 3, 5: 3}) > ice.Die({0: 2, 4: 4}),
    ),
    "Galton's board, ten rows": Known("10 d{0,1} : sum", {5: F(252, 1024)}, F(5), lambda: 10 @ coin),
    "what is far apart": Known(
        "3 d{0,1,1000000} : sum", {1000001: F(6, 27)}, F(1000001), lambda: 3 @ ice.Die([0, 1, 10**6])
    ),
    # counting
    "de Méré: a six in four": Known("4d6 : count 6 >= 1", {"yes": 1 - F(5, 6) ** 4}, None, lambda: 4 @ (d6 == 6) >= 1),
    "de Méré: a double six in 24": Known(
        "24 d{six,other*35} : count six >= 1",
        {"yes": 1 - F(35, 36) ** 24},
        None,
        lambda: 24 @ ice.Die({1: 1, 0: 35}) >= 1,
    ),
    "Newton and Pepys: two sixes in twelve": Known(
        "12d6 : count 6 >= 2",
        {"yes": 1 - F(5, 6) ** 12 - 12 * F(1, 6) * F(5, 6) ** 11},
        None,
        lambda: 12 @ (d6 == 6) >= 2,
    ),
    "interruptions in nine cards": Known(
        "9 deck{interrupt*3,calm*48} : count interrupt",
        {0: F(2296, 4165)},
        F(9, 17),
        lambda: hand({1: 3, 0: 48}, 9).sum(),
    ),
    "aces in five cards": Known(
        "5 deck{ace*4,other*48} : count ace", {4: F(1, 54145)}, F(5, 13), lambda: hand({1: 4, 0: 48}, 5).sum()
    ),
    "five or more, three dice": Known("3d6 : count >=5", {3: F(1, 27)}, F(1), lambda: 3 @ (d6 >= 5)),
    "Pólya's urn, ten draws": Known("10 bag{red,blue} add1 : count red", {k: F(1, 11) for k in range(11)}, F(5)),
    "Pólya's urn, 3 and 2, by twos": Known(
        "6 bag{red*3,blue*2} add2 : count red", {6: F(3 * 5 * 7 * 9 * 11 * 13, 5 * 7 * 9 * 11 * 13 * 15)}
    ),
    "the lottery: six right": Known(
        "6 bag{right*6,wrong*43} : count right is 6",
        {"yes": F(1, 13983816)},
        None,
        lambda: hand({1: 6, 0: 43}, 6).sum() == 6,
    ),
    "the lottery: the sum": Known(
        "6 bag{1..49} : sum", {21: F(1, 13983816)}, F(150), lambda: hand(dict.fromkeys(range(1, 50), 1), 6).sum()
    ),
    # order statistics
    "the better of two": Known("2d6 : high", {6: F(11, 36)}, F(161, 36), lambda: ice.highest(d6, d6)),
    "the worse of three": Known("3d6 : low", {1: F(91, 216)}, None, lambda: d6.lowest(3)),
    "highest less lowest of three": Known(
        "3d6 : range", {0: F(6, 216), 5: F(30, 216)}, F(35, 12), lambda: each(lambda *v: max(v) - min(v), d6, d6, d6)
    ),
    "the best three of four": Known(
        "4d6 : top 3", {18: F(21, 1296), 3: F(1, 1296)}, F(15869, 1296), lambda: d6.highest(4, 3)
    ),
    "the middle of five": Known("5d6 : mid", {}, F(7, 2), lambda: d6.middle(5)),
    "the highest of three balls": Known(
        "3 bag{1..10} : high", {10: F(3, 10)}, F(33, 4), lambda: ten.deal(3).highest(1).sum()
    ),
    "the middle of 20 of 40 cards": Known("20 deck{1..40} : mid", {}),
    "the best three of 300": Known("300d6 : top 3", {}),
    # repeats
    "two of a colour": Known("2 bag{red*3,blue*5} : most = 2", {"yes": F(13, 28)}),
    "birthdays, 23 people": Known("23 d{1..365} : differ", {}, None, lambda: birthday(23, 365)),
    "a roll of five: the most alike": Known(
        "5d6 : most", {5: F(6, 7776)}, F(925, 432), lambda: each(lambda *v: max(map(v.count, v)), *[d6] * 5)
    ),
    "a roll of five: patterns": Known("5d6 : pattern", {"3+2": F(300, 7776), "2+1+1+1": F(3600, 7776)}),
    "patterns of a wait": Known("3d2 until 2 : pattern", {"1": F(1, 2), "1+1": F(1, 4), "2+1": F(1, 8), "3": F(1, 8)}),
    "a span of one number": Known("d{2..2,5} : sum", {2: F(1, 2), 5: F(1, 2)}),
    "a full house": Known("5d6 : pattern is 3+2", {"yes": F(25, 648)}),
    "different faces of five": Known(
        "5d6 : kinds", {5: F(720, 7776)}, None, lambda: each(lambda *v: len(set(v)), *[d6] * 5)
    ),
    "four cards, all different": Known("4 deck{1..13*4} : differ", {"yes": F(2816, 4165)}),
    "a hand of thirteen by ranks": Known("13 deck{1..13*4} : kinds", {13: F(4**13, 635013559600)}),
    "two balls and a spin, by faces": Known("2 bag{1*2,2,5} > 2 spin{1*2,3} : kinds", {}),
    "which of five birthdays is the first twin": Known(
        "5 d365 : equal", {0: F(364 * 363 * 362 * 361, 365**4), 2: F(1, 365), 3: F(364 * 2, 365**2)}
    ),
    "the first twin of four cards": Known("4 deck{1..3*2} : equal", {2: F(1, 5), 3: F(4, 5) * F(2, 4), 4: F(2, 5)}),
    # branches and bags used again
    "Monty Hall, switch": Known("spin{car,goat*2} > [car: d{goat} | goat: d{car}] : last is car", {"yes": F(2, 3)}),
    "Monty Hall, stay": Known("spin{car,goat*2} > [car: d{goat} | goat: d{car}] : first is car", {"yes": F(1, 3)}),
    "a bag by the colour of a ball": Known(
        "bag{red,blue} > [red: A=bag{gold*3,stone} | blue: bag{gold,stone*3}] : last is gold", {"yes": F(1, 2)}
    ),
    "three from one bag, in two goes": Known(
        "A=bag{1..9} > b=2 A : sum", {6: F(1, 84)}, F(15), lambda: hand(dict.fromkeys(range(1, 10), 1), 3).sum()
    ),
    "the first less the next two": Known("A=bag{1..9} > b=2 A : A - b", {}, F(-5)),
    "five or more: roll two": Known("d6 > [>=5: 2d4 | else: d6+3] : sum", {}),
    # order matters
    "the longest run of ten coins": Known(
        "10 coin : run", {10: F(2, 1024)}, F(1875, 512), lambda: each(run, *[coin] * 10)
    ),
    "the longest run of heads": Known(
        "10 coin : run H", {0: F(1, 1024)}, F(1433, 512), lambda: each(heads, *[coin] * 10)
    ),
    "runs of ten coins": Known(
        "10 coin : runs",
        {1: F(2, 1024)},
        F(11, 2),
        lambda: each(lambda *v: 1 + sum(a != b for a, b in itertools.pairwise(v)), *[coin] * 10),
    ),
    "Boy or girl: the second of two": Known("2 coin : last is H", {"yes": F(1, 2)}),
    "the secretary of five": Known("bag{1..5} until record2 : last is 5", {"yes": F(13, 30)}),
    "two reds": Known("bag{red*3,blue*5} until 2*red : tries", {2: F(3, 28)}, F(9, 2)),
    "the first six, ten at most": Known(
        "10d6 until 6 : tries",
        {10: F(5, 6) ** 9},
        None,
        lambda: each(lambda *v: next((i for i, x in enumerate(v, 1) if x), 10), *[d6 == 6] * 10),
    ),
    "drawn until a card comes again": Known("deck{1..13*4} until repeat : tries", {2: F(1, 17)}),
    "all four kinds of a bag": Known("bag{1..4*2} until all : tries", {4: F(8, 35)}),
    # waits without an end
    "the first six": Known("d6 until 6 : tries", {1: F(1, 6), 3: F(25, 216)}, F(6)),
    "the first six, four or more": Known("d6 until 6 : tries >= 4", {"yes": F(125, 216)}),
    "coupons: all six faces": Known("d6 until all : tries", {6: F(720, 6**6)}, F(147, 10)),
    "birthdays: how many until two share": Known("d365 until repeat : tries", {2: F(1, 365)}),
    "Penney's game: HHT before THH": Known("coin until H.H.T/T.H.H : ends H.H.T", {"yes": F(1, 4)}),
    "Penney's game: HTH before HHT": Known("coin until H.T.H/H.H.T : ends H.T.H", {"yes": F(1, 3)}),
    "how long for HHT": Known("coin until H.H.T : tries", {3: F(1, 8)}, F(8)),
    "how long for HTH": Known("coin until H.T.H : tries", {3: F(1, 8)}, F(10)),
    "two sixes in a row": Known("d6 until 6.6 : tries", {2: F(1, 36)}, F(42)),
    "five or more, and then its value": Known("d6 until >=5 : last", {5: F(1, 2)}, F(11, 2)),
    "the sum until a six": Known("d6 until 6 : sum", {6: F(1, 6), 7: F(1, 36)}, F(21)),
    "craps": Known(
        "d{7*6,2,3*2,11*2,12,4*3,5*4,6*5,8*5,9*4,10*3}"
        " > [7: d{win} | 11: d{win} | 2: d{lose} | 3: d{lose} | 12: d{lose}"
        " | 4: d{7*6,4*3,0*27} until 4/7 | 5: d{7*6,5*4,0*26} until 5/7 | 6: d{7*6,6*5,0*25} until 6/7"
        " | 8: d{7*6,8*5,0*25} until 8/7 | 9: d{7*6,9*4,0*26} until 9/7 | 10: d{7*6,10*3,0*27} until 10/7] : last",
        {"win": F(8, 36)},
    ),
    "may wait for ever": Known("spin{go*3,stop} > [go: coin until H | stop: d{X} until Y] : last", {"H": F(3, 4)}),
}
