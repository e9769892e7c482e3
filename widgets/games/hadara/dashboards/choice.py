"""Dashboard on a choice of two: the better of two cards compared with one random card (HAD-5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from plotly.graph_objects import Figure

from gamelib.dataframes import make_dataframe
from gamelib.dist import Dist
from gamelib.number_format import format_fraction, format_fraction_above_decimal, format_number

from ....chart import figures as charts
from ....chart.trial import Trial
from ....dashboard.controls import NumberRow, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text, hide_unseen_dots
from ....dashboard.widget import (
    Dashboard,
    answer_block,
    chart_block,
    collapsible_block,
    column_heads,
    columns_block,
    controls_block,
    download_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from ....page.card_overrides import game_with_served_cards
from ....page.notebook_output import csv_text
from ....page.translations import text_lookup
from .choice_figures import pair_triangle_figure, value_distribution_figure

text = text_lookup("dashboard_choice")

odds = game_with_served_cards("hadara").odds

if TYPE_CHECKING:
    import pandas as pd

CARDS = 10
PAIRS = odds.better_of_two(range(CARDS)).total
MAX_CARD_VALUE = 30
RANKS = tuple(range(1, CARDS + 1))
CardPairRow = TypedDict(
    "CardPairRow", {"lower": int, "higher": int, "kept": int, "difference": int, "above the mean": float}
)
"""Row of a pair of cards. "above the mean" is the kept value minus the mean of the ten cards."""


def _red(epoch: int, points: bool = False) -> tuple[int, ...]:
    return tuple(sorted(card.points if points else card.steps[1] for card in odds.cards_of_colour(epoch, "red")))


LISTS = {
    text("ranks"): RANKS,
    text("red_1"): _red(1),
    text("red_2"): _red(2),
    text("red_3"): _red(3),
    text("points_3"): _red(3, points=True),
    text("one_10"): (1,) * (CARDS - 1) + (10,),
    text("equal"): (5,) * CARDS,
}
VALUES = NumberRow("values", text("values"), text("values_field"), RANKS, 0, MAX_CARD_VALUE, RANKS, LISTS)
NEED = Slider("need", text("need"), text("need_before"), text("need_after"), 0, MAX_CARD_VALUE, 8)


class BetterOfTwoDashboard(Dashboard):
    """Dashboard: how much better the better of two cards is than one card, for ten values that the user sets."""

    CONTROLS = (NEED, VALUES)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(NEED),
                collapsible_block("edit", controls_block(VALUES)),
                simulation_block("draws", text("draw_once"), text("draw_more")),
            ],
            [
                answer_block("answer"),
                chart_block("better"),
                columns_block([chart_block("pairs")], [chart_block("blind"), chart_block("more")]),
                collapsible_block("why", text_block("why_lines")),
            ],
        ),
        section_block(text("compare"), [text_block("lists_told")], [table_block("lists")]),
        section_block(text("save"), [text_block("take_told"), download_block("csv")], [table_block("gaps")]),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"draws": LiveSimulation(self._draws, seed, self._draw)}

    def bind_chart_clicks(self) -> None:
        self.pictures["pairs"].on_click(lambda mark: self._need(mark["customdata"]))
        self.pictures["better"].on_click(lambda mark: self._need(mark["customdata"]))
        self.pictures["blind"].on_click(lambda mark: self._need(mark["customdata"]))

    def _need(self, value: Any) -> None:
        if value is not None:
            self.set_control_values(need=int(value))

    def _draw(self, rng: Random) -> Trial[int]:
        """Draw two of the ten cards and keep the better one."""
        a, b = rng.sample(self.values["values"], 2)
        pieces = ({"card": str(a), "hit": a >= b}, {"card": str(b), "hit": b > a})
        return Trial(max(a, b), pieces, text("trial", a=a, b=b, best=max(a, b)))

    def _draws(self, rng: Random, n: int) -> list[int]:
        """Return the better of two of the ten cards, n times."""
        return [max(rng.sample(self.values["values"], 2)) for _ in range(n)]

    def builder_model_text(self) -> str:
        return f"2 deck{{{','.join(map(str, self.sorted_values))}}} : high >= {self.values['need']}"

    # -- the present setting ---------------------------------------------------------------------

    @property
    def sorted_values(self) -> tuple[int, ...]:
        """The ten values in order."""
        return tuple(sorted(self.values["values"]))

    def card_pair_rows(self) -> list[CardPairRow]:
        """Return one row for each pair of cards.

        A row has both values, the kept value, and its difference from the mean of the ten.
        """
        ten = self.sorted_values
        mean = odds.best_card_value(ten, 1).mean
        pairs = sorted(pair for pairs in odds.index_pairs_by_difference(ten).values() for pair in pairs)
        return [
            {
                "lower": ten[low],
                "higher": ten[high],
                "kept": ten[high],
                "difference": ten[high] - ten[low],
                "above the mean": float(ten[high] - mean),
            }
            for low, high in pairs
        ]

    def data_frame(self) -> pd.DataFrame:
        """Return the rows of `card_pair_rows` for pandas."""
        return make_dataframe(self.card_pair_rows())

    def refresh(self) -> None:
        ten, need = self.sorted_values, self.values["need"]
        one, better = odds.best_card_value(ten, 1), odds.better_of_two(ten)
        draws = self.simulations["draws"]
        draws.reset_if_changed(ten)
        self._say_answer(one, better)
        self._say_runs(better)
        self._say_why(one, better)
        self._say_lists()
        self._say_take()
        span, top = (ten[0], ten[-1]), max(float(dist.p(value)) for dist in (one, better) for value in dist)
        scale = {"min_wanted_value": need, "value_range": span, "max_height": top, "xlabel": text("value_axis")}
        counts = dict(draws.counts)
        titles = text("one_title", mean=one.mean), text("better_title", mean=better.mean)
        self.queue_chart_if_changed(
            "blind", (ten, need), lambda: value_distribution_figure(one, title=titles[0], **scale)
        )
        self.queue_chart_if_changed(
            "better",
            (ten, need, draws.completed_count),
            lambda: hide_unseen_dots(
                value_distribution_figure(better, title=titles[1], simulated=counts, single_card_dist=one, **scale)
            ),
        )
        self.queue_chart_if_changed("pairs", (ten, need), lambda: self._pairs(ten, need))
        self.queue_chart_if_changed("more", ten, lambda: mean_best_and_worst_by_card_count_figure(ten))

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, one: Dist[int], better: Dist[int]) -> None:
        need, gain = self.values["need"], odds.mean_gain_of_better_of_two(self.sorted_values)
        before, after = one.p_at_least(need), better.p_at_least(need)
        if not gain:
            self.queue_block_data(
                "answer",
                lead=text("lead_equal"),
                big=text("nothing"),
                more=text("more_equal"),
            )
            return
        self.queue_block_data(
            "answer",
            lead=text("lead", better=format_fraction(better.mean), one=format_fraction(one.mean)),
            big=text("gain", gain=format_fraction(gain)),
            more=text(
                "more" if before == after else "more_one_card",
                need=need,
                after=format_fraction(after),
                before=format_fraction(before),
            ),
        )

    def _say_runs(self, better: Dist[int]) -> None:
        draws, need = self.simulations["draws"], self.values["need"]
        chance = better.p_at_least(need)
        if draws.completed_count:
            hits = sum(count for value, count in draws.counts.items() if value >= need)
            said = frequency_comparison_text(hits, draws.completed_count, chance, text("event_reached", need=need))
        else:
            said = text("draw_yourself")
        self.queue_block_data(
            "draws",
            **draws.update_block_data(said, better, lambda value: value >= need, chance, text("at_least", need=need)),
        )

    def _say_why(self, one: Dist[int], better: Dist[int]) -> None:
        ten = self.sorted_values
        gain, gaps = (
            odds.mean_gain_of_better_of_two(ten),
            sum(gap * len(pairs) for gap, pairs in odds.index_pairs_by_difference(ten).items()),
        )
        blind, level = odds.p_third_card_beats_best_of_two(ten)
        best = better.p(ten[-1])
        self.queue_block_data("edit", label=text("edit"))
        self.queue_block_data("why", label=text("why", gain=format_fraction(gain)) if gain else text("why_nothing"))
        self.queue_block_data(
            "why_lines",
            lines=[
                text("why_pairs", pairs=PAIRS),
                text("why_middle", mean=format_fraction(one.mean)),
                text("why_half", gaps=gaps, pairs=PAIRS, gain=format_fraction(gain)),
                text("why_best", best=ten[-1], p=format_fraction(best)),
                text("why_other", p=format_fraction(blind), tie=format_fraction(level) if level else ""),
            ],
        )

    def _say_lists(self) -> None:
        own = tuple(self.sorted_values)
        shown = {name: values for name, values in LISTS.items() if values != own}
        named = next((name for name, values in LISTS.items() if values == own), text("own"))
        worths = ("one", "better", "gain")
        facts = [_facts(name, values) for name, values in ((named, own), *shown.items())]
        rows = [
            [
                row["cards"],
                text("range", lowest=row["lowest"], highest=row["highest"]),
                *(format_fraction_above_decimal(row[x]) for x in worths),
            ]
            for row in sorted(facts, key=lambda row: row["gain"], reverse=True)
        ]
        heads = column_heads(text("lists_columns"))
        marked = next(i for i, row in enumerate(rows) if row[0] == named)
        self.queue_block_data(
            "lists",
            caption=text("lists"),
            columns=heads,
            rows=rows,
            marked=marked,
        )
        self.queue_block_data(
            "lists_told",
            lines=[text("lists_note")],
        )

    def _say_take(self) -> None:
        self.queue_block_data("take_told", lines=[text("save_note")])
        self.queue_block_data("csv", label=text("save_csv"), name="pairs.csv", text=csv_text(self.card_pair_rows()))
        rows = [
            [
                str(gap),
                text("pair_count", n=len(pairs)),
                format_number(Fraction(gap, 2)),
                format_fraction(Fraction(len(pairs) * gap, 2 * PAIRS)),
            ]
            for gap, pairs in odds.index_pairs_by_difference(self.sorted_values).items()
        ]
        self.queue_block_data(
            "gaps",
            caption=text("gaps"),
            columns=column_heads(text("gaps_columns")),
            rows=rows,
        )

    # -- pictures --------------------------------------------------------------------------------

    @staticmethod
    def _pairs(ten: Sequence[int], need: int) -> Figure:
        hits = sum(pairs for value, pairs in odds.better_of_two(ten).items() if value >= need)
        return pair_triangle_figure(
            ten,
            need,
            text("pairs_title", hits=hits, pairs=PAIRS, need=need),
        )


def _facts(name: str, values: tuple[int, ...]) -> Mapping[str, Any]:
    return {
        "cards": name,
        "lowest": min(values),
        "highest": max(values),
        "one": odds.best_card_value(values, 1).mean,
        "better": odds.better_of_two(values).mean,
        "gain": odds.mean_gain_of_better_of_two(values),
    }


def mean_best_and_worst_by_card_count_figure(card_values: tuple[int, ...]) -> Figure:
    """Draw the mean of the best and of the worst card as functions of the number of cards."""
    best = [odds.best_card_value(card_values, n).mean for n in range(1, CARDS + 1)]
    worst = [-odds.best_card_value(tuple(-value for value in card_values), n).mean for n in range(1, CARDS + 1)]
    second, third = best[1] - best[0], best[2] - best[1]
    title = text("more_title", second=second, third=third)
    if third >= second:
        title = text("more_title_same", second=second) if second else text("more_title_nothing")
    return charts.amount_lines(
        {text("best"): list(enumerate(best, 1)), text("worst"): list(enumerate(worst, 1))},
        title=title,
        xlabel=text("more_axis"),
        ylabel=text("more_y_axis"),
        zero=False,
        marked=(2, text("more_mark")),
    )


def create_dashboard(link: str = "") -> BetterOfTwoDashboard:
    """Create the dashboard. `link` contains a setting such as "need=7"."""
    return BetterOfTwoDashboard(link)
