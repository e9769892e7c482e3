"""The experiments of Court's lessons; the positions of the game that they come up in are those of `lesson_games`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib import Dist
from gamelib.bank.harem import decks, end_cards
from gamelib.games.harem.setup import TWO_DICE
from gamelib.number_format import count_with_noun, finer, format_modifier

from ....chart import figures as charts
from ....lesson.experiment import (
    GAP,
    Build,
    Cell,
    Cells,
    Experiment,
    Grow,
    Level,
    Path,
    Seen,
    Sort,
    Space,
    Twig,
    dice,
    register_experiments,
)
from ....lesson.waiting import waiting
from ....page.corrected import game_here
from . import games, mini
from .mini import roll

odds = game_here("harem").odds


def _worth(value: int, table: str = "A") -> list[int]:
    """The totals of two dice that make a gem worth this."""
    return [total for total, worth in odds.gem_table(table).items() if worth == value]


def _pairs(total: int) -> str:
    """The pairs of dice of a total, told one by one."""
    return ", ".join(f"{a}+{total - a}" for a in range(1, 7) if 1 <= total - a <= 6)


def _likeliest(totals: list[int]) -> int:
    return max(totals, key=TWO_DICE.__getitem__)


# -- two dice, one gem ---------------------------------------------------------------------------


def _gem_told(pair: tuple[int, int], table: str = "A") -> str:
    value = odds.gem_table(table)[sum(pair)]
    return f"{sum(pair)}: worth {value or 'nothing'}"


def gem_seen(rng: Random, least: int, table: str) -> Seen:
    pair = roll(rng)
    return Seen(odds.gem_table(table)[sum(pair)], dice(*pair), _gem_told(pair, table))


def gem_lookup(table: str = "A", **_: Any) -> tuple[tuple[str, ...], ...]:
    """Rolls and what they make a gem worth; rolls that are worth nothing together."""
    values = odds.gem_table(table)
    nothing = [total for total, worth in values.items() if not worth]
    paid = [(str(total), str(worth)) for total, worth in values.items() if worth]
    rolls, worth = zip((f"{min(nothing)}–{max(nothing)}", "0"), *paid, strict=True)
    return ("dice", *rolls), ("worth", *worth)


FACES = tuple(f"die {n}" for n in range(1, 7))


PAIRS = Space(
    "grid",
    "Make the table of all rolls yourself. What may each die show? Write the numbers, with "
    "spaces between them; each row then meets each column.",
    (),
    (("the golden die may show", tuple("123456")), ("the white die may show", tuple("123456"))),
)


def pair_cells(ask: str, table: str, good: Callable[[int], bool], miss: str) -> Cells:
    """All pairs of two dice, each with what the gem is worth then; `miss`: why a value does not count."""
    value = odds.gem_table(table)
    cells = []
    for a in range(1, 7):
        for b in range(1, 7):
            worth = value[a + b]
            says = f"{a} and {b} make {a + b}, worth {worth or 'nothing'}"
            cells.append(Cell(str(worth), good(worth), f"{says}." if good(worth) else f"{says}: {miss}."))
    return Cells(ask, "pairs", FACES, FACES, tuple(cells), PAIRS)


def gem_build(least: int, table: str) -> Build:
    return pair_cells(
        f"Each square is one roll of a golden and a white die. Tap every square that makes the gem worth "
        f"{least} or more.",
        table,
        lambda worth: worth >= least,
        f"less than {least}",
    )


def gem_paths(least: int, table: str) -> list[Path]:
    value = odds.gem_table(table)
    return [
        Path(f"a roll of {total}, worth {value[total]}", TWO_DICE.p(total), f"{ways} of 36 pairs", _pairs(total), total)
        for total, ways in TWO_DICE.items()
        if value[total] >= least
    ]


GEM = Experiment(
    lookup=gem_lookup,
    question="harem-gem-at-least",
    outcomes=lambda least, table: odds.gem_value(table),
    see=gem_seen,
    mini=mini.gem,
    build=gem_build,
    go="Roll a gem",
    what="value of the gem",
    asked=lambda value, least, table: value >= least,
    asked_words="worth {least} or more|worth less",
    heaps={"All totals are equally likely": lambda least, table: Dist(odds.gem_table(table).values())},
    paths=gem_paths,
    start=games.gem_start,
    after=games.gem_after,
)

# -- a gem against gold --------------------------------------------------------------------------


def _side(value: int, gold: int) -> int:
    return (value > gold) - (value < gold)


def versus_paths(gold: int) -> list[Path]:
    return [
        Path(
            f"a gem worth {value}",
            odds.gem_value().p(value),
            f"{ways} of 36 pairs",
            "; ".join(f"a roll of {total}: {_pairs(total)}" for total in _worth(value)),
            _likeliest(_worth(value)),
        )
        for value, ways in odds.gem_value().items()
        if value > gold
    ]


def versus_seen(rng: Random, gold: int) -> Seen:
    pair = roll(rng)
    worth = odds.gem_table()[sum(pair)]
    card = {"card": f"Gold {gold}", "hit": worth <= gold}
    return Seen(_side(worth, gold), (*dice(*pair), GAP, card), _gem_told(pair))


def versus_build(gold: int) -> Build:
    return pair_cells(
        f"Tap every square in which the gem is worth more than the Gold {gold}.",
        "A",
        lambda worth: worth > gold,
        f"not more than {gold}",
    )


VERSUS_GOLD = Experiment(
    lookup=gem_lookup,
    question="harem-gem-or-gold",
    outcomes=lambda gold: odds.gem_value().map(lambda value: _side(value, gold)),
    see=versus_seen,
    mini=mini.duel,
    build=versus_build,
    go="Roll a gem",
    what="the gem compared with the gold card",
    asked=lambda side, gold: side > 0,
    asked_words="worth more than the Gold {gold}|not worth more",
    heaps={
        "Half of the values are above the average": lambda gold: Dist([-1, 1]),
        "All values are equally likely": lambda gold: Dist([_side(value, gold) for value in odds.gem_value()]),
    },
    names={-1: "worth less", 0: "worth the same", 1: "worth more"},
    paths=versus_paths,
    start=games.versus_start,
    after=games.versus_after,
)

# -- the raid ------------------------------------------------------------------------------------


def _lead(difference: int, modifier: int, guards: int) -> int:
    """1 if the raider's total is higher, 0 for a tie, -1 if the defender's is."""
    lead = difference + modifier - guards
    return (lead > 0) - (lead < 0)


def raid_paths(modifier: int, guards: int) -> list[Path]:
    paths = []
    for difference, ways in odds.roll_difference().items():
        if difference < odds.least_winning_difference(modifier, guards):
            continue
        rolls = [(a, d) for a in TWO_DICE for d in TWO_DICE if a - d == difference]
        told = ", ".join(f"{a} against {d}: {TWO_DICE[a] * TWO_DICE[d]}" for a, d in rolls)
        likeliest = max(rolls, key=lambda roll: TWO_DICE[roll[0]] * TWO_DICE[roll[1]])
        label = (
            f"your roll is {difference} higher"
            if difference > 0
            else ("the two rolls are equal" if not difference else f"your roll is {-difference} lower")
        )
        paths.append(Path(label, odds.roll_difference().p(difference), f"{ways} of 1296 outcomes", told, likeliest))
    return paths


def raid_seen(rng: Random, modifier: int, guards: int) -> Seen:
    mine, theirs = roll(rng), roll(rng)
    added = format_modifier(modifier) if modifier else ""
    lead = _lead(sum(mine) - sum(theirs), modifier, guards)
    word = {1: "Your total is higher", 0: "A tie", -1: "The defender’s total is higher"}[lead]
    told = f"{sum(mine)}{added} against {sum(theirs)}{f'+{guards}' if guards else ''}: {word.lower()}"
    return Seen(lead, (*dice(*mine), GAP, *dice(*theirs, own=False)), told)


def raid_build(modifier: int, guards: int) -> Build:
    """The differences of the two rolls, each with its ways."""
    cells = []
    for difference, ways in odds.roll_difference().items():
        total = difference + modifier - guards
        wins = difference >= odds.least_winning_difference(modifier, guards)
        shown = format_modifier(difference)
        why = (
            f"a difference of {shown}, then {format_modifier(modifier)} for your card and minus {guards} for "
            "the guards, "
            f"gives {format_modifier(total)}"
        )
        ends = (
            "you win"
            if wins
            else ("it is a tie, and a defender with a guard wins ties" if not total else "your total is too low")
        )
        cells.append(Cell(shown, wins, f"{why}: {ends}.", ways))
    return Cells(
        "Each cell is a difference: your dice minus the defender’s dice. The small number tells you how many of the "
        "1296 outcomes of the four dice give this difference. Tap every difference that makes your raid succeed.",
        "differences",
        (),
        (),
        tuple(cells),
        None,
        _raid_levels(modifier, guards),
    )


def _raid_levels(modifier: int, guards: int) -> tuple[Level, ...]:
    """Where the ways come from, and what a point is worth near the middle and far from it."""
    least, ways = odds.least_winning_difference(modifier, guards), odds.roll_difference()
    near, far = ways.get(least - 1, 0), ways[max(ways)]
    middle = Level(
        f"A difference of 0 has {ways[0]} outcomes. Both players then have the same total. How can you count these "
        "outcomes?",
        "1 × 1 + 2 × 2 + … + 6 × 6 + … + 1 × 1",
        (
            (
                "1 + 2 + … + 6 + … + 2 + 1, which is 36",
                "You counted the outcomes of your own two dice only. For each total, the defender has the same "
                "number of outcomes. Multiply the two numbers for each total, then add.",
            ),
            (
                "11 totals, so 11 × 11",
                "You treated the 11 totals as equally likely. They aren’t: a total of 7 has six pairs of dice, a "
                "total of 2 has one. Count the pairs of dice for each total.",
            ),
        ),
    )
    point = Level(
        "Now you get one extra point, so your total is 1 higher. How many more outcomes let you win?",
        f"{near} more, the outcomes of the next smaller difference",
        (
            (
                "1 more, because one more difference wins",
                "You counted one more difference. That is right, but this difference has many outcomes. Look at its "
                "small number.",
            ),
            (
                "1/21 of all outcomes, because there are 21 differences",
                "You treated the 21 differences as equally likely. They have different numbers of outcomes. Look at "
                "the small number of the difference that wins now.",
            ),
            (
                f"{far} more, the outcome of the largest difference",
                "You chose the largest difference, but that one wins already. Which difference was too small by "
                "exactly 1?",
            ),
        ),
    )
    return (middle, point) if near else (middle,)


RAID = Experiment(
    question="harem-raid",
    outcomes=lambda modifier, guards: odds.roll_difference().map(lambda d: _lead(d, modifier, guards)),
    see=raid_seen,
    mini=mini.raid,
    build=raid_build,
    go="Raid",
    what="your total and the defender’s total",
    asked=lambda lead, modifier, guards: lead + guards - modifier >= odds.least_winning_difference(modifier, guards),
    asked_words="the raid succeeds|the raid fails",
    heaps={
        "The dice are the same, so it is fifty-fifty": lambda modifier, guards: Dist([-1, 1]),
        "The other player wins ties": lambda modifier, guards: odds.roll_difference().map(
            lambda d: _lead(d, modifier, guards) or (1 if guards else -1)
        ),
        "All differences are equally likely": lambda modifier, guards: Dist(
            [_lead(d, modifier, guards) for d in odds.roll_difference()]
        ),
    },
    names={-1: "defender higher", 0: "tie", 1: "you higher"},
    paths=raid_paths,
    start=games.raid_start,
    after=games.raid_after,
)

# -- several gems --------------------------------------------------------------------------------

NOTHING, LITTLE, ENOUGH, PLENTY = range(4)


def _covers(worth: int, deficit: int) -> int:
    if worth >= deficit:
        return PLENTY if worth >= deficit + 4 else ENOUGH
    return LITTLE if worth else NOTHING


def afford_paths(deficit: int, gems: int, table: str) -> list[Path]:
    paths = []
    for value in odds.gem_value(table):
        rest, first = odds.p_afford(deficit - value, gems - 1, table), odds.gem_value(table).p(value)
        if rest:
            needed = f"{count_with_noun(gems - 1, 'more gem')} must bring {deficit - value} or more: {rest}"
            told = needed if deficit > value else "that is enough already"
            label = f"the first gem is worth {value}" if value else "the first gem is worthless"
            paths.append(Path(label, first * rest, f"{first} × {rest}", told, _likeliest(_worth(value, table))))
    return paths


def afford_seen(rng: Random, deficit: int, gems: int, table: str) -> Seen:
    pairs = [roll(rng) for _ in range(gems)]
    worth = [odds.gem_table(table)[sum(pair)] for pair in pairs]
    pieces = tuple(piece for pair in pairs for piece in (*dice(*pair), GAP))[:-1]
    told = " + ".join(map(str, worth)) + (f" = {sum(worth)}" if gems > 1 else "")
    return Seen(_covers(sum(worth), deficit), pieces, f"{told} gold, {deficit} are needed")


def second_grow(first: Fraction, label: str) -> tuple[Level, Level]:
    """The two levels that begin a tree of two rolls with the chance `first` of a hit."""
    miss = 1 - first
    return (
        Level(
            f"{label} What is the probability that the first roll fails?",
            str(miss),
            (
                (str(first), "That is the probability that it is enough. What is left of 1?"),
                (str(miss * miss), "That is the probability that two rolls fail."),
            ),
            (Twig("enough", str(first), (), True), Twig("too little", str(miss))),
        ),
        Level(
            "You roll a second time only if the first roll fails. What is the probability "
            "that the second roll is enough?",
            str(first),
            (
                (str(miss), "That is the probability that it fails."),
                (str(1 - miss * miss), "That is the probability of at least one in two rolls. Ask for one roll."),
            ),
            (Twig("enough", str(first), ("too little",), True), Twig("too little", str(miss), ("too little",), False)),
        ),
    )


def afford_build(deficit: int, gems: int, table: str) -> Build:
    """What is missing after one first gem, that path, what a large first gem needs, and all together."""
    if gems == 1:
        return pair_cells(
            f"Tap every square in which the gem is worth {deficit} or more.",
            table,
            lambda worth: worth >= deficit,
            f"less than {deficit}",
        )
    paths = afford_paths(deficit, gems, table)
    values = [value for value in odds.gem_value(table) if odds.p_afford(deficit - value, gems - 1, table)]
    twigs: list[Twig] = []
    for value, path in zip(values, paths, strict=True):
        here, then_ = path.sum.split(" × ")
        twigs += [Twig(str(value), here), Twig("enough", then_, (str(value),), True)]
    value = next((value for value in values if 0 < value < deficit), 0)
    first, rest = odds.gem_value(table).p(value), odds.p_afford(deficit - value, gems - 1, table)
    need, most = deficit - value, max(odds.gem_value(table))
    levels = [
        Level(
            f"{count_with_noun(gems, 'gem')} must be worth {deficit} or more together. The first is worth {value}. "
            f"What must {'the other' if gems == 2 else 'the others together'} be worth?",
            f"{need} or more",
            (
                (f"{deficit} or more", f"The value {value} of the first gem counts too.")
                if value
                else ("nothing more", f"The first gem is worthless, so you still need all {deficit}."),
                (f"{need} and no more", "More than that is enough too."),
            ),
        ),
        Level(
            f"The first gem is worth {value} with probability {first}. After that, the rest is {need} or more with "
            f"probability {rest}. What is the probability of this path?",
            f"{first} × {rest}",
            (
                (f"{first} + {rest}", "Both have to happen, one after the other. Multiply along a path."),
                (f"1 − {first} × {rest}", "That is the probability of all other paths."),
            ),
        ),
    ]
    if most >= deficit:
        levels.append(
            Level(
                f"Now the first gem is worth {most}. What is the probability that you have enough in the end?",
                "1",
                (
                    (str(odds.p_afford(deficit, 1, table)), "You don’t need anything more. It is enough already."),
                    ("0", "You have enough already, so nothing can go wrong."),
                ),
            )
        )
    levels.append(
        Level(
            f"There are {len(paths)} such paths, one for each value of the first gem that leaves "
            "hope. What is "
            "done with them?",
            "add them",
            (
                ("multiply them", "Only one of them can happen: the first gem has one value."),
                ("take the likeliest", "The others lead there as well. Nothing that counts is left out."),
            ),
            tuple(twigs),
        )
    )
    return Grow("Go by the first gem, path by path.", tuple(levels))


AFFORD = Experiment(
    lookup=gem_lookup,
    question="harem-afford",
    outcomes=lambda deficit, gems, table: odds.total_gem_value(gems, table).map(lambda worth: _covers(worth, deficit)),
    see=afford_seen,
    mini=mini.afford,
    build=afford_build,
    go="Roll the gems",
    what="value of the gems",
    asked=lambda group, deficit, gems, table: group >= ENOUGH,
    asked_words="enough|too little",
    heaps={
        "One gem alone must be enough": lambda deficit, gems, table: (
            odds.gem_value(table).keep(gems, 1).map(lambda worth: _covers(worth, deficit))
        )
    },
    names={NOTHING: "nothing", LITTLE: "too little", ENOUGH: "just enough", PLENTY: "plenty"},
    paths=afford_paths,
    drawn=lambda deficit, gems, table: charts.distribution(
        odds.total_gem_value(gems, table),
        title=f"{count_with_noun(gems, 'gem')}: {deficit} or more is enough",
        mean=False,
        xlabel="what the gems bring",
        threshold=(deficit, "enough"),
    ),
    start=games.afford_start,
    after=games.afford_after,
)


# -- a second chance -----------------------------------------------------------------------------

AT_FIRST, AT_SECOND, SHORT = range(3)


def _second(first: int, then: int, deficit: int, aid: str) -> int:
    if first >= deficit:
        return AT_FIRST
    worth = {"none": first, "reroll": then, "gem": first + then}[aid]
    return AT_SECOND if worth >= deficit else SHORT


def second_outcomes(deficit: int, aid: str) -> Dist[int]:
    return odds.gem_value().flat_map(
        lambda first: odds.gem_value().map(lambda then: _second(first, then, deficit, aid))
    )


def _doubled(deficit: int) -> Dist[int]:
    """How it ends for somebody who thinks that two rolls are worth twice one."""
    p = odds.p_afford(deficit, 1)
    second = min(p, 1 - p)
    return Dist(
        {AT_FIRST: p.numerator, AT_SECOND: second.numerator, SHORT: p.denominator - p.numerator - second.numerator}
    )


def second_paths(deficit: int, aid: str) -> list[Path]:
    p = odds.p_afford(deficit, 1)
    enough = [total for total in TWO_DICE if odds.gem_table()[total] >= deficit]
    first = Path("the first roll is enough", p, str(p), f"a roll of {min(enough)} or more", (_likeliest(enough),))
    if aid == "none":
        return [first]
    low = _likeliest([total for total in TWO_DICE if odds.gem_table()[total] < deficit])
    if aid == "reroll":
        told = "you roll again, and the second roll stands"
        return [
            first,
            Path(
                "the first falls short, the second is enough",
                (1 - p) * p,
                f"{1 - p} × {p}",
                told,
                (low, "reroll", _likeliest(enough)),
            ),
        ]
    paths = [first]
    for value in odds.gem_value():
        if value < deficit:
            here, rest = odds.gem_value().p(value), odds.p_afford(deficit - value, 1)
            told = f"the second must bring {deficit - value} or more"
            paths.append(
                Path(
                    f"the first is worth {value}, the second covers the rest",
                    here * rest,
                    f"{here} × {rest}",
                    told,
                    (_likeliest(_worth(value)),),
                )
            )
    return paths


def second_seen(rng: Random, deficit: int, aid: str) -> Seen:
    first, then_ = roll(rng), roll(rng)
    value = odds.gem_table()
    outcome = _second(value[sum(first)], value[sum(then_)], deficit, aid)
    again = aid != "none" and outcome != AT_FIRST
    pieces = (*dice(*first), *((GAP, *dice(*then_)) if again else ()))
    return Seen(outcome, pieces, _gem_told(first) + (f"; then {_gem_told(then_)}" if again else ""))


def second_build(deficit: int, aid: str) -> Build:
    p = odds.p_afford(deficit, 1)
    miss = 1 - p
    return Grow(
        "Let the tree grow, branch by branch.",
        (
            *second_grow(p, f"The probability that one roll gives {deficit} or more is {p}."),
            Level(
                "So which is the path “first too little, then enough”?",
                f"{miss} × {p}",
                (
                    (f"{miss} + {p}", "Both have to happen, one after the other. Multiply along a path."),
                    (f"{p} × {p}", "That means enough both times. But here the first roll was too little."),
                ),
            ),
            Level(
                "And the whole answer?",
                f"{p} + {miss} × {p}",
                (
                    (
                        f"{p} + {p}",
                        "That counts a case twice if both rolls are enough. Here the sum is even more than 1.",
                    ),
                    (f"{p} × {miss} × {p}", "The two paths can’t both happen. Add them."),
                ),
            ),
        ),
        Space(
            "tree",
            "What can happen with one gem that can be rolled again? Write one line for each path: E for a roll that is "
            "enough, S for a roll that is too small. After an E, there are no more rolls.",
            ("E", "SE", "SS"),
        ),
    )


SECOND_CHANCE = Experiment(
    lookup=gem_lookup,
    question="harem-second-chance",
    outcomes=second_outcomes,
    see=second_seen,
    mini=mini.second,
    build=second_build,
    go="Roll the gem",
    what="how it ends",
    asked=lambda outcome, deficit, aid: outcome != SHORT,
    asked_words="enough|too little",
    heaps={
        "The second chance changes nothing": lambda deficit, aid: second_outcomes(deficit, "none"),
        "A second chance doubles the probability": lambda deficit, aid: _doubled(deficit),
    },
    names={AT_FIRST: "first roll does it", AT_SECOND: "second roll does it", SHORT: "too little"},
    paths=second_paths,
    start=games.second_start,
    after=games.second_after,
)

# -- an opening hand -----------------------------------------------------------------------------

MANY = 4


def opening_outcomes(seats: int, kind: str) -> Dist[int]:
    return odds.opening_hand_kind_count(seats, kind).map(lambda n: min(n, MANY))


def opening_seen(rng: Random, seats: int, kind: str) -> Seen:
    kinds = odds.game.card_kind
    hand = decks.deal(rng, seats, odds=odds)[0]
    n = sum(kinds[card] == kind for card in hand)
    words = odds.game.texts
    pieces = tuple({"card": words.card_name(card), "hit": kinds[card] == kind} for card in hand)
    return Seen(min(MANY, n), pieces, f"{count_with_noun(n, 'hit') if n else 'none'} in this hand")


def opening_build(seats: int, kind: str) -> Build:
    good, cards = decks.good_cards(seats, kind, odds=odds)
    bad, word = cards - good, decks.KIND[kind]
    last = odds.HAND_SIZE - 1
    every = f"{bad}/{cards} × {bad - 1}/{cards - 1} × … × {bad - last}/{cards - last}"
    return Grow(
        f"{good} of the {cards} cards are {word}. Draw card by card, and none may be one of them.",
        (
            Level(
                "What is the probability that the first card is none of them?",
                f"{bad}/{cards}",
                (
                    (f"{good}/{cards}", "That is the probability that it is one of them."),
                    (f"{bad}/{cards + good}", f"There are {cards} cards in all, and {bad} of them are others."),
                ),
                (Twig("none", f"{bad}/{cards}"), Twig("one", f"{good}/{cards}", (), False)),
            ),
            Level(
                "The first card was none of them. What is the probability that the second card is none either?",
                f"{bad - 1}/{cards - 1}",
                (
                    (f"{bad}/{cards}", "The first card stays in your hand: one card fewer is left."),
                    (
                        f"{bad}/{cards - 1}",
                        "The first card was one of the others, so there is also one fewer of those.",
                    ),
                ),
                (
                    Twig("none", f"{bad - 1}/{cards - 1}", ("none",)),
                    Twig("one", f"{good}/{cards - 1}", ("none",), False),
                ),
            ),
            Level(
                f"And the last, card {odds.HAND_SIZE}?",
                f"{bad - last}/{cards - last}",
                (
                    (
                        f"{bad - odds.HAND_SIZE}/{cards - odds.HAND_SIZE}",
                        f"Before card {odds.HAND_SIZE} only {last} cards are out.",
                    ),
                    (f"{bad - 1}/{cards - 1}", "That was the second card. It goes on sinking."),
                ),
                (
                    Twig("…", "", ("none", "none")),
                    Twig("none", f"{bad - last}/{cards - last}", ("none", "none", "…"), True),
                ),
            ),
            Level(
                "All of this has to happen. So the answer is",
                every,
                (
                    (every.replace("×", "+"), "All of it together: multiply along the path."),
                    (f"({bad}/{cards})^{odds.HAND_SIZE}", "That puts each card back before the next is drawn."),
                ),
            ),
        ),
    )


def opening_paths(seats: int, kind: str) -> list[Path]:
    """The one path to a hand without it: seven draws, each from what is left."""
    good, cards = decks.good_cards(seats, kind, odds=odds)
    so_far = odds.p_opening_hand_lacks_kind(seats, kind)
    written = [f"{cards - good - drawn}/{cards - drawn}" for drawn in range(odds.HAND_SIZE)]
    told = "none so far: " + "; ".join(f"after card {i} ≈ {finer(p)}" for i, p in enumerate(so_far, 1))
    return [
        Path(
            f"every card of the hand is something other than {decks.KIND[kind]}",
            so_far[-1],
            " × ".join(written),
            told,
            0,
        )
    ]


def opening_drawn(seats: int, kind: str) -> Figure:
    """The hands with none of the kind are hatched: they are what is asked for."""
    shown = OPENING.asks.chart_arguments(seats=seats, kind=kind)
    words = {"title": shown["title"], "xlabel": shown["xlabel"]}
    return charts.distribution(shown["dist"], **words, mean=False, asked=([0], "none"))


OPENING = Experiment(
    question="harem-opening-none",
    outcomes=opening_outcomes,
    see=opening_seen,
    mini=mini.left,
    build=opening_build,
    go="Deal a hand",
    what="cards of this kind in the hand",
    asked=lambda n, seats, kind: not n,
    asked_words="none of them|one or more",
    names={n: str(n) for n in range(MANY)} | {MANY: f"{MANY} or more"},
    paths=opening_paths,
    drawn=opening_drawn,
    start=games.opening_start,
    after=games.opening_after,
)

# -- the end of the game -------------------------------------------------------------------------

FIRST_SIX = waiting(1, 6, 13, "roll of the first six", die=True)


def over_paths(cards: int) -> list[Path]:
    paths = []
    for draw in range(1, cards + 1):
        missed = f"{draw - 1} other {'card' if draw == 2 else 'cards'} first, then Game Over out of {cards - draw + 1}"
        told = missed if draw > 1 else f"Game Over out of {cards}"
        told += f": a chance of 1/{cards}; draw {draw} adds {draw} times that" if draw > 1 else ""
        paths.append(Path(f"it comes with draw {draw}", Fraction(draw, cards), f"1/{cards} × {draw}", told, draw))
    return paths


def over_forgets(cards: int) -> Dist[int]:
    """As with a die: the same chance at each draw that is reached; what would come later still lies on the last one."""
    came = {n: (cards - 1) ** (n - 1) * cards ** (cards - n) for n in range(1, cards)}
    return Dist({**came, cards: (cards - 1) ** (cards - 1) * cards})


def over_seen(rng: Random, cards: int) -> Seen:
    draw = end_cards.over_trial(rng, cards)
    pieces = tuple({"card": "Game Over" if n == draw else "", "hit": n == draw} for n in range(1, cards + 1))
    return Seen(draw, pieces, f"Game Over came with draw {draw}")


def over_build(cards: int) -> Build:
    return Sort(
        "Why is each draw just as likely? Put the steps in order.",
        (
            f"The first draw ends the game with probability 1/{cards}.",
            f"So the probability that it doesn’t end there is {cards - 1}/{cards}.",
            f"Then {cards - 1} cards are left, and the second draw ends the game with probability 1/{cards - 1}.",
            f"Multiplied: {cards - 1}/{cards} × 1/{cards - 1} = 1/{cards}, as much as for the first.",
            f"In the same way, every draw has probability 1/{cards}. The expected value is the middle of 1 to {cards}.",
        ),
        (
            Level(
                f"Half of the deck, {cards // 2} cards, has been drawn without Game Over. What is the probability that "
                "the next draw ends the game?",
                f"1/{cards - cards // 2}",
                (
                    (f"1/{cards}", "That was the probability for the first draw. Now fewer cards are left."),
                    ("1/2", "It comes or it does not, but the two are not equally likely."),
                ),
            ),
            Level(
                f"Before the first draw, what is the probability that Game Over is drawn on draw {cards // 2 + 1}?",
                f"1/{cards}",
                (
                    (
                        f"1/{cards - cards // 2}",
                        "That is right only if half of the deck is already gone. The game must get that far first.",
                    ),
                    (
                        f"1/2 × 1/{cards}",
                        f"The game gets that far with probability 1/2. Then it is one of {cards - cards // 2} cards.",
                    ),
                ),
            ),
            Level(
                f"So what is the expected value of the draws 1 to {cards}?",
                f"(1 + {cards}) / 2",
                (
                    (f"{cards} / 2", "Try it with three cards. The middle of 1, 2 and 3 is more than half of 3."),
                    (
                        f"{cards}, since each has 1/{cards}",
                        "That would be right with replacement. Here the game ends sooner.",
                    ),
                ),
            ),
        ),
    )


GAME_OVER = Experiment(
    question="harem-game-over",
    outcomes=lambda cards: Dist(range(1, cards + 1)),
    see=over_seen,
    mini=mini.over,
    build=over_build,
    go="Lay out a pile",
    what="draw with Game Over",
    unit="draws",
    heaps={
        "Half of the deck": lambda cards: Dist({n: min(n, cards - n) for n in range(1, cards)}),
        "Each draw has the same probability": over_forgets,
    },
    paths=over_paths,
    headline=lambda cards: f"Each of the {cards} draws is just as likely to bring Game Over",
    start=games.over_start,
    after=games.over_after,
)

register_experiments(
    "harem",
    {
        "gem": GEM,
        "gem-or-gold": VERSUS_GOLD,
        "raid": RAID,
        "afford": AFFORD,
        "second-chance": SECOND_CHANCE,
        "opening": OPENING,
        "first-six": FIRST_SIX,
        "game-over": GAME_OVER,
    },
)
