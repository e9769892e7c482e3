"""Dashboards without a browser: their statements agree with the engine at any setting that a page can send."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from gamelib.games.harem import odds
from gamelib.number_format import format_fraction
from tests.conftest import LONG, sample_cases
from tests.rules import rule
from widgets.chart.trial import unseen_outcomes_text
from widgets.dashboard.controls import Choice, NumberRow, Slider, parse_whole_number
from widgets.dashboard.live_simulation import MAX_RUNS, LiveSimulation, frequency_comparison_text
from widgets.dashboard.widget import Dashboard
from widgets.games.harem.dashboards import gems, raid, two_raids
from widgets.games.towers.dashboards import flee
from widgets.games.wishes.dashboards import closing, purchase
from widgets.page.paths import NOTEBOOKS_DIR
from widgets.page.translations import load_texts

STEEP = (0, 0, 0, 0, 0, 0, 4, 6, 9, 12, 13)
FLAT = (0,) * 11
PAGES = {"gems": gems.create_dashboard, "raid": raid.create_dashboard}


def send(page: Dashboard, **content: Any) -> list[Any]:
    """Send one message of the page and return the messages of the kernel."""
    answers: list[Any] = []
    page.send = lambda content, buffers=None: answers.append(content)  # type: ignore[method-assign]
    page._receive(page, content, [])
    return answers


def first_fraction(text: str) -> Fraction:
    return Fraction(re.search(r"\d+(/\d+)?", text)[0])  # type: ignore[index]


def everything(page: Dashboard) -> str:
    """Return all texts of the page and all titles."""
    return repr(page.state["shown"]) + " ".join(picture.title + picture.text for picture in page.pictures.values())


def test_each_introduction_names_the_button_that_covers_the_answer() -> None:
    button = load_texts("dashboard")["predict_first"]
    pages = sorted((NOTEBOOKS_DIR / "dashboards").glob("*.ipynb"))
    assert pages
    assert [page.name for page in pages if f"*{button}*" not in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("module", [flee, purchase])
def test_a_section_opens_with_at_most_three_controls(module: Any) -> None:
    sections = module.create_dashboard().sections
    counts = [len(block["controls"]) for part in sections for block in part["side"] if block["kind"] == "controls"]
    assert counts
    assert max(counts) <= 3


@pytest.mark.parametrize("page", [gems.create_dashboard, raid.create_dashboard, closing.create_dashboard])
def test_an_answer_that_is_predicted_in_percent_is_a_probability(page: Callable[[], Dashboard]) -> None:
    """Check both ends of each slider, and each choice."""
    opened = page()
    for control in opened.controls.values():
        before = opened.values[control.name]
        ends = [control.minimum, control.maximum] if isinstance(control, Slider) else []
        for value in ends + list(control.options if isinstance(control, Choice) else ()):
            opened.set_control_values(**{control.name: value})
            share, label = opened.block_data("answer")["share"]
            assert 0 <= share <= 1, (control.name, value)
            assert label.endswith("%")
        opened.set_control_values(**{control.name: before})


# -- gems ----------------------------------------------------------------------------------------


@rule("HAR-4.4")
@pytest.mark.parametrize("worth", [gems.PRESETS["Table A"], STEEP, FLAT, tuple(range(20, 31))])
def test_gems_say_what_the_engine_says(worth: tuple[int, ...]) -> None:
    page, table = gems.create_dashboard(), dict(zip(range(2, 13), worth, strict=True))
    for k, gold, cost in sample_cases(product((1, 2, 4), (0, 3, 12), (1, 6, 8, 20)), 5):
        page.set_control_values(gems=k, gold=gold, cost=cost, table=worth)
        exact = odds.p_afford(max(0, cost - gold), k, table)
        assert page.block_data("answer")["big"] == format_fraction(exact)
        ways = f"{int(exact * 36**k):,} of the {36**k:,} equally likely rolls"
        assert cost <= gold or ways in page.block_data("answer")["more"], "the exact answer stands below, however long"
        bars = page.pictures["worth"].figure["data"][0]
        assert dict(zip(bars["x"], bars["y"], strict=True)) == pytest.approx(
            {worth: float(odds.total_gem_value(k, table).p(worth)) for worth in odds.total_gem_value(k, table)}
        )
        ring = page.pictures["curves"].figure["data"][-1]
        assert (ring["x"], ring["y"]) == ([max(0, cost - gold)], pytest.approx([float(exact)]))
    mean, variance, nothing = ([first_fraction(cell) for cell in row[1:]] for row in page.block_data("facts")["rows"])
    one, four = odds.gem_value(table), odds.total_gem_value(4, table)
    assert mean == [one.mean, four.mean]
    assert variance == [one.variance, four.variance]
    assert page.block_data("glossed")["lines"][0].startswith("If you want to know more: the variance")
    assert nothing == [one.p(0), four.p(0)]


def test_the_first_example() -> None:
    page = gems.create_dashboard()
    assert page.block_data("answer")["big"] == "851/1296 ≈ 0.657"
    assert "5 gold" in page.block_data("answer")["lead"]
    assert [
        gems.create_dashboard(f"gems={k}&gold=0&cost=6").block_data("answer")["big"].split()[0] for k in (1, 2, 3, 4)
    ] == [
        "1/6",
        "79/144",
        "18553/23328",
        "64109/69984",
    ]


def test_every_sum_unfolds_into_its_ways() -> None:
    for k in (1, 2, 3, 4):
        one, sums = odds.gem_value(), odds.total_gem_value(k)
        for worth in sums:
            paths = odds.gem_combinations(worth, k, one)
            assert sum(orders * each for _, orders, each in paths) == sums[worth]
            assert all(sum(values) == worth for values, _, _ in paths)


def test_why_counts_the_rolls() -> None:
    for k, cost in product((1, 2, 3, 4), (2, 6, 12, 19)):
        page = gems.create_dashboard(f"gems={k}&gold=0&cost={cost}")
        chance, total = odds.p_afford(cost, k), 36**k
        counted = chance if gems.is_direct_count_shorter(chance) else 1 - chance
        rows = page.block_data("sums")["rows"]
        assert (int(rows[-1][2].replace(",", "")) if rows else 0) == counted * total
        assert f"{int(chance * total):,}/{total:,}" in page.block_data("why_lines")["lines"][1]


def test_a_picked_bar_shows_its_ways() -> None:
    page = gems.create_dashboard()
    assert "total of 5" in page.block_data("paths_told")["lines"][0]
    page.pictures["worth"]._receive(
        page.pictures["worth"], {"kind": "click", "curve": 0, "index": 0, "x": 7, "y": 0.1, "customdata": 7}, []
    )
    assert "total of 7" in page.block_data("paths_told")["lines"][0]
    assert sum(int(row[-1]) for row in page.block_data("paths")["rows"]) == odds.total_gem_value(2)[7]


@pytest.mark.parametrize("bad", ["", "x", "-1", "2.5", "31", "1e3", "٣٤", None, [], True, "9" * 40, "<b>"])
def test_a_bad_entry_is_said_and_nothing_changes(bad: Any) -> None:
    page = gems.create_dashboard()
    before = everything(page)
    assert send(page, do="set", seq=4, values={"table": [0, 0, 0, 0, 2, bad, 4, 5, 6, 7, 8]}) == [
        {"kind": "done", "seq": 4}
    ]
    said = page.state["problems"]["table"]
    assert said.startswith("The value for a roll of 7 is a whole number from 0 to 30, ")
    assert len(said) < 100
    assert page.values["table"] == gems.PRESETS["Table A"]
    assert everything(page) == before
    send(page, do="set", seq=5, values={"table": [*map(str, STEEP)]})
    assert page.state["problems"] == {}
    assert first_fraction(page.block_data("facts")["rows"][0][1]) == 3
    assert first_fraction(page.block_data("facts")["rows"][1][1]) == Fraction(50, 3)


# -- one raid ------------------------------------------------------------------------------------


@rule("HAR-8.3")
def test_raids_say_what_the_engine_says() -> None:
    page = raid.create_dashboard()
    for modifier, guards in product(range(-4, 7), (0, 1, 2)):
        watchful, helped = bool(modifier % 2), modifier > 2
        rule_ = "automatic" if modifier % 3 == 0 else "roll"
        page.set_control_values(modifier=modifier, guards=str(guards), watchful=watchful, help=helped, unguarded=rule_)
        exact = [odds.p_raid_succeeds(modifier, n, watchful, helped, rule_) for n in (0, 1, 2)]
        assert first_fraction(page.block_data("answer")["big"]) == exact[guards]
        rows = page.block_data("guards")["rows"]
        assert [first_fraction(row[1]) for row in rows] == exact
        assert [first_fraction(row[2]) for row in rows] == [1 / p for p in exact]
        assert [first_fraction(row[3]) for row in rows[1:]] == [exact[0] - exact[1], exact[1] - exact[2]]
        grid = page.pictures["grid"].figure
        assert grid["data"][0]["z"][modifier + 4] == pytest.approx([float(p) for p in exact])
        frame = grid["layout"]["shapes"][0]
        assert ((frame["x0"] + frame["x1"]) / 2, (frame["y0"] + frame["y1"]) / 2) == (guards, modifier + 4)
        if page.min_winning_difference_if_rolled(guards) is not None:
            assert int(page.block_data("ways")["rows"][-1][2].replace(",", "")) == exact[guards] * 1296
    assert [
        raid.create_dashboard(f"modifier=0&guards={n}").block_data("answer")["big"].split()[0] for n in (0, 1, 2)
    ] == [
        "721/1296",
        "435/1296",
        "310/1296",
    ]


def test_a_picked_cell_becomes_the_setting() -> None:
    page = raid.create_dashboard()
    grid = page.pictures["grid"]
    grid._receive(grid, {"kind": "click", "curve": 0, "index": [7, 2], "x": 2, "y": 7, "customdata": [3, 2]}, [])
    assert (page.values["modifier"], page.values["guards"]) == (3, "2")
    assert first_fraction(page.block_data("answer")["big"]) == odds.p_raid_succeeds(3, 2)


# -- two raids -----------------------------------------------------------------------------------


@rule("HAR-8.5")
def test_two_raids_as_in_the_worked_example() -> None:
    page = raid.create_dashboard()
    assert page.block_data("plan")["big"] == "Remove guards first: 128695/93312 ≈ 1.379 gold"
    assert "1477/1296" in page.block_data("plan")["more"]
    assert page.block_data("plans")["marked"] == 1
    page.set_control_values(target="1")
    assert [first_fraction(row[1]) for row in page.block_data("plans")["rows"]] == [
        Fraction(233, 144),
        Fraction(154715, 93312),
    ]
    page.set_control_values(target="2", first=2, second=2, first_limit=1, second_limit=1, gold=(2, 0, 0), goal="theft")
    assert page.block_data("plan")["big"] == "Take cards now: ≈ 0.691"
    assert "Remove guards first: ≈ 0.584" in page.block_data("plan")["more"]
    rows = page.block_data("plans")["rows"]
    assert [first_fraction(row[2]) for row in rows] == [Fraction(1159775, 1679616), Fraction(327175, 559872)]
    page.set_control_values(first=3, second=-2, second_limit=6, gold=(1, 0, 2), goal="gold", open="automatic")
    assert "55937/15552" in page.block_data("plan")["big"]


def cases() -> list[two_raids.TwoRaids]:
    rng = Random(7)
    return [
        two_raids.TwoRaids(
            ((rng.randint(-4, 6), rng.randint(1, 6)), (rng.randint(-4, 6), rng.randint(1, 6))),
            rng.randrange(3),
            tuple(sorted(rng.choices((1, 2, 3), k=rng.randrange(6)), reverse=True)),
            rng.choice(("roll", "automatic")),
        )
        for _ in range(60)
    ]


@pytest.mark.parametrize("case", cases())
def test_the_courses_of_two_raids_add_up(case: two_raids.TwoRaids) -> None:
    for plan in two_raids.PLANS:
        weights: dict[int, Fraction] = {}
        for _, _, first, second, gold in case.raid_sequences(plan):
            weights[gold] = weights.get(gold, Fraction(0)) + first * second
        exact = odds.plunder_total(case.raids, case.guards, case.gold, plan, case.unguarded)
        assert {gold: p for gold, p in weights.items() if p} == {gold: exact.p(gold) for gold in exact}
        assert sum(p * (gold > 0) for gold, p in weights.items()) == case.plan_value(plan, "theft")


@pytest.mark.parametrize("case", cases()[:12])
def test_simulated_turns_come_close(case: two_raids.TwoRaids) -> None:
    found = case.simulate_both_plans(Random(3), 20_000)
    for place, plan in enumerate(two_raids.PLANS):
        dist = case.gold_distribution(plan)
        mean = sum(pair[place] for pair in found) / len(found)
        assert abs(mean - dist.mean) <= 4.5 * float(dist.variance / len(found)) ** 0.5 + 1e-9


@pytest.mark.parametrize("goal", ["gold", "theft"])
def test_turns_that_are_all_equal_leave_doubt(goal: str) -> None:
    said = two_raids.compared_plans_text(cases()[0], goal, Counter({(2, 2): 16}))
    ends = [tuple(map(float, found)) for found in re.findall(r"([0-9]+\.[0-9]+) to ([0-9]+\.[0-9]+)", said)]
    assert len(ends) == 2
    assert all(low < high for low, high in ends), said


# -- simulations ---------------------------------------------------------------------------------


def test_rolled_gems_come_close_and_follow_the_table() -> None:
    page = gems.create_dashboard(f"gems=3&table={'.'.join(map(str, STEEP))}")
    rolls = page.simulations["rolls"]
    rolls.rng = Random(11)
    for _ in range(20):
        send(page, do="run", id="rolls", n=1000)
    table = dict(zip(range(2, 13), STEEP, strict=True))
    exact = odds.total_gem_value(3, table)
    assert rolls.completed_count == 20_000
    assert set(rolls.counts) <= set(exact)
    mean = sum(worth * count for worth, count in rolls.counts.items()) / rolls.completed_count
    assert abs(mean - exact.mean) < 4.5 * float(exact.variance / rolls.completed_count) ** 0.5
    hits = sum(count for worth, count in rolls.counts.items() if worth >= 5)
    assert f"20,000 trials: the value was 5 or more {hits:,} times" in page.block_data("rolls")["said"]
    page.set_control_values(cost=10)
    assert rolls.completed_count == 20_000, "the same rolls meet another price"
    page.set_control_values(gems=2)
    assert rolls.completed_count == 0, "other gems are other rolls"


def test_rolled_differences_come_close() -> None:
    found = raid.draw_roll_differences(Random(5), 40_000)
    share = sum(d >= 2 for d in found) / len(found)
    p = float(odds.p_raid_succeeds(0, 1))
    assert abs(share - p) < 4.5 * (p * (1 - p) / len(found)) ** 0.5


def test_unseen_outcomes_stay_empty_with_the_chance_to_miss_them() -> None:
    page = gems.create_dashboard("gems=1")
    page.simulations["rolls"].counts.update({0: 3, 2: 7})
    page._redraw()
    assert not page.block_data("rolls")["missing"], "of a few runs it says nothing that some outcomes are missing"
    dots = next(trace for trace in page.pictures["worth"].figure["data"] if trace["name"] == "simulated")
    assert Counter(dots["x"]) == {0: 3, 2: 7}, "one dot a run"
    page.simulations["rolls"].counts.update({0: 27, 2: 63})
    page._redraw()
    dots = next(trace for trace in page.pictures["worth"].figure["data"] if trace["name"] == "simulated")
    assert {x for x, y in zip(dots["x"], dots["y"], strict=True) if y is not None} == {0, 2}
    assert "8 (0.060)" in page.block_data("rolls")["missing"]
    assert pytest.approx(0.060, abs=0.0005) == (35 / 36) ** 100


def test_the_running_share_ends_where_the_runs_are() -> None:
    page = raid.create_dashboard()
    for n in (1, 10, 1000):
        send(page, do="run", id="raids", n=n)
    course, counts = page.block_data("raids")["course"], page.simulations["raids"].counts
    assert [runs for runs, _ in course] == sorted({runs for runs, _ in course})
    assert course[0][0] == 1
    assert course[-1] == (1011, sum(count for d, count in counts.items() if d >= 2) / 1011)
    page.set_control_values(guards="0")
    assert page.block_data("raids")["course"][-1][1] == sum(count for d, count in counts.items() if d >= 0) / 1011
    assert unseen_outcomes_text({1: 1, 2: 1}, {1: 5, 2: 5}) == "Every outcome has come up."


def test_runs_end_at_a_million_and_can_be_cleared() -> None:
    runs = LiveSimulation(lambda rng, n: [0] * n)
    runs.add_trials(None)
    assert runs.completed_count == 20
    runs.counts[0] = MAX_RUNS - 10
    runs.add_trials(1000)
    assert runs.completed_count == MAX_RUNS
    assert runs.update_block_data("")["full"]
    page = raid.create_dashboard()
    send(page, do="run", id="turns", n=10)
    assert page.block_data("turns")["total"] == 10
    send(page, do="run", id="turns", n=0)
    assert page.block_data("turns")["total"] == 0


def test_a_share_outside_its_band_is_told_so() -> None:
    assert "inside the interval" in frequency_comparison_text(50, 100, Fraction(1, 2), "hit")
    assert "outside the interval" in frequency_comparison_text(90, 100, Fraction(1, 2), "hit")
    assert frequency_comparison_text(1, 1, Fraction(1, 2), "it hit").startswith(
        "1 trial: it hit 1 time. The expected number is 0.5."
    )


# -- links and messages --------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_link_brings_back_every_setting(name: str) -> None:
    rng = Random(name)
    for _ in range(20 if LONG else 3):
        page = PAGES[name]()
        for control in page.controls.values():
            if isinstance(control, NumberRow):
                value: Any = tuple(rng.randint(control.minimum, control.maximum) for _ in control.keys)
            elif hasattr(control, "options"):
                value = rng.choice(list(control.options))
            elif hasattr(control, "maximum"):
                value = rng.randint(control.minimum, control.maximum)
            else:
                value = rng.random() < 0.5
            page.set_control_values(**{control.name: value})
        other = PAGES[name](page.link_fragment)
        assert other.values == page.values
        assert everything(other) == everything(page)
        third = PAGES[name]()
        send(third, do="open", link=f"#{page.link_fragment}")
        assert (third.values, third.state["notice"]) == (page.values, "")


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("gems=9", "Gems is a whole number from 1 to 4, not “9”."),
        ("gems=", "Gems is a whole number from 1 to 4, and it is empty."),
        ("gems=2&cost=x", "Cost is a whole number from 1 to 20, not “x”."),
        ("table=1.2.3", "11 numbers are needed."),
        ("table=0.0.0.0.2.3.4.5.6.7.q", "The value for a roll of 12"),
        ("colour=red", "There is no control “colour” here."),
        ("nonsense", "It is not written as name=value."),
        ("&".join(["gems=1"] * 99), "It is not written as name=value."),
    ],
)
def test_a_wrong_link_says_why_and_shows_the_start(link: str, said: str) -> None:
    page = gems.create_dashboard("gems=4")
    send(page, do="open", link=link)
    assert page.state["notice"].startswith("The link to this page does not fit. ")
    assert said in page.state["notice"]
    assert page.values == gems.create_dashboard().values
    with pytest.raises(ValueError, match=re.escape(said)):
        gems.create_dashboard(link)
    send(page, do="set", values={"gems": 3})
    assert page.state["notice"] == ""


@pytest.mark.parametrize(
    "content",
    [
        {},
        None,
        "set",
        {"do": "fly"},
        {"do": "set"},
        {"do": "set", "values": 7},
        {"do": "set", "values": {"speed": 1}},
        {"do": "run", "id": "rolls", "n": 10**9},
        {"do": "run", "id": "rolls", "n": "10"},
        {"do": "run", "id": "nothing", "n": 1},
        {"do": "run", "id": "rolls", "n": [1]},
        {"do": []},
    ],
)
def test_odd_messages_are_answered_and_change_nothing(content: Any) -> None:
    page = gems.create_dashboard()
    answers: list[Any] = []
    page.send = lambda content, buffers=None: answers.append(content)  # type: ignore[method-assign]
    page._receive(page, content, [])
    assert [answer["kind"] for answer in answers] == ["done"]
    assert page.values == gems.create_dashboard().values
    assert page.simulations["rolls"].completed_count == 0
    assert page.state["notice"]


def test_start_again_forgets_everything() -> None:
    page = raid.create_dashboard("modifier=3&goal=theft")
    send(page, do="run", id="raids", n=10)
    send(page, do="set", values={"gold": [1, "x", 2], "first": 5})
    assert page.state["problems"]["gold"].startswith("How many Gold 2 is a whole number from 0 to 3")
    send(page, do="reset")
    assert everything(page) == everything(raid.create_dashboard())
    assert (page.values, page.state["problems"]) == (raid.create_dashboard().values, {})


def test_choose_takes_all_or_nothing() -> None:
    page = gems.create_dashboard()
    with pytest.raises(ValueError, match="Gold is a whole number from 0 to 12"):
        page.set_control_values(cost=5, gold=99)
    assert page.values == gems.create_dashboard().values


def test_the_raid_says_whose_dice_must_beat_whose() -> None:
    page = raid.create_dashboard()
    said = {}
    for modifier in (-2, 0, 1, 2, 3):
        page.set_control_values(modifier=modifier, guards="1")
        figure = page.pictures["difference"].figure
        assert "defender" in figure["layout"]["xaxis"]["title"]["text"]
        said[modifier] = page.pictures["difference"].title.removeprefix("Against 1 guard your dice ")
    assert said == {
        -2: "must be higher than the defender’s by 4 or more",
        0: "must be higher than the defender’s by 2 or more",
        1: "must be higher than the defender’s by 1 or more",
        2: "must be at least equal to the defender’s",
        3: "can be lower than the defender’s by 1 at most",
    }


def test_a_picture_is_drawn_again_only_when_it_changes() -> None:
    page = gems.create_dashboard()
    space = page.pictures["space"].figure
    page.set_control_values(cost=12)
    assert page.pictures["space"].figure is space
    page.set_control_values(table=STEEP)
    assert page.pictures["space"].figure is not space


def test_whole_numbers() -> None:
    assert (
        parse_whole_number(" 7 ", "It", 0, 9),
        parse_whole_number("−3", "It", -4, 6),
        parse_whole_number(+2, "It", 0, 9),
    ) == (7, -3, 2)
    with pytest.raises(ValueError, match=re.escape("It is a whole number from −4 to 6, not “7”.")):
        parse_whole_number(7, "It", -4, 6)


@pytest.mark.parametrize("name", PAGES)
def test_every_block_has_something_to_show(name: str) -> None:
    page = PAGES[name]()
    text = repr(page.LAYOUT)
    for id in re.findall(r"'kind': '(?:answer|text|table|runs|fold)', 'id': '(\w+)'", text):
        assert id in page.state["shown"], id
    for id, picture in page.pictures.items():
        assert picture.figure["data"], id
        assert picture.title[0].isupper() or picture.title[0].isdigit()
    assert "sultan" not in everything(page).lower()
    assert "harem" not in everything(page).lower()
