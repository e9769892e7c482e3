"""The figures of the fifteen questions, to the fraction; bad arguments; other ways to the same numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest

from gamelib import Dist
from gamelib.bank.wishes.extra_task_stack import rank_dist_of_kind_by_listing
from gamelib.games.wishes import odds
from gamelib.games.wishes.extra_task_places import place_dist

from ..rules import rule
from .build import GAME

TASKS = GAME.tables.tasks
F = Fraction


@rule("WIS-1.9")
def test_q1_opening_hand() -> None:
    wanted = [F(927, 2162), F(771, 1081), F(83, 94), F(1046, 1081), F(2155, 2162)]
    assert [odds.p_hand_has_kind(n) for n in range(1, 6)] == wanted
    hands = Counter(len({TASKS[card].kind for card in hand} & {"Tea"}) for hand in combinations(TASKS, 3))
    assert F(hands[1], comb(48, 3)) == odds.p_hand_has_kind(["Tea"])
    assert sum(hands.values()) == 17_296


@rule("WIS-2.1", "WIS-3.3", "WIS-3.9")
def test_q2_blocked_by_the_mood() -> None:
    assert odds.p_plate_shown(["NAUSEATE"]) == F(1, 2)
    assert 1 - odds.p_plate_shown(["NAUSEATE", "AFRAID"]) == F(2, 9)
    sets = list(combinations(GAME.plates, 5))
    assert len(sets) == 252
    assert F(sum({"NAUSEATE", "AFRAID"} <= set(chosen) for chosen in sets), 252) == F(2, 9)
    assert [odds.p_particular_plate_next(k) for k in range(5)] == [F(1, n) for n in (10, 9, 8, 7, 6)]
    assert [odds.p_unseen_plate_later_in_round(k) for k in range(5)] == [F(1, 2), F(4, 9), F(3, 8), F(2, 7), F(1, 6)]
    assert [odds.p_plate_shown(["SAD"], seen_count=k) for k in range(5)] == [
        odds.p_unseen_plate_later_in_round(k) for k in range(5)
    ]


@rule("WIS-1.9", "WIS-11.1")
def test_q3_guards_in_the_deal() -> None:
    assert [odds.p_guard_dealt(3 * n) for n in (1, 2, 3, 4)] == [F(144, 1225), F(279, 1225), F(81, 245), F(522, 1225)]
    assert odds.first_guard_position().mean == 17
    for n in (1, 2, 3, 4):
        assert odds.first_guard_position().p(range(3 * n + 1)) == odds.p_guard_dealt(3 * n)
    assert Dist.hypergeometric(50, 2, 12).p(2) == F(66, 1225)


@rule("WIS-13.3")
def test_q4_a_full_day() -> None:
    assert odds.p_offer_shows_complete_day() == F(2, 9)
    assert [odds.p_complete_day(n) for n in (3, 4, 5, 6)] == [
        F(225, 946),
        F(225, 473),
        F(12750, 19393),
        F(30375, 38786),
    ]
    assert odds.wares_until_complete_day().mean == F(1283, 248)
    # by a recursion over how many of each icon are still in the heap
    chance = {(15, 15, 15): F(1)}
    mean = F(0)
    for drawn in range(31):
        mean += sum(chance.values())
        after: dict[tuple[int, ...], Fraction] = {}
        for left, p in chance.items():
            for i in range(3):
                smaller = tuple(n - (j == i) for j, n in enumerate(left))
                if left[i] and max(smaller) == 15:
                    after[smaller] = after.get(smaller, F(0)) + p * F(left[i], 45 - drawn)
        chance = after
    assert mean == F(1283, 248)


@rule("WIS-4.1", "WIS-1.11")
def test_q5_can_i_play_at_all() -> None:
    assert [odds.p_hand_can_fulfil(n) for n in (1, 2, 3, 4)] == [
        F(927, 2162),
        F(5881, 8648),
        F(8907, 10810),
        F(2211, 2444),
    ]
    number = odds.wished_kinds(4).map(len)
    assert [number.p(n) for n in (2, 3, 4)] == [F(131, 1820), F(48, 91), F(729, 1820)]


@rule("WIS-9.1", "WIS-9.7")
def test_q6_how_many_cards_a_wish_takes() -> None:
    needed = odds.cards_needed(7)
    assert needed.mean == F(437, 140)
    assert [needed.p(n) for n in (2, 3, 4, 5)] == [F(5, 28), F(15, 28), F(19, 70), F(1, 70)]
    assert [odds.cards_needed(h).mean for h in (5, 6, 8, 9)] == [F(67, 28), F(11, 4), F(99, 28), F(137, 35)]
    final = odds.heart_sum_when_reached(7)
    assert [final.p(n) for n in (7, 8, 9, 10)] == [F(29, 70), F(59, 210), F(83, 420), F(3, 28)]
    assert final.mean == F(3359, 420)
    counts: Counter[int] = Counter()
    for order in set(permutations((1, 1, 2, 2, 3, 3, 4, 4), 5)):
        weight = 1
        for value, n in Counter(order).items():
            weight *= comb(2, n) * (2 if n == 2 else 1)
            assert value
        total, k = 0, 0
        while total < 7:
            total += order[k]
            k += 1
        counts[k] += weight
    assert Dist(counts) == needed


@rule("WIS-15.2")
def test_q7_will_a_rival_close_it() -> None:
    assert [odds.p_rival_fulfils_wish(m) for m in (1, 2, 3, 4)] == [
        F(653, 1763),
        F(3202, 12341),
        F(2461, 12341),
        F(41, 301),
    ]
    assert odds.p_rival_fulfils_wish(2, 3) == F(38517, 61705)
    assert odds.p_rival_fulfils_wish(0, cards=3, hearts=(1,), unseen=3) == 1
    assert 1 - F(39, 43) == F(4, 43)  # the own next card


@rule("WIS-4.1", "WIS-9.1")
def test_what_rivals_can_add_alone_and_one_after_another() -> None:
    for rivals in range(4):
        for missing in range(1, 6):
            assert odds.max_hearts_rivals_can_add(rivals).p_at_least(missing) == odds.p_rival_fulfils_wish(
                missing, rivals
            )
    pile, counts = [1, 1, 2, 4, 0, 0, 0, 0], Counter[int]()
    for one in combinations(range(8), 2):
        for two in combinations([i for i in range(8) if i not in one], 2):
            counts[max(pile[i] for i in one) + max(pile[i] for i in two)] += 1
    assert odds.max_hearts_rivals_can_add(2, True, 2, [1, 1, 2, 4], 8) == Dist(counts)
    assert odds.max_hearts_rivals_can_add(1, True) == odds.max_hearts_rivals_can_add(1)
    assert odds.max_hearts_rivals_can_add(0) == Dist([0])


@rule("WIS-2.4", "WIS-3.3")
def test_how_the_best_rule_ends() -> None:
    for plates in range(6):
        assert odds.extra_points_with_best_timing(plates).mean == odds.mean_extra_points_with_best_timing(plates)
    plates = [(plate.effect == "nauseate", plate.extra_points) for plate in GAME.tables.plates.values()]
    counts = Counter[int]()
    for (sick, first), (off, second) in permutations(plates, 2):  # the last plate is worth less than 2, more than 1
        counts[first if not sick and first >= 2 else 0 if off else second] += 1
    assert odds.extra_points_with_best_timing(2) == Dist(counts)


@rule("WIS-7.1", "WIS-13.3")
def test_a_second_purchase_speaks_to_what_the_first_has_left() -> None:
    once = odds.buyer_score_card_posterior("Centre", F(1, 5))
    assert odds.buyer_score_card_posterior("Centre", F(1, 5), prior=once) == Dist(
        {"K2": 1, "K3": 169, "K4": 169, "K5": 1, "K6": 1}
    )
    assert odds.buyer_score_card_posterior("Right", 0, prior=Dist({"K2": 3, "K6": 1})) == Dist({"K2": 3, "K6": 1})
    assert odds.purchase_probabilities("K3", odds.EXAMPLE_WARES, F(1, 5)) == {
        "W01": F(1, 15),
        "W23": F(13, 15),
        "W42": F(1, 15),
    }
    assert odds.purchase_probabilities("K3", odds.EXAMPLE_WARES, gems=3) == {"W01": 1}
    assert odds.purchase_probabilities("K3", odds.EXAMPLE_WARES, gems=2) == {}


@rule("WIS-2.4", "WIS-3.3")
def test_q8_close_now_or_wait() -> None:
    assert odds.mean_extra_points_with_best_timing() == F(1103, 420)
    assert odds.mean_extra_points_with_best_timing(4, ["DEMANDING"]) == F(1891, 756) > 2
    assert (
        odds.mean_extra_points_with_best_timing(1)
        == F(3, 2)
        == sum((F(plate.extra_points, 10) for plate in GAME.tables.plates.values()), F(0))
    )
    assert odds.p_plate_shown(["MEAN", "SAD"]) == F(7, 9)
    extras = [plate.extra_points for plate in GAME.tables.plates.values()]
    assert F(sum(max(chosen) for chosen in combinations(extras, 5)), 252) == F(233, 84)


@rule("WIS-12.2", "WIS-12.4")
def test_q9_the_race_and_the_price_of_priority() -> None:
    alone = odds.random_stack_place(4)
    total = 135751
    assert [alone.p(n) for n in range(1, 6)] == [F(n, total) for n in (69122, 43269, 20802, 2510, 48)]
    assert odds.mean_place_points(alone) == F(89916, 19393)
    behind = odds.random_stack_place(4, kinds_ahead_on_ties=["Tea"])
    assert odds.mean_place_points(behind) == F(606052, total)
    assert alone.p(1) - behind.p(1) == F(122, 3311)
    assert odds.mean_place_points(alone) - odds.mean_place_points(behind) == F(23360, total)
    assert rank_dist_of_kind_by_listing(4, odds.EXAMPLE_STACK, odds.EXAMPLE_HAND, "Music", "Tea") == behind


@rule("WIS-12.2")
def test_q9_by_drawing_stacks() -> None:
    rng, n = Random(9), 4000
    rest = [card for card in TASKS if card not in (*odds.EXAMPLE_STACK, *odds.EXAMPLE_HAND)]
    counts: Counter[int] = Counter()
    for _ in range(n):
        sums = dict.fromkeys(GAME.tables.kinds, 0)
        for card in ("T45", *rng.sample(rest, 4)):
            sums[TASKS[card].kind] += TASKS[card].hearts
        counts[1 + sum(hearts > sums["Music"] for hearts in sums.values())] += 1
    for place in range(1, 5):
        p = float(odds.random_stack_place(4).p(place))
        assert abs(counts[place] / n - p) < 5 * (p * (1 - p) / n) ** 0.5


@rule("WIS-6.1", "WIS-15.2")
def test_q10_what_did_he_put_in() -> None:
    assert odds.stashed_kind_posterior(1).p("Tea") == 1
    assert odds.stashed_kind_posterior(F(3, 4)).p("Tea") == F(105, 142)
    assert odds.stashed_kind_posterior(F(1, 2)).p("Tea") == F(35, 72)
    assert odds.stashed_kind_posterior(F(1, 6)).p("Tea") == F(7, 44)
    unseen = [card for card in TASKS if TASKS[card].kind == "Tea" and card not in odds.EXAMPLE_HAND]
    assert F(105, 142) * F(sum(TASKS[card].hearts for card in unseen), len(unseen)) == F(135, 71)


@rule("WIS-7.1", "WIS-13.3")
def test_q11_reading_a_score_card_from_a_purchase() -> None:
    assert odds.buyer_score_card_posterior("Centre") == Dist(["K3", "K4"])
    assert odds.buyer_score_card_posterior("W23", F(1, 5)) == Dist({"K2": 1, "K3": 13, "K4": 13, "K5": 1, "K6": 1})
    before = Dist(["K2", "K3", "K4", "K5", "K6"])
    assert odds.mean_ware_points("W28", before) == F(16, 5)
    assert odds.mean_ware_points("W28", odds.buyer_score_card_posterior("Centre")) == F(9, 2)
    assert odds.mean_ware_points("W28", odds.buyer_score_card_posterior("Centre", F(1, 5))) == F(124, 29)
    assert odds.buyer_score_card_posterior("Left") == Dist(["K5"])
    assert odds.buyer_score_card_posterior("Left", F(1, 5)).p("K5") == F(13, 17)
    assert odds.buyer_score_card_posterior("Right") == Dist(["K2", "K6"])
    assert odds.buyer_score_card_posterior("Left", 1) == before


@rule("WIS-12.2", "WIS-14.5")
def test_q12_how_many_hearts_make_first_place_safe() -> None:
    wanted = {
        ("T45",): (F(25179782, 62891499), 3.79),
        ("T47",): (0.489, 4.40),
        ("T45", "T43"): (0.563, 4.79),
        ("T45", "T46"): (F(34840244, 52186563), 5.19),
        ("T47", "T45"): (F(3137878, 4014351), 5.53),
        ("T47", "T48"): (F(45266105, 52186563), 5.73),
        ("T47", "T48", "T45"): (F(42282979, 43110639), 5.96),
        ("T47", "T48", "T45", "T46"): (0.9988, 6.0),
    }
    for own, (first, points) in wanted.items():
        dist = odds.rank_of_kind_in_solo(own)
        if isinstance(first, F):
            assert dist.p(1) == first
        else:
            assert float(dist.p(1)) == pytest.approx(first, abs=0.0005)
        assert float(odds.mean_place_points(dist)) == pytest.approx(points, abs=0.006)
    gains = [
        odds.mean_place_points(odds.rank_of_kind_in_solo(own))
        for own in (("T45",), ("T47", "T45"), ("T47", "T48", "T45"))
    ]
    assert float(gains[1] - gains[0]) == pytest.approx(1.73, abs=0.005)
    assert float(gains[2] - gains[1]) == pytest.approx(0.44, abs=0.005)


@rule("WIS-5.4", "WIS-12.4")
def test_q13_the_value_of_a_peek() -> None:
    assert [odds.mean_orderly_points_without_peek(m) for m in (1, 2, 3)] == [1, F(77, 47), F(189, 94)]
    assert [odds.peek_gain(m) for m in (1, 2, 3)] == [5, F(205, 47), F(375, 94)]


@rule("WIS-1.3", "WIS-10.1")
def test_q14_which_final_wishes() -> None:
    types = odds.final_wish_criterion_counts()
    assert types.p(lambda found: found[1] > 0) == F(113, 143)
    assert odds.p_all_final_types() == F(48, 91)
    assert types.p(lambda found: found[0] == 4) == F(15, 1001)
    assert odds.p_card_matches_final_wish() == F(3, 14)
    assert odds.p_hand_matches_final_wish() == F(7859, 15134)
    wishes = [wish.criterion for wish in GAME.tables.final.values()]
    sets = list(combinations(wishes, 4))
    assert F(sum(len(set(chosen)) == 3 for chosen in sets), len(sets)) == F(48, 91)


@rule("WIS-2.3")
def test_q15_cards_added_by_plates() -> None:
    added = odds.stack_cards_added_by_plates()
    assert [added.p(n) for n in (3, 4, 5)] == [F(2, 9), F(5, 9), F(2, 9)]
    assert added.mean == 4 == 5 * F(8, 10)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: odds.p_hand_has_kind(7), "The number of kinds is a whole number from 0 to 6, not 7."),
        (lambda: odds.p_hand_has_kind(["Coffee"]), "There is no kind of task 'Coffee'."),
        (lambda: odds.p_hand_has_kind(1, 49), "The number of cards"),
        (lambda: odds.p_hand_can_fulfil(17), "The number of wishes"),
        (lambda: odds.cards_needed(0), "The number of hearts"),
        (lambda: odds.cards_needed(21), "The number of hearts"),
        (lambda: odds.cards_needed(5, "Coffee"), "There is no kind of task"),
        (lambda: odds.p_complete_day(46), "The number of wares"),
        (lambda: odds.p_rival_fulfils_wish(-1), "The number of hearts missing"),
        (lambda: odds.p_rival_fulfils_wish(1, 3, 3, [1], 8), "in the rivals' hands"),
        (lambda: odds.max_hearts_rivals_can_add(15), "The number of rivals"),
        (lambda: odds.purchase_probabilities("K9", odds.EXAMPLE_WARES), "There is no market score card 'K9'."),
        (lambda: odds.mean_extra_points_with_best_timing(11), "The number of plates"),
        (lambda: odds.extra_points_with_best_timing(11), "The number of plates"),
        (lambda: odds.mean_extra_points_with_best_timing(1, ["JOLLY"]), "There is no plate 'JOLLY'."),
        (lambda: odds.random_stack_place(-1), "The number of cards"),
        (lambda: odds.random_stack_place(1, ()), "Name the kind on which the Orderly stands."),
        (lambda: odds.random_stack_place(1, ("T45", "T45")), "A card is named twice."),
        (lambda: odds.random_stack_place(1, ("X",)), "There is no task card 'X'."),
        (lambda: odds.peek_gain(0), "The number of cards"),
        (lambda: odds.stashed_kind_posterior(2), "lies between 0 and 1, not at 2."),
        (lambda: odds.stashed_kind_posterior(1, "Coffee"), "There is no kind of task"),
        (lambda: odds.buyer_score_card_posterior("W02"), "'W02' is not in the row W01, W23, W42."),
        (lambda: odds.buyer_score_card_posterior("Right", gems=4), "costs 5, so it cannot be bought with 4 Gems."),
        (lambda: odds.buyer_score_card_posterior("Left", -1), "lies between 0 and 1"),
        (
            lambda: odds.buyer_score_card_posterior("Left", own_score_cards=("K1", "K5")),
            "Nobody who never errs buys 'Left' from this row.",
        ),
        (lambda: odds.mean_ware_points("X", Dist(["K1"])), "There is no wares card 'X'."),
        (lambda: odds.p_guard_dealt(51), "The number of cards"),
        (lambda: odds.p_plate_shown(["SAD"], 5, 6), "The number of plates seen"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(call: object, words: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()  # type: ignore[operator]
    assert words in str(caught.value)


@pytest.mark.parametrize("zero", [False, True])
def test_a_place_among_cards_of_two_decks_is_what_all_cases_give(zero: bool) -> None:
    """Every way to take two of one deck and one of another, ranked card by card."""
    pools = (((0, 2), (0, 3), (1, 1), (2, 4)), ((0, 1), (1, 2), (2, 2)))
    base, kind, ahead = (1, 0, 0), 1, frozenset({2})
    found: Counter[int] = Counter()
    for first in combinations(pools[0], 2):
        for second in pools[1]:
            hearts = list(base)
            for card_kind, more in (*first, second):
                hearts[card_kind] += more
            ranked = sorted((-hearts[k], k not in ahead, k != kind, k) for k in range(3) if hearts[k] or zero)
            order = [k for *_, k in ranked]
            found[order.index(kind) + 1 if kind in order else 0] += 1
    assert place_dist(pools, (2, 1), base, kind, ahead, zero) == Dist(found)
