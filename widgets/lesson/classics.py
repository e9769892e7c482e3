"""Experiments of no game: coins, dice, a bag of balls, a spinner, birthdays, a board of pegs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from gamelib import Dist
from gamelib.bank.classics import (
    DAYS_PER_YEAR,
    RED_BALLS,
    coin_rows_with_heads,
    first_hit_throw,
    first_hit_without_replacement,
    heads_count,
    p_all_different,
    six_count,
)
from gamelib.bank.question import Misconception

from . import mini
from .experiment import (
    CLASSICS,
    Build,
    Cell,
    Cells,
    Experiment,
    Grow,
    Level,
    Path,
    Piece,
    Seen,
    Space,
    Twig,
    register_experiments,
)
from .waiting import waiting

# -- coins ---------------------------------------------------------------------------------------


def coins_seen(rng: Random, coins: int, hits: int) -> Seen:
    row = [rng.random() < 0.5 for _ in range(coins)]
    pieces = tuple({"coin": "H" if head else "T", "hit": head} for head in row)
    return Seen(sum(row), pieces, f"heads on {sum(row)} of {coins} coins")


def coins_build(coins: int, hits: int) -> Build:
    cells = []
    for row in sorted(row for n in range(coins + 1) for row in coin_rows_with_heads(coins, n)):
        n = row.count("H")
        cells.append(Cell(row, n == hits, f"In {' '.join(row)}, the number of heads is {n}."))
    ask = (
        f"These are all the outcomes of tossing {coins} coins. Tap every outcome with heads (H) on exactly {hits} of "
        "the coins."
    )
    listed = (
        f"Write down every outcome of tossing {coins} coins. Use one letter for each coin: H for heads, T for tails. "
        "Write each outcome on a new line."
    )
    space = Space("list", listed, tuple(cell.text for cell in cells))
    return Cells(ask, "outcomes", (), (), tuple(cells), space)


def coins_paths(coins: int, hits: int) -> list[Path]:
    rows = coin_rows_with_heads(coins, hits)
    return [Path(row, Fraction(1, 2**coins), " × ".join(["1/2"] * coins)) for row in rows]


COINS = Experiment(
    question="classic-heads",
    outcomes=lambda coins, hits: heads_count(coins),
    see=coins_seen,
    mini=mini.coins,
    build=coins_build,
    go="Toss",
    what="number of heads",
    asked=lambda n, coins, hits: n == hits,
    asked_words="heads on exactly {hits}|a different number of heads",
    heaps={"Every number of heads has the same probability": lambda coins, hits: Dist(range(coins + 1))},
    paths=coins_paths,
)

TWO_COINS = Experiment(
    outcomes=lambda: heads_count(2),
    see=lambda rng: coins_seen(rng, 2, 1),
    go="Toss",
    what="number of heads",
)

ONE_DIE = Experiment(
    outcomes=lambda: Dist(range(1, 7)),
    see=lambda rng: (lambda n: Seen(n, ({"die": n, "own": True},)))(rng.randint(1, 6)),
    go="Roll",
    what="number on the die",
)

# -- one six at least ----------------------------------------------------------------------------

NO, YES = range(2)


def six_seen(rng: Random, dice: int) -> Seen:
    thrown = [rng.randint(1, 6) for _ in range(dice)]
    pieces: tuple[Piece, ...] = tuple({"die": n, "own": n == 6} for n in thrown)
    return Seen(int(6 in thrown), pieces, "a six" if 6 in thrown else "no six")


def _sixes(thrown: int) -> tuple[Twig, Twig]:
    """The next throw after so many without a six."""
    before = ("no six",) * thrown
    return Twig("no six", "5/6", before), Twig("a six", "1/6", before, True)


def six_build(dice: int) -> Build:
    whole = " × ".join(["5/6"] * dice)
    return Grow(
        "At least one six: go by what goes wrong.",
        (
            Level(
                "When is there not at least one six?",
                "no roll is a six",
                (
                    (
                        "all rolls are sixes",
                        "Then there is more than one six. When is there none at all?",
                    ),
                    ("one roll is not a six", "The other rolls can still be sixes. When is there no six at all?"),
                ),
            ),
            Level(
                "What is the probability that one roll is not a six?",
                "5/6",
                (("1/6", "That is the probability of a six."), ("1/2", "One face of six is a six.")),
                _sixes(0),
            ),
            Level(
                f"What is the probability that none of the {dice} rolls is a six?",
                whole,
                ((f"{dice} × 5/6", "All of them have to miss: multiply."), ("5/6", "That is only one roll.")),
                tuple(twig for thrown in range(1, dice) for twig in _sixes(thrown)),
            ),
            Level(
                "So the answer is",
                f"1 − {whole}",
                (
                    (whole, "That is the probability of no six at all."),
                    (f"{dice} × 1/6", "That is how many sixes come on average."),
                ),
            ),
        ),
    )


ONE_SIX = Experiment(
    question="classic-one-six",
    outcomes=lambda dice: Dist({NO: 5**dice, YES: 6**dice - 5**dice}),
    see=six_seen,
    build=six_build,
    go="Throw them",
    what="what the dice show",
    asked=lambda outcome, dice: outcome == YES,
    asked_words="at least one six|no six",
    names={NO: "no six", YES: "a six or more"},
    paths=lambda dice: [
        Path(f"roll {n} is the first six", Fraction(5, 6) ** (n - 1) / 6, " × ".join(["5/6"] * (n - 1) + ["1/6"]))
        for n in range(1, dice + 1)
    ],
)

# -- many sixes: does the die lie? ---------------------------------------------------------------

PAST = 2
"""So many sixes beyond those asked for, and more, are one outcome."""


def sixes_outcomes(throws: int, many: int) -> Dist[int]:
    return six_count(throws).map(lambda n: min(n, many + PAST))


def near_the_mean(throws: int, many: int) -> Dist[int]:
    """What somebody expects who lets no die stray from its mean by more than one."""
    mean = throws // 6
    return Dist({mean - 1: 1, mean: 2, mean + 1: 1}).map(lambda n: min(n, many + PAST))


def sixes_seen(rng: Random, throws: int, many: int) -> Seen:
    thrown = [rng.randint(1, 6) for _ in range(throws)]
    n = thrown.count(6)
    said = "one six" if n == 1 else f"{n} sixes"
    return Seen(min(n, many + PAST), tuple({"die": face, "own": face == 6} for face in thrown), said)


def sixes_build(throws: int, many: int) -> Build:
    mean = Fraction(throws, 6)
    ways = len(coin_rows_with_heads(throws, 2))
    return Grow(
        f"{many} sixes or more, if the die is fair: go by what is left.",
        (
            Level(
                f"How many sixes do you get in {throws} rolls on average?",
                str(mean),
                (
                    ("none or one", "One sixth of the rolls is more than that."),
                    (str(mean * 3), "That would be half of all rolls. Only one of the six faces is a six."),
                ),
            ),
            Level(
                f"You want {many} sixes or more. What is quicker to count?",
                "fewer, and the rest of 1",
                (
                    (
                        f"{many}, then {many + 1}, then all others up to {throws}",
                        "That is right too, but there is much more to add.",
                    ),
                ),
            ),
            Level(
                "What is the probability of no six at all?",
                f"(5/6)^{throws}",
                (
                    ("5/6", "That is only one roll."),
                    (f"1 − (1/6)^{throws}", "That leaves out only the case that all rolls are sixes."),
                ),
            ),
            Level(
                "In how many ways can exactly two of the rolls be sixes?",
                f"{ways} ways",
                (
                    (f"{throws} ways", "That is the number of ways for one six. For two there are more."),
                    (f"{throws * (throws - 1)} ways", "That counts each pair of places twice."),
                ),
            ),
        ),
    )


SIXES = Experiment(
    question="classic-sixes",
    outcomes=sixes_outcomes,
    see=sixes_seen,
    mini=mini.liar,
    build=sixes_build,
    go="Throw them all",
    what="number of sixes",
    asked=lambda n, throws, many: n >= many,
    asked_words="{many} sixes or more|fewer sixes",
    thoughts=(
        Misconception(
            "A fair die keeps to its mean",
            lambda throws, many: near_the_mean(throws, many).p_at_least(many),
            "It is often near the expected value, but often far from it too. A die has no memory. Look at both ends.",
        ),
    ),
    heaps={"A fair die keeps to its mean": near_the_mean},
    names={n: str(n) for n in range(6)} | {6: "6+"},
    paths=lambda throws, many: [
        Path(f"{n} sixes", six_count(throws).p(n), f"({throws} choose {n}) × (1/6)^{n} × (5/6)^{throws - n}")
        for n in range(many, throws + 1)
    ],
)

TEN_COINS = Experiment(
    outcomes=lambda: heads_count(10),
    see=lambda rng: coins_seen(rng, 10, 5),
    go="Toss",
    what="number of heads",
)

PIN = Experiment(
    outcomes=lambda: Dist([0, 1]),
    see=lambda rng: Seen(rng.randrange(2), ()),
    what="how a drawing pin lies, if both were alike",
    names={0: "point up", 1: "on its side"},
)

BAG_BALL = Experiment(
    outcomes=lambda: Dist([0] * RED_BALLS + [1] * 2),
    see=lambda rng: Seen(int(rng.randrange(RED_BALLS + 2) >= RED_BALLS), ()),
    what="ball from a bag of 3 red ones and 2 blue ones, put back each time",
    names={0: "red", 1: "blue"},
)

# -- a bag of balls ------------------------------------------------------------------------------


def bag_outcomes(blue: int, back: bool) -> Dist[int]:
    balls = range(RED_BALLS + blue)
    pairs = [(a, b) for a in balls for b in balls if back or a != b]
    return Dist([(a < RED_BALLS) + (b < RED_BALLS) for a, b in pairs])


def bag_seen(rng: Random, blue: int, back: bool) -> Seen:
    balls = range(RED_BALLS + blue)
    drawn = [rng.choice(balls), rng.choice(balls)] if back else rng.sample(balls, 2)
    red = [ball < RED_BALLS for ball in drawn]
    words = " and ".join("red" if one else "blue" for one in red)
    return Seen(sum(red), tuple({"ball": "red" if one else "blue", "hit": one} for one in red), words)


def _then(blue: int, back: bool) -> tuple[Fraction, str]:
    balls = RED_BALLS + blue
    red, left = (RED_BALLS, balls) if back else (RED_BALLS - 1, balls - 1)
    return Fraction(red, left), f"{red}/{left}"


def bag_build(blue: int, back: bool) -> Build:
    balls = RED_BALLS + blue
    first, then = f"{RED_BALLS}/{balls}", _then(blue, back)[1]
    other = _then(blue, not back)[1]
    why = (
        "You counted one ball too few. The first ball went back, so the bag is the same as before. Count both "
        "numbers again."
        if back
        else (
            "You counted balls that are no longer in the bag. The first ball stays out, so there is one ball fewer "
            "and one red ball fewer. Count both numbers again."
        )
    )
    return Grow(
        "Complete the tree diagram for a red ball, then another red ball.",
        (
            Level(
                f"The bag holds {RED_BALLS} red balls and {blue} blue balls. What is the probability that the "
                "first ball "
                "is red?",
                first,
                (
                    (
                        f"{blue}/{balls}",
                        "You counted the blue balls. That gives the probability of a blue ball. Count the red ones "
                        "instead.",
                    ),
                    (
                        f"{RED_BALLS}/{blue}",
                        "You compared the red balls with the blue ones. A probability compares them with all the "
                        f"balls, and there are {balls} in total.",
                    ),
                ),
                (Twig("red", first), Twig("blue", f"{blue}/{balls}")),
            ),
            Level(
                "The first ball was red. What is the probability that the second ball is red too?",
                then,
                ((other, why), (f"{RED_BALLS - 1}/{balls}", why)),
                (Twig("red", then, ("red",), True), Twig("blue", f"{blue}/{then.partition('/')[2]}", ("red",))),
            ),
            Level(
                "What is the probability that both balls are red?",
                f"{first} × {then}",
                (
                    (
                        f"{first} + {then}",
                        "You added the two fractions. But the second ball counts only after a red first ball, so you "
                        "need a fraction of a fraction. Multiply along the branches.",
                    ),
                    (f"{first} × {other}", why),
                ),
            ),
        ),
        Space(
            "tree",
            "Two balls are drawn, one after the other. Write down every possible order of colours: R for red, B for "
            "blue, two letters on each line. Your lines grow into a diagram. Each of its branches is one possible "
            "colour.",
            ("RR", "RB", "BR", "BB"),
        ),
    )


BAG = Experiment(
    question="classic-urn",
    outcomes=bag_outcomes,
    see=bag_seen,
    mini=mini.bag,
    build=bag_build,
    go="Draw two",
    what="red balls among the two",
    asked=lambda n, blue, back: n == 2,
    asked_words="both red|not both red",
    heaps={
        "The same fraction for both draws": lambda blue, back: bag_outcomes(blue, back=True),
        "Only the first ball matters": lambda blue, back: Dist({0: blue, 2: RED_BALLS}),
        "The first ball is used up": lambda blue, back: bag_outcomes(blue, back=False),
    },
    names={0: "none", 1: "one", 2: "both"},
    paths=lambda blue, back: [
        Path(
            "red, then red",
            Fraction(RED_BALLS, RED_BALLS + blue) * _then(blue, back)[0],
            f"{RED_BALLS}/{RED_BALLS + blue} × {_then(blue, back)[1]}",
        )
    ],
)

TWO_BALLS = Experiment(
    outcomes=lambda: bag_outcomes(2, back=False),
    see=lambda rng: bag_seen(rng, 2, back=False),
    what="red balls of two from a bag of 3 red ones and 2 blue ones, none put back",
    names={0: "no red", 1: "one red", 2: "both red"},
)

# -- a spinner, birthdays, a board of pegs -------------------------------------------------------


def spinner_seen(rng: Random, prize: int, parts: int) -> Seen:
    pays = prize if rng.randrange(parts) == 0 else 1
    return Seen(pays, ({"coin": str(pays), "hit": pays > 1},), f"it pays {pays}")


SPINNER = Experiment(
    question="classic-spinner",
    outcomes=lambda prize, parts: Dist([prize] + [1] * (parts - 1)),
    see=spinner_seen,
    go="Spin",
    what="coins that a spin pays",
    unit="coins",
    paths=lambda prize, parts: [
        Path("the large prize", Fraction(prize, parts), f"{prize} × 1/{parts}"),
        Path("the small prize", Fraction(parts - 1, parts), f"1 × {parts - 1}/{parts}"),
    ],
)


def birthday_seen(rng: Random, people: int) -> Seen:
    days = [rng.randrange(DAYS_PER_YEAR) for _ in range(people)]
    twice = {day for day in days if days.count(day) > 1}
    pieces: tuple[Piece, ...] = tuple({"card": f"day {day + 1}", "hit": day in twice} for day in days)
    return Seen(int(bool(twice)), pieces, f"day {min(twice) + 1} came twice" if twice else "all days differ")


BIRTHDAY = Experiment(
    question="classic-birthday",
    outcomes=lambda people: Dist(
        {
            NO: p_all_different(people).numerator,
            YES: p_all_different(people).denominator - p_all_different(people).numerator,
        }
    ),
    see=birthday_seen,
    go="Fill the room",
    what="the room",
    asked=lambda outcome, people: outcome == YES,
    asked_words="two or more share a birthday|all birthdays are different",
    names={NO: "all differ", YES: "two meet"},
    paths=lambda people: [
        Path("not all days differ", 1 - p_all_different(people), f"1 − 365/365 × … × {DAYS_PER_YEAR - people + 1}/365")
    ],
)


def pegs_seen(rng: Random, rows: int, slot: int) -> Seen:
    way = [rng.random() < 0.5 for _ in range(rows)]
    pieces: tuple[Piece, ...] = tuple({"coin": "→" if right else "←", "hit": right} for right in way)
    return Seen(sum(way), pieces, f"slot {sum(way)}")


PEGS = Experiment(
    question="classic-pegs",
    outcomes=lambda rows, slot: heads_count(rows),
    see=pegs_seen,
    go="Drop a ball",
    what="slot, counted from the left",
    asked=lambda n, rows, slot: n == slot,
    asked_words="slot {slot}|a different slot",
    paths=lambda rows, slot: [
        Path(way.replace("H", "→").replace("T", "←"), Fraction(1, 2**rows), " × ".join(["1/2"] * rows))
        for way in coin_rows_with_heads(rows, slot)
    ],
)

# -- waiting -------------------------------------------------------------------------------------

LATE = 13
ONE_DIE_FACES = 6

FIRST_HEAD = waiting(1, 2, 7, "toss that shows the first head")


def wait_seen(rng: Random, faces: int, hits: int) -> Seen:
    return waiting(hits, faces, LATE, "", die=faces == ONE_DIE_FACES).see(rng)


def wait_paths(faces: int, hits: int) -> list[Path]:
    """Each throw counts with the chance that it is made at all; those from the last column on together."""
    miss = Fraction(faces - hits, faces)
    paths = [
        Path(
            f"roll {n} is needed",
            miss ** (n - 1),
            " × ".join([str(miss)] * (n - 1)) or "1",
            f"the {n - 1} before it missed" if n > 1 else "it always is",
        )
        for n in range(1, LATE)
    ]
    rest = miss ** (LATE - 1) * Fraction(faces, hits)
    return [
        *paths,
        Path(
            "all later rolls",
            rest,
            f"{miss}^{LATE - 1} × {Fraction(faces, hits)}",
            "after so many rolls, the wait starts again",
        ),
    ]


def wait_build(faces: int, hits: int) -> Build:
    p, miss, mean = Fraction(hits, faces), Fraction(faces - hits, faces), Fraction(faces, hits)
    return Grow(
        "Call the average wait m. Look only at the first roll.",
        (
            Level(
                "What is the probability that the first roll is a hit?",
                str(p),
                (
                    (str(miss), "That is the probability that it goes on."),
                    ("1/2", "Hit or no hit, but not equally likely: count the faces."),
                    ("1", "It may miss as well."),
                ),
                (Twig("over", str(p), (), True), Twig("not yet", str(miss))),
            ),
            Level(
                "And if not? How long does one wait from there?",
                "m again, as at the beginning",
                (
                    ("less than m, since a hit is due", "The die does not remember. It is as at the beginning."),
                    ("more than m", "Why more? The die is the same as before."),
                ),
                (Twig("as at the beginning: m", "", ("not yet",)),),
            ),
            Level(
                "So the average wait is",
                f"m = 1 + {miss} × m",
                (
                    (f"m = {p} + {miss} × m", "You roll the first time in any case, so it counts as one whole roll."),
                    (f"m = 1 + {p} × m", "The wait goes on if the first roll is a miss. Use the probability of that."),
                ),
            ),
            Level(
                "Which number m makes that true?",
                str(mean),
                (
                    (str(mean - 1), "Put it in: the right side is larger."),
                    (str(Fraction(faces, 2 * hits)), "Put it in: the right side is larger."),
                ),
            ),
        ),
    )


WAIT = Experiment(
    question="classic-wait",
    outcomes=lambda faces, hits: first_hit_throw(faces, hits, LATE),
    heaps={"Each face comes up only once": first_hit_without_replacement},
    see=wait_seen,
    mini=mini.wait,
    build=wait_build,
    go="Roll",
    what="roll of the first hit",
    unit="rolls",
    worth=lambda n, faces, hits: Fraction(n) if n < LATE else LATE - 1 + Fraction(faces, hits),
    names={n: str(n) for n in range(1, LATE)} | {LATE: f"{LATE}+"},
    paths=wait_paths,
)

MOST_TOSSES = 7


def both_seen(rng: Random) -> Seen:
    tosses = [rng.random() < 0.5]
    while len(set(tosses)) < 2:
        tosses.append(rng.random() < 0.5)
    pieces = tuple({"coin": "H" if head else "T", "hit": head} for head in tosses)
    return Seen(min(len(tosses), MOST_TOSSES), pieces, f"both sides after {len(tosses)} tosses")


BOTH_SIDES = Experiment(
    outcomes=lambda: first_hit_throw(2, 1, MOST_TOSSES - 1).map(lambda n: n + 1),
    see=both_seen,
    what="tosses until both sides have come up",
    names={n: str(n) for n in range(2, MOST_TOSSES)} | {MOST_TOSSES: f"{MOST_TOSSES}+"},
)

register_experiments(
    CLASSICS,
    {
        "coins": COINS,
        "two-coins": TWO_COINS,
        "one-die": ONE_DIE,
        "one-six": ONE_SIX,
        "sixes": SIXES,
        "ten-coins": TEN_COINS,
        "pin": PIN,
        "bag-ball": BAG_BALL,
        "two-balls": TWO_BALLS,
        "bag": BAG,
        "spinner": SPINNER,
        "birthday": BIRTHDAY,
        "pegs": PEGS,
        "wait": WAIT,
        "first-head": FIRST_HEAD,
        "both-sides": BOTH_SIDES,
    },
)
