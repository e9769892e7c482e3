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
from widgets.lesson import experiment as lessons
from widgets.lesson import score
from widgets.lesson.files import front_matter, ids, load, read
from widgets.lesson.page import added
from widgets.lesson.pictures import calibration, ranking
from widgets.lesson.plan import CHIPS, Plan
from widgets.lesson.prose import glossary, html, spans
from widgets.lesson.pupil import ENOUGH_RUNS, SURE, Pupil, options
from widgets.lesson.teacher import sheet
from widgets.lesson.widget import Lesson
from widgets.site.gallery import NOTEBOOKS, pages

IDS = ids()
each = pytest.mark.parametrize("id", IDS)
RUNS = 1000


@pytest.fixture(scope="module")
def plans() -> dict[str, Plan]:
    return {id: load(id) for id in IDS}


def text_of(id: str) -> str:
    return (NOTEBOOKS / "lessons" / f"{id}.ipynb").read_text(encoding="utf-8")


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

    def step(self, kind: str) -> dict[str, Any]:
        return self.lesson.step(kind)

    def predict(self) -> None:
        self.well("lock", chips=list(score.spread(self.lesson.pupil.names, CHIPS).values()), reason="I guess")

    def reveal(self) -> None:
        self.predict()
        self.well("run", n=10)
        self.well("reveal")

    def answer(self, n: int, right: bool, sure: int = 60) -> None:
        asks, settings = self.lesson.pupil.asked(n)
        exact = asks.exact(**settings)
        found = options(asks, settings)
        choice = next(i for i, value in enumerate(found) if (value == exact) is right)
        self.well("answer", n=n, choice=choice, sure=sure)


@pytest.fixture
def first(plans: dict[str, Plan]) -> Visit:
    return Visit(plans[IDS[0]])


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
    visit.well("open", place="start", at="play")
    visit.predict()
    for n in (1, 10, 1000):
        visit.well("run", n=n)
    visit.well("reveal")
    for n in range(len(visit.step("why")["paths"])):
        visit.well("open", place=f"path {n}", at="why")
        assert link_game(visit.lesson.table["link"].split("game=")[1].split("&")[0]) == plans[id].game.id
    visit.well("guess", way="up")
    for n in range(len(visit.step("change")["choices"])):
        visit.well("look", n=n)
    if visit.lesson.pupil.order:
        visit.well("rank", order=visit.lesson.pupil.order)
    for n, item in enumerate(visit.step("check")["items"]):
        assert len(item["options"]) == len(set(item["options"])) >= 3
        assert not item["hints"]
        while visit.step("check")["items"][n]["more"]:
            visit.well("hint", n=n)
        asks, settings = visit.lesson.pupil.asked(n)
        found = options(asks, settings)
        for choice in (i for i, value in enumerate(found) if value != asks.exact(**settings)):
            visit.well("answer", n=n, choice=choice, sure=60)
            reply = visit.step("check")["items"][n]["reply"]
            assert any(f"“{name}”" in reply for name, wrong, _ in asks.wrong(**settings) if wrong == found[choice])
        visit.answer(n, right=True)
        assert visit.step("check")["items"][n]["right"]
    assert visit.step("check")["chart"] == "calibration"
    visit.well("open", place="end", at="back")
    assert not any(step["locked"] for step in visit.lesson.page["steps"])
    for name in visit.lesson.shown.figures:
        assert visit.lesson.pictures[name].text
        assert visit.lesson.pictures[name].table["rows"]
    assert [m["kind"] for m in visit.do("sheet")] == ["file", "keep"]


@each
def test_nothing_is_revealed_before_the_prediction(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    exact = plans[id].values["exact"]
    for stage in (lambda: None, visit.predict, lambda: visit.well("run", n=1)):
        stage()
        page = json.dumps(visit.lesson.page, ensure_ascii=False)
        assert exact not in page.replace(plans[id].question.ask(**plans[id].settings), "")
        for kind in ("compare", "why", "change", "check", "back"):
            assert set(visit.step(kind)) == {"kind", "title", "locked"}
        drawn = [name for name, chart in visit.lesson.pictures.items() if chart.figure]
        assert drawn == ["example"]
    for do, more in (("reveal", {}), ("guess", {"way": "up"}), ("hint", {"n": 0}),
                     ("open", {"place": "path 0", "at": "why"}), ("open", {"place": "end", "at": "back"})):  # fmt: skip
        assert visit.refused(do, **more)


@each
def test_positions_are_real(id: str, plans: dict[str, Plan]) -> None:
    """At the start the first seat is to choose, or the deal begins; the game has a page for the link."""
    plan = plans[id]
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
    visit = Visit(plans[id])
    visit.well("open", place="start", at="play")
    first = visit.lesson.table["link"]
    places = {"end": first, **{f"path {n}": "" for n in range(len(plans[id].experiment.paths(**plans[id].settings)))}}
    play_a_little(visit)
    assert len(visit.lesson._board.session.record) > len(plans[id].experiment.start(**plans[id].settings))
    visit.reveal()
    for _ in range(2):
        for place, link in places.items():
            visit.well("open", place=place, at="back")
            now = visit.lesson.table["link"]
            assert link in ("", now), place
            places[place] = now
            play_a_little(visit)
    visit.well("restart")
    visit.well("open", place="start", at="play")
    assert visit.lesson.table["link"] == first


@each
def test_the_teachers_sheet_has_everything(id: str, plans: dict[str, Plan]) -> None:
    text, about = sheet(plans[id]), front_matter(id)
    for said in (about["title"], plans[id].values["exact"], *about["aims"], *about["standards"], *about["rules"]):
        assert escape(said) in text
    for name, _, reply in plans[id].question.wrong(**plans[id].settings):
        assert escape(name) in text
        assert escape(reply) in text
    assert "http" not in text
    assert "{" not in text.split("</style>")[1]


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
        lessons.experiment("harem/totals").asks  # noqa: B018


# -- the engine ----------------------------------------------------------------------------------


def test_a_prediction_needs_all_chips(first: Visit) -> None:
    n = len(first.lesson.pupil.names)
    assert "left" in first.refused("lock", chips=[1] * n)
    for chips in ([20], [21] + [0] * (n - 1), [-1, 21] + [0] * (n - 2), "20", None, [True] * n, [20] * n):
        assert first.refused("lock", chips=chips)
    first.well("put", chips=[3] + [0] * (n - 1), reason="x" * 1000)
    assert len(first.lesson.pupil.reason) == 300
    first.predict()
    assert "put down" in first.refused("lock", chips=[20] + [0] * (n - 1))


def test_a_slider_that_nobody_has_moved_is_no_prediction(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    assert visit.step("predict")["chips"] == [0, 0]
    assert visit.refused("lock", chips=[0, 0]) == "Move the slider first, or say fifty-fifty."
    assert "left" in visit.refused("lock", chips=[3, 0])
    visit.predict()
    assert visit.step("predict")["chips"] == [10, 10]


def test_runs_count_and_unseen_outcomes_are_named(first: Visit) -> None:
    assert "first" in first.refused("run", n=1)
    first.predict()
    first.well("run", n=1)
    shown = first.step("run")
    assert sum(shown["counts"]) == shown["total"] == 1
    assert shown["missing"]
    assert all("Not yet" in line and "%" in line for line in shown["missing"])
    for n in (0, 2, -1, True, "10", None):
        assert first.refused("run", n=n)
    assert str(ENOUGH_RUNS) in first.refused("reveal")
    told = [m for m in first.do("run", n=1000) if m["kind"] == "progress"]
    assert [m["done"] for m in told] == list(range(100, 1001, 100))
    assert first.step("run")["total"] == 1001


def test_the_picture_holds_prediction_runs_and_exact(first: Visit) -> None:
    first.reveal()
    chart = first.lesson.pictures["compare"]
    assert chart.table["columns"][1:] == ["exact", "simulated", "predicted"]
    assert first.step("compare")["lines"][-1] == "You wrote: “I guess”"
    bar = [row[1] for row in chart.table["rows"]]
    assert bar[0].startswith("10/36 = 5/18")


def test_change_asks_first_and_says_once(first: Visit) -> None:
    first.reveal()
    assert "reply" not in first.step("change")
    assert first.refused("look", n=0)
    assert first.refused("guess", way="sideways")
    first.well("guess", way="down")
    assert first.step("change")["reply"].startswith("It goes down")
    assert first.step("change")["right"]
    assert first.refused("guess", way="up")
    assert first.refused("look", n=99)


def test_checks_reply_to_each_mistake_and_can_be_asked_anew(first: Visit) -> None:
    first.reveal()
    first.answer(0, right=False, sure=95)
    item = first.step("check")["items"][0]
    assert item["reply"]
    assert not item["right"]
    first.answer(0, right=True, sure=35)
    assert first.lesson.pupil.answers[0].sure == 95, "how sure one is counts for the first answer"
    assert first.refused("answer", n=0, choice=0, sure=60)
    asked = first.step("check")["items"][0]["ask"]
    first.well("again", n=0)
    first.well("again", n=0)
    assert first.step("check")["items"][0]["tries"] == []
    asks = {asked, first.step("check")["items"][0]["ask"]}
    for _ in range(5):
        first.well("again", n=0)
        asks.add(first.step("check")["items"][0]["ask"])
    assert len(asks) > 1
    for bad in ({"n": 9}, {"n": -1}, {"n": "0"}, {}):
        assert first.refused("again", **bad)


def test_a_reload_goes_on(plans: dict[str, Plan]) -> None:
    for plan in plans.values():
        visit = Visit(plan)
        visit.reveal()
        visit.well("guess", way="same")
        visit.well("hint", n=1)
        visit.answer(0, right=False)
        visit.answer(0, right=True)
        if visit.lesson.pupil.order:
            visit.well("rank", order=visit.lesson.pupil.order[::-1])
        (kept,) = [m["data"] for m in visit.do("hello", saved=None) if m["kind"] == "keep"]
        again = Visit(plan)
        again.well("hello", saved=json.loads(json.dumps(kept)))
        assert again.lesson.pupil.saved() == kept
        old, new = (dict(v.step("run"), last="") for v in (visit, again))
        assert old == new
        assert visit.step("check") == again.step("check")


@pytest.mark.parametrize("change", [
    {"names": ["other"]}, {"chips": [9]}, {"counts": [-1]}, {"counts": ["x"]}, {"locked": False},
    {"answers": [[0, [99], 60, 0]]}, {"guess": "x"}, {"answers": 5}, {"counts": [10**9] * 8},
])  # fmt: skip
def test_what_was_kept_is_checked(first: Visit, change: dict[str, Any], plans: dict[str, Plan]) -> None:
    first.reveal()
    saved = first.lesson.pupil.saved()
    other = Visit(plans[IDS[0]])
    fresh = other.lesson.pupil.saved()
    assert any(m["kind"] == "notice" for m in other.do("hello", saved={**saved, **change}))
    assert other.lesson.pupil.saved() == fresh
    for junk in ([], "x", 7, {"a": 1}):
        other = Visit(plans[IDS[0]])
        other.do("hello", saved=junk)
        assert other.lesson.pupil.saved() == fresh


def test_no_message_raises(first: Visit) -> None:
    for content in (None, 5, "run", [], {}, {"do": None}, {"do": "__init__"}, {"do": "lock"},
                    {"do": "open", "place": 3}, {"do": "look", "n": {}}, {"do": "rank", "order": [[]]}):  # fmt: skip
        first.sent.clear()
        first.lesson._receive(first.lesson, content, [])
        assert [m["kind"] for m in first.sent] == ["notice", "done"], content


def test_start_again_forgets_everything(first: Visit) -> None:
    fresh = first.lesson.pupil.saved()
    first.reveal()
    first.well("open", place="start", at="play")
    first.well("restart")
    assert first.lesson.pupil.saved() == fresh
    assert first.lesson.table == {}
    assert first.step("compare")["locked"]


# -- scores --------------------------------------------------------------------------------------


def test_brier_is_proper() -> None:
    true = {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6)}
    best = score.brier(true, true)
    rng = Random(3)
    for _ in range(200):
        chips = [rng.randrange(6) for _ in true]
        if any(chips):
            said = score.shares(dict(zip(true, chips, strict=True)))
            assert score.brier(said, true) >= best
            assert (score.brier(said, true) == best) is (said == true)
    outcomes = [(outcome, sum((said[o] - (o == outcome)) ** 2 for o in true)) for outcome in true]
    assert score.brier(said, true) == sum(true[outcome] * price for outcome, price in outcomes)
    with pytest.raises(ValueError, match="add up"):
        score.brier({"a": Fraction(1, 2)}, true)


def test_spread_order_and_calibration() -> None:
    assert score.spread("abc", 20) == {"a": 7, "b": 7, "c": 6}
    assert score.in_order([1, 2, 2, 4]) == (6, 6)
    assert score.in_order([3, 2, 1]) == (0, 3)
    said = [score.Said(0.05, 0.0), score.Said(0.8, 1.0), score.Said(0.8, 0.0), score.Said(1.0, 1.0)]
    assert score.calibration(said) == [(0.05, 0.0, 1), (0.8, 0.5, 2), (1.0, 1.0, 1)]
    title = calibration([(0.8, 0.5, 2)]).layout.title.text
    assert title == "What you say and what comes lie 30 percentage points apart"
    with pytest.raises(ValueError, match="at least one"):
        calibration([])
    assert max(SURE) < 100


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
    with pytest.raises(ValueError, match="already"):
        plan.let(told=1)
    with pytest.raises(ValueError, match="20 chips"):
        plan.example("", "harem/totals", [20], "t")
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
    with pytest.raises(ValueError, match="has no step example"):
        Pupil(plan)


def test_lessons_that_are_not_there() -> None:
    with pytest.raises(ValueError, match="no lesson"):
        read("nothing")


# -- the linter finds what it looks for ----------------------------------------------------------


def broken(change: Any) -> list[str]:
    content = json.loads(text_of(IDS[0]))
    plan = load(IDS[0])
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
    (lambda c, p: p.steps.pop(), "no step back"),
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
    first.reveal()
    order: list[str] = []
    first.lesson.send = lambda content, buffers=None: order.append(content["kind"])  # type: ignore[method-assign]
    first.lesson.send_state = lambda names=(): order.extend(names)  # type: ignore[method-assign]
    first.lesson._receive(first.lesson, {"do": "guess", "seq": 1, "way": "up"}, [])
    assert order == ["keep", "page", "done"]


def test_a_long_fraction_is_told_in_per_cent_and_shown_in_full_below(plans: dict[str, Plan]) -> None:
    visit = Visit(plans["06-what-is-left-in-the-deck"])
    exact = visit.lesson.plan.question.exact(**visit.lesson.plan.settings)
    visit.reveal()
    assert visit.step("why")["big"] == "≈ 42.17\N{NO-BREAK SPACE}%"
    assert visit.step("why")["total"] == f"Exactly {exact}."
    short = Visit(plans[IDS[0]])
    short.reveal()
    assert "Exactly" not in short.step("why")["total"]
    for n, item in enumerate(visit.step("check")["items"]):
        visit.answer(n, right=True)
        asks, settings = visit.lesson.pupil.asked(n)
        told = visit.step("check")["items"][n]
        assert "exactly" not in item
        assert str(asks.exact(**settings)) in told["reply"] + told["exactly"]


@each
def test_only_who_put_down_chips_hears_of_chips(id: str, plans: dict[str, Plan]) -> None:
    visit = Visit(plans[id])
    visit.predict()
    visit.well("run", n=1)
    said = json.dumps(visit.step("run")["missing"])
    visit.well("run", n=10)
    visit.well("reveal")
    said += json.dumps([visit.step("compare")[part] for part in ("lines", "score")])
    assert ("chips" in said.lower()) is (plans[id].manner == "chips")
