"""Charts without a browser: readable colours, figures with the stated content, messages of the widget."""

from __future__ import annotations

import gc
import gzip
import json
import re
import weakref
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import plotly
import pytest
from plotly.graph_objects import Figure

from gamelib import Dist
from gamelib.bank.question import TreeNode
from gamelib.games.harem import odds
from gamelib.number_format import (
    format_chance,
    format_confidence_interval,
    format_decimal_probability,
    format_equal_or_approx,
    format_fraction,
    format_fraction_and_decimal,
    format_fraction_of_any_length,
    format_percent,
    format_precise_percent,
    probability_to_float,
)
from gamelib.tools.confidence_interval import binomial_probabilities, wilson_interval_95
from widgets.chart import figure_style
from widgets.chart import figures as charts
from widgets.chart.label_placement import LabelPlacer
from widgets.chart.widget import Chart
from widgets.page import plotly_bundle, tokens
from widgets.page.paths import WIDGETS_DIR
from widgets.page.plotly_bundle import compressed_plotly_script

THEME = (WIDGETS_DIR / "page/tokens.css").read_text(encoding="utf-8")
TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--km-(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", THEME.partition("@media print")[0]
    )
}


def test_the_theme_has_the_tokens():
    """Check the theme. After a change of tokens.toml, run python -m widgets.page.tokens."""
    assert tokens.insert_tokens(THEME) == THEME
    assert TOKENS == tokens.COLOURS


MARKS = ["accent", "focus", *(f"s{i}" for i in range(1, 9))]
GEM = {2: 0, 3: 0, 4: 0, 5: 0, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6, 11: 7, 12: 8}


def dice_pair_count_by_gem_value() -> dict[int, int]:
    weights: dict[int, int] = {}
    for a, b in product(range(1, 7), repeat=2):
        weights[GEM[a + b]] = weights.get(GEM[a + b], 0) + 1
    return weights


def figures() -> dict[str, Figure]:
    rolled = TreeNode(
        "roll", None, kind="chance", children=(TreeNode("buy", Fraction(7, 12)), TreeNode("not", Fraction(5, 12)))
    )
    half = Fraction(1, 2)
    return {
        "distribution": charts.distribution(
            dice_pair_count_by_gem_value(), title="A gem is often worthless", xlabel="value", threshold=(3, "3 or more")
        ),
        "compared": charts.distribution(
            dice_pair_count_by_gem_value(),
            title="Runs come close",
            xlabel="value",
            simulated={0: 29, 2: 14, 3: 17, 8: 40},
            prediction={0: 5, 3: 15},
        ),
        "names": charts.distribution({"Ada": 2, "Ben": 1}, title="Ada wins more", xlabel="winner", mean=False),
        "sample space": charts.sample_space(
            GEM, title="Ten pairs are worth nothing", marked=(lambda v: v == 0, "worthless")
        ),
        "difference": charts.difference_histogram(
            odds.two_dice_total_difference(),
            [("no guard", 0), ("one guard", 2), ("two guards", 3)],
            title="Guards move the mark",
        ),
        "heatmap": charts.heatmap(
            [-1, 0],
            [0, 1, 2],
            [[half, Fraction(1, 3), Fraction(1, 7)], [Fraction(721, 1296), half, Fraction(0)]],
            title="The first guard matters most",
            xlabel="guards",
            ylabel="modifier",
            marked=(0, 1),
        ),
        "curves": charts.probability_curves(
            {"1 gem": [(0, Fraction(1)), (6, Fraction(1, 6))], "2 gems": [(0, Fraction(1)), (6, Fraction(79, 144))]},
            title="Two gems do better",
            xlabel="deficit",
            marked=(6, "you lack 6"),
        ),
        "lines": charts.amount_lines(
            {"slow": [(0, -500), (1, -250), (2, 0)], "fast": [(0, -300), (1, -150), (2, 0)]},
            title="Both are paid back after two",
            xlabel="incomes",
            ylabel="money",
            marks=[("slow", 2, "paid back")],
        ),
        "many lines": charts.amount_lines(
            {name: [(0, 0), (1, i)] for i, name in enumerate("abcdef")},
            title="Six lines",
            xlabel="round",
            ylabel="money",
        ),
        "tree": charts.tree(
            TreeNode("start", kind="choice", children=(rolled, TreeNode("wait", value="nothing"))), title="Roll"
        ),
    }


@pytest.fixture(params=figures())
def figure(request: pytest.FixtureRequest) -> Figure:
    return figures()[request.param]


# ---- colours -------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_measure_is_the_standard_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised"])
def test_text_and_marks_stand_out(mode: int, ground: str) -> None:
    against = TOKENS[ground][mode]
    text = {name: contrast(TOKENS[name][mode], against) for name in ("ink", "muted")}
    marks = {name: contrast(TOKENS[name][mode], against) for name in MARKS}
    assert all(ratio >= 4.5 for ratio in text.values()), text
    assert all(ratio >= 3 for ratio in marks.values()), marks


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
def test_ink_can_be_read_on_every_step_of_the_ramp(mode: int) -> None:
    ends = [[int(TOKENS[name][mode][i : i + 2], 16) for i in (1, 3, 5)] for name in ("ramp0", "ramp1")]
    for step in range(21):
        mixed = "#" + "".join(f"{round(a + (b - a) * step / 20):02x}" for a, b in zip(*ends, strict=True))
        assert contrast(mixed, TOKENS["ink"][mode]) >= 4.5, (step, mixed)


def test_each_light_value_names_one_token() -> None:
    light = [pair[0] for pair in TOKENS.values()]
    assert len(set(light)) == len(light)
    assert {name: pair[0] for name, pair in TOKENS.items()} == figure_style.PALETTE


def test_the_script_knows_every_token() -> None:
    script = (WIDGETS_DIR / "chart/chart.js").read_text(encoding="utf-8")
    listed = re.search(r"const TOKENS = \[([^\]]*)\]", script)
    assert listed
    named = re.findall(r'"(\w+)"', listed[1]) + [f"s{i}" for i in range(1, 9)]
    assert sorted(named) == sorted(TOKENS)


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def test_figures_use_only_colours_that_turn_dark(figure: Figure) -> None:
    used = {text for text in strings(json.loads(figure.to_json())) if text.startswith("#")}
    assert used <= set(figure_style.PALETTE.values())
    assert used


# ---- numbers in words ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("p", "total", "said"),
    [
        (Fraction(10, 36), 36, "10/36 = 5/18 ≈ 0.278"),
        (Fraction(721, 1296), 1296, "721/1296 ≈ 0.556"),
        (Fraction(1, 2), None, "1/2 = 0.5"),
        (Fraction(18, 36), 36, "18/36 = 1/2 = 0.5"),
        (Fraction(0), None, "0"),
        (Fraction(1), 36, "36/36 = 1"),
        (Fraction(1, 36), 36, "1/36 ≈ 0.0278"),
        (Fraction(9999, 10000), None, "9999/10000 = 0.9999"),
        (Fraction(1, 3), 100, "1/3 ≈ 0.333"),
        (Fraction(12345, 99999), None, "4115/33333 ≈ 0.123"),
        (Fraction(12345, 10**5 + 1), None, "≈ 0.123"),
        (Fraction(12345, 10**5 + 1), 10**6 + 10, "≈ 0.123"),
        (Fraction(1, 3**30), None, "≈ 0.00000000000000486"),
    ],
)
def test_odds(p: Fraction, total: int | None, said: str) -> None:
    assert format_fraction(p, total) == said


def test_what_is_looked_up_keeps_long_fractions() -> None:
    p = Fraction(1159775, 1679616)
    assert format_fraction_of_any_length(p) == "1159775/1679616 ≈ 0.691"
    drawn = charts.distribution(
        {0: 1679616 - 1159775, 1: 1159775}, title="A theft", xlabel="thefts", threshold=(1, "a theft")
    )
    flag = next(note for note in drawn.layout.annotations if note.text.startswith("a theft"))
    assert (flag.text, flag.hovertext) == ("a theft: ≈ 0.691", format_fraction_of_any_length(p))
    assert drawn.data[0].hovertext[1] == f"1: {format_fraction_of_any_length(p)}"
    assert drawn.layout.meta["table"]["rows"][1][1] == format_fraction_of_any_length(p)
    rolled = TreeNode("roll", probability=p, value="done")
    edges = charts.tree(TreeNode("start", kind="chance", children=(rolled,)), title="Roll")
    assert "≈ 0.691" in [note.text for note in edges.layout.annotations]
    assert edges.layout.meta["table"]["rows"][1][2] == format_fraction_of_any_length(p)


def test_short_odds_counts_only_what_can_be_counted() -> None:
    assert format_fraction_and_decimal(Fraction(7, 12), 36) == "21/36 ≈ 0.583"
    assert format_fraction_and_decimal(Fraction(64109, 69984), 6**8) == "64109/69984 ≈ 0.916"


def test_nothing_but_certainty_looks_certain() -> None:
    for n in (10, 999, 10**5, 10**8):
        assert float(format_equal_or_approx(Fraction(1, n)).split()[1]) > 0
        assert float(format_equal_or_approx(1 - Fraction(1, n)).split()[1]) < 1
    assert [format_percent(p) for p in (Fraction(0), Fraction(1, 999), Fraction(998, 999), Fraction(1))] == [
        "0%",
        "<\N{NO-BREAK SPACE}1%",
        ">\N{NO-BREAK SPACE}99%",
        "100%",
    ]


@pytest.mark.parametrize("near", [Fraction(1, 200), Fraction(1, 2001), Fraction(1, 10**7), Fraction(1, 6**1000)])
def test_no_rounding_makes_a_chance_certain(near: Fraction) -> None:
    for p in (near, 1 - near, float(near) or 1e-300, 0.995):
        for told in (
            format_percent(p),
            format_precise_percent(p),
            format_decimal_probability(p),
            format_chance(Fraction(p)),
            format_decimal_probability(p, 0),
        ):
            assert not re.fullmatch(r"(≈ )?(0(\.0*)?\s%|0(\.0*)?|1(\.0*)?|100(\.0*)?\s%)", told), (p, told)
        assert 0 < probability_to_float(Fraction(p)) < 1
    assert wilson_interval_95(0, 10**5)[1] > 0
    assert not format_confidence_interval(*wilson_interval_95(0, 10**5)).endswith(" 0.000")
    assert sum(binomial_probabilities(3000, 0.3)) == pytest.approx(1)


def test_chances_that_no_float_holds_are_drawn() -> None:
    dist = Dist({0: 5, 1: 1}).times(1000)
    drawn = charts.distribution(dist, title="Sixes of a thousand dice", xlabel="sixes")
    assert drawn.layout.meta["table"]["rows"][1000][1] == "≈ 7.06 × 10⁻⁷⁷⁹"
    points = [(n, dist.p(n)) for n in (0, 500, 1000)]
    assert charts.probability_curves({"sixes": points}, title="Sixes", xlabel="sixes").data[0].y[2] == 0
    gap = charts.difference_histogram({-1: 10**400, 1: 1}, [("ahead", 0)], title="t", simulated={-1: 40, 1: 0})
    assert (gap.data[0].y, gap.layout.yaxis.title.text) == ((1.0, 0.0), "probability")
    assert gap.data[1].y[0] == 1
    with pytest.raises(ValueError, match="numbers"):
        charts.distribution({10**400: 1, 1: 1}, title="Far", xlabel="x")
    assert format_equal_or_approx(1 - Fraction(1, 6**1000)) == "≈ 1 − 7.06 × 10⁻⁷⁷⁹"


def test_band_is_wilsons() -> None:
    low, high = wilson_interval_95(10, 100)  # 5.5% to 17.4%, as tabled for 10 of 100
    assert (low, high) == (pytest.approx(0.0552, abs=1e-4), pytest.approx(0.1744, abs=1e-4))
    assert wilson_interval_95(0, 20)[0] == 0
    assert wilson_interval_95(20, 20)[1] == 1


# ---- figures -------------------------------------------------------------------------------------


def test_every_figure_says_what_it_shows(figure: Figure) -> None:
    meta, title = figure.layout.meta, figure.layout.title.text
    assert meta["text"].startswith(title + ". ")
    assert meta["text"].endswith(".")
    assert ".." not in meta["text"]
    columns, rows = meta["table"]["columns"], meta["table"]["rows"]
    assert not any("<br" in cell for row in [columns, *rows] for cell in row), "a table has no lines to break"
    assert rows
    assert all(len(row) == len(columns) and all(isinstance(cell, str) for cell in row) for row in rows)


def test_every_mark_has_words_and_data(figure: Figure) -> None:
    for trace in figure.data:
        if trace.hoverinfo == "skip":
            continue
        count = len(trace.z) if trace.type == "heatmap" else len(trace.x)
        assert len(trace.hovertext) == len(trace.customdata) == count


def test_json_is_plain_and_whole(figure: Figure) -> None:
    text = figure.to_json()
    assert Figure(json.loads(text)) == figure
    json.dumps(json.loads(text), allow_nan=False)


def test_distribution_adds_up_and_accents_by_pattern_too() -> None:
    bars = figures()["distribution"].data[0]
    assert sum(bars.y) == pytest.approx(1)
    reached = [x >= 3 for x in bars.x]
    assert [colour == figure_style.HIT for colour in bars.marker.color] == reached
    assert [not shape for shape in bars.marker.pattern.shape] == reached, "what is not wanted is hatched"
    notes = [note.text for note in figures()["distribution"].layout.annotations]
    assert sorted(notes) == ["3 or more: 21/36 ≈ 0.583", "expected value 3"]


def test_a_threshold_nothing_reaches_has_no_chance() -> None:
    figure = charts.distribution({1: 1, 2: 1}, title="Too high", xlabel="value", threshold=(9, "9 or more"))
    assert "9 or more: 0/2 = 0." in figure.layout.meta["text"]


def test_comparison_keeps_what_was_never_seen() -> None:
    exact, runs, guess = figures()["compared"].data
    assert list(exact.x) == list(runs.x) == list(guess.x) == [0, 2, 3, 4, 5, 6, 7, 8]
    assert runs.y[3] == 0
    assert runs.error_y.array[3] == pytest.approx(wilson_interval_95(0, 100)[1])
    assert guess.marker.color == figure_style.TRANSPARENT
    assert guess.marker.line.width > 0
    rows = figures()["compared"].layout.meta["table"]["rows"]
    assert rows[0] == ["0", "10/36 = 5/18 ≈ 0.278", "29 of 100, 95% interval 0.210 to 0.385", "5/20 = 1/4 = 0.25"]


def test_outcomes_only_seen_or_guessed_are_shown() -> None:
    figure = charts.distribution({1: 1}, title="One", xlabel="value", simulated={1: 9, 4: 1}, prediction={0: 1})
    assert list(figure.data[0].x) == [0, 1, 4]
    assert list(figure.data[0].y) == [0, 1, 0]


def test_labels_of_one_bar_go_to_both_sides() -> None:
    bars, seen, bet = {"no": 3, "yes": 4}, {"no": 3, "yes": 7}, {"no": 10, "yes": 10}
    shown = charts.distribution(bars, title="t", xlabel="x", mean=False, simulated=seen, prediction=bet)
    sides = [(note.x, note.xanchor) for note in shown.layout.annotations if note.showarrow]
    assert [side for _, side in sides] == ["right", "left", "left"]
    assert sides[2][0] > 0.5


def test_small_chances_have_ticks_that_differ() -> None:
    few, many = (charts.distribution(dict.fromkeys(range(n), 1), title="t", xlabel="x") for n in (6, 60))
    first = [figure.layout.yaxis.ticktext[1] for figure in (few, many)]
    assert first == ["5%", "0.5%"]
    assert all(figure.layout.yaxis.ticktext[-1].startswith("100") for figure in (few, many))


def test_distribution_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ValueError, match="positive weight"):
        charts.distribution({}, title="Nothing", xlabel="value")
    with pytest.raises(ValueError, match="numbers"):
        charts.distribution({"Ada": 1}, title="Names", xlabel="winner")


def test_differences_and_their_three_thresholds() -> None:
    figure = figures()["difference"]
    assert sum(figure.data[0].y) == 1296
    assert list(figure.data[0].y) == list(figure.data[0].y)[::-1]
    flags = {note.text for note in figure.layout.annotations}
    assert flags == {"no guard: 721/1296 ≈ 0.556", "one guard: 435/1296 ≈ 0.336", "two guards: 310/1296 ≈ 0.239"}
    assert not figure.data[0].marker.pattern.shape, "where no setting is chosen nothing is won or lost"
    marks = [("no guard", 0), ("two guards", 3)]
    for chosen in (0, 3):
        bars = charts.difference_histogram(odds.two_dice_total_difference(), marks, title="t", chosen=chosen).data[0]
        assert [colour == figure_style.HIT for colour in bars.marker.color] == [d >= chosen for d in bars.x]


def test_few_runs_are_dots_and_move_no_axis() -> None:
    exact = {1: 3, 2: 1}
    few = charts.distribution(exact, title="t", xlabel="x", simulated={1: 1, 2: 3})
    many = charts.distribution(exact, title="t", xlabel="x", simulated={1: 1, 2: 39})
    assert len(few.data[1].x) == 4
    assert few.data[1].error_y.array is None
    assert few.layout.yaxis.range == many.layout.yaxis.range
    assert many.data[1].error_y.array is not None
    assert max(few.data[1].y) < few.layout.yaxis.range[1]
    rare = charts.distribution({1: 99, 2: 1}, title="t", xlabel="x", simulated={1: 0, 2: 40})
    assert list(rare.data[1].marker.symbol) == ["circle", "circle"]
    high = charts.difference_histogram(odds.two_dice_total_difference(), [("a", 0)], title="t", simulated={10: 40})
    assert list(high.data[1].marker.symbol)[-1] == "triangle-up"
    low = charts.difference_histogram(odds.two_dice_total_difference(), [("a", 0)], title="t", simulated={0: 1})
    assert high.layout.yaxis.range == low.layout.yaxis.range


def test_sample_space_counts_pairs() -> None:
    figure = figures()["sample space"]
    assert figure.data[0].customdata[5][5] == 8
    assert sum(int(row[1]) for row in figure.layout.meta["table"]["rows"]) == 36
    assert len(figure.layout.shapes) == 10
    by_dice = charts.sample_space(lambda a, b: "pair" if a == b else "other", title="Pairs")
    assert by_dice.layout.meta["table"]["rows"] == [
        ["other", "30", "30/36 = 5/6 ≈ 0.833"],
        ["pair", "6", "6/36 = 1/6 ≈ 0.167"],
    ]


def test_heatmap_shows_percent_and_tells_the_fraction() -> None:
    cells = figures()["heatmap"].data[0]
    assert list(cells.text[1]) == ["56%", "50%", "0%"]
    assert cells.hovertext[1][0] == "modifier 0, guards 0<br>721/1296 ≈ 0.556"
    assert list(cells.customdata[0][1]) == [-1, 1]


def test_curves_are_named_where_they_run_up_to_four() -> None:
    assert {"1 gem", "2 gems"} <= {note.text for note in figures()["curves"].layout.annotations}
    assert not figures()["curves"].layout.showlegend
    assert figures()["many lines"].layout.showlegend
    assert "1 gem 1/6 ≈ 0.167, 2 gems 79/144 ≈ 0.549" in figures()["curves"].layout.meta["text"]
    looks = [(line.line.dash, line.marker.symbol) for line in figures()["many lines"].data]
    assert len(set(looks)) == len(looks)


def test_names_that_find_no_room_at_their_lines_go_to_a_legend() -> None:
    def drawn(name: str, gap: int) -> Figure:
        shown = {f"{name} {i}": [(x, Fraction(x + gap * i, 40)) for x in range(9)] for i in (0, 1, 2)}
        return charts.probability_curves(shown, title="Three lines", xlabel="x", marks=[(f"{name} 0", 3, "you")])

    wide, narrow = drawn("line", 10), drawn("a long name on a line", 1)
    assert {note.text for note in wide.layout.annotations} == {"line 0", "line 1", "line 2", "you"}
    assert [note.text for note in narrow.layout.annotations] == ["you"]
    assert not wide.layout.showlegend
    assert narrow.layout.showlegend
    assert [line.showlegend for line in narrow.data] == [None, None, None, False], "the dot is not in it"


def test_a_name_stands_nearest_to_its_own_line() -> None:
    """Check labels of lines that end close to each other in the smallest plot."""
    room = LabelPlacer((0, 10), (0, 1))
    lines = {name: [(x, max(0.0, 1 - x / reach)) for x in range(11)] for name, reach in (("low", 4), ("high", 8))}
    drawn = {name: room.add_line(points) for name, points in lines.items()}
    placed = room.place_labels([room.unplaced_line_label(name, points, drawn[name]) for name, points in lines.items()])
    assert all(clear for _, clear in placed)
    for (name, points), (note, _) in zip(lines.items(), placed, strict=True):
        assert note["text"] == name
        assert min(abs(x - note["x"]) + abs(y - note["y"]) for x, y in points) <= 0.75, "it is anchored on its line"


# ---- the widget ----------------------------------------------------------------------------------


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Chart, dict[str, Any], list[bytes]]]:
    """Return every custom message that any chart sends."""
    messages: list[tuple[Chart, dict[str, Any], list[bytes]]] = []
    monkeypatch.setattr(
        Chart, "send", lambda self, content, buffers=None: messages.append((self, content, buffers or []))
    )
    return messages


def test_bundle_is_packed_once_and_sent_only_to_who_asks(sent: list, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = []
    compress = gzip.compress
    monkeypatch.setattr(plotly_bundle.gzip, "compress", lambda data, **how: packed.append(1) or compress(data, **how))
    compressed_plotly_script.cache_clear()
    shown = [Chart(each) for each in figures().values()]
    assert not packed
    shown[2]._handle_custom_msg({"kind": "plotly"}, [])
    assert [(who, content) for who, content, _ in sent] == [(shown[2], {"kind": "plotly"})]
    source = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    assert source.read_bytes() in gzip.decompress(sent[0][2][0])
    shown[0]._handle_custom_msg({"kind": "plotly"}, [])  # another page
    assert len(packed) == 1
    assert len(sent[0][2][0]) < 0.4 * source.stat().st_size


def test_state_is_small_and_there_before_display(figure: Figure) -> None:
    state = Chart(figure, level=2).get_state()
    assert state["title"] == figure.layout.title.text
    assert state["text"] == figure.layout.meta["text"]
    assert state["table"] == figure.layout.meta["table"]
    assert state["level"] == 2
    assert len(state["figure"]["data"]) == len(figure.data)
    assert not {"title", "meta"} & set(state["figure"]["layout"])
    assert len(json.dumps(state)) < 60_000


def test_show_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = Chart(figures()["names"])
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(chart.comm, "send", lambda data=None, buffers=None: messages.append(data))
    chart.show(figures()["difference"], text="Said otherwise.", table={"columns": ["a"], "rows": [["b"]]})
    assert [sorted(message["state"]) for message in messages] == [["figure", "table", "text", "title"]]
    assert chart.text == "Said otherwise."
    assert chart.table == {"columns": ["a"], "rows": [["b"]]}


def test_a_chart_without_words_is_refused() -> None:
    chart = Chart(figures()["names"])
    with pytest.raises(ValueError, match="text alternative"):
        chart.show(Figure())
    assert chart.title == "Ada wins more"


def test_clicks_reach_every_handler() -> None:
    chart = Chart(figures()["distribution"])
    assert not chart.selectable
    seen: list[dict[str, Any]] = []
    chart.on_click(seen.append)
    assert chart.selectable
    click = {"curve": 0, "index": 3, "x": 4, "y": 0.1, "customdata": 4}
    chart._handle_custom_msg({"kind": "click", **click}, [])
    assert seen == [click]
    chart.on_click(seen.append, remove=True)
    assert not chart.selectable


@pytest.mark.parametrize("script", sorted((WIDGETS_DIR / "chart").glob("chart*.js")), ids=lambda path: path.name)
def test_scripts_are_small(script: Path) -> None:
    assert script.stat().st_size < 30_000


def test_outcomes_that_are_asked_for_are_filled_and_named() -> None:
    drawn = charts.distribution(
        {"too little": 1, "just enough": 2, "plenty": 1},
        title="t",
        xlabel="x",
        mean=False,
        asked=(["just enough", "plenty"], "enough"),
    )
    assert list(drawn.data[0].marker.pattern.shape) == ["/", "", ""]
    assert drawn.layout.annotations[0].text == "filled: enough, 3/4 = 0.75"
    assert "enough: 3/4 = 0.75." in drawn.layout.meta["text"]
    assert list(drawn.layout.xaxis.ticktext) == ["too<br>little", "just<br>enough", "plenty"]


def test_a_chart_that_is_closed_is_forgotten():
    """Check that nothing of a closed chart remains.

    Pages are rehearsed before visitors come, so every visitor would get it.
    """
    chart = Chart(charts.distribution({1: 1, 2: 1}, title="One is as likely as two", xlabel="value"))
    left = weakref.ref(chart)
    chart.close()
    del chart
    gc.collect()
    assert left() is None
