"""Dashboard on a choice of two: the better of two cards compared with one random card (HAD-5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict

from plotly.graph_objects import Figure

from gamelib.dataframes import make_dataframe
from gamelib.dist import Dist
from gamelib.number_format import count_with_noun, format_fraction, format_fraction_above_decimal, format_number

from ....chart import figures as charts
from ....chart.trial import Trial
from ....dashboard.controls import NumberRow, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text, hide_unseen_dots
from ....dashboard.widget import (
    Dashboard,
    answer_block,
    chart_block,
    collapsible_block,
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
from .choice_figures import pair_triangle_figure, value_distribution_figure

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
    "Ranks 1 to 10": RANKS,
    "Red I: military": _red(1),
    "Red II: military": _red(2),
    "Red III: military": _red(3),
    "Red III: points": _red(3, points=True),
    "One 10, nine 1s": (1,) * (CARDS - 1) + (10,),
    "All values equal": (5,) * CARDS,
}
VALUES = NumberRow(
    "values", "Values of the ten cards", "The value of card {key}", RANKS, 0, MAX_CARD_VALUE, RANKS, LISTS
)
NEED = Slider(
    "need", "Value needed", "You draw two of ten cards, keep the better one, and need", "or more.", 0, MAX_CARD_VALUE, 8
)


class BetterOfTwoDashboard(Dashboard):
    """Dashboard: how much better the better of two cards is than one card, for ten values that the user sets."""

    CONTROLS = (NEED, VALUES)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(NEED),
                collapsible_block("edit", controls_block(VALUES)),
                simulation_block("draws", "Draw two", "Keep drawing"),
            ],
            [
                answer_block("answer"),
                chart_block("better"),
                columns_block([chart_block("pairs")], [chart_block("blind"), chart_block("more")]),
                collapsible_block("why", text_block("why_lines")),
            ],
        ),
        section_block("Where is the choice worth the most?", [text_block("lists_told")], [table_block("lists")]),
        section_block("Save the pairs", [text_block("take_told"), download_block("csv")], [table_block("gaps")]),
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
        return Trial(max(a, b), pieces, f"{a} and {b}: you keep {max(a, b)}.")

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
        scale = {"min_wanted_value": need, "value_range": span, "max_height": top, "xlabel": "value of the card"}
        counts = dict(draws.counts)
        titles = f"One random card: {format_number(one.mean)}", f"The better of two: {format_number(better.mean)}"
        self.queue_chart_if_changed(
            "blind", (ten, need), lambda: value_distribution_figure(one, title=f"{titles[0]} on average", **scale)
        )
        self.queue_chart_if_changed(
            "better",
            (ten, need, draws.completed_count),
            lambda: hide_unseen_dots(
                value_distribution_figure(
                    better, title=f"{titles[1]} on average", simulated=counts, single_card_dist=one, **scale
                )
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
                lead="All ten cards are equal, so the choice is worth",
                big="nothing",
                more="If the cards don’t differ, there is nothing to choose.",
            )
            return
        reach = f"The probability of {need} or more is {format_fraction(after)}"
        if before != after:
            reach += f". With one card it would be {format_fraction(before)}"
        lead = (
            f"On average, the better of two cards is worth {format_fraction(better.mean)}, and one card "
            f"{format_fraction(one.mean)}. The choice is worth"
        )
        self.queue_block_data("answer", lead=lead, big=f"{format_fraction(gain)} more on average", more=f"{reach}.")

    def _say_runs(self, better: Dist[int]) -> None:
        draws, need = self.simulations["draws"], self.values["need"]
        chance = better.p_at_least(need)
        if draws.completed_count:
            hits = sum(count for value, count in draws.counts.items() if value >= need)
            said = frequency_comparison_text(hits, draws.completed_count, chance, f"the card had {need} or more")
        else:
            said = "Draw two cards yourself, keep the better one, and watch the dots."
        self.queue_block_data(
            "draws", **draws.update_block_data(said, better, lambda value: value >= need, chance, f"{need} or more")
        )

    def _say_why(self, one: Dist[int], better: Dist[int]) -> None:
        ten = self.sorted_values
        gain, gaps = (
            odds.mean_gain_of_better_of_two(ten),
            sum(gap * len(pairs) for gap, pairs in odds.index_pairs_by_difference(ten).items()),
        )
        blind, level = odds.p_third_card_beats_best_of_two(ten)
        best = better.p(ten[-1])
        self.queue_block_data("edit", label="Change the ten values")
        self.queue_block_data("why", label=f"Why {format_fraction(gain)}?" if gain else "Why is it worth nothing?")
        tie = f", and the probability of a tie is {format_fraction(level)}" if level else ""
        self.queue_block_data(
            "why_lines",
            lines=[
                "Two of ten cards are drawn without replacement. There are 10 × 9 / 2 = "
                f"{PAIRS} equally likely pairs, shown by the cells of the triangle (HAD-5.2).",
                "In each pair, the better card is higher than the middle of the two by half of their difference. On "
                f"average, the middle is worth the same as a single card: {format_fraction(one.mean)}.",
                f"So the choice is worth half of the average difference. The sum of all differences is {gaps}: "
                f"{gaps} / {PAIRS} / 2 = {format_fraction(gain)}.",
                f"You get the best card of all, {ten[-1]}, with probability {format_fraction(best)}.",
                "Luck can still win. Another player draws one of the other eight cards at random. The probability that "
                f"it is higher than your card is {format_fraction(blind)}{tie}. If all ten cards are different, "
                "it is always "
                "1/3: each of three cards is equally likely to be the highest.",
            ],
        )

    def _say_lists(self) -> None:
        own = tuple(self.sorted_values)
        shown = {name: values for name, values in LISTS.items() if values != own}
        named = next((name for name, values in LISTS.items() if values == own), "Your own ten")
        worths = ("one", "better", "gain")
        facts = [_facts(name, values) for name, values in ((named, own), *shown.items())]
        rows = [
            [
                row["cards"],
                f"{row['lowest']} to {row['highest']}",
                *(format_fraction_above_decimal(row[x]) for x in worths),
            ]
            for row in sorted(facts, key=lambda row: row["gain"], reverse=True)
        ]
        heads = ["ten cards", "values", "one card", "better of two", "the choice adds"]
        marked = next(i for i, row in enumerate(rows) if row[0] == named)
        self.queue_block_data(
            "lists",
            caption="Sets of ten cards, sorted from the most valuable choice to the least",
            columns=heads,
            rows=rows,
            marked=marked,
        )
        self.queue_block_data(
            "lists_told",
            lines=[
                "A choice between cards is worth more if the cards differ more. It adds half of the average "
                "difference between two cards. It doesn’t matter whether the values are high or low."
            ],
        )

    def _say_take(self) -> None:
        self.queue_block_data(
            "take_told", lines=["The file has one row for each of the 45 pairs. You can open it in a spreadsheet."]
        )
        self.queue_block_data("csv", label="Save as CSV", name="pairs.csv", text=csv_text(self.card_pair_rows()))
        rows = [
            [
                str(gap),
                count_with_noun(len(pairs), "pair"),
                format_number(Fraction(gap, 2)),
                format_fraction(Fraction(len(pairs) * gap, 2 * PAIRS)),
            ]
            for gap, pairs in odds.index_pairs_by_difference(self.sorted_values).items()
        ]
        self.queue_block_data(
            "gaps",
            caption="The pairs sorted by their difference. The last column adds up to the value of the choice",
            columns=["difference", "pairs", "half of it", "contribution to the answer"],
            rows=rows,
        )

    # -- pictures --------------------------------------------------------------------------------

    @staticmethod
    def _pairs(ten: Sequence[int], need: int) -> Figure:
        hits = sum(pairs for value, pairs in odds.better_of_two(ten).items() if value >= need)
        return pair_triangle_figure(
            ten,
            need,
            f"{hits or 'None'} of {PAIRS} pairs gives {need} or more"
            if hits < 2
            else f"{hits} of {PAIRS} pairs give {need} or more",
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
    title = f"A second card adds {format_number(second)}, a third only {format_number(third)}"
    if third >= second:
        title = (
            f"A second card adds {format_number(second)}, a third the same"
            if second
            else "More cards don’t change anything"
        )
    return charts.amount_lines(
        {"the best": list(enumerate(best, 1)), "the worst": list(enumerate(worst, 1))},
        title=title,
        xlabel="cards that you draw",
        ylabel="value on average",
        zero=False,
        marked=(2, "you draw two"),
    )


def create_dashboard(link: str = "") -> BetterOfTwoDashboard:
    """Create the dashboard. `link` contains a setting such as "need=7"."""
    return BetterOfTwoDashboard(link)
