"""The exact odds of Emira against the worked figures, and against plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from gamelib import Dist
from gamelib.bank.emira.objectives import fulfilment_probabilities
from gamelib.games.emira import odds
from gamelib.games.emira.card_tables import SIDI, TALENTS, match_talents
from gamelib.games.emira.objective_odds import draws_with_hit_and_total

from ..rules import rule
from .build import GAME, begin, give_pawns, go, until

# card: the chance at minimum - 1, minimum, minimum + 1, and the mean number needed
OBJECTIVES = {
    "5-1": ("464/2925", "6371/17550", "44069/80730", "1027511/201825"),
    "5-2": ("404/2925", "1151/3510", "8185/16146", "69497/13455"),
    "5-3": ("107/975", "98/351", "266/585", "9242/1755"),
    "5-4": ("3/25", "1793/5850", "744/1495", "53777/10350"),
    "5-5": ("34/325", "323/1170", "2479/5382", "23606/4485"),
    "5-6": ("28/195", "1243/3510", "8951/16146", "68506/13455"),
    "5-7": ("28/225", "938/2925", "4207/8073", "80081/15525"),
    "4-1": ("3121/17550", "31157/80730", "7297/12870", "536999/88803"),
    "4-2": ("1193/8775", "3047/8970", "53003/98670", "20139/3289"),
    "4-3": ("2359/17550", "9007/26910", "78217/148005", "1816559/296010"),
    "4-4": ("2641/17550", "6007/16146", "34031/59202", "537536/88803"),
    "4-5": ("1166/8775", "308/897", "161819/296010", "1808611/296010"),
    "3-1": ("13651/80730", "112877/296010", "508229/888030", "27206/3861"),
    "3-2": ("12229/80730", "7273/19734", "249179/444015", "482969/68310"),
    "3-3": ("577/4485", "3053/8970", "81271/148005", "2104789/296010"),
    "3-4": ("2029/16146", "10081/29601", "32837/59202", "420617/59202"),
}


# -- objectives ------------------------------------------------------------------------------


@rule("EMI-12.1", "EMI-12.2")
@pytest.mark.parametrize("card", OBJECTIVES)
def test_objectives(card: str) -> None:
    least = odds.min_princesses(card)
    *chances, needed = map(Fraction, OBJECTIVES[card])
    assert [odds.p_objective_met(card, n) for n in range(least - 1, least + 2)] == chances
    assert odds.mean_princesses_needed(card) == needed


@pytest.mark.parametrize("card", OBJECTIVES)
def test_objectives_by_another_method(card: str) -> None:
    least = odds.min_princesses(card)
    for n in range(least - 1, least + 3):
        assert fulfilment_probabilities(card, n) == (
            odds.p_objective_met(card, n),
            odds.p_objective_double_counting(card, n),
        )


@pytest.mark.parametrize("card", ["5-1", "5-4", "5-6"])
def test_objectives_by_listing_all_hands(card: str) -> None:
    talents = [row.talents for name, row in GAME.tables.princesses.items() if name != SIDI]
    needs = odds.alternative_talent_combinations(card)
    good = sum(any(match_talents(list(hand), need) is not None for need in needs) for hand in combinations(talents, 4))
    assert odds.p_objective_met(card, 4) == Fraction(good, 17550)


def test_objectives_refuse() -> None:
    with pytest.raises(ValueError, match="no objective '9-9'"):
        odds.p_objective_met("9-9", 4)
    with pytest.raises(ValueError, match="from 0 to 27"):
        odds.p_objective_met("5-1", 28)
    with pytest.raises(ValueError, match="reading"):
        odds.p_objective_met("5-1", 4, "loose")
    assert odds.p_objective_met("5-6", 4, "listed") < odds.p_objective_met("5-6", 4)
    assert odds.p_objective_met("5-1", 0) == 0


def test_matching_matters() -> None:
    assert odds.p_objective_double_counting("5-1", 4) == Fraction(1369, 3510)
    assert odds.p_objective_double_counting("5-4", 4) == Fraction(964, 2925)
    for card in ("5-6", "5-7"):  # nobody has both of their talents
        assert odds.p_objective_double_counting(card, 4) == odds.p_objective_met(card, 4)


# -- caravans --------------------------------------------------------------------------------


@rule("EMI-4.2", "EMI-4.3", "EMI-7.4", "EMI-13.14")
@pytest.mark.parametrize(
    ("kind", "cost", "net", "ratio", "per_round", "payback", "irr", "with_adara"),
    [
        ("SS", 450, 750, "5/3", "375/4", 3, 28.98, ("2", 33.86)),
        ("SF", 550, 650, "13/11", "325/2", 2, 40.58, ("7/5", 47.23)),
        ("LS", 750, 1250, "5/3", "625/4", 3, 28.98, ("27/13", 34.97)),
        ("LF", 900, 1100, "11/9", "275", 2, 41.82, ("3/2", 50.23)),
    ],
)
def test_caravans(
    kind: str, cost: int, net: int, ratio: str, per_round: str, payback: int, irr: float, with_adara: tuple[str, float]
) -> None:
    found = odds.caravan_cash_flow(kind)
    assert (found.cost, found.net_gain, found.incomes_until_payback) == (cost, net, payback)
    assert found.net_per_gold_spent == Fraction(ratio)
    assert found.net_per_round == Fraction(per_round)
    assert found.internal_rate_of_return == pytest.approx(irr / 100, abs=5e-5)
    assert sum(
        paid / (1 + found.internal_rate_of_return) ** i for i, paid in enumerate(found.incomes, 1)
    ) == pytest.approx(cost)
    cheap = odds.caravan_cash_flow(kind, adara=True)
    assert cheap.net_per_gold_spent == Fraction(with_adara[0])
    assert cheap.internal_rate_of_return == pytest.approx(with_adara[1] / 100, abs=5e-5)
    assert found.cash_balance[0] == -cost
    assert found.cash_balance[-1] == net


@rule("EMI-14.8", "EMI-14.11", "EMI-14.13", "EMI-14.18")
@pytest.mark.parametrize(
    ("kind", "golden", "spice", "vermin", "cut"),
    [
        ("SS", (30, 31.1), (900, 30.2), (600, 27.1), 21.7),
        ("SF", (60, 46.0), (950, 46.4), (350, 29.3), 26.2),
        ("LS", (50, 31.1), (1500, 30.2), (1000, 27.1), 21.7),
        ("LF", (100, 47.3), (1600, 47.6), (600, 30.6), 26.9),
    ],
)
def test_events_on_a_caravan(
    kind: str, golden: tuple[int, float], spice: tuple[int, float], vermin: tuple[int, float], cut: float
) -> None:
    plain = odds.caravan_cash_flow(kind)
    better = odds.caravan_cash_flow(kind, golden=[1])
    assert (better.net_gain - plain.net_gain, round(100 * better.internal_rate_of_return, 1)) == golden
    longer = odds.caravan_cash_flow(kind, spice=[2])
    assert (longer.net_gain, round(100 * longer.internal_rate_of_return, 1)) == spice
    shorter = odds.caravan_cash_flow(kind, vermin=[2])
    assert (shorter.net_gain, round(100 * shorter.internal_rate_of_return, 1)) == vermin
    late = odds.caravan_cash_flow(kind, interrupt=[1])
    assert (late.net_gain, round(100 * late.internal_rate_of_return, 1)) == (plain.net_gain, cut)
    assert late.incomes == (0, *plain.incomes)


def test_caravan_limits() -> None:
    assert odds.caravan_cash_flow("SS", horizon=0).internal_rate_of_return is None
    assert odds.caravan_cash_flow("SS", horizon=0).incomes_until_payback is None
    assert odds.caravan_cash_flow("SS", horizon=2).internal_rate_of_return < 0  # the price is not back
    assert odds.caravan_cash_flow("SF", vermin=[1, 2, 3, 4]).incomes == (300, 300)
    with pytest.raises(ValueError, match="rightmost"):
        odds.caravan_cash_flow("LS", spice=[1])
    with pytest.raises(ValueError, match="gone"):
        odds.caravan_cash_flow("LF", spice=[9])
    with pytest.raises(ValueError, match="no caravan 'XL'"):
        odds.caravan_cash_flow("XL")
    with pytest.raises(ValueError, match="horizon is a whole number"):
        odds.caravan_cash_flow("SS", horizon=-1)
    with pytest.raises(ValueError, match="round after the purchase"):
        odds.caravan_cash_flow("SS", golden=[0])


@rule("EMI-4.2")
@pytest.mark.parametrize("kind", ["SS", "SF", "LS", "LF"])
def test_the_engine_pays_the_same(kind: str) -> None:
    """The cash flow of a caravan bought at a table, against `caravan`, with an interruption in its third round."""
    s = until(begin(4, ("green", "white", "red", "blue")), "play")
    give_pawns(s, 0, **{kind: (GAME.tables.caravans[kind].spaces,)})
    s.homes = [()] * 4
    flow = []
    for number in range(1, 11):
        s.gold[0] = 0
        s.cut = number == 3
        s.push_step("income")
        s.log = []
        s._run_automatic_steps()
        flow.append(s.gold[0] - 50)
    assert (
        tuple(flow[: len(odds.caravan_cash_flow(kind, interrupt=[3]).incomes)])
        == odds.caravan_cash_flow(kind, interrupt=[3]).incomes
    )
    assert not any(flow[len(odds.caravan_cash_flow(kind, interrupt=[3]).incomes) :])


def test_horizon() -> None:
    expected = {
        "SS": [-300, -150, 0, 150, 300, 450, 600, 750, 750],
        "SF": [-250, 50, 350, 650, 650, 650, 650, 650, 650],
        "LS": [-500, -250, 0, 250, 500, 750, 1000, 1250, 1250],
        "LF": [-400, 100, 600, 1100, 1100, 1100, 1100, 1100, 1100],
    }
    for kind, nets in expected.items():
        assert odds.net_by_horizon(kind, 9)[1:] == nets
        assert [odds.caravan_cash_flow(kind, horizon=h).net_gain for h in range(1, 10)] == nets
    assert (odds.first_horizon_slow_beats_fast(0), odds.first_horizon_slow_beats_fast(1)) == (8, 8)
    large = [b - a for a, b in zip(expected["SF"], expected["LF"], strict=True)]
    assert large[3:7] == [450] * 4


@rule("EMI-14.11", "EMI-1.8")
def test_interruptions() -> None:
    expected = {
        1: "1/17",
        2: "49/425",
        3: "3529/20825",
        4: "922/4165",
        5: "1129/4165",
        8: "1212/2975",
        10: "2033/4165",
        11: "2189/4165",
        15: "23/35",
        20: "3266/4165",
    }
    for m, p in expected.items():
        assert odds.p_interrupted(m) == Fraction(p)
        assert odds.interruption_count(m).p_at_least(1) == Fraction(p)
        assert odds.interruption_count(m).mean == Fraction(m, 17)
    assert [odds.p_any_seat_dealt_interrupt(n) for n in (3, 4, 5)] == [
        Fraction(267, 595),
        Fraction(11686, 20825),
        Fraction(23, 35),
    ]
    assert odds.net_with_interruptions("LS", 10).mean == Fraction(18750, 17) > 1100
    assert odds.net_with_interruptions("LS", 11).mean < 1100 == odds.net_with_interruptions("LF", 11).mean
    assert odds.net_with_interruptions("SS", 11).mean > 650 > odds.net_with_interruptions("SS", 12).mean
    assert odds.p_interrupted(0) == 0
    assert odds.p_interrupted(51) == 1


@rule("EMI-4.2", "EMI-14.11")
@pytest.mark.parametrize("kind", ["SS", "SF", "LS", "LF"])
def test_payback_under_risk(kind: str) -> None:
    needed, never, half = odds.incomes_to_pay_back(kind), Fraction(0), Fraction(1, 2)
    assert needed == odds.caravan_cash_flow(kind).incomes_until_payback
    assert odds.payback_round(kind, never, needed).p(needed) == 1
    assert odds.payback_round(kind, half, needed).p(needed + 1) == 1 - half**needed
    far = odds.payback_round(kind, Fraction(1, 4), 200)
    assert float(far.mean) == pytest.approx(needed / 0.75)
    with pytest.raises(ValueError, match="last round"):
        odds.payback_round(kind, half, needed - 1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        odds.payback_round(kind, Fraction(1), 5)


@pytest.mark.parametrize("kind", ["SS", "SF", "LS", "LF"])
def test_a_pot_is_empty_at_the_internal_rate_of_return(kind: str) -> None:
    rate = odds.caravan_cash_flow(kind).internal_rate_of_return
    assert rate is not None
    assert odds.account_balance_after_income_withdrawals(kind, Fraction(0)) == -odds.caravan_cash_flow(kind).net_gain
    below, above = (
        odds.account_balance_after_income_withdrawals(kind, Fraction(rate) + shift)
        for shift in (-Fraction(1, 10**6), Fraction(1, 10**6))
    )
    assert below < 0 < above


# -- princesses ------------------------------------------------------------------------------


def test_one_talent_or_another() -> None:
    assert odds.p_either_talent("intelligence", "household") == Fraction(17, 27)
    assert odds.p_either_talent("intelligence", "romance") == Fraction(16, 27)
    with pytest.raises(ValueError, match="no talent"):
        odds.p_either_talent("intelligence", "nothing")


@rule("EMI-12.2")
def test_single_chances_may_not_be_multiplied() -> None:
    enough = [1 - Fraction(comb(27 - have, 4), comb(27, 4)) for have in (10, 8, 6)]
    assert odds.p_objective_wrong_product("5-1", 4) == enough[0] * enough[1] * enough[2]
    assert (
        odds.p_objective_met("5-1", 4)
        < odds.p_objective_double_counting("5-1", 4)
        < odds.p_objective_wrong_product("5-1", 4)
    )


@rule("EMI-5.1", "EMI-9.2")
def test_first_princess() -> None:
    assert odds.first_preference() == Dist({"appearance": 9, "status": 9, "palace": 6, "gold": 3, "princesses": 1})
    five = odds.first_princess_host(("green", "white", "red", "blue", "black"))
    assert five == Dist({"blue": 9, "red": 9, "white": 6, "black": 3, "undecided": 1})
    assert odds.first_princess_host(("green", "white", "black")).p("undecided") == Fraction(1, 4)
    colours = ("green", "white", "red", "blue", "black")
    threes = [odds.first_princess_host(table).p("undecided") for table in combinations(colours, 3)]
    assert sum(threes) / 10 == Fraction(37, 280)
    assert all(odds.first_princess_host(table).p("undecided") == Fraction(1, 28) for table in combinations(colours, 4))
    with pytest.raises(ValueError, match="3 to 5 different colours"):
        odds.first_princess_host(("green", "green", "red"))


def test_waiting_for_a_talent() -> None:
    means = dict(zip(TALENTS, ("29/11", "29/9", "29/8", "29/7"), strict=True))
    none = dict(zip(TALENTS, ("17/345", "646/6279", "646/4485", "3553/17940"), strict=True))
    for talent in TALENTS:
        assert odds.first_talent_position(talent).mean == Fraction(means[talent])
        assert odds.p_no_talent(talent, 6) == Fraction(none[talent]) == odds.first_talent_position(talent).p_at_least(7)
    with pytest.raises(ValueError, match="no talent 'dancing'"):
        odds.p_no_talent("dancing", 3)


@rule("EMI-12.5")
def test_longest_game() -> None:
    assert [odds.princesses_for_certain_winner(n) for n in (5, 4, 3)] == [26, 25, 22]
    for seats in (3, 4, 5):
        certain = odds.princesses_for_certain_winner(seats)
        assert odds.p_some_palace_full(seats, certain - 1) < 1 == odds.p_some_palace_full(seats, certain)
    with pytest.raises(ValueError, match="3 to 5 seats"):
        odds.princesses_for_certain_winner(2)


def test_rivals() -> None:
    assert odds.p_rival_wants_talent("5-1", "intelligence", Fraction(3, 4), Fraction(1, 4)) == Fraction(6, 7)
    assert odds.p_events_all_different(5) == Fraction(1053, 1645)
    assert odds.p_events_all_different(4) == Fraction(27, 35)
    with pytest.raises(ValueError, match="never bid"):
        odds.p_rival_wants_talent("5-1", "romance", Fraction(0), Fraction(0))


# -- camels, piles ---------------------------------------------------------------------------


@rule("EMI-6.6", "EMI-7.10", "EMI-13.12")
def test_camels() -> None:
    assert [odds.camel_payback_bids_or_rounds(d) for d in (50, 70, 100, 150)] == [3, 3, 2, 1]
    assert odds.camel_payback_bids_or_rounds(50, farah=True) == 1
    assert [odds.camel_payback_bids_or_rounds(50, seats=n) for n in (3, 4, 5)] == [Fraction(9, 2), 4, Fraction(15, 4)]
    gains = {
        50: ("299/12", "119/200"),
        100: ("148/3", "17/25"),
        150: ("291/4", "151/200"),
        200: ("284/3", "41/50"),
        300: ("132", "23/25"),
    }
    for discount, (gain, p) in gains.items():
        assert odds.auction_advantage(discount) == (Fraction(p), Fraction(gain))
    with pytest.raises(ValueError, match="50, 70, 100, 150"):
        odds.camel_payback_bids_or_rounds(60)


@rule("EMI-14.3", "EMI-14.4")
def test_herds() -> None:
    both = {2: (2, 3), 3: (3, 3), 4: (4, 4), 5: (5, 6), 6: (6, 6)}
    for camels, (breeding_first, epidemic_first) in both.items():
        assert odds.herd_after_epidemic(odds.herd_after_breeding(camels)) == breeding_first
        assert odds.herd_after_breeding(odds.herd_after_epidemic(camels)) == epidemic_first


@rule("EMI-8.1", "EMI-8.2")
def test_event_purchase() -> None:
    expected = {
        1: ("135/1081", "2971/16215"),
        4: ("486/1081", "1934/3243"),
        6: ("675/1081", "4187/5405"),
        9: ("891/1081", "1005/1081"),
    }
    for kinds, (two, three) in expected.items():
        assert odds.p_wanted_event_found(kinds, 2) == Fraction(two)
        assert odds.p_wanted_event_found(kinds, 3) == Fraction(three)


def test_counters_of_the_bag() -> None:
    assert odds.p_three_counters_differ(True) == Fraction(64, 253)
    assert odds.p_three_counters_differ(False) == Fraction(2, 9)
    assert [odds.p_both_missing_kinds_offered(t, True) for t in range(2, 7)] == list(
        map(Fraction, ("16/69", "120/253", "168/253", "604/759", "4236/4807"))
    )
    assert [odds.p_both_missing_kinds_offered(t, False) for t in range(2, 7)] == list(
        map(Fraction, ("2/9", "4/9", "50/81", "20/27", "602/729"))
    )
    draws = [order for order in product(range(3), repeat=3) if {0, 1} <= set(order)]
    assert odds.p_both_missing_kinds_offered(3, False) == Fraction(len(draws), 27)


@rule("EMI-1.6", "EMI-15.2")
def test_status_pile() -> None:
    assert odds.first_status_points(4, True).p(1) == Fraction(9, 15)
    assert odds.first_status_points(4, False).p(1) == Fraction(10, 16)
    assert odds.first_three_point_card_position(4, True).mean == Fraction(44, 5)
    assert odds.first_three_point_card_position(5, False).mean == 9
    assert odds.first_three_point_card_position(3, True).mean == Fraction(23, 4)
    assert odds.first_three_point_card_position(3, False).mean == 6
    assert odds.first_three_point_card_position(4, True).p(7) == Fraction(4, 13)
    assert odds.first_three_point_card_position(4, False).p(7) == Fraction(2, 7)
    s = begin(4)  # red is in play
    points = GAME.tables.status
    assert [s.titles.dist(d).p(lambda card: points[card].points == 3) for d in (5, 6)] == [0, Fraction(4, 13)]


# -- upkeep ----------------------------------------------------------------------------------


@rule("EMI-10.1", "EMI-16.4", "EMI-10.3")
def test_upkeep() -> None:
    assert [[odds.payable_rounds(p, base) for base in (0, 50, 100)] for p in (4, 5, 3)] == [
        [2, 3, 5],
        [2, 2, 3],
        [3, 5, 10],
    ]
    assert odds.payable_rounds(2, 100) is None
    home = {"Janan": 100, "Zafirah": 0, "Asima": 50, "Sahar": 50, "Thara": 50}
    gone = odds.departing_princesses(home, 120)
    assert gone.map(len) == Dist({2: 3, 3: 4, 4: 3})
    assert gone.map(len).mean == 3
    stays = {name: gone.p(lambda names, name=name: name not in names) for name in home}
    assert (stays["Janan"], stays["Zafirah"], stays["Asima"]) == (Fraction(1, 4), Fraction(1, 2), Fraction(5, 12))
    assert odds.departing_princesses(home, 40).map(len).mean == Fraction(24, 5)


@rule("EMI-16.4")
def test_departures_as_the_engine_has_them() -> None:
    """Every order in which five princesses can leave, played through with its chance."""
    from .build import give_sections, house, in_play

    s = until(begin(4, ("black", "white", "red", "green"), advanced=True), "buy_look", seat=3)
    in_play(s)
    give_sections(s, 1, 3)
    house(s, 1, "Janan", "Zafirah", "Asima", "Sahar", "Thara")
    s.gold = [600, 120, 600, 600]
    go(s, "no_purchase")
    found: Counter[tuple[str, ...]] = Counter()
    line = [(s, Fraction(1), ())]
    while line:
        state, p, gone = line.pop()
        if state.agenda_frames and state.node.step_name == "depart":
            dist = state.node.dist()
            for name, weight in dist.items():
                line.append((state.child(name), p * Fraction(weight, dist.total), tuple(sorted((*gone, name)))))
        else:
            found[gone] += p
    home = {"Janan": 100, "Zafirah": 0, "Asima": 50, "Sahar": 50, "Thara": 50}
    exact = odds.departing_princesses(home, 120)
    assert found == {names: exact.p(names) for names in exact}


@rule("EMI-10.3")
def test_an_upkeep_fails_for_one_gold() -> None:
    assert [odds.p_upkeep_fails(0, Fraction(1), rounds=1, due=due, base=50) for due in (50, 51)] == [0, 1]
    assert [odds.p_upkeep_fails(0, Fraction(0), rounds=1, due=due, base=50, income=10) for due in (60, 61)] == [0, 1]


def test_ruin() -> None:
    for q, answers in ((Fraction(1, 17), ("817/4913", "33/289", "49/4913")),):
        assert [odds.p_upkeep_fails(gold, q) for gold in (0, 100, 200)] == list(map(Fraction, answers))
    q = odds.p_interrupted(4)
    assert [round(float(odds.p_upkeep_fails(gold, q)), 3) for gold in (0, 100, 200)] == [0.528, 0.394, 0.125]
    assert odds.p_upkeep_fails(0, q) == 1 - (1 - q) ** 3
    assert odds.p_upkeep_fails(100, q) == 1 - (1 - q) ** 2
    assert odds.p_upkeep_fails(200, q) == 3 * q**2 * (1 - q) + q**3
    with pytest.raises(ValueError, match="between 0 and 1"):
        odds.p_upkeep_fails(0, Fraction(3, 2))


@rule("EMI-6.13")
def test_bidding_down() -> None:
    assert [odds.gain_of_bidding_for_compensation(gold) for gold in (400, 490, 500, 630, 640, 700)] == [
        150,
        150,
        140,
        10,
        0,
        -60,
    ]


@rule("EMI-16.4")
def test_nobody_leaves_whose_upkeep_takes_the_last_gold() -> None:
    assert set(odds.departing_princesses({"Janan": 100, "Asima": 50}, 150)) == {()}


def test_two_orders_of_leaving() -> None:
    # Janan first: 50 is left to pay. Asima first: 100 is too much, so Janan goes too
    assert odds.departing_princesses({"Janan": 100, "Asima": 50}, 60) == Dist([("Janan",), ("Asima", "Janan")])


def test_one_of_the_good_cards_among_those_that_are_drawn() -> None:
    hands = list(combinations(range(7), 3))
    assert draws_with_hit_and_total(2, 7, 3) == (sum(min(hand) < 2 for hand in hands), len(hands))


def test_sequences_of_a_payback_make_its_distribution() -> None:
    chance, needed = Fraction(1, 5), odds.incomes_to_pay_back("SS")
    for number in range(needed, needed + 4):
        found = odds.payback_sequences_in_round("SS", chance, number).probability
        assert found == odds.payback_round("SS", chance, needed + 4).p(number)
