"""Every lesson runs whole without a front end, is without faults, and answers wrong tries."""

from __future__ import annotations

import json
import re

from gamelib.record import link_game
from tests.lessons.linter import faults
from tests.lessons.visit import IDS, Visit, each, text_of, typed
from widgets.lesson.experiment import Cells, Grow
from widgets.lesson.plan import Plan
from widgets.site.gallery import pages


def test_every_lesson_is_on_the_home_page() -> None:
    assert [page.path for page in pages() if page.kind == "lesson"] == [f"lessons/{id}.ipynb" for id in IDS]


@each
def test_the_title_over_the_outcomes_calls_a_chance_one(plans: dict[str, Plan], id: str) -> None:
    plan = plans[id]
    if plan.experiment.headline:
        title = plan.experiment.headline(**plan.settings)
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
        told += "".join(chart.title + chart.text for chart in visit.lesson.pictures.values() if chart.figure)
        assert not re.search(r"[\d>] %", told), "a percentage that may be broken over lines"
        for name in visit.lesson.shown.figures:
            assert visit.lesson.pictures[name].text
            assert visit.lesson.pictures[name].table["rows"]
    assert asked_to_build | {"sum"} == {step.kind for step in plans[id].steps}
    assert all(step["state"] in ("done", "here") for step in visit.lesson.page["rail"])
    assert visit.lesson.page["step"]["lines"]
    assert [m["kind"] for m in visit.do("worksheet")] == ["file", "keep"]
    if plans[id].experiment.start:
        visit.well("go", kind="why")
        for n in range(len(visit.step("why")["paths"])):
            if visit.step("why")["paths"][n]["place"]:
                visit.well("open", place=f"path {n}")
                link = visit.lesson.table["link"]
                assert link_game(link.split("game=")[1].split("&")[0]) == plans[id].game.id


@each
def test_every_mistake_of_a_check_gets_its_reply(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("check")
    for n, item in enumerate(visit.step("check")["items"]):
        assert not item["hints"]
        while visit.step("check")["items"][n]["more"]:
            visit.well("hint", n=n)
        asks, settings = visit.lesson.pupil.asked(n)
        for silly in ("", " ", "a gem", "1/0", "1/2/3", "💎"):
            assert visit.refused("answer", n=n, text=silly, sure=50)
        for name, wrong, _ in asks.wrong(**settings):
            if asks.kind == "chance" and not 0 <= wrong <= 1:
                continue  # such a number is refused as no chance
            visit.well("answer", n=n, text=typed(wrong), sure=50)
            told = visit.step("check")["items"][n]
            same = {other for other, value, _ in asks.wrong(**settings) if value == wrong}
            assert any(f"“{other}”" in told["reply"] for other in same | {name})
            assert not told["right"]
        visit.answer(n)
        assert visit.step("check")["items"][n]["right"]


@each
def test_a_wrong_build_gets_a_reply_and_the_right_one_is_done(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("why")
    building = visit.lesson.pupil.building
    assert building is not None
    made = building.made
    if isinstance(made, Cells):
        exact = plans[id].question.exact(**plans[id].settings)
        assert made.share(made.good) == exact, "what is tapped is the answer"
        everything = list(range(len(made.cells)))
        for wrong in ([], everything, sorted(made.good)[1:]):
            visit.well("build", work=wrong)
            assert visit.step("why")["help"]
        assert visit.refused("build", work=[len(everything)])
        visit.well("build", work=sorted(made.good))
    elif isinstance(made, Grow):
        for level, one in enumerate(made.levels):
            assert len(set(one.options)) == len(one.options) >= 2
            shown = visit.step("why")["build"]["level"]["options"]
            assert sorted(shown) == sorted(one.options)
            for place, option in enumerate(shown):
                if option != one.right:
                    visit.well("build", work=place)
                    assert visit.step("why")["help"] == dict(one.wrong)[option]
            visit.well("build", work=building.mixed(level).index(0))
    else:
        assert visit.step("why")["build"]["order"] != sorted(building.work), "the steps are mixed"
        visit.well("build", work=building.work[::-1] if building.work[::-1] != sorted(building.work) else building.work)
        assert visit.step("why")["help"]
        visit.well("build", work=sorted(building.work))
    assert building.done
    visit.well("revise", reason="because")
    assert visit.lesson.pupil.revised == "because"


@each
def test_no_step_opens_before_those_before_it(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    kinds = [step.kind for step in plans[id].steps]
    for place, kind in enumerate(kinds):
        visit.to(kind)
        assert set(visit.lesson.page) == {"step", "rail", "live"}
        for later in kinds[place + 1 :]:
            if not visit.lesson.pupil.done(kind) and kind not in visit.lesson.pupil.optional:
                assert visit.refused("go", kind=later)
        drawn = {name for name, chart in visit.lesson.pictures.items() if chart.figure}
        assert not drawn or place >= kinds.index("why")
    fresh = Visit(plans[id])
    for do, more in (("reveal", {}), ("guess", {"way": "up"}), ("hint", {"n": 0}), ("run", {"n": 1}), ("show_me", {}),
                     ("build", {"work": []}), ("answer", {"n": 0, "text": "1/2", "sure": 50}),
                     ("revise", {"reason": ""}),
                     ("open", {"place": "path 0"}), ("open", {"place": "end"}), ("tell", {"n": 0})):  # fmt: skip
        assert fresh.refused(do, **more)


@each
def test_a_teacher_may_open_all_steps(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.well("open_all")
    for step in plans[id].steps[::-1]:
        assert visit.step(step.kind)["kind"] == step.kind
    visit.well("next")


@each
def test_only_who_put_down_chips_hears_of_chips(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.to("run")
    for _ in range(3):
        visit.well("run", n=10)
    said = json.dumps(visit.step("run")["unseen"])
    visit.well("reveal")
    said += json.dumps(visit.step("compare")["lines"])
    assert ("chips" in said.lower()) is (plans[id].manner == "chips")
