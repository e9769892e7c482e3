"""A wrong answer leads to smaller numbers and back; each lesson asks one question outside of games."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import gamelib
from tests.conftest import LONG
from tests.lessons.visit import Visit, each, some, typed
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.question_variants import QuestionVariants
from widgets.lesson.sub_questions import SUB_QUESTION_PAIRS, sub_question_values, sub_questions_for


@some
def test_a_wrong_answer_leads_downwards_and_back(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id], 4)
    visit.to("check")
    pupil = visit.lesson.progress
    for n, asks in enumerate(pupil.checks.question_variants.questions):
        assert visit.refused("open_sub_questions", n=n) == "There is no easier question here."
        value = visit.exact(n)
        visit.well(
            "submit_answer", n=n, text=typed((value + 1) / 3 if asks.kind == "chance" else value + 1000), sure=50
        )
        way = pupil.checks.sub_question_progress(n)
        item = visit.step("check")["items"][n]
        assert way is not None
        assert item["may_go_down"]
        visit.well("open_sub_questions", n=n)
        for one in way.steps:
            shown = visit.step("check")["items"][n]["smaller"]
            assert (shown["ask"], shown["right"]) == (one.prompt, False)
            off = Fraction(1, 7) if one.exact_answer > Fraction(1, 2) else Fraction(6, 7)
            visit.well("answer_sub_question", n=n, text=typed(off if one.is_probability else one.exact_answer + 1000))
            shown = visit.step("check")["items"][n]["smaller"]
            assert shown["reply"]
            assert (shown["ask"], shown["right"]) == (one.prompt, False)
            visit.well("answer_sub_question", n=n, text=f"0+{typed(one.exact_answer)}")
        shown = visit.step("check")["items"][n]["smaller"]
        assert shown["right"], shown
        assert len(shown["before"]) == len(way.steps) - 1
        assert "finished" in visit.refused("answer_sub_question", n=n, text="1/2")
        assert not pupil.checks.is_settled(n), "the last step is the pupil's"
        other = Visit(plans[id], 5)
        other.well("hello", saved=json.loads(json.dumps(pupil.to_dict())))
        assert other.step("check")["items"][n]["smaller"] == shown
        visit.answer(n)
        assert visit.step("check")["items"][n]["smaller"] is None


@each
def test_one_question_is_from_outside_of_games_and_none_of_everybody_is_hard(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    more = plan.require_step("check").extra_data
    ids = [asks.id for asks in more["questions"]]
    assert more["elsewhere"] in ids
    assert ids.index(more["elsewhere"]) > max(more["needed"])
    needed = [more["questions"][n] for n in more["needed"]]
    assert all(asks.level != "hard" for asks in needed) or asked_anyway(plan)
    assert len(QuestionVariants(plan).questions) == len(ids)


@each
def test_every_check_opens_downwards_at_all_its_numbers(id: str, plans: dict[str, Plan]) -> None:
    """To smaller numbers; at the very smallest, and nowhere else, to other ones. Never to the exit ticket."""
    fresh = QuestionVariants(plans[id])
    for number, asks in enumerate(fresh.questions):
        every = asks.offered_settings()
        for settings in (case for case in every if fresh.is_usable_variant(asks, case)):
            smaller = fresh.easier_settings(number, settings)
            assert smaller is not None, settings
            assert asks.exact_value(**smaller) != asks.exact_value(**settings), "it is not the answer itself"
            assert asks.wrong_answers(**smaller)
            if not fresh.are_settings_easier(number, smaller, settings):
                ticket = fresh.ticket[1] if fresh.ticket and fresh.ticket[0] is asks else None
                others = [case for case in every if case != ticket and asks.wrong_answers(**case)]
                assert not any(
                    fresh.are_settings_easier(number, case, settings)
                    for case in others
                    if asks.kind != "chance" or asks.exact_value(**case) not in (0, 1)
                ), settings


@each
def test_what_everybody_is_asked_can_be_reckoned_by_hand(id: str, plans: dict[str, Plan]) -> None:
    """The first numbers of many pupils; more work comes only with another like it, or for who likes, and says so."""
    plan = plans[id]
    fresh, needed = QuestionVariants(plan), plan.require_step("check").extra_data["needed"]
    assert needed
    for number in needed:
        for seed in range(12 if LONG else 4):
            settings = fresh.variant_settings(number, seed, 0)
            assert not fresh.questions[number].is_laborious(settings), settings
    visit = Visit(plan, 3)
    visit.to("check")
    for number in needed:
        for _ in range(30 if LONG else 8):
            visit.answer(number)
            item = visit.step("check")["items"][number]
            if not item["again"]:
                break
            visit.well("start_next_variant", n=number)
            item = visit.step("check")["items"][number]
            asks, settings = visit.lesson.progress.checks.question_and_settings(number)
            assert item["more_work"] is asks.is_laborious(settings)


def test_the_work_is_that_of_the_bank() -> None:
    laborious = {asks.id for asks in gamelib.questions() if any(map(asks.is_laborious, asks.offered_settings()))}
    assert {"classic-birthday", "harem-afford", "emira-objective", "wishes-wait"} <= laborious
    assert not {"classic-wait", "elsewhere-rain"} & laborious


def asked_anyway(plan: Plan) -> bool:
    """Lessons for the oldest whose own question is a hard one."""
    return plan.question.level == "hard"


ASKS = {asks.id: asks for asks in gamelib.questions()}


@pytest.mark.parametrize("id", SUB_QUESTION_PAIRS)
def test_two_steps_lead_to_the_answer_and_are_not_it(id: str) -> None:
    """At every setting: their answers, put together, give the exact one; neither does alone, nor do the words."""
    asks, found = ASKS[id], 0
    for settings in asks.offered_settings():
        asked = sub_questions_for(asks, settings)
        exact = asks.exact_value(**settings)
        found += bool(asked)
        if asked:
            first, second = asked
            assert (
                SUB_QUESTION_PAIRS[id].combine_answers(
                    first.exact_answer, second.exact_answer, sub_question_values(asks, settings)
                )
                == exact
            ), settings
            assert exact not in [one.exact_answer for one in asked if one.is_probability is (asks.kind == "chance")], (
                settings
            )
            assert first.prompt != second.prompt
            assert not any(mark in one.prompt for one in asked for mark in "{}"), settings
    assert found


@each
def test_most_required_checks_have_steps_or_smaller_numbers(id: str, plans: dict[str, Plan]) -> None:
    """Where the smaller numbers would be no smaller, two steps are written, but for a few numbers."""
    fresh = QuestionVariants(plans[id])
    for number in plans[id].require_step("check").extra_data["needed"]:
        asks = fresh.questions[number]
        every = asks.offered_settings()
        fits = [settings for settings in every if fresh.is_usable_variant(asks, settings)]
        bare = [
            settings
            for settings in fits
            if not sub_questions_for(asks, settings)
            and not fresh.are_settings_easier(number, fresh.easier_settings(number, settings) or settings, settings)
        ]
        assert len(bare) <= max(1, len(fits) // 4), (asks.id, bare)
