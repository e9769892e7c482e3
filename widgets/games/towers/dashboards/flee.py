"""Dashboard on fleeing: the rule for one stuck turn (TOW-6, TOW-7.7), and endings to try both choices (`endings`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from plotly.graph_objects import Figure

from gamelib.dist import Dist
from gamelib.games.towers.ending_distribution import Ending
from gamelib.games.towers.flee_decision import should_flee
from gamelib.games.towers.odds import p_closer_drawn
from gamelib.games.towers.state import CACHE_SIZE
from gamelib.number_format import format_fraction, format_number, format_percent

from ....chart.trial import Trial
from ....dashboard.controls import Choice, Slider
from ....dashboard.live_simulation import LiveSimulation, frequency_comparison_text
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
from ....page.translations import text_lookup
from . import endings
from .flee_figures import decision_region_figure, ending_coins_figure

text = text_lookup("dashboard_flee")

OTHERS = {"1": text("others_1"), "2": text("others_2"), "3": text("others_3")}
OWN = Slider(
    "own",
    text("own"),
    text("own_before"),
    text("own_after"),
    0,
    20,
    5,
    text_after_one=text("own_after_one"),
)
COUNT = Choice("others", text("still_in"), OTHERS, "1")
LAST = Slider(
    "last", text("last"), text("last_before"), text("last_after"), 0, 12, 3, text_after_one=text("last_after_one")
)
CLOSERS = Slider(
    "closers",
    text("closers"),
    text("closers_before"),
    text("closers_after"),
    0,
    6,
    2,
    text_after_one=text("closers_after_one"),
)
UNSEEN = Slider("unseen", text("unseen"), text("unseen_before"), text("unseen_after"), 6, 36, 12)
CARDS = Slider(
    "cards", text("cards"), text("cards_before"), text("cards_after"), 1, 9, 8, text_after_one=text("cards_after_one")
)
STUCK = (OWN, LAST, CLOSERS)
MORE = (COUNT, UNSEEN, CARDS)


class FleeDashboard(Dashboard):
    """Dashboard: the cost of fleeing now compared with the expected cost of staying, and endings to try it."""

    CONTROLS = (*STUCK, *MORE, *endings.CONTROLS, *endings.MORE)
    LAYOUT = (
        section_block(
            "",
            [controls_block(*STUCK), collapsible_block("more", controls_block(*MORE))],
            [
                answer_block("answer"),
                chart_block("region"),
                columns_block(
                    [chart_block("stay")],
                    [table_block("coins"), simulation_block("draws", text("draw_once"), text("draw_more"))],
                ),
                collapsible_block("why", text_block("why_lines")),
            ],
        ),
        section_block(
            text("endings"),
            [
                controls_block(*endings.CONTROLS),
                collapsible_block("more_endings", controls_block(*endings.MORE)),
                text_block("about"),
                simulation_block("plays", text("play_once"), text("play_more")),
            ],
            [
                answer_block("ending"),
                chart_block("ends"),
                columns_block([table_block("seats")], [table_block("compare")]),
                collapsible_block("why_ending", text_block("ending_lines")),
            ],
        ),
    )

    def create_simulations(self, seed: int | None) -> dict[str, LiveSimulation]:
        return {"plays": LiveSimulation(self._plays, seed), "draws": LiveSimulation(self._draws, seed, self._draw)}

    def _draw(self, rng: Random) -> Trial[int]:
        """Simulate the three cards that are drawn after staying, each a closer or not, and the final coins."""
        values = self.values
        drawn = [card < values["closers"] for card in rng.sample(range(values["unseen"]), CACHE_SIZE)]
        coins = self._coins(sum(drawn))
        pieces = tuple({"card": text("closer") if hit else text("harmless"), "hit": hit} for hit in drawn)
        return Trial(coins, pieces, text("trial", coins=coins))

    def _draws(self, rng: Random, n: int) -> list[int]:
        return [self._draw(rng).outcome for _ in range(n)]

    def _coins(self, closers: int) -> int:
        """Return the final coins after staying if this number of closers is drawn."""
        values, k = self.values, int(self.values["others"])
        more = values["cards"] if closers else 0
        return int(k * (values["last"] - values["own"] - CACHE_SIZE - more))

    def _plays(self, rng: Random, n: int) -> list[Ending]:
        return endings.case_from_control_values(self.values).simulate_staying(n, rng)

    def bind_chart_clicks(self) -> None:
        self.pictures["region"].on_click(self._move)

    def _move(self, mark: Mapping[str, Any]) -> None:
        last, closers = mark["customdata"]
        self.set_control_values(last=last, closers=closers)

    # -- current setting -------------------------------------------------------------------------

    def mean_cards_added_by_staying(self, closer_count: int | None = None) -> Fraction:
        """Return E[D], the mean number of cards that staying adds to the player's own balance.

        `closer_count` is the current number of closers by default.
        """
        values = self.values
        count = values["closers"] if closer_count is None else closer_count
        cards: int = values["cards"]
        return CACHE_SIZE + cards * p_closer_drawn(count, values["unseen"])

    def refresh(self) -> None:
        values = self.values
        self._say_rule()
        self._label_more_controls()
        setting = tuple(values[control.name] for control in (*STUCK, *MORE))
        self.queue_chart_if_changed("region", setting, self._region)
        draws = self.simulations["draws"]
        draws.reset_if_changed(setting)
        self._say_draws()
        self.queue_chart_if_changed("stay", (setting, draws.completed_count), self._stay)
        plays = self.simulations["plays"]
        case = endings.case_from_control_values(values)
        plays.reset_if_changed(case)
        if case.exact_ending_distribution is None and not plays.completed_count:
            plays.add_trials(endings.FIRST_RUNS)
        for id, content in endings.ending_block_contents(case, plays).items():
            self.queue_block_data(id, **content)
        counts = dict(plays.counts)
        self.queue_chart_if_changed(
            "ends", (case, plays.completed_count), lambda: endings.staying_coins_figure(case, counts)
        )

    def _label_more_controls(self) -> None:
        """Update the label of the collapsed controls, which names their values."""
        values = self.values
        self.queue_block_data(
            "more",
            label=text(
                "more_controls", others=OTHERS[values["others"]], unseen=values["unseen"], cards=values["cards"]
            ),
        )
        self.queue_block_data(
            "more_endings",
            label=text("more_endings", game=values["game"], policy=endings.POLICIES[values["policy"]]),
        )

    def _say_draws(self) -> None:
        """Compare the simulated draws with the probability that staying is at least as good as fleeing."""
        values, draws = self.values, self.simulations["draws"]
        flee = -int(values["others"]) * (values["own"] + CACHE_SIZE)
        coins = self._stays()
        said = text("draw_yourself")
        if draws.completed_count:
            good = sum(n for ends, n in draws.counts.items() if ends >= flee)
            said = frequency_comparison_text(good, draws.completed_count, coins.p_at_least(flee), text("event_good"))
        self.queue_block_data("draws", **draws.update_block_data(said, coins))

    def _stays(self) -> Dist[int]:
        """Return the distribution of the final coins after staying."""
        return Dist.hypergeometric(self.values["unseen"], self.values["closers"], CACHE_SIZE).map(self._coins)

    def _say_rule(self) -> None:
        values, k = self.values, int(self.values["others"])
        own, last, added = values["own"], values["last"], self.mean_cards_added_by_staying()
        flees = should_flee(CACHE_SIZE, added, [last] * k)
        now, later = -k * (own + CACHE_SIZE), k * (last - own - added)
        tie = added - CACHE_SIZE == last
        self.queue_block_data(
            "answer",
            lead=text("lead", now=now, later=later),
            big=text("answer_tie" if tie else "answer_flee" if flees else "answer_stay"),
            more=text(
                "more",
                added=format_fraction(added),
                rest=format_fraction(added - CACHE_SIZE),
                comparison=text("equal_to" if tie else "more_than" if flees else "less_than"),
                last=last,
            ),
        )
        p = p_closer_drawn(values["closers"], values["unseen"])
        rows = [
            [text("p_closer"), "–", endings.mean_text_in_table_cell(p)],
            [text("own_at_end"), str(own + CACHE_SIZE), endings.mean_text_in_table_cell(own + added)],
            [
                text("you_pay", others=OTHERS[str(k)]),
                format_number(-now),
                endings.mean_text_in_table_cell(k * (own + added)),
            ],
            [text("you_are_paid"), "0", str(k * last)],
            [text("coins_at_end"), format_number(now), endings.mean_text_in_table_cell(later)],
        ]
        self.queue_block_data(
            "coins", caption=text("coins"), columns=column_heads(text("coins_columns")), rows=rows, marked=4
        )
        self.queue_block_data("why", label=text("why_tie" if tie else "why_flee" if flees else "why_stay"))
        self.queue_block_data(
            "why_lines",
            lines=[
                text("reason_flee", own=own, others=OTHERS[str(k)], n=own + CACHE_SIZE, k=k, coins=-now),
                text("reason_stay", p=format_fraction(p), cards=values["cards"], p_raw=p, added=added),
                text("reason_debts", last=last, own=own, added=added),
                text("reason_rule", added=added, last=last, rest=added - CACHE_SIZE),
            ],
        )

    # -- pictures --------------------------------------------------------------------------------

    def _region(self) -> Figure:
        """Draw the advantage of fleeing in coins, by the number of closers and the balance of the other seats."""
        values, k = self.values, int(self.values["others"])
        closers, lasts = range(CLOSERS.maximum + 1), range(LAST.maximum + 1)
        gain = [[k * (self.mean_cards_added_by_staying(u) - CACHE_SIZE - last) for u in closers] for last in lasts]
        return decision_region_figure(gain, lasts, closers, framed_cell=(values["last"], values["closers"]))

    def _stay(self) -> Figure:
        """Draw the final coins after staying, with the coins after fleeing as the threshold."""
        coins, flee = self._stays(), -int(self.values["others"]) * (self.values["own"] + CACHE_SIZE)
        title = text("stay_title", p=format_percent(coins.p_at_least(flee)))
        return ending_coins_figure(coins, dict(self.simulations["draws"].counts), flee, title)


def create_dashboard(link: str = "") -> FleeDashboard:
    """Create the dashboard. `link` contains settings such as "own=5&last=3"."""
    return FleeDashboard(link)
