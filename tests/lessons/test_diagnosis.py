"""What is said to lie behind a prediction: named where number, shape and reason agree, else asked."""

from __future__ import annotations

import tomllib
from fractions import Fraction

import pytest

import gamelib
from tests.conftest import ROOT
from tests.lessons.visit import IDS, Visit, each
from widgets.lesson.lesson_definition import PREDICTION_CHIPS, Plan
from widgets.lesson.misconceptions import (
    MAX_DISTANCE_FOR_GOOD,
    MIN_COMMON_PROBABILITY,
    ambiguous_misconceptions,
    chip_pattern_reply,
    collect_misconception_evidence,
    misconception_supported_by_chips_and_reason,
    misconceptions_in_reason,
)
from widgets.lesson.scoring import chip_proportions, total_variation_in_chips

REASONS: dict[str, dict[str, list[str]]] = tomllib.loads(
    (ROOT / "widgets" / "lesson" / "reasons.toml").read_text(encoding="utf-8")
)


COARSE = {
    ("harem-game-over", "Each draw has the same probability"): "no draw past the end of the pile can get a chip",
    ("towers-life", "Every card fits"): "chips lie on groups of cards, and the first is worth its mean",
    ("towers-life", "Each card has the same probability"): "chips lie on groups of cards, each worth its true mean",
}
"""Mistakes whose number no chips on these outcomes can say; the heap is what somebody puts down all the same."""


def rounded(heap: dict[str, Fraction]) -> list[int]:
    """A heap as chips: the parts of twenty, and what is left where most was cut off."""
    parts = {name: PREDICTION_CHIPS * p for name, p in heap.items()}
    chips = {name: int(part) for name, part in parts.items()}
    for name in sorted(parts, key=lambda name: chips[name] - parts[name])[: PREDICTION_CHIPS - sum(chips.values())]:
        chips[name] += 1
    return list(chips.values())


@each
def test_a_heap_leads_to_the_answer_of_its_mistake(id: str, plans: dict[str, Plan]) -> None:
    """At every setting at which the mistake goes wrong: what its chips say is what the bank says it leads to."""
    made, asks = plans[id].experiment, plans[id].question
    assert set(made.misconception_distributions) <= {
        mistake.name for mistake in (*asks.misconceptions, *made.prediction_only_misconceptions)
    }
    every = asks.offered_settings()
    for settings in [plans[id].settings, *every]:
        wrong = {name: value for name, value, _ in asks.wrong_answers(**settings)}
        wrong |= {one.name: one.wrong_answer(**settings) for one in made.prediction_only_misconceptions}
        outcomes = set(made.exact_distribution(**settings))
        for name, heap in made.misconception_distributions.items():
            if name not in wrong or not set(heap(**settings)) <= outcomes:
                continue
            dist = heap(**settings)
            if made.is_favourable:
                said = sum((dist.p(one) for one in dist if made.is_favourable(one, **settings)), Fraction(0))
            else:
                said = sum((dist.p(one) * made.value_in_mean(one, settings) for one in dist), Fraction(0))
            leads_to = min(max(wrong[name], Fraction(0)), Fraction(1)) if made.is_favourable else wrong[name]
            assert said == leads_to or (asks.id, name) in COARSE, (name, settings)


def test_reasons_name_questions_and_mistakes_of_the_bank(plans: dict[str, Plan]) -> None:
    bank = {asks.id: [mistake.name for mistake in asks.misconceptions] for asks in gamelib.questions()}
    for plan in plans.values():
        bank[plan.question.id] += [one.name for one in plan.experiment.prediction_only_misconceptions]
    for id, phrases in REASONS.items():
        assert set(phrases) <= set(bank[id]), id
    asked = {plan.question.id: plan for plan in plans.values() if plan.prediction_mode == "chips"}
    for id, plan in asked.items():
        assert set(plan.experiment.misconception_distributions) <= set(REASONS.get(id, {})), id


@each
def test_a_thought_is_named_where_number_shape_and_reason_agree(id: str, plans: dict[str, Plan]) -> None:
    """A pupil for each mistake with a shape: with a reason for it, for another one, for none at all."""
    plan = plans[id]
    names, exact = plan.columns_and_probabilities()
    for mistake in plan.experiment.misconception_distributions:
        heap = plan.misconception_distribution(mistake)
        assert heap is not None
        chips = rounded(heap)
        said = chip_proportions(dict(zip(names, chips, strict=True)))
        if total_variation_in_chips(said, exact, PREDICTION_CHIPS) <= MAX_DISTANCE_FOR_GOOD:
            continue
        visit = Visit(plan)
        visit.to("predict")
        visit.well("set_chips_and_reason", chips=chips)
        visit.lesson.progress.prediction.is_submitted = True
        own = visit.lesson.progress.prediction.implied_answer()
        phrases = REASONS[plan.question.id]
        alone = [phrase for phrase in phrases[mistake] if misconceptions_in_reason(plan.question, phrase) == {mistake}]
        assert alone, (mistake, "no phrase speaks for it alone")
        found = collect_misconception_evidence(plan, said, own, alone[0])
        assert any(one.misconception.name == mistake for one in found), "the chips say it"
        clear = misconception_supported_by_chips_and_reason(found)
        assert clear is not None, (mistake, found)
        assert clear.name == mistake
        for reason in (
            "",
            "it is so",
            f"it is not {alone[0]}",
            *(other[0] for name, other in phrases.items() if name != mistake),
        ):
            if mistake not in misconceptions_in_reason(plan.question, reason):
                assert (
                    misconception_supported_by_chips_and_reason(collect_misconception_evidence(plan, said, own, reason))
                    != clear
                ), reason


@each
def test_a_hill_that_happens_to_say_the_number_is_asked_and_not_told(id: str, plans: dict[str, Plan]) -> None:
    """The number of a mistake with the chips of another heap: never named, nor offered where the shape denies it."""
    plan = plans[id]
    names = plan.columns_and_probabilities()[0]
    if plan.prediction_mode != "chips" or plan.experiment.is_favourable is None:
        return
    asked = {name: plan.column_values[name] for name in names}
    for mistake in plan.experiment.misconception_distributions:
        heap = plan.misconception_distribution(mistake)
        assert heap is not None
        want = sum(rounded(heap)[i] for i, name in enumerate(names) if asked[name])
        yes, no = [[i for i, name in enumerate(names) if bool(asked[name]) is is_asked] for is_asked in (True, False)]
        chips = [0] * len(names)
        chips[yes[0]] += want
        chips[no[-1]] += PREDICTION_CHIPS - want
        said = chip_proportions(dict(zip(names, chips, strict=True)))
        if total_variation_in_chips(said, heap, PREDICTION_CHIPS) <= 4 or not want or want == PREDICTION_CHIPS:
            continue
        reason = REASONS[plan.question.id][mistake][0]
        assert not any(
            one.misconception.name == mistake and one.is_supported_by_chips
            for one in collect_misconception_evidence(plan, said, Fraction(want, PREDICTION_CHIPS), reason)
        )
        assert mistake not in [
            one.name for one in ambiguous_misconceptions(plan, said, Fraction(want, PREDICTION_CHIPS), reason)
        ]


@pytest.mark.parametrize(
    ("reason", "speaks"),
    [
        ("They are all equally likely!", True),
        ("because everything is EQUALLY probable", True),
        ("", False),
        ("not equally likely", False),
        ("They aren't equally likely", False),
        ("I guess", False),
        ("each has the same chance", True),
    ],
)
def test_what_a_reason_speaks_for(reason: str, speaks: bool, plans: dict[str, Plan]) -> None:
    name = "Every number of heads has the same probability"
    assert (name in misconceptions_in_reason(plans["00-three-coins"].question, reason)) is speaks


@each
def test_of_what_is_rare_nobody_says_that_it_comes_most(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    names, exact = plan.columns_and_probabilities()
    if plan.prediction_mode != "chips":
        return
    for name in names:
        told = chip_pattern_reply(plan, {**dict.fromkeys(names, Fraction(0)), name: Fraction(1)})
        if "is the most likely result" in told:
            assert exact[name] == max(exact.values()) >= MIN_COMMON_PROBABILITY
            assert min(exact.values()) < max(exact.values())


def test_the_lessons_have_shapes_to_tell_thoughts_by(plans: dict[str, Plan]) -> None:
    assert all(plans[id].experiment.misconception_distributions for id in IDS if plans[id].prediction_mode == "chips")
    visit = Visit(plans["00-two-from-a-bag"])
    visit.to("predict")
    visit.well("submit_prediction", chips=[8, 0, 12], reason="Because 3 of 5 balls are red")
    visit.well("run_trials", n=1000)
    visit.well("reveal_answer")
    page = visit.step("compare")
    assert page["thought"].startswith("“Only the first ball matters”: ")
    assert page["which"] == []
