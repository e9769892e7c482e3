"""What is particular to Emira's lessons: their positions are what the prose says, and their pictures tell it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamelib import End, Record
from gamelib.bank.emira.caravan_returns import event_count_outside_own_hand, net_gain_with_rounds_left
from gamelib.bank.emira.objectives import is_fulfilled_counting_twice, p_objective_fulfilled_princess_by_princess
from gamelib.games.emira import odds
from gamelib.games.emira.victory import talent_assignment
from widgets.games.emira.lessons.experiments import (
    COVERED_ONLY_TWICE,
    FULFILLED,
    iter_hands_by_talents_with_count,
    objective_coverage_group_index,
    two_talent_princess_by_talents,
)
from widgets.games.emira.lessons.positions import (
    INTERRUPT,
    largest_covered_need,
    min_missing_princesses,
    princess_talents,
)
from widgets.lesson import figures
from widgets.lesson.experiment import experiment_by_name
from widgets.lesson.lesson_notebooks import load_lesson_definition

PAYBACK, RISK, OBJECTIVE = (experiment_by_name(f"emira/{name}") for name in ("payback", "risk", "objective"))


def interruptions(record: Record) -> int:
    return sum(getattr(choice, "args", ()) == (INTERRUPT,) and choice.verb == "play" for choice in record.choices)


# -- the caravan ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["SS", "LF"])
def test_the_price_is_back_in_the_position_of_each_path(kind: str) -> None:
    settings = {"kind": kind, "one_in": 4, "rounds": 4}
    for path in PAYBACK.answer_terms(**settings):
        record = PAYBACK.position_after(path.position_key, **settings)
        state, needed = record.state, odds.incomes_to_pay_back(kind)
        bought = next(
            n
            for n, choice in enumerate(record.choices)
            if getattr(choice, "verb", "") == "caravan" and record.state_at(n).node.seat == 0
        )
        assert state.round - record.state_at(bought).round == needed + path.position_key
        assert interruptions(record) == path.position_key
        ((left,),) = [row for row in state.pawns[0] if row]
        assert left == len(odds.caravan_cash_flow(kind).incomes) - needed
        assert (
            odds.caravan_cash_flow(kind).cash_balance[needed]
            >= 0
            > odds.caravan_cash_flow(kind).cash_balance[needed - 1]
        )


def test_more_interruptions_than_cards_lead_to_no_position() -> None:
    settings = {"kind": "SF", "one_in": 4, "rounds": 5}
    assert [path.position_key for path in PAYBACK.answer_terms(**settings)] == [0, 1, 2, 3]


def test_measures_that_disagree() -> None:
    """The prose of the lesson: by return the slow caravan leads, by payback and growth the fast one."""
    slow, fast = odds.caravan_cash_flow("SS"), odds.caravan_cash_flow("SF")
    assert slow.net_per_gold_spent > fast.net_per_gold_spent
    assert slow.internal_rate_of_return is not None
    assert fast.internal_rate_of_return is not None
    assert slow.internal_rate_of_return < fast.internal_rate_of_return
    assert (slow.incomes_until_payback, fast.incomes_until_payback) == (3, 2)


# -- slow or fast --------------------------------------------------------------------------------


def test_the_rivals_hold_the_cards_and_the_table_stops_in_time() -> None:
    for settings in (
        {"kind": "LS", "rival_event_cards": 8, "horizon": 8},
        {"kind": "SF", "rival_event_cards": 4, "horizon": 6},
    ):
        state = RISK.start_position(**settings).state
        assert sum(map(len, state.hands[1:])) == settings["rival_event_cards"]
        assert len(state.hands[0]) == 1
        assert INTERRUPT not in state.hands[0]
        assert state.options["max_rounds"] - state.round == settings["horizon"]
        assert state.gold[0] >= max(odds.caravan_cash_flow(kind).cost for kind in ("SS", "SF", "LS", "LF"))
        assert len(state.fates) + settings["rival_event_cards"] == event_count_outside_own_hand()


def test_so_many_rounds_are_lost_in_the_position_of_each_path() -> None:
    settings = {"kind": "LS", "rival_event_cards": 8, "horizon": 8}
    for path in RISK.answer_terms(**settings):
        record = RISK.position_after(path.position_key, **settings)
        assert interruptions(record) == path.position_key
        assert record.state.pawns[0][2] == (7,)
        assert path.value == net_gain_with_rounds_left("LS", 8 - path.position_key) * odds.interruption_count(
            8, event_count_outside_own_hand()
        ).p(path.position_key)


def test_the_risk_lesson_tells_the_truth() -> None:
    plan = load_lesson_definition("09-slow-or-fast")
    assert (
        plan.own["fast_net"]
        == odds.net_with_interruptions("LF", 8, 8, cards_in_play=event_count_outside_own_hand()).mean
    )
    assert plan.own["lead"] == Fraction(plan.prose_values["exact"]) - plan.own["fast_net"] > 0
    assert plan.own["all_come"] < Fraction(1, 2), "most often a round is lost"


# -- the objective card --------------------------------------------------------------------------


def test_the_home_at_the_start_only_seems_to_cover_the_card() -> None:
    state = OBJECTIVE.start_position(card="5-1", size=4).state
    assert state.aims[0] == "5-1"
    assert len(state.homes[0]) == 3
    assert is_fulfilled_counting_twice("5-1", list(princess_talents(state.homes[0])))
    assert talent_assignment(state, 0) is None


def test_the_home_of_each_path_covers_the_card_with_those_who_are_torn() -> None:
    doubles = set(two_talent_princess_by_talents("5-1").values())
    assert doubles == {"Noor", "Hind"}
    for path in OBJECTIVE.answer_terms(card="5-1", size=4):
        state = OBJECTIVE.position_after(path.position_key, card="5-1", size=4).state
        assert set(state.homes[0]) & doubles == set(path.position_key)
        assert talent_assignment(state, 0) is not None
        assert not isinstance(state.node, End) or state.node.winners == (0,)


@pytest.mark.parametrize("card", ["5-1", "5-4", "4-5", "3-2"])
def test_groups_of_hands(card: str) -> None:
    for talents, _ in iter_hands_by_talents_with_count(card, 5):
        found, lacking = objective_coverage_group_index(card, talents), min_missing_princesses(card, talents)
        assert (found == FULFILLED) is (lacking == 0)
        assert (found == COVERED_ONLY_TWICE) is (lacking > 0 and is_fulfilled_counting_twice(card, list(talents)))
        for need in odds.alternative_talent_combinations(card):
            part, serving = largest_covered_need(talents, need)
            assert len(serving) == len(set(serving)) == sum(part)
            assert all(a <= b for a, b in zip(part, need, strict=True))
    assert OBJECTIVE.exact_distribution(card=card, size=5).p(FULFILLED) == p_objective_fulfilled_princess_by_princess(
        card, 5
    )


def test_cards_without_a_torn_princess() -> None:
    assert two_talent_princess_by_talents("5-7") == {}
    assert [path.position_key for path in OBJECTIVE.answer_terms(card="5-7", size=4)] == [()]


def test_the_picture_of_who_does_what() -> None:
    figure = OBJECTIVE.explanation_figure(card="5-1", size=4)
    assert "stays open, though Hind could do it" in figure.layout.title.text
    assert len(figure.layout.meta["table"]["rows"]) == 3
    plain = figures.task_assignment_figure({"a": ["x"], "b": []}, {"x": "a"}, ["x"], title="t")
    assert plain.layout.meta["text"] == "t. a could do x, and does x. b could do none, and does none. Open: nothing."
