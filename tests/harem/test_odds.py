"""The odds of Court against the rules' own tables and against plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest

from gamelib import Dist
from gamelib.games.harem import odds

from ..rules import rule

FACES = range(1, 7)
ROLLS = [a + b for a, b in product(FACES, repeat=2)]
DIFFERENCES = Counter(a + b - c - d for a, b, c, d in product(FACES, repeat=4))

# modifier: ways of 1296 with 0, 1 and 2 Guards
COMBAT = {
    -4: (206, 70, 35),
    -3: (310, 126, 70),
    -2: (435, 206, 126),
    -1: (575, 310, 206),
    0: (721, 435, 310),
    1: (861, 575, 435),
    2: (986, 721, 575),
    3: (1090, 861, 721),
    4: (1170, 986, 861),
    5: (1226, 1090, 986),
    6: (1261, 1170, 1090),
}

# deficit: the chance that 1, 2, 3, 4 gems cover it
COVER = {
    1: ("13/18", "299/324", "5707/5832", "104351/104976"),
    2: ("13/18", "299/324", "5707/5832", "104351/104976"),
    3: ("7/12", "137/162", "11039/11664", "34367/34992"),
    4: ("5/12", "61/81", "10589/11664", "3763/3888"),
    5: ("5/18", "851/1296", "20053/23328", "198827/209952"),
    6: ("1/6", "79/144", "18553/23328", "64109/69984"),
    7: ("1/12", "565/1296", "11167/15552", "22969/26244"),
    8: ("1/36", "425/1296", "9817/15552", "86501/104976"),
    9: ("0", "151/648", "1397/2592", "426997/559872"),
    10: ("0", "103/648", "3475/7776", "387917/559872"),
    16: ("0", "1/1296", "233/3888", "389717/1679616"),
}


def exactly(*answers: str) -> list[Fraction]:
    return [Fraction(answer) for answer in answers]


# -- gems ----------------------------------------------------------------------------------------


@rule("HAR-4.4")
@pytest.mark.parametrize(("table", "variance", "worthless"), [(None, "50/9", "5/18"), ("B", "50/3", "7/12")])
def test_one_gem(table: str | None, variance: str, worthless: str) -> None:
    gem = odds.gem_value(table)
    assert gem.mean == 3
    assert gem.variance == Fraction(variance)
    assert gem.p(0) == Fraction(worthless)


def test_gem_is_table_a() -> None:
    assert odds.gem_value() == odds.gem_value("A") == Dist([max(0, roll - 4) if roll > 5 else 0 for roll in ROLLS])
    assert odds.gem_value().p_at_least(3) == Fraction(7, 12)
    assert odds.gem_value().given(lambda value: value >= 3).p_at_least(6) == Fraction(2, 7)


def test_own_table() -> None:
    flat = dict.fromkeys(range(2, 13), 2)
    assert odds.gem_value(flat) == Dist([2])
    assert odds.p_afford(6, 3, flat) == 1
    assert odds.p_afford(7, 3, flat) == 0
    steep = flat | {12: 40}
    assert odds.p_afford(40, 1, steep) == Fraction(1, 36)


@rule("HAR-A8")
@pytest.mark.parametrize("k", range(4))
def test_gems_against_every_roll(k: int) -> None:
    value = odds.gem_value_by_roll()
    ways = Counter(sum(value[roll] for roll in rolls) for rolls in product(ROLLS, repeat=min(k, 2)))
    if k == 3:
        ways = Counter()
        for a, b, c in product(range(2, 13), repeat=3):
            ways[value[a] + value[b] + value[c]] += ROLLS.count(a) * ROLLS.count(b) * ROLLS.count(c)
    assert dict(odds.total_gem_value(k)) == ways


@pytest.mark.parametrize("deficit", COVER)
def test_afford(deficit: int) -> None:
    assert [odds.p_afford(deficit, k) for k in (1, 2, 3, 4)] == exactly(*COVER[deficit])


def test_afford_nothing() -> None:
    assert odds.p_afford(0, 0) == odds.p_afford(-3, 2) == 1
    assert odds.p_afford(1, 0) == 0
    assert odds.p_afford(33, 4) == 0


def test_reroll_by_least_kept() -> None:
    values = exactly("3", "23/6", "23/6", "143/36", "143/36", "23/6", "65/18", "121/36", "113/36")
    assert [odds.gem_value_with_reroll(least).mean for least in range(9)] == values
    assert odds.gem_value_with_favour().mean == Fraction(1403, 324)
    assert odds.gem_value_with_favour().mean - max(values) == Fraction(29, 81)


def test_rolling_one_after_another() -> None:
    assert odds.rolls_used(3, 2).mean == Fraction(17, 12)
    assert odds.rolls_used(9, 4).p(1) == 0
    assert odds.rolls_used(3, 3).p(3) == odds.total_gem_value(2).p(range(3))


def test_gems_without_end() -> None:
    means = [odds.mean_rolls_to_reach(cost) for cost in (0, 3, 6, 9, 12)]
    assert means == exactly("0", "279/169", "11529/4394", "10855269/2970344", "358413669/77228944")


def test_gems_that_are_always_worth_the_same() -> None:
    assert [odds.mean_rolls_to_reach(cost, dict.fromkeys(range(2, 13), 2)) for cost in (0, 1, 4, 5)] == [0, 1, 2, 3]


@rule("HAR-11.5")
def test_cash() -> None:
    assert [odds.final_cash_points(k).mean for k in (1, 2, 3)] == exactly("4/3", "25/9", "115/27")
    assert [odds.final_cash_points(k, 1).mean for k in (1, 2, 3)] == exactly("5/3", "29/9", "128/27")


# -- raids ---------------------------------------------------------------------------------------


def test_difference() -> None:
    assert dict(odds.two_dice_total_difference()) == DIFFERENCES
    assert odds.two_dice_total_difference().total == 1296


@rule("HAR-8.3", "HAR-7.2")
@pytest.mark.parametrize("modifier", COMBAT)
def test_raid(modifier: int) -> None:
    assert [odds.p_raid_succeeds(modifier, guards) for guards in range(3)] == [
        Fraction(ways, 1296) for ways in COMBAT[modifier]
    ]


@rule("HAR-8.3")
@pytest.mark.parametrize("guards", range(3))
@pytest.mark.parametrize("modifier", range(-5, 8))
def test_raid_against_four_dice(modifier: int, guards: int) -> None:
    wins = 0
    for difference, ways in DIFFERENCES.items():
        total = difference + modifier - guards
        wins += ways * (total > 0 or (total == 0 and guards == 0))
    assert odds.p_raid_succeeds(modifier, guards) == Fraction(wins, 1296)


def test_raid_powers() -> None:
    for modifier, guards in product(range(-3, 4), range(3)):
        assert odds.p_raid_succeeds(modifier, guards, watchful=True) == odds.p_raid_succeeds(modifier - 1, guards)
        assert odds.p_raid_succeeds(modifier, guards, plus_one=True) == odds.p_raid_succeeds(modifier + 1, guards)
        assert odds.p_raid_succeeds(modifier, guards, watchful=True, plus_one=True) == odds.p_raid_succeeds(
            modifier, guards
        )


@rule("HAR-A1")
def test_raid_without_dice() -> None:
    assert odds.p_raid_succeeds(-6, 0, watchful=True, unguarded="automatic") == 1
    assert odds.p_raid_succeeds(0, 1, unguarded="automatic") == odds.p_raid_succeeds(0, 1)


def test_two_raids_for_gold() -> None:
    raids = [(3, 1), (-2, 6)]
    for guards, steal, broken in ((2, "1477/1296", "128695/93312"), (1, "233/144", "154715/93312")):
        assert odds.plunder_total(raids, guards, (3, 3, 1), "steal").mean == Fraction(steal)
        assert odds.plunder_total(raids, guards, (3, 3, 1), "break").mean == Fraction(broken)
    assert odds.plunder_total(raids, 2, (3, 3, 1), "break", "automatic").mean == Fraction(55937, 15552)


def test_two_raids_for_one_theft() -> None:
    raids = [(2, 1), (2, 1)]
    assert 1 - odds.plunder_total(raids, 2, (1, 1), "steal").p(0) == Fraction(1159775, 1679616)
    assert 1 - odds.plunder_total(raids, 2, (1, 1), "break").p(0) == Fraction(327175, 559872)
    assert odds.plunder_total(raids, 0, (1, 1), "break") == odds.plunder_total(raids, 0, (1, 1), "steal")


@rule("HAR-8.6", "HAR-8.7")
def test_loot_is_the_best_set() -> None:
    assert odds.best_loot((3, 3, 1), 6) == (3, 3)
    assert odds.best_loot((3, 3, 1), 2) == (1,)
    assert odds.best_loot((3,), 2) == ()
    assert odds.best_loot((1, 2, 3), 3) == (3,)
    for gold, limit in product([(1, 1, 2, 3, 3), (2, 2, 2), (3, 2)], range(1, 8)):
        sums = [sum(cards) for k in range(len(gold) + 1) for cards in combinations(gold, k) if sum(cards) <= limit]
        assert sum(odds.best_loot(gold, limit)) == max(sums)


@rule("HAR-1.8", "HAR-A29")
@pytest.mark.parametrize(("seats", "chance"), [(2, "73/648"), (3, "839/5184"), (4, "81349/419904")])
def test_first_tie(seats: int, chance: str) -> None:
    assert odds.p_first_roll_tie(seats) == Fraction(chance)
    rolls = Counter(ROLLS)
    shared: Counter[int] = Counter()
    for totals in product(rolls, repeat=seats):
        shared[totals.count(max(totals))] += prod(rolls[total] for total in totals)
    assert dict(odds.seats_sharing_highest_roll(seats)) == shared


# -- decks ---------------------------------------------------------------------------------------


@rule("HAR-1.3", "HAR-1.4", "HAR-1.5")
def test_halves() -> None:
    assert [odds.deck_half_sizes(seats) for seats in (2, 3, 4)] == [(38, 40), (38, 39), (37, 39)]


@rule("HAR-1.6", "HAR-1.7")
def test_opening_hand() -> None:
    seats = (2, 3, 4)
    assert [sum(odds.opening_hand_card_counts(n).values()) for n in seats] == [73, 72, 71]
    no_gold = [odds.opening_hand_kind_count(n, "gold").p(0) for n in seats]
    assert no_gold == exactly("2266810/23961009", "42770/470943", "59220/680251")
    a_raid = [odds.opening_hand_kind_count(n, "sultans_wrath").p_at_least(1) for n in seats]
    assert a_raid == exactly("77763171/135779051", "35495563/61379571", "776620034/1329890705")
    assert [odds.opening_hand_gold(n).mean for n in seats] == exactly("294/73", "49/12", "294/71")


def test_cheapest_of_the_companions() -> None:
    costs = [companion.base for companion in odds.game.companions.values()]
    assert [odds.cheapest_companion_cost(j).p(range(7)) for j in (1, 2, 3, 4)] == exactly(
        "2/5", "62/95", "46/57", "290/323"
    )
    assert [odds.cheapest_companion_cost(j).mean for j in (1, 2, 3)] == exactly("69/10", "1151/190", "215/38")
    for j in (1, 2, 3):
        assert odds.cheapest_companion_cost(j) == Dist(Counter(map(min, combinations(costs, j))))


@rule("HAR-1.7", "HAR-10.6")
def test_when_shuffle_the_deck_comes() -> None:
    seats = (2, 3, 4)
    assert [odds.replaced_card_count(n).mean for n in seats] == exactly("28/37", "84/73", "14/9")
    assert [odds.shuffle_draw_number(n).mean for n in seats] == exactly("3237/74", "2617/73", "247/9")
    within = [odds.shuffle_draw_number(n).p(range(31)) for n in seats]
    assert within == exactly("25/148", "1033/2847", "203/351")


def test_shuffle_the_deck_agrees_with_the_engine() -> None:
    """The pile that the engine deals from: with nothing dealt, its own distribution of the special card's place."""
    state = odds.game.start(seats=3)
    pile = state.master
    top, bottom = odds.deck_half_sizes(3)
    assert len(pile) == top + bottom
    chances = [pile.dist(depth).p("PN-SHUFFLE") for depth in range(len(pile))]
    assert chances == [Fraction(0)] * top + [Fraction(1, bottom)] * bottom


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: odds.p_raid_succeeds(0, 3), r"number of Guards is a whole number from 0 to 2, not 3"),
        (lambda: odds.p_raid_succeeds(0, -1), r"number of Guards"),
        (
            lambda: odds.p_raid_succeeds(0.5, 1),
            (
                r"^In p_raid_succeeds, modifier should be a whole number, not "
                r"0\.5"
            ),
        ),  # type: ignore[arg-type]
        (
            lambda: odds.p_raid_succeeds(0, 0, unguarded="maybe"),
            r"unguarded should be 'roll' or 'automatic', not 'maybe'",
        ),  # type: ignore[arg-type]
        (lambda: odds.total_gem_value(-1), r"number of gems is a whole number from 0 to 50, not -1"),
        (lambda: odds.total_gem_value(True), r"gem_count should be a whole number"),
        (lambda: odds.p_afford("6", 1), r"deficit should be a whole number, not '6'"),  # type: ignore[arg-type]
        (lambda: odds.gem_value("C"), r"no gem table 'C'; there are A and B"),
        (lambda: odds.gem_value({2: 0, 3: 1}), r"no value for a roll of 4, 5, 6"),
        (lambda: odds.gem_value(dict.fromkeys(range(2, 14), 1)), r"a value for 13, but two dice show 2 to 12"),
        (lambda: odds.gem_value(dict.fromkeys(range(2, 13), -1)), r"roll of 2 is a whole number from 0 to 100, not -1"),
        (
            lambda: odds.gem_value([0] * 11),
            (
                r"table should be a table of whole numbers or a text or "
                r"None"
            ),
        ),  # type: ignore[arg-type]
        (lambda: odds.mean_rolls_to_reach(3, dict.fromkeys(range(2, 13), 0)), r"never reached"),
        (
            lambda: odds.plunder_total([(0, 1)], 1, (1,), "wait"),
            (
                r"plan should be 'steal' or 'break', not "
                r"'wait'"
            ),
        ),  # type: ignore[arg-type]
        (lambda: odds.opening_hand_kind_count(5, "gold"), r"number of seats is a whole number from 2 to 4, not 5"),
        (lambda: odds.opening_hand_kind_count(3, "play_now"), r"No opening hand holds"),
        (lambda: odds.cheapest_companion_cost(21), r"number of draws is a whole number from 1 to 20, not 21"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        call()  # type: ignore[operator]
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("kind", ["gold", "gem"])
def test_no_card_of_a_kind_in_a_whole_opening_hand(kind: str) -> None:
    assert odds.p_first_cards_lack_kind(2, kind)[7] == odds.opening_hand_kind_count(2, kind).p(0)
