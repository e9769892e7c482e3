"""Every lesson runs whole without a front end, is without faults, and answers wrong tries."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from gamelib.record import game_id_of_link
from tests.lessons.linter import faults
from tests.lessons.visit import IDS, Visit, each, some, text_of, typed
from widgets.classroom.class_lesson import make_class_lesson
from widgets.classroom.lesson_plan import build_lesson_plan, lesson_plan_html
from widgets.lesson.arithmetic import ExpressionError, evaluate_expression
from widgets.lesson.experiment import BuildTreeTask, OrderStepsTask, SelectCellsTask, choice_questions
from widgets.lesson.lesson_definition import Plan
from widgets.lesson.lesson_notebooks import front_matter
from widgets.lesson.teacher_sheet import core_path_minutes, lesson_minutes_without_optional_steps
from widgets.site.home_page import list_pages


def test_every_lesson_is_on_the_home_page() -> None:
    assert [page.path for page in list_pages() if page.kind == "lesson"] == [f"lessons/{id}.ipynb" for id in IDS]


@each
def test_the_title_over_the_outcomes_calls_a_chance_one(plans: dict[str, Plan], id: str) -> None:
    plan = plans[id]
    if plan.experiment.chart_caption:
        title = plan.experiment.chart_caption(**plan.settings)
        assert not re.search(r"\b(in|with) (≈ )?\d+[/.]\d+", title), title


@each
def test_a_lesson_has_no_fault(id: str, plans: dict[str, Plan]) -> None:
    assert faults(text_of(id), plans[id]) == []
    assert plans[id].id == id


@each
def test_a_lesson_runs_whole(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    asked_to_build: set[str] = set()
    while visit.at != "sum":
        asked_to_build.add(visit.at)
        visit.finish()
        told = json.dumps(visit.lesson.page, ensure_ascii=False)
        told += "".join(chart.title + chart.text for chart in visit.lesson.charts_by_name.values() if chart.figure)
        assert not re.search(r"[\d>]\s%", told), "English sets no space before a percent sign"
        for name in visit.lesson.page_data.figures:
            assert visit.lesson.charts_by_name[name].text
            assert visit.lesson.charts_by_name[name].table["rows"]
    assert asked_to_build | {"sum"} == {step.kind for step in plans[id].steps}
    assert all(step["state"] in ("done", "here") for step in visit.lesson.page["rail"])
    assert visit.lesson.page["step"]["lines"]
    assert [m["kind"] for m in visit.do("download_worksheet")] == ["download_file", "save_progress"]
    if plans[id].experiment.start_position:
        visit.well("go_to_step", kind="why")
        for n in range(len(visit.step("why")["paths"])):
            if visit.step("why")["paths"][n]["place"]:
                visit.well("open_table", place=f"path {n}")
                link = visit.lesson.table["link"]
                assert game_id_of_link(link.split("game=")[1].split("&")[0]) == plans[id].game.id


@each
def test_every_mistake_of_a_check_gets_its_reply(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("check")
    for n, item in enumerate(visit.step("check")["items"]):
        assert not item["hints"]
        while visit.step("check")["items"][n]["more"]:
            visit.well("show_hint", n=n)
        asks, settings = visit.lesson.progress.checks.question_and_settings(n)
        for silly in ("", " ", "a gem", "1/0", "1/2/", "9^9^9", "💎"):
            assert visit.refused("submit_answer", n=n, text=silly, sure=50)
        assert visit.refused("submit_answer", n=n, text="1/7", sure=0) == "Say how sure you are as well."
        told_already: set[str] = set()
        for name, wrong, _ in asks.wrong_answers(**settings):
            text = typed(wrong) + ".0" * (wrong.denominator == 1 and asks.kind == "mean")
            if text in told_already:
                continue
            told_already.add(text)
            visit.well("submit_answer", n=n, text=text, sure=50)
            told = visit.step("check")["items"][n]
            fits = {words: choice for choice, words in told["which"]}
            assert not told["right"]
            assert "“" not in told["reply"], "a number alone names no thought"
            visit.well("confirm_misconception", n=n, choice=fits[name])
            told = visit.step("check")["items"][n]
            assert f"“{name}”" in told["reply"]
            assert not told["which"]
            visit.well("submit_answer", n=n, text=f"0+{typed(wrong)}", sure=50)
            told = visit.step("check")["items"][n]
            assert f"“{name}”" in told["reply"] or name in [words for _, words in told["which"]], "the line shows it"
        visit.answer(n)
        assert visit.step("check")["items"][n]["right"]


@each
def test_a_sample_space_of_ones_own_is_told_what_is_missing_or_twice_but_not_how_many(
    id: str, plans: dict[str, Plan]
) -> None:
    visit = Visit(plans[id])
    visit.to("why")
    building = visit.lesson.progress.explain_progress
    if building is None or building.sample_space_prompt is None:
        return
    space = building.sample_space_prompt
    parts = [known for _, known in space.grid_headings] or [space.required_outcomes]
    grid = bool(space.grid_headings)

    def write(rows: list[tuple[str, ...]]) -> str:
        lines = [" ".join(one) for one in rows]
        visit.well("submit_task", work=lines if grid else lines[0])
        return str(visit.step("why")["help"])

    assert "Start with any outcome" in write([() for _ in parts])
    assert "missing" in write([*parts[:-1], parts[-1][1:]])
    kept = visit.lesson.progress.to_dict()
    other = Visit(plans[id], 7)
    other.well("hello", saved=json.loads(json.dumps(kept)))
    assert other.lesson.progress.explain_progress is not None
    assert other.lesson.progress.explain_progress.written_outcomes == building.written_outcomes
    assert "more than once" in write([*parts[:-1], (*parts[-1], parts[-1][0])])
    assert "isn’t a possible outcome" in write([("QQQ", *parts[0][1:]), *parts[1:]])
    for said in (write([*parts[:-1], parts[-1][1:]]), write([*parts[:-1], (*parts[-1], parts[-1][0])])):
        assert not re.search(rf"\b({len(parts[-1])}|{len(parts[-1]) - 1})\b", re.sub(r"\b\d is", "", said))
    assert visit.refused("submit_task", work=5)
    assert write(list(parts)) == ""
    assert building.is_sample_space_complete


def worth(text: str) -> Fraction | None:
    """What an option comes to, if it is a line of arithmetic."""
    try:
        return evaluate_expression(text).value
    except ExpressionError:
        return None


@each
def test_a_lesson_takes_about_the_minutes_that_it_says(id: str, plans: dict[str, Plan]) -> None:
    """Reading at a pupil's pace and doing, step by step; the core path is short, and can be left at its end."""
    said = front_matter(id)["minutes"]
    assert abs(said - lesson_minutes_without_optional_steps(plans[id])) <= 4
    assert core_path_minutes(plans[id], said) <= said / 2


@some
def test_home_sheet_and_plan_agree_on_the_minutes(id: str, plans: dict[str, Plan]) -> None:
    """The notebook announces the minutes. Sheet and plan divide them among joining, the steps and the discussion."""
    said, course = front_matter(id)["minutes"], make_class_lesson(plans[id], front_matter(id))
    plan = build_lesson_plan(course, {})
    assert plan["total"] == said
    assert min(step["minutes"] for step in plan["steps"]) >= 1
    for paper in (course.lesson_answer_key_html(), lesson_plan_html(course, plan)):
        assert f"{said} minutes, " in paper
    rows = re.findall(r"<tr><td>[A-Z][^<]*</td><td>(\+?\d+)</td>", course.lesson_answer_key_html())
    assert sum(int(n) for n in rows if not n.startswith("+")) == said


@each
def test_why_asks_a_few_things_of_several_kinds(id: str, plans: dict[str, Plan]) -> None:
    """Check each setting.

    It has two to four tasks and no two equal questions, and the right option is not the longest more often than by
    chance.
    """
    plan = plans[id]
    asks, made = plan.question, plan.experiment
    assert made.explain_task is not None
    every = asks.offered_settings()
    longest, share = 0, Fraction(0)
    for settings in [plan.settings, *every]:
        built = made.explain_task(**settings)
        asked = choice_questions(built)
        things = (
            len(asked)
            + (not isinstance(built, BuildTreeTask))
            + (not isinstance(built, OrderStepsTask) and built.sample_space_prompt is not None)
        )
        assert (2 if settings == plan.settings else 1) <= things <= 5, settings
        assert len(asked) <= 4, settings
        assert all(len(set(level.options_correct_first)) == len(level.options_correct_first) >= 2 for level in asked), (
            settings
        )
        assert not any(
            worth(level.correct_option) == worth(text)
            for level in asked
            for text, _ in level.distractors
            if worth(text) is not None
        ), settings
        kinds = [re.sub(r"[\d/]+", "", level.prompt) for level in asked]
        assert max((kinds.count(kind) for kind in kinds), default=0) <= 2, settings
        at_once = [all(len(level.correct_option) > len(text) for text, _ in level.distractors) for level in asked]
        assert sum(at_once) <= len(at_once) / 2, (settings, at_once)
        longest += sum(at_once)
        share += sum((Fraction(1, len(level.options_correct_first)) for level in asked), Fraction(0))
    assert longest <= share, (longest, float(share))


@each
def test_a_wrong_build_gets_a_reply_and_the_right_one_is_done(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("why")
    building = visit.lesson.progress.explain_progress
    assert building is not None
    made = building.task
    visit.write_space()
    if isinstance(made, SelectCellsTask):
        exact = plans[id].question.exact(**plans[id].settings)
        assert made.probability_of_cells(made.favourable_cells) == exact, "what is tapped is the answer"
        everything = list(range(len(made.cells)))
        for wrong in ([], everything, sorted(made.favourable_cells)[1:]):
            visit.well("submit_task", work=wrong)
            assert visit.step("why")["help"]
        assert visit.refused("submit_task", work=[len(everything)])
        visit.well("submit_task", work=sorted(made.favourable_cells))
    elif isinstance(made, OrderStepsTask):
        assert visit.step("why")["build"]["order"] != sorted(building.submission), "the steps are mixed"
        visit.well(
            "submit_task",
            work=building.submission[::-1]
            if building.submission[::-1] != sorted(building.submission)
            else building.submission,
        )
        assert visit.step("why")["help"]
        visit.well("submit_task", work=sorted(building.submission))
    asker = building.follow_up_progress or building
    for level, one in enumerate(choice_questions(made)):
        assert not building.is_done
        assert not visit.step("why")["ready"]
        shown = visit.step("why")["build"].get("then", visit.step("why")["build"])["level"]["options"]
        assert sorted(shown) == sorted(one.options_correct_first)
        for place, option in enumerate(shown):
            if option != one.correct_option:
                visit.well("submit_task", work=place)
                assert visit.step("why")["help"] == dict(one.distractors)[option]
        other = Visit(plans[id], 9)
        other.well("hello", saved=json.loads(json.dumps(visit.lesson.progress.to_dict())))
        assert other.step("why")["build"] == visit.step("why")["build"], "it is kept"
        visit.well("submit_task", work=asker.shuffled_option_order(level).index(0))
    assert building.is_done
    visit.well("set_revised_reason", reason="because")
    assert visit.lesson.progress.prediction.revised_reason == "because"


@some
def test_no_step_opens_before_those_before_it(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    kinds = [step.kind for step in plans[id].steps]
    for place, kind in enumerate(kinds):
        visit.to(kind)
        assert set(visit.lesson.page) == {"step", "rail", "live"}
        for later in kinds[place + 1 :]:
            end = later == "sum" and visit.lesson.progress.trials.is_answer_revealed
            if (
                not visit.lesson.progress.navigation.is_step_done(kind)
                and kind not in visit.lesson.progress.navigation.optional_steps
                and not end
            ):
                assert visit.refused("go_to_step", kind=later)
        drawn = {name for name, chart in visit.lesson.charts_by_name.items() if chart.figure}
        assert not drawn or place >= kinds.index("why")
    fresh = Visit(plans[id])
    for do, more in (
        ("reveal", {}),
        ("guess", {"way": "up"}),
        ("hint", {"n": 0}),
        ("run", {"n": 1}),
        ("show_me", {}),
        ("build", {"work": []}),
        ("answer", {"n": 0, "text": "1/2", "sure": 50}),
        ("revise", {"reason": ""}),
        ("open", {"place": "path 0"}),
        ("open", {"place": "end"}),
        ("tell", {"n": 0}),
    ):
        assert fresh.refused(do, **more)


@some
def test_a_teacher_may_open_all_steps(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.well("unlock_steps")
    for step in plans[id].steps[::-1]:
        assert visit.step(step.kind)["kind"] == step.kind
    visit.well("next_step")


@each
def test_only_who_put_down_chips_hears_of_chips(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("run")
    for _ in range(3):
        visit.well("run_trials", n=10)
    said = json.dumps(visit.step("run")["unseen"])
    visit.well("reveal_answer")
    said += json.dumps(visit.step("compare")["lines"])
    assert ("chips" in said.lower()) is (plans[id].prediction_mode == "chips")


@some
def test_a_lesson_may_be_left_after_the_exact_answer(id: str, plans: dict[str, Plan]) -> None:
    """The core path ends there: the end is open, and what was left out still is when one comes back."""
    visit = Visit(plans[id])
    visit.to("run")
    assert not visit.lesson.page["step"]["leave"]
    assert visit.refused("go_to_step", kind="sum")
    visit.to("why")
    assert visit.lesson.page["step"]["leave"] == "Summary"
    visit.well("go_to_step", kind="sum")
    assert visit.lesson.page["step"]["lines"]
    assert not visit.lesson.progress.navigation.is_step_done("check")
    visit.well("go_to_step", kind="why")
