"""Every lesson runs whole without a front end, is without faults, and reveals nothing before the prediction."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from html import escape
from random import Random
from typing import Any

import pytest

from gamelib import Chance, Decision, End, Record
from gamelib.record import link_game
from tests.lessons import faults
from widgets.folders import NOTEBOOKS
from widgets.lesson import experiment as lessons
from widgets.lesson import score
from widgets.lesson.answers import full, judge
from widgets.lesson.answers import read as read_answer
from widgets.lesson.experiment import Cells, Grow
from widgets.lesson.files import front_matter, ids, load, read
from widgets.lesson.fresh import Fresh, key, tells
from widgets.lesson.page import added
from widgets.lesson.pictures import calibration, ranking
from widgets.lesson.plan import CHIPS, Plan
from widgets.lesson.prose import glossary, html, spans
from widgets.lesson.pupil import ENOUGH_RUNS, MOST_GOES, SURE, Pupil
from widgets.lesson.teacher import SHEET_SEED, _do, in_all, sheet, worksheet
from widgets.lesson.widget import Lesson
from widgets.site.gallery import pages

IDS = ids()
FIRST = "01-two-dice-and-a-gem"
each = pytest.mark.parametrize("id", IDS)
RUNS = 1000


@pytest.fixture(scope="module")
def plans() -> dict[str, Plan]:
    return {id: load(id) for id in IDS}


def text_of(id: str) -> str:
    return (NOTEBOOKS / "lessons" / f"{id}.ipynb").read_text(encoding="utf-8")


def typed(value: Fraction) -> str:
    """An answer as one types it: a fraction, or a decimal if that is too long."""
    return str(value) if len(str(value)) < 40 else f"{float(value):.6f}"


class Visit:
    """A lesson and what it sends; messages go in as a page sends them."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        self.lesson = Lesson(plan, seed)
        self.sent: list[dict[str, Any]] = []
        self.lesson.send = lambda content, buffers=None: self.sent.append(content)  # type: ignore[method-assign]
        self.seq = 0

    def do(self, do: str, **more: Any) -> list[dict[str, Any]]:
        """Send a message; returns what came back before "done"."""
        self.seq += 1
        self.sent.clear()
        self.lesson._receive(self.lesson, {"do": do, "seq": self.seq, **more}, [])
        assert self.sent[-1] == {"kind": "done", "seq": self.seq}
        return self.sent[:-1]

    def well(self, do: str, **more: Any) -> None:
        notices = [m["text"] for m in self.do(do, **more) if m["kind"] == "notice"]
        assert not notices, notices

    def refused(self, do: str, **more: Any) -> str:
        before = self.lesson.pupil.saved()
        (notice,) = [m["text"] for m in self.do(do, **more) if m["kind"] == "notice"]
        assert self.lesson.pupil.saved() == before
        return notice

    @property
    def at(self) -> str:
        return str(self.lesson.page["step"]["kind"])

    def step(self, kind: str) -> dict[str, Any]:
        """What the page shows of a step, by going there."""
        if self.at != kind:
            self.well("go", kind=kind)
        return dict(self.lesson.page["step"])

    def to(self, kind: str) -> dict[str, Any]:
        """Work on as a pupil does until this step, and stop there; what it shows."""
        while self.at != kind:
            self.finish()
        return dict(self.lesson.page["step"])

    def finish(self) -> None:
        """Do what the step asks for, and go on."""
        kind, pupil = self.at, self.lesson.pupil
        if not pupil.done(kind):
            getattr(self, f"_{kind}", lambda: None)()
        if self.at == kind:
            self.well("next")

    def _play(self) -> None:
        if self.lesson.plan.experiment.mini is None:
            self.well("call", n=0)
        while not self.lesson.pupil.played:
            self.well("move", n=0)

    def _predict(self) -> None:
        self.well("lock", chips=list(score.spread(self.lesson.pupil.names, CHIPS).values()), reason="I guess")

    def _run(self) -> None:
        for n in (1, 1, 10, 10, 10):
            self.well("run", n=n)
        self.well("reveal")

    def _why(self) -> None:
        if self.lesson.pupil.built_of is not None:
            self.well("show_me")

    def _change(self) -> None:
        self.well("guess", way="up")

    def _rank(self) -> None:
        self.well("rank", order=self.lesson.pupil.order)

    def _check(self) -> None:
        for n in range(len(self.lesson.pupil.answers)):
            self.answer(n)

    def exact(self, n: int) -> Fraction:
        asks, settings = self.lesson.pupil.asked(n)
        answer = asks.exact(**settings)
        assert isinstance(answer, Fraction)
        return answer

    def answer(self, n: int, sure: int = 50) -> None:
        self.well("answer", n=n, text=typed(self.exact(n)), sure=sure)


@pytest.fixture
def first(plans: dict[str, Plan]) -> Visit:
    return Visit(plans[FIRST])


# -- every lesson --------------------------------------------------------------------------------


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
    made, pupil = visit.lesson.pupil.built_of, visit.lesson.pupil
    assert made is not None
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
            visit.well("build", work=pupil.mixed(level).index(0))
    else:
        assert visit.step("why")["build"]["order"] != sorted(pupil.work), "the steps are mixed"
        visit.well("build", work=pupil.work[::-1] if pupil.work[::-1] != sorted(pupil.work) else pupil.work)
        assert visit.step("why")["help"]
        visit.well("build", work=sorted(pupil.work))
    assert pupil.built
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


# -- nothing is told before it is asked ----------------------------------------------------------


def everything_shown(visit: Visit) -> tuple[str, str]:
    """The words of a step, and the answers that its benches and pictures tell."""
    step = dict(visit.lesson.page["step"])
    benches = [step.pop("bench", None), *(half["bench"] for half in step.pop("both", []))]
    drawn = [chart.text for chart in visit.lesson.pictures.values() if chart.figure]
    notes = [bench["note"] for bench in benches if bench]
    return json.dumps(step, ensure_ascii=False), " ".join([*notes, *drawn])


@each
def test_what_is_shown_before_does_not_tell_what_is_asked(id: str, plans: dict[str, Plan]) -> None:
    """The prediction, the change, the order and every check, for several pupils: no answer stands on an earlier page.

    A number on a picture of another question is no answer: the same number may well come twice.
    """
    plan = plans[id]
    own = plan.question.id, *(step.more["question"].id for step in plan.steps if step.kind == "rank")
    for seed in (1, 2):
        visit, words, pictures = Visit(plan, seed), "", ""
        while visit.at not in ("back", "sum"):
            for question, value in asked_in(visit):
                assert not tells(words, value), (visit.at, value)
                if question in own:
                    assert not tells(pictures, value), (visit.at, value)
            kind = visit.at
            if not visit.lesson.pupil.done(kind):
                getattr(visit, f"_{kind}", lambda: None)()
            if visit.at == kind and kind != "check":
                said, drawn = everything_shown(visit)
                words, pictures = words + said, pictures + drawn
            if visit.at == kind:
                visit.finish()


def asked_in(visit: Visit) -> list[tuple[str, Fraction]]:
    """The answers that a step asks for, each with its question."""
    plan, kind = visit.lesson.plan, visit.at
    asks, settings = plan.question, plan.settings
    if kind == "predict":
        return [(asks.id, asks.exact(**settings))]
    if kind == "change":
        return [(asks.id, asks.exact(**{**settings, **plan.step("change").more["setting"]}))]
    if kind == "rank":
        more = plan.step("rank").more
        asks = more["question"]
        return [(asks.id, asks.exact(**more["settings"], **{more["parameter"]: choice})) for choice in more["choices"]]
    if kind == "check":
        return [(visit.lesson.pupil.asked(n)[0].id, visit.exact(n)) for n in range(len(visit.lesson.pupil.answers))]
    return []


@each
def test_every_case_that_can_be_drawn_is_fresh(id: str, plans: dict[str, Plan]) -> None:
    """Over all settings: what a check may ask with was not answered before, nor is it the ticket."""
    fresh = Fresh(plans[id])
    assert fresh.ticket is not None
    for number, asks in enumerate(fresh.questions):
        drawn = [fresh.draw(number, 5, draw) for draw in range(40)]
        for settings in drawn:
            assert key(asks, settings) not in fresh.shown.asked
            assert key(asks, settings) != key(*fresh.ticket)
            assert not fresh.shown.tells(asks, asks.exact(**settings))
            assert asks.wrong(**settings)
        assert len({str(settings) for settings in drawn[:2]}) == min(2, len({str(settings) for settings in drawn}))


def test_each_pupil_draws_own_numbers(plans: dict[str, Plan]) -> None:
    for id in IDS:
        asked = set()
        for seed in range(12):
            pupil = Pupil(plans[id], seed)
            asked.add(json.dumps([pupil.asked(n)[1] for n in range(len(pupil.answers))]))
        assert len(asked) > 3, id
    assert Pupil(plans[FIRST]).seed != Pupil(plans[FIRST]).seed


@pytest.mark.parametrize(("text", "value", "found"), [
    ("it is 7/12 here", Fraction(7, 12), True), ("21/36", Fraction(7, 12), True), ("17/12", Fraction(7, 12), False),
    ("58.3\N{NO-BREAK SPACE}%", Fraction(7, 12), True), ("690 "
                                                         "gold", Fraction(690), True), ("1690", Fraction(690), False),
    ("3 gems", Fraction(3), False), ("(3.97)", Fraction(143, 36), True), ("nothing", Fraction(1, 2), False),
])  # fmt: skip
def test_what_counts_as_told(text: str, value: Fraction, found: bool) -> None:
    assert tells(text, value) is found


# -- positions -----------------------------------------------------------------------------------


@each
def test_positions_are_real(id: str, plans: dict[str, Plan]) -> None:
    """At the start the first seat is to choose, or the deal begins; the game has a page for the link."""
    plan = plans[id]
    if plan.experiment.start is None:
        assert plan.game is None
        return
    record = plan.experiment.start(**plan.settings)
    node = record.state.node
    assert (isinstance(node, Decision) and node.seat == 0) or len(record) == 0
    assert (NOTEBOOKS / "lessons" / Lesson(plan)._link(record).split("#")[0]).is_file()
    assert Record.from_link(record.to_link(), plan.game).state.to_dict() == record.state.to_dict()
    lengths = {
        len(plan.experiment.after(path.place, **plan.settings)) for path in plan.experiment.paths(**plan.settings)
    }
    assert min(lengths) > len(record)


def play_a_little(visit: Visit) -> None:
    """What pupils do at a table: they choose, and let chance and the others go on."""
    board = visit.lesson._board
    assert board is not None
    rng, session = Random(1), board.session
    for _ in range(4):
        node = session.state.node
        if not isinstance(node, End):
            session.choose(node.sample(rng) if isinstance(node, Chance) else rng.choice(list(session.state.legal)))


@each
def test_a_table_that_was_played_opens_anew(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    if plan.experiment.start is None:
        return
    visit = Visit(plan)
    visit.well("open", place="start")
    first = visit.lesson.table["link"]
    places = {"end": first, **{f"path {n}": "" for n in range(len(plan.experiment.paths(**plan.settings)))}}
    play_a_little(visit)
    assert len(visit.lesson._board.session.record) > len(plan.experiment.start(**plan.settings))
    visit.to("compare")
    for _ in range(2):
        for place, link in places.items():
            visit.well("open", place=place)
            now = visit.lesson.table["link"]
            assert link in ("", now), place
            places[place] = now
            play_a_little(visit)
    visit.well("restart")
    visit.well("open", place="start")
    assert visit.lesson.table["link"] == first


@each
def test_the_teachers_sheet_has_everything(id: str, plans: dict[str, Plan]) -> None:
    plan, about = plans[id], front_matter(id)
    text = sheet(plan, about)
    codes = *about["standards"], *about.get("rules", ())
    for said in (about["title"], str(plan.values["exact"]), *about["aims"], *codes):
        assert escape(said) in text
    for name, _, reply in plan.question.wrong(**plan.settings):
        assert escape(name) in text
        assert escape(reply) in text
    assert "http" not in text
    assert "{" not in text.split("</style>")[1]
    assert abs(in_all(plan) - about["minutes"]) <= 3, f"{in_all(plan)} minutes, it says {about['minutes']}"


def test_what_to_do_differs_by_lesson(plans: dict[str, Plan]) -> None:
    for kind in ("play", "predict", "why", "change", "check"):
        told = [_do(plan, plan.step(kind)) for plan in plans.values()]
        assert len(set(told)) > len(told) - 3, kind


@each
def test_the_key_is_not_on_the_worksheet(id: str, plans: dict[str, Plan]) -> None:
    plan = plans[id]
    text = worksheet(plan).split("</style>")[1]
    assert not tells(text, plan.question.exact(**plan.settings))
    fresh = Fresh(plan)
    for number, asks in enumerate(fresh.questions):
        settings = fresh.draw(number, SHEET_SEED, 0)
        assert escape(asks.ask(**settings)) in text
        assert not tells(text.replace(escape(asks.ask(**settings)), ""), asks.exact(**settings))


# -- experiments ---------------------------------------------------------------------------------


def every_experiment() -> list[tuple[str, dict[str, Any]]]:
    cases: list[tuple[str, dict[str, Any]]] = []
    for name in lessons.names():
        made = lessons.experiment(name)
        if not made.question:
            cases.append((name, {}))
            continue
        asks, rng = made.asks, Random(name)
        cases.append((name, asks.settings({})))
        for _ in range(3):
            cases.append((name, {key: rng.choice(p.choices) for key, p in asks.parameters.items()}))
    return cases


@pytest.mark.parametrize(("name", "settings"), every_experiment())
def test_outcomes_paths_and_runs_agree_with_the_bank(name: str, settings: dict[str, Any]) -> None:
    made = lessons.experiment(name)
    dist = made.outcomes(**settings)
    counts = dict.fromkeys(dist, 0)
    for outcome in lessons.run(made, Random(f"{name} {settings}"), settings, RUNS):
        counts[outcome] += 1
    for outcome in dist:
        p = float(dist.p(outcome))
        assert abs(counts[outcome] / RUNS - p) <= 5 * max(1e-9, (p * (1 - p) / RUNS) ** 0.5)
    if made.question:
        exact = made.asks.exact(**settings)
        assert made.answer(settings) == exact
        assert sum(path.term for path in made.paths(**settings)) == exact


def test_names_of_experiments() -> None:
    for name in ("harem/nothing", "nothing", "towers/gem"):
        with pytest.raises(ValueError, match="no experiment"):
            lessons.experiment(name)
    with pytest.raises(ValueError, match="no question"):
        lessons.experiment("classics/two-coins").asks  # noqa: B018


# -- the engine ----------------------------------------------------------------------------------


def test_a_prediction_needs_all_chips(first: Visit) -> None:
    first.to("predict")
    n = len(first.lesson.pupil.names)
    assert "left" in first.refused("lock", chips=[1] * n)
    for chips in ([20], [21] + [0] * (n - 1), [-1, 21] + [0] * (n - 2), "20", None, [True] * n, [20] * n):
        assert first.refused("lock", chips=chips)
    first.well("put", chips=[3] + [0] * (n - 1), reason="x" * 1000)
    assert len(first.lesson.pupil.reason) == 300
    first.finish()
    assert "put down" in first.refused("lock", chips=[20] + [0] * (n - 1))


def test_a_slider_that_nobody_has_moved_is_no_prediction(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    shown = visit.to("predict")
    assert [column["chips"] for column in shown["bench"]["columns"]] == [0, 0]
    assert visit.refused("lock", chips=[0, 0]) == "Move the slider first, or say fifty-fifty."
    assert "left" in visit.refused("lock", chips=[3, 0])


def test_calls_by_hand_are_few_and_counted(first: Visit) -> None:
    first.to("play")
    assert first.refused("next") == "Finish this step first."
    for bad in (-1, 2, "0", None):
        assert first.refused("call", n=bad)
    for go in range(MOST_GOES):
        first.well("call", n=go % 2)
        shown = first.step("play")
        assert len(shown["pieces"]) == 2
        assert shown["left"] == MOST_GOES - go - 1
    assert "enough" in first.refused("call", n=0)
    right = sum(called == came for called, came in first.lesson.pupil.goes)
    assert first.step("play")["score"] == f"{right} of {MOST_GOES} called right"


def test_runs_are_seen_one_by_one_and_bands_come_from_thirty_on(first: Visit) -> None:
    first.to("run")
    first.well("run", n=1)
    shown = first.step("run")
    (last,) = shown["last"]
    assert shown["bench"]["columns"][last["at"]]["count"] == 1
    assert len(last["pieces"]) == 2
    assert "band" not in shown["bench"]["columns"][0]
    for n in (0, 2, -1, True, "10", None):
        assert first.refused("run", n=n)
    assert str(ENOUGH_RUNS) in first.refused("reveal")
    for _ in range(3):
        first.well("run", n=10)
    shown = first.step("run")
    assert all("band" in column for column in shown["bench"]["columns"])
    assert [n for n, _ in shown["trail"]] == list(range(1, 32))
    asked = [column["name"] for column in shown["bench"]["columns"] if int(column["name"]) >= 3]
    share = sum(c["count"] for c in shown["bench"]["columns"] if c["name"] in asked) / 31
    assert shown["trail"][-1][1] == pytest.approx(share, abs=1e-3)
    told = [m for m in first.do("run", n=1000) if m["kind"] == "progress"]
    assert [m["done"] for m in told] == list(range(100, 1001, 100))
    assert first.step("run")["bench"]["total"] == 1031
    for _ in range(5):
        first.well("run", n=1000)
    assert len(first.step("run")["trail"]) <= 200


def test_the_bench_holds_prediction_runs_and_exact(first: Visit) -> None:
    shown = first.to("compare")
    column = shown["bench"]["columns"][0]
    assert column["told"] == "10/36"
    assert set(column) == {"name", "asked", "chips", "count", "band", "exact", "told"}
    assert shown["bench"]["note"] == "worth 3 or more: 7/12 (58.3\N{NO-BREAK SPACE}%)"
    assert shown["reason"] == "I guess"


def test_impossible_bets_and_known_mistakes_get_a_reply(plans: dict[str, Plan]) -> None:
    visit = Visit(plans[FIRST])
    visit.to("predict")
    n = len(visit.lesson.pupil.names)
    visit.well("lock", chips=[0, 0, 20] + [0] * (n - 3))
    visit.well("run", n=1000)
    visit.well("reveal")
    lines = " ".join(visit.step("compare")["lines"])
    assert "“0”: no chip there says that it never comes. It came" in lines
    assert "of your 20 chips are misplaced" in lines
    visit = Visit(plans["02-gem-or-gold"])
    visit.to("predict")
    visit.well("lock", chips=[6, 4, 10])
    visit.well("run", n=1000)
    visit.well("reveal")
    assert visit.step("compare")["thought"].startswith("Perhaps you thought: “The mean is the middle”.")


def test_change_asks_first_says_once_and_tells_why(first: Visit) -> None:
    shown = first.to("change")
    assert "reply" not in shown
    assert first.refused("guess", way="sideways")
    first.well("guess", way="down")
    shown = first.step("change")
    assert shown["reply"].startswith("So you said. It goes down")
    assert shown["right"]
    assert shown["because"]
    assert [one["caption"] for one in shown["both"]] == ["Before: gem table A", "Now: gem table B"]
    assert first.refused("guess", way="up")


def test_checks_can_be_told_and_asked_anew(first: Visit) -> None:
    first.to("check")
    for silly in ("", "  ", "abc", "58", "1/0", "-1", "7/12/3", "💎", "9" * 500):
        assert first.refused("answer", n=0, text=silly, sure=50)
    assert first.lesson.pupil.rated == [], "what is no answer is not rated"
    first.well("answer", n=0, text="0.001", sure=95)
    assert "too little" in first.step("check")["items"][0]["reply"]
    assert first.refused("tell", n=0)
    first.well("answer", n=0, text="99.9 %", sure=25)
    assert first.lesson.pupil.rated == [score.Rated(95, False)], "how sure one is counts for the first answer"
    first.well("tell", n=0)
    item = first.step("check")["items"][0]
    assert item["settled"]
    assert not item["right"]
    assert item["reply"].startswith("The answer:")
    assert first.refused("answer", n=0, text="1/2", sure=50)
    asks = {item["ask"]}
    for _ in range(5):
        first.well("again", n=0)
        assert first.step("check")["items"][0]["tries"] == []
        asks.add(first.step("check")["items"][0]["ask"])
    assert len(asks) >= 3
    for bad in ({"n": 9}, {"n": -1}, {"n": "0"}, {}):
        assert first.refused("again", **bad)


def test_a_reload_goes_on_in_every_step(plans: dict[str, Plan]) -> None:
    for plan in plans.values():
        visit = Visit(plan)
        for kind in [step.kind for step in plan.steps]:
            visit.to(kind)
            (kept,) = [m["data"] for m in visit.do("hello", saved=None) if m["kind"] == "keep"]
            again = Visit(plan, 7)
            again.well("hello", saved=json.loads(json.dumps(kept)))
            assert again.lesson.pupil.saved() == kept, kind
            forget = {"last": [], "pieces": [], "say": "", "told": ""}
            assert {**again.step(kind), **forget} == {**visit.step(kind), **forget}, kind


@pytest.mark.parametrize("change", [
    {"names": ["other"]}, {"chips": [9]}, {"counts": [-1]}, {"counts": ["x"]}, {"locked": False}, {"at": "nowhere"},
    {"answers": [[0, ["x"], 50, 0, False]]}, {"guess": "x"}, {"answers": 5}, {"counts": [10**9] * 8}, {"seed": -1},
    {"goes": [[9, 9]]}, {"trail": 5}, {"built": False, "work": [0]}, {"rated": [1]},
])  # fmt: skip
def test_what_was_kept_is_checked(first: Visit, change: dict[str, Any], plans: dict[str, Plan]) -> None:
    first.to("check")
    saved = first.lesson.pupil.saved()
    other = Visit(plans[FIRST])
    assert any(m["kind"] == "notice" for m in other.do("hello", saved={**saved, **change}))
    assert not other.lesson.pupil.locked
    assert other.at == "example"
    for junk in ([], "x", 7, {"a": 1}):
        other = Visit(plans[FIRST])
        fresh = other.lesson.pupil.saved()
        other.do("hello", saved=junk)
        assert other.lesson.pupil.saved() == fresh | {"seed": other.lesson.pupil.seed}


def test_no_message_raises(first: Visit) -> None:
    for content in (None, 5, "run", [], {}, {"do": None}, {"do": "__init__"}, {"do": "lock"},
                    {"do": "open", "place": 3}, {"do": "go", "kind": {}}, {"do": "rank", "order": [[]]},
                    {"do": "answer", "n": 0, "text": 5, "sure": 50}, {"do": "build", "work": "x"}):  # fmt: skip
        first.sent.clear()
        first.lesson._receive(first.lesson, content, [])
        assert [m["kind"] for m in first.sent] == ["notice", "done"], content


@each
def test_start_again_in_every_step_forgets_everything(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    fresh = visit.lesson.pupil.saved()
    for kind in [step.kind for step in plans[id].steps]:
        visit.to(kind)
        seed = visit.lesson.pupil.seed
        visit.well("restart")
        assert visit.lesson.pupil.saved() == fresh | {"seed": visit.lesson.pupil.seed} | order_of(visit)
        assert visit.lesson.pupil.seed != seed
        assert visit.lesson.table == {}
        assert visit.at == plans[id].steps[0].kind


def order_of(visit: Visit) -> dict[str, Any]:
    """What is to be sorted lies anew with every start."""
    return {"work": visit.lesson.pupil.work}


@each
def test_a_teacher_may_open_all_steps(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.well("open_all")
    for step in plans[id].steps[::-1]:
        assert visit.step(step.kind)["kind"] == step.kind
    visit.well("next")


# -- scores --------------------------------------------------------------------------------------


def test_misplaced_chips() -> None:
    true = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}
    assert score.misplaced(true, true, 20) == 0
    assert score.misplaced({"a": Fraction(0), "b": Fraction(0), "c": Fraction(1)}, true, 12) == 10
    assert score.misplaced(score.shares({"a": 1, "b": 1, "c": 1}), true, 12) == 2


def test_spread_and_order() -> None:
    assert score.spread("abc", 20) == {"a": 7, "b": 7, "c": 6}
    assert score.in_order([1, 2, 2, 4]) == (6, 6)
    assert score.in_order([3, 2, 1]) == (0, 3)


def test_calibration_is_of_answers_alone_and_says_nothing_of_few(plans: dict[str, Plan]) -> None:
    rated = [score.Rated(75, right) for right in (True, True, False, True)]
    assert score.calibration(rated) == []
    assert score.calibration(rated * 3) == [(0.75, 0.75, 12)]
    title = calibration([(0.8, 0.5, 2)]).layout.title.text
    assert title == "What you say and what comes lie 30 percentage points apart"
    with pytest.raises(ValueError, match="at least one"):
        calibration([])
    assert max(SURE) < 100
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere={"other": [[75, True]] * 6 + [[3, True]], "junk": [5]})
    assert "chart" not in visit.to("sum"), "six elsewhere and three here are too few"
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere={"other": [[75, True]] * 9})
    assert visit.to("sum")["chart"] == "calibration"
    visit = Visit(plans[FIRST])
    visit.well("hello", saved=None, elsewhere="junk")


def test_a_ranking_says_your_places() -> None:
    shown = ranking({"x": Fraction(1, 2), "y": Fraction(1, 3)}, {"x": (0.5, 0.1), "y": (0.3, 0.1)}, {"x": 1, "y": 2},
                    title="t", xlabel="plan", ylabel="chance", chance=True)  # fmt: skip
    assert [row[0] for row in shown.layout.meta["table"]["rows"]] == ["y", "x"]


def test_fractions_are_added_over_one_denominator() -> None:
    assert added([Fraction(1, 6), Fraction(5, 36)]) == "6/36 + 5/36 = 11/36"
    assert added([Fraction(1, 2), Fraction(1, 2)]) == "1/2 + 1/2 = 2/2 = 1"
    assert added([Fraction(1, 10**7)] * 2) == "All 2 add up to 0.0000."


# -- prose and plans -----------------------------------------------------------------------------


def test_prose() -> None:
    term = next(iter(glossary()))
    (one, two) = spans(f"A **bold** {{n}} word.\n\n   The [[{term}|shown]] one.", {"n": 3})
    assert [span["t"] for span in one] == ["A ", "bold", " 3 word."]
    assert two[1] == {"t": "shown", "why": glossary()[term]}
    with pytest.raises(KeyError):
        spans("[[no such term]]", {})
    with pytest.raises(KeyError):
        spans("{missing}", {})
    assert html("<b> **x** & {n}", {"n": "<i>"}) == "<p>&lt;b&gt; <b>x</b> &amp; &lt;i&gt;</p>"


def test_a_plan_refuses_what_does_not_fit() -> None:
    plan = Plan("x", "harem/gem", least=3)
    with pytest.raises(ValueError, match="nowhere"):
        plan.play("{nowhere}")
    with pytest.raises(ValueError, match="no term “bnad” in the glossary"):
        plan.play("Look at the [[bnad]].")
    with pytest.raises(ValueError, match="already"):
        plan.let(told=1)
    with pytest.raises(ValueError, match="20 chips"):
        plan.example("", "classics/two-coins", [20], "t")
    with pytest.raises(ValueError, match="one thing"):
        plan.change("", least=3, table="B")
    with pytest.raises(ValueError, match="chips or fraction"):
        plan.predict("", manner="order")
    with pytest.raises(ValueError, match="three different"):
        plan.rank("", "harem-reroll", "keep_from", [3, 4])
    with pytest.raises(ValueError, match="right order"):
        plan.rank("", "harem-reroll", "keep_from", [8, 6, 4])
    plan.run("")
    with pytest.raises(ValueError, match="cannot follow"):
        plan.predict("")
    with pytest.raises(ValueError, match="has no step predict"):
        Pupil(plan)


def test_a_lesson_needs_only_three_steps() -> None:
    plan = Plan("x", "classics/spinner")
    plan.predict("a")
    plan.run("b")
    plan.compare("c")
    visit = Visit(plan)
    assert visit.at == "predict"
    assert not visit.to("compare")["next"]
    visit.well("next")
    assert worksheet(plan)
    assert sheet(plan, {})


def test_lessons_that_are_not_there() -> None:
    with pytest.raises(ValueError, match="no lesson"):
        read("nothing")


# -- the linter finds what it looks for ----------------------------------------------------------


def broken(change: Any) -> list[str]:
    content = json.loads(text_of(FIRST))
    plan = load(FIRST)
    change(content, plan)
    return faults(json.dumps(content), plan)


def step_with(plan: Plan, kind: str, text: str) -> None:
    plan.steps = [replace(step, text=text) if step.kind == kind else step for step in plan.steps]


@pytest.mark.parametrize(("change", "fault"), [
    (lambda c, p: c["cells"][1].update(outputs=[{"text": "x"}]), "carries what it printed"),
    (lambda c, p: c["cells"][1].update(execution_count=3), "carries what it printed"),
    (lambda c, p: c["metadata"].update(widgets={}), "widget state"),
    (lambda c, p: c["metadata"].update(pad="x" * 100_000), "100 kB"),
    (lambda c, p: c["metadata"]["kismet"].pop("aims"), "no aims"),
    (lambda c, p: c["metadata"]["kismet"].update(minutes=90), "not 20 to 40"),
    (lambda c, p: c["metadata"]["kismet"].update(standards=["7.SP.C.99"]), "no standard 7.SP.C.99"),
    (lambda c, p: c["metadata"]["kismet"].update(rules=["HAR-99.9"]), "no rule HAR-99.9"),
    (lambda c, p: c["metadata"]["kismet"].update(rules=["HAR-1.1"]), "no rule that the question rests on"),
    (lambda c, p: p.steps.reverse(), "before the prediction"),
    (lambda c, p: p.steps.pop(), "no step sum"),
    (lambda c, p: p.steps.pop(-2), "no step back"),
    (lambda c, p: setattr(p, "talk", ()), "prompts"),
    (lambda c, p: step_with(p, "run", "Roll 7 times."), "a number is typed: “7”"),
    (lambda c, p: step_with(p, "play", "The sample space is large."), "“sample space” is used before"),
    (lambda c, p: step_with(p, "run", "word " * 5000), "too many to read"),
])  # fmt: skip
def test_the_linter_finds_it(change: Any, fault: str) -> None:
    assert any(fault in found for found in broken(change)), broken(change)


def test_the_linter_finds_a_wrong_answer() -> None:
    def wrong(content: Any, plan: Plan) -> None:
        plan.question = replace(plan.question, answer=lambda **_: Fraction(1, 7))

    found = broken(wrong)
    assert "the two methods of the question do not agree" in found
    assert "the paths do not add up to the answer" in found
    assert "the outcomes of the lesson do not give the answer of the question" in found


def test_what_shows_is_kept_already(first: Visit) -> None:
    """Who reloads as soon as an answer shows must find it again."""
    first.to("change")
    order: list[str] = []
    first.lesson.send = lambda content, buffers=None: order.append(content["kind"])  # type: ignore[method-assign]
    first.lesson.send_state = lambda names=(): order.extend(names)  # type: ignore[method-assign]
    first.lesson._receive(first.lesson, {"do": "guess", "seq": 1, "way": "up"}, [])
    assert order == ["keep", "page", "done"]


def test_a_long_fraction_is_told_in_per_cent_and_shown_in_full_below(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    exact = visit.lesson.plan.question.exact(**visit.lesson.plan.settings)
    visit.to("why")
    visit.well("show_me")
    assert visit.step("why")["big"] == "≈ 42.17\N{NO-BREAK SPACE}%"
    assert visit.step("why")["total"] == f"Exactly {exact}."
    assert full(Fraction(1, 3)) == ""


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


# -- answers that are typed ----------------------------------------------------------------------

SEVEN = Fraction(7, 12)
MEAN = Fraction(143, 36)


@pytest.mark.parametrize("text", [
    "7/12", "21/36", "0.583", "0.58", "0,58", ".583", "58 %", "58%", "58.3 %", "58,3 %", "21 of 36", "7 in 12",
    "58 per cent", "about 58 percent", "≈ 58\N{NO-BREAK SPACE}%", "= 7 / 12",
])  # fmt: skip
def test_a_chance_is_understood(text: str) -> None:
    assert judge(read_answer(text, True), SEVEN, [Fraction(1, 2)], True) == SEVEN


@pytest.mark.parametrize("text", ["143/36", "3.97", "3,97", "3 35/36", "4.0", "3.9"])
def test_a_mean_is_understood(text: str) -> None:
    assert judge(read_answer(text, False), MEAN, [Fraction(3)], False) == MEAN


def test_large_and_negative_means_are_understood() -> None:
    assert judge(read_answer("1,250", False), Fraction(1250), [], False) == 1250
    assert judge(read_answer("−250", False), Fraction(-250), [Fraction(250)], False) == -250
    assert judge(read_answer("691", False), Fraction(69123, 100), [], False) == Fraction(69123, 100)


@pytest.mark.parametrize(("text", "says"), [
    ("", "Type a number"), ("gem", "Type a number"), ("1/0", "divided by 0"), ("58", "Did you mean 58 "
                                                                                     "%"), ("-0.5", "from 0 to 1"),
    ("120 %", "from 0 to 1"), ("1/2/3", "Type a number"), ("0.5.5", "Type a number"), ("½", "Type a number"),
])  # fmt: skip
def test_what_is_no_chance_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_answer(text, True)


def test_answers_are_judged_as_closely_as_they_are_written() -> None:
    half = Fraction(1, 2)
    assert judge(read_answer("1/2", True), SEVEN, [half], True) == half
    assert judge(read_answer("0.59", True), SEVEN, [half], True) is None
    with pytest.raises(ValueError, match="more closely"):
        judge(read_answer("0.6", True), SEVEN, [half], True)
    with pytest.raises(ValueError, match="more closely"):
        judge(read_answer("4", False), MEAN, [], False)
    assert judge(read_answer("0", True), Fraction(1, 500), [], True) is None, "seldom is not never"
    assert judge(read_answer("100 %", True), Fraction(499, 500), [], True) is None
    with pytest.raises(ValueError, match="no chance"):
        read_answer("5 %", False)


def test_no_mistake_of_the_bank_is_taken_for_the_answer() -> None:
    """Over all lessons: who types a wrong answer as a percentage with one digit is never told that it is right."""
    for id in IDS:
        fresh = Fresh(load(id))
        for number, asks in enumerate(fresh.questions):
            for draw in range(8):
                settings = fresh.draw(number, 3, draw)
                exact, chance = asks.exact(**settings), asks.kind == "chance"
                wrong = [value for _, value, _ in asks.wrong(**settings) if not chance or 0 <= value <= 1]
                for value in wrong:
                    assert judge(read_answer(str(value), chance), exact, wrong, chance) == value
