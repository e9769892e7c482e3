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
    format_fraction,
    format_fraction_above_decimal,
    format_percent,
    round_to_int,
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
    column_heads,
    columns_block,
    controls_block,
    section_block,
    simulation_block,
    table_block,
    text_block,
)
from ....page.card_overrides import game_with_served_cards
from ....page.translations import text_lookup

text = text_lookup("dashboard_gems")

odds = game_with_served_cards("harem").odds

MAX_GEMS = 4
ROLLS = tuple(TWO_DICE)
GEMS = Slider(
    "gems", text("gems"), text("gems_before"), text("gems_after"), 1, MAX_GEMS, 2, text_after_one=text("gems_after_one")
)
GOLD = Slider("gold", text("gold"), text("gold_before"), "gold", 0, 12, 3)
COST = Slider("cost", text("cost"), text("cost_before"), text("cost_after"), 1, 20, 8)
PRESETS = {
    text("table_preset", name=name): tuple(odds.gem_value_by_roll(name)[roll] for roll in ROLLS)
    for name in odds.game.gem_tables
}
TABLE = NumberRow(
    "table", text("table"), text("table_field"), ROLLS, 0, 30, PRESETS[text("table_preset", name="A")], PRESETS
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
                simulation_block("rolls", text("roll_once"), text("roll_more")),
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
        pieces = tuple(piece for pair in pairs for piece in (*dice_items(*pair), GAP))[:-1]
        value = " + ".join(map(str, worth)) + (f" = {sum(worth)}" if len(worth) > 1 else "")
        return Trial(sum(worth), pieces, text("trial", value=value, is_enough=sum(worth) >= self.deficit))

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
                lead=text("lead_gold_enough", cost=cost, gold=gold),
                big="1",
                more=text("more_gold_enough"),
                share=(1.0, format_percent(Fraction(1))),
            )
            return
        is_unsure = Fraction(1, 200) < chance < Fraction(199, 200)
        self.queue_block_data(
            "answer",
            lead=text("lead", deficit=deficit, k=k),
            big=format_fraction(chance),
            more=text(
                "more",
                hits=int(chance * sums.total),
                total=sums.total,
                k=k,
                in_100=round_to_int(100 * chance) if is_unsure else 0,
            ),
            share=(float(chance), format_percent(chance)),
        )

    def _say_runs(self, k: int, deficit: int, chance: Fraction, sums: Dist[int]) -> None:
        rolls = self.simulations["rolls"]
        if rolls.completed_count:
            hits = sum(count for worth, count in rolls.counts.items() if worth >= deficit)
            said = frequency_comparison_text(
                hits, rolls.completed_count, chance, text("event_reached", deficit=deficit)
            )
        else:
            said = text("roll_yourself", k=k)
        self.queue_block_data(
            "rolls",
            **rolls.update_block_data(
                said, sums, lambda worth: worth >= deficit, chance, text("event_label", deficit=deficit)
            ),
        )

    def _say_table(self, k: int, gem: Dist[int], sums: Dist[int]) -> None:
        self.queue_block_data("edit", label=text("edit"))
        both = (gem,) if k == 1 else (gem, sums)
        names = [text("gem_count", k=n) for n in (1, k)][: len(both)]
        rows = [
            [text("expected_value"), *(format_fraction_above_decimal(d.mean) for d in both)],
            [text("variance"), *(format_fraction_above_decimal(d.variance) for d in both)],
            [text("p_worthless"), *(format_fraction_above_decimal(d.p(0)) for d in both)],
        ]
        self.queue_block_data("facts", caption=text("facts"), columns=["", *names], rows=rows)
        self.queue_block_data("glossed", lines=[text("variance_meaning")])

    def _say_why(self, k: int, deficit: int, chance: Fraction, gem: Dist[int], sums: Dist[int]) -> None:
        self.queue_block_data("why", label=text("why", chance=format_fraction(chance)))
        if not deficit:
            self.queue_block_data("why_lines", lines=[text("why_gold_enough")])
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
        side = text("side_reached" if above else "side_missed", deficit=deficit)
        self.queue_block_data(
            "sums", caption=text("sums", side=side), columns=column_heads(text("sums_columns")), rows=rows
        )
        enough = (s for s in sums if s >= deficit)
        worth = min(enough, default=max(sums)) if self.unfolded is None else self.unfolded
        paths = odds.gem_combinations(worth, k, gem)
        told = text("paths_lead", worth=worth)
        self.queue_block_data("paths_told", lines=[told])
        self.queue_block_data(
            "paths",
            caption=text("paths", worth=worth, sums=sums[worth]),
            columns=column_heads(text("paths_columns")),
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
    lines = [text("why_gems", n=gem_count, power="⁰¹²³⁴"[gem_count], total=value_sums.total)]
    if is_direct_count_shorter(probability):
        lines.append(text("why_hits", hits=hits, deficit=deficit, counted=counted))
    else:
        misses = value_sums.total - hits
        lines.append(
            text("why_complement", misses=misses, deficit=deficit, total=value_sums.total, hits=hits, counted=counted)
        )
    return lines


# -- pictures ------------------------------------------------------------------------------------


def total_gem_value_figure(
    k: int, deficit: int, chance: Fraction, sums: Dist[int], counts: Mapping[int, int]
) -> Figure:
    """Return the figure of the total value of k gems, with the simulated totals."""
    title = text(
        "worth_title_reached" if deficit else "worth_title",
        k=k,
        mean=sums.mean,
        deficit=deficit,
        p=format_percent(chance),
    )
    figure = charts.distribution(
        sums,
        title=title,
        xlabel=text("worth_axis", k=k),
        threshold=(deficit, text("side_reached", deficit=deficit)) if deficit else None,
        simulated=counts,
    )
    return hide_unseen_dots(figure)


def p_afford_by_cost_figure(k: int, deficit: int, worth: Mapping[int, int]) -> Figure:
    """Return the figure of the probability as a function of the cost, with one line for each number of gems."""
    totals = [odds.total_gem_value(n, worth) for n in range(MAX_GEMS + 1)]
    lift = [total.p_at_least(deficit) for total in totals]
    other = k - 1 if k == MAX_GEMS else k
    order = text(("first", "second", "third", "fourth")[other])
    if not deficit:
        title = text("curves_title_none")
    elif lift[other] == lift[other + 1]:
        title = text("curves_title_same", order=order, deficit=deficit)
    else:
        title = text(
            "curves_title", order=order, p_before=format_percent(lift[other]), p_after=format_percent(lift[other + 1])
        )
    span = range(COST.maximum + 1)
    return charts.probability_curves(
        {text("gems_of", n=n): [(d, totals[n].p_at_least(d)) for d in span] for n in range(1, MAX_GEMS + 1)},
        title=title,
        xlabel=text("curves_axis"),
        ylabel=text("curves_p_axis"),
        marks=[(text("gems_of", n=k), deficit, text("curves_mark"))],
    )


def gem_sample_space_figure(gem: Dist[int], worth: Mapping[int, int]) -> Figure:
    """Return the figure of the 36 outcomes of two dice with the value of the gem."""
    nothing = int(36 * gem.p(0))
    title = text("space_title", nothing=nothing) if nothing else text("space_title_no_zero", least=min(gem))
    marked = (lambda value: value == 0, text("worthless")) if nothing else None
    return charts.sample_space(worth, title=title, value=text("space_value"), marked=marked)


def create_dashboard(link: str = "") -> GemDashboard:
    """Create the dashboard. `link` contains settings such as "gems=3&cost=9"."""
    return GemDashboard(link)
