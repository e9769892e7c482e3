"""Dashboard on the value of gems: the probability that k gems cover a deficit, for any gem table (HAR-4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.dist import Dist
from gamelib.games.harem.setup import DICE_TOTALS, TWO_DICE
from gamelib.number_format import (
    capitalize_first,
    count_with_noun,
    format_fraction,
    format_fraction_above_decimal,
    format_number,
    format_percent,
    round_half_up,
)

from ....chart import figures as charts
from ....chart.trial import GAP, Trial, dice_items
from ....dashboard.controls import NumberRow, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text, hide_unseen_dots
from ....dashboard.widget import (
    Dashboard,
    answer_block,
    chart_block,
    collapsible_block,
    columns_block,
    controls_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from ....page.card_overrides import game_with_served_cards

odds = game_with_served_cards("harem").odds

MAX_GEMS = 4
ROLLS = tuple(TWO_DICE)
GEMS = Slider("gems", "Gems", "You have", "gems", 1, MAX_GEMS, 2, text_after_one="gem")
GOLD = Slider("gold", "Gold", "and", "gold", 0, 12, 3)
COST = Slider("cost", "Cost", "and want a performer for", "gold.", 1, 20, 8)
PRESETS = {
    f"Table {name}": tuple(odds.gem_value_by_roll(name)[roll] for roll in ROLLS) for name in odds.game.gem_tables
}
TABLE = NumberRow(
    "table", "Value of a gem for each roll", "The value for a roll of {key}", ROLLS, 0, 30, PRESETS["Table A"], PRESETS
)
VARIANCE = (
    "If you want to know more: the variance measures the spread of the values. It is the average of "
    "their squared distances from the expected value."
)


class GemDashboard(Dashboard):
    """The probability that some gems pay the rest of a cost, and the value of a gem."""

    CONTROLS = (GEMS, GOLD, COST, TABLE)
    LAYOUT = (
        section_block(
            "",
            [
                controls_block(GEMS, GOLD, COST),
                collapsible_block("edit", controls_block(TABLE)),
                simulation_block("rolls", "Roll once", "Keep rolling"),
            ],
            [
                answer_block("answer", is_probability=True),
                chart_block("worth"),
                columns_block(
                    [chart_block("curves"), table_block("facts"), text_block("glossed")], [chart_block("space")]
                ),
                collapsible_block(
                    "why",
                    text_block("why_lines"),
                    columns_block([table_block("sums")], [text_block("paths_told"), table_block("paths")]),
                ),
            ],
        ),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"rolls": LiveSimulation(self._trials, seed, self._roll)}

    def _roll(self, rng: Random) -> Trial[int]:
        """Roll all gems once, and return their total value with the dice."""
        pairs = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(self.values["gems"])]
        worth = [self.gem_table[sum(pair)] for pair in pairs]
        total = f" = {sum(worth)}" if len(worth) > 1 else ""
        pieces = tuple(piece for pair in pairs for piece in (*dice_items(*pair), GAP))[:-1]
        enough = "This is enough" if sum(worth) >= self.deficit else "This is not enough"
        return Trial(sum(worth), pieces, f"The value is {' + '.join(map(str, worth))}{total}. {enough}.")

    def bind_chart_clicks(self) -> None:
        self.unfolded: int | None = None
        self.pictures["worth"].on_click(self._unfold)
        self.pictures["curves"].on_click(self._cost)

    def _cost(self, mark: Mapping[str, Any]) -> None:
        """Set the number of gems and the performer's cost to those of the point that the reader selects on a curve."""
        cost = self.values["gold"] + int(mark["x"])
        if COST.minimum <= cost <= COST.maximum:
            self.set_control_values(gems=int(str(mark["customdata"]).split()[0]), cost=cost)

    def _unfold(self, mark: Mapping[str, Any]) -> None:
        self.unfolded = int(mark["customdata"])
        self._redraw()

    def _trials(self, rng: Random, n: int) -> list[int]:
        """Roll two dice for each gem, and look up the value of the gem in the table."""
        worth, k = [self.gem_table[total] for total in DICE_TOTALS], self.values["gems"]
        rolled = iter(rng.choices(worth, k=n * k))
        return [sum(gems) for gems in zip(*[rolled] * k, strict=True)]

    # -- current setting -------------------------------------------------------------------------

    @property
    def gem_table(self) -> dict[int, int]:
        """Value of a gem for each roll."""
        return dict(zip(ROLLS, self.values["table"], strict=True))

    @property
    def deficit(self) -> int:
        """Gold that is missing for the purchase."""
        return max(0, self.values["cost"] - self.values["gold"])

    def builder_model_text(self) -> str:
        worths = ",".join(f"{worth}*{ways}" for worth, ways in odds.gem_value(self.gem_table).items())
        return f"{self.values['gems']} d{{{worths}}} : sum >= {self.deficit}"

    def refresh(self) -> None:
        k, deficit, worths = self.values["gems"], self.deficit, self.values["table"]
        gem = odds.gem_value(self.gem_table)
        sums = odds.total_gem_value(k, self.gem_table)
        chance = odds.p_afford(deficit, k, self.gem_table)
        if self.unfolded not in sums:
            self.unfolded = None
        rolls = self.simulations["rolls"]
        rolls.reset_if_changed((k, worths))
        self._say_answer(k, deficit, chance, sums)
        self._say_runs(k, deficit, chance, sums)
        self._say_table(k, gem, sums)
        self._say_why(k, deficit, chance, gem, sums)
        counts = dict(rolls.counts)
        self.queue_chart_if_changed(
            "worth",
            (k, deficit, worths, rolls.completed_count),
            lambda: total_gem_value_figure(k, deficit, chance, sums, counts),
        )
        self.queue_chart_if_changed(
            "curves", (k, deficit, worths), lambda: p_afford_by_cost_figure(k, deficit, self.gem_table)
        )
        self.queue_chart_if_changed("space", worths, lambda: gem_sample_space_figure(gem, self.gem_table))

    # -- words -----------------------------------------------------------------------------------

    def _say_answer(self, k: int, deficit: int, chance: Fraction, sums: Dist[int]) -> None:
        gold, cost = self.values["gold"], self.values["cost"]
        if not deficit:
            self.queue_block_data(
                "answer",
                lead=f"The performer costs {cost} gold, and you have {gold} gold:",
                big="1",
                more="The gold alone is enough. You don’t have to roll for a gem.",
                share=(1.0, format_percent(Fraction(1))),
            )
            return
        hits = int(chance * sums.total)
        share = f"{hits:,} of the {sums.total:,} equally likely rolls of {count_with_noun(k, 'gem')}"
        in_100 = (
            f", about {round_half_up(100 * chance)} in 100" if Fraction(1, 200) < chance < Fraction(199, 200) else ""
        )
        lead = (
            f"You still need {deficit} gold. The probability that {count_with_noun(k, 'gem')} "
            f"{'is' if k == 1 else 'are'} enough:"
        )
        self.queue_block_data(
            "answer",
            lead=lead,
            big=format_fraction(chance),
            more=f"These are {share}{in_100}.",
            share=(float(chance), format_percent(chance)),
        )

    def _say_runs(self, k: int, deficit: int, chance: Fraction, sums: Dist[int]) -> None:
        rolls = self.simulations["rolls"]
        if rolls.completed_count:
            hits = sum(count for worth, count in rolls.counts.items() if worth >= deficit)
            said = frequency_comparison_text(hits, rolls.completed_count, chance, f"the value was {deficit} or more")
        else:
            said = f"Roll {count_with_noun(k, 'gem')} yourself and watch how the dots get closer to the exact bars."
        self.queue_block_data(
            "rolls",
            **rolls.update_block_data(said, sums, lambda worth: worth >= deficit, chance, f"worth {deficit} or more"),
        )

    def _say_table(self, k: int, gem: Dist[int], sums: Dist[int]) -> None:
        self.queue_block_data("edit", label="Change the gem table")
        both = (gem,) if k == 1 else (gem, sums)
        names = ["one gem"] if k == 1 else ["one gem", f"{k} gems"]
        rows = [
            ["expected value", *(format_fraction_above_decimal(d.mean) for d in both)],
            ["variance", *(format_fraction_above_decimal(d.variance) for d in both)],
            ["probability of a worthless gem", *(format_fraction_above_decimal(d.p(0)) for d in both)],
        ]
        self.queue_block_data("facts", caption="In numbers", columns=["", *names], rows=rows)
        self.queue_block_data("glossed", lines=[VARIANCE])

    def _say_why(self, k: int, deficit: int, chance: Fraction, gem: Dist[int], sums: Dist[int]) -> None:
        self.queue_block_data("why", label=f"Why {format_fraction(chance)}?")
        if not deficit:
            self.queue_block_data("why_lines", lines=["You don’t need more gold, so any roll is enough."])
            for id in ("sums", "paths_told", "paths"):
                self.queue_block_data(id)
            return
        self.queue_block_data("why_lines", lines=explanation_lines(k, deficit, chance, sums))
        above = is_direct_count_shorter(chance)
        rows, so_far = [], 0
        for worth, count in sums.items():
            if (worth >= deficit) == above:
                so_far += count
                rows.append([str(worth), f"{count:,}", f"{so_far:,}"])
        side = f"{deficit} or more" if above else f"less than {deficit}"
        self.queue_block_data(
            "sums", caption=f"Totals of {side}", columns=["total", "outcomes", "running total"], rows=rows
        )
        enough = (s for s in sums if s >= deficit)
        worth = min(enough, default=max(sums)) if self.unfolded is None else self.unfolded
        paths = odds.gem_combinations(worth, k, gem)
        told = f"The table shows how gems give a total of {worth}. Click another bar in the chart to see its total."
        self.queue_block_data("paths_told", lines=[told])
        self.queue_block_data(
            "paths",
            caption=f"Total {worth}: {count_with_noun(sums[worth], 'outcome')}",
            columns=["values of the gems", "outcomes in one order", "orders", "outcomes"],
            rows=[
                [" + ".join(map(str, gems)), " × ".join(str(gem[v]) for v in gems), str(orders), f"{orders * each:,}"]
                for gems, orders, each in paths
            ],
        )


def is_direct_count_shorter(chance: Fraction) -> bool:
    """Return whether counting the favourable rolls is shorter than counting the other rolls."""
    return chance <= Fraction(1, 2)


def explanation_lines(gem_count: int, deficit: int, probability: Fraction, value_sums: Dist[int]) -> list[str]:
    """Explain the probability step by step from the dice."""
    hits = int(probability * value_sums.total)
    counted = f"{hits:,}/{value_sums.total:,} = {format_fraction(probability)}".replace("= ≈", "≈")
    lines = [
        "You roll two dice for each gem (HAR-4.4). Two dice have 6 × 6 = 36 equally likely outcomes"
        + (f", so {gem_count} gems have 36{'⁰¹²³⁴'[gem_count]} = {value_sums.total:,}." if gem_count > 1 else ".")
    ]
    if is_direct_count_shorter(probability):
        lines.append(f"{hits:,} of them give {deficit} or more: {counted}.")
    else:
        misses = value_sums.total - hits
        lines.append(
            f"Fewer outcomes fail than succeed, so use the complement. {misses:,} outcomes are below {deficit}. The "
            f"others are {value_sums.total:,} − {misses:,} = {hits:,}, and {counted}."
        )
    return lines


# -- pictures ------------------------------------------------------------------------------------


def total_gem_value_figure(
    k: int, deficit: int, chance: Fraction, sums: Dist[int], counts: Mapping[int, int]
) -> Figure:
    """Return the figure of the total value of k gems, with the simulated totals."""
    worth = f"{count_with_noun(k, 'gem')} {'is' if k == 1 else 'are'} worth"
    title = f"{capitalize_first(worth)} {format_number(sums.mean)} on average"
    if deficit:
        title += f", and {deficit} or more with probability {format_percent(chance)}"
    figure = charts.distribution(
        sums,
        title=title,
        xlabel=f"value of {count_with_noun(k, 'gem')}",
        threshold=(deficit, f"{deficit} or more") if deficit else None,
        simulated=counts,
    )
    return hide_unseen_dots(figure)


def p_afford_by_cost_figure(k: int, deficit: int, worth: Mapping[int, int]) -> Figure:
    """Return the figure of the probability as a function of the cost, with one line for each number of gems."""
    totals = [odds.total_gem_value(n, worth) for n in range(MAX_GEMS + 1)]
    lift = [total.p_at_least(deficit) for total in totals]
    other = k - 1 if k == MAX_GEMS else k
    order = ("first", "second", "third", "fourth")[other]
    if not deficit:
        title = "You don’t need a gem"
    elif lift[other] == lift[other + 1]:
        title = f"The {order} gem changes nothing if you need {deficit} gold"
    else:
        title = (
            f"The {order} gem increases the probability from {format_percent(lift[other])} to "
            f"{format_percent(lift[other + 1])}"
        )
    span = range(COST.maximum + 1)
    return charts.probability_curves(
        {count_with_noun(n, "gem"): [(d, totals[n].p_at_least(d)) for d in span] for n in range(1, MAX_GEMS + 1)},
        title=title,
        xlabel="gold that you need",
        ylabel="probability that it is enough",
        marks=[(count_with_noun(k, "gem"), deficit, "you")],
    )


def gem_sample_space_figure(gem: Dist[int], worth: Mapping[int, int]) -> Figure:
    """Return the figure of the 36 outcomes of two dice with the value of the gem."""
    nothing = int(36 * gem.p(0))
    if nothing:
        title = f"A gem is worthless in {nothing} of 36 outcomes"
    else:
        title = f"A gem is never worthless: it is worth at least {min(gem)}"
    marked = (lambda value: value == 0, "worthless") if nothing else None
    return charts.sample_space(worth, title=title, value="gem value", marked=marked)


def create_dashboard(link: str = "") -> GemDashboard:
    """Create the dashboard. `link` contains settings such as "gems=3&cost=9"."""
    return GemDashboard(link)
