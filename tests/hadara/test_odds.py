"""The figures of the 14 questions, to the fraction, each by a second way: enumeration, recursion or simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, factorial
from pathlib import Path
from random import Random

import pytest

import gamelib
from gamelib import Dist
from gamelib.games.hadara import odds

from ..rules import rule
from .build import GAME, begin, default, until

F = Fraction

SEATS = (2, 3, 4, 5)


# -- 1 to 3: what is in the decks ----------------------------------------------------------------------


@rule("HAD-1.3", "HAD-18.1")
@pytest.mark.parametrize(
    ("cards", "expected"), [(10, [F(2, 5), F(3, 5), F(4, 5), F(1)]), (14, [F(2, 7), F(3, 7), F(4, 7), F(5, 7)])]
)
def test_a_card_in_the_game(cards: int, expected: list[F]) -> None:
    assert [odds.p_card_drawn_in_game(seats, cards) for seats in SEATS] == expected
    for seats, chance in zip(SEATS, expected, strict=True):
        decks = comb(cards - 1, 2 * seats - 1), comb(cards, 2 * seats)
        assert F(*decks) == chance


def test_two_wanted_cards() -> None:
    both = [odds.drawn_count_of_named_cards(seats, 2).p(2) for seats in SEATS]
    either = [odds.drawn_count_of_named_cards(seats, 2).p_at_least(1) for seats in SEATS]
    assert both == [F(2, 15), F(1, 3), F(28, 45), F(1)]
    assert either == [F(2, 3), F(13, 15), F(44, 45), F(1)]
    for seats, chance in zip(SEATS, both, strict=True):
        decks = [set(deck) for deck in combinations(range(10), 2 * seats)]
        assert F(sum({0, 1} <= deck for deck in decks), len(decks)) == chance
    assert both[1] != odds.p_card_drawn_in_game(3) ** 2 == F(9, 25)


@rule("HAD-5.1")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("deck_set", ["basic", "advanced"])
def test_my_own_two_cards_by_the_engine(seats: int, deck_set: str) -> None:
    """Whoever draws when: before the first draw of a colour, each seat has a named card with the same chance."""
    purple = deck_set == "advanced"
    assert odds.p_card_in_own_pair(10) == F(1, 5)
    assert odds.p_card_in_own_pair(14) == F(1, 7)
    s = until(begin(seats, deck_set=deck_set), "draw")
    while s.node.values.get("colour") != ("purple" if purple else "red"):
        s.apply(default(s))
    card = "P1-14" if purple else "R1-10"
    there, chance = F(1), F(0)
    left = seats
    while left:
        if s.node.step_name == "draw" and s.node.values["colour"] == ("purple" if purple else "red"):
            mine = s.node.dist().p(lambda pair: card in pair)
            chance = there * mine
            assert chance == odds.p_card_in_own_pair(14 if purple else 10)
            there *= 1 - mine
            left -= 1
            s.apply(next(pair for pair in s.node.dist() if card not in pair) if left else default(s))
        else:
            s.apply(default(s))


# -- 4, 5: choices of two ----------------------------------------------------------------------------------


def listed_better(values: list[int]) -> Dist[int]:
    return Dist(Counter(max(pair) for pair in combinations(values, 2)))


def test_the_better_of_two() -> None:
    ranks = list(range(1, 11))
    assert odds.better_of_two(ranks).mean == F(22, 3)
    assert odds.worse_of_two(ranks).mean == F(11, 3)
    assert odds.mean_gain_of_better_of_two(ranks) == F(11, 6)
    assert odds.better_of_two(ranks) == listed_better(ranks)
    expected = {
        1: (F(14, 5), F(146, 45), F(4, 9)),
        2: (F(23, 5), F(16, 3), F(11, 15)),
        3: (F(53, 10), F(33, 5), F(13, 10)),
    }
    for epoch, (mean, best, gain) in expected.items():
        values = [card.steps[1] for card in odds.cards_of_colour(epoch, "red")]
        assert (F(sum(values), 10), odds.better_of_two(values).mean, odds.mean_gain_of_better_of_two(values)) == (
            mean,
            best,
            gain,
        )
        assert odds.better_of_two(values) == listed_better(values)
    points = [card.points for card in odds.cards_of_colour(3, "red")]
    assert (F(sum(points), 10), odds.better_of_two(points).mean) == (F(59, 10), F(68, 9))
    assert odds.better_of_two([7, 7]) == Dist([7])
    assert odds.worse_of_two([1, 2, 2]) == Dist({1: 2, 2: 1})


def test_will_green_save_me() -> None:
    food = [card.steps[3] for card in odds.cards_of_colour(1, "green")]
    assert sorted(food) == [2, 2, 2, 2, 3, 3, 3, 3, 4, 4]
    assert odds.better_of_two(food).p_at_least(3) == 1 - F(comb(4, 2), 45) == F(13, 15)
    assert odds.better_of_two(food).p_at_least(4) == F(17, 45)
    assert [odds.p_affordable_in_draw(coins) for coins in (1, 2, 3)] == [F(17, 45), F(7, 9), F(44, 45)]
    costs = [card.cost for card in odds.cards_of_colour(1, "green")]
    for coins, owned in product(range(5), range(3)):
        pairs = list(combinations(costs, 2))
        able = sum(min(pair) - owned <= coins for pair in pairs)
        assert odds.p_affordable_in_draw(coins, owned=owned) == F(able, len(pairs))


# -- 6: discounts ------------------------------------------------------------------------------------------


@rule("HAD-6.1")
def test_the_order_of_a_discount() -> None:
    assert odds.random_order_price([1, 2, 3, 4]) == Dist({4: 8, 5: 8, 6: 8})
    assert odds.random_order_price([1, 2, 3, 4]).mean == 5
    assert odds.total_price([5, 6, 6], 3) == 5
    assert sum([5, 6, 6]) == 17
    for costs, owned in product(([1, 2, 3, 4], [5, 6, 6], [2, 2], [], [1, 1, 9]), range(4)):
        assert odds.random_order_price(costs, owned) == Dist(
            Counter(odds.total_price(order, owned) for order in permutations(costs))
        )
    for k in range(6):  # without a floor k cards save k(k-1)/2
        costs = [9] * k
        assert odds.random_order_price(costs) == Dist([9 * k - k * (k - 1) // 2])


@rule("HAD-6.1")
def test_prices_are_those_of_the_engine() -> None:
    from gamelib.games.hadara.buying import buy_card

    for order in permutations(("R1-01", "R1-03", "R1-06")):
        s = begin(2)
        s.coins[0] = 50
        for card in order:
            buy_card(s, 0, card)
        assert 50 - s.coins[0] == odds.total_price([GAME.tables.cards[card].cost for card in order])


# -- 7: growth -----------------------------------------------------------------------------------------------


def test_when_income_pays_back() -> None:
    expected = {
        (1, 6): F(51, 10),
        (1, 5): F(7, 2),
        (2, 4): F(31, 10),
        (2, 3): F(1, 5),
        (3, 2): F(-28, 5),
        (3, 1): F(-44, 5),
    }
    gains = []
    for (epoch, incomes), mean in expected.items():
        dist = odds.random_yellow_card_net_coins(epoch, incomes)
        assert dist.mean == mean
        gains.append(10 * dist.p(lambda coins: coins > 0))
        cards = [card for card in GAME.tables.cards.values() if (card.epoch, card.colour) == (epoch, 0)]
        nets = [card.steps[0] * incomes - card.cost - (epoch + 1) for card in cards]
        assert dist == Dist(nets)
        assert incomes == odds.incomes_remaining(epoch, "A" if incomes % 2 == 0 else "B")
    assert gains == [10, 9, 8, 5, 0, 0]
    assert odds.incomes_to_pay_back("Y1-02") == 3  # 1 coin and the sale of 2, with 1 step
    assert odds.incomes_to_pay_back("Y3-10") is None
    assert odds.card_net_coins("Y1-09", 6, owned=4) == 18 - 2


@rule("HAD-8.1")
def test_six_incomes_are_to_come() -> None:
    s = begin(2)
    for epoch, phase in ((1, "A"), (1, "B"), (2, "A"), (2, "B"), (3, "A"), (3, "B")):
        s = until(s, "pick" if phase == "B" else "keep", epoch=epoch)
        twin, paid = s.clone(), 0
        while twin.agenda_frames:
            twin.apply(default(twin))
            paid += any(event.code == "income" for event in twin.events)
        assert paid == odds.incomes_remaining(epoch, phase)


# -- 8: medals -----------------------------------------------------------------------------------------------


def test_medal_break_even() -> None:
    assert [odds.silver_break_even(epoch) for epoch in (1, 2, 3)] == [1, 3, 9]
    assert [odds.silver_break_even(epoch, cheap=True) for epoch in (2, 3)] == [1, 7]
    assert [odds.silver_medal_points(track) for track in (7, 8)] == [4, 4] == [F(20, 5)] * 2
    assert [odds.gold_medal_break_even_sets(epoch) for epoch in (1, 2, 3)] == [1, 1, 1]
    for epoch, cheap in product((1, 2, 3), (False, True)):
        price, lowest = odds.medal_price("silver", epoch, cheap), odds.silver_break_even(epoch, cheap)
        assert 5 * odds.silver_medal_points(lowest) > price >= 5 * odds.silver_medal_points(lowest - 1)


def test_a_statue_tile_on_income() -> None:
    for bonus in (2, 3, 4, 5):
        assert odds.faceup_tile_break_even_incomes(bonus) == 5
        assert odds.faceup_tile_break_even_incomes(bonus, silver=True) == F(5, 2)


# -- 9: sets -------------------------------------------------------------------------------------------------


def stirling(n: int, k: int) -> int:
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


def test_all_five_colours() -> None:
    expected = {5: F(24, 625), 6: F(72, 625), 8: F(1008, 3125), 10: F(40824, 78125), 12: F(1324224, 1953125)}
    for cards, chance in expected.items():
        assert odds.p_all_colours(cards) == chance == F(factorial(5) * stirling(cards, 5), 5**cards)
    assert odds.complete_set_count(10).mean == F(208656, 390625)
    assert [round(float(odds.complete_set_count(cards).mean), 3) for cards in (15, 20)] == [1.154, 1.837]
    assert round(7 * float(odds.complete_set_count(20).mean), 1) == 12.9
    for cards, colours in ((6, 2), (5, 3), (4, 4), (3, 5)):
        listed = Counter(min(map(hand.count, range(colours))) for hand in product(range(colours), repeat=cards))
        assert odds.complete_set_count(cards, colours) == Dist(listed)


# -- 10: colonies --------------------------------------------------------------------------------------------


@rule("HAD-9.4")
def test_the_colony_gamble() -> None:
    assert [odds.reverse_points(level).mean for level in (3, 9, 15, 21, 30)] == [
        F(13, 5),
        F(29, 5),
        9,
        F(61, 5),
        F(82, 5),
    ]
    steps = odds.reverse_steps(3)
    assert sum(steps.values()) == F(11, 5)
    assert (steps["income"], steps["military"]) == (F(2, 5), F(3, 5))
    critical = [odds.critical_coin_value(level, F(1, 2)) for level in (3, 9, 15, 21, 30)]
    assert critical == [F(27, 40), F(7, 10), F(29, 45), F(73, 110), F(89, 140)]
    for y, w in product((F(0), F(1, 5), F(1)), (F(0), F(1, 2))):  # integrate iff 4y < 8/5 + 11w/5
        assert odds.integration_advantage(3, y, w) == F(8, 5) + F(11, 5) * w - 4 * y
    assert odds.integration_advantage(3, F(1, 5), F(0)) > 0


def test_an_unseen_tile_tells_nothing() -> None:
    assert odds.p_reverse_raises_track(3, "income", 1, ["C03-2"]) == F(1, 4)
    hits = total = 0
    for plundered, seen, mine in permutations(range(1, 6), 3):
        if seen == 2:
            total += 1
            hits += mine == 1
        assert plundered
    assert F(hits, total) == F(1, 4)


# -- 11, 12: stars and turn order ------------------------------------------------------------------------------


def test_starred_cards() -> None:
    assert [odds.drawn_starred_card_count(seats).mean for seats in SEATS] == [F(8, 7), F(12, 7), F(16, 7), F(20, 7)]
    assert [odds.drawn_starred_card_count(seats).p(0) for seats in SEATS] == [
        F(30, 143),
        F(10, 143),
        F(15, 1001),
        F(1, 1001),
    ]
    for seats in SEATS:
        assert odds.drawn_starred_card_count(seats).p(0) == F(comb(10, 2 * seats), comb(14, 2 * seats))


@rule("HAD-4.1", "HAD-4.2", "HAD-4.3")
@pytest.mark.parametrize(
    ("seats", "never", "coins"), [(2, F(0), F(1, 2)), (3, F(0), F(0)), (4, F(1, 4), F(1, 4)), (5, F(2, 5), F(2, 5))]
)
def test_turn_order(seats: int, never: F, coins: F) -> None:
    """By formula, and over all deals in the engine."""
    from gamelib.games.hadara.setup import first_seat_of_epoch

    assert (odds.p_never_first(seats), odds.mean_turn_order_coins(seats)) == (never, coins)
    assert odds.first_player_epoch_count(2).p(2) == F(1, 2)
    times: Counter[int] = Counter()
    s = begin(seats)
    for deal in permutations(range(1, 6), seats):
        s.start = [f"SU{number}:A" for number in deal]
        times[sum(first_seat_of_epoch(s, epoch) == 0 for epoch in (1, 2, 3))] += 1
    assert odds.first_player_epoch_count(seats) == Dist(times)


# -- 13: the buried card ---------------------------------------------------------------------------------------


def test_the_buried_card() -> None:
    assert odds.p_get_buried_card(True) == F(953, 1125)
    assert odds.p_get_buried_card(True, plan="dig") == F(4, 5)
    assert odds.p_get_buried_card(True, plan="tallest") == F(919, 1200)
    assert odds.p_get_buried_card(False) == 1
    assert odds.p_force_buried_card(False) == 1
    assert odds.p_force_buried_card(True) == 0


def test_the_buried_card_played() -> None:
    """Best play against a random rival, 4,000 times."""
    rng, won, games = Random(1), 0, 4000
    for _ in range(games):
        position, mine = (2, 4, 0), True
        while position[0]:
            if mine and position[0] == 1:
                won += 1
                break
            after = odds.buried_card_transitions(*position)
            if mine:
                position = max(after, key=lambda p: odds.p_get_buried_card_from(*p, False))
            else:
                position = rng.choices(list(after), list(after.values()))[0]
            mine = not mine
    expected = float(odds.p_get_buried_card(True))
    assert abs(won / games - expected) < 5 * (expected * (1 - expected) / games) ** 0.5


def test_answering_in_the_same_pile_wins_as_second() -> None:
    for piles in range(1, 7):
        assert odds.p_force_buried_card(False, piles) == odds.p_get_buried_card(False, piles) == 1
        assert odds.p_force_buried_card(True, piles) == 0


# -- bad arguments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: odds.p_card_drawn_in_game(1),
        lambda: odds.p_card_drawn_in_game(5, 9),
        lambda: odds.p_card_drawn_in_game("2"),
        lambda: odds.drawn_count_of_named_cards(2, 11),
        lambda: odds.better_of_two([1]),
        lambda: odds.worse_of_two([]),
        lambda: odds.p_affordable_in_draw(-1),
        lambda: odds.random_order_price([1] * 13),
        lambda: odds.random_order_price([-1]),
        lambda: odds.random_order_price([1], -1),
        lambda: odds.complete_set_count(61),
        lambda: odds.complete_set_count(5, 0),
        lambda: odds.p_get_buried_card(True, 0),
        lambda: odds.p_get_buried_card(True, 5, "x"),
        lambda: odds.reverse_points(4),
        lambda: odds.p_reverse_raises_track(3, "gold"),
        lambda: odds.p_reverse_raises_track(3, "income", 5),
        lambda: odds.card_net_coins("X", 1),
        lambda: odds.p_reverse_raises_track(3, "income", 0, ["C09-1"]),
        lambda: odds.card_net_coins("Y1-01", 7),
        lambda: odds.random_yellow_card_net_coins(4, 1),
        lambda: odds.medal_price("bronze", 1),
        lambda: odds.medal_price("gold", 0),
        lambda: odds.p_never_first(6),
        lambda: odds.incomes_remaining(1, "C"),
        lambda: odds.faceup_tile_break_even_incomes(0),
        lambda: odds.cards_of_colour(1, "pink"),
        lambda: odds.mean_turn_order_coins(True),
        lambda: odds.p_card_in_own_pair(1),
        lambda: odds.incomes_to_pay_back([]),
    ],
)
def test_bad_arguments_get_a_sentence(call: object) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        call()


def test_corrected_tables_reach_the_odds(tmp_path: Path) -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    text = text.replace("epoch = 1, sale = 2", "epoch = 1, sale = 3").replace(
        "silver = 4, gold = 6, s", "silver = 9, gold = 6, s"
    )
    text = text.replace("points_a_set = 7", "points_a_set = 9").replace("coins_a_point = 5", "coins_a_point = 4")
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = gamelib.game("hadara", cards=tmp_path)
    assert game.odds.card_net_coins("Y1-01", 6) == odds.card_net_coins("Y1-01", 6) - 1
    assert game.odds.random_yellow_card_net_coins(1, 6).mean == F(41, 10)
    assert game.odds.silver_break_even(1) == 5  # 9/4 points
    changed = []
    for here, there in zip(gamelib.questions(game), gamelib.questions(GAME), strict=True):
        assert here.exact() == here.check(), here.id
        assert here.prompt_text()
        assert here.chart_arguments()
        if here.exact() != there.exact():
            changed.append(here.id)
    assert changed == ["hadara-payback", "hadara-silver", "hadara-statue-tile", "hadara-gold"]


def test_what_the_bank_says_is_true_at_rare_settings() -> None:
    bank = {question.id: question for question in gamelib.questions(GAME)}
    replies = {name: reply for name, _, reply in bank["hadara-choice-of-two"].wrong_answers(cards="red1")}
    assert "17/45" in replies["I’ll always get the best card"]  # two of the ten cards have the highest military
    assert "the medal scores 2 points more" in bank["hadara-statue-tile"].hint_text(1, bonus=4, silver=True)
    assert "medal" not in bank["hadara-statue-tile"].hint_text(1, bonus=4, silver=False)
    asked = bank["hadara-unseen-reverse"].prompt_text(plundered_unseen=2, seen_reverses=0)
    assert "two were taxed (which keeps the reverse hidden), and none was turned over" in asked
    buried = bank["hadara-buried"]
    assert "3/4" in buried.hint_text(2, first=False, piles=2, plan="best")
    assert "3/4" not in buried.hint_text(2, first=False, piles=2, plan="dig")  # it would be the answer
    assert buried.hint_text(1, piles=2).endswith("when it is empty?")
    assert "take from the tallest other pile as long as there is one" in bank["hadara-buried"].prompt_text(
        plan="tallest"
    )


@pytest.mark.parametrize("values", [(1, 2, 3), (1, 3, 3), (2, 2, 2), (1, 2, 2, 3, 3, 3)])
def test_a_third_card_against_the_better_of_two(values: tuple[int, ...]) -> None:
    drawn = list(permutations(values, 3))
    beats, ties = odds.p_third_card_beats_best_of_two(values)
    assert beats == F(sum(third > max(pair) for third, *pair in drawn), len(drawn))
    assert ties == F(sum(third == max(pair) for third, *pair in drawn), len(drawn))
